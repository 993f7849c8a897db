"""Reading: bytes to nodes, with YAML's traps dealt with."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from pinochle_dsl import check
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.nodes import Mapping, Node, Scalar, Sequence, plain
from pinochle_dsl.resources import resource
from pinochle_dsl.source import LARGEST_FILE, decode, read_bytes, read_shipped, read_text


def read(text: str | bytes) -> tuple[Mapping | None, list[Diagnostic]]:
    found: list[Diagnostic] = []
    source = decode(text.encode() if isinstance(text, str) else text, "a.yaml", found)
    return (read_text(source, found) if source else None), found


def value(text: str) -> object:
    root, found = read(f"x: {text}\n")
    assert root is not None
    assert found == []
    node = root.get("x")
    assert isinstance(node, Scalar)
    return node.value


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("true", True),
        ("false", False),
        ("True", "True"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("off", "off"),
        ("y", "y"),
        ("null", None),
        ("~", None),
        ("", None),
        ("0", 0),
        ("-0", 0),
        ("12", 12),
        ("-7", -7),
        ("999999999999999999", 999999999999999999),
        ("10 K", "10 K"),
        ("12:30", "12:30"),
        ("2024-01-02", "2024-01-02"),
        ("=", "="),
        ("1 below 60, then 5", "1 below 60, then 5"),
        ('"10"', "10"),
        ("'true'", "true"),
        ("'it''s'", "it's"),
        (r'"\u2660"', "♠"),
        ("Q♠️ J♦︎", "Q♠ J♦"),
        ("١٢", "١٢"),
    ],
)
def test_plain_scalars_mean_what_they_say(text: str, expected: object) -> None:
    found = value(text)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("010", "PIN014"),
        ("-007", "PIN014"),
        ("1_000", "PIN014"),
        ("0x1F", "PIN014"),
        ("0o17", "PIN014"),
        ("+5", "PIN014"),
        ("1.5", "PIN015"),
        (".5", "PIN015"),
        ("1.", "PIN015"),
        ("1e3", "PIN015"),
        ("1" * 19, "PIN016"),
        ("9" * 4000, "PIN016"),
    ],
)
def test_numbers_that_programs_read_differently_are_findings(text: str, code: str) -> None:
    root, found = read(f"x: {text}\n")
    assert root is not None
    assert [(item.code, item.line, item.column) for item in found] == [(code, 1, 4)]


def test_keys_are_text_and_keep_their_order() -> None:
    root, found = read("10: a\ntrue: b\n'3': c\n")
    assert root is not None
    assert found == []
    assert plain(root) == {"10": "a", "true": "b", "3": "c"}


def test_nodes_know_their_places() -> None:
    root, _ = read("a: {b: [c, 'd e']}\n")
    assert root is not None
    inner = root.entries["a"].value
    assert isinstance(inner, Mapping)
    items = inner.get("b")
    assert isinstance(items, Sequence)
    assert [(item.start, item.end) for item in items.items] == [(8, 9), (11, 16)]
    assert (inner.start, inner.end) == (3, 18)


@pytest.mark.parametrize(
    ("text", "inside", "expected"),
    [
        ("x: meld >= bid\n", 5, 8),
        ("x: 'it''s so'\n", 5, 10),
        ('x: "meld"\n', 2, 6),
        ("x: Q♠️ J♦\n", 3, 7),
        ("x: meld\n  + bid\n", 5, 10),
        ('x: "a\\tb"\n', 2, None),
    ],
)
def test_places_inside_a_phrase(text: str, inside: int, expected: int | None) -> None:
    root, _ = read(text)
    assert root is not None
    node = root.get("x")
    assert isinstance(node, Scalar)
    assert node.offset(inside) == expected


def test_first_of_two_equal_keys_is_named() -> None:
    _, found = read("a: 1\nb: 2\na: 3\n")
    (item,) = found
    assert (item.code, item.line) == ("PIN010", 3)
    assert [(note.line, note.column) for note in item.notes] == [(1, 1)]


def test_many_findings_of_one_file_come_together() -> None:
    _, found = read("a: 010\nb: &x 1\nc: !t 2\nd: 1.5\n<<: {}\na: 2\n")
    assert sorted(item.code for item in found) == ["PIN010", "PIN011", "PIN012", "PIN013", "PIN014", "PIN015"]


def test_comments_and_the_line_for_editors_are_comments() -> None:
    root, found = read("# yaml-language-server: $schema=x\na: 1  # a note\n")
    assert found == []
    assert root is not None
    assert plain(root) == {"a": 1}


def test_byte_order_mark_and_windows_lines_do_no_harm() -> None:
    root, found = read(b"\xef\xbb\xbfa: 1\r\nb: 2\r\n")
    assert found == []
    assert root is not None
    assert plain(root) == {"a": 1, "b": 2}


def test_cut_phrase_is_read_as_it_was_meant() -> None:
    root, found = read("a: {raise: 1 below 60, then 5, minimum: 50}\n")
    assert root is not None
    assert plain(root) == {"a": {"raise": "1 below 60, then 5", "minimum": 50}}
    (item,) = found
    assert item.code == "PIN019"
    assert item.hint == 'quote the phrase: raise: "1 below 60, then 5"'


# ---- files -------------------------------------------------------------------------------------------


def refusal(path: Path) -> Diagnostic:
    found = read_bytes(path)
    assert isinstance(found, Diagnostic)
    return found


def test_missing_file_and_directory(tmp_path: Path) -> None:
    assert refusal(tmp_path / "none.yaml").code == "PIN001"
    assert refusal(tmp_path).message.endswith("is a directory, not a rules file")
    assert refusal(tmp_path / ("x" * 5000)).code == "PIN002"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes on this system")
def test_pipes_and_devices_are_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.yaml")
    assert refusal(tmp_path / "pipe.yaml").code == "PIN002"
    assert refusal(Path("/dev/zero")).code == "PIN002"


def test_file_without_permission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The system's refusal is played, since the superuser may read everything."""
    path = tmp_path / "secret.yaml"
    path.write_text("variant: secret\n", encoding="utf-8")

    def refuse(*_args: object, **_kwargs: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", refuse)
    assert "no permission" in refusal(path).message


def test_file_that_vanishes_before_it_is_read(tmp_path: Path) -> None:
    (tmp_path / "gone.yaml").symlink_to(tmp_path / "nowhere.yaml")
    (item,) = check(str(tmp_path / "gone.yaml")).diagnostics
    assert item.code == "PIN001"


def test_no_more_is_read_than_a_rules_file_may_have(tmp_path: Path) -> None:
    path = tmp_path / "long.yaml"
    path.write_bytes(b"#" * (10 * 1024 * 1024))
    data = read_bytes(path)
    assert isinstance(data, bytes)
    assert len(data) == LARGEST_FILE + 1


SHIPPED = sorted(resource("variants").glob("*.yaml")) + sorted(resource("rules").glob("*.yaml"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_a_shipped_file_is_read_alike_by_both_parsers(path: Path) -> None:
    found: list[Diagnostic] = []
    source = decode(path.read_bytes(), path.name, found)
    assert source is not None
    fast, strict = read_shipped(source, found), read_text(source, found)
    assert found == []
    assert fast is not None
    assert strict is not None
    assert told(fast) == told(strict)


def told(node: Node) -> object:
    """Return all that a node knows, places included."""
    if isinstance(node, Scalar):
        return node.start, node.end, node.value, node.text, node.style
    if isinstance(node, Sequence):
        return node.start, node.end, [told(item) for item in node.items]
    return node.start, node.end, [(told(entry.key), told(entry.value)) for entry in node.entries.values()]


@pytest.mark.parametrize(
    "text",
    ["a: !x [1\n", "a: 010\n", "- 1\n", "a: 1\na: 2\n", "a: &b 1\n", "a: b\n---\nc: d\n", "a: {b: }\n"],
)
def test_a_shipped_file_with_a_slip_is_told_as_any_other(text: str) -> None:
    ours, others = [], []
    source = decode(text.encode(), "a.yaml", ours)
    assert source is not None
    read_shipped(source, ours)
    read_text(source, others)
    assert ours == others

"""Bad rules files and what is said about them, the pages of the codes, and the renderers.

Each `tests/data/bad/PINnnn-what.yaml` has its rendered findings beside it in `PINnnn-what.txt`.  A bad
file whose first line is `# set: option=choice` is loaded with that choice; `# combinations: all` has
every set of choices proved.  With `UPDATE_FINDINGS=1` in the environment the findings beside the files and
on the pages are written anew; look at the difference before you keep it.
"""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest

from pinochle_dsl import RulesError, check, load
from pinochle_dsl.diagnostics import (
    as_json,
    concise,
    diagnostic,
    display_width,
    full,
    in_order,
    path_text,
    render,
    summary,
)
from pinochle_dsl.findings import Severity
from pinochle_dsl.nodes import Source
from pinochle_dsl.registry import CODES, find_code

DATA = Path(__file__).parents[1] / "data"
BAD = sorted((DATA / "bad").glob("*.txt"))
GOOD = sorted((DATA / "ok").glob("*.yaml"))
PAGES = Path(__file__).parents[2] / "pinochle_dsl" / "codes"
UPDATE = os.environ.get("UPDATE_FINDINGS") == "1"
NOT_FROM_TEXT = {"PIN001", "PIN002", "PIN003", "PIN004", "PIN005", "PIN503", "PIN507", "PIN508", "PIN510"}
"""Codes whose page shows no rules file: what is wrong is not in a short text."""


def findings_of(name: str) -> str:
    path = Path(name)
    first = path.read_bytes()[:80].split(b"\n")[0].decode("utf-8", "replace") if path.is_file() else ""
    if first == "# combinations: all":
        return render(check(name, combinations="all").diagnostics)
    if not first.startswith("# set: "):
        return render(check(name).diagnostics)
    option, choice = first.removeprefix("# set: ").split("=")
    with pytest.raises(RulesError) as caught:
        load(name, {option: choice})
    return render(caught.value.diagnostics)


@pytest.mark.parametrize("expected", BAD, ids=lambda path: path.stem)
def test_bad_file_gives_its_findings(expected: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(expected.parent)
    found = findings_of(f"{expected.stem}.yaml")
    assert f"[{expected.stem[:6]}]" in found
    if UPDATE:
        expected.write_text(found + "\n", encoding="utf-8")
    assert found + "\n" == expected.read_text(encoding="utf-8")


def test_every_bad_file_has_its_findings_beside_it() -> None:
    files = {path.stem for path in (DATA / "bad").glob("*.yaml")} | {"PIN001-missing"}
    assert files == {path.stem for path in BAD}
    assert len(files) >= 60


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_good_file_has_no_findings(path: Path) -> None:
    result = check(str(path), combinations="all")
    assert render(result.diagnostics) == ""
    assert result.ok


# ---- codes -------------------------------------------------------------------------------------------


def test_every_code_has_a_bad_file() -> None:
    assert set(CODES) == {path.stem[:6] for path in BAD}


def test_every_code_has_a_page_and_no_page_is_left_over() -> None:
    assert {path.stem for path in PAGES.glob("*.md")} == set(CODES)


def test_code_names_are_unique_words() -> None:
    names = [code.name for code in CODES.values()]
    assert len(set(names)) == len(names)
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)


@pytest.mark.parametrize("code", CODES)
def test_page_says_what_its_example_gives(code: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = CODES[code].markdown
    assert page.startswith(f"# {code}: {CODES[code].name}\n\n{CODES[code].title}. ")
    blocks = re.findall(r"```(yaml|text)\n(.*?)\n```", page, re.DOTALL)
    assert [kind for kind, _ in blocks].count("text") >= 1
    if code in NOT_FROM_TEXT:
        assert f"[{code}]" in page
        return
    monkeypatch.chdir(tmp_path)
    Path("odd-base.yaml").write_bytes((DATA / "bad/bases/odd-base.yaml").read_bytes())
    bad, said, *fixed = (text for _, text in blocks)
    Path("house.yaml").write_text(bad + "\n", encoding="utf-8")
    found = check("house.yaml")
    assert {item.code for item in found.diagnostics} == {code}
    if UPDATE:
        path = PAGES / f"{code}.md"
        path.write_text(page.replace(said, render(found.diagnostics)), encoding="utf-8")
        return
    assert render(found.diagnostics) == said
    for text in fixed:
        Path("house.yaml").write_text(text + "\n", encoding="utf-8")
        assert render(check("house.yaml").diagnostics) == ""


def test_codes_are_found_by_number_and_name_in_any_case() -> None:
    assert find_code("pin101") is CODES["PIN101"]
    assert find_code("Unknown-Key") is CODES["PIN101"]
    assert find_code("PIN000") is None


# ---- renderers ---------------------------------------------------------------------------------------


def test_caret_stands_under_the_place_whatever_the_width_of_the_letters() -> None:
    source = Source("a.yaml", "title: 피노클 ♠️, bad\n")
    start = source.text.index("bad")
    lines = full(diagnostic("PIN101", "wrong", source, start, start + 3)).splitlines()
    shown, caret = lines[-2].split("| ", 1)[1], lines[-1].split("| ", 1)[1]
    assert shown == "title: 피노클 ♠, bad"
    assert display_width(shown[: shown.index("bad")]) == caret.index("^")
    assert caret.count("^") == 3


def test_long_lines_are_cut_around_the_place() -> None:
    source = Source("a.yaml", "x" * 500 + "BAD" + "y" * 500 + "\n")
    text = full(diagnostic("PIN101", "wrong", source, 500, 503))
    assert max(map(len, text.splitlines())) < 130
    shown, caret = (line.split("| ", 1)[1] for line in text.splitlines()[-2:])
    assert shown[caret.index("^") :].startswith("BAD")


def test_tabs_and_control_signs_are_made_harmless() -> None:
    source = Source("a.yaml", "\tx: \x1b[31m\n")
    assert "\x1b" not in full(diagnostic("PIN006", "a tab", source, 0))
    assert full(diagnostic("PIN006", "a tab", source, 1)).splitlines()[-1] == "  |     ^"


def test_concise_and_json_say_the_same_place() -> None:
    source = Source("a.yaml", "one: 1\ntwo: 2\n")
    item = diagnostic("PIN505", "it changes nothing", source, 12, 13, hint="h", severity=Severity.WARNING, path="two")
    assert concise(item) == "a.yaml:2:6: warning[PIN505] it changes nothing"
    record = as_json(item)
    assert (record["line"], record["column"], record["end_column"], record["path"]) == (2, 6, 7, "two")
    assert json.loads(render([item], "json")) == [record]
    assert render([item], "concise") == concise(item) == str(item)


def test_order_is_by_file_and_place_and_nothing_is_said_twice() -> None:
    own, base = Source("own.yaml", "a\nb\n"), Source("base.yaml", "c\n")
    items = [diagnostic("PIN101", "x", base, 0), diagnostic("PIN101", "y", own, 2), diagnostic("PIN102", "z", own, 0)]
    assert [item.message for item in in_order([*items, *items], "own.yaml")] == ["z", "y", "x"]


def test_path_and_summary_in_words() -> None:
    assert path_text(("melds", "run", "points", 1)) == "melds.run.points[1]"
    source = Source("a.yaml", "a\n")
    items = [diagnostic("PIN101", "x", source), diagnostic("PIN505", "y", source, severity=Severity.WARNING)]
    assert summary(items) == "1 error, 1 warning"
    assert summary([]) == "no findings"


def test_inherited_value_is_reported_where_it_stands(tmp_path: Path) -> None:
    (tmp_path / "base.yaml").write_text("variant: base\nextends: partnership\ngame: {taget: 100}\n", encoding="utf-8")
    (tmp_path / "own.yaml").write_text("variant: own\nextends: ./base.yaml\n", encoding="utf-8")
    (found,) = check(str(tmp_path / "own.yaml")).diagnostics
    assert (Path(found.file).name, found.line, found.column) == ("base.yaml", 3, 8)
    assert [Path(note.file or "").name for note in found.notes] == ["own.yaml"]

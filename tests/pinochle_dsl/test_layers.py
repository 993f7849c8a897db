"""One merge for bases, files and patches; units; `extends`."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_dsl import RulesError, check, load
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.layers import Merger, is_path, review, shipped_names
from pinochle_dsl.nodes import Mapping, Source, plain
from pinochle_dsl.source import read_text


def node(text: str) -> Mapping:
    found: list[Diagnostic] = []
    root = read_text(Source("a.yaml", text), found)
    assert found == []
    assert root is not None
    return root


def merged(base: str, patch: str) -> object:
    return plain(Merger().merge(node(base), node(patch)))


@pytest.mark.parametrize(
    ("base", "patch", "expected"),
    [
        ("a: {b: 1, c: 2}", "a: {c: 3}", {"a": {"b": 1, "c": 3}}),
        ("a: {b: {c: {d: 1}}}", "a: {b: {c: {e: 2}}}", {"a": {"b": {"c": {"d": 1, "e": 2}}}}),
        ("a: {b: 1, c: 2}", "a: {b: null}", {"a": {"c": 2}}),
        ("a: {b: 1}", "a: null", {}),
        ("a: [1, 2, 3]", "a: [4]", {"a": [4]}),
        ("a: {b: 1}", "a: word", {"a": "word"}),
        ("a: word", "a: {b: 1}", {"a": {"b": 1}}),
        ("counters: {cards: {A: 11, 10: 10}}", "counters: {cards: {A 10: 1}}", {"counters": {"cards": {"A 10": 1}}}),
        ("deck: {copies: {A: 1, K: 2}}", "deck: {copies: {Q: 3}}", {"deck": {"copies": {"Q": 3}}}),
        ("deck: {names: {Q: Ober}}", "deck: {names: {J: Unter}}", {"deck": {"names": {"J": "Unter"}}}),
        ("melds: {run: {points: [15, 150]}}", "melds: {run: {points: 20}}", {"melds": {"run": {"points": 20}}}),
        (
            "calls: {x: {changes: {a: 1}}}",
            "calls: {x: {changes: {b: null}}}",
            {"calls": {"x": {"changes": {"b": None}}}},
        ),
        (
            "options: {o: {choices: {c: {game: {deals: 1, target: 2}}}}}",
            "options: {o: {choices: {c: {game: {target: null}}}}}",
            {"options": {"o": {"choices": {"c": {"game": {"deals": 1, "target": None}}}}}},
        ),
        ("options: {o: {default: a}, p: {default: b}}", "options: {o: null}", {"options": {"p": {"default": "b"}}}),
    ],
)
def test_merge(base: str, patch: str, expected: object) -> None:
    assert merged(base, patch) == expected


def test_newcomers_are_tried_first_and_overridden_entries_keep_their_place() -> None:
    base = "outcomes: {made: {if: a}, set: {if: b}}\nmelds: {run: {points: 1}, dix: {points: 2}}"
    patch = "outcomes: {set: {if: c}, early: {if: d}, late: {if: e}}\nmelds: {nines: {points: 3}}"
    result = merged(base, patch)
    assert isinstance(result, dict)
    assert list(result["outcomes"]) == ["early", "late", "made", "set"]
    assert list(result["melds"]) == ["run", "dix", "nines"]


def test_untouched_parts_keep_their_identity() -> None:
    merger, base = Merger(), node("a: {x: 1}\nb: {y: 2}")
    one, two = node("a: {x: 3}"), node("a: {x: 3}")
    first = merger.merge(base, one)
    assert isinstance(first, Mapping)
    assert first.get("b") is base.get("b")
    assert merger.merge(base, one) is first
    assert merger.merge(base, two) is not first


def test_names_notes_and_examples_are_not_inherited() -> None:
    variant = load("cardgames-io")
    assert variant.model.sources == ("seeds/cardgames-io.yaml",)
    assert variant.extends == "partnership"
    assert load("three-handed").model.sources == ()
    plainly = load("three-handed").plain
    assert plainly["title"] == "Three-handed auction Pinochle with a widow"


@pytest.mark.parametrize(
    ("base", "patch", "codes"),
    [
        ("a: {b: 1}", "a: {b: 1}", ["PIN505"]),
        ("a: {b: '1'}", "a: {b: 1}", []),
        ("a: {b: [x, y]}", "a: {b: [x, y]}", ["PIN505"]),
        ("a: {b: [x, y]}", "a: {b: [y, x]}", []),
        ("a: {b: 1}", "a: {c: null}", ["PIN504"]),
        ("a: {b: 1}", "c: null", ["PIN504"]),
        ("a: {b: 1}", "a: {b: null}", []),
        ("counters: {cards: {A: 1}}", "counters: {cards: {A: 1}}", ["PIN505"]),
        ("options: {o: {choices: {c: {}}}}", "options: {o: {choices: {c: {x: null}}}}", []),
    ],
)
def test_what_a_patch_does_in_vain(base: str, patch: str, codes: list[str]) -> None:
    found: list[Diagnostic] = []
    review(node(base), node(patch), (), found)
    assert [item.code for item in found] == codes


# ---- unit ----------------------------------------------------------------------------------------------


def write(folder: Path, name: str, text: str) -> str:
    path = folder / f"{name}.yaml"
    path.write_text(f"variant: {name}\n{text}", encoding="utf-8")
    return str(path)


def rules_of(name: str) -> object:
    program = load(name).compile()
    return program.rules, program.deck, program.deal, program.table


def test_ones_to_tens_and_back_give_the_same_game(tmp_path: Path) -> None:
    write(tmp_path, "tens", "extends: partnership\nunit: 10\n")
    back = write(tmp_path, "back", "extends: ./tens.yaml\nunit: 1\n")
    assert rules_of(back) == rules_of("partnership")
    assert load(back).compile().unit == 1


def test_points_are_rescaled_and_counts_are_not(tmp_path: Path) -> None:
    tens = load(write(tmp_path, "tens", "extends: three-handed\nunit: 10\n")).compile()
    ones = load("three-handed").compile()
    assert tens.deal == ones.deal
    assert tens.rules.last_trick == 10 * ones.rules.last_trick
    assert tens.rules.card_points == tuple(10 * points for points in ones.rules.card_points)
    assert tens.rules.ending.target == 10 * (ones.rules.ending.target or 0)
    assert tens.rules.auction is not None
    assert ones.rules.auction is not None
    assert tens.rules.auction.ladder[0] == 10 * ones.rules.auction.ladder[0]


def test_an_option_may_be_nothing_but_a_unit(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        "both",
        "extends: partnership\ngame: {target: 120}\n"
        "options: {classic: {default: ones, choices: {ones: {}, tens: {unit: 10, auction: {minimum: 260}}}}}\n",
    )
    program = load(path, {"classic": "tens"}).compile()
    assert program.unit == 10
    assert program.rules.ending.target == 1200
    assert program.rules.auction is not None
    assert program.rules.auction.ladder[0] == 260


# ---- extends -------------------------------------------------------------------------------------------


def test_extends_takes_a_shipped_name_or_a_path_beside_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "family").mkdir()
    write(tmp_path, "base", "extends: two-handed\ngame: {target: 500}\n")
    path = write(tmp_path / "family", "own", "extends: ../base.yaml\n")
    monkeypatch.chdir("/")
    assert load(path).compile().rules.ending.target == 500


def test_shipped_names_are_one_name_space() -> None:
    kinds = [path.stem for kind in ("rules", "variants") for path in (Path(__file__).parents[2] / kind).glob("*.yaml")]
    assert len(kinds) == len(set(kinds))
    assert set(shipped_names()) == set(kinds)


def test_shipped_files_are_named_after_their_id_and_have_no_findings() -> None:
    for name, kind in shipped_names().items():
        assert load(name).name == name, kind
        assert check(name).diagnostics == ()


@pytest.mark.parametrize(
    ("name", "expected"), [("a", False), ("a.yaml", True), ("./a", True), ("a.yml", True), ("a.b", False)]
)
def test_what_counts_as_a_path(name: str, *, expected: bool) -> None:
    assert is_path(name) is expected


def test_circles_and_missing_bases_point_at_extends(tmp_path: Path) -> None:
    write(tmp_path, "one", "extends: ./two.yaml\n")
    write(tmp_path, "two", "extends: ./one.yaml\n")
    with pytest.raises(RulesError) as caught:
        load(str(tmp_path / "one.yaml"))
    (item,) = caught.value.diagnostics
    assert (item.code, item.line, item.column) == ("PIN502", 2, 10)
    assert [note.line for note in item.notes] == [2]


def test_text_from_elsewhere_keeps_its_place(tmp_path: Path) -> None:
    write(tmp_path, "base", "extends: partnership\ngame: {target: 100}\n")
    result = check(str(tmp_path / "unsaved.yaml"), data=b"variant: unsaved\nextends: ./base.yaml\ngame: {taget: 1}\n")
    (item,) = result.diagnostics
    assert (item.code, Path(item.file).name, item.line) == ("PIN101", "unsaved.yaml", 3)

"""Every rule sheet: its file validates, plays to the end, and its ledger accounts for every fact."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from interpreter import simulate
from pinochle_dsl import LoadedVariant, check, load
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.registry import CODES
from tests.house_rules.totals import HERE, KINDS, PAGE, README, Sheet, expected, page, read, readme, sheets

SHEETS = sheets()
GAMES = 30
MODELINE = "# yaml-language-server: $schema=../../rules/variant.schema.json"

TOLD = {
    "49-binokel-durch-with-a-call": ["PIN505"],  # the sheet says it, and the base says it too
    "67-three-handed-meld-must-open": ["PIN403"],  # a choice that the sheet offers
    "96-three-forms": ["PIN417"] * 6,  # the form for two lays its melds one after another
}
"""What is warned of or noted, rightly, in a file; in no other anything is."""

each_sheet = pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.path.stem)


@cache
def loaded(sheet: Sheet) -> LoadedVariant:
    return load(str(sheet.path))


def ways(sheet: Sheet) -> list[dict[str, str]]:
    """Return the default and every choice of every option with what it needs to be offered."""
    found: list[dict[str, str]] = [{}]
    for option in loaded(sheet).options:
        found += [{**option.only_if, option.name: choice} for choice in option.choices if choice != option.default]
    return found


def at(tree: Any, key: str) -> Any:  # noqa: ANN401 - whatever stands there
    """Return what stands at a dotted path; raises KeyError where nothing does."""
    for step in key.split("."):
        tree = tree[int(step)] if isinstance(tree, list) else tree[step]
    return tree


# ---- what is there -------------------------------------------------------------------------------------


def test_the_sheets_are_there() -> None:
    numbers = [sheet.number for sheet in SHEETS]
    assert len(numbers) == len(set(numbers))
    assert set(expected()) <= set(numbers)
    assert len(expected()) == len(set(expected()))


def test_every_ledger_has_its_sheet() -> None:
    assert sorted((HERE / "ledger").iterdir()) == sorted(sheet.ledger for sheet in SHEETS)


def test_the_totals_are_shown() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.house_rules.totals"
    text = README.read_text(encoding="utf-8")
    assert readme(text) == text, "run python -m tests.house_rules.totals"


def test_what_is_no_conduct_is_said() -> None:
    said, refused = (sum(sheet.count(kind) for sheet in SHEETS) for kind in ("said", "refused"))
    assert said >= 0.97 * (said + refused)


# ---- the files -----------------------------------------------------------------------------------------


@each_sheet
def test_the_file_is_a_variant_of_a_shipped_game(sheet: Sheet) -> None:
    text = sheet.path.read_text(encoding="utf-8")
    assert text.split("\n")[0] == MODELINE
    rules = read(sheet.path)
    assert rules["extends"] in shipped_names()
    assert rules["sources"], "a sheet names its title and address"
    assert all(re.search(r"https?://|\(no address\)$", source) for source in rules["sources"])


@each_sheet
def test_the_file_validates_and_its_examples_come_out(sheet: Sheet) -> None:
    result = check(str(sheet.path))
    errors = [f"{found.line}: {found.code} {found.message}" for found in result.diagnostics if found.is_error]
    assert not errors
    assert [found.code for found in result.diagnostics] == TOLD.get(sheet.path.stem, [])
    assert result.examples_failed == 0
    assert result.examples_run == len(read(sheet.path)["examples"]) > 0


@each_sheet
@pytest.mark.parametrize("player", ["random", "basic"])
def test_it_is_played_to_the_end(sheet: Sheet, player: str) -> None:
    for chosen in ways(sheet):
        games = GAMES if set(chosen) <= {"players"} else 3
        result = simulate(load(str(sheet.path), chosen).compile(), games=games, players=[player])
        assert result.games == games
        assert result.deals >= games


# ---- the ledgers ---------------------------------------------------------------------------------------


@each_sheet
def test_the_ledger_lists_every_fact_once(sheet: Sheet) -> None:
    ledger = read(sheet.ledger)
    assert set(ledger) == {"sheet", "facts"}
    assert ledger["sheet"] == sheet.number
    assert list(ledger["facts"]) == [f"f{number}" for number in range(1, len(ledger["facts"]) + 1)]
    for name, fact in ledger["facts"].items():
        assert fact["says"].strip(), name
        assert "\n" not in fact["says"].strip(), name
        kinds = [kind for kind in KINDS if kind in fact]
        assert len(kinds) == 1, f"{name} is {kinds or 'neither said, conduct nor refused'}"
        assert set(fact) == {"says", kinds[0]}, name


@each_sheet
def test_what_is_said_stands_in_the_file(sheet: Sheet) -> None:
    rules, own = loaded(sheet).plain, read(sheet.path)
    for name, fact in sheet.facts.items():
        if "said" not in fact:
            continue
        said = fact["said"]
        assert set(said) <= {"key", "example", "test"}, name
        keys = said["key"] if isinstance(said["key"], list) else [said["key"]]
        for key in keys:
            try:
                at(rules, key)
            except (KeyError, IndexError, TypeError, ValueError):
                pytest.fail(f"{name}: nothing stands at {key}")
        examples = said.get("example", [])
        for index in examples if isinstance(examples, list) else [examples]:
            assert 0 <= index < len(own["examples"]), f"{name}: there is no example {index}"
        if "test" in said:
            assert said["test"] in named_tests(), f"{name}: there is no test {said['test']}"


@each_sheet
def test_conduct_and_refusals_say_why(sheet: Sheet) -> None:
    for name, fact in sheet.facts.items():
        if "conduct" in fact:
            assert fact["conduct"].strip(), name
        if "refused" in fact:
            assert set(fact["refused"]) == {"why", "error"}, name
            assert fact["refused"]["why"].strip(), name
            assert fact["refused"]["error"] in CODES, name


@cache
def named_tests() -> frozenset[str]:
    """Return the names of all tests."""
    found: set[str] = set()
    for path in Path(HERE.parent).rglob("test_*.py"):
        found |= set(re.findall(r"^def (test_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE))
    return frozenset(found)

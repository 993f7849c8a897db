"""The ledgers under `seeds/`: every claim of a document is pinned, and every pin leads somewhere."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from pinochle_dsl import load

ROOT: Final = Path(__file__).resolve().parents[2]
NAMES: Final = ("two-handed-ko", "cardgames-io", "partnership-ja")
PREFIXES: Final = {"two-handed-ko": "ko", "cardgames-io": "zh", "partnership-ja": "ja"}
KINDS: Final = {"rule", "number", "example", "advice", "screen", "history", "reading"}
CARRIERS: Final = {"players", "table", "documentation"}
"""What may carry a claim that no rule of a variant file can: the computer players, the table, the written docs."""
FOREIGN: Final = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")

NUMBERS: Final[dict[str, list[int]]] = {
    "two-handed-ko": [
        *(48, 2, 10, 0, 240, 250, 12, 1),
        *(150, 40, 20, 300, 100, 80, 60),
        *(3, 4, 10_000, 9_999),
    ],
    "cardgames-io": [
        *(1, 4, 2, 48, 6, 12, 3, 5),
        *(250, 10, 20),
        *(150, 190, 230, 1500, 40, 300, 100, 1000, 80, 800, 60, 600, 400),
        *(14, 13, 11, 8, 0, 330, 310, 1200, 1700, 1600),
    ],
    "partnership-ja": [
        *(4, 2, 80, 48, 12, 25, 1, 3, 16),
        *(15, 30, 10, 8, 6, 100, 60, 40, 150, 0),
        *(75, 250, 32),
    ],
}
"""Every number that the documents print, written down by hand."""


@cache
def ledger(name: str) -> dict[str, Any]:
    """Return a ledger as plain data."""
    data = yaml.safe_load((ROOT / "seeds" / f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


@cache
def experiments() -> dict[str, list[str]]:
    """Return the experiments that were made, with the claims that each tests."""
    rows = json.loads((ROOT / "benchmarks" / "claims.json").read_text(encoding="utf-8"))
    return {row["name"]: row["claims"] for row in rows}


def claims(name: str) -> list[dict[str, Any]]:
    """Return the claims of a ledger, in the document's order."""
    return list(ledger(name)["claims"])


@cache
def plain(name: str) -> dict[str, Any]:
    """Return a variant's merged file as plain data."""
    return dict(load(name).plain)


@cache
def defined_in(path: str) -> frozenset[str]:
    """Return the names of the tests that a file defines."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(
        node.name for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


def find(data: object, key: str) -> bool:
    """Say whether a key path such as `melds.run.points` leads to something; keys are compared as text."""
    for part in key.split("."):
        if not isinstance(data, dict):
            return False
        named = {str(each): value for each, value in data.items()}
        if part not in named:
            return False
        data = named[part]
    return True


every_claim = pytest.mark.parametrize(
    ("name", "claim"), [pytest.param(name, claim, id=str(claim.get("id"))) for name in NAMES for claim in claims(name)]
)


@pytest.mark.parametrize("name", NAMES)
def test_header(name: str) -> None:
    """A ledger says what it is a ledger of."""
    data = ledger(name)
    assert data["format"] == 1
    assert data["ledger"] == name
    assert data["variant"] == name
    for key in ("title", "language", "covers", "document"):
        assert data[key]


@pytest.mark.parametrize("name", NAMES)
def test_ids_are_unique_and_in_order(name: str) -> None:
    """No id stands for two claims; ids carry the ledger's prefix."""
    ids = [claim["id"] for claim in claims(name)]
    assert len(ids) == len(set(ids))
    assert all(re.fullmatch(rf"{PREFIXES[name]}-r?\d{{2,3}}", each) for each in ids)
    for readings in (False, True):
        some = [each for each in ids if ("-r" in each) == readings]
        assert some == sorted(some)


@every_claim
def test_claim_is_well_formed(name: str, claim: dict[str, Any]) -> None:
    """A claim says one thing, in our words, and is of a known kind."""
    del name
    assert claim["says"].strip()
    assert claim["kind"] in KINDS
    assert set(claim) <= {"id", "says", "kind", "numbers", "pins", "carried_by", "reading", "why"}
    assert all(isinstance(each, int) for each in claim.get("numbers", []))


@every_claim
def test_claim_is_pinned(name: str, claim: dict[str, Any]) -> None:
    """No claim without a pin, unless it is about players, screens, saving or history and says what carries it."""
    del name
    assert claim.get("pins") or claim.get("carried_by")
    for carrier, what in claim.get("carried_by", {}).items():
        assert carrier in CARRIERS
        assert what
    if claim["kind"] in {"rule", "number", "example", "reading"}:
        assert claim.get("pins"), "a rule is pinned, not carried"


@every_claim
def test_pins_lead_somewhere(name: str, claim: dict[str, Any]) -> None:
    """Keys exist in the merged variant, examples in its list, tests in their files; experiments test the claim."""
    for pin in claim.get("pins", []):
        ((kind, target),) = pin.items()
        if kind == "key":
            assert find(plain(name), target), target
        elif kind == "example":
            assert 0 <= target < len(plain(name)["examples"])
        elif kind == "experiment":
            assert claim["id"] in experiments()[target]
        else:
            assert kind == "test"
            path, _, test = target.partition("::")
            assert test in defined_in(path), target


def test_what_an_experiment_tests_names_it() -> None:
    """Every claim of an experiment is pinned by it."""
    known = {claim["id"]: claim for name in NAMES for claim in claims(name)}
    for experiment, tested in experiments().items():
        for each in tested:
            assert {"experiment": experiment} in known[each]["pins"]


@every_claim
def test_readings_are_justified(name: str, claim: dict[str, Any]) -> None:
    """Where a document is ambiguous or silent the ledger says what we took and why, and a test holds it."""
    del name
    if claim["kind"] == "reading" or "reading" in claim:
        assert claim["reading"].strip()
        assert claim["why"].strip()
        assert any("test" in pin for pin in claim["pins"])


@pytest.mark.parametrize("name", NAMES)
def test_every_number_is_in_a_claim(name: str) -> None:
    """Each number of the document stands in a claim, and no claim has a number that the document lacks."""
    stated = {number for claim in claims(name) for number in claim.get("numbers", [])}
    assert stated == set(NUMBERS[name])


@pytest.mark.parametrize("name", NAMES)
def test_nothing_is_copied(name: str) -> None:
    """A ledger restates: no run of the documents' own script."""
    text = (ROOT / "seeds" / f"{name}.yaml").read_text(encoding="utf-8")
    assert not FOREIGN.search(text)


@pytest.mark.parametrize("name", NAMES)
def test_cited_ids_exist(name: str) -> None:
    """Tests cite claims by id in their docstrings; each id they cite is in a ledger."""
    known = {claim["id"] for each in NAMES for claim in claims(each)}
    prefix = PREFIXES[name]
    cited: set[str] = set()
    for path in Path(__file__).parent.glob("*.py"):
        if path.name != Path(__file__).name:
            cited |= set(re.findall(rf"\b{prefix}-(?:r\d{{2}}|\d{{3}})\b", path.read_text(encoding="utf-8")))
    assert cited
    assert cited <= known


def test_every_document_test_pins_a_claim() -> None:
    """No test of a document stands alone: each is named by some claim."""
    pinned = {pin["test"] for name in NAMES for claim in claims(name) for pin in claim.get("pins", []) if "test" in pin}
    for path in ("test_two_handed_ko.py", "test_cardgames_io.py", "test_partnership_ja.py"):
        file = f"tests/documents/{path}"
        assert {f"{file}::{test}" for test in defined_in(file)} <= pinned

"""The JSON Schema: made from the model, not stale, and of one mind with the checker about the shape of files."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from pinochle_dsl.cli import main
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.examples import QUERIES
from pinochle_dsl.nodes import plain
from pinochle_dsl.reference import words
from pinochle_dsl.reference.examples import examples
from pinochle_dsl.reference.kinds import LIMITS
from pinochle_dsl.reference.walk import every_key
from pinochle_dsl.schema import PATCHES, PHRASES, SUGGESTED, schema_text, variant_schema
from pinochle_dsl.source import decode, read_text
from pinochle_dsl.syntax import parse

jsonschema = pytest.importorskip("jsonschema")

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = sorted([*(ROOT / "rules").glob("*.yaml"), *(ROOT / "variants").glob("*.yaml")])
MODELINE = re.compile(r"# yaml-language-server: \$schema=(\S+)\n")
SHAPES = ("PIN101", "PIN102", "PIN103", "PIN104", "PIN105", "PIN106", "PIN108", "PIN513")
"""Codes of what a schema can see."""
NOT_SEEN = ("PIN101-in-base", "PIN102-missing-key")
"""Bad files that need their base, or the merged entry, to be seen."""


def said(text: bytes) -> object:
    found: list[Diagnostic] = []
    source = decode(text, "file.yaml", found)
    assert source is not None
    root = read_text(source, found)
    assert root is not None, found
    return plain(root)


def problems(text: bytes) -> list[str]:
    validator = jsonschema.Draft7Validator(variant_schema())
    return [f"{'.'.join(map(str, error.path))}: {error.message}" for error in validator.iter_errors(said(text))]


def test_is_not_stale() -> None:
    committed = (ROOT / "rules" / "variant.schema.json").read_text(encoding="utf-8")
    assert committed == schema_text(), "run `python -m pinochle_dsl.reference`"


def test_is_a_schema() -> None:
    jsonschema.Draft7Validator.check_schema(variant_schema())


def test_the_command_prints_it() -> None:
    pytest.importorskip("pinochle_dsl.cli.schema")
    for arguments in (["schema"], ["schema", "--json"]):
        result = CliRunner().invoke(main, arguments)
        assert result.exit_code == 0, result.output
        assert json.loads(result.stdout) == variant_schema()


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_fit(path: Path) -> None:
    assert problems(path.read_bytes()) == []


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_files_name_it(path: Path) -> None:
    match = MODELINE.match(path.read_text(encoding="utf-8"))
    assert match, f"{path.name} starts with another line than `# yaml-language-server: $schema=...`"
    assert (path.parent / match.group(1)).resolve() == ROOT / "rules" / "variant.schema.json"


@pytest.mark.parametrize("path", sorted((ROOT / "tests" / "data" / "ok").glob("*.yaml")), ids=lambda path: path.stem)
def test_good_files_fit(path: Path) -> None:
    assert problems(path.read_bytes()) == []


@pytest.mark.parametrize(
    "path",
    [
        path
        for path in sorted((ROOT / "tests" / "data" / "bad").glob("PIN*.yaml"))
        if path.name.startswith(SHAPES) and path.stem not in NOT_SEEN
    ],
    ids=lambda path: path.stem,
)
def test_files_of_a_wrong_shape_do_not(path: Path) -> None:
    assert problems(path.read_bytes()) != []


@pytest.mark.parametrize("path", examples())
def test_examples_of_the_reference_fit(path: str) -> None:
    assert problems(examples()[path].file.encode()) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extends: partnership", []),
        ("extends: partnership\nmelds: {dix: null, run: {points: [15, 150]}}\nauction: null", []),
        ("extends: partnership\noutcomes: {made: {caller of claim: 3}}", []),
        ("extends: partnership\noutcomes: {made: {call of claim: 3}}", ["'call of claim' does not match"]),
        ("extends: partnership\nstock: {meld: no}", []),
        ("extends: partnership\ntrump: {or_none: no}", ["'no' is not of type 'boolean'"]),
        ("extends: partnership\nby_players: {3: {game: {target: 100}}, 12: {}}", ["'12' does not match"]),
        ("extends: partnership\noptions: {a: {default: b, choices: {b: {variant: c}}}}", ["'variant' was unexpected"]),
        ("extends: partnership\nphases: [deal, bid]", ["'bid' is not one of"]),
        ("extends: partnership\nledgers: {Gold coins: {}}", ["'Gold coins' does not match"]),
        ("extends: partnership\ngame: {deals: 0}", ["0 is less than the minimum of 1"]),
        ("players: {seats: 4}", ["'sides' is a required", "'deck' is a", "'counters' is a", "'deal' is a"]),
        ("extends: partnership\nexamples: [{settle: {bid: 3}}]", ["'meld' is a req", "'counters' is a req"]),
    ],
)
def test_what_it_says(text: str, expected: list[str]) -> None:
    found = sorted(problems(f"variant: house\n{text}\n".encode()))
    assert len(found) == len(expected), found
    for part in expected:
        assert any(part in problem for problem in found), (part, found)


def test_keys_of_its_tables_are_keys_of_the_model() -> None:
    names = {key.name for key in every_key()}
    assert set(LIMITS) <= names
    assert set(SUGGESTED) <= names
    assert set(PATCHES) <= names


@pytest.mark.parametrize("kind", PHRASES)
def test_phrases_it_offers_can_be_read(kind: str) -> None:
    for phrase in PHRASES[kind]:
        parse(kind, phrase)


def test_every_question_of_an_example_is_explained() -> None:
    assert set(words.QUESTIONS) == set(QUERIES)
    keys = {key for query in QUERIES.values() for key in (*query.needs, *query.may, *query.results)}
    assert set(words.OF_EXAMPLES) == keys

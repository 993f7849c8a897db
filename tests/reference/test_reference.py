"""The reference: complete, true and not stale."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from interpreter.program import Phase
from pinochle_dsl.compiling.base import EFFECTS
from pinochle_dsl.compiling.ending import BOTH_REACH
from pinochle_dsl.expressions import FUNCTIONS
from pinochle_dsl.names import LEAD_FLAGS, MUST_FLAGS, NAMES, SEATS, SUIT_NAMES
from pinochle_dsl.reference import words
from pinochle_dsl.reference.examples import NOT_PLAYED, examples, findings
from pinochle_dsl.reference.kinds import ASKED, FORMULAS, in_words
from pinochle_dsl.reference.played import unplayed_key, unplayed_words
from pinochle_dsl.reference.render import anchor, reference
from pinochle_dsl.reference.walk import Key, arms, every_key, is_table, slot_of
from pinochle_dsl.syntax import build_parser, parse

ROOT = Path(__file__).resolve().parents[2]
KEYS = every_key()
LEAVES = [key for key in KEYS if key.section is None]


def test_is_not_stale() -> None:
    committed = (ROOT / "docs" / "reference.md").read_text(encoding="utf-8")
    assert committed == reference(), "run `python -m pinochle_dsl.reference`"


# ---- keys ----------------------------------------------------------------------------------------------


def test_every_key_has_a_meaning() -> None:
    assert [key.name for key in KEYS if not key.doc or (key.section and not key.section.__doc__)] == []


def test_every_key_has_an_example_that_shows_it() -> None:
    assert [key.name for key in LEAVES if key.name not in examples()] == []
    assert [key.name for key in LEAVES if key.path[-1].removesuffix("NAME") not in examples()[key.name].write] == []


def test_every_key_says_what_holds_without_it() -> None:
    """In the model, or beside its example; tables are empty without it."""
    silent = [key for key in LEAVES if not key.needed and key.default is None and not is_table(key.kind)]
    assert [key.name for key in silent if not examples()[key.name].unsaid] == []


def test_every_key_has_a_type() -> None:
    assert [key.name for key in LEAVES if not in_words(key)] == []
    slots = {slot for key in LEAVES for arm in arms(key.kind) if (slot := slot_of(arm)) and slot.start == "expression"}
    for slot in slots:
        assert slot.scope in ASKED
        parse("expression", FORMULAS[slot.scope, slot.type])


def test_examples_are_of_keys() -> None:
    assert set(examples()) <= {key.name for key in KEYS}


@pytest.mark.parametrize("path", examples())
def test_example_holds(path: str) -> None:
    """It validates without a finding; where this version does not play it, the compiler says so."""
    told = findings(examples()[path].file)
    if not any(item.code == NOT_PLAYED for item in told):
        assert [str(item) for item in told] == []


@pytest.mark.parametrize("key", LEAVES, ids=lambda key: key.name)
def test_what_is_played_is_asked_of_the_compiler(key: Key) -> None:
    refused = any(item.code == NOT_PLAYED for item in findings(examples()[key.name].file))
    if not refused:
        assert unplayed_key(key) is None
    elif unplayed_key(key) is None:
        assert unplayed_words(key)


# ---- words ---------------------------------------------------------------------------------------------


def test_every_name_is_explained() -> None:
    assert list(words.NAMES) == list(NAMES)
    assert set(words.SEATS) == set(SEATS)
    assert list(words.SUITS) == list(SUIT_NAMES)
    assert tuple(words.MUST_FLAGS) == MUST_FLAGS
    assert tuple(words.LEAD_FLAGS) == LEAD_FLAGS
    assert list(words.PHASES) == [phase.value for phase in Phase]
    assert list(words.EFFECTS) == list(EFFECTS)
    assert set(words.BOTH_REACH) >= set(BOTH_REACH.values())


def test_every_function_is_explained() -> None:
    plain = {"number", "name", "name_of", "function"}
    asked = {str(rule.alias) for rule in build_parser().rules if rule.origin.name == "atom" and rule.alias}
    assert set(words.FUNCTIONS) == set(FUNCTIONS) | (asked - plain)
    for written, _, _ in words.FUNCTIONS.values():
        parse("expression", written)


@pytest.mark.parametrize(
    ("start", "table", "rules"),
    [
        ("who", words.WHO, ("who",)),
        ("window", words.WINDOWS, ("window",)),
        ("duty", words.DUTIES, ("duty", "task")),
        ("cards", words.CARD_SETS, ("set_item", "plain_set", "suit_word")),
        ("group", words.GROUPS, ("part",)),
        ("raise", words.RAISES, ("raise", "amount")),
        ("opens", words.OPENS, ("opens",)),
        ("all_pass", words.ALL_PASS, ("all_pass",)),
        ("span", words.SPANS, ("span",)),
        ("packets", words.PACKETS, ("packet",)),
    ],
)
def test_every_phrase_is_explained(start: str, table: dict[str, str], rules: tuple[str, ...]) -> None:
    aliases = {str(rule.alias) for rule in build_parser().rules if rule.origin.name in rules and rule.alias}
    seen: set[str] = set()
    for phrase in table:
        tree = parse(start, phrase.replace("PHASE", "meld"))
        seen |= {str(node.data) for node in tree.iter_subtrees()}
    assert aliases - seen == set(), "say what they mean in pinochle_dsl/reference/words.py"


def test_rules_of_the_table_are_duties() -> None:
    for written in words.TABLE_RULES.values():
        for duty in filter(None, written.strip("[]").split(", ")):
            parse("duty", duty)


def test_links_lead_somewhere() -> None:
    text = reference()
    anchors = [anchor(heading) for heading in re.findall(r"^##+ (.+)$", text, re.MULTILINE)]
    assert len(anchors) == len(set(anchors))
    assert set(re.findall(r"\]\(#([^)]+)\)", text)) <= set(anchors)

"""Differences of rules between variants: which keys differ, and what each rule says in words.

Rules are compared as they hold, not as they are written: what one file says and the other leaves to
tradition is no difference, and files of different units are brought to one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

import attrs
from attrs import evolve, frozen

from pinochle_dsl.explaining.facts import Facts, Line
from pinochle_dsl.explaining.keys import ENTRIES, NOTHING, SAID, call_text, class_of, rules_of, section_text
from pinochle_dsl.explaining.melding import class_words
from pinochle_dsl.explaining.sheet import lines_of
from pinochle_dsl.model import Variant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pinochle_dsl.loading import LoadedVariant


@frozen
class RuleDifference:
    """A key on which files differ: its value in each, and the rule in words."""

    key: str
    values: tuple[str, ...]
    words: tuple[str, ...]


def rule_differences(handles: Sequence[LoadedVariant]) -> list[RuleDifference]:
    """Return the rules on which loaded variants differ, in the order of the model."""
    return differences_of([Facts.of(handle) for handle in handles])


def differences_of(games: Sequence[Facts]) -> list[RuleDifference]:
    """Return the rules on which games differ."""
    unit = max((facts.model.unit for facts in games), default=1)
    found: list[RuleDifference] = []
    mixed = len({facts.model.unit for facts in games}) > 1
    if mixed:
        values = tuple(str(facts.model.unit) for facts in games)
        found.append(RuleDifference("unit", values, tuple(_unit(facts) for facts in games)))
    tables = [dict(rules_of(facts, Fraction(unit, facts.model.unit), mixed=mixed)) for facts in games]
    spoken = [tuple(lines_of(facts)) for facts in games]
    for key in _ordered(tables):
        absent = key.split(".")[0] if "." in key else None
        if absent and any(table.get(absent) == NOTHING for table in tables):
            continue  # the section as a whole is a difference of its own
        values = tuple(table.get(key, NOTHING) for table in tables)
        if key == "phases" and len(_orders_of_all(games)) == 1:
            continue
        if len(set(values)) > 1:
            words = tuple(words_of(key, lines) for lines in spoken)
            if SAID in values:
                values = tuple(
                    section_text(facts, unit, key) if value == SAID else value
                    for facts, value in zip(games, values, strict=True)
                )
            if key.startswith("calls.") and not any(facts.under_contract for facts in games):
                told = tuple(call_text(facts, unit, key.removeprefix("calls.")) for facts in games)
                values = told if len(set(told)) == len(set(values)) else values  # as written, where words are alike
            found.append(RuleDifference(key, values, words))
    return found


def changed_lines(here: Facts, there: Facts) -> list[str]:
    """Return in words what holds in another game and not in this one."""
    found: list[str] = []
    if there.under_contract:
        here = evolve(here, under_contract=True)
    found += [GONE[name] for name in sorted(there.removed) if GONE.get(name)]
    before = {line.alone for line in lines_of(here)}
    lines = tuple(lines_of(there))
    for difference in differences_of([here, there]):
        key, value = difference.key, difference.values[1]
        if key.split(".")[0] in there.removed:
            continue
        if key == "unit":
            found.append(_unit(there))
            continue
        duties = key.endswith((".must", ".lead"))  # a list that is read as a whole
        told = [line.alone for line in lines if _tells(line, key) and (duties or line.alone not in before)]
        if key.startswith("melds.") and value != NOTHING:
            told += class_words(there, key.removeprefix("melds."), here)
        if key in ("score", "score.stake") and value == NOTHING and here.staked:
            found += ["The stake is 1.", *told]
        elif value == NOTHING:
            found += told or _gone(key)
        else:
            if not told and not any(_tells(line, key) for line in lines):
                told = _gone(key) if key in GONE else [f"{key}: {value}."]
            found += told
    if not found:  # a difference that no sentence tells is told as it is written
        values = {difference.key: difference.values[1] for difference in differences_of([here, there])}
        found = [f"{key}: {value}." for key, value in values.items() if value != NOTHING]
    return list(dict.fromkeys(found))


def _unit(facts: Facts) -> str:
    unit = facts.model.unit
    words = {1: "ones", 10: "tens", 100: "hundreds"}.get(unit, str(unit))
    usual = f": a run of {15 * unit} is the usual one" if "run" in facts.model.melds else ""
    return f"Points are counted in {words}{usual}."


def _orders_of_all(games: Sequence[Facts]) -> set[tuple[str, ...]]:
    """Return the orders in which the phases that all games have are played."""
    common = set.intersection(*(set(facts.played) for facts in games))
    return {tuple(phase for phase in facts.played if phase in common) for facts in games}


def _gone(key: str) -> list[str]:
    """Return what to say of a rule that another game has not."""
    section, _, name = key.partition(".")
    if section in ENTRIES:
        return [f"There is no “{name}”."]
    text = GONE.get(key, f"There is no rule on this: {key.replace('.', ', ').replace('_', ' ')}.")
    return [text] if text else []


GONE = {
    "auction": "There is no auction.",
    "exchange": "No cards are passed.",
    "widow": "The widow is not taken.",
    "deal.widow": "There is no widow.",
    "bury": "Nothing is buried.",
    "meld": "Nothing is melded.",
    "melds": "Nothing is melded.",
    "game.target": "There is no target.",
    "game.deals": "The number of deals is not fixed.",
    "game.both_reach": "",
    "game.tie": "",
    "auction.bid": "Bids name no suit.",
    "auction.maximum": "There is no highest bid.",
    "auction.turns": "Players may speak as often as they like.",
    "auction.last_word.by": "Nobody has the last word.",
    "auction.last_word.raise": "",
    "counters.round_to": "Counters are not rounded.",
    "counters.per": "Card points are not divided.",
    "deal.build": "Hands are not built but dealt.",
    "deal.discards_to": "",
    "deal.rest": "No cards are left over.",
    "deal.turn_up": "No card is turned up.",
    "trump.lacking": "",
    "ask": "No card is asked for.",
    "redraw": "No cards are drawn anew.",
    "stock": "There is no stock.",
    "score": "",
    "score.stake": "",
    "game.winner_needs": "The winner needs nothing besides.",
}
"""What to say of keys that a game has not."""


def words_of(key: str, lines: Sequence[Line]) -> str:
    """Return the rules that state a key, in words."""
    return " ".join(dict.fromkeys(line.alone for line in lines if _tells(line, key))) or NOTHING


def _tells(line: Line, key: str) -> bool:
    """Return whether a line states a key, or part of what stands under it."""
    if key.startswith("melds.") and len(line.keys) > 1 and line.shape != "row":
        return False  # how cards are used twice: about all melds
    return any(said == key or said.startswith(f"{key}.") for said in line.keys)


def _ordered(tables: Sequence[dict[str, str]]) -> list[str]:
    """Return the keys of all tables, in the order of the model."""
    sections = [field.name for field in attrs.fields(Variant)]
    keys = list(dict.fromkeys(key for table in tables for key in table))
    orders: dict[str, list[str]] = {}
    for key in keys:
        orders.setdefault(key.split(".")[0], []).append(key)
    return [key for section in sections for key in sorted(orders.get(section, ()), key=_place)]


def _place(key: str) -> int:
    """Return where a key stands in its section; entries of tables keep their order."""
    section, *rest = key.split(".")
    kind = class_of(section)
    if kind is None or not rest:
        return 0
    names = [field.name.rstrip("_") for field in attrs.fields(kind)]
    return names.index(rest[0]) if rest[0] in names else len(names)

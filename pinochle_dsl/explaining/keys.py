"""Every rule of a game as a key with a short text, points brought to one unit, so that games can be compared.

What one file says and the other leaves to tradition is the same rule, and gives the same text.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from types import NoneType
from typing import TYPE_CHECKING, Annotated, Any, get_args, get_origin, get_type_hints

import attrs

from pinochle_dsl.explaining.ending import hidden_columns
from pinochle_dsl.explaining.facts import Facts
from pinochle_dsl.explaining.literals import shown
from pinochle_dsl.explaining.people import in_turn
from pinochle_dsl.model import Game, Phrase, Slot, Type, Variant
from pinochle_dsl.nodes import Mapping, plain

if TYPE_CHECKING:
    from collections.abc import Iterator

NO_RULES = ("variant", "title", "extends", "unit", "sources", "notes", "by_players", "options", "examples")
"""Sections that are no rules."""

ENTRIES = ("melds", "calls", "outcomes", "payments", "ledgers")
"""Tables whose entries are compared by name, each as a whole."""

IMPLIED = ("meld", "play", "trump")
"""Sections that hold although a file does not say them."""

SAID = "said"
"""Stands for a section that is there, whatever it says."""

USUAL = {
    "auction.opens": "eldest",
    "auction.may_bid": "true",
    "auction.must_bid": "false",
    "auction.may_pass": "true",
    "auction.passes": "pass",
    "auction.all_pass": "next dealer deals",
    "deck.suits": "♠ ♥ ♦ ♣",
    "counters.last_trick": "0",
    "counters.per": "1",
    "deal.widow": "0",
    "exchange.to": "",
    "meld.by": "everyone",
    "meld.floor": "0",
    "meld.saved_by": "true",
    "play.must": "follow suit, trump, beat",
    "stock.must": "any card",
    "play.lead": "any card",
    "stock.lead": "any card",
    "widow.to": "declarer",
    "widow.shown": "to all",
    "ask.by": "declarer",
    "ask.for": "any card",
    "ask.from": "any",
    "ask.back": "0",
    "game.both_reach": "highest, another deal",
}
"""What holds where a key is not said, as the key would say it."""

ONLY_WITH = {"both_reach": "target", "tie": "deals"}
"""Keys of `game` that mean something only beside another."""

NOTHING = "–"
"""Stands for a rule that a game has not."""


@cache
def hints_of(kind: type) -> dict[str, Any]:
    """Return the types of a class of the model, phrases with their slots."""
    return get_type_hints(kind, include_extras=True)


def section_text(facts: Facts, unit: int, name: str) -> str:
    """Return what a section says, in one line."""
    value = getattr(facts.model, name)
    return "as usual" if value is None else _whole(facts, Fraction(unit, facts.model.unit), name, name, value)


def call_text(facts: Facts, unit: int, name: str) -> str:
    """Return what a call says, in one line, with what it changes in words; a dash where there is no such call."""
    call = facts.model.calls.get(name)
    factor = Fraction(unit, facts.model.unit)
    return NOTHING if call is None else _whole(facts, factor, "calls", name, call, mixed=True)


def rules_of(facts: Facts, factor: Fraction, *, mixed: bool = False) -> Iterator[tuple[str, str]]:
    """Yield every key of a game with its value as text, points multiplied by a factor."""
    model = facts.model
    for field in attrs.fields(Variant):
        name, value = field.name, getattr(model, field.name)
        if name in NO_RULES:
            continue
        if name == "phases":
            yield name, " ".join(facts.phases)
        elif name in ENTRIES:
            for entry, said in value.items():
                yield f"{name}.{entry}", _whole(facts, factor, name, entry, said, mixed=mixed)
        elif _absent(facts, name):
            yield name, NOTHING
        else:
            kind = class_of(name)
            assert kind is not None
            yield from _keys(facts, factor, name, value if value is not None else kind())


def _absent(facts: Facts, section: str) -> bool:
    """Return whether a game has nothing of a section."""
    if section == "bury":
        return not facts.buried
    unsaid = getattr(facts.model, section) is None
    return unsaid and section not in IMPLIED and not (section == "widow" and facts.widow)


def _keys(facts: Facts, factor: Fraction, section: str, value: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401 - any part of the model
    kind: Any = type(value)
    hints = hints_of(kind)
    yield section, SAID
    for field in attrs.fields(kind):
        key = f"{section}.{field.name.rstrip('_')}"
        said = getattr(value, field.name)
        if isinstance(value, Game) and getattr(value, ONLY_WITH.get(field.name, "ledger")) is None:
            continue
        if isinstance(said, dict) and section in ("game", "auction", "trump", "meld"):
            for name, inner in said.items():
                yield f"{key}.{name}", _text(facts, factor, inner, hints[field.name])
        elif attrs.has(type(said)) and not isinstance(said, Phrase):
            yield from list(_keys(facts, factor, key, said))[1:]
        else:
            text = _text(facts, factor, said, hints[field.name])
            if key == "players.next_dealer" and text == in_turn(facts.model.players):
                text = "in turn"
            yield key, _usual(facts, factor, key) if text in (NOTHING, "") else text


def _usual(facts: Facts, factor: Fraction, key: str) -> str:
    """Return what holds where a key is not said."""
    auction = facts.model.auction is not None
    if key == "trump.by":
        return "declarer" if auction else "nobody"
    if key == "play.leader":
        return "declarer" if auction else "eldest"
    if key == "auction.raise":
        return shown(factor)
    return USUAL.get(key, NOTHING)


def _whole(facts: Facts, factor: Fraction, table: str, name: str, entry: Any, *, mixed: bool = False) -> str:  # noqa: ANN401 - any part of the model
    """Return an entry of a table in one line."""
    kind: Any = type(entry)
    hints = hints_of(kind)
    want = None
    if table == "payments":
        want = Type.POINTS if entry.ledger == "points" else Type.COUNT
    hidden = hidden_columns(facts, entry) if table == "outcomes" else ()
    parts = []
    for field in attrs.fields(type(entry)):
        said = getattr(entry, field.name)
        if said == field.default or said in (None, {}, ()) or field.name in hidden:
            continue
        if field.name == "changes":
            text = _patch_text(facts, name, mixed=mixed)
        else:
            text = _text(facts, factor, said, hints[field.name], want)
        parts.append(f"{field.name.rstrip('_')} {text}")
    return "; ".join(parts) or "as usual"


def _patch_text(facts: Facts, call: str, *, mixed: bool) -> str:
    """Return what a call changes: as written, or in words where files count in different units."""
    patch = facts.node("calls", call, "changes")
    if facts.under_contract or not mixed:
        return _as_written(plain(patch)) if patch is not None else NOTHING
    from pinochle_dsl.differences import changed_lines  # noqa: PLC0415 - differences build on this

    other = facts.patched(patch) if isinstance(patch, Mapping) else None
    return " ".join(changed_lines(facts, other)) if other is not None else "changed"


def _as_written(said: object) -> str:
    """Return a part of a file as it could stand there, in one line."""
    if isinstance(said, dict):
        return f"{{{', '.join(f'{key}: {_as_written(inner)}' for key, inner in said.items())}}}"
    if isinstance(said, list):
        return f"[{', '.join(map(_as_written, said))}]"
    if isinstance(said, bool) or said is None:
        return {True: "true", False: "false", None: "null"}[said]
    return str(said)


def _text(facts: Facts, factor: Fraction, value: Any, hint: Any, want: Type | None = None) -> str:  # noqa: ANN401 - any part of the model
    """Return a value as short text, points brought to one unit."""
    if value is None:
        return NOTHING
    if isinstance(value, Phrase):
        slot = _slot(hint) or Slot("")
        return facts.typing.in_unit(value, slot, factor, slot.type or want or facts.currency)
    if isinstance(value, tuple):
        return ", ".join(_text(facts, factor, item, hint, want) for item in value) or "any card"
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(facts, factor, item, hint, want)}" for key, item in value.items())
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _slot(hint: Any) -> Slot | None:  # noqa: ANN401 - any part of the model
    """Return the slot of a phrase, however deep it stands in a type."""
    if get_origin(hint) is Annotated:
        return next((item for item in get_args(hint) if isinstance(item, Slot)), None)
    for arm in get_args(hint):
        found = _slot(arm)
        if found is not None:
            return found
    return None


def class_of(section: str) -> Any:  # noqa: ANN401 - any part of the model
    """Return the class of a section; None for tables and plain keys."""
    hint = hints_of(Variant).get(section)
    for arm in (hint, *get_args(hint)):
        if isinstance(arm, type) and arm is not NoneType and attrs.has(arm):
            return arm
    return None

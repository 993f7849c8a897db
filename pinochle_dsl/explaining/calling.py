"""Chapter of the sheet: what may be said when, and what follows."""

from __future__ import annotations

from collections.abc import Mapping as Table
from typing import TYPE_CHECKING

import attrs

from pinochle_dsl.explaining.ending import gains_words, payment_words
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import effect, moment, sentence, series
from pinochle_dsl.model import Phrase
from pinochle_dsl.nodes import Mapping

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.explaining.people import Person
    from pinochle_dsl.model import Call, Payment

KEYS = ("by", "when", "may", "must", "then", "stakes", "changes", "agreed_by", "shows", "once", "bids")
OWN = ("at_own_first_bid", "at_own_bid", "before_own_first_card", "before_own_card", "after_own_card")
"""Moments that belong to one player, by the grammar's names."""


def calls(facts: Facts) -> Iterator[Line]:
    """Each call in a few sentences."""
    if not facts.model.calls:
        return
    for name, call in facts.model.calls.items():
        text = " ".join(_sentences(facts, name, call))
        keys = tuple(f"calls.{name}.{key}" for key in KEYS)
        yield Line(f"**{name}**: {text}", keys, "bullet", f"{name}: {text}")


def effects(facts: Facts) -> dict[str, str]:
    """Return what each call does that somebody may choose to make, in one piece."""
    found = {}
    for name, call in facts.model.calls.items():
        if call.may is not None or call.must is None:
            text = " ".join(_following(facts, name, call, told=True))
            found[name] = (text[:1].lower() + text[1:]).removesuffix(".")
    return found


def _sentences(facts: Facts, name: str, call: Call) -> Iterator[str]:
    when = moment(call.when.tree)
    asked = facts.person("declarers") if _of_the_deal(call) else facts.who(call.by, "everyone")
    about = _about(facts, call, asked)
    if call.must is not None:
        yield _by_itself(facts, call, when, about)
    else:
        yield _offered(facts, call, when, asked, about)
    if call.agreed_by is not None:
        agreeing = facts.who(call.agreed_by, "partner")
        text = agreeing.text.replace("the declarer's partner", "the caller's partner")
        yield sentence(f"{text} {agreeing.verb('has', 'have')} to agree")
    yield from _following(facts, name, call)


def _paid_for(facts: Facts, outcome: str) -> Iterator[Payment]:
    """Yield the payments that ask whether a deal ended so."""
    for payment in facts.model.payments.values():
        asking = payment.if_.tree.find_data("outcome") if payment.if_ is not None else ()
        if any(str(tree.children[0]).strip() == outcome for tree in asking):
            yield payment


def _following(facts: Facts, name: str, call: Call, *, told: bool = False) -> Iterator[str]:
    """Say what follows a call; with `told` what the ending that it brings is worth as well."""
    if call.bids is not None:
        yield f"It counts as a bid of {facts.noun(call.bids)}."
    if call.shows is not None:
        yield "Whoever says so shows the hand."
    if call.stakes is not None:
        yield f"The stake is then {'doubled' if call.stakes == 2 else f'multiplied by {call.stakes}'}."
    if call.then is not None and call.must is None:
        row = facts.model.outcomes.get(call.then) if told else None
        yield sentence(effect(call.then) + (f": {gains_words(facts, row)}" if row is not None else ""))
        if row is not None:
            yield from (payment_words(facts, one) for one in _paid_for(facts, call.then))
    if call.changes is not None:
        yield changes(facts, name)
    if call.once:
        yield "This can be said only once in a deal."
    if call.then is None and call.stakes is None and call.changes is None:
        yield _remembered(facts, name)


def _remembered(facts: Facts, name: str) -> str:
    """Say where a call counts that has no effect of its own."""
    model = facts.model
    places = [f"“{row}”" for row, entry in model.outcomes.items() if name in entry.caller_of or _asks(entry, name)]
    places += [f"the payment “{row}”" for row, entry in model.payments.items() if _asks(entry, name)]
    places += [f"the call “{row}”" for row, entry in model.calls.items() if row != name and _asks(entry, name)]
    if places:
        return f"It counts later, in {series(places)}."
    rest = any(_asks(part, name) for part in (model.score, model.game, model.meld, model.auction, model.melds))
    return "It counts later." if rest else "Saying so has no further effect."


def _asks(part: object, name: str) -> bool:
    """Return whether a phrase in a part of the model asks for a call, or answers it."""
    if isinstance(part, Phrase):
        asking = part.tree.find_pred(lambda tree: tree.data in ("called", "own_called", "after_call", "caller_of"))
        return any(str(tree.children[0]).strip() == name for tree in asking)
    if isinstance(part, Table):
        return any(_asks(inner, name) for inner in part.values())
    if isinstance(part, (list, tuple)):
        return any(_asks(inner, name) for inner in part)
    cls: type = type(part)
    return attrs.has(cls) and any(_asks(getattr(part, item.name), name) for item in attrs.fields(cls))


def _of_the_deal(call: Call) -> bool:
    """Return whether a call happens to no player, so that its condition is asked of the declarer."""
    return call.by is None and call.when.tree.data not in OWN


def _about(facts: Facts, call: Call, asked: Person) -> Person:
    """Return whose figures the condition means."""
    if _of_the_deal(call) or (call.by is not None and call.by.text in ("declarer", "partner", "declarers")):
        return facts.person("declarers")
    return type(asked)(f"that {facts.side}")


def _offered(facts: Facts, call: Call, when: str, asked: Person, about: Person) -> str:
    text = asked.text if asked.text != "every player" else "any player"
    condition = ""
    if call.may is not None and call.may.text != "true":
        player = (
            asked if call.by is not None and not asked.plural and text != "any player" else type(asked)("that player")
        )
        condition = f" if {facts.clause(call.may, about, player)}"
    return sentence(f"{when}, {text} may say so{condition}")


def _by_itself(facts: Facts, call: Call, when: str, about: Person) -> str:
    assert call.must is not None
    player = facts.person("declarer") if _of_the_deal(call) else type(about)("that player")
    condition = facts.clause(call.must, about, player)
    follows = effect(call.then) if call.then is not None else "this holds of itself"
    if _of_the_deal(call):
        return sentence(f"{when}, if {condition}, {follows}")
    asked = facts.who(call.by, "everyone")
    who = "any player" if asked.text == "every player" else asked.text
    return sentence(f"{when}, this happens of itself to {who}, if {condition}: {follows}")


def changes(facts: Facts, name: str) -> str:
    """Return what a call changes for the rest of the deal."""
    from pinochle_dsl.differences import changed_lines  # noqa: PLC0415 - differences build on the chapters

    patch = facts.node("calls", name, "changes")
    other = facts.patched(patch) if isinstance(patch, Mapping) else None
    if other is None or facts.under_contract:
        return "Other rules hold for the rest of the deal."
    lines = changed_lines(facts, other)
    return f"For the rest of the deal other rules hold: {' '.join(lines)}" if lines else "Nothing else changes."

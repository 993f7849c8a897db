"""Chapters of the sheet: the auction, trump."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.literals import subtrees
from pinochle_dsl.explaining.people import PEOPLE, effect, sentence, series, times, who
from pinochle_dsl.model import Phrase, Type

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.explaining.people import Person
    from pinochle_dsl.syntax import Tree

BIDDER = "the bidder"


def auction(facts: Facts) -> Iterator[Line]:
    """Who bids what, when, and what happens when nobody does."""
    said = facts.model.auction
    if said is None:
        return
    bidder = "the bidder's side" if facts.pairs else "the bidder"
    yield Line(f"Players bid for the contract: the number of points that {bidder} promises to make.", ("auction",))
    yield from _opening(facts)
    yield Line(_raise(facts), ("auction.raise",))
    if said.maximum is not None:
        yield Line(f"No bid is higher than {facts.points(said.maximum)}.", ("auction.maximum",))
    spoken = " or have spoken as often as they may" if said.turns is not None else ""
    around = f"The turn goes around the table until all but one have passed{spoken}."
    duel = "Two bid against each other until one passes; the one who is left meets the next player."
    yield Line(duel if said.order == "duel" else around, ("auction.order",))
    if facts.model.bids_backwards:
        way = "left" if said.direction == "clockwise" else "right"
        yield Line(f"In the auction the turn goes to the {way}, against the order of play.", ("auction.direction",))
    if said.turns is not None:
        turns = facts.count(said.turns)
        yield Line(f"Each player speaks at most {times(turns)}.", ("auction.turns",))
    yield Line(
        {
            "final": "Whoever has passed is out of the auction.",
            "may return": "Whoever has passed may bid again later, as long as the auction lasts.",
            "partner carries on": "When a player passes, the partner may carry on in the auction.",
        }[said.pass_],
        ("auction.pass",),
    )
    if said.passes is not None:
        yield Line(
            f"One may pass with the words {series([f'“{word}”' for word in said.passes], 'or')}; all mean the same.",
            ("auction.passes",),
        )
    yield from _conditions(facts)
    yield from _last_word(facts)
    yield Line(_all_pass(facts), ("auction.all_pass",))
    if said.bid == "points and suit":
        yield Line("A bid names points and the suit that is to be trump.", ("auction.bid",))
    if said.contract == "sum of the side":
        yield Line("The contract of each side is the sum of what its players bid.", ("auction.contract",))
    else:
        declarer = facts.person("declarers").text
        yield Line(
            f"The winner is the declarer, and the highest bid is the contract of {declarer}.", ("auction.contract",)
        )
    if said.exposes != "nothing":
        yield Line("After each round of bidding one card of the widow is turned up.", ("auction.exposes",))


def _opening(facts: Facts) -> Iterator[Line]:
    said = facts.model.auction
    assert said is not None
    if said.opens is None:
        first = PEOPLE["left_of_dealer" if said.direction == "clockwise" else "right_of_dealer"]
        person = first if facts.model.bids_backwards else facts.person("eldest")
        yield Line(sentence(f"{person.text} speaks first"), ("auction.opens",))
    else:
        tree = said.opens.tree
        first = who(tree.children[0], facts.model, facts.seats)  # type: ignore[arg-type]
        text = f"{first.text} {first.verb('speaks', 'speak')} first"
        if tree.data == "must_open":
            text += " and must bid"
        elif tree.data == "holds_bid":
            held = facts.scaled(said.opens, tree.children[1])
            text = f"{first.text} already {first.verb('holds', 'hold')} a bid of {held}; the next in turn speaks first"
        yield Line(sentence(text), ("auction.opens",))
    yield Line(f"The lowest bid is {facts.noun(said.minimum, Type.POINTS, BIDDER)}.", ("auction.minimum",))


def _amount(facts: Facts, tree: Tree, phrase: Phrase) -> tuple[str, str]:
    """Return the kind of a raise, and its numbers."""
    numbers = [facts.scaled(phrase, token) for token in tree.children if isinstance(token, Token)]
    return str(tree.data), series(numbers, "or")


def _raise(facts: Facts) -> str:
    said = facts.model.auction
    assert said is not None
    if said.raise_ is None:
        return "Each bid is higher than the one before by any number of points; jumps are allowed."
    *rungs, last = [child for child in said.raise_.tree.children if not isinstance(child, Token)]
    kind, amount = _amount(facts, last, said.raise_)
    if rungs:
        steps = []
        for rung in rungs:
            tree, bound = rung.children
            steps.append(f"{_amount(facts, tree, said.raise_)[1]} below {facts.scaled(said.raise_, bound)}")  # type: ignore[arg-type]
        jumps = "; higher jumps are allowed" if kind == "in_steps" else ""
        return f"Bids rise in steps of {series(steps)}, then of {amount}{jumps}."
    if kind == "in_steps":
        if amount == "1":
            return "Each bid is at least 1 point higher than the one before; jumps are allowed."
        return f"Each bid is at least {amount} higher than the one before, in steps of {amount}; jumps are allowed."
    if kind == "exactly_step":
        return f"Each bid is exactly {amount} higher than the one before."
    return f"Each bid is {amount} higher than the one before."


def _conditions(facts: Facts) -> Iterator[Line]:
    said = facts.model.auction
    assert said is not None
    if said.may_bid is None:
        yield Line("Anyone may bid, whatever the hand.", ("auction.may_bid",))
    for words, key in _each(said.may_bid, facts, "that player"):
        yield Line(f"A player may bid only if {words}.", (f"auction.may_bid{key}",))
    if said.must_bid is not None:
        yield Line(f"A player may not pass if {facts.clause(said.must_bid, 'that player')}.", ("auction.must_bid",))
    if said.may_pass is not None:
        if said.may_pass.tree.data in ("either_of", "negation"):  # what forbids it is shorter than what allows it
            forbidden = facts.clause(said.may_pass, "that player", holds=False)
            yield Line(f"A player may not pass if {forbidden}.", ("auction.may_pass",))
        else:
            yield Line(
                f"A player may pass only if {facts.clause(said.may_pass, 'that player')}.", ("auction.may_pass",)
            )
    if said.must_bid is None and said.may_pass is None:
        forced = said.opens is not None and said.opens.tree.data == "must_open"
        yield Line(
            "Nobody else has to bid." if forced else "Nobody has to bid.", ("auction.must_bid", "auction.may_pass")
        )


def _each(said: Phrase | Mapping[str, Phrase] | None, facts: Facts, player: Person | str) -> Iterator[tuple[str, str]]:
    """Yield a condition, or named conditions, in words, with the end of the key."""
    if isinstance(said, Phrase):
        yield facts.clause(said, player), ""
    elif said is not None:
        for name, phrase in said.items():
            yield f"{facts.clause(phrase, player)} ({name})", f".{name}"


def _last_word(facts: Facts) -> Iterator[Line]:
    said = facts.model.auction
    if said is None or said.last_word is None:
        return
    waits = facts.who(said.last_word.by, "dealer")
    waiting, having = waits.verb("waits", "wait"), waits.verb("has", "have")
    text = f"{waits.text} {waiting} until the others are done and then {having} the last word"
    keys = ["auction.last_word.by"]
    if said.last_word.raise_ is not None:
        kind, amount = _amount(facts, said.last_word.raise_.tree.children[-1], said.last_word.raise_)  # type: ignore[arg-type]
        exact = "exactly " if kind == "exactly_step" else "at least " if kind == "in_steps" else ""
        text += f": pass, or bid {exact}{amount} more"
        keys.append("auction.last_word.raise")
    yield Line(sentence(text), tuple(keys))


def _somebody_bids(facts: Facts) -> bool:
    """Return whether somebody may not pass while nobody has bid, whatever the hands are."""
    said = facts.model.auction
    assert said is not None
    if said.may_bid is not None or said.bid != "points":
        return False  # who may not bid passes
    if said.opens is not None and said.opens.tree.data == "must_open":
        return True
    places = range(facts.seats)
    if said.all_pass is not None and said.all_pass.tree.data not in ("same_dealer", "next_dealer"):
        return False  # the last one is not asked, but takes the contract
    must = said.must_bid is not None and any(_known(said.must_bid.tree, place) is True for place in places)
    return must or (said.may_pass is not None and any(_known(said.may_pass.tree, place) is False for place in places))


PLACES = {"dealer": 0, "eldest": 1}
"""Seats that a condition may name, counted from the dealer."""


def _known(node: Tree, place: int) -> bool | None:
    """Return what a condition is for a seat, counted from the dealer, while nobody has bid; None: it depends."""
    kids = subtrees(node)
    match node.data:
        case "negation":
            inner = _known(kids[0], place)
            return None if inner is None else not inner
        case "both_of" | "either_of":
            decides = node.data == "either_of"
            found = {_known(kid, place) for kid in kids}
            return decides if decides in found else None if None in found else not decides
        case "name":
            return {"nobody_bid": True, "true": True, "false": False}.get(str(node.children[0]))
        case "comparison" if all(kid.data == "name" for kid in kids):
            names = {str(kid.children[0]) for kid in kids}
            seat = next((number for name, number in PLACES.items() if names == {"seat", name}), None)
            sign = str(node.children[1])
            return None if seat is None or sign not in ("=", "!=") else (place == seat) == (sign == "=")
    return None


def _all_pass(facts: Facts) -> str:
    said = facts.model.auction
    assert said is not None
    if said.opens is not None and said.opens.tree.data == "holds_bid":
        holder = who(said.opens.tree.children[0], facts.model, facts.seats)  # type: ignore[arg-type]
        held = facts.scaled(said.opens, said.opens.tree.children[1])
        return f"If all the others pass, {holder.text} has the contract at {held}."
    if _somebody_bids(facts):
        return "So there is always a contract."
    if said.all_pass is None:
        return "If all pass, the cards are thrown in and the next dealer deals."
    tree = said.all_pass.tree
    if tree.data in ("same_dealer", "next_dealer"):
        who_deals = "same dealer deals again" if tree.data == "same_dealer" else "next dealer deals"
        return f"If all pass, {effect(who_deals)}."
    taker = who(tree.children[0], facts.model, facts.seats)  # type: ignore[arg-type]
    points = facts.scaled(said.all_pass, tree.children[1])
    if tree.data == "forced_up":
        more = "" if said.may_bid is None else " Who may not bid takes it for no more than that."
        return f"If all the others pass without a bid, {taker.text} has to take the contract at {points} or more.{more}"
    return (
        f"If all the others pass without a bid, {taker.text} has to take the contract at {points}, without being asked."
    )


WAYS = {
    "declarer": "The winner of the auction, the declarer, names trump.",
    "bid": "The suit named in the highest bid is trump.",
    "turn-up": "The suit of the card turned up is trump.",
    "widow card": "A card of the widow fixes trump.",
    "first marriage": "At first no card is trump. The first meld of trump that has a king and queen of one suit in it "
    "may be laid in any suit and makes that suit trump; until then no other meld with a king and queen of one suit "
    "is laid.",
    "nobody": "There is no trump.",
}


def trump(facts: Facts) -> Iterator[Line]:
    """How trump is fixed."""
    said = facts.model.trump
    by = said.by if said is not None else None
    if by is None:
        by = "declarer" if facts.model.auction is not None else "nobody"
    yield Line(WAYS[by], ("trump.by",))
    if by not in ("declarer", "bid"):
        return
    needs = list(_each(said.needs if said is not None else None, facts, "the declarer"))
    if not needs:
        yield Line("Any suit may be named.", ("trump.needs",))
    for words, key in needs:
        yield Line(f"A suit can be named only if, with it as trump, {words}.", (f"trump.needs{key}",))
    if said is not None and said.lacking is not None:
        yield Line(f"If no suit will do, {effect(said.lacking)}.", ("trump.lacking",))
    if said is not None and said.or_none:
        yield Line("The declarer may also choose to play without trump.", ("trump.or_none",))
    else:
        yield Line("A suit has to be named: play without trump is not allowed.", ("trump.or_none",))

"""Plans of random variants: who plays, which cards, how trump is named, what is laid, said and paid.

A file is drawn in two steps, so that its parts fit together mostly: first these facts, then every key.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from interpreter.program import Phase
from pinochle_dsl import load

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.proof.formulas import Drawer

PHASE_NAMES = tuple(phase.value for phase in Phase)
FINDS_PARTNER = "declarer and partner against the rest"

ORDERS = (
    ("A", "10", "K", "Q", "J", "9"),
    ("A", "10", "K", "Q", "J"),
    ("A", "10", "K", "Q", "J", "9", "8", "7"),
    ("A", "K", "Q", "J", "10", "9"),
    ("J", "9", "A", "10", "K", "Q", "8", "7"),
    ("A", "K", "Q", "J"),
)
MELD_NAMES = ("royal marriage", "run", "marriage", "dix", "pinochle", "aces around", "kings around", "odd one")
CALL_NAMES = ("concede", "double", "nines", "claim")


def plan_cards(d: Drawer) -> None:
    """Decide how many cards there are and how they are dealt."""
    d.ranks = d.pick(ORDERS)
    d.suits = d.pick([d.suits] * 6 + [("♠", "♥", "♦")])
    d.copies = d.pick([2, 1, 4, 3, 6, 8] if d.seats > 2 else [2, 1, 2, 4])
    deck = len(d.ranks) * len(d.suits) * d.copies
    while deck < 3 * d.seats:
        d.copies += 1
        deck = len(d.ranks) * len(d.suits) * d.copies
    most = min(deck // d.seats, 25)
    kind = d.pick(["all", "all", "widow", "out", "stock", "stock", "build"] if d.seats < 4 else ["all", "widow", "out"])
    if kind == "stock":
        d.hand = d.number(3, max(3, min(12, deck // d.seats - 1)))
        d.widow = 0
        left = deck - d.seats * d.hand
        if left >= d.seats and left % d.seats == 0:
            d.rest, d.turn_up = "stock", d.pick(["next card", "bottom card", None])
            return
    if kind == "build" and deck >= 4 * d.seats:
        d.hand = d.number(2, deck // (2 * d.seats))
        d.build = True
        d.rest = "out of play" if deck > 2 * d.seats * d.hand else None
        return
    d.hand = most if kind == "all" else d.number(max(1, most - 4), most)
    left = deck - d.seats * d.hand
    if kind == "widow" and left == 0 and d.hand > 2:
        d.hand -= 1
        left += d.seats
    if left == 0:
        d.turn_up = d.pick([None, None, "dealer's last card"])
    elif kind == "out" or left > 12:
        d.rest = "out of play"
        d.turn_up = d.pick([None, "dealer's last card", "next card"])
    else:
        d.widow = left
        d.rest = d.pick([None, "widow"])


def plan_contract(d: Drawer) -> None:
    """Decide who contracts and what fixes trump."""
    d.auction = d.chance(10 if d.stock else 75)
    sides: list[int | str] = ["alone"] + [n for n in range(2, d.seats) if d.seats % n == 0]
    if d.auction and d.seats > 2:
        sides += ["declarer against the rest", FINDS_PARTNER][: d.seats - 2]
    d.sides = d.pick(sides[::-1])
    d.summed = d.auction and isinstance(d.sides, int) and d.chance(10)
    by = ["declarer"] * 4 + ["bid"] if d.auction else ["nobody"]
    by += ["turn-up"] * 4 if d.turn_up else []
    by += ["widow card"] if d.widow else []
    d.trump_by = d.pick(by)
    d.with_suit = d.trump_by == "bid"
    if not isinstance(d.sides, int) and d.auction and d.sides != "alone" and d.chance(20):
        d.people = d.number(d.seats + 1, min(8, d.seats + 2)) if d.seats < 7 else 0


def plan_phases(d: Drawer) -> None:
    """Decide the order of the phases."""
    order = ["deal", "auction", "widow", "trump", "exchange", "ask", "redraw", "bury", "meld", "play", "score"]
    form = d.number(0, 6)
    if form == 0 and d.auction:
        order = ["deal", "auction", "trump", "widow", "exchange", "ask", "redraw", "meld", "bury", "play", "score"]
    if form == 1 and d.auction:
        order = ["deal", "auction", "trump", "widow", "ask", "exchange", "bury", "redraw", "meld", "play", "score"]
    if d.meld_from == "tricks":
        order.remove("meld")
        order.insert(order.index("play") + 1, "meld")
    d.phases = tuple(order)


def plan(d: Drawer) -> None:
    """Decide about a file from scratch."""
    d.seats = d.pick([4, 2, 3, 2, 4, 5, 6, 3, 8, 7])
    d.unit = d.pick([1, 10])
    d.step = d.unit * d.pick([1, 10, 1])
    plan_cards(d)
    plan_contract(d)
    d.melds = tuple(MELD_NAMES[: d.number(0, len(MELD_NAMES))])
    if d.melds:
        way = ["at once"] * 4 + (["one per trick won", "several per trick won"] * 3 if d.stock else ["when led"])
        d.turns = d.pick(way)
        d.meld_from = "tricks" if not d.over_time and d.chance(8) else "hand"
        if d.over_time and not d.auction and {"K", "Q"} <= {*d.ranks} and d.chance(25):
            d.trump_by = "first marriage"
            d.turn_up = None
    plan_phases(d)
    plan_words(d)
    if d.sides == "alone" and not (d.auction or d.stock or d.build or d.widow or d.turn_up) and d.chance(20):
        deck = len(d.ranks) * len(d.suits) * d.copies
        d.spans, d.hand, d.rest = (d.seats, d.seats % 8 + 1 if d.seats < 8 else 4), deck // d.seats, "out of play"


def plan_words(d: Drawer) -> None:
    """Decide the names of calls, outcomes and ledgers."""
    d.calls = tuple(CALL_NAMES[: d.pick([0, 1, 2, 3, 4])])
    rows = ["made", "slam"][: d.number(0, 2)]
    if d.calls and d.chance(60):
        rows.append("conceded")
        d.entry["conceded"] = "named"
    if d.chance(10):
        rows.append("renege")
        d.entry["renege"] = "ruling"
    d.rows = (*rows, "set" if d.auction else "played")
    d.ledgers = tuple(["chips", "strokes"][: d.pick([0, 0, 1, 2])])
    d.joint = ("kitty",) if d.chance(20) else ()
    d.currency = d.pick(["points", "points", d.ledgers[0]]) if d.ledgers else "points"


@cache
def shipped(name: str) -> Mapping[str, Any]:
    """Return the merged rules of a shipped file."""
    return load(name).plain


def plan_over(d: Drawer, name: str) -> None:
    """Take over what a base has decided."""
    rules = shipped(name)
    deal, trump, meld = rules["deal"], rules.get("trump") or {}, rules.get("meld") or {}
    d.patched = True
    program = load(name).compile()
    d.unit = rules.get("unit", 1)
    d.all_counters = sum(a * b for a, b in zip(program.rules.card_points, program.deck.copies, strict=True))
    d.step = d.unit * (10 if sum(program.rules.card_points) > 80 * d.unit else 1)
    d.seats, d.sides = program.table.seats, rules["players"]["sides"]
    d.ranks = tuple(str(rules["deck"]["ranks"]).split())
    d.copies = program.deck.copies[0]
    d.hand, d.widow = program.deal.hand, program.deal.widow
    d.rest, d.turn_up, d.build = deal.get("rest"), deal.get("turn_up"), "build" in deal and deal["build"] is not None
    d.auction = rules.get("auction") is not None
    auction = rules.get("auction") or {}
    d.summed, d.with_suit = auction.get("contract") == "sum of the side", auction.get("bid") == "points and suit"
    d.trump_by = trump.get("by") or ("declarer" if d.auction else "nobody")
    d.turns, d.meld_from = meld.get("turns", "at once"), meld.get("from", "hand")
    d.phases = tuple(rules.get("phases") or PHASE_NAMES)
    d.melds, d.calls, d.rows = (
        tuple(rules.get("melds") or ()),
        tuple(rules.get("calls") or ()),
        tuple(rules["outcomes"]),
    )
    for row, said in rules["outcomes"].items():
        d.entry[row] = "named" if "if" not in said else "asked"
    tables = rules.get("ledgers") or {}
    d.ledgers = tuple(name for name, said in tables.items() if not (said or {}).get("joint"))
    d.joint = tuple(name for name in tables if name not in d.ledgers)
    d.currency = rules.get("game", {}).get("ledger", "points")

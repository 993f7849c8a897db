"""May I bid that, may I call that?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter._playout import Playout
from interpreter.actions import action_words, no_bid
from interpreter.cards import parse_cards, parse_suit, suit_name
from interpreter.codes import Name, Op, Who
from interpreter.queries.needs import WHO_NEEDS
from interpreter.queries.told import (
    balances_of,
    check_copies,
    check_seat,
    contract_of,
    figures_of,
    given_as,
    nonnegative,
)
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.program import Call, Program


def bid_allowed(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    hand: str | Iterable[str],
    bid: int,
    *,
    suit: str | int | None = None,
    high: int = 0,
    bidder: int | None = None,
    seat: int | None = None,
    dealer: int = 0,
    deal: int = 1,
    totals: Sequence[int] | None = None,
) -> bool:
    """Tell whether a hand may bid so much: as the first to bid, or over the bid `high` of another.

    `seat` is whose turn it is (the first to speak unless told), `bidder` who holds the bid that stands (the seat
    before him unless told), `suit` what is bid where bids name one.
    Raises `ValueError` for figures that do not fit the game.
    """
    tables_of(program)
    auction, seats = program.rules.auction, program.table.seats
    if auction is None:
        msg = "this game has no auction"
        raise ValueError(msg)
    held = parse_cards(program.deck, hand)
    check_copies(program, "hand has", held)
    for name, value in (("seat", seat), ("bidder", bidder), ("dealer", dealer)):
        check_seat(program, name, value, program.table.people if name == "dealer" else 0)
    if high and high not in auction.ladder:
        raise ValueError(no_bid(f"high: {high}", auction.ladder))
    if auction.with_suit and suit is None:
        msg = "bids of this game name a suit; give --suit spades"
        raise ValueError(msg)
    speaks = (dealer + 1) % seats if seat is None else seat
    holder = (speaks - 1) % seats if bidder is None else bidder
    if high and holder == speaks:
        msg = f"bidder: seat {holder} holds the bid himself"
        raise ValueError(msg)
    machine = Playout(tables_of(program), 0, [0])
    machine.set_balances(balances_of(program, totals, {}))
    if program.table.people:
        machine.idle_for(dealer)
        dealer = machine.facts()["dealer"]
    figures = {"seat": speaks, "dealer": dealer, "deal": deal, "high": high, "bidder": holder}
    legal = machine.bids_for(figures, held)
    words = f"bid {bid}"
    if auction.with_suit:
        words += f" {suit_name(program.deck, parse_suit(program.deck, suit))}"
    return words in {action_words(program, one) for one in legal}


def call_offered(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    hand: str | Iterable[str],
    name: str,
    *,
    seat: int | None = None,
    trump: str | int | None = None,
    bid: int | Sequence[int] | None = None,
    declarer: int | None = None,
    dealer: int | None = None,
    deal: int = 1,
    meld: Sequence[int] | None = None,
    counters: Sequence[int] | None = None,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
) -> bool:
    """Tell whether a player with this hand may make a call at its moment.

    `seat` is the player: the declarer where there is one, else the first after the dealer.
    Raises `ValueError` for figures that do not fit the game, or that the call asks for and are missing.
    """
    tables_of(program)
    rules, seats = program.rules, program.table.seats
    names = [call.name for call in rules.calls]
    if name not in names:
        msg = f"name: this game has no call {name!r}; calls are {', '.join(names) or 'none'}"
        raise ValueError(msg)
    number = names.index(name)
    call = rules.calls[number]
    if not call.by:
        msg = f"name: {name!r} is made by the rules themselves and offered to nobody"
        raise ValueError(msg)
    held = parse_cards(program.deck, hand)
    check_copies(program, "hand has", held)
    for what, value in (("seat", seat), ("declarer", declarer), ("dealer", dealer)):
        check_seat(program, what, value, program.table.people)
    bids: Sequence[int] = [0] * program.table.accounts
    if bid is None and declarer is None:
        bid, declarer = 0, NO_SEAT
    else:
        bid, bids, declarer = contract_of(program, bid, declarer)
    given = {"tricks": tricks, "dealer": dealer, "trump": trump, "meld": meld, "counters": counters}
    given |= {"bid": bid or None, "declarer": None if declarer < 0 else declarer}
    for figure in _asked_by(call):
        if given.get(figure, 0) is None:
            raise ValueError(_missing_for(program, figure, f"calls.{name}"))
    dealt = dealer if dealer is not None else 0
    speaks = seat if seat is not None else declarer if declarer >= 0 else (dealt + 1) % seats
    machine = Playout(tables_of(program), 0, [0])
    machine.set_balances(balances_of(program, totals, {}))
    figures: dict[str, Any] = {
        "meld": nonnegative("meld", figures_of(program, "meld", meld, 0, by_seat=True)),
        "counters": nonnegative("counters", figures_of(program, "counters", counters, 0, by_seat=True)),
        "tricks": nonnegative("tricks", figures_of(program, "tricks", tricks, 0, by_seat=True)),
        "trump": parse_suit(program.deck, trump),
        "declarer": declarer,
        "bid": bid,
        "bids": bids,
        "deal": deal,
        "dealer": dealt,
        "seat": speaks,
        **dict.fromkeys(("partner", "last_trick", "offender", "row"), -1),
        **{key: [] for key in ("taken", "melds", "called")},
        **dict.fromkeys(("mode", "played_out"), 0),
    }
    return bool(machine.offered_for(figures, held, number))


NO_SEAT = -1
_CALL_NEEDS = {
    **dict.fromkeys((Name.MELD, Name.OWN_MELD, Name.LAID_MELD), "meld"),
    **dict.fromkeys((Name.COUNTERS, Name.OWN_COUNTERS), "counters"),
    **dict.fromkeys((Name.TRICKS, Name.OWN_TRICKS, Name.TRICKS_PLAYED), "tricks"),
    **dict.fromkeys((Name.TRUMP, Name.TRUMP_NAMED), "trump"),
    Name.BID: "bid",
    Name.DEALER: "dealer",
}
"""Figures that the condition of a call may ask for besides the hand."""
_CALLERS_NEED = dict.fromkeys((Who.DECLARER, Who.DECLARERS, Who.DEFENDERS, Who.PARTNER), "declarer")
"""Figures that tell who may make a call."""


def _asked_by(call: Call) -> Iterator[str]:
    """Yield the figures that a call asks for."""
    for at in range(0, len(call.may), 3):
        op, name, who = call.may[at : at + 3]
        if op == Op.LOAD and name < Name.LEDGER and Name(name) in _CALL_NEEDS:
            yield _CALL_NEEDS[Name(name)]
        if op == Op.LOAD and Who(who % 64) in _CALLERS_NEED:
            yield "declarer"
    for who in call.by:
        if Who(who % 64) in _CALLERS_NEED:
            yield "declarer"
        elif Who(who % 64) in WHO_NEEDS:
            yield WHO_NEEDS[Who(who % 64)]


def _missing_for(program: Program, figure: str, rule: str) -> str:
    """Return what to say of a figure that a call asks for and is not given."""
    given = given_as(program, figure)
    if figure in ("meld", "counters"):
        given = f"--{figure} {','.join(['0'] * program.table.accounts)}"
    return f"{figure} is needed: `{rule}` asks for it; give {given}"

"""What a question tells, read and checked before a machine is asked."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter._playout import Playout
from interpreter.actions import no_bid
from interpreter.cards import format_card
from interpreter.course import shares_accounts
from interpreter.given import MOST_POINTS, whole
from interpreter.program import Rest, Sides
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.program import Program


@lru_cache(maxsize=16)
def _scratch_of(key: str, holder: _Holder) -> Playout:
    del key
    return Playout(tables_of(holder.program), 0, [0])


class _Holder:
    """Carries a Program past the cache, which goes by its hash alone."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder)

    def __hash__(self) -> int:
        return 0


def scratch(program: Program) -> Playout:
    """Return a machine to ask; every question sets what it looks at."""
    return _scratch_of(program.hash, _Holder(program))


def check_copies(program: Program, what: str, cards: Iterable[int], together: str = "") -> None:
    """Refuse more copies of a card than the deck has."""
    for card, n in Counter(cards).items():
        if n > program.deck.copies[card]:
            name, copies = format_card(program.deck, card), program.deck.copies[card]
            msg = f"{what} {n} {name}{together}; the deck has {copies}"
            raise ValueError(msg)


def check_seat(program: Program, name: str, seat: int | None, people: int = 0) -> None:
    """Refuse a seat that is not at the table."""
    most = max(program.table.seats, people)
    if seat is not None and not 0 <= whole(name, seat, -MOST_POINTS, MOST_POINTS) < most:
        msg = f"{name}: there is no seat {seat}; seats are 0 to {most - 1}"
        raise ValueError(msg)


def check_partner(program: Program, declarer: int | None, partner: int | None) -> None:
    """Refuse a partner who cannot be one."""
    if partner is None:
        return
    if program.table.sides is not Sides.DECLARER_AND_PARTNER:
        msg = "partner: in this game no partner is found in the deal; leave it out"
        raise ValueError(msg)
    if partner == declarer:
        msg = f"partner: seat {partner} is the declarer"
        raise ValueError(msg)


def shares_of(program: Program, name: str, parts: int) -> list[str]:
    """Return figures as an example of how they are given."""
    if name != "tricks":
        return ["0"] * parts
    stocked = program.deal.rest is Rest.STOCK
    hand = sum(program.deck.copies) // program.table.seats if stocked else program.deal.hand
    found = [hand // parts + (k < hand % parts) for k in range(parts)]
    found[0], found[-1] = found[0] + (parts > 1), found[-1] - (parts > 1)
    return [str(part) for part in found]


def figure_missing(program: Program, name: str, rule: str | None) -> str:
    """Return what to say of a figure that is not given: who asks for it, and what to write."""
    asked = f"the rule `{rule}` asks for it" if rule else "it has an auction"
    return f"{name} is needed to settle this game: {asked}; give {given_as(program, name)}"


def given_as(program: Program, name: str) -> str:
    """Return how a figure is given, by an example."""
    accounts = program.table.accounts
    if name.startswith("ledger "):
        ledger = name.removeprefix("ledger ")
        joint = any(one.joint for one in program.ledgers if one.name == ledger)
        return f"--ledger {ledger}={','.join(['0'] * (1 if joint else accounts))}"
    if name == "tricks":
        return f"--tricks {','.join(shares_of(program, name, accounts))}"
    if name == "taken":
        some = [format_card(program.deck, card) for card, n in enumerate(program.deck.copies) if n]
        return f"--taken '{some[0]} {some[-1]}{'; ' * (accounts - 1)}' (the cards each took in tricks)"
    if name == "bid":
        auction = program.rules.auction
        least = auction.ladder[0] if auction is not None else 0
        return f"--bid {','.join([str(least)] * (accounts if auction is not None and auction.summed else 1))}"
    return {
        "trump": "--trump spades (or none)",
        "last_trick": "--last-trick 0 (the seat that took it)",
        "dealer": "--dealer 0 (the seat that dealt)",
        "declarer": "--declarer 0 (the seat that plays the contract)",
    }.get(name, f"--{name.replace('_', '-')}")


def told_by_seat(program: Program, values: Sequence[int]) -> bool:
    """Tell whether figures are one for each seat where seats share accounts."""
    return shares_accounts(program) and len(values) == program.table.seats


def figures_of(
    program: Program, name: str, values: Sequence[int] | None, default: int | None = None, *, by_seat: bool = False
) -> list[int]:
    """Return a list of figures, one for each account, or for each seat where that is allowed."""
    accounts = program.table.accounts
    if values is None:
        if default is None:
            msg = f"{name} is needed to settle this game: give one figure for each account ({accounts})"
            raise ValueError(msg)
        return [default] * accounts
    if len(values) != accounts and not (by_seat and told_by_seat(program, values)):
        what = "side" if program.table.sides is Sides.FIXED else "seat"
        given = f"{len(values)} figure{'' if len(values) == 1 else 's'}"
        msg = f"{name}: {given}; this game keeps {accounts} accounts, one for each {what}"
        raise ValueError(msg)
    return [int(v) for v in values]


def nonnegative(name: str, values: list[int]) -> list[int]:
    """Return figures none of which may be below nothing."""
    for value in values:
        if value < 0:
            msg = f"{name}: {value} is below zero"
            raise ValueError(msg)
    return values


def contract_of(
    program: Program, said: int | Sequence[int] | None, declarer: int | None
) -> tuple[int, tuple[int, ...], int]:
    """Return bid, the bids of all accounts where each has its own, and declarer, checked."""
    auction = program.rules.auction
    bid = said if isinstance(said, int) or said is None else None
    if auction is not None and auction.summed and isinstance(said, int):
        example = ",".join([str(auction.ladder[0])] * program.table.accounts)
        what = "side" if program.table.accounts < program.table.seats else "seat"
        msg = f"bid: each {what} is bound by its own bids here, one figure for each; give --bid {example}"
        raise ValueError(msg)
    if auction is None or not auction.summed or not isinstance(said, (list, tuple)):
        if said is not None and not isinstance(said, int):
            msg = "bid: this game has one contract; give one figure"
            raise ValueError(msg)
        points, seat = _one_contract(program, bid, declarer)
        return points, (), seat
    bids = tuple(nonnegative("bid", figures_of(program, "bid", said)))
    if declarer is None:
        raise ValueError(figure_missing(program, "declarer", None))
    account = program.table.side_of[declarer] if program.table.accounts < program.table.seats else declarer
    return bids[account], bids, declarer


def _one_contract(program: Program, bid: int | None, declarer: int | None) -> tuple[int, int]:
    """Return bid and declarer, checked; 0 and -1 where there is no auction."""
    auction = program.rules.auction
    if auction is None:
        for name, value in (("bid", bid), ("declarer", declarer)):
            if value is not None:
                msg = f"{name}: this game has no auction; leave it out"
                raise ValueError(msg)
        return 0, -1
    if bid is None or declarer is None:
        raise ValueError(figure_missing(program, "bid" if bid is None else "declarer", None))
    if not auction.summed and bid not in {*auction.ladder, auction.taken_at, auction.holds}:
        raise ValueError(no_bid(f"bid: {bid}", auction.ladder))
    return bid, declarer


def balances_of(
    program: Program, totals: Sequence[int] | None, ledger: Mapping[str, Sequence[int]]
) -> dict[int, list[int]]:
    """Return the balances before the deal by the number of their ledger."""
    names = [one.name for one in program.ledgers]
    balances = {
        k: [one.start] * 9 if one.joint else [one.start] * program.table.accounts
        for k, one in enumerate(program.ledgers)
    }
    balances[program.rules.ending.ledger] = figures_of(program, "totals", totals, 0)
    for name, values in ledger.items():
        if name not in names:
            msg = f"ledger: this game has no ledger {name!r}; ledgers are {', '.join(names)}"
            raise ValueError(msg)
        k = names.index(name)
        if program.ledgers[k].joint:
            balances[k] = [0] * 8 + [int(values[0])]
        else:
            balances[k] = figures_of(program, f"ledger {name}", values)
    return balances

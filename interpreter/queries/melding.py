"""What is this hand worth?"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter._melds import worth_of
from interpreter.cards import format_card, parse_cards, parse_suit
from interpreter.given import whole
from interpreter.queries.told import scratch
from interpreter.records import Record
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.program import MeldEntry, Program


ROLES = (None, "declarer", "defender")


@frozen(eq=False, repr=False)
class LaidMeld(Record):
    """One meld on the table."""

    name: str
    cards: tuple[str, ...]
    points: int


@frozen(eq=False, repr=False)
class BestMelds(Record):
    """The best melds of a hand, dearest first."""

    total: int
    melds: tuple[LaidMeld, ...]


def melds(
    program: Program, hand: str | Iterable[str], trump: str | int | None, *, role: str | None = None, mode: int = 0
) -> BestMelds:
    """Return the best melds of one hand if all is laid at once, before floor and saving.

    `role` is `declarer` or `defender` where that decides what one may lay; without it, anyone's melds count.
    Raises `ValueError` for cards or a suit that do not fit.
    """
    if role not in ROLES:
        msg = f"{role!r} is no role; expected declarer or defender"
        raise ValueError(msg)
    tables_of(program)
    whole("mode", mode, 0, len(program.modes) - 1)
    cards = parse_cards(program.deck, hand)
    suit = parse_suit(program.deck, trump)
    rules = program.modes[mode]
    if rules.meld is None:
        return BestMelds(0, ())
    machine = scratch(program)
    machine.use_mode(mode)
    seats = program.table.seats
    seat = (
        0
        if role != "defender"
        else next((s for s in range(1, seats) if program.table.side_of[s] != program.table.side_of[0]), 1)
    )
    on = machine.entries_for(cards, suit, -1 if role is None else 0, seat)
    machine.use_mode(0)
    counts = Counter(cards)
    laid = melds_laid(program, [counts[t] for t in range(4 * len(program.deck.ranks))], suit, on, mode)
    return BestMelds(sum(meld.points for meld in laid), tuple(laid))


def melds_laid(program: Program, counts: Sequence[int], trump: int, on: int, mode: int = 0) -> list[LaidMeld]:
    """Return the best melds of a hand, given as counts by type, of the entries whose bits are on; dearest first."""
    tables, best = tables_of(program)[mode], list[LaidMeld]()
    for together in tables.exclusive_sets(on):
        found = [
            meld
            for number, _, times in tables.meld_set(together).melds_of(list(counts), trump)
            for meld in _split(program, program.modes[mode].melds[number], trump, times)
        ]
        if not best or sum(meld.points for meld in found) > sum(meld.points for meld in best):
            best = found
    return sorted(best, key=lambda meld: -meld.points)


def _split(program: Program, entry: MeldEntry, trump: int, times: list[dict[int, int]]) -> list[LaidMeld]:
    """Return a family laid n times as melds, given the cards of each: as many together as an entry of its points."""
    points = entry.points[trump]
    worth = worth_of(points, len(times))
    parts: list[LaidMeld] = []
    left = list(times)
    while left:
        n = len(left)
        size = next(
            k
            for k in range(min(len(points), n), 0, -1)
            if k == 1 or (worth[k] + worth[n - k] == worth[n] and points[k - 1] != k * points[0])
        )
        group, left = left[:size], left[size:]
        laid = sorted(t for cards in group for t, n in cards.items() for _ in range(n))
        names = tuple(format_card(program.deck, t) for t in laid)
        parts.append(LaidMeld(entry.name, names, worth[size]))
    return parts

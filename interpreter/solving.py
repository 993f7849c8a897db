"""Best play of the rest of a deal with all cards known, for card points: `solve`."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter._solver import Solver
from interpreter.codes import NOBODY
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.program import Program

MEMORY_BITS = 20
"""A solver remembers 2 to this power of positions, 16 bytes each."""
KEPT = 2
"""So many Programs' solvers are kept."""
FIRST_STRETCH = 1 << 22
"""Positions between two looks at the keyboard, at first; then twice as many each time."""
MOST = 1 << 60
_known: OrderedDict[str, Solver] = OrderedDict()


@frozen
class Solution:
    """What a camp can take in the rest of a deal when everybody sees all cards and nobody errs.

    Points are card points as the cards are worth, the last trick included, before rounding and scaling
    (`counters.round_to`, `counters.per`); melds are not among them.  They are what the camp will have taken by the
    end of the play, with what it has taken already.
    """

    seat: int
    """The camp is this seat with all who play on its side; all others play together against it."""
    low: int
    """So much it can take for sure."""
    high: int
    """More than this it cannot take."""
    action: int | None
    """A best card for the seat to play; None if not exact."""
    values: dict[int, int | None]
    """What each legal card leads to, where that was asked for; None where the work did not suffice."""
    nodes: int
    """Positions that were searched, whoever was to play: a measure of the work."""

    @property
    def exact(self) -> bool:
        """Whether the bounds meet."""
        return self.low == self.high

    @property
    def points(self) -> int | None:
        """Return what the camp can take, if that is known."""
        return self.low if self.exact else None


def solve(
    game: Game, seat: int | None = None, *, nodes: int | None = None, values: bool = False, least: bool = False
) -> Solution:
    """Return the best play of a deal in which a card is to be played now, as if all cards lay open.

    `seat` says whose camp it is about; unless said, that of whom it is to play.  `nodes` bounds the work: the result
    then has bounds that may not meet.  `values` asks for the value of every card that may be played.  With `least`
    the camp wants to take as few points as it can.  Melds, calls and draws still to come are left out.

    Raises `ValueError` where no card is to be played, while a stock lasts, or for points too large.
    """
    if game.is_over or game.decision != "play":
        msg = "only a game in which a card is to be played can be solved"
        raise ValueError(msg)
    if game.stage != "playoff":
        msg = "cards are still to be drawn: solve the play when the stock is gone"
        raise ValueError(msg)
    figures = game.seat_figures()
    mover = game.current_seat
    side = figures["side"]
    camp = mover if seat is None else seat
    if type(camp) is not int or not 0 <= camp < len(side):
        msg = f"there is no seat {seat!r} here"
        raise ValueError(msg)
    if nodes is not None and (type(nodes) is not int or nodes < 0):
        msg = f"nodes is a whole number, not {nodes!r}"
        raise ValueError(msg)
    friends = [place for place in range(len(side)) if side[place] == side[camp]]
    solver = _solver_of(game.program)
    if solver.begin(game, sum(1 << place for place in friends), least) < 0:
        msg = "the points of this game are too large to be solved"
        raise ValueError(msg)
    taken = sum(figures["raw"][place] for place in friends)
    budget = MOST if nodes is None else nodes
    solver.ask_of(-1)
    _search(solver, budget)
    low, high = solver.found_low, solver.found_high
    sign = -1 if least else 1
    found: dict[int, int | None] = {}
    action = None
    legal = game.legal_actions()
    if low == high:
        best = solver.one_that_brings_it(sum(1 << card for card in legal), NOBODY, MOST)
        action = best if best >= 0 else None
    if values:
        for card in legal:
            solver.ask_of(card)
            done = _search(solver, budget)
            found[card] = taken + sign * solver.found_low * solver.scale if done else None
    ends = sorted(taken + sign * bound * solver.scale for bound in (low, high))
    return Solution(camp, ends[0], ends[1], action, found, solver.nodes)


def _search(solver: Solver, budget: int) -> bool:
    """Search until the bounds meet or the work is done, with a look at the keyboard between stretches."""
    stretch = FIRST_STRETCH
    while budget > 0:
        before = solver.nodes
        if solver.search_on(min(stretch, budget)):
            return True
        budget -= max(1, solver.nodes - before)
        stretch *= 2
    return solver.found_low == solver.found_high


def _solver_of(program: Program) -> Solver:
    if program.hash not in _known:
        _known[program.hash] = Solver(tables_of(program), MEMORY_BITS)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    _known.move_to_end(program.hash)
    return _known[program.hash]

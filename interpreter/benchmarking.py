"""What the benchmarks ask of the kernel and players do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter._playout import Playout
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from interpreter.program import Program


def score_random_hands(program: Program, hands: int, seed: int = 0) -> int:
    """Return the best melds of random hands under random trump suits, added up."""
    return Playout(tables_of(program), seed, [0]).score_hands(hands)

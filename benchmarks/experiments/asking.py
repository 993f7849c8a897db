"""What an experiment asks, and the answer that its figures give.

An experiment plays deals and notes whole numbers: for each figure at most one a deal, so that what is noted is
independent.  Sums of them are exact, and however the deals were cut the figures are the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from attrs import frozen

from interpreter.ratings import mean_figure, rate_figure

Noted = Iterator[tuple[str, int]]
"""Figures by name, and what a deal adds to each."""
Sums = tuple[int, int, int]
"""How many numbers were noted, their sum, and the sum of their squares."""
NOTHING: Sums = (0, 0, 0)


@frozen
class Asked:
    """A figure: its words, and what the claim says of it."""

    words: str
    says: float | None = None
    """By the claim it is more than this; None for a figure that is only told besides."""
    most: int | None = None
    """For a part of a whole: the most that a deal can note.  None for points."""
    amount: bool = False
    """Whether it is an amount, and no difference between two ways to play."""


@frozen
class Figure:
    """A figure that was measured, with its 99% interval."""

    n: int
    mean: float
    low: float | None
    """None where less than two deals tell of it."""
    high: float | None

    def answer(self, says: float) -> bool | None:
        """Return whether it is beyond doubt more than so much, or less; None where the interval has both."""
        if self.low is None or self.high is None:
            return None
        if self.low > says:
            return True
        return False if self.high < says else None


@frozen
class Experiment:
    """A claim, and how it is tested."""

    name: str
    title: str
    claims: tuple[str, ...]
    """Entries of the ledgers under `seeds/`."""
    says: str
    """The claim in our words."""
    measures: str
    """What is measured, and why that measures it."""
    players: str
    deals: int
    """How many deals are played."""
    asked: Mapping[str, Asked]
    play: Callable[[range], Noted]
    """Plays the deals of these numbers."""
    limits: str = ""
    """What it does not tell."""


def summed(noted: Iterable[tuple[str, int]]) -> dict[str, Sums]:
    """Return the sums of what was noted."""
    found: dict[str, Sums] = {}
    for name, value in noted:
        n, total, squares = found.get(name, NOTHING)
        found[name] = (n + 1, total + value, squares + value * value)
    return found


def added(one: Mapping[str, Sums], other: Mapping[str, Sums]) -> dict[str, Sums]:
    """Return the sums of both."""
    found = dict(one)
    for name, (n, total, squares) in other.items():
        m, sum_, sum_of_squares = found.get(name, NOTHING)
        found[name] = (n + m, total + sum_, squares + sum_of_squares)
    return found


def figure(asked: Asked, sums: Sums) -> Figure:
    """Return the figure that sums make; without any deal nothing is told."""
    n, total, squares = sums
    if not n:
        return Figure(0, 0.0, None, None)
    if asked.most is None:
        return Figure(n, *mean_figure(total, squares, n, n))
    rate, low, high = rate_figure(total, squares, n, asked.most)
    return Figure(n, rate, low, high) if n > 1 else Figure(n, rate, None, None)


HOLDS = "holds"
IN_PART = "holds in part"
FAILS = "does not hold"
OPEN = "the simulation cannot tell"


def verdict(answers: Iterable[bool | None]) -> str:
    """Return what the answers to the parts of a claim come to.

    It holds where every part does, in part where only some do, and not at all where none does and one is refuted.
    """
    parts = list(answers)
    if parts and all(part is True for part in parts):
        return HOLDS
    if any(parts):
        return IN_PART
    return FAILS if any(part is False for part in parts) else OPEN

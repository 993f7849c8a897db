"""Runs two programs in turn and reports how they compare."""

from __future__ import annotations

import statistics
from collections.abc import Callable

from attrs import frozen

SHORTEST = 0.02
"""Seconds below which a run says nothing about speed."""


class MissingError(Exception):
    """Part of what a row measures is not there."""


@frozen
class Run:
    """Work done (deals, hands, moves) and the seconds it took."""

    work: int
    seconds: float

    @property
    def rate(self) -> float:
        """Work a second."""
        return self.work / self.seconds


Workload = Callable[[int], Run]
"""Does an amount of work (in units of its own) and says what came of it."""


@frozen
class Row:
    """One comparison: medians of both programs, and the median of the ratios of neighbouring runs."""

    name: str
    unit: str
    against: str
    ours: float | None = None
    theirs: float | None = None
    ratio: float | None = None
    best_ratio: float | None = None
    """Our best run against their best run."""
    our_spread: float | None = None
    """Slowest to fastest run, as a part of the median."""
    their_spread: float | None = None
    target: float | None = None
    at_most: bool = False
    """The ratio should not exceed the target, rather than reach it."""
    missing: str | None = None
    """Why there are no figures."""

    @property
    def reached(self) -> bool | None:
        """Whether the ratio meets the target, if there are both."""
        if self.ratio is None or self.target is None:
            return None
        return self.ratio <= self.target if self.at_most else self.ratio >= self.target


def sized(workload: Workload, seconds: float) -> Callable[[], float]:
    """Return a measurement of the workload's rate that takes about so many seconds (at least one unit)."""
    amount = 1
    workload(amount)  # what is done once only is not measured
    run = workload(amount)
    while run.seconds < min(SHORTEST, seconds):
        amount *= 8
        run = workload(amount)
    fitting = max(1, round(amount * seconds / run.seconds))
    return lambda: workload(fitting).rate


def alternate(row: Row, ours: Callable[[], float], theirs: Callable[[], float], rounds: int) -> Row:
    """Return the row with figures from that many runs of each, in turn."""
    pairs = [(ours(), theirs()) for _ in range(rounds)]
    mine, others = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    best = min if row.at_most else max
    return Row(
        name=row.name,
        unit=row.unit,
        against=row.against,
        ours=statistics.median(mine),
        theirs=statistics.median(others),
        ratio=statistics.median(one / other for one, other in pairs),
        best_ratio=best(mine) / best(others),
        our_spread=_spread(mine),
        their_spread=_spread(others),
        target=row.target,
        at_most=row.at_most,
    )


def _spread(values: list[float]) -> float:
    return (max(values) - min(values)) / statistics.median(values)

"""Goals such as `declarers.made ± 0.2%`: a figure, and how sure of it a run has to be before it stops."""

from __future__ import annotations

import math
import re
from decimal import Decimal
from difflib import get_close_matches
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.figures import is_share

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from interpreter.simulation import Figure

FEWEST = 100
"""With fewer observations no interval is believed."""
UNHEARD_OF = 1e9
"""Times as sure as it is: nobody ever waits for it, and its square is still a number."""
_GOAL = re.compile(r"\s*(.+?)\s*(?:±|\+\s*/?\s*-)\s*([0-9]+(?:\.[0-9]*)?|\.[0-9]+)\s*(%?)\s*")
_EXPECTED = "write a figure and how far off it may be, as in 'made ± 0.2%' or 'gain of 0 +- 1.5'"


@frozen
class Goal:
    """A figure whose 95% interval has to be no wider than so much to either side."""

    figure: str
    within: float
    relative: bool
    """Whether `within` is a part of the mean; parts of a whole are measured in points of a percentage."""

    def __str__(self) -> str:
        percent = self.relative or is_share(self.figure)
        number = Decimal(f"{100 * self.within if percent else self.within:.12g}")
        return f"{self.figure} ± {number:f}{'%' if percent else ''}"

    def allowed(self, figure: Figure) -> float:
        """Return how far to either side of the mean the interval may reach."""
        return abs(figure.mean) * self.within if self.relative else self.within

    def is_met(self, stats: Mapping[str, Figure]) -> bool:
        """Return whether the figures are sure enough."""
        figure = stats.get(self.figure)
        if figure is None or figure.n < FEWEST:
            return False
        return (figure.high - figure.low) / 2 <= self.allowed(figure)

    def expected(self, stats: Mapping[str, Figure], games: int) -> int | None:
        """Return about how many games it takes, as far as can be seen after so many."""
        figure = stats.get(self.figure)
        if figure is None or figure.n < FEWEST:
            return None
        allowed = self.allowed(figure)
        return int(games * min((figure.high - figure.low) / 2 / allowed, UNHEARD_OF) ** 2) if allowed else None


def read_goal(text: str, names: Iterable[str]) -> Goal:
    """Return the goal that a text says, given the names of all figures of a game.

    Raises `ValueError` with what is expected.
    """
    match = _GOAL.fullmatch(text)
    within = float(match[2]) if match is not None else 0.0
    if match is None or not math.isfinite(within):
        msg = f"{text!r} is no goal: {_EXPECTED}"
        raise ValueError(msg)
    figure = find_figure(match[1], list(names))
    if not within:
        msg = f"{text!r} can never be reached: no run makes a figure certain"
        raise ValueError(msg)
    if match[3]:
        return Goal(figure, within / 100, relative=not is_share(figure))
    if is_share(figure) and within >= 1:
        msg = f"{figure} is a part of a whole, from 0 to 1: write ± {match[2]}%, or a number below 1"
        raise ValueError(msg)
    return Goal(figure, within, relative=False)


_CONTRACTS = ("declarers", "declarer", "contracts", "contract")


def find_figure(said: str, names: list[str]) -> str:
    """Return the figure that somebody means: `made`, `declarers.made`, `0.gain`, `meld of declarers`."""
    known = {_plain(name): name for name in names}
    whose, dot, what = said.rpartition(".")
    tried = [_plain(said)]
    if dot:
        owner = re.sub(r"^(side|seat|account|player)\s*(?=[0-9])", "", _plain(whose))
        tried.append(f"{_plain(what)} of {owner}")
        if owner in _CONTRACTS:
            tried.append(_plain(what))
    else:
        match = re.fullmatch(r"(.+?),? (?:of )?(?:side|seat|player) ([0-9])", _plain(said))
        if match:
            tried.append(f"{match[1]} of {match[2]}")
    for name in tried:
        if name in known:
            return known[name]
    near = get_close_matches(tried[-1], known, 1)
    hint = f"; did you mean {known[near[0]]!r}?" if near else f"; figures are: {', '.join(names)}"
    msg = f"there is no figure {said.strip()!r} in this game{hint}"
    raise ValueError(msg)


def _plain(text: str) -> str:
    return " ".join(re.split(r"[\s_-]+", text.strip().casefold()))

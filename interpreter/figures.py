"""What the figures of a run are, which of them are parts of a whole, and how all of them are written."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter.simulation import Figure

SHARES = frozenset({"made", "set", "conceded", "passed out", "dealt again", "share of meld", "draws", "unfinished"})
"""Figures that are parts of a whole; so are those of outcomes and wins."""

OF_LEDGER = re.compile(r"(.*) (a deal|at the end)( of \d+)?")


def is_share(name: str) -> bool:
    """Return whether a figure is a part of a whole."""
    return name in SHARES or (name.startswith(("outcome ", "wins ")) and not OF_LEDGER.fullmatch(name))


def number_text(number: float, *, share: bool) -> str:
    """Return a number as people read it: a part of a whole as a percentage, anything else with two places."""
    return f"{100 * number:.1f}%" if share else f"{number:,.2f}"


def range_text(low: float, high: float, *, share: bool) -> str:
    """Return the ends of an interval, with the sign for percent once."""
    first = number_text(low, share=share)
    return f"{first.removesuffix('%')} to {number_text(high, share=share)}"


def mean_text(name: str, figure: Figure) -> str:
    """Return the mean of a figure with this name."""
    return number_text(figure.mean, share=is_share(name))


def interval_text(name: str, figure: Figure) -> str:
    """Return the interval of a figure with this name."""
    return range_text(figure.low, figure.high, share=is_share(name))

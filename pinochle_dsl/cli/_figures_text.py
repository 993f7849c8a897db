"""Figures of a run as text: names as people read them, means with their intervals, shares as percentages."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from interpreter import Figure
    from interpreter.program import Program

SHARES = ("made", "set", "conceded", "passed out", "share ", "outcome ", "wins ", "draws", "unfinished")
"""How the names of figures begin that are parts of a whole."""

_OF_ACCOUNT = re.compile(r"(.*) of (\d+)")
_AFTER_DEALER = re.compile(r"wins (\d+) after the first dealer")


def label(name: str, program: Program) -> str:
    """Return a figure's name as people read it."""
    sides = program.table.accounts < program.table.seats
    account = _OF_ACCOUNT.fullmatch(name)
    if account:
        return f"{account[1]}, {'side' if sides else 'seat'} {account[2]}"
    after = _AFTER_DEALER.fullmatch(name)
    if after:
        whose = {"0": "first dealer", "1": "first eldest"}.get(after[1], f"{after[1]} after first dealer")
        return f"wins, {'side of ' if sides else ''}{whose}"
    return name


def is_share(name: str) -> bool:
    """Return whether a figure is a part of a whole."""
    return name.startswith(SHARES)


def value(number: float, name: str) -> str:
    """Return a number of a figure: a percentage, or with two places."""
    return f"{100 * number:.1f}%" if is_share(name) else f"{number:,.2f}"


def interval(figure: Figure, name: str) -> str:
    """Return a figure's interval."""
    if is_share(name):
        return f"{100 * figure.low:.1f} to {value(figure.high, name)}"
    return f"{value(figure.low, name)} to {value(figure.high, name)}"


def as_numbers(figure: Figure) -> dict[str, float | int]:
    """Return a figure for JSON."""
    return {"mean": figure.mean, "low": figure.low, "high": figure.high, "n": figure.n}

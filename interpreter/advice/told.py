"""What is answered, and what came of an imagined deal."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Sequence

DEALS = 500
"""So many deals are imagined unless it is said."""
LEVELS = ("basic", "counting")
"""Who may play imagined deals to the end."""
SURE = 1.96
"""Standard errors of a 95% interval."""


@frozen
class Choice:
    """One thing to do."""

    action: str
    value: float
    """What it brings on average; `Advice.unit` says of what."""
    low: float
    high: float
    """95% interval of the value."""
    reason: str
    behind: float
    """How much less than the best choice, in the same deals."""
    behind_low: float
    behind_high: float
    made: float | None = None
    """The part of the deals in which the contract is made, where the choice is a contract."""


@frozen
class Suit:
    """A trump that may be named, as declarer of the least bid."""

    trump: str
    meld: int
    """Best meld of this hand."""
    counters: float
    low: float
    high: float
    """Counters of the asker's side, with a 95% interval."""
    made: float
    """The part of the deals in which the least bid is made."""


@frozen
class Advice:
    """What may be done, the best first."""

    decision: str
    seat: int
    hand: tuple[str, ...]
    unit: str
    """What the values are."""
    choices: tuple[Choice, ...]
    trumps: tuple[Suit, ...]
    """For a hand in the auction."""
    deals: int
    """Imagined deals."""
    notes: tuple[str, ...]
    """What was supposed because it was not said."""
    players: str = LEVELS[0]
    """Who played the imagined deals."""


@frozen
class End:
    """What came of one imagined deal."""

    lead: float
    """What the asker's account got more than the others on average."""
    total: float
    """Melds and counters of the asker's side."""
    counters: float
    mine: bool
    """Whether the asker's side played the contract."""
    made: bool | None


NOTHING = End(0, 0, 0, mine=False, made=None)
LEAD = "points more than the others on average get in this deal"
TOTAL = "melds and counters of your side in this deal"
COUNTERS = "card points your side takes from here on"
AHEAD = "melds and counters that you get more than the others from here on"


def interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its 95% interval."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values) / max(1, n - 1)
    error = SURE * sqrt(spread / n)
    return mean, mean - error, mean + error


def share_made(ends: Sequence[End]) -> float | None:
    """Return in which part of the deals the asker's side made its contract; None without one."""
    found = [end for end in ends if end.mine and end.made is not None]
    return sum(1 for end in found if end.made) / len(found) if found else None


def made_words(ends: Sequence[End]) -> str:
    """Return in how many deals the asker's side made its contract, in words."""
    found = [end for end in ends if end.mine and end.made is not None]
    made = sum(1 for end in found if end.made)
    return f"makes it in {made} of {len(found)} deals" if found else ""

"""What the figures of a run are: which of them are parts of a whole."""

from __future__ import annotations

import re

SHARES = frozenset({"made", "set", "conceded", "passed out", "dealt again", "share of meld", "draws", "unfinished"})
"""Figures that are parts of a whole; so are those of outcomes and wins."""

OF_LEDGER = re.compile(r"(.*) (a deal|at the end)( of \d+)?")


def is_share(name: str) -> bool:
    """Return whether a figure is a part of a whole."""
    return name in SHARES or (name.startswith(("outcome ", "wins ")) and not OF_LEDGER.fullmatch(name))

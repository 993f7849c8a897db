"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like a misspelt one, or None when none is near."""
    names = list(known)
    simple = {name.lower().replace("_", " ").replace("-", " "): name for name in names}
    exact = simple.get(word.strip().lower().replace("_", " ").replace("-", " "))
    if exact is not None:
        return exact
    near = get_close_matches(word[:60], names, n=1, cutoff=0.6) if len(names) < 2000 else []
    return near[0] if near else None


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return `did you mean 'points'?`, or None."""
    near = closest(word, known)
    return f"did you mean '{near}'?" if near else None


def listed(words: Iterable[str], most: int = 24) -> str:
    """Return words in a row for a message."""
    names = list(words)
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")

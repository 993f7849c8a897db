"""Suggestions for misspelt words."""

from __future__ import annotations

from collections.abc import Iterable


def closest(word: str, known: Iterable[str]) -> str | None:
    """Return the known word most like a misspelt one, or None when none is near."""
    names = list(known)
    simple = {name.lower().replace("_", " ").replace("-", " "): name for name in names}
    exact = simple.get(word.strip().lower().replace("_", " ").replace("-", " "))
    if exact is not None:
        return exact
    return nearest(word[:60], names) if len(names) < 2000 else None


def nearest(word: str, names: Iterable[str], cutoff: float = 0.6) -> str | None:
    """Return the name that is spelt most like a word, or None when none is near."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    return next(iter(get_close_matches(word, list(names), n=1, cutoff=cutoff)), None)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """Return `did you mean 'points'?`, or None."""
    near = closest(word, known)
    return f"did you mean '{near}'?" if near else None


def cut(text: str, most: int = 100) -> str:
    """Return a text as messages repeat it, however long it is."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


def listed(words: Iterable[str], most: int = 24) -> str:
    """Return words in a row for a message."""
    names = list(words)
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")

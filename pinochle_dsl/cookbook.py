"""The cookbook: what rule sheets say, in players' words, and what to write for it."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

from pinochle_dsl.resources import resource

INDEX = "Players' words"
"""The heading of the index at the end of the page."""
_SAID = re.compile(r"^\*Players say:\* (.+)$", re.MULTILINE)
_NOISE = frozenset(["a", "an", "and", "at", "for", "in", "is", "it", "of", "on", "or", "the", "to", "with", "you"])
"""Words that tell nothing about a rule."""


@frozen
class Entry:
    """One rule of the table, and how it is written."""

    group: str
    title: str
    said: tuple[str, ...]
    """What players call it."""
    text: str
    """Its part of the page, heading included."""


def page() -> str:
    """Return the cookbook, as `docs/cookbook.md` has it."""
    return resource("docs", "cookbook.md").read_text(encoding="utf-8")


@cache
def entries() -> tuple[Entry, ...]:
    """Return the entries of the cookbook in their order."""
    found: list[Entry] = []
    for part in re.split(r"^## ", page(), flags=re.MULTILINE)[1:]:
        group, *texts = re.split(r"^### ", part, flags=re.MULTILINE)
        for text in texts:
            said = _SAID.search(text)
            words = tuple(said[1].split(", ")) if said else ()
            found.append(Entry(group.strip(), text.split("\n", 1)[0], words, f"### {text.rstrip()}\n"))
    return tuple(found)


def found_for(wanted: str) -> list[Entry]:
    """Return the entries that speak of something, the best first; those whose own words say it before the others."""
    words = _words(wanted)
    if not words:
        return []
    ranked = [(_rank(names, words) or int(words <= _words(entry.text)), entry) for entry, names in _named()]
    best = max(rank for rank, _ in ranked)
    return [entry for rank, entry in sorted(ranked, key=lambda item: -item[0]) if rank > 0 and rank >= best - 1]


def is_named(wanted: str) -> bool:
    """Return whether some entry is called so by players; quick, since a file may have thousands of unknown keys."""
    words = _words(wanted)
    return bool(words) and any(_rank(names, words) for _, names in _named())


@cache
def _named() -> tuple[tuple[Entry, tuple[frozenset[str], ...]], ...]:
    """Return the entries with the words of each of their names, and all of these words at the end."""
    named = []
    for entry in entries():
        names = tuple(_words(name) for name in (entry.title, *entry.said))
        named.append((entry, (*names, frozenset().union(*names))))
    return tuple(named)


def _rank(names: tuple[frozenset[str], ...], words: frozenset[str]) -> int:
    """Return how well names fit: 4 one of them, 3 a part of one, 2 all over them, 0 not at all."""
    *each, together = names
    if not words <= together:
        return 0
    return 4 if words in each else 3 if any(words <= name for name in each) else 2


def _words(text: str) -> frozenset[str]:
    """Return the words of a text in one form: small letters, no plural."""
    plain = re.findall(r"[^\W_]+", text.lower().replace("'", "").replace("’", ""))
    return frozenset(word if word.isdigit() or len(word) < 4 else word.removesuffix("s") for word in plain) - _NOISE


def index() -> str:
    """Return the index of players' words, by letter, each with its entry."""
    from pinochle_dsl.reference.render import anchor  # noqa: PLC0415 - only for the page itself

    rows = {(word, entry.title) for entry in entries() for word in entry.said}
    lines = [
        f"- {word}: [{title}](#{anchor(title)})" for word, title in sorted(rows, key=lambda row: (row[0].lower(), row))
    ]
    return "\n".join(lines) + "\n"


def with_index(text: str) -> str:
    """Return the page with its index made anew."""
    head, mark, _ = text.partition(f"## {INDEX}\n")
    return f"{head}{mark}\n{index()}"

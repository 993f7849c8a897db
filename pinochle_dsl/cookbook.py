"""The cookbook: what rule sheets say, in players' words, and what to write for it."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from math import log

from attrs import frozen

from pinochle_dsl.resources import resource
from pinochle_dsl.suggest import nearest

INDEX = "Players' words"
"""The heading of the index at the end of the page."""
_SAID = re.compile(r"^\*Players say:\* (.+)$", re.MULTILINE)
_NOISE = (
    "a an and are at be by can do does each for get has have here how i if in is it may must my of on one or our per "
    "such than that the then there they this to we what when where which who whoever whose why will with worth you your"
)
"""Words that tell nothing about a rule."""


IN_NAMES = 2
"""From which rank on the names of an entry say all of the words."""
LEAST_SHARE = 0.3
"""Part of the words that an entry must say to be shown where none says all."""
UNKNOWN = 0.7
"""What a word weighs that the page does not have."""
NEAR = 0.7
"""How like a word the one must be that may have been meant."""
MOST_SHORT = 4
"""Letters of a word that is too short to have an ending."""


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
    """Return the entries that speak of something, the best first; those whose own words say it before the others.

    Where none says all of the words, those that say the most of them come, the rarer words counting more.
    """
    words = _words(wanted)
    if not words:
        return []
    ranked = [(_rank(names, words) or int(words <= _words(entry.text)), entry) for entry, names in _named()]
    best = max(rank for rank, _ in ranked)
    if best >= IN_NAMES:
        literal = _plain(wanted)  # `must trump` is not `trump`, although `must` tells nothing

        def order(item: tuple[int, Entry]) -> tuple[int, bool]:
            return -item[0], all(_plain(name) != literal for name in (item[1].title, *item[1].said))

        return [entry for rank, entry in sorted(ranked, key=order) if rank >= max(best - 1, IN_NAMES)]
    shared = [(_share(entry, names, words), entry) for entry, names in _named()]
    most = max(share for share, _ in shared)
    if most < LEAST_SHARE:
        return [entry for rank, entry in ranked if rank]
    return [
        entry for share, entry in sorted(shared, key=lambda item: -item[0]) if share >= max(LEAST_SHARE, 0.6 * most)
    ]


def _share(entry: Entry, names: tuple[frozenset[str], ...], words: frozenset[str]) -> float:
    """Return which part of some words an entry says, from 0 to 1: in one name, all over its names, or in its text."""
    *each, together = names
    inside = _words(entry.text)

    def weight(some: frozenset[str]) -> float:
        return sum(_weights().get(word, UNKNOWN) for word in some)

    said = max(weight(words & name) for name in each)
    told = 0.9 * weight(words & together)
    aside = 0.4 * weight((words & inside) - together)
    return (max(said, told) + aside) / weight(words)


@cache
def _weights() -> dict[str, float]:
    """Return how much each word of the page tells: one that few entries have tells more."""
    texts = [_words(entry.text) for entry in entries()]
    many = Counter(word for text in texts for word in text)
    return {word: log(2 * len(texts) / number) for word, number in many.items()}


def respelt(wanted: str) -> str | None:
    """Return what may have been meant by words of which the cookbook does not know some; None where nothing is near."""
    known = {word for entry in entries() for name in (entry.title, *entry.said) for word in _plain(name)}
    stems = {_stem(word) for word in known} | _weights().keys()
    words = _plain(wanted[:60])
    near = [word if _stem(word) in stems else nearest(word, known, NEAR) for word in words]
    better = " ".join(word or asked for word, asked in zip(near, words, strict=True))
    return better if better != " ".join(words) and found_for(better) else None


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
    """Return the words of a text in one form: small letters without accents, numbers spelt out, no endings.

    Words that tell nothing are not among them.
    """
    plain = _plain(text)
    noise = _NOISE.split()
    said = (_DIGITS.get(word, word) for word in plain if word not in noise)
    return frozenset(_stem(word) for word in said)


def _plain(text: str) -> list[str]:
    """Return the words of a text in small letters, without accents and apostrophes."""
    letters = unicodedata.normalize("NFKD", text.lower().replace("'", "").replace("’", ""))
    return re.findall(r"[^\W_]+", "".join(letter for letter in letters if not unicodedata.combining(letter)))


_NUMBERS = "two three four five six seven eight nine ten"
_DIGITS = {str(number): word for number, word in enumerate(_NUMBERS.split(), 2)}
_ENDING = re.compile(r"(?<=\w{3})(?:ings?|ers?|ed|es|s|ment|ly)$")


def _stem(word: str) -> str:
    """Return a word without its ending, so that `leads`, `leading` and `leader` are one."""
    if word.isdigit() or len(word) < MOST_SHORT or word.endswith("ss"):
        return word
    short = _ENDING.sub("", word)
    if len(short) > MOST_SHORT - 1 and short[-1] == short[-2] and short[-1] not in "sl":
        short = short[:-1]
    return short.removesuffix("e")


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

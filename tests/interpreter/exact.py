"""The best laying of a hand by an exact search that knows nothing of the tables of the kernel."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from interpreter.actions import points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter.program import MeldEntry, Vector


def worth(entries: Sequence[MeldEntry], cards: Sequence[int], trump: int, on: int) -> int:
    """Return the most points that cards can lay of the entries whose bits are on."""
    return max(
        sum(
            points_of(entry, trump, len(times))
            for entry, times in best_laying([entries[e] for e in together], Counter(cards), trump)
        )
        for together in _together(entries, on)
    )


def _together(entries: Sequence[MeldEntry], on: int) -> list[list[int]]:
    """Return the sets of entries, of those that are on, in which none excludes another."""
    known = [e for e in range(len(entries)) if on >> e & 1]
    pairs = [(a, b) for a in known for b in entries[a].excludes if b in known]
    found = [set(known)]
    for a, b in pairs:
        found = [part for each in found for part in (({*each} - {a}, {*each} - {b}) if {a, b} <= each else (each,))]
    return sorted(sorted(part) for part in {frozenset(each) for each in found})


def best_laying(entries: Sequence[MeldEntry], hand: Counter[int], trump: int) -> list[tuple[MeldEntry, list[Vector]]]:
    """Return the best laying of a hand: for each family laid, the cards of each time."""
    families = []
    for entry in entries:
        forms = entry.forms[trump]
        if entry.limit:
            forms = ((0, tuple(v for _, vectors in forms for v in vectors)),)
        for _, vectors in forms:
            possible = [v for v in vectors if all(hand[t] >= n for t, n in v)]
            if possible:
                families.append((entry, possible))
    families.sort(key=lambda family: -family[0].points[trump][0])
    resources = sorted({(c, t) for entry, vectors in families for v in vectors for t, _ in v for c in entry.classes})
    place = {resource: i for i, resource in enumerate(resources)}

    @cache
    def best(k: int, left: tuple[int, ...]) -> tuple[int, tuple[tuple[int, tuple[Vector, ...]], ...]]:
        if k == len(families):
            return 0, ()
        entry, possible = families[k]
        choices = []
        for taken, rest in _ways(entry, possible, 0, left, place):
            if entry.limit and len(taken) > entry.limit:
                continue
            score, laying = best(k + 1, rest)
            choices.append((score + points_of(entry, trump, len(taken)), len(taken), taken, laying))
        score, _, taken, laying = max(choices, key=lambda choice: choice[:2])
        return score, (((k, taken), *laying) if taken else laying)

    _, laying = best(0, tuple(hand[t] for _, t in resources))
    return [(families[k][0], list(taken)) for k, taken in laying]


def _ways(
    entry: MeldEntry,
    possible: Sequence[Vector],
    first: int,
    left: tuple[int, ...],
    place: Mapping[tuple[int, int], int],
) -> list[tuple[tuple[Vector, ...], tuple[int, ...]]]:
    """Return every way to lay a family some times, with the cards left."""
    found: list[tuple[tuple[Vector, ...], tuple[int, ...]]] = [((), left)]
    for i in range(first, len(possible)):
        vector = possible[i]
        rest = list(left)
        for t, n in vector:
            for c in entry.classes:
                rest[place[c, t]] -= n
        if vector and min(rest) >= 0:
            found.extend(((vector, *more), after) for more, after in _ways(entry, possible, i, tuple(rest), place))
        elif not vector:
            found.append(((vector,), left))
    return found

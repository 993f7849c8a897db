"""The best melds of a hand by exact search in plain Python, to show them and to check the tables of the kernel."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from interpreter.actions import points_of

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Mapping, Sequence

    from interpreter.program import MeldEntry, Vector


def best_laying(entries: Sequence[MeldEntry], hand: Counter[int], trump: int) -> list[tuple[MeldEntry, list[Vector]]]:
    """Return the best laying of a hand by exact search: for each family laid, the cards of each time.

    It knows nothing of the tables of the kernel, so that each can be checked against the other.
    """
    families = []
    for entry in entries:
        for _, vectors in entry.forms[trump]:
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

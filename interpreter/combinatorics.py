"""Counting hands: how many ways of dealing cards hold a meld, exactly, without dealing any.

A meld's forms fall into *parts* that share no card.  Nearly every part is a few *pools*, each with how many cards of
it are needed: a run is five pools of one type, `any four aces` one pool of all aces.  What a part needs can then be
counted pool by pool: the ways to draw c of u equal cards are a binomial coefficient, and the ways for several pools
are the product of polynomials whose exponents are numbers of cards.  Forms of another shape are counted from a table
of every vector of counts.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from functools import cached_property
from itertools import product, zip_longest
from math import comb
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from interpreter.program import MeldEntry, Vector

Poly = list[int]
"""Ways by the number of cards."""
MOST_CELLS = 60_000
"""Vectors of counts of a part that is no product of pools."""
MOST_STEPS = 150_000
"""Steps of a count over several hands."""


class Uncountable(ValueError):  # noqa: N818 - no error of the caller's
    """What would take too long to count."""


@frozen(slots=False)
class Part:
    """Forms of a meld that may use the same cards."""

    vectors: tuple[Vector, ...]
    copies: tuple[int, ...]
    """Of every card type of the deck."""

    @cached_property
    def types(self) -> tuple[int, ...]:
        """Return the card types that it looks at."""
        return tuple(sorted({t for vector in self.vectors for t, _ in vector}))

    @cached_property
    def pools(self) -> tuple[tuple[tuple[int, ...], int], ...]:
        """Return pools of card types with the number of cards needed of each; empty if it has another shape."""
        dense = [dict(vector) for vector in self.vectors]
        classes: list[list[int]] = []
        shapes = {tuple(sorted(vector.items())) for vector in dense}
        for t in self.types:
            for members in classes:
                if self._alike(t, members[0], shapes):
                    members.append(t)
                    break
            else:
                classes.append([t])
        found = []
        ways = 1
        for members in classes:
            needs = {sum(vector.get(t, 0) for t in members) for vector in dense}
            if len(needs) != 1:
                return ()
            need = needs.pop()
            found.append((tuple(members), need))
            ways *= multiply_all([[1] * (self.copies[t] + 1) for t in members], need)[need]
        return tuple(found) if ways == len(shapes) else ()

    def _alike(self, a: int, b: int, shapes: set[tuple[tuple[int, int], ...]]) -> bool:
        """Tell whether one card of a type may always stand for one of another."""
        for out, into in ((a, b), (b, a)):
            for shape in shapes:
                vector = dict(shape)
                if not vector.get(out) or vector.get(into, 0) == self.copies[into]:
                    continue
                vector[out] -= 1
                vector[into] = vector.get(into, 0) + 1
                if tuple(sorted((t, n) for t, n in vector.items() if n)) not in shapes:
                    return False
        return True

    @cached_property
    def packing(self) -> dict[tuple[int, ...], int]:
        """Return how many times the part can be laid, for every vector of counts of its types."""
        cells = 1
        for t in self.types:
            cells *= self.copies[t] + 1
        if cells > MOST_CELLS:
            msg = "too many combinations of cards"
            raise Uncountable(msg)
        steps = [tuple(dict(vector).get(t, 0) for t in self.types) for vector in self.vectors]
        table: dict[tuple[int, ...], int] = {}
        for cell in product(*(range(self.copies[t] + 1) for t in self.types)):
            best = 0
            for step in steps:
                below = tuple(c - s for c, s in zip(cell, step, strict=True))
                if min(below) >= 0:
                    best = max(best, table[below] + 1)
            table[cell] = best
        return table

    def times(self, held: Sequence[int]) -> int:
        """Return how many times a hand, given as counts by type, can lay it."""
        if self.pools:
            return min(sum(held[t] for t in types) // need for types, need in self.pools)
        return self.packing[tuple(held[t] for t in self.types)]

    def at_least(self, times: int, held: Sequence[int], left: Sequence[int]) -> Poly:
        """Return the ways to draw cards of the part, from those left, so that it can be laid so often."""
        if self.pools:
            factors = []
            for types, need in self.pools:
                least = max(0, times * need - sum(held[t] for t in types))
                factors.append(chosen(sum(left[t] for t in types), least))
            return multiply_all(factors)
        return self._tabled(held, left, lambda cell, _: self.packing[cell] >= times)

    def within(self, cards: int, times: int, held: Sequence[int], left: Sequence[int]) -> Poly:
        """Return the ways for another hand to have at most so many cards that complete it so often."""
        if self.pools:
            lacks = [max(0, times * need - sum(held[t] for t in types)) for types, need in self.pools]
            if sum(lacks) > cards:
                return [0]
            return multiply_all(
                chosen(sum(left[t] for t in types), lack) for (types, _), lack in zip(self.pools, lacks, strict=True)
            )
        cost: dict[tuple[int, ...], int] = {}

        def enough(cell: tuple[int, ...], drawn: tuple[int, ...]) -> bool:
            best = sum(drawn) if self.packing[cell] >= times else cards + 1
            for i, n in enumerate(drawn):
                if n:
                    best = min(best, cost[(*drawn[:i], n - 1, *drawn[i + 1 :])])
            cost[drawn] = best
            return best <= cards

        return self._tabled(held, left, enough)

    def _tabled(
        self,
        held: Sequence[int],
        left: Sequence[int],
        good: Callable[[tuple[int, ...], tuple[int, ...]], bool],
    ) -> Poly:
        """Return the ways of the vectors of drawn cards that are good, asked with the hand that comes of them."""
        assert self.packing
        found = [0] * (sum(left[t] for t in self.types) + 1)
        for drawn in product(*(range(left[t] + 1) for t in self.types)):
            cell = tuple(held[t] + n for t, n in zip(self.types, drawn, strict=True))
            if good(cell, drawn):
                ways = 1
                for t, n in zip(self.types, drawn, strict=True):
                    ways *= comb(left[t], n)
                found[sum(drawn)] += ways
        return found


def parts_of(entry: MeldEntry, trump: int, copies: tuple[int, ...]) -> tuple[Part, ...]:
    """Return the parts of a meld under a trump; none where its cards are not in the deck."""
    groups: list[tuple[set[int], set[Vector]]] = []
    for _, vectors in entry.forms[trump]:
        possible = {v for v in vectors if all(copies[t] >= n for t, n in v)}
        if not possible:
            continue
        types = {t for v in possible for t, _ in v}
        touching = [group for group in groups if group[0] & types]
        groups = [group for group in groups if not group[0] & types]
        for group in touching:
            types |= group[0]
            possible |= group[1]
        groups.append((types, possible))
    return tuple(Part(tuple(sorted(possible)), copies) for _, possible in groups)


# -- polynomials


def chosen(cards: int, least: int) -> Poly:
    """Return the ways to take at least so many of equal cards."""
    return [comb(cards, n) if n >= least else 0 for n in range(cards + 1)]


def multiply(a: Poly, b: Poly) -> Poly:
    """Return the product."""
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        if x:
            for j, y in enumerate(b):
                found[i + j] += x * y
    return found


def multiply_all(factors: Iterable[Poly], most: int | None = None) -> Poly:
    """Return the product of all, up to an exponent."""
    found = [1]
    for factor in factors:
        found = multiply(found, factor)
        if most is not None:
            del found[most + 1 :]
            found += [0] * (most + 1 - len(found))
    return found


def add(a: Poly, b: Poly) -> Poly:
    """Return the sum."""
    return [x + y for x, y in zip_longest(a, b, fillvalue=0)]


def subtract(a: Poly, b: Poly) -> Poly:
    """Return the difference."""
    return [x - y for x, y in zip_longest(a, b, fillvalue=0)]


def completed(poly: Poly, others: int, cards: int) -> int:
    """Return the ways to draw so many cards in all, the rest of them from the others."""
    return sum(ways * comb(others, cards - n) for n, ways in enumerate(poly) if ways and n <= cards)


# -- one hand


def times_held(parts: Sequence[Part], held: Sequence[int]) -> int:
    """Return how many times a hand can lay a meld."""
    return sum(part.times(held) for part in parts)


def ways_by_times(parts: Sequence[Part], held: Sequence[int], left: Sequence[int], cards: int) -> list[int]:
    """Return the ways to draw cards so that the meld can be laid at least 0, 1, 2, ... times."""
    spread: list[Poly] = [[1]]
    for part in parts:
        levels: list[Poly] = []
        while True:
            level = part.at_least(len(levels), held, left)
            if not any(level):
                break
            levels.append(level)
        levels.append([0])
        exactly = [subtract(levels[k], levels[k + 1]) for k in range(len(levels) - 1)]
        wider: list[Poly] = [[0] for _ in range(len(spread) + len(exactly) - 1)]
        for i, a in enumerate(spread):
            for k, b in enumerate(exactly):
                wider[i + k] = add(wider[i + k], multiply(a, b))
        spread = wider
    others = sum(left) - sum(left[t] for part in parts for t in part.types)
    found = [completed(poly, others, cards) for poly in spread]
    for k in range(len(found) - 2, -1, -1):
        found[k] += found[k + 1]
    while len(found) > 1 and found[-1] == 0:
        found.pop()
    return found


def ways_for_any(groups: Iterable[Sequence[Part]], times: int, left: Sequence[int], cards: int) -> int:
    """Return the ways to draw cards so that one of several melds, which share no cards, can be laid so often."""
    none: Poly = [1]
    others = sum(left)
    for parts in groups:
        mine = [left[t] if any(t in part.types for part in parts) else 0 for t in range(len(left))]
        others -= sum(mine)
        by_cards = [0] * (sum(mine) + 1)
        for n in range(len(by_cards)):
            by = ways_by_times(parts, [0] * len(left), mine, n)
            by_cards[n] = by[0] - (by[times] if times < len(by) else 0)
        none = multiply(none, by_cards)
    return comb(sum(left), cards) - completed(none, others, cards)


def ways_completed(
    parts: Sequence[Part], passed: int, held: Sequence[int], left: Sequence[int], may_pass: Sequence[bool], cards: int
) -> int:
    """Return the ways to deal another hand that has, among at most `passed` cards, what lays a meld once more."""
    usable = [n if may else 0 for n, may in zip(left, may_pass, strict=True)]
    none: Poly = [1]
    others = sum(left)
    for part in parts:
        size = sum(usable[t] for t in part.types)
        others -= size
        none = multiply(none, subtract(chosen(size, 0), part.within(passed, part.times(held) + 1, held, usable)))
    return comb(sum(left), cards) - completed(none, others, cards)


# -- several hands


def shares(cards: int, hands: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield every way to give some of equal cards to hands: how many each gets, and in how many ways."""
    if hands == 0:
        yield (), 1
        return
    for n in range(cards + 1):
        for rest, ways in shares(cards - n, hands - 1):
            yield (n, *rest), comb(cards, n) * ways


def deals(cards: int, hands: int, size: int) -> int:
    """Return the ways to deal hands of this size."""
    ways = 1
    for _ in range(hands):
        ways *= comb(cards, size)
        cards -= size
    return ways


def ways_for_some_hand(parts: Sequence[Part], left: Sequence[int], hands: int, size: int) -> int:
    """Return the ways to deal hands so that at least one of them can lay a meld.

    Raises `Uncountable` where that takes too long.
    """
    whole = deals(sum(left), hands, size)
    if hands == 1:
        by = ways_by_times(parts, [0] * len(left), left, size)
        return by[1] if len(by) > 1 else 0
    if not all(part.pools for part in parts):
        msg = "too many combinations of cards in several hands"
        raise Uncountable(msg)
    if len(parts) == 1:
        return _in_turn(parts[0], left, hands, size)
    return whole - _in_none(parts, left, hands, size)


def _in_turn(part: Part, left: Sequence[int], hands: int, size: int) -> int:
    """Count by inclusion and exclusion: hands that hold it all at once."""
    pools = [(sum(left[t] for t in types), need) for types, need in part.pools]
    others = sum(left) - sum(cards for cards, _ in pools)
    total = 0
    for all_of in range(1, hands + 1):
        if any(cards < all_of * need for cards, need in pools):
            break
        states: dict[tuple[int, ...], int] = {(0,) * all_of: 1}
        for cards, need in pools:
            rest = cards - all_of * need
            ways = [
                (tuple(n + need for n in given), _dealt(cards, [n + need for n in given]))
                for given, _ in shares(rest, all_of)
            ]
            states = _spread(states, ways, size)
        found = _finish(states, others, size)
        for k in range(all_of, hands):  # the other hands hold anything
            found *= comb(sum(left) - k * size, size)
        total += (-1) ** (all_of + 1) * comb(hands, all_of) * found
    return total


def _dealt(cards: int, given: Sequence[int]) -> int:
    """Return the ways to give so many of equal cards to each hand."""
    ways = 1
    for n in given:
        ways *= comb(cards, n)
        cards -= n
    return ways


def _spread(
    states: dict[tuple[int, ...], int], ways: Sequence[tuple[tuple[int, ...], int]], size: int
) -> dict[tuple[int, ...], int]:
    """Return the states after cards of a pool were given; hands are alike, so a state is its sorted counts."""
    if len(states) * len(ways) > MOST_STEPS:
        msg = "too many combinations of cards in several hands"
        raise Uncountable(msg)
    found: defaultdict[tuple[int, ...], int] = defaultdict(int)
    for state, before in states.items():
        for given, times in ways:
            after = tuple(sorted([a + b for a, b in zip(state, given, strict=True)]))
            if after[-1] <= size:
                found[after] += before * times
    return found


def _finish(states: dict[tuple[int, ...], int], others: int, size: int) -> int:
    """Return the ways to fill all hands with the other cards."""
    total = 0
    for state, ways in states.items():
        needed = [size - n for n in state]
        if sum(needed) <= others:
            total += ways * _dealt(others, needed)
    return total


def _in_none(parts: Sequence[Part], left: Sequence[int], hands: int, size: int) -> int:
    """Return the ways to deal hands none of which can lay any of the parts."""
    states: dict[tuple[int, ...], int] = {(0,) * hands: 1}
    others = sum(left)
    for part in parts:
        pools = [(sum(left[t] for t in types), need) for types, need in part.pools]
        others -= sum(cards for cards, _ in pools)
        states = _spread(states, list(_lacking(pools, hands)), size)
    return _finish(states, others, size)


def _lacking(pools: Sequence[tuple[int, int]], hands: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield how many cards of a part each hand may get so that none can lay it, and in how many ways."""
    found: Counter[tuple[tuple[int, bool], ...]] = Counter({((0, True),) * hands: 1})
    for cards, need in pools:
        ways = list(shares(cards, hands))
        if len(found) * len(ways) > MOST_STEPS:
            msg = "too many combinations of cards in several hands"
            raise Uncountable(msg)
        after: Counter[tuple[tuple[int, bool], ...]] = Counter()
        for state, before in found.items():
            for given, times in ways:
                now = tuple((n + g, full and g >= need) for (n, full), g in zip(state, given, strict=True))
                after[now] += before * times
        found = after
    lacking: Counter[tuple[int, ...]] = Counter()
    for state, ways_so in found.items():
        if not any(full for _, full in state):
            lacking[tuple(n for n, _ in state)] += ways_so
    yield from lacking.items()

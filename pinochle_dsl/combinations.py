"""Which sets of choices are proved: the default, each choice, all pairs, or all there are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, product

from pinochle_dsl.sheet import Sheet

MOST_COMBINATIONS = 4096
"""Sets of choices that are proved when all are asked for."""

MOST_SINGLE_PAIRS = 256
"""Pairs that are proved one by one, all else at its default; more are packed into fewer sets."""

Pair = frozenset[tuple[str, str]]


def wanted_sets(sheet: Sheet, extent: str = "pairs") -> Iterator[dict[str, str]]:
    """Return the sets of choices to prove, none twice: `default`, `pairs` or `all`.

    `pairs` are the default, each choice, and any two choices together.  `all` falls back to them
    where there are more than 4,096 sets.
    """
    seen: set[tuple[tuple[str, str], ...]] = set()
    for chosen in _wanted(sheet, extent):
        valid = sheet.valid(chosen)
        key = tuple(valid.items())
        if key not in seen:
            seen.add(key)
            yield valid


def number_of_sets(sheet: Sheet) -> int:
    """Return how many sets of choices there are, those that `only_if` rules out included."""
    total = 1
    for option in sheet.options.values():
        total *= len(option.choices)
    return total


def _wanted(sheet: Sheet, extent: str) -> Iterator[dict[str, str]]:
    base = sheet.defaults()
    yield base
    if extent == "default":
        return
    if extent == "all" and number_of_sets(sheet) <= MOST_COMBINATIONS:
        for whole in product(*(option.choices for option in sheet.options.values())):
            yield dict(zip(sheet.options, whole, strict=True))
        return
    others = {
        name: [choice for choice in option.choices if choice != option.default]
        for name, option in sheet.options.items()
    }
    for name, choices in others.items():
        for choice in choices:
            yield _beside(sheet, {**base, name: choice}, name)
    pairs = [
        frozenset({(one, first), (two, second)})
        for one, two in combinations(sheet.options, 2)
        for first, second in product(_ends(others[one]), _ends(others[two]))
    ]
    if len(pairs) <= MOST_SINGLE_PAIRS:
        for pair in pairs:
            yield _beside(sheet, {**base, **dict(pair)}, *dict(pair))
    else:
        yield from _packed(sheet, base, pairs)


def _ends(choices: list[str]) -> list[str]:
    """Return the choices to pair: of a long row of numbers the first, the middle and the last."""
    if len(choices) > 12 and all(choice.isdigit() for choice in choices):
        return [choices[0], choices[len(choices) // 2], choices[-1]]
    return choices


def _beside(sheet: Sheet, chosen: dict[str, str], *wanted: str) -> dict[str, str]:
    """Add the choices that the wanted options need beside them."""
    for name in wanted:
        needed = sheet.options[name].only_if
        chosen |= {other: choice for other, choice in needed.items() if other not in wanted}
    return chosen


def _packed(sheet: Sheet, base: dict[str, str], pairs: list[Pair]) -> Iterator[dict[str, str]]:
    """Return few sets in which every pair stands, each built greedily around a pair still missing."""
    missing = dict.fromkeys(pairs)
    while missing:
        seed = next(iter(missing))
        chosen = _beside(sheet, {**base, **dict(seed)}, *dict(seed))
        fixed = [(name, choice) for name, choice in chosen.items() if choice != base[name] or name in dict(seed)]
        for name, option in sheet.options.items():
            if any(name == taken for taken, _ in fixed):
                continue
            gains = {
                choice: sum(frozenset({(name, choice), one}) in missing for one in fixed) for choice in option.choices
            }
            best = max(gains, key=lambda choice: gains[choice])
            if gains[best]:
                chosen[name] = best
                fixed.append((name, best))
        del missing[seed]
        for one, two in combinations(sheet.valid(chosen).items(), 2):
            missing.pop(frozenset({one, two}), None)
        yield chosen

"""Every combination of some options, and what each choice changes, whatever the other options are."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from attrs import field, frozen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter import Comparison, Figure
    from interpreter.comparison import Compared
    from pinochle_dsl.loading import LoadedVariant, OfferedOption

MOST_SETS = 32
"""Sets of choices that are played side by side."""


@frozen
class Effect:
    """What a choice changes of a figure against the default, in the mean over the other options' choices."""

    option: str
    choice: str
    default: str
    figure: Compared
    found: Figure
    """The change, in the figure's own measure."""

    @property
    def measurable(self) -> bool:
        """Whether its interval does not touch zero."""
        return self.found.is_other_than_nothing


@frozen
class Ranking:
    """The choices that change a figure, the one that changes it most first."""

    figure: Compared
    effects: tuple[Effect, ...] = field()


def sets_of(options: Sequence[OfferedOption], varied: Sequence[str], fixed: Mapping[str, str]) -> list[dict[str, str]]:
    """Return every combination of the varied options' choices, the defaults first; impossible ones are left out.

    An option that needs another's choice (`only_if`) stands only beside it.  Raises `ValueError` for too many.
    """
    known = {option.name: option for option in options}
    rows = [_default_first(known[name]) for name in varied]
    total = 1
    for row in rows:
        total *= len(row)
    if total > MOST_SETS:
        msg = f"{total} combinations are too many to play side by side; {MOST_SETS} are not: vary fewer options"
        raise ValueError(msg)
    found = [dict(zip(varied, choices, strict=True)) for choices in product(*rows)]
    return [chosen for chosen in found if _possible({**fixed, **chosen}, known, varied)]


def _default_first(option: OfferedOption) -> list[str]:
    return [option.default, *(choice for choice in option.choices if choice != option.default)]


def _possible(chosen: Mapping[str, str], known: Mapping[str, OfferedOption], varied: Sequence[str]) -> bool:
    for name in varied:
        option = known[name]
        if chosen[name] == option.default:
            continue
        for other, choice in option.only_if.items():
            if chosen.get(other, known[other].default) != choice:
                return False
    return True


def effects_of(
    result: Comparison, sets: Sequence[Mapping[str, str]], options: Sequence[OfferedOption], figure: Compared
) -> list[Effect]:
    """Return what each choice changes of a figure; nothing where no other set of choices is like it."""
    found = []
    for option in options:
        for choice in option.choices:
            if choice == option.default:
                continue
            pairs = _pairs(sets, option.name, option.default, choice)
            weights = [0.0] * len(sets)
            for plain, changed in pairs:
                weights[plain] -= 1 / len(pairs)
                weights[changed] += 1 / len(pairs)
            effect = result.effect(figure, weights) if pairs else None
            if effect is not None:
                found.append(Effect(option.name, choice, option.default, figure, effect))
    return found


def _pairs(sets: Sequence[Mapping[str, str]], name: str, default: str, choice: str) -> list[tuple[int, int]]:
    """Return the sets that differ in nothing but one option, by number: with the default, with the choice."""

    def others(chosen: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        return tuple(sorted((k, v) for k, v in chosen.items() if k != name))

    plain = {others(chosen): i for i, chosen in enumerate(sets) if chosen[name] == default}
    return [
        (plain[others(chosen)], i)
        for i, chosen in enumerate(sets)
        if chosen[name] == choice and others(chosen) in plain
    ]


def rankings(
    result: Comparison,
    sets: Sequence[Mapping[str, str]],
    options: Sequence[OfferedOption],
) -> list[Ranking]:
    """Return for each figure which choice matters most for it: by the size of the change, measurable ones first."""
    found = []
    for figure in result.told():
        effects = effects_of(result, sets, options, figure)
        if effects:
            effects.sort(key=lambda effect: (not effect.measurable, -abs(effect.found.mean)))
            found.append(Ranking(figure, tuple(effects)))
    return found


def varied_options(variant: LoadedVariant, names: Sequence[str]) -> list[OfferedOption]:
    """Return the options of these names; raises `ValueError` for one that the rules do not offer."""
    known = {option.name: option for option in variant.options}
    for name in names:
        if name not in known:
            offered = ", ".join(known) or "none"
            msg = f"{variant.name} has no option '{name}' to vary; its options: {offered}"
            raise ValueError(msg)
    return [known[name] for name in dict.fromkeys(names)]

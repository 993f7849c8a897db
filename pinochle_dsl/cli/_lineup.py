"""The sets of rules that `compare` plays side by side: several NAMEs, or every combination of a NAME's choices."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import field, frozen

from pinochle_dsl.cli._failures import Unfit
from pinochle_dsl.cli._variants import chosen, loaded, program_of
from pinochle_dsl.differences import rule_differences
from pinochle_dsl.varying import rankings, sets_of, varied_options

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Comparison
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting
    from pinochle_dsl.differences import RuleDifference
    from pinochle_dsl.loading import LoadedVariant, OfferedOption
    from pinochle_dsl.varying import Ranking


@frozen
class Lineup:
    """The sets of rules that are compared."""

    variants: list[LoadedVariant]
    programs: list[Program]
    titles: list[str]
    """What each is called above its column."""
    rules: list[RuleDifference]
    sets: list[dict[str, str]] = field(factory=list)
    """With --vary: the choices of each."""
    options: list[OfferedOption] = field(factory=list)
    """With --vary: the options that vary."""

    def rankings(self, result: Comparison) -> list[Ranking]:
        """Return what each varied choice changes, the one that changes a figure most first."""
        if not self.sets:
            return []
        return rankings(result, self.sets, self.options)

    def choices(self) -> list[tuple[str, list[RuleDifference]]]:
        """Return each varied choice with the rules by which it alone differs from the defaults."""
        found = []
        for option in self.options:
            for choice in option.choices:
                alone = {**self.sets[0], option.name: choice}
                if choice != option.default and alone in self.sets:
                    changed = self.variants[self.sets.index(alone)]
                    found.append((f"{option.name} = {choice}", rule_differences([self.variants[0], changed])))
        return found


def side_by_side(names: Sequence[str], settings: Sequence[Setting]) -> Lineup:
    """Return the variants of a comparison."""
    variants = all_loaded(names, settings)
    programs = [program_of(variant) for variant in variants]
    return Lineup(variants, programs, headings(variants, settings), rule_differences(variants))


def varied_sets(name: str, settings: Sequence[Setting], varied: Sequence[str]) -> Lineup:
    """Return every combination of the choices of some options of a variant."""
    fixed = chosen(settings)
    both = [option for option in varied if option in fixed]
    if both:
        raise Unfit(f"option '{both[0]}' is both set and varied", "leave one of them out")
    try:
        options = varied_options(loaded(name, fixed), varied)
        sets = sets_of(loaded(name, fixed).options, [option.name for option in options], fixed)
    except ValueError as problem:
        raise Unfit(str(problem)) from None
    variants = [loaded(name, {**fixed, **choices}) for choices in sets]
    titles = [", ".join(f"{option}={choice}" for option, choice in choices.items()) for choices in sets]
    return Lineup(variants, [program_of(variant) for variant in variants], titles, [], sets, options)


def all_loaded(names: Sequence[str], settings: Sequence[Setting]) -> list[LoadedVariant]:
    """Return each variant with the settings that are for it; a setting that is for none of them is a mistake."""
    for which, option, choice in settings:
        if which > len(names) or (which == 0 and option[:2] == "0:"):
            raise Unfit(f"--set {which}:{option}={choice} is for a NAME number {which}; there are {len(names)}")
    plain = [loaded(name, {}) for name in names]
    offers = [{option.name for option in variant.options} for variant in plain]
    for which, option, _choice in settings:
        if which == 0 and not any(option in names_ for names_ in offers):
            from pinochle_dsl.suggest import did_you_mean  # noqa: PLC0415 - only then

            known = sorted(set().union(*offers))
            raise Unfit(f"none of these games has an option '{option}'", did_you_mean(option, known))
    return [
        loaded(
            name,
            chosen([each for each in settings if each[0] != 0 or each[1] in offers[i]], i + 1, len(names)),
        )
        for i, name in enumerate(names)
    ]


def headings(variants: Sequence[LoadedVariant], settings: Sequence[Setting]) -> list[str]:
    """Return what the variants are called above their columns: with what was set, where ids would be equal."""
    names = [variant.name for variant in variants]
    found: list[str] = []
    for i, variant in enumerate(variants):
        mine = [f"{o}={c}" for which, o, c in settings if which == i + 1]
        same = names.count(variant.name) > 1
        if same and mine:
            found.append(f"{variant.name} ({', '.join(mine)})")
        else:
            found.append(f"{i + 1}: {variant.name}" if same else variant.name)
    return found


def why_unpaired(programs: Sequence[Program]) -> str | None:
    """Return why variants cannot be dealt the same cards, or None."""
    names = [program.variant for program in programs]
    for what, facts in (
        ("players", [program.table.seats for program in programs]),
        ("cards in a hand", [program.deal.hand for program in programs]),
        ("cards in the deck", [sum(program.deck.copies) for program in programs]),
    ):
        if len(set(facts)) > 1:
            told = ", ".join(f"{name} has {fact}" for name, fact in zip(names, facts, strict=True))
            return f"the number of {what} differs ({told})"
    if len({(program.deck.copies, program.deck.ranks) for program in programs}) > 1:
        return "the decks differ"
    return None

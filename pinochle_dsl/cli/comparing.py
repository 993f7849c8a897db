"""`pinochle compare`: variants side by side, first their rules, then the same cards under each."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Status, Unfit
from pinochle_dsl.cli._figures_text import as_numbers, interval, label, legend, value, worth_showing
from pinochle_dsl.cli._runs import check_players, repeats, run_options
from pinochle_dsl.cli._variants import NAME, chosen, json_option, loaded, program_of, setting_option
from pinochle_dsl.cli._writing import counted, give, say, table, tell_apart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Comparison, Figure
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting
    from pinochle_dsl.differences import RuleDifference
    from pinochle_dsl.loading import LoadedVariant

WIDTH = 100
NOTHING = "–"
"""How a rule that is not there is written."""
MOST_NAMES = 8
"""Variants that fit beside each other."""


@click.command(
    epilog="""\b
Examples:
  pinochle compare cardgames-io partnership-ja
  pinochle compare partnership my-rules.yaml --games 10000 --jobs 4
  pinochle compare partnership-ja partnership-ja --set 2:passing=none
"""
)
@click.argument("names", metavar="NAME NAME...", nargs=-1, required=True, type=NAME)
@setting_option
@run_options
@json_option
def compare(
    names: tuple[str, ...],
    settings: tuple[Setting, ...],
    games: int,
    seed: int,
    players: tuple[str, ...],
    jobs: int,
    as_json: bool,  # noqa: FBT001 - click passes flags so
) -> int:
    """Compare variants: where their rules differ, then games with the same cards under each.

    A NAME may be given twice; --set sets every NAME that has the option,
    --set 2:option=choice the second alone.  Points are brought to one unit.
    """
    if len(names) < 2:
        raise Unfit("compare needs two variants or more", "a NAME may be given twice, with --set 2:option=choice")
    if len(names) > MOST_NAMES:
        raise Unfit(f"{len(names)} variants do not fit beside each other; {MOST_NAMES} do")
    variants = all_loaded(names, settings)
    programs = [program_of(variant) for variant in variants]
    for program in programs:
        check_players(players, program)
    from pinochle_dsl.cli._progress import compared  # noqa: PLC0415 - start-up
    from pinochle_dsl.differences import rule_differences  # noqa: PLC0415 - start-up

    rules = rule_differences(variants)
    titles = headings(variants, settings)
    if not as_json:
        show_rules(titles, rules)
    began = time.perf_counter()
    result = compared(programs, games=games, seed=seed, players=players, jobs=jobs)
    why = None if result.paired else why_unpaired(programs) or "the decks differ"
    command = repeats("compare", names, settings, games=games, seed=seed, players=players, jobs=jobs)
    if as_json:
        give(document(variants, rules, result, command, why))
    else:
        show_figures(titles, result, command, why)
        tell_apart(f"played in {time.perf_counter() - began:.2f} s")
    return Status.DONE


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


def show_rules(titles: Sequence[str], rules: Sequence[RuleDifference]) -> None:
    """Print where the rules differ, in words."""
    import textwrap  # noqa: PLC0415 - only here

    if not rules:
        say("The rules do not differ.\n")
        return
    say("Rules that differ\n")
    wide = max(map(len, titles)) + 6
    for rule in rules:
        say(f"  {rule.key}")
        alike = len(set(rule.words)) == 1  # then the sentences do not tell what differs
        for title, told, words in zip(titles, rule.values, rule.words, strict=True):
            said = told if alike or words in ("", NOTHING) else words
            first = f"    {title}: ".ljust(wide + 1)
            say(textwrap.fill(said, WIDTH, initial_indent=first, subsequent_indent=" " * len(first)))
    say()


def show_figures(titles: Sequence[str], result: Comparison, command: str, why: str | None) -> None:
    """Print the figures side by side."""
    program = result.runs[0].program
    say(f"Figures of {counted(result.runs[0].games, 'game')} each, 95% intervals in brackets")
    runs = any(meld.name == "run" for run in result.runs for meld in run.program.rules.melds)
    known = f": a run counts {15 * result.unit}" if runs else ""
    say(f"Points are in units of {result.unit}{known}." if result.unit in (1, 10) else "")
    say((f"Not the same cards: {why}." if why else "The same cards are dealt under each.") + "\n")
    wanted: set[str] = set()
    for i, run in enumerate(result.runs):
        found = {name: figure for name, figures in result.stats.items() if (figure := figures[i]) is not None}
        wanted |= set(worth_showing(found, run.program))
    shown = {name: figures for name, figures in result.stats.items() if name in wanted}
    rows = [(label(name, program), *(cell(figure, name) for figure in figures)) for name, figures in shown.items()]
    say(table(("Figure", *titles), rows, right=range(1, len(titles) + 1)))
    say("\n" + legend(shown, result.runs[0].players, counted=False))
    say(f"\nRepeat with: {command}")


def cell(figure: Figure | None, name: str) -> str:
    """Return a figure and its interval in one cell."""
    return "-" if figure is None else f"{value(figure.mean, name)} ({interval(figure, name)})"


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


def document(
    variants: Sequence[LoadedVariant],
    rules: Sequence[RuleDifference],
    result: Comparison,
    command: str,
    why: str | None,
) -> dict[str, Any]:
    """Return the JSON document of a comparison."""
    return {
        "variants": [variant.name for variant in variants],
        "options": [dict(variant.chosen) for variant in variants],
        "rules": [{"key": rule.key, "values": list(rule.values), "words": list(rule.words)} for rule in rules],
        "games": result.runs[0].games,
        "deals": [run.deals for run in result.runs],
        "seed": result.runs[0].seed,
        "players": list(result.runs[0].players),
        "command": command,
        "unit": result.unit,
        "paired": result.paired,
        "why": why,
        "stats": {
            name: [None if figure is None else as_numbers(figure) for figure in figures]
            for name, figures in result.stats.items()
        },
    }

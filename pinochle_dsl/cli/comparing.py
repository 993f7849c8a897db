"""`pinochle compare`: variants side by side, first their rules, then the same cards under each."""

from __future__ import annotations

import shlex
import time
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit, as_document
from pinochle_dsl.cli._figures_text import as_numbers, label, legend, worth_showing
from pinochle_dsl.cli._runs import check_players, how_to_repeat, repeats, run_options
from pinochle_dsl.cli._variants import NAME, json_option, setting_option
from pinochle_dsl.cli._workers import cluster_option, grown
from pinochle_dsl.cli._writing import counted, give, say, table, tell, tell_apart

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from concurrent.futures import Executor
    from pathlib import Path

    from interpreter import Comparison, Figure
    from interpreter.program import Program
    from pinochle_dsl.cli._lineup import Lineup
    from pinochle_dsl.cli._variants import Setting
    from pinochle_dsl.differences import RuleDifference
    from pinochle_dsl.varying import Ranking

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
  pinochle compare partnership my-rules.yaml --report what-changed.html
  pinochle compare partnership-ja --vary passing --vary beating --games 5000
"""
)
@click.argument("names", metavar="NAME NAME...", nargs=-1, required=True, type=NAME)
@setting_option
@click.option(
    "varied",
    "--vary",
    multiple=True,
    metavar="OPTION",
    help="Play every choice of an option of one NAME and rank what each changes; may be repeated.",
)
@click.option(
    "report",
    "--report",
    type=click.Path(path_type=str),
    metavar="FILE.html",
    help="Write a page with pictures and tables; never overwrites a file.",
)
@run_options
@cluster_option
@json_option
def compare(  # noqa: PLR0913 - as many as the command has options
    names: tuple[str, ...],
    settings: tuple[Setting, ...],
    varied: tuple[str, ...],
    report: str | None,
    games: int,
    seed: int,
    players: tuple[str, ...],
    jobs: int,
    cluster: str | None,
    as_json: bool,  # noqa: FBT001 - click passes flags so
) -> int:
    """Compare variants: where their rules differ, then games with the same cards under each.

    A NAME may be given twice; --set sets every NAME that has the option,
    --set 2:option=choice the second alone.  Where a run is 15 points in
    one and 150 in another, points are shown as scored in the latter.

    With --vary one NAME is enough: every combination of the choices is played.
    A change is called measurable if its 95% interval does not touch zero.

    Stopped from the keyboard, it reports the games that are done under all of them.
    """
    if len(names) < 2 and not varied:
        raise Unfit(
            "compare needs two variants or more",
            "a NAME may be given twice, with --set 2:option=choice; or vary an option of one NAME with --vary option",
        )
    if len(names) > 1 and varied:
        raise Unfit("--vary plays the choices of one NAME; give one", "leave the other NAMEs out, or leave --vary out")
    if len(names) > MOST_NAMES:
        raise Unfit(f"{len(names)} variants do not fit beside each other; {MOST_NAMES} do")
    page = new_page(report) if report is not None else None
    from pinochle_dsl.cli._lineup import side_by_side, varied_sets, why_unpaired  # noqa: PLC0415 - start-up
    from pinochle_dsl.cli.starting import as_word  # noqa: PLC0415 - start-up

    lineup = varied_sets(names[0], settings, varied) if varied else side_by_side(names, settings)
    for program in lineup.programs:
        check_players(players, program)
    if not as_json:
        (show_choices if varied else show_rules)(lineup)
    began = time.perf_counter()
    result, whole = played(lineup.programs, players, games=games, seed=seed, jobs=jobs, address=cluster)
    seconds = time.perf_counter() - began
    why = why_unpaired(lineup.programs)
    ranked = lineup.rankings(result) if result is not None else []
    shown = games if whole or result is None else result.games
    run = repeats("compare", names, settings, games=shown, seed=seed, players=players, jobs=jobs)
    command = " ".join([run, *(f"--vary {shlex.quote(name)}" for name in varied)])
    failure = None if whole else Failure(Status.INTERRUPTED, "interrupted", f"interrupted before {games:,} games")
    written = False
    if page is not None and result is not None:
        try:
            write_page(page, lineup, result, ranked, f"{command} --report {as_word(str(page))}", why)
            written = True
        except Failure as problem:
            failure = problem  # the figures are there all the same
    if as_json:
        found = document(lineup, result, ranked, (seed, players), command, why)
        give(found | ({"report": report} if written else {}) | (as_document(failure) if failure else {}))
    elif result is not None:
        if varied:
            show_rankings(ranked, result, command)
        else:
            show_figures(lineup.titles, result, command, why)
        tell_apart(f"played in {seconds:.2f} s")
        if written:
            tell(f"{page} is written: open it in a browser")
    if not whole:
        done = result.games if result is not None else 0
        lost = f"; {page} is not written" if page is not None and result is None else ""
        tell_apart(f"interrupted after {counted(done, 'game')} of {games:,}{lost}")
    if failure is None:
        return Status.DONE
    if failure.status is not Status.INTERRUPTED and not as_json:
        raise failure
    return failure.status


def played(
    programs: Sequence[Program], players: Sequence[str], *, games: int, seed: int, jobs: int, address: str | None
) -> tuple[Comparison | None, bool]:
    """Return a comparison, and whether it came to its end; a stopped one has the games that all have played."""
    from interpreter.comparison import Pairs, growing  # noqa: PLC0415 - start-up

    def pairs_of(many: int, executor: Executor | None) -> Generator[Pairs]:
        return growing(programs, games, seed, players, many, executor=executor)

    def done(pairs: Pairs) -> int:
        return pairs.games * len(programs)

    found = grown(pairs_of, done, games * len(programs), "games", jobs, address, rate=True)
    return (found[0].comparison if found[0] is not None else None), found[1]


def new_page(report: str) -> Path:
    """Return where the page is to stand; refuse what it cannot be before any game is played."""
    from pinochle_dsl.cli.starting import new_file, probe_new  # noqa: PLC0415 - start-up

    if not report:
        raise Unfit("--report names no file", "name it, as in --report what-changed.html")
    path = new_file(report, (".html", ".htm"), "report")
    probe_new(path)
    return path


def write_page(
    path: Path, lineup: Lineup, result: Comparison, ranked: Sequence[Ranking], command: str, why: str | None
) -> None:
    """Write the page; a file that has come to stand there meanwhile is left alone."""
    from pinochle_dsl.cli.starting import write_new  # noqa: PLC0415 - start-up
    from pinochle_dsl.report import Subject, report_page  # noqa: PLC0415 - start-up

    choices = tuple((name, tuple(rules)) for name, rules in lineup.choices())
    subject = Subject(
        tuple(lineup.titles),
        tuple(variant.title for variant in lineup.variants),
        tuple(lineup.rules),
        result,
        command,
        why,
        tuple(ranked),
        choices,
    )
    write_new(path, report_page(subject))


def show_rules(lineup: Lineup) -> None:
    """Print where the rules differ, in words."""
    if not lineup.rules:
        say("The rules do not differ.\n")
        return
    say("Rules that differ\n")
    show_words(lineup.titles, lineup.rules)


def show_choices(lineup: Lineup) -> None:
    """Print what each varied choice says."""
    say(f"{len(lineup.sets)} combinations of choices; what each choice changes against the default\n")
    for name, rules in lineup.choices():
        say(name)
        show_words(("default", "with it"), rules)


def show_words(titles: Sequence[str], rules: Sequence[RuleDifference]) -> None:
    """Print rules one below the other under each title."""
    import textwrap  # noqa: PLC0415 - only here

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
    from pinochle_dsl.report.words import scoring_words  # noqa: PLC0415 - start-up

    program = result.runs[0].program
    say(f"Figures of {counted(result.runs[0].games, 'game')} each, 95% intervals in brackets")
    if scored := scoring_words(result, titles):
        say(scored)
    say((f"Not the same cards: {why}." if why else "The same cards are dealt under each.") + "\n")
    wanted: set[str] = set()
    for i, run in enumerate(result.runs):
        found = {name: figure for name, figures in result.stats.items() if (figure := figures[i]) is not None}
        wanted |= set(worth_showing(found, run.program))
    shown = {name: figures for name, figures in result.stats.items() if name in wanted}
    rows = [(label(name, program), *(cell(figure, name) for figure in figures)) for name, figures in shown.items()]
    say(table(("Figure", *titles), rows, right=range(1, len(titles) + 1)))
    say("\n" + legend(shown, result.runs[0].players, counted=False))
    say("\n" + how_to_repeat(command, result.runs[0].players))


def cell(figure: Figure | None, name: str) -> str:
    """Return a figure and its interval in one cell."""
    from interpreter.figures import interval_text, mean_text  # noqa: PLC0415 - start-up

    return "-" if figure is None else f"{mean_text(name, figure)} ({interval_text(name, figure)})"


def show_rankings(ranked: Sequence[Ranking], result: Comparison, command: str) -> None:
    """Print which choice matters most for each figure."""
    import textwrap  # noqa: PLC0415 - only here

    from pinochle_dsl.report.words import (  # noqa: PLC0415 - start-up
        FIGURE_WORDS,
        MEASURABLE,
        in_short,
        label_of,
        said_change,
    )

    say(f"Which rule matters most: {counted(result.games, 'game')} under each combination, the same cards")
    say("\nIn short")
    for line in in_short(ranked, result.games):
        say(textwrap.fill(line, WIDTH, initial_indent="  ", subsequent_indent="    "))
    say(textwrap.fill(MEASURABLE, WIDTH, initial_indent="  ", subsequent_indent="  "))
    say("\nChanges against the default, in the mean over the other options; 95% intervals in brackets;")
    say("shares in percentage points; (?): not measurable\n")
    rows = []
    for ranking in ranked:
        for place, effect in enumerate(ranking.effects):
            name = label_of(ranking.figure) if place == 0 else ""
            change = said_change(ranking.figure, effect.found)
            rows.append((name, f"{effect.option} = {effect.choice}", change + ("" if effect.measurable else " (?)")))
    say(table(("Figure", "Choice", "Change"), rows))
    say("\nWhat the figures are")
    for ranking in ranked:
        say(f"  {label_of(ranking.figure)}: {FIGURE_WORDS[ranking.figure.name][1]}")
    say("\n" + how_to_repeat(command, result.runs[0].players))


def document(
    lineup: Lineup,
    result: Comparison | None,
    ranked: Sequence[Ranking],
    run: tuple[int, Sequence[str]],
    command: str,
    why: str | None,
) -> dict[str, Any]:
    """Return the JSON document of a comparison, by this seed and these players; None: no game was done."""
    seed, players = run
    unit = max(program.unit for program in lineup.programs)
    return {
        "variants": [variant.name for variant in lineup.variants],
        "options": [dict(variant.chosen) for variant in lineup.variants],
        "rules": [{"key": rule.key, "values": list(rule.values), "words": list(rule.words)} for rule in lineup.rules],
        "games": result.games if result is not None else 0,
        "deals": [run.deals for run in result.runs] if result is not None else [0] * len(lineup.programs),
        "seed": seed,
        "players": list(players),
        "command": command,
        "unit": unit,
        "paired": why is None,
        "why": why,
        "stats": figures(result) if result is not None else {},
        "differences": differences(result) if result is not None else {},
        "effects": [
            {
                "figure": ranking.figure.name,
                "rank": rank,
                "option": effect.option,
                "choice": effect.choice,
                "default": effect.default,
                **as_numbers(effect.found),
                "measurable": effect.measurable,
            }
            for ranking in ranked
            for rank, effect in enumerate(ranking.effects, 1)
        ],
    }


def figures(result: Comparison) -> dict[str, list[dict[str, float | int] | None]]:
    """Return each figure of each variant; None where it has no such figure."""
    return {
        name: [None if figure is None else as_numbers(figure) for figure in found]
        for name, found in result.stats.items()
    }


def differences(result: Comparison) -> dict[str, list[dict[str, float | int] | None]]:
    """Return by how much each figure of each further variant differs from that of the first."""
    others = range(1, len(result.runs))
    changes = {figure.name: [result.difference(figure, k) for k in others] for figure in result.told()}
    return {
        name: [None if change is None else as_numbers(change) for change in found] for name, found in changes.items()
    }

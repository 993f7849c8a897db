"""`pinochle simulate`: whole games under a variant, and what they come to."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, as_document
from pinochle_dsl.cli._figures_text import as_numbers, interval, label, legend, value, worth_showing
from pinochle_dsl.cli._runs import check_players, repeats, run_options
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._writing import counted, give, say, table, tell_apart

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter import Simulation
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting


@click.command(
    epilog="""\b
Examples:
  pinochle simulate cardgames-io
  pinochle simulate partnership-ja --games 10000 --seed 1 --jobs 4 --set passing=three
  pinochle simulate my-rules.yaml --games 1 --trace
  pinochle simulate cardgames-io --players basic,random
"""
)
@name_argument
@run_options
@click.option("--trace", "traced", is_flag=True, help="Print the games so that a person can follow them.")
@json_option
def simulate(
    name: str,
    settings: tuple[Setting, ...],
    games: int,
    seed: int,
    players: tuple[str, ...],
    jobs: int,
    traced: bool,  # noqa: FBT001 - click passes flags so
    as_json: bool,  # noqa: FBT001
) -> int:
    """Play whole games of NAME and report means with 95% intervals.

    The same seed gives the same games on every machine, however many processes.

    The player `basic` is a simple bot. It bids up to what its own melds and its
    share of the counters are worth, with something for a partner or a widow;
    names the suit that makes most of them; passes and buries what it misses
    least; leads sure winners, wins tricks cheaply and feeds its partner. It
    does not know that melds may fall under a floor or need saving, and looks
    neither at stakes nor at the score. `random` plays any card that is allowed.
    """
    program = compiled(name, settings)
    check_players(players, program)
    command = repeats("simulate", [name], settings, games=games, seed=seed, players=players, jobs=jobs)
    if traced and not as_json:
        show_games(program, games, seed, players)
        if games == 1:
            return Status.DONE
    from pinochle_dsl.cli._progress import played  # noqa: PLC0415 - start-up

    began = time.perf_counter()
    result, whole = played(program, games=games, seed=seed, players=players, jobs=jobs)
    seconds = time.perf_counter() - began
    if as_json:
        whole_document = document(program, result, seed, seconds, command)
        if traced:
            whole_document["trace"] = list(stories(program, games, seed, players))
        if not whole:
            whole_document |= as_document(
                Failure(Status.INTERRUPTED, "interrupted", f"interrupted before {games:,} games")
            )
        give(whole_document)
    elif result is not None:
        report(program, result, seconds, command)
    if not whole:
        done = result.games if result is not None else 0
        tell_apart(f"interrupted after {counted(done, 'game')} of {games:,}")
        return Status.INTERRUPTED
    return Status.DONE


def show_games(program: Program, games: int, seed: int, players: tuple[str, ...]) -> None:
    """Print games as stories, one after another."""
    for text in stories(program, games, seed, players):
        say(text)


def stories(program: Program, games: int, seed: int, players: tuple[str, ...]) -> Iterator[str]:
    """Yield games as stories."""
    from interpreter.trace import trace  # noqa: PLC0415 - start-up

    for number in range(games):
        with fitting_the_game():
            yield trace(program, seed, number, players)


def document(program: Program, result: Simulation | None, seed: int, seconds: float, command: str) -> dict[str, Any]:
    """Return the JSON document of a run; nothing in `stats` depends on time, machine or jobs."""
    return {
        "variant": program.variant,
        "options": dict(program.options),
        "games": result.games if result is not None else 0,
        "deals": result.deals if result is not None else 0,
        "seed": seed,
        "players": list(result.players) if result is not None else [],
        "seconds": round(seconds, 3),
        "command": command,
        "unit": program.unit,
        "stats": {name: as_numbers(figure) for name, figure in result.stats.items()} if result is not None else {},
    }


def report(program: Program, result: Simulation, seconds: float, command: str) -> None:
    """Print a run: means with their intervals, and the command that repeats it."""
    say(f"{program.title or program.variant}: {counted(result.games, 'game')}, {counted(result.deals, 'deal')}\n")
    shown = {name: result.stats[name] for name in worth_showing(result.stats, program)}
    rows = [
        (label(name, program), value(figure.mean, name), interval(figure, name), f"{figure.n:,}")
        for name, figure in shown.items()
    ]
    say(table(("Figure", "Mean", "95% interval", "Of"), rows, right=(1, 2, 3)))
    say("\n" + legend(shown, result.players))
    say(f"\nRepeat with: {command}")
    tell_apart(f"played in {seconds:.2f} s")

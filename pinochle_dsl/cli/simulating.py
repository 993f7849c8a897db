"""`pinochle simulate`: whole games under a variant, and what they come to."""

from __future__ import annotations

import re
import time
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pinochle_dsl.cli._failures import Failure, Status, Unfit, as_document
from pinochle_dsl.cli._figures_text import as_numbers, label, legend, worth_showing
from pinochle_dsl.cli._runs import MOST_GAMES, check_players, how_to_repeat, repeats, run_options
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._workers import cluster_option
from pinochle_dsl.cli._writing import counted, give, say, table, tell, tell_apart
from pinochle_dsl.suggest import cut

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from interpreter import Simulation
    from interpreter.program import Program
    from pinochle_dsl.cli._long import Played
    from pinochle_dsl.cli._variants import Setting

F = TypeVar("F", bound="Callable[..., Any]")


class ShardType(click.ParamType[tuple[int, int]]):
    """`3/10`: the third of ten parts."""

    name = "k/n"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, int]:
        """Return which, and of how many."""
        if isinstance(value, tuple):
            return value
        match = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", str(value).strip(), re.ASCII)
        if match is None or not 1 <= int(match[1]) <= int(match[2]):
            self.fail(f"{cut(str(value))!r} is no part of a run: write 3/10 for the third of ten", param, ctx)
        return int(match[1]), int(match[2])


def scale_options(function: F) -> F:
    """Add what long runs need."""
    for option in (
        click.option("--out", metavar="PART", help="Where the shard goes; `pinochle merge` joins all of them."),
        click.option("--shard", type=ShardType(), metavar="K/N", help="Play the K-th of N parts of the games."),
        cluster_option,
        click.option("--rows", metavar="FILE", help="Write each deal to a new file: .csv, .jsonl or .parquet."),
        click.option("--checkpoint", metavar="FILE", help="Keep the run in FILE, and go on from there after a stop."),
        click.option(
            "--until",
            multiple=True,
            metavar="GOAL",
            help="Stop when sure enough, as in 'made ± 0.2%' (or +-); without --games after as many as it takes.",
        ),
    ):
        function = option(function)
    return function


@click.command(
    epilog="""\b
Examples:
  pinochle simulate cardgames-io
  pinochle simulate partnership-ja --games 10000 --seed 1 --jobs 4 --set passing=three
  pinochle simulate my-rules.yaml --games 1 --trace
  pinochle simulate cardgames-io --players basic,random
  pinochle simulate cardgames-io --until "declarers.made +- 0.2%" --jobs 2
  pinochle simulate cardgames-io --games 10000000 --checkpoint long.run --rows deals.csv
  pinochle simulate cardgames-io --games 10000000 --shard 3/10 --out part-3
"""
)
@name_argument
@run_options
@scale_options
@click.option("--trace", "traced", is_flag=True, help="Print the games so that a person can follow them.")
@json_option
@click.pass_context
def simulate(  # noqa: PLR0913 - one for each option
    ctx: click.Context,
    name: str,
    settings: tuple[Setting, ...],
    games: int,
    seed: int,
    players: tuple[str, ...],
    jobs: int,
    until: tuple[str, ...],
    checkpoint: str | None,
    rows: str | None,
    cluster: str | None,
    shard: tuple[int, int] | None,
    out: str | None,
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
    endless = bool(until) and ctx.get_parameter_source("games") is ParameterSource.DEFAULT
    if endless:
        games = MOST_GAMES
    check_shard(shard, out, games, until)
    if traced and endless:
        raise Unfit("--trace prints each game: say with --games how many")
    run = partial(repeats, "simulate", [name], settings, seed=seed, players=players, jobs=jobs, until=until)
    command = run(games=None if endless else games)
    if traced and not as_json:
        show_games(program, games, seed, players)
        if games == 1 and not (checkpoint or rows or out):
            return Status.DONE
    from interpreter.parts import Part, shard_of  # noqa: PLC0415 - start-up
    from interpreter.simulation import no_sums, read_goals  # noqa: PLC0415 - start-up
    from pinochle_dsl.cli._long import Files, play  # noqa: PLC0415 - start-up

    with fitting_the_game():
        goals = read_goals(program, until)
    first, number = shard_of(games, *shard) if shard else (0, games)
    told = tuple(map(str, goals))
    part = Part(program, seed, players, first, number, games, no_sums(), shard=shard, until=told, command=command)
    began = time.perf_counter()
    played = play(part, goals, Files(checkpoint, rows, out), jobs, cluster)
    seconds = time.perf_counter() - began
    result = played.simulation
    if not (played.is_whole or shard) and result.games:
        command = run(games=result.games)  # of the figures that are shown
    if as_json:
        whole_document = document(program, result, seed, seconds, command)
        if goals:
            whole_document |= {"until": list(told), "sure": played.is_sure}
        if shard:
            whole_document |= {"shard": list(shard), "out": out}
        if traced:
            whole_document["trace"] = list(stories(program, games, seed, players))
        if not played.is_whole:
            whole_document |= as_document(
                Failure(Status.INTERRUPTED, "interrupted", f"interrupted before {number:,} games")
            )
        give(whole_document)
    elif result.games:
        report(program, result, seconds, command)
    if not played.is_whole:
        of = "" if endless else f" of {number:,}"
        tell_apart(f"interrupted after {counted(result.games, 'game')}{of}{going_on(checkpoint)}")
        return Status.INTERRUPTED
    if not as_json:
        tell_end(played, told)
    if not as_json and shard:
        tell(f"{out} is written; with all {shard[1]} parts: pinochle merge PART...")
    return Status.DONE


def tell_end(played: Played, goals: tuple[str, ...]) -> None:
    """Tell how a run came to its end."""
    if played.begun_at:
        tell(f"went on from {counted(played.begun_at, 'game')}")
    if goals:
        tell(f"{'sure enough' if played.is_sure else 'not sure enough yet'}: {'; '.join(goals)}")


def going_on(checkpoint: str | None) -> str:
    """Return what to say of a run that can be gone on with."""
    return "; the same command goes on from there" if checkpoint else ""


def check_shard(shard: tuple[int, int] | None, out: str | None, games: int, until: tuple[str, ...]) -> None:
    """Refuse shards that cannot be joined."""
    if (shard is None) != (out is None):
        lacks = "--out PART, where it goes" if out is None else "--shard K/N, as in --shard 3/10"
        raise Unfit(f"{'--shard' if shard else '--out'} needs {lacks}")
    if shard is None:
        return
    if until:
        raise Unfit("a shard cannot know when the whole run is sure enough", "say with --games how many games to play")
    if shard[1] > games:
        raise Unfit(f"{games:,} games cannot be cut into {shard[1]:,} parts")


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


def document(program: Program, result: Simulation, seed: int, seconds: float, command: str) -> dict[str, Any]:
    """Return the JSON document of a run; nothing in `stats` depends on time, machine or jobs."""
    return {
        "variant": program.variant,
        "options": dict(program.options),
        "games": result.games,
        "deals": result.deals,
        "seed": seed,
        "players": list(result.players) if result.games else [],
        "seconds": round(seconds, 3),
        "command": command,
        "unit": program.unit,
        "stats": {name: as_numbers(figure) for name, figure in result.stats.items()} if result.games else {},
    }


def report(program: Program, result: Simulation, seconds: float, command: str, done: str = "played") -> None:
    """Print a run: means with their intervals, and the command that repeats it."""
    from interpreter.figures import interval_text, mean_text  # noqa: PLC0415 - start-up

    say(f"{program.title or program.variant}: {counted(result.games, 'game')}, {counted(result.deals, 'deal')}\n")
    shown = {name: result.stats[name] for name in worth_showing(result.stats, program)}
    rows = [
        (label(name, program), mean_text(name, figure), interval_text(name, figure), f"{figure.n:,}")
        for name, figure in shown.items()
    ]
    say(table(("Figure", "Mean", "95% interval", "Of"), rows, right=(1, 2, 3)))
    say("\n" + legend(shown, result.players))
    say("\n" + how_to_repeat(command, result.players))
    tell_apart(f"{done} in {seconds:.2f} s")

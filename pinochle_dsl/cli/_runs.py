"""What `simulate` and `compare` share: games, seeds, players, jobs, and the command that repeats a run."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_dsl.cli._failures import Unfit
from pinochle_dsl.cli._figures import WholeType

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting

F = TypeVar("F", bound="Callable[..., Any]")

MOST_GAMES = 10**9
MOST_JOBS = 256
LARGEST_SEED = 2**64 - 1


class PlayersType(click.ParamType[tuple[str, ...]]):
    """Names of players with commas between."""

    name = "players"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the names."""
        if isinstance(value, tuple):
            return value
        names = tuple(part.strip() for part in str(value).split(","))
        if not all(names):
            self.fail(f"{value!r} has an empty name: write players with commas between, as in basic,random", param, ctx)
        return names


def run_options(function: F) -> F:
    """Add `--games`, `--seed`, `--players` and `--jobs`."""
    jobs = click.option(
        "--jobs",
        type=WholeType(1, MOST_JOBS),
        default=1,
        show_default=True,
        metavar="J",
        help="Processes; the results are the same.",
    )
    players = click.option(
        "--players",
        type=PlayersType(),
        default="basic",
        show_default=True,
        metavar="P,P,...",
        help="Who plays: random, basic, counting or search:DEALS; seat i is the (i mod number given)th.",
    )
    seed = click.option(
        "--seed",
        type=WholeType(0, LARGEST_SEED),
        default=0,
        show_default=True,
        metavar="S",
        help="Picks the cards.",
    )
    games = click.option(
        "--games",
        type=WholeType(1, MOST_GAMES),
        default=1000,
        show_default=True,
        metavar="N",
        help="Whole games to play.",
    )
    return games(seed(players(jobs(function))))


def check_players(players: Sequence[str], program: Program) -> None:
    """Refuse players that do not exist, and more of them than seats."""
    from interpreter.players import player_kinds  # noqa: PLC0415 - start-up

    for name in players:
        try:
            player_kinds([name])
        except ValueError as error:
            what, _, hint = str(error).partition("; ")
            raise Unfit(what, hint or None) from error
    seats = program.table.seats
    if len(players) > seats:
        raise Unfit(f"{len(players)} players are given, but {program.variant} has {seats} seats")


def repeats(
    verb: str,
    names: Iterable[str],
    settings: Iterable[Setting],
    *,
    games: int | None,
    seed: int,
    players: Sequence[str],
    jobs: int,
    until: Sequence[str] = (),
) -> str:
    """Return the command that repeats a run; `games` is None where it goes on until it is sure enough."""
    from pinochle_dsl.cli.starting import as_word  # noqa: PLC0415 - start-up

    words: list[str] = []
    for which, option, choice in settings:
        words += ["--set", f"{which}:{option}={choice}" if which else f"{option}={choice}"]
    for goal in until:
        words += ["--until", goal]
    words += [*(["--games", str(games)] if games is not None else []), "--seed", str(seed)]
    if tuple(players) != ("basic",):
        words += ["--players", ",".join(players)]
    if jobs > 1:
        words += ["--jobs", str(jobs)]
    return " ".join(["pinochle", verb, *map(as_word, names), shlex.join(words)])


def how_to_repeat(command: str, players: Sequence[str]) -> str:
    """Return a line with the command that repeats a run, as far as its players choose the same every time."""
    if any(player.endswith("ms") for player in players):
        return f"Play it again with: {command}\n(players with a time limit may choose otherwise)"
    return f"Repeat with: {command}"

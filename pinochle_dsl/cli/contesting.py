"""`pinochle tournament`: players against each other on duplicate deals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, as_document
from pinochle_dsl.cli._figures import WholeType
from pinochle_dsl.cli._runs import LARGEST_SEED, MOST_GAMES, MOST_JOBS, PlayersType, how_to_repeat, repeats
from pinochle_dsl.cli._variants import compiled, json_option, name_argument
from pinochle_dsl.cli._workers import cluster_option, grown
from pinochle_dsl.cli._writing import counted, give, say, table, tell_apart

if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from concurrent.futures import Executor

    from interpreter import Contestant, Tournament
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting


@click.command(
    epilog="""\b
Examples:
  pinochle tournament cardgames-io --players basic,random
  pinochle tournament two-handed-ko --players basic,random --games 20000 --seed 1 --jobs 2
  pinochle tournament three-handed --players random,basic --json
"""
)
@name_argument
@click.option(
    "--players", type=PlayersType(), required=True, metavar="P,P,...", help="Who meets: 2 to 16 players, also the same."
)
@click.option(
    "--games",
    type=WholeType(1, MOST_GAMES),
    default=1000,
    show_default=True,
    metavar="N",
    help="Games to play in all; as many more as make the last set whole.",
)
@click.option(
    "--seed", type=WholeType(0, LARGEST_SEED), default=0, show_default=True, metavar="S", help="Picks the cards."
)
@click.option(
    "--jobs",
    type=WholeType(1, MOST_JOBS),
    default=1,
    show_default=True,
    metavar="J",
    help="Processes; the results are the same.",
)
@cluster_option
@json_option
def tournament(
    name: str,
    settings: tuple[Setting, ...],
    players: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    cluster: str | None,
    as_json: bool,  # noqa: FBT001 - click passes flags so
) -> int:
    """Let players meet on duplicate deals of NAME and say who is stronger.

    The same deals are played with seats exchanged, so that the luck of the cards
    cancels out: in a set of games each contestant sits in each place equally often. A place
    is a side, or a seat where all play for themselves; contestants take places
    in turn. With more contestants than places, all combinations play each set.

    Intervals hold the true figure in 99 of 100 such tournaments; they are computed
    over the sets, as the games of a set are not independent. Stopped from the
    keyboard, it reports the sets that are done.
    """
    program = compiled(name, settings)
    began = time.perf_counter()
    result, whole = played(program, players, games=games, seed=seed, jobs=jobs, address=cluster)
    seconds = time.perf_counter() - began
    shown = games if whole or result is None else result.games
    command = repeats("tournament", [name], settings, games=shown, seed=seed, players=players, jobs=jobs)
    if as_json:
        found = document(program, result, players, seed, seconds, command)
        if not whole:
            found |= as_document(Failure(Status.INTERRUPTED, "interrupted", f"interrupted before {games:,} games"))
        give(found)
    elif result is not None:
        report(program, result, seconds, command)
    if not whole:
        done = result.games if result is not None else 0
        tell_apart(f"interrupted after {counted(done, 'game')} of {games:,}")
        return Status.INTERRUPTED
    return Status.DONE


def played(
    program: Program, players: Sequence[str], *, games: int, seed: int, jobs: int, address: str | None
) -> tuple[Tournament | None, bool]:
    """Return a tournament, and whether it came to its end; a stopped one has the sets up to the last that is done."""
    from interpreter.duplicate import growing  # noqa: PLC0415 - start-up

    def results(many: int, executor: Executor | None) -> Generator[Tournament]:
        return growing(program, players, games, seed, many, executor=executor)

    return grown(results, lambda result: min(games, result.games), games, program.variant, jobs, address)


def document(
    program: Program, result: Tournament | None, players: Sequence[str], seed: int, seconds: float, command: str
) -> dict[str, Any]:
    """Return the JSON document of a tournament."""
    from attrs import asdict  # noqa: PLC0415 - start-up

    standings = [asdict(contestant) for contestant in result.standings] if result is not None else []
    pairs = [
        {
            "players": list(pair.players),
            "names": [players[i] for i in pair.players],
            "games": pair.games,
            "win_rate": pair.win_rate,
            "low": pair.low,
            "high": pair.high,
        }
        for pair in (result.pairs if result is not None else ())
    ]
    return {
        "variant": program.variant,
        "options": dict(program.options),
        "games": result.games if result is not None else 0,
        "sets": result.sets if result is not None else 0,
        "deals": result.deals if result is not None else 0,
        "draws": result.draws if result is not None else 0,
        "unfinished": result.unfinished if result is not None else 0,
        "seed": seed,
        "seconds": round(seconds, 3),
        "command": command,
        "unit": program.unit,
        "par": result.par if result is not None else None,
        "players": standings,
        "pairs": pairs,
    }


def report(program: Program, result: Tournament, seconds: float, command: str) -> None:
    """Print a tournament: the best first."""
    from interpreter.figures import number_text, range_text  # noqa: PLC0415 - start-up

    say(f"{program.title or program.variant}: {counted(result.games, 'game')}, {counted(result.deals, 'deal')}\n")
    ranking = sorted(range(len(result.players)), key=lambda i: -result.standings[i].elo)
    rows = [_row(numbered(result.players)[i], result.standings[i]) for i in ranking]
    heads = ("Player", "Games", "Won", "99% interval", "Points", "Margin", "Elo")
    say(table(heads, rows, right=range(1, len(heads))))
    if len(result.pairs) > 1:
        names = numbered(result.players)
        place = {i: k for k, i in enumerate(ranking)}
        meetings = []
        for pair in result.pairs:
            first, second = pair.players
            won, low, high = pair.win_rate, pair.low, pair.high
            if place[first] > place[second]:
                first, second, won, low, high = second, first, 1 - won, 1 - high, 1 - low
            figures = number_text(won, share=True), range_text(low, high, share=True)
            meetings.append((place[first], place[second], names[first], names[second], *figures))
        say()
        rows = [row[2:] for row in sorted(meetings)]
        say(table(("Player", "Against", "Won", "99% interval"), rows, right=(2, 3)))
    say("\n" + "\n".join(legend(result)))
    say("\n" + how_to_repeat(command, result.players))
    tell_apart(f"played in {seconds:.2f} s")


def numbered(players: Sequence[str]) -> list[str]:
    """Return names that tell contestants apart, also two of the same kind."""
    return [
        name if players.count(name) == 1 else f"{name} ({players[: i + 1].count(name)})"
        for i, name in enumerate(players)
    ]


def _row(name: str, one: Contestant) -> tuple[str, ...]:
    from interpreter.figures import number_text, range_text  # noqa: PLC0415 - start-up

    spread = "" if one.margin_high is None else f" ± {one.margin_high - one.margin:,.1f}"
    return (
        name,
        f"{one.games:,}",
        number_text(one.win_rate, share=True),
        range_text(one.low, one.high, share=True),
        f"{one.points:,.1f}",
        f"{one.margin:+,.1f}{spread}",
        f"{one.elo:+.0f}",
    )


def legend(result: Tournament) -> list[str]:
    """Return what the figures are."""
    seating = result.seating
    what = "side" if result.program.table.accounts < result.program.table.seats else "seat"
    par = f"1 in {seating.at_table}" if seating.at_table > 2 else "50%"
    lines = [
        "What the figures are",
        f"  {counted(result.sets, 'set')} of {seating.games} games: the same deals, everybody in each place",
        f"  won: parts of his games, {par} if all are equal; "
        + ("a draw is half a win" if seating.places == 2 else "a draw is shared"),
    ]
    if len(seating.tables) > 1:
        lines.append(f"  {seating.contestants} contestants, {seating.at_table} at a table: all combinations met")
    elif seating.contestants < seating.places:
        lines.append(f"  {seating.contestants} contestants took {seating.places} {what}s in turn")
    lines += [
        f"  points: of a {what} at the end of a game; margin: more than the others' mean",
        "  99% interval, ±: they hold the true figure in 99 of 100 such runs; over sets",
        "  Elo: fitted to all games (Bradley and Terry), with a set besides in which all",
        "    are level; the mean is 0, and 100 more win 64%",
    ]
    if result.unfinished:
        lines.append(f"  {counted(result.unfinished, 'game')} broken off, as after 1,000 deals: won by who was ahead")
    return lines

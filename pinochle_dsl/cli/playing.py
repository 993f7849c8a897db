"""`pinochle play` and `pinochle replay`: a game at the terminal, and a record stepped through."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit
from pinochle_dsl.cli._figures import WholeType
from pinochle_dsl.cli._runs import LARGEST_SEED, PlayersType
from pinochle_dsl.cli._variants import chosen, fitting_the_game, json_option, loaded, name_argument, program_of
from pinochle_dsl.cli._writing import fitting, give, say, tell
from pinochle_dsl.table.stopping import Stopped, told_to_stop

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting
    from pinochle_dsl.table.session import Session

CLEARED = "\x1b[2J\x1b[3J\x1b[H"
"""What empties a terminal and what it has scrolled away."""


class SeatsType(click.ParamType[tuple[int, ...]]):
    """Numbers of seats with commas between."""

    name = "seats"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the seats."""
        if isinstance(value, tuple):
            return value
        parts = [part.strip() for part in str(value).split(",")]
        if not all(part.isdecimal() and len(part) < 4 for part in parts):
            self.fail(f"{value!r} are no seats: write their numbers with commas between, as in 0,2", param, ctx)
        seats = tuple(int(part) for part in parts)
        if len(set(seats)) < len(seats):
            self.fail(f"{value!r} names a seat twice", param, ctx)
        return seats


@click.command(
    epilog="""\b
Examples:
  pinochle play two-handed-ko
  pinochle play cardgames-io --players basic --seed 7
  pinochle play partnership-ja --seats 0,2 --set passing=three
  pinochle play my-rules.yaml --plain --save evening.json
"""
)
@name_argument
@click.option(
    "--seats", type=SeatsType(), metavar="SEAT,..", help="Where people sit (default 0), passing one machine around."
)
@click.option(
    "--players",
    type=PlayersType(),
    metavar="P,P,...",
    help="Who plays the other seats; seat i is the (i mod number given)th. `rising` grows with your streak, in games "
    "that count one.",
)
@click.option("--opponent", "opponent", metavar="P", help="The same for all other seats, as in --opponent basic.")
@click.option("--seed", type=WholeType(0, LARGEST_SEED), metavar="S", help="Picks the cards (default: nobody knows).")
@click.option("--save", "save", metavar="FILE", help="Where the game is saved; it goes on from there.")
@click.option("--new", "anew", is_flag=True, help="Begin anew, even if a game is saved.")
@click.option("--auto", is_flag=True, help="Let the other seats move by themselves from the start.")
@click.option("--plain", is_flag=True, help="Play in lines (as in a pipe), for instance with a screen reader.")
@json_option
def play(  # noqa: PLR0913 - one parameter an option
    name: str,
    settings: tuple[Setting, ...],
    seats: tuple[int, ...] | None,
    players: tuple[str, ...] | None,
    opponent: str | None,
    seed: int | None,
    save: str | None,
    anew: bool,  # noqa: FBT001 - click passes flags so
    auto: bool,  # noqa: FBT001
    plain: bool,  # noqa: FBT001
    as_json: bool,  # noqa: FBT001
) -> int:
    """Play NAME against the machine, or with others at one machine.

    On a terminal the table fills the screen; in a pipe or with --plain it speaks in
    lines. The game is saved after every move and goes on exactly there, whatever
    stopped it. With --json the talk goes to standard error, and the state of the
    game at the end is the one document on standard output.
    """
    variant = loaded(name, chosen(settings))
    program = program_of(variant)
    option = "--players" if opponent is None else "--opponent"
    if opponent is not None:
        if players is not None:
            raise Unfit("--players and --opponent say the same: give one of them")
        players = (opponent,)
    check_levels(players or ())
    path = save_path(program, save)
    hold(path)
    with fitting_the_game():
        session, resumed = seated(program, seats, (option, players or ()), seed, path, anew=anew)
    session.auto = session.auto or auto

    def rules() -> str:
        from pinochle_dsl.explaining import explain  # noqa: PLC0415 - only when asked for

        return explain(variant)

    def told() -> dict[str, str]:
        from pinochle_dsl.explaining import calls_told  # noqa: PLC0415 - only when asked for

        return calls_told(variant)

    session.explained = told
    whole = not (plain or as_json) and fills_the_screen()
    speak = tell if as_json else say
    status = Status.DONE
    with told_to_stop():
        try:
            session.save()
            if whole:
                from pinochle_dsl.table.app import run  # noqa: PLC0415 - a quarter of a second of imports

                code, problem = run(session, rules)
                status = Status(code)
                if problem:
                    raise Failure(Status.UNREADABLE, "unsaved", problem)
                return _left(session, name, settings, save, speak, status)
            if resumed:
                speak(f"Going on with the game saved in {session.save_path}; --new begins another.")
                speak("The command history says again what was said in this deal.")
            in_lines(session, rules, to_errors=as_json)
        except EOFError:
            speak("")
        except (KeyboardInterrupt, Stopped, click.Abort):
            speak("")
            status = Status.INTERRUPTED
        except _save_error() as problem:
            raise Failure(Status.UNREADABLE, "unsaved", str(problem)) from None
    if as_json:
        give(document(session))
    return _left(session, name, settings, save, speak, status)


def _left(
    session: Session,
    name: str,
    settings: tuple[Setting, ...],
    save: str | None,
    speak: Callable[[str], None],
    status: Status,
) -> Status:
    """Say where the game is saved."""
    words = f"The game is saved in {session.save_path}. Go on with: {again(name, settings, save)}"
    with suppress(OSError):
        speak(words)
        sys.stdout.flush()
    return status


def fills_the_screen() -> bool:
    """Tell whether the table can fill the screen: a terminal that is not too simple, and shows suits."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM", "") in ("", "dumb", "unknown"):
        return False
    if min(os.get_terminal_size(sys.stdout.fileno())) < 1:  # a line that knows no size, as a serial one
        return False
    return "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()


@click.command(
    epilog="""\b
Examples:
  pinochle replay evening.json
  pinochle replay evening.json --plain < /dev/null
  pinochle replay game.json --json
"""
)
@click.argument("file", type=click.Path())
@click.option("--plain", is_flag=True, help="Step through it in lines (as in a pipe).")
@click.option("--open", "opened", is_flag=True, help="Open the hands of a saved game that is not over yet, unasked.")
@json_option
def replay(file: str, plain: bool, opened: bool, as_json: bool) -> int:  # noqa: FBT001 - click passes flags so
    """Step through the game in FILE, forwards and backwards.

    All hands are open, so a saved game that is not over yet is opened on request only:
    a terminal asks, a pipe needs --open. FILE is a game that `play` has saved, or a
    record (`Game.record()` as JSON); it holds the rules it was played by. In a pipe
    without commands the whole game is told; --json gives its steps.
    """
    from pinochle_dsl.table.replaying import Replay, ReplayLines, record_in  # noqa: PLC0415 - start-up

    if "\0" in file:
        raise Unfit("a path has no null characters")
    try:
        record, played_on = record_in(Path(file))
    except _save_error() as problem:
        raise Failure(Status.UNREADABLE, "record", str(problem)) from None
    if played_on and not opened and not may_open(as_json=as_json):
        return Status.DONE
    found = Replay(record)
    if as_json:
        give(
            {
                "variant": record.get("variant"),
                "options": record.get("options"),
                "seed": record["seed"],
                "game": record["game"],
                "players": list(record.get("players") or ()),
                "steps": list(found.steps()),
                "over": found.game.is_over,
                "winner": found.game.winner,
                "totals": list(found.game.standing),
            }
        )
        return Status.DONE
    with told_to_stop():
        try:
            if not plain and fills_the_screen():
                from pinochle_dsl.table.app import run  # noqa: PLC0415 - a quarter of a second of imports

                return Status(run(found, lambda: "")[0])
            ReplayLines(found, *on_streams(to_errors=False)).run()
        except (Stopped, KeyboardInterrupt, click.Abort):
            return Status.INTERRUPTED
    return Status.DONE


def may_open(*, as_json: bool) -> bool:
    """Return whether all hands of a game that is not over may be shown: ask who sits there; refuse in a pipe."""
    if as_json or not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Unfit(
            "this game is not over yet, and a replay opens all hands",
            "--open shows them all the same; `pinochle play` goes on with the game",
        )
    ask, speak = on_streams(to_errors=False)
    speak("This game is not over yet, and a replay opens all hands: yours and those of the others.")
    try:
        sure = ask("Write yes to see them> ").strip().casefold() in ("yes", "y")
    except EOFError:
        sure = False
    if not sure:
        speak("The hands stay closed.")
    return sure


def _save_error() -> type[Exception]:
    from pinochle_dsl.table.saving import SaveError  # noqa: PLC0415 - start-up

    return SaveError


def again(name: str, settings: tuple[Setting, ...], save: str | None) -> str:
    """Return the command that goes on with a game."""
    import shlex  # noqa: PLC0415 - only here

    words = ["pinochle", "play", name]
    for which, option, choice in settings:
        words += ["--set", f"{which}:{option}={choice}" if which else f"{option}={choice}"]
    return shlex.join(words + (["--save", save] if save else []))


def save_path(program: Program, save: str | None) -> Path:
    """Return where the game is saved."""
    from pinochle_dsl.table.saving import default_path  # noqa: PLC0415 - start-up

    if save == "":
        raise Unfit("--save names no file", "name it, as in --save evening.json, or leave it out")
    return Path(save) if save is not None else default_path(program)


def hold(path: Path) -> None:
    """Keep a save for this command alone until it ends; refuse one that another process plays."""
    from pinochle_dsl.table.holding import held  # noqa: PLC0415 - start-up

    try:
        click.get_current_context().with_resource(held(path))
    except _save_error() as problem:
        hint = "go on there, or leave it first; --save FILE plays with another file"
        raise Failure(Status.UNREADABLE, "held", str(problem), hint) from None


def seated(
    program: Program,
    seats: tuple[int, ...] | None,
    chosen_players: tuple[str, tuple[str, ...]],
    seed: int | None,
    path: Path,
    *,
    anew: bool,
) -> tuple[Session, bool]:
    """Return the session to play: the saved one, or a new one; and whether it was saved before.

    `chosen_players` are the opponents that were asked for, and the option that did.
    """
    from pinochle_dsl.table import saving  # noqa: PLC0415 - start-up
    from pinochle_dsl.table.session import Session  # noqa: PLC0415 - start-up

    option, players = chosen_players
    exists = path.exists() or path.is_symlink()
    try:
        if exists:
            document = saving.read(path)
            session = Session.resumed(document, program, path)
            if not anew:
                refuse_changes(session, seats, seed, path)
                if players:
                    refuse_opponents(program, session.people, option, players)
                    refuse_another_streak(session, option, players, path)
                    session.players = players
                return session, True
    except saving.SaveError as problem:
        hint = "it is left as it is; --save FILE plays with another file"
        raise Failure(Status.UNREADABLE, "save", str(problem), hint) from None
    people = seats if seats is not None else (0,)
    count = program.table.people or program.table.seats
    for seat in people:
        if seat >= count:
            raise Unfit(f"there is no seat {seat}: {program.variant} has seats 0 to {count - 1}")
    if players:
        refuse_opponents(program, people, option, players)
    return Session(program, people=people, players=players, seed=seed, save=path), False


def refuse_opponents(program: Program, people: tuple[int, ...], option: str, players: tuple[str, ...]) -> None:
    """Refuse players that would sit nowhere, or could not do here what their name says."""
    from pinochle_dsl.table.opponents import RISING, streak_of  # noqa: PLC0415 - start-up

    count = program.table.people or program.table.seats
    if len(players) > count:
        raise Unfit(f"{len(players)} players are given, but {program.variant} has {count} seats")
    if len(people) == count:
        raise Unfit(f"{option}: people sit on every seat, so nobody else plays", f"leave {option} out")
    if RISING not in players:
        return
    hint = f"name a level, as in {option} basic, or leave {option} out"
    if streak_of(program) is None:
        raise Unfit(f"'{RISING}' grows with the games won in a row, and {program.variant} does not count those", hint)
    if len(people) > 1:
        raise Unfit(f"'{RISING}' grows with the streak of one person, and --seats names {len(people)}", hint)


def refuse_another_streak(session: Session, option: str, players: tuple[str, ...], path: Path) -> None:
    """Refuse other opponents where games won in a row are counted: who they are won against is part of the count."""
    if session.streak is None or session.levels(players) == session.levels():
        return
    now = ", ".join(dict.fromkeys(session.levels().values()))
    raise Unfit(
        f"{option}: the game saved in {path} counts games won in a row, all of them against {now}",
        f"leave {option} out to go on with it, or add --new: the streak ends",
    )


def refuse_changes(session: Session, seats: tuple[int, ...] | None, seed: int | None, path: Path) -> None:
    """Refuse what would be another game than the saved one."""
    what = None
    if seats is not None and tuple(sorted(seats)) != session.people:
        what = "--seats"
    elif seed is not None and seed != session.game.seed_of_run:
        what = "--seed"
    if what is not None:
        raise Unfit(f"{what}: a game is saved in {path}", f"leave {what} out to go on with it, or add --new")


def check_levels(players: tuple[str, ...]) -> None:
    """Refuse players that do not exist."""
    from interpreter.players import player_kinds  # noqa: PLC0415 - start-up
    from pinochle_dsl.table.opponents import RISING  # noqa: PLC0415 - start-up

    for name in players:
        if name == RISING:
            continue
        try:
            player_kinds([name])
        except ValueError as problem:
            raise Unfit(str(problem), f"'{RISING}' is a player too: one that grows with your streak") from None


def in_lines(session: Session, rules: Callable[[], str], *, to_errors: bool) -> None:
    """Play in lines on the standard streams."""
    from pinochle_dsl.table.lines import Lines  # noqa: PLC0415 - start-up

    out = sys.stderr if to_errors else sys.stdout

    def clear() -> None:
        out.write(CLEARED if out.isatty() else "\n" * 3)

    Lines(session, *on_streams(to_errors=to_errors), rules, clear=clear).run()


def on_streams(*, to_errors: bool) -> tuple[Callable[[str], str], Callable[[str], None]]:
    """Return what asks for a line, and what says some, on the standard streams."""
    out = sys.stderr if to_errors else sys.stdout

    def ask(prompt: str) -> str:
        out.write(fitting(prompt, out))
        out.flush()
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            out.write("\n")
        return line.rstrip("\n")

    def speak(text: str) -> None:
        out.write(fitting(text, out) + "\n")
        out.flush()

    return ask, speak


def document(session: Session) -> dict[str, Any]:
    """Return the state of a game as a document."""
    game = session.game
    score = session.streak_score()
    return {
        "variant": session.program.variant,
        "save": str(session.save_path),
        "seats": list(session.people),
        "players": [session.level(p) if p not in session.people else "human" for p in range(len(game.players))],
        "game": game.number,
        "actions": len(game.actions),
        "over": game.is_over,
        "winner": game.winner,
        "totals": list(game.standing),
        "streak": None if score is None else {"won": score[0], "score": score[1]},
        "games": [{"game": f.number, "winner": f.winner, "totals": list(f.totals)} for f in session.finished],
    }

"""Runs on file: how far one has come, to go on after a stop, or one of several parts that are joined.

A part says which games of which run it is about, how many of them are done and what they came to, with the
Program itself, so that joining parts needs nothing else.  It is written whole or not at all, carries a sum
over all it says, and is read by the version that wrote it alone: another's figures need not be the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from itertools import pairwise
from operator import add
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from interpreter import _numbers as numbers
from interpreter.given import check_players, check_run, whole
from interpreter.program import Program
from interpreter.simulation import Simulation
from interpreter.working import WrongVersionError, own_version
from interpreter.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
"""Version of the files of parts."""
WHAT = "part of a pinochle run"
LARGEST = 64 << 20
"""Bytes; no part is nearly as long."""


class NoPartError(ValueError):
    """A file is no part of a run, or is damaged."""


@frozen
class Part:
    """Games `first` to `first + games` of a run of `whole` games, and what those done came to."""

    program: Program
    seed: int
    players: tuple[str, ...]
    first: int
    games: int
    whole: int
    sums: tuple[int, ...]
    shard: tuple[int, int] | None = None
    """Which part of how many."""
    until: tuple[str, ...] = ()
    """Goals at which the run stops."""
    sure: bool = False
    """Whether it has stopped at them."""
    command: str = ""
    """The command of the whole run, for people."""
    rows: tuple[str, int, str] | None = None
    """Of the file of rows that goes with it: its form, how many bytes belong to the games done, and a sum over them."""

    @property
    def done(self) -> int:
        """Return how many games are done."""
        return self.sums[numbers.X_GAMES]

    @property
    def is_whole(self) -> bool:
        """Return whether all its games are done."""
        return self.done == self.games or self.sure

    @property
    def simulation(self) -> Simulation:
        """Return what the games came to."""
        return Simulation(self.program, self.seed, self.players, self.sums)

    @property
    def name(self) -> str:
        """Return what it is called in messages."""
        return f"shard {self.shard[0]}/{self.shard[1]}" if self.shard else "the run"

    def differs(self, other: Part) -> str | None:
        """Return in what this is of another run than `other`, or None."""
        if self.program.hash != other.program.hash:
            if self.program.variant != other.program.variant:
                return f"one is of {self.program.variant}, the other of {other.program.variant}"
            if self.program.options != other.program.options:
                return f"the options of {self.program.variant} differ"
            return f"the rules of {self.program.variant} differ"
        for what, mine, theirs in (
            ("seed", self.seed, other.seed),
            ("players", ",".join(self.players), ",".join(other.players)),
            ("goal", "; ".join(self.until) or "none", "; ".join(other.until) or "none"),
        ):
            if mine != theirs:
                return f"the {what} differs ({mine} and {theirs})"
        return None


def shard_of(games: int, k: int, n: int) -> tuple[int, int]:
    """Return the first game of shard k of n (from 1), and how many it has; all together are all games."""
    first = games * (k - 1) // n
    return first, games * k // n - first


# ---- files -------------------------------------------------------------------------------------------------


def text_of(part: Part) -> str:
    """Return a part as the text of its file."""
    body = {
        "what": WHAT,
        "format": FORMAT,
        "version": own_version(),
        "command": part.command,
        "hash": part.program.hash,
        "seed": part.seed,
        "players": list(part.players),
        "first": part.first,
        "games": part.games,
        "whole": part.whole,
        "done": part.done,
        "shard": list(part.shard) if part.shard else None,
        "until": list(part.until),
        "sure": part.sure,
        "rows": list(part.rows) if part.rows else None,
        "sums": list(part.sums),
        "program": json.loads(part.program.dumps()),
    }
    return json.dumps({**body, "check": _sum_over(body)}, ensure_ascii=False) + "\n"


def part_of(text: str) -> Part:
    """Return the part that a file's text says.

    Raises `NoPartError` for another text, `WrongVersionError` for a part of another version.
    """
    try:
        body = json.loads(text)
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict) or body.get("what") != WHAT:
        if text.lstrip().startswith('{"what": "' + WHAT):
            raise NoPartError("it is damaged: it is cut off, or was changed")
        raise NoPartError("it is no part of a run that `simulate` wrote")
    version = body.get("format")
    if type(version) is int and version > FORMAT:
        raise WrongVersionError(f"it has format {version}; this version reads formats up to {FORMAT}")
    if type(version) is not int or version < 1:
        raise NoPartError("it is damaged: it does not say its format")
    if body.pop("check", None) != _sum_over(body):
        raise NoPartError("it is damaged: it is cut off, or was changed")
    if body.get("version") != own_version():
        raise WrongVersionError(
            f"it was written by another version of the machine ({body.get('version')}; this is {own_version()}), "
            "whose figures need not be the same"
        )
    try:
        return _checked(body)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError) as problem:
        told = str(problem) if type(problem) is ValueError else "its figures do not fit its games"
        raise NoPartError(f"it is damaged: {told}") from problem


def _checked(body: dict[str, Any]) -> Part:
    program = Program.loads(json.dumps(body["program"]))
    sums = tuple(whole("sums", value, -(10**60), 10**60) for value in body["sums"])
    check_run(body["games"], body["seed"], 1, body["first"])
    check_players(body["players"])
    if program.hash != body["hash"] or len(sums) != numbers.SUMS or not 0 <= body["done"] <= body["games"]:
        raise ValueError("its figures do not fit its games")
    shard, rows = body["shard"], body["rows"]
    if shard is not None and (not isinstance(shard, list) or [type(value) for value in shard] != [int, int]):
        raise ValueError("it does not say which shard it is")
    part = Part(
        program,
        body["seed"],
        tuple(body["players"]),
        body["first"],
        body["games"],
        whole("whole", body["whole"], 1, 2**64),
        sums,
        (whole("shard", shard[0], 1, shard[1]), shard[1]) if shard else None,
        tuple(map(str, body["until"])),
        body["sure"] is True,
        str(body["command"]),
        (str(rows[0]), whole("rows", rows[1], 0, 2**63), str(rows[2])) if rows else None,
    )
    if part.done != body["done"]:
        raise ValueError("its figures do not fit its games")
    _ = part.simulation.stats  # figures that no games can have come to show here
    return part


def _sum_over(body: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def read_part(path: str | Path) -> Part:
    """Return the part in a file.

    Raises `OSError` where it cannot be read, `NoPartError` and `WrongVersionError` for what it holds.
    """
    kind = Path(path).stat().st_mode
    if not stat.S_ISREG(kind) and not stat.S_ISDIR(kind):  # a directory says itself what it is; a pipe would wait
        raise NoPartError("it is no plain file")
    with Path(path).open("rb") as file:
        raw = file.read(LARGEST + 1)
    try:
        return part_of(raw.decode("utf-8") if len(raw) <= LARGEST else "")
    except UnicodeDecodeError:
        raise NoPartError("it is no part of a run that `simulate` wrote") from None


class PartFile:
    """A file that holds a part, replaced whole as the run goes on; nothing else is ever overwritten."""

    def __init__(self, path: str | Path) -> None:
        """Look at the file; `found` is what it holds, None where there is none.

        Raises as `read_part` does.
        """
        self.path = Path(os.path.realpath(path))
        self.found = read_part(self.path) if self.path.exists() or self.path.is_symlink() else None
        self._seen = self._look()

    def _look(self) -> tuple[int, int, int] | None:
        try:
            told = self.path.stat()
        except FileNotFoundError:
            return None
        return told.st_ino, told.st_size, told.st_mtime_ns

    def write(self, part: Part) -> None:
        """Write a part in place of what the file held: whole, or not at all.

        Raises `OSError` where it cannot be written, `NoPartError` where somebody else has written the file.
        """
        if self._look() not in (self._seen, None):
            raise NoPartError("somebody else has written it since this run began")
        write_whole(self.path, text_of(part), over=True)
        self._seen = self._look()

    def take_away(self) -> None:
        """Take the file away if it is the one that was read or written here."""
        if self._seen is not None and self._look() == self._seen:
            self.path.unlink()


# ---- joining -----------------------------------------------------------------------------------------------


def merged(parts: Sequence[Part]) -> Part:
    """Return all parts of a run as one.

    Raises `ValueError` where they are of different runs, where some are missing, overlap or are not finished.
    """
    if not parts:
        raise ValueError("no parts are given")
    one = parts[0]
    for other in parts[1:]:
        why = one.differs(other)
        if why is None and one.whole != other.whole:
            why = f"one is of a run of {one.whole:,} games, the other of {other.whole:,}"
        if why is not None:
            raise ValueError(f"{one.name} and {other.name} are of different runs: {why}")
    for part in parts:
        if not part.is_whole:
            raise ValueError(f"{part.name} is not finished: {part.done:,} of its {part.games:,} games are done")
    ordered = sorted((part for part in parts if part.games), key=lambda part: part.first)
    for before, after in pairwise(ordered):
        if before.first + before.games > after.first:
            what = f"{before.name} is given twice" if before.name == after.name else f"{before.name} and {after.name}"
            games = f"games {after.first:,} to {min(before.first + before.games, after.first + after.games) - 1:,}"
            raise ValueError(f"{what}: {games} would count twice")
    missing = _missing(ordered)
    if missing:
        raise ValueError(f"parts are missing: {missing}")
    sums = list(ordered[0].sums)
    for part in ordered[1:]:
        sums = list(map(add, sums, part.sums))
    return evolve(ordered[0], first=0, games=one.whole, sums=tuple(sums), shard=None, rows=None)


def _missing(ordered: Sequence[Part]) -> str:
    """Return which games no part has, in words, or nothing."""
    at, gaps = 0, []
    for part in ordered:
        if part.first > at:
            gaps.append((at, part.first))
        at = part.first + part.games
    if at < ordered[0].whole:
        gaps.append((at, ordered[0].whole))
    if not gaps:
        return ""
    words = ", ".join(f"games {first:,} to {last - 1:,}" for first, last in gaps)
    cut = {part.shard[1] for part in ordered if part.shard}
    if len(cut) != 1:
        return words
    n = cut.pop()
    given = {part.shard[0] for part in ordered if part.shard}
    left = [f"{k}/{n}" for k in range(1, n + 1) if k not in given and shard_of(ordered[0].whole, k, n)[1]]
    return f"{', '.join(left[:20])}{', ...' if len(left) > 20 else ''} ({words})" if left else words

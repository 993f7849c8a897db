"""What a worker does: units of work, each a range of games of a run.

A unit says all that a worker has to know, so that any executor of `concurrent.futures` can hand it to any
machine; what comes back are whole-number sums, which add up in any order to the same figures.  What is added up
depends on the `Work`: the figures of one Program, comparisons of several, tournaments.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import pickle
import signal
import threading
import time
from array import array
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from attrs import frozen

from interpreter._playout import Playout
from interpreter.program import Program
from interpreter.rows import columns_of, written
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
MOST_ROWS = 20_000
"""Games whose rows are lists of numbers at one time; as text they take a tenth of it."""


class WrongVersionError(ValueError):
    """A worker, or a file, is of another version: its figures need not be the same."""


class Work(Protocol[Result_co]):
    """What is played, and what is wanted of it: a seed, players, and what is added up.

    It goes to every worker with each unit, so it is small, and equal to every other of the same kind, seed and players.
    """

    def ready(self, programs: Sequence[Program]) -> Callable[[int, int], Result_co]:
        """Return what plays games of these Programs: from a number on so many; their results depend on nothing else."""
        ...


@frozen
class Unit(Generic[Result]):
    """Games that one worker plays at a stretch."""

    programs: tuple[str, ...]
    """The Programs as text: a worker keeps what it has made of them."""
    work: Work[Result]
    first: int
    games: int


@frozen
class Done(Generic[Result]):
    """What came of a unit."""

    found: Result
    seconds: float
    """How long it took the worker: it decides how large further units are, and nothing else."""


@lru_cache(maxsize=1)
def own_version() -> str:
    """Return what tells this version of the machine from any other: a hash of its source."""
    found = hashlib.sha256()
    folder = Path(__file__).parent
    for file in sorted([*folder.glob("*.py"), *folder.glob("*.pxd")]):
        found.update(file.name.encode())
        found.update(file.read_bytes().replace(b"\r\n", b"\n"))
    return found.hexdigest()[:16]


_one_at_a_time = threading.Lock()
"""The threads of a process take turns: the machine holds Python's lock, and uncompiled it may be interrupted."""
_known: dict[tuple[tuple[str, ...], Work[object]], Callable[[int, int], object]] = {}


def known(programs: tuple[str, ...], work: Work[Result], play: Callable[[int, int], Result]) -> None:
    """Keep what plays a work, for units that are played here and in processes forked from it."""
    _known.clear()
    _known[programs, work] = play


def play_unit(version: str, packed: bytes) -> Done[object]:
    """Play a unit, which only a worker of the same version unpacks: another may not know what stands in it.

    Raises `WrongVersionError` where this worker is of another version than who asks.
    """
    if version != own_version():
        msg = (
            f"a worker has another version of the machine ({own_version()}) than this one ({version}): "
            "its figures need not be the same"
        )
        raise WrongVersionError(msg)
    unit: Unit[object] = pickle.loads(packed)  # noqa: S301 - from whoever has called this function, by the same way
    with _one_at_a_time:
        if (unit.programs, unit.work) not in _known:
            known(unit.programs, unit.work, unit.work.ready(list(map(Program.loads, unit.programs))))
        return played(_known[unit.programs, unit.work], unit.first, unit.games)


def played(play: Callable[[int, int], Result], first: int, games: int) -> Done[Result]:
    """Play games here, and see how long it takes."""
    began = time.perf_counter()
    found = play(first, games)
    return Done(found, time.perf_counter() - began)


@frozen
class Played:
    """What games of one Program came to."""

    sums: list[int]
    rows: bytes = b""


@frozen
class Games:
    """Games of one Program, for their figures, and for their deals one by one."""

    seed: int
    kinds: tuple[int, ...]
    rows: str = ""
    """In which form deals are handed back one by one; nothing for their sums alone."""

    def ready(self, programs: Sequence[Program]) -> Callable[[int, int], Played]:
        """Return what plays games of the Program."""
        (program,) = programs
        tables, columns = tables_of(program), columns_of(program) if self.rows else None

        def play(first: int, games: int) -> Played:
            playout = Playout(tables, self.seed, list(self.kinds))
            if columns is None:
                playout.play_games(first, games)
                return Played(list(playout.totals_of_sums()))
            parts = []
            for start in range(first, first + games, MOST_ROWS):
                number = min(MOST_ROWS, first + games - start)
                parts.append(written(columns, array("q", playout.play_rows(start, number)), start, self.rows))
            return Played(list(playout.totals_of_sums()), b"".join(parts))

        return play


def prepare_worker() -> None:
    """Leave a stop from the keyboard to the calling process, and end when that is gone, however it came about."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()
    if parent is None:
        return

    def wait() -> None:
        parent.join()
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()

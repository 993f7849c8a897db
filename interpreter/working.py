"""What a worker does: units of work, each a range of games of a run.

A unit says all that a worker has to know, so that any executor of `concurrent.futures` can hand it to any
machine; what comes back are whole-number sums, which add up in any order to the same figures.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import os
import signal
import threading
import time
from array import array
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter._playout import Playout
from interpreter.program import Program
from interpreter.rows import columns_of, written
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from interpreter._tables import Tables

MOST_ROWS = 20_000
"""Games whose rows are lists of numbers at one time; as text they take a tenth of it."""


class WrongVersionError(ValueError):
    """A worker, or a file, is of another version: its figures need not be the same."""


@frozen
class Unit:
    """Games that one worker plays at a stretch."""

    version: str
    program: str
    """The Program as text: a worker keeps what it has made of it."""
    seed: int
    kinds: tuple[int, ...]
    first: int
    games: int
    rows: str = ""
    """In which form it hands back its deals one by one; nothing for their sums alone."""


@frozen
class Done:
    """What came of a unit."""

    sums: list[int]
    rows: bytes
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
_known: dict[str, tuple[Program, list[Tables]]] = {}


def known(program: Program, text: str) -> None:
    """Keep the tables of a Program under its text, for units that are played here and in processes forked from it."""
    _known.clear()
    _known[text] = program, tables_of(program)


def play_unit(unit: Unit) -> Done:
    """Play a unit.

    Raises `WrongVersionError` where this worker is of another version than who asks.
    """
    if unit.version != own_version():
        msg = (
            f"a worker has another version of the machine ({own_version()}) than this one ({unit.version}): "
            "its figures need not be the same"
        )
        raise WrongVersionError(msg)
    with _one_at_a_time:
        if unit.program not in _known:
            known(program := Program.loads(unit.program), unit.program)
        program, tables = _known[unit.program]
        return played(program, tables, unit)


def played(program: Program, tables: list[Tables], unit: Unit) -> Done:
    """Play the games of a unit here."""
    began = time.perf_counter()
    playout = Playout(tables, unit.seed, list(unit.kinds))
    if not unit.rows:
        playout.play_games(unit.first, unit.games)
        return Done(list(playout.totals_of_sums()), b"", time.perf_counter() - began)
    columns, parts = columns_of(program), []
    for start in range(unit.first, unit.first + unit.games, MOST_ROWS):
        games = min(MOST_ROWS, unit.first + unit.games - start)
        parts.append(written(columns, array("q", playout.play_rows(start, games)), start, unit.rows))
    return Done(list(playout.totals_of_sums()), b"".join(parts), time.perf_counter() - began)


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

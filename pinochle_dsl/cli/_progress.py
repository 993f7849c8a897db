"""Long runs: a progress bar on a terminal, and what is done when somebody stops them."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pinochle_dsl.cli._variants import fitting_the_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import FrameType

    from interpreter import Comparison, Simulation
    from interpreter.program import Program

PATIENCE = 1.0
"""Seconds before a bar appears."""
STRETCH = 500
"""Games between two moments at which a run can be stopped without losing what is done."""

WORTH_STARTING = 2.0
"""Seconds that workers should have to do before others are started."""


@contextmanager
def told(total: int, what: str) -> Iterator[Callable[[int], None]]:
    """Give a function that is told how much is done; after a while it shows a bar, if a person is watching."""
    if not sys.stderr.isatty():
        yield lambda _done: None
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import Progress  # noqa: PLC0415 - only on a terminal

    began = time.monotonic()
    bar = Progress(console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total, start=True)
    shown = False

    def tell(done: int) -> None:
        nonlocal shown
        if not shown and time.monotonic() - began > PATIENCE:
            bar.start()
            shown = True
        bar.update(task, completed=done)

    try:
        yield tell
    finally:
        if shown:
            bar.stop()


@contextmanager
def only_here() -> Iterator[None]:
    """Let a stop from the keyboard end this process and the workers it has started, without a word of theirs."""
    here = os.getpid()

    def stop(_number: int, _frame: FrameType | None) -> None:
        if os.getpid() != here:
            return
        if "multiprocessing" in sys.modules:
            from multiprocessing import active_children  # noqa: PLC0415 - only where there are workers

            for worker in active_children():
                worker.terminate()
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not the main thread: nothing to arrange
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def played(
    program: Program, *, games: int, seed: int, players: Sequence[str], jobs: int
) -> tuple[Simulation | None, bool]:
    """Return a run, and whether it came to its end; a stopped one has the games that were done."""
    from interpreter import simulate  # noqa: PLC0415 - start-up

    done: Simulation | None = None
    first = 0
    stretch = STRETCH * jobs
    with only_here(), told(games, program.variant) as tell, fitting_the_game():
        try:
            while first < games:
                number, began = min(stretch, games - first), time.monotonic()
                part = simulate(program, number, seed, players, jobs, _from(first, tell), first)
                done = part if done is None else done.merged(part)
                first += number
                if jobs > 1 and time.monotonic() - began < WORTH_STARTING:
                    stretch *= 2
        except KeyboardInterrupt:
            return done, False
    return done, True


def _from(first: int, tell: Callable[[int], None]) -> Callable[[int], None]:
    return lambda done: tell(first + done)


def compared(programs: Sequence[Program], *, games: int, seed: int, players: Sequence[str], jobs: int) -> Comparison:
    """Return the same games under each Program."""
    from interpreter import paired  # noqa: PLC0415 - start-up

    with only_here(), told(games * len(programs), "games") as tell, fitting_the_game():
        return paired(programs, games, seed, players, jobs, tell)

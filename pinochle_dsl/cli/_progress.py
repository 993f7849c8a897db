"""Long runs: a progress bar on a terminal, and what is done when somebody stops them."""

from __future__ import annotations

import os
import signal
import sys
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType

PATIENCE = 1.0
"""Seconds before a bar appears."""


@contextmanager
def told(total: int, what: str, *, rate: bool = False) -> Iterator[Callable[..., None]]:
    """Give a function that is told how much is done, and of how much if that has changed.

    After a while it shows a bar with the time left, if a person is watching; with `rate` also how many games a second.
    """
    if not sys.stderr.isatty():
        yield lambda _done, _total=None: None
        return
    from rich.console import Console  # noqa: PLC0415 - only on a terminal
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn  # noqa: PLC0415 - only on a terminal

    began = time.monotonic()
    first: int | None = None
    columns = Progress.get_default_columns()
    if rate:  # rich forgets its estimate whenever the total changes, as it does where nobody knows it
        text = "{task.description}", "{task.fields[rate]}"
        columns = (TextColumn(text[0]), BarColumn(), TaskProgressColumn(), TextColumn(text[1]))
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=total, start=True, rate="")
    shown = False

    def tell(done: int, expected: int | None = None) -> None:
        nonlocal shown, first
        seconds = time.monotonic() - began
        first = done if first is None else first
        if not shown and seconds > PATIENCE:
            bar.start()
            shown = True
        if shown:
            whole = min(total, max(expected or total, done))
            pace = (done - first) / seconds
            bar.update(task, completed=done, total=whole, rate=_pace(pace, whole - done))

    try:
        yield tell
    finally:
        if shown:
            bar.stop()


def _pace(pace: float, left: int) -> str:
    """Return the games a second and the time left in words."""
    if not pace:
        return ""
    minutes, seconds = divmod(round(left / pace), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{pace:,.0f} games/s, {clock} left" if pace >= 10 else f"{pace:.2g} games/s, {clock} left"


class Stops:
    """Stops from the keyboard: at once, or when what must not be cut in two is done."""

    def __init__(self) -> None:
        """Begin with nothing in hand."""
        self.holding = self.pending = False

    @contextmanager
    def held(self) -> Iterator[None]:
        """Let a stop wait for what is done meanwhile."""
        self.holding = True
        try:
            yield
        finally:
            self.holding = False
        if self.pending:
            self.pending = False
            raise KeyboardInterrupt


@contextmanager
def only_here() -> Iterator[Stops]:
    """Let a stop from the keyboard end this process and the workers it has started, without a word of theirs."""
    here, stops = os.getpid(), Stops()

    def stop(_number: int, _frame: FrameType | None) -> None:
        if os.getpid() != here:
            return
        if stops.holding:
            stops.pending = True
            return
        if "multiprocessing" in sys.modules:
            from multiprocessing import active_children  # noqa: PLC0415 - only where there are workers

            for worker in active_children():
                worker.terminate()
        raise KeyboardInterrupt

    try:
        before = signal.signal(signal.SIGINT, stop)
    except ValueError:  # not the main thread: nothing to arrange
        yield stops
        return
    try:
        yield stops
    finally:
        signal.signal(signal.SIGINT, before)

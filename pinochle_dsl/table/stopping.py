"""Signals that ask the program to end: it says where the game is before it does."""

from __future__ import annotations

import signal
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Iterator
    from types import FrameType

KINDS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]
"""The signals, besides the one of Ctrl-C."""


class Stopped(BaseException):
    """A signal has asked the program to end."""


@contextmanager
def told_to_stop() -> Iterator[None]:
    """Turn the signals into `Stopped`, and leave them as they were."""

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Stopped

    before = {}
    with suppress(ValueError):  # not the main thread: nothing to arrange
        before = {kind: signal.signal(kind, stop) for kind in KINDS}
    try:
        yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


@contextmanager
def calling(loop: AbstractEventLoop, stop: Callable[[], object]) -> Iterator[None]:
    """Have the signals call something in a loop of events, and leave them as they were.

    An exception would be lost there when a signal arrives while a task runs: tasks keep what they raise.
    """
    before = {kind: signal.getsignal(kind) for kind in KINDS}
    with suppress(NotImplementedError, RuntimeError, ValueError):  # such a system, or not the main thread
        for kind in KINDS:
            loop.add_signal_handler(kind, stop)
    try:
        yield
    finally:
        with suppress(NotImplementedError, RuntimeError, ValueError):
            for kind, handler in before.items():
                loop.remove_signal_handler(kind)
                signal.signal(kind, handler)

"""Signals that ask the program to end: it says where the game is before it does."""

from __future__ import annotations

import signal
import sys
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


@contextmanager
def heard_while_thinking() -> Iterator[None]:
    """Have the signals and Ctrl-C raise `Stopped` while a full screen waits for a choice that may take long.

    The loop of events stands still meanwhile, and Ctrl-C is a key like any other on a full screen: the terminal makes a
    signal of it for so long.
    """

    def stop(_number: int, _frame: FrameType | None) -> None:
        raise Stopped

    before = {}
    with suppress(ValueError):  # not the main thread: nothing to arrange
        before = {kind: signal.signal(kind, stop) for kind in (*KINDS, signal.SIGINT)}
    try:
        with _keys_that_signal():
            yield
    finally:
        for kind, handler in before.items():
            signal.signal(kind, handler)


@contextmanager
def _keys_that_signal() -> Iterator[None]:
    """Let the terminal make signals of keys, where it is one."""
    try:
        import termios  # noqa: PLC0415 - Unix alone has it
    except ImportError:
        yield
        return
    try:
        terminal = sys.__stdin__.fileno() if sys.__stdin__ is not None else -1
        settings = termios.tcgetattr(terminal)
    except (OSError, ValueError, termios.error):  # no terminal
        yield
        return
    flags = settings[3]
    try:
        settings[3] = flags | termios.ISIG
        termios.tcsetattr(terminal, termios.TCSANOW, settings)
        yield
    finally:
        settings[3] = flags
        termios.tcsetattr(terminal, termios.TCSANOW, settings)

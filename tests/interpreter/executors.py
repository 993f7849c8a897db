"""Executors and workers that do not do as one might hope."""

from __future__ import annotations

import os
import signal
from concurrent.futures import Executor, Future
from random import Random
from threading import Timer

from interpreter import working


class Disorderly(Executor):
    """Lets what it is given lie for a moment, and then does it in an order of its own."""

    def __init__(self, seed: int, failing: float = 0.0) -> None:
        """Begin; `failing` is how often a unit fails at its first try, or always."""
        self.random, self.failing, self.waiting = Random(seed), failing, []
        self._max_workers, self.failed = 3, []

    def submit(self, function, /, *args, **kwargs):
        """Take a unit."""
        future = Future()
        self.waiting.append((future, function, args, kwargs))
        Timer(0.002, self._flush).start()
        return future

    def _flush(self) -> None:
        self.random.shuffle(self.waiting)
        while self.waiting:
            self._play(*self.waiting.pop())

    def _play(self, future, function, args, kwargs) -> None:
        if not future.set_running_or_notify_cancel():
            return
        if self.random.random() < self.failing and (self.failing == 1 or args not in self.failed):
            self.failed.append(args)
            future.set_exception(OSError("this worker is gone"))
        else:
            future.set_result(function(*args, **kwargs))


def other_version() -> None:
    working.own_version = lambda: "another"


def die_once(path: str) -> None:
    """Make this worker kill itself in the midst of its third unit, unless another has done so."""
    real, calls = working.played, []

    def deadly(*args):
        calls.append(1)
        if len(calls) == 3:
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                pass
            else:
                os.kill(os.getpid(), signal.SIGKILL)
        return real(*args)

    working.played = deadly

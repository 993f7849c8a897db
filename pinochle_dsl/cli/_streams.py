"""Standard streams that somebody has closed, or that cannot be written: plain words instead of a traceback."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import NoReturn

NAMES = {"stdin": "standard input", "stdout": "standard output", "stderr": "standard error"}


class StreamError(OSError):
    """A standard stream is closed."""


class ClosedStream(io.TextIOBase):
    """Stands for a stream that was closed before the program began."""

    def __init__(self, name: str) -> None:
        """Remember which one it is."""
        super().__init__()
        self.stands_for = NAMES[name]

    @property
    def buffer(self) -> ClosedStream:
        """Return the same for bytes."""
        return self

    def _refuse(self) -> NoReturn:
        raise StreamError(errno.EBADF, f"{self.stands_for} is closed")

    def write(self, _text: object, /) -> int:
        """Refuse to write."""
        self._refuse()

    def read(self, _size: int | None = -1, /) -> str:
        """Refuse to read."""
        self._refuse()

    def readline(self, _size: int = -1, /) -> str:  # type: ignore[override]
        """Refuse to read."""
        self._refuse()


def settle_streams() -> None:
    """Put something in the place of streams that are closed.

    Their descriptors are taken first: a file that is opened later must not get one of them.
    """
    if all(stream is not None for stream in (sys.stdin, sys.stdout, sys.stderr)):
        return
    while (hole := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(hole)
    if sys.stdin is None:
        sys.stdin = ClosedStream("stdin")
    if sys.stdout is None:
        sys.stdout = ClosedStream("stdout")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115, PTH123 - stays open to the end


def reason(problem: OSError) -> str:
    """Return what to say of an output that cannot be written."""
    if isinstance(problem, StreamError):
        return str(problem.strerror)
    return f"the output cannot be written: {problem.strerror or problem}"


def complain(message: str) -> None:
    """Say it on standard error, if anybody can hear it."""
    with suppress(OSError, ValueError):
        sys.stderr.write(f"error: {message}\n")
        sys.stderr.flush()


def close_quietly() -> None:
    """Point the outputs at nothing: what still waits to be written has nowhere to go."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        try:
            with suppress(OSError):
                stream.flush()
                continue
            hole = os.open(os.devnull, os.O_WRONLY)
            os.dup2(hole, stream.fileno())
            os.close(hole)
        except (OSError, ValueError):  # a stream without a descriptor
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115, PTH123 - stays open to the end

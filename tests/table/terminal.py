"""The real program at a pseudo-terminal: what it shows, and what is typed to it."""

from __future__ import annotations

import codecs
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path
from typing import Self

from tests.stopping import PATIENCE

ROOT = Path(__file__).resolve().parents[2]
SEQUENCES = re.compile(
    r"\x1b(?:\[[0-9;?<>=]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[PX^_].*?\x1b\\|[@-Z\\-_])", re.DOTALL
)
"""What moves and colours on a terminal."""


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, *args: str, state: Path, width: int = 80, height: int = 24, **environment: str) -> None:
        """Start the program."""
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        env = os.environ | {
            "TERM": "xterm-256color",
            "PYTHONUTF8": "1",
            "PYTHONPATH": str(ROOT),
            "XDG_STATE_HOME": str(state),
            "TEXTUAL_ANIMATIONS": "none",
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pinochle_dsl", *args],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=env | environment,
            cwd=state,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),  # noqa: PLW1509 - there are no threads here
        )
        os.close(slave)
        self.raw = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self.read_to = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)

    def _take(self, seconds: float) -> bool:
        """Read what there is; return whether the process still has its terminal."""
        if not select.select([self.master], [], [], seconds)[0]:
            return True
        try:
            found = os.read(self.master, 65536)
        except OSError:
            return False
        self.raw += self.decoder.decode(found)
        return bool(found)

    @property
    def text(self) -> str:
        """What was shown, without colours and places."""
        return SEQUENCES.sub("", self.raw).replace("\r", "")

    @property
    def tail(self) -> str:
        """What was shown last, without colours and places."""
        return SEQUENCES.sub("", self.raw[-12_000:])

    def wait_for(self, words: str) -> str:
        """Wait until words are shown that were not shown before; return what came with them."""
        end = time.monotonic() + PATIENCE
        while True:
            text = self.text
            at = text.find(words, self.read_to)
            if at >= 0:
                found = text[self.read_to : at + len(words)]
                self.read_to = at + len(words)
                return found
            if not self._take(0.05) or time.monotonic() > end:
                self._take(0.05)
                if self.text.find(words, self.read_to) < 0:
                    raise AssertionError(f"{words!r} was not shown; the last was:\n{self.text[-1500:]}")

    def type(self, text: str) -> None:
        """Type something."""
        os.write(self.master, text.encode())

    def press(self, key: str) -> None:
        """Press a key, and wait until the screen has changed."""
        shown, end = len(self.raw), time.monotonic() + 2.0
        self.type(key)
        while len(self.raw) == shown and time.monotonic() < end and self._take(0.02):
            pass
        self.drain()

    def drain(self, seconds: float = 0.0) -> None:
        """Read what is shown within some time."""
        end = time.monotonic() + seconds
        while self._take(0.01) and time.monotonic() < end:
            pass

    def end(self) -> int:
        """Wait for the end; return the status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self._take(0.02)
            assert time.monotonic() < end, self.text[-1500:]
        while self._take(0.05) and select.select([self.master], [], [], 0)[0]:
            pass
        return self.process.returncode

    def send(self, kind: signal.Signals) -> None:
        """Send a signal."""
        self.process.send_signal(kind)

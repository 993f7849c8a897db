"""Children that tests stop from the keyboard, on machines as busy as they may be."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any, AnyStr

PATIENCE = 120.0
"""Seconds until a test gives up: what is waited for takes a small part of them on a quiet machine."""
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


def _hear() -> None:
    """Hear of Ctrl-C again: a shell lets what it starts in the background be deaf to it, and its children too."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


HEARING: dict[str, Any] = {} if os.name == "nt" else {"preexec_fn": _hear}
"""What `subprocess.Popen` is told so that the child can be interrupted."""


def wait_for_work(running: subprocess.Popen[Any], seconds: float) -> None:
    """Wait until a process and its children have worked so much longer than now, or it has ended.

    How long that takes by the clock depends on what else the machine does. Where the system does not tell, the clock
    has to do.
    """
    if not Path("/proc/self/stat").exists():
        time.sleep(2 * seconds)
        return
    end, before = time.monotonic() + PATIENCE, _worked(running.pid)
    while running.poll() is None and _worked(running.pid) < before + seconds:
        assert time.monotonic() < end, f"not {seconds} seconds of work in {PATIENCE}"
        time.sleep(0.02)


def interrupted(running: subprocess.Popen[AnyStr], seconds: float) -> tuple[AnyStr, AnyStr]:
    """Let a process work so long, stop it from the keyboard, and return what it wrote; what does not end is killed."""
    wait_for_work(running, seconds)
    running.send_signal(signal.SIGINT)
    try:
        return running.communicate(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        running.kill()
        raise


def _worked(process: int) -> float:
    """Return the seconds of processor time of a process and of all that it has started."""
    parents, used = dict[int, int](), dict[int, float]()
    for folder in Path("/proc").iterdir():
        if not folder.name.isdecimal():
            continue
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        parents[int(folder.name)] = int(fields[1])
        used[int(folder.name)] = (int(fields[11]) + int(fields[12])) / _TICKS
    family = {process}
    while grown := {child for child, parent in parents.items() if parent in family} - family:
        family |= grown
    return sum(used.get(member, 0.0) for member in family)

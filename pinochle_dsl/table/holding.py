"""A saved game is played by one process at a time: a lock that goes when the process does, however it ends."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from pinochle_dsl.table.saving import SaveError

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Hold a save for this process as long as it plays.

    The lock is the system's, on a file beside the save: a process that is killed leaves the file, and no lock.  Where
    no file can be made there, or the file system has no locks, nothing is held, and a save that another process has
    written meanwhile is found out when it is saved.
    Raises `SaveError` where another process plays the game.
    """
    target = Path(os.path.realpath(path))
    beside = target.with_name(f".{target.name}.lock")
    made = [folder for folder in beside.parents if not folder.exists()]
    handle = _locked(beside)
    if handle is None:
        yield
        return
    try:
        yield
    finally:
        with suppress(OSError):  # before the lock goes: who waits for it looks whether the file is still there
            beside.unlink()
        os.close(handle)
        with suppress(OSError):  # folders that nothing was saved in
            for folder in made:
                folder.rmdir()


def _locked(beside: Path) -> int | None:
    """Return a handle with the lock, or None where there are no locks."""
    while True:
        try:
            beside.parent.mkdir(parents=True, exist_ok=True)
            handle = os.open(beside, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return None
        try:
            _lock(handle)
            mine, there = os.fstat(handle), beside.stat()
        except BlockingIOError:
            os.close(handle)
            name = beside.name.removeprefix(".").removesuffix(".lock")
            msg = f"the game in {beside.with_name(name)} is being played by another process"
            raise SaveError(msg) from None
        except FileNotFoundError:  # whoever had it is done, and has taken the file along
            os.close(handle)
            continue
        except OSError:
            os.close(handle)
            return None
        if os.path.samestat(mine, there):
            return handle
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def _lock(handle: int) -> None:
        """Lock a file, or raise `BlockingIOError` where another process has."""
        try:
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except PermissionError:
            raise BlockingIOError from None

else:
    import fcntl

    def _lock(handle: int) -> None:
        """Lock a file, or raise `BlockingIOError` where another process has."""
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

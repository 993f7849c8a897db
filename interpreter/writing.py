"""Files written whole or not at all: whoever stops a write leaves the old file or the new one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path

LONGEST = 60
"""Letters of a file's name that its temporary file bears."""


def write_whole(path: Path, text: str, *, over: bool, private: bool = False) -> None:
    """Write a file in one piece.

    `over` tells whether it may take the place of another one, `private` that nobody else may read it.
    Raises `FileExistsError` where a file stands in its place that has to stay;
    `OSError` where it cannot be written.
    """
    # a name of its own: what lies there already, a link to elsewhere included, is somebody's
    handle, name = tempfile.mkstemp(prefix=f".{path.name[:LONGEST]}.", suffix=".part", dir=path.parent)
    beside = Path(name)
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            _as_other_files(beside)
        if over:
            beside.replace(path)
        else:
            _link_new(beside, path, text)
    finally:
        with suppress(OSError):
            beside.unlink()
    _sync_directory(path.parent)


def _link_new(beside: Path, path: Path, text: str) -> None:
    """Give a file a name that no other file has."""
    try:
        os.link(beside, path)
    except FileExistsError:
        raise
    except OSError:  # a file system without links; a half of it may stay here, but never over a file
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)


def _as_other_files(path: Path) -> None:
    """Give a temporary file the permissions of any new file."""
    if os.name != "nt":
        mask = os.umask(0)
        os.umask(mask)
        path.chmod(0o666 & ~mask)


def _sync_directory(path: Path) -> None:
    """Let the new name last, where the system can do so."""
    with suppress(OSError):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

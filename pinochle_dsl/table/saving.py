"""Saves: a game that can be gone on with exactly where it was left, whatever stopped it."""

from __future__ import annotations

import hashlib
import json
import os
import stat
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.writing import write_whole

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter import Program

KIND = "pinochle game"
"""What every save says of itself."""
SAVE_FORMAT = 1
"""Version of the mapping that is saved."""
LARGEST = 64 * 1024 * 1024
"""Bytes of a file that may be a save."""


@lru_cache(maxsize=1)
def program_version() -> str:
    """Return the version of this program, as a save names it."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 - start-up

    try:
        return version("pinochle-dsl")
    except PackageNotFoundError:
        return ""


class SaveError(Exception):
    """A save cannot be read or written; the message says why in plain words."""


def default_path(program: Program) -> Path:
    """Return where the game of a Program is saved unless somebody says otherwise."""
    home = os.environ.get("XDG_STATE_HOME") or ""
    root = Path(home) if home.startswith("/") else Path.home() / ".local" / "state"
    name = "".join(c if c.isalnum() or c in "-_" else "-" for c in program.variant)[:60]
    return root / "pinochle" / f"{name}-{program.hash[:8]}.json"


def _check(document: Mapping[str, Any]) -> str:
    """Return the sum that tells whether a save is whole."""
    rest = {key: value for key, value in document.items() if key != "check"}
    text = json.dumps(rest, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def write(path: Path, content: Mapping[str, Any]) -> None:
    """Write a save in one piece: whoever stops it leaves the old one or the new one.

    Raises `SaveError` where it cannot be written.
    """
    document: dict[str, Any] = {"kind": KIND, "format": SAVE_FORMAT, **content}
    document["check"] = _check(document)
    target = Path(os.path.realpath(path))
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        write_whole(target, text, over=True, private=True)
    except OSError as problem:
        msg = f"the game cannot be saved in {path}: {problem.strerror or problem}; --save FILE saves it elsewhere"
        raise SaveError(msg) from problem


def stamp(path: Path) -> tuple[int, int, int] | None:
    """Return what tells whether a file is still the one that was written or read; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def read_json(path: Path) -> Any:  # noqa: ANN401 - whatever stands in the file
    """Return what stands in a file.

    Raises `SaveError` for a file that cannot be read or is no JSON.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            msg = f"{path} is no file"
            raise SaveError(msg)
        if found.st_size > LARGEST:
            msg = f"{path} is too large to be a game"
            raise SaveError(msg)
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as problem:
        msg = f"{path} is no saved game: it is not text"
        raise SaveError(msg) from problem
    except OSError as problem:
        msg = f"{path} cannot be read: {problem.strerror or problem}"
        raise SaveError(msg) from problem
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as problem:
        msg = f"{path} is no saved game, or it is damaged: it is no whole JSON document"
        raise SaveError(msg) from problem


def is_save(document: object) -> bool:
    """Tell whether a document says that it is a save."""
    return isinstance(document, dict) and document.get("kind") == KIND


def checked(path: Path, document: object) -> dict[str, Any]:
    """Return a save that is whole and that this version reads.

    Raises `SaveError` for any other.
    """
    if not isinstance(document, dict) or document.get("kind") != KIND:
        msg = f"{path} is no saved game of this program"
        raise SaveError(msg)
    form = document.get("format")
    if isinstance(form, bool) or not isinstance(form, int) or form < 1:
        msg = f"the saved game in {path} is damaged: it does not say its format"
        raise SaveError(msg)
    if form > SAVE_FORMAT:
        msg = f"the saved game in {path} has format {form}; this version reads formats up to {SAVE_FORMAT}"
        raise SaveError(msg)
    if document.get("check") != _check(document):
        msg = f"the saved game in {path} is damaged: its check sum does not fit"
        raise SaveError(msg)
    return document


def read(path: Path) -> dict[str, Any]:
    """Return a save.

    Raises `SaveError` for what is none, is damaged, or is of a newer format.
    """
    return checked(path, read_json(path))

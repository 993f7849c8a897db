"""Bytes of a rules file to a tree of nodes that know their places."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

import yaml

from pinochle_dsl.diagnostics import Diagnostic, diagnostic
from pinochle_dsl.nodes import Mapping, Sequence, Source
from pinochle_dsl.strict_yaml import EnoughSeen, StrictReader
from pinochle_dsl.yaml_traps import explain_syntax, text_findings

LARGEST_FILE = 64 * 1024
"""Bytes a rules file may have: ten times the longest rule sheet."""


def read_bytes(path: Path, name: str | None = None) -> bytes | Diagnostic:
    """Return the bytes of a file, or why it cannot be read; never waits for a pipe or an endless device."""
    source = Source(name or str(path))
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except FileNotFoundError:
        return diagnostic("PIN001", f"there is no file '{path}'", source)
    except PermissionError:
        if path.is_dir():
            return diagnostic("PIN002", f"'{path}' is a directory, not a rules file", source)
        return diagnostic("PIN002", f"'{path}' may not be read (no permission)", source)
    except (OSError, ValueError) as problem:
        return diagnostic("PIN002", f"'{path}' cannot be read: {_reason(problem)}", source)
    try:
        kind = os.fstat(handle).st_mode
        if stat.S_ISDIR(kind):
            return diagnostic("PIN002", f"'{path}' is a directory, not a rules file", source)
        if not stat.S_ISREG(kind):
            return diagnostic("PIN002", f"'{path}' is not an ordinary file", source)
        with os.fdopen(handle, "rb", closefd=False) as stream:
            return stream.read(LARGEST_FILE + 1)
    except OSError as problem:
        return diagnostic("PIN002", f"'{path}' cannot be read: {_reason(problem)}", source)
    finally:
        os.close(handle)


def read_stdin() -> bytes:
    """Return what comes on standard input, at most one byte more than a file may have."""
    return sys.stdin.buffer.read(LARGEST_FILE + 1)


def _reason(problem: Exception) -> str:
    return (problem.strerror if isinstance(problem, OSError) else None) or str(problem)


def decode(data: bytes, name: str, found: list[Diagnostic]) -> Source | None:
    """Return the text of a file; None with a finding when it is too long or not text."""
    nothing = Source(name)
    if len(data) > LARGEST_FILE:
        found.append(
            diagnostic(
                "PIN003",
                f"the file is longer than {LARGEST_FILE // 1024} KiB; a rules file is a few pages at most",
                nothing,
            )
        )
        return None
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        found.append(diagnostic("PIN004", "the file is written in UTF-16", nothing, hint="save it as UTF-8"))
        return None
    if b"\0" in data:
        found.append(diagnostic("PIN004", "this is not a text file", nothing, hint="a rules file is YAML in UTF-8"))
        return None
    try:
        return Source(name, data.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        good = Source(name, data[: problem.start].decode("utf-8", "replace"))
        message = f"the file is not UTF-8: byte 0x{data[problem.start]:02x} is no letter"
        found.append(diagnostic("PIN004", message, good, len(good.text), hint="save it as UTF-8"))
        return None


def read_shipped(source: Source, found: list[Diagnostic]) -> Mapping | None:
    """Return the tree of a shipped file."""
    return _read_fast(source) or read_text(source, found)


def _read_fast(source: Source) -> Mapping | None:
    """Return the tree of a sound file, read by YAML's parser in C; None where anything is odd, or without that parser.

    It takes four fifths less time.  It is not for authors' files: a few slips it reads as if they were right, and it
    would have other words for the rest.  A test holds that it reads every shipped file as the other one does.
    """
    parser = getattr(yaml, "CSafeLoader", None)
    if parser is None:
        return None
    found = text_findings(source)
    reader = StrictReader(source, found, parser)
    try:
        root = reader.compose_whole()
    except (EnoughSeen, yaml.YAMLError):
        return None
    finally:
        reader.dispose()
    return root if isinstance(root, Mapping) and not found else None


def read_text(source: Source, found: list[Diagnostic]) -> Mapping | None:
    """Return the tree of a rules file, or None when it cannot be read at all; adds what is wrong with it."""
    traps = text_findings(source)
    found += traps
    if any(trap.code == "PIN005" for trap in traps):
        return None
    reader = StrictReader(source, found)
    try:
        root = reader.compose_whole()
    except EnoughSeen:
        return None
    except yaml.MarkedYAMLError as problem:
        if not any(trap.code == "PIN006" for trap in traps):
            found.append(explain_syntax(source, problem))
        return None
    except (yaml.YAMLError, RecursionError) as problem:  # pragma: no cover - the checks above come first
        found.append(diagnostic("PIN007", f"this is not YAML: {problem}", source))
        return None
    finally:
        reader.dispose()
    if not isinstance(root, Mapping):
        what = (
            "a list" if isinstance(root, Sequence) else "empty" if root is None or root.value is None else "plain text"
        )
        found.append(
            diagnostic(
                "PIN018",
                f"a rules file is a mapping of keys to values; this one is {what}",
                source,
                root.start if root else 0,
                hint="it starts with `variant: the-name-of-the-game`",
            )
        )
        return None
    return root

"""Findings of rules files as text, in colour where a terminal wants it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, TextIO

from pinochle_dsl.diagnostics import render

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinochle_dsl.diagnostics import Diagnostic

COLOURS = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m", "note": "\x1b[1;36m", "help": "\x1b[1;32m"}
_HEAD = re.compile(r"^(error|warning|note)(\[PIN\d+\])", re.MULTILINE)
_CARET = re.compile(r"^( *\| *)(\^+)$", re.MULTILINE)
_HELP = re.compile(r"^( *= )(help|note)(:)", re.MULTILINE)


def in_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal that takes colour (`NO_COLOR`, `FORCE_COLOR` decide first)."""
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return stream.isatty() and os.environ.get("TERM") != "dumb"


def rendered(diagnostics: Iterable[Diagnostic], style: str, stream: TextIO) -> str:
    """Return findings as text for a stream."""
    text = render(diagnostics, style)
    if style != "full" or not in_colour(stream):
        return text
    text = _HEAD.sub(lambda m: f"{COLOURS[m[1]]}{m[1]}{m[2]}\x1b[0m", text)
    text = _CARET.sub(lambda m: f"{m[1]}{COLOURS['error']}{m[2]}\x1b[0m", text)
    return _HELP.sub(lambda m: f"{m[1]}{COLOURS[m[2]]}{m[2]}\x1b[0m{m[3]}", text)

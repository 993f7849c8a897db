"""Writing: results to standard output, notices to standard error, one JSON document with `--json`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, TextIO

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

LETTERS = str.maketrans({"♠": "S", "♥": "H", "♦": "D", "♣": "C", "–": "-", "…": "...", "−": "-", "±": "+-", "×": "x"})
"""What stands for signs that a terminal cannot show."""

WIDEST_CELL = 44
"""Columns of a table's cell before its text goes on in the next line."""


def fitting(text: str, stream: TextIO) -> str:
    """Return a text as a stream can show it: suits as letters where its encoding has no suits."""
    encoding = getattr(stream, "encoding", None) or "utf-8"
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return text.translate(LETTERS).encode(encoding, "replace").decode(encoding)
    return text


def say(text: str = "") -> None:
    """Print a result."""
    sys.stdout.write(fitting(text, sys.stdout) + "\n")


def tell(text: str) -> None:
    """Print a notice on standard error."""
    sys.stderr.write(fitting(text, sys.stderr) + "\n")


def tell_apart(text: str) -> None:
    """Print a notice that comes behind the results: on a terminal that shows both, a blank line stands between."""
    sys.stdout.flush()
    if sys.stdout.isatty() and sys.stderr.isatty():
        sys.stderr.write("\n")
    tell(text)


def give(document: object) -> None:
    """Print the one JSON document of a command."""
    import json  # noqa: PLC0415 - commands without --json do not need it

    text = json.dumps(document, ensure_ascii=False, indent=2)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=2)
    sys.stdout.write(text + "\n")


def width(text: str) -> int:
    """Return how many columns a text takes."""
    if text.isascii():
        return len(text)
    from pinochle_dsl.diagnostics import display_width  # noqa: PLC0415 - only for tables with other letters

    return display_width(text)


def table(
    heads: Sequence[str], rows: Iterable[Sequence[str]], right: Iterable[int] = (), widest: int | None = None
) -> str:
    """Return a table as lines of text, columns two blanks apart; columns `right` are flush right."""
    import textwrap  # noqa: PLC0415 - only for tables

    flush = set(right)
    lines: list[list[str]] = [list(heads)]
    for row in rows:
        cells = [textwrap.wrap(cell, widest or WIDEST_CELL) or [""] for cell in row]
        lines += ([part[i] if i < len(part) else "" for part in cells] for i in range(max(map(len, cells))))
    widths = [max(width(line[column]) for line in lines) for column in range(len(heads))]
    lines.insert(1, ["-" * size for size in widths])
    return "\n".join(
        "  ".join(
            " " * (size - width(cell)) + cell if column in flush else cell + " " * (size - width(cell))
            for column, (cell, size) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    )


def counted(number: int, what: str) -> str:
    """Return `1 file`, `2 files`, `1,000 games`."""
    return f"{number:,} {what}" if number == 1 else f"{number:,} {what}s"

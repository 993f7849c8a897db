"""Diagnostics: what is wrong with a rules file, where, and what to do about it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from typing import Any

from attrs import evolve, field, frozen

from interpreter.records import Record
from pinochle_dsl.findings import Path, Severity
from pinochle_dsl.nodes import Source

AFTER_ERRORS = ("PIN403", "PIN408", "PIN411")
"""Codes of notes about figures that may be meant; they wait until a file has no errors."""

WIDEST_LINE = 100
"""Columns of a source line that a message shows; longer lines are cut around the caret."""


@frozen(eq=False, repr=False)
class Note(Record):
    """A second place that belongs to a diagnostic."""

    message: str
    file: str | None = None
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        where = f" --> {self.file}:{self.line}:{self.column}" if self.file else ""
        return f"{self.message}{where}"


@frozen(eq=False, repr=False)
class Diagnostic(Record):
    """One thing that is wrong at one place of a file; lines and columns count from 1."""

    code: str
    severity: Severity
    message: str
    file: str
    line: int = 1
    column: int = 1
    end_line: int = 1
    end_column: int = 1
    hint: str | None = None
    path: str | None = None
    notes: tuple[Note, ...] = ()
    source: Source | None = field(default=None, eq=False, repr=False)

    @property
    def is_error(self) -> bool:
        """Whether the file cannot be used because of it."""
        return self.severity is Severity.ERROR

    def __str__(self) -> str:
        return concise(self)


class RulesError(Exception):
    """A rules file cannot be used; `diagnostics` says why."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep the diagnostics; the message shows the errors."""
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__("\n\n".join(full(item) for item in self.diagnostics if item.is_error))


class OptionError(RulesError):
    """An option or a choice that the rules file does not offer was asked for."""


def diagnostic(  # noqa: PLR0913 - a diagnostic has this many facts
    code: str,
    message: str,
    source: Source,
    start: int = 0,
    end: int | None = None,
    *,
    hint: str | None = None,
    severity: Severity = Severity.ERROR,
    notes: tuple[Note, ...] = (),
    path: str | None = None,
) -> Diagnostic:
    """Return a diagnostic for a range of offsets of a text."""
    line, column = source.place(start)
    end_line, end_column = source.place(max(start, start + 1 if end is None else end))
    return Diagnostic(
        code, severity, message, source.name, line, column, end_line, end_column, hint, path, notes, source
    )


def note(message: str, source: Source, start: int) -> Note:
    """Return a note for an offset of a text."""
    return Note(message, source.name, *source.place(start))


def path_text(path: Path) -> str:
    """Return a path as people write it: `melds.run.points[1]`."""
    parts = [f"[{part}]" if isinstance(part, int) else f".{part}" for part in path]
    return "".join(parts).removeprefix(".")


def in_order(items: Iterable[Diagnostic], first: str | None = None) -> tuple[Diagnostic, ...]:
    """Return diagnostics sorted by place, those of file `first` before others, none said twice.

    A note about a place where there is an error is left out: the error is what matters there.
    """
    seen: dict[tuple[Any, ...], Diagnostic] = {}
    items = list(items)
    wrong = {(item.file, item.line, item.column) for item in items if item.is_error}
    for item in items:
        if item.severity is Severity.NOTE and (item.file, item.line, item.column) in wrong:
            continue
        if item.severity is Severity.NOTE and wrong and item.code in AFTER_ERRORS:
            continue
        key = (item.file, item.line, item.column, item.code, item.message)
        if key not in seen:
            seen[key] = item
    ordered = sorted(seen.values(), key=lambda item: (item.file != first, item.file, item.line, item.column, item.code))
    return tuple(ordered)


def with_note(item: Diagnostic, extra: Note) -> Diagnostic:
    """Return the diagnostic with one more note."""
    return evolve(item, notes=(*item.notes, extra))


def concise(item: Diagnostic) -> str:
    """Return a diagnostic on one line."""
    return f"{item.file}:{item.line}:{item.column}: {item.severity.value}[{item.code}] {item.message}"


def full(item: Diagnostic) -> str:
    """Return a diagnostic with its source line, a caret under the place, hint and notes."""
    head = f"{item.severity.value}[{item.code}]: {item.message}"
    gutter = " " * len(str(item.line))
    lines = [head, f"{gutter}--> {item.file}:{item.line}:{item.column}"]
    if item.source is not None and item.source.text:
        shown, caret = _excerpt(item)
        lines += [f"{gutter} |", f"{item.line} | {shown}".rstrip(), f"{gutter} | {caret}"]
    if item.hint:
        lines += [f"{gutter} = help: {item.hint}"]
    lines += [f"{gutter} = note: {extra}" for extra in item.notes]
    return "\n".join(lines)


def as_json(item: Diagnostic) -> dict[str, Any]:
    """Return a diagnostic as one JSON-ready mapping."""
    return {
        "code": item.code,
        "severity": item.severity.value,
        "message": item.message,
        "file": item.file,
        "line": item.line,
        "column": item.column,
        "end_line": item.end_line,
        "end_column": item.end_column,
        "hint": item.hint,
        "path": item.path,
        "notes": [
            {"message": extra.message, "file": extra.file, "line": extra.line, "column": extra.column}
            for extra in item.notes
        ],
    }


def render(items: Iterable[Diagnostic], style: str = "full") -> str:
    """Return all diagnostics in a format: full, concise or json."""
    listed = list(items)
    if style == "json":
        return json.dumps([as_json(item) for item in listed], ensure_ascii=False, indent=2)
    if style == "concise":
        return "\n".join(concise(item) for item in listed)
    return "\n\n".join(full(item) for item in listed)


def summary(items: Iterable[Diagnostic]) -> str:
    """Return `2 errors, 1 warning`, or `no findings`."""
    counts = dict.fromkeys(Severity, 0)
    for item in items:
        counts[item.severity] += 1
    said = [f"{number} {severity.value}{'' if number == 1 else 's'}" for severity, number in counts.items() if number]
    return ", ".join(said) or "no findings"


def display_width(text: str) -> int:
    """Return how many columns a terminal gives a text."""
    width = 0
    for character in text:
        if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me", "Cf"):
            continue
        width += 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1
    return width


def _excerpt(item: Diagnostic) -> tuple[str, str]:
    assert item.source is not None
    line = item.source.line(item.line)
    begin = min(item.column - 1, len(line))
    finish = item.end_column - 1 if item.end_line == item.line else len(line)
    finish = max(begin, min(finish, len(line)))
    before, marked, after = (_clean(line[:begin]), _clean(line[begin:finish]), _clean(line[finish:]))
    if display_width(before + marked + after) > WIDEST_LINE:
        before, marked, after = _cut(before, marked, after)
    caret = " " * display_width(before) + "^" * max(1, display_width(marked))
    return before + marked + after, caret


def _clean(text: str) -> str:
    """Return a text with tabs as blanks and without signs that a terminal would act on."""
    return "".join(
        "    "
        if character == "\t"
        else "?"
        if unicodedata.category(character) in ("Cc", "Cf", "Zl", "Zp", "Cs")
        else character
        for character in text
        if character not in "\ufe0e\ufe0f"
    )


def _cut(before: str, marked: str, after: str) -> tuple[str, str, str]:
    dots = "..."
    if len(before) > WIDEST_LINE // 2:
        before = dots + before[-(WIDEST_LINE // 2) :]
    room = max(10, WIDEST_LINE - len(before))
    if len(marked) > room:
        return before, marked[:room] + dots, ""
    room -= len(marked)
    return before, marked, after if len(after) <= room else after[:room] + dots

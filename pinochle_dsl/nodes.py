"""The parts of a rules file with their places: texts, mappings and lists that know where they stand."""

from __future__ import annotations

import re
from functools import cached_property

from attrs import define, field

VARIATION_SELECTORS = "\ufe0e\ufe0f"
"""Phones write ♠ followed by one of these; they mean nothing here."""


_FOLD = re.compile(r"[ \t]*\r?\n[ \t]*")
"""A line break inside a phrase, which reads as one blank."""


@define(eq=False, repr=False, slots=False)
class Source:
    """The text of one file, and how it is called in messages."""

    name: str
    text: str = ""
    hurt: list[tuple[int, int]] = field(factory=list)
    """Ranges that could not be read as they stand; what they would mean is not judged."""

    @cached_property
    def lines(self) -> list[str]:
        """Lines with their ends, as YAML breaks them."""
        return self.text.splitlines(keepends=True) or [""]

    @cached_property
    def starts(self) -> list[int]:
        """Offset of the first character of each line."""
        starts = [0]
        for line in self.lines:
            starts.append(starts[-1] + len(line))
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Return line and column, both from 1, of a character."""
        low, high = 0, len(self.lines) - 1
        while low < high:
            middle = (low + high + 1) // 2
            if self.starts[middle] <= offset:
                low = middle
            else:
                high = middle - 1
        return low + 1, min(offset - self.starts[low], len(self.lines[low])) + 1

    def line(self, number: int) -> str:
        """Return a line without its end; the empty text if there is none."""
        return self.lines[number - 1].rstrip("\r\n\x85\u2028\u2029") if 0 < number <= len(self.lines) else ""


@define(eq=False, repr=False)
class Scalar:
    """One word, number or phrase; `value` is None, a truth value, a whole number or text."""

    source: Source
    start: int
    end: int
    value: bool | int | str | None
    text: str
    style: str | None = None
    """None plain, or the quote or block sign it is written with."""
    unit: int = 1
    """Unit that points in it are written in."""

    @property
    def raw(self) -> str:
        """What stands in the file, quotes included."""
        return self.source.text[self.start : self.end]

    def offset(self, inside: int) -> int | None:
        """Return the place in the file of a character of `text`; None where it cannot be told."""
        raw, quote = self.raw, self.style if self.style in ("'", '"') else ""
        at = len(quote)
        for character in self.text[:inside]:
            at = _skip(raw, at, quote)
            folded = _FOLD.match(raw, at) if character == " " else None
            if folded:
                at = folded.end()
            elif raw.startswith(character, at):
                at += 1
            else:
                return None
        return self.start + _skip(raw, at, quote)


def _skip(raw: str, at: int, quote: str) -> int:
    while at < len(raw) and raw[at] in VARIATION_SELECTORS:
        at += 1
    return at + 1 if quote == "'" and raw.startswith("''", at) and at < len(raw) - 1 else at


@define(eq=False, repr=False)
class Entry:
    """A key and its value."""

    key: Scalar
    value: Node


@define(eq=False, repr=False)
class Mapping:
    """Keys and values in file order."""

    source: Source
    start: int
    end: int
    entries: dict[str, Entry] = field(factory=dict)

    def get(self, key: str) -> Node | None:
        """Return the value of a key, or None."""
        entry = self.entries.get(key)
        return entry.value if entry else None


@define(eq=False, repr=False)
class Sequence:
    """Items of a list."""

    source: Source
    start: int
    end: int
    items: tuple[Node, ...] = ()


Node = Scalar | Mapping | Sequence


def is_null(node: Node | None) -> bool:
    """Whether a node is `null`, which removes."""
    return isinstance(node, Scalar) and node.value is None


def plain(node: Node) -> object:
    """Return dictionaries, lists, numbers and texts as they stand."""
    if isinstance(node, Mapping):
        return {key: plain(entry.value) for key, entry in node.entries.items()}
    if isinstance(node, Sequence):
        return [plain(item) for item in node.items]
    return node.value

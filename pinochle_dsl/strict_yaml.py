"""YAML read by few rules.

Only `true` and `false` are truth values, plain whole numbers are numbers, `null` removes, all else is
text.  What YAML could do besides (anchors, tags, merge keys, several documents) is a finding, so that
nothing changes its meaning behind the author's back.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import yaml
from yaml.events import AliasEvent, Event, MappingStartEvent, ScalarEvent

from pinochle_dsl.diagnostics import Diagnostic, diagnostic, note
from pinochle_dsl.nodes import VARIATION_SELECTORS, Entry, Mapping, Node, Scalar, Sequence, Source
from pinochle_dsl.yaml_traps import brace_without_colon, cut_phrases, odd_number

MOST_NODES = 10_000
"""Values that one file may hold."""

DEEPEST = 32
"""How deep they may stand inside each other."""

MOST_OF_A_KIND = 10
"""Findings of one code that a file is told of; the rest would only hide the others."""

_NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_TRUTHS = {"true": True, "false": False}
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)", re.ASCII)


class EnoughSeen(Exception):  # noqa: N818 - not an error of the program: the reader has seen enough
    """The file is not worth reading on; the finding is already noted."""


def _start(event: Event) -> int:
    assert event.start_mark is not None
    return event.start_mark.index


def _end(event: Event) -> int:
    assert event.end_mark is not None
    return event.end_mark.index


class StrictReader:
    """YAML's parser, with all that is refused noted at its place; constructs nothing itself."""

    def __init__(self, source: Source, found: list[Diagnostic], parser: Callable[[str], Any] = yaml.SafeLoader) -> None:
        """Start to read a text; what is wrong with it is added to `found`."""
        self.parser: Any = parser(source.text.replace("\t", " "))
        self.source = source
        self.found = found
        self.depth = 0
        self.nodes = 0
        self.noted: Counter[str] = Counter()

    def dispose(self) -> None:
        """Let go of the text."""
        self.parser.dispose()

    def _take(self) -> Event:
        event = self.parser.get_event()
        assert isinstance(event, Event)
        return event

    def _look(self) -> Event:
        event = self.parser.peek_event()
        assert isinstance(event, Event)
        return event

    def compose_whole(self) -> Node | None:
        """Return the tree of the only document."""
        self._take()
        if self.parser.check_event(yaml.StreamEndEvent):
            return None
        self._take()
        root = self._node()
        self._take()
        if not self.parser.check_event(yaml.StreamEndEvent):
            second = _start(self._look())
            self._note("PIN008", "a second document starts here; one file is one game", second, second + 3)
            raise EnoughSeen
        return root

    def _note(self, code: str, message: str, start: int, end: int, hint: str | None = None) -> None:
        self.noted[code] += 1
        if self.noted[code] > MOST_OF_A_KIND:
            return
        self.found.append(diagnostic(code, message, self.source, start, end, hint=hint))

    def _node(self) -> Node:
        event = self._look()
        self.nodes += 1
        if self.nodes > MOST_NODES:
            self._note("PIN003", f"more than {MOST_NODES:,} values in one file", _start(event), _end(event))
            raise EnoughSeen
        self._refuse_extras(event)
        if isinstance(event, AliasEvent):
            self._take()
            return Scalar(self.source, _start(event), _end(event), f"*{event.anchor}", f"*{event.anchor}")
        if isinstance(event, ScalarEvent):
            self._take()
            return self._scalar(event)
        self.depth += 1
        if self.depth > DEEPEST:
            self._note("PIN009", f"more than {DEEPEST} levels inside each other", _start(event), _end(event))
            raise EnoughSeen
        node = self._mapping() if isinstance(event, MappingStartEvent) else self._sequence()
        self.depth -= 1
        return node

    def _refuse_extras(self, event: Event) -> None:
        start, end = _start(event), _end(event)
        anchor, tag = getattr(event, "anchor", None), getattr(event, "tag", None)
        if isinstance(event, AliasEvent):
            self._note(
                "PIN011", f"'*{anchor}' repeats another place; say it out", start, end, "quote it if it is a word"
            )
            self.source.hurt.append((start, end))
        elif anchor:
            self.source.hurt.append((start, start + len(anchor) + 1))
            self._note(
                "PIN011",
                f"'&{anchor}' marks a place to repeat; there are no anchors here",
                start,
                start + len(anchor) + 1,
            )
        if tag:
            shown = self.source.text[start:].split(None, 1)[0] if self.source.text[start:].strip() else tag
            self.source.hurt.append((start, start + len(shown)))
            self._note(
                "PIN012", f"'{shown}' is a YAML tag; there are no tags here", start, start + len(shown), "leave it out"
            )

    def _scalar(self, event: ScalarEvent) -> Scalar:
        text = event.value
        for selector in VARIATION_SELECTORS:
            text = text.replace(selector, "")
        start, end = _start(event), _end(event)
        style = event.style or None
        value: bool | int | str | None = text
        if style is None:
            if event.anchor or event.tag:
                start = max(start, end - len(text))
            value = self._plain(text, start, end)
        return Scalar(self.source, start, end, value, text, style)

    def _plain(self, text: str, start: int, end: int) -> bool | int | str | None:
        if text in _NULLS:
            return None
        if text in _TRUTHS:
            return _TRUTHS[text]
        if _NUMBER.fullmatch(text):
            if len(text) <= 18:
                return int(text)
            self._note("PIN016", f"a number of {len(text)} digits; 18 are the most", start, end)
            self.source.hurt.append((start, end))
            return 0
        problem = odd_number(text)
        if problem:
            code, message, hint = problem
            self._note(code, message, start, end, hint)
            self.source.hurt.append((start, end))
            return 0
        return text

    def _sequence(self) -> Sequence:
        opening = self._take()
        items = []
        while not self.parser.check_event(yaml.SequenceEndEvent):
            items.append(self._node())
        closing = self._take()
        return Sequence(self.source, _start(opening), _end(closing), tuple(items))

    def _mapping(self) -> Mapping:
        opening = self._take()
        assert isinstance(opening, MappingStartEvent)
        pairs = list(self._pairs())
        closing = self._take()
        end = _end(closing) if opening.flow_style else max([_start(opening), *(value.end for _, value in pairs)])
        mapping = Mapping(self.source, _start(opening), end)
        if opening.flow_style:
            pairs = cut_phrases(self.source, pairs, self.found)
        for key, value in pairs:
            self._enter(mapping, key, value)
        return mapping

    def _pairs(self) -> Iterator[tuple[Node, Node]]:
        while not self.parser.check_event(yaml.MappingEndEvent):
            key = self._node()
            yield key, self._node()

    def _enter(self, mapping: Mapping, key: Node, value: Node) -> None:
        if not isinstance(key, Scalar):
            self._note("PIN017", "a key must be a word, not a list or a mapping", key.start, key.end)
            return
        if key.text == "<<" and key.style is None:
            self._note(
                "PIN013",
                "'<<' would merge another mapping; there are no merge keys here",
                key.start,
                key.end,
                "use `extends:` or say it out",
            )
            return
        odd = brace_without_colon(self.source, key)
        if odd is not None:
            self._note("PIN017", odd[0], key.start, odd[2], odd[1])
            self.source.hurt.append((key.start, key.end))
            return
        if key.value is None and key.style is None:
            self._note("PIN017", "a key is missing before the colon", key.start, max(key.end, key.start + 1))
            return
        earlier = mapping.entries.get(key.text)
        if earlier is not None:
            first = note("first said here", self.source, earlier.key.start)
            self.found.append(
                diagnostic(
                    "PIN010",
                    f"'{key.text}' is said twice",
                    self.source,
                    key.start,
                    key.end,
                    hint="keep one of them",
                    notes=(first,),
                )
            )
            return
        mapping.entries[key.text] = Entry(key, value)

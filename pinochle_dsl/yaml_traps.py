"""What new authors stumble over in YAML, told in plain words."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

import yaml

from pinochle_dsl.diagnostics import Diagnostic, diagnostic
from pinochle_dsl.nodes import Node, Scalar, Source

_MOST_OF_A_KIND = 20
"""Findings of one kind that are listed; a file full of tabs needs no thousand messages."""

_LONGEST_KEY = 1000
"""Characters of a key that YAML looks at."""

_TAB = re.compile(r"^[^#\n]*?(\t)", re.MULTILINE)
_UNPRINTABLE = re.compile("[^\x09\x0a\x0d\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
_INVISIBLE = re.compile("[\u00a0\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2069\u3000]")
_DECIMAL = re.compile(r"[-+]?([0-9][0-9_]*)?\.[0-9]+([eE][-+]?[0-9]+)?|[-+]?[0-9]+\.", re.ASCII)
_EXPONENT = re.compile(r"[-+]?[0-9]+[eE][-+]?[0-9]+", re.ASCII)
_ZEROS = re.compile(r"[-+]?0+[0-9]+", re.ASCII)
_GROUPED = re.compile(r"[-+]?[0-9]+([_'][0-9]+)+", re.ASCII)
_BASED = re.compile(r"[-+]?0[xXoObB][0-9a-fA-F_]+", re.ASCII)
_SIGNED = re.compile(r"\+[0-9]+", re.ASCII)


def text_findings(source: Source) -> list[Diagnostic]:
    """Return tabs, control characters and invisible signs of a text."""
    found = [
        diagnostic("PIN005", f"a control character (U+{ord(match[0]):04X})", source, match.start(), hint="delete it")
        for match in islice(_UNPRINTABLE.finditer(source.text), _MOST_OF_A_KIND)
    ]
    found += (
        diagnostic("PIN006", "a tab", source, match.start(1), hint="indent with blanks")
        for match in islice(_TAB.finditer(source.text), _MOST_OF_A_KIND)
    )
    for match in islice(_INVISIBLE.finditer(source.text), _MOST_OF_A_KIND):
        source.hurt.append((match.start(), match.end()))
        name = unicodedata.name(match[0], f"U+{ord(match[0]):04X}").lower()
        found.append(
            diagnostic(
                "PIN022",
                f"an invisible sign that is no ordinary blank ({name})",
                source,
                match.start(),
                hint="replace it with a blank",
            )
        )
    return found


def odd_number(text: str) -> tuple[str, str, str] | None:
    """Return code, message and hint for a plain text that looks like a number but is written as none."""
    if _DECIMAL.fullmatch(text) or _EXPONENT.fullmatch(text):
        return "PIN015", f"'{text}' is not a whole number", "count in the smaller coin, or use `unit` or `per`"
    for pattern in (_ZEROS, _GROUPED, _BASED, _SIGNED):
        if pattern.fullmatch(text):
            return "PIN014", f"'{text}' is an unusual way to write a number", _plainer(text)
    return None


def _plainer(text: str) -> str:
    digits = re.sub(r"[_'+]", "", text)
    try:
        number = int(digits, 0) if _BASED.fullmatch(text) else int(digits)
    except ValueError:
        return "write it in digits, or in quotes if it is a word"
    return f"write {number}, or '{text}' in quotes if it is a word" if len(digits) < 19 else "write fewer digits"


def cut_phrases(source: Source, pairs: list[tuple[Node, Node]], found: list[Diagnostic]) -> list[tuple[Node, Node]]:
    """Return the pairs of a mapping in braces without the pieces of phrases that commas cut off, and note those."""
    kept: list[tuple[Node, Node]] = []
    skip_to = 0
    for key, value in pairs:
        if key.start < skip_to:
            continue
        if kept and _is_plain(key) and _has_no_colon(source, key, value):
            before_key, before = kept[-1]
            _cut(source, before_key, before.start, key.end, key, found)
            kept[-1] = (before_key, _whole(source, before.start, key.end))
            continue
        if _is_plain(value) and source.text[value.start : value.end].count("(") > source.text[
            value.start : value.end
        ].count(")"):
            skip_to = _closing(source.text, value.start)
            if skip_to:
                _cut(source, key, value.start, skip_to, value, found)
                kept.append((key, _whole(source, value.start, skip_to)))
                continue
        kept.append((key, value))
    return kept


def _is_plain(node: Node) -> bool:
    return isinstance(node, Scalar) and node.style is None and node.end > node.start


def _has_no_colon(source: Source, key: Node, value: Node) -> bool:
    return (
        isinstance(value, Scalar)
        and value.style is None
        and value.start == value.end
        and not source.text[key.end :].lstrip().startswith(":")
    )


def _closing(text: str, start: int) -> int:
    depth = 0
    for at in range(start, min(len(text), start + 2000)):
        depth += (text[at] == "(") - (text[at] == ")")
        if text[at] == "\n" or (depth == 0 and text[at] == ")"):
            return at + 1 if text[at] == ")" else 0
    return 0


def _whole(source: Source, start: int, end: int) -> Scalar:
    """Return a cut phrase as it was meant, so that the rest of the file is judged as if it were quoted."""
    phrase = source.text[start:end].rstrip()
    return Scalar(source, start, start + len(phrase), phrase, phrase)


def _cut(source: Source, key: Node, start: int, end: int, marked: Node, found: list[Diagnostic]) -> None:
    phrase = source.text[start:end].strip()
    name = key.text if isinstance(key, Scalar) else "…"
    message = f"a comma inside {{}} ends the value: '{source.text[marked.start : marked.end].strip()}' stands alone"
    if marked.start == start:
        message = "a comma or colon inside {} cuts this phrase"
    found.append(
        diagnostic("PIN019", message, source, marked.start, marked.end, hint=f'quote the phrase: {name}: "{phrase}"')
    )


def explain_syntax(source: Source, problem: yaml.MarkedYAMLError) -> Diagnostic:
    """Return a finding for what YAML cannot read, in an author's words."""
    mark = problem.problem_mark or problem.context_mark
    at = min(mark.index if mark else 0, len(source.text))
    said = problem.problem or ""
    line_number, column = source.place(at)
    line = source.line(line_number)
    opened = problem.context_mark.index if problem.context_mark is not None else None
    if said.startswith("expected ',' or") and opened is not None and source.place(opened)[0] < line_number:
        return diagnostic(
            "PIN007", f"this '{source.text[opened]}' is never closed, or a comma is missing", source, opened
        )
    if "mapping values are not allowed" in said or (said.startswith("expected ',' or") and "got ':'" in said):
        return _inner_colon(source, line, line_number, at)
    if "cannot start any token" in said:
        sign = source.text[at : at + 1]
        return diagnostic("PIN007", f"'{sign}' cannot start a value", source, at, hint="put the value in quotes")
    if "could not find expected ':'" in said and problem.context_mark is not None:
        start = problem.context_mark.index
        number, _ = source.place(start)
        end = start + len(source.line(number)) - (source.place(start)[1] - 1)
        return diagnostic(
            "PIN007",
            "this line has no colon and no value",
            source,
            start,
            max(end, start + 1),
            hint="write `key: value`, with a blank after the colon",
        )
    if said.startswith(("expected ',' or ']'", "expected ',' or '}'")) and problem.context_mark is not None:
        opening = source.text[problem.context_mark.index : problem.context_mark.index + 1]
        return diagnostic(
            "PIN007", f"this '{opening}' is never closed, or a comma is missing", source, problem.context_mark.index
        )
    if "quoted scalar" in (problem.context or "") and problem.context_mark is not None:
        if "escape" in said:
            return diagnostic("PIN007", "a backslash that YAML does not know", source, at, hint="use single quotes")
        return diagnostic("PIN007", "this quote is never closed", source, problem.context_mark.index)
    if "found '<scalar>'" in said and source.text[at - 1 : at] in ("'", '"'):
        return diagnostic(
            "PIN007",
            "the quoted text ends before this",
            source,
            at,
            hint="for an apostrophe in a text, put the text in double quotes",
        )
    if "expected <block end>" in said:
        return diagnostic(
            "PIN007",
            "this does not fit what stands above it",
            source,
            at,
            hint="keys of one section start in one column",
        )
    del column
    return diagnostic("PIN007", f"this is not YAML: {said or problem.context or 'unreadable'}", source, at)


def _inner_colon(source: Source, line: str, line_number: int, at: int) -> Diagnostic:
    start = source.starts[line_number - 1]
    if at - start > _LONGEST_KEY:
        return diagnostic("PIN017", f"a key of more than {_LONGEST_KEY:,} characters", source, start, at)
    match = re.match(r"(\s*(?:- )?)([^:{}\[\]]+):\s+(?![\"'{\[])(.+)", line)
    if match and at - source.starts[line_number - 1] >= match.start(3):
        value = match[3].split(" #")[0].rstrip()
        return diagnostic(
            "PIN020",
            "a colon and a blank inside a value need quotes around it",
            source,
            at,
            hint=f'write {match[2].strip()}: "{value}"',
        )
    return diagnostic(
        "PIN020",
        "a colon does not fit here; a phrase that holds one needs quotes",
        source,
        at,
        hint='write key: "the phrase"',
    )

"""What new authors stumble over in YAML, told in plain words."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice

import yaml

from pinochle_dsl.diagnostics import Diagnostic, diagnostic
from pinochle_dsl.lookalikes import CURLY
from pinochle_dsl.nodes import Node, Scalar, Sequence, Source
from pinochle_dsl.slips import THOUSANDS, missing_colon, number_meant, quoted

_MOST_OF_A_KIND = 20
"""Findings of one kind that are listed; a file full of tabs needs no thousand messages."""

NO_COLON = "this line has no colon and no value"
WRITE_COLON = "write `key: value`, with a blank after the colon"

_LONGEST_KEY = 1000
"""Characters of a key that YAML looks at."""

_TAB = re.compile(r"^[^#\n]*?(\t)", re.MULTILINE)
_UNPRINTABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff]")
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
    if "." in text and THOUSANDS.fullmatch(text):
        return "PIN015", f"'{text}' is not a whole number", f"write {number_meant(text)}: thousands are not set apart"
    if "," in text and THOUSANDS.fullmatch(text):
        return "PIN014", f"'{text}' is an unusual way to write a number", f"write {number_meant(text)}"
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
    word = quoted(text) if "'" in text else f"'{text}'"
    return f"write {number}, or {word} in quotes if it is a word" if len(digits) < 19 else "write fewer digits"


def cut_phrases(source: Source, pairs: list[tuple[Node, Node]], found: list[Diagnostic]) -> list[tuple[Node, Node]]:
    """Return the pairs of a mapping in braces without the pieces of phrases that commas cut off, and note those."""
    kept: list[tuple[Node, Node]] = []
    skip_to = 0
    cut = False
    for key, value in pairs:
        if key.start < skip_to:
            continue
        if _is_plain(key) and _has_no_colon(source, key, value):
            if _tell_no_colon(source, key, found, first=not kept):
                cut = False
                continue
            before_key, before = kept[-1]
            if cut:
                found.pop()  # the phrase goes on: one finding with the whole of it
            kept[-1] = (before_key, _cut(source, before_key, before.start, key.end, key, found))
            cut = True
            continue
        cut = False
        if _is_plain(value) and source.text[value.start : value.end].count("(") > source.text[
            value.start : value.end
        ].count(")"):
            skip_to = _closing(source.text, value.start)
            if skip_to:
                kept.append((key, _cut(source, key, value.start, skip_to, value, found)))
                continue
        kept.append((key, value))
    return kept


_IN_PHRASES = (
    "then trump each declarer declarers defenders partner dealer winner losers caller play bid meld counters stock "
    "widow score target players if not from to by lead cards"
)
"""Keys that are words of phrases too; behind a comma they go on with the phrase."""


def _tell_no_colon(source: Source, key: Node, found: list[Diagnostic], *, first: bool) -> bool:
    """Note a word in braces that has no colon, and return whether it was one; else it is cut off a phrase."""
    from pinochle_dsl.misfits import all_keys  # noqa: PLC0415 - the model, which a file without slips loads later

    assert isinstance(key, Scalar)
    odd = missing_colon(key.text, all_keys() if first else all_keys() - {*_IN_PHRASES.split()})
    if odd is None and not first:
        return False
    message, hint = odd or (f"'{key.text[:40]}' has no colon and no value", "write `key: value`")
    found.append(diagnostic("PIN017", message, source, key.start, key.end, hint=hint))
    source.hurt.append((key.start, key.end))
    return True


def brace_without_colon(source: Source, key: Scalar) -> tuple[str, str, int] | None:
    """Return message, hint and end for a key such as `auction {minimum`, where a colon is missing."""
    match = re.match(r"([\w ]+?)( *:?) *(?=[{\[])", key.text) if key.style is None else None
    if match is None:
        return None
    line, column = source.place(key.start)
    rest = source.line(line)[column - 1 + match.end() :].strip()
    missing = (
        f"a blank is missing after `{match[1]}:`" if ":" in match[2] else f"the colon is missing after `{match[1]}`"
    )
    return missing, f"write `{match[1]}: {rest}`", key.start + match.end(1)


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


def _is_list(source: Source, start: int, name: str, text: str) -> bool:
    """Return whether a key takes a list, and a text that commas cut is one without its brackets."""
    from pinochle_dsl.misfits import is_list_key  # noqa: PLC0415 - the model, which a file without slips loads later

    if re.fullmatch(r"\d+(?:,\s+\d+)+", text) and is_list_key("melds", name):
        return True  # the values of a meld, whatever its name
    section = re.search(r"(\w+):\s*\{[^{}]*$", source.text[max(0, start - _LONGEST_KEY) : start])
    return section is not None and is_list_key(section[1], name) and not re.search(r"[()\[\]{}'\"]", text)


def _cut(source: Source, key: Node, start: int, end: int, marked: Node, found: list[Diagnostic]) -> Scalar | Sequence:
    """Note that a phrase is cut, and return it whole."""
    whole = _whole(source, start, end)
    places = {(item.line, item.column) for item in found if item.code == "PIN014"}
    inside = places & {source.place(at) for at in range(start, end)}
    found[:] = [item for item in found if item.code != "PIN014" or (item.line, item.column) not in inside]
    number = number_meant(whole.text) if THOUSANDS.fullmatch(whole.text) else None
    if number is not None:
        message = f"a comma inside {{}} ends the value, so '{whole.text}' is no number"
        found.append(diagnostic("PIN019", message, source, start, whole.end, hint=f"write {number}"))
        return Scalar(source, start, whole.end, number, str(number))
    name = key.text if isinstance(key, Scalar) else "…"
    if _is_list(source, start, name, whole.text):
        parts = [part.strip() for part in whole.text.split(",")]
        message = f"`{name}` is a list, and a list needs brackets"
        hint = f"write {name}: [{', '.join(parts)}]"
        found.append(diagnostic("PIN019", message, source, start, whole.end, hint=hint))
        pieces = re.finditer(r"[^,\s](?:[^,]*[^,\s])?", whole.text)
        items = (_whole(source, start + piece.start(), start + piece.end()) for piece in pieces)
        return Sequence(source, start, whole.end, tuple(items))
    message = f"a comma inside {{}} ends the value: '{source.text[marked.start : marked.end].strip()}' stands alone"
    if marked.start == start:
        message = "a comma or colon inside {} cuts this phrase"
    phrase = whole.text.strip(CURLY + "’")
    plain = THOUSANDS.sub(lambda match: str(number_meant(match[0])), phrase)
    hint = f"quote the phrase: {name}: {quoted(phrase)}" if plain == phrase else f"write {name}: {quoted(plain)}"
    if plain != phrase:
        whole = Scalar(source, start, whole.end, plain, plain)
    found.append(diagnostic("PIN019", message, source, marked.start, marked.end, hint=hint))
    return whole


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
    before = re.search(r"([\w ]*\w)\s*$", source.text[source.starts[line_number - 1] : at])
    if said.startswith("expected ',' or") and source.text[at : at + 1] in ("[", "{") and before:
        name, start = before[1].strip(), source.starts[line_number - 1] + before.start(1)
        close = line.find({"[": "]", "{": "}"}[source.text[at]], column - 1)
        rest = line[column - 1 : close + 1 if close > 0 else None].strip()
        start += len(before[1]) - len(before[1].lstrip())
        message = f"the colon is missing after `{name}`"
        return diagnostic("PIN007", message, source, start, start + len(name), hint=f"write `{name}: {rest}`")
    closed = _closed(source, at, opened)
    if closed is not None:
        return closed
    if "mapping values are not allowed" in said or "expected <block end>" in said:
        shifted = _outdented(source, line_number) or _shifted(source, line_number)
        if shifted is not None:
            return shifted
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
            NO_COLON,
            source,
            start,
            max(end, start + 1),
            hint=WRITE_COLON,
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
    if "found '<scalar>'" in said and source.text[:at].rstrip(" ")[-1:] in ("'", '"'):
        whole = re.match(r"\s*(?:- )?([^:\"']+):\s+(.+)", line)
        value = whole[2].split(" #")[0].rstrip() if whole else ""
        mended = _mended(value)
        return diagnostic(
            "PIN007",
            "the quoted text ends before this",
            source,
            at,
            hint=f"write {whole[1].strip()}: {quoted(mended)}"
            if whole
            else "for an apostrophe in a text, put the text in double quotes",
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


def _mended(value: str) -> str:
    """Return the text that was meant by a value whose quotes end too early."""
    if re.match(r"(['\"])[^'\"]*\1\w", value):  # the second quote stands inside what is quoted
        return value[1:].removesuffix(value[0])
    return value


def _closed(source: Source, at: int, opened: int | None) -> Diagnostic | None:
    """Return the finding for a closing bracket that closes nothing, or closes another kind."""
    sign = source.text[at : at + 1]
    if sign not in ("}", "]"):
        return None
    opening = source.text[opened : opened + 1] if opened is not None else ""
    wanted = {"{": "}", "[": "]"}.get(opening)
    line, _ = source.place(at)
    rest = source.text[at + 1 : source.starts[line]]
    if wanted is None or wanted in rest:
        return diagnostic("PIN007", f"one '{sign}' too many", source, at, hint="delete it")
    return diagnostic("PIN007", f"'{opening}' is closed by '{sign}'", source, at, hint=f"write '{wanted}' here")


_KEYED = re.compile(r"( *)(?:- )?([^\s:#\"'{\[][^:#]*):(?: |$)")


_TEXTS = ("title", "notes", "sources", "called")
"""Keys of plain texts."""


_LISTS = ("notes", "sources")
"""Keys of lists of plain texts."""


def _known_keys() -> frozenset[str]:
    from pinochle_dsl.misfits import all_keys  # noqa: PLC0415 - the model, which a file without slips loads later

    return all_keys()


def _section_keys() -> frozenset[str]:
    from pinochle_dsl.misfits import keys_of  # noqa: PLC0415 - the model, which a file without slips loads later
    from pinochle_dsl.model import Variant  # noqa: PLC0415 - the same

    return frozenset(keys_of(Variant))


def _outdented(source: Source, number: int) -> Diagnostic | None:
    """Return the finding for the first line at the margin that should be as far in as the line after it."""
    below = _KEYED.match(source.line(number))
    fault = None
    for above in range(number - 1, 0, -1):
        line = source.line(above)
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        said = _KEYED.match(line)
        key = said[2].strip() if said else ""
        if said is None or said[1] or key in _section_keys() or key not in _known_keys():
            break
        fault = above
    if fault is None or below is None or not below[1]:
        return None
    size, start = len(below[1]), source.starts[fault - 1]
    here = _KEYED.match(source.line(fault))
    blanks = "one blank" if size == 1 else f"{size} blanks"
    message = f"this line starts {blanks} too far to the left"
    hint = f"start it right over `{below[2].strip()}`, which belongs to the same section"
    return diagnostic("PIN007", message, source, start, start + (here.end(2) if here else 1), hint=hint)


def _shifted(source: Source, number: int) -> Diagnostic | None:
    """Return the finding for a line that starts some blanks too far in or out, or follows one without a colon."""
    here = _KEYED.match(source.line(number))
    if here is None:
        return None
    open_at: list[tuple[int, str]] = []
    for above in range(number - 1, 0, -1):
        line = source.line(above)
        if not line.strip() or line.lstrip().startswith(("#", "- ")):
            continue
        depth = len(line) - len(line.lstrip(" "))
        if open_at and depth >= open_at[-1][0]:
            continue
        said = _KEYED.match(line)
        if said is None:
            if not open_at and depth == len(here[1]) and re.match(r"[\w ]+$", line.strip()):
                start = source.starts[above - 1] + depth
                end = start + len(line.strip())
                return diagnostic("PIN007", NO_COLON, source, start, end, hint=WRITE_COLON)
            return None
        if not open_at and depth < len(here[1]) and not line[said.end() :].split(" #")[0].strip():
            return None  # it is the first line of a section, in its place
        open_at.append((depth, said[2].strip()))
        if depth == 0:
            break
    if not open_at or any(depth == len(here[1]) for depth, _ in open_at):
        return None
    depth, beside = min(open_at, key=lambda item: abs(item[0] - len(here[1])))
    size = abs(depth - len(here[1]))
    blanks = "one blank" if size == 1 else f"{size} blanks"
    where = "too far to the right" if depth < len(here[1]) else "too far to the left"
    start = source.starts[number - 1]
    message = f"this line starts {blanks} {where}"
    return diagnostic("PIN007", message, source, start, start + here.end(2), hint=f"start it right under `{beside}`")


def _inner_colon(source: Source, line: str, line_number: int, at: int) -> Diagnostic:
    start = source.starts[line_number - 1]
    if at - start > _LONGEST_KEY:
        return diagnostic("PIN017", f"a key of more than {_LONGEST_KEY:,} characters", source, start, at)
    match = re.match(r"(\s*(?:- )?)([^:{}\[\]]+):\s+(?![\"'{\[])(.+)", line)
    if match and at - source.starts[line_number - 1] >= match.start(3):
        value = match[3].split(" #")[0].rstrip()
        name = match[2].strip()
        if name not in _TEXTS and _KEYED.match(value) and value.split(":")[0].strip() in _known_keys():
            return diagnostic(
                "PIN020",
                f"the keys of `{name}` need braces around them on one line",
                source,
                start + match.start(3),
                start + match.start(3) + len(value),
                hint=f"write {name}: {{{value}}}",
            )
        in_quotes = f"[{quoted(value)}]" if name in _LISTS else quoted(value)
        return diagnostic(
            "PIN020",
            "a colon and a blank inside a value need quotes around it",
            source,
            at,
            hint=f"write {name}: {in_quotes}",
        )
    return diagnostic(
        "PIN020",
        "a colon does not fit here; a phrase that holds one needs quotes",
        source,
        at,
        hint='write key: "the phrase"',
    )

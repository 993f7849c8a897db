"""Findings of the merged tree to diagnostics: where in which file a value stands."""

from __future__ import annotations

from attrs import evolve

from pinochle_dsl.diagnostics import Diagnostic, diagnostic, note, path_text
from pinochle_dsl.findings import Finding, Path
from pinochle_dsl.nodes import Entry, Mapping, Node, Scalar, Sequence

Place = tuple[str, int]


def located(finding: Finding, root: Mapping, own: Mapping) -> Diagnostic:
    """Return the diagnostic of a finding; what is missing points at its section, or at the top of the author's file."""
    node, entry, whole = _walk(root, finding.path)
    if finding.others and not (whole and entry is not None and entry.value.source is own.source):
        for other in finding.others:
            its_node, its_entry, there = _walk(root, other)
            if there and its_entry is not None and its_entry.value.source is own.source:
                node, entry, whole = its_node, its_entry, True
                finding = evolve(finding, path=other)
                break
    path = path_text(finding.path) or None
    if entry is None:
        top = next(iter(own.entries.values()), None)
        start, end = (top.key.start, top.key.end) if top else (0, 1)
        return diagnostic(
            finding.code,
            finding.message,
            own.source,
            start,
            end,
            hint=finding.hint,
            severity=finding.severity,
            path=path,
        )
    place: Node = entry.key if finding.on_key or not whole or node.end <= node.start else node
    start, end = place.start, place.end
    if isinstance(place, Scalar):
        if finding.start is not None and (whole or finding.on_key):
            start, end = _inside(place, finding.start, finding.end)
    else:
        end = _first_line(place)
    result = diagnostic(
        finding.code, finding.message, place.source, start, end, hint=finding.hint, severity=finding.severity, path=path
    )
    if place.source is not own.source:
        result = evolve(result, notes=(*result.notes, note("inherited by this file", own.source, own.start)))
    return result


def place_of(root: Mapping, path: Path) -> Place:
    """Return where a value of a merged file is written: its file, and the offset in it."""
    node, _, _ = _walk(root, path)
    return node.source.name, node.start


def place_told(item: Diagnostic) -> Place:
    """Return where a diagnostic points."""
    source = item.source
    return (source.name, source.starts[item.line - 1] + item.column - 1) if source is not None else ("", 0)


def _walk(root: Mapping, path: Path) -> tuple[Node, Entry | None, bool]:
    """Return the deepest node of a path, the entry it belongs to, and whether the whole path was there."""
    node: Node = root
    entry: Entry | None = None
    for step in path:
        if isinstance(node, Mapping) and str(step) in node.entries:
            entry = node.entries[str(step)]
            node = entry.value
        elif isinstance(node, Sequence) and isinstance(step, int) and 0 <= step < len(node.items):
            node = node.items[step]
        elif isinstance(node, Scalar) and isinstance(step, int):
            break
        else:
            return node, entry, False
    return node, entry, True


def _inside(place: Scalar, start: int, end: int | None) -> tuple[int, int]:
    first = place.offset(start)
    last = place.offset(end if end is not None and end > start else start + 1)
    if first is None:
        return place.start, place.end
    return first, max(first + 1, last if last is not None else place.end)


def _first_line(place: Node) -> int:
    """Return where the first line of a mapping or list ends, so that a caret marks no whole section."""
    text = place.source.text[place.start : place.end]
    return place.start + len(text.split("\n", 1)[0].rstrip())

"""Which line of a file makes a rule of its base go wrong: the one without which the error is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import define, evolve, field

from pinochle_dsl.building import build
from pinochle_dsl.diagnostics import Diagnostic, diagnostic, note
from pinochle_dsl.findings import Finding, Findings, Path, Severity
from pinochle_dsl.joining import NOT_PATCHED
from pinochle_dsl.layers import Layer
from pinochle_dsl.nodes import Entry, Mapping, Scalar
from pinochle_dsl.sheet import Sheet
from pinochle_dsl.structure import structure, without

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from collections.abc import Mapping as Table

MOST_TRIED = 12
"""Lines of a file that are left out by turns."""

TABLES = ("melds", "calls", "outcomes", "payments", "ledgers")
"""Sections of named things, each of which can be removed by its name."""

MISSING = ("PIN302", "PIN303", "PIN307", "PIN309", "PIN402")
"""Findings about something that is not there, where what asks for it can be removed as well."""

MOST_NOTES = 4

Key = tuple[str, Path]


@define(eq=False, repr=False)
class Blame:
    """A file whose lines are left out by turns to see which one brings an error about."""

    layer: Layer
    known: dict[Key, Entry | None] = field(factory=dict)
    tried: bool = False

    def placed(self, found: Iterable[tuple[Finding, Diagnostic]], chosen: Table[str, str]) -> Iterator[Diagnostic]:
        """Return errors in a base placed at the line of the file that causes them, those that say the same as one."""
        moved: dict[tuple[int, str, str], list[tuple[Finding, Diagnostic, Scalar]]] = {}
        for item, told in found:
            place = self._cause(item, told, chosen)
            if place is None:
                yield told
            else:
                moved.setdefault((id(place), told.code, told.message), []).append((item, told, place))
        for alike in moved.values():
            yield _joined(alike)

    def _cause(self, item: Finding, told: Diagnostic, chosen: Table[str, str]) -> Scalar | None:
        """Return the place in the file that brings about an error in a base."""
        own = self.layer.root
        if not told.is_error or self.layer.base is None or told.source is own.source or told.source is None:
            return None
        if not self.tried or (item.code, item.path) not in self.known:
            self.known.setdefault((item.code, item.path), None)
            if not self.tried:
                self.tried = True
                self._try_all(chosen)
        entry = self.known[item.code, item.path]
        if entry is None:
            return None
        return entry.value if isinstance(entry.value, Scalar) and entry.value.end > entry.value.start else entry.key

    def _try_all(self, chosen: Table[str, str]) -> None:
        """Leave out one line after the other; what is then no longer wrong comes from it."""
        before = self._errors(self.layer.root, chosen)
        for path, entry in _lines(self.layer.root):
            after = self._errors(without(self.layer.root, [path]), chosen)
            if after - before:
                continue
            for key in before - after:
                if self.known.get(key) is None:
                    self.known[key] = entry

    def _errors(self, root: Mapping, chosen: Table[str, str]) -> set[Key]:
        sheet = Sheet(evolve(self.layer, root=root))
        offered = {
            name: choice
            for name, choice in chosen.items()
            if name in sheet.options and choice in sheet.options[name].choices
        }
        choices = sheet.valid({**sheet.defaults(), **offered})
        resolved = sheet.resolve(choices)
        findings = Findings()
        model = structure(resolved.root, resolved.unit, findings)
        if model is not None:
            build(model, choices, findings, resolved.root)
        return {(item.code, item.path) for item in findings.items if item.severity is Severity.ERROR}


def _lines(root: Mapping, path: Path = ()) -> list[tuple[Path, Entry]]:
    """Return what a file says, key by key; section by section where that is too much."""
    said = {key: entry for key, entry in root.entries.items() if key not in NOT_PATCHED}
    fine = [line for key, entry in said.items() for line in _leaves((*path, key), entry)]
    whole: list[tuple[Path, Entry]] = [((*path, key), entry) for key, entry in said.items()]
    return (fine if len(fine) <= MOST_TRIED else whole)[:MOST_TRIED]


def _leaves(path: Path, entry: Entry) -> Iterator[tuple[Path, Entry]]:
    if isinstance(entry.value, Mapping) and entry.value.entries:
        for key, inner in entry.value.entries.items():
            yield from _leaves((*path, key), inner)
    else:
        yield path, entry


def _joined(alike: list[tuple[Finding, Diagnostic, Scalar]]) -> Diagnostic:
    """Return what is said of several places in a base as one, at the line that causes it."""
    _, told, place = alike[0]
    notes = []
    needs: dict[str, dict[str, None]] = {}
    for item, one, _ in alike:
        assert one.source is not None
        notes.append(note("it is about this", one.source, one.source.starts[one.line - 1] + one.column - 1))
        if item.code in MISSING and len(item.path) > 1 and item.path[0] in TABLES:
            needs.setdefault(str(item.path[0]), {})[str(item.path[1])] = None
    removed = [f"{table}: {{{', '.join(f'{name}: null' for name in names)}}}" for table, names in needs.items()]
    remove = f"remove what needs it: {' and '.join(f'`{one}`' for one in removed)}" if removed else None
    hint = "; or ".join(part for part in (told.hint, remove) if part) or None
    return diagnostic(
        told.code,
        told.message,
        place.source,
        place.start,
        place.end,
        hint=hint,
        notes=tuple(notes[:MOST_NOTES]),
        path=told.path,
    )

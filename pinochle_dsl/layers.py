"""Layers of a rules file: bases, the file itself, and patches, all joined by one merge.

Mappings merge key by key to any depth, `null` removes, all else replaces.  Nodes keep the place where
they were written, and texts the unit they were written in, so an inherited value still points into its
own file.
"""

from __future__ import annotations

from pathlib import Path

from attrs import define

from pinochle_dsl.diagnostics import Diagnostic, diagnostic, note, with_note
from pinochle_dsl.findings import Severity
from pinochle_dsl.nodes import Entry, Mapping, Node, Scalar, Sequence, Source, is_null, plain
from pinochle_dsl.resources import resource
from pinochle_dsl.slips import game_meant, section_meant
from pinochle_dsl.source import decode, read_bytes, read_shipped, read_stdin, read_text
from pinochle_dsl.suggest import cut, did_you_mean

LONGEST_CHAIN = 16
"""Bases of bases that a file may build on."""

NEVER_INHERITED = ("variant", "title", "extends", "sources", "notes", "examples")
NEWCOMERS_FIRST = (("outcomes",), ("calls",))
"""Tables whose entries are tried in order: an exception is added before the rule."""

WHOLE = (
    ("counters", "cards"),
    ("deck", "copies"),
    ("deck", "names"),
    ("widow", "split"),
    ("melds", "*", "points"),
    ("calls", "*", "changes"),
)
"""Keys whose value is one thing, replaced whole."""

PATCHES = (("options", "*", "choices", "*"), ("by_players", "*"), ("calls", "*", "changes"))
"""Keys that hold patches: a `null` below them is part of the patch, to be applied later."""

UNITS = (1, 10, 100)
KINDS = ("variants", "rules")
"""Folders of shipped files; one name space."""

Steps = tuple[str, ...]


@define(eq=False, repr=False)
class Layer:
    """One file, and the base it builds on."""

    name: str
    source: Source
    root: Mapping
    unit: int
    base: Layer | None = None


def fits(path: Steps, patterns: tuple[Steps, ...]) -> bool:
    """Return whether a path is one of the patterns, `*` standing for any one key."""
    return any(
        len(path) == len(pattern) and all(part in ("*", step) for part, step in zip(pattern, path, strict=True))
        for pattern in patterns
    )


def shipped_names() -> dict[str, str]:
    """Return the ids of the shipped files and the folder each is in."""
    names: dict[str, str] = {}
    for kind in KINDS:
        folder = resource(kind)
        if folder.is_dir():
            for item in folder.iterdir():
                if item.name.endswith(".yaml"):
                    names[item.name.removesuffix(".yaml")] = kind
    return names


def is_path(name: str) -> bool:
    """Return whether a name means a file rather than a shipped id."""
    return "/" in name or "\\" in name or name.endswith((".yaml", ".yml"))


def read_layers(name: str, found: list[Diagnostic], data: bytes | None = None) -> Layer | None:
    """Return the layers of a shipped id or a path (`-`: standard input); None if any cannot be read.

    With `data`, the file's text is that and `name` only says what it is called and where it stands.
    """
    if not isinstance(name, str):
        msg = f"the name of a variant or the path of a file is a text, not {name!r:.40}"
        raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
    if data is None and name == "-":
        return _read("<stdin>", Path(), read_stdin(), found, ())
    if data is not None or is_path(name):
        path = Path(name)
        content = read_bytes(path, name) if data is None else data
        if isinstance(content, Diagnostic):
            found.append(content)
            return None
        return _read(name, path, content, found, ())
    kinds = shipped_names()
    if name not in kinds:
        hint = game_meant(name) or did_you_mean(name, kinds) or "a path needs a `/` or ends in `.yaml`"
        shown = cut(name)
        found.append(diagnostic("PIN001", f"there is no variant or base '{shown}'", Source(shown), hint=hint))
        return None
    return _read_shipped(name, kinds[name], found, ())


def _read_shipped(name: str, kind: str, found: list[Diagnostic], chain: tuple[str, ...]) -> Layer | None:
    file = resource(kind, f"{name}.yaml")
    return _read(f"{kind}/{name}.yaml", None, file.read_bytes(), found, chain)


def _read(name: str, path: Path | None, data: bytes, found: list[Diagnostic], chain: tuple[str, ...]) -> Layer | None:
    source = decode(data, name, found)
    read = read_shipped if path is None else read_text
    root = read(source, found) if source is not None else None
    if source is None or root is None:
        return None
    identity = str(path.resolve()) if path is not None else name
    base = None
    extends = root.entries.get("extends")
    if extends is not None and not is_null(extends.value):
        base = _read_base(extends.value, path, found, (*chain, identity))
        if base is None:
            return None
    unit = _own_unit(root, found) or (base.unit if base else 1)
    _mark_unit(root, unit, ())
    return Layer(name, source, root, unit, base)


def _read_base(said: Node, path: Path | None, found: list[Diagnostic], chain: tuple[str, ...]) -> Layer | None:
    if not isinstance(said, Scalar) or not isinstance(said.value, str):
        found.append(diagnostic("PIN103", "`extends` names one base", said.source, said.start, said.end))
        return None

    def refuse(code: str, message: str, hint: str | None = None) -> None:
        found.append(diagnostic(code, message, said.source, said.start, said.end, hint=hint, path="extends"))

    name = said.value
    if len(chain) >= LONGEST_CHAIN:
        refuse("PIN503", f"more than {LONGEST_CHAIN} files build on each other")
        return None
    kinds = shipped_names()
    if is_path(name) and path is not None:
        target = path.parent / name
        if str(target.resolve()) in chain:
            refuse("PIN502", f"'{name}' builds on this file, which builds on it: a circle")
            return None
        data = read_bytes(target, str(target))
        if isinstance(data, Diagnostic):
            refuse("PIN501", f"the base cannot be read: {data.message}")
            return None
        before = len(found)
        layer = _read(str(target), target, data, found, chain)
        return _told(layer, found, before, said)
    if name not in kinds:
        refuse(
            "PIN501",
            f"there is no base '{cut(name)}'",
            game_meant(name) or did_you_mean(name, kinds) or f"shipped are: {', '.join(sorted(kinds))}",
        )
        return None
    if f"{kinds[name]}/{name}.yaml" in chain:
        refuse("PIN502", f"'{name}' builds on this file, which builds on it: a circle")
        return None
    before = len(found)
    return _told(_read_shipped(name, kinds[name], found, chain), found, before, said)


def _told(layer: Layer | None, found: list[Diagnostic], before: int, said: Scalar) -> Layer | None:
    """Add to findings in a base the place that asked for it."""
    for index in range(before, len(found)):
        if found[index].source is not said.source:
            found[index] = with_note(found[index], note("it is the base of this file", said.source, said.start))
    return layer


def _own_unit(root: Mapping, found: list[Diagnostic]) -> int | None:
    said = root.get("unit")
    if said is None or is_null(said):
        return None
    if isinstance(said, Scalar) and type(said.value) is int and said.value in UNITS:
        return said.value
    found.append(
        diagnostic(
            "PIN513",
            "the unit is 1 (a run counts 15) or 10 (a run counts 150)",
            said.source,
            said.start,
            said.end,
            path="unit",
        )
    )
    return None


def _mark_unit(node: Node, unit: int, path: Steps) -> None:
    """Note in every text the unit it is written in; a patch may say its own."""
    if isinstance(node, Scalar):
        node.unit = unit
    elif isinstance(node, Sequence):
        for item in node.items:
            _mark_unit(item, unit, ())
    else:
        if fits(path, PATCHES):
            own = node.get("unit")
            if isinstance(own, Scalar) and type(own.value) is int and own.value in UNITS:
                unit = own.value
        for key, entry in node.entries.items():
            entry.key.unit = unit
            _mark_unit(entry.value, unit, (*path, key))


class Merger:
    """Merges nodes; the same pair gives the same node again, so unchanged parts keep their identity."""

    def __init__(self) -> None:
        """Start with nothing merged."""
        self._done: dict[tuple[int, int, Steps, bool], tuple[Node | None, Node, Node]] = {}

    def merge(self, base: Node | None, patch: Node, path: Steps = (), *, keep_nulls: bool = False) -> Node:
        """Return the base with the patch laid over it."""
        if not isinstance(patch, Mapping) or (isinstance(base, Mapping) and fits(path, WHOLE)):
            return patch
        if fits(path, PATCHES):
            path, keep_nulls = (), True
        key = (id(base), id(patch), path, keep_nulls)
        if key not in self._done:
            self._done[key] = (base, patch, self._merged(base, patch, path, keep_nulls=keep_nulls))
        return self._done[key][2]

    def _merged(self, base: Node | None, patch: Mapping, path: Steps, *, keep_nulls: bool) -> Node:
        old = base.entries if isinstance(base, Mapping) else {}
        changed: dict[str, Entry | None] = {}
        for key, entry in patch.entries.items():
            if not path and not keep_nulls and is_empty_section(entry.value, old.get(key)):
                continue
            if is_null(entry.value) and not keep_nulls:
                changed[key] = None
                continue
            before = old[key].value if key in old else None
            value = self.merge(before, entry.value, (*path, key), keep_nulls=keep_nulls)
            changed[key] = Entry(entry.key, value)
        kept = {key: changed.get(key, entry) for key, entry in old.items()}
        new = {key: entry for key, entry in changed.items() if key not in old}
        ordered = new | kept if path in NEWCOMERS_FIRST else kept | new
        entries = {key: entry for key, entry in ordered.items() if entry is not None}
        return Mapping(patch.source, patch.start, patch.end, entries)


def is_empty_section(value: Node, before: Entry | None) -> bool:
    """Return whether a section of the base is followed by nothing, which is mostly a slip of the indentation."""
    empty = isinstance(value, Scalar) and value.value is None and value.start >= value.end
    return empty and before is not None and isinstance(before.value, Mapping)


def _is_section(key: str) -> bool:
    """Whether a key at the start of a line is no other word for a section, and no part of one."""
    return key == key.lower() and section_meant(key, {}) is None


def review(base: Node | None, patch: Mapping, path: Steps, found: list[Diagnostic]) -> None:
    """Add findings for nulls that remove nothing and values that change nothing."""
    old = base.entries if isinstance(base, Mapping) else {}
    for key, entry in patch.entries.items():
        here = (*path, key)
        value = entry.value
        if here[0] in (*NEVER_INHERITED, "unit") or fits(here, PATCHES):
            continue
        if is_null(value) and key not in old and not _is_section(here[0]):
            continue  # an unknown key, which is told by itself
        if len(here) == 1 and is_empty_section(value, old.get(key)):
            found.append(
                diagnostic(
                    "PIN108",
                    f"there is nothing under `{key}:`",
                    entry.key.source,
                    entry.key.start,
                    entry.key.end,
                    hint=f"indent by two blanks what belongs to it; to remove it, write `{key}: null`",
                    path=key,
                )
            )
        elif is_null(value):
            if key not in old:
                place = value if value.end > value.start else entry.key
                found.append(
                    diagnostic(
                        "PIN504",
                        f"there is no '{key}' to remove",
                        place.source,
                        place.start,
                        place.end,
                        hint=did_you_mean(key, old) or "leave it out, or give it a value",
                        path=".".join(here),
                    )
                )
        elif isinstance(value, Mapping) and not fits(here, WHOLE):
            review(old[key].value if key in old else None, value, here, found)
        elif key in old and same(old[key].value, value):
            found.append(
                diagnostic(
                    "PIN505",
                    "this changes nothing: the base says the same",
                    value.source,
                    value.start,
                    value.end,
                    hint="leave it out",
                    severity=Severity.NOTE,
                    notes=(note("said here", old[key].value.source, old[key].value.start),),
                    path=".".join(here),
                )
            )
        elif here == ("counters", "cards") and isinstance(value, Mapping) and key in old:
            found += _lost_counters(old[key].value, value)


def _lost_counters(base: Node, patch: Mapping) -> list[Diagnostic]:
    """Return a warning where a table of card points seems to be meant as a change of the base's, which it replaces.

    Then it says that a card counts nothing, which is so of every card that it does not name, or only what counts as
    trump, and leaves out cards that count in the base.
    """
    before = _by_rank(base) if isinstance(base, Mapping) else {}
    here = _by_rank(patch)
    lost = [rank for rank, points in before.items() if points != "0" and rank not in here]
    zeros = [entry for entry in patch.entries.values() if str(plain(entry.value)) == "0"]
    odd = zeros or ([] if here else list(patch.entries.values()))
    if not lost or not odd:
        return []
    ranks = before | here
    groups = {points: " ".join(rank for rank in ranks if ranks[rank] == points) for points in ranks.values()}
    parts = [f"{words}: {points}" for points, words in groups.items() if points != "0"]
    parts += [f"{words}: {plain(entry.value)}" for words, entry in patch.entries.items() if not _is_ranks(words)]
    units = {entry.key.unit for table in (base, patch) for entry in getattr(table, "entries", {}).values()}
    shown = f": `{{{', '.join(parts)}}}`" if len(units) == 1 else ""
    return [
        diagnostic(
            "PIN505",
            "this table stands in place of the base's, and a card that it does not name counts nothing",
            odd[0].key.source,
            odd[0].key.start,
            odd[0].key.end,
            hint=f"name every card that counts{shown}",
            severity=Severity.WARNING,
            notes=(note("the base says this", base.source, base.start),),
            path="counters.cards",
        )
    ]


def _by_rank(table: Mapping) -> dict[str, str]:
    """Return the points of each rank that a table of card points names, whatever is trump."""
    named = [(words, entry) for words, entry in table.entries.items() if _is_ranks(words)]
    return {rank: str(plain(entry.value)) for words, entry in named for rank in words.split()}


def _is_ranks(words: str) -> bool:
    return not {"of", "trump", "plain", "all"} & set(words.split())


def same(one: Node, other: Node) -> bool:
    """Return whether two values say the same."""
    if one is other:
        return True
    if isinstance(one, Scalar) and isinstance(other, Scalar):
        digits = any(character.isdigit() for character in one.text)
        return (one.value, type(one.value)) == (other.value, type(other.value)) and (
            one.unit == other.unit or not digits
        )
    if isinstance(one, Sequence) and isinstance(other, Sequence):
        pairs = zip(one.items, other.items, strict=False)
        return len(one.items) == len(other.items) and all(same(a, b) for a, b in pairs)
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        return list(one.entries) == list(other.entries) and all(
            same(one.entries[key].value, other.entries[key].value) for key in one.entries
        )
    return plain(one) == plain(other) and type(one) is type(other)

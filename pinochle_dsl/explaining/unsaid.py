"""What a file leaves unsaid: rules of its base, and rules that hold because nobody said otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.explaining.facts import Facts, Line
from pinochle_dsl.explaining.sheet import lines_of
from pinochle_dsl.nodes import Mapping, plain

if TYPE_CHECKING:
    from pinochle_dsl.loading import LoadedVariant

DEFAULT = ""
"""Origin of what no file says."""

OWN = "own"
"""Origin of what the file itself says."""


def origin(facts: Facts, key: str) -> str:
    """Return which file says a key: its name, `OWN`, or `DEFAULT` for none."""
    node = facts.node(*steps_of(key))
    if node is None:
        return DEFAULT
    if isinstance(node, Mapping):
        names = {origin(facts, f"{key}.{name}") for name in node.entries}
        if len(names) > 1 and OWN in names:
            return OWN
        return min(names) if names else _named(facts, node.source.name)
    return _named(facts, node.source.name)


def _named(facts: Facts, name: str) -> str:
    return OWN if name == facts.file else name


def steps_of(key: str) -> tuple[str, ...]:
    """Return the path of a key; names of entries hold no dots."""
    return tuple(key.split("."))


def unsaid(handle: LoadedVariant) -> str:
    """Return the chapter on what the file leaves unsaid."""
    facts = Facts.of(handle)
    groups: dict[str, list[tuple[tuple[str, ...], Line, bool]]] = {}
    for line in lines_of(facts):
        keys: dict[str, list[str]] = {}
        for key in line.keys:
            if key != "auction":
                keys.setdefault(origin(facts, key), []).append(key)
        if set(keys) - {DEFAULT}:
            keys.pop(DEFAULT, None)
        for name, said in keys.items():
            if name != OWN:
                groups.setdefault(name, []).append((tuple(said), line, len(keys) > 1))
    parts = ["## What this file leaves unsaid"]
    for name in sorted(groups, key=lambda name: name == DEFAULT):
        if name == DEFAULT:
            parts.append(
                "### Nobody says it, so tradition holds\n\nNo file says these things; make sure that your table agrees."
            )
        else:
            parts.append(f"### From the base {base_name(name)}")
        parts.append("\n".join(_bullets(facts, groups[name])))
    if len(parts) == 1:
        parts.append("Nothing: the file says everything itself.")
    return "\n\n".join(parts) + "\n"


def _written(facts: Facts, key: str) -> str:
    """Return what the file writes at a key."""
    node = facts.node(*steps_of(key))
    text = plain(node) if node is not None else ""
    return ", ".join(map(str, text)) if isinstance(text, list) else str(text)


def _bullets(facts: Facts, rules: list[tuple[tuple[str, ...], Line, bool]]) -> list[str]:
    """Return one bullet for each set of keys; of an entry that several files say, the very keys are named."""
    together: dict[str, list[str]] = {}
    for keys, line, shared in rules:
        entries = {".".join(key.split(".")[:2]) for key in line.keys}
        if shared and len(entries) == 1 and all(key.count(".") > 1 for key in keys):
            # the line says more than these keys do, so what they say is told
            said = ", ".join(f"`{key}: {text}`" for key in keys if (text := _written(facts, key)))
            together.setdefault(said, []).append(f"Part of the rule that now reads: {line.alone}")
            continue
        label = ", ".join(f"`{key}`" for key in _short(keys))
        together.setdefault(label, []).append(line.alone)
    return [f"- {keys}: {' '.join(dict.fromkeys(lines))}" for keys, lines in together.items()]


def _short(keys: tuple[str, ...]) -> list[str]:
    """Return keys of one entry as the entry, and keys of many entries as their table."""
    entries = list(dict.fromkeys(".".join(key.split(".")[:2]) for key in keys))
    if len(entries) > 3:
        return list(dict.fromkeys(key.split(".")[0] for key in keys))
    return entries


def base_name(file: str) -> str:
    """Return the id of a base by the name of its file."""
    return file.rsplit("/", 1)[-1].removesuffix(".yaml").removesuffix(".yml")

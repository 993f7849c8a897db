# ruff: noqa: ANN401 - cattrs hands over any kind of type
"""What does not fit the model: cattrs' tree of exceptions to findings."""

from __future__ import annotations

import re
from functools import cache
from typing import Any, get_args, get_origin

import attrs
from cattrs.errors import (
    AttributeValidationNote,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from pinochle_dsl.cookbook import is_named
from pinochle_dsl.findings import Findings, Path
from pinochle_dsl.lookalikes import lookalike
from pinochle_dsl.model import Variant
from pinochle_dsl.nodes import Mapping
from pinochle_dsl.slips import key_meant, section_meant
from pinochle_dsl.suggest import closest, did_you_mean, listed

LONGEST_ASKED = 40
"""Letters of a key that the cookbook is asked for."""
CALLER_OF = "caller of "
"""How the columns of an outcome begin that name the maker of a call."""


class MisfitError(ValueError):
    """A value that does not fit its key."""

    def __init__(
        self, code: str, message: str, hint: str | None = None, start: int | None = None, end: int | None = None
    ) -> None:
        """Keep what is wrong, and where inside a text it is."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.start = start
        self.end = end


def keys_of(cls: type) -> list[str]:
    """Return the keys of a section as authors write them."""
    names = [item.name.rstrip("_") for item in attrs.fields(cls)]
    return ["caller of NAME" if name == "caller_of" else name for name in names]


Names = dict[str, tuple[str, ...]]
"""Names of things that a file has, by section."""


def names_in(root: Mapping) -> Names:
    """Return the names of melds, calls, outcomes, payments and ledgers of a merged file."""
    sections = {name: root.get(name) for name in ("melds", "calls", "outcomes", "payments", "ledgers")}
    return {name: tuple(node.entries) for name, node in sections.items() if isinstance(node, Mapping)}


@cache
def all_keys() -> frozenset[str]:
    """Return every key of the language, whatever section it is of."""
    return frozenset((*keys_of(Variant), *(key for keys in _sections().values() for key in keys)))


@cache
def is_list_key(section: str, key: str) -> bool:
    """Return whether a key of a section takes a list and nothing else."""
    _sections()
    for arm in (arm for item in attrs.fields(Variant) if item.name == section for arm in _arms(item.type)):
        if isinstance(arm, type) and attrs.has(arm):
            fields = (item for item in attrs.fields(arm) if item.name.rstrip("_") == key)
            return any(get_origin(kind) is tuple for item in fields for kind in (item.type, *get_args(item.type)))
    return False


def is_owned(key: str) -> bool:
    """Return whether a key is one of a section."""
    return any(key in keys for keys in _sections().values())


def tell(problem: BaseException, path: Path, findings: Findings, names: Names | None = None) -> None:
    """Walk cattrs' tree of exceptions and add a finding for every leaf; `names` are those of the file."""
    if isinstance(problem, ClassValidationError):
        for inner, note in _noted(problem, AttributeValidationNote):
            name = note.name.rstrip("_") if note else None
            if isinstance(inner, ForbiddenExtraKeysError):
                _tell_extra(inner, path, findings, names or {})
            elif isinstance(inner, KeyError) and name is not None:
                _tell_missing(name, path, findings)
            else:
                tell(inner, (*path, name) if name else path, findings)
    elif isinstance(problem, IterableValidationError):
        for inner, note in _noted(problem, IterableValidationNote):
            tell(inner, _joined(path, note.index) if note else path, findings)
    elif isinstance(problem, MisfitError):
        on_key = problem.code == "PIN101"
        findings.add(
            problem.code, path, problem.message, problem.hint, start=problem.start, end=problem.end, on_key=on_key
        )
    else:
        raise problem


def _joined(path: Path, index: Any) -> Path:
    if path and path[-1] == "caller_of":
        return (*path[:-1], CALLER_OF + str(index))
    return (*path, index)


def _noted(problem: Any, kind: Any) -> list[tuple[Any, Any]]:
    pairs = []
    for inner in problem.exceptions:
        notes = [note for note in getattr(inner, "__notes__", []) if isinstance(note, kind)]
        pairs.append((inner, notes[-1] if notes else None))
    return pairs


def _tell_extra(problem: ForbiddenExtraKeysError, path: Path, findings: Findings, names: Names) -> None:
    cls = problem.cl
    known = keys_of(cls)
    for key in sorted(problem.extra_fields):
        odd = lookalike(key)
        if odd is not None and closest(odd[3], known) is not None:
            findings.add("PIN022", (*path, key), odd[1], odd[2], start=odd[0], end=odd[0] + 1, on_key=True)
            continue
        meant = key_meant(str(path[0]), key) if path else section_meant(key, names)
        if not path and is_owned(key) and key != "bid" and " belongs in " not in (meant or ""):
            meant = None  # a line that is not indented, rather than another word for a section
        near = did_you_mean(key, known)
        hint = meant or (_elsewhere(key, cls) or near if is_owned(key) else near or _elsewhere(key, cls))
        hint = hint or f"keys here are: {listed(known, 40)}{_in_cookbook(key)}"
        findings.add("PIN101", (*path, key), f"unknown key '{key[:60]}'{_section(path)}", hint, on_key=True)


def _in_cookbook(key: str) -> str:
    """Return where the cookbook speaks of what a key means, in players' words, or nothing."""
    words = " ".join(re.findall(r"[a-z0-9]+", key.lower()))
    return f"; see `pinochle cookbook {words}`" if len(key) < LONGEST_ASKED and is_named(words) else ""


def _section(path: Path) -> str:
    if not path:
        return ""
    if path[0] in ("melds", "calls", "outcomes", "payments", "ledgers", "options") and len(path) > 1:
        return f" in {str(path[0]).removesuffix('s')} '{path[1]}'"
    return f" in `{path[0]}`"


def _elsewhere(key: str, cls: type) -> str | None:
    """Say in which section a key would be known."""
    if cls is Variant:
        owner = _owner(key)
        return owner and f"{owner}: indent it by two blanks, under the line that names the section"
    return f"`{key}` is a section of its own, at the start of a line" if key in keys_of(Variant) else _owner(key)


def _owner(key: str) -> str | None:
    owners = [section for section, keys in _sections().items() if key in keys]
    return f"`{key}` is a key of {' and of '.join(f'`{owner}`' for owner in owners[:2])}" if owners else None


@cache
def _sections() -> dict[str, list[str]]:
    sections = {}
    attrs.resolve_types(Variant)
    for item in attrs.fields(Variant):
        for arm in _arms(item.type):
            if isinstance(arm, type) and attrs.has(arm):
                attrs.resolve_types(arm)
                sections[item.name] = keys_of(arm)
    return sections


def _tell_missing(name: str, path: Path, findings: Findings) -> None:
    where = f"`{path[0]}`" if len(path) == 1 else f"`{'.'.join(map(str, path))}`" if path else "the file"
    doc = _doc(name, path)
    hint = None if path else "build on a base that says it, such as `extends: partnership`"
    if not path and name == "variant":
        hint = "start the file with `variant: the-name-of-the-game`"
    findings.add("PIN102", path, f"{where} must say `{name}`" + (f": {doc}" if doc else ""), hint, on_key=True)


def _doc(name: str, path: Path) -> str:
    """Return the line that the model has about a key."""
    _sections()  # resolves the types of all sections
    cls: Any = Variant
    for step in path:
        field = next((item for item in attrs.fields(cls) if item.name.rstrip("_") == step), None)
        if field is not None:
            cls = next((arm for arm in _arms(field.type) if isinstance(arm, type) and attrs.has(arm)), None)
        if cls is None:
            return ""
    field = next((item for item in attrs.fields(cls) if item.name.rstrip("_") == name), None)
    return str(field.metadata.get("doc", "")) if field else ""


def _arms(kind: Any) -> list[Any]:
    """Return a type and all types inside it."""
    return [kind, *(inner for arm in get_args(kind) for inner in _arms(arm))]

"""Every key of the model, in the order of its classes."""

from __future__ import annotations

from functools import cache
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import attrs
from attrs import frozen

from pinochle_dsl.model import Phrase, Slot, Variant

NAME = "NAME"
"""What stands in a path for a name that the author gives."""


@frozen
class Key:
    """A key of a rules file."""

    path: tuple[str, ...]
    """From the top of the file: `("melds", "NAME", "points")`."""
    kind: Any
    """Its annotation."""
    doc: str
    needed: bool
    """Whether some layer of the file must say it."""
    default: Any
    section: type | None
    """The class of its value, if the value is keys and values."""

    @property
    def name(self) -> str:
        """The path as text: `melds.NAME.points`."""
        return ".".join(self.path)


def key_name(field: attrs.Attribute[Any]) -> str:
    """Return a field's key in a file."""
    return "caller of NAME" if field.name == "caller_of" else field.name.rstrip("_")


@cache
def keys_of(cls: type, path: tuple[str, ...] = ()) -> tuple[Key, ...]:
    """Return the keys of one class, not those below them."""
    hints = get_type_hints(cls, include_extras=True)
    found = []
    for field in attrs.fields(cls):
        kind, inner = hints[field.name], section_of(hints[field.name])
        name = key_name(field)
        if name == "caller of NAME":
            kind = get_args(kind)[1]
        default = None if isinstance(field.default, attrs.Factory) else field.default  # type: ignore[arg-type]
        found.append(
            Key(
                path=(*path, name),
                kind=kind,
                doc=str(field.metadata.get("doc", "")),
                needed=field.default is attrs.NOTHING,
                default=None if default is attrs.NOTHING else default,
                section=inner,
            )
        )
    return tuple(found)


def below(key: Key) -> tuple[Key, ...]:
    """Return the keys inside a section or inside each entry of a table."""
    if key.section is None:
        return ()
    return keys_of(key.section, (*key.path, NAME) if is_table(key.kind) else key.path)


def every_key() -> tuple[Key, ...]:
    """Return all keys of a file, each followed by those below it."""
    found: list[Key] = []
    waiting = list(reversed(keys_of(Variant)))
    while waiting:
        key = waiting.pop()
        found.append(key)
        waiting.extend(reversed(below(key)))
    return tuple(found)


def arms(kind: object) -> tuple[Any, ...]:
    """Return the kinds of value a key may have, `None` left out."""
    if get_origin(kind) in (Annotated, Literal, dict, tuple) or not get_args(kind):
        return (kind,)
    return tuple(arm for arm in get_args(kind) if arm is not NoneType)


def is_table(kind: object) -> bool:
    """Return whether a value is names with values."""
    return any(get_origin(arm) is dict for arm in arms(kind))


def section_of(kind: object) -> type | None:
    """Return the class of a section's or of a table's entries."""
    for arm in arms(kind):
        inner = get_args(arm)[1] if get_origin(arm) is dict else arm
        if isinstance(inner, type) and attrs.has(inner) and inner is not Phrase:
            return inner
    return None


def slot_of(kind: object) -> Slot | None:
    """Return the slot of a phrase; None if a value is no phrase."""
    if get_origin(kind) is not Annotated:
        return None
    return next((item for item in get_args(kind) if isinstance(item, Slot)), None)

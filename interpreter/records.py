"""What all records have in common: equal if their facts are, hashed and shown by them.

attrs could write these methods for each class, but it compiles every one of them at each start, which for the
classes of Programs and of rules files takes longer than to check a file.
"""

from __future__ import annotations

from attrs import fields


def facts(record: object) -> dict[str, object]:
    """Return the fields of a record, by name; those are left out that are not compared."""
    return {item.name: getattr(record, item.name) for item in fields(type(record)) if item.eq}  # type: ignore[arg-type]


class Record:
    """Base of classes made by `attrs.frozen(eq=False, repr=False)`."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return facts(self) == facts(other) if type(self) is type(other) else NotImplemented

    def __hash__(self) -> int:
        return hash((type(self), *facts(self).values()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in facts(self).items())})"

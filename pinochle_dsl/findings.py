"""What checks report: a finding names the place in the merged file by its path of keys.

`diagnostics.py` turns findings into diagnostics with file, line and column.
"""

from __future__ import annotations

from enum import Enum

from attrs import define, field, frozen

from interpreter.records import Record

Path = tuple[str | int, ...]
"""Keys and list indices from the top of the file, as the author wrote them: ("melds", "run", "points", 1)."""


class Severity(Enum):
    """How bad a finding is."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@frozen(eq=False, repr=False)
class Finding(Record):
    """One thing that is wrong, or odd, at one place of the merged file."""

    code: str
    path: Path
    message: str
    hint: str | None = None
    start: int | None = None
    """Offset inside the string at `path` (None: all of it)."""
    end: int | None = None
    on_key: bool = False
    """Points at the key, not at its value."""
    severity: Severity = Severity.ERROR
    others: tuple[Path, ...] = ()
    """Places that are as much to blame: the first that the author's own file says is pointed at."""


@define(eq=False, repr=False)
class Findings:
    """A list of findings that checks add to."""

    items: list[Finding] = field(factory=list)
    unsure: list[Path] = field(factory=list)
    """Formulas that were looked at, and that may come out so or so."""

    def add(  # noqa: PLR0913 - a finding has this many facts
        self,
        code: str,
        path: Path,
        message: str,
        hint: str | None = None,
        *,
        start: int | None = None,
        end: int | None = None,
        on_key: bool = False,
        severity: Severity = Severity.ERROR,
        others: tuple[Path, ...] = (),
    ) -> None:
        """Note one finding."""
        self.items.append(Finding(code, path, message, hint, start, end, on_key, severity, others))

    @property
    def errors(self) -> bool:
        """Whether any of them is an error."""
        return any(item.severity is Severity.ERROR for item in self.items)

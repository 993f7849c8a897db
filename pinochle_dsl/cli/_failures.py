"""Failures of a command: what went wrong, the hint, and the exit status."""

from __future__ import annotations

import re
from enum import IntEnum
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.suggest import cut

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pinochle_dsl.diagnostics import Diagnostic


class Status(IntEnum):
    """Exit statuses of every command."""

    DONE = 0
    """Done; warnings and notes allowed."""
    BAD_RULES = 1
    """The rules file has errors, or one of its examples fails."""
    USAGE = 2
    """Wrong arguments."""
    UNREADABLE = 3
    """Missing, a directory, not permitted, unknown name."""
    INTERRUPTED = 130
    """Stopped from the keyboard."""


UNREADABLE_CODES = frozenset({"PIN001", "PIN002"})
"""Codes of files that cannot be read at all."""


class Failure(Exception):  # noqa: N818 - the user's mistake, not an error of the program
    """A command cannot do what was asked."""

    def __init__(
        self,
        status: Status,
        code: str,
        message: str,
        hint: str | None = None,
        diagnostics: Iterable[Diagnostic] = (),
    ) -> None:
        super().__init__(message)
        self.status = status
        self.code = code
        self.message = message
        self.hint = hint
        self.diagnostics = tuple(diagnostics)


class Unfit(Failure):
    """Wrong arguments: an unknown choice, a card that the deck has not, figures that do not fit the game."""

    def __init__(self, message: str, hint: str | None = None, diagnostics: Iterable[Diagnostic] = ()) -> None:
        super().__init__(Status.USAGE, "usage", _kept_short(message), hint and _kept_short(hint), diagnostics)


_LONG = re.compile(r"(?<=')[^']{101,}(?=')|[^\s']{101,}")
"""What messages repeat of an argument that is longer than any that is meant: quoted, or without blanks."""
_LONGEST = 1_500
"""Characters of a message, whatever stands in it."""


def _kept_short(text: str) -> str:
    return cut(_LONG.sub(lambda match: cut(match[0]), text), _LONGEST)


def worst(diagnostics: Iterable[Diagnostic]) -> Status:
    """Return the exit status that findings of a file lead to."""
    errors = [item for item in diagnostics if item.is_error]
    if any(item.code in UNREADABLE_CODES for item in errors):
        return Status.UNREADABLE
    return Status.BAD_RULES if errors else Status.DONE


def refused(diagnostics: Iterable[Diagnostic]) -> Failure:
    """Return the failure for a rules file that cannot be used."""
    found = tuple(diagnostics)
    errors = [item for item in found if item.is_error]
    first = errors[0] if errors else None
    if first is None:
        return Failure(Status.BAD_RULES, "rules", "the rules cannot be used", None, found)
    status = worst(found)
    message = first.message if len(errors) == 1 else f"{len(errors)} errors, the first: {first.message}"
    return Failure(status, first.code, message, first.hint, found)


def as_document(failure: Failure) -> dict[str, Any]:
    """Return a failure as the JSON document that stands for it."""
    diagnostics: list[dict[str, Any]] = []
    if failure.diagnostics:
        from pinochle_dsl.diagnostics import as_json  # noqa: PLC0415 - only for rules files

        diagnostics = [as_json(item) for item in failure.diagnostics]
    return {
        "error": {
            "code": failure.code,
            "message": failure.message,
            "hint": failure.hint,
            "diagnostics": diagnostics,
        }
    }


def from_click(error: click.ClickException) -> Failure:
    """Return click's own complaint as a failure."""
    if isinstance(error, click.NoSuchOption | click.NoSuchCommand):
        if isinstance(error, click.NoSuchOption) and error.option_name == "--json":
            return Unfit(_sentence(error.message), "write --json behind the command")
        near = error.possibilities
        hint = f"did you mean {' or '.join(near)}?" if near else None
        return Unfit(_sentence(error.message), hint)
    if isinstance(error, click.UsageError):
        return Unfit(_sentence(error.format_message()))
    return Failure(Status.UNREADABLE, "unreadable", _sentence(error.format_message()))


def _sentence(text: str) -> str:
    """Return a sentence of click's as messages are written here: lower case, no full stop."""
    text = " ".join(text.split()).removesuffix(".")
    return text[:1].lower() + text[1:]

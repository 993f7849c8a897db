"""`explain`: a rules file as the rule sheet that a family would read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.explaining.calling import effects
from pinochle_dsl.explaining.facts import Facts
from pinochle_dsl.explaining.sheet import whole_sheet
from pinochle_dsl.explaining.unsaid import unsaid

if TYPE_CHECKING:
    from pinochle_dsl.loading import LoadedVariant

__all__ = ["calls_told", "explain"]


def explain(handle: LoadedVariant, assumptions: bool = False) -> str:  # noqa: FBT001, FBT002 - the agreed signature
    """Return the whole rule sheet of a loaded variant as Markdown.

    With `assumptions` a last chapter lists what the file itself leaves unsaid: what it takes from its
    base, and what holds only because nobody said otherwise.
    """
    text = whole_sheet(handle)
    return f"{text}\n{unsaid(handle)}" if assumptions else text


def calls_told(handle: LoadedVariant) -> dict[str, str]:
    """Return in a few words what each call of a loaded variant does, by its name."""
    return effects(Facts.of(handle))

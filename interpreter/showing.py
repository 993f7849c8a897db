"""Results as tables: for notebooks, and as data frames of libraries that are no dependency."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from interpreter.extras import needed

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

FRAMES = ("pandas", "polars", "pyarrow")
"""Libraries whose tables can be had."""


def frame(columns: Mapping[str, Sequence[Any]], library: str = "pandas") -> Any:  # noqa: ANN401 - the library's
    """Return columns as a data frame of a library.

    Raises `MissingLibraryError` where it is not installed, `ValueError` for one that is not known.
    """
    if library not in FRAMES:
        msg = f"data frames can be had of {', '.join(FRAMES)}, not of {library!r}"
        raise ValueError(msg)
    module = needed(library, "a data frame")
    if library == "pyarrow":
        return module.table({name: list(values) for name, values in columns.items()})
    return module.DataFrame({name: list(values) for name, values in columns.items()})


def html_table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], more: int = 0) -> str:
    """Return a table for a notebook: text to the left, figures to the right, with no colours of its own."""
    cell, number = "padding: 0 .8em; text-align: left", "padding: 0 .8em; text-align: right"
    lines = [f"<table><caption>{escape(caption)}</caption>", "<thead><tr>"]
    lines += [f'<th scope="col" style="{number if at else cell}">{escape(head)}</th>' for at, head in enumerate(heads)]
    lines.append("</tr></thead><tbody>")
    for first, *others in rows:
        cells = "".join(f'<td style="{number}">{escape(text)}</td>' for text in others)
        lines.append(f'<tr><th scope="row" style="{cell}; font-weight: normal">{escape(first)}</th>{cells}</tr>')
    if more:
        lines.append(f'<tr><td colspan="{len(heads)}" style="{cell}">and {more:,} more</td></tr>')
    return "\n".join([*lines, "</tbody></table>"])

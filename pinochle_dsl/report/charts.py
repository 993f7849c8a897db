"""Charts as SVG: plain shapes and text, coloured by the page's style, each with a title and a description.

They are drawn here rather than by a plotting library because a page must follow the reader's light or dark
setting, scale down to a phone and be read aloud; a picture with colours and sizes baked in does neither.
"""

from __future__ import annotations

import math
import textwrap
from html import escape
from typing import TYPE_CHECKING

from attrs import frozen

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

WIDTH = 460
"""Units of a chart's width; the page scales it."""
LEFT = 46
RIGHT = 16
TOP = 12
BOTTOM = 42
TICKS = 5
SHORT = 24
"""Letters of a label that fit in one line beside an interval; a longer one goes on in the next line."""
LINE = 12
"""Units from one line of a label to the next."""
LETTER = 6
"""Units that a letter of a label takes, at most but for a few."""


@frozen
class Curve:
    """A named row of points (x, y)."""

    name: str
    points: tuple[tuple[float, float], ...]


@frozen
class Interval:
    """A labelled estimate with its bounds."""

    label: str
    mean: float
    low: float
    high: float
    told: str
    """The figure in words, for readers of the chart."""
    style: int = 0


def ticks(low: float, high: float, most: int = TICKS) -> list[float]:
    """Return round numbers that divide a stretch."""
    if high <= low:
        return [low]
    raw = (high - low) / most
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * k for k in (1, 2, 2.5, 5, 10) if power * k >= raw * 0.999)
    first = math.ceil(low / step - 1e-9)
    last = math.floor(high / step + 1e-9)
    return [round(k * step, 10) for k in range(first, last + 1)]


def number(value: float) -> str:
    """Return a number for an axis."""
    return f"{value:,.0f}" if abs(value - round(value)) < 1e-9 else f"{value:,.10g}"


def percent(value: float) -> str:
    """Return a share for an axis."""
    return f"{100 * value:.4g}%"


def _svg(height: float, title: str, description: str, body: Sequence[str]) -> str:
    return (
        f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(title)}: {escape(description)}">'
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{''.join(body)}</svg>"
    )


def _text(x: float, y: float, words: str, anchor: str = "middle", kind: str = "tick") -> str:
    return f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def _axis_lines(words: str, left: float) -> list[str]:
    """Return the lines of a label below an axis that begins so far to the right."""
    return textwrap.wrap(words, int(WIDTH - left - RIGHT) // LETTER) or [""]


def _axis_label(lines: Sequence[str], left: float, height: float) -> list[str]:
    """Return a label below an axis, at the foot of a picture."""
    x, first = (left + WIDTH - RIGHT) / 2, height - 6 - LINE * (len(lines) - 1)
    return [_text(x, first + LINE * i, line, kind="label") for i, line in enumerate(lines)]


def curves(
    title: str,
    rows: Sequence[Curve],
    x_label: str,
    show_x: Callable[[float], str] = number,
    show_y: Callable[[float], str] = percent,
    *,
    zero: bool = True,
) -> str:
    """Return lines over one pair of axes, each with its own colour, dash and mark."""
    points = [point for row in rows for point in row.points]
    if not points:
        return ""
    x_low, x_high = min(x for x, _ in points), max(x for x, _ in points)
    if x_low == x_high:
        x_low, x_high = x_low - 1, x_high + 1
    y_low, y_high = min(y for _, y in points), max(y for _, y in points)
    y_low = min(0.0, y_low) if zero else y_low
    if y_low == y_high:
        y_high = y_low + 1
    below = _axis_lines(x_label, LEFT)
    bottom = BOTTOM + LINE * (len(below) - 1)
    height = 250.0 - BOTTOM + bottom

    def at(x: float, y: float) -> tuple[float, float]:
        return (
            LEFT + (x - x_low) / (x_high - x_low) * (WIDTH - LEFT - RIGHT),
            TOP + (1 - (y - y_low) / (y_high - y_low)) * (height - TOP - bottom),
        )

    body = []
    for value in ticks(y_low, y_high, 5):
        _, y = at(x_low, value)
        body += [_line(LEFT, y, WIDTH - RIGHT, y, "grid"), _text(LEFT - 6, y + 4, show_y(value), "end")]
    for value in ticks(x_low, x_high):
        x, _ = at(value, y_low)
        body.append(_text(x, height - bottom + 18, show_x(value)))
    body.append(_line(LEFT, at(x_low, y_low)[1], WIDTH - RIGHT, at(x_low, y_low)[1], "axis"))
    body += _axis_label(below, LEFT, height)
    for k, row in enumerate(rows):
        places = [at(x, y) for x, y in row.points]
        path = "M" + "L".join(f"{x:.1f},{y:.1f}" for x, y in places)
        body.append(f'<path class="curve c{k % 8}" d="{path}"/>')
        if len(places) <= 40:
            body += [_mark(k, x, y) for x, y in places]
    told = f"{x_label}; lines for {', '.join(row.name for row in rows)}. The table below has the numbers."
    return _svg(height, title, told, body)


def _mark(k: int, x: float, y: float) -> str:
    """Return a mark of a shape that tells lines apart without colour."""
    shapes = (
        f'<circle class="mark c{k % 8}" cx="{x:.1f}" cy="{y:.1f}" r="3.2"/>',
        f'<rect class="mark c{k % 8}" x="{x - 3:.1f}" y="{y - 3:.1f}" width="6" height="6"/>',
        f'<path class="mark c{k % 8}" d="M{x:.1f},{y - 4:.1f}l4,7h-8z"/>',
        f'<path class="mark c{k % 8}" d="M{x:.1f},{y - 4.2:.1f}l4.2,4.2l-4.2,4.2l-4.2,-4.2z"/>',
    )
    return shapes[k % 4]


def intervals(title: str, rows: Sequence[Interval], axis: str, show: Callable[[float], str]) -> str:
    """Return estimates with their intervals, one below the other, and a line at zero."""
    if not rows:
        return ""
    low = min(0.0, *(row.low for row in rows))
    high = max(0.0, *(row.high for row in rows))
    if low == high:
        low, high = -1.0, 1.0
    room = (high - low) * 0.04
    low, high = low - room, high + room
    label = 164
    below = _axis_lines(axis, label)
    bottom = BOTTOM + LINE * (len(below) - 1)
    labels = [textwrap.wrap(row.label, SHORT, break_on_hyphens=False) or [""] for row in rows]
    rooms = [26 + LINE * (len(lines) - 1) for lines in labels]
    height = TOP + sum(rooms) + bottom

    def at(value: float) -> float:
        return label + (value - low) / (high - low) * (WIDTH - label - RIGHT)

    body = []
    for value in ticks(low, high, 4):
        x = at(value)
        body += [_line(x, TOP, x, height - bottom, "grid"), _text(x, height - bottom + 18, show(value))]
    body.append(_line(at(0), TOP, at(0), height - bottom, "axis"))
    top = TOP
    for row, lines, high_row in zip(rows, labels, rooms, strict=True):
        y = top + 1 + high_row / 2
        top += high_row
        body.append(f"<g><title>{escape(row.told)}</title>")
        first = y + 4 - LINE * (len(lines) - 1) / 2
        body += [_text(label - 10, first + LINE * i, line, "end", "label") for i, line in enumerate(lines)]
        ends = f'x1="{at(row.low):.1f}" y1="{y}" x2="{at(row.high):.1f}" y2="{y}"'
        body.append(f'<line class="reach c{row.style % 8}" {ends}/>')
        body.append(_mark(row.style, at(row.mean), y))
        body.append("</g>")
    body += _axis_label(below, label, height)
    return _svg(height, title, "; ".join(row.told for row in rows), body)

"""Text with styles on a grid: what the full-screen table is drawn on."""

from __future__ import annotations

from rich.cells import cell_len
from rich.text import Text

RED = "bold #b3261e on #f4f1e8"
BLACK = "bold #1c1c1c on #f4f1e8"
DIM_RED = "#8a5a57 on #a9a69d"
DIM_BLACK = "#55534d on #a9a69d"
CHOSEN = "bold #1c1c1c on #ffd75f"
CHOSEN_RED = "bold #b3261e on #ffd75f"
CARD_WIDTH = 5
"""Columns of a card: two of them its borders."""


def card_style(card: str, *, dim: bool = False, chosen: bool = False) -> str:
    """Return the colours of a card."""
    red = card[-1:] in "♥♦"
    if chosen:
        return CHOSEN_RED if red else CHOSEN
    if dim:
        return DIM_RED if red else DIM_BLACK
    return RED if red else BLACK


class Canvas:
    """A grid of signs, each with its style."""

    def __init__(self, width: int, height: int) -> None:
        """Begin with an empty grid."""
        self.width = width
        self.height = height
        self.signs = [[" "] * width for _ in range(height)]
        self.styles = [[""] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = "") -> None:
        """Write a text; what does not fit is left out."""
        if not 0 <= y < self.height:
            return
        for sign in text:
            wide = cell_len(sign)
            if wide and x >= 0 and x + wide <= self.width:
                self.signs[y][x] = sign
                self.styles[y][x] = style
                if wide > 1:
                    self.signs[y][x + 1] = ""
                    self.styles[y][x + 1] = style
            x += wide

    def centre(self, y: int, text: str, style: str = "", *, left: int = 0, width: int | None = None) -> None:
        """Write a text in the middle of some columns."""
        room = self.width - left if width is None else width
        self.put(left + max(0, (room - cell_len(text)) // 2), y, text, style)

    def card(self, x: int, y: int, card: str, style: str, shown: int = CARD_WIDTH) -> None:
        """Draw a card of three lines; where only some columns of it are to be seen, its suit stands below its rank."""
        if shown >= CARD_WIDTH - 1:
            rows = ("╭───╮", f"│{card:<3}│", "╰───╯")
        elif shown == CARD_WIDTH - 2:
            rows = ("╭───╮", f"│{card[:-1]:<3}│", f"│{card[-1]:<3}│")
        else:
            rows = ("▔▔▔▔▔", f"{card[:-1]:<4}│", f"{card[-1]:<4}│")
        for at, row in enumerate(rows):
            self.put(x, y + at, row if shown >= CARD_WIDTH else row[:shown], style)

    def text(self) -> Text:
        """Return the whole as text."""
        found = Text(no_wrap=True, overflow="crop")
        for y in range(self.height):
            at = 0
            while at < self.width:
                style, start = self.styles[y][at], at
                while at < self.width and self.styles[y][at] == style:
                    at += 1
                found.append("".join(self.signs[y][start:at]), style or None)
            if y + 1 < self.height:
                found.append("\n")
        return found

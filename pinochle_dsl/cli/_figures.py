"""Parameter types for what is said about a table: suits, lists of figures, melds laid, calls made."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Unfit

if TYPE_CHECKING:
    from interpreter.program import Program

SUITS = {
    **dict.fromkeys(("s", "♠", "♤", "spade", "spades"), "spades"),
    **dict.fromkeys(("h", "♥", "♡", "heart", "hearts"), "hearts"),
    **dict.fromkeys(("d", "♦", "♢", "diamond", "diamonds"), "diamonds"),
    **dict.fromkeys(("c", "♣", "♧", "club", "clubs"), "clubs"),
    "none": "none",
}
SYMBOLS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣", "none": "none"}
LARGEST = 10**15
"""Figures beyond this are no scores."""
MOST_FIGURES = 8
LONGEST = 24
"""Characters of a wrong number that a message repeats."""
_WHOLE = re.compile(r"[-+]?[0-9]{1,20}")


class SuitType(click.ParamType[str]):
    """`S H D C`, `♠♥♦♣`, `spades`..., a name of the rules or `none`, in any case."""

    name = "suit"

    def get_metavar(self, param: click.Parameter, ctx: click.Context) -> str:
        """Return how help screens call it."""
        del param, ctx
        return "SUIT"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """Return the suit's word, or what is perhaps a name that the rules give to a suit: see `suit_of`."""
        del param, ctx
        word = str(value).strip().rstrip("\ufe0e\ufe0f")
        return SUITS.get(word.lower(), word)


def suit_of(program: Program, said: str) -> str:
    """Return the word for a suit that is named as people or the house name it; refuse what is none."""
    if said in SYMBOLS:
        return said
    from interpreter.cards import SUIT_WORDS, parse_suit  # noqa: PLC0415 - start-up

    try:
        return (*SUIT_WORDS, "none")[parse_suit(program.deck, said)]
    except ValueError as problem:
        raise Unfit(f"invalid value for '--trump': {problem}") from None


class WholeType(click.ParamType[int]):
    """A whole number within bounds."""

    name = "number"

    def __init__(self, low: int, high: int) -> None:
        self.low = low
        self.high = high

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the number."""
        word = str(value).strip()
        if not _WHOLE.fullmatch(word) or not self.low <= int(word) <= self.high:
            shown = word if len(word) <= LONGEST else f"{word[:12]}..."
            self.fail(f"{shown!r} is no whole number from {self.low} to {self.high}", param, ctx)
        return int(word)


class FiguresType(click.ParamType[tuple[int, ...]]):
    """Whole numbers with commas between, one for each account."""

    name = "figures"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[int, ...]:
        """Return the numbers."""
        if isinstance(value, tuple):
            return value
        parts = str(value).replace("−", "-").split(",")
        if len(parts) > MOST_FIGURES:
            self.fail(f"{len(parts)} figures are more than any table has accounts", param, ctx)
        return tuple(figure(part, self, param, ctx) for part in parts)


def figure(text: str, kind: click.ParamType[Any], param: click.Parameter | None, ctx: click.Context | None) -> int:
    """Return a whole number of reasonable size, or fail as a parameter does."""
    word = text.strip()
    digits = word[1:] if word[:1] in ("-", "+") else word
    if not (digits.isascii() and digits.isdigit()) or len(digits) > len(str(LARGEST)):
        shown = text if len(text) <= len(str(LARGEST)) else f"{text[:12]}..."
        kind.fail(f"{shown!r} is no figure: write whole numbers with commas between, as in -30,120", param, ctx)
    return int(word)


class MeldsType(click.ParamType[tuple[tuple[int, str, int], ...]]):
    """`1:dix=2,0:run=1`: account, meld, how many times."""

    name = "melds"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[tuple[int, str, int], ...]:
        """Return account, meld and number of each."""
        if isinstance(value, tuple):
            return value
        found: list[tuple[int, str, int]] = []
        for part in str(value).split(","):
            account, colon, rest = part.partition(":")
            name, sign, times = rest.rpartition("=")
            if not colon or not sign or not name.strip():
                self.fail(f"{part!r} does not say who melded what: write account:meld=times, as in 1:dix=2", param, ctx)
            found.append((figure(account, self, param, ctx), name.strip(), figure(times, self, param, ctx)))
        return tuple(found)


class CallType(click.ParamType[tuple[str, int | None]]):
    """`NAME` or `NAME@SEAT`."""

    name = "call"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, int | None]:
        """Return the call and the seat that made it (None: not said)."""
        if isinstance(value, tuple):
            return value
        name, sign, seat = str(value).rpartition("@")
        if not sign:
            return str(value).strip(), None
        if not name.strip():
            self.fail(f"{value!r} names no call: write NAME or NAME@SEAT", param, ctx)
        return name.strip(), figure(seat, self, param, ctx)


class LedgerType(click.ParamType[tuple[str, tuple[int, ...]]]):
    """`NAME=figures`."""

    name = "ledger"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, tuple[int, ...]]:
        """Return the ledger and its balances."""
        if isinstance(value, tuple):
            return value
        name, sign, figures = str(value).partition("=")
        if not sign or not name.strip():
            self.fail(f"{value!r} is no ledger: write NAME=figures, as in chips=150,150", param, ctx)
        return name.strip(), FiguresType().convert(figures, param, ctx)


class CardsType(click.ParamType[tuple[str, ...]]):
    """Cards of each account, with semicolons between the accounts."""

    name = "cards"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> tuple[str, ...]:
        """Return the text of each."""
        if isinstance(value, tuple):
            return value
        parts = tuple(part.strip() for part in str(value).split(";"))
        if len(parts) > MOST_FIGURES:
            self.fail(f"cards of {len(parts)} are more than any table has accounts", param, ctx)
        return parts


SUIT = SuitType()
CARDS_OF_EACH = CardsType()
FIGURES = FiguresType()
SEAT = WholeType(0, 7)

"""Figures of a comparison in words: what each is called, what it means, and changes as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.figures import number_text

if TYPE_CHECKING:
    from interpreter import Figure
    from interpreter.comparison import Compared

FIGURE_WORDS: dict[str, tuple[str, str]] = {
    "made": ("Contracts made", "how many of all contracts are made"),
    "set": ("Contracts set", "how many of all contracts fail in the play or by the rules"),
    "conceded": ("Contracts given up", "how many of all contracts a call ends before their time"),
    "passed out": ("Passed out", "how many of all hands dealt nobody bids on"),
    "bid": ("Contract", "the points of the contract, in the mean of all contracts"),
    "meld": ("Melds of a side", "what a side lays in a deal, before any floor or saving"),
    "counters": ("Counters of a side", "what a side takes in tricks in a deal"),
    "share of meld": ("Share of melds", "melds that count as a part of melds and counters together"),
    "value of a deal": ("Value of a deal", "what a deal adds to the score of a side, in the mean over the sides"),
    "swing of a deal": (
        "Swing of a deal",
        "how much more the side that gains most gains than the one that gains least",
    ),
    "advantage of the bidder": (
        "Advantage of the bidder",
        "how much more a deal brings the declarer's side than the mean of the others",
    ),
    "advantage of the dealer": (
        "Advantage of the dealer",
        "how much more a deal brings the dealer's side than the mean of the others",
    ),
    "advantage of the eldest": (
        "Advantage of the eldest",
        "how much more a deal brings whoever sits next to the dealer than the mean of the others",
    ),
    "better cards lose": (
        "Better cards lose",
        "how often another side gains more than the one whose dealt cards promise most",
    ),
    "deals per game": ("Deals in a game", "how many deals a game lasts"),
    "time in the lead": (
        "Winner in the lead",
        "after how many of a game's deals its later winner leads; the more, the fewer games turn round",
    ),
}


def label_of(figure: Compared) -> str:
    """Return what a figure is called."""
    return FIGURE_WORDS[figure.name][0]


def said(figure: Compared, value: float) -> str:
    """Return a value of a figure."""
    return number_text(value, share=figure.share).replace("-", "−")


def shown_change(figure: Compared, value: float) -> str:
    """Return a change of a figure, with its sign."""
    return f"{100 * value:+.2f}" if figure.share else f"{value:+,.2f}"


def said_change(figure: Compared, change: Figure) -> str:
    """Return a change with its interval."""
    ends = f"{shown_change(figure, change.low)} to {shown_change(figure, change.high)}"
    return f"{shown_change(figure, change.mean)} ({ends})".replace("-", "−")


def change_sentence(figure: Compared, before: float, after: float, change: Figure) -> str:
    """Return a change as a sentence."""
    word = "up" if change.mean > 0 else "down"
    measure = " percentage points" if figure.share else (" points" if figure.points else " deals")
    ends = f"{shown_change(figure, change.low)} to {shown_change(figure, change.high)}".replace("-", "−")
    size = shown_change(figure, abs(change.mean)).removeprefix("+")
    return (
        f"{label_of(figure)}: {said(figure, after)} instead of {said(figure, before)}, {word} by {size}{measure} "
        f"(95% interval {ends})."
    )

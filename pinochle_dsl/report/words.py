"""Figures of a comparison in words: what each is called, what it means, and changes as sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.figures import number_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Comparison, Figure
    from interpreter.comparison import Compared
    from pinochle_dsl.varying import Effect, Ranking

MEASURABLE = (
    "A change is measurable if its 95% interval does not touch zero. Of twenty figures that a rule does not change at "
    "all, about one looks changed by chance."
)
"""What one word means wherever a change is spoken of."""
MOST_TOLD = 3
"""Figures that are named for each option."""

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


def measure_of(figure: Compared) -> str:
    """Return in what a change of a figure is counted."""
    return "percentage points" if figure.share else "points" if figure.points else "deals"


def scored_in(result: Comparison, titles: Sequence[str]) -> str | None:
    """Return under which rules all points are counted; None where all count in the same unit anyway."""
    units = [run.program.unit for run in result.runs]
    return titles[units.index(result.unit)] if len(set(units)) > 1 else None


def scoring_words(result: Comparison, titles: Sequence[str]) -> str:
    """Return a sentence on whose points are shown; nothing where all count in the same unit."""
    whose = scored_in(result, titles)
    if whose is None:
        return ""
    runs = any(meld.name == "run" for run in result.runs for meld in run.program.rules.melds)
    return f"Points are as scored in {whose}" + (f": a run counts {15 * result.unit}." if runs else ".")


def clarity(change: Figure) -> float:
    """Return how many times its own uncertainty a change is."""
    return abs(change.mean) / max(1e-12, change.high - change.mean)


def change_sentence(figure: Compared, before: float, after: float, change: Figure) -> str:
    """Return a change as a sentence."""
    word = "up" if change.mean > 0 else "down"
    ends = f"{shown_change(figure, change.low)} to {shown_change(figure, change.high)}".replace("-", "−")
    size = shown_change(figure, abs(change.mean)).removeprefix("+")
    return (
        f"{label_of(figure)}: {said(figure, after)} instead of {said(figure, before)}, "
        f"{word} by {size} {measure_of(figure)} (95% interval {ends})."
    )


def in_short(ranked: Sequence[Ranking], games: int) -> list[str]:
    """Return what each option changes, the one that matters most first, and last those that change nothing.

    An option matters the more, the more figures it changes more than any other does.
    """
    options = list(dict.fromkeys(effect.option for ranking in ranked for effect in ranking.effects))
    found = {option: _measurable(option, ranked) for option in options}
    leads = {option: [ranking for ranking, _, first in told if first] for option, told in found.items()}
    options.sort(key=lambda option: (-len(leads[option]), -len(found[option])))
    lines: list[str] = []
    for option in (option for option in options if found[option]):
        many, most = len(found[option]), len(leads[option])
        first = len(options) > 1 and not lines
        told = f"{option} {'matters most: it ' if first else ''}changes {many} of {len(ranked)} figures"
        if len(options) > 1:
            told += f", {_part(most, many)} more than any other option does"
        lines.append(f"{told}. {_clearest(found[option])}")
    idle = [option for option in options if not found[option]]
    if idle:
        some = f"{', '.join(idle[:-1])} and {idle[-1]} change" if len(idle) > 1 else f"{idle[0]} changes"
        where = f"{games:,} game{'' if games == 1 else 's'} under each combination"
        lines.append(f"{some} nothing measurable in {where}. More games may show small changes.")
    return lines


def _part(some: int, of: int) -> str:
    """Return some of the figures that were just counted, in words."""
    if some == of:
        return {1: "this one", 2: "both"}.get(of, "all of them")
    return f"{some or 'none'} of them" if of > 1 else "but not"


def _measurable(option: str, ranked: Sequence[Ranking]) -> list[tuple[Ranking, Effect, bool]]:
    """Return the figures that an option changes, by which choice most, and whether no other option does more."""
    found = []
    for ranking in ranked:
        effects = [effect for effect in ranking.effects if effect.measurable]
        mine = next((effect for effect in effects if effect.option == option), None)
        if mine is not None:
            found.append((ranking, mine, mine is effects[0]))
    return found


def _clearest(told: Sequence[tuple[Ranking, Effect, bool]]) -> str:
    """Return the clearest changes by an option in words, those of one choice together."""
    clearest = sorted(told, key=lambda each: (not each[2], -clarity(each[1].found)))[:MOST_TOLD]
    choices: dict[str, list[str]] = {}
    for ranking, effect, _ in clearest:
        figure = ranking.figure
        change = shown_change(figure, effect.found.mean).replace("-", "−")
        name = label_of(figure)
        words = f"{name[0].lower()}{name[1:]} {change} {measure_of(figure)}"
        choices.setdefault(f"{effect.choice} instead of {effect.default}", []).append(words)
    return " ".join(f"With {choice}: {', '.join(words)}." for choice, words in choices.items())

"""Figures of a run for people: their names, which are worth showing, and what they are."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter import Figure
    from interpreter.program import Program

_OF_ACCOUNT = re.compile(r"(.*) of (\d+)")
_AFTER_DEALER = re.compile(r"wins (\d+) after the first dealer")


def label(name: str, program: Program) -> str:
    """Return a figure's name as people read it."""
    sides = program.table.accounts < program.table.seats
    if name in ("meld", "counters"):
        return f"{'meld laid' if name == 'meld' else name}, any {'side' if sides else 'seat'}"
    account = _OF_ACCOUNT.fullmatch(name)
    if account:
        return f"{account[1]}, {'side' if sides else 'seat'} {account[2]}"
    after = _AFTER_DEALER.fullmatch(name)
    if after:
        whose = {"0": "first dealer", "1": "first eldest"}.get(after[1], f"{after[1]} after first dealer")
        return f"wins, {'side of ' if sides else ''}{whose}"
    return name


def worth_showing(stats: Mapping[str, Figure], program: Program) -> list[str]:
    """Return the figures for a table: not an outcome that only people bring about, and none that stands there already.

    Documents for machines keep them all.
    """
    from interpreter.simulation import VERDICTS  # noqa: PLC0415 - start-up

    rules = [row for mode in program.modes for row in mode.outcomes]
    rulings = {row.name for row in rules if row.ruling}
    shown = []
    for name, figure in stats.items():
        what = name.removeprefix("outcome ")
        if what != name and (what in rulings and figure.mean == 0):
            continue
        if what != name and what in VERDICTS and what in stats and _count(stats[what]) == _count(figure):
            continue  # the same deals, told as a part of all contracts
        shown.append(name)
    return shown


def _count(share: Figure) -> int:
    """Return how many of all are meant by a share."""
    return round(share.mean * share.n)


def as_numbers(figure: Figure) -> dict[str, float | int]:
    """Return a figure for JSON."""
    return {"mean": figure.mean, "low": figure.low, "high": figure.high, "n": figure.n}


LEGEND_WIDTH = 78


def legend(names: Iterable[str], players: Sequence[str], *, counted: bool = True) -> str:
    """Return what the figures of a table are, a line or two each; only those that stand in it."""
    import textwrap  # noqa: PLC0415 - only for tables

    found = list(names)
    of = "; Of: of how many deals, contracts or games" if counted else ""
    told = [f"95% interval: it holds the true mean in 19 of 20 such runs{of}"]
    told += [words for words in map(" ".join, _explained(found)) if words]
    told += _played_by(players)
    lines = [
        textwrap.fill(words, LEGEND_WIDTH, initial_indent="  ", subsequent_indent="    ", break_on_hyphens=False)
        for words in told
    ]
    return "\n".join(["What the figures are", *lines])


def _explained(names: Sequence[str]) -> Iterable[Sequence[str]]:
    """Yield the parts of each explanation."""
    from interpreter.figures import OF_LEDGER  # noqa: PLC0415 - start-up
    from interpreter.simulation import VERDICTS  # noqa: PLC0415 - start-up

    verdicts = [name for name in VERDICTS if name in names]
    if verdicts:
        ended = ["(conceded: a call ended the deal before its time)"] * ("conceded" in verdicts)
        yield [f"{', '.join(verdicts)}: parts of all contracts", *ended]
    redeals = {
        "passed out": "passed out: nobody bid, and the cards were thrown in",
        "dealt again": "dealt again: a call or a rule had the cards dealt again",
    }
    shown = [words for name, words in redeals.items() if name in names]
    if shown:
        yield ["; ".join(shown) + "; parts of all hands dealt"]
    melds = any(name.startswith("meld of") for name in names)
    yield [f"{'meld, ' * melds}counters: points that count, in a deal; gain: what a deal adds to the score"]
    if melds:
        yield ["meld laid: before any floor or saving"]
    if "share of meld" in names:
        yield ["share of meld: melds as a part of melds and counters together"]
    if any(name.startswith("outcome ") for name in names):
        yield ["outcome: parts of all deals"]
        twice = next((verdict for verdict in verdicts if f"outcome {verdict}" in names), None)
        if twice:
            yield [f"outcome {twice}: by the rule of this name alone; {twice}: whatever rule led to it"]
    found = [match for match in map(OF_LEDGER.fullmatch, names) if match]
    ledgers = list(dict.fromkeys(match[1] for match in found))
    if ledgers:
        changes = any(match[2] == "a deal" for match in found)
        yield [f"{', '.join(ledgers)}: {'its change in a deal, and ' * changes}what is in it when a game is over"]
    if "unfinished" in names:
        yield ["unfinished: parts of all games; broken off, as after 1,000 deals, and won by whoever was ahead"]
    yield ["wins: parts of all games; first dealer, first eldest: whoever dealt first, and the next"]


def _played_by(players: Sequence[str]) -> list[str]:
    """Return how well the players play."""
    words = {
        "basic": "basic is a simple bot: compare rules with it, not strong players",
        "random": "random plays any card that is allowed",
    }
    return [words[name] for name in dict.fromkeys(players) if name in words]

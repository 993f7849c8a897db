"""Puts the chapters of a rule sheet together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from pinochle_dsl.explaining import bidding, calling, choosing, ending, melding, moving, opening, playing
from pinochle_dsl.explaining.facts import Facts, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinochle_dsl.loading import LoadedVariant


@frozen
class Chapter:
    """A heading and the rules under it."""

    title: str
    lines: tuple[Line, ...]


def chapters_of(facts: Facts) -> tuple[Chapter, ...]:
    """Return the chapters that state rules, in the order in which a family needs them."""
    melding_table = ("The melds", melding.melds(facts)), ("Laying the melds", melding.laying(facts))
    steps = {
        "deal": [("The deal", opening.deal(facts))],
        "auction": [("The auction", bidding.auction(facts))],
        "widow": [("The widow", moving.widow(facts))],
        "trump": [("Trump", bidding.trump(facts))],
        "exchange": [("Passing cards", moving.exchange(facts))],
        "ask": [("Asking for a card", moving.ask(facts))],
        "redraw": [("Drawing anew", moving.redraw(facts))],
        "bury": [("Burying", moving.bury(facts))],
        "meld": list(melding_table),
        "play": [("The play", playing.play(facts))],
    }
    phases = [phase for phase in facts.phases if phase in steps]
    phases += [phase for phase in steps if phase not in phases]
    found: list[tuple[str, Iterable[Line]]] = [
        ("In short", opening.in_short(facts)),
        ("The cards", opening.cards(facts)),
    ]
    for phase in phases:
        found += steps[phase]
    found += [
        ("What may be said", calling.calls(facts)),
        ("How a deal ends", ending.outcomes(facts)),
        ("Accounts and payments", ending.payments(facts)),
        ("How the game ends", ending.game(facts)),
    ]
    return tuple(chapter for title, lines in found if (chapter := Chapter(title, tuple(lines))).lines)


def closing(handle: LoadedVariant, facts: Facts) -> tuple[Chapter, ...]:
    """Return the chapters after the rules."""
    found: list[tuple[str, Iterable[Line]]] = [
        ("Options", choosing.options(handle)),
        ("Notes", choosing.remarks(facts)),
        ("Sources", choosing.sources(facts)),
    ]
    return tuple(chapter for title, lines in found if (chapter := Chapter(title, tuple(lines))).lines)


def lines_of(facts: Facts) -> Iterator[Line]:
    """Yield all rules of a game in words."""
    for chapter in chapters_of(facts):
        yield from chapter.lines


def rendered(chapter: Chapter) -> str:
    """Return a chapter as Markdown."""
    blocks: list[str] = []
    before = ""
    number = 0
    for line in chapter.lines:
        number = number + 1 if line.shape == "item" else 0
        text, joint = {
            "bullet": (f"- {line.text}", "\n"),
            "inner": (f"  - {line.text}", "\n"),
            "item": (f"{number}. {line.text}", "\n"),
            "row": (line.text, "\n"),
            "heading": (f"### {line.text}", ""),
            "table": (line.text, ""),
            "intro": (line.text, " "),
        }.get(line.shape, (line.text, " "))
        follows = {
            "row": before in ("row", "table"),
            "item": before == "item",
            "bullet": before in ("bullet", "inner"),
            "inner": before in ("bullet", "inner"),
            "sentence": before == "sentence",
            "intro": before == "sentence",
        }.get(line.shape, False)
        if follows and blocks:
            blocks[-1] += joint + text
        else:
            blocks.append(text)
        before = line.shape
    return f"## {chapter.title}\n\n" + "\n\n".join(blocks)


def whole_sheet(handle: LoadedVariant) -> str:
    """Return the rule sheet of a variant as Markdown."""
    facts = Facts.of(handle)
    chapters = (*chapters_of(facts), *closing(handle, facts))
    title = facts.model.title or facts.model.variant
    return f"# {title}\n\n" + "\n\n".join(rendered(chapter) for chapter in chapters) + "\n"

"""`pinochle odds`: exact chances of melds and cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._figures import SUIT, suit_of
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._writing import counted, give, say, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter import Chance, Odds
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting

RAREST = 1e-9
"""Chances below it stand in the document for machines only."""
LONGEST = 27
"""Characters of a fraction that a table shows."""
FEWEST = 4
"""Digits of a chance that a table shows."""


@click.command(
    epilog="""\b
Examples:
  pinochle odds cardgames-io
  pinochle odds three-handed --hand "A♠ 10♠ K♠ Q♠ Q♠ J♦ A♥ A♦ K♦ 9♦ 9♦ K♣ Q♣ J♣ 9♣" --trump spades
  pinochle odds two-handed --hand "A♠ K♠ Q♠ J♠ Q♦" --trump spades --seen 9♠ --json
"""
)
@name_argument
@click.option("--hand", help="The player's cards, any number of them; without it, the odds of a dealt hand.")
@click.option("--trump", type=SUIT, help="Only with this trump suit, or none. [default: every suit]")
@click.option("--seen", default="", help="Cards that lie open, such as the turn-up.")
@json_option
def odds(
    name: str,
    settings: tuple[Setting, ...],
    hand: str | None,
    trump: str | None,
    seen: str,
    as_json: bool,  # noqa: FBT001 - click passes flags so
) -> None:
    """Tell exact chances: of each meld in a dealt hand, of improving a hand, of what others hold.

    With --hand, those of melds that the widow, the next card or a partner's cards
    complete, and of melds and cards in the hands of partner and opponents. All of it
    is counted, not sampled; every deal of the cards that the player does not see is
    equally likely, whatever has been bid or passed. Melds are counted by their cards,
    each meld by itself, at least so many times.
    """
    program = compiled(name, settings)
    suit = "any" if trump is None else suit_of(program, trump)
    from interpreter import odds as count  # noqa: PLC0415 - start-up

    with fitting_the_game():
        found = count(program, hand, trump=suit, seen=seen)
    if as_json:
        give(document(program, found, hand))
    else:
        report(program, found, hand)


def document(program: Program, found: Odds, hand: str | None) -> dict[str, Any]:
    """Return the JSON document."""
    entries: list[dict[str, Any]] = [
        {
            "event": one.event,
            "ways": one.ways,
            "of": one.of,
            "probability": one.probability,
            "where": one.where,
            "meld": one.meld or None,
            "times": one.times or None,
            "trump": one.trump or None,
            "card": one.card or None,
        }
        for one in found.odds
    ]
    return {
        "variant": program.variant,
        "options": dict(program.options),
        "hand": hand,
        "held": [{"meld": meld, "trump": trump or None, "times": times} for meld, trump, times in found.held],
        "odds": entries,
        "left_out": list(found.left_out),
    }


def report(program: Program, found: Odds, hand: str | None) -> None:
    """Print chances, a table for each place where cards can be."""
    import textwrap  # noqa: PLC0415 - only for tables

    say(f"{program.title or program.variant}: exact chances{' with this hand' if hand else ''}")
    if found.held:
        from interpreter.chances import phrase  # noqa: PLC0415 - start-up

        kinds = [(phrase(meld, times, ""), trump) for meld, trump, times in found.held]
        names = dict.fromkeys(words for words, _ in kinds)
        held = [words + under([trump for other, trump in kinds if other == words]) for words in names]
        say("\n" + textwrap.fill(f"This hand holds: {'; '.join(held)}", 80, subsequent_indent="  "))
    hidden = 0
    for where in dict.fromkeys(one.where for one in found.odds if one.meld):
        here = [one for one in found.odds if one.where == where and one.meld]
        shown = [one for one in here if one.probability >= RAREST]
        hidden += len(here) - len(shown)
        if shown:
            say(f"\n{where[0].upper()}{where[1:]}\n")
            say(table(("At least", "Chance", "One in", "Exactly"), list(rows(shown)), right=(1, 2)))
    cards(found.odds)
    notes = [f"Not counted: {words}." for words in found.left_out]
    if hidden:
        notes.append(f"{counted(hidden, 'chance')} below one in {1 / RAREST:,.0f}: see --json.")
    if not found.odds and not found.left_out:
        notes.append("There is nothing to count.")
    if notes:
        say("\n" + "\n".join(textwrap.fill(note, 80, subsequent_indent="  ") for note in notes))


def rows(chances: Sequence[Chance]) -> Iterable[tuple[str, str, str, str]]:
    """Yield a row for each chance; suits that have the same one share it."""
    from interpreter.chances import phrase  # noqa: PLC0415 - start-up

    groups: dict[object, list[Chance]] = {}
    for one in chances:
        suit = len(one.trump) == 1
        groups.setdefault((one.meld, one.times, one.ways, one.of, "" if suit else one.trump), []).append(one)
    for group in groups.values():
        one = group[0]
        if len(one.trump) == 1:
            words = phrase(one.meld, one.times, "") + under([other.trump for other in group])
        else:
            words = phrase(one.meld, one.times, one.trump)
        yield words, percentage(one), one_in(one), exactly(one)


def under(trumps: Iterable[str]) -> str:
    """Return under which trumps something holds."""
    suits = [trump for trump in trumps if trump]
    return f" with {' '.join(suits)} trump" if suits else ""


def percentage(one: Chance) -> str:
    """Return a chance as a percentage."""
    part = 100 * one.probability
    return f"{part:.2f}%" if part >= 0.1 else f"{part:.{FEWEST}g}%"


def one_in(one: Chance) -> str:
    """Return one in how many it is."""
    times = float(one.of) / one.ways if one.of < 1e300 else float(1 / one.fraction)
    return f"{times:,.1f}" if times < 100 else f"{times:,.0f}"


def exactly(one: Chance) -> str:
    """Return a chance as a fraction, if it is short enough to be read."""
    fraction = one.fraction
    text = f"{fraction.numerator}/{fraction.denominator}"
    return text if len(text) <= LONGEST else ""


def cards(chances: Iterable[Chance]) -> None:
    """Print the chances of single cards, cards of the same chances in one row."""
    by_card: dict[str, list[Chance]] = {}
    for one in chances:
        if one.card:
            by_card.setdefault(one.card, []).append(one)
    if not by_card:
        return
    groups: dict[object, list[str]] = {}
    for card, found in by_card.items():
        groups.setdefault(tuple(one.fraction for one in found), []).append(card)
    first = next(iter(by_card.values()))
    heads = [one.where.removeprefix("in ").removesuffix("'s hand") for one in first]
    lines = [
        (" ".join(same), *(f"{percentage(one)} ({exactly(one)})" for one in by_card[same[0]]))
        for same in groups.values()
    ]
    say("\nAt least one such card is held by\n")
    say(table(("Card", *heads), lines, right=range(1, len(heads) + 1), widest=33))

"""`pinochle advise`: what to bid, pass, bury or play, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._figures import SEAT, SUIT, WholeType, suit_of
from pinochle_dsl.cli._progress import only_here, told
from pinochle_dsl.cli._runs import LARGEST_SEED
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._writing import give, say, table

if TYPE_CHECKING:
    from interpreter.advice.told import Advice
    from interpreter.program import Program
    from pinochle_dsl.cli._variants import Setting

MOST_DEALS = 100_000
DECISIONS = ("bid", "trump", "exchange", "bury", "ask", "call", "agree", "build", "redraw", "draw", "meld", "play")
ASKED = {
    "bid": "What to bid",
    "trump": "Which trump to name",
    "exchange": "Which cards to pass",
    "bury": "Which cards to bury",
    "ask": "Which card to ask for",
    "draw": "Which card to draw",
    "meld": "Which meld to lay",
    "play": "Which card to play",
}
LEVELS = ("basic", "counting")
REASON = 58
"""Columns of a reason."""


@click.command(
    epilog="""\b
Examples:
  pinochle advise cardgames-io --hand "A♠ 10♠ K♠ Q♠ J♠ A♥ A♦ A♣ K♥ 9♦ 9♣ J♥"
  pinochle advise cardgames-io --hand "A♥ 9♥ 9♠ K♦" --trick "10♥ A♥" --trump spades
  pinochle advise three-handed --hand "A♠ 10♠ K♠ Q♠ Q♠ J♦ A♥ A♦ K♦ 9♦ 9♦ K♣ Q♣ J♣ 9♣ 9♥ 10♥ J♥" --trump spades --json
"""
)
@name_argument
@click.option(
    "--hand",
    required=True,
    help="The player's cards, as many as he holds at that moment: one fewer after a card has been played.",
)
@click.option("--trump", type=SUIT, help="Trump suit, or none; left out in the auction.")
@click.option("--trick", default="", help="Cards played to the trick so far, in order.")
@click.option("--seen", default="", help="Cards played in tricks before.")
@click.option("--decision", type=click.Choice(DECISIONS), help="What is to be decided. [default: what the hand fits]")
@click.option("--seat", type=SEAT, metavar="SEAT", help="Who asks. [default: the first to speak, or who is to play]")
@click.option("--leading", type=SEAT, metavar="SEAT", help="Who led to the trick. [default: 0]")
@click.option("--declarer", type=SEAT, metavar="SEAT", help="Who plays the contract. [default: who asks; who led]")
@click.option("--stage", type=click.Choice(["stock", "playoff"]), help="Whether a stock lasts. [default: by the cards]")
@click.option("--turn-up", help="The card turned up.")
@click.option(
    "--stock",
    type=WholeType(1, 10**3),
    metavar="N",
    help="Cards still to be drawn, the turn-up among them. [default: all that were not seen]",
)
@click.option("--high", type=WholeType(0, 10**6), default=0, metavar="POINTS", help="The bid that another holds.")
@click.option(
    "--deals", type=WholeType(2, MOST_DEALS), default=500, show_default=True, metavar="N", help="Deals to imagine."
)
@click.option(
    "--seed", type=WholeType(0, LARGEST_SEED), default=0, show_default=True, metavar="S", help="Picks these deals."
)
@click.option(
    "--players",
    type=click.Choice(LEVELS),
    default=LEVELS[0],
    show_default=True,
    help="Who plays the imagined deals to their end.",
)
@json_option
def advise(
    name: str,
    settings: tuple[Setting, ...],
    hand: str,
    trump: str | None,
    trick: str,
    seen: str,
    as_json: bool,  # noqa: FBT001 - click passes flags so
    **asked: Any,  # noqa: ANN401 - as above
) -> None:
    """Tell what to do with a hand, the best first, and why.

    Without --trump it is a hand in the auction: each trump's meld and counters, the
    bids that matter and the chance to make them. With --trump it is cards to pass
    or bury where the hand is that large, else a card to play to --trick, or to lead.

    The cards that the player does not see are dealt anew many times, in any way that
    fits; every choice is tried in the same deals and played to the end. The interval
    behind a value says how far chance may have moved it (95%).
    """
    program = compiled(name, settings)
    suit = None if trump is None else suit_of(program, trump)
    from interpreter.advising import advise as advised  # noqa: PLC0415 - start-up

    with only_here(), told(10**9, "deals played") as tell, fitting_the_game():
        found = advised(program, hand, suit, trick, seen=seen, progress=tell, **asked)
    if as_json:
        give(document(program, found))
    else:
        report(program, found)


def document(program: Program, found: Advice) -> dict[str, Any]:
    """Return the JSON document."""
    return {
        "variant": program.variant,
        "options": dict(program.options),
        "decision": found.decision,
        "seat": found.seat,
        "hand": list(found.hand),
        "unit": found.unit,
        "deals": found.deals,
        "players": found.players,
        "choices": [
            {
                "action": one.action,
                "value": one.value,
                "low": one.low,
                "high": one.high,
                "reason": one.reason,
                "behind": {"mean": one.behind, "low": one.behind_low, "high": one.behind_high},
                "made": one.made,
            }
            for one in found.choices
        ],
        "trumps": [
            {
                "trump": one.trump,
                "meld": one.meld,
                "counters": {"mean": one.counters, "low": one.low, "high": one.high},
                "made": one.made,
            }
            for one in found.trumps
        ],
        "notes": list(found.notes),
    }


def report(program: Program, found: Advice) -> None:
    """Print advice as tables."""
    import textwrap  # noqa: PLC0415 - only for text

    asked = ASKED.get(found.decision, f"What to decide ({found.decision})")
    say(f"{program.title or program.variant}: {asked[:1].lower()}{asked[1:]}, seat {found.seat}")
    if found.trumps:
        say("\nAs declarer of the least bid\n")
        rows = [
            (
                one.trump,
                f"{one.meld:,}",
                f"{one.counters:,.1f}",
                f"{one.low:,.1f} to {one.high:,.1f}",
                f"{one.made:.0%}",
            )
            for one in found.trumps
        ]
        say(table(("Trump", "Meld", "Counters", "95% interval", "Made"), rows, right=(1, 2, 4)))
    say(f"\n{asked}, the best first\n")
    lines = [
        (one.action, f"{one.value:+,.1f}", f"{one.low:+,.1f} to {one.high:+,.1f}", one.reason) for one in found.choices
    ]
    say(table(("Choice", "Value", "95% interval", "Why"), lines, right=(1,), widest=REASON))
    notes = [f"Values are {found.unit}, over {found.deals:,} imagined deals.", *(f"Note: {n}." for n in found.notes)]
    say("\n" + "\n".join(textwrap.fill(note, 80, subsequent_indent="  ") for note in notes))


__all__ = ["advise"]

"""`pinochle meld`, `legal` and `winner`: questions at the table that need no game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Unfit
from pinochle_dsl.cli._figures import SEAT, SUIT, SYMBOLS, suit_of
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._writing import give, say, table

if TYPE_CHECKING:
    from pinochle_dsl.cli._variants import Setting


@click.command(
    epilog="""\b
Examples:
  pinochle meld cardgames-io "A♠ 10♠ K♠ Q♠ J♠ Q♠ J♦" --trump spades
  pinochle meld two-handed-ko "KS QS JD" --trump S
"""
)
@name_argument
@click.argument("hand")
@click.option("--trump", required=True, type=SUIT, help="Trump suit, or none.")
@click.option(
    "side",
    "--as",
    type=click.Choice(["declarer", "defender"]),
    help="Count what only this side may lay. [default: both]",
)
@json_option
def meld(name: str, settings: tuple[Setting, ...], hand: str, trump: str, side: str | None, as_json: bool) -> None:  # noqa: FBT001
    """Count the best meld of HAND if all is laid at once.

    HAND is card text such as "A♠ 10♠ K♠" or "AS10SKS".
    """
    program = compiled(name, settings)
    trump = suit_of(program, trump)
    from interpreter import melds  # noqa: PLC0415 - start-up

    with fitting_the_game():
        found = melds(program, hand, trump, role=side)
    if as_json:
        entries = [{"name": item.name, "cards": list(item.cards), "points": item.points} for item in found.melds]
        give({"total": found.total, "melds": entries})
        return
    if found.melds:
        rows = [(item.name, " ".join(item.cards), f"{item.points:,}") for item in found.melds]
        say(table(("Meld", "Cards", "Points"), [*rows, ("total", "", f"{found.total:,}")], right=(2,)))
    else:
        under = "without trump" if trump == "none" else f"with {SYMBOLS[trump]} trump"
        say(f"This hand has no meld {under}: 0")


@click.command(
    epilog="""\b
Examples:
  pinochle legal cardgames-io --hand "A♥ 9♥ 9♠" --trick 10♥ --trump spades
  pinochle legal cardgames-io --hand "A♥ 9♥ 9♠" --trick 10♥ --trump spades --card 9♥
  pinochle legal two-handed-ko --hand "A♥ 9♥" --trick 10♥ --trump S --stage stock
"""
)
@name_argument
@click.option("--hand", required=True, help="The player's cards.")
@click.option("--trick", required=True, help='Cards played to the trick so far, in order; "" to lead.')
@click.option("--trump", required=True, type=SUIT, help="Trump suit, or none.")
@click.option("--stage", type=click.Choice(["stock", "playoff"]), default="playoff", show_default=True)
@click.option("--leading", type=SEAT, default=0, show_default=True, metavar="SEAT", help="Who led to the trick.")
@click.option("--seat", type=SEAT, metavar="SEAT", help="Who plays. [default: leading + cards in the trick]")
@click.option("--declarer", type=SEAT, metavar="SEAT", help="Who plays the contract. [default: leading]")
@click.option("--first-trick", is_flag=True, help="It is the first trick of the deal.")
@click.option("--trump-played", is_flag=True, help="A trump has been played in this deal.")
@click.option("--card", help="Say whether this card may be played, and why.")
@json_option
def legal(  # noqa: PLR0913 - one parameter an option
    name: str,
    settings: tuple[Setting, ...],
    hand: str,
    trick: str,
    trump: str,
    stage: str,
    leading: int,
    seat: int | None,
    declarer: int | None,
    first_trick: bool,  # noqa: FBT001 - click passes flags so
    trump_played: bool,  # noqa: FBT001
    card: str | None,
    as_json: bool,  # noqa: FBT001
) -> None:
    """Say which cards of a hand may be played to a trick; with --card, whether that card may, and why.

    Either answer to --card is an answer: the exit status is 0. Programs look at `allowed` of --json.
    """
    program = compiled(name, settings)
    trump = suit_of(program, trump)
    from interpreter import legal_cards  # noqa: PLC0415 - start-up
    from interpreter.queries.playing import legal_reason  # noqa: PLC0415 - start-up

    state: dict[str, Any] = {
        "stage": stage,
        "leading": leading,
        "seat": seat,
        "declarer": declarer,
        "first_trick": first_trick,
        "trump_played": trump_played,
    }
    with fitting_the_game():
        allowed = list(legal_cards(program, hand, trick, trump, **state))
        verdict = legal_reason(program, card, hand, trick, trump, **state) if card is not None else None
    if as_json:
        document: dict[str, object] = {"legal": allowed}
        if verdict is not None:
            document |= {"allowed": verdict[0], "reason": verdict[1]}
        give(document)
    elif verdict is not None:
        say(verdict[1])
    else:
        say(" ".join(allowed) or "no card")


@click.command(
    epilog="""\b
Examples:
  pinochle winner cardgames-io "10♥ A♥ 9♠ K♥" --trump spades
  pinochle winner cardgames-io --trick "10♥ A♥ 9♠ K♥" --trump spades
"""
)
@name_argument
@click.argument("cards", metavar="[TRICK]", required=False)
@click.option("--trick", help="The trick, if it is not written behind NAME.")
@click.option("--trump", required=True, type=SUIT, help="Trump suit, or none.")
@json_option
def winner(
    name: str,
    settings: tuple[Setting, ...],
    cards: str | None,
    trick: str | None,
    trump: str,
    as_json: bool,  # noqa: FBT001 - click passes flags so
) -> None:
    """Say which card of a trick wins it.

    TRICK is card text such as "10♥ A♥ 9♠ K♥", in the order of play.
    """
    if cards is not None and trick is not None:
        raise Unfit("the trick is given twice", "write it behind NAME, or after --trick")
    if trick is None:
        trick = cards
    if trick is None:
        raise Unfit("no trick is given", f'write its cards in quotes: pinochle winner {name} "10♥ A♥ 9♠ K♥" --trump S')
    program = compiled(name, settings)
    trump = suit_of(program, trump)
    from interpreter import trick_winner  # noqa: PLC0415 - start-up
    from interpreter.cards import format_card, parse_cards  # noqa: PLC0415 - start-up

    with fitting_the_game():
        index = trick_winner(program, trick, trump)
        card = None if index is None else format_card(program.deck, parse_cards(program.deck, trick)[index])
    if as_json:
        give({"index": index, "card": card})
    elif index is None:
        say("There is no card in the trick.")
    else:
        say(f"{card} wins: card {index + 1} of the trick (index {index}).")

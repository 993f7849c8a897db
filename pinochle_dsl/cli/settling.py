"""`pinochle settle`: what a deal comes to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Unfit
from pinochle_dsl.cli._figures import (
    CARDS_OF_EACH,
    FIGURES,
    SEAT,
    SUIT,
    CallType,
    FiguresType,
    LedgerType,
    MeldsType,
    WholeType,
    suit_of,
)
from pinochle_dsl.cli._variants import compiled, fitting_the_game, json_option, name_argument
from pinochle_dsl.cli._writing import give, say, table

if TYPE_CHECKING:
    from pinochle_dsl.cli._variants import Setting


class BidType(FiguresType):
    """One bid, or one for each side."""

    name = "bid"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Any:  # noqa: ANN401 - a number or several
        """Return the number, or the numbers."""
        found = super().convert(value, param, ctx)
        return found[0] if len(found) == 1 else found


BID = BidType()


@click.command(
    epilog="""\b
Examples:
  pinochle settle cardgames-io --bid 330 --declarer 0 --meld 200,40 --counters 120,130
  pinochle settle partnership-ja --bid 30 --declarer 1 --meld 4,12 --counters 9,16 --totals -30,120
  pinochle settle cardgames-io --bid 330 --declarer 0 --meld 60,40 --counters 0,0 --outcome conceded
"""
)
@name_argument
@click.option(
    "--bid",
    type=BID,
    metavar="POINTS",
    help="The contract; left out where there is no auction. One for each side where each is bound by its own bids.",
)
@click.option("--declarer", type=SEAT, metavar="SEAT", help="Who plays it.")
@click.option("--partner", type=SEAT, metavar="SEAT", help="Who plays with him, where that is found in the deal.")
@click.option("--offender", type=SEAT, metavar="SEAT", help="Who broke a rule. [default: the declarer]")
@click.option("--meld", type=FIGURES, required=True, metavar="M0,M1", help="Melds of each account, in points.")
@click.option("--counters", type=FIGURES, required=True, metavar="C0,C1", help="Card points taken, before rounding.")
@click.option("--tricks", type=FIGURES, metavar="T0,T1", help="Tricks taken by each account.")
@click.option(
    "--taken",
    type=CARDS_OF_EACH,
    metavar="'CARDS; CARDS'",
    help="The cards each took in tricks, where a rule asks for some of them.",
)
@click.option("--totals", type=FIGURES, metavar="P0,P1", help="Totals before the deal. [default: zeros]")
@click.option("--trump", type=SUIT, help="Trump suit, or none.")
@click.option("--dealer", type=SEAT, metavar="SEAT", help="Who dealt.")
@click.option(
    "--deal", type=WholeType(1, 10**6), default=1, show_default=True, metavar="N", help="Its number in the game."
)
@click.option("--last-trick", type=SEAT, metavar="SEAT", help="Who won the last trick.")
@click.option("--melds", type=MeldsType(), metavar="A:MELD=N,...", help='What was melded, as in "1:dix=2,0:run=1".')
@click.option(
    "--called",
    type=CallType(),
    multiple=True,
    metavar="NAME[@SEAT]",
    help="A call that was made; may be repeated, in the order in which they were made: the last made the latest call.",
)
@click.option(
    "--ledger",
    type=LedgerType(),
    multiple=True,
    metavar="NAME=L0,L1",
    help="Balances before the deal; may be repeated.",
)
@click.option(
    "--outcome",
    metavar="NAME",
    help="How the deal ended, where a word of somebody, a ruling or no suit for trump led to it.",
)
@json_option
def settle(name: str, settings: tuple[Setting, ...], as_json: bool, **figures: Any) -> None:  # noqa: ANN401, FBT001 - click passes them so
    """Settle a deal: who made what, and the totals after it.

    Figures are one for each account (a side where sides are fixed, else a seat),
    with commas between; minus signs are allowed. Where rules ask what a player
    has by himself, melds, counters and tricks are one for each seat: --tricks
    4,3,2,3. What the rules call of themselves happens here as it does in play.

    Counters are card points as the tricks hold them, the last trick's bonus
    with them. They are rounded and turned into points of the game here, as
    the rules say: --counters 134,116 counts 130 and 120 with `round_to: 10`,
    and 13 and 11 with `per: 10`. All other figures are points of the game.
    """
    program = compiled(name, settings)
    if figures["trump"] is not None:
        figures["trump"] = suit_of(program, figures["trump"])
    from interpreter import settle as settled  # noqa: PLC0415 - start-up
    from interpreter.actions import account_names  # noqa: PLC0415 - start-up

    figures["melds"] = by_account(figures["melds"])
    figures["called"] = as_called(figures["called"])
    figures["ledger"] = by_name(figures["ledger"])
    given = {key: value for key, value in figures.items() if value not in (None, [], {})}
    with fitting_the_game():
        result = settled(program, **given)
    document: dict[str, Any] = {
        "outcome": result.outcome,
        "made": result.made,
        "gains": list(result.gains),
        "totals": list(result.totals),
        "winner": result.winner,
    }
    if result.ledgers:
        document["ledgers"] = {ledger: list(balances) for ledger, balances in result.ledgers.items()}
    if as_json:
        give(document)
        return
    say(f"Outcome: {result.outcome}{verdict(result.made)}")
    for note in result.notes:
        say(f"{note[:1].upper()}{note[1:]}")
    say()
    accounts = account_names(program, with_seats=True)
    own = {ledger: balances for ledger, balances in result.ledgers.items() if len(balances) == len(accounts)}
    rows = [
        (accounts[i], f"{gain:+,}", f"{total:,}", *(f"{balances[i]:,}" for balances in own.values()))
        for i, (gain, total) in enumerate(zip(result.gains, result.totals, strict=True))
    ]
    heads = ("", "Gain", "Total", *(ledger[:1].upper() + ledger[1:] for ledger in own))
    say(table(heads, rows, right=range(1, len(heads))))
    for ledger, balances in result.ledgers.items():
        if ledger not in own:
            say(f"\n{ledger[:1].upper()}{ledger[1:]}: {balances[0]:,}")
    if result.winner == "draw":
        say("\nThe game ends in a draw.")
    elif isinstance(result.winner, int):
        say(f"\n{accounts[result.winner][:1].upper()}{accounts[result.winner][1:]} wins the game.")


def by_account(melds: tuple[tuple[int, str, int], ...] | None) -> dict[int, dict[str, int]]:
    """Return melds laid by account and name, equal ones added up."""
    found: dict[int, dict[str, int]] = {}
    for account, name, times in melds or ():
        laid = found.setdefault(account, {})
        laid[name] = laid.get(name, 0) + times
    return found


def as_called(calls: tuple[tuple[str, int | None], ...]) -> list[str | tuple[str, int]]:
    """Return calls as queries take them."""
    return [name if seat is None else (name, seat) for name, seat in calls]


def by_name(ledgers: tuple[tuple[str, tuple[int, ...]], ...]) -> dict[str, tuple[int, ...]]:
    """Return ledgers by name; one named twice is a mistake."""
    found: dict[str, tuple[int, ...]] = {}
    for name, balances in ledgers:
        if name in found:
            raise Unfit(f"ledger '{name}' is given twice")
        found[name] = balances
    return found


def verdict(made: bool | None) -> str:  # noqa: FBT001 - the three verdicts
    """Return the words after an outcome."""
    return "" if made is None else " (the contract is made)" if made else " (the contract is not made)"

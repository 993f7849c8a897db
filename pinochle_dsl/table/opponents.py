"""Who plays where nobody sits: a level, or one that rises with the games that are won in a row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.codes import WHO_ARGUMENT, Op, Who
from interpreter.players import player_kinds
from interpreter.program import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Game, Program
    from interpreter.program import Payment

LADDER = ("random", "basic", "counting", "search:100ms")
"""Levels of rising strength."""
RISING = "rising"
"""The level that goes up the ladder with every game won in a row."""


def known(name: str) -> bool:
    """Tell whether there is a player of this name."""
    try:
        player_kinds([name])
    except ValueError:
        return False
    return True


def ladder() -> tuple[str, ...]:
    """Return the levels that there are, weakest first."""
    return tuple(name for name in LADDER if known(name))


def usual() -> str:
    """Return the level that plays unless somebody names another: the strongest."""
    return ladder()[-1]


@frozen
class Streak:
    """Ledgers that count games won in a row, and what they were won by."""

    wins: int
    """Number of the ledger that each win adds one to and everything else empties."""
    margins: int
    """Number of the ledger that what games were won by is added up in, or -1."""

    def won(self, balances: Sequence[Sequence[int]], account: int) -> int:
        """Return how many games in a row an account has won."""
        return balances[self.wins][account]

    def score(self, program: Program, balances: Sequence[Sequence[int]], account: int) -> int:
        """Return both in one number: the wins stand before as many digits as the margins can have."""
        if self.margins < 0:
            return balances[self.wins][account]
        most = program.ledgers[self.margins].at_most
        assert most is not None
        return balances[self.wins][account] * (most + 1) + balances[self.margins][account]


def _is_one(payment: Payment) -> bool:
    """Tell whether a payment always brings exactly one."""
    return not payment.sets and tuple(payment.amount)[:2] == (Op.CONST, 1) and len(payment.amount) == 3


def streak_of(program: Program) -> Streak | None:
    """Return the streak that a game keeps: a ledger over games whose winner gets one, and losers lose it."""
    lasting = {k for k, ledger in enumerate(program.ledgers) if ledger.lasts_match and not ledger.joint}
    at_end = [one for one in program.rules.payments if one.window is Window.GAME_END and one.ledger in lasting]
    to_winner = [one for one in at_end if one.to % WHO_ARGUMENT == Who.WINNER and not one.sets]
    emptied = {one.ledger for one in at_end if one.sets and one.to % WHO_ARGUMENT == Who.LOSERS}
    wins = [one.ledger for one in to_winner if _is_one(one) and one.ledger in emptied]
    if not wins:
        return None
    rest = [
        one.ledger
        for one in to_winner
        if not _is_one(one) and one.ledger in emptied and program.ledgers[one.ledger].at_most is not None
    ]
    return Streak(wins[0], rest[0] if rest else -1)


def rung(won: int) -> str:
    """Return the level of an opponent after so many games won in a row."""
    levels = ladder()
    return levels[min(won, len(levels) - 1)]


def balances(game: Game) -> list[list[int]]:
    """Return the balances of all ledgers, by number."""
    return list(game.ledgers().values())

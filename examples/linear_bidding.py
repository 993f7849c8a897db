"""Learns to bid from a hand's cards, by least squares, and plays it against the player `basic`.

    python examples/linear_bidding.py [NAME] [--games N]

Any game with an auction will do.  The lesson is three steps, each a few lines:

1. `lessons`: games of `basic` against itself say what a hand was worth to those who declared with it.
2. `fitted`: a line through these, from features of the hand (aces, tens, the best meld, the longest suit).
3. `evaluated`: a player that bids up to its line, with something off for safety, and does all else as `basic`;
   each game is played twice with the seats exchanged, so that luck with the cards cancels out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
import numpy as np
from attrs import frozen

from interpreter import Game, deals, melds
from interpreter.players import chosen
from pinochle_dsl import load

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter import Program

FEATURES = ("one", "aces", "tens", "best meld", "longest suit", "aces of it")
SUITS = ("spades", "hearts", "diamonds", "clubs")


def features(program: Program, hand: Sequence[str]) -> list[float]:
    """Return what the line looks at in a hand."""
    best = max(melds(program, hand, suit).total for suit in SUITS)
    suits = [[card.removesuffix(sign) for card in hand if card.endswith(sign)] for sign in program.deck.suits]
    ranks, longest = [rank for suit in suits for rank in suit], max(suits, key=len)
    return [1.0, ranks.count("A"), ranks.count("10"), best, len(longest), longest.count("A")]


@frozen
class Line:
    """What a hand is worth to its side: a weight for each feature, and how far off that is."""

    weights: tuple[float, ...]
    error: float

    def worth(self, program: Program, hand: Sequence[str]) -> float:
        """Return what the side should make with this hand."""
        return float(np.dot(self.weights, features(program, hand)))


def lessons(program: Program, games: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the features of the hands that declared, and what their sides made with them.

    Game g of a run is the same game whoever asks: the rows say what came of each deal, the game itself the hands.
    """
    rows = {(row["game"], row["deal"]): row for row in deals(program, games, seed)}
    inputs, outputs = [], []
    for number in range(games):
        game, hands = Game(program, seed, number), {}
        while not game.is_over:
            if game.decision == "bid":
                deal = game.facts()["deal"]
                hands.setdefault((deal, game.current_seat), game.observation(game.current_seat).hand)
            game.apply(chosen(game, "basic"))
        accounts = game.seat_figures()["account"]
        for (deal, seat), hand in hands.items():
            row = rows[number, deal]
            if row["declarer"] == seat and row["outcome"] != "conceded":
                inputs.append(features(program, hand))
                outputs.append(row[f"meld_{accounts[seat]}"] + row[f"counters_{accounts[seat]}"])
    return np.array(inputs), np.array(outputs, dtype=float)


def fitted(inputs: np.ndarray, outputs: np.ndarray) -> Line:
    """Return the line of least squares."""
    weights, *_ = np.linalg.lstsq(inputs, outputs, rcond=None)
    return Line(tuple(float(w) for w in weights), float(np.std(outputs - inputs @ weights)))


def bid(game: Game, line: Line, safety: float) -> int:
    """Return the least bid that the line allows, or a pass; the best suit is left to `basic`."""
    legal = game.legal_actions()
    raises = [action for action in legal if game.describe(action).startswith("bid ")]
    others = [action for action in legal if action not in raises]
    if not raises or not others:
        return chosen(game, "basic")
    least = min(raises)
    points = int(game.describe(least).split()[1])
    hand = game.observation(game.current_seat).hand
    return least if points <= line.worth(game.program, hand) - safety * line.error else others[0]


def won(program: Program, line: Line, safety: float, *, seed: int, number: int, account: int) -> float:
    """Return 1 if the line wins game `number` with the seats of an account, a half for a draw."""
    game = Game(program, seed, number)
    while not game.is_over:
        if game.decision == "bid" and game.seat_figures()["account"][game.current_seat] == account:
            game.apply(bid(game, line, safety))
        else:
            game.apply(chosen(game, "basic"))
    return 0.5 if game.winner == "draw" else float(game.winner == account)


def evaluated(program: Program, line: Line, safety: float, games: int, seed: int) -> tuple[float, float]:
    """Return the share of games that the line wins, seats exchanged, and half of its 95% interval."""
    accounts = range(program.table.accounts)
    shares = [
        np.mean([won(program, line, safety, seed=seed, number=number, account=account) for account in accounts])
        for number in range(games)
    ]
    return float(np.mean(shares)), float(1.96 * np.std(shares, ddof=1) / np.sqrt(games))


@click.command()
@click.argument("name", default="cardgames-io")
@click.option("--games", default=300, show_default=True, help="Games to learn from, and to be judged by.")
@click.option(
    "--seed", default=1, show_default=True, help="Picks the cards of the lessons; those judged by are others."
)
def main(name: str, games: int, seed: int) -> None:
    """Learn to bid in the game NAME, and play it against `basic`."""
    program = load(name).compile()
    if program.rules.auction is None:
        raise click.UsageError(f"{name} has no auction")
    inputs, outputs = lessons(program, games, seed)
    line = fitted(inputs, outputs)
    click.echo(f"{len(outputs)} contracts; what a declaring side makes, give or take {line.error:.0f}:")
    for feature, weight in zip(FEATURES, line.weights, strict=True):
        click.echo(f"  {feature:14}{weight:8.1f}")
    few = max(2, games // 5)
    tried = {safety: evaluated(program, line, safety, few, seed + 1)[0] for safety in (-0.5, 0.0, 0.5, 1.0)}
    safety = max(tried, key=lambda one: tried[one])
    share, half = evaluated(program, line, safety, games, seed + 2)
    expected = 1 / program.table.accounts
    click.echo(f"It stays {safety:g} times that error below its line.")
    click.echo(
        f"Against basic it wins {100 * share:.1f}% ± {100 * half:.1f} of the games; {100 * expected:.0f}% is even."
    )


if __name__ == "__main__":
    main()

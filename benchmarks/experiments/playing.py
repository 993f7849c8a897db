"""Policies, and what is needed to play the same deal twice.

A policy says what a seat does.  A level of the players is one; the others differ from a level in a single decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from interpreter import Game, Program
from interpreter.players import player_kinds
from pinochle_dsl import load

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE = Path(__file__).resolve().parent
SEED = 1
PASS = "pass"
COUNTERS = ("A", "10", "K")
Policy = Callable[[Game], int]


@cache
def program(name: str, passing: str = "") -> Program:
    """Return the Program of a variant, or of a file in this folder."""
    path = HERE / f"{name}.yaml"
    options: dict[str, object] = {"passing": passing} if passing else {}
    return load(str(path) if path.exists() else name, options).compile()


def level(name: str) -> Policy:
    """Return the policy of a level of players."""
    (kind,) = player_kinds([name])
    return lambda game: game.choice(kind)


BASIC, COUNTING, SEARCH = level("basic"), level("counting"), level("search:16")


# -- playing


def play_until(game: Game, wanted: Callable[[Game], bool], player: Policy = COUNTING) -> bool:
    """Play on until a decision is wanted; return whether it came."""
    while not game.is_over:
        if wanted(game):
            return True
        game.apply(player(game))
    return False


def play_on(game: Game, player: Policy = COUNTING, mine: Mapping[int, Policy] | None = None) -> Game:
    """Play a game to its end, some seats by policies of their own; return it."""
    own = mine or {}
    while not game.is_over:
        game.apply(own.get(game.current_seat, player)(game))
    return game


def but(player: Policy, where: Callable[[Game], bool], does: Policy, met: list[int] | None = None) -> Policy:
    """Return the policy of a player who does something of his own where it applies; `met` collects these actions."""

    def policy(game: Game) -> int:
        if not where(game):
            return player(game)
        action = does(game)
        if met is not None:
            met.append(action)
        return action

    return policy


def lead_of(rules: Program, number: int, policy: Policy, player: Policy = COUNTING) -> int:
    """Return the lead of one seat's policy against players of a level in a deal; seats take turns from deal to deal."""
    game = Game(rules, SEED, number)
    seat = number % len(rules.table.side_of)
    return lead(play_on(game, player, {seat: policy}), seat)


def after(game: Game, action: int) -> Game:
    """Return a copy of a game after an action."""
    twin = game.copy()
    twin.apply(action)
    return twin


def lead(game: Game, seat: int) -> int:
    """Return how much more than the other account a seat's account got in the last deal."""
    gains = game.last_gains()
    mine = game.seat_figures()["account"][seat]
    return gains[mine] - gains[1 - mine]


def lead_after(game: Game, action: int, player: Policy = COUNTING) -> int:
    """Return the lead, at the end, of the seat that takes an action."""
    return lead(play_on(after(game, action), player), game.current_seat)


def side_points(game: Game, seat: int) -> int:
    """Return the card points that a seat's side has taken."""
    figures = game.seat_figures()
    return sum(n for n, side in zip(figures["raw"], figures["side"], strict=True) if side == figures["side"][seat])


# -- cards


def rank(game: Game, card: int) -> str:
    """Return the rank of a card."""
    return game.program.deck.ranks[place(game, card)]


def suit(game: Game, card: int) -> int:
    """Return the number of a card's suit."""
    return card // len(game.program.deck.ranks)


def place(game: Game, card: int) -> int:
    """Return how many ranks are above a card's."""
    return card % len(game.program.deck.ranks)


def is_trump(game: Game, card: int) -> bool:
    """Tell whether a card is a trump."""
    return suit(game, card) == game.facts()["trump"]


def is_counter(game: Game, card: int) -> bool:
    """Tell whether a card has points."""
    return rank(game, card) in COUNTERS


def held(game: Game, seat: int) -> list[int]:
    """Return the cards of a hand."""
    return [card for card, n in enumerate(game.hand_counts(seat)) for _ in range(n)]


def trumps_of(game: Game, seat: int) -> int:
    """Return how many trumps a hand has."""
    return sum(is_trump(game, card) for card in held(game, seat))


def wins(game: Game, card: int) -> bool:
    """Tell whether a card takes a trick of two to which it is the second."""
    (led,) = game.trick_cards()
    if suit(game, card) == suit(game, led):
        return place(game, card) < place(game, led)
    return is_trump(game, card)


def is_master(game: Game, seat: int, card: int) -> bool:
    """Tell whether no card of its suit that is still out can beat a card."""
    seen, mine = game.seen_counts(), game.hand_counts(seat)
    stronger = range(card - place(game, card), card)
    return all(seen[other] + mine[other] == game.program.deck.copies[other] for other in stronger)


_meters: dict[str, Game] = {}


def meld_of(game: Game, seat: int, cards: Sequence[int], trump: int) -> int:
    """Return what the best melds of some cards are worth with a suit as trump."""
    key = game.program.hash
    if key not in _meters:
        _meters[key] = Game(game.program)
    return _meters[key].best_for(list(cards), trump, seat, seat)


def cost(game: Game, card: int) -> tuple[int, int, bool, int]:
    """Return how dear a card is to its hand: melds that it breaks, its points, whether it is a trump, its strength."""
    seat, trump = game.current_seat, game.facts()["trump"]
    cards = held(game, seat)
    whole = meld_of(game, seat, cards, trump)
    cards.remove(card)
    broken = whole - meld_of(game, seat, cards, trump)
    return broken, int(is_counter(game, card)), is_trump(game, card), -place(game, card)


def cheapest(game: Game, cards: Iterable[int]) -> int:
    """Return the card that a hand misses least."""
    return min(cards, key=lambda card: cost(game, card))


# -- melds


def offered(game: Game) -> dict[str, int]:
    """Return the melds that may be laid now, by their words without `meld`."""
    told = {game.describe(action): action for action in game.legal_actions()}
    return {words.removeprefix("meld "): action for words, action in told.items() if words != PASS}


def points_laid(game: Game, action: int) -> int:
    """Return the points of a meld that may be laid now."""
    seat = game.current_seat
    return after(game, action).seat_figures()["laid_meld"][seat] - game.seat_figures()["laid_meld"][seat]


def best_offer(game: Game, seat: int) -> int:
    """Return the points of the dearest meld that a seat may lay now, 0 for none."""
    if game.is_over or game.decision != "meld" or game.current_seat != seat:
        return 0
    return max((points_laid(game, action) for action in offered(game).values()), default=0)

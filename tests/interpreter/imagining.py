"""The hidden cards of a game as one seat may imagine them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.cards import parse_cards

if TYPE_CHECKING:
    from random import Random

    from interpreter import Game


def known_hands(game: Game, seat: int) -> list[list[int]]:
    """Return the cards, as counts by type, that a seat says it knows of each hand."""
    deck = game.program.deck
    known = [parse_cards(deck, cards) for cards in game.observation(seat).known]
    return [[cards.count(t) for t in range(len(deck.copies))] for cards in known]


def swap_hidden(game: Game, random: Random, seat: int | None = None) -> Game:
    """Return a copy with what a seat (the current one) cannot know dealt anew to the other hands and the stock."""
    twin = game.copy()
    seat = game.current_seat if seat is None else seat
    seats = range(game.program.table.seats)
    hands, known = [game.hand_counts(s) for s in seats], known_hands(game, seat)
    hidden = [t for s in seats for t, n in enumerate(hands[s]) for _ in range(n - known[s][t])]
    hidden += game.stock_cards()
    random.shuffle(hidden)
    dealt = []
    for s in seats:
        size = sum(hands[s]) - sum(known[s])
        mine, hidden = hidden[:size], hidden[size:]
        dealt.append([n + mine.count(t) for t, n in enumerate(known[s])])
    twin.set_hidden(dealt, hidden)
    return twin

"""What players may know of each other's hands, in games of every form: true always, and never more than is public."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from interpreter import Game
from pinochle_dsl import load
from tests.interpreter.imagining import known_hands, swap_hidden

GAMES: dict[str, tuple[str, dict[str, str]]] = {
    "a card asked for": ("five-handed-called-partner", {}),
    "passing in a ring": ("six-handed", {}),
    "passing together": ("partnership-passing", {"order of passing": "together"}),
    "passing what is not melded": ("partnership-passing", {"melded cards": "stay"}),
    "a widow in the open": ("three-handed-double-deck", {}),
    "a widow shown as one likes": ("cutthroat-double-deck", {}),
    "a widow shown above a bid": ("three-handed-auction", {}),
    "a widow turned up card by card": ("three-handed-one-bid", {"auction": "kitty exposed"}),
    "a widow for two": ("racehorse-six", {}),
    "value, then cards": ("double-deck-tournament", {}),
    "over time": ("two-handed-draw-first", {}),
    "over time, many packs": ("six-deck-bezique", {}),
    "when led": ("schnapsen", {}),
    "a contract of another kind": ("binokel-three", {}),
    "a hand built": ("two-handed-auction", {}),
}


@pytest.mark.parametrize("form", GAMES)
def test_a_seat_knows_what_is_true_and_nothing_that_others_hide(form: str) -> None:
    name, options = GAMES[form]
    program = load(name, options).compile()
    random, compared = Random(form), 0
    for number in range(2):
        game = Game(program, 7, number)
        for step in range(150):
            if game.is_over:
                break
            if game.decision != "play" or step % 6 == 0:
                for seat in range(program.table.seats):
                    for other, cards in enumerate(known_hands(game, seat)):
                        assert all(n <= held for n, held in zip(cards, game.hand_counts(other), strict=True))
                    assert swap_hidden(game, random, seat).observation(seat) == game.observation(seat)
                    compared += 1
            game.apply(random.choice(game.legal_actions()) if random.random() < 0.3 else game.choice(1))
    assert compared > 30


def test_a_ring_of_passers_keeps_its_secrets_from_the_defenders() -> None:
    program = load("six-handed").compile()
    random = Random(1)
    for number in range(6):
        game = Game(program, 3, number)
        while game.decision != "exchange":
            game.apply(game.choice(1))
        while game.decision == "exchange":
            assert game.observation(game.facts()["receiver"]).received == ()
            game.apply(random.choice(game.legal_actions()))
        passed = {seat: game.observation(seat).given for seat in range(6)}
        assert sorted(len(cards) for cards in passed.values()) == [0, 0, 0, 1, 1, 1]
        for seat, given in passed.items():
            seen = game.observation(seat)
            for other in set(range(6)) - {seat, *given}:
                assert seen.known[other] == seen.table[other], "nothing but what all have seen in melds"
            for receiver, cards in given.items():
                assert game.observation(receiver).received == cards
                assert Counter(cards) <= Counter(seen.known[receiver])

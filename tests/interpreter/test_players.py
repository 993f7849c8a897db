"""The players, and what they may know."""

from __future__ import annotations

import signal
import time
from random import Random

import pytest

from interpreter import Game, simulate
from interpreter.players import chosen
from tests.interpreter import programs as p
from tests.interpreter.imagining import swap_hidden

GAMES = {"partnership": p.partnership, "two-handed": p.two_handed, "three-handed": p.three_handed}


@pytest.mark.parametrize("name", GAMES)
def test_swapped_hidden_cards_never_change_a_choice(name):
    random = Random(name)
    checked = 0
    for number in range(25):
        game = Game(GAMES[name](), 21, number)
        for _ in range(120):
            if game.is_over:
                break
            choice = game.choice(1)
            twin = swap_hidden(game, random)
            assert game.observation(game.current_seat) == twin.observation(game.current_seat)
            assert twin.choice(1) == choice
            checked += 1
            game.apply(random.choice(game.legal_actions()) if random.random() < 0.3 else choice)
    assert checked > 800


@pytest.mark.parametrize("name", GAMES)
def test_asking_basic_changes_nothing(name):
    game = Game(GAMES[name](), 2)
    for _ in range(200):
        if game.is_over:
            break
        first = game.choice(1)
        assert game.choice(1) == first
        assert first in game.legal_actions()
        game.apply(first)


@pytest.mark.parametrize(("name", "players"), [("partnership", 2), ("two-handed", 2), ("three-handed", 3)])
def test_basic_beats_random(name, players):
    run = simulate(GAMES[name](), 150, 5, ("basic", *["random"] * (players - 1)))
    assert run.stats["wins of 0"].low > 0.75


def test_random_passes_half_the_time_and_else_takes_the_least_raise():
    passes = bids = 0
    for number in range(400):
        game = Game(p.partnership(), 1, number)
        action = game.choice(0)
        assert action in game.legal_actions()
        passes += game.describe(action) == "pass"
        bids += game.describe(action) == "bid 250"
    assert passes + bids == 400
    assert 150 < passes < 250


def test_observations_hide_what_is_hidden():
    game = Game(p.partnership(), 4)
    seen = game.observation(1)
    assert len(seen.hand) == 12
    assert seen.open_hands == {}
    assert seen.trump is None
    assert game.observation(game.current_seat).legal == ("bid 250", "pass")
    assert game.observation((game.current_seat + 1) % 4).legal == ()
    with pytest.raises(ValueError, match="no seat 4"):
        game.observation(4)


class _RangError(Exception):
    """A clock has rung."""


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="clocks of Unix")
@pytest.mark.parametrize("player", ["search:100000", "search:600000ms"])
def test_a_choice_that_is_broken_off_leaves_the_game_as_it_was(player):
    game, same = Game(p.two_handed(), 5), Game(p.two_handed(), 5)
    for _ in range(6):
        same.apply(same.choice(1))
        game.apply(game.choice(1))
    wanted = chosen(same, "search:40")

    def ring(_number, _frame):
        raise _RangError

    before = signal.signal(signal.SIGALRM, ring)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        began = time.monotonic()
        with pytest.raises(_RangError):
            chosen(game, player)
        assert time.monotonic() - began < 5
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (game.facts(), game.seat_figures()) == (same.facts(), same.seat_figures())
    assert [game.observation(seat) for seat in range(2)] == [same.observation(seat) for seat in range(2)]
    assert chosen(game, "search:40") == wanted
    while not game.is_over:
        action = chosen(game, "search:4")
        assert action == chosen(same, "search:4")
        game.apply(action)
        same.apply(action)

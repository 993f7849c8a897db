"""A card game of OpenSpiel, driven as ours are; a command, so that it can run where OpenSpiel is installed.

    pip install open_spiel
    python benchmarks/open_spiel.py moves|played|playouts|rollouts GAMES

plays spades with even choices among the legal actions (a game is one deal: 52 cards dealt, four bids, thirteen tricks)
and prints one JSON document: the work done and the seconds of processor time.

- `playouts`: games driven from Python by the loop of the library's own examples
- `moves`: the same, counted in actions, the 52 of chance that deal the cards among them
- `played`: players' actions driven by the quickest loop there is, with the clock stopped while cards are dealt
- `rollouts`: games played inside the C++, each from the same deal, so without dealing
"""

from __future__ import annotations

import importlib
import json
import random
import sys
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

GAME = "spades"
DRAWS = 10_007
"""As in `workloads.py`: the numbers that the stepping player chooses by."""


def quickly(games: int) -> tuple[int, float]:
    """Step games from Python by a loop with nothing but what it needs; return the players' actions and the seconds."""
    game = _game()
    source = random.Random(1)
    draw = cycle([source.getrandbits(24) for _ in range(DRAWS)]).__next__
    clock = time.process_time
    moves, seconds = 0, 0.0
    for _ in range(games):
        state = game.new_initial_state()
        legal_actions, apply_action, is_terminal = state.legal_actions, state.apply_action, state.is_terminal
        while state.is_chance_node():
            apply_action(source.choice(legal_actions()))
        start = clock()
        while not is_terminal():
            actions = legal_actions()
            apply_action(actions[draw() % len(actions)])
            moves += 1
        seconds += clock() - start
    return moves, seconds


def usually(games: int) -> tuple[int, float]:
    """Play games from Python by the usual loop; return all actions and the seconds."""
    game = _game()
    source = random.Random(1)
    moves = 0
    start = time.process_time()
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(source.choices(actions, chances)[0])
            else:
                state.apply_action(source.choice(state.legal_actions()))
            moves += 1
    return moves, time.process_time() - start


def rolled_out(games: int) -> tuple[int, float]:
    """Play games inside the C++: one visit of its tree search, whose leaf is judged by so many random games."""
    pyspiel, game = importlib.import_module("pyspiel"), _game()
    source = random.Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(source.choice(state.legal_actions()))
    evaluator = pyspiel.RandomRolloutEvaluator(games, 1)
    search = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 10, False, 1, False)
    start = time.process_time()
    search.mcts_search(state)
    return games, time.process_time() - start


WORK: dict[str, Callable[[int], tuple[int, float]]] = {
    "moves": usually,
    "played": quickly,
    "playouts": lambda games: (games, usually(games)[1]),
    "rollouts": rolled_out,
}


def _game() -> Any:  # noqa: ANN401 - the library may not be there to type it
    return importlib.import_module("pyspiel").load_game(GAME)


if __name__ == "__main__":
    work, seconds = WORK[sys.argv[1]](int(sys.argv[2]))
    sys.stdout.write(json.dumps({"work": work, "seconds": seconds}) + "\n")

"""The players that think, under the rules of every shipped variant: watched as the others are in random ones."""

from __future__ import annotations

from random import Random

import pytest

from interpreter import Game, simulate
from interpreter.game import play_out
from pinochle_dsl import load
from pinochle_dsl.layers import shipped_names
from tests.proof.playing import SEED, need, replays, watch

PLAYERS = ("counting", "search:4")
WATCHED = 100
"""Actions of a game that are watched: a deal or two."""


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_thinking_players_break_no_rule(name: str) -> None:
    """Cards and points stay, choices are legal and see nothing hidden, records replay, the kernel plays the same."""
    program = load(name).compile()
    for player in PLAYERS:
        replays(watch(program, 0, player, Random(name), WATCHED))
    mixed = (*PLAYERS, "basic")
    stepped = play_out(Game(program, SEED, 0, list(mixed)), list(mixed))
    run = simulate(program, 1, SEED, mixed)
    need(run.deals == stepped.facts()["deal"], "simulation deals otherwise", run.deals, stepped.facts()["deal"])
    accounts = range(program.table.accounts)
    wins = [run.stats[f"wins of {account}"].mean for account in accounts]
    need(wins == [stepped.winner == account for account in accounts], "another wins", wins, stepped.winner)

"""What callers hand in is refused in words where it is of the wrong kind, out of bounds or impossible."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from pathlib import Path

import pytest

import interpreter
from interpreter import Game, settle, simulate
from interpreter.given import MOST_SEED
from pinochle_dsl import load
from tests.interpreter.programs import partnership, three_handed, two_handed

FIGURES = {"meld": (20, 40), "counters": (100, 150), "bid": 250, "declarer": 0}


def refused(**changes: object) -> str:
    with pytest.raises(ValueError) as caught:
        settle(partnership(), **{**FIGURES, **changes})
    return str(caught.value)


@pytest.mark.parametrize(
    "changes",
    [
        {"meld": (10**12, 0)},
        {"meld": (2**31, 0)},
        {"meld": (10**40, 0)},
        {"meld": (True, 0)},
        {"meld": ("20", 40)},
        {"meld": (20.0, 40)},
        {"meld": "20"},
        {"meld": 20},
        {"counters": (1e9, 0)},
        {"counters": (2**63, 0)},
        {"totals": (10**15, 0)},
        {"totals": (-(10**15), 0)},
        {"totals": (None, 0)},
        {"bid": 250.0},
        {"bid": True},
        {"bid": 10**30},
        {"declarer": "0"},
        {"declarer": 10**20},
        {"deal": 10**12},
        {"deal": 1.5},
        {"deal": True},
        {"last_trick": 0.5},
        {"tricks": (6.0, 6)},
        {"tricks": (10**12, 0)},
        {"melds": "dix"},
        {"melds": "0:dix=300"},
        {"melds": ["dix"]},
        {"melds": {0: "dix"}},
        {"melds": {0: {"dix": True}}},
        {"melds": {0: {"dix": 300}}},
        {"melds": {"0": {"dix": 1}}},
        {"called": "concede"},
        {"called": [3]},
        {"called": [("concede", "0")]},
        {"ledger": [1]},
        {"ledger": {"points": ()}},
        {"ledger": {"points": (10**12, 0)}},
    ],
)
def test_figures_that_are_none(changes: dict[str, object]):
    assert refused(**changes).split(":")[0].split()[0] == next(iter(changes))


def test_impossible_tricks():
    assert refused(tricks=(9, 9)) == "tricks: 18 together, but a deal has only 12"
    assert refused(tricks=(12, 0)) == "counters: account 1 has 150 and took no trick"
    assert refused(tricks=(12, 0), counters=(250, 0), last_trick=1) == (
        "last_trick: seat 1 won it, but account 1 took no trick"
    )
    settle(partnership(), **{**FIGURES, "tricks": (12, 0), "counters": (250, 0), "last_trick": 2})
    settle(partnership(), **{**FIGURES, "tricks": (0, 0), "counters": (0, 0)})


def test_buried_cards_count_without_a_trick():
    figures = {"meld": (0, 0, 0), "counters": (10, 240, 0), "bid": 200, "declarer": 0}
    settle(three_handed(), **figures, tricks=(0, 15, 0))


def test_tricks_of_a_game_with_a_stock():
    settle(two_handed(), meld=(0, 0), counters=(100, 150), tricks=(20, 4))
    with pytest.raises(ValueError, match="25 together, but a deal has only 24"):
        settle(two_handed(), meld=(0, 0), counters=(100, 150), tricks=(20, 5))


def test_melds_as_text_are_those_of_the_mapping():
    as_text = settle(partnership(), **FIGURES, melds="0:dix=1, 1:run=1,0:dix=1")
    assert as_text == settle(partnership(), **FIGURES, melds={0: {"dix": 2}, 1: {"run": 1}})


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        (("--meld", "999999999999,0", "--counters", "120,130"), "meld"),
        (("--meld", "200,40", "--counters", "999999999999,0"), "counters"),
        (("--meld", "200,40", "--counters", "120,130", "--totals", "999999999999999,0"), "totals"),
        (("--meld", "200,40", "--counters", "120,130", "--tricks", "40,40"), "tricks"),
    ],
)
def test_the_command_line_tells_so(figures: tuple[str, ...], told: str):
    line = [sys.executable, "-m", "pinochle_dsl", "settle", "cardgames-io", "--bid", "330", "--declarer", "0", *figures]
    done = subprocess.run(
        line, capture_output=True, text=True, check=False, timeout=60, cwd=Path(interpreter.__file__).parents[1]
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1].startswith(f"error: {told}") or f"error: {told}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": -1},
        {"seed": 2**64},
        {"seed": "1"},
        {"seed": 1.0},
        {"seed": True},
        {"game": -1},
        {"game": None},
        {"dealer": 4},
        {"dealer": -2},
        {"dealer": 1.5},
        {"dealer": True},
        {"players": ["x"]},
        {"players": []},
        {"players": [1]},
        {"players": 7},
        {"players": "x"},
        {"balances": [1]},
        {"balances": {1: [0, 0]}},
        {"balances": {0: [0]}},
        {"balances": {0: ["0", 0]}},
        {"balances": {0: [2**40, 0]}},
        {"balances": {"0": [0, 0]}},
    ],
)
def test_a_game_that_cannot_begin(changes: dict[str, object]):
    with pytest.raises(ValueError, match=next(iter(changes))):
        Game(partnership(), **changes)


def test_a_game_of_no_program():
    for nothing in (None, "cardgames-io", 3):
        with pytest.raises(ValueError, match="Program"):
            Game(nothing)


@pytest.mark.parametrize(
    "changes",
    [
        {"first": 2**64},
        {"first": 2**64 - 1, "games": 2},
        {"first": -1},
        {"first": 1.0},
        {"seed": -1},
        {"seed": 2**64},
        {"seed": None},
        {"games": 0},
        {"games": 1.5},
        {"jobs": 0},
        {"jobs": True},
    ],
)
def test_a_run_that_cannot_be(changes: dict[str, object]):
    with pytest.raises(ValueError, match=next(iter(changes))):
        simulate(partnership(), **{"games": 1, **changes})


def test_the_last_seed_and_game_there_are():
    assert simulate(partnership(), 1, MOST_SEED, first=MOST_SEED - 1).games == 1


@pytest.fixture(scope="module")
def record() -> dict[str, object]:
    game = Game(load("cardgames-io").compile(), 3, players=["basic"], dealer=1, balances={0: [10, 20]})
    for _ in range(10):
        game.apply(game.choice(1))
    return json.loads(json.dumps(game.record()))


def test_a_record_replays(record: dict[str, object]):
    assert Game.replay(record).record() == record


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 0),
        ("format", -1),
        ("format", 2),
        ("format", True),
        ("variant", 5),
        ("variant", "other"),
        ("options", []),
        ("options", {"x": "y"}),
        ("players", "basic"),
        ("players", ["x"] * 4),
        ("players", ["basic"]),
        ("players", [1, 2, 3, 4]),
        ("players", 3),
        ("dealer", 1.5),
        ("dealer", True),
        ("dealer", "1"),
        ("dealer", 4),
        ("dealer", None),
        ("balances", []),
        ("balances", {"x": [0, 0]}),
        ("balances", {"9": [0, 0]}),
        ("balances", {"0": 5}),
        ("balances", {"0": [0.5, 0]}),
        ("balances", {"0": [0, 0, 0]}),
        ("seed", -1),
        ("seed", 2**64),
        ("game", 2**70),
        ("actions", [None]),
        ("actions", [2**70]),
        ("actions", ["64"]),
        ("actions", {}),
        ("hash", None),
        ("program", []),
        ("program", {}),
    ],
)
def test_a_damaged_record_is_refused(record: dict[str, object], key: str, value: object):
    damaged = copy.deepcopy(record)
    damaged[key] = value
    with pytest.raises(ValueError):
        Game.replay(damaged)


def test_what_is_no_record():
    for nothing in (None, [], "record", 3, {}):
        with pytest.raises(ValueError, match="record"):
            Game.replay(nothing)

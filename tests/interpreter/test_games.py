"""Games, records, copies, matches and simulation."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from random import Random

import attrs
import pytest

import interpreter
from interpreter import Game, Match, paired, simulate
from interpreter.game import play_out
from tests.interpreter import programs as p

GAMES = {"partnership": p.partnership, "two-handed": p.two_handed, "three-handed": p.three_handed}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["basic", "random"])
def test_records_replay(name, player):
    game = play_out(Game(GAMES[name](), 7, 3, [player]), [player])
    record = json.loads(json.dumps(game.record()))
    again = Game.replay(record)
    assert again.is_over
    assert (again.totals, again.winner, again.facts()) == (game.totals, game.winner, game.facts())
    assert again.record() == record
    assert record["players"] == [player] * game.program.table.seats


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"hash": "0"}, "hash does not fit"),
        ({"format": 99}, "newer|format 99"),
        ({"actions": [9999]}, "does not fit"),
        ({"actions": ["pass"]}, "whole number"),
        ({"actions": None}, "no record"),
        ({"program": {}}, "no program|no record"),
        ({"seed": "x"}, "no record"),
    ],
)
def test_records_that_are_refused(change, words):
    record = Game(p.partnership(), 7).record()
    with pytest.raises(ValueError, match=words):
        Game.replay({**record, **change})
    with pytest.raises(ValueError, match="mapping"):
        Game.replay([])


@pytest.mark.parametrize("name", GAMES)
def test_copies_are_independent(name):
    random = Random(name)
    game = Game(GAMES[name](), 11)
    for _ in range(400):
        if game.is_over:
            break
        if random.random() < 0.1:
            twin = game.copy()
            before = (game.facts(), game.seat_figures(), [game.hand_counts(s) for s in range(2)])
            path = []
            for _ in range(60):
                if twin.is_over:
                    break
                path.append(random.choice(twin.legal_actions()))
                twin.apply(path[-1])
            assert before == (game.facts(), game.seat_figures(), [game.hand_counts(s) for s in range(2)])
            other = game.copy()
            for action in path:
                other.apply(action)
            assert other.record() == twin.record()
            assert (other.facts(), other.seat_figures()) == (twin.facts(), twin.seat_figures())
        game.apply(random.choice(game.legal_actions()))


def test_a_game_depends_on_its_address_alone():
    program = p.partnership()
    first = play_out(Game(program, 5, 0), ["basic"]).actions
    assert play_out(Game(program, 5, 0), ["basic"]).actions == first
    assert play_out(Game(program, 5, 1), ["basic"]).actions != first
    assert play_out(Game(program, 6, 0), ["basic"]).actions != first


def test_simulation_is_the_same_for_any_number_of_workers():
    program = p.partnership()
    one = simulate(program, 60, 4, ("basic", "random"))
    two = simulate(program, 60, 4, ("basic", "random"), jobs=2)
    assert one.sums == two.sums
    halves = simulate(program, 30, 4, ("basic", "random")), simulate(program, 30, 4, ("basic", "random"), first=30)
    assert halves[0].merged(halves[1]).sums == one.sums
    assert one.games == 60
    assert one.stats["made"].low < one.stats["made"].mean < one.stats["made"].high
    with pytest.raises(ValueError, match="cannot be joined"):
        one.merged(simulate(program, 1, 5))


@pytest.mark.parametrize("players", [["basic", "random"], ["random"], ["basic"]], ids=" ".join)
@pytest.mark.parametrize("make", [p.random_deal, p.partnership, p.two_handed, p.three_handed])
def test_simulation_plays_the_games_that_game_plays(make, players):
    """Whole tricks at once (`usual_tricks`), and everything else that is done in bulk, change no card."""
    program, games = make(), 12
    total = [0] * len(Game(program, 9).totals)
    deals = 0
    for number in range(games):
        game = play_out(Game(program, 9, number), players)
        total = [a + b for a, b in zip(total, game.totals, strict=True)]
        deals += game.facts()["deal"]
    run = simulate(program, games, 9, tuple(players))
    assert run.deals == deals
    gains = [run.stats[f"gain of {a}"].mean * deals for a in range(len(total))]
    assert gains == pytest.approx(total)
    ends = sum(figure.mean for name, figure in run.stats.items() if name.startswith("wins of ") or name == "draws")
    assert ends == pytest.approx(1)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"players": ("basik",)}, "did you mean 'basic'"),
        ({"players": ("zzz",)}, "players are"),
        ({"players": ()}, "at least one"),
        ({"games": 0}, "at least 1"),
        ({"jobs": 0}, "at least 1"),
    ],
)
def test_runs_that_are_refused(arguments, words):
    with pytest.raises(ValueError, match=words):
        simulate(p.two_handed(), **arguments)


def test_comparison_deals_the_same_cards_in_one_unit():
    ten = p.partnership()
    one = p.partnership()
    scaled = attrs.evolve(one, unit=1, variant="again")
    found = paired([ten, scaled], 30, 2, ("basic",))
    assert found.paired
    assert found.unit == 10
    assert found.stats["bid"][1].mean == pytest.approx(10 * found.stats["bid"][0].mean)
    assert not paired([ten, p.three_handed()], 2).paired


def test_same_shuffle_under_rules_that_differ():
    one, other = Game(p.partnership(), 3, 8), Game(p.partnership(exchange=None), 3, 8)
    assert [one.hand_counts(s) for s in range(4)] == [other.hand_counts(s) for s in range(4)]


def test_matches_keep_their_ledgers_and_pass_the_deal_on():
    match = Match(p.two_handed(), 2)
    assert match.balances == {"streak": [0, 0]}
    streak = [0, 0]
    dealer = None
    for number in range(12):
        game = match.next_game()
        assert game.ledgers()["streak"] == streak
        assert dealer is None or game.facts()["dealer"] != dealer
        dealer = game.facts()["dealer"]
        with pytest.raises(ValueError, match="not over"):
            match.next_game()
        play_out(game, ["basic", "random"] if number < 8 else ["random"])
        streak = [0, 0] if game.winner == "draw" else [s + 1 if a == game.winner else 0 for a, s in enumerate(streak)]
        assert match.balances == {"streak": streak}
        assert Game.replay(game.record()).ledgers() == game.ledgers()


def test_words_of_actions_go_both_ways():
    random = Random(1)
    for make in GAMES.values():
        game = Game(make(), 1)
        for _ in range(500):
            if game.is_over:
                break
            for action in game.legal_actions():
                assert game.action(game.describe(action)) == action
                assert game.program.action(game.describe(action).upper().replace("BID", "bid")) == action
            game.apply(random.choice(game.legal_actions()))


@pytest.mark.parametrize("text", ["bid 251", "bid", "call nothing", "meld rum", "trump X", "", "hello", "8♠"])
def test_words_that_are_no_action(text):
    with pytest.raises(ValueError):
        p.partnership().action(text)


PARITY = """
import sys, hashlib
import interpreter
from interpreter import Game, simulate
from tests.interpreter import programs as p
print(interpreter.COMPILED)
for make in (p.random_deal, p.partnership, p.two_handed, p.three_handed):
    for kind in (0, 1):
        digest = hashlib.sha256()
        for number in range(2):
            game = Game(make(), 5, number)
            for _ in range(350):
                if game.is_over:
                    break
                game.apply(game.choice(kind))
            digest.update(repr((game.actions, game.totals, game.facts(), game.seat_figures())).encode())
        print(make.__name__, kind, digest.hexdigest())
print(simulate(p.two_handed(), 3, 1, ("basic", "random")).sums)
print(simulate(p.random_deal(), 2, 1, ("random",)).sums)
"""


def run_both_ways(code: str) -> list[list[str]]:
    """Return what code prints with the kernel as it is, and uncompiled."""
    outputs = []
    for pure in ("0", "1"):
        environment = {**os.environ, "PINOCHLE_PURE": pure}
        done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
        outputs.append(done.stdout.splitlines())
    return outputs


def test_uncompiled_games_are_the_same():
    now, pure = run_both_ways(PARITY)
    assert pure[0] == "False"
    assert now[0] == str(interpreter.COMPILED)
    assert now[1:] == pure[1:]


def test_compiled_modules_are_not_older_than_their_source():
    from pathlib import Path

    folder = Path(interpreter.__file__).parent
    for built in folder.glob("_*.so"):
        source = folder / (built.name.split(".")[0] + ".py")
        for file in (source, source.with_suffix(".pxd")):
            assert built.stat().st_mtime >= file.stat().st_mtime, f"build again: {built.name} is older than {file.name}"


UNPREPARED = """
import importlib, sys
sys.modules.pop("importlib.util", None)  # a bare Python has not loaded it
vars(importlib).pop("util", None)
import interpreter
from interpreter import Game
print(interpreter.COMPILED)
"""


def test_uncompiled_modules_are_found_where_nothing_else_is_loaded():
    environment = {**os.environ, "PINOCHLE_PURE": "1"}
    done = subprocess.run(
        [sys.executable, "-c", UNPREPARED], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.stdout, done.returncode) == ("False\n", 0), done.stderr[-500:]

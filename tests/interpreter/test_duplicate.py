"""Tournaments on duplicate deals."""

from __future__ import annotations

import math
import random
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

from interpreter import Game, duplicate, tournament
from interpreter.duplicate import Seating, Tournament, _Room, growing, nth_order
from interpreter.game import play_out
from interpreter.ratings import rate_figure, student
from pinochle_dsl import load

from .programs import partnership


class Scripted(_Room):
    """A room whose games come to what a script says."""

    def __init__(self, program, contestants, script) -> None:
        """Take a function of the set's number and the lineup."""
        super().__init__(program, 0, [0] * contestants)
        self.script = script

    def play_game(self, number, lineup):
        """Return what the script says."""
        return self.script(number, tuple(lineup))


def scripted(contestants, sets, script, program=None):
    program = program or partnership()
    room = Scripted(program, contestants, script)
    for number in range(sets):
        room.play_set(number)
    names = tuple("abcdefgh"[:contestants])
    return Tournament(program, 0, names, tuple(room.sums))


# -- who sits where


@pytest.mark.parametrize("places", [2, 3, 4, 5, 8])
@pytest.mark.parametrize("contestants", [2, 3, 4, 5])
def test_everybody_sits_everywhere_equally_often(contestants, places):
    seating = Seating(contestants, places)
    lineups = list(seating.lineups(7))
    assert len(lineups) == seating.games
    seats = Counter((who, place) for _, lineup in lineups for place, who in enumerate(lineup))
    assert len(seats) == contestants * places
    assert len(set(seats.values())) == 1
    sat_in = Counter(who for _, lineup in lineups for who in set(lineup))
    assert set(sat_in.values()) == {seating.games_each}
    assert {frozenset(lineup) for _, lineup in lineups} == {frozenset(table) for table in seating.tables}
    assert len(seating.tables) == math.comb(contestants, min(contestants, places))


def test_every_order_round_the_table_comes_up():
    orders = {tuple(nth_order((3, 5, 7, 8), number)) for number in range(6)}
    assert orders == {(3, *rest) for rest in permutations((5, 7, 8))}
    assert nth_order((3, 5, 7, 8), 0) == nth_order((3, 5, 7, 8), 6) == [3, 5, 7, 8]


# -- games


@pytest.mark.parametrize(
    "name", ["cardgames-io", "two-handed-ko", "three-handed", "schnapsen", "three-handed-kitty", "bezique-pack-each"]
)
def test_a_player_against_himself_is_exactly_even(name):
    program = load(name).compile()
    for players in (("basic", "basic"), ("random", "random")):
        result = tournament(program, players, 40, 3)
        for one in result.standings:
            assert one.win_rate == 0.5
            assert one.margin == one.margin_low == one.margin_high == 0
            assert one.elo == 0
            assert one.low < 0.5 < one.high


MORE_AT_TABLE = Path(__file__).parents[1] / "house_rules" / "93-sixty-six-with-more-at-table.yaml"


@pytest.mark.parametrize("name", ["two-handed-ko", "partnership-ja", "three-handed", str(MORE_AT_TABLE)])
def test_games_are_those_of_the_run(name):
    """Another way to play them: games stepped from Python, each with its own players."""
    program = load(name, {"at_table": "3"} if name == str(MORE_AT_TABLE) else None).compile()
    assert program.table.people == (3 if name == str(MORE_AT_TABLE) else 0)
    players = ("basic", "random", "basic") if program.table.accounts == 3 else ("basic", "random")
    seating = Seating(len(players), program.table.accounts)
    wins, points, sets = Counter(), Counter(), 4
    for number in range(sets):
        for _, lineup in seating.lineups(number):
            people = range(program.table.people) if program.table.people else program.table.side_of
            names = [players[lineup[place]] for place in people]
            game = play_out(Game(program, 11, number), names)
            for place, who in enumerate(lineup):
                wins[who] += game.winner == place
                points[who] += game.standing[place]
    result = tournament(program, players, sets * seating.games, 11)
    assert result.sets == sets
    held = program.table.accounts * sets
    for who, one in enumerate(result.standings):
        assert one.win_rate == pytest.approx(wins[who] / one.games)
        assert one.points == pytest.approx(points[who] / held)


def test_figures_do_not_depend_on_jobs_or_parts():
    program = load("two-handed-ko").compile()
    players = ("basic", "random", "random")
    alone = tournament(program, players, 300, 5)
    assert tournament(program, players, 300, 5, jobs=2) == alone
    parts = list(growing(program, players, 300, 5, jobs=3))
    assert parts[-1] == alone
    assert [part.sets for part in parts] == sorted(part.sets for part in parts)
    assert tournament(program, players, 300, 6) != alone


def test_sets_can_be_added():
    program = partnership()
    room = _Room(program, 9, [1, 0])
    halves = []
    for sets in (range(5), range(5, 12)):
        room.sums = [0] * room.at.size
        for number in sets:
            room.play_set(number)
        halves.append(Tournament(program, 9, ("basic", "random"), tuple(room.sums)))
    assert halves[0].merged(halves[1]) == tournament(program, ["basic", "random"], 24, 9)
    with pytest.raises(ValueError, match="differ in program, seed or players"):
        halves[0].merged(tournament(program, ["random", "basic"], 2, 9))


def test_games_are_rounded_up_to_whole_sets():
    program = partnership()
    told: list[int] = []
    result = tournament(program, "basic,random,basic", 7, progress=told.append)
    assert (result.sets, result.games) == (2, 12)
    assert told[-1] == 12
    assert [one.games for one in result.standings] == [8, 8, 8]


@pytest.mark.parametrize(
    ("players", "words"),
    [
        (["basic"], "needs 2 to 16 players; 1 is given: name one or more to play against"),
        (["basic"] * 17, "needs 2 to 16 players; 17 are given: name 16 or fewer"),
        (["basic", "basik"], "no player 'basik'; did you mean 'basic'"),
        ([], "no players"),
        (["basic", 3], "is no name"),
    ],
)
def test_no_tournament(players, words):
    with pytest.raises(ValueError, match=words):
        tournament(partnership(), players, 10)


def test_too_many_tables():
    program = load("bezique-pack-each", {"players": "4"}).compile()
    assert program.table.accounts == 4
    with pytest.raises(ValueError, match="in 7,280 ways; at most 5,000 are played: name 14 players or fewer"):
        tournament(program, ["basic"] * 16, 10)


# -- figures, worked by hand


def test_two_sets_by_hand():
    """Set 0: `a` wins twice, 120 to 80 and 60 to 100 seen from place 0.  Set 1: one draw, then `b` wins."""
    games = {
        (0, (0, 1)): (0, [120, 80]),
        (0, (1, 0)): (1, [60, 100]),
        (1, (0, 1)): (-2, [50, 50]),
        (1, (1, 0)): (0, [90, 70]),
    }
    result = scripted(2, 2, lambda number, lineup: games[number, lineup])
    a, b = result.standings
    assert (a.games, b.games) == (4, 4)
    assert (a.win_rate, b.win_rate) == (2.5 / 4, 1.5 / 4)
    assert (a.points, b.points) == ((120 + 100 + 50 + 70) / 4, (80 + 60 + 50 + 90) / 4)
    assert (a.margin, b.margin) == (15, -15)  # 40 + 40 + 0 - 20 of four games
    spread = (40 - 15) ** 2 + (-10 - 15) ** 2  # the sets' means are 40 and -10
    assert a.margin_high == pytest.approx(15 + 63.657 * math.sqrt(spread / 2))
    # Wilson's interval, p = 5/8; the sets' rates are 1 and 1/4, and p (1 - p) is counted once more
    p, spread = 5 / 8, (0.375**2 + 0.375**2 + 5 / 8 * 3 / 8) / 2
    n = 2 * (p * (1 - p)) / spread
    z = 63.657
    centre = (p + z * z / (2 * n)) / (1 + z * z / n)
    width = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    assert (a.low, a.high) == (pytest.approx(centre - width), pytest.approx(centre + width))
    assert (b.low, b.high) == (pytest.approx(1 - a.high), pytest.approx(1 - a.low))
    # with a level set besides, `a` has 3.5 of 6
    assert a.elo == pytest.approx(200 * math.log10(3.5 / 2.5), abs=0.01)
    assert a.elo == -b.elo
    assert (result.draws, result.unfinished) == (0, 0)


def test_three_places_by_hand():
    """`a` holds two of three places, then one: whoever is dealt place 1 wins."""
    program = load("three-handed").compile()
    result = scripted(2, 10, lambda _number, _lineup: (1, [0, 30, 6]), program)
    a, b = result.standings
    assert (a.win_rate, b.win_rate) == (0.5, 0.5)
    assert (a.points, b.points) == (12, 12)
    assert (a.margin, b.margin) == (0, 0)
    assert (a.elo, b.elo) == (0, 0)


def test_a_single_set_has_no_spread():
    result = scripted(2, 1, lambda _number, lineup: (lineup.index(0), [1, 2]))
    a, _ = result.standings
    assert (a.points_low, a.margin_high, a.elo_low) == (None, None, None)
    assert a.low == pytest.approx(1 / (1 + 2.5758293035489004**2))
    assert a.high == 1


def test_all_or_nothing_is_the_interval_of_independent_sets():
    p, n, z = 0.6, 1000, student(999)
    low = (p + z * z / (2 * n) - z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))) / (1 + z * z / n)
    rate, found, _ = rate_figure(600 * 4, 600 * 16, 1000, 4)
    assert rate == p
    assert found == pytest.approx(low, abs=1e-4)


def test_students_distribution():
    known = {
        3: 5.841,
        6: 3.707,
        7: 3.499,
        8: 3.355,
        10: 3.169,
        20: 2.845,
        30: 2.750,
        60: 2.660,
        120: 2.617,
    }
    for freedom, value in known.items():
        assert student(freedom) == pytest.approx(value, abs=0.006)


def test_intervals_hold_what_they_promise():
    """Coins that land alike within a set: independent games would promise too much."""
    chance = random.Random(1)
    held = 0
    for _ in range(400):
        luck = [chance.random() for _ in range(40)]

        def toss(number, lineup, luck=luck):
            skill = 0.62 if lineup[0] == 0 else 0.38
            won = 0 if (luck[number] if chance.random() < 0.7 else chance.random()) < skill else 1
            return won, [0, 0]

        a, b = scripted(2, 40, toss).standings
        held += a.low <= 0.62 <= a.high
        assert a.low == pytest.approx(1 - b.high)
    assert held >= 388


def test_equal_players_are_level_within_the_interval():
    chance = random.Random(2)
    fair = sum(
        one.low <= 0.5 <= one.high
        for _ in range(100)
        for one in scripted(2, 50, lambda _number, _lineup: (chance.randrange(2), [0, 0])).standings
    )
    assert fair >= 196


def test_ratings_are_the_likeliest():
    """Bradley and Terry's strengths by another way: climbing the likelihood of all games, one strength at a time."""
    chance = random.Random(3)
    strength = [1.0, 2.0, 5.0, 0.7]

    def play(_number, lineup):
        first = strength[lineup[0]] / (strength[lineup[0]] + strength[lineup[1]])
        return (0 if chance.random() < first else 1), [0, 0]

    result = scripted(4, 30, play)
    won = Counter({pair.players: pair.win_rate * pair.games + 1 for pair in result.pairs})
    games = {pair.players: pair.games + 2 for pair in result.pairs}
    found = [1.0] * 4
    for _ in range(3000):
        for i in range(4):
            wins = sum(won[p] if p[0] == i else games[p] - won[p] for p in games if i in p)
            found[i] = wins / sum(games[p] / (found[p[0]] + found[p[1]]) for p in games if i in p)
    logs = [400 * math.log10(value) for value in found]
    mean = sum(logs) / 4
    assert [one.elo for one in result.standings] == pytest.approx([value - mean for value in logs], abs=0.02)
    true = [400 * math.log10(value) for value in strength]
    for one, value in zip(result.standings, true, strict=True):
        assert one.elo_low <= value - sum(true) / 4 <= one.elo_high


def test_three_at_a_table_are_rated():
    """Strengths 1, 2 and 3 win one, two and three games of six whatever their places."""
    program = load("three-handed").compile()
    turns = [0, 1, 1, 2, 2, 2]

    def play(number, lineup):
        winner = turns[(number * 3 + lineup.index(0)) % 6]
        return lineup.index(winner), [0, 0, 0]

    result = scripted(3, 20_000, play, program)
    assert [one.win_rate for one in result.standings] == pytest.approx([1 / 6, 2 / 6, 3 / 6], abs=0.001)
    a, b, c = (one.elo for one in result.standings)
    assert b - a == pytest.approx(400 * math.log10(2), abs=0.5)
    assert c - a == pytest.approx(400 * math.log10(3), abs=0.5)
    assert result.pairs == ()
    assert result.par == pytest.approx(1 / 3)


def test_a_table_of_many_is_kept_small(monkeypatch):
    monkeypatch.setattr(duplicate, "KEPT_TABLES", 1)
    program = partnership()
    assert tournament(program, ["basic", "random"], 40, 2).standings[0].win_rate > 0.9

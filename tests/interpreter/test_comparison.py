"""Differences between Programs, against games played one by one and formulas written out in fractions."""

from __future__ import annotations

import math
from array import array
from fractions import Fraction

import attrs
import pytest

from interpreter import _numbers as numbers
from interpreter import paired, simulate
from interpreter._survey import add_products
from interpreter.comparison import COMPARED, add_large_products
from interpreter.program import Program
from interpreter.simulation import Z
from tests.interpreter import programs as p

GAMES = 40
FIGURES = {figure.name: figure for figure in COMPARED}
PARTS = {
    "made": (numbers.X_MADE, numbers.X_CONTRACTS),
    "set": (numbers.X_SET, numbers.X_CONTRACTS),
    "bid": (numbers.X_BID, numbers.X_CONTRACTS),
    "deals per game": (numbers.X_LENGTH, numbers.X_GAMES),
    "share of meld": (numbers.X_SHARE, numbers.X_SHARE + 1),
}
"""Where a game's part and whole stand among the sums of a simulation, which knows nothing of comparisons."""


def harder() -> Program:
    """Return the partnership game without an exchange."""
    return p.partnership(exchange=None)


def games_of(program: Program, name: str, seed: int) -> list[tuple[int, int]]:
    """Return the part and the whole of each game, each game played alone."""
    part, whole = PARTS[name]
    runs = [simulate(program, 1, seed, first=game).sums for game in range(GAMES)]
    return [(sums[part], sums[whole]) for sums in runs]


@pytest.mark.parametrize("name", PARTS)
def test_differences_are_those_of_games_in_pairs(name: str) -> None:
    one, other = p.partnership(), harder()
    found = paired([one, other], GAMES, 5).difference(FIGURES[name], 1)
    a, b = games_of(one, name, 5), games_of(other, name, 5)

    def ratio(rows: list[tuple[int, int]]) -> Fraction:
        return Fraction(sum(x for x, _ in rows), sum(y for _, y in rows))

    def influence(rows: list[tuple[int, int]]) -> list[Fraction]:
        mean = Fraction(sum(y for _, y in rows), GAMES)
        return [(x - ratio(rows) * y) / mean for x, y in rows]

    changes = [v - u for u, v in zip(influence(a), influence(b), strict=True)]
    spread = sum(change * change for change in changes) / (GAMES - 1) / GAMES
    assert found is not None
    assert found.mean == pytest.approx(float(ratio(b) - ratio(a)))
    assert found.high - found.mean == pytest.approx(Z * math.sqrt(spread))
    assert found.mean - found.low == pytest.approx(Z * math.sqrt(spread))


def test_a_program_does_not_differ_from_itself() -> None:
    found = paired([p.partnership(), p.partnership()], 25, 3)
    for figure in found.told():
        change = found.difference(figure, 1)
        assert change is not None
        assert (change.mean, change.low, change.high) == (0, 0, 0), figure.name


def test_pairs_are_surer_than_games_apart() -> None:
    one, other = p.partnership(), attrs.evolve(p.partnership(), variant="again")
    near = paired([one, other], 200, 1).difference(FIGURES["bid"], 1)
    far = paired([one, p.three_handed()], 200, 1)
    assert near is not None
    assert near.high == near.low
    apart = far.difference(FIGURES["bid"], 1)
    assert apart is not None
    assert apart.high > apart.low


def test_points_come_in_one_unit() -> None:
    ten = p.partnership()
    scaled = attrs.evolve(ten, unit=1, variant="again")
    found = paired([ten, scaled], 30, 2)
    bid = found.difference(FIGURES["bid"], 1)
    assert bid is not None
    assert bid.mean == pytest.approx(9 * found.mean(FIGURES["bid"], 0))
    made = found.difference(FIGURES["made"], 1)
    assert made is not None
    assert made.mean == 0


def test_jobs_and_pieces_change_nothing() -> None:
    programs = [p.partnership(), harder(), p.two_handed()]
    one, two = paired(programs, 90, 4), paired(programs, 90, 4, jobs=2)
    assert one.sums == two.sums
    assert one.products == two.products
    assert one.seen == two.seen
    assert one.stats == two.stats


def test_what_is_counted_adds_up_to_the_figures() -> None:
    found = paired([p.partnership()], 60, 6)
    run, seen = found.runs[0], found.seen[0]
    assert sum(seen.bids.values()) == run.sums[numbers.X_CONTRACTS]
    assert sum(seen.bids_made.values()) == run.sums[numbers.X_MADE]
    assert sum(bid * n for bid, n in seen.bids.items()) == run.sums[numbers.X_BID]
    assert sum(seen.lengths.values()) == run.games == 60
    assert sum(length * n for length, n in seen.lengths.items()) == run.deals
    accounts = range(run.program.table.accounts)
    gains = sum(run.sums[numbers.X_ACCOUNT_GAIN + 2 * a] for a in accounts)
    assert sum(gain * n for gain, n in seen.gains.items()) == gains
    counters = sum(run.sums[numbers.X_ACCOUNT_COUNTERS + 2 * a] for a in accounts)
    assert sum(counter * n for counter, n in seen.counters.items()) == counters
    first, last, over = seen.race
    assert over[-1] == 60
    assert list(over) == sorted(over)
    assert all(a >= b for a, b in zip(first, last, strict=True))
    for deal, games in enumerate(over, 1):
        assert games == sum(n for length, n in seen.lengths.items() if length <= deal)


def test_advantages_of_two_sides_mirror_each_other() -> None:
    found = paired([p.partnership()], 50, 7)
    dealer, eldest = FIGURES["advantage of the dealer"], FIGURES["advantage of the eldest"]
    assert found.mean(dealer, 0) == pytest.approx(-found.mean(eldest, 0))
    assert "advantage of the eldest" not in {figure.name for figure in found.told()}


def test_products_of_large_numbers_are_exact() -> None:
    rows = array("q", [((i * 7919) % 23) - 11 for i in range(3 * 2 * 2 * numbers.FIGURES)])
    size = 4
    sums, products = array("q", bytes(8 * 64)), array("q", bytes(8 * numbers.FIGURES * size * size))
    add_products(rows, 3, 2, sums, products)
    plain, squares = [0] * 64, [0] * (numbers.FIGURES * size * size)
    add_large_products(rows.tolist(), 3, 2, plain, squares)
    assert list(sums) == plain
    assert list(products) == squares
    large = [value * 10**12 for value in rows]
    plain, more = [0] * 64, [0] * (numbers.FIGURES * size * size)
    add_large_products(large, 3, 2, plain, more)
    assert more == [square * 10**24 for square in squares]


def test_figures_are_the_numbers_of_the_kernel() -> None:
    assert sorted(figure.number for figure in COMPARED) == list(range(numbers.FIGURES))

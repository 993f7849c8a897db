"""Whole games by the thousand, and their figures with 95% intervals.

Workers hand back whole-number sums, which are added up: figures never depend on the number of workers,
on their order or on the machine.
"""

from __future__ import annotations

import math
from functools import cached_property
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter import _numbers as numbers
from interpreter._playout import Playout
from interpreter.actions import outcome_names
from interpreter.players import player_kinds
from interpreter.program import Program
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Z = 1.959963984540054
"""Half-width of a 95% interval in standard deviations."""
CHUNK = 500
"""Games that are played between two reports of progress."""


@frozen
class Figure:
    """A mean with its 95% interval, from n observations."""

    mean: float
    low: float
    high: float
    n: int


def mean_figure(total: int, squares: int, n: int) -> Figure:
    """Return the mean of n numbers, given their sum and the sum of their squares."""
    if n == 0:
        return Figure(0.0, 0.0, 0.0, 0)
    mean = total / n
    if n == 1:
        return Figure(mean, mean, mean, 1)
    variance = (n * squares - total * total) / (n * (n - 1))
    half = Z * math.sqrt(max(variance, 0.0) / n)
    return Figure(mean, mean - half, mean + half, n)


def share_figure(hits: int, n: int) -> Figure:
    """Return a share with its Wilson interval."""
    if n == 0:
        return Figure(0.0, 0.0, 0.0, 0)
    p = hits / n
    scale = 1 + Z * Z / n
    centre = (p + Z * Z / (2 * n)) / scale
    half = Z * math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n)) / scale
    low = 0.0 if hits == 0 else max(0.0, centre - half)
    high = 1.0 if hits == n else min(1.0, centre + half)
    return Figure(p, low, high, n)


def ratio_figure(sums: Sequence[int], n: int) -> Figure:
    """Return the ratio of two sums, with the interval of the ratio estimator.

    `sums`: of x, of y, of x squared, of y squared, and of x times y.
    """
    x, y, xx, yy, xy = sums
    if n == 0 or y == 0:
        return Figure(0.0, 0.0, 0.0, n)
    r = x / y
    if n == 1:
        return Figure(r, r, r, 1)
    spread = (xx - 2 * r * xy + r * r * yy) / (n - 1)
    half = Z * math.sqrt(max(spread, 0.0) / n) / (y / n)
    return Figure(r, max(0.0, r - half), min(1.0, r + half), n)


@frozen
class Simulation:
    """What a run of games came to."""

    program: Program
    seed: int
    players: tuple[str, ...]
    sums: tuple[int, ...] = field(repr=False)
    """Whole-number sums, laid out as `_playout` says; runs of other games of the same seed can be added."""

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.sums[numbers.X_GAMES]

    @property
    def deals(self) -> int:
        """Return how many deals were settled."""
        return self.sums[numbers.X_DEALS]

    @cached_property
    def stats(self) -> dict[str, Figure]:
        """Return every figure by name."""
        return make_stats(self.program, self.sums)

    def merged(self, other: Simulation) -> Simulation:
        """Return both runs as one.

        Raises `ValueError` where they are of different programs, seeds or players.
        """
        mine, theirs = (self.program.hash, self.seed, self.players), (other.program.hash, other.seed, other.players)
        if mine != theirs:
            msg = "these runs differ in program, seed or players and cannot be joined"
            raise ValueError(msg)
        sums = tuple(a + b for a, b in zip(self.sums, other.sums, strict=True))
        return Simulation(self.program, self.seed, self.players, sums)


def make_stats(program: Program, sums: Sequence[int]) -> dict[str, Figure]:
    """Return the figures of sums, in the order in which they are shown."""
    deals, contracts, games = sums[numbers.X_DEALS], sums[numbers.X_CONTRACTS], sums[numbers.X_GAMES]
    stats: dict[str, Figure] = {}

    def mean(name: str, at: int, n: int) -> None:
        stats[name] = mean_figure(sums[at], sums[at + 1], n)

    if program.rules.auction is not None:
        mean("bid", numbers.X_BID, contracts)
        stats["made"] = share_figure(sums[numbers.X_MADE], contracts)
        stats["set"] = share_figure(sums[numbers.X_SET], contracts)
        stats["conceded"] = share_figure(sums[numbers.X_CONCEDED], contracts)
        stats["passed out"] = share_figure(sums[numbers.X_REDEALS], deals + sums[numbers.X_REDEALS])
        mean("meld of declarers", numbers.X_MELD_DECLARERS, contracts)
        mean("meld of defenders", numbers.X_MELD_DEFENDERS, contracts)
        mean("counters of declarers", numbers.X_COUNTERS_DECLARERS, contracts)
        mean("counters of defenders", numbers.X_COUNTERS_DEFENDERS, contracts)
    accounts = range(program.table.accounts)
    mean("meld", numbers.X_LAID, deals * len(accounts))
    mean("counters", numbers.X_COUNTERS, deals * len(accounts))
    for a in accounts:
        mean(f"meld of {a}", numbers.X_ACCOUNT_MELD + 2 * a, deals)
    for a in accounts:
        mean(f"counters of {a}", numbers.X_ACCOUNT_COUNTERS + 2 * a, deals)
    for a in accounts:
        mean(f"gain of {a}", numbers.X_ACCOUNT_GAIN + 2 * a, deals)
    stats["share of meld"] = ratio_figure(sums[numbers.X_SHARE : numbers.X_SHARE + 5], deals)
    for k, name in enumerate(outcome_names(program)):
        stats[f"outcome {name}"] = share_figure(sums[numbers.X_OUTCOME + k], deals)
    mean("deals per game", numbers.X_LENGTH, games)
    for a in accounts:
        stats[f"wins of {a}"] = share_figure(sums[numbers.X_WINS + a], games)
    for k in accounts:
        stats[f"wins {k} after the first dealer"] = share_figure(sums[numbers.X_POSITION + k], games)
    stats["draws"] = share_figure(sums[numbers.X_DRAWS], games)
    if sums[numbers.X_UNFINISHED]:
        stats["unfinished"] = share_figure(sums[numbers.X_UNFINISHED], games)
    return stats


_worker_playout: dict[tuple[str, int, tuple[int, ...]], Playout] = {}


def _play_range(text: str, seed: int, kinds: tuple[int, ...], first: int, games: int) -> list[int]:
    """Play a range of games in a worker process; return the sums."""
    playout = Playout(tables_of(Program.loads(text)), seed, list(kinds))
    playout.play_games(first, games)
    return list(playout.totals_of_sums())


def simulate(
    program: Program,
    games: int = 1000,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
) -> Simulation:
    """Play games number `first`, `first` + 1, ... of a run and return their figures.

    Seat i plays as the (i mod number given)th player.  `progress` is told how many games are done.
    Raises `ValueError` for numbers or players that make no run.
    """
    if games < 1 or jobs < 1 or first < 0:
        msg = f"games, jobs and first: {games}, {jobs} and {first}; at least 1, 1 and 0 are expected"
        raise ValueError(msg)
    if isinstance(players, str):
        players = players.split(",")
    kinds = tuple(player_kinds(players))
    tables = tables_of(program)
    if jobs == 1:
        playout = Playout(tables, seed, list(kinds))
        for start in range(0, games, CHUNK):
            playout.play_games(first + start, min(CHUNK, games - start))
            if progress is not None:
                progress(min(games, start + CHUNK))
        sums = list(playout.totals_of_sums())
    else:
        sums = _play_in_parallel(program, games, seed, kinds, jobs, progress, first)
    return Simulation(program, seed, tuple(players), tuple(sums))


def _play_in_parallel(
    program: Program,
    games: int,
    seed: int,
    kinds: tuple[int, ...],
    jobs: int,
    progress: Callable[[int], None] | None,
    first: int,
) -> list[int]:
    from concurrent.futures import ProcessPoolExecutor, as_completed  # noqa: PLC0415 - slow to import, seldom used

    size = max(1, min(20_000, -(-games // (4 * jobs))))
    text = program.dumps()
    sums = [0] * 256
    done = 0
    with ProcessPoolExecutor(jobs) as pool:
        waiting = {
            pool.submit(_play_range, text, seed, kinds, first + start, min(size, games - start)): min(
                size, games - start
            )
            for start in range(0, games, size)
        }
        for future in as_completed(waiting):
            sums = [a + b for a, b in zip(sums, future.result(), strict=True)]
            done += waiting[future]
            if progress is not None:
                progress(done)
    return sums

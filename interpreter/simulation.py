"""Whole games by the thousand, and their figures with 95% intervals.

Workers hand back whole-number sums, which are added up: figures never depend on the number of workers,
on their order or on the machine, and a run of any length takes the same little room.
"""

from __future__ import annotations

import math
from array import array
from contextlib import closing
from functools import cached_property
from operator import add
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter import _numbers as numbers
from interpreter.actions import outcome_names
from interpreter.extras import needed
from interpreter.figures import interval_text, mean_text
from interpreter.given import check_players, check_run
from interpreter.program import Program, Then
from interpreter.queries.counted import paid_in_deals
from interpreter.rows import NUMBERS, Rows, columns_of
from interpreter.running import Run, Step, next_look, steps
from interpreter.showing import frame, html_table
from interpreter.sureness import Goal, read_goal

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Executor

Z = 1.959963984540054
"""Half-width of a 95% interval in standard deviations."""


@frozen
class Figure:
    """A mean with its 95% interval, from n observations."""

    mean: float
    low: float
    high: float
    n: int

    @property
    def is_other_than_nothing(self) -> bool:
        """Whether its interval does not touch zero; one observation alone has no interval."""
        return self.n > 1 and (self.low > 0 or self.high < 0)


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

    def columns(self) -> dict[str, list[Any]]:
        """Return the figures as columns: `figure`, `mean`, `low`, `high`, `n`."""
        parts = ("mean", "low", "high", "n")
        return {"figure": list(self.stats)} | {
            part: [getattr(figure, part) for figure in self.stats.values()] for part in parts
        }

    def arrays(self) -> dict[str, Any]:
        """Return the same as arrays of numpy, if that is installed."""
        numpy = needed("numpy", "an array")
        return {name: numpy.array(values) for name, values in self.columns().items()}

    def frame(self, library: str = "pandas") -> Any:  # noqa: ANN401 - the library's
        """Return the same as a data frame of pandas, polars or pyarrow, if that is installed."""
        return frame(self.columns(), library)

    def _repr_html_(self) -> str:
        told = f"{self.program.title or self.program.variant}: {self.games:,} games, {self.deals:,} deals"
        rows = [
            (name, mean_text(name, figure), interval_text(name, figure), f"{figure.n:,}")
            for name, figure in self.stats.items()
        ]
        return html_table(f"{told}, seed {self.seed}", ("Figure", "Mean", "95% interval", "Of"), rows)

    def merged(self, other: Simulation) -> Simulation:
        """Return both runs as one.

        Raises `ValueError` where they are of different programs, seeds or players.
        """
        if not isinstance(other, Simulation):
            msg = f"a run can be joined with another run, not with {type(other).__name__}"
            raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
        mine, theirs = (self.program.hash, self.seed, self.players), (other.program.hash, other.seed, other.players)
        if mine != theirs:
            msg = "these runs differ in program, seed or players and cannot be joined"
            raise ValueError(msg)
        sums = tuple(a + b for a, b in zip(self.sums, other.sums, strict=True))
        return Simulation(self.program, self.seed, self.players, sums)


VERDICTS = ("made", "set", "conceded")
"""What a contract can come to; an outcome of the same name is shown once where it says the same."""


def make_stats(program: Program, sums: Sequence[int]) -> dict[str, Figure]:
    """Return the figures of sums, in the order in which they are shown; none that the game cannot have."""
    deals, contracts, games = sums[numbers.X_DEALS], sums[numbers.X_CONTRACTS], sums[numbers.X_GAMES]
    stats: dict[str, Figure] = {}

    def mean(name: str, at: int, n: int) -> None:
        stats[name] = mean_figure(sums[at], sums[at + 1], n)

    melding = any(rules.meld is not None for rules in program.modes)
    auction = program.rules.auction is not None
    if auction:
        mean("bid", numbers.X_BID, contracts)
    stats |= _shares_of_contracts(program, sums)
    if auction:
        if melding:
            mean("meld of declarers", numbers.X_MELD_DECLARERS, contracts)
            mean("meld of defenders", numbers.X_MELD_DEFENDERS, contracts)
        mean("counters of declarers", numbers.X_COUNTERS_DECLARERS, contracts)
        mean("counters of defenders", numbers.X_COUNTERS_DEFENDERS, contracts)
    accounts = range(program.table.accounts)
    if melding:
        mean("meld", numbers.X_LAID, deals * len(accounts))
    mean("counters", numbers.X_COUNTERS, deals * len(accounts))
    if melding:
        for a in accounts:
            mean(f"meld of {a}", numbers.X_ACCOUNT_MELD + 2 * a, deals)
    for a in accounts:
        mean(f"counters of {a}", numbers.X_ACCOUNT_COUNTERS + 2 * a, deals)
    for a in accounts:
        mean(f"gain of {a}", numbers.X_ACCOUNT_GAIN + 2 * a, deals)
    if melding:
        stats["share of meld"] = ratio_figure(sums[numbers.X_SHARE : numbers.X_SHARE + 5], deals)
    told = told_by_verdicts(program) if auction else ()
    for k, name in enumerate(outcome_names(program)):
        if name not in told:
            stats[f"outcome {name}"] = share_figure(sums[numbers.X_OUTCOME + k], deals)
    stats |= _ledgers(program, sums)
    mean("deals per game", numbers.X_LENGTH, games)
    for a in accounts:
        stats[f"wins of {a}"] = share_figure(sums[numbers.X_WINS + a], games)
    for k in accounts:
        stats[f"wins {k} after the first dealer"] = share_figure(sums[numbers.X_POSITION + k], games)
    if can_draw(program) or sums[numbers.X_DRAWS]:
        stats["draws"] = share_figure(sums[numbers.X_DRAWS], games)
    if sums[numbers.X_UNFINISHED]:
        stats["unfinished"] = share_figure(sums[numbers.X_UNFINISHED], games)
    return stats


def _shares_of_contracts(program: Program, sums: Sequence[int]) -> dict[str, Figure]:
    """Return what became of contracts, and of hands that were not played."""
    deals, contracts = sums[numbers.X_DEALS], sums[numbers.X_CONTRACTS]
    redeals, passed_out = sums[numbers.X_REDEALS], sums[numbers.X_PASSED_OUT]
    stats: dict[str, Figure] = {}
    if program.rules.auction is not None:
        stats["made"] = share_figure(sums[numbers.X_MADE], contracts)
        stats["set"] = share_figure(sums[numbers.X_SET], contracts)
        if can_concede(program):
            stats["conceded"] = share_figure(sums[numbers.X_CONCEDED], contracts)
    if can_pass_out(program):
        stats["passed out"] = share_figure(passed_out, deals + redeals)
    if can_deal_again(program):
        stats["dealt again"] = share_figure(max(0, redeals - passed_out), deals + redeals)
    return stats


def _ledgers(program: Program, sums: Sequence[int]) -> dict[str, Figure]:
    """Return what happens to the ledgers besides the points."""
    stats: dict[str, Figure] = {}
    kinds = (
        ("a deal", numbers.X_LEDGER_CHANGE, sums[numbers.X_DEALS]),
        ("at the end", numbers.X_LEDGER_END, sums[numbers.X_GAMES]),
    )
    for k, ledger in enumerate(program.ledgers[1:], 1):
        for words, first, n in kinds:
            if words == "a deal" and not paid_in_deals(program, k):
                continue
            for a in [numbers.JOINT_ACCOUNT] if ledger.joint else range(program.table.accounts):
                at, whose = first + 2 * (k * numbers.ACCOUNTS + a), "" if ledger.joint else f" of {a}"
                stats[f"{ledger.name} {words}{whose}"] = mean_figure(sums[at], sums[at + 1], n)
    return stats


REDEALS = (Then.SAME_DEALER, Then.NEXT_DEALER)
ENDS = (Then.OUTCOME, Then.STOP_PLAY)


def can_concede(program: Program) -> bool:
    """Tell whether a call can end a deal before its cards are played."""
    return any(call.then in ENDS for rules in program.modes for call in rules.calls)


def can_pass_out(program: Program) -> bool:
    """Tell whether cards are thrown in when nobody bids."""
    return any(rules.auction is not None and rules.auction.all_pass in REDEALS for rules in program.modes)


def can_deal_again(program: Program) -> bool:
    """Tell whether cards are dealt again for another reason: a call, or a declarer without a trump to name."""
    return any(
        rules.trump.lacking in REDEALS or any(call.then in REDEALS for call in rules.calls) for rules in program.modes
    )


def can_draw(program: Program) -> bool:
    """Tell whether a game can end without a winner."""
    end = program.rules.ending
    named = end.wins or end.loses or end.ends or any(row.wins_game or row.loses_game for row in program.rules.outcomes)
    return bool((end.deals and end.tie == "draw") or "draw" in end.both_reach or named)


def told_by_verdicts(program: Program) -> tuple[str, ...]:
    """Return the outcomes that `made`, `set` and `conceded` tell already: each the only one of its kind."""
    found: dict[str, list[str]] = {verdict: [] for verdict in VERDICTS}
    for rules in program.modes:
        called = {rules.outcomes[call.outcome].name for call in rules.calls if call.then is Then.OUTCOME}
        stops = any(call.then is Then.STOP_PLAY for call in rules.calls)
        for row in rules.outcomes:
            if row.ruling:
                continue
            if row.made is None:
                return ()
            if row.made:
                kinds = ["made"]
            else:
                kinds = ["conceded"] * (row.name in called or stops) + ["set"] * bool(row.condition)
                if not kinds:
                    kinds = ["set"]  # the rules lead to it by its name, as where no trump can be named
            for kind in kinds:
                if row.name not in found[kind]:
                    found[kind].append(row.name)
    return tuple(verdict for verdict, names in found.items() if names == [verdict])


def no_sums() -> tuple[int, ...]:
    """Return the sums of no games."""
    return (0,) * numbers.SUMS


def read_goals(program: Program, until: str | Sequence[str]) -> list[Goal]:
    """Return the goals that texts say, `made ± 0.2%`.

    Raises `ValueError` for figures that this game has not.
    """
    told = [until] if isinstance(until, str) else until
    return [read_goal(text, make_stats(program, no_sums())) for text in told]


MOST_GAMES = 10**9
"""Games of a run that goes on until it is sure enough, and never is."""


def simulate(  # noqa: PLR0913 - each of them is one thing to say about a run
    program: Program,
    games: int | None = None,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    first: int = 0,
    *,
    until: str | Sequence[str] = (),
    executor: Executor | None = None,
) -> Simulation:
    """Play games number `first`, `first` + 1, ... of a run and return their figures.

    Seat i plays as the (i mod number given)th player.  `progress` is told how many games are done.
    `games` is 1000 if not said; with `until`, as in `made ± 0.2%`, it is the most that are played before all goals
    are met.  Any `executor` of `concurrent.futures` may play the games; without one, `jobs` processes do.
    Raises `ValueError` for numbers or players that make no run.
    """
    if games is None:
        games = MOST_GAMES if until else 1000
    check_run(games, seed, jobs, first)
    check_players(players)
    if isinstance(players, str):
        players = players.split(",")
    goals = read_goals(program, until)
    run = Run(program, seed, tuple(players), first, games, looks=bool(goals))
    front = Front(run)
    with closing(steps(run, jobs, executor)) as coming:
        for step in coming:
            front.add(step)
            if progress is not None:
                progress(front.games)
            if front.is_sure(goals):
                break
    return front.simulation


def deals(
    program: Program,
    games: int = 1000,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    first: int = 0,
    *,
    executor: Executor | None = None,
) -> Rows:
    """Play the games that `simulate` plays, and return their deals one by one: about 150 bytes each.

    Raises `ValueError` for numbers or players that make no run.
    """
    check_run(games, seed, jobs, first)
    check_players(players)
    if isinstance(players, str):
        players = players.split(",")
    run, flat = Run(program, seed, tuple(players), first, games, NUMBERS), array("q")
    with closing(steps(run, jobs, executor)) as coming:
        for step in coming:
            flat.frombytes(step.rows)
    return Rows(columns_of(program), flat)


@define
class Front:
    """How far a run has come: the games up to some number, and what they came to."""

    run: Run
    games: int = 0
    sums: list[int] = field(factory=lambda: list(no_sums()), repr=False)

    def add(self, step: Step) -> None:
        """Go on by a step."""
        self.games += step.games
        self.sums = list(map(add, self.sums, step.sums))

    def is_sure(self, goals: Sequence[Goal]) -> bool:
        """Return whether the run may stop here: at one of the counts at which that is asked, with all goals met."""
        return bool(goals) and self.games == next_look(self.games - 1) and self.meets(goals)

    def meets(self, goals: Sequence[Goal]) -> bool:
        """Return whether all goals are met."""
        stats = self.simulation.stats
        return all(goal.is_met(stats) for goal in goals)

    @property
    def simulation(self) -> Simulation:
        """Return what the games came to."""
        return Simulation(self.run.program, self.run.seed, self.run.players, tuple(self.sums))

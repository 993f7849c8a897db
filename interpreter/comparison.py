"""The same shuffles under several Programs, side by side in one unit, and how sure their differences are.

Game g of a run has the same cards under each Program for as long as it lasts, so differences are told from
games in pairs.  Everything is kept as sums of whole numbers that can be added in any order.
"""

from __future__ import annotations

import math
from array import array
from contextlib import closing
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from interpreter import _numbers as numbers
from interpreter._survey import Survey, add_products
from interpreter.figures import interval_text, mean_text
from interpreter.given import check_players, check_run
from interpreter.players import player_kinds
from interpreter.running import Stretch, in_order
from interpreter.showing import frame, html_table
from interpreter.simulation import Figure, Simulation, Z
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from concurrent.futures import Executor

    from interpreter.program import Program

_POINTS = ("bid", "meld", "counters", "gain of")
STRETCH = 250
"""Games whose rows are kept at one time."""
LARGE = 1 << 24
"""Numbers of a game below it can be multiplied and added up by the machine; larger ones are left to Python."""


@frozen
class Compared:
    """A figure of which differences are told."""

    name: str
    number: int
    points: bool = False
    """Whether it is in points, which are brought to one unit."""
    share: bool = False
    """Whether it is a part of a whole."""


COMPARED = (
    Compared("made", numbers.F_MADE, share=True),
    Compared("set", numbers.F_SET, share=True),
    Compared("conceded", numbers.F_CONCEDED, share=True),
    Compared("passed out", numbers.F_PASSED_OUT, share=True),
    Compared("bid", numbers.F_BID, points=True),
    Compared("meld", numbers.F_MELD, points=True),
    Compared("counters", numbers.F_COUNTERS, points=True),
    Compared("share of meld", numbers.F_SHARE, share=True),
    Compared("value of a deal", numbers.F_GAIN, points=True),
    Compared("swing of a deal", numbers.F_SWING, points=True),
    Compared("advantage of the bidder", numbers.F_OVERBID, points=True),
    Compared("advantage of the dealer", numbers.F_DEAL, points=True),
    Compared("advantage of the eldest", numbers.F_SEAT, points=True),
    Compared("better cards lose", numbers.F_UPSET, share=True),
    Compared("deals per game", numbers.F_LENGTH),
    Compared("time in the lead", numbers.F_LEAD, share=True),
)
"""Figures of which differences are told: what a game is like, seen over all sides.

`value of a deal` is what a side gains in the mean, `swing` the gain of the side that gained most less that of the
one that gained least, an `advantage` what one gains more than the mean of the others, `better cards lose` how often
somebody else gains more than the side whose dealt cards promise most, `time in the lead` the part of all deals after
which the later winner was ahead.
"""


@frozen
class Seen:
    """How often things came about in the games of one Program, in its own points."""

    counted: tuple[dict[int, int], ...] = field(repr=False)
    """For bids, bids made, melds of a side, its counters, its gain, and deals of a game: how often each value came."""
    race: tuple[tuple[int, ...], ...] = field(repr=False)
    """After each deal: the sums of the leader's scores, of the last one's, and how many games are over."""

    @property
    def bids(self) -> dict[int, int]:
        """Return how often each contract was played for."""
        return self.counted[numbers.H_BID]

    @property
    def bids_made(self) -> dict[int, int]:
        """Return how often each contract was made."""
        return self.counted[numbers.H_MADE]

    @property
    def melds(self) -> dict[int, int]:
        """Return how often a side laid melds of each worth."""
        return self.counted[numbers.H_MELD]

    @property
    def counters(self) -> dict[int, int]:
        """Return how often a side took counters of each worth."""
        return self.counted[numbers.H_COUNTERS]

    @property
    def gains(self) -> dict[int, int]:
        """Return how often a deal brought a side each gain."""
        return self.counted[numbers.H_GAIN]

    @property
    def lengths(self) -> dict[int, int]:
        """Return how many games had so many deals."""
        return self.counted[numbers.H_LENGTH]


@frozen
class Comparison:
    """Figures of several Programs, in one unit."""

    runs: tuple[Simulation, ...]
    unit: int
    """The unit of all figures in points: the largest of the Programs' own."""
    paired: bool
    """Whether every Program was dealt the same cards."""
    stats: dict[str, tuple[Figure | None, ...]]
    """Each figure for each Program; None where a Program has no such figure."""
    seen: tuple[Seen, ...]
    """What came about under each Program."""
    sums: tuple[int, ...] = field(repr=False)
    products: tuple[int, ...] = field(repr=False)
    """Sums and products of the rows of games, laid out as `_survey.add_products` says."""

    @property
    def games(self) -> int:
        """Return how many games were played under each Program."""
        return self.runs[0].games

    def factor(self, program: int) -> float:
        """Return by what the points of a Program are multiplied to be in the common unit."""
        return self.unit / self.runs[program].program.unit

    def known(self, figure: Compared, program: int) -> bool:
        """Tell whether a Program has a figure at all."""
        size = 2 * len(self.runs)
        return self.sums[figure.number * size + 2 * program + 1] > 0

    def mean(self, figure: Compared, program: int) -> float:
        """Return a figure of a Program, in the common unit."""
        at = figure.number * 2 * len(self.runs) + 2 * program
        return self.sums[at] / self.sums[at + 1] * (self.factor(program) if figure.points else 1.0)

    def told(self) -> list[Compared]:
        """Return the figures that every Program has and that are not nothing everywhere."""
        many = range(len(self.runs))
        sides = max(run.program.table.accounts for run in self.runs)
        return [
            figure
            for figure in COMPARED
            if all(self.known(figure, i) for i in many)
            and any(self.mean(figure, i) for i in many)
            and not (figure.name == "advantage of the eldest" and sides == 2)  # the dealer's, turned round
        ]

    def effect(self, figure: Compared, weights: Sequence[float]) -> Figure | None:
        """Return a weighted sum of a figure over the Programs, with its interval from games in pairs.

        Weights of -1 for one Program and 1 for another give their difference.  None where a Program that has a
        weight lacks the figure.
        """
        used = [i for i, weight in enumerate(weights) if weight]
        if not all(self.known(figure, i) for i in used):
            return None
        total = sum(weights[i] * self.mean(figure, i) for i in used)
        spread = sum(weights[i] * weights[j] * self._covariance(figure, i, j) for i in used for j in used)
        half = Z * math.sqrt(max(0.0, spread))
        return Figure(total, total - half, total + half, self.games)

    def difference(self, figure: Compared, program: int, base: int = 0) -> Figure | None:
        """Return by how much a figure of one Program exceeds that of another."""
        weights = [0.0] * len(self.runs)
        weights[program] += 1
        weights[base] -= 1
        return self.effect(figure, weights)

    def _covariance(self, figure: Compared, i: int, j: int) -> float:
        """Return the covariance of a figure's means under two Programs: each is a ratio of two sums over games."""
        size = 2 * len(self.runs)

        def product(one: int, other: int) -> int:
            one, other = max(one, other), min(one, other)
            return self.products[(figure.number * size + one) * size + other]

        at = figure.number * size
        x, y, v, w = (self.sums[at + k] for k in (2 * i, 2 * i + 1, 2 * j, 2 * j + 1))
        games = self.games
        if games < 2:
            return 0.0
        # sum of (x_g y - x y_g) (v_g w - v w_g), whole numbers, over (y w) squared
        total = (
            product(2 * i, 2 * j) * y * w
            - product(2 * i, 2 * j + 1) * y * v
            - product(2 * i + 1, 2 * j) * x * w
            + product(2 * i + 1, 2 * j + 1) * x * v
        )
        scale = self.factor(i) * self.factor(j) if figure.points else 1.0
        return scale * (total / (y * w)) / (y * w) * games / (games - 1)

    def columns(self) -> dict[str, list[Any]]:
        """Return the figures as columns, a row for each figure of each run: `figure`, `run`, `variant`, `mean`, ..."""
        rows = [
            (name, run, self.runs[run].program.variant, figure.mean, figure.low, figure.high, figure.n)
            for name, figures in self.stats.items()
            for run, figure in enumerate(figures)
            if figure is not None
        ]
        names = ("figure", "run", "variant", "mean", "low", "high", "n")
        return {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}

    def frame(self, library: str = "pandas") -> Any:  # noqa: ANN401 - the library's
        """Return the same as a data frame of pandas, polars or pyarrow, if that is installed."""
        return frame(self.columns(), library)

    def _repr_html_(self) -> str:
        names = [run.program.variant for run in self.runs]
        rows = [
            [name, *("-" if f is None else f"{mean_text(name, f)} ({interval_text(name, f)})" for f in figures)]
            for name, figures in self.stats.items()
        ]
        told = f"{self.runs[0].games:,} games each, {'the same' if self.paired else 'other'} cards"
        return html_table(told, ("Figure", *names), rows)


def _scaled(name: str, figure: Figure, factor: float, *, gains: bool) -> Figure:
    """Return a figure in the common unit; gains are points only where points decide the game."""
    if factor == 1 or not name.startswith(_POINTS) or (name.startswith("gain of") and not gains):
        return figure
    return Figure(figure.mean * factor, figure.low * factor, figure.high * factor, figure.n)


@frozen
class _Part:
    """What a stretch of games came to under every Program."""

    sums: tuple[list[int], ...]
    counted: tuple[tuple[dict[int, int], ...], ...]
    races: tuple[list[list[int]], ...]
    row_sums: list[int]
    products: list[int]


@frozen
class _Surveys:
    """Games under several Programs, for comparisons."""

    seed: int
    kinds: tuple[int, ...]

    def ready(self, programs: Sequence[Program]) -> Callable[[int, int], _Part]:
        """Return what plays games under each of the Programs."""
        tables = [tables_of(program) for program in programs]

        def play(first: int, games: int) -> _Part:
            return _survey([Survey(modes, self.seed, list(self.kinds)) for modes in tables], first, games)

        return play


@frozen
class Pairs:
    """A comparison as far as it has come: the same games under every Program, from the first on."""

    programs: tuple[Program, ...] = field(repr=False)
    seed: int
    players: tuple[str, ...]
    games: int
    """Games that are done under each."""
    part: _Part = field(repr=False)

    @property
    def comparison(self) -> Comparison:
        """Return what they came to."""
        programs, part = self.programs, self.part
        runs = tuple(
            Simulation(program, self.seed, self.players, tuple(sums))
            for program, sums in zip(programs, part.sums, strict=True)
        )
        unit = max(program.unit for program in programs)
        names = list(dict.fromkeys(name for run in runs for name in run.stats))
        stats = {
            name: tuple(
                _scaled(name, run.stats[name], unit / run.program.unit, gains=run.program.rules.ending.ledger == 0)
                if name in run.stats
                else None
                for run in runs
            )
            for name in names
        }
        decks = {(p.deck.copies, p.deck.ranks, p.deal.hand, p.table.seats) for p in programs}
        seen = tuple(
            Seen(tuple(dict(sorted(kind.items())) for kind in counted), tuple(map(tuple, race)))
            for counted, race in zip(part.counted, part.races, strict=True)
        )
        return Comparison(runs, unit, len(decks) == 1, stats, seen, tuple(part.row_sums), tuple(part.products))


def paired(
    programs: Sequence[Program],
    games: int = 1000,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    executor: Executor | None = None,
) -> Comparison:
    """Play the same games of a run under each Program.

    Deal d of game g has the same shuffle under each, for as long as decks and hands are alike.  `progress` is told
    how many games are done, those of each Program counted.  Any `executor` of `concurrent.futures` may play the games;
    without one, `jobs` processes do.  Raises `ValueError` for numbers or players that make no run.
    """
    pairs: Pairs | None = None
    with closing(growing(programs, games, seed, players, jobs, executor=executor)) as coming:
        for pairs in coming:
            if progress is not None:
                progress(pairs.games * len(pairs.programs))
    assert pairs is not None
    return pairs.comparison


def growing(
    programs: Sequence[Program],
    games: int = 1000,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    *,
    executor: Executor | None = None,
) -> Generator[Pairs]:
    """Yield a comparison again and again while it grows; the last one is the whole.

    Each of them has the same games under every Program, so whoever stops has games in pairs.
    """
    check_run(games, seed, jobs, 0)
    check_players(players)
    if isinstance(players, str):
        players = players.split(",")
    if not programs:
        msg = "nothing is given to compare"
        raise ValueError(msg)
    work = _Surveys(seed, tuple(player_kinds(players)))
    done, whole = 0, None
    with closing(in_order(Stretch(tuple(programs), work, 0, games), jobs, executor)) as coming:
        for number, part in coming:
            done, whole = done + number, _joined(whole, part)
            yield Pairs(tuple(programs), seed, tuple(players), done, whole)


def _survey(surveys: Sequence[Survey], first: int, games: int) -> _Part:
    """Play a stretch of games under every Program and add up their rows."""
    many = len(surveys)
    width = 2 * numbers.FIGURES
    size = 2 * many
    row_sums = [0] * (numbers.FIGURES * size)
    products = [0] * (numbers.FIGURES * size * size)
    for start in range(0, games, STRETCH):
        number = min(STRETCH, games - start)
        rows = array("q", bytes(8 * number * many * width))
        for k, survey in enumerate(surveys):
            survey.survey_games(first + start, number, rows, k * width, many * width)
        _add_rows(rows, number, many, row_sums, products)
    return _Part(
        tuple(list(survey.totals_of_sums()) for survey in surveys),
        tuple(tuple(dict(kind) for kind in survey.survey_counts()) for survey in surveys),
        tuple(survey.survey_race() for survey in surveys),
        row_sums,
        products,
    )


def _add_rows(rows: array[int], games: int, many: int, row_sums: list[int], products: list[int]) -> None:
    """Add the rows of games, and their products, to sums that know no bounds."""
    if max(rows) < LARGE and min(rows) > -LARGE:
        some_sums = array("q", bytes(8 * len(row_sums)))
        some_products = array("q", bytes(8 * len(products)))
        add_products(rows, games, many, some_sums, some_products)
    else:
        some_sums = [0] * len(row_sums)  # type: ignore[assignment]
        some_products = [0] * len(products)  # type: ignore[assignment]
        add_large_products(rows.tolist(), games, many, some_sums, some_products)
    for i, value in enumerate(some_sums):
        row_sums[i] += value
    for i, value in enumerate(some_products):
        products[i] += value


def add_large_products(
    rows: Sequence[int], games: int, many: int, sums: Sequence[int], products: Sequence[int]
) -> None:
    """Do what `_survey.add_products` does, for numbers of any size."""
    size, width = 2 * many, 2 * numbers.FIGURES
    for game in range(games):
        for figure in range(numbers.FIGURES):
            own = [rows[(game * many + (i >> 1)) * width + 2 * figure + (i & 1)] for i in range(size)]
            for i, x in enumerate(own):
                sums[figure * size + i] += x  # type: ignore[index]
                for j in range(i + 1):
                    products[(figure * size + i) * size + j] += x * own[j]  # type: ignore[index]


def _joined(one: _Part | None, other: _Part) -> _Part:
    """Return two stretches as one."""
    if one is None:
        return other

    def added(a: Sequence[int], b: Sequence[int]) -> list[int]:
        return [x + y for x, y in zip(a, b, strict=True)]

    def counted(a: dict[int, int], b: dict[int, int]) -> dict[int, int]:
        return {value: a.get(value, 0) + b.get(value, 0) for value in a | b}

    return _Part(
        tuple(map(added, one.sums, other.sums)),
        tuple(tuple(map(counted, a, b)) for a, b in zip(one.counted, other.counted, strict=True)),
        tuple(list(map(added, a, b)) for a, b in zip(one.races, other.races, strict=True)),
        added(one.row_sums, other.row_sums),
        added(one.products, other.products),
    )

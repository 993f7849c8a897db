"""Tournaments: the same deals again and again, with the contestants' seats exchanged.

A *set* is one game number of a run, played once for every way to seat the contestants: each of them sits in each
place (a side; a seat where all play for themselves) for the same shuffles, with the same random streams.  Only the
difference between the players is left, and a player who meets himself gets exactly his share.

Where more contestants come than there are places, every combination that fills a table plays the set.  Where fewer
come, they take the places in turn.  With three and more at a table the order in which they sit goes through all
orders from set to set.

What a set comes to is one observation: games of a set are not independent of each other.  All sums are whole numbers,
so that figures never depend on how the work was cut.
"""

from __future__ import annotations

import math
from collections import Counter
from contextlib import closing
from functools import cached_property, lru_cache
from itertools import combinations
from typing import TYPE_CHECKING

from attrs import field, frozen

from interpreter._playout import Playout
from interpreter.given import check_players, check_run
from interpreter.players import player_kinds
from interpreter.ratings import ELO, fitted, mean_figure, rate_figure, student
from interpreter.running import Stretch, in_order
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor

    from interpreter.program import Program
    from interpreter.ratings import Meetings

MOST_CONTESTANTS = 16
MOST_TABLES = 5_000
"""Games of one set."""
KEPT_TABLES = 64
"""So many tables with their players are kept in readiness."""


@frozen
class Contestant:
    """What one contestant came to; all intervals are 99% intervals over the sets."""

    name: str
    games: int
    """Games he sat in."""
    win_rate: float
    """Games won as a part of them; a draw is shared by all at the table: half a win for each of two sides."""
    low: float
    high: float
    points: float
    """Points at the end of a game for each place (of the ledger that decides the game)."""
    points_low: float | None
    """None after a single set, which tells nothing of the spread."""
    points_high: float | None
    margin: float
    """Points more than the other places of the table had on the average."""
    margin_low: float | None
    margin_high: float | None
    elo: float
    """Rating; the mean of all contestants is 0."""
    elo_low: float | None
    """None where somebody won everything against somebody: such a rating has no bound."""
    elo_high: float | None


@frozen
class Pairing:
    """How one contestant did against another, where two meet at a table."""

    players: tuple[int, int]
    """Their places in the list of contestants."""
    games: int
    win_rate: float
    """Of the first."""
    low: float
    high: float


@frozen
class Seating:
    """Who meets whom, and how."""

    contestants: int
    places: int

    @property
    def at_table(self) -> int:
        """Return how many contestants sit at one table."""
        return min(self.contestants, self.places)

    @cached_property
    def tables(self) -> tuple[tuple[int, ...], ...]:
        """Return the combinations of contestants that meet."""
        return tuple(combinations(range(self.contestants), self.at_table))

    @property
    def games(self) -> int:
        """Return the games of one set."""
        return len(self.tables) * self.at_table

    @property
    def games_each(self) -> int:
        """Return the games of one set that a contestant sits in."""
        return self.games * self.at_table // self.contestants

    def lineups(self, number: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Yield the games of a set: the number of the table, and the contestant of each place."""
        for k, table in enumerate(self.tables):
            order = nth_order(table, number)
            for turn in range(self.at_table):
                yield k, tuple(order[(place + turn) % self.at_table] for place in range(self.places))

    @property
    def meetings(self) -> Meetings:
        """Return how often, in a set, contestants meet who hold so many places each; the mean over all orders."""
        orders = math.factorial(self.at_table - 1) if self.places % self.at_table else 1
        found: Counter[tuple[tuple[int, int], ...]] = Counter()
        for number in range(orders):
            found.update(tuple(sorted(Counter(lineup).items())) for _, lineup in self.lineups(number))
        return {held: games / orders for held, games in found.items()}


def nth_order(table: Sequence[int], number: int) -> list[int]:
    """Return the order, around the table, in which contestants sit in a set: one of all there are, in turn."""
    left, order = list(table[1:]), [table[0]]
    while left:
        number, at = divmod(number, len(left))
        order.append(left.pop(at))
    return order


@frozen
class Tournament:
    """What a tournament came to."""

    program: Program = field(repr=False)
    seed: int
    players: tuple[str, ...]
    sums: tuple[int, ...] = field(repr=False)
    """Whole-number sums, as `_Sums` lays them out; those of other sets of the same tournament can be added."""

    @property
    def seating(self) -> Seating:
        """Return who meets whom."""
        return Seating(len(self.players), self.program.table.accounts)

    @property
    def sets(self) -> int:
        """Return how many sets were played."""
        return self.sums[_SETS]

    @property
    def games(self) -> int:
        """Return how many games were played."""
        return self.sets * self.seating.games

    @property
    def deals(self) -> int:
        """Return how many deals were settled."""
        return self.sums[_DEALS]

    @property
    def draws(self) -> int:
        """Return how many games were drawn."""
        return self.sums[_DRAWS]

    @property
    def unfinished(self) -> int:
        """Return how many games were broken off; whoever was ahead has won."""
        return self.sums[_UNFINISHED]

    @property
    def par(self) -> float:
        """Return the win rate of equal players."""
        return 1 / self.seating.at_table

    @cached_property
    def standings(self) -> tuple[Contestant, ...]:
        """Return the contestants in the order in which they were given."""
        seating, n = self.seating, self.sets
        at = _Sums(seating)
        places, each = seating.places, seating.games_each
        everybody = range(seating.contestants)
        scores = [self.sums[at.score(i)] / places for i in everybody]
        products = [[self.sums[at.product(i, j)] / places**2 for j in everybody] for i in everybody]
        ratings, spreads = fitted(seating.meetings, n, scores, products)
        half = student(n - 1)
        bounded = self._bounded
        found = []
        for i, name in enumerate(self.players):
            rate = rate_figure(self.sums[at.score(i)], self.sums[at.product(i, i)], n, places * each)
            held = n * places * len(seating.tables) * seating.at_table // seating.contestants
            points = mean_figure(self.sums[at.points(i)], self.sums[at.points(i) + 1], n, held)
            margin = mean_figure(self.sums[at.margin(i)], self.sums[at.margin(i) + 1], n, held * (places - 1))
            elo = [round(ELO * (ratings[i] + sign * half * spreads[i]), 2) + 0.0 for sign in (0, -1, 1)]
            bounds = elo[1:] if bounded else [None, None]
            found.append(Contestant(name, n * each, *rate, *points, *margin, elo[0], *bounds))
        return tuple(found)

    @property
    def _bounded(self) -> bool:
        """Return whether everybody has won something against everybody, as far as the sums tell."""
        at, places = _Sums(self.seating), self.seating.places
        if self.pairs:
            return all(0 < pair.win_rate < 1 for pair in self.pairs)
        most = self.sets * places * self.seating.games_each
        return all(0 < self.sums[at.score(i)] < most for i in range(len(self.players)))

    @cached_property
    def pairs(self) -> tuple[Pairing, ...]:
        """Return how each did against each other; empty where more than two meet at a table."""
        seating, n = self.seating, self.sets
        if seating.at_table != 2:
            return ()
        at = _Sums(seating)
        size = seating.at_table * seating.places
        return tuple(
            Pairing(
                (table[0], table[1]), 2 * n, *rate_figure(self.sums[at.pair(k)], self.sums[at.pair(k) + 1], n, size)
            )
            for k, table in enumerate(seating.tables)
        )

    def merged(self, other: Tournament) -> Tournament:
        """Return both as one: other sets of the same tournament.

        Raises `ValueError` where they are of different programs, seeds or players.
        """
        if not isinstance(other, Tournament):
            msg = f"a tournament can be joined with another one, not with {type(other).__name__}"
            raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
        mine, theirs = (self.program.hash, self.seed, self.players), (other.program.hash, other.seed, other.players)
        if mine != theirs:
            msg = "these tournaments differ in program, seed or players and cannot be joined"
            raise ValueError(msg)
        return Tournament(self.program, self.seed, self.players, _added(self.sums, other.sums))


_SETS, _DEALS, _DRAWS, _UNFINISHED, _FIRST = range(5)


@frozen
class _Sums:
    """Where each sum lies.

    Of each contestant and set: the score (a win counts `places`, a draw 1 for each place), the points of his places at
    the end of the games, and their margins (times places - 1).  Of each two contestants the products of their scores,
    of each table the score of the first and its square.
    """

    seating: Seating

    def score(self, i: int) -> int:
        return _FIRST + i

    def product(self, i: int, j: int) -> int:
        n = self.seating.contestants
        return _FIRST + n + i * n + j

    def points(self, i: int) -> int:
        n = self.seating.contestants
        return _FIRST + n + n * n + 2 * i

    def margin(self, i: int) -> int:
        return self.points(self.seating.contestants) + 2 * i

    def pair(self, k: int) -> int:
        return self.margin(self.seating.contestants) + 2 * k

    @property
    def size(self) -> int:
        return self.pair(len(self.seating.tables) if self.seating.at_table == 2 else 0)


def _added(a: Sequence[int], b: Sequence[int]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


# -- playing


class _Room:
    """Plays sets: tables with their players, and the sums."""

    def __init__(self, program: Program, seed: int, kinds: Sequence[int]) -> None:
        self.program = program
        self.seating = Seating(len(kinds), program.table.accounts)
        self.at = _Sums(self.seating)
        self.sums = [0] * self.at.size
        modes = tables_of(program)
        seats = program.table.side_of if not program.table.people else range(self.seating.places)

        def seat(held: tuple[int, ...]) -> Playout:
            return Playout(modes, seed, [held[place] for place in seats])

        self.playout = lru_cache(KEPT_TABLES)(seat)
        self.kinds = kinds

    def play_set(self, number: int) -> None:
        """Play one set and add it to the sums."""
        seating, at = self.seating, self.at
        n, places = seating.contestants, seating.places
        scores, points, margins = [0] * n, [0] * n, [0] * n
        pairs = [0] * len(seating.tables)
        for table, lineup in seating.lineups(number):
            result, standing = self.play_game(number, lineup)
            total = sum(standing)
            for place, who in enumerate(lineup):
                score = 1 if result < 0 else places * (result == place)
                scores[who] += score
                points[who] += standing[place]
                margins[who] += places * standing[place] - total
                if who == seating.tables[table][0]:
                    pairs[table] += score
        sums = self.sums
        sums[_SETS] += 1
        for i in range(n):
            sums[at.score(i)] += scores[i]
            for j in range(n):
                sums[at.product(i, j)] += scores[i] * scores[j]
            for first, value in ((at.points(i), points[i]), (at.margin(i), margins[i])):
                sums[first] += value
                sums[first + 1] += value * value
        if seating.at_table == 2:
            for k, value in enumerate(pairs):
                sums[at.pair(k)] += value
                sums[at.pair(k) + 1] += value * value

    def play_game(self, number: int, lineup: Sequence[int]) -> tuple[int, list[int]]:
        """Play a game of the run; return the place that won (negative: drawn), and what each place has."""
        playout = self.playout(tuple(self.kinds[who] for who in lineup))
        playout.play_games(number, 1)
        facts = playout.facts()
        result = facts["result"]
        self.sums[_DEALS] += facts["deal"]
        self.sums[_DRAWS] += result < 0
        self.sums[_UNFINISHED] += facts["unfinished"]
        return result, playout.standing


@frozen
class _Sets:
    """Sets of a tournament: a set is a game of the run, played by everybody in every place."""

    seed: int
    kinds: tuple[int, ...]

    def ready(self, programs: Sequence[Program]) -> Callable[[int, int], list[int]]:
        """Return what plays sets of games of the Program, and adds them up."""
        (program,) = programs
        room = _Room(program, self.seed, self.kinds)

        def play(first: int, sets: int) -> list[int]:
            room.sums = [0] * room.at.size
            for number in range(first, first + sets):
                room.play_set(number)
            return room.sums

        return play


def tournament(
    program: Program,
    players: Sequence[str],
    games: int = 1000,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
    *,
    executor: Executor | None = None,
) -> Tournament:
    """Let players meet on duplicate deals, in as many whole sets as are needed for so many games.

    `progress` is told how many games are done.  Any `executor` of `concurrent.futures` may play them; without one,
    `jobs` processes do.  Raises `ValueError` for numbers or players that make no tournament.
    """
    result: Tournament | None = None
    with closing(growing(program, players, games, seed, jobs, executor=executor)) as coming:
        for result in coming:
            if progress is not None:
                progress(result.games)
    assert result is not None
    return result


def growing(
    program: Program,
    players: Sequence[str],
    games: int = 1000,
    seed: int = 0,
    jobs: int = 1,
    *,
    executor: Executor | None = None,
) -> Generator[Tournament]:
    """Yield a tournament again and again while it grows, set by set in their order; the last one is the whole."""
    names, kinds, sets = checked(program, players, games, seed, jobs)
    sums = tuple([0] * _Sums(Seating(len(kinds), program.table.accounts)).size)
    with closing(in_order(Stretch((program,), _Sets(seed, kinds), 0, sets), jobs, executor)) as coming:
        for _, found in coming:
            sums = _added(sums, found)
            yield Tournament(program, seed, names, sums)


def checked(
    program: Program, players: Sequence[str], games: int, seed: int, jobs: int
) -> tuple[tuple[str, ...], tuple[int, ...], int]:
    """Return the players, their kinds and the number of sets.

    Raises `ValueError` for what makes no tournament.
    """
    check_run(games, seed, jobs, 0)
    check_players(players)
    names = tuple(players.split(",") if isinstance(players, str) else players)
    if not 2 <= len(names) <= MOST_CONTESTANTS:
        given = f"{len(names)} {'is' if len(names) == 1 else 'are'} given"
        more = "name one or more to play against" if len(names) < 2 else f"name {MOST_CONTESTANTS} or fewer"
        msg = f"a tournament needs 2 to {MOST_CONTESTANTS} players; {given}: {more}"
        raise ValueError(msg)
    kinds = tuple(player_kinds(names))
    places = program.table.accounts
    if places < 2:
        msg = "nobody plays against anybody in this game"
        raise ValueError(msg)
    meeting = Seating(len(names), places)
    if meeting.games > MOST_TABLES:
        fit = max(n for n in range(2, len(names)) if Seating(n, places).games <= MOST_TABLES)
        msg = (
            f"{len(names)} players meet at tables of {meeting.at_table} in {meeting.games:,} ways; "
            f"at most {MOST_TABLES:,} are played: name {fit} players or fewer"
        )
        raise ValueError(msg)
    tables_of(program)
    return names, kinds, -(-games // meeting.games)

"""Runs of games, played in units of work by this process, by others, or by other machines.

Whoever plays the units and in whatever order they come back, a run moves on through its games one after
another: `in_order` hands out what games 0 to 100 came to, then 100 to 350, and so on.  All that is decided on the
way, what is shown, written or stopped, is decided at such a front, so that it cannot depend on the number of
workers, on their order or on the machine.  Where a run may be stopped for being sure enough, its steps end at the
counts of `next_look`, which depend on nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import threading
import time
import warnings
from collections import deque
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, ProcessPoolExecutor, wait
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Generic, TypeVar, cast

from attrs import define, field, frozen

from interpreter.players import player_kinds
from interpreter.working import Games, Unit, known, own_version, play_unit, played, prepare_worker

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence
    from concurrent.futures import Executor, Future

    from interpreter.program import Program
    from interpreter.working import Done, Work

Result = TypeVar("Result")
SECONDS = 0.3
"""How long a unit of work should take."""
FEW = 1
"""Games of the first unit, when nobody knows yet how long they take: with players that think, long."""
FASTER = 8
"""A unit has at most so many times the games of the largest before it."""
ALONE = 0.05
"""Seconds that a run is played here before other processes are started: what takes less needs none."""
WORTH = 0.3
"""Seconds of work that are worth starting other processes."""
AHEAD = 16
"""Units for each worker that may be finished or under way beyond the front."""
AHEAD_WITH_ROWS = 4
"""The same where they bring rows, which take room."""
LOOK_AFTER = 2.0
"""Seconds without a unit done after which it is seen whether the workers of our own pool live."""
TRIES = 3
"""How often a unit that fails for no reason of ours is tried."""
FIRST_LOOK = 100
"""Games after which it is asked for the first time whether a run is sure enough."""


class WorkersLostError(RuntimeError):
    """Workers die again and again, or cannot be used."""


@frozen
class Stretch(Generic[Result]):
    """Games that are played one after another: of which Programs, for what, and how many."""

    programs: tuple[Program, ...]
    work: Work[Result]
    first: int
    games: int
    done: int = 0
    """How many of them are done already: a run that goes on."""
    looks: bool = False
    """Whether the run may be stopped: steps then end wherever somebody has to look."""
    ahead: int = AHEAD
    """Units for each worker that may be finished or under way beyond the front."""


@frozen
class Run:
    """Games of a Program: which, by whom, and whether their deals are wanted one by one."""

    program: Program
    seed: int
    players: tuple[str, ...]
    first: int
    games: int
    rows: str = ""
    done: int = 0
    """How many of them are done already: a run that goes on."""
    looks: bool = False
    """Whether the run may be stopped: steps then end wherever somebody has to look."""


@frozen
class Step:
    """So many further games, and what they came to."""

    games: int
    sums: Sequence[int]
    rows: bytes


def next_look(done: int) -> int:
    """Return the next count of games, beyond those done, at which it is asked whether a run is sure enough."""
    look = FIRST_LOOK
    while look <= done:
        look += look // 8
    return look


def steps(run: Run, jobs: int = 1, executor: Executor | None = None) -> Generator[Step]:
    """Play a run; yield its games in their order, step by step: see `in_order`."""
    work = Games(run.seed, tuple(player_kinds(run.players)), run.rows)
    ahead = AHEAD_WITH_ROWS if run.rows else AHEAD
    stretch = Stretch((run.program,), work, run.first, run.games, run.done, run.looks, ahead)
    with closing(in_order(stretch, jobs, executor)) as coming:
        for games, found in coming:
            yield Step(games, found.sums, found.rows)


def in_order(
    stretch: Stretch[Result], jobs: int = 1, executor: Executor | None = None
) -> Generator[tuple[int, Result]]:
    """Play games; yield again and again how many further ones are done, in their order, and what they came to.

    `executor` plays the units, `jobs` of them at a time (or as many as it says that it has workers); without one,
    `jobs` processes of this machine do.  Who stops early closes the iterator, which ends what it has started.
    """
    under_way = _UnderWay(stretch, stretch.work.ready(stretch.programs), front=stretch.done, ahead=stretch.done)
    if executor is None:
        yield from under_way.alone(jobs)
    if under_way.front < stretch.games:
        crew: _Crew[Result] = _Crew(jobs, executor)
        try:
            yield from under_way.together(crew)
        finally:
            crew.dismiss(busy=under_way.front < stretch.games)


@define
class _UnderWay(Generic[Result]):
    """Games that are being played."""

    stretch: Stretch[Result]
    play: Callable[[int, int], Result]
    front: int = 0
    """Games that have been handed out."""
    ahead: int = 0
    """Games that have been given to somebody."""
    largest: int = 0
    seconds: float = 0.0
    """How long a game takes, at present."""

    def size(self, workers: int) -> int:
        """Return how many games the next unit has: less towards the end, so that all workers end together."""
        left = self.stretch.games - self.ahead
        if not self.seconds:
            size = FEW
        else:
            size = min(max(1, int(SECONDS / self.seconds)), FASTER * self.largest)
            if workers > 1:
                size = min(size, max(1, int(SECONDS / 10 / self.seconds), left // (2 * workers)))
        if self.stretch.looks:
            left = min(left, next_look(self.ahead) - self.ahead)
        return min(size, left)

    def learn(self, games: int, seconds: float) -> None:
        """Note how long a unit took."""
        pace = seconds / games
        self.seconds = (self.seconds + pace) / 2 if self.seconds and games <= self.largest else pace
        self.largest = max(self.largest, games)

    def alone(self, jobs: int) -> Iterator[tuple[int, Result]]:
        """Play here: all of it, or until it is worth starting other processes."""
        began = time.perf_counter()
        while self.front < self.stretch.games:
            left = self.stretch.games - self.front
            if jobs > 1 and time.perf_counter() - began > ALONE and left * self.seconds > WORTH:
                return
            games = self.size(1)
            if jobs > 1 and self.seconds:
                games = min(games, max(1, int(ALONE / self.seconds)))
            done = played(self.play, self.stretch.first + self.front, games)
            self.learn(games, done.seconds)
            self.front = self.ahead = self.front + games
            yield games, done.found

    def together(self, crew: _Crew[Result]) -> Iterator[tuple[int, Result]]:
        """Let others play."""
        texts = tuple(program.dumps() for program in self.stretch.programs)
        known(texts, self.stretch.work, self.play)
        most = crew.workers * self.stretch.ahead
        ready: dict[int, tuple[int, Done[Result]]] = {}
        while self.front < self.stretch.games:
            while len(crew.waiting) < 2 * crew.workers and len(crew.waiting) + len(ready) < most:
                if crew.again:
                    crew.give(crew.again.popleft())
                elif self.ahead < self.stretch.games:
                    games = self.size(crew.workers)
                    unit = Unit(texts, self.stretch.work, self.stretch.first + self.ahead, games)
                    crew.give(_Task(unit, self.ahead))
                    self.ahead += games
                else:
                    break
            for task, done in crew.finished():
                self.learn(task.unit.games, done.seconds)
                ready[task.offset] = task.unit.games, done
            while self.front in ready:
                games, done = ready.pop(self.front)
                self.front += games
                yield games, done.found


@define
class _Task(Generic[Result]):
    unit: Unit[Result]
    offset: int
    tries: int = 0


@define
class _Crew(Generic[Result]):
    """Workers: an executor somebody has given, or a pool of processes of our own."""

    jobs: int
    given: Executor | None
    workers: int = 0
    pool: Executor = field(init=False)
    waiting: dict[Future[Done[Result]], _Task[Result]] = field(factory=dict)
    again: deque[_Task[Result]] = field(factory=deque)
    losses: int = 0
    """How often all workers were lost since one of them finished a unit."""

    def __attrs_post_init__(self) -> None:
        self.pool = self.given if self.given is not None else own_pool(self.jobs)
        self.workers = self.jobs
        if self.given is not None:
            self.workers = max(self.jobs, int(getattr(self.given, "_max_workers", 0) or os.cpu_count() or 1))

    def give(self, task: _Task[Result]) -> None:
        """Let a worker play a unit."""
        try:
            future = self.pool.submit(play_unit, own_version(), pickle.dumps(task.unit))
            self.waiting[cast("Future[Done[Result]]", future)] = task
        except BrokenExecutor as problem:
            self.again.appendleft(task)
            self.renew(problem)

    def finished(self) -> Iterator[tuple[_Task[Result], Done[Result]]]:
        """Wait for units; yield those that are done, and note those that have to be played again."""
        if not self.waiting:
            return
        over, _ = wait(
            self.waiting, timeout=None if self.pool is self.given else LOOK_AFTER, return_when=FIRST_COMPLETED
        )
        if not over and self.pool is not self.given and any(p.exitcode is not None for p in _processes(self.pool)):
            # who died in the midst of a result leaves the pool waiting for the rest of it
            self.renew(BrokenExecutor("a worker has died"))
            return
        broken: BaseException | None = None
        for future in over:
            task = self.waiting.pop(future)
            problem = future.exception() if not future.cancelled() else WorkersLostError("a unit was cancelled")
            if problem is None:
                self.losses = 0
                yield task, future.result()
            elif isinstance(problem, BrokenExecutor):
                broken = problem
                self.again.append(task)
            elif isinstance(problem, ValueError):
                raise problem  # it says itself what is wrong, and will be so again
            else:
                self.try_again(task, problem)
        if broken is not None:
            self.renew(broken)

    def try_again(self, task: _Task[Result], problem: BaseException) -> None:
        """Note a unit that has failed by no fault of ours, as where its worker has died."""
        task.tries += 1
        if task.tries >= TRIES:
            first, games = task.unit.first, task.unit.games
            msg = (
                f"workers fail again and again at games {first:,} to {first + games - 1:,}: "
                f"{type(problem).__name__}: {problem}"
            )
            raise WorkersLostError(msg) from problem
        self.again.append(task)

    def renew(self, problem: BaseException) -> None:
        """Replace a pool whose workers have died; what they were at is played again."""
        self.losses += 1
        self.again.extend(self.waiting.values())
        self.waiting.clear()
        if self.losses >= TRIES:
            msg = f"all workers were lost {TRIES} times, without a game played between: {problem}"
            raise WorkersLostError(msg) from problem
        if self.given is not None and self.pool is self.given:
            told = f"the executor is broken ({problem}); the rest is played by processes of this machine"
            warnings.warn(told, RuntimeWarning, stacklevel=2)
        elif isinstance(self.pool, ProcessPoolExecutor):
            stop(self.pool)
        self.pool = own_pool(self.workers)

    def dismiss(self, *, busy: bool) -> None:
        """Let the workers go: a pool of ours is ended, somebody else's only does no more of this run."""
        for future in self.waiting:
            future.cancel()
        if isinstance(self.pool, ProcessPoolExecutor) and self.pool is not self.given:
            if busy or self.waiting:
                stop(self.pool)
            else:
                self.pool.shutdown()


def own_pool(jobs: int) -> ProcessPoolExecutor:
    """Return a pool of processes: forked where that is safe, which starts at once, and knows what is known here."""
    method = "fork" if "fork" in multiprocessing.get_all_start_methods() and threading.active_count() == 1 else None
    context = multiprocessing.get_context(method or ("spawn" if os.name == "nt" else "forkserver"))
    return ProcessPoolExecutor(jobs, mp_context=context, initializer=prepare_worker)


def stop(pool: ProcessPoolExecutor) -> None:
    """End the workers of a run that is not wanted any more; what they are at would take long."""
    workers = _processes(pool)
    writer = getattr(getattr(pool, "_result_queue", None), "_writer", None)
    pool.shutdown(wait=False, cancel_futures=True)
    for worker in workers:
        worker.terminate()
    # one of them may have been in the midst of a result, whose end the pool would wait for to the end of days
    if writer is not None:
        with suppress(OSError):
            writer.close()


def _processes(pool: Executor) -> list[Any]:
    """Return the processes of a pool, as far as it has some."""
    return list((getattr(pool, "_processes", None) or {}).values())

"""Long runs of `simulate`: until sure enough, kept on file and gone on with after a stop, on any machines."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from interpreter.extras import MissingLibraryError
from interpreter.parts import NoPartError, Part, PartFile
from interpreter.rowfiles import RowsFileError, rows_file
from interpreter.rows import columns_of
from interpreter.running import Run, WorkersLostError, steps
from interpreter.simulation import Front, Simulation
from interpreter.working import WrongVersionError
from pinochle_dsl.cli._failures import Failure, Status, Unfit
from pinochle_dsl.cli._progress import only_here, told
from pinochle_dsl.cli._variants import fitting_the_game
from pinochle_dsl.cli._workers import workers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from interpreter.rowfiles import RowsFile
    from interpreter.running import Step
    from interpreter.sureness import Goal

SAVED_EVERY = 2.0
"""Seconds between two states of a checkpoint."""


@frozen
class Files:
    """Where a run is kept."""

    checkpoint: str | None = None
    rows: str | None = None
    out: str | None = None


@frozen
class Played:
    """A run, and how it ended."""

    simulation: Simulation
    is_whole: bool
    """Whether it came to its end: all games, or sure enough."""
    is_sure: bool
    begun_at: int
    """Games that were done before, by another process."""


def play(part: Part, goals: list[Goal], files: Files, jobs: int, address: str | None) -> Played:
    """Play the games of a part that are not done yet, keeping files as asked for."""
    with ExitStack() as stack:
        keeper = _keeper(part, goals, files, stack)
        begun_at, front = keeper.front.games, keeper.front
        is_whole = True
        if not keeper.sure and begun_at < part.games:
            is_whole = _going_on(keeper, jobs, address)
        keeper.end()
        return Played(front.simulation, is_whole, keeper.sure or front.meets(goals), begun_at)


def _going_on(keeper: _Keeper, jobs: int, address: str | None) -> bool:
    """Play until the end; return False where somebody has stopped it from the keyboard."""
    run = keeper.front.run
    with (
        told(run.games, run.program.variant, rate=True) as tell,
        only_here() as stops,
        fitting_the_game(),
        workers(jobs, address) as (many, executor),
    ):
        try:
            with closing(steps(run, many, executor)) as coming:
                for step in coming:
                    with stops.held():
                        keeper.take(step)
                    tell(keeper.front.games, keeper.expected)
                    if keeper.sure:
                        break
        except KeyboardInterrupt:
            return False
        except WorkersLostError:
            keeper.end()
            raise
    return True


@define
class _Keeper:
    """What is kept of a run: its sums, its rows, and both on file."""

    part: Part
    goals: list[Goal]
    front: Front
    rows: RowsFile | None
    files: list[PartFile]
    """The checkpoint."""
    outs: list[PartFile]
    """What is written at the end."""
    sure: bool
    expected: int | None = None
    """About how many games there will be."""
    saved: float = field(factory=time.monotonic)

    def take(self, step: Step) -> None:
        """Take a step: its sums, its rows, and now and then all of it to disk."""
        self.front.add(step)
        if self.rows is not None:
            with _writing("the rows"):
                self.rows.add(step.rows)
        if self.goals:
            self.sure = self.front.is_sure(self.goals)
            stats = self.front.simulation.stats
            known = [goal.expected(stats, self.front.games) for goal in self.goals]
            self.expected = max((games for games in known if games is not None), default=None)
        if self.files and time.monotonic() - self.saved >= SAVED_EVERY:
            self.save(self.files)

    def save(self, files: list[PartFile]) -> None:
        """Write the state of the run."""
        mark = None
        if self.rows is not None:
            with _writing("the rows"):
                mark = self.rows.mark()
        state = evolve(self.part, sums=tuple(self.front.sums), sure=self.sure, rows=mark)
        for file in files:
            with _writing(f"'{file.path}'"):
                file.write(state)
        self.saved = time.monotonic()

    def end(self) -> None:
        """Write what is done."""
        self.save([*self.files, *self.outs])


def _all_apart(files: Files) -> None:
    """Refuse one path for two things, and none at all."""
    said = {"--checkpoint": files.checkpoint, "--rows": files.rows, "--out": files.out}
    seen: dict[str, str] = {}
    for option, path in said.items():
        if path is None:
            continue
        if not path or "\0" in path:
            raise Unfit(f"{option} names no file")
        place = os.path.realpath(path)
        if place in seen:
            raise Unfit(f"{seen[place]} and {option} name the same file, '{path}'", "name two files")
        seen[place] = option


def _keeper(part: Part, goals: list[Goal], files: Files, stack: ExitStack) -> _Keeper:
    _all_apart(files)
    checkpoint = _opened(files.checkpoint, "--checkpoint") if files.checkpoint is not None else None
    out = _opened(files.out, "--out") if files.out is not None else None
    found = checkpoint.found if checkpoint is not None else None
    if checkpoint is not None and found is not None:
        _must_be_same(part, found, files)
    if out is not None and out.found is not None:
        why = part.differs(out.found) or _other_games(part, out.found)
        if why is not None:
            raise Unfit(f"'{files.out}' holds another part: {why}", "name another file, or take that one away")
    state = found if found is not None else part
    run = Run(part.program, part.seed, part.players, part.first, part.games, done=state.done, looks=bool(goals))
    rows = None
    if files.rows is not None:
        rows = _rows(files.rows, part, found, keeps=checkpoint is not None)
        stack.callback(_closed, rows)
        run = evolve(run, rows=rows.form)
    front = Front(run, state.done, list(state.sums))
    keeper = _Keeper(
        part,
        goals,
        front,
        rows,
        [checkpoint] if checkpoint is not None else [],
        [out] if out is not None else [],
        state.sure,
    )
    fresh = [file for file in (checkpoint, out) if file is not None and file.found is None]
    if fresh:
        try:
            keeper.save(fresh)  # what cannot be written is told before hours of playing
        except Failure:
            for file in fresh:
                file.take_away()
            if files.rows is not None and found is None:  # nothing but its head, and nobody could go on with it
                Path(files.rows).unlink(missing_ok=True)
            raise
    return keeper


def _opened(path: str, option: str) -> PartFile:
    if "\0" in path:
        raise Unfit("a path has no null characters")
    try:
        return PartFile(path)
    except WrongVersionError as problem:
        raise Unfit(f"{option}: '{path}' is not gone on with: {problem}", "name another file") from None
    except NoPartError as problem:
        raise Unfit(
            f"{option}: '{path}' is left alone: {problem}", "name another file, or take that one away"
        ) from None
    except OSError as problem:
        raise Failure(Status.UNREADABLE, "unreadable", f"cannot read '{path}': {_reason(problem)}") from None


def _must_be_same(part: Part, found: Part, files: Files) -> None:
    """Refuse a checkpoint of another run."""
    why = part.differs(found)
    if why is None and (part.shard or found.shard or part.first != found.first):
        why = _other_games(part, found)
    hint = "name another file, or take that one away"
    if why is not None:
        raise Unfit(f"'{files.checkpoint}' is the checkpoint of another run: {why}", hint)
    if found.done > part.games:
        raise Unfit(
            f"'{files.checkpoint}' has {found.done:,} games already, more than {part.games:,}",
            f"ask for {found.done} games or more",
        )
    if (found.rows is None) != (files.rows is None):
        told = "without" if found.rows is None else "with"
        raise Unfit(
            f"'{files.checkpoint}' was begun {told} --rows", "give the same options again, or name another file"
        )


def _other_games(part: Part, found: Part) -> str | None:
    if (part.first, part.games, part.whole) == (found.first, found.games, found.whole):
        return None
    if part.whole != found.whole:
        return f"it is of {found.whole:,} games, not of {part.whole:,}"
    return f"it is of {found.name}, not of {part.name}"


def _rows(path: str, part: Part, found: Part | None, *, keeps: bool) -> RowsFile:
    try:
        return rows_file(path, columns_of(part.program), found.rows if found is not None else None, keeps=keeps)
    except (RowsFileError, MissingLibraryError) as problem:
        raise Unfit(str(problem)) from None
    except FileExistsError:
        raise Unfit(f"'{path}' is there already, and is left alone", "name another file, or take it away") from None
    except (OSError, ValueError) as problem:
        told = _reason(problem) if isinstance(problem, OSError) else str(problem)
        raise Failure(Status.UNREADABLE, "unreadable", f"cannot write '{path}': {told}") from None


def _reason(problem: OSError) -> str:
    return str(problem.strerror or problem)


def _closed(rows: RowsFile) -> None:
    with _writing("the rows"):
        rows.close()


@contextmanager
def _writing(what: str) -> Iterator[None]:
    """Turn what the system refuses to write into a failure."""
    try:
        yield
    except OSError as problem:
        raise Failure(Status.UNREADABLE, "unwritable", f"cannot write {what}: {_reason(problem)}") from None
    except NoPartError as problem:
        raise Failure(Status.UNREADABLE, "unwritable", f"{what} is left alone: {problem}") from None

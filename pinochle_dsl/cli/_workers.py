"""Who plays a run: this process, others of this machine, or the workers of a cluster."""

from __future__ import annotations

from contextlib import ExitStack, closing, contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit
from pinochle_dsl.cli._variants import fitting_the_game

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from concurrent.futures import Executor

F = TypeVar("F", bound="Callable[..., Any]")
Result = TypeVar("Result")


def cluster_option(function: F) -> F:
    """Add `--cluster`."""
    told = "Let the workers of a Dask cluster play (host:8786)."
    return click.option("--cluster", metavar="ADDRESS", help=told)(function)


@contextmanager
def workers(jobs: int, address: str | None) -> Iterator[tuple[int, Executor | None]]:
    """Give how many units are played at a time, and by what: the cluster at an address, or processes of our own.

    What is wrong with them, before or while they play, is told as a failure.
    """
    from interpreter.cluster import NoClusterError, cluster  # noqa: PLC0415 - start-up
    from interpreter.extras import MissingLibraryError  # noqa: PLC0415 - start-up
    from interpreter.running import WorkersLostError  # noqa: PLC0415 - start-up
    from interpreter.working import WrongVersionError  # noqa: PLC0415 - start-up

    with ExitStack() as stack:
        executor: Executor | None = None
        if address is not None:
            try:
                executor, jobs = stack.enter_context(cluster(address))
            except MissingLibraryError as problem:
                raise Unfit(str(problem)) from None
            except NoClusterError as problem:
                raise Failure(Status.UNREADABLE, "cluster", str(problem)) from None
        try:
            yield jobs, executor
        except WrongVersionError as problem:
            raise Unfit(str(problem), "install the same version on every machine") from None
        except WorkersLostError as problem:
            raise Failure(Status.UNREADABLE, "workers", str(problem)) from None


def grown(
    growing: Callable[[int, Executor | None], Generator[Result]],
    done: Callable[[Result], int],
    total: int,
    what: str,
    jobs: int,
    address: str | None,
    *,
    rate: bool = False,
) -> tuple[Result | None, bool]:
    """Return what grows while games are played, and whether it came to its end; Ctrl-C leaves it as far as it is.

    `growing` makes it, given how many units are played at a time and by what; `done` tells how much of the `total`
    there is of it, for the progress that is shown of `what`, with how much a second if `rate`.
    """
    from pinochle_dsl.cli._progress import only_here, told  # noqa: PLC0415 - start-up

    result: Result | None = None
    with (
        told(total, what, rate=rate) as tell,
        only_here(),
        fitting_the_game(),
        workers(jobs, address) as (many, executor),
    ):
        try:
            with closing(growing(many, executor)) as coming:
                for result in coming:
                    tell(done(result))
        except KeyboardInterrupt:
            return result, False
    return result, True

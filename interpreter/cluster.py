"""A Dask cluster as an executor: its workers need the same version of this package, and nothing else."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from interpreter.extras import needed

if TYPE_CHECKING:
    from collections.abc import Iterator
    from concurrent.futures import Executor

PATIENCE = 10
"""Seconds to wait for the scheduler."""


class NoClusterError(ValueError):
    """There is no cluster at an address, or it has no workers."""


@contextmanager
def cluster(address: str) -> Iterator[tuple[Executor, int]]:
    """Connect to the scheduler at an address, `host:8786`; give an executor and the number of its workers' threads.

    Raises `MissingLibraryError` without Dask, `NoClusterError` where nobody answers.
    """
    distributed = needed("distributed", "a cluster", "cluster")
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except Exception as problem:  # noqa: BLE001 - whatever listens there may answer anything, and Dask believe it
        told = str(problem).splitlines()[0] if str(problem) else type(problem).__name__
        msg = f"no cluster answers at '{address}': {told}"
        raise NoClusterError(msg) from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            msg = f"the cluster at '{address}' has no workers"
            raise NoClusterError(msg)
        # a unit is played for its sums, which are the same each time: who loses one may have it played again
        yield client.get_executor(pure=False, retries=2), threads

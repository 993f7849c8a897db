"""Signals that ask the program to end reach it whatever it is doing."""

from __future__ import annotations

import asyncio
import os
import signal
import sys

import pytest

from pinochle_dsl.table.stopping import KINDS, Stopped, calling, told_to_stop

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals are sent otherwise there")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_a_signal_within_a_task_is_heard(kind: signal.Signals) -> None:
    """A task keeps what is raised within it, so that an exception alone would be lost there."""

    async def whole() -> str:
        heard = asyncio.Event()

        async def busy() -> None:
            os.kill(os.getpid(), kind)

        with calling(asyncio.get_running_loop(), heard.set):
            task = asyncio.create_task(busy())
            await asyncio.wait_for(heard.wait(), 10)
            await task
        return "left"

    before = signal.getsignal(kind)
    with told_to_stop():
        within = signal.getsignal(kind)
        assert asyncio.run(whole()) == "left"
        assert signal.getsignal(kind) is within  # what comes after the screen is told too
        with pytest.raises(Stopped):
            os.kill(os.getpid(), kind)
    assert signal.getsignal(kind) == before

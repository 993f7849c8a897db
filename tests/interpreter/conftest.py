"""What the tests of the machine share."""

from __future__ import annotations

import contextlib
import time

import pytest

import interpreter


@pytest.fixture
def benchmark_time():
    """Return a context that fails if its body takes much longer than it should, when compiled."""

    @contextlib.contextmanager
    def limit(seconds: float):
        start = time.process_time()
        yield
        if interpreter.COMPILED:
            assert time.process_time() - start < seconds

    return limit


@pytest.fixture
def small_units(monkeypatch):
    """Units of a few games, so that a short run has many."""
    monkeypatch.setattr("interpreter.running.SECONDS", 0.0005)

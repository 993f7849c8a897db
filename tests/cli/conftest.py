"""Running the command line in tests."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from click.testing import CliRunner

from pinochle_dsl.cli import main


@frozen
class Ran:
    """What a command line came to."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:  # noqa: ANN401 - JSON
        """The JSON document on standard output: all of it."""
        return json.loads(self.out)


Run = Callable[..., Ran]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """Return a function that runs `pinochle` with arguments in an empty folder, 80 columns wide, without colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.chdir(tmp_path)

    def go(*args: str, stdin: str | bytes = "") -> Ran:
        result = CliRunner().invoke(main, list(args), input=stdin, terminal_width=80)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ran(result.exit_code, result.stdout, result.stderr)

    return go

"""The page about the ladder is the one that is made of what was measured, and tells what it promises."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from interpreter.players import player_kinds
from pinochle_dsl import load

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def ladder() -> Any:  # noqa: ANN401 - a script, imported by its path
    spec = importlib.util.spec_from_file_location("ladder", ROOT / "benchmarks" / "ladder.py")
    assert spec is not None
    assert spec.loader is not None
    module: ModuleType = importlib.util.module_from_spec(spec)
    sys.modules["ladder"] = module
    spec.loader.exec_module(module)
    return module


def test_the_page_is_made_of_what_was_measured(ladder: Any) -> None:  # noqa: ANN401
    rows = ladder.known()
    assert ladder.PAGE.read_text(encoding="utf-8") == ladder.page(rows), "run: python benchmarks/ladder.py --page"
    page = ladder.PAGE.read_text(encoding="utf-8")
    for row in rows:
        assert f"| {row['variant']} | {row['upper']} | {row['lower']} |" in page


def test_every_rung_stands_there_and_what_is_measured_is_beyond_doubt(ladder: Any) -> None:  # noqa: ANN401
    page = ladder.PAGE.read_text(encoding="utf-8")
    for rung in ladder.LADDER:
        assert f"| {rung.variant} | {rung.upper} | {rung.lower} |" in page
        assert f"    {rung.command}\n" in page
    assert all(row["low"] > 0.5 for row in ladder.known())


def test_the_ladder_is_what_it_is_said_to_be(ladder: Any) -> None:  # noqa: ANN401
    names = {rung.variant for rung in ladder.LADDER}
    assert set(ladder.DOCUMENTS) < names
    assert len(set(ladder.FAMILIES)) >= 5
    for name in names:
        load(name).compile()
    for rung in ladder.LADDER:
        assert len(player_kinds([rung.upper, rung.lower])) == 2


def test_commands_can_be_run(ladder: Any) -> None:  # noqa: ANN401
    from click.testing import CliRunner

    from pinochle_dsl.cli import main

    rung = ladder.Rung("two-handed-ko", "basic", "random", 40)
    ran = CliRunner().invoke(main, [*rung.command.split()[1:], "--json"])
    assert ran.exit_code == 0
    row = ladder.measured(rung)
    assert f'"win_rate": {row["win_rate"]}' in ran.stdout

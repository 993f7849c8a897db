"""`list`, `explain` and `options`."""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion

from .conftest import Run


def test_list_keys(run: Run) -> None:
    variants = run("list", "--json").document["variants"]
    assert all({"name", "title", "players", "cards", "extends"} <= set(item) for item in variants)
    by_name = {item["name"]: item for item in variants}
    assert {"cardgames-io", "partnership-ja", "two-handed-ko", "partnership", "three-handed", "two-handed"} <= set(
        by_name
    )
    chinese = by_name["cardgames-io"]
    assert (chinese["players"], chinese["cards"], chinese["extends"]) == (4, 48, "partnership")
    assert by_name["partnership"]["extends"] is None


def test_list_text(run: Run) -> None:
    ran = run("list")
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 100
    assert "cardgames-io" in ran.out


def test_options_keys(run: Run) -> None:
    options = run("options", "partnership-ja", "--json").document["options"]
    assert [set(item) for item in options] == [{"name", "default", "choices", "only_if"}] * len(options)
    assert options[0] == {"name": "passing", "default": "four", "choices": ["four", "three", "none"], "only_if": None}


def test_options_text(run: Run) -> None:
    ran = run("options", "partnership-ja")
    assert "king and queen needed" in ran.out
    assert run("options", "cardgames-io").out == "cardgames-io has no options.\n"
    assert run("options", "cardgames-io", "--json").document == {"options": []}


@pytest.mark.parametrize(
    "name", ["cardgames-io", "partnership-ja", "two-handed-ko", "partnership", "three-handed", "two-handed"]
)
def test_explain(run: Run, name: str) -> None:
    ran = run("explain", name)
    assert ran.status == 0
    assert ran.out.startswith("# ")
    assert (
        run("explain", name, "--json").document == {"markdown": ran.out}
        or run("explain", name, "--json").document["markdown"].rstrip() == ran.out.rstrip()
    )


def test_explain_follows_options(run: Run) -> None:
    usual = run("explain", "partnership-ja").out
    assert run("explain", "partnership-ja", "--set", "passing=three").out != usual
    assert run("explain", "partnership-ja", "--set", "passing=four").out == usual


def test_explain_assumptions(run: Run) -> None:
    usual, more = run("explain", "cardgames-io").out, run("explain", "cardgames-io", "--assumptions").out
    assert len(more) > len(usual)


def test_explain_snapshot(run: Run, snapshot: SnapshotAssertion) -> None:
    assert run("explain", "cardgames-io").out == snapshot

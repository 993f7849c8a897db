"""`simulate` and `compare`."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from interpreter import running
from tests.stopping import HEARING, interrupted

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
HOUSE = "variant: house\ntitle: House\nextends: partnership\ngame: {target: 120}\n"


def figures(stats: dict[str, Any]) -> list[dict[str, float]]:
    return [figure for value in stats.values() for figure in (value if isinstance(value, list) else [value]) if figure]


def test_simulate_keys(run: Run) -> None:
    ran = run("simulate", "cardgames-io", "--games", "20", "--seed", "3", "--json")
    document = ran.document
    assert {"variant", "games", "deals", "seed", "seconds", "command", "stats"} <= set(document)
    assert (document["variant"], document["games"], document["seed"]) == ("cardgames-io", 20, 3)
    assert document["deals"] >= 20
    assert all(set(figure) == {"mean", "low", "high", "n"} for figure in document["stats"].values())
    assert all(figure["low"] <= figure["mean"] <= figure["high"] for figure in document["stats"].values())
    assert "error" not in document


def test_defaults(run: Run) -> None:
    document = run("simulate", "two-handed-ko", "--json").document
    assert (document["games"], document["seed"], document["players"]) == (1000, 0, ["basic"])


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "partnership-ja", "three-handed"])
def test_equal_runs(run: Run, name: str) -> None:
    base = ["simulate", name, "--games", "30", "--players", "random", "--json"]
    args = [*base, "--seed", "7"]
    one, two, three = run(*args).document, run(*args).document, run(*args, "--jobs", "2").document
    assert one["stats"] == two["stats"] == three["stats"]
    assert run(*base, "--seed", "8").document["stats"] != one["stats"]


def test_an_option_with_one_value_is_not_given_two(run: Run) -> None:
    ran = run("simulate", "cardgames-io", "--games", "1", "--games", "2")
    assert (ran.status, ran.out) == (2, "")
    assert "--games is given twice" in ran.err


def test_stretches_do_not_change_results(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    args = ["simulate", "two-handed-ko", "--games", "50", "--json"]
    whole = run(*args).document
    monkeypatch.setattr(running, "FEW", 7)
    monkeypatch.setattr(running, "FASTER", 1)
    parts = run(*args).document
    assert {**parts, "seconds": 0} == {**whole, "seconds": 0}


def test_the_command_repeats_the_run(run: Run) -> None:
    Path("my rules.yaml").write_text(HOUSE, encoding="utf-8")
    for args in (
        ["partnership-ja", "--set", "length=4 deals", "--set", "passing=none", "--players", "random,basic"],
        ["./my rules.yaml", "--seed", "18446744073709551615"],
    ):
        first = run("simulate", *args, "--games", "5", "--json").document
        again = run(*shlex.split(first["command"])[1:], "--json").document
        assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_options_change_the_game(run: Run) -> None:
    args = ["simulate", "partnership-ja", "--games", "5", "--json"]
    four = run(*args, "--set", "length=4 deals").document
    assert four["deals"] == 20
    assert four["options"]["length"] == "4 deals"


def test_simulate_text(run: Run, snapshot: SnapshotAssertion) -> None:
    ran = run("simulate", "two-handed-ko", "--games", "40", "--seed", "1", "--players", "random")
    assert ran.status == 0
    assert re.fullmatch(r"played in \d+\.\d\d s\n", ran.err)
    assert max(len(line) for line in ran.out.splitlines() if "Repeat" not in line) <= 80
    assert "Repeat with: pinochle simulate two-handed-ko --games 40 --seed 1 --players random" in ran.out
    assert ran.out == snapshot


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "partnership-ja", "three-handed", "two-handed"])
def test_trace(run: Run, name: str) -> None:
    args = ["simulate", name, "--games", "1", "--seed", "5", "--players", "random", "--trace"]
    if name == "partnership-ja":
        args += ["--set", "length=4 deals"]
    ran = run(*args)
    assert ran.status == 0
    assert ran.out.count("Settlement") >= 1
    assert re.search(r"wins -?\d+ to|is drawn at", ran.out)
    assert ran.out == run(*args).out


def test_traced_game_is_the_simulated_one(run: Run) -> None:
    for seed in range(6):
        args = ["simulate", "two-handed-ko", "--games", "1", "--seed", str(seed), "--trace", "--json"]
        document = run(*args).document
        winner = re.search(r"Seat (\d) wins", document["trace"][0])
        assert winner is not None
        assert document["stats"][f"wins of {winner[1]}"]["mean"] == 1


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "partnership", "three-handed", "two-handed"])
def test_totals_of_a_trace_add_up(name: str) -> None:
    from interpreter import Game
    from interpreter.game import play_out
    from interpreter.trace import trace
    from pinochle_dsl import load

    program = load(name).compile()
    accounts = program.table.accounts
    for seed in range(4):
        before = [0] * accounts
        text = trace(program, seed, 0, ("random",))
        for rows in re.findall(rf"^Settlement.*\n.*\n((?:  .*\n){{{accounts}}})", text, re.MULTILINE):
            for account, row in enumerate(rows.splitlines()):
                change, total = map(int, row.split()[-2:])
                assert before[account] + change == total
                before[account] = total
        assert before == list(play_out(Game(program, seed), ("random",)).totals)


def test_trace_of_several_games(run: Run) -> None:
    ran = run("simulate", "two-handed-ko", "--games", "3", "--trace")
    assert [f"game {number} of seed 0" in ran.out for number in range(3)] == [True] * 3
    assert "95% interval" in ran.out
    assert len(run("simulate", "two-handed-ko", "--games", "3", "--trace", "--json").document["trace"]) == 3


def test_compare_keys(run: Run) -> None:
    document = run("compare", "cardgames-io", "partnership-ja", "--games", "10", "--json").document
    assert {"variants", "rules", "stats", "unit", "paired"} <= set(document)
    assert document["variants"] == ["cardgames-io", "partnership-ja"]
    assert document["unit"] == 10
    assert document["paired"] is True
    assert all({"key", "values"} <= set(rule) and len(rule["values"]) == 2 for rule in document["rules"])
    assert all(len(value) == 2 for value in document["stats"].values())
    assert all({"mean", "low", "high"} <= set(figure) for figure in figures(document["stats"]))


def test_compare_in_one_unit(run: Run) -> None:
    bids = run("compare", "cardgames-io", "partnership-ja", "--games", "10", "--json").document["stats"]["bid"]
    assert all(250 <= figure["mean"] < 700 for figure in bids)


def test_compare_with_itself(run: Run) -> None:
    document = run("compare", "cardgames-io", "cardgames-io", "--games", "10", "--json").document
    assert document["rules"] == []
    assert all(one == two for one, two in document["stats"].values())


def test_compare_settings(run: Run) -> None:
    args = ["compare", "partnership-ja", "partnership-ja", "--games", "5", "--json"]
    second = run(*args, "--set", "2:passing=none").document
    assert [options["passing"] for options in second["options"]] == ["four", "none"]
    assert any(rule["key"].startswith("exchange") for rule in second["rules"])
    both = run(*args, "--set", "passing=none").document
    assert [options["passing"] for options in both["options"]] == ["none", "none"]
    mixed = run("compare", "cardgames-io", "partnership-ja", "--games", "5", "--json", "--set", "passing=none").document
    assert [options.get("passing") for options in mixed["options"]] == [None, "none"]


def test_compare_unpaired_says_why(run: Run) -> None:
    ran = run("compare", "cardgames-io", "two-handed-ko", "--games", "5", "--json")
    assert ran.document["paired"] is False
    assert "players" in ran.document["why"]
    text = run("compare", "cardgames-io", "two-handed-ko", "--games", "5").out
    assert "Not the same cards: the number of players differs" in text


def test_compare_text(run: Run, snapshot: SnapshotAssertion) -> None:
    ran = run(
        "compare", "partnership", "partnership-ja", "--games", "20", "--players", "random", "--set", "length=75 points"
    )
    assert ran.status == 0
    assert ran.out.index("Rules that differ") < ran.out.index("Figures of 20 games")
    assert ran.out == snapshot


def test_headings_of_equal_names(run: Run) -> None:
    out = run("compare", "partnership-ja", "partnership-ja", "--games", "2", "--set", "2:passing=none").out
    assert "1: partnership-ja" in out
    assert "partnership-ja (passing=none)" in out


def test_stopped_from_the_keyboard() -> None:
    for jobs in ("1", "2"):
        command = [
            sys.executable,
            "-m",
            "pinochle_dsl",
            "simulate",
            "cardgames-io",
            "--games",
            "100000000",
            "--jobs",
            jobs,
        ]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **HEARING) as running:
            out, err = interrupted(running, 2)
        assert running.returncode == 130, err
        assert b"Traceback" not in err
        assert b"interrupted" in err
        assert out == b"" or b"Repeat with" in out


@pytest.mark.parametrize(
    "line",
    [
        ["simulate", "six-deck-bezique", "--players", "search:100000", "--games", "5", "--jobs", "1"],
        ["simulate", "six-deck-bezique", "--players", "search:100000", "--games", "5", "--jobs", "2"],
        ["tournament", "cardgames-io", "--players", "search:100000,basic", "--games", "4", "--jobs", "1"],
        ["tournament", "cardgames-io", "--players", "search:600000ms,basic", "--games", "4", "--jobs", "1"],
    ],
)
def test_a_choice_that_takes_minutes_is_stopped_from_the_keyboard(line: list[str]) -> None:
    command = [sys.executable, "-m", "pinochle_dsl", *line, "--seed", "1"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **HEARING) as running:
        out, err = interrupted(running, 3)
    assert running.returncode == 130, err
    assert b"Traceback" not in err + out
    assert b"interrupted after 0 games of" in err

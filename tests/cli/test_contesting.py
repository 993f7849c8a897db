"""`pinochle tournament`."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from tests.stopping import HEARING, interrupted

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]


def test_keys(run: Run) -> None:
    ran = run("tournament", "two-handed-ko", "--players", "basic,random", "--games", "99", "--seed", "2", "--json")
    document = ran.document
    assert (ran.status, ran.err) == (0, "")
    assert (document["variant"], document["games"], document["sets"], document["seed"]) == ("two-handed-ko", 100, 50, 2)
    assert [one["name"] for one in document["players"]] == ["basic", "random"]
    for one in document["players"]:
        assert {"name", "win_rate", "low", "high", "points", "elo"} <= set(one)
        assert one["low"] <= one["win_rate"] <= one["high"]
    assert document["players"][0]["low"] > 0.5
    assert document["pairs"][0]["players"] == [0, 1]


def test_jobs_give_the_same_figures(run: Run) -> None:
    args = ["tournament", "cardgames-io", "--players", "basic,random,basic", "--games", "60", "--json"]
    one, two = run(*args).document, run(*args, "--jobs", "2").document
    assert {**one, "seconds": 0, "command": ""} == {**two, "seconds": 0, "command": ""}


def test_the_command_repeats_it(run: Run) -> None:
    args = ["--set", "length=4 deals", "--players", "random,basic", "--games", "8", "--seed", "5"]
    first = run("tournament", "partnership-ja", *args, "--json").document
    again = run(*shlex.split(first["command"])[1:], "--json").document
    assert {**again, "seconds": 0} == {**first, "seconds": 0}
    assert first["deals"] == 4 * first["games"]


@pytest.mark.parametrize(
    ("name", "players"),
    [("cardgames-io", "random,basic"), ("three-handed", "basic,random"), ("two-handed-ko", "basic,random,basic")],
)
def test_report(run: Run, snapshot: SnapshotAssertion, name: str, players: str) -> None:
    ran = run("tournament", name, "--players", players, "--games", "120", "--seed", "1")
    assert ran.status == 0
    assert max(len(line) for line in ran.out.splitlines() if "Repeat" not in line) <= 80
    assert ran.out == snapshot


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([], "missing option '--players'"),
        (["--players", "basic"], "a tournament needs 2 to 16 players; 1 is given"),
        (["--players", "basic,besic"], "there is no player 'besic'; did you mean 'basic'?"),
        (["--players", "basic,,random"], "empty name"),
        (["--players", "basic,random", "--games", "0"], "no whole number"),
    ],
)
def test_wrong_arguments(run: Run, args: list[str], words: str) -> None:
    ran = run("tournament", "two-handed-ko", *args)
    assert (ran.status, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stopped_from_the_keyboard_it_keeps_what_is_done(jobs: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pinochle_dsl",
        "tournament",
        "cardgames-io",
        "--players",
        "basic,random",
        "--json",
    ]
    command += ["--games", "100000000", "--jobs", jobs]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **HEARING) as running:
        out, err = interrupted(running, 2)
    assert running.returncode == 130, err
    assert b"Traceback" not in err
    assert b"interrupted after" in err
    document = json.loads(out)
    assert document["error"]["code"] == "interrupted"
    if document["games"]:  # a busy machine may not have begun
        assert document["players"][0]["win_rate"] > 0.9


@pytest.mark.parametrize(
    "line", [["tournament", "schnapsen"], ["simulate", "schnapsen"], ["compare", "schnapsen", "schnapsen"]]
)
def test_players_with_a_time_limit_are_not_said_to_repeat(run: Run, line: list[str]) -> None:
    out = run(*line, "--games", "2", "--players", "search:1ms,basic").out
    assert "may choose otherwise" in out
    assert "Repeat with" not in out
    assert "Repeat with" in run(*line, "--games", "2", "--players", "search:1,basic").out

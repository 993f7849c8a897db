"""`simulate` at scale from the command line: stopped, killed, gone on with, cut into shards and joined again."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.stopping import HEARING, PATIENCE, interrupted

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
PINOCHLE = [sys.executable, "-m", "pinochle_dsl"]
SIMULATE = ("simulate", "partnership", "--seed", "3")


def figures(document: dict[str, Any]) -> dict[str, Any]:
    return {key: document[key] for key in ("variant", "games", "deals", "seed", "players", "stats")}


def begun(*arguments: str) -> subprocess.Popen[str]:
    """Start a command as a process of its own, which hears Ctrl-C."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        [*PINOCHLE, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
        **HEARING,
    )


def when_kept(running: subprocess.Popen[str], checkpoint: Path, games: int = 1) -> None:
    """Wait until so many games are in a checkpoint."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until and running.poll() is None:
        if checkpoint.exists() and json.loads(checkpoint.read_text(encoding="utf-8"))["done"] >= games:
            return
        time.sleep(0.02)
    pytest.fail(f"no checkpoint: {running.communicate()}")


# ---- goals -------------------------------------------------------------------------------------------------


def test_until_stops_when_sure_enough(run: Run) -> None:
    goal = "declarers.made +- 2%"
    ran = run(*SIMULATE, "--until", goal, "--json")
    told = ran.document
    assert (told["until"], told["sure"]) == (["made ± 2%"], True)
    figure = told["stats"]["made"]
    assert (figure["high"] - figure["low"]) / 2 <= 0.02
    assert "--games" not in told["command"]
    again = run(*SIMULATE, "--games", str(told["games"]), "--json").document
    assert figures(again) == figures(told)
    text = run(*SIMULATE, "--until", goal)
    assert "sure enough: made ± 2%" in text.err
    two = run(*SIMULATE, "--until", goal, "--until", "gain of 0 ± 0.5", "--json").document
    assert two["games"] > told["games"]
    capped = run(*SIMULATE, "--until", "made ± 0.01%", "--games", "150")
    assert "not sure enough yet: made ± 0.01%" in capped.err
    assert capped.status == 0


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--until", "maid ± 1%"], "did you mean 'made'"),
        (["--until", "made"], "write a figure and how far off it may be"),
        (["--shard", "3/10"], "--shard needs --out PART"),
        (["--out", "part"], "--out needs --shard"),
        (["--shard", "4/3", "--out", "part"], "write 3/10 for the third of ten"),
        (["--shard", "0/3", "--out", "part"], "write 3/10"),
        (["--shard", "1/5000", "--out", "part"], "1,000 games cannot be cut into 5,000"),
        (["--shard", "1/2", "--out", "part", "--until", "made ± 1%"], "a shard cannot know"),
        (["--rows", "rows.txt"], ".csv, .jsonl or .parquet"),
        (["--rows", "rows.parquet", "--checkpoint", "kept"], "a Parquet file cannot be gone on with"),
        (["--trace", "--until", "made ± 1%"], "say with --games how many"),
    ],
)
def test_what_cannot_be_asked(run: Run, arguments: list[str], words: str) -> None:
    ran = run(*SIMULATE, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())
    assert not list(Path().iterdir())


# ---- progress ----------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="a terminal of Unix")
def test_a_terminal_shows_the_rate_and_the_time_left(run: Run) -> None:
    del run  # for the folder
    import pty

    master, slave = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"}
    line = [*PINOCHLE, *SIMULATE, "--games", "100000000"]
    with subprocess.Popen(line, stdin=slave, stdout=slave, stderr=slave, env=environment, **HEARING) as running:
        os.close(slave)
        shown, until = b"", time.monotonic() + PATIENCE
        while not re.search(rb"[\d,]+ games/s, \d[\d:]+\d left", shown) and time.monotonic() < until:
            shown += os.read(master, 65536)
        running.send_signal(signal.SIGINT)
        try:
            while part := os.read(master, 65536):
                shown += part
        except OSError:
            pass
        assert running.wait(30) == 130
    os.close(master)
    assert re.search(r"interrupted after [\d,]+ games of 100,000,000", shown.decode())


# ---- checkpoints -------------------------------------------------------------------------------------------


@pytest.mark.skipif(os.name == "nt", reason="kills as Unix does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_killed_run_goes_on_to_the_same_figures(run: Run, jobs: str) -> None:
    games = 12_000
    whole = run(*SIMULATE, "--games", str(games), "--rows", "whole.csv", "--json").document
    line = [*SIMULATE, "--games", str(games), "--checkpoint", "kept", "--rows", "rows.csv", "--jobs", jobs, "--json"]
    kept = Path("kept")
    again = [*SIMULATE, "--games", "3000", "--checkpoint", "kept", "--rows", "rows.csv", "--json"]
    assert run(*again).document["games"] == 3000
    endless = [word if word != str(games) else "100000000" for word in line]
    running = begun(*endless)
    when_kept(running, kept, 3000)
    time.sleep(0.5)
    running.kill()
    running.communicate()
    assert running.returncode == -signal.SIGKILL
    assert json.loads(kept.read_text(encoding="utf-8"))["done"] < games
    assert figures(run(*line).document) == figures(whole)
    assert Path("rows.csv").read_bytes() == Path("whole.csv").read_bytes()
    assert sorted(file.name for file in Path().iterdir()) == ["kept", "rows.csv", "whole.csv"]
    said = run(*(word for word in line if word != "--json"))
    assert f"went on from {games:,} games" in said.err


@pytest.mark.skipif(os.name == "nt", reason="stops as Unix does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_stop_from_the_keyboard_keeps_and_reports_what_is_done(run: Run, jobs: str) -> None:
    line = [*SIMULATE, "--games", "100000000", "--checkpoint", "kept", "--rows", "rows.jsonl", "--jobs", jobs, "--json"]
    running = begun(*line)
    when_kept(running, Path("kept"), 0)
    out, err = interrupted(running, 2)
    assert (running.returncode, err.count("Traceback")) == (130, 0)
    told = json.loads(out)
    assert told["error"]["code"] == "interrupted"
    games = told["games"]
    assert games > 0
    assert figures(run(*SIMULATE, "--games", str(games), "--json").document) == figures(told)
    lines = Path("rows.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == told["deals"]
    assert json.loads(lines[-1])["game"] == games - 1
    more = str(games + 500)
    gone_on = run(*(more if word == "100000000" else word for word in line)).document
    assert figures(gone_on) == figures(run(*SIMULATE, "--games", more, "--json").document)


def test_goals_are_gone_on_with(run: Run) -> None:
    goal = ["--until", "made ± 2%"]
    whole = run(*SIMULATE, *goal, "--json").document
    assert run(*SIMULATE, *goal, "--games", "150", "--checkpoint", "kept", "--json").document["games"] == 150
    assert figures(run(*SIMULATE, *goal, "--checkpoint", "kept", "--json").document) == figures(whole)
    assert figures(run(*SIMULATE, *goal, "--checkpoint", "kept", "--json").document) == figures(whole)


def test_checkpoints_that_are_left_alone(run: Run) -> None:
    kept = Path("kept")
    assert run(*SIMULATE, "--games", "50", "--checkpoint", "kept").status == 0
    good = kept.read_bytes()
    for arguments, words in (
        (["simulate", "partnership", "--seed", "4"], "seed differs"),
        (["simulate", "partnership", "--seed", "3", "--players", "random"], "players differs"),
        (["simulate", "two-handed", "--seed", "3"], "one is of two-handed, the other of partnership"),
        ([*SIMULATE, "--games", "20"], "50 games already"),
        ([*SIMULATE, "--until", "made ± 1%"], "goal differs"),
        ([*SIMULATE, "--rows", "new.csv"], "was begun without --rows"),
        ([*SIMULATE, "--shard", "1/2", "--out", "part"], "another run"),
    ):
        ran = run(*arguments, "--checkpoint", "kept")
        assert (ran.status, ran.out) == (2, ""), ran.err
        assert words in " ".join(ran.err.split())
        assert kept.read_bytes() == good
    for raw in (b"", b"my notes\n", good[:-40], good.replace(b'"seed": 3', b'"seed": 5'), b"\xff\xfe"):
        kept.write_bytes(raw)
        ran = run(*SIMULATE, "--checkpoint", "kept")
        assert ran.status == 2
        assert "is left alone" in ran.err
        assert kept.read_bytes() == raw
    assert run(*SIMULATE, "--checkpoint", "missing/kept").status == 3
    Path("folder").mkdir()
    assert run(*SIMULATE, "--checkpoint", "folder").status == 3
    rows = Path("there.csv")
    rows.write_text("mine")
    ran = run(*SIMULATE, "--rows", "there.csv")
    assert (ran.status, rows.read_text()) == (2, "mine")
    assert "is there already" in ran.err


# ---- shards ------------------------------------------------------------------------------------------------


def test_shards_are_joined_to_the_same_figures(run: Run) -> None:
    whole = run(*SIMULATE, "--games", "50", "--json").document
    for k in (3, 1, 2):
        part = run(*SIMULATE, "--games", "50", "--shard", f"{k}/3", "--out", f"part-{k}", "--json").document
        assert (part["shard"], part["out"]) == ([k, 3], f"part-{k}")
    joined = run("merge", "part-2", "part-3", "part-1", "--json").document
    assert figures(joined) == figures(whole)
    assert joined["command"] == whole["command"]
    said = run("merge", "part-1", "part-2", "part-3")
    shown = run(*SIMULATE, "--games", "50")
    assert said.out == shown.out
    for files, words in (
        (["part-1", "part-3"], "parts are missing: 2/3 (games 16 to 32)"),
        (["part-1", "part-1", "part-2", "part-3"], "shard 1/3 is given twice"),
        (["part-1", "part-2", "nothing"], "cannot read 'nothing'"),
        (["part-1", ""], "an empty word names no part"),
    ):
        ran = run("merge", *files)
        assert ran.status == (3 if "nothing" in files else 2)
        assert words in " ".join(ran.err.split())
    before = Path("part-1").read_bytes()
    other = run(*SIMULATE, "--games", "50", "--shard", "2/3", "--out", "part-1")
    assert (other.status, Path("part-1").read_bytes()) == (2, before)
    assert "it is of shard 1/3, not of shard 2/3" in " ".join(other.err.split())
    assert run(*SIMULATE, "--games", "50", "--shard", "1/3", "--out", "part-1").status == 0
    assert Path("part-1").read_bytes() == before
    run("simulate", "partnership", "--seed", "8", "--games", "50", "--shard", "1/3", "--out", "strange")
    strange = run("merge", "strange", "part-2", "part-3")
    assert (strange.status, "the seed differs" in strange.err) == (2, True)


def test_a_shard_with_a_checkpoint(run: Run) -> None:
    line = [*SIMULATE, "--games", "100", "--shard", "2/2", "--out", "part", "--checkpoint", "kept"]
    assert run(*line).status == 0
    assert run(*SIMULATE, "--games", "100", "--shard", "1/2", "--out", "first").status == 0
    whole = run(*SIMULATE, "--games", "100", "--json").document
    assert figures(run("merge", "first", "kept", "--json").document) == figures(whole)
    assert figures(run("merge", "first", "part", "--json").document) == figures(whole)


# ---- other machines ----------------------------------------------------------------------------------------


def without(library: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run a command as if a library were not installed."""
    code = f"import sys\nsys.modules[{library!r}] = None\nfrom pinochle_dsl.cli import main\nmain({list(arguments)!r})"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=environment)


def test_libraries_that_are_missing_are_named(run: Run) -> None:
    del run  # for the folder
    cluster = without("distributed", *SIMULATE, "--cluster", "nowhere:8786")
    assert cluster.returncode == 2
    assert "pip install 'pinochle-dsl[cluster]'" in cluster.stderr
    parquet = without("pyarrow", *SIMULATE, "--rows", "deals.parquet")
    assert parquet.returncode == 2
    assert "pip install 'pinochle-dsl[parquet]'" in parquet.stderr
    assert not Path("deals.parquet").exists()


# ---- files that are none -----------------------------------------------------------------------------------


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names here")
def test_a_pipe_is_refused_and_not_waited_for(run: Run) -> None:
    os.mkfifo("pipe")
    for args in (
        ("merge", "pipe"),
        (*SIMULATE, "--games", "5", "--checkpoint", "pipe"),
        (*SIMULATE, "--games", "5", "--shard", "1/2", "--out", "pipe"),
    ):
        ran = run(*args)
        assert ran.status == 2
        assert "it is no plain file" in ran.err


@pytest.mark.parametrize("other", ["--rows", "--out"])
def test_one_file_cannot_be_two_things(run: Run, other: str) -> None:
    shard = ["--shard", "1/2"] if other == "--out" else []
    ran = run(*SIMULATE, "--games", "5", "--checkpoint", "same.csv", other, "./same.csv", *shard)
    assert ran.status == 2
    assert "name the same file" in ran.err
    assert not Path("same.csv").exists()


@pytest.mark.parametrize(
    "change",
    [
        {"format": "2"},
        {"shard": [2, 3, 4]},
        {"shard": [2, "3"]},
        {"sums": [10**59] * 832},
    ],
    ids=str,
)
def test_parts_that_fit_their_sum_and_nothing_else(run: Run, change: dict[str, Any]) -> None:
    import hashlib

    run(*SIMULATE, "--games", "6", "--shard", "1/1", "--out", "part")
    body = json.loads(Path("part").read_text(encoding="utf-8"))
    del body["check"]
    body |= {key: value[: len(body[key])] if key == "sums" else value for key, value in change.items()}
    check = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    Path("part").write_text(json.dumps({**body, "check": check}), encoding="utf-8")
    ran = run("merge", "part")
    assert ran.status == 2
    assert "it is damaged" in ran.err
    assert "instances of" not in ran.err


def test_a_checkpoint_that_cannot_be_written_leaves_no_rows(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from interpreter.parts import PartFile

    def full(_self: PartFile, _part: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(PartFile, "write", full)
        ran = run(*SIMULATE, "--games", "5", "--checkpoint", "kept", "--rows", "rows.csv")
    assert ran.status == 3
    assert "No space left" in ran.err
    assert not Path("rows.csv").exists()
    assert run(*SIMULATE, "--games", "5", "--checkpoint", "kept", "--rows", "rows.csv").status == 0


def test_a_part_that_cannot_be_written_is_said_before_the_games(run: Run) -> None:
    line = [*SIMULATE, "--games", "1000000000", "--shard", "1/2", "--out", "nowhere/part"]
    ran = run(*line, "--rows", "rows.csv", "--checkpoint", "kept")
    assert (ran.status, ran.out) == (3, "")
    assert "nowhere/part" in ran.err
    assert "No such file" in ran.err
    assert not list(Path().iterdir())


def test_what_was_there_stays_where_a_part_cannot_be_written(run: Run) -> None:
    """A checkpoint that is gone on with, its rows, and a part that is there already are not taken away."""
    line = [*SIMULATE, "--games", "60", "--shard", "1/2", "--checkpoint", "kept", "--rows", "rows.csv"]
    assert run(*line, "--out", "part").status == 0
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    assert sorted(before) == ["kept", "part", "rows.csv"]
    assert run(*line, "--out", "nowhere/part").status == 3
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before
    assert run(*line, "--out", "part").status == 0
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


@pytest.mark.skipif(os.name == "nt", reason="kills as Unix does")
def test_a_killed_shard_leaves_a_part_that_is_not_joined(run: Run) -> None:
    games = "100000000"
    running = begun(*SIMULATE, "--games", games, "--shard", "1/2", "--out", "part")
    when_kept(running, Path("part"), 0)
    running.kill()
    running.communicate()
    ran = run("merge", "part", "part")
    assert ran.status == 2
    assert run(*SIMULATE, "--games", "40", "--shard", "1/2", "--out", "part").status == 2
    Path("part").unlink()
    for k in ("1", "2"):
        assert run(*SIMULATE, "--games", "40", "--shard", f"{k}/2", "--out", f"part-{k}").status == 0
    assert run("merge", "part-1", "part-2").status == 0


def test_a_goal_beyond_all_bounds(run: Run) -> None:
    """It is waited for without a word of the machine, and named as it can be read again."""
    goal = f"made ± 0.{'0' * 200}1%"
    ran = run(*SIMULATE, "--until", goal, "--games", "150")
    assert ran.status == 0
    assert f"not sure enough yet: {goal}" in ran.err
    assert run(*SIMULATE, "--until", "made ± 0.0000001%", "--games", "150", "--json").document["until"] == [
        "made ± 0.0000001%"
    ]

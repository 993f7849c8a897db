"""Closed or full standard streams, signals, and words that the shell hands over as they are."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import pinochle_dsl
from pinochle_dsl import check
from pinochle_dsl.cli._group import wants_json
from tests.stopping import PATIENCE

ROOT = Path(pinochle_dsl.__file__).parents[1]
PINOCHLE = f"{shlex.quote(sys.executable)} -m pinochle_dsl"
FULL = Path("/dev/full")


def shell(line: str, **more: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, timeout=60, cwd=ROOT, **more)


LINES = [
    "list",
    "--help",
    "--version",
    "validate cardgames-io",
    "validate cardgames-io --format json",
    "meld cardgames-io 'A♥ 9♥' --trump hearts --json",
    "simulate cardgames-io --games 2",
    "code PIN101",
]


@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
@pytest.mark.parametrize("line", LINES)
def test_a_full_device(line: str) -> None:
    done = shell(f"{PINOCHLE} {line} > /dev/full")
    assert done.returncode == 3
    assert done.stderr == "error: the output cannot be written: No space left on device\n"


@pytest.mark.parametrize("line", LINES)
def test_closed_output(line: str) -> None:
    done = shell(f"{PINOCHLE} {line} >&-")
    assert (done.returncode, done.stderr) == (3, "error: standard output is closed\n")


def test_closed_input() -> None:
    done = shell(f"{PINOCHLE} validate - <&-")
    assert (done.returncode, done.stderr) == (3, "error: standard input is closed\n")
    assert shell(f"{PINOCHLE} code PIN101 <&-").returncode == 0


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full", ">&- 2>&- <&-"])
def test_nobody_can_hear_the_error(where: str) -> None:
    if "full" in where and not FULL.exists():
        pytest.skip("the system has no full device")
    done = shell(f"{PINOCHLE} list {where}")
    assert done.returncode in (0, 3)
    assert "Traceback" not in done.stderr
    wrong = shell(f"{PINOCHLE} nothing {where}")
    assert wrong.returncode in (2, 3)
    assert "Traceback" not in wrong.stderr


def test_a_reader_who_has_seen_enough() -> None:
    done = shell(f"{PINOCHLE} explain cardgames-io | head -1; exit 0")
    assert done.stderr == ""


# ---- workers -----------------------------------------------------------------------------------------------


def children_of(process: int) -> list[int]:
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            parent = int(entry.read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if parent == process:
            found.append(int(entry.parent.name))
    return found


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at the processes of Linux")
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_run(number: signal.Signals) -> None:
    line = [sys.executable, "-m", "pinochle_dsl", "simulate", "cardgames-io", "--games", "10000000", "--jobs", "2"]
    running = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=ROOT)
    try:
        until = time.monotonic() + PATIENCE
        while len(children_of(running.pid)) < 2 and time.monotonic() < until:
            time.sleep(0.05)
        workers = children_of(running.pid)
        time.sleep(0.3)
        running.send_signal(number)
        assert running.wait(PATIENCE) != 0
        until = time.monotonic() + PATIENCE
        while any(map(lives, workers)) and time.monotonic() < until:
            time.sleep(0.05)
        assert workers
        assert not [worker for worker in workers if lives(worker)]
    finally:
        running.kill()
        for worker in workers:
            if lives(worker):
                os.kill(worker, signal.SIGKILL)


# ---- words -------------------------------------------------------------------------------------------------


def test_json_survives_a_value_of_two_dashes() -> None:
    done = shell(f"{PINOCHLE} meld cardgames-io A♥ --trump -- --json")
    assert done.returncode == 2
    assert json.loads(done.stdout)["error"]["code"] == "usage"
    assert done.stderr == ""


def test_json_behind_two_dashes_is_a_name() -> None:
    assert not wants_json(["validate", "--", "--json"], {"--hand"})
    assert wants_json(["meld", "--hand", "--", "--json"], {"--hand"})
    assert not wants_json(["meld", "--hand", "--", "--", "--json"], {"--hand"})


@pytest.mark.parametrize(
    "name", ["null", "true", "False", "yes", "no", "on", "off", "y", "n", "nan", "123", "1e5", "~", "0x1f", "null-2"]
)
def test_a_starter_of_any_name_is_sound(name: str, tmp_path: Path) -> None:
    file = tmp_path / f"{name}.yaml"
    done = shell(f"{PINOCHLE} new {shlex.quote(str(file))} --extends partnership")
    assert done.returncode == 0, done.stderr
    result = check(str(file))
    assert result.ok, [item.message for item in result.diagnostics]
    yaml = pytest.importorskip("yaml")
    head = yaml.safe_load(file.read_text(encoding="utf-8"))
    assert isinstance(head["variant"], str)
    assert isinstance(head["title"], str)

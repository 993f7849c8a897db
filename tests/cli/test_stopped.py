"""`compare` and `tournament` stopped from the keyboard: they keep and report what is done, in pairs."""

from __future__ import annotations

import html
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from interpreter import comparison, duplicate
from tests.stopping import HEARING, interrupted

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
COMPARE = ("compare", "partnership-ja", "cardgames-io", "--seed", "3")
VARY = ("compare", "partnership-ja", "--vary", "passing", "--seed", "3")


@pytest.fixture
def stopped_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Return what has every comparison and tournament stopped once so many games are done."""
    monkeypatch.setattr("interpreter.running.SECONDS", 0.001)
    real = {module: module.growing for module in (comparison, duplicate)}

    def stop(games: int) -> None:
        def growing(module, *args, **how):
            if not games:
                raise KeyboardInterrupt
            for found in real[module](*args, **how):
                yield found
                if found.games >= games:
                    raise KeyboardInterrupt

        for module in real:
            monkeypatch.setattr(module, "growing", lambda *args, _of=module, **how: growing(_of, *args, **how))

    return stop


@pytest.mark.parametrize("args", [COMPARE, VARY], ids=["side by side", "varied"])
def test_a_stopped_comparison_is_one_of_fewer_games(
    run: Run, stopped_at: Callable[[int], None], args: tuple[str]
) -> None:
    stopped_at(40)
    ran = run(*args, "--games", "5000", "--json", "--report", "page.html")
    found = ran.document
    games = found["games"]
    assert (ran.status, found["error"]["code"]) == (130, "interrupted")
    assert 40 <= games < 5000
    assert ran.err == f"interrupted after {games:,} games of 5,000\n"
    text = run(*args, "--games", "5000")
    assert text.status == 130
    assert re.search(r"interrupted after [\d,]+ games of 5,000\n", text.err)
    stopped_at(10**9)
    whole = run(*args, "--games", str(games), "--json", "--report", "again.html").document
    del found["error"], found["report"], whole["report"]
    assert found == whole
    page, again = (Path(name).read_text(encoding="utf-8") for name in ("page.html", "again.html"))
    assert page.replace("page.html", "again.html") == again
    command = html.unescape(re.findall(r"<pre><code>(.*?)</code></pre>", page)[0])
    assert f"--games {games} " in command
    shown = re.search(r"Repeat with: (.*)", text.out)
    assert shown is not None
    done = re.search(r"--games (\d+)", shown[1])
    assert done is not None
    assert run(*args, "--games", done[1]).out == text.out


@pytest.mark.parametrize("args", [COMPARE, VARY], ids=["side by side", "varied"])
def test_stopped_before_the_first_game(run: Run, stopped_at: Callable[[int], None], args: tuple[str, ...]) -> None:
    stopped_at(0)
    ran = run(*args, "--games", "50", "--report", "page.html")
    assert ran.status == 130
    assert ran.err == "interrupted after 0 games of 50; page.html is not written\n"
    assert "Repeat with" not in ran.out
    assert not Path("page.html").exists()
    found = run(*args, "--games", "50", "--json", "--report", "page.html").document
    assert (found["games"], set(found["deals"]), found["stats"], found["effects"]) == (0, {0}, {}, [])
    assert found["error"]["code"] == "interrupted"
    assert "report" not in found


def test_a_stopped_tournament_can_be_repeated(run: Run, stopped_at: Callable[[int], None]) -> None:
    args = ("tournament", "two-handed", "--players", "basic,random,counting")
    stopped_at(60)
    found = run(*args, "--games", "9000", "--json").document
    assert found.pop("error")["code"] == "interrupted"
    assert f"--games {found['games']} " in found["command"]
    stopped_at(10**9)
    whole = run(*args, "--games", str(found["games"]), "--json").document
    del found["seconds"], whole["seconds"]
    assert found == whole


@pytest.mark.skipif(os.name == "nt", reason="stops as Unix does")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_in_a_comparison(run: Run, jobs: str) -> None:
    del run  # for the folder
    command = [sys.executable, "-m", "pinochle_dsl", *COMPARE, "--games", "100000000", "--jobs", jobs]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        [*command, "--report", "page.html"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment,
        **HEARING,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "Rules that differ\n"  # the games are about to begin
        out, err = interrupted(running, 2)
    assert running.returncode == 130, err
    assert "Traceback" not in err
    told = re.search(r"interrupted after ([\d,]+) games? of 100,000,000", err)
    assert told is not None, err
    games = told[1].replace(",", "")
    assert Path("page.html").exists() == (games != "0")  # a busy machine may not have come to an end of one
    assert (f"--games {games} " in out) == (games != "0")

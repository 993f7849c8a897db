"""Help screens, start-up, shell completion, odd terminals."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from pinochle_dsl.cli import COMMANDS

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
HEAVY = ("attrs", "attr", "cattrs", "lark", "yaml", "rich", "json", "importlib.metadata", "interpreter")


def process(*args: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run the command line as a process of its own."""
    kept = {key: value for key, value in os.environ.items() if key not in {"PYTHONIOENCODING", "PYTHONUTF8"}}
    return subprocess.run(
        [sys.executable, "-m", "pinochle_dsl", *args],
        cwd=ROOT,
        env=kept | environment,
        capture_output=True,
        check=False,
        timeout=60,
    )


def test_main_help(run: Run, snapshot: SnapshotAssertion) -> None:
    ran = run("--help")
    assert ran.status == 0
    first = " ".join(ran.out.split())
    assert "house rules as data: `pinochle validate FILE`" in first
    assert "`pinochle simulate FILE`" in first
    assert ran.out == snapshot


@pytest.mark.parametrize("command", COMMANDS)
def test_help_of_commands(run: Run, command: str, snapshot: SnapshotAssertion) -> None:
    ran = run(command, "--help")
    assert ran.status == 0
    assert "Examples:" in ran.out
    assert f"  pinochle {command}" in ran.out
    assert ran.out == snapshot


def test_every_command_takes_json(run: Run) -> None:
    for command in COMMANDS:
        assert "--json" in run(command, "--help").out


def test_without_arguments(run: Run) -> None:
    ran = run()
    assert (ran.status, ran.out) == (2, "")
    assert "Usage: pinochle" in ran.err


def test_version(run: Run) -> None:
    assert run("--version").out.startswith("pinochle ")


@pytest.mark.parametrize(
    "args", [["--help"], ["--version"], ["validate", "--help"], ["simulate", "--help"]], ids=" ".join
)
def test_help_needs_only_click(args: list[str]) -> None:
    heavy = [name for name in HEAVY if not (args == ["--version"] and name in {"json", "importlib.metadata"})]
    code = (
        "import sys\nfrom pinochle_dsl.cli import main\n"
        f"main({args!r}, standalone_mode=False)\n"
        f"sys.exit(' '.join(name for name in {heavy!r} if name in sys.modules) or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


UNUSED = (
    *("rich", "asyncio", "multiprocessing", "importlib.metadata", "importlib.resources", "difflib"),
    *("interpreter.game", "interpreter.simulation", "interpreter.observation", "pinochle_dsl.explaining"),
)
"""What other commands, or mistakes, need."""


def test_validate_imports_what_it_needs_and_writes_no_functions() -> None:
    code = (
        "import linecache, sys\nfrom pinochle_dsl.cli import main\n"
        "main(['validate', 'cardgames-io'], standalone_mode=False)\n"
        f"found = [name for name in {UNUSED!r} if name in sys.modules]\n"
        "found += [name for name in linecache.cache if 'cattrs generated' in name]\n"
        "sys.exit(' '.join(found) or 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts(shell: str) -> None:
    ran = process(_PINOCHLE_COMPLETE=f"{shell}_source")
    assert ran.returncode == 0
    assert b"_PINOCHLE_COMPLETE" in ran.stdout


def test_completion_of_commands_and_names() -> None:
    ran = process(_PINOCHLE_COMPLETE="bash_complete", COMP_WORDS="pinochle sim", COMP_CWORD="1")
    assert ran.stdout.split() == [b"plain,simulate"]
    ran = process(_PINOCHLE_COMPLETE="bash_complete", COMP_WORDS="pinochle explain two-handed-k", COMP_CWORD="2")
    assert ran.stdout.split() == [b"plain,two-handed-ko"]


def test_letters_where_suits_cannot_be_shown() -> None:
    args = ("meld", "cardgames-io", "KS QS", "--trump", "S")
    assert b"K\xe2\x99\xa0" in process(*args, PYTHONIOENCODING="utf-8").stdout
    ran = process(*args, PYTHONIOENCODING="ascii")
    assert ran.returncode == 0
    assert b"KS QS" in ran.stdout
    assert b'"K\\u2660"' in process(*args, "--json", PYTHONIOENCODING="ascii").stdout


@pytest.mark.parametrize("args", [["list"], ["explain", "cardgames-io"], ["code"]], ids=" ".join)
def test_reader_that_has_seen_enough(args: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "pinochle_dsl", *args], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False
        )
    finally:
        os.close(writing)
    assert (ran.returncode, ran.stderr) == (0, b"")


def test_colour_only_where_wanted() -> None:
    assert b"\x1b[" not in process("validate", "nope").stdout
    assert b"\x1b[" in process("validate", "nope", FORCE_COLOR="1").stdout
    assert b"\x1b[" not in process("validate", "nope", FORCE_COLOR="1", NO_COLOR="1").stdout

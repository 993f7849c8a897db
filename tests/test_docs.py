"""What the documentation shows is true: its files validate, its commands print what stands below them.

A fenced `yaml` block whose first line is `# file: NAME` is written to a folder; `console` and `python` blocks and the
commands of tables run there in order; a line of Python with a number behind it comes to that number. A line `...`
stands for any lines, `...` within a line for any text. A command succeeds unless errors are shown below it.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$|^(\|[^\n]*\|)$", re.MULTILINE | re.DOTALL)
IN_TABLE = re.compile(r"`(pinochle [^`]+)`")
REFUSES = re.compile(r"error\[PIN|^\d+ files?, \d+ errors?", re.MULTILINE)
SETS_UP = ("bash .ci/", "python3 -m venv", "git clone", "cd ", ".venv/bin/", "python benchmarks", "python examples")
"""Commands that set up a machine; running them is what .ci/run does."""


def matches(expected: str, printed: str) -> bool:
    """Whether output fits what the page shows."""
    pattern = ""
    for line in expected.rstrip("\n").split("\n"):
        if line.strip() == "...":
            pattern += r"(?:[^\n]*\n)*?"
        else:
            pattern += r"[^\n]*?".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    return re.fullmatch(pattern, printed.rstrip("\n") + "\n") is not None


def commands(block: str) -> list[tuple[str, str]]:
    """Return the commands of a console block with what is shown below each."""
    found: list[tuple[str, str]] = []
    for line in block.splitlines(keepends=True):
        if line.startswith("$ "):
            found.append((line[2:].strip(), ""))
        elif found:
            command, shown = found[-1]
            found[-1] = (command, shown + line)
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_page(page: Path, tmp_path: Path) -> None:
    environment = os.environ | {
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "PYTHONIOENCODING": "utf-8",
    }

    def run(command: str, shown: str | None) -> None:
        """Run a command, which shows what it should, or anything (None) where it succeeds."""
        ran = subprocess.run(
            command,
            shell=True,
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        said = f"{command}\n--- shown\n{shown}\n--- printed\n{ran.stdout}{ran.stderr}"
        assert ran.returncode == (1 if shown and REFUSES.search(shown) else 0), said
        assert shown is None or matches(shown, ran.stdout + ("" if ran.returncode == 0 else ran.stderr)), said

    for kind, text, row in BLOCK.findall(page.read_text(encoding="utf-8")):
        for command in IN_TABLE.findall(row):
            run(command, None)
        if kind == "python":
            sure = re.sub(r"^(\S.*?)  # (\d+)$", r"assert (\1) == \2", text, flags=re.MULTILINE)
            (tmp_path / "shown.py").write_text(sure, encoding="utf-8")
            run(f'"{sys.executable}" shown.py', None)
        named = re.match(r"# file: (\S+)\n", text)
        if kind == "yaml" and named:
            (tmp_path / named.group(1)).write_text(text, encoding="utf-8")
        if kind != "console":
            continue
        for command, shown in commands(text):
            code = command.split("#")[0].strip()
            if code.startswith(SETS_UP):
                continue
            run(code, shown)


def test_the_matcher_tells_differences() -> None:
    assert matches("a\n...\nz ...\n", "a\nb\nc\nz 12\n")
    assert matches("a\n", "a\n")
    assert not matches("a\n", "b\n")
    assert not matches("a\n", "a\nb\n")

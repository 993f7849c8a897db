"""The tools that write files of the sources do so in a work tree, and refuse in an installed package."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("tool", ["pinochle_dsl.reference", "pinochle_dsl.syntax"])
def test_an_installed_package_is_not_written_to(tool: str, tmp_path: Path) -> None:
    left_out = shutil.ignore_patterns("__pycache__", "*.c")
    for package in ("pinochle_dsl", "interpreter"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=left_out)
    for data in ("docs", "rules", "variants"):
        shutil.copytree(ROOT / data, tmp_path / "pinochle_dsl" / "_data" / data)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    ran = subprocess.run(
        [sys.executable, "-B", "-m", tool],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (ran.returncode, ran.stdout) == (1, "")
    assert ran.stderr == (
        "This tool writes files of the sources, and there are none here: run it in a work tree of Pinochle.\n"
    )
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before

"""Where the shipped rules, variants and pages are: in the installed package, or in the work tree."""

from __future__ import annotations

import sys
from pathlib import Path

_PACKAGE = Path(__file__).parent


def resource(kind: str, name: str = "") -> Path:
    """Return a shipped file of a folder (`rules`, `variants`), or the folder itself."""
    root = _PACKAGE / "_data" / kind
    if not root.is_dir():
        root = _PACKAGE.resolve().parent / kind
    return root / name if name else root


def package_file(folder: str, name: str) -> Path:
    """Return a file that lies in a folder of this package."""
    return _PACKAGE / folder / name


def work_tree() -> Path:
    """Return the folder of the work tree, for the tools that write into it.

    Raises `SystemExit` with one sentence where this package is installed without its sources.
    """
    root = _PACKAGE.resolve().parent
    if not all((root / name).is_file() for name in ("pyproject.toml", "rules/pinochle.lark", "docs/cookbook.md")):
        sys.exit("This tool writes files of the sources, and there are none here: run it in a work tree of Pinochle.")
    return root

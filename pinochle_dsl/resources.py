"""Where the shipped rules, variants and pages are: in the installed package, or in the work tree."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable


def resource(kind: str, name: str = "") -> Traversable:
    """Return a shipped file of a folder (`rules`, `variants`), or the folder itself."""
    root = files("pinochle_dsl") / "_data" / kind
    if not root.is_dir():
        root = Path(__file__).resolve().parents[1] / kind
    return root / name if name else root


def package_file(folder: str, name: str) -> Traversable:
    """Return a file that lies in a folder of this package."""
    return files("pinochle_dsl") / folder / name

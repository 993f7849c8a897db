"""Chooses between the compiled kernel and the same files uncompiled."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import ModuleType

KERNEL = ("_melds", "_tables", "_state", "_tricks", "_auction", "_machine", "_basic", "_playout")


class _PureFinder:
    """Finds the kernel's modules as Python files, though compiled ones lie beside them."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Return where a kernel module is; None for any other."""
        del path, target
        package, _, module = name.rpartition(".")
        if package != "interpreter" or module not in KERNEL:
            return None
        return importlib.util.spec_from_file_location(name, Path(__file__).with_name(f"{module}.py"))


def force() -> None:
    """Load the kernel uncompiled from here on."""
    sys.meta_path.insert(0, _PureFinder)


def is_compiled() -> bool:
    """Tell whether every module of the kernel that is loaded is compiled."""
    return all(not str(sys.modules[f"interpreter.{name}"].__file__).endswith(".py") for name in KERNEL)

"""Chooses between the compiled kernel and the same files uncompiled: all modules of one kind, never a mixture."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from importlib.machinery import ModuleSpec
    from types import ModuleType

KERNEL = (
    "_melds",
    "_tables",
    "_state",
    "_tricks",
    "_auction",
    "_machine",
    "_basic",
    "_counting",
    "_imagine",
    "_search",
    "_playout",
    "_survey",
    "_solver",
)
_FOLDER = os.path.dirname(__file__)  # noqa: PTH120 - pathlib would take longer to import than all of this


class _PureFinder:
    """Finds the kernel's modules as Python files, though compiled ones may lie beside them."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Return where a kernel module is; None for any other."""
        del path, target
        package, _, module = name.rpartition(".")
        if package != "interpreter" or module not in KERNEL:
            return None
        # here and not above: this finder is asked for what this imports, too
        from importlib.util import spec_from_file_location  # noqa: PLC0415 - needed uncompiled only

        return spec_from_file_location(name, os.path.join(_FOLDER, f"{module}.py"))  # noqa: PTH118


def choose() -> None:
    """Load the kernel uncompiled from here on, if that is asked for or a module of it was not compiled."""
    built = {name.partition(".")[0] for name in os.listdir(_FOLDER) if name.endswith((".so", ".pyd"))}  # noqa: PTH208
    if os.environ.get("PINOCHLE_PURE") == "1" or not built.issuperset(KERNEL):
        sys.meta_path.insert(0, _PureFinder)


def is_compiled() -> bool:
    """Tell whether the kernel, which is loaded, is compiled."""
    return not str(sys.modules["interpreter._playout"].__file__).endswith(".py")

"""Libraries that only some uses need, and that are installed as extras."""

from __future__ import annotations

from importlib import import_module
from typing import Any


class MissingLibraryError(ValueError):
    """A library that this needs is not installed."""


def needed(module: str, what: str, extra: str = "") -> Any:  # noqa: ANN401 - a module of a library
    """Return a module of a library that is no dependency.

    Raises `MissingLibraryError`, which says how to install it.
    """
    try:
        return import_module(module)
    except ImportError as problem:
        library = module.partition(".")[0]
        if problem.name is not None and problem.name.partition(".")[0] != library:
            raise  # it is there, and lacks something of its own
        install = f"pip install 'pinochle-dsl[{extra}]'" if extra else f"pip install {library}"
        msg = f"{what} needs the library {library}, which is not installed: {install}"
        raise MissingLibraryError(msg) from None

"""Keeps the tables of the Programs in use, so that each is built once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from interpreter import _kernel as _kernel  # noqa: PLC0414 - says once if it is not compiled
from interpreter._tables import Tables, make_tables

if TYPE_CHECKING:
    from interpreter.program import Program

KEPT = 64
"""So many Programs' tables are kept."""
_known: OrderedDict[str, list[Tables]] = OrderedDict()


def tables_of(program: Program) -> list[Tables]:
    """Return the tables of a Program's modes.

    Raises `UnsupportedProgram` for a Program that this machine cannot run.
    """
    key = program.hash
    if key not in _known:
        _known[key] = make_tables(program)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return _known[key]

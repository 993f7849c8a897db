"""Keeps the tables of the Programs in use, so that each is built once."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from interpreter import _kernel as _kernel  # noqa: PLC0414 - says once if it is not compiled
from interpreter._tables import Tables, make_tables
from interpreter.soundness import check

if TYPE_CHECKING:
    from interpreter.program import Program

KEPT = 64
"""So many Programs' tables are kept."""
_known: OrderedDict[str, list[Tables]] = OrderedDict()


def tables_of(program: Program) -> list[Tables]:
    """Return the tables of a Program's modes.

    Raises `UnsupportedProgram` for a Program that this machine cannot run, `ValueError` for one that refers to
    what is not there.
    """
    try:
        key = program.hash
    except Exception as error:  # whatever is wrong with it, the check says it in words
        check(program)
        msg = "this program has a value of the wrong kind"
        raise ValueError(msg) from error
    if key not in _known:
        check(program)
        _known[key] = make_tables(program)
        if len(_known) > KEPT:
            _known.popitem(last=False)
    _known.move_to_end(key)
    return _known[key]

"""The machine that plays Programs: games, queries, players and simulation.

The kernel is compiled when the package is installed.  Where it is not, the same files run uncompiled:
slower, with the same results, and a notice on standard error.  `PINOCHLE_PURE=1` in the environment
forces the uncompiled kernel.
"""

from __future__ import annotations

import os as _os
import sys as _sys

from interpreter import _pure as _pure

if _os.environ.get("PINOCHLE_PURE") == "1":
    _pure.force()

from interpreter._machine import IllegalAction
from interpreter._tables import UnsupportedProgram
from interpreter.comparison import Comparison, paired
from interpreter.game import Game, Match
from interpreter.observation import Observation
from interpreter.program import Program
from interpreter.queries import legal_cards, legal_reason, melds, settle, trick_winner
from interpreter.simulation import Figure, Simulation, simulate

COMPILED: bool = _pure.is_compiled()
"""Whether the compiled kernel runs."""

if not COMPILED and _os.environ.get("PINOCHLE_PURE") != "1":
    _sys.stderr.write("pinochle: the kernel was not compiled here; it runs uncompiled, slower, with the same results\n")

__all__ = [
    "COMPILED",
    "Comparison",
    "Figure",
    "Game",
    "IllegalAction",
    "Match",
    "Observation",
    "Program",
    "Simulation",
    "UnsupportedProgram",
    "legal_cards",
    "legal_reason",
    "melds",
    "paired",
    "settle",
    "simulate",
    "trick_winner",
]

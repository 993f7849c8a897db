"""The machine that plays Programs: games, queries, players and simulation.

The kernel is compiled when the package is installed.  Where it is not, the same files run uncompiled:
slower, with the same results, and a notice on standard error.  `PINOCHLE_PURE=1` in the environment
forces the uncompiled kernel.

Everything is imported at first use: a compiler of rules files needs `Program` alone, and starts at once.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

from interpreter import _pure

if TYPE_CHECKING:
    from interpreter._machine import IllegalAction
    from interpreter._tables import UnsupportedProgram
    from interpreter.advice.told import Advice
    from interpreter.advising import advise
    from interpreter.chances import Chance, Odds, odds
    from interpreter.comparison import Comparison, paired
    from interpreter.duplicate import Contestant, Tournament, tournament
    from interpreter.game import Game, Match
    from interpreter.observation import Observation
    from interpreter.program import Program
    from interpreter.queries.melding import melds
    from interpreter.queries.playing import legal_cards, legal_reason, trick_winner
    from interpreter.queries.settling import settle
    from interpreter.rows import Rows
    from interpreter.simulation import Figure, Simulation, deals, simulate
    from interpreter.solving import Solution, solve

    COMPILED: bool
    """Whether the compiled kernel runs."""

__all__ = [
    "COMPILED",
    "Advice",
    "Chance",
    "Comparison",
    "Contestant",
    "Figure",
    "Game",
    "IllegalAction",
    "Match",
    "Observation",
    "Odds",
    "Program",
    "Rows",
    "Simulation",
    "Solution",
    "Tournament",
    "UnsupportedProgram",
    "advise",
    "deals",
    "legal_cards",
    "legal_reason",
    "melds",
    "odds",
    "paired",
    "settle",
    "simulate",
    "solve",
    "tournament",
    "trick_winner",
]

_HOME = {
    "Advice": "advice.told",
    "Chance": "chances",
    "Comparison": "comparison",
    "Contestant": "duplicate",
    "Figure": "simulation",
    "Game": "game",
    "IllegalAction": "_machine",
    "Match": "game",
    "Observation": "observation",
    "Odds": "chances",
    "Program": "program",
    "Rows": "rows",
    "Simulation": "simulation",
    "Solution": "solving",
    "Tournament": "duplicate",
    "UnsupportedProgram": "_tables",
    "advise": "advising",
    "deals": "simulation",
    "legal_cards": "queries.playing",
    "legal_reason": "queries.playing",
    "melds": "queries.melding",
    "odds": "chances",
    "paired": "comparison",
    "settle": "queries.settling",
    "simulate": "simulation",
    "solve": "solving",
    "tournament": "duplicate",
    "trick_winner": "queries.playing",
}


def __getattr__(name: str) -> object:
    """Import what is asked for."""
    if name == "COMPILED":
        value: object = _import_module("interpreter._kernel").COMPILED
    elif name in _HOME:
        value = getattr(_import_module(f"interpreter.{_HOME[name]}"), name)
    else:
        msg = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(msg)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted({*globals(), *__all__})


_pure.choose()

"""Plays games in a process of its own, for a comparison of the compiled kernel with its source.

    PINOCHLE_PURE=1 python -m tests.proof.uncompiled < PROGRAMS

reads a JSON list of Programs and prints a line for each.  The source tables only small components of melds
and searches the others: so the two ways to find the best laying are compared as well.
"""

from __future__ import annotations

import hashlib
import json
import sys

import interpreter
from interpreter import Game, Program
from tests.proof.playing import SEED

LONGEST = 160
"""Actions of each game."""
CELLS = 2_000


def trail(program: Program) -> str:
    """Return what the beginning of two games of a Program comes to."""
    digest = hashlib.sha256()
    for kind in range(2):
        game = Game(program, SEED, kind)
        for _ in range(LONGEST):
            if game.is_over:
                break
            digest.update(repr(game.legal_actions()).encode())
            game.apply(game.choice(kind))
        told = (game.actions, game.totals, game.facts(), game.seat_figures(), game.ledgers())
        digest.update(repr(told).encode())
    return digest.hexdigest()


def main() -> None:
    """Read Programs, and print their trails."""
    if not interpreter.COMPILED:
        from interpreter import _melds

        _melds.TABLE_CELLS = CELLS
    programs = json.load(sys.stdin)
    sys.stdout.write(f"{interpreter.COMPILED}\n")
    for text in programs:
        sys.stdout.write(trail(Program.loads(text)) + "\n")


if __name__ == "__main__":
    main()

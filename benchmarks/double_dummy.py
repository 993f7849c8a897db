"""A double-dummy solver of bridge, timed as ours is; a command, so that it can run where the solver is installed.

    pip install endplay
    python benchmarks/double_dummy.py CARDS POSITIONS

deals so many cards to four hands from the top of each suit (32 cards: eight tricks; 48: twelve), names a trump, and
prints the median of the milliseconds that best play of the rest takes to be found, for tricks, each position alone.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import sys
import time

RANKS = "AKQJT98765432"
SUITS = 4


def dealt(cards: int, source: random.Random) -> str:
    """Return a deal of the highest cards of each suit, as the solver reads it."""
    ranks = RANKS[: cards // SUITS]
    pack = [(suit, rank) for suit in range(SUITS) for rank in ranks]
    source.shuffle(pack)
    size = cards // 4
    hands = []
    for seat in range(4):
        held = pack[seat * size : (seat + 1) * size]
        hands.append(".".join("".join(r for r in ranks if (suit, r) in held) for suit in range(SUITS)))
    return "N:" + " ".join(hands)


def solved(cards: int, positions: int) -> float:
    """Return the median of the milliseconds that positions take."""
    types, dds = importlib.import_module("endplay.types"), importlib.import_module("endplay.dds")
    source = random.Random(1)
    times = []
    for number in range(positions):
        deal = types.Deal(dealt(cards, source), first=types.Player(number % 4), trump=types.Denom(number % 4))
        start = time.process_time()
        dds.solve_board(deal)
        times.append(1000 * (time.process_time() - start))
    return statistics.median(times)


def main() -> None:
    """Time the solver and print what it took."""
    cards, positions = map(int, sys.argv[1:3])
    print(json.dumps({"median_ms": solved(cards, positions)}))


if __name__ == "__main__":
    main()

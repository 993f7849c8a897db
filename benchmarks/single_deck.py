"""Builds and runs the C program that the machine is measured against."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen
from measuring import MissingError, Run

SOURCE = Path(__file__).with_suffix(".c")
DEALS_AT_ONCE = 1000
HANDS_AT_ONCE = 10_000


@frozen
class SingleDeck:
    """The built program."""

    path: Path

    @classmethod
    def build(cls, folder: Path) -> SingleDeck:
        """Return the program, compiled with `gcc -O3` into the folder."""
        compiler = shutil.which("gcc")
        if compiler is None:
            msg = "gcc is not installed"
            raise MissingError(msg)
        path = folder / "single_deck"
        subprocess.run([compiler, "-std=c11", "-O3", "-o", path, SOURCE, "-lm"], check=True)
        return cls(path)

    def play(self, deals: int, seed: int) -> Mapping[str, float]:
        """Return the figures of that many whole deals."""
        return self._figures(str(deals), str(seed))

    def score(self, hands: int, seed: int) -> Mapping[str, float]:
        """Return the figures of that many random hands, scored."""
        return self._figures("melds", str(hands), str(seed))

    def deals(self, thousands: int) -> Run:
        """Play whole deals, a thousand a unit."""
        return _run(self.play(thousands * DEALS_AT_ONCE, 1), "deals")

    def hands(self, lots: int) -> Run:
        """Score random hands, ten thousand a unit."""
        return _run(self.score(lots * HANDS_AT_ONCE, 1), "hands")

    def _figures(self, *arguments: str) -> Mapping[str, float]:
        done = subprocess.run([self.path, *arguments], check=True, capture_output=True, text=True)
        pairs = (line.split() for line in done.stdout.splitlines())
        return {name: float(value) for name, value in pairs}


def _run(figures: Mapping[str, float], unit: str) -> Run:
    return Run(int(figures[unit]), figures[unit] / figures["per_second"])

"""The same shuffles under several Programs, side by side in one unit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.simulation import Figure, Simulation, simulate

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from interpreter.program import Program

_POINTS = ("bid", "meld", "counters", "gain of")


@frozen
class Comparison:
    """Figures of several Programs, in one unit."""

    runs: tuple[Simulation, ...]
    unit: int
    """The unit of all figures in points: the largest of the Programs' own."""
    paired: bool
    """Whether every Program was dealt the same cards."""
    stats: dict[str, tuple[Figure | None, ...]]
    """Each figure for each Program; None where a Program has no such figure."""


def _scaled(name: str, figure: Figure, factor: float) -> Figure:
    if factor == 1 or not name.startswith(_POINTS):
        return figure
    return Figure(figure.mean * factor, figure.low * factor, figure.high * factor, figure.n)


def paired(
    programs: Sequence[Program],
    games: int = 1000,
    seed: int = 0,
    players: Sequence[str] = ("basic",),
    jobs: int = 1,
    progress: Callable[[int], None] | None = None,
) -> Comparison:
    """Play the same games of a run under each Program.

    Deal d of game g has the same shuffle under each, for as long as decks and hands are alike.
    """
    runs = []
    for number, program in enumerate(programs):
        tell = None if progress is None else (lambda done, n=number: progress(n * games + done))
        runs.append(simulate(program, games, seed, players, jobs, tell))
    unit = max(program.unit for program in programs)
    names = list(dict.fromkeys(name for run in runs for name in run.stats))
    stats = {
        name: tuple(
            _scaled(name, run.stats[name], unit / run.program.unit) if name in run.stats else None for run in runs
        )
        for name in names
    }
    decks = {(p.deck.copies, p.deck.ranks, p.deal.hand, p.table.seats) for p in programs}
    return Comparison(tuple(runs), unit, len(decks) == 1, stats)

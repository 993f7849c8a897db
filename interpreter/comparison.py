"""The same shuffles under several Programs, side by side in one unit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter.showing import frame, html_table, interval_text, mean_text
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

    def columns(self) -> dict[str, list[Any]]:
        """Return the figures as columns, a row for each figure of each run: `figure`, `run`, `variant`, `mean`, ..."""
        rows = [
            (name, run, self.runs[run].program.variant, figure.mean, figure.low, figure.high, figure.n)
            for name, figures in self.stats.items()
            for run, figure in enumerate(figures)
            if figure is not None
        ]
        names = ("figure", "run", "variant", "mean", "low", "high", "n")
        return {name: list(values) for name, values in zip(names, zip(*rows, strict=True), strict=True)}

    def frame(self, library: str = "pandas") -> Any:  # noqa: ANN401 - the library's
        """Return the same as a data frame of pandas, polars or pyarrow, if that is installed."""
        return frame(self.columns(), library)

    def _repr_html_(self) -> str:
        names = [run.program.variant for run in self.runs]
        rows = [
            [name, *("-" if f is None else f"{mean_text(name, f)} ({interval_text(name, f)})" for f in figures)]
            for name, figures in self.stats.items()
        ]
        told = f"{self.runs[0].games:,} games each, {'the same' if self.paired else 'other'} cards"
        return html_table(told, ("Figure", *names), rows)


def _scaled(name: str, figure: Figure, factor: float, *, gains: bool) -> Figure:
    """Return a figure in the common unit; gains are points only where points decide the game."""
    if factor == 1 or not name.startswith(_POINTS) or (name.startswith("gain of") and not gains):
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
            _scaled(name, run.stats[name], unit / run.program.unit, gains=run.program.rules.ending.ledger == 0)
            if name in run.stats
            else None
            for run in runs
        )
        for name in names
    }
    decks = {(p.deck.copies, p.deck.ranks, p.deal.hand, p.table.seats) for p in programs}
    return Comparison(tuple(runs), unit, len(decks) == 1, stats)

"""Lets the levels of players meet and writes what comes of it: `ladder.json` here, and from it `docs/ladder.md`.

    python benchmarks/ladder.py                     # what is not measured yet
    python benchmarks/ladder.py --again NAME        # NAME once more
    python benchmarks/ladder.py --page              # only the page, from what is measured

Each row is a tournament of its own: duplicate deals, seats exchanged, a number of games that is fixed beforehand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from attrs import asdict, frozen

HERE = Path(__file__).resolve().parent
MEASURED = HERE / "ladder.json"
PAGE = HERE.parent / "docs" / "ladder.md"
SEED = 1


@frozen
class Rung:
    """One player against the one below him."""

    variant: str
    upper: str
    lower: str
    games: int

    @property
    def command(self) -> str:
        """Return the command that repeats it."""
        return (
            f"pinochle tournament {self.variant} --players {self.upper},{self.lower} --games {self.games} --seed {SEED}"
        )


DOCUMENTS = ("two-handed-ko", "cardgames-io", "partnership-ja")
"""The variants of the three source documents."""
LEVELS = (("basic", "random", 1000), ("counting", "basic", 4000), ("search:64", "counting", 200))
"""Each level against the one below, and how many games."""
FAMILIES = {
    "bezique": "bezique-small-points",
    "binokel": "binokel-three",
    "double-deck": "double-deck-tournament",
    "sixty-six": "schnapsen",
    "three-handed": "three-handed-auction",
}
"""A game of each of the other families."""
ACROSS = ("search:64", "basic", 100)
"""Who meets there."""
MORE = {("two-handed-ko", "search:64"): 2000}
"""Where a game is one deal, more games are needed to tell two players apart."""
LADDER = (
    *(Rung(name, upper, lower, MORE.get((name, upper), games)) for name in DOCUMENTS for upper, lower, games in LEVELS),
    *(Rung(name, *ACROSS) for name in FAMILIES.values()),
)


def measured(rung: Rung) -> dict[str, Any]:
    """Play a rung; return what came of it."""
    from interpreter import tournament  # noqa: PLC0415 - the page can be made without
    from pinochle_dsl import load  # noqa: PLC0415 - as above

    program = load(rung.variant).compile()
    result = tournament(program, (rung.upper, rung.lower), rung.games, SEED)
    upper, lower = result.standings
    return asdict(rung) | {
        "title": program.title,
        "seed": SEED,
        "sets": result.sets,
        "deals": result.deals,
        "win_rate": upper.win_rate,
        "low": upper.low,
        "high": upper.high,
        "margin": upper.margin,
        "margin_low": upper.margin_low,
        "margin_high": upper.margin_high,
        "elo": round(upper.elo - lower.elo, 2),
    }


def known() -> list[dict[str, Any]]:
    """Return what is measured already, in the order of the ladder; only what still stands there."""
    found = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else []
    by_rung = {(row["variant"], row["upper"], row["lower"], row["games"], row["seed"]): row for row in found}
    keys = [(rung.variant, rung.upper, rung.lower, rung.games, SEED) for rung in LADDER]
    return [by_rung[key] for key in keys if key in by_rung]


def keep(rows: list[dict[str, Any]]) -> None:
    """Write what is measured, and the page."""
    MEASURED.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(rows), encoding="utf-8")


def page(rows: list[dict[str, Any]]) -> str:
    """Return the page; a rung that is not measured yet says so."""
    return "\n".join(_lines({(row["variant"], row["upper"], row["lower"]): row for row in rows})) + "\n"


def _lines(rows: dict[tuple[str, str, str], dict[str, Any]]) -> Iterator[str]:
    yield from (
        "# The ladder",
        "",
        "Each level of the players against the one below, on the variants of the three source documents, and on a",
        f"game of five more families `{ACROSS[0]}` against `{ACROSS[1]}`.",
        "Made by `python benchmarks/ladder.py`; do not edit.",
        "",
        "The same deals are played with seats exchanged. `won` is the part of the games that the player won, a draw",
        "being half a win; the interval holds the true part in 99 of 100 such runs and is computed over pairs of games",
        "with the same cards. `margin` is points at the end of a game, more than the others' mean; Elo is what lies",
        "between the two. Where three sit at a table, the two players take the seats in turn and equal ones win half",
        "of the games. How a tournament works: [tournaments](tournaments.md).",
        "",
    )
    for heading, here in (("Level by level", True), ("Other families", False)):
        yield from (f"## {heading}", "")
        yield "| game | player | against | games | won | 99% interval | margin | Elo |"
        yield "| --- | --- | --- | --- | --- | --- | --- | --- |"
        for rung in LADDER:
            if (rung.variant in DOCUMENTS) == here:
                row = rows.get((rung.variant, rung.upper, rung.lower))
                yield (
                    _row(row) if row else f"| {rung.variant} | {rung.upper} | {rung.lower} | not measured yet | | | | |"
                )
        yield ""
    yield from ("## The commands", "")
    for rung in LADDER:
        yield f"    {rung.command}"


def _row(row: dict[str, Any]) -> str:
    cells = (
        row["variant"],
        row["upper"],
        row["lower"],
        f"{2 * row['sets']:,}",
        f"{row['win_rate']:.1%}",
        f"{100 * row['low']:.1f} to {row['high']:.1%}",
        f"{row['margin']:+,.1f} ± {row['margin_high'] - row['margin']:,.1f}",
        f"{row['elo']:+.0f}" if 0 < row["win_rate"] < 1 else "no bound",
    )
    return f"| {' | '.join(cells)} |"


@click.command()
@click.option("--again", multiple=True, metavar="NAME", help="Measure these variants even if they are measured.")
@click.option("--only", multiple=True, metavar="NAME", help="Measure only these variants.")
@click.option("--page", "page_only", is_flag=True, help="Write the page from what is measured.")
def main(*, again: tuple[str, ...], only: tuple[str, ...], page_only: bool) -> None:
    """Measure the ladder, row by row, and write its page."""
    rows = [row for row in known() if row["variant"] not in again]
    if not page_only:
        done = {(row["variant"], row["upper"], row["lower"]) for row in rows}
        for rung in LADDER:
            if (rung.variant, rung.upper, rung.lower) in done or (only and rung.variant not in only):
                continue
            row = measured(rung)
            rows.append(row)
            keep(rows)
            click.echo(_row(row))
    keep(rows)
    keep(known())


if __name__ == "__main__":
    main()

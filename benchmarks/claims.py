"""Tests the advice of the source documents and writes what comes of it: `claims.json` here, and `docs/claims.md`.

    python benchmarks/claims.py                     # what is not measured yet; all of it takes some five minutes
    python benchmarks/claims.py --again NAME        # NAME once more
    python benchmarks/claims.py --page              # only the page, from what is measured
    python benchmarks/claims.py --quick             # a hundredth of the deals, printed and not kept

The experiments are in `experiments/`, one function each.  Deal g is a function of the seed and g alone and sums are
whole numbers, so the figures do not depend on how many processes play.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from functools import reduce
from itertools import repeat
from pathlib import Path
from typing import Any

import click
from attrs import asdict
from experiments import EXPERIMENTS
from experiments.asking import NOTHING, Asked, Experiment, Figure, Sums, added, figure, summed, verdict
from experiments.playing import SEED

HERE = Path(__file__).resolve().parent
MEASURED = HERE / "claims.json"
PAGE = HERE.parent / "docs" / "claims.md"
UNIT = 50
"""Deals that a process plays at a time."""
QUICK = 100
"""`--quick` plays one deal of so many."""
LEAST = 20
LEDGERS = {"ko": "two-handed-ko", "zh": "cardgames-io", "ja": "partnership-ja"}
BY_NAME = {experiment.name: experiment for experiment in EXPERIMENTS}


# -- measuring


def played(name: str, numbers: range) -> dict[str, Sums]:
    """Play some deals of an experiment; return the sums."""
    return summed(BY_NAME[name].play(numbers))


def measured(experiment: Experiment, deals: int, executor: Executor | None = None) -> dict[str, Any]:
    """Play an experiment; return what came of it."""
    units = [range(first, min(deals, first + UNIT)) for first in range(0, deals, UNIT)]
    mapped = map if executor is None else executor.map
    sums: dict[str, Sums] = reduce(added, mapped(played, repeat(experiment.name, len(units)), units), {})
    figures = {key: asdict(figure(asked, sums.get(key, NOTHING))) for key, asked in experiment.asked.items()}
    claims = list(experiment.claims)
    return {"name": experiment.name, "claims": claims, "deals": deals, "seed": SEED, "figures": figures}


def known() -> list[dict[str, Any]]:
    """Return what is measured already, in the order of the experiments; only what is still asked so."""
    found = json.loads(MEASURED.read_text(encoding="utf-8")) if MEASURED.exists() else []
    by_name = {row["name"]: row for row in found}
    return [by_name[each.name] for each in EXPERIMENTS if each.name in by_name and is_of(each, by_name[each.name])]


def is_of(experiment: Experiment, row: dict[str, Any]) -> bool:
    """Tell whether a row is what an experiment asks for."""
    same = (row["claims"], row["deals"], row["seed"]) == (list(experiment.claims), experiment.deals, SEED)
    return same and list(row["figures"]) == list(experiment.asked)


def keep(rows: Sequence[dict[str, Any]]) -> None:
    """Write what is measured, and the page."""
    places = [each.name for each in EXPERIMENTS]
    in_order = sorted(rows, key=lambda row: places.index(row["name"]))
    MEASURED.write_text(json.dumps(in_order, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    PAGE.write_text(page(in_order), encoding="utf-8")


# -- telling


def figures_of(experiment: Experiment, row: dict[str, Any]) -> Iterator[tuple[Asked, Figure]]:
    """Yield what is asked with the figure that was found."""
    for key, asked in experiment.asked.items():
        yield asked, Figure(**row["figures"][key])


def verdict_of(experiment: Experiment, row: dict[str, Any]) -> str:
    """Return what the figures say of the claim."""
    parts = [(asked.says, found) for asked, found in figures_of(experiment, row)]
    return verdict(found.answer(says) for says, found in parts if says is not None)


def amount(asked: Asked, value: float) -> str:
    """Return a value in words: a part of a whole in per cent, points with as many digits as tell something."""
    if asked.most is not None:
        return f"{value:.1%}"
    digits = 1 if abs(value) >= 10 else 2
    return f"{value:,.{digits}f}" if asked.amount else f"{value:+,.{digits}f}"


def interval(asked: Asked, found: Figure) -> str:
    """Return an interval in words."""
    if found.low is None or found.high is None:
        return "too few deals"
    return f"{amount(asked, found.low)} to {amount(asked, found.high)}"


ANSWERS = {True: "yes", False: "no", None: "open"}


def row_of(asked: Asked, found: Figure) -> str:
    """Return a line of a table of figures."""
    says = answer = ""
    if asked.says is not None:
        says = f"more than {asked.says:g}" if asked.most is None else f"more than {asked.says:.0%}"
        answer = ANSWERS[found.answer(asked.says)]
    mean = amount(asked, found.mean) if found.n else ""
    return f"| {' | '.join((asked.words, says, f'{found.n:,}', mean, interval(asked, found), answer))} |"


def page(rows: Sequence[dict[str, Any]]) -> str:
    """Return the page; an experiment that is not measured yet says so."""
    return "\n".join(_lines({row["name"]: row for row in rows})) + "\n"


def _lines(rows: dict[str, dict[str, Any]]) -> Iterator[str]:
    yield from (
        "# Claims tested",
        "",
        "The three source documents give advice. Here each piece that can be put to the test is an experiment, with",
        "what the simulation says. Made by `python benchmarks/claims.py`; do not edit.",
        "",
        "| advice | from | the simulation says | first figure, with its 99% interval |",
        "| --- | --- | --- | --- |",
    )
    for each in EXPERIMENTS:
        told = "not measured yet | "
        if each.name in rows:
            asked, found = next(figures_of(each, rows[each.name]))
            shown = f"{amount(asked, found.mean)} ({interval(asked, found)})" if found.n else "no deal tells"
            told = f"{verdict_of(each, rows[each.name])} | {asked.words}: {shown}"
        yield f"| [{each.title}](#{each.name}) | {_sources(each)} | {told} |"
    yield from (
        "",
        "## How to read it",
        "",
        "Most experiments play each deal twice, with the same cards and the same opponents; the two differ in one",
        "habit or one move, and what a side scores more than the other is compared. So a difference is that of the",
        "advice, and its interval is narrower than two separate runs would give it.",
        "",
        "- *claim* is what the advice says of a figure; a figure without it is told besides.",
        "- *deals* counts those that tell something of the figure: each notes it once, so they are independent.",
        "- *interval* holds the true figure in 99 of 100 such runs. *answer* is `yes` where all of it agrees with the",
        "  claim, `no` where none of it does, else `open`.",
        "- The advice *holds* if all answers are yes, *holds in part* if some are, *does not hold* if none is and one",
        "  is no; else *the simulation cannot tell*. Nobody decides this by hand.",
        "- Points of the game for two, and of the last experiment, are in tens (a counter is 10, a run 150); those of",
        "  the other partnership games are small (a counter is 1, a run 15).",
        "",
        "What they cannot tell: [computer players](players.md) are not people. A habit is judged against opponents who",
        "do not know of it, and by players who play on as they always do. That it pays to remember cards is not",
        "repeated here: [the ladder](ladder.md) has `counting`, which does, against `basic`, which does not.",
        "",
    )
    for each in EXPERIMENTS:
        yield from _section(each, rows.get(each.name))


def _section(each: Experiment, row: dict[str, Any] | None) -> Iterator[str]:
    where = each.play.__module__.rpartition(".")[2]
    source = f"[`{each.play.__name__}`](../benchmarks/experiments/{where}.py)"
    yield from (
        f'<a id="{each.name}"></a>',
        "",
        f"## {each.title}",
        "",
        f"**The claim** ({_sources(each)}): {each.says}",
        "",
        f"**What is measured:** {each.measures}",
        "",
    )
    if row is None:
        yield from ("Not measured yet.", "")
    else:
        yield "| figure | claim | deals | mean | 99% interval | answer |"
        yield "| --- | --- | --- | --- | --- | --- |"
        yield from (row_of(asked, found) for asked, found in figures_of(each, row))
        yield from ("", f"**The advice: {verdict_of(each, row)}.**", "")
    yield f"Players: {each.players}. {each.deals:,} deals of seed {SEED}; {source}, run by"
    yield from ("", f"    python benchmarks/claims.py --again {each.name}", "")
    if each.limits:
        yield from (f"Mind: {each.limits}", "")


def _sources(each: Experiment) -> str:
    return ", ".join(f"[{claim}](../seeds/{LEDGERS[claim[:2]]}.yaml)" for claim in each.claims)


def _tell(experiment: Experiment, row: dict[str, Any]) -> None:
    click.echo(f"{experiment.title}: {verdict_of(experiment, row)}")
    for asked, found in figures_of(experiment, row):
        click.echo(f"  {row_of(asked, found)}")


@click.command()
@click.option("--again", multiple=True, metavar="NAME", help="Measure these even if they are measured.")
@click.option("--only", multiple=True, metavar="NAME", help="Measure only these.")
@click.option("--page", "page_only", is_flag=True, help="Write the page from what is measured.")
@click.option("--quick", is_flag=True, help="Play a hundredth of the deals, print what comes of it and keep nothing.")
@click.option("--jobs", default=os.cpu_count() or 1, show_default=True, help="Processes that play.")
def main(*, again: tuple[str, ...], only: tuple[str, ...], page_only: bool, quick: bool, jobs: int) -> None:
    """Test the claims one by one, and write their page."""
    unknown = {*again, *only} - set(BY_NAME)
    if unknown:
        raise click.UsageError(f"no such experiment: {', '.join(sorted(unknown))}; there are {', '.join(BY_NAME)}")
    rows = [] if quick else [row for row in known() if row["name"] not in again]
    done = {row["name"] for row in rows}
    to_do = [each for each in EXPERIMENTS if each.name not in done and (not only or each.name in only)]
    if not page_only:
        executor = ProcessPoolExecutor(jobs) if jobs > 1 else None
        for each in to_do:
            row = measured(each, max(LEAST, each.deals // QUICK) if quick else each.deals, executor)
            _tell(each, row)
            if not quick:
                rows.append(row)
                keep(rows)
        if executor is not None:
            executor.shutdown()
    if not quick:
        keep(rows)


if __name__ == "__main__":
    main()

"""Measures the machine against a C program written for one game, and prints the ratios.

    python benchmarks/run.py [--quick] [--json]

See README.md beside this file for what each row means.  Exit status 1 says that the two programs did
not play the same game; no status depends on speed.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import click
import workloads
from checks import Check, deal_checks, hand_check, uncompiled_check
from measuring import MissingError, Row, Run, alternate, sized
from single_deck import SingleDeck

MOVES_A_SECOND = 2_000_000
IMPORTS = [sys.executable, "-c", "import attrs, cattrs, lark, yaml, click"]
VALIDATE = [sys.executable, "-m", "pinochle_dsl", "validate"]
FAMILIES = {
    "bezique": ("rubicon-bezique", 500),
    "binokel": ("binokel-three", 50),
    "double-deck": ("double-deck-tournament", 500),
    "partnership": ("partnership-auction", 50),
    "sixty-six": ("schnapsen", 50),
    "three-handed": ("three-handed-auction", 50),
    "two-handed": ("two-handed-classic", 50),
}
"""A game of each base, and the milliseconds in which it should compile: more where there is more than one pack."""
SEARCHED, HANDS_SEARCHED, PAUSE = "cutthroat-double-deck", 200, 100
"""The game with the largest melds that no table holds, how many hands of it are tried, and what is no pause yet."""
TWO_PROCESSES = 2.5
"""Seconds of games at least to compare one process with two: starting the second takes a part of one."""
SLOWEST_CHOICE = 10.0
"""Milliseconds that no decision of `search:64` may take."""
WORKER = [sys.executable, str(Path(workloads.__file__))]


@attrs.frozen
class Effort:
    """How long and how often to measure."""

    rounds: int
    seconds: float
    """Of each run."""
    check_seconds: float
    """Of each check."""


FULL = Effort(rounds=9, seconds=0.6, check_seconds=5)
QUICK = Effort(rounds=3, seconds=0.15, check_seconds=0.5)


def speed_rows(single_deck: SingleDeck, effort: Effort) -> Iterator[Row]:
    """Measure the rows that have to do with playing."""
    deals = sized(single_deck.deals, effort.seconds)
    hands = sized(single_deck.hands, effort.seconds)

    def measure(row: Row, workload: Callable[[int], Run], theirs: Callable[[], float]) -> Row:
        try:
            return alternate(row, sized(workload, effort.seconds), theirs, effort.rounds)
        except MissingError as error:
            return attrs.evolve(row, missing=str(error))

    yield measure(
        Row("(a) random deals", "deals/s", "single_deck.c, the same game", target=0.5), workloads.random_deals, deals
    )
    yield measure(
        Row("(b) whole games, basic", "deals/s", "single_deck.c, random deals", target=0.1),
        workloads.basic_deals,
        deals,
    )
    yield measure(Row("(c) melds of random hands", "hands/s", "single_deck.c melds"), workloads.random_hands, hands)
    yield measure(
        Row("(d) stepping through Game", "moves/s", "two million", target=1), workloads.steps, lambda: MOVES_A_SECOND
    )


def scale_rows(effort: Effort) -> Iterator[Row]:
    """Measure what long runs cost: a second process, by the clock on the wall, and every deal as a row."""
    row = Row("two processes", "deals/s", "one process", target=1.8)
    if (os.cpu_count() or 1) < 2:
        yield attrs.evolve(row, missing="this machine has one processor")
    else:
        try:
            seconds = max(TWO_PROCESSES, 5 * effort.seconds)
            both = sized(lambda games: workloads.elapsed_deals(games, 2), seconds)
            yield alternate(row, both, sized(lambda games: workloads.elapsed_deals(games, 1), seconds), 3)
        except MissingError as error:
            yield attrs.evolve(row, missing=str(error))
    row = Row("deals as rows of CSV", "deals/s", "their sums alone", target=0.5)
    try:
        rows, sums = (sized(work, effort.seconds) for work in (workloads.deals_as_rows, workloads.basic_deals))
        yield alternate(row, rows, sums, min(effort.rounds, 5))
    except MissingError as error:
        yield attrs.evolve(row, missing=str(error))


def uncompiled(effort: Effort) -> tuple[Row, Check | None]:
    """Measure the same games compiled and uncompiled, and compare what they gave."""
    row = Row("(e) compiled", "deals/s", "the same, uncompiled")
    environment = os.environ | {"PINOCHLE_PURE": "1"}
    try:
        compiled = sized(workloads.random_deals, effort.seconds)
        means = workloads.means(workloads.random_games(1)[1])
        if not workloads.is_compiled():
            msg = "the interpreter is not compiled here"
            raise MissingError(msg)  # noqa: TRY301 - one row, one way out
        documents: list[dict[str, Any]] = []

        def pure() -> float:
            document = json.loads(_output([*WORKER, "1"], environment))
            documents.append(document)
            return Run(document["work"], document["seconds"]).rate

        row = alternate(row, compiled, pure, min(effort.rounds, 3))
    except MissingError as error:
        return attrs.evolve(row, missing=str(error)), None
    if documents[0]["compiled"]:
        return attrs.evolve(row, missing="PINOCHLE_PURE=1 still ran compiled"), None
    return row, uncompiled_check(means, documents[0]["means"])


def start_rows(effort: Effort) -> Iterator[Row]:
    """Measure how long the command line takes (elapsed time of whole processes)."""

    def measure(row: Row, arguments: list[str], theirs: Callable[[], float]) -> Row:
        try:
            _elapsed(VALIDATE + arguments)  # the first time after a change Python compiles the modules
            return alternate(row, lambda: _elapsed(VALIDATE + arguments), theirs, effort.rounds)
        except MissingError as error:
            return attrs.evolve(row, missing=str(error))

    yield measure(
        Row("validate cardgames-io", "s", "only importing the libraries", target=2, at_most=True),
        ["cardgames-io"],
        lambda: _elapsed(IMPORTS),
    )
    yield measure(
        Row("validate partnership-ja, all", "s", "one second", target=1, at_most=True),
        ["partnership-ja", "--all-combinations"],
        lambda: 1.0,
    )


def family_rows(effort: Effort) -> Iterator[Row]:
    """Measure one game of each family: its two players against each other, and how long it takes to compile."""

    def measure(row: Row, ours: Callable[[], Callable[[], float]], theirs: Callable[[], Callable[[], float]]) -> Row:
        try:
            return alternate(row, ours(), theirs(), min(effort.rounds, 5))
        except MissingError as error:
            return attrs.evolve(row, missing=str(error))

    def deals(name: str, player: str) -> Callable[[], Callable[[], float]]:
        return lambda: sized(workloads.family_deals(name, player), effort.seconds)

    for base, (name, bound) in FAMILIES.items():
        yield measure(
            Row(f"{base}, random", "deals/s", f"{name} with basic players"), deals(name, "random"), deals(name, "basic")
        )
        yield measure(
            Row(f"{base}, compiled in", "ms", f"{bound} ms, {name}", target=1, at_most=True),
            lambda name=name: lambda: workloads.compiling(name),
            lambda bound=bound: lambda: float(bound),
        )
    yield measure(
        Row("slowest hand searched", "ms", f"{PAUSE} ms, {SEARCHED}", target=1, at_most=True),
        lambda: lambda: workloads.longest_search(SEARCHED, HANDS_SEARCHED),
        lambda: lambda: float(PAUSE),
    )


def _elapsed(command: list[str]) -> float:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    start = time.perf_counter()
    _output(command, environment)
    return time.perf_counter() - start


def _output(command: list[str], environment: dict[str, str] | None = None) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
    if done.returncode:
        reason = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}").splitlines()[-1]
        msg = f"{' '.join(command[1:])}: {reason}"
        raise MissingError(msg)
    return done.stdout


def row_text(row: Row) -> str:
    """Return a row as one line."""
    if row.missing is not None or None in (row.ours, row.theirs, row.ratio):
        return f"{row.name:30}not measured: {row.missing}"
    target = "" if row.target is None else f"{'at most' if row.at_most else 'at least'} {row.target:g}"
    verdict = {True: "reached", False: "missed", None: ""}[row.reached]
    figures = f"{_amount(row.ours):>12}{_amount(row.theirs):>12} {row.unit:8}{row.ratio:7.2f}{row.best_ratio:7.2f}"
    noise = f"{row.our_spread:8.0%}{row.their_spread:6.0%}"
    return f"{row.name:30}{figures}  {target:13}{verdict:8}{noise}  against {row.against}"


def check_text(check: Check) -> str:
    """Return a check as one line."""
    if check.missing is not None:
        return f"{check.name:30}not compared: {check.missing}"
    verdict = "ok" if check.agrees else "DIFFERS"
    how = "must be equal" if check.errors is None else f"{check.errors:.1f} standard errors apart"
    return f"{check.name:30}{_amount(check.ours):>12}{_amount(check.theirs):>12}  {verdict}, {how}"


def _amount(value: float | None) -> str:
    if value is None:
        return "-"
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3f}"


def solver_rows(effort: Effort) -> Iterator[Row]:
    """Measure how long best play with all cards known takes to find."""
    few = effort is QUICK
    for what, name, cards, positions, bound in (
        ("eight tricks of four hands", "cardgames-io", 8, 30, 1.0),
        ("a playoff of two hands", "two-handed-ko", 12, 30, 1.5),
        ("a whole deal of four hands", "cardgames-io", 12, 30, 100.0),
    ):
        row = Row(f"solved: {what}", "ms", f"{bound:g} ms, {name}", target=1, at_most=True)
        try:
            yield alternate(row, workloads.solving(name, cards, positions), lambda bound=bound: bound, 1 if few else 3)
        except MissingError as error:
            yield attrs.evolve(row, missing=str(error))


def choice_rows(effort: Effort) -> Iterator[Row]:
    """Measure how many deals `search` imagines, and its slowest decision in all shipped variants."""
    row = Row("imagined deals", "deals/s", "100,000, cardgames-io from mid-deal", target=1)
    try:
        yield alternate(row, workloads.imagining("cardgames-io", 6, 20), lambda: 100_000.0, 3)
    except MissingError as error:
        yield attrs.evolve(row, missing=str(error))
    deals = 1 if effort is QUICK else 3
    row = Row("slowest choice", "ms", f"{SLOWEST_CHOICE:g} ms, search:64 in every variant", target=1, at_most=True)
    try:
        yield alternate(row, lambda: workloads.slowest_choice("search:64", deals), lambda: SLOWEST_CHOICE, 1)
    except MissingError as error:
        yield attrs.evolve(row, missing=str(error))


def double_dummy_rows(effort: Effort, python: str) -> Iterator[Row]:
    """Measure how long best play takes to find beside a solver of bridge, which looks for tricks and not for points."""
    few = effort is QUICK
    script = str(Path(workloads.__file__).with_name("double_dummy.py"))
    try:
        _output([python, "-c", "import endplay"])
    except MissingError:
        missing = "no double-dummy solver; pip install endplay, or --double-dummy PYTHON of where it is"
    else:
        missing = None
    for what, tricks, positions in (("eight tricks", 8, 30), ("a whole deal", 12, 30)):
        row = Row(f"solved beside bridge: {what}", "ms", f"endplay, {4 * tricks} cards", at_most=True, missing=missing)
        if missing is None:
            ours = workloads.solving("cardgames-io", tricks, positions)

            def theirs(cards: int = 4 * tricks) -> float:
                return float(json.loads(_output([python, script, str(cards), "50"]))["median_ms"])

            row = alternate(row, ours, theirs, 1 if few else 3)
        yield row


def open_spiel_rows(effort: Effort, python: str) -> Iterator[Row]:
    """Measure the machine beside OpenSpiel's spades, from Python and inside the two kernels."""

    def spades(what: str) -> Callable[[int], Run]:
        def work(games: int) -> Run:
            found = json.loads(
                _output([python, str(Path(workloads.__file__).with_name("open_spiel.py")), what, str(games)])
            )
            return Run(found["work"], found["seconds"])

        return work

    try:
        _output([python, "-c", "import pyspiel"])
    except MissingError:
        missing = "no OpenSpiel; pip install open_spiel, or --open-spiel PYTHON of where it is"
    else:
        missing = None
    for name, unit, what, ours, theirs, target in (
        ("(f) moves, usual loop", "moves/s", "spades, chance and all", workloads.usual_steps, "moves", 5),
        ("(g) moves, quickest loop", "moves/s", "spades, only players' moves", workloads.steps, "played", None),
        ("(h) playouts from Python", "deals/s", "spades, the usual loop", workloads.stepped_deals, "playouts", None),
        ("(i) playouts inside", "deals/s", "spades in C++, undealt", workloads.random_deals, "rollouts", None),
    ):
        row = Row(name, unit, what, target=target, missing=missing)
        if missing is None:
            mine, other = sized(ours, effort.seconds), sized(spades(theirs), effort.seconds)
            row = alternate(row, mine, other, effort.rounds)
        yield row


@click.command()
@click.option("--double-dummy", "double_dummy", metavar="PYTHON", help="The Python where endplay is installed.")
@click.option("--open-spiel", "open_spiel", metavar="PYTHON", help="The Python where OpenSpiel is installed.")
@click.option("--quick", is_flag=True, help="Measure for seconds instead of a minute.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON document.")
def main(*, double_dummy: str | None, open_spiel: str | None, quick: bool, as_json: bool) -> None:
    """Measure the machine against a C program, and print the ratios."""
    effort = QUICK if quick else FULL
    rows: list[Row] = []
    checks: list[Check] = []

    def show(text: str) -> None:
        if not as_json:
            click.echo(text)

    def report(row: Row) -> None:
        rows.append(row)
        show(row_text(row))

    show(f"{'':30}{'ours':>12}{'theirs':>12} {'':8}{'ratio':>7}{'best':>7}  {'target':21}{'noise: ours, theirs':>14}")
    with tempfile.TemporaryDirectory() as folder:
        try:
            single_deck = SingleDeck.build(Path(folder))
        except MissingError as error:
            raise click.ClickException(str(error)) from error
        for row in speed_rows(single_deck, effort):
            report(row)
        for row in scale_rows(effort):
            report(row)
        row, same = uncompiled(effort)
        report(row)
        for row in start_rows(effort):
            report(row)
        for row in family_rows(effort):
            report(row)
        for row in choice_rows(effort):
            report(row)
        for row in solver_rows(effort):
            report(row)
        for row in double_dummy_rows(effort, double_dummy or sys.executable):
            report(row)
        for row in open_spiel_rows(effort, open_spiel or sys.executable):
            report(row)
        checks += [*deal_checks(single_deck, effort.check_seconds), hand_check(single_deck, effort.check_seconds)]
    checks += [same] if same else []
    show(f"\nthe interpreter is {'compiled' if workloads.is_compiled() else 'not compiled or not there'}\n")
    for check in checks:
        show(check_text(check))
    if as_json:
        click.echo(json.dumps(_document(rows, checks, quick=quick), indent=2))
    if any(check.agrees is False for check in checks):
        sys.exit(1)


def _document(rows: list[Row], checks: list[Check], *, quick: bool) -> dict[str, Any]:
    return {
        "machine": {"python": platform.python_version(), "system": platform.system(), "processor": platform.machine()},
        "compiled": workloads.is_compiled(),
        "quick": quick,
        "rows": [attrs.asdict(row) | {"reached": row.reached} for row in rows],
        "checks": [attrs.asdict(check) for check in checks],
    }


if __name__ == "__main__":
    main()

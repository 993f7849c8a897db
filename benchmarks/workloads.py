"""What the machine is asked to do; also a command, so that it can be asked uncompiled.

    python benchmarks/workloads.py GAMES

plays GAMES games of a thousand random deals and prints one JSON document about it.
"""

from __future__ import annotations

import importlib
import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Mapping
from functools import cache
from itertools import count, cycle
from pathlib import Path
from typing import Any

from measuring import MissingError, Run, Workload

RANDOM_DEALS = str(Path(__file__).with_name("random-single-deck.yaml"))
DEALS_A_GAME = 1000
WHOLE_GAMES = "cardgames-io"
HANDS_AT_ONCE = 10_000
_SEARCHES = count()
DRAWS = 10_007
"""Length of the list of numbers that the stepping player chooses by: a prime, so that it falls in with nothing."""


def random_games(games: int, seed: int = 0) -> tuple[Run, Mapping[str, Any]]:
    """Play games of a thousand random deals; return the speed in deals and the statistics."""
    program, simulate = _program(RANDOM_DEALS), _part("interpreter", "simulate")
    start = time.process_time()
    result = simulate(program, games=games, seed=seed, players=("random",))
    return Run(result.deals, time.process_time() - start), result.stats


def random_deals(games: int) -> Run:
    """Play games of a thousand random deals, counted in deals."""
    return random_games(games)[0]


def basic_deals(games: int) -> Run:
    """Play whole games with `basic` players, counted in deals."""
    program, simulate = _program(WHOLE_GAMES), _part("interpreter", "simulate")
    start = time.process_time()
    result = simulate(program, games=games, players=("basic",))
    return Run(result.deals, time.process_time() - start)


def elapsed_deals(games: int, jobs: int) -> Run:
    """Play whole games with so many processes, counted in deals, by the clock on the wall."""
    program, simulate = _program(WHOLE_GAMES), _part("interpreter", "simulate")
    start = time.perf_counter()
    result = simulate(program, games=games, jobs=jobs)
    return Run(result.deals, time.perf_counter() - start)


def deals_as_rows(games: int) -> Run:
    """Play whole games with `basic` players and keep each deal as a line of CSV, counted in deals."""
    program, running = _program(WHOLE_GAMES), importlib.import_module("interpreter.running")
    start = time.process_time()
    lines = 0
    for step in running.steps(running.Run(program, 0, ("basic",), 0, games, rows="csv")):
        lines += step.rows.count(b"\n")
    return Run(lines, time.process_time() - start)


def score_hands(hands: int, seed: int = 0) -> tuple[Run, int]:
    """Score random hands inside the kernel; return the speed and the points of all together."""
    program, score = _program(RANDOM_DEALS), _part("interpreter.benchmarking", "score_random_hands")
    start = time.process_time()
    total = score(program, hands, seed)
    return Run(hands, time.process_time() - start), total


def random_hands(lots: int) -> Run:
    """Score random hands, ten thousand a unit."""
    return score_hands(lots * HANDS_AT_ONCE)[0]


def steps(games: int) -> Run:
    """Step whole games through `Game`, choosing evenly among the legal actions; counted in moves."""
    program, new_game = _program(WHOLE_GAMES), _part("interpreter", "Game")
    source = random.Random(1)
    draw = cycle([source.getrandbits(24) for _ in range(DRAWS)]).__next__
    moves = 0
    start = time.process_time()
    for number in range(games):
        game = new_game(program, 0, number)
        legal_actions, apply = game.legal_actions, game.apply
        while not game.is_over:
            actions = legal_actions()
            apply(actions[draw() % len(actions)])
            moves += 1
    return Run(moves, time.process_time() - start)


def usual_steps(games: int) -> Run:
    """Step whole games through `Game` by the loop of OpenSpiel's own examples; counted in moves."""
    program, new_game = _program(WHOLE_GAMES), _part("interpreter", "Game")
    return _stepped(program, new_game, games)


def stepped_deals(games: int) -> Run:
    """Step games of a thousand deals by the same loop; in deals."""
    run = _stepped(_program(RANDOM_DEALS), _part("interpreter", "Game"), games)
    return Run(DEALS_A_GAME * games, run.seconds)


def _stepped(program: Any, new_game: Any, games: int) -> Run:  # noqa: ANN401 - as for `_program`
    source, moves = random.Random(1), 0
    start = time.process_time()
    for number in range(games):
        game = new_game(program, 0, number)
        while not game.is_over:
            game.apply(source.choice(game.legal_actions()))
            moves += 1
    return Run(moves, time.process_time() - start)


def family_deals(name: str, player: str) -> Workload:
    """Return a workload of whole games of a variant with one kind of player, counted in deals."""
    simulate = _part("interpreter", "simulate")

    def play(games: int) -> Run:
        program = _program(name)
        start = time.process_time()
        result = simulate(program, games=games, players=(player,))
        return Run(result.deals, time.process_time() - start)

    return play


def compiling(name: str) -> float:
    """Return the milliseconds that a variant takes from its files to the tables that the machine plays with."""
    load, make_tables = _part("pinochle_dsl", "load"), _part("interpreter._tables", "make_tables")
    start = time.process_time()
    make_tables(load(name).compile())
    return 1000 * (time.process_time() - start)


def longest_search(name: str, hands: int) -> float:
    """Return the milliseconds that the slowest of so many hands takes, where melds are too many for a table."""
    program = _program(name)
    melds = _part("interpreter._tables", "make_tables")(program)[0].all_melds
    if all(component.tabled for component in melds.components):
        msg = f"all melds of {name} fit in tables"
        raise MissingError(msg)
    ranks = len(program.deck.ranks)
    pack = [card for card, copies in enumerate(program.deck.copies) for _ in range(copies)]
    source, slowest = random.Random(next(_SEARCHES)), 0.0  # other hands each time: what was found is kept
    for number in range(hands):
        counts = [0] * len(program.deck.copies)
        suits = source.sample(range(4), 2 + number % 3)  # the fewer suits, the more melds
        held = [card for card in pack if card // ranks in suits]
        for card in source.sample(held, program.deal.hand):
            counts[card] += 1
        start = time.process_time()
        melds.total_of(counts, number % 5)
        slowest = max(slowest, time.process_time() - start)
    return 1000 * slowest


def imagining(name: str, cards: int, positions: int) -> Callable[[], float]:
    """Return what gives the deals a second that `search` imagines, each played to its end once for every choice.

    In each position the seat to play holds so many cards, and has to choose by imagining.
    """
    new_game, kinds = _part("interpreter", "Game"), _part("interpreter.players", "player_kinds")
    some, many = kinds(["search:8", "search:1000"])
    found: list[Any] = []
    for number in range(10 * positions):
        game = new_game(_program(name), 98, number)
        while not game.is_over and len(found) < positions:
            if game.decision == "play" and len(game.observation(game.current_seat).hand) == cards:
                before = game.deals_tried
                game.choice(some)
                if game.deals_tried > before:
                    found.append(game)
                    break
            game.apply(game.choice(1))

    def imagined() -> float:
        before = sum(game.deals_tried for game in found)
        took = sum(_time_of(lambda game=game: game.choice(many)) for game in found)
        return 1000 * (sum(game.deals_tried for game in found) - before) / took

    return imagined


def slowest_choice(player: str, deals: int) -> float:
    """Return the milliseconds of a player's slowest decision in so many deals of every variant, played by `basic`.

    A decision that seems slow is asked for twice more and counts with its quickest time: what stays is its own.
    """
    new_game, kinds = _part("interpreter", "Game"), _part("interpreter.players", "player_kinds")
    shipped = _part("pinochle_dsl.layers", "shipped_names")
    kind, simple = kinds([player, "basic"])
    slowest = 0.0
    for name in sorted(shipped()):
        for number in range(deals):
            game = new_game(_program(name), 7, number)
            while not game.is_over and game.facts()["deal"] == 1 and not game.facts()["redeal"]:
                if len(game.legal_actions()) > 1:
                    took = _time_of(lambda game=game: game.choice(kind))
                    if took > slowest:
                        took = min(took, *(_time_of(lambda game=game: game.choice(kind)) for _ in range(2)))
                    slowest = max(slowest, took)
                game.apply(game.choice(simple))
    return slowest


def _time_of(work: Callable[[], object]) -> float:
    """Return the milliseconds of processor time that something takes."""
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start)


def solving(name: str, cards: int, positions: int) -> Callable[[], float]:
    """Return what gives the median of the milliseconds that positions of a variant take to be solved.

    In each the leader of a trick holds so many cards, after a deal that `basic` players have begun.
    """
    new_game, solve = _part("interpreter", "Game"), _part("interpreter", "solve")
    found: list[Any] = []
    for number in range(10 * positions):
        game = new_game(_program(name), 99, number)
        while not game.is_over and len(found) < positions:
            if game.decision == "play" and game.stage == "playoff":
                seen = game.observation(game.current_seat)
                if len(seen.hand) == cards and not seen.trick:
                    found.append(game)
                    break
            game.apply(game.choice(1))

    def solved() -> float:
        times = []
        for game in found:
            start = time.process_time()
            solve(game)
            times.append(time.process_time() - start)
        return 1000 * statistics.median(times)

    return solved


def is_compiled() -> bool:
    """Return whether a part of the interpreter that has been used is compiled."""
    modules = [module for name, module in sys.modules.items() if name.startswith("interpreter.")]
    return any(not (getattr(module, "__file__", None) or ".py").endswith(".py") for module in modules)


def means(stats: Mapping[str, Any]) -> dict[str, float]:
    """Return the mean of each figure of a simulation."""
    return {name: figure["mean"] if isinstance(figure, Mapping) else figure.mean for name, figure in stats.items()}


@cache
def _program(name: str) -> Any:  # noqa: ANN401 - the machine may not be there to type it
    return _part("pinochle_dsl", "load")(name).compile()


def _part(module: str, name: str) -> Any:  # noqa: ANN401 - as above
    try:
        return getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError) as error:
        msg = f"{module}.{name} is missing ({error})"
        raise MissingError(msg) from error


def _main() -> None:
    run, stats = random_games(int(sys.argv[1]))
    document = {"work": run.work, "seconds": run.seconds, "compiled": is_compiled(), "means": means(stats)}
    sys.stdout.write(json.dumps(document) + "\n")


if __name__ == "__main__":
    _main()

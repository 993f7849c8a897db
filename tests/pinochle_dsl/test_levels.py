"""The players in every shipped game: they finish games, see nothing hidden, and keep to their budget."""

from __future__ import annotations

import itertools
import subprocess
import sys
from collections import Counter
from math import factorial, prod
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

import interpreter
from interpreter import Game, simulate
from interpreter.players import chosen, player_kinds
from pinochle_dsl import load

if TYPE_CHECKING:
    from collections.abc import Iterator

VARIANTS = sorted(path.stem for path in (Path(__file__).parents[2] / "variants").glob("*.yaml"))
COUNTING, SEARCH = player_kinds(["counting", "search:2"])
BASIC = 1


def test_names_say_the_level_and_the_budget() -> None:
    random, basic, counting, search, more, timed = player_kinds(
        ["random", "basic", "counting", "search", "search:65", "search:100ms"]
    )
    assert len({random, basic, counting, search, more, timed}) == 6
    assert player_kinds(["search:64"]) == [search]
    assert player_kinds("basic,search:64") == [basic, search]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("serach:8", "did you mean 'search:8'"),
        ("xyzzy", "players are: random, basic, counting, search"),
        ("basic:3", "takes no budget"),
        ("search:", "a number of deals, or of milliseconds"),
        ("search:0", "from 1 to 100000 imagined deals"),
        ("search:9999999ms", "from 1 to 600000 milliseconds"),
        ("search:٣", "a number of deals"),
    ],
)
def test_names_that_are_none_are_told_in_words(name: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        player_kinds([name])


@pytest.mark.parametrize("name", VARIANTS)
def test_no_choice_depends_on_hidden_cards(name: str) -> None:
    """Every choice is the same when all that a seat cannot see is dealt anew, the stock and the widow too."""
    program, random = load(name).compile(), Random(name)
    checked = 0
    kinds: set[str] = set()
    for number in range(3):
        game = Game(program, 5, number)
        for _ in range(260):
            if game.is_over:
                break
            seat = game.current_seat
            if game.decision not in kinds or random.random() < 0.12:
                kinds.add(game.decision)
                twin = game.copy()
                twin.swap_hidden(seat, random.randrange(1 << 60))
                assert twin.observation(seat) == game.observation(seat)
                for kind in (BASIC, COUNTING, SEARCH):
                    assert twin.choice(kind) == game.choice(kind), (game.decision, kind)
                checked += 1
            legal = game.legal_actions()
            game.apply(
                random.choice(legal) if random.random() < 0.2 and game.decision != "call" else game.choice(BASIC)
            )
    assert checked > 12


@pytest.mark.parametrize("name", VARIANTS)
def test_hidden_cards_are_all_accounted_for(name: str) -> None:
    """The cards that a seat cannot see are those that lie where it cannot look: counted from the true deal."""
    program, random = load(name).compile(), Random(name)
    game = Game(program, 6)
    for _ in range(220):
        if game.is_over:
            break
        for seat in range(program.table.seats):
            pool, places = game.hidden_places(seat)
            assert min(pool) >= 0
            if any(sum(game.hand_counts(s)) for s in range(program.table.seats)):
                assert sum(pool) == sum(size for _, _, size, _ in places)
                for kind, at, _, mask in places:
                    if kind == 0:
                        hidden = [
                            held - known
                            for held, known in zip(game.hand_counts(at), game.known_counts(seat, at), strict=True)
                        ]
                        assert all(n <= free for n, free in zip(hidden, pool, strict=True))
                        assert all(mask >> card & 1 for card, n in enumerate(hidden) if n), "a hand that cannot be"
        legal = game.legal_actions()
        game.apply(random.choice(legal) if random.random() < 0.2 and game.decision != "call" else game.choice(BASIC))


def all_ways(pool: list[int], places: list[tuple[int, int]]) -> Iterator[tuple[Any, int]]:
    """Yield every way to lay counted cards into places, with how many orders of single cards it stands for."""
    if not places:
        yield (), 1
        return
    size, mask = places[0]
    held = [card for card, n in enumerate(pool) if n and mask >> card & 1]
    for some in itertools.product(*(range(min(pool[card], size) + 1) for card in held)):
        if sum(some) != size:
            continue
        left = list(pool)
        for card, n in zip(held, some, strict=True):
            left[card] -= n
        orders = factorial(size) // prod(factorial(n) for n in some)
        for rest, times in all_ways(left, places[1:]):
            yield (tuple(zip(held, some, strict=True)), *rest), times * orders


@pytest.mark.parametrize("name", ["cardgames-io", "cutthroat", "three-handed-auction"])
def test_every_way_to_lay_the_hidden_cards_is_imagined_as_often(name: str) -> None:
    program = load(name).compile()
    compared = 0
    for number in range(40):
        game = Game(program, 7, number)
        while not game.is_over and not (game.decision == "play" and sum(game.hand_counts(game.current_seat)) <= 3):
            game.apply(game.choice(BASIC) if game.decision != "call" else 64)
            if game.facts()["deal"] > 1:
                break
        if game.is_over or game.decision != "play":
            continue
        seat = game.current_seat
        pool, places = game.hidden_places(seat)
        hands = [at for kind, at, _, _ in places if kind == 0]
        ways: Counter[Any] = Counter()
        for way, times in all_ways(pool, [(size, mask) for _, _, size, mask in places]):
            key: Any = tuple((at, tuple((card, n) for card, n in way[i] if n)) for i, at in enumerate(hands))
            ways[key] += times
        if not 2 <= len(ways) <= 60:
            continue
        tries = 6000
        seen: Counter[Any] = Counter()
        for dealt in game.imagined_hands(seat, tries, number + 1):
            found: list[Any] = []
            for at in hands:
                known = game.known_counts(seat, at)
                found.append((at, tuple((c, n - known[c]) for c, n in enumerate(dealt[at]) if n > known[c])))
            seen[tuple(found)] += 1
        assert set(seen) <= set(ways)
        total = sum(ways.values())
        off = sum(abs(seen[key] / tries - times / total) for key, times in ways.items()) / 2
        assert off < 0.02 + 0.6 * (len(ways) / tries) ** 0.5
        compared += 1
        if compared == 6:
            break
    assert compared >= 3


@pytest.mark.parametrize("name", VARIANTS)
def test_every_level_finishes_a_game(name: str) -> None:
    program = load(name).compile()
    assert simulate(program, 1, 3, ("counting",)).games == 1
    assert simulate(program, 1, 3, ("search:1", "counting", "basic")).games == 1


def test_a_choice_depends_on_its_address_and_on_nothing_else() -> None:
    program = load("partnership-ja").compile()
    game = Game(program, 8)
    while not (game.decision == "play" and game.facts()["tricks_played"] == 3):
        game.apply(game.choice(BASIC) if game.decision != "call" else 64)
    first = chosen(game, "search:8")
    before = (game.legal_actions(), game.facts(), game.observation(game.current_seat))
    assert [chosen(game, "search:8") for _ in range(3)] == [first] * 3
    assert (game.legal_actions(), game.facts(), game.observation(game.current_seat)) == before
    assert chosen(Game.replay(game.record()), "search:8") == first
    assert chosen(game.copy(), "search:8") == first


def test_the_budget_is_kept() -> None:
    program = load("cardgames-io").compile()
    for deals in (1, 7, 64):
        game = Game(program, 9)
        chosen(game, f"search:{deals}")
        assert game.deals_tried == deals
    game = Game(program, 9)
    chosen(game, "search:20ms")
    assert game.deals_tried > 8


def test_simulate_and_a_stepped_game_agree() -> None:
    program = load("three-handed-auction").compile()
    kinds = player_kinds(["search:2", "counting", "basic"])
    run = simulate(program, 1, 4, ("search:2", "counting", "basic"))
    game = Game(program, 4, 0)
    while not game.is_over:
        game.apply(game.choice(kinds[game.current_seat]))
    assert run.stats[f"wins of {game.winner}"].mean == 1


SCRIPT = """
import sys
from interpreter import Game
from interpreter.players import player_kinds
from pinochle_dsl import load
kinds = player_kinds(["counting", "search:2"])
for name in ("two-handed-ko", "partnership-ja", "binokel-three"):
    game = Game(load(name).compile(), 3)
    for step in range(36):
        if game.is_over:
            break
        game.apply(game.choice(kinds[step % 2]))
    print(name, game.actions)
"""


@pytest.mark.skipif(not interpreter.COMPILED, reason="compares with the compiled kernel")
def test_the_uncompiled_kernel_chooses_the_same() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            capture_output=True,
            text=True,
            check=True,
            env={"PINOCHLE_PURE": pure, "PYTHONPATH": str(Path(__file__).parents[2])},
        ).stdout
        for pure in ("0", "1")
    ]
    assert told[0] == told[1]
    assert told[0].count("\n") == 3

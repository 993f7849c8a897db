"""The exact solver against plain minimax over the queries, in games of every kind of duty."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from interpreter import Game, Program, legal_cards, solve, trick_winner
from interpreter.cards import parse_cards
from interpreter.codes import NO_TRUMP
from pinochle_dsl import load

HOUSES = {
    "leads": "extends: partnership\nplay: {lead: [avoid trump unless trump_played or only_trumps_left]}\n",
    "partner excepted": "extends: partnership\nplay: {must: [follow suit, trump, beat unless partner_winning]}\n",
    "beat when trump led": "extends: partnership\nplay: {must: [follow suit, trump, beat when trump_led]}\n",
    "no duty": "extends: partnership\nplay: {must: []}\n",
    "last wins": "extends: partnership\nplay: {identical: last wins}\n",
    "named cards": "extends: partnership\nplay: {must: [follow suit, play 9, avoid A]}\n",
    "beat the suit led": "extends: three-handed\nplay: {must: [follow suit, beat the suit led, trump]}\n",
    "alone": "extends: partnership\nplay: {alone: declarer}\n",
    "no trump": "extends: partnership\nauction: null\ntrump: {by: nobody}\nplay: {leader: eldest}\n"
    "outcomes: {made: null, set: null, played: {if: otherwise, each: meld + counters}}\n"
    "game: {both_reach: [highest]}\n",
}
GAMES = (
    "cardgames-io",
    "partnership-ja",
    "two-handed-ko",
    "binokel-three",
    "three-handed-auction",
    "double-deck-tournament",
    "schnapsen",
    "six-handed-three-sides",
    "five-handed-called-partner",
    "triple-deck",
)


def house(tmp_path: Path, name: str) -> Program:
    if name in GAMES:
        return load(name).compile()
    path = tmp_path / "house.yaml"
    path.write_text(f"variant: house\n{HOUSES[name]}", encoding="utf-8")
    return load(str(path)).compile()


def positions(program: Program, cards: int, seed: int) -> Iterator[tuple[Game, bool]]:
    """Yield games of random players in which the one who is to play holds so many cards, at any place of a trick.

    With each comes whether a trump has been played.
    """
    chance = random.Random(seed)
    for number in range(400):
        game = Game(program, seed, number)
        met, deal, broken, place = 0, 0, False, chance.randrange(program.table.seats)
        for _ in range(3000):
            if game.is_over:
                break
            if game.facts()["deal"] != deal:
                deal, broken = game.facts()["deal"], False
            action = game.choice(0)
            if game.decision == "play":
                seen = game.observation(game.current_seat)
                if game.stage == "playoff" and met != deal and len(seen.hand) == cards and len(seen.trick) >= place:
                    met = deal
                    yield game.copy(), broken
                broken = broken or game.describe(action)[-1] == seen.trump
            game.apply(action)


ROOT = Path(__file__).resolve().parents[2]
ALONE = """
from interpreter import solve
from pinochle_dsl import load
from tests.pinochle_dsl.test_solving import positions
games = [game for (game, _), _ in zip(positions(load("cardgames-io").compile(), 8, 1), range(6), strict=False)]
print(repr(solve(games[{number}], nodes={nodes})))
"""

Hands = dict[int, tuple[str, ...]]


class Plain:
    """Minimax without any cleverness, over the queries that need no game."""

    def __init__(self, game: Game, friends: frozenset[int], *, least: bool) -> None:  # noqa: D107
        self.program, facts = game.program, game.facts()
        suits = (*self.program.deck.suits, "none")
        self.trump_number = facts["trump"] if facts["trump"] != NO_TRUMP else 4
        self.trump = suits[self.trump_number]
        self.friends, self.sign = friends, -1 if least else 1
        self.declarer, self.out = facts["declarer"], game.facts().get("absent", 0)
        seats = range(self.program.table.seats)
        self.seats = [seat for seat in seats if not self.out >> seat & 1]
        seen = game.observation(game.current_seat)
        self.now = (tuple(seen.hand), tuple(seen.trick))
        self.legal_now = [game.describe(action) for action in game.legal_actions()]
        """A card of a meld that was just laid may have to be led; the queries know nothing of it."""
        self.known: dict[object, int] = {}

    def worth(self, card: str) -> int:
        """Return what a card brings the camp."""
        rules = self.program.rules
        (kind,) = parse_cards(self.program.deck, card)
        types = len(rules.card_points)
        points = rules.trump_points[self.trump_number * types + kind] if rules.trump_points else rules.card_points[kind]
        return self.sign * points

    def best(self, hands: Hands, trick: tuple[tuple[int, str], ...], leader: int, *, first: bool, played: bool) -> int:
        """Return what the camp can take from here; `first`: this is the first trick, `played`: a trump has been."""
        asked = (tuple(hands.items()), trick, leader, first, played)
        if asked not in self.known:
            self.known[asked] = self.found(hands, trick, leader, first=first, played=played)
        return self.known[asked]

    def found(self, hands: Hands, trick: tuple[tuple[int, str], ...], leader: int, *, first: bool, played: bool) -> int:
        """Find that."""
        if len(trick) == len(self.seats):
            place = trick_winner(self.program, [card for _, card in trick], self.trump)
            assert place is not None
            winner = trick[place][0]
            gain = sum(self.worth(card) for _, card in trick)
            if not any(hands.values()):
                gain += self.sign * self.program.rules.last_trick
            broken = played or any(card[-1] == self.trump for _, card in trick)
            rest = self.best(hands, (), winner, first=False, played=broken) if any(hands.values()) else 0
            return rest + (gain if winner in self.friends else 0)
        at = self.seats.index(leader)
        seat = self.seats[(at + len(trick)) % len(self.seats)]
        legal = legal_cards(
            self.program,
            list(hands[seat]),
            [card for _, card in trick],
            self.trump,
            stage="playoff",
            leading=leader,
            seat=(leader + len(trick)) % self.program.table.seats if self.out else seat,  # a query knows nobody absent
            declarer=self.declarer if self.declarer >= 0 else None,
            first_trick=first,
            trump_played=played,
        )
        if (hands[seat], trick) == self.now:
            legal = self.legal_now
        values = []
        for card in legal:
            left = list(hands[seat])
            left.remove(card)
            values.append(
                self.best({**hands, seat: tuple(left)}, (*trick, (seat, card)), leader, first=first, played=played)
            )
        return max(values) if seat in self.friends else min(values)


def compare(game: Game, *, broken: bool, least: bool = False) -> int:
    """Solve a position both ways for either camp; return how many cards were to choose from."""
    mover, figures, facts = game.current_seat, game.seat_figures(), game.facts()
    side = figures["side"]
    hands = {seat: tuple(game.observation(seat).hand) for seat in range(len(side))}
    seen = game.observation(mover)
    for camp in {side[seat]: seat for seat in range(len(side))}.values():
        friends = frozenset(seat for seat in range(len(side)) if side[seat] == side[camp])
        plain = Plain(game, friends, least=least)
        trick = tuple(seen.trick)
        held = {seat: hands[seat] for seat in plain.seats}
        value = plain.best(held, trick, facts["leader"], first=facts["tricks_played"] == 0, played=broken)
        taken = sum(figures["raw"][seat] for seat in friends)
        solution = solve(game, camp, least=least, values=True)
        assert solution.points == taken + plain.sign * value, (seen, hands)
        wanted = max if (mover in friends) != least else min
        assert wanted(v for v in solution.values.values() if v is not None) == solution.points
        assert solution.action is not None
        assert solution.values[solution.action] == solution.points
    return len(game.legal_actions())


@pytest.mark.parametrize("name", [*GAMES, *HOUSES])
def test_the_solver_finds_what_plain_minimax_finds(tmp_path: Path, name: str) -> None:
    program = house(tmp_path, name)
    seats = program.table.seats
    cards = {2: 5, 3: 4}.get(seats, 4 if seats == 4 and name in GAMES else 3)
    wanted = int(os.environ.get("SOLVED", "20"))
    found = zip(range(wanted), positions(program, cards, 5), strict=False)
    choices = [compare(game, broken=broken, least=number % 2 == 1) for number, (game, broken) in found]
    assert len(choices) == wanted
    assert max(choices) > 1


OTHER_RANKS = """
extends: partnership
calls:
  low: {by: declarer, when: in place of trump, changes: {deck: {ranks: 9 J Q K 10 A}, trump: {by: nobody}, meld: null}}
  low ten: {by: declarer, when: before first lead, changes: {deck: {ranks: A K Q J 10 9}}}
"""


def by_copies(game: Game, friends: list[int], known: dict[object, int]) -> int:
    """Return what some seats take at the end of a deal, by playing all that can be played in copies of the game."""
    seats = range(len(game.seat_figures()["side"]))
    hands = tuple(tuple(sorted(game.observation(seat).hand)) for seat in seats)
    asked = (hands, tuple(game.observation(0).trick), game.current_seat, tuple(game.seat_figures()["raw"]))
    if asked in known:
        return known[asked]
    values = []
    for card in game.legal_actions():
        after = game.copy()
        after.events = []
        after.apply(card)
        settled = [what for kind, what in after.events if kind == "settled"]
        if settled:
            values.append(sum(settled[0][1]["raw"][seat] for seat in friends))
        else:
            values.append(by_copies(after, friends, known))
    known[asked] = (max if game.current_seat in friends else min)(values)
    return known[asked]


def test_a_contract_may_turn_the_ranks_over(tmp_path: Path) -> None:
    """Which cards win for sure is read from what beats what, not from the order of the deck."""
    path = tmp_path / "house.yaml"
    path.write_text(f"variant: house\n{OTHER_RANKS}", encoding="utf-8")
    found = 0
    for game, _ in positions(load(str(path)).compile(), 3, 1):
        if found == 60:
            break
        if not game.facts()["mode"]:
            continue
        found += 1
        side = game.seat_figures()["side"]
        friends = [seat for seat in range(len(side)) if side[seat] == side[game.current_seat]]
        solution = solve(game, values=True)
        assert (
            solution.points == by_copies(game, friends, {}) == max(v for v in solution.values.values() if v is not None)
        )
    assert found == 60


def test_more_than_four_hands_are_told_apart() -> None:
    """Positions in which the fifth and the first hand are changed about were once taken for one another."""
    program = load("six-handed-three-sides").compile()
    for number in (22, 23):
        game = Game(program, 5, number)
        while game.decision != "play" or len(game.observation(game.current_seat).hand) > 4:
            game.apply(game.choice(1))
        compare(game, broken=True)


def test_what_was_solved_before_does_not_matter() -> None:
    """A place in the table may be taken by a later position while what comes after it is searched."""
    game = Game(load("two-handed-ko").compile(), 7, 8)
    while game.decision != "play" or game.stage != "playoff" or len(game.observation(game.current_seat).hand) != 8:
        game.apply(game.choice(0))
    first = solve(game, 0, values=True)
    assert first.points == 220
    assert [solve(game, 0, values=number % 2 == 1).points for number in range(250)] == [220] * 250
    assert solve(game, 0, values=True) == first


def test_limited_work_comes_as_far_whatever_was_solved_before() -> None:
    program = load("cardgames-io").compile()
    games = [game for (game, _), _ in zip(positions(program, 8, 1), range(6), strict=False)]
    limits = (300, 3000)
    alone = {}
    for number in range(len(games)):
        for nodes in limits:
            code = ALONE.format(number=number, nodes=nodes)
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT)
            alone[number, nodes] = done.stdout.strip()
    for _ in range(3):
        for number, game in enumerate(games):
            solve(game)
            for nodes in limits:
                assert repr(solve(game, nodes=nodes)) == alone[number, nodes]


def test_work_can_be_limited_and_bounds_hold() -> None:
    program = load("cardgames-io").compile()
    game, _ = next(positions(program, 9, 1))
    exact = solve(game)
    assert exact.exact
    assert exact.points is not None
    met = set()
    for nodes in (0, 1, 10, 100, 1000, 10_000):
        part = solve(game, nodes=nodes)
        assert part.low <= exact.points <= part.high
        assert part.nodes <= nodes + 1
        met.add(part.exact)
    assert False in met
    assert solve(game, nodes=0).action is None
    assert solve(game, nodes=0, values=True).values[game.legal_actions()[0]] is None


def test_both_camps_together_get_all_there_is() -> None:
    program = load("cardgames-io").compile()
    for (game, _), _ in zip(positions(program, 6, 2), range(10), strict=False):
        ours, theirs = (solve(game, camp).points for camp in (0, 1))
        assert ours is not None
        assert theirs is not None
        assert ours + theirs == 250


def test_a_game_is_left_as_it_was() -> None:
    game, _ = next(positions(load("cardgames-io").compile(), 5, 3))
    before = (game.facts(), game.seat_figures(), game.legal_actions(), game.record())
    solve(game, values=True)
    assert before == (game.facts(), game.seat_figures(), game.legal_actions(), game.record())


@pytest.mark.parametrize(
    ("wrong", "words"),
    [({"seat": 4}, "no seat"), ({"seat": True}, "no seat"), ({"nodes": -1}, "whole number"), ({"nodes": 1.5}, "whole")],
)
def test_what_cannot_be_solved_is_said(wrong: dict[str, object], words: str) -> None:
    game, _ = next(positions(load("cardgames-io").compile(), 5, 3))
    with pytest.raises(ValueError, match=words):
        solve(game, **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="card is to be played"):
        solve(Game(load("cardgames-io").compile()))
    drawing = Game(load("two-handed-ko").compile())
    while drawing.decision != "play":
        drawing.apply(drawing.choice(0))
    with pytest.raises(ValueError, match="still to be drawn"):
        solve(drawing)


SAME = """
from pinochle_dsl import load
from interpreter import Game, solve
for name in ("cardgames-io", "two-handed-ko"):
    game = Game(load(name).compile(), 4)
    while not (game.decision == "play" and game.stage == "playoff" and game.observation(0).hands_left[0] == 4):
        game.apply(game.choice(0))
    print(solve(game, values=True))
"""


def test_uncompiled_solutions_are_the_same() -> None:
    told = []
    for pure in ("0", "1"):
        environment = {**os.environ, "PINOCHLE_PURE": pure}
        done = subprocess.run([sys.executable, "-c", SAME], env=environment, capture_output=True, text=True, check=True)
        told.append(done.stdout)
    assert told[0] == told[1]
    assert told[0].count("Solution(") == 2

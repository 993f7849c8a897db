"""What must not leak from deal to deal, from hand to hand or from seat to person, and games that must end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import attrs
import pytest

from interpreter import Game, Match, Program
from interpreter._basic import Player
from interpreter._tables import make_tables
from interpreter.game import play_out
from interpreter.solving import solve
from interpreter.soundness import UnsoundProgram
from interpreter.trace import trace
from pinochle_dsl import load
from tests.interpreter.programs import random_deal

ROOT = Path(__file__).parents[2]


def program_of(folder: Path, text: str) -> Program:
    path = folder / "game.yaml"
    path.write_text("variant: game\n" + text, encoding="utf-8")
    return load(str(path)).compile()


def settled(game: Game, chooser: Random, call: bool = False) -> list[dict[str, list[int]]]:  # noqa: FBT001, FBT002
    """Play a game at random, and return the figures of the seats at each settlement; `call`: all that may be called."""
    game.tell_events()
    found: list[dict[str, list[int]]] = []
    while True:
        assert game.events is not None
        events: Any = game.events
        found += [what[1] for kind, what in events if kind == "settled"]
        events.clear()
        if game.is_over:
            return found
        actions = game.legal_actions()
        game.apply(actions[0] if call and game.decision == "call" else chooser.choice(actions))


# ---- melds that come to an end -----------------------------------------------------------------------------

BUILT = """
extends: two-handed
meld: {new_card: NEW, turns: several per trick won}
melds: {kings: {class: kings, cards: K of any suit, points: 10, reuses: [kings]LIMIT}}
"""


@pytest.mark.parametrize(("new", "limit", "most"), [("true", "", 8), ("false", ", limit: 3", 3)])
@pytest.mark.parametrize("kind", [0, 1])
def test_a_meld_that_reuses_itself_ends(tmp_path: Path, new: str, limit: str, most: int, kind: int) -> None:
    """With a new card each time it is laid once a king at most, and the pack has eight."""
    game = Game(program_of(tmp_path, BUILT.replace("NEW", new).replace("LIMIT", limit)), 2)
    seen = 0
    while not game.is_over:
        game.apply(game.choice(kind))
        seen = max(seen, *(game.observation(seat).laid[seat].get("kings", 0) for seat in (0, 1)))
    assert 0 < seen <= most


def endless(folder: Path) -> Program:
    """Return a Program that no check lets pass: the same king is laid again and again."""
    program = program_of(folder, BUILT.replace("NEW", "true").replace("LIMIT", ""))
    assert program.rules.meld is not None
    meld = attrs.evolve(program.rules.meld, new_card=False)
    return attrs.evolve(program, modes=(attrs.evolve(program.rules, meld=meld),))


def test_what_could_be_laid_without_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsoundProgram, match="kings reuses its own cards"):
        Game(endless(tmp_path))


def test_a_deal_without_end_is_broken_off_and_no_count_runs_over(tmp_path: Path) -> None:
    """The machine by itself, without the check before it: three such deals, and the game is over."""
    game = Player(make_tables(endless(tmp_path)), 3)
    while not game.is_over:
        game.apply(game.choice(1))
    facts = game.facts()
    assert facts["unfinished"]
    assert facts["deal"] <= 3
    assert max(max(game.melded_counts(seat)) for seat in (0, 1)) == 255
    assert sum(game.totals) > 100_000


ALARM = """
import signal, sys
sys.path.insert(0, ".")
from pathlib import Path
from interpreter._playout import Playout
from interpreter._tables import make_tables
from tests.pinochle_dsl.test_deal_by_deal import endless
class Rung(Exception): pass
def ring(*_): raise Rung
playout = Playout(make_tables(endless(Path(sys.argv[1]))), 0, [1])
signal.signal(signal.SIGALRM, ring)
signal.setitimer(signal.ITIMER_REAL, 0.02)
try:
    playout.play_games(0, 1)
except Rung:
    print("heard after", playout.totals_of_sums()[0], "games")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such alarms")
def test_a_signal_is_heard_within_a_game(tmp_path: Path) -> None:
    """A game of 300,000 decisions and more, and an alarm after a fiftieth of a second."""
    done = subprocess.run(
        [sys.executable, "-c", ALARM, str(tmp_path)], capture_output=True, text=True, timeout=60, check=True, cwd=ROOT
    )
    assert done.stdout == "heard after 0 games\n"


# ---- cards laid away, and cards that count for somebody ------------------------------------------------------

VALUES = "counters: {cards: {A: 11, 10: 10, K: 4, Q: 3, J: 2, 9: 0, J of trump: 20}, last_trick: 10}\n"
PACK = 2 * 4 * (11 + 10 + 4 + 3 + 2) + 2 * (20 - 2) + 10
"""All cards where a suit is trump, and the last trick."""

DIG = f"""
extends: partnership
deal: {{cards: 11, widow: 4}}
phases: [deal, auction, trump, widow, bury, meld, play, score]
widow: {{to: nobody}}
calls: {{dig: {{by: declarer, when: after trump, changes: {{widow: {{to: declarer}}, bury: {{cards: 4}}}}}}}}
{VALUES}"""


def test_cards_buried_in_one_deal_are_forgotten_in_the_next(tmp_path: Path) -> None:
    """Whatever was buried before, the points of a deal in which the widow is taken add up to those of the pack."""
    program = program_of(tmp_path, DIG)
    found = [sum(figures["raw"]) for figures in settled(Game(program, 4), Random(4), call=True)]
    assert len(found) > 3
    assert set(found) == {PACK}


def test_nobody_sees_what_was_buried_before(tmp_path: Path) -> None:
    program = program_of(tmp_path, DIG + "game: {target: null, deals: 6, both_reach: null}\n")
    game = Game(program, 4)
    deals = set()
    while not game.is_over:
        if game.decision == "bury":
            deals.add(game.facts()["deal"])
            assert [game.observation(seat).buried for seat in range(4)] == [()] * 4
        game.apply(game.legal_actions()[0] if game.decision == "call" else game.choice(0))
    assert len(deals) > 3


def test_the_widow_of_the_last_trick_counts_by_the_trump(tmp_path: Path) -> None:
    text = "extends: partnership\ndeal: {cards: 11, widow: 4}\nwidow: {to: last trick winner}\n" + VALUES
    found = [
        sum(figures["raw"])
        for seed in range(4)
        for figures in settled(Game(program_of(tmp_path, text), seed), Random(seed))
    ]
    assert len(found) > 10
    assert set(found) == {PACK}


def test_cards_laid_aside_count_by_the_trump(tmp_path: Path) -> None:
    program = program_of(tmp_path, "extends: two-handed-auction\ndeal: {discards_to: owner}\n" + VALUES)
    games = [settled(Game(program, seed), Random(seed)) for seed in range(6)]
    played = [figures for game in games for figures in game if sum(figures["tricks"]) == program.deal.hand]
    assert len(played) > 5
    assert {sum(figures["raw"]) for figures in played} == {PACK}


# ---- more people than seats ------------------------------------------------------------------------------------

FIVE = """
extends: three-handed
players: {at_table: 5, sit_out: [dealer, 2nd left of dealer]NEXT}
game: {target: null, deals: DEALS, both_reach: null}
"""


def five(folder: Path, following: str = "", deals: int = 4, more: str = "") -> Program:
    text = FIVE.replace("NEXT", f", next_dealer: {following}" if following else "").replace("DEALS", str(deals))
    return program_of(folder, text + more)


def test_who_lays_the_meld_that_wins_is_the_person_and_not_the_seat(tmp_path: Path) -> None:
    """The game is over as soon as somebody holds king and queen of trump, and he is at the table."""
    won = "melds: {royal marriage: {wins_game: 1}}\n"
    program = five(tmp_path, deals=30, more=won)
    for seed in range(12):
        game = play_out(Game(program, seed), ["random"])
        figures, facts = game.seat_figures(), game.facts()
        laid = [seat for seat in range(3) if game.melded_counts(seat)[names(program).index("royal marriage")]]
        people = [figures["account"][seat] for seat in laid]
        assert people, "thirty deals without a royal marriage are not to be had"
        assert game.winner in people
        if facts["declarer"] in laid:
            assert game.winner == figures["account"][facts["declarer"]]


def names(program: Program) -> list[str]:
    return [entry.name for entry in program.rules.melds]


@pytest.mark.parametrize("following", ["", "winner"])
def test_a_match_goes_on_with_whoever_deals_next(tmp_path: Path, following: str) -> None:
    """Of games of one deal, the next is dealt by the next of the five, or by who had most in melds and counters."""
    match = Match(five(tmp_path, following, 1), 7)
    dealt: list[int] = []
    for _ in range(20):
        game = match.next_game()
        dealer = game.facts()["dealing"]
        assert not dealt or dealer == dealt[-1]
        play_out(game, ["random"])
        figures = game.seat_figures()
        scores = [meld + raw for meld, raw in zip(figures["own_meld"], figures["raw"], strict=True)]
        best = [figures["account"][seat] for seat in range(3) if scores[seat] == max(scores)]
        dealt.append((best[0] if len(best) == 1 else dealer) if following else (dealer + 1) % 5)
        again = Game.replay(game.record())
        assert again.totals == game.totals
    assert max(dealt) > 2


def test_the_winner_of_the_last_deal_deals_first_in_the_next_game(tmp_path: Path) -> None:
    """At a table of three, too; and a deal's winner is not the game's, who may have won other deals."""
    text = "extends: three-handed\nplayers: {next_dealer: winner}\ngame: {target: null, deals: 5, both_reach: null}\n"
    match = Match(program_of(tmp_path, text), 19)
    differ = 0
    for _ in range(20):
        game = match.next_game()
        play_out(game, ["random"])
        figures = game.seat_figures()
        scores = [meld + raw for meld, raw in zip(figures["own_meld"], figures["raw"], strict=True)]
        if scores.count(max(scores)) == 1:
            assert game.following_dealer() == scores.index(max(scores))
            differ += game.winner != scores.index(max(scores))
    assert differ


def test_the_trace_tells_the_game_that_is_played(tmp_path: Path) -> None:
    """Players are those at the table, whatever seats they have in a deal."""
    program = five(tmp_path, deals=6)
    players = ["basic", "random", "basic", "random", "random"]
    assert Game(program, 3, players=players).players == tuple(players)
    for seed in range(3):
        told = trace(program, seed, 0, players)
        played = play_out(Game(program, seed, players=players), players)
        assert "player 4 random" in told.splitlines()[1]
        winner = f"player {played.winner}" if isinstance(played.winner, int) else "draw"
        assert winner in told.splitlines()[-1].lower()
        for total in played.totals:
            assert str(total) in "".join(told.splitlines()[-8:])
        assert Game.replay(played.record()).players == tuple(players)


# ---- what a player knows ---------------------------------------------------------------------------------------

GRAND = """
extends: partnership
calls: {grand: {by: declarers, when: before first lead, changes: {outcomes: {
  made: {if: count(A) >= 4, declarers: 500, defenders: 0}, set: {declarers: -500, defenders: 0}}}}}
"""


def test_basic_does_not_look_into_the_hands_of_others(tmp_path: Path) -> None:
    """What is said about a contract stays the same whatever the others hold."""
    program = program_of(tmp_path, GRAND)
    asked = 0
    for seed in range(40):
        game = Game(program, seed)
        while game.decision != "call" and game.facts()["deal"] == 1 and not game.is_over:
            game.apply(game.choice(1))
        if game.decision != "call":
            continue
        asked += 1
        said = game.choice(1)
        hands = [game.hand_counts(seat) for seat in range(4)]
        others = [seat for seat in range(4) if seat != game.current_seat]
        for turn in range(1, 3):  # the same hands in other places
            moved = list(hands)
            for k, seat in enumerate(others):
                moved[seat] = hands[others[(k + turn) % 3]]
            twin = game.copy()
            twin.set_hidden(moved, [])
            assert twin.choice(1) == said
    assert asked > 5


def test_hands_of_any_size_can_be_asked_about() -> None:
    """Two hands of ninety cards: bounds that hold, and no place beyond what the solver has room for."""
    program = random_deal()
    deck = attrs.evolve(program.deck, copies=(8,) * 24)
    table = attrs.evolve(program.table, seats=2, side_of=(0, 1))
    program = attrs.evolve(program, deck=deck, table=table, deal=attrs.evolve(program.deal, hand=90, turn_up="none"))
    game = Game(program, 1)
    found = solve(game, 0, nodes=3000)
    assert 0 <= found.low <= found.high

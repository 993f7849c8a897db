"""What random variants have found, each pinned by itself."""

from __future__ import annotations

from pathlib import Path
from random import Random

import attrs
import pytest

from interpreter import Game, Program, melds, simulate
from interpreter.codes import Name, Op
from pinochle_dsl import check, load
from tests.interpreter.imagining import swap_hidden

BASE = "variant: house\nextends: partnership\n"


def compiled(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path)).compile()


def test_a_deck_of_three_suits_may_say_its_copies_by_rank(tmp_path: Path) -> None:
    text = BASE + "deck: {suits: ♠ ♥ ♦, copies: {A 10 K: 2, Q J 9: 2}}\ndeal: {cards: 9}\nmelds: {pinochle: null}\n"
    assert compiled(tmp_path, text).deck.copies == (2,) * 18 + (0,) * 6


def test_words_that_pass_are_read_as_they_are_told(tmp_path: Path) -> None:
    """The plain pass is the first of them wherever it stands."""
    program = compiled(tmp_path, BASE + "auction: {passes: [pass with help, pass]}\n")
    assert program.rules.auction is not None
    assert program.rules.auction.passes == ("pass", "pass with help")
    game = Game(program, 1)
    assert {game.action(game.describe(action)) for action in game.legal_actions()} == set(game.legal_actions())
    assert compiled(tmp_path, BASE + "auction: {passes: ['no']}\n").action("no") == game.action("pass")


def test_what_counts_as_a_bid_is_bid_by_him_whose_turn_it_is(tmp_path: Path) -> None:
    """Bid by nobody it would be bid without end; the machine takes no such Program."""
    text = BASE + "calls: {misere: {when: at own bid, must: 'true', bids: 40}}\n"
    program = compiled(tmp_path, text)
    assert simulate(program, 2, 1, ("basic",)).games == 2
    (call,) = program.rules.calls
    alone = attrs.evolve(program, modes=(attrs.evolve(program.rules, calls=(attrs.evolve(call, by=()),)),))
    with pytest.raises(ValueError, match="bid without end"):
        Game(alone)


def test_nobody_exchanges_before_a_partner_is_found(tmp_path: Path) -> None:
    text = (
        "variant: house\nextends: partnership\nexchange: {cards: 2}\n"
        "players: {seats: 5, sides: declarer and partner against the rest}\n"
        "deal: {cards: 9, rest: out of play}\nask: {for: A, back: 1, makes_partner: true}\n"
    )
    game = Game(compiled(tmp_path, text), 3)
    while game.phase != "ask":
        assert game.decision != "exchange"
        game.apply(game.choice(1))


def test_a_card_is_asked_of_him_whose_turn_it_is(tmp_path: Path) -> None:
    """Others who answer a call before the card do not take his turn."""
    text = BASE + (
        "calls:\n  boast: {by: anyone, when: before own card}\n  challenge: {by: opponents, when: after call boast}\n"
    )
    game = Game(compiled(tmp_path, text), 5)
    random = Random(5)
    for _ in range(400):
        if game.is_over:
            break
        if game.decision == "play":
            turn = (game.facts()["leader"] + len(game.trick_cards())) % 4
            assert game.current_seat == turn
        game.apply(random.choice(game.legal_actions()))


def test_balances_beyond_all_bounds_stay_within_them(tmp_path: Path) -> None:
    """Differences of balances are numbers of the machine too."""
    text = (
        BASE + "payments: {much: {when: before own card, from: opponents, to: each, amount: 900000000 + abs(lead)}}\n"
    )
    text += "game: {target: null, both_reach: null, deals: 2}\n"
    game = Game(compiled(tmp_path, text), 1)
    while not game.is_over:
        game.apply(game.choice(0))
    assert 10**9 - 1000 < max(map(abs, game.totals)) <= 10**9
    lead = [int(Op.LOAD), int(Name.LEAD), 0]
    assert [game.evaluate(lead, seat) for seat in range(2)] == [
        game.totals[side] - game.totals[1 - side] for side in range(2)
    ]


def test_deals_settled_without_a_decision_are_counted_once(tmp_path: Path) -> None:
    text = BASE + (
        "calls: {over: {when: before auction, must: 'true', then: over}}\n"
        "outcomes: {over: {each: 7}}\ngame: {target: null, both_reach: null, deals: 3}\n"
    )
    run = simulate(compiled(tmp_path, text), 4, 1)
    assert (run.games, run.deals) == (4, 12)
    assert run.stats["gain of 0"].mean == pytest.approx(7)


def test_basic_looks_at_no_other_hand_where_outcomes_do(tmp_path: Path) -> None:
    text = BASE + (
        "calls: {enough: {by: anyone, when: after each trick, then: stop play}}\n"
        "outcomes:\n  over: {if: called(enough), caller: best_meld, each: 0}\n"
    )
    game, random, asked = Game(compiled(tmp_path, text), 8), Random(8), 0
    while not game.is_over and asked < 40:
        if game.decision == "call":
            asked += 1
            assert swap_hidden(game, random).choice(1) == game.choice(1)
        game.apply(random.choice(game.legal_actions()) if game.decision != "call" else 64)


def test_a_meld_may_name_suits_twice(tmp_path: Path) -> None:
    """A king of a plain suit and an ace of any: each pair of suits is a way to form it, once for each plain suit."""
    text = BASE + "melds: {pair: {cards: K of a plain suit and A of any suit, points: [7, 20]}}\n"
    program = compiled(tmp_path, text)
    pair = next(entry for entry in program.rules.melds if entry.name == "pair")
    assert [len(ways) for _, ways in pair.forms[0]] == [4, 4, 4]
    assert melds(program, "K♥ A♠", "♠").total == 7
    assert melds(program, "K♥ A♥", "♠").total == 7
    assert melds(program, "K♠ A♥", "♠").total == 0
    assert melds(program, "K♥ K♥ A♠ A♦", "♠").total == 20
    assert melds(program, "K♥ K♣ A♠ A♦", "♠").total == 14


def test_basic_plays_from_where_the_game_stands(tmp_path: Path) -> None:
    """What he thought of his hand before does not outlive a condition that has changed."""
    text = BASE + "trump: {needs: nobody_bid or count(A) > 3, lacking: same dealer deals again}\n"
    text += "auction: {pass: may return, raise: 1}\n"
    game, random = Game(compiled(tmp_path, text), 4), Random(4)
    for _ in range(300):
        if game.is_over:
            break
        assert game.copy().choice(1) == game.choice(1)
        game.apply(game.choice(1) if random.random() < 0.7 else random.choice(game.legal_actions()))


def test_bids_stay_the_same_under_a_contract_of_another_kind(tmp_path: Path) -> None:
    """Where the ladder ends follows from what can be won; a contract that changes that changes no bid."""
    text = BASE + "calls: {low: {by: anyone, when: at own first bid, changes: {counters: {last_trick: 30}}}}\n"
    program = compiled(tmp_path, text)
    first, other = (rules.auction for rules in program.modes)
    assert first is not None
    assert first == other


def test_a_meld_that_takes_the_turn_up_lays_a_card_for_it(tmp_path: Path) -> None:
    text = "variant: house\nextends: two-handed\nmelds: {bare: {if: count(A) = 0, points: 10, swaps: turn-up}}\n"
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    (item,) = check(str(tmp_path / "house.yaml")).diagnostics
    assert (item.code, item.message, item.line) == ("PIN407", "which card takes the place of the turn-up?", 3)


def test_the_play_ends_wherever_the_partner_sits_who_sits_out(tmp_path: Path) -> None:
    program = compiled(tmp_path, BASE + "play: {alone: declarer}\n")
    absent = set()
    for number in range(12):
        game = Game(program, 6, number)
        while not game.is_over and game.facts()["deal"] == 1:
            assert game.legal_actions()
            absent.add(game.facts()["absent"])
            game.apply(game.choice(0))
    assert absent == {0, 1, 2, 4, 8}


def test_cards_that_change_places_with_the_turn_up_come_to_an_end(tmp_path: Path) -> None:
    """Of two melds that take the turn-up one brings back the card of the other; each of its copies counts once."""
    text = (
        "variant: house\nextends: two-handed\n"
        "melds: {jack: {class: jack, cards: J of trump, points: 10, swaps: turn-up, free: true}}\n"
    )
    program = compiled(tmp_path, text)
    for number in range(20):
        game = Game(program, 2, number)
        while not game.is_over and game.facts()["deal"] == 1:
            assert len(game.actions) < 200
            melding = [action for action in game.legal_actions() if game.describe(action).startswith("meld")]
            game.apply(melding[0] if melding else game.choice(0))

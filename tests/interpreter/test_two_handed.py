"""The stock, and melds that are laid over time."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest

from interpreter import Game
from interpreter.codes import Op, Who
from interpreter.program import Meld, Stage, Stock
from tests.interpreter import programs as p


def hand(text: str) -> list[int]:
    """Return counts of a hand."""
    from interpreter.cards import parse_cards

    cards = parse_cards(p.deck(), text)
    return [cards.count(t) for t in range(24)]


def first_trick(winner_hand: str, other_hand: str, **changes) -> Game:
    """Return a game before its first trick: spades are trump, J♠ lies under a stock of little use at first."""
    program = p.two_handed(**changes)
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    games = (Game(program, seed) for seed in range(400))
    game = next(g for g in games if g.facts()["turn_up"] == p.card("J", 0))
    mine, theirs = hand(winner_hand), hand(other_hand)
    rest = [t for t in range(24) for _ in range(2 - mine[t] - theirs[t] - (t == p.card("J", 0)))]
    rest.sort(key=lambda t: ["9", "10", "J", "A", "Q", "K"].index(p.RANKS[t % 6]))
    game.set_hidden([theirs, mine], rest)
    return game


def lead(game: Game, card: str, answer: str) -> Game:
    """Play a trick."""
    game.apply(game.action(card))
    game.apply(game.action(answer))
    return game


def choices(game: Game) -> list[str]:
    return [game.describe(a) for a in game.legal_actions()]


ROYAL = "A♠ K♠ Q♠ A♥ 9♥ 9♦ 9♦ 10♣ J♥ 10♦ J♣ 9♣"
OTHER = "9♥ 10♥ K♥ Q♥ 10♥ K♦ Q♦ J♦ 9♣ Q♣ J♣ 10♣"


def test_the_winner_of_a_trick_may_lay_one_meld_before_drawing():
    game = lead(first_trick(ROYAL, OTHER), "A♥", "9♥")
    assert (game.decision, game.current_seat) == ("meld", 1)
    assert choices(game) == ["meld royal marriage", "pass"]
    assert sum(game.hand_counts(1)) == 11
    game.apply(game.action("meld royal marriage"))
    assert game.decision == "play"
    assert game.seat_figures()["laid_meld"] == [0, 40]
    assert sum(game.hand_counts(1)) == 12
    assert game.observation(0).table[1] == ("K♠", "Q♠")
    assert game.observation(0).laid[1] == {"royal marriage": 1}


def test_a_royal_marriage_blocks_a_run_with_its_cards():
    cards = "A♠ K♠ Q♠ 10♠ J♠ A♥ A♥ 9♦ 9♦ J♣ 10♦ 9♥"
    game = lead(first_trick(cards, OTHER), "A♥", "9♥")
    assert choices(game) == ["meld run", "meld royal marriage", "pass"]
    game.apply(game.action("meld royal marriage"))
    lead(game, "A♥", "10♥")
    assert choices(game) == ["meld dix", "pass"]


def test_used_belongs_to_the_card_not_to_the_type():
    game = lead(first_trick("A♠ K♠ K♠ Q♠ Q♠ 10♠ J♠ A♥ 9♥ 9♦ 9♦ J♥", OTHER), "A♥", "9♥")
    assert "meld run" in choices(game)
    game.apply(game.action("meld royal marriage"))
    lead(game, "A♠", "9♣")
    assert "meld royal marriage" in choices(game)
    assert "meld run" not in choices(game)


def test_a_run_with_the_other_king_and_queen():
    game = lead(first_trick("A♠ K♠ K♠ Q♠ Q♠ 10♠ J♠ A♥ A♥ 9♦ 9♦ J♥", OTHER), "A♥", "9♥")
    game.apply(game.action("meld royal marriage"))
    lead(game, "A♥", "10♥")
    assert "meld run" in choices(game)
    game.apply(game.action("meld run"))
    assert game.seat_figures()["laid_meld"] == [0, 190]
    assert [game.table_counts(1)[p.card(r, 0)] for r in "KQ"] == [2, 2]


def test_of_a_melded_and_a_fresh_copy_the_melded_one_is_played():
    game = lead(first_trick("A♠ K♠ K♠ Q♠ Q♠ 10♦ J♣ A♥ 9♥ 9♦ 9♦ J♥", OTHER), "A♥", "9♥")
    game.apply(game.action("meld royal marriage"))
    assert game.table_counts(1)[p.card("K", 0)] == 1
    lead(game, "K♠", "9♣")
    assert game.table_counts(1)[p.card("K", 0)] == 0
    assert "meld royal marriage" not in choices(game) or game.table_counts(1)[p.card("Q", 0)] == 1


def test_other_classes_use_the_same_card():
    cards = "K♠ Q♠ Q♥ Q♦ Q♣ J♦ A♥ A♥ A♦ 9♦ J♥ 10♥"
    game = lead(first_trick(cards, "9♥ 10♥ K♥ 9♥ K♦ 10♦ 9♣ J♣ 9♣ 10♣ 10♣ J♣"), "A♥", "9♥")
    game.apply(game.action("meld queens around"))
    lead(game, "A♥", "9♥")
    game.apply(game.action("meld pinochle"))
    assert game.table_counts(1)[p.card("Q", 0)] == 1
    lead(game, "A♦", "10♦")
    game.apply(game.action("meld royal marriage"))
    assert game.table_counts(1)[p.card("Q", 0)] == 1
    assert game.seat_figures()["laid_meld"] == [0, 140]


def test_a_new_card_is_needed():
    cards = "K♠ Q♠ K♥ K♦ K♣ Q♥ Q♦ Q♣ A♥ A♥ A♠ 9♦"
    other = "9♥ 9♥ 10♥ J♥ 10♦ J♦ 9♣ J♣ 9♣ J♣ 10♣ 10♣"
    game = lead(first_trick(cards, other), "A♥", "9♥")
    game.apply(game.action("meld kings around"))
    lead(game, "A♥", "9♥")
    game.apply(game.action("meld queens around"))
    lead(game, "A♠", "9♣")
    assert "meld royal marriage" not in choices(game)
    free = first_trick(cards, other, meld=Meld("one per trick won", new_card=False))
    game = lead(free, "A♥", "9♥")
    game.apply(game.action("meld kings around"))
    lead(game, "A♥", "9♥")
    game.apply(game.action("meld queens around"))
    lead(game, "A♠", "9♣")
    assert "meld royal marriage" in choices(game)


def test_the_dix_takes_the_turn_up():
    game = lead(first_trick("9♠ A♥ 9♥ 9♦ 9♦ J♥ 10♥ J♣ 10♣ A♣ A♦ 10♦", OTHER), "A♥", "9♥")
    assert choices(game) == ["meld dix", "pass"]
    game.apply(game.action("meld dix"))
    assert game.facts()["turn_up"] == p.card("9", 0)
    assert game.hand_counts(1)[p.card("J", 0)] >= 1
    assert game.hand_counts(1)[p.card("9", 0)] == 0 or game.hand_counts(1)[p.card("9", 0)] == 1
    assert game.seat_figures()["laid_meld"] == [0, 10]
    assert sum(game.hand_counts(1)) == 12


def test_a_turned_nine_pays_the_dealer():
    program = p.two_handed()
    for seed in range(60):
        game = Game(program, seed)
        nine = game.facts()["turn_up"] % 6 == 5
        dealer = game.facts()["dealer"]
        assert game.totals == [10 if nine and seat == dealer else 0 for seat in range(2)]


def test_melds_several_per_trick_and_free_ones():
    cards = "K♠ Q♠ K♥ Q♥ 9♠ Q♦ Q♣ A♥ A♥ A♠ 9♦ J♦"
    game = lead(
        first_trick(cards, "9♥ 9♥ 10♥ J♥ 10♦ J♦ 9♣ J♣ 9♣ J♣ 10♣ 10♣", meld=Meld("several per trick won")), "A♥", "9♥"
    )
    while game.decision == "meld":
        game.apply(game.legal_actions()[0])
    assert game.seat_figures()["laid_meld"][1] == 40 + 20 + 10 + 40 + 60
    melds = tuple(attrs.evolve(e, free=e.name == "dix") for e in p.two_handed().rules.melds)
    game = lead(first_trick(cards, "9♥ 9♥ 10♥ J♥ 10♦ J♦ 9♣ J♣ 9♣ J♣ 10♣ 10♣", melds=melds), "A♥", "9♥")
    game.apply(game.action("meld queens around"))
    assert choices(game) == ["meld dix", "pass"]
    game.apply(game.action("pass"))
    assert game.seat_figures()["laid_meld"] == [0, 60]


def test_reuse_excludes_and_limit():
    entries = p.two_handed().rules.melds
    names = [e.name for e in entries]
    upgraded = tuple(
        attrs.evolve(e, reuses=(names.index("royal marriage"),)) if e.name == "run" else e for e in entries
    )
    cards = "A♠ K♠ Q♠ 10♠ J♠ A♥ A♥ 9♦ 9♦ J♣ 10♦ 9♥"
    for melds, run in ((entries, False), (upgraded, True)):
        game = lead(first_trick(cards, OTHER, melds=melds), "A♥", "9♥")
        game.apply(game.action("meld royal marriage"))
        lead(game, "A♥", "10♥")
        assert ("meld run" in choices(game)) == run
    excluded = tuple(
        attrs.evolve(e, excludes=(names.index("run"),)) if e.name == "royal marriage" else e for e in entries
    )
    game = lead(first_trick("A♠ K♠ K♠ Q♠ Q♠ 10♠ J♠ A♥ A♥ 9♦ J♣ 10♦", OTHER, melds=excluded), "A♥", "9♥")
    game.apply(game.action("meld royal marriage"))
    lead(game, "A♥", "10♥")
    assert "meld run" not in choices(game)
    limited = tuple(attrs.evolve(e, limit=1) if e.name == "royal marriage" else e for e in entries)
    game = lead(first_trick("A♠ K♠ K♠ Q♠ Q♠ 9♦ J♣ A♥ A♥ 9♦ J♥ 10♦", OTHER, melds=limited), "A♥", "9♥")
    game.apply(game.action("meld royal marriage"))
    lead(game, "A♥", "10♥")
    assert "meld royal marriage" not in choices(game)


def play_stock_out(game: Game) -> Game:
    """Play until the stock is gone."""
    while game.stage == "stock" and not game.is_over:
        game.apply(game.legal_actions()[-1] if game.decision == "meld" else game.legal_actions()[0])
    return game


@pytest.mark.parametrize("last_card", ["loser takes the turn-up", "winner takes the turn-up"])
@pytest.mark.parametrize("draws_first", ["trick winner", "trick loser"])
def test_who_takes_the_turn_up(last_card, draws_first):
    program = p.two_handed(stock=Stock(Stage(()), draws_first=draws_first, last_card=last_card))
    for seed in range(10):
        game = Game(program, seed)
        while game.facts()["tricks_played"] < 11 or game.decision == "meld":
            game.apply(game.legal_actions()[-1] if game.decision == "meld" else game.legal_actions()[0])
        turned = game.facts()["turn_up"]
        assert len(game.stock_cards()) == 1
        hidden = game.stock_cards()[0]
        before = [game.hand_counts(s) for s in range(2)]
        played = []
        while game.facts()["tricks_played"] < 12 or game.decision == "meld":
            action = game.legal_actions()[-1 if game.decision == "meld" else 0]
            if game.decision == "play":
                played.append((game.current_seat, action))
            game.apply(action)
        assert game.stage == "playoff"
        winner = game.facts()["last_winner"]
        taker = winner if last_card == "winner takes the turn-up" else 1 - winner
        for seat in range(2):
            expected = Counter({t: n for t, n in enumerate(before[seat]) if n})
            expected.subtract([t for s, t in played if s == seat])
            expected[turned if seat == taker else hidden] += 1
            assert +expected == Counter({t: n for t, n in enumerate(game.hand_counts(seat)) if n})


def test_each_has_twelve_cards_to_the_end_of_the_stock_and_the_game_has_24_tricks():
    game = play_stock_out(Game(p.two_handed(), 5))
    assert game.facts()["tricks_played"] == 12
    while not game.is_over:
        assert game.decision == "play"
        game.apply(game.legal_actions()[0])
    assert game.facts()["tricks_played"] == 24
    assert sum(game.seat_figures()["raw"]) == 250


def test_melds_after_drawing():
    program = p.two_handed(stock=Stock(Stage(()), meld="after drawing"))
    game = Game(program, 3)
    for _ in range(200):
        if game.is_over:
            break
        if game.decision == "meld":
            assert sum(game.hand_counts(game.current_seat)) == 12
        game.apply(game.legal_actions()[0])


def test_cards_of_a_meld_of_any_suits_are_chosen_for_one():
    aces = tuple(
        tuple(sorted((t, n) for t, n in ((0, a), (6, b), (12, c), (18, 4 - a - b - c)) if n))
        for a in range(3)
        for b in range(3)
        for c in range(3)
        if 0 <= 4 - a - b - c <= 2
    )
    entry = p.entry("four aces", (3,), tuple(((0, aces),) for _ in range(5)), 100)
    game = first_trick("A♠ A♠ A♥ A♦ A♦ K♣ 9♥ 9♦ 9♦ J♥ 10♥ J♣", OTHER, melds=(entry,))
    lead(game, "10♥", "9♥")
    assert choices(game) == ["meld four aces", "pass"]
    game.apply(game.action("meld four aces"))
    assert sum(game.table_counts(1)) == 4


def test_the_stock_can_be_closed():
    from interpreter.program import Call, Then, Window

    close = Call(
        "close", Window.BEFORE_EACH_LEAD, by=(Who.LEADER,), then=Then.CLOSE_STOCK, once=True, may=p.code(1, 1, Op.EQ)
    )
    game = Game(p.two_handed(calls=(close,)), 1)
    assert choices(game) == ["call close", "pass"]
    game.apply(game.action("call close"))
    assert game.stage == "playoff"
    while not game.is_over:
        game.apply(game.legal_actions()[0])
    assert game.facts()["tricks_played"] == 12

"""Advice against positions whose answer is known, and against plain averages over all ways the cards may lie."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from interpreter import Game, advise, legal_cards, trick_winner
from interpreter.advising import _Question
from interpreter.cards import format_card, format_cards, parse_cards
from pinochle_dsl import load
from pinochle_dsl.layers import shipped_names

if TYPE_CHECKING:
    from interpreter.advice.told import Advice
    from interpreter.program import Program

WEAK = "9♠ J♠ 9♥ J♥ Q♥ 9♦ 9♦ J♦ 9♣ J♣ J♣ 9♠"
STRONG = "A♠ 10♠ K♠ Q♠ J♠ A♥ A♦ A♣ K♥ 9♦ 9♣ J♥"


@pytest.fixture(scope="module")
def partners() -> Program:
    return load("cardgames-io").compile()


def values(found: Advice) -> dict[str, float]:
    return {choice.action: choice.value for choice in found.choices}


# ---- known answers


def test_a_hand_that_must_not_bid(partners: Program) -> None:
    found = advise(partners, WEAK, deals=100)
    assert found.decision == "bid"
    assert found.choices[0].action == "pass"
    bid = next(choice for choice in found.choices if choice.action == "bid 250")
    assert bid.made is not None
    assert bid.made < 0.5
    assert bid.behind_low > 0  # beyond doubt
    assert "too much" in bid.reason


def test_a_hand_that_must_bid(partners: Program) -> None:
    found = advise(partners, STRONG, deals=100)
    assert found.choices[0].action != "pass"
    suits = {suit.trump: suit for suit in found.trumps}
    assert {trump: suit.meld for trump, suit in suits.items()} == {"♠": 250, "♥": 120, "♦": 130, "♣": 130}
    assert suits["♠"].counters == max(suit.counters for suit in suits.values())
    made = {int(c.action.split()[1]): c.made for c in found.choices if c.made is not None}
    assert made[250] == 1
    falling = [made[points] for points in sorted(made)]
    assert falling == sorted(falling, reverse=True)  # the same deals: a higher bid is never made where a lower is not
    assert falling[-1] < 0.5


def test_a_partner_who_takes_the_trick_is_fed(partners: Program) -> None:
    found = advise(partners, "10♥ J♥ 9♠ K♦ Q♣", "spades", "9♥ A♥ Q♥", deals=40)
    assert found.seat == 3
    best = found.choices[0]
    assert best.action == "10♥"
    assert best.reason.startswith("feeds 10 points to your partner, who takes the trick for sure")
    assert best.value == pytest.approx(values(found)["J♥"] + 10, abs=10)


def test_an_opponent_is_not_fed(partners: Program) -> None:
    found = advise(partners, "10♥ J♥ 9♠ K♦ Q♣", "spades", "A♥ 9♥ Q♥", leading=0, deals=40)
    assert found.seat == 3
    assert found.choices[0].action == "J♥"
    reasons = {choice.action: choice.reason for choice in found.choices}
    assert reasons["10♥"].startswith("gives 10 points to an opponent")
    assert reasons["J♥"].startswith("gives an opponent no points")


def test_a_sure_winner_is_told(partners: Program) -> None:
    found = advise(partners, "A♠ 9♥ 9♦ 9♣", "spades", seen="A♠", deals=10)
    reasons = {choice.action: choice.reason for choice in found.choices}
    assert reasons["A♠"].startswith("wins the trick for sure")
    assert "higher card" in reasons["9♥"]


def test_the_only_card(partners: Program) -> None:
    found = advise(partners, "K♥ 9♠ 9♦", "spades", "10♥", deals=4)
    assert [choice.action for choice in found.choices] == ["K♥"]
    assert "the only card allowed" in found.choices[0].reason


def test_a_marriage_is_kept_while_the_stock_lasts() -> None:
    found = advise(
        load("two-handed-ko").compile(), "A♠ K♠ Q♠ 10♠ A♥ 10♥ 9♦ J♣ K♣ Q♣ 9♣ 9♦", "spades", turn_up="9♠", deals=150
    )
    reasons = {choice.action: choice.reason for choice in found.choices}
    assert "breaks melds worth 40" in reasons["Q♠"]
    assert "breaks melds" not in found.choices[0].reason
    assert found.choices[-1].action in ("K♠", "Q♠")


def test_a_meld_after_a_trick() -> None:
    program = load("two-handed-classic").compile()
    found = advise(program, "A♠ J♠ 9♠ 10♥ K♥ Q♥ J♦ 9♦ A♣ 10♣ J♣", "hearts", decision="meld", turn_up="9♥", deals=30)
    assert {choice.action for choice in found.choices} == {"meld royal marriage", "pass"}


def test_how_much_is_left_to_draw_may_be_said_without_the_cards_played() -> None:
    program = load("two-handed-ko").compile()
    hand = "10♠ Q♠ A♥ A♥ A♦ A♦ K♦ Q♣ Q♣ J♦ 10♦ K♣"
    notes: dict[int, tuple[str, ...]] = {}
    for stock in (24, 10, 2):
        found = advise(program, hand, "spades", "J♥", turn_up="A♠", stock=stock, deals=8)
        assert found.seat == 1
        assert len(found.choices) == 9  # kinds of card
        notes[stock] = found.notes
    assert [any("last draw" in note for note in notes[stock]) for stock in notes] == [False, False, True]
    assert [any("not given" in note for note in notes[stock]) for stock in notes] == [False, True, True]


def test_a_card_to_draw() -> None:
    """The ace of trumps turned up is worth more than a card that nobody knows."""
    program = load("two-handed-draw-first").compile()
    hand = "10♠ Q♠ A♥ A♥ A♦ A♦ K♦ Q♣ J♦ 10♦ K♣"
    found = advise(program, hand, "spades", decision="draw", turn_up="A♠", deals=60)
    assert [choice.action for choice in found.choices] == ["take the turn-up", "take the hidden card"]
    assert found.choices[1].behind_low > 0


# ---- against all ways to lay out the cards


def minimax(
    program: Program, hands: tuple[tuple[str, ...], ...], trick: tuple[str, ...], leader: int, camp: frozenset[int]
) -> int:
    """Return what the camp takes if all cards lie open, by plain search over the queries of the command line."""
    seats = len(hands)
    if not trick and not hands[leader]:
        return 0
    seat = (leader + len(trick)) % seats
    found = []
    for card in legal_cards(program, hands[seat], trick, "spades", leading=leader, declarer=0):
        left = list(hands[seat])
        left.remove(card)
        now = tuple(tuple(left) if s == seat else hand for s, hand in enumerate(hands))
        found.append(after(program, now, (*trick, card), leader, camp))
    return max(found) if seat in camp else min(found)


def after(
    program: Program, hands: tuple[tuple[str, ...], ...], trick: tuple[str, ...], leader: int, camp: frozenset[int]
) -> int:
    seats = len(hands)
    if len(trick) < seats:
        return minimax(program, hands, trick, leader, camp)
    place = trick_winner(program, " ".join(trick), "spades")
    assert place is not None
    winner = (leader + place) % seats
    cards = parse_cards(program.deck, trick)
    points = sum(program.rules.card_points[card] for card in cards)
    if not hands[winner]:
        points += program.rules.last_trick
    return (points if winner in camp else 0) + minimax(program, hands, (), winner, camp)


@pytest.mark.parametrize(
    ("hand", "hidden", "trick"),
    [
        ("A♥ 9♥", "10♥ K♥ 9♠ A♦", ""),
        ("10♥ K♦", "A♥ 9♥ J♠ A♦", ""),
        ("10♥ 9♥", "A♥ J♥ K♣", "K♥"),
        ("A♠ J♦", "10♠ A♦ 10♦ 9♦", ""),
    ],
)
def test_the_value_is_the_average_over_all_ways_the_cards_may_lie(hand: str, hidden: str, trick: str) -> None:
    """Three play; the asker leads as the declarer, or plays second against him."""
    program = load("cutthroat").compile()
    deck = program.deck
    mine, unseen, laid = (parse_cards(deck, text) for text in (hand, hidden, trick))
    seen = Counter(card for card, n in enumerate(deck.copies) for _ in range(n))
    seen -= Counter([*mine, *unseen, *laid])
    me = len(laid)
    camp = frozenset({0}) if me == 0 else frozenset({1, 2})
    text = [format_card(deck, card) for card in unseen]
    own = tuple(format_card(deck, card) for card in mine)
    first = (me + 1) % 3
    rows: dict[str, list[int]] = {card: [] for card in own}
    for part in itertools.combinations(range(len(text)), 2):
        one = tuple(text[i] for i in part)
        other = tuple(card for i, card in enumerate(text) if i not in part)
        hands = {me: own, first: one, (me + 2) % 3: other}
        for card in own:
            left = dict(hands)
            left[me] = tuple(c for c in own if c != card)
            now = tuple(left[s] for s in range(3))
            rows[card].append(after(program, now, (*trick.split(), card), 0, camp))
    found = advise(
        program, hand, "spades", trick, seen=format_cards(deck, seen.elements()), declarer=0, leading=0, deals=600
    )
    assert found.unit.startswith("card points")
    for choice in found.choices:
        exact = sum(rows[choice.action]) / len(rows[choice.action])
        margin = 2.2 * (choice.high - choice.low) / 2 + 1e-9
        assert abs(choice.value - exact) <= margin, (choice.action, exact)


# ---- hidden cards, and the same again


def test_the_cards_of_the_game_that_is_begun_play_no_part(partners: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that is not in the hand is dealt anew: another deal to start from gives the same advice."""
    dealers = {number: Game(partners, 0, number).current_seat for number in range(20)}
    same = [number for number, seat in dealers.items() if seat == dealers[0]]
    assert len(same) > 2
    path = _Question.path
    cases = [(STRONG, None, {}), ("A♠ 9♥ 9♦ 9♣", "spades", {"seat": 0})]
    for hand, trump, more in cases:
        plain = advise(partners, hand, trump, deals=15, **more)  # type: ignore[arg-type]
        monkeypatch.setattr(_Question, "path", lambda self, _number: path(self, same[2]))
        assert advise(partners, hand, trump, deals=15, **more) == plain  # type: ignore[arg-type]
        monkeypatch.undo()


def test_the_same_question_has_the_same_answer(partners: Program) -> None:
    once, again, other = (advise(partners, STRONG, deals=10, seed=seed) for seed in (5, 5, 6))
    assert once == again
    assert once != other


# ---- every variant


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_every_variant_gives_advice_for_a_dealt_hand(name: str) -> None:
    program = load(name).compile()
    game = Game(program, 3, 0)
    asked: set[str] = set()
    while game.facts()["deal"] == 1 and not game.is_over and len(game.actions) < 120:
        decision, seat, facts = game.decision, game.current_seat, game.facts()
        hand = game.observation(seat).hand
        if decision not in asked and hand and decision not in ("agree", "redraw", "draw", "build"):
            asked.add(decision)
            trump = facts["trump"] if facts["trump_fixed"] or facts["trump"] < 4 or decision == "play" else None
            found = advise(
                program,
                hand,
                trump,
                decision=decision,
                seat=seat,
                declarer=facts["declarer"] if facts["declarer"] >= 0 else None,
                turn_up=format_card(program.deck, facts["turn_up"]) if facts["turn_up"] >= 0 else None,
                deals=2,
            )
            assert found.decision == decision
            assert found.choices
            assert [c.value for c in found.choices] == sorted((c.value for c in found.choices), reverse=True)
            assert all(choice.low <= choice.value <= choice.high and choice.reason for choice in found.choices)
        game.apply(game.choice(1))
    assert asked


# ---- what cannot be advised


@pytest.mark.parametrize(
    ("hand", "more", "words"),
    [
        ("A♠ 10♠", {}, "12 in the auction"),
        ("A♠ A♠ A♠", {"trump": "S"}, "the deck has 2"),
        ("", {}, "no cards"),
        (STRONG + " J♠", {"decision": "bid"}, "13 cards fit no decision"),
        ("A♠ 10♠", {"trump": "S", "trick": "9♠ 9♠ J♠ J♠"}, "complete"),
        ("A♠ 10♠", {"trump": "S", "trick": "9♠", "leading": 0, "seat": 3}, "seat 1 plays"),
        ("A♠ 10♠", {"trump": "S", "stage": "stock"}, "no stock"),
        (STRONG, {"high": 255}, "no bid of this game; bids go from 250 to 5680 in steps of 10"),
        (STRONG, {"decision": "dance"}, "there is no 'dance'"),
    ],
)
def test_what_does_not_fit_is_said_plainly(partners: Program, hand: str, more: dict[str, object], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        advise(partners, hand, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "more", "words"),
    [
        ("two-handed-ko", {"stock": 3}, "2 players draw after each trick, from 24 at first: 3 are never left"),
        ("two-handed-ko", {"stock": 26}, "leave 24 cards to draw, not 26"),
        ("two-handed-ko", {"stock": 2, "stage": "playoff"}, "nothing is drawn any more in the playoff"),
        ("two-handed-ko", {"seen": "9♥"}, "with these cards 23 are left to draw"),
        ("two-handed-ko", {"stock": 0}, "stock"),
        ("two-handed-ko", {"decision": "meld"}, "made after a trick has been won, with 11 cards in hand"),
        ("two-handed-classic", {"decision": "meld"}, "made after a trick has been won, with 11 cards in hand"),
        ("two-handed-sixty-four", {"stock": 2, "hand": "A♠ 9♥"}, "everybody plays from 12, not 2"),
        ("partnership-ja", {"stock": 2}, "this game has none"),
        ("partnership-ja", {"players": "search"}, "basic or counting"),
    ],
)
def test_a_stock_that_cannot_be(name: str, more: dict[str, object], words: str) -> None:
    hand = more.get("hand", "10♠ Q♠ A♥ A♥ A♦ A♦ K♦ Q♣ Q♣ J♦ 10♦ K♣")
    with pytest.raises(ValueError, match=words):
        advise(load(name).compile(), trump="spades", deals=2, **{"hand": hand, **more})  # type: ignore[arg-type]

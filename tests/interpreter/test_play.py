"""Cards that may be played, tricks, and what never changes while cards go round."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest

from interpreter import Game, IllegalAction, legal_cards, legal_reason, trick_winner
from interpreter.codes import Flag, Who
from interpreter.program import Duty, DutyKind, Play, Program, Stage
from tests.interpreter import programs as p

GAMES = {"partnership": p.partnership, "two-handed": p.two_handed, "three-handed": p.three_handed}
RANK = {r: 6 - i for i, r in enumerate(p.RANKS)}


def split(card: str) -> tuple[str, str]:
    return card[:-1], card[-1]


def beats(card: str, other: str, trump: str) -> bool:
    """Tell whether a card beats one that lies before it."""
    (r, s), (r2, s2) = split(card), split(other)
    return RANK[r] > RANK[r2] if s == s2 else s == trump


def winning(trick: list[str], trump: str) -> int:
    """Return the place of the winning card: the highest trump, else the highest of the suit led."""
    best = 0
    for i in range(1, len(trick)):
        if beats(trick[i], trick[best], trump):
            best = i
    return best


def must_play(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """Return what one may play: follow suit, else trump, else anything; and beat if one can."""
    if not trick:
        return set(hand)
    led = split(trick[0])[1]
    allowed = [c for c in hand if split(c)[1] == led] or [c for c in hand if split(c)[1] == trump] or hand
    best = trick[winning(trick, trump)]
    return set([c for c in allowed if beats(c, best, trump)] or allowed)


def positions(how_many: int, seed: int):
    """Return random hands with part of a trick and a trump suit."""
    random = Random(seed)
    pack = [r + s for s in "♠♥♦♣" for r in p.RANKS for _ in range(2)]
    for _ in range(how_many):
        random.shuffle(pack)
        n, m = random.randint(1, 12), random.randint(0, 3)
        yield pack[:n], pack[n : n + m], random.choice("♠♥♦♣")


def test_legal_cards_are_those_of_the_rules():
    program = p.partnership()
    for hand, trick, trump in positions(1500, 1):
        found = legal_cards(program, hand, trick, trump)
        assert set(found) == must_play(hand, trick, trump)
        assert len(found) == len(set(found))


def test_reasons_agree_with_the_cards():
    program = p.partnership()
    for hand, trick, trump in positions(300, 2):
        allowed = set(legal_cards(program, hand, trick, trump))
        for card in set(hand):
            may, words = legal_reason(program, card, hand, trick, trump)
            assert may == (card in allowed)
            assert card in words
    assert legal_reason(program, "9♥", "9♥ A♥", "10♥", "♠") == (
        False,
        "9♥ is not allowed: one must beat the winning 10♥, and this hand can (A♥)",
    )
    assert legal_reason(program, "9♥", "A♥", "10♥", "♠")[1] == "9♥ is not in this hand"


def test_stock_has_no_duties_and_the_playoff_has():
    program = p.two_handed()
    assert legal_cards(program, "A♥ 9♥ 9♠", "10♥", "♠", stage="stock") == ["9♠", "A♥", "9♥"]
    assert legal_cards(program, "A♥ 9♥ 9♠", "10♥", "♠") == ["A♥"]


def test_first_of_equal_cards_wins_unless_said_otherwise():
    program = p.partnership()
    assert trick_winner(program, "A♥ A♥ 9♥ K♥", "♠") == 0
    last = p.partnership(play=Play(Who.DECLARER, p.USUAL, last_wins=True))
    assert trick_winner(last, "A♥ A♥ 9♥ K♥", "♠") == 1
    assert legal_cards(last, "A♥ 9♥", "A♥", "♠") == ["A♥"]
    assert legal_cards(program, "A♥ 9♥", "A♥", "♠") == ["A♥", "9♥"]


def test_trick_winner_is_the_highest_trump_or_the_highest_of_the_suit_led():
    random = Random(4)
    pack = [r + s for s in "♠♥♦♣" for r in p.RANKS for _ in range(2)]
    program = p.partnership()
    for _ in range(500):
        trick, trump = random.sample(pack, random.randint(1, 4)), random.choice("♠♥♦♣")
        assert trick_winner(program, trick, trump) == winning(trick, trump)
    assert trick_winner(program, "", "♠") is None


def with_duties(*duties: Duty, lead: tuple[Duty, ...] = ()) -> Program:
    """Return the four-handed game under other duties."""
    return p.partnership(play=Play(Who.DECLARER, Stage(duties, lead)))


def when(flag: Flag, *, on: bool = True) -> int:
    """Return the truth table that asks for one flag."""
    return sum(1 << i for i in range(64) if bool(i >> flag & 1) == on)


FOLLOW, TRUMP, BEAT = (Duty(kind, p.ALWAYS) for kind in (DutyKind.FOLLOW_SUIT, DutyKind.TRUMP, DutyKind.BEAT))


@pytest.mark.parametrize(
    ("duties", "hand", "trick", "more", "legal"),
    [
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.TRUMP_LED))), "A♥ 9♥", "10♥", {}, "A♥ 9♥"),
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.TRUMP_LED))), "A♠ 9♠", "10♠", {}, "A♠"),
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.TRUMP_LED))), "A♠ 9♠", "10♥ 10♠", {}, "A♠ 9♠"),
        ((FOLLOW, Duty(DutyKind.BEAT, when(Flag.VOID, on=False))), "A♠ 9♠ K♦", "10♥", {}, "A♠ 9♠ K♦"),
        ((FOLLOW, Duty(DutyKind.BEAT, p.ALWAYS)), "A♠ 9♠ K♦", "10♥ 10♠", {}, "A♠"),
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.PARTNER_WINNING, on=False))), "A♥ 9♥", "10♥ 9♥", {}, "A♥ 9♥"),
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.PARTNER_WINNING, on=False))), "A♥ 9♥", "9♥ 10♥", {}, "A♥"),
        ((FOLLOW, Duty(DutyKind.BEAT, when(Flag.LAST_TO_PLAY))), "A♥ 9♥", "10♥ 9♥", {}, "A♥ 9♥"),
        ((FOLLOW, Duty(DutyKind.BEAT, when(Flag.LAST_TO_PLAY))), "A♥ 9♥", "10♥ Q♥ J♥", {}, "A♥"),
        ((FOLLOW, Duty(DutyKind.BEAT, when(Flag.FIRST_TRICK))), "A♥ 9♥", "10♥", {}, "A♥ 9♥"),
        ((FOLLOW, Duty(DutyKind.BEAT, when(Flag.FIRST_TRICK))), "A♥ 9♥", "10♥", {"first_trick": True}, "A♥"),
        ((FOLLOW, TRUMP, BEAT, Duty(DutyKind.BEAT_SUIT_LED, p.ALWAYS)), "A♥ 9♥", "10♥ 9♠", {}, "A♥"),
        ((Duty(DutyKind.AVOID, p.ALWAYS, (1 << 6,) * 5),), "A♥ 9♥ 9♦", "10♥", {}, "9♥ 9♦"),
        ((FOLLOW, TRUMP, Duty(DutyKind.BEAT, when(Flag.TRUMPED, on=False))), "A♠ 9♠", "10♥ 10♠", {}, "A♠ 9♠"),
    ],
)  # fmt: skip
def test_duties(duties, hand, trick, more, legal):
    program = with_duties(*duties)
    assert sorted(legal_cards(program, hand, trick, "♠", **more)) == sorted(legal.split())
    for card in hand.split():
        assert legal_reason(program, card, hand, trick, "♠", **more)[0] == (card in legal.split())


@pytest.mark.parametrize(
    ("kind", "flag", "more", "legal"),
    [
        (DutyKind.PLAY, 0, {"first_trick": True}, "A♠"),
        (DutyKind.PLAY, 0, {}, "A♠ 9♥"),
        (DutyKind.AVOID, 1, {"trump_played": True}, "9♥"),
        (DutyKind.TRUMP, 3, {}, "A♠"),
        (DutyKind.TRUMP, 3, {"declarer": 1}, "A♠ 9♥"),
    ],
)
def test_leads(kind, flag, more, legal):
    table = sum(1 << i for i in range(16) if i >> flag & 1)
    program = with_duties(FOLLOW, lead=(Duty(kind, table, tuple(sum(1 << t for t in range(6)) for _ in range(5))),))
    assert legal_cards(program, "A♠ 9♥", "", "♠", **more) == legal.split()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"hand": "A♠ A♠", "trick": "A♠"}, "together; the deck has 2"),
        ({"hand": "A♠", "trick": "9♥ 9♥ 10♥ 10♥"}, "is complete"),
        ({"hand": "A♠", "trick": "", "leading": 4}, "no seat 4"),
        ({"hand": "A♠", "trick": "9♥", "seat": 0}, "not to play"),
        ({"hand": "A♠", "trick": "", "stage": "stock"}, "no stage"),
        ({"hand": "8♠", "trick": ""}, "not in this deck"),
    ],
)
def test_questions_that_do_not_fit(arguments, words):
    with pytest.raises(ValueError, match=words):
        legal_cards(p.partnership(), trump="♠", **arguments)


def cards_of(game: Game) -> Counter[int]:
    """Return all cards of the table, wherever they are."""
    facts = game.facts()
    found: Counter[int] = Counter()
    for seat in range(game.program.table.seats):
        found.update(dict(enumerate(game.hand_counts(seat))))
    found.update(dict(enumerate(game.seen_counts())))
    found.update(game.stock_cards())
    if game.program.deal.turn_up == "next card" and facts["turn_up"] >= 0:
        found[facts["turn_up"]] += 1
    return +found


@pytest.mark.parametrize("name", GAMES)
def test_cards_are_conserved_and_somebody_can_always_move(name):
    program = GAMES[name]()
    random = Random(name)
    pack = Counter({t: n for t, n in enumerate(program.deck.copies) if n})
    hidden = program.deal.widow
    for number in range(12 if name == "two-handed" else 3):
        game = Game(program, 3, number)
        moves = 0
        while not game.is_over and moves < 1500:
            legal = game.legal_actions()
            assert legal == sorted(set(legal)) or game.decision in ("bid", "call", "agree", "meld")
            assert legal
            assert sum(cards_of(game).values()) in (sum(pack.values()), sum(pack.values()) - hidden)
            assert not cards_of(game) - pack
            game.apply(random.choice(legal))
            moves += 1


@pytest.mark.parametrize("name", GAMES)
def test_points_of_all_tricks_are_those_of_the_deck(name):
    program = GAMES[name]()
    total = sum(a * b for a, b in zip(program.rules.card_points, program.deck.copies, strict=True)) + 10
    game = Game(program, 8)
    random = Random(8)
    deals = 0
    last = game.facts()["deal"]
    while not game.is_over and deals < 20:
        before = game.seat_figures()["raw"]
        tricks = game.facts()["tricks_played"]
        game.apply(random.choice(game.legal_actions()))
        if game.facts()["deal"] != last or game.is_over:
            deals += 1
            last = game.facts()["deal"]
        elif game.facts()["tricks_played"] > tricks:
            assert sum(game.seat_figures()["raw"]) >= sum(before)
    if game.is_over:
        assert sum(game.seat_figures()["raw"]) == total or game.facts()["outcome"] == 2


def test_illegal_actions_change_nothing():
    random = Random(5)
    for make in GAMES.values():
        game = Game(make(), 5)
        for _ in range(300):
            legal = game.legal_actions()
            before = (game.facts(), game.seat_figures(), game.totals, list(game.actions), game.legal_actions())
            for action in (-1, 64, 70, 500, 10**6, random.randrange(24), *range(0, 700, 50)):
                if action not in legal:
                    with pytest.raises(IllegalAction):
                        game.apply(action)
            assert before == (game.facts(), game.seat_figures(), game.totals, list(game.actions), game.legal_actions())
            game.apply(random.choice(legal))
            if game.is_over:
                break


def test_illegal_actions_say_what_is_allowed():
    game = Game(p.partnership(), 1)
    with pytest.raises(IllegalAction, match=r"bid 300 is not allowed to seat \d here; allowed: bid 250, pass"):
        game.apply(game.action("bid 300"))
    with pytest.raises(IllegalAction, match="whole number"):
        game.apply("pass")


def test_hundreds_of_kinds_of_deck_are_played():
    """Three packs in one, four players with 36 cards each."""
    program = p.partnership()
    deck = attrs.evolve(program.deck, copies=(6,) * 24)
    program = attrs.evolve(program, deck=deck, deal=attrs.evolve(program.deal, hand=36))
    game = Game(program, 1)
    random = Random(1)
    while game.facts()["deal"] < 3 and not game.is_over:
        game.apply(random.choice(game.legal_actions()))
    assert game.facts()["deal"] == 3 or game.is_over

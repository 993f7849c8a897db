"""Exact chances, against enumeration of every deal, against games that are dealt, and against published figures."""

from __future__ import annotations

import math
import random
from collections import Counter
from fractions import Fraction
from itertools import combinations

import pytest

from interpreter import Game, odds
from interpreter.cards import parse_cards
from interpreter.combinatorics import (
    Part,
    Uncountable,
    parts_of,
    ways_by_times,
    ways_completed,
    ways_for_any,
    ways_for_some_hand,
)
from pinochle_dsl import load

from .programs import entry

# -- a small deck, every deal of it

COPIES = (2, 2, 2, 3, 1, 2)
PACK = [t for t, n in enumerate(COPIES) for _ in range(n)]
FORMS = {
    "a run": [((0, 1), (1, 1), (2, 1))],
    "a pair of equal cards": [((3, 2),)],
    "two melds that share nothing": [((0, 1), (1, 1)), ((2, 1), (3, 1))],
    "any three of three types": [((a, 1), (b, 1), (c, 1)) for a, b, c in [(0, 1, 2)]]
    + [((a, 2), (b, 1)) if a < b else ((b, 1), (a, 2)) for a in range(3) for b in range(3) if a != b],
    "one of two with one of two": [((0, 1), (2, 1)), ((0, 1), (3, 1)), ((1, 1), (2, 1)), ((1, 1), (3, 1))],
    "no product of pools": [((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 2))],
    "two ways that share a card": [((0, 1), (1, 1)), ((1, 1), (2, 1), (5, 1))],
}


def melded(vectors):
    """Return a meld of these forms, each a family of its own where they share no card."""
    families: list[tuple[set[int], list]] = []
    for vector in vectors:
        types = {t for t, _ in vector}
        mine = next((family for family in families if family[0] & types), None)
        if mine is None:
            families.append((types, [vector]))
        else:
            mine[0].update(types)
            mine[1].append(vector)
    return entry("meld", (0,), tuple(tuple((0, tuple(vs)) for _, vs in families) for _ in range(5)), 1)


def times(vectors, cards):
    """Return how many of the forms a hand can lay together: the slow way."""
    held = Counter(cards)
    return max(
        (1 + times(vectors, (held - Counter(dict(v))).elements()) for v in vectors if Counter(dict(v)) <= held),
        default=0,
    )


def dealt(pack, size):
    """Yield every hand and what is left; equal cards are told apart."""
    for places in combinations(range(len(pack)), size):
        chosen = set(places)
        yield [pack[i] for i in places], [card for i, card in enumerate(pack) if i not in chosen]


@pytest.mark.parametrize("forms", FORMS)
@pytest.mark.parametrize("held", [(), (0, 3), (1, 2, 2)])
def test_every_hand_of_a_small_deck(forms, held):
    vectors = FORMS[forms]
    parts = parts_of(melded(vectors), 0, COPIES)
    mine = Counter(held)
    left = Counter(PACK) - mine
    counts, rest = ([c[t] for t in range(len(COPIES))] for c in (mine, left))
    for cards in (1, 3, 5):
        found = Counter(times(vectors, [*held, *hand]) for hand, _ in dealt(list(left.elements()), cards))
        expected = [sum(n for k, n in found.items() if k >= level) for level in range(max(found) + 1)]
        assert ways_by_times(parts, counts, rest, cards) == expected


@pytest.mark.parametrize("forms", FORMS)
def test_what_another_hand_can_pass(forms):
    vectors, held, size = FORMS[forms], (0, 2, 3), 4
    parts = parts_of(melded(vectors), 0, COPIES)
    mine = Counter(held)
    left = Counter(PACK) - mine
    counts, rest = ([c[t] for t in range(len(COPIES))] for c in (mine, left))
    for passed in (1, 2, 3):
        for barred in (None, 1):
            expected = 0
            for hand, _ in dealt(list(left.elements()), size):
                may = [card for card in hand if card != barred]
                number = min(passed, len(may))
                expected += any(
                    times(vectors, [*held, *some]) > times(vectors, held) for some in combinations(may, number)
                )
            allowed = [t != barred for t in range(len(COPIES))]
            assert ways_completed(parts, passed, counts, rest, allowed, size) == expected


@pytest.mark.parametrize("forms", [name for name in FORMS if "share a card" not in name and "no product" not in name])
@pytest.mark.parametrize(("hands", "size"), [(1, 4), (2, 3), (2, 4), (3, 2)])
def test_several_hands_of_a_small_deck(forms, hands, size):
    vectors = FORMS[forms]
    parts = parts_of(melded(vectors), 0, COPIES)

    def deals(pack, left):
        if left == 0:
            return [0, 1]
        found = [0, 0]
        for hand, rest in dealt(pack, size):
            if times(vectors, hand):
                ways = math.prod(math.comb(len(rest) - k * size, size) for k in range(left - 1))
                found[0] += ways
                found[1] += ways
            else:
                some, whole = deals(rest, left - 1)
                found[0] += some
                found[1] += whole
        return found

    assert ways_for_some_hand(parts, list(COPIES), hands, size) == deals(PACK, hands)[0]


def test_one_of_several_melds():
    groups = [FORMS["a run"], FORMS["a pair of equal cards"], [((4, 1), (5, 1))]]
    parts = [parts_of(melded(vectors), 0, COPIES) for vectors in groups]
    for level in (1, 2):
        expected = sum(any(times(vs, hand) >= level for vs in groups) for hand, _ in dealt(PACK, 6))
        assert ways_for_any(parts, level, list(COPIES), 6) == expected


def test_shapes_are_found():
    assert Part(tuple(FORMS["a run"]), COPIES).pools == (((0,), 1), ((1,), 1), ((2,), 1))
    assert Part(tuple(FORMS["any three of three types"]), COPIES).pools == (((0, 1, 2), 3),)
    assert Part(tuple(FORMS["one of two with one of two"]), COPIES).pools == (((0, 1), 1), ((2, 3), 1))
    assert Part(tuple(FORMS["no product of pools"]), COPIES).pools == ()


def test_too_much_is_refused():
    part = Part((((0, 1), (1, 1)), ((1, 1), (2, 1)), ((2, 1), (3, 2))), (60, 60, 60, 60))
    with pytest.raises(Uncountable):
        ways_by_times([part], [0] * 4, [60] * 4, 5)
    with pytest.raises(Uncountable):
        ways_for_some_hand([part], [60] * 4, 2, 5)


# -- shipped variants


def chances(found):
    return {one.event: one.fraction for one in found.odds}


def test_every_hand_of_sixty_six():
    """All 134,596 hands of six from 24 cards, looked at one by one."""
    program = load("sixty-six").compile()
    found = chances(odds(program))
    hands = 0
    seen: Counter[str] = Counter()
    kings, queens = [parse_cards(program.deck, f"{rank}♠ {rank}♥ {rank}♦ {rank}♣") for rank in "KQ"]
    pack = [t for t, n in enumerate(program.deck.copies) for _ in range(n)]
    for hand in combinations(pack, 6):
        hands += 1
        seen["royal"] += kings[0] in hand and queens[0] in hand
    assert hands == math.comb(24, 6)
    by_name = {name.removesuffix(" in a dealt hand"): value for name, value in found.items()}
    # a suit is turned up: the chance of its marriage, averaged over the card that lies there
    turned = Fraction(4 * math.comb(21, 4), 6 * math.comb(23, 6))
    assert by_name["royal marriage, trump turned up"] == turned
    # a suit that is named beforehand is worth a little more, as no card of it is known to be gone
    assert Fraction(seen["royal"], hands) == Fraction(math.comb(22, 4), math.comb(24, 6)) > turned
    # plain marriages: whatever card of trump lies there, the plain suits are whole
    plain = sum(
        any(k in hand and q in hand for k, q in zip(kings[1:], queens[1:], strict=True))
        for hand in combinations(pack[1:], 6)
    )
    assert by_name["marriage, trump turned up"] == Fraction(plain, math.comb(23, 6))


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "triple-deck", "binokel-three", "bezique"])
def test_hands_that_are_dealt(name):
    """The kernel's own deals, in games that nobody plays on: within four and a half standard errors."""
    program = load(name).compile()
    games = 1500
    hands = [Game(program, 7, g).hand_counts(seat) for g in range(games) for seat in range(program.table.seats)]
    checked = 0
    for one in odds(program).odds:
        if one.trump or one.where != "in a dealt hand" or not 0.01 < one.probability < 0.99:
            continue
        meld = next(m for m in program.rules.melds if m.name == one.meld)
        vectors = [v for _, vs in meld.forms[0] for v in vs]
        hits = sum(times(vectors, [t for t, n in enumerate(hand) for _ in range(n)]) >= one.times for hand in hands)
        p = one.probability
        # hands of one deal are not independent, but nearly
        assert abs(hits / len(hands) - p) < 4.5 * math.sqrt(p * (1 - p) / len(hands)) * 1.2, one.event
        checked += 1
    assert checked


def test_hands_of_the_others_that_are_dealt():
    """Deals in which seat 0 holds what is asked about, drawn at random."""
    program = load("partnership").compile()
    hand = "A♠ 10♠ K♠ Q♠ J♥ J♦ A♥ 10♥ K♦ K♣ Q♣ 9♦"
    held = Counter(parse_cards(program.deck, hand))
    left = list((Counter(dict(enumerate(program.deck.copies))) - held).elements())
    chance, deals = random.Random(5), 8_000
    hearts, diamonds, clubs = (parse_cards(program.deck, f"K{suit} Q{suit}") for suit in "♥♦♣")
    jacks, ace = parse_cards(program.deck, "J♠ J♥ J♦ J♣"), parse_cards(program.deck, "A♦")
    seen: Counter[str] = Counter()
    for _ in range(deals):
        chance.shuffle(left)
        partner, *foes = (set(left[at : at + 12]) for at in (0, 12, 24))
        seen["A♦ in partner's hand"] += partner.issuperset(ace)
        for event, melds in (
            ("marriage with ♠ trump in some opponent's hand", (hearts, diamonds, clubs)),
            ("jacks around in some opponent's hand", (jacks,)),
            ("A♦ in some opponent's hand", (ace,)),
        ):
            seen[event] += any(cards.issuperset(meld) for cards in foes for meld in melds)
    found = chances(odds(program, hand))
    for event, hits in seen.items():
        p = float(found[event])
        assert abs(hits / deals - p) < 4.5 * math.sqrt(p * (1 - p) / deals), event


@pytest.mark.parametrize(
    ("hand", "trump", "event", "ways"),
    [
        ("K♥ A♠ A♦ A♣ J♠ J♥ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ 10♣ 9♠", "S", "aces around", 961),
        ("K♥ K♦ K♣ K♣ Q♣ Q♣ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ 10♣ 9♠", "S", "marriage 3 times", 1802),
        ("K♥ K♦ K♣ A♥ A♦ A♣ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ 10♣ 9♠", "S", "marriage", 2531),
        ("K♥ K♦ K♣ K♠ A♦ A♣ 9♠ 9♥ 9♦ 9♣ 10♠ 10♥ 10♦ 10♣ 9♠", "none", "marriage", 3156),
    ],
)
def test_wanted_cards_in_the_widow_as_published(hand, trump, event, ways):
    """The table `Chances that a wanted card will be found in the widow` (Games Encyclopedia, poker.tj).

    961, 1,802, 2,531 and 3,156 of 5,456 widows hold one of so many wanted cards, both copies of which are out.
    """
    program = load("three-handed").compile()
    found = {
        one.meld + (f" {one.times} times" if one.times > 1 else ""): one
        for one in odds(program, hand, trump=trump).odds
        if one.where == "with 3 cards of the widow"
    }
    assert (found[event].ways, found[event].of) == (ways, 5456)


def test_twelve_of_forty_eight_by_hand():
    found = chances(odds(load("partnership").compile()))
    of = math.comb(48, 12)
    none = math.comb(46, 12)
    neither = math.comb(44, 12)
    assert found["pinochle in a dealt hand"] == Fraction(of - 2 * none + neither, of)
    assert found["pinochle twice in a dealt hand"] == Fraction(math.comb(44, 8), of)
    assert found["run twice, trump given in a dealt hand"] == Fraction(math.comb(38, 2), of)
    # a run in a suit: of ten cards, n that hold one of each; four suits by inclusion and exclusion
    run = {n: sum(math.comb(5, n - 5) * 2 ** (10 - n) * (n == 5 + k) for k in range(6)) for n in range(5, 11)}
    one = sum(ways * math.comb(38, 12 - n) for n, ways in run.items())
    two = sum(a * b * math.comb(28, 12 - n - m) for n, a in run.items() for m, b in run.items() if n + m <= 12)
    assert found["run, trump given in a dealt hand"] == Fraction(one, of)
    assert found["run, some trump in a dealt hand"] == Fraction(4 * one - 6 * two, of)


@pytest.mark.parametrize("seen", ["", "A♣"])
def test_a_card_is_drawn(seen):
    """36 cards are unknown after 12 of 48, or 35 with the turn-up."""
    program = load("two-handed").compile()
    hand = "A♠ A♥ A♦ K♠ K♥ K♦ Q♠ J♦ 9♠ 9♥ 9♦ 9♣"
    found = {one.meld: one.fraction for one in odds(program, hand, trump="H", seen=seen).odds if "drawn" in one.where}
    if seen:
        assert found["aces around"] == Fraction(1, 35)
        assert found["kings around"] == Fraction(2, 35)
    else:
        assert found["aces around"] == found["kings around"] == Fraction(2, 36)
    # a marriage of hearts: the card turned up, a heart that we do not see, is no Q♥ that can be drawn
    if not seen:
        hearts = Counter({"A": 1, "10": 2, "K": 1, "Q": 2, "J": 2, "9": 1})
        expected = sum(Fraction(n, 9) * Fraction(2 - (rank == "Q"), 35) for rank, n in hearts.items())
        assert found["royal marriage"] == expected


def test_no_chances_where_hands_are_built():
    found = odds(load("two-handed-auction").compile(), "A♠")
    assert found.odds == ()
    assert "built card by card" in found.left_out[0]


def test_what_the_hand_holds():
    found = odds(load("partnership").compile(), "A♠ 10♠ K♠ Q♠ J♠ Q♠ J♦", trump="S")
    assert ("run", "♠", 1) in found.held
    assert ("pinochle", "", 1) in found.held
    assert not any(one.event.startswith("run with") for one in found.odds if one.where == "in a given opponent's hand")


@pytest.mark.parametrize(
    ("hand", "more", "words"),
    [
        ("A♠ A♠ A♠", {}, "the deck has 2"),
        ("X", {}, "is no card"),
        ("A♠ A♠", {"seen": "A♠"}, "the deck has 2"),
        ("A♠", {"trump": "x"}, "is no suit"),
        (" ".join(f"{r}{s} {r}{s}" for s in "SHDC" for r in "AKQ"), {}, "24 cards are known, but only 12"),
    ],
)
def test_wrong_questions(hand, more, words):
    with pytest.raises(ValueError, match=words):
        odds(load("partnership").compile(), hand, **more)


def test_an_empty_hand_is_no_hand():
    program = load("partnership").compile()
    assert odds(program, "") == odds(program)

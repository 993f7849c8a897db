"""Formulas in words: every sentence below was written by hand before the printer was run."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pinochle_dsl.explaining.faces import card_set_words, group_words
from pinochle_dsl.explaining.facts import Facts
from pinochle_dsl.explaining.literals import Typing
from pinochle_dsl.loading import load
from pinochle_dsl.model import Phrase, Slot, Type
from pinochle_dsl.syntax import parse


@pytest.fixture(scope="module")
def pairs() -> Facts:
    return Facts.of(load("cardgames-io"))


@pytest.fixture(scope="module")
def three() -> Facts:
    return Facts.of(load("three-handed"))


@pytest.fixture(scope="module")
def two() -> Facts:
    return Facts.of(load("two-handed-ko"))


def phrase(text: str, scale: int = 1) -> Phrase:
    return Phrase(text, parse("expression", text), Fraction(scale))


CLAUSES = {
    "meld + counters >= bid": "meld and counters together reach the bid",
    "meld + counters < bid": "meld and counters together stay below the bid",
    "meld >= bid": "meld reaches the bid",
    "not meld >= bid": "meld stays below the bid",
    "total >= target": "the total reaches the target",
    "bid - meld > all_counters": "the bid exceeds the meld by more than 250, all that the tricks can bring",
    "bid - meld > 50": "the bid exceeds the meld by more than 50",
    "not bid - meld > 50": "the bid does not exceed the meld by more than 50",
    "bid - meld >= 50": "the bid exceeds the meld by 50 or more",
    "meld + all_counters < bid": "meld and all 250 counters together stay below the bid",
    "counters > 0": "the side has won some points in tricks",
    "counters = 0": "the side has won no points in tricks",
    "counters >= 1": "the side has won at least 1 point in tricks",
    "counters >= 20": "the side has won at least 20 points in tricks",
    "counters < 33": "the side has won fewer than 33 points in tricks",
    "opponents.counters < 33": "the other side has won fewer than 33 points in tricks",
    "meld = 0": "the side has melded nothing",
    "tricks >= 1": "the side has won at least one trick",
    "tricks = 0": "the side has won no tricks",
    "not tricks = 0": "the side has won at least one trick",
    "tricks = all_tricks": "the side has won all 12 tricks",
    "not tricks = all_tricks": "the side has not won all 12 tricks",
    "own_tricks > 2": "the player has won at least 3 tricks",
    "3 <= tricks": "the side has won at least 3 tricks",
    "count(9) >= 5": "the hand holds at least 5 nines",
    "count(9) > 9 - players": "the hand holds at least 6 nines",
    "count(A) = 0": "the hand holds no aces",
    "count(A) <= 1": "the hand holds at most one ace",
    "count(all but counters) >= 13": "the hand holds at least 13 cards other than counting cards",
    "count(9 of trump) = 2": "the hand holds exactly 2 nines of trump",
    "taken(counters) >= 1": "the side has taken at least one counting card in tricks",
    "holds(K Q of trump)": "the hand holds K Q of trump",
    "not holds(K Q of any suit)": "the hand does not hold K Q of one suit",
    "holds(A of every suit)": "the hand holds A♠ A♥ A♦ A♣",
    "best_meld > 0": "the hand holds a meld",
    "best_meld = 0": "the hand holds no meld",
    "laid_meld = meld_of(dix)": "nothing but “dix” was melded",
    "melded(dix) = 0": "the side has not melded “dix”",
    "melded(run) >= 1": "the side has melded “run”",
    "melded(pinochle) >= 2": "the side has melded “pinochle” at least 2 times",
    "called(concede)": "“concede” was called",
    "not called(concede)": "“concede” was not called",
    "outcome(made)": "the deal ended as “made”",
    "seat = dealer": "the player is the dealer",
    "seat != declarer": "the player is not the declarer",
    "trump = spades": "trump is spades",
    "trump != hearts": "trump is not hearts",
    "trump = none": "there is no trump",
    "margin = 0": "the scores are level",
    "total < 0": "the total is below 0",
    "total <= -1000": "the total is at most minus 1000",
    "lead >= 1500": "the lead over the next best is at least 1500",
    "stock_left > 0": "at least one card is left in the stock",
    "odd(deal)": "the number of the deal is odd",
    "not odd(deal)": "the number of the deal is even",
    "nobody_bid": "nobody has bid",
    "not (seat = dealer and nobody_bid)": "the player is not the dealer or somebody has bid",
    "tricks = 0 and counters = 0 and meld = 0": (
        "the side has won no tricks, the side has won no points in tricks and the side has melded nothing"
    ),
    "tricks = 0 and (nobody_bid or bid = 250)": (
        "the side has won no tricks, and either nobody has bid or the bid is exactly 250"
    ),
    "(outcome(made) and seat = dealer) or bid > 300": (
        "both the deal ended as “made” and the player is the dealer, or the bid is more than 300"
    ),
    "nobody_bid and not (tricks = 0 or meld = 0)": (
        "nobody has bid, and the side has won at least one trick and the side has melded something"
    ),
}


@pytest.mark.parametrize(("text", "words"), CLAUSES.items(), ids=list(CLAUSES))
def test_conditions(pairs: Facts, text: str, words: str) -> None:
    assert pairs.clause(phrase(text), "the side", "the player") == words


GAINS = {
    "-bid": "lose the bid",
    "-2 * bid": "lose twice the bid",
    "-4 * stake": "lose 4 times the stake",
    "-20": "lose 20",
    "0": "nothing",
    "15": "15",
    "meld": "meld",
    "meld + counters": "meld and counters",
    "meld - bid": "the meld less the bid",
    "2 * (meld + counters)": "twice the sum of meld and counters",
    "(meld + counters) * stake": "the sum of meld and counters times the stake",
    "own_meld + bid / 2": "own meld and half the bid",
    "25 + meld": "25 plus meld",
    "own_meld + 10 * own_tricks": "own meld plus 10 for each trick won by oneself",
    "max(20, bid - meld)": "the greater of 20 and (the bid less the meld)",
    "max(bid - 350, 0)": "what the bid has above 350",
    "-bid if tricks = 0 else meld": "lose the bid if the side has won no tricks, otherwise meld",
    "3 if opponents.tricks = 0 else 2 if opponents.counters < 33 else 1": (
        "3 if the other side has won no tricks, otherwise 2 if the other side has won fewer than 33 points in tricks, "
        "otherwise 1"
    ),
    "per(margin, 1)": "the margin",
    "5 * per(bid, 50)": "5 for each full 50 in the bid",
    "10 + per_part(margin, 100)": "10 plus 1 for each 100, or part of 100, in the margin",
    "2 * melded(run) + melded(dix)": "2 for each “run” melded plus 1 for each “dix” melded",
    "band(bid, 200: 2, 250: 4)": "an amount by the size of the bid (2 from 200 and 4 from 250 on; nothing below 200)",
    "round(counters, 10)": "counters rounded to the nearest multiple of 10",
}


@pytest.mark.parametrize(("text", "words"), GAINS.items(), ids=list(GAINS))
def test_amounts(pairs: Facts, text: str, words: str) -> None:
    assert pairs.words(phrase(text), Type.POINTS, "the side").gain(phrase(text).tree) == words


def test_points_are_in_the_unit_of_the_game_and_counts_are_not(pairs: Facts) -> None:
    assert pairs.clause(phrase("counters >= 20 and tricks >= 2", 10), "the side") == (
        "the side has won at least 200 points in tricks and the side has won at least 2 tricks"
    )
    assert pairs.noun(phrase("2 * bid + 10 * tricks", 10)) == "twice the bid plus 100 for each trick won"
    assert pairs.noun(phrase("bid / 2", 10)) == "half the bid"
    assert pairs.noun(phrase("meld / 2", 10)) == "half the meld (rounded, halves up)"
    assert pairs.noun(phrase("5 * per(bid, 50)", 10), Type.COUNT) == "5 for each full 500 in the bid"
    assert pairs.noun(phrase("band(bid, 20: 2, 25: 4)", 10), Type.COUNT).startswith(
        "an amount by the size of the bid (2 from 200 and 4 from 250"
    )


def test_people_depend_on_the_game(pairs: Facts, three: Facts, two: Facts) -> None:
    words = [facts.person(word).text for facts in (pairs, three) for word in ("declarers", "defenders", "losers")]
    assert words == ["the declaring side", "the other side", "the loser", "the declarer", "the defenders", "the losers"]
    assert two.person("nondealers").text == "the player who did not deal"
    assert two.person("opponents").text == "the opponent"
    assert two.clause(phrase("caller.meld + caller.counters >= 66"), "the player") == (
        "the caller's meld and the caller's counters together are at least 66"
    )


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "A 10 K Q J of trump": "A 10 K Q J of trump",
        "2x Q♠ 2x J♦": "Q♠ Q♠ J♦ J♦",
        "SQ DJ": "Q♠ J♦",
        "K Q of a plain suit": "K Q of one suit that is not trump",
        "K Q of every suit": "K♠ K♥ K♦ K♣ Q♠ Q♥ Q♦ Q♣",
        "4x A": "A A A A of any suits",
        "4x A of any suit": "A A A A of one suit",
        "9 of trump and K Q of trump": "9 of trump and K Q of trump",
        "A K of hearts": "A♥ K♥",
        "O U of trump": "Q J of trump",
    }.items(),
)
def test_cards_together(text: str, words: str) -> None:
    if text == "SQ DJ":
        text = "QS JD"
    assert group_words(parse("group", text)) == words


@pytest.mark.parametrize(
    ("text", "words"),
    {
        "A 10": "aces or tens",
        "9 of trump": "nines of trump",
        "A, trump": "aces or trumps",
        "all but A": "cards other than aces",
        "Q♠ J♦": "Q♠ or J♦",
        "melded cards": "melded cards",
        "plain suits": "cards of plain suits",
    }.items(),
)
def test_sets_of_cards(text: str, words: str) -> None:
    assert card_set_words(parse("cards", text), {}, plural=True) == words


def test_the_house_names_its_cards() -> None:
    assert card_set_words(parse("cards", "Q J"), {"Q": "Ober", "J": "Unter"}, plural=True) == "Ober or Unter"


@pytest.mark.parametrize(
    ("text", "kind", "read"),
    [
        ("10 or 20", Slot("raise", Type.POINTS), "100 or 200"),
        ("1 below 60, then 5", Slot("raise", Type.POINTS), "10 below 600, then 50"),
        ("dealer takes 25", Slot("all_pass", Type.POINTS), "dealer takes 250"),
        ("counters >= 1 and tricks >= 1", Slot("expression", Type.TRUTH), "counters >= 10 and tricks >= 1"),
        ("own_meld + 10 * own_tricks", Slot("expression", Type.POINTS), "own_meld + 100 * own_tricks"),
        ("10 + per_part(margin, 100)", Slot("expression", Type.COUNT), "10 + per_part(margin, 1000)"),
        ("band(bid, 20: 2, 25: 4)", Slot("expression", Type.COUNT), "band(bid, 200: 2, 250: 4)"),
        ("2 * bid", Slot("expression", Type.POINTS), "2 * bid"),
        ("bid / 2", Slot("expression", Type.POINTS), "bid / 2"),
        ("4x A of any suit", Slot("group"), "4x A of any suit"),
    ],
)
def test_phrases_in_another_unit(text: str, kind: Slot, read: str) -> None:
    said = Phrase(text, parse(kind.start, text), Fraction(1))
    assert Typing().in_unit(said, kind, Fraction(10), kind.type) == read

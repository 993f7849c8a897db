"""Patterns of cards: sets as masks, groups as vectors, against sets written out by hand."""

from __future__ import annotations

import pytest

from pinochle_dsl.patterns import Cards, PatternError, alternatives, card_set, families
from pinochle_dsl.syntax import parse

RANKS = ("A", "10", "K", "Q", "J", "9")
CARDS = Cards(RANKS, (2,) * 24, (10, 10, 10, 0, 0, 0) * 4)
NAMES = {suit + rank: "♠♥♦♣".index(suit) * 6 + RANKS.index(rank) for suit in "♠♥♦♣" for rank in RANKS}
NO_TRUMP = 4


def named(mask: int) -> set[str]:
    return {name for name, number in NAMES.items() if mask >> number & 1}


def of(text: str, trump: int = NO_TRUMP) -> set[str]:
    return named(card_set(parse("cards", text), CARDS)[trump])


@pytest.mark.parametrize(
    ("text", "trump", "expected"),
    [
        ("A", NO_TRUMP, {"♠A", "♥A", "♦A", "♣A"}),
        ("9 of trump", 1, {"♥9"}),
        ("9 of trump", NO_TRUMP, set()),
        ("Q♠ J♦", NO_TRUMP, {"♠Q", "♦J"}),
        ("♠Q ♦J", NO_TRUMP, {"♠Q", "♦J"}),
        ("QS JD", NO_TRUMP, {"♠Q", "♦J"}),
        ("K Q of hearts", 0, {"♥K", "♥Q"}),
        ("T of ♣", 0, {"♣10"}),
        ("A of trump, Q♠", 3, {"♣A", "♠Q"}),
    ],
)
def test_sets(text: str, trump: int, expected: set[str]) -> None:
    assert of(text, trump) == expected


def test_words_for_many_cards() -> None:
    assert of("trump", 2) == {name for name in NAMES if name[0] == "♦"}
    assert of("plain suits", 2) == {name for name in NAMES if name[0] != "♦"}
    assert of("plain suits") == set(NAMES) == of("any card")
    assert of("counters") == {name for name in NAMES if name[1:] in {"A", "10", "K"}}
    assert of("all but counters") == {name for name in NAMES if name[1:] in {"Q", "J", "9"}}
    assert of("all but A, A of trump", 0) == {name for name in NAMES if name[1:] != "A"} | {"♠A"}


def vectors(text: str, trump: int) -> list[dict[str, int]]:
    back = {number: name for name, number in NAMES.items()}
    ways = alternatives(parse("group", text), CARDS, trump)
    return [{back[number]: count for number, count in way} for way in ways]


def test_groups_in_one_suit() -> None:
    assert vectors("A 10 K Q J of trump", 0) == [dict.fromkeys(("♠A", "♠10", "♠K", "♠Q", "♠J"), 1)]
    assert vectors("K Q of trump", NO_TRUMP) == []
    assert vectors("2x K 2x Q of trump", 1) == [{"♥K": 2, "♥Q": 2}]
    assert vectors("2x Q♠ 2x J♦", 1) == [{"♠Q": 2, "♦J": 2}]
    assert vectors("A of every suit", 1) == [{"♠A": 1, "♥A": 1, "♦A": 1, "♣A": 1}]


def test_each_plain_suit_is_a_family_of_its_own() -> None:
    found = families(parse("group", "K Q of a plain suit"), CARDS, 1)
    assert [slot for slot, _ in found] == [0, 2, 3]
    assert [slot for slot, _ in families(parse("group", "K Q of any suit"), CARDS, 1)] == [0, 1, 2, 3]


def test_open_suits_are_one_family_with_every_choice() -> None:
    ((slot, ways),) = families(parse("group", "4x A"), CARDS, 0)
    assert slot == 0
    # four of eight aces, two of each suit: multisets of size 4 over 4 suits with at most 2 each
    assert len(ways) == 19
    assert all(sum(count for _, count in way) == 4 for way in ways)


def test_parts_are_joined() -> None:
    assert vectors("9 of trump and K Q of trump", 3) == [{"♣K": 1, "♣Q": 1, "♣9": 1}]


def test_more_than_the_deck_has_is_no_way() -> None:
    assert vectors("3x A of trump", 0) == []
    assert vectors("9x A", 0) == []


@pytest.mark.parametrize("text", ["7", "2 10 K", "7♠"])
def test_cards_the_deck_has_not(text: str) -> None:
    with pytest.raises(PatternError, match="the deck has no"):
        card_set(parse("cards", text), CARDS)


def test_a_number_before_ranks_is_explained() -> None:
    with pytest.raises(PatternError) as error:
        families(parse("group", "2 10 K of trump"), CARDS, 0)
    assert "write `2x`" in (error.value.hint or "")

"""The reader and printer of card text."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter.cards import format_card, format_cards, parse_card, parse_cards, parse_suit
from tests.interpreter import programs as p

DECK = p.deck()
GERMAN = attrs.evolve(
    DECK,
    ranks=("A", "10", "K", "Q", "J", "9"),
    rank_names=("Daus", "Zehner", "König", "Ober", "Unter", "Neuner"),
    suit_names=("Schippen", "Herz", "Schellen", "Eichel"),
)
SPELLINGS = [("{r}{s}", " "), ("{s}{r}", " "), ("{r}{s}", ""), ("{s}{r}", ","), ("{r}{s}", "; "), ("{s}{r}", "")]
LETTERS = ("S", "H", "D", "C")
OUTLINES = ("♤", "♡", "♢", "♧")


@settings(max_examples=200, deadline=None, database=None)
@given(
    st.lists(st.integers(0, 23), max_size=12).filter(lambda c: all(c.count(t) <= 2 for t in c)),
    st.sampled_from(SPELLINGS),
    st.sampled_from([DECK.suits, LETTERS, OUTLINES, tuple(s.lower() for s in LETTERS)]),
    st.booleans(),
)
def test_what_is_written_is_read(cards, spelling, suits, t_for_ten):
    shape, gap = spelling
    words = []
    for card in cards:
        rank = DECK.ranks[card % 6]
        rank = "T" if rank == "10" and t_for_ten else rank
        words.append(shape.format(r=rank, s=suits[card // 6]))
    assert parse_cards(DECK, gap.join(words)) == cards


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10♠", "10♠"),
        ("h14", "A♥"),
        ("14H", "A♥"),
        ("D11", "J♦"),
        ("S12", "Q♠"),
        ("ts", "10♠"),
        ("♣️K", "K♣"),
        ("c10", "10♣"),
    ],
)
def test_forms_of_a_card(text, card):
    assert format_card(DECK, parse_card(DECK, text)) == card


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Ober♠", "Q♠"),
        ("O♠", "Q♠"),
        ("UD", "J♦"),
        ("DD", "A♦"),
        ("SD", "A♠"),
        ("DausHerz", "A♥"),
        ("Eichel10", "10♣"),
        ("QS", "Q♠"),
        ("Eichel-Ober", "Q♣"),
        ("könig-herz", "K♥"),
        ("Ober of Eichel", "Q♣"),
        ("Q of clubs", "Q♣"),
        ("qclub", "Q♣"),
    ],
)
def test_a_decks_own_names(text, card):
    assert format_card(GERMAN, parse_card(GERMAN, text)) == card


def test_a_hand_is_one_line():
    assert format_cards(DECK, parse_cards(DECK, ["AS", "10h 9c"])) == "A♠ 10♥ 9♣"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("A♠ A♠ A♠", "the deck has 2"),
        ("8♠", "not in this deck"),
        ("X♠", "is no card"),
        ("A", "is no card"),
        ("♠", "is no card"),
        ("A♠Z", "is no card"),
        ("A-S", "is no card"),
    ],
)
def test_what_is_no_card_is_said(text, words):
    with pytest.raises(ValueError, match=words):
        parse_cards(DECK, text)


@pytest.mark.parametrize(
    ("text", "suit"),
    [("S", 0), ("hearts", 1), ("♦", 2), ("♧", 3), ("NONE", 4), (None, 4), ("Clubs", 3), ("club", 3), (1, 1)],
)
def test_suits(text, suit):
    assert parse_suit(DECK, text) == suit


def test_names_of_several_words():
    deck = attrs.evolve(DECK, suit_names=("das Blatt", "rotes Herz", "Schellen", "Eichel"))
    assert format_cards(deck, parse_cards(deck, "king-das Blatt Q of Rotes Herz 9eichel")) == "K♠ Q♥ 9♣"
    assert parse_suit(deck, "Rotes Herz") == 1


def test_long_texts_are_cut():
    with pytest.raises(ValueError, match=r"^'a{40}\.\.\.' is no card") as caught:
        parse_cards(DECK, "a" * 5000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize("text", ["X", "", 5, -1, "spade s"])
def test_no_suit(text):
    with pytest.raises(ValueError, match="no suit"):
        parse_suit(DECK, text)


@settings(max_examples=300, deadline=None, database=None)
@given(st.text(max_size=12))
def test_any_text_is_read_or_refused(text):
    try:
        cards = parse_cards(DECK, text)
    except ValueError:
        return
    assert all(0 <= card < 24 for card in cards)

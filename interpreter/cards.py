"""The one reader and printer of card text.

A card is a rank and a suit in either order and any case: `10♠`, `T♤`, `S10`, `h14`.  Between cards stand
blanks, commas, semicolons or nothing; between rank and suit may stand `of`, and a dash
between words.  Ranks and suits
answer to the deck's own names (`Eichel-Ober`, `Q of clubs`) and their initials (`O` for an Ober), and ranks to 14,
13, 12 and 11 for ace, king, queen and jack.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.program import Deck

SUIT_LETTERS = "SHDC"
SUIT_SYMBOLS = ("♠♤", "♥♡", "♦♢", "♣♧")
SUIT_WORDS = ("spades", "hearts", "diamonds", "clubs")
ALL_RANKS = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
OTHER_NAMES = {"14": "A", "13": "K", "12": "Q", "11": "J", "T": "10"}
NO_SUIT = 4
LONGEST_SHOWN = 40
"""Characters of a wrong text that a message repeats."""
_ABSENT = -1


def format_card(deck: Deck, card: int) -> str:
    """Return the text of a card: `10♠`."""
    suit, rank = divmod(card, len(deck.ranks))
    return deck.ranks[rank] + deck.suits[suit]


def format_cards(deck: Deck, cards: Iterable[int]) -> str:
    """Return a hand on one line."""
    return " ".join(format_card(deck, card) for card in cards)


def suit_name(deck: Deck, trump: int) -> str:
    """Return a trump suit's symbol, or `none`."""
    return "none" if trump == NO_SUIT else deck.suits[trump]


def parse_cards(deck: Deck, text: str | Iterable[str]) -> list[int]:
    """Return the card types of a text, in its order.

    Raises `ValueError` for what is no card, a card the deck lacks, or more copies than it has.
    """
    if not isinstance(text, str):
        words = list(text) if hasattr(text, "__iter__") else []
        if not hasattr(text, "__iter__") or not all(isinstance(word, str) for word in words):
            msg = f"cards are a text or texts, as in 'A♠ 10♠', not {text!r:.40}"
            raise ValueError(msg)
        text = " ".join(words)
    cards: list[int] = []
    for word in re.split(r"[\s,;]+", _in_one_word(deck, text)):
        if word:
            cards.extend(_parse_word(deck, word))
    for card, n in Counter(cards).items():
        if n > deck.copies[card]:
            msg = f"{n} {format_card(deck, card)} in {_shown(text.strip())}: the deck has {deck.copies[card]}"
            raise ValueError(msg)
    return cards


def parse_card(deck: Deck, text: str) -> int:
    """Return the type of one card."""
    cards = parse_cards(deck, text)
    if len(cards) != 1:
        msg = f"{_shown(text)} is {len(cards)} cards; one is expected"
        raise ValueError(msg)
    return cards[0]


def parse_suit(deck: Deck, text: str | int | None) -> int:
    """Return the number of a trump suit: 0 to 3, or 4 for none."""
    if text is None:
        return NO_SUIT
    if isinstance(text, bool) or not isinstance(text, (int, str)):
        msg = f"{text!r:.40} is no suit; expected S, H, D, C, {', '.join(deck.suits)} or none"
        raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
    if isinstance(text, int):
        if 0 <= text <= NO_SUIT:
            return text
        msg = f"{text} is no suit: suits are 0 to 3, and 4 is none"
        raise ValueError(msg)
    word = text.strip().replace("\ufe0f", "").casefold()
    if word in ("none", "no trump"):
        return NO_SUIT
    suits = _suit_tokens(deck)
    if word in suits:
        return suits[word]
    own = [name for name, word in zip(deck.suit_names, SUIT_WORDS, strict=True) if name and name != word]
    known = ", ".join((*SUIT_LETTERS, *deck.suits, *(own or ["a word such as hearts"])))
    msg = f"{_shown(text)} is no suit: write {known}, or none"
    raise ValueError(msg)


def _shown(text: str) -> str:
    """Return a text as messages repeat it."""
    return repr(text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}...")


@lru_cache(maxsize=1024)
def _parse_word(deck: Deck, word: str) -> tuple[int, ...]:
    """Return the cards of a text without gaps; the same few words are asked for again and again."""
    ranks, suits = _rank_tokens(deck), _suit_tokens(deck)
    folded = word.casefold()
    ways: dict[int, tuple[int, int, int] | None] = {len(folded): None}
    for at in range(len(folded) - 1, -1, -1):
        way = _card_at(folded, at, ranks, suits, ways)
        if way is not None:
            ways[at] = way
    if 0 not in ways:
        known = " ".join(r for r, n in zip(deck.ranks, range(len(deck.ranks)), strict=True) if _held(deck, n))
        msg = f"{_shown(word)} is no card: expected a rank ({known}) and a suit (S H D C or {' '.join(deck.suits)})"
        raise ValueError(msg)
    cards = []
    at = 0
    while (found := ways[at]) is not None:
        at, rank, suit = found
        if rank == _ABSENT or not deck.copies[suit * len(deck.ranks) + rank]:
            names = " ".join(deck.ranks)
            msg = f"{_shown(word)} has a card that is not in this deck, whose ranks are {names}"
            raise ValueError(msg)
        cards.append(suit * len(deck.ranks) + rank)
    return tuple(cards)


def _card_at(
    text: str, at: int, ranks: dict[str, int], suits: dict[str, int], ways: dict[int, tuple[int, int, int] | None]
) -> tuple[int, int, int] | None:
    """Return (end, rank, suit) of a card at a place from which the rest can be read too."""
    for first, second in ((ranks, suits), (suits, ranks)):
        for token, value in first.items():
            if not text.startswith(token, at):
                continue
            middle = at + len(token)
            for other, other_value in second.items():
                dash = text.startswith("-", middle) and max(len(token), len(other)) > 1
                end = middle + dash + len(other)
                if text.startswith(other, middle + dash) and end in ways:
                    return (end, value, other_value) if first is ranks else (end, other_value, value)
    return None


def _in_one_word(deck: Deck, text: str) -> str:
    """Return a text whose cards hold no blanks: `Q of clubs`, names of several words."""
    text = text.replace("\ufe0f", "")
    for names, signs in ((deck.rank_names, deck.ranks), (deck.suit_names, deck.suits)):
        for name, sign in zip(names, signs, strict=True):
            if re.search(r"[\s,;]", name):
                text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", sign, text, flags=re.IGNORECASE)
    return re.sub(r"(?<=\S)\s+of\s+(?=\S)", "", text, flags=re.IGNORECASE)


def _held(deck: Deck, rank: int) -> bool:
    return any(deck.copies[suit * len(deck.ranks) + rank] for suit in range(4))


@lru_cache(maxsize=64)
def _rank_tokens(deck: Deck) -> dict[str, int]:
    """Return what a rank may be called, longest first."""
    tokens = {name.casefold(): _ABSENT for name in ALL_RANKS}
    tokens |= {name.casefold(): i for i, name in enumerate(deck.ranks)}
    tokens |= {old.casefold(): tokens.get(new.casefold(), _ABSENT) for old, new in OTHER_NAMES.items()}
    initials = Counter(name[:1].casefold() for name in deck.rank_names)
    for i, name in enumerate(deck.rank_names):
        if not name:
            continue
        tokens.setdefault(name.casefold(), i)
        initial = name[:1].casefold()
        if initials[initial] == 1 and initial.isalpha():
            tokens.setdefault(initial, i)
    return dict(sorted(tokens.items(), key=lambda item: (-len(item[0]), item[0])))


@lru_cache(maxsize=64)
def _suit_tokens(deck: Deck) -> dict[str, int]:
    """Return what a suit may be called, longest first."""
    tokens: dict[str, int] = {}
    for suit in range(4):
        word = SUIT_WORDS[suit]
        own = deck.suits[suit], deck.suit_names[suit]
        names = (*SUIT_SYMBOLS[suit], SUIT_LETTERS[suit], word, word.removesuffix("s"), *own)
        for name in names:
            if name:
                tokens.setdefault(name.casefold(), suit)
    return dict(sorted(tokens.items(), key=lambda item: (-len(item[0]), item[0])))

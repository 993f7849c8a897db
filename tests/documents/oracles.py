"""The three documents' rules, transcribed sentence by sentence and without the project's own code.

Documents are cited as 000 (Korean), 001 (Chinese) and 002 (Japanese).  Everything here is slow and
plain on purpose: lists of melds as the documents print them, every way to lay out a hand tried, the
duties as nested ifs.  Nothing is imported from the packages under test.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from random import Random
from typing import Final, NamedTuple

SUITS: Final = "♠♥♦♣"
RANKS: Final = ("A", "10", "K", "Q", "J", "9")
"""High to low, as all three documents order them."""
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
"""Card types in the order in which answers are printed."""
CARD: Final = re.compile(r"(?:10|[AKQJ9])[♠♥♦♣]")
KOREAN: Final = "two-handed-ko"
CHINESE: Final = "cardgames-io"
JAPANESE: Final = "partnership-ja"


class Layout(NamedTuple):
    """One meld of a document's list: its class, name, cards and value."""

    kind: str
    name: str
    cards: tuple[str, ...]
    points: int


def cards(text: str) -> list[str]:
    """Return the cards of a text in the printed notation, in order."""
    return CARD.findall(text)


def suit(card: str) -> str:
    """Return the suit of a card."""
    return card[-1]


def strength(card: str) -> int:
    """Return how strong a card is within its suit; higher wins (ko-003, zh-011, ja-013)."""
    return -RANKS.index(card[:-1])


def in_order(hand: set[str]) -> list[str]:
    """Return card types in the deck's order."""
    return [card for card in DECK if card in hand]


def shuffled(rng: Random) -> list[str]:
    """Return the 48 cards in random order."""
    deck = [*DECK, *DECK]
    rng.shuffle(deck)
    return deck


def card_points(card: str, unit: int) -> int:
    """Return what a card won in a trick is worth: aces, tens and kings one unit, the rest nothing."""
    return unit if card[:-1] in {"A", "10", "K"} else 0


def _of(suit_name: str, ranks: str) -> tuple[str, ...]:
    return tuple(rank + suit_name for rank in ranks.split())


def _around(rank: str, copies: int = 1) -> tuple[str, ...]:
    return tuple(rank + each for each in SUITS) * copies


def _marriages(trump: str, royal: int, plain: int) -> list[Layout]:
    return [
        Layout(
            "sequence",
            "royal marriage" if each == trump else "marriage",
            _of(each, "K Q"),
            royal if each == trump else plain,
        )
        for each in SUITS
    ]


def korean_melds(trump: str) -> list[Layout]:
    """Return the melds of document 000 under a trump suit (ko-025 to ko-035)."""
    return [
        Layout("sequence", "run", _of(trump, "A 10 K Q J"), 150),
        *_marriages(trump, 40, 20),
        Layout("sequence", "dix", _of(trump, "9"), 10),
        Layout("pinochle", "pinochle", ("Q♠", "J♦"), 40),
        Layout("pinochle", "double pinochle", ("Q♠", "Q♠", "J♦", "J♦"), 300),
        Layout("around", "aces around", _around("A"), 100),
        Layout("around", "kings around", _around("K"), 80),
        Layout("around", "queens around", _around("Q"), 60),
        Layout("around", "jacks around", _around("J"), 40),
    ]


def chinese_melds(trump: str) -> list[Layout]:
    """Return the melds of document 001 under a trump suit, its doubles as entries of their own."""
    return [
        Layout("sequence", "run", _of(trump, "J Q K 10 A"), 150),
        Layout("sequence", "run and king", _of(trump, "J Q K K 10 A"), 190),
        Layout("sequence", "run and queen", _of(trump, "J Q Q K 10 A"), 190),
        Layout("sequence", "run and marriage", _of(trump, "J Q Q K K 10 A"), 230),
        Layout("sequence", "double run", _of(trump, "J J Q Q K K 10 10 A A"), 1500),
        Layout("sequence", "dix", _of(trump, "9"), 10),
        *_marriages(trump, 40, 20),
        Layout("pinochle", "pinochle", ("J♦", "Q♠"), 40),
        Layout("pinochle", "double pinochle", ("J♦", "J♦", "Q♠", "Q♠"), 300),
        Layout("around", "aces around", _around("A"), 100),
        Layout("around", "eight aces", _around("A", 2), 1000),
        Layout("around", "kings around", _around("K"), 80),
        Layout("around", "eight kings", _around("K", 2), 800),
        Layout("around", "queens around", _around("Q"), 60),
        Layout("around", "eight queens", _around("Q", 2), 600),
        Layout("around", "jacks around", _around("J"), 40),
        Layout("around", "eight jacks", _around("J", 2), 400),
    ]


def japanese_melds(trump: str, double_pinochle: int = 30, extra: str = "nothing") -> list[Layout]:
    """Return the melds of document 002; `extra` is what spare kings and queens beside one run pay."""
    spare: list[Layout] = []
    if extra in {"2 each", "4 each"}:
        each = 2 if extra == "2 each" else 4
        both = 4 if extra == "2 each" else 8
        spare = [
            Layout("sequence", "run and king", _of(trump, "A 10 K K Q J"), 15 + each),
            Layout("sequence", "run and queen", _of(trump, "A 10 K Q Q J"), 15 + each),
            Layout("sequence", "run and both", _of(trump, "A 10 K K Q Q J"), 15 + both),
        ]
    return [
        *_marriages(trump, 4, 2),
        Layout("sequence", "run", _of(trump, "A 10 K Q J"), 15),
        Layout("sequence", "double run", _of(trump, "A A 10 10 K K Q Q J J"), 150),
        *spare,
        Layout("sequence", "dix", _of(trump, "9"), 1),
        Layout("pinochle", "pinochle", ("Q♠", "J♦"), 4),
        Layout("pinochle", "double pinochle", ("Q♠", "Q♠", "J♦", "J♦"), double_pinochle),
        Layout("around", "aces around", _around("A"), 10),
        Layout("around", "double aces", _around("A", 2), 100),
        Layout("around", "kings around", _around("K"), 8),
        Layout("around", "double kings", _around("K", 2), 80),
        Layout("around", "queens around", _around("Q"), 6),
        Layout("around", "double queens", _around("Q", 2), 60),
        Layout("around", "jacks around", _around("J"), 4),
        Layout("around", "double jacks", _around("J", 2), 40),
    ]


def best_layout(hand: list[str], layouts: list[Layout]) -> int:
    """Return the most points a hand can lay, every way tried; a card serves once in each class."""
    return sum(
        _best_of_class(Counter(hand), [each for each in layouts if each.kind == kind])
        for kind in ("sequence", "pinochle", "around")
    )


def _best_of_class(held: Counter[str], layouts: list[Layout]) -> int:
    relevant = sorted({card for each in layouts for card in each.cards})
    needs = [tuple(Counter(each.cards)[card] for card in relevant) for each in layouts]

    @cache
    def best(left: tuple[int, ...], start: int) -> int:
        most = 0
        for index in range(start, len(layouts)):
            after = tuple(have - need for have, need in zip(left, needs[index], strict=True))
            if min(after) >= 0:
                most = max(most, layouts[index].points + best(after, index))
        return most

    return best(tuple(held[card] for card in relevant), 0)


def winner(trick: list[str], trump: str) -> int | None:
    """Return which card of a trick wins: best trump, else best of the suit led, the earlier of twins."""
    if not trick:
        return None
    trumps = [card for card in trick if suit(card) == trump]
    in_play = trumps or [card for card in trick if suit(card) == suit(trick[0])]
    return trick.index(max(in_play, key=strength))


def _would_win(card: str, trick: list[str], trump: str) -> bool:
    return winner([*trick, card], trump) == len(trick)


def korean_stock(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Return what may be played while the stock lasts: anything (ko-016)."""
    del trick, trump
    return in_order(set(hand))


def korean_playoff(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Return what may be played in the playoff (ko-045 to ko-048)."""
    if not trick:
        return in_order(set(hand))
    following = {card for card in hand if suit(card) == suit(trick[0])}
    if following:
        winning = {card for card in following if _would_win(card, trick, trump)}
        return in_order(winning or following)
    trumps = {card for card in hand if suit(card) == trump}
    return in_order(trumps or set(hand))


def chinese_play(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Return what may be played under document 001 (zh-064 to zh-068)."""
    if not trick:
        return in_order(set(hand))
    allowed = {card for card in hand if suit(card) == suit(trick[0])}
    if not allowed:
        allowed = {card for card in hand if suit(card) == trump}
    if not allowed:
        return in_order(set(hand))
    winning = {card for card in allowed if _would_win(card, trick, trump)}
    return in_order(winning or allowed)


def japanese_play(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Return what may be played under document 002 with the duty to beat always on (ja-056 to ja-063)."""
    if not trick:
        return in_order(set(hand))
    led = suit(trick[0])
    now = trick[winner(trick, trump) or 0]
    same = {card for card in hand if suit(card) == led}
    if same:
        if led != trump and suit(now) == trump:
            return in_order(same)
        higher = {card for card in same if strength(card) > strength(now)}
        return in_order(higher or same)
    trumps = {card for card in hand if suit(card) == trump}
    if not trumps:
        return in_order(set(hand))
    over = {card for card in trumps if suit(now) != trump or strength(card) > strength(now)}
    return in_order(over or trumps)


def japanese_play_trump_led(hand: list[str], trick: list[str], trump: str) -> list[str]:
    """Return what may be played under document 002 when only a trump lead must be beaten (ja-099 to ja-101)."""
    if trick and suit(trick[0]) == trump:
        return japanese_play(hand, trick, trump)
    if not trick:
        return in_order(set(hand))
    same = {card for card in hand if suit(card) == suit(trick[0])}
    trumps = {card for card in hand if suit(card) == trump}
    return in_order(same or trumps or set(hand))


class Settled(NamedTuple):
    """How a deal of a partnership game ends: outcome and what side 0 and side 1 gain."""

    outcome: str
    gains: tuple[int, int]


def _gains(declarers: int, declaring: int, defending: int) -> tuple[int, int]:
    return (declaring, defending) if declarers == 0 else (defending, declaring)


def chinese_settlement(bid: int, side: int, meld: tuple[int, int], counters: tuple[int, int]) -> Settled:
    """Return the result of a deal played to the end under document 001; `side` bid."""
    scores = [meld[each] + counters[each] if counters[each] > 0 else 0 for each in (0, 1)]
    defending = scores[1 - side]
    if scores[side] >= bid:
        return Settled("made", _gains(side, scores[side], defending))
    return Settled("set", _gains(side, -bid, defending))


def japanese_settlement(
    bid: int, side: int, meld: tuple[int, int], counters: tuple[int, int], dix: tuple[int, int] = (0, 0)
) -> Settled:
    """Return the result of a deal played to the end under document 002; `dix` is the melds' part in nines."""
    other = 1 - side
    if counters[other] >= 1:
        defending = meld[other] + counters[other]
    elif meld[other] == dix[other]:
        defending = meld[other]
    else:
        defending = 0
    if counters[side] >= 1 and meld[side] + counters[side] >= bid:
        return Settled("made", _gains(side, meld[side] + counters[side], defending))
    return Settled("set", _gains(side, -bid, defending))


def conceded(bid: int, side: int, meld: tuple[int, int]) -> Settled:
    """Return the result of a deal given up or ended by rule (documents 001 and 002 agree)."""
    return Settled("conceded", _gains(side, -bid, meld[1 - side]))

"""Turns phrases about cards into masks and vectors over the deck's card types."""

from __future__ import annotations

from itertools import combinations_with_replacement, product
from typing import TYPE_CHECKING

from attrs import frozen
from lark import Token

from interpreter.codes import NO_TRUMP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.program import CardSet, Vector
    from pinochle_dsl.syntax import Tree

RANK_LETTERS = {"T": "10", "O": "Q", "D": "Q", "U": "J", "B": "J"}
"""Other ways to write a rank: ten, Ober and Dame, Unter and Bube."""

SUIT_LETTERS = dict(zip("♠♥♦♣♤♡♢♧SHDC", (0, 1, 2, 3) * 3, strict=True)) | {
    "spade": 0,
    "spades": 0,
    "heart": 1,
    "hearts": 1,
    "diamond": 2,
    "diamonds": 2,
    "club": 3,
    "clubs": 3,
}

MOST_WAYS = 20_000
"""Ways to form one meld (of any suits) that are still spelled out."""


class PatternError(ValueError):
    """A phrase about cards that does not fit the deck."""

    def __init__(self, code: str, message: str, hint: str | None, token: Token | None = None) -> None:
        """Keep what is wrong and where."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.start = token.start_pos if token is not None else None
        self.end = token.end_pos if token is not None else None


@frozen(cache_hash=True)
class Cards:
    """The deck as patterns see it."""

    ranks: tuple[str, ...]
    """High to low."""
    copies: tuple[int, ...]
    """Of each card type (suit * len(ranks) + rank)."""
    points: tuple[int, ...]
    """Of each card type."""

    def rank(self, token: Token) -> int:
        """Return the number of a rank that the deck has."""
        name = RANK_LETTERS.get(str(token), str(token))
        if name in self.ranks:
            return self.ranks.index(name)
        hint = f"the deck has {' '.join(self.ranks)}"
        if name.isdigit():
            hint += f"; for so many of a card write `{name}x`"
        raise PatternError("PIN309", f"the deck has no {token}", hint, token)

    def card(self, token: Token) -> int:
        """Return the type of a single card such as `Q♠`."""
        text = str(token)
        suit, rank = (text[0], text[1:]) if text[0] in "♠♥♦♣♤♡♢♧" else (text[-1], text[:-1])
        number = self.rank(Token.new_borrow_pos("RANK", rank, token))
        return self.type_of(SUIT_LETTERS[suit], number, token)

    def type_of(self, suit: int, rank: int, token: Token) -> int:
        """Return a card type, which the deck must have."""
        number = suit * len(self.ranks) + rank
        if not self.copies[number]:
            raise PatternError("PIN309", f"the deck has no {token}", None, token)
        return number

    def suit_mask(self, suit: int) -> int:
        """Return the card types of a suit."""
        size = len(self.ranks)
        return sum(1 << number for number in range(suit * size, (suit + 1) * size) if self.copies[number])

    def rank_mask(self, rank: int) -> int:
        """Return the card types of a rank."""
        size = len(self.ranks)
        return sum(1 << suit * size + rank for suit in range(4) if self.copies[suit * size + rank])

    @property
    def every_card(self) -> int:
        """All card types of the deck."""
        return sum(1 << number for number, copies in enumerate(self.copies) if copies)


DEALT = 1 << 63
"""In a set of cards: those that the player was dealt, whichever they are."""


def card_set(tree: Tree, cards: Cards, *, dealt: bool = False) -> CardSet:
    """Return the masks of a set of cards (grammar: `cards`) under each trump and without one.

    `dealt`: a player is asked whose dealt cards are known.

    Raises `PatternError` for a card that the deck has not, or words that have no meaning here.
    """
    masks = [0] * 5
    for item in tree.children:
        if dealt and item.data == "dealt_cards":  # type: ignore[union-attr]
            masks = [mask | DEALT for mask in masks]
            continue
        for trump in range(5):
            masks[trump] |= _item_mask(item, cards, trump)  # type: ignore[arg-type]
    return (masks[0], masks[1], masks[2], masks[3], masks[4])


def _item_mask(item: Tree, cards: Cards, trump: int) -> int:
    match item.data:
        case "all_but":
            return cards.every_card & ~_item_mask(item.children[0], cards, trump)  # type: ignore[arg-type]
        case "of_ranks":
            return _ranks(item.children, cards)
        case "of_suit":
            suit_word = item.children[-1]
            suit = trump if suit_word.data == "trump_suit" else SUIT_LETTERS[str(suit_word.children[0])]  # type: ignore[union-attr]
            return _ranks(item.children[:-1], cards) & (0 if suit == NO_TRUMP else cards.suit_mask(suit))
        case "these":
            return _mask(cards.card(token) for token in item.children)  # type: ignore[arg-type]
        case "counters":
            return sum(1 << number for number, points in enumerate(cards.points) if points and cards.copies[number])
        case "trumps":
            return 0 if trump == NO_TRUMP else cards.suit_mask(trump)
        case "plains":
            return cards.every_card & ~(0 if trump == NO_TRUMP else cards.suit_mask(trump))
        case "any_card":
            return cards.every_card
    if item.data == "melded_cards":
        raise PatternError("PIN303", "melded cards are not known here", "they are known in `bury.not`")
    hint = "they are known in `count(dealt cards)`, `bury.not` and `exchange.not`"
    raise PatternError("PIN303", "dealt cards are not known here", hint)


def _mask(numbers: Iterable[int]) -> int:
    mask = 0
    for number in numbers:
        mask |= 1 << number
    return mask


def _ranks(children: Iterable[object], cards: Cards) -> int:
    mask = 0
    for child in children:
        mask |= cards.rank_mask(cards.rank(child.children[0]))  # type: ignore[attr-defined]
    return mask


Family = tuple[int, tuple["Vector", ...]]
"""A suit slot and the ways to form the group there (see `interpreter.program.MeldEntry.forms`)."""


def families(tree: Tree, cards: Cards, trump: int) -> tuple[Family, ...]:
    """Return the families of a group of cards under a trump; none if it cannot be formed there.

    Groups that name one suit after another (`of a plain suit`, `of any suit`) are a family a suit;
    all others are one family, with every way to choose the suits where they are left open.  Where several
    parts name one suit after another, the first of them makes the families, and each has all ways of the others.
    """
    found: list[tuple[int, list[dict[int, int]]]] = [(0, [{}])]
    by_suit = False
    for part in tree.children:
        joined, number = [], 0
        for (slot, ways), (part_slot, part_ways) in product(found, _part(part, cards, trump)):  # type: ignore[arg-type]
            number += len(ways) * len(part_ways)
            if number > MOST_WAYS:  # seen before any of them is made
                raise PatternError("PIN304", "this group of cards can be formed in too many ways", "name the suits")
            both = [_together(one, other) for one, other in product(ways, part_ways)]
            joined.append((slot if by_suit else part_slot, both))
        found = joined
        by_suit = by_suit or part.data in ("in_plain", "in_any")  # type: ignore[union-attr]
    result: dict[int, dict[Vector, None]] = {}
    for slot, ways in found:
        for way in ways:
            if way and all(count <= cards.copies[number] for number, count in way.items()):
                result.setdefault(slot, {})[tuple(sorted(way.items()))] = None
    return tuple((slot, tuple(vectors)) for slot, vectors in result.items())


def alternatives(tree: Tree, cards: Cards, trump: int) -> tuple[Vector, ...]:
    """Return all ways to hold a group under a trump."""
    return tuple(vector for _, ways in families(tree, cards, trump) for vector in ways)


def _together(one: dict[int, int], other: dict[int, int]) -> dict[int, int]:
    return {number: one.get(number, 0) + other.get(number, 0) for number in sorted({*one, *other})}


def _part(part: Tree, cards: Cards, trump: int) -> list[tuple[int, list[dict[int, int]]]]:
    """Return slots and ways of one part of a group."""
    if part.data == "exactly":
        way: dict[int, int] = {}
        for exact in part.children:
            times, token = exact.children  # type: ignore[union-attr]
            number = cards.card(token)  # type: ignore[arg-type]
            way[number] = way.get(number, 0) + _times(times)
        return [(0, [way])]
    items = [child for child in part.children if not isinstance(child, Token)]
    size = len(cards.ranks)
    wanted: dict[int, int] = {}
    for item in items:
        times, rank = item.children
        number = cards.rank(rank.children[0])  # type: ignore[union-attr,arg-type]
        wanted[number] = wanted.get(number, 0) + _times(times)

    def in_suit(suit: int) -> dict[int, int]:
        return {suit * size + rank: count for rank, count in wanted.items()}

    present = [suit for suit in range(4) if cards.suit_mask(suit)]
    match part.data:
        case "in_trump":
            return [] if trump == NO_TRUMP else [(0, [in_suit(trump)])]
        case "in_plain":
            return [(suit, [in_suit(suit)]) for suit in present if suit != trump]
        case "in_any":
            return [(suit, [in_suit(suit)]) for suit in present]
        case "in_every":
            return [(0, [{number: count for suit in present for number, count in in_suit(suit).items()}])]
        case "in_suit":
            suit_token = part.children[-1]
            return [(0, [in_suit(SUIT_LETTERS[str(suit_token)])])]
    ways: list[dict[int, int]] = [{}]
    for wanted_rank, count in wanted.items():
        held = sum(cards.copies[suit * size + wanted_rank] for suit in present)
        choices = [
            {suit * size + wanted_rank: chosen.count(suit) for suit in set(chosen)}
            for chosen in combinations_with_replacement(present, count if count <= held else 0)
            if count <= held
        ]
        choices = [way for way in choices if all(n <= cards.copies[number] for number, n in way.items())]
        if len(ways) * len(choices) > MOST_WAYS:
            raise PatternError("PIN304", "this group of cards can be formed in too many ways", "name the suits")
        ways = [_together(way, choice) for way, choice in product(ways, choices)]
    return [(0, ways)]


def _times(token: object) -> int:
    return int(str(token)[:-1]) if token else 1

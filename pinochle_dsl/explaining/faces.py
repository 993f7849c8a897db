"""Words and symbols for cards: ranks, sets and groups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from pinochle_dsl.explaining.people import series
from pinochle_dsl.patterns import RANK_LETTERS, SUIT_LETTERS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinochle_dsl.syntax import Tree

SUITS = "♠♥♦♣"
SUIT_WORDS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
RANK_WORDS = {
    "A": "ace",
    "10": "ten",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}
ENGLISH = frozenset(
    (*RANK_WORDS.values(), "bower", "boy", "knave", "knight", "lady", "lord", "page", "prince", "valet")
)
"""Names of ranks of which the plural is known; other names with a capital are foreign words."""


def rank_letter(tree: Tree) -> str:
    """Return the usual letter of a rank."""
    text = str(tree.children[0])
    return RANK_LETTERS.get(text, text)


def suit_symbol(text: str) -> str:
    """Return ♠, ♥, ♦ or ♣ for any way to write a suit."""
    return SUITS[SUIT_LETTERS[text]] if text in SUIT_LETTERS else text


def card_symbol(text: str) -> str:
    """Return a card as `10♠`."""
    front = text[0] in "♠♥♦♣♤♡♢♧"
    suit, rank = (text[0], text[1:]) if front else (text[-1], text[:-1])
    return RANK_LETTERS.get(rank, rank) + suit_symbol(suit)


def rank_word(letter: str, names: Mapping[str, str], *, plural: bool = False) -> str:
    """Return what the house calls a rank."""
    word = names.get(letter, RANK_WORDS.get(letter, letter))
    if not plural or (letter in names and not word.islower() and word.lower() not in ENGLISH):
        return word
    if word.endswith("y") and word[-2:-1] not in ("a", "e", "o"):
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(("x", "s", "ch", "sh")) else f"{word}s"


def card_set_words(tree: Tree, names: Mapping[str, str], *, plural: bool) -> str:
    """Return a set of cards in words: `aces or tens`, `9 of trump`."""
    return series([_item(item, names, plural=plural) for item in tree.children], "or")  # type: ignore[arg-type]


def _item(item: Tree, names: Mapping[str, str], *, plural: bool) -> str:
    match item.data:
        case "all_but":
            inner = _item(item.children[0], names, plural=True)  # type: ignore[arg-type]
            return f"{'cards' if plural else 'card'} other than {inner}"
        case "of_ranks":
            return series([rank_word(rank_letter(rank), names, plural=plural) for rank in item.children], "or")  # type: ignore[arg-type]
        case "of_suit":
            *ranks, suit = item.children
            words = series([rank_word(rank_letter(rank), names, plural=plural) for rank in ranks], "or")  # type: ignore[arg-type]
            where = "trump" if suit.data == "trump_suit" else suit_symbol(str(suit.children[0]))  # type: ignore[union-attr]
            return f"{words} of {names.get(where) or SUIT_WORDS.get(where, where)}"
        case "these":
            return series([card_symbol(str(token)) for token in item.children], "or")
    single, many = {
        "counters": ("counting card", "counting cards"),
        "trumps": ("trump", "trumps"),
        "plains": ("card of a plain suit", "cards of plain suits"),
        "melded_cards": ("melded card", "melded cards"),
        "dealt_cards": ("card dealt to that player", "cards dealt to that player"),
        "any_card": ("card", "cards"),
    }.get(str(item.data), (str(item.data), str(item.data)))
    return many if plural else single


def group_words(tree: Tree, suits: str = SUITS) -> str:
    """Return cards together with their symbols: `K Q of trump`, `A♠ A♥ A♦ A♣`."""
    return " and ".join(_part(part, suits) for part in tree.children)  # type: ignore[arg-type]


def _part(part: Tree, suits: str) -> str:
    if part.data == "exactly":
        cards = []
        for exact in part.children:
            times, token = exact.children  # type: ignore[union-attr]
            cards += [card_symbol(str(token))] * _times(times)
        return " ".join(cards)
    ranks: list[str] = []
    runs: list[tuple[str, int]] = []
    for item in part.children:
        if isinstance(item, Token):
            continue
        times, rank = item.children
        letter = rank_letter(rank)  # type: ignore[arg-type]
        ranks += [letter] * _times(times)
        runs.append((letter, _times(times)))
    text = " ".join(ranks)
    match part.data:
        case "in_trump":
            return f"{text} of trump"
        case "in_plain":
            return f"{text} of one suit that is not trump"
        case "in_any":
            return f"{text} of one suit"
        case "in_every":
            return " ".join(f"{rank}{suit}" for rank in ranks for suit in suits)
        case "in_suit":
            suit = suit_symbol(str(part.children[-1]))
            return " ".join(f"{rank}{suit}" for rank in ranks)
    return f"{text} of any suits"


def _times(token: object) -> int:
    return int(str(token)[:-1]) if token else 1


def held_words(tree: Tree) -> str:
    """Return a group as a hand holds it, for sentences."""
    text = group_words(tree)
    return text.replace("of one suit that is not trump", "of one plain suit")

"""What a hand may meld, a second way: read straight from the words of the rules files, and tried out.

Nothing of the language or the machine is used: files are read by PyYAML, layers joined here, groups of cards
read here, and every way to lay a hand is tried.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

import yaml
from attrs import frozen

ROOT = Path(__file__).parents[2]
SUITS = "♠♥♦♣"
WORDS = {"spades": "♠", "hearts": "♥", "diamonds": "♦", "clubs": "♣"}
NO_TRUMP = "none"
CONDITIONS: dict[str, Callable[[Counter[str]], bool]] = {
    "count(K Q J) = 0 and melded(carte blanche) = tricks_played": lambda hand: (
        not any(card[:-1] in ("K", "Q", "J") for card in hand)
    ),
    "tricks > 0": lambda _: False,
}
"""What the conditions of shipped melds come to before the first trick."""

Way = tuple[tuple[str, int], ...]
"""Cards, each with how many."""


@frozen
class Family:
    """A meld in one suit, or in no particular one: its ways, and what one, two, three of it are worth."""

    name: str
    classes: tuple[str, ...]
    ways: tuple[Way, ...]
    values: tuple[int, ...]

    def worth(self, times: int) -> int:
        """Return what so many of it are worth; beyond the list they are counted in parts."""
        if times <= len(self.values):
            return self.values[times - 1] if times else 0
        return max(self.worth(part) + self.worth(times - part) for part in range(1, len(self.values) + 1))


# ---- files -------------------------------------------------------------------------------------------


@cache
def _file(name: str) -> dict[str, Any]:
    folder = next(kind for kind in ("rules", "variants") if (ROOT / kind / f"{name}.yaml").exists())
    rules: dict[str, Any] = yaml.safe_load((ROOT / folder / f"{name}.yaml").read_text(encoding="utf-8"))
    return rules


def joined(base: Any, patch: Any) -> Any:  # noqa: ANN401 - parts of files
    """Return a base with a patch over it: tables key by key, all else replaced, `null` removed."""
    if not (isinstance(base, dict) and isinstance(patch, dict)):
        return patch
    found = {key: said for key, said in base.items() if patch.get(key, said) is not None}
    for key, said in patch.items():
        if said is not None:
            found[key] = joined(base.get(key), said)
    return found


def _in_unit(rules: dict[str, Any], old: int, new: int) -> dict[str, Any]:
    """Return rules with the values of melds in another unit."""
    melds = {
        name: said
        if said is None or "points" not in said
        else {
            **said,
            "points": [value * new // old for value in said["points"]]
            if isinstance(said["points"], list)
            else said["points"] * new // old,
        }
        for name, said in rules.get("melds", {}).items()
    }
    return {**rules, "melds": melds}


@cache
def rules_of(name: str, choices: tuple[tuple[str, str], ...] = ()) -> dict[str, Any]:
    """Return the rules of a shipped file, its bases below it and the patches of some choices over it."""
    own = _file(name)
    below = rules_of(own["extends"]) if "extends" in own else {}
    unit = own.get("unit", below.get("unit", 1))
    rules: dict[str, Any] = joined(_in_unit(below, below.get("unit", 1), unit), own)
    for option, choice in choices:
        rules = joined(rules, rules["options"][option]["choices"][choice])
    return {**rules, "unit": unit}


# ---- cards -------------------------------------------------------------------------------------------


def pack(rules: Mapping[str, Any]) -> list[str]:
    """Return the cards of the deck."""
    ranks, said = rules["deck"]["ranks"].split(), rules["deck"]["copies"]
    if said == "players":
        said = int(str(rules["players"]["seats"]).split()[0])
    copies = {rank: n for words, n in said.items() for rank in str(words).split()} if isinstance(said, dict) else {}
    return [rank + suit for rank in ranks for suit in SUITS for _ in range(copies.get(rank, said))]


def _ways_of_part(part: str, trump: str) -> list[tuple[str, list[Counter[str]]]]:
    """Return suits with the ways to form one part of a group there; suit "" where it is of none in particular."""
    items, _, where = part.partition(" of ")
    tokens = re.findall(r"(?:(\d+)x )?(\S+)", items)
    if all(token[-1] in SUITS for _, token in tokens):
        return [("", [_counted((token, int(times or 1)) for times, token in tokens)])]
    wanted = _counted((token, int(times or 1)) for times, token in tokens)

    def in_suit(suit: str) -> Counter[str]:
        return Counter({rank + suit: n for rank, n in wanted.items()})

    if where == "trump":
        return [] if trump == NO_TRUMP else [("", [in_suit(trump)])]
    if where in ("a plain suit", "any suit"):
        return [(suit, [in_suit(suit)]) for suit in SUITS if where == "any suit" or suit != trump]
    if where == "every suit":
        return [("", [sum((in_suit(suit) for suit in SUITS), Counter[str]())])]
    if where:
        return [("", [in_suit(WORDS.get(where, where))])]
    each = [
        [Counter(rank + suit for suit in suits) for suits in combinations_with_replacement(SUITS, n)]
        for rank, n in wanted.items()
    ]
    return [("", [sum(together, Counter[str]()) for together in product(*each)])]


def _counted(pairs: Any) -> Counter[str]:  # noqa: ANN401 - pairs of text and number
    found: Counter[str] = Counter()
    for token, n in pairs:
        found[token] += n
    return found


def families(rules: Mapping[str, Any], trump: str) -> list[tuple[Family, Callable[[Counter[str]], bool] | None]]:
    """Return all melds under a trump, each with its condition."""
    found = []
    for name, said in rules.get("melds", {}).items():
        cards, classes = said.get("cards"), said.get("class", f"{name} alone")
        values = said["points"] if isinstance(said["points"], list) else [said["points"]]
        if isinstance(cards, dict):
            cards = next((group for suit, group in cards.items() if WORDS.get(suit) == trump), "")
            if not cards:
                continue
        parts = [("", [Counter[str]()])]
        for part in [] if cards is None else cards.split(" and "):
            parts = [
                (suit or other, [one + two for one, two in product(ways, more)])
                for (suit, ways), (other, more) in product(parts, _ways_of_part(part, trump))
            ]
        condition = CONDITIONS[said["if"]] if said.get("if") else None
        for _, ways in parts:
            family = Family(
                name,
                (classes,) if isinstance(classes, str) else tuple(classes),
                tuple(dict.fromkeys(tuple(sorted(way.items())) for way in ways)),
                tuple(values),
            )
            found.append((family, condition))
    return found


# ---- hands -------------------------------------------------------------------------------------------


def best(rules: Mapping[str, Any], cards: list[str], trump: str) -> int:
    """Return the most that a hand may lay: every family as often as possible, or less often, in every way."""
    hand = Counter(cards)
    said = [
        (family, [way for way in family.ways if all(hand[card] >= n for card, n in way)])
        for family, condition in families(rules, trump)
        if condition is None or condition(hand)
    ]
    bare = sum(family.worth(1) for family, ways in said if () in ways)
    laid = [(family, ways) for family, ways in said if ways and () not in ways]
    total = bare
    while laid:  # melds that share no class do not meet
        together = [laid.pop()]
        classes = set(together[0][0].classes)
        while meeting := [item for item in laid if classes & set(item[0].classes)]:
            together += meeting
            laid = [item for item in laid if item not in meeting]
            classes.update(*(item[0].classes for item in meeting))
        total += _most(together, hand)
    return total


def _most(said: list[tuple[Family, list[Way]]], hand: Counter[str]) -> int:
    """Return the most that melds which meet come to, by trying out all of them."""
    slots = sorted(
        {(name, card) for family, ways in said for way in ways for card, _ in way for name in family.classes}
    )
    place = {slot: number for number, slot in enumerate(slots)}

    @cache
    def lay(number: int, left: tuple[int, ...]) -> int:
        """Return the best of the families from this one on."""
        if number == len(said):
            return 0
        family, ways = said[number]

        def more(first: int, left: tuple[int, ...], times: int) -> int:
            """Return the best with so many of this family laid, in ways from this one on."""
            found = family.worth(times) + lay(number + 1, left)
            for index in range(first, len(ways)):
                rest = list(left)
                for card, n in ways[index]:
                    for name in family.classes:
                        rest[place[name, card]] -= n
                if min(rest) >= 0:
                    found = max(found, more(index, tuple(rest), times + 1))
            return found

        return more(0, left, 0)

    return lay(0, tuple(hand[card] for _, card in slots))

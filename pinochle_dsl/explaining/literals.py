"""Which numbers of a phrase are points, and how the phrase reads in another unit.

Types go up the tree and wishes go down it, as in `expressions.Writer`; here nothing is refused, since
a sheet is printed only for files that were checked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import lark
from attrs import frozen
from lark import Token

from pinochle_dsl.expressions import Loose
from pinochle_dsl.model import Type
from pinochle_dsl.names import LEAD_FLAGS, MUST_FLAGS, NAMES, SEATS, SUIT_NAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from fractions import Fraction

    from pinochle_dsl.model import Phrase, Slot
    from pinochle_dsl.syntax import Tree

Found = Type | Loose

ALL_POINTS = ("raise", "opens", "all_pass")
"""Kinds of phrases in which every number is points."""

NUMERIC = {"count": Type.COUNT, "taken": Type.COUNT, "melded": Type.COUNT, "meld_of": Type.POINTS}


@frozen
class Typing:
    """Types of names that depend on the file."""

    ledgers: tuple[str, ...] = ()
    currency: Type = Type.POINTS

    def type_of(self, node: Tree) -> Found:
        """Return the type of a formula."""
        kids = subtrees(node)
        match node.data:
            case "number":
                return Loose.NUMBER
            case "name":
                return self._name(str(node.children[0]))
            case "name_of":
                return self._name(str(node.children[1]))
            case "add" | "subtract":
                return self.together(kids)
            case "multiply":
                return self._product(kids)
            case "divide" | "negate":
                return self.type_of(kids[0])
            case "choose":
                return self.together([kids[0], kids[2]])
            case "band":
                return self.together(kids[1:])
            case "function":
                name = str(node.children[0])
                if name == "odd":
                    return Type.TRUTH
                return Type.COUNT if name in ("per", "per_part") else self.together(kids)
        return NUMERIC.get(str(node.data), Type.TRUTH)

    def _name(self, text: str) -> Found:
        if text in NAMES:
            return self.currency if NAMES[text].currency else NAMES[text].type
        if text in SUIT_NAMES:
            return Type.SUIT
        if text in SEATS:
            return Type.SEAT
        return Type.TRUTH if text in (*MUST_FLAGS, *LEAD_FLAGS, "true", "false") else Type.COUNT

    def together(self, nodes: Iterable[Tree]) -> Found:
        """Return the type that values have together: a bare number takes that of what it meets."""
        joined: Found = Loose.NUMBER
        for node in nodes:
            found = self.type_of(node)
            if joined is Loose.NUMBER or (joined is Loose.EITHER and found is not Loose.NUMBER):
                joined = found
        return joined

    def _product(self, kids: list[Tree]) -> Found:
        types = {self.type_of(kid) for kid in kids}
        if Type.POINTS in types:
            return Type.POINTS
        if types == {Loose.NUMBER}:
            return Loose.NUMBER
        return Type.COUNT if types == {Type.COUNT} else Loose.EITHER

    def points(self, node: Tree, want: Type) -> Iterator[Token]:
        """Yield the numbers of a formula that are points when the whole is to be of type `want`."""
        kids = subtrees(node)
        match node.data:
            case "number":
                if want is Type.POINTS:
                    yield node.children[0]  # type: ignore[misc]
                return
            case "comparison":
                wants = [settled(self.together(kids))] * 2
            case "multiply":
                wants = self._factors(kids, want)
            case "choose":
                wants = [want, Type.TRUTH, want]
            case "band":
                measured = settled(self.type_of(kids[0]))
                wants = [measured, *[want] * (len(kids) - 1)]
                if measured is Type.POINTS:
                    yield from (child for child in node.children if isinstance(child, Token))
            case "function" if str(node.children[0]) in ("per", "per_part", "odd"):
                wants = [settled(self.together(kids))] * len(kids)
            case _:
                wants = [want] * len(kids)
        for kid, wanted in zip(kids, wants, strict=True):
            yield from self.points(kid, wanted)

    def _factors(self, kids: list[Tree], want: Type) -> list[Type]:
        wants = [Type.COUNT, Type.COUNT]
        if want is Type.POINTS:
            left, right = (self.type_of(kid) for kid in kids)
            loose = right is not Type.POINTS and isinstance(left, Loose)
            wants[0 if left is Type.POINTS or loose else 1] = Type.POINTS
        return wants

    def points_of(self, phrase: Phrase, slot: Slot, want: Type | None = None) -> frozenset[int]:
        """Return the offsets of the numbers of a phrase that are points."""
        tree = phrase.tree
        if slot.start in ALL_POINTS:
            tokens: Iterable[Token] = tree.scan_values(
                lambda token: isinstance(token, Token) and token.type == "NUMBER"
            )
        elif slot.start == "duty":
            return frozenset()
        elif slot.start == "expression":
            tokens = self.points(tree, want or slot.type or self.currency)
        else:
            tokens = ()
        return frozenset(token.start_pos or 0 for token in tokens)

    def in_unit(self, phrase: Phrase, slot: Slot, factor: Fraction, want: Type | None = None) -> str:
        """Return the text of a phrase with its points multiplied by the phrase's scale and a factor."""
        places = sorted(self.points_of(phrase, slot, want), reverse=True)
        text = phrase.text
        for place in places:
            end = place
            while end < len(text) and text[end].isdigit():
                end += 1
            text = f"{text[:place]}{shown(int(text[place:end]) * phrase.scale * factor)}{text[end:]}"
        return " ".join(text.split())


def shown(value: Fraction | int) -> str:
    """Return a number as people write it."""
    return str(int(value)) if value == int(value) else f"{value}"


def settled(found: Found) -> Type:
    """Return the type of what contains no name: a count."""
    return Type.COUNT if isinstance(found, Loose) else found


def subtrees(node: Tree) -> list[Tree]:
    """Return the parts of a formula that are formulas or phrases themselves."""
    return [child for child in node.children if isinstance(child, lark.Tree)]

"""Numbers of a formula as noun phrases: `meld and counters`, `twice the bid`."""

from __future__ import annotations

from abc import abstractmethod
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING

from attrs import field, frozen
from lark import Token

from pinochle_dsl.explaining.faces import card_set_words
from pinochle_dsl.explaining.literals import shown, subtrees
from pinochle_dsl.explaining.people import Person, owned, person, series

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pinochle_dsl.model import Variant
    from pinochle_dsl.syntax import Tree


@frozen
class Table:
    """What formulas of a game speak about."""

    model: Variant
    seats: int
    all_counters: str = ""
    """All the points that tricks can bring, if it is known."""
    all_tricks: str = ""
    names: Mapping[str, str] = field(factory=dict)
    """The house's names of ranks and suits."""
    side: Person = field(factory=lambda: Person("the side"))
    """Whose meld, counters and tricks a formula means."""
    player: Person = field(factory=lambda: Person("the player"))
    """Whose own cards a formula means."""
    bid_step: int = 1
    """A number of which every bid is a multiple."""

    @property
    def account(self) -> Person:
        """Whose account is meant: that of the side, where sides are fixed, else the player's own."""
        sides = self.model.players.sides
        return self.side if isinstance(sides, int) and sides < self.seats else self.player


@frozen
class Noun:
    """A number in words."""

    text: str
    plural: bool = False
    nested: str = ""
    """How it stands inside another phrase, where that differs."""
    number: Fraction | None = None
    each: str = ""
    """What is counted: `trick won` for the number of tricks won."""

    @property
    def inner(self) -> str:
        """How it stands inside another phrase."""
        return self.nested or self.text

    @property
    def definite(self) -> str:
        """How it stands beside another number: `the meld` rather than `meld`."""
        return f"the {self.text}" if self.text in ("meld", "counters", "own meld", "own counters") else self.inner


def number(value: Fraction | int) -> Noun:
    """Return a number as a noun."""
    return Noun(shown(value) if value >= 0 else f"minus {shown(-value)}", number=Fraction(value))


SIMPLE = {
    "deal": Noun("the number of the deal"),
    "total": Noun("the total"),
    "lead": Noun("the lead over the next best"),
    "target": Noun("the target"),
    "best_meld": Noun("the best meld in the hand"),
    "tricks_played": Noun("the number of tricks played", each="trick played"),
    "stock_left": Noun("the number of cards left in the stock", each="card left in the stock"),
    "hand_left": Noun("the number of cards left in the hand", each="card left in the hand"),
    "stake": Noun("the stake"),
    "bid": Noun("the bid"),
    "round": Noun("the round of bidding"),
    "own_bids": Noun("the number of own bids", each="own bid"),
    "trump": Noun("trump"),
    "meld": Noun("meld"),
    "own_meld": Noun("own meld"),
    "laid_meld": Noun("the melds as laid", plural=True),
    "counters": Noun("counters", plural=True),
    "own_counters": Noun("own counters", plural=True),
    "tricks": Noun("the number of tricks won", each="trick won"),
    "own_tricks": Noun("the number of tricks one has won oneself", each="trick won by oneself"),
    "margin": Noun("the margin"),
}

OF_SOMEBODY = {
    "total": Noun("total"),
    "lead": Noun("lead over the next best"),
    "best_meld": Noun("best meld in the hand"),
    "hand_left": Noun("number of cards left"),
    "own_bids": Noun("number of bids"),
    "meld": Noun("meld"),
    "own_meld": Noun("own meld"),
    "laid_meld": Noun("melds laid", plural=True),
    "counters": Noun("counters", plural=True),
    "own_counters": Noun("own counters", plural=True),
    "tricks": Noun("number of tricks won"),
    "own_tricks": Noun("number of tricks won alone"),
    "margin": Noun("margin"),
}

FRACTIONS = {2: "half", 3: "a third of", 4: "a quarter of", 10: "a tenth of"}


@frozen
class Nouns:
    """Prints the numbers of one formula."""

    table: Table
    points: frozenset[int] = frozenset()
    """Offsets of the numbers that are points."""
    scale: Fraction = Fraction(1)

    @abstractmethod
    def clause(self, node: Tree, *, holds: bool = True) -> str:
        """Return a condition as a clause (see `words.Words`)."""

    def literal(self, token: Token) -> Noun:
        """Return a number of the formula in the unit of the game."""
        return number(int(token) * (self.scale if (token.start_pos or 0) in self.points else 1))

    def noun(self, node: Tree) -> Noun:
        """Return a number in words."""
        kids = subtrees(node)
        match node.data:
            case "number":
                return self.literal(node.children[0])  # type: ignore[arg-type]
            case "name":
                return self._name(str(node.children[0]))
            case "name_of":
                return self._name_of(str(node.children[0]), str(node.children[1]))
            case "add":
                return self._sum(node)
            case "subtract":
                return self._difference(kids)
            case "multiply":
                return self._product(*(self.noun(kid) for kid in kids))
            case "divide":
                return self._quotient(kids[0], self.noun(kids[0]), int(str(node.children[1])))
            case "negate":
                inner = self.noun(kids[0])
                return number(-inner.number) if inner.number is not None else Noun(f"minus {inner.inner}")
            case "choose":
                decided = self._decided(kids[1])
                if decided is not None:
                    return self.noun(kids[0] if decided else kids[2])
                value, other = self.noun(kids[0]), self.noun(kids[2])
                text = f"{value.text} if {self.clause(kids[1])}, otherwise {other.text}"
                return Noun(text, nested=f"({text})")
            case "band":
                return self._band(node, kids)
            case "function":
                return self._function(str(node.children[0]), kids)
            case "count" | "taken":
                cards = card_set_words(kids[0], self.table.names, plural=True)
                card = card_set_words(kids[0], self.table.names, plural=False)
                where = "in the hand" if node.data == "count" else "taken in tricks"
                return Noun(f"the number of {cards} {where}", each=f"{card} {where}")
            case "melded":
                name = str(node.children[0]).strip()
                return Noun(f"the number of “{name}” melded", each=f"“{name}” melded")
            case "meld_of":
                return Noun(f"the points melded for “{str(node.children[0]).strip()}”", plural=True)
        return Noun(self.clause(node))

    def _name(self, text: str) -> Noun:
        table = self.table
        if text == "players":
            return number(table.seats)
        if text == "all_counters":
            worth = f" {table.all_counters}" if table.all_counters else ""
            return Noun(f"all{worth} counters", plural=True)
        if text == "all_tricks":
            return Noun(f"all {table.all_tricks} tricks" if table.all_tricks else "all the tricks", plural=True)
        if text.startswith("own_") and text in OF_SOMEBODY and table.player.text not in ("the player", table.side.text):
            return self._of(table.player, text)
        ledger = table.model.ledgers.get(text)
        balance = f"balance of {text.replace('_', ' ')}"
        personal = text in ("total", "lead") or (ledger is not None and not ledger.joint)
        if personal and table.account.text not in ("the side", "the player"):
            return Noun(owned(table.account, balance if ledger is not None else OF_SOMEBODY[text].text))
        if text in ("meld", "counters") and table.side.text == "the defenders":
            return self._of(table.side, text)
        if text in SIMPLE:
            return SIMPLE[text]
        if ledger is not None:
            return Noun(f"the {balance}")
        if text == "seat":
            return Noun(table.player.text)
        return Noun(person(text, table.model, table.seats).text)

    def _name_of(self, somebody: str, text: str) -> Noun:
        table = self.table
        if somebody in table.model.ledgers:
            return Noun(f"the balance of {somebody.replace('_', ' ')}")
        owner = person(somebody, table.model, table.seats)
        if text in OF_SOMEBODY:
            return self._of(owner, text)
        if text in table.model.ledgers:
            return Noun(owned(owner, f"balance of {text.replace('_', ' ')}"))
        return self._name(text)

    def _of(self, owner: Person, text: str) -> Noun:
        noun = OF_SOMEBODY[text]
        return Noun(owned(owner, noun.text), plural=noun.plural)

    def _decided(self, condition: Tree) -> bool | None:
        """Return what a condition is that asks for nothing but numbers, as of how many play."""
        if condition.data != "comparison":
            return None
        left, right = (self.noun(kid).number for kid in subtrees(condition))
        if left is None or right is None:
            return None
        return {
            "=": left == right,
            "!=": left != right,
            "<": left < right,
            "<=": left <= right,
            ">": left > right,
            ">=": left >= right,
        }[str(condition.children[1])]

    def _sum(self, node: Tree) -> Noun:
        terms = [self.noun(term) for term in _terms(node)]
        if any(" for each " in term.text for term in terms):
            return _plus([f"1 for each {term.each}" if term.each else term.inner for term in terms])
        known = [term.number for term in terms if term.number is not None]
        if len(known) == len(terms):
            return number(sum(known, start=Fraction(0)))
        if known or any(term.inner.startswith("(") for term in terms):
            return _plus([*(term.inner for term in terms)])
        items = series([term.inner for term in terms])
        return Noun(items, plural=True, nested=f"the sum of {items}")

    def _difference(self, kids: list[Tree]) -> Noun:
        left, right = (self.noun(kid) for kid in kids)
        if left.number is not None and right.number is not None:
            return number(left.number - right.number)
        text = f"{left.definite} less {right.definite}"
        return Noun(text, plural=left.plural, nested=f"({text})")

    def _product(self, left: Noun, right: Noun) -> Noun:
        if left.number is not None and right.number is not None:
            return number(left.number * right.number)
        if left.number is None and right.number is not None:
            left, right = right, left
        if left.number is None:
            text = f"{left.inner} times {right.inner}"
            return Noun(text, nested=f"({text})")
        if left.number < 0:
            return Noun(f"minus {self._product(number(-left.number), right).inner}")
        if right.each:
            return Noun(f"{left.text} for each {right.each}")
        if left.number == 1:
            return right
        times = {2: "twice"}.get(int(left.number), f"{left.text} times")
        return Noun(f"{times} {right.inner}")

    def _quotient(self, node: Tree, inner: Noun, divisor: int, halves: str = "up") -> Noun:
        if divisor == 1:
            return inner
        part = FRACTIONS.get(divisor)
        text = f"{part} {inner.definite}" if part else f"{inner.definite} divided by {divisor}"
        return Noun(text if self._multiple(node) % divisor == 0 else f"{text} (rounded, halves {halves})")

    def _multiple(self, node: Tree) -> int:
        """Return a number that divides what a formula comes to; 0 where it is nothing."""
        kids = subtrees(node)
        match node.data:
            case "number":
                return int(self.literal(node.children[0]).number or 0)  # type: ignore[arg-type]
            case "name":
                return self.table.bid_step if str(node.children[0]) == "bid" else 1
            case "negate":
                return self._multiple(kids[0])
            case "multiply":
                return self._multiple(kids[0]) * self._multiple(kids[1])
            case "add" | "subtract":
                return gcd(self._multiple(kids[0]), self._multiple(kids[1]))
            case "choose":
                return gcd(self._multiple(kids[0]), self._multiple(kids[2]))
        return 1

    def _band(self, node: Tree, kids: list[Tree]) -> Noun:
        measured = self.noun(kids[0])
        bounds = [self.literal(child) for child in node.children if isinstance(child, Token)]
        steps = [f"{self.noun(value).inner} from {bound.text}" for bound, value in zip(bounds, kids[1:], strict=True)]
        lowest = bounds[0].text
        return Noun(f"an amount by the size of {measured.definite} ({series(steps)} on; nothing below {lowest})")

    def _function(self, name: str, kids: list[Tree]) -> Noun:
        values = [self.noun(kid) for kid in kids]
        first = values[0]
        if name in ("max", "min"):
            if name == "max" and len(kids) == 2 and kids[0].data == "subtract" and values[1].number == 0:
                above, below = (self.noun(kid) for kid in subtrees(kids[0]))
                return Noun(f"what {above.definite} {'have' if above.plural else 'has'} above {below.definite}")
            better = {"max": ("greater", "greatest"), "min": ("smaller", "smallest")}[name][len(values) > 2]
            return Noun(f"the {better} of {series([value.definite for value in values])}")
        if name == "abs":
            return Noun(f"the size of {first.inner}")
        size = values[1].inner if len(values) > 1 else ""
        if name in ("per", "per_part"):
            if values[1].number == 1:
                return first
            if name == "per":
                return Noun(f"one for each full {size} in {first.inner}", each=f"full {size} in {first.inner}")
            part = f"{size}, or part of {size}, in {first.inner}"
            return Noun(f"one for each {part}", each=part)
        way = {"round": "to the nearest", "round_up": "up to a", "round_down": "down to a"}.get(name, "to a")
        return Noun(f"{first.inner} rounded {way} multiple of {size}")

    def amount(self, node: Tree) -> str:
        """Return what is paid: a number of tricks is `1 for each trick won`."""
        noun = self.noun(node)
        return f"1 for each {noun.each}" if noun.each else noun.text

    # ---- what an account gets ------------------------------------------------------------------

    def gain(self, node: Tree, verbs: tuple[str, str] = ("", "lose")) -> str:
        """Return what an account gets, for a cell of the table: `lose the bid`, `meld and counters`.

        With verbs it goes on a sentence: `gets meld and counters`, `loses the bid`.
        """
        gets, loses = (f"{verb} " if verb else "" for verb in verbs)
        if node.data == "choose":
            value, condition, other = subtrees(node)
            decided = self._decided(condition)
            if decided is not None:
                return self.gain(value if decided else other, verbs)
            return f"{self.gain(value, verbs)} if {self.clause(condition)}, otherwise {self.gain(other, verbs)}"
        negative = self._without_sign(node)
        if negative is not None and negative.number != 0:
            return f"{loses}{negative.text}"
        noun = self.noun(node)
        if noun.number is not None and noun.number <= 0:
            return f"{loses}{shown(-noun.number)}" if noun.number else f"{gets}nothing"
        return f"{gets}{noun.text}"

    def _without_sign(self, node: Tree) -> Noun | None:
        """Return what is lost, if the formula is less than nothing from its first sign on."""
        kids = subtrees(node)
        if node.data == "negate":
            return self.noun(kids[0])
        if node.data == "multiply":
            left = self._without_sign(kids[0])
            return self._product(left, self.noun(kids[1])) if left is not None else None
        if node.data == "divide":
            inner = self._without_sign(kids[0])
            return self._quotient(kids[0], inner, int(str(node.children[1])), "down") if inner is not None else None
        return None


def _terms(node: Tree) -> list[Tree]:
    if node.data != "add":
        return [node]
    left, right = subtrees(node)
    return [*_terms(left), *_terms(right)]


def _plus(items: list[str]) -> Noun:
    text = " plus ".join(items)
    return Noun(text, nested=f"({text})")

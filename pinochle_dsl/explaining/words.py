"""Formulas in words: `meld + counters >= bid` is "meld and counters together reach the bid".

A printer of trees: every construct of the grammar has its own words, and what is inside is put together
from the words of the parts.  `not` goes inwards, so that no clause ever stands negated.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from pinochle_dsl.explaining.faces import card_set_words, held_words, suit_symbol
from pinochle_dsl.explaining.literals import subtrees
from pinochle_dsl.explaining.nouns import Noun, Nouns
from pinochle_dsl.explaining.people import Person, person, series
from pinochle_dsl.model import Type
from pinochle_dsl.names import NAMES, SEATS, SUIT_NAMES

if TYPE_CHECKING:
    from pinochle_dsl.syntax import Tree

OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRRORED = {"=": "=", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}

TRUTHS = {
    "true": ("this always holds", "this never holds"),
    "false": ("this never holds", "this always holds"),
    "nobody_bid": ("nobody has bid", "somebody has bid"),
    "trump_named": ("trump has been named", "trump has not been named"),
    "first_trick": ("it is the first trick", "it is not the first trick"),
    "trump_played": ("a trump has been played", "no trump has been played"),
    "trump_led": ("a trump was led", "no trump was led"),
    "trumped": ("a plain lead has been trumped", "the lead has not been trumped"),
    "void": ("you have no card of the suit led", "you have a card of the suit led"),
    "partner_winning": ("your partner is winning the trick", "your partner is not winning the trick"),
    "last_to_play": ("you are the last to play to the trick", "you are not the last to play to the trick"),
    "only_trumps_left": ("you have only trumps left", "you have other cards than trumps left"),
    "declarer_leads": ("you are the declarer", "you are not the declarer"),
}

LEFT = {
    "stock_left": ("card", "cards", "left in the stock"),
    "hand_left": ("card", "cards", "left in the hand"),
    "tricks_played": ("trick", "tricks", "played so far"),
}
"""What there is some of: what it is called, and where it is."""

LIMITS = ("bid", "target")
"""What is reached rather than compared."""


@frozen
class Words(Nouns):
    """Prints the conditions of one formula."""

    def clause(self, node: Tree, *, holds: bool = True) -> str:
        """Return a condition, or its opposite, as a clause with subject and verb."""
        kids = subtrees(node)
        match node.data:
            case "negation":
                return self.clause(kids[0], holds=not holds)
            case "both_of" | "either_of":
                return self._joined(node, holds=holds)
            case "comparison":
                sign = str(node.children[1])
                return self._comparison(kids[0], sign if holds else OPPOSITE[sign], kids[1])
            case "choose":
                yes, condition, no = kids
                then, other = self.clause(yes, holds=holds), self.clause(no, holds=holds)
                return f"{then} (where {self.clause(condition)}) or {other} (where not)"
            case "name":
                text = str(node.children[0])
                return TRUTHS[text][not holds] if text in TRUTHS else f"{text.replace('_', ' ')} holds"
            case "function":
                noun = self.noun(kids[0])
                return f"{noun.text} {_is(noun)} {'odd' if holds else 'even'}"
        return self._question(node, holds=holds)

    def _joined(self, node: Tree, *, holds: bool) -> str:
        """Return conditions that all hold, or of which one does; within each other they are marked."""
        both = (node.data == "both_of") == holds
        parts = _chain(node)
        clauses = []
        for part in parts:
            clause = self.clause(part, holds=holds)
            if _joins(part, holds=holds) is (not both):
                clause = f"either {clause}" if both else f"both {clause}"
            clauses.append(clause)
        mixed = any(_joins(part, holds=holds) is not None for part in parts)
        word = "and" if both else "or"
        return f", {word} ".join(clauses) if mixed else series(clauses, word)

    def _question(self, node: Tree, *, holds: bool) -> str:
        inner = node.children[0]
        name = f"“{str(inner).strip()}”"
        match node.data:
            case "holds":
                return f"the hand {'holds' if holds else 'does not hold'} {held_words(inner)}"  # type: ignore[arg-type]
            case "turned" | "played":
                what = "the card turned up" if node.data == "turned" else "the card played"
                card = card_set_words(inner, self.table.names, plural=False)  # type: ignore[arg-type]
                return f"{what} {'is' if holds else 'is not'} {_article(card)}"
            case "called":
                return f"{name} {'was' if holds else 'was not'} called"
            case "own_called":
                return f"{self.table.player.text} {'called' if holds else 'did not call'} {name}"
            case "outcome":
                return f"the deal {'ended' if holds else 'did not end'} as {name}"
        return self.noun(node).text

    # ---- comparisons ------------------------------------------------------------------------------

    def _comparison(self, left: Tree, sign: str, right: Tree) -> str:
        if left.data == "number" and right.data != "number":
            left, sign, right = right, MIRRORED[sign], left
        kind = self._kind(left) or self._kind(right)
        if kind is not None:
            return self._same_thing(left, sign, right)
        if left.data == "name" and str(left.children[0]) == "laid_meld" and right.data == "meld_of" and sign in "!=":
            name = str(right.children[0]).strip()
            only = "nothing but" if sign == "=" else "something other than"
            return f"{only} “{name}” was melded"
        if left.data == "subtract":
            found = self._excess(left, sign, right)
            if found:
                return found
        return self._held(left, sign, right) or self._plain(self.noun(left), sign, right)

    def _kind(self, node: Tree) -> Type | None:
        """Return suit or seat for what is only equal or not."""
        if node.data != "name":
            return None
        text = str(node.children[0])
        if text in SUIT_NAMES:
            return Type.SUIT
        found = NAMES[text].type if text in NAMES else Type.SEAT if text in SEATS else None
        return found if found in (Type.SUIT, Type.SEAT) else None

    def _same_thing(self, left: Tree, sign: str, right: Tree) -> str:
        one, other = (self._thing(node) for node in (left, right))
        if other == "none":
            return "there is no trump" if sign == "=" else "there is a trump"
        return f"{one} {'is' if sign == '=' else 'is not'} {other}"

    def _thing(self, node: Tree) -> str:
        text = str(node.children[0])
        if text == "declarer" and self.table.player.text.endswith("side"):
            return person("declarers", self.table.model, self.table.seats).text
        if text in SUIT_NAMES:
            return self.table.names.get(suit_symbol(text), text)
        return self.noun(node).text

    def _excess(self, left: Tree, sign: str, right: Tree) -> str:
        """Return `the bid exceeds the melds by more than 250`."""
        above, below = (self.noun(kid) for kid in subtrees(left))
        bound = self.noun(right)
        if (bound.number is not None and bound.number < 0) or sign in ("=", "!="):
            return ""
        size = bound.text
        if right.data == "name" and str(right.children[0]) == "all_counters" and self.table.all_counters:
            size = f"{self.table.all_counters}, all that the tricks can bring"
        by = {">": "more than {}", ">=": "{} or more", "<": "{} or more", "<=": "more than {}"}[sign].format(size)
        if sign in (">", ">="):
            return f"{above.definite} {'exceed' if above.plural else 'exceeds'} {below.definite} by {by}"
        return f"{above.definite} {'do' if above.plural else 'does'} not exceed {below.definite} by {by}"

    def _held(self, left: Tree, sign: str, right: Tree) -> str:
        """Return `the hand holds at least 5 nines` and its like; nothing where they do not fit."""
        bound = self.noun(right)
        owner, text = self._owner(left)
        if text in ("tricks", "own_tricks"):
            alone = (
                " alone"
                if text == "own_tricks" and owner.text == self.table.side.text != self.table.player.text
                else ""
            )
            if right.data == "name" and str(right.children[0]) == "all_tricks" and sign in "!=":
                return f"{owner.text} {owner.has if sign == '=' else f'{owner.has} not'} won {bound.text}{alone}"
            amount = _amount(sign, bound, "trick", "tricks")
            return amount and f"{owner.text} {owner.has} won {amount}{alone}"
        if text in ("counters", "own_counters", "meld", "own_meld", "laid_meld") and bound.number == 0:
            own = "" if not text.startswith("own_") or owner == self.table.player else " of their own"
            some = {">": "some", "!=": "some", "=": "no", "<=": "no"}.get(sign)
            if "counters" in text:
                return f"{owner.text} {owner.has} won {some} points in tricks{own}" if some else ""
            what = {"some": "something", "no": "nothing"}.get(some or "")
            return f"{owner.text} {owner.has} melded {what}{own}" if what else ""
        if text in ("counters", "own_counters") and bound.number is not None and bound.number > 0:
            alone = (
                " alone"
                if text == "own_counters" and owner.text == self.table.side.text != self.table.player.text
                else ""
            )
            least = {">=": "at least", ">": "more than", "<": "fewer than", "<=": "at most", "=": "exactly"}.get(sign)
            points = "point" if bound.number == 1 else "points"
            return f"{owner.text} {owner.has} won {least} {bound.text} {points} in tricks{alone}" if least else ""
        if text == "best_meld" and bound.number == 0 and sign in (">", "!=", "=", "<="):
            return f"the hand holds {'a' if sign in ('>', '!=') else 'no'} meld"
        if text == "margin" and bound.number == 0 and sign in "!=":
            return "the scores are level" if sign == "=" else "the scores are not level"
        if text in LEFT:
            amount = _amount(sign, bound, *LEFT[text][:2])
            return amount and f"{amount} {'is' if 'one' in amount.split() else 'are'} {LEFT[text][2]}"
        if left.data in ("count", "taken"):
            cards = subtrees(left)[0]
            one, many = (card_set_words(cards, self.table.names, plural=plural) for plural in (False, True))
            amount = _amount(sign, bound, one, many)
            if left.data == "count":
                return amount and f"the hand holds {amount}"
            return amount and f"{self.table.account.text} {self.table.account.has} taken {amount} in tricks"
        if left.data == "melded":
            return _melded(self.table.account, str(left.children[0]).strip(), sign, bound)
        return ""

    def _owner(self, node: Tree) -> tuple[Person, str]:
        """Return whose figure a name is, and the name."""
        table = self.table
        if node.data == "name_of":
            return person(str(node.children[0]), table.model, table.seats), str(node.children[1])
        if node.data == "name":
            text = str(node.children[0])
            return table.player if text.startswith("own_") else table.side, text
        return table.side, ""

    def _plain(self, left: Noun, sign: str, right: Tree) -> str:
        bound = self.noun(right)
        reached = right.data == "name" and str(right.children[0]) in LIMITS
        together = " together" if left.nested.startswith("the sum of") else ""
        subject = f"{left.text}{together}"
        if reached and sign in (">=", "<"):
            verb = (
                ("reach" if left.plural else "reaches")
                if sign == ">="
                else ("stay below" if left.plural else "stays below")
            )
            return f"{subject} {verb} {bound.text}"
        small = "smaller" if left.text.startswith("the number") else "less"
        compared = {
            "=": "exactly {}",
            "!=": "not {}",
            ">": "more than {}",
            ">=": "at least {}",
            "<": f"{small} than {{}}",
            "<=": "at most {}",
        }[sign].format(bound.inner)
        if bound.number is not None and bound.number <= 0:
            compared = compared.replace("more than", "above").replace(f"{small} than", "below").replace("exactly ", "")
        return f"{subject} {_is(left)} {compared}"


def _amount(sign: str, bound: Noun, one: str, many: str) -> str:
    """Return `at least one trick`, `no aces`; nothing where the bound is no number."""
    if bound.number is None:
        return ""
    value = bound.number + {">": 1, "<": -1}.get(sign, 0)
    if value < 0:
        return ""
    what = one if value == 1 else many
    if sign in (">=", ">"):
        return f"at least {'one' if value == 1 else value} {what}" if value > 0 else ""
    if sign in ("<=", "<"):
        return f"no {many}" if value == 0 else f"at most {'one' if value == 1 else value} {what}"
    if sign == "=":
        return f"no {many}" if value == 0 else f"exactly {'one' if value == 1 else value} {what}"
    return f"at least one {one}" if value == 0 else f"some other number of {many} than {value}"


def _melded(owner: Person, name: str, sign: str, bound: Noun) -> str:
    times = _amount(sign, bound, "time", "times")
    if not times:
        return ""
    if times == "no times":
        return f"{owner.text} {owner.has} not melded “{name}”"
    if times == "at least one time":
        return f"{owner.text} {owner.has} melded “{name}”"
    return f"{owner.text} {owner.has} melded “{name}” {times.replace('one time', 'once')}"


def _is(noun: Noun) -> str:
    return "are" if noun.plural else "is"


def _article(words: str) -> str:
    if not words[0].isalpha() or words.endswith(("♠", "♥", "♦", "♣")):
        return words
    return f"{'an' if words[0] in 'aeiou' else 'a'} {words}"


def _chain(node: Tree) -> list[Tree]:
    """Return the parts of `a and b and c`."""
    left, right = subtrees(node)
    return [*(_chain(left) if left.data == node.data else [left]), right]


def _joins(node: Tree, *, holds: bool) -> bool | None:
    """Return whether a part is put together with `and` (else `or`), negations worked in; None for a single one."""
    while node.data == "negation":
        node, holds = subtrees(node)[0], not holds
    if node.data not in ("both_of", "either_of"):
        return None
    return (node.data == "both_of") == holds

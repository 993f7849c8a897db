"""Types formulas and conditions, and writes them as postfix code.

A number has no type of its own: it takes that of what it meets.  So typing goes up the tree
(`_type`), and writing goes down it with the type that is wanted (`_write`); points literals are
rescaled there, which is how a file in tens builds on a base in ones.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import lark
from attrs import define, field, frozen
from lark import Token

from interpreter.codes import WHO_ARGUMENT, Name, Op, Who
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import NAMES, OF_WHOM, SAID, SEATS, SUIT_NAMES, Moment
from pinochle_dsl.patterns import Cards, PatternError, alternatives, card_set
from pinochle_dsl.slips import number_meant, person_in_formula
from pinochle_dsl.suggest import nearest
from pinochle_dsl.syntax import PhraseError, span_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from interpreter.program import CardSet, Code, Vector
    from pinochle_dsl.findings import Findings, Path
    from pinochle_dsl.syntax import Tree

LARGEST = 1_000_000_000
"""No number of a file may be larger."""

LONGEST_SHOWN = 60
"""Characters of a formula that a hint repeats."""

FIXED_PLACE = "here: this figure must be the same in every deal"
FIXED_HINT = "write a number, or a formula of numbers and `players`"

FLAG_REGISTER = 1_000
"""Registers from here on are the flags of a trick; they exist only while a duty is compiled."""


class Loose(Enum):
    """Types of what contains no name: they become what is wanted."""

    NUMBER = "a number"
    EITHER = "points or a count"
    """A number times a count: ten points a trick, or twice the tricks."""


Found = Type | Loose


class ExpressionError(ValueError):
    """A formula that does not type."""

    def __init__(self, code: str, message: str, hint: str | None, node: object) -> None:
        """Keep what is wrong and where."""
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.start, self.end = span_of(node)


@frozen(eq=False, repr=False)
class Scope:
    """What a formula may see at its place."""

    place: str
    """As messages name it: `in a bid`."""
    moment: Moment
    flags: tuple[str, ...] = ()
    """If not empty, the only names there are."""
    constants: Mapping[str, int] = field(factory=dict)
    """Names whose value is fixed when the file is compiled."""
    extra: frozenset[str] = frozenset()
    """Names known here though their moment has not come."""


@frozen
class Written:
    """A formula of the file as the machine reads it."""

    path: Path
    code: Code
    is_condition: bool


@define(eq=False, repr=False)
class Context:
    """What formulas of a file refer to, and the pools that they fill."""

    cards: Cards
    seats: int
    melds: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    ledgers: tuple[str, ...] = ("points",)
    game_ledger: int = 0
    absent: dict[str, str] = field(factory=dict)
    """Names that this game never has, with the reason: {"bid": "there is no auction"}."""
    card_sets: dict[CardSet, int] = field(factory=dict)
    built: bool = False
    """Whether hands are built of the stock, so that nobody is dealt cards."""
    groups: dict[tuple[tuple[Vector, ...], ...], int] = field(factory=dict)
    written: list[Written] = field(factory=list)
    """Every formula of the file that is asked in a deal."""

    @property
    def currency(self) -> Type:
        """Type of what decides the game."""
        return Type.POINTS if self.game_ledger == 0 else Type.COUNT

    def card_set(self, tree: Tree, *, dealt: bool = False) -> int:
        """Return the pool number of a set of cards; `dealt`: it may have those that the player was dealt."""
        masks = card_set(tree, self.cards, dealt=dealt and not self.built)
        return self.card_sets.setdefault(masks, len(self.card_sets))

    def group(self, tree: Tree) -> int:
        """Return the pool number of a group of cards."""
        ways = tuple(alternatives(tree, self.cards, trump) for trump in range(5))
        if not any(ways):
            raise PatternError("PIN402", "the deck cannot make these cards together", None)
        return self.groups.setdefault(ways, len(self.groups))


def compile_phrase(phrase: Phrase, want: Type, scope: Scope, context: Context, findings: Findings, path: Path) -> Code:
    """Return the postfix code of a formula; empty, with a finding, where it does not type."""
    try:
        code = tuple(Writer(scope, context, phrase.scale, phrase.text).write(phrase.tree, want))
    except (ExpressionError, PatternError, PhraseError) as error:
        findings.add(error.code, path, error.message, error.hint, start=error.start, end=error.end)
        return ()
    context.written.append(Written(path, code, want is Type.TRUTH))
    return code


@frozen(eq=False, repr=False)
class Writer:
    """Types and writes formulas of one scope."""

    scope: Scope
    context: Context
    scale: Fraction
    text: str = ""
    """The formula as it was written, for hints."""

    def write(self, tree: Tree, want: Type) -> list[int]:
        """Return the code of a whole formula.

        Raises `ExpressionError` or `PatternError`.
        """
        found = self._type(tree)
        if not _fits(found, want):
            raise ExpressionError(
                "PIN301",
                f"{want.value} is wanted here, but this is {_said(found)}",
                self._advice(want, found, tree),
                tree,
            )
        return self._write(tree, want)

    # ---- upwards: which type a formula has -------------------------------------------------------

    def _type(self, node: Tree) -> Found:
        kids: list[Tree] = [child for child in node.children if isinstance(child, lark.Tree)]
        match node.data:
            case "number":
                return Loose.NUMBER
            case "name":
                return self._name(node.children[0])[0]  # type: ignore[arg-type]
            case "name_of":
                return self._name_of(node)[0]
            case "negation" | "either_of" | "both_of":
                for kid in kids:
                    self._need(kid, Type.TRUTH, f"`{_word(node)}` joins conditions")
                return Type.TRUTH
            case "comparison":
                return self._comparison(node)
            case "add" | "subtract":
                return self._same(kids, _word(node), numbers=True)
            case "multiply":
                return self._product(node, kids)
            case "divide":
                return self._number_like(kids[0], "/")
            case "negate":
                return self._number_like(kids[0], "-")
            case "choose":
                self._need(kids[1], Type.TRUTH, "`if` needs a condition")
                return self._same([kids[0], kids[2]], "else", numbers=False)
            case "band":
                self._same([kids[0]], "band", numbers=True)
                return self._same(kids[1:], "band", numbers=True)
            case "function":
                return self._function(node)
            case "count" | "taken" | "melded":
                self._card_moment(node)
                return Type.COUNT
            case "meld_of":
                self._card_moment(node)
                return Type.POINTS
        self._card_moment(node)
        return Type.TRUTH

    def _need(self, node: Tree, want: Type, why: str) -> None:
        found = self._type(node)
        if not _fits(found, want):
            none = why.startswith("`not`")
            raise ExpressionError(
                "PIN301", f"{why}, but this is {_said(found)}", self._advice(want, found, node, none=none), node
            )

    def _advice(self, want: Type, found: Found, node: Tree, *, none: bool = False) -> str | None:
        """Return how to make of a formula what is wanted; `none`: that there is none of it."""
        if want is Type.TRUTH:
            start, end = span_of(node)
            said = self.text[start:end] if 0 < end - start <= LONGEST_SHOWN else "counters"
            if found in (Type.SUIT, Type.SEAT):
                other = "spades" if found is Type.SUIT else "dealer"
                return f"compare it with something: `{said} {'!=' if none else '='} {other}`"
            if none:
                return f"for `not {said}` write `{said} = 0`"
            return f"compare it with something: `{said} > 0`"
        if found is Type.TRUTH:
            return "write `VALUE if CONDITION else OTHER`"
        start, end = span_of(node)
        if want is Type.POINTS and found is Type.COUNT and 0 < end - start <= LONGEST_SHOWN:
            said = self.text[start:end]
            if node.data in ("add", "subtract", "choose", "comparison"):
                said = f"({said})"
            return f"say what one is worth: `1 * {said}`"
        return None

    def _number_like(self, node: Tree, sign: str) -> Found:
        found = self._type(node)
        if found in (Type.TRUTH, Type.SUIT, Type.SEAT):
            raise ExpressionError("PIN301", f"`{sign}` works on numbers, but this is {_said(found)}", None, node)
        return found

    def _same(self, nodes: Iterable[Tree], word: str, *, numbers: bool) -> Found:
        """Return the one type that all of them have."""
        joined: Found = Loose.NUMBER
        first: Tree | None = None
        for node in nodes:
            found = self._number_like(node, word) if numbers else self._type(node)
            both = _joined(joined, found)
            if both is None:
                a, b = _described(first, joined), _described(node, found)
                raise ExpressionError("PIN301", f"{_said(joined)} and {_said(found)} do not mix: {a}, {b}", None, node)
            if not isinstance(found, Loose) or first is None:
                first = node
            joined = both
        return joined

    def _comparison(self, node: Tree) -> Found:
        left, sign, right = node.children
        found = self._same([left, right], str(sign), numbers=False)  # type: ignore[list-item]
        if found is Type.TRUTH:
            raise ExpressionError("PIN301", "conditions are not compared", "write `and`, `or`, `not`", node)
        if found in (Type.SUIT, Type.SEAT) and sign not in ("=", "!="):
            raise ExpressionError("PIN301", f"{_said(found)} is not larger or smaller", "write `=` or `!=`", sign)
        return Type.TRUTH

    def _product(self, node: Tree, kids: list[Tree]) -> Found:
        left, right = (self._number_like(kid, "*") for kid in kids)
        types = {left, right}
        if types == {Type.POINTS}:
            raise ExpressionError("PIN301", "points times points is nothing", "multiply points by a count", node)
        if Type.POINTS in types:
            return Type.POINTS
        if types == {Loose.NUMBER}:
            return Loose.NUMBER
        return Type.COUNT if types == {Type.COUNT} else Loose.EITHER

    def _function(self, node: Tree) -> Found:
        name, *arguments = node.children
        trees: list[Tree] = arguments  # type: ignore[assignment]
        wanted = FUNCTIONS.get(str(name))
        if wanted is None:
            names = [*FUNCTIONS, "band", "holds", "count", "taken", "turned", "played", "called", "melded", "meld_of"]
            raise ExpressionError(
                "PIN302", f"there is no function `{name}`", _near(str(name), names, "the functions are"), name
            )
        _, fewest, most = wanted
        if not fewest <= len(trees) <= most:
            count = f"{fewest}" if fewest == most else f"{fewest} or more"
            raise ExpressionError("PIN306", f"`{name}` takes {count} values, not {len(trees)}", None, node)
        found = self._same(trees, str(name), numbers=True)
        if name == "odd":
            if found is Type.POINTS:
                raise ExpressionError("PIN301", "`odd` asks about a count, but this is points", None, trees[0])
            return Type.TRUTH
        return Type.COUNT if name in {"per", "per_part"} else found

    # ---- names ---------------------------------------------------------------------------------

    def _name(self, token: Token) -> tuple[Found, list[int]]:
        """Return type and code of a name."""
        text = str(token)
        if text in ("true", "false"):
            return Type.TRUTH, _instruction(Op.CONST, int(text == "true"))
        if text in self.scope.constants:
            kind = NAMES[text].type if text in NAMES else Type.COUNT
            return kind, _instruction(Op.CONST, self.scope.constants[text])
        if self.scope.flags:
            if text in self.scope.flags:
                return Type.TRUTH, _instruction(Op.LOAD, FLAG_REGISTER + self.scope.flags.index(text))
            raise self._unknown(token, self.scope.flags)
        if text in SUIT_NAMES:
            return Type.SUIT, _instruction(Op.CONST, SUIT_NAMES[text])
        if text in self.context.ledgers[1:]:
            return Type.COUNT, _instruction(Op.LOAD, Name.LEDGER + self.context.ledgers.index(text))
        if text in NAMES:
            known = NAMES[text]
            self._refuse_early(token, text, known.moment)
            return self._typed(text), _instruction(Op.LOAD, self._register(text))
        if text in SEATS:
            code, moment = OF_WHOM[text]
            self._refuse_early(token, text, moment)
            return Type.SEAT, _instruction(Op.LOAD, Name.SEAT, code)
        raise self._unknown(token, [*NAMES, *SEATS, *self.context.ledgers[1:], *SUIT_NAMES], self._usable())

    def _usable(self) -> list[str]:
        """Return the names that a formula may use at this place."""
        moments = {name: known.moment for name, known in NAMES.items()} | {name: OF_WHOM[name][1] for name in SEATS}
        known = [
            name
            for name, moment in moments.items()
            if name not in self.context.absent and (moment <= self.scope.moment or name in self.scope.extra)
        ]
        return [*known, *self.context.ledgers[1:], *(SUIT_NAMES if "trump" in known else ())]

    def _typed(self, text: str) -> Type:
        known = NAMES[text]
        return self.context.currency if known.currency else known.type

    def _register(self, text: str) -> int:
        if text == "total" and self.context.game_ledger:
            return Name.LEDGER + self.context.game_ledger
        return NAMES[text].register

    def _unknown(self, token: Token, names: Iterable[str], usable: Iterable[str] = ()) -> ExpressionError:
        text = str(token)
        number = number_meant(self.text)
        number = number_meant(text) if number is None else number
        if number is not None and text not in NAMES:
            return ExpressionError("PIN302", f"there is no name `{text}`", f"write {number}", token)
        if text in NAMES:
            return ExpressionError(
                "PIN303", f"{text} cannot be asked about {self.scope.place}", _near("", names, "names here:"), token
            )
        hint = _near(text, names, "names here:", usable)
        return ExpressionError("PIN302", f"there is no name `{text}`", hint, token)

    def _refuse_early(self, node: object, text: str, moment: Moment) -> None:
        if text in self.context.absent:
            raise ExpressionError(
                "PIN303", f"{text} is never known in this game: {self.context.absent[text]}", None, node
            )
        if moment > self.scope.moment and text not in self.scope.extra:
            best = NAMES["best_meld"].moment
            if text == "meld" and moment > best and best <= self.scope.moment:
                hint = "nothing is melded yet; what the hand can bring is `best_meld`"
                raise ExpressionError("PIN303", f"{text} is not known {self.scope.place}", hint, node)
            raise ExpressionError(
                "PIN303",
                f"{text} is not known {self.scope.place}",
                FIXED_HINT if self.scope.moment is Moment.ALWAYS else f"it is known {SAID[moment]}",
                node,
            )

    def _name_of(self, node: Tree) -> tuple[Found, list[int]]:
        """Return type and code of `WHO.name`."""
        person, token = node.children
        text = str(person)
        if self.scope.flags or self.scope.moment is Moment.ALWAYS:
            raise self._unknown(person, self.scope.flags or self.scope.constants)  # type: ignore[arg-type]
        if text in OF_WHOM:
            code, moment = OF_WHOM[text]
            self._refuse_early(person, text, moment)
        elif text in self.context.ledgers[1:]:
            code = Who.JOINT + WHO_ARGUMENT * self.context.ledgers.index(text)
        else:
            meant = person_in_formula(text)
            hint = f"write `{meant}.{token}`" if meant in OF_WHOM else _near(text, OF_WHOM, "players are")
            raise ExpressionError("PIN302", f"there is no player `{text}`", hint, person)
        found, loaded = self._name(token)  # type: ignore[arg-type]
        if loaded[0] != Op.LOAD or loaded[2]:
            raise ExpressionError("PIN308", f"`{token}` is nobody's own", f"write `{token}` alone", node)
        return found, _instruction(Op.LOAD, loaded[1], code)

    def _card_moment(self, node: Tree) -> None:
        """Refuse questions about cards, melds and calls before there are any."""
        moments = {
            "holds": Moment.DEAL,
            "count": Moment.DEAL,
            "turned": Moment.DEAL,
            "called": Moment.DEAL,
            "own_called": Moment.DEAL,
            "melded": Moment.MELD,
            "meld_of": Moment.MELD,
            "taken": Moment.PLAY,
            "played": Moment.PLAY,
            "outcome": Moment.END,
        }
        word = str(node.data)
        if self.scope.flags or moments[word] > self.scope.moment:
            raise ExpressionError(
                "PIN303",
                f"`{word}` cannot be asked {self.scope.place}",
                FIXED_HINT
                if self.scope.moment is Moment.ALWAYS and not self.scope.flags
                else f"it is known {SAID[moments[word]]}",
                node,
            )
        if "turned" in self.context.absent and word == "turned":
            raise ExpressionError("PIN303", f"nothing is turned up: {self.context.absent['turned']}", None, node)
        if word in {"holds", "count", "turned", "taken", "played"} and "trump" not in self.scope.extra:
            for part in node.iter_subtrees():
                if part.data in {"trumps", "trump_suit", "in_trump", "plains", "in_plain"}:
                    self._refuse_early(node, "trump", Moment.TRUMP)

    # ---- downwards: writing with the type that is wanted ---------------------------------------------

    def _write(self, node: Tree, want: Type) -> list[int]:
        kids: list[Tree] = [child for child in node.children if isinstance(child, lark.Tree)]
        match node.data:
            case "number":
                return _instruction(Op.CONST, self._literal(node.children[0], want))  # type: ignore[arg-type]
            case "name":
                return self._name(node.children[0])[1]  # type: ignore[arg-type]
            case "name_of":
                return self._name_of(node)[1]
            case "negation":
                return [*self._write(kids[0], Type.TRUTH), *_instruction(Op.NOT)]
            case "either_of" | "both_of":
                sign = Op.OR if node.data == "either_of" else Op.AND
                return [*self._write(kids[0], want), *self._write(kids[1], want), *_instruction(sign)]
            case "comparison":
                both = _settled(self._same(kids, "", numbers=False))
                return [
                    *self._write(kids[0], both),
                    *self._write(kids[1], both),
                    *_instruction(COMPARISONS[str(node.children[1])]),
                ]
            case "add" | "subtract":
                sign = Op.ADD if node.data == "add" else Op.SUB
                return [*self._write(kids[0], want), *self._write(kids[1], want), *_instruction(sign)]
            case "multiply":
                return self._write_product(kids, want)
            case "divide":
                divisor = self._literal(node.children[1], Type.COUNT)  # type: ignore[arg-type]
                if divisor == 0:
                    raise ExpressionError("PIN306", "nothing can be divided by 0", None, node.children[1])
                return [*self._write(kids[0], want), *_instruction(Op.DIVIDE, divisor)]
            case "negate":
                return [*self._write(kids[0], want), *_instruction(Op.NEGATE)]
            case "choose":
                return [
                    *self._write(kids[0], want),
                    *self._write(kids[1], Type.TRUTH),
                    *self._write(kids[2], want),
                    *_instruction(Op.SELECT),
                ]
            case "band":
                return self._write_band(node, kids, want)
            case "function":
                return self._write_function(node, want)
        return self._write_question(node)

    def _write_product(self, kids: list[Tree], want: Type) -> list[int]:
        left, right = (self._type(kid) for kid in kids)
        wants = [Type.COUNT, Type.COUNT]
        if want is Type.POINTS:
            # Points come from the factor that is points, else from the one that is a bare number.
            points = (
                0 if left is Type.POINTS or (right is not Type.POINTS and left in (Loose.NUMBER, Loose.EITHER)) else 1
            )
            wants[points] = Type.POINTS
        return [*self._write(kids[0], wants[0]), *self._write(kids[1], wants[1]), *_instruction(Op.MUL)]

    def _write_band(self, node: Tree, kids: list[Tree], want: Type) -> list[int]:
        """Write steps as nested choices; below the first step the value is 0."""
        measured = _settled(self._type(kids[0]))
        subject = self._write(kids[0], measured)
        steps = [child for child in node.children if isinstance(child, Token)]
        bounds = [self._literal(step, measured) for step in steps]
        if any(low >= high for low, high in pairwise(bounds)):
            raise ExpressionError("PIN306", "the steps of a band go upwards", "order them from low to high", node)
        code = _instruction(Op.CONST, 0)
        for bound, value in zip(bounds, kids[1:], strict=True):
            reached = [*subject, *_instruction(Op.CONST, bound), *_instruction(Op.GE)]
            code = [*self._write(value, want), *reached, *code, *_instruction(Op.SELECT)]
        return code

    def _write_function(self, node: Tree, want: Type) -> list[int]:
        name, *arguments = node.children
        trees: list[Tree] = arguments  # type: ignore[assignment]
        op = FUNCTIONS[str(name)][0]
        inner = _settled(self._same(trees, "", numbers=True)) if name in {"per", "per_part", "odd"} else want
        code = self._write(trees[0], inner)
        if len(trees) == 1:
            return [*code, *_instruction(op)]
        for tree in trees[1:]:
            code = [*code, *self._write(tree, inner), *_instruction(op)]
        return code

    def _write_question(self, node: Tree) -> list[int]:
        word = str(node.data)
        inner = node.children[0]
        if word == "holds":
            return _instruction(Op.HOLDS, self.context.group(inner))  # type: ignore[arg-type]
        if word in CARD_QUESTIONS:
            number = self.context.card_set(inner, dealt=word == "count")  # type: ignore[arg-type]
            return _instruction(CARD_QUESTIONS[word], number)
        op, pool, kind = {
            "called": (Op.CALLED, self.context.calls, "call"),
            "own_called": (Op.OWN_CALLED, self.context.calls, "call"),
            "outcome": (Op.OUTCOME, self.context.outcomes, "outcome"),
            "melded": (Op.MELDED, self.context.melds, "meld"),
            "meld_of": (Op.MELD_OF, self.context.melds, "meld"),
        }[word]
        name = str(inner).strip()
        if name not in pool:
            raise ExpressionError("PIN307", f"there is no {kind} `{name}`", _near(name, pool, f"{kind}s are"), inner)
        return _instruction(op, pool.index(name))

    def _literal(self, token: Token, want: Type) -> int:
        if len(token) > len(str(LARGEST)) or int(token) > LARGEST:
            raise ExpressionError("PIN304", f"{_short(token)} is too large", f"numbers go up to {LARGEST:,}", token)
        if want is not Type.POINTS:
            return int(token)
        value = int(token) * self.scale
        if value.denominator != 1:
            raise ExpressionError(
                "PIN305",
                f"{token} points of the base do not come out even in this file's unit",
                "say the value again here, or count card points with `counters.per`",
                token,
            )
        return int(value)


FUNCTIONS: dict[str, tuple[Op, int, int]] = {
    "min": (Op.MIN, 2, 50),
    "max": (Op.MAX, 2, 50),
    "abs": (Op.ABS, 1, 1),
    "per": (Op.PER, 2, 2),
    "per_part": (Op.PER_PART, 2, 2),
    "round": (Op.ROUND, 2, 2),
    "round_up": (Op.ROUND_UP, 2, 2),
    "round_down": (Op.ROUND_DOWN, 2, 2),
    "odd": (Op.ODD, 1, 1),
}
"""Functions of numbers: instruction, fewest and most values."""

COMPARISONS = {"=": Op.EQ, "!=": Op.NE, "<": Op.LT, "<=": Op.LE, ">": Op.GT, ">=": Op.GE}

CARD_QUESTIONS = {"count": Op.COUNT, "taken": Op.TAKEN, "turned": Op.TURNED, "played": Op.PLAYED}


def _instruction(op: Op, a: int = 0, b: int = 0) -> list[int]:
    return [int(op), int(a), int(b)]


def _fits(found: Found, want: Type) -> bool:
    return found is want or (isinstance(found, Loose) and want in (Type.POINTS, Type.COUNT))


def _joined(one: Found, other: Found) -> Found | None:
    """Return the type that two values have together, or None if they do not mix."""
    if one is other or other is Loose.NUMBER:
        return one
    if one is Loose.NUMBER:
        return other
    if {one, other} <= {Loose.EITHER, Type.POINTS, Type.COUNT} and Loose.EITHER in {one, other}:
        return other if one is Loose.EITHER else one
    return None


def _settled(found: Found) -> Type:
    return Type.COUNT if isinstance(found, Loose) else found


def _said(found: Found) -> str:
    return str(found.value)


def _described(node: Tree | None, found: Found) -> str:
    names = [] if node is None else names_of(node)
    return f"{names[0]} is {_said(found)}" if names else f"this is {_said(found)}"


def names_of(node: Tree) -> list[str]:
    """Return the names that a formula reads, in order."""
    return [str(token) for token in node.scan_values(_is_name)]


def _is_name(token: object) -> bool:
    return isinstance(token, Token) and token.type == "NAME"


def _word(node: Tree) -> str:
    return {"negation": "not", "either_of": "or", "both_of": "and", "add": "+", "subtract": "-"}[str(node.data)]


def _near(text: str, names: Iterable[str], prefix: str, listed: Iterable[str] = ()) -> str:
    names = sorted(dict.fromkeys(names))
    if not names:
        return "this game has none"
    close = nearest(text, names)
    return f"did you mean `{close}`?" if close else f"{prefix} {', '.join(sorted(listed) or names)}"


def _short(text: str) -> str:
    return text if len(text) <= 10 else f"{text[:9]}..."


def evaluate(code: Code, load: Callable[[int, int], int]) -> int:
    """Return the value of code that asks nothing of cards, melds or calls.

    `load` gives the value of a register and a who code.  Values that are fixed when a file is
    compiled, and the truth tables of duties, are found this way.
    """
    stack: list[int] = []
    for op, a, b in zip(code[::3], code[1::3], code[2::3], strict=True):
        if op == Op.CONST:
            stack.append(a)
        elif op == Op.LOAD:
            stack.append(load(a, b))
        elif op in UNARY:
            stack.append(UNARY[Op(op)](stack.pop(), a))
        elif op == Op.SELECT:
            other, condition, value = stack.pop(), stack.pop(), stack.pop()
            stack.append(value if condition else other)
        else:
            right, left = stack.pop(), stack.pop()
            stack.append(BINARY[Op(op)](left, right))
    (value,) = stack
    return value


UNARY: dict[Op, Callable[[int, int], int]] = {
    Op.NEGATE: lambda x, _: -x,
    Op.NOT: lambda x, _: int(not x),
    Op.ABS: lambda x, _: abs(x),
    Op.ODD: lambda x, _: x % 2,
    Op.DIVIDE: lambda x, n: (2 * x + n) // (2 * n),
}

BINARY: dict[Op, Callable[[int, int], int]] = {
    Op.ADD: lambda x, y: x + y,
    Op.SUB: lambda x, y: x - y,
    Op.MUL: lambda x, y: x * y,
    Op.EQ: lambda x, y: int(x == y),
    Op.NE: lambda x, y: int(x != y),
    Op.LT: lambda x, y: int(x < y),
    Op.LE: lambda x, y: int(x <= y),
    Op.GT: lambda x, y: int(x > y),
    Op.GE: lambda x, y: int(x >= y),
    Op.AND: lambda x, y: int(bool(x and y)),
    Op.OR: lambda x, y: int(bool(x or y)),
    Op.MIN: min,
    Op.MAX: max,
    Op.PER: lambda x, n: x // n if n > 0 else 0,
    Op.PER_PART: lambda x, n: -(-x // n) if n > 0 else 0,
    Op.ROUND: lambda x, n: (2 * x + n) // (2 * n) * n if n > 0 else x,
    Op.ROUND_UP: lambda x, n: -(-x // n) * n if n > 0 else x,
    Op.ROUND_DOWN: lambda x, n: x // n * n if n > 0 else x,
}

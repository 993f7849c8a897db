"""The smallest and the largest value that a formula can come to, as far as its parts tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.codes import Name, Op
from pinochle_dsl.expressions import BINARY, UNARY
from pinochle_dsl.patterns import DEALT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.program import Code

ENDLESS = 10**15
"""Stands for a value without a bound."""

Range = tuple[int, int]
ANY: Range = (-ENDLESS, ENDLESS)
NOT_NEGATIVE: Range = (0, ENDLESS)
TRUTH: Range = (0, 1)

REGISTERS: dict[int, Range] = {
    Name.DEAL: (1, ENDLESS),
    Name.ROUND: (1, ENDLESS),
    Name.NOBODY_BID: TRUTH,
    Name.TRUMP_NAMED: TRUTH,
    Name.FIRST_TRICK: TRUTH,
    Name.TRUMP_PLAYED: TRUTH,
    Name.TRUMP: (0, 4),
    **dict.fromkeys(
        (
            Name.BID,
            Name.OWN_BIDS,
            Name.BEST_MELD,
            Name.MELD,
            Name.OWN_MELD,
            Name.LAID_MELD,
            Name.COUNTERS,
            Name.OWN_COUNTERS,
            Name.TRICKS,
            Name.OWN_TRICKS,
            Name.ALL_COUNTERS,
            Name.ALL_TRICKS,
            Name.TRICKS_PLAYED,
            Name.STOCK_LEFT,
            Name.HAND_LEFT,
        ),
        NOT_NEGATIVE,
    ),
}
"""What registers can hold; the others can hold anything."""

TRUTHS = (Op.TURNED, Op.PLAYED, Op.HOLDS, Op.CALLED, Op.OWN_CALLED, Op.OUTCOME)


class Bounds:
    """What a game tells of the values that formulas ask."""

    def __init__(
        self, seats: int, copies: Sequence[int], card_sets: Sequence[tuple[int, ...]], hand: int = ENDLESS
    ) -> None:
        """Keep the deck, the sets of cards that formulas count, and how many cards a hand has."""
        self.hand = hand
        self.copies = copies
        self.card_sets = card_sets
        places = (0, seats - 1)
        self.known: dict[int, Range] = REGISTERS | {
            Name.PLAYERS: (seats, seats),
            Name.SEAT: places,
            Name.DEALER: places,
            Name.DECLARER: (-1, seats - 1),
        }

    def of(self, code: Code) -> Range:
        """Return the smallest and the largest value of a formula; what it asks is taken as independent."""
        return self.of_choices(code)[0]

    def of_choices(self, code: Code) -> tuple[Range, list[Range]]:
        """Return the same, and the values of the conditions by which the formula chooses and that ask something."""
        stack: list[Range] = []
        asks: list[bool] = []
        choices: list[Range] = []
        for op, a, b in zip(code[::3], code[1::3], code[2::3], strict=True):
            if op == Op.SELECT:
                other, condition, value = stack.pop(), stack.pop(), stack.pop()
                if asks[-2]:
                    choices.append(condition)
                held = [value] if always(condition) else [other] if never(condition) else [value, other]
                stack.append((min(low for low, _ in held), max(high for _, high in held)))
                asks[-3:] = [any(asks[-3:])]
            elif op in UNARY:
                stack.append(_unary(Op(op), stack.pop(), a))
            elif op in BINARY:
                right, left = stack.pop(), stack.pop()
                stack.append(_binary(Op(op), left, right))
                asks[-2:] = [any(asks[-2:])]
            else:
                stack.append(self._asked(Op(op), a, b))
                asks.append(_is_asked(op))
        (value,) = stack
        return value, choices

    def _asked(self, op: Op, a: int, _who: int) -> Range:
        if op is Op.CONST:
            return a, a
        if op is Op.LOAD:
            return self.known.get(a, ANY)
        if op in (Op.COUNT, Op.TAKEN):
            most = max(self.cards(mask) for mask in self.card_sets[a])
            return 0, most if op is Op.TAKEN else min(most, self.hand)
        return TRUTH if op in TRUTHS else NOT_NEGATIVE

    def cards(self, mask: int) -> int:
        """Return how many cards of a set the deck has."""
        return sum(copies for number, copies in enumerate(self.copies) if mask & (DEALT | 1 << number))


def always(value: Range) -> bool:
    """Whether a condition with such values always holds."""
    return value[0] > 0 or value[1] < 0


def never(value: Range) -> bool:
    """Whether a condition with such values never holds."""
    return value == (0, 0)


def asks_each_once(code: Code) -> bool:
    """Whether a formula asks nothing twice, so that its bounds can really be met."""
    asked = [(op, a, b) for op, a, b in zip(code[::3], code[1::3], code[2::3], strict=True) if _is_asked(op)]
    return len(asked) == len(set(asked))


def asks_something(code: Code) -> bool:
    """Whether a formula asks anything of the deal or the game."""
    return any(_is_asked(op) for op in code[::3])


def _is_asked(op: int) -> bool:
    return op == Op.LOAD or op >= Op.COUNT


def _kept(*values: int) -> Range:
    return max(min(values), -ENDLESS), min(max(values), ENDLESS)


def _unary(op: Op, value: Range, argument: int) -> Range:
    low, high = value
    if op is Op.NOT:
        return (0, 0) if always(value) else (1, 1) if never(value) else TRUTH
    if op is Op.ODD:
        return (low % 2, low % 2) if low == high else TRUTH
    ends = [UNARY[op](low, argument), UNARY[op](high, argument)]
    return _kept(*ends, *([0] if op is Op.ABS and low < 0 < high else []))


def _binary(op: Op, left: Range, right: Range) -> Range:
    if op is Op.AND:
        return (1, 1) if always(left) and always(right) else (0, 0) if never(left) or never(right) else TRUTH
    if op is Op.OR:
        return (1, 1) if always(left) or always(right) else (0, 0) if never(left) and never(right) else TRUTH
    if op in _COMPARED:
        return _compared(op, left, right)
    if op is Op.SUB:
        return _kept(left[0] - right[1], left[1] - right[0])
    if op in (Op.PER, Op.PER_PART, Op.ROUND, Op.ROUND_UP, Op.ROUND_DOWN):
        if right[0] != right[1] or right[0] < 1:
            return ANY if left[0] < 0 else NOT_NEGATIVE
        return _kept(BINARY[op](left[0], right[0]), BINARY[op](left[1], right[0]))
    if op is Op.MIN or op is Op.MAX or op is Op.ADD:
        return _kept(BINARY[op](left[0], right[0]), BINARY[op](left[1], right[1]))
    return _kept(*(BINARY[op](one, other) for one in left for other in right))


_COMPARED = (Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE)


def _compared(op: Op, left: Range, right: Range) -> Range:
    """Compare two ranges: the answer is sure where they do not overlap, or meet at one end only."""
    if op in (Op.EQ, Op.NE):
        apart = left[1] < right[0] or right[1] < left[0]
        one = left[0] == left[1] == right[0] == right[1]
        same = 1 if one else 0 if apart else None
        return TRUTH if same is None else (same, same) if op is Op.EQ else (1 - same, 1 - same)
    low, high = (left, right) if op in (Op.LT, Op.LE) else (right, left)
    strict = op in (Op.LT, Op.GT)
    if low[1] < high[0] or (not strict and low[1] == high[0]):
        return 1, 1
    if low[0] > high[1] or (strict and low[0] == high[1]):
        return 0, 0
    return TRUTH

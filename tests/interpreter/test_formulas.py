"""The stack machine against Python's own arithmetic on random code."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from interpreter import Game
from interpreter.codes import Name, Op
from interpreter.soundness import UnsoundProgram
from tests.interpreter import programs as p

MOST = 2_000_000_000
NUMBERS = st.integers(-10_000, 10_000)
UNARY = (Op.NEGATE, Op.NOT, Op.ABS, Op.ODD)
BINARY = (
    Op.ADD, Op.SUB, Op.MUL, Op.EQ, Op.NE, Op.LT, Op.LE, Op.GT, Op.GE, Op.AND, Op.OR, Op.MIN, Op.MAX,
    Op.PER, Op.PER_PART, Op.ROUND, Op.ROUND_UP, Op.ROUND_DOWN,
)  # fmt: skip


def clamp(x: int) -> int:
    return max(-MOST, min(MOST, x))


def half_up(x: int, n: int) -> int:
    return (2 * x + n) // (2 * n)


def unary(op: Op, x: int) -> int:
    return {Op.NEGATE: -x, Op.NOT: int(not x), Op.ABS: abs(x), Op.ODD: x % 2}[op]


def binary(op: Op, x: int, y: int) -> int:
    whole = {
        Op.PER: lambda: x // y if y > 0 else 0,
        Op.PER_PART: lambda: -(-x // y) if y > 0 else 0,
        Op.ROUND: lambda: half_up(x, y) * y if y > 0 else x,
        Op.ROUND_UP: lambda: -(-x // y) * y if y > 0 else x,
        Op.ROUND_DOWN: lambda: x // y * y if y > 0 else x,
    }
    if op in whole:
        return whole[op]()
    return int(
        {
            Op.ADD: x + y, Op.SUB: x - y, Op.MUL: x * y, Op.EQ: x == y, Op.NE: x != y, Op.LT: x < y, Op.LE: x <= y,
            Op.GT: x > y, Op.GE: x >= y, Op.AND: bool(x and y), Op.OR: bool(x or y),
            Op.MIN: min(x, y), Op.MAX: max(x, y),
        }[op]
    )  # fmt: skip


leaf = NUMBERS.map(lambda n: ((int(Op.CONST), n, 0), n))


def grow(children):
    one = st.tuples(st.sampled_from(UNARY), children).map(
        lambda t: ((*t[1][0], t[0], 0, 0), clamp(unary(t[0], t[1][1])))
    )
    two = st.tuples(st.sampled_from(BINARY), children, children).map(
        lambda t: ((*t[1][0], *t[2][0], t[0], 0, 0), clamp(binary(t[0], t[1][1], t[2][1])))
    )
    divided = st.tuples(children, st.integers(1, 1000)).map(
        lambda t: ((*t[0][0], Op.DIVIDE, t[1], 0), clamp(half_up(t[0][1], t[1])))
    )
    chosen = st.tuples(children, children, children).map(
        lambda t: ((*t[0][0], *t[1][0], *t[2][0], Op.SELECT, 0, 0), t[0][1] if t[1][1] else t[2][1])
    )
    return one | two | divided | chosen


GAME = Game(p.random_deal())


@settings(max_examples=150, deadline=None, database=None)
@given(st.recursive(leaf, grow, max_leaves=20))
def test_stack_machine_computes_what_python_does(pair):
    code, expected = pair
    game = Game(p.random_deal())
    assert game.evaluate([int(n) for n in code], 0) == expected


BROKEN = [
    p.code(Op.ADD), p.code(1, 2), p.code(*[1] * 70), p.code(1, Op.SELECT), (), (1,), (99, 0, 0),
    (Op.CALLED, 300_000_000, 0), (Op.COUNT, -1, 0), (Op.LOAD, Name.MELD, 1 << 20), (Op.CONST, 1.5, 0),
    (Op.CONST, None, 0),
]  # fmt: skip


@pytest.mark.parametrize("code", BROKEN)
def test_broken_code_is_refused(code):
    with pytest.raises(UnsoundProgram):
        GAME.evaluate(list(code), 0)


def test_a_question_leaves_no_trace_in_the_tables_that_games_share():
    """Far more formulas than the tables have room for, each asked once; one asks to keep count of tricks' cards."""
    program = p.partnership()
    game, other = Game(program), Game(program)
    for number in range(2000):
        assert game.evaluate(list(p.code(number, 1, Op.ADD)), 0) == number + 1
    assert other.evaluate(list(p.code((Op.TAKEN, 0))), 0) == 0
    assert other.taken_counts(0) == [0] * 24
    assert game.evaluate(list(program.rules.outcomes[0].condition), 0) in (0, 1)

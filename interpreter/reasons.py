"""Why the rules made a call: its condition in the words of the table, as far as they say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.codes import Name, Op, Who
from interpreter.course import instructions

if TYPE_CHECKING:
    from interpreter.program import Call, Code, Rules

_WORDS = {
    Name.BID: "bid",
    Name.MELD: "meld",
    Name.OWN_MELD: "own meld",
    Name.LAID_MELD: "meld laid",
    Name.COUNTERS: "counters",
    Name.OWN_COUNTERS: "own counters",
    Name.TRICKS: "tricks",
    Name.OWN_TRICKS: "own tricks",
    Name.ALL_COUNTERS: "all counters",
    Name.ALL_TRICKS: "all tricks",
    Name.TRICKS_PLAYED: "tricks played",
    Name.STAKE: "stake",
    Name.DEAL: "deal",
    Name.TOTAL: "total",
    Name.LEAD: "lead",
}
_HIS = frozenset((Who.SELF, Who.DECLARER, Who.DECLARERS))
"""Those whose figures need no name: the deal is the declarer's."""
_SIGNS = {
    Op.OR: ("or", 1),
    Op.AND: ("and", 2),
    Op.EQ: ("=", 4),
    Op.NE: ("!=", 4),
    Op.LT: ("<", 4),
    Op.LE: ("<=", 4),
    Op.GT: (">", 4),
    Op.GE: (">=", 4),
    Op.ADD: ("+", 5),
    Op.SUB: ("-", 5),
    Op.MUL: ("*", 6),
}
"""How an instruction of two operands is written, and how closely it binds them."""
_NOT = 3
_ALONE = 9


@frozen
class _Said:
    text: str
    binds: int
    denied: str = ""
    """What is said instead of `not` before it."""

    def within(self, closer: int) -> str:
        """Return the text for one who binds so closely."""
        return self.text if self.binds >= closer else f"({self.text})"


def reason(call: Call, rules: Rules) -> str:
    """Return why the rules make a call, `meld + all counters < bid`; nothing where these words do not say it."""
    return _written(call.must, rules)


def _written(code: Code, rules: Rules) -> str:
    stack: list[_Said] = []
    for op, a, b in instructions(code):
        if op in _SIGNS:
            sign, binds = _SIGNS[Op(op)]
            right, left = stack.pop(), stack.pop()
            stack.append(_Said(f"{left.within(binds)} {sign} {right.within(binds + 1)}", binds))
        elif op == Op.NOT:
            said = stack.pop()
            stack.append(_Said(said.denied or f"not {said.within(_NOT)}", _NOT))
        elif op == Op.CONST:
            stack.append(_Said(str(a), _ALONE))
        elif op == Op.CALLED:
            name = rules.calls[a].name
            stack.append(_Said(f"{name} was called", _NOT, f"{name} was not called"))
        elif op == Op.LOAD and a in _WORDS and b in _HIS:
            stack.append(_Said(_WORDS[Name(a)], _ALONE))
        else:
            return ""
    return stack[-1].text if stack else ""

"""Reads the phrases of a rules file: the one grammar of `rules/pinochle.lark`.

`parse` returns lark trees with offsets.  Building the parser takes as long as importing everything
else, so its tables are kept in `_grammar_tables.py`; `python -m pinochle_dsl.syntax` makes that file
anew after a change of the grammar.
"""

from __future__ import annotations

import hashlib
import re
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token
from lark.exceptions import UnexpectedCharacters, UnexpectedEOF, UnexpectedInput, UnexpectedToken

from pinochle_dsl.resources import resource, work_tree
from pinochle_dsl.slips import phrase_slip, whole_word

Tree = lark.Tree[Token]

STARTS = (
    "expression",
    "cards",
    "group",
    "raise",
    "opens",
    "all_pass",
    "who",
    "duty",
    "window",
    "ranks",
    "suits",
    "packets",
    "span",
    "reach",
)
"""Starting points of the grammar, one a kind of phrase."""

LONGEST = 2_000
"""Characters a phrase may have."""

DEEPEST = 40
"""How deep brackets, signs and `not`s of a phrase may nest (which also bounds the machine's stack)."""

MOST_TERMS = 100
"""How many terms may stand in a row."""

KINDS = {
    "expression": "a formula",
    "cards": "a set of cards",
    "group": "cards together",
    "raise": "a raise",
    "opens": "who speaks first",
    "all_pass": "what happens when all pass",
    "who": "a player",
    "duty": "a duty",
    "window": "a moment",
    "ranks": "ranks",
    "suits": "suits",
    "packets": "packets",
    "span": "numbers to choose from",
    "reach": "who wins when several reach the target",
}
"""How messages name each kind of phrase."""

EXAMPLES = {
    "expression": "meld + counters >= bid",
    "cards": "A 10 of trump, Q♠",
    "group": "K Q of trump",
    "raise": "10, or 10 or 20, or 5 only, or 1 below 60, then 5",
    "opens": "eldest, or dealer must bid, or left of dealer at 500",
    "all_pass": "dealer takes 25, or next dealer deals",
    "who": "declarer, defenders, dealer, left of dealer, anyone",
    "duty": "follow suit, or beat when trump_led",
    "window": "after meld, or before first lead",
    "ranks": "A 10 K Q J 9",
    "suits": "♠ ♥ ♦ ♣",
    "packets": "3 3 3 3",
    "span": "3 or 4, or 2 to 6",
    "reach": "highest",
}

_PROGRAMMERS_SIGNS = (
    (re.compile(r"=="), "write `=` for equal"),
    (re.compile(r"&&?"), "write `and`"),
    (re.compile(r"\|\|?"), "write `or`"),
    (re.compile(r"<>|≠"), "write `!=` for not equal"),
    (re.compile(r"≥|=>"), "write `>=`"),
    (re.compile(r"≤|=<"), "write `<=`"),
    (re.compile(r"!(?!=)"), "write `not`"),
    (re.compile(r"[×·]"), "write `*`"),
    (re.compile(r"÷"), "write `/`"),
    (re.compile(r"%"), "percentages are not part of the language; use `*` and `/`"),
    (re.compile(r"\d[.,]\d"), "whole numbers only: count in the smaller coin, or use `per`"),
    (re.compile(r"\?"), "write `value if condition else other value`"),
)


class PhraseError(ValueError):
    """A phrase that the grammar cannot read."""

    def __init__(self, message: str, hint: str | None, start: int, end: int, code: str = "PIN201") -> None:
        """Keep what is wrong, a hint, and where in the text it is."""
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.start = start
        self.end = end
        self.code = code


@lru_cache(maxsize=16_384)
def parse(start: str, text: str) -> Tree:
    """Return the tree of a phrase.

    Raises `PhraseError` where the text is too long, too deep or no phrase of that kind.
    """
    if len(text) > LONGEST:
        raise PhraseError(
            f"{KINDS[start]} of {len(text):,} characters is too long; the longest has {LONGEST:,}",
            "split it, or say it with outcomes and calls",
            0,
            len(text),
            "PIN202",
        )
    _refuse_depth(text)
    try:
        tree = _parser().parse(text, start=start)
    except UnexpectedInput as error:
        raise _explain(start, text, error) from None
    if not isinstance(tree, lark.Tree):
        tree = lark.Tree("word", [tree])
    if _depth(tree) > MOST_TERMS:
        raise PhraseError(
            f"this phrase strings together more than {MOST_TERMS} terms",
            "split it: use `band` for steps, outcomes for cases",
            0,
            len(text),
            "PIN202",
        )
    if start == "span":
        _refuse_falling(tree)
    return tree


def _refuse_falling(tree: Tree) -> None:
    """Refuse `6 to 2`, which offers nothing."""
    stretch: Any
    for stretch in tree.children:
        low, high = str(stretch.children[0]), str(stretch.children[-1])
        if int(low[:9]) > int(high[:9]):
            raise PhraseError(f"nothing is from {low} to {high}", f"write `{high} to {low}`", *span_of(stretch))


def _depth(tree: Tree) -> int:
    """Return how deep a tree is; terms in a row nest to the left."""
    deepest = 0
    waiting: list[tuple[Any, int]] = [(tree, 1)]
    while waiting:
        node, depth = waiting.pop()
        deepest = max(deepest, depth)
        if isinstance(node, lark.Tree):
            waiting.extend((child, depth + 1) for child in node.children)
    return deepest


def _refuse_depth(text: str) -> None:
    depth = deepest = at = 0
    for index, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth > deepest:
            deepest, at = depth, index
    if deepest <= DEEPEST:
        chain = re.search(rf"(?:(?:-|\bnot\b)\s*){{{DEEPEST},}}", text)
        long_else = [match.start() for match in re.finditer(r"\belse\b", text)]
        if chain:
            at = chain.start()
        elif len(long_else) > DEEPEST:
            at = long_else[DEEPEST]
        else:
            return
    raise PhraseError(
        f"this phrase nests more than {DEEPEST} deep", "split it: use `band` for steps", at, at + 1, "PIN202"
    )


def _explain(start: str, text: str, error: UnexpectedInput) -> PhraseError:
    """Say in an author's words why a phrase could not be read."""
    if isinstance(error, UnexpectedToken) and error.token.type != "$END":
        at, end = error.token.start_pos or 0, error.token.end_pos or len(text)
        if " " in text[at:end]:
            end = whole_word(text, at)[1]
    elif isinstance(error, UnexpectedCharacters):
        at, end = whole_word(text, error.pos_in_stream or 0)
    else:
        at = end = len(text)
    slip = phrase_slip(start, text, at)
    if slip is not None:
        return PhraseError(*slip)
    for pattern, advice in _PROGRAMMERS_SIGNS if start in {"expression", "duty"} else ():
        sign = pattern.search(text)
        if sign and sign.start() <= at <= sign.end() + 1:
            return PhraseError(f"`{sign.group()}` is not read here", advice, sign.start(), sign.end())
    if not text.strip():
        return PhraseError(f"{KINDS[start]} is missing", f"for example: {EXAMPLES[start]}", 0, len(text))
    hint = f"{KINDS[start]} looks like: {EXAMPLES[start]}"
    if isinstance(error, UnexpectedEOF) or at >= len(text.rstrip()):
        opened = text.count("(") - text.count(")")
        message = "a closing bracket is missing" if opened > 0 else "this phrase stops too early"
        return PhraseError(message, hint, max(len(text) - 1, 0), len(text))
    found = text[at:end]
    if start == "expression" and re.search(r"[<>=]", text[:at]) and re.match(r"[<>=!]", found):
        return PhraseError("comparisons are not chained", "write `a <= b and b <= c`", at, end)
    if start == "group" and found in {"or", ","}:
        return PhraseError("a meld is cards together", "make two melds, or write `and`", at, end)
    if start in {"group", "cards", "ranks"} and re.fullmatch(r"\d+", found):
        return PhraseError(f"{found} is no rank here", f"write `{found}x` for so many of a card", at, end)
    return PhraseError(f"`{found}` does not fit here", hint, at, end)


@cache
def grammar_text() -> str:
    """Return the text of the grammar."""
    return resource("rules", "pinochle.lark").read_text(encoding="utf-8")


def build_parser() -> Lark:
    """Return a parser built from the grammar's text (slow: see the module's docstring)."""
    return Lark(grammar_text(), parser="lalr", lexer="contextual", start=list(STARTS), propagate_positions=True)


def table_key() -> str:
    """Return what the saved tables must have been made from to be used."""
    return hashlib.sha256((lark.__version__ + grammar_text()).encode()).hexdigest()


@cache
def _parser() -> Lark:
    from pinochle_dsl import _grammar_tables as saved  # noqa: PLC0415 - 130 KB, needed only to parse

    if table_key() != saved.KEY:
        return build_parser()
    parser: Lark = Lark._load_from_dict(saved.DATA, saved.MEMO)  # type: ignore[no-untyped-call] # noqa: SLF001 - what lark's stand-alone parsers call
    return parser


def saved_tables() -> str:
    """Return the text of `_grammar_tables.py` for the grammar as it is now."""
    data, memo = build_parser().memo_serialize([lark.lexer.TerminalDef, lark.grammar.Rule])
    return (
        '"""Parse tables of rules/pinochle.lark; made by `python -m pinochle_dsl.syntax`."""\n\n'
        "from typing import Any\n\n"
        f"KEY = {table_key()!r}\nDATA: dict[str, Any] = {data!r}\nMEMO: dict[int, Any] = {memo!r}\n"
    )


def write_tables() -> Path:
    """Write `_grammar_tables.py` beside this module, in a work tree only, and return its path."""
    path = work_tree() / "pinochle_dsl" / "_grammar_tables.py"
    path.write_text(saved_tables(), encoding="utf-8")
    return path


def numbers_of(tree: lark.Tree[Any], most: int) -> list[int]:
    """Return the numbers that a span offers, each once: the first `most` of `1 to 10 or 15 or 20`."""
    found: dict[int, None] = {}
    stretch: Any
    for stretch in tree.children:
        ends = [int(str(token)[:9]) for token in stretch.children]
        found |= dict.fromkeys(range(ends[0], min(ends[-1], ends[0] + most - 1) + 1))
    return list(found)[:most]


def span_of(tree: object) -> tuple[int, int]:
    """Return the offsets where a tree or token starts and ends (0, 0 for an empty one)."""
    if isinstance(tree, Token):
        return tree.start_pos or 0, tree.end_pos or 0
    if not isinstance(tree, lark.Tree) or tree.meta.empty:
        return 0, 0
    return tree.meta.start_pos, tree.meta.end_pos


if __name__ == "__main__":
    print(write_tables())  # noqa: T201 - a maintainer's tool

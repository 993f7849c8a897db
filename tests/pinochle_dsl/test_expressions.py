"""Formulas: which type they have, what they are worth, and what is said of those that do not type."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from interpreter.codes import Name, Op
from pinochle_dsl.expressions import Context, Scope, compile_phrase, evaluate
from pinochle_dsl.findings import Findings
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import MUST_FLAGS, Moment
from pinochle_dsl.patterns import Cards
from pinochle_dsl.syntax import parse

RANKS = ("A", "10", "K", "Q", "J", "9")
CARDS = Cards(RANKS, (2,) * 24, (10, 10, 10, 0, 0, 0) * 4)
END = Scope("there", Moment.END)
BID = Scope("in a bid", Moment.AUCTION)


def context(**changes: object) -> Context:
    return Context(
        cards=CARDS,
        seats=4,
        melds=("run", "royal marriage"),
        calls=("lay down",),
        outcomes=("made", "set"),
        ledgers=("points", "checks"),
        **changes,  # type: ignore[arg-type]
    )


def compiled(text: str, want: Type = Type.POINTS, scope: Scope = END, scale: int | Fraction = 1) -> tuple[int, ...]:
    findings = Findings()
    code = compile_phrase(
        Phrase(text, parse("expression", text), Fraction(scale)), want, scope, context(), findings, ("x",)
    )
    assert not findings.items, findings.items
    return code


def refused(text: str, want: Type = Type.POINTS, scope: Scope = END, scale: Fraction = Fraction(1)) -> tuple[str, str]:
    findings = Findings()
    phrase = Phrase(text, parse("expression", text), scale)
    assert compile_phrase(phrase, want, scope, context(), findings, ("x",)) == ()
    (finding,) = findings.items
    return finding.code, finding.message


def value(text: str, want: Type = Type.POINTS, scale: int | Fraction = 1, **registers: int) -> int:
    numbers = {Name[name.upper()]: number for name, number in registers.items() if name != "checks"}
    numbers_by_register = {int(register): number for register, number in numbers.items()}
    if "checks" in registers:
        numbers_by_register[Name.LEDGER + 1] = registers["checks"]
    return evaluate(compiled(text, want, scale=scale), lambda register, _who: numbers_by_register[register])


@pytest.mark.parametrize(
    ("text", "registers", "expected"),
    [
        ("meld + counters", {"meld": 40, "counters": 110}, 150),
        ("-bid / 2", {"bid": 25}, -12),
        ("bid / 2", {"bid": 25}, 13),
        ("2 * bid - 5", {"bid": 30}, 55),
        ("10 * tricks", {"tricks": 4}, 40),
        ("20 if total < 0 else 25", {"total": -1}, 20),
        ("20 if total < 0 else 25", {"total": 0}, 25),
        ("max(20, bid - meld)", {"bid": 50, "meld": 12}, 38),
        ("min(1, 2, 3)", {}, 1),
        ("band(bid, 20: 2, 25: 4, 30: 8)", {"bid": 19}, 0),
        ("band(bid, 20: 2, 25: 4, 30: 8)", {"bid": 20}, 2),
        ("band(bid, 20: 2, 25: 4, 30: 8)", {"bid": 29}, 4),
        ("band(bid, 20: 2, 25: 4, 30: 8)", {"bid": 99}, 8),
        ("round(meld, 10)", {"meld": 15}, 20),
        ("round(meld, 10)", {"meld": 14}, 10),
        ("round_up(meld, 10)", {"meld": 11}, 20),
        ("round_down(meld, 10)", {"meld": 19}, 10),
        ("abs(meld - bid)", {"meld": 5, "bid": 12}, 7),
        ("bid * checks", {"bid": 7, "checks": 3}, 21),
        ("2 * 3 * tricks", {"tricks": 5}, 30),
    ],
)
def test_values(text: str, registers: dict[str, int], expected: int) -> None:
    assert value(text, **registers) == expected


@pytest.mark.parametrize(
    ("text", "want", "registers", "expected"),
    [
        ("per(margin, 100)", Type.COUNT, {"margin": 250}, 2),
        ("10 + per_part(margin, 100)", Type.COUNT, {"margin": 201}, 13),
        ("2 * tricks", Type.COUNT, {"tricks": 6}, 12),
        ("odd(deal) and not nobody_bid", Type.TRUTH, {"deal": 3, "nobody_bid": 0}, 1),
        ("odd(deal)", Type.TRUTH, {"deal": 2}, 0),
        ("trump = spades or trump = none", Type.TRUTH, {"trump": 4}, 1),
        ("seat != dealer", Type.TRUTH, {"seat": 1, "dealer": 1}, 0),
        ("meld >= 20 and tricks > 0", Type.TRUTH, {"meld": 20, "tricks": 1}, 1),
    ],
)
def test_other_types(text: str, want: Type, registers: dict[str, int], expected: int) -> None:
    assert value(text, want, **registers) == expected


@pytest.mark.parametrize(
    ("text", "want", "registers", "expected"),
    [
        ("25", Type.POINTS, {}, 250),
        ("25", Type.COUNT, {}, 25),
        ("2 * bid", Type.POINTS, {"bid": 250}, 500),
        ("10 * tricks", Type.POINTS, {"tricks": 3}, 300),
        ("meld + 5", Type.POINTS, {"meld": 40}, 90),
        ("10 + per_part(margin, 10)", Type.COUNT, {"margin": 101}, 12),
        ("bid >= 25 and tricks >= 2", Type.TRUTH, {"bid": 250, "tricks": 2}, 1),
        ("band(bid, 25: 2, 30: 4)", Type.COUNT, {"bid": 300}, 4),
        ("max(20, bid - meld)", Type.POINTS, {"bid": 210, "meld": 100}, 200),
        ("bid / 2", Type.POINTS, {"bid": 250}, 125),
    ],
)
def test_only_points_are_rescaled(text: str, want: Type, registers: dict[str, int], expected: int) -> None:
    assert value(text, want, 10, **registers) == expected


@given(st.integers(-50, 50), st.integers(-50, 50), st.integers(1, 9))
def test_a_formula_in_ones_means_the_same_in_tens(meld: int, bid: int, step: int) -> None:
    """Computing in ones and multiplying by ten equals computing the rescaled formula in tens."""
    text = f"max({step}, meld) - round_up(bid, {step}) if meld + 3 >= bid else 2 * bid - {step}"
    ones = value(text, meld=meld, bid=bid)
    assert value(text, scale=10, meld=meld * 10, bid=bid * 10) == ones * 10


@pytest.mark.parametrize(
    ("text", "want", "scope", "code", "words"),
    [
        ("meld >= tricks", Type.TRUTH, END, "PIN301", "points and a count do not mix"),
        ("bid + tricks", Type.POINTS, END, "PIN301", "points and a count do not mix"),
        ("bid * meld", Type.POINTS, END, "PIN301", "points times points"),
        ("meld", Type.TRUTH, END, "PIN301", "true or false is wanted here"),
        ("meld > 0", Type.POINTS, END, "PIN301", "points is wanted here"),
        ("trump > spades", Type.TRUTH, END, "PIN301", "a suit is not larger or smaller"),
        ("trump = seat", Type.TRUTH, END, "PIN301", "a suit and a player do not mix"),
        ("not meld", Type.TRUTH, END, "PIN301", "but this is points"),
        ("(meld > 0) = (bid > 0)", Type.TRUTH, END, "PIN301", "conditions are not compared"),
        ("odd(meld)", Type.TRUTH, END, "PIN301", "`odd` asks about a count"),
        ("1 if meld else 2", Type.POINTS, END, "PIN301", "`if` needs a condition"),
        ("pionts", Type.POINTS, END, "PIN302", "there is no name `pionts`"),
        ("sqrt(meld)", Type.POINTS, END, "PIN302", "there is no function `sqrt`"),
        ("nobody.meld", Type.POINTS, END, "PIN302", "there is no player `nobody`"),
        ("counters > 0", Type.TRUTH, BID, "PIN303", "counters is not known in a bid"),
        ("taken(A) > 0", Type.TRUTH, BID, "PIN303", "`taken` cannot be asked in a bid"),
        ("holds(K Q of trump)", Type.TRUTH, BID, "PIN303", "trump is not known in a bid"),
        ("min(meld)", Type.POINTS, END, "PIN306", "`min` takes 2 or more values, not 1"),
        ("meld / 0", Type.POINTS, END, "PIN306", "nothing can be divided by 0"),
        ("band(bid, 30: 2, 20: 1)", Type.POINTS, END, "PIN306", "the steps of a band go upwards"),
        ("99999999999", Type.POINTS, END, "PIN304", "999999999... is too large"),
        ("melded(flush)", Type.COUNT, END, "PIN307", "there is no meld `flush`"),
        ("called(nothing)", Type.TRUTH, END, "PIN307", "there is no call `nothing`"),
        ("outcome(won)", Type.TRUTH, END, "PIN307", "there is no outcome `won`"),
        ("count(7) > 2", Type.TRUTH, END, "PIN309", "the deck has no 7"),
    ],
)
def test_refusals(text: str, want: Type, scope: Scope, code: str, words: str) -> None:
    found, message = refused(text, want, scope)
    assert found == code
    assert words in message


def test_points_that_do_not_divide_are_refused() -> None:
    assert refused("25", scale=Fraction(1, 10))[0] == "PIN305"
    assert value("150", scale=Fraction(1, 10)) == 15


def test_duties_see_only_the_trick() -> None:
    scope = Scope("in a duty", Moment.ALWAYS, flags=MUST_FLAGS)
    assert compiled("trump_led or void", Type.TRUTH, scope)
    assert refused("meld > 0", Type.TRUTH, scope)[0] == "PIN303"
    assert refused("trump_lead", Type.TRUTH, scope)[0] == "PIN302"


def test_somebody_elses_figures() -> None:
    assert compiled("opponents.tricks", Type.COUNT)[:3] == (Op.LOAD, Name.TRICKS, 14)
    assert compiled("declarers.total")[:3] == (Op.LOAD, Name.TOTAL, 3)


def test_a_trump_that_is_turned_up_is_known_at_once() -> None:
    scope = Scope("in a call", Moment.DEAL, extra=frozenset({"trump"}))
    assert compiled("holds(K Q of trump) and trump != hearts", Type.TRUTH, scope)

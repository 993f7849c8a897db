"""Files whose deals would stand still, or which the machine would refuse, are told so when they are checked."""

from __future__ import annotations

import pytest

from interpreter.program import MOST_BIDS, MOST_CALLS, MOST_OUTCOMES, MOST_PAYMENTS
from pinochle_dsl import check

HEAD = "variant: house\nextends: {base}\n"


def told(text: str, base: str = "three-handed") -> list[tuple[str, str, int]]:
    found = check("house.yaml", data=(HEAD.format(base=base) + text).encode()).diagnostics
    return [(item.code, item.severity.value, item.line) for item in found]


@pytest.mark.parametrize(
    "phases",
    ["[deal, auction, trump, meld, bury, play, score]", "[deal, auction, widow, trump, meld, play, score]"],
)
def test_widow_and_bury_go_together(phases: str) -> None:
    assert ("PIN416", "error", 3) in told(f"phases: {phases}")


def test_neither_widow_nor_bury() -> None:
    found = told("phases: [deal, auction, trump, meld, play, score]")
    assert all(severity == "warning" for _, severity, _ in found)


@pytest.mark.parametrize("phase", ["deal", "play", "meld", "bury", "score"])
@pytest.mark.parametrize("call", ["must: 1 = 1", "by: anyone", "by: dealer, may: 1 = 1"])
def test_nothing_stands_in_place_of_what_is_needed(phase: str, call: str) -> None:
    assert ("PIN405", "error", 3) in told(f"calls: {{r: {{when: in place of {phase}, {call}}}}}")


@pytest.mark.parametrize("phase", ["widow", "trump", "auction"])
def test_other_phases_can_be_replaced(phase: str) -> None:
    assert not [
        item for item in told(f"calls: {{r: {{when: in place of {phase}, must: 1 = 1}}}}") if item[1] == "error"
    ]


@pytest.mark.parametrize("phase", ["play", "meld", "bury"])
def test_a_deal_may_end_instead(phase: str) -> None:
    assert told(f"calls: {{r: {{when: in place of {phase}, by: declarer, then: stop play}}}}") == []


def test_a_deal_that_is_always_dealt_anew() -> None:
    call = "calls: {{r: {{when: before score, {}, then: same dealer deals again}}}}"
    assert told(call.format("must: 1 = 1")) == [("PIN403", "warning", 3)]
    assert told(call.format("must: bid > 300")) == []


def many(section: str, entry: str, number: int) -> str:
    return f"{section}:\n" + "".join(f"  n{i}: {entry}\n" for i in range(number))


@pytest.mark.parametrize(
    ("section", "entry", "most"),
    [
        ("calls", "{when: before play, by: declarer}", MOST_CALLS),
        ("payments", "{amount: 1, to: declarer}", MOST_PAYMENTS),
        ("outcomes", "{ruling: true, each: 0}", MOST_OUTCOMES),
    ],
)
def test_more_than_there_is_room_for(section: str, entry: str, most: int) -> None:
    assert told(many(section, entry, most + 1)) == [("PIN304", "error", 3)]


def test_a_ladder_as_long_as_the_compiler_allows() -> None:
    low = 20
    fits = f"auction: {{minimum: {low}, maximum: {MOST_BIDS + low - 1}, all_pass: dealer takes {low}}}"
    assert told(fits, "partnership") == []
    over = told(f"auction: {{minimum: {low}, maximum: {MOST_BIDS + low}, all_pass: dealer takes {low}}}", "partnership")
    assert [code for code, _, _ in over] == ["PIN403"]


def test_a_limit_where_all_is_laid_at_once() -> None:
    assert told("melds:\n  pinochle: {limit: 1}") == []


def test_a_meld_that_depends_on_what_can_be_laid() -> None:
    found = told("melds:\n  pinochle: {if: best_meld > 0}")
    assert [code for code, _, _ in found] in (["PIN303"], ["PIN901"])


def test_melds_of_absurd_worth() -> None:
    found = told("melds:\n  pinochle: {points: 1000000000}\n  run: {points: 1000000000}", "two-handed")
    assert "PIN304" in [code for code, _, _ in found]


def test_calls_that_answer_each_other() -> None:
    one, other = "a: {when: after call b, by: anyone}", "b: {when: after call a, by: anyone}"
    assert told(f"calls: {{{one}, {other}}}") == [("PIN405", "error", 3)] * 2
    assert told(f"calls: {{{one}, b: {{when: before play, by: anyone}}}}") == []

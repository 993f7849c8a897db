"""Rules that are well written one by one and do not fit together."""

from __future__ import annotations

import pytest

from pinochle_dsl import check
from pinochle_dsl.findings import Severity

TENS = (
    "melds: {run: {points: 150}, royal marriage: {points: 40}, marriage: {points: 20}, dix: {points: 10},"
    " pinochle: {points: 40}, aces around: {points: 100}, kings around: {points: 80}, queens around: {points: 60},"
    " jacks around: {points: 40}}\n"
)
HEAD = "variant: house\nextends: {base}\n"


def codes(text: str, base: str = "partnership") -> list[str]:
    return [item.code for item in check("house.yaml", data=(HEAD.format(base=base) + text).encode()).diagnostics]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # bids and card points in one unit
        ("auction: {minimum: 250, all_pass: dealer takes 250}", ["PIN411"]),
        ("auction: {minimum: 76}", ["PIN411"]),
        ("counters: {cards: {}}", []),
        ("auction: {minimum: 75, all_pass: dealer takes 75}", []),
        ("auction: {minimum: 75}", ["PIN403"]),
        ("unit: 10\nauction: {minimum: 251}", []),
        ("counters: {cards: {A 10 K: 10}, last_trick: 10}", ["PIN411"]),
        ("counters: {cards: {A 10 K: 10}, last_trick: 10, per: 10}", []),
        (f"{TENS}", ["PIN411"]),
        (f"unit: 10\n{TENS}", []),
        (
            "counters: {cards: {A 10 K: 10}, last_trick: 10}\nauction: {minimum: 250, raise: 10}\ngame: {target: 1500}",
            ["PIN411"],
        ),
        # packets
        ("deal: {packets: 3 3 3 3}", []),
        ("deal: {packets: 4 4 4}", []),
        ("deal: {packets: 4 4 3}", ["PIN412"]),
        # outcomes
        ("outcomes: {set: {if: null, ruling: true}}", ["PIN413"]),
        ("outcomes: {early: {declarers: 3}}", ["PIN414"]),
        ("outcomes: {early: {declarers: 3, ruling: true}}", []),
        ("outcomes: {early: {declarers: 3}}\ncalls: {x: {by: declarer, when: after meld, then: early}}", []),
        ("outcomes: {early: {if: otherwise, declarers: 3}}", ["PIN414", "PIN414"]),
        # trump
        ("trump: {lacking: next dealer deals}", ["PIN417"]),
        # phases
        ("phases: [deal, auction, trump, meld, play]", []),
        ("phases: [deal, auction, trump, play, meld, score]", []),
        ("phases: [deal, trump, auction, meld, play, score]", ["PIN416"]),
        ("phases: [auction, deal, trump, meld, play, score]", ["PIN416"]),
        ("phases: [deal, auction, trump, meld, score]", ["PIN416"]),
        ("phases: [deal, auction, trump, score, meld, play]", ["PIN416"]),
        ("phases: [deal, auction, meld, trump, play, score]", ["PIN416"]),
        ("exchange: {cards: 4}\nphases: [deal, auction, trump, meld, play, exchange, score]", ["PIN416"]),
        ("exchange: {cards: 4}\nphases: [deal, auction, trump, meld, play, score]", ["PIN417"]),
        # bids above the highest
        ("auction: {maximum: 50, all_pass: dealer takes 60}", ["PIN403"]),
        # a target in so many deals
        ("game: {target: 150, deals: 4}", ["PIN505"]),
        ("game: {target: 90000, deals: 4}", ["PIN403"]),
        # names
        ("deck: {names: {Q: Ober, J: Ober}}", ["PIN408"]),
    ],
)
def test_partnership_rules(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_melds_of_trump_without_trump() -> None:
    gone = ("pinochle", "marriage", "aces around", "kings around", "queens around", "jacks around")
    bare = "melds: {" + ", ".join(f"{name}: null" for name in gone) + "}"
    assert codes(f"trump: {{by: nobody}}\n{bare}") == ["PIN415"]
    assert codes("trump: {by: nobody}") == []


def test_widow_packets() -> None:
    assert codes("deal: {packets: 3 widow 3 3 3 3 3}", "three-handed") == []
    assert codes("deal: {packets: 3 widow 1 3 3 3 3}", "three-handed") == ["PIN412"]


def test_one_cause_is_told_once() -> None:
    assert codes("deck: {copies: 1000000}") == ["PIN409"]
    assert codes("game: {target: 99999999999}") == ["PIN304"]


def codes_of(text: str) -> list[str]:
    return [item.code for item in check("house.yaml", data=text.encode()).diagnostics]


def test_stakes_that_something_is_paid_by_are_no_finding() -> None:
    head = (
        "variant: house\nextends: partnership\ncalls: {double: {by: defenders, when: before first lead, stakes: 2}}\n"
    )
    assert codes_of(head) == ["PIN418"]
    assert codes_of(head + "outcomes: {set: {declarers: -bid * stake}}\n") == []
    assert codes_of(head + "ledgers: {chips: {}}\npayments: {x: {ledger: chips, to: winner, amount: stake}}\n") == []


def test_a_column_is_hidden_where_the_declaring_side_has_one_account() -> None:
    row = "outcomes: {set: {declarer: -2 * bid}}\n"
    assert codes_of("variant: house\nextends: three-handed\n" + row) == ["PIN417"]
    assert codes_of("variant: house\nextends: partnership\n" + row) == ["PIN417"]
    assert codes_of("variant: house\nextends: five-handed-called-partner\n" + row) == []
    assert codes_of("variant: house\nextends: three-handed\noutcomes: {set: {declarers: -2 * bid}}\n") == []


def test_usual_bids_are_of_one_unit() -> None:
    head = "variant: house\nextends: partnership\n"
    assert codes_of(head + "auction: {minimum: 10, all_pass: dealer takes 10}\n") == []
    assert codes_of(head + "unit: 10\nauction: {minimum: 100, raise: 10, all_pass: dealer takes 100}\n") == []
    assert codes_of(head + "unit: 10\nauction: {minimum: 30, raise: 10, all_pass: next dealer deals}\n") == ["PIN411"]
    assert codes_of(head + "auction: {minimum: 80, all_pass: dealer takes 80}\n") == ["PIN411"]


def test_a_low_bid_in_tens_may_be_meant() -> None:
    head = "variant: house\nextends: partnership\nunit: 10\n"
    for raised, severities in ((10, [Severity.WARNING]), (5, [Severity.ERROR])):
        text = head + f"auction: {{minimum: 30, raise: {raised}, all_pass: next dealer deals}}\n"
        assert [item.severity for item in check("house.yaml", data=text.encode()).diagnostics] == severities

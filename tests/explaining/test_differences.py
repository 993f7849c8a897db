"""Differences of rules: expected rows written by hand."""

from __future__ import annotations

import pytest

from pinochle_dsl.differences import RuleDifference, rule_differences
from pinochle_dsl.loading import load

NONE = "–"


def test_the_chinese_and_the_japanese_game() -> None:
    rows = rule_differences([load("cardgames-io"), load("partnership-ja")])
    assert [(row.key, row.values) for row in rows] == [
        ("unit", ("10", "1")),
        ("auction.raise", ("10 or 20", "10")),
        ("meld.saved_by", ("counters > 0", "counters >= 10 or laid_meld = meld_of(dix)")),
        ("melds.run and king", ("class sequence; cards A 10 K K Q J of trump; points 190", NONE)),
        ("melds.run and queen", ("class sequence; cards A 10 K Q Q J of trump; points 190", NONE)),
        ("melds.run and marriage", ("class sequence; cards A 10 K K Q Q J of trump; points 230", NONE)),
        (
            "calls.concede",
            (
                "by declarer; when after meld; may bid - meld > all_counters; then conceded",
                "by declarer; when after meld; then conceded",
            ),
        ),
        ("calls.hopeless", (NONE, "when after meld; must meld + all_counters < bid; then conceded")),
        (
            "outcomes.made",
            (
                "if meld + counters >= bid; declarers meld + counters; defenders meld + counters",
                "if meld + counters >= bid and counters >= 10; declarers meld + counters; defenders meld + counters",
            ),
        ),
    ]


def test_differences_are_told_in_words() -> None:
    rows = {row.key: row for row in rule_differences([load("cardgames-io"), load("partnership-ja")])}
    assert rows["auction.raise"].words == (
        "Each bid is 10 or 20 higher than the one before.",
        "Each bid is at least 1 point higher than the one before; jumps are allowed.",
    )
    assert rows["melds.run and king"].words == ("Run and king: A 10 K K Q J of trump, worth 190.", NONE)
    assert rows["unit"].words[0] == "Points are counted in tens: a run of 150 is the usual one."


def test_a_file_does_not_differ_from_itself() -> None:
    for name in ("cardgames-io", "partnership-ja", "two-handed-ko", "three-handed"):
        assert rule_differences([load(name), load(name)]) == []


def test_the_same_game_in_ones_and_in_tens_differs_in_the_unit_alone(house) -> None:
    for name, unit in (("partnership", 10), ("partnership-ja", 10), ("cardgames-io", 1), ("two-handed", 1)):
        rows = rule_differences([load(name), house(f"extends: {name}\nunit: {unit}")])
        assert [row.key for row in rows] == ["unit"], name


def test_a_section_that_one_game_has_is_one_row() -> None:
    rows = rule_differences([load("partnership-ja"), load("partnership-ja", {"passing": "none"})])
    assert [(row.key, row.values) for row in rows] == [("exchange", ("cards 4", NONE))]
    assert rows[0].words[0].startswith("The declarer and the partner pass each other 4 cards.")
    assert rows[0].words[1] == NONE


def test_what_is_said_and_what_is_left_to_tradition_is_the_same(house) -> None:
    said = house(
        "extends: partnership\nauction: {opens: eldest, pass: final}\nmeld: {by: everyone, turns: at once}\n"
        "play: {leader: declarer, look_back: last trick}\ntrump: {by: declarer}"
    )
    assert rule_differences([load("partnership"), said]) == []


def test_options_change_what_they_say() -> None:
    rows = rule_differences([load("partnership-ja"), load("partnership-ja", {"length": "4 deals"})])
    assert {row.key: row.values for row in rows} == {
        "game.target": ("150", NONE),
        "game.deals": (NONE, "4"),
        "game.both_reach": ("declarers", NONE),
        "game.tie": (NONE, "draw"),
    }


def test_three_games_stand_side_by_side() -> None:
    rows = rule_differences([load("partnership"), load("three-handed"), load("two-handed")])
    keys = [row.key for row in rows]
    assert all(isinstance(row, RuleDifference) and len(row.values) == len(row.words) == 3 for row in rows)
    assert keys[0] == "unit"
    assert keys.index("players.seats") < keys.index("auction") < keys.index("game.target")
    by_key = {row.key: row.values for row in rows}
    assert by_key["players.seats"] == ("4", "3", "2")
    assert by_key["deal.cards"] == ("12", "15", "12")
    assert by_key["game.target"] == ("1500", "1000", "1000")


def test_a_contract_of_another_kind_is_a_difference(house) -> None:
    head = "extends: partnership\ncalls: {slam: {by: declarer, when: after meld, changes: "
    one = house(head + "{outcomes: {made: {if: tricks = all_tricks}}}}}")
    other = house(head + "{outcomes: {made: {if: tricks = 0}}}}}")
    rows = rule_differences([one, other])
    assert [row.key for row in rows] == ["calls.slam"]
    assert "changes “made” (the declaring side has won all 12 tricks)" in rows[0].values[0]
    row = rule_differences([load("partnership"), one])[0]
    assert row.values[0] == "–"
    assert row.values[1] == rows[0].values[0]


@pytest.mark.parametrize("name", ["binokel-three", "cutthroat-double-deck", "partnership-suit-bids"])
def test_what_a_contract_changes_is_told_in_words(name: str) -> None:
    """Of two games, of one unit or of two, no value shows how a file, or a program, holds it."""
    for other in ("partnership", "cardgames-io"):
        for row in rule_differences([load(other), load(name)]):
            assert not any(sign in value for value in row.values for sign in ("{", "': ", "None")), row


def test_contracts_that_words_do_not_tell_apart_are_shown_as_written(house) -> None:
    head = "extends: partnership\ncalls: {slam: {by: declarer, when: after meld, changes: "
    one = house(head + "{outcomes: {made: {if: tricks = all_tricks}}}}}")
    other = house(head + "{outcomes: {made: {if: all_tricks = tricks}}}}}")
    row = rule_differences([one, other])[0]
    assert len(set(row.values)) == 2, row


def test_columns_that_reach_nobody_are_no_rules(house) -> None:
    """Where the declarer has no partner, what a partner would get is neither a difference nor said to be the case."""
    base = "extends: three-handed\noutcomes: {made: {"
    with_partner = house(f"{base}partner: bid}}}}")
    assert rule_differences([load("three-handed"), with_partner]) == []
    both, other = house(f"{base}declarer: 7, partner: 9}}}}"), house(f"{base}declarer: 7, declarers: 5}}}}")
    assert rule_differences([both, other]) == []
    row = rule_differences([load("three-handed"), both])[0]
    assert "the declarer gets 7; each defender" in row.words[1]

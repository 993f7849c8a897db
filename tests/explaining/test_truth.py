"""Sheets of house rules on which a reader was misled: who is asked, what is counted, and what cannot happen."""

from __future__ import annotations

import re

import pytest

from interpreter import simulate
from interpreter.trace import trace
from pinochle_dsl.differences import rule_differences
from pinochle_dsl.explaining import explain
from pinochle_dsl.loading import load

PAYING = """
ledgers: {chips: {}, pot: {joint: true}}
payments:
  lone: {if: own_tricks >= 8, to: each, ledger: chips, amount: 1}
  bank: {if: tricks = 0, from: everyone, to: bank, ledger: chips, amount: 1}
  pot: {if: own_tricks = 0, from: defenders, to: pot, ledger: chips, amount: 1}
  back: {if: tricks = 0, from: pot, to: losers, ledger: chips, amount: 2}
  each: {if: total < 0, from: losers, to: each, amount: 1}
  ace: {when: after own card, if: played(A), to: each, amount: 10}
"""

PAID = {
    "partnership": [
        "a side's chips go up by 1 if that side's declarer, or else that side's first player (by the seats), has won",
        "a side pays 1 chip to the bank if that side has won no tricks.",
        "the other side pays 1 chip to the pot if the other side's first player (by the seats) has won no tricks.",
        "the loser gets 2 chips from the pot if the loser has won no tricks.",
        "a side gets 1 point from the loser if that side's total is below 0.",
        "After playing a card, a player's side gets 10 points if the card played is an ace.",
    ],
    "three-handed": [
        "a player's chips go up by 1 if that player has won at least 8 tricks.",
        "a player pays 1 chip to the bank if that player's side has won no tricks.",
        "each defender pays 1 chip to the pot if that defender has won no tricks.",
        "each loser gets 2 chips from the pot if that player's side has won no tricks.",
        "a player gets 1 point from each loser if that player's total is below 0.",
        "After playing a card, a player gets 10 points if the card played is an ace.",
    ],
    "three-handed\nplayers: {sides: alone}": [
        "a player pays 1 chip to the bank if that player has won no tricks.",
        "each loser gets 2 chips from the pot if that player has won no tricks.",
    ],
}


@pytest.mark.parametrize("base", PAID)
def test_a_payment_says_who_is_asked(house, base: str) -> None:
    text = explain(house(f"extends: {base}{PAYING}"))
    assert [fact for fact in PAID[base] if fact not in text] == []


def test_melds_that_a_player_saves_are_not_those_that_a_side_saves(house) -> None:
    own = explain(house("extends: partnership\nmeld: {saved_by: own_tricks >= 3}"))
    assert "The melds of a player count only if that player has won at least 3 tricks; otherwise that player" in own
    side = explain(house("extends: partnership\nmeld: {saved_by: tricks >= 3}"))
    assert "The melds of a side count only if that side has won at least 3 tricks; otherwise that side" in side
    formed = explain(house("extends: three-handed\nmeld: {saved_by: tricks >= 3, floor: 5}"))
    assert "The melds of a player count only if that player's side has won at least 3 tricks" in formed
    assert "A side whose melds come to less than 5 melds nothing." in formed


def test_options_of_the_player_and_of_the_side_read_differently() -> None:
    text = explain(load("binokel-four"))
    assert "- of the side: The melds of a side count only if that side has won at least one trick" in text
    rows = rule_differences([load("binokel-four"), load("binokel-four", {"meld needs a trick": "of the side"})])
    assert [row.key for row in rows] == ["meld.saved_by"]
    assert rows[0].words[0] != rows[0].words[1]


def test_a_widow_that_is_shared_out_makes_a_trick_more(house) -> None:
    handle = house("extends: three-handed\nwidow: {split: {declarer: 1, defenders: 1}}")
    text = explain(handle)
    assert "The widow is shared out: 1 to the declarer and 1 to each other player." in text
    assert "There are 16 tricks" in text
    assert "Burying" not in text
    assert "buries" not in text
    played = trace(handle.compile(), 1, 0, ("random",)).split("Deal 2")[0]
    assert " 16. seat" in played
    assert " 17. seat" not in played


def test_of_a_widow_shared_unevenly_the_rest_is_buried(house) -> None:
    cards = "deal: {cards: 14, widow: 6}\nwidow: {split: {declarer: 4, defenders: 1}}\n"
    text = explain(house(f"extends: three-handed\n{cards}"))
    assert "buries 3 cards, so that all have the same number again, face down." in text
    assert "There are 15 tricks" in text


def test_the_last_trick_takes_a_widow_that_nobody_buries_from(house) -> None:
    text = explain(house("extends: three-handed\nwidow: {to: last trick winner}"))
    assert "The widow goes to the winner of the last trick, like cards won in it" in text
    assert "buries" not in text


def test_declarer_and_declaring_side_are_one_column(house) -> None:
    text = explain(house("extends: partnership\noutcomes: {set: {declarer: -2 * bid}}"), assumptions=True)
    assert "| Ending | When | Declaring side | Other side |" in text
    assert "| set | otherwise | lose twice the bid | meld and counters |" in text
    assert "loses the bid;" not in text
    assert "`outcomes.set.declarers" not in text


def test_losses_come_before_what_they_depend_on(house) -> None:
    row = "outcomes: {set: {declarers: -2 * bid if trump = spades else -bid / 2}}"
    text = explain(house(f"extends: partnership\n{row}"), assumptions=True)
    assert "| lose twice the bid if trump is spades, otherwise lose half the bid (rounded, halves down) |" in text
    assert "the declaring side loses twice the bid if trump is spades, otherwise loses half the bid" in text


def test_a_base_is_not_credited_with_what_the_file_says() -> None:
    text = explain(load("binokel-four"), assumptions=True).split("### From the base partnership")[1]
    assert "- `melds.run.class: sequence`, `melds.run.cards: A 10 K Q J of trump`: Part of the rule that now" in text
    assert "- `melds.royal marriage`: Royal marriage" in text


def test_who_may_not_pass_makes_a_contract_sure(house) -> None:
    head = "extends: partnership\nauction: {all_pass: next dealer deals, "
    for rule in ("must_bid: seat = dealer and nobody_bid", "may_pass: not (seat = dealer and nobody_bid)"):
        text = explain(house(f"{head}{rule}}}"))
        assert "A player may not pass if that player is the dealer and nobody has bid." in text
        assert "So there is always a contract." in text
        assert "thrown in" not in text
    unsure = explain(house(f"{head}must_bid: best_meld > 20}}"))
    assert "If all pass, the cards are thrown in and the next dealer deals." in unsure
    held = explain(house("extends: partnership\nauction: {opens: dealer at 20, minimum: 20}"))
    assert "If all the others pass, the dealer has the contract at 20." in held


def test_contracts_that_are_sums_are_judged_side_by_side() -> None:
    text = explain(load("partnership-summed-bids"))
    assert "Each side is judged by itself: meld, counters, tricks and bid are its own." in text
    assert "are those of the declaring side" not in text


def test_numbers_of_players_are_listed(house) -> None:
    by_players = "players: {seats: 2 to 4}\nby_players: {2: {}, 3: {deal: {cards: 11}}, 4: {deal: {cards: 8}}}"
    handle = house(f"extends: two-handed\n{by_players}")
    assert "The game can be played by 2, 3 or 4; this sheet is for two." in explain(handle)
    three = explain(load(handle.file, {"players": "3"}))
    assert "The game can be played by 2, 3 or 4; this sheet is for three." in three
    assert "the player to the winner's right, who is the last in turn, takes the card turned up" in three


def test_the_games_own_names_are_declined_where_they_are_english(house) -> None:
    text = explain(house("extends: partnership\ndeck: {names: {J: Knave, Q: Ober, ♥: Herz}}"))
    assert "queens" not in text.split("## The melds")[0].replace("The queen (Q)", "")
    assert "Ober, Knaves and nines count nothing" in text
    assert (
        "The jack (J) is called Knave, the queen (Q) is called Ober and ♥ is called Herz. Tables keep the signs."
        in text
    )


def test_no_empty_column_and_no_loss_where_nothing_is_lost(house) -> None:
    ruling = explain(house("extends: partnership\noutcomes: {renege: {ruling: true, offender: -bid, each: laid_meld}}"))
    assert "| Ending | When | Player who broke the rule | Declaring side | Other side |" in ruling
    assert "Of several columns for the same player the first one that is filled in holds." in ruling
    assert "What is lost" not in explain(load("sixty-six"))
    tie = explain(house("extends: two-handed\noutcomes: {played: {winner: 3, losers: 1, each: 2}}"))
    assert "| Winner | Loser | Each player, where nobody wins the deal |" in tie


def test_a_new_meld_says_what_it_takes_from_others() -> None:
    text = explain(load("partnership-ja", {"extra king and queen": "2 each"}))
    assert "The cards of “run and king” count in no other meld of the class sequence." in explain(
        load("partnership-ja")
    )
    assert "changes nothing" not in text


def test_several_who_agree_have_to(house) -> None:
    call = "calls: {kontra: {by: declarer, when: before first lead, agreed_by: opponents, then: next dealer deals}}"
    assert "The opponents have to agree." in explain(house(f"extends: three-handed\n{call}"))


def test_a_unit_is_shown_by_a_run_only_where_there_is_one() -> None:
    rows = rule_differences([load("sixty-six"), load("cardgames-io")])
    assert rows[0].words == (
        "Points are counted in ones.",
        "Points are counted in tens: a run of 150 is the usual one.",
    )


def test_a_class_of_its_own_is_a_difference_that_is_told() -> None:
    text = explain(load("racehorse"))
    assert "- counts again: The cards of “royal marriage” count again in all other melds." in text


def test_what_depends_on_the_number_of_players_alone_is_decided(house) -> None:
    handle = house("extends: partnership\nmelds: {pinochle: {points: [4, 30 if players = 4 else 40]}}")
    assert "| pinochle | Q♠ J♦ | 4; two of them 30 |" in explain(handle)


def test_two_of_whom_one_declares_are_no_side_of_defenders() -> None:
    assert "| Ending | When | Declarer | Declarer's opponent |" in explain(load("two-handed-auction"))
    assert "| Ending | When | Declaring side | Each other side |" in explain(load("eight-handed"))


def test_an_own_figure_beside_one_of_the_side_says_whose(house) -> None:
    text = explain(house("extends: three-handed\noutcomes: {set: {defenders: own_meld + counters}}"))
    assert "| set | otherwise | lose the bid | own meld and the defenders' counters |" in text


def test_an_end_that_asks_nobody_names_nobody() -> None:
    text = explain(load("cutthroat-double-deck"))
    assert "The game ends if for some player that player's balance of units is at most 0 (broke)" in text
    assert "The game ends if the number of the deal is at least 40 (enough deals)" in text


def test_an_ending_that_nothing_leads_to_has_no_row(house) -> None:
    text = explain(house("extends: binokel\ncalls: {concede: null}"))
    assert "conceded" not in text.split("## Options")[0]
    assert "never" not in text


@pytest.mark.parametrize(
    ("base", "said", "end"),
    [
        ("partnership", "[declarers]", "the declaring side wins, whatever the scores."),
        ("partnership", "[highest]", "the higher score wins; failing that, another deal is played."),
        ("partnership", "[highest, draw]", "the higher score wins; failing that, the game is a draw."),
        ("partnership", "[target + 5]", "the target rises by 5 and play goes on; it never falls back."),
        (
            "three-handed",
            "[declarers]",
            "the declarer wins if among them, whatever the scores; failing that, another deal is played.",
        ),
        (
            "three-handed",
            "[declarers, highest]",
            "whatever the scores; failing that, the highest score wins; failing that, another deal is played.",
        ),
    ],
)
def test_what_decides_when_the_words_run_out_is_told(house, base: str, said: str, end: str) -> None:
    sheet = explain(house(f"extends: {base}\ngame: {{both_reach: {said}}}"))
    assert re.search(f"reach it in the same deal, (the declarer wins if among them, )?{re.escape(end)}", sheet)


@pytest.mark.parametrize(
    ("players", "way"),
    [
        ("direction: clockwise", "left"),
        ("direction: counterclockwise", "right"),
        ("direction: counterclockwise, next_dealer: in turn", "right"),
        ("direction: counterclockwise, next_dealer: left", "left"),
    ],
)
def test_the_deal_passes_the_way_turns_go(house, players: str, way: str) -> None:
    assert f"Then the deal passes to the {way}." in explain(house(f"extends: partnership\nplayers: {{{players}}}"))


def test_in_turn_and_the_side_it_means_are_one_rule(house) -> None:
    left = house("extends: partnership\nplayers: {next_dealer: left}")
    right = house("extends: partnership\nplayers: {next_dealer: right}")
    assert rule_differences([load("partnership"), left]) == []
    assert [row.values for row in rule_differences([left, right])] == [("in turn", "right")]


def test_one_is_no_plural(house) -> None:
    sheet = explain(
        house(
            "extends: partnership\ndeck: {ranks: A K, copies: 1}\ncounters: {cards: {A: 1}, last_trick: 0}\n"
            "deal: {cards: 1, rest: out of play}\nauction: {minimum: 1, all_pass: null}\nmelds: "
            "{run: null, royal marriage: null, marriage: null, dix: null, pinochle: null, queens around: null, "
            "jacks around: null, aces around: null, kings around: null}\ngame: {target: 5}"
        )
    )
    assert "Everyone is dealt 1 card." in sheet
    assert "There is 1 trick." in sheet
    assert not re.search(r"\b1 (cards|tricks|deals|points)\b", sheet)


@pytest.mark.parametrize(
    ("auction", "told"),
    [
        ("minimum: 150, raise: 10 only", "half the bid"),
        ("minimum: 150, raise: 5", "half the bid (rounded, halves up)"),
        ("minimum: 145, raise: 10", "half the bid (rounded, halves up)"),
        ("minimum: 150, raise: 10, all_pass: dealer takes 145", "half the bid (rounded, halves up)"),
        ("minimum: 150 if seat = dealer else 160, raise: 10", "half the bid"),
    ],
)
def test_halves_are_rounded_only_where_there_are_any(house, auction: str, told: str) -> None:
    sheet = explain(house(f"extends: binokel\nauction: {{{auction}}}\noutcomes: {{conceded: {{defenders: bid / 2}}}}"))
    assert f"| {told} |" in sheet


@pytest.mark.parametrize(
    ("table", "words", "total"),
    [
        ("{A: 0}", "The cards themselves count nothing in tricks.", 1),
        ("{10 K: 1}", "each ten and king counts 1 and aces, queens, jacks and nines count nothing: 16 card points", 17),
        ("{A 10: 2}", "each ace and ten counts 2 and kings, queens, jacks and nines count nothing: 32 card points", 33),
    ],
)
def test_a_table_of_card_points_replaces_that_of_the_base(house, table: str, words: str, total: int) -> None:
    variant = house(f"extends: partnership\ncounters: {{cards: {table}}}")
    assert words in explain(variant)
    assert f"counters on this sheet; there {'is' if total == 1 else 'are'} {total} in each deal" in explain(variant)
    both = simulate(variant.compile(), 20, 1).stats
    assert both["counters of 0"].mean + both["counters of 1"].mean == pytest.approx(total)


def test_card_points_that_depend_on_trump_are_told(house) -> None:
    variant = house("extends: partnership\ncounters: {cards: {A 10 K: 1, J of trump: 20, 9 of trump: 14}}")
    sheet = explain(variant)
    assert (
        "In tricks the cards count: A 10 K: 1; J of trump: 20; 9 of trump: 14; what is said of trump holds before the "
        "rest; 92 card points in the deck."
    ) in sheet
    assert "there are 93 in each deal" in sheet  # 24 of aces, tens and kings, twice 20 and 14, and the last trick
    both = simulate(variant.compile(), 20, 1).stats
    assert both["counters of 0"].mean + both["counters of 1"].mean == pytest.approx(93)
    lone = house("extends: partnership\ncounters: {cards: {A 10 K Q of trump: 3}}")
    assert "The cards themselves count nothing" not in explain(lone)


def test_what_a_sheet_says_of_sides_times_and_the_aim() -> None:
    checks = explain(load("check-pinochle"))
    assert "- **checks**: an account for each side; it starts at 0" in checks
    assert "- **strokes**: an account for everyone; it starts at 0" in explain(load("schnapsen"))
    assert "Each player speaks at most twice." in explain(load("partnership-passing"))
    assert "Points are won with melds (combinations of cards) and the last trick." in explain(load("rubicon-bezique"))

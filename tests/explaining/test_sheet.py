"""The rule sheets of the shipped games: facts transcribed by hand, and the whole sheets as snapshots."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from pinochle_dsl.explaining import explain
from pinochle_dsl.explaining.facts import Facts
from pinochle_dsl.explaining.keys import NO_RULES
from pinochle_dsl.explaining.sheet import lines_of
from pinochle_dsl.loading import load
from pinochle_dsl.nodes import Mapping, Node

GAMES = ("cardgames-io", "partnership-ja", "two-handed-ko")
BASES = ("partnership", "three-handed", "two-handed")

FACTS = {
    ("cardgames-io",): [
        "# Cardgames.io Pinochle",
        "Four play, in two sides of two; partners sit opposite each other.",
        "From high to low the cards rank A 10 K Q J 9.",
        "two of each card in each of the four suits, 48 cards in all",
        "each ace, ten and king counts 10",
        "240 card points in the deck",
        "The last trick brings 10 more.",
        "there are 250 in each deal",
        "Everyone is dealt 12 cards.",
        "The player to the dealer's left speaks first.",
        "The lowest bid is 250.",
        "Each bid is 10 or 20 higher than the one before.",
        "Whoever has passed is out of the auction.",
        "the dealer has to take the contract at 250",
        "Any suit may be named.",
        "The declarer and the partner pass each other 4 cards.",
        "The partner passes first",
        "which may be the same ones",
        "The other side passes nothing.",
        "| run | A 10 K Q J of trump | 150; two of them 1500 |",
        "| run and king | A 10 K K Q J of trump | 190 |",
        "| run and queen | A 10 K Q Q J of trump | 190 |",
        "| run and marriage | A 10 K K Q Q J of trump | 230 |",
        "| royal marriage | K Q of trump | 40 |",
        "| marriage | K Q of one suit that is not trump | 20 |",
        "| dix | 9 of trump | 10 |",
        "| pinochle | Q♠ J♦ | 40; two of them 300 |",
        "| aces around | A♠ A♥ A♦ A♣ | 100; two of them 1000 |",
        "| kings around | K♠ K♥ K♦ K♣ | 80; two of them 800 |",
        "| queens around | Q♠ Q♥ Q♦ Q♣ | 60; two of them 600 |",
        "| jacks around | J♠ J♥ J♦ J♣ | 40; two of them 400 |",
        "only once within a class",
        "The melds of a side count only if that side has won some points in tricks",
        "The declarer leads to the first trick.",
        "1. Follow suit.",
        "2. With no card of the suit led, play a trump.",
        "3. Beat the card that is winning the trick, even your partner's.",
        "Of two identical cards the one played first wins.",
        "There are 12 tricks; the last one brings 10.",
        "if the bid exceeds the meld by more than 250, all that the tricks can bring",
        "| conceded | after “concede” | lose the bid | meld |",
        "| made | meld and counters together reach the bid | meld and counters | meld and counters |",
        "| set | otherwise | lose the bid | meld and counters |",
        "first reaches 1500 points",
        "the declaring side wins, whatever the scores",
    ],
    ("partnership-ja",): [
        "each ace, ten and king counts 1",
        "there are 25 in each deal",
        "The lowest bid is 25.",
        "Each bid is at least 1 point higher than the one before; jumps are allowed.",
        "has won at least 1 point in tricks or nothing but “dix” was melded",
        "if meld and all 25 counters together stay below the bid, the deal ends at once as “conceded”",
        "| conceded | after “hopeless”, or after “concede” | lose the bid | meld |",
        "meld and counters together reach the bid and the declaring side has won at least 1 point in tricks",
        "first reaches 150 points",
        "three: The declarer and the partner pass each other 3 cards.",
        "none: No cards are passed.",
        "32: Pinochle: Q♠ J♦, worth 4; two of them 32.",
        "75 points: The side that first reaches 75 points",
        "4 deals: There is no target. The game has 4 deals.",
        "the hand holds K Q of trump",
        "If a trump was led",
    ],
    ("partnership-ja", "passing", "none"): ["**passing**: none on this sheet (usual: four)."],
    ("partnership-ja", "passing", "three"): ["pass each other 3 cards", "which may be the same ones"],
    ("partnership-ja", "length", "75 points"): ["first reaches 75 points", "the declaring side wins"],
    ("partnership-ja", "length", "8 deals"): [
        "The game has 8 deals. Then the side with the highest score wins. If the scores are level, the game is a draw."
    ],
    ("partnership-ja", "trump", "king and queen needed"): [
        "A suit can be named only if, with it as trump, the hand holds K Q of trump.",
        "If no suit will do, the deal ends at once as “no marriage”.",
        "| no marriage | if no suit can be named | lose the bid | nothing |",
    ],
    ("partnership-ja", "beating", "when trump is led"): [
        "3. If a trump was led, beat the card that is winning the trick, even your partner's."
    ],
    ("partnership-ja", "extra king and queen", "2 each"): ["| run and king | A 10 K K Q J of trump | 17 |"],
    ("partnership-ja", "extra king and queen", "4 each"): [
        "| run and king | A 10 K K Q J of trump | 19 |",
        "| run and marriage | A 10 K K Q Q J of trump | 23 |",
    ],
    ("two-handed-ko",): [
        "Two play, each for himself.",
        "laid under the stock, to be drawn last; its suit is trump",
        "if the card turned up is a nine",
        "the dealer gets 10 points",
        "The other 24 cards, the turned-up card included, are the stock.",
        "| double pinochle | Q♠ Q♠ J♦ J♦ | 300 |",
        "| run | A 10 K Q J of trump | 150 |",
        "exchanges that card for the card turned up",
        "Laying “dix” uses up the meld of that trick.",
        "The winner of a trick may lay one meld, before drawing from the stock",
        "nobody has to follow suit",
        "the winner of the trick first",
        "the winner takes the last face-down card, and the loser the card turned up",
        "once the stock is gone nobody melds any more",
        "There are 24 tricks; the last one brings 10.",
        "The game has one deal.",
        "If the scores are level, the game is a draw.",
        "the winner's streak goes up by 1",
        "never goes above 9,999",
        "the winner's gap goes up by the margin",
        "the loser's streak is set to 0",
    ],
    ("partnership",): [
        "The lowest bid is 25.",
        "first reaches 150 points",
        "If both reach it in the same deal",
        "failing that, the higher score wins",
    ],
    ("three-handed",): [
        "Three play, one of them, the declarer, against the others in each deal.",
        "Everyone is dealt 15 cards.",
        "3 cards are laid aside face down as the widow.",
        "The declarer takes the widow before naming trump. It is first shown to all.",
        "The declarer then, after the melds, buries as many cards as were taken up, face down.",
        "These may not be buried unless nothing else is left: melded cards.",
        "| made | meld and counters together reach the bid | meld and counters | own meld and own counters |",
        "The lowest bid is 20.",
    ],
    ("two-handed",): ["Laying “dix” does not use up the meld of that trick.", "first reaches 1000 points"],
}


@pytest.mark.parametrize("key", FACTS, ids=" ".join)
def test_the_sheet_tells_the_rules(key: tuple[str, ...]) -> None:
    name, *option = key
    text = explain(load(name, {option[0]: option[1]} if option else None))
    assert [fact for fact in FACTS[key] if fact not in text] == []


def test_no_passing_leaves_no_chapter_on_it() -> None:
    text = explain(load("partnership-ja", {"passing": "none"}))
    assert "## Passing cards" not in text
    assert "There is no target" not in text.split("## Options")[0]


@pytest.mark.parametrize("name", GAMES)
def test_whole_sheet(name: str, snapshot: SnapshotAssertion) -> None:
    assert explain(load(name)) == snapshot


@pytest.mark.parametrize("name", [*GAMES, *BASES])
def test_no_formula_is_left_in_the_sheet(name: str) -> None:
    text = explain(load(name), assumptions=True)
    prose = re.sub(r"`[^`]*`", "", text).split("## Sources")[0]
    assert re.findall(r"\b[a-z]+_[a-z_]+\b", prose) == []
    assert re.findall(r"[<>=]=?|\bNone\b|Tree\(|\{|\}", prose) == []
    assert re.findall(r"\.\.|  +\S|\s\.|\bthe the\b", prose.replace("  - ", "")) == []


OPTIONS = [(option.name, choice) for option in load("partnership-ja").options for choice in option.choices]


@pytest.mark.parametrize(("option", "choice"), OPTIONS)
def test_every_choice_gives_a_sheet_that_says_so(option: str, choice: str) -> None:
    text = explain(load("partnership-ja", {option: choice}))
    assert f"**{option}**: {choice} on this sheet" in text
    assert f"  - {choice}: " not in text.split(f"**{option}**")[1].split("- **")[0]
    assert "changes nothing here" not in text
    assert re.findall(r"[<>=]=?|\b[a-z]+_[a-z_]+\b|Tree\(|There is no rule on", text) == []


def _leaves(node: Node, path: tuple[str, ...] = ()) -> list[str]:
    if isinstance(node, Mapping) and node.entries:
        return [leaf for key, entry in node.entries.items() for leaf in _leaves(entry.value, (*path, key))]
    return [".".join(path)]


WORTH = ("counters.cards", "deck.copies", "deck.names", "widow.split")


@pytest.mark.parametrize(
    ("name", "option", "choice"),
    [
        *((name, "", "") for name in (*GAMES, *BASES)),
        ("partnership-ja", "trump", "king and queen needed"),
        ("partnership-ja", "length", "8 deals"),
        ("partnership-ja", "extra king and queen", "4 each"),
    ],
)
def test_every_key_that_is_said_leaves_a_trace(name: str, option: str, choice: str) -> None:
    facts = Facts.of(load(name, {option: choice} if option else None))
    told = {key for line in lines_of(facts) for key in line.keys}
    lost = []
    for leaf in _leaves(facts.root):
        section = leaf.split(".")[0]
        key = next((whole for whole in WORTH if leaf.startswith(f"{whole}.")), leaf)
        if section not in NO_RULES and key not in told:
            lost.append(leaf)
    assert lost == []


HOUSE = """
title: Everything at once
extends: three-handed
players: {seats: 3, direction: counterclockwise, next_dealer: loser, first_dealer: first ace, partners_by: lot}
auction:
  {minimum: 20 if total < 0 else 25, maximum: 60, raise: "1 below 40, then 5", turns: 2, opens: dealer at 20,
   may_bid: {something: best_meld > 0}, must_bid: nobody_bid and best_meld > 20, passes: [pass, pass with help],
   last_word: {by: dealer, raise: 1 only}, all_pass: dealer takes 20 or more}
trump: {needs: trump != hearts, lacking: next dealer deals, or_none: true}
meld: {by: declarers, floor: 20, only: {defenders: [aces around]}, shown: "value, then cards", first: declarer}
melds:
  run: {limit: 1, called: the sequence}
  roundhouse: {class: [sequence, around], cards: K Q of every suit, points: 24, if: count(9) = 0, by: declarers}
bury: {not: "A, trump", if_forced: shown, counts_for: last trick winner}
play:
  {must: [follow suit, trump, beat unless last_to_play], lead: [avoid trump unless trump_played or only_trumps_left],
   look_back: own tricks, identical: last wins, leader: dealer}
calls:
  kontra: {by: defenders, when: before first lead, stakes: 2, once: true}
  slam: {by: declarer, when: after meld, changes: {outcomes: {made: {if: tricks = all_tricks, declarers: 100}}}}
outcomes:
  renege: {ruling: true, offender: -bid, each: laid_meld, loses_game: offender}
score: {stake: 2 if trump = spades else 1}
ledgers: {chips: {start: 150}}
payments: {ante: {when: game start, to: each, ledger: chips, amount: 25}}
game: {winner_needs: outcome(made), wins: {far ahead: lead >= 100}, loses: {deep down: total <= -100}, deals: 9}
notes: [Keep your elbows off the table.]
"""


def test_a_house_rule_that_uses_much_is_told_whole(house) -> None:
    handle = house(HOUSE)
    text = explain(handle)
    for fact in [
        "# Everything at once",
        "The first dealer is drawn: first ace.",
        "Turns go counterclockwise.",
        "The dealer already holds a bid of 20; the next in turn speaks first.",
        "The lowest bid is 20 if the bidder's total is below 0, otherwise 25.",
        "Bids rise in steps of 1 below 40, then of 5; higher jumps are allowed.",
        "No bid is higher than 60.",
        "Each player speaks at most twice.",
        "A player may bid only if the hand holds a meld (something).",
        "A player may not pass if nobody has bid and the best meld in the hand is more than 20.",
        "One may pass with the words “pass” or “pass with help”; all mean the same.",
        "The dealer waits until the others are done and then has the last word: pass, or bid exactly 1 more.",
        "If all the others pass, the dealer has the contract at 20.",
        "A suit can be named only if, with it as trump, trump is not hearts.",
        "the cards are thrown in and the next dealer deals",
        "The declarer may also choose to play without trump.",
        "A side whose melds come to less than 20 melds nothing.",
        "The defenders may meld nothing but aces around.",
        "First the value of the melds is told, then the cards are shown.",
        "| run (the sequence) |",
        "“run” counts at most once in a deal.",
        "“roundhouse” counts only if the hand holds no nines.",
        "These may not be buried unless nothing else is left: aces or trumps.",
        "Cards buried because nothing else was left are shown.",
        "What is buried counts for the winner of the last trick.",
        "Play anything but a trump, unless a trump has been played or you have only trumps left.",
        "unless you are the last to play to the trick",
        "Players may look at the tricks they have won.",
        "Of two identical cards the one played last wins.",
        "The dealer leads to the first trick.",
        "The stake is then doubled.",
        "This can be said only once in a deal.",
        "For the rest of the deal other rules hold: “made” (the declarer has won all 15 tricks): the declarer gets 100",
        "After “renege” the player who broke the rule loses the whole game.",
        "The stake is 2 if trump is spades, otherwise 1.",
        "At the start of the game, every player's chips go up by 25.",
        "A player wins the game at once if that player's lead over the next best is at least 100 (far ahead).",
        "A player loses the game at once if that player's total is at most minus 100 (deep down).",
        "The game ends after 9 deals at the latest.",
        "- Keep your elbows off the table.",
    ]:
        assert fact in text, fact


def test_a_meld_over_time_and_cards_by_trump(house) -> None:
    text = explain(
        house(
            "extends: two-handed\nmelds:\n"
            "  bezique: {class: bezique, cards: {hearts: Q♥ J♣, none: Q♠ J♦}, points: 40}\n"
            "  double bezique: {class: bezique, cards: 2x Q♠ 2x J♦, points: 500, reuses: [bezique], wins_game: 2}\n"
            "meld: {turns: several per trick won, new_card: false, again: true}\nstock: {last_card: winner chooses}\n"
        )
    )
    assert "Q♥ J♣ with trump ♥; Q♠ J♦ without trump" in text
    assert "“double bezique” may be built on cards laid as “bezique”." in text
    assert "Two of “double bezique” win the game at once." in text
    assert "The winner of a trick may lay any number of melds, before drawing from the stock" in text
    assert "the winner chooses between the last face-down card and the card turned up" in text


def test_a_sheet_does_not_contradict_itself(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(
        """
variant: house
extends: three-handed
auction: {minimum: 15, may_pass: seat != dealer or not nobody_bid, all_pass: dealer takes 15}
counters: {cards: {A 10: 10, K Q: 5}, last_trick: 10, per: 10}
calls:
  boast: {by: anyone, when: after meld}
  knock: {by: anyone, when: after meld}
  concede: {by: declarer, when: after meld, then: conceded}
meld: {saved_by: tricks > 0}
ledgers: {checks: {}}
payments:
  aces: {when: after meld, from: opponents, to: each, ledger: checks, amount: 2 * melded(aces around)}
  knocks: {if: called(knock), to: declarers, amount: 1}
outcomes:
  conceded: {declarers: -bid}
  set: {declarer: -2 * bid}
""",
        encoding="utf-8",
    )
    variant = load(str(path))
    sheet = explain(variant)
    for sentence in (
        "A player may not pass if that player is the dealer and nobody has bid.",
        "Ten card points make one point of the game.",
        "If a deal ends before the play, melds count all the same.",
        "any player may say so. Saying so has no further effect.",
        "any player may say so. It counts later, in the payment “knocks”.",
        "every player gets 2 checks from each opponent for each “aces around” melded.",
        "| Ending | When | Declarer | Each defender |",
        "| made | meld and counters together reach the bid | meld and counters | own meld and own counters |",
        "| set | otherwise | lose twice the bid | own meld and own counters |",
    ):
        assert sentence in sheet
    assert "`outcomes.set.declarer`" not in explain(variant, assumptions=True)


def test_rounded_counters_are_not_told_as_exact(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("variant: house\nextends: partnership\ncounters: {round_to: 5}\n", encoding="utf-8")
    assert "there are 25 in each deal, before they are rounded." in explain(load(str(path)))


@pytest.mark.parametrize(
    ("auction", "told"),
    [
        ("opens: dealer must bid", "So there is always a contract."),
        ("opens: dealer", "has to take the contract at 25"),
        # who may not bid cannot be held to it
        ("opens: dealer must bid, may_bid: count(A) > 0", "has to take the contract at 25"),
    ],
)
def test_a_first_bid_that_must_be_made_leaves_no_auction_without_one(tmp_path: Path, auction: str, told: str) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(f"variant: house\nextends: partnership\nauction: {{{auction}}}\n", encoding="utf-8")
    sheet = explain(load(str(path)))
    assert told in sheet
    assert ("If all" in sheet) == (told != "So there is always a contract.")

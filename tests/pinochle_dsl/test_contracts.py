"""Auctions, contracts of another kind and widows of every form, played through games."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from interpreter import Game, settle
from pinochle_dsl import check, load
from pinochle_dsl.explaining import explain

PURE = (
    "import json, sys; from interpreter import Game, Program; "
    "data = json.load(sys.stdin); print(json.dumps([Game.replay(r).totals for r in data]))"
)


def file(tmp_path: Path, text: str) -> str:
    path = tmp_path / "game.yaml"
    path.write_text("variant: game\n" + dedent(text), encoding="utf-8")
    return str(path)


def game(tmp_path: Path, text: str, seed: int = 1, number: int = 0) -> Game:
    """Return a game in which seat 0 deals first."""
    return Game(load(file(tmp_path, text)).compile(), seed, number, dealer=0)


def say(played: Game, *words: str) -> Game:
    """Let the players decide these things in turn."""
    for word in words:
        played.apply(played.action(word))
    return played


def choices(played: Game) -> list[str]:
    return [played.describe(action) for action in played.legal_actions()]


def until(played: Game, decision: str) -> Game:
    """Take the first action until somebody has to decide something of a kind."""
    while played.decision != decision:
        played.apply(played.legal_actions()[0])
    return played


def findings(tmp_path: Path, text: str) -> list[str]:
    return [f"{item.code} {item.message}" for item in check(file(tmp_path, text)).diagnostics if item.is_error]


# ---- contracts of another kind ----------------------------------------------------------------------

DURCH = """
    extends: three-handed
    calls:
      durch:
        by: declarer
        when: in place of trump
        changes:
          trump: {by: nobody}
          meld: null
          play: {open: declarer}
          outcomes:
            made: {if: own_tricks = all_tricks, declarers: 100, defenders: 0}
            set:  {declarers: -100, defenders: 0}
      kontra: {by: defenders, when: after call durch, stakes: 2, once: true}
"""


def test_a_contract_in_place_of_trump(tmp_path):
    played = say(game(tmp_path, DURCH), "bid 20", "pass", "pass")
    assert (played.decision, choices(played)) == ("call", ["call durch", "pass"])
    say(played, "call durch")
    assert (played.facts()["mode"], played.facts()["trump"], played.facts()["stake"]) == (1, 4, 1)
    assert (played.decision, played.current_seat) == ("call", 2)  # kontra, the next in turn after the dealer
    say(played, "pass", "call kontra")
    assert (played.facts()["stake"], played.decision) == (2, "bury")
    assert played.observation(0).open_hands == {}
    until(played, "play")
    assert set(played.observation(0).open_hands) == {1}
    assert played.seat_figures()["laid_meld"] == [0, 0, 0]
    while played.facts()["deal"] == 1:
        played.apply(played.choice(1))
    assert played.totals in ([0, -100, 0], [0, 100, 0])
    assert played.facts()["mode"] == 0


def test_without_the_call_the_usual_contract_stands(tmp_path):
    played = say(game(tmp_path, DURCH), "bid 20", "pass", "pass", "pass")
    assert (played.decision, played.facts()["mode"]) == ("trump", 0)


def test_only_one_contract_of_another_kind_stands(tmp_path):
    text = """
    extends: three-handed
    calls:
      first:  {by: declarer, when: before meld, changes: {outcomes: {made: {declarers: 1}}}}
      second: {by: declarer, when: before first lead, changes: {outcomes: {made: {declarers: 2}}}}
    """
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠", "call first")
    until(played, "play")
    assert played.facts()["mode"] == 1
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠", "pass")
    while played.decision == "bury":
        played.apply(played.legal_actions()[0])
    assert choices(played) == ["call second", "pass"]


def test_a_contract_from_the_hand_leaves_the_widow(tmp_path):
    text = """
    extends: three-handed
    calls:
      from the hand: {by: declarer, when: before widow, changes: {widow: null, bury: null}}
    """
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "call from the hand")
    assert (played.decision, played.seat_figures()["hand_left"]) == ("trump", [15, 15, 15])
    assert played.observation(1).widow == ()
    say(played, "trump ♠")
    assert played.decision == "play"


def test_a_contract_may_order_the_ranks_anew(tmp_path):
    text = """
    extends: partnership
    calls:
      low: {by: declarer, when: in place of trump, changes: {trump: {by: nobody}, deck: {ranks: A K Q J 10 9}}}
    """
    rules = load(file(tmp_path, text)).compile().modes[1]
    assert rules.rank_order == (0, 2, 3, 4, 1, 5)


def test_settling_a_deal_under_another_contract(tmp_path):
    program = load(file(tmp_path, DURCH)).compile()
    figures = {"bid": 20, "declarer": 1, "meld": [0, 0, 0], "counters": [0, 25, 0]}
    assert settle(program, **figures, tricks=[0, 15, 0], called=["durch"]).gains == (0, 100, 0)
    assert settle(program, **figures, tricks=[1, 14, 0], called=["durch"]).gains == (0, -100, 0)
    assert settle(program, **figures, tricks=[1, 14, 0]).gains == (0, 25, 0)


def test_what_is_over_cannot_be_changed(tmp_path):
    text = """
    extends: three-handed
    calls: {durch: {by: declarer, when: before first lead, changes: {auction: {minimum: 30}, melds: null}}}
    """
    found = findings(tmp_path, text)
    assert [line.split()[0] for line in found] == ["PIN416", "PIN416"]
    assert "this is said before first lead" in found[0]


def test_a_mistake_within_a_contract_is_found_where_it_stands(tmp_path):
    text = """
    extends: three-handed
    calls: {durch: {by: declarer, when: in place of trump, changes: {outcomes: {made: {if: own_trickz = all_tricks}}}}}
    """
    result = check(file(tmp_path, text))
    (item,) = [item for item in result.diagnostics if item.is_error]
    assert (item.code, item.line) == ("PIN302", 4)


def test_a_call_that_counts_as_a_bid(tmp_path):
    text = """
    extends: partnership
    auction: {minimum: 25, maximum: 60}
    calls:
      misere:
        by: anyone
        when: at own bid
        bids: 40
        changes: {trump: {by: nobody}, meld: null, play: {alone: declarer, leader: eldest, must: [follow suit]},
                  outcomes: {made: {if: own_tricks = 0, declarers: 40}, set: {declarers: -40}}}
    """
    played = say(game(tmp_path, text), "call misere")
    assert (played.facts()["bid"], played.facts()["mode"], played.current_seat) == (40, 0, 2)
    assert choices(played)[0] == "bid 41"  # the call is no bid any more
    twin = say(played.copy(), "bid 41", "pass", "pass", "pass")
    assert (twin.decision, twin.facts()["mode"], twin.facts()["declarer"]) == ("trump", 0, 2)
    say(played, "pass", "pass", "pass")
    assert (played.facts()["mode"], played.facts()["declarer"]) == (1, 1)
    until(played, "play")
    assert played.observation(0).sitting_out == (3,)
    seats = []
    while played.facts()["tricks_played"] == 0:
        seats.append(played.current_seat)
        played.apply(played.choice(1))
    assert seats == [1, 2, 0]
    while played.facts()["deal"] == 1:
        played.apply(played.choice(1))
    assert played.totals[1] in (40, -40)


def test_what_happens_of_itself_happens_to_him_whose_moment_it_is(tmp_path):
    text = """
    extends: partnership
    calls: {fine: {when: after own card, must: played(A) and seat != declarer, then: fined}}
    outcomes: {fined: {caller: -20, each: 1}}
    """
    for number in range(12):
        played = until(game(tmp_path, text, number=number), "play")
        while True:
            seat, card = played.current_seat, choices(played)[0]
            played.apply(played.legal_actions()[0])
            if card.startswith("A") and seat != played.facts()["declarer"]:
                break
        assert played.last_outcome == "fined"
        assert played.totals == ([-20, 1] if seat % 2 == 0 else [1, -20])
    told = explain(load(file(tmp_path, text)))
    assert "After playing a card, this happens of itself to any player, if the card played is an ace and" in told


# ---- auctions ------------------------------------------------------------------------------------------


def test_bids_that_name_a_suit(tmp_path):
    text = """
    extends: partnership
    auction: {bid: points and suit, minimum: 20, maximum: 40, may_bid: holds(K Q of trump) or count(9) < 0}
    trump: {by: bid}
    """
    for number in range(12):
        played = game(tmp_path, text, number=number)
        hand = played.observation(1).hand
        suits = [s for s in "♠♥♦♣" if f"K{s}" in hand and f"Q{s}" in hand]
        assert choices(played)[: len(suits)] == [f"bid 20 {s}" for s in suits]
        if suits:
            say(played, f"bid 22 {suits[-1]}")
            assert played.observation(0).bid_suit == suits[-1]
            while played.decision == "bid":
                played.apply(played.action("pass"))
            assert "♠♥♦♣"[played.facts()["trump"]] == suits[-1]
            break
    else:
        pytest.fail("nobody held a marriage")


def test_who_has_to_take_a_suit_contract_names_trump(tmp_path):
    text = (
        "extends: partnership\n    auction: {bid: points and suit, all_pass: dealer takes 25}\n    trump: {by: bid}\n"
    )
    played = say(game(tmp_path, "    " + text), "pass", "pass", "pass")
    assert (played.decision, played.current_seat) == ("trump", 0)


def test_a_duel(tmp_path):
    played = game(tmp_path, "extends: three-handed\nauction: {order: duel, all_pass: next dealer deals}\n")
    assert played.current_seat == 1
    say(played, "bid 20")
    assert played.current_seat == 2
    say(played, "bid 21")
    assert played.current_seat == 1  # the dealer waits
    say(played, "pass")
    assert played.current_seat == 0
    say(played, "bid 22")
    assert played.current_seat == 2
    say(played, "pass")
    assert (played.facts()["declarer"], played.facts()["bid"]) == (0, 22)


def test_the_partner_carries_on(tmp_path):
    played = game(tmp_path, "extends: partnership\nauction: {pass: partner carries on}\n")
    order = []
    for word in ("bid 25", "bid 26", "bid 27", "pass", "bid 28", "pass", "pass"):
        order.append(played.current_seat)
        say(played, word)
    assert order == [1, 2, 1, 2, 0, 1, 3]
    assert (played.facts()["declarer"], played.facts()["bid"]) == (0, 28)


SUMMED = """
    extends: partnership
    auction: {contract: sum of the side, minimum: 10, all_pass: next dealer deals}
    outcomes:
      made: {declarers: null, defenders: null, each: meld + counters}
      set:  {declarers: null, defenders: null, each: -bid}
"""


def test_both_sides_are_bound_by_the_sum_of_their_bids(tmp_path):
    program = load(file(tmp_path, SUMMED)).compile()
    figures = {"declarer": 0, "meld": [10, 4], "counters": [15, 10]}
    assert settle(program, bid=[25, 14], **figures).gains == (25, 14)
    assert settle(program, bid=[26, 14], **figures).gains == (-26, 14)
    assert settle(program, bid=[25, 15], **figures).gains == (25, -15)
    assert settle(program, bid=[26, 15], **figures).gains == (-26, -15)
    played = say(Game(program, 1, dealer=0), "bid 10", "bid 11", "bid 12", "pass", "pass", "pass")
    assert played.decision == "trump"
    while played.facts()["deal"] == 1 and not played.is_over:
        figures = played.seat_figures()
        played.apply(played.choice(1))
    gains = played.last_gains()
    for side, bid in ((0, 11), (1, 22)):
        assert gains[side] == -bid or gains[side] >= bid


def test_a_row_for_declarers_does_not_fit_two_contracts(tmp_path):
    text = "extends: partnership\nauction: {contract: sum of the side}\n"
    assert {line.split()[0] for line in findings(tmp_path, text)} == {"PIN308"}


def test_a_card_of_the_widow_after_each_round(tmp_path):
    text = "extends: three-handed\nauction: {exposes: one widow card after each round}\n"
    played = say(game(tmp_path, text), "bid 20", "bid 21", "bid 22")
    assert played.observation(0).widow == played.observation(2).widow
    assert len(played.observation(0).widow) == 1
    say(played, "bid 23", "bid 24", "pass")
    assert len(played.observation(0).widow) == 2


@pytest.mark.parametrize(("cards", "bids", "backwards"), [
    ("clockwise", "counterclockwise", True),
    ("counterclockwise", "clockwise", True),
    ("counterclockwise", "counterclockwise", False),
])  # fmt: skip
def test_bids_may_go_round_the_other_way_than_the_cards(tmp_path, cards, bids, backwards):
    auction = f"{{direction: {bids}, exposes: one widow card after each round}}"
    text = f"extends: three-handed\nplayers: {{direction: {cards}}}\nauction: {auction}\n"
    played = game(tmp_path, text)
    dealer, step = played.observation(0).dealer, 2 if backwards else 1
    for turn, bid in enumerate(("bid 20", "bid 21", "bid 22", "bid 23", "pass"), 1):
        assert played.current_seat == (dealer + turn * step) % 3
        assert len(played.observation(0).widow) == (turn - 1) // 3
        say(played, bid)
    assert played.current_seat == dealer
    while played.decision != "play":
        played.apply(played.choice(0))
    assert played.current_seat == played.observation(0).declarer
    leader = played.current_seat
    played.apply(played.choice(0))
    assert played.current_seat == (leader + 1) % 3  # the cards go round as ever


def test_words_that_pass(tmp_path):
    played = game(tmp_path, "extends: partnership\nauction: {passes: [pass, pass with help]}\n")
    assert choices(played)[-2:] == ["pass with help", "pass"]
    say(played, "pass with help", "pass")
    assert played.observation(0).said == ("", "pass with help", "pass", "")
    assert played.seat_figures()["passed"] == [0, 1, 1, 0]


# ---- widow, burying, play ---------------------------------------------------------------------------------


def test_a_widow_that_is_shared_out(tmp_path):
    played = say(
        game(tmp_path, "extends: three-handed\nwidow: {split: {declarer: 1, defenders: 1}}\n"), "bid 20", "pass", "pass"
    )
    assert played.seat_figures()["hand_left"] == [16, 16, 16]
    say(played, "trump ♠")
    assert (played.decision, played.facts()["all_tricks"]) == ("play", 16)


def test_hands_must_come_out_after_sharing(tmp_path):
    assert findings(tmp_path, "extends: three-handed\nwidow: {split: {declarer: 2, defenders: 1}}\n")
    assert findings(tmp_path, "extends: three-handed\nwidow: {split: {declarer: 0, defenders: 1}}\n")


@pytest.mark.parametrize("to", ["last trick winner", "nobody"])
def test_a_widow_that_nobody_takes_in_hand(tmp_path, to):
    text = f"extends: three-handed\nwidow: {{to: {to}, shown: null}}\nbury: null\nphases: null\n"
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠")
    widow = sum(played.program.rules.card_points[card] for card in played.widow_cards())
    assert played.observation(1).widow == ()
    while played.facts()["tricks_played"] != 14:
        played.apply(played.choice(1))
    while played.facts()["deal"] == 1 and not played.is_over:
        before = sum(played.seat_figures()["raw"])
        played.apply(played.choice(1))
    assert before <= 25 - widow
    gains, laid = played.last_gains(), None
    assert laid is None
    assert gains


@pytest.mark.parametrize(("shown", "told"), [("to all", "it lies open"), ("to nobody", "nobody sees it")])
@pytest.mark.parametrize("to", ["last trick winner", "nobody"])
def test_a_widow_that_waits_lies_as_it_is_told(tmp_path, to, shown, told):
    text = f"extends: three-handed\nwidow: {{to: {to}, shown: {shown}}}\nbury: null\nphases: null\n"
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠")
    assert len(played.observation(1).widow) == (3 if shown == "to all" else 0)
    assert told in explain(load(file(tmp_path, text)))


def test_the_declarer_shows_the_widow_as_he_likes(tmp_path):
    played = say(
        game(tmp_path, "extends: three-handed\nwidow: {shown: as the declarer likes}\n"), "bid 20", "pass", "pass"
    )
    assert choices(played) == ["call show the widow", "pass"]
    assert (len(played.observation(1).widow), played.observation(0).widow) == (3, ())
    assert len(say(played.copy(), "call show the widow").observation(0).widow) == 3
    assert say(played, "pass").observation(0).widow == ()


@pytest.mark.parametrize(("bid", "seen"), [(20, 0), (26, 3)])
def test_a_widow_that_is_shown_above_a_bid(tmp_path, bid, seen):
    played = say(game(tmp_path, "extends: three-handed\nwidow: {shown_if: bid > 25}\n"), f"bid {bid}", "pass", "pass")
    assert (len(played.observation(0).widow), len(played.observation(1).widow)) == (seen, 3)


def test_forced_cards_are_shown(tmp_path):
    text = "extends: three-handed\nbury: {not: A 10 K Q J 9, if_forced: shown}\n"
    played = say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠")
    until(played, "play")
    assert len(played.observation(0).buried) == 3
    text = "extends: three-handed\nbury: {not: A 10 K Q J 9}\n"
    played = until(say(game(tmp_path, text), "bid 20", "pass", "pass", "trump ♠"), "play")
    assert (len(played.observation(0).buried), len(played.observation(1).buried)) == (0, 3)


def test_what_may_be_looked_at_again(tmp_path):
    played = until(say(game(tmp_path, "extends: partnership\n"), "bid 25", "pass", "pass", "pass", "trump ♠"), "play")
    while played.facts()["tricks_played"] == 0:
        played.apply(played.choice(1))
    assert len(played.observation(0).last_trick) == 4
    played.apply(played.choice(1))
    assert played.observation(0).last_trick == ()
    text = "extends: partnership\nplay: {look_back: own tricks}\n"
    played = until(say(game(tmp_path, text), "bid 25", "pass", "pass", "pass", "trump ♠"), "play")
    while played.facts()["tricks_played"] == 0:
        played.apply(played.choice(1))
    winner = played.facts()["last_winner"]
    assert [len(played.observation(s).own_tricks) for s in range(4)] == [4 * (s == winner) for s in range(4)]
    assert played.observation(0).last_trick == ()


def test_melded_cards_may_stay_in_an_exchange(tmp_path):
    text = "extends: partnership\nexchange: {cards: 1, not: melded cards}\n"
    for number in range(20):
        played = say(game(tmp_path, text, number=number), "bid 25", "pass", "pass", "pass", "trump ♠")
        hand = played.observation(3).hand
        if hand.count("9♠") == 1:
            assert "9♠" not in choices(played)
            return
    pytest.fail("no hand with a nine of trump")


def test_payments_at_bids_and_after_calls(tmp_path):
    text = """
    extends: three-handed
    ledgers: {chips: {start: 10}}
    calls: {kontra: {by: defenders, when: before first lead, once: true}}
    payments:
      a chip a bid: {when: at own first bid, from: caller, to: dealer, ledger: chips, amount: 1}
      doubled:      {when: after call kontra, from: caller, to: declarer, ledger: chips, amount: 5}
    """
    played = say(game(tmp_path, text), "bid 20", "pass", "pass")
    assert played.ledgers()["chips"] == [12, 9, 9]
    say(played, "trump ♠")
    while played.decision == "bury":
        played.apply(played.legal_actions()[0])
    say(played, "call kontra")
    assert played.ledgers()["chips"] == [12, 14, 4]


# ---- invariants ---------------------------------------------------------------------------------------------

FAMILIES = (
    "binokel-three",
    "binokel-four",
    "three-handed-auction",
    "three-handed-open-kitty",
    "three-handed-one-bid",
    "three-handed-double-deck",
    "cutthroat",
    "cutthroat-double-deck",
    "partnership-auction",
    "partnership-passing",
    "partnership-turn-up",
    "partnership-summed-bids",
    "partnership-suit-bids",
)


def cards_of(played: Game) -> list[int]:
    """Return where every card is: in hands, seen, laid away."""
    kinds = range(4 * len(played.program.deck.ranks))
    seats = range(played.program.table.seats)
    hands = [sum(played.hand_counts(s)[t] for s in seats) for t in kinds]
    seen, buried = played.seen_counts(), played.buried_counts(True)
    return [hands[t] + seen[t] + buried[t] for t in kinds]


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize("kind", [0, 1])
def test_games_end_and_no_card_is_lost(name, kind):
    program = load(name).compile()
    for number in range(3):
        played = Game(program, 5, number)
        steps = 0
        while not played.is_over and steps < 1500:
            steps += 1
            options = played.legal_actions()
            action = played.choice(kind)
            assert action in options
            assert played.action(played.describe(action)) == action
            if played.decision == "play" and steps % 7 == 0:
                widow = played.program.deal.widow if not any(played.buried_counts(True)) else 0
                assert sum(program.deck.copies) - sum(cards_of(played)) in (0, widow)
                assert played.copy().observation(0) == played.observation(0)
            played.apply(action)


@pytest.mark.parametrize("name", FAMILIES)
def test_observations_name_no_card_of_another_hand(name):
    played = Game(load(name).compile(), 9)
    for _ in range(150):
        if played.is_over:
            return
        for seat in range(played.program.table.seats):
            seen = played.observation(seat)
            assert seat not in seen.open_hands
            if not played.facts()["shown_hands"]:
                assert seen.open_hands == {}
            if seat != played.facts()["declarer"]:
                assert len(seen.buried) == sum(played.buried_counts(False))
        played.apply(played.choice(1))


def test_compiled_and_uncompiled_kernels_play_the_same_games():
    import json

    records, totals = [], []
    for name in FAMILIES:
        program = load(name).compile()
        for kind in (0, 1):
            played = Game(program, 3)
            for _ in range(250):
                if not played.is_over:
                    played.apply(played.choice(kind))
            records.append(played.record())
            totals.append(played.totals)
    run = subprocess.run(
        [sys.executable, "-c", PURE],
        input=json.dumps(records),
        env={**os.environ, "PINOCHLE_PURE": "1"},
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    assert json.loads(run.stdout) == totals

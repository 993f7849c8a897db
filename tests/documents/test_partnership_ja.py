"""Document 002 (Japanese): four-handed partnership Pinochle in small points, with its settings.

Numbers are transcribed by hand.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import pairwise, product
from random import Random
from typing import NamedTuple

import pytest

from interpreter import Game, Program, legal_cards, melds, settle, trick_winner
from pinochle_dsl import load

from .driving import (
    Choose,
    Run,
    Step,
    Trick,
    auction_steps,
    calls,
    card_in,
    dealer_of,
    declarer_of,
    dix_melds,
    drive,
    duel,
    exchange_of,
    hand_of,
    hands_after_exchange,
    passes,
    plays,
    points_in,
    random_choice,
    suits_offered,
    suits_with_marriage,
    tricks,
)
from .oracles import (
    DECK,
    JAPANESE,
    SUITS,
    Settled,
    best_layout,
    card_points,
    cards,
    conceded,
    japanese_melds,
    japanese_play,
    japanese_play_trump_led,
    japanese_settlement,
)

SEEDS = range(40)
MANY = range(200)
CHOICES = {
    "passing": ("four", "three", "none"),
    "trump": ("any suit", "king and queen needed"),
    "beating": ("always", "when trump is led"),
    "double pinochle": ("30", "32"),
    "extra king and queen": ("nothing", "2 each", "4 each"),
    "length": ("150 points", "75 points", "4 deals", "8 deals"),
}
"""The settings of the document and what they may be set to, the basic rule first."""


@cache
def _compiled(options: tuple[tuple[str, str], ...]) -> Program:
    return load(JAPANESE, dict(options)).compile()


def program(**options: str) -> Program:
    """Return the variant with options chosen; underscores stand for blanks."""
    return _compiled(tuple((name.replace("_", " "), choice) for name, choice in options.items()))


class Result(NamedTuple):
    """What a deal settles to, as plain lists."""

    outcome: str
    made: bool | None
    gains: list[int]
    totals: list[int]
    winner: int | str | None


def settled(rules: Program, **figures: object) -> Result:
    """Settle a deal; melds that are not told apart count as none (the rule for nines asks for them)."""
    found = settle(rules, **{"melds": {}, **figures})
    return Result(found.outcome, found.made, list(found.gains), list(found.totals), found.winner)


@cache
def deal(seed: int) -> Run:
    """Return one deal of random choices that nobody gives up."""
    return drive(program(), seed, random_choice(seed), deals=1)


def story(run: Run) -> list[Trick]:
    """Return the tricks of the first deal."""
    assert run.trump is not None
    return tricks(run, 4, run.trump)


def played(run: Run) -> bool:
    """Say whether cards were played in the first deal."""
    return any(plays(step) for step in run.steps)


over_deals = pytest.mark.parametrize("seed", SEEDS)


# ---- cards -----------------------------------------------------------------------------------------


@over_deals
def test_deck_is_48_cards_twelve_each(seed: int) -> None:
    """Two of each of 24 cards, twelve to each of four players.

    Claims: ja-009, ja-010, ja-013, ja-109.
    """
    hands = deal(seed).first_hands
    assert [len(hand) for hand in hands] == [12, 12, 12, 12]
    assert Counter(card for hand in hands for card in hand) == Counter(dict.fromkeys(DECK, 2))


def test_partners_sit_opposite() -> None:
    """Four play, the two who face each other are partners.

    Claims: ja-002, ja-003.
    """
    assert tuple(program().table.side_of) == (0, 1, 0, 1)


@pytest.mark.parametrize("plain", SUITS)
@pytest.mark.parametrize(("high", "low"), [("A", "10"), ("10", "K"), ("K", "Q"), ("Q", "J"), ("J", "9")])
def test_rank_order(plain: str, high: str, low: str) -> None:
    """Ace, ten, king, queen, jack, nine; the ten beats the king.

    Claims: ja-012, ja-013.
    """
    for trump in SUITS:
        assert trick_winner(program(), f"{low}{plain} {high}{plain}", trump) == 1
        assert trick_winner(program(), f"{high}{plain} {low}{plain}", trump) == 0


@pytest.mark.parametrize(
    ("trick", "index"),
    [
        pytest.param("A♥ 9♠ A♥ 10♥", 1, id="nine-of-trump-beats-aces"),
        pytest.param("10♥ A♥ A♥ K♥", 1, id="first-of-two-aces"),
        pytest.param("9♥ A♦ A♣ 9♥", 0, id="other-suits-do-not-win"),
        pytest.param("Q♥ 10♠ K♠ 10♠", 1, id="best-trump-first-of-twins"),
        pytest.param("9♠ J♠ Q♠ K♠", 3, id="trump-led"),
        pytest.param("", None, id="no-card"),
    ],
)
def test_trick_winner(trick: str, index: int | None) -> None:
    """Best trump, else best of the suit led; of twins the earlier; trump is spades.

    Claims: ja-022, ja-023, ja-064, ja-065, ja-109, ja-110.
    """
    assert trick_winner(program(), trick, "♠") == index


# ---- the auction and trump -------------------------------------------------------------------------


@over_deals
def test_left_of_dealer_bids_first_from_25(seed: int) -> None:
    """The player after the dealer opens with 25 or more, jumps allowed.

    Claims: ja-014, ja-016, ja-r01.
    """
    run = deal(seed)
    first = auction_steps(run)[0]
    offered = sorted(points_in(each) or 0 for each in first.options if not passes(each))
    assert first.seat == (run.dealer + 1) % 4
    assert offered[:20] == list(range(25, 45))


@over_deals
def test_raises_of_one_or_more(seed: int) -> None:
    """Each bid is at least one point above the last.

    Claims: ja-017, ja-r01.
    """
    run = drive(program(), seed, random_choice(seed, high_bids=True), deals=1)
    now = 24
    for step in auction_steps(run):
        offered = sorted(points_in(each) or 0 for each in step.options if not passes(each))
        assert offered[:10] == list(range(now + 1, now + 11))
        now = now if passes(step.chosen) else points_in(step.chosen) or 0


@over_deals
def test_who_passed_stays_out_and_the_last_one_wins(seed: int) -> None:
    """A pass is final; the one who remains has the contract and names trump.

    Claims: ja-018, ja-019.
    """
    run = drive(program(), seed, random_choice(seed + 1000), deals=1)
    out: set[int] = set()
    steps = auction_steps(run)
    for step, following in pairwise(steps):
        out |= {step.seat} if passes(step.chosen) else set()
        assert following.seat == next(
            seat for seat in ((step.seat + turn) % 4 for turn in (1, 2, 3)) if seat not in out
        )
    naming = next(step for step in run.steps if step.phase == "trump")
    assert naming.seat == declarer_of(run, 25)[0]


def _everyone_passes(phase: str, seat: int, words: tuple[str, ...]) -> int:
    del seat
    return next(index for index, each in enumerate(words) if passes(each)) if phase == "auction" else 0


@over_deals
def test_dealer_takes_25_after_three_passes(seed: int) -> None:
    """The three who speak before the dealer pass: he has the contract at 25 unasked.

    Claims: ja-020, ja-r02.
    """
    run = drive(program(), seed, _everyone_passes, deals=1)
    assert [step.seat for step in auction_steps(run)] == [(run.dealer + turn) % 4 for turn in (1, 2, 3)]
    assert next(step for step in run.steps if step.phase == "trump").seat == run.dealer


@over_deals
def test_any_suit_may_be_trump(seed: int) -> None:
    """Under the basic rules all four suits may be named.

    Claims: ja-025.
    """
    naming = next(step for step in deal(seed).steps if step.phase == "trump")
    assert suits_offered(naming.options) == list(SUITS)


NEEDED = {"trump": "king and queen needed"}


def _buys(seed: int, points: int, after: Choose) -> tuple[int, Choose]:
    """Return the player left of the dealer and a chooser that sells him the contract at so many points."""
    eldest = (dealer_of(Game(program(), seed)) + 1) % 4
    return eldest, duel(eldest, (eldest + 1) % 4, points, start=25, step=1, after=after)


def test_trump_needs_king_and_queen() -> None:
    """With that setting only suits whose king and queen the declarer was dealt may be named.

    Claims: ja-026, ja-r03.
    """
    looked_at = 0
    for seed in MANY:
        eldest, choose = _buys(seed, 25, random_choice(seed))
        hand = hand_of(Game(program(**NEEDED), seed), eldest)
        run = drive(program(**NEEDED), seed, choose, deals=1)
        able = suits_with_marriage(hand)
        naming = [step for step in run.steps if step.phase == "trump"]
        if len(able) >= 2:
            looked_at += 1
            assert suits_offered(naming[0].options) == able
        elif len(able) == 1:
            assert run.trump == able[0]
    assert looked_at >= 10


@pytest.mark.parametrize("points", [25, 27], ids=["bought-at-25", "bought-at-27"])
def test_no_suit_with_king_and_queen(points: int) -> None:
    """Nothing to name: minus the bid, nothing for the others, and no card is passed or played.

    Claims: ja-027, ja-028, ja-r03.
    """
    lacking = 0
    for seed in MANY:
        eldest, choose = _buys(seed, points, random_choice(seed))
        if suits_with_marriage(hand_of(Game(program(**NEEDED), seed), eldest)):
            continue
        lacking += 1
        run = drive(program(**NEEDED), seed, choose, deals=1)
        assert tuple(run.game.totals) == ((-points, 0) if eldest % 2 == 0 else (0, -points))
        assert {step.phase for step in run.steps} <= {"auction", "trump"}
    assert lacking >= 5


def test_no_suit_with_king_and_queen_for_a_forced_dealer() -> None:
    """It holds for the dealer who was given 25 as well.

    Claims: ja-r03.
    """
    lacking = 0
    for seed in MANY:
        game = Game(program(**NEEDED), seed)
        dealer = dealer_of(game)
        if suits_with_marriage(hand_of(game, dealer)):
            continue
        lacking += 1
        run = drive(program(**NEEDED), seed, _everyone_passes, deals=1)
        assert tuple(run.game.totals) == ((-25, 0) if dealer % 2 == 0 else (0, -25))
    assert lacking >= 5


def test_a_failed_trump_choice_counts_as_a_deal() -> None:
    """Four deals of it make a four-deal game: the game is over after four, whatever ended them.

    Claims: ja-r03.
    """
    rules = program(**NEEDED, length="4 deals")
    for seed in range(20):
        run = drive(rules, seed, random_choice(seed))
        assert run.game.is_over
        assert _deals(run) == 4


def _deals(run: Run) -> int:
    """Count the auctions of a game."""
    starts = [step for before, step in pairwise(run.steps) if step.phase == "auction" and before.phase != "auction"]
    straight = [
        step
        for before, step in pairwise(run.steps)
        if step.phase == before.phase == "auction" and step.totals != before.totals
    ]
    return 1 + len(starts) + len(straight)


# ---- the exchange and the melds --------------------------------------------------------------------


@pytest.mark.parametrize(("passing", "count"), [("four", 4), ("three", 3), ("none", 0)])
@over_deals
def test_partner_passes_first_then_gets_as_many_back(seed: int, passing: str, count: int) -> None:
    """Partner gives four (three, none), the declarer returns as many; the others exchange nothing.

    Claims: ja-029, ja-030, ja-032 to ja-035.
    """
    rules = program(passing=passing)
    run = drive(rules, seed, random_choice(seed), deals=1)
    declarer, _ = declarer_of(run, 25)
    moves = [step for step in run.steps if step.phase == "exchange"]
    assert [step.seat for step in moves] == [(declarer + 2) % 4] * count + [declarer] * count
    if moves:
        assert [step.phase for step in run.steps].index("trump") < run.steps.index(moves[0])
        assert len(moves[count].hands[declarer]) == 12 + count
    hands = hands_after_exchange(run)
    assert [len(hand) for hand in hands] == [12, 12, 12, 12]
    assert all(Counter(hands[seat]) == Counter(run.first_hands[seat]) for seat in range(4) if seat % 2 != declarer % 2)


def test_received_cards_may_go_back() -> None:
    """The very cards received may be returned.

    Claims: ja-031.
    """
    for seed in SEEDS:
        game = Game(program(), seed)
        eldest = (dealer_of(game) + 1) % 4
        given = sorted(Random(seed).sample(hand_of(game, (eldest + 2) % 4), 4), key=DECK.index)
        _, choose = _buys(seed, 25, exchange_of(given, given, random_choice(seed)))
        run = drive(program(), seed, choose, deals=1)
        moves = [card_in(step.chosen) for step in run.steps if step.phase == "exchange"]
        assert moves == given + given


@pytest.mark.parametrize(
    ("hand", "trump", "total"),
    [
        pytest.param("K♠ Q♠", "♠", 4, id="royal-marriage"),
        pytest.param("K♥ Q♥", "♠", 2, id="marriage"),
        pytest.param("A♠ 10♠ K♠ Q♠ J♠", "♠", 15, id="run"),
        pytest.param("A♠ 10♠ K♠ Q♠ J♠ K♠ Q♠", "♠", 19, id="run-and-another-pair"),
        pytest.param("9♠", "♠", 1, id="nine-of-trump"),
        pytest.param("9♠ 9♠", "♠", 2, id="both-nines"),
        pytest.param("9♥", "♠", 0, id="plain-nine"),
        pytest.param("Q♠ J♦", "♥", 4, id="pinochle"),
        pytest.param("Q♠ Q♠ J♦ J♦", "♥", 30, id="double-pinochle"),
        pytest.param("A♠ A♥ A♦ A♣", "♠", 10, id="aces-around"),
        pytest.param("K♠ K♥ K♦ K♣", "♠", 8, id="kings-around"),
        pytest.param("Q♠ Q♥ Q♦ Q♣", "♠", 6, id="queens-around"),
        pytest.param("J♠ J♥ J♦ J♣", "♠", 4, id="jacks-around"),
        pytest.param("A♠ A♠ A♥ A♥ A♦ A♦ A♣ A♣", "♠", 100, id="double-aces"),
        pytest.param("K♠ K♠ K♥ K♥ K♦ K♦ K♣ K♣", "♠", 80, id="double-kings"),
        pytest.param("Q♠ Q♠ Q♥ Q♥ Q♦ Q♦ Q♣ Q♣", "♠", 60, id="double-queens"),
        pytest.param("J♠ J♠ J♥ J♥ J♦ J♦ J♣ J♣", "♠", 40, id="double-jacks"),
        pytest.param("A♠ A♠ 10♠ 10♠ K♠ K♠ Q♠ Q♠ J♠ J♠", "♠", 150, id="double-run"),
        pytest.param("10♠ 10♥ 10♦ 10♣", "♠", 0, id="tens-around-nothing"),
        pytest.param("Q♠ Q♥ Q♦ Q♣ J♦", "♥", 10, id="queen-of-spades-in-two-classes"),
        pytest.param("A♥ 10♥ K♥ Q♥ J♥", "♠", 2, id="run-in-a-plain-suit-is-a-marriage"),
        pytest.param("", "♠", 0, id="empty"),
    ],
)
def test_meld_values(hand: str, trump: str, total: int) -> None:
    """Each value of the document in small points.

    Claims: ja-039 to ja-052.
    """
    assert melds(program(), hand, trump).total == total


@pytest.mark.parametrize(("choice", "total"), [("30", 30), ("32", 32)])
def test_double_pinochle_options(choice: str, total: int) -> None:
    """Double pinochle is worth 30, or 32 by the setting; the single stays at 4.

    Claims: ja-102.
    """
    rules = program(double_pinochle=choice)
    assert melds(rules, "Q♠ Q♠ J♦ J♦", "♥").total == total
    assert melds(rules, "Q♠ J♦", "♥").total == 4


RUN = "A♠ 10♠ K♠ Q♠ J♠"


@pytest.mark.parametrize(
    ("choice", "king", "queen", "both"),
    [("nothing", 0, 0, 4), ("2 each", 2, 2, 4), ("4 each", 4, 4, 8)],
    ids=["nothing", "two-each", "four-each"],
)
def test_extra_kings_and_queens(choice: str, king: int, queen: int, both: int) -> None:
    """Beside one run a spare king or queen pays 0, 2 or 4; both together 4, 4, 8.

    Claims: ja-043, ja-103, ja-104, ja-r06.
    """
    rules = program(extra_king_and_queen=choice)
    assert melds(rules, RUN, "♠").total == 15
    assert melds(rules, f"{RUN} K♠", "♠").total == 15 + king
    assert melds(rules, f"{RUN} Q♠", "♠").total == 15 + queen
    assert melds(rules, f"{RUN} K♠ Q♠", "♠").total == 15 + both


@pytest.mark.parametrize("choice", CHOICES["extra king and queen"])
@pytest.mark.parametrize(
    ("hand", "total"),
    [
        pytest.param("A♠ A♠ 10♠ 10♠ K♠ K♠ Q♠ Q♠ J♠ J♠", 150, id="no-extra-on-a-double-run"),
        pytest.param("K♠ K♠ Q♠", 4, id="no-extra-without-a-run"),
        pytest.param("K♥ K♥ Q♥", 2, id="no-extra-in-a-plain-suit"),
    ],
)
def test_extra_pays_only_beside_one_run(choice: str, hand: str, total: int) -> None:
    """The extra belongs to a single run.

    Claims: ja-105, ja-r06.
    """
    assert melds(program(extra_king_and_queen=choice), hand, "♠").total == total


def test_hands_are_not_added_together() -> None:
    """A run spread over two partners is none; a side adds what each holds.

    Claims: ja-037, ja-038, ja-139.
    """
    split = melds(program(), "A♠ 10♠", "♠").total + melds(program(), "K♠ Q♠ J♠", "♠").total
    assert split == 4
    assert melds(program(), RUN, "♠").total == 15


def test_units_are_not_mixed() -> None:
    """Run 15 and first bid 25 are a tenth of run 150 and first bid 250.

    Claims: ja-096 to ja-098.
    """
    large, small = load("cardgames-io").compile(), program()
    hand = "A♠ 10♠ K♠ Q♠ J♠ K♥ Q♥ J♦"
    assert melds(large, hand, "♠").total == 10 * melds(small, hand, "♠").total == 210
    assert large.unit == 10 * small.unit


# ---- the play --------------------------------------------------------------------------------------


LEGAL = [
    # hand, trick, with the duty to beat always, with the duty only when trump is led
    pytest.param("A♥ 9♥ 9♠", "10♥", "A♥", "A♥ 9♥", id="follow-and-beat"),
    pytest.param("K♥ 9♥ 9♠", "10♥", "K♥ 9♥", "K♥ 9♥", id="follow-unable-to-beat"),
    pytest.param("A♥ 9♥ 9♠", "10♥ 9♠", "A♥ 9♥", "A♥ 9♥", id="trumped-trick-follow-with-any"),
    pytest.param("A♠ 9♠ A♦", "10♥", "A♠ 9♠", "A♠ 9♠", id="void-must-trump"),
    pytest.param("A♠ 9♠ A♦", "10♥ K♠", "A♠", "A♠ 9♠", id="overtrump"),
    pytest.param("Q♠ 9♠ A♦", "10♥ K♠", "Q♠ 9♠", "Q♠ 9♠", id="undertrump-if-need-be"),
    pytest.param("A♦ 9♣", "10♥ K♠", "A♦ 9♣", "A♦ 9♣", id="neither-any-card"),
    pytest.param("A♠ 9♠ A♦", "K♠", "A♠", "A♠", id="trump-led-beat"),
    pytest.param("Q♠ 9♠ A♦", "K♠", "Q♠ 9♠", "Q♠ 9♠", id="trump-led-unable-to-beat"),
    pytest.param("A♥ 9♥", "A♥", "A♥ 9♥", "A♥ 9♥", id="a-twin-does-not-beat"),
    pytest.param("A♥ K♥ 9♥", "Q♥ 9♥", "A♥ K♥", "A♥ K♥ 9♥", id="partner-winning-beat-all-the-same"),
    pytest.param("9♠ A♥ 9♣", "", "9♠ A♥ 9♣", "9♠ A♥ 9♣", id="lead-anything"),
    pytest.param("A♠ K♥", "10♥", "K♥", "K♥", id="following-comes-before-trump"),
]


@pytest.mark.parametrize(("hand", "trick", "always", "trump_led"), LEGAL)
def test_legal_cards(hand: str, trick: str, always: str, trump_led: str) -> None:
    """Both settings of the duty to beat, trump spades.

    Claims: ja-024, ja-056 to ja-063, ja-099 to ja-101, ja-140, ja-r07.
    """
    assert legal_cards(program(), hand, trick, "♠") == cards(always)
    assert legal_cards(program(beating="when trump is led"), hand, trick, "♠") == cards(trump_led)


@pytest.mark.parametrize("beating", CHOICES["beating"])
@over_deals
def test_offered_cards_are_those_of_the_document(seed: int, beating: str) -> None:
    """In whole deals exactly the cards that the document allows are offered.

    Claims: ja-056 to ja-059, ja-061 to ja-063, ja-099 to ja-101, ja-130, ja-r07.
    """
    run = drive(program(beating=beating), seed, random_choice(seed), deals=1)
    oracle = japanese_play if beating == "always" else japanese_play_trump_led
    for trick in story(run):
        for place, (options, hand) in enumerate(zip(trick.options, trick.hands, strict=True)):
            assert set(options) == set(oracle(list(hand), list(trick.cards[:place]), run.trump or ""))


@over_deals
def test_declarer_leads_then_the_winner_for_twelve_tricks(seed: int) -> None:
    """The declarer leads first, each winner next, twelve tricks with the twelve cards melded or not.

    Claims: ja-054, ja-055, ja-066, ja-138.
    """
    run = deal(seed)
    if not played(run):
        assert _is_hopeless(run)
        return
    found = story(run)
    assert len(found) == 12
    assert found[0].leader == declarer_of(run, 25)[0]
    assert all(following.leader == trick.winner for trick, following in pairwise(found))
    assert Counter(card for trick in found for card in trick.cards) == Counter(dict.fromkeys(DECK, 2))


# ---- the score -------------------------------------------------------------------------------------


def _melds(run: Run, trump: str) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return each side's melds, and the part of them that trump nines are."""
    hands = hands_after_exchange(run)
    total = [sum(best_layout(list(hands[seat]), japanese_melds(trump)) for seat in (side, side + 2)) for side in (0, 1)]
    nines = [sum(hands[seat].count("9" + trump) for seat in (side, side + 2)) for side in (0, 1)]
    return (total[0], total[1]), (nines[0], nines[1])


def _is_hopeless(run: Run) -> bool:
    declarer, bid = declarer_of(run, 25)
    return _melds(run, _trump(run))[0][declarer % 2] + 25 < bid


def _trump(run: Run) -> str:
    naming = next(step for step in run.steps if step.phase == "trump")
    return suits_offered([naming.chosen])[0]


def _by_the_document(run: Run) -> Settled:
    """Settle a driven deal by the document: hands, tricks and sentences, nothing else."""
    declarer, bid = declarer_of(run, 25)
    meld, dix = _melds(run, _trump(run))
    if not played(run):
        return conceded(bid, declarer % 2, meld)
    counters = [0, 0]
    found = story(run)
    for trick in found:
        counters[trick.winner % 2] += sum(card_points(card, 1) for card in trick.cards)
    counters[found[-1].winner % 2] += 1
    assert sum(counters) == 25
    return japanese_settlement(bid, declarer % 2, meld, (counters[0], counters[1]), dix)


@over_deals
def test_whole_deals_agree_with_the_document(seed: int) -> None:
    """Aces, tens and kings one each and one for the last trick, 25 in all, melds added by side.

    Claims: ja-001, ja-071, ja-073, ja-074.
    """
    assert tuple(deal(seed).game.totals) == _by_the_document(deal(seed)).gains


@pytest.mark.parametrize(
    ("bid", "declarer", "meld", "counters", "nines", "outcome", "gains"),
    [
        pytest.param(25, 0, (10, 4), (15, 10), (0, 0), "made", [25, 14], id="exactly-the-bid"),
        pytest.param(25, 0, (10, 4), (14, 11), (0, 0), "set", [-25, 15], id="one-short"),
        pytest.param(25, 1, (6, 20), (12, 13), (0, 0), "made", [18, 33], id="more-than-the-bid"),
        pytest.param(30, 0, (40, 4), (0, 25), (0, 0), "set", [-30, 29], id="melds-alone-do-not-make-it"),
        pytest.param(30, 0, (40, 4), (1, 24), (0, 0), "made", [41, 28], id="one-counter-is-enough"),
        pytest.param(25, 0, (10, 8), (25, 0), (0, 0), "made", [35, 0], id="defenders-without-a-counter"),
        pytest.param(25, 0, (10, 8), (24, 1), (0, 0), "made", [34, 9], id="defenders-with-one"),
        pytest.param(25, 0, (10, 1), (25, 0), (0, 1), "made", [35, 1], id="one-nine-stays"),
        pytest.param(25, 0, (10, 2), (25, 0), (0, 2), "made", [35, 2], id="two-nines-stay"),
        pytest.param(25, 0, (10, 5), (25, 0), (0, 1), "made", [35, 0], id="nine-and-more-is-lost"),
        pytest.param(40, 2, (16, 2), (23, 2), (0, 2), "set", [-40, 4], id="set-and-nines"),
    ],
)
def test_settlement(
    bid: int,
    declarer: int,
    meld: tuple[int, int],
    counters: tuple[int, int],
    nines: tuple[int, int],
    outcome: str,
    gains: list[int],
) -> None:
    """Made, set, one counter needed, the exception for nines of trump.

    Claims: ja-015, ja-021, ja-075 to ja-082, ja-141, ja-r08.
    """
    result = settled(program(), bid=bid, declarer=declarer, meld=meld, counters=counters, melds=dix_melds(nines))
    assert result.outcome == outcome
    assert result.made == (outcome == "made")
    assert result.gains == gains


def test_queen_jack_and_nine_win_nothing() -> None:
    """A trick of queens, jacks and nines brings no counter: the only other points are the last trick's.

    Claims: ja-072, ja-083, ja-111.
    """
    for seed in SEEDS:
        run = deal(seed)
        if played(run):
            empty = [trick for trick in story(run) if all(card[:-1] in {"Q", "J", "9"} for card in trick.cards)]
            assert all(sum(card_points(card, 1) for card in trick.cards) == 0 for trick in empty)
    assert settled(program(), bid=25, declarer=0, meld=(0, 8), counters=(25, 0), tricks=(11, 1)).gains == [25, 0]


def _concede_steps(run: Run) -> list[Step]:
    return [step for step in run.steps if any(calls(each, "concede") for each in step.options)]


def _first(phase: str, seat: int, words: tuple[str, ...]) -> int:
    del phase, seat
    return next(index for index, each in enumerate(words) if not calls(each, "concede"))


def _give_up(phase: str, seat: int, words: tuple[str, ...]) -> int:
    del phase, seat
    return next((index for index, each in enumerate(words) if calls(each, "concede")), 0)


@pytest.mark.parametrize("over", [-1, 0, 1, 5])
def test_deal_ends_by_rule_when_out_of_reach(over: int) -> None:
    """Meld plus 25 below the bid ends the deal before a card: minus the bid, the others their melds.

    Claims: ja-084, ja-r04.
    """
    looked_at = 0
    for seed in SEEDS:
        eldest, choose = _buys(seed, 25, _first)
        side = eldest % 2
        plain = drive(program(), seed, choose, deals=1)
        bid = _melds(plain, _trump(plain))[0][side] + 25 + over
        if bid not in {25, *range(27, 200)}:
            continue
        _, choose = _buys(seed, bid, _first)
        run = drive(program(), seed, choose, deals=1)
        assert declarer_of(run) == (eldest, bid)
        assert played(run) == (over <= 0)
        assert tuple(run.game.totals) == _by_the_document(run).gains
        looked_at += 1
    assert looked_at >= 5


def test_declarer_may_end_the_deal_at_the_melds() -> None:
    """Always offered to the declarer, once; it pays as the end by rule does.

    Claims: ja-085 to ja-087, ja-r04, ja-r05.
    """
    for seed in SEEDS:
        eldest, choose = _buys(seed, 25, _give_up)
        run = drive(program(), seed, choose, deals=1)
        assert [step.seat for step in _concede_steps(run)] == [eldest]
        assert not played(run)
        meld, _ = _melds(run, _trump(run))
        assert tuple(run.game.totals) == conceded(25, eldest % 2, meld).gains


@pytest.mark.parametrize(
    ("declarer", "meld", "gains"),
    [(0, (10, 8), [-25, 8]), (1, (10, 8), [10, -25]), (2, (0, 0), [-25, 0])],
    ids=["side-0", "side-1", "no-melds"],
)
def test_ended_deal_settles_without_counters(declarer: int, meld: tuple[int, int], gains: list[int]) -> None:
    """The others keep their melds without any counter.

    Claims: ja-086, ja-087, ja-r05.
    """
    result = settled(program(), bid=25, declarer=declarer, meld=meld, counters=(0, 0), outcome="conceded")
    assert result.gains == gains


# ---- the end of the game ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "totals", "declarer", "after", "winner"),
    [
        # bid 25: declarers gain 10 + 15 = 25, defenders 4 + 10 = 14
        pytest.param("150 points", (125, 0), 0, [150, 14], 0, id="150-reached"),
        pytest.param("150 points", (124, 0), 0, [149, 14], None, id="149-goes-on"),
        pytest.param("150 points", (125, 149), 0, [150, 163], 0, id="both-declarers-win"),
        pytest.param("150 points", (149, 125), 1, [163, 150], 1, id="both-other-side-declares"),
        pytest.param("150 points", (100, 136), 0, [125, 150], 1, id="defenders-alone"),
        pytest.param("75 points", (50, 0), 0, [75, 14], 0, id="75-reached"),
        pytest.param("75 points", (49, 0), 0, [74, 14], None, id="74-goes-on"),
        pytest.param("75 points", (60, 70), 1, [74, 95], 1, id="75-other-side"),
    ],
)
def test_target(length: str, totals: tuple[int, int], declarer: int, after: list[int], winner: int | None) -> None:
    """First to 150, or 75; both in one deal: the declarers.

    Claims: ja-007, ja-088 to ja-090, ja-143.
    """
    meld, counters = ((10, 4), (15, 10)) if declarer == 0 else ((4, 10), (10, 15))
    result = settled(program(length=length), bid=25, declarer=declarer, meld=meld, counters=counters, totals=totals)
    assert result.totals == after
    assert result.winner == winner


@pytest.mark.parametrize(
    ("length", "number", "totals", "after", "winner"),
    [
        pytest.param("4 deals", 4, (0, 0), [25, 14], 0, id="four-higher-total"),
        pytest.param("4 deals", 4, (0, 20), [25, 34], 1, id="four-other-higher"),
        pytest.param("4 deals", 4, (0, 11), [25, 25], "draw", id="four-equal"),
        pytest.param("4 deals", 3, (0, 11), [25, 25], None, id="three-of-four"),
        pytest.param("4 deals", 2, (200, 0), [225, 14], None, id="no-target-with-deals"),
        pytest.param("8 deals", 8, (0, 11), [25, 25], "draw", id="eight-equal"),
        pytest.param("8 deals", 8, (30, 0), [55, 14], 0, id="eight-higher-total"),
        pytest.param("8 deals", 7, (170, 0), [195, 14], None, id="seven-of-eight"),
    ],
)
def test_number_of_deals(
    length: str, number: int, totals: tuple[int, int], after: list[int], winner: int | str | None
) -> None:
    """Four or eight deals: the higher total wins, equal totals are a draw, no target.

    Claims: ja-091 to ja-093, ja-142, ja-r09.
    """
    result = settled(
        program(length=length), bid=25, declarer=0, meld=(10, 4), counters=(15, 10), totals=totals, deal=number
    )
    assert result.totals == after
    assert result.winner == winner


@pytest.mark.parametrize(("length", "count"), [("4 deals", 4), ("8 deals", 8)])
@pytest.mark.parametrize("seed", range(10))
def test_games_last_so_many_deals(seed: int, length: str, count: int) -> None:
    """A game of four or eight deals ends after as many, also at high totals.

    Claims: ja-091, ja-r09.
    """
    run = drive(program(length=length), seed, random_choice(seed))
    assert run.game.is_over
    assert _deals(run) == count


def test_first_dealer_is_random_then_left() -> None:
    """Every seat deals first in some games, then the deal goes to the left.

    Claims: ja-r10.
    """
    assert {dealer_of(Game(program(), seed)) for seed in MANY} == {0, 1, 2, 3}
    run = drive(program(length="4 deals"), 3, random_choice(3))
    dealers = [(run.steps[0].seat - 1) % 4]
    for before, step in pairwise(run.steps):
        if step.phase == "auction" and before.phase != "auction":
            dealers.append((step.seat - 1) % 4)
    assert len(dealers) == 4
    assert all(following == (dealer + 1) % 4 for dealer, following in pairwise(dealers))


def test_unused_rules_are_absent() -> None:
    """No stock, no fourth copy, no claims but those named: the deck is dealt out, and nothing is called in the play.

    Claims: ja-004, ja-106.
    """
    rules = program()
    assert rules.deal.hand * rules.table.seats == 48
    assert set(rules.deck.copies) == {2}
    assert {call.name for call in rules.rules.calls} == {"hopeless", "concede"}


# ---- every combination of settings -----------------------------------------------------------------


COMBINATIONS = [dict(zip(CHOICES, chosen, strict=True)) for chosen in product(*CHOICES.values())]


def test_there_are_288_combinations() -> None:
    """The settings and their choices are those of the document.

    Claims: ja-095, ja-r11.
    """
    assert len(COMBINATIONS) == 288
    options = load(JAPANESE).plain["options"]
    assert {name: {str(choice) for choice in option["choices"]} for name, option in options.items()} == {
        name: set(choices) for name, choices in CHOICES.items()
    }
    assert {name: str(option["default"]) for name, option in options.items()} == {
        name: choices[0] for name, choices in CHOICES.items()
    }


@pytest.mark.parametrize(
    "options", Random(1).sample(COMBINATIONS, 36), ids=lambda options: "-".join(options.values()).replace(" ", "_")
)
def test_combinations_play(options: dict[str, str]) -> None:
    """Any combination loads, compiles and plays a deal that settles.

    Claims: ja-r11.
    """
    run = drive(load(JAPANESE, options).compile(), 17, random_choice(17), deals=1)
    assert any(run.game.totals)

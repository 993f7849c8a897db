"""The experiments on the documents' advice: their statistics, the players that they make, and their page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from math import comb, sqrt

import claims
import pytest
from click.testing import CliRunner
from experiments import partnership, two_handed
from experiments.asking import Asked, Experiment, Figure, added, figure, summed, verdict
from experiments.playing import (
    BASIC,
    COUNTING,
    after,
    best_offer,
    but,
    held,
    lead,
    offered,
    play_on,
    play_until,
    rank,
    wins,
)
from experiments.playing import program as rules

from interpreter import Game, deals, melds
from interpreter.cards import format_card

POINTS, SHARE = Asked("points"), Asked("a part", None, 1)
GAMES = range(60)


def noted(*values: int) -> Figure:
    """Return the figure of points that were noted."""
    return figure(POINTS, summed(("x", value) for value in values)["x"])


# ---- figures and verdicts ------------------------------------------------------------------------


def test_a_mean_is_that_of_students_distribution() -> None:
    """By hand: 1, 2, 3, 6 have mean 3 and variance 14/3; Student's 99.5% quantile of 3 degrees is 5.841."""
    found = noted(1, 2, 3, 6)
    half = 5.841 * sqrt(14 / 3 / 4)
    assert (found.n, found.mean) == (4, 3)
    assert (found.low, found.high) == (pytest.approx(3 - half), pytest.approx(3 + half))


@pytest.mark.parametrize("part", [0.02, 0.1, 0.3, 0.5, 0.9])
def test_an_interval_of_a_part_holds_it_in_99_of_100_runs(part: float) -> None:
    """All results that 200 deals can have, each with its chance."""
    n, held_by = 200, 0.0
    for k in range(n + 1):
        found = figure(SHARE, (n, k, k))
        assert found.low is not None
        assert found.high is not None
        held_by += comb(n, k) * part**k * (1 - part) ** (n - k) * (found.low <= part <= found.high)
    assert 0.98 < held_by <= 1


def test_one_deal_tells_nothing() -> None:
    assert noted(5) == Figure(1, 5, None, None)
    assert noted(5).answer(0) is None
    assert figure(SHARE, (1, 1, 1)).answer(0.5) is None
    assert figure(SHARE, (0, 0, 0)) == Figure(0, 0.0, None, None)


def test_an_answer_is_what_the_whole_interval_says() -> None:
    assert Figure(9, 2.0, 1.0, 3.0).answer(0.5) is True
    assert Figure(9, 2.0, 1.0, 3.0).answer(3.5) is False
    assert Figure(9, 2.0, 1.0, 3.0).answer(1.5) is None


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        pytest.param([True, True], "holds", id="all"),
        pytest.param([True, None], "holds in part", id="one-open"),
        pytest.param([True, False], "holds in part", id="one-refuted"),
        pytest.param([None, False], "does not hold", id="none-and-one-refuted"),
        pytest.param([False], "does not hold", id="refuted"),
        pytest.param([None, None], "the simulation cannot tell", id="open"),
        pytest.param([], "the simulation cannot tell", id="nothing-asked"),
    ],
)
def test_a_verdict_comes_from_the_answers(answers: list[bool | None], told: str) -> None:
    assert verdict(answers) == told


def test_sums_do_not_depend_on_how_deals_were_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    values = [("x", 4), ("y", 1), ("x", -7), ("x", 0)]
    assert added(summed(values[:1]), summed(values[1:])) == summed(values) == {"x": (3, -3, 65), "y": (1, 1, 1)}
    experiment = claims.BY_NAME["playing-a-lost-contract"]
    whole = claims.measured(experiment, 30)
    monkeypatch.setattr(claims, "UNIT", 7)
    assert claims.measured(experiment, 30) == whole


every_experiment = pytest.mark.parametrize("experiment", claims.EXPERIMENTS, ids=lambda each: each.name)


@every_experiment
def test_a_deal_notes_each_figure_once(experiment: Experiment) -> None:
    """Else deals would not be independent; and what is noted is asked."""
    keys: Counter[str] = Counter()
    for number in range(4):
        once = Counter(name for name, _ in experiment.play(range(number, number + 1)))
        assert set(once.values()) <= {1}
        keys += once
    assert set(keys) <= set(experiment.asked)
    assert any(asked.says is not None for asked in experiment.asked.values())


# ---- the game for two ----------------------------------------------------------------------------


def met(where: Callable[[Game], bool], name: str = two_handed.NAME, numbers: range = GAMES) -> list[Game]:
    """Return the deals, of some, in which a situation comes about, played up to there."""
    games = [Game(rules(name), 5, number) for number in numbers]
    return [game for game in games if play_until(game, where)]


def test_melds_and_cards_of_a_deal_are_those_of_its_rows() -> None:
    """ko-067 ko-068: whoever has more points in all has won, whatever they are made of."""
    found = summed(two_handed.melds_decide(range(20)))
    rows = list(deals(rules(two_handed.NAME), 20, 1, ("counting",)))
    crossed = [
        (row["meld_0"] > row["meld_1"]) == (row["winner"] == "0")
        for row in rows
        if row["winner"] != "draw" and (row["meld_0"] - row["meld_1"]) * (row["counters_0"] - row["counters_1"]) < 0
    ]
    assert found["crossed"][:2] == (len(crossed), sum(crossed))
    assert found["melds"][:2] == (20, sum(abs(row["meld_0"] - row["meld_1"]) for row in rows))


def test_a_habit_is_kept_where_it_applies_and_nowhere_else() -> None:
    """ko-069 ko-070 ko-071: the player does as `counting` does, apart from tricks of that kind."""
    kept = 0
    for number in range(12):
        game = Game(rules(two_handed.NAME), 5, number)
        policy = but(COUNTING, two_handed._with_meld, two_handed.taking)
        while not game.is_over:
            action = policy(game)
            if two_handed._with_meld(game):
                assert after(game, action).facts()["last_winner"] == game.current_seat
                assert best_offer(after(game, action), game.current_seat) >= 20
                assert after(game, two_handed.giving(game)).facts()["last_winner"] != game.current_seat
                kept += 1
            else:
                assert action == COUNTING(game)
            game.apply(action)
    assert kept > 10


def test_who_takes_a_trick_of_two_is_told_beforehand() -> None:
    """ko-018 ko-019: with every card that may be played."""
    for number in range(10):
        game = Game(rules(two_handed.NAME), 5, number)
        while play_until(game, lambda game: game.decision == "play" and len(game.trick_cards()) == 1):
            seat = game.current_seat
            for card in game.legal_actions():
                assert wins(game, card) == (after(game, card).facts()["last_winner"] == seat)
            game.apply(COUNTING(game))


def test_a_low_trump_takes_a_worthless_lead_or_a_low_card_leaves_it() -> None:
    """ko-070 ko-071: which card takes, and which leaves."""
    for game in met(two_handed._for_low_trump, numbers=range(15)):
        assert game.describe(two_handed.taking(game))[-1] == game.observation(0).trump
        assert game.describe(two_handed.taking(game))[:-1] in ("9", "J", "Q", "K")
    for game in met(two_handed._without_meld, numbers=range(15)):
        assert best_offer(after(game, two_handed.taking(game)), game.current_seat) == 0
        assert not wins(game, two_handed.giving(game))


def test_melds_are_ordered_by_their_points() -> None:
    """ko-072: the last is the dearest."""
    worth = {"run": 150, "aces around": 100, "kings around": 80, "queens around": 60, "jacks around": 40}
    worth |= {"pinochle": 40, "double pinochle": 300}
    games = met(two_handed._several)
    assert games
    for game in games:
        words = [game.describe(action).removeprefix("meld ") for action in two_handed.by_points(game)]
        points = [worth.get(each, 20) for each in words]
        assert points == sorted(points)
        assert points[0] < points[-1]


def test_who_waits_keeps_the_royal_marriage_while_the_run_can_come() -> None:
    """ko-059 ko-073 ko-074: and lays it when both copies of what is missing are gone, or few tricks are left."""
    games = [game for game in met(two_handed._early_royal) if game.facts()["stock_left"] > 3]
    assert len(games) > 10
    kept = laid = 0
    for game in games:
        seat, royal = game.current_seat, offered(game)[two_handed.ROYAL]
        lacks = two_handed.missing(game, seat)
        gone = game.observation(seat)
        seen = [*gone.played, *gone.known[1 - seat]]
        possible = all(seen.count(format_card(game.program.deck, card)) < 2 for card in lacks)
        assert (two_handed.kept_back(game) != royal) == possible
        kept += possible
        laid += not possible
        assert two_handed.waits(BASIC)(game) in game.legal_actions()
    assert kept > laid
    late = met(lambda game: two_handed._early_royal(game) and game.facts()["stock_left"] <= 3)
    assert late
    for game in late:
        assert two_handed.kept_back(game) == offered(game)[two_handed.ROYAL]


def test_a_high_trump_is_spent_or_kept() -> None:
    """ko-079: on an early trick with a plain counter, by a hand with one high trump."""
    games = met(two_handed._dear_trick)
    assert games
    for game in games:
        seen = game.observation(game.current_seat)
        ((_, led),) = seen.trick
        assert led[:-1] in ("A", "10", "K")
        assert led[-1] != seen.trump
        high = [card for card in seen.hand if card in (f"A{seen.trump}", f"10{seen.trump}")]
        assert [game.describe(two_handed.high_trump(game))] == high
        assert after(game, two_handed.high_trump(game)).facts()["last_winner"] == game.current_seat
        assert after(game, two_handed.giving(game)).facts()["last_winner"] != game.current_seat


def test_the_loser_of_the_twelfth_trick_has_the_card_turned_up() -> None:
    """ko-024 ko-080: both ways are played from one state, and the card goes where it should."""
    games = []
    for number in GAMES:
        game = Game(rules(two_handed.NAME), 5, number)
        turned = game.facts()["turn_up"]
        if play_until(game, two_handed._twelfth, two_handed.no_exchange):
            assert game.facts()["turn_up"] == turned
            assert rank(game, turned) == game.observation(0).turn_up[:-1]  # type: ignore[index]
            games.append(game)
    assert len(games) > 20
    for game in games:
        seat, turned = game.current_seat, game.facts()["turn_up"]
        for card in (two_handed.giving(game), two_handed.taking(game)):
            loser = 1 - seat if wins(game, card) else seat
            before = game.hand_counts(loser)[turned] - (loser == seat and card == turned)
            ended = after(game, card)
            play_until(ended, two_handed._playoff, two_handed.no_exchange)
            assert ended.hand_counts(loser)[turned] >= before + 1


def test_a_solved_playoff_ends_as_it_was_solved() -> None:
    """ko-078 ko-079 ko-083: `counting` plays a playoff as well as can be; so what it ends with is the solution."""
    for number in range(8):
        game = Game(rules(two_handed.NAME), 5, number)
        play_until(game, two_handed._playoff)
        expected = two_handed.solved_lead(game, 0)
        assert lead(play_on(game), 0) == expected


def test_high_leads_and_single_trumps_are_what_they_are_called() -> None:
    """ko-078 ko-083: a high card is beaten by nothing in the other's suit; a single trump is the only one."""
    high = 0
    for game in met(two_handed._playoff):
        seat, seen = game.current_seat, game.observation(game.current_seat)
        theirs = [format_card(game.program.deck, card) for card in held(game, 1 - seat)]
        for card in game.legal_actions():
            text = game.describe(card)
            order = ["9", "J", "Q", "K", "10", "A"]
            same = [order.index(each[:-1]) for each in theirs if each[-1] == text[-1]]
            is_high = bool(same) and text[-1] != seen.trump and text[:-1] in ("A", "10", "K")
            is_high = is_high and max(same) <= order.index(text[:-1])
            assert two_handed._is_high(game, card) == is_high
            high += is_high
    assert high
    for game in met(two_handed._one_trump):
        seen = game.observation(game.current_seat)
        assert [card[-1] for card in seen.hand].count(str(seen.trump)) == 1


# ---- the partnership game ------------------------------------------------------------------------


def test_a_side_bids_as_far_as_it_says() -> None:
    """ja-114 ja-115: up to the best melds of the hand and so much more, and not over a partner who is spared."""
    spoken = spared = 0
    for number in range(15):
        game = Game(rules(partnership.ONE_DEAL), 5, number)
        while game.decision == "bid":
            seat, seen = game.current_seat, game.observation(game.current_seat)
            best = max(melds(game.program, " ".join(seen.hand), suit).total for suit in "♠♥♦♣")
            words = game.describe(partnership.bids_up_to(20)(game))
            least = min(int(each.split()[1]) for each in seen.legal if each != "pass")
            if "pass" in seen.legal:
                assert words == (f"bid {least}" if least <= best + 20 else "pass")
                spoken += words != "pass"
                if seen.bidder is not None and seen.bidder % 2 == seat % 2:
                    assert game.describe(partnership.bids_up_to(20, spares_partner=True)(game)) == "pass"
                    spared += words != "pass"
            game.apply(partnership.bids_up_to(20)(game))
    assert spoken > 15
    assert spared > 2


def test_the_best_suit_is_where_the_hand_melds_most() -> None:
    """ja-112 ja-113: of equal ones the longest."""
    for number in GAMES:
        game = Game(rules(partnership.ONE_DEAL), 5, number)
        hand = game.observation(0).hand
        worth = [melds(game.program, " ".join(hand), suit).total for suit in "♠♥♦♣"]
        lengths = [[card[-1] for card in hand].count(suit) for suit in "♠♥♦♣"]
        suit, most = partnership.best_suit(game, 0)
        assert most == worth[suit] == max(worth)
        assert lengths[suit] == max(n for n, points in zip(lengths, worth, strict=True) if points == most)


def test_one_deal_is_played_with_and_without_the_last_trick() -> None:
    """ja-121 zh-075: the rules differ in that point alone."""
    for name, whole in ((partnership.ONE_DEAL, 25), (partnership.WITHOUT_LAST, 24), (partnership.TENS, 250)):
        rows = [row for row in deals(rules(name), 40, 5) if row["outcome"] in ("made", "set")]
        assert rows
        assert {row["deal"] for row in rows} == {1}
        assert {row["counters_0"] + row["counters_1"] for row in rows} == {whole}


def test_other_cards_are_passed() -> None:
    """ja-116 ja-117: plain aces and tens to the declarer, low plain cards back."""
    for game in met(lambda game: game.decision == "exchange", partnership.ONE_DEAL)[:20]:
        giver, declarer = game.current_seat, game.facts()["declarer"]
        hand = game.observation(giver).hand
        trump = game.observation(giver).trump
        plain = [card for card in hand if card[-1] != trump]
        tops = [card for card in plain if card[:-1] == "A"]
        policy = {
            giver: partnership.Passes(partnership.plain_tops),
            declarer: partnership.Passes(partnership.worthless),
        }
        while game.decision == "exchange" and game.current_seat == giver:
            game.apply(policy[giver](game))
        received = game.observation(declarer).received
        assert len(received) == 4
        assert sum(card in tops for card in received) == min(4, len(tops))
        assert sum(card[-1] != trump for card in received) == min(4, len(plain))
        mine = [card for card in game.observation(declarer).hand if card[-1] != trump]
        while game.decision == "exchange":
            game.apply(policy[declarer](game))
        nines = sum(card[:-1] == "9" for card in mine)
        back = Counter(mine) - Counter(card for card in game.observation(declarer).hand if card[-1] != trump)
        assert sum(n for card, n in back.items() if card[:-1] == "9") == min(4, nines)


def test_counters_and_worthless_cards_change_no_trick() -> None:
    """ja-119 ja-120: the last to play gives one or the other, and the trick goes the same way."""
    games = met(partnership._free, partnership.ONE_DEAL)
    assert len(games) > 10
    for game in games:
        dear, poor = partnership._choices(game)
        assert game.describe(dear)[:-1] in ("A", "10", "K")
        assert game.describe(poor)[:-1] in ("Q", "J", "9")
        winners = {after(game, card).facts()["last_winner"] for card in (dear, poor)}
        assert len(winners) == 1
        assert game.current_seat not in winners


def test_another_lead_keeps_the_trump_or_the_ace() -> None:
    """ja-121 ja-122: and it is a sure winner with points, or else has none if there is such a card."""
    for where in (partnership._one_trump, partnership._early_ace):
        games = met(where, partnership.ONE_DEAL)
        assert len(games) > 10
        for game in games:
            seen = game.observation(game.current_seat)
            cards = [card for card in game.legal_actions() if game.describe(card)[-1] != seen.trump]
            if where is partnership._early_ace:
                cards = [card for card in cards if game.describe(card)[:-1] != "A"]
            chosen = game.describe(partnership.other_lead(game, cards))
            if chosen[:-1] in ("A", "10", "K") and any(game.describe(card)[:-1] in ("Q", "J", "9") for card in cards):
                above = ["A", "10", "K"][: ["A", "10", "K"].index(chosen[:-1])]
                known = Counter([*seen.played, *seen.hand])
                assert all(known[each + chosen[-1]] == 2 for each in above)


def test_a_lost_contract_is_lost() -> None:
    """zh-083 zh-085: more than 250 is missing when the choice comes."""
    games = [Game(rules(partnership.TENS), 5, number) for number in GAMES]
    lost = [g for g in games if play_until(g, lambda game: game.decision == "call", partnership.bids_up_to(300))]
    assert len(lost) > 5
    for game in lost:
        declarer = game.facts()["declarer"]
        assert game.current_seat == declarer
        assert game.facts()["bid"] - partnership._meld(game, declarer) > 250


# ---- the command and the page --------------------------------------------------------------------


def test_the_page_is_made_of_what_was_measured() -> None:
    told = json.loads(claims.MEASURED.read_text(encoding="utf-8"))
    assert claims.known() == told
    assert [row["name"] for row in told] == list(claims.BY_NAME), "run: python benchmarks/claims.py"
    page = claims.PAGE.read_text(encoding="utf-8")
    assert page == claims.page(told), "run: python benchmarks/claims.py --page"
    for row in told:
        experiment = claims.BY_NAME[row["name"]]
        assert f"**The advice: {claims.verdict_of(experiment, row)}.**" in page
        assert f"    python benchmarks/claims.py --again {row['name']}\n" in page


def test_the_quick_form_plays_and_keeps_nothing() -> None:
    before = (claims.MEASURED.read_bytes(), claims.PAGE.read_bytes())
    only = ("more-trumps", "playing-a-lost-contract")
    ran = CliRunner().invoke(claims.main, ["--quick", "--jobs", "1", *(f"--only={name}" for name in only)])
    assert ran.exit_code == 0, ran.output
    for name in only:
        assert claims.BY_NAME[name].title in ran.output
    assert (claims.MEASURED.read_bytes(), claims.PAGE.read_bytes()) == before


def test_a_name_that_is_none_is_told() -> None:
    ran = CliRunner().invoke(claims.main, ["--only", "nothing"])
    assert ran.exit_code == 2
    assert "there are melds-decide" in ran.output

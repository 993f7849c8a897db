"""The case table, floors and saving, ledgers and how games end."""

from __future__ import annotations

import attrs
import pytest

from interpreter import Game, Program, settle
from interpreter.codes import WHO_ARGUMENT, Name, Op, Who
from interpreter.game import play_out
from interpreter.program import Ending, Ledger, Meld, Outcome, Payment, Play, Window
from tests.interpreter import programs as p

RULES = p.partnership().rules


@pytest.mark.parametrize(
    ("meld", "counters", "bid", "declarer", "outcome", "gains"),
    [
        ((60, 100), (200, 50), 330, 0, "set", (-330, 150)),
        ((130, 100), (200, 50), 330, 0, "made", (330, 150)),
        ((130, 100), (200, 50), 330, 2, "made", (330, 150)),
        ((130, 100), (200, 50), 250, 1, "set", (330, -250)),
        ((500, 100), (0, 250), 250, 0, "set", (-250, 350)),
        ((300, 100), (250, 0), 250, 0, "made", (550, 0)),
        ((0, 0), (125, 125), 250, 3, "set", (125, -250)),
    ],
)
def test_the_four_handed_game(meld, counters, bid, declarer, outcome, gains):
    found = settle(p.partnership(), meld=meld, counters=counters, bid=bid, declarer=declarer)
    assert (found.outcome, found.gains, found.totals) == (outcome, gains, gains)
    assert found.made == (outcome == "made")
    assert found.winner is None


def test_totals_and_the_end_of_the_game():
    def winner(totals, declarer=0):
        return settle(
            p.partnership(), meld=(100, 200), counters=(150, 100), bid=250, declarer=declarer, totals=totals
        ).winner

    assert winner((1000, 1000)) is None
    assert winner((1250, 1000)) == 0
    assert winner((0, 1200)) == 1
    assert winner((1300, 1600)) == 0
    assert winner((1300, 1600), declarer=1) == 1


def test_conceded_melds_need_no_counter():
    found = settle(p.partnership(), meld=(60, 100), counters=(0, 0), bid=330, declarer=0, outcome="conceded")
    assert (found.outcome, found.made, found.gains) == ("conceded", False, (-330, 100))


def test_without_an_auction():
    found = settle(p.two_handed(), meld=(60, 100), counters=(200, 50))
    assert (found.outcome, found.made, found.gains, found.winner) == ("played", None, (260, 150), 0)
    assert settle(p.two_handed(), meld=(100, 100), counters=(125, 125)).winner == "draw"


def test_declarer_against_the_rest():
    found = settle(p.three_handed(), meld=(100, 20, 40), counters=(120, 50, 80), bid=220, declarer=0)
    assert (found.outcome, found.gains) == ("made", (220, 70, 120))
    found = settle(p.three_handed(), meld=(100, 20, 40), counters=(120, 50, 80), bid=230, declarer=0)
    assert (found.outcome, found.gains) == ("set", (-230, 70, 120))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"bid": None}, "bid is needed"),
        ({"declarer": None}, "declarer is needed"),
        ({"bid": 251}, "no bid of this game"),
        ({"declarer": 4}, "no seat 4"),
        ({"meld": (1,)}, "one for each side"),
        ({"meld": (-10, 0)}, "below zero"),
        ({"counters": (200, 60)}, "only 250"),
        ({"outcome": "won"}, "outcomes are made, set, conceded"),
        ({"called": ("nothing",)}, "calls are concede"),
        ({"melds": {0: {"rum": 1}}}, "no meld 'rum'"),
        ({"melds": {2: {}}}, "no account 2"),
        ({"ledger": {"stars": (1, 1)}}, "ledgers are points"),
        ({"totals": (1, 2, 3)}, "totals"),
        ({"deal": 0}, "at least 1"),
    ],
)
def test_figures_that_do_not_fit(changes, words):
    figures = {"meld": (60, 100), "counters": (200, 50), "bid": 330, "declarer": 0}
    with pytest.raises(ValueError, match=words):
        settle(p.partnership(), **{**figures, **changes})


def test_a_game_without_an_auction_takes_no_bid():
    with pytest.raises(ValueError, match="leave it out"):
        settle(p.two_handed(), meld=(0, 0), counters=(0, 0), bid=250)


def with_outcomes(*rows: Outcome, **changes) -> Program:
    return p.partnership(outcomes=rows, calls=(), **changes)


def gains_under(program: Program, **figures) -> tuple[int, ...]:
    given = {"meld": (60, 100), "counters": (200, 50), "bid": 250, "declarer": 0, **figures}
    return settle(program, **given).gains


def test_figures_that_rules_need_are_asked_for():
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.TRICKS)), (Who.LAST_TRICK_WINNER, p.code(7))))
    with pytest.raises(ValueError, match="tricks is needed"):
        gains_under(with_outcomes(row), last_trick=1)
    with pytest.raises(ValueError, match="last_trick is needed"):
        gains_under(with_outcomes(row), tricks=(5, 7))
    assert gains_under(with_outcomes(row), tricks=(5, 7), last_trick=1) == (5, 7)
    assert gains_under(with_outcomes(row), tricks=(4, 8), last_trick=3) == (4, 7)
    dealer = Outcome("played", p.TRUE, ((Who.FROM_DEALER, p.code(9)),))
    with pytest.raises(ValueError, match="dealer is needed"):
        gains_under(with_outcomes(dealer))
    assert gains_under(with_outcomes(dealer), dealer=3) == (0, 9)


def test_cards_taken_are_asked_for_and_counted():
    """Set 0 is the nines: side 0 took three of them, side 1 one; tens are not asked for."""
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code((Op.TAKEN, 0))),))
    with pytest.raises(ValueError, match=r"taken is needed .* `outcomes.played` .* --taken 'A♠ 9♣; '"):
        gains_under(with_outcomes(row))
    assert gains_under(with_outcomes(row), taken=("9♠ 9♠ 10♥ 9♦", "9♣")) == (3, 1)
    assert gains_under(with_outcomes(row), taken=("", "10♣")) == (0, 0)
    for wrong, words in (
        (("A♠",), "2 accounts"),
        (("A♠ A♠", "A♠"), "3 A♠ together; the deck has 2"),
        (("A♠", 7), "no list of texts"),
        ("A♠", "no list of texts"),
    ):
        with pytest.raises(ValueError, match=words):
            gains_under(with_outcomes(row), taken=wrong)


@pytest.mark.parametrize(
    ("asked", "words"),
    [((Op.TURNED, 0), "turned up"), ((Op.PLAYED, 0), "played last"), (Name.TRUMP_PLAYED, "trumps that were played")],
)
def test_what_no_figure_tells_is_refused(asked, words):
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(asked)),))
    with pytest.raises(ValueError, match=rf"cannot be settled from figures: the rule `outcomes.played` .*{words}"):
        gains_under(with_outcomes(row))


def test_hands_are_empty_after_the_last_trick_and_not_before():
    rows = (
        Outcome("played", p.TRUE, ((Who.EVERYONE, p.code((Op.COUNT, 0))),)),
        Outcome("conceded", (), ((Who.EVERYONE, p.code((Op.COUNT, 0))),)),
    )
    assert gains_under(with_outcomes(*rows)) == (0, 0)
    with pytest.raises(ValueError, match="the cards left in the hands"):
        gains_under(with_outcomes(*rows), outcome="conceded")


def test_the_more_specific_column_wins():
    row = Outcome(
        "played",
        p.TRUE,
        ((Who.EVERYONE, p.code(1)), (Who.DEFENDERS, p.code(2)), (Who.DECLARERS, p.code(3)), (Who.DECLARER, p.code(4))),
    )
    assert gains_under(with_outcomes(row)) == (4, 2)
    assert gains_under(with_outcomes(attrs.evolve(row, columns=row.columns[::-1]))) == (4, 2)
    assert gains_under(with_outcomes(Outcome("played", p.TRUE, ((Who.DEFENDERS, p.code(2)),)))) == (0, 2)
    winner = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(1)), (Who.LOSERS, p.code(2)), (Who.WINNER, p.code(3))))
    assert gains_under(with_outcomes(winner)) == (3, 2)
    assert gains_under(with_outcomes(winner), counters=(100, 150)) == (2, 3)


def test_rows_are_tried_from_the_top_and_rulings_never():
    rows = (
        Outcome("ruled", p.TRUE, ((Who.EVERYONE, p.code(9)),), ruling=True),
        Outcome("none", p.code(0), ((Who.EVERYONE, p.code(8)),)),
        Outcome("first", p.TRUE, ((Who.EVERYONE, p.code(7)),)),
        Outcome("second", p.TRUE, ((Who.EVERYONE, p.code(6)),)),
    )
    program = with_outcomes(*rows)
    assert settle(program, meld=(0, 0), counters=(0, 0), bid=250, declarer=0).outcome == "first"
    ruled = settle(program, meld=(0, 0), counters=(0, 0), bid=250, declarer=0, outcome="ruled")
    assert (ruled.outcome, ruled.gains) == ("ruled", (9, 9))


def test_whether_a_contract_is_made_can_be_said():
    row = Outcome("done", p.TRUE, ((Who.DECLARERS, p.code(5)),))
    for made, expected in ((None, True), (True, True), (False, False)):
        program = with_outcomes(attrs.evolve(row, made=made))
        assert settle(program, meld=(0, 0), counters=(0, 0), bid=250, declarer=0).made is expected


SUM = Outcome("played", p.TRUE, ((Who.EVERYONE, p.SUM),))


def test_floor_and_saving():
    floor = with_outcomes(SUM, meld=Meld(floor=p.code(80)))
    assert gains_under(floor) == (200, 150)
    saved = with_outcomes(SUM, meld=Meld(saved_by=p.code(Name.COUNTERS, 100, Op.GE)))
    assert gains_under(saved) == (260, 50)
    laid = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.LAID_MELD)),))
    assert gains_under(with_outcomes(laid, meld=Meld(floor=p.code(80)))) == (60, 100)
    nines = p.code(Name.COUNTERS, 0, Op.GT, Name.LAID_MELD, (Op.MELD_OF, 6), Op.EQ, Op.OR)
    program = with_outcomes(SUM, meld=Meld(saved_by=nines))
    assert gains_under(program, meld=(20, 20), counters=(250, 0), melds={1: {"dix": 2}}) == (270, 20)
    assert gains_under(program, meld=(20, 40), counters=(250, 0), melds={1: {"dix": 2}}) == (270, 0)


def test_counters_are_rounded_and_then_counted_in_larger_coins():
    program = with_outcomes(SUM, round_to=10, per=10, card_points=tuple(11 for _ in range(24)), meld=Meld())
    game = Game(program, 1)
    assert game.evaluate(list(p.code(Name.ALL_COUNTERS)), 0) == (48 * 11 + 10 + 5) // 10 * 10 // 10


def test_stakes_multiply():
    program = with_outcomes(Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.STAKE)),)), stake=p.code(3))
    assert gains_under(program) == (3, 3)


def test_who_wins_the_deal_can_be_said():
    row = Outcome("played", p.TRUE, ((Who.WINNER, p.code(5)),))
    assert gains_under(with_outcomes(row)) == (5, 0)
    assert gains_under(with_outcomes(row), meld=(0, 0), counters=(125, 125)) == (0, 0)
    least = p.code(Name.COUNTERS, 100, Op.LT)
    assert gains_under(with_outcomes(row, winner=least)) == (0, 5)


def end(totals, gains, declarer=0, **changes):
    """Return who wins when accounts stand so and get so much more; what becomes of the target does not show."""
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.COUNTERS)),))
    program = with_outcomes(row, ending=Ending(**{"target": 1500, **changes}), meld=Meld())
    return settle(
        program, meld=(0, 0), counters=gains, bid=250, declarer=declarer, totals=totals, deal=changes.get("deals") or 1
    ).winner


@pytest.mark.parametrize(
    ("both", "totals", "gains", "declarer", "winner"),
    [
        (("declarers",), (1400, 1450), (100, 150), 0, 0),
        (("declarers",), (1400, 1450), (100, 150), 1, 1),
        (("highest",), (1400, 1450), (100, 150), 0, 1),
        (("highest", "draw"), (1400, 1400), (120, 120), 0, "draw"),
        (("highest", "another deal"), (1400, 1400), (120, 120), 0, None),
        (("draw",), (1400, 1450), (100, 150), 0, "draw"),
        (("another deal",), (1400, 1450), (100, 150), 0, None),
        (("target + 25",), (1400, 1450), (100, 150), 0, None),
        ((), (1400, 1450), (100, 150), 0, None),
        (("declarers",), (1300, 1450), (100, 150), 0, 1),
    ],
)
def test_both_reach_the_target(both, totals, gains, declarer, winner):
    assert end(totals, gains, declarer, both_reach=both) == winner


def test_other_ends():
    assert end((0, 0), (100, 50), target=None, deals=4) == 0
    assert end((0, 50), (100, 50), target=None, deals=4) == "draw"
    assert end((0, 50), (100, 50), target=None, deals=4, tie="another deal") is None
    far = p.code(Name.LEAD, 500, Op.GE)
    assert end((0, 0), (100, 50), wins=(far,)) is None
    assert end((600, 0), (100, 50), wins=(far,)) == 0
    broke = p.code(Name.TOTAL, -1000, Op.LE)
    assert end((-2000, 0), (100, 50), loses=(broke,)) == 1
    assert end((-2000, 0), (100, 50), ends=(broke,)) == 1
    own = p.code(Name.TOTAL, 0, Op.GT, Name.BID, 300, Op.GE, Op.AND)
    assert end((1500, 0), (100, 50), winner_needs=own) is None
    wins = Outcome("played", p.TRUE, wins_game=(int(Who.DEFENDERS),))
    assert settle(with_outcomes(wins), meld=(0, 0), counters=(0, 0), bid=250, declarer=0).winner == 1
    loses = Outcome("played", p.TRUE, loses_game=(int(Who.DEFENDERS),))
    assert settle(with_outcomes(loses), meld=(0, 0), counters=(0, 0), bid=250, declarer=0).winner == 0


def with_ledgers(*payments: Payment, ledgers, **changes) -> Program:
    return attrs.evolve(p.partnership(payments=payments, **changes), ledgers=(Ledger("points"), *ledgers))


def test_payments_between_accounts_and_a_kitty():
    kitty = int(Who.JOINT) + WHO_ARGUMENT * 2
    pay = Payment("loser pays", Window.DEAL_END, source=Who.DEFENDERS, to=Who.DECLARERS, ledger=1, amount=p.code(3))
    tax = Payment("tax", Window.DEAL_END, source=Who.EVERYONE, to=kitty, ledger=2, amount=p.code(1))
    bank = Payment("fine", Window.DEAL_END, source=Who.DECLARER, to=Who.BANK, ledger=1, amount=p.code(Name.DEAL))
    program = with_ledgers(pay, tax, bank, ledgers=(Ledger("chips", start=100), Ledger("pot", joint=True)))
    game = Game(program, 1)
    while game.facts()["deal"] == 1:
        game.apply(game.choice(1))
    declarer = game.record() and Game.replay(game.record())
    chips = game.ledgers()["chips"]
    assert sorted(chips) == [97, 102]
    assert declarer.ledgers() == game.ledgers()
    assert game.ledgers()["pot"] == [2] or game.ledgers()["pot"] == [0]


def test_capped_ledgers_and_payments_that_set():
    add = Payment("add", Window.DEAL_END, to=Who.EVERYONE, ledger=1, amount=p.code(40))
    put = Payment(
        "put", Window.DEAL_END, p_condition := None, to=Who.FROM_DEALER, ledger=2, amount=p.code(7), sets=True
    )
    assert p_condition is None
    program = with_ledgers(
        add, put, ledgers=(Ledger("marks", at_most=100), Ledger("last")), ending=Ending(None, deals=3)
    )
    game = play_out(Game(program, 3), ["random"])
    assert game.ledgers()["marks"] == [100, 100]
    assert set(game.ledgers()["last"]) <= {0, 7}


def test_a_game_in_another_ledger():
    rows = (Outcome("played", p.TRUE, ((Who.WINNER, p.code(1)),)),)
    program = attrs.evolve(
        p.partnership(outcomes=rows, calls=(), ending=Ending(3, ledger=1, both_reach=())),
        ledgers=(Ledger("points"), Ledger("marks")),
    )
    game = play_out(Game(program, 3), ["basic"])
    assert max(game.ledgers()["marks"]) == 3
    assert game.totals == [0, 0]
    assert game.winner == game.ledgers()["marks"].index(3)


def test_endless_games_end():
    program = with_outcomes(Outcome("played", p.TRUE, ((Who.FROM_DEALER, p.code(1)),)), ending=Ending(10**6))
    game = play_out(Game(program, 1), ["random"])
    assert game.facts()["deal"] == 1000
    assert game.facts()["unfinished"] == 1
    assert game.winner in (0, 1, "draw")


def test_what_hands_hold_counts_where_a_deal_ends_before_the_melds():
    """Nobody names trump in the first program, so nothing is held; in the second it is turned up."""
    from interpreter.program import Call, Phase, Then, Trump, TrumpBy

    stop = Call("stop", Window.BEFORE, Phase.MELD, must=p.TRUE, then=Then.STOP_PLAY)
    row = Outcome("stopped", p.TRUE, ((Who.EVERYONE, p.code(Name.MELD)),))
    for by in (TrumpBy.DECLARER, TrumpBy.TURN_UP):
        program = attrs.evolve(p.random_deal())
        rules = attrs.evolve(
            program.rules, calls=(stop,), outcomes=(row,), trump=Trump(by), play=Play(p.ELDEST, p.USUAL)
        )
        program = attrs.evolve(program, modes=(rules,))
        total = 0
        for seed in range(20):
            game = Game(program, seed)
            assert game.is_over
            total += sum(game.totals)
        assert (total > 0) == (by is TrumpBy.TURN_UP) or by is TrumpBy.DECLARER

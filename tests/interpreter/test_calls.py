"""Calls, windows and contracts of other kinds."""

from __future__ import annotations

import attrs
import pytest

from interpreter import Game, Program
from interpreter.codes import Name, Op, Who
from interpreter.program import Call, Outcome, Payment, Phase, Then, Trump, TrumpBy, Window
from tests.interpreter import programs as p
from tests.interpreter.test_auction import choices, say

PLAYED = Outcome("played", p.TRUE, ((Who.EVERYONE, p.SUM),))


def with_calls(*calls: Call, **changes) -> Program:
    """Return the four-handed game, dealt by seat 0, with other calls."""
    program = p.partnership(
        **{"calls": calls, "exchange": None, "outcomes": (PLAYED, *p.partnership().rules.outcomes), **changes}
    )
    return attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))


def to_play(game: Game) -> Game:
    """Let everybody pass and name spades."""
    say(game, "pass", "pass", "pass")
    game.apply(game.action("trump ♠"))
    return game


def test_a_redeal_by_right_that_the_partner_must_agree_to():
    nines = Call(
        "nines",
        Window.AFTER,
        Phase.DEAL,
        by=(Who.EVERYONE,),
        may=p.code((Op.COUNT, 0), 3, Op.GE),
        then=Then.SAME_DEALER,
        agreed_by=Who.PARTNER,
    )
    offered = 0
    for seed in range(40):
        game = Game(with_calls(nines), seed)
        holders = [s for s in (1, 2, 3, 0) if sum(game.hand_counts(s)[r] for r in (5, 11, 17, 23)) >= 3]
        if not holders:
            assert game.decision == "bid"
            continue
        offered += 1
        assert (game.decision, game.current_seat) == ("call", holders[0])
        assert choices(game) == ["call nines", "pass"]
        no = game.copy()
        no.apply(no.action("pass"))
        assert no.current_seat == (holders[1] if len(holders) > 1 else 1)
        game.apply(game.action("call nines"))
        assert (game.decision, game.current_seat) == ("agree", (holders[0] + 2) % 4)
        refused = game.copy()
        refused.apply(refused.action("pass"))
        assert refused.facts()["redeal"] == 0
        game.apply(game.action("agree"))
        assert (game.facts()["redeal"], game.facts()["dealer"], game.facts()["deal"]) == (1, 0, 1)
    assert offered > 3


def test_the_next_dealer_deals():
    call = Call("throw in", Window.AFTER, Phase.DEAL, by=(p.ELDEST,), then=Then.NEXT_DEALER)
    game = Game(with_calls(call), 1)
    game.apply(game.action("call throw in"))
    assert (game.facts()["redeal"], game.facts()["dealer"]) == (1, 1)


def test_calls_of_the_rules_happen_of_themselves():
    call = Call("hopeless", Window.AFTER, Phase.MELD, must=p.code(Name.BID, 300, Op.GE), then=Then.OUTCOME, outcome=3)
    game = say(Game(with_calls(call), 1), "bid 250", "bid 270", "bid 290", "bid 310", "pass", "pass", "pass")
    game.apply(game.action("trump ♠"))
    assert game.facts()["deal"] == 2
    assert game.totals[0] == -310
    game = to_play(Game(with_calls(call), 1))
    assert game.decision == "play"


def test_a_call_may_end_the_deal_with_an_outcome():
    concede = Call("concede", Window.AFTER, Phase.MELD, by=(Who.DECLARER,), then=Then.OUTCOME, outcome=3)
    game = to_play(Game(with_calls(concede), 1))
    assert (game.decision, game.current_seat) == ("call", 0)
    assert game.observation(0).pending_call == "concede"
    laid = game.seat_figures()["laid_meld"]
    game.apply(game.action("call concede"))
    assert game.totals == [-250, laid[1] + laid[3]]


def test_calls_with_answers_and_open_hands():
    """One lays down; the others may challenge; unchallenged, the contract is made."""
    lay_down = Call("lay down", Window.BEFORE_FIRST_LEAD, by=(Who.DECLARER,), shows_hand=True)
    challenge = Call("challenge", Window.AFTER_CALL, answers=0, by=(Who.DEFENDERS,), stakes=2, once=True)
    unchallenged = Call(
        "unchallenged", Window.AFTER_CALL, answers=0, must=p.code((Op.CALLED, 1), Op.NOT), then=Then.STOP_PLAY
    )
    stake = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.STAKE)),))
    program = with_calls(lay_down, challenge, unchallenged, outcomes=(stake,))
    game = to_play(Game(program, 2))
    assert choices(game) == ["call lay down", "pass"]
    game.apply(game.action("call lay down"))
    assert (game.current_seat, choices(game)) == (1, ["call challenge", "pass"])
    assert len(game.observation(1).open_hands[0]) == 12
    quiet = game.copy()
    quiet.apply(quiet.action("pass"))
    assert quiet.current_seat == 3
    quiet.apply(quiet.action("pass"))
    assert quiet.facts()["deal"] == 2
    assert quiet.totals == [1, 1]
    game.apply(game.action("call challenge"))
    assert game.decision == "play"
    assert game.facts()["stake"] == 2


def test_a_contract_of_another_kind():
    """In place of trump: no trump, no melds, every trick or nothing."""
    base = p.partnership().rules
    durch = Call("durch", Window.IN_PLACE_OF, Phase.TRUMP, by=(Who.DECLARER,), mode=1)
    all_tricks = p.code(Name.TRICKS, Name.ALL_TRICKS, Op.EQ)
    rows = (
        Outcome("all", all_tricks, ((Who.DECLARERS, p.code(1000)),)),
        Outcome("not all", p.TRUE, ((Who.DECLARERS, p.code(-1000)),)),
    )
    normal = attrs.evolve(base, calls=(durch,), exchange=None, outcomes=(PLAYED,))
    other = attrs.evolve(normal, trump=Trump(TrumpBy.NOBODY), meld=None, outcomes=rows)
    program = p.partnership()
    program = attrs.evolve(program, modes=(normal, other), table=attrs.evolve(program.table, first_dealer=0))
    game = say(Game(program, 3), "pass", "pass", "pass")
    assert (game.decision, choices(game)) == ("call", ["call durch", "pass"])
    usual = game.copy()
    usual.apply(usual.action("pass"))
    assert usual.decision == "trump"
    game.apply(game.action("call durch"))
    assert (game.decision, game.facts()["mode"], game.facts()["trump"]) == ("play", 1, 4)
    assert game.observation(0).trump == "none"
    assert game.seat_figures()["laid_meld"] == [0, 0, 0, 0]
    while game.facts()["deal"] == 1:
        game.apply(game.legal_actions()[0])
    assert game.totals in ([-1000, 0], [1000, 0])
    assert game.facts()["mode"] == 0
    assert Game.replay(game.record()).totals == game.totals


def test_windows_around_every_card():
    calls = tuple(
        Call(window.value, window, by=(Who.EVERYONE,), once=True)
        for window in (
            Window.BEFORE_OWN_FIRST_CARD,
            Window.BEFORE_OWN_CARD,
            Window.AFTER_OWN_CARD,
            Window.BEFORE_EACH_LEAD,
            Window.AFTER_EACH_TRICK,
        )
    )
    game = to_play(Game(with_calls(*calls), 4))
    seen = []
    while game.facts()["deal"] == 1 and len(seen) < 60:
        if game.decision == "call":
            name = game.observation(game.current_seat).pending_call
            seen.append((name, game.current_seat, game.facts()["tricks_played"]))
            game.apply(game.legal_actions()[0])
        else:
            game.apply(game.legal_actions()[0])
    assert [s[0] for s in seen] == [
        "before each lead", "before own first card", "before own card", "after own card", "after each trick"
    ]  # fmt: skip
    assert [s[2] for s in seen] == [0, 0, 0, 0, 1]


def test_payments_at_windows():
    seven = Payment(
        "nine played", Window.AFTER_OWN_CARD, condition=p.code((Op.PLAYED, 0)), to=Who.FROM_DEALER, amount=p.code(10)
    )
    program = with_calls(payments=(seven,))
    game = to_play(Game(program, 4))
    nines = 0
    while game.facts()["deal"] == 1:
        nines += game.legal_actions()[-1] % 6 == 5
        game.apply(game.legal_actions()[-1])
        if game.facts()["deal"] == 1:
            assert game.totals[0] == 10 * nines


def test_a_call_that_bids():
    shoot = Call("shoot", Window.AT_OWN_FIRST_BID, by=(Who.EVERYONE,), bids=10, may=p.code(Name.NOBODY_BID))
    game = Game(with_calls(shoot), 1)
    assert (game.decision, game.current_seat) == ("call", 1)
    game.apply(game.action("call shoot"))
    assert game.facts()["bid"] == 350
    assert (game.decision, game.current_seat, choices(game)) == ("bid", 2, ["bid 360", "bid 370", "pass"])
    say(game, "pass", "pass", "pass")
    assert game.facts()["declarer"] == 1


def test_taken_cards_and_calls_in_formulas():
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code((Op.TAKEN, 0))),))
    game = to_play(Game(with_calls(outcomes=(row,)), 4))
    while game.facts()["deal"] == 1:
        game.apply(game.legal_actions()[0])
    assert sum(game.totals) == 8, "a set of cards in tricks is that of the whole side: two of each nine"


def test_more_words_that_pass_than_there_is_room_for():
    auction = attrs.evolve(with_calls().rules.auction, passes=tuple(f"pass {n}" for n in range(9)))
    with pytest.raises(ValueError, match="words"):
        Game(with_calls(auction=auction))

"""Every form of the auction, trump, widow, exchange and burying."""

from __future__ import annotations

import attrs
import pytest

from interpreter import Game, UnsupportedProgram
from interpreter.codes import Name, Op, Who
from interpreter.program import Auction, Bury, Exchange, Outcome, Phase, Then, Trump, TrumpBy, Widow
from tests.interpreter import programs as p

DEALER = int(Who.FROM_DEALER)
BASE = Auction(
    tuple(range(250, 2000, 10)),
    jumps=False,
    steps=(10, 20),
    opens=p.ELDEST,
    all_pass=Then.NOTHING,
    taker=DEALER,
    taken_at=250,
)


def game_with(auction: Auction, seed: int = 1, **changes) -> Game:
    """Return a four-handed game with an auction; seats are counted from the dealer below."""
    program = p.partnership(auction=auction, exchange=None, **changes)
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    return Game(program, seed)


def say(game: Game, *words: str) -> Game:
    """Let the speakers say these words in turn."""
    for word in words:
        assert game.decision == "bid", word
        game.apply(game.action(word))
    return game


def choices(game: Game) -> list[str]:
    return [game.describe(a) for a in game.legal_actions()]


def contract(game: Game) -> tuple[int, int]:
    """Return declarer and bid once trump is to be named."""
    assert game.decision == "trump"
    return game.facts()["declarer"], game.facts()["bid"]


def test_the_first_bid_is_the_minimum_and_raises_are_ten_or_twenty():
    game = game_with(BASE)
    assert game.current_seat == 1
    assert choices(game) == ["bid 250", "pass"]
    say(game, "bid 250")
    assert (game.current_seat, choices(game)) == (2, ["bid 260", "bid 270", "pass"])
    say(game, "bid 270", "pass", "bid 280", "pass")
    assert game.current_seat == 2
    say(game, "pass")
    assert contract(game) == (0, 280)


def test_after_three_passes_the_dealer_is_not_asked():
    assert contract(say(game_with(BASE), "pass", "pass", "pass")) == (0, 250)


def test_a_single_bidder_wins_when_all_others_pass():
    assert contract(say(game_with(BASE), "bid 250", "pass", "pass", "pass")) == (1, 250)
    assert contract(say(game_with(BASE), "pass", "pass", "bid 250", "pass")) == (3, 250)


def test_the_dealer_takes_it_or_bids_more():
    game = say(game_with(attrs.evolve(BASE, taken_or_more=True, jumps=True)), "pass", "pass", "pass")
    assert (game.current_seat, choices(game)[:2]) == (0, ["bid 250", "bid 260"])
    assert "pass" not in choices(game)
    assert contract(say(game, "bid 300")) == (0, 300)
    game = say(game_with(attrs.evolve(BASE, taken_or_more=True, taken_at=200)), "pass", "pass", "pass")
    assert choices(game)[:2] == ["take the contract", "bid 250"]
    assert contract(say(game, "take")) == (0, 200)


def test_all_pass_can_mean_a_new_deal():
    game = say(game_with(attrs.evolve(BASE, all_pass=Then.NEXT_DEALER)), *["pass"] * 4)
    assert (game.facts()["dealer"], game.facts()["redeal"], game.facts()["deal"]) == (1, 1, 1)
    game = say(game_with(attrs.evolve(BASE, all_pass=Then.SAME_DEALER)), *["pass"] * 4)
    assert (game.facts()["dealer"], game.facts()["redeal"], game.facts()["deal"]) == (0, 1, 1)


def test_endless_redeals_end():
    game = game_with(attrs.evolve(BASE, all_pass=Then.SAME_DEALER))
    while game.facts()["deal"] == 1:
        say(game, "pass")
    assert game.facts()["deal"] == 2
    assert game.totals == [0, 0]
    assert game.facts()["unfinished"] == 1


def test_jumps_allow_every_higher_bid():
    game = say(game_with(attrs.evolve(BASE, jumps=True, steps=())), "bid 400")
    assert choices(game)[0] == "bid 410"
    assert len(choices(game)) == len([b for b in BASE.ladder if b > 400]) + 1


def test_a_bid_held_in_advance():
    game = game_with(attrs.evolve(BASE, holds=250))
    assert (game.current_seat, choices(game)) == (2, ["bid 260", "bid 270", "pass"])
    assert contract(say(game, "pass", "pass", "pass")) == (1, 250)


def test_the_opener_who_must_open():
    game = game_with(attrs.evolve(BASE, must_open=True))
    assert choices(game) == ["bid 250"]
    say(game, "bid 250", "bid 260")
    assert "pass" in choices(game)


def test_one_bid_each():
    game = say(game_with(attrs.evolve(BASE, turns=1)), "bid 250", "bid 260", "pass", "bid 280")
    assert contract(game) == (0, 280)


def test_the_last_word():
    game = game_with(attrs.evolve(BASE, last_word=DEALER, last_word_steps=(10,)))
    say(game, "bid 250", "bid 260", "bid 270", "pass", "pass")
    assert (game.current_seat, choices(game)) == (0, ["bid 280", "pass"])
    assert contract(say(game, "bid 280")) == (0, 280)
    game = game_with(attrs.evolve(BASE, last_word=DEALER))
    assert contract(say(game, "bid 250", "pass", "pass", "pass")) == (1, 250)
    assert contract(say(game_with(attrs.evolve(BASE, last_word=DEALER)), "pass", "pass", "pass")) == (0, 250)


def test_a_pass_that_is_not_final():
    game = game_with(attrs.evolve(BASE, pass_rule="may return"))
    say(game, "pass", "bid 250", "pass", "bid 260")
    assert game.current_seat == 1
    assert contract(say(game, "bid 270", "pass", "pass", "pass")) == (1, 270)


def test_conditions_on_bidding():
    may = p.code(Name.SEAT, 2, Op.NE)
    game = say(game_with(attrs.evolve(BASE, may_bid=may)), "pass")
    assert choices(game) == ["pass"]
    must = p.code(Name.SEAT, 1, Op.EQ)
    assert choices(game_with(attrs.evolve(BASE, must_bid=must))) == ["bid 250"]
    may_pass = p.code(Name.SEAT, 1, Op.NE)
    assert choices(game_with(attrs.evolve(BASE, may_pass=may_pass))) == ["bid 250"]
    lowest = p.code(300)
    assert choices(game_with(attrs.evolve(BASE, minimum=lowest))) == ["bid 300", "pass"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"order": "duel"}, "duel"),
        ({"with_suit": True}, "with_suit"),
        ({"summed": True}, "summed"),
        ({"exposes": True}, "exposes"),
        ({"pass_rule": "partner carries on"}, "partner carries on"),
    ],
)
def test_auctions_that_are_refused(change, words):
    with pytest.raises(UnsupportedProgram, match=words):
        game_with(attrs.evolve(BASE, **change))


def test_trump_needs_and_what_happens_without():
    king_and_queen = p.code((Op.HOLDS, 0))
    seen = set()
    for seed in range(60):
        game = game_with(
            BASE, seed, trump=Trump(TrumpBy.DECLARER, king_and_queen, lacking=Then.OUTCOME, lacking_outcome=2)
        )
        say(game, "pass", "pass", "pass")
        hand = game.facts()["deal"] == 1 and game.hand_counts(0)
        if game.decision != "trump":
            assert game.facts()["deal"] == 2
            assert game.totals == [-250, 0]
            seen.add("lacking")
            continue
        suits = [s for s in range(4) if hand[p.card("K", s)] and hand[p.card("Q", s)]]
        assert [game.action(f"trump {game.program.deck.suits[s]}") for s in suits] == game.legal_actions()
        seen.add("named")
    assert seen == {"lacking", "named"}


def test_trump_or_none():
    game = say(game_with(BASE, trump=Trump(TrumpBy.DECLARER, or_none=True)), "pass", "pass", "pass")
    assert choices(game) == ["trump ♠", "trump ♥", "trump ♦", "trump ♣", "trump none"]
    game.apply(game.action("trump none"))
    assert game.facts()["trump"] == 4


def test_partner_passes_first_and_gets_cards_back():
    program = p.partnership()
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    game = Game(program, 3)
    say(game, "pass", "pass", "pass")
    game.apply(game.action("trump ♠"))
    assert (game.decision, game.current_seat) == ("exchange", 2)
    before = [game.hand_counts(s) for s in range(4)]
    given = []
    while game.current_seat == 2:
        assert given == sorted(given)
        given.append(game.legal_actions()[-1])
        game.apply(given[-1])
    assert len(given) == 4
    assert sum(game.hand_counts(0)) == 16
    assert sum(game.hand_counts(2)) == 8
    assert all(game.hand_counts(0)[t] == before[0][t] + given.count(t) for t in range(24))
    back = []
    while game.decision == "exchange":
        assert game.current_seat == 0
        back.append(game.legal_actions()[0])
        game.apply(back[-1])
    assert [sum(game.hand_counts(s)) for s in range(4)] == [12] * 4
    assert game.passed_counts(2) == [back.count(t) for t in range(24)]
    assert [game.hand_counts(s) for s in (1, 3)] == [before[1], before[3]]


@pytest.mark.parametrize("order", ["partner first", "declarer first", "together"])
def test_orders_of_the_exchange(order):
    program = p.partnership(exchange=Exchange(3, order))
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    game = Game(program, 4)
    say(game, "pass", "pass", "pass")
    game.apply(game.action("trump ♠"))
    first = 0 if order == "declarer first" else 2
    assert game.current_seat == first
    for _ in range(3):
        game.apply(game.legal_actions()[0])
    assert sum(game.hand_counts(2 - first)) == (12 if order == "together" else 15)
    for _ in range(3):
        assert game.current_seat == 2 - first
        game.apply(game.legal_actions()[0])
    assert [sum(game.hand_counts(s)) for s in range(4)] == [12] * 4


def test_each_set_of_cards_has_one_sequence():
    program = p.partnership()
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    game = Game(program, 5)
    say(game, "pass", "pass", "pass")
    game.apply(game.action("trump ♥"))
    hand = [t for t, n in enumerate(game.hand_counts(2)) for _ in range(n)]
    found = []

    def walk(state: Game, path: tuple[int, ...]) -> None:
        if len(path) == 4:
            found.append(path)
            return
        for action in state.legal_actions():
            twin = state.copy()
            twin.apply(action)
            walk(twin, (*path, action))

    walk(game, ())
    from itertools import combinations

    assert sorted(found) == sorted(set(combinations(hand, 4)))


def test_cards_that_may_not_be_passed_give_way_when_nothing_else_is_left():
    trumps = tuple(sum(1 << t for t in range(s * 6, s * 6 + 6)) if s < 4 else 0 for s in range(5))
    program = p.partnership(exchange=Exchange(4, not_cards=trumps))
    game = Game(attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0)), 5)
    say(game, "pass", "pass", "pass")
    suit = max(range(4), key=lambda s: sum(game.hand_counts(2)[s * 6 : s * 6 + 6]))
    game.apply(game.legal_actions()[suit])
    while game.current_seat == 2:
        assert all(a // 6 != suit for a in game.legal_actions())
        game.apply(game.legal_actions()[0])
    everything = tuple(sum(1 << t for t in range(1, 24)) for _ in range(5))
    program = p.partnership(exchange=Exchange(4, not_cards=everything))
    game = Game(attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0)), 5)
    say(game, "pass", "pass", "pass")
    game.apply(game.legal_actions()[0])
    while game.decision == "exchange":
        game.apply(game.legal_actions()[0])
    assert [sum(game.hand_counts(s)) for s in range(4)] == [12] * 4


def three(seed: int, **changes) -> Game:
    """Return a three-handed game whose dealer holds the contract."""
    program = p.three_handed(**changes)
    return say(Game(attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0)), seed), "pass", "pass")


def test_the_widow_goes_to_the_declarer_and_is_buried():
    for seed in range(20):
        game = three(seed)
        widow = game.widow_cards()
        assert contract(game) == (0, 200)
        assert sum(game.hand_counts(0)) == 18
        assert all(game.hand_counts(0)[t] >= widow.count(t) for t in widow)
        assert game.observation(1).widow == game.observation(0).widow != ()
        game.apply(game.legal_actions()[0])
        assert game.decision == "bury"
        laid = game.seat_figures()["laid_meld"][0]
        while game.decision == "bury":
            game.apply(game.legal_actions()[-1])
        assert sum(game.hand_counts(0)) == 15
        rest = [
            game.program.deck.ranks[t % 6] + game.program.deck.suits[t // 6]
            for t, n in enumerate(game.hand_counts(0))
            for _ in range(n)
        ]
        from interpreter import melds

        assert melds(game.program, rest, game.facts()["trump"]).total >= laid


def test_a_widow_that_only_its_owner_sees():
    game = three(1, widow=Widow(Who.DECLARER, "to nobody"))
    assert game.observation(0).widow
    assert game.observation(1).widow == ()


@pytest.mark.parametrize(("counts_for", "counted"), [("declarer", 1), ("nobody", 0), ("last trick winner", 1)])
def test_buried_cards_count(counts_for, counted):
    row = Outcome("played", p.TRUE, ((Who.EVERYONE, p.code(Name.OWN_COUNTERS)),))
    game = three(3, bury=Bury(3, counts_for=counts_for), outcomes=(row,))
    game.apply(game.legal_actions()[0])
    buried = []
    while game.decision == "bury":
        buried.append(game.legal_actions()[0])
        game.apply(buried[-1])
    points = sum(game.program.rules.card_points[t] for t in buried)
    assert points > 0
    while game.facts()["deal"] == 1:
        game.apply(game.legal_actions()[0])
    assert sum(game.totals) == 250 - points * (1 - counted)


def test_phases_in_another_order():
    phases = (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.WIDOW, Phase.BURY, Phase.MELD, Phase.PLAY, Phase.SCORE)
    game = three(2, phases=phases, bury=Bury(3))
    assert sum(game.hand_counts(0)) == 15
    game.apply(game.legal_actions()[0])
    assert game.decision == "bury"
    assert sum(game.hand_counts(0)) == 18


def test_three_alone_against_one():
    game = three(2)
    sides = game.seat_figures()["side"]
    assert sides == [0, 1, 1]

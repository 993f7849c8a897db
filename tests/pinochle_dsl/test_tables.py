"""Who plays with whom, who is paid what, and who wins: games of whole files, worked by hand."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from interpreter import Game, settle, simulate
from pinochle_dsl import check, load

FAMILY = (
    "double-deck",
    "double-deck-surrender",
    "double-deck-tournament",
    "five-handed-called-partner",
    "six-handed",
    "six-handed-three-sides",
    "eight-handed",
    "check-pinochle",
    "triple-deck",
    "racehorse",
    "racehorse-six",
    "partnership-small",
    "three-handed-kitty",
)

ALONE = """variant: house
extends: three-handed
"""


def program(tmp_path: Path, text: str, **options: str):
    """Return the Program of a rules file."""
    file = tmp_path / "house.yaml"
    file.write_text(text, encoding="utf-8")
    return load(str(file), options).compile()


def findings(text: str) -> list[str]:
    """Return what a check says of a file, codes and messages."""
    return [f"{item.code} {item.message}" for item in check("house.yaml", data=text.encode()).diagnostics]


def cards_of(game: Game) -> Counter[int]:
    """Return every card that is somewhere: hands, cards played, cards buried, the widow before it is taken."""
    seats = range(game.program.table.seats)
    return Counter({t: sum(game.hand_counts(s)[t] for s in seats) for t in range(4 * len(game.program.deck.ranks))})


def play(game: Game, kinds: tuple[int, ...]):
    """Play a game to the end, yielding it before every action."""
    while not game.is_over:
        assert game.legal_actions()
        yield game
        game.apply(game.choice(kinds[game.current_seat % len(kinds)]))


# -- the family


@pytest.mark.parametrize("name", FAMILY)
@pytest.mark.parametrize("player", ["random", "basic"])
def test_games_of_the_family_end_of_themselves(name: str, player: str) -> None:
    result = simulate(load(name).compile(), 100, 3, (player,))
    assert result.games == 100
    assert "unfinished" not in result.stats or result.stats["unfinished"].mean == 0


@pytest.mark.parametrize("name", FAMILY)
def test_a_record_of_each_replays(name: str) -> None:
    game = Game(load(name).compile(), 5, players=["basic"])
    for _ in play(game, (1, 0)):
        pass
    again = Game.replay(game.record())
    assert again.totals == game.totals
    assert again.ledgers() == game.ledgers()


# -- a partner who is found in the deal


def called_partner() -> Game:
    """Return a game of five at the moment when a card is asked for."""
    game = Game(load("five-handed-called-partner").compile(), 1)
    while game.decision != "ask":
        game.apply(game.choice(1))
    return game


def test_the_first_holder_from_the_right_hands_the_card_over_and_is_the_partner() -> None:
    game = called_partner()
    asker = game.current_seat
    before = [game.hand_counts(seat) for seat in range(5)]
    card = game.legal_actions()[0]
    holder = next(s for s in ((asker - i) % 5 for i in range(1, 5)) if before[s][card])
    game.apply(card)
    assert game.observation(2).partner == holder
    assert game.observation(2).asked == game.describe(card)
    assert game.hand_counts(asker)[card] == before[asker][card] + 1
    assert game.hand_counts(holder)[card] == before[holder][card] - 1
    side = game.seat_figures()["side"]
    assert [seat for seat in range(5) if side[seat] == side[asker]] == sorted((asker, holder))
    assert (game.decision, game.current_seat) == ("exchange", asker)
    back = game.legal_actions()[-1]
    game.apply(back)
    assert sum(game.hand_counts(holder)) == sum(game.hand_counts(asker)) == 16


def test_a_card_of_which_one_holds_every_copy_cannot_be_asked_for() -> None:
    game = called_partner()
    asker, copies = game.current_seat, game.program.deck.copies
    assert game.legal_actions() == [t for t in range(20) if game.hand_counts(asker)[t] < copies[t]]


def test_both_partners_get_all_of_their_side_and_defenders_their_own_meld() -> None:
    figures = {"bid": 35, "meld": [15, 4, 2, 6, 0], "counters": [12, 8, 6, 10, 14]}
    five = load("five-handed-called-partner").compile()
    assert settle(five, declarer=0, partner=3, **figures).gains == (43, 32, 30, 43, 28)
    assert settle(five, declarer=0, **figures).outcome == "set"  # 15 + 12: alone he has not made 35
    with pytest.raises(ValueError, match="seat 0 is the declarer"):
        settle(five, declarer=0, partner=0, **figures)
    with pytest.raises(ValueError, match="no partner is found"):
        settle(load("partnership").compile(), bid=25, declarer=0, partner=2, meld=[0, 0], counters=[25, 0])


def test_a_card_that_stays_makes_a_partner_without_an_exchange(tmp_path: Path) -> None:
    text = """variant: house
extends: five-handed-called-partner
ask: {for: A, moves: false, back: 0}
"""
    game = Game(program(tmp_path, text), 2)
    while game.decision != "ask":
        game.apply(game.choice(1))
    assert {game.describe(a)[0] for a in game.legal_actions()} == {"A"}
    before = [game.hand_counts(seat) for seat in range(5)]
    game.apply(game.legal_actions()[0])
    assert [game.hand_counts(seat) for seat in range(5)] == before
    assert game.decision == "play"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ask: null", "PIN404 nothing says how the partner is found"),
        ("ask: {back: null}", "PIN401 1 card comes and 0 go back: hands would not come out"),
        ("ask: {back: 2}", "PIN401 1 card comes and 2 go back: hands would not come out"),
        ("ask: {by: defenders}", "PIN308 one player asks"),
        ("players: {sides: alone}", "PIN405 sides are fixed, so the holder cannot become partner"),
    ],
)
def test_what_cannot_be_asked_for_is_refused(text: str, message: str) -> None:
    assert message in findings(f"variant: house\nextends: five-handed-called-partner\n{text}\n")


# -- an exchange among three


def test_three_partners_pass_to_the_left_on_odd_deals_and_to_the_right_on_even_ones() -> None:
    game = Game(load("six-handed").compile(), 4)
    seen: dict[int, set[int]] = {1: set(), 2: set()}
    while not game.is_over and game.facts()["deal"] < 3:
        facts = game.facts()
        if game.decision == "exchange":
            assert game.observation(facts["receiver"]).received == ()  # nobody looks before all have chosen
            seen[facts["deal"]].add((facts["receiver"] - game.current_seat) % 6)
        game.apply(game.choice(1))
    assert seen == {1: {2}, 2: {4}}


def test_cards_that_wait_on_the_table_arrive() -> None:
    game = Game(load("six-handed").compile(), 4)
    while game.decision != "exchange":
        game.apply(game.choice(1))
    whole = cards_of(game)
    while game.decision == "exchange":
        game.apply(game.choice(0))
    assert cards_of(game) == whole
    assert game.seat_figures()["hand_left"] == [8] * 6
    got = [sum(game.passed_counts(seat)) for seat in range(6)]
    assert sorted(got) == [0, 0, 0, 2, 2, 2]


def test_more_than_two_partners_need_among() -> None:
    said = findings("variant: house\nextends: six-handed\nexchange: {among: null, to: null, order: null}\n")
    assert "PIN405 a side has more than two players" in said
    said = findings("variant: house\nextends: partnership\nexchange: {cards: 3, to: [left]}\n")
    assert "PIN405 two partners have no left and right" in said


# -- more people than seats


def test_dealer_and_second_to_his_left_sit_out_at_a_table_of_five() -> None:
    game = Game(load("three-handed-kitty", {"at_table": 5}).compile(), 7)
    for _ in play(game, (1,)):
        facts, figures = game.facts(), game.seat_figures()
        out = {facts["dealing"], (facts["dealing"] + 2) % 5}
        assert {p for p in range(5) if facts["idle"] >> p & 1} == out
        assert figures["account"] == [p for p in range(5) if p not in out]
        eldest = next(p for p in ((facts["dealing"] + i) % 5 for i in range(1, 5)) if p not in out)
        assert figures["account"][(facts["dealer"] + 1) % 3] == eldest
    assert game.facts()["deal"] == 18


def test_the_deal_goes_round_all_people_and_each_keeps_his_own_account() -> None:
    game = Game(load("three-handed-kitty", {"at_table": 4}).compile(), 7)
    dealt = []
    for _ in play(game, (1,)):
        if not dealt or dealt[-1][0] != game.facts()["deal"]:
            dealt.append((game.facts()["deal"], game.facts()["dealing"]))
    first = dealt[0][1]
    assert [dealer for _, dealer in dealt] == [(first + i) % 4 for i in range(len(dealt))]
    chips, kitty = game.ledgers()["chips"], game.ledgers()["kitty"]
    assert len(chips) == 4
    assert sum(chips) + kitty[0] == 4 * 150


@pytest.mark.parametrize(("idle", "gains"), [("with the defenders", (-3, 9, -3, -3)), ("nothing", (0, 6, -3, -3))])
def test_those_who_sit_out_win_and_lose_with_the_defenders_or_not(tmp_path: Path, idle: str, gains) -> None:
    text = f"variant: house\nextends: three-handed-kitty\nplayers: {{at_table: 4, idle: {idle}}}\n"
    text = text.replace(", idle: with the defenders", "")
    house = program(tmp_path, text)
    figures = {"trump": "♥", "meld": [0, 160, 0, 0], "counters": [0, 150, 50, 50], "totals": [100] * 4}
    assert settle(house, bid=300, declarer=1, dealer=0, **figures).gains == gains


def test_people_who_sit_out_must_be_named_and_sides_be_loose() -> None:
    said = findings("variant: house\nextends: three-handed\nplayers: {at_table: 5, sit_out: [dealer]}\n")
    assert "PIN404 5 people and 3 seats: 2 sit out, and 1 are named" in said
    said = findings("variant: house\nextends: partnership\nplayers: {at_table: 5, sit_out: [dealer]}\n")
    assert "PIN404 with fixed sides nobody can sit out" in said


# -- payments


def test_an_amount_between_players_is_asked_of_the_one_who_gets_it(tmp_path: Path) -> None:
    text = """variant: house
extends: partnership
ledgers: {checks: {}}
payments:
  tricks: {from: opponents, to: each, ledger: checks, amount: tricks}
  poor:   {if: tricks < 6, from: everyone, to: bank, ledger: checks, amount: 6 - tricks}
"""
    game = Game(program(tmp_path, text), 1)
    while game.facts()["deal"] < 2:
        game.apply(game.choice(1))
    trace = game.ledgers()["checks"]
    won = None
    game = Game(program(tmp_path, text), 1)
    while game.facts()["deal"] < 2:
        figures = game.seat_figures()["tricks"]
        last = game.facts()["leader"]
        won = [figures[0] + figures[2], figures[1] + figures[3]]
        game.apply(game.choice(1))
    assert won is not None
    missing = 12 - sum(won)
    choices = []
    for winner in range(2):
        tricks = [won[a] + (missing if a == winner else 0) for a in range(2)]
        choices.append([tricks[a] - tricks[1 - a] - max(0, 6 - tricks[a]) for a in range(2)])
    assert trace in choices
    del last


def test_checks_for_melds_go_to_the_side_that_lays_them() -> None:
    game = Game(load("check-pinochle").compile(), 11)
    while not game.facts()["melds_laid"]:
        game.apply(game.choice(1))
    laid = game.ledgers()["checks"]
    assert sum(laid) == 0  # what one side gets the other pays


def test_a_payment_at_a_players_own_moment_is_his(tmp_path: Path) -> None:
    text = """variant: house
extends: three-handed
ledgers: {chips: {}}
payments: {bid: {when: at own first bid, from: everyone, to: bank, ledger: chips, amount: 1}}
"""
    game = Game(program(tmp_path, text), 1)
    first = game.current_seat
    assert game.ledgers()["chips"] == [-1 if seat == first else 0 for seat in range(3)]
    game.apply(game.action("pass"))
    assert game.ledgers()["chips"].count(-1) == 2


def test_a_kitty_is_paid_pays_and_is_shared_out_at_the_end(tmp_path: Path) -> None:
    text = """variant: house
extends: partnership
ledgers: {chips: {start: 20}, kitty: {joint: true, at_end: %s}}
payments:
  ante:  {when: game start, from: everyone, to: kitty, ledger: chips, amount: 5}
  prize: {if: "tricks >= 7", from: kitty, to: each, ledger: chips, amount: 1}
game: {target: null, both_reach: null, deals: 2}
"""
    shared = Game(program(tmp_path, text % "shared"), 1)
    assert shared.ledgers() == {"points": [0, 0], "chips": [15, 15], "kitty": [10]}
    for _ in play(shared, (1,)):
        pass
    chips, kitty = shared.ledgers()["chips"], shared.ledgers()["kitty"]
    assert sum(chips) + kitty[0] == 40
    assert 0 <= kitty[0] < 2  # what does not divide stays
    taken = Game(program(tmp_path, text % "to the winner"), 1)
    for _ in play(taken, (1,)):
        pass
    assert taken.ledgers()["kitty"] == [0]
    assert isinstance(taken.winner, int)
    assert taken.ledgers()["chips"][taken.winner] > taken.ledgers()["chips"][1 - taken.winner]


def test_a_joint_account_that_nobody_pays_into_cannot_be_shared_out() -> None:
    said = findings("variant: house\nextends: partnership\nledgers: {kitty: {joint: true, at_end: shared}}\n")
    assert any("no payment goes to or from `kitty`" in line for line in said)


def test_another_currency_may_decide_the_game() -> None:
    result = settle(
        load("three-handed-kitty").compile(),
        bid=400,
        declarer=1,
        dealer=0,
        trump="♠",
        meld=[0, 260, 0],
        counters=[50, 150, 50],
        totals=[15, 200, 120],
    )
    assert result.gains == (-20, 60, -20)
    assert result.totals == (-5, 260, 100)
    assert result.winner == 1  # somebody is broke: the richest wins


# -- the end of the game


def ending(tmp_path: Path, game: str):
    """Return a program with another end."""
    return program(tmp_path, f"variant: house\nextends: partnership\nunit: 10\ngame: {game}\n")


def test_a_target_rises_for_good_and_is_points(tmp_path: Path) -> None:
    ten = ending(tmp_path, "{both_reach: [target + 250]}")
    assert ten.rules.ending.both_reach == ("target + 250",)
    inherited = "variant: base\nextends: partnership\ngame: {both_reach: [target + 25]}\n"
    (tmp_path / "base.yaml").write_text(inherited, encoding="utf-8")
    scaled = program(tmp_path, "variant: house\nextends: ./base.yaml\nunit: 10\nauction: {minimum: 260}\n")
    assert scaled.rules.ending.both_reach == ("target + 250",)
    assert findings("variant: house\nextends: partnership\ngame: {both_reach: [target + 0]}\n")[0].startswith("PIN310")


def test_a_risen_target_does_not_fall_back(tmp_path: Path) -> None:
    house = program(tmp_path, "variant: house\nextends: partnership\ngame: {target: 20, both_reach: [target + 25]}\n")
    rises = 0
    for seed in range(20):
        game = Game(house, seed)
        target = 20
        for _ in play(game, (1,)):
            now = game.facts()["target"]
            assert now >= target
            assert (now - 20) % 25 == 0
            rises += now > target
            target = now
        if isinstance(game.winner, int):
            assert game.totals[game.winner] >= target
    assert rises


@pytest.mark.parametrize("rule", ["deals won", "best deal", "exact points", "lot"])
def test_ties_are_broken(tmp_path: Path, rule: str) -> None:
    text = """variant: house
extends: partnership
outcomes: {made: {declarers: 1, defenders: 1}, set: {declarers: 1, defenders: 1}}
game: {target: null, both_reach: null, deals: 3, tie_break: [%s, lot]}
"""
    house = program(tmp_path, text % rule)
    results = set()
    for seed in range(12):
        game = Game(house, seed)
        for _ in play(game, (1,)):
            pass
        assert game.totals == [3, 3]
        results.add(game.winner)
        assert game.winner == Game.replay(game.record()).winner
    assert results == {0, 1}


# -- card points, order of play, copies


def test_a_card_may_be_worth_more_as_trump(tmp_path: Path) -> None:
    text = """variant: house
extends: partnership
counters: {cards: {A: 11, 10: 10, K: 4, Q: 3, J: 2, J of trump: 20, 9 of trump: 14}}
auction: {minimum: 100}
game: {target: 1000}
"""
    house = program(tmp_path, text)
    plain = 8 * (11 + 10 + 4 + 3 + 2) + 1
    game = Game(house, 3)
    while game.facts()["tricks_played"] != 12 and game.facts()["deal"] == 1:
        raw = sum(game.seat_figures()["raw"])
        game.apply(game.choice(1))
    assert raw <= plain + 2 * 18 + 2 * 14
    result = simulate(house, 50, 1, ("basic",))
    both = result.stats["counters of 0"].mean + result.stats["counters of 1"].mean
    assert both == pytest.approx(plain + 2 * 18 + 2 * 14)


@pytest.mark.parametrize(
    ("direction", "said", "step"),
    [
        ("clockwise", "", 1),
        ("clockwise", ", next_dealer: in turn", 1),
        ("clockwise", ", next_dealer: left", 1),
        ("clockwise", ", next_dealer: right", 3),
        ("counterclockwise", "", 1),
        ("counterclockwise", ", next_dealer: in turn", 1),
        ("counterclockwise", ", next_dealer: left", 3),
        ("counterclockwise", ", next_dealer: right", 1),
    ],
)
def test_the_deal_passes_in_turn_unless_a_side_is_said(tmp_path: Path, direction: str, said: str, step: int) -> None:
    text = f"variant: house\nextends: partnership\nplayers: {{direction: {direction}{said}}}\n"
    game = Game(program(tmp_path, text), 1)
    dealers = []
    for _ in play(game, (1,)):
        if len(dealers) < game.facts()["deal"] and not game.facts()["redeal"]:
            dealers.append(game.facts()["dealer"])
    assert [(later - one) % 4 for one, later in pairwise(dealers)] == [step] * (len(dealers) - 1)


def test_ranks_may_have_different_numbers_of_copies() -> None:
    six = load("racehorse-six").compile()
    assert sum(six.deck.copies) == 124
    assert [six.deck.copies[t] for t in range(5)] == [7, 6, 6, 6, 6]


def test_a_renege_costs_whoever_did_it() -> None:
    tournament = load("double-deck-tournament").compile()
    figures = {"bid": 60, "declarer": 0, "meld": [40, 24], "counters": [0, 0], "outcome": "renege"}
    assert settle(tournament, **figures).gains == (-60, 24)
    assert settle(tournament, offender=1, **figures).gains == (40, -60)


def test_proving_knows_every_number_of_people() -> None:
    found = check(str(Path(__file__).parents[2] / "variants" / "three-handed-kitty.yaml"))
    assert not found.diagnostics

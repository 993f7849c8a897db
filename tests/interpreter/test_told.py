"""What the machine keeps of a deal after it, and the events that a teller hears."""

from __future__ import annotations

import pytest

from interpreter import Game, Match, simulate
from interpreter.game import play_out
from tests.interpreter import programs as p

GAMES = {"partnership": p.partnership, "two-handed": p.two_handed, "three-handed": p.three_handed}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["basic", "random"])
def test_the_outcome_stays_readable(name, player):
    """After a deal its outcome and verdict can still be read, though the next deal has begun."""
    game = Game(GAMES[name](), 5, 0, [player])
    assert (game.last_outcome, game.last_made) == (None, None)
    while not game.is_over and game.facts()["deal"] == 1:
        game.apply(game.choice(int(player == "basic")))
    facts = game.facts()
    row = next(row for row in game.program.rules.outcomes if row.name == game.last_outcome)
    if game.program.rules.auction is None:
        assert game.last_made is None
    else:
        assert game.last_made is (row.name == "made")
    if not game.is_over:
        assert facts["outcome"] == -1
    twin = game.copy()
    assert (twin.last_outcome, twin.last_made) == (game.last_outcome, game.last_made)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("player", ["basic", "random"])
def test_events_do_not_change_a_game(name, player):
    program = GAMES[name]()
    for seed in range(3):
        plain, heard = Game(program, seed, 0, [player]), Game(program, seed, 0, [player])
        heard.tell_events()
        play_out(plain, [player])
        play_out(heard, [player])
        assert plain.events is None
        assert heard.record() == plain.record()
        assert heard.totals == plain.totals


def test_events_of_a_later_game_of_a_match():
    """Told or not, a game begins with the dealer and the balances that its match gave it."""
    match = Match(p.two_handed(), 2)
    for _ in range(4):
        plain = match.next_game()
        heard = Game.begin(plain.record())
        heard.tell_events()
        assert heard.ledgers() == plain.ledgers()
        play_out(plain, ["basic", "random"])
        play_out(heard, ["basic", "random"])
        assert heard.record() == plain.record()
        assert heard.ledgers() == plain.ledgers()


def test_a_match_goes_on_from_a_game():
    """The match of a game that was taken from a record goes on as the one that it was taken from."""
    whole = Match(p.two_handed(), 2)
    for _ in range(3):
        game = play_out(whole.next_game(), ["basic"])
    part = Match.of(Game.replay(game.record()))
    for _ in range(2):
        assert part.next_game().record() == whole.next_game().record()
        for match in (part, whole):
            play_out(match.games[-1], ["basic"])


def test_events_of_three_handed_deals():
    """Three cards are buried, whether or not there was a choice, and count for the declarer."""
    game = Game(p.three_handed(), 4, 0, ["random"])
    game.tell_events()
    play_out(game, ["random"])
    kinds = [kind for kind, _ in game.events]
    deals = game.facts()["deal"]
    for kind in ("deal", "bury", "melds", "last trick", "settled", "end"):
        assert kinds.count(kind) == deals, kind
    worth = game.program.rules.card_points
    buried = [cards for kind, (_, cards) in [e for e in game.events if e[0] == "bury"]]
    assert all(len(cards) == 3 for cards in buried)
    counted = [what for kind, what in game.events if kind == "buried"]
    assert sum(points for _, points in counted) == sum(worth[card] for cards in buried for card in cards)
    totals = [0, 0, 0]
    for _, (balances, _) in [e for e in game.events if e[0] == "end"]:
        totals = balances[0]
    assert totals == game.totals


def test_ledgers_of_a_simulation():
    """A winner's streak is one, a loser's none; the sums agree with any number of workers."""
    one, two = simulate(p.two_handed(), 60, 2), simulate(p.two_handed(), 60, 2, jobs=2)
    assert one.sums == two.sums
    for account in range(2):
        assert one.stats[f"streak at the end of {account}"].mean == one.stats[f"wins of {account}"].mean

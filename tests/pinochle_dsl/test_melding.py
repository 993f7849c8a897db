"""Melds over time, the stock, and hands built from the pack: rules of files, played by hand."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Program, melds, settle
from interpreter.cards import parse_cards
from interpreter.codes import NO_TRUMP
from pinochle_dsl import check, load
from tests.interpreter.exact import worth
from tests.interpreter.imagining import swap_hidden


def program_of(tmp_path: Path, text: str) -> Program:
    """Return the Program of a file's text."""
    path = tmp_path / "house.yaml"
    path.write_text(f"variant: house\n{text}", encoding="utf-8")
    return load(str(path)).compile()


def codes(text: str) -> list[str]:
    return [item.code for item in check("house.yaml", data=f"variant: house\n{text}".encode()).diagnostics]


def counts(program: Program, text: str) -> list[int]:
    cards = parse_cards(program.deck, text)
    return [cards.count(t) for t in range(len(program.deck.copies))]


def arranged(program: Program, hands: list[str], stock: str = "", turn_up: str | None = None, dealer: int = 1) -> Game:
    """Return a game before its first decision with other hands; the stock begins with the cards given."""
    for seed in range(3000):
        game = Game(program, seed)
        facts = game.facts()
        turned = None if turn_up is None else parse_cards(program.deck, turn_up)[0]
        if facts["dealer"] == dealer and (turned is None or facts["turn_up"] == turned):
            break
    else:
        raise AssertionError(turn_up)
    held = [counts(program, hand) for hand in hands]
    first = parse_cards(program.deck, stock)
    left = Counter({t: n for t, n in enumerate(program.deck.copies) if n})
    left.subtract(first)
    left.subtract(t for hand in held for t, n in enumerate(hand) for _ in range(n))
    if facts["turn_up"] >= 0:
        left[facts["turn_up"]] -= 1
    assert min(left.values()) >= 0, "the deck has not so many of a card"
    game.set_hidden(held, [*first, *left.elements()])
    return game


def choices(game: Game) -> list[str]:
    return [game.describe(a) for a in game.legal_actions()]


def say(game: Game, *texts: str) -> Game:
    for text in texts:
        game.apply(game.action(text))
    return game


def play_out(game: Game, random: Random) -> Game:
    """Play a game to the end with any actions; there is always one, and no card is ever lost."""
    whole = sum(game.program.deck.copies)
    steps = 0
    while not game.is_over:
        legal = game.legal_actions()
        assert legal
        steps += 1
        if steps > 200:  # the rest of a long game only has to come to an end
            game.apply(random.choice(legal))
            continue
        assert len(set(legal)) == len(legal)
        for action in legal:
            assert game.action(game.describe(action)) == action
        if game.decision not in ("build", "redraw"):
            hands = sum(sum(game.hand_counts(s)) for s in range(game.program.table.seats))
            aside = sum(sum(game.laid_aside_counts(s)) for s in range(game.program.table.seats))
            turned = int(game.facts()["turn_up"] >= 0 and game.program.deal.turn_up == "next card")
            seen = sum(game.seen_counts()) + hands + aside + len(game.stock_cards()) + turned
            if game.program.deal.rest.value != "out of play":
                assert seen == whole, game.decision
        game.apply(random.choice(legal))
    return game


NEW = (
    "bezique",
    "bezique-small-points",
    "bezique-pack-each",
    "rubicon-bezique",
    "six-deck-bezique",
    "sixty-six",
    "sixty-six-strokes",
    "schnapsen",
    "two-handed-classic",
    "two-handed-draw-first",
    "two-handed-sixty-four",
    "two-handed-auction",
)


@pytest.mark.parametrize("name", NEW)
def test_games_run_to_the_end_and_replay(name: str) -> None:
    program = load(name).compile()
    for seed in range(2):
        game = play_out(Game(program, seed), Random(seed))
        record = game.record()
        assert Game.replay(record).totals == game.totals
    game = Game(program, 9, players=["basic"])
    twin = game
    for step in range(150):
        if game.is_over:
            break
        if step % 7 == 0:
            twin = game.copy()
        action = game.choice(1)
        game.apply(action)
        if step % 7 == 0:
            assert twin.legal_actions(), "a copy goes on by itself"
            twin.apply(action)
            assert twin.facts() == game.facts()


@pytest.mark.parametrize("name", NEW)
def test_melds_laid_at_once_equal_exact_search(name: str) -> None:
    """The kernel's tables against a search that knows nothing of them, on random hands."""
    program = load(name).compile()
    pack = [t for t, n in enumerate(program.deck.copies) for _ in range(n)]
    random = Random(name)
    from interpreter.queries.told import scratch

    machine = scratch(program)
    for _ in range(25):
        size = min(program.deal.hand, 9)
        cards = sorted(random.sample(pack, size))
        trump = random.randrange(5)
        found = melds(program, [_text(program, c) for c in cards], None if trump == NO_TRUMP else trump)
        on = machine.entries_for(cards, trump, -1, 0)
        assert machine.best_for(cards, trump, -1, 0) == found.total == worth(program.rules.melds, cards, trump, on)


def _text(program: Program, card: int) -> str:
    from interpreter.cards import format_card

    return format_card(program.deck, card)


# ---- Bezique -------------------------------------------------------------------------------------------


def test_a_sequence_is_built_on_a_royal_marriage_but_not_the_other_way_round() -> None:
    program = load("bezique").compile()
    game = arranged(program, ["A♠ K♠ Q♠ 10♠ J♠ A♥ A♥ A♦", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ 7♦ 7♦"], turn_up="9♠")
    say(game, "A♥", "7♥")
    assert choices(game) == ["meld run", "meld royal marriage", "pass"]
    say(game, "meld royal marriage", "A♥", "7♥")
    assert choices(game) == ["meld run", "pass"]
    say(game, "meld run", "A♦", "7♦")
    assert game.seat_figures()["laid_meld"] == [290, 0]
    assert "meld royal marriage" not in choices(game)


def test_a_double_bezique_is_built_on_a_bezique_with_a_new_card() -> None:
    program = load("bezique").compile()
    game = arranged(program, ["Q♠ Q♠ J♦ J♦ A♥ A♥ A♣ 8♣", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ 7♦ 7♣"], turn_up="9♠")
    say(game, "A♥", "7♥")
    assert choices(game) == ["meld bezique", "meld double bezique", "pass"]
    say(game, "meld bezique", "A♥", "7♥")
    assert choices(game) == ["meld bezique", "meld double bezique", "pass"]
    say(game, "meld double bezique", "A♣", "7♣")
    assert choices(game)[0] != "meld bezique"
    assert game.seat_figures()["laid_meld"][0] == 540


def test_a_bezique_queen_serves_in_marriages_and_queens() -> None:
    program = load("bezique").compile()
    game = arranged(program, ["Q♠ J♦ K♠ Q♥ Q♦ Q♣ A♥ A♥", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ 7♦ 7♣"], turn_up="9♣")
    say(game, "A♥", "7♥", "meld bezique", "A♥", "7♥")
    assert choices(game) == ["meld marriage ♠", "meld queens around", "pass"]


def test_the_seven_of_trump_exchanged_turned_or_played() -> None:
    program = load("bezique").compile()
    # exchanged: besides another meld, and the turn-up goes into the hand
    game = arranged(program, ["7♠ K♥ Q♥ A♥ A♣ 9♣ 8♣ 8♣", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ 7♦ 7♦"], turn_up="9♠")
    say(game, "A♥", "7♥")
    assert choices(game) == ["meld marriage ♥", "meld seven", "pass"]
    say(game, "meld marriage ♥")
    assert choices(game) == ["meld seven", "pass"]
    say(game, "meld seven")
    assert game.decision == "play"
    assert game.observation(1).turn_up == "7♠"
    assert "9♠" in game.observation(0).hand
    assert game.totals == [0, 0]  # melds are settled at the end of the deal
    assert game.seat_figures()["laid_meld"] == [30, 0]
    # played instead: ten at once for the one who plays it, and for nobody else
    game = arranged(program, ["7♠ K♥ Q♥ A♥ A♣ 9♣ 8♣ 8♣", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ 7♦ 7♦"], turn_up="9♠")
    say(game, "7♠")
    assert game.totals == [10, 0]
    # turned: ten for the dealer
    turned = next(g for g in (Game(program, seed) for seed in range(400)) if g.observation(0).turn_up == "7♠")
    assert turned.totals[turned.facts()["dealer"]] == 10


def test_carte_blanche_is_shown_before_ones_card_and_again_until_a_court_card_comes() -> None:
    program = load("rubicon-bezique").compile()
    shown = []
    for seed in range(1500):
        game = Game(program, seed)
        if game.decision == "meld":
            shown.append(game)
    assert shown
    game = shown[0]
    seat = game.current_seat
    assert choices(game) == ["meld carte blanche", "pass"]
    assert not set("KQJ") & {card[0] for card in game.observation(seat).hand}
    say(game, "meld carte blanche")
    assert game.seat_figures()["laid_meld"][seat] == 50
    assert game.decision == "play"
    # one who does not show it cannot begin later
    again = shown[1] if len(shown) > 1 else Game.replay(shown[0].record())
    quiet = again.current_seat
    say(again, "pass") if again.decision == "meld" else None
    while not again.is_over:
        assert not (again.decision == "meld" and again.current_seat == quiet and "meld carte blanche" in choices(again))
        again.apply(again.legal_actions()[0])


def test_the_first_marriage_names_trump() -> None:
    program = load("rubicon-bezique").compile()
    mine = "K♥ Q♥ K♠ Q♠ A♣ A♣ A♦ J♣ 9♣"
    game = arranged(program, [mine, "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ J♦ 7♣ 7♣"])
    assert game.observation(0).trump == "none"
    say(game, "A♣", "7♣")
    # in any suit, and no marriage that would not be trump
    assert choices(game) == ["meld royal marriage ♠", "meld royal marriage ♥", "pass"]
    assert game.observation(1).trump == "none"
    say(game, "meld royal marriage ♥")
    assert game.observation(1).trump == "♥"
    assert game.seat_figures()["laid_meld"] == [40, 0]
    say(game, "A♣", "7♣")
    assert choices(game) == ["meld marriage ♠", "pass"]


def test_a_sequence_may_name_trump_and_nothing_else_may() -> None:
    program = load("six-deck-bezique").compile()
    game = arranged(program, ["A♥ 10♥ K♥ Q♥ J♥ A♣ A♣ Q♠ J♦ 9♣ J♣ J♣", "7♥ 7♥ 8♥ 8♥ 9♥ 9♥ J♦ 7♣ 7♣ 7♣ 7♣ 8♣"])
    say(game, "A♣", "7♣")
    # no bezique and no four trump jacks before there is trump
    assert choices(game) == ["meld run ♥", "meld royal marriage ♥", "meld jacks around", "pass"]
    say(game, "meld run ♥")
    assert game.observation(0).trump == "♥"
    say(game, "A♣", "7♣")
    assert choices(game) == ["meld jacks around", "meld bezique", "pass"]  # Q♥ J♣, not Q♠ J♦
    say(game, "meld bezique")
    assert game.observation(0).table[0].count("J♣") == 1


def test_a_meld_forms_again_when_a_card_of_it_was_played() -> None:
    program = load("rubicon-bezique").compile()
    mine = "A♠ A♥ A♦ A♣ K♠ 10♥ 10♥ 10♦ 8♠"
    game = arranged(program, [mine, "7♥ 7♥ 8♥ J♥ 7♦ 7♦ 7♣ 7♠ 7♠"], stock="A♠ 9♠ A♠ 9♠ 9♣ 9♦ 9♣ 9♦")
    say(game, "10♥", "7♥", "meld aces around")  # draws a fifth ace
    say(game, "10♥", "7♥")
    assert game.decision == "play"  # all four lie there still: the fifth makes nothing
    say(game, "A♣", "7♣")
    assert choices(game) == ["meld aces around", "pass"]
    say(game, "meld aces around")
    assert game.seat_figures()["laid_meld"] == [200, 0]
    assert sum(card[0] == "A" for card in game.observation(1).table[0]) == 4


def test_without_again_a_meld_does_not_form_again() -> None:
    program = load("bezique").compile()
    mine = "A♠ A♥ A♦ A♣ 10♥ 10♥ K♠ 8♠"
    game = arranged(program, [mine, "7♥ 7♥ 8♥ 8♥ 7♦ 7♦ 7♣ 7♠"], stock="A♠ 9♥ A♥ 9♥", turn_up="J♦")
    say(game, "10♥", "7♥", "meld aces around", "10♥", "7♥")
    say(game, "A♣", "7♣")
    assert game.decision == "play"


def test_everybody_has_an_own_pack() -> None:
    for seats in (2, 3, 4):
        program = load("bezique-pack-each", {"players": str(seats)}).compile()
        assert sum(program.deck.copies) == 32 * seats
        play_out(Game(program, seats), Random(seats))


# ---- Sixty-six -----------------------------------------------------------------------------------------


def test_a_marriage_is_announced_by_leading_one_of_its_cards() -> None:
    program = load("sixty-six").compile()
    game = arranged(program, ["K♠ Q♠ K♥ Q♥ A♣ 10♦", "9♥ J♥ 9♦ J♦ 9♣ J♣"], turn_up="J♠")
    assert choices(game) == ["call close", "pass"]
    say(game, "pass")
    assert choices(game) == ["meld royal marriage", "meld marriage ♥", "pass"]
    say(game, "meld royal marriage")
    assert choices(game) == ["K♠", "Q♠"]
    assert game.seat_figures()["laid_meld"] == [40, 0]
    say(game, "Q♠")
    assert game.current_seat == 1
    assert len(choices(game)) == 6
    say(game, "9♥")
    assert game.current_seat == 0 or game.decision == "call"


def test_nobody_melds_who_does_not_lead_and_any_card_follows_a_pass() -> None:
    program = load("sixty-six").compile()
    game = arranged(program, ["K♠ Q♠ A♣ 10♦ 9♣ J♣", "K♥ Q♥ 9♦ J♦ 9♥ J♥"], turn_up="J♠")
    say(game, "pass", "pass")
    assert len(choices(game)) == 6
    say(game, "9♣")
    assert (game.current_seat, game.decision) == (1, "play")


def test_the_nine_is_exchanged_before_the_lead_after_a_trick_won_and_not_once_the_stock_is_closed() -> None:
    program = load("sixty-six").compile()
    game = arranged(program, ["9♠ A♣ A♥ 10♦ K♦ J♥", "9♥ Q♥ 9♦ J♦ 9♣ J♣"], turn_up="J♠")
    say(game, "pass", "A♣", "9♣", "pass")  # no claim after the trick
    assert choices(game) == ["meld exchange", "pass"]
    say(game, "meld exchange")
    assert "J♠" in game.observation(0).hand
    assert game.observation(0).turn_up == "9♠"
    assert game.seat_figures()["laid_meld"] == [0, 0]
    game = arranged(program, ["9♠ A♣ A♥ 10♦ K♦ J♥", "9♥ Q♥ 9♦ J♦ 9♣ J♣"], turn_up="J♠")
    say(game, "call close")
    assert game.observation(1).closed
    say(game, "A♣", "9♣", "pass")
    assert game.decision == "play", "nothing to exchange with"


def test_a_closed_stock_ends_drawing_and_brings_the_strict_duties() -> None:
    program = load("sixty-six").compile()
    game = arranged(program, ["A♠ A♣ A♥ 10♦ K♦ J♥", "9♥ Q♥ 9♦ J♦ 9♣ J♣"], turn_up="J♠")
    assert game.stage == "stock"
    say(game, "call close")
    assert game.stage == "playoff"
    say(game, "A♣")
    assert choices(game) == ["J♣", "9♣"]
    say(game, "9♣", "pass")
    assert sum(game.hand_counts(0)) == sum(game.hand_counts(1)) == 5
    for _ in range(40):
        if game.facts()["deal"] > 1 or game.is_over:
            break
        game.apply(game.legal_actions()[-1] if game.decision in ("call", "meld") else game.legal_actions()[0])
    # six tricks were played and nobody claimed: the closer loses two strokes
    assert game.ledgers()["strokes"] == [0, 2]


def test_a_claim_ends_the_deal_and_a_wrong_one_costs_two() -> None:
    program = load("sixty-six").compile()
    game = arranged(program, ["A♠ A♣ A♥ 10♦ K♦ J♥", "9♥ Q♥ 9♦ J♦ 9♣ J♣"], turn_up="J♠")
    say(game, "pass", "A♣", "J♣", "call sixty-six")
    assert game.ledgers()["strokes"] == [0, 2]
    assert game.facts()["deal"] == 2
    figures = {"tricks": [4, 2], "last_trick": 0, "ledger": {"strokes": [0, 0]}}
    for called, meld, counters, gains in (
        ([("sixty-six", 0)], [40, 0], [30, 40], [1, 0]),
        ([("sixty-six", 0)], [40, 0], [30, 20], [2, 0]),
        ([("sixty-six", 0)], [0, 0], [60, 20], [0, 2]),
        ([("close", 1), ("sixty-six", 0)], [0, 0], [70, 40], [2, 0]),
        ([("close", 0)], [0, 0], [60, 60], [0, 2]),
        ([], [0, 0], [60, 60], [1, 0]),
    ):
        assert list(settle(program, meld=meld, counters=counters, called=called, **figures).gains) == gains


def test_schnapsen_exchanges_the_jack_without_a_trick() -> None:
    program = load("schnapsen").compile()
    game = next(
        g
        for g in (Game(program, seed) for seed in range(400))
        if g.decision == "meld" and "meld exchange" in choices(g)
    )
    assert game.facts()["tricks_played"] == 0
    turned = game.observation(0).turn_up
    say(game, "meld exchange")
    assert turned in game.observation(game.facts()["leader"]).hand


# ---- the stock -----------------------------------------------------------------------------------------


def test_the_winner_chooses_the_last_card_and_may_still_meld() -> None:
    program = load("two-handed-draw-first").compile()
    for seed in range(20):
        game = Game(program, seed)
        while game.decision != "draw":
            game.apply(game.legal_actions()[-1] if game.decision == "meld" else game.legal_actions()[0])
        assert choices(game) == ["take the turn-up", "take the hidden card"]
        winner = game.facts()["last_winner"]
        assert game.current_seat == winner
        turned, hidden = game.facts()["turn_up"], game.stock_cards()
        assert len(hidden) == 1
        words = "take the turn-up" if seed % 2 else "take the hidden card"
        before = game.hand_counts(winner)
        say(game, words)
        got = turned if seed % 2 else hidden[0]
        assert game.hand_counts(winner)[got] == before[got] + 1
        assert game.stage == "playoff"
        assert game.decision in ("meld", "play")


def test_melds_after_drawing_may_use_the_card_drawn() -> None:
    program = load("two-handed-draw-first").compile()
    mine = "A♥ A♥ K♦ 9♣ 9♣ J♣ 10♣ 10♦ J♥ J♥ J♣ 9♥"
    other = "9♥ 10♥ K♥ Q♥ 10♥ K♣ K♣ J♦ Q♣ Q♣ K♥ 10♣"
    game = arranged(program, [mine, other], stock="Q♦ 9♦", turn_up="J♠")
    say(game, "A♥", "9♥")
    assert choices(game) == ["meld marriage ♦", "pass"]


# ---- limits, exclusions, victories, melds of tricks ------------------------------------------------------

AT_ONCE = """extends: partnership
melds:
  marriage: {limit: 1}
  royal marriage: {excludes: [marriage]}
  no court: {points: 7, if: count(K Q J) = 0}
"""


def test_limits_exclusions_and_melds_without_cards_at_once(tmp_path: Path) -> None:
    program = program_of(tmp_path, AT_ONCE)
    for hand, total, laid in (
        ("K♥ Q♥ K♦ Q♦ K♣ Q♣", 2, ["marriage"]),
        ("K♠ Q♠ K♦ Q♦", 4, ["royal marriage"]),
        ("A♠ A♥ A♦ A♣", 17, ["aces around", "no court"]),
        ("9♠", 8, ["no court", "dix"]),
    ):
        found = melds(program, hand, "♠")
        assert (found.total, [meld.name for meld in found.melds]) == (total, laid)


def test_tables_with_limits_and_exclusions_equal_exact_search(tmp_path: Path) -> None:
    program = program_of(tmp_path, AT_ONCE)
    from interpreter.queries.told import scratch

    machine = scratch(program)
    pack = [t for t, n in enumerate(program.deck.copies) for _ in range(n)]
    random = Random(5)
    for _ in range(150):
        cards, trump = sorted(random.sample(pack, 12)), random.randrange(5)
        found = melds(program, [_text(program, c) for c in cards], None if trump == NO_TRUMP else trump)
        on = machine.entries_for(cards, trump, -1, 0)
        assert machine.best_for(cards, trump, -1, 0) == found.total == worth(program.rules.melds, cards, trump, on)
    play_out(Game(program, 1), Random(1))


def test_melds_that_win_the_game(tmp_path: Path) -> None:
    program = program_of(tmp_path, "extends: two-handed\nmelds: {marriage: {wins_game: 2}}\n")
    mine = "A♥ A♥ K♦ Q♦ K♣ Q♣ 9♣ 10♣ 10♦ J♥ J♥ J♣"
    other = "9♥ 9♥ 10♥ K♥ Q♥ 10♥ K♣ J♦ Q♣ K♥ 10♣ 9♦"
    game = arranged(program, [mine, other], turn_up="J♠")
    say(game, "A♥", "9♥", "meld marriage ♦")
    assert not game.is_over
    say(game, "A♥", "9♥", "meld marriage ♣")
    assert game.is_over
    assert game.winner == 0
    assert settle(program, meld=[20, 40], counters=[100, 150], melds={0: {"marriage": 2}}).winner == 0
    assert settle(program, meld=[20, 40], counters=[100, 150], melds={0: {"marriage": 1}}).winner is None
    at_once = program_of(tmp_path, "extends: partnership\nmelds: {dix: {wins_game: 1}}\n")
    game = Game(at_once, 2)
    random = Random(2)
    while not game.is_over:
        game.apply(random.choice(game.legal_actions()))
    assert game.facts()["deal"] <= 20
    assert game.winner in (0, 1)


TRICK_MELDS = """extends: partnership
auction: null
deal: {turn_up: dealer's last card}
trump: {by: turn-up}
play: {leader: eldest}
phases: [deal, trump, play, meld, score]
meld: {from: tricks}
outcomes: {made: null, set: null, played: {if: otherwise, each: meld}}
game: {target: null, deals: 1, both_reach: null}
"""


def test_melds_of_cards_won_in_tricks(tmp_path: Path) -> None:
    program = program_of(tmp_path, TRICK_MELDS)
    for seed in range(30):
        game, random = Game(program, seed), Random(seed)
        taken: list[Counter[int]] = [Counter(), Counter()]
        trump, trick = game.facts()["trump"], list[int]()
        while not game.is_over:
            action = random.choice(game.legal_actions())
            trick.append(action)
            game.apply(action)
            if len(trick) == 4:
                taken[game.facts()["last_winner"] % 2].update(trick)
                trick = []
        expected = [melds(program, [_text(program, c) for c in cards.elements()], trump).total for cards in taken]
        assert game.totals == expected


# ---- hands built from the pack, and cards drawn anew ------------------------------------------------------


def test_hands_are_built_by_keeping_or_discarding() -> None:
    program = load("two-handed-auction").compile()
    game = Game(program, 4)
    assert game.decision == "build"
    first = game.current_seat
    assert first == 1 - game.facts()["dealer"]
    looks = game.observation(first).drawn
    assert looks is not None
    assert game.observation(1 - first).drawn is None
    say(game, "keep")
    assert game.observation(first).hand == (looks,)
    assert sum(game.laid_aside_counts(first)) == 1
    assert game.observation(first).laid_aside == (), "the other card was not looked at"
    second = game.current_seat
    looks = game.observation(second).drawn
    say(game, "lay aside")
    assert game.observation(second).laid_aside == (looks,)
    assert len(game.observation(second).hand) == 1
    while game.decision == "build":
        game.apply(game.legal_actions()[0])
    assert [sum(game.hand_counts(s)) for s in (0, 1)] == [12, 12]
    assert [sum(game.laid_aside_counts(s)) for s in (0, 1)] == [12, 12]


@pytest.mark.parametrize("discards", ["owner", "declarer's to the opponent", "nobody"])
def test_whose_the_discarded_counters_are(discards: str) -> None:
    program = load("two-handed-auction", {"discards": discards}).compile()
    value = program.rules.card_points
    for seed in range(25):
        game = Game(program, seed)
        random = Random(seed)
        aside, won = [0, 0], [0, 0]
        trick: list[int] = []
        while game.decision in ("build", "bid", "trump"):
            game.apply(random.choice(game.legal_actions()))
            if game.facts()["deal"] > 1 or game.facts()["redeal"]:
                break
        if game.decision != "play":
            continue
        declarer = game.facts()["declarer"]
        laid = game.seat_figures()["laid_meld"]
        bid = game.facts()["bid"]
        for seat in (0, 1):
            aside[seat] = sum(n * value[t] for t, n in enumerate(game.laid_aside_counts(seat)))
        while game.facts()["deal"] == 1 and not game.is_over:
            action = random.choice(game.legal_actions())
            before = game.seat_figures()["raw"]
            trick.append(action)
            game.apply(action)
            if game.facts()["deal"] == 1 and not game.is_over and len(trick) % 2 == 0:
                won = game.seat_figures()["raw"]
            del before
        last = sum(value[t] for t in trick[-2:])
        gains = game.last_gains()
        defender = 1 - declarer
        counted = gains[defender] - laid[defender]
        pile = {"owner": aside[defender], "declarer's to the opponent": sum(aside), "nobody": 0}[discards]
        assert counted in (won[defender] + pile, won[defender] + pile + last + 1)
        assert gains[declarer] == -bid or gains[declarer] >= bid


def test_cards_are_thrown_and_drawn_anew(tmp_path: Path) -> None:
    program = program_of(
        tmp_path,
        "extends: two-handed-auction\ndeal: {cards: 12, build: null, discards_to: null, rest: out of play}\n"
        "redraw: {by: everyone, cards: 3}\noptions: {hands: null, discards: null}\n"
        "phases: [deal, redraw, auction, trump, meld, play, score]\n",
    )
    game = Game(program, 1)
    assert game.decision == "redraw"
    seat = game.current_seat
    hand = list(game.observation(seat).hand)
    assert choices(game)[-1] == "pass"
    for card in hand[:3]:
        say(game, card)
    after = game.observation(seat)
    assert len(after.hand) == 12
    assert after.laid_aside == tuple(hand[:3])
    assert game.current_seat == 1 - seat
    say(game, "pass")
    assert game.decision == "bid"
    play_out(Game(program, 2), Random(2))


# ---- what players may know ---------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bezique", "rubicon-bezique", "sixty-six", "schnapsen", "two-handed-draw-first"])
def test_basic_looks_at_nothing_hidden(name: str) -> None:
    program = load(name).compile()
    random = Random(name)
    for seed in range(3):
        game = Game(program, seed)
        for _ in range(120):
            if game.is_over:
                break
            if random.random() < 0.3:
                assert swap_hidden(game, random).choice(1) == game.choice(1)
            game.apply(game.choice(1))


# ---- findings --------------------------------------------------------------------------------------------


NO_MARRIAGE = """extends: two-handed
trump: {by: first marriage}
deal: {turn_up: null}
payments: {turned dix: null}
melds: {dix: {swaps: null}, run: null, royal marriage: null}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extends: partnership\nmelds: {bare: {points: 5}}\n", ["PIN407"]),
        ("extends: partnership\nmelds: {dix: {limit: 0}}\n", ["PIN310"]),
        ("extends: partnership\nmelds: {dix: {wins_game: 101}}\n", ["PIN310"]),
        ("extends: partnership\nmelds: {dix: {excludes: [nix]}}\n", ["PIN307"]),
        ("extends: partnership\nmeld: {from: tricks}\n", ["PIN405"]),
        ("extends: partnership\ntrump: {by: first marriage}\n", ["PIN405"]),
        (
            NO_MARRIAGE,
            ["PIN406"],
        ),
        (
            "extends: partnership\ncalls: {close: {by: declarer, when: before each lead, then: close the stock}}\n",
            ["PIN405"],
        ),
        ("extends: partnership\ndeal: {discards_to: owner}\n", ["PIN405"]),
        ("extends: partnership\nredraw: {cards: 2}\n", ["PIN405"]),
        ("extends: two-handed-auction\ndeal: {cards: 13}\n", ["PIN401"]),
        ("extends: two-handed-auction\ndeal: {cards: 10}\n", ["PIN401"]),
        ("extends: two-handed-auction\ndeal: {turn_up: next card}\n", ["PIN405"]),
    ],
)
def test_what_does_not_fit_is_refused(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


def test_no_choice_of_new_options_is_left_out() -> None:
    for name in NEW:
        variant = load(name)
        assert variant is not None
    for hands, roundhouse in product(("built", "dealt"), ("no bonus", "25")):
        program = load("two-handed-auction", {"hands": hands, "roundhouse": roundhouse}).compile()
        play_out(Game(program, 7), Random(7))

"""Facts of the rule sheets 98 to 127 that show only while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

import pytest

from interpreter import Game, Program, melds, trick_winner
from interpreter.players import player_kinds
from pinochle_dsl import RulesError, load
from tests.house_rules.test_pins import FILES, program

SUITS = "♠♥♦♣"
RANDOM, BASIC = player_kinds(["random", "basic"])
ELEVENS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}


@dataclass(frozen=True)
class Settled:
    """A deal that was played to its last card."""

    before: Game
    """As the last card is played."""
    after: Game
    taken: list[list[str]]
    """Cards in tricks, by seat."""
    last: int
    """Who won the last trick."""
    turned: str
    """The card turned up as the deal began."""

    @property
    def declarer(self) -> int:
        """Who won the auction."""
        return self.before.facts()["declarer"]

    @property
    def trump(self) -> str:
        """The trump suit."""
        return self.before.observation(0).trump or "none"

    def won(self, values: dict[str, int], last: int) -> list[int]:
        """Return the points in tricks by seat."""
        won = [sum(values.get(card[:-1], 0) for card in cards) for cards in self.taken]
        return [points + (last if seat == self.last else 0) for seat, points in enumerate(won)]


def settled(rules: Program, seed: int, player: str = "basic") -> Iterator[Settled]:
    """Play a game and yield the deals that were played to their last card."""
    game = Game(rules, seed)
    (kind,) = player_kinds([player])
    seats = rules.table.seats
    trick: list[tuple[int, str]] = []
    taken: list[list[str]] = [[] for _ in range(seats)]
    turned = game.observation(0).turn_up or ""
    while not game.is_over:
        deal, before = (game.facts()["deal"], game.facts()["redeal"]), None
        action = game.choice(kind)
        if game.decision == "play":
            trick.append((game.current_seat, game.describe(action)))
            if sum(game.seat_figures()["hand_left"]) == 1:
                before = game.copy()
        full = len(trick) == seats
        trump = (game.observation(0).trump or "none") if full else ""
        game.apply(action)
        if full:
            place = trick_winner(rules, " ".join(card for _, card in trick), trump)
            winner = trick[place or 0][0]
            taken[winner] += [card for _, card in trick]
            trick = []
            if before is not None:
                yield Settled(before, game, taken, winner, turned)
        if game.is_over or (game.facts()["deal"], game.facts()["redeal"]) != deal:
            trick, taken = [], [[] for _ in range(seats)]
            turned = game.observation(0).turn_up or ""


def words(game: Game) -> dict[str, int]:
    """Return what may be done now, by its words."""
    return {game.describe(action): action for action in game.legal_actions()}


Chooser = Callable[[dict[str, int]], str | None]
"""Chooses one of the words, or nothing: then chance does."""


def quiet(said: dict[str, int]) -> str | None:
    """Make no calls."""
    return "pass" if any(text.startswith("call ") for text in said) else None


def first_deal(game: Game) -> bool:
    """Tell whether the first deal still goes on."""
    return not game.is_over and game.facts()["deal"] == 1 and game.facts()["redeal"] == 0


def step(game: Game, choose: Chooser = quiet) -> str:
    """Do what is chosen, or anything; return its words."""
    said = words(game)
    chosen = choose(said)
    action = game.choice(RANDOM) if chosen is None else said[chosen]
    game.apply(action)
    return chosen if chosen is not None else next(text for text, number in said.items() if number == action)


def until(game: Game, where: str, choose: Chooser = quiet) -> bool:
    """Play the first deal up to a decision, or to where something may be said; return whether it came to it."""
    while first_deal(game):
        if game.decision == where or where in words(game):
            return True
        step(game, choose)
    return False


def bids(game: Game) -> list[int]:
    """Return the bids that may be made now."""
    return [int(text.split()[1]) for text in words(game) if text.startswith("bid ")]


# ---- auctions ------------------------------------------------------------------------------------------


def test_a_bid_needs_some_meld(tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(f"variant: short\nextends: {FILES[98]}\ndeal: {{cards: 5, rest: out of play}}\n", encoding="utf-8")
    rules = load(str(short)).compile()
    met = Counter[bool]()
    for seed in range(100):
        game = Game(rules, seed)
        hand = " ".join(game.observation(game.current_seat).hand)
        some = any(melds(rules, hand, suit).total > 0 for suit in SUITS)
        assert (list(words(game)) == ["pass"]) == (not some)
        met[some] += 1
    assert min(met[True], met[False]) > 10


def test_left_of_dealer_speaks_first() -> None:
    rules = program(98)
    for seed in range(20):
        game = Game(rules, seed)
        assert game.decision == "bid"
        assert game.current_seat == (game.facts()["dealer"] + 1) % 4


def test_the_dealer_bids_first() -> None:
    rules = program(112)
    for seed in range(20):
        game = Game(rules, seed)
        assert game.decision == "bid"
        assert game.current_seat == game.facts()["dealer"]
        assert all(bid % 10 == 0 for bid in bids(game))


def test_the_dealer_speaks_last_and_once() -> None:
    rules = program(100)
    met = Counter[str]()
    for seed in range(200):
        game = Game(rules, seed)
        dealer, asked, high = game.facts()["dealer"], 0, 0
        if not until(game, "bid"):
            continue
        while game.decision == "bid":
            offered = bids(game)
            assert max(offered, default=0) <= 50
            if game.current_seat == dealer:
                asked += 1
                assert game.observation(dealer).passed.count(True) == 2
                assert offered == ([high + 1] if high < 50 else [])
                met["raised" if offered else "cannot"] += 1
            # most pass, so that now and then nobody bids; some go to the end at once
            said = words(game)
            action = game.choice(RANDOM) if seed % 3 else said["bid 50" if "bid 50" in said and seed % 2 else "pass"]
            game.apply(action)
            high = game.facts()["bid"]
        assert asked <= 1
        if asked == 0:
            met["forced"] += 1
            assert (game.facts()["declarer"], game.facts()["bid"]) == (dealer, 20)
    assert min(met[what] for what in ("raised", "cannot", "forced")) > 5


def test_crosswise_the_partner_carries_on() -> None:
    rules = program(104, players=4)
    met = 0
    for seed in range(100):
        game = Game(rules, seed)
        speaker: dict[int, int] = {}
        passed: set[int] = set()
        while first_deal(game) and game.decision == "bid":
            seat = game.current_seat
            side = seat % 2
            assert seat not in passed
            if speaker.get(side, seat) != seat:  # the partner speaks only once this player has passed
                assert speaker[side] in passed
                met += 1
            speaker[side] = seat
            action = game.choice(RANDOM)
            if game.describe(action) == "pass":
                passed.add(seat)
            game.apply(action)
    assert met > 20


def test_the_dealer_holds_a_bid_of_twenty() -> None:
    rules = program(109)
    left = 0
    for seed in range(60):
        game = Game(rules, seed)
        dealer, passed = game.facts()["dealer"], set()
        assert game.current_seat == (dealer + 1) % 4
        assert (game.facts()["bid"], game.facts()["bidder"]) == (20, dealer)
        while game.decision == "bid":
            assert game.current_seat not in passed
            assert min(bids(game)) == game.facts()["bid"] + 1
            action = words(game)["pass"] if seed % 2 else game.choice(RANDOM)
            if game.describe(action) == "pass":
                passed.add(game.current_seat)
            game.apply(action)
        if seed % 2:
            left += 1
            assert (game.facts()["declarer"], game.facts()["bid"]) == (dealer, 20)
    assert left > 20


@pytest.mark.parametrize("throwing_in", ["on", "off"])
def test_only_a_dealer_left_with_twenty_throws_in(throwing_in: str) -> None:
    rules = program(109, **{"throwing in": throwing_in})
    met = Counter[bool]()
    for seed in range(100):
        game = Game(rules, seed)
        while game.decision == "bid":
            game.apply(words(game)["pass"] if seed % 2 else game.choice(RANDOM))
        offered = "call throw in" in words(game)
        assert offered == (throwing_in == "on" and game.facts()["bid"] == 20)
        met[offered] += 1
        if offered:
            assert game.current_seat == game.facts()["dealer"] == game.facts()["declarer"]
            game.apply(words(game)["call throw in"])
            side = game.facts()["dealer"] - 1  # the deal has gone on to the next player
            assert game.last_outcome == "thrown in"
            assert game.totals == ([-20, 0] if side % 2 == 0 else [0, -20])
    assert (met[True] > 20) == (throwing_in == "on")


@pytest.mark.parametrize("base", [60, 65])
def test_the_bids_of_cutthroat(base: int) -> None:
    rules = program(124, **{"opening base": base})
    forced = 0
    for seed in range(100):
        game = Game(rules, seed)
        dealer = game.facts()["dealer"]
        while game.decision == "bid":
            high = game.facts()["bid"]
            assert bids(game) == [high + 5 if high else base]
            assert "pass" in words(game)
            game.apply(words(game)["pass"] if seed % 2 else game.choice(RANDOM))
        if seed % 2:
            forced += 1
            assert game.last_outcome == "soft set" or (game.facts()["declarer"], game.facts()["bid"]) == (dealer, base)
    assert forced > 20


def test_a_single_bid_each() -> None:
    rules = program(123, bids="single bid")
    for seed in range(40):
        game, spoken = Game(rules, seed), []
        while first_deal(game) and game.decision == "bid":
            spoken.append(game.current_seat)
            game.apply(game.choice(RANDOM))
        assert len(spoken) == len(set(spoken))


def test_no_bid_is_higher_than_sixty() -> None:
    assert bids(Game(program(127), 0)) == list(range(25, 61))


def test_the_lowest_bid_falls_without_passing() -> None:
    assert min(bids(Game(program(113), 0))) == 250
    assert min(bids(Game(program(113, passing="none"), 0))) == 100
    assert program(113, passing="none").rules.exchange is None


def test_figures_of_each_deck() -> None:
    for deck, cards, lowest in (("single", 12, 16), ("double", 20, 50)):
        game = Game(program(123, deck=deck), 0)
        assert len(game.observation(0).hand) == cards
        assert min(bids(game)) == lowest


@pytest.mark.parametrize(
    ("number", "option", "offered"),
    [
        (102, "winning score", [100, 150, 200, 250, 300, 500, 1000]),
        (102, "lowest bid", [*range(1, 11), 15, 20, 25, 30]),
        (102, "cards passed", [0, 1, 2, 3, 4]),
        (110, "target", [100, 150, 250, 500]),
        (113, "lowest bid", [100, 150, 200, 250]),
        (127, "target", [100, 150, 500]),
        (127, "lowest bid", list(range(20, 31))),
    ],
)
def test_numbers_of_the_settings(number: int, option: str, offered: list[int]) -> None:
    for chosen in offered:
        rules = program(number, **{option: chosen})
        if option == "lowest bid":
            assert min(bids(Game(rules, 0))) == chosen
        elif option == "cards passed":
            game = Game(rules, 0)
            passing = until(game, "exchange")
            assert passing == (chosen > 0)
            if passing:
                assert sum(1 for _ in exchanged(game)) == 2 * chosen
        else:
            assert rules.rules.ending.target == chosen
    with pytest.raises((RulesError, ValueError)):
        program(number, **{option: 37 if option != "cards passed" else 5})


# ---- before the play -----------------------------------------------------------------------------------


def exchanged(game: Game) -> Iterator[int]:
    """Go through an exchange at random and yield who passed each card."""
    while game.decision == "exchange":
        yield game.current_seat
        game.apply(game.choice(RANDOM))


@pytest.mark.parametrize(("number", "cards"), [(98, 4), (102, 4), (113, 3)])
def test_the_partner_passes_first_and_gets_as_many_back(number: int, cards: int) -> None:
    rules = program(number)
    met = 0
    for seed in range(30):
        game = Game(rules, seed)
        if not until(game, "exchange"):
            continue
        met += 1
        assert game.observation(0).trump is not None
        declarer = game.facts()["declarer"]
        passing = [(seat, len(list(found))) for seat, found in groupby(exchanged(game))]
        assert passing == [((declarer + 2) % 4, cards), (declarer, cards)]
    assert met > 10


@pytest.mark.parametrize("number", [98, 112])
def test_the_declarer_leads_first(number: int) -> None:
    rules = program(number)
    met = 0
    for seed in range(30):
        game = Game(rules, seed)
        if until(game, "play"):
            met += 1
            assert game.current_seat == game.facts()["declarer"]
    assert met > 10


@pytest.mark.parametrize(("players", "nines"), [(4, 6), (3, 7)])
def test_a_new_deal_for_nines(players: int, nines: int) -> None:
    rules = program(100, players=players)
    met = 0
    for seed in range(3000):
        game = Game(rules, seed)
        many = [s for s in range(players) if sum(card[0] == "9" for card in game.observation(s).hand) >= nines]
        assert (game.decision == "call") == bool(many)
        if not many:
            continue
        met += 1
        assert many == [game.current_seat]
        dealer = game.facts()["dealer"]
        game.apply(words(game)["call nines"])
        if players == 4:
            assert (game.decision, game.current_seat) == ("agree", (many[0] + 2) % 4)
            refused = game.copy()
            yes, no = agreement(game)
            refused.apply(no)
            assert (refused.facts()["redeal"], refused.decision) == (0, "bid")
            game.apply(yes)
        assert (game.facts()["redeal"], game.facts()["dealer"]) == (1, dealer)
    assert met > 2


def agreement(game: Game) -> tuple[int, int]:
    """Return the actions that agree and refuse."""
    assert game.decision == "agree"
    said = words(game)
    (yes,) = [text for text in said if "agree" in text and "not" not in text and "refuse" not in text]
    (no,) = set(said) - {yes}
    return said[yes], said[no]


def test_throwing_the_hand_in_after_the_widow() -> None:
    for players in (4, 3):
        rules, met = program(100, players=players), 0
        for seed in range(30):
            game = Game(rules, seed)
            if not until(game, "call throw in"):
                continue
            declarer = game.facts()["declarer"]
            met += 1
            assert game.current_seat == declarer
            assert game.observation(declarer).trump is None
            assert len(game.observation(declarer).hand) == 15 if players == 4 else 18
            bid = game.facts()["bid"]
            game.apply(words(game)["call throw in"])
            if players == 4:
                assert game.current_seat == (declarer + 2) % 4
                refused = game.copy()
                yes, no = agreement(game)
                refused.apply(no)
                assert refused.decision == "trump"
                game.apply(yes)
            assert game.last_outcome == "thrown in"
            assert game.totals[declarer % 2 if players == 4 else declarer] == -bid
        assert met > 10


def test_trump_is_named_after_the_widow() -> None:
    rules, met = program(100), 0
    for seed in range(30):
        game = Game(rules, seed)
        if until(game, "trump"):
            met += 1
            assert len(game.observation(game.current_seat).hand) == 15
    assert met > 10


def test_trump_is_named_as_the_declarer_melds() -> None:
    for players, cards in ((3, 15), (4, 11)):
        rules, met = program(104, players=players), 0
        for seed in range(30):
            game = Game(rules, seed)
            if until(game, "trump"):
                met += 1
                hand = game.observation(game.current_seat).hand
                assert len(hand) == cards  # what he buried is gone
                trump = next(iter(words(game)))
                game.apply(words(game)[trump])
                assert game.phase == "play"
                laid = melds(rules, " ".join(hand), trump.split()[1]).total
                assert game.seat_figures()["laid_meld"][game.facts()["declarer"]] == laid
        assert met > 10


def test_three_handed_the_bidder_takes_five() -> None:
    rules, met = program(116, players=3), 0
    for seed in range(30):
        game = Game(rules, seed)
        if until(game, "bury"):
            met += 1
            hands = [len(game.observation(seat).hand) for seat in range(3)]
            assert sorted(hands) == [25, 25, 30]
            assert hands[game.facts()["declarer"]] == 30
    assert met > 10


def test_turns_run_counterclockwise() -> None:
    assert program(116).table.counterclockwise
    assert program(116, players=3).table.counterclockwise


# ---- what is not played --------------------------------------------------------------------------------


def out_of_reach(rules: Program, all_counters: int, row: str) -> None:
    """Assert that what cannot be reached after the melds is not played, and all else is."""
    met = Counter[str]()

    def high(said: dict[str, int]) -> str | None:
        """Bid a fifth more than all the counters."""
        goal = f"bid {all_counters * 6 // 5}"
        return goal if goal in said else quiet(said)

    for seed in range(60):
        game = Game(rules, seed)
        if until(game, "play", high):
            figures = game.seat_figures()
            side = figures["account"][game.facts()["declarer"]]
            laid = sum(m for m, who in zip(figures["laid_meld"], figures["account"], strict=True) if who == side)
            assert laid + all_counters >= game.facts()["bid"]
            met["played"] += 1
            game.apply(game.choice(RANDOM))
        elif game.last_outcome == row:
            met[row] += 1
    assert min(met["played"], met[row]) > 10


def test_out_of_reach_is_not_played() -> None:
    out_of_reach(program(102), 25, "thrown in")
    out_of_reach(program(113), 250, "set unplayed")


def test_three_handed_a_hopeless_hand_is_thrown_in() -> None:
    out_of_reach(program(100, players=3), 25, "thrown in")


# ---- points --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("number", "options", "unit", "last"),
    [
        (98, {}, 10, 10),
        (100, {}, 1, 1),
        (102, {}, 1, 1),
        (102, {"scores": "in tens"}, 10, 10),
        (109, {}, 1, 1),
        (113, {}, 10, 10),
    ],
)
def test_every_ace_ten_and_king_counts(number: int, options: dict[str, str], unit: int, last: int) -> None:
    rules, met = program(number, **options), 0
    for seed in range(20):
        for deal in settled(rules, seed):
            if deal.after.last_outcome not in ("made", "set"):
                continue
            figures, won = deal.before.seat_figures(), deal.won(dict.fromkeys(("A", "10", "K"), unit), last)
            side = 1 - deal.declarer % 2
            laid = sum(figures["laid_meld"][side::2])
            if number == 98 and not any(deal.taken[side::2]):
                laid = 0  # no trick, no meld
            assert deal.after.last_gains()[side] == sum(won[side::2]) + laid
            met += 1
    assert met > 20


@pytest.mark.parametrize(
    ("number", "values", "dix"),
    [(115, ELEVENS, "7"), (119, ELEVENS, "9"), (120, dict.fromkeys(("A", "10", "K", "Q"), 10), "9")],
)
def test_card_points_of_two_players(number: int, values: dict[str, int], dix: str) -> None:
    rules = program(number)
    for seed in range(10):
        for deal in settled(rules, seed, "random"):
            laid, won = deal.before.seat_figures()["laid_meld"], deal.won(values, 10)
            gained = [laid[seat] + won[seat] for seat in (0, 1)]
            if deal.turned.startswith(dix):
                gained[deal.before.facts()["dealer"]] += 10
            assert deal.after.last_gains() == gained


def test_card_points_of_eleven_and_down() -> None:
    rules, met = program(104), Counter[bool]()
    for seed in range(40):
        for deal in settled(rules, seed):
            won, laid = deal.won(ELEVENS, 10), deal.before.seat_figures()["laid_meld"]
            for seat in {0, 1, 2} - {deal.declarer}:
                saved = bool(deal.taken[seat])
                assert deal.after.last_gains()[seat] == won[seat] + (laid[seat] if saved else 0)
                met[saved] += 1
            assert sum(won) + sum(ELEVENS.get(c[:-1], 0) for c in buried(deal)) == 250
    assert met[True] > 20


def buried(deal: Settled) -> list[str]:
    """Return the cards that lie in no trick."""
    ranks, copies = deal.before.program.deck.ranks, 2
    left = Counter({f"{rank}{suit}": copies for rank in ranks for suit in SUITS})
    left.subtract(card for cards in deal.taken for card in cards)
    return list(left.elements())


def test_scores_in_tens_or_units() -> None:
    for number, options, unit in (
        (102, {}, 1),
        (102, {"scores": "in tens"}, 10),
        (102, {"scores": "in tens", "deck": "double"}, 10),
        (113, {}, 10),
        (113, {"scores": "divided by ten"}, 1),
    ):
        rules = program(number, **options)
        assert melds(rules, "A♥ 10♥ K♥ Q♥ J♥", "♥").total == 15 * unit
        assert melds(rules, "K♠ Q♠", "♥").total == 2 * unit
        assert rules.rules.ending.target == 150 * unit
        assert min(bids(Game(rules, 0))) == (20 if number == 102 else 25) * unit


# ---- two players ---------------------------------------------------------------------------------------


def test_a_turned_nine_is_ten_for_the_dealer() -> None:
    rules, met, swapped = program(120), Counter[bool](), 0
    for seed in range(60):
        game = Game(rules, seed)
        turned, dealer = game.observation(0).turn_up or "", game.facts()["dealer"]
        nine = turned.startswith("9")
        met[nine] += 1
        assert game.totals == [10 if nine and seat == dealer else 0 for seat in (0, 1)]
        while game.facts()["deal"] == 1 and not game.is_over and game.observation(0).turn_up == turned:
            action, seat = game.choice(RANDOM), game.current_seat
            held, points = game.observation(seat).hand, game.seat_figures()["laid_meld"][seat]
            game.apply(action)
            now = game.observation(seat).turn_up
            if now and now != turned and game.observation(seat).stock_left > 2:
                swapped += 1
                assert now == f"9{turned[-1]}"
                assert turned not in held or game.observation(seat).hand.count(turned) > held.count(turned)
                assert game.seat_figures()["laid_meld"][seat] == points + 10
    assert min(met[True], met[False], swapped) > 2


def test_the_winner_leads_any_card_even_a_melded_one() -> None:
    rules, met, melded = program(120), 0, 0
    for seed in range(10):
        game = Game(rules, seed)
        while game.facts()["deal"] == 1 and not game.is_over:
            seen = game.observation(game.current_seat)
            if game.decision == "play" and not seen.trick:
                met += 1
                if game.facts()["tricks_played"]:
                    assert game.current_seat == game.facts()["last_winner"]
                assert set(words(game)) == set(seen.hand)
                shown = seen.table[game.current_seat]
                assert set(shown) <= set(seen.hand)
                melded += bool(shown)
            game.apply(game.choice(RANDOM))
    assert min(met, melded) > 20


def test_a_second_pinochle_over_time_makes_eighty() -> None:
    rules, met = program(119), 0
    for seed in range(400):
        game = Game(rules, seed)
        while game.facts()["deal"] == 1 and not game.is_over:
            seat = game.current_seat
            before = game.observation(seat).laid[seat].get("pinochle", 0)
            points = game.seat_figures()["laid_meld"][seat]
            game.apply(game.choice(BASIC))
            if game.facts()["deal"] != 1 or game.is_over:
                break
            if game.observation(seat).laid[seat].get("pinochle", 0) > before:
                assert game.seat_figures()["laid_meld"][seat] == points + 40
                met += before
    assert met > 0


def test_a_double_pinochle_over_time_is_an_entry_of_its_own() -> None:
    rules, met = program(115), 0
    for seed in range(600):
        game = Game(rules, seed)
        while game.facts()["deal"] == 1 and not game.is_over:
            seat = game.current_seat
            if "meld double pinochle" in words(game):
                met += 1
                hand, laid = game.observation(seat).hand, game.seat_figures()["laid_meld"][seat]
                assert (hand.count("Q♠"), hand.count("J♦")) == (2, 2)
                game.apply(words(game)["meld double pinochle"])
                assert game.seat_figures()["laid_meld"][seat] == laid + 300
                break
            game.apply(game.choice(BASIC))
    assert met > 3


# ---- a moon, dominoes, and cutthroat -------------------------------------------------------------------


def test_the_bidder_takes_every_trick_of_a_moon_himself(tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(
        f"variant: short\nextends: {FILES[98]}\ndeal: {{cards: 3, rest: out of play}}\nexchange: null\n"
        "auction: {may_bid: null, all_pass: dealer takes 250}\n"
        "calls: {shoot the moon: {by: declarer, must: bid > 0}}\n",
        encoding="utf-8",
    )
    rules, met = load(str(short)).compile(), Counter[str]()
    for seed in range(600):
        for deal in settled(rules, seed, "random"):
            assert deal.before.seat_figures()["laid_meld"] == [0, 0, 0, 0]
            tricks = [len(cards) // 4 for cards in deal.taken]
            side = deal.declarer % 2
            alone = tricks[deal.declarer] == 3
            together = tricks[deal.declarer] + tricks[(deal.declarer + 2) % 4] == 3
            assert deal.after.last_outcome == ("moon" if alone else "moon missed")
            assert deal.after.winner == (side if alone else 1 - side)
            met["alone" if alone else "together" if together else "missed"] += 1
    assert min(met[way] for way in ("alone", "together", "missed")) > 5


def test_melds_are_paid_for_in_chips_before_play() -> None:
    rules = program(121)
    for seed in range(30):
        game = Game(rules, seed)
        assert game.decision == "play"
        laid, seen = game.seat_figures()["laid_meld"], [game.observation(seat) for seat in range(3)]
        assert laid == [melds(rules, " ".join(each.hand), each.trump).total for each in seen]
        assert game.ledgers()["chips"] == [3 * own - sum(laid) for own in laid]


def test_the_last_trick_takes_the_widow() -> None:
    rules, met = program(121), 0
    for seed in range(10):
        for deal in settled(rules, seed):
            (card,) = {f"{rank}{suit}" for rank in rules.deck.ranks for suit in SUITS}.difference(*deal.taken)
            assert card[-1] == deal.trump
            won = deal.won(dict.fromkeys(("A", "10", "K"), 1), 1)
            won[deal.last] += card[:-1] in ("A", "10", "K")
            assert deal.after.last_gains() == won
            met += card[:-1] in ("A", "10", "K")
    assert met > 5


def test_trump_needs_a_marriage_before_the_kitty() -> None:
    rules, met = program(124), Counter[str]()
    for seed in range(600):
        game = Game(rules, seed)
        if until(game, "trump"):
            hand = game.observation(game.current_seat).hand
            assert len(hand) == 25
            married = [suit for suit in SUITS if {f"K{suit}", f"Q{suit}"} <= set(hand)]
            assert list(words(game)) == [f"trump {suit}" for suit in married]
            met["named"] += 1
        else:
            assert game.last_outcome == "soft set"
            met["none"] += 1
    assert min(met["named"], met["none"]) > 0


def declare(said: dict[str, int]) -> str | None:
    """Declare aces whenever they can be, and make no other call."""
    aces = [text for text in said if text in ("call aces", "call bidder's aces")]
    return aces[0] if aces else quiet(said)


def test_what_is_buried_counts_for_the_bidder_of_cutthroat() -> None:
    rules, met = program(124), Counter[str]()
    for seed in range(150):
        game = Game(rules, seed)
        if not until(game, "bury"):
            continue
        declarer = game.facts()["declarer"]
        held = Counter(game.observation(declarer).hand)
        assert held.total() == 30
        if not until(game, "play", declare):
            continue
        kept = Counter(game.observation(declarer).hand)
        assert (held - kept).total() == 5
        laid = game.seat_figures()["laid_meld"][declarer]
        trump = game.observation(declarer).trump or "none"
        assert laid == melds(rules, " ".join(kept.elements()), trump, role="declarer").total
        won = sum(card[:-1] in ("A", "10", "K") for card in (held - kept).elements())
        bid, trick = game.facts()["bid"], []
        while first_deal(game):
            playing, seat, left = game.decision == "play", game.current_seat, sum(game.seat_figures()["hand_left"])
            said = step(game, declare)
            if not playing:
                continue
            trick.append((seat, said))
            if len(trick) == 3:
                place = trick_winner(rules, " ".join(card for _, card in trick), trump)
                if trick[place or 0][0] == declarer:
                    won += sum(card[:-1] in ("A", "10", "K") for _, card in trick) + (2 if left == 1 else 0)
                trick = []
        made = won >= max(20, bid - laid)
        assert game.last_outcome == ("made" if made else "set")
        met[game.last_outcome or ""] += 1
    assert min(met["made"], met["set"]) > 5


def test_undeclared_aces_are_a_busted_lead() -> None:
    rules, met = program(124), 0
    for seed in range(300):
        game = Game(rules, seed)
        if not until(game, "call aces"):
            continue
        met += 1
        seat, spades = game.current_seat, game.observation(0).trump == "♠"
        assert seat != game.facts()["declarer"]
        assert game.seat_figures()["laid_meld"][seat] >= 10
        told = game.copy()
        told.apply(words(told)["call aces"])
        assert (told.decision, told.current_seat) == ("play", seat)
        game.apply(words(game)["pass"])
        assert game.last_outcome == "busted"
        stake = 2 if spades else 1
        assert game.last_gains() == [-4 * stake if s == seat else 2 * stake for s in range(3)]
    assert met > 10


def test_the_bidder_declares_his_aces_before_he_leads_one() -> None:
    rules, met = program(124), Counter[str]()
    for seed in range(200):
        game = Game(rules, seed)
        if not until(game, "call bidder's aces"):
            continue
        declarer, led = game.facts()["declarer"], False
        assert game.seat_figures()["laid_meld"][declarer] >= 10
        while first_deal(game):
            said = words(game)
            if "call bidder's aces" in said:
                assert not led
                assert game.current_seat == declarer
                met["offered"] += 1
            leads = game.decision == "play" and game.current_seat == declarer and not game.observation(declarer).trick
            done = step(game, lambda said: "call aces" if "call aces" in said else quiet(said))
            if leads and done.startswith("A"):
                led = True
                met["led"] += 1
    assert met["offered"] > met["led"] > 10


def test_a_hand_laid_down() -> None:
    rules, met = program(124), 0
    for seed in range(60):
        game = Game(rules, seed)
        if not until(game, "call lay down"):
            continue
        met += 1
        declarer, trump = game.facts()["declarer"], game.observation(0).trump
        game.apply(words(game)["call lay down"])
        challenged = game.copy()
        for _ in range(2):
            assert "call challenge" in words(game)
            assert game.current_seat != declarer
            game.apply(words(game)["pass"])
        stake = 2 if trump == "♠" else 1
        assert game.last_outcome == "laid down"
        assert game.last_gains() == [2 * stake if s == declarer else -stake for s in range(3)]
        challenged.apply(words(challenged)["call challenge"])
        until(challenged, "play", declare)
        assert challenged.decision == "play"
        shown = challenged.observation((declarer + 1) % 3).open_hands
        assert shown == {declarer: challenged.observation(declarer).hand}
    assert met > 10


def test_a_board_set() -> None:
    rules, met = program(124), Counter[str]()
    for seed in range(200):
        game = Game(rules, seed)
        if not until(game, "trump"):
            continue
        if until(game, "play", declare):
            assert game.facts()["bid"] - game.seat_figures()["laid_meld"][game.facts()["declarer"]] <= 50
            met["played"] += 1
        else:
            assert game.last_outcome == "hard set"
            met["board set"] += 1
    assert min(met["played"], met["board set"]) > 10

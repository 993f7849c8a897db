"""Facts of sheets 71 to 96 that no example in a file can pin: they show only while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from interpreter import Game, Program, melds, trick_winner
from interpreter.cards import format_card
from interpreter.players import player_kinds
from pinochle_dsl import load
from tests.house_rules.test_pins import FILES, deals, program

SUITS = "♠♥♦♣"


def says(game: Game) -> list[str]:
    """Return what the player whose turn it is may do, in words."""
    return [game.describe(action) for action in game.legal_actions()]


def say(game: Game, words: str) -> None:
    game.apply(game.legal_actions()[says(game).index(words)])


def pass_out(game: Game) -> None:
    """Have everyone pass who may, until the auction is over."""
    while game.phase == "auction":
        say(game, "pass" if "pass" in says(game) else says(game)[0])


def steps(rules: Program, seed: int, player: str = "basic") -> Iterator[tuple[Game, str]]:
    """Play a game and yield it before each action, with the action's words."""
    game = Game(rules, seed)
    (kind,) = player_kinds([player])
    while not game.is_over:
        action = game.choice(kind)
        yield game, game.describe(action)
        game.apply(action)


def played(rules: Program, seed: int, player: str = "basic") -> Game:
    """Return a game that was played to its end."""
    game = Game(rules, seed)
    (kind,) = player_kinds([player])
    while not game.is_over:
        game.apply(game.choice(kind))
    return game


def points(rules: Program) -> dict[str, int]:
    """Return the points of every card that has some."""
    values = enumerate(rules.rules.card_points)
    return {format_card(rules.deck, card): value for card, value in values if value}


def each_suit(values: dict[str, int]) -> dict[str, int]:
    return {f"{rank}{suit}": value for rank, value in values.items() for suit in SUITS}


def kings_and_queens(hand: tuple[str, ...]) -> set[str]:
    return {suit for suit in SUITS if {f"K{suit}", f"Q{suit}"} <= set(hand)}


# ---- 71: six with a blind ------------------------------------------------------------------------------


def test_the_pack_of_124() -> None:
    rules = program(71)
    assert sum(rules.deck.copies) == 124 == 6 * 20 + 4
    assert points(rules) == each_suit({"A": 10, "10": 10, "K": 10})
    assert all(value == 10 for value in points(rules).values())
    assert all(len(Game(rules, 0).observation(seat).hand) == 20 for seat in range(6))


def test_left_of_dealer_holds_500() -> None:
    rules = program(71)
    for seed in range(10):
        game = Game(rules, seed)
        seen = game.observation(0)
        opener = (seen.dealer + 1) % 6
        assert (seen.bid, seen.bidder) == (500, opener)
        assert game.current_seat == (seen.dealer + 2) % 6
        pass_out(game)
        seen = game.observation(opener)
        assert (seen.declarer, seen.bid) == (opener, 500)
        # with the blind on his hand he names trump
        assert (game.decision, game.current_seat, len(seen.hand)) == ("trump", opener, 24)
        say(game, "trump ♥")
        while game.decision == "bury":
            assert game.current_seat == opener
            game.apply(game.legal_actions()[0])
        assert len(game.observation(opener).hand) == 20
        assert game.decision == "play"
        assert any(game.observation(0).melds)


# ---- 72: settings --------------------------------------------------------------------------------------


def test_one_round_or_until_three_have_passed() -> None:
    once, rules = program(72, rounds="one"), program(72)
    for seed in range(40):
        spoken = Counter[int]()
        for game, words in steps(once, seed, "random"):
            if game.phase != "auction" or game.observation(0).deal > 1:
                break
            if game.decision == "bid":
                assert spoken[game.current_seat] == 0
                spoken[game.current_seat] += 1
                assert {"pass", "pass with help"} <= set(says(game))
            if words == "call misdeal":
                break
    again = 0
    for seed in range(40):
        out = set[int]()
        spoken = Counter[int]()
        for game, words in steps(rules, seed, "random"):
            if game.phase != "auction" or game.observation(0).deal > 1 or words == "call misdeal":
                break
            assert game.current_seat not in out
            assert len(out) < 3 or game.observation(0).bid == 0
            if game.decision == "bid":
                spoken[game.current_seat] += 1
                again += spoken[game.current_seat] > 1
                if words.startswith("pass"):
                    out.add(game.current_seat)
    assert again > 10


@pytest.mark.parametrize(("seats", "option", "cards", "kitty"), [(3, "kitty for three", 15, 3), (4, "kitty", 11, 4)])
def test_the_kitty_of_three_and_four(seats: int, option: str, cards: int, kitty: int) -> None:
    without = Game(program(72, players=seats), 1)
    assert [len(without.observation(seat).hand) for seat in range(seats)] == [cards + 1] * seats
    game = Game(program(72, players=seats, **{option: "with"}), 1)
    assert [len(game.observation(seat).hand) for seat in range(seats)] == [cards] * seats
    pass_out(game)
    declarer = game.current_seat
    assert game.decision == "trump"
    assert len(game.observation(declarer).hand) == cards + kitty
    say(game, says(game)[0])
    if game.decision == "call":
        say(game, "pass")  # he does not shoot
    while game.decision == "bury":
        game.apply(game.legal_actions()[0])
    assert game.decision == "play"
    assert len(game.observation(declarer).hand) == cards


def test_single_and_double_packs() -> None:
    single, double = program(72).deck, program(72, deck="double").deck
    assert (sum(single.copies), single.ranks[-1]) == (48, "9")
    assert (sum(double.copies), double.ranks) == (80, ("A", "10", "K", "Q", "J"))
    assert len(Game(program(72, deck="double"), 0).observation(0).hand) == 20


def test_counters_as_chosen() -> None:
    ten_each = {"A": 10, "10": 10, "K": 10}
    eleven = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
    ten_and_five = {"A": 10, "10": 10, "K": 5, "Q": 5}
    for name, values in {
        "ten each": ten_each,
        "eleven ten four three two": eleven,
        "ten and five": ten_and_five,
    }.items():
        rules = program(72, scoring="classic", **{"trick scoring": name})
        assert points(rules) == each_suit(values)
        assert 2 * sum(points(rules).values()) + rules.rules.last_trick == 250
    for name, values in {"eleven ten four three two": eleven, "ten and five": ten_and_five}.items():
        rules = program(72, **{"modern trick scoring": name})
        assert points(rules) == each_suit(values)
        assert rules.rules.per == 10
    assert points(program(72)) == each_suit({"A": 1, "10": 1, "K": 1})


def test_bids_name_a_suit() -> None:
    rules = program(72)
    for seed, suit in product(range(5), SUITS):
        game = Game(rules, seed)
        while game.decision != "bid":
            say(game, "pass")
        bidder = game.current_seat
        say(game, f"bid 25 {suit}")
        pass_out(game)
        seen = game.observation(bidder)
        assert (seen.declarer, seen.bid, seen.trump) == (bidder, 25, suit)
    for seed in range(5):
        game = Game(rules, seed)
        while "call shoot bid" not in says(game):
            say(game, "pass")
        bidder = game.current_seat
        say(game, "call shoot bid")
        pass_out(game)
        seen = game.observation(bidder)
        assert (seen.declarer, seen.bid, seen.trump) == (bidder, 60, None)
        assert (game.current_seat, says(game)) == (bidder, [f"trump {suit}" for suit in SUITS])


def test_a_misdeal_is_called_in_the_auction() -> None:
    rules = program(72)
    met = Counter[bool]()
    for seed in range(600):
        game = Game(rules, seed)
        seat, dealer = game.current_seat, game.observation(0).dealer
        nines = sum(card[:-1] == "9" for card in game.observation(seat).hand)
        assert ("call misdeal" in says(game)) == (nines >= 5)
        met[nines >= 5] += 1
        if nines >= 5:
            before = game.observation(seat).hand
            say(game, "call misdeal")
            assert game.observation(0).dealer == dealer
            assert game.observation(seat).hand != before
            assert game.phase == "auction"
    assert min(met.values()) > 3


def test_a_dealer_who_is_stuck() -> None:
    for stuck in ("no", "yes"):
        game = Game(program(72, **{"stick the dealer": stuck}), 3)
        dealer = game.observation(0).dealer
        while not (game.current_seat == dealer and game.decision == "bid"):
            say(game, "pass")
            if game.phase != "auction":
                break
        if stuck == "yes":
            assert game.current_seat == dealer
            assert not any(words.startswith("pass") for words in says(game))
        else:
            assert game.phase != "auction"


@pytest.mark.parametrize("needs", ["marriage needed", "twenty meld needed"])
def test_what_a_suit_needs_to_be_bid(needs: str) -> None:
    rules = program(72, **{needs: "yes"})
    met = Counter[bool]()
    for seed in range(150 if needs == "marriage needed" else 1000):
        game = Game(rules, seed)
        while game.decision != "bid":
            say(game, "pass")
        hand = game.observation(game.current_seat).hand
        offered = {words[-1] for words in says(game) if words.startswith("bid ")}
        if needs == "marriage needed":
            wanted = kings_and_queens(hand)
        else:
            wanted = {suit for suit in SUITS if melds(rules, " ".join(hand), suit).total >= 20}
        assert offered == wanted
        met[bool(wanted)] += 1
    assert min(met[True], met[False]) > 3


def test_cards_passed_as_chosen() -> None:
    for number in range(5):
        passed = Counter[int]()
        for game, _ in steps(program(72, passing=number or "none"), 7):
            if game.decision == "play":
                break
            if game.decision == "exchange":
                passed[game.current_seat] += 1
        declarer = game.observation(0).declarer
        assert declarer is not None
        assert passed == ({declarer: number, (declarer + 2) % 4: number} if number else {})


# ---- 73 to 78: partners --------------------------------------------------------------------------------


def test_the_dealers_left_speaks_first() -> None:
    rules = program(73)
    for seed in range(10):
        game = Game(rules, seed)
        assert game.current_seat == (game.observation(0).dealer + 1) % 4
        assert says(game)[:3] == ["bid 100", "bid 110", "bid 120"]


@pytest.mark.parametrize("named", ["before", "after"])
def test_four_cards_from_the_partner_and_four_back(named: str) -> None:
    rules = program(75, trump=f"named {named} the exchange")
    for seed in range(10):
        order: list[str] = []
        given: list[str] = []
        for game, words in steps(rules, seed):
            if game.decision == "play":
                break
            if game.decision not in order:
                order.append(game.decision)
            if game.decision == "exchange":
                seen = game.observation(game.current_seat)
                assert seen.declarer is not None
                if len(given) < 4:
                    assert game.current_seat == (seen.declarer + 2) % 4
                else:  # he has seen them before he gives any back
                    assert game.current_seat == seen.declarer
                    assert sorted(seen.received) == sorted(given[:4])
                given.append(words)
        assert len(given) == 8
        assert order == ["bid", *(["trump", "exchange"] if named == "before" else ["exchange", "trump"])]


@pytest.mark.parametrize("number", [77, 78])
def test_twenty_five_counters(number: int) -> None:
    rules = program(number)
    assert points(rules) == each_suit({"A": 1, "10": 1, "K": 1})
    assert 2 * 12 + rules.rules.last_trick == 25


def test_the_winner_of_the_auction_leads() -> None:
    rules = program(78)
    for seed in range(10):
        for game, _ in steps(rules, seed):
            if game.decision == "play":
                assert game.current_seat == game.observation(0).declarer
                break


# ---- 80 to 86: Binokel ---------------------------------------------------------------------------------


def test_lost_games_cost_more_from_the_fifth() -> None:
    rules = program(80)
    met = Counter[str]()
    for seed in range(60):
        ledgers = {"lost": [0] * 3, "money": [0] * 3, "kitty": [0]}
        number, declarer = 1, None
        for game, _ in steps(rules, seed, "random"):
            seen = game.observation(0)
            if seen.deal != number:
                now = {name: list(game.ledgers()[name]) for name in ledgers}
                lost = game.last_outcome in {"set", "conceded"}
                for seat in range(3):
                    more = now["lost"][seat] - ledgers["lost"][seat]
                    assert more == (lost and seat == declarer)
                    price = (1 if now["lost"][seat] < 5 else 2) if more else 0
                    assert ledgers["money"][seat] - now["money"][seat] == price
                    met[f"price {price}"] += 1
                assert sum(now["money"]) + sum(now["kitty"]) == 0
                ledgers, number = now, seen.deal
            declarer = seen.declarer
            if number > 20:
                break
    assert met["price 1"] > 30
    assert met["price 2"] > 10


def test_exact_points_break_a_tie(tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(
        f"variant: short\nextends: {FILES[80]}\ncalls: {{durch: null, open durch: null, concede: null}}\n"
        "outcomes: {conceded: null}\npayments: null\nledgers: null\n"
        "counters: {round_to: 50}\n"
        "game: {target: null, deals: 1, both_reach: null}\n",
        encoding="utf-8",
    )
    rules = load(str(short)).compile()
    values = points(rules)
    met = Counter[str]()
    for seed in range(400):
        game = Game(rules, seed)
        (kind,) = player_kinds(["random"])
        taken: list[list[str]] = [[], [], []]
        trick: list[tuple[int, str]] = []
        winner, declarer = 0, None
        while not game.is_over:
            action = game.choice(kind)
            if game.decision == "play":
                seen = game.observation(0)
                declarer = seen.declarer
                trick.append((game.current_seat, game.describe(action)))
                if len(trick) == 3:
                    winner = trick[trick_winner(rules, " ".join(card for _, card in trick), seen.trump) or 0][0]
                    taken[winner] += [card for _, card in trick]
                    trick = []
            game.apply(action)
        top = [seat for seat in range(3) if game.totals[seat] == max(game.totals)]
        if len(top) < 2 or declarer in top:
            continue
        exact = [sum(values.get(card, 0) for card in cards) + 10 * (seat == winner) for seat, cards in enumerate(taken)]
        rounded = [(points + 25) // 50 * 50 for points in exact]
        kept = {seat: exact[seat] - rounded[seat] for seat in top}
        first, second = (kept[seat] for seat in top)
        wanted = "draw" if first == second else top[first < second]
        assert game.winner == wanted
        met["draw" if wanted == "draw" else "decided"] += 1
    assert met["decided"] > 5


def test_binokel_counters_with_nines() -> None:
    rules = program(82)
    assert points(rules) == each_suit({"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2})
    assert rules.deck.ranks[-1] == "9"


def test_the_dealers_left_leads() -> None:
    rules = program(82)
    led = 0
    for seed in range(10):
        for game, _ in steps(rules, seed):
            if game.decision == "play":
                # turns go to the right, and seats are numbered as turns go
                assert game.current_seat == (game.observation(0).dealer - 1) % 4
                led += 1
                break
    assert led > 5


def test_deals_won_then_the_best_deal_break_a_tie(tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(
        f"variant: short\nextends: {FILES[82]}\ncalls: {{concede: null}}\n"
        "outcomes:\n"
        "  conceded: null\n"
        "  made: {declarers: 100 * deal, defenders: 0}\n"
        "  set: {declarers: 0, defenders: 100 * deal}\n"
        "score: {winner: tricks > opponents.tricks}\n"
        "auction: {all_pass: dealer takes 150}\n"
        "game: {target: null, deals: 4, both_reach: null}\n",
        encoding="utf-8",
    )
    rules = load(str(short)).compile()
    met = Counter[str]()
    for seed in range(200):
        won, best = [0, 0], [0, 0]
        last = None
        for deal in deals(rules, seed):
            tricks = Counter(seat % 2 for seat in deal.tricks)
            for side in range(2):
                won[side] += tricks[side] > tricks[1 - side]
                best[side] = max(best[side], deal.gained("points")[side])
            last = deal
        assert last is not None
        if last.after["points"][0] != last.after["points"][1]:
            continue
        game = played(rules, seed)
        by = won if won[0] != won[1] else best
        assert by[0] != by[1]
        assert game.winner == (by[1] > by[0])
        met["deals won" if by is won else "best deal"] += 1
    assert met["deals won"] > 3
    assert met["best deal"] > 3


def test_two_bid_before_the_dealer_does() -> None:
    rules = program(84)
    came_in = 0
    for seed in range(30):
        passed: list[int] = []
        for game, words in steps(rules, seed):
            seen = game.observation(0)
            if game.phase != "auction" or seen.deal > 1:
                break
            right = (seen.dealer + 1) % 3  # turns go to the right
            if not passed:
                assert game.current_seat in {right, (right + 1) % 3}
            else:
                came_in += game.current_seat == seen.dealer
                assert game.current_seat != passed[0]
            if words == "pass":
                passed.append(game.current_seat)
    assert came_in > 10


def test_three_teams_of_two() -> None:
    rules = program(85, players=6)
    for seed in range(5):
        game = Game(rules, seed)
        assert len(game.totals) == 3
        for deal in deals(rules, seed):
            laid = [melds(rules, " ".join(hand), deal.trump).total for hand in deal.hands]
            side = deal.declarer % 3
            for other in {0, 1, 2} - {side}:
                kept = [
                    sum(points(rules).get(card, 0) for card in deal.taken[seat])
                    + 10 * (deal.tricks[-1] == seat)
                    + laid[seat] * (seat in deal.tricks)
                    for seat in (other, other + 3)
                ]
                assert deal.gained("points")[other] == sum(kept)


@pytest.mark.parametrize(("stake", "cents"), [("one cent", 1), ("five cents", 5)])
def test_a_stake_for_each_point(stake: str, cents: int) -> None:
    rules = program(86, stake=stake)
    decided = 0
    for seed in range(10):
        game = played(rules, seed)
        if game.winner == "draw":
            continue
        decided += 1
        assert isinstance(game.winner, int)
        margin = game.totals[game.winner] - game.totals[1 - game.winner]
        paid = game.ledgers()["cents"]
        assert paid[game.winner] == cents * margin
        assert paid[1 - game.winner] == -cents * margin
    assert decided > 5


# ---- 88 and 90: Bezique --------------------------------------------------------------------------------


def test_the_first_marriage_or_sequence_makes_trump() -> None:
    rules = program(88)
    met = Counter[str]()
    for seed in range(15):
        for game, words in steps(rules, seed):
            seen = game.observation(0)
            makers = [laid.get("royal marriage", 0) + laid.get("run", 0) for laid in seen.laid]
            assert (seen.trump in list(SUITS)) == any(makers)
            if seen.trump not in list(SUITS) and words.startswith(("meld royal marriage", "meld run")):
                met["run" if "run" in words else "marriage"] += 1
    assert met["marriage"] > 5


def test_no_card_counts_but_the_last_trick() -> None:
    rules = program(88)
    rubicons = Counter[bool]()
    for seed in range(20):
        trick: list[tuple[int, str]] = []
        for game, words in steps(rules, seed, "basic" if seed % 2 else "random"):
            seen = game.observation(0)
            if game.decision == "play":
                trick = [*trick[len(trick) // 2 * 2 :], (game.current_seat, words)]
        assert len(trick) == 2
        last = trick[trick_winner(rules, " ".join(card for _, card in trick), seen.trump) or 0][0]
        totals = [laid + 250 * (seat == last) for seat, laid in enumerate(seen.melds)]
        winner = game.winner
        if not isinstance(winner, int):
            continue
        loser = totals[1 - winner]
        rubicons[loser < 3000] += 1
        totals[winner] += 1000 + (loser if loser < 3000 else 0)
        assert list(game.totals) == totals
    assert rubicons[True] > 5


def test_sevens_of_trump() -> None:
    rules = program(90)
    met = Counter[str]()
    for seed in range(100):
        seen = Game(rules, seed).observation(0)
        turned_seven = (seen.turn_up or "")[:-1] == "7"
        met["turned"] += turned_seven
        assert seen.totals[seen.dealer] == 10 * turned_seven
    for seed in range(30):
        swapped: tuple[int, str, int] | None = None
        for game, words in steps(rules, seed):
            seen = game.observation(game.current_seat)
            if swapped is not None:
                seat, turned, score = swapped
                now = game.observation(seat)
                assert now.melds[seat] == score + 10
                assert turned in now.hand
                assert now.turn_up == f"7{now.trump}"
                swapped = None
            if words == "meld seven" and seen.stock_left > 2:
                assert seen.turn_up is not None
                met["second" if seen.turn_up[:-1] == "7" else "exchanged"] += 1
                swapped = (game.current_seat, seen.turn_up, seen.melds[game.current_seat])
    assert met["turned"] > 2
    assert met["exchanged"] > 20
    assert met["second"] > 5


# ---- 92 to 94: Sixty-six -------------------------------------------------------------------------------


def test_packs_of_schnapsen_and_sixty_six() -> None:
    for rules, cards, hand in (
        (program(92), 20, 5),
        (program(92, game="Sixty-six"), 24, 6),
        (program(94), 20, 5),
    ):
        assert sum(rules.deck.copies) == cards
        assert points(rules) == each_suit({"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2})
        assert sum(points(rules).values()) == 120
        game = Game(rules, 0)
        seen = game.observation(0)
        assert len(seen.hand) == hand
        assert seen.turn_up is not None
        assert seen.trump == seen.turn_up[-1]


def test_the_last_trick_of_sixty_six() -> None:
    assert program(93).rules.last_trick == 10


def test_a_double_stake_against_no_strokes() -> None:
    rules = program(93)
    met = Counter[int]()
    for seed in range(80):
        game = played(rules, seed)
        assert isinstance(game.winner, int)
        strokes, stakes = game.ledgers()["strokes"], game.ledgers()["stakes"]
        assert strokes[game.winner] >= 7
        worth = 2 if strokes[1 - game.winner] == 0 else 1
        assert (stakes[game.winner], stakes[1 - game.winner]) == (worth, -worth)
        met[worth] += 1
    assert met[1] > 5
    assert met[2] > 0


def test_who_sits_out_goes_with_a_player() -> None:
    rules = program(93, at_table=3)
    gains = Counter[int]()
    for seed in range(20):
        number, eldest, idle, before = 0, 0, 0, [0, 0, 0]
        for game, _ in steps(rules, seed):
            seen = game.observation(0)
            if seen.deal != number:
                strokes = game.ledgers()["strokes"]
                if number:
                    gain = strokes[eldest] - before[eldest]
                    assert strokes[idle] - before[idle] == gain
                    assert len(set(game.ledgers()["carried"])) == 1
                    gains[gain] += 1
                number, before = seen.deal, strokes
                eldest = seen.people[(seen.dealer + 1) % 2]
                (idle,) = {0, 1, 2} - set(seen.people)
                assert idle == seen.dealing
        gain = game.ledgers()["strokes"][eldest] - before[eldest]
        assert game.ledgers()["strokes"][idle] - before[idle] == gain
    assert min(gains[0], gains[1], gains[2]) > 5


def test_a_marriage_is_led() -> None:
    rules = program(94)
    led = 0
    for seed in range(20):
        suit, number = "", 0
        for game, words in steps(rules, seed):
            if game.observation(0).deal != number:  # 66 may be announced with the marriage
                suit, number = "", game.observation(0).deal
            if suit and game.decision == "play":
                assert {card[-1] for card in says(game)} == {suit}
                assert {card[:-1] for card in says(game)} == {"K", "Q"}
                led += 1
                suit = ""
            if words.startswith("meld marriage"):
                suit = words[-1]
    assert led > 10


# ---- 96: three forms -----------------------------------------------------------------------------------


def test_an_auction_of_three_from_300() -> None:
    rules = program(96, players=3)
    for seed in range(20):
        out = set[int]()
        for game, words in steps(rules, seed, "random"):
            if game.phase != "auction" or game.observation(0).deal > 1:
                break
            if len(out) == 3:
                break  # the next dealer deals
            assert game.current_seat not in out
            if game.observation(0).bid == 0:
                assert says(game)[:2] == ["bid 300", "bid 310"]
            if words == "pass":
                out.add(game.current_seat)


def test_the_bottom_card_makes_trump() -> None:
    rules = program(96, players=4)
    for seed in range(20):
        game = Game(rules, seed)
        seen = game.observation(0)
        assert seen.turn_up is not None
        assert seen.turn_up in game.observation(seen.dealer).hand
        assert seen.trump == seen.turn_up[-1]
        # all have melded before the first card is led
        assert game.decision == "play"
        for seat in range(4):
            hand = " ".join(game.observation(seat).hand)
            assert seen.melds[seat] == melds(rules, hand, seen.trump).total


def test_two_meld_while_the_stock_lasts() -> None:
    rules, melded = program(96, players=2), 0
    for seed in range(10):
        for game, words in steps(rules, seed):
            if words.startswith("meld "):
                assert game.observation(0).stock_left > 0
                melded += 1
    assert melded > 20

"""Facts of the sheets 45 to 70 that show only while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest

from interpreter import Game, Observation, Program, melds, trick_winner
from interpreter.players import player_kinds
from pinochle_dsl import load
from tests.house_rules.test_pins import FILES, balances, program

BINOKEL = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TENS = {"A": 10, "10": 10, "K": 10}


@dataclass
class Round:
    """A deal that was played out: what was done, what it came to."""

    moves: list[tuple[Observation, str]] = field(default_factory=list)
    """What the one who decides sees, and what he does."""
    gained: dict[str, list[int]] = field(default_factory=dict)
    """What each account got, by ledger."""
    over: bool = False
    """Whether the game ended with it."""

    @property
    def first(self) -> Observation:
        """What was seen before the first move."""
        return self.moves[0][0]

    @property
    def last(self) -> Observation:
        """What was seen before the last move."""
        return self.moves[-1][0]

    def tricks(self, rules: Program) -> list[tuple[int, list[str]]]:
        """Return who took each trick, with its cards."""
        found = []
        for seen, words in self.moves:
            if seen.decision == "play" and len(seen.trick) == rules.table.seats - 1:
                trick = [*seen.trick, (seen.current_seat, words)]
                place = trick_winner(rules, " ".join(card for _, card in trick), seen.trump or "none")
                found.append((trick[place or 0][0], [card for _, card in trick]))
        return found

    def counters(self, rules: Program, values: dict[str, int], last: int) -> list[int]:
        """Return what each seat took in tricks."""
        found = [0] * rules.table.seats
        tricks = self.tricks(rules)
        for seat, cards in tricks:
            found[seat] += worth(cards, values)
        found[tricks[-1][0]] += last
        return found


def worth(cards: Sequence[str], values: dict[str, int]) -> int:
    return sum(values.get(card[:-1], 0) for card in cards)


def rounds(rules: Program, seed: int, player: str = "basic") -> Iterator[Round]:
    """Play a game and yield its deals."""
    game = Game(rules, seed)
    (kind,) = player_kinds([player])
    before, found = balances(game), Round()
    while not game.is_over:
        facts = game.facts()
        action = game.choice(kind)
        found.moves.append((game.observation(game.current_seat), game.describe(action)))
        game.apply(action)
        if game.is_over or (game.facts()["deal"], game.facts()["redeal"]) != (facts["deal"], facts["redeal"]):
            after = balances(game)
            found.gained = {
                name: [new - old for new, old in zip(after[name], before[name], strict=True)] for name in after
            }
            found.over = game.is_over
            yield found
            before, found = after, Round()


def begun(rules: Program, seeds: int | Sequence[int]) -> Iterator[Game]:
    """Begin games, each with other cards; a list of seeds has rare hands among them."""
    for seed in range(seeds) if isinstance(seeds, int) else seeds:
        yield Game(rules, seed)


def hands(game: Game) -> list[tuple[str, ...]]:
    return [game.observation(seat).hand for seat in range(game.program.table.seats)]


def says(game: Game) -> list[str]:
    return [game.describe(action) for action in game.legal_actions()]


def changed(tmp_path: Path, number: int, text: str, **options: object) -> Program:
    """Return the rules of a sheet with something changed."""
    path = tmp_path / "changed.yaml"
    path.write_text(f"variant: changed\nextends: {FILES[number]}\n{text}\n", encoding="utf-8")
    return load(str(path), options).compile()


# ---- who deals, who begins ------------------------------------------------------------------------------


@pytest.mark.parametrize("number", [45, 66])
def test_the_deal_goes_round(number: int) -> None:
    rules = program(number)
    for seed in range(5):
        dealers = [found.first.dealer for found in rounds(rules, seed)]
        assert len(dealers) > 1
        assert all(new == (old + 1) % rules.table.seats for old, new in pairwise(dealers))


def test_the_last_trick_deals() -> None:
    rules = program(61)
    same = 0
    for seed in range(5):
        played = list(rounds(rules, seed))
        for old, new in pairwise(played):
            assert new.first.dealer == old.tricks(rules)[-1][0]
            same += new.first.dealer == old.first.dealer
    assert same > 2


def test_the_nondealer_leads_any_card() -> None:
    rules = program(47)
    for seed in range(3):
        for found in rounds(rules, seed, "random"):
            seen = found.first
            assert seen.current_seat != seen.dealer
            assert seen.decision == "play"
            assert set(seen.legal) == set(seen.hand)


@pytest.mark.parametrize("number", [67, 69])
def test_the_left_of_the_dealer_begins(number: int) -> None:
    for game in begun(program(number), 30):
        assert game.decision == "bid"
        assert game.current_seat == (game.observation(0).dealer + 1) % 3


# ---- the stock -----------------------------------------------------------------------------------------


def test_the_winner_draws_and_then_melds() -> None:
    rules = program(45)
    (kind,) = player_kinds(["random"])
    with_new_card = 0
    for seed in range(8):
        game = Game(rules, seed)
        kept = [Counter(hand) for hand in hands(game)]
        while not game.is_over:
            seat, seen, action = game.current_seat, game.observation(game.current_seat), game.choice(kind)
            words = game.describe(action)
            game.apply(action)
            now = game.observation(seat)
            if seen.decision == "play":
                kept[seat] = Counter(seen.hand) - Counter([words])
            elif seen.decision == "meld":
                assert seat == seen.leader
                assert len(seen.hand) == 12
                new = Counter(seen.hand) - kept[seat]
                with_new_card += bool(new & (Counter(now.table[seat]) - Counter(seen.table[seat])))
    assert with_new_card > 20


def test_the_winner_chooses_the_last_card() -> None:
    rules = program(45)
    (kind,) = player_kinds(["random"])
    asked = 0
    for seed in range(10):
        game = Game(rules, seed)
        while not game.is_over:
            if game.decision == "draw":
                seat, seen = game.current_seat, game.observation(game.current_seat)
                assert seen.stock_left == 1
                assert seen.leader == seat
                for action in game.legal_actions():
                    after = game.copy()
                    after.apply(action)
                    takers = [
                        s
                        for s in (0, 1)
                        if Counter(hands(after)[s])[seen.turn_up] > Counter(hands(game)[s])[seen.turn_up]
                    ]
                    assert takers == ([seat] if "turn-up" in game.describe(action) else [1 - seat])
                assert len(game.legal_actions()) == 2
                asked += 1
            game.apply(game.choice(kind))
    assert asked > 20


def test_there_is_a_meld_after_the_last_draw() -> None:
    late = 0
    for seed in range(20):
        for found in rounds(program(45), seed, "random"):
            for seen, _ in found.moves:
                if seen.decision == "meld" and seen.stock_left == 0 and seen.turn_up is None:
                    assert len(seen.hand) == 12
                    assert sum(seen.tricks) == 12
                    late += 1
    assert late > 5


def test_melded_cards_may_be_led() -> None:
    led = 0
    for seed in range(3):
        for found in rounds(program(45), seed, "random"):
            for seen, words in found.moves:
                if seen.decision == "play" and not seen.trick:
                    assert set(seen.legal) == set(seen.hand)
                    led += words in seen.table[seen.current_seat]
    assert led > 10


def test_melds_are_counted_at_once() -> None:
    rules = program(45)
    (kind,) = player_kinds(["random"])
    values = {"run": 20, "royal marriage": 4, "marriage": 2, "dix": 1, "pinochle": 4, "double pinochle": 30}
    values |= {"aces around": 10, "kings around": 8, "queens around": 6, "jacks around": 4}
    met = Counter[str]()
    for seed in range(20):
        game = Game(rules, seed)
        while not game.is_over:
            seat, action, before = game.current_seat, game.choice(kind), game.observation(0).melds
            words = game.describe(action)
            melding = game.decision == "meld" and words.startswith("meld ")
            game.apply(action)
            if melding:
                name = words.removeprefix("meld ").rstrip("♠♥♦♣ ")
                assert game.observation(0).melds[seat] == before[seat] + values[name]
                met[name] += 1
    assert met["marriage"] > 10
    assert met["royal marriage"] > 5


def test_a_turned_dix_pays_the_dealer() -> None:
    turned = 0
    for game in begun(program(47), 60):
        seen = game.observation(0)
        wanted = [0, 0]
        if seen.turn_up and seen.turn_up.startswith("9"):
            wanted[seen.dealer] = 10
            turned += 1
        assert list(game.totals) == wanted
    assert turned > 3


def test_a_turned_seven_pays_the_dealer() -> None:
    turned = 0
    for game in begun(program(61), 80):
        seen = game.observation(0)
        wanted = [0, 0]
        if seen.turn_up and seen.turn_up.startswith("7"):
            wanted[seen.dealer] = 1
            turned += 1
        assert list(game.totals) == wanted
    assert turned > 3


def test_a_dix_takes_the_turn_up_and_the_second_is_shown() -> None:
    rules = program(47)
    (kind,) = player_kinds(["basic"])
    met = Counter[str]()
    for seed in range(10):
        game = Game(rules, seed)
        while not game.is_over:
            seat, seen, action = game.current_seat, game.observation(game.current_seat), game.choice(kind)
            words = game.describe(action)
            game.apply(action)
            if words != "meld dix":
                continue
            now = game.observation(seat)
            assert seen.tricks[seat] > 0
            assert now.melds[seat] == seen.melds[seat] + 10
            nine = f"9{seen.trump}"
            if seen.turn_up is None or seen.turn_up == nine:
                assert now.turn_up in (seen.turn_up, None)
                assert not Counter(seen.hand) - Counter(now.hand)
                met["shown"] += 1
            else:
                assert now.turn_up == nine
                assert Counter([seen.turn_up]) <= Counter(now.hand) - Counter(seen.hand)
                met["exchanged"] += 1
    assert met["shown"] > 5
    assert met["exchanged"] > 5


def one_a_trick(number: int, free: str, cards: int) -> int:
    """Check that one meld is laid for each trick won, before drawing; return how many were laid."""
    found = 0
    for seed in range(6):
        for played in rounds(program(number), seed):
            laid = 0
            for seen, words in played.moves:
                if seen.decision == "play":
                    laid = 0
                    assert len(seen.hand) <= cards
                elif seen.decision == "meld":
                    assert seen.current_seat == seen.leader
                    assert len(seen.hand) == cards - 1
                    laid += words not in ("pass", f"meld {free}")
                    assert laid <= 1
                    found += laid
            stays = [seen.table for seen, _ in played.moves if seen.decision == "play"]
            assert any(table for table in stays)
    return found


def test_one_meld_a_trick_before_drawing() -> None:
    assert one_a_trick(47, "dix", 12) > 50


@pytest.mark.parametrize("number", [61, 64])
def test_one_declaration_a_trick(number: int) -> None:
    assert one_a_trick(number, "seven", 8) > 50


def test_the_winner_draws_first(tmp_path: Path) -> None:
    first = program(61)
    second = changed(tmp_path, 61, "stock: {draws_first: trick loser}")
    drawn = []
    for rules in (first, second):
        new = []
        for seed in range(20):
            game = Game(rules, seed)
            before = [Counter(hand) for hand in hands(game)]
            played = [Counter[str](), Counter[str]()]
            while sum(map(len, played)) < 2:
                action = game.legal_actions()[0]
                played[game.current_seat][game.describe(action)] += 1
                game.apply(action)
            while game.decision == "meld":
                game.apply(game.legal_actions()[-1])
            winner = game.current_seat
            got = [Counter(hand) - (old - gone) for hand, old, gone in zip(hands(game), before, played, strict=True)]
            new.append((winner, [*got[winner]], [*got[1 - winner]]))
        drawn.append(new)
    assert [(winner, two, one) for winner, one, two in drawn[0]] == drawn[1]
    assert sum(one != two for _, one, two in drawn[0]) > 10


def test_two_handed_counters() -> None:
    rules = program(47)
    for seed in range(4):
        for found in rounds(rules, seed):
            took = found.counters(rules, TENS, 10)
            assert sum(took) == 250
            if found.over:
                continue
            paid = [found.gained["points"][seat] - took[seat] - found.last.melds[seat] for seat in (0, 1)]
            assert sorted(paid) in ([0, 0], [0, 10])  # the nine that is turned up for the next deal


@pytest.mark.parametrize(("number", "unit"), [(61, 1), (63, 10)])
def test_brisques_count(number: int, unit: int) -> None:
    rules = program(number)
    values = {"A": unit, "10": unit}
    for seed in range(4):
        for found in rounds(rules, seed):
            took = found.counters(rules, values, unit)
            assert sum(took) == 17 * unit
            if found.over:
                continue
            for seat in (0, 1):
                paid = found.gained["points"][seat] - took[seat] - found.last.melds[seat]
                # beside cards and melds there are only sevens, turned up or played
                assert paid in (0, unit, 2 * unit, 3 * unit)


def test_a_pack_for_each_player() -> None:
    for players in (2, 3, 4):
        game = Game(program(63, players=players), 1)
        seen = game.observation(0)
        cards = sum(seen.hands_left) + seen.stock_left + (seen.turn_up is not None)
        assert seen.hands_left == (8,) * players
        assert cards == 32 * players


@pytest.mark.parametrize("number", [63, 64])
def test_the_seven_turned_played_or_exchanged(number: int) -> None:
    """Sheet 63 pays a seven that is exchanged, and one that is played; sheet 64 one that is laid."""
    rules = program(number)
    (kind,) = player_kinds(["random"])
    met = Counter[str]()
    for seed in range(12):
        game = Game(rules, seed)
        if (game.observation(0).turn_up or "").startswith("7"):
            assert game.totals[game.observation(0).dealer] == 10
            met["turned"] += 1
        while not game.is_over:
            seat, seen, action = game.current_seat, game.observation(game.current_seat), game.choice(kind)
            words, deal = game.describe(action), seen.deal
            game.apply(action)
            if game.is_over or game.facts()["deal"] != deal:
                continue
            now = game.observation(seat)
            if words == "meld seven":
                assert now.melds[seat] == seen.melds[seat] + 10
                if seen.turn_up and not seen.turn_up.startswith("7"):
                    assert now.turn_up in (f"7{seen.trump}", None)  # None if it was the last draw
                    assert Counter([seen.turn_up]) <= Counter(now.hand) - Counter(seen.hand)
                    met["exchanged"] += 1
                else:
                    met["second"] += 1
            elif seen.decision == "play" and words == f"7{seen.trump}":
                assert now.totals[seat] - seen.totals[seat] == (10 if number == 63 else 0)
                met["played"] += 1
    assert met["exchanged"] > 5
    assert met["played"] > 5
    assert (met["second"] > 0) == (number == 64)


# ---- auctions ------------------------------------------------------------------------------------------


def test_the_duel_of_three() -> None:
    rules = program(49)
    (kind,) = player_kinds(["random"])
    met = Counter[str]()
    for seed in range(60):
        game = Game(rules, seed)
        dealer = game.observation(0).dealer
        pair, bid = [(dealer + 2) % 3, (dealer + 1) % 3], 0  # left, then right: the cards go the other way
        while game.decision == "bid":
            assert game.current_seat == pair[0]
            bids = [words for words in says(game) if words != "pass"]
            assert bids == [f"bid {bid + 10 if bid else 150}"]
            assert ("pass" in says(game)) == (bid > 0)
            action = game.choice(kind)
            words = game.describe(action)
            game.apply(action)
            if words == "pass":
                pair = [dealer, pair[1]] if dealer not in pair else [pair[1]]
                met["pass"] += 1
            else:
                bid = int(words.removeprefix("bid "))
                pair.reverse()
                met["bid"] += 1
            if pair[0] == dealer and len(pair) == 2 and words == "pass":
                met["dealer comes in"] += 1
        assert len(pair) == 1
        assert game.observation(0).bid == bid
        assert game.observation(0).declarer == pair[0]
    assert met["dealer comes in"] == 60
    assert met["bid"] > 100


def test_bids_begin_at_ten() -> None:
    for game in begun(program(58), 10):
        assert says(game)[0] == "bid 10"
        assert says(game)[1] == "bid 11"


@pytest.mark.parametrize(
    ("players", "wanted"),
    [(4, [500, 510, 520, 530, 540, 550, 560, 570, 580, 590, 600, 650, 700]), (6, [750, 760, 770]), (8, [500, 510])],
)
def test_bids_of_the_double_deck(players: int, wanted: list[int]) -> None:
    rules = program(70, players=players)
    for game in begun(rules, 3):
        seen = game.observation(0)
        assert [words for words in says(game) if words != "pass"][: len(wanted)] == [f"bid {bid}" for bid in wanted]
        assert seen.hands_left == (20,) * players
    for found in rounds(rules, 0):
        last = 30 if players == 6 else 20
        if len(found.tricks(rules)) == 20:
            assert sum(found.counters(rules, TENS, last)) == 20 * players * 6 + last


def test_openings_and_raises() -> None:
    for opening, step, points, wanted in [
        (100, 10, "in tens", [100, 110, 120]),
        (250, 10, "in tens", [250, 260, 270]),
        (100, 25, "in tens", [100, 125, 150]),
        (250, 25, "in tens", [250, 275, 300]),
        (100, None, "in ones", [10, 11, 12]),
        (250, None, "in ones", [25, 26, 27]),
    ]:
        options = {"opening": opening, "points": points} | ({"raise": step} if step else {})
        game = Game(program(66, **options), 0)
        assert says(game)[:3] == [f"bid {bid}" for bid in wanted]


def test_somebody_must_open() -> None:
    for opener, place in (("left of dealer", 1), ("dealer", 0)):
        for game in begun(program(66, opener=opener), 10):
            assert game.current_seat == (game.observation(0).dealer + place) % 4
            assert "pass" not in says(game)
            game.apply(game.legal_actions()[0])
            assert "pass" in says(game)


def most(rules: Program, hand: Sequence[str]) -> int:
    """Return what a hand melds in its best suit."""
    return max(melds(rules, " ".join(hand), suit).total for suit in "♠♥♦♣")


def test_a_meld_must_open(tmp_path: Path) -> None:
    rules = program(67)
    met = Counter[str]()
    for game in begun(rules, [*range(20), 1735, 1966, 2550, 3574]):
        dealer, held, passed = game.observation(0).dealer, hands(game), set[int]()
        for place in (1, 2, 3):
            seat = (dealer + place) % 3
            assert game.current_seat == seat
            bound = most(rules, held[seat]) > 0
            assert says(game)[0] == f"bid {19 if seat == dealer else 20}"
            assert says(game)[1] == f"bid {20 if seat == dealer else 21}"
            assert ("pass" in says(game)) != bound
            if bound:
                met["bound"] += 1
                break
            met["free"] += 1
            game.apply(game.legal_actions()[-1])
            passed.add(seat)
        if not passed or game.decision != "bid":
            continue
        game.apply(game.legal_actions()[0])
        while game.decision == "bid":  # who has passed is not asked again
            assert game.current_seat not in passed
            game.apply(game.legal_actions()[0])
            if game.observation(0).bid > 24:
                break
    assert met["free"] > 3
    # free to pass, the dealer is seen to open at 19
    for game in begun(changed(tmp_path, 67, "auction: {must_bid: null}"), 5):
        game.apply(game.legal_actions()[-1])
        game.apply(game.legal_actions()[-1])
        assert game.current_seat == game.observation(0).dealer
        assert says(game)[:2] == ["bid 19", "bid 20"]


def test_nines_at_the_first_bid() -> None:
    rules = program(56)
    (kind,) = player_kinds(["random"])
    met = Counter[str]()
    for seed in (*range(20), 40, 46, 59, 82, 86, 93, 116, 145, 193):
        game, spoken = Game(rules, seed), set[int]()
        while game.decision in ("bid", "call"):
            seat, seen = game.current_seat, game.observation(game.current_seat)
            nines = sum(card.startswith("9") for card in seen.hand)
            if game.decision == "call":
                assert says(game) == ["call nines", "pass"]
                assert nines >= 5
                assert seat not in spoken
                asked = (seat, game.facts()["redeal"])
                game.apply(game.legal_actions()[met["asked"] % 2])
                met["asked"] += 1
                if game.facts()["redeal"] != asked[1]:
                    assert game.observation(0).dealer == seen.dealer
                    assert game.observation(seat).hand != seen.hand
                    spoken = set()
                    met["dealt again"] += 1
                else:
                    spoken.add(seat)
                continue
            assert nines < 5 or seat in spoken
            spoken.add(seat)
            bids = [int(words.removeprefix("bid ")) for words in says(game) if words != "pass"]
            assert bids[:2] == ([seen.bid + 10, seen.bid + 20] if seen.bid else [250, 260])
            game.apply(game.choice(kind))
            if game.facts()["phase"] > 3 or game.phase != "auction":
                break
    assert met["asked"] > 5
    assert met["dealt again"] > 2


def test_the_dealer_takes_250() -> None:
    for game in begun(program(56), 20):
        dealer = game.observation(0).dealer
        while game.decision in ("bid", "call"):
            game.apply(game.legal_actions()[-1])
        seen = game.observation(0)
        assert (seen.declarer, seen.bid) == (dealer, 250)
        while not any(seen.melds) and game.decision != "play":
            assert game.decision in ("trump", "exchange", "call")
            game.apply(game.legal_actions()[-1])
        wanted = [
            melds(game.program, " ".join(hand), game.observation(0).trump or "none").total for hand in hands(game)
        ]
        assert list(game.observation(0).melds) == wanted  # laid, and nobody was asked


def test_nines_of_three_kinds() -> None:
    kinds = {
        "five": lambda nines, _: nines >= 5,
        "five and no ace": lambda nines, aces: nines >= 5 and aces == 0,
        "six and one ace at most": lambda nines, aces: nines >= 6 and aces <= 1,
    }
    for name, asks in kinds.items():
        met = 0
        for game in begun(program(66, nines=name), [*range(20), *range(82, 90), 200, 283, 430, 520, 568]):
            held = hands(game)
            may = [asks(*(sum(card[:-1] == rank for card in hand) for rank in ("9", "A"))) for hand in held]
            assert (game.decision == "call") == any(may)
            if game.decision == "call":
                assert may[game.current_seat]
                dealer = game.observation(0).dealer
                game.apply(game.action("call nines"))
                assert game.observation(0).dealer == dealer
                assert hands(game) != held
                met += 1
        assert met > 2, name


def test_trump_needs_a_meld() -> None:
    rules = program(66, trump="marriage or dix")
    met = Counter[int]()
    for game in begun(rules, 200):
        while game.decision == "bid":
            game.apply(game.legal_actions()[-1])
        if game.decision != "trump":
            continue
        hand = set(game.observation(game.current_seat).hand)
        fit = [suit for suit in "♠♥♦♣" if {f"K{suit}", f"Q{suit}"} <= hand or f"9{suit}" in hand]
        assert says(game) == [f"trump {suit}" for suit in fit]
        met[len(fit)] += 1
    assert met[1] > 3
    assert met[2] > 3


# ---- cards passed, laid away, asked for ----------------------------------------------------------------


def test_durch_with_a_call() -> None:
    rules = program(49)
    (kind,) = player_kinds(["random"])
    done = 0
    for seed in range(6):
        game = Game(rules, seed)
        while not game.is_over and game.facts()["deal"] < 60:
            if game.decision != "ask":
                game.apply(game.choice(kind))
                continue
            asker, before = game.current_seat, [Counter(hand) for hand in hands(game)]
            action = game.choice(kind)
            card = game.describe(action).removeprefix("ask for ")
            holders = [seat for seat in range(3) if seat != asker and before[seat][card]]
            game.apply(action)
            if not holders:
                continue
            assert game.decision == "exchange"
            assert game.observation(asker).hand.count(card) == before[asker][card] + 1
            back = game.choice(kind)
            given = game.describe(back)
            game.apply(back)
            after = [Counter(hand) for hand in hands(game)]
            changed_hands = [seat for seat in range(3) if seat != asker and after[seat] != before[seat]]
            giver = changed_hands[0] if changed_hands else holders[0]  # who gets back what he gave
            assert giver in holders
            assert len(changed_hands) <= 1
            assert after[giver] == before[giver] - Counter([card]) + Counter([given])
            assert sum(after[asker].values()) == sum(before[asker].values())
            done += 1
    assert done > 10


def test_cards_received_may_go_back() -> None:
    rules = program(56)
    (kind,) = player_kinds(["random"])
    met = Counter[str]()
    for seed in range(60):
        game = Game(rules, seed)
        passes: list[tuple[int, str, set[str]]] = []
        while game.phase != "play" and not game.is_over:
            if game.decision == "exchange":
                seen, action = game.observation(game.current_seat), game.choice(kind)
                passes.append((game.current_seat, game.describe(action), set(seen.received)))
                game.apply(action)
            else:
                game.apply(game.choice(kind))
        declarer = game.facts()["declarer"]
        assert [seat for seat, _, _ in passes] == [(declarer + 2) % 4] * 3 + [declarer] * 3
        met["back"] += any(card in received for seat, card, received in passes if seat == declarer)
    assert met["back"] > 10


def test_cards_passed() -> None:
    for choice in ("none", "2", "3", "4", "2 together", "3 together", "4 together"):
        together = "together" in choice
        cards = 0 if choice == "none" else int(choice[0])
        for game in begun(program(66, passing=choice), 5):
            order = []
            while game.phase != "play":
                if game.decision == "exchange":
                    order.append(game.current_seat)
                    # together: nobody sees what he gets before he has passed
                    sees = len(game.observation(game.current_seat).hand)
                    late = len(order) > cards
                    assert sees == (12 + cards if late and not together else 12)
                game.apply(game.legal_actions()[0])
            declarer = game.facts()["declarer"]
            pair = [(declarer + 2) % 4, declarer]
            assert Counter(order) == (dict.fromkeys(pair, cards) if cards else {})
            if cards and not together:
                assert order == [pair[0]] * cards + [pair[1]] * cards


@pytest.mark.parametrize("choice", ["counts", "does not count"])
def test_the_kitty_counts_or_not(choice: str) -> None:
    rules = program(66, kitty=choice)
    met = Counter[str]()
    for seed in range(8):
        for found in rounds(rules, seed):
            buried = [words for seen, words in found.moves if seen.decision == "bury"]
            if not found.tricks(rules):
                continue
            assert len(buried) == 4
            took, seen = found.counters(rules, TENS, 10), found.last
            assert seen.declarer is not None
            side = seen.declarer % 2
            kept = worth(buried, TENS) if choice == "counts" else 0
            each = [points + laid for points, laid in zip(took, seen.melds, strict=True)]
            sums = [each[0] + each[2], each[1] + each[3]]
            sums[side] += kept
            made = sums[side] >= seen.bid
            wanted = list(sums)
            if not made:
                wanted[side] = -seen.bid
            assert found.gained["points"] == wanted
            met["made" if made else "set"] += 1
            met["kept"] += worth(buried, TENS) > 0 and made
    assert met["made"] > 10
    assert met["kept"] > 5


def test_melded_cards_are_not_buried() -> None:
    rules = program(67)
    met = Counter[str]()
    for seed in range(8):
        for found in rounds(rules, seed):
            buried = [words for seen, words in found.moves if seen.decision == "bury"]
            if not found.tricks(rules):
                continue
            seen = next(seen for seen, _ in found.moves if seen.decision == "play")
            assert len(buried) == 3
            declarer = seen.declarer
            assert declarer is not None
            assert seen.current_seat == declarer
            assert melds(rules, " ".join(seen.hand), seen.trump or "none").total == seen.melds[declarer] > 0
            took = found.counters(rules, {"A": 1, "10": 1, "K": 1}, 1)
            took[declarer] += worth(buried, {"A": 1, "10": 1, "K": 1})
            sums = sum(took)
            assert sums == 25
            if found.gained["points"][declarer] > 0:
                assert found.gained["points"][declarer] == seen.melds[declarer] + took[declarer]
                met["made"] += 1
                met["counting"] += worth(buried, {"A": 1, "10": 1, "K": 1}) > 0
    assert met["made"] > 10
    assert met["counting"] > 3


def test_who_concedes_names_trump() -> None:
    rules = program(67)
    met = Counter[str]()
    for game in begun(rules, 30):
        while game.decision == "bid":
            game.apply(game.legal_actions()[0] if game.observation(0).bid == 0 else game.legal_actions()[-1])
        assert says(game) == ["call concede", "pass"]
        declarer, bid = game.facts()["declarer"], game.observation(0).bid
        assert len(game.observation(declarer).hand) == 18
        game.apply(game.action("call concede"))
        assert game.decision == "trump"
        assert game.current_seat == declarer
        held = hands(game)
        trump = says(game)[0]
        game.apply(game.action(trump))
        assert game.last_outcome == "conceded"
        wanted = [melds(rules, " ".join(hand), trump[-1]).total for hand in held]
        wanted[declarer] = -bid
        assert list(game.totals) == wanted
        met["melds"] += sum(wanted) > -bid
    assert met["melds"] > 10


# ---- what counts ---------------------------------------------------------------------------------------


def defended(rules: Program, values: dict[str, int], last: int, seeds: int, *, saved: bool = False) -> int:
    """Check what the defenders get, melds and tricks, in deals that were played; return how many."""
    found = 0
    for seed in range(seeds):
        for played in rounds(rules, seed):
            if not played.tricks(rules):
                continue
            took, seen = played.counters(rules, values, last), played.last
            won = Counter(seat for seat, _ in played.tricks(rules))
            gained = played.gained["points"]
            each = [took[seat] + (seen.melds[seat] if won[seat] or not saved else 0) for seat in range(len(took))]
            sides = len(gained)
            for account in range(sides):
                if seen.declarer is not None and account != seen.declarer % sides:
                    assert gained[account] == sum(each[account::sides])
                    found += 1
    return found


def test_partnership_counters() -> None:
    assert defended(program(56), TENS, 10, 10) > 20


def test_binokel_counters() -> None:
    rules = program(55)
    assert defended(rules, BINOKEL, 10, 10, saved=True) > 50


def test_four_ways_to_count() -> None:
    small = {"A": 1, "10": 1, "K": 1}
    assert defended(program(66), TENS, 10, 3) > 10
    assert defended(program(66, counting="eleven ten four three two"), BINOKEL, 10, 3) > 10
    assert defended(program(66, counting="ten and five"), {"A": 10, "10": 10, "K": 5, "Q": 5}, 10, 3) > 10
    assert defended(program(66, points="in ones"), small, 1, 3) > 10


def test_twenty_five_in_all() -> None:
    assert defended(program(67), {"A": 1, "10": 1, "K": 1}, 1, 6, saved=True) > 20


def test_a_target_that_rises_stays() -> None:
    rules = program(67, **{"several at the target": "25 more"})
    (kind,) = player_kinds(["basic"])
    met = Counter[int]()
    for seed in range(60):
        game, targets = Game(rules, seed), [100]
        while not game.is_over:
            game.apply(game.choice(kind))
            targets.append(game.observation(0).target or 0)
        assert targets == sorted(targets)
        assert set(targets) <= set(range(100, 1000, 25))
        met[targets[-1]] += 1
    assert met[125] > 3


def test_hands_are_built_two_by_two() -> None:
    rules = program(68)
    (kind,) = player_kinds(["random"])
    for seed in range(20):
        game, turns = Game(rules, seed), 0
        first = game.current_seat
        while game.decision == "build":
            seat, seen = game.current_seat, game.observation(game.current_seat)
            assert seat == (first + turns) % 2
            action = game.choice(kind)
            kept = game.describe(action) == "keep"
            game.apply(action)
            now = game.observation(seat)
            new = Counter(now.hand) - Counter(seen.hand)
            assert sum(new.values()) == 1
            if kept:
                assert new == Counter([seen.drawn])
            else:
                assert Counter(now.laid_aside) - Counter(seen.laid_aside) == Counter([seen.drawn])
            turns += 1
        assert turns == 24
        assert game.observation(0).hands_left == (12, 12)


@pytest.mark.parametrize("choice", ["his own", "the opponent's"])
def test_discards_count(choice: str) -> None:
    rules = program(68, **{"discards of the declarer": choice})
    (kind,) = player_kinds(["basic"])
    met = Counter[str]()
    for seed in range(12):
        piles: dict[int, list[list[str]]] = {}
        game = Game(rules, seed)
        while not game.is_over:
            if game.decision == "build":
                seat, seen = game.current_seat, game.observation(game.current_seat)
                pile = piles.setdefault(seen.deal, [[], []])[seat]
                if not seen.hand:
                    pile.clear()  # all passed, and hands are built anew
                other = game.copy()
                action = game.choice(kind)
                (unlike,) = [a for a in game.legal_actions() if a != action]
                other.apply(unlike)
                # what he does not keep he would have had the other way
                pile += (Counter(other.observation(seat).hand) - Counter(seen.hand)).elements()
                game.apply(action)
                continue
            game.apply(game.choice(kind))
        for found in rounds(rules, seed):
            if not found.tricks(rules):
                continue
            took, seen = found.counters(rules, TENS, 1), found.last
            declarer = seen.declarer
            assert declarer is not None
            for seat in (0, 1):
                owner = 1 - declarer if choice == "the opponent's" else seat
                took[owner if seat == declarer else seat] += worth(piles[seen.deal][seat], TENS)
            assert sum(took) == 241
            other_seat = 1 - declarer
            assert found.gained["points"][other_seat] == took[other_seat] + seen.melds[other_seat]
            made = took[declarer] + seen.melds[declarer] >= seen.bid
            assert (found.gained["points"][declarer] == took[declarer] + seen.melds[declarer]) == made
            met["made" if made else "set"] += 1
    assert sum(met.values()) > 20


# ---- checks, misdeals ----------------------------------------------------------------------------------


def checks(rules: Program, hand: Sequence[str], trump: str) -> int:
    """Return the checks for the melds of a hand, as the sheet lists them."""
    laid = Counter[str]()
    for found in melds(rules, " ".join(hand), trump).melds:
        laid[found.name] += 2 if found.points in (300, 400, 600, 800, 1000, 1500) else 1
    number = laid["run"] + laid["aces around"] + 2 * laid["roundtable"] + (laid["pinochle"] == 2)
    number += 2 * sum(laid[f"{rank} around"] == 2 for rank in ("kings", "queens", "jacks"))
    held = Counter(hand)
    return number + sum(held[f"K{suit}"] == 2 == held[f"Q{suit}"] for suit in "♠♥♦♣")


def test_checks_of_three_hands() -> None:
    rules = program(69)
    (kind,) = player_kinds(["random"])
    met = Counter[str]()
    for seed in range(60):
        game, deal = Game(rules, seed), 0
        before, wanted, bid, declarer = [0, 0, 0], [0, 0, 0], 0, -1
        while not game.is_over and game.facts()["deal"] <= 8:
            if game.facts()["deal"] != deal:
                deal, before, wanted = game.facts()["deal"], game.ledgers()["checks"], [0, 0, 0]
            action = game.choice(kind)
            if game.decision == "trump":
                held, trump = hands(game), game.describe(action)[-1]
                wanted = [checks(rules, hand, trump) for hand in held]
                for seat, found in enumerate(wanted):
                    met["defender's" if seat != game.current_seat else "declarer's"] += found > 0
                met["two marriages"] += any(
                    Counter(hand)[f"K{suit}"] == 2 == Counter(hand)[f"Q{suit}"] for hand in held for suit in "♠♥♦♣"
                )
            declarer, bid = game.facts()["declarer"] if game.decision != "bid" else declarer, game.observation(0).bid
            unseen = game.describe(action) == "call concede unseen"
            game.apply(action)
            if unseen:
                assert bid == 300
            if game.facts()["deal"] == deal and not game.is_over:
                continue
            outcome = game.last_outcome or ""
            met[outcome] += 1
            wanted[declarer] -= {"conceded": 1, "set": 2}.get(outcome, 0)
            after = game.ledgers()["checks"]
            gained = [new - old for new, old in zip(after, before, strict=True)]
            nines = [gain - plain for gain, plain in zip(gained, wanted, strict=True)]
            assert all(more in (0, 5) for more in nines)  # five for the game, or for nines just dealt
    assert min(met[name] for name in ("made", "set", "conceded", "conceded unseen")) > 5
    assert min(met[name] for name in ("declarer's", "defender's", "two marriages")) > 5


@pytest.mark.parametrize(("game_bonus", "nine_bonus"), [(5, 10), (10, 5)])
def test_checks_for_the_game_and_the_nines(game_bonus: int, nine_bonus: int) -> None:
    rules = program(69, **{"checks for the game": game_bonus, "checks for the nines": nine_bonus})
    nines = 0
    for game in begun(rules, [*range(20), 82, 337, 364, 1676, 2359, 2990]):
        wanted = [nine_bonus * (sum(card.startswith("9") for card in hand) >= 7) for hand in hands(game)]
        assert game.ledgers()["checks"] == wanted
        nines += sum(wanted) > 0
    assert nines == 6
    won = 0
    for seed in range(10):
        *_, last = rounds(rules, seed)
        seen = next((seen for seen, _ in last.moves if seen.decision == "bury"), None)
        if last.over and seen is not None and last.last.declarer is not None:
            seat = last.last.declarer
            laid = last.gained["checks"][seat] - checks(rules, seen.hand, seen.trump or "none")
            assert laid == game_bonus
            won += 1
    assert won > 5


def test_a_technical_misdeal() -> None:
    met = Counter[str]()
    for players, seeds in ((4, (2681, 3168)), (6, (366, 641, 743, 1320, 1676, 1927))):
        rules = program(70, players=players)
        for game in begun(rules, seeds):
            held = hands(game)
            poor = [
                sum(card[:-1] in ("Q", "J") for card in hand) >= 13 and not any(card.startswith("A") for card in hand)
                for hand in held
            ]
            if not any(poor):
                continue
            (seat,) = [seat for seat in range(players) if poor[seat]][:1]
            while not (game.decision == "call" and "call technical misdeal" in says(game)):
                assert not (game.decision == "play" and poor[game.current_seat])
                game.apply(game.legal_actions()[-1])
            assert poor[game.current_seat]
            assert game.observation(game.current_seat).hands_left[game.current_seat] == 20
            dealer = game.observation(seat).dealer
            game.apply(game.action("call technical misdeal"))
            assert game.phase == "auction"
            assert game.observation(0).dealer == dealer
            assert not any(game.observation(0).melds)
            assert not any(game.totals)
            met["claimed"] += 1
    assert met["claimed"] == 8


@pytest.mark.parametrize("rules", ["binokel-three", str(FILES[49])])
def test_a_durch_is_played_and_not_given_up(rules: str) -> None:
    game = Game(load(rules).compile(), 1)
    while game.decision == "bid":
        game.apply(game.legal_actions()[-1 if game.observation(0).bid else 0])
    while "call durch" not in says(game):
        game.apply(game.action("pass"))
    game.apply(game.action("call durch"))
    while game.decision != "play":
        assert "call concede" not in says(game)
        game.apply(game.legal_actions()[-1])

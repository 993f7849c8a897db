"""Facts of rule sheets that no example in a file can pin: they show only while a game is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from interpreter import Game, Program, melds, settle, trick_winner
from interpreter.players import player_kinds
from pinochle_dsl import load
from tests.house_rules.totals import sheets

FILES = {sheet.number: sheet.path for sheet in sheets()}


def program(number: int, **options: object) -> Program:
    return load(str(FILES[number]), options).compile()


@dataclass
class Deal:
    """What happened in a deal that was played out."""

    declarer: int
    bid: int
    trump: str
    hands: list[tuple[str, ...]]
    """Hands as the play began."""
    taken: list[list[str]] = field(default_factory=list)
    """Cards in tricks, by seat."""
    tricks: list[int] = field(default_factory=list)
    """Winners of the tricks."""
    before: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Balances of ledgers and, as `points`, totals before the deal."""
    after: dict[str, tuple[int, ...]] = field(default_factory=dict)
    over: bool = False
    """Whether the game ended with it."""

    def gained(self, ledger: str) -> list[int]:
        """Return what each account got."""
        return [new - old for new, old in zip(self.after[ledger], self.before[ledger], strict=True)]


def balances(game: Game) -> dict[str, tuple[int, ...]]:
    return {"points": tuple(game.totals)} | {name: tuple(balance) for name, balance in game.ledgers().items()}


def deals(rules: Program, seed: int, player: str = "basic") -> Iterator[Deal]:
    """Play a game and yield its deals that were played out."""
    game = Game(rules, seed)
    (kind,) = player_kinds([player])
    before, deal, trick = balances(game), None, []
    while not game.is_over:
        number = game.facts()["deal"]
        if game.decision == "play":
            if deal is None:
                seen = game.observation(game.current_seat)
                seats = range(rules.table.seats)
                hands = [game.observation(seat).hand for seat in seats]
                deal = Deal(game.facts()["declarer"], seen.bid, seen.trump or "none", hands, [[] for _ in seats])
                deal.before = before
            action = game.choice(kind)
            trick.append((game.current_seat, game.describe(action)))
        else:
            action = game.choice(kind)
        game.apply(action)
        if deal is not None and len(trick) == rules.table.seats:
            place = trick_winner(rules, " ".join(card for _, card in trick), deal.trump)
            winner = trick[place or 0][0]
            deal.tricks.append(winner)
            deal.taken[winner] += [card for _, card in trick]
            trick = []
        if game.is_over or game.facts()["deal"] != number:
            if deal is not None:
                deal.after, deal.over = balances(game), game.is_over
                yield deal
            before, deal, trick = balances(game), None, []


def band(bid: int) -> int:
    """Checks for a contract, as the sheet lists them."""
    table = {200: 2, 210: 2, 240: 2, 250: 4, 290: 4, 300: 7, 340: 7, 350: 10, 390: 10, 400: 15, 450: 20}
    return table[max(step for step in table if step <= bid)]


def test_a_bid_needs_a_marriage() -> None:
    rules = program(28)
    asked = Counter[str]()
    for seed in range(300):
        game = Game(rules, seed)
        while game.decision == "bid":
            seat = game.current_seat
            seen = game.observation(seat)
            married = any({f"K{suit}", f"Q{suit}"} <= set(seen.hand) for suit in "♠♥♦♣")
            says = [game.describe(action) for action in game.legal_actions()]
            forced = seat == seen.dealer and seen.bid == 0
            if forced:
                assert says[0].endswith("200")
                assert (len(says) > 1) == married
                assert "pass" not in says
            elif married or seat == seen.dealer:
                assert len(says) > 1
            else:
                assert says == ["pass"]
            asked[f"{'forced ' if forced else ''}{'married' if married else 'single'}"] += 1
            # the others pass whenever they may, so that the dealer is asked
            game.apply(game.legal_actions()[says.index("pass") if "pass" in says else 0])
    assert min(asked[who] for who in ("married", "single", "forced married", "forced single")) > 5


def test_checks_of_check_pinochle() -> None:
    rules = program(28)
    values = {"round trip": 5, "run": 2, "aces around": 2, "kings around": 1, "queens around": 1, "jacks around": 1}
    values |= {"double pinochle": 2, "run and round trip": 7}
    met = Counter[str]()
    for seed in range(40):
        for deal in deals(rules, seed):
            if deal.over:
                continue  # the game's own checks come on top
            checks = [0, 0]
            for seat, hand in enumerate(deal.hands):
                for laid in melds(rules, " ".join(hand), deal.trump).melds:
                    found = values.get(laid.name, 0)
                    met[laid.name] += found > 0
                    checks[seat % 2] += found
                    checks[1 - seat % 2] -= found
            side = deal.declarer % 2
            made = deal.gained("points")[side] > 0
            worth = band(deal.bid) if made else -2 * band(deal.bid)
            met["made" if made else "defeated"] += 1
            checks[side] += worth
            checks[1 - side] -= worth
            if len({seat % 2 for seat in deal.tricks}) == 1:
                met["slam"] += 1
                checks[deal.tricks[0] % 2] += 5
                checks[1 - deal.tricks[0] % 2] -= 5
            assert deal.gained("checks") == checks
    assert met["made"] > 20
    assert met["defeated"] > 5
    assert met["run"] > 5
    assert met["aces around"] > 5


def test_a_meld_needs_a_counter_in_a_trick(tmp_path: Path) -> None:
    short = tmp_path / "short.yaml"
    short.write_text(
        f"variant: short\nextends: {FILES[26]}\n"
        "deal: {cards: 9, rest: out of play}\nauction: {minimum: 100, all_pass: dealer takes 100}\n"
        "calls: {concede: null}\n"
        "outcomes: {conceded: null, set: {declarers: own_meld + own_counters}}\n"
        "game: {target: null, deals: 40, both_reach: null}\n",
        encoding="utf-8",
    )
    rules = load(str(short)).compile()
    met = Counter[str]()
    for seed in range(60):
        for deal in deals(rules, seed, "random"):
            gained = deal.gained("points")
            won = [10 * sum(card[:-1] in ("A", "10", "K") for card in cards) for cards in deal.taken]
            for seat in range(3):
                laid = melds(rules, " ".join(deal.hands[seat]), deal.trump).total
                last = 20 if deal.tricks[-1] == seat else 0
                if seat == deal.declarer:
                    # his hand no longer holds what he buried, which is worth something though no trick
                    if won[seat] == 0 and gained[seat] > 0:
                        assert gained[seat] <= 5 * 10 + last
                        met["declarer unsaved"] += 1
                    continue
                met["saved" if won[seat] else "unsaved"] += laid > 0
                assert gained[seat] == won[seat] + last + (laid if won[seat] else 0)
    assert met["saved"] > 20
    assert met["unsaved"] > 5
    assert met["declarer unsaved"] > 0
    # points of buried cards and no counter taken in a trick: no meld counts
    figures = {"bid": 500, "declarer": 1, "meld": [40, 200, 80], "counters": [100, 300, 100]}
    assert settle(program(26), **figures, taken=["", "J♠ Q♥", "Q♠"]).gains == (100, -500, 100)
    assert settle(program(26), **figures, taken=["K♠", "A♥", "Q♠"]).gains == (140, 500, 100)


@pytest.mark.parametrize("player", ["random", "basic"])
def test_chips_and_kitty(player: str) -> None:
    rules = program(34)
    first = next(deals(rules, 0, player))
    assert first.before["chips"] == (125, 125, 125)
    assert first.after["chips"] == (125, 125, 125)
    assert sum(first.before["kitty"]) == 75


def units(bid: int) -> int:
    """Units for a contract, as the sheet lists them."""
    table = {300: 3, 350: 5, 400: 10, 450: 15, 500: 20, 550: 25, 600: 30}
    return table[max(step for step in table if step <= bid)]


def test_units_and_kitty() -> None:
    rules = program(43)
    met = Counter[str]()
    for seed in range(60):
        for deal in deals(rules, seed):
            if deal.over:
                continue  # the kitty is shared out
            worth = units(deal.bid) * (2 if deal.trump == "♠" else 1)
            made = deal.gained("points")[deal.declarer] > 0
            worth = worth if made else -2 * worth
            kitty = worth if deal.bid >= 350 else 0
            wanted = [-worth] * 3
            wanted[deal.declarer] = 2 * worth + kitty
            assert deal.gained("units") == wanted
            assert sum(deal.gained("kitty")) == -kitty
            met[f"{'made' if made else 'failed'} {'high' if kitty else 'low'}"] += 1
            met["spades" if deal.trump == "♠" else "plain"] += 1
    assert met["made low"] > 5
    assert met["failed low"] > 5
    assert met["made high"] + met["failed high"] > 3
    assert met["spades"] > 5


def test_the_kitty_is_shared_at_the_end() -> None:
    rules = program(43)
    for seed in range(20):
        *_, last = deals(rules, seed)
        assert last.over
        assert abs(sum(last.after["kitty"])) < 3


def test_throwing_in_unseen_pays_the_kitty_alone() -> None:
    rules = program(32)
    thrown = 0
    for seed in range(60):
        game = Game(rules, seed)
        while game.decision == "bid":
            game.apply(game.legal_actions()[-1])
        if game.decision != "call":
            continue
        game.apply(next(action for action in game.legal_actions() if "throw in" in game.describe(action)))
        seat = game.observation(0).dealer
        paid = {name: tuple(balance) for name, balance in game.ledgers().items()}
        assert sum(paid["kitty"]) == 3
        assert sorted(paid["chips"]) == [-3, 0, 0]
        assert game.totals == [0, 0, 0] or tuple(game.totals) == (0, 0, 0)
        thrown += 1
        assert seat in range(3)
    assert thrown > 20


def test_melds_come_from_the_cards_won() -> None:
    rules = program(35)
    values = {"A": 10, "10": 10, "K": 5, "Q": 5}
    melded = 0
    for seed in range(10):
        for deal in deals(rules, seed):
            for seat in range(3):
                won = sum(values.get(card[:-1], 0) for card in deal.taken[seat])
                last = 10 if deal.tricks[-1] == seat else 0
                laid = melds(rules, " ".join(deal.taken[seat]), deal.trump).total
                assert deal.gained("points")[seat] == won + last + laid
                melded += laid > 0
    assert melded > 20

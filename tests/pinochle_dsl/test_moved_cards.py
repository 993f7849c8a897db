"""Cards drawn anew from a stock, a widow to anybody, the cards one was dealt, and payments in place of a phase."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter import Game, Program
from pinochle_dsl import check, load

STOCK = "extends: two-handed\nredraw: {by: everyone, cards: 3}\n"


def program_of(tmp_path: Path, text: str) -> Program:
    """Return the Program of a file's text."""
    path = tmp_path / "house.yaml"
    path.write_text(f"variant: house\n{text}", encoding="utf-8")
    return load(str(path)).compile()


def told(text: str) -> list[tuple[str, str]]:
    found = check("house.yaml", data=f"variant: house\n{text}".encode()).diagnostics
    return [(item.code, str(item.path)) for item in found]


def to(game: Game, decision: str) -> bool:
    """Play on until somebody decides such a thing, with one bid in each auction; return whether he does."""
    for _ in range(300):
        if game.is_over or game.decision == decision:
            break
        passes = game.decision == "bid" and game.facts()["bid"] > 0
        game.apply(game.legal_actions()[-1 if passes else 0])
    return not game.is_over and game.decision == decision


def test_cards_drawn_anew_come_off_the_stock_and_those_thrown_lie_under_it(tmp_path: Path) -> None:
    program = program_of(tmp_path, STOCK)
    random = Random(5)
    thrown_ever = 0
    for seed in range(40):
        game = Game(program, seed)
        for _ in range(2):
            assert to(game, "redraw")
            seat = game.current_seat
            before, stock = Counter(dict(enumerate(game.hand_counts(seat)))), game.stock_cards()
            thrown = Counter[int]()
            while game.decision == "redraw" and game.current_seat == seat:
                action = random.choice(game.legal_actions())
                if action < len(program.deck.copies):
                    thrown[action] += 1
                game.apply(action)
            n = thrown.total()
            thrown_ever += n
            assert n <= 3
            after = Counter(dict(enumerate(game.hand_counts(seat))))
            assert after == Counter({c: before[c] - thrown[c] + stock[:n].count(c) for c in before})
            assert game.stock_cards() == stock[n:] + sorted(thrown.elements())
    assert thrown_ever


def test_a_game_with_a_stock_and_drawing_anew_comes_to_its_end(tmp_path: Path) -> None:
    program = program_of(tmp_path, STOCK)
    for seed in range(10):
        game, random = Game(program, seed), Random(seed)
        while not game.is_over:
            game.apply(random.choice(game.legal_actions()))


@pytest.mark.parametrize(
    ("who", "place"), [("left of dealer", 1), ("dealer", 0), ("2nd left of dealer", 2), ("right of dealer", 2)]
)
def test_a_widow_goes_to_whom_the_rules_name_and_he_buries(tmp_path: Path, who: str, place: int) -> None:
    program = program_of(tmp_path, f"extends: three-handed\nwidow: {{to: {who}}}\n")
    buried = 0
    for seed in range(20):
        game = Game(program, seed)
        if not to(game, "bury"):
            continue
        owner = (game.facts()["dealer"] + place) % 3
        assert game.current_seat == owner
        assert sum(game.hand_counts(owner)) == program.deal.hand + program.deal.widow
        held = Counter(dict(enumerate(game.hand_counts(owner))))
        assert not Counter(game.widow_cards()) - held
        away = []
        while game.decision == "bury":
            away.append(game.legal_actions()[-1])
            game.apply(away[-1])
        assert game.hand_counts(owner) == [held[card] - away.count(card) for card in range(len(program.deck.copies))]
        assert game.buried_counts(everything=True) == [away.count(card) for card in range(len(program.deck.copies))]
        buried += 1
        while not game.is_over and game.facts()["deal"] == 1:
            game.apply(game.legal_actions()[0])
    assert buried


def test_what_the_owner_of_a_widow_buries_counts_for_him(tmp_path: Path) -> None:
    program = program_of(tmp_path, "extends: three-handed\nwidow: {to: left of dealer}\n")
    assert program.rules.bury is not None
    assert program.rules.bury.counts_for == "who buried"
    usual = program_of(tmp_path, "extends: three-handed\n")
    assert usual.rules.bury is not None
    assert usual.rules.bury.counts_for == "declarer"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("extends: three-handed\nwidow: {to: defenders}\n", ("PIN308", "widow.to")),
        ("extends: three-handed\nwidow: {to: everyone}\n", ("PIN308", "widow.to")),
        ("extends: three-handed\nwidow: {to: leader}\n", ("PIN303", "widow.to")),
        ("extends: three-handed\nwidow: {to: winner}\n", ("PIN303", "widow.to")),
        ("extends: three-handed\nwidow: {to: partner}\n", ("PIN308", "widow.to")),
    ],
)
def test_a_widow_for_nobody_in_particular_is_refused(text: str, expected: tuple[str, str]) -> None:
    assert expected in told(text)


def test_nobody_buries_a_card_that_he_was_dealt(tmp_path: Path) -> None:
    program = program_of(tmp_path, "extends: three-handed\nbury: {not: dealt cards}\n")
    for seed in range(20):
        game = Game(program, seed)
        if not to(game, "bury"):
            continue
        widow = Counter(game.widow_cards())
        away = Counter[int]()
        while game.decision == "bury":
            away[game.legal_actions()[-1]] += 1
            game.apply(game.legal_actions()[-1])
        assert away == widow


def test_a_formula_counts_the_cards_that_one_was_dealt_and_still_holds(tmp_path: Path) -> None:
    text = (
        "extends: three-handed\nledgers: {chips: {start: 0}}\npayments:\n"
        "  mine: {when: after bury, ledger: chips, to: everyone, set: count(dealt cards)}\n"
    )
    program = program_of(tmp_path, text)
    seen = 0
    for seed in range(20):
        game = Game(program, seed)
        dealt = [Counter(dict(enumerate(game.hand_counts(seat)))) for seat in range(3)]
        if not to(game, "bury"):
            continue
        declarer = game.current_seat
        random = Random(seed)
        while game.decision == "bury":
            game.apply(random.choice(game.legal_actions()))
        if game.facts()["deal"] != 1 or game.facts()["redeal"]:
            continue
        hands = [Counter(dict(enumerate(game.hand_counts(seat)))) for seat in range(3)]
        expected = [(hands[seat] & dealt[seat]).total() for seat in range(3)]
        assert list(game.ledgers()["chips"])[:3] == expected
        seen += expected[declarer] < program.deal.hand
    assert seen


def test_dealt_cards_are_asked_only_where_somebody_was_dealt_them() -> None:
    assert told("extends: two-handed-auction\nbury: {not: dealt cards}\n")
    assert told("extends: partnership\nauction: {may_bid: taken(dealt cards) > 3}\n")
    assert told("extends: three-handed\nbury: {not: 'all but dealt cards'}\n") == [("PIN303", "bury.not")]
    assert told("extends: partnership\nplay: {must: [play dealt cards]}\n") == [("PIN303", "play.must[0]")]


PAID = """extends: three-handed
ledgers: {chips: {start: 50}}
payments:
  in hand: {when: in place of trump, if: bid > 21, from: declarer, to: bank, ledger: chips, amount: 7}
  and more: {when: in place of trump, if: bid > 21, from: declarer, to: bank, ledger: chips, amount: 1}
"""


def test_a_payment_stands_in_place_of_a_phase_where_it_is_due(tmp_path: Path) -> None:
    program = program_of(tmp_path, PAID)
    paid = named = 0
    for seed in range(60):
        game, random = Game(program, seed), Random(seed)
        while not game.is_over and game.decision == "bid":
            game.apply(game.legal_actions()[random.choice((0, -1))])
        facts = game.facts()
        if facts["deal"] != 1 or facts["declarer"] < 0:
            continue
        while game.decision == "bury":
            game.apply(game.legal_actions()[0])
        due = facts["bid"] > 21
        chips = game.ledgers()["chips"][facts["declarer"]]
        assert chips == (42 if due else 50)
        assert (game.decision == "trump") is not due
        paid += due
        named += not due
    assert paid
    assert named


@pytest.mark.parametrize(
    ("when", "condition", "expected"),
    [
        ("trump", "", ("PIN407", "payments.p")),
        ("play", "if: bid > 200, ", ("PIN405", "payments.p.when")),
        ("score", "if: bid > 200, ", ("PIN405", "payments.p.when")),
    ],
)
def test_a_payment_that_cannot_stand_in_place_is_refused(when: str, condition: str, expected: tuple[str, str]) -> None:
    text = f"payments: {{p: {{when: in place of {when}, {condition}from: declarer, to: bank, amount: 1}}}}\n"
    assert expected in told(f"extends: three-handed\n{text}")

"""Numbers at the ends of their range: as the reference has them, as numbers, as formulas and as values of an option."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_dsl import check
from pinochle_dsl.bounds import ENDLESS, Bounds, always, asks_each_once, never
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.loading import load
from pinochle_dsl.reference.kinds import LIMITS

KEYS = {
    "players.sides": ("partnership", "players: {sides: N}", ""),
    "players.seats": ("cutthroat", "players: {seats: N}", ""),
    "deck.copies": ("partnership", "deck: {copies: N}", "players"),
    "counters.last_trick": ("partnership", "counters: {last_trick: N}", "all"),
    "counters.round_to": ("partnership", "counters: {round_to: N}", "all"),
    "counters.per": ("partnership", "counters: {per: N}", "players"),
    "deal.cards": ("partnership", "deal: {cards: N}", "players"),
    "deal.widow": ("partnership", "deal: {widow: N}", "players"),
    "auction.minimum": ("partnership", "auction: {minimum: N}", "all"),
    "auction.maximum": ("partnership", "auction: {maximum: N}", "all"),
    "auction.raise": ("partnership", "auction: {raise: N}", ""),
    "auction.last_word.raise": ("partnership", "auction: {last_word: {by: dealer, raise: N}}", ""),
    "auction.turns": ("partnership", "auction: {turns: N}", "players"),
    "widow.split": ("three-handed", "widow: {split: {declarer: 3, defenders: N}}", ""),
    "exchange.cards": ("partnership", "exchange: {cards: N}", "players"),
    "ask.back": ("partnership", "ask: {by: declarer, for: any card, back: N}", "players"),
    "bury.cards": ("three-handed", "bury: {cards: N}", "players"),
    "melds.NAME.points": ("partnership", "melds: {run: {points: N}}", "all"),
    "melds.NAME.wins_game": ("partnership", "melds: {run: {wins_game: N}}", ""),
    "melds.NAME.limit": ("partnership", "melds: {run: {limit: N}}", ""),
    "calls.NAME.stakes": ("partnership", "calls: {x: {by: anyone, when: before play, stakes: N}}", ""),
    "calls.NAME.bids": ("partnership", "calls: {x: {by: anyone, when: at own bid, bids: N}}", "all"),
    "game.target": ("partnership", "game: {target: N}", "all"),
    "game.deals": ("partnership", "game: {deals: N}", ""),
}
"""How to say each number with a limit, and the formulas that it takes: of players, or of points too."""


def errors(base: str, text: str) -> list[Diagnostic]:
    found = check("h.yaml", data=f"variant: h\nextends: {base}\n{text}\n".encode()).diagnostics
    return [item for item in found if item.is_error]


def ways(kind: str, number: int) -> list[str]:
    """Return a number as a file may say it."""
    if not kind:
        return [str(number)]
    return [str(number), f'"{number} * 1"', f'"{number - 1} + 1"' if number > 0 else f'"-{1 - number} + 1"']


def test_every_limit_of_the_reference_is_tried() -> None:
    assert set(KEYS) == set(LIMITS)


@pytest.mark.parametrize("key", KEYS)
def test_numbers_outside_their_limits_are_refused(key: str) -> None:
    base, text, kind = KEYS[key]
    low, high = LIMITS[key]
    beyond = ([] if low is None else [low - 1]) + ([] if high is None else [high + 1])
    for number in beyond:
        for said in ways(kind, number):
            assert errors(base, text.replace("N", said)), said
        if number < 0 or key.startswith(("auction.last", "widow", "melds", "calls", "players")):
            continue  # a span of an option begins at 0, and sets one key by its path
        option = f"options: {{q: {{default: 15, values: {number} or 15, sets: {key}}}}}"
        assert any(item.path in (key, None) or item.code in ("PIN401", "PIN403") for item in errors(base, option)), key


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("players.sides", "players.seats", "deck.copies")])
def test_the_limits_themselves_are_in_range(key: str) -> None:
    base, text, kind = KEYS[key]
    for number in LIMITS[key]:
        if number is not None:
            for said in ways(kind, number):
                told = errors(base, text.replace("N", said))
                assert not [item for item in told if item.code == "PIN310"], (said, told)


@pytest.mark.parametrize(
    ("formula", "fits"),
    [
        ("20 if seat = dealer else 25", True),
        ("0 if seat = dealer else 25", False),
        ("25 - 4 * count(A♠)", True),  # two of them: 17
        ("25 - 4 * count(A)", False),  # eight of them: below nothing
        ("40 - 5 * min(count(A), 4)", True),
        ("25 if deal = 1 else 20", True),
        ("25 if total < 0 else 20", True),
    ],
)
def test_lowest_bids_by_formula(formula: str, *, fits: bool) -> None:
    assert (errors("partnership", f'auction: {{minimum: "{formula}"}}') == []) is fits


@pytest.mark.parametrize(
    ("condition", "bounds"),
    [
        ("count(A) >= 9", (0, 0)),
        ("count(9) >= 0", (1, 1)),
        ("count(9) >= 5", (0, 1)),
        ("deal >= 1", (1, 1)),
        ("deal > 1", (0, 1)),
        ("players = 4", (1, 1)),
        ("not count(A) >= 9 and players != 3", (1, 1)),
        ("min(count(A), 3) > 3 or deal < 1", (0, 0)),
        ("abs(count(A) - 20) >= 12", (1, 1)),
        ("best_meld >= 0", (1, 1)),
        ("lead >= 0", (0, 1)),
    ],
)
def test_bounds_of_conditions(condition: str, bounds: tuple[int, int], tmp_path: Path) -> None:
    file = tmp_path / "h.yaml"
    text = f'variant: h\nextends: partnership\ncalls: {{x: {{by: anyone, when: after deal, may: "{condition}"}}}}\n'
    file.write_text(text, encoding="utf-8")
    program = load(str(file)).compile()
    code = next(call for call in program.rules.calls if call.name == "x").may
    value = Bounds(4, program.deck.copies, program.card_sets).of(code)
    assert value == bounds
    assert always(value) is (bounds == (1, 1))
    assert never(value) is (bounds == (0, 0))
    assert asks_each_once(code)
    assert value[1] < ENDLESS


def warned(text: str) -> list[str]:
    found = check("h.yaml", data=f"variant: h\nextends: partnership\n{text}\n".encode()).diagnostics
    return [f"{item.line}: {item.message}" for item in found]


NINES = "calls: {nines: {by: anyone, when: after deal, may: count(9) >= 5, then: same dealer deals again}}\n"


def test_an_option_may_make_sure_what_another_leaves_open() -> None:
    one = "options: {few: {default: 'no', choices: {'no': {}, 'yes': {deck: {copies: 1}, deal: {cards: 6}}}}}"
    assert warned(NINES + one) == []
    fewer = "deck: {copies: 1}\ndeal: {cards: 6}"
    assert warned(NINES + fewer) == ["3: this is never so: the deck has 4 such cards"]


def test_a_choice_that_asks_what_never_comes_is_told() -> None:
    choice = "options:\n  saved: {default: a, choices: {a: {}, b: {meld: {saved_by: counters >= 26}}}}"
    assert warned(choice) == ["4: this is never so: counters come to 25 at the most"]


@pytest.mark.parametrize(
    ("rule", "sure"),
    [
        ("meld: {saved_by: counters >= 25}", False),
        ("counters: {last_trick: 2}\nmeld: {saved_by: counters >= 26}", False),
        ("counters: {round_to: 10}\nmeld: {saved_by: counters >= 30}", False),
        ("counters: {round_to: 10}\nmeld: {saved_by: counters >= 31}", True),
        ("counters: {per: 5}\nmeld: {saved_by: counters >= 5}", False),
        ("counters: {per: 5}\nmeld: {saved_by: counters >= 6}", True),
        ("meld: {saved_by: tricks = 12}", False),
        ("meld: {saved_by: tricks = 13}", True),
        ("meld: {saved_by: not (tricks = 13)}", True),
        ("meld: {saved_by: tricks = 13 or counters >= 20}", False),
        ("meld: {saved_by: tricks = all_tricks}", False),
        ("outcomes: {made: {if: bid - meld > all_counters}}", False),
        ("auction: {maximum: 60}\noutcomes: {made: {if: bid >= 60}}", False),
        ("auction: {maximum: 60}\noutcomes: {made: {if: bid > 60}}", True),
        ("game: {winner_needs: dealer.total >= 0}", False),
    ],
)
def test_what_can_just_come_is_not_sure(rule: str, *, sure: bool) -> None:
    assert any(" so: " in line for line in warned(rule)) == sure

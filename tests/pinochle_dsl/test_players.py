"""The player `basic` in every shipped game: sensible bids, better than chance, and contracts of another kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import Game, Program, simulate
from pinochle_dsl import load

VARIANTS = sorted(path.stem for path in (Path(__file__).parents[2] / "variants").glob("*.yaml"))
HEAD = "variant: house\nextends: three-handed\n"
FEW = """deck: {ranks: A 10 K, copies: 2}
deal: {cards: 7}
auction: {minimum: 5, maximum: 20, all_pass: dealer takes 5}
melds: {run: null, royal marriage: null, marriage: null, dix: null, pinochle: null, queens around: null,
  jacks around: null}
game: {target: null, deals: 20, both_reach: null}
"""


def compiled(tmp_path: Path, text: str) -> Program:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + text, encoding="utf-8")
    return load(str(path)).compile()


@pytest.mark.parametrize("name", VARIANTS)
def test_basic_wins_at_least_twice_as_often_as_random(name: str) -> None:
    program = load(name).compile()
    table = program.table
    shared = table.accounts < table.seats
    good = [table.side_of[seat] % 2 == 0 if shared else seat % 2 == 0 for seat in range(table.seats)]
    result = simulate(program, 40, 5, tuple("basic" if each else "random" for each in good))
    wins = [result.stats[f"wins of {account}"].mean for account in range(table.accounts)]
    basic = [win for account, win in enumerate(wins) if (account % 2 == 0 if shared else good[account])]
    assert sum(basic) / len(basic) >= 2 * (sum(wins) - sum(basic)) / (len(wins) - len(basic))


@pytest.mark.parametrize("name", VARIANTS)
def test_basic_bids_neither_for_the_stars_nor_for_nothing(name: str) -> None:
    """Between 45 and 97 of a hundred contracts are made; those given up at once are among the others."""
    stats = simulate(load(name).compile(), 100, 1, ("basic",)).stats
    if "made" in stats:
        assert 0.45 <= stats["made"].mean <= 0.97
    assert "unfinished" not in stats or stats["unfinished"].mean == 0


def odd_contract(tmp_path: Path, made: str) -> tuple[int, list[int]]:
    """Return how often a contract without trump was offered, and what it brought whoever took it."""
    rows = f"{{made: {{if: {made}, declarers: 1000, defenders: 0}}, set: {{declarers: -1000, defenders: 0}}}}"
    call = f"odd: {{by: declarer, when: in place of trump, changes: {{trump: {{by: nobody}}, outcomes: {rows}}}}}"
    program = compiled(tmp_path, f"{FEW}calls: {{{call}}}\n")
    offered, results = 0, []
    for number in range(400):
        game = Game(program, 9, game=number)
        deal = 0
        while not game.is_over:
            action = game.choice(1)
            if game.decision == "call":
                offered += 1
                if game.describe(action) == "call odd":
                    deal, seat = game.facts()["deal"], game.current_seat
                    before = game.totals[seat]
            game.apply(action)
            if deal and (game.is_over or game.facts()["deal"] > deal):
                results.append(game.totals[seat] - before)
                deal = 0
    assert set(results) <= {1000, -1000}
    return offered, results


def test_basic_takes_a_contract_of_another_kind_when_its_hand_is_made_for_it(tmp_path: Path) -> None:
    """No trump and every trick: taken seldom, and mostly made."""
    offered, results = odd_contract(tmp_path, "own_tricks = all_tricks")
    assert 10 <= len(results) <= offered // 5
    assert results.count(1000) >= 0.6 * len(results)


def test_basic_does_not_undertake_what_it_cannot_play(tmp_path: Path) -> None:
    assert odd_contract(tmp_path, "own_tricks = 0")[1] == []
    assert odd_contract(tmp_path, "counters >= 1000")[1] == []


def test_basic_takes_every_contract_that_is_given_away(tmp_path: Path) -> None:
    offered, results = odd_contract(tmp_path, "counters >= 1")
    assert offered == len(results)
    assert results.count(1000) >= 0.9 * offered

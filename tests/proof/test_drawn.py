"""Random variants out of all mechanisms: accepted mostly, played to the end, the same uncompiled, hiding what is hidden.

`PROOF=500 pytest tests/proof` draws 500 files and plays a hundred games of each.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from interpreter import Game, simulate
from interpreter.codes import Name, Op
from pinochle_dsl import check, load
from pinochle_dsl.reference.walk import every_key
from tests.proof.playing import need, prove
from tests.proof.strategies import ENTROPY, SAID_ELSEWHERE, STRATEGIES, files, keys_said, rules_of, text_of
from tests.proof.uncompiled import trail

if TYPE_CHECKING:
    from pinochle_dsl.diagnostics import Diagnostic

ROOT = Path(__file__).parents[2]
HEAVY = int(os.environ.get("PROOF", "0"))
FILES, GAMES = (HEAVY, 100) if HEAVY else (40, 20)
SHARE = 0.6
"""So many of the drawn files are accepted at least."""
SECONDS = 4.0
"""No check of a drawn file takes longer."""


def stands_in_its_file(item: Diagnostic, name: str, text: str) -> bool:
    """Tell whether the place of a finding exists."""
    lines = (text if item.file == name else Path(ROOT, item.file).read_text(encoding="utf-8")).split("\n")
    return 1 <= item.line <= len(lines) and 1 <= item.column <= len(lines[item.line - 1]) + 1


# ---- what is drawn -----------------------------------------------------------------------------------


def test_every_key_of_the_model_is_drawn() -> None:
    """A new key needs a strategy, or a reason why it has none."""
    names = {key.name for key in every_key()}
    assert names - set(STRATEGIES) - set(SAID_ELSEWHERE) == set()
    assert set(STRATEGIES) | set(SAID_ELSEWHERE) <= names
    assert not set(STRATEGIES) & set(SAID_ELSEWHERE)


def test_every_strategy_says_something() -> None:
    said: set[str] = set()
    for number in range(700):
        said |= keys_said(rules_of(Random(number).randbytes(ENTROPY)))
        if set(STRATEGIES) <= said:
            break
    assert set(STRATEGIES) - said == set()


# ---- what becomes of it ------------------------------------------------------------------------------


def test_drawn_variants_are_played_to_the_end(tmp_path: Path) -> None:
    """Files are accepted and played, the first games watched, or refused at a place; nothing else happens."""
    path = tmp_path / "drawn.yaml"
    accepted: list[tuple[str, str, str]] = []
    drawn: list[bool] = []

    phases = (Phase.generate, Phase.shrink) if HEAVY else (Phase.generate,)
    checks = list(HealthCheck)

    @settings(
        max_examples=FILES, derandomize=True, database=None, deadline=None, suppress_health_check=checks, phases=phases
    )
    @given(files(), st.randoms(use_true_random=False))
    def each(rules: dict[str, object], random: Random) -> None:
        text = text_of(rules)
        path.write_text(text, encoding="utf-8")
        start = time.process_time()
        result = check(str(path))
        need(time.process_time() - start < SECONDS, "a check takes too long", text)
        drawn.append(result.ok)
        if not result.ok:
            for item in result.diagnostics:
                need(stands_in_its_file(item, str(path), text), "a finding has no place", item)
            return
        program = load(str(path)).compile()
        prove(program, GAMES, random)
        accepted.append((text, program.dumps(), trail(program)))

    each()
    share = sum(drawn) / len(drawn)
    print(f"{len(drawn)} files drawn, {share:.0%} accepted")
    assert share > SHARE
    same_uncompiled(accepted)


def same_uncompiled(accepted: list[tuple[str, str, str]]) -> None:
    """See that the source of the kernel plays the same games."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.proof.uncompiled"],
        cwd=ROOT,
        input=json.dumps([program for _, program, _ in accepted]),
        env={**os.environ, "PINOCHLE_PURE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    compiled, *trails = done.stdout.split()
    assert compiled == "False"
    for (text, _, here), there in zip(accepted, trails, strict=True):
        assert here == there, text


# ---- what it has found: each pinned by itself --------------------------------------------------------

BASE = "variant: house\nextends: partnership\n"


def compiled(tmp_path: Path, text: str):
    path = tmp_path / "house.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path)).compile()


def test_a_deck_of_three_suits_may_say_its_copies_by_rank(tmp_path: Path) -> None:
    text = BASE + "deck: {suits: ♠ ♥ ♦, copies: {A 10 K: 2, Q J 9: 2}}\ndeal: {cards: 9}\nmelds: {pinochle: null}\n"
    assert compiled(tmp_path, text).deck.copies == (2,) * 18 + (0,) * 6


def test_words_that_pass_are_read_as_they_are_told(tmp_path: Path) -> None:
    """The plain pass is the first of them wherever it stands."""
    program = compiled(tmp_path, BASE + "auction: {passes: [pass with help, pass]}\n")
    assert program.rules.auction is not None
    assert program.rules.auction.passes == ("pass", "pass with help")
    game = Game(program, 1)
    assert {game.action(game.describe(action)) for action in game.legal_actions()} == set(game.legal_actions())
    assert compiled(tmp_path, BASE + "auction: {passes: ['no']}\n").action("no") == game.action("pass")


def test_what_counts_as_a_bid_is_bid_by_somebody(tmp_path: Path) -> None:
    """A rule that bids of itself would bid without end."""
    text = BASE + "calls: {misere: {when: at own bid, must: 'true', bids: 40}}\n"
    (tmp_path / "house.yaml").write_text(text, encoding="utf-8")
    (item,) = check(str(tmp_path / "house.yaml")).diagnostics
    assert (item.code, item.message, item.line) == ("PIN407", "who bids this?", 3)
    program = compiled(tmp_path, text.replace("must", "by: anyone, must"))
    assert simulate(program, 2, 1, ("basic",)).games == 2


def test_nobody_exchanges_before_a_partner_is_found(tmp_path: Path) -> None:
    text = (
        "variant: house\nextends: partnership\nexchange: {cards: 2}\n"
        "players: {seats: 5, sides: declarer and partner against the rest}\n"
        "deal: {cards: 9, rest: out of play}\nask: {for: A, back: 1, makes_partner: true}\n"
    )
    game = Game(compiled(tmp_path, text), 3)
    while game.phase != "ask":
        assert game.decision != "exchange"
        game.apply(game.choice(1))


def test_a_card_is_asked_of_him_whose_turn_it_is(tmp_path: Path) -> None:
    """Others who answer a call before the card do not take his turn."""
    text = BASE + (
        "calls:\n"
        "  boast: {by: anyone, when: before own card}\n"
        "  challenge: {by: opponents, when: after call boast}\n"
    )
    game = Game(compiled(tmp_path, text), 5)
    random = Random(5)
    for _ in range(400):
        if game.is_over:
            break
        if game.decision == "play":
            turn = (game.facts()["leader"] + len(game.trick_cards())) % 4
            assert game.current_seat == turn
        game.apply(random.choice(game.legal_actions()))


def test_balances_beyond_all_bounds_stay_within_them(tmp_path: Path) -> None:
    """Differences of balances are numbers of the machine too."""
    text = BASE + "payments: {much: {when: before own card, from: opponents, to: each, amount: 900000000 + abs(lead)}}\n"
    text += "game: {target: null, both_reach: null, deals: 2}\n"
    game = Game(compiled(tmp_path, text), 1)
    while not game.is_over:
        game.apply(game.choice(0))
    assert 10**9 - 1000 < max(map(abs, game.totals)) <= 10**9
    lead = [int(Op.LOAD), int(Name.LEAD), 0]
    assert [game.evaluate(lead, seat) for seat in range(2)] == [
        game.totals[side] - game.totals[1 - side] for side in range(2)
    ]


def test_deals_settled_without_a_decision_are_counted_once(tmp_path: Path) -> None:
    text = BASE + (
        "calls: {over: {when: before auction, must: 'true', then: over}}\n"
        "outcomes: {over: {each: 7}}\ngame: {target: null, both_reach: null, deals: 3}\n"
    )
    run = simulate(compiled(tmp_path, text), 4, 1)
    assert (run.games, run.deals) == (4, 12)
    assert run.stats["gain of 0"].mean == pytest.approx(7)


def test_basic_looks_at_no_other_hand_where_outcomes_do(tmp_path: Path) -> None:
    from tests.interpreter.test_players import swap_hidden

    text = BASE + (
        "calls: {enough: {by: anyone, when: after each trick, then: stop play}}\n"
        "outcomes:\n  over: {if: called(enough), caller: best_meld, each: 0}\n"
    )
    game, random, asked = Game(compiled(tmp_path, text), 8), Random(8), 0
    while not game.is_over and asked < 40:
        if game.decision == "call":
            asked += 1
            assert swap_hidden(game, random).choice(1) == game.choice(1)
        game.apply(random.choice(game.legal_actions()) if game.decision != "call" else 64)

"""Random variants out of all mechanisms: accepted mostly, played to the end, and the same uncompiled.

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

from hypothesis import HealthCheck, Phase, given, settings

from interpreter import simulate
from pinochle_dsl import check, load
from pinochle_dsl.reference.walk import every_key
from tests.proof.playing import SEED, need, prove
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
    for number in range(2000):
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
    @given(files())
    def each(rules: dict[str, object]) -> None:
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
        prove(program, GAMES, Random(text))
        with_other_choices(str(path), Random(text))
        accepted.append((text, program.dumps(), trail(program)))

    each()
    share = sum(drawn) / len(drawn)
    assert share > SHARE
    if HEAVY:
        sys.stderr.write(f"{len(drawn)} files drawn, {share:.0%} accepted\n")
    same_uncompiled(accepted)


def with_other_choices(path: str, random: Random) -> None:
    """See that the game is played with another choice of each option."""
    for option in load(path).options:
        chosen = {**option.only_if, option.name: random.choice(option.choices)}
        assert simulate(load(path, chosen).compile(), 2, SEED).games == 2


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

"""Broken files: each validates and is played, or is refused at a place; nothing crashes and nothing hangs.

`PROOF=100 pytest tests/proof` tries a hundred mutations of each shipped file.
"""

from __future__ import annotations

import os
import time
from pathlib import Path
from random import Random

import pytest

from interpreter import simulate
from pinochle_dsl import check, load
from pinochle_dsl.layers import shipped_names
from tests.proof.mutations import ABSURD, Mutation, mutations, some
from tests.proof.test_drawn import stands_in_its_file

HEAVY = int(os.environ.get("PROOF", "0"))
EACH = HEAVY or 2
"""Mutations of each file."""
SECONDS = 5.0
"""Neither a check nor two games of a file take longer."""


def survives(mutation: Mutation, path: Path) -> None:
    """See that a file is played or refused, in time."""
    text = mutation.text
    path.write_text(text, encoding="utf-8")
    start = time.process_time()
    result = check(str(path), combinations="pairs" if HEAVY else "default")
    if result.ok:
        program = load(str(path)).compile()
        for player in ("random", "basic"):
            assert simulate(program, 1, 3, (player,)).games == 1
    else:
        errors = [item for item in result.diagnostics if item.is_error]
        assert errors
        assert all(stands_in_its_file(item, str(path), text) for item in errors)
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_broken_files_are_played_or_refused(name: str, tmp_path: Path) -> None:
    for mutation in some(name, Random(name), EACH):
        try:
            survives(mutation, tmp_path / "broken.yaml")
        except Exception as error:
            error.add_note(f"{name}: {mutation.said}")
            raise


def test_mutations_are_of_every_kind() -> None:
    """They are drawn from this list: keys removed, values swapped, made absurd, cut in half."""
    said = [mutation.said for mutation in mutations("partnership", Random(1))]
    assert len(said) > 900
    for kind in (
        "removed",
        "swapped",
        "cut in half",
        "said twice",
        "in a list",
        *(f"is {value!r}" for value in ABSURD),
    ):
        assert any(words.endswith(kind) for words in said), kind

"""One whole seeded game of each document's variant, as text that a person can follow.

The snapshots show; they do not prove: what the games must be is asserted in the tests beside this one.
"""

from __future__ import annotations

import pytest
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode

from interpreter.trace import trace
from pinochle_dsl import load

from .oracles import CHINESE, JAPANESE, KOREAN


class TextFile(SingleFileSnapshotExtension):
    """One plain text file for each snapshot."""

    file_extension = "txt"
    _write_mode = WriteMode.TEXT


@pytest.mark.parametrize("name", [KOREAN, CHINESE, JAPANESE])
def test_whole_game(name: str, snapshot: SnapshotAssertion) -> None:
    """A game of `basic` players, from the deal to the winner."""
    program = load(name).compile()
    text = trace(program, 1, 0, ("basic",))
    assert text == trace(program, 1, 0, ("basic",))
    assert text == snapshot(extension_class=TextFile)

"""What the tests of the rule sheet share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pinochle_dsl.loading import LoadedVariant, load

Write = Callable[[str], LoadedVariant]


@pytest.fixture
def house(tmp_path: Path) -> Write:
    """Return a way to load a house rule from its text."""
    number = iter(range(1000))

    def write(text: str) -> LoadedVariant:
        file = tmp_path / f"house{next(number)}.yaml"
        file.write_text(f"variant: house\n{text}\n", encoding="utf-8")
        return load(str(file))

    return write

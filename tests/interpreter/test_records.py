"""Records: their facts make them equal, and attrs writes few methods for them."""

from __future__ import annotations

import attrs
import pytest
from attrs import field, frozen

from interpreter import program
from interpreter.records import Record, facts
from pinochle_dsl import model


@frozen(eq=False, repr=False)
class Point(Record):
    """One with a field that is not compared."""

    x: int
    y: int = 0
    note: str = field(default="", eq=False)


@frozen(eq=False, repr=False)
class Place(Record):
    """Another class with the same fields."""

    x: int
    y: int = 0


def test_records_are_equal_if_their_facts_are() -> None:
    assert Point(1, 2, "one") == Point(1, 2, "other")
    assert Point(1, 2) != Point(2, 1)
    assert Point(1, 2) != Place(1, 2)
    assert Point(1) != 1
    assert len({Point(1), Point(1, 0, "again"), Point(2), Place(1)}) == 3


def test_records_show_their_facts() -> None:
    assert repr(Point(1, 2, "hidden")) == "Point(x=1, y=2)"
    assert facts(Point(1, 2, "hidden")) == {"x": 1, "y": 2}


FEW = {"Slot", "Deck"}
"""Hashed so often that methods of their own pay."""


@pytest.mark.parametrize("module", [program, model], ids=lambda module: module.__name__)
def test_classes_made_at_every_start_share_their_methods(module: object) -> None:
    classes = [kind for kind in vars(module).values() if isinstance(kind, type) and attrs.has(kind)]
    assert len(classes) > 20
    own = {kind.__name__ for kind in classes if (kind.__eq__, kind.__repr__) != (Record.__eq__, Record.__repr__)}
    assert own <= FEW

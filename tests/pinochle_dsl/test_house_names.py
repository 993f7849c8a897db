"""What a house calls its ranks and suits, read in phrases about cards."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pinochle_dsl.house_names import HouseNames

NAMES = HouseNames.of({"K": "König", "Q": "Ober", "10": "Zehner", "♣": "Eichel", "♠": "trump", "♥": "S", "♦": "D"})


def test_a_word_of_the_language_stays_what_it_is() -> None:
    assert sorted(NAMES.signs) == ["eichel", "könig", "ober", "zehner"]
    assert HouseNames.of({"K": "König", "Q": "könig"}).signs == {}


@pytest.mark.parametrize(
    ("kind", "text", "plainly"),
    [
        ("cards", "König Ober of Eichel", "K     Q    of ♣     "),
        ("group", "2x Ober♣ ♣Zehner", "2x    Q♣ ♣10    "),
        ("group", "Eichel-König eichel zehner", f"{'K♣':<12} {'10♣':<13}"),
        ("ranks", "A ZEHNER Könige", "A 10     Könige"),
        ("expression", "count(Ober) + ober > 3", "count(Q   ) + ober > 3"),
        ("duty", "avoid Ober of Eichel when ober", "avoid Q    of ♣      when ober"),
        ("duty", "play König", "play K    "),
        ("cards", "ſ-Ober ſ", "ſ-Q    ſ"),
        ("who", "dealer", "dealer"),
    ],
)
def test_names_become_signs_in_their_places(kind: str, text: str, plainly: str) -> None:
    assert NAMES.plainly(kind, text) == plainly
    assert len(plainly) == len(text)


@settings(max_examples=200, deadline=None, database=None)
@given(st.sampled_from(["cards", "group", "duty", "expression"]), st.text("KönigOberEichl ♣♠-(),count", max_size=30))
def test_every_offset_stays(kind: str, text: str) -> None:
    assert len(NAMES.plainly(kind, text)) == len(text)

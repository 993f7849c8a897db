"""What each choice of an option changes."""

from __future__ import annotations

import pytest

from interpreter import paired
from interpreter.comparison import COMPARED
from pinochle_dsl import load
from pinochle_dsl.loading import OfferedOption
from pinochle_dsl.varying import effects_of, rankings, sets_of, varied_options

FIGURES = {figure.name: figure for figure in COMPARED}
A = OfferedOption("a", "x", ("x", "y"))
B = OfferedOption("b", "2", ("1", "2", "3"))
ONLY = OfferedOption("only", "no", ("no", "yes"), {"a": "y"})


def test_every_combination_the_defaults_first() -> None:
    found = sets_of([A, B], ["a", "b"], {})
    assert found[0] == {"a": "x", "b": "2"}
    assert len(found) == 6
    assert len({tuple(chosen.items()) for chosen in found}) == 6


def test_an_option_stands_only_beside_what_it_needs() -> None:
    assert sets_of([A, ONLY], ["a", "only"], {}) == [
        {"a": "x", "only": "no"},
        {"a": "y", "only": "no"},
        {"a": "y", "only": "yes"},
    ]
    assert sets_of([A, ONLY], ["only"], {}) == [{"only": "no"}]
    assert sets_of([A, ONLY], ["only"], {"a": "y"}) == [{"only": "no"}, {"only": "yes"}]


def test_too_many_combinations_are_refused() -> None:
    many = OfferedOption("many", "0", tuple(map(str, range(40))))
    with pytest.raises(ValueError, match="40 combinations are too many"):
        sets_of([many], ["many"], {})


def test_an_effect_is_the_mean_over_the_other_choices() -> None:
    variant = load("partnership-ja")
    names = ["passing", "double pinochle"]
    options = varied_options(variant, names)
    sets = sets_of(variant.options, names, {})
    result = paired([load("partnership-ja", chosen).compile() for chosen in sets], 60, 2)
    bid = FIGURES["bid"]
    means = {tuple(chosen.values()): result.mean(bid, i) for i, chosen in enumerate(sets)}
    by_hand = sum(means["none", double] - means["four", double] for double in ("30", "32")) / 2
    effects = {(effect.option, effect.choice): effect for effect in effects_of(result, sets, options, bid)}
    assert set(effects) == {("passing", "three"), ("passing", "none"), ("double pinochle", "32")}
    assert effects["passing", "none"].found.mean == pytest.approx(by_hand)
    assert effects["passing", "none"].measurable
    assert effects["passing", "none"].found.mean < 0, "nobody counts on cards from the partner"
    first = {ranking.figure.name: ranking.effects[0] for ranking in rankings(result, sets, options)}
    assert (first["bid"].option, first["bid"].choice) == ("passing", "none")


def test_unknown_options_are_named() -> None:
    with pytest.raises(ValueError, match="no option 'pasing' to vary; its options: passing"):
        varied_options(load("partnership-ja"), ["pasing"])

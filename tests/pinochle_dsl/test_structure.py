"""Merged trees to the model: strict values, helpful findings, exact places."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.findings import Findings
from pinochle_dsl.joining import joined
from pinochle_dsl.layers import Layer, Merger, read_layers
from pinochle_dsl.locate import located
from pinochle_dsl.model import Phrase, Variant
from pinochle_dsl.nodes import Mapping, Scalar
from pinochle_dsl.structure import Structures, structure


def layer(text: str) -> Layer:
    found: list[Diagnostic] = []
    result = read_layers("house.yaml", found, f"variant: house\nextends: partnership\n{text}\n".encode())
    assert found == []
    assert result is not None
    return result


def model(text: str) -> Variant:
    findings = Findings()
    built = structure(joined(layer(text), Merger(), []).root, 1, findings)
    assert findings.items == []
    assert built is not None
    return built


def told(text: str) -> list[tuple[str, str | None, int, int, str | None]]:
    own = layer(text)
    root = joined(own, Merger(), []).root
    findings = Findings()
    assert structure(root, 1, findings) is None
    items = [located(item, root, own.root) for item in findings.items]
    return [(item.code, item.path, item.line, item.column, item.hint) for item in items]


def test_numbers_and_truths_are_text_where_text_is_meant() -> None:
    built = model("title: 10\nnotes: [9, true]\noptions: {o: {default: 30, choices: {30: {}, 32: {}}}}")
    assert built.title == "10"
    assert built.notes == ("9", "true")
    assert built.options["o"].default == "30"


def test_keys_that_python_reserves_are_read_without_underscore() -> None:
    built = model("bury: {not: A}\npayments: {x: {if: bid > 3, from: losers, set: 1}}")
    assert str(built.bury.not_ if built.bury else "") == "A"
    assert str(built.payments["x"].set_) == "1"
    assert str(built.outcomes["made"].if_) == "meld + counters >= bid"


def test_caller_of_a_call_is_a_column() -> None:
    built = model("outcomes: {shot: {if: bid > 3, caller of shoot the moon: 100, each: 1}}")
    assert {name: str(value) for name, value in built.outcomes["shot"].caller_of.items()} == {"shoot the moon": "100"}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("meld: {new_card: no}", "meld.new_card"),
        ("meld: {new_card: 1}", "meld.new_card"),
        ("game: {deals: true}", "game.deals"),
        ("game: {deals: '4'}", "game.deals"),
        ("game: {deals: four}", "game.deals"),
        ("players: {sides: allone}", "players.sides"),
        ("players: {sides: 2 sides}", "players.sides"),
        ("players: {direction: left}", "players.direction"),
        ("widow: {split: {declarers: 1}}", "widow.split.declarers"),
        ("play: {must: follow suit}", "play.must"),
        ("play: [follow suit]", "play"),
        ("melds: [run]", "melds"),
        ("melds: {run: 15}", "melds.run"),
        ("outcomes: {made: {caller of x: 1 +}}", "outcomes.made.caller of x"),
        ("outcomes: {made: {caller_of: {x: 1}}}", "outcomes.made.caller of"),
    ],
)
def test_a_misfit_is_told_at_its_path(text: str, path: str) -> None:
    (item,) = told(text)
    assert item[1] == path


def test_place_inside_a_phrase() -> None:
    ((code, path, line, column, _),) = told("outcomes: {made: {if: 'meld + + bid'}}")
    assert (code, path, line) == ("PIN201", "outcomes.made.if", 3)
    assert column == len("outcomes: {made: {if: 'meld + ") + 1


def test_all_misfits_are_told_at_once() -> None:
    codes = [
        item[0] for item in told("game: {deals: four, taget: 1}\nmelds: {dix: {pionts: 2}, x: {cards: 9}}\nfoo: 1")
    ]
    assert sorted(codes) == ["PIN101", "PIN101", "PIN101", "PIN102", "PIN106"]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("melds: {dix: {pionts: 2}}", "did you mean 'points'?"),
        ("Auction: {minimum: 21}", "did you mean 'auction'?"),
        ("meld: {new-card: true}", "did you mean 'new_card'?"),
        (
            "minimum: 21",
            "`minimum` is a key of `auction`: indent it by two blanks, under the line that names the section",
        ),
        ("play: {melds: {}}", "`melds` is a section of its own, at the start of a line"),
        ("meld: {new_card: no}", "write false"),
        ("play: {must: follow suit}", "write a list: [follow suit]"),
        (
            "players: {next_dealer: lfet}",
            "did you mean 'left'? allowed are: in turn, left, right, same, last trick winner, winner, loser",
        ),
    ],
)
def test_hints(text: str, hint: str) -> None:
    assert [item[4] for item in told(text)] == [hint]


def test_phrases_know_the_scale_of_their_points() -> None:
    own = layer("unit: 10\ngame: {target: 1500}")
    built = structure(joined(own, Merger(), []).root, 10, Findings())
    assert built is not None
    assert isinstance(built.game.target, Phrase)
    assert built.game.target.scale == 1
    assert built.auction is not None
    assert built.auction.minimum.scale == Fraction(10)


def test_parts_that_options_leave_alone_are_structured_once() -> None:
    own, done, merger = layer("game: {target: 100}"), Structures(), Merger()
    root = joined(own, merger, []).root
    patched = merger.merge(root, layer("deal: {cards: 11}").root)
    assert isinstance(patched, Mapping)
    first = structure(root, 1, Findings(), done)
    second = structure(patched, 1, Findings(), done)
    assert first is not None
    assert second is not None
    assert first.play is second.play
    assert first.deal is not second.deal


def test_what_is_missing_points_at_its_section_or_the_top() -> None:
    own = layer("melds: {tens: {cards: 4x 10}}\ndeal: null\ngame: {target: 3}")
    root = joined(own, Merger(), []).root
    findings = Findings()
    assert structure(root, 1, findings) is None
    places = {
        item.path: (item.line, item.column) for item in (located(found, root, own.root) for found in findings.items)
    }
    assert places == {None: (1, 1), "melds.tens": (3, 9)}


def test_scalar_nodes_stay_as_written() -> None:
    own = layer("game: {target: '100'}")
    game = own.root.get("game")
    assert isinstance(game, Mapping)
    target = game.get("target")
    assert isinstance(target, Scalar)
    assert (target.value, target.raw) == ("100", "'100'")

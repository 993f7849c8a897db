"""What a file says itself holds, whatever an option of its base sets by default."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pinochle_dsl import check, load
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.layers import read_layers, shipped_names
from pinochle_dsl.nodes import Mapping, Node, Scalar, plain
from pinochle_dsl.options import PEOPLE, PLAYERS, leaves
from pinochle_dsl.sheet import Sheet


def sheet(text: str, name: str = "house.yaml") -> Sheet:
    found: list[Diagnostic] = []
    layer = read_layers(name, found, text.encode())
    assert found == []
    assert layer is not None
    return Sheet(layer)


def at(node: Node | None, path: tuple[str, ...]) -> Node | None:
    for step in path:
        node = node.get(step) if isinstance(node, Mapping) else None
    return node


def flow(value: object, path: tuple[str, ...]) -> str:
    for step in reversed(path):
        value = {step: value}
    return json.dumps(value, ensure_ascii=False)[1:-1]


def default_keys() -> Iterator[tuple[str, str, tuple[str, ...], object]]:
    """Yield each key that a default choice of a shipped file sets, with another value that it can have."""
    for name in sorted(shipped_names()):
        layer = read_layers(name, [])
        assert layer is not None
        for option in Sheet(layer).options.values():
            if option.name in (PLAYERS, PEOPLE):
                continue
            for path, value in leaves(option.choices[option.default]):
                others = [at(patch, path) for patch in option.choices.values()]
                other = next((plain(node) for node in others if node and plain(node) != plain(value)), None)
                if other is None and isinstance(value, Scalar):
                    other = value.value + 1 if type(value.value) is int else 3
                yield name, option.name, path, other


KEYS = list(default_keys())


def test_there_are_keys_to_try() -> None:
    assert len({name for name, *_ in KEYS}) > 10
    assert ("bezique", "target", ("game", "target"), 500) in KEYS


@pytest.mark.parametrize(("name", "option", "path", "value"), KEYS, ids=lambda part: str(part).replace(" ", ""))
def test_a_file_overrules_the_default_of_an_inherited_option(
    name: str, option: str, path: tuple[str, ...], value: object
) -> None:
    house = sheet(f"variant: house\nextends: {name}\n{flow(value, path)}\n")
    assert [item.message for item in house.found if item.is_error] == []
    held = at(house.resolve(house.choose(None)).root, path)
    assert held is not None
    assert plain(held) == value
    if value is not None:
        assert plain(at(house.options[option].choices[house.options[option].default], path) or held) == value


def written(tmp_path: Path, name: str, text: str) -> str:
    file = tmp_path / f"{name}.yaml"
    file.write_text(f"variant: {name}\n{text}", encoding="utf-8")
    return str(file)


def test_the_own_value_is_a_choice_and_the_default(tmp_path: Path) -> None:
    file = written(tmp_path, "far", "extends: bezique\ngame: {target: 3000}\n")
    far = load(file)
    assert far.compile().rules.ending.target == 3000
    option = next(item for item in far.options if item.name == "target")
    assert (option.default, option.choices) == ("3000", ("3000", "500", "1000", "1500", "2000"))
    assert load(file, {"target": 1000}).compile().rules.ending.target == 1000
    assert check(file, combinations="all").combinations == 5
    further = written(tmp_path, "further", "extends: ./far.yaml\ngame: {target: 4000}\n")
    assert load(further).compile().rules.ending.target == 4000
    back = written(tmp_path, "back", "extends: ./far.yaml\noptions: {target: {default: 1500}}\n")
    assert load(back).compile().rules.ending.target == 1500


def test_an_own_value_that_is_offered_makes_that_choice_the_default(tmp_path: Path) -> None:
    far = load(written(tmp_path, "far", "extends: bezique\ngame: {target: 2000}\n"))
    assert far.chosen["target"] == "2000"
    assert far.options[0].choices == ("500", "1000", "1500", "2000")


BASE = """extends: partnership
options:
  kitty:
    default: four
    choices:
      four: {deal: {cards: 11, widow: 4}, widow: {to: declarer}, bury: {cards: 4}}
      none: {}
  open: {default: "yes", only_if: {kitty: four}, choices: {"yes": {widow: {shown: to all}}, "no": {}}}
"""


def test_the_rest_of_a_choice_stays_and_so_do_options_beside_it(tmp_path: Path) -> None:
    written(tmp_path, "base", BASE)
    own = load(written(tmp_path, "own", "extends: ./base.yaml\nbury: {not: trump}\nwidow: {shown: to nobody}\n"))
    assert own.chosen == {"kitty": "four", "open": "no"}
    less = load(written(tmp_path, "less", "extends: ./base.yaml\ndeal: {cards: 10, widow: 8}\nbury: {cards: 8}\n"))
    assert less.chosen == {"kitty": "as written", "open": "yes"}
    assert [str(part) for part in (less.model.deal.cards, less.model.deal.widow)] == ["10", "8"]
    assert load(str(tmp_path / "less.yaml"), {"kitty": "none"}).chosen == {"kitty": "none"}


def test_what_a_file_removes_stays_removed(tmp_path: Path) -> None:
    text = "extends: partnership\noptions: {pass: {default: a, choices: {a: {exchange: {cards: 4}}, b: {}}}}\n"
    written(tmp_path, "base", text)
    own = load(written(tmp_path, "own", "extends: ./base.yaml\nexchange: null\n"))
    assert own.model.exchange is None
    assert load(str(tmp_path / "own.yaml"), {"pass": "a"}).model.exchange is not None


def test_fewer_players_than_the_base_offers(tmp_path: Path) -> None:
    text = (
        "extends: partnership\nplayers: {seats: 3 or 4}\nby_players:\n"
        "  3: {players: {sides: declarer against the rest}, deal: {cards: 16}}\n  4: {deal: {cards: 12}}\n"
    )
    written(tmp_path, "base", text)
    own = load(written(tmp_path, "own", "extends: ./base.yaml\nplayers: {seats: 3}\n"))
    assert str(own.model.deal.cards) == "16"
    assert own.compile().table.seats == 3

"""Files that an author broke: a key gone, a value in another's place, a number made absurd, a string cut in half."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import yaml
from attrs import frozen

from pinochle_dsl.layers import shipped_names
from pinochle_dsl.resources import resource

if TYPE_CHECKING:
    from random import Random

Path = tuple[Any, ...]

ABSURD = (0, -1, 10**9, 10**30, 2.5, None, True, [], {}, [7], {"if": 1}, "", "none", "A of nowhere", "9" * 40)
"""What is put in the place of a value."""


@frozen
class Mutation:
    """One file with one thing changed."""

    name: str
    said: str
    """What was done to it."""
    rules: dict[str, Any]

    @property
    def text(self) -> str:
        """The file's text."""
        return str(yaml.safe_dump(self.rules, allow_unicode=True, sort_keys=False, width=10_000))


def rules_of(name: str) -> dict[str, Any]:
    """Return a shipped file as keys and values, as it stands."""
    rules = yaml.safe_load(resource(shipped_names()[name], f"{name}.yaml").read_text(encoding="utf-8"))
    assert isinstance(rules, dict)
    return rules


def places(rules: Any, path: Path = ()) -> Iterator[Path]:  # noqa: ANN401 - whatever stands there
    """Return the places of all values, those of sections before what is inside."""
    inside = rules.items() if isinstance(rules, dict) else enumerate(rules) if isinstance(rules, list) else ()
    for step, value in inside:
        yield (*path, step)
        yield from places(value, (*path, step))


def value_at(rules: Any, path: Path) -> Any:  # noqa: ANN401 - whatever stands there
    """Return what stands at a place."""
    for step in path:
        rules = rules[step]
    return rules


def put(rules: dict[str, Any], path: Path, value: object) -> dict[str, Any]:
    """Return the rules with another value at a place."""
    changed = copy.deepcopy(rules)
    value_at(changed, path[:-1])[path[-1]] = copy.deepcopy(value)
    return changed


def without(rules: dict[str, Any], path: Path) -> dict[str, Any]:
    """Return the rules without what stands at a place."""
    changed = copy.deepcopy(rules)
    del value_at(changed, path[:-1])[path[-1]]
    return changed


def ways(name: str, rules: dict[str, Any], path: Path, random: Random) -> Iterator[Mutation]:
    """Return every mutation of one place; what is put there instead is random where there is much to choose from."""
    place, said = ".".join(map(str, path)), value_at(rules, path)
    yield Mutation(name, f"{place} removed", without(rules, path))
    for absurd in ABSURD:
        yield Mutation(name, f"{place} is {absurd!r}", put(rules, path, absurd))
    other = random.choice(list(places(rules)))
    if other[: len(path)] != path and path[: len(other)] != other:
        swapped = put(put(rules, path, value_at(rules, other)), other, said)
        yield Mutation(name, f"{place} and {'.'.join(map(str, other))} swapped", swapped)
    if isinstance(said, str):
        yield Mutation(name, f"{place} cut in half", put(rules, path, said[: len(said) // 2]))
        yield Mutation(name, f"{place} said twice", put(rules, path, f"{said} {said}"))
    if isinstance(said, int) and not isinstance(said, bool):
        yield Mutation(name, f"{place} in quotes", put(rules, path, f"{said}x"))
    yield Mutation(name, f"{place} in a list", put(rules, path, [said, said]))


def mutations(name: str, random: Random) -> Iterator[Mutation]:
    """Return every mutation of a shipped file."""
    rules = rules_of(name)
    for path in places(rules):
        if path[0] != "examples":  # they ask for figures, which are proved elsewhere
            yield from ways(name, {key: said for key, said in rules.items() if key != "examples"}, path, random)


def some(name: str, random: Random, how_many: int) -> list[Mutation]:
    """Return some mutations of a shipped file, all places being equally likely."""
    rules = {key: said for key, said in rules_of(name).items() if key != "examples"}
    spots = list(places(rules))
    return [random.choice(list(ways(name, rules, random.choice(spots), random))) for _ in range(how_many)]

"""What this version plays: asked of the compiler with the examples of the reference."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Literal, get_args, get_origin

import yaml

from pinochle_dsl.reference import words
from pinochle_dsl.reference.examples import NOT_PLAYED, examples, findings
from pinochle_dsl.reference.walk import NAME, Key, arms, every_key

if TYPE_CHECKING:
    from collections.abc import Mapping

SUFFIX = " is not played yet by this version"

PROBES: dict[str, tuple[str, dict[str, Any], tuple[str, ...]]] = {
    "who": ("partnership", {"payments": {"probe": {"amount": 1}}}, ("payments", "probe", "to")),
    "window": ("partnership", {"calls": {"probe": {"by": "anyone"}}}, ("calls", "probe", "when")),
    "then": (
        "two-handed",
        {"calls": {"probe": {"by": "anyone", "when": "before each lead"}}},
        ("calls", "probe", "then"),
    ),
    "both_reach": ("partnership", {"game": {}}, ("game", "both_reach", "")),
    "cards": ("three-handed", {"bury": {}}, ("bury", "not")),
    "group": ("partnership", {"melds": {"probe": {"points": 1}}}, ("melds", "probe", "cards")),
    "raise": ("partnership", {"auction": {"minimum": 50}}, ("auction", "raise")),
    "opens": ("partnership", {"auction": {}}, ("auction", "opens")),
    "all_pass": ("partnership", {"auction": {}}, ("auction", "all_pass")),
}
"""Where each kind of phrase is tried: a base, a patch, and the key that takes the phrase (a list if it ends in "")."""

WITH_SIT_OUT = ("idle",)
"""Players that exist only where some sit out."""

CASES = (
    (
        "`melds.NAME` without `cards`",
        "variant: example\nextends: partnership\nmelds: {blank: {points: 10, if: count(K Q J) = 0}}\n",
    ),
)
"""Cases of keys that may not be played though the key is."""


@cache
def _refused(text: str) -> Mapping[str, str]:
    """Return what a file's findings refuse to play, by path."""
    return {str(item.path): item.message.removesuffix(SUFFIX) for item in findings(text) if item.code == NOT_PLAYED}


def unplayed_key(key: Key) -> str | None:
    """Return what this version does not play of a key whatever its value; None if it plays it."""
    if _words(key):
        kept = unplayed_words(key)
        usual = [word for word in _words(key) if word != key.default]
        return next(iter(kept.values())) if usual and set(usual) <= set(kept) else None
    tree = _read(examples()[key.name].file)
    return _unplayed(key, tree, _real_path(key.path, tree))


@cache
def unplayed_words(key: Key) -> dict[str, str]:
    """Return the words of a key that this version does not play, with what each is."""
    found: dict[str, str] = {}
    for word in _words(key):
        tree = _read(examples()[key.name].file)
        path = _real_path(key.path, tree)
        _put(tree, path, word)
        message = _unplayed(key, tree, path)
        if message and word != key.default:
            found[word] = message
    return found


def _unplayed(key: Key, tree: dict[str, Any], path: tuple[str, ...]) -> str | None:
    """Return what the compiler refuses at a place of a file, or no longer refuses when the key there is gone."""
    told = _refused(_dumped(tree))
    for place, message in told.items():
        if _related(place, ".".join(path)):
            return message
    if not told or key.needed:
        return None
    _remove(tree, path)
    left = _refused(_dumped(tree))
    return next((message for place, message in told.items() if place not in left), None)


@cache
def unplayed_besides() -> tuple[tuple[str, str], ...]:
    """Return what else this version does not play: the words of phrases, and cases of keys that it plays else."""
    tables = {
        "who": words.WHO,
        "window": words.WINDOWS,
        "then": words.EFFECTS,
        "both_reach": words.BOTH_REACH,
        "cards": words.CARD_SETS,
        "group": words.GROUPS,
        "raise": words.RAISES,
        "opens": words.OPENS,
        "all_pass": words.ALL_PASS,
    }
    found = [
        (f"`{word}`", message)
        for kind, table in tables.items()
        for word in table
        if (message := unplayed_phrase(kind, word)) is not None
    ]
    for said, text in CASES:
        found += ((said, message) for message in list(_refused(text).values())[:1])
    return tuple(found)


@cache
def unplayed_phrase(kind: str, phrase: str) -> str | None:
    """Return what this version does not play of a phrase."""
    if kind not in PROBES:
        return None
    if phrase in WITH_SIT_OUT:
        return unplayed_key(next(key for key in every_key() if key.name == "players.sit_out"))
    base, patch, path = PROBES[kind]
    text = phrase.replace(NAME, "probe").replace("PHASE", "meld")
    tree: dict[str, Any] = {"variant": "example", "extends": base} | yaml.safe_load(yaml.safe_dump(patch))
    _put(tree, tuple(step for step in path if step), [text] if path[-1] == "" else text)
    told = _refused(_dumped(tree))
    return next((message for place, message in told.items() if place.startswith(".".join(path).rstrip("."))), None)


def _words(key: Key) -> tuple[str, ...]:
    """Return the words of a key that has a list of them."""
    if key.name == "game.tie_break":
        return tuple(words.TIE_BREAKS)
    return tuple(
        word for arm in arms(key.kind) if get_origin(arm) is Literal for word in get_args(arm) if isinstance(word, str)
    )


def _read(text: str) -> dict[str, Any]:
    read = yaml.load(text, Loader=_Text)  # noqa: S506 - a loader that only makes text
    assert isinstance(read, dict)
    return read


class _Text(yaml.SafeLoader):
    """Reads every scalar as text, as phrases are read."""


_Text.yaml_implicit_resolvers = {}


def _dumped(tree: object) -> str:
    return yaml.dump(tree, Dumper=_Plain, allow_unicode=True, sort_keys=False, width=1000)


class _Plain(yaml.SafeDumper):
    """Writes texts plain where they can be, so that numbers and truth values are read as such again."""


_Plain.yaml_implicit_resolvers = {}


def _real_path(path: tuple[str, ...], tree: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a path of the model as it is in an example: with the names that the example gives."""
    found: list[str] = []
    node: Any = tree
    for step in path:
        name = step
        if step == NAME:
            wanted = path[len(found) + 1 :]
            name = next(entry for entry in node if not wanted or _has(node[entry], wanted[0]))
        elif step == "caller of NAME":
            name = next(entry for entry in node if entry.startswith("caller of "))
        found.append(name)
        node = node.get(name) if isinstance(node, dict) else None
    return tuple(found)


def _has(node: object, step: str) -> bool:
    return isinstance(node, dict) and any(
        key == step or (NAME in step and key.startswith("caller of ")) for key in node
    )


def _related(place: str, path: str) -> bool:
    """Return whether one path is the other or lies in it."""
    return f"{place}.".startswith(f"{path}.") or f"{path}.".startswith(f"{place}.")


def _put(tree: dict[str, Any], path: tuple[str, ...], value: object) -> None:
    *steps, last = path
    node = tree
    for step in steps:
        node = node.setdefault(step, {})
    node[last] = [value] if isinstance(node.get(last), list) else value


def _remove(tree: dict[str, Any], path: tuple[str, ...]) -> None:
    *steps, last = path
    node = tree
    for step in steps:
        node = node[step]
    del node[last]

"""JSON Schema of a rules file, made from the model: what an editor needs to complete and check one.

It knows the shape of a file: keys, words, numbers, which tables the author names, what a patch may say.  What
stands inside phrases, and whether rules fit together, is for `pinochle validate`.
"""

from __future__ import annotations

import json
from typing import Any, Literal, get_args, get_origin

from pinochle_dsl.examples import QUERIES
from pinochle_dsl.layers import UNITS, shipped_names
from pinochle_dsl.model import Slot, Type, Variant
from pinochle_dsl.reference import words
from pinochle_dsl.reference.kinds import ASKED, LIMITS, TYPES, formula_example
from pinochle_dsl.reference.walk import NAME, Key, arms, below, every_key, is_table, keys_of, slot_of
from pinochle_dsl.syntax import EXAMPLES, KINDS

Json = dict[str, Any]

SUGGESTED: dict[str, tuple[str, ...]] = {
    "phases": tuple(words.PHASES),
    "players.first_dealer": tuple(words.FIRST_DEALER),
    "auction.passes": tuple(words.PASSES),
    "trump.lacking": tuple(word for word in words.EFFECTS if "deals" in word),
    "calls.NAME.then": tuple(words.EFFECTS),
    "payments.NAME.ledger": ("points",),
    "game.ledger": ("points",),
}
"""Words that editors offer where other words may stand too."""

CLOSED = ("phases",)
"""Those of them beside which no other word may stand."""

PHRASES: dict[str, tuple[str, ...]] = {
    "who": tuple(word for word in words.WHO if word not in ("caller of NAME", "kitty")),
    "window": tuple(word for word in words.WINDOWS if not word.endswith(("PHASE", "NAME")))
    + tuple(f"{side} {phase}" for side in ("before", "after") for phase in words.PHASES),
    "opens": tuple(words.OPENS),
    "all_pass": tuple(words.ALL_PASS),
    "duty": tuple(words.DUTIES),
    "raise": tuple(words.RAISES),
    "cards": tuple(words.CARD_SETS),
    "group": tuple(words.GROUPS),
    "ranks": (EXAMPLES["ranks"],),
    "suits": (EXAMPLES["suits"],),
    "packets": tuple(words.PACKETS),
    "span": tuple(words.SPANS),
    "reach": tuple(words.BOTH_REACH),
}
"""Phrases of each kind that editors offer."""

WORD_LIKE = ("who", "window", "all_pass", "duty")
"""Kinds whose phrases are few enough to be offered as words."""

NOT_IN_A_PATCH = ("variant", "extends", "sources", "by_players", "options", "examples")
"""Keys that a patch of a choice, a number of players or a contract does not say."""

IDS = ("variant", "extends", "options.NAME.sets")
"""Texts that never look like a number or a truth value."""

PATCHES = ("options.NAME.choices", "by_players", "calls.NAME.changes")


def variant_schema() -> Json:
    """Return the JSON Schema (draft 7, which editors know best) of a rules file."""
    definitions: Json = {"patch": _patch()}
    for key in every_key():
        if key.section is not None:
            definitions[_definition(key)] = _section(key)
    definitions["example"] = _example()
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "Pinochle rules file",
        "description": "A card game's rules as data. Check one with `pinochle validate FILE`.",
        "type": "object",
        "properties": {key.path[-1]: _key(key) for key in keys_of(Variant)},
        "additionalProperties": False,
        "required": ["variant"],
        "if": {"required": ["extends"]},
        "then": {},
        "else": _needs(keys_of(Variant)),
        "definitions": definitions,
    }


def schema_text() -> str:
    """Return the schema as the text of `rules/variant.schema.json`."""
    return json.dumps(variant_schema(), ensure_ascii=False, indent=2) + "\n"


def described(slot: Slot) -> str:
    """Return what a phrase looks like, for a description."""
    if slot.start != "expression":
        return f"{KINDS[slot.start]}, for example: {EXAMPLES[slot.start]}"
    what = "a condition" if slot.type is Type.TRUTH else f"a formula of {TYPES[slot.type]}"
    return f"{what}, {ASKED[slot.scope]}".replace("`", "")


# ---- sections ------------------------------------------------------------------------------------------


def _definition(key: Key) -> str:
    return ".".join(part for part in key.path if part != NAME)


def _section(key: Key) -> Json:
    assert key.section is not None
    return _mapping(key.section.__doc__ or "", below(key))


def _mapping(doc: str, keys: tuple[Key, ...]) -> Json:
    """Return the schema of keys and values; `null` in their place removes them from what the base says."""
    named = [key for key in keys if NAME in key.path[-1]]
    found: Json = {
        "type": ["object", "null"],
        "description": doc.strip().split("\n")[0],
        "properties": {key.path[-1]: _key(key) for key in keys if key not in named},
        "additionalProperties": False,
    }
    if named:
        found["patternProperties"] = {f"^{key.path[-1].replace(NAME, '.+')}$": _key(key) for key in named}
    return found


def _patch() -> Json:
    keys = tuple(key for key in keys_of(Variant) if key.path[-1] not in NOT_IN_A_PATCH)
    return _mapping("What differs: keys as in the file itself, `null` to remove.", keys)


def _needs(keys: tuple[Key, ...]) -> Json:
    """Return what a file without a base must say."""
    found: Json = {}
    needed = [key.path[-1] for key in keys if key.needed]
    if needed:
        found["required"] = needed
    inner: Json = {}
    for key in keys:
        if key.section is None:
            continue
        wanted = _needs(below(key))
        if wanted:
            inner[key.path[-1]] = {"additionalProperties": wanted} if is_table(key.kind) else wanted
    if inner:
        found["properties"] = inner
    return found


# ---- keys ----------------------------------------------------------------------------------------------


def _key(key: Key) -> Json:
    if key.name in PATCHES:
        return _described(key, _of_patches(key))
    if key.name == "examples":
        return _described(key, {"type": ["array", "null"], "items": {"$ref": "#/definitions/example"}})
    if key.section is not None and not is_table(key.kind):
        return {"$ref": f"#/definitions/{_definition(key)}"}
    schemas = [_arm(arm, key.name) for arm in arms(key.kind)]
    if key.section is not None:
        schemas = [{"type": "object", "additionalProperties": {"$ref": f"#/definitions/{_definition(key)}"}}]
        if key.name == "ledgers":
            schemas[0]["propertyNames"] = {"pattern": "^[a-z][a-z_]*$"}
    found = _joined(schemas)
    if key.name == "unit":
        found = {"enum": list(UNITS)}
    if key.name == "extends":
        bases = sorted(name for name, folder in shipped_names().items() if folder == "rules")
        found = _offering(bases, found)
    if not (key.needed and len(key.path) == 1):
        found = _removable(found)
    return _described(key, found)


def _described(key: Key, found: Json) -> Json:
    slot = next((slot for arm in arms(key.kind) if (slot := slot_of(arm)) is not None), None)
    text = key.doc[:1].upper() + key.doc[1:] + "."
    if slot is not None:
        text += f" {described(slot)[:1].upper()}{described(slot)[1:]}."
    start: Json = {"description": text}
    if isinstance(key.default, (str, int)) and key.name != "unit":
        start["default"] = key.default
    if slot is not None and slot.start not in WORD_LIKE and get_origin(key.kind) is not dict:
        shown = (formula_example(slot),) if slot.start == "expression" else PHRASES[slot.start]
        start["examples"] = [int(phrase) if phrase.isdigit() else phrase for phrase in shown]
    return start | found


def _of_patches(key: Key) -> Json:
    patch = {"$ref": "#/definitions/patch"}
    if key.name == "by_players":
        return {"type": ["object", "null"], "patternProperties": {"^[2-8]$": patch}, "additionalProperties": False}
    return patch if key.name.startswith("calls") else {"type": ["object", "null"], "additionalProperties": patch}


def _arm(kind: object, path: str) -> Json:
    """Return the schema of one kind of value."""
    origin = get_origin(kind)
    slot = slot_of(kind)
    if slot is not None:
        return _phrase(slot, path)
    if origin is Literal:
        return {"enum": list(get_args(kind))}
    if origin is tuple:
        return {"type": "array", "items": _joined([_arm(arm, path) for arm in arms(get_args(kind)[0])])}
    if origin is dict:
        of_key, of_value = get_args(kind)
        value = _removable(_joined([_arm(arm, path) for arm in arms(of_value)]))
        if get_origin(of_key) is Literal:
            named = dict.fromkeys(get_args(of_key), value)
            return {"type": "object", "properties": named, "additionalProperties": False}
        return {"type": "object", "additionalProperties": value}
    return _plain(kind, path)


def _plain(kind: object, path: str) -> Json:
    if kind is bool:
        return {"type": "boolean"}
    if kind is int:
        return {"type": "integer"} | _limits(path)
    if path in SUGGESTED:
        offered = list(SUGGESTED[path])
        return {"enum": offered} if path in CLOSED else _offering(offered, {"type": "string"})
    if path in IDS:
        return {"type": "string"}
    return dict(TEXT) if kind is str else {}


TEXT: Json = {"type": ["string", "number", "boolean"]}
"""Plain text: a name may look like a number (`30`) or a truth value."""


def _phrase(slot: Slot, path: str) -> Json:
    types = ["string", "integer"]
    if slot.start == "expression" and slot.type is Type.TRUTH:
        types = ["string", "boolean"]
    elif slot.start in ("who", "window", "duty", "group", "all_pass", "opens"):
        types = ["string"]
    if slot.start in WORD_LIKE:
        offered = list(PHRASES[slot.start])
        if path.startswith("payments") and path.endswith("when"):
            offered.sort(key=lambda word: not word.startswith(("game", "after")))
        return _offering(offered, {"type": types})
    return {"type": types} | _limits(path)


def _limits(path: str) -> Json:
    low, high = LIMITS.get(path, (None, None))
    return ({"minimum": low} if low is not None else {}) | ({"maximum": high} if high is not None else {})


def _offering(offered: list[str], otherwise: Json) -> Json:
    """Return a schema that offers words and takes others too."""
    return {"anyOf": [{"enum": offered}, dict(otherwise)]}


def _joined(schemas: list[Json]) -> Json:
    """Return one schema for values of several kinds.

    Keywords hold for values of their own type only, so kinds of different types share one schema, which gives
    plainer messages than a list of alternatives.
    """
    if len(schemas) == 1:
        return schemas[0]
    if any("type" not in schema for schema in schemas):
        return {"anyOf": schemas}
    found: Json = {"type": []}
    for schema in schemas:
        found["type"] += _types(schema)
        found |= {word: value for word, value in schema.items() if word != "type"}
    found["type"] = list(dict.fromkeys(found["type"]))
    return found


def _types(schema: Json) -> list[str]:
    said = schema["type"]
    return [said] if isinstance(said, str) else list(said)


def _removable(schema: Json) -> Json:
    """Return the schema with `null` allowed, which removes what the base says."""
    if "type" in schema:
        return schema | {"type": [*_types(schema), "null"]}
    if "enum" in schema:
        return schema | {"enum": [*schema["enum"], None]}
    return schema | {"anyOf": [*schema["anyOf"], {"type": "null"}]} if "anyOf" in schema else schema


def _example() -> Json:
    """Return the schema of one example: a question with its answer, and the choices it holds for."""
    asked = {name: (*query.needs, *query.may, *query.results) for name, query in QUERIES.items()}
    questions: Json = {
        name: {
            "type": "object",
            "description": words.QUESTIONS[name],
            "properties": {inner: {"description": words.OF_EXAMPLES[inner]} for inner in keys},
            "additionalProperties": False,
            "required": list(QUERIES[name].needs) if name in QUERIES else [],
        }
        for name, keys in asked.items()
    }
    choices: Json = {
        "type": "object",
        "description": "The choices it holds for: {option: choice}.",
        "additionalProperties": dict(TEXT),
    }
    return {
        "type": "object",
        "description": "A question and its answer; `pinochle validate` asks it.",
        "properties": questions | {"with": choices},
        "additionalProperties": False,
        "minProperties": 1,
    }

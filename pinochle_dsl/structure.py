# ruff: noqa: ANN401 - hooks take any kind of type, as cattrs hands them over
"""Merged tree of a rules file to the attrs model, by cattrs, with every misfit as a finding.

Hooks are strict: a truth value is `true` or `false`, a number is a number, a word is one of its list.
Only text is read generously (`10` and `9` are fine names of ranks and choices).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, TypeAlias, Union, get_args, get_origin

import attrs
import cattrs
from cattrs.errors import (
    AttributeValidationNote,
    BaseValidationError,
    ClassValidationError,
    ForbiddenExtraKeysError,
    IterableValidationError,
    IterableValidationNote,
)

from pinochle_dsl.findings import Findings, Path
from pinochle_dsl.house_names import HouseNames
from pinochle_dsl.lookalikes import lookalike
from pinochle_dsl.misfits import CALLER_OF, MisfitError, all_keys, keys_of, names_in, tell
from pinochle_dsl.model import Outcome, Phrase, Slot, Variant
from pinochle_dsl.nodes import Mapping, Node, Scalar, Sequence, is_null, plain
from pinochle_dsl.slips import missing_colon, number_meant, section_in_short
from pinochle_dsl.suggest import closest, did_you_mean, listed
from pinochle_dsl.syntax import PhraseError, parse

Hook = Callable[[Any, Any], Any]


@attrs.define(eq=False, repr=False)
class Structures:
    """Parts already structured, by the node they came from; parts of a file that options leave alone are done once."""

    unit: int = 1
    names: HouseNames = attrs.field(factory=HouseNames)
    named: tuple[tuple[str, str], ...] = ()
    """The names again, as part of the key of what is done."""
    done: dict[tuple[int, Hook, int, object], tuple[Node, Any]] = attrs.field(factory=dict)


_CURRENT: ContextVar[Structures] = ContextVar("structures")


def structure(root: Mapping, unit: int, findings: Findings, done: Structures | None = None) -> Variant | None:
    """Return the model of a merged tree whose points are in `unit`; None with findings when it does not fit."""
    current = done or Structures()
    current.unit = unit
    current.names = _house_names(root)
    current.named = current.names.key
    token = _CURRENT.set(current)
    try:
        return _converter().structure(root, Variant)
    except BaseValidationError as problem:
        tell(problem, (), findings, names_in(root))
    except MisfitError as problem:
        findings.add(problem.code, (), problem.message, problem.hint)
    finally:
        _CURRENT.reset(token)
    return None


def _house_names(root: Mapping) -> HouseNames:
    """Return what a merged tree calls its ranks and suits."""
    deck = root.get("deck")
    said = deck.get("names") if isinstance(deck, Mapping) else None
    if not isinstance(said, Mapping):
        return HouseNames()
    values = ((sign, entry.value) for sign, entry in said.entries.items())
    return HouseNames.of({sign: value.text for sign, value in values if isinstance(value, Scalar)})


def without(root: Mapping, paths: Iterable[Path]) -> Mapping:
    """Return a tree that lacks what stands at some paths; the tree itself stays as it is."""
    for path in paths:
        if path and isinstance(path[0], str) and path[0] in root.entries:
            root = _without_one(root, path)
    return root


def _without_one(root: Mapping, path: Path) -> Mapping:
    first = str(path[0])
    entries = dict(root.entries)
    inner = entries[first].value
    if len(path) > 1 and isinstance(inner, Mapping) and path[1] in inner.entries:
        entries[first] = attrs.evolve(entries[first], value=_without_one(inner, path[1:]))
    else:
        del entries[first]
    return attrs.evolve(root, entries=entries)


Fields: TypeAlias = "dict[str, tuple[attrs.Attribute[Any], Hook]]"
"""Fields of a class by key, each with the hook for its values."""

# ---- hooks -----------------------------------------------------------------------------------------


@cache
def _converter() -> cattrs.Converter:
    converter = cattrs.Converter()
    register = converter.register_structure_hook_factory
    register(attrs.has, lambda cls: _once(_class_hook(cls, converter)))
    register(_is(UnionType, Union), lambda kind: _union_hook(kind, converter))
    register(_is(tuple), lambda kind: _once(_list_hook(kind, converter)))
    register(_is(dict), lambda kind: _once(_table_hook(kind, converter)))
    register(_is(Literal), _word_hook)
    register(_is_phrase, lambda kind: _once(_phrase_hook(kind)))
    for kind, hook in ((str, _text), (int, _number), (bool, _truth)):
        converter.register_structure_hook(kind, hook)
    converter.register_structure_hook_func(lambda kind: kind is Any, lambda node, _: plain(node))
    return converter


def _is(*origins: Any) -> Callable[[Any], bool]:
    return lambda kind: get_origin(kind) in origins


def _is_phrase(kind: Any) -> bool:
    return get_origin(kind) is Annotated and get_args(kind)[0] is Phrase


def _slot(kind: Any) -> Slot:
    return next(item for item in get_args(kind) if isinstance(item, Slot))


def found(node: Any) -> str:
    """Return what stands there, for messages."""
    if isinstance(node, Mapping):
        return "keys and values"
    if isinstance(node, Sequence):
        return "a list"
    if is_null(node):
        return "nothing"
    return f"`{node.text}`" if len(node.text) <= 40 else f"`{node.text[:37]}...`"


def _once(hook: Hook) -> Hook:
    """Return a hook that makes the same thing of the same node again."""

    def structured(node: Any, kind: Any) -> Any:
        current = _CURRENT.get()
        key = (id(node), hook, current.unit, current.named)
        if key not in current.done:
            current.done[key] = (node, hook(node, kind))
        return current.done[key][1]

    return structured


def _class_hook(cls: type, converter: cattrs.Converter) -> Hook:
    @cache
    def fields() -> Fields:
        """Return the fields of the class by key, each with its hook; most files need half of the classes."""
        return {
            name.rstrip("_"): (item, converter.get_structure_hook(item.type))
            for name, item in attrs.fields_dict(cls).items()
        }

    def hook(node: Any, _: Any) -> Any:
        if not isinstance(node, Mapping):
            odd = missing_colon(node.text, frozenset(keys_of(cls))) if isinstance(node, Scalar) else None
            if odd is not None:
                message, hint = odd
                if _is_beside_its_key(node):
                    hint = re.sub(r"`(.+)`$", r"`{\1}`", hint)
                raise MisfitError("PIN103", message, hint)
            keys = keys_of(cls)
            short = section_in_short(_section_of(cls), node.text) if isinstance(node, Scalar) else None
            hint = short or f"keys here are: {listed(keys, 6)}"
            raise MisfitError("PIN103", f"expected keys and values, found {found(node)}", hint)
        values: dict[str, Any] = {name: entry.value for name, entry in node.entries.items()}
        if cls is Outcome:
            values = _gather_callers(node, values)
        return _made(cls, values, fields())

    return hook


def _is_beside_its_key(node: Scalar) -> bool:
    """Return whether a value stands on the line of its key, where keys of its own need braces."""
    line, column = node.source.place(node.start)
    return bool(node.source.line(line)[: column - 1].strip())


def _section_of(cls: type) -> str:
    """Return the section that a class is the shape of, or its own name."""
    name = cls.__name__.lower()
    return name if name in all_keys() else cls.__name__


def _made(cls: type, values: dict[str, Any], fields: Fields) -> Any:
    """Return an object of a class, or raise what is wrong with its values, the way cattrs itself does.

    cattrs would write and compile a function for each class, which takes longer than to read a file with them.
    """
    given: dict[str, Any] = {}
    problems: list[Exception] = []
    for key, (field, hook) in fields.items():
        try:
            if key in values:
                given[field.name] = hook(values[key], field.type)
            elif field.default is attrs.NOTHING:
                raise KeyError(key)  # noqa: TRY301 - gathered with the rest
        except (MisfitError, BaseValidationError, KeyError) as problem:
            problem.add_note(AttributeValidationNote(f"at {key}", field.name, field.type))
            problems.append(problem)
    unknown = values.keys() - fields.keys()
    if unknown:
        problems.append(ForbiddenExtraKeysError("", cls, unknown))
    if problems:
        raise ClassValidationError(f"while reading {cls.__name__}", problems, cls)
    return cls(**given)


def _gather_callers(node: Mapping, values: dict[str, Any]) -> dict[str, Any]:
    """Collect the columns `caller of NAME` of an outcome into one table."""
    columns = {name: entry for name, entry in node.entries.items() if name.startswith(CALLER_OF)}
    if "caller_of" in values:
        values["caller of"] = values.pop("caller_of")
    if not columns:
        return values
    rest = {name: value for name, value in values.items() if name not in columns}
    table = Mapping(
        node.source, node.start, node.end, {name.removeprefix(CALLER_OF): entry for name, entry in columns.items()}
    )
    return rest | {"caller_of": table}


def _list_hook(kind: Any, converter: cattrs.Converter) -> Hook:
    inner = get_args(kind)[0]
    hook = converter.get_structure_hook(inner)

    def structured(node: Any, _: Any) -> Any:
        if not isinstance(node, Sequence):
            hint = (
                f"write a list: [{node.text}]"
                if isinstance(node, Scalar) and not is_null(node)
                else "write a list: [one, another]"
            )
            if isinstance(node, Mapping) and node.entries and _keyed(inner):
                hint = f"each of them begins with a dash: `- {next(iter(node.entries))}: ...`"
            raise MisfitError("PIN103", f"expected a list, found {found(node)}", hint)
        items, problems = [], []
        for index, item in enumerate(node.items):
            try:
                items.append(hook(item, inner))
            except (MisfitError, BaseValidationError) as problem:
                problems.append(_at(problem, index, inner))
        if problems:
            raise IterableValidationError("list", problems, kind)
        return tuple(items)

    return structured


def _keyed(kind: Any) -> bool:
    """Return whether the items of a list have keys of their own."""
    return attrs.has(kind) or get_origin(kind) is dict or any(_keyed(arm) for arm in get_args(kind))


def _table_hook(kind: Any, converter: cattrs.Converter) -> Hook:
    of_key, of_value = get_args(kind)
    hook = converter.get_structure_hook(of_value)
    words = get_args(of_key) if get_origin(of_key) is Literal else None

    def structured(node: Any, _: Any) -> Any:
        if not isinstance(node, Mapping):
            raise MisfitError("PIN103", f"expected names with their values, found {found(node)}", "write `name: value`")
        table, problems = {}, []
        for key, entry in node.entries.items():
            try:
                if words and key not in words:
                    near = did_you_mean(key, words) or f"known here are: {listed(words)}"
                    raise MisfitError("PIN101", f"unknown key '{key}'", near)  # noqa: TRY301 - gathered with the rest
                table[key] = hook(entry.value, of_value)
            except (MisfitError, BaseValidationError) as problem:
                problems.append(_at(problem, key, of_value))
        if problems:
            raise IterableValidationError("table", problems, kind)
        return table

    return structured


def _at(problem: Exception, index: int | str, kind: Any) -> Exception:
    problem.__notes__ = [*getattr(problem, "__notes__", []), IterableValidationNote(f"at {index}", index, kind)]
    return problem


def _union_hook(kind: Any, converter: cattrs.Converter) -> Hook:
    said: list[Any] = [arm for arm in get_args(kind) if arm is not NoneType]
    arms = sorted(said, key=_is_open)
    hooks = [(arm, converter.get_structure_hook(arm)) for arm in arms]
    if len(hooks) == 1:
        arm, only = hooks[0]
        return lambda node, _: only(node, arm)

    def structured(node: Any, _: Any) -> Any:
        fitting = [(arm, hook) for arm, hook in hooks if _takes(arm, node)]
        if not fitting and isinstance(node, Scalar) and (words := [arm for arm in arms if get_origin(arm) is Literal]):
            also = [_described(arm) for arm in arms if arm is int]
            near = closest(node.text, get_args(words[0]))
            hint = f"did you mean '{near}'?" if near else f"allowed are: {listed((*also, *get_args(words[0])))}"
            if also and number_meant(node.text) is not None:
                hint = f"write {number_meant(node.text)}"
            raise MisfitError("PIN104", f"{found(node)} is not one of the words for this key", hint)
        if not fitting:
            raise MisfitError("PIN103", f"expected {' or '.join(_described(arm) for arm in arms)}, found {found(node)}")
        arm, hook = fitting[0]
        return hook(node, arm)

    return structured


def _is_open(arm: Any) -> bool:
    """Return whether an arm takes more than a list of words; those are tried last."""
    origin: Any = get_origin(arm)
    return origin is not Literal


def _takes(arm: Any, node: Any) -> bool:
    origin = get_origin(arm)
    if origin is dict:
        return isinstance(node, Mapping)
    if origin is tuple:
        return isinstance(node, Sequence)
    if not isinstance(node, Scalar):
        return False
    if arm is int:
        return type(node.value) is int
    if origin is Literal:
        return node.text in get_args(arm)
    return True


def _described(arm: Any) -> str:
    origin = get_origin(arm)
    if origin is dict:
        return "names with their values"
    if origin is tuple:
        return "a list"
    if origin is Literal:
        return f"one of: {listed(get_args(arm))}"
    return {int: "a whole number", str: "a name", bool: "true or false"}.get(arm, "a phrase")


def _word_hook(kind: Any) -> Hook:
    words = get_args(kind)

    def structured(node: Any, _: Any) -> Any:
        text = _scalar(node, f"one of: {listed(words)}").text
        if text in words:
            return text
        near = closest(text, words)
        hint = f"did you mean '{near}'? allowed are: {listed(words)}" if near else f"allowed are: {listed(words)}"
        raise MisfitError("PIN104", f"`{text[:60]}` is not one of the words for this key", hint)

    return structured


def _scalar(node: Any, wanted: str) -> Scalar:
    if not isinstance(node, Scalar):
        raise MisfitError("PIN103", f"expected {wanted}, found {found(node)}")
    if node.value is None:
        raise MisfitError("PIN108", f"expected {wanted}, found nothing", "give it a value or leave it out")
    return node


def _text(node: Any, _: Any) -> str:
    return _scalar(node, "text").text


def _number(node: Any, _: Any) -> int:
    value = _scalar(node, "a whole number").value
    if type(value) is not int:
        quoted = isinstance(node.value, str) and node.style and node.text.lstrip("-").isdigit()
        odd = lookalike(node.text)
        meant = number_meant(odd[3] if odd else node.text)
        hint = "write it without quotes" if quoted else "write it in digits: 4" if meant is None else f"write {meant}"
        raise MisfitError("PIN106", f"expected a whole number, found {found(node)}", hint)
    return value


_TRUTHS = {"yes": True, "on": True, "y": True, "no": False, "off": False, "n": False}


def _truth(node: Any, _: Any) -> bool:
    value = _scalar(node, "true or false").value
    if type(value) is not bool:
        meant = _TRUTHS.get(node.text.lower(), {"true": True, "false": False}.get(node.text.lower()))
        hint = "write true or false" if meant is None else f"write {str(meant).lower()}"
        raise MisfitError("PIN105", f"expected true or false, found {found(node)}", hint)
    return value


def _phrase_hook(kind: Any) -> Hook:
    slot = _slot(kind)

    def structured(node: Any, _: Any) -> Phrase:
        scalar = _scalar(node, "a phrase")
        if scalar.style in ("|", ">") or "\n" in scalar.text:
            raise MisfitError(
                "PIN021",
                "a phrase is no block of text",
                "write it behind its key, in quotes if it holds `: ` or a comma",
            )
        if scalar.style == '"' and "\\" in scalar.raw:
            raise MisfitError("PIN021", "a phrase has no backslashes", "write the characters themselves")
        try:
            tree = parse(slot.start, _CURRENT.get().names.plainly(slot.start, scalar.text))
        except PhraseError as problem:
            odd = lookalike(scalar.text)
            if odd is not None:
                at, message, hint, _ = odd
                raise MisfitError("PIN022", message, hint, at, at + 1) from None
            raise MisfitError(problem.code, problem.message, problem.hint, problem.start, problem.end) from None
        return Phrase(scalar.text, tree, Fraction(_CURRENT.get().unit, scalar.unit))

    return structured

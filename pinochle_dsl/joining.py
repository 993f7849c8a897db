"""Bases and the file over them joined to one tree, so that what a file says is not undone by an option of its base."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from pinochle_dsl.diagnostics import Diagnostic, diagnostic, note
from pinochle_dsl.layers import NEVER_INHERITED, WHOLE, Layer, Merger, Steps, fits, is_empty_section, review, same
from pinochle_dsl.nodes import Entry, Mapping, Node, Scalar, is_null
from pinochle_dsl.options import PEOPLE, PLAYERS, OptionChoices, leaves, read_options

AS_WRITTEN = "as written"
"""How the choice is called that a file makes by saying itself what an inherited option sets."""

SEATS = ("players", "seats")
NOT_PATCHED = (*NEVER_INHERITED, "unit", "options", "by_players")


@define(eq=False, repr=False)
class Joined:
    """A file merged with its bases."""

    root: Mapping
    stands_for: dict[tuple[str, str], str] = field(factory=dict)
    """For choices that a file made by what it says: the choice of the base in whose place they stand."""


@define(eq=False, repr=False)
class _Overlap:
    """A key that both a choice and the file itself say, each something else."""

    path: Steps
    chosen: Node
    own: Entry


def joined(layer: Layer, merger: Merger, found: list[Diagnostic]) -> Joined:
    """Return a file merged with its bases; adds what its patches do in vain, and what it says twice."""
    if layer.base is None:
        review(None, layer.root, (), found)
        result = merger.merge(None, layer.root)
        assert isinstance(result, Mapping)
        return _Own(Joined(result), None, layer.root, merger, found).settled()
    in_base: list[Diagnostic] = []
    below = joined(layer.base, merger, in_base)
    found += (item for item in in_base if item.is_error)
    base = below.root
    kept = {key: entry for key, entry in base.entries.items() if key not in NEVER_INHERITED}
    bare = Mapping(base.source, base.start, base.end, kept)
    said: list[Diagnostic] = []
    review(_as_played(bare, merger), layer.root, (), said)
    found += (item for item in said if item.code != "PIN504" or not _has(bare, (item.path or "").split(".")))
    result = merger.merge(bare, layer.root)
    assert isinstance(result, Mapping)
    return _Own(Joined(result, dict(below.stands_for)), bare, layer.root, merger, found).settled()


def _as_played(base: Mapping, merger: Merger) -> Mapping:
    """Return a base with the default choices of its options, over which a file says what differs."""
    options = read_options(base, merger, []) if "options" in base.entries else {}
    node: Node = base
    for option in options.values():
        offered = all(options[other].default == choice for other, choice in option.only_if.items() if other in options)
        if option.name not in (PLAYERS, PEOPLE) and offered:
            node = merger.merge(node, option.choices[option.default])
    assert isinstance(node, Mapping)
    return node


def _has(root: Node | None, path: list[str]) -> bool:
    for step in path:
        root = root.get(step) if isinstance(root, Mapping) else None
    return root is not None


class _Own:
    """What a file says itself, beside the options that hold in it."""

    def __init__(
        self, joint: Joined, base: Mapping | None, own: Mapping, merger: Merger, found: list[Diagnostic]
    ) -> None:
        self.joint = joint
        self.base = base
        self.own = own
        self.merger = merger
        self.found = found

    def settled(self) -> Joined:
        """Return the file, with its own values as the defaults of the options that it inherits."""
        if "options" not in self.joint.root.entries and "by_players" not in self.joint.root.entries:
            return self.joint
        for name, option in read_options(self.joint.root, self.merger, []).items():
            if name == PEOPLE:
                continue
            overlaps = list(_overlaps(option.choices[option.default], self.own))
            if name == PLAYERS:
                self._tell_lost(option, [item for item in overlaps if item.path != SEATS])
                continue
            here = [item for item in overlaps if self._says_itself(option, item.path)]
            self._tell_lost(option, here)
            if overlaps and not here:
                self._rewrite(option, overlaps)
        return self.joint

    def _says_itself(self, option: OptionChoices, path: Steps) -> bool:
        """Whether it is this file that makes the choice, or says what the choice sets."""
        options = self.own.get("options")
        said = options.get(option.name) if isinstance(options, Mapping) else None
        if not isinstance(said, Mapping):
            return False
        inherited = self.base.get("options") if self.base is not None else None
        if "default" in said.entries or not isinstance(inherited, Mapping) or option.name not in inherited.entries:
            return True
        choices = said.get("choices")
        node = choices.get(option.default) if isinstance(choices, Mapping) else None
        for step in path:
            node = node.get(step) if isinstance(node, Mapping) else None
        return node is not None

    def _tell_lost(self, option: OptionChoices, overlaps: list[_Overlap]) -> None:
        """Add a finding for each value that a choice overrules and no choice leaves in force."""
        for item in overlaps:
            if not all(_touches(patch, item.path) for patch in option.choices.values()):
                continue
            key, value = ".".join(item.path), item.own.value
            place = value if isinstance(value, Scalar) and value.end > value.start else item.own.key
            patches = option.name == PLAYERS
            says = "`by_players` says otherwise" if patches else f"the option '{option.name}' sets it"
            message = f"which holds? {key} is said here, and {says}" + (
                f" for {' and '.join(list(option.choices)[:4])} players" if patches else f" ('{option.default}')"
            )
            told = item.chosen if item.chosen.end > item.chosen.start else option.key
            self.found.append(
                diagnostic(
                    "PIN506",
                    message,
                    place.source,
                    place.start,
                    place.end,
                    hint="say it in `by_players`, for each number"
                    if patches
                    else "remove one of the two, or make this the default of the option",
                    notes=(note("the other one is said here", told.source, told.start),),
                    path=key,
                )
            )

    def _rewrite(self, option: OptionChoices, overlaps: list[_Overlap]) -> None:
        """Make what the file says the default of an option: one of its choices, or one more."""
        patch = _laid_over(option.choices[option.default], {item.path: item.own for item in overlaps}, ())
        name = self._choice_like(option, patch)
        added: dict[str, Node] = {}
        value = overlaps[0].own.value
        place = overlaps[0].own.key
        if name is None:
            name = _number_like(option, value) or AS_WRITTEN
            added = {name: patch}
            old = (option.name, option.default)
            self.joint.stands_for[option.name, name] = self.joint.stands_for.get(old, option.default)
        said = {"default": evolve(place, text=name, value=name)}
        self.joint.root = self._with(option.name, place, said, added)

    def _choice_like(self, option: OptionChoices, patch: Mapping) -> str | None:
        """Return the choice that makes the same rules as a patch."""
        root = self.joint.root
        wanted = self.merger.merge(root, patch)
        for name, other in option.choices.items():
            if same(self.merger.merge(root, other), wanted):
                return name
        return None

    def _with(self, name: str, place: Scalar, said: dict[str, Scalar], added: dict[str, Node]) -> Mapping:
        root = self.joint.root
        options = root.get("options")
        option = options.get(name) if isinstance(options, Mapping) else None
        assert isinstance(options, Mapping)
        assert isinstance(option, Mapping)
        entries = dict(option.entries)
        for key, value in said.items():
            entries[key] = Entry(entries[key].key, value)
        if added:
            choices = option.get("choices")
            listed = dict(choices.entries) if isinstance(choices, Mapping) else {}
            for text, patch in added.items():
                listed.pop(text, None)
                listed = {text: Entry(evolve(place, text=text, value=text), patch), **listed}
            whole = Mapping(place.source, place.start, place.end, listed)
            entries["choices"] = Entry(evolve(place, text="choices", value="choices"), whole)
        changed = evolve(options, entries={**options.entries})
        changed.entries[name] = Entry(options.entries[name].key, evolve(option, entries=entries))
        return evolve(root, entries={**root.entries, "options": Entry(root.entries["options"].key, changed)})


def _overlaps(patch: Mapping, own: Mapping, path: Steps = ()) -> Iterator[_Overlap]:
    """Return the keys that a patch and a file both say, to different values."""
    for key, entry in patch.entries.items():
        here = (*path, key)
        said = own.entries.get(key)
        if said is None or (not path and (key in NOT_PATCHED or is_empty_section(said.value, Entry(said.key, own)))):
            continue
        deeper = isinstance(entry.value, Mapping) and isinstance(said.value, Mapping) and not fits(here, WHOLE)
        if deeper and isinstance(entry.value, Mapping) and isinstance(said.value, Mapping):
            yield from _overlaps(entry.value, said.value, here)
        elif not same(entry.value, said.value):
            yield _Overlap(here, entry.value, said)


def _touches(patch: Mapping, path: Steps) -> bool:
    """Whether a patch says a key, something under it, or removes what it is in."""
    node: Node | None = patch
    for step in path:
        if is_null(node):
            return True
        node = node.get(step) if isinstance(node, Mapping) else None
        if node is None:
            return False
    return True


def _laid_over(patch: Mapping, own: dict[Steps, Entry], path: Steps) -> Mapping:
    """Return a patch with the file's own values in place of those it sets, and without what the file removes."""
    entries: dict[str, Entry] = {}
    for key, entry in patch.entries.items():
        here = (*path, key)
        if here in own:
            if not is_null(own[here].value):
                entries[key] = Entry(own[here].key, _without_nulls(own[here].value))
        elif isinstance(entry.value, Mapping) and any(other[: len(here)] == here for other in own):
            entries[key] = Entry(entry.key, _laid_over(entry.value, own, here))
        else:
            entries[key] = entry
    return evolve(patch, entries=entries)


def _without_nulls(node: Node) -> Node:
    if not isinstance(node, Mapping):
        return node
    kept = {key: entry for key, entry in node.entries.items() if not is_null(entry.value)}
    return evolve(node, entries={key: Entry(entry.key, _without_nulls(entry.value)) for key, entry in kept.items()})


def _number_like(option: OptionChoices, value: Node) -> str | None:
    """Return the name of a choice more, where the choices of an option are numbers for one key."""
    said = list(leaves(option.choices[option.default]))
    one_key = len(said) == 1 and isinstance(said[0][1], Scalar) and said[0][1].text == option.default
    if not one_key or not isinstance(value, Scalar) or type(value.value) is not int or value.text in option.choices:
        return None
    return value.text

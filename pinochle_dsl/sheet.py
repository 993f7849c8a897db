"""A rules file with its bases, and what becomes of it when its options are decided."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table

from attrs import define, evolve

from pinochle_dsl.diagnostics import Diagnostic, Note, OptionError, diagnostic, note
from pinochle_dsl.joining import joined
from pinochle_dsl.layers import Layer, Merger, Steps, same
from pinochle_dsl.nodes import Mapping, Node, Scalar, Source, is_null
from pinochle_dsl.options import OptionChoices, leaves, read_options
from pinochle_dsl.suggest import did_you_mean, listed


@define(eq=False, repr=False)
class Resolved:
    """A file with every option decided: one tree, and nothing left to choose."""

    root: Mapping
    options: dict[str, str]
    unit: int
    diagnostics: tuple[Diagnostic, ...] = ()


class Sheet:
    """A rules file with its bases, before its options are decided."""

    def __init__(self, layer: Layer) -> None:
        """Merge the layers and read what can be chosen."""
        self.layer = layer
        self.merger = Merger()
        self.found: list[Diagnostic] = []
        joint = joined(layer, self.merger, self.found)
        self.root = joint.root
        self.options: dict[str, OptionChoices] = read_options(self.root, self.merger, self.found)
        self.stands_for = joint.stands_for
        self._vain: dict[int, Diagnostic] = {}
        self._useful: set[int] = set()
        self._clashing: dict[str, dict[tuple[str, str], None]] = {}
        """By key: the pairs of choices found so far that set it to different values."""

    def defaults(self) -> dict[str, str]:
        """Return the choice that holds for every option."""
        return {name: option.default for name, option in self.options.items()}

    def offered(self, option: OptionChoices, chosen: Table[str, str]) -> bool:
        """Return whether an option is offered beside the other choices."""
        return all(
            choice in (chosen.get(other), self.stands_for.get((other, chosen.get(other, ""))))
            and self.offered(self.options[other], {**chosen, option.name: "?"})
            for other, choice in option.only_if.items()
            if chosen.get(option.name) != "?"
        )

    def choose(self, options: Table[str, object] | None) -> dict[str, str]:
        """Return a full set of choices; raises `OptionError` for what is not offered."""
        if options is not None and not isinstance(options, Table):
            msg = f"options are a mapping of names to choices, as in {{'passing': 'three'}}, not {options!r:.40}"
            raise ValueError(msg)
        source = Source(self.layer.source.name)
        chosen = self.defaults()
        wrong: list[Diagnostic] = []
        for name, said in (options or {}).items():
            choice = str(said)
            if name not in self.options:
                hint = did_you_mean(name, self.options) or (
                    f"options are: {listed(self.options)}" if self.options else "it has no options"
                )
                wrong.append(diagnostic("PIN507", f"this game has no option '{name}'", source, hint=hint))
            elif choice not in self.options[name].choices:
                names = self.options[name].choices
                hint = did_you_mean(choice, names) or f"choices are: {listed(names)}"
                wrong.append(diagnostic("PIN508", f"option '{name}' has no choice '{choice}'", source, hint=hint))
            else:
                chosen[name] = choice
        for name in options or {}:
            option = self.options.get(name)
            if option is not None and not wrong and not self.offered(option, chosen):
                needs = ", ".join(f"{other}={choice}" for other, choice in option.only_if.items())
                wrong.append(diagnostic("PIN508", f"option '{name}' is offered only with {needs}", source))
        if wrong:
            raise OptionError(wrong)
        return self.valid(chosen)

    def valid(self, chosen: Table[str, str]) -> dict[str, str]:
        """Return the choices without those of options that are not offered beside the others."""
        return {name: choice for name, choice in chosen.items() if self.offered(self.options[name], chosen)}

    def resolve(self, chosen: Table[str, str]) -> Resolved:
        """Return the tree under a full set of choices."""
        found: list[Diagnostic] = []
        node: Node = self.root
        written: dict[Steps, tuple[Node, str]] = {}
        for name, option in self.options.items():
            if name not in chosen:
                continue
            patch = option.choices[chosen[name]]
            self._clashes(patch, f"{name}={chosen[name]}", written, found)
            self._removes(node, patch, ())
            node = self.merger.merge(node, patch)
        assert isinstance(node, Mapping)
        unit = node.get("unit")
        final = unit.value if isinstance(unit, Scalar) and type(unit.value) is int and unit.value > 0 else 1
        return Resolved(node, dict(chosen), final, tuple(found))

    def _removes(self, base: Node | None, patch: Mapping, path: Steps) -> None:
        old = base.entries if isinstance(base, Mapping) else {}
        for key, entry in patch.entries.items():
            here = (*path, key)
            if isinstance(entry.value, Mapping):
                self._removes(old[key].value if key in old else None, entry.value, here)
            elif is_null(entry.value) and key in old:
                self._useful.add(id(entry.value))
            elif is_null(entry.value) and id(entry.value) not in self._vain:
                place = entry.value if entry.value.end > entry.value.start else entry.key
                self._vain[id(entry.value)] = diagnostic(
                    "PIN504",
                    f"there is no '{key}' to remove",
                    place.source,
                    place.start,
                    place.end,
                    hint=did_you_mean(key, old),
                    path=".".join(here),
                )

    def in_vain(self) -> Iterator[Diagnostic]:
        """Return findings for nulls of patches that removed nothing in any combination resolved so far."""
        return (item for key, item in self._vain.items() if key not in self._useful)

    def clash(self, item: Diagnostic) -> Diagnostic:
        """Return a finding of two choices that set one key, told for all the options that set it."""
        pairs = list(self._clashing.get(item.path or "", {}))
        if len(pairs) < MANY_PAIRS:
            return item
        options = list(dict.fromkeys(label.partition("=")[0] for pair in pairs for label in pair))
        message = (
            f"the options {listed(options)} set {item.path} to different values, as {pairs[0][0]} and {pairs[0][1]} do"
        )
        return evolve(item, message=message)

    def _clashes(
        self, patch: Mapping, label: str, written: dict[Steps, tuple[Node, str]], found: list[Diagnostic]
    ) -> None:
        for path, value in leaves(patch):
            others = [written[path]] if path in written else []
            others += [written[path[:cut]] for cut in range(1, len(path)) if path[:cut] in written]
            if is_null(value):
                others += [
                    said for other, said in written.items() if other[: len(path)] == path and len(other) > len(path)
                ]
            for earlier, other in others:
                if not same(earlier, value):
                    self._clashing.setdefault(".".join(path), {})[other, label] = None
                    first = note(f"the other one, {other}, says it here", earlier.source, earlier.start)
                    found.append(
                        diagnostic(
                            "PIN506",
                            f"{other} and {label} both set {'.'.join(path)}, to different values",
                            value.source,
                            value.start,
                            max(value.end, value.start + 1),
                            hint="offer one only beside a choice of the other (`only_if`), or make them one option",
                            notes=(first,),
                            path=".".join(path),
                        )
                    )
            written[path] = (value, label)


MANY_PAIRS = 2
"""So many pairs of choices that clash over one key are told as one of their options."""


def in_combination(item: Diagnostic, chosen: Table[str, str], defaults: Table[str, str]) -> Diagnostic:
    """Return a diagnostic with a note of the choices under which it holds."""
    told = ", ".join(f"{name}={choice}" for name, choice in chosen.items() if defaults.get(name) != choice)
    if not told:
        return item
    return evolve(item, notes=(*item.notes, Note(f"with {told}")))

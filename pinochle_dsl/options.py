"""Options of a rules file: named choices, each a patch, and the number of players as one more of them."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from pinochle_dsl.diagnostics import Diagnostic, diagnostic
from pinochle_dsl.findings import Severity
from pinochle_dsl.layers import Merger, Steps, same
from pinochle_dsl.nodes import Entry, Mapping, Node, Scalar
from pinochle_dsl.suggest import did_you_mean, listed
from pinochle_dsl.syntax import PhraseError, numbers_of, parse

MOST_CHOICES = 100
"""Choices that one option may have."""

MOST_OPTIONS = 50
"""Options that one file may have."""

NOT_IN_A_PATCH = {
    "variant": "the id of the game is said once",
    "extends": "the base is said once; build a file of its own on another base",
    "sources": "they are of the whole file",
    "by_players": "use a formula with `players`, or one of `by_players` with choices of its own beside it",
    "options": "use `only_if` to offer an option beside this choice only",
    "examples": "write them in `examples`, with `options: {NAME: CHOICE}`",
}
"""Keys that would have no effect in a patch of a choice or of a number of players, and what does it instead."""

PLAYERS = "players"
PEOPLE = "at_table"


@define(eq=False, repr=False)
class OptionChoices:
    """An option: its choices, the patch of each, and which holds unless another is set."""

    name: str
    key: Scalar
    default: str
    choices: dict[str, Mapping]
    only_if: dict[str, str] = field(factory=dict)


def read_options(root: Mapping, merger: Merger, found: list[Diagnostic]) -> dict[str, OptionChoices]:
    """Return the options of a merged file, `players` first; adds what is wrong with them."""
    reader = _Reader(root, merger, found)
    reader.read()
    return reader.options


class _Reader:
    """Reads what can be chosen from a merged file."""

    def __init__(self, root: Mapping, merger: Merger, found: list[Diagnostic]) -> None:
        self.root = root
        self.merger = merger
        self.found = found
        self.options: dict[str, OptionChoices] = {}

    def read(self) -> None:
        """Read the number of players, then the options in file order."""
        self._read_players()
        self._read_people()
        self._read_options()

    def _note(self, code: str, message: str, node: Node, hint: str | None = None, path: str | None = None) -> None:
        self.found.append(diagnostic(code, message, node.source, node.start, node.end, hint=hint, path=path))

    def _numbers(self, node: Node | None) -> list[int]:
        if not isinstance(node, Scalar):
            return []
        try:
            tree = parse("span", node.text)
        except PhraseError:
            return []
        return numbers_of(tree, MOST_CHOICES + 1)

    def _read_players(self) -> None:
        players = self.root.get("players")
        seats = players.entries.get("seats") if isinstance(players, Mapping) else None
        numbers = self._numbers(seats.value)[:MOST_CHOICES] if seats else []
        patches = self.root.get("by_players")
        by_number = patches.entries if isinstance(patches, Mapping) else {}
        for text, entry in by_number.items():
            narrowed = seats is not None and seats.value.source is self.root.source is not entry.key.source
            if seats is not None and text not in map(str, numbers) and not narrowed:
                said = seats.value.text if isinstance(seats.value, Scalar) else ""
                self._note(
                    "PIN512",
                    f"'{text}' is no number of players of this game, which has {said}",
                    entry.key,
                    path=f"by_players.{text}",
                )
        if seats is None or (len(numbers) < 2 and not any(str(number) in by_number for number in numbers)):
            return
        for text, entry in by_number.items():
            self._check_patch(entry.value, f"by_players.{text}")
        choices: dict[str, Mapping] = {}
        for number in numbers:
            patch = by_number[str(number)].value if str(number) in by_number else None
            chosen = self._seats(seats, number)
            choices[str(number)] = self._joined(patch, chosen) if isinstance(patch, Mapping) else chosen
        unpatched = [text for text in choices if text not in by_number]
        self.options[PLAYERS] = OptionChoices(PLAYERS, seats.key, (unpatched or list(choices))[0], choices)

    def _read_people(self) -> None:
        """Read how many may be at the table, where more than one number is said; the first holds unless set."""
        players = self.root.get("players")
        said = players.entries.get("at_table") if isinstance(players, Mapping) else None
        numbers = self._numbers(said.value)[:MOST_CHOICES] if said else []
        if said is None or len(numbers) < 2:
            return
        value = said.value
        assert isinstance(value, Scalar)
        choices = {
            str(number): _nested(("players", "at_table"), evolve(value, value=number, text=str(number)), said.key)
            for number in numbers
        }
        self.options[PEOPLE] = OptionChoices(PEOPLE, said.key, str(numbers[0]), choices)

    def _check_patch(self, patch: Node, path: str) -> None:
        """Refuse in a patch what would have no effect there."""
        if not isinstance(patch, Mapping):
            return
        numbered = path.startswith("by_players.")
        for key, entry in patch.entries.items():
            if key in NOT_IN_A_PATCH:
                where = "what differs by number of players" if numbered else "a choice"
                self._note("PIN101", f"{where} cannot set `{key}`", entry.key, NOT_IN_A_PATCH[key], f"{path}.{key}")
        players = patch.get("players")
        said = players.entries if isinstance(players, Mapping) else {}
        if "seats" in said and numbered:
            hint = "leave it out, or change the number above"
            self._note(
                "PIN101", "`seats` is the number that this is for", said["seats"].key, hint, f"{path}.players.seats"
            )
        for name in ("seats", PEOPLE):
            if name in said and len(self._numbers(said[name].value)) > 1:
                hint = "say all numbers in `players`, outside of patches"
                where = f"{path}.players.{name}"
                self._note("PIN103", f"here `{name}` is one number", said[name].value, hint, where)

    def _joined(self, patch: Mapping, more: Mapping) -> Mapping:
        joined = self.merger.merge(patch, more, keep_nulls=True)
        assert isinstance(joined, Mapping)
        return evolve(joined, source=patch.source, start=patch.start, end=patch.end)

    def _seats(self, seats: Entry, number: int) -> Mapping:
        value = seats.value
        assert isinstance(value, Scalar)
        return _nested(("players", "seats"), evolve(value, value=number, text=str(number)), seats.key)

    def _read_options(self) -> None:
        section = self.root.get("options")
        if not isinstance(section, Mapping):
            return
        for name, entry in section.entries.items():
            if len(self.options) >= MOST_OPTIONS:
                self._note("PIN509", f"more than {MOST_OPTIONS} options", entry.key, path=f"options.{name}")
                break
            if name == PLAYERS:
                self._note("PIN509", "the number of players is said with `players.seats` and `by_players`", entry.key)
            elif isinstance(entry.value, Mapping):
                option = self._option(name, entry.key, entry.value)
                if option is not None:
                    self.options[name] = option
        for option in list(self.options.values()):
            self._check_only_if(option)
            self._check_idle(option)

    def _option(self, name: str, key: Scalar, node: Mapping) -> OptionChoices | None:
        path = f"options.{name}"
        default = node.get("default")
        if not isinstance(default, Scalar) or default.value is None:
            return None  # the shape of the section is reported with all other shapes
        choices: dict[str, Mapping] = {}
        listed_choices = node.get("choices")
        if isinstance(listed_choices, Mapping):
            for text, entry in listed_choices.entries.items():
                if isinstance(entry.value, Mapping):
                    choices[text] = entry.value
                    self._check_patch(entry.value, f"{path}.choices.{text}")
                else:
                    self._note(
                        "PIN509",
                        f"choice '{text}' must be a patch: keys and values, or {{}}",
                        entry.value,
                        path=f"{path}.choices.{text}",
                    )
        if node.get("values") is not None or node.get("sets") is not None:
            choices |= self._number_choices(path, key, node)
        if not choices:
            if node.get("values") is None and node.get("sets") is None:  # else it is told what is wrong with them
                self._note(
                    "PIN509",
                    f"option '{name}' offers nothing to choose",
                    key,
                    "give it `choices`, or `values` and `sets`",
                    path,
                )
            return None
        if default.text not in choices:
            self._note(
                "PIN509",
                f"the default '{default.text}' is not one of the choices",
                default,
                did_you_mean(default.text, choices) or f"choices are: {listed(choices)}",
                f"{path}.default",
            )
            return None
        only_if = node.get("only_if")
        needed = (
            {other: entry.value.text for other, entry in only_if.entries.items() if isinstance(entry.value, Scalar)}
            if isinstance(only_if, Mapping)
            else {}
        )
        return OptionChoices(name, key, default.text, choices, needed)

    def _number_choices(self, path: str, key: Scalar, node: Mapping) -> dict[str, Mapping]:
        values, sets = node.get("values"), node.get("sets")
        if values is None or sets is None:
            self._note("PIN509", "`values` and `sets` go together: numbers, and the key they are for", key, path=path)
            return {}
        if not isinstance(values, Scalar) or not isinstance(sets, Scalar):
            return {}  # told with all other shapes
        if not sets.text.strip("."):
            self._note("PIN509", "`sets` names a key", sets, "as a path: auction.minimum", f"{path}.sets")
            return {}
        first = sets.text.split(".")[0]
        if first in NOT_IN_A_PATCH:
            self._note("PIN101", f"an option cannot set `{first}`", sets, NOT_IN_A_PATCH[first], f"{path}.sets")
            return {}
        numbers = self._numbers(values)
        if not numbers:
            return {}  # no span: told with all other phrases
        if len(numbers) > MOST_CHOICES:
            self._note("PIN509", f"more than {MOST_CHOICES} values to choose from", values, path=f"{path}.values")
            return {}
        steps = tuple(sets.text.split("."))
        return {
            str(number): _nested(steps, evolve(values, value=number, text=str(number)), evolve(sets, text=steps[-1]))
            for number in numbers
        }

    def _check_only_if(self, option: OptionChoices) -> None:
        for other, choice in option.only_if.items():
            path = f"options.{option.name}.only_if"
            if other not in self.options or other == option.name:
                self._note(
                    "PIN511", f"there is no other option '{other}'", option.key, did_you_mean(other, self.options), path
                )
                option.only_if = {}
                return
            if choice not in self.options[other].choices:
                hint = did_you_mean(choice, self.options[other].choices)
                self._note("PIN511", f"option '{other}' has no choice '{choice}'", option.key, hint, path)
                option.only_if = {}
                return

    def _check_idle(self, option: OptionChoices) -> None:
        """Warn of a choice beside the default whose patch changes nothing."""
        for text, patch in option.choices.items():
            if (
                text == option.default
                or not patch.entries
                or any(not _says(self.root, *leaf) for leaf in leaves(patch))
            ):
                continue
            if all(_says(self.root, *leaf) for leaf in leaves(option.choices[option.default])):
                message = f"choice '{text}' changes nothing: the file says the same"
                first = next(iter(patch.entries.values())).key
                self.found.append(
                    diagnostic(
                        "PIN505",
                        message,
                        first.source,
                        first.start,
                        first.end,
                        severity=Severity.NOTE,
                        path=f"options.{option.name}.choices.{text}",
                    )
                )


def leaves(patch: Mapping, path: Steps = ()) -> Iterator[tuple[Steps, Node]]:
    """Return the paths that a patch sets or removes, and the values."""
    for key, entry in patch.entries.items():
        here = (*path, key)
        if isinstance(entry.value, Mapping) and entry.value.entries:
            yield from leaves(entry.value, here)
        else:
            yield here, entry.value


def _says(root: Mapping, path: Steps, value: Node) -> bool:
    node: Node | None = root
    for step in path:
        node = node.get(step) if isinstance(node, Mapping) else None
    return node is not None and same(node, value)


def _nested(steps: Steps, value: Node, key: Scalar) -> Mapping:
    for step in reversed(steps):
        value = Mapping(value.source, value.start, value.end, {step: Entry(evolve(key, text=step, value=step), value)})
    assert isinstance(value, Mapping)
    return value

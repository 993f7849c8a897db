"""`check`: everything there is to find in a rules file, every set of choices proved, its examples run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.records import Record
from pinochle_dsl.blame import Blame
from pinochle_dsl.building import build, build_rest, sound
from pinochle_dsl.combinations import MOST_COMBINATIONS, number_of_sets, wanted_sets
from pinochle_dsl.diagnostics import Diagnostic, diagnostic, in_order
from pinochle_dsl.findings import Findings, Severity
from pinochle_dsl.layers import Layer, read_layers
from pinochle_dsl.locate import Place, located, place_of, place_told
from pinochle_dsl.nodes import Sequence
from pinochle_dsl.sheet import Sheet, in_combination
from pinochle_dsl.structure import Structures, structure

if TYPE_CHECKING:
    from interpreter.program import Program

MOST_FINDINGS = 100
"""Errors after which no more sets of choices are proved."""

Key = tuple[tuple[str, str], ...]


@frozen(eq=False, repr=False)
class CheckResult(Record):
    """What a check of a rules file came to."""

    file: str
    diagnostics: tuple[Diagnostic, ...]
    combinations: int = 0
    """Sets of choices that were proved."""
    examples_run: int = 0
    examples_failed: int = 0

    @property
    def ok(self) -> bool:
        """Whether the file can be used (warnings and notes allowed)."""
        return not any(item.is_error for item in self.diagnostics)


def check(
    name_or_path: str, *, combinations: str = "pairs", data: bytes | None = None, compiled: bool = True
) -> CheckResult:
    """Return all findings of a rules file: its text, its shape, every set of choices proved, its examples.

    `combinations`: `default`, `pairs` (the default, each choice and all pairs) or `all` (up to 4,096).
    `data` is the file's text where it comes from elsewhere (standard input, an editor).
    """
    found: list[Diagnostic] = []
    layer = read_layers(name_or_path, found, data)
    if layer is None:
        return CheckResult(name_or_path, in_order(found, name_or_path))
    proof = _Proof(layer, compiled=compiled)
    proof.found += found
    proof.prove(combinations)
    run, failed = proof.run_examples() if compiled else (0, 0)
    name = layer.source.name
    return CheckResult(name, in_order(proof.found, name), proof.proved, run, failed)


CLASH = "PIN506"
"""Code of the finding that two options set one key: told once a key, however many of their choices do."""


class _Proof:
    """One file under proof."""

    def __init__(self, layer: Layer, *, compiled: bool) -> None:
        self.layer = layer
        self.compiled = compiled
        self.sheet = Sheet(layer)
        self.found: list[Diagnostic] = list(self.sheet.found)
        self.done = Structures()
        self.blame = Blame(layer)
        self.programs: dict[Key, Program | None] = {}
        self.proved = 0
        self.unsure: set[Place] = set()

    def prove(self, extent: str) -> None:
        """Merge, structure and compile under every wanted set of choices."""
        if extent == "all" and number_of_sets(self.sheet) > MOST_COMBINATIONS:
            self._tell_too_many()
        defaults = self.sheet.defaults()
        clashes: dict[str | None, int] = {}
        errors: set[tuple[str, int, int, str]] = set()
        for chosen in wanted_sets(self.sheet, extent):
            self.proved += 1
            told = self._prove_one(chosen)
            for item in told:
                if item.code == CLASH and item.path in clashes:
                    continue  # the same key, set by other choices
                if item.code == CLASH:
                    clashes[item.path] = len(self.found)
                self.found.append(in_combination(item, chosen, defaults))
                if item.is_error:
                    errors.add((item.file, item.line, item.column, item.message))
            if len(errors) >= MOST_FINDINGS:
                break
        for at in clashes.values():
            self.found[at] = self.sheet.clash(self.found[at])
        self.found = [item for item in self.found if item.code != "PIN417" or place_told(item) not in self.unsure]
        self.found += self.sheet.in_vain()

    def _prove_one(self, chosen: Mapping[str, str]) -> list[Diagnostic]:
        resolved = self.sheet.resolve(chosen)
        if resolved.diagnostics:
            return list(resolved.diagnostics)
        findings = Findings()
        model = structure(resolved.root, resolved.unit, findings, self.done)
        if model is not None and self.compiled:
            program = build(model, chosen, findings, resolved.root)
            self.programs[tuple(chosen.items())] = None if findings.errors else program
            self.unsure |= {place_of(resolved.root, path) for path in findings.unsure}
        elif self.compiled:
            build_rest(resolved.root, resolved.unit, chosen, findings)
        found = ((item, located(item, resolved.root, self.layer.root)) for item in findings.items)
        return list(sound(self.blame.placed(found, chosen)))

    def _tell_too_many(self) -> None:
        section = self.layer.root.entries.get("options")
        place = section.key if section else self.layer.root
        count = f"{number_of_sets(self.sheet):,} sets of choices"
        message = f"{count} are too many to prove each; all pairs are proved instead"
        end = place.start + 1 if section is None else place.end
        severity = Severity.NOTE
        self.found.append(
            diagnostic("PIN510", message, place.source, place.start, end, severity=severity, path="options")
        )

    def program_for(self, options: Mapping[str, object]) -> Program | None:
        """Return the Program under some choices, the rest at their defaults; None where it has errors."""
        chosen = self.sheet.choose(options)
        key = tuple(chosen.items())
        if key not in self.programs:
            self._prove_one(chosen)
        return self.programs.get(key)

    def run_examples(self) -> tuple[int, int]:
        """Run the file's examples; return how many ran and how many failed."""
        if not isinstance(self.layer.root.get("examples"), Sequence):
            return 0, 0
        from pinochle_dsl.examples import Examples  # noqa: PLC0415 - loads the machine, which most files need not

        examples = Examples(self.program_for)
        examples.run_all(self.layer.root)
        self.found += examples.diagnostics
        return examples.run, examples.failed

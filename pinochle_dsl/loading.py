"""`load` a variant and `check` a rules file: the whole road from a name to a model and a Program."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Mapping as Table
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from pinochle_dsl.blame import Blame
from pinochle_dsl.building import build
from pinochle_dsl.diagnostics import Diagnostic, RulesError, in_order
from pinochle_dsl.findings import Findings
from pinochle_dsl.layers import Layer, read_layers
from pinochle_dsl.locate import located
from pinochle_dsl.nodes import plain
from pinochle_dsl.options import OptionChoices
from pinochle_dsl.proving import CheckResult, check
from pinochle_dsl.sheet import Resolved, Sheet
from pinochle_dsl.structure import structure

if TYPE_CHECKING:
    from interpreter.program import Program
    from pinochle_dsl.model import Variant


@frozen
class OfferedOption:
    """An option of a variant, as people see it."""

    name: str
    default: str
    choices: tuple[str, ...]
    only_if: dict[str, str] = field(factory=dict)


@define(eq=False)
class LoadedVariant:
    """A variant with its options decided: its rules as a model, and the way to a Program."""

    name: str
    """Its id, as the file says it."""
    file: str
    """The file it was read from."""
    model: Variant
    plain: dict[str, Any]
    """The merged file as plain dictionaries, lists, numbers and texts, each as it was written; points of a base
    in another unit are not rescaled here but in `model` (`Phrase.scale`)."""
    chosen: dict[str, str]
    """The choice that holds for each option."""
    options: tuple[OfferedOption, ...]
    diagnostics: tuple[Diagnostic, ...]
    """Warnings and notes; errors are raised."""
    _resolved: Resolved = field(repr=False)
    _sheet: Sheet = field(repr=False)
    _program: Program | None = field(default=None, init=False, repr=False)

    @property
    def title(self) -> str:
        """What the game is called."""
        return self.model.title or self.name

    @property
    def extends(self) -> str | None:
        """The base that the file builds on."""
        return self.model.extends

    def compile(self) -> Program:
        """Return the Program; raises `RulesError` where the rules do not fit together."""
        if self._program is None:
            findings = Findings()
            program = build(self.model, self.chosen, findings, self._resolved.root)
            told = in_order(_located(findings, self._resolved, self._sheet.layer), self.file)
            if program is None or findings.errors:
                raise RulesError(told)
            self.diagnostics = in_order((*self.diagnostics, *told), self.file)
            self._program = program
        return self._program


def load(name_or_path: str, options: Table[str, object] | None = None) -> LoadedVariant:
    """Return a variant by the id of a shipped one or by the path of a file, with its options set.

    Raises `RulesError` with all errors of the file, `OptionError` for options it does not offer.
    """
    found: list[Diagnostic] = []
    layer = read_layers(name_or_path, found)
    if layer is None or any(item.is_error for item in found):
        raise RulesError(in_order(found, layer.source.name if layer else None))
    sheet = Sheet(layer)
    file = layer.source.name
    broken = [item for item in (*found, *sheet.found) if item.is_error]
    if broken:
        raise RulesError(in_order((*found, *sheet.found), file))
    resolved = sheet.resolve(sheet.choose(options))
    findings = Findings()
    model = structure(resolved.root, resolved.unit, findings)
    told = in_order(
        (
            *found,
            *sheet.found,
            *resolved.diagnostics,
            *_located(findings, resolved, layer),
        ),
        file,
    )
    if model is None or any(item.is_error for item in told):
        raise RulesError(told)
    return LoadedVariant(
        name=model.variant,
        file=file,
        model=model,
        plain=_plain(resolved),
        chosen=resolved.options,
        options=tuple(_offered(option) for option in sheet.options.values()),
        diagnostics=told,
        resolved=resolved,
        sheet=sheet,
    )


def _located(findings: Findings, resolved: Resolved, layer: Layer) -> Iterator[Diagnostic]:
    """Return findings with their places, those in a base at the line of the file that brings them about."""
    found = ((item, located(item, resolved.root, layer.root)) for item in findings.items)
    return Blame(layer).placed(found, resolved.options)


def _plain(resolved: Resolved) -> dict[str, Any]:
    rules = plain(resolved.root)
    assert isinstance(rules, dict)
    return rules


def _offered(option: OptionChoices) -> OfferedOption:
    return OfferedOption(option.name, option.default, tuple(option.choices), dict(option.only_if))


__all__ = ["CheckResult", "LoadedVariant", "OfferedOption", "check", "load"]

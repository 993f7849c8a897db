"""Chapter of the sheet: options with their choices, each told by what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.explaining.facts import Facts, Line
from pinochle_dsl.explaining.people import series
from pinochle_dsl.findings import Findings
from pinochle_dsl.structure import structure

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.loading import LoadedVariant

MOST_TOLD = 6
"""Choices of an option that are told one by one; more (a range of numbers) are told together."""


def options(handle: LoadedVariant) -> Iterator[Line]:
    """Each option: what holds on this sheet, and what other choices would change."""
    from pinochle_dsl.differences import changed_lines  # noqa: PLC0415 - differences build on the chapters

    here = Facts.of(handle)
    for option in handle.options:
        key = "by_players" if option.name == "players" else f"options.{option.name}"
        chosen = handle.chosen.get(option.name)
        beside = series([f"{other}: {choice}" for other, choice in option.only_if.items()])
        if chosen is None:
            yield Line(
                f"**{option.name}**: {series(list(option.choices), 'or')}; offered only with {beside}.",
                (key,),
                "bullet",
            )
            continue
        usual = "" if chosen == option.default else f" (usual: {option.default})"
        only = f"; offered only with {beside}" if beside else ""
        yield Line(f"**{option.name}**: {chosen} on this sheet{usual}{only}.", (key,), "bullet")
        if len(option.choices) > MOST_TOLD:
            made = handle._sheet.stands_for  # noqa: SLF001 - as below
            row = [choice for choice in option.choices if (option.name, choice) not in made]
            yield Line(f"{row[0]} to {row[-1]} may be chosen; for example:", (key,), "inner")
        others = [choice for choice in option.choices if choice != chosen]
        for choice in others if len(option.choices) <= MOST_TOLD else others[-1:]:
            other = _under(handle, here, option.name, choice)
            told = " ".join(changed_lines(here, other)) if other is not None else ""
            yield Line(f"{choice}: {told or 'changes nothing here.'}", (key,), "inner")


def _under(handle: LoadedVariant, here: Facts, name: str, choice: str) -> Facts | None:
    """Return the game with another choice."""
    sheet = handle._sheet  # noqa: SLF001 - the file before its options were decided
    chosen = sheet.valid({**sheet.defaults(), **handle.chosen, name: choice})
    resolved = sheet.resolve(chosen)
    model = structure(resolved.root, resolved.unit, Findings())
    if model is None:
        return None
    players = chosen.get("players", "")
    return Facts(
        model, resolved.root, here.file, int(players) if players.isdigit() else None, here.merger, numbers=here.numbers
    )


def remarks(facts: Facts) -> Iterator[Line]:
    """Conduct at the table, as the file words it."""
    for note in facts.model.notes:
        yield Line(note, ("notes",), "bullet")


def sources(facts: Facts) -> Iterator[Line]:
    """Where the rules come from."""
    for source in facts.model.sources:
        yield Line(source, ("sources",), "bullet")

"""`pinochle explain` and `pinochle options`: the rules of a file, and what may be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._variants import chosen, json_option, loaded, name_argument, program_of
from pinochle_dsl.cli._writing import give, say, table

if TYPE_CHECKING:
    from pinochle_dsl.cli._variants import Setting


@click.command(
    epilog="""\b
Examples:
  pinochle explain cardgames-io
  pinochle explain my-rules.yaml --assumptions
  pinochle explain partnership-ja --set passing=three > rules.md
"""
)
@name_argument
@click.option("--assumptions", is_flag=True, help="List also what the file leaves to its base or to a default.")
@json_option
def explain(name: str, settings: tuple[Setting, ...], assumptions: bool, as_json: bool) -> None:  # noqa: FBT001
    """Print the rules of NAME as prose (Markdown)."""
    from pinochle_dsl.explaining import explain as in_prose  # noqa: PLC0415 - start-up

    variant = loaded(name, chosen(settings))
    program_of(variant)
    markdown = in_prose(variant, assumptions=assumptions)
    if as_json:
        give({"markdown": markdown})
    else:
        say(markdown.rstrip("\n"))


@click.command(
    epilog="""\b
Examples:
  pinochle options partnership-ja
  pinochle simulate partnership-ja --set passing=three --set "length=4 deals"
"""
)
@name_argument
@json_option
def options(name: str, settings: tuple[Setting, ...], as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """List the options of NAME, their choices and defaults."""
    variant = loaded(name, chosen(settings))
    listed: list[dict[str, Any]] = [
        {
            "name": option.name,
            "default": option.default,
            "choices": list(option.choices),
            "only_if": dict(option.only_if) or None,
        }
        for option in variant.options
    ]
    if as_json:
        give({"options": listed})
    elif not listed:
        say(f"{variant.name} has no options.")
    else:
        rows = [
            (
                item["name"],
                item["default"],
                ", ".join(item["choices"]),
                ", ".join(f"{other}={choice}" for other, choice in (item["only_if"] or {}).items()),
            )
            for item in listed
        ]
        wide = 4 if any(row[3] for row in rows) else 3
        heads = ("Option", "Default", "Choices", "Only if")[:wide]
        say(table(heads, [row[:wide] for row in rows]))
        first = listed[0]
        other = next((choice for choice in first["choices"] if choice != first["default"]), first["default"])
        setting = f"{first['name']}={other}"
        say(f"\nChoose with --set, for instance --set {_quoted(setting)}")


def _quoted(text: str) -> str:
    import shlex  # noqa: PLC0415 - only here

    return shlex.quote(text)

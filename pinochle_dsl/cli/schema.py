"""`pinochle schema`: what an editor needs to complete and check rules files."""

from __future__ import annotations

import click

from pinochle_dsl.cli._variants import json_option
from pinochle_dsl.cli._writing import give


@click.command(
    epilog="""\b
Examples:
  pinochle schema > variant.schema.json

An editor with a YAML language server then completes and checks a rules file that starts with
  # yaml-language-server: $schema=variant.schema.json
"""
)
@json_option
def schema(as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """Print the JSON Schema of a rules file, for editors; `--json` prints the same."""
    del as_json
    from pinochle_dsl.schema import variant_schema  # noqa: PLC0415 - start-up

    give(variant_schema())

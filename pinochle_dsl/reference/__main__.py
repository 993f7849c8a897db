"""Writes what is made: `docs/reference.md`, `rules/variant.schema.json`, and the index of `docs/cookbook.md`."""

from __future__ import annotations

from pathlib import Path

from pinochle_dsl.cookbook import page, with_index
from pinochle_dsl.reference.render import reference
from pinochle_dsl.schema import schema_text

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    """Write the files of the work tree anew."""
    for path, text in (
        (ROOT / "docs" / "reference.md", reference()),
        (ROOT / "rules" / "variant.schema.json", schema_text()),
        (ROOT / "docs" / "cookbook.md", with_index(page())),
    ):
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)  # noqa: T201 - a maintainer's tool


if __name__ == "__main__":
    main()

"""Writes what is made: `docs/reference.md`, `rules/variant.schema.json`, and the index of `docs/cookbook.md`."""

from __future__ import annotations

from pinochle_dsl.resources import work_tree


def main() -> None:
    """Write the files of the work tree anew."""
    root = work_tree()
    from pinochle_dsl.cookbook import page, with_index  # noqa: PLC0415 - they read files that only a work tree has
    from pinochle_dsl.reference.render import reference  # noqa: PLC0415
    from pinochle_dsl.schema import schema_text  # noqa: PLC0415

    for path, text in (
        (root / "docs" / "reference.md", reference()),
        (root / "rules" / "variant.schema.json", schema_text()),
        (root / "docs" / "cookbook.md", with_index(page())),
    ):
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)  # noqa: T201 - a maintainer's tool


if __name__ == "__main__":
    main()

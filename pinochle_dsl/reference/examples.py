"""The examples of the reference: each a few lines of a rules file that stand on a base."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import yaml
from attrs import frozen

from pinochle_dsl.resources import package_file

if TYPE_CHECKING:
    from pinochle_dsl.diagnostics import Diagnostic

NOT_PLAYED = "PIN901"
"""Code of the finding that the language has something and this version does not play it."""


@frozen
class Example:
    """A key at work."""

    write: str
    """Lines of a rules file."""
    base: str = "partnership"
    """Base they stand on, or `nothing`."""
    unsaid: str | None = None
    """What holds where the key is left out."""
    says: str = ""
    """More about the key."""

    @property
    def file(self) -> str:
        """The whole file."""
        keys = yaml.safe_load(self.write)
        lines = [] if "variant" in keys else ["variant: example"]
        if self.base != "nothing" and "extends" not in keys:
            lines.append(f"extends: {self.base}")
        return "\n".join([*lines, self.write])


@cache
def examples() -> dict[str, Example]:
    """Return the example of each key, by its path."""
    read = yaml.safe_load(package_file("reference", "examples.yaml").read_text(encoding="utf-8"))
    return {path: Example(**({"write": said} if isinstance(said, str) else said)) for path, said in read.items()}


def findings(text: str) -> tuple[Diagnostic, ...]:
    """Return what a check of a file says, options and all."""
    from pinochle_dsl.loading import check  # noqa: PLC0415 - brings the compiler

    return check("example.yaml", data=text.encode()).diagnostics

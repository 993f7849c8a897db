"""What the rule sheets come to: each fact said, conduct or refused; writes `docs/house-rules.md` and README.

Run it after a change of a ledger: `python -m tests.house_rules.totals`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "house-rules.md"
README = HERE.parents[1] / "README.md"
SENTENCE = re.compile(r"Of [\d,]+ facts of \d+ real rule sheets \d+ are rules, and [\d.]+% of them are said")
"""The sentence of README that tells the totals."""
NAME = re.compile(r"(\d{2,3})-([a-z0-9]+(?:-[a-z0-9]+)*)\.yaml")
KINDS = ("said", "conduct", "refused")


class _Loader(yaml.SafeLoader):
    """YAML that refuses a key said twice: a ledger lists each fact once."""


def _mapping(loader: _Loader, node: yaml.MappingNode) -> dict[Any, Any]:
    keys = [loader.construct_object(key, deep=True) for key, _ in node.value]
    twice = [key for key in keys if keys.count(key) > 1]
    if twice:
        msg = f"{twice[0]} is said twice{node.start_mark}"
        raise ValueError(msg)
    return {key: loader.construct_object(value, deep=True) for key, (_, value) in zip(keys, node.value, strict=True)}


_Loader.add_constructor(yaml.resolver.BaseResolver.DEFAULT_MAPPING_TAG, _mapping)


def read(path: Path) -> Any:  # noqa: ANN401 - whatever the file holds
    """Return the plain contents of a YAML file, no key of which is said twice."""
    return yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506 - a safe loader


@dataclass(frozen=True)
class Sheet:
    """A rule sheet: its file of rules and its ledger."""

    number: int
    kind: str
    path: Path
    ledger: Path

    @property
    def title(self) -> str:
        """What the game is called."""
        return str(read(self.path).get("title", self.path.stem))

    @property
    def facts(self) -> dict[str, dict[str, Any]]:
        """The facts of the sheet by their ids."""
        return dict(read(self.ledger)["facts"])

    def count(self, kind: str) -> int:
        """Return how many facts are said, conduct or refused."""
        return sum(kind in fact for fact in self.facts.values())


def sheets() -> list[Sheet]:
    """Return the sheets that are there, by number."""
    found = []
    for path in HERE.glob("*.yaml"):
        named = NAME.fullmatch(path.name)
        assert named, f"{path.name}: a sheet is called NN-kind.yaml"
        found.append(Sheet(int(named[1]), named[2], path, HERE / "ledger" / f"{named[1]}.yaml"))
    return sorted(found, key=lambda sheet: sheet.number)


def expected() -> list[int]:
    """Return the numbers of the sheets that must be there."""
    return sorted(int(line) for line in (HERE / "sheets.txt").read_text(encoding="utf-8").split())


def page() -> str:
    """Return the page of the documentation."""
    return "\n".join(_lines(sheets())) + "\n"


def readme(text: str) -> str:
    """Return README with the totals of today."""
    there = sheets()
    counts = {kind: sum(sheet.count(kind) for sheet in there) for kind in KINDS}
    rules = counts["said"] + counts["refused"]
    share = f"{100 * counts['said'] / rules:.1f}%"
    facts = f"Of {sum(counts.values()):,} facts of {len(there)} real rule sheets"
    said = f"{facts} {rules} are rules, and {share} of them are said"
    assert SENTENCE.search(text), "README tells the totals no more"
    return SENTENCE.sub(said, text)


def _lines(there: list[Sheet]) -> Iterator[str]:
    counts = {kind: sum(sheet.count(kind) for sheet in there) for kind in KINDS}
    facts = sum(counts.values())
    rules = counts["said"] + counts["refused"]
    yield "# House rules"
    yield ""
    yield (
        "How much of what real rule sheets say can be said in the language. Each sheet is a file under "
        "`tests/house_rules/` that extends a shipped game, with examples; beside it a ledger lists every fact of the "
        "sheet in our own words and tells what says it."
    )
    yield ""
    yield "- **said**: by a key of the file, mostly pinned by an example in the file or by a test;"
    yield "- **conduct**: manners, seating, talk, handling of cards, running an event; no rule that a program can keep;"
    yield "- **refused**: the language cannot say it, and tells an author who tries."
    yield ""
    yield "| sheets | facts | said | conduct | refused | said, of what is not conduct |"
    yield "| ---: | ---: | ---: | ---: | ---: | ---: |"
    share = f"{100 * counts['said'] / rules:.1f}%" if rules else "-"
    yield f"| {len(there)} | {facts} | {counts['said']} | {counts['conduct']} | {counts['refused']} | {share} |"
    yield ""
    yield "This page is made from the ledgers by `python -m tests.house_rules.totals`; please do not edit it."
    yield ""
    yield "## By sheet"
    yield ""
    yield "| sheet | kind | title | said | conduct | refused |"
    yield "| ---: | --- | --- | ---: | ---: | ---: |"
    for sheet in there:
        link = f"[{sheet.kind.replace('-', ' ')}](../tests/house_rules/{sheet.path.name})"
        said, conduct, refused = (sheet.count(kind) for kind in KINDS)
        yield f"| {sheet.number} | {link} | {sheet.title.replace('|', '/')} | {said} | {conduct} | {refused} |"
    yield ""
    yield "## What is refused"
    yield ""
    refusals = [(sheet, fact) for sheet in there for fact in sheet.facts.values() if "refused" in fact]
    if not refusals:
        yield "Nothing."
        return
    yield "| sheet | fact | why | error |"
    yield "| ---: | --- | --- | --- |"
    for sheet, fact in refusals:
        refused = fact["refused"]
        yield f"| {sheet.number} | {fact['says']} | {refused['why']} | {refused['error']} |"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    README.write_text(readme(README.read_text(encoding="utf-8")), encoding="utf-8", newline="\n")

"""The page about the language: its files are as good as it says, its links lead somewhere."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from pinochle_dsl import check
from pinochle_dsl.reference.render import anchor

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "language.md").read_text(encoding="utf-8")
FILES = dict(re.findall(r"^```yaml\n# file: (\S+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
TOLD = {"no-nines.yaml": ["PIN505"], "slip.yaml": ["PIN301"]}
"""Files that show a finding."""


@pytest.mark.parametrize("name", FILES)
def test_file_is_as_good_as_the_page_says(name: str) -> None:
    result = check(name, data=FILES[name].encode())
    assert [item.code for item in result.diagnostics] == TOLD.get(name, []), result.diagnostics
    assert result.examples_failed == 0


def test_links_lead_to_headings_of_the_reference() -> None:
    headings = re.findall(r"^##+ (.+)$", (DOCS / "reference.md").read_text(encoding="utf-8"), re.MULTILINE)
    anchors = {anchor(heading) for heading in headings}
    assert set(re.findall(r"\(reference\.md#([^)]+)\)", PAGE)) <= anchors

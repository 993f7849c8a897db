"""Every place in the checker that can say something is shown by a bad file.

The places are found in the source: calls that are given a code.  Which of them speak is seen by looking, whenever a
finding or an error is made, at who is making it.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pinochle_dsl
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.expressions import ExpressionError
from pinochle_dsl.findings import Findings
from pinochle_dsl.misfits import MisfitError
from pinochle_dsl.patterns import PatternError
from pinochle_dsl.syntax import PhraseError
from tests.pinochle_dsl.test_diagnostics import BAD, findings_of

PACKAGE = Path(pinochle_dsl.__file__).parent
ELSEWHERE = ("cli", "explaining", "reference")
"""Packages that check nothing."""
MADE = (Findings.add, Diagnostic, ExpressionError, MisfitError, PatternError, PhraseError)
NO_RULES_FILE = {
    "there is no variant or base '": "a name on the command line",
    "' builds on this file, which builds on it: a circle": "a shipped base that builds on itself",
    "' is offered only with ": "a choice on the command line",
    "' is a directory, not a rules file": "a path, and the system",
    "' may not be read (no permission)": "the system",
    "' cannot be read: ": "the system",
    "' is not an ordinary file": "the system",
    "the file is longer than ": "a file too long to keep",
    "this is not YAML: {problem}": "nothing known: what the reader of YAML does not place",
}
"""What is said about no rules file, and what brings it."""

Place = tuple[str, int, int]


def _said(call: ast.Call) -> Iterator[str]:
    for argument in (*call.args, *(keyword.value for keyword in call.keywords)):
        arms = (argument.body, argument.orelse) if isinstance(argument, ast.IfExp) else (argument,)
        yield from (arm.value for arm in arms if isinstance(arm, ast.Constant) and isinstance(arm.value, str))


def places() -> dict[Place, str]:
    """Return the places that say something, with their source."""
    found = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        if path.name == "registry.py" or path.relative_to(PACKAGE).parts[0] in ELSEWHERE:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "PhraseError" or any(re.fullmatch(r"PIN\d{3}", word) for word in _said(node)):
                found[str(path), node.lineno, node.end_lineno or node.lineno] = ast.unparse(node)
    return found


def _watched(made: Callable[..., Any], ranges: dict[str, list[Place]], seen: set[Place]) -> Callable[..., Any]:
    def make(*args: object, **kwargs: object) -> object:
        frame = sys._getframe(1)
        while frame is not None:
            for place in ranges.get(frame.f_code.co_filename, ()):
                if place[1] <= frame.f_lineno <= place[2]:
                    seen.add(place)
            frame = frame.f_back  # type: ignore[assignment]
        return made(*args, **kwargs)

    return make


def test_every_place_that_says_something_has_a_bad_file(monkeypatch: pytest.MonkeyPatch) -> None:
    ranges, seen = defaultdict[str, list[Place]](list), set[Place]()
    known = places()
    assert len(known) > 250
    for place in known:
        ranges[place[0]].append(place)
    for kind in MADE:
        owner, name = (kind, "__init__") if isinstance(kind, type) else (Findings, "add")
        monkeypatch.setattr(owner, name, _watched(getattr(owner, name), ranges, seen))
    monkeypatch.chdir(BAD[0].parent)
    for expected in BAD:
        findings_of(f"{expected.stem}.yaml")
    silent = [source for place, source in known.items() if place not in seen]
    assert [source for source in silent if not any(words in source for words in NO_RULES_FILE)] == []
    assert all(any(words in source for source in silent) for words in NO_RULES_FILE)

"""Findings in the formats that other programs read: SARIF 2.1.0, and the workflow commands of GitHub."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.findings import Severity
from pinochle_dsl.nodes import Source
from pinochle_dsl.registry import CODES, Code

Json = dict[str, Any]

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
ROOT = "%SRCROOT%"
"""What the folder is called that relative addresses of files start from."""


def sarif(items: Iterable[Diagnostic], *, version: str, sound: bool, status: int) -> Json:
    """Return findings as one run of a SARIF 2.1.0 log; `sound` says whether every file could be read."""
    listed = list(items)
    found = [code for code in CODES.values() if any(item.code == code.code for item in listed)]
    places = {code.code: index for index, code in enumerate(found)}
    sources = {item.file: item.source for item in listed if item.source is not None}
    run = {
        "tool": {"driver": {"name": "pinochle", "version": version, "rules": [_rule(code) for code in found]}},
        "invocations": [{"executionSuccessful": sound, "exitCode": status}],
        "columnKind": "utf16CodeUnits",
        "originalUriBaseIds": {ROOT: {"description": {"text": "The folder that the command ran in."}}},
        "results": [_result(item, places[item.code], sources) for item in listed],
    }
    return {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}


def _rule(code: Code) -> Json:
    return {
        "id": code.code,
        "name": "".join(word.capitalize() for word in code.name.split("-")),
        "shortDescription": {"text": f"{code.title}."},
        "help": {"text": code.markdown, "markdown": code.markdown},
    }


def _result(item: Diagnostic, rule: int, sources: Mapping[str, Source]) -> Json:
    result: Json = {
        "ruleId": item.code,
        "ruleIndex": rule,
        "level": item.severity.value,
        "message": {"text": _said(item)},
        "locations": [{"physicalLocation": _place(item.file, _region(item))}],
    }
    related = [
        {"physicalLocation": _place(extra.file, _point(sources.get(extra.file), extra.line, extra.column))}
        | {"message": {"text": extra.message}}
        for extra in item.notes
        if extra.file
    ]
    if related:
        result["relatedLocations"] = related
    return result


def _said(item: Diagnostic) -> str:
    """Return all that a finding says: most viewers show nothing but the message."""
    aside = [extra.message for extra in item.notes if not extra.file]
    return "\n".join(
        [item.message, *([f"help: {item.hint}"] if item.hint else []), *(f"note: {text}" for text in aside)]
    )


def _place(file: str, region: Json | None) -> Json:
    place: Json = {"artifactLocation": address(file)}
    return place if region is None else place | {"region": region}


def address(file: str) -> Json:
    """Return where a file is: relative to the folder of the command if it lies there, else as a whole address.

    Names that are no UTF-8 are told by their bytes.
    """
    path = Path(os.path.normpath(file))
    try:
        here = Path.cwd()
    except OSError:  # somebody has deleted the folder
        here = None
    if here is None and not path.is_absolute():
        return {"uri": _escaped(path), "uriBaseId": ROOT}
    whole = path if here is None else Path(os.path.normpath(here / path))
    if here is not None and whole.is_relative_to(here):
        return {"uri": _escaped(whole.relative_to(here)), "uriBaseId": ROOT}
    return {"uri": whole.as_uri()}


def _escaped(path: Path) -> str:
    return quote(os.fsencode(path.as_posix()))


def _region(item: Diagnostic) -> Json | None:
    if item.source is None or not item.source.text:
        return None
    return {
        "startLine": item.line,
        "startColumn": utf16(item.source, item.line, item.column),
        "endLine": item.end_line,
        "endColumn": utf16(item.source, item.end_line, item.end_column),
    }


def _point(source: Source | None, line: int, column: int) -> Json:
    """Return a place without an end; of a file whose text is not at hand only the line is sure."""
    return {"startLine": line} if source is None else {"startLine": line, "startColumn": utf16(source, line, column)}


def utf16(source: Source, line: int, column: int) -> int:
    """Return a column in the units editors and viewers count: a sign beyond U+FFFF, as 🂡, is two of them."""
    before = source.lines[line - 1][: column - 1] if 0 < line <= len(source.lines) else ""
    return column + sum(character > "\uffff" for character in before)


COMMANDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
"""GitHub's words for how bad a finding is."""


def github(items: Iterable[Diagnostic]) -> str:
    """Return findings as workflow commands, one a line, which GitHub shows beside the changed lines."""
    return "\n".join(_command(item) for item in items)


def _command(item: Diagnostic) -> str:
    place = _region(item) or {}
    facts = {"file": item.file, "line": place.get("startLine"), "endLine": place.get("endLine")}
    if place and place["startLine"] == place["endLine"]:  # columns of several lines are refused there
        facts |= {"col": place["startColumn"], "endColumn": place["endColumn"]}
    facts["title"] = f"{item.code}: {CODES[item.code].title}"
    said = ",".join(f"{name}={_property(str(value))}" for name, value in facts.items() if value is not None)
    return f"::{COMMANDS[item.severity]} {said}::{_data(_said(item))}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")

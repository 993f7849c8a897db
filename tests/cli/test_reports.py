"""`validate --format sarif` and `--format github`: what other programs read."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import unquote

import jsonschema
import pytest

from pinochle_dsl import check
from pinochle_dsl.registry import CODES

from .conftest import Run

BAD_FOLDER = Path(__file__).resolve().parents[1] / "data" / "bad"
BAD = "variant: house\ntitle: House\nextends: partnership\ngame: {tarket: 120}\n"
SEVERAL = "variant: house\nextends: partnership\ngame: {target: 150}\nmelds: {run: {points: [15, 150]}}\n"

PLACE: dict[str, Any] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["artifactLocation"],
    "properties": {
        "artifactLocation": {
            "type": "object",
            "additionalProperties": False,
            "required": ["uri"],
            "properties": {
                "uri": {"type": "string", "pattern": r"^(?:file://)?[A-Za-z0-9._~/%-]+$"},
                "uriBaseId": {"const": "%SRCROOT%"},
            },
        },
        "region": {
            "type": "object",
            "additionalProperties": False,
            "required": ["startLine"],
            "properties": {
                name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
            },
        },
    },
}
MESSAGE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["text"],
    "properties": {"text": {"type": "string", "minLength": 1}},
}
RULE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["id", "name", "shortDescription", "help"],
    "properties": {
        "id": {"type": "string", "pattern": "^PIN[0-9]{3}$"},
        "name": {"type": "string", "pattern": "^[A-Z][A-Za-z0-9]+$"},
        "shortDescription": MESSAGE,
        "help": {
            "type": "object",
            "additionalProperties": False,
            "required": ["text", "markdown"],
            "properties": {"text": {"type": "string"}, "markdown": {"type": "string"}},
        },
    },
}
RESULT = {
    "type": "object",
    "additionalProperties": False,
    "required": ["ruleId", "ruleIndex", "level", "message", "locations"],
    "properties": {
        "ruleId": {"type": "string"},
        "ruleIndex": {"type": "integer", "minimum": 0},
        "level": {"enum": ["none", "note", "warning", "error"]},
        "message": MESSAGE,
        "locations": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {"type": "object", "additionalProperties": False, "properties": {"physicalLocation": PLACE}},
        },
        "relatedLocations": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["physicalLocation", "message"],
                "properties": {"physicalLocation": PLACE, "message": MESSAGE},
            },
        },
    },
}
RUN = {
    "type": "object",
    "additionalProperties": False,
    "required": ["tool", "results"],
    "properties": {
        "tool": {
            "type": "object",
            "additionalProperties": False,
            "required": ["driver"],
            "properties": {
                "driver": {
                    "type": "object",
                    "additionalProperties": False,
                    "required": ["name"],
                    "properties": {
                        "name": {"const": "pinochle"},
                        "version": {"type": "string"},
                        "rules": {"type": "array", "items": RULE, "uniqueItems": True},
                    },
                }
            },
        },
        "invocations": {
            "type": "array",
            "items": {
                "type": "object",
                "additionalProperties": False,
                "required": ["executionSuccessful"],
                "properties": {"executionSuccessful": {"type": "boolean"}, "exitCode": {"type": "integer"}},
            },
        },
        "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
        "originalUriBaseIds": {"type": "object"},
        "results": {"type": "array", "items": RESULT},
    },
}
ESSENCE = {
    "type": "object",
    "additionalProperties": False,
    "required": ["version", "runs"],
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {"type": "array", "minItems": 1, "maxItems": 1, "items": RUN},
    },
}
"""What SARIF 2.1.0 asks of the parts that we write, and that we write no others."""


def log(run: Run, *names: str, stdin: str = "") -> dict[str, Any]:
    document = run("validate", *names, "--format", "sarif", stdin=stdin).document
    jsonschema.Draft7Validator(ESSENCE).validate(document)
    (only,) = document["runs"]
    rules = only["tool"]["driver"]["rules"]
    for result in only["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    assert {rule["id"] for rule in rules} == {result["ruleId"] for result in only["results"]}
    assert isinstance(only, dict)
    return only


def test_a_finding_with_its_place_rule_and_hint(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    only = log(run, "bad.yaml")
    (result,) = only["results"]
    assert (result["ruleId"], result["level"]) == ("PIN101", "error")
    assert result["message"]["text"] == "unknown key 'tarket' in `game`\nhelp: did you mean 'target'?"
    assert result["locations"][0]["physicalLocation"] == {
        "artifactLocation": {"uri": "bad.yaml", "uriBaseId": "%SRCROOT%"},
        "region": {"startLine": 4, "startColumn": 8, "endLine": 4, "endColumn": 14},
    }
    (rule,) = only["tool"]["driver"]["rules"]
    assert (rule["name"], rule["help"]["markdown"]) == ("UnknownKey", CODES["PIN101"].markdown)
    assert only["invocations"] == [{"executionSuccessful": True, "exitCode": 1}]
    assert only["columnKind"] == "utf16CodeUnits"


def test_sound_files_give_an_empty_run(run: Run) -> None:
    only = log(run, "cardgames-io", "partnership")
    assert only["results"] == only["tool"]["driver"]["rules"] == []
    assert only["invocations"] == [{"executionSuccessful": True, "exitCode": 0}]


def test_several_files_are_one_run_and_a_shared_base_is_told_once(run: Run) -> None:
    Path("base.yaml").write_text(BAD, encoding="utf-8")
    for name in ("one", "two"):
        Path(f"{name}.yaml").write_text(f"variant: {name}\nextends: ./base.yaml\n", encoding="utf-8")
    only = log(run, "one.yaml", "two.yaml")
    told = [result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in only["results"]]
    assert told == ["base.yaml"]


def test_addresses_are_relative_where_they_can_be(run: Run, tmp_path_factory: pytest.TempPathFactory) -> None:
    away = tmp_path_factory.mktemp("away") / "bad.yaml"
    odd = Path("rules of ♠, 50%.yaml")
    for path in (away, odd):
        path.write_text(BAD, encoding="utf-8")
    only = log(run, str(away), str(odd), str(odd.resolve()), "missing.yaml")
    places = [result["locations"][0]["physicalLocation"] for result in only["results"]]
    here = [place["artifactLocation"]["uri"] for place in places if "uriBaseId" in place["artifactLocation"]]
    assert sorted(unquote(uri) for uri in here) == ["missing.yaml", str(odd), str(odd)]
    assert [place["artifactLocation"]["uri"] for place in places if "uriBaseId" not in place["artifactLocation"]] == [
        away.as_uri()
    ]
    (missing,) = [place for place in places if place["artifactLocation"]["uri"] == "missing.yaml"]
    assert "region" not in missing
    assert only["invocations"] == [{"executionSuccessful": False, "exitCode": 3}]


def test_columns_are_utf16_units(run: Run) -> None:
    line = 'melds: {ace: {called: "🂡", points: 1, crads: A♠}}\n'
    Path("wide.yaml").write_text("variant: house\nextends: partnership\n" + line, encoding="utf-8")
    (result,) = [item for item in log(run, "wide.yaml")["results"] if item["ruleId"] == "PIN101"]
    region = result["locations"][0]["physicalLocation"]["region"]
    before = line[: line.index("crads")]
    assert region["startColumn"] == len(before.encode("utf-16-le")) // 2 + 1 == len(before) + 2
    assert region["endColumn"] == region["startColumn"] + len("crads")


def test_a_second_place_is_a_related_location(run: Run) -> None:
    twice = "variant: house\nextends: partnership\ngame: {target: 120}\ngame: {target: 150}\n"
    Path("twice.yaml").write_text(twice, encoding="utf-8")
    (result,) = [item for item in log(run, "twice.yaml")["results"] if item["ruleId"] == "PIN010"]
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["artifactLocation"]["uri"] == "twice.yaml"
    assert related["physicalLocation"]["region"] == {"startLine": 3, "startColumn": 1}


def test_every_bad_file_at_once(run: Run) -> None:
    files = sorted(map(str, BAD_FOLDER.glob("*.yaml")))
    only = log(run, *files)
    assert {result["level"] for result in only["results"]} == {"error", "warning", "note"}
    found = {item.code for file in files for item in check(file).diagnostics}
    assert {rule["id"] for rule in only["tool"]["driver"]["rules"]} == found


def test_standard_input(run: Run) -> None:
    (result,) = log(run, "-", stdin=BAD)["results"]
    assert unquote(result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]) == "<stdin>"


# ---- github ------------------------------------------------------------------------------------------


def test_github_command(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    ran = run("validate", "bad.yaml", "--format", "github")
    assert ran.status == 1
    command, summary = ran.out.splitlines()
    facts, message = command.split("::")[1:]
    place = "line=4,endLine=4,col=8,endColumn=14"
    assert facts == f"error file=bad.yaml,{place},title=PIN101%3A A key that is not known here"
    assert message == "unknown key 'tarket' in `game`%0Ahelp: did you mean 'target'?"
    assert summary == "1 file, 1 error"


def test_github_levels_and_sound_files(run: Run) -> None:
    Path("several.yaml").write_text(SEVERAL, encoding="utf-8")
    lines = run("validate", "several.yaml", "--format", "github").out.splitlines()
    assert [line.split()[0] for line in lines[:-1]] == ["::notice", "::notice"]
    assert run("validate", "partnership", "--format", "github").out.splitlines() == [
        "1 file, no findings, 12 examples right"
    ]


def test_github_escapes(run: Run) -> None:
    name = "50%: A, B.yaml"
    Path(name).write_text(BAD.replace("tarket", '"100%: a, b"'), encoding="utf-8")
    first = run("validate", f"./{name}", "--format", "github").out.splitlines()[0]
    facts, message = first.removeprefix("::error ").split("::", 1)
    assert facts.startswith("file=./50%25%3A A%2C B.yaml,line=4,")
    assert "100%25: a, b" in message
    assert "\r" not in first


def test_github_file_without_a_text_has_no_line(run: Run) -> None:
    first = run("validate", "missing.yaml", "--format", "github").out.splitlines()[0]
    assert first.startswith("::error file=missing.yaml,title=PIN001%3A")


def test_sarif_tells_a_name_that_is_no_text_by_its_bytes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "\udcff.yaml").write_text("variant: odd\n", encoding="utf-8")
    for name in ("\udcff.yaml", "./\udcff.yaml", str(tmp_path / "\udcff.yaml")):
        (result, *_) = run("validate", name, "--format", "sarif").document["runs"][0]["results"]
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "%FF.yaml"
        for form in ("github", "json", "concise", "full"):
            assert run("validate", name, "--format", form).status == 1


def test_sarif_from_a_folder_that_is_gone(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "odd.yaml"
    file.write_text("variant: odd\n", encoding="utf-8")
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    ran = run("validate", str(file), "odd.yaml", "--format", "sarif")
    places = [
        result["locations"][0]["physicalLocation"]["artifactLocation"] for result in ran.document["runs"][0]["results"]
    ]
    assert places == [{"uri": file.as_uri()}] * (len(places) - 1) + [{"uri": "odd.yaml", "uriBaseId": "%SRCROOT%"}]

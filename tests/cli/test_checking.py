"""`validate` and `code`."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

GOOD = "variant: house\ntitle: House\nextends: partnership\ngame: {target: 120}\n"
WARNED = "variant: house\ntitle: House\nextends: partnership\ngame: {target: 150}\n"
BAD = "variant: house\ntitle: House\nextends: partnership\ngame: {tarket: 120}\n"
FAILING = GOOD + "examples:\n  - meld: {hand: K♥ Q♥, trump: ♥, total: 5}\n  - meld: {hand: K♥ Q♥, trump: ♥, total: 4}\n"


def test_shipped_files_are_sound(run: Run) -> None:
    names = [item["name"] for item in run("list", "--json").document["variants"]]
    ran = run("validate", *names, "--json")
    assert ran.status == 0, ran.out
    assert [item["ok"] for item in ran.document["files"]] == [True] * len(names)


def test_json_keys(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    ran = run("validate", "bad.yaml", "cardgames-io", "--json")
    assert ran.status == 1
    bad, good = ran.document["files"]
    assert {"file", "ok", "diagnostics", "examples"} <= set(bad)
    assert (bad["file"], bad["ok"], good["ok"]) == ("bad.yaml", False, True)
    (finding,) = bad["diagnostics"]
    assert {"code", "severity", "message", "line", "column", "hint", "path"} <= set(finding)
    assert (finding["code"], finding["severity"], finding["line"], finding["column"]) == ("PIN101", "error", 4, 8)
    assert "target" in finding["hint"]
    assert set(bad["examples"]) == {"run", "failed"}
    assert ran.document["error"]["code"] == "PIN101"
    assert run("validate", "bad.yaml", "cardgames-io", "--format", "json").document == ran.document


def test_success_has_no_error_key(run: Run) -> None:
    assert set(run("validate", "cardgames-io", "--json").document) == {"files"}


def test_full_text(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    ran = run("validate", "bad.yaml")
    assert ran.status == 1
    assert ran.out.splitlines() == [
        "error[PIN101]: " + ran.out.splitlines()[0].removeprefix("error[PIN101]: "),
        " --> bad.yaml:4:8",
        "  |",
        "4 | game: {tarket: 120}",
        "  |        ^^^^^^",
        "  = help: did you mean 'target'?",
        "",
        "1 file, 1 error",
    ]
    assert ran.err == ""


def test_concise_text(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    first, last = run("validate", "bad.yaml", "--format", "concise").out.splitlines()
    assert first.startswith("bad.yaml:4:8: error[PIN101] ")
    assert last == "1 file, 1 error"


def test_strict(run: Run) -> None:
    Path("warned.yaml").write_text(WARNED, encoding="utf-8")
    assert run("validate", "warned.yaml").status == 0
    ran = run("validate", "warned.yaml", "--strict", "--json")
    assert ran.status == 1
    assert ran.document["error"]["code"] == "strict"
    assert run("validate", "cardgames-io", "--strict").status == 0


def test_highest_status_counts(run: Run) -> None:
    Path("bad.yaml").write_text(BAD, encoding="utf-8")
    assert run("validate", "cardgames-io", "bad.yaml").status == 1
    assert run("validate", "cardgames-io", "bad.yaml", "missing.yaml", "cardgames-io").status == 3


def test_failed_examples(run: Run) -> None:
    Path("failing.yaml").write_text(FAILING, encoding="utf-8")
    ran = run("validate", "failing.yaml", "--json")
    assert ran.status == 1
    assert ran.document["files"][0]["examples"] == {"run": 2, "failed": 1}
    assert "1 failed" in run("validate", "failing.yaml").out


@pytest.mark.parametrize("text", [GOOD, BAD])
def test_stdin(run: Run, text: str) -> None:
    ran = run("validate", "-", "--json", stdin=text)
    assert ran.status == (1 if text is BAD else 0)
    assert ran.document["files"][0]["file"] == "<stdin>"
    ran = run("validate", "-", "--stdin-filename", "mine.yaml", "--json", stdin=text.encode())
    assert ran.document["files"][0]["file"] == "mine.yaml"


def test_stdin_base_beside_the_name(run: Run) -> None:
    Path("sub").mkdir()
    Path("sub/base.yaml").write_text(GOOD, encoding="utf-8")
    text = "variant: mine\nextends: ./base.yaml\ngame: {target: 99}\n"
    assert run("validate", "-", "--stdin-filename", "sub/mine.yaml", stdin=text).status == 0
    assert run("validate", "-", "--stdin-filename", "mine.yaml", stdin=text).status == 1


def test_stdin_that_is_no_text(run: Run) -> None:
    assert run("validate", "-", stdin=b"variant: \xff\xfe\n").status == 1
    assert run("validate", "-", stdin=b"").status == 1


def test_all_combinations(run: Run) -> None:
    some = run("validate", "partnership-ja", "--json").document["files"][0]["combinations"]
    every = run("validate", "partnership-ja", "--all-combinations", "--json").document["files"][0]["combinations"]
    assert every == 288
    assert 1 < some < every


def test_code(run: Run) -> None:
    ran = run("code", "pin101", "--json")
    assert {"code", "title", "markdown"} <= set(ran.document)
    assert ran.document["code"] == "PIN101"
    assert run("code", "PIN101").out.strip() == ran.document["markdown"].strip()


def test_codes_listed(run: Run) -> None:
    assert "PIN101" in run("code").out
    assert {"code", "title"} <= set(run("code", "--json").document["codes"][0])

"""Failures: exit statuses, words without a traceback, and one JSON document with --json."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

HOUSE = "variant: house\ntitle: House\nextends: partnership\ngame: {target: 120}\n"

SETTLE = ["settle", "cardgames-io", "--bid", "250", "--declarer", "0", "--meld", "0,0", "--counters", "0,250"]

USAGE = [
    ["simualte"],
    ["--nonsense"],
    ["validate"],
    ["validate", "cardgames-io", "--fromat", "full"],
    ["validate", "cardgames-io", "--format", "pretty"],
    ["validate", "-", "-"],
    ["validate", "cardgames-io", "--stdin-filename", "x.yaml"],
    ["code", "PIN999"],
    ["code", "nonsense"],
    ["options", "partnership-ja", "--set", "pasing=three"],
    ["options", "partnership-ja", "--set", "passing=thre"],
    ["options", "partnership-ja", "--set", "passing"],
    ["options", "partnership-ja", "--set", "passing="],
    ["options", "partnership-ja", "--set", "=three"],
    ["options", "partnership-ja", "--set", "passing=three", "--set", "passing=none"],
    ["options", "partnership-ja", "--set", "2:passing=three"],
    ["explain", "cardgames-io", "--set", "players=3"],
    ["simulate", "cardgames-io", "--games", "0"],
    ["simulate", "cardgames-io", "--games", "-5"],
    ["simulate", "cardgames-io", "--games", "many"],
    ["simulate", "cardgames-io", "--games", "9" * 400],
    ["simulate", "cardgames-io", "--seed", "-1"],
    ["simulate", "cardgames-io", "--seed", str(2**64)],
    ["simulate", "cardgames-io", "--jobs", "0"],
    ["simulate", "cardgames-io", "--players", "basik"],
    ["simulate", "cardgames-io", "--players", "basic,,random"],
    ["simulate", "cardgames-io", "--players", ",".join(["basic"] * 5)],
    ["compare", "cardgames-io"],
    ["compare", "cardgames-io", "cardgames-io", "--set", "3:passing=three"],
    ["compare", "cardgames-io", "partnership-ja", "--set", "1:passing=three"],
    ["compare", "cardgames-io", "cardgames-io", "--set", "passing=three"],
    ["meld", "cardgames-io", "A♠ X", "--trump", "S"],
    ["meld", "cardgames-io", "8♠", "--trump", "S"],
    ["meld", "cardgames-io", "A♠ A♠ A♠", "--trump", "S"],
    ["meld", "cardgames-io", "A♠"],
    ["meld", "cardgames-io", "A♠", "--trump", "green"],
    ["meld", "cardgames-io", "A♠", "--trump", "S", "--as", "dealer"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "", "--trump", "S", "--stage", "stock"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "", "--trump", "S", "--stage", "market"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "", "--trump", "S", "--seat", "4"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "", "--trump", "S", "--leading", "9"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "K♠ K♠ Q♠ Q♠ J♠", "--trump", "S"],
    ["legal", "cardgames-io", "--hand", "A♠", "--trick", "", "--trump", "S", "--card", "8♠"],
    ["winner", "cardgames-io", "--trick", "A♠ ??", "--trump", "S"],
    ["winner", "cardgames-io", "--trick", "A♠ K♠ Q♠ J♠ 9♠", "--trump", "S"],
    ["settle", "cardgames-io", "--bid", "250", "--declarer", "0", "--meld", "1,2,3", "--counters", "0,250"],
    ["settle", "cardgames-io", "--bid", "250", "--declarer", "7", "--meld", "1,2", "--counters", "0,250"],
    ["settle", "cardgames-io", "--bid", "250", "--declarer", "0", "--meld", "1;2", "--counters", "0,250"],
    ["settle", "cardgames-io", "--bid", "250", "--declarer", "0", "--meld", "9" * 40 + ",2", "--counters", "0,250"],
    ["settle", "cardgames-io", "--bid", "250", "--meld", "0,0", "--counters", "0,250"],
    ["settle", "cardgames-io", "--declarer", "0", "--meld", "0,0", "--counters", "0,250"],
    ["settle", "cardgames-io", "--bid", "250", "--declarer", "0", "--meld", "0,0"],
    [*SETTLE, "--outcome", "won"],
    [*SETTLE, "--melds", "dix"],
    [*SETTLE, "--called", "@1"],
    [*SETTLE, "--called", "hurrah"],
    [*SETTLE, "--ledger", "chips=1,2"],
    ["new", "mine.yaml"],
    ["new", "mine.txt", "--extends", "partnership"],
    ["new", "no/such/folder/mine.yaml", "--extends", "partnership"],
    ["new", "mi\nne.yaml", "--extends", "partnership"],
]

UNREADABLE = [
    ["validate", "cardgame-io"],
    ["validate", "missing.yaml"],
    ["validate", "./"],
    ["validate", "cardgames-io", "missing.yaml"],
    ["explain", "nope"],
    ["options", "./"],
    ["simulate", "missing.yaml"],
    ["compare", "cardgames-io", "missing.yaml"],
    ["meld", "nope", "A♠", "--trump", "S"],
    ["legal", "nope", "--hand", "A♠", "--trick", "", "--trump", "S"],
    ["winner", "nope", "--trick", "A♠", "--trump", "S"],
    ["settle", "nope", "--meld", "0,0", "--counters", "0,0"],
    ["new", "mine.yaml", "--extends", "nope"],
]


def shown(args: list[str]) -> str:
    return " ".join(args)[:160]


@pytest.mark.parametrize("args", USAGE, ids=shown)
def test_wrong_arguments(run: Run, args: list[str]) -> None:
    ran = run(*args)
    assert ran.status == 2, ran
    assert ran.out == ""
    assert "error: " in ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize("args", USAGE, ids=shown)
def test_wrong_arguments_as_json(run: Run, args: list[str]) -> None:
    ran = run(*args, "--json")
    assert ran.status == 2, ran
    assert set(ran.document["error"]) == {"code", "message", "hint", "diagnostics"}
    assert ran.document["error"]["code"] == "usage"
    assert ran.document["error"]["message"]


@pytest.mark.parametrize("args", UNREADABLE, ids=shown)
def test_cannot_read(run: Run, args: list[str]) -> None:
    assert run(*args).status == 3
    ran = run(*args, "--json")
    assert ran.status == 3
    error = ran.document["error"]
    assert error["code"] in {"PIN001", "PIN002"}
    assert error["diagnostics"][-1]["code"] == error["code"]


@pytest.mark.parametrize(
    ("args", "word"),
    [
        (["simualte"], "simulate"),
        (["validate", "cardgames-oi"], "cardgames-io"),
        (["validate", "x", "--strikt"], "--strict"),
        (["options", "partnership-ja", "--set", "pasing=three"], "passing"),
        (["options", "partnership-ja", "--set", "passing=thre"], "three"),
        (["simulate", "cardgames-io", "--players", "basik"], "basic"),
    ],
    ids=lambda value: shown(value) if isinstance(value, list) else value,
)
def test_suggestions(run: Run, args: list[str], word: str) -> None:
    ran = run(*args)
    assert "did you mean" in (ran.err + ran.out).lower()
    assert word in ran.err + ran.out


BROKEN = {
    "bytes": b"variant: caf\xe9\n",
    "binary": b"\x00\x01\x02\x03",
    "utf-16": "variant: x\n".encode("utf-16"),
    "empty": b"",
    "list": b"- a\n- b\n",
    "tab": b"variant: x\n\tgame: 1\n",
    "brackets": b"[" * 5000,
    "unknown key": b"variant: x\nextends: partnership\ngaem: {target: 3}\n",
    "circle": b"variant: x\nextends: ./broken.yaml\n",
    "too large": b"#" * 100_000,
}


@pytest.mark.parametrize("kind", BROKEN)
@pytest.mark.parametrize(
    "args",
    [
        ["validate", "broken.yaml"],
        ["explain", "broken.yaml"],
        ["options", "broken.yaml"],
        ["simulate", "broken.yaml"],
        ["compare", "partnership", "broken.yaml"],
        ["meld", "broken.yaml", "A♠", "--trump", "S"],
        ["new", "mine.yaml", "--extends", "./broken.yaml"],
    ],
    ids=shown,
)
def test_broken_files(run: Run, kind: str, args: list[str]) -> None:
    Path("broken.yaml").write_bytes(BROKEN[kind])
    assert run(*args).status == 1
    ran = run(*args, "--json")
    assert ran.status == 1
    assert ran.document["error"]["code"].startswith("PIN")
    assert ran.document["error"]["diagnostics"]
    assert not Path("mine.yaml").exists()


def test_json_is_recognised_behind_other_mistakes(run: Run) -> None:
    assert run("--json").document["error"]["hint"] == "write --json behind the command"
    assert "error" in run("validate", "--format", "json").document
    assert "error" in run("validate", "--format=json").document
    assert run("validate", "--", "--json").out.find('"error"') == -1


LONG = ("a" * 5_000, "qx zq " * 1_500)


@pytest.mark.parametrize("text", LONG, ids=["one word", "many words"])
@pytest.mark.parametrize(
    "command",
    [
        ("cookbook",),
        ("code",),
        ("new", "--extends", "partnership"),
        ("validate",),
        ("explain",),
        ("list",),
        ("meld", "partnership", "--trump", "S"),
        ("winner", "partnership", "AS", "--trump"),
        ("simulate", "partnership", "--set"),
        ("simulate", "partnership", "--games"),
        ("settle", "partnership", "--bid", "20", "--counters", "0,0", "--meld"),
        ("settle", "partnership", "--bid", "20", "--counters", "0,0", "--meld", "0,0", "--melds"),
        ("settle", "partnership", "--bid", "20", "--counters", "0,0", "--meld", "0,0", "--called"),
        ("settle", "partnership", "--bid", "20", "--counters", "0,0", "--meld", "0,0", "--ledger"),
        ("settle", "partnership", "--bid", "20", "--counters", "0,0", "--meld", "0,0", "--outcome"),
    ],
    ids=" ".join,
)
def test_no_argument_is_repeated_at_any_length(run: Run, command: tuple[str, ...], text: str) -> None:
    ran = run(*command, text)
    assert ran.status in (2, 3)
    assert len(ran.out + ran.err) < 2_000

"""Hostile input: a finding within a second and 200 MB, and nothing ever runs."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HEAD = "variant: house\nextends: partnership\n"
SECONDS = 1.0
MEGABYTES = 200

ASK = textwrap.dedent(
    """
    import json, resource, sys, time
    from pinochle_dsl import check
    import pinochle_dsl.checks, pinochle_dsl.compiling

    def megabytes():
        # On Linux `ru_maxrss` of a new program begins with the size of the process that forked it: ask for its own.
        try:
            with open("/proc/self/status") as status:
                line = next(line for line in status if line.startswith("VmHWM:"))
            return int(line.split()[1]) / 1024
        except (OSError, StopIteration):
            peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
            return peak / 1024 ** (2 if sys.platform == "darwin" else 1)

    for path in sys.argv[1:]:
        start = time.process_time()
        result = check(path)
        seconds = time.process_time() - start
        peak = megabytes()
        codes = sorted({item.code for item in result.diagnostics})
        print(json.dumps({"path": path, "seconds": seconds, "megabytes": peak, "codes": codes}), flush=True)
    """
)


def formula(text: str) -> str:
    return HEAD + f"outcomes:\n  made: {{if: '{text}'}}\n"


def melds(cards: str) -> str:
    more = "".join(f"  m{n}: {{cards: {cards} and {n % 3 + 1}x {'AKQJ'[n % 4]}♠, points: 4}}\n" for n in range(60))
    return f"variant: house\nextends: double-deck\nmelds:\n{more}"


def bomb() -> str:
    lines = ["variant: house", 'a0: &a0 ["lol", "lol"]']
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 30)]
    return "\n".join(lines)


def clashing() -> str:
    choices = "{{a: {{}}, b: {{game: {{target: {}}}}}, c: {{game: {{target: {}}}}}}}"
    lines = (f"  o{n}: {{default: a, choices: {choices.format(n + 1, n + 90)}}}\n" for n in range(30))
    return HEAD + "options:\n" + "".join(lines)


TEXTS: dict[str, tuple[Callable[[], str | bytes], str]] = {
    "ten megabytes": (lambda: "# a long story\n" * 700_000, "PIN003"),
    "ten megabytes on one line": (lambda: "x" * 10_000_000, "PIN003"),
    "100,000 open lists": (lambda: "[" * 100_000, "PIN003"),
    "60,000 open lists": (lambda: "[" * 60_000, "PIN009"),
    "60,000 open mappings": (lambda: "{a: " * 15_000, "PIN009"),
    "nested sequences of blocks": (lambda: "- " * 30_000, "PIN009"),
    "nested blocks": (lambda: "\n".join(" " * n + "a:" for n in range(300)), "PIN009"),
    "30,000 values": (lambda: HEAD + "notes: [" + "a," * 30_000 + "]", "PIN003"),
    "question marks": (lambda: "? " * 30_000, "PIN009"),
    "many colons": (lambda: "a: " * 20_000, "PIN020"),
    "many quotes": (lambda: "'" * 60_001, "PIN007"),
    "many dashes": (lambda: "---\n" * 15_000, "PIN008"),
    "many tags": (lambda: HEAD + "notes: [" + "!!x a, " * 9_000 + "]", "PIN012"),
    "many keys": (lambda: HEAD + "\n".join(f"k{n}: 1" for n in range(4_900)), "PIN101"),
    "one key many times": (lambda: HEAD + "game: 1\n" * 4_900, "PIN010"),
    "a long key": (lambda: "k" * 2_000 + ": 1\n", "PIN017"),
    "tabs": (lambda: "\t" * 60_000, "PIN006"),
    "control characters": (lambda: "\x01" * 60_000, "PIN005"),
    "a million copies": (lambda: HEAD + "deck: {copies: 1000000}\n", "PIN409"),
    "a million by rank": (lambda: HEAD + "deck: {copies: {A 10 K Q J 9: 1000000}}\n", "PIN409"),
    "a million cards each": (lambda: HEAD + "deal: {cards: 1000000}\n", "PIN401"),
    "copies by multiplication": (lambda: HEAD + "deck: {copies: 999 * 999 * 999 * 999}\n", "PIN409"),
    "a 4,000-digit number": (lambda: HEAD + f"game: {{target: {'9' * 4000}}}\n", "PIN016"),
    "a 4,000-digit number in a formula": (lambda: formula(f"bid > {'9' * 1900}"), "PIN304"),
    "a 4,000-digit number in quotes": (lambda: HEAD + f"game: {{target: '{'9' * 4000}'}}\n", "PIN202"),
    "a meld of 4,000 digits": (lambda: HEAD + f"melds: {{dix: {{cards: {'9' * 1900}x 9}}}}\n", "PIN"),
    "10,000 brackets": (lambda: formula("(" * 10_000 + "bid" + ")" * 10_000), "PIN202"),
    "900 brackets": (lambda: formula("(" * 900 + "bid" + ")" * 900), "PIN202"),
    "10,000 signs": (lambda: formula("-" * 10_000 + "bid > 0"), "PIN202"),
    "1,900 signs": (lambda: formula("-" * 1_900 + "bid > 0"), "PIN202"),
    "10,000 nots": (lambda: formula("not " * 10_000 + "nobody_bid"), "PIN202"),
    "480 nots": (lambda: formula("not " * 480 + "nobody_bid"), "PIN202"),
    "10,000 terms": (lambda: formula("bid" + "+bid" * 10_000 + " > 0"), "PIN202"),
    "480 terms": (lambda: formula("bid" + "+bid" * 480 + " > 0"), "PIN202"),
    "480 ors": (lambda: formula("nobody_bid" + " or nobody_bid" * 120), "PIN202"),
    "10,000 elses": (lambda: formula("0 if trump else " * 10_000 + "1"), "PIN003"),
    "3,000 elses": (lambda: formula("0 if trump else " * 3_000 + "1"), "PIN202"),
    "90 elses": (lambda: formula("0 if nobody_bid else " * 90 + "1 > 0"), "PIN202"),
    "a deep function": (lambda: formula("abs(" * 300 + "bid" + ")" * 300), "PIN202"),
    "an alias bomb": (bomb, "PIN011"),
    "a recursive alias": (lambda: "a: &a [*a]\n", "PIN011"),
    "a merge bomb": (lambda: "a: &a {x: 1}\n" + "".join(f"b{n}: {{<<: *a}}\n" for n in range(2_000)), "PIN013"),
    "code in a tag": (lambda: HEAD + "title: !!python/object/apply:os._exit [9]\n", "PIN012"),
    "an option of a million values": (
        lambda: HEAD + "options: {o: {default: 1, values: 1 to 1000000, sets: game.target}}\n",
        "PIN509",
    ),
    "values without end": (
        lambda: HEAD + f"options: {{o: {{default: 1, values: 1 to {'9' * 1900}, sets: game.target}}}}\n",
        "PIN509",
    ),
    "a million players": (lambda: HEAD + "players: {seats: 2 to 1000000}\n", "PIN404"),
    "ladder without end": (lambda: HEAD + "auction: {minimum: 25, maximum: 1000000000}\n", "PIN403"),
    "a meld in very many ways": (
        lambda: HEAD + "melds: {odd: {cards: 2x A 2x K 2x Q 2x J 2x 10 2x 9, points: 5}}\n",
        "PIN304",
    ),
    "many melds in very many ways": (lambda: melds("2x A 2x K 2x Q 2x J"), "PIN304"),
    "many melds of parts that multiply": (lambda: melds("6x A and 6x K and 6x Q"), "PIN304"),
    "many clashing options": (clashing, "PIN506"),
    "bytes of all kinds": (lambda: bytes(range(1, 256)) * 200, "PIN004"),
    "an archive": (lambda: b"PK\x03\x04" + b"\0" * 5_000, "PIN004"),
    "UTF-16": (lambda: "variant: house\n".encode("utf-16"), "PIN004"),
    "UTF-16 without mark": (lambda: "variant: house\n".encode("utf-16-le"), "PIN004"),
    "half a letter": (lambda: b"variant: \xe2\x99", "PIN004"),
    "lone surrogate": (lambda: b"variant: \xed\xa0\x80", "PIN004"),
    "right-to-left marks": (lambda: HEAD + "title: \u202egnorw\n", "PIN022"),
    "nothing": (lambda: b"", "PIN018"),
}


def asked(paths: list[str]) -> dict[str, dict[str, Any]]:
    """Check files in a process of its own and return what it measured."""
    done = subprocess.run(
        [sys.executable, "-c", ASK, *paths], cwd=ROOT, capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stdout[-300:] + done.stderr[-2000:]
    return {answer["path"]: answer for answer in map(json.loads, done.stdout.splitlines())}


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    folder = tmp_path_factory.mktemp("hostile")
    paths = {}
    for number, (name, (make, _)) in enumerate(TEXTS.items()):
        text = make()
        paths[name] = folder / f"{number}.yaml"
        paths[name].write_bytes(text if isinstance(text, bytes) else text.encode())
    found = asked([str(path) for path in paths.values()])
    return {name: found[str(path)] for name, path in paths.items()}


@pytest.mark.parametrize("name", TEXTS)
def test_hostile_text_is_a_finding_in_time(name: str, answers: dict[str, dict[str, Any]]) -> None:
    answer = answers[name]
    assert any(code.startswith(TEXTS[name][1]) for code in answer["codes"]), answer
    assert answer["seconds"] < SECONDS
    assert answer["megabytes"] < MEGABYTES


def test_hostile_places_are_findings() -> None:
    places = ["/dev/zero", "/dev/stdin", "/proc/self/mem", "/", "nowhere.yaml", "x" * 5_000 + ".yaml"]
    there = [name for name in places if not name.startswith(("/dev", "/proc")) or Path(name).exists()]
    for answer in asked(there).values():
        assert len(answer["codes"]) == 1
        assert answer["seconds"] < SECONDS


def test_file_that_vanishes_while_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import os

    from pinochle_dsl import check

    path = tmp_path / "house.yaml"
    path.write_text(HEAD, encoding="utf-8")

    def gone(_: int) -> object:
        raise OSError(116, "Stale file handle")

    monkeypatch.setattr(os, "fstat", gone)
    (item,) = check(str(path)).diagnostics
    monkeypatch.undo()
    assert (item.code, item.message.split(": ")[-1]) == ("PIN002", "Stale file handle")

"""Records stepped through: every step there and back, as lines and as a document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from interpreter import Game
from interpreter.game import play_out
from pinochle_dsl.cli import main
from pinochle_dsl.table.replaying import Replay
from tests.table.people import go_on, program, seat_down


@pytest.fixture
def pinochle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)
    return lambda *args, stdin="": CliRunner().invoke(main, list(args), input=stdin)


def record(name: str = "two-handed-ko", seed: int = 1) -> dict:
    return play_out(Game(program(name), seed, players=("basic",)), ["basic"]).record()


def test_there_and_back_again() -> None:
    for name in ("two-handed-ko", "cardgames-io"):
        replay = Replay(record(name))
        seen = []
        for step in range(0, len(replay.actions) + 1, 7):
            replay.go_to(step)
            seen.append((step, replay.all_hands(), [e.text for e in replay.teller.entries]))
        for step, hands, told in reversed(seen):
            replay.go_to(step)
            assert replay.step_number == step
            assert replay.all_hands() == hands
            assert [e.text for e in replay.teller.entries] == told


def test_every_step_as_a_document(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    """The steps hold the whole game: played again from their words alone it ends the same."""
    found = record("partnership-ja", 3)
    (tmp_path / "game.json").write_text(json.dumps(found), encoding="utf-8")
    ran = pinochle("replay", "game.json", "--json")
    document = json.loads(ran.stdout)
    assert ran.exit_code == 0
    again = Game(program("partnership-ja"), 3)
    for step in document["steps"][1:]:
        assert again.current_seat == step["seat"]
        assert list(again.observation(step["seat"]).hand) == step["hand"]
        again.apply(again.action(step["words"]))
        assert list(again.standing) == step["totals"]
    assert again.record()["actions"] == found["actions"]
    assert document["totals"] == list(again.totals)
    assert document["winner"] == again.winner


def test_in_lines(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    (tmp_path / "game.json").write_text(json.dumps(record()), encoding="utf-8")
    ran = pinochle("replay", "game.json", stdin="\n\ntrick\nback\nhands\n12\ndeal\nscore\nwhat\n?\nquit\n")
    assert ran.exit_code == 0
    assert "Seat 0 leads 10♠" in ran.stdout
    assert "seat 1: " in ran.stdout
    assert "Step 12 of" in ran.stdout
    whole = pinochle("replay", "game.json")
    assert "Seat 0 wins" in whole.stdout
    assert whole.stdout.count("takes trick") == 24


def test_a_save_is_a_record_too(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    session = go_on(seat_down("two-handed-ko", save=tmp_path / "s.json"), lambda s: len(s.game.actions) > 20)
    document = json.loads(pinochle("replay", "s.json", "--open", "--json").stdout)
    assert [step["action"] for step in document["steps"][1:]] == session.game.actions
    assert document["over"] is False


def test_hands_of_a_game_that_is_played_on_are_opened_on_request_only(
    tmp_path: Path, pinochle: Callable[..., Result]
) -> None:
    session = go_on(seat_down("two-handed-ko", save=tmp_path / "s.json"), lambda s: len(s.game.actions) > 20)
    for more in ([], ["--plain"], ["--json"]):
        ran = pinochle("replay", "s.json", *more)
        assert ran.exit_code == 2
        assert "this game is not over yet" in ran.output
        assert "--open" in ran.output
        assert "♠" not in ran.output
    assert "Seat 0 leads" in pinochle("replay", "s.json", "--open").stdout
    go_on(session)
    session.save()
    assert re.search("Seat [01] wins", pinochle("replay", "s.json").stdout)


def test_what_is_no_record(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    good = record()
    changes = ({"format": 99}, {"actions": [9999]}, {"hash": "0"})
    for content in (b"", b"[]", b"{}", b"\xff", *(json.dumps(good | change).encode() for change in changes)):
        (tmp_path / "bad.json").write_bytes(content)
        ran = pinochle("replay", "bad.json")
        assert (ran.exit_code, ran.stdout) == (3, "")
        assert ran.stderr.startswith("error: bad.json")
    assert pinochle("replay", "missing.json").exit_code == 3
    assert pinochle("replay", ".").exit_code == 3


def test_what_is_no_step_is_said_to_be_none(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    (tmp_path / "game.json").write_text(json.dumps(record()), encoding="utf-8")
    ran = pinochle("replay", "game.json", stdin=f"back\n999\n{'9' * 5000}\nabc\nquit\n")
    last = len(record()["actions"])
    assert "This is the beginning of the record." in ran.stdout
    assert f"there is no step 999; the steps go from 0 to {last}" in ran.stdout
    assert ran.stdout.count("there is no step") == 2
    assert "'abc' is neither a step nor a command" in ran.stdout


@pytest.mark.parametrize("name", ["two-handed-ko", "cardgames-io", "partnership-ja"])
def test_a_trick_that_is_looked_at_is_counted(name: str) -> None:
    """What is said of the tricks and the figures at the seats agree at every step."""
    replay = Replay(record(name))
    taken = [0] * replay.program.table.seats
    deal, held = 1, 0
    while replay.forward():
        entry = replay.entries()[-1]
        if entry.deal != deal:
            taken, deal = [0] * replay.program.table.seats, entry.deal
        if entry.kind == "trick":
            held += 1
            taken[int(entry.text.split()[1])] += 1
            assert list(replay.view().tricks) == taken
    assert held >= 12

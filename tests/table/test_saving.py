"""Saves: exactly there again, whole or not at all, and nothing foreign is touched."""

from __future__ import annotations

import json
import os
from pathlib import Path
from random import Random

import pytest

from pinochle_dsl.table import saving
from pinochle_dsl.table.session import Session
from tests.table.people import go_on, on, program, seat_down


def sight(session: Session) -> tuple[object, ...]:
    """All that a person can tell of where he is."""
    return (
        session.waiting,
        session.game.record(),
        session.view(),
        [session.words(e) for e in session.entries()],
        session.streak_score(),
        session.finished,
        session.choices(),
    )


@pytest.mark.parametrize("name", ["two-handed-ko", "cardgames-io", "partnership-ja", "five-handed-called-partner"])
def test_a_save_goes_on_exactly_there(name: str, tmp_path: Path) -> None:
    path, random = tmp_path / "game.json", Random(name)
    session = seat_down(name, 11)
    for _ in range(300):
        if session.waiting == "over":
            session.next_game()
        on(session)
        if random.random() < 0.05 and not session.selection:  # a choice that is not confirmed is not saved
            session.save_path = path
            session.save()
            again = Session.resumed(saving.read(path), program(name), path)
            assert sight(again) == sight(session)
            session = again
            session.save_path = None
    assert session.game.actions


def test_every_confirmed_action_is_saved_and_nothing_before(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = seat_down("two-handed-ko", save=path)
    session.save()
    for _ in range(25):
        on(session)
        document = saving.read(path)
        assert document["record"]["actions"] == session.game.actions
        assert document["holds"] == len(session.holds)


def test_a_shared_machine_comes_back_with_the_hand_hidden(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = go_on(seat_down("cardgames-io", save=path, people=(0, 2)), lambda s: s.waiting == "choose")
    session.save()
    again = Session.resumed(saving.read(path), session.program, path)
    assert (again.waiting, again.view()) == ("reveal", None)


def test_a_save_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "folder" / "game.json"
    session = seat_down("two-handed-ko", save=path)
    session.save()
    document = json.loads(path.read_text(encoding="utf-8"))
    assert document["kind"] == "pinochle game"
    assert document["format"] == saving.SAVE_FORMAT
    assert document["variant"] == "two-handed-ko"
    assert document["hash"] == session.program.hash == document["record"]["hash"]
    assert "version" in document
    assert path.stat().st_mode & 0o077 == 0
    assert [p.name for p in path.parent.iterdir()] == ["game.json"]


def spoilt(text: str) -> dict[str, bytes]:
    document = json.loads(text)
    newer = document | {"format": saving.SAVE_FORMAT + 1}
    other = document | {"record": document["record"] | {"actions": document["record"]["actions"][:-1]}}
    return {
        "empty": b"",
        "half": text[: len(text) // 2].encode(),
        "not text": b"\xff\xfe\x00\x01" * 20,
        "a list": b"[1, 2]",
        "foreign": b'{"save": "of another program"}',
        "newer": json.dumps(newer).encode(),
        "changed": json.dumps(other).encode(),
        "deep": b"[" * 100_000,
        "one digit": text.replace('"seed":', '"seed":1', 1).encode(),
    }


def test_what_is_no_whole_save_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = go_on(seat_down("two-handed-ko", save=path), lambda s: len(s.game.actions) > 9)
    session.save()
    for what, content in spoilt(path.read_text(encoding="utf-8")).items():
        path.write_bytes(content)
        with pytest.raises(saving.SaveError) as caught:
            saving.read(path)
        assert path.read_bytes() == content
        words = str(caught.value)
        assert "Traceback" not in words
        assert ("format" in words) == (what == "newer")


def test_every_byte_counts(tmp_path: Path) -> None:
    """Whatever single character of a save is changed: it is refused, or means the same."""
    path, random = tmp_path / "game.json", Random(1)
    session = go_on(seat_down("schnapsen", save=path), lambda s: len(s.game.actions) > 9)
    session.save()
    text = path.read_text(encoding="utf-8")
    whole = json.loads(text)
    for _ in range(300):
        at = random.randrange(len(text))
        path.write_text(text[:at] + random.choice('0123456789abcxyz,:[]{}" ') + text[at + 1 :], encoding="utf-8")
        try:
            assert saving.read(path) == whole
        except saving.SaveError:
            continue


def test_a_check_sum_that_fits_does_not_make_a_record_sound(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    session = seat_down("two-handed-ko", save=path)
    content = session.content()
    for change in (
        {"record": {}},
        {"record": content["record"] | {"actions": [999]}},
        {"holds": 99},
        {"people": ["a"]},
        {"finished": 7},
    ):
        saving.write(path, content | change)
        with pytest.raises(saving.SaveError, match="damaged"):
            Session.resumed(saving.read(path), session.program, path)


def test_a_save_of_another_game_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    seat_down("schnapsen", save=path).save()
    with pytest.raises(saving.SaveError, match="one of schnapsen, not of two-handed-ko"):
        Session.resumed(saving.read(path), program("two-handed-ko"), path)


@pytest.mark.skipif(os.geteuid() == 0, reason="the superuser may write everywhere")
def test_a_folder_that_may_not_be_written(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(saving.SaveError, match="cannot be saved"):
        seat_down("schnapsen", save=tmp_path / "game.json").save()


def test_a_folder_where_the_save_should_be(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(saving.SaveError, match="cannot be saved"):
        seat_down("schnapsen", save=tmp_path / "game.json").save()
    assert [p.name for p in tmp_path.iterdir()] == ["game.json"]


def test_two_programs_do_not_write_over_each_other(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    first = seat_down("schnapsen", save=path)
    first.save()
    second = Session.resumed(saving.read(path), program("schnapsen"), path)
    go_on(second, lambda s: len(s.game.actions) > 3)
    there = path.read_bytes()
    with pytest.raises(saving.SaveError, match="another program plays the game"):
        go_on(first, lambda s: len(s.game.actions) > 3)
    assert path.read_bytes() == there


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "link.json").symlink_to(tmp_path / "there.json")
    seat_down("schnapsen", save=tmp_path / "link.json").save()
    assert (tmp_path / "link.json").is_symlink()
    assert saving.read(tmp_path / "there.json")["variant"] == "schnapsen"


def test_where_games_are_saved(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    rules = program("schnapsen")
    assert saving.default_path(rules) == tmp_path / "pinochle" / f"schnapsen-{rules.hash[:8]}.json"
    monkeypatch.setenv("XDG_STATE_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert saving.default_path(rules).parent == tmp_path / ".local" / "state" / "pinochle"


def test_what_lies_beside_a_save_is_left_alone(tmp_path: Path) -> None:
    """A link of the name that a part file might have leads nowhere, and somebody's file stays."""
    mine = tmp_path / "mine.txt"
    mine.write_text("precious", encoding="utf-8")
    (tmp_path / ".game.json.part").symlink_to(mine)
    path = tmp_path / "game.json"
    saving.write(path, {"variant": "any"})
    assert mine.read_text(encoding="utf-8") == "precious"
    assert not path.is_symlink()
    assert saving.read(path)["variant"] == "any"
    assert sorted(p.name for p in tmp_path.iterdir()) == [".game.json.part", "game.json", "mine.txt"]


def test_other_options_are_named(tmp_path: Path) -> None:
    session = seat_down("two-handed-ko", 1)
    path = tmp_path / "game.json"
    session.save_path = path
    session.save()
    document = saving.read(path)
    document["record"]["options"] = {"passing": "three", "length": "4 deals"}
    document["hash"] = "other"
    with pytest.raises(saving.SaveError, match=r"asked for by --set passing=three --set 'length=4 deals'"):
        Session.resumed(document, program("two-handed-ko"), path)

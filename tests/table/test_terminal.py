"""The real program at a pseudo-terminal: whole games in both modes, killed at any moment and taken up again."""

from __future__ import annotations

import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from interpreter import Game
from pinochle_dsl.cli import main
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.table import saving
from pinochle_dsl.table.opponents import streak_of
from tests.stopping import PATIENCE, wait_for_work
from tests.table.people import go_on, program, seat_down
from tests.table.terminal import Terminal

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals")


def saved(state: Path) -> dict:
    (path,) = (state / "pinochle").glob("*.json")
    return saving.read(path)


def play_lines(terminal: Terminal, until: str = "Enter for the next game") -> str:
    """Take every hint until words are shown."""
    shown = ""
    while until not in shown:
        shown = terminal.wait_for("> ")
        if until in shown:
            break
        asks = shown.rstrip().splitlines()[-1]
        waits = ("Enter to go on", "is to move", "take the machine")
        terminal.type("\n" if any(words in asks for words in waits) else "hint!\n")
    return terminal.text


def test_a_whole_game_in_lines(tmp_path: Path) -> None:
    with Terminal("play", "two-handed-ko", "--plain", "--seed", "1", "--auto", state=tmp_path) as terminal:
        text = play_lines(terminal)
        assert "Games won in a row:" in text
        terminal.type("quit\n")
        assert terminal.end() == 0
        assert "Go on with: pinochle play two-handed-ko" in terminal.text
    record = saved(tmp_path)["record"]
    assert Game.replay(record).is_over


def test_a_whole_game_on_the_full_screen(tmp_path: Path) -> None:
    """Enter alone plays a game: it takes the card under the cursor, confirms it, and goes on."""
    args = ("play", "two-handed-ko", "--seed", "3", "--players", "random")
    with Terminal(*args, state=tmp_path) as terminal:
        terminal.wait_for("Go on")
        end = time.monotonic() + 2 * PATIENCE
        while "The game is over" not in terminal.tail and time.monotonic() < end:
            terminal.press("\r")
        assert "The game is over" in terminal.tail
        terminal.type("q")
        assert terminal.end() == 0
        assert "The game is saved in" in terminal.text
    (first, *_) = saved(tmp_path)["finished"]  # an Enter too many may have begun the next game
    assert first["number"] == 0
    assert max(first["totals"]) > 100


@pytest.mark.parametrize("plain", [True, False], ids=["lines", "full screen"])
def test_killed_at_any_moment_and_taken_up_again(tmp_path: Path, plain: bool) -> None:  # noqa: FBT001
    """Each time the save is whole, and the next run goes on with every action that was confirmed."""
    random, actions = Random(plain), list[int]()
    args = ["play", "two-handed-ko", "--auto", *(["--plain"] if plain else [])]
    for number in range(4):
        with Terminal(*args, *(["--seed", "9"] if number == 0 else []), state=tmp_path) as terminal:
            terminal.wait_for("> " if plain else "Go on")
            for _ in range(random.randrange(5, 30)):
                terminal.press("hint!\n\n" if plain else "\r")
            terminal.send(signal.SIGKILL)
            terminal.end()
        now = saved(tmp_path)["record"]
        Game.replay(now)
        if now["game"] == 0:
            assert now["actions"][: len(actions)] == actions
            actions = now["actions"]
        else:
            actions = []
    assert number == 3


def test_ctrl_c_and_sigterm_and_the_end_of_input(tmp_path: Path) -> None:
    for kind in (signal.SIGINT, signal.SIGTERM):
        with Terminal("play", "cardgames-io", "--plain", "--auto", state=tmp_path) as terminal:
            terminal.wait_for("> ")
            terminal.send(kind)
            assert terminal.end() == 130
            assert "The game is saved in" in terminal.text
            assert "Traceback" not in terminal.text
    with Terminal("play", "cardgames-io", "--plain", "--auto", state=tmp_path) as terminal:
        terminal.wait_for("> ")
        terminal.type("\x04")
        assert terminal.end() == 0
        assert "The game is saved in" in terminal.text
    assert Game.replay(saved(tmp_path)["record"])


def test_ctrl_c_on_the_full_screen(tmp_path: Path) -> None:
    with Terminal("play", "cardgames-io", state=tmp_path) as terminal:
        terminal.wait_for("Go on")
        terminal.type("\x03")
        assert terminal.end() == 130
        assert "The game is saved in" in terminal.text


@pytest.mark.parametrize("stop", ["\x03", signal.SIGTERM], ids=["key", "signal"])
@pytest.mark.parametrize("plain", [False, True], ids=["screen", "lines"])
def test_a_choice_that_takes_seconds_is_broken_off(tmp_path: Path, stop: str | signal.Signals, plain: bool) -> None:  # noqa: FBT001
    more = ["--plain"] if plain else []
    line = ["play", "partnership-ja", "--seats", "3", "--players", "search:600000ms", "--seed", "1", *more]
    with Terminal(*line, state=tmp_path) as terminal:
        terminal.wait_for("> " if plain else "Go on")
        terminal.type("\r")
        wait_for_work(terminal.process, 0.5)
        terminal.type(stop) if isinstance(stop, str) else terminal.send(stop)
        assert terminal.end() == 130
        assert "The game is saved in" in terminal.text
        assert "Traceback" not in terminal.text
    assert saved(tmp_path)["record"]["actions"] == []


def test_sigterm_on_the_full_screen(tmp_path: Path) -> None:
    with Terminal("play", "cardgames-io", state=tmp_path) as terminal:
        terminal.wait_for("Go on")
        terminal.send(signal.SIGTERM)
        assert terminal.end() == 130
        assert "Traceback" not in terminal.text
        assert "\x1b[?1049l" in terminal.raw  # the terminal is given back


def test_a_simple_terminal_gets_lines(tmp_path: Path) -> None:
    with Terminal("play", "schnapsen", state=tmp_path, TERM="dumb") as terminal:
        terminal.wait_for("Type ? for help")
        terminal.type("quit\n")
        assert terminal.end() == 0
        assert "\x1b" not in terminal.raw


def test_a_terminal_without_suits_gets_letters(tmp_path: Path) -> None:
    with Terminal("play", "schnapsen", "--auto", state=tmp_path, PYTHONUTF8="0", PYTHONIOENCODING="ascii") as terminal:
        terminal.wait_for("Your hand")
        terminal.type("quit\n")
        terminal.end()
        assert "♠" not in terminal.text
        assert terminal.text.isascii()


@pytest.fixture
def pinochle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """Run the command line in this process, in an empty folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    return lambda *args, stdin="": CliRunner().invoke(main, list(args), input=stdin)


def test_in_a_pipe(pinochle: Callable[..., Result]) -> None:
    ran = pinochle("play", "two-handed-ko", "--seed", "1", "--auto", stdin="hint!\n\nhint!\n")
    assert (ran.exit_code, ran.stderr) == (0, "")
    led = re.search(r"You lead \S+", ran.stdout)  # a hint has a tenth of a second, and may fall out otherwise
    assert led
    again = pinochle("play", "two-handed-ko", stdin="history\n")
    assert "Going on with the game saved in" in again.stdout
    assert led[0] in again.stdout


def test_as_a_document(pinochle: Callable[..., Result]) -> None:
    ran = pinochle("play", "two-handed-ko", "--seed", "1", "--auto", "--json", stdin="hint!\n")
    document = json.loads(ran.stdout)
    assert document["variant"] == "two-handed-ko"
    assert document["actions"] == 2
    assert document["streak"] == {"won": 0, "score": 0}
    assert "You lead " in ran.stderr


def test_what_is_refused(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    (tmp_path / "letter.json").write_text('{"dear": "aunt"}', encoding="utf-8")
    for args, status, words in (
        (("--save", "letter.json"), 3, "no saved game of this program"),
        (("--save", "letter.json", "--new"), 3, "no saved game of this program"),
        (("--seats", "0,5"), 2, "there is no seat 5"),
        (("--seats", "x"), 2, "are no seats"),
        (("--seats", "1,1"), 2, "names a seat twice"),
        (("--players", "basik"), 2, "did you mean"),
        (("--players", "basic", "--opponent", "random"), 2, "say the same"),
        (("--players", "basic,basic,basic"), 2, "has 2 seats"),
    ):
        ran = pinochle("play", "two-handed-ko", *args)
        assert (ran.exit_code, ran.stdout) == (status, ""), args
        assert words in ran.stderr
        failed = pinochle("play", "two-handed-ko", *args, "--json")
        assert words in json.dumps(json.loads(failed.stdout)["error"])
    assert (tmp_path / "letter.json").read_text(encoding="utf-8") == '{"dear": "aunt"}'
    assert not (tmp_path / "pinochle").exists()


def test_a_saved_game_is_not_begun_anew_unasked(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    pinochle("play", "schnapsen", "--seed", "1", "--save", "a.json")
    before = (tmp_path / "a.json").read_bytes()
    for more in (("--seed", "2"), ("--seats", "1")):
        ran = pinochle("play", "schnapsen", *more, "--save", "a.json")
        assert ran.exit_code == 2
        assert "add --new" in ran.stderr
    other = pinochle("play", "two-handed-ko", "--new", "--save", "a.json")
    assert other.exit_code == 3
    assert (tmp_path / "a.json").read_bytes() == before
    pinochle("play", "schnapsen", "--seed", "2", "--new", "--save", "a.json")
    assert (tmp_path / "a.json").read_bytes() != before


def test_keys_that_are_no_text_on_the_full_screen(tmp_path: Path) -> None:
    """A terminal that is set otherwise sends bytes that are no UTF-8: they are keys that nobody knows."""
    with Terminal("play", "two-handed-ko", "--seed", "5", state=tmp_path) as terminal:
        terminal.wait_for("Lead a card")
        os.write(terminal.master, b"\xff\xfe\xe9")
        terminal.press("q")
        assert terminal.end() == 0
        assert "Traceback" not in terminal.text
        assert "The game is saved in" in terminal.text


def test_a_terminal_without_a_size_is_spoken_to_in_lines(tmp_path: Path) -> None:
    with Terminal("play", "two-handed-ko", "--seed", "5", state=tmp_path, width=0, height=0) as terminal:
        terminal.wait_for("Lead a card> ")
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_a_game_is_played_by_one_process_at_a_time(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    """The second is refused before it deals, whether the save is new or old; nobody is once the first is gone."""
    args = ["play", "two-handed-ko", "--plain", "--save", "game.json"]
    for stop in (signal.SIGKILL, signal.SIGTERM, None):
        with Terminal(*args, state=tmp_path) as terminal:
            terminal.wait_for("> ")
            before = (tmp_path / "game.json").read_bytes()
            for more in ([], ["--new"]):
                ran = pinochle(*args, *more)
                assert (ran.exit_code, ran.stdout) == (3, "")
                assert "the game in" in ran.stderr
                assert "is being played by another process" in ran.stderr
                assert "--save FILE" in ran.stderr
            assert (tmp_path / "game.json").read_bytes() == before
            assert pinochle(*args[:-1], "other.json").exit_code == 0
            if stop is None:
                terminal.type("quit\r")
            else:
                terminal.send(stop)
            terminal.end()
        assert (tmp_path / ".game.json.lock").exists() == (stop is signal.SIGKILL)
        assert pinochle(*args).exit_code == 0
    assert not list(tmp_path.glob(".*.lock"))


@pytest.mark.parametrize("plain", [True, False], ids=["lines", "full screen"])
def test_a_terminal_asks_before_it_opens_the_hands(tmp_path: Path, plain: bool) -> None:  # noqa: FBT001
    go_on(seat_down("two-handed-ko", save=tmp_path / "s.json"), lambda s: len(s.game.actions) > 20)
    args = ["replay", "s.json", *(["--plain"] if plain else [])]
    for answer in ("\r", "no\r", "\x04"):
        with Terminal(*args, state=tmp_path) as terminal:
            terminal.wait_for("Write yes to see them> ")
            terminal.type(answer)
            assert terminal.end() == 0
            assert "The hands stay closed." in terminal.text
            assert "♠" not in terminal.text
    with Terminal(*args, state=tmp_path) as terminal:
        terminal.wait_for("Write yes to see them> ")
        terminal.type("yes\r")
        terminal.wait_for("0/" if plain else "Step 0 of")
        terminal.type("quit\r" if plain else "q")
        assert terminal.end() == 0


def test_rising_only_where_a_streak_is_kept(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    """Every game that counts no games won in a row refuses it, and so does a table of people alone."""
    for name in shipped_names():
        ran = pinochle("play", name, "--opponent", "rising", "--seed", "1", "--save", f"{name}.json")
        kept = streak_of(program(name)) is not None
        assert (ran.exit_code == 2) != kept
        assert kept or "does not count those" in ran.stderr
        assert (tmp_path / f"{name}.json").exists() == kept
    ran = pinochle("play", "two-handed-ko", "--seats", "0,1", "--opponent", "rising", "--save", "b.json")
    assert (ran.exit_code, "people sit on every seat" in ran.stderr) == (2, True)


def test_a_streak_is_won_against_the_opponents_it_began_with(tmp_path: Path, pinochle: Callable[..., Result]) -> None:
    go_on(seat_down("two-handed-ko", save=tmp_path / "s.json", players=("random",)))
    before = (tmp_path / "s.json").read_bytes()
    for more in (("--opponent", "search"), ("--players", "rising"), ("--players", "random,basic")):
        ran = pinochle("play", "two-handed-ko", "--save", "s.json", *more)
        assert ran.exit_code == 2
        assert "counts games won in a row, all of them against random" in ran.stderr
        assert "add --new" in ran.stderr
        assert (tmp_path / "s.json").read_bytes() == before
    ran = pinochle("play", "two-handed-ko", "--save", "s.json", "--opponent", "random")
    assert ran.exit_code == 0
    assert "(against random, which does not rise)" in ran.stdout
    ran = pinochle("play", "two-handed-ko", "--save", "s.json", "--opponent", "rising", "--new")
    assert (ran.exit_code, "streak" in ran.stderr) == (0, False)
    pinochle("play", "schnapsen", "--save", "c.json", "--opponent", "random")
    assert pinochle("play", "schnapsen", "--save", "c.json", "--opponent", "basic").exit_code == 0

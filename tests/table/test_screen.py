"""The full screen: what keys do, what is shown."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable

import pytest
from textual.pilot import Pilot

from interpreter import Game
from interpreter.game import play_out
from pinochle_dsl import load
from pinochle_dsl.explaining import calls_told
from pinochle_dsl.table.app import Page, Table, TableApp
from pinochle_dsl.table.replaying import Replay
from pinochle_dsl.table.session import CARDS, Session
from tests.table.people import go_on, on, program, seat_down

SIZES = [(80, 24), (120, 40), (60, 20)]


def at_the_table(session: Session, what: Callable[[Pilot, Table], Awaitable[None]], size: tuple[int, int] = (80, 24)):
    async def sit() -> None:
        app = TableApp(session, lambda: "# The rules")
        async with app.run_test(size=size) as pilot:
            await pilot.pause()
            assert isinstance(app.screen, Table)
            await what(pilot, app.screen)

    asyncio.run(sit())


def shown(table: Table) -> str:
    """All that the screen shows, as text."""
    strips = table._compositor.render_strips()
    return "\n".join(strip.text for strip in strips)


def test_a_whole_game_by_keys() -> None:
    """A person who presses H, Space and Enter plays the game that `basic` plays alone."""
    session = seat_down("two-handed-ko", 5)

    async def play(pilot: Pilot, table: Table) -> None:
        for _ in range(2000):
            if session.waiting == "over":
                break
            if session.waiting == "choose":
                table.action_hint()
            table.action_enter()
        await pilot.pause()
        text = shown(table)
        assert "The game is over" in text

    at_the_table(session, play)
    assert session.game.actions == play_out(Game(program("two-handed-ko"), 5), ["basic"]).actions


def test_a_choice_is_taken_back_by_escape() -> None:
    session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose")
    before = session.game.record()

    async def change(pilot: Pilot, table: Table) -> None:
        await pilot.press("3")
        assert "bid 280: Enter confirms, Esc takes back" in shown(table)
        await pilot.press("escape")
        assert session.selection == []
        await pilot.press("down", "space", "space")
        assert session.selection == []
        await pilot.press("1", "enter")

    at_the_table(session, change)
    assert len(session.game.actions) == len(before["actions"]) + 1


def test_equal_cards_are_chosen_one_by_one() -> None:
    session = seat_down("cardgames-io")
    for seed in range(60):
        session = go_on(seat_down("cardgames-io", seed), lambda s: s.game.decision in CARDS and s.waiting == "choose")
        hand = session.view().hand if session.view() else ()
        if session.waiting == "choose" and hand[0] == hand[1]:
            break

    async def choose(pilot: Pilot, table: Table) -> None:
        await pilot.press("home", "space", "right", "space")
        assert len(session.selection) == 2
        assert table.chosen_places() == {0, 1}
        await pilot.press("space")
        assert table.chosen_places() == {0}

    at_the_table(session, choose)


def test_a_card_that_may_not_be_played_is_told_why() -> None:
    session = seat_down("cardgames-io")
    for seed in range(30):
        session = seat_down("cardgames-io", seed)
        while session.waiting != "over":
            legal = {c.words for c in session.choices()}
            view = session.view()
            if session.waiting == "choose" and view.decision == "play" and set(view.hand) - legal:
                break
            on(session)
        else:
            continue
        break
    at = next(n for n, card in enumerate(session.view().hand) if card not in legal)

    async def ask(pilot: Pilot, table: Table) -> None:
        table.cursor = at
        await pilot.press("space")
        assert "is not allowed" in shown(table)
        assert session.selection == []

    at_the_table(session, ask, (120, 40))


@pytest.mark.parametrize(("key", "title"), [("r", "The rules"), ("t", "history"), ("s", "score"), ("m", "melds")])
def test_pages(key: str, title: str) -> None:
    session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose")

    async def read(pilot: Pilot, table: Table) -> None:
        await pilot.press(key)
        await pilot.pause()
        page = pilot.app.screen
        assert isinstance(page, Page)
        assert title in page.heading
        await pilot.press("down", "pagedown", "enter")
        assert pilot.app.screen is table
        assert session.selection == []

    at_the_table(session, read)


def test_several_people_pass_the_machine() -> None:
    session = go_on(seat_down("partnership-ja", people=(0, 2)), lambda s: s.waiting == "reveal")

    async def look(pilot: Pilot, table: Table) -> None:
        assert "take the machine" in shown(table)
        assert table.hand == []
        await pilot.press("enter")
        assert table.hand
        await pilot.press("v")
        assert table.hand == []

    at_the_table(session, look)


def test_a_new_game_asks_first() -> None:
    session = seat_down("two-handed-ko")
    first = session.game

    async def answer(pilot: Pilot, table: Table) -> None:
        del table
        await pilot.press("n", "n")
        assert session.game is first
        await pilot.press("n", "y")
        assert session.game is not first

    at_the_table(session, answer)


@pytest.mark.parametrize("name", ["eight-handed", "rubicon-bezique"])
def test_wide_and_narrow_tables(name: str) -> None:
    for size in SIZES:
        session = seat_down(name, 2)

        async def walk(pilot: Pilot, table: Table, session: Session = session) -> None:
            for step in range(120):
                on(session)
                if step % 12 == 0:
                    table.refresh_table()
                    await pilot.pause()

        at_the_table(session, walk, size)


def test_a_record_on_the_screen() -> None:
    record = play_out(Game(program("cardgames-io"), 1, players=("basic",)), ["basic"]).record()
    replay = Replay(record)

    async def step(pilot: Pilot, table: Table) -> None:
        await pilot.press("enter", "enter", "right")
        assert replay.step_number == 3
        await pilot.press("left")
        assert replay.step_number == 2
        await pilot.press("t")
        assert "takes trick 1" in shown(table)
        await pilot.press("v")
        assert replay.viewer == 1
        await pilot.press("end")
        assert replay.step_number == len(record["actions"])
        await pilot.press("home", "h", "n", "a")
        assert replay.step_number == 0

    at_the_table(replay, step, (120, 40))


@pytest.mark.parametrize("replayed", [False, True])
def test_help_and_quit_are_seen_on_the_smallest_screen(replayed: bool) -> None:  # noqa: FBT001
    record = play_out(Game(program("cardgames-io"), 1, players=("basic",)), ["basic"]).record()
    session = Replay(record) if replayed else seat_down("cardgames-io")

    async def look(pilot: Pilot, table: Table) -> None:
        keys = shown(table).splitlines()[-1]
        assert "Help" in keys
        assert "Quit" in keys
        await pilot.press("question_mark")
        assert isinstance(pilot.app.screen, Page)
        assert pilot.app.screen.content == table.keys

    at_the_table(session, look, (60, 18))


def test_enter_after_a_hint_takes_the_hint() -> None:
    """Whatever was chosen before: the cursor stands on what is hinted, and nothing else is confirmed."""
    session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose" and s.game.decision == "bid")
    wanted = next(one.action for one in session.choices() if one.words.startswith("bid "))
    session.hint = lambda: [wanted]

    async def ask(pilot: Pilot, table: Table) -> None:
        await pilot.press("enter")
        assert session.selection not in ([], [wanted])
        await pilot.press("h")
        assert session.selection == []
        assert table.choices[table.cursor].action == wanted
        await pilot.press("enter")
        assert session.selection == [wanted]

    at_the_table(session, ask)


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_a_deal_names_the_contract_and_how_to_go_on(size: tuple[int, int]) -> None:
    """However narrow it is: the result is wrapped on the table, and cut in the line that ends with the key."""
    session = go_on(
        seat_down("partnership-summed-bids"),
        lambda s: bool(s.holds) and s.teller.entries[s.holds[0] - 1].kind == "settlement",
    )
    result = session.words(session.entries()[-1]).split("\n")[0]
    assert re.search(r"; .+ bid [0-9]+, trump .; your side has to make ", result, re.IGNORECASE)

    async def look(pilot: Pilot, table: Table) -> None:
        await pilot.pause()
        felt = shown(table)
        for word in result.split():
            assert word in felt
        assert "Enter: go on" in felt

    at_the_table(session, look, size)


@pytest.mark.parametrize("size", SIZES)
def test_what_a_call_does_stands_under_it(size: tuple[int, int]) -> None:
    session = seat_down("partnership-ja", 2, people=(0, 1, 2, 3))
    session.explained = lambda: calls_told(load("partnership-ja"))
    go_on(session, lambda s: s.waiting == "choose" and s.game.decision == "call")

    async def look(pilot: Pilot, table: Table) -> None:
        table.cursor = [one.words for one in session.choices()].index("call concede")
        table.refresh_table()
        await pilot.pause()
        words = " ".join(re.sub("[│╭╮╰╯─▸]", " ", shown(table)).split())
        assert "play on" in words
        assert "conceded" in words
        offers = table.query_one("#offers")
        text = " ".join(" ".join(line.text[1:-1] for line in offers.render_lines(offers.region.reset_offset)).split())
        assert "the declaring side loses the bid; the other side gets meld" in text
        await pilot.click("#offers", offset=(6, 3))
        assert session.said(session.selection[0]) == "call concede"

    at_the_table(session, look, size)

"""Line mode: whole games of every variant, what is typed, what is answered."""

from __future__ import annotations

import re

import pytest

from interpreter import Game
from interpreter._numbers import PASS
from interpreter.game import play_out
from interpreter.players import player_kinds
from pinochle_dsl import load
from pinochle_dsl.explaining import calls_told
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.table.lines import HELP, Leave
from pinochle_dsl.table.telling import Teller, named
from tests.table.people import Scripted, go_on, on, program, seat_down


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_every_variant_is_played_to_the_end(name: str) -> None:
    """Who takes every hint plays the game that `basic` plays alone, and reads its result."""
    session = seat_down(name, 4, auto=True)
    text = Scripted(session).play()
    alone = play_out(Game(program(name), 4), ["basic"])
    assert session.game.actions == alone.actions
    assert "No:" not in text
    assert "seat -1" not in text
    if isinstance(alone.winner, int):
        assert f"wins {alone.standing[alone.winner]} to" in text or f"win {alone.standing[alone.winner]} to" in text


def talk(name: str, *lines: str, seed: int = 1, until: str = "choose", **more) -> str:
    """What is said from a moment on to what a person types."""
    session = go_on(
        seat_down(name, seed, **more),
        lambda s: s.waiting == until or (s.game.decision == until and s.waiting == "choose"),
    )
    scripted = Scripted(session)
    scripted.lines.told = session.told_to
    scripted.lines.asked = scripted.lines.state()
    for line in lines:
        try:
            scripted.lines.obey(line)
        except Leave:
            scripted.said.append("left")
    return "\n".join(scripted.said)


def test_choices_in_many_words() -> None:
    for said in ("bid 280", "280", "BID   280", "3"):
        session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose")
        Scripted(session).lines.obey(said)
        assert session.game.describe(session.selection[0]) == "bid 280", said
    for said in ("pass", "1", "Pass!"):
        session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose")
        before = len(session.game.actions)
        Scripted(session).lines.obey(said)
        assert said != "Pass!" or len(session.game.actions) == before + 1


def test_cards_in_many_words() -> None:
    for said in ("10♠", "10S", "s10", "T♠", "10 of spades"):
        session = go_on(seat_down("two-handed-ko"), lambda s: s.waiting == "choose")
        Scripted(session).lines.obey(said)
        assert session.game.describe(session.selection[0]) == "10♠", said


def test_several_cards_in_one_line() -> None:
    session = go_on(seat_down("cardgames-io"), lambda s: s.game.decision == "exchange" and s.waiting == "choose")
    hand = session.view().hand
    scripted = Scripted(session)
    scripted.lines.obey(" ".join(hand[:4]))
    assert session.waiting == "confirm"
    scripted.lines.obey(f"back {hand[0]}")
    assert session.missing == 1


def test_mistakes_are_told_and_change_nothing() -> None:
    said = talk(
        "cardgames-io", "bid 9999", "1♠", "wurst", "meld run", "best", "back", "trump ♠", "history x", "auto up"
    )
    assert said.count("No: ") == 6
    assert "9999" in said
    assert "no meld to lay now" in said


def test_what_can_be_asked() -> None:
    said = talk(
        "cardgames-io", "?", "rules", "hand", "melds", "score", "history", "hint", "auto on", "auto off", "quit"
    )
    assert HELP.splitlines()[0] in said
    assert "the rules" in said
    assert "With trump ♠" in said
    assert "Score: Your side 0, Their side 0" in said
    assert "--- Deal 1" in said
    assert "Hint (" in said
    assert said.endswith("left")


def test_melds_dearest_first() -> None:
    session = go_on(seat_down("two-handed-ko"), lambda s: s.game.decision == "meld" and s.waiting == "choose")
    worth = [int(c.note.split()[0]) for c in session.choices() if c.note]
    assert worth == sorted(worth, reverse=True)
    scripted = Scripted(session)
    scripted.lines.obey("best")
    assert session.selection == [session.choices()[0].action]


def test_a_new_game_asks_first() -> None:
    session = go_on(seat_down("two-handed-ko"), lambda s: s.waiting == "choose")
    first = session.game
    Scripted(session, lambda _: "no").lines.obey("new")
    assert session.game is first
    Scripted(session, lambda _: "yes").lines.obey("new")
    assert session.game is not first


def test_calls_are_answered_by_yes_and_no() -> None:
    for seed in range(40):
        session = go_on(seat_down("schnapsen", seed), lambda s: s.game.decision == "call" and s.waiting == "choose")
        if session.waiting == "choose":
            scripted = Scripted(session)
            scripted.lines.obey("no")
            assert session.game.describe(session.selection[0]) == "pass"
            scripted.lines.obey("yes")
            assert session.game.describe(session.selection[0]).startswith("call ")
            return
    pytest.fail("nobody was ever asked")


def test_others_move_one_at_a_time_at_first_and_by_themselves_on_request() -> None:
    """Left alone each move of another seat waits for Enter; `auto on` stops at a turn, a full trick and a result."""
    session = seat_down("partnership-ja", 2)
    assert session.auto is False
    scripted = Scripted(session)
    moves, stops = 0, set[str]()
    for _ in range(600):
        if session.waiting == "over":
            break
        before, waiting = len(session.game.actions), session.waiting
        if moves == 12:
            scripted.lines.obey("auto on")
            moves += 1
            continue
        asked = len(scripted.said)
        scripted.lines.turn()
        prompts = [words for words in scripted.said[asked:] if words.endswith("> ")]
        if waiting == "computer":
            assert len(session.game.actions) == before + 1
            assert bool(prompts) == (moves < 12)
            moves += 1
        elif session.auto:
            stops.add(waiting)
            assert prompts
    assert {"choose", "next"} <= stops


def test_legal_cards_are_marked_where_not_all_may_be_played() -> None:
    for seed in range(20):
        session = go_on(
            seat_down("partnership-ja", seed),
            lambda s: (
                s.waiting == "choose"
                and s.game.decision == "play"
                and {c.words for c in s.choices()} < set(s.view().hand)
            ),
        )
        if session.waiting == "choose":
            break
    view, legal = session.view(), {c.words for c in session.choices()}
    shown = Scripted(session).lines.hand(view).split()
    assert {word[:-1] for word in shown if word.endswith("*") and len(word) > 2} == legal
    assert {card for card in view.hand if card not in legal} <= set(shown)


def test_melds_on_the_table_are_told_with_their_cards_and_points() -> None:
    session = go_on(seat_down("partnership-ja", 2), lambda s: bool(s.holds) and s.entries()[-1].kind == "melds")
    told = [session.words(e) for e in session.entries() if " melds " in f" {e.text} " and e.kind == "cards"]
    assert len(told) == 4
    laid = session.game.observation(0).melds
    for words, points in zip(told, laid, strict=True):
        assert words.endswith("nothing") if points == 0 else words.endswith(f" {points}")


def test_the_machine_is_passed_around() -> None:
    """Each person is told alone what only he may know, after the screen has been cleared for him."""
    session = seat_down("partnership-ja", 2, people=(0, 1, 2, 3))
    scripted = Scripted(session)
    at_machine: list[tuple[int | None, str]] = []
    scripted.lines.say = lambda text: at_machine.append((session.viewer, text))
    scripted.lines.clear = lambda: at_machine.append((session.viewer, "<cleared>"))
    while not any(e.kind == "melds" for e in session.teller.entries):
        scripted.lines.turn()
    hands = [viewer for viewer, text in at_machine if "Your hand:" in text]
    assert set(hands) == {0, 1, 2, 3}
    assert (None, "<cleared>") in at_machine
    private = [e for e in session.teller.entries if e.seats is not None]
    assert len(private) == 2
    for entry in private:
        told = {viewer for viewer, text in at_machine if entry.text.strip() in text}
        assert told <= set(entry.seats or ())
    declarer = session.game.facts()["declarer"]
    assert declarer in {viewer for viewer, text in at_machine if private[0].text.strip() in text}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("partnership", "bid 25 or more, in steps of 1"),
        ("double-deck", "bid 50 or more, in steps of 1, from 60 of 5"),
        ("racehorse-six", "bid 510 or more, in steps of 10"),
        ("three-handed-auction", "bid 300 to 1000, in steps of 10"),
        ("partnership-suit-bids", "bid 20 or more and a suit, in steps of 1"),
    ],
)
def test_the_end_of_a_ladder_is_told_only_where_the_rules_set_it(name: str, told: str) -> None:
    count = program(name).table.seats
    session = seat_down(name, seed=3, people=tuple(range(count)))
    go_on(session, lambda s: s.waiting == "choose" and s.game.decision == "bid")
    assert session.bids_told() == told
    lines = Scripted(session).lines
    assert lines.allowed().startswith(f"Choices: {told}; ")


def test_a_number_that_is_no_bid_is_told_the_steps() -> None:
    assert "bids go from 250 to 5680 in steps of 10" in talk("cardgames-io", "255")
    said = talk("double-deck", "62", until="bid", seed=3, people=(0, 1, 2, 3))
    assert "in steps of 1, from 60 of 5" in said


def test_a_game_is_given_up_only_after_the_question() -> None:
    session = go_on(seat_down("two-handed-ko"), lambda s: s.waiting == "choose")
    before = session.game.record()
    scripted = Scripted(session, lambda _: "no")
    asked: list[str] = []
    scripted.lines.ask = lambda prompt: asked.append(prompt) or "no"
    scripted.lines.obey("new")
    assert asked == ["Give this game up and end your streak? Write yes to begin a new one> "]
    assert session.game.record() == before


@pytest.mark.parametrize("name", sorted(shipped_names()))
def test_the_end_of_a_deal_names_whose_contract_it_was(name: str) -> None:
    """Who plays for how much, as the seats saw it before the last card: in every deal that somebody plays for."""
    game = Game(program(name), 2)
    game.tell_events()
    teller, kinds = Teller(game), player_kinds(["basic"])
    last, settled = game.observation(0), 0
    while not game.is_over and settled < 6:
        seen = game.observation(0) if game.decision != "bid" else None
        last = seen or last
        teller.applied(game.choice(kinds[0]))
        entry = next((one for one in teller.entries if one.action == teller.at - 1 and one.kind == "settlement"), None)
        if entry is None:
            continue
        settled += 1
        result = entry.text.split("\n")[0]
        if last.declarer is None or seen is None:
            assert "bid " not in result.replace("nobody bid", "")
            assert "played for" not in result
            continue
        assert re.search(rf"; seat {last.declarer} (bid|played for) {last.bid}\b", result)
        assert last.trump is None or f"trump {last.trump}" in result
    assert settled


def test_a_contract_with_a_name_is_named_at_the_end() -> None:
    game = Game(program("binokel-three"), 1)
    game.tell_events()
    teller, kinds = Teller(game), player_kinds(["basic"])
    while not any(entry.kind == "settlement" for entry in teller.entries):
        said = [a for a in game.legal_actions() if game.describe(a) == "call durch"]
        teller.applied(said[0] if said else game.choice(kinds[0]))
    result = next(entry.text for entry in teller.entries if entry.kind == "settlement").split("\n")[0]
    assert re.fullmatch(r"Result: (made|set); seat [0-2] bid [0-9]+, “durch”", result)
    assert "; you bid " in named(result, dict.fromkeys(range(3), "you"))


WITH_CALLS = sorted(
    name for name in shipped_names() if any(call.may or not call.must for call in program(name).rules.calls)
)


@pytest.mark.parametrize("name", WITH_CALLS)
def test_a_call_says_what_it_does_and_so_does_passing(name: str) -> None:
    """Each call that somebody is offered has the rule sheet's words; not to call has words of its own."""
    told, asked = calls_told(load(name)), 0
    for seed in range(2):
        session = seat_down(name, seed, people=tuple(range(program(name).table.people or program(name).table.seats)))
        session.explained = lambda: told
        while session.waiting != "over" and asked < 4:
            if session.waiting == "choose" and session.game.decision in ("call", "agree"):
                asked += 1
                made, refused = sorted(session.choices(), key=lambda one: one.action == PASS)
                offered = next(call for call in program(name).rules.calls if call.name == session.pending_call())
                assert made.note == ("" if offered.shows_widow else told[offered.name])
                assert refused.words in ("play on", "no call", "do not agree")
                lines = Scripted(session).lines
                assert f"{made.words} ({made.note})".removesuffix(" ()") in " ".join(lines.allowed().split())
                for words in ("pass", refused.words, "no"):
                    lines.obey(words)
                    assert session.selection == [PASS], words
                session.take_back()
            on(session)
    assert asked


def test_what_a_call_costs_is_told_in_points_and_in_chips() -> None:
    assert calls_told(load("cardgames-io"))["concede"] == (
        "the deal ends at once as “conceded”: the declaring side loses the bid; the other side gets meld"
    )
    assert "pays 3 chips to the bank" in calls_told(load("three-handed-auction"))["throw in unseen"]
    session = seat_down("cardgames-io", 1)
    assert not session.explained()


@pytest.mark.parametrize(
    ("name", "words"),
    [("cardgames-io", "play on"), ("binokel-three", "no call"), ("schnapsen", "play on"), ("triple-deck", "play on")],
)
def test_play_on_is_said_where_cards_are_played_next(name: str, words: str) -> None:
    people = tuple(range(program(name).table.seats))
    for seed in range(30):
        session = seat_down(name, seed, people=people)
        go_on(session, lambda s: s.waiting == "choose" and s.game.decision == "call")
        if session.waiting == "choose":
            break
    assert [one.words for one in session.choices() if one.action == PASS] == [words]

"""The session: what waits, what may be chosen and taken back, what is shown to whom."""

from __future__ import annotations

import socket
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from interpreter import Game
from interpreter.game import play_out
from pinochle_dsl import load
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.table import opponents
from pinochle_dsl.table.lines import Lines
from pinochle_dsl.table.session import CARDS, Refused, Session
from pinochle_dsl.table.telling import HOLDS, named
from tests.interpreter.imagining import swap_hidden
from tests.table.people import Scripted, go_on, on, program, seat_down


def test_nothing_happens_before_it_is_confirmed() -> None:
    session = go_on(seat_down("two-handed-ko"), lambda s: s.waiting == "choose")
    before = session.game.record()
    for choice in session.choices():
        session.choose(choice.action)
        assert session.waiting == "confirm"
        session.take_back()
    assert session.game.record() == before
    with pytest.raises(Refused, match="nothing is chosen"):
        session.take_back()
    with pytest.raises(Refused, match="1 more"):
        session.confirm()


def test_cards_to_pass_are_chosen_in_any_order_and_taken_back_one_by_one() -> None:
    session = go_on(seat_down("cardgames-io"), lambda s: s.game.decision in CARDS and s.waiting == "choose")
    hand = [c for c, n in enumerate(session.game.hand_counts(0)) for _ in range(n)]
    assert Counter(c.action for c in session.choices()).keys() == Counter(hand).keys()
    for card in reversed(hand[-4:]):
        assert session.waiting == "choose"
        session.choose(card)
    with pytest.raises(Refused, match="4 cards are chosen already"):
        session.choose(hand[0])
    session.take_back(hand[-1])
    assert session.missing == 1
    session.choose(hand[0])
    taken = len(session.game.actions)
    session.confirm()
    assert session.game.actions[taken:] == sorted([hand[0], *hand[-4:-1]])
    assert not any(e.kind == "over" for e in session.entries())


def test_every_set_of_cards_that_the_rules_allow_can_be_chosen() -> None:
    random = Random(5)
    for name in ("cardgames-io", "binokel-four", "racehorse-six", "cutthroat-double-deck", "binokel-three"):
        for seed in range(2):
            session = go_on(seat_down(name, seed), lambda s: s.game.decision in CARDS and s.waiting == "choose")
            if session.waiting != "choose":
                continue
            twin = session.game.copy()
            seat, decision, picked = twin.current_seat, twin.decision, list[int]()
            while (twin.current_seat, twin.decision) == (seat, decision) and len(picked) < session.missing:
                picked.append(random.choice(twin.legal_actions()))
                twin.apply(picked[-1])
            for card in random.sample(picked, len(picked)):
                session.choose(card)
            session.confirm()
            assert session.game.actions == twin.actions


def test_a_card_that_may_not_be_played_is_refused_with_the_duty() -> None:
    for seed in range(20):
        session = seat_down("cardgames-io", seed)
        while session.waiting != "over":
            if session.waiting == "choose" and session.game.decision == "play":
                legal = {c.action for c in session.choices()}
                hand = [c for c, n in enumerate(session.game.hand_counts(0)) if n]
                for card in set(hand) - legal:
                    with pytest.raises(Refused, match=r"is not allowed: .* and this hand can"):
                        session.choose(card)
                missing = next(c for c in range(24) if c not in hand)
                with pytest.raises(Refused, match="is not in your hand"):
                    session.choose(missing)
                if len(legal) < len(hand):
                    return
            on(session)
    pytest.fail("nothing was ever forbidden")


def test_a_trick_is_held_as_it_lay_until_next() -> None:
    session = go_on(
        seat_down("cardgames-io"), lambda s: bool(s.holds) and s.teller.entries[s.holds[0] - 1].kind == "trick"
    )
    view = session.view()
    assert view is not None
    assert len(view.trick) == 4
    assert sum(view.tricks) == 1
    assert len(view.hand) == 11
    assert not view.legal
    session.next()
    view = session.view()
    assert view is not None
    assert view.trick == ()
    assert sum(view.tricks) == 1


def test_the_end_of_a_deal_is_held_before_the_next_deal_is_told() -> None:
    session = go_on(
        seat_down("cardgames-io"),
        lambda s: bool(s.holds) and s.teller.entries[s.holds[0] - 1].kind == "settlement",
    )
    last = session.entries()[-1]
    assert last.kind == "settlement"
    assert last.rows[0][1:3] == ("meld", "counters")
    assert last.rows[0][-2:] == ("change", "total")
    assert session.view() is None or not session.view().hand
    session.next()
    assert session.entries()[-1].deal == 2 or session.game.is_over


@pytest.mark.parametrize("name", ["cardgames-io", "two-handed-ko", "three-handed-auction", "binokel-three"])
def test_what_a_person_reads_does_not_depend_on_hidden_cards(name: str) -> None:
    """The cards that a person cannot know are dealt anew: all that the screen is made of stays the same."""
    random, seen = Random(3), 0
    for seed in range(4):
        session = seat_down(name, seed)
        while session.waiting != "over" and seen < 25 * (seed + 1):
            if session.waiting == "choose":
                view, entries = session.view(), [session.words(e) for e in session.entries()]
                choices = session.choices()
                real = session.game
                session.game = swap_hidden(real, random, 0)
                session._choices = None
                assert session.view() == view
                assert [session.words(e) for e in session.entries()] == entries
                assert session.choices() == choices
                assert session.hand_melds() is not None
                session.game = real
                seen += 1
            on(session)
    assert seen > 20


def test_private_words_are_for_those_they_are_about() -> None:
    """Of draws, passes and burials each reads his own; the cards are those that the kernel moved."""
    session = seat_down("cardgames-io", people=(0, 1, 2, 3))
    go_on(session, lambda s: any(e.kind == "melds" for e in s.teller.entries))
    private = [e for e in session.teller.entries if e.seats is not None]
    assert {len(e.seats or ()) for e in private} == {2}
    declarer = session.game.facts()["declarer"]
    assert all(declarer in (e.seats or ()) for e in private)
    drawn = seat_down("two-handed-ko")
    go_on(drawn, lambda s: s.waiting == "over")
    mine = [e for e in drawn.entries() if e.kind == "draw"]
    assert len(mine) == 12
    assert all(e.seats == {0} for e in mine)


def test_several_people_see_no_hand_but_their_own_and_only_when_they_ask() -> None:
    session = seat_down("partnership-ja", people=(0, 2))
    shown = 0
    while session.waiting != "over" and shown < 40:
        if session.waiting == "reveal":
            assert session.view() is None
            assert session.game.current_person in (0, 2)
            session.reveal()
            assert session.viewer == session.game.current_person
            shown += 1
        elif session.waiting in ("choose", "confirm"):
            assert session.viewer == session.game.current_person
        on(session)
    assert shown > 10
    session.hide()
    assert session.viewer is None


def test_names_and_verbs_are_the_readers() -> None:
    names = {0: "you", 1: "left", 2: "your partner", 3: "right"}
    assert named("seat 0 leads A♠", names) == "You lead A♠"
    assert named("seat 1 passes 4 cards to seat 0", names) == "Left passes 4 cards to you"
    assert named("seat 10 plays", names) == "Seat 10 plays"
    sides = {0: "your side", 1: "their side"}
    assert named("side 0 (seats 0 and 2) wins 1500 to 90", names, sides) == "Your side wins 1500 to 90"


def test_the_game_is_the_one_that_the_machine_would_play() -> None:
    """Who takes every hint plays the very game that `basic` plays alone."""
    session = seat_down("two-handed-ko", 7)
    go_on(session)
    alone = play_out(Game(program("two-handed-ko"), 7), ["basic"])
    assert session.game.actions == alone.actions
    assert session.finished[-1].totals == tuple(alone.totals)


def test_a_streak_grows_with_wins_and_raises_the_opponent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "LADDER", ("random", "basic"))
    session = seat_down("two-handed-ko", players=())
    assert session.level(1) == "random"
    assert opponents.rung(0) == "random"
    assert opponents.rung(1) == "basic"
    won, margins = 0, 0
    for _ in range(30):
        level = session.level(1)
        assert level == opponents.rung(won)
        assert session.game.players[1] == level
        go_on(session)
        mine, theirs = session.game.totals
        won, margins = (won + 1, min(margins + mine - theirs, 9999)) if mine > theirs else (0, 0)
        assert session.streak_score() == (won, 10_000 * won + margins)
        session.next_game()
    session.new_match()
    assert session.streak_score() == (0, 0)
    assert session.level(1) == "random"


def test_a_streak_is_told_by_its_ledgers() -> None:
    found = {name for name in shipped_names() if opponents.streak_of(load_quietly(name)) is not None}
    assert found == {"two-handed-ko"}


def load_quietly(name: str):
    return program(name)


def test_held_kinds_are_kinds() -> None:
    session = go_on(seat_down("cardgames-io"))
    assert {e.kind for e in session.teller.entries} >= HOLDS - {"redeal"}


def test_a_hint_that_is_not_taken_changes_nothing() -> None:
    session = go_on(seat_down("cardgames-io"), lambda s: s.waiting == "choose")
    before = session.game.record()
    assert session.hint() == session.hint()
    assert session.game.record() == before


def test_line_mode_ends_a_game_as_the_session_does() -> None:
    session = seat_down("schnapsen", auto=True)
    text = Scripted(session).play()
    assert session.game.is_over
    assert f"{session.game.totals[0]}" in text


def test_partner_and_sides_are_called_so() -> None:
    """Against the machine the person and who sits across are one side, right and left the other."""
    session = seat_down("partnership-ja")
    assert session.names() == {0: "you", 1: "left", 2: "your partner", 3: "right"}
    assert session.side_names() == {0: "your side", 1: "their side"}
    assert [session.account_name(a) for a in range(2)] == ["Your side", "Their side"]
    shared = seat_down("partnership-ja", people=(0, 1, 2, 3))
    shared.viewer = 2
    assert shared.names() == {0: "seat 0", 1: "seat 1", 2: "you", 3: "seat 3"}


KITTY = """\
variant: kitty
extends: three-handed
players: {at_table: 3 to 5, sit_out: [dealer, 2nd left of dealer], idle: with the defenders}
"""


def test_who_sits_a_deal_out_looks_on(tmp_path: Path) -> None:
    """Five at a table for three: a person plays in some deals, and sees no hand in the others."""
    (tmp_path / "kitty.yaml").write_text(KITTY, encoding="utf-8")
    rules = load(str(tmp_path / "kitty.yaml"), {"at_table": "5"}).compile()
    session = Session(rules, people=(4,), players=("basic",), adviser="basic", seed=2)
    played, watched = 0, 0
    while session.waiting != "over":
        view = session.view()
        assert view is not None
        if session.seat is None:
            watched += 1
            assert view.hand == view.widow == view.legal == ()
            assert not any(view.known)
        else:
            played += 1
            assert session.game.seat_figures()["account"][session.seat] == 4 or session.before is not None
        on(session)
    assert min(played, watched) > 50
    assert session.game.actions == play_out(Game(rules, 2), ["basic"]).actions
    assert session.account_name(4) == "You"
    assert session.account_name(0) == "Player 0"


def test_the_ladder_is_that_of_the_document() -> None:
    """ko-054 ko-061: each win raises the opponent by one of four levels; the fourth, from the fourth game on, stays."""
    assert [opponents.rung(won).partition(":")[0] for won in range(6)] == [
        *("random", "basic", "counting", "search"),
        *("search", "search"),
    ]


def test_passing_the_machine_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """ja-132: four people at one machine play a deal where no connection can be made."""

    def refuse(*_: object, **__: object) -> None:
        msg = "a connection"
        raise AssertionError(msg)

    for name in ("connect", "connect_ex", "bind", "listen"):
        monkeypatch.setattr(socket.socket, name, refuse)
    session = seat_down("partnership-ja", 2, people=(0, 1, 2, 3))
    go_on(session, lambda s: s.game.facts()["deal"] > 1)
    assert session.game.facts()["deal"] > 1


def test_partners_have_no_words_for_each_other() -> None:
    """zh-032: who passes can name his own cards and nothing else; nobody reads of them before they are passed."""
    session = seat_down("cardgames-io", 2, people=(0, 1, 2, 3))
    go_on(session, lambda s: s.game.decision == "exchange" and s.waiting == "choose")
    game, giver = session.game, session.game.current_seat
    assert {game.describe(action) for action in game.legal_actions()} <= set(session.view().hand)
    others = [game.observation(seat) for seat in range(4) if seat != giver]
    entries, said = len(session.teller.entries), list[str]()
    lines = Lines(session, lambda _: "", said.append, lambda: "the rules")
    for words in ("pass me your aces", "say A♠", "trumps!", "tell 2 hearts"):
        before = len(said)
        lines.obey(words)
        assert said[before:]
        assert said[before].startswith("No: ")
    for action in game.legal_actions()[:2]:
        session.choose(action)
    assert session.selection
    assert len(session.teller.entries) == entries
    assert [game.observation(seat) for seat in range(4) if seat != giver] == others

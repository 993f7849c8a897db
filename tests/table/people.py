"""People at the table, for tests: they take hints, and look at what they are shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from interpreter import Program
from pinochle_dsl import load
from pinochle_dsl.table.lines import Lines
from pinochle_dsl.table.session import Session

PROGRAMS: dict[str, Program] = {}


def program(name: str) -> Program:
    if name not in PROGRAMS:
        PROGRAMS[name] = load(name).compile()
    return PROGRAMS[name]


def seat_down(name: str, seed: int = 1, save: Path | None = None, people: tuple[int, ...] = (0,), **more) -> Session:
    players = more.pop("players", ("basic",))
    more.setdefault("adviser", "basic")
    return Session(program(name), people=people, players=players, seed=seed, save=save, **more)


def on(session: Session) -> None:
    """Do the one thing that comes next, as somebody does who takes every hint."""
    waiting = session.waiting
    if waiting == "computer":
        session.step()
    elif waiting == "next":
        session.next()
    elif waiting == "reveal":
        session.reveal()
    elif waiting == "choose":
        for action in session.hint():
            session.choose(action)
    elif waiting == "confirm":
        session.confirm()


def go_on(session: Session, until: Callable[[Session], bool] = lambda _: False) -> Session:
    while not until(session) and session.waiting != "over":
        on(session)
    return session


class Scripted:
    """A person in line mode who answers every question, and keeps what he reads."""

    def __init__(self, session: Session, answer: Callable[[str], str] | None = None) -> None:
        """Sit down; who says nothing else takes every hint."""
        self.session = session
        self.said: list[str] = []
        self.answer = answer or (lambda waiting: "hint!" if waiting == "choose" else "")
        self.lines = Lines(session, self.ask, self.said.append, lambda: "the rules")

    def ask(self, prompt: str) -> str:
        """Answer."""
        self.said.append(prompt)
        if self.session.waiting == "over":
            raise EOFError
        return self.answer(self.session.waiting)

    def play(self) -> str:
        """Play to the end of the game; return all that was read."""
        with suppress(EOFError):
            self.lines.run()
        return "\n".join(self.said)

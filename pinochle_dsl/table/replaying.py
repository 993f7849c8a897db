"""A record stepped through, forwards and backwards, with all hands open."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from interpreter import Game
from interpreter.cards import format_cards
from pinochle_dsl.table import opponents, saving
from pinochle_dsl.table.lines import Leave, Lines
from pinochle_dsl.table.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from interpreter import Observation
    from pinochle_dsl.table.telling import Entry

HELP = """\
Enter          the next step
back           the step before
trick, deal    go on to the end of the trick, of the deal
12             go to step 12 (0 is the beginning)
hands          all hands as they are now
score          the totals
all            go on to the end
quit           stop"""


def record_in(path: Path) -> tuple[Mapping[str, Any], bool]:
    """Return the record in a file, and whether the game may be gone on with: one that a save holds, and is not over.

    Raises `SaveError` for what is neither a save nor a record itself.
    """
    document = saving.read_json(path)
    saved = saving.is_save(document)
    if saved:
        document = saving.checked(path, document)["record"]
    if not isinstance(document, dict) or "actions" not in document or "program" not in document:
        msg = f"{path} is no record of a game, and no saved game"
        raise saving.SaveError(msg)
    try:
        over = Game.replay(document).is_over
    except (ValueError, KeyError, TypeError) as problem:
        msg = f"{path}: {problem}"
        raise saving.SaveError(msg) from problem
    return document, saved and not over


class Replay(Session):
    """A record at some step."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        """Stand before the first step; `record` must be sound."""
        self.record = record
        self.actions: list[int] = list(record["actions"])
        game = Game.begin(record)
        self.program = game.program
        self.people = tuple(range(self.program.table.people or self.program.table.seats))
        self.players = tuple(record.get("players") or ())
        self.streak = opponents.streak_of(self.program)
        self.save_path = None
        self.stamp = None
        self.auto = False
        self.adviser = opponents.usual()
        self.finished = []
        self.viewer = 0
        self.selection = []
        self._effects = None
        self._begin(game)

    def _hide_if_shared(self) -> None:
        """Hide nothing: all hands are open."""

    @property
    def step_number(self) -> int:
        """Return how many steps have been taken."""
        return len(self.game.actions)

    @property
    def waiting(self) -> str:
        """Return that this is a record: nothing is chosen."""
        return "next" if self.holds else "end" if self.step_number == len(self.actions) else "replay"

    def names(self) -> dict[int, str]:
        """Return the seats' numbers: nobody is `you`."""
        return {seat: f"seat {seat}" for seat in range(self.program.table.seats)}

    def may_read(self, entry: Entry) -> bool:
        """Tell that everything may be read."""
        del entry
        return True

    def forward(self) -> bool:
        """Take the next step, or look at the next result; return whether there was one."""
        if len(self.holds) > 1:
            self.holds.pop(0)
            return True
        if self.step_number == len(self.actions):
            held = bool(self.holds)
            self.holds, self.before = [], None
            return held
        self.holds, self.before = [], None
        self._apply(self.actions[self.step_number], save=False)
        return True

    def go_to(self, step: int) -> None:
        """Go to a step: 0 is the beginning."""
        step = max(0, min(step, len(self.actions)))
        if step < self.step_number or self.holds:
            viewer = self.viewer
            self._begin(Game.begin(self.record))
            self.viewer = viewer
        while self.step_number < step:
            if self.step_number + 1 < step:
                self.teller.applied(self.actions[self.step_number])
            else:
                self._apply(self.actions[self.step_number], save=False)

    def on_to(self, kind: str) -> None:
        """Go on until something of a kind has been said, or the end."""
        told = len(self.entries())
        while self.forward():
            if any(entry.kind in (kind, "over") for entry in self.entries()[told:]):
                return

    def all_hands(self) -> list[tuple[int, str]]:
        """Return every seat's cards."""
        game = self.before if self.before is not None else self.game
        deck = self.program.deck
        return [
            (seat, format_cards(deck, [c for c, n in enumerate(game.hand_counts(seat)) for _ in range(n)]))
            for seat in range(self.program.table.seats)
        ]

    def steps(self) -> Iterator[dict[str, Any]]:
        """Yield every step as a document says it, from the beginning."""
        self.go_to(0)
        yield {"step": 0, "said": [entry.text for entry in self.teller.entries]}
        for number, action in enumerate(self.actions, start=1):
            game, told = self.game, len(self.teller.entries)
            seen: Observation = game.observation(game.current_seat)
            step = {
                "step": number,
                "deal": seen.deal,
                "phase": seen.phase,
                "decision": seen.decision,
                "seat": seen.seat,
                "action": action,
                "words": game.describe(action),
                "hand": list(seen.hand),
                "trick": [[seat, card] for seat, card in seen.trick],
            }
            self.teller.applied(action)
            step["said"] = [entry.text for entry in self.teller.entries[told:]]
            step["totals"] = list(self.game.standing)
            yield step


class ReplayLines(Lines):
    """A record in lines."""

    def __init__(self, replay: Replay, ask: Callable[[str], str], say: Callable[[str], None]) -> None:
        """Begin before the first step."""
        super().__init__(replay, ask, say, lambda: "")
        self.replay = replay

    def heading(self) -> str:
        """Return which game this is."""
        record, program = self.replay.record, self.replay.program
        who = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(self.replay.players))
        title = program.title or program.variant
        count = len(self.replay.actions)
        head = f"{title}, game {record['game']} of seed {record['seed']}, {count} step{'s' if count != 1 else ''}"
        return "\n".join(part for part in (head, who, "Enter: the next step; ? for help, quit to stop.") if part)

    def run(self) -> None:
        """Step through the record; where there is no more to read, the rest of it is said."""
        self.say(self.heading())
        try:
            while True:
                self.tell_news()
                at, last = self.replay.step_number, len(self.replay.actions)
                line = self.ask(f"{at}/{last}> ").strip()
                self.obey(line)
        except Leave:
            return
        except EOFError:
            self.say("")
            while self.replay.forward():
                self.tell_news()

    def obey(self, line: str) -> None:
        """Do what a line says."""
        replay = self.replay
        word = line.casefold()
        if word in ("", "next", "n"):
            if not replay.forward():
                self.say("This is the end of the record.")
        elif word in ("back", "b"):
            if replay.step_number:
                self.jump(replay.step_number - 1)
            else:
                self.say("This is the beginning of the record.")
        elif word in ("trick", "deal"):
            replay.on_to("trick" if word == "trick" else "settlement")
        elif word == "all":
            while replay.forward():
                pass
        elif word.isdecimal():
            last = len(replay.actions)
            if len(word) < 10 and int(word) <= last:
                self.jump(int(word))
            else:
                self.say(f"No: there is no step {line}; the steps go from 0 to {last}")
        elif word == "hands":
            self.say("\n".join(f"seat {seat}: {cards or '-'}" for seat, cards in replay.all_hands()))
        elif word == "score":
            self.say(self.score())
        elif word in ("?", "help", "h"):
            self.say(HELP)
        elif word in ("quit", "q", "exit"):
            raise Leave
        else:
            self.say(f"No: {line!r} is neither a step nor a command; ? says what can be typed")

    def jump(self, step: int) -> None:
        """Go to a step, and say where that is."""
        self.replay.go_to(step)
        self.game = self.replay.game
        entries = self.replay.entries()
        at = self.replay.step_number
        self.say(f"Step {at} of {len(self.replay.actions)}")
        self.told = max(0, min(len(entries), next((k for k, e in enumerate(entries) if e.action >= at - 1), 0)))

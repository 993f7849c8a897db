"""The table line by line: for pipes, screen readers and terminals that show nothing else."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from interpreter._numbers import PASS
from interpreter.actions import action as read_action
from pinochle_dsl.table.opponents import RISING
from pinochle_dsl.table.session import CARDS, Refused, Session
from pinochle_dsl.table.telling import ledgers_kept

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter import Observation
    from pinochle_dsl.table.telling import Entry

WIDTH = 78
MANY = 12
"""More choices than these are not numbered in a list."""

HELP = """\
Cards and words    a card (10H, A♠), a bid (bid 250, or 250), a suit, or the number of a choice
Enter              confirm what is chosen; go on to what comes next
back               take back what is chosen; `back 10H` one card of several
CARD! WORDS!       choose and confirm at once
hint, hint!        what a good player would do; do it
hand, table        your cards; what lies on the table
melds              what your hand could meld, dearest first; best: choose the dearest meld
score, history     totals; what was said in this deal (history 2: in deal 2; history all)
rules              the rules of this very game
auto on, auto off  let played seats move on by themselves, or one at a time (now and at first: off)
show, hide         see your hand, when several people share the machine
new                give this game up and begin a new one
quit               stop; the game is saved and goes on where it was"""


def counted(cards: int) -> str:
    """Return a number of cards in words."""
    return f"{cards} card" if cards == 1 else f"{cards} cards"


class Leave(Exception):  # noqa: N818 - how a person leaves the table
    """The person has said that he stops."""


class Lines:
    """A session in lines: `ask` reads one, `say` writes some."""

    def __init__(
        self,
        session: Session,
        ask: Callable[[str], str],
        say: Callable[[str], None],
        rules: Callable[[], str],
        *,
        clear: Callable[[], None] | None = None,
    ) -> None:
        """Sit down; `ask` raises `EOFError` where there is no more to read."""
        self.session = session
        self.ask = ask
        self.say = say
        self.rules = rules
        self.clear = clear or (lambda: None)
        self.told = session.told
        self.game = session.game
        self.asked = ""
        self.covered = False
        """Whether the last person's hand has been cleared away for the next."""
        self.seen: dict[int, int] = {}
        """Entries that each person has been told, where several share the machine."""

    # -- the course of the evening

    def run(self) -> None:
        """Play until somebody leaves, or there is nothing more to read (`EOFError`)."""
        self.say(self.heading())
        while True:
            try:
                self.turn()
            except Leave:
                return

    def heading(self) -> str:
        """Return which game this is, and who plays."""
        session = self.session
        title = session.program.title or session.program.variant
        seats = range(session.program.table.people or session.program.table.seats)
        word = "player" if session.program.table.people else "seat"
        who = [
            f"{word} {p} {'you' if len(session.people) == 1 else 'a person'}"
            if p in session.people
            else f"{word} {p} {session.level(p)}"
            for p in seats
        ]
        target = session.game.facts()["target"] if session.program.rules.ending.target is not None else None
        goal = f" to {target}" if target is not None else ""
        return f"{title}{goal}\n{', '.join(who)}\nType ? for help, quit to stop (the game is saved)."

    def turn(self) -> None:
        """Do the one thing that comes next."""
        session = self.session
        waiting = session.waiting
        self.tell_news()
        if waiting == "reveal" and not self.covered:
            self.covered = True
            self.clear()
        if waiting == "computer" and session.auto:
            session.step()
            return
        if waiting not in ("choose", "confirm"):
            line = self.ask(self.prompt(waiting)).strip()
            if line:
                self.obey(line)
            else:
                self.go_on(waiting)
            return
        self.choose(waiting)

    def prompt(self, waiting: str) -> str:
        """Return what is asked while there is nothing to choose."""
        if waiting == "next":
            return "Enter to go on> "
        if waiting == "computer":
            return self.mover()
        if waiting == "reveal":
            return f"Seat {self.session.game.current_seat}, take the machine: Enter shows your hand> "
        return "Enter for the next game, quit to stop> "

    def mover(self) -> str:
        """Return the prompt for a played seat's move."""
        person = self.session.game.current_person
        who = self.session.who(self.session.game.current_seat)
        return f"{who[:1].upper()}{who[1:]} ({self.session.level(person)}) is to move: Enter> "

    def go_on(self, waiting: str) -> None:
        """Do what an empty line means."""
        session = self.session
        if waiting == "next":
            session.next()
        elif waiting == "computer":
            session.step()
        elif waiting == "reveal":
            session.reveal()
            self.asked, self.covered = "", False
            self.tell_alone()
        elif waiting == "over":
            session.next_game()
            self.say(self.heading())

    def tell_news(self) -> None:
        """Say what has been said since."""
        session = self.session
        if session.game is not self.game:
            self.game, self.told, self.asked, self.seen = session.game, 0, "", {}
        end = session.told_to
        for entry in session.teller.entries[self.told : end]:
            if session.may_read(entry):
                self.say(self.entry(entry))
        self.told = max(self.told, end)
        if session.viewer is not None:
            self.seen[session.viewer] = self.told

    def tell_alone(self) -> None:
        """Say what only the person at the machine may read, and others have sat there when it was said."""
        session = self.session
        viewer = session.viewer
        if viewer is None:
            return
        entries = session.teller.entries[self.seen.get(viewer, 0) : self.told]
        for entry in entries:
            if entry.seats is not None and session.may_read(entry):
                self.say(self.entry(entry))
        self.seen[viewer] = self.told

    def entry(self, entry: Entry) -> str:
        """Return an entry as lines."""
        text = self.session.words(entry)
        if entry.kind == "deal":
            text = f"\n--- {text} ---"
        elif entry.kind in ("trick", "settlement", "over", "redeal", "contract", "trump"):
            text = f"* {text}"
        if entry.rows:
            text += "\n" + self.table(entry.rows)
        if entry.kind == "over":
            text += self.standing()
        return text

    def table(self, rows: tuple[tuple[str, ...], ...]) -> str:
        """Return a settlement's figures."""
        named = [[self.session.named(row[0]) if row[0] else "", *row[1:]] for row in rows]
        sizes = [max(len(row[i]) for row in named) for i in range(len(named[0]))]
        return "\n".join(
            "  " + "  ".join([row[0].ljust(sizes[0]), *(row[i].rjust(sizes[i]) for i in range(1, len(row)))])
            for row in named
        )

    def standing(self) -> str:
        """Return the streak, where the game keeps one."""
        score = self.session.streak_score()
        if score is None:
            return ""
        won, points = score
        fixed = {level for level in self.session.levels().values() if level != RISING}
        against = f" (against {' and '.join(sorted(fixed))}, which does not rise)" if fixed else ""
        return f"\nGames won in a row: {won}{against}; score {points:,}"

    # -- choosing

    def choose(self, waiting: str) -> None:
        """Ask for a choice, or for its confirmation."""
        session = self.session
        if waiting == "choose" and self.asked != self.state():
            self.asked = self.state()
            self.say(self.situation())
        picked = [session.said(action) for action in session.selection]
        if waiting == "confirm":
            prompt = f"{' '.join(picked)}: Enter confirms, back takes back> "
        elif picked:
            prompt = f"{' '.join(picked)}, {session.missing} more> "
        else:
            prompt = f"{session.question()}> "
        line = self.ask(prompt).strip()
        if line:
            self.obey(line)
        elif waiting == "confirm":
            session.confirm()
        else:
            self.say(f"Nothing is chosen. {self.allowed()} (? for help)")

    def state(self) -> str:
        """Return what tells whether the situation was shown already."""
        game = self.session.game
        return f"{game.number} {len(game.actions)} {self.session.viewer}"

    def situation(self) -> str:
        """Return what the person needs to see to choose."""
        view = self.session.view()
        assert view is not None
        parts = [self.on_table(view), self.hand(view), self.allowed()]
        return "\n".join(part for part in parts if part)

    def on_table(self, view: Observation) -> str:
        """Return the trick, trump and the like, in a line."""
        session, parts = self.session, []
        if view.trump is not None:
            parts.append(f"trump {view.trump}")
        if view.turn_up is not None and view.stock_left:
            parts.append(f"turned up {view.turn_up}, {counted(view.stock_left)} in the stock")
        if view.declarer is not None and view.bid:
            parts.append(f"{session.who(view.declarer)} for {view.bid}")
        elif view.bidder is not None:
            parts.append(f"bid {view.bid} by {session.who(view.bidder)}")
        if view.trick:
            cards = ", ".join(f"{session.who(seat)} {card}" for seat, card in view.trick)
            parts.append(f"trick: {cards}")
        if view.widow and view.decision in ("trump", "bury", "call", "bid"):
            parts.append(f"widow {' '.join(view.widow)}")
        if view.drawn:
            parts.append(f"you see {view.drawn}")
        return "; ".join(parts)

    def hand(self, view: Observation) -> str:
        """Return the hand by suits; cards that may be chosen have a star where not all may."""
        session = self.session
        legal = {one.words for one in session.choices()}
        marking = view.decision in ("play", *CARDS) and any(card not in legal for card in view.hand)
        suits = []
        for suit in session.program.deck.suits:
            cards = [card for card in view.hand if card.endswith(suit)]
            if cards:
                suits.append(" ".join(f"{c}*" if marking and c in legal else c for c in cards))
        note = "  (* may be chosen)" if marking else ""
        return f"Your hand: {'  '.join(suits)}{note}"

    def allowed(self) -> str:
        """Return what may be chosen, in words."""
        session = self.session
        choices = session.choices()
        if session.game.decision in ("play", *CARDS):
            names = list(dict.fromkeys(one.words for one in choices))
            return f"Allowed: {' '.join(names)}"
        words = [one.words + (f" ({one.note})" if one.note else "") for one in choices]
        if len(words) <= MANY:
            listed = "; ".join(f"{n}. {text}" for n, text in enumerate(words, start=1))
            return textwrap.fill(f"Choices: {listed}", WIDTH, subsequent_indent="  ")
        bids = session.bids_told()
        others = "; ".join(one for one in words if not one.startswith("bid "))
        if bids:
            return f"Choices: {bids}" + (f"; {others}" if others else "")
        return textwrap.fill("Choices: " + "; ".join(words), WIDTH, subsequent_indent="  ")

    def read(self, text: str) -> int:
        """Return the action that a text means here."""
        session = self.session
        choices = session.choices()
        plain = " ".join(text.split()).casefold()
        cards = session.game.decision in ("play", *CARDS)
        for one in choices:
            bare = one.words.casefold()
            short = "" if one.action == PASS else bare.partition(" ")[2]
            if plain in (bare, short) and plain:
                return one.action
        if plain.isdecimal():
            if session.game.decision == "bid" and any(one.words == f"bid {plain}" for one in choices):
                return next(one.action for one in choices if one.words == f"bid {plain}")
            if not cards and 1 <= int(plain) <= len(choices) <= MANY:
                return choices[int(plain) - 1].action
        answers = {"yes": 0, "y": 0, "no": PASS, "n": PASS}
        if plain in answers and session.game.decision in ("call", "agree"):
            wanted = [one.action for one in choices if (one.action == PASS) == (answers[plain] == PASS)]
            if wanted:
                return wanted[0]
        for prefix in ("", "trump ", "bid ", "call ", "meld "):
            if prefix and session.game.decision != {"call ": "call"}.get(prefix, prefix.strip()):
                continue
            try:
                return read_action(session.program, prefix + text)
            except ValueError as problem:
                error = problem
        raise Refused(str(error))

    # -- commands

    def obey(self, line: str) -> None:
        """Do what a line says; what it may not do is said, and nothing changes."""
        session = self.session
        word, _, rest = line.partition(" ")
        known = {
            "?": self.help, "help": self.help, "h": self.help,
            "rules": lambda _: self.say(self.rules()),
            "hand": lambda _: self.look(), "table": lambda _: self.look(), "t": lambda _: self.look(),
            "melds": lambda _: self.say(self.melds()), "best": lambda _: self.best(),
            "score": lambda _: self.say(self.score()), "history": self.history,
            "hint": lambda _: self.hint(), "hint!": lambda _: self.hint(do=True),
            "back": self.back, "undo": self.back,
            "auto": self.auto, "show": lambda _: self.go_on("reveal"), "hide": lambda _: self.hide(),
            "next": lambda _: self.go_on(session.waiting), "new": lambda _: self.new(),
            "quit": self.leave, "exit": self.leave, "q": self.leave,
        }  # fmt: skip
        command = known.get(word.casefold())
        try:
            if command is not None:
                command(rest.strip())
            else:
                self.take(line)
        except Refused as problem:
            self.say(f"No: {problem}")
        except ValueError as problem:
            self.say(f"No: {problem}")

    def take(self, line: str) -> None:
        """Choose what a line says."""
        session = self.session
        if session.waiting not in ("choose", "confirm"):
            self.say("It is not your turn to choose: Enter goes on, ? is help.")
            return
        at_once = line.endswith("!")
        text = line.removesuffix("!").strip()
        if session.game.decision in CARDS:
            from interpreter.cards import parse_cards  # noqa: PLC0415 - only here

            for card in parse_cards(session.program.deck, text):
                session.choose(card)
        else:
            session.choose(self.read(text))
        if at_once and session.waiting == "confirm":
            session.confirm()

    def help(self, _rest: str) -> None:
        """Say what can be typed."""
        self.say(HELP.replace("(now and at first: off)", f"(now {'on' if self.session.auto else 'off'})"))

    def look(self) -> None:
        """Say again what lies on the table and in the hand."""
        view = self.session.view()
        if view is None:
            self.say("Nobody's hand is shown.")
            return
        shown = [self.on_table(view), self.hand(view)]
        for seat, cards in enumerate(view.table):
            if cards and seat != view.seat:
                shown.append(f"{self.session.who(seat)} shows {' '.join(cards)}")
        for seat, cards in view.open_hands.items():
            shown.append(f"{self.session.who(seat)} plays with open cards: {' '.join(cards)}")
        if view.last_trick:
            shown.append(f"last trick: {' '.join(view.last_trick)}")
        self.say("\n".join(line for line in shown if line))

    def melds(self) -> str:
        """Return what the hand could meld."""
        found = self.session.hand_melds()
        if not found:
            return "Nothing is melded now."
        lines = []
        for suit, laid in found.items():
            words = ", ".join(f"{item.name} ({' '.join(item.cards)}) {item.points}" for item in laid) or "nothing"
            lines.append(f"With trump {suit}: {sum(item.points for item in laid)}: {words}")
        return "\n".join(lines)

    def best(self) -> None:
        """Choose the dearest meld."""
        session = self.session
        if session.game.decision != "meld" or session.waiting not in ("choose", "confirm"):
            self.say("There is no meld to lay now; melds shows what your hand is worth.")
            return
        session.choose(session.choices()[0].action)

    def score(self) -> str:
        """Return the totals, and what else is kept."""
        session = self.session
        names = [session.account_name(a) for a in range(session.program.table.accounts)]
        words = ", ".join(f"{name} {total}" for name, total in zip(names, session.game.standing, strict=True))
        lines = [f"Score: {words}"]
        for ledger, values in ledgers_kept(session.game).items():
            lines.append(f"{ledger}: {', '.join(map(str, values))}")
        return "\n".join(lines) + self.standing()

    def history(self, which: str) -> None:
        """Say again what was said in a deal."""
        session = self.session
        entries = session.entries()
        if which and which != "all" and not which.isdecimal():
            self.say("Write history, history 2 or history all.")
            return
        deal = int(which) if which.isdecimal() else (entries[-1].deal if entries else 1)
        shown = [self.entry(one) for one in entries if which == "all" or one.deal == deal]
        self.say("\n".join(shown) if shown else f"There was no deal {deal}.")

    def hint(self, *, do: bool = False) -> None:
        """Say what a good player would do, and do it if asked."""
        session = self.session
        actions = session.hint()
        words = " ".join(session.said(action) for action in actions)
        self.say(f"Hint ({session.adviser}): {words}")
        if do:
            session.selection = []
            for action in actions:
                session.choose(action)
            session.confirm()

    def back(self, rest: str) -> None:
        """Take back what is chosen."""
        self.session.take_back(self.read(rest) if rest else None)
        self.say("Taken back.")

    def auto(self, rest: str) -> None:
        """Let played seats move by themselves, or not."""
        if rest not in ("on", "off", ""):
            self.say("Write auto on or auto off.")
            return
        self.session.auto = rest != "off"
        self.say(f"Played seats move {'by themselves' if self.session.auto else 'one at a time'}.")

    def hide(self) -> None:
        """Hide the hand."""
        self.session.hide()
        self.clear()

    def new(self) -> None:
        """Begin anew, when the person is sure."""
        session = self.session
        if not session.game.is_over or session.streak_score():
            sure = self.ask(f"{self.giving_up()} Write yes to begin a new one> ").strip().casefold()
            if sure not in ("yes", "y"):
                self.say("The game goes on.")
                return
        session.new_match()
        self.say(self.heading())

    def giving_up(self) -> str:
        """Return what is asked before a game is given up."""
        return f"Give this game up{' and end your streak' if self.session.streak_score() else ''}?"

    def leave(self, _rest: str) -> None:
        """Stop."""
        raise Leave

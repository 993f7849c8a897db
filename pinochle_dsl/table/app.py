"""The table on the full screen."""

from __future__ import annotations

import asyncio
import sys
import textwrap
from typing import TYPE_CHECKING, Any, ClassVar

from rich.cells import cell_len, set_cell_size
from rich.text import Text
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.screen import ModalScreen, Screen
from textual.widgets import Footer, Markdown, RichLog, Static

from pinochle_dsl.table.canvas import CARD_WIDTH, Canvas, card_style
from pinochle_dsl.table.lines import Lines, counted
from pinochle_dsl.table.replaying import Replay
from pinochle_dsl.table.saving import SaveError
from pinochle_dsl.table.session import CARDS, Choice, Refused, Session
from pinochle_dsl.table.stopping import Stopped, calling, heard_while_thinking

if TYPE_CHECKING:
    from collections.abc import Callable

    from textual import events

    from interpreter import Observation

PAUSE = 0.45
"""Seconds between two moves that go by themselves."""
TALL = 18
"""Lines of a table on which the trick lies in the middle rather than before its players."""
NARROW = 100
"""Columns below which the talk beside the table is narrow."""
OFFER = 9
"""Columns of the list of choices that hold no words: its frame, numbers and gaps."""
GOLD = "bold #ffd75f"
QUIET = "#9fb8a8"

HELP = """\
Arrows     move to a card or a choice
Space      choose it, or take it back; so does a click
Enter      choose it, and then confirm; go on to what comes next
1 to 9     choose the one of this number in a list of choices
Esc        take back what is chosen
H          hint: what a good player would do
M, B       what your hand melds, dearest first; choose the dearest
T          the history of the deals
S          the score
R          the rules of this very game
A          let the other seats move by themselves, or one at a time
V          show or hide your hand, when several share the machine
N          give this game up and begin a new one
Q          stop: the game is saved and goes on where it was

Bright cards may be chosen; choose a grey one to be told why not."""
REPLAY_HELP = """\
Enter, →   the next step
←          the step before
T, D       go on to the end of the trick, of the deal
Home, End  the beginning, the end
V          look at another seat's hand
L          what has been said so far
Q          stop"""


class Page(ModalScreen[None]):
    """A page over the table: rules, history, help."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "close", "Back to the table"),
        Binding("down,j", "move(1)", "Down", show=False),
        Binding("up,k", "move(-1)", "Up", show=False),
        Binding("pagedown,space", "move(12)", "Page down", show=False),
        Binding("pageup", "move(-12)", "Page up", show=False),
    ]

    def __init__(self, title: str, text: str, *, markdown: bool = False) -> None:
        """Show a text."""
        super().__init__()
        self.heading = title
        self.content = text
        self.markdown = markdown

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        with Vertical(id="page"):
            yield Static(self.heading, id="page-title", markup=False)
            with VerticalScroll(id="page-body", can_focus=False):
                if self.markdown:
                    yield Markdown(self.content)
                else:
                    yield Static(self.content, markup=False)
            yield Static("Esc: back to the table   ↑ ↓: more", id="page-foot", markup=False)

    def action_close(self) -> None:
        """Go back to the table."""
        self.dismiss()

    def action_move(self, lines: int) -> None:
        """Move the text."""
        self.query_one("#page-body", VerticalScroll).scroll_relative(y=lines, animate=False)


class Ask(ModalScreen[bool]):
    """A question that is answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "answer(True)", "Yes"),
        Binding("n,escape,enter", "answer(False)", "No"),
    ]

    def __init__(self, question: str) -> None:
        """Ask a question."""
        super().__init__()
        self.question = question

    def compose(self) -> ComposeResult:
        """Lay the question out."""
        yield Static(f"{self.question}\n\nY: yes    N: no", id="ask", markup=False)

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001 - textual passes it so
        """Give the answer back."""
        self.dismiss(yes)


class Talk(RichLog, can_focus=False):
    """What has been said."""


class Felt(Static):
    """The table: seats around it, the trick in the middle, or the result of a deal."""

    def draw(self, table: Table) -> None:
        """Draw the table anew."""
        width, height = self.size.width, self.size.height
        if width < 20 or height < 5:
            return
        canvas = Canvas(width, height)
        session = table.session
        view = session.view()
        held = session.teller.entries[session.holds[0] - 1] if session.holds else None
        if session.waiting == "over":
            self.result(canvas, table, "over")
        elif held is not None and held.kind in ("settlement", "melds", "redeal"):
            self.result(canvas, table, held.kind)
        elif view is None:
            canvas.centre(height // 2 - 1, table.hidden_words(), GOLD)
            canvas.centre(height // 2 + 1, "Nobody else should look at the screen.", QUIET)
        else:
            self.seats(canvas, session, view)
        self.update(canvas.text())

    def result(self, canvas: Canvas, table: Table, kind: str) -> None:
        """Draw what a deal or the game came to, or the melds on the table."""
        session = table.session
        entries = session.entries()
        last = max((at for at, one in enumerate(entries) if one.kind == kind), default=-1)
        if last < 0:
            return
        lines: list[tuple[str, str]] = []
        if kind == "melds":
            lines.append(("Melds on the table", GOLD))
            first = max((at for at in range(last) if not entries[at].text.startswith("seat")), default=-1)
            shown = [one for one in entries[first + 1 : last] if " melds " in one.text]
            lines += [(line, "") for one in shown for line in _wrapped(session.words(one), canvas.width - 4)]
        else:
            entry = entries[last]
            head, *rest = session.words(entry).split("\n")
            if kind == "over":
                rest, head = [head, *rest], "The game is over"
                rest = [line for line in rest if " at the end: " not in line]
                standing = table.lines.standing().strip()
                rest += [standing] if standing else []
                rest.append("Enter: the next game")
            lines += [(part, GOLD) for part in _wrapped(head, canvas.width - 4)]
            lines += [(part, "") for line in rest for part in _wrapped(line, canvas.width - 4)]
            if entry.rows:
                lines.append(("", ""))
                rows = table.lines.table(entry.rows).split("\n")
                lines += [(row[2:], "bold" if at == 0 else "") for at, row in enumerate(rows)]
        top = max(0, (canvas.height - len(lines)) // 2)
        block = max((cell_len(text) for text, _ in lines), default=0)
        left = max(1, (canvas.width - block) // 2)
        for at, (text, style) in enumerate(lines[: canvas.height]):
            canvas.put(left, top + at, text, style)

    def seats(self, canvas: Canvas, session: Session, view: Observation) -> None:
        """Draw the seats, the trick, the stock."""
        seats = session.program.table.seats
        played = dict(view.trick)
        others = [(view.seat + k) % seats for k in range(1, seats)]
        if session.program.table.counterclockwise:
            others.reverse()
        sides = [others[0], others[-1]] if len(others) > 1 else []
        top = [seat for seat in others if seat not in sides]
        width, height = canvas.width, canvas.height
        middle = max(3 if top else 1, (height - 4) // 2)
        for at, seat in enumerate(top):
            room = width // len(top)
            left = at * room
            for row, (text, style) in enumerate(self.block(session, view, seat, room - 2, lines=2)):
                canvas.centre(row, text, style, left=left, width=room)
            if seat in played:
                near = middle - 4 if len(top) == 1 and height >= TALL else 2
                self.lay(canvas, left + (room - CARD_WIDTH) // 2, near, played[seat], session, view)
        for at, seat in enumerate(sides):
            text_lines = self.block(session, view, seat, max(12, width // 2 - 10), lines=3)
            for row, (text, style) in enumerate(text_lines):
                x = 1 if at == 0 else width - 1 - cell_len(text)
                canvas.put(x, middle + row, text, style)
            if seat in played:
                x = width // 2 - CARD_WIDTH - 4 if at == 0 else width // 2 + 4
                self.lay(canvas, x, middle, played[seat], session, view)
        if view.seat in played:
            near = middle + 4 if height >= TALL else height - 4
            self.lay(canvas, (width - CARD_WIDTH) // 2, near, played[view.seat], session, view)
        mine = " · ".join(text for text, _ in self.block(session, view, view.seat, width, lines=2))
        canvas.centre(height - 1, mine, "bold" if view.current_seat == view.seat else QUIET)
        self.stock(canvas, view, middle)

    def stock(self, canvas: Canvas, view: Observation, row: int) -> None:
        """Draw the stock and the card that is turned up, or the widow."""
        if view.stock_left:
            canvas.put(2, row, "╭───╮", QUIET)
            canvas.put(2, row + 1, f"│{view.stock_left:^3}│", QUIET)
            canvas.put(2, row + 2, "╰───╯", QUIET)
            if view.turn_up is not None:
                canvas.card(8, row, view.turn_up, card_style(view.turn_up))
            canvas.put(2, row + 3, "stock", QUIET)
        if view.drawn is not None:
            canvas.card((canvas.width - CARD_WIDTH) // 2, row, view.drawn, card_style(view.drawn))
        elif view.widow and not view.trick and not any(view.tricks):
            cards = view.widow
            left = (canvas.width - CARD_WIDTH * len(cards)) // 2
            for at, card in enumerate(cards):
                canvas.card(left + at * CARD_WIDTH, row, card, card_style(card))
            canvas.centre(row + 3, "widow", QUIET)

    def lay(self, canvas: Canvas, x: int, y: int, card: str, session: Session, view: Observation) -> None:
        """Draw a card of the trick; the one that wins so far is bright."""
        winning = session.winning_card(view)
        canvas.card(x, y, card, card_style(card, dim=winning is not None and card != winning))

    def block(self, session: Session, view: Observation, seat: int, width: int, *, lines: int) -> list[tuple[str, str]]:
        """Return what is told of a seat: name, bids, tricks, melds, cards that lie open."""
        name = session.who(seat)
        marks = []
        if seat == view.dealer:
            marks.append("dealer")
        if seat == view.declarer and view.bid:
            marks.append(f"bid {view.bid}")
        elif view.declarer is None and view.best_bids[seat]:
            marks.append(f"bid {view.best_bids[seat]}")
        if view.declarer is None and view.passed[seat]:
            marks.append(view.said[seat] or "pass")
        head = f"{name[:1].upper()}{name[1:]}"
        if seat in view.sitting_out:
            marks.append("sits out")
        turn = seat == view.current_seat and not session.holds
        style = GOLD if turn else "bold"
        figures = []
        if any(view.tricks):
            figures.append(f"{view.tricks[seat]} trick{'s' * (view.tricks[seat] != 1)}")
        if view.melds[seat]:
            figures.append(f"meld {view.melds[seat]}")
        if not figures:
            figures = [counted(view.hands_left[seat])]
        second = ", ".join(figures)
        if lines == 2 and marks:
            head += f" ({', '.join(marks)})"
        found = [(("▸ " if turn else "") + head, style)]
        if lines > 2 and marks:
            found.append((", ".join(marks)[:width], QUIET))
        found += [(line[:width], QUIET) for line in ([second] if lines == 2 else figures)]
        shown = view.open_hands.get(seat) or view.table[seat]
        if shown and lines == 2 and seat != view.seat and width > 30:
            found[1] = (f"{second} · shows {' '.join(shown)}"[:width], QUIET)
        return found


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, max(20, width), subsequent_indent="  ") or [""]


class Fan(Static):
    """The hand: cards in a row, chosen ones raised, those that may not be chosen grey."""

    def draw(self, table: Table) -> None:
        """Draw the hand anew."""
        width, height = self.size.width, self.size.height
        if width < 20 or height < 4:
            return
        canvas = Canvas(width, height)
        cards = table.hand
        if not cards:
            self.update(canvas.text())
            return
        legal = {one.words for one in table.choices} if table.by_card else set(cards)
        chosen = table.chosen_places()
        places = self.places(cards)
        for at, card in enumerate(cards):
            raised = at in chosen
            style = card_style(card, dim=table.by_card and card not in legal, chosen=raised)
            nearest = places[at + 1] - places[at] if at + 1 < len(cards) else CARD_WIDTH
            canvas.card(places[at], 0 if raised else 1, card, style, shown=nearest)
        if table.by_card:
            canvas.put(places[table.cursor] + 1, height - 1, "▲", GOLD)
        self.update(canvas.text())

    def places(self, cards: list[str]) -> list[int]:
        """Return the column of each card: with gaps between suits where there is room, else one over the other."""
        width = self.size.width - 2
        changes = [int(at > 0 and card[-1] != cards[at - 1][-1]) for at, card in enumerate(cards)]
        gap = int(len(cards) * CARD_WIDTH + sum(changes) <= width)
        step = CARD_WIDTH
        while step > 2 and (len(cards) - 1) * step + CARD_WIDTH > width:
            step -= 1
        found, at = [], 0
        for place, change in enumerate(changes):
            at += (step if place else 0) + gap * change
            found.append(at)
        left = max(0, (self.size.width - at - CARD_WIDTH) // 2)
        return [left + one for one in found]

    def on_click(self, event: events.Click) -> None:
        """Choose the card that is clicked."""
        table = self.screen
        assert isinstance(table, Table)
        hit = [at for at, left in enumerate(self.places(table.hand)) if left <= event.x < left + CARD_WIDTH]
        if hit:
            table.pick(hit[-1])


class Offers(Static):
    """What may be chosen besides cards: bids, suits, melds, calls."""

    def __init__(self, **more: Any) -> None:  # noqa: ANN401 - what a widget takes
        """Show nothing yet."""
        super().__init__(**more)
        self.rows: list[int] = []
        """Which choice each line belongs to."""

    def draw(self, table: Table) -> None:
        """Draw the list anew; a note that is longer than its line stands under the choice at the cursor."""
        choices = [] if table.by_card else table.choices
        self.display = bool(choices)
        if not choices:
            return
        room = max(3, min(9, len(choices)))
        first = max(0, min(table.cursor - room // 2, len(choices) - room))
        side = table.query_one("#side").size
        self.rows = []
        text = Text(no_wrap=True, overflow="ellipsis")
        for at in range(first, min(len(choices), first + room)):
            one = choices[at]
            picked = one.action in table.session.selection
            number = f"{at + 1}." if at < 9 else "  "
            beside = cell_len(one.words) + cell_len(one.note) + OFFER <= side.width
            words = one.words + (f"  {one.note}" if one.note and beside else "")
            style = "bold #1c1c1c on #ffd75f" if picked else "reverse" if at == table.cursor else ""
            text.append(f"{'▸' if at == table.cursor else ' '}{number:>3} {words}\n", style)
            self.rows.append(at)
            if one.note and not beside and at == table.cursor:
                lines = textwrap.wrap(one.note, max(10, side.width - OFFER))
                most = max(1, side.height - room - 2)
                if len(lines) > most:
                    lines[most - 1 :] = [lines[most - 1][: side.width - OFFER - 1] + "…"]
                text.append("".join(f"     {line}\n" for line in lines))
                self.rows += [at] * len(lines)
        self.styles.height = max(room, len(self.rows)) + 2
        self.update(text)
        self.border_title = table.session.question()

    def on_click(self, event: events.Click) -> None:
        """Choose the line that is clicked."""
        table = self.screen
        assert isinstance(table, Table)
        row = event.y - 1
        if 0 <= row < len(self.rows):
            table.pick(self.rows[row])


class Table(Screen[None]):
    """The main screen."""

    keys = HELP
    """What is told of the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "enter", "Go on"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("q,ctrl+q", "leave", "Quit"),
        Binding("space", "space", "Choose", show=False),
        Binding("escape", "back", "Undo"),
        Binding("h", "hint", "Hint"),
        Binding("m", "melds", "Melds"),
        Binding("r", "rules", "Rules"),
        Binding("t", "history", "History"),
        Binding("s", "score", "Score", show=False),
        Binding("a", "auto", "Auto"),
        Binding("b", "best", "Best meld", show=False),
        Binding("v", "hide", "Show/hide", show=False),
        Binding("n", "new", "New", show=False),
        Binding("ctrl+c", "interrupt", "Stop", show=False, priority=True),
        Binding("left", "move(-1)", "Left", show=False),
        Binding("right", "move(1)", "Right", show=False),
        Binding("up", "move(-1)", "Up", show=False),
        Binding("down", "move(1)", "Down", show=False),
        Binding("pageup", "move(-10)", "Back", show=False),
        Binding("pagedown", "move(10)", "On", show=False),
        Binding("home", "move(-1000)", "First", show=False),
        Binding("end", "move(1000)", "Last", show=False),
        *(Binding(str(n), f"number({n})", str(n), show=False) for n in range(1, 10)),
    ]

    def __init__(self, session: Session, rules: Callable[[], str]) -> None:
        """Sit down."""
        super().__init__()
        self.session = session
        self.rules = rules
        self.lines = Lines(session, lambda _: "", lambda _: None, rules)
        self.cursor = 0
        self.notice = ""
        self.choices: list[Choice] = []
        self.hand: list[str] = []
        self.by_card = False
        self.logged: tuple[object, int | None, int] = (None, None, 0)
        self.asked = ""
        self.picked: list[int] = []
        """Places in the hand that were chosen: of equal cards, the very ones."""

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Static(id="head", markup=False)
        with Horizontal(id="middle"):
            yield Felt(id="felt", markup=False)
            with Vertical(id="side"):
                yield Offers(id="offers", markup=False)
                yield Talk(id="talk", wrap=True, markup=False, max_lines=2000, min_width=20)
        yield Static(id="status", markup=False)
        yield Fan(id="fan", markup=False)
        yield Footer(show_command_palette=False)

    def on_mount(self) -> None:
        """Begin."""
        self.query_one("#offers", Offers).display = False
        self.set_interval(PAUSE, self.tick)
        self.call_after_refresh(self.refresh_table)

    def on_resize(self) -> None:
        """Draw all anew at the new size."""
        self.set_class(self.size.width >= NARROW, "wide")
        self.logged = (None, None, 0)
        self.call_after_refresh(self.refresh_table)

    def tick(self) -> None:
        """Let a played seat move by itself, where that is wanted."""
        if self.session.auto and self.session.waiting == "computer" and self.app.screen is self:
            self.do(self.session.step)

    # -- drawing

    def refresh_table(self) -> None:
        """Draw what there is to see now."""
        session = self.session
        view = session.view()
        self.hand = list(view.hand) if view is not None else []
        self.choices = session.choices()
        choosing = session.waiting in ("choose", "confirm")
        self.by_card = choosing and session.game.decision in ("play", *CARDS)
        state = f"{session.game.number} {len(session.game.actions)} {session.waiting == 'reveal'}"
        if state != self.asked:
            self.asked = state
            self.cursor = self.first_choice()
            self.picked = []
        self.cursor = max(0, min(self.cursor, self.limit() - 1))
        self.query_one("#head", Static).update(self.head(view))
        self.query_one("#status", Static).update(self.status())
        self.query_one("#offers", Offers).draw(self)
        self.query_one("#fan", Fan).draw(self)
        self.query_one("#felt", Felt).draw(self)
        self.talk()

    def first_choice(self) -> int:
        """Return where the cursor begins: at the first card that may be chosen."""
        if not self.by_card:
            return 0
        legal = {one.words for one in self.choices}
        return next((at for at, card in enumerate(self.hand) if card in legal), 0)

    def limit(self) -> int:
        """Return how many places the cursor has."""
        return max(1, len(self.hand) if self.by_card else len(self.choices))

    def chosen_places(self) -> set[int]:
        """Return the places in the hand of the cards that are chosen."""
        if not self.by_card:
            return set()
        left = [self.session.game.describe(action) for action in self.session.selection]
        found: list[int] = []
        for at in [*self.picked, *range(len(self.hand))]:
            if at < len(self.hand) and at not in found and self.hand[at] in left:
                left.remove(self.hand[at])
                found.append(at)
        self.picked = found
        return set(found)

    def head(self, view: Observation | None) -> Text:
        """Return the line over the table: trump, contract, score."""
        session = self.session
        title = session.program.title or session.program.variant
        number = session.entries()[-1].deal if session.entries() else 1
        parts = [f"deal {number}"]
        if view is not None and view.trump is not None:
            parts.append(f"trump {view.trump}")
        if view is not None and view.declarer is not None and view.bid:
            parts.append(f"{session.who(view.declarer)} for {view.bid}")
        names = [session.account_name(a) for a in range(session.program.table.accounts)]
        totals = view.totals if view is not None else session.game.standing
        shown = totals if session.holds == [] or session.game.is_over else session.totals_told()
        score = "  ".join(f"{name} {total}" for name, total in zip(names, shown, strict=True))
        target = view.target if view is not None else None
        text = Text(no_wrap=True, overflow="ellipsis")
        right = score + (f"  (to {target})" if target else "")
        left = f" {title}"
        middle = " · ".join(parts)
        room = self.size.width - cell_len(middle) - cell_len(right) - 6
        if cell_len(left) > room:
            left = set_cell_size(left, room - 1).rstrip() + "…" if room > 8 else ""
        text.append(left, "bold")
        text.append(f"  {middle}  ", GOLD)
        text.append(" " * max(0, self.size.width - cell_len(left) - cell_len(middle) - cell_len(right) - 5))
        text.append(right)
        return text

    def status(self) -> Text:
        """Return the line that says what comes next."""
        session = self.session
        waiting = session.waiting
        words = {
            "next": "Enter: go on",
            "over": "The game is over. Enter: the next game",
            "reveal": self.hidden_words(),
        }.get(waiting, "")
        if waiting == "next" and session.holds:
            told = session.words(session.teller.entries[session.holds[0] - 1]).splitlines()[0]
            after = ". Enter: go on"
            room = self.size.width - 2 - cell_len(after)
            words = (told if cell_len(told) <= room else set_cell_size(told, room - 1).rstrip() + "…") + after
        elif waiting == "computer":
            words = self.lines.mover().replace(": Enter> ", "…" if session.auto else ". Enter: go on")
        elif waiting == "confirm":
            picked = " ".join(session.said(action) for action in session.selection)
            words = f"{picked}: Enter confirms, Esc takes back"
        elif waiting == "choose":
            picked = " ".join(session.said(action) for action in session.selection)
            more = f": {picked} … {session.missing} more" if picked else ""
            words = f"{session.question()}{more}"
        text = Text(no_wrap=True, overflow="ellipsis")
        text.append(f" {words}", GOLD if waiting != "computer" else QUIET)
        if self.notice:
            text.append(f"   {self.notice}" if cell_len(words + self.notice) < self.size.width - 6 else "")
            if cell_len(words + self.notice) >= self.size.width - 6:
                text = Text(f" {self.notice}", style="bold", overflow="fold")
        return text

    def hidden_words(self) -> str:
        """Return what is said while no hand is shown."""
        if self.session.waiting == "computer":
            return "The hands are hidden until it is a person's turn"
        return f"Seat {self.session.game.current_seat}, take the machine: Enter shows your hand"

    def talk(self) -> None:
        """Write what has been said since."""
        session = self.session
        log = self.query_one("#talk", Talk)
        entries = session.entries()
        key, viewer, told = self.logged
        if key is not session.game or viewer != session.viewer or told > len(entries):
            log.clear()
            told = 0
        for entry in entries[told:]:
            if entry.kind == "melds":
                continue
            text = session.words(entry)
            if entry.kind == "deal":
                text = f"— {text}"
            strong = entry.kind in ("trick", "settlement", "over", "contract", "deal")
            log.write(Text(text, style="bold" if strong else ""), scroll_end=True)
        self.logged = (session.game, session.viewer, len(entries))

    # -- doing

    def do(self, what: Callable[[], object]) -> None:
        """Do something to the session; a refusal is shown, and so is a place that cannot be written."""
        self.notice = ""
        try:
            what()
        except Refused as problem:
            self.notice = str(problem)
            self.app.bell()
        except SaveError as problem:
            app = self.app
            assert isinstance(app, TableApp)
            app.problem = str(problem)
            app.exit(return_code=3)
            return
        except Stopped:
            self.app.exit(return_code=130)
            return
        self.refresh_table()

    def action_enter(self) -> None:
        """Choose, confirm, or go on."""
        session = self.session
        waiting = session.waiting
        if waiting == "confirm":
            self.do(session.confirm)
        elif waiting == "choose":
            if self.by_card and session.game.decision in CARDS and session.selection and self.cursor_chosen():
                self.notice = f"{session.missing} more to choose"
                self.refresh_table()
                return
            self.pick(self.cursor)
        else:
            todo = {"next": session.next, "computer": session.step, "reveal": session.reveal, "over": session.next_game}
            self.do(todo[waiting])

    def cursor_chosen(self) -> bool:
        """Tell whether the card under the cursor is chosen."""
        return self.cursor in self.chosen_places()

    def action_space(self) -> None:
        """Choose what the cursor is at, or take it back."""
        if self.session.waiting in ("choose", "confirm"):
            self.pick(self.cursor)
        else:
            self.action_enter()

    def pick(self, at: int) -> None:
        """Choose a place, or take it back if it is chosen."""
        session = self.session
        if session.waiting not in ("choose", "confirm") or at >= self.limit():
            return
        chosen = self.chosen_places()
        self.cursor = at
        if self.by_card:
            action = session.game.action(self.hand[at])
            if at in chosen:
                self.picked.remove(at)
                self.do(lambda: session.take_back(action))
            else:
                self.picked = [*self.picked, at] if session.game.decision in CARDS else [at]
                self.do(lambda: session.choose(action))
            return
        action = self.choices[at].action
        if action in session.selection:
            self.do(session.take_back)
        else:
            self.do(lambda: session.choose(action))

    def action_back(self) -> None:
        """Take back what is chosen."""
        if self.session.selection:
            self.do(self.session.take_back)
        else:
            self.notice = ""
            self.refresh_table()

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        if abs(by) == 1 and self.limit() > 1:
            self.cursor = (self.cursor + by) % self.limit()
        else:
            self.cursor = max(0, min(self.cursor + by, self.limit() - 1))
        self.notice = ""
        self.refresh_table()

    def action_number(self, number: int) -> None:
        """Choose by number."""
        if self.session.waiting in ("choose", "confirm") and not self.by_card:
            self.pick(number - 1)

    def action_hint(self) -> None:
        """Show what a good player would do, and move the cursor there."""

        def advise() -> None:
            actions = self.session.hint()
            words = " ".join(self.session.said(action) for action in actions)
            first = self.session.said(actions[0])
            places = self.hand if self.by_card else [one.words for one in self.choices]
            if self.session.selection and self.session.game.decision not in CARDS:
                self.session.take_back()
            if first in places and not self.session.selection:
                self.cursor = places.index(first)
            self.notice = f"Hint: {words}"

        self.do(advise)

    def action_best(self) -> None:
        """Choose the dearest meld."""
        session = self.session
        if session.game.decision == "meld" and session.waiting in ("choose", "confirm"):
            self.do(lambda: session.choose(session.choices()[0].action))

    def action_auto(self) -> None:
        """Let the other seats move by themselves, or one at a time."""
        self.session.auto = not self.session.auto
        self.notice = f"The other seats move {'by themselves' if self.session.auto else 'one at a time'}"
        self.refresh_table()

    def action_hide(self) -> None:
        """Show or hide the hand."""
        if self.session.waiting == "reveal":
            self.do(self.session.reveal)
        else:
            self.do(self.session.hide)

    def page(self, title: str, text: str, *, markdown: bool = False) -> None:
        """Show a page."""
        self.app.push_screen(Page(title, text, markdown=markdown))

    def action_melds(self) -> None:
        """Show what the hand could meld."""
        self.page("Your hand's melds, dearest first", self.lines.melds())

    def action_rules(self) -> None:
        """Show the rules of this very game."""
        self.page("The rules of this game", self.rules(), markdown=True)

    def action_history(self) -> None:
        """Show what was said in all deals."""
        entries = [self.lines.entry(one) for one in self.session.entries()]
        self.page("The history of the deals", "\n".join(entries))

    def action_score(self) -> None:
        """Show the score."""
        self.page("The score", self.lines.score())

    def action_help(self) -> None:
        """Show the keys."""
        self.page("Help", self.keys)

    def action_new(self) -> None:
        """Begin anew, when the person is sure."""

        def answered(yes: bool | None) -> None:  # noqa: FBT001 - textual passes it so
            if yes:
                self.do(self.session.new_match)

        self.app.push_screen(Ask(self.lines.giving_up()), answered)

    def action_leave(self) -> None:
        """Stop; the game is saved."""
        self.app.exit(return_code=0)

    def action_interrupt(self) -> None:
        """Stop as Ctrl-C asks."""
        self.app.exit(return_code=130)


class ReplayTable(Table, inherit_bindings=False):
    """A record on the full screen."""

    keys = REPLAY_HELP

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,right,space,down", "forward", "On"),
        Binding("question_mark,f1", "help", "Help"),
        Binding("q,ctrl+q", "leave", "Quit"),
        Binding("left,backspace,up", "step_back", "Back"),
        Binding("t", "trick", "Trick"),
        Binding("d", "deal", "Deal"),
        Binding("v,tab", "other", "Other seat"),
        Binding("l", "history", "History"),
        Binding("home", "ends(0)", "Beginning", show=False),
        Binding("end", "ends(1)", "End", show=False),
        Binding("ctrl+c", "interrupt", "Stop", show=False, priority=True),
    ]

    def __init__(self, replay: Replay) -> None:
        """Begin before the first step."""
        super().__init__(replay, lambda: "")
        self.replay = replay

    def tick(self) -> None:
        """Let nothing move by itself."""

    def status(self) -> Text:
        """Return the line that says where in the record this is."""
        replay = self.replay
        entries = replay.entries()
        words = replay.words(entries[-1]).split("\n")[0] if entries else ""
        return Text(f" Step {replay.step_number} of {len(replay.actions)}: {words}", GOLD, overflow="ellipsis")

    def action_forward(self) -> None:
        """Take a step."""
        self.do(self.replay.forward)

    def action_step_back(self) -> None:
        """Go a step back."""
        self.do(lambda: self.replay.go_to(self.replay.step_number - 1))

    def action_trick(self) -> None:
        """Go on to the end of the trick."""
        self.do(lambda: self.replay.on_to("trick"))

    def action_deal(self) -> None:
        """Go on to the end of the deal."""
        self.do(lambda: self.replay.on_to("settlement"))

    def action_ends(self, last: int) -> None:
        """Go to the beginning or the end."""
        self.do(lambda: self.replay.go_to(len(self.replay.actions) * last))

    def action_other(self) -> None:
        """Look at another seat's hand."""
        people = self.replay.people
        self.replay.viewer = people[((self.replay.viewer or 0) + 1) % len(people)]
        self.do(lambda: None)


class TableApp(App[None]):
    """The application: one table."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { background: #14301f; color: #e8efe9; }
    #head { height: 1; background: #0c2115; }
    #middle { height: 1fr; }
    #felt { width: 1fr; height: 1fr; background: #1b4a2e; }
    #side { width: 28; height: 1fr; background: #102a1b; }
    .wide #side { width: 44; }
    #talk { height: 1fr; background: #102a1b; padding: 0 1; scrollbar-size-vertical: 0; }
    #offers { height: auto; border: round #ffd75f; padding: 0; background: #102a1b; }
    #status { height: 1; background: #0c2115; }
    #fan { height: 5; background: #14301f; }
    Page, Ask { align: center middle; background: #000000 50%; }
    #page { width: 90%; height: 90%; border: round #ffd75f; background: #102a1b; padding: 0 1; }
    #page-title { text-style: bold; color: #ffd75f; height: 1; }
    #page-body { height: 1fr; scrollbar-size-vertical: 1; scrollbar-background: #102a1b;
        scrollbar-color: #3f7a57; }
    #page-foot { height: 1; color: #9fb8a8; }
    #ask { width: auto; height: auto; padding: 1 3; border: round #ffd75f; background: #102a1b; }
    Markdown { background: #102a1b; }
    """

    def __init__(self, session: Session, rules: Callable[[], str]) -> None:
        """Make the application of a session."""
        super().__init__()
        self.session = session
        self.rules = rules
        self.problem = ""
        """Why the table had to be left."""

    def get_default_screen(self) -> Screen[None]:
        """Return the table."""
        if isinstance(self.session, Replay):
            return ReplayTable(self.session)
        return Table(self.session, self.rules)


def _read_anything() -> None:
    """Let keys that are no UTF-8, as of a terminal that is set otherwise, be unknown keys and no end of the program."""
    if sys.platform == "win32":
        return
    from codecs import getincrementaldecoder  # noqa: PLC0415 - only here

    from textual.drivers import linux_driver  # noqa: PLC0415 - not on every system

    def lenient(name: str) -> Callable[[], Any]:
        return lambda: getincrementaldecoder(name)("replace")

    linux_driver.getincrementaldecoder = lenient  # type: ignore[assignment, attr-defined, unused-ignore]


def run(session: Session, rules: Callable[[], str]) -> tuple[int, str]:
    """Play on the full screen; return the exit status, and a message where something failed."""
    _read_anything()
    session.thinking = heard_while_thinking
    app = TableApp(session, rules)
    asyncio.run(_until_left(app))
    return app.return_code or 0, app.problem


async def _until_left(app: TableApp) -> None:
    with calling(asyncio.get_running_loop(), lambda: app.exit(return_code=130)):
        await app.run_async()

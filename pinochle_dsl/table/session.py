"""A game that people sit at, without any screen: what waits, what may be chosen, what is shown to whom.

A face of it (lines or a full screen) asks `waiting` what comes next and calls the method that does it.  What a person
is shown comes from his `Observation` and from entries that he may read, never from the game itself.
"""

from __future__ import annotations

import secrets
import shlex
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import evolve, frozen

from interpreter import Game, IllegalAction, Match, Program, legal_reason, melds
from interpreter._numbers import MELD_ACTION, PASS
from interpreter.actions import MOST_STEPS, steps_of
from interpreter.cards import parse_card
from interpreter.players import chosen, player_kinds
from interpreter.program import IN_PLAY, Phase, Sides, Window
from pinochle_dsl.table import opponents, saving
from pinochle_dsl.table.telling import HOLDS, Entry, Teller, named

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from contextlib import AbstractContextManager

    from interpreter import Observation
    from interpreter.queries.melding import LaidMeld

CARDS = frozenset({"exchange", "bury"})
"""Decisions in which several cards are chosen together."""
SUITS = 4
FEW = 8
"""Choices that are told in an answer."""


class Refused(ValueError):  # noqa: N818 - what a player tried is refused, in words
    """A choice that cannot be made now; the message says why."""


@frozen
class Choice:
    """Something that the person may do now."""

    action: int
    words: str
    note: str = ""
    """What it brings, where that can be said: points of a meld, what a call does."""


@frozen
class Finished:
    """A game of the match that is over."""

    number: int
    winner: int | str | None
    totals: tuple[int, ...]


def _options_of(document: Mapping[str, Any]) -> str:
    """Return how the rules of a save are asked for."""
    options = document["record"].get("options") if isinstance(document.get("record"), dict) else None
    if not isinstance(options, dict) or not options:
        return ""
    said = " ".join(f"--set {shlex.quote(f'{name}={choice}')}" for name, choice in options.items())
    return f"; they were asked for by {said}"


class Session:
    """A match at one machine: some seats are people's, the others are played."""

    thinking: Callable[[], AbstractContextManager[None]] = nullcontext
    """What is around a choice of the machine, which may take long: a face listens for whoever will not wait."""
    explained: Callable[[], Mapping[str, str]] = dict
    """Returns what the calls do, by their names, in words of the rule sheet; asked for once, when one is offered."""

    def __init__(
        self,
        program: Program,
        *,
        people: Sequence[int] = (0,),
        players: Sequence[str] = (),
        seed: int | None = None,
        save: Path | None = None,
        auto: bool = False,
        adviser: str | None = None,
    ) -> None:
        """Begin a match; without a seed the cards are nobody's to know.  The adviser is the level that gives hints."""
        self.program = program
        self.people = tuple(sorted(set(people)))
        self.streak = opponents.streak_of(program)
        rises = self.streak is not None and len(self.people) == 1
        default = opponents.RISING if rises else opponents.usual()
        self.players = tuple(players) or (default,)
        self.save_path = save
        self.stamp: tuple[int, int, int] | None = None
        """Of the save as this session wrote or read it last."""
        self.auto = auto
        self.adviser = adviser or opponents.usual()
        self.finished: list[Finished] = []
        self.selection: list[int] = []
        self.viewer: int | None = self.people[0] if len(self.people) == 1 else None
        self.holds: list[int] = []
        self.before: Game | None = None
        self.last_action = -1
        self.told = 0
        """Entries that were said before the game was taken up again."""
        self._choices: list[Choice] | None = None
        self._effects: Mapping[str, str] | None = None
        self._balances_at_start = self._fresh()
        number = secrets.randbits(63) if seed is None else seed
        self._start(Match(program, number, self._names()))

    def _fresh(self) -> list[list[int]]:
        """Return the balances with which a match begins."""
        return [[ledger.start] * self.program.table.accounts for ledger in self.program.ledgers]

    # -- games of the match

    def _names(self) -> tuple[str, ...]:
        """Return what the record calls the players."""
        seats = range(self.program.table.seats)
        return tuple("human" if seat in self.people else self.level(seat) for seat in seats)

    def level_name(self, person: int) -> str:
        """Return the level that was chosen for a person's place."""
        return self.players[person % len(self.players)]

    def levels(self, players: Sequence[str] | None = None) -> dict[int, str]:
        """Return the level that is chosen, or would be by other names, for every place where nobody sits."""
        names = self.players if players is None else players
        count = self.program.table.people or self.program.table.seats
        return {person: names[person % len(names)] for person in range(count) if person not in self.people}

    def level(self, person: int) -> str:
        """Return the level that plays a place now."""
        name = self.level_name(person)
        if name != opponents.RISING:
            return name
        if self.streak is None:
            return opponents.usual()
        return opponents.rung(self.streak.won(self._balances_at_start, self.account(self.people[0])))

    def account(self, person: int) -> int:
        """Return the account of a person."""
        table = self.program.table
        return person if table.people or table.accounts == table.seats else table.side_of[person]

    def _start(self, match: Match) -> None:
        """Begin a match, or go on with one."""
        self.match = match
        self._begin(match.next_game())

    def _begin(self, game: Game) -> None:
        """Sit down to a game at its first action."""
        self.game = game
        self._balances_at_start = opponents.balances(game)
        game.tell_events()
        self.teller = Teller(game)
        self.holds, self.selection, self.before, self._choices = [], [], None, None
        self.told = 0
        self._hide_if_shared()

    def next_game(self) -> None:
        """Go on with the next game of the match."""
        if not self.game.is_over:
            msg = "this game is not over"
            raise Refused(msg)
        self._balances_at_start = opponents.balances(self.game)
        self.match.players = self._names()
        self._begin(self.match.next_game())
        self.save()

    def new_match(self, seed: int | None = None) -> None:
        """Give this game up and begin a new match: a streak ends."""
        self.finished = []
        self._balances_at_start = self._fresh()
        number = secrets.randbits(63) if seed is None else seed
        self._start(Match(self.program, number, self._names()))
        self.save()

    # -- what waits

    @property
    def waiting(self) -> str:
        """Return what comes next.

        `next`: something is looked at; `computer`: a played seat moves; `reveal`: the person whose turn it is takes
        the machine; `choose`: he chooses; `confirm`: he has chosen; `over`: the game is over.
        """
        if self.holds:
            return "next"
        if self.game.is_over:
            return "over"
        person = self.game.current_person
        if person not in self.people:
            return "computer"
        if self.viewer != person:
            return "reveal"
        return "confirm" if self.selection and not self.missing else "choose"

    @property
    def seat(self) -> int | None:
        """Return the seat of the person who looks at the screen; None where he sits out, or nobody does."""
        return None if self.viewer is None else self.seat_of(self.viewer)

    def seat_of(self, person: int) -> int | None:
        """Return where somebody sits in this deal."""
        if not self.program.table.people:
            return person
        places = list((self.before or self.game).seat_figures()["account"])[: self.program.table.seats]
        return places.index(person) if person in places else None

    def reveal(self) -> None:
        """Show his hand to the person whose turn it is."""
        if self.waiting == "reveal":
            self.viewer = self.game.current_person

    def hide(self) -> None:
        """Hide the hand that is shown."""
        if len(self.people) > 1:
            self.viewer = None
            self.selection = []

    def _hide_if_shared(self) -> None:
        """Hide the hand where the turn goes to another person."""
        if len(self.people) == 1 or self.game.is_over:
            return
        person = self.game.current_person
        if person in self.people and person != self.viewer:
            self.viewer = None

    def next(self) -> None:
        """Go on from what was looked at."""
        if self.holds:
            self.holds.pop(0)
            if not self.holds:
                self.before = None
                self._hide_if_shared()
            self.save()

    def step(self) -> bool:
        """Let the machine do what needs nobody; return whether there was anything to do."""
        if self.waiting != "computer":
            return False
        with self.thinking():
            action = chosen(self.game, self.level(self.game.current_person))
        self._apply(action)
        return True

    # -- choosing

    @property
    def missing(self) -> int:
        """Return how many cards are still to be chosen, or whether anything is."""
        if self.game.decision in CARDS:
            return int(self.game.facts()["to_choose"]) - len(self.selection)
        return 1 - len(self.selection)

    def choices(self) -> list[Choice]:
        """Return what the person may choose now: cards that may go, bids, calls, melds with their points."""
        if self.waiting not in ("choose", "confirm"):
            return []
        if self._choices is None:
            self._choices = self._find_choices()
        return self._choices

    def _find_choices(self) -> list[Choice]:
        game = self.game
        if game.decision in CARDS:
            return [Choice(card, game.describe(card)) for card in self._to_give()]
        legal = game.legal_actions()
        found = [Choice(a, self.said(a), self._note(a)) for a in legal]
        if game.decision == "bid":  # what is said most often stands where it is seen: above a long ladder
            found.sort(key=lambda one: one.words.startswith("bid "))
        if game.decision == "meld":
            found.sort(key=lambda one: -self._worth(one.action))
        return found

    def bids_told(self) -> str:
        """Return the bids that may be made in a few words, `bid 26 or more, in steps of 1`, or nothing.

        Where the ladder ends only because no side could make more, its end says nothing to people.
        """
        words = [one.words.split() for one in self.choices() if one.words.startswith("bid ")]
        bids = list(dict.fromkeys(int(parts[1]) for parts in words))
        if not bids:
            return ""
        suit = " and a suit" if any(len(parts) > 2 for parts in words) else ""
        upper = " or more" if bids[-1] >= self._most_bid() else f" to {bids[-1]}"
        told = steps_of(bids)
        return f"bid {bids[0]}{upper if told else ''}{suit}" + "".join(f", {part}" for part in told[:MOST_STEPS])

    def _most_bid(self) -> int:
        """Return from where on a bid is beyond what a side could make, or all that the machine has."""
        from pinochle_dsl.compiling.bidding import MOST_OPEN_BIDS  # noqa: PLC0415 - only here
        from pinochle_dsl.compiling.melding import most_made  # noqa: PLC0415 - only here

        rules, copies = self.program.rules, self.program.deck.copies
        assert rules.auction is not None
        most = most_made(rules.melds, copies, rules.card_points, rules.trump_points, rules.last_trick, rules.per)
        ladder = rules.auction.ladder
        return min(most, ladder[-1]) if len(ladder) == MOST_OPEN_BIDS else most

    def _to_give(self) -> list[int]:
        """Return the cards that may be among those that are given or buried."""
        twin, found = self.game.copy(), dict[int, None]()
        seat, decision = twin.current_seat, twin.decision
        for _ in range(twin.facts()["to_choose"]):
            if twin.current_seat != seat or twin.decision != decision:
                break
            legal = twin.legal_actions()
            found |= dict.fromkeys(legal)
            twin.apply(legal[0])
        return sorted(found)

    def _worth(self, action: int) -> int:
        """Return the points that a meld brings at once; passing comes last."""
        if action < MELD_ACTION or action == PASS:
            return -1
        twin = self.game.copy()
        seat = twin.current_seat
        before = twin.seat_figures()["laid_meld"][seat]
        deal = twin.facts()["deal"]
        twin.apply(action)
        if twin.facts()["deal"] != deal or twin.is_over:
            return 0
        return int(twin.seat_figures()["laid_meld"][seat]) - int(before)

    def said(self, action: int) -> str:
        """Return the words of an action that may be chosen now: `pass` is called by what it does."""
        game = self.game
        if action != PASS or game.decision == "bid":
            return game.describe(action)
        if game.decision == "call":
            return "play on" if self._goes_to_play() else "no call"
        return INSTEAD.get(game.decision, game.describe(action))

    def _goes_to_play(self) -> bool:
        """Tell whether cards are played next if a call is not made."""
        name, rules = self.pending_call(), self.program.modes[self.game.facts()["mode"]]
        call = next((one for mode in (rules, self.program.rules) for one in mode.calls if one.name == name), None)
        if call is None or call.phase is None or Phase.PLAY not in rules.phases:
            return call is not None and call.window in IN_PLAY
        at = rules.phases.index(Phase.PLAY)
        last = rules.phases[at - 1] if at else None
        return (call.window, call.phase) in ((Window.BEFORE, Phase.PLAY), (Window.AFTER, last))

    def pending_call(self) -> str | None:
        """Return the call that is offered, or that somebody is asked to agree to."""
        return self.game.observation(self.game.current_seat).pending_call

    def _note(self, action: int) -> str:
        """Return what an action brings."""
        if action == PASS:
            return ""
        if self.game.decision in ("call", "agree"):
            if self._effects is None:
                self._effects = self.explained()
            return self._effects.get(self.pending_call() or "", "")
        return f"{self._worth(action)} points" if self.game.decision == "meld" else ""

    def choose(self, action: int) -> None:
        """Choose an action, or one more card; nothing happens before it is confirmed.

        Raises `Refused` with the reason.
        """
        if self.waiting not in ("choose", "confirm"):
            msg = "it is not your turn to choose"
            raise Refused(msg)
        allowed = [one.action for one in self.choices()]
        if self.game.decision not in CARDS:
            if action not in allowed:
                raise Refused(self.why_not(action))
            self.selection = [action]
            return
        if action not in allowed:
            raise Refused(self.why_not(action))
        held = self.game.hand_counts(self.game.current_seat)
        if self.selection.count(action) >= held[action]:
            msg = f"{self.game.describe(action)} is chosen already"
            raise Refused(msg)
        if self.missing <= 0:
            total = self.game.facts()["to_choose"]
            msg = f"{total} cards are chosen already: take one back first"
            raise Refused(msg)
        trial = sorted([*self.selection, action])
        if self.missing == 1 and not self._fit_together(trial):
            msg = f"no second {self.game.describe(action)} may go: a meld needs it"
            raise Refused(msg)
        self.selection = trial

    def _fit_together(self, cards: list[int]) -> bool:
        """Tell whether cards may go together."""
        trial = self.game.copy()
        try:
            for card in cards:
                trial.apply(card)
        except IllegalAction:
            return False
        return True

    @property
    def missing_at_first(self) -> int:
        """Return how many cards are to be chosen in all."""
        return int(self.game.facts()["to_choose"])

    def take_back(self, action: int | None = None) -> None:
        """Take a choice back, or all of it; what is confirmed stays.

        Raises `Refused` where there is none.
        """
        if not self.selection:
            msg = "nothing is chosen that could be taken back"
            raise Refused(msg)
        if action is None:
            self.selection = []
        elif action in self.selection:
            self.selection.remove(action)
        else:
            msg = f"{self.game.describe(action)} is not chosen"
            raise Refused(msg)

    def confirm(self) -> None:
        """Carry out what is chosen.

        Raises `Refused` where something is still missing.
        """
        if not self.selection or self.missing > 0:
            msg = f"{self.missing} more to choose"
            raise Refused(msg)
        actions = sorted(self.selection) if self.game.decision in CARDS else list(self.selection)
        self.selection = []
        for number, action in enumerate(actions, start=1):
            self._apply(action, save=number == len(actions))

    def _apply(self, action: int, *, save: bool = True) -> None:
        """Carry an action out, say what came of it, and save."""
        before = self.game.copy()
        told = len(self.teller.entries)
        self.teller.applied(action)
        self.last_action = action
        self._choices = None
        entries = self.teller.entries
        self.holds = [at + 1 for at in range(told, len(entries)) if entries[at].kind in HOLDS]
        looks_back = bool(self.holds) and not (len(self.holds) == 1 and entries[self.holds[0] - 1].kind == "melds")
        self.before = before if looks_back else None
        if not self.holds:
            self._hide_if_shared()
        if self.game.is_over:
            self._note_finished()
        if save:
            self.save()

    def _note_finished(self) -> None:
        game = self.game
        if not self.finished or self.finished[-1].number != game.number:
            self.finished.append(Finished(game.number, game.winner, tuple(game.standing)))

    def hint(self) -> list[int]:
        """Return what the strongest level would choose, from what the person may know."""
        if self.waiting not in ("choose", "confirm"):
            over = self.waiting == "over"
            msg = f"there is nothing to advise on: {'the game is over' if over else 'it is not your turn'}"
            raise Refused(msg)
        twin, found = self.game.copy(), list[int]()
        seat, decision, several = twin.current_seat, twin.decision, twin.decision in CARDS
        left = self.missing_at_first if several else 1
        while len(found) < left and twin.current_seat == seat and twin.decision == decision:
            with self.thinking():
                found.append(chosen(twin, self.adviser))
            twin.apply(found[-1])
        return found

    def why_not(self, action: int) -> str:
        """Return in words why an action is not allowed."""
        game = self.game
        words = self.said(action)
        seat = game.current_seat
        hand = game.hand_counts(seat)
        if 0 <= action < len(hand) and not hand[action] and game.decision not in ("ask", "draw"):
            return f"{words} is not in your hand"
        if game.decision == "play" and 0 <= action < len(hand):
            return self._duty(words)
        if game.decision in CARDS and 0 <= action < len(hand):
            return f"{words} may not be chosen: the rules bar it, or a meld needs it"
        asked = QUESTIONS.get(game.decision, "your turn")
        told = [one.words for one in self.choices()]
        if len(told) > FEW and (bids := self.bids_told()):
            told = [bids, *(words for words in told if not words.startswith("bid "))]
        shown = "; ".join(told[:FEW])
        return f"{words} cannot be chosen now ({asked}); you may: {shown}"

    def _duty(self, card: str) -> str:
        """Return which duty forbids a card."""
        view = self.game.observation(self.game.current_seat)
        try:
            allowed, reason = legal_reason(
                self.program,
                card,
                list(view.hand),
                [c for _, c in view.trick],
                view.trump,
                stage=view.stage,
                leading=view.trick[0][0] if view.trick else view.seat,
                declarer=view.declarer,
                first_trick=not any(view.tricks),
                trump_played=any(parse_card(self.program.deck, c) // len(self.program.deck.ranks) == self._trump(view)
                                 for c in view.played),
            )  # fmt: skip
        except ValueError:
            allowed, reason = True, ""
        if allowed:
            legal = " ".join(one.words for one in self.choices())
            return f"{card} is not allowed now; allowed: {legal}"
        return reason

    def _trump(self, view: Observation) -> int:
        suits = self.program.deck.suits
        return suits.index(view.trump) if view.trump in suits else SUITS

    # -- what is shown

    def view(self, seat: int | None = None) -> Observation | None:
        """Return what the person at the screen sees; None where no hand is shown to anybody."""
        at = self.seat if seat is None else seat
        if at is None:
            return None if self.viewer is None else self._from_aside()
        game = self.before if self.before is not None else self.game
        seen = game.observation(at)
        if self.before is None or game.decision != "play":
            return seen
        hand = list(seen.hand)
        card = game.describe(self.last_action)
        if game.current_seat == at and card in hand:
            hand.remove(card)
        order = [*seen.trick, (game.current_seat, card)]
        tricks = [n + (seat == self.teller.taker) for seat, n in enumerate(seen.tricks)]
        left = list(seen.hands_left)
        left[game.current_seat] -= 1
        return evolve(
            seen,
            trick=tuple(order),
            tricks=tuple(tricks),
            hand=tuple(hand),
            legal=(),
            hands_left=tuple(left),
        )

    def _from_aside(self) -> Observation:
        """Return what somebody sees who sits this deal out: what is public."""
        game = self.before if self.before is not None else self.game
        nothing: tuple[str, ...] = ()
        return evolve(
            game.observation(0),
            hand=nothing,
            known=(nothing,) * self.program.table.seats,
            received=nothing,
            given={},
            widow=nothing,
            drawn=None,
            laid_aside=nothing,
            pending_call=None,
            legal=nothing,
            buried=nothing,
            own_tricks=nothing,
        )

    def winning_card(self, view: Observation) -> str | None:
        """Return the card that wins the trick so far, where two or more lie."""
        if len(view.trick) < 2:
            return None
        cards = [parse_card(self.program.deck, card) for _, card in view.trick]
        place = self.teller.best(cards, self._trump(view))
        return view.trick[place][1]

    def totals_told(self) -> tuple[int, ...]:
        """Return the totals as they stood before what is looked at now."""
        game = self.before if self.before is not None else self.game
        return tuple(game.standing)

    def entries(self) -> list[Entry]:
        """Return what has been said so far, as far as it is looked at and the viewer may read it."""
        return [entry for entry in self.teller.entries[: self.told_to] if self.may_read(entry)]

    @property
    def told_to(self) -> int:
        """Return how many entries there are before what is looked at is past."""
        return self.holds[0] if self.holds else len(self.teller.entries)

    def may_read(self, entry: Entry) -> bool:
        """Tell whether the person at the screen may read an entry."""
        return entry.shown_to(self.seat)

    def words(self, entry: Entry) -> str:
        """Return an entry in the viewer's words."""
        return self.named(entry.text)

    def named(self, text: str) -> str:
        """Return a text with the names that the viewer gives the seats, each line with a capital."""
        people = {self.viewer: "you"} if self.viewer is not None and self.program.table.people else {}
        return named(text, self.names(), self.side_names(), people)

    def who(self, seat: int) -> str:
        """Return what the viewer calls a seat, within a line."""
        return self.names()[seat]

    def names(self) -> dict[int, str]:
        """Return what the viewer calls the seats."""
        seats, mine = self.program.table.seats, self.seat
        found = {seat: f"seat {seat}" for seat in range(seats)}
        if mine is None:
            return found
        found[mine] = "you"
        if len(self.people) > 1:
            return found
        others = [(mine + k) % seats for k in range(1, seats)]
        table = self.program.table
        if seats == 2:
            found[others[0]] = "your opponent"
        elif seats in (3, 4):
            near, far = ("right", "left") if table.counterclockwise else ("left", "right")
            found[others[0]], found[others[-1]] = near, far
            if seats == 4:
                fixed = table.sides is Sides.FIXED and table.side_of[others[1]] == table.side_of[mine]
                found[others[1]] = "your partner" if fixed else "across"
        return found

    def side_names(self) -> dict[int, str]:
        """Return what the viewer calls the sides."""
        table, mine = self.program.table, self.seat
        if table.accounts >= table.seats or mine is None or len(self.people) > 1:
            return {
                side: f"side {side} (seats {', '.join(str(s) for s in range(table.seats) if table.side_of[s] == side)})"
                for side in range(table.accounts)
            }
        if table.accounts == 2:
            return {side: "your side" if side == table.side_of[mine] else "their side" for side in range(2)}
        return {side: "your side" if side == table.side_of[mine] else f"side {side}" for side in range(table.accounts)}

    def account_name(self, account: int) -> str:
        """Return what the viewer calls an account."""
        table = self.program.table
        if table.people:
            return self.named(f"player {account}")
        return self.named(f"seat {account}" if table.accounts == table.seats else f"side {account}")

    def question(self) -> str:
        """Return what is asked of the person, in a few words."""
        decision = self.game.decision
        if decision == "play":
            return "Lead a card" if not self.game.trick_cards() else "Play a card"
        if decision in CARDS:
            verb = "bury" if decision == "bury" else "pass on"
            return f"Choose {self.missing_at_first} card{'s' * (self.missing_at_first != 1)} to {verb}"
        if decision in ("call", "agree"):
            names = self.pending_call()
            return f"You may call: {names}" if decision == "call" else f"Do you agree to: {names}"
        return QUESTIONS.get(decision, "Your turn")

    def hand_melds(self) -> dict[str, tuple[LaidMeld, ...]]:
        """Return the best melds of the viewer's hand if all were laid at once: under each trump, or under this one."""
        view = self.view()
        if view is None or self.program.rules.meld is None:
            return {}
        suits = [view.trump] if view.trump is not None else list(self.program.deck.suits)
        return {str(suit): melds(self.program, list(view.hand), suit).melds for suit in suits}

    def streak_score(self) -> tuple[int, int] | None:
        """Return the games won in a row and the score they make, where the game keeps a streak."""
        if self.streak is None:
            return None
        kept, mine = opponents.balances(self.game), self.account(self.people[0])
        return self.streak.won(kept, mine), self.streak.score(self.program, kept, mine)

    # -- saving

    def content(self) -> dict[str, Any]:
        """Return the match as a save holds it."""
        return {
            "version": saving.program_version(),
            "variant": self.program.variant,
            "hash": self.program.hash,
            "people": list(self.people),
            "opponents": list(self.players),
            "auto": self.auto,
            "holds": len(self.holds),
            "finished": [
                {"number": one.number, "winner": one.winner, "totals": list(one.totals)} for one in self.finished
            ],
            "record": self.game.record(),
        }

    def save(self) -> None:
        """Save, where there is a place for it.

        Raises `SaveError` where it cannot be written, or another program has written there meanwhile.
        """
        if self.save_path is None:
            return
        now = saving.stamp(self.save_path)
        if now is not None and self.stamp is not None and now != self.stamp:
            msg = f"another program plays the game in {self.save_path} meanwhile; what it has saved is left as it is"
            raise saving.SaveError(msg)
        saving.write(self.save_path, self.content())
        self.stamp = saving.stamp(self.save_path)

    @classmethod
    def resumed(cls, document: Mapping[str, Any], program: Program, path: Path | None) -> Session:
        """Return the session of a save, exactly where it was left.

        Raises `SaveError` for a save of another game, or one whose parts do not fit.
        """
        if document.get("hash") != program.hash:
            variant = document.get("variant")
            msg = (
                f"the saved game in {path} is one of {variant} under other rules{_options_of(document)}"
                if variant == program.variant
                else f"the saved game in {path} is one of {variant}, not of {program.variant}"
            )
            raise saving.SaveError(msg)
        try:
            return cls._from(document, program, path)
        except (ValueError, KeyError, TypeError, IndexError) as problem:
            msg = f"the saved game in {path} is damaged: {problem}"
            raise saving.SaveError(msg) from problem

    @classmethod
    def _from(cls, document: Mapping[str, Any], program: Program, path: Path | None) -> Session:
        record = document["record"]
        Game.replay(record)  # refuses what does not fit
        _check_seats(document, program)
        self = cls(program, people=document["people"], players=document["opponents"], seed=0)
        game = Game.begin(record)
        if game.program.hash != program.hash:
            msg = "its record is of another game"
            raise ValueError(msg)
        self.match = Match.of(game)
        self._begin(game)
        actions = record["actions"]
        for number, action in enumerate(actions, start=1):
            if number < len(actions):
                self.teller.applied(action)
            else:
                self.told = len(self.teller.entries)
                self._apply(action, save=False)
        self.finished = [Finished(one["number"], one["winner"], tuple(one["totals"])) for one in document["finished"]]
        holds = int(document["holds"])
        if not 0 <= holds <= len(self.holds):
            msg = "it holds more than there is to look at"
            raise ValueError(msg)
        self.holds = self.holds[len(self.holds) - holds :]
        if not self.holds:
            self.before = None
        self.auto = bool(document["auto"])
        self.save_path = path
        self.stamp = None if path is None else saving.stamp(path)
        self.viewer = self.people[0] if len(self.people) == 1 else None
        return self


def _check_seats(document: Mapping[str, Any], program: Program) -> None:
    """Refuse seats and players that this game has not."""
    count = program.table.people or program.table.seats
    people, players = document["people"], document["opponents"]
    if not isinstance(people, list) or not people or not all(type(p) is int and 0 <= p < count for p in people):
        msg = f"its seats are {people!r:.40}"
        raise ValueError(msg)
    if not isinstance(players, list) or not players:
        msg = f"its players are {players!r:.40}"
        raise ValueError(msg)
    for name in players:
        if name != opponents.RISING:
            player_kinds([name])


INSTEAD = {"agree": "do not agree", "meld": "no meld", "redraw": "no exchange"}
"""What passing is called where it is no word of an auction."""
QUESTIONS = {
    "bid": "Your bid",
    "trump": "Name trump",
    "meld": "You may meld",
    "ask": "Ask for a card",
    "draw": "Which card do you take",
    "build": "Keep this card, or lay it aside",
    "redraw": "You may exchange a card",
}
"""What is asked at each decision."""

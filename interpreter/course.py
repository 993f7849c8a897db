"""What happens of itself in a deal of given figures: calls that the rules make, and how a deal ended that was told.

A call with `must` needs nobody's word. Where the figures tell all that it asks, it happens here at its moment as
it happens in a game; what comes before the play sees no tricks. What a player may choose, a ruling, and a `must`
that looks at something no figure tells has to be said.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field, frozen

from interpreter.codes import NOBODY, Name, Op, Who
from interpreter.program import Phase, Rest, Then, TrumpBy, Window

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from interpreter._playout import Playout
    from interpreter.program import Call, Code, Program, Rules

Moment = tuple[int, ...]
"""When a call is made in a deal: place of the phase, place within it, place in the list of calls."""

_IN_PHASE = {
    Window.BEFORE: 0,
    Window.IN_PLACE_OF: 1,
    Window.AFTER_TURN_UP: 2,
    Window.AT_OWN_FIRST_BID: 2,
    Window.AT_OWN_BID: 3,
    Window.BEFORE_FIRST_LEAD: 2,
    Window.BEFORE_EACH_LEAD: 3,
    Window.BEFORE_OWN_FIRST_CARD: 4,
    Window.BEFORE_OWN_CARD: 5,
    Window.AFTER_OWN_CARD: 6,
    Window.AFTER_EACH_TRICK: 7,
    Window.AFTER: 9,
}
_TRICKS_TAKEN = 6
"""From here on within the play there may be tricks; what is asked before each lead or card is asked at the first."""
_COMES_AGAIN = (Window.BEFORE_EACH_LEAD, Window.BEFORE_OWN_CARD)
"""What somebody says then he may have said before any trick as well as after some."""
_PHASE_OF = {
    Window.AFTER_TURN_UP: Phase.DEAL,
    Window.AT_OWN_FIRST_BID: Phase.AUCTION,
    Window.AT_OWN_BID: Phase.AUCTION,
}
_MOVES_CARDS = (Phase.WIDOW, Phase.EXCHANGE, Phase.ASK, Phase.REDRAW, Phase.BURY)
_REDEALS = (Then.SAME_DEALER, Then.NEXT_DEALER)
_ENDS = (Then.OUTCOME, Then.STOP_PLAY)

_NEVER_TOLD = (Op.COUNT, Op.HOLDS, Op.TURNED, Op.PLAYED, Op.OUTCOME)
_NEVER_TOLD_NAMES = frozenset(
    (
        *(Name.ROUND, Name.NOBODY_BID, Name.OWN_BIDS, Name.BEST_MELD, Name.HAND_LEFT, Name.STOCK_LEFT),
        *(Name.FIRST_TRICK, Name.TRUMP_PLAYED, Name.MARGIN),
    )
)
_NEVER_TOLD_WHO = (Who.LEADER, Who.WINNER, Who.LOSERS, Who.IDLE)
_MELD_NAMES = (Name.MELD, Name.OWN_MELD, Name.LAID_MELD)
_TRICK_NAMES = (Name.TRICKS, Name.OWN_TRICKS, Name.TRICKS_PLAYED, Name.LAST_TRICK_WINNER)
_TAKER = (Who.LAST_TRICK_WINNER, Who.TRICK_WINNER, Who.TRICK_LOSER)
_OWN = {Name.OWN_MELD: "meld", Name.OWN_COUNTERS: "counters", Name.OWN_TRICKS: "tricks"}
_OF_SEAT = frozenset((*_OWN, Name.SEAT, Name.OWN_BIDS, Name.ROUND))
_WHOLE = (Who.DECLARERS, Who.DEFENDERS, Who.EVERYONE, Who.WINNER, Who.LOSERS, Who.OPPONENTS)
"""Players who are together all of their sides: what they have by themselves adds up to what the sides have."""


Instruction = tuple[int, int, int]


def instructions(code: Code) -> Iterator[Instruction]:
    """Yield the instructions of postfix code."""
    for at in range(0, len(code), 3):
        yield code[at], code[at + 1], code[at + 2]


# ---- figures of each seat ------------------------------------------------------------------------------


def shares_accounts(program: Program) -> bool:
    """Tell whether several seats share an account."""
    return program.table.accounts < program.table.seats


def own_figures(asked: Iterable[Instruction]) -> set[str]:
    """Return the figures that are asked of players by themselves, not of their sides."""
    return {
        _OWN[Name(a)]
        for op, a, b in asked
        if op == Op.LOAD and a < Name.LEDGER and Name(a) in _OWN and b % 64 not in _WHOLE
    }


# ---- what code asks once the calls are known -----------------------------------------------------------


@frozen
class Folded:
    """What is left of code of which a part is known."""

    value: int | None
    """What it says, whatever is asked; None where that depends on it."""
    asked: tuple[Instruction, ...]
    """What it asks to say it."""


def folded(code: Code, rules: Rules, called: Collection[str]) -> Folded:
    """Return what code asks in a deal with these calls.

    What stands behind a call that was not made is not asked: `called(x) and own_tricks = 12`.
    """
    stack: list[Folded] = []
    for op, a, b in instructions(code):
        if op in _PUSHES:
            value = _known(op, a, rules, called)
            stack.append(Folded(value, () if value is not None else ((op, a, b),)))
            continue
        taken = [stack.pop() for _ in range(_POPS.get(op, 2))]
        stack.append(_joined(op, taken))
    return stack[-1] if stack else Folded(None, ())


def _known(op: int, a: int, rules: Rules, called: Collection[str]) -> int | None:
    """Return what an instruction says that asks nothing but the calls."""
    if op == Op.CONST:
        return a
    if op == Op.CALLED:
        return int(rules.calls[a].name in called)
    return 0 if op == Op.OWN_CALLED and rules.calls[a].name not in called else None


_PUSHES = frozenset(
    (
        *(Op.CONST, Op.LOAD, Op.COUNT, Op.TAKEN, Op.TURNED, Op.PLAYED, Op.HOLDS),
        *(Op.MELDED, Op.MELD_OF, Op.CALLED, Op.OWN_CALLED, Op.OUTCOME),
    )
)
_POPS: dict[int, int] = {**dict.fromkeys((Op.NEGATE, Op.DIVIDE, Op.NOT, Op.ABS, Op.ODD), 1), Op.SELECT: 3}


def _joined(op: int, taken: Sequence[Folded]) -> Folded:
    """Return what an instruction leaves of its operands, the last first."""
    values = [one.value for one in taken]
    if op == Op.AND and 0 in values:
        return Folded(0, ())
    if op == Op.OR and any(values):
        return Folded(1, ())
    if op == Op.NOT and values[0] is not None:
        return Folded(int(not values[0]), ())
    if op == Op.SELECT and values[1] is not None:
        return taken[2] if values[1] else taken[0]
    if op in (Op.AND, Op.OR) and None not in values:
        return Folded(int(op == Op.AND), ())
    return Folded(None, tuple(one for part in reversed(taken) for one in part.asked))


def differs_by_seat(asked: Iterable[Instruction]) -> bool:
    """Tell whether what is asked may be answered differently for two players of one side."""
    return any(
        op == Op.OWN_CALLED or (op == Op.LOAD and a < Name.LEDGER and Name(a) in _OF_SEAT and b % 64 == Who.SELF)
        for op, a, b in asked
    )


# ---- moments -------------------------------------------------------------------------------------------


def moment_of(rules: Rules, number: int) -> Moment:
    """Return when a call is made."""
    call = rules.calls[number]
    if call.window is Window.AFTER_CALL:
        return (*moment_of(rules, call.answers), number)
    phase = call.phase if call.phase is not None else _PHASE_OF.get(call.window, Phase.PLAY)
    place = rules.phases.index(phase) if phase in rules.phases else len(rules.phases)
    return (place, _IN_PHASE.get(call.window, 9), number)


def said_at(rules: Rules, number: int) -> Moment:
    """Return when a call that somebody made was made, at the latest: what is known at that moment has to be told."""
    call, moment = rules.calls[number], moment_of(rules, number)
    if call.window is Window.AFTER_CALL:
        return (*said_at(rules, call.answers), number)
    return (moment[0], _TRICKS_TAKEN, *moment[2:]) if call.window in _COMES_AGAIN else moment


def _place(rules: Rules, phase: Phase) -> int:
    return rules.phases.index(phase) if phase in rules.phases else len(rules.phases)


def before_tricks(rules: Rules, moment: Moment) -> bool:
    """Tell whether a moment comes before any trick is taken."""
    return moment[:2] < (_place(rules, Phase.PLAY), _TRICKS_TAKEN)


def before_trump(rules: Rules, moment: Moment) -> bool:
    """Tell whether a moment comes before trump is named, or is that at which none can be."""
    return rules.trump.by in (TrumpBy.DECLARER, TrumpBy.BID) and moment[:2] < (_place(rules, Phase.TRUMP), 9)


# ---- what a deal's figures tell ------------------------------------------------------------------------


@define
class Told:
    """What is told of a deal besides melds and counters, by name; what is not, is not in it."""

    program: Program
    given: Mapping[str, object]
    by_seat: frozenset[str]
    """Figures that are given for each seat."""
    melds: bool
    """Whether it is told which melds were laid."""
    calls: Sequence[tuple[str, int]]
    """Calls that were made, each with its seat or -1."""

    def has(self, name: str) -> bool:
        """Tell whether a figure is given."""
        return self.given.get(name) is not None

    def tells(self, rules: Rules, number: int) -> bool:
        """Tell whether the figures say if a call has to be made."""
        call, moment = rules.calls[number], moment_of(rules, number)
        if rules.auction is not None and moment[:2] < (_place(rules, Phase.AUCTION), 9):
            return False  # who plays what is not known yet
        if not before_tricks(rules, moment) and call.window in (Window.AFTER_OWN_CARD, Window.AFTER_CALL):
            return False  # tricks of that moment are not those of the end
        words = [who for _, who in _who_words(call.must)] + list(call.by)
        return all(self._knows(who % 64, rules, moment) for who in words) and all(
            self._knows_code(op, a, b, rules, moment) for op, a, b in instructions(call.must)
        )

    def _knows(self, who: int, rules: Rules, moment: Moment) -> bool:
        if who in _NEVER_TOLD_WHO:
            return False
        if who in (Who.FROM_DEALER, Who.NONDEALERS):
            return self.has("dealer")
        return who not in _TAKER or before_tricks(rules, moment) or self.has("last_trick")

    def _knows_code(self, op: int, a: int, b: int, rules: Rules, moment: Moment) -> bool:
        early = before_tricks(rules, moment)
        if op in _NEVER_TOLD:
            return False
        if op == Op.TAKEN:
            return early or self.has("taken")
        if op in (Op.MELDED, Op.MELD_OF):
            return self.melds and self._melds_lie(rules, moment)
        if op == Op.OWN_CALLED:
            return all(seat >= 0 for _, seat in self.calls)
        if op != Op.LOAD:
            return True
        if a >= Name.LEDGER:
            ledger = a - Name.LEDGER
            return ledger == rules.ending.ledger or self.has(f"ledger {self.program.ledgers[ledger].name}")
        return Name(a) not in _NEVER_TOLD_NAMES and self._knows_name(Name(a), b % 64, rules, moment)

    def _knows_name(self, name: Name, who: int, rules: Rules, moment: Moment) -> bool:
        early = before_tricks(rules, moment)
        own = _OWN.get(name)
        alone = own and not (early and own != "meld") and shares_accounts(self.program) and who not in _WHOLE
        if alone and own not in self.by_seat:
            return False
        if name in _MELD_NAMES:
            return self._melds_lie(rules, moment)
        if name in _TRICK_NAMES:
            return early or self.has("last_trick" if name is Name.LAST_TRICK_WINNER else "tricks")
        if name in (Name.TRUMP, Name.TRUMP_NAMED):
            return self.has("trump") and not before_trump(rules, moment)
        if name is Name.ALL_TRICKS:
            return rules.stock is None
        return name is not Name.DEALER or self.has("dealer")

    def _melds_lie(self, rules: Rules, moment: Moment) -> bool:
        """Tell whether the melds of the figures are those of a moment."""
        if rules.meld is None or not before_tricks(rules, moment):
            return True
        laid = _place(rules, Phase.MELD)
        if rules.meld.turns != "at once" or rules.meld.from_tricks or laid > _place(rules, Phase.PLAY):
            return False
        if moment[0] >= laid:
            return True
        moved = any(phase in _MOVES_CARDS for phase in rules.phases[moment[0] : laid])
        return not moved and not before_trump(rules, moment)


def _who_words(code: Code) -> Iterator[tuple[int, int]]:
    """Yield names and the player words that they are asked of."""
    for op, a, b in instructions(code):
        if op == Op.LOAD:
            yield a, b


# ---- the course of a deal ------------------------------------------------------------------------------


@frozen
class End:
    """How a deal ended before its time."""

    call: str
    moment: Moment
    row: int
    """The outcome, or -1 where the rows are tried."""
    by_itself: bool


@define
class Course:
    """What happened in a deal: calls made in order, the rules that held, and the end that a call brought."""

    mode: int
    calls: list[tuple[str, int]] = field(factory=list)
    end: End | None = None


def follow(told: Told, machine: Playout, figures: Mapping[str, Any], mode: int) -> Course:
    """Return what happens in a deal of these figures, in the order of its moments.

    Raises `ValueError` where the cards are dealt again: no such deal is settled.
    """
    program, course = told.program, Course(mode)
    rules = program.modes[mode]
    known = {call.name for call in rules.calls}
    course.calls = [call for call in told.calls if call[0] not in known]  # calls of rules that held before
    for number in sorted(range(len(rules.calls)), key=lambda n: moment_of(rules, n)):
        call = rules.calls[number]
        if course.end is not None and not _answers(rules, number, course.end.call):
            break
        made = [item for item in told.calls if item[0] == call.name]
        by_itself = not made
        if by_itself:
            made = _forced(told, machine, figures, course, number)
        course.calls += made
        if not made:
            continue
        if call.mode and not course.mode and by_itself:
            more = evolve(told, calls=[*told.calls, *made])
            return follow(more, machine, figures, call.mode)
        if call.then in _REDEALS:
            msg = f"this deal is not settled: after the call `{call.name}` the cards are dealt again"
            raise ValueError(msg)
        if call.then in _ENDS:
            row = call.outcome if call.then is Then.OUTCOME else -1
            course.end = End(call.name, (moment_of if by_itself else said_at)(rules, number), row, by_itself)
    return course


def _answers(rules: Rules, number: int, name: str) -> bool:
    call = rules.calls[number]
    return call.window is Window.AFTER_CALL and rules.calls[call.answers].name == name


def _forced(
    told: Told, machine: Playout, figures: Mapping[str, Any], course: Course, number: int
) -> list[tuple[str, int]]:
    """Return a call as the rules make it, with its seats; nothing where they do not, or the figures do not tell."""
    rules = told.program.modes[course.mode]
    call = rules.calls[number]
    if not call.must or (call.mode and course.mode) or not told.tells(rules, number):
        return []
    if call.window is Window.AFTER_CALL and rules.calls[call.answers].name not in {name for name, _ in course.calls}:
        return []
    numbers = [(figures["numbers"][name], seat) for name, seat in course.calls]
    at_once = {**figures, "called": numbers, "mode": course.mode, "row": -1, "played_out": 0}
    if before_tricks(rules, moment_of(rules, number)):
        at_once |= without_tricks(at_once)
    machine.read_figures(at_once)
    seats = machine.must_seats(number)
    table = told.program.table
    order = [(figures["dealer"] + 1 + i) % table.seats for i in range(table.seats)]
    found = [(call.name, seat) for seat in order if seats >> seat & 1]
    return found[:1] if call.once or call.then is not Then.NOTHING or call.mode else found


def without_tricks(figures: Mapping[str, Any]) -> dict[str, Any]:
    """Return the figures of tricks as they are before there are any."""
    zeros = {name: [0] * len(figures[name]) for name in ("counters", "tricks")}
    return {**zeros, "taken": [], "last_trick": NOBODY}


@frozen
class Ending:
    """How a deal of given figures ends."""

    row: int = -1
    """The outcome that is named, or -1 where the rows are tried."""
    played: int = 1
    """Whether it was played to the end."""
    early: bool = False
    """Whether a call ended it before any trick: what is told of tricks does not count."""
    known: tuple[str, ...] = ()
    """Figures that need not be told, as nobody has any."""
    refused: str = ""
    """Why it does not end as it was told."""


_OF_TRICKS = ("tricks", "taken", "last_trick")


def ending_of(told: Told, rules: Rules, course: Course, outcome: str | None, row: tuple[int, int]) -> Ending:
    """Return how a deal ends; `row` is that of the outcome told and whether it comes of a deal that is played."""
    end = course.end
    if outcome is None:
        return _ended(told, rules, end) if end is not None else Ending()
    moments = moments_told(told, rules, row[0])
    if end is not None and end.row in (row[0], -1):
        found = _ended(told, rules, end)
        return evolve(found, row=row[0]) if end.row == row[0] or rules.outcomes[row[0]].condition else found
    if end is not None and (not moments or min(moments) >= end.moment):
        why = f"outcome: with these figures the deal does not end so: the call `{end.call}` ends it before"
        return evolve(_ended(told, rules, end), refused=why)
    if not moments:
        calls = " or ".join(f"`{name}`" for name in calls_to(rules, row[0]))
        return Ending(refused=f"outcome: with these figures the deal does not end so: {calls} does not come about")
    unplayed = all(moment and before_tricks(rules, moment) for moment in moments)
    plain = all(moment and before_trump(rules, moment) for moment in moments)
    return Ending(row[0], row[1], known=(_OF_TRICKS if unplayed else ()) + (("trump",) if plain else ()))


def _ended(told: Told, rules: Rules, end: End) -> Ending:
    """Return how a deal ends that a call has ended."""
    early = before_tricks(rules, end.moment)
    known = (_OF_TRICKS if early else ()) + (("trump",) if before_trump(rules, end.moment) else ())
    return Ending(end.row, int(not early and _all_played(told)), early, known)


def _all_played(told: Told) -> bool:
    """Tell whether all tricks of a deal are told."""
    tricks, deal = told.given.get("tricks"), told.program.deal
    return isinstance(tricks, (list, tuple)) and deal.rest is not Rest.STOCK and sum(tricks) >= deal.hand


# ---- outcomes that have to be told ---------------------------------------------------------------------


def moments_told(told: Told, rules: Rules, row: int) -> list[Moment]:
    """Return the moments at which a deal may have ended with a row because of what somebody said.

    A ruling may come at any time, and counts as the first, as does a row to which nothing in the rules leads; a row
    with a condition counts as the last.
    """
    one = rules.outcomes[row]
    lacking = rules.trump.lacking is Then.OUTCOME and rules.trump.lacking_outcome == row
    if one.ruling or not (one.condition or lacking or calls_to(rules, row)):
        return [()]
    found: list[Moment] = [(len(rules.phases) + 1,)] if one.condition else []
    if lacking:
        found.append((_place(rules, Phase.TRUMP), 5))
    for number, call in enumerate(rules.calls):
        if call.then is Then.OUTCOME and call.outcome == row and (_chosen(call) or not told.tells(rules, number)):
            found.append(said_at(rules, number))
    return found


def _chosen(call: Call) -> bool:
    """Tell whether somebody may make a call who need not."""
    return bool(call.by) and bool(call.may or not call.must)


def calls_to(rules: Rules, row: int) -> list[str]:
    """Return the calls that end a deal with a row."""
    return [call.name for call in rules.calls if call.then is Then.OUTCOME and call.outcome == row]

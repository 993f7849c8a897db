"""Checks a Program before it is played: the kernel looks numbers up without asking whether they are there.

A Program that the compiler made passes.  One that was written by hand, read from a file or changed on its
way is refused with a sentence that says where it is wrong.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn, cast

from attrs import fields, has

from interpreter import program as limits
from interpreter.codes import PROGRAM_FORMAT, Name, Op, Who
from interpreter.program import (
    Ask,
    Auction,
    Bury,
    Call,
    Deal,
    Duty,
    DutyKind,
    Exchange,
    Meld,
    MeldEntry,
    Outcome,
    Payment,
    Phase,
    Play,
    Redraw,
    Rest,
    Sides,
    Stage,
    Stock,
    Then,
    Trump,
    TrumpBy,
    Widow,
    Window,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Sequence

    from interpreter.program import Code, Program, Rules

MOST = 2_000_000_000
"""No number of a Program is larger, and none that comes of adding up what a deal can bring."""
MOST_BALANCE = 1_000_000_000
"""No balance, bid or target is larger, so that the difference of two fits too."""
MOST_WORTH = 1_000_000
"""All cards and the last trick together are worth no more: players count in thousandths of it."""
MOST_MELDS_WORTH = 20_000_000
"""All melds of all seats together are worth no more: players count in hundredths of it."""
MOST_CLASSES = 512
"""Classes of melds."""
MOST_RESOURCES = 512
"""Kinds of card, each once for every class it serves in, for which melds compete."""
MOST_SEATS = 8
MOST_RANKS = 13
MOST_COPIES = 8
MOST_SETS = 256
"""Card sets, and groups."""
MOST_MODES = 64
MOST_ANSWERS = 6
"""Calls that answer one another, one in the window of the other."""
MOST_FAMILIES = 1024
"""Families of melds under one trump."""
MOST_PARTS = 2048
"""Families under all trumps together."""
STACK = 64
_MASK = (1 << 64) - 1
_SUITS = 4
_TRUMPS = 5
_STEP = 3
"""Integers of an instruction."""
_WHO_ARGUMENT = 64

_PLAIN: dict[str, type] = {"int": int, "bool": bool, "str": str}
_LISTS = ("Code", "CardSet", "Vector")
_LAST_OP = max(Op)
_KINDS = frozenset(int(kind) for kind in Who)
_REGISTERS = frozenset(int(name) for name in Name)
_ONE_MORE = frozenset(
    {Op.CONST, Op.LOAD, Op.COUNT, Op.TAKEN, Op.TURNED, Op.PLAYED, Op.HOLDS, Op.MELDED, Op.MELD_OF}
    | {Op.CALLED, Op.OWN_CALLED, Op.OUTCOME}
)
_NONE_MORE = frozenset((Op.NEGATE, Op.DIVIDE, Op.NOT, Op.ABS, Op.ODD))
_ASKS_MELDS = frozenset((Name.BEST_MELD, Name.MELD, Name.OWN_MELD, Name.LAID_MELD))

_WORDS: dict[str, tuple[str, ...]] = {
    "turn_up": ("none", "next card", "bottom card", "dealer's last card"),
    "order": ("around", "duel"),
    "pass_rule": ("final", "may return", "partner carries on"),
    "exchange": ("partner first", "declarer first", "together"),
    "counts_for": ("declarer", "defenders", "nobody", "last trick winner", "who buried"),
    "turns": ("at once", "one per trick won", "several per trick won", "when led"),
    "stock": ("before drawing", "after drawing", "no"),
    "draws_first": ("trick winner", "trick loser"),
    "last_card": ("loser takes the turn-up", "winner takes the turn-up", "winner chooses"),
    "discards_to": ("nobody", "owner", "owner, declarer's to the opponent"),
    "at_end": ("", "shared", "to the winner"),
    "shown": ("to all", "to nobody", "as the declarer likes"),
    "melds_shown": ("cards", "value", "value, then cards", "words"),
    "if_forced": ("shown", "hidden"),
    "open": ("nobody", "declarer", "everyone"),
    "look_back": ("last trick", "own tricks", "nothing"),
    "tie": ("draw", "another deal"),
    "tie_break": limits.TIE_BREAKS,
}
_BOTH_REACH = ("declarers", "highest", "another deal", "draw")
_TARGET = re.compile(r"target ?\+ ?[0-9]{1,9}", re.ASCII)


class UnsoundProgram(ValueError):  # noqa: N818 - the name says what it is to the caller
    """A Program that cannot be played; `path` is where rules say what is wrong, as far as it is known."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        """Keep where it is wrong."""
        super().__init__(message)
        self.path = path


class TooLarge(UnsoundProgram):
    """A Program that has more of something than there is room for."""


def check(program: Program) -> None:
    """Raise `UnsoundProgram`, a `ValueError`, where a Program refers to what is not there."""
    if not isinstance(program, limits.Program):
        hint = "; its compile() returns one" if hasattr(program, "compile") else ""
        msg = f"a Program is expected, not {type(program).__name__}{hint}"
        raise UnsoundProgram(msg)
    try:
        _Check(program).run()
    except (TypeError, AttributeError, KeyError, IndexError, OverflowError) as error:
        msg = f"this program has a value of the wrong kind: {error}"
        raise UnsoundProgram(msg) from error


def without_end(rules: Rules) -> list[MeldEntry]:
    """Return the melds that the same cards may form again and again: no class, no new card and no limit stops them."""
    meld = rules.meld
    if meld is None or meld.turns == "at once" or meld.new_card:
        return []
    return [entry for number, entry in enumerate(rules.melds) if number in entry.reuses and not entry.limit]


def check_code(program: Program, mode: int, code: Code) -> None:
    """Raise `UnsoundProgram` where a formula, asked under the rules of a mode, refers to what is not there."""
    try:
        checked = _Check(program)
        checked.rules = program.modes[mode]
        checked.types = _SUITS * len(program.deck.ranks)
        if not tuple(code):
            _refuse("a formula leaves no single value")
        checked.code(code)
    except (TypeError, AttributeError, KeyError, IndexError, OverflowError) as error:
        msg = f"this formula has a value of the wrong kind: {error}"
        raise UnsoundProgram(msg) from error


def _refuse(message: str, *path: str) -> NoReturn:
    msg = f"this program cannot be played: {message}"
    raise UnsoundProgram(msg, path)


def _whole(value: object, low: int, high: int, what: str, *path: str) -> int:
    """Return a whole number within bounds."""
    if type(value) is int and low <= value <= high:  # nearly always
        return value
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        _refuse(f"{what} is {value!r}; a whole number from {low} to {high} is expected", *path)
    return int(value)


def _room(number: int, most: int, what: str, *path: str) -> None:
    """See that there is room for so many things."""
    if number > most:
        msg = f"this program cannot be played: it has {number:,} {what}; there is room for {most:,}"
        raise TooLarge(msg, path)


def _kind(value: object, kind: type, what: str, *path: str) -> None:
    if not isinstance(value, kind):
        _refuse(f"{what} is {value!r}", *path)


def _unique(names: Sequence[str], what: str) -> None:
    for name in names:
        _kind(name, str, f"a name among {what}", what)
    if len(set(names)) != len(names):
        _refuse(f"two {what} have one name", what)


_SIMPLE = frozenset((int, str, bool, type(None), tuple, float))
"""What is no record, and most of what a Program holds."""


@cache
def _shape(kind: Hashable) -> tuple[tuple[str, type, bool], ...]:
    """Return the fields of a record: name, of which kind it plainly is, and whether it may be absent."""
    found = []
    for item in fields(kind):  # type: ignore[arg-type]
        written = kind.__annotations__[item.name]  # who reads JSON resolves what attrs has of it
        said = written.removesuffix(" | None")
        plain = _PLAIN.get(said, tuple if said in _LISTS or said.startswith("tuple") else object)
        found.append((item.name, plain, written != said))
    return tuple(found)


def _records(record: object) -> Iterable[Any]:
    """Yield a record and all records in it."""
    yield record
    for name, _, _ in _shape(cast("Hashable", type(record))):
        value = getattr(record, name)
        for part in value if isinstance(value, tuple) else (value,):
            if type(part) not in _SIMPLE and has(type(part)):
                yield from _records(part)


def _plain_fields(record: object) -> None:
    """See that what is said by a number, a text, yes or no, or a list is one."""
    for name, kind, absent in _shape(cast("Hashable", type(record))):
        value = getattr(record, name)
        if value is None and absent:
            continue
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            _refuse(f"{type(record).__name__.lower()}.{name} is {value!r:.40}")


class _Check:
    """One Program under check."""

    def __init__(self, program: Program) -> None:
        """Begin with the first mode."""
        self.program = program
        self.types = 0
        self.rules: Rules = program.modes[0] if program.modes else _refuse("it has no rules")
        self.known: set[tuple[int, ...]] = set()

    def run(self) -> None:
        """Check everything."""
        program = self.program
        _whole(program.format, 1, PROGRAM_FORMAT, "its format")
        _whole(program.unit, 1, MOST, "unit", "unit")
        _kind(program.variant, str, "its name", "variant")
        for name, choice in program.options.items():
            _kind(name, str, "an option")
            _kind(choice, str, f"the choice of {name}")
        _kind(program.title, str, "its title", "variant")
        for record in _records(program):
            _plain_fields(record)
        self.table()
        self.deck()
        self.deal(program.deal)
        self.ledgers()
        self.sets()
        _room(len(program.modes), MOST_MODES, "kinds of contract")
        for rules in program.modes:
            self.rules = rules
            self.known = set()
            self.mode()

    # ---- table and cards ----------------------------------------------------------------------------

    def table(self) -> None:
        """Check who sits where."""
        table = self.program.table
        seats = _whole(table.seats, 2, MOST_SEATS, "the number of seats", "players", "seats")
        _kind(table.sides, Sides, "table.sides", "players", "sides")
        people = _whole(table.people, 0, MOST_SEATS, "the number of people at the table", "players", "at_table")
        if 0 < people <= seats:
            _refuse(f"{people} people at the table are no more than its {seats} seats", "players", "at_table")
        for code in table.sit_out:
            _whole(code, 0, _WHO_ARGUMENT * MOST_SEATS - 1, "a place that sits out", "players", "sit_out")
            if code % _WHO_ARGUMENT != Who.FROM_DEALER:
                _refuse("who sits out is no place at the table", "players", "sit_out")
        _whole(table.accounts, 1, max(seats, people), "the number of accounts", "players")
        if len(table.side_of) != seats:
            _refuse(f"{seats} seats have {len(table.side_of)} sides", "players", "sides")
        for side in table.side_of:
            _whole(side, 0, seats - 1, "a side", "players", "sides")
        if table.sides is Sides.FIXED and set(table.side_of) != set(range(table.accounts)):
            _refuse("its sides and its accounts do not fit", "players", "sides")
        if table.sides is not Sides.FIXED and table.accounts != (people or seats):
            _refuse("where sides are not fixed each seat has an account", "players", "sides")
        _whole(table.first_dealer, -1, seats - 1, "the first dealer", "players")

    def deck(self) -> None:
        """Check the cards there are."""
        deck = self.program.deck
        ranks = _whole(len(deck.ranks), 1, MOST_RANKS, "the number of ranks", "deck")
        self.types = _SUITS * ranks
        _unique(deck.ranks, "deck")
        if len(deck.copies) != self.types:
            _refuse(f"{self.types} kinds of card have {len(deck.copies)} numbers of copies", "deck")
        for copies in deck.copies:
            _whole(copies, 0, MOST_COPIES, "the copies of a card", "deck", "copies")
        if not any(deck.copies):
            _refuse("its deck has no cards", "deck")
        if len(deck.rank_names) != ranks or len(deck.suits) != _SUITS or len(deck.suit_names) != _SUITS:
            _refuse("the names of its cards do not fit its deck", "deck", "names")
        for name in (*deck.rank_names, *deck.suits, *deck.suit_names):
            _kind(name, str, "the name of a rank or suit", "deck", "names")

    def deal(self, deal: Deal) -> None:
        """Check how they are dealt."""
        pack = sum(self.program.deck.copies)
        _whole(deal.hand, 1, pack, "the cards of a hand", "deal", "cards")
        _whole(deal.widow, 0, pack, "the cards of the widow", "deal", "widow")
        _kind(deal.rest, Rest, "deal.rest", "deal", "rest")
        self.word(deal.turn_up, "turn_up", "deal", "turn_up")
        self.word(deal.discards_to, "discards_to", "deal", "discards_to")
        if self.program.table.seats * deal.hand + deal.widow > pack:
            _refuse("more cards are dealt than the deck has", "deal")

    def ledgers(self) -> None:
        """Check the currencies."""
        ledgers = self.program.ledgers
        if not ledgers:
            _refuse("there are no ledgers", "ledgers")
        _room(len(ledgers), limits.MOST_LEDGERS, "ledgers", "ledgers")
        _unique([ledger.name for ledger in ledgers], "ledgers")
        for ledger in ledgers:
            path = ("ledgers", ledger.name)
            _whole(ledger.start, -MOST_BALANCE, MOST_BALANCE, "the start of a ledger", *path, "start")
            if ledger.at_most is not None:
                _whole(ledger.at_most, -MOST_BALANCE, MOST_BALANCE, "the most of a ledger", *path, "at_most")
            self.word(ledger.at_end, "at_end", *path, "at_end")
            into = _whole(ledger.shared_into, -1, len(ledgers) - 1, "where a ledger goes", *path, "at_end")
            if into >= 0 and ledgers[into].joint:
                _refuse(f"{ledger.name} is shared out into a ledger of all together", *path, "at_end")

    def sets(self) -> None:
        """Check the sets and groups of cards of formulas."""
        program = self.program
        _room(len(program.card_sets), MOST_SETS, "sets of cards")
        _room(len(program.groups), MOST_SETS, "groups of cards")
        _room(len(program.classes), MOST_CLASSES, "classes of melds", "melds")
        for name in program.classes:
            _kind(name, str, "the name of a class", "melds")
        for card_set in program.card_sets:
            self.masks(card_set)
        for group in program.groups:
            if len(group) != _TRUMPS:
                _refuse("a group of cards is not told for each trump")
            for alternatives in group:
                for vector in alternatives:
                    self.vector(vector, "a group of cards")

    def masks(self, card_set: Sequence[int], *path: str) -> None:
        """Check a set of cards."""
        if len(card_set) != _TRUMPS:
            _refuse("a set of cards is not told for each trump", *path)
        for mask in card_set:
            _whole(mask, 0, _MASK, "a set of cards", *path)

    def vector(self, vector: Sequence[tuple[int, int]], what: str, *path: str) -> None:
        """Check cards together."""
        last = -1
        for card, amount in vector:
            if not isinstance(card, int) or not last < card < self.types:
                _refuse(f"{what} has card number {card!r}, which is not in the deck or out of order", *path)
            if not isinstance(amount, int) or not 0 < amount <= MOST_COPIES:
                _refuse(f"{what} has {amount!r} of a card", *path)
            last = card

    # ---- words, players and formulas -----------------------------------------------------------------

    def word(self, text: str, words: str, *path: str) -> None:
        """Check a word of a fixed list."""
        if text not in _WORDS[words]:
            _refuse(f"{text!r} is none of {', '.join(_WORDS[words])}", *path)

    def who(self, code: int, *path: str) -> None:
        """Check a player word."""
        _whole(code, 0, _WHO_ARGUMENT * _WHO_ARGUMENT - 1, "a player word", *path)
        kind, argument = code % _WHO_ARGUMENT, code // _WHO_ARGUMENT
        if kind not in _KINDS:
            _refuse(f"there is no player word {code}", *path)
        if kind == Who.CALLER_OF and argument >= len(self.rules.calls):
            _refuse(f"a player word names call {argument}, which does not exist", *path)
        if kind == Who.JOINT and not (argument < len(self.program.ledgers) and self.program.ledgers[argument].joint):
            _refuse(f"a player word names ledger {argument}, which is not a joint one", *path)

    def whos(self, codes: Iterable[int], *path: str) -> None:
        """Check player words."""
        for code in codes:
            self.who(code, *path)

    def code(self, code: Code, *path: str) -> None:
        """Check a formula: its instructions, what they name, and that they leave one value."""
        key = tuple(code)
        if not key or key in self.known:
            return
        if len(key) % _STEP:
            _refuse("a formula ends in the middle of an instruction", *path)
        depth = 0
        for at in range(0, len(key), _STEP):
            number, a, b = key[at : at + _STEP]
            _whole(number, 0, _LAST_OP, "an instruction", *path)
            op = Op(number)
            _whole(a, -MOST, MOST, "an operand", *path)
            _whole(b, -MOST, MOST, "an operand", *path)
            self.operand(op, a, b, *path)
            depth += 1 if op in _ONE_MORE else 0 if op in _NONE_MORE else -2 if op is Op.SELECT else -1
            if not 0 < depth <= STACK:
                _refuse("a formula is nested too deep, or lacks a value", *path)
        if depth != 1:
            _refuse("a formula leaves no single value", *path)
        self.known.add(key)

    def operand(self, op: Op, a: int, b: int, *path: str) -> None:
        """Check what an instruction names."""
        program, rules = self.program, self.rules
        room = {
            Op.COUNT: len(program.card_sets),
            Op.TAKEN: len(program.card_sets),
            Op.TURNED: len(program.card_sets),
            Op.PLAYED: len(program.card_sets),
            Op.HOLDS: len(program.groups),
            Op.MELDED: len(rules.melds),
            Op.MELD_OF: len(rules.melds),
            Op.CALLED: len(rules.calls),
            Op.OWN_CALLED: len(rules.calls),
            Op.OUTCOME: len(rules.outcomes),
        }.get(op)
        if room is not None and not 0 <= a < room:
            _refuse(f"a formula names number {a} of {room} things", *path)
        if op is Op.LOAD:
            if a not in _REGISTERS and not Name.LEDGER <= a < Name.LEDGER + len(program.ledgers):
                _refuse(f"a formula reads register {a}, which does not exist", *path)
            self.who(b, *path)

    # ---- rules -----------------------------------------------------------------------------------------

    def mode(self) -> None:
        """Check the rules of one mode."""
        rules = self.rules
        self.cards()
        self.phases()
        _unique([call.name for call in rules.calls], "calls")
        _unique([entry.name for entry in rules.melds], "melds")
        _unique([row.name for row in rules.outcomes], "outcomes")
        _room(len(rules.calls), limits.MOST_CALLS, "calls", "calls")
        _room(len(rules.melds), limits.MOST_MELDS, "melds", "melds")
        _room(len(rules.outcomes), limits.MOST_OUTCOMES, "outcomes", "outcomes")
        _room(len(rules.payments), limits.MOST_PAYMENTS, "payments", "payments")
        self.who(self.program.table.next_dealer, "players")
        if rules.auction is not None:
            self.auction(rules.auction)
        self.trump(rules.trump)
        self.hands(rules.widow, rules.exchange, rules.bury)
        self.asking(rules.ask, rules.redraw)
        if rules.meld is not None:
            self.meld(rules.meld)
        for entry in rules.melds:
            self.entry(entry)
        for entry in without_end(rules):
            what = f"{entry.name} reuses its own cards and needs no new one, so it would be laid without end"
            _refuse(what, "melds", entry.name, "reuses")
        self.families()
        self.play(rules.play, rules.stock)
        for call in rules.calls:
            self.call(call)
        self.answers()
        for payment in rules.payments:
            self.payment(payment)
        for row in rules.outcomes:
            self.outcome(row)
        self.code(rules.stake, "score", "stake")
        self.code(rules.winner, "score", "winner")
        self.ending()

    def cards(self) -> None:
        """Check the order and the values of the cards."""
        rules, copies = self.rules, self.program.deck.copies
        if sorted(rules.rank_order) != list(range(self.types // _SUITS)):
            _refuse("the order of its ranks does not fit its deck", "deck")
        if len(rules.card_points) != self.types:
            _refuse("the values of its cards do not fit its deck", "counters", "cards")
        for points in (*rules.card_points, rules.last_trick):
            _whole(points, -MOST, MOST, "what a card or the last trick is worth", "counters")
        if len(rules.trump_points) not in (0, _TRUMPS * self.types):
            _refuse("the values that depend on trump do not fit its deck", "counters", "cards")
        for points in rules.trump_points:
            _whole(points, -MOST, MOST, "what a card is worth", "counters", "cards")
        of_trump = [rules.trump_points[at : at + self.types] for at in range(0, len(rules.trump_points), self.types)]
        for values in (rules.card_points, *of_trump):
            worth = sum(abs(points) * number for points, number in zip(values, copies, strict=True))
            if worth + abs(rules.last_trick) > MOST_WORTH:
                msg = "this program cannot be played: its cards are worth more than can be counted"
                raise TooLarge(msg, ("counters",))
        _whole(rules.round_to, 0, MOST_WORTH, "what card points are rounded to", "counters", "round_to")
        _whole(rules.per, 0, MOST_WORTH, "the card points that make one", "counters", "per")

    def phases(self) -> None:
        """Check the phases: cards are dealt first, and none are chosen once they are played."""
        phases = list(self.rules.phases)
        for phase in phases:
            _kind(phase, Phase, "a phase", "phases")
        if len(set(phases)) != len(phases):
            _refuse("a phase stands twice", "phases")
        if not phases or phases[0] is not Phase.DEAL:
            _refuse("the cards are not dealt first", "phases")
        last = phases.index(Phase.PLAY) if Phase.PLAY in phases else len(phases)
        for phase in (Phase.EXCHANGE, Phase.BURY):
            if phase in phases[last:]:
                _refuse(f"the phase {phase.value} comes after the play", "phases")

    def auction(self, auction: Auction) -> None:
        """Check the bidding."""
        if not auction.ladder:
            _refuse("there are no bids", "auction")
        _room(len(auction.ladder), limits.MOST_BIDS, "bids", "auction")
        last = -1
        for points in auction.ladder:
            if _whole(points, 0, MOST_BALANCE, "a bid", "auction") <= last:
                _refuse("its bids do not rise", "auction")
            last = points
        for key, steps, least in (("raise", auction.steps, 1), ("last_word", auction.last_word_steps, 0)):
            for step in steps:
                _whole(step, least, MOST_BALANCE, "a raise", "auction", key)
            if len(set(steps)) != len(steps):
                _refuse("a raise stands twice", "auction", key)
        self.who(auction.opens, "auction", "opens")
        self.who(auction.taker, "auction", "all_pass")
        if auction.last_word is not None:
            self.who(auction.last_word, "auction", "last_word")
        if auction.holds is not None:
            _whole(auction.holds, 0, MOST_BALANCE, "a bid that is held", "auction", "opens")
        _whole(auction.taken_at, 0, MOST_BALANCE, "a contract that is taken", "auction", "all_pass")
        _whole(auction.turns, 0, MOST, "the number of turns", "auction", "turns")
        self.word(auction.order, "order", "auction", "order")
        self.word(auction.pass_rule, "pass_rule", "auction", "pass")
        if auction.all_pass not in (Then.NOTHING, Then.SAME_DEALER, Then.NEXT_DEALER):
            _refuse("an auction without a bid leads nowhere", "auction", "all_pass")
        if not auction.passes or not all(isinstance(word, str) for word in auction.passes):
            _refuse("nobody can pass", "auction", "passes")
        for name in ("minimum", "may_bid", "must_bid", "may_pass"):
            self.code(getattr(auction, name), "auction", name)

    def trump(self, trump: Trump) -> None:
        """Check what fixes trump."""
        _kind(trump.by, TrumpBy, "trump.by", "trump", "by")
        self.code(trump.needs, "trump", "needs")
        self.effect(trump.lacking, trump.lacking_outcome, "trump", "lacking")

    def effect(self, then: Then, outcome: int, *path: str) -> None:
        """Check what follows from a call or a missing suit."""
        _kind(then, Then, "what follows", *path)
        if then is Then.OUTCOME:
            _whole(outcome, 0, len(self.rules.outcomes) - 1, "the outcome that follows", *path)
        else:
            _whole(outcome, -1, MOST, "the outcome that follows", *path)

    def hands(self, widow: Widow | None, exchange: Exchange | None, bury: Bury | None) -> None:
        """Check widow, exchange and burying."""
        pack = sum(self.program.deck.copies)
        if widow is not None and widow.to is not None:
            self.who(widow.to, "widow", "to")
        if widow is not None:
            self.code(widow.shown_if, "widow", "shown_if")
            self.word(widow.shown, "shown", "widow", "shown")
            self.split(widow.split)
        if exchange is not None:
            _whole(exchange.cards, 0, pack, "the cards to pass", "exchange", "cards")
            self.word(exchange.order, "exchange", "exchange", "order")
            self.masks(exchange.not_cards, "exchange", "not")
            for step in exchange.ring:
                if _whole(step, -1, 1, "whom cards are passed to", "exchange", "to") == 0:
                    _refuse("nobody passes cards to himself", "exchange", "to")
        if bury is not None:
            _whole(bury.cards, 0, pack, "the cards to bury", "bury", "cards")
            self.word(bury.counts_for, "counts_for", "bury", "counts_for")
            self.masks(bury.not_cards, "bury", "not")
            self.word(bury.if_forced, "if_forced", "bury", "if_forced")

    def split(self, split: Sequence[tuple[int, int]]) -> None:
        """Check that the widow has the cards that are shared out."""
        for who, cards in split:
            self.who(who, "widow", "split")
            _whole(cards, 0, self.program.deal.widow, "the cards of a share", "widow", "split")
        if sum(cards for _, cards in split) > self.program.deal.widow:
            _refuse("more of the widow is shared out than it has", "widow", "split")

    def asking(self, ask: Ask | None, redraw: Redraw | None) -> None:
        """Check how a card is asked for, and how cards are drawn anew."""
        pack = sum(self.program.deck.copies)
        if ask is not None:
            self.who(ask.by, "ask", "by")
            if _whole(ask.start, -1, 1, "who is asked first", "ask", "start") == 0:
                _refuse("nobody asks himself", "ask", "start")
            _whole(ask.back, 0, pack, "the cards that are given back", "ask", "back")
            self.masks(ask.cards, "ask", "cards")
            self.code(ask.condition, "ask", "if")
        if redraw is not None:
            self.whos(redraw.by, "redraw", "by")
            _whole(redraw.cards, 0, pack, "the cards that are drawn anew", "redraw", "cards")

    # ---- melds -----------------------------------------------------------------------------------------

    def meld(self, meld: Meld) -> None:
        """Check how melds are laid."""
        self.word(meld.turns, "turns", "meld", "turns")
        self.whos(meld.by, "meld", "by")
        self.code(meld.floor, "meld", "floor")
        self.code(meld.saved_by, "meld", "saved_by")
        self.word(meld.shown, "melds_shown", "meld", "shown")

    def entry(self, entry: MeldEntry) -> None:
        """Check one meld."""
        path = ("melds", entry.name)
        others = len(self.rules.melds) - 1
        if not entry.classes:
            _refuse(f"{entry.name} is in no class", *path, "class")
        for number in entry.classes:
            _whole(number, 0, len(self.program.classes) - 1, "a class", *path, "class")
        if len(entry.forms) != _TRUMPS or len(entry.points) != _TRUMPS:
            _refuse(f"{entry.name} is not told for each trump", *path)
        for forms in entry.forms:
            slots = [slot for slot, _ in forms]
            if len(set(slots)) != len(slots):
                _refuse(f"{entry.name} has two families of one suit", *path, "cards")
            for slot, vectors in forms:
                _whole(slot, 0, _SUITS - 1, "the suit of a family", *path, "cards")
                for vector in vectors:
                    self.vector(vector, entry.name, *path, "cards")
                if not all(vectors) and (len(vectors) > 1 or len(forms) > 1 or not entry.condition):
                    _refuse(f"{entry.name} has no cards", *path, "cards")
                if not vectors:
                    _refuse(f"{entry.name} cannot be formed where it says it can", *path, "cards")
        for points in entry.points:
            if not points:
                _refuse(f"{entry.name} has no value", *path, "points")
            for value in points:
                _whole(value, 0, MOST, f"what {entry.name} is worth", *path, "points")
        if entry.swaps and not all(vector for forms in entry.forms for _, vectors in forms for vector in vectors):
            _refuse(f"{entry.name} takes the turn-up and lays no card for it", *path, "swaps")
        self.whos(entry.by, *path, "by")
        self.code(entry.condition, *path, "if")
        for op, a, _ in zip(*[iter(entry.condition)] * _STEP, strict=True):
            if op == Op.LOAD and a in _ASKS_MELDS:
                _refuse(f"whether {entry.name} may be laid depends on what may be laid", *path, "if")
        for key in ("reuses", "excludes"):
            for number in getattr(entry, key):
                _whole(number, 0, others, "another meld", *path, key)
        _whole(entry.limit, 0, MOST, "a limit", *path, "limit")
        _whole(entry.wins_game, 0, MOST, "wins_game", *path, "wins_game")

    def families(self) -> None:
        """Check that all melds together find room, and that their points can be added up."""
        from interpreter._melds import join, make_families  # noqa: PLC0415 - the kernel reads Programs itself

        copies = [*self.program.deck.copies, *[0] * (64 - self.types)]
        melds, total = self.rules.melds, 0
        for trump in range(_TRUMPS):
            families: list[Any] = make_families(melds, (1 << len(melds)) - 1, trump, copies)
            _room(len(families), MOST_FAMILIES, "melds in all suits", "melds")
            total += len(families)
            for members in join(families):
                resources = {resource for family in members for instance in family[2] for resource, _ in instance}
                _room(len(resources), MOST_RESOURCES, "kinds of card in classes of melds that share them", "melds")
            if sum(max(family[3]) for family in families) * self.program.table.seats > MOST_MELDS_WORTH:
                msg = "this program cannot be played: its melds are worth more than can be counted"
                raise TooLarge(msg, ("melds",))
        _room(total, MOST_PARTS, "melds in all suits, under each trump", "melds")

    # ---- play ------------------------------------------------------------------------------------------

    def play(self, play: Play | None, stock: Stock | None) -> None:
        """Check the play and the stage before it."""
        if play is not None:
            self.who(play.leader, "play", "leader")
            self.stage(play.stage, "play")
            self.word(play.open, "open", "play", "open")
            self.word(play.look_back, "look_back", "play", "look_back")
        if stock is not None:
            self.stage(stock.stage, "stock")
            self.word(stock.meld, "stock", "stock", "meld")
            self.word(stock.draws_first, "draws_first", "stock", "draws_first")
            self.word(stock.last_card, "last_card", "stock", "last_card")

    def stage(self, stage: Stage, section: str) -> None:
        """Check the duties of one stage."""
        for key in ("must", "lead"):
            duties: Sequence[Duty] = getattr(stage, key)
            _room(len(duties), limits.MOST_DUTIES, "duties", section, key)
            for duty in duties:
                _kind(duty.kind, DutyKind, "a duty", section, key)
                _whole(duty.when, 0, _MASK, "when a duty holds", section, key)
                self.masks(duty.cards, section, key)

    # ---- calls, payments, outcomes -----------------------------------------------------------------------

    def window(self, item: Call | Payment, *path: str) -> None:
        """Check a moment."""
        _kind(item.window, Window, "a moment", *path)
        if item.window in (Window.BEFORE, Window.AFTER, Window.IN_PLACE_OF):
            _kind(item.phase, Phase, "the phase of a moment", *path)
        elif item.phase is not None:
            _refuse("a moment of its own has a phase", *path)
        least = 0 if item.window is Window.AFTER_CALL else -1
        _whole(item.answers, least, len(self.rules.calls) - 1, "the call that is answered", *path)

    def call(self, call: Call) -> None:
        """Check one call."""
        path = ("calls", call.name)
        self.window(call, *path, "when")
        if call.window in (Window.GAME_START, Window.GAME_END, Window.DEAL_END):
            _refuse(f"{call.name} cannot be said {call.window.value}", *path, "when")
        self.whos(call.by, *path, "by")
        self.code(call.may, *path, "may")
        self.code(call.must, *path, "must")
        self.effect(call.then, call.outcome, *path, "then")
        _whole(call.stakes, 1, 100, "the stakes of a call", *path, "stakes")
        _whole(call.mode, 0, len(self.program.modes) - 1, "the mode of a call", *path, "changes")
        if call.agreed_by != -1:
            self.who(call.agreed_by, *path, "agreed_by")
        bids = len(self.rules.auction.ladder) if self.rules.auction is not None else 0
        _whole(call.bids, -1, bids - 1, "the bid of a call", *path, "bids")
        if call.bids >= 0 and not call.by:
            _refuse(f"nobody bids {call.name}, so it would be bid without end", *path, "bids")

    def answers(self) -> None:
        """Check that calls which answer one another come to an end."""
        calls = self.rules.calls
        for call in calls:
            depth, at = 0, call
            while at.window is Window.AFTER_CALL:
                at = calls[at.answers]
                depth += 1
                if depth > MOST_ANSWERS:
                    _refuse(f"{call.name} answers a call that answers a call, without end", "calls", call.name, "when")

    def payment(self, payment: Payment) -> None:
        """Check one payment."""
        path = ("payments", payment.name)
        self.window(payment, *path, "when")
        self.code(payment.condition, *path, "if")
        self.code(payment.amount, *path, "amount")
        self.who(payment.source, *path, "from")
        self.who(payment.to, *path, "to")
        _whole(payment.ledger, 0, len(self.program.ledgers) - 1, "a ledger", *path, "ledger")

    def outcome(self, row: Outcome) -> None:
        """Check one row of the case table."""
        path = ("outcomes", row.name)
        self.code(row.condition, *path, "if")
        for who, code in row.columns:
            self.who(who, *path)
            self.code(code, *path)
        self.whos(row.wins_game, *path, "wins_game")
        self.whos(row.loses_game, *path, "loses_game")
        if row.made not in (None, True, False):
            _refuse("whether a contract is made is not told", *path, "made")

    def ending(self) -> None:
        """Check how the game ends."""
        ending = self.rules.ending
        if ending.target is not None:
            _whole(ending.target, -MOST_BALANCE, MOST_BALANCE, "the target", "game", "target")
        self.word(ending.tie, "tie", "game", "tie")
        for word in ending.tie_break:
            self.word(word, "tie_break", "game", "tie_break")
        _whole(ending.ledger, 0, len(self.program.ledgers) - 1, "a ledger", "game", "ledger")
        _whole(ending.deals, 0, MOST, "the number of deals", "game", "deals")
        for rule in ending.both_reach:
            if rule not in _BOTH_REACH and not _TARGET.fullmatch(rule):
                _refuse(f"{rule!r} does not say who wins", "game", "both_reach")
        self.code(ending.winner_needs, "game", "winner_needs")
        for key in ("wins", "loses", "ends"):
            for code in getattr(ending, key):
                self.code(code, "game", key)

"""Questions that need no game: what is this hand worth, what may I play, who takes it, who gets what."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from interpreter._melds import worth_of
from interpreter._playout import Playout
from interpreter.actions import account_names, action_words, call_names, meld_names, outcome_names, points_of
from interpreter.cards import NO_SUIT, format_card, parse_card, parse_cards, parse_suit, suit_name
from interpreter.codes import Flag, LeadFlag, Name, Op, Who
from interpreter.course import (
    Course,
    Told,
    differs_by_seat,
    ending_of,
    folded,
    follow,
    own_figures,
    shares_accounts,
    without_tricks,
)
from interpreter.given import MOST_POINTS, check_deal, melds_given, whole
from interpreter.program import DutyKind, Rest, Sides, Window
from interpreter.records import Record
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from interpreter.course import Instruction
    from interpreter.program import Call, Code, Duty, MeldEntry, Outcome, Payment, Program, Rules, Stage

STAGES = ("playoff", "stock")
ROLES = (None, "declarer", "defender")


@frozen(eq=False, repr=False)
class LaidMeld(Record):
    """One meld on the table."""

    name: str
    cards: tuple[str, ...]
    points: int


@frozen(eq=False, repr=False)
class BestMelds(Record):
    """The best melds of a hand, dearest first."""

    total: int
    melds: tuple[LaidMeld, ...]


@frozen(eq=False, repr=False)
class Settlement(Record):
    """What a deal brings each account."""

    outcome: str | None
    made: bool | None
    """None where nobody contracted."""
    gains: tuple[int, ...]
    totals: tuple[int, ...]
    """After the deal."""
    winner: int | str | None
    """Account that wins the game with it, `draw`, or None."""
    ledgers: dict[str, tuple[int, ...]] = field(factory=dict, hash=False)
    """Balances of the ledgers besides the points, after the deal: one for each account, or the joint one alone."""
    meld: tuple[int, ...] = ()
    """Melds of each account as they count, after floor and saving."""
    counters: tuple[int, ...] = ()
    """Counters of each account as they count, rounded and in points of the game."""
    notes: tuple[str, ...] = ()
    """What became of figures that do not count as they were given, a sentence each."""


@lru_cache(maxsize=16)
def _scratch_of(key: str, holder: _Holder) -> Playout:
    del key
    return Playout(tables_of(holder.program), 0, [0])


class _Holder:
    """Carries a Program past the cache, which goes by its hash alone."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder)

    def __hash__(self) -> int:
        return 0


def _scratch(program: Program) -> Playout:
    """Return a machine to ask; every question sets what it looks at."""
    return _scratch_of(program.hash, _Holder(program))


# -- melds


def melds(
    program: Program, hand: str | Iterable[str], trump: str | int | None, *, role: str | None = None, mode: int = 0
) -> BestMelds:
    """Return the best melds of one hand if all is laid at once, before floor and saving.

    `role` is `declarer` or `defender` where that decides what one may lay; without it, anyone's melds count.
    Raises `ValueError` for cards or a suit that do not fit.
    """
    if role not in ROLES:
        msg = f"{role!r} is no role; expected declarer or defender"
        raise ValueError(msg)
    tables_of(program)
    whole("mode", mode, 0, len(program.modes) - 1)
    cards = parse_cards(program.deck, hand)
    suit = parse_suit(program.deck, trump)
    rules = program.modes[mode]
    if rules.meld is None:
        return BestMelds(0, ())
    machine = _scratch(program)
    machine.use_mode(mode)
    seats = program.table.seats
    seat = (
        0
        if role != "defender"
        else next((s for s in range(1, seats) if program.table.side_of[s] != program.table.side_of[0]), 1)
    )
    on = machine.entries_for(cards, suit, -1 if role is None else 0, seat)
    machine.use_mode(0)
    counts = Counter(cards)
    laid = melds_laid(program, [counts[t] for t in range(4 * len(program.deck.ranks))], suit, on, mode)
    return BestMelds(sum(meld.points for meld in laid), tuple(laid))


def melds_laid(program: Program, counts: Sequence[int], trump: int, on: int, mode: int = 0) -> list[LaidMeld]:
    """Return the best melds of a hand, given as counts by type, of the entries whose bits are on; dearest first."""
    tables, best = tables_of(program)[mode], list[LaidMeld]()
    for together in tables.exclusive_sets(on):
        found = [
            meld
            for number, _, times in tables.meld_set(together).melds_of(list(counts), trump)
            for meld in _split(program, program.modes[mode].melds[number], trump, times)
        ]
        if not best or sum(meld.points for meld in found) > sum(meld.points for meld in best):
            best = found
    return sorted(best, key=lambda meld: -meld.points)


def _split(program: Program, entry: MeldEntry, trump: int, times: list[dict[int, int]]) -> list[LaidMeld]:
    """Return a family laid n times as melds, given the cards of each: as many together as an entry of its points."""
    points = entry.points[trump]
    worth = worth_of(points, len(times))
    parts: list[LaidMeld] = []
    left = list(times)
    while left:
        n = len(left)
        size = next(
            k
            for k in range(min(len(points), n), 0, -1)
            if k == 1 or (worth[k] + worth[n - k] == worth[n] and points[k - 1] != k * points[0])
        )
        group, left = left[:size], left[size:]
        laid = sorted(t for cards in group for t, n in cards.items() for _ in range(n))
        names = tuple(format_card(program.deck, t) for t in laid)
        parts.append(LaidMeld(entry.name, names, worth[size]))
    return parts


# -- cards that may be played


@frozen(eq=False, repr=False)
class _Table:
    """What a question about legal cards looks at."""

    hand: tuple[int, ...]
    trick: tuple[int, ...]
    trump: int
    stage: int
    leading: int
    seat: int
    declarer: int
    first_trick: bool
    trump_played: bool


def _read_table(  # noqa: PLR0913 - the arguments of the command line
    program: Program,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    stage: str,
    leading: int,
    seat: int | None,
    declarer: int | None,
    first_trick: bool,  # noqa: FBT001
    trump_played: bool,  # noqa: FBT001
) -> _Table:
    tables_of(program)
    seats = program.table.seats
    held, laid = parse_cards(program.deck, hand), parse_cards(program.deck, trick)
    _check_copies(program, "hand and trick have", [*held, *laid], " together")
    if len(laid) >= seats:
        msg = f"a trick of {len(laid)} cards is complete: {seats} play"
        raise ValueError(msg)
    for name, value in (("leading", leading), ("seat", seat), ("declarer", declarer)):
        _check_seat(program, name, value)
    plays = (leading + len(laid)) % seats
    if seat is not None and seat != plays:
        msg = f"seat {seat} is not to play: seat {leading} leads and {len(laid)} cards lie, so seat {plays} plays"
        raise ValueError(msg)
    if stage not in STAGES or (stage == "stock" and program.rules.stock is None):
        stages = "stock or playoff" if program.rules.stock is not None else "playoff"
        msg = f"this game has no stage {stage!r}; expected {stages}"
        raise ValueError(msg)
    suit = parse_suit(program.deck, trump)
    return _Table(
        tuple(held), tuple(laid), suit, STAGES.index(stage), leading, plays,
        leading if declarer is None else declarer, bool(first_trick), bool(trump_played),
    )  # fmt: skip


def _check_copies(program: Program, what: str, cards: Iterable[int], together: str = "") -> None:
    """Refuse more copies of a card than the deck has."""
    for card, n in Counter(cards).items():
        if n > program.deck.copies[card]:
            name, copies = format_card(program.deck, card), program.deck.copies[card]
            msg = f"{what} {n} {name}{together}; the deck has {copies}"
            raise ValueError(msg)


def _check_seat(program: Program, name: str, seat: int | None, people: int = 0) -> None:
    most = max(program.table.seats, people)
    if seat is not None and not 0 <= whole(name, seat, -MOST_POINTS, MOST_POINTS) < most:
        msg = f"{name}: there is no seat {seat}; seats are 0 to {most - 1}"
        raise ValueError(msg)


def _check_partner(program: Program, declarer: int | None, partner: int | None) -> None:
    if partner is None:
        return
    if program.table.sides is not Sides.DECLARER_AND_PARTNER:
        msg = "partner: in this game no partner is found in the deal; leave it out"
        raise ValueError(msg)
    if partner == declarer:
        msg = f"partner: seat {partner} is the declarer"
        raise ValueError(msg)


def legal_cards(  # noqa: PLR0913
    program: Program,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    *,
    stage: str = "playoff",
    leading: int = 0,
    seat: int | None = None,
    declarer: int | None = None,
    first_trick: bool = False,
    trump_played: bool = False,
) -> list[str]:
    """Return the cards that may be played to a trick, each once, in the deck's order.

    Raises `ValueError` for cards, seats or a stage that do not fit the game.
    """
    table = _read_table(program, hand, trick, trump, stage, leading, seat, declarer, first_trick, trump_played)
    figures = {
        "trump": table.trump,
        "stage": table.stage,
        "leading": table.leading,
        "seat": table.seat,
        "declarer": table.declarer,
        "first_trick": int(table.first_trick),
        "trump_played": int(table.trump_played),
    }
    found = _scratch(program).legal_for(figures, list(table.hand), list(table.trick))
    return [format_card(program.deck, card) for card in found]


def legal_reason(  # noqa: PLR0913
    program: Program,
    card: str,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    *,
    stage: str = "playoff",
    leading: int = 0,
    seat: int | None = None,
    declarer: int | None = None,
    first_trick: bool = False,
    trump_played: bool = False,
) -> tuple[bool, str]:
    """Return whether a card may be played, and why or why not, in card players' words."""
    table = _read_table(program, hand, trick, trump, stage, leading, seat, declarer, first_trick, trump_played)
    asked = parse_card(program.deck, card)
    name = format_card(program.deck, asked)
    if asked not in table.hand:
        return False, f"{name} is not in this hand"
    rules, play = program.rules, program.rules.play
    duties_of: Stage | None = rules.stock.stage if table.stage and rules.stock else play.stage if play else None
    allowed = set(table.hand)
    facts = _TrickFacts(program, table)
    for duty, words in facts.duties(duties_of):
        kept = {c for c in allowed if facts.satisfies(duty, c)}
        if kept and asked not in kept:
            others = " ".join(format_card(program.deck, c) for c in sorted(kept))
            return False, f"{name} is not allowed: {words}, and this hand can ({others})"
        allowed = kept or allowed
    if not table.trick:
        return True, f"{name} may be led"
    return True, f"{name} is allowed"


class _TrickFacts:
    """The duties of a trick in plain Python, for explanations."""

    def __init__(self, program: Program, table: _Table) -> None:
        self.program = program
        self.table = table
        self.ranks = len(program.deck.ranks)
        order = program.rules.rank_order
        self.strength = {rank: len(order) - place for place, rank in enumerate(order)}
        self.winning = trick_winner_of(program, list(table.trick), table.trump)

    def suit(self, card: int) -> int:
        """Return the suit of a card."""
        return card // self.ranks

    def beats(self, card: int, other: int) -> bool:
        """Tell whether a card beats one that lies before it."""
        if card == other:
            return self.program.rules.play is not None and self.program.rules.play.last_wins
        if self.suit(card) == self.suit(other):
            return self.strength[card % self.ranks] > self.strength[other % self.ranks]
        return self.suit(card) == self.table.trump

    def satisfies(self, duty: Duty, card: int) -> bool:
        """Tell whether a card satisfies a duty."""
        trick, trump = self.table.trick, self.table.trump
        in_set = bool(duty.cards[trump] >> card & 1)
        if duty.kind is DutyKind.FOLLOW_SUIT:
            return self.suit(card) == self.suit(trick[0])
        if duty.kind is DutyKind.TRUMP:
            return self.suit(card) == trump
        if duty.kind is DutyKind.BEAT:
            return self.winning is not None and self.beats(card, trick[self.winning])
        if duty.kind is DutyKind.BEAT_SUIT_LED:
            led = [c for c in trick if self.suit(c) == self.suit(trick[0])]
            best = max(led, key=lambda c: self.strength[c % self.ranks])
            return self.suit(card) == self.suit(best) and self.beats(card, best)
        return in_set if duty.kind is DutyKind.PLAY else not in_set

    def flags(self) -> int:
        """Return the index into the truth tables of duties."""
        table, trick = self.table, self.table.trick
        hand_suits = {self.suit(c) for c in table.hand}
        if not trick:
            only_trumps = hand_suits <= {table.trump}
            bits = {
                LeadFlag.FIRST_TRICK: table.first_trick,
                LeadFlag.TRUMP_PLAYED: table.trump_played,
                LeadFlag.ONLY_TRUMPS_LEFT: only_trumps,
                LeadFlag.DECLARER_LEADS: table.seat == table.declarer,
            }
            return sum(1 << flag for flag, on in bits.items() if on)
        led = self.suit(trick[0])
        best = (table.leading + (self.winning or 0)) % self.program.table.seats
        follow = {
            Flag.TRUMP_LED: led == table.trump,
            Flag.TRUMPED: led != table.trump and self.suit(trick[self.winning or 0]) == table.trump,
            Flag.VOID: led not in hand_suits,
            Flag.PARTNER_WINNING: self.same_side(best, table.seat),
            Flag.LAST_TO_PLAY: len(trick) == self.program.table.seats - 1,
            Flag.FIRST_TRICK: table.first_trick,
        }
        return sum(1 << flag for flag, on in follow.items() if on)

    def same_side(self, one: int, other: int) -> bool:
        """Tell whether two seats play together."""
        if self.program.table.sides in (Sides.DECLARER, Sides.DECLARER_AND_PARTNER):
            return (one == self.table.declarer) == (other == self.table.declarer)
        return self.program.table.side_of[one] == self.program.table.side_of[other]

    def duties(self, stage: Stage | None) -> list[tuple[Duty, str]]:
        """Return the duties that hold now, with their words."""
        if stage is None:
            return []
        listed = stage.must if self.table.trick else stage.lead
        flags = self.flags()
        return [(duty, self.words(duty)) for duty in listed if duty.when >> flags & 1]

    def words(self, duty: Duty) -> str:
        """Return a duty in card players' words."""
        deck, trump = self.program.deck, self.table.trump
        if duty.kind is DutyKind.FOLLOW_SUIT:
            return f"{deck.suits[self.suit(self.table.trick[0])]} was led and must be followed"
        if duty.kind is DutyKind.TRUMP:
            return f"without the suit led one must trump ({suit_name(deck, trump)})"
        if duty.kind is DutyKind.BEAT:
            best = self.table.trick[self.winning or 0]
            return f"one must beat the winning {format_card(deck, best)}"
        if duty.kind is DutyKind.BEAT_SUIT_LED:
            return "one must beat the best card of the suit led"
        cards = " ".join(format_card(deck, c) for c in range(4 * self.ranks) if duty.cards[trump] >> c & 1)
        return f"one must play one of {cards}" if duty.kind is DutyKind.PLAY else f"one must avoid {cards}"


# -- tricks


def bid_allowed(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    hand: str | Iterable[str],
    bid: int,
    *,
    suit: str | int | None = None,
    high: int = 0,
    bidder: int | None = None,
    seat: int | None = None,
    dealer: int = 0,
    deal: int = 1,
    totals: Sequence[int] | None = None,
) -> bool:
    """Tell whether a hand may bid so much: as the first to bid, or over the bid `high` of another.

    `seat` is whose turn it is (the first to speak unless told), `bidder` who holds the bid that stands (the seat
    before him unless told), `suit` what is bid where bids name one.
    Raises `ValueError` for figures that do not fit the game.
    """
    tables_of(program)
    auction, seats = program.rules.auction, program.table.seats
    if auction is None:
        msg = "this game has no auction"
        raise ValueError(msg)
    held = parse_cards(program.deck, hand)
    _check_copies(program, "hand has", held)
    for name, value in (("seat", seat), ("bidder", bidder), ("dealer", dealer)):
        _check_seat(program, name, value, program.table.people if name == "dealer" else 0)
    if high and high not in auction.ladder:
        msg = f"high: {high} is no bid of this game; bids go from {auction.ladder[0]} to {auction.ladder[-1]}"
        raise ValueError(msg)
    if auction.with_suit and suit is None:
        msg = "bids of this game name a suit; give --suit spades"
        raise ValueError(msg)
    speaks = (dealer + 1) % seats if seat is None else seat
    holder = (speaks - 1) % seats if bidder is None else bidder
    if high and holder == speaks:
        msg = f"bidder: seat {holder} holds the bid himself"
        raise ValueError(msg)
    machine = Playout(tables_of(program), 0, [0])
    machine.set_balances(_balances(program, totals, {}))
    if program.table.people:
        machine.idle_for(dealer)
        dealer = machine.facts()["dealer"]
    figures = {"seat": speaks, "dealer": dealer, "deal": deal, "high": high, "bidder": holder}
    legal = machine.bids_for(figures, held)
    words = f"bid {bid}"
    if auction.with_suit:
        words += f" {suit_name(program.deck, parse_suit(program.deck, suit))}"
    return words in {action_words(program, one) for one in legal}


def call_offered(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    hand: str | Iterable[str],
    name: str,
    *,
    seat: int | None = None,
    trump: str | int | None = None,
    bid: int | Sequence[int] | None = None,
    declarer: int | None = None,
    dealer: int | None = None,
    deal: int = 1,
    meld: Sequence[int] | None = None,
    counters: Sequence[int] | None = None,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
) -> bool:
    """Tell whether a player with this hand may make a call at its moment.

    `seat` is the player: the declarer where there is one, else the first after the dealer.
    Raises `ValueError` for figures that do not fit the game, or that the call asks for and are missing.
    """
    tables_of(program)
    rules, seats = program.rules, program.table.seats
    names = [call.name for call in rules.calls]
    if name not in names:
        msg = f"name: this game has no call {name!r}; calls are {', '.join(names) or 'none'}"
        raise ValueError(msg)
    number = names.index(name)
    call = rules.calls[number]
    if not call.by:
        msg = f"name: {name!r} is made by the rules themselves and offered to nobody"
        raise ValueError(msg)
    held = parse_cards(program.deck, hand)
    _check_copies(program, "hand has", held)
    for what, value in (("seat", seat), ("declarer", declarer), ("dealer", dealer)):
        _check_seat(program, what, value, program.table.people)
    bids: Sequence[int] = [0] * program.table.accounts
    if bid is None and declarer is None:
        bid, declarer = 0, NO_SEAT
    else:
        bid, bids, declarer = _contract(program, bid, declarer)
    given = {"tricks": tricks, "dealer": dealer, "trump": trump, "meld": meld, "counters": counters}
    given |= {"bid": bid or None, "declarer": None if declarer < 0 else declarer}
    for figure in _asked_by(call):
        if given.get(figure, 0) is None:
            raise ValueError(_missing_for(program, figure, f"calls.{name}"))
    dealt = dealer if dealer is not None else 0
    speaks = seat if seat is not None else declarer if declarer >= 0 else (dealt + 1) % seats
    machine = Playout(tables_of(program), 0, [0])
    machine.set_balances(_balances(program, totals, {}))
    figures: dict[str, Any] = {
        "meld": _nonnegative("meld", _figures(program, "meld", meld, 0, by_seat=True)),
        "counters": _nonnegative("counters", _figures(program, "counters", counters, 0, by_seat=True)),
        "tricks": _nonnegative("tricks", _figures(program, "tricks", tricks, 0, by_seat=True)),
        "trump": parse_suit(program.deck, trump),
        "declarer": declarer,
        "bid": bid,
        "bids": bids,
        "deal": deal,
        "dealer": dealt,
        "seat": speaks,
        **dict.fromkeys(("partner", "last_trick", "offender", "row"), -1),
        **{key: [] for key in ("taken", "melds", "called")},
        **dict.fromkeys(("mode", "played_out"), 0),
    }
    return bool(machine.offered_for(figures, held, number))


NO_SEAT = -1
_CALL_NEEDS = {
    **dict.fromkeys((Name.MELD, Name.OWN_MELD, Name.LAID_MELD), "meld"),
    **dict.fromkeys((Name.COUNTERS, Name.OWN_COUNTERS), "counters"),
    **dict.fromkeys((Name.TRICKS, Name.OWN_TRICKS, Name.TRICKS_PLAYED), "tricks"),
    **dict.fromkeys((Name.TRUMP, Name.TRUMP_NAMED), "trump"),
    Name.BID: "bid",
    Name.DEALER: "dealer",
}
"""Figures that the condition of a call may ask for besides the hand."""
_CALLERS_NEED = dict.fromkeys((Who.DECLARER, Who.DECLARERS, Who.DEFENDERS, Who.PARTNER), "declarer")
"""Figures that tell who may make a call."""


def _asked_by(call: Call) -> Iterator[str]:
    """Yield the figures that a call asks for."""
    for at in range(0, len(call.may), 3):
        op, name, who = call.may[at : at + 3]
        if op == Op.LOAD and name < Name.LEDGER and Name(name) in _CALL_NEEDS:
            yield _CALL_NEEDS[Name(name)]
        if op == Op.LOAD and Who(who % 64) in _CALLERS_NEED:
            yield "declarer"
    for who in call.by:
        if Who(who % 64) in _CALLERS_NEED:
            yield "declarer"
        elif Who(who % 64) in _WHO_NEEDS:
            yield _WHO_NEEDS[Who(who % 64)]


def _missing_for(program: Program, figure: str, rule: str) -> str:
    """Return what to say of a figure that a call asks for and is not given."""
    given = _given_as(program, figure)
    if figure in ("meld", "counters"):
        given = f"--{figure} {','.join(['0'] * program.table.accounts)}"
    return f"{figure} is needed: `{rule}` asks for it; give {given}"


def trick_winner(program: Program, trick: str | Iterable[str], trump: str | int | None) -> int | None:
    """Return the place in the trick of the card that wins it; None for no card.

    Raises `ValueError` for cards or a suit that do not fit.
    """
    tables_of(program)
    cards = parse_cards(program.deck, trick)
    if len(cards) > program.table.seats:
        msg = f"a trick of {len(cards)} cards is too long: {program.table.seats} play"
        raise ValueError(msg)
    return trick_winner_of(program, cards, parse_suit(program.deck, trump))


def trick_winner_of(program: Program, cards: list[int], trump: int) -> int | None:
    """Return the same for card types."""
    return _scratch(program).winner_of(cards, trump) if cards else None


# -- settlement

_NEEDS = {
    Name.TRICKS: "tricks",
    Name.OWN_TRICKS: "tricks",
    Name.TRICKS_PLAYED: "tricks",
    Name.LAST_TRICK_WINNER: "last_trick",
    Name.DEALER: "dealer",
    Name.TRUMP: "trump",
    Name.TRUMP_NAMED: "trump",
}
_WHO_NEEDS = {
    Who.FROM_DEALER: "dealer",
    Who.NONDEALERS: "dealer",
    Who.IDLE: "dealer",
    Who.LAST_TRICK_WINNER: "last_trick",
    Who.TRICK_WINNER: "last_trick",
    Who.TRICK_LOSER: "last_trick",
}
_NO_FIGURES: dict[int, str] = {
    Op.TURNED: "the card that was turned up",
    Op.PLAYED: "the card that was played last",
}
_NO_FIGURE_NAMES: dict[int, str] = {
    Name.TRUMP_PLAYED: "the trumps that were played",
    Name.FIRST_TRICK: "the trick that is being played",
    Name.OWN_BIDS: "the bids that each has made",
    Name.ROUND: "the rounds of the auction",
}
"""What a rule may ask for and no figure tells."""
_HANDS: dict[int, str] = dict.fromkeys((Op.COUNT, Op.HOLDS), "the cards left in the hands")
_HAND_NAMES: dict[int, str] = {
    **dict.fromkeys((Name.HAND_LEFT, Name.BEST_MELD), "the cards left in the hands"),
    Name.STOCK_LEFT: "the cards left in the stock",
}
"""The same where a deal ends before it is played out; after the last trick there are none."""


def _rows(rules: Rules, row: int, called: Collection[str]) -> Iterator[tuple[Outcome, Sequence[Instruction]]]:
    """Yield the rows that may end a deal, each with what its condition asks: the one that is named, else those tried.

    What these calls rule out is not tried, nor what comes after a row to which they lead.
    """
    if row >= 0:
        yield rules.outcomes[row], ()
        return
    for one in rules.outcomes:
        if one.condition and not one.ruling:
            found = folded(one.condition, rules, called)
            if found.value != 0:
                yield one, found.asked
            if found.value:
                return


def _settling_code(
    rules: Rules, row: int, played_out: int, called: Collection[str]
) -> Iterator[tuple[str, Sequence[Instruction]]]:
    """Yield what a settlement asks in a deal with these calls, with the rule that does; `row` is -1 unless named."""
    yield "score.stake", folded(rules.stake, rules, called).asked
    if _winner_counts(rules, row, called):
        yield "score.winner", folded(rules.winner, rules, called).asked
    if rules.meld is not None:
        yield "meld.floor", folded(rules.meld.floor, rules, called).asked
        if played_out:
            yield "meld.saved_by", folded(rules.meld.saved_by, rules, called).asked
    for one, condition in _rows(rules, row, called):
        yield f"outcomes.{one.name}.if", condition
        for _, code in one.columns:
            yield f"outcomes.{one.name}", folded(code, rules, called).asked
    for payment, condition in _payments(rules, called):
        yield f"payments.{payment.name}.if", condition
        yield f"payments.{payment.name}", folded(payment.amount, rules, called).asked
    for rule, code in _game_codes(rules):
        yield rule, folded(code, rules, called).asked


def _payments(rules: Rules, called: Collection[str]) -> Iterator[tuple[Payment, Sequence[Instruction]]]:
    """Yield the payments that may fall due, each with what its condition asks."""
    for payment in rules.payments:
        if payment.window is Window.DEAL_END:
            found = folded(payment.condition, rules, called)
            if found.value != 0:
                yield payment, found.asked


def _game_codes(rules: Rules) -> Iterator[tuple[str, Code]]:
    """Yield the code that tells whether the game is over."""
    end = rules.ending
    yield "game.winner_needs", end.winner_needs
    for key, codes in (("wins", end.wins), ("loses", end.loses), ("ends", end.ends)):
        for code in codes:
            yield f"game.{key}", code


def _winner_counts(rules: Rules, row: int, called: Collection[str]) -> bool:
    """Tell whether it matters who won the deal: he or a loser is paid or asked, or a condition looks at him."""
    rows, payments = list(_rows(rules, row, called)), list(_payments(rules, called))
    codes = [code for one, _ in rows for _, code in one.columns] + [payment.amount for payment, _ in payments]
    codes += [code for _, code in _game_codes(rules)]
    # without a declarer it is the winner of whom conditions are asked
    conditions = [one for _, asked in (*rows, *payments) for one in asked]
    asked = [*conditions, *(one for code in codes for one in folded(code, rules, called).asked)]
    named = [who for one, _ in rows for who in (*(who for who, _ in one.columns), *one.wins_game, *one.loses_game)]
    named += [who for payment, _ in payments for who in (payment.source, payment.to)]
    named += [who for _, _, who in asked]
    return (
        any(who % 64 in (Who.WINNER, Who.LOSERS) for who in named)
        or any(op == Op.LOAD and name == Name.MARGIN for op, name, _ in asked)
        or any(who % 64 == Who.SELF and op not in (Op.CALLED, Op.OUTCOME) for op, _, who in conditions)
    )


def _paid(rules: Rules, row: int, called: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the player words of columns and payments, with the rule each is of."""
    for one, _ in _rows(rules, row, called):
        for who, _ in one.columns:
            yield f"outcomes.{one.name}", who
    for payment, _ in _payments(rules, called):
        yield f"payments.{payment.name}", payment.source
        yield f"payments.{payment.name}", payment.to


def figures_needed(
    program: Program, mode: int = 0, row: int = -1, played_out: int = 1, called: Collection[str] = ()
) -> dict[str, str]:
    """Return the figures that this game's settlement asks for besides melds and counters, with the rule that does.

    `row` is the number of the outcome where it is named, `played_out` tells whether the deal was played to the end;
    `called` names the calls that were made.
    """
    needed: dict[str, str] = {}
    rules = program.modes[mode]
    for rule, asked in _settling_code(rules, row, played_out, called):
        for op, a, b in asked:
            if op == Op.TAKEN:
                needed.setdefault("taken", rule)
            if op != Op.LOAD:
                continue
            name, who = a, Who(b % 64)
            if name > Name.LEDGER and name - Name.LEDGER == rules.ending.ledger:
                continue  # these are the totals
            if name > Name.LEDGER:
                needed.setdefault(f"ledger {program.ledgers[name - Name.LEDGER].name}", rule)
            elif name < Name.LEDGER and Name(name) in _NEEDS:
                needed.setdefault(_NEEDS[Name(name)], rule)
            if who in _WHO_NEEDS:
                needed.setdefault(_WHO_NEEDS[who], rule)
    if program.table.people:
        needed["dealer"] = "players.sit_out"
    for rule, number in _paid(rules, row, called):
        kind = Who(number % 64)
        if kind in _WHO_NEEDS:
            needed.setdefault(_WHO_NEEDS[kind], rule)
    return needed


def _ask_for_each_seat(program: Program, course: Course, row: int, played: int, known: frozenset[str]) -> None:
    """Ask for figures of each seat where a rule looks at what a player has who shares an account."""
    rules, seats = program.modes[course.mode], program.table.seats
    called = {name for name, _ in course.calls}
    for rule, asked in _settling_code(rules, row, played, called):
        names = own_figures(asked)
        if rule in ("meld.saved_by", "meld.floor") and differs_by_seat(asked):
            names |= {"meld"}  # each player's own melds are saved or lost
        for name in sorted(names - known):
            msg = (
                f"{name} of each seat is needed to settle this game: the rule `{rule}` asks what a player has by "
                f"himself; give --{name} {','.join(_shares(program, name, seats))} (one figure for each seat)"
            )
            raise ValueError(msg)


def _shares(program: Program, name: str, parts: int) -> list[str]:
    """Return figures as an example of how they are given."""
    if name != "tricks":
        return ["0"] * parts
    stocked = program.deal.rest is Rest.STOCK
    hand = sum(program.deck.copies) // program.table.seats if stocked else program.deal.hand
    found = [hand // parts + (k < hand % parts) for k in range(parts)]
    found[0], found[-1] = found[0] + (parts > 1), found[-1] - (parts > 1)
    return [str(part) for part in found]


def _refuse_untold(rules: Rules, row: int, played_out: int, called: Collection[str]) -> None:
    """Refuse a game whose rules ask for something that figures do not tell, rather than take it as nothing."""
    instructions = _NO_FIGURES if played_out else _NO_FIGURES | _HANDS
    names = _NO_FIGURE_NAMES if played_out else _NO_FIGURE_NAMES | _HAND_NAMES
    for rule, asked in _settling_code(rules, row, played_out, called):
        for op, a, _ in asked:
            untold = names.get(a) if op == Op.LOAD else instructions.get(op)
            if untold:
                msg = f"this game cannot be settled from figures: the rule `{rule}` looks at {untold}"
                raise ValueError(msg)


def _missing(program: Program, name: str, rule: str | None) -> str:
    """Return what to say of a figure that is not given: who asks for it, and what to write."""
    asked = f"the rule `{rule}` asks for it" if rule else "it has an auction"
    return f"{name} is needed to settle this game: {asked}; give {_given_as(program, name)}"


def _given_as(program: Program, name: str) -> str:
    """Return how a figure is given, by an example."""
    accounts = program.table.accounts
    if name.startswith("ledger "):
        ledger = name.removeprefix("ledger ")
        joint = any(one.joint for one in program.ledgers if one.name == ledger)
        return f"--ledger {ledger}={','.join(['0'] * (1 if joint else accounts))}"
    if name == "tricks":
        return f"--tricks {','.join(_shares(program, name, accounts))}"
    if name == "taken":
        some = [format_card(program.deck, card) for card, n in enumerate(program.deck.copies) if n]
        return f"--taken '{some[0]} {some[-1]}{'; ' * (accounts - 1)}' (the cards each took in tricks)"
    if name == "bid":
        auction = program.rules.auction
        least = auction.ladder[0] if auction is not None else 0
        return f"--bid {','.join([str(least)] * (accounts if auction is not None and auction.summed else 1))}"
    return {
        "trump": "--trump spades (or none)",
        "last_trick": "--last-trick 0 (the seat that took it)",
        "dealer": "--dealer 0 (the seat that dealt)",
        "declarer": "--declarer 0 (the seat that plays the contract)",
    }.get(name, f"--{name.replace('_', '-')}")


def _by_seat(program: Program, values: Sequence[int]) -> bool:
    """Tell whether figures are one for each seat where seats share accounts."""
    return shares_accounts(program) and len(values) == program.table.seats


def _figures(
    program: Program, name: str, values: Sequence[int] | None, default: int | None = None, *, by_seat: bool = False
) -> list[int]:
    """Return a list of figures, one for each account, or for each seat where that is allowed."""
    accounts = program.table.accounts
    if values is None:
        if default is None:
            msg = f"{name} is needed to settle this game: give one figure for each account ({accounts})"
            raise ValueError(msg)
        return [default] * accounts
    if len(values) != accounts and not (by_seat and _by_seat(program, values)):
        what = "side" if program.table.sides is Sides.FIXED else "seat"
        given = f"{len(values)} figure{'' if len(values) == 1 else 's'}"
        msg = f"{name}: {given}; this game keeps {accounts} accounts, one for each {what}"
        raise ValueError(msg)
    return [int(v) for v in values]


def settle(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    *,
    meld: Sequence[int],
    counters: Sequence[int],
    bid: int | Sequence[int] | None = None,
    declarer: int | None = None,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
    trump: str | int | None = None,
    dealer: int | None = None,
    deal: int = 1,
    last_trick: int | None = None,
    melds: Mapping[int, Mapping[str, int]] | str | None = None,
    called: Sequence[str | tuple[str, int]] = (),
    ledger: Mapping[str, Sequence[int]] | None = None,
    outcome: str | None = None,
    partner: int | None = None,
    offender: int | None = None,
    taken: Sequence[str] | None = None,
) -> Settlement:
    """Settle a deal of given figures, one for each account.

    `meld`, `counters` and `tricks` may be one for each seat instead, and must be where rules ask what a player has
    by himself who shares an account.

    `partner` is who played with the declarer where that was found in the deal, `offender` who broke a rule.  Where
    more people are at the table than play, seats are their numbers at the table.

    `counters` are card points as the tricks hold them: they are rounded and brought to points of the game here.
    `taken` are the cards that each account took in tricks, a text each: those that rules ask for are enough.
    `melds` says how often an account laid a meld, by account and name, or as `1:dix=2,0:run=1`;
    `called` names calls, or pairs of
    call and seat, the last of which made the latest call.  A call that changes the rules or ends the deal does so
    here too.  What the rules call of themselves (`must`) happens where the figures tell that it does; `outcome`
    names the row where somebody's word or a ruling led to it.  `bid` is one for each account where every side is
    bound by its own bids.
    Raises `ValueError` for figures that do not fit the game, or that a rule of it needs and are missing;
    `NotThatOutcome`, a `ValueError`, for an outcome to which the rules do not lead with these figures.
    """
    tables_of(program)
    check_deal(
        program,
        meld=meld, counters=counters, tricks=tricks, totals=totals, bid=bid, declarer=declarer, dealer=dealer,
        last_trick=last_trick, deal=deal, called=called, ledger=ledger, taken=taken,
    )  # fmt: skip
    laid = melds_given(melds)
    given: dict[str, object] = {f"ledger {name}": values for name, values in (ledger or {}).items()}
    given |= {"tricks": tricks, "last_trick": last_trick, "dealer": dealer, "trump": trump, "taken": taken}
    seats = {"declarer": declarer, "dealer": dealer, "last_trick": last_trick, "partner": partner, "offender": offender}
    for name, seat in seats.items():
        _check_seat(program, name, seat, program.table.people)
    _check_partner(program, declarer, partner)
    bid, bids, declarer = _contract(program, bid, declarer)
    machine = Playout(tables_of(program), 0, [0])
    idle = machine.idle_for(dealer if dealer is not None else 0)
    for name, seat in (("declarer", declarer), ("last_trick", last_trick)):
        if seat is not None and seat >= 0 and idle >> seat & 1:
            msg = f"{name}: {seat} sits out in a deal of dealer {dealer or 0}"
            raise ValueError(msg)
    machine.set_balances(_balances(program, totals, ledger or {}))
    suit = parse_suit(program.deck, trump)
    own = {
        "meld": _nonnegative("meld", _figures(program, "meld", meld, by_seat=True)),
        "counters": _check_counters(
            program, _nonnegative("counters", _figures(program, "counters", counters, by_seat=True))
        ),
        "tricks": _nonnegative("tricks", _figures(program, "tricks", tricks, 0, by_seat=True)),
    }
    calls = _calls(program, called)
    figures: dict[str, Any] = {
        **own,
        "taken": _cards_taken(program, taken),
        "trump": suit,
        "declarer": declarer,
        "bid": bid,
        "bids": bids,
        "deal": deal,
        "dealer": dealer if dealer is not None else 0,
        "partner": partner if partner is not None else -1,
        "last_trick": last_trick if last_trick is not None else -1,
        "melds": _melds_laid(program, laid, suit),
        "offender": -1,
        "numbers": {name: number for number, name in enumerate(call_names(program))},
    }
    by_seat = frozenset(name for name, values in own.items() if _by_seat(program, values))
    told = Told(program, given, by_seat, melds is not None, calls)
    course = follow(told, machine, figures, _mode_called(program, called))
    rules = program.modes[course.mode]
    ending = ending_of(told, rules, course, outcome, _row(rules, outcome))
    if ending.early:
        figures |= without_tricks(figures)
    for name in ending.known:
        given[name] = NOTHING if given[name] is None else given[name]
    row, played = ending.row, ending.played
    made = {name for name, _ in course.calls}
    for name, rule in figures_needed(program, course.mode, row, played, made).items():
        if given.get(name) is None:
            raise ValueError(_missing(program, name, rule))
    if shares_accounts(program):
        tricks_known = frozenset(("tricks", "counters") if ending.early else ())
        _ask_for_each_seat(program, course, row, played, by_seat | tricks_known)
    _refuse_untold(rules, row, played, made)
    figures |= {
        "mode": course.mode,
        "called": [(figures["numbers"][name], seat) for name, seat in course.calls],
        "row": row,
        "played_out": played,
        "offender": _offender(rules, row, declarer if offender is None else offender),
    }
    machine.settle_for(figures)
    settlement = _settlement(program, machine, tricks_told=tricks is not None)
    if ending.refused:
        raise NotThatOutcome(ending.refused, settlement)
    if ending.early or calls:
        return settlement
    return evolve(settlement, notes=(*settlement.notes, *_counters_missing(program, own["counters"])))


NOTHING = "nothing"
"""Stands for a figure that is known without being told, as the tricks of a deal that was not played."""


class NotThatOutcome(ValueError):  # noqa: N818 - the name says what it is to the caller
    """A deal was said to have ended as it does not end; `settlement` is what it comes to."""

    def __init__(self, message: str, settlement: Settlement) -> None:
        """Keep what the deal comes to."""
        super().__init__(message)
        self.settlement = settlement


def _settlement(program: Program, machine: Playout, *, tricks_told: bool) -> Settlement:
    """Return the result of a machine that has settled a deal of given figures."""
    facts = machine.facts()
    result = facts["result"]
    at_seats = machine.seat_figures()
    places = at_seats["account"]
    as_laid = by_account(program, at_seats["laid_meld"], places)
    counting = by_account(program, at_seats["own_meld"], places)
    raw = by_account(program, at_seats["raw"], places)
    counted = counters_that_count(program, raw)
    lost = lost_melds(
        program,
        as_laid,
        counting,
        floors=floors_of(program, machine.meld_floors()),
        counters=counted,
        tricks=by_account(program, at_seats["tricks"], places) if tricks_told else None,
    )
    return Settlement(
        outcome=outcome_names(program)[facts["outcome"]] if facts["outcome"] >= 0 else None,
        made=None if facts["made"] < 0 else bool(facts["made"]),
        gains=tuple(machine.last_gains()),
        totals=tuple(machine.standing),
        winner=result if result >= 0 else "draw" if result == -2 else None,
        ledgers={ledger.name: tuple(machine.ledger_balances(k)) for k, ledger in enumerate(program.ledgers) if k > 0},
        meld=tuple(counting),
        counters=tuple(counted),
        notes=(*lost, *rounded(program, raw, counted)),
    )


# -- what does not count as it was laid or taken, in words


def by_account(program: Program, figures: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return figures of seats added up for each account; `places` tells the account of each seat in this deal."""
    found = [0] * program.table.accounts
    for seat, figure in enumerate(figures):
        found[places[seat]] += figure
    return found


def floors_of(program: Program, floors: Sequence[int]) -> list[int]:
    """Return the floor of each account, of those of its seats."""
    table = program.table
    if table.people:
        return [max(floors)] * table.people
    if table.accounts == table.seats:
        return list(floors)
    return [max(floors[s] for s in range(table.seats) if table.side_of[s] == side) for side in range(table.accounts)]


def paid_in_deals(program: Program, ledger: int) -> bool:
    """Tell whether payments of a ledger fall due in a deal, not only where a game begins or ends."""
    ends = (Window.GAME_START, Window.GAME_END)
    return any(p.ledger == ledger and p.window not in ends for rules in program.modes for p in rules.payments)


def counters_that_count(program: Program, raw: Sequence[int], mode: int = 0) -> list[int]:
    """Return card points as they count: rounded, halves up, then in points of the game."""
    rules = program.modes[mode]
    size, per = max(rules.round_to, 1), max(rules.per, 1)
    return [(2 * points + size) // (2 * size) * size // per for points in raw]


def lost_melds(
    program: Program,
    laid: Sequence[int],
    counting: Sequence[int],
    *,
    floors: Sequence[int],
    counters: Sequence[int],
    tricks: Sequence[int] | None,
) -> list[str]:
    """Return why melds do not count, a sentence for each account that loses some."""
    found = []
    for account, name in enumerate(account_names(program)):
        if laid[account] == counting[account]:
            continue
        lost = laid[account] - counting[account]
        if laid[account] < floors[account]:
            found.append(f"{name}: {laid[account]} is under the floor of {floors[account]}: counts nothing")
        elif counting[account]:
            found.append(f"{name}: {lost} of the melds of {laid[account]} {_does(lost)} not count")
        elif tricks is not None and not tricks[account]:
            found.append(f"{name}: no trick taken: the meld of {lost} does not count")
        elif not counters[account]:
            found.append(f"{name}: no counter taken: the meld of {lost} does not count")
        else:
            found.append(f"{name}: the meld of {lost} is not saved (rule `meld.saved_by`): it does not count")
    return found


def _does(number: int) -> str:
    return "does" if number == 1 else "do"


def rounded(program: Program, raw: Sequence[int], counted: Sequence[int], mode: int = 0) -> list[str]:
    """Return how card points became counters, where they do not stay what they were."""
    rules = program.modes[mode]
    if list(raw) == list(counted):
        return []
    names = account_names(program)
    pairs = ", ".join(f"{name} {before} = {after}" for name, before, after in zip(names, raw, counted, strict=True))
    steps = []
    if rules.round_to > 1:
        steps.append(f"to the nearest {rules.round_to}")
    if rules.per > 1:
        steps.append(f"{rules.per} card points make one point of the game")
    return [f"card points count {', then '.join(steps)}: {pairs}" if rules.round_to > 1 else f"{steps[0]}: {pairs}"]


# -- figures that a settlement needs


def _nonnegative(name: str, values: list[int]) -> list[int]:
    for value in values:
        if value < 0:
            msg = f"{name}: {value} is below zero"
            raise ValueError(msg)
    return values


def _cards_taken(program: Program, taken: Sequence[str] | None) -> list[list[int]]:
    """Return the cards that each account took, if the deck has so many of each."""
    if taken is None:
        return []
    if len(taken) != program.table.accounts:
        what = "side" if program.table.sides is Sides.FIXED else "seat"
        msg = f"taken: cards of {len(taken)}; this game keeps {program.table.accounts} accounts, one for each {what}"
        raise ValueError(msg)
    found = [parse_cards(program.deck, cards) for cards in taken]
    _check_copies(program, "taken:", [card for cards in found for card in cards], " together")
    return found


def _counters_missing(program: Program, values: list[int]) -> list[str]:
    """Return a note where the counters of a deal that was played out do not come to all there are."""
    rules = program.rules
    aside = program.deal.widow or rules.bury is not None or rules.stock is not None or rules.round_to > 1
    if aside or len(set(rules.trump_points)) > len(set(rules.card_points)) or not any(values):
        return []
    whole = sum(p * n for p, n in zip(rules.card_points, program.deck.copies, strict=True)) + rules.last_trick
    left = whole - sum(values)
    verb = "is" if left == 1 else "are"
    return [f"{left} of the {whole} counters of a deal {verb} missing in these figures"] if left > 0 else []


def _check_counters(program: Program, values: list[int]) -> list[int]:
    """Return the card points, if the deck has that many; figures that are rounded already may come to more."""
    rules = program.rules
    types = len(rules.card_points)
    worth = [rules.trump_points[at : at + types] for at in range(0, len(rules.trump_points), types)] or [
        rules.card_points
    ]
    whole = max(sum(p * n for p, n in zip(points, program.deck.copies, strict=True)) for points in worth)
    points = whole + rules.last_trick
    slack = len(values) * rules.round_to // 2 if rules.round_to > 1 else 0
    if sum(values) > points + slack:
        unit = " card points" if rules.per > 1 else ""
        msg = f"counters: {sum(values)} together, but a deal has only {points}{unit}"
        raise ValueError(msg)
    return values


def _mode_called(program: Program, called: Sequence[str | tuple[str, int]]) -> int:
    """Return the mode that one of the calls made brings, or 0."""
    names = {item if isinstance(item, str) else item[0] for item in called}
    return next((call.mode for call in program.rules.calls if call.mode and call.name in names), 0)


def _contract(
    program: Program, said: int | Sequence[int] | None, declarer: int | None
) -> tuple[int, tuple[int, ...], int]:
    """Return bid, the bids of all accounts where each has its own, and declarer, checked."""
    auction = program.rules.auction
    bid = said if isinstance(said, int) or said is None else None
    if auction is not None and auction.summed and isinstance(said, int):
        example = ",".join([str(auction.ladder[0])] * program.table.accounts)
        what = "side" if program.table.accounts < program.table.seats else "seat"
        msg = f"bid: each {what} is bound by its own bids here, one figure for each; give --bid {example}"
        raise ValueError(msg)
    if auction is None or not auction.summed or not isinstance(said, (list, tuple)):
        if said is not None and not isinstance(said, int):
            msg = "bid: this game has one contract; give one figure"
            raise ValueError(msg)
        points, seat = _one_contract(program, bid, declarer)
        return points, (), seat
    bids = tuple(_nonnegative("bid", _figures(program, "bid", said)))
    if declarer is None:
        raise ValueError(_missing(program, "declarer", None))
    account = program.table.side_of[declarer] if program.table.accounts < program.table.seats else declarer
    return bids[account], bids, declarer


def _one_contract(program: Program, bid: int | None, declarer: int | None) -> tuple[int, int]:
    """Return bid and declarer, checked; 0 and -1 where there is no auction."""
    auction = program.rules.auction
    if auction is None:
        for name, value in (("bid", bid), ("declarer", declarer)):
            if value is not None:
                msg = f"{name}: this game has no auction; leave it out"
                raise ValueError(msg)
        return 0, -1
    if bid is None or declarer is None:
        raise ValueError(_missing(program, "bid" if bid is None else "declarer", None))
    if not auction.summed and bid not in {*auction.ladder, auction.taken_at, auction.holds}:
        ladder = auction.ladder
        msg = f"bid: {bid} is no bid of this game; bids go from {ladder[0]} to {ladder[-1]}"
        raise ValueError(msg)
    return bid, declarer


def _row(rules: Rules, outcome: str | None) -> tuple[int, int]:
    """Return the row of a named outcome, and whether the deal was played to the end."""
    if outcome is None:
        return -1, 1
    for number, row in enumerate(rules.outcomes):
        if row.name == outcome:
            return number, int(bool(row.condition))
    names = ", ".join(row.name for row in rules.outcomes)
    msg = f"outcome: this game has no outcome {outcome!r}; outcomes are {names}"
    raise ValueError(msg)


def _offender(rules: Rules, row: int, declarer: int) -> int:
    """Return who broke a rule, where a ruling is asked for: the declarer unless somebody is named."""
    named: Outcome | None = rules.outcomes[row] if row >= 0 else None
    return declarer if named is not None and named.ruling else -1


def _melds_laid(
    program: Program, melds: Mapping[int, Mapping[str, int]], trump: int
) -> list[tuple[int, int, int, int]]:
    names = meld_names(program)
    found = []
    for account, laid in melds.items():
        if not 0 <= int(account) < program.table.accounts:
            msg = f"melds: there is no account {account}; accounts are 0 to {program.table.accounts - 1}"
            raise ValueError(msg)
        for name, times in laid.items():
            if name not in names:
                msg = f"melds: this game has no meld {name!r}; melds are {', '.join(names)}"
                raise ValueError(msg)
            entry = next(e for rules in program.modes for e in rules.melds if e.name == name)
            found.append((int(account), names.index(name), int(times), points_of(entry, trump, int(times))))
    return found


def _calls(program: Program, called: Sequence[str | tuple[str, int]]) -> list[tuple[str, int]]:
    names = call_names(program)
    found = []
    for item in called:
        name, seat = (item, -1) if isinstance(item, str) else item
        if name not in names:
            msg = f"called: this game has no call {name!r}; calls are {', '.join(names) or 'none'}"
            raise ValueError(msg)
        _check_seat(program, "called", None if seat < 0 else seat)
        found.append((name, seat))
    return found


def _balances(
    program: Program, totals: Sequence[int] | None, ledger: Mapping[str, Sequence[int]]
) -> dict[int, list[int]]:
    names = [one.name for one in program.ledgers]
    balances = {
        k: [one.start] * 9 if one.joint else [one.start] * program.table.accounts
        for k, one in enumerate(program.ledgers)
    }
    balances[program.rules.ending.ledger] = _figures(program, "totals", totals, 0)
    for name, values in ledger.items():
        if name not in names:
            msg = f"ledger: this game has no ledger {name!r}; ledgers are {', '.join(names)}"
            raise ValueError(msg)
        k = names.index(name)
        if program.ledgers[k].joint:
            balances[k] = [0] * 8 + [int(values[0])]
        else:
            balances[k] = _figures(program, f"ledger {name}", values)
    return balances


__all__ = [
    "NO_SUIT",
    "BestMelds",
    "LaidMeld",
    "Settlement",
    "figures_needed",
    "legal_cards",
    "legal_reason",
    "melds",
    "settle",
    "trick_winner",
]

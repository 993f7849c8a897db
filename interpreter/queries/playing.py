"""What may I play, why not, and who takes the trick?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.cards import format_card, parse_card, parse_cards, parse_suit, suit_name
from interpreter.codes import Flag, LeadFlag
from interpreter.program import DutyKind, Sides
from interpreter.queries.told import check_copies, check_seat, scratch
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable

    from interpreter.program import Duty, Program, Stage


STAGES = ("playoff", "stock")


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
    check_copies(program, "hand and trick have", [*held, *laid], " together")
    if len(laid) >= seats:
        msg = f"a trick of {len(laid)} cards is complete: {seats} play"
        raise ValueError(msg)
    for name, value in (("leading", leading), ("seat", seat), ("declarer", declarer)):
        check_seat(program, name, value)
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
    found = scratch(program).legal_for(figures, list(table.hand), list(table.trick))
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
    return scratch(program).winner_of(cards, trump) if cards else None

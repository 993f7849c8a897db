"""Exact chances: of melds in a dealt hand, of improving a hand, of cards and melds in the hands of others.

Everything is counted (see `combinatorics`), nothing is sampled.  What a seat knows is its own hand and the cards that
lie open; every deal of the other cards is equally likely, whatever anybody has said or passed.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.cards import NO_SUIT, format_card, parse_cards, parse_suit, suit_name
from interpreter.combinatorics import (
    Part,
    Uncountable,
    add,
    deals,
    parts_of,
    times_held,
    ways_by_times,
    ways_completed,
    ways_for_any,
    ways_for_some_hand,
)
from interpreter.program import Rest, Sides, TrumpBy
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.program import CardSet, MeldEntry, Program

IN_NO_HAND = ("next card", "bottom card")
"""Where a turn-up comes from that nobody holds."""
GIVEN, SOME, TURNED_UP = "given", "some", "turned up"
"""What `Chance.trump` says where it is no suit."""


@frozen
class Chance:
    """How likely something is."""

    event: str
    """In words: the meld (at least so many times), the trump, and where."""
    ways: int
    """Deals in which it happens."""
    of: int
    """All deals that are possible."""
    where: str
    """Whose cards are looked at; the chances of one table have the same."""
    meld: str = ""
    times: int = 0
    """At least so often."""
    trump: str = ""
    """A suit; `given`: named beforehand, whichever; `some`: for at least one choice of it; `turned up`; or nothing."""
    card: str = ""

    @property
    def fraction(self) -> Fraction:
        """Return the chance as a reduced fraction."""
        return Fraction(self.ways, self.of)

    @property
    def probability(self) -> float:
        """Return the chance as a decimal."""
        return float(self.fraction)


@frozen
class Odds:
    """Chances in the order in which they are told, and what is not among them."""

    odds: tuple[Chance, ...]
    left_out: tuple[str, ...]
    """A sentence for each thing that cannot be counted."""
    held: tuple[tuple[str, str, int], ...] = ()
    """What the hand that was given holds already: meld, trump, how often."""


@frozen
class _Meld:
    """A meld under a trump (None: it is the same under every one)."""

    name: str
    trump: int | None
    parts: tuple[Part, ...]
    most: int
    """Times that it may be laid; 0: no limit."""


class _Asked:
    """One question: a Program, a hand or none, and the chances found so far."""

    def __init__(self, program: Program, hand: list[int] | None, seen: list[int], trump: int | None) -> None:
        self.program = program
        self.deck = program.deck
        self.rules = program.rules
        self.size = program.deal.hand
        self.given = hand is not None
        held = Counter(hand or ())
        gone = Counter(seen)
        self.types = range(len(self.deck.copies))
        self.held = [held[t] for t in self.types]
        self.left = [self.deck.copies[t] - held[t] - gone[t] for t in self.types]
        self.unknown = sum(self.left)
        self.found: list[Chance] = []
        self.left_out: list[str] = []
        self.trumps = self.possible_trumps() if trump is None else (trump,)
        turned = self.rules.trump.by is TrumpBy.TURN_UP and not seen
        self.turned = turned and program.deal.turn_up in IN_NO_HAND
        """Whether a card that nobody holds, and that is not known here, has made trump."""
        self.dealer_turns = turned and not self.given and not self.turned
        self.melds = list(self.read_melds())
        if self.rules.meld is not None and self.rules.meld.from_tricks:
            self.left_out.append(
                "melds are laid from the cards of tricks here, which depend on the play, not on a hand"
            )

    def possible_trumps(self) -> tuple[int, ...]:
        """Return the suits that can be trump, and none."""
        trump = self.rules.trump
        if trump.by is TrumpBy.NOBODY:
            return (NO_SUIT,)
        return (*range(4), NO_SUIT) if trump.or_none else tuple(range(4))

    def read_melds(self) -> Iterator[_Meld]:
        """Yield the melds that can be counted, once for each trump that makes a difference."""
        for entry in self.rules.melds:
            if any(not vector for forms in entry.forms for _, vectors in forms for vector in vectors):
                self.left_out.append(f"{entry.name}: a meld without cards of its own, which depends on the whole hand")
                continue
            forms = {_shape(entry, trump) for trump in {*self.possible_trumps(), *self.trumps}}
            for trump in self.trumps:
                if parts := parts_of(entry, trump, self.deck.copies):
                    yield _Meld(entry.name, None if len(forms) == 1 else trump, parts, entry.limit)
                if len(forms) == 1:
                    break

    def cases(self, trump: int | None) -> Iterator[tuple[int, list[int]]]:
        """Yield what can be left besides the turn-up, and in how many ways it can."""
        if trump is None or trump == NO_SUIT or not self.turned:
            yield 1, self.left
            return
        for t in self.suit(trump):
            if self.left[t]:
                yield self.left[t], [n - (i == t) for i, n in enumerate(self.left)]

    def suit(self, trump: int) -> range:
        """Return the card types of a suit."""
        size = len(self.deck.ranks)
        return range(trump * size, trump * size + size)

    # -- a hand, or cards that come to it

    def drawn(self, where: str, cards: int) -> None:
        """Tell the chances of melds once so many unknown cards have come to the hand."""
        if not 0 < cards <= self.unknown:
            return
        by_name: dict[str, list[_Meld]] = {}
        for meld in self.melds:
            by_name.setdefault(meld.name, []).append(meld)
        for name, melds in by_name.items():
            try:
                self.one_meld(where, melds, cards)
            except Uncountable as problem:
                self.leave_out(f"{name}: {problem}")

    def one_meld(self, where: str, melds: list[_Meld], cards: int) -> None:
        """Tell the chances of one meld."""
        tables = [self.by_times(meld, cards) for meld in melds]
        suits = [table for meld, table in zip(melds, tables, strict=True) if meld.trump != NO_SUIT]
        alike = len(suits) == 4 and not self.given and all(table == suits[0] for table in suits)
        word = TURNED_UP if self.turned or self.dealer_turns else GIVEN
        for meld, (ways, of) in zip(melds, tables, strict=True):
            trump = self.trump_word(meld.trump)
            if alike and meld.trump != NO_SUIT:
                if meld.trump:
                    continue
                trump = word
            for times in range(times_held(meld.parts, self.held) + 1, len(ways)):
                self.tell(where, meld, times, trump, ways[times], of)
        if word == GIVEN and not self.given:
            self.some_trump(where, [meld for meld in melds if meld.trump != NO_SUIT], cards)

    def by_times(self, meld: _Meld, cards: int) -> tuple[list[int], int]:
        """Return the ways to draw cards so that a meld can be laid 0, 1, 2, ... times, and all ways."""
        if self.dealer_turns and meld.trump is not None:
            return self.beside_turn_up(meld, cards)
        found: list[int] = []
        of = 0
        for weight, left in self.cases(meld.trump):
            found = add(found, [weight * n for n in ways_by_times(meld.parts, self.held, left, cards)])
            of += weight * comb(sum(left), cards)
        return found, of

    def beside_turn_up(self, meld: _Meld, cards: int) -> tuple[list[int], int]:
        """Return the same for the three of four players, say, who do not hold the turn-up that is the dealer's."""
        assert meld.trump is not None
        found: list[int] = []
        of = 0
        for t in self.suit(meld.trump):
            left = [n - (i == t) for i, n in enumerate(self.left)]
            if self.left[t]:
                ways = ways_by_times(meld.parts, self.held, left, cards)
                found = add(found, [self.left[t] * n for n in ways])
                of += self.left[t] * comb(sum(left), cards)
        return found, of

    def some_trump(self, where: str, melds: list[_Meld], cards: int) -> None:
        """Tell the chances that a meld can be laid under at least one trump, where no two trumps share cards of it."""
        types = [{t for part in meld.parts for t in part.types} for meld in melds]
        if len(melds) < 2 or len(set().union(*types)) < sum(map(len, types)) or any(self.held):
            return
        times = 1
        while ways := ways_for_any([meld.parts for meld in melds], times, self.left, cards):
            self.tell(where, melds[0], times, SOME, ways, comb(self.unknown, cards))
            times += 1

    # -- the others

    def passed(self, where: str, cards: int, not_cards: CardSet) -> None:
        """Tell the chances that a partner can pass what lays a meld once more."""
        if self.size > self.unknown:
            return
        for meld in self.melds:
            masks = [not_cards[meld.trump]] if meld.trump is not None else [not_cards[t] for t in self.trumps]
            barred = 0
            for mask in masks:
                barred |= mask
            may_pass = [not barred >> t & 1 for t in self.types]
            ways = of = 0
            try:
                for weight, left in self.cases(meld.trump):
                    ways += weight * ways_completed(meld.parts, cards, self.held, left, may_pass, self.size)
                    of += weight * comb(sum(left), self.size)
            except Uncountable as problem:
                self.leave_out(f"{meld.name}, {where}: {problem}")
                continue
            times = times_held(meld.parts, self.held) + 1
            self.tell(where, meld, times, self.trump_word(meld.trump), ways, of)

    def melds_of(self, where: str, hands: int) -> None:
        """Tell the chances of melds in the hand of one of the others, or in at least one of several hands."""
        nothing = [0] * len(self.held)
        for meld in self.melds:
            found: list[int] = []
            of = 0
            try:
                for weight, left in self.cases(meld.trump):
                    if hands == 1:
                        ways = ways_by_times(meld.parts, nothing, left, self.size)
                    else:
                        ways = [0, ways_for_some_hand(meld.parts, left, hands, self.size)]
                    found = add(found, [weight * n for n in ways])
                    of += weight * deals(sum(left), hands, self.size)
            except Uncountable as problem:
                self.leave_out(f"{meld.name}, {where}: {problem}")
                continue
            for times in range(1, len(found)):
                self.tell(where, meld, times, self.trump_word(meld.trump), found[times], of)

    def cards_of(self, where: str, hands: int) -> None:
        """Tell the chances of single cards in the hand of one of the others, or among the cards of several."""
        size = hands * self.size
        of = comb(self.unknown, size)
        for t in self.types:
            if self.left[t]:
                card = format_card(self.deck, t)
                ways = of - comb(self.unknown - self.left[t], size)
                self.found.append(Chance(f"{card} {where}", ways, of, where, card=card))

    # -- telling

    def trump_word(self, trump: int | None) -> str:
        """Return how a trump is called."""
        return "" if trump is None else suit_name(self.deck, trump)

    def tell(self, where: str, meld: _Meld, times: int, trump: str, ways: int, of: int) -> None:
        """Add a chance, if there is one and the meld may be laid so often."""
        if ways and not (meld.most and times > meld.most):
            event = f"{phrase(meld.name, times, trump)} {where}"
            self.found.append(Chance(event, ways, of, where, meld.name, times, trump))

    def leave_out(self, words: str) -> None:
        """Say what is not counted, once."""
        if words not in self.left_out:
            self.left_out.append(words)

    def holding(self) -> tuple[tuple[str, str, int], ...]:
        """Return what the hand holds already."""
        found = []
        for meld in self.melds:
            try:
                times = times_held(meld.parts, self.held)
            except Uncountable:
                continue
            if times:
                found.append((meld.name, self.trump_word(meld.trump), times))
        return tuple(found)


def phrase(meld: str, times: int, trump: str) -> str:
    """Return a meld, how often and under which trump, in words."""
    often = "" if times == 1 else " twice" if times == 2 else f" {times} times"
    under = {
        "": "",
        GIVEN: ", trump given",
        SOME: ", some trump",
        TURNED_UP: ", trump turned up",
        "none": " without trump",
    }
    return f"{meld}{often}{under.get(trump, f' with {trump} trump')}"


def _shape(entry: MeldEntry, trump: int) -> frozenset[object]:
    """Return a meld's forms as they can be compared: the same cards make the same shape."""
    return frozenset(vector for _, vectors in entry.forms[trump] for vector in vectors)


def odds(
    program: Program,
    hand: str | Iterable[str] | None = None,
    *,
    trump: str | int | None = "any",
    seen: str | Iterable[str] = (),
) -> Odds:
    """Return exact chances: without a hand those of a dealt hand, with one those of what it does not show.

    `hand` may have any number of cards up to a hand with widow.  `trump` leaves out all others; `seen` are cards that
    lie open, such as the turn-up.  Raises `ValueError` for cards or a suit that do not fit.
    """
    tables_of(program)
    cards = None if hand is None else parse_cards(program.deck, hand)
    known = parse_cards(program.deck, seen)
    if cards is not None:
        parse_cards(program.deck, [format_card(program.deck, t) for t in (*cards, *known)])
    suit = None if trump == "any" else parse_suit(program.deck, trump)
    asked = _Asked(program, cards or None, known, suit)
    deal = program.deal
    _check_size(program, len(cards or ()), len(known))
    if program.deal.build:
        asked.leave_out("hands are built card by card, by choice: no chances of what somebody holds")
        return Odds((), tuple(asked.left_out))
    held = len(cards or ())
    short = max(0, deal.hand - held)
    if not held:
        _dealt_hand(asked)
        return Odds(tuple(asked.found), tuple(asked.left_out))
    asked.drawn(f"in a hand filled up to {_cards(deal.hand)}", short)
    if held <= deal.hand:
        for widow in sorted(_widows(program)):
            asked.drawn(f"with {_cards(widow)} of the widow", widow)
        if deal.rest is Rest.STOCK:
            asked.drawn("with the next card drawn", 1)
        if program.rules.redraw is not None:
            asked.drawn(f"with {_cards(program.rules.redraw.cards)} drawn anew", program.rules.redraw.cards)
    partners = _partners(program)
    exchange = program.rules.exchange
    if exchange is not None and partners:
        who = "partner" if partners == 1 else "a given partner"
        asked.passed(f"with at most {_cards(exchange.cards)} from {who}", exchange.cards, exchange.not_cards)
    hands = list(_others(program, partners))
    for words, number in hands:
        asked.melds_of(words, number)
    for words, number in hands:
        asked.cards_of(words, number)
    return Odds(tuple(asked.found), tuple(asked.left_out), asked.holding())


def _dealt_hand(asked: _Asked) -> None:
    """Tell the chances of a hand of which nothing is known."""
    size = asked.size
    where = "in a dealt hand"
    asked.drawn(f"{where}, not the dealer's" if asked.dealer_turns else where, size)
    if asked.dealer_turns:
        asked.left_out.append("the dealer, who holds the turn-up, has other chances of melds of trump")
    for widow in sorted(_widows(asked.program)):
        asked.drawn(f"{where} with {_cards(widow)} of the widow", size + widow)


def _cards(number: int) -> str:
    return "1 card" if number == 1 else f"{number} cards"


def _check_size(program: Program, held: int, seen: int) -> None:
    """Refuse hands that nobody can hold."""
    deal, seats = program.deal, program.table.seats
    most = sum(program.deck.copies) - (seats - 1) * deal.hand
    if deal.build:
        most = deal.hand
    if held + seen > most:
        msg = f"{held + seen} cards are known, but only {most} of this game are not in the hands of others"
        raise ValueError(msg)


def _widows(program: Program) -> set[int]:
    """Return how many cards of the widow one player may get."""
    widow = program.rules.widow
    if widow is None or not program.deal.widow:
        return set()
    if widow.split:
        return {cards for _, cards in widow.split}
    return set() if widow.to is None else {program.deal.widow}


def _partners(program: Program) -> int:
    """Return how many partners a player has from the start."""
    if program.table.sides is not Sides.FIXED:
        return 0
    return program.table.side_of.count(program.table.side_of[0]) - 1


def _others(program: Program, partners: int) -> Iterator[tuple[str, int]]:
    """Yield whose hands are looked at, and how many of them."""
    opponent = "other player" if program.table.sides is Sides.DECLARER_AND_PARTNER else "opponent"
    for what, hands in (("partner", partners), (opponent, program.table.seats - 1 - partners)):
        if hands == 1:
            yield f"in {'' if what == 'partner' else 'the '}{what}'s hand", 1
        elif hands:
            yield f"in a given {what}'s hand", 1
            yield f"in some {what}'s hand", hands


__all__ = ["Chance", "Odds", "odds", "phrase"]

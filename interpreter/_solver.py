# ruff: noqa: C901, F403, F405, FBT001, PLR0912, PLR0915
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Best play of the rest of a deal with all cards known, for card points.

The question is always the same: can one camp (`friends`) take at least `need` points from here on?  `lead`
answers it at the start of a trick and `follow` within one, by alpha-beta search with a window of one point.
An answer is a bound: a value of at least `need` is a lower bound of what can be had, any other an upper one.
`best` asks again until both bounds meet; when the work is limited they may stay apart, and hold all the same.

What makes it quick.  Of cards that cannot make a difference (same hand, suit and worth, with nothing alive
between them) one is tried.  Positions are looked up by what matters: who holds what from the strongest live
card of a suit to the weakest, whatever its name, and plain suits in any order.  Before the last card of a
trick is searched, all that may be played there are looked up.  Bounds from sure winners answer many questions
without search.  Moves come first that settle the question with the least work; the first line that they make
is a good guess of the value.
"""

from __future__ import annotations

import mmap
from contextlib import suppress
from typing import TYPE_CHECKING

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._tricks import Tricks

if TYPE_CHECKING:
    from interpreter._state import State
    from interpreter._tables import Tables

MASK64 = 0xFFFFFFFFFFFFFFFF
ODD64 = 0x9E3779B97F4A7C15
MOST_POINTS = 16000
"""More points than this in play are not searched: bounds are stored in 16 bits."""
MOST_NODES = 1 << 62
UNKNOWN = 1 << 20
"""No bound: more than any."""

# How moves are ordered.  What counts is how little is left to prove after them, which is not how good they look: the
# figures were found by trying, on deals of two and of four hands, and serve only to be quick.
UNBEATEN = 460
"""A plain card that nobody can beat."""
STRENGTH = 3
"""Each step of a card's strength, trumps far above, that is spent on an uncertain lead or in a trick."""
OURS = 350
"""A lead of a trick that the leader's camp wins if everybody beats as high as he can."""
LENGTH = 31
"""Each card more in the hand of the suit led."""
ELSEWHERE = 25
"""Each card more of the suit led in other hands."""
RUFF = 115
"""Each other hand that has trumps and none of the suit led."""
WINNING = 400
"""A card to a trick that the own camp will win, as above."""
THROWN = 1
"""Each card more in the hand of a suit that is thrown off."""


def room_for(words: int) -> memoryview:
    """Return so many words of 64 bits: whole pages, large ones where there are any, since they are read at random."""
    if not hasattr(mmap, "MAP_PRIVATE"):
        return memoryview(mmap.mmap(-1, 8 * words)).cast("Q")
    pages = mmap.mmap(-1, 8 * words, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    with suppress(AttributeError, OSError):  # not every system has large ones
        pages.madvise(mmap.MADV_HUGEPAGE)
    return memoryview(pages).cast("Q")


class Solver(Tricks):
    """Searches the rest of a deal from a state that it is given."""

    def __init__(self, modes: list[Tables], bits: int) -> None:
        """Make a solver that remembers 2 to the power of `bits` positions (16 bytes each)."""
        self.friend = [0] * 8
        self.after = [0] * 8
        self.suit_of = [0] * 64
        self.worth = [0] * 64
        self.heavy = [0] * 64
        self.marks = [0] * 512
        self.turn_mark = [0] * 8
        self.stride = [0] * 512
        self.suit_at = [0] * 4
        self.direct = [0] * 4
        self.shape_key = [0] * 16384
        self.shape_of = [0] * 16384
        self.killers = [0] * 512
        self.answers = [0] * 8192
        self.nodes = 0
        self.most_nodes = 0
        self.stopped = 0
        self.quick = 0
        self.alike = 0
        self.flagged = 0
        self.scale = 1
        self.sign = 1
        self.last_worth = 0
        self.steps = 1
        self.high = 0
        self.low = 0
        self.found_high = 0
        self.found_low = 0
        self.guess = 0
        self.sketching = 0
        self.root_left = 0
        self.root_laid = 0
        self.root_leads = 0
        self.root_card = NOBODY
        self.advised = NOBODY
        self.first_card = NOBODY
        self.on_table = 0
        self.table_up = 0
        self.laid_cards = 0
        super().__init__(modes, 0, 0)
        self.bits = bits
        self.places_mask = (1 << bits) - 1
        self.generation = 0
        self.state_mark = 0
        self.memory = room_for(2 << bits)
        for i in range(512):
            self.marks[i] = scramble((i + 1) * ODD64 & MASK64)
        for seat in range(8):
            self.turn_mark[seat] = scramble((seat + 1001) * ODD64 & MASK64)

    # -- setting up

    def begin(self, other: State, friends: int, least: bool) -> int:
        """Take over a state in which a card is to be played; return the points still to be had, or -1: too many.

        `friends` are the seats that play together, as bits; all others play against them.  With `least` they
        want to take as few points as they can.
        """
        self.copy_state(other)
        tables = self.t
        self.root_leads = 0
        if self.n_laid == 0:  # a card of a meld just laid must be led, and nothing of it later
            self.root_leads = self.must_lead & self.hand[self.seat]
        self.must_lead = 0
        self.sign = -1 if least else 1
        row = self.trump * 64
        for seat in range(8):
            self.friend[seat] = friends >> seat & 1
            self.after[seat] = self.present((seat + 1) % tables.seats) if seat < tables.seats else 0
        divisor = tables.last_trick if tables.last_trick > 0 else -tables.last_trick
        total = divisor
        for card in range(tables.types):
            points = tables.trump_points[row + card]
            points = points if points > 0 else -points
            total += points * tables.copies[card]
            while points:
                points, divisor = divisor % points, points
        self.scale = max(1, divisor)
        for card in range(64):
            self.suit_of[card] = card // tables.ranks if card < tables.types else 0
            self.worth[card] = self.sign * tables.trump_points[row + card] // self.scale if card < tables.types else 0
        self.last_worth = self.sign * tables.last_trick // self.scale
        most = 1
        for card in range(tables.types):
            most = max(most, self.worth[card], -self.worth[card])
        for card in range(tables.types):
            self.heavy[card] = 16 * self.worth[card] // most
        self.steps = min(most, 11) + 1  # so many values a card can have; what is worth more is not counted on
        self.quick = 1 if tables.usual[0] and not tables.lead_n[0] else 0
        self.alike = 1 if self.cards_are_alike() else 0
        self.flagged = 0 if self.quick else 1
        self.nodes = 0
        self.generation += 1
        self.state_mark = scramble(self.state_mark + ODD64 & MASK64)
        if self.generation > 0xFFFF:
            self.generation = 1
            for i in range(2 << self.bits):
                self.memory[i] = 0
        for suit in range(4):
            self.number_suit(suit)
        for i in range(512):
            self.killers[i] = NOBODY
        for i in range(8192):
            self.answers[i] = NOBODY
        return -1 if total // self.scale > MOST_POINTS else self.set_bounds()

    def number_suit(self, suit: int) -> None:
        """Give each state of a suit, that is who holds how many of each card, a number.

        The numbers go from 0 upwards where there are few enough of them, and are looked up without a doubt; else they
        are scattered, and looked up with one.
        """
        first = suit * self.t.ranks
        states = 1
        for seat in range(self.t.seats):
            for card in range(first, first + self.t.ranks):
                at = seat * 64 + card
                self.stride[at] = states
                states *= self.count[at] + 1
                states = min(states, SHAPES + 1)
        self.direct[suit] = 1 if states <= SHAPES else 0
        if self.direct[suit]:
            for i in range(suit * SHAPES, suit * SHAPES + states):
                self.shape_of[i] = 0
        self.suit_at[suit] = 0
        for seat in range(self.t.seats):
            for card in range(first, first + self.t.ranks):
                at = seat * 64 + card
                if not self.direct[suit]:
                    self.stride[at] = self.marks[at]
                self.suit_at[suit] = self.suit_at[suit] + self.count[at] * self.stride[at] & MASK64

    def cards_are_alike(self) -> bool:
        """Tell whether a card matters only by its strength and its worth: no duty names cards."""
        tables = self.t
        for i in range(tables.must_n[0]):
            if tables.must_kind[i] in (K_PLAY, K_AVOID):
                return False
        for i in range(tables.lead_n[0]):
            if tables.lead_kind[i] != K_TRUMP:
                return False
        for card in range(1, tables.types):
            same = self.suit_of[card] == self.suit_of[card - 1]
            if same and tables.stronger_in_suit[card - 1] >> card & 1:
                return False
        return True

    def set_bounds(self) -> int:
        """Set how many points are still to be had at least and at most; return the tricks still to be decided."""
        tables = self.t
        self.high = max(0, self.last_worth)
        self.low = min(0, self.last_worth)
        for seat in range(tables.seats):
            if self.absent >> seat & 1:
                continue
            for card in range(tables.types):
                points = self.worth[card] * self.count[seat * 64 + card]
                self.high += max(0, points)
                self.low += min(0, points)
        self.on_table = 0
        self.laid_cards = 0
        for i in range(self.n_laid):
            points = self.worth[self.trick[i]]
            self.on_table += points
            self.high += max(0, points)
            self.low += min(0, points)
            self.laid_cards |= bit_of(self.trick[i])
        self.table_up = 0
        for i in range(self.n_laid):
            self.table_up += max(0, self.worth[self.trick[i]])
        left = self.hand_left[self.seat]
        # as few places as the work may need: those that fit into the processor's own memory are quickest
        self.places_mask = (1 << min(self.bits, 8 + left * self.trick_size // 4)) - 1
        return left

    # -- asking

    def ask_of(self, card: int) -> None:
        """Begin a new question about the state taken over: the best play, or that after a card is played now."""
        self.first_card = card
        self.found_low = self.low
        self.found_high = self.high
        self.advised = NOBODY
        self.root_left = self.hand_left[self.seat]
        self.root_laid = self.n_laid
        self.sketching = 1
        self.most_nodes = MOST_NODES
        self.guess = self.reach(0)
        self.sketching = 0

    def search_on(self, most_nodes: int) -> bool:
        """Narrow `found_low` and `found_high` down with so much work; return whether they meet.

        What was learnt stays, so that one may look at the bounds between two calls and go on.  `advised` is then a
        card that brings the value, if one was found.
        """
        self.most_nodes = self.nodes + most_nodes
        self.stopped = 0
        mine = self.friend[self.seat]
        value = min(max(self.guess, self.found_low), self.found_high)
        while self.found_low < self.found_high:
            need = value + 1 if value == self.found_low else value
            self.root_card = NOBODY
            value = self.reach(need)
            if self.stopped:
                self.guess = need
                return False
            if (value >= need) == (mine != 0):
                self.advised = self.root_card
            if value < need:
                self.found_high = value
            else:
                self.found_low = value
        return True

    def brings_it(self, card: int) -> bool:
        """Tell whether a card brings the value found, which must be exact; not if that takes too much work."""
        value = self.found_low
        if self.friend[self.seat]:
            value = self.after_playing(card, value) - value
        else:
            value -= self.after_playing(card, value + 1)
        return value >= 0 and not self.stopped

    def one_that_brings_it(self, legal: int, favourite: int, most_nodes: int) -> int:
        """Return one of the cards that bring the value found, which must be exact: the favourite if it does.

        NOBODY where so much work does not suffice to tell.
        """
        self.most_nodes = self.nodes + most_nodes
        self.stopped = 0
        if favourite >= 0 and self.brings_it(favourite):
            return favourite
        if self.advised >= 0:
            return self.advised
        while legal and not self.stopped:
            card = lowest(legal)
            if self.brings_it(card):
                return card
            legal &= ~bit_of(card)
        return NOBODY

    def reach(self, need: int) -> int:
        """Return a bound: at least `need` if the friends can take so much from here, else less than it."""
        if self.first_card >= 0:
            return self.after_playing(self.first_card, need)
        left = self.hand_left[self.seat]
        if self.n_laid == 0:
            return self.lead(need, left, self.high, self.low)
        return self.follow(need, left, self.high, self.low)

    def after_playing(self, card: int, need: int) -> int:
        """Return the same bound for what comes after a card is played now."""
        return self.play(self.seat, card, need, self.hand_left[self.seat], self.high, self.low)

    # -- the search

    def lead(self, need: int, left: int, high: int, low: int) -> int:
        """Search from the start of a trick: `left` tricks are to come, worth between `low` and `high`."""
        if self.sketching:
            return self.first_line(left)
        if need <= low:
            return low
        if need > high:
            return high
        if left == 0:
            return 0
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.stopped = 1
            return low
        seat = self.seat
        mine = self.friend[seat]
        hand = self.hand[seat]
        if left == 1:
            return self.play(seat, lowest(hand), need, 1, high, low)
        key = self.position(self.all_shapes(), seat, self.trump_played)
        at = 2 * (key & self.places_mask)
        move = NOBODY
        known_high = high
        known_low = low
        found = 0
        if self.memory[at] == key:
            found = self.memory[at + 1]
        elif self.memory[at ^ 2] == key and self.memory[(at ^ 2) + 1] >> 48 == self.generation:
            at ^= 2
            found = self.memory[at + 1]
        if found >> 48 == self.generation:
            known_low = found & 0xFFFF  # first into a variable with a sign
            known_low = max(low, known_low - BIAS)
            known_high = found >> 16 & 0xFFFF
            known_high = min(high, known_high - BIAS)
            if need <= known_low:
                return known_low
            if need > known_high:
                return known_high
            move = found >> 32 & 0xFF
            move -= 1
        leads = self.root_leads if left == self.root_left else 0
        if self.quick and self.alike and low == 0 and not leads:
            sure = self.sure_points(seat, left, high)
            if mine:
                if need <= sure:
                    return sure
            elif need > high - sure:
                return high - sure
        allowed = hand if self.quick else self.legal_cards_mask()
        if leads & allowed:
            allowed &= leads
        place = min(left, 63) * 8 + seat
        best = low - 1 if mine else high + 1
        chosen = NOBODY
        todo = self.different(seat, allowed)
        first = todo
        while todo:
            card = self.next_lead(seat, todo, move, self.killers[place]) if todo & (todo - 1) else lowest(todo)
            todo &= ~bit_of(card)
            value = self.play(seat, card, need, left, high, low)
            if self.stopped:
                return low
            if mine:
                if value > best:
                    best = value
                    chosen = card
                    if best >= need:
                        break
            elif value < best:
                best = value
                chosen = card
                if best < need:
                    break
        if (best >= need) == (mine != 0) and first & (first - 1):
            self.killers[place] = chosen
        if left == self.root_left:
            self.root_card = chosen
        if best >= need:
            known_low = max(known_low, best)
        else:
            known_high = min(known_high, best)
        if self.memory[at] != key:  # not known before, or driven out meanwhile by what came after it
            if self.work_behind(at) > left:  # of the two places the one with less work behind it gives way
                at ^= 2
            self.memory[at] = key
        found = self.generation  # in a wide variable from the start: question, left, card, high, low
        found = found << 8 | left
        found = found << 8 | chosen + 1
        found = found << 16 | known_high + BIAS
        self.memory[at + 1] = found << 16 | known_low + BIAS
        return best

    def work_behind(self, at: int) -> int:
        """Return how many tricks were to come in what a place remembers; none if it is of another state taken over.

        What was asked before must not matter: else a limited search would depend on it.
        """
        found = self.memory[at + 1]
        return found >> 40 & 0xFF if found >> 48 == self.generation else 0

    def follow(self, need: int, left: int, high: int, low: int) -> int:
        """Search within a trick."""
        seat = self.seat
        mine = self.friend[seat]
        allowed = self.allowed_to(seat)
        todo = self.different(seat, allowed)
        if self.sketching:
            return self.play(seat, self.next_card(seat, todo, NOBODY), need, left, high, low)
        self.nodes += 1
        if self.nodes > self.most_nodes:
            self.stopped = 1
            return low
        if todo & (todo - 1) == 0:
            return self.play(seat, lowest(todo), need, left, high, low)
        best = low - 1 if mine else high + 1
        chosen = NOBODY
        if left > 3 and self.n_laid + 1 == self.trick_size:
            shapes = self.all_shapes()
            rest = todo
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                value = self.recall(seat, card, need, high, low, shapes)
                if value == UNKNOWN:
                    continue
                if (value >= need) == (mine != 0):
                    if left == self.root_left and self.n_laid == self.root_laid:
                        self.root_card = card
                    return value
                todo &= ~bit_of(card)
                best = max(best, value) if mine else min(best, value)
        place = (left & 15) * 512 + seat * 64 + self.best_card
        while todo:
            card = self.next_card(seat, todo, self.answers[place]) if todo & (todo - 1) else lowest(todo)
            todo &= ~bit_of(card)
            value = self.play(seat, card, need, left, high, low)
            if self.stopped:
                return low
            best = max(best, value) if mine else min(best, value)
            if (best >= need) == (mine != 0):
                self.answers[place] = card
                chosen = card
                break
        if left == self.root_left and self.n_laid == self.root_laid:
            self.root_card = chosen
        return best

    def allowed_to(self, seat: int) -> int:
        """Return the cards that a seat may play within a trick."""
        if not self.quick:
            return self.legal_cards_mask()
        allowed = self.hand[seat]
        kept = allowed & self.t.suit_mask[self.led]
        if not kept:
            kept = allowed & self.t.trump_mask[self.trump]
        if kept:
            allowed = kept
        kept = allowed & self.t.stronger[self.trump * 64 + self.best_card]
        return kept or allowed

    def first_line(self, left: int) -> int:
        """Return what comes of playing the moves that would be tried first."""
        if left == 0:
            return 0
        seat = self.seat
        allowed = self.hand[seat] if self.quick else self.legal_cards_mask()
        card = self.next_lead(seat, self.different(seat, allowed), NOBODY, NOBODY)
        return self.play(seat, card, 0, left, 0, 0)

    def play(self, seat: int, card: int, need: int, left: int, high: int, low: int) -> int:
        """Play a card, search on, and take it back."""
        at = seat * 64 + card
        n = self.count[at]
        suit = self.suit_of[card]
        mark = self.stride[at]
        hand = self.hand[seat]
        self.count[at] = n - 1
        if n == 1:
            self.hand[seat] = hand & ~bit_of(card)
        self.suit_at[suit] = self.suit_at[suit] - mark & MASK64
        laid = self.n_laid
        led = self.led
        best_led = self.best_led
        best_card = self.best_card
        best_seat = self.best_seat
        table = self.on_table
        up = self.table_up
        cards = self.laid_cards
        points = self.worth[card]
        self.on_table = table + points
        self.table_up = up + max(0, points)
        self.laid_cards = cards | bit_of(card)
        if laid == 0:
            self.led = card
            self.best_led = card
            self.best_card = card
            self.best_seat = seat
        else:
            if self.t.stronger_in_suit[best_led] >> card & 1:
                self.best_led = card
            if self.beats_all(card):
                self.best_card = card
                self.best_seat = seat
        if laid + 1 < self.trick_size:
            self.n_laid = laid + 1
            self.seat = self.after[seat]
            value = self.follow(need, left, high, low)
        else:
            value = self.finish(need, left, high, low)
        self.n_laid = laid
        self.seat = seat
        self.led = led
        self.best_led = best_led
        self.best_card = best_card
        self.best_seat = best_seat
        self.on_table = table
        self.table_up = up
        self.laid_cards = cards
        self.count[at] = n
        self.hand[seat] = hand
        self.suit_at[suit] = self.suit_at[suit] + mark & MASK64
        return value

    def beats_all(self, card: int) -> bool:
        """Tell whether a card would win against what lies in the trick."""
        best = self.best_card
        return self.t.stronger[self.trump * 64 + best] >> card & 1 != 0 or (self.t.last_wins != 0 and card == best)

    def finish(self, need: int, left: int, high: int, low: int) -> int:
        """Give the trick to its winner and search on from his lead."""
        winner = self.best_seat
        gain = self.on_table
        up = self.table_up
        if left == 1:
            return gain + self.last_worth if self.friend[winner] else 0
        high -= up
        low -= gain - up
        if not self.friend[winner]:
            gain = 0
        first = self.first_trick
        broken = self.trump_played
        laid = self.n_laid
        self.first_trick = 0
        if self.laid_cards & self.t.trump_mask[self.trump]:
            self.trump_played = 1
        self.n_laid = 0
        self.seat = winner
        self.on_table = 0
        self.table_up = 0
        self.laid_cards = 0
        value = gain + self.lead(need - gain, left - 1, high, low)
        self.n_laid = laid
        self.first_trick = first
        self.trump_played = broken
        return value

    def recall(self, seat: int, card: int, need: int, high: int, low: int, shapes: int) -> int:
        """Return a bound for what comes after the last card of a trick, as `play` would, if it is known, else UNKNOWN.

        `shapes` are those of all suits before the card is played.
        """
        points = self.worth[card]
        gain = self.on_table + points
        up = self.table_up + max(0, points)
        winner = seat if self.beats_all(card) else self.best_seat
        high -= up
        low -= gain - up
        if not self.friend[winner]:
            gain = 0
        wanted = need - gain
        if wanted <= low:
            return gain + low
        if wanted > high:
            return gain + high
        at = seat * 64 + card
        suit = self.suit_of[card]
        shapes = shapes - self.shape(suit) & MASK64
        self.count[at] -= 1
        self.suit_at[suit] = self.suit_at[suit] - self.stride[at] & MASK64
        shapes = shapes + self.shape(suit) & MASK64
        self.count[at] += 1
        self.suit_at[suit] = self.suit_at[suit] + self.stride[at] & MASK64
        played = self.trump_played
        if (self.laid_cards | bit_of(card)) & self.t.trump_mask[self.trump]:
            played = 1
        first = self.first_trick
        self.first_trick = 0
        key = self.position(shapes, winner, played)
        self.first_trick = first
        place = 2 * (key & self.places_mask)
        if self.memory[place] != key:
            place ^= 2
            if self.memory[place] != key:
                return UNKNOWN
        found = self.memory[place + 1]
        if found >> 48 != self.generation:
            return UNKNOWN
        known = found & 0xFFFF  # first into a variable with a sign
        known -= BIAS
        if wanted <= known:
            return gain + known
        known = found >> 16 & 0xFFFF
        known -= BIAS
        return gain + known if wanted > known else UNKNOWN

    # -- what need not be searched

    def elsewhere(self, seat: int) -> int:
        """Return the types that lie in the trick or in other hands."""
        live = self.laid_cards
        other = self.after[seat]
        while other != seat:
            live |= self.hand[other]
            other = self.after[other]
        return live

    def different(self, seat: int, allowed: int) -> int:
        """Return the cards that make a difference: of equal neighbours the strongest."""
        if not self.alike or allowed & (allowed - 1) == 0:
            return allowed
        live = self.elsewhere(seat)
        kept = allowed
        rest = allowed
        last = lowest(rest)
        rest &= rest - 1
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if self.suit_of[card] == self.suit_of[last] and self.worth[card] == self.worth[last]:
                between = (bit_of(card) << 1) - bit_of(last)
                if between & live == 0:
                    kept &= ~bit_of(card)
                    continue
            last = card
        return kept

    def sure_points(self, seat: int, left: int, high: int) -> int:
        """Return what the leader's camp takes at least, by leading cards that nobody can beat; no card costs points.

        A card that is led wins against its equals.  Trumps are safe, and draw those of the others; another suit
        is, as long as everybody who still has a trump must follow.  To such tricks friends give the most they
        can, and the others at least something.
        """
        live = self.elsewhere(seat)
        mine = self.friend[seat]
        trumps = self.t.trump_mask[self.trump]
        points = 0
        tricks = 0
        drawn = 0
        for i in range(4):
            suit = i
            if self.trump < 4:  # trumps first, since they draw those of the others
                suit = self.trump if i == 0 else (i - 1 if i <= self.trump else i)
            first = suit * self.t.ranks
            cards = self.t.suit_mask[first]
            hand = self.hand[seat] & cards
            if not hand:
                continue
            others = live & cards
            top = hand & (others & (0 - others)) - 1 if others else hand
            if others and hand & (others & (0 - others)):
                top |= others & (0 - others)  # its equals elsewhere come too late
            if not top:
                continue
            rounds = left
            if suit != self.trump:
                other = self.after[seat]
                while other != seat:
                    if self.hand[other] & trumps and (drawn == 0 or self.length(other, trumps) > drawn):
                        n = self.length(other, cards)
                        rounds = min(rounds, n)
                    other = self.after[other]
            won = 0
            rest = top
            while rest and won < rounds:
                card = lowest(rest)
                rest &= rest - 1
                n = min(self.count[seat * 64 + card], rounds - won)
                won += n
                points += n * self.worth[card]
            if won == 0:
                continue
            tricks += won
            if suit == self.trump:
                drawn = won
            other = self.after[seat]
            while other != seat:
                points += self.given(other, cards, won, self.friend[other] == mine)
                other = self.after[other]
        if tricks >= left:
            return high  # all the rest
        return points

    def length(self, seat: int, cards: int) -> int:
        """Return how many cards of a set a seat holds."""
        total = 0
        rest = self.hand[seat] & cards
        while rest:
            total += self.count[seat * 64 + lowest(rest)]
            rest &= rest - 1
        return total

    def given(self, seat: int, cards: int, rounds: int, most: bool) -> int:
        """Return what a seat gives to so many tricks of a suit that it follows: the most, or the least, it can."""
        total = 0
        left = rounds
        size = self.length(seat, cards)
        left = min(left, size)
        for worth in range(self.steps):
            rest = self.hand[seat] & cards
            while rest and left:
                card = lowest(rest)
                rest &= rest - 1
                if self.worth[card] == (self.steps - 1 - worth if most else worth):
                    n = min(left, self.count[seat * 64 + card])
                    left -= n
                    total += n * self.worth[card]
        return total

    # -- which card first

    def next_lead(self, seat: int, todo: int, move: int, killer: int) -> int:
        """Return the lead to try next: what was best here or beside it before, else what leaves least to prove."""
        if move >= 0 and todo >> move & 1:
            return move
        if killer >= 0 and todo >> killer & 1:
            return killer
        live = self.elsewhere(seat)
        row = self.trump * 64
        trumps = self.t.trump_mask[self.trump]
        best = NOBODY
        most = 0
        last = NOBODY
        of_suit = 0
        rest = todo
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            suit = self.suit_of[card]
            if suit != last:
                last = suit
                cards = self.t.suit_mask[card]
                of_suit = 0 - LENGTH * self.length(seat, cards)
                other = self.after[seat]
                while other != seat:
                    if self.hand[other] & cards:
                        of_suit += ELSEWHERE * self.length(other, cards)
                    elif self.hand[other] & trumps:
                        of_suit -= RUFF
                    other = self.after[other]
            score = of_suit
            if self.t.stronger[row + card] & live == 0:
                score += self.heavy[card]
                if suit != self.trump:
                    score += UNBEATEN
            else:
                score -= STRENGTH * self.t.power[row + card]
                if self.friend[self.likely_winner(seat, card)] == self.friend[seat]:
                    score += OURS
            if best < 0 or score > most:
                most = score
                best = card
        return best

    def next_card(self, seat: int, todo: int, answer: int) -> int:
        """Return the card to try next in a trick: the answer of before, points to friends, little to others."""
        if answer >= 0 and todo >> answer & 1:
            return answer
        row = self.trump * 64
        led = self.suit_of[self.led]
        best = NOBODY
        most = 0
        rest = todo
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            score = 0 - STRENGTH * self.t.power[row + card]
            if self.friend[self.likely_winner(seat, card)] == self.friend[seat]:
                score += WINNING + self.heavy[card]
            else:
                score -= self.heavy[card]
            suit = self.suit_of[card]
            if suit not in (led, self.trump):
                score -= THROWN * self.length(seat, self.t.suit_mask[card])
            if best < 0 or score > most:
                most = score
                best = card
        return best

    def likely_winner(self, seat: int, card: int) -> int:
        """Return who wins the trick when a seat plays a card and all after it beat as high as they can."""
        winner = seat
        best = card
        if self.n_laid and not self.beats_all(card):
            winner = self.best_seat
            best = self.best_card
        follows = self.t.suit_mask[self.led if self.n_laid else card]
        trumps = self.t.trump_mask[self.trump]
        row = self.trump * 64
        other = self.after[seat]
        for _ in range(self.trick_size - self.n_laid - 1):
            held = self.hand[other] & follows
            if not held:
                held = self.hand[other] & trumps
            held &= self.t.stronger[row + best]
            if held:
                best = lowest(held)
                winner = other
            other = self.after[other]
        return winner

    # -- positions

    def all_shapes(self) -> int:
        """Return the sum of the suits' shapes."""
        return self.shape(0) + self.shape(1) + self.shape(2) + self.shape(3) & MASK64

    def position(self, shapes: int, seat: int, played: int) -> int:
        """Return what positions are looked up by: the suits' shapes, who is to lead, whether trump was played."""
        key = self.turn_mark[seat] + shapes & MASK64
        if self.flagged:
            key = scramble(key + (self.first_trick << 1 | played))
        return key ^ key >> 32

    def shape(self, suit: int) -> int:
        """Return a number for who holds what in a suit, the same for hands that can do the same."""
        wanted = self.suit_at[suit]
        if self.direct[suit]:
            at = suit * SHAPES + wanted
            found = self.shape_of[at]
            if found:
                return found
        else:
            at = suit * SHAPES + (wanted & SHAPES - 1)
            wanted ^= self.state_mark
            if self.shape_key[at] == wanted:
                return self.shape_of[at]
            self.shape_key[at] = wanted
        found = self.shape_now(suit) if self.alike else scramble(self.suit_at[suit] * ODD64 + suit + 1 & MASK64)
        if suit == self.trump:
            found = scramble(found ^ ODD64)
        self.shape_of[at] = found
        return found

    def shape_now(self, suit: int) -> int:
        """Return that number, made anew."""
        found = 1
        last = 0
        last_worth = 0
        last_alone = 0
        alone = 0
        for card in range(suit * self.t.ranks, (suit + 1) * self.t.ranks):
            holders = 0
            seats = 0
            for seat in range(self.t.seats):
                n = self.count[seat * 64 + card]
                if n:
                    held = n  # in a wide variable before it is shifted
                    holders += held << 8 * seat
                    seats |= 1 << seat
            if seats == 0:
                continue
            alone = seats if seats & seats - 1 == 0 else 0
            if alone and alone == last_alone and self.worth[card] == last_worth:
                last += holders
                continue
            if last:
                found = scramble(scramble(found * ODD64 + last & MASK64) + last_worth & MASK64)
            last = holders
            last_worth = self.worth[card]
            last_alone = alone
        return scramble(scramble(found * ODD64 + last & MASK64) + last_worth & MASK64)

# ruff: noqa: C901, F403, F405, FBT001, PLR0912, PLR0915
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Best play of the rest of a deal with all cards known, for card points.

The question is always the same: can one camp (`friends`) take at least `need` points from here on?  `lead`
answers it at the start of a trick and `follow` within one, by alpha-beta search with a window of one point.
An answer is a bound: a value of at least `need` is a lower bound of what can be had, any other an upper one.
`best` asks again until both bounds meet; when the work is limited they may stay apart, and hold all the same.

What makes it quick.  Of cards that cannot make a difference (same hand, suit and worth, with nothing alive
between them) one is tried.  Positions are looked up by what matters: who holds what from the strongest live
card of a suit to the weakest, whatever its name, and plain suits in any order.  Bounds from sure winners
answer many questions without search.  Moves that mostly settle the question come first.
"""

from __future__ import annotations

from array import array
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


class Solver(Tricks):
    """Searches the rest of a deal from a state that it is given."""

    def __init__(self, modes: list[Tables], bits: int) -> None:
        """Make a solver that remembers 2 to the power of `bits` positions (16 bytes each)."""
        self.friend = [0] * 8
        self.after = [0] * 8
        self.suit_of = [0] * 64
        self.worth = [0] * 64
        self.marks = [0] * 4608
        self.suit_hash = [0] * 4
        self.shape_key = [0] * 16384
        self.shape_of = [0] * 16384
        self.killers = [0] * 512
        self.seconds = [0] * 512
        self.answers = [0] * 8192
        self.salt = 0
        self.nodes = 0
        self.most_nodes = 0
        self.stopped = 0
        self.quick = 0
        self.alike = 0
        self.flagged = 0
        self.scale = 1
        self.sign = 1
        self.last_worth = 0
        self.high = 0
        self.low = 0
        self.found_high = 0
        self.found_low = 0
        self.first_card = NOBODY
        self.on_table = 0
        self.table_up = 0
        self.laid_cards = 0
        super().__init__(modes, 0, 0)
        self.bits = bits
        self.places_mask = (1 << bits) - 1
        self.memory = array("Q", bytes(16 << bits))
        for i in range(4608):
            self.marks[i] = scramble((i + 1) * ODD64 & MASK64)

    # -- setting up

    def begin(self, other: State, friends: int, least: bool) -> int:
        """Take over a state in which a card is to be played; return the points still to be had, or -1: too many.

        `friends` are the seats that play together, as bits; all others play against them.  With `least` they
        want to take as few points as they can.
        """
        self.copy_state(other)
        tables = self.t
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
        self.quick = 1 if tables.usual[0] and not tables.lead_n[0] else 0
        self.alike = 1 if self.cards_are_alike() else 0
        self.flagged = 0 if self.quick else 1
        self.nodes = 0
        self.salt = scramble(self.salt + ODD64 & MASK64)
        for suit in range(4):
            self.suit_hash[suit] = 0
        for seat in range(tables.seats):
            for card in range(tables.types):
                for n in range(self.count[seat * 64 + card]):
                    self.suit_hash[self.suit_of[card]] ^= self.marks[seat * 576 + card * 9 + n + 1]
        for i in range(512):
            self.killers[i] = NOBODY
            self.seconds[i] = NOBODY
        for i in range(8192):
            self.answers[i] = NOBODY
        return -1 if total // self.scale > MOST_POINTS else self.set_bounds()

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

    def search_on(self, guess: int, most_nodes: int) -> bool:
        """Narrow `found_low` and `found_high` down with so much work; return whether they meet.

        What was learnt stays, so that one may look at the bounds between two calls and go on.
        """
        self.most_nodes = self.nodes + most_nodes
        self.stopped = 0
        value = min(max(guess, self.found_low), self.found_high)
        while self.found_low < self.found_high:
            need = value + 1 if value == self.found_low else value
            value = self.reach(need)
            if self.stopped:
                return False
            if value < need:
                self.found_high = value
            else:
                self.found_low = value
        return True

    def is_best(self, card: int) -> bool:
        """Tell whether a card brings the value found, which must be exact; the work for it is not limited."""
        self.most_nodes = MOST_NODES
        self.stopped = 0
        value = self.found_low
        if self.friend[self.seat]:
            return self.after_playing(card, value) >= value
        return self.after_playing(card, value + 1) <= value

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
        key = self.position()
        at = 2 * (key & self.places_mask)
        move = NOBODY
        known_high = high
        known_low = low
        found = 0
        if self.memory[at] == key:
            found = self.memory[at + 1]
        elif self.memory[at ^ 2] == key:
            at ^= 2
            found = self.memory[at + 1]
        if found:
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
        if self.quick and low == 0:
            sure = self.sure_points(seat, left, high)
            if mine:
                if need <= sure:
                    return sure
            elif need > high - sure:
                return high - sure
        allowed = hand if self.quick else self.legal_cards_mask()
        place = min(left, 63) * 8 + seat
        best = low - 1 if mine else high + 1
        chosen = NOBODY
        todo = self.different(seat, allowed)
        first = todo
        while todo:
            card = (
                self.next_lead(seat, todo, move, self.killers[place], self.seconds[place])
                if todo & (todo - 1)
                else lowest(todo)
            )
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
        settled = first & (first - 1) and (best >= need) == (mine != 0)
        if settled and self.killers[place] != chosen:
            self.seconds[place] = self.killers[place]
            self.killers[place] = chosen
        if best >= need:
            known_low = max(known_low, best)
        else:
            known_high = min(known_high, best)
        if not found:  # of the two places the one with less work behind it gives way
            if self.memory[at + 1] >> 40 > left:
                at ^= 2
            self.memory[at] = key
        found = left  # in a wide variable from the start: left, card, high, low
        found = found << 8 | chosen + 1
        found = found << 16 | known_high + BIAS
        self.memory[at + 1] = found << 16 | known_low + BIAS
        return best

    def follow(self, need: int, left: int, high: int, low: int) -> int:
        """Search within a trick."""
        seat = self.seat
        mine = self.friend[seat]
        if self.quick:
            allowed = self.hand[seat]
            kept = allowed & self.t.suit_mask[self.led]
            if not kept:
                kept = allowed & self.t.trump_mask[self.trump]
            if kept:
                allowed = kept
            kept = allowed & self.t.stronger[self.trump * 64 + self.best_card]
            if kept:
                allowed = kept
        else:
            allowed = self.legal_cards_mask()
        if allowed & (allowed - 1) == 0:
            return self.play(seat, lowest(allowed), need, left, high, low)
        todo = self.different(seat, allowed)
        best = low - 1 if mine else high + 1
        while todo:
            card = (
                self.next_card(seat, todo, self.answers[(left & 15) * 512 + seat * 64 + self.best_card])
                if todo & (todo - 1)
                else lowest(todo)
            )
            todo &= ~bit_of(card)
            value = self.play(seat, card, need, left, high, low)
            if self.stopped:
                return low
            if mine:
                if value > best:
                    best = value
                    if best >= need:
                        break
            elif value < best:
                best = value
                if best < need:
                    break
        if (best >= need) == (mine != 0):
            self.answers[(left & 15) * 512 + seat * 64 + self.best_card] = card
        return best

    def play(self, seat: int, card: int, need: int, left: int, high: int, low: int) -> int:
        """Play a card, search on, and take it back."""
        at = seat * 64 + card
        n = self.count[at]
        suit = self.suit_of[card]
        mark = self.marks[seat * 576 + card * 9 + n]
        hand = self.hand[seat]
        self.count[at] = n - 1
        if n == 1:
            self.hand[seat] = hand & ~bit_of(card)
        self.suit_hash[suit] ^= mark
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
            if self.t.stronger[self.trump * 64 + best_card] >> card & 1 or (self.t.last_wins and card == best_card):
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
        self.suit_hash[suit] ^= mark
        return value

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

        A card that is led wins against its equals.  Trumps are safe; another suit as long as everybody who has
        a trump must follow.  To such tricks friends give the most they can, and the others at least something.
        """
        live = self.elsewhere(seat)
        mine = self.friend[seat]
        trumps = self.t.trump_mask[self.trump]
        points = 0
        tricks = 0
        for suit in range(4):
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
            other = self.after[seat]
            while other != seat:
                if suit != self.trump and self.hand[other] & trumps:
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
        for worth in range(12):
            rest = self.hand[seat] & cards
            while rest and left:
                card = lowest(rest)
                rest &= rest - 1
                if self.worth[card] == (11 - worth if most else worth):
                    n = min(left, self.count[seat * 64 + card])
                    left -= n
                    total += n * self.worth[card]
        return total

    # -- which card first

    def next_lead(self, seat: int, todo: int, move: int, killer: int, second: int) -> int:
        """Return the lead to try next: what was best before, cards that nobody can beat, then little points."""
        if move >= 0 and todo >> move & 1:
            return move
        live = self.elsewhere(seat)
        row = self.trump * 64
        best = NOBODY
        most = 0
        rest = todo
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            score = 3000 if card == killer else (1500 if card == second else 0)
            if self.t.stronger[row + card] & live == 0:
                score += 4000 + 16 * self.worth[card]
            else:
                score -= 16 * self.worth[card] + self.t.power[row + card]
            if best < 0 or score > most:
                most = score
                best = card
        return best

    def next_card(self, seat: int, todo: int, answer: int) -> int:
        """Return the card to try next in a trick: points to friends, little to others, no strength for nothing."""
        row = self.trump * 64
        winning = self.friend[self.best_seat] == self.friend[seat]
        last = self.n_laid == self.trick_size - 1
        beats = self.t.stronger[row + self.best_card]
        live = 0 if last else self.elsewhere(seat)
        best = NOBODY
        most = 0
        rest = todo
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            points = 16 * self.worth[card]
            power = self.t.power[row + card]
            if card == answer:
                return card
            if beats >> card & 1:
                sure = last or self.t.stronger[row + card] & live == 0
                score = (400 + points if sure else -points) - power
            elif winning:
                score = points - power
            else:
                score = -points - power
            if best < 0 or score > most:
                most = score
                best = card
        return best

    # -- positions

    def position(self) -> int:
        """Return what positions are looked up by."""
        key = self.salt
        for suit in range(4):
            if self.suit_hash[suit] == 0:
                continue
            shape = self.shape(suit) if self.alike else scramble(self.suit_hash[suit] + suit & MASK64)
            if suit == self.trump:
                shape = scramble(shape ^ ODD64)
            key += shape
        key = scramble((key & MASK64) ^ self.seat + 1)
        if self.flagged:
            key = scramble(key ^ (self.first_trick << 1 | (1 if self.trump_played else 0)) + 1)
        return key

    def shape(self, suit: int) -> int:
        """Return a number for who holds what in a suit, the same for hands that can do the same."""
        wanted = self.suit_hash[suit]
        at = suit * SHAPES + (wanted & SHAPES - 1)
        if self.shape_key[at] == wanted:
            return self.shape_of[at]
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
                    holders += n << 8 * seat
                    seats |= 1 << seat
            if seats == 0:
                continue
            alone = seats if seats & seats - 1 == 0 else 0
            if alone and alone == last_alone and self.worth[card] == last_worth:
                last += holders
                continue
            if last:
                found = scramble(found * ODD64 + last + (last_worth << 4) & MASK64)
            last = holders
            last_worth = self.worth[card]
            last_alone = alone
        found = scramble(found * ODD64 + last + (last_worth << 4) & MASK64)
        self.shape_key[at] = wanted
        self.shape_of[at] = found
        return found

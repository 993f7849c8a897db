# ruff: noqa: C901, F403, F405, PLR0912, PLR0915, SIM110
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""The state of a game: cards, players, figures, and the stack machine that formulas run on.

Random streams (see `_bits.py` for the generator): a deal's streams start from (seed, game, deal, redeal)
and a purpose, and from nothing else.  `stream[0..7]` are the seats' own, `stream[8]` is the deal's.
Two Programs with equal decks deal the same cards from the same seed.

Numbers in formulas saturate at plus and minus `MOST`, so that no formula can overflow.

While a state is `watched`, it keeps what each seat knows of the other hands: `unknown` has, for every
view of a hand, how many copies of a card it may hold that this view knows nothing of (and `informed`, of
whose hands it knows anything).  What is known of a hand is what it holds beyond them, so that a card played
needs no work: of equal cards the known one goes first.  Playouts are not watched.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

if TYPE_CHECKING:
    from interpreter._melds import MeldSet
    from interpreter._tables import Tables


MOST = 2_000_000_000
"""Largest number of a formula."""


def floor_divide(number: int, by: int) -> int:
    """Return number / by, rounded down (C rounds towards 0); `by` is positive."""
    if number >= 0:
        return number // by
    return -((-number + by - 1) // by)


def to_multiple(number: int, of: int, way: int) -> int:
    """Return the nearest multiple, halves up (way 0), the next one (1) or the one below (-1)."""
    if of < 1:
        return number
    if way == 0:
        return floor_divide(2 * number + of, 2 * of) * of
    if way > 0:
        return -floor_divide(-number, of) * of
    return floor_divide(number, of) * of


class State:
    """Everything that is true at one moment of a game."""

    def __init__(self, modes: list[Tables], seed: int, game: int) -> None:
        if not isinstance(modes, list) or not modes or None in modes:
            msg = "the tables of a program are expected"
            raise ValueError(msg)
        self.modes = modes
        self.t = modes[0]
        self.program = self.t.program
        self.make_arrays()
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.game = game & 0xFFFFFFFFFFFFFFFF
        self.result = UNDECIDED
        self.trump = 4
        self.asked_trump = 4

    def make_arrays(self) -> None:
        """Make the fields (the compiled class has them already)."""
        self.seed = 0
        self.game = 0
        self.key = 0
        self.legal_mask = 0
        self.step = 0
        self.at = 0
        self.depth = 0
        self.deciding = 0
        self.seat = 0
        self.finished = 0
        self.result = 0
        self.unfinished = 0
        self.mode = 0
        self.deal = 0
        self.redeal = 0
        self.redeals = 0
        self.dealer = 0
        self.declarer = 0
        self.bid = 0
        self.bid_index = 0
        self.bidder = 0
        self.trump = 0
        self.trump_fixed = 0
        self.asked_trump = 0
        self.turn_up = 0
        self.stock_next = 0
        self.closed = 0
        self.opener = 0
        self.speaker = 0
        self.passed = 0
        self.waiting_last = 0
        self.taking = 0
        self.giver = 0
        self.receiver = 0
        self.to_choose = 0
        self.chosen_from = 0
        self.bury_left = 0
        self.n_laid = 0
        self.leader = 0
        self.led = 0
        self.best_card = 0
        self.best_seat = 0
        self.best_led = 0
        self.last_card = 0
        self.tricks_played = 0
        self.trump_played = 0
        self.first_trick = 0
        self.last_winner = 0
        self.shortest = 0
        self.phases_run = 0
        self.stuck = 0
        self.melds_laid = 0
        self.melds_counted = 0
        self.pending = 0
        self.pending_mode = 0
        self.pending_seat = 0
        self.caller = 0
        self.stake = 0
        self.outcome = 0
        self.outcome_row = 0
        self.forced_row = 0
        self.played_out = 0
        self.by_call = 0
        self.made = 0
        self.deal_winner = 0
        self.target = 0
        self.offender = 0
        self.shown_hands = 0
        self.meld_done = 0
        self.plan_ready = 0
        self.gone = 0
        self.lying = 0
        self.meld_moment = 0
        self.must_lead = 0
        self.takes_turned = 0
        self.closed_tricks = 0
        self.redrawing = 0
        self.n_options = 0
        self.legal_known = 0
        self.hand = [0] * 8
        self.count = [0] * 512
        self.seen = [0] * 64
        self.deck = [0] * 416
        self.hand_left = [0] * 8
        self.trick = [0] * 8
        self.raw = [0] * 8
        self.tricks = [0] * 8
        self.taken = [0] * 512
        self.side = [0] * 8
        self.laid_meld = [0] * 8
        self.own_meld = [0] * 8
        self.laid_kinds = [0] * 8
        self.melded = [0] * 512
        self.meld_of = [0] * 512
        self.stream = [0] * 9
        self.spoken = [0] * 8
        self.bids = [0] * 8
        self.best_bid = [0] * 8
        self.chosen = [0] * 64
        self.avail = [0] * 64
        self.held = [0] * 64
        self.passed_card = [0] * 512
        self.buried = [0] * 64
        self.called = [0] * 64
        self.caller_of = [0] * 64
        self.frame_key = [0] * 8
        self.frame_at = [0] * 8
        self.frame_seats = [0] * 8
        self.frame_call = [0] * 8
        self.frame_mode = [0] * 8
        self.frame_seat = [0] * 8
        self.balance = [0] * 144
        self.gains = [0] * 9
        self.before = [0] * 9
        self.options = [0] * 10064
        self.trick_size = 0
        self.absent = 0
        self.bid_suit = 0
        self.bid_call = 0
        self.bid_mode = 0
        self.exposed = 0
        self.widow_open = 0
        self.widow_taken = 0
        self.widow_owner = 0
        self.forced_bury = 0
        self.said_pass = [0] * 8
        self.buried_open = [0] * 64
        self.frame_from = [0] * 8
        self.uses = [0] * 4096
        self.broken = [0] * 2048
        self.laid_aside = [0] * 512
        self.rejected = [0] * 512
        self.pooled = [0] * 64
        self.stack = [0] * 260
        self.places = [0] * 5
        self.stack_base = 0
        self.events: list[object] | None = None
        self.passed_outs = 0
        self.kept_outcome = -1
        self.kept_made = -1
        self.account = [0] * 8
        self.deals_won = [0] * 9
        self.best_deal = [0] * 9
        self.exact = [0] * 9
        self.dealer_person = 0
        self.figures_given = 0
        self.idle = 0
        self.as_account = 0
        self.asking = 0
        self.asked_card = 0
        self.partner = 0
        self.ring_left = 0
        self.unseen = 0
        self.watched = 0
        self.melds_due = 0
        self.melds_noted = 0
        self.as_shown = 0
        self.melds_stay = 0
        self.with_widow = 0
        self.holder = 0
        self.to_deal = 0
        self.decisions = 0
        self.informed = [0] * 9
        self.unknown = [0] * 4608
        self.at_melds = [0] * 512
        self.passed_by = [0] * 8
        self.passes: list[tuple[int, int, int]] = []

    def copy_state(self, other: State) -> None:
        """Become equal to another state of the same Program."""
        self.t = other.t
        self.modes = other.modes
        self.program = other.program
        self.seed = other.seed
        self.game = other.game
        self.key = other.key
        self.legal_mask = other.legal_mask
        self.step = other.step
        self.at = other.at
        self.depth = other.depth
        self.deciding = other.deciding
        self.seat = other.seat
        self.finished = other.finished
        self.result = other.result
        self.unfinished = other.unfinished
        self.mode = other.mode
        self.deal = other.deal
        self.redeal = other.redeal
        self.redeals = other.redeals
        self.dealer = other.dealer
        self.declarer = other.declarer
        self.bid = other.bid
        self.bid_index = other.bid_index
        self.bidder = other.bidder
        self.trump = other.trump
        self.trump_fixed = other.trump_fixed
        self.asked_trump = other.asked_trump
        self.turn_up = other.turn_up
        self.stock_next = other.stock_next
        self.closed = other.closed
        self.opener = other.opener
        self.speaker = other.speaker
        self.passed = other.passed
        self.waiting_last = other.waiting_last
        self.taking = other.taking
        self.giver = other.giver
        self.receiver = other.receiver
        self.to_choose = other.to_choose
        self.chosen_from = other.chosen_from
        self.bury_left = other.bury_left
        self.n_laid = other.n_laid
        self.leader = other.leader
        self.led = other.led
        self.best_card = other.best_card
        self.best_seat = other.best_seat
        self.best_led = other.best_led
        self.last_card = other.last_card
        self.tricks_played = other.tricks_played
        self.trump_played = other.trump_played
        self.first_trick = other.first_trick
        self.last_winner = other.last_winner
        self.shortest = other.shortest
        self.phases_run = other.phases_run
        self.stuck = other.stuck
        self.melds_laid = other.melds_laid
        self.melds_counted = other.melds_counted
        self.pending = other.pending
        self.pending_mode = other.pending_mode
        self.pending_seat = other.pending_seat
        self.caller = other.caller
        self.stake = other.stake
        self.outcome = other.outcome
        self.outcome_row = other.outcome_row
        self.forced_row = other.forced_row
        self.played_out = other.played_out
        self.by_call = other.by_call
        self.made = other.made
        self.deal_winner = other.deal_winner
        self.target = other.target
        self.offender = other.offender
        self.shown_hands = other.shown_hands
        self.figures_given = other.figures_given
        self.passed_outs = other.passed_outs
        self.kept_outcome = other.kept_outcome
        self.kept_made = other.kept_made
        self.meld_done = other.meld_done
        self.plan_ready = 0
        self.trick_size = other.trick_size
        self.absent = other.absent
        self.bid_suit = other.bid_suit
        self.bid_call = other.bid_call
        self.bid_mode = other.bid_mode
        self.exposed = other.exposed
        self.widow_open = other.widow_open
        self.widow_taken = other.widow_taken
        self.widow_owner = other.widow_owner
        self.forced_bury = other.forced_bury
        self.gone = other.gone
        self.lying = other.lying
        self.meld_moment = other.meld_moment
        self.must_lead = other.must_lead
        self.takes_turned = other.takes_turned
        self.closed_tricks = other.closed_tricks
        self.redrawing = other.redrawing
        self.n_options = other.n_options
        self.legal_known = 0
        seats = other.t.seats
        kinds = other.t.types
        for i in range(8):
            self.hand[i] = other.hand[i]
            self.hand_left[i] = other.hand_left[i]
            self.trick[i] = other.trick[i]
            self.raw[i] = other.raw[i]
            self.tricks[i] = other.tricks[i]
            self.side[i] = other.side[i]
            self.laid_meld[i] = other.laid_meld[i]
            self.own_meld[i] = other.own_meld[i]
            self.laid_kinds[i] = other.laid_kinds[i]
            self.spoken[i] = other.spoken[i]
            self.bids[i] = other.bids[i]
            self.best_bid[i] = other.best_bid[i]
            self.said_pass[i] = other.said_pass[i]
        for i in range(9):
            self.stream[i] = other.stream[i]
            self.gains[i] = other.gains[i]
            self.before[i] = other.before[i]
        for i in range(64 * seats):
            self.count[i] = other.count[i]
            self.passed_card[i] = other.passed_card[i]
        for i in range(64):
            self.seen[i] = other.seen[i]
            self.chosen[i] = other.chosen[i]
            self.avail[i] = other.avail[i]
            self.held[i] = other.held[i]
            self.buried[i] = other.buried[i]
            self.buried_open[i] = other.buried_open[i]
        for i in range(other.t.pack_size):
            self.deck[i] = other.deck[i]
        self.dealer_person = other.dealer_person
        self.to_deal = other.to_deal
        self.decisions = other.decisions
        self.idle = other.idle
        self.as_account = other.as_account
        self.asking = other.asking
        self.asked_card = other.asked_card
        self.partner = other.partner
        self.ring_left = other.ring_left
        self.unseen = other.unseen
        self.watched = other.watched
        self.as_shown = other.as_shown
        self.melds_stay = other.melds_stay
        self.with_widow = other.with_widow
        self.holder = other.holder
        self.melds_due = other.melds_due
        self.melds_noted = other.melds_noted
        for view in range(VIEWS):
            self.informed[view] = other.informed[view]
            if other.informed[view]:
                for i in range(64 * seats):
                    self.unknown[view * 512 + i] = other.unknown[view * 512 + i]
        if other.melds_due:
            for i in range(64 * seats):
                self.at_melds[i] = other.at_melds[i]
        if other.watched:
            self.passes = list(other.passes)
        for i in range(8):
            self.account[i] = other.account[i]
            self.passed_by[i] = other.passed_by[i]
        for i in range(9):
            self.deals_won[i] = other.deals_won[i]
            self.best_deal[i] = other.best_deal[i]
            self.exact[i] = other.exact[i]
        for i in range(9 * other.t.n_ledgers):
            self.balance[i] = other.balance[i]
        if other.t.keeps_calls:
            for i in range(64):
                self.called[i] = other.called[i]
                self.caller_of[i] = other.caller_of[i]
        for i in range(other.depth):
            self.frame_key[i] = other.frame_key[i]
            self.frame_at[i] = other.frame_at[i]
            self.frame_seats[i] = other.frame_seats[i]
            self.frame_call[i] = other.frame_call[i]
            self.frame_mode[i] = other.frame_mode[i]
            self.frame_seat[i] = other.frame_seat[i]
            self.frame_from[i] = other.frame_from[i]
        if other.t.uses_taken:
            for i in range(64 * seats):
                self.taken[i] = other.taken[i]
        if other.t.tracked or other.t.keeps_uses or other.melds_noted:
            for i in range(64 * seats):
                self.melded[i] = other.melded[i]
                self.meld_of[i] = other.meld_of[i]
        if other.t.keeps_uses:
            for seat in range(seats):
                for i in range(8 * kinds):
                    self.uses[seat * 512 + i] = other.uses[seat * 512 + i]
        if other.t.keeps_broken:
            for i in range(256 * seats):
                self.broken[i] = other.broken[i]
        if other.t.keeps_aside:
            for i in range(64 * seats):
                self.laid_aside[i] = other.laid_aside[i]
                self.rejected[i] = other.rejected[i]

    def note(self, kind: str, what: object) -> None:
        """Keep what happened, for a teller; callers look first whether there is one."""
        if self.events is not None:
            self.events.append((kind, what))

    # -- random streams and dealing

    def draw(self, stream: int, n: int) -> int:
        """Return the stream's next number from 0 to n - 1, each equally likely."""
        self.stream[stream] = advance_stream(self.stream[stream])
        return bounded(self.stream[stream], n)

    def start_streams(self) -> None:
        """Start the streams of this deal."""
        self.key = stream_key(self.seed, self.game, self.deal, self.redeal)
        self.stream[8] = stream_start(self.key, 0)
        for seat in range(self.t.seats):
            self.stream[seat] = stream_start(self.key, 2 + seat)

    def shuffle(self) -> None:
        """Shuffle the deck from the front, as far as the order matters.

        Each number of the stream makes up to five draws: the upper part of a product is a draw, the lower
        part goes on to the next.  What is left at the end tells whether all of them were even.
        """
        size = self.t.pack_size
        for i in range(size):
            self.deck[i] = self.t.pack[i]
        counter = self.stream[8]
        at = 0
        while at < self.t.shuffled:
            draws = min(5, self.t.shuffled - at)
            counter = advance_stream(counter)
            bits = scramble(counter)
            product = bit_of(0)
            for i in range(draws):
                n = size - at - i
                self.places[i] = at + i + high_product(bits, n)
                bits = low_product(bits, n)
                product *= n
            if uneven(bits, product):
                continue
            for i in range(draws):
                card = self.deck[at]
                self.deck[at] = self.deck[self.places[i]]
                self.deck[self.places[i]] = card
                at += 1
        self.stream[8] = counter

    def clear_deal(self) -> None:
        """Forget the last deal."""
        seats = self.t.seats
        for seat in range(seats):
            self.hand[seat] = 0
            self.hand_left[seat] = 0
            self.raw[seat] = 0
            self.tricks[seat] = 0
            self.laid_meld[seat] = 0
            self.own_meld[seat] = 0
            self.laid_kinds[seat] = 0
            self.spoken[seat] = 0
            self.bids[seat] = 0
            self.best_bid[seat] = 0
            self.said_pass[seat] = 0
            self.side[seat] = self.t.side_of[seat]
            if not self.t.people:
                self.account[seat] = self.t.account_of[seat]
        for i in range(64 * seats):
            self.count[i] = 0
        for i in range(64):
            self.seen[i] = 0
        for tables in self.modes:
            self.clear_kept(tables)
        self.clear_facts()

    def clear_kept(self, tables: Tables) -> None:
        """Forget what is kept only where rules ask for it."""
        size = 64 * tables.seats
        if tables.has_exchange or tables.has_ask:
            for i in range(size):
                self.passed_card[i] = 0
        if tables.has_bury:
            for i in range(64):
                self.buried[i] = 0
                self.buried_open[i] = 0
        if tables.uses_taken:
            for i in range(size):
                self.taken[i] = 0
        if tables.tracked or tables.over_time:
            for i in range(size):
                self.melded[i] = 0
                self.meld_of[i] = 0
        if tables.over_time:
            for i in range(8 * size):
                self.uses[i] = 0
        if tables.again:
            for i in range(4 * size):
                self.broken[i] = 0
        if tables.build or tables.has_redraw:
            for i in range(size):
                self.laid_aside[i] = 0
                self.rejected[i] = 0
        if tables.n_calls:
            for i in range(64):
                self.called[i] = 0
                self.caller_of[i] = NOBODY

    def clear_facts(self) -> None:
        """Set the facts of a deal to their start."""
        self.depth = 0
        self.declarer = NOBODY
        self.bid = 0
        self.bid_index = 0
        self.bidder = NOBODY
        self.trump = 4
        self.asked_trump = 4
        self.trump_fixed = 0
        self.turn_up = NOBODY
        self.closed = 0
        self.passed = 0
        self.taking = 0
        self.waiting_last = 0
        self.bury_left = 0
        self.n_laid = 0
        self.leader = NOBODY
        self.tricks_played = 0
        self.trump_played = 0
        self.first_trick = 1
        self.last_winner = NOBODY
        self.last_card = NOBODY
        self.gone = 0
        self.lying = 0
        self.meld_moment = 0
        self.must_lead = 0
        self.takes_turned = 0
        self.closed_tricks = 0
        self.redrawing = 0
        self.melds_laid = 0
        self.melds_counted = 0
        self.pending = -1
        self.caller = NOBODY
        self.stake = 1
        self.outcome = -1
        self.outcome_row = -1
        self.forced_row = -1
        self.played_out = 0
        self.by_call = 0
        self.made = -1
        self.deal_winner = -1
        self.offender = NOBODY
        self.shown_hands = 0
        self.shortest = 0
        self.phases_run = 0
        self.decisions = 0
        self.figures_given = 0
        self.as_account = NOBODY
        self.asking = 0
        self.asked_card = NOBODY
        self.partner = NOBODY
        self.ring_left = 0
        self.unseen = 0
        for view in range(VIEWS):
            self.informed[view] = 0
        self.melds_due = 0
        self.melds_noted = 0
        self.as_shown = 0
        self.melds_stay = 0
        self.with_widow = 0
        self.holder = NOBODY
        if self.watched:
            self.passes = []
        self.trick_size = self.t.seats
        self.absent = 0
        self.bid_suit = -1
        self.bid_call = -1
        self.bid_mode = 0
        self.exposed = 0
        self.widow_open = 0
        self.widow_taken = 0
        self.widow_owner = NOBODY
        self.forced_bury = 0

    def deal_hands(self) -> None:
        """Give everyone his cards of the shuffled deck, and turn a card up."""
        hand = self.t.hand
        at = 0
        if self.t.build:
            self.stock_next = 0
            return
        for seat in range(self.t.seats):
            for _ in range(hand):
                card = self.deck[at]
                at += 1
                self.count[seat * 64 + card] += 1
                self.hand[seat] |= bit_of(card)
            self.hand_left[seat] = hand
        self.stock_next = self.t.stock_from
        if self.t.turn_up == 3:
            self.turn_up = self.deck[(self.dealer + 1) * hand - 1]
        elif self.t.turn_up:
            self.turn_up = self.deck[self.t.turned_at]

    def give_card(self, seat: int, card: int) -> None:
        """Put a card into a hand."""
        self.count[seat * 64 + card] += 1
        self.hand[seat] |= bit_of(card)
        self.hand_left[seat] += 1

    def take_card(self, seat: int, card: int) -> None:
        """Take a card out of a hand."""
        self.count[seat * 64 + card] -= 1
        if self.count[seat * 64 + card] == 0:
            self.hand[seat] &= ~bit_of(card)
        self.hand_left[seat] -= 1

    # -- cards that change hands, and who knows of it

    def gain_card(self, seat: int, card: int, seen: int) -> None:
        """Put a card into a hand; `seen`: the seats that know which card it is, as bits."""
        if self.watched:
            self.keep_gain(seat, card, seen)
        self.give_card(seat, card)

    def lose_card(self, seat: int, card: int, seen: int, melds_stay: int) -> None:
        """Take a card out of a hand; `melds_stay`: all know that it lay in no meld they have seen."""
        if self.watched:
            self.keep_loss(seat, card, seen, melds_stay)
        self.take_card(seat, card)

    def open_melds(self) -> None:
        """Do nothing; a state that knows of melds lets all know of those that were laid at once."""

    def look_at(self, view: int, seat: int) -> None:
        """Begin to keep what a view knows of a hand: of the cards in it now, nothing."""
        if self.informed[view] >> seat & 1:
            return
        self.informed[view] |= 1 << seat
        for card in range(64):
            self.unknown[view * 512 + seat * 64 + card] = self.count[seat * 64 + card]

    def known_of(self, view: int, seat: int, card: int) -> int:
        """Return how many copies of a card a view knows to be in a hand."""
        if not self.informed[view] >> seat & 1:
            return 0
        held = self.count[seat * 64 + card]
        hidden = self.unknown[view * 512 + seat * 64 + card]
        return held - hidden if held > hidden else 0

    def let_know(self, seat: int, card: int, amount: int, views: int) -> None:
        """Let views know that a hand holds at least so many copies of a card."""
        if self.watched:
            self.leave_unknown(seat, card, self.count[seat * 64 + card] - amount, views)

    def leave_unknown(self, seat: int, card: int, hidden: int, views: int) -> None:
        """Leave to views at most so many copies of a card that they do not know of."""
        hidden = max(0, hidden)
        for view in range(VIEWS):
            if views >> view & 1:
                self.look_at(view, seat)
                at = view * 512 + seat * 64 + card
                self.unknown[at] = min(self.unknown[at], hidden)

    def keep_gain(self, seat: int, card: int, seen: int) -> None:
        """Keep what is known of a hand that is about to get a card."""
        self.open_melds()
        self.as_shown &= ~(1 << seat)
        held = self.count[seat * 64 + card]
        for view in range(VIEWS):
            at = view * 512 + seat * 64 + card
            if view != seat and seen >> view & 1:
                self.look_at(view, seat)
                self.unknown[at] = min(self.unknown[at], held)
            elif self.informed[view] >> seat & 1:
                self.unknown[at] = min(self.unknown[at], held) + 1

    def keep_loss(self, seat: int, card: int, seen: int, melds_stay: int) -> None:
        """Keep what is known of a hand that is about to lose a card: it may have been any, to who has not seen it."""
        self.open_melds()
        self.as_shown &= ~(1 << seat)
        self.with_widow &= ~(1 << seat)
        for view in range(VIEWS):
            if seen >> view & 1 or not self.informed[view] >> seat & 1 or (view == MELD_VIEW and seen == ALL_SEATS):
                continue
            for other in range(self.t.types):
                known = self.known_of(view, seat, other)
                lying = self.known_of(MELD_VIEW, seat, other) if melds_stay else 0
                if known > lying:
                    known -= 1
                left = self.count[seat * 64 + other] - (1 if other == card else 0)
                self.unknown[view * 512 + seat * 64 + other] = max(0, left - known)

    # -- player words

    def who_set(self, who: int, seat: int) -> int:
        """Return the seats that a player word names, as bits."""
        kind = who % 64
        everyone = (1 << self.t.seats) - 1
        if kind == WHO_SELF:
            return 1 << seat
        if kind == WHO_DECLARER:
            return 1 << self.declarer if self.declarer >= 0 else 0
        if kind == WHO_PARTNER:
            return self.side_seats(1 << self.declarer) & ~(1 << self.declarer) if self.declarer >= 0 else 0
        if kind == WHO_DECLARERS:
            return self.side_seats(1 << self.declarer) if self.declarer >= 0 else 0
        if kind == WHO_DEFENDERS:
            return everyone & ~self.side_seats(1 << self.declarer) if self.declarer >= 0 else 0
        if kind == WHO_EVERYONE:
            return everyone
        if kind == WHO_FROM_DEALER:
            return 1 << ((self.dealer + who // 64) % self.t.seats)
        if kind == WHO_NONDEALERS:
            return everyone & ~(1 << self.dealer)
        if kind == WHO_LEADER:
            return 1 << self.leader if self.leader >= 0 else 0
        if kind in (WHO_WINNER, WHO_LOSERS):
            if self.deal_winner < 0:
                return 0
            winners = 0
            for s in range(self.t.seats):
                if self.account[s] == self.deal_winner:
                    winners |= 1 << s
            return winners if kind == WHO_WINNER else everyone & ~winners
        if kind == WHO_CALLER:
            return 1 << self.caller if self.caller >= 0 else 0
        if kind == WHO_CALLER_OF:
            return 1 << self.caller_of[who // 64] if self.caller_of[who // 64] >= 0 else 0
        if kind == WHO_OFFENDER:
            return 1 << self.offender if self.offender >= 0 else 0
        if kind == WHO_OPPONENTS:
            return everyone & ~self.side_seats(1 << seat)
        if kind in (WHO_TRICK_WINNER, WHO_LAST_TRICK_WINNER):
            return 1 << self.last_winner if self.last_winner >= 0 else 0
        if kind == WHO_TRICK_LOSER:
            return everyone & ~(1 << self.last_winner) if self.last_winner >= 0 else 0
        if kind == WHO_OPPONENT_OF_DECLARER:
            if self.declarer < 0:
                return 0
            opponents = everyone & ~self.side_seats(1 << self.declarer)
            return 1 << self.next_of(opponents, self.declarer) if opponents else 0
        return 0

    def first_of(self, seats: int) -> int:
        """Return the lowest seat of a set, or NOBODY."""
        for seat in range(self.t.seats):
            if seats >> seat & 1:
                return seat
        return NOBODY

    def next_of(self, seats: int, after: int) -> int:
        """Return the first seat of a set after a seat, in order of play, or NOBODY."""
        for i in range(1, self.t.seats + 1):
            seat = (after + i) % self.t.seats
            if seats >> seat & 1:
                return seat
        return NOBODY

    def side_seats(self, seats: int) -> int:
        """Return all seats on the sides of the given ones."""
        found = 0
        while seats:
            side = self.side[lowest(seats)]
            seats &= seats - 1
            for other in range(self.t.seats):
                found |= (1 if self.side[other] == side else 0) << other
        return found

    def asked_seat(self) -> int:
        """Return whom a condition of the deal is asked of: the declarer, else the winner, else seat 0."""
        if self.declarer >= 0:
            return self.declarer
        if self.deal_winner >= 0:
            return self.seat_of(self.deal_winner)
        return 0

    def seat_of(self, account: int) -> int:
        """Return the first seat of an account; for one that sits out, somebody he shares with."""
        if not self.t.people:
            return self.t.first_seat[account]
        for seat in range(self.t.seats):
            if self.account[seat] == account:
                return seat
        return self.first_of(self.who_set(WHO_DEFENDERS, 0)) if self.declarer >= 0 else 0

    # -- more people than seats

    def seat_people(self) -> None:
        """Give the seats to those who play this deal, in order; the dealer's seat is his or the one before."""
        people = self.t.people
        out = 0
        missing = people - self.t.seats
        for i in range(self.t.sit_n):
            person = (self.dealer_person + self.t.pool[self.t.sit_at + i]) % people
            if missing > 0 and not out >> person & 1:
                out |= 1 << person
                missing -= 1
        self.idle = out
        seat = 0
        for person in range(people):
            if not out >> person & 1:
                self.account[seat] = person
                seat += 1
        last = self.dealer_person
        while out >> last & 1:
            last = (last + people - 1) % people
        for seat in range(self.t.seats):
            if self.account[seat] == last:
                self.dealer = seat

    def next_person(self) -> int:
        """Return which of the people at the table deals next."""
        who = self.t.next_dealer
        people = self.t.people
        if who % 64 == WHO_FROM_DEALER:
            step = who // 64
            step = step if step < 2 else people - 1
            return (self.dealer_person + step) % people
        seat = self.next_of(self.who_set(who, 0), self.dealer)
        return self.account[seat] if seat >= 0 else self.dealer_person

    # -- registers

    def load(self, name: int, who: int, seat: int) -> int:
        """Return a register of the players that a player word names."""
        if name == N_BID:
            if self.t.summed and self.declarer >= 0:
                return self.contract_of(1 << seat if who == WHO_SELF else self.who_set(who, seat))
            return self.bid
        if name == N_PLAYERS:
            return self.t.seats
        if name == N_DEALER:
            return self.dealer
        if name == N_DECLARER:
            return self.declarer
        if name == N_TARGET:
            return self.target
        if name == N_DEAL:
            return self.deal
        if name == N_NOBODY_BID:
            return 1 if self.bidder < 0 else 0
        if name == N_TRUMP:
            return self.asked_trump
        if name == N_TRUMP_NAMED:
            return 1 if self.trump < 4 else 0
        if name == N_ALL_COUNTERS:
            return self.final_points(self.t.points_under[self.trump] if self.t.points_vary else self.t.all_points)
        if name == N_ALL_TRICKS:
            return self.closed_tricks if self.closed else self.t.all_tricks
        if name == N_TRICKS_PLAYED:
            return self.tricks_played
        if name == N_STOCK_LEFT:
            return max(0, self.t.stock_to - self.stock_next) if self.t.has_stock else 0
        if name == N_STAKE:
            return self.stake
        if name == N_LAST_TRICK_WINNER:
            return self.last_winner
        if name == N_FIRST_TRICK:
            return self.first_trick
        if name == N_TRUMP_PLAYED:
            return self.trump_played
        if name == N_MARGIN:
            if self.deal_winner < 0:
                return 0
            at = self.t.end_ledger
            return self.balance[at * ACCOUNTS + self.deal_winner] - self.best_other(at, self.deal_winner)
        if name >= N_LEDGER and (self.t.ledger_joint[name - N_LEDGER] or who % 64 == WHO_JOINT):
            return self.balance[(name - N_LEDGER) * ACCOUNTS + JOINT_ACCOUNT]
        if self.as_account >= 0 and who == WHO_SELF and (name in (N_TOTAL, N_LEAD) or name >= N_LEDGER):
            return self.load_account(name, self.as_account)
        return self.load_seats(name, 1 << seat if who == WHO_SELF else self.who_set(who, seat))

    def load_seats(self, name: int, seats: int) -> int:
        """Return a register of several players: their sides', their accounts' or their own, added up."""
        total = 0
        if name in (N_MELD, N_LAID_MELD, N_TRICKS, N_COUNTERS):
            seats = self.side_seats(seats)
            if name == N_COUNTERS:
                return self.counters_of(seats)
        elif name in (N_TOTAL, N_LEAD) or name >= N_LEDGER:
            accounts = 0
            for s in range(self.t.seats):
                if seats >> s & 1:
                    accounts |= 1 << self.account[s]
            for account in range(self.t.accounts):
                if accounts >> account & 1:
                    total += self.load_account(name, account)
            return total
        elif name == N_SEAT:
            return self.first_of(seats)
        for s in range(self.t.seats):
            if seats >> s & 1:
                total += self.load_own(name, s)
        return total

    def load_own(self, name: int, seat: int) -> int:
        """Return one player's own register."""
        if name in (N_MELD, N_OWN_MELD, N_LAID_MELD):
            if not self.melds_laid:
                if self.t.from_tricks or not (self.trump_fixed or self.asked_trump < 4):
                    return 0
                return self.hand_meld(seat, self.asked_trump)
            if self.melds_counted and name != N_LAID_MELD:
                return self.own_meld[seat]
            return self.laid_meld[seat]
        if name in (N_TRICKS, N_OWN_TRICKS):
            return self.tricks[seat]
        if name == N_OWN_COUNTERS:
            return self.final_points(self.raw[seat])
        if name == N_ROUND:
            return self.spoken[seat] + 1
        if name == N_OWN_BIDS:
            return self.bids[seat]
        if name == N_BEST_MELD:
            return self.best_meld(seat)
        if name == N_HAND_LEFT:
            return self.hand_left[seat]
        return 0

    def load_account(self, name: int, account: int) -> int:
        """Return a register of one account."""
        at = self.t.end_ledger
        if name == N_TOTAL:
            return self.balance[at * ACCOUNTS + account]
        if name == N_LEAD:
            return self.balance[at * ACCOUNTS + account] - self.best_other(at, account)
        return self.balance[(name - N_LEDGER) * ACCOUNTS + account]

    def best_other(self, ledger: int, account: int) -> int:
        """Return the best balance of any other account."""
        best = -2147483647
        for other in range(self.t.accounts):
            if other != account:
                best = max(best, self.balance[ledger * ACCOUNTS + other])
        return best

    def final_points(self, raw: int) -> int:
        """Return card points as they count: rounded, then brought to the game's unit."""
        if self.t.round_to > 1:
            raw = to_multiple(raw, self.t.round_to, 0)
        if self.t.per > 1:
            raw = floor_divide(raw, self.t.per)
        return raw

    def counters_of(self, seats: int) -> int:
        """Return the card points of sides (each side's rounded by itself)."""
        total = 0
        done = 0
        for s in range(self.t.seats):
            if seats >> s & 1 and not done >> s & 1:
                raw = 0
                for other in range(self.t.seats):
                    if self.side[other] == self.side[s]:
                        raw += self.raw[other]
                        done |= 1 << other
                total += self.final_points(raw)
        return total

    def contract_of(self, seats: int) -> int:
        """Return the contract of a side where each is bound by the sum of its own bids."""
        seats = self.side_seats(seats)
        total = 0
        for s in range(self.t.seats):
            if seats >> s & 1:
                total += self.best_bid[s]
        if seats >> self.declarer & 1 and total < self.bid:
            total = self.bid
        return total

    # -- what a hand can lay at once

    def named(self, at: int, n: int, seat: int) -> bool:
        """Tell whether one of pooled player words names a seat; no word names everyone."""
        if n == 0:
            return True
        for i in range(n):
            if self.who_set(self.t.pool[at + i], seat) >> seat & 1:
                return True
        return False

    def entries_on(self, seat: int) -> int:
        """Return which entries a seat may lay.  Words for sides bar nobody before there is a declarer."""
        on = 0
        sided = self.declarer >= 0
        if sided and not self.named(self.t.meld_by_at, self.t.meld_by_n, seat):
            return 0
        for e in range(self.t.n_entries):
            if sided and not self.named(self.t.entry_by_at[e], self.t.entry_by_n[e], seat):
                continue
            if self.t.entry_if[e] and not self.run(self.t.entry_if[e], seat):
                continue
            on |= bit_of(e)
        return on

    def melds_of(self, seat: int) -> MeldSet:
        """Return the meld tables for a seat."""
        if not self.t.meld_rules:
            return self.t.all_melds
        if self.t.excluding:
            return self.best_set(self.count, seat * 64, self.hand[seat], self.entries_on(seat), self.trump)
        return self.t.meld_set(self.entries_on(seat))

    def hand_meld(self, seat: int, trump: int) -> int:
        """Return the most points that the hand can lay under a trump."""
        if not self.t.has_meld:
            return 0
        if not self.t.meld_rules:
            return self.t.all_melds.best(self.count, seat * 64, self.hand[seat], trump)
        if self.t.excluding:
            melds = self.best_set(self.count, seat * 64, self.hand[seat], self.entries_on(seat), trump)
        else:
            melds = self.melds_of(seat)
        return melds.best(self.count, seat * 64, self.hand[seat], trump)

    def best_set(self, count: list[int], base: int, held: int, on: int, trump: int) -> MeldSet:
        """Return the tables of those entries that do not exclude each other and bring cards the most."""
        best = self.t.meld_set(on)
        most = -1
        for part in self.t.exclusive_sets(on):
            melds = self.t.meld_set(part)
            worth = melds.best(count, base, held, trump)
            if worth > most:
                most = worth
                best = melds
        return best

    def best_meld(self, seat: int) -> int:
        """Return the most points that the hand can lay under the trump that suits it best."""
        best = 0
        asked = self.asked_trump
        for trump in range(5):
            self.asked_trump = trump
            best = max(best, self.hand_meld(seat, trump))
        self.asked_trump = asked
        return best

    # -- formulas

    def holds(self, group: int, seat: int) -> bool:
        """Tell whether a hand holds all cards of one alternative of a group."""
        at = self.t.group_at[group * 5 + self.asked_trump]
        alternatives = self.t.pool[at]
        at += 1
        for _ in range(alternatives):
            n = self.t.pool[at]
            at += 1
            held = True
            for k in range(n):
                if self.count[seat * 64 + self.t.pool[at + 2 * k]] < self.t.pool[at + 2 * k + 1]:
                    held = False
            if held:
                return True
            at += 2 * n
        return False

    def count_cards(self, card_set: int, count: list[int], base: int) -> int:
        """Return how many cards of a set there are among counts."""
        total = 0
        rest = self.t.card_sets[card_set * 5 + self.asked_trump]
        while rest:
            total += count[base + lowest(rest)]
            rest &= rest - 1
        return total

    def dealt_left(self, seat: int, card: int) -> int:
        """Return how many copies of a card a seat still holds of those that it was dealt."""
        dealt = 0
        for i in range(seat * self.t.hand, (seat + 1) * self.t.hand):
            dealt += 1 if self.deck[i] == card else 0
        held = self.count[seat * 64 + card]
        return min(dealt, held)

    def count_dealt(self, seat: int, but: int) -> int:
        """Return how many cards a seat still holds that it was dealt, without those of some types."""
        total = 0
        rest = self.hand[seat] & ~but
        while rest:
            total += self.dealt_left(seat, lowest(rest))
            rest &= rest - 1
        return total

    def suppose_dealt(self, seat: int, cards: list[int]) -> None:
        """Take cards for those that a seat was dealt, as far as it was dealt so many."""
        for i in range(self.t.hand):
            self.deck[seat * self.t.hand + i] = cards[i] if i < len(cards) else 63

    def push_fact(self, op: int, a: int, seat: int) -> int:
        """Return what an instruction about cards, melds or calls pushes."""
        if op == O_COUNT:
            total = self.count_cards(a, self.count, seat * 64)
            if self.t.uses_dealt and self.t.card_sets[a * 5 + self.asked_trump] & bit_of(DEALT_BIT):
                total += self.count_dealt(seat, self.t.card_sets[a * 5 + self.asked_trump])
            return total
        if op == O_TAKEN:
            total = 0
            for s in range(self.t.seats):
                if self.account[s] == self.account[seat]:
                    total += self.count_cards(a, self.taken, s * 64)
            return total
        if op == O_TURNED:
            if self.turn_up < 0:
                return 0
            return 1 if self.t.card_sets[a * 5 + self.asked_trump] >> self.turn_up & 1 else 0
        if op == O_PLAYED:
            if self.last_card < 0:
                return 0
            return 1 if self.t.card_sets[a * 5 + self.asked_trump] >> self.last_card & 1 else 0
        if op == O_HOLDS:
            return 1 if self.holds(a, seat) else 0
        if op in (O_MELDED, O_MELD_OF):
            total = 0
            for s in range(self.t.seats):
                if self.account[s] == self.account[seat]:
                    total += self.melded[s * 64 + a] if op == O_MELDED else self.meld_of[s * 64 + a]
            return total
        if op == O_CALLED:
            return 1 if self.called[a] else 0
        if op == O_OWN_CALLED:
            return self.called[a] >> seat & 1
        if op == O_OUTCOME:
            return 1 if self.outcome == a else 0
        return 0

    def run(self, code: int, seat: int) -> int:
        """Run a piece of code for a player and return the number it leaves.

        A register may itself ask a formula (what a hand can lay), so the stack goes on above `stack_base`.
        """
        base = self.stack_base
        depth = base
        at = self.t.code_at[code]
        end = self.t.code_end[code]
        while at < end:
            op = self.t.code[at]
            a = self.t.code[at + 1]
            b = self.t.code[at + 2]
            at += 3
            if op == O_CONST:
                depth += 1
                self.stack[depth] = a
                continue
            if op == O_LOAD:
                self.stack_base = depth
                x = self.load(a, b, seat)
                depth += 1
                self.stack[depth] = x
                continue
            if op >= O_COUNT:
                self.stack_base = depth
                x = self.push_fact(op, a, seat)
                depth += 1
                self.stack[depth] = x
                continue
            x = self.stack[depth]
            if op == O_NEGATE:
                x = -x
            elif op == O_DIVIDE:
                x = floor_divide(2 * x + a, 2 * a) if a > 0 else x
            elif op == O_NOT:
                x = 0 if x else 1
            elif op == O_ABS:
                x = -x if x < 0 else x
            elif op == O_ODD:
                x = x & 1
            elif op == O_SELECT:
                depth -= 2
                x = self.stack[depth] if self.stack[depth + 1] else x
            else:
                y = x
                depth -= 1
                x = self.stack[depth]
                if op == O_ADD:
                    x = x + y
                elif op == O_SUB:
                    x = x - y
                elif op == O_MUL:
                    x = x * y
                elif op == O_EQ:
                    x = 1 if x == y else 0
                elif op == O_NE:
                    x = 1 if x != y else 0
                elif op == O_LT:
                    x = 1 if x < y else 0
                elif op == O_LE:
                    x = 1 if x <= y else 0
                elif op == O_GT:
                    x = 1 if x > y else 0
                elif op == O_GE:
                    x = 1 if x >= y else 0
                elif op == O_AND:
                    x = 1 if x and y else 0
                elif op == O_OR:
                    x = 1 if x or y else 0
                elif op == O_MIN:
                    x = min(x, y)
                elif op == O_MAX:
                    x = max(x, y)
                elif op == O_PER:
                    x = floor_divide(x, y) if y > 0 else 0
                elif op == O_PER_PART:
                    x = -floor_divide(-x, y) if y > 0 else 0
                elif op == O_ROUND:
                    x = to_multiple(x, y, 0)
                elif op == O_ROUND_UP:
                    x = to_multiple(x, y, 1)
                elif op == O_ROUND_DOWN:
                    x = to_multiple(x, y, -1)
            if x > MOST:
                x = MOST
            elif x < -MOST:
                x = -MOST
            self.stack[depth] = x
        self.stack_base = base
        return self.stack[depth]

    def true_for(self, code: int, seat: int) -> bool:
        """Tell whether a condition holds for a player; no condition always holds."""
        return code == 0 or self.run(code, seat) != 0

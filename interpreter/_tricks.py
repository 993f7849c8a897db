# ruff: noqa: F403, F405, FBT001
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Tricks, the stock, and melds: what happens once the cards are in the hands.

Melding over time keeps, for every single card on hand, which melds it has been used in: `uses` has a set
of entries for each copy.  A card serves once per class, and the copy that has been used most is the
one that is played first.
"""

from __future__ import annotations

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._state import State

ALL_FLAGS = 63


# What is done for every card stands in functions rather than methods, so that the compiler can put them
# into one loop.


def legal_now(state: Tricks) -> int:
    """Return the cards that the seat may play."""
    tables = state.t
    allowed = state.hand[state.seat]
    stage = state.play_stage() if tables.has_stock else 0
    if state.n_laid == 0:
        return state.legal_leads(stage, allowed) if tables.lead_n[stage] else allowed
    if tables.usual[stage]:
        kept = allowed & tables.suit_mask[state.led]
        trumps = allowed & tables.trump_mask[state.trump]
        kept = kept or trumps
        allowed = kept or allowed
        kept = allowed & tables.stronger[state.trump * 64 + state.best_card]
        return kept or allowed
    flags = 0 if tables.must_plain[stage] else state.trick_flags()
    for i in range(stage * 16, stage * 16 + tables.must_n[stage]):
        if tables.must_when[i] >> flags & 1:
            kept = allowed & state.duty_mask(tables.must_kind[i], tables.must_cards[i * 5 + state.trump])
            if kept:
                allowed = kept
    return allowed


def play_now(state: Tricks, card: int) -> bool:
    """Play a card where nothing can happen in between; return whether another card is to be played next."""
    tables = state.t
    seat = state.seat
    if tables.over_time:
        state.use_up(seat, card)
    move_card(state, seat, card)
    lay_now(state, seat, card)
    state.legal_known = 0
    if state.n_laid < tables.seats:
        seat += 1
        state.seat = 0 if seat == tables.seats else seat
        return True
    if not tables.plain_play or state.hand_left[state.best_seat] == 0:
        return False
    take_now(state)
    state.seat = state.leader
    return True


def move_card(state: Tricks, seat: int, card: int) -> None:
    """Take a card from a hand to the cards that all have seen."""
    bit = bit_of(card)
    left = state.count[seat * 64 + card] - 1
    state.count[seat * 64 + card] = left
    state.hand[seat] &= ~(0 if left else bit)
    state.hand_left[seat] -= 1
    left = state.seen[card] + 1
    state.seen[card] = left
    state.gone |= bit if left == state.t.copies[card] else 0


def lay_now(state: Tricks, seat: int, card: int) -> None:
    """Put a card into the trick and see who wins it now."""
    tables = state.t
    n = state.n_laid
    state.trick[n] = card
    state.n_laid = n + 1
    state.last_card = card
    state.lying += tables.points[card]
    if n == 0:
        state.led = card
        state.best_led = card
        state.best_card = card
        state.best_seat = seat
        return
    if tables.stronger_in_suit[state.best_led] >> card & 1:
        state.best_led = card
    best = state.best_card
    if tables.stronger[state.trump * 64 + best] >> card & 1 or (tables.last_wins and card == best):
        state.best_card = card
        state.best_seat = seat


def take_now(state: Tricks) -> None:
    """Give the trick to its winner."""
    tables = state.t
    winner = state.best_seat
    state.raw[winner] += state.lying
    state.tricks[winner] += 1
    state.tricks_played += 1
    trumps = tables.trump_mask[state.trump]
    for i in range(state.n_laid):
        state.trump_played |= trumps >> state.trick[i] & 1
    if tables.uses_taken:
        for i in range(state.n_laid):
            state.taken[winner * 64 + state.trick[i]] += 1
    state.last_winner = winner
    state.leader = winner
    state.first_trick = 0
    state.n_laid = 0
    state.lying = 0


def pick_one(state: Tricks, mask: int) -> int:
    """Return one of the cards of a mask, each equally likely, by the seat's own stream."""
    counter = advance_stream(state.stream[state.seat])
    state.stream[state.seat] = counter
    return nth_bit(mask, bounded(counter, bit_count(mask)))


class Tricks(State):
    """A state that knows how cards are played and melds laid."""

    # -- which cards may be played

    def play_stage(self) -> int:
        """Return the stage of the play: 1 while a stock lasts, else 0."""
        if not self.t.has_stock or self.closed:
            return 0
        return 1 if self.stock_next < self.t.stock_to or self.turn_up_left() else 0

    def trick_flags(self) -> int:
        """Return the bits of `codes.Flag` for the seat to play."""
        trumps = self.t.trump_mask[self.trump]
        flags = 0
        if trumps >> self.led & 1:
            flags |= 1
        elif trumps >> self.best_card & 1:
            flags |= 2
        if not self.hand[self.seat] & self.t.suit_mask[self.led]:
            flags |= 4
        if self.side[self.best_seat] == self.side[self.seat]:
            flags |= 8
        if self.n_laid == self.t.seats - 1:
            flags |= 16
        if self.first_trick:
            flags |= 32
        return flags

    def lead_flags(self) -> int:
        """Return the bits of `codes.LeadFlag` for the leader."""
        flags = 0
        if self.first_trick:
            flags |= 1
        if self.trump_played:
            flags |= 2
        if not self.hand[self.seat] & ~self.t.trump_mask[self.trump]:
            flags |= 4
        if self.seat == self.declarer:
            flags |= 8
        return flags

    def duty_mask(self, kind: int, cards: int) -> int:
        """Return the cards that satisfy a duty."""
        if kind == K_FOLLOW:
            return self.t.suit_mask[self.led]
        if kind == K_TRUMP:
            return self.t.trump_mask[self.trump]
        if kind == K_BEAT:
            mask = self.t.stronger[self.trump * 64 + self.best_card]
            if self.t.last_wins:
                mask |= bit_of(self.best_card)
            return mask
        if kind == K_BEAT_LED:
            return self.t.stronger_in_suit[self.best_led]
        if kind == K_PLAY:
            return cards
        return ~cards

    def legal_cards_mask(self) -> int:
        """Return the cards that the seat may play."""
        return legal_now(self)

    def legal_leads(self, stage: int, allowed: int) -> int:
        """Return the cards that may be led."""
        flags = self.lead_flags()
        for i in range(stage * 16, stage * 16 + self.t.lead_n[stage]):
            if self.t.lead_when[i] >> flags & 1:
                cards = self.t.lead_cards[i * 5 + self.trump]
                if self.t.lead_kind[i] == K_TRUMP:
                    cards = self.t.trump_mask[self.trump]
                kept = allowed & (~cards if self.t.lead_kind[i] == K_AVOID else cards)
                if kept:
                    allowed = kept
        return allowed

    # -- playing

    def play_on(self, card: int) -> bool:
        """Play a card where nothing can happen in between; return whether another card is to be played next."""
        return play_now(self, card)

    def play_at_random(self) -> None:
        """Let everybody play random cards for as long as nothing but cards is to be decided."""
        while play_now(self, pick_one(self, legal_now(self))):
            pass

    def random_card(self) -> int:
        """Return one of the cards that may be chosen, each equally likely."""
        return pick_one(self, self.legal_mask)

    def lay_card(self, seat: int, card: int) -> None:
        """Play a card out of a hand."""
        if self.t.over_time:
            self.use_up(seat, card)
        move_card(self, seat, card)
        lay_now(self, seat, card)

    def show_card(self, card: int) -> None:
        """Put a card into the trick that comes from nowhere."""
        lay_now(self, self.seat, card)

    def take_trick(self) -> None:
        """Give the trick to its winner."""
        take_now(self)

    def end_play(self) -> None:
        """Count the last trick, a widow that goes with it, and the buried cards."""
        self.played_out = 1
        self.raw[self.last_winner] += self.t.last_trick
        if self.t.has_widow and self.t.widow_to % 64 == WHO_LAST_TRICK_WINNER:
            for i in range(self.t.widow):
                card = self.deck[self.t.seats * self.t.hand + i]
                self.raw[self.last_winner] += self.t.points[card]
                if self.t.uses_taken:
                    self.taken[self.last_winner * 64 + card] += 1
        if self.bury_left == 0 and not self.t.uses_taken:
            return
        owner = NOBODY
        if self.t.bury_counts_for == 0:
            owner = self.declarer
        elif self.t.bury_counts_for == 1:
            owner = self.first_of(self.who_set(WHO_DEFENDERS, 0))
        elif self.t.bury_counts_for == 3:
            owner = self.last_winner
        if owner >= 0 and self.t.has_bury:
            self.raw[owner] += self.bury_left
            if self.t.uses_taken:
                for card in range(self.t.types):
                    self.taken[owner * 64 + card] += self.buried[card]
        self.bury_left = 0

    # -- the stock

    def face_down_left(self) -> bool:
        """Tell whether the stock has cards besides the turn-up."""
        return self.stock_next < self.t.stock_to

    def turn_up_left(self) -> bool:
        """Tell whether the card turned up still lies with the stock."""
        return self.turn_up >= 0 and self.t.turn_up != 3

    def draw_cards(self) -> None:
        """Let everyone draw after a trick."""
        seats = self.t.seats
        winner = self.last_winner
        first = winner if self.t.winner_draws_first else winner + 1
        taker = NOBODY
        if self.turn_up_left() and self.t.stock_to - self.stock_next < seats:
            taker = winner if self.t.winner_takes_turn_up else (winner + seats - 1) % seats
        for i in range(seats):
            seat = (first + i) % seats
            self.draw_card(seat, seat == taker or not self.face_down_left())

    def draw_card(self, seat: int, turned: bool) -> None:
        """Give a seat the turn-up, or the next card of the stock."""
        if turned:
            if self.turn_up_left():
                self.give_card(seat, self.turn_up)
                self.turn_up = NOBODY
        else:
            self.give_card(seat, self.deck[self.stock_next])
            self.stock_next += 1

    # -- melding over time

    def use_up(self, seat: int, card: int) -> None:
        """Forget the copy of a card that has been used in most melds: it leaves the hand."""
        at = (seat * 64 + card) * 8
        n = self.count[seat * 64 + card]
        best = 0
        for copy in range(1, n):
            if bit_count(self.uses[at + copy]) > bit_count(self.uses[at + best]):
                best = copy
        self.uses[at + best] = self.uses[at + n - 1]
        self.uses[at + n - 1] = 0

    def usable(self, seat: int, entry: int, card: int) -> int:
        """Return how many copies of a card an entry may still use."""
        at = (seat * 64 + card) * 8
        total = 0
        for copy in range(self.count[seat * 64 + card]):
            if not self.uses[at + copy] & self.t.conflict[entry]:
                total += 1
        return total

    def fresh(self, seat: int, card: int) -> int:
        """Return how many copies of a card are not yet on the table."""
        at = (seat * 64 + card) * 8
        total = 0
        for copy in range(self.count[seat * 64 + card]):
            if not self.uses[at + copy]:
                total += 1
        return total

    def instance_fits(self, seat: int, entry: int, instance: int) -> bool:
        """Tell whether the cards of one way to form a meld may be used for it."""
        if self.t.instance_mask[instance] & ~self.hand[seat]:
            return False
        new = not self.t.new_card
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            if self.usable(seat, entry, card) < self.t.instance_amount[j]:
                return False
            if self.fresh(seat, card):
                new = True
        return new

    def instance_shown(self, seat: int, entry: int, instance: int) -> int:
        """Return how many cards of it are on the table already, of those it may use."""
        total = 0
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            shown = self.usable(seat, entry, card) - self.fresh(seat, card)
            total += min(shown, self.t.instance_amount[j])
        return total

    def form_instance(self, seat: int, form: int) -> int:
        """Return the way to form a meld that uses most cards on the table, or -1."""
        entry = self.t.form[form * 5]
        best = -1
        best_shown = -1
        for instance in range(self.t.form[form * 5 + 3], self.t.form[form * 5 + 4]):
            if self.instance_fits(seat, entry, instance):
                shown = self.instance_shown(seat, entry, instance)
                if shown > best_shown:
                    best = instance
                    best_shown = shown
        return best

    def may_lay(self, seat: int, form: int) -> bool:
        """Tell whether a seat may lay a meld now."""
        entry = self.t.form[form * 5]
        first = self.t.form[form * 5 + 3]
        if self.t.form[form * 5 + 4] == first + 1 and self.t.instance_mask[first] & ~self.hand[seat]:
            return False
        kind = self.t.meld_number[entry]
        if self.laid_kinds[seat] & self.t.excludes[entry]:
            return False
        if self.t.entry_limit[entry] and self.melded[seat * 64 + kind] >= self.t.entry_limit[entry]:
            return False
        if self.form_instance(seat, form) < 0:
            return False
        return not self.t.meld_rules or self.entries_on(seat) >> entry & 1 != 0

    def list_melds(self, seat: int) -> int:
        """Fill the legal actions with the melds that a seat may lay; return how many."""
        n = 0
        free_only = self.meld_done and not self.t.several
        for form in range(self.t.form_at[self.trump], self.t.form_at[self.trump + 1]):
            entry = self.t.form[form * 5]
            if free_only and not self.t.entry_free[entry]:
                continue
            if self.may_lay(seat, form):
                self.options[n] = MELD_ACTION + 4 * self.t.meld_number[entry] + self.t.form[form * 5 + 1]
                n += 1
        return n

    def find_form(self, meld: int, slot: int) -> int:
        """Return the number of a meld's form under this trump, or -1."""
        for form in range(self.t.form_at[self.trump], self.t.form_at[self.trump + 1]):
            if self.t.meld_number[self.t.form[form * 5]] == meld and self.t.form[form * 5 + 1] == slot:
                return form
        return -1

    def lay_meld(self, seat: int, form: int) -> None:
        """Lay a meld."""
        entry = self.t.form[form * 5]
        worth = self.t.form[form * 5 + 2]
        kind = self.t.meld_number[entry]
        instance = self.form_instance(seat, form)
        needs_new = self.t.new_card
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            if self.usable(seat, entry, card) - self.fresh(seat, card) < self.t.instance_amount[j]:
                needs_new = False
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            fresh_first = needs_new and self.fresh(seat, card) > 0
            if fresh_first:
                needs_new = False
            self.mark(seat, entry, card, self.t.instance_amount[j], fresh_first)
        self.laid_meld[seat] += worth
        self.laid_kinds[seat] |= bit_of(entry)
        self.melded[seat * 64 + kind] += 1
        self.meld_of[seat * 64 + kind] += worth
        if self.t.entry_swaps[entry]:
            self.swap_turn_up(seat, self.t.instance_type[self.t.instance_at[instance]])
        if not self.t.entry_free[entry]:
            self.meld_done = 1

    def mark(self, seat: int, entry: int, card: int, amount: int, fresh_first: bool) -> None:
        """Note the use of so many copies: first those on the table, unless a new card is needed."""
        at = (seat * 64 + card) * 8
        for turn in range(2):
            want_fresh = (turn == 0) == fresh_first
            for copy in range(self.count[seat * 64 + card]):
                used = self.uses[at + copy]
                if amount > 0 and (used == 0) == want_fresh and not used & self.t.conflict[entry]:
                    self.uses[at + copy] |= bit_of(entry)
                    amount -= 1

    def swap_turn_up(self, seat: int, card: int) -> None:
        """Exchange a laid card for the turn-up; a card of the same kind changes nothing."""
        if not self.turn_up_left() or self.turn_up == card:
            return
        self.use_up(seat, card)
        self.take_card(seat, card)
        self.give_card(seat, self.turn_up)
        self.turn_up = card

    # -- melds laid at once, and what counts of them

    def lay_all(self) -> None:
        """Lay the best melds of every hand."""
        self.melds_laid = 1
        if self.t.over_time:
            return
        for i in range(64 * self.t.seats):
            self.at_melds[i] = self.count[i]
        for seat in range(self.t.seats):
            self.laid_meld[seat] = self.hand_meld(seat, self.trump)
            if self.t.tracked and self.laid_meld[seat]:
                self.track_melds(seat)

    def track_melds(self, seat: int) -> None:
        """Note which melds a hand lays, for formulas that ask."""
        melds = self.melds_of(seat)
        melds.lay_out(self.count, seat * 64, self.trump)
        for f in range(melds.family_start[self.trump], melds.family_start[self.trump + 1]):
            kind = self.t.meld_number[melds.family_entry[f]]
            self.melded[seat * 64 + kind] += melds.laid[f]
            self.meld_of[seat * 64 + kind] += melds.laid_points[f]

    def count_melds(self) -> None:
        """Apply the floor and, after a deal played to the end, the condition that saves melds."""
        for seat in range(self.t.seats):
            self.own_meld[seat] = self.laid_meld[seat]
        if self.t.floor:
            for seat in range(self.t.seats):
                if self.load_seats(N_LAID_MELD, 1 << seat) < self.run(self.t.floor, seat):
                    self.own_meld[seat] = 0
        if self.t.saved_by and self.played_out:
            lost = 0
            for seat in range(self.t.seats):
                if not self.run(self.t.saved_by, seat):
                    lost |= 1 << seat
            for seat in range(self.t.seats):
                if lost >> seat & 1:
                    self.own_meld[seat] = 0
        self.melds_counted = 1

# ruff: noqa: F403, F405, FBT001
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Tricks, the stock, and melds: what happens once the cards are in the hands.

Melding over time keeps, for every single card on hand, which melds it has been used in: `uses` has a set
of entries for each copy.  A card serves once per class, and the copy that has been used most is the
one that is played first.
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

from interpreter._state import State

if TYPE_CHECKING:
    from interpreter._melds import MeldSet

MASK64 = 0xFFFFFFFFFFFFFFFF
MOST_LAID = 1_000_000_000
"""What melds laid over time come to grows no further than one meld beyond this."""


# What is done for every card stands in functions rather than methods, so that the compiler can put them
# into one loop.


def legal_now(state: Tricks) -> int:
    """Return the cards that the seat may play."""
    tables = state.t
    allowed = state.hand[state.seat]
    stage = state.play_stage() if tables.has_stock else 0
    if state.n_laid == 0:
        if state.must_lead & allowed:
            allowed &= state.must_lead
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
    put_card(state, seat, card)
    state.legal_known = 0
    if state.n_laid < tables.seats:
        seat += 1
        state.seat = 0 if seat == tables.seats else seat
        return True
    if not tables.plain_play or state.hand_left[state.shortest] == 0:
        return False
    take_now(state)
    state.seat = state.leader
    return True


def put_card(state: Tricks, seat: int, card: int) -> None:
    """Play a card out of a hand."""
    if state.t.over_time:
        state.use_up(seat, card)
    move_card(state, seat, card)
    lay_now(state, seat, card)


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
    state.lying += tables.trump_points[state.trump * 64 + card]
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
    trumps = state.t.trump_mask[state.trump]
    for i in range(state.n_laid):
        state.trump_played |= trumps >> state.trick[i] & 1
    give_trick(state, state.best_seat)


def give_trick(state: Tricks, winner: int) -> None:
    """Give the cards that lie to a seat, which leads next."""
    state.raw[winner] += state.lying
    state.tricks[winner] += 1
    state.tricks_played += 1
    if state.t.uses_taken:
        for i in range(state.n_laid):
            state.taken[winner * 64 + state.trick[i]] += 1
    state.last_winner = winner
    state.leader = winner
    state.first_trick = 0
    state.n_laid = 0
    state.lying = 0


def pick_one(state: Tricks, seat: int, mask: int) -> int:
    """Return one of the cards of a mask, each equally likely, by the seat's own stream."""
    counter = advance_stream(state.stream[seat])
    state.stream[seat] = counter
    return nth_bit(mask, bounded(counter, bit_count(mask)))


def usual_tricks(state: Tricks) -> None:
    """Play random cards to the last, where the duties are the usual ones and nothing happens in between.

    Does what `play_now` does card by card, with what a card is judged by in variables: every card waits for
    the one before it, and memory would make it wait longer.
    """
    tables = state.t
    seats = tables.seats
    row = state.trump * 64
    trumps = tables.trump_mask[state.trump]
    left = state.hand_left[state.shortest]
    seat = state.seat
    while True:
        card = pick_one(state, seat, state.hand[seat])
        move_card(state, seat, card)
        state.trick[0] = card
        state.led = card
        suit = tables.suit_mask[card]
        laid = bit_of(card)
        lying = tables.trump_points[row + card]
        best = card
        winner = seat
        for n in range(1, seats):
            seat += 1
            if seat == seats:
                seat = 0
            allowed = state.hand[seat]
            kept = allowed & suit
            trumping = allowed & trumps
            kept = kept or trumping
            allowed = kept or allowed
            beats = tables.stronger[row + best]
            kept = allowed & beats
            allowed = kept or allowed
            card = pick_one(state, seat, allowed)
            move_card(state, seat, card)
            state.trick[n] = card
            laid |= bit_of(card)
            lying += tables.trump_points[row + card]
            if beats >> card & 1:
                best = card
                winner = seat
        state.last_card = card
        state.best_card = best
        state.best_seat = winner
        state.n_laid = seats
        state.lying = lying
        left -= 1
        if left == 0:
            state.seat = seat
            return
        state.trump_played |= 1 if laid & trumps else 0
        give_trick(state, winner)
        seat = winner


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
        if self.n_laid == self.trick_size - 1:
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

    def present(self, seat: int) -> int:
        """Return the seat, or the next one after it that plays where somebody sits out."""
        while self.absent >> seat & 1:
            seat = (seat + 1) % self.t.seats
        return seat

    # -- playing

    def play_on(self, card: int) -> bool:
        """Play a card where nothing can happen in between; return whether another card is to be played next."""
        return play_now(self, card)

    def play_at_random(self) -> None:
        """Let everybody play random cards for as long as nothing but cards is to be decided."""
        tables = self.t
        if tables.usual[0] and tables.plain_play and not tables.lead_n[0] and not self.must_lead and self.n_laid == 0:
            usual_tricks(self)
            return
        while play_now(self, pick_one(self, self.seat, legal_now(self))):
            pass

    def random_card(self) -> int:
        """Return one of the cards that may be chosen, each equally likely."""
        return pick_one(self, self.seat, self.legal_mask)

    def lay_card(self, seat: int, card: int) -> None:
        """Play a card out of a hand."""
        put_card(self, seat, card)

    def show_card(self, card: int) -> None:
        """Put a card into the trick that comes from nowhere."""
        lay_now(self, self.seat, card)

    def take_trick(self) -> None:
        """Give the trick to its winner."""
        take_now(self)

    def end_play(self) -> None:
        """Count the last trick and the buried cards."""
        self.played_out = 1
        self.raw[self.last_winner] += self.t.last_trick
        if self.events is not None:
            self.note("last trick", (self.last_winner, self.t.last_trick))
        if self.t.points_vary and self.t.has_bury:
            self.bury_left = 0
            for card in range(self.t.types):
                self.bury_left += self.buried[card] * self.t.trump_points[self.trump * 64 + card]
        if self.t.discards_to:
            self.count_laid_aside()
        if self.t.widow_last:
            self.win_widow()
        if self.bury_left == 0 and not self.t.uses_taken:
            return
        owner = NOBODY
        if self.t.bury_counts_for == 0:
            owner = self.declarer
        elif self.t.bury_counts_for == 4:
            owner = self.widow_owner if self.widow_owner >= 0 else self.declarer
        elif self.t.bury_counts_for == 1:
            owner = self.first_of(self.who_set(WHO_DEFENDERS, 0))
        elif self.t.bury_counts_for == 3:
            owner = self.last_winner
        if owner >= 0 and self.t.has_bury:
            self.raw[owner] += self.bury_left  # points of his, but cards of no trick: not in `taken`
            if self.events is not None:
                self.note("buried", (owner, self.bury_left))
        self.bury_left = 0

    def win_widow(self) -> None:
        """Count the widow for the winner of the last trick; nobody has had it in hand."""
        at = self.t.seats * self.t.hand
        for i in range(self.t.widow):
            self.raw[self.last_winner] += self.t.trump_points[self.trump * 64 + self.deck[at + i]]
            if self.t.uses_taken:
                self.taken[self.last_winner * 64 + self.deck[at + i]] += 1

    # -- the stock

    def face_down_left(self) -> bool:
        """Tell whether the stock has cards besides the turn-up."""
        return self.stock_next < self.t.stock_to

    def turn_up_left(self) -> bool:
        """Tell whether the card turned up still lies with the stock."""
        return self.turn_up >= 0 and self.t.turn_up != 3 and not self.closed

    def draw_cards(self) -> None:
        """Let everyone draw after a trick."""
        seats = self.t.seats
        winner = self.last_winner
        first = winner if self.t.winner_draws_first else winner + 1
        taker = NOBODY
        if self.turn_up_left() and self.t.stock_to - self.stock_next < seats:
            takes = self.t.winner_takes_turn_up or self.takes_turned
            taker = winner if takes else (winner + seats - 1) % seats
        for i in range(seats):
            seat = (first + i) % seats
            self.draw_card(seat, seat == taker or not self.face_down_left())

    def draw_card(self, seat: int, turned: bool) -> None:
        """Give a seat the turn-up, or the next card of the stock."""
        if turned:
            if self.turn_up_left():
                self.gain_card(seat, self.turn_up, ALL_SEATS)
                self.turn_up = NOBODY
        else:
            self.gain_card(seat, self.deck[self.stock_next], 1 << seat)
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
        if self.t.again:
            used = self.uses[at + best]
            while used:
                entry = lowest(used)
                used &= used - 1
                self.broken[seat * 256 + entry * 4 + self.slot_of(entry, card)] += 1
        self.uses[at + best] = self.uses[at + n - 1]
        self.uses[at + n - 1] = 0

    def used_first(self, seat: int, card: int) -> None:
        """Number the copies of a card anew: those on the table first, so that others may come and go."""
        at = (seat * 64 + card) * 8
        n = 0
        for copy in range(self.count[seat * 64 + card]):
            used = self.uses[at + copy]
            self.uses[at + copy] = 0
            if used:
                self.uses[at + n] = used
                n += 1

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
        if self.t.entry_bare[entry]:
            return True
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
        lacking = ~self.hand[seat]
        for instance in range(self.t.form[form * 5 + 3], self.t.form[form * 5 + 4]):
            if self.t.instance_mask[instance] & lacking:
                continue
            if self.t.again and self.new_in_old(seat, entry, self.t.form[form * 5 + 1], instance) > 0:
                return instance
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
        if self.t.entry_swaps[entry] and self.t.form[form * 5 + 2] == 0 and not self.can_swap(first):
            return False
        if self.t.entry_limit[entry] and self.melded[seat * 64 + kind] >= self.t.entry_limit[entry]:
            return False
        if self.t.entry_swaps[entry]:  # a card that comes back with the turn-up has been laid already
            copies = self.t.copies[self.t.instance_type[self.t.instance_at[first]]]
            if self.melded[seat * 64 + kind] >= (4 * copies if self.t.entry_slots[entry] else copies):
                return False
        if self.form_instance(seat, form) < 0:
            return False
        return not self.t.meld_rules or self.entries_on(seat) >> entry & 1 != 0

    def list_melds(self, seat: int) -> int:
        """Fill the legal actions with the melds that a seat may lay; return how many."""
        n = 0
        free_only = self.meld_moment == M_TRICK and self.meld_done and not self.t.several
        for form in range(self.t.form_at[self.trump], self.t.form_at[self.trump + 1]):
            entry = self.t.form[form * 5]
            if free_only and not self.t.entry_free[entry]:
                continue
            if not self.at_its_moment(entry):
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
        instance = self.form_instance(seat, form)
        if self.t.again and self.new_in_old(seat, entry, self.t.form[form * 5 + 1], instance) > 0:
            self.replace_cards(seat, entry, self.t.form[form * 5 + 1], instance)
            self.note_meld(seat, form, instance)
            return
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
        self.note_meld(seat, form, instance)

    def note_meld(self, seat: int, form: int, instance: int) -> None:
        """Count a meld whose cards have been laid, and do what follows from it."""
        entry = self.t.form[form * 5]
        worth = self.t.form[form * 5 + 2]
        kind = self.t.meld_number[entry]
        self.laid_meld[seat] = min(self.laid_meld[seat], MOST_LAID) + worth
        self.laid_kinds[seat] |= bit_of(entry)
        if self.melded[seat * 64 + kind] < 255:
            self.melded[seat * 64 + kind] += 1
        self.meld_of[seat * 64 + kind] = min(self.meld_of[seat * 64 + kind], MOST_LAID) + worth
        if self.watched and not self.t.cards_open and self.t.melds_named:
            for card, amount in self.cards_named({entry: 1}).items():
                self.let_know(seat, card, amount, ALL_SEATS)
        if self.t.entry_swaps[entry]:
            self.swap_turn_up(seat, self.t.instance_type[self.t.instance_at[instance]])
        if not self.t.entry_free[entry]:
            self.meld_done = 1
        if self.meld_moment == M_LEAD:
            self.must_lead = self.t.instance_mask[instance]
        if self.t.entry_names[entry] and not self.trump_fixed:
            suit = self.t.form[form * 5 + 1]
            self.trump = suit
            self.asked_trump = suit
            self.trump_fixed = 1

    # -- melds that form again, that stand without cards, that are laid by leading

    def at_its_moment(self, entry: int) -> bool:
        """Tell whether a kind of meld belongs to the present moment."""
        if self.t.entry_bare[entry]:
            return self.meld_moment == M_HAND
        if self.meld_moment == M_FREE:
            return self.t.entry_free[entry] != 0
        if self.meld_moment == M_LEAD:
            return not self.t.entry_free[entry]
        return self.meld_moment == M_TRICK

    def can_swap(self, instance: int) -> bool:
        """Tell whether laying a meld would bring the turn-up."""
        return self.turn_up_left() and self.turn_up != self.t.instance_type[self.t.instance_at[instance]]

    def slot_of(self, entry: int, card: int) -> int:
        """Return the slot that a card of a meld stands in: its suit, where the meld has one of its own in each."""
        return card // self.t.ranks if self.t.entry_slots[entry] else 0

    def lying_in(self, seat: int, entry: int, card: int) -> int:
        """Return how many copies of a card lie in melds of this kind and may serve in one again."""
        at = (seat * 64 + card) * 8
        other = self.t.conflict[entry] & ~bit_of(entry)
        total = 0
        for copy in range(self.count[seat * 64 + card]):
            if self.uses[at + copy] >> entry & 1 and not self.uses[at + copy] & other:
                total += 1
        return total

    def new_in_old(self, seat: int, entry: int, slot: int, instance: int) -> int:
        """Return how many cards would take the place of cards played from a meld of this kind; 0: none may.

        The others must lie in it still, and at least one of the new ones must not be on the table where
        a new card is needed.
        """
        room = self.broken[seat * 256 + entry * 4 + slot]
        if room == 0 or self.t.instance_mask[instance] & ~self.hand[seat]:
            return 0
        total = 0
        new = not self.t.new_card
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            missing = self.t.instance_amount[j] - self.lying_in(seat, entry, card)
            if missing > 0:
                if self.usable(seat, entry, card) < missing:
                    return 0
                total += missing
                if self.fresh(seat, card):
                    new = True
        return total if new and total <= room else 0

    def replace_cards(self, seat: int, entry: int, slot: int, instance: int) -> None:
        """Lay new cards in place of those that were played from a meld of this kind."""
        needs_new = self.t.new_card
        for j in range(self.t.instance_at[instance], self.t.instance_at[instance + 1]):
            card = self.t.instance_type[j]
            missing = self.t.instance_amount[j] - self.lying_in(seat, entry, card)
            if missing > 0:
                fresh_first = needs_new and self.fresh(seat, card) > 0
                if fresh_first:
                    needs_new = False
                self.mark(seat, entry, card, missing, fresh_first)
                self.broken[seat * 256 + entry * 4 + slot] -= missing

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
        self.lose_card(seat, card, ALL_SEATS, 0)
        self.gain_card(seat, self.turn_up, ALL_SEATS)
        self.turn_up = card

    # -- melds laid at once, and what counts of them

    def lay_all(self) -> None:
        """Lay the best melds of every hand."""
        if self.t.from_tricks:
            self.lay_tricks()
            self.melds_laid = 1
            return
        for seat in range(self.t.seats):
            if self.t.over_time:
                continue
            self.laid_meld[seat] = self.hand_meld(seat, self.trump)
            if self.t.tracked and self.laid_meld[seat]:
                self.track_melds(seat)
        if self.watched and not self.t.over_time:
            self.keep_melds()
        self.melds_laid = 1
        if self.events is not None and not self.t.over_time:
            seats = range(self.t.seats)
            hands = [[self.count[s * 64 + card] for card in range(self.t.types)] for s in seats]
            on = [self.entries_on(s) for s in seats]
            self.note("melds", (self.trump, hands, on, [self.laid_meld[s] for s in seats]))

    def track_melds(self, seat: int) -> None:
        """Note which melds a hand lays, for formulas that ask."""
        melds = self.melds_of(seat)
        melds.lay_out(self.count, seat * 64, self.trump)
        self.note_laying(seat, melds)

    def keep_melds(self) -> None:
        """Keep the hands as melds are laid; what lies open is found when somebody looks, unless rules may change."""
        for i in range(64 * self.t.seats):
            self.at_melds[i] = self.count[i]
        self.melds_due = 1 + self.mode
        if self.t.meld_rules:
            self.open_melds()

    def open_melds(self) -> None:
        """Let all know of the melds that were laid at once, as far as the rules show them."""
        if not self.melds_due:
            return
        now = self.t
        self.t = self.modes[self.melds_due - 1]
        self.melds_due = 0
        if not self.t.tracked:
            self.forget_laying()
        for seat in range(self.t.seats):
            if self.laid_meld[seat]:
                melds = self.melds_of(seat)
                melds.lay_out(self.at_melds, seat * 64, self.trump)
                if not self.t.tracked:
                    self.note_laying(seat, melds)
                self.show_melds(seat, melds)
        self.t = now

    def forget_laying(self) -> None:
        """Begin to note which melds are laid, where no formula asks."""
        self.melds_noted = 1
        for i in range(64 * self.t.seats):
            self.melded[i] = 0
            self.meld_of[i] = 0

    def show_melds(self, seat: int, melds: MeldSet) -> None:
        """Let everybody know the cards of the last laying, as far as the rules show them."""
        if self.t.cards_open:
            self.as_shown |= 1 << seat
            for card in range(self.t.types):
                if melds.used[card]:
                    self.leave_unknown(seat, card, self.at_melds[seat * 64 + card] - melds.used[card], ALL_VIEWS)
        elif self.t.melds_named:
            times: dict[int, int] = {}
            for f in range(melds.family_start[self.trump], melds.family_start[self.trump + 1]):
                if melds.laid[f]:
                    times[melds.family_entry[f]] = times.get(melds.family_entry[f], 0) + melds.laid[f]
            for card, amount in self.cards_named(times).items():
                self.leave_unknown(seat, card, self.at_melds[seat * 64 + card] - amount, ALL_SEATS)

    def cards_named(self, times: dict[int, int]) -> dict[int, int]:
        """Return the cards, by type, without which nobody can lay melds of these entries so many times."""
        sure: dict[tuple[int, int], int] = {}
        for number, n in times.items():
            entry = self.t.rules.melds[number]
            ways = [dict(vector) for _, vectors in entry.forms[self.trump] for vector in vectors]
            for card in ways[0] if ways else ():
                least = min([way.get(card, 0) for way in ways])
                for use in entry.classes:
                    sure[use, card] = sure.get((use, card), 0) + n * least
        found: dict[int, int] = {}
        for (_, card), n in sure.items():
            found[card] = max(found.get(card, 0), n)
        return found

    def note_laying(self, seat: int, melds: MeldSet) -> None:
        """Note the melds of the last laying of some tables."""
        for f in range(melds.family_start[self.trump], melds.family_start[self.trump + 1]):
            kind = self.t.meld_number[melds.family_entry[f]]
            self.melded[seat * 64 + kind] += melds.laid[f]
            self.meld_of[seat * 64 + kind] += melds.laid_points[f]

    def meld_victory(self) -> int:
        """Return the account that has laid enough melds of a kind to win the game, or NOBODY; declarers first."""
        first = self.account[self.declarer if self.declarer >= 0 else (self.dealer + 1) % self.t.seats]
        for i in range(self.t.accounts):
            account = (first + i) % self.t.accounts
            for e in range(self.t.n_entries):
                if not self.t.entry_wins[e]:
                    continue
                total = 0
                for seat in range(self.t.seats):
                    if self.account[seat] == account:
                        total += self.melded[seat * 64 + self.t.meld_number[e]]
                if total >= self.t.entry_wins[e]:
                    return account
        return NOBODY

    def lay_tricks(self) -> None:
        """Lay the best melds of the cards that each side has taken in tricks, in the name of its first player."""
        done = 0
        if self.watched and not self.t.tracked:
            self.forget_laying()
        for seat in range(self.t.seats):
            self.laid_meld[seat] = 0
            if done >> seat & 1:
                continue
            mates = self.side_seats(1 << seat)
            done |= mates
            for card in range(64):
                total = 0
                for other in range(self.t.seats):
                    if mates >> other & 1:
                        total += self.taken[other * 64 + card]
                self.pooled[card] = total
            melds = self.best_set(self.pooled, 0, MASK64, self.entries_on(seat), self.trump)
            self.laid_meld[seat] = melds.best(self.pooled, 0, MASK64, self.trump)
            if (self.t.tracked or self.watched) and self.laid_meld[seat]:
                melds.lay_out(self.pooled, 0, self.trump)
                self.note_laying(seat, melds)

    # -- hands built from the pack, cards drawn anew

    def builder(self) -> int:
        """Return who looks at the next card of the pack, or NOBODY once the hands are full."""
        turn = self.stock_next // 2
        if turn >= self.t.seats * self.t.hand:
            return NOBODY
        return (self.dealer + 1 + turn) % self.t.seats

    def build_hand(self, seat: int, keep: bool) -> None:
        """Keep the card looked at, or take the one after it unseen; the other is laid aside."""
        card = self.deck[self.stock_next]
        other = self.deck[self.stock_next + 1]
        self.stock_next += 2
        self.gain_card(seat, card if keep else other, 1 << seat)
        self.laid_aside[seat * 64 + (other if keep else card)] += 1
        if not keep:
            self.rejected[seat * 64 + card] += 1

    def count_laid_aside(self) -> None:
        """Count the cards that were not taken into the hands for whom they belong to."""
        for seat in range(self.t.seats):
            owner = seat
            if self.t.discards_to == 2 and seat == self.declarer:
                owner = self.first_of(self.who_set(WHO_OPPONENT_OF_DECLARER, 0))
            for card in range(self.t.types):
                n = self.laid_aside[seat * 64 + card]
                self.raw[owner] += n * self.t.trump_points[self.trump * 64 + card]
                if self.t.uses_taken:
                    self.taken[owner * 64 + card] += n

    def left_over(self) -> int:
        """Return how many undealt cards are left to draw anew."""
        return self.t.stock_to - self.stock_next

    def list_redraw(self, seat: int) -> int:
        """Fill the legal actions with the cards that may be thrown next, and the end of throwing."""
        n = 0
        if self.to_choose > 0:
            for card in range(self.chosen_from, self.t.types):
                if self.count[seat * 64 + card] > self.chosen[card]:
                    self.options[n] = card
                    n += 1
        self.options[n] = PASS
        return n + 1

    def redraw_hand(self, seat: int) -> None:
        """Throw the chosen cards and draw as many; from a stock that is played for, those thrown go under it."""
        if self.t.stock:
            self.exchange_with_stock(seat)
            return
        for card in range(self.t.types):
            for _ in range(self.chosen[card]):
                self.lose_card(seat, card, 1 << seat, 0)
                self.laid_aside[seat * 64 + card] += 1
                self.rejected[seat * 64 + card] += 1
        for card in range(self.t.types):
            for _ in range(self.chosen[card]):
                self.gain_card(seat, self.deck[self.stock_next], 1 << seat)
                self.stock_next += 1
            self.chosen[card] = 0

    def exchange_with_stock(self, seat: int) -> None:
        """Take as many cards off the stock as were chosen, and put those under it: it keeps its size."""
        drawn = 0
        for card in range(self.t.types):
            drawn += self.chosen[card]
        taken = [self.deck[self.stock_next + i] for i in range(drawn)]
        for i in range(self.stock_next, self.t.stock_to - drawn):
            self.deck[i] = self.deck[i + drawn]
        at = self.t.stock_to - drawn
        for card in range(self.t.types):
            for _ in range(self.chosen[card]):
                self.lose_card(seat, card, 1 << seat, 0)
                self.deck[at] = card
                at += 1
            self.chosen[card] = 0
        for i in range(drawn):
            self.gain_card(seat, taken[i], 1 << seat)

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

# ruff: noqa: F403, F405, FBT001, PLR0915
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Hidden cards as a seat may imagine them.

Every way to lay the cards of `pool` into the places of `gather` is equally likely, as far as hands may hold them:
a shuffle, then exchanges that make good what a hand cannot hold, then as many exchanges at random as make the
order in which that was done forgotten.  What a seat cannot see is written over whole: nothing of it is left.
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

from interpreter._counting import Counting

if TYPE_CHECKING:
    from interpreter._tables import Tables

MASK64 = 0xFFFFFFFFFFFFFFFF
END_TRICKS = 4
"""The end of a deal: so many tricks."""
END_DEALS = 16
"""In so many ways the cards are imagined to lie there."""
END_WORK = 1 << 15
"""Positions in a search for a card at the end."""
TRIES = 32
"""So often an exchange partner is drawn before one is looked for."""


class Imagining(Counting):
    """A game in which the players may imagine the hidden cards."""

    def __init__(
        self,
        modes: list[Tables],
        seed: int = 0,
        game: int = 0,
        dealer: int = -1,
        balances: dict[int, list[int]] | None = None,
    ) -> None:
        self.base: Imagining | None = None
        self.slot_card = [0] * 416
        self.slot_place = [0] * 416
        self.n_slots = 0
        self.bounded = 0
        self.luck = 0
        self.dreaming = 0
        self.tricks_to_go = 0
        self.left_off = 0
        super().__init__(modes, seed, game, dealer, balances)

    # -- a deal that is only imagined ends where the next would begin

    def before_deal(self) -> None:
        """Begin a deal; an imagined one is over."""
        if self.dreaming:
            self.deciding = D_OVER
            return
        Counting.before_deal(self)

    def redeal_cards(self, same: bool) -> None:
        """Deal anew; an imagined deal is over."""
        if self.dreaming:
            self.deciding = D_OVER
            return
        Counting.redeal_cards(self, same)

    def after_trick(self) -> None:
        """Go on after a trick; an imagined deal may be left off here."""
        if self.dreaming and self.tricks_to_go > 0:
            self.tricks_to_go -= 1
            if self.tricks_to_go == 0:
                self.left_off = 1
                self.deciding = D_OVER
                return
        Counting.after_trick(self)

    # -- laying hidden cards

    def chance_below(self, n: int) -> int:
        """Return a number below n, each equally likely, from the stream of what is imagined."""
        self.luck = advance_stream(self.luck)
        return bounded(self.luck, n)

    def set_slots(self) -> None:
        """Set out the hidden cards in table order, and the places that they go to."""
        n = 0
        for card in range(self.t.types):
            for _ in range(self.pool[card]):
                self.slot_card[n] = card
                n += 1
        self.n_slots = 0
        self.bounded = 0
        all_hidden = 0
        for card in range(self.t.types):
            if self.pool[card]:
                all_hidden |= bit_of(card)
        for i in range(self.n_places):
            if all_hidden & ~self.place_mask[i]:
                self.bounded = 1
            for _ in range(self.place_size[i]):
                self.slot_place[self.n_slots] = i
                self.n_slots += 1

    def may_lie(self, card: int, slot: int) -> bool:
        """Tell whether a card may lie in a slot."""
        return self.place_mask[self.slot_place[slot]] >> card & 1 != 0

    def shuffle_slots(self) -> None:
        """Lay the hidden cards anew."""
        n = self.n_slots
        for i in range(n - 1):
            k = i + self.chance_below(n - i)
            card = self.slot_card[i]
            self.slot_card[i] = self.slot_card[k]
            self.slot_card[k] = card
        if not self.bounded:
            return
        self.repair_slots()
        for _ in range(2 * n):
            i = self.chance_below(n)
            k = self.chance_below(n)
            self.exchange(i, k)

    def exchange(self, i: int, k: int) -> bool:
        """Exchange the cards of two slots if both may lie there."""
        card = self.slot_card[i]
        other = self.slot_card[k]
        if not self.may_lie(card, k) or not self.may_lie(other, i):
            return False
        self.slot_card[i] = other
        self.slot_card[k] = card
        return True

    def repair_slots(self) -> None:
        """Exchange cards that cannot lie where they do."""
        n = self.n_slots
        for i in range(n):
            if self.may_lie(self.slot_card[i], i):
                continue
            done = False
            for _ in range(TRIES):
                if self.exchange(i, self.chance_below(n)):
                    done = True
                    break
            start = self.chance_below(n)
            for k in range(n):
                if done:
                    break
                done = self.exchange(i, (start + k) % n)
            if not done:
                self.repair_round(i)

    def repair_round(self, slot: int) -> None:
        """Make a slot good by moving three cards round, where no two can change places."""
        n = self.n_slots
        card = self.slot_card[slot]
        for k in range(n):
            if not self.may_lie(card, k):
                continue
            for m in range(n):
                if self.may_lie(self.slot_card[k], m) and self.may_lie(self.slot_card[m], slot):
                    self.slot_card[slot] = self.slot_card[m]
                    self.slot_card[m] = self.slot_card[k]
                    self.slot_card[k] = card
                    return

    # -- a table as it is imagined

    def forget_hidden(self, table: Imagining, me: int) -> None:
        """Make a copy ready for imagined cards: nobody looks on, and nothing is kept of what a seat has seen alone."""
        table.copy_state(self)
        table.watched = 0
        table.dreaming = 1
        table.melds_due = 0
        for view in range(VIEWS):
            table.informed[view] = 0
        for seat in range(self.t.seats):
            table.player[seat] = 1
            if seat == me:
                continue
            for card in range(self.t.types):
                if self.t.over_time:
                    table.used_first(seat, card)
                if self.t.build or self.t.has_redraw:
                    table.rejected[seat * 64 + card] = 0

    def imagine(self, table: Imagining, me: int) -> None:
        """Write other hidden cards over those of a table."""
        self.luck = scramble(self.luck)
        table.seed = self.luck
        table.game = 0
        table.key = self.luck
        for i in range(9):
            table.stream[i] = stream_start(self.luck, i)
        if self.n_places == 0 and not self.is_dealt():
            return
        self.shuffle_slots()
        tables = self.t
        for seat in range(tables.seats):
            if seat == me:
                continue
            table.hand[seat] = 0
            for card in range(tables.types):
                n = self.fixed[seat * 64 + card]
                table.count[seat * 64 + card] = n
                if n:
                    table.hand[seat] |= bit_of(card)
        slot = 0
        for i in range(self.n_places):
            self.fill_place(table, me, i, slot)
            slot += self.place_size[i]
        table.legal_known = 0
        table.plan_ready = 0

    def fill_place(self, table: Imagining, me: int, place: int, slot: int) -> None:
        """Lay the cards of some slots into a place of a table."""
        kind = self.place_kind[place]
        at = self.place_at[place]
        if kind == IN_BURIED:
            for card in range(self.t.types):
                table.buried[card] = self.buried_open[card]
        elif kind == IN_ASIDE:
            for card in range(self.t.types):
                table.laid_aside[at * 64 + card] = self.rejected[at * 64 + card] if at == me else 0
        elif kind == IN_PASSING:
            for card in range(self.t.types):
                table.passed_card[at * 64 + card] = 0
                if not self.t.ring_n:
                    table.held[card] = 0
        for i in range(self.place_size[place]):
            card = self.slot_card[slot + i]
            if kind == IN_HAND:
                table.count[at * 64 + card] += 1
                table.hand[at] |= bit_of(card)
            elif kind == IN_DECK:
                table.deck[at + i] = card
            elif kind == IN_BURIED:
                table.buried[card] += 1
            elif kind == IN_ASIDE:
                table.laid_aside[at * 64 + card] += 1
            elif kind == IN_PASSING:
                table.passed_card[at * 64 + card] += 1
                if not self.t.ring_n:
                    table.held[card] += 1
        if kind == IN_BURIED:
            table.bury_left = 0
            for card in range(self.t.types):
                table.bury_left += table.buried[card] * self.t.points[card]

    # -- the end of a deal, where it is not known how the cards lie

    def likely_best(self, favourite: int) -> int:
        """Return the card that is best on average of all ways the cards may lie; NOBODY unless few tricks are left."""
        seat = self.seat
        if self.hand_left[seat] > END_TRICKS or self.play_stage() or (self.t.trick_melds and not self.t.has_stock):
            return NOBODY
        if self.solver is None:
            self.solver = self.new_solver()
        if self.base is None:
            self.base = Imagining(self.modes, 0, 0)
        solver = self.solver
        table = self.base
        least = self.shuns_points()
        friends = self.side_seats(1 << seat)
        self.set_slots()
        self.forget_hidden(table, seat)
        self.set_luck(seat)
        total = [0] * 64
        for _ in range(END_DEALS):
            self.imagine(table, seat)
            if solver.begin(table, friends, least) < 0:
                return NOBODY
            rest = self.legal_mask
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                solver.ask_of(card)
                if not solver.search_on(END_WORK):
                    return NOBODY
                total[card] += solver.found_low
        best = favourite
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if total[card] > total[best]:
                best = card
        return best

    def set_luck(self, seat: int) -> None:
        """Start the stream of what is imagined: it depends on the moment of the game and on the seat alone."""
        self.luck = stream_start(stream_key(self.seed, self.game, self.deal, self.redeal), 64 + seat)
        self.luck = scramble(self.luck ^ self.decided)

    # -- for Python

    def imagined_hands(self, seat: int, number: int, luck: int) -> list[list[list[int]]]:
        """Return so many ways in which a seat may imagine all hands, as counts by type (for tests)."""
        self.check_number("seat", seat, self.t.seats)
        table = Imagining(self.modes, 0, 0)
        self.gather(seat)
        self.set_slots()
        self.forget_hidden(table, seat)
        self.luck = luck
        found = []
        for _ in range(number):
            self.imagine(table, seat)
            found.append([table.hand_counts(s) for s in range(self.t.seats)])
        return found

    def swap_hidden(self, seat: int, luck: int) -> None:
        """Put other hidden cards in place of those that a seat cannot see, and other numbers to come (for tests).

        To the seat everything looks as before; what the others know is left as far as it is still true.
        """
        self.check_number("seat", seat, self.t.seats)
        table = Imagining(self.modes, 0, 0)
        self.gather(seat)
        self.set_slots()
        self.forget_hidden(table, seat)
        self.luck = luck
        self.imagine(table, seat)
        if self.is_dealt():
            self.set_hidden([table.hand_counts(s) for s in range(self.t.seats)], [])
        self.take_rest(table)

    def take_rest(self, table: Imagining) -> None:
        """Take over what of an imagined table is no hand."""
        for i in range(416):
            self.deck[i] = table.deck[i]
        for i in range(9):
            self.stream[i] = table.stream[i]
        self.bury_left = table.bury_left
        for card in range(64):
            self.buried[card] = table.buried[card]
            if self.unseen and not self.t.ring_n:
                self.held[card] = table.held[card]
        for i in range(512):
            self.laid_aside[i] = table.laid_aside[i]
            if self.unseen:
                self.passed_card[i] = table.passed_card[i]

    def suppose_play(self, figures: dict[str, int], hand: list[int], trick: list[int], seen: list[int]) -> None:
        """Stand in the middle of the play of a deal: a hand, what lies in the trick, the cards played before.

        A card is to be played already, whichever; nothing stays of what the others have shown or done.  They get
        cards of any kind, which `swap_hidden` then deals as they may lie.
        """
        self.open_melds()
        me = figures["seat"]
        turned = figures["turn_up"]
        self.set_table(figures)
        self.turn_up = turned
        self.trump_fixed = 1
        self.must_lead = 0
        self.bury_left = 0
        self.lying = 0
        self.n_laid = 0
        self.gone = 0
        for view in range(VIEWS):
            self.informed[view] = 0
        for seat in range(8):
            self.lacks[seat] = 0
            self.raw[seat] = 0
            self.tricks[seat] = 0
            self.laid_meld[seat] = 0
            self.own_meld[seat] = 0
        for at in range(64):
            self.buried[at] = 0
            self.buried_open[at] = 0
            self.seen[at] = 0
        for at in range(512):
            self.laid_aside[at] = 0
            self.rejected[at] = 0
            self.passed_card[at] = 0
            self.taken[at] = 0
        self.stock_next = self.t.stock_to - figures["stock_left"] if self.t.has_stock else self.t.stock_to
        left = [self.t.copies[card] for card in range(self.t.types)]
        for card in [*hand, *trick, *seen]:
            left[card] -= 1
        if turned >= 0 and self.t.turn_up != 3:
            left[turned] -= 1
        rest = [card for card in range(self.t.types) for _ in range(left[card])]
        counts = [[0] * self.t.types for _ in range(self.t.seats)]
        for card in hand:
            counts[me][card] += 1
        self.leader = figures["leading"]
        self.set_places()
        seat = self.leader
        played = 0
        for _ in range(len(trick)):
            played |= 1 << seat
            seat = self.present((seat + 1) % self.t.seats)
        at = 0
        for seat in range(self.t.seats):
            if seat != me and not self.absent >> seat & 1:
                for card in rest[at : at + len(hand) - (played >> seat & 1)]:
                    counts[seat][card] += 1
                at += len(hand) - (played >> seat & 1)
        self.set_hidden(counts, rest[at : at + figures["stock_left"]])
        self.seat = self.leader
        for card in trick:
            self.show_card(card)
            self.seat = self.present((self.seat + 1) % self.t.seats)
        for card in [*trick, *seen]:
            self.seen[card] += 1
            if self.seen[card] == self.t.copies[card]:
                self.gone |= bit_of(card)
        self.set_places()
        self.tricks_played = len(seen) // self.trick_size
        self.ask(self.to_play(), D_PLAY)

    def choose_anew(self) -> None:
        """Let a seat that chooses cards begin to choose, after `set_hidden` has given it others."""
        if self.deciding == D_BURY:
            self.start_burying()
        elif self.deciding == D_EXCHANGE and self.asking:
            self.start_choosing(self.giver, self.t.ask_back, 0, False)
        elif self.deciding == D_EXCHANGE:
            melded = False if self.t.ring_n else self.t.exchange_not_melded
            self.start_choosing(self.giver, self.t.exchange_cards, self.t.exchange_not[self.trump], melded)
        elif self.deciding == D_REDRAW:
            self.start_choosing(self.giver, self.to_choose, 0, False)
        self.legal_known = 0

    def hidden_places(self, seat: int) -> tuple[list[int], list[tuple[int, int, int, int]]]:
        """Return which cards a seat cannot see, by type, and where they may lie: kind, number, size, mask."""
        self.check_number("seat", seat, self.t.seats)
        self.gather(seat)
        places = [
            (self.place_kind[i], self.place_at[i], self.place_size[i], self.place_mask[i]) for i in range(self.n_places)
        ]
        return [self.pool[card] for card in range(self.t.types)], places

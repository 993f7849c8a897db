# ruff: noqa: F403, F405
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""From the first bid to the first card: auction, trump, widow, exchange and burying.

Cards to pass or bury are chosen one at a time in table order, so each set has exactly one sequence.
"""

from __future__ import annotations

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._tricks import Tricks


class Auction(Tricks):
    """A state that knows how the declarer, trump and the hands are settled before the play."""

    # -- auction

    def start_auction(self) -> None:
        """Let the first speaker speak."""
        self.opener = self.first_of(self.who_set(self.t.opens, 0))
        self.speaker = NOBODY
        self.passed = 0
        self.taking = 0
        self.waiting_last = 1 if self.t.last_word >= 0 else 0
        if self.t.holds >= 0:
            self.bid = self.t.holds
            self.bidder = self.opener
            self.bids[self.opener] += 1
            self.best_bid[self.opener] = self.bid
            self.speaker = self.opener

    def in_auction(self) -> int:
        """Return the seats that may still speak in turn."""
        seats = 0
        last = 0
        if self.waiting_last:
            last = self.who_set(self.t.last_word, 0)
        for s in range(self.t.seats):
            if self.passed >> s & 1 or last >> s & 1:
                continue
            if self.t.turns and self.spoken[s] >= self.t.turns:
                continue
            seats |= 1 << s
        return seats

    def has_last_word(self) -> bool:
        """Tell whether the speaker is the one who speaks once after the others."""
        return self.waiting_last == 2

    def next_speaker(self) -> None:
        """Find who speaks next; `speaker` is NOBODY when the auction is over."""
        left = self.in_auction()
        others = left
        if self.bidder >= 0:
            others &= ~(1 << self.bidder)
        if self.waiting_last == 2:
            self.speaker = NOBODY
            return
        taker = self.who_set(self.t.taker, 0) if self.t.all_pass == T_NOTHING else 0
        if self.bidder < 0 and taker and left == taker:
            others = 0
        if others:
            if self.speaker < 0:
                self.speaker = self.opener if others >> self.opener & 1 else self.next_of(others, self.opener)
            else:
                self.speaker = self.next_of(others, self.speaker)
            return
        self.speaker = NOBODY
        if self.waiting_last == 1:
            last = self.first_of(self.who_set(self.t.last_word, 0))
            if last != self.bidder and not (self.bidder < 0 and taker >> last & 1):
                self.waiting_last = 2
                self.speaker = last

    def end_auction(self) -> None:
        """Give the contract to the highest bidder, or see what follows from an auction without a bid."""
        if self.bidder >= 0:
            self.give_contract(self.bidder, self.bid)
            self.step = S_AFTER
        elif self.t.all_pass == T_SAME_DEALER:
            self.step = S_SAME_DEALER
        elif self.t.all_pass == T_NEXT_DEALER:
            self.step = S_NEXT_DEALER
        elif self.t.taken_or_more:
            self.speaker = self.first_of(self.who_set(self.t.taker, 0))
            self.taking = 1
            self.step = S_BID
        else:
            self.give_contract(self.first_of(self.who_set(self.t.taker, 0)), self.t.taken_at)
            self.step = S_AFTER

    def give_contract(self, seat: int, points: int) -> None:
        """Make a seat the declarer."""
        self.declarer = seat
        self.bid = points
        if self.t.sides == SIDES_DECLARER:
            for s in range(self.t.seats):
                self.side[s] = 0 if s == seat else 1
            self.make_mates()

    def make_bid(self, points: int) -> None:
        """Let the speaker bid."""
        self.bidder = self.speaker
        self.bid = points
        self.bids[self.speaker] += 1
        self.best_bid[self.speaker] = points
        self.spoken[self.speaker] += 1
        if self.t.may_return:
            self.passed = 0

    def pass_bid(self) -> None:
        """Let the speaker pass."""
        self.passed |= 1 << self.speaker
        self.spoken[self.speaker] += 1

    def list_bids(self) -> None:
        """Fill the legal actions with what the speaker may say."""
        seat = self.speaker
        if self.taking:
            self.n_options = self.list_taking()
            return
        n = 0
        if self.true_for(self.t.may_bid, seat):
            if self.has_last_word() and self.bidder >= 0 and self.t.last_steps_n:
                n = self.list_steps(n, self.t.last_steps_at, self.t.last_steps_n)
            elif self.bidder < 0:
                low = self.t.ladder[0]
                if self.t.minimum:
                    low = self.run(self.t.minimum, seat)
                index = self.t.bid_index(low)
                while index < self.t.n_ladder:
                    self.options[n] = BID_ACTION + index
                    n += 1
                    index += 1
                    if not self.t.jumps:
                        break
            elif self.t.jumps:
                n = self.list_higher(n)
            else:
                n = self.list_steps(n, self.t.steps_at, self.t.steps_n)
        bound = self.t.must_bid and self.run(self.t.must_bid, seat) != 0
        if self.t.must_open and self.bidder < 0 and seat == self.opener and self.spoken[seat] == 0:
            bound = True
        if self.t.may_pass and not self.run(self.t.may_pass, seat):
            bound = True
        if n == 0 or not bound:
            self.options[n] = PASS
            n += 1
        self.n_options = n

    def list_higher(self, n: int) -> int:
        """Add every bid above the present one."""
        for index in range(self.t.bid_index(self.bid + 1), self.t.n_ladder):
            self.options[n] = BID_ACTION + index
            n += 1
        return n

    def list_steps(self, n: int, at: int, steps: int) -> int:
        """Add the bids that are certain points above the present one."""
        for k in range(steps):
            points = self.bid + self.t.pool[at + k]
            index = self.t.bid_index(points)
            if index < self.t.n_ladder and self.t.ladder[index] == points:
                self.options[n] = BID_ACTION + index
                n += 1
        return n

    def list_taking(self) -> int:
        """List what one may say who cannot refuse the contract."""
        n = 0
        index = self.t.bid_index(self.t.taken_at)
        if index >= self.t.n_ladder or self.t.ladder[index] != self.t.taken_at:
            self.options[0] = TAKE
            n = 1
        while index < self.t.n_ladder:
            self.options[n] = BID_ACTION + index
            n += 1
            index += 1
        return n

    # -- trump

    def trump_allowed(self, suit: int) -> bool:
        """Tell whether the declarer may name a suit."""
        if not self.t.trump_mask[suit]:
            return False
        self.asked_trump = suit
        allowed = self.true_for(self.t.trump_needs, self.declarer)
        self.asked_trump = self.trump
        return allowed

    def list_trumps(self) -> None:
        """Fill the legal actions with the suits that the declarer may name."""
        n = 0
        for suit in range(4):
            if self.trump_allowed(suit):
                self.options[n] = TRUMP_ACTION + suit
                n += 1
        if self.t.trump_or_none:
            self.options[n] = TRUMP_ACTION + 4
            n += 1
        self.n_options = n

    def set_trump(self, suit: int) -> None:
        """Fix trump."""
        self.trump = suit
        self.asked_trump = suit
        self.trump_fixed = 1

    # -- widow

    def take_widow(self) -> None:
        """Give the widow to whom it belongs, if he is known."""
        owner = self.first_of(self.who_set(self.t.widow_to, 0)) if self.t.widow_to >= 0 else NOBODY
        if owner < 0:
            return
        at = self.t.seats * self.t.hand
        for i in range(self.t.widow):
            self.give_card(owner, self.deck[at + i])

    # -- exchange and burying

    def partner_of(self, seat: int) -> int:
        """Return the other player of a side of two."""
        for other in range(self.t.seats):
            if other != seat and self.side[other] == self.side[seat]:
                return other
        return NOBODY

    def start_exchange(self) -> None:
        """Let the first of the two partners choose cards."""
        for i in range(64):
            self.held[i] = 0
        partner = self.partner_of(self.declarer)
        self.receiver = self.declarer if self.t.exchange_order != 1 else partner
        giver = partner if self.t.exchange_order != 1 else self.declarer
        self.start_choosing(giver, self.t.exchange_cards, self.t.exchange_not[self.trump])

    def start_choosing(self, giver: int, cards: int, barred: int) -> None:
        """Let a seat choose so many cards; those that are barred only when nothing else is left."""
        self.giver = giver
        self.plan_ready = 0
        self.to_choose = min(cards, self.hand_left[giver])
        self.chosen_from = 0
        free = 0
        for i in range(64):
            self.chosen[i] = 0
            self.avail[i] = 0
        for card in range(self.t.types):
            if not barred >> card & 1:
                self.avail[card] = self.count[giver * 64 + card]
                free += self.avail[card]
        if free < self.to_choose:
            for card in range(self.t.types):
                self.chosen[card] = self.avail[card]
                self.avail[card] = self.count[giver * 64 + card] - self.chosen[card]
            self.to_choose -= free

    def choice_mask(self) -> int:
        """Return the cards that may be chosen next: in table order, with enough left to complete the number."""
        left = 0
        later = self.hand[self.giver] & ~(bit_of(self.chosen_from) - 1)
        rest = later
        while rest:
            left += self.avail[lowest(rest)]
            rest &= rest - 1
        mask = later
        rest = later
        while rest:
            card = lowest(rest)
            if self.avail[card] == 0 or left < self.to_choose:
                mask &= ~bit_of(card)
            left -= self.avail[card]
            rest &= rest - 1
        return mask

    def choose_card(self, card: int) -> bool:
        """Choose a card; return whether that was the last one."""
        self.chosen[card] += 1
        self.avail[card] -= 1
        self.chosen_from = card
        self.to_choose -= 1
        return self.to_choose == 0

    def hand_over(self) -> bool:
        """Pass the chosen cards on; return whether the other partner still has to choose."""
        giver = self.giver
        first = self.giver != self.declarer if self.t.exchange_order != 1 else self.giver == self.declarer
        for card in range(self.t.types):
            n = self.chosen[card]
            for _ in range(n):
                self.take_card(giver, card)
            self.passed_card[self.receiver * 64 + card] = n
            if self.t.exchange_order == 2 and first:
                self.held[card] = n
            else:
                for _ in range(n):
                    self.give_card(self.receiver, card)
                for _ in range(self.held[card]):
                    self.give_card(giver, card)
        if not first:
            return False
        other = self.receiver
        self.receiver = giver
        self.start_choosing(other, self.t.exchange_cards, self.t.exchange_not[self.trump])
        return True

    def start_burying(self) -> None:
        """Let the declarer choose cards to lay away."""
        self.start_choosing(self.declarer, self.t.bury_cards, self.t.bury_not[self.trump])
        if not self.t.bury_not_melded:
            return
        melds = self.melds_of(self.declarer)
        melds.lay_out(self.count, self.declarer * 64, self.trump)
        free = 0
        for card in range(self.t.types):
            spare = self.count[self.declarer * 64 + card] - melds.used[card]
            self.avail[card] = min(self.avail[card], spare)
            free += self.avail[card]
        if free < self.to_choose:
            self.start_choosing(self.declarer, self.t.bury_cards, self.t.bury_not[self.trump])

    def bury_cards(self) -> None:
        """Lay the chosen cards away."""
        for card in range(self.t.types):
            n = self.chosen[card]
            self.buried[card] += n
            self.bury_left += n * self.t.points[card]
            for _ in range(n):
                self.take_card(self.declarer, card)

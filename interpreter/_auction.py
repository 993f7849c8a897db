# ruff: noqa: F403, F405, FBT001
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
        if self.opener < 0:
            self.opener = (self.dealer + self.t.bid_step) % self.t.seats
        self.speaker = NOBODY
        self.passed = 0
        self.taking = 0
        self.waiting_last = 1 if self.t.last_word >= 0 else 0
        if self.t.holds >= 0:
            self.bid = self.t.holds
            self.bid_index = self.t.bid_index(self.t.holds)
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
        return self.first_sides(seats) if self.t.carries_on else seats

    def first_sides(self, seats: int) -> int:
        """Return, of seats that may speak, the first of each side: his partner carries on once he has passed."""
        found = 0
        for i in range(self.t.seats):
            s = (self.opener + i * self.t.bid_step) % self.t.seats
            if seats >> s & 1 and not found & self.side_seats(1 << s):
                found |= 1 << s
        return found

    def first_pair(self, seats: int) -> int:
        """Return the two who bid against each other: the others wait for the one who survives."""
        found = 0
        for i in range(self.t.seats):
            s = (self.opener + i * self.t.bid_step) % self.t.seats
            if seats >> s & 1 and found & (found - 1) == 0:
                found |= 1 << s
        return found

    def expose_widow(self, before: int) -> None:
        """Turn the next card of the widow up if the speaker begins another round."""
        if before >= 0 and self.turns_after_opener(self.speaker) <= self.turns_after_opener(before):
            self.exposed = min(self.exposed + 1, self.t.widow)

    def turns_after_opener(self, seat: int) -> int:
        """Return how many turns after the first speaker a seat speaks in each round."""
        seats = self.t.seats
        return (seat - self.opener + seats) * self.t.bid_step % seats

    def next_bidder(self, seats: int, after: int) -> int:
        """Return the first seat of a set after a seat, in the order of the auction."""
        for i in range(1, self.t.seats + 1):
            seat = (after + i * self.t.bid_step) % self.t.seats
            if seats >> seat & 1:
                return seat
        return NOBODY

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
        if others and self.t.duel:
            others &= self.first_pair(left)
        if others:
            before = self.speaker
            if self.speaker < 0:
                self.speaker = self.opener if others >> self.opener & 1 else self.next_bidder(others, self.opener)
            else:
                self.speaker = self.next_bidder(others, self.speaker)
            if self.t.exposes:
                self.expose_widow(before)
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
            self.passed_outs += 1
            self.step = S_SAME_DEALER
        elif self.t.all_pass == T_NEXT_DEALER:
            self.passed_outs += 1
            self.step = S_NEXT_DEALER
        elif self.t.taken_or_more:
            self.speaker = max(0, self.first_of(self.who_set(self.t.taker, 0)))
            self.taking = 1
            self.step = S_BID
        else:
            self.give_contract(self.first_of(self.who_set(self.t.taker, 0)), self.t.taken_at)
            self.step = S_AFTER

    def give_contract(self, seat: int, points: int) -> None:
        """Make a seat the declarer."""
        self.declarer = seat
        self.bid = points
        if self.t.sides in (SIDES_DECLARER, SIDES_PARTNER):
            for s in range(self.t.seats):
                self.side[s] = 0 if s == seat else 1

    def make_bid(self, points: int) -> None:
        """Let the speaker bid; a call that stood as the bid stands no more."""
        if self.bid_call >= 0:
            tables = self.modes[self.bid_mode]
            number = tables.call_number[self.bid_call]
            self.called[number] = 0
            self.caller_of[number] = NOBODY
        self.bid_call = -1
        self.bid_suit = -1
        self.bidder = self.speaker
        self.bid = points
        self.bid_index = self.t.bid_index(points)
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
        suits = self.suits_to_bid(seat) if self.t.with_suit else 0
        if suits if self.t.with_suit else self.true_for(self.t.may_bid, seat):
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
        if suits:
            n = self.name_suits(0, n, suits)
        bound = self.t.must_bid and self.run(self.t.must_bid, seat) != 0
        if self.t.must_open and self.bidder < 0 and seat == self.opener and self.spoken[seat] == 0:
            bound = True
        if self.t.may_pass and not self.run(self.t.may_pass, seat):
            bound = True
        if n == 0 or not bound:
            for word in range(self.t.pass_words - 1):
                self.options[n] = PASS_WORD + word
                n += 1
            self.options[n] = PASS
            n += 1
        self.n_options = n

    def suits_to_bid(self, seat: int) -> int:
        """Return the suits that a player may name with a bid, as bits; 4 is no trump."""
        found = 0
        for suit in range(self.t.bid_suits):
            if suit < 4 and not self.t.trump_mask[suit]:
                continue
            self.asked_trump = suit
            if self.true_for(self.t.may_bid, seat) and self.true_for(self.t.trump_needs, seat):
                found |= 1 << suit
        self.asked_trump = self.trump
        return found

    def name_suits(self, start: int, n: int, suits: int) -> int:
        """Turn listed bids from `start` on into bids with each of some suits; return the new end of the list."""
        k = bit_count(suits)
        for i in range(n - start):
            place = n - 1 - i
            bid = self.options[place] - BID_ACTION
            at = start + (place - start) * k
            for suit in range(self.t.bid_suits):
                if suits >> suit & 1:
                    self.options[at] = BID_ACTION + bid * self.t.bid_suits + suit
                    at += 1
        return start + (n - start) * k

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
            index = self.bid_index
            while index < self.t.n_ladder and self.t.ladder[index] < points:
                index += 1
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
        else:
            self.options[0] = BID_ACTION + index
            index += 1
        start = 1 if self.options[0] == TAKE else 0
        n = 1
        if not self.true_for(self.t.may_bid, self.speaker) and not self.t.with_suit:
            return n  # he has to take it, and may not go higher
        while index < self.t.n_ladder:
            self.options[n] = BID_ACTION + index
            n += 1
            index += 1
        if self.t.with_suit:
            suits = self.suits_to_bid(self.speaker)
            if not suits:  # he has to take it all the same, and names a suit afterwards
                self.options[0] = TAKE
                return 1
            n = self.name_suits(start, n, suits)
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
        self.widow_open = 1 if self.t.widow_shown and self.true_for(self.t.widow_shown_if, self.asked_seat()) else 0
        self.widow_taken = 1
        if self.t.split_n:
            self.share_widow()
            return
        owner = self.first_of(self.who_set(self.t.widow_to, 0)) if self.t.widow_to >= 0 else NOBODY
        if owner < 0:
            return
        self.widow_owner = owner
        at = self.t.seats * self.t.hand
        if self.events is not None:
            self.note("widow", (owner, [self.deck[at + i] for i in range(self.t.widow)]))
        for i in range(self.t.widow):
            self.gain_card(owner, self.deck[at + i], self.who_saw(i, owner))
        self.with_widow |= 1 << owner

    def who_saw(self, place: int, owner: int) -> int:
        """Return the seats that see a card of the widow when somebody takes it."""
        return ALL_SEATS if self.widow_open or place < self.exposed else 1 << owner

    def show_widow(self, cards: int) -> None:
        """Let everybody know the first cards of the widow where its owner has it in hand as he took it."""
        if not self.watched or self.widow_owner < 0 or not self.with_widow >> self.widow_owner & 1:
            return
        if self.tricks_played or self.n_laid:
            return
        at = self.t.seats * self.t.hand
        for i in range(cards):
            amount = 0
            for k in range(cards):
                amount += 1 if self.deck[at + k] == self.deck[at + i] else 0
            self.let_know(self.widow_owner, self.deck[at + i], amount, ALL_SEATS)

    def share_widow(self) -> None:
        """Share the widow out: so many cards to each of some players, the declarer first."""
        start = self.t.seats * self.t.hand
        at = start
        for i in range(self.t.split_n):
            seats = self.who_set(self.t.pool[self.t.split_at + 2 * i], 0)
            for k in range(self.t.seats):
                seat = (max(self.declarer, 0) + k) % self.t.seats
                if not seats >> seat & 1:
                    continue
                cards = min(self.t.pool[self.t.split_at + 2 * i + 1], start + self.t.widow - at)
                if self.events is not None:
                    self.note("widow", (seat, [self.deck[at + k] for k in range(cards)]))
                for _ in range(cards):
                    self.gain_card(seat, self.deck[at], self.who_saw(at - start, seat))
                    at += 1

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
        if self.t.ring_n:
            self.start_ring()
            return
        self.unseen = 1 if self.t.exchange_order == 2 else 0
        partner = self.partner_of(self.declarer)
        self.receiver = self.declarer if self.t.exchange_order != 1 else partner
        giver = partner if self.t.exchange_order != 1 else self.declarer
        self.start_choosing(giver, self.t.exchange_cards, self.t.exchange_not[self.trump], self.t.exchange_not_melded)

    def start_choosing(self, giver: int, cards: int, barred: int, melded: bool) -> None:
        """Let a seat choose so many cards; those that are barred (or melded) only when nothing else is left."""
        melds = self.t.all_melds
        if melded:
            self.open_melds()
            melds = self.melds_of(giver)
            melds.lay_out(self.count, giver * 64, self.trump)
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
                if melded:
                    self.avail[card] = max(0, self.count[giver * 64 + card] - melds.used[card])
                if barred & bit_of(DEALT_BIT):
                    kept = self.dealt_left(giver, card)
                    self.avail[card] = max(0, min(self.avail[card], self.count[giver * 64 + card] - kept))
                free += self.avail[card]
        self.forced_bury = 1 if free < self.to_choose else 0
        self.melds_stay = 0
        if melded and not self.forced_bury and barred & self.t.all_types == 0:
            self.melds_stay = self.as_shown >> giver & 1
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

    def chosen_cards(self) -> list[int]:
        """Return the cards chosen, also those that were no choice."""
        return [card for card in range(self.t.types) for _ in range(self.chosen[card])]

    def hand_over(self) -> bool:
        """Pass the chosen cards on; return whether the other partner still has to choose."""
        giver = self.giver
        if self.events is not None:
            self.note("pass", (giver, self.receiver, self.chosen_cards()))
        if self.asking:
            self.give_back()
            return False
        if self.t.ring_n:
            return self.pass_in_ring()
        first = self.giver != self.declarer if self.t.exchange_order != 1 else self.giver == self.declarer
        waiting = self.t.exchange_order == 2 and first
        both = 1 << giver | 1 << self.receiver
        self.note_passes()
        for card in range(self.t.types):
            n = self.chosen[card]
            for _ in range(n):
                self.lose_card(giver, card, 1 << giver if waiting else both, self.melds_stay)
            self.passed_card[self.receiver * 64 + card] = n
            if waiting:
                self.held[card] = n
            else:
                for _ in range(n):
                    self.gain_card(self.receiver, card, both)
                for _ in range(self.held[card]):
                    self.gain_card(giver, card, both)
        if not first:
            self.unseen = 0
            return False
        other = self.receiver
        self.receiver = giver
        self.start_choosing(other, self.t.exchange_cards, self.t.exchange_not[self.trump], self.t.exchange_not_melded)
        return True

    def note_passes(self) -> None:
        """Keep which cards the giver passes, and to whom, for him to see."""
        if self.watched:
            self.passes.extend([(self.giver, self.receiver, card) for card in self.chosen_cards()])

    # -- an exchange among all of a side

    def start_ring(self) -> None:
        """Let the first of the declaring side choose what he passes on."""
        side = self.side_seats(1 << self.declarer)
        self.ring_left = side
        self.unseen = 1 if self.t.exchange_order == 2 else 0
        first = self.declarer
        if self.t.exchange_order == 0:
            first = self.next_of(side & ~(1 << self.declarer), self.declarer)
        self.choose_in_ring(first)

    def choose_in_ring(self, giver: int) -> None:
        """Let one of the side choose cards for the one next to him, on the side that this deal names."""
        step = self.t.pool[self.t.ring_at + (self.deal - 1) % self.t.ring_n]
        side = self.side_seats(1 << giver)
        seat = giver
        for _ in range(self.t.seats):
            seat = (seat + step + self.t.seats) % self.t.seats
            if side >> seat & 1:
                break
        self.receiver = seat
        self.start_choosing(giver, self.t.exchange_cards, self.t.exchange_not[self.trump], False)

    def pass_in_ring(self) -> bool:
        """Pass the chosen cards on; return whether somebody has still to choose.

        Where nobody may see what he gets before all have chosen, the cards wait on the table.
        """
        giver = self.giver
        both = 1 << giver | 1 << self.receiver
        self.passed_by[self.receiver] = giver
        self.note_passes()
        for card in range(self.t.types):
            n = self.chosen[card]
            self.passed_card[self.receiver * 64 + card] = n
            for _ in range(n):
                self.lose_card(giver, card, 1 << giver if self.unseen else both, 0)
                if not self.unseen:
                    self.gain_card(self.receiver, card, both)
        self.ring_left &= ~(1 << giver)
        if self.ring_left:
            self.choose_in_ring(self.next_of(self.ring_left, giver))
            return True
        if self.unseen:
            for seat in range(self.t.seats):
                for card in range(self.t.types):
                    for _ in range(self.passed_card[seat * 64 + card]):
                        self.gain_card(seat, card, 1 << seat | 1 << self.passed_by[seat])
        self.unseen = 0
        return False

    # -- asking for a card

    def start_asking(self) -> bool:
        """See whether somebody asks for a card; `giver` is the one who does."""
        self.giver = self.first_of(self.who_set(self.t.ask_by, 0))
        if self.giver < 0 or not self.true_for(self.t.ask_if, self.giver):
            return False
        return self.ask_mask() != 0

    def ask_mask(self) -> int:
        """Return the cards that may be asked for: those of which others may hold one."""
        mask = self.t.ask_cards[self.trump] & self.t.all_types
        for card in range(self.t.types):
            if self.count[self.giver * 64 + card] >= self.t.copies[card]:
                mask &= ~bit_of(card)
        return mask

    def ask_for(self, card: int) -> bool:
        """Ask round for a card; return whether its holder gets cards in return."""
        asker = self.giver
        self.asked_card = card
        holder = NOBODY
        seat = asker
        for _ in range(self.t.seats - 1):
            seat = (seat + self.t.ask_start + self.t.seats) % self.t.seats
            if holder < 0 and self.count[seat * 64 + card]:
                holder = seat
        if holder < 0:
            return False
        if self.t.ask_makes_partner:
            self.make_partner(holder)
            self.let_know(holder, card, 1, ALL_SEATS)
        if self.t.ask_moves:
            self.lose_card(holder, card, ALL_SEATS, 0)
            self.gain_card(asker, card, ALL_SEATS)
            self.passed_card[asker * 64 + card] += 1
            if self.watched:
                self.passes.append((holder, asker, card))
        if self.t.ask_makes_partner or self.t.ask_moves:
            self.holder = holder
        if self.t.ask_back == 0:
            return False
        self.asking = 1
        self.receiver = holder
        self.start_choosing(asker, self.t.ask_back, 0, False)
        return True

    def make_partner(self, seat: int) -> None:
        """Make a seat the declarer's partner."""
        self.partner = seat
        if self.t.sides == SIDES_PARTNER:
            for s in range(self.t.seats):
                self.side[s] = 0 if s in (seat, self.declarer) else 1

    def give_back(self) -> None:
        """Give the chosen cards to the holder of the card that was asked for."""
        both = 1 << self.giver | 1 << self.receiver
        self.note_passes()
        for card in range(self.t.types):
            for _ in range(self.chosen[card]):
                self.lose_card(self.giver, card, both, 0)
                self.gain_card(self.receiver, card, both)
                self.passed_card[self.receiver * 64 + card] += 1
        self.asking = 0

    def burier(self) -> int:
        """Return who lays cards away: who took the widow, or the declarer where it was shared out."""
        return self.widow_owner if self.widow_owner >= 0 else self.declarer

    def start_burying(self) -> None:
        """Let the one who took cards choose which to lay away."""
        self.start_choosing(self.burier(), self.t.bury_cards, self.t.bury_not[self.trump], self.t.bury_not_melded)
        for card in range(self.t.types):
            self.held[card] = self.chosen[card]

    def bury_cards(self) -> None:
        """Lay the chosen cards away."""
        seat = self.giver
        if self.events is not None:
            self.note("bury", (seat, self.chosen_cards()))
        if self.t.bury_not_melded and self.t.bury_forced_shown:  # a melded card would be laid open
            self.melds_stay = self.as_shown >> seat & 1
        for card in range(self.t.types):
            n = self.chosen[card]
            shown = 0
            if self.forced_bury and self.t.bury_forced_shown:
                shown = n - self.held[card]
            self.buried[card] += n
            self.buried_open[card] += shown
            self.bury_left += n * self.t.points[card]
            for i in range(n):
                self.lose_card(seat, card, ALL_SEATS if i < shown else 1 << seat, self.melds_stay)

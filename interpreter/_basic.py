# ruff: noqa: F403, F405, FBT001
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""The players `random` and `basic`."""

from __future__ import annotations

from typing import TYPE_CHECKING

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._machine import Machine

if TYPE_CHECKING:
    from interpreter._melds import MeldSet
    from interpreter._tables import Tables

MOST = 2_000_000_000
MASK64 = 0xFFFFFFFFFFFFFFFF


# What is asked for every card stands in functions rather than methods, so that the compiler can put them
# into one loop.


def held_of(state: Player, seat: int, mask: int) -> int:
    """Return how many cards of a mask a seat holds."""
    rest = state.hand[seat] & mask
    total = 0
    while rest:
        total += state.count[seat * 64 + lowest(rest)]
        rest &= rest - 1
    return total


def is_master(state: Player, seat: int, card: int) -> bool:
    """Tell whether no card of its suit that is still out beats a card, as far as the seat can know."""
    rest = state.t.stronger_in_suit[card] & ~state.gone
    while rest:
        other = lowest(rest)
        if state.seen[other] + state.count[seat * 64 + other] < state.t.copies[other]:
            return False
        rest &= rest - 1
    return True


def lead_score(state: Player, seat: int, card: int, out: int) -> int:
    """Return how good a lead is: trumps while declarers draw them, then sure winners, else something small."""
    trumps = state.t.trump_mask[state.trump] >> card & 1
    points = state.t.weight[card]
    power = state.t.power[state.trump * 64 + card]
    if is_master(state, seat, card):
        if trumps:
            mine = state.declarer >= 0 and state.side[state.declarer] == state.side[seat]
            return 300 + power if out and mine else 60 - power
        return 200 + points if out == 0 or held_of(state, seat, state.t.suit_mask[card]) < 5 else 120
    return (20 if trumps and out == 0 else 0) - 10 * points - power - (30 if trumps else 0)


def follow_score(state: Player, seat: int, card: int, friend: bool) -> int:
    """Return how good a card is to follow with: win what pays cheaply, feed a friend, give an enemy little."""
    points = 10 * state.t.trump_points[state.trump * 64 + card]
    power = state.t.power[state.trump * 64 + card]
    last = state.n_laid == state.trick_size - 1
    unit = state.t.point_unit
    cheap = power * unit // 4
    if state.t.stronger[state.trump * 64 + state.best_card] >> card & 1:
        if last:
            return 10 * state.lying + 2 * points - cheap - (power * unit if friend else 0)
        if not friend and is_master(state, seat, card):
            return 5 * (state.lying + unit) + points - cheap
        return 2 * state.lying - points // 2 - cheap
    if friend and (last or is_master(state, seat, state.best_card)):
        return 10 * state.lying + 2 * points - cheap
    return -2 * points - power * unit


class Player(Machine):
    """A game whose seats can be played by the machine."""

    def __init__(
        self,
        modes: list[Tables],
        seed: int = 0,
        game: int = 0,
        dealer: int = -1,
        balances: dict[int, list[int]] | None = None,
    ) -> None:
        self.player = [0] * 8
        self.plan_sign = [0] * 8
        self.plan_suit = [0] * 8
        self.plan_worth = [0] * 8
        self.plan = [0] * 64
        super().__init__(modes, seed, game, dealer, balances)

    def choose(self) -> int:
        """Return what the player of the present seat does."""
        if self.deciding == D_PLAY:
            if not self.legal_known:
                self.legal_mask = self.legal_cards_mask()
                self.legal_known = 1
            if not self.player[self.account[self.seat] if self.t.people else self.seat]:
                return self.random_card()
        else:
            self.find_legal()
        if self.player[self.account[self.seat] if self.t.people else self.seat]:
            return self.basic_action()
        return self.random_action()

    # -- random

    def random_action(self) -> int:
        """Return a random action: passes half the time in the auction, else takes the least raise.

        A call is made one time in eight: most of them end a deal or change what is played, and are offered often.
        """
        if self.card_decision():
            return self.random_card()
        n = self.n_options
        if self.deciding == D_BID:
            if n == 1:
                return self.options[0]
            if self.options[n - 1] == PASS and self.draw(self.seat, 2) == 0:
                return PASS
            if self.t.with_suit:
                return self.options[self.draw(self.seat, self.least_bids())]
            return self.options[0]
        if self.deciding == D_CALL and n == 2:
            return self.options[1 if self.draw(self.seat, 8) else 0]
        return self.options[self.draw(self.seat, n)]

    # -- basic: estimates

    def basic_action(self) -> int:
        """Return what `basic` does: simple advice for every decision, from its own hand and what is public."""
        if self.deciding == D_PLAY:
            if self.legal_mask & (self.legal_mask - 1) == 0:
                return lowest(self.legal_mask)
            return self.basic_stock_card() if self.play_stage() else self.basic_card()
        if self.deciding in (D_EXCHANGE, D_BURY):
            return self.basic_choice()
        if self.deciding == D_ASK:
            return self.basic_ask()
        if self.n_options == 1:
            return self.options[0]
        if self.deciding == D_BID:
            return self.basic_bid()
        if self.deciding == D_TRUMP:
            return self.basic_trump()
        if self.deciding == D_MELD:
            return self.basic_meld()
        if self.deciding == D_DRAW:
            return self.basic_draw()
        if self.deciding == D_BUILD:
            return self.basic_keep()
        if self.deciding == D_REDRAW:
            return self.basic_throw()
        return self.basic_call()

    def mean_meld(self) -> int:
        """Return what an average hand lays, from a hundred hands of a fixed stream; found once for each Program."""
        if self.t.mean_meld >= 0:
            return self.t.mean_meld
        total = 0
        count = [0] * 64
        stream = 12345
        for _ in range(100):
            for i in range(64):
                count[i] = 0
            dealt = 0
            while dealt < self.t.hand:
                stream = advance_stream(stream)
                card = self.t.pack[(scramble(stream) >> 32) % self.t.pack_size]
                if count[card] < self.t.copies[card]:
                    count[card] += 1
                    dealt += 1
            total += self.t.all_melds.best(count, 0, MASK64, 0)
        self.t.mean_meld = max(1, total // 100)
        return self.t.mean_meld

    def hand_sign(self, seat: int) -> int:
        """Return a number that changes when the hand, the declarer, his partner or the contract does."""
        sign = self.hand[seat] ^ self.key
        sign = ((sign * 31 + self.declarer + 1) * 31 + self.partner + 1) * 31 + self.mode & MASK64
        rest = self.hand[seat]
        while rest:
            sign = (sign * 31 + self.count[seat * 64 + lowest(rest)]) & MASK64
            rest &= rest - 1
        return sign

    def expected_counters(self, seat: int, trump: int) -> int:
        """Return the card points that the seat's side may expect as declarers: by trumps and sure winners."""
        return self.counters_with(seat, trump, self.friends_of(seat), self.tops_of(seat))

    def friends_of(self, seat: int) -> int:
        """Return how many play together if the seat declares, itself included."""
        if self.t.sides == SIDES_DECLARER:
            return 1
        if self.t.sides == SIDES_PARTNER and self.partner < 0:
            return 2
        return bit_count(self.side_seats(1 << seat))

    def tops_of(self, seat: int) -> int:
        """Return how many sure winners a seat holds."""
        return held_of(self, seat, self.t.tops)

    def counters_with(self, seat: int, trump: int, friends: int, tops: int) -> int:
        """Return what so many friends may expect who have so many sure winners and the seat's trumps."""
        return self.final_points(self.t.all_points) * self.share_with(seat, trump, friends, tops) // 1000

    def share_with(self, seat: int, trump: int, friends: int, tops: int) -> int:
        """Return the same as a share of all counters, in thousandths.

        Trumps and sure winners are what brings tricks; the more opponents there are, the more often they are met
        by a void hand or by another copy.
        """
        trumps = 0
        if trump < 4:
            trumps = held_of(self, seat, self.t.trump_mask[trump])
        against = max(2, self.t.seats - friends)
        share = 400 * friends // self.t.seats + (700 * trumps + 600 * tops) * 6 // (max(1, self.t.hand) * (against + 4))
        return min(share, 900)

    def allowance(self, seat: int) -> int:
        """Return what a declarer may hope for from his partner's melds, an exchange or the widow."""
        mean = self.mean_meld()
        if self.t.sides == SIDES_FIXED and self.partner_of(seat) >= 0:
            return mean * 5 // 2 if self.t.has_exchange else mean
        if self.t.sides == SIDES_PARTNER and self.partner < 0:
            return mean * 3 // 2  # his own, and what the card that is asked for adds
        return mean // 2 if self.t.has_widow else 0

    def plan_contract(self, seat: int) -> None:
        """Find the suit in which the hand is worth most as declarer, and what that is; kept while the hand is."""
        sign = self.hand_sign(seat)
        if self.plan_sign[seat] == sign and not self.t.plan_varies:
            return
        self.plan_sign[seat] = sign
        best = -1
        friends = self.friends_of(seat)
        tops = self.tops_of(seat)
        for trump in range(4):
            if self.t.trump_needs:
                self.asked_trump = trump
                allowed = self.run(self.t.trump_needs, seat) != 0
                self.asked_trump = self.trump
                if not allowed:
                    continue
            worth = self.hand_meld(seat, trump) + self.counters_with(seat, trump, friends, tops)
            if worth > best:
                best = worth
                self.plan_suit[seat] = trump
        self.plan_worth[seat] = best

    # -- basic: auction and trump

    def basic_bid(self) -> int:
        """Return the least raise if the hand supports it, else a pass."""
        seat = self.seat
        least = self.options[0]
        if least < CALL_ACTION and self.options[self.n_options - 1] == PASS:
            return PASS
        if self.t.with_suit and least >= BID_ACTION:
            return self.basic_suit_bid()
        if self.taking or self.options[self.n_options - 1] != PASS:
            return least
        self.plan_contract(seat)
        support = self.plan_worth[seat] + self.allowance(seat)
        if self.t.summed:  # each answers for what he has bid himself
            support = self.plan_worth[seat] - self.final_points(self.t.all_points) // 5
        if self.plan_worth[seat] < 0:
            return PASS
        if self.bidder >= 0 and self.side[self.bidder] == self.side[seat] and not self.t.summed:
            support -= 2 * self.mean_meld()
        return least if self.t.ladder[least - BID_ACTION] <= support else PASS

    def least_bids(self) -> int:
        """Return how many of the bids that may be made are of the least points, each with a suit of its own."""
        n = 1
        if self.options[0] < BID_ACTION:
            return n
        while n < self.n_options and self.options[n] >= BID_ACTION:
            if self.bid_points(self.options[n]) != self.bid_points(self.options[0]):
                return n
            n += 1
        return n

    def basic_suit_bid(self) -> int:
        """Return the least raise in the suit that suits the hand best, or a pass."""
        seat = self.seat
        best = self.options[0]
        most = -1
        for i in range(self.least_bids()):
            trump = (self.options[i] - BID_ACTION) % self.t.bid_suits
            worth = self.hand_meld(seat, trump) + self.expected_counters(seat, trump)
            if worth > most:
                most = worth
                best = self.options[i]
        if self.taking or self.options[self.n_options - 1] != PASS:
            return best
        support = most + self.allowance(seat)
        if self.t.summed:
            support = most - self.final_points(self.t.all_points) // 5
        elif self.bidder >= 0 and self.side[self.bidder] == self.side[seat]:
            support -= 2 * self.mean_meld()
        return best if self.bid_points(best) <= support else PASS

    def basic_trump(self) -> int:
        """Return the suit with the best meld and length."""
        seat = self.seat
        best = self.options[0]
        most = -1
        for i in range(self.n_options):
            trump = self.options[i] - TRUMP_ACTION
            worth = self.hand_meld(seat, trump) + self.expected_counters(seat, trump)
            if worth > most:
                most = worth
                best = self.options[i]
        return best

    # -- basic: cards to pass or bury

    def basic_choice(self) -> int:
        """Return the next card of the set to pass or bury, which is planned as a whole."""
        for _ in range(2):
            if not self.plan_ready:
                self.plan_choice(self.seat)
                self.plan_ready = 1
            card = self.planned_card()
            if card >= 0:
                return card
            self.plan_ready = 0
        return lowest(self.legal_mask)

    def planned_card(self) -> int:
        """Return the next card of the plan, or NOBODY if what was chosen so far does not belong to it."""
        found = NOBODY
        rest = self.hand[self.seat]
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            if self.plan[card] < self.chosen[card]:
                return NOBODY
            if found < 0 and self.plan[card] > self.chosen[card]:
                found = card
        if found >= 0 and not self.legal_mask >> found & 1:
            return NOBODY
        return found

    def plan_choice(self, seat: int) -> None:
        """Plan which cards to pass or bury: the best for a partner who declares, else the least useful."""
        melds = self.melds_of(seat)
        whole = self.hand_meld(seat, self.trump)
        helping = self.deciding == D_EXCHANGE and seat != self.declarer and self.receiver == self.declarer
        melding = melds.touched(self.hand[seat], self.trump)
        score = [0] * 64
        rest = self.hand[seat]
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            self.plan[card] = self.chosen[card]
            if self.avail[card]:
                loss = self.meld_loss(melds, seat, card, whole) if melding >> card & 1 else 0
                score[card] = self.pass_score(card, loss) if helping else -self.keep_score(seat, card, loss)
        for _ in range(self.to_choose):
            best = NOBODY
            rest = self.hand[seat] & ~(bit_of(self.chosen_from) - 1)
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                if self.plan[card] >= self.chosen[card] + self.avail[card]:
                    continue
                if best < 0 or score[card] > score[best]:
                    best = card
            if best < 0:
                return
            self.plan[best] += 1

    def meld_loss(self, melds: MeldSet, seat: int, card: int, whole: int) -> int:
        """Return what the hand's melds lose without a card, in hundredths of an average hand's melds."""
        if not self.t.has_meld:
            return 0
        self.count[seat * 64 + card] -= 1
        held = self.hand[seat]
        if self.count[seat * 64 + card] == 0:
            held &= ~bit_of(card)
        left = melds.best(self.count, seat * 64, held, self.trump)
        self.count[seat * 64 + card] += 1
        return 100 * (whole - left) // self.mean_meld()

    def pass_score(self, card: int, loss: int) -> int:
        """Return how much a card helps a declarer: trumps, top cards, and cards of melds in several suits."""
        promise = 100 * self.t.promise[self.trump * 64 + card] // self.mean_meld()
        if self.trump < 4 and self.t.trump_mask[self.trump] >> card & 1:
            return 400 + promise + 4 * self.t.power[self.trump * 64 + card]
        tops = 150 if not self.t.stronger_in_suit[card] else 0
        return tops + promise - loss

    def keep_score(self, seat: int, card: int, loss: int) -> int:
        """Return how much a card is worth keeping: trumps, melds, top cards, long suits."""
        score = 2 * loss + self.t.power[self.trump * 64 + card]
        if self.trump < 4 and self.t.trump_mask[self.trump] >> card & 1:
            score += 600
        if not self.t.stronger_in_suit[card]:
            score += 200
        score += 6 * held_of(self, seat, self.t.suit_mask[card])
        if self.deciding == D_BURY and self.t.bury_counts_for in (0, 4):
            score -= 400 * self.t.trump_points[self.trump * 64 + card] // max(1, self.t.all_points)
        return score

    def basic_ask(self) -> int:
        """Return the card that adds most to the asker's melds, else the strongest."""
        seat = self.seat
        melds = self.melds_of(seat)
        best = NOBODY
        most = 0
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            score = 4 * self.t.power[self.trump * 64 + card]
            if self.t.has_meld:
                self.count[seat * 64 + card] += 1
                held = self.hand[seat] | bit_of(card)
                score += 100 * melds.best(self.count, seat * 64, held, self.trump) // self.mean_meld()
                self.count[seat * 64 + card] -= 1
            if best < 0 or score > most:
                most = score
                best = card
        return best

    # -- basic: calls and melds

    def basic_call(self) -> int:
        """Return whether to make a call, or agree to one: yes where it pays or spares the worse."""
        tables = self.modes[self.pending_mode]
        yes = AGREE if self.deciding == D_AGREE else self.options[0]
        then = tables.call_then[self.pending]
        if then in (T_SAME_DEALER, T_NEXT_DEALER):
            return yes if self.weak_hand(self.seat) else PASS
        if then == T_STOP_PLAY:
            return yes if self.advantage_after(self.pending) > 0 else PASS
        if then == T_CLOSE_STOCK:
            return yes if self.strong_hand(self.seat) else PASS
        if then == T_OUTCOME and tables.call_mode[self.pending] == 0:
            if self.advantage(self.row_of(tables.outcome_number[tables.call_outcome[self.pending]])) > 0:
                return yes
            if self.declarer >= 0 and self.side[self.declarer] == self.side[self.seat] and self.hopeless():
                return yes
        if tables.call_mode[self.pending] and self.declarer >= 0 and self.side[self.declarer] == self.side[self.seat]:
            return yes if self.better_contract(tables.call_mode[self.pending]) else PASS
        return PASS

    # -- basic: contracts of another kind

    def better_contract(self, mode: int) -> bool:
        """Tell whether a contract of another kind pays more than the present one with the hand as it is.

        Both are settled as they are expected to end: by the share of the counters that the hand promises, or with
        every trick where the hand makes sure of that.  It plays to win tricks, so it never undertakes to lose them.
        """
        seat = self.seat
        trump = self.trump
        if not self.trump_fixed:
            self.plan_contract(seat)
            trump = self.plan_suit[seat]
        rules = self.modes[mode]
        if rules.rows_ask_hands or self.t.rows_ask_hands:  # what the contracts pay lies in hands that he cannot see
            return False
        other = self.trump
        for i in range(rules.n_phases):
            if rules.phase[i] == P_TRUMP and not self.instead_of_trump():
                other = trump
        gain = self.contract_gain(mode, other)
        return gain > 0 and gain > self.contract_gain(self.mode, trump)

    def instead_of_trump(self) -> bool:
        """Tell whether the call that is offered stands in place of naming trump."""
        return self.depth > 0 and self.frame_key[self.depth - 1] == W_INSTEAD * PHASES + P_TRUMP

    def contract_gain(self, mode: int, trump: int) -> int:  # noqa: PLR0915 - much is set aside and put back
        """Return how much more than the others the seat's account is expected to get under the rules of a mode."""
        seat = self.seat
        mine = self.account[seat]
        meld = 0
        if self.melds_laid:
            meld = self.load_seats(N_MELD, 1 << seat)
        else:
            meld = self.hand_meld(seat, trump) + self.allowance(seat)
        kept = [0] * 32
        for s in range(self.t.seats):
            kept[s] = self.tricks[s]
            kept[8 + s] = self.raw[s]
            kept[16 + s] = self.own_meld[s]
            kept[24 + s] = self.laid_meld[s]
            self.tricks[s] = 0
            self.raw[s] = 0
            self.own_meld[s] = 0
            self.laid_meld[s] = 0
        rules = self.t
        laid, counted, out, last = self.melds_laid, self.melds_counted, self.played_out, self.last_winner
        forced, row, outcome, winner = self.forced_row, self.outcome_row, self.outcome, self.deal_winner
        named, asked, fixed = self.trump, self.asked_trump, self.trump_fixed
        self.t = self.modes[mode]
        self.trump = trump
        self.asked_trump = trump
        self.trump_fixed = 1
        share = self.share_with(seat, trump, self.friends_of(seat), self.tops_of(seat))
        tricks = self.t.all_tricks * share // 1000
        if self.takes_all(seat, trump):
            tricks = self.t.all_tricks
            share = 1000
        self.last_winner = seat
        for s in range(self.t.seats):
            if self.side[s] != self.side[seat]:
                self.tricks[s] = self.t.all_tricks - tricks
                self.raw[s] = self.t.all_points * (1000 - share) // 1000
                if share < 1000:
                    self.last_winner = s
                break
        self.tricks[seat] = tricks
        self.raw[seat] = self.t.all_points * share // 1000
        if self.t.has_meld:
            self.own_meld[seat] = meld
            self.laid_meld[seat] = meld
        self.melds_laid = 1
        self.melds_counted = 1
        self.played_out = 1
        self.forced_row = -1
        self.find_winner()
        self.find_outcome()
        lead = 0
        if self.outcome_row >= 0:
            others = -MOST
            for account in range(self.t.accounts):
                if account != mine:
                    others = max(others, self.gain_of(account))
            lead = self.gain_of(mine) - others
        self.t = rules
        self.trump, self.asked_trump, self.trump_fixed = named, asked, fixed
        self.melds_laid, self.melds_counted, self.played_out, self.last_winner = laid, counted, out, last
        self.forced_row, self.outcome_row, self.outcome, self.deal_winner = forced, row, outcome, winner
        for s in range(self.t.seats):
            self.tricks[s] = kept[s]
            self.raw[s] = kept[8 + s]
            self.own_meld[s] = kept[16 + s]
            self.laid_meld[s] = kept[24 + s]
        return lead

    def takes_all(self, seat: int, trump: int) -> bool:
        """Tell whether a hand that leads is likely to win every trick.

        In each suit its top cards must be all it has, or enough to draw what one of the others is likely to hold.
        """
        if self.first_of(self.who_set(self.t.leader, 0)) != seat:
            return False
        against = self.t.seats - 1
        drawn = trump > 3 or self.trumps_out(seat) == 0
        for suit in range(4):
            mask = self.t.suit_mask[suit * self.t.ranks]
            held = held_of(self, seat, mask)
            sure = 0
            out = -held
            rest = mask
            while rest:
                card = lowest(rest)
                rest &= rest - 1
                out += self.t.copies[card] - self.seen[card]
                if is_master(self, seat, card):
                    sure += self.count[seat * 64 + card]
            longest = out if against < 2 else (2 * out + 2) // 3
            if suit == trump and sure >= longest:
                drawn = True
            if sure < held and sure < longest:
                return False
        return drawn

    def hopeless(self) -> bool:
        """Tell whether the declarers cannot hope to reach their bid, by a margin."""
        if self.melds_laid:
            missing = self.bid - self.load_seats(N_MELD, 1 << self.seat)
        else:
            missing = self.bid - self.hand_meld(self.seat, self.trump) - self.allowance(self.seat)
        most = self.final_points(self.t.all_points)
        if missing > most:
            return True
        hoped = self.expected_counters(self.seat, self.trump)
        return missing > hoped + most * 3 // 10 and missing > most * 9 // 10

    def weak_hand(self, seat: int) -> bool:
        """Tell whether a hand is worth less than an average one."""
        self.plan_contract(seat)
        return self.plan_worth[seat] < self.mean_meld() + self.final_points(self.t.all_points) // 2

    def advantage(self, row: int) -> int:
        """Return how much more than the others the seat's account gets if the deal ended now with a row.

        A row of -1 is found by its conditions.  Only figures that are public or its own are looked at:
        where others' hands would be asked for, the answer is 0.
        """
        if not self.melds_laid or self.t.rows_ask_hands:
            return 0
        forced, found, outcome = self.forced_row, self.outcome_row, self.outcome
        self.forced_row = row
        self.find_outcome()
        mine = self.account[self.seat]
        lead = 0
        if self.outcome_row >= 0:
            others = -MOST
            for account in range(self.t.accounts):
                if account != mine:
                    others = max(others, self.gain_of(account))
            lead = self.gain_of(mine) - others
            if self.gain_of(mine) <= 0:
                lead = 0
        self.forced_row, self.outcome_row, self.outcome = forced, found, outcome
        return lead

    def advantage_after(self, call: int) -> int:
        """Return the same where the seat makes a call that ends the play, and the rules find the row."""
        tables = self.modes[self.pending_mode]
        number = tables.call_number[call]
        called, caller_of, caller = self.called[number], self.caller_of[number], self.caller
        self.called[number] |= 1 << self.seat
        self.caller_of[number] = self.seat
        self.caller = self.seat
        lead = self.advantage(-1)
        self.called[number] = called
        self.caller_of[number] = caller_of
        self.caller = caller
        return lead

    def strong_hand(self, seat: int) -> bool:
        """Tell whether nearly every card of a hand wins a trick when suit must be followed, with trumps to lead."""
        sure = 0
        rest = self.hand[seat]
        while rest:
            card = lowest(rest)
            if is_master(self, seat, card):
                sure += self.count[seat * 64 + card]
            rest &= rest - 1
        trumps = held_of(self, seat, self.t.trump_mask[self.trump])
        return 4 * sure >= 3 * self.hand_left[seat] and 2 * trumps >= self.trumps_out(seat)

    # -- basic: drawing

    def basic_draw(self) -> int:
        """Return the turn-up if it is a trump or a better card than an average one, else the hidden card."""
        power = self.t.power[self.trump * 64 + self.turn_up]
        return TAKE_TURNED if power >= self.t.ranks // 2 else TAKE_HIDDEN

    def basic_keep(self) -> int:
        """Return whether the card looked at is worth more than an average one."""
        card = self.deck[self.stock_next]
        total = 0
        for other in range(self.t.types):
            total += self.t.copies[other] * self.build_worth(self.seat, other)
        return KEEP if self.t.pack_size * self.build_worth(self.seat, card) >= total else REJECT

    def build_worth(self, seat: int, card: int) -> int:
        """Return how much a card helps a hand that has no trump yet: melds with what is held, strength, length."""
        promise = 0
        suit = card // self.t.ranks
        for trump in range(5):
            share = 3 if trump == suit else 1
            promise += share * self.t.promise[trump * 64 + card]
        promise = 100 * promise // (7 * self.mean_meld())
        return promise + 12 * self.t.power[4 * 64 + card] + 4 * held_of(self, seat, self.t.suit_mask[card])

    def basic_throw(self) -> int:
        """Return the next card to throw: a low one that no meld of the hand needs, and no trump."""
        seat = self.seat
        whole = self.hand_meld(seat, self.trump)
        melds = self.melds_of(seat)
        for i in range(self.n_options):
            card = self.options[i]
            if card == PASS:
                break
            if self.trump < 4 and self.t.trump_mask[self.trump] >> card & 1:
                continue
            low = 2 * self.t.power[self.trump * 64 + card] < self.t.ranks
            if low and self.meld_loss(melds, seat, card, whole) == 0:
                return card
        return PASS

    def basic_meld(self) -> int:
        """Return the dearest meld that may be laid."""
        best = self.options[0]
        most = -1
        for i in range(self.n_options):
            action = self.options[i]
            if action == PASS:
                continue
            form = self.find_form((action - MELD_ACTION) // 4, (action - MELD_ACTION) % 4)
            if self.t.form[form * 5 + 2] > most:
                most = self.t.form[form * 5 + 2]
                best = action
        return best

    # -- basic: the play

    def trumps_out(self, seat: int) -> int:
        """Return how many trumps the others may still hold."""
        rest = self.t.trump_mask[self.trump] & ~self.gone
        total = 0
        while rest:
            card = lowest(rest)
            total += self.t.copies[card] - self.seen[card] - self.count[seat * 64 + card]
            rest &= rest - 1
        return total

    def basic_card(self) -> int:
        """Return the card with the best score."""
        seat = self.seat
        best = NOBODY
        most = 0
        friend = self.n_laid > 0 and self.side[self.best_seat] == self.side[seat]
        out = self.trumps_out(seat) if self.n_laid == 0 and self.trump < 4 else 0
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            score = lead_score(self, seat, card, out) if self.n_laid == 0 else follow_score(self, seat, card, friend)
            if best < 0 or score > most:
                most = score
                best = card
        return best

    # -- basic: the play while a stock lasts

    def best_meld_to_lay(self, seat: int) -> int:
        """Return the points of the dearest meld that the seat could lay now."""
        best = 0
        if not self.t.trick_melds or self.t.stock_melds == 0:
            return 0
        for form in range(self.t.form_at[self.trump], self.t.form_at[self.trump + 1]):
            if self.t.entry_bare[self.t.form[form * 5]]:
                continue
            if self.t.form[form * 5 + 2] > best and self.may_lay(seat, form):
                best = self.t.form[form * 5 + 2]
        return best

    def card_cost(self, seat: int, card: int) -> int:
        """Return, in points, what it costs to part with a card: its promise in melds, and its strength."""
        cost = 2 * self.t.promise[self.trump * 64 + card] // 3
        copies = self.count[seat * 64 + card]
        if copies > 1:
            cost = cost // 3
        if self.t.over_time and self.fresh(seat, card) < copies:
            cost = cost // 2
        return cost + self.t.power[self.trump * 64 + card] * self.t.point_unit // 4

    def basic_stock_card(self) -> int:
        """Return a card while a stock lasts: win cheaply what pays or lets a meld be laid, else part with little."""
        seat = self.seat
        best = NOBODY
        most = 0
        meld = self.best_meld_to_lay(seat)
        lying = self.lying
        friend = self.n_laid > 0 and self.side[self.best_seat] == self.side[seat]
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            points = self.t.trump_points[self.trump * 64 + card]
            score = -self.card_cost(seat, card)
            if self.n_laid == 0:
                score += meld // 2 if is_master(self, seat, card) else -points
            elif self.t.stronger[self.trump * 64 + self.best_card] >> card & 1:
                score += meld + lying + points
            else:
                score += points if friend else -points
            if best < 0 or score > most:
                most = score
                best = card
        return best

    # -- for Python

    def choice(self, kind: int) -> int:
        """Return what a player of a kind (0 random, 1 basic) does here; it changes only his random stream."""
        self.check_number("kind of player", kind, 2)
        if self.deciding == D_OVER:
            msg = "the game is over: nobody has to choose"
            raise ValueError(msg)
        self.find_legal()
        return self.basic_action() if kind else self.random_action()

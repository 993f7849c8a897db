# ruff: noqa: C901, F403, F405, FBT001, PERF401, PLR0912, PLR0915, SIM110
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""The machine: phases, decisions, call windows and settlement.

`advance` runs until somebody has to decide; `act` carries a decision out.  `step_once` is the table of
the steps of a deal.  A window is a list of payments and calls; frames of open windows lie on a small
stack, so that a call can be answered within another.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._auction import Auction
from interpreter.soundness import check_code

if TYPE_CHECKING:
    from interpreter._tables import Tables

MOST_DEALS = 1000
"""A game that has not ended after so many deals ends: the highest total wins."""
MOST_REDEALS = 100
"""After so many redeals of one deal it counts, without a score."""
MOST_STUCK = 3
"""So many deals that were redealt without end, and the game is over: the highest total wins."""
MOST_PHASES = 64
"""A deal that has run through so many phases is settled."""
MOST_DECISIONS = 100_000
"""A deal in which so much was decided besides the cards to play is settled as it is."""
MOST_ACTION = 16384
"""Above every action of any game."""


class IllegalAction(ValueError):  # noqa: N818 - the fixed name of the interface
    """An action that the rules do not allow now; nothing has changed."""


class Machine(Auction):
    """A game that runs: ask for the legal actions, apply one, until it is over."""

    def __init__(
        self,
        modes: list[Tables],
        seed: int = 0,
        game: int = 0,
        dealer: int = -1,
        balances: dict[int, list[int]] | None = None,
    ) -> None:
        """Begin a game; a match sets the first dealer and the balances it starts with (ledger: one per account)."""
        super().__init__(modes, seed, game)
        self.watched = 1
        self.actions: list[int] = []
        self.start_as(dealer, balances)

    def start_as(self, dealer: int, balances: dict[int, list[int]] | None) -> None:
        """Begin the game with a first dealer and balances, where a match sets them."""
        self.start_game()
        if dealer >= 0:
            self.dealer = dealer
            if self.t.people:
                self.dealer_person = dealer
                self.seat_people()
        if balances is not None:
            self.set_balances(balances)
        self.advance()

    def set_balances(self, balances: dict[int, list[int]]) -> None:
        """Set balances of ledgers."""
        for ledger, values in dict(balances).items():
            self.check_number("ledger", ledger, self.t.n_ledgers)
            self.check_number("the number of balances", len(values) - 1, ACCOUNTS)
            if self.t.ledger_joint[ledger]:
                self.balance[ledger * ACCOUNTS + JOINT_ACCOUNT] = values[len(values) - 1]
                continue
            for account in range(len(values)):
                self.balance[ledger * ACCOUNTS + account] = values[account]

    # -- steps

    def start_game(self) -> None:
        """Begin a game."""
        self.mode = 0
        self.t = self.modes[0]
        self.depth = 0
        self.deal = 0
        self.redeal = 0
        self.redeals = 0
        self.passed_outs = 0
        self.kept_outcome = -1
        self.kept_made = -1
        self.finished = 0
        self.result = UNDECIDED
        self.unfinished = 0
        self.stuck = 0
        self.deciding = D_NONE
        self.target = self.t.target
        for ledger in range(self.t.n_ledgers):
            for account in range(ACCOUNTS):
                self.balance[ledger * ACCOUNTS + account] = self.t.ledger_start[ledger]
        self.clear_deal()
        self.stream[8] = stream_start(stream_key(self.seed, self.game, 0, 0), 1)
        self.dealer = self.t.first_dealer
        if self.dealer < 0:
            self.dealer = self.draw(8, self.t.people or self.t.seats)
        if self.t.people:
            self.dealer_person = self.dealer
            self.seat_people()
        for account in range(ACCOUNTS):
            self.deals_won[account] = 0
            self.best_deal[account] = -2000000000
            self.exact[account] = 0
        self.step = S_GAME

    def advance(self) -> None:
        """Run until somebody has to decide or the game is over."""
        while self.deciding == D_NONE:
            if self.depth > 0:
                self.step_window()
            else:
                self.step_once()

    def step_once(self) -> None:
        """Take the next step of the game."""
        step = self.step
        if step == S_GAME:
            self.step = S_DEALING
            self.open_window(W_GAME_START, 0, NOBODY)
        elif step == S_DEALING:
            self.before_deal()
        elif step == S_BEFORE:
            if self.events is not None:
                self.note("phase", (self.t.phase[self.at], self.declarer, self.bid, self.mode))
            self.step = S_INSTEAD
            if not self.open_window(W_BEFORE, self.t.phase[self.at], NOBODY):
                self.begin_phase()
        elif step == S_INSTEAD:
            self.begin_phase()
        elif step == S_RUN:
            self.run_phase()
        elif step == S_TURNED:
            self.step = S_AFTER
            self.open_window(W_TURNED, 0, NOBODY)
        elif step == S_AFTER:
            self.step = S_NEXT
            if not self.open_window(W_AFTER, self.t.phase[self.at], NOBODY):
                self.next_phase()
        elif step == S_NEXT:
            self.next_phase()
        elif step == S_SPEAK:
            self.next_speech()
        elif step == S_BID:
            self.step = S_SPEAK
            self.ask(self.speaker, D_BID)
        elif step == S_PLAY:
            self.start_play()
        elif step == S_LEAD:
            self.open_lead()
        elif step == S_CARD:
            if self.t.cardless:
                self.offer_bare_melds()
            else:
                self.open_card()
        elif step == S_ASK_CARD:
            self.ask(self.to_play(), D_PLAY)  # others may have been asked since his turn began
        elif step == S_CARD_DONE:
            self.after_card()
        elif step == S_TRICK_DONE:
            self.finish_trick()
        elif step == S_TRICK_NEXT:
            self.after_trick()
        elif step == S_TRICK_MELD:
            self.offer_melds()
        elif step == S_DRAW:
            if self.t.winner_chooses and self.last_draw():
                self.step = S_LAST_DRAW
                self.ask(self.last_winner, D_DRAW)
            else:
                self.draw_after_trick()
        elif step == S_LAST_DRAW:
            self.draw_after_trick()
        elif step == S_HAND_DONE:
            self.open_card()
        elif step == S_LEAD_FREE:
            self.offer_leader(M_FREE, S_LEAD_CALLS)
        elif step == S_LEAD_CALLS:
            self.step = S_LEAD_MELD
            self.open_lead_windows()
        elif step == S_LEAD_MELD:
            self.offer_leader(M_LEAD, S_CARD)
        elif step == S_BUILD:
            self.next_to_build()
        elif step == S_REDRAW:
            self.next_to_redraw()
        elif step == S_PLAYED:
            self.step = S_AFTER
        elif step == S_SETTLE:
            self.settle()
            self.step = S_ENDING
            self.open_window(W_DEAL_END, 0, NOBODY)
        elif step == S_ENDING:
            self.end_deal()
        elif step == S_SAME_DEALER:
            self.redeal_cards(True)
        elif step == S_NEXT_DEALER:
            self.redeal_cards(False)
        elif step == S_END:
            self.step = S_OVER
            self.deal_winner = self.result if self.result >= 0 else -1
            self.open_window(W_GAME_END, 0, NOBODY)
        else:
            self.share_out()
            self.finished = 1
            self.seat = NOBODY
            self.deciding = D_OVER

    def ask(self, seat: int, decision: int) -> None:
        """Wait for a decision."""
        self.seat = seat
        self.deciding = decision
        self.legal_known = 0

    def before_deal(self) -> None:
        """Begin a deal."""
        self.deal += 1
        self.redeal = 0
        self.mode = 0
        self.t = self.modes[0]
        for account in range(self.t.accounts):
            self.before[account] = self.balance[self.t.end_ledger * ACCOUNTS + account]
        self.clear_deal()
        self.at = 0
        self.step = S_BEFORE

    def redeal_cards(self, same: bool) -> None:
        """Deal anew; too many times in a row, and the deal counts without a score."""
        self.depth = 0
        if self.redeal >= MOST_REDEALS:
            self.unfinished = 1
            self.stuck += 1
            self.take_gains()
            self.step = S_ENDING
            return
        if self.events is not None:
            self.note("redeal", (self.passed_outs, self.bidder))
        if not same:
            self.find_next_dealer()
            self.pass_deal()
        self.redeal += 1
        self.redeals += 1
        self.mode = 0
        self.t = self.modes[0]
        self.clear_deal()
        self.at = 0
        self.step = S_BEFORE

    def pass_deal(self) -> None:
        """Let the next dealer deal."""
        if self.t.people:
            self.dealer_person = self.to_deal
            self.seat_people()
        else:
            self.dealer = self.to_deal

    def find_next_dealer(self) -> None:
        """Find who deals after this deal: a seat, or which of the people; where the rules name nobody now, the same."""
        if self.t.people:
            self.to_deal = self.next_person()
            return
        seat = self.next_of(self.who_set(self.t.next_dealer, 0), self.dealer)
        self.to_deal = seat if seat >= 0 else self.dealer

    def following_dealer(self) -> int:
        """Return who deals after the last deal that is over: a seat, or which of the people where there are more."""
        return self.to_deal

    # -- phases

    def begin_phase(self) -> None:
        """Carry the present phase out, unless something may stand in its place."""
        self.step = S_RUN
        if not self.open_window(W_INSTEAD, self.t.phase[self.at], NOBODY):
            self.run_phase()

    def next_phase(self) -> None:
        """Go on to the next phase, or settle behind the last."""
        self.at += 1
        self.step = S_BEFORE if self.at < self.t.n_phases else S_SETTLE

    def run_phase(self) -> None:
        """Carry the present phase out, or ask the first decision of it."""
        phase = self.t.phase[self.at]
        self.step = S_AFTER
        self.phases_run += 1
        if self.phases_run > MOST_PHASES:
            self.step = S_SETTLE
            return
        if phase == P_DEAL:
            self.run_deal()
        elif phase == P_AUCTION:
            if self.t.has_auction:
                self.start_auction()
                self.step = S_SPEAK
        elif phase == P_WIDOW:
            if self.t.has_widow:
                self.take_widow()
        elif phase == P_TRUMP:
            self.run_trump()
        elif phase == P_EXCHANGE:
            alone = not self.t.ring_n and self.declarer >= 0 and self.partner_of(self.declarer) < 0
            if self.t.has_exchange and self.declarer >= 0 and self.hand_left[self.declarer] > 0 and not alone:
                self.start_exchange()
                if self.to_choose:
                    self.ask(self.giver, D_EXCHANGE)
        elif phase == P_ASK:
            if self.t.has_ask and self.start_asking():
                self.ask(self.giver, D_ASK)
        elif phase == P_REDRAW:
            if self.t.has_redraw:
                self.start_redraw()
        elif phase == P_BURY:
            if self.t.has_bury and self.burier() >= 0 and self.hand_left[self.burier()] > self.t.hand:
                self.start_burying()
                self.ask(self.giver, D_BURY)
        elif phase == P_MELD:
            if self.t.has_meld:
                self.lay_all()
                if self.t.wins_by_meld:
                    self.see_victory()
        elif phase == P_PLAY:
            if self.t.has_play:
                self.step = S_PLAY
        elif phase == P_SCORE:
            self.step = S_SETTLE

    def run_deal(self) -> None:
        """Shuffle and deal."""
        self.start_streams()
        self.shuffle()
        self.deal_hands()
        if self.t.turn_up == 3:
            self.let_know(self.dealer, self.turn_up, 1, ALL_SEATS)
        if self.events is not None:
            hands = [self.hand_counts(s) for s in range(self.t.seats)]
            left = self.t.stock_to - self.t.stock_from if self.t.has_stock else 0
            self.note("deal", (self.deal, self.redeal, self.dealer, hands, self.turn_up, self.widow_cards(), left))
        if self.t.build:
            self.step = S_BUILD
        if self.turn_up >= 0:
            if self.t.trump_by == BY_TURN_UP:
                self.set_trump(self.turn_up // self.t.ranks)
            self.step = S_TURNED

    def run_trump(self) -> None:
        """Fix trump or ask for it."""
        if self.t.trump_by == BY_BID and self.declarer >= 0 and self.bid_suit >= 0:
            self.set_trump(self.bid_suit)
        elif self.t.trump_by in (BY_DECLARER, BY_BID) and self.declarer >= 0:
            self.list_trumps()
            if self.n_options == 0:
                self.lack_trump()
            else:
                self.ask(self.declarer, D_TRUMP)
        elif self.t.trump_by == BY_WIDOW and self.t.widow > 0:
            self.set_trump(self.deck[self.t.seats * self.t.hand] // self.t.ranks)
            self.exposed = max(self.exposed, 1)
            self.show_widow(1)
        elif self.t.trump_by == BY_MARRIAGE:
            return
        elif self.t.trump_by != BY_TURN_UP or self.turn_up < 0:
            self.set_trump(4)

    def lack_trump(self) -> None:
        """Do what the rules say where the declarer may name no suit."""
        if self.t.trump_lacking == T_SAME_DEALER:
            self.step = S_SAME_DEALER
        elif self.t.trump_lacking == T_NEXT_DEALER:
            self.step = S_NEXT_DEALER
        elif self.t.trump_lacking == T_NOTHING:
            self.set_trump(4)
        else:
            if self.t.trump_lacking == T_OUTCOME:
                self.forced_row = self.t.trump_lacking_outcome
            self.step = S_SETTLE

    def next_speech(self) -> None:
        """Let the next player speak, or end the auction."""
        self.next_speaker()
        if self.speaker < 0:
            self.end_auction()
            if self.bid_call >= 0 and self.declarer >= 0:
                self.let_stand(self.bid_call, self.bid_mode)
            return
        self.step = S_BID
        self.open_window(W_OWN_BID, 0, self.speaker)
        if self.spoken[self.speaker] == 0:
            self.open_window(W_OWN_FIRST_BID, 0, self.speaker)

    # -- play

    def start_play(self) -> None:
        """Let the first leader lead."""
        self.leader = self.first_of(self.who_set(self.t.leader, 0))
        if self.leader < 0:
            self.leader = (self.dealer + 1) % self.t.seats
        self.n_laid = 0
        self.first_trick = 1
        self.meld_done = 0
        self.set_places()
        self.step = S_LEAD
        if self.hand_left[self.shortest] == 0:
            self.step = S_PLAYED

    def set_places(self) -> None:
        """See whose hands lie open, who sits out of the play, and whose hand is the shortest of the others'."""
        if self.t.open_hands == 1 and self.declarer >= 0:
            self.shown_hands |= 1 << self.declarer
        elif self.t.open_hands == 2:
            self.shown_hands |= (1 << self.t.seats) - 1
        self.absent = 0
        self.trick_size = self.t.seats
        if self.t.alone and self.declarer >= 0:
            self.absent = self.who_set(WHO_PARTNER, 0)
            self.trick_size -= bit_count(self.absent)
        self.leader = self.present(self.leader)
        self.shortest = self.leader
        for seat in range(self.t.seats):
            if not self.absent >> seat & 1 and self.hand_left[seat] < self.hand_left[self.shortest]:
                self.shortest = seat

    def open_lead(self) -> None:
        """Open the windows before a lead."""
        self.seat = self.leader
        if self.t.when_led:
            self.must_lead = 0
            self.step = S_LEAD_FREE
            return
        self.step = S_CARD
        self.open_lead_windows()

    def open_lead_windows(self) -> None:
        """Open the windows before a lead where they have anything in them."""
        if self.t.trick_windows:
            self.open_window(W_EACH_LEAD, 0, NOBODY)
            if self.first_trick:
                self.open_window(W_FIRST_LEAD, 0, NOBODY)

    def to_play(self) -> int:
        """Return who plays the next card of the trick."""
        seat = self.leader
        for _ in range(self.n_laid):
            seat = self.present((seat + 1) % self.t.seats)
        return seat

    def open_card(self) -> None:
        """Let the next player play."""
        self.seat = self.to_play()
        if not self.t.card_windows:
            self.ask(self.seat, D_PLAY)
            return
        self.step = S_ASK_CARD
        self.open_window(W_OWN_CARD, 0, self.seat)
        if self.first_trick:
            self.open_window(W_OWN_FIRST_CARD, 0, self.seat)

    def after_card(self) -> None:
        """Go on after a card has been played."""
        if self.n_laid < self.trick_size:
            self.step = S_CARD
            return
        self.finish_trick()

    def finish_trick(self) -> None:
        """Give the trick to its winner and see what follows."""
        stage = self.play_stage()
        self.take_trick()
        self.meld_done = 0
        if stage == 0 and self.hand_left[self.shortest] == 0:
            self.end_play()
        self.step = S_TRICK_NEXT
        if self.t.trick_windows:
            self.open_window(W_TRICK_DONE, 0, NOBODY)

    def after_trick(self) -> None:
        """Draw, meld, lead, or end the play."""
        if self.played_out:
            self.step = S_PLAYED
        elif self.play_stage() == 1:
            self.step = S_DRAW
            if self.t.trick_melds and self.t.stock_melds == 1:
                self.step = S_TRICK_MELD
        elif self.t.trick_melds and not self.t.has_stock:
            self.step = S_TRICK_MELD
        else:
            self.step = S_LEAD

    def offer_melds(self) -> None:
        """Ask the winner of the trick for a meld, if he can lay one."""
        self.meld_moment = M_TRICK
        if self.list_melds(self.last_winner) == 0:
            self.after_melds()
            return
        self.ask(self.last_winner, D_MELD)

    def after_melds(self) -> None:
        """Go on after the winner of a trick has laid his melds."""
        before = self.t.has_stock and self.t.stock_melds == 1 and not self.closed
        self.step = S_DRAW if before else S_LEAD

    def offer_bare_melds(self) -> None:
        """Ask a player before his card whether he shows a meld without cards, if he can."""
        seat = self.to_play()
        self.step = S_HAND_DONE
        self.meld_moment = M_HAND
        if self.list_melds(seat) > 0:
            self.ask(seat, D_MELD)

    def offer_leader(self, moment: int, after: int) -> None:
        """Ask the leader for a meld before he leads, if he can lay one."""
        self.step = after
        self.meld_moment = moment
        if self.list_melds(self.leader) > 0:
            self.ask(self.leader, D_MELD)

    def see_victory(self) -> None:
        """End the game if melds have won it: the deal is not settled then."""
        account = self.meld_victory()
        if account >= 0:
            self.depth = 0
            self.deal_winner = account
            self.count_melds()
            self.step = S_ENDING

    # -- the stock, hands built from it, cards drawn anew

    def last_draw(self) -> bool:
        """Tell whether the turn-up is to be taken in this draw."""
        return self.turn_up_left() and self.t.stock_to - self.stock_next < self.t.seats

    def draw_after_trick(self) -> None:
        """Let everyone draw, and then meld or lead."""
        self.draw_cards()
        self.takes_turned = 0
        self.step = S_LEAD
        if self.t.stock_melds == 2 and self.t.trick_melds:
            self.step = S_TRICK_MELD

    def next_to_build(self) -> None:
        """Ask the next player about the next card, until all hands are full."""
        seat = self.builder()
        if seat >= 0:
            self.ask(seat, D_BUILD)
        else:
            self.step = S_AFTER

    def start_redraw(self) -> None:
        """Note who may draw anew."""
        self.redrawing = 0
        for seat in range(self.t.seats):
            if self.named(self.t.redraw_by_at, self.t.redraw_by_n, seat):
                self.redrawing |= 1 << seat
        self.step = S_REDRAW

    def next_to_redraw(self) -> None:
        """Ask the next player which cards he throws, as long as any are left to draw."""
        most = min(self.t.redraw_cards, self.left_over())
        if self.redrawing == 0 or most <= 0:
            self.step = S_AFTER
            return
        seat = self.next_of(self.redrawing, self.dealer)
        self.redrawing &= ~(1 << seat)
        self.start_choosing(seat, most, 0, False)
        self.ask(seat, D_REDRAW)

    # -- windows

    def open_window(self, window: int, phase: int, seat: int) -> bool:
        """Open a window if it has anything in it; `seat`: the one whose moment it is."""
        key = window * PHASES + phase
        if self.t.window_n[key] == 0:
            return False
        self.push_frame(key, -1, seat)
        return True

    def push_frame(self, key: int, call: int, seat: int) -> None:
        """Put an open window on the stack; `call` is carried out when it closes."""
        if self.depth >= FRAMES:
            return
        self.frame_key[self.depth] = key
        self.frame_at[self.depth] = 0
        self.frame_seats[self.depth] = -1
        self.frame_call[self.depth] = call
        self.frame_mode[self.depth] = self.mode
        self.frame_seat[self.depth] = seat
        self.frame_from[self.depth] = self.mode
        self.depth += 1

    def step_window(self) -> None:
        """Go on with the window opened last."""
        frame = self.depth - 1
        tables = self.modes[self.frame_mode[frame]]
        key = self.frame_key[frame]
        if self.frame_at[frame] >= tables.window_n[key]:
            self.depth -= 1
            if self.frame_call[frame] >= 0:
                self.call_effect(self.frame_call[frame], self.frame_from[frame])
            return
        item = tables.window_at[key] + 2 * self.frame_at[frame]
        if tables.pool[item] == 0:
            self.frame_at[frame] += 1
            caller = self.caller
            if self.frame_seat[frame] >= 0:  # at a player's own moment he is the one who is spoken of
                self.caller = self.frame_seat[frame]
            paid = self.pay(tables.pool[item + 1], self.frame_seat[frame])
            self.caller = caller
            if paid and key // PHASES == W_INSTEAD and self.step == S_RUN:
                self.skip_phase()
            return
        if key // PHASES == W_INSTEAD and self.step != S_RUN:  # a payment stands in the same place
            self.frame_at[frame] += 1
            return
        self.step_call(frame, tables.pool[item + 1])

    def step_call(self, frame: int, call: int) -> None:
        """Offer a call to the next seat that may make it, or carry out what must be."""
        tables = self.modes[self.frame_mode[frame]]
        number = tables.call_number[call]
        if tables.call_mode[call] and self.mode:  # one contract of another kind stands already
            self.frame_at[frame] += 1
            self.frame_seats[frame] = -1
            return
        if tables.call_by_n[call] == 0:
            self.frame_at[frame] += 1
            if tables.call_once[call] and self.called[number]:
                return
            asked = self.asked_seat()
            if tables.call_must[call] and self.run(tables.call_must[call], asked):
                if self.events is not None:
                    self.note("rule", (number, NOBODY))
                self.make_call(call, self.frame_mode[frame], asked)
            return
        if self.frame_seats[frame] < 0:
            self.frame_seats[frame] = self.call_seats(call, self.frame_seat[frame])
        seats = self.frame_seats[frame]
        if seats == 0 or (tables.call_once[call] and self.called[number]):
            self.frame_at[frame] += 1
            self.frame_seats[frame] = -1
            return
        seat = self.next_of(seats, self.dealer)
        self.frame_seats[frame] = seats & ~(1 << seat)
        if tables.call_bids[call] >= 0 and not self.may_call_bid(tables.ladder[tables.call_bids[call]], seat):
            return
        if tables.call_must[call] and self.run(tables.call_must[call], seat):
            if self.events is not None:
                self.note("rule", (number, seat))
            self.make_call(call, self.frame_mode[frame], seat)
        elif self.true_for(tables.call_may[call], seat) and not (tables.call_must[call] and not tables.call_may[call]):
            self.pending = call
            self.pending_mode = self.frame_mode[frame]
            self.ask(seat, D_CALL)

    def may_call_bid(self, points: int, seat: int) -> bool:
        """Tell whether a call that counts as a bid would be a bid now."""
        if seat != self.speaker or self.taking or (self.bid > 0 and points <= self.bid):
            return False
        if self.bid == 0 and self.t.minimum and points < self.run(self.t.minimum, seat):
            return False
        return self.t.with_suit or self.true_for(self.t.may_bid, seat)

    def call_seats(self, call: int, only: int) -> int:
        """Return the seats that a call is offered to."""
        tables = self.modes[self.frame_mode[self.depth - 1]]
        seats = 0
        for i in range(tables.call_by_n[call]):
            for seat in range(self.t.seats):
                if self.who_set(tables.pool[tables.call_by_at[call] + i], seat) >> seat & 1:
                    seats |= 1 << seat
        if only >= 0:
            seats &= 1 << only
        return seats

    def answer_call(self, yes: bool) -> None:
        """Carry out whether a call is made."""
        tables = self.modes[self.pending_mode]
        call = self.pending
        self.pending = -1
        if not yes:
            return
        if tables.call_agreed[call] >= 0:
            kind = tables.call_agreed[call] % 64
            partner = self.partner_of(self.seat) if kind == WHO_PARTNER else NOBODY
            if partner < 0:
                partner = self.first_of(self.who_set(tables.call_agreed[call], self.seat) & ~(1 << self.seat))
            if partner >= 0:
                self.pending = call
                self.pending_seat = self.seat
                self.ask(partner, D_AGREE)
                return
        self.make_call(call, self.pending_mode, self.seat)

    def answer_partner(self, yes: bool) -> None:
        """Carry out whether the partner agrees to a call."""
        call = self.pending
        self.pending = -1
        if yes:
            self.make_call(call, self.pending_mode, self.pending_seat)

    def make_call(self, call: int, mode: int, seat: int) -> None:
        """Make a call: note it, open the window of its answers, and then let it take effect."""
        tables = self.modes[mode]
        number = tables.call_number[call]
        if tables.call_bids[call] >= 0:
            self.depth = 0  # his turn is over
            self.make_bid(tables.ladder[tables.call_bids[call]])
            self.bid_call = call
            self.bid_mode = mode
            self.step = S_SPEAK
        self.called[number] |= 1 << seat
        self.caller_of[number] = seat
        self.caller = seat
        if tables.call_shows[call]:
            self.shown_hands |= 1 << seat
        if tables.call_shows_widow[call]:
            self.widow_open = 1
            self.show_widow(self.t.widow)
        if tables.call_bids[call] < 0:
            self.let_stand(call, mode)
        if self.depth > 0 and self.frame_key[self.depth - 1] // PHASES == W_INSTEAD:
            self.frame_at[self.depth - 1] = 2 * CALLS  # nothing else can stand in the same place
            self.frame_seats[self.depth - 1] = -1
            self.skip_phase()
        key = WINDOWS * PHASES + number
        if self.t.window_n[key]:
            self.push_frame(key, call, NOBODY)
            self.frame_from[self.depth - 1] = mode
        else:
            self.call_effect(call, mode)

    def raise_stake(self, times: int) -> None:
        """Multiply the stake; like formulas, it saturates."""
        times *= self.stake
        self.stake = min(max(times, -2000000000), 2000000000)

    def let_stand(self, call: int, mode: int) -> None:
        """Let a call's stake and its other rules hold from here on."""
        tables = self.modes[mode]
        self.raise_stake(tables.call_stakes[call])
        if tables.call_mode[call] and not self.mode:
            self.switch_mode(tables.call_mode[call])

    def row_of(self, number: int) -> int:
        """Return the row of the present case table that has the number of an outcome, or -1."""
        for row in range(self.t.n_outcomes):
            if self.t.outcome_number[row] == number:
                return row
        return -1

    def skip_phase(self) -> None:
        """Go on behind the present phase: a call or a payment stands in its place."""
        if self.t.phase[self.at] == P_TRUMP and not self.trump_fixed:
            self.set_trump(4)
        self.step = S_AFTER

    def call_effect(self, call: int, mode: int) -> None:
        """Let a call take effect."""
        tables = self.modes[mode]
        then = tables.call_then[call]
        if then == T_NOTHING:
            return
        if then == T_CLOSE_STOCK:
            self.closed = 1
            self.closed_tricks = self.tricks_played + self.hand_left[self.leader] + (1 if self.n_laid else 0)
            return
        self.depth = 0
        if then == T_SAME_DEALER:
            self.step = S_SAME_DEALER
        elif then == T_NEXT_DEALER:
            self.step = S_NEXT_DEALER
        else:
            if then == T_OUTCOME:
                self.forced_row = self.row_of(tables.outcome_number[tables.call_outcome[call]])
            self.by_call = 1
            self.step = S_SETTLE

    def switch_mode(self, mode: int) -> None:
        """Let other rules hold from here on."""
        phase = self.t.phase[self.at]
        self.mode = mode
        self.t = self.modes[mode]
        for i in range(self.t.n_phases):
            if self.t.phase[i] == phase:
                self.at = i
        if phase == P_PLAY and self.step >= S_LEAD and self.step <= S_TRICK_NEXT and self.n_laid == 0:
            self.set_places()

    def pay(self, payment: int, only: int) -> bool:
        """Make a payment that falls due, and tell whether anybody had to; `only` is the seat whose moment it is.

        Condition and amount are asked of each receiver, of each payer where the bank or a joint account
        is paid; words like `opponents` then mean those of the one who is asked.
        """
        ledger = self.t.pay_ledger[payment]
        source = self.t.pay_from[payment]
        to = self.t.pay_to[payment]
        outside = to % 64 == WHO_BANK or to % 64 == WHO_JOINT
        asking = source if outside else to
        seat = only
        if seat < 0:
            seat = max(0, self.first_of(self.who_set(source, 0)))
        asked = self.paid_accounts(asking, seat, only)
        paid = False
        for account in range(self.t.accounts):
            if not asked >> account & 1 or not self.true_of(self.t.pay_if[payment], account):
                continue
            paid = True
            amount = self.run_account(self.t.pay_amount[payment], account)
            if outside:
                self.change(ledger, account, -amount, False)
                if to % 64 == WHO_JOINT:
                    self.change(to // 64, JOINT_ACCOUNT, amount, self.t.pay_sets[payment] != 0)
                self.note_payment(payment, account, NOBODY, amount)
                continue
            if source % 64 == WHO_JOINT:
                self.change(source // 64, JOINT_ACCOUNT, -amount, False)
            elif source % 64 != WHO_BANK:
                payers = self.paid_accounts(source, self.account_seat(account), only) & ~(1 << account)
                for payer in range(self.t.accounts):
                    if payers >> payer & 1:
                        self.change(ledger, payer, -amount, False)
                        self.change(ledger, account, amount, False)
                        self.note_payment(payment, payer, account, amount)
                continue
            self.change(ledger, account, amount, self.t.pay_sets[payment] != 0)
            self.note_payment(payment, NOBODY, account, amount)
        if source % 64 == WHO_BANK and to % 64 == WHO_JOINT:
            amount = self.run(self.t.pay_amount[payment], self.asked_seat())
            if self.true_for(self.t.pay_if[payment], self.asked_seat()):
                paid = True
                self.change(to // 64, JOINT_ACCOUNT, amount, self.t.pay_sets[payment] != 0)
                self.note_payment(payment, NOBODY, NOBODY, amount)
        return paid

    def note_payment(self, payment: int, payer: int, receiver: int, amount: int) -> None:
        """Tell of a payment, where somebody listens."""
        if self.events is not None:
            self.note("pay", (self.mode, payment, payer, receiver, amount))

    def paid_accounts(self, who: int, seat: int, only: int) -> int:
        """Return the accounts that take part in a payment; at one player's own moment `everyone` is he."""
        kind = who % 64
        if kind == WHO_EVERYONE and only >= 0:
            return 1 << self.account[only]
        accounts = self.accounts_of(who, seat)
        if self.idle and kind == WHO_EVERYONE and (self.step in (S_DEALING, S_OVER)):
            accounts |= self.idle
        return accounts

    def true_of(self, code: int, account: int) -> bool:
        """Tell whether a condition holds for an account; no condition always holds."""
        return code == 0 or self.run_account(code, account) != 0

    def run_account(self, code: int, account: int) -> int:
        """Run a piece of code for an account; one who sits out is asked with his own balances."""
        if not code:
            return 0
        seat = self.account_seat(account)
        if not self.idle >> account & 1:
            return self.run(code, seat)
        self.as_account = account
        value = self.run(code, seat)
        self.as_account = NOBODY
        return value

    def share_out(self) -> None:
        """Share joint accounts out among all, or give them to the winner; what does not divide stays."""
        for ledger in range(self.t.n_ledgers):
            into = self.t.ledger_into[ledger]
            if into < 0:
                continue
            at = ledger * ACCOUNTS + JOINT_ACCOUNT
            pot = self.balance[at]
            if self.t.ledger_to_winner[ledger] and self.result >= 0:
                self.change(into, self.result, pot, False)
                self.balance[at] = 0
                continue
            share = pot // self.t.accounts if pot >= 0 else -(-pot // self.t.accounts)
            for account in range(self.t.accounts):
                self.change(into, account, share, False)
            self.balance[at] = pot - share * self.t.accounts

    def accounts_of(self, who: int, seat: int) -> int:
        """Return the accounts of the seats that a player word names, as bits."""
        if who % 64 == WHO_JOINT:
            return 1 << JOINT_ACCOUNT
        seats = self.who_set(who, seat)
        accounts = 0
        for s in range(self.t.seats):
            if seats >> s & 1:
                accounts |= 1 << self.account[s]
        if self.idle:
            accounts |= self.idle_accounts(who % 64, seats)
        return accounts

    def idle_accounts(self, kind: int, seats: int) -> int:
        """Return those who sit out whom a player word names: where they share, they are with the defenders."""
        if kind == WHO_IDLE:
            return self.idle
        if self.step == S_OVER and self.deal_winner >= 0 and (kind in (WHO_WINNER, WHO_LOSERS)):
            won = 1 << self.deal_winner
            return self.idle & won if kind == WHO_WINNER else self.idle & ~won
        if not self.t.idle_share or self.declarer < 0:
            return 0
        if kind in (WHO_EVERYONE, WHO_DEFENDERS):
            return self.idle
        defenders = self.who_set(WHO_DEFENDERS, 0)
        sided = kind in (WHO_OPPONENTS, WHO_WINNER, WHO_LOSERS)
        return self.idle if sided and seats & defenders == defenders else 0

    def change(self, ledger: int, account: int, amount: int, sets: bool) -> None:
        """Change a balance."""
        at = ledger * ACCOUNTS + account
        if not sets:
            amount += self.balance[at]
        if self.t.ledger_capped[ledger] and amount > self.t.ledger_most[ledger]:
            amount = self.t.ledger_most[ledger]
        self.balance[at] = min(max(amount, -1000000000), 1000000000)  # so that differences fit too

    # -- settlement

    def settle(self) -> None:
        """Settle the deal: melds that count, the outcome, and what each account gets."""
        if not self.melds_laid:
            if self.tricks_played == 0 and self.trump_fixed and self.t.has_meld:
                self.lay_all()
            self.melds_laid = 1
        self.count_melds()
        if self.t.stake:
            self.raise_stake(self.run(self.t.stake, self.asked_seat()))
        self.find_winner()
        self.find_outcome()
        if self.outcome_row >= 0:
            for account in range(self.t.accounts):
                if self.t.summed and self.forced_row < 0 and self.declarer >= 0:
                    self.find_row(self.account_seat(account))
                self.gains[account] = self.gain_of(account)
            if self.t.summed:
                self.find_outcome()
            for account in range(self.t.accounts):
                self.change(self.t.end_ledger, account, self.gains[account], False)
        self.take_gains()
        if self.declarer >= 0 and self.outcome_row >= 0:
            self.made = self.t.outcome_made[self.outcome_row]
            if self.made < 0 and self.forced_row < 0:  # a row that was named says it itself or leaves it open
                self.made = 1 if self.gains[self.account[self.declarer]] > 0 else 0
        if self.events is not None:
            self.note("settled", (self.facts(), self.seat_figures(), self.meld_floors()))

    def take_gains(self) -> None:
        """Note what each account has got in this deal."""
        for account in range(self.t.accounts):
            self.gains[account] = self.balance[self.t.end_ledger * ACCOUNTS + account] - self.before[account]

    def account_seat(self, account: int) -> int:
        """Return whom an account's formulas are asked of: the declarer for his own, else its first seat."""
        if account >= JOINT_ACCOUNT:
            return 0
        if self.declarer >= 0 and self.account[self.declarer] == account:
            return self.declarer
        return max(0, self.seat_of(account))

    def find_winner(self) -> None:
        """Find the account that won the deal."""
        self.deal_winner = -1
        if self.t.winner:
            for account in range(self.t.accounts):
                if not self.idle >> account & 1 and self.run(self.t.winner, self.account_seat(account)):
                    self.deal_winner = account
                    return
            return
        best = 0
        none = True
        for account in range(self.t.accounts):
            if self.idle >> account & 1:
                continue
            seat = self.account_seat(account)
            score = self.load_seats(N_MELD, 1 << seat) + self.load_seats(N_COUNTERS, 1 << seat)
            if self.t.sides in (SIDES_DECLARER, SIDES_PARTNER):
                score = self.own_meld[seat] + self.final_points(self.raw[seat])
            if none or score > best:
                none = False
                best = score
                self.deal_winner = account
            elif score == best:
                self.deal_winner = -1

    def find_outcome(self) -> None:
        """Find the row of the case table that describes the deal."""
        self.outcome_row = -1
        if self.forced_row >= 0:
            self.outcome_row = self.forced_row
        else:
            self.find_row(self.asked_seat())
        self.outcome = self.t.outcome_number[self.outcome_row] if self.outcome_row >= 0 else -1

    def find_row(self, seat: int) -> None:
        """Find the first row of the case table whose condition holds for a seat."""
        self.outcome_row = -1
        for row in range(self.t.n_outcomes):
            if not self.t.outcome_ruling[row] and self.t.outcome_if[row] and self.run(self.t.outcome_if[row], seat):
                self.outcome_row = row
                return

    def specific(self, who: int) -> int:
        """Return how specific the player word of a column is."""
        kind = who % 64
        if kind == WHO_EVERYONE:
            return 0
        if kind in (WHO_DECLARERS, WHO_DEFENDERS, WHO_LOSERS, WHO_NONDEALERS):
            return 1
        return 2 if kind == WHO_WINNER else 3

    def gain_of(self, account: int) -> int:
        """Return what the outcome gives an account."""
        at = self.t.outcome_column_at[self.outcome_row]
        best = -1
        code = 0
        for i in range(self.t.outcome_columns[self.outcome_row]):
            who = self.t.pool[at + 2 * i]
            if self.specific(who) > best and self.accounts_of(who, 0) >> account & 1:
                best = self.specific(who)
                code = self.t.pool[at + 2 * i + 1]
        return self.run_account(code, account)

    def deal_settled(self) -> None:
        """Do nothing; a playout gathers its figures here."""

    def end_deal(self) -> None:
        """See whether the game is over; else begin the next deal."""
        self.take_gains()
        self.kept_outcome = self.outcome
        self.kept_made = self.made
        if self.events is not None:
            self.note("end", ([self.ledger_balances(k) for k in range(self.t.n_ledgers)], self.unfinished))
        self.deal_settled()
        if self.t.break_n:
            self.note_deal()
        self.find_next_dealer()  # as long as the winner is that of the deal
        self.result = self.game_result()
        if self.result == UNDECIDED and (self.deal >= MOST_DEALS or self.stuck >= MOST_STUCK):
            self.unfinished = 1
            self.result = self.highest((1 << self.t.accounts) - 1)
        if self.result != UNDECIDED:
            self.step = S_END
            return
        self.pass_deal()
        self.step = S_DEALING

    def note_deal(self) -> None:
        """Note what may break a tie at the end: deals won, the best deal, and what rounding took or gave."""
        if self.deal_winner >= 0:
            self.deals_won[self.deal_winner] += 1
        for account in range(self.t.accounts):
            self.best_deal[account] = max(self.best_deal[account], self.gains[account])
            raw = 0
            for seat in range(self.t.seats):
                if self.account[seat] == account:
                    raw += self.raw[seat]
            self.exact[account] += raw - self.final_points(raw) * self.t.per

    def break_tie(self, level: int) -> int:
        """Return which of the accounts that are level wins, or DRAWN."""
        if self.figures_given:
            return DRAWN  # the deals before are not known
        for i in range(self.t.break_n):
            rule = self.t.pool[self.t.break_at + i]
            if rule == B_LOT:
                number = stream_start(stream_key(self.seed, self.game, self.deal, 0), 20)
                return nth_bit(level, bounded(advance_stream(number), bit_count(level)))
            best = -2147483647
            left = 0
            for account in range(self.t.accounts):
                if not level >> account & 1:
                    continue
                score = self.deals_won[account]
                if rule == B_BEST_DEAL:
                    score = self.best_deal[account]
                elif rule == B_EXACT:
                    score = self.exact[account]
                if score > best:
                    best = score
                    left = 0
                if score == best:
                    left |= 1 << account
            level = left
            if level & (level - 1) == 0:
                return lowest(level)
        return DRAWN

    def highest(self, accounts: int) -> int:
        """Return the account with the highest balance of the deciding ledger, or DRAWN."""
        best = UNDECIDED
        most = 0
        level = 0
        for account in range(self.t.accounts):
            if accounts >> account & 1:
                balance = self.balance[self.t.end_ledger * ACCOUNTS + account]
                if best == UNDECIDED or balance > most:
                    best = account
                    most = balance
                    level = 1 << account
                elif balance == most:
                    best = DRAWN
                    level |= 1 << account
        if best == DRAWN and self.t.break_n:
            return self.break_tie(level)
        return best if best != UNDECIDED else DRAWN

    def only_other(self, losers: int) -> int:
        """Return the account that wins when some have lost: the highest of the others."""
        return self.highest(((1 << self.t.accounts) - 1) & ~losers)

    def outcome_result(self) -> int:
        """Return the result that the outcome itself brings, or UNDECIDED."""
        row = self.outcome_row
        if row < 0:
            return UNDECIDED
        for i in range(self.t.outcome_wins_n[row]):
            accounts = self.accounts_of(self.t.pool[self.t.outcome_wins_at[row] + i], 0)
            if accounts:
                return self.highest(accounts)
        for i in range(self.t.outcome_loses_n[row]):
            accounts = self.accounts_of(self.t.pool[self.t.outcome_loses_at[row] + i], 0)
            if accounts:
                return self.only_other(accounts)
        return UNDECIDED

    def code_result(self) -> int:
        """Return the result of the named conditions `wins`, `loses` and `ends`, or UNDECIDED."""
        winners = 0
        losers = 0
        over = False
        for account in range(self.t.accounts):
            for i in range(self.t.wins_n):
                if self.run_account(self.t.pool[self.t.wins_at + i], account):
                    winners |= 1 << account
            for i in range(self.t.loses_n):
                if self.run_account(self.t.pool[self.t.loses_at + i], account):
                    losers |= 1 << account
            for i in range(self.t.ends_n):
                if self.run_account(self.t.pool[self.t.ends_at + i], account):
                    over = True
        if winners:
            return self.highest(winners)
        if losers:
            return self.only_other(losers)
        return self.highest((1 << self.t.accounts) - 1) if over else UNDECIDED

    def game_result(self) -> int:
        """Return who has won the game, DRAWN or UNDECIDED."""
        if self.t.wins_by_meld:
            result = self.meld_victory()
            if result >= 0:
                return result
        result = self.outcome_result()
        if result == UNDECIDED and (self.t.wins_n or self.t.loses_n or self.t.ends_n):
            result = self.code_result()
        if result != UNDECIDED:
            return result
        if self.t.has_target:
            reached = 0
            several = 0
            for account in range(self.t.accounts):
                if self.balance[self.t.end_ledger * ACCOUNTS + account] >= self.target and self.true_of(
                    self.t.winner_needs, account
                ):
                    several = reached
                    reached |= 1 << account
            if reached:
                result = self.both_reached(reached) if several else self.highest(reached)
        if result == UNDECIDED and self.t.deals and self.deal >= self.t.deals:
            result = self.highest((1 << self.t.accounts) - 1)
            if result == DRAWN and self.t.tie_again:
                return UNDECIDED
        return result

    def both_reached(self, reached: int) -> int:
        """Return who wins when several accounts reach the target in one deal."""
        for i in range(self.t.both_n):
            rule = self.t.pool[self.t.both_at + 2 * i]
            if rule == R_DECLARERS:
                mine = self.accounts_of(WHO_DECLARERS, 0) & reached
                if mine:
                    best = self.highest(mine)
                    if best != DRAWN:
                        return best
                    reached = mine
            elif rule == R_HIGHEST:
                best = self.highest(reached)
                if best != DRAWN:
                    return best
            elif rule == R_ANOTHER:
                return UNDECIDED
            elif rule == R_DRAW:
                return DRAWN
            else:
                self.target = min(self.target + self.t.pool[self.t.both_at + 2 * i + 1], 1000000000)
                return UNDECIDED
        return UNDECIDED

    # -- actions

    def card_decision(self) -> bool:
        """Tell whether a card is to be chosen."""
        return self.deciding in (D_PLAY, D_EXCHANGE, D_BURY, D_ASK)

    def find_legal(self) -> None:
        """Find the legal actions of the present decision."""
        if self.legal_known:
            return
        decision = self.deciding
        self.legal_known = 1
        self.n_options = 0
        self.legal_mask = 0
        if decision == D_PLAY:
            self.legal_mask = self.legal_cards_mask()
        elif decision in (D_EXCHANGE, D_BURY):
            self.legal_mask = self.choice_mask()
        elif decision == D_ASK:
            self.legal_mask = self.ask_mask()
        elif decision == D_BID:
            self.list_bids()
        elif decision == D_TRUMP:
            self.list_trumps()
        elif decision == D_CALL:
            tables = self.modes[self.pending_mode]
            self.options[0] = CALL_ACTION + tables.call_number[self.pending]
            self.options[1] = PASS
            self.n_options = 2
        elif decision == D_AGREE:
            self.options[0] = AGREE
            self.options[1] = PASS
            self.n_options = 2
        elif decision == D_MELD:
            n = self.list_melds(self.seat)
            self.options[n] = PASS
            self.n_options = n + 1
        elif decision == D_DRAW:
            self.options[0] = TAKE_TURNED
            self.options[1] = TAKE_HIDDEN
            self.n_options = 2
        elif decision == D_BUILD:
            self.options[0] = KEEP
            self.options[1] = REJECT
            self.n_options = 2
        elif decision == D_REDRAW:
            self.n_options = self.list_redraw(self.seat)

    def is_legal(self, action: int) -> bool:
        """Tell whether an action is legal."""
        self.find_legal()
        if self.card_decision():
            return 0 <= action < 64 and self.legal_mask >> action & 1 != 0
        for i in range(self.n_options):
            if self.options[i] == action:
                return True
        return False

    def act(self, action: int) -> None:
        """Carry a legal action out and run to the next decision."""
        decision = self.deciding
        if decision == D_PLAY and not self.t.card_windows and not self.absent:
            if not self.play_on(action):
                self.after_tricks()
            return
        self.deciding = D_NONE
        self.decisions += 1
        if decision == D_PLAY:
            self.lay_card(self.seat, action)
            self.step = S_CARD_DONE
            self.open_window(W_OWN_CARD_DONE, 0, self.seat)
        elif decision == D_BID:
            self.act_bid(action)
        elif decision == D_TRUMP:
            self.set_trump(action - TRUMP_ACTION)
        elif decision == D_EXCHANGE:
            if not self.choose_card(action) or self.hand_over():
                self.ask(self.giver, D_EXCHANGE)
        elif decision == D_ASK:
            if self.ask_for(action):
                self.ask(self.giver, D_EXCHANGE)
        elif decision == D_BURY:
            if not self.choose_card(action):
                self.ask(self.giver, D_BURY)
            else:
                self.bury_cards()
        elif decision == D_CALL:
            self.answer_call(action != PASS)
        elif decision == D_AGREE:
            self.answer_partner(action == AGREE)
        elif decision == D_MELD:
            self.act_meld(action)
        elif decision == D_DRAW:
            self.takes_turned = 1 if action == TAKE_TURNED else 0
        elif decision == D_BUILD:
            self.build_hand(self.seat, action == KEEP)
        elif decision == D_REDRAW:
            self.act_redraw(action)
        if self.decisions > MOST_DECISIONS:
            self.break_off()
        self.advance()

    def break_off(self) -> None:
        """Settle a deal that comes to no end of itself."""
        self.decisions = 0
        self.depth = 0
        self.pending = -1
        self.deciding = D_NONE
        self.unfinished = 1
        self.stuck += 1
        self.step = S_SETTLE

    def after_tricks(self) -> None:
        """Go on where something other than the next card follows a trick."""
        self.deciding = D_NONE
        self.step = S_TRICK_DONE
        self.advance()

    def act_bid(self, action: int) -> None:
        """Carry a bid or a pass out."""
        if self.taking:
            points = self.t.taken_at if action == TAKE else self.bid_points(action)
            self.make_bid(points)
            if self.t.with_suit and action != TAKE:
                self.bid_suit = (action - BID_ACTION) % self.t.bid_suits
            self.give_contract(self.speaker, points)
            self.step = S_AFTER
        elif action < CALL_ACTION:
            self.said_pass[self.speaker] = 0 if action == PASS else action - PASS_WORD + 1
            self.pass_bid()
        else:
            self.make_bid(self.bid_points(action))
            if self.t.with_suit:
                self.bid_suit = (action - BID_ACTION) % self.t.bid_suits

    def bid_points(self, action: int) -> int:
        """Return the points of a bid."""
        if self.t.with_suit:
            return self.t.ladder[(action - BID_ACTION) // self.t.bid_suits]
        return self.t.ladder[action - BID_ACTION]

    def act_meld(self, action: int) -> None:
        """Carry a meld out, or the end of melding for this trick."""
        if action == PASS:
            if self.meld_moment == M_TRICK:
                self.after_melds()
            return
        form = self.find_form((action - MELD_ACTION) // 4, (action - MELD_ACTION) % 4)
        self.lay_meld(self.seat, form)
        if self.meld_moment == M_TRICK:
            self.step = S_TRICK_MELD
        elif self.meld_moment == M_FREE:
            self.step = S_LEAD_FREE
        if self.t.wins_by_meld:
            self.see_victory()

    def act_redraw(self, action: int) -> None:
        """Carry out that a card is thrown, or that no more are."""
        if action != PASS:
            self.choose_card(action)
            if self.to_choose > 0:
                self.ask(self.seat, D_REDRAW)
                return
        self.redraw_hand(self.seat)

    # -- for Python

    def legal_actions(self) -> list[int]:
        """Return the legal actions of the seat to decide; none when the game is over."""
        self.find_legal()
        found = []
        if self.card_decision():
            rest = self.legal_mask
            while rest:
                found.append(lowest(rest))
                rest &= rest - 1
            return found
        for i in range(self.n_options):
            found.append(self.options[i])
        return found

    def apply(self, action: int) -> None:
        """Carry an action out; an illegal one raises IllegalAction and changes nothing."""
        if not isinstance(action, int) or not 0 <= action < MOST_ACTION or not self.is_legal(action):
            self.refuse(action)
        self.actions.append(action)
        self.act(action)

    def refuse(self, action: int) -> None:
        """Raise the error for an illegal action; a game with words for it says more."""
        msg = f"action {action} is not legal here"
        raise IllegalAction(msg)

    @property
    def current_seat(self) -> int:
        """Return the seat that has to decide, or -1 when the game is over."""
        return self.seat

    @property
    def is_over(self) -> bool:
        """Tell whether the game is over."""
        return self.finished != 0

    @property
    def totals(self) -> list[int]:
        """Return the points of each account."""
        return [self.balance[a] for a in range(self.t.accounts)]

    @property
    def standing(self) -> list[int]:
        """Return what each account has of the currency that decides the game: the points, unless said."""
        at = self.t.end_ledger * ACCOUNTS
        return [self.balance[at + a] for a in range(self.t.accounts)]

    def ledger_balances(self, ledger: int) -> list[int]:
        """Return the balances of a ledger: one for each account, or the joint one alone."""
        self.check_number("ledger", ledger, self.t.n_ledgers)
        if self.t.ledger_joint[ledger]:
            return [self.balance[ledger * ACCOUNTS + JOINT_ACCOUNT]]
        return [self.balance[ledger * ACCOUNTS + a] for a in range(self.t.accounts)]

    def facts(self) -> dict[str, int]:
        """Return the public single facts of the moment."""
        return {
            "decision": self.deciding,
            "phase": self.t.phase[self.at] if self.at < self.t.n_phases else P_SCORE,
            "stage": self.play_stage(),
            "mode": self.mode,
            "deal": self.deal,
            "redeal": self.redeal,
            "dealer": self.dealer,
            "declarer": self.declarer,
            "partner": self.partner,
            "receiver": self.receiver,
            "asked_card": self.asked_card,
            "holder": self.holder,
            "dealing": self.dealer_person if self.t.people else self.dealer,
            "idle": self.idle,
            "bidder": self.bidder,
            "bid": self.bid,
            "trump": self.trump,
            "turn_up": self.turn_up,
            "stock_left": max(0, self.t.stock_to - self.stock_next) if self.t.has_stock else 0,
            "leader": self.leader,
            "tricks_played": self.tricks_played,
            "last_winner": self.last_winner,
            "pending": self.modes_call(),
            "melds_laid": self.melds_laid,
            "shown_hands": self.shown_hands,
            "outcome": self.outcome,
            "made": self.made,
            "deal_winner": self.deal_winner,
            "result": self.result,
            "target": self.target,
            "stake": self.stake,
            "to_choose": self.to_choose,
            "unfinished": self.unfinished,
            "last_outcome": self.kept_outcome,
            "last_made": self.kept_made,
            "drawn": self.deck[self.stock_next] if self.deciding == D_BUILD else NOBODY,
            "closed": self.closed,
            "absent": self.absent,
            "trump_fixed": self.trump_fixed,
            "all_tricks": self.t.all_tricks,
            "bid_suit": self.bid_suit,
            "exposed": self.exposed,
            "widow_open": self.widow_open,
            "widow_taken": self.widow_taken,
            "widow_owner": self.widow_owner,
        }

    def check_number(self, name: str, number: int, n: int) -> None:
        """Raise `ValueError` for what is no number of a seat, a ledger or the like, of which there are n."""
        if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number < n:
            shown = f"{number!r:.40}"
            msg = f"{name}: {shown} is none; there are {n}, from 0 to {n - 1}"
            raise ValueError(msg)

    def meld_floors(self) -> list[int]:
        """Return what each seat's melds must come to so that they count, at the end of a deal."""
        if not self.t.floor:
            return [0] * self.t.seats
        counted = self.melds_counted
        self.melds_counted = 0
        found = [self.run(self.t.floor, seat) for seat in range(self.t.seats)]
        self.melds_counted = counted
        return found

    def tell_events(self, dealer: int = -1, balances: dict[int, list[int]] | None = None) -> None:
        """Begin the game anew, and keep in `events` what happens besides the actions."""
        self.events = []
        self.actions = []
        self.start_as(dealer, balances)

    def modes_call(self) -> int:
        """Return the number of the call that is being decided, or -1."""
        if self.pending < 0:
            return -1
        tables = self.modes[self.pending_mode]
        return tables.call_number[self.pending]

    def hand_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat holds."""
        self.check_number("seat", seat, self.t.seats)
        return [self.count[seat * 64 + card] for card in range(self.t.types)]

    def passed_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat was given in the exchange, as far as he may know."""
        self.check_number("seat", seat, self.t.seats)
        if self.unseen:
            return [0] * self.t.types
        return [self.passed_card[seat * 64 + card] for card in range(self.t.types)]

    def seen_counts(self) -> list[int]:
        """Return how many cards of each type have been played."""
        return [self.seen[card] for card in range(self.t.types)]

    def buried_counts(self, everything: bool) -> list[int]:
        """Return how many cards of each type were laid away: all of them, or those that everyone has seen."""
        if not self.t.has_bury:
            return [0] * self.t.types
        return [self.buried[card] if everything else self.buried_open[card] for card in range(self.t.types)]

    def taken_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type lie in a seat's tricks, where the rules keep count of them."""
        self.check_number("seat", seat, self.t.seats)
        if not self.t.uses_taken:
            return [0] * self.t.types
        return [self.taken[seat * 64 + card] for card in range(self.t.types)]

    def last_trick_cards(self) -> list[int]:
        """Return the cards of the last trick until the next card is played."""
        if self.n_laid or not self.tricks_played:
            return []
        return [self.trick[i] for i in range(self.trick_size)]

    def use_mode(self, mode: int) -> None:
        """Let the rules of a mode hold, for a question that needs no game."""
        self.check_number("mode", mode, len(self.modes))
        self.mode = mode
        self.t = self.modes[mode]

    def trick_cards(self) -> list[int]:
        """Return the cards of the present trick, the lead first."""
        return [self.trick[i] for i in range(self.n_laid)]

    def seat_figures(self) -> dict[str, list[int]]:
        """Return figures of each seat."""
        seats = range(self.t.seats)
        return {
            "hand_left": [self.hand_left[s] for s in seats],
            "raw": [self.raw[s] for s in seats],
            "tricks": [self.tricks[s] for s in seats],
            "side": [self.side[s] for s in seats],
            "laid_meld": [self.laid_meld[s] for s in seats],
            "own_meld": [self.own_meld[s] for s in seats],
            "bids": [self.bids[s] for s in seats],
            "best_bid": [self.best_bid[s] for s in seats],
            "spoken": [self.spoken[s] for s in seats],
            "passed": [self.passed >> s & 1 for s in seats],
            "account": [self.account[s] for s in seats],
            "said_pass": [self.said_pass[s] for s in seats],
        }

    def last_gains(self) -> list[int]:
        """Return what each account got in the last deal settled."""
        return [self.gains[a] for a in range(self.t.accounts)]

    def rejected_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat has looked at and laid aside."""
        self.check_number("seat", seat, self.t.seats)
        return [self.rejected[seat * 64 + card] for card in range(self.t.types)]

    def laid_aside_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type lie in a seat's pile of cards that nobody took."""
        self.check_number("seat", seat, self.t.seats)
        return [self.laid_aside[seat * 64 + card] for card in range(self.t.types)]

    def melded_counts(self, seat: int) -> list[int]:
        """Return how often a seat has laid each kind of meld."""
        self.check_number("seat", seat, self.t.seats)
        self.open_melds()
        if not self.t.tracked and not self.t.over_time and not self.melds_noted:
            return [0] * 64
        return [self.melded[seat * 64 + kind] for kind in range(64)]

    def table_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat holds that lie in melds for all to see, or were shown in them."""
        self.check_number("seat", seat, self.t.seats)
        if not self.t.cards_open or not self.watched:
            return [0] * self.t.types
        self.open_melds()
        if self.t.over_time:
            return [self.count[seat * 64 + card] - self.fresh(seat, card) for card in range(self.t.types)]
        return [self.known_of(MELD_VIEW, seat, card) for card in range(self.t.types)]

    def known_counts(self, seat: int, other: int) -> list[int]:
        """Return how many cards of each type a seat knows another to hold; a lower bound, and never wrong."""
        self.check_number("seat", seat, self.t.seats)
        self.check_number("seat", other, self.t.seats)
        if seat == other or self.shown_hands >> other & 1:
            return self.hand_counts(other)
        if not self.watched:
            return [0] * self.t.types
        self.open_melds()
        table = self.table_counts(other)
        return [max(table[card], self.known_of(seat, other, card)) for card in range(self.t.types)]

    def given_cards(self, seat: int) -> list[tuple[int, int]]:
        """Return which cards a seat has passed on, each with who got it."""
        return [(receiver, card) for giver, receiver, card in self.passes if giver == seat]

    def widow_cards(self) -> list[int]:
        """Return the cards of the widow of this deal."""
        at = self.t.seats * self.t.hand
        return [self.deck[at + i] for i in range(self.t.widow)]

    def set_hidden(self, hands: list[list[int]], stock: list[int]) -> None:
        """Give everyone other cards, and the stock another order: the same table as somebody else may imagine it.

        `hands` holds counts by type for each seat.  What lies on the table is not touched, and what is known
        of a hand stays known as far as it has those cards.
        """
        self.open_melds()
        seats = range(self.t.seats)
        views = [view for view in range(VIEWS) if self.informed[view]]
        known = {
            (view, seat): [self.known_of(view, seat, card) for card in range(self.t.types)]
            for view in views
            for seat in seats
        }
        for seat in range(self.t.seats):
            if self.t.uses_dealt and hands[seat] != self.hand_counts(seat):  # what he was dealt is hidden as well
                self.suppose_dealt(seat, [card for card in range(self.t.types) for _ in range(hands[seat][card])])
            self.hand[seat] = 0
            self.hand_left[seat] = 0
            for card in range(self.t.types):
                if self.t.over_time:
                    self.used_first(seat, card)
                self.count[seat * 64 + card] = 0
                for _ in range(hands[seat][card]):
                    self.give_card(seat, card)
        for view, seat in known:
            for card in range(self.t.types):
                hidden = max(0, hands[seat][card] - known[view, seat][card])
                self.unknown[view * 512 + seat * 64 + card] = hidden
        for i in range(len(stock)):
            self.deck[self.stock_next + i] = stock[i]
        self.legal_known = 0
        self.plan_ready = 0

    def stock_cards(self) -> list[int]:
        """Return the face-down cards of the stock, the next first."""
        return [self.deck[i] for i in range(self.stock_next, self.t.stock_to)] if self.t.has_stock else []

    def legal_for(self, figures: dict[str, int], hand: list[int], trick: list[int]) -> list[int]:
        """Return the cards that a hand may play to a trick, whatever this game was about."""
        self.set_table(figures)
        for seat in range(self.t.seats):
            for card in range(self.t.types):
                self.count[seat * 64 + card] = 0
            self.hand[seat] = 0
        for card in hand:
            self.give_card(figures["seat"], card)
        self.n_laid = 0
        for i, card in enumerate(trick):
            self.seat = (figures["leading"] + i) % self.t.seats
            self.show_card(card)
        self.seat = figures["seat"]
        self.legal_mask = self.legal_cards_mask()
        self.deciding = D_PLAY
        self.legal_known = 1
        return self.legal_actions()

    def entries_for(self, hand: list[int], trump: int, declarer: int, seat: int) -> int:
        """Return which melds a hand may lay, as bits; a declarer of -1 bars nobody."""
        self.clear_deal()
        self.set_trump(trump)
        self.suppose_dealt(seat, hand)
        for card in hand:
            self.give_card(seat, card)
        if declarer >= 0:
            self.give_contract(declarer, 0)
        return self.entries_on(seat)

    def best_for(self, hand: list[int], trump: int, declarer: int, seat: int) -> int:
        """Return what the tables say a hand is worth."""
        self.entries_for(hand, trump, declarer, seat)
        return self.hand_meld(seat, trump)

    def set_table(self, figures: dict[str, int]) -> None:
        """Set what duties look at, for a question that needs no game."""
        self.trump = figures["trump"]
        self.asked_trump = self.trump
        self.declarer = figures["declarer"]
        self.first_trick = figures["first_trick"]
        self.trump_played = figures["trump_played"]
        self.closed = 0
        self.absent = 0
        self.trick_size = self.t.seats
        self.turn_up = NOBODY
        self.stock_next = self.t.stock_from if figures["stage"] else self.t.stock_to
        for seat in range(self.t.seats):
            self.side[seat] = self.t.side_of[seat]
            if self.t.sides in (SIDES_DECLARER, SIDES_PARTNER):
                self.side[seat] = 0 if seat == self.declarer else 1

    def winner_of(self, trick: list[int], trump: int) -> int:
        """Return the place of the card that wins a trick."""
        self.trump = trump
        self.n_laid = 0
        for i in range(len(trick)):
            self.seat = i
            self.n_laid = min(i, 7)
            self.show_card(trick[i])
        return self.best_seat

    def must_seats(self, call: int) -> int:
        """Return for whom a call of the present rules has to be made with the figures read, as bits of seats."""
        if self.t.call_by_n[call] == 0:
            seat = self.asked_seat()
            return 1 << seat if self.run(self.t.call_must[call], seat) else 0
        found = 0
        for seat in range(self.t.seats):
            if self.named(self.t.call_by_at[call], self.t.call_by_n[call], seat):
                found |= (1 if self.run(self.t.call_must[call], seat) else 0) << seat
        return found

    def read_figures(self, figures: dict[str, Any]) -> None:
        """Take over the figures of a deal, of each account or of each seat."""
        self.t = self.modes[0]
        self.clear_deal()
        self.use_mode(figures["mode"])
        self.figures_given = 1
        self.deal = figures["deal"]
        self.dealer = figures["dealer"]
        if self.t.people:
            self.dealer_person = figures["dealer"]
            self.seat_people()
        self.set_trump(figures["trump"])
        if figures["declarer"] >= 0:
            declarer = self.place(figures["declarer"])
            self.bidder = declarer
            self.give_contract(declarer, figures["bid"])
            if figures["partner"] >= 0:
                self.make_partner(self.place(figures["partner"]))
            for account, points in enumerate(figures["bids"]):
                self.best_bid[self.account_seat(account)] = points
        for name, values in (("raw", figures["counters"]), ("tricks", figures["tricks"]), ("meld", figures["meld"])):
            by_seat = len(values) != self.t.accounts
            for place in range(len(values)):
                if not by_seat and self.idle >> place & 1:
                    continue
                seat = place if by_seat else self.account_seat(place)
                if name == "raw":
                    self.raw[seat] = values[place]
                elif name == "tricks":
                    self.tricks[seat] = values[place]
                    self.tricks_played += values[place]
                else:
                    self.laid_meld[seat] = values[place]
        for account, cards in enumerate(figures["taken"]):
            for card in cards:
                self.taken[self.account_seat(account) * 64 + card] += 1
        for account, kind, times, points in figures["melds"]:
            self.melded[self.account_seat(account) * 64 + kind] = times
            self.meld_of[self.account_seat(account) * 64 + kind] = points
        for call, seat in figures["called"]:
            self.called[call] |= 1 << (max(seat, 0))
            self.caller_of[call] = seat
            self.caller = seat
            for i in range(self.t.n_calls):
                if self.t.call_number[i] == call:
                    self.raise_stake(self.t.call_stakes[i])
        self.last_winner = self.place(figures["last_trick"])
        self.offender = self.place(figures["offender"])
        self.melds_laid = 1
        self.played_out = figures["played_out"]
        self.forced_row = figures["row"]

    def suppose_hand(self, seat: int, hand: list[int]) -> None:
        """Let a seat hold these cards, as it was dealt them."""
        self.suppose_dealt(seat, hand)
        for card in hand:
            self.give_card(seat, card)

    def bids_for(self, figures: dict[str, int], hand: list[int]) -> list[int]:
        """Return what a hand may say in the auction, over a bid that stands or as the first to bid."""
        self.t = self.modes[0]
        self.clear_deal()
        self.mode = 0
        self.deal = figures["deal"]
        self.dealer = figures["dealer"]
        self.start_auction()
        seat = figures["seat"]
        self.suppose_hand(seat, hand)
        if figures["high"] > 0:
            bidder = figures["bidder"]
            self.bid = figures["high"]
            self.bid_index = self.t.bid_index(self.bid)
            self.bidder = bidder
            self.bids[bidder] += 1
            self.best_bid[bidder] = self.bid
        self.speaker = seat
        self.ask(seat, D_BID)
        return self.legal_actions()

    def offered_for(self, figures: dict[str, Any], hand: list[int], call: int) -> bool:
        """Tell whether a call of the present rules is offered to a seat with this hand and these figures."""
        self.read_figures(figures)
        seat = figures["seat"]
        self.suppose_hand(seat, hand)
        if not self.named(self.t.call_by_at[call], self.t.call_by_n[call], seat):
            return False
        return self.true_for(self.t.call_may[call], seat)

    def settle_for(self, figures: dict[str, Any]) -> None:
        """Settle a deal of given figures; `gains`, `totals` and `facts` then tell the result."""
        self.read_figures(figures)
        for account in range(self.t.accounts):
            self.before[account] = self.balance[self.t.end_ledger * ACCOUNTS + account]
        self.settle()
        self.depth = 0
        if self.open_window(W_DEAL_END, 0, NOBODY):
            while self.depth > 0:
                self.step_window()
        self.take_gains()
        self.result = self.game_result()

    def place(self, person: int) -> int:
        """Return the seat of one of the people at the table; where there are as many seats, the same."""
        if person < 0 or not self.t.people:
            return person
        for seat in range(self.t.seats):
            if self.account[seat] == person:
                return seat
        return NOBODY

    def idle_for(self, dealer: int) -> int:
        """Return who sits out when one of the people deals, as bits."""
        if not self.t.people:
            return 0
        self.dealer_person = dealer
        self.seat_people()
        return self.idle

    def evaluate(self, code: list[int], seat: int) -> int:
        """Return what postfix code leaves for a seat now (for tests and curious people)."""
        self.check_number("seat", seat, self.t.seats)
        check_code(self.program, self.mode, tuple(code))
        number = self.t.try_code(tuple(code))
        value = self.run(number, seat)
        self.t.forget_code(number)
        return value

    def copy_from(self, other: Machine) -> None:
        """Become equal to another game of the same Program (its list of actions is not copied)."""
        if not isinstance(other, Machine):
            msg = f"a game is expected, not {type(other).__name__}"
            raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
        if other.program is not self.program and other.program.hash != self.program.hash:
            msg = "a game can be copied only from a game of the same program"
            raise ValueError(msg)
        self.copy_state(other)

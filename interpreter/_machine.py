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

if TYPE_CHECKING:
    from interpreter._tables import Tables

MOST_DEALS = 1000
"""A game that has not ended after so many deals ends: the highest total wins."""
MOST_REDEALS = 100
"""After so many redeals of one deal it counts, without a score."""
MOST_ACTION = 4096
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
        self.actions: list[int] = []
        self.start_game()
        if dealer >= 0:
            self.dealer = dealer
        if balances is not None:
            self.set_balances(balances)
        self.advance()

    def set_balances(self, balances: dict[int, list[int]]) -> None:
        """Set balances of ledgers."""
        for ledger, values in balances.items():
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
        self.finished = 0
        self.result = UNDECIDED
        self.unfinished = 0
        self.deciding = D_NONE
        self.target = self.t.target
        for ledger in range(self.t.n_ledgers):
            for account in range(ACCOUNTS):
                self.balance[ledger * ACCOUNTS + account] = self.t.ledger_start[ledger]
        self.clear_deal()
        self.stream[8] = stream_start(stream_key(self.seed, self.game, 0, 0), 1)
        self.dealer = self.t.first_dealer
        if self.dealer < 0:
            self.dealer = self.draw(8, self.t.seats)
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
            self.step = S_INSTEAD
            self.open_window(W_BEFORE, self.t.phase[self.at], NOBODY)
        elif step == S_INSTEAD:
            self.step = S_RUN
            self.open_window(W_INSTEAD, self.t.phase[self.at], NOBODY)
        elif step == S_RUN:
            self.run_phase()
        elif step == S_TURNED:
            self.step = S_AFTER
            self.open_window(W_TURNED, 0, NOBODY)
        elif step == S_AFTER:
            self.step = S_NEXT
            self.open_window(W_AFTER, self.t.phase[self.at], NOBODY)
        elif step == S_NEXT:
            self.at += 1
            if self.at >= self.t.n_phases:
                self.step = S_SETTLE
            elif self.t.phase_windows[self.at]:
                self.step = S_BEFORE
            else:
                self.run_phase()
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
            self.open_card()
        elif step == S_ASK_CARD:
            self.ask(self.seat, D_PLAY)
        elif step == S_CARD_DONE:
            self.after_card()
        elif step == S_TRICK_DONE:
            self.finish_trick()
        elif step == S_TRICK_NEXT:
            self.after_trick()
        elif step == S_TRICK_MELD:
            self.offer_melds()
        elif step == S_DRAW:
            self.draw_cards()
            self.step = S_LEAD
            if self.t.stock_melds == 2 and self.t.over_time:
                self.step = S_TRICK_MELD
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
            self.take_gains()
            self.step = S_ENDING
            return
        if not same:
            self.dealer = self.first_of(self.who_set(self.t.next_dealer, 0))
        self.redeal += 1
        self.redeals += 1
        self.mode = 0
        self.t = self.modes[0]
        self.clear_deal()
        self.at = 0
        self.step = S_BEFORE

    # -- phases

    def run_phase(self) -> None:
        """Carry the present phase out, or ask the first decision of it."""
        phase = self.t.phase[self.at]
        self.step = S_AFTER
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
            if self.t.has_exchange and self.declarer >= 0:
                self.start_exchange()
                self.ask(self.giver, D_EXCHANGE)
        elif phase == P_BURY:
            if self.t.has_bury and self.declarer >= 0:
                self.start_burying()
                self.ask(self.declarer, D_BURY)
        elif phase == P_MELD:
            if self.t.has_meld:
                self.lay_all()
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
        if self.turn_up >= 0:
            if self.t.trump_by == BY_TURN_UP:
                self.set_trump(self.turn_up // self.t.ranks)
            self.step = S_TURNED

    def run_trump(self) -> None:
        """Fix trump or ask for it."""
        if self.t.trump_by == BY_DECLARER and self.declarer >= 0:
            self.list_trumps()
            if self.n_options == 0:
                self.lack_trump()
            else:
                self.ask(self.declarer, D_TRUMP)
        elif self.t.trump_by == BY_WIDOW and self.t.widow > 0:
            self.set_trump(self.deck[self.t.seats * self.t.hand] // self.t.ranks)
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
        self.step = S_LEAD

    def open_lead(self) -> None:
        """Open the windows before a lead."""
        self.seat = self.leader
        self.step = S_CARD
        if self.t.trick_windows:
            self.open_window(W_EACH_LEAD, 0, NOBODY)
            if self.first_trick:
                self.open_window(W_FIRST_LEAD, 0, NOBODY)

    def open_card(self) -> None:
        """Let the next player play."""
        self.seat = (self.leader + self.n_laid) % self.t.seats
        if not self.t.card_windows:
            self.ask(self.seat, D_PLAY)
            return
        self.step = S_ASK_CARD
        self.open_window(W_OWN_CARD, 0, self.seat)
        if self.first_trick:
            self.open_window(W_OWN_FIRST_CARD, 0, self.seat)

    def after_card(self) -> None:
        """Go on after a card has been played."""
        if self.n_laid < self.t.seats:
            seat = self.seat + 1
            self.seat = 0 if seat == self.t.seats else seat
            self.step = S_CARD
            return
        self.finish_trick()

    def finish_trick(self) -> None:
        """Give the trick to its winner and see what follows."""
        stage = self.play_stage()
        self.take_trick()
        self.meld_done = 0
        if stage == 0 and self.hand_left[self.last_winner] == 0:
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
            if self.t.over_time and self.t.stock_melds == 1:
                self.step = S_TRICK_MELD
        elif self.t.over_time and not self.t.has_stock:
            self.step = S_TRICK_MELD
        else:
            self.step = S_LEAD

    def offer_melds(self) -> None:
        """Ask the winner of the trick for a meld, if he can lay one."""
        if self.list_melds(self.last_winner) == 0:
            self.after_melds()
            return
        self.ask(self.last_winner, D_MELD)

    def after_melds(self) -> None:
        """Go on after the winner of a trick has laid his melds."""
        before = self.t.has_stock and self.t.stock_melds == 1 and not self.closed
        self.step = S_DRAW if before else S_LEAD

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
        self.depth += 1

    def step_window(self) -> None:
        """Go on with the window opened last."""
        frame = self.depth - 1
        tables = self.modes[self.frame_mode[frame]]
        key = self.frame_key[frame]
        if self.frame_at[frame] >= tables.window_n[key]:
            self.depth -= 1
            if self.frame_call[frame] >= 0:
                self.call_effect(self.frame_call[frame], self.frame_mode[frame])
            return
        item = tables.window_at[key] + 2 * self.frame_at[frame]
        if tables.pool[item] == 0:
            self.frame_at[frame] += 1
            self.pay(tables.pool[item + 1])
            return
        self.step_call(frame, tables.pool[item + 1])

    def step_call(self, frame: int, call: int) -> None:
        """Offer a call to the next seat that may make it, or carry out what must be."""
        tables = self.modes[self.frame_mode[frame]]
        number = tables.call_number[call]
        if tables.call_by_n[call] == 0:
            self.frame_at[frame] += 1
            if tables.call_once[call] and self.called[number]:
                return
            asked = self.asked_seat()
            if tables.call_must[call] and self.run(tables.call_must[call], asked):
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
        if tables.call_must[call] and self.run(tables.call_must[call], seat):
            self.make_call(call, self.frame_mode[frame], seat)
        elif self.true_for(tables.call_may[call], seat) and not (tables.call_must[call] and not tables.call_may[call]):
            self.pending = call
            self.pending_mode = self.frame_mode[frame]
            self.ask(seat, D_CALL)

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
        self.called[number] |= 1 << seat
        self.caller_of[number] = seat
        self.caller = seat
        self.stake *= tables.call_stakes[call]
        if tables.call_shows[call]:
            self.shown_hands |= 1 << seat
        if tables.call_bids[call] >= 0 and self.speaker == seat:
            self.make_bid(tables.ladder[tables.call_bids[call]])
            self.step = S_SPEAK
        if tables.call_mode[call]:
            self.switch_mode(tables.call_mode[call])
        if self.frame_key[self.depth - 1] // PHASES == W_INSTEAD:
            self.skip_phase()
        key = WINDOWS * PHASES + number
        if self.t.window_n[key]:
            self.push_frame(key, call, NOBODY)
            self.frame_mode[self.depth - 1] = self.mode
        else:
            self.call_effect(call, mode)

    def skip_phase(self) -> None:
        """Go on behind the present phase: a call stands in its place."""
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
            return
        self.depth = 0
        if then == T_SAME_DEALER:
            self.step = S_SAME_DEALER
        elif then == T_NEXT_DEALER:
            self.step = S_NEXT_DEALER
        else:
            if then == T_OUTCOME:
                self.forced_row = tables.call_outcome[call]
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

    def pay(self, payment: int) -> None:
        """Make a payment that falls due."""
        ledger = self.t.pay_ledger[payment]
        source = self.t.pay_from[payment]
        receivers = self.accounts_of(self.t.pay_to[payment], 0)
        from_bank = source % 64 == WHO_BANK
        payers = 1 if from_bank else self.accounts_of(source, 0)
        for payer in range(ACCOUNTS):
            if not payers >> payer & 1:
                continue
            for account in range(ACCOUNTS):
                if self.t.pay_to[payment] % 64 != WHO_BANK and not receivers >> account & 1:
                    continue
                asked = self.account_seat(account if from_bank else payer)
                if self.true_for(self.t.pay_if[payment], asked):
                    amount = self.run(self.t.pay_amount[payment], asked) if self.t.pay_amount[payment] else 0
                    if not from_bank:
                        self.change(ledger, payer, -amount, False)
                    if receivers >> account & 1:
                        self.change(ledger, account, amount, self.t.pay_sets[payment] != 0)
                if self.t.pay_to[payment] % 64 == WHO_BANK:
                    break

    def accounts_of(self, who: int, seat: int) -> int:
        """Return the accounts of the seats that a player word names, as bits."""
        if who % 64 == WHO_JOINT:
            return 1 << JOINT_ACCOUNT
        seats = self.who_set(who, seat)
        accounts = 0
        for s in range(self.t.seats):
            if seats >> s & 1:
                accounts |= 1 << self.t.account_of[s]
        return accounts

    def change(self, ledger: int, account: int, amount: int, sets: bool) -> None:
        """Change a balance."""
        at = ledger * ACCOUNTS + account
        if not sets:
            amount += self.balance[at]
        if self.t.ledger_capped[ledger] and amount > self.t.ledger_most[ledger]:
            amount = self.t.ledger_most[ledger]
        self.balance[at] = min(max(amount, -2000000000), 2000000000)

    # -- settlement

    def settle(self) -> None:
        """Settle the deal: melds that count, the outcome, and what each account gets."""
        if not self.melds_laid:
            if self.tricks_played == 0 and self.trump_fixed and self.t.has_meld:
                self.lay_all()
            self.melds_laid = 1
        self.count_melds()
        if self.t.stake:
            self.stake *= self.run(self.t.stake, self.asked_seat())
        self.find_winner()
        self.find_outcome()
        if self.outcome_row >= 0:
            for account in range(self.t.accounts):
                self.gains[account] = self.gain_of(account)
            for account in range(self.t.accounts):
                self.change(self.t.end_ledger, account, self.gains[account], False)
        self.take_gains()
        if self.declarer >= 0 and self.outcome_row >= 0:
            self.made = self.t.outcome_made[self.outcome_row]
            if self.made < 0:
                self.made = 1 if self.gains[self.t.account_of[self.declarer]] > 0 else 0

    def take_gains(self) -> None:
        """Note what each account has got in this deal."""
        for account in range(self.t.accounts):
            self.gains[account] = self.balance[self.t.end_ledger * ACCOUNTS + account] - self.before[account]

    def account_seat(self, account: int) -> int:
        """Return whom an account's formulas are asked of: the declarer for his own, else its first seat."""
        if account >= JOINT_ACCOUNT:
            return 0
        if self.declarer >= 0 and self.t.account_of[self.declarer] == account:
            return self.declarer
        return self.t.first_seat[account]

    def find_winner(self) -> None:
        """Find the account that won the deal."""
        self.deal_winner = -1
        if self.t.winner:
            for account in range(self.t.accounts):
                if self.run(self.t.winner, self.account_seat(account)):
                    self.deal_winner = account
                    return
            return
        best = 0
        for account in range(self.t.accounts):
            seat = self.account_seat(account)
            score = self.load_seats(N_MELD, 1 << seat) + self.load_seats(N_COUNTERS, 1 << seat)
            if self.t.sides == SIDES_DECLARER:
                score = self.own_meld[seat] + self.final_points(self.raw[seat])
            if account == 0 or score > best:
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
            seat = self.asked_seat()
            for row in range(self.t.n_outcomes):
                if not self.t.outcome_ruling[row] and self.t.outcome_if[row] and self.run(self.t.outcome_if[row], seat):
                    self.outcome_row = row
                    break
        self.outcome = self.t.outcome_number[self.outcome_row] if self.outcome_row >= 0 else -1

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
        return self.run(code, self.account_seat(account)) if code else 0

    def deal_settled(self) -> None:
        """Do nothing; a playout gathers its figures here."""

    def end_deal(self) -> None:
        """See whether the game is over; else begin the next deal."""
        self.take_gains()
        self.deal_settled()
        self.result = self.game_result()
        if self.result == UNDECIDED and self.deal >= MOST_DEALS:
            self.unfinished = 1
            self.result = self.highest((1 << self.t.accounts) - 1)
        if self.result != UNDECIDED:
            self.step = S_END
            return
        self.dealer = self.first_of(self.who_set(self.t.next_dealer, 0))
        self.dealer = max(self.dealer, 0)
        self.step = S_DEALING

    def highest(self, accounts: int) -> int:
        """Return the account with the highest balance of the deciding ledger, or DRAWN."""
        best = UNDECIDED
        most = 0
        for account in range(self.t.accounts):
            if accounts >> account & 1:
                balance = self.balance[self.t.end_ledger * ACCOUNTS + account]
                if best == UNDECIDED or balance > most:
                    best = account
                    most = balance
                elif balance == most:
                    best = DRAWN
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
            seat = self.account_seat(account)
            for i in range(self.t.wins_n):
                if self.run(self.t.pool[self.t.wins_at + i], seat):
                    winners |= 1 << account
            for i in range(self.t.loses_n):
                if self.run(self.t.pool[self.t.loses_at + i], seat):
                    losers |= 1 << account
            for i in range(self.t.ends_n):
                if self.run(self.t.pool[self.t.ends_at + i], seat):
                    over = True
        if winners:
            return self.highest(winners)
        if losers:
            return self.only_other(losers)
        return self.highest((1 << self.t.accounts) - 1) if over else UNDECIDED

    def game_result(self) -> int:
        """Return who has won the game, DRAWN or UNDECIDED."""
        result = self.outcome_result()
        if result == UNDECIDED and (self.t.wins_n or self.t.loses_n or self.t.ends_n):
            result = self.code_result()
        if result != UNDECIDED:
            return result
        if self.t.has_target:
            reached = 0
            several = 0
            for account in range(self.t.accounts):
                if self.balance[self.t.end_ledger * ACCOUNTS + account] >= self.target and self.true_for(
                    self.t.winner_needs, self.account_seat(account)
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
                mine = self.accounts_of(WHO_DECLARER, 0) & reached
                if mine:
                    return self.highest(mine)
            elif rule == R_HIGHEST:
                best = self.highest(reached)
                if best != DRAWN:
                    return best
            elif rule == R_ANOTHER:
                return UNDECIDED
            elif rule == R_DRAW:
                return DRAWN
            else:
                self.target += self.t.pool[self.t.both_at + 2 * i + 1]
                return UNDECIDED
        return UNDECIDED

    # -- actions

    def card_decision(self) -> bool:
        """Tell whether a card is to be chosen."""
        return self.deciding in (D_PLAY, D_EXCHANGE, D_BURY)

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
        if decision == D_PLAY and not self.t.card_windows:
            if not self.play_on(action):
                self.after_tricks()
            return
        self.deciding = D_NONE
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
        elif decision == D_BURY:
            if not self.choose_card(action):
                self.ask(self.declarer, D_BURY)
            else:
                self.bury_cards()
        elif decision == D_CALL:
            self.answer_call(action != PASS)
        elif decision == D_AGREE:
            self.answer_partner(action == AGREE)
        elif decision == D_MELD:
            self.act_meld(action)
        self.advance()

    def after_tricks(self) -> None:
        """Go on where something other than the next card follows a trick."""
        self.deciding = D_NONE
        self.step = S_TRICK_DONE
        self.advance()

    def act_bid(self, action: int) -> None:
        """Carry a bid or a pass out."""
        if self.taking:
            points = self.t.taken_at if action == TAKE else self.t.ladder[action - BID_ACTION]
            self.make_bid(points)
            self.give_contract(self.speaker, points)
            self.step = S_AFTER
        elif action == PASS:
            self.pass_bid()
        else:
            self.make_bid(self.t.ladder[action - BID_ACTION])

    def act_meld(self, action: int) -> None:
        """Carry a meld out, or the end of melding for this trick."""
        if action == PASS:
            self.after_melds()
            return
        form = self.find_form((action - MELD_ACTION) // 4, (action - MELD_ACTION) % 4)
        self.lay_meld(self.last_winner, form)
        self.step = S_TRICK_MELD

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

    def ledger_balances(self, ledger: int) -> list[int]:
        """Return the balances of a ledger: one for each account, or the joint one alone."""
        if self.t.ledger_joint[ledger]:
            return [self.balance[ledger * ACCOUNTS + JOINT_ACCOUNT]]
        return [self.balance[ledger * ACCOUNTS + a] for a in range(self.t.accounts)]

    def following_dealer(self) -> int:
        """Return who would deal next."""
        return max(0, self.first_of(self.who_set(self.t.next_dealer, 0)))

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
            "bidder": self.bidder,
            "bid": self.bid,
            "trump": self.trump,
            "trump_fixed": self.trump_fixed,
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
        }

    def modes_call(self) -> int:
        """Return the number of the call that is being decided, or -1."""
        if self.pending < 0:
            return -1
        tables = self.modes[self.pending_mode]
        return tables.call_number[self.pending]

    def hand_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat holds."""
        return [self.count[seat * 64 + card] for card in range(self.t.types)]

    def passed_counts(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat was given in the exchange."""
        return [self.passed_card[seat * 64 + card] for card in range(self.t.types)]

    def seen_counts(self) -> list[int]:
        """Return how many cards of each type have been played."""
        return [self.seen[card] for card in range(self.t.types)]

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
        }

    def last_gains(self) -> list[int]:
        """Return what each account got in the last deal settled."""
        return [self.gains[a] for a in range(self.t.accounts)]

    def melded_counts(self, seat: int) -> list[int]:
        """Return how often a seat has laid each kind of meld; kept while melding over time."""
        return [self.melded[seat * 64 + kind] for kind in range(64)]

    def counts_at_melds(self, seat: int) -> list[int]:
        """Return how many cards of each type a seat held when melds were laid at once."""
        return [self.at_melds[seat * 64 + card] for card in range(self.t.types)]

    def melds_shown(self, seat: int) -> list[tuple[int, int, int, int]]:
        """Return what a seat has laid at once: (entry of the mode, slot, how many, points) of each kind."""
        if not self.melds_laid or self.t.over_time or self.laid_meld[seat] == 0:
            return []
        melds = self.t.all_melds
        if self.t.meld_rules:
            melds = self.t.meld_set(self.shown_entries(seat))
        return melds.laying_of(self.counts_at_melds(seat), self.trump)

    def shown_entries(self, seat: int) -> int:
        """Return which melds a seat could lay, asked with the hand of that moment."""
        now = self.hand_counts(seat)
        then = self.counts_at_melds(seat)
        for card in range(self.t.types):
            self.count[seat * 64 + card] = then[card]
        on = self.entries_on(seat)
        for card in range(self.t.types):
            self.count[seat * 64 + card] = now[card]
        return on

    def table_counts(self, seat: int) -> list[int]:
        """Return, while melding over time, how many cards of each type a seat shows on the table."""
        if not self.t.over_time:
            return [0] * self.t.types
        return [self.count[seat * 64 + card] - self.fresh(seat, card) for card in range(self.t.types)]

    def widow_cards(self) -> list[int]:
        """Return the cards of the widow of this deal."""
        at = self.t.seats * self.t.hand
        return [self.deck[at + i] for i in range(self.t.widow)]

    def set_hidden(self, hands: list[list[int]], stock: list[int]) -> None:
        """Give everyone other cards, and the stock another order: the same table as somebody else may imagine it.

        `hands` holds counts by type for each seat.  What lies on the table is not touched.
        """
        for seat in range(self.t.seats):
            self.hand[seat] = 0
            self.hand_left[seat] = 0
            for card in range(self.t.types):
                self.count[seat * 64 + card] = 0
                for _ in range(hands[seat][card]):
                    self.give_card(seat, card)
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
        self.turn_up = NOBODY
        self.stock_next = self.t.stock_from if figures["stage"] else self.t.stock_to
        for seat in range(self.t.seats):
            self.side[seat] = self.t.side_of[seat]
            if self.t.sides == SIDES_DECLARER:
                self.side[seat] = 0 if seat == self.declarer else 1
        self.make_mates()

    def winner_of(self, trick: list[int], trump: int) -> int:
        """Return the place of the card that wins a trick."""
        self.trump = trump
        self.n_laid = 0
        for i in range(len(trick)):
            self.seat = i
            self.n_laid = min(i, 7)
            self.show_card(trick[i])
        return self.best_seat

    def settle_for(self, figures: dict[str, Any]) -> None:
        """Settle a deal of given figures; `gains`, `totals` and `facts` then tell the result."""
        self.clear_deal()
        self.t = self.modes[0]
        self.figures_given = 1
        self.deal = figures["deal"]
        self.dealer = figures["dealer"]
        self.set_trump(figures["trump"])
        if figures["declarer"] >= 0:
            self.bidder = figures["declarer"]
            self.give_contract(figures["declarer"], figures["bid"])
        for name, values in (("raw", figures["counters"]), ("tricks", figures["tricks"]), ("meld", figures["meld"])):
            for account in range(self.t.accounts):
                seat = self.account_seat(account)
                if name == "raw":
                    self.raw[seat] = values[account]
                elif name == "tricks":
                    self.tricks[seat] = values[account]
                else:
                    self.laid_meld[seat] = values[account]
        for account, kind, times, points in figures["melds"]:
            self.melded[self.account_seat(account) * 64 + kind] = times
            self.meld_of[self.account_seat(account) * 64 + kind] = points
        for call, seat in figures["called"]:
            self.called[call] |= 1 << (max(seat, 0))
            self.caller_of[call] = seat
            self.caller = seat
            for i in range(self.t.n_calls):
                if self.t.call_number[i] == call:
                    self.stake *= self.t.call_stakes[i]
        self.last_winner = figures["last_trick"]
        self.offender = figures["offender"]
        self.melds_laid = 1
        self.played_out = 1
        self.forced_row = figures["row"]
        if self.forced_row >= 0:
            self.played_out = figures["played_out"]
        for account in range(self.t.accounts):
            self.before[account] = self.balance[self.t.end_ledger * ACCOUNTS + account]
        self.settle()
        self.depth = 0
        if self.open_window(W_DEAL_END, 0, NOBODY):
            while self.depth > 0:
                self.step_window()
        self.take_gains()
        self.result = self.game_result()

    def evaluate(self, code: list[int], seat: int) -> int:
        """Return what postfix code leaves for a seat now (for tests and curious people)."""
        number = self.t.add_code(tuple(code))
        return self.run(number, seat)

    def copy_from(self, other: Machine) -> None:
        """Become equal to another game of the same Program (its list of actions is not copied)."""
        self.copy_state(other)

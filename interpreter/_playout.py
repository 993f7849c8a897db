# ruff: noqa: F403, F405
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""Whole games one after another, and the sums that statistics are made of.

All sums are whole numbers, so that they can be added in any order: results never depend on the number
of workers.  `sums` is laid out by the `X_` numbers below; where a sum has a square, it comes next.  A sum
that grows too large for a number of the machine is moved to `carried`, whose numbers know no bounds.
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

from interpreter._search import Searching
from interpreter._signals import let_signals_in

if TYPE_CHECKING:
    from interpreter._tables import Tables


FULL = 1 << 61
"""A sum that has become as large is carried over."""
ROW_WINNER = 8
"""Place of the winner in a row."""
LARGE = 1 << 30
"""The product of two numbers below it is far from the bounds of a sum."""


class Playout(Searching):
    """Plays games with the players of the kernel and adds up what happens."""

    def __init__(self, modes: list[Tables], seed: int, kinds: list[int]) -> None:
        self.sums = [0] * 832
        self.carried = [0] * SUMS
        self.at_deal = [0] * 144
        self.meld_sums = [0] * 8
        self.laid_sums = [0] * 8
        self.counter_sums = [0] * 8
        self.all_melds = 0
        self.all_score = 0
        self.first_dealer = 0
        self.rows_kept = 0
        self.rows: list[int] = []
        self.row_at = -1
        self.row_game = 0
        super().__init__(modes, seed, 0)
        self.watched = 1 if max([kind & 15 for kind in kinds]) > 1 else 0  # else nobody looks at these games
        for i in range(SUMS):  # what was settled while it was made, without a decision, is of no game of the run
            self.sums[i] = 0
            self.carried[i] = 0
        for seat in range(8):
            self.player[seat] = kinds[seat % len(kinds)]
        self.all_random = max(kinds) == 0

    def add(self, at: int, value: int) -> None:
        """Add a value and its square."""
        self.put(at, value)
        self.put_product(at + 1, value, value)

    def put(self, at: int, value: int) -> None:
        """Add a value to a sum."""
        self.sums[at] += value
        if self.sums[at] > FULL or self.sums[at] < -FULL:
            self.put_large(at, 0, 0)

    def put_product(self, at: int, x: int, y: int) -> None:
        """Add a product to a sum."""
        if -LARGE < x < LARGE and -LARGE < y < LARGE:
            self.put(at, x * y)
        else:
            self.put_large(at, x, y)

    def put_large(self, at: int, x: int, y: int) -> None:
        """Add a product of any size, and carry a sum over."""
        more = x
        times = y
        self.carried[at] += more * times + self.sums[at]
        self.sums[at] = 0

    def sum_up_deal(self) -> None:
        """Note the melds and counters of each account in the deal that is settled, and of all of them together."""
        self.all_melds = 0
        self.all_score = 0
        for account in range(self.t.accounts):
            meld = 0
            laid = 0
            raw = 0
            for seat in range(self.t.seats):
                if self.account[seat] == account:
                    meld += self.own_meld[seat]
                    laid += self.laid_meld[seat]
                    raw += self.raw[seat]
            counters = self.final_points(raw)
            self.meld_sums[account] = meld
            self.laid_sums[account] = laid
            self.counter_sums[account] = counters
            self.all_melds += meld
            self.all_score += meld + counters

    def deal_settled(self) -> None:
        """Add the figures of a deal."""
        self.sum_up_deal()
        self.sums[X_DEALS] += 1
        if self.outcome >= 0:
            self.sums[X_OUTCOME + self.outcome] += 1
        for account in range(self.t.accounts):
            self.add(X_LAID, self.laid_sums[account])
            self.add(X_COUNTERS, self.counter_sums[account])
            self.add(X_ACCOUNT_MELD + 2 * account, self.meld_sums[account])
            self.add(X_ACCOUNT_COUNTERS + 2 * account, self.counter_sums[account])
            self.add(X_ACCOUNT_GAIN + 2 * account, self.gains[account])
        melds = self.all_melds
        score = self.all_score
        self.put(X_SHARE, melds)
        self.put(X_SHARE + 1, score)
        self.put_product(X_SHARE + 2, melds, melds)
        self.put_product(X_SHARE + 3, score, score)
        self.put_product(X_SHARE + 4, melds, score)
        if self.declarer >= 0:
            self.contract_settled()
        if self.t.n_ledgers > 1:
            self.ledgers_settled()
        if self.rows_kept:
            self.note_row()

    def note_row(self) -> None:
        """Keep a deal by itself, in the order of the columns of `rows.py`."""
        row = self.rows
        people = self.t.people
        self.row_at = len(row)
        row.append(self.row_game)
        row.append(self.deal)
        row.append(self.dealer_person if people else self.dealer)
        row.append(-1 if self.declarer < 0 else self.account[self.declarer] if people else self.declarer)
        row.append(self.bid if self.declarer >= 0 else -1)
        row.append(self.trump if self.trump < 4 or self.trump_fixed or self.tricks_played else -1)
        row.append(self.outcome)
        row.append(self.made if self.declarer >= 0 else -1)
        row.append(-1)  # who wins the game: known when it is over
        for account in range(self.t.accounts):
            row.append(self.meld_sums[account])
            row.append(self.counter_sums[account])
            row.append(self.gains[account])
            row.append(self.balance[self.t.end_ledger * ACCOUNTS + account])
        for ledger in range(self.t.n_ledgers):
            if ledger != self.t.end_ledger:
                for account in range(ACCOUNTS):
                    row.append(self.balance[ACCOUNTS * ledger + account])

    def ledgers_settled(self) -> None:
        """Add what has changed in the ledgers since the last deal."""
        for at in range(ACCOUNTS, ACCOUNTS * self.t.n_ledgers):
            self.add(X_LEDGER_CHANGE + 2 * at, self.balance[at] - self.at_deal[at])
            self.at_deal[at] = self.balance[at]

    def contract_settled(self) -> None:
        """Add the figures of a deal with a contract."""
        self.sums[X_CONTRACTS] += 1
        self.add(X_BID, self.bid)
        if self.made == 1:
            self.sums[X_MADE] += 1
        elif self.by_call:
            self.sums[X_CONCEDED] += 1
        else:
            self.sums[X_SET] += 1
        meld = [0, 0]
        raw = [0, 0]
        for seat in range(self.t.seats):
            against = 0 if self.side[seat] == self.side[self.declarer] else 1
            meld[against] += self.own_meld[seat]
            raw[against] += self.raw[seat]
        self.add(X_MELD_DECLARERS, meld[0])
        self.add(X_MELD_DEFENDERS, meld[1])
        self.add(X_COUNTERS_DECLARERS, self.final_points(raw[0]))
        self.add(X_COUNTERS_DEFENDERS, self.final_points(raw[1]))

    def game_settled(self) -> None:
        """Add the figures of a game."""
        self.sums[X_GAMES] += 1
        self.add(X_LENGTH, self.deal)
        self.sums[X_REDEALS] += self.redeals
        self.sums[X_PASSED_OUT] += self.passed_outs
        for at in range(ACCOUNTS, ACCOUNTS * self.t.n_ledgers):
            self.add(X_LEDGER_END + 2 * at, self.balance[at])
        self.sums[X_UNFINISHED] += self.unfinished
        if self.row_at >= 0:
            self.rows[self.row_at + ROW_WINNER] = self.result
            self.row_at = -1
        if self.result >= 0:
            self.sums[X_WINS + self.result] += 1
            for k in range(self.t.accounts):
                place = (self.first_dealer + k) % (self.t.people or self.t.seats)
                if (place if self.t.people else self.t.account_of[place]) == self.result:
                    self.sums[X_POSITION + k] += 1
        else:
            self.sums[X_DRAWS] += 1

    def play_game(self) -> int:
        """Play one game to the end; return 0 (a number, so that an interrupt gets through)."""
        self.start_game()
        self.first_dealer = self.dealer_person if self.t.people else self.dealer
        for at in range(ACCOUNTS, ACCOUNTS * self.t.n_ledgers):
            self.at_deal[at] = self.balance[at]
        self.advance()
        turns = 0
        while self.deciding != D_OVER:
            turns += 1
            if turns & 1023 == 0:  # a game may be long
                let_signals_in()
            if self.all_random and self.deciding == D_PLAY and self.t.plain_play:
                self.play_at_random()
                self.after_tricks()
            else:
                self.act(self.choose())
        self.game_settled()
        return 0

    def score_hand(self) -> int:
        """Return the best meld of random cards under a random trump."""
        for card in range(self.t.types):
            self.count[card] = 0
        self.hand[0] = 0
        self.shuffle()
        for i in range(self.t.hand):
            card = self.deck[i]
            self.count[card] += 1
            self.hand[0] |= bit_of(card)
        return self.hand_meld(0, self.draw(8, 4))

    # -- for Python

    def score_hands(self, hands: int) -> int:
        """Return the melds of so many random hands, added up."""
        self.stream[8] = stream_start(stream_key(self.seed, 0, 0, 0), 0)
        total = 0
        for _ in range(hands):
            total += self.score_hand()
        return total

    def play_games(self, first: int, games: int) -> None:
        """Play so many games of the run, starting with number `first`."""
        for number in range(first, first + games):
            self.game = number
            self.row_game = number - first
            self.play_game()
            let_signals_in()

    def play_rows(self, first: int, games: int) -> list[int]:
        """Play games as `play_games` does; return their deals one behind the other, games counted from the first."""
        self.rows = []
        self.rows_kept = 1
        self.play_games(first, games)
        rows = self.rows
        self.rows = []
        self.rows_kept = 0
        return rows

    def totals_of_sums(self) -> list[int]:
        """Return the sums."""
        return [self.carried[i] + self.sums[i] for i in range(SUMS)]

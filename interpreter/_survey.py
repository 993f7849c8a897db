# ruff: noqa: F403, F405
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""What comparisons are made of: whole numbers of each game, and how often each bid, meld and score came about.

Of each game a row of numbers is kept, a part and a whole for every figure: `made` is the contracts made and all
contracts, and so on.  Rows of the same game under other rules are multiplied with each other and added up
(`add_products`): from these sums differences and their intervals follow, however a run was cut into pieces.
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

from interpreter._playout import Playout

if TYPE_CHECKING:
    from array import array

    from interpreter._tables import Tables


class Survey(Playout):
    """Plays games and keeps what comparisons are made of."""

    def __init__(self, modes: list[Tables], seed: int, kinds: list[int]) -> None:
        self.row = [0] * 32
        self.worth = [0] * 8
        self.leader_after = [0] * 1024
        self.race_first = [0] * 64
        self.race_last = [0] * 64
        self.race_over = [0] * 64
        self.counted: list[dict[int, int]] = [{} for _ in range(KINDS_COUNTED)]
        super().__init__(modes, seed, kinds)
        self.clear_survey()

    def clear_survey(self) -> None:
        """Forget what has been counted."""
        self.counted = [{} for _ in range(KINDS_COUNTED)]
        for i in range(DEALS_SHOWN):
            self.race_first[i] = 0
            self.race_last[i] = 0
            self.race_over[i] = 0

    def deal_hands(self) -> None:
        """Deal, and see what each side's cards promise."""
        Playout.deal_hands(self)
        self.weigh_hands()

    def weigh_hands(self) -> None:
        """Find what the cards of each account promise under the trump that suits it best: melds and counters."""
        if self.t.build or self.t.accounts > 8:
            for account in range(8):
                self.worth[account] = 0
            return
        for account in range(self.t.accounts):
            self.worth[account] = 0
        for trump in range(4):
            for account in range(self.t.accounts):
                total = 0
                for seat in range(self.t.seats):
                    if self.account[seat] == account:
                        total += self.hand_meld(seat, trump)
                        total += self.counters_with(seat, trump, 1, self.tops_of(seat))
                self.worth[account] = max(self.worth[account], total)

    def count_one(self, kind: int, value: int) -> None:
        """Count a value of a kind."""
        found = self.counted[kind]
        found[value] = found.get(value, 0) + 1

    def deal_settled(self) -> None:
        """Add the deal to the row of its game."""
        Playout.deal_settled(self)
        accounts = self.t.accounts
        most = self.gains[0]
        least = self.gains[0]
        total = 0
        for account in range(accounts):
            gain = self.gains[account]
            total += gain
            most = max(most, gain)
            least = min(least, gain)
            laid = self.laid_sums[account]
            counters = self.counter_sums[account]
            self.row[2 * F_MELD] += laid
            self.row[2 * F_COUNTERS] += counters
            self.count_one(H_MELD, laid)
            self.count_one(H_COUNTERS, counters)
            self.count_one(H_GAIN, gain)
        self.row[2 * F_MELD + 1] += accounts
        self.row[2 * F_COUNTERS + 1] += accounts
        self.row[2 * F_SHARE] += self.all_melds
        self.row[2 * F_SHARE + 1] += self.all_score
        self.row[2 * F_GAIN] += total
        self.row[2 * F_GAIN + 1] += accounts
        self.row[2 * F_SWING] += most - least
        self.row[2 * F_SWING + 1] += 1
        self.add_advantage(F_SEAT, self.account[self.next_seat(self.dealer)], total)
        self.add_advantage(F_DEAL, self.account[self.dealer], total)
        if self.declarer >= 0:
            self.contract_seen(total)
        self.upset_seen()
        self.lead_seen()

    def next_seat(self, seat: int) -> int:
        """Return who sits next in order of play and has cards."""
        after = self.present((seat + 1) % self.t.seats)
        return after if after >= 0 else seat

    def add_advantage(self, figure: int, account: int, total: int) -> None:
        """Add by how much an account gained more than the mean of the others, times their number."""
        others = self.t.accounts - 1
        if others > 0 and 0 <= account < self.t.accounts:
            self.row[2 * figure] += self.gains[account] * others - (total - self.gains[account])
            self.row[2 * figure + 1] += others

    def contract_seen(self, total: int) -> None:
        """Add a contract."""
        self.row[2 * F_MADE + 1] += 1
        self.row[2 * F_SET + 1] += 1
        self.row[2 * F_CONCEDED + 1] += 1
        self.row[2 * F_BID + 1] += 1
        self.row[2 * F_BID] += self.bid
        self.count_one(H_BID, self.bid)
        if self.made == 1:
            self.row[2 * F_MADE] += 1
            self.count_one(H_MADE, self.bid)
        elif self.by_call:
            self.row[2 * F_CONCEDED] += 1
        else:
            self.row[2 * F_SET] += 1
        self.add_advantage(F_OVERBID, self.account[self.declarer], total)

    def upset_seen(self) -> None:
        """See whether those with the best cards gained less than somebody else."""
        best = -1
        level = False
        for account in range(self.t.accounts):
            if best < 0 or self.worth[account] > self.worth[best]:
                best = account
                level = False
            elif self.worth[account] == self.worth[best]:
                level = True
        if level or best < 0:
            return
        self.row[2 * F_UPSET + 1] += 1
        for account in range(self.t.accounts):
            if self.gains[account] > self.gains[best]:
                self.row[2 * F_UPSET] += 1
                return

    def lead_seen(self) -> None:
        """Note who leads after the deal, and how the race stands."""
        at = self.t.end_ledger * ACCOUNTS
        leader = 0
        most = self.balance[at]
        least = self.balance[at]
        level = False
        for account in range(1, self.t.accounts):
            balance = self.balance[at + account]
            least = min(least, balance)
            if balance > most:
                most = balance
                leader = account
                level = False
            elif balance == most:
                level = True
        number = self.deal - 1
        if 0 <= number < 1024:
            self.leader_after[number] = NOBODY if level else leader
        if 0 <= number < DEALS_SHOWN:
            self.race_first[number] += most
            self.race_last[number] += least

    def game_settled(self) -> None:
        """Close the row of a game."""
        Playout.game_settled(self)
        self.count_one(H_LENGTH, self.deal)
        self.row[2 * F_LENGTH] = self.deal
        self.row[2 * F_LENGTH + 1] = 1
        self.row[2 * F_PASSED_OUT] = self.passed_outs
        self.row[2 * F_PASSED_OUT + 1] = self.deal + self.redeals
        if self.result >= 0:
            for i in range(min(self.deal, 1024)):
                self.row[2 * F_LEAD + 1] += 1
                if self.leader_after[i] == self.result:
                    self.row[2 * F_LEAD] += 1
        at = self.t.end_ledger * ACCOUNTS
        most = self.balance[at]
        least = self.balance[at]
        for account in range(1, self.t.accounts):
            most = max(most, self.balance[at + account])
            least = min(least, self.balance[at + account])
        last = max(1, self.deal)
        for i in range(last - 1, DEALS_SHOWN):
            self.race_over[i] += 1
            if i >= last:  # a game that is over keeps its score
                self.race_first[i] += most
                self.race_last[i] += least

    # -- for Python

    def survey_games(self, first: int, games: int, rows: array[int], at: int, stride: int) -> None:
        """Play games; put the row of each into `rows`, the first at `at`, the next a stride further on."""
        for number in range(games):
            for i in range(2 * FIGURES):
                self.row[i] = 0
            self.play_games(first + number, 1)
            for i in range(2 * FIGURES):
                rows[at + number * stride + i] = self.row[i]

    def survey_counts(self) -> list[dict[int, int]]:
        """Return how often each value of each kind came about."""
        return self.counted

    def survey_race(self) -> list[list[int]]:
        """Return sums after each deal: of the leader's score, of the last one's, and of the games that are over."""
        return [
            [self.race_first[i] for i in range(DEALS_SHOWN)],
            [self.race_last[i] for i in range(DEALS_SHOWN)],
            [self.race_over[i] for i in range(DEALS_SHOWN)],
        ]


def add_products(rows: array[int], games: int, programs: int, sums: array[int], products: array[int]) -> None:
    """Add up rows, and the products of every two numbers of one figure in one game, under the same or other rules.

    `rows` holds for each game one row after another, one for each program.  `sums` holds for each figure a part and
    a whole of each program, `products` a square table of them for each figure.
    """
    size = 2 * programs
    width = 2 * FIGURES
    for game in range(games):
        for figure in range(FIGURES):
            for i in range(size):
                x = rows[(game * programs + (i >> 1)) * width + 2 * figure + (i & 1)]
                if x:
                    sums[figure * size + i] += x
                    for j in range(i + 1):
                        y = rows[(game * programs + (j >> 1)) * width + 2 * figure + (j & 1)]
                        products[(figure * size + i) * size + j] += x * y

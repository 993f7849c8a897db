# ruff: noqa: F403, F405
# Constants come by star import; long tables of cases and plain loops are what becomes fast C.
"""The player `search`, and which player decides.

A player's number says his level in the lowest four bits and his budget above: 0 random, 1 basic, 2 counting,
3 search with so many imagined deals, 4 search with so many milliseconds.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

try:
    import cython  # type: ignore[import-untyped, unused-ignore]
except ImportError:
    from interpreter._nocython import cython

if not cython.compiled:
    from interpreter._bits import *
    from interpreter._numbers import *

from interpreter._basic import Player
from interpreter._imagine import Imagining
from interpreter._signals import let_signals_in

if TYPE_CHECKING:
    from interpreter._tables import Tables

MASK64 = 0xFFFFFFFFFFFFFFFF
MOST_TRIED = 8
"""So many choices are tried at most."""
FEW = 6
"""So many of the cards to pass, bury, throw or ask for."""
FEW_FORMS = 32
"""In imagined deals melds of at most so many ways to hold them are weighed as `counting` does; others are laid."""
LONGEST = 8
"""While a stock lasts an imagined deal is left off after so many tricks."""
WIN = 1000000
"""The worth of a game."""
DOUBT = 0.5
"""A lead over the favourite counts when its square is more than so much of what chance makes likely."""
MOST_DEALS = 100000
"""More deals than this are not imagined, whatever the time."""
LISTEN = 64
"""After so many imagined deals signals are let in: a choice with a large budget takes many seconds."""


class Searching(Imagining):
    """A game whose seats can be played by any player."""

    def __init__(
        self,
        modes: list[Tables],
        seed: int = 0,
        game: int = 0,
        dealer: int = -1,
        balances: dict[int, list[int]] | None = None,
    ) -> None:
        self.tried = [0] * 64
        self.score = [0] * 64
        self.dropped = [0] * 64
        self.spread = [0.0] * 64
        self.n_tried = 0
        self.deals_tried = 0
        self.other: Searching | None = None
        super().__init__(modes, seed, game, dealer, balances)

    def choose(self) -> int:
        """Return what the player of the present seat does."""
        kind = self.player[self.account[self.seat] if self.t.people else self.seat]
        if kind < 2:
            return Player.choose(self)
        self.find_legal()
        return self.action_of(kind)

    def action_of(self, kind: int) -> int:
        """Return what a player of a level above basic does."""
        if kind & 15 == 2:
            return self.counting_action()
        return self.search_action(kind)

    # -- what is tried

    def try_action(self, action: int) -> None:
        """Add a choice to those that are tried."""
        for i in range(self.n_tried):
            if self.tried[i] == action:
                return
        if self.n_tried < MOST_TRIED or (self.deciding == D_PLAY and self.n_tried < 64):
            self.tried[self.n_tried] = action
            self.n_tried += 1

    def find_tried(self, favourite: int) -> None:
        """List the choices worth trying, the favourite first."""
        self.n_tried = 0
        self.try_action(favourite)
        if self.deciding == D_PLAY:
            self.try_cards()
        elif self.card_decision():
            self.try_near(favourite)
        elif self.deciding == D_BID:
            self.try_action(self.options[self.n_options - 1])
            if self.options[0] >= BID_ACTION or self.options[0] == TAKE:
                n = self.least_bids() if self.t.with_suit else min(3, self.n_options)
                for i in range(n):
                    if self.options[i] >= BID_ACTION or self.options[i] == TAKE:
                        self.try_action(self.options[i])
        elif self.deciding == D_REDRAW:
            self.try_action(PASS)
            for i in range(min(FEW, self.n_options)):
                self.try_action(self.options[i])
        else:
            for i in range(self.n_options):
                self.try_action(self.options[i])

    def try_cards(self) -> None:
        """Add the cards that may be played; of neighbours that are worth the same one is enough."""
        row = self.trump * 64
        rest = self.legal_mask
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            alike = False
            for i in range(self.n_tried):
                other = self.tried[i]
                same = self.t.suit_mask[card] == self.t.suit_mask[other] and not self.t.over_time
                if same and self.t.trump_points[row + card] == self.t.trump_points[row + other]:
                    between = self.t.stronger_in_suit[card] ^ self.t.stronger_in_suit[other]
                    between &= ~bit_of(card) & ~bit_of(other)
                    alike = alike or self.none_hidden(between)
            if not alike:
                self.try_action(card)

    def none_hidden(self, cards: int) -> bool:
        """Tell whether none of some cards is in another hand or in the trick, as far as the seat can tell."""
        for i in range(self.n_laid):
            if cards >> self.trick[i] & 1:
                return False
        while cards:
            card = lowest(cards)
            cards &= cards - 1
            if self.pool[card]:
                return False
            for seat in range(self.t.seats):
                if seat != self.seat and self.fixed[seat * 64 + card]:
                    return False
        return True

    def try_near(self, favourite: int) -> None:
        """Add the cards next to the favourite: what comes before it in table order, and what comes after it."""
        below = self.legal_mask & (bit_of(favourite) - 1)
        above = self.legal_mask & ~(bit_of(favourite) - 1) & ~bit_of(favourite)
        for _ in range(FEW // 2):
            if above and self.n_tried < FEW:
                self.try_action(lowest(above))
                above &= above - 1
            if below and self.n_tried < FEW:
                card = NOBODY
                rest = below
                while rest:
                    card = lowest(rest)
                    rest &= rest - 1
                self.try_action(card)
                below &= ~bit_of(card)

    # -- trying

    def search_action(self, kind: int) -> int:
        """Return the choice that does best in imagined deals, the favourite where several do."""
        if self.deciding == D_PLAY or self.card_decision():
            if self.legal_mask & (self.legal_mask - 1) == 0:
                return lowest(self.legal_mask)
        elif self.n_options == 1:
            return self.options[0]
        favourite = self.counting_action()
        seat = self.seat
        if self.solved:
            return favourite
        self.gather(seat)
        self.find_tried(favourite)
        if self.n_tried < 2:
            return favourite
        if self.base is None or self.other is None:
            self.base = Imagining(self.modes, 0, 0)
            self.other = Searching(self.modes, 0, 0)
        self.set_slots()
        self.forget_hidden(self.base, seat)
        self.set_luck(seat)
        for i in range(self.n_tried):
            self.score[i] = 0
            self.dropped[i] = 0
            self.spread[i] = 0.0
        if kind & 15 == 4:
            self.try_for(seat, kind >> 4)
        else:
            self.try_deals(seat, kind >> 4)
        best = 0
        for i in range(1, self.n_tried):
            lead = float(self.score[i] - self.score[0])
            better = not self.dropped[i] and self.score[i] > self.score[best]
            if better and lead * lead > DOUBT * self.spread[i]:
                best = i
        return self.tried[best]

    def try_deals(self, seat: int, deals: int) -> int:
        """Try the choices in so many imagined deals; after a quarter and a half of them the worse are dropped.

        Returns 0 (a number, so that an interrupt gets through).
        """
        done = 0
        while done < deals:
            self.try_once(seat)
            done += 1
            if done == deals // 4 or done == deals // 2:
                self.drop_worse()
            if done % LISTEN == 0:
                let_signals_in()
        return 0

    def try_for(self, seat: int, milliseconds: int) -> int:
        """Try the choices in imagined deals until so much time has passed; return 0, as above."""
        end = perf_counter() + milliseconds / 1000.0
        half = perf_counter() + milliseconds / 2000.0
        done = 0
        halved = False
        while done < MOST_DEALS:
            for _ in range(8):
                self.try_once(seat)
            done += 8
            if done % LISTEN == 0:
                let_signals_in()
            now = perf_counter()
            if now >= end:
                return 0
            if now >= half and not halved:
                halved = True
                self.drop_worse()
        return 0

    def drop_worse(self) -> None:
        """Drop the worse half of the choices still tried, but never the favourite."""
        left = 0
        for i in range(self.n_tried):
            left += 1 - self.dropped[i]
        drop = left // 2 if left > 3 else 0
        for _ in range(drop):
            worst = NOBODY
            for i in range(1, self.n_tried):
                if not self.dropped[i] and (worst < 0 or self.score[i] < self.score[worst]):
                    worst = i
            if worst > 0:
                self.dropped[worst] = 1

    def try_once(self, seat: int) -> None:
        """Try every choice in one more imagined deal."""
        base = self.base
        other = self.other
        if base is None or other is None:
            return
        self.imagine(base, seat)
        self.deals_tried += 1
        first = 0
        for i in range(self.n_tried):
            if not self.dropped[i]:
                other.copy_state(base)
                other.begin_dream()
                other.act(self.tried[i])
                other.play_dream()
                worth = other.worth_to(seat)
                if i == 0:
                    first = worth
                self.score[i] += worth
                lead = float(worth - first)
                self.spread[i] += lead * lead

    def begin_dream(self) -> None:
        """Make ready to play an imagined deal to its end."""
        self.dreaming = 1
        self.left_off = 0
        self.tricks_to_go = 0
        for i in range(8):
            self.player[i] = 1
        left = self.t.stock_to - self.stock_next if self.t.has_stock and not self.closed else 0
        if left > LONGEST * self.t.seats:
            self.tricks_to_go = LONGEST

    def play_dream(self) -> None:
        """Play an imagined deal to its end."""
        weighing = self.has_few_forms()
        while self.deciding != D_OVER:
            if weighing and self.deciding == D_MELD:
                self.find_legal()
                self.act(self.counting_action())
            else:
                self.act(Player.choose(self))

    def has_few_forms(self) -> bool:
        """Tell whether melds can be weighed in no time: there are many ways to hold any four aces of six packs."""
        tables = self.t
        first = tables.form_at[self.trump]
        last = tables.form_at[self.trump + 1] - 1
        if last < first:
            return True
        return tables.form[last * 5 + 4] - tables.form[first * 5 + 3] <= FEW_FORMS

    def worth_to(self, seat: int) -> int:
        """Return how good the end of a deal is for a seat's account: in what decides the game, against the others.

        A lead counts less and less the larger it is.  A game won or lost counts more than any lead where there is a
        target to reach, and less where only so many deals are played, because then it hangs by the lead alone.
        """
        mine = self.account[seat]
        at = self.t.end_ledger * ACCOUNTS
        n = 0
        others = 0
        lead = 0
        for account in range(self.t.accounts):
            points = self.balance[at + account]
            if self.left_off:
                points += self.points_so_far(account)
            if account == mine:
                lead = points
            else:
                others += points
                n += 1
        if n:
            lead -= others // n
        scale = self.scale()
        worth = WIN * lead // (scale + lead) if lead >= 0 else -(WIN * -lead // (scale - lead))
        if self.finished:
            won = WIN if self.t.has_target else WIN // 4
            if self.result == mine:
                worth += won
            elif self.result >= 0:
                worth -= won
        return worth

    def points_so_far(self, account: int) -> int:
        """Return what an account has laid and taken in a deal that is not over."""
        total = 0
        raw = 0
        for s in range(self.t.seats):
            if self.account[s] == account:
                total += self.laid_meld[s]
                raw += self.raw[s]
        return total + self.final_points(raw)

    def scale(self) -> int:
        """Return which lead is half as good as can be."""
        if self.t.has_target:
            far = self.target - self.t.ledger_start[self.t.end_ledger]
            return max(2, (far if far > 0 else -far) // 2)
        about = self.final_points(self.t.all_points) + self.mean_meld()
        return about if self.t.deals == 1 else 4 * about

    # -- for Python

    def choice(self, kind: int) -> int:
        """Return what a player of a kind does here; it changes only his random stream."""
        if isinstance(kind, bool) or not isinstance(kind, int) or kind < 0:
            self.check_number("kind of player", kind, 5)
        self.check_number("kind of player", kind & 15, 5)
        if kind & 15 < 2:
            return Player.choice(self, kind)
        if self.deciding == D_OVER:
            msg = "the game is over: nobody has to choose"
            raise ValueError(msg)
        self.find_legal()
        return self.action_of(kind)

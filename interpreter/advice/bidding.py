"""What to bid: each trump, the bids that matter, a pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter._numbers import BID_ACTION, PASS, TAKE, TRUMP_ACTION
from interpreter.actions import bid_suits, no_bid
from interpreter.advice.asked import LONGEST, Asked
from interpreter.advice.told import LEAD, Advice, End, Suit, interval, made_words, share_made
from interpreter.cards import suit_name
from interpreter.game import Game
from interpreter.program import TrumpBy

if TYPE_CHECKING:
    from collections.abc import Sequence

SHARES = (0.9, 0.75, 0.5, 0.25, 0.1)
"""The bids that matter are those that are reached in about such shares of the deals."""


class Bidding(Asked):
    """A question about a bid."""

    def bid(self, game: Game, high: int) -> Advice:
        """Return what to bid."""
        start = game
        if high:
            start = self.over(game, high)
        legal = start.legal_actions()
        bids = [action for action in legal if action >= BID_ACTION]
        suits = bid_suits(self.program)
        if not bids:
            return self.each(start, "bid")
        trumps = self.trumps_to_name(start, bids)
        half = max(2, self.deals // 2)
        self.expect(len(trumps) * half + (2 + len(SHARES)) * self.deals)
        found = {trump: self.contracts(start, self.least(bids, trump, suits), trump, half) for trump in trumps}
        told = tuple(self.suit(trump, ends) for trump, ends in found.items() if trump >= 0)
        best = max(trumps, key=lambda trump: sum(end.lead for end in found[trump]))
        words, values, reasons, chances = list[str](), list[list[float]](), list[str](), list[float | None]()
        for action in [a for a in (PASS, TAKE) if a in legal]:
            took = action == TAKE
            ends = self.contracts(start, action, best, self.deals) if took else self.passing(start)
            words.append(start.describe(action))
            values.append([end.lead for end in ends])
            reasons.append(self.why_bid(best, ends) if took else self.why_pass(ends))
            chances.append(share_made(ends) if took else None)
        for action in self.bids_that_matter(start, found[best], self.least(bids, best, suits)):
            position = start if action in legal else self.over(game, self.below(action))
            if action not in position.legal_actions():
                continue
            ends = self.contracts(position, action, best, self.deals)
            words.append(start.describe(action))
            values.append([end.lead for end in ends])
            reasons.append(self.why_bid(best, ends))
            chances.append(share_made(ends))
        return self.answer("bid", LEAD, words, values, reasons, chances, told)

    def least(self, bids: Sequence[int], trump: int, suits: int) -> int:
        """Return the least bid, in a suit where bids name one."""
        if not suits or trump < 0:
            return bids[0]
        return next(action for action in bids if (action - BID_ACTION) % suits == trump)

    def trumps_to_name(self, start: Game, bids: Sequence[int]) -> list[int]:
        """Return the suits that the asker may name as declarer; -1 where he names none."""
        suits = bid_suits(self.program)
        if suits:
            return sorted({(action - BID_ACTION) % suits for action in bids})
        if self.program.rules.trump.by not in (TrumpBy.DECLARER, TrumpBy.BID):
            return [-1]
        found: set[int] = set()
        for number in range(4):
            self.twin.copy_from(self.imagined(start, number))
            self.twin.events = []
            self.twin.apply(bids[0])
            for _ in range(LONGEST):
                if self.twin.is_over or self.twin.decision in ("play", "trump") or self.twin.facts()["deal"] > 1:
                    break
                action = self.contracting(self.twin, -1)
                legal = self.twin.legal_actions()
                self.twin.apply(self.twin.choice(self.kind) if action not in legal else legal[legal.index(action)])
            if not self.twin.is_over and self.twin.decision == "trump":
                found |= {action - TRUMP_ACTION for action in self.twin.legal_actions()}
        return sorted(found) or [-1]

    def contracts(self, position: Game, bid: int, trump: int, deals: int) -> list[End]:
        """Return what comes of a contract in imagined deals."""
        ends = []
        for number in range(deals):
            ends.append(self.finish(self.imagined(position, number), [bid], contract=trump))
            self.tick()
        return ends

    def passing(self, position: Game) -> list[End]:
        """Return what comes of a pass in imagined deals."""
        return self.try_all(position, [[PASS]], range(self.deals))[0]

    def suit(self, trump: int, ends: Sequence[End]) -> Suit:
        """Return the figures of a trump."""
        mean, low, high = interval([end.counters for end in ends])
        return Suit(suit_name(self.deck, trump), self.meld_of(self.hand, trump), mean, low, high, share_made(ends) or 0)

    def bids_that_matter(self, start: Game, ends: Sequence[End], least: int) -> list[int]:
        """Return the least bid, and those that are reached in about so many of the deals."""
        suits = max(1, bid_suits(self.program))
        ladder = self.program.rules.auction.ladder if self.program.rules.auction is not None else ()
        first, suit = divmod(least - BID_ACTION, suits)
        totals = sorted(end.total for end in ends)
        found = {first}
        for share in SHARES:
            goal = totals[min(len(totals) - 1, int(len(totals) * (1 - share)))]
            found |= set([place for place in range(first, len(ladder)) if ladder[place] <= goal][-1:])
        found |= set(range(first, min(first + 2, len(ladder))))
        actions = [BID_ACTION + place * suits + suit for place in sorted(found)]
        simple = start.facts()["turn_up"] < 0 and not self.program.table.people and suits == 1
        return [a for a in actions if a in start.legal_actions() or simple]

    def below(self, action: int) -> int:
        """Return the bid below a bid, in points."""
        auction = self.program.rules.auction
        assert auction is not None
        return auction.ladder[action - BID_ACTION - 1]

    def over(self, game: Game, high: int) -> Game:
        """Return the position in which another holds a bid."""
        auction, seats = self.program.rules.auction, self.program.table.seats
        if auction is None or high not in auction.ladder:
            raise ValueError(no_bid(f"high: {high}", auction.ladder if auction is not None else ()))
        facts = game.facts()
        position = Game(self.program, self.seed, 0)
        position.copy_from(game)
        figures = {"seat": self.seat, "dealer": facts["dealer"], "deal": 1, "high": high}
        position.bids_for({**figures, "bidder": (self.seat - 1) % seats}, list(self.hand))
        hands = [game.hand_counts(seat) for seat in range(seats)]
        position.set_hidden(hands, game.stock_cards())
        return position

    def why_bid(self, trump: int, ends: Sequence[End]) -> str:
        """Return what speaks for or against a bid."""
        share = share_made(ends) or 0
        counters = sum(end.counters for end in ends) / len(ends)
        named = f" with {suit_name(self.deck, trump)} as trump" if trump >= 0 else ""
        meld = f"{self.meld_of(self.hand, trump):,} in melds on hand, " if trump >= 0 else ""
        weak = "too much: " if share < 0.5 else ""
        return f"{weak}{made_words(ends)}{named} ({meld}about {counters:,.0f} counters)"

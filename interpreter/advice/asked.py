"""A question and the deals that are imagined for it.

The hidden cards are imagined in ways that fit all that the asker sees, each equally likely; every choice is tried in
the same imagined deals, which players of the machine then play to the end and the game itself settles.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from interpreter._numbers import BID_ACTION, PASS, TAKE, TRUMP_ACTION
from interpreter.actions import bid_suits
from interpreter.advice.told import LEAD, LEVELS, NOTHING, TOTAL, Advice, Choice, End, Suit, interval, made_words
from interpreter.cards import NO_SUIT, format_card, format_cards
from interpreter.game import Game
from interpreter.given import whole
from interpreter.players import player_kinds
from interpreter.program import Sides
from interpreter.queries.melding import melds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from interpreter.program import Program

STARTS = 400
"""So many games are begun in search of one that fits what is asked."""
LONGEST = 400
"""Actions on the way to a decision."""
KEPT = 8
"""So many choices are tried in all deals; of others, where each takes no time, four times as many."""


class Asked:
    """One question, and what it takes to answer any: deals imagined and played to the end."""

    def __init__(
        self,
        program: Program,
        hand: list[int],
        deals: int,
        seed: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
        """Take over what is asked; nothing is said yet but the hand."""
        self.program = program
        self.deck = program.deck
        self.hand = sorted(hand)
        self.deals = deals
        self.seed = seed
        self.progress = progress
        self.trick: list[int] = []
        self.seen: list[int] = []
        self.trump: int | None = None
        self.turn_up: int | None = None
        self.seat = 0
        self.leading = 0
        self.declarer: int | None = None
        self.seat_said = False
        self.declarer_said = False
        self.players = LEVELS[0]
        self.kind = player_kinds([self.players])[0]
        self.stock: int | None = None
        self.notes: list[str] = []
        self.base = Game(program, 0, 0)
        self.twin = Game(program, 0, 0)
        self.done = self.work = 0

    def check_cards(self) -> None:
        """Refuse more copies of a card than there are."""
        up = [] if self.turn_up is None or self.turn_up in self.hand else [self.turn_up]
        for card, n in Counter([*self.hand, *self.trick, *self.seen, *up]).items():
            if n > self.deck.copies[card]:
                name = format_card(self.deck, card)
                msg = f"hand, trick and cards seen have {n} {name} together; the deck has {self.deck.copies[card]}"
                raise ValueError(msg)

    def set_seats(self, seat: int | None, leading: int | None, declarer: int | None) -> None:
        """Say who asks, who led and who plays the contract."""
        seats, laid = self.program.table.seats, len(self.trick)
        if laid >= seats:
            msg = f"a trick of {laid} cards is complete: {seats} play"
            raise ValueError(msg)
        self.seat_said = seat is not None or leading is not None or laid > 0
        if leading is None:
            leading = 0 if seat is None else (seat - laid) % seats
        plays = (leading + laid) % seats
        if seat is not None and seat != plays and laid:
            msg = f"seat {seat} is not to play: seat {leading} leads and {laid} cards lie, so seat {plays} plays"
            raise ValueError(msg)
        self.seat = plays if seat is None or laid else seat
        self.leading = leading if laid else self.seat
        self.declarer_said = declarer is not None
        self.declarer = declarer

    def set_stock(self, stock: int, stage: str | None) -> None:
        """Say how many cards are still to be drawn."""
        if self.program.rules.stock is None:
            msg = "stock: this game has none"
            raise ValueError(msg)
        whole("stock", stock, 1, sum(self.deck.copies))
        if stage == "playoff":
            msg = "stock: nothing is drawn any more in the playoff"
            raise ValueError(msg)
        self.stock = stock

    def path(self, number: int) -> Iterator[Game]:
        """Begin a game and yield it at each decision, the asker or another who is named playing the contract."""
        game = Game(self.program, self.seed, number)
        if not self.seat_said:
            self.seat = game.current_seat
            self.leading = self.seat
        contractor = self.seat if self.declarer is None else self.declarer
        for _ in range(LONGEST):
            facts = game.facts()
            if game.is_over or facts["deal"] > 1 or facts["redeal"]:
                return
            fixed = facts["trump_fixed"] and self.trump not in (None, facts["trump"])
            if fixed or (self.turn_up is not None and facts["turn_up"] not in (-1, self.turn_up)):
                return
            yield game
            game.apply(self.step(game, contractor))

    def step(self, game: Game, contractor: int) -> int:
        """Return what is done on the way: one bids the least and names trump, the others pass."""
        legal, decision = game.legal_actions(), game.decision
        if decision == "bid":
            if game.current_seat != contractor and PASS in legal:
                return PASS
            bids = [action for action in legal if action >= BID_ACTION]
            if game.current_seat == contractor and bids:
                return self.in_suit(bids)
        elif decision == "trump" and self.trump is not None and TRUMP_ACTION + self.trump in legal:
            return TRUMP_ACTION + self.trump
        elif decision in ("call", "agree"):
            return PASS
        return game.choice(self.kind)

    def in_suit(self, bids: Sequence[int]) -> int:
        """Return the least of some bids, in the suit that was named if bids name suits."""
        suits = bid_suits(self.program)
        if suits and self.trump is not None:
            return next((action for action in bids if (action - BID_ACTION) % suits == self.trump), bids[0])
        return bids[0]

    def take_hand(self, game: Game) -> bool:
        """Give the asker his hand, and all that he cannot see other cards; tell whether the cards fit."""
        types = range(len(self.deck.copies))
        held = Counter(self.hand)
        seats = range(self.program.table.seats)
        known = [game.known_counts(self.seat, seat) for seat in seats]
        sizes = game.seat_figures()["hand_left"]
        left = [self.deck.copies[card] - held[card] for card in types]
        hands = [[held[card] for card in types] if seat == self.seat else list(known[seat]) for seat in seats]
        for seat in seats:
            if seat != self.seat:
                left = [n - k for n, k in zip(left, known[seat], strict=True)]
        facts = game.facts()
        up = facts["turn_up"] if self.program.deal.turn_up != "dealer's last card" else -1
        if up >= 0:
            left[up] -= 1
        if min(left) < 0:
            return False
        rest = iter([card for card in types for _ in range(left[card])])
        for seat in seats:
            if seat != self.seat:
                for card in islice(rest, sizes[seat] - sum(hands[seat])):
                    hands[seat][card] += 1
        game.set_hidden(hands, list(islice(rest, len(game.stock_cards()))))
        game.choose_anew()
        pool, _ = game.hidden_places(self.seat)
        return min(pool) >= 0 and bool(game.legal_actions())

    def imagined(self, position: Game, number: int) -> Game:
        """Return a position as the asker may imagine it: the same number, the same deal."""
        self.base.copy_from(position)
        self.base.swap_hidden(self.seat, (self.seed * 1_000_003 + number * 7919 + 12345) % 2**63)
        return self.base

    def finish(self, deal: Game, actions: Sequence[int], *, contract: int | None = None) -> End:
        """Play an imagined deal to its end after some actions.

        With a contract nobody else bids, and the asker names this trump (-1: as he likes).
        """
        twin = self.twin
        twin.copy_from(deal)
        twin.actions = []
        twin.events = []
        before = self.balances(twin)
        planned = iter(actions)
        settled: tuple[dict[str, int], dict[str, list[int]]] | None = None
        while True:
            for kind, what in self.happened():
                if kind == "settled":
                    settled = what[0], what[1]
                elif kind == "redeal":
                    return NOTHING
                elif kind == "end" and settled is not None:
                    return self.end(settled[0], settled[1], what[0], before)
            if twin.is_over:
                return NOTHING
            action = next(planned, None)
            if action is None and contract is not None:
                action = self.contracting(twin, contract)
            twin.apply(twin.choice(self.kind) if action is None or action not in twin.legal_actions() else action)

    def happened(self) -> list[tuple[str, Any]]:
        """Return what has happened in the deal that is played, since this was asked last."""
        found: list[tuple[str, Any]] = self.twin.events  # type: ignore[assignment]
        self.twin.events = []
        return found

    def contracting(self, game: Game, trump: int) -> int | None:
        """Return what is done so that the asker plays the contract; None: as the player likes."""
        decision = game.decision
        if decision == "bid" and game.current_seat != self.seat:
            return PASS
        if decision == "trump" and game.current_seat == self.seat and trump >= 0:
            return TRUMP_ACTION + trump
        return None

    def balances(self, game: Game) -> list[int]:
        """Return what each account has of what decides the game."""
        return list(game.standing)

    def end(
        self, facts: dict[str, int], figures: dict[str, list[int]], ledgers: list[list[int]], before: list[int]
    ) -> End:
        """Return what came of a deal."""
        mine = figures["account"][self.seat]
        own = ledgers[self.program.rules.ending.ledger]
        gains = [now - then for now, then in zip(own, before, strict=False)]
        others = [gain for account, gain in enumerate(gains) if account != mine]
        lead = gains[mine] - (sum(others) / len(others) if others else 0)
        side = figures["side"]
        friends = [seat for seat in range(len(side)) if side[seat] == side[self.seat]]
        counters = self.counted(sum(figures["raw"][seat] for seat in friends), facts["mode"])
        total = counters + sum(figures["own_meld"][seat] for seat in friends)
        made = None if facts["declarer"] < 0 or facts["made"] < 0 else bool(facts["made"])
        return End(lead, total, counters, facts["declarer"] in friends, made)

    def counted(self, raw: int, mode: int) -> float:
        """Return card points in points of the game."""
        rules = self.program.modes[mode]
        if rules.round_to > 1:
            raw = (2 * raw + rules.round_to) // (2 * rules.round_to) * rules.round_to
        return raw // rules.per if rules.per > 1 else raw

    def expect(self, work: int) -> None:
        """Note how much there is to do."""
        self.work += work

    def tick(self, work: int = 1) -> None:
        """Note how much is done."""
        self.done += work
        if self.progress is not None and self.done % 16 < work:
            self.progress(self.done, max(self.work, self.done))

    def each(self, game: Game, decision: str) -> Advice:
        """Return advice where every action is a choice by itself."""
        legal = game.legal_actions()
        tried = [[action] for action in legal[: 4 * KEPT]]
        self.expect(len(tried) * self.deals)
        ends = self.try_all(game, tried, range(self.deals))
        total = decision in ("trump", "ask")
        values = [[end.total if total else end.lead for end in row] for row in ends]
        words = [game.describe(actions[0]) for actions in tried]
        reasons = [self.reason_of(game, actions[0], row) for actions, row in zip(tried, ends, strict=True)]
        return self.answer(decision, TOTAL if total else LEAD, words, values, reasons)

    def reason_of(self, game: Game, action: int, ends: Sequence[End]) -> str:
        """Return why a suit, a call, a card asked for or the like is good or bad."""
        if TRUMP_ACTION <= action <= TRUMP_ACTION + NO_SUIT:
            trump = action - TRUMP_ACTION
            length = sum(1 for card in self.hand if card // len(self.deck.ranks) == trump)
            trumps = f"{length} trump{'' if length == 1 else 's'}"
            return f"{self.meld_of(self.hand, trump):,} in melds and {trumps}; {made_words(ends)}"
        if game.decision == "meld":
            return "lays nothing now" if action == PASS else "the points count at once"
        if game.decision == "bid" and action != TAKE:
            return self.why_pass(ends)
        said = made_words(ends)
        return said or f"{sum(end.total for end in ends) / len(ends):,.0f} in melds and counters on average"

    def try_all(self, position: Game, tried: Sequence[Sequence[int]], deals: Iterable[int]) -> list[list[End]]:
        """Return what comes of each choice in each of some imagined deals."""
        ends: list[list[End]] = [[] for _ in tried]
        for number in deals:
            deal = self.imagined(position, number)
            for row, actions in zip(ends, tried, strict=True):
                row.append(self.finish(deal, actions))
                self.tick()
        return ends

    def why_pass(self, ends: Sequence[End]) -> str:
        """Return what comes of a pass."""
        theirs = [end for end in ends if not end.mine and end.made is not None]
        ours = [end for end in ends if end.mine and end.made is not None]
        parts = []
        if theirs:
            made = sum(1 for end in theirs if end.made)
            parts.append(f"others play it in {len(theirs)} of {len(ends)} deals and make it in {made}")
        if ours:
            made = sum(1 for end in ours if end.made)
            parts.append(f"your side plays it in {len(ours)} and makes it in {made}")
        return "; ".join(parts) or "mostly everybody passes"

    def meld_of(self, cards: Sequence[int], trump: int) -> int:
        """Return the best meld of some cards."""
        role = "declarer" if self.declarer in (None, self.seat) else None
        return melds(self.program, format_cards(self.deck, cards), trump, role=role).total

    def answer(
        self,
        decision: str,
        unit: str,
        words: Sequence[str],
        values: Sequence[Sequence[float]],
        reasons: Sequence[str],
        chances: Sequence[float | None] = (),
        trumps: tuple[Suit, ...] = (),
    ) -> Advice:
        """Return choices in order, with their intervals."""
        means = [sum(row) / len(row) for row in values]
        order = sorted(range(len(words)), key=lambda k: (-means[k], k))
        top = values[order[0]]
        found = []
        for k in order:
            mean, low, high = interval(values[k])
            behind, least, most = interval([a - b for a, b in zip(top, values[k], strict=True)])
            made = chances[k] if chances else None
            found.append(Choice(words[k], mean, low, high, reasons[k], behind, least, most, made))
        hand = tuple(format_card(self.deck, card) for card in self.hand)
        notes = tuple(dict.fromkeys(self.notes))
        if self.program.table.sides is Sides.FIXED and decision == "bid":
            notes = (*notes, "for a bid the others are supposed to pass from then on")
        return Advice(decision, self.seat, hand, unit, tuple(found), trumps, self.deals, notes, self.players)

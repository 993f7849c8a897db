"""Advice for one decision: what each choice is worth, and why.

The hidden cards are imagined in ways that fit all that the asker sees, each equally likely; every choice is tried in
the same imagined deals, which players of the machine then play to the end and the game itself settles.  Nothing else
of any hand is known here: `advise` is told one hand, and deals the rest anew.
"""

from __future__ import annotations

from collections import Counter
from itertools import islice
from math import sqrt
from typing import TYPE_CHECKING, Any

from attrs import frozen

from interpreter._numbers import BID_ACTION, PASS, TAKE, TRUMP_ACTION
from interpreter.actions import bid_suits, no_bid
from interpreter.cards import NO_SUIT, format_card, format_cards, parse_card, parse_cards, parse_suit, suit_name
from interpreter.game import Game
from interpreter.given import whole
from interpreter.observation import in_turn
from interpreter.players import player_kinds
from interpreter.program import Sides, TrumpBy
from interpreter.queries.melding import melds
from interpreter.solving import solve
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from interpreter.program import Program

DEALS = 500
"""So many deals are imagined unless it is said."""
MOST_DEALS = 100_000
LEVELS = ("basic", "counting")
"""Who may play imagined deals to the end."""
STARTS = 400
"""So many games are begun in search of one that fits what is asked."""
LONGEST = 400
"""Actions on the way to a decision."""
LOOKED_AT = 3
"""So many games are played to see with how many cards something is decided."""
SOLVED = 7
"""With so many cards on hand, and no stock, imagined deals are solved rather than played."""
SOLVER_WORK = 1 << 16
"""Tricks begun in the search of one card's best play."""
SCREENED = 12
"""In so many deals cards to pass or bury are tried before the better ones are tried in all."""
KEPT = 8
"""So many of them."""
SHARES = (0.9, 0.75, 0.5, 0.25, 0.1)
"""The bids that matter are those that are reached in about such shares of the deals."""
SURE = 1.96
"""Standard errors of a 95% interval."""
DECISIONS = ("bid", "trump", "exchange", "bury", "ask", "call", "agree", "build", "redraw", "draw", "meld", "play")
CHOSEN = ("exchange", "bury")
"""Decisions in which several cards are chosen."""
OFF_PLAY = ("exchange", "bury", "ask")
"""Decisions between the naming of trump and the play that a hand may have to make."""


@frozen
class Choice:
    """One thing to do."""

    action: str
    value: float
    """What it brings on average; `Advice.unit` says of what."""
    low: float
    high: float
    """95% interval of the value."""
    reason: str
    behind: float
    """How much less than the best choice, in the same deals."""
    behind_low: float
    behind_high: float
    made: float | None = None
    """The part of the deals in which the contract is made, where the choice is a contract."""


@frozen
class Suit:
    """A trump that may be named, as declarer of the least bid."""

    trump: str
    meld: int
    """Best meld of this hand."""
    counters: float
    low: float
    high: float
    """Counters of the asker's side, with a 95% interval."""
    made: float
    """The part of the deals in which the least bid is made."""


@frozen
class Advice:
    """What may be done, the best first."""

    decision: str
    seat: int
    hand: tuple[str, ...]
    unit: str
    """What the values are."""
    choices: tuple[Choice, ...]
    trumps: tuple[Suit, ...]
    """For a hand in the auction."""
    deals: int
    """Imagined deals."""
    notes: tuple[str, ...]
    """What was supposed because it was not said."""
    players: str = LEVELS[0]
    """Who played the imagined deals."""


@frozen
class _End:
    """What came of one imagined deal."""

    lead: float
    """What the asker's account got more than the others on average."""
    total: float
    """Melds and counters of the asker's side."""
    counters: float
    mine: bool
    """Whether the asker's side played the contract."""
    made: bool | None


_NOTHING = _End(0, 0, 0, mine=False, made=None)
_LEAD = "points more than the others on average get in this deal"
_TOTAL = "melds and counters of your side in this deal"
_COUNTERS = "card points your side takes from here on"
_AHEAD = "melds and counters that you get more than the others from here on"


def advise(  # noqa: PLR0913 - the arguments of the command line
    program: Program,
    hand: str | Iterable[str],
    trump: str | int | None = None,
    trick: str | Iterable[str] = (),
    *,
    decision: str | None = None,
    seat: int | None = None,
    leading: int | None = None,
    declarer: int | None = None,
    seen: str | Iterable[str] = (),
    turn_up: str | None = None,
    stage: str | None = None,
    stock: int | None = None,
    high: int = 0,
    deals: int = DEALS,
    seed: int = 0,
    players: str = LEVELS[0],
    progress: Callable[[int, int], None] | None = None,
) -> Advice:
    """Return what to do with a hand, the best first.

    Without a trump it is the first decision for which a hand of this size fits, as a rule a bid; with one, cards to
    pass or bury where the hand is that large, else a card to play to `trick`.  `decision` says another.  `seen` are the
    cards played before this trick, `stock` how many are still to be drawn (the turn-up is one of them), `high` the bid
    that another holds, `players` who plays the imagined deals.  The same arguments give the same advice.

    Raises `ValueError` for cards and figures that do not fit, and where there is nothing to advise.
    """
    tables_of(program)
    whole("deals", deals, 2, MOST_DEALS)
    whole("seed", seed, 0, 2**64 - 1)
    for name, value in (("seat", seat), ("leading", leading), ("declarer", declarer)):
        if value is not None:
            whole(name, value, 0, program.table.seats - 1)
    if decision is not None and decision not in DECISIONS:
        msg = f"decision: there is no {decision!r}; expected {', '.join(DECISIONS)}"
        raise ValueError(msg)
    if players not in LEVELS:
        msg = f"players: {' or '.join(LEVELS)} can play imagined deals, not {players!r}"
        raise ValueError(msg)
    asked = _Asked(program, parse_cards(program.deck, hand), deals, seed, progress)
    asked.players = players
    asked.kind = player_kinds([players])[0]
    if stock is not None:
        asked.set_stock(stock, stage)
    asked.trick = parse_cards(program.deck, trick)
    asked.seen = parse_cards(program.deck, seen)
    asked.trump = None if trump is None else parse_suit(program.deck, trump)
    asked.turn_up = None if turn_up is None else parse_card(program.deck, turn_up)
    asked.check_cards()
    if not asked.hand:
        msg = "hand: it has no cards"
        raise ValueError(msg)
    asked.set_seats(seat, leading, declarer)
    return asked.advice(decision, stage, high)


class _Asked:
    """One question."""

    def __init__(
        self,
        program: Program,
        hand: list[int],
        deals: int,
        seed: int,
        progress: Callable[[int, int], None] | None,
    ) -> None:
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

    # -- what is asked

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

    def advice(self, decision: str | None, stage: str | None, high: int) -> Advice:
        """Return the answer."""
        if decision is None and (self.trick or self.seen or stage is not None or self.stock is not None):
            decision = "play"
        if decision == "play":
            return self.play(stage)
        if decision in ("meld", "draw") and self.program.rules.stock is not None:
            if decision == "draw" and self.stock is None:
                self.stock = self.program.table.seats
            game = self.after_trick(stage, decision)
            if game is not None:
                return self.decide(game, decision, high)
            held = self.held_at(decision)
            if held and len(self.hand) not in held:
                cards = " or ".join(map(str, sorted(held)))
                msg = (
                    f"hand: {len(self.hand)} cards do not fit the decision {decision!r} of this game; it is made after "
                    f"a trick has been won, with {cards} cards in hand"
                )
                raise ValueError(msg)
        sizes: dict[str, set[int]] = {}
        for number in range(STARTS):
            for game in self.path(number):
                kind, size = game.decision, sum(game.hand_counts(game.current_seat))
                if kind == "play":
                    sizes.setdefault(kind, set()).update(range(1, size + 1))
                    break
                if game.current_seat != self.seat:
                    continue
                sizes.setdefault(kind, set()).add(size)
                if size != len(self.hand) or not self.wanted(kind, decision) or not self.take_hand(game):
                    continue
                if kind in ("call", "agree") and decision is None:
                    continue
                return self.decide(game, kind, high)
            fits = "play" in sizes and len(self.hand) in sizes["play"] and decision is None
            if fits and not any(len(self.hand) in sizes.get(kind, ()) for kind in OFF_PLAY):
                if self.trump is None and self.turn_up is None and self.program.rules.trump.by is not TrumpBy.NOBODY:
                    msg = f"{self.unfit(sizes, decision)}; to be told which card to play, say what is trump"
                    raise ValueError(msg)
                return self.play(stage)
        raise ValueError(self.unfit(sizes, decision))

    def wanted(self, kind: str, decision: str | None) -> bool:
        """Tell whether a decision on the way may be the one that is meant."""
        if decision is not None:
            return kind == decision
        return kind != "meld" and (self.trump is None or kind in OFF_PLAY)

    def unfit(self, sizes: dict[str, set[int]], decision: str | None) -> str:
        """Return what is wrong with a hand for which nothing can be advised."""
        verbs = {"bid": "in the auction", "exchange": "to pass cards", "play": "to play a card"}
        known = []
        for kind, found in sizes.items():
            numbers = sorted(found)
            span = len(numbers) > 2 and numbers[-1] - numbers[0] == len(numbers) - 1
            shown = f"{numbers[0]} to {numbers[-1]}" if span else " or ".join(map(str, numbers))
            known.append(f"{shown} {verbs.get(kind, f'for the decision {kind}')}")
        if decision is not None and decision not in sizes:
            return f"decision: seat {self.seat} has no decision {decision!r} here; hands are: {'; '.join(known)}"
        if decision is not None and len(self.hand) in sizes[decision]:
            return f"decision: this hand has nothing to choose as {decision!r} here, or the cards do not fit the table"
        return f"hand: {len(self.hand)} cards fit no decision of seat {self.seat}; a hand has {'; '.join(known)}"

    # -- the way to a decision

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

    # -- imagined deals

    def imagined(self, position: Game, number: int) -> Game:
        """Return a position as the asker may imagine it: the same number, the same deal."""
        self.base.copy_from(position)
        self.base.swap_hidden(self.seat, (self.seed * 1_000_003 + number * 7919 + 12345) % 2**63)
        return self.base

    def finish(self, deal: Game, actions: Sequence[int], *, contract: int | None = None) -> _End:
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
                    return _NOTHING
                elif kind == "end" and settled is not None:
                    return self.end(settled[0], settled[1], what[0], before)
            if twin.is_over:
                return _NOTHING
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
    ) -> _End:
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
        return _End(lead, total, counters, facts["declarer"] in friends, made)

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

    # -- decisions

    def decide(self, game: Game, decision: str, high: int) -> Advice:
        """Return advice for a decision at which a game stands."""
        if decision == "bid":
            return self.bid(game, high)
        if decision in CHOSEN:
            return self.cards(game, decision)
        return self.each(game, decision)

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
        return self.answer(decision, _TOTAL if total else _LEAD, words, values, reasons)

    def reason_of(self, game: Game, action: int, ends: Sequence[_End]) -> str:
        """Return why a suit, a call, a card asked for or the like is good or bad."""
        if TRUMP_ACTION <= action <= TRUMP_ACTION + NO_SUIT:
            trump = action - TRUMP_ACTION
            length = sum(1 for card in self.hand if card // len(self.deck.ranks) == trump)
            trumps = f"{length} trump{'' if length == 1 else 's'}"
            return f"{self.meld_of(self.hand, trump):,} in melds and {trumps}; {_made(ends)}"
        if game.decision == "meld":
            return "lays nothing now" if action == PASS else "the points count at once"
        if game.decision == "bid" and action != TAKE:
            return self.why_pass(ends)
        said = _made(ends)
        return said or f"{sum(end.total for end in ends) / len(ends):,.0f} in melds and counters on average"

    def try_all(self, position: Game, tried: Sequence[Sequence[int]], deals: Iterable[int]) -> list[list[_End]]:
        """Return what comes of each choice in each of some imagined deals."""
        ends: list[list[_End]] = [[] for _ in tried]
        for number in deals:
            deal = self.imagined(position, number)
            for row, actions in zip(ends, tried, strict=True):
                row.append(self.finish(deal, actions))
                self.tick()
        return ends

    # -- the auction

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
            chances.append(_share(ends) if took else None)
        for action in self.bids_that_matter(start, found[best], self.least(bids, best, suits)):
            position = start if action in legal else self.over(game, self.below(action))
            if action not in position.legal_actions():
                continue
            ends = self.contracts(position, action, best, self.deals)
            words.append(start.describe(action))
            values.append([end.lead for end in ends])
            reasons.append(self.why_bid(best, ends))
            chances.append(_share(ends))
        return self.answer("bid", _LEAD, words, values, reasons, chances, told)

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

    def contracts(self, position: Game, bid: int, trump: int, deals: int) -> list[_End]:
        """Return what comes of a contract in imagined deals."""
        ends = []
        for number in range(deals):
            ends.append(self.finish(self.imagined(position, number), [bid], contract=trump))
            self.tick()
        return ends

    def passing(self, position: Game) -> list[_End]:
        """Return what comes of a pass in imagined deals."""
        return self.try_all(position, [[PASS]], range(self.deals))[0]

    def suit(self, trump: int, ends: Sequence[_End]) -> Suit:
        """Return the figures of a trump."""
        mean, low, high = _interval([end.counters for end in ends])
        return Suit(suit_name(self.deck, trump), self.meld_of(self.hand, trump), mean, low, high, _share(ends) or 0)

    def bids_that_matter(self, start: Game, ends: Sequence[_End], least: int) -> list[int]:
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

    def why_bid(self, trump: int, ends: Sequence[_End]) -> str:
        """Return what speaks for or against a bid."""
        share = _share(ends) or 0
        counters = sum(end.counters for end in ends) / len(ends)
        named = f" with {suit_name(self.deck, trump)} as trump" if trump >= 0 else ""
        meld = f"{self.meld_of(self.hand, trump):,} in melds on hand, " if trump >= 0 else ""
        weak = "too much: " if share < 0.5 else ""
        return f"{weak}{_made(ends)}{named} ({meld}about {counters:,.0f} counters)"

    def why_pass(self, ends: Sequence[_End]) -> str:
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

    # -- cards to pass or bury

    def cards(self, game: Game, decision: str) -> Advice:
        """Return which cards to pass or bury: what the players of the machine would choose, and what is near it."""
        count = game.facts()["to_choose"]
        plan = self.planned(game, count)
        sets = {tuple(plan)}
        rest = list((Counter(self.hand) - Counter(plan)).elements())
        for out in sorted(set(plan)):
            for other in sorted(set(rest)):
                near = list(plan)
                near[near.index(out)] = other
                sets.add(tuple(sorted(near)))
        tried = [cards for cards in sorted(sets, key=lambda cards: (cards != tuple(plan), cards)) if fits(game, cards)]
        screen = range(min(SCREENED, self.deals))
        self.expect(len(tried) * len(screen) + KEPT * self.deals)
        ends = self.try_all(game, tried, screen)
        order = sorted(range(len(tried)), key=lambda k: -sum(end.total for end in ends[k]))
        kept = [tried[k] for k in order[:KEPT]]
        values = [[end.total for end in row] for row in self.try_all(game, kept, range(self.deals))]
        verb = "pass" if decision == "exchange" else "bury"
        words = [f"{verb} {format_cards(self.deck, cards)}" for cards in kept]
        facts = game.facts()
        known = facts["trump"] if facts["trump_fixed"] or facts["trump"] < NO_SUIT else None
        helping = decision == "exchange" and facts["receiver"] == facts["declarer"] != self.seat
        why = self.why_help if helping else self.why_part
        reasons = [why(cards, known, decision) for cards in kept]
        return self.answer(decision, _TOTAL, words, values, reasons)

    def planned(self, game: Game, count: int) -> list[int]:
        """Return the cards that the players of the machine choose."""
        self.twin.copy_from(game)
        plan = []
        for _ in range(count):
            plan.append(self.twin.choice(self.kind))
            self.twin.apply(plan[-1])
        return sorted(plan)

    def why_help(self, cards: Sequence[int], trump: int | None, _decision: str) -> str:
        """Return what the declarer gets with some cards."""
        if trump is None or trump == NO_SUIT:
            return f"{format_cards(self.deck, cards)} for the declarer"
        given = sum(1 for card in cards if self.suit_of(card) == trump)
        parts = [f"gives the declarer {given} trump{'' if given == 1 else 's'}"]
        meld = self.meld_of(cards, trump)
        if meld:
            parts.append(f"melds worth {meld:,} among the cards passed")
        aces = sum(
            1 for card in cards if self.suit_of(card) != trump and card % len(self.deck.ranks) == self.best_rank()
        )
        if aces:
            parts.append(f"{aces} top card{'' if aces == 1 else 's'} of other suits")
        return "; ".join(parts)

    def suit_of(self, card: int) -> int:
        """Return the suit of a card."""
        return card // len(self.deck.ranks)

    def best_rank(self) -> int:
        """Return the strongest rank."""
        return self.program.rules.rank_order[0]

    def why_part(self, cards: Sequence[int], trump: int | None, decision: str) -> str:
        """Return what parting with some cards costs, and what the hand keeps."""
        left = list((Counter(self.hand) - Counter(cards)).elements())
        parts = []
        if trump is not None:
            whole_hand, kept = self.meld_of(self.hand, trump), self.meld_of(left, trump)
            parts.append(f"breaks melds worth {whole_hand - kept:,}" if kept < whole_hand else "breaks no meld")
            given = sum(1 for card in cards if card // len(self.deck.ranks) == trump)
            if trump < NO_SUIT:
                parts.append(f"parts with {given} trump{'s' if given > 1 else ''}" if given else "keeps the trumps")
        ranks = len(self.deck.ranks)
        voids = {card // ranks for card in self.hand} - {card // ranks for card in left}
        if voids:
            parts.append(f"leaves no {' '.join(self.deck.suits[suit] for suit in sorted(voids))}")
        if decision == "bury":
            points = sum(self.program.rules.card_points[card] for card in cards)
            parts.append(f"lays away {points:,} card point{'' if points == 1 else 's'}")
        return "; ".join(parts) or "cards of little use"

    # -- a card to play

    def play(self, stage: str | None) -> Advice:
        """Return which card to play."""
        rules = self.program.rules
        if rules.play is None:
            msg = "this game has no play of tricks"
            raise ValueError(msg)
        game = next(filter(None, map(self.first_card, range(STARTS))), None)
        if game is None:
            msg = "no deal of this game with such a declarer and trump comes to the play of tricks"
            raise ValueError(msg)
        if self.trump is None:
            by_turn_up = rules.trump.by is TrumpBy.TURN_UP and self.turn_up is not None
            if not by_turn_up and rules.trump.by is not TrumpBy.NOBODY:
                msg = "trump: say which suit is trump, or none, to be told which card to play"
                raise ValueError(msg)
            self.trump = NO_SUIT if self.turn_up is None or not by_turn_up else self.turn_up // len(self.deck.ranks)
        self.stand_in_play(game, stage)
        legal = game.legal_actions()
        stock = game.stage == "stock"
        self.note_last_draw(game)
        turns = "at once" if rules.meld is None else rules.meld.turns
        over_time = turns != "at once" and (rules.stock is None or turns == "when led")
        exact = len(self.hand) <= SOLVED and not stock and not over_time
        values = self.solved(game, legal) if exact else None
        if values is None:
            self.expect(len(legal) * self.deals)
            values = self.played(game, legal, ahead=stock or over_time)
        words = [format_card(self.deck, card) for card in legal]
        reasons = [self.why_card(game, card, legal) for card in legal]
        return self.answer("play", _AHEAD if stock or over_time else _COUNTERS, words, values, reasons)

    def first_card(self, number: int) -> Game | None:
        """Return a game at the first card of its play, or None."""
        for game in self.path(number):
            if game.decision == "play" and not game.trick_cards():
                return game
        return None

    def stand_in_play(self, game: Game, stage: str | None) -> None:
        """Let the asker be to play with his hand."""
        facts, program = game.facts(), self.program
        seats, n = program.table.seats, len(self.hand)
        out = facts["absent"].bit_count()
        most = sum(game.hand_counts(game.current_seat))
        if n > most:
            msg = f"hand: {n} cards are more than anybody has in the play, {most}"
            raise ValueError(msg)
        if self.stock is not None and n < most:
            msg = f"hand: while cards are drawn everybody plays from {most}, not {n}"
            raise ValueError(msg)
        others = (seats - 1 - out) * n - len(self.trick)
        left = sum(self.deck.copies) - n - others - len(self.trick) - len(self.seen)
        if left < 0:
            msg = f"hand, trick and cards seen leave {-left} cards too few for the other hands"
            raise ValueError(msg)
        turned, in_stock = -1, 0
        has_stock = program.rules.stock is not None
        if stage == "stock" and not has_stock:
            msg = "stage: this game has no stock"
            raise ValueError(msg)
        if has_stock and stage != "playoff" and (n == most or stage == "stock" or self.stock is not None):
            if program.deal.turn_up not in ("none", "dealer's last card") and left:
                turned = self.turned_up()
            first = len(game.stock_cards()) + (turned >= 0)
            drawn = left if self.stock is None else self.stock
            self.check_stock(drawn, left, first, seats - out)
            if self.stock is not None and not self.seen and drawn < first:
                self.notes.append("the cards played before are not given: any may have been; --seen names them")
            in_stock = drawn - (turned >= 0)
            if drawn == 0 and stage == "stock":
                msg = "stage: with these cards nothing is left in the stock"
                raise ValueError(msg)
        elif left > program.deal.widow and not self.seen and n < most:
            self.notes.append("the cards played before are not given: any may have been; --seen names them")
        declarer = -1
        if facts["declarer"] >= 0:
            declarer = self.leading if self.declarer is None else self.declarer
            if not self.declarer_said:
                self.notes.append(f"seat {declarer} is taken for the declarer; --declarer names another")
        figures = {
            "trump": NO_SUIT if self.trump is None else self.trump,
            "stage": int(in_stock > 0 or turned >= 0),
            "leading": self.leading,
            "seat": self.seat,
            "declarer": declarer,
            "first_trick": int(n == most and not self.seen),
            "trump_played": int(any(self.is_trump(card) for card in self.seen)),
            "turn_up": turned,
            "stock_left": in_stock,
        }
        game.suppose_play(figures, list(self.hand), list(self.trick), list(self.seen))
        if game.current_seat != self.seat:
            msg = f"seat {self.seat} is not to play: seat {game.current_seat} is"
            raise ValueError(msg)

    def check_stock(self, drawn: int, left: int, first: int, drawing: int) -> None:
        """Refuse a number of cards to draw that no trick begins with."""
        if drawn > left:
            msg = f"stock: hand, trick and cards seen leave {left} cards to draw, not {drawn}"
            raise ValueError(msg)
        if drawn % drawing != first % drawing:
            asked = "stock" if self.stock is not None else "seen"
            said = "" if self.stock is not None else f"with these cards {drawn} are left to draw; "
            msg = (
                f"{asked}: {said}{drawing} players draw after each trick, from {first} at first: {drawn} are never left"
            )
            raise ValueError(msg)

    def note_last_draw(self, game: Game) -> None:
        """Say who gets the turn-up after this trick, if it is the one that decides that."""
        facts, rules = game.facts(), self.program.rules
        drawing = self.program.table.seats - facts["absent"].bit_count()
        turned = facts["turn_up"] if self.program.deal.turn_up != "dealer's last card" else -1
        if game.stage != "stock" or rules.stock is None or turned < 0 or len(game.stock_cards()) != drawing - 1:
            return
        who = {
            "loser takes the turn-up": "who loses it gets the turn-up, {}",
            "winner takes the turn-up": "who wins it gets the turn-up, {}",
            "winner chooses": "who wins it may take the turn-up, {}, or leave it to the other",
        }[rules.stock.last_card].format(format_card(self.deck, turned))
        self.notes.append(f"the last draw hangs by this trick: {who}")

    def after_trick(self, stage: str | None, decision: str) -> Game | None:
        """Return a game in which the asker has just won a trick while the stock lasts, and may lay a meld; or None.

        The trick is the first of low cards that fits.  Likewise for a card to draw, where the winner has a choice.
        """
        if self.trump is None and self.turn_up is not None:
            self.trump = self.turn_up // len(self.deck.ranks)
        hand, seats = list(self.hand), self.program.table.seats
        stock = self.program.rules.stock
        before = decision == "draw" or (stock is not None and stock.meld == "before drawing")
        self.leading = (self.seat + 1) % seats
        self.seat_said = True
        for *trick, own in self.low_tricks():
            for put_away in [None] if before else sorted(set(hand)):
                game = next(filter(None, map(self.first_card, range(STARTS))), None)
                if game is None:
                    return None
                if before and len(hand) >= sum(game.hand_counts(game.current_seat)):
                    return None
                left = list(hand)
                if put_away is not None:
                    left.remove(put_away)
                self.hand, self.trick, self.notes = sorted([*left, own]), list(trick), []
                try:
                    self.stand_in_play(game, stage)
                    if own in game.legal_actions():
                        game.apply(own)
                finally:
                    self.hand, self.trick = hand, []
                if decision == "draw" and game.decision == "meld" and PASS in game.legal_actions():
                    game.apply(PASS)
                offered = game.decision == decision and game.current_seat == self.seat
                if offered and sum(game.hand_counts(self.seat)) == len(hand) and self.take_hand(game):
                    shown = format_cards(self.deck, [*trick, own])
                    self.notes.append(f"the trick that was won is taken for {shown}")
                    return game
        return None

    def held_at(self, decision: str) -> set[int]:
        """Return with how many cards in hand a decision is made, as a few games show that are played."""
        found: set[int] = set()
        for number in range(LOOKED_AT):
            game = Game(self.program, self.seed, number)
            for _ in range(LONGEST):
                if game.is_over:
                    break
                if game.decision == decision:
                    found.add(sum(game.hand_counts(game.current_seat)))
                game.apply(game.choice(self.kind))
        return found

    def low_tricks(self) -> Iterator[list[int]]:
        """Yield tricks of one suit that the last card wins, of low cards that the asker does not hold."""
        ranks, seats = len(self.deck.ranks), self.program.table.seats
        gone = Counter([*self.hand, *self.seen, *([] if self.turn_up is None else [self.turn_up])])
        for suit in sorted(range(4), key=lambda suit: suit == self.trump):
            order = [suit * ranks + rank for rank in reversed(self.program.rules.rank_order)]
            free = [card for card in order for _ in range(self.deck.copies[card] - gone[card])]
            for last in range(seats - 1, len(free)):
                if free[last] != free[seats - 2]:
                    yield [*free[: seats - 1], free[last]]
                    break

    def turned_up(self) -> int:
        """Return the card that lies open under the stock: the lowest trump that may, unless it was said."""
        if self.turn_up is not None:
            return self.turn_up
        gone = Counter([*self.hand, *self.trick, *self.seen])
        ranks = len(self.deck.ranks)
        trump = NO_SUIT if self.trump is None else self.trump
        suits = range(4) if trump == NO_SUIT else (trump,)
        for rank in reversed(self.program.rules.rank_order):
            for suit in suits:
                card = suit * ranks + rank
                if gone[card] < self.deck.copies[card]:
                    self.notes.append(
                        f"{format_card(self.deck, card)} is taken for the turn-up; --turn-up names another"
                    )
                    return card
        return -1

    def is_trump(self, card: int) -> bool:
        """Tell whether a card is a trump."""
        return card // len(self.deck.ranks) == self.trump

    def solved(self, game: Game, legal: Sequence[int]) -> list[list[float]] | None:
        """Return what each card leads to in each imagined deal if all cards lay open; None if it takes too long."""
        values: list[list[float]] = [[] for _ in legal]
        self.expect(self.deals)
        for number in range(self.deals):
            try:
                found = solve(self.imagined(game, number), self.seat, nodes=SOLVER_WORK, values=True).values
            except ValueError:
                return None
            for row, card in zip(values, legal, strict=True):
                value = found.get(card)
                if value is None:
                    return None
                row.append(value)
            self.tick()
        return values

    def played(self, game: Game, legal: Sequence[int], *, ahead: bool) -> list[list[float]]:
        """Return what each card leads to in each imagined deal, played to the end."""
        values: list[list[float]] = [[] for _ in legal]
        for number in range(self.deals):
            deal = self.imagined(game, number)
            for row, card in zip(values, legal, strict=True):
                row.append(self.taken(deal, card, ahead=ahead))
                self.tick()
        return values

    def taken(self, deal: Game, card: int, *, ahead: bool) -> float:
        """Return what the asker's side takes, or takes more than the others, after a card."""
        twin = self.twin
        twin.copy_from(deal)
        twin.actions = []
        twin.events = []
        twin.apply(card)
        while True:
            for kind, what in self.happened():
                if kind == "settled":
                    side, per = what[1]["side"], max(1, self.program.modes[what[0]["mode"]].per)
                    if not ahead:
                        return float(
                            sum(raw for raw, s in zip(what[1]["raw"], side, strict=True) if s == side[self.seat])
                        )
                    worth = [m + raw / per for m, raw in zip(what[1]["laid_meld"], what[1]["raw"], strict=True)]
                    mine = sum(w for w, s in zip(worth, side, strict=True) if s == side[self.seat])
                    return float(mine - (sum(worth) - mine) / max(1, len(set(side)) - 1))
            if twin.is_over:
                return 0.0
            twin.apply(twin.choice(self.kind))

    def why_card(self, game: Game, card: int, legal: Sequence[int]) -> str:
        """Return what a card does, from what the asker can see."""
        parts = [self.why_lead(game, card) if not self.trick else self.why_follow(game, card)]
        trump = NO_SUIT if self.trump is None else self.trump
        if trump < NO_SUIT and any(self.is_trump(other) for other in legal):
            kept = any(not self.is_trump(other) for other in legal)
            if kept:
                parts.append("spends a trump" if self.is_trump(card) else "keeps the trumps")
        if game.stage == "stock":
            left = list((Counter(self.hand) - Counter([card])).elements())
            lost = self.meld_of(self.hand, trump) - self.meld_of(left, trump)
            if lost > 0:
                parts.append(f"breaks melds worth {lost:,}")
        if len(legal) == 1:
            parts.append("the only card allowed")
        return "; ".join(parts)

    def beats(self, card: int, other: int) -> bool:
        """Tell whether a card beats one that lies already."""
        ranks, rules = len(self.deck.ranks), self.program.rules
        if card == other:
            return rules.play is not None and rules.play.last_wins
        if card // ranks == other // ranks:
            return rules.rank_order.index(card % ranks) < rules.rank_order.index(other % ranks)
        return self.is_trump(card)

    def why_lead(self, game: Game, card: int) -> str:
        """Return what a lead does."""
        pool = self.pool(game)
        ranks = len(self.deck.ranks)
        if any(n and self.beats(other, card) and other // ranks == card // ranks for other, n in enumerate(pool)):
            stronger = sum(
                n for other, n in enumerate(pool) if other // ranks == card // ranks and self.beats(other, card)
            )
            return f"{stronger} higher card{'s' if stronger > 1 else ''} of its suit may be out"
        if any(n and self.beats(other, card) for other, n in enumerate(pool)):
            return f"no higher {self.deck.suits[card // ranks]} is out, but it may be trumped"
        return "wins the trick for sure"

    def pool(self, game: Game) -> list[int]:
        """Return how many of each card the asker sees nowhere, or knows in another hand."""
        pool, _ = game.hidden_places(self.seat)
        for seat in range(self.program.table.seats):
            if seat != self.seat:
                pool = [n + known for n, known in zip(pool, game.known_counts(self.seat, seat), strict=True)]
        return pool

    def why_follow(self, game: Game, card: int) -> str:
        """Return what a card does to a trick that others have begun."""
        facts, side = game.facts(), game.seat_figures()["side"]
        order = in_turn(facts, self.program.table.seats)
        best = 0
        for place in range(1, len(self.trick)):
            if self.beats(self.trick[place], self.trick[best]):
                best = place
        after = order[len(self.trick) + 1 :]
        points = self.points(card)
        lying = sum(self.points(other) for other in self.trick) + points
        pool = self.pool(game)
        if self.beats(card, self.trick[best]):
            threats = [other for other, n in enumerate(pool) if n and self.beats(other, card)]
            enemies = any(side[seat] != side[self.seat] for seat in after)
            if not enemies or not threats:
                return f"wins the trick for sure{f' ({lying} so far)' if lying else ''}"
            return "beats what lies, but may be beaten by who plays after you"
        if side[order[best]] == side[self.seat]:
            enemies = any(side[seat] != side[self.seat] for seat in after)
            threats = [other for other, n in enumerate(pool) if n and self.beats(other, self.trick[best])]
            sure = not enemies or not threats
            who = "your partner, who takes the trick for sure" if sure else "your partner, who is winning so far"
            return (
                f"feeds {points} point{'' if points == 1 else 's'} to {who}" if points else f"gives no points to {who}"
            )
        return (
            f"gives {points} point{'' if points == 1 else 's'} to an opponent"
            if points
            else "gives an opponent no points"
        )

    def points(self, card: int) -> int:
        """Return the card points of a card."""
        rules = self.program.rules
        if rules.trump_points:
            trump = NO_SUIT if self.trump is None else self.trump
            return rules.trump_points[trump * len(self.deck.copies) + card]
        return rules.card_points[card]

    # -- the answer

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
            mean, low, high = _interval(values[k])
            behind, least, most = _interval([a - b for a, b in zip(top, values[k], strict=True)])
            made = chances[k] if chances else None
            found.append(Choice(words[k], mean, low, high, reasons[k], behind, least, most, made))
        hand = tuple(format_card(self.deck, card) for card in self.hand)
        notes = tuple(dict.fromkeys(self.notes))
        if self.program.table.sides is Sides.FIXED and decision == "bid":
            notes = (*notes, "for a bid the others are supposed to pass from then on")
        return Advice(decision, self.seat, hand, unit, tuple(found), trumps, self.deals, notes, self.players)


def fits(game: Game, cards: Sequence[int]) -> bool:
    """Tell whether cards may be chosen together, one after the other in table order."""
    twin = game.copy()
    for card in cards[:-1]:
        if card not in twin.legal_actions():
            return False
        twin.apply(card)
    return cards[-1] in twin.legal_actions()


def _interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean and its 95% interval."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values) / max(1, n - 1)
    error = SURE * sqrt(spread / n)
    return mean, mean - error, mean + error


def _share(ends: Sequence[_End]) -> float | None:
    """Return in which part of the deals the asker's side made its contract; None without one."""
    found = [end for end in ends if end.mine and end.made is not None]
    return sum(1 for end in found if end.made) / len(found) if found else None


def _made(ends: Sequence[_End]) -> str:
    """Return the same in words."""
    found = [end for end in ends if end.mine and end.made is not None]
    made = sum(1 for end in found if end.made)
    return f"makes it in {made} of {len(found)} deals" if found else ""

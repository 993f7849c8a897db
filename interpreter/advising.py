"""Advice for one decision: what each choice is worth, and why.

The hidden cards are imagined in ways that fit all that the asker sees, each equally likely; every choice is tried in
the same imagined deals, which players of the machine then play to the end and the game itself settles.  Nothing else
of any hand is known here: `advise` is told one hand, and deals the rest anew.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.advice.asked import STARTS
from interpreter.advice.bidding import Bidding
from interpreter.advice.parting import Parting
from interpreter.advice.playing import Playing
from interpreter.advice.told import DEALS, LEVELS, Advice
from interpreter.cards import parse_card, parse_cards, parse_suit
from interpreter.game import Game
from interpreter.given import whole
from interpreter.players import player_kinds
from interpreter.program import TrumpBy
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from interpreter.program import Program

MOST_DEALS = 100_000
DECISIONS = ("bid", "trump", "exchange", "bury", "ask", "call", "agree", "build", "redraw", "draw", "meld", "play")
CHOSEN = ("exchange", "bury")
"""Decisions in which several cards are chosen."""
OFF_PLAY = ("exchange", "bury", "ask")
"""Decisions between the naming of trump and the play that a hand may have to make."""


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
    asked = _Question(program, parse_cards(program.deck, hand), deals, seed, progress)
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


class _Question(Bidding, Parting, Playing):
    """Any question."""

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

    def decide(self, game: Game, decision: str, high: int) -> Advice:
        """Return advice for a decision at which a game stands."""
        if decision == "bid":
            return self.bid(game, high)
        if decision in CHOSEN:
            return self.cards(game, decision)
        return self.each(game, decision)

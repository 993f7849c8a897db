"""What a seat sees and may do, as numbers in fixed places: for learning, and for interfaces that want vectors.

All of it comes from an `Observation`, so that nothing a seat does not see can get in.  Seats are counted from
whoever looks: 0 is he himself, 1 the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter._numbers import (
    AGREE,
    BID_ACTION,
    CALL_ACTION,
    MELD_ACTION,
    PASS,
    PASS_WORD,
    REJECT,
    TAKE,
    TRUMP_ACTION,
)
from interpreter.actions import action_words, bid_suits, call_names, meld_names, pass_words
from interpreter.cards import NO_SUIT, format_card, suit_name
from interpreter.game import DECISIONS
from interpreter.program import Phase

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.observation import Observation
    from interpreter.program import Program

PHASES = (*(str(phase.value) for phase in Phase), "over")


def all_actions(program: Program) -> tuple[int, ...]:
    """Return every action that a game of this Program can have, in the order of their numbers."""
    ladder = next((rules.auction.ladder for rules in program.modes if rules.auction is not None), ())
    return (
        *(card for card, copies in enumerate(program.deck.copies) if copies),
        PASS,
        *range(TRUMP_ACTION, TRUMP_ACTION + NO_SUIT + 1),
        TAKE,
        *range(AGREE, REJECT + 1),
        *range(PASS_WORD, PASS_WORD + len(pass_words(program)) - 1),
        *range(CALL_ACTION, CALL_ACTION + len(call_names(program))),
        *_melds(program),
        *range(BID_ACTION, BID_ACTION + len(ladder) * max(bid_suits(program), 1)),
    )


def _melds(program: Program) -> list[int]:
    """Return the actions of melds: one of those that have the same words, as where a meld is of no suit."""
    found: dict[str, int] = {}
    for action in range(MELD_ACTION, MELD_ACTION + 4 * len(meld_names(program))):
        found.setdefault(action_words(program, action), action)
    return list(found.values())


class Vectors:
    """Turns the observations of a Program's games into vectors; `names` says what stands where."""

    def __init__(self, program: Program) -> None:
        """Lay out the vector of a Program."""
        self.program = program
        self.seats = program.table.seats
        self.cards = [format_card(program.deck, card) for card, copies in enumerate(program.deck.copies) if copies]
        self.suits = [*(suit_name(program.deck, suit) for suit in range(4)), "none"]
        self.actions = all_actions(program)
        self._place = {card: at for at, card in enumerate(self.cards)}
        self._words = {action_words(program, action): at for at, action in enumerate(self.actions)}
        self.names = self._names()

    def _names(self) -> tuple[str, ...]:
        seats, ledgers = range(self.seats), self.program.ledgers
        cards = ["hand", "received", "turn-up", "widow", "played", "buried", "drawn", "laid aside"]
        cards += [f"{what} of {seat}" for what in ("known", "trick") for seat in seats]
        found = [f"{what}: {card}" for what in cards for card in self.cards]
        found += [f"phase {phase}" for phase in PHASES] + [f"decision {what or 'none'}" for what in DECISIONS]
        found += [f"trump {suit}" for suit in self.suits] + [f"bid in {suit}" for suit in self.suits]
        for who in ("to act", "dealer", "declarer", "bidder", "leader", "partner"):
            found += [f"{who} is {seat}" for seat in seats]
        for what in ("bid", "passed", "cards", "tricks", "meld", "sits out"):
            found += [f"{what} of {seat}" for seat in seats]
        found += [f"call {call}" for call in call_names(self.program)]
        found += ["stock stage", "deal", "bid", "stock left", "closed", "target"]
        for ledger in ledgers:
            found += [f"{ledger.name} of account {account}" for account in range(self.program.table.accounts)]
        return tuple(found)

    def vector(self, seen: Observation) -> list[int]:
        """Return what a seat sees, one number for each of `names`."""
        seats, me = self.seats, seen.seat

        def round_from_me(values: Sequence[object]) -> list[int]:
            return [int(values[(me + k) % seats]) for k in range(seats)]  # type: ignore[call-overload]

        def is_seat(seat: int | None) -> list[int]:
            return [int(seat is not None and 0 <= seat == (me + k) % seats) for k in range(seats)]

        found: list[int] = []
        for cards in (
            seen.hand,
            seen.received,
            _one(seen.turn_up),
            seen.widow,
            seen.played,
            seen.buried,
            _one(seen.drawn),
            seen.laid_aside,
            *(seen.known[(me + k) % seats] for k in range(seats)),
            *([card for seat, card in seen.trick if seat == (me + k) % seats] for k in range(seats)),
        ):
            found += self._counts(cards)
        found += [int(seen.phase == phase) for phase in PHASES]
        found += [int(seen.decision == what) for what in DECISIONS]
        found += [int(seen.trump == suit) for suit in self.suits]
        found += [int(seen.bid_suit == suit) for suit in self.suits]
        for who in (seen.current_seat, seen.dealer, seen.declarer, seen.bidder, seen.leader, seen.partner):
            found += is_seat(who)
        for figures in (seen.best_bids, seen.passed, seen.hands_left, seen.tricks, seen.melds):
            found += round_from_me(figures)
        found += round_from_me([seat in seen.sitting_out for seat in range(seats)])
        found += [int(seen.pending_call == call) for call in call_names(self.program)]
        found += [int(seen.stage == "stock"), seen.deal, seen.bid, seen.stock_left, int(seen.closed), seen.target or 0]
        accounts = self.program.table.accounts
        for ledger in self.program.ledgers:
            balances = seen.ledgers[ledger.name]
            found += [balances[account] if account < len(balances) else 0 for account in range(accounts)]
        return found

    def mask(self, seen: Observation) -> list[int]:
        """Return 1 for each of `actions` that a seat may do now, else 0."""
        found = [0] * len(self.actions)
        for words in seen.legal:
            found[self._words[words]] = 1
        return found

    def _counts(self, cards: Iterable[str]) -> list[int]:
        found = [0] * len(self.cards)
        for card in cards:
            found[self._place[card]] += 1
        return found


def _one(card: str | None) -> tuple[str, ...]:
    return () if card is None else (card,)

"""Which cards to pass or bury."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter.advice.asked import KEPT, Asked
from interpreter.advice.told import TOTAL, Advice
from interpreter.cards import NO_SUIT, format_cards
from interpreter.game import Game

if TYPE_CHECKING:
    from collections.abc import Sequence

SCREENED = 12
"""In so many deals cards to pass or bury are tried before the better ones are tried in all."""


def fits(game: Game, cards: Sequence[int]) -> bool:
    """Tell whether cards may be chosen together, one after the other in table order."""
    twin = game.copy()
    for card in cards[:-1]:
        if card not in twin.legal_actions():
            return False
        twin.apply(card)
    return cards[-1] in twin.legal_actions()


class Parting(Asked):
    """A question about cards to pass or bury."""

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
        return self.answer(decision, TOTAL, words, values, reasons)

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

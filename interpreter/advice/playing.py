"""Which card to play."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from interpreter._numbers import PASS
from interpreter.advice.asked import LONGEST, STARTS, Asked
from interpreter.advice.told import AHEAD, COUNTERS, Advice
from interpreter.cards import NO_SUIT, format_card, format_cards
from interpreter.game import Game
from interpreter.observation import in_turn
from interpreter.program import TrumpBy
from interpreter.solving import solve

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

LOOKED_AT = 3
"""So many games are played to see with how many cards something is decided."""
SOLVED = 7
"""With so many cards on hand, and no stock, imagined deals are solved rather than played."""
SOLVER_WORK = 1 << 18
"""Positions in the search of one card's best play."""


class Playing(Asked):
    """A question about a card to play, or what comes between two tricks."""

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
        return self.answer("play", AHEAD if stock or over_time else COUNTERS, words, values, reasons)

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

"""A game as text that a person can follow: hands, auction, trump, melds, every trick, the settlement."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from interpreter._numbers import MELD_ACTION, PASS, TRUMP_ACTION
from interpreter.cards import format_card, format_cards, suit_name
from interpreter.codes import Who
from interpreter.game import Game
from interpreter.players import player_kinds
from interpreter.program import Rest, Sides, Then
from interpreter.queries import melds, settle

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.program import Program, Rules

WIDTH = 100


def trace(program: Program, seed: int = 0, game: int = 0, players: Sequence[str] = ("basic",)) -> str:
    """Return one whole game of the machine's players, readable from the deal to the winner."""
    kinds = player_kinds(players)
    played = Game(program, seed, game, players)
    story = _Story(played)
    story.begin(seed, game)
    while not played.is_over:
        story.look()
        action = played.choice(kinds[played.current_seat % len(kinds)])
        story.before()
        played.apply(action)
        story.after(action)
    story.end()
    return "\n".join(story.lines) + "\n"


@define
class _Deal:
    """What has happened in a deal so far."""

    number: int
    redeal: int
    totals: list[int]
    hands: list[Counter[int]]
    raw: list[int]
    auction: list[str] = field(factory=list)
    given: list[int] = field(factory=list)
    giving_from: Counter[int] = field(factory=Counter)
    """The giver's hand before he chose."""
    buried: list[int] = field(factory=list)
    trick: list[int] = field(factory=list)
    leader: int = -1
    tricks: list[int] = field(factory=list)
    """Winner of each trick."""
    laid: list[int] = field(factory=list)
    """Points of melds, by seat."""
    melds_told: bool = False
    trump_told: bool = False
    contract_told: bool = False
    declarer: int = -1
    bid: int = 0
    trump: int = 4
    mode: int = 0
    turn_up: int = -1
    dealer: int = 0
    calls: list[tuple[str, int]] = field(factory=list)
    called: str | None = None
    """The outcome that a player's call led to."""
    expected: list[Counter[int]] | None = None
    """Hands after a trick, before anyone draws."""


class _Story:
    """The lines of a game's trace."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.program: Program = game.program
        self.seats = range(self.program.table.seats)
        self.lines: list[str] = []
        self.totals = [self.program.ledgers[0].start] * self.program.table.accounts
        """Of each account, before the present deal."""
        self.deal: _Deal | None = None
        self.seat = -1
        self.decision = ""
        self.playing = list(self.seats)
        self.in_auction = False
        self.all_tricks = 0
        self.widow: list[int] = []

    # -- looking before an action, and after it

    def begin(self, seed: int, number: int) -> None:
        """Tell which game it is."""
        title = self.program.title or self.program.variant
        self.lines.append(f"{title}, game {number} of seed {seed}")
        chosen = ", ".join(f"{name}: {choice}" for name, choice in self.program.options.items())
        if chosen:
            self.tell("Options: " + chosen, 2)
        names = ", ".join(f"seat {seat} {name}" for seat, name in enumerate(self.game.players))
        self.lines.append(f"Players: {names}")

    def look(self) -> None:
        """See whether a new deal has begun, and what has become known since the last action."""
        facts = self.game.facts()
        if self.deal is not None and (self.deal.number, self.deal.redeal) != (facts["deal"], facts["redeal"]):
            self.settled(again=self.deal.number == facts["deal"])
        if self.deal is None:
            self.dealt(facts)
        deal = self.deal
        assert deal is not None
        deal.hands = self.hands()
        if facts["declarer"] >= 0 and self.game.decision != "bid":
            deal.declarer, deal.bid = facts["declarer"], facts["bid"]
            self.tell_contract()
        deal.mode = facts["mode"]
        if facts["trump"] < 4 or facts["melds_laid"] or facts["tricks_played"]:
            self.tell_trump(facts["trump"])
        self.tell_draws()
        if facts["melds_laid"]:
            self.tell_melds()

    def before(self) -> None:
        """Keep who decides what."""
        self.seat, self.decision = self.game.current_seat, self.game.decision
        deal = self.deal
        assert deal is not None
        deal.laid = self.game.seat_figures()["laid_meld"]
        deal.turn_up = self.game.facts()["turn_up"]
        if self.decision == "exchange" and not deal.given:
            deal.giving_from = deal.hands[self.seat].copy()
        if self.decision == "play" and not deal.trick:
            deal.leader = self.seat
        facts = self.game.facts()
        self.playing = [seat for seat in self.seats if not facts["absent"] >> seat & 1]
        self.in_auction = facts["declarer"] < 0 and facts["phase"] == 1
        self.all_tricks = facts["all_tricks"]

    def after(self, action: int) -> None:
        """Tell an action."""
        getattr(self, f"did_{self.decision}")(action)

    # -- actions

    def did_bid(self, action: int) -> None:
        """Gather a word of the auction."""
        assert self.deal is not None
        words = self.game.describe(action)
        said = {"pass": "passes", "take the contract": "takes the contract"}.get(words, words.replace("bid ", "bids "))
        self.deal.auction.append(f"seat {self.seat} {said}")

    def did_trump(self, action: int) -> None:
        """Tell the trump that was named."""
        self.tell_contract()
        self.tell_trump(action - TRUMP_ACTION, named=True)

    def did_exchange(self, action: int) -> None:
        """Gather the cards that one partner passes; tell them when they are all chosen."""
        deal = self.deal
        assert deal is not None
        deal.given.append(action)
        number = self.rules.exchange.cards if self.rules.exchange else 0
        if len(deal.given) < number:
            return
        partner = self.partner(self.seat)
        self.tell(f"seat {self.seat} passes {self.cards(deal.given)} to seat {partner}", 2)
        gone = Counter(deal.given)
        deal.hands[self.seat] = deal.giving_from - gone
        deal.hands[partner] = deal.hands[partner] + gone
        deal.given = []

    def did_bury(self, action: int) -> None:
        """Gather the cards that the declarer lays away."""
        deal = self.deal
        assert deal is not None
        deal.buried.append(action)
        if not self.same_deal() or self.game.decision != "bury":
            self.tell(f"seat {self.seat} buries {self.cards(deal.buried)}", 2)

    def did_call(self, action: int) -> None:
        """Tell a call; nothing is said of one that was not made."""
        deal = self.deal
        assert deal is not None
        if action == PASS:
            return
        name = self.game.describe(action).removeprefix("call ")
        if self.game.decision != "agree":
            deal.calls.append((name, self.seat))
        if self.in_auction:
            deal.auction.append(f"seat {self.seat} calls {name}")
        else:
            self.tell(f"seat {self.seat} calls: {name}", 2)
        call = next(each for rules in self.program.modes for each in rules.calls if each.name == name)
        if call.then is Then.OUTCOME:
            rules = next(rules for rules in self.program.modes if call in rules.calls)
            deal.called = rules.outcomes[call.outcome].name

    def did_agree(self, action: int) -> None:
        """Tell a partner's answer."""
        self.tell(f"seat {self.seat} {'does not agree' if action == PASS else 'agrees'}", 2)

    def did_meld(self, action: int) -> None:
        """Tell a meld laid after a trick."""
        deal = self.deal
        assert deal is not None
        if action == PASS:
            return
        worth = self.game.seat_figures()["laid_meld"][self.seat] - deal.laid[self.seat]
        name = self.game.describe(action).removeprefix("meld ")
        cards, swaps = self.meld_cards(action)
        shown = f" ({self.cards(cards)})" if cards else ""
        taken = ""
        if swaps and cards and deal.turn_up >= 0 and deal.turn_up != cards[0]:
            taken = f" and takes {format_card(self.program.deck, deal.turn_up)} for it"
            if deal.expected is not None:
                deal.expected[self.seat][cards[0]] -= 1
                deal.expected[self.seat][deal.turn_up] += 1
        self.tell(f"seat {self.seat} melds {name}{shown} for {worth}{taken}", 6)

    def did_play(self, action: int) -> None:
        """Tell a trick when its last card has been played."""
        deal = self.deal
        assert deal is not None
        if not deal.tricks and not deal.trick:
            self.lines.append("Play")
        deal.trick.append(action)
        if len(deal.trick) < len(self.playing):
            return
        best = self.best(deal.trick, deal.trump)
        winner = self.playing[(self.playing.index(deal.leader) + best) % len(self.playing)]
        points = sum(self.rules.card_points[card] for card in deal.trick)
        deal.raw[winner] += points
        deal.tricks.append(winner)
        led, rest = format_card(self.program.deck, deal.trick[0]), self.cards(deal.trick[1:])
        self.tell(f"{len(deal.tricks):2}. seat {deal.leader} leads {led}, then {rest}; seat {winner} takes {points}", 2)
        deal.expected = [hand.copy() for hand in deal.hands]
        deal.expected[self.seat][action] -= 1
        deal.trick = []

    # -- telling what has become known

    def dealt(self, facts: dict[str, int]) -> None:
        """Tell a new deal: who deals, and all hands."""
        self.deal = _Deal(
            number=facts["deal"],
            redeal=facts["redeal"],
            dealer=facts["dealer"],
            totals=list(self.totals),
            hands=self.hands(),
            raw=[0] * len(self.seats),
        )
        again = ", dealt again" if facts["redeal"] else ""
        self.lines += ["", f"Deal {facts['deal']}{again}: seat {facts['dealer']} deals"]
        self.lines += [f"  seat {seat}: {self.by_suit(self.deal.hands[seat])}" for seat in self.seats]
        if facts["turn_up"] >= 0:
            self.tell(f"turned up: {format_card(self.program.deck, facts['turn_up'])}", 2)
        for account, name in enumerate(self.accounts()):
            paid = self.game.totals[account] - self.totals[account]
            if paid:
                self.tell(f"{name} {'gets' if paid > 0 else 'pays'} {abs(paid)}", 2)
        if self.program.deal.widow:
            self.widow = self.game.widow_cards()
            self.tell(f"widow: {self.cards(self.widow)}", 2)
        if self.program.deal.rest is Rest.STOCK:
            self.tell(f"{facts['stock_left']} cards in the stock", 2)

    def tell_contract(self) -> None:
        """Tell the auction and what came of it."""
        deal = self.deal
        assert deal is not None
        if deal.contract_told:
            return
        facts = self.game.facts()
        if self.same_deal() and facts["declarer"] >= 0:
            deal.declarer, deal.bid = facts["declarer"], facts["bid"]
        deal.contract_told = True
        said = "; ".join(deal.auction) or "nobody was asked"
        self.tell(f"Auction: {said}", 0)
        if deal.declarer >= 0:
            self.tell(f"Contract: seat {deal.declarer} for {deal.bid}", 0)

    def tell_trump(self, trump: int, *, named: bool = False) -> None:
        """Tell what is trump."""
        deal = self.deal
        assert deal is not None
        deal.trump = trump
        if deal.trump_told:
            return
        deal.trump_told = True
        by = f", named by seat {self.seat}" if named else ""
        self.lines.append(f"Trump: {suit_name(self.program.deck, trump)}{by}")

    def tell_melds(self) -> None:
        """Tell the melds of all hands, where they are laid at once."""
        deal = self.deal
        assert deal is not None
        if deal.melds_told or self.rules.meld is None or self.rules.meld.turns != "at once":
            return
        deal.melds_told = True
        self.lines.append("Melds")
        deal.laid = [0] * len(self.seats)
        for seat in self.seats:
            found = self.melds_of(seat)
            deal.laid[seat] = sum(points for _name, _cards, points in found)
            words = [f"{name} ({' '.join(cards)}) {points}" for name, cards, points in found]
            total = f" = {deal.laid[seat]}" if len(words) > 1 else ""
            self.tell(f"seat {seat}: {', '.join(words) or 'nothing'}{total}", 2)

    def tell_draws(self) -> None:
        """Tell what everyone drew after a trick."""
        deal = self.deal
        assert deal is not None
        if deal.expected is None or self.game.decision == "meld":
            return
        drawn = [deal.hands[seat] - deal.expected[seat] for seat in self.seats]
        deal.expected = None
        if any(drawn):
            first = deal.tricks[-1] if deal.tricks else 0
            order = [(first + i) % len(self.seats) for i in self.seats]
            words = [f"seat {seat} draws {self.cards(sorted(drawn[seat].elements()))}" for seat in order if drawn[seat]]
            self.tell(", ".join(words), 6)

    # -- the end of a deal and of the game

    def settled(self, *, again: bool = False) -> None:
        """Tell how a deal ended: melds, counters and change of each account."""
        deal = self.deal
        assert deal is not None
        if again:
            if deal.auction:
                self.tell_contract()
            self.lines.append("The cards are thrown in.")
            self.deal = None
            return
        if deal.auction:
            self.tell_contract()
        at_once = self.rules.meld is not None and self.rules.meld.turns == "at once"
        if at_once and deal.trump_told:
            self.tell_melds()
        totals = self.totals_after()
        counters, laid = self.counters(), self.by_account(deal.laid)
        self.totals = totals
        outcome = self.outcome(laid, counters)
        self.lines.append(f"Settlement: {outcome}" if outcome else "Settlement")
        rows = [("", "meld", "counters", "change", "total")]
        rows += [
            (name, str(laid[a]), str(counters[a]), f"{totals[a] - deal.totals[a]:+}", str(totals[a]))
            for a, name in enumerate(self.accounts())
        ]
        sizes = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        self.lines += [
            "  " + "  ".join([row[0].ljust(sizes[0]), *(row[i].rjust(sizes[i]) for i in range(1, len(row)))])
            for row in rows
        ]
        self.deal = None

    def totals_after(self) -> list[int]:
        """Return the totals after the deal just settled; the next one may have begun with a payment already."""
        if self.rules.ending.ledger:
            return list(self.game.totals)
        return [total + gain for total, gain in zip(self.totals, self.game.last_gains(), strict=True)]

    def end(self) -> None:
        """Tell the last settlement and who has won."""
        if self.deal is not None:
            self.settled()
        winner, totals = self.game.winner, list(self.game.totals)
        self.lines.append("")
        if isinstance(winner, int):
            others = [total for account, total in enumerate(totals) if account != winner]
            name = self.accounts()[winner]
            self.lines.append(f"{name[:1].upper()}{name[1:]} wins {totals[winner]} to {' and '.join(map(str, others))}")
        else:
            self.lines.append(f"The game is drawn at {' and '.join(map(str, totals))}")

    def outcome(self, laid: list[int], counters: list[int]) -> str | None:
        """Return the name of the outcome: called, forced by the rules, or the row that fits the figures."""
        deal, rules = self.deal, self.rules
        assert deal is not None
        if deal.called is not None:
            return deal.called
        if not self.played_out():
            if not deal.trump_told and rules.trump.lacking is Then.OUTCOME:
                return rules.outcomes[rules.trump.lacking_outcome].name
            forced = [call for call in rules.calls if not call.by and call.then is Then.OUTCOME]
            return rules.outcomes[forced[0].outcome].name if forced else None
        figures: dict[str, Any] = {"meld": laid, "counters": counters, "totals": deal.totals, "deal": deal.number}
        tricks = self.by_account([deal.tricks.count(seat) for seat in self.seats])
        figures |= {"tricks": tricks, "trump": deal.trump, "dealer": deal.dealer, "called": deal.calls}
        if deal.tricks:
            figures["last_trick"] = deal.tricks[-1]
        if deal.declarer >= 0:
            figures |= {"bid": deal.bid, "declarer": deal.declarer}
        try:
            return str(settle(self.program, **figures).outcome)
        except (ValueError, TypeError):
            return None

    # -- figures

    @property
    def rules(self) -> Rules:
        """The rules that hold in this deal."""
        return self.program.modes[self.deal.mode if self.deal is not None else 0]

    def same_deal(self) -> bool:
        """Return whether the deal of the last action is still on."""
        facts, deal = self.game.facts(), self.deal
        if deal is None or self.game.is_over:
            return False
        return bool(deal.number == facts["deal"] and deal.redeal == facts["redeal"])

    def played_out(self) -> bool:
        """Return whether all cards have been played."""
        assert self.deal is not None
        played = len(self.deal.tricks) * len(self.seats)
        if self.program.deal.rest is Rest.STOCK:
            return played >= sum(self.program.deck.copies)
        return len(self.deal.tricks) >= self.all_tricks > 0

    def counters(self) -> list[int]:
        """Return the counters of each account, last trick and buried cards included."""
        deal, rules = self.deal, self.rules
        assert deal is not None
        raw = list(deal.raw)
        if self.played_out():
            raw[deal.tricks[-1]] += rules.last_trick
            if rules.widow is not None and rules.widow.to == Who.LAST_TRICK_WINNER and not rules.widow.split:
                raw[deal.tricks[-1]] += sum(rules.card_points[card] for card in self.widow)
            buried = sum(rules.card_points[card] for card in deal.buried)
            whose = rules.bury.counts_for if rules.bury else "nobody"
            defender = next((seat for seat in self.seats if not self.with_declarer(seat)), -1)
            owner = {"declarer": deal.declarer, "defenders": defender, "last trick winner": deal.tricks[-1]}.get(
                whose, -1
            )
            if owner >= 0:
                raw[owner] += buried
        found = self.by_account(raw)
        if rules.round_to > 1:
            found = [(2 * points + rules.round_to) // (2 * rules.round_to) * rules.round_to for points in found]
        return [points // rules.per for points in found] if rules.per > 1 else found

    def by_account(self, figures: Sequence[int]) -> list[int]:
        """Return figures of seats added up for each account."""
        table = self.program.table
        found = [0] * table.accounts
        for seat, figure in enumerate(figures or [0] * len(self.seats)):
            found[table.side_of[seat] if table.accounts < table.seats else seat] += figure
        return found

    def accounts(self) -> list[str]:
        """Return what the accounts are called."""
        table = self.program.table
        if table.accounts == table.seats:
            return [f"seat {seat}" for seat in self.seats]
        members = [[str(s) for s in self.seats if table.side_of[s] == side] for side in range(table.accounts)]
        return [f"side {side} (seats {', '.join(seats)})" for side, seats in enumerate(members)]

    def with_declarer(self, seat: int) -> bool:
        """Return whether a seat is the declarer or on the declarer's fixed side."""
        assert self.deal is not None
        table = self.program.table
        declarer = self.deal.declarer
        return seat == declarer or (
            declarer >= 0 and table.sides is Sides.FIXED and table.side_of[seat] == table.side_of[declarer]
        )

    def melds_of(self, seat: int) -> list[tuple[str, tuple[str, ...], int]]:
        """Return the melds of a hand: name, cards, points."""
        deal = self.deal
        assert deal is not None
        side = None if deal.declarer < 0 else "declarer" if self.with_declarer(seat) else "defender"
        trump = suit_name(self.program.deck, deal.trump)
        cards = self.cards(sorted(deal.hands[seat].elements()))
        found = melds(self.program, cards, trump, role=side, mode=deal.mode)
        return [(item.name, tuple(item.cards), item.points) for item in found.melds]

    def meld_cards(self, action: int) -> tuple[list[int], bool]:
        """Return the cards of a meld action where there is one way to form it, and whether they take the turn-up."""
        deal = self.deal
        assert deal is not None
        number, slot = divmod(action - MELD_ACTION, 4)
        names = list(dict.fromkeys(entry.name for rules in self.program.modes for entry in rules.melds))
        for entry in self.rules.melds:
            if entry.name == names[number]:
                for place, ways in entry.forms[deal.trump]:
                    if place == slot and len(ways) == 1:
                        return [card for card, n in ways[0] for _ in range(n)], entry.swaps
        return [], False

    def partner(self, seat: int) -> int:
        """Return a seat's partner."""
        side = self.program.table.side_of
        return next((other for other in self.seats if other != seat and side[other] == side[seat]), seat)

    def best(self, trick: Sequence[int], trump: int) -> int:
        """Return the place of the winning card."""
        ranks, order = len(self.program.deck.ranks), self.rules.rank_order
        last_wins = self.rules.play is not None and self.rules.play.last_wins
        best = 0
        for place, card in enumerate(trick[1:], start=1):
            suit, now = card // ranks, trick[best] // ranks
            if suit == now:
                stronger = order.index(card % ranks) < order.index(trick[best] % ranks)
                if stronger or (card == trick[best] and last_wins):
                    best = place
            elif suit == trump:
                best = place
        return best

    # -- words

    def hands(self) -> list[Counter[int]]:
        """Return all hands."""
        return [Counter({card: n for card, n in enumerate(self.game.hand_counts(seat)) if n}) for seat in self.seats]

    def cards(self, cards: Iterable[int]) -> str:
        """Return cards as text."""
        return format_cards(self.program.deck, cards)

    def by_suit(self, hand: Counter[int]) -> str:
        """Return a hand with its suits apart."""
        ranks = len(self.program.deck.ranks)
        suits = [sorted(card for card in hand.elements() if card // ranks == suit) for suit in range(4)]
        return " | ".join(self.cards(cards) or "-" for cards in suits)

    def tell(self, text: str, indent: int) -> None:
        """Add a paragraph, its later lines set in."""
        self.lines += textwrap.wrap(
            text,
            WIDTH,
            initial_indent=" " * indent,
            subsequent_indent=" " * (indent + 4),
            break_long_words=False,
            break_on_hyphens=False,
        )

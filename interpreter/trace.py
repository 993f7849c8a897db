"""A game as text that a person can follow: hands, auction, trump, melds, every trick, the settlement."""

from __future__ import annotations

import textwrap
from collections import Counter
from typing import TYPE_CHECKING, Any

from attrs import define, field

from interpreter._numbers import BID_ACTION, MELD_ACTION, PASS, TRUMP_ACTION
from interpreter.actions import account_names, bid_suits, call_names, outcome_names
from interpreter.cards import format_card, format_cards, suit_name
from interpreter.codes import NO_TRUMP, WHO_ARGUMENT, Who
from interpreter.game import Game
from interpreter.players import player_kinds
from interpreter.program import Rest, Then, Window
from interpreter.queries.counted import by_account, counters_that_count, floors_of, lost_melds, paid_in_deals, rounded
from interpreter.queries.melding import melds_laid
from interpreter.reasons import reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from interpreter.program import Payment, Program, Rules

WIDTH = 100


def trace(program: Program, seed: int = 0, game: int = 0, players: Sequence[str] = ("basic",)) -> str:
    """Return one whole game of the machine's players, readable from the deal to the winner."""
    kinds = player_kinds(players)
    played = Game(program, seed, game, players)
    played.tell_events()
    story = Story(played)
    story.begin(seed, game)
    for kind, what in story.take_events():
        story.happened(kind, what)
    while not played.is_over:
        story.look()
        action = played.choice(kinds[played.current_person % len(kinds)])
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
    hands: list[Counter[int]]
    auction: list[str] = field(factory=list)
    trick: list[int] = field(factory=list)
    leader: int = -1
    tricks: list[int] = field(factory=list)
    """Winner of each trick."""
    laid: list[int] = field(factory=list)
    """Points of melds, by seat."""
    trump_told: bool = False
    contract_told: bool = False
    bids: dict[int, int] = field(factory=dict)
    """The last bid of each seat."""
    raised: bool = False
    """Whether anyone has bid, or made a call that may count as a bid."""
    declarer: int = -1
    bid: int = 0
    trump: int = 4
    mode: int = 0
    turn_up: int = -1
    by_right: bool = False
    """Whether the present action was a call, or brought one by the rules."""
    expected: list[Counter[int]] | None = None
    """Hands after a trick, before anyone draws."""
    settlement: tuple[dict[str, int], dict[str, list[int]], list[int]] | None = None
    """Facts, figures of the seats and floors at the settlement."""
    paid: list[str] = field(factory=list)
    """Payments that follow the settlement."""


class Story:
    """The lines of a game's trace."""

    def __init__(self, game: Game) -> None:
        """Begin; the game keeps its events already."""
        self.game = game
        self.program: Program = game.program
        self.seats = range(self.program.table.seats)
        self.playing = list(self.seats)
        self.lines: list[str] = []
        self.balances = [
            [ledger.start] * (1 if ledger.joint else self.program.table.accounts) for ledger in self.program.ledgers
        ]
        """Of each ledger, before the present deal."""
        self.deal: _Deal | None = None
        self.before_cards: list[str] = []
        """Payments before the cards of a deal are dealt."""
        self.seat = -1
        self.decision = ""
        self.phase = ""
        self.passed_outs = 0
        self.paid = [0] * self.program.table.accounts
        """Points that payments have brought each account in the present deal."""
        self.pays_points = paid_in_deals(self.program, 0)
        self.bonus = 0
        """Of the last trick, when it has just been taken."""

    # -- looking before an action, and after it

    def begin(self, seed: int, number: int) -> None:
        """Tell which game it is."""
        title = self.program.title or self.program.variant
        self.lines.append(f"{title}, game {number} of seed {seed}")
        chosen = ", ".join(f"{name}: {choice}" for name, choice in self.program.options.items())
        if chosen:
            self.tell("Options: " + chosen, 2)
        place = "player" if self.program.table.people else "seat"
        names = ", ".join(f"{place} {number} {name}" for number, name in enumerate(self.game.players))
        self.lines.append(f"Players: {names}")

    def look(self) -> None:
        """See what has become known since the last action."""
        deal, facts = self.deal, self.game.facts()
        if deal is None:
            return
        deal.hands = self.hands()
        if facts["declarer"] >= 0 and self.game.decision != "bid":
            deal.declarer, deal.bid, deal.mode = facts["declarer"], facts["bid"], facts["mode"]
            self.tell_contract()
        if facts["trump_fixed"]:
            self.tell_trump(facts["trump"])
        self.tell_draws()

    def before(self) -> None:
        """Keep who decides what."""
        self.seat, self.decision, self.phase = self.game.current_seat, self.game.decision, self.game.phase
        deal = self.deal
        if deal is None:
            return
        deal.laid = self.game.seat_figures()["laid_meld"]
        deal.turn_up = self.game.facts()["turn_up"]
        deal.by_right = False
        if self.decision == "play" and not deal.trick:
            deal.leader = self.seat
            absent = self.game.facts()["absent"]
            self.playing = [seat for seat in self.seats if not absent >> seat & 1]

    def after(self, action: int) -> None:
        """Tell an action, and then what followed from it."""
        events = self.take_events()
        self.bonus = sum(what[1] for kind, what in events if kind == "last trick")
        getattr(self, f"did_{self.decision}", self.did_other)(action)
        for kind, what in events:
            self.happened(kind, what)

    def take_events(self) -> list[tuple[str, Any]]:
        """Return what has happened since this was asked last."""
        events: list[Any] = self.game.events or []
        self.game.events = []
        return events

    def happened(self, kind: str, what: Any) -> None:  # noqa: ANN401 - each kind has its own figures
        """Tell something that happened besides the actions; kinds that say nothing to people are passed over."""
        told = getattr(self, f"saw_{kind.replace(' ', '_')}", None)
        if told is not None:
            told(*what)

    # -- actions

    def did_bid(self, action: int) -> None:
        """Gather a word of the auction."""
        assert self.deal is not None
        words = self.game.describe(action)
        said = {"pass": "passes", "take the contract": "takes the contract"}.get(words, words.replace("bid ", "bids "))
        self.deal.raised |= action >= BID_ACTION
        auction = self.rules.auction
        if action >= BID_ACTION and auction is not None:
            self.deal.bids[self.seat] = auction.ladder[(action - BID_ACTION) // max(bid_suits(self.program), 1)]
        self.deal.auction.append(f"seat {self.seat} {said}")

    def did_trump(self, action: int) -> None:
        """Tell the trump that was named."""
        self.tell_contract()
        self.tell_trump(action - TRUMP_ACTION, named=True)

    def did_exchange(self, action: int) -> None:
        """Say nothing: the cards are told when they are all chosen."""

    def did_bury(self, action: int) -> None:
        """Say nothing: the cards are told when they are all chosen."""

    def did_call(self, action: int) -> None:
        """Tell a call; nothing is said of one that was not made."""
        if action == PASS:
            return
        if self.deal is not None:
            self.deal.by_right = True
            self.deal.raised |= self.phase == "auction"
        self.tell_word(f"seat {self.seat} calls: {self.game.describe(action).removeprefix('call ')}")

    def did_agree(self, action: int) -> None:
        """Tell a partner's answer."""
        if self.deal is not None:
            self.deal.by_right = action != PASS
        self.tell_word(f"seat {self.seat} {'does not agree' if action == PASS else 'agrees'}")

    def did_other(self, action: int) -> None:
        """Tell an action of a kind that has no words of its own here."""
        self.tell(f"seat {self.seat}: {self.game.describe(action)}", 2)

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
            taken = f", and {format_card(self.program.deck, deal.turn_up)} is taken for it"
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
        points = sum(self.worth(card) for card in deal.trick)
        deal.tricks.append(winner)
        led, rest = format_card(self.program.deck, deal.trick[0]), self.cards(deal.trick[1:])
        more = f" and {self.bonus} for the last trick" if self.bonus else ""
        self.tell(
            f"{len(deal.tricks):2}. seat {deal.leader} leads {led}, then {rest}; seat {winner} takes {points}{more}", 2
        )
        deal.expected = [hand.copy() for hand in deal.hands]
        deal.expected[self.seat][action] -= 1
        deal.trick = []

    def did_ask(self, action: int) -> None:
        """Tell which card is asked for, and who becomes partner by it."""
        name = format_card(self.program.deck, action)
        partner = self.game.facts()["partner"]
        found = f"; seat {partner} has it and is the partner" if partner >= 0 else ""
        self.tell(f"seat {self.seat} asks for {name}{found}", 2)

    def worth(self, card: int) -> int:
        """Return the card points of a card under this deal's trump."""
        rules, trump = self.rules, NO_TRUMP if self.deal is None else self.deal.trump
        if not rules.trump_points:
            return rules.card_points[card]
        return rules.trump_points[trump * len(rules.card_points) + card]

    # -- what happened besides

    def saw_deal(
        self,
        number: int,
        redeal: int,
        dealer: int,
        hands: list[list[int]],
        turn_up: int,
        widow: list[int],
        stock: int,
    ) -> None:
        """Tell a new deal: who deals, and all hands."""
        self.deal = _Deal(number, redeal, [Counter({c: n for c, n in enumerate(hand) if n}) for hand in hands])
        again = ", dealt again" if redeal else ""
        self.lines += ["", f"Deal {number}{again}: seat {dealer} deals"]
        for words in self.before_cards:
            self.tell(words, 2)
        self.before_cards = []
        self.lines += [f"  seat {seat}: {self.by_suit(self.deal.hands[seat])}" for seat in self.seats]
        if turn_up >= 0:
            self.tell(f"turned up: {format_card(self.program.deck, turn_up)}", 2)
        if widow:
            self.tell(f"widow: {self.cards(widow)}", 2)
        if self.program.deal.rest is Rest.STOCK:
            self.tell(f"{stock} cards in the stock", 2)

    def saw_phase(self, phase: int, declarer: int, bid: int, mode: int) -> None:
        """Keep the contract once the auction is over."""
        deal = self.deal
        if deal is None:
            return
        deal.mode = mode
        if declarer >= 0:
            deal.declarer, deal.bid = declarer, bid
        del phase
        if deal.auction:
            self.tell_contract()

    def saw_rule(self, number: int, seat: int) -> None:
        """Tell a call that the rules made, or that a player had to make, and why."""
        name = call_names(self.program)[number]
        why = next((reason(call, self.rules) for call in self.rules.calls if call.name == name), "")
        if self.deal is not None:
            self.deal.by_right = True
        words = f"by the rules: {name}" if seat < 0 else f"seat {seat} has to call: {name}"
        self.tell_word(f"{words}, since {why}" if why else words)

    def saw_pass(self, giver: int, receiver: int, cards: list[int]) -> None:
        """Tell the cards that one partner passes."""
        self.tell(f"seat {giver} passes {self.cards(cards)} to seat {receiver}", 2)

    def saw_widow(self, seat: int, cards: list[int]) -> None:
        """Tell who takes the widow, or a share of it."""
        if cards:
            self.tell(f"seat {seat} takes {self.cards(cards)} from the widow", 2)

    def saw_bury(self, seat: int, cards: list[int]) -> None:
        """Tell the cards that the declarer lays away."""
        self.tell(f"seat {seat} buries {self.cards(cards)}", 2)

    def saw_buried(self, owner: int, points: int) -> None:
        """Tell whose the buried cards are."""
        if points:
            self.tell(f"the buried cards count {points} for seat {owner}", 6)

    def saw_melds(self, trump: int, hands: list[list[int]], entries: list[int], laid: list[int]) -> None:
        """Tell the melds of all hands, where they are laid at once."""
        deal = self.deal
        assert deal is not None
        self.tell_contract()
        self.tell_trump(trump)
        self.lines.append("Melds")
        for seat in self.seats:
            found = melds_laid(self.program, hands[seat], trump, entries[seat], deal.mode)
            words = [f"{item.name} ({' '.join(item.cards)}) {item.points}" for item in found]
            total = f" = {laid[seat]}" if len(words) != 1 and laid[seat] else ""
            self.tell(f"seat {seat}: {', '.join(words) or 'nothing'}{total}", 2)

    def saw_pay(self, mode: int, payment: int, source: int, to: int, amount: int) -> None:
        """Tell a payment: at once, or with the settlement it follows."""
        said = self.program.modes[mode].payments[payment]
        words = self.payment_words(said, source, to, amount)
        if words is None or self.sets_nothing(said, to, amount):
            return
        if said.ledger == 0 and not said.sets:
            for account, sign in ((source, -1), (to, 1)):
                if 0 <= account < len(self.paid):
                    self.paid[account] += sign * amount
        if self.deal is None:
            self.before_cards.append(words)
        elif self.deal.settlement is not None:
            self.deal.paid.append(words)
        else:
            self.tell(words, 2)

    def saw_redeal(self, passed_outs: int, bidder: int) -> None:
        """Tell that the cards are thrown in, and why."""
        deal = self.deal
        assert deal is not None
        nobody_bid = passed_outs > self.passed_outs
        self.passed_outs = passed_outs
        if deal.auction:
            self.tell_contract()
        self.tell_broken_trick()
        if nobody_bid:
            self.lines.append("Nobody has bid: the cards are thrown in.")
        elif bidder >= 0 and not deal.by_right:
            self.lines.append("The declarer can name no trump: the cards are thrown in.")
        else:
            self.lines.append("The cards are thrown in and dealt again.")
        self.deal = None

    def saw_settled(self, facts: dict[str, int], figures: dict[str, list[int]], floors: list[int]) -> None:
        """Keep the figures of a settlement until its payments are made."""
        deal = self.deal
        assert deal is not None
        deal.settlement = facts, figures, floors
        self.tell_broken_trick()
        deal.declarer, deal.bid, deal.mode = facts["declarer"], facts["bid"], facts["mode"]
        if self.lacks_trump(facts):
            self.tell_contract()
            self.lines.append("The declarer can name no trump: the deal is not played.")

    def lacks_trump(self, facts: dict[str, int]) -> bool:
        """Return whether a deal has ended because no trump could be named."""
        deal, trump = self.deal, self.rules.trump
        assert deal is not None
        if deal.by_right or trump.lacking is not Then.OUTCOME or facts["tricks_played"] or facts["trump"] < NO_TRUMP:
            return False
        return outcome_names(self.program)[facts["outcome"]] == self.rules.outcomes[trump.lacking_outcome].name

    def saw_end(self, balances: list[list[int]], unfinished: int) -> None:
        """Tell how a deal ended: melds, counters and change of each account, payments and ledgers."""
        deal = self.deal
        if deal is None or deal.settlement is None:
            if unfinished:
                self.lines.append("The cards were dealt too often: this deal counts without a score.")
            self.balances, self.deal = balances, None
            return
        facts, figures, floors = deal.settlement
        if deal.auction:
            self.tell_contract()
        if facts["tricks_played"] or facts["trump"] < NO_TRUMP:
            self.tell_trump(facts["trump"])
        self.lines.append(self.settlement_head(facts))
        places = figures["account"]
        laid, counting = (by_account(self.program, figures[key], places) for key in ("laid_meld", "own_meld"))
        raw = by_account(self.program, figures["raw"], places)
        counters = counters_that_count(self.program, raw, deal.mode)
        lost = lost_melds(
            self.program,
            laid,
            counting,
            floors=floors_of(self.program, floors),
            counters=counters,
            tricks=by_account(self.program, figures["tricks"], places),
        )
        for words in [*lost, *rounded(self.program, raw, counters, deal.mode), *deal.paid]:
            self.tell(words, 2)
        self.tell_table(counting, raw, counters, balances)
        self.balances, self.deal = balances, None

    def settlement_head(self, facts: dict[str, int]) -> str:
        """Return the outcome, and whether the contract was made where its name does not say so."""
        if facts["outcome"] < 0:
            return "Settlement: no outcome of the rules fits"
        name = outcome_names(self.program)[facts["outcome"]]
        made = ""
        if facts["declarer"] >= 0 and facts["made"] >= 0 and name not in ("made", "set", "conceded"):
            made = " (the contract is made)" if facts["made"] else " (the contract is not made)"
        return f"Settlement: {name}{made}"

    def tell_table(self, counting: list[int], raw: list[int], counters: list[int], balances: list[list[int]]) -> None:
        """Tell the figures of each account, a line each."""
        self.tell_rows(self.table_rows(counting, raw, counters, balances))
        decides = self.rules.ending.ledger
        for k, ledger in enumerate(self.program.ledgers):
            if k not in (0, decides) and ledger.joint and paid_in_deals(self.program, k):
                self.tell(f"{ledger.name}: {_with_change(balances[k][0], balances[k][0] - self.balances[k][0])}", 2)

    def tell_rows(self, rows: list[list[str]]) -> None:
        """Tell a table, its columns flush right but for the first."""
        sizes = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        self.lines += [
            "  " + "  ".join([row[0].ljust(sizes[0]), *(row[i].rjust(sizes[i]) for i in range(1, len(row)))])
            for row in rows
        ]

    def table_rows(
        self, counting: list[int], raw: list[int], counters: list[int], balances: list[list[int]]
    ) -> list[list[str]]:
        """Return the figures of each account, a row each, under their heads."""
        deal = self.deal
        assert deal is not None
        rules, decides = self.rules, self.rules.ending.ledger
        ledgers = [(k, ledger) for k, ledger in enumerate(self.program.ledgers) if k not in (0, decides)]
        if decides and self.pays_points:
            ledgers.insert(0, (0, self.program.ledgers[0]))
        in_points = rules.round_to > 1 or rules.per > 1
        own = [(k, ledger.name) for k, ledger in ledgers if not ledger.joint and paid_in_deals(self.program, k)]
        pays = not decides and any(self.paid)
        total = self.program.ledgers[decides].name if decides else "total"
        heads = ["", "meld", *(["card points"] if in_points else []), "counters"]
        rows = [[*heads, *(["paid"] if pays else []), *(name for _, name in own), "change", total]]
        for a, name in enumerate(account_names(self.program, with_seats=True)):
            kept = [_with_change(balances[k][a], balances[k][a] - self.balances[k][a]) for k, _ in own]
            points = [str(raw[a])] if in_points else []
            paid = [f"{self.paid[a]:+}" if self.paid[a] else ""] if pays else []
            change = balances[decides][a] - self.balances[decides][a]
            figures = [str(counting[a]), *points, str(counters[a]), *paid, *kept]
            rows.append([name, *figures, f"{change:+}", str(balances[decides][a])])
        self.paid = [0] * len(self.paid)
        return rows

    # -- telling what has become known

    def tell_word(self, words: str) -> None:
        """Tell what somebody said: within the auction, or at once."""
        deal = self.deal
        if deal is None:
            self.before_cards.append(words)
        elif self.phase == "auction" and not deal.contract_told:
            deal.auction.append(words)
        else:
            self.tell(words, 2)

    def tell_contract(self) -> None:
        """Tell the auction and what came of it."""
        deal = self.deal
        assert deal is not None
        if deal.contract_told or self.rules.auction is None:
            return
        deal.contract_told = True
        said = "; ".join(deal.auction) or "nobody was asked"
        self.tell(f"Auction: {said}", 0)
        if deal.declarer >= 0:
            forced = "" if deal.raised else ", forced: nobody bid"
            self.tell(f"Contract: seat {deal.declarer} for {deal.bid}{forced}{self.sums_bid()}", 0)

    def sums_bid(self) -> str:
        """Return what each side has to make where it is bound by the sum of its own bids."""
        deal, auction, table = self.deal, self.rules.auction, self.program.table
        assert deal is not None
        if auction is None or not auction.summed:
            return ""
        names, words = account_names(self.program), []
        for account, name in enumerate(names):
            shared = table.accounts < table.seats
            members = [seat for seat in self.seats if (table.side_of[seat] if shared else seat) == account]
            bids = [deal.bids[seat] for seat in members if seat in deal.bids]
            total = sum(bids)
            if deal.declarer in members and total < deal.bid:
                bids, total = [deal.bid], deal.bid
            parts = f" ({' + '.join(map(str, bids))})" if len(bids) > 1 else ""
            words.append(f"{name} has to make {total}{parts}")
        return "; " + ", ".join(words)

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

    def tell_draws(self) -> None:
        """Tell what everyone drew after a trick, once the cards are drawn."""
        deal = self.deal
        assert deal is not None
        if deal.expected is None or deal.trick:
            return
        drawn = [deal.hands[seat] - deal.expected[seat] for seat in self.seats]
        if any(drawn):
            deal.expected = None
            first = deal.tricks[-1] if deal.tricks else 0
            order = [(first + i) % len(self.seats) for i in self.seats]
            words = [f"seat {seat} draws {self.cards(sorted(drawn[seat].elements()))}" for seat in order if drawn[seat]]
            self.tell(", ".join(words), 6)

    def tell_broken_trick(self) -> None:
        """Tell a trick that is not played to its end."""
        deal = self.deal
        assert deal is not None
        if deal.trick:
            led, rest = format_card(self.program.deck, deal.trick[0]), self.cards(deal.trick[1:]) or "nothing"
            self.tell(f"{len(deal.tricks) + 1:2}. seat {deal.leader} has led {led}, then {rest}; nobody takes it", 2)
            deal.trick = []

    def payment_words(self, payment: Payment, source: int, to: int, amount: int) -> str | None:
        """Return a payment in words, or None where nothing is paid."""
        giver, taker = self.party(payment.source, source), self.party(payment.to, to)
        if payment.sets:
            return f"{payment.name}: {taker} now has {self.amount(payment.ledger, amount)}"
        if amount == 0:
            return None
        if amount < 0:
            giver, taker, amount = taker, giver, -amount
        paid = self.amount(payment.ledger, amount)
        if not giver:
            return f"{payment.name}: {taker} gets {paid}"
        return f"{payment.name}: {giver} pays {paid}{f' to {taker}' if taker else ''}"

    def sets_nothing(self, payment: Payment, to: int, amount: int) -> bool:
        """Return whether a payment at the end leaves a balance as it was before."""
        if not payment.sets or payment.window not in (Window.DEAL_END, Window.GAME_END):
            return False
        return self.balances[payment.ledger][max(to, 0)] == amount

    def amount(self, ledger: int, amount: int) -> str:
        """Return an amount of a ledger in words."""
        name = self.program.ledgers[ledger].name
        return f"{amount} {name.removesuffix('s') if amount == 1 and ledger == 0 else name}"

    def party(self, word: int, account: int) -> str:
        """Return who pays or is paid: an account, a joint purse, or nobody where it is the bank."""
        if account >= 0:
            return account_names(self.program)[account]
        kind, ledger = word % WHO_ARGUMENT, word // WHO_ARGUMENT
        return f"the {self.program.ledgers[ledger].name}" if kind == Who.JOINT else ""

    # -- the end of the game

    def end(self) -> None:
        """Tell what is paid at the end, and who has won."""
        for words in self.before_cards:
            self.tell(words, 2)
        winner, totals = self.game.winner, list(self.game.standing)
        decides = self.program.rules.ending.ledger
        currency = f" ({self.program.ledgers[decides].name})" if decides else ""
        self.lines.append("")
        if isinstance(winner, int):
            others = [total for account, total in enumerate(totals) if account != winner]
            name = account_names(self.program, with_seats=True)[winner]
            self.lines.append(
                f"{name[:1].upper()}{name[1:]} wins {totals[winner]} to {' and '.join(map(str, others))}{currency}"
            )
        else:
            self.lines.append(f"The game is drawn at {' and '.join(map(str, totals))}{currency}")
        kept = {ledger: balances for k, (ledger, balances) in enumerate(self.game.ledgers().items()) if k != decides}
        if decides and not self.pays_points:
            del kept[self.program.ledgers[0].name]
        for ledger, balances in kept.items():
            if any(balances):
                self.lines.append(f"{ledger[:1].upper()}{ledger[1:]} at the end: {' and '.join(map(str, balances))}")

    # -- figures

    @property
    def rules(self) -> Rules:
        """The rules that hold in this deal."""
        return self.program.modes[self.deal.mode if self.deal is not None else 0]

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


def _with_change(balance: int, change: int) -> str:
    """Return a balance, and how it has changed if it has."""
    return f"{balance} ({change:+})" if change else str(balance)

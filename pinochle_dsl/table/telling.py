"""What is said at the table, move by move: to everybody, or to the seats that may know it.

The words name seats by their numbers; `named` puts in their place what the reader calls them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter._numbers import BID_ACTION, PASS
from interpreter.cards import format_card, suit_name
from interpreter.codes import NO_TRUMP
from interpreter.queries.counted import paid_in_deals
from interpreter.queries.melding import melds_laid
from interpreter.trace import Story
from pinochle_dsl.table.opponents import streak_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from interpreter import Game, Program


@frozen
class Entry:
    """Something that was said: a line, or a few that belong together."""

    kind: str
    """deal, word (of the auction, a call), contract, trump, cards (that change hands), melds, meld, play, trick,
    draw, settlement, pay, redeal, over."""
    text: str
    seats: frozenset[int] | None
    """Who may read it; None: everybody."""
    action: int
    """How many actions of the game had been taken before."""
    deal: int
    rows: tuple[tuple[str, ...], ...] = ()
    """A settlement's figures, a row for each account under their heads."""

    def shown_to(self, seat: int | None) -> bool:
        """Tell whether a seat may read it; None is somebody who has seen no hand."""
        return self.seats is None or (seat is not None and seat in self.seats)


HOLDS = frozenset({"trick", "melds", "settlement", "redeal"})
"""Kinds of what people look at until they say `next`."""


class Teller(Story):
    """Tells a game to people who see one hand, as a `Story` tells it to one who sees all of them."""

    def __init__(self, game: Game) -> None:
        """Begin; the game keeps its events already."""
        super().__init__(game)
        self.entries: list[Entry] = []
        self.at = 0
        self.taker = -1
        """Who has taken a trick by the last action, or -1."""
        self.number = 1
        self.quiet = quiet_words(game.program)
        for kind, what in self.take_events():
            self.happened(kind, what)
        self.follow()

    # -- gathering

    def add(
        self,
        kind: str,
        text: str,
        seats: Sequence[int] | None = None,
        rows: Sequence[Sequence[str]] = (),
    ) -> None:
        """Add what is said to everybody, or to some seats."""
        readers = None if seats is None else frozenset(seats)
        table = tuple(tuple(row) for row in rows)
        self.entries.append(Entry(kind, text, readers, self.at, self.number, table))

    def follow(self) -> None:
        """Say what has become known by itself, and who won if the game is over."""
        self.look()
        if self.game.is_over:
            self.lines = []
            self.before_cards = [words for words in self.before_cards if not words.startswith(self.quiet)]
            self.end()
            self.lines = [line for line in self.lines if not line.startswith(self.quiet)]
            self.add("over", "\n".join(line.strip() for line in self.lines if line))
        self.lines = []

    def applied(self, action: int) -> None:
        """Carry an action out and say what came of it."""
        self.look()
        self.taker = -1
        self.before()
        self.game.apply(action)
        self.after(action)
        self.at += 1
        self.follow()

    # -- actions

    def did_bid(self, action: int) -> None:
        """Say a word of the auction."""
        super().did_bid(action)
        words = self.game.describe(action)
        said = {"pass": "passes", "take the contract": "takes the contract"}.get(words, words.replace("bid ", "bids "))
        if action < BID_ACTION and words not in ("pass", "take the contract"):
            said = f'says "{words}"'
        self.add("word", f"seat {self.seat} {said}")

    def did_call(self, action: int) -> None:
        """Say a call; nothing is said of one that was not made."""
        super().did_call(action)

    def tell_word(self, words: str) -> None:
        """Say what somebody called."""
        super().tell_word(words)
        self.add("word", words)

    def did_other(self, action: int) -> None:
        """Say an action of another kind: what only its player sees is told to him alone."""
        words = self.game.describe(action)
        if self.decision == "build":
            self.add("cards", f"seat {self.seat} {'keeps' if words == 'keep' else 'lays aside'} the card it saw")
            return
        if self.decision == "redraw":
            self.add(
                "cards", f"seat {self.seat} exchanges a card" if action != PASS else f"seat {self.seat} is content"
            )
            return
        said = words if words.startswith(("take", "pass")) else f"chooses {words}"
        self.add("cards", f"seat {self.seat} {said.replace('take the', 'takes the').replace('pass', 'passes')}")

    def did_meld(self, action: int) -> None:
        """Say a meld laid after a trick."""
        if action == PASS:
            return
        self.lines = []
        super().did_meld(action)
        self.add("meld", " ".join(" ".join(self.lines).split()))
        self.lines = []

    def did_play(self, action: int) -> None:
        """Say a card, and at the end of a trick who takes it."""
        deal = self.deal
        assert deal is not None
        verb = "plays" if deal.trick else "leads"
        self.add("play", f"seat {self.seat} {verb} {format_card(self.program.deck, action)}")
        whole = len(deal.trick) + 1 == len(self.playing)
        super().did_play(action)
        self.lines = []
        if whole:
            self.taker = deal.tricks[-1]
            points = sum(self.worth(card) for card in self.last_cards)
            more = f" and {self.bonus} for the last trick" if self.bonus else ""
            self.add("trick", f"seat {deal.tricks[-1]} takes trick {len(deal.tricks)}: {points}{more}")

    def best(self, trick: Sequence[int], trump: int) -> int:
        """Return the place of the winning card, and keep the trick's cards."""
        self.last_cards = list(trick)
        return super().best(trick, trump)

    def did_ask(self, action: int) -> None:
        """Say which card is asked for."""
        self.lines = []
        super().did_ask(action)
        self.add("cards", " ".join(" ".join(self.lines).split()))
        self.lines = []

    # -- what happened besides

    def saw_deal(  # noqa: D102 - as its base
        self,
        number: int,
        redeal: int,
        dealer: int,
        hands: list[list[int]],
        turn_up: int,
        widow: list[int],
        stock: int,
    ) -> None:
        before = list(self.before_cards)
        super().saw_deal(number, redeal, dealer, hands, turn_up, widow, stock)
        self.lines = []
        self.number = number
        for words in before:
            self.add("pay", words)
        again = " again" if redeal else ""
        up = f"; {format_card(self.program.deck, turn_up)} is turned up" if turn_up >= 0 else ""
        self.add("deal", f"Deal {self.number}: seat {dealer} deals{again}{up}")

    def saw_pass(self, giver: int, receiver: int, cards: list[int]) -> None:
        """Say that cards are passed: which, to the two whose cards they are."""
        self.add("cards", f"seat {giver} passes {len(cards)} cards to seat {receiver}")
        self.add("cards", f"  they are {self.cards(cards)}", (giver, receiver))

    def saw_widow(self, seat: int, cards: list[int]) -> None:
        """Say who takes the widow: its cards to him, and to all where they were shown."""
        if not cards:
            return
        facts = self.game.facts()
        open_to_all = facts["widow_open"] or facts["exposed"] >= len(cards)
        self.add("cards", f"seat {seat} takes {len(cards)} cards from the widow")
        self.add("cards", f"  they are {self.cards(cards)}", None if open_to_all else (seat,))

    def saw_bury(self, seat: int, cards: list[int]) -> None:
        """Say that the declarer lays cards away, and which to him."""
        self.add("cards", f"seat {seat} buries {len(cards)} cards")
        self.add("cards", f"  they are {self.cards(cards)}", (seat,))

    def saw_buried(self, owner: int, points: int) -> None:
        """Say whose the buried cards are; what they are worth is seen in the settlement."""

    def saw_melds(self, trump: int, hands: list[list[int]], entries: list[int], laid: list[int]) -> None:
        """Say the melds of all hands as far as the table sees them."""
        deal = self.deal
        assert deal is not None
        self.tell_contract()
        self.tell_trump(trump)
        shown = self.rules.meld.shown if self.rules.meld is not None else "cards"
        for seat in self.seats:
            found = melds_laid(self.program, hands[seat], trump, entries[seat], deal.mode)
            with_cards = ", ".join(f"{item.name} ({' '.join(item.cards)}) {item.points}" for item in found)
            words = ", ".join(f"{item.name} {item.points}" for item in found)
            told = {"value": str(laid[seat]), "words": words}.get(shown, with_cards) if found else "nothing"
            total = f" = {laid[seat]}" if len(found) > 1 and laid[seat] and shown != "value" else ""
            others = [other for other in self.seats if other != seat]
            everybody = told == with_cards or not found
            self.add("cards", f"seat {seat} melds {told}{total}", None if everybody else others)
            if not everybody:
                mine = f" = {laid[seat]}" if len(found) > 1 else ""
                self.add("cards", f"seat {seat} melds {with_cards}{mine}", (seat,))
        self.add("melds", "the melds lie on the table")

    def saw_pay(self, mode: int, payment: int, source: int, to: int, amount: int) -> None:
        """Say a payment at once; one that follows the settlement stands in it."""
        self.lines = []
        super().saw_pay(mode, payment, source, to, amount)
        for line in self.lines:
            self.add("pay", line.strip())
        self.lines = []

    def saw_redeal(self, passed_outs: int, bidder: int) -> None:
        """Say that the cards are thrown in."""
        self.lines = []
        super().saw_redeal(passed_outs, bidder)
        self.add("redeal", self.lines[-1])
        self.lines = []

    def saw_settled(self, facts: dict[str, int], figures: dict[str, list[int]], floors: list[int]) -> None:
        """Keep the figures of a settlement; say that a trick was broken off."""
        self.lines = []
        super().saw_settled(facts, figures, floors)
        for line in self.lines:
            self.add("play", re.sub(r"^[0-9 .]+", "", line))
        self.lines = []

    def settlement_head(self, facts: dict[str, int]) -> str:
        """Return the outcome, and whose contract it was."""
        contract = self.contract_played(facts)
        return super().settlement_head(facts) + (f"; {contract}" if contract else "")

    def contract_played(self, facts: dict[str, int]) -> str:
        """Return who played for how much, under which trump and which call; nothing where nobody plays for anything."""
        deal, declarer = self.deal, facts["declarer"]
        assert deal is not None
        calls = [call.name for call in self.program.rules.calls if facts["mode"] and call.mode == facts["mode"]]
        words = [f"“{' or '.join(calls)}”"] if calls else []
        if self.program.rules.auction is None or declarer < 0:
            passed = self.program.rules.auction is not None and not deal.raised
            return "nobody bid" if passed else ", ".join(words)
        if facts["trump"] < NO_TRUMP:
            words.insert(0, f"trump {suit_name(self.program.deck, facts['trump'])}")
        if facts["stake"] > 1:
            words.append(f"stake ×{facts['stake']}")
        said = "bid" if deal.bids.get(declarer) == deal.bid else "played for"
        forced = "" if deal.raised else ", forced: nobody bid"
        return f"seat {declarer} {said} {deal.bid}{forced}" + "".join(f", {word}" for word in words) + self.sums_bid()

    def tell_rows(self, rows: list[list[str]]) -> None:
        """Keep the figures of a settlement as a table."""
        self.rows = rows

    def saw_end(self, balances: list[list[int]], unfinished: int) -> None:
        """Say how a deal ended."""
        self.lines, self.rows = [], list[list[str]]()
        super().saw_end(balances, unfinished)
        words = "\n".join(line.strip() for line in self.lines)
        self.add("settlement", words.replace("Settlement: ", "Result: "), None, self.rows)
        self.lines = []

    # -- what has become known

    def tell_contract(self) -> None:
        """Say what came of the auction."""
        self.lines = []
        told = self.deal is not None and self.deal.contract_told
        super().tell_contract()
        contract = [line for line in self.lines if line.startswith("Contract:")]
        if contract and not told:
            self.add("contract", " ".join(contract))
        self.lines = []

    def tell_trump(self, trump: int, *, named: bool = False) -> None:
        """Say what is trump."""
        kept, self.lines = self.lines, []
        super().tell_trump(trump, named=named)
        for line in self.lines:
            self.add("trump", line)
        self.lines = kept

    def tell_draws(self) -> None:
        """Say that cards were drawn: each to him who drew it."""
        deal = self.deal
        assert deal is not None
        if deal.expected is None or deal.trick:
            return
        drawn = [deal.hands[seat] - deal.expected[seat] for seat in self.seats]
        if any(drawn):
            deal.expected = None
            for seat in self.seats:
                if drawn[seat]:
                    self.add("draw", f"seat {seat} draws {self.cards(sorted(drawn[seat].elements()))}", (seat,))


# -- names

YOURS = {
    "does": "do", "has": "have", "is": "are", "passes": "pass", "buries": "bury", "agrees": "agree", "leads": "lead",
    "plays": "play", "takes": "take", "melds": "meld", "bids": "bid", "deals": "deal", "draws": "draw",
    "calls": "call", "asks": "ask", "chooses": "choose", "keeps": "keep", "lays": "lay", "wins": "win", "pays": "pay",
    "gets": "get", "says": "say", "exchanges": "exchange",
}  # fmt: skip
"""Verbs as they are said to the reader himself."""
_SEAT = re.compile(r"\b(?P<word>[Ss]eat|[Pp]layer) (?P<seat>[0-9])\b(?P<verb> [a-z]+\b)?")
_SIDE = re.compile(r"\b[Ss]ide (?P<side>[0-9])\b(?: \(seats [0-9, and]+\))?(?P<verb> [a-z]+\b)?")


def named(
    text: str,
    names: Mapping[int, str],
    sides: Mapping[int, str] | None = None,
    people: Mapping[int, str] | None = None,
) -> str:
    """Return words with what the reader calls the seats, sides and people in the place of their numbers."""

    def seat(match: re.Match[str]) -> str:
        known = names if match["word"].casefold() == "seat" else people or {}
        name = known.get(int(match["seat"]), match[0].removesuffix(match["verb"] or ""))
        verb = match["verb"] or ""
        if name == "you" and verb:
            verb = " " + YOURS.get(verb[1:], verb[1:])
        return name + verb

    def side(match: re.Match[str]) -> str:
        return (sides or {}).get(int(match["side"]), f"side {match['side']}") + (match["verb"] or "")

    lines = [_SEAT.sub(seat, _SIDE.sub(side, line)) for line in text.split("\n")]
    return "\n".join(line[:1].upper() + line[1:] for line in lines)


def _ledgers_of_streak(program: Program) -> set[int]:
    """Return the numbers of the ledgers that a streak's score tells at once."""
    streak = streak_of(program)
    return {streak.wins, streak.margins} - {-1} if streak is not None else set()


def quiet_words(program: Program) -> tuple[str, ...]:
    """Return how lines begin that say of a streak's ledgers what its score says at once."""
    ledgers = _ledgers_of_streak(program)
    paid = [f"{one.name}: " for one in program.rules.payments if one.ledger in ledgers]
    names = [program.ledgers[k].name for k in ledgers]
    return (*paid, *(f"{name[:1].upper()}{name[1:]} at the end: " for name in names))


def ledgers_kept(game: Game) -> dict[str, list[int]]:
    """Return the balances of the ledgers that matter to people besides the totals and a streak."""
    program = game.program
    told = {program.rules.ending.ledger, *_ledgers_of_streak(program)}
    return {
        ledger.name: game.ledgers()[ledger.name]
        for k, ledger in enumerate(program.ledgers)
        if k not in told and (k or paid_in_deals(program, 0))
    }

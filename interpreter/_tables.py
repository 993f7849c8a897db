# ruff: noqa: PLR0915 - the flat form has many arrays, FBT001
"""The rules of one mode of a Program, flattened into arrays for the kernel.

Everything is looked up here by number: `pool` holds the short lists (player words, steps), `code` all
postfix code.  Code number 0 is the empty one.  Numbers of calls, melds and outcomes are the same in all
modes of a Program (`Names`), so that what was said in one mode is known in another.
"""

from __future__ import annotations

from array import array

from interpreter import program as _program
from interpreter._melds import MeldSet
from interpreter._numbers import WHO_CALLER_OF, WHO_LAST_TRICK_WINNER
from interpreter.codes import Name, Op
from interpreter.program import DutyKind, Phase, Rest, Sides, Then, TrumpBy, Window

MASK64 = 0xFFFFFFFFFFFFFFFF
ONE = 1
MOST_EXCLUSIVE = 64
"""So many sets of melds that may stand together are compared."""

_PHASE_NUMBER = {phase: i for i, phase in enumerate(Phase)}
_WINDOW_NUMBER = {window: i for i, window in enumerate(Window)}
_SIDES_NUMBER = {sides: i for i, sides in enumerate(Sides)}
_TRUMP_NUMBER = {by: i for i, by in enumerate(TrumpBy)}
_THEN_NUMBER = {then: i for i, then in enumerate(Then)}
_DUTY_NUMBER = {kind: i for i, kind in enumerate(DutyKind)}
_BOTH_REACH = ("declarers", "highest", "another deal", "draw")
_PUSHES = {
    **dict.fromkeys((Op.CONST, Op.LOAD, Op.COUNT, Op.TAKEN, Op.TURNED, Op.PLAYED, Op.HOLDS), 1),
    **dict.fromkeys((Op.MELDED, Op.MELD_OF, Op.CALLED, Op.OWN_CALLED, Op.OUTCOME), 1),
    **dict.fromkeys((Op.NEGATE, Op.DIVIDE, Op.NOT, Op.ABS, Op.ODD), 0),
    Op.SELECT: -2,
}


_DEALT_BIT = 63
_COUNTS_FOR = ("declarer", "defenders", "nobody", "last trick winner", "who buried")
"""Whose the buried cards are: the number that the kernel knows it by is its place."""
_ASKS_HANDS = (Op.COUNT, Op.HOLDS)
_ASKS_MELDS = (Name.BEST_MELD, Name.MELD, Name.OWN_MELD, Name.LAID_MELD)


class UnsupportedProgram(ValueError):  # noqa: N818 - the name says what it is to the caller
    """A Program uses something that this machine cannot run; the message names the field."""

    def __init__(self, message: str, path: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.path = path
        """Section (and key) of the rules that the field belongs to, where there is one."""


def unsupported(field: str, *path: str) -> UnsupportedProgram:
    """Return the error for a field that is not built; `path` is where rules say it."""
    return UnsupportedProgram(f"this machine cannot run {field}", path)


def asks_hands(code: _program.Code) -> bool:
    """Tell whether a formula looks at cards in a hand, which are hidden from the others until they are played."""
    return any(
        op in _ASKS_HANDS or (op == Op.LOAD and a == Name.BEST_MELD)
        for op, a in zip(code[::3], code[1::3], strict=True)
    )


class Names:
    """Numbers of calls, melds and outcomes that hold in all modes of a Program."""

    def __init__(self, program: _program.Program) -> None:
        modes = program.modes
        self.calls = self.unique([call.name for rules in modes for call in rules.calls], "calls", _program.MOST_CALLS)
        self.melds = self.unique([entry.name for rules in modes for entry in rules.melds], "melds", _program.MOST_MELDS)
        rows = [row.name for rules in modes for row in rules.outcomes]
        self.outcomes = self.unique(rows, "outcomes", _program.MOST_OUTCOMES)

    @staticmethod
    def unique(names: list[str], what: str, most: int) -> list[str]:
        """Return each name once, in order."""
        known = list(dict.fromkeys(names))
        if len(known) > most:
            raise unsupported(f"more than {most} {what}", what)
        return known


class Tables:
    """The rules of one mode."""

    def __init__(
        self,
        program: _program.Program,
        mode: int,
        names: Names,
        with_melds: object = True,  # noqa: FBT002 - the compiled class takes no keyword
        like: Tables | None = None,
    ) -> None:
        """Read a mode; without the tables of its melds, which take longest, only to see whether it can be run."""
        self.program = program
        self.like = like
        self.mode = mode
        self.with_melds = with_melds
        self.names = names
        self.rules = rules = program.modes[mode]
        self.make_arrays()
        self.codes_known: dict[tuple[int, ...], int] = {(): 0}
        self.n_codes = 1
        self.read_table()
        self.read_deck()
        self.read_deal()
        self.read_order()
        self.read_sets()
        self.read_auction(rules.auction)
        self.read_trump(rules.trump)
        self.read_hand_phases()
        self.read_melds(rules.meld)
        self.read_play()
        self.read_windows()
        self.read_outcomes()
        self.read_ending(rules.ending)
        self.read_promises()

    def make_arrays(self) -> None:
        """Make the fixed arrays, and what only some games set (the compiled class has them already)."""
        self.redraw_cards = 0
        self.redraw_by_at = 0
        self.redraw_by_n = 0
        self.ring_at = 0
        self.ask_by = 0
        self.ask_start = 0
        self.ask_back = 0
        self.ask_if = 0
        self.ask_moves = False
        self.ask_makes_partner = False
        self.side_of = [0] * 8
        self.account_of = [0] * 8
        self.first_seat = [0] * 9
        self.pack = [0] * 416
        self.copies = [0] * 64
        self.suit_mask = [0] * 64
        self.trump_mask = [0] * 5
        self.stronger = [0] * 320
        self.stronger_in_suit = [0] * 64
        self.points = [0] * 64
        self.phase = [0] * 16
        self.pool = [0] * 4096
        self.code = [0] * 24576
        self.code_at = [0] * 768
        self.code_end = [0] * 768
        self.card_sets = [0] * 1280
        self.group_at = [0] * 1280
        self.ladder = [0] * 10000
        self.exchange_not = [0] * 5
        self.ring_n = 0
        self.ask_cards = [0] * 5
        self.trump_points = [0] * 320
        self.points_under = [0] * 5
        self.bury_not = [0] * 5
        self.bury_counts_for = 0
        self.conflict = [0] * 64
        self.excludes = [0] * 64
        self.meld_number = [0] * 64
        self.entry_by_at = [0] * 64
        self.entry_by_n = [0] * 64
        self.entry_if = [0] * 64
        self.entry_limit = [0] * 64
        self.entry_wins = [0] * 64
        self.entry_swaps = [0] * 64
        self.entry_free = [0] * 64
        self.entry_names = [0] * 64
        self.entry_slots = [0] * 64
        self.entry_bare = [0] * 64
        self.form_at = [0] * 6
        self.must_n = [0] * 2
        self.must_kind = [0] * 32
        self.must_when = [0] * 32
        self.must_cards = [0] * 160
        self.must_plain = [0] * 2
        self.usual = [0] * 2
        self.lead_n = [0] * 2
        self.lead_kind = [0] * 32
        self.lead_when = [0] * 32
        self.lead_cards = [0] * 160
        self.window_at = [0] * 256
        self.window_n = [0] * 256
        self.make_call_arrays()
        self.make_unsaid()
        self.power = [0] * 320
        self.promise = [0] * 320
        self.mean_meld = -1
        self.weight = [0] * 64
        self.pool_size = 0
        self.code_size = 0
        self.uses_taken = False
        self.tracked = 0
        self.keeps_uses = False
        self.keeps_broken = False
        self.keeps_aside = False
        self.keeps_calls = False
        self.kept = (0, 0, 0, False)

    def make_unsaid(self) -> None:
        """Set what stays so where a section is not said."""
        self.jumps = False
        self.must_open = False
        self.may_return = False
        self.taken_or_more = False
        self.steps_at = 0
        self.steps_n = 0
        self.opens = 0
        self.holds = -1
        self.minimum = 0
        self.turns = 0
        self.may_bid = 0
        self.must_bid = 0
        self.may_pass = 0
        self.all_pass = 0
        self.taker = 0
        self.taken_at = 0
        self.last_word = -1
        self.last_steps_at = 0
        self.last_steps_n = 0
        self.exchange_cards = 0
        self.exchange_order = 0
        self.bury_cards = 0
        self.bury_counts_for = 0
        self.stock_melds = 0
        self.winner_draws_first = 0
        self.winner_takes_turn_up = 0

    def make_call_arrays(self) -> None:
        """Make the arrays of calls, payments, outcomes and ledgers."""
        self.call_number = [0] * 64
        self.call_by_at = [0] * 64
        self.call_by_n = [0] * 64
        self.call_may = [0] * 64
        self.call_must = [0] * 64
        self.call_then = [0] * 64
        self.call_outcome = [0] * 64
        self.call_stakes = [0] * 64
        self.call_mode = [0] * 64
        self.call_agreed = [0] * 64
        self.call_once = [0] * 64
        self.call_shows = [0] * 64
        self.call_bids = [0] * 64
        self.call_shows_widow = [0] * 64
        self.pay_if = [0] * 64
        self.pay_from = [0] * 64
        self.pay_to = [0] * 64
        self.pay_ledger = [0] * 64
        self.pay_amount = [0] * 64
        self.pay_sets = [0] * 64
        self.outcome_number = [0] * 64
        self.outcome_if = [0] * 64
        self.outcome_column_at = [0] * 64
        self.outcome_columns = [0] * 64
        self.rows_ask_hands = False
        self.plan_varies = False
        self.outcome_made = [0] * 64
        self.outcome_wins_at = [0] * 64
        self.outcome_wins_n = [0] * 64
        self.outcome_loses_at = [0] * 64
        self.outcome_loses_n = [0] * 64
        self.outcome_ruling = [0] * 64
        self.ledger_start = [0] * 16
        self.ledger_joint = [0] * 16
        self.ledger_capped = [0] * 16
        self.ledger_most = [0] * 16
        self.ledger_into = [0] * 16
        self.ledger_to_winner = [0] * 16

    # -- short lists and code

    def add_list(self, values: object) -> int:
        """Put a short list into the pool; return where it starts."""
        start = self.pool_size
        for value in values:  # type: ignore[attr-defined]
            if self.pool_size >= 4096:
                raise unsupported("lists this long")
            self.pool[self.pool_size] = value
            self.pool_size += 1
        return start

    def add_whos(self, whos: tuple[int, ...]) -> int:
        """Put player words into the pool."""
        return self.add_list([self.who(w) for w in whos])

    def who(self, code: int) -> int:
        """Return a player word with the call it names renumbered."""
        if code >= 0 and code % 64 == WHO_CALLER_OF:
            name = self.rules.calls[code // 64].name
            return WHO_CALLER_OF + 64 * self.names.calls.index(name)
        return code

    def add_code(self, code: tuple[int, ...]) -> int:
        """Put code into the tables, once; return its number."""
        code = tuple(code)
        if code in self.codes_known:
            return self.codes_known[code]
        if self.n_codes >= 768 or self.code_size + len(code) > 24576:
            raise unsupported("formulas this many or this long")
        self.check_depth(code)
        number = self.n_codes
        self.code_at[number] = self.code_size
        for at in range(0, len(code), 3):
            op, a, b = self.renumber(Op(code[at]), code[at + 1], code[at + 2])
            self.code[self.code_size] = op
            self.code[self.code_size + 1] = a
            self.code[self.code_size + 2] = b
            self.code_size += 3
        self.code_end[number] = self.code_size
        self.n_codes += 1
        self.codes_known[code] = number
        return number

    def try_code(self, code: tuple[int, ...]) -> int:
        """Put code into the tables for one question; the games that share them are to notice nothing."""
        self.kept = (self.n_codes, self.code_size, self.tracked, self.uses_taken)
        return self.add_code(code)

    def forget_code(self, number: int) -> None:
        """Take code out again that was put in for one question."""
        codes, size, tracked, taken = self.kept
        if number >= codes:
            self.codes_known = {code: n for code, n in self.codes_known.items() if n < codes}
        self.n_codes, self.code_size, self.tracked, self.uses_taken = codes, size, tracked, taken

    def renumber(self, op: Op, a: int, b: int) -> tuple[int, int, int]:
        """Return an instruction whose calls, melds and outcomes have the numbers of all modes."""
        rules = self.rules
        if op in (Op.CALLED, Op.OWN_CALLED):
            a = self.names.calls.index(rules.calls[a].name)
        elif op in (Op.MELDED, Op.MELD_OF):
            a = self.names.melds.index(rules.melds[a].name)
            self.tracked |= (ONE << a) & MASK64
        elif op == Op.OUTCOME:
            a = self.names.outcomes.index(rules.outcomes[a].name)
        elif op == Op.TAKEN:
            self.uses_taken = True
        elif op == Op.LOAD:
            b = self.who(b)
        return int(op), a, b

    def check_depth(self, code: tuple[int, ...]) -> None:
        """Refuse code that needs more stack than there is, or leaves none or several values."""
        depth = 0
        for at in range(0, len(code), 3):
            depth += _PUSHES.get(Op(code[at]), -1)
            if not 0 < depth <= 64:
                raise unsupported("a formula this deep")
        if depth != 1:
            raise unsupported("a formula that leaves no single value")

    # -- sections

    def read_table(self) -> None:
        """Read who sits where."""
        table = self.program.table
        if not 1 < table.seats <= 8:
            raise unsupported(f"table.seats: {table.seats}", "players", "seats")
        self.seats = table.seats
        self.sides = _SIDES_NUMBER[table.sides]
        self.accounts = table.accounts
        self.first_dealer = table.first_dealer
        self.next_dealer = self.who(table.next_dealer)
        fixed = table.sides is Sides.FIXED
        for seat in range(table.seats):
            self.side_of[seat] = table.side_of[seat] if fixed else seat
            self.account_of[seat] = table.side_of[seat] if fixed else seat
        for account in range(self.accounts):
            self.first_seat[account] = min((s for s in range(table.seats) if self.account_of[s] == account), default=0)
        self.read_people(table)
        self.n_ledgers = len(self.program.ledgers)
        if self.n_ledgers > _program.MOST_LEDGERS:
            raise unsupported(f"more than {_program.MOST_LEDGERS} ledgers", "ledgers")
        for k, ledger in enumerate(self.program.ledgers):
            self.ledger_start[k] = ledger.start
            self.ledger_joint[k] = ledger.joint
            self.ledger_capped[k] = ledger.at_most is not None
            self.ledger_most[k] = ledger.at_most or 0
            self.ledger_into[k] = ledger.shared_into if ledger.joint else -1
            self.ledger_to_winner[k] = ledger.at_end == "to the winner"

    def read_people(self, table: _program.Table) -> None:
        """Read who is at the table where that is more than can play."""
        self.people = table.people if table.people > table.seats else 0
        self.idle_share = table.idle_share
        self.sit_n = len(table.sit_out)
        self.sit_at = self.add_list([who // 64 for who in table.sit_out])
        if not self.people:
            return
        if self.people > 8 or table.sides is Sides.FIXED or self.accounts != self.people:
            raise unsupported("table.people: more than 8, or with fixed sides")
        if self.people - table.seats > len({who // 64 % self.people for who in table.sit_out}):
            raise unsupported("table.sit_out: too few for the people at the table")

    def read_deck(self) -> None:
        """Read the cards there are."""
        deck = self.program.deck
        self.ranks = len(deck.ranks)
        self.types = 4 * self.ranks
        if self.types > 52 or max(deck.copies) > 8:
            raise unsupported("a deck of more than 52 kinds of card, or more than 8 copies of one", "deck")
        self.pack_size = 0
        self.all_types = 0
        for t, n in enumerate(deck.copies):
            self.copies[t] = n
            if n:
                self.all_types |= (ONE << t) & MASK64
            for _ in range(n):
                self.pack[self.pack_size] = t
                self.pack_size += 1

    def read_deal(self) -> None:
        """Read how many cards go where; positions are places in the shuffled deck."""
        deal = self.program.deal
        self.hand = deal.hand
        self.widow = deal.widow
        after = self.seats * deal.hand + deal.widow
        left = self.pack_size - after
        turned = deal.turn_up in ("next card", "bottom card")
        if left < turned:
            raise unsupported("deal: more cards are dealt than the deck has", "deal")
        self.turn_up = ("none", "next card", "bottom card", "dealer's last card").index(deal.turn_up)
        self.turned_at = {1: after, 2: self.pack_size - 1}.get(self.turn_up, -1)
        self.stock_from = after + 1 if self.turn_up == 1 else after
        self.stock_to = self.pack_size - 1 if self.turn_up == 2 else self.pack_size
        tail = deal.hand if left == deal.widow == 0 and self.turn_up == 0 else 1
        self.build = deal.build
        self.discards_to = ("nobody", "owner", "owner, declarer's to the opponent").index(deal.discards_to)
        other = deal.widow or self.turn_up or deal.rest is Rest.STOCK
        if deal.build and (other or 2 * self.seats * deal.hand > self.pack_size):
            raise unsupported("deal.build: with a widow, a turn-up or a stock, or with too few cards")
        self.shuffled = self.pack_size - tail
        self.stock = left if deal.rest is Rest.STOCK else 0
        if self.stock % self.seats:
            raise unsupported("deal.rest: a stock that does not go round evenly", "deal", "rest")

    def read_order(self) -> None:
        """Read which card beats which, and what cards are worth."""
        rules = self.rules
        strength = [0] * self.ranks
        for place, rank in enumerate(rules.rank_order):
            strength[rank] = self.ranks - place
        self.trump_mask[4] = 0
        for suit in range(4):
            cards = range(suit * self.ranks, (suit + 1) * self.ranks)
            mask = sum(ONE << t for t in cards if self.copies[t])
            self.trump_mask[suit] = mask
            for t in cards:
                self.suit_mask[t] = mask
                higher = [u for u in cards if strength[u % self.ranks] > strength[t % self.ranks]]
                self.stronger_in_suit[t] = sum(ONE << u for u in higher if self.copies[u])
        self.tops = sum(ONE << t for t in range(self.types) if self.copies[t] and not self.stronger_in_suit[t])
        for trump in range(5):
            for t in range(self.types):
                plain = trump < 4 and t // self.ranks != trump
                trumps = self.trump_mask[trump] if plain else 0
                self.stronger[trump * 64 + t] = self.stronger_in_suit[t] | trumps
        for t in range(self.types):
            self.points[t] = rules.card_points[t]
        self.points_vary = bool(rules.trump_points)
        for trump in range(5):
            for t in range(self.types):
                at = trump * self.types + t
                self.trump_points[trump * 64 + t] = rules.trump_points[at] if self.points_vary else rules.card_points[t]
        self.last_trick = rules.last_trick
        self.round_to = rules.round_to
        self.per = rules.per
        total = sum(self.points[t] * self.copies[t] for t in range(self.types))
        self.all_points = total + rules.last_trick
        for trump in range(5):
            worth = sum(self.trump_points[trump * 64 + t] * self.copies[t] for t in range(self.types))
            self.points_under[trump] = worth + rules.last_trick
        self.all_tricks = self.hand + self.stock // self.seats
        self.n_phases = len(rules.phases)
        for i, phase in enumerate(rules.phases):
            self.phase[i] = _PHASE_NUMBER[phase]
        redraw = rules.redraw
        self.has_redraw = redraw is not None and redraw.cards > 0
        if redraw is not None:
            self.redraw_cards = redraw.cards
            self.redraw_by_at = self.add_whos(redraw.by)
            self.redraw_by_n = len(redraw.by)

    def read_sets(self) -> None:
        """Read the card sets and groups of formulas."""
        if len(self.program.card_sets) > 256 or len(self.program.groups) > 256:
            raise unsupported("more than 256 sets of cards")
        for i, card_set in enumerate(self.program.card_sets):
            for trump in range(5):
                self.card_sets[i * 5 + trump] = card_set[trump]
        moved = [self.rules.exchange, self.rules.bury]
        barred = [mask for rule in moved if rule is not None for mask in rule.not_cards]
        asked = [mask for card_set in self.program.card_sets for mask in card_set]
        self.uses_dealt = any(mask >> _DEALT_BIT & 1 for mask in (*barred, *asked))
        for i, group in enumerate(self.program.groups):
            for trump in range(5):
                flat = [len(group[trump])]
                for vector in group[trump]:
                    flat.append(len(vector))
                    for t, n in vector:
                        flat.extend((t, n))
                self.group_at[i * 5 + trump] = self.add_list(flat)

    def read_auction(self, auction: _program.Auction | None) -> None:
        """Read the auction."""
        self.has_auction = auction is not None
        self.n_ladder = 0
        self.with_suit = self.summed = self.exposes = self.duel = self.carries_on = False
        self.bid_suits = 4
        self.bid_step = 1
        self.pass_words = 1
        if auction is None:
            return
        self.duel = auction.order == "duel"
        self.with_suit = auction.with_suit
        self.summed = auction.summed
        self.exposes = auction.exposes
        self.bid_step = self.seats - 1 if auction.backwards else 1
        self.carries_on = auction.pass_rule == "partner carries on"
        self.bid_suits = 5 if self.rules.trump.or_none else 4
        self.pass_words = len(auction.passes)
        if not 0 < self.pass_words <= _program.MOST_PASS_WORDS:
            what = f"auction.passes: more than {_program.MOST_PASS_WORDS} words"
            raise unsupported(what, "auction", "passes")
        if self.with_suit and len(auction.ladder) * self.bid_suits > 4000:
            raise unsupported("auction.bid: more than 4000 bids with a suit", "auction", "bid")
        if not 0 < len(auction.ladder) <= _program.MOST_BIDS:
            raise unsupported(f"an auction of no bid, or of more than {_program.MOST_BIDS} bids", "auction")
        self.n_ladder = len(auction.ladder)
        for i, points in enumerate(auction.ladder):
            self.ladder[i] = points
        self.jumps = auction.jumps
        self.steps_at = self.add_list(auction.steps)
        self.steps_n = len(auction.steps)
        self.opens = self.who(auction.opens)
        self.must_open = auction.must_open
        self.holds = -1 if auction.holds is None else auction.holds
        self.minimum = self.add_code(auction.minimum)
        self.turns = auction.turns
        self.may_bid = self.add_code(auction.may_bid)
        self.must_bid = self.add_code(auction.must_bid)
        self.may_pass = self.add_code(auction.may_pass)
        self.may_return = auction.pass_rule == "may return"
        self.all_pass = _THEN_NUMBER[auction.all_pass]
        self.taker = self.who(auction.taker)
        self.taken_at = auction.taken_at
        self.taken_or_more = auction.taken_or_more
        self.last_word = -1 if auction.last_word is None else self.who(auction.last_word)
        self.last_steps_at = self.add_list(auction.last_word_steps)
        self.last_steps_n = len(auction.last_word_steps)

    def bid_index(self, points: int) -> int:
        """Return the lowest index of the ladder of at least so many points (its length if none)."""
        low = 0
        high = self.n_ladder
        while low < high:
            middle = (low + high) // 2
            if self.ladder[middle] < points:
                low = middle + 1
            else:
                high = middle
        return low

    def read_trump(self, trump: _program.Trump) -> None:
        """Read what fixes trump."""
        self.trump_by = _TRUMP_NUMBER[trump.by]
        self.by_marriage = trump.by is TrumpBy.FIRST_MARRIAGE
        self.trump_needs = self.add_code(trump.needs)
        self.trump_or_none = trump.or_none
        self.trump_lacking = _THEN_NUMBER[trump.lacking]
        self.trump_lacking_outcome = trump.lacking_outcome

    def read_hand_phases(self) -> None:
        """Read the widow, the exchange and the burying."""
        widow, exchange, bury = self.rules.widow, self.rules.exchange, self.rules.bury
        self.has_widow = widow is not None and self.widow > 0
        self.widow_to = -1
        self.widow_shown = 0
        self.widow_shown_if = 0
        self.widow_last = False
        self.split_at = self.split_n = 0
        if widow is not None:
            self.widow_shown_if = self.add_code(widow.shown_if)
            self.split_at = self.add_list([n for who, cards in widow.split for n in (self.who(who), cards)])
            self.split_n = len(widow.split)
            self.all_tricks += min((cards for _, cards in widow.split), default=0)
            self.widow_last = self.widow > 0 and widow.to == WHO_LAST_TRICK_WINNER and not widow.split
            self.widow_to = -1 if widow.to is None else self.who(widow.to)
            self.widow_shown = 1 if widow.shown == "to all" else 0
        self.has_exchange = exchange is not None and exchange.cards > 0
        self.exchange_not_melded = exchange is not None and exchange.not_melded
        if exchange is not None:
            self.exchange_cards = exchange.cards
            self.exchange_order = ("partner first", "declarer first", "together").index(exchange.order)
            for trump in range(5):
                self.exchange_not[trump] = exchange.not_cards[trump]
            self.ring_n = len(exchange.ring)
            self.ring_at = self.add_list(list(exchange.ring))
            sides = [self.side_of[s] for s in range(self.seats)]
            fixed = self.program.table.sides is Sides.FIXED
            if fixed and not exchange.ring and any(sides.count(side) != 2 for side in sides):
                raise unsupported("exchange: where a side has not two players", "exchange")
            if not fixed and self.program.table.sides is not Sides.DECLARER_AND_PARTNER:
                raise unsupported("exchange: where nobody has a partner", "exchange")
        self.read_ask()
        self.has_bury = bury is not None and bury.cards > 0
        self.bury_not_melded = False
        self.bury_counts_for = 0
        self.bury_forced_shown = bury is not None and bury.if_forced == "shown"
        if bury is not None:
            self.bury_cards = bury.cards
            self.bury_not_melded = bury.not_melded
            self.bury_counts_for = _COUNTS_FOR.index(bury.counts_for)
            for trump in range(5):
                self.bury_not[trump] = bury.not_cards[trump]

    def read_ask(self) -> None:
        """Read how a card is asked for."""
        ask = self.rules.ask
        self.has_ask = ask is not None
        if ask is None:
            return
        if ask.moves != (ask.back > 0) or ask.back > 1:
            raise unsupported("ask.back: hands that do not come out")
        self.ask_by = self.who(ask.by)
        self.ask_start = ask.start
        self.ask_back = ask.back
        self.ask_moves = ask.moves
        self.ask_makes_partner = ask.makes_partner
        self.ask_if = self.add_code(ask.condition)
        for trump in range(5):
            self.ask_cards[trump] = ask.cards[trump]

    # -- melds

    def read_melds(self, meld: _program.Meld | None) -> None:
        """Read how melds are laid, and their tables."""
        entries = self.rules.melds
        self.n_entries = len(entries)
        if self.n_entries > _program.MOST_MELDS:
            raise unsupported(f"more than {_program.MOST_MELDS} melds", "melds")
        self.has_meld = meld is not None
        self.over_time = meld is not None and meld.turns != "at once"
        self.several = meld is not None and meld.turns == "several per trick won"
        self.new_card = meld is not None and meld.new_card
        self.meld_by_at = self.add_whos(meld.by if meld is not None else ())
        self.meld_by_n = len(meld.by) if meld is not None else 0
        self.cards_open = meld is not None and meld.shown in ("cards", "value, then cards")
        self.melds_named = meld is not None and meld.shown != "value"
        self.floor = self.add_code(meld.floor if meld is not None else ())
        self.saved_by = self.add_code(meld.saved_by if meld is not None else ())
        self.when_led = meld is not None and meld.turns == "when led"
        self.trick_melds = self.over_time and not self.when_led
        self.again = meld is not None and meld.again and self.over_time
        self.from_tricks = meld is not None and meld.from_tricks
        if self.from_tricks:
            if self.over_time:
                raise unsupported("meld.from: tricks, and melds laid during the play", "meld", "from")
            self.uses_taken = True
        self.meld_rules = self.meld_by_n > 0
        self.cardless = False
        self.excluding = False
        self.wins_by_meld = False
        for e, entry in enumerate(entries):
            self.read_entry(e, entry)
        copies = [self.copies[t] for t in range(64)]
        self.exclusive_known: dict[int, list[int]] = {}
        if self.excluding:
            self.exclusive_sets((ONE << self.n_entries) - 1)
        everything = (ONE << self.n_entries) - 1
        if self.like is not None and self.like.rules.melds == entries:  # nothing about melds differs from mode 0
            self.meld_sets: dict[int, MeldSet] = self.like.meld_sets
        else:
            self.meld_sets = {everything: MeldSet(entries if self.with_melds else (), everything, copies)}
        self.all_melds: MeldSet = self.meld_sets[everything]
        self.read_forms(copies)

    def read_entry(self, e: int, entry: _program.MeldEntry) -> None:
        """Read one kind of meld."""
        entries = self.rules.melds
        self.meld_number[e] = self.names.melds.index(entry.name)
        self.entry_by_at[e] = self.add_whos(entry.by)
        self.entry_by_n[e] = len(entry.by)
        self.entry_if[e] = self.add_code(entry.condition)
        self.entry_limit[e] = entry.limit
        self.entry_wins[e] = entry.wins_game
        self.entry_swaps[e] = entry.swaps
        self.entry_free[e] = entry.free
        if entry.by or entry.condition:
            self.meld_rules = True
        if any(
            entry.condition[at] == Op.LOAD and entry.condition[at + 1] in _ASKS_MELDS
            for at in range(0, len(entry.condition), 3)
        ):
            raise unsupported("melds.if that asks what melds could be laid", "melds", entry.name, "if")
        slots = any(slot for families in entry.forms for slot, _ in families)
        self.entry_slots[e] = slots or (entry.names_trump and self.by_marriage)
        self.entry_names[e] = entry.names_trump and self.by_marriage
        self.entry_bare[e] = any(not v for families in entry.forms for _, vectors in families for v in vectors)
        if self.entry_bare[e]:
            self.entry_limit[e] = max(entry.limit, 1)
            self.cardless = self.cardless or self.over_time
        if entry.excludes and not self.over_time:
            self.excluding = True
            self.meld_rules = True
        if entry.wins_game:
            self.wins_by_meld = True
            self.tracked |= (ONE << self.meld_number[e]) & MASK64
        shares = [i for i, other in enumerate(entries) if set(other.classes) & set(entry.classes)]
        self.conflict[e] = sum(ONE << i for i in shares if i not in entry.reuses)
        barred = {i for i, other in enumerate(entries) if e in other.excludes} | set(entry.excludes)
        self.excludes[e] = sum(ONE << i for i in barred)

    def read_forms(self, copies: list[int]) -> None:
        """Read, for melding over time, every way to form each meld under each trump."""
        form: list[int] = []
        starts: list[int] = []
        types: list[int] = []
        amounts: list[int] = []
        masks: list[int] = []
        for trump in range(5):
            self.form_at[trump] = len(form) // 5
            for e, entry in enumerate(self.rules.melds if self.over_time else ()):
                for slot, vectors, worth in self.forms_under(entry, trump):
                    first = len(starts)
                    for vector in vectors:
                        if all(copies[t] >= n for t, n in vector):
                            starts.append(len(types))
                            masks.append(sum(ONE << t for t, _ in vector))
                            types.extend(t for t, _ in vector)
                            amounts.extend(n for _, n in vector)
                    if len(starts) > first:
                        form.extend((e, slot, worth, first, len(starts)))
            self.form_at[trump + 1] = len(form) // 5
        starts.append(len(types))
        self.form = array("i", form or [0])
        self.instance_at = array("i", starts)
        self.instance_type = array("i", types or [0])
        self.instance_amount = array("i", amounts or [0])
        self.instance_mask = array("Q", masks or [0])

    def forms_under(self, entry: _program.MeldEntry, trump: int) -> list[tuple[int, tuple[_program.Vector, ...], int]]:
        """Return (slot, ways, worth) of an entry's families under a trump.

        Where the first marriage names trump, melds of trump that hold one have the suit as their slot; as long
        as no suit is named they may be laid in each, and other melds that hold a marriage may not be laid.
        """
        found: list[tuple[int, tuple[_program.Vector, ...], int]] = []
        if not self.by_marriage:
            return [(slot, vectors, entry.points[trump][0]) for slot, vectors in entry.forms[trump]]
        if entry.names_trump:
            for suit in range(4) if trump == 4 else [trump]:
                found.extend((suit, vectors, entry.points[suit][0]) for _, vectors in entry.forms[suit])
            return found
        for slot, vectors in entry.forms[trump]:
            if trump < 4 or not all(self.holds_marriage(vector) for vector in vectors):
                found.append((slot, vectors, entry.points[trump][0]))
        return found

    def holds_marriage(self, vector: _program.Vector) -> bool:
        """Tell whether cards together have a king and a queen of one suit."""
        ranks = self.program.deck.ranks
        held = {(t // self.ranks, ranks[t % self.ranks]) for t, _ in vector}
        return any((suit, "K") in held and (suit, "Q") in held for suit in range(4))

    def exclusive_sets(self, on: int) -> list[int]:
        """Return the largest sets of entries of which none excludes another, of those that are on."""
        if on not in self.exclusive_known:
            found: list[int] = []
            for e in range(self.n_entries):
                if on >> e & 1 and on & self.excludes[e]:
                    others = on & ~self.excludes[e]
                    for part in (*self.exclusive_sets(others), *self.exclusive_sets(on & ~(ONE << e))):
                        if part not in found:
                            found.append(part)
                    if len(found) > MOST_EXCLUSIVE:
                        raise unsupported("melds.excludes: so many melds that exclude each other")
                    break
            self.exclusive_known[on] = found or [on]
        return self.exclusive_known[on]

    def meld_set(self, on: int) -> MeldSet:
        """Return the tables for the entries that are on; made at first use."""
        if on not in self.meld_sets:
            self.meld_sets[on] = MeldSet(self.rules.melds, on, [self.copies[t] for t in range(64)])
        return self.meld_sets[on]

    # -- play

    def read_play(self) -> None:
        """Read the play and the stage before it while a stock lasts."""
        play, stock = self.rules.play, self.rules.stock
        self.has_play = play is not None
        self.has_stock = stock is not None and self.stock > 0
        if self.stock and stock is None:
            raise unsupported("deal.rest: a stock without the stage stock", "deal", "rest")
        self.last_wins = False
        self.winner_chooses = False
        self.leader = 6 + 64
        self.alone = play is not None and play.alone
        self.open_hands = 0 if play is None else ("nobody", "declarer", "everyone").index(play.open)
        if play is not None and play.look_back == "own tricks":
            self.uses_taken = True
        if play is not None:
            self.leader = self.who(play.leader)
            self.last_wins = play.last_wins
            self.read_duties(0, play.stage)
        if stock is not None:
            self.winner_chooses = stock.last_card == "winner chooses"
            self.stock_melds = ("no", "before drawing", "after drawing").index(stock.meld)
            self.winner_draws_first = stock.draws_first == "trick winner"
            self.winner_takes_turn_up = stock.last_card == "winner takes the turn-up"
            self.read_duties(1, stock.stage)

    def read_duties(self, stage: int, rules: _program.Stage) -> None:
        """Read the duties of one stage."""
        if len(rules.must) > _program.MOST_DUTIES or len(rules.lead) > _program.MOST_DUTIES:
            section = "stock" if stage else "play"
            raise unsupported(
                f"more than {_program.MOST_DUTIES} duties",
                section,
                "must" if len(rules.must) > _program.MOST_DUTIES else "lead",
            )
        self.must_n[stage] = len(rules.must)
        self.must_plain[stage] = all(duty.when == MASK64 for duty in rules.must)
        usual = [DutyKind.FOLLOW_SUIT, DutyKind.TRUMP, DutyKind.BEAT]
        self.usual[stage] = self.must_plain[stage] and [d.kind for d in rules.must] == usual and not self.last_wins
        for i, duty in enumerate(rules.must):
            at = stage * 16 + i
            self.must_kind[at] = _DUTY_NUMBER[duty.kind]
            self.must_when[at] = duty.when
            for trump in range(5):
                self.must_cards[at * 5 + trump] = duty.cards[trump]
        self.lead_n[stage] = len(rules.lead)
        for i, duty in enumerate(rules.lead):
            at = stage * 16 + i
            self.lead_kind[at] = _DUTY_NUMBER[duty.kind]
            self.lead_when[at] = duty.when
            for trump in range(5):
                self.lead_cards[at * 5 + trump] = duty.cards[trump]

    # -- windows

    def read_windows(self) -> None:
        """Read calls and payments; each window has its payments first, then its calls."""
        items: dict[int, list[int]] = {}
        if len(self.rules.payments) > _program.MOST_PAYMENTS:
            raise unsupported(f"more than {_program.MOST_PAYMENTS} payments", "payments")
        for i, payment in enumerate(self.rules.payments):
            key = self.window_key(payment.window, payment.phase, payment.answers)
            items.setdefault(key, []).extend((0, i))
            self.read_payment(i, payment)
        for i, call in enumerate(self.rules.calls):
            key = self.window_key(call.window, call.phase, call.answers)
            items.setdefault(key, []).extend((1, i))
            self.read_call(i, call)
        self.n_calls = len(self.rules.calls)
        for key, pairs in items.items():
            self.window_at[key] = self.add_list(pairs)
            self.window_n[key] = len(pairs) // 2
        own = (Window.BEFORE_OWN_CARD, Window.BEFORE_OWN_FIRST_CARD, Window.AFTER_OWN_CARD)
        self.card_windows = any(self.window_n[_WINDOW_NUMBER[w] * 11] > 0 for w in own)
        self.card_windows = self.card_windows or self.cardless
        tricks = (Window.BEFORE_FIRST_LEAD, Window.BEFORE_EACH_LEAD, Window.AFTER_EACH_TRICK)
        self.trick_windows = any(self.window_n[_WINDOW_NUMBER[w] * 11] > 0 for w in tricks)
        crowded = self.card_windows or self.trick_windows or self.over_time or self.has_stock
        self.plain_play = not crowded and not self.alone

    def window_key(self, window: Window, phase: Phase | None, answers: int) -> int:
        """Return the number of a window."""
        if window is Window.AFTER_CALL:
            return 16 * 11 + self.names.calls.index(self.rules.calls[answers].name)
        return _WINDOW_NUMBER[window] * 11 + (0 if phase is None else _PHASE_NUMBER[phase])

    def read_call(self, i: int, call: _program.Call) -> None:
        """Read one call."""
        self.call_number[i] = self.names.calls.index(call.name)
        self.call_by_at[i] = self.add_whos(call.by)
        self.call_by_n[i] = len(call.by)
        self.call_may[i] = self.add_code(call.may)
        self.call_must[i] = self.add_code(call.must)
        self.call_then[i] = _THEN_NUMBER[call.then]
        self.call_outcome[i] = call.outcome
        self.call_stakes[i] = call.stakes
        self.call_mode[i] = call.mode
        self.call_agreed[i] = -1 if call.agreed_by < 0 else self.who(call.agreed_by)
        self.call_once[i] = call.once
        self.call_shows[i] = call.shows_hand
        self.call_bids[i] = call.bids
        self.call_shows_widow[i] = call.shows_widow

    def read_payment(self, i: int, payment: _program.Payment) -> None:
        """Read one payment."""
        self.pay_if[i] = self.add_code(payment.condition)
        self.pay_from[i] = self.who(payment.source)
        self.pay_to[i] = self.who(payment.to)
        self.pay_ledger[i] = payment.ledger
        self.pay_amount[i] = self.add_code(payment.amount)
        self.pay_sets[i] = payment.sets

    def read_outcomes(self) -> None:
        """Read the case table; columns are pairs (player word, code)."""
        rules = self.rules
        self.n_outcomes = len(rules.outcomes)
        self.stake = self.add_code(rules.stake)
        self.winner = self.add_code(rules.winner)
        for i, row in enumerate(rules.outcomes):
            self.outcome_number[i] = self.names.outcomes.index(row.name)
            self.outcome_if[i] = self.add_code(row.condition)
            pairs = [(self.who(who), self.add_code(code)) for who, code in row.columns]
            self.outcome_column_at[i] = self.add_list([n for pair in pairs for n in pair])
            self.outcome_columns[i] = len(pairs)
            self.outcome_made[i] = -1 if row.made is None else int(row.made)
            self.outcome_ruling[i] = row.ruling
            self.outcome_wins_at[i] = self.add_whos(row.wins_game)
            self.outcome_wins_n[i] = len(row.wins_game)
            self.outcome_loses_at[i] = self.add_whos(row.loses_game)
            self.outcome_loses_n[i] = len(row.loses_game)
        codes = [code for row in rules.outcomes for code in (row.condition, *(code for _, code in row.columns))]
        conditions = (rules.trump.needs, *(entry.condition for entry in rules.melds))
        self.plan_varies = any(conditions)  # what a hand is worth may change while it stays the same
        self.rows_ask_hands = any(asks_hands(code) for code in (*codes, rules.winner, rules.stake))

    def read_ending(self, ending: _program.Ending) -> None:
        """Read how the game ends."""
        self.break_at = self.add_list([_program.TIE_BREAKS.index(word) for word in ending.tie_break])
        self.break_n = len(ending.tie_break)
        self.has_target = ending.target is not None
        self.target = ending.target or 0
        self.end_ledger = ending.ledger
        self.deals = ending.deals
        both: list[int] = []
        for rule in ending.both_reach:
            if rule.startswith("target"):
                both.extend((4, int(rule.rpartition("+")[2])))
            else:
                both.extend((_BOTH_REACH.index(rule), 0))
        self.both_at = self.add_list(both)
        self.both_n = len(both) // 2
        self.winner_needs = self.add_code(ending.winner_needs)
        self.wins_at = self.add_list([self.add_code(c) for c in ending.wins])
        self.wins_n = len(ending.wins)
        self.loses_at = self.add_list([self.add_code(c) for c in ending.loses])
        self.loses_n = len(ending.loses)
        self.ends_at = self.add_list([self.add_code(c) for c in ending.ends])
        self.ends_n = len(ending.ends)
        self.tie_again = ending.tie == "another deal"

    def keep(self, modes: list[Tables]) -> None:
        """Keep count of what any mode of the Program asks for."""
        for tables in modes:
            self.uses_taken = self.uses_taken or tables.uses_taken
            self.tracked |= tables.tracked
            self.keeps_uses = self.keeps_uses or tables.over_time
            self.keeps_broken = self.keeps_broken or tables.again
            self.keeps_aside = self.keeps_aside or tables.build or tables.has_redraw
            self.keeps_calls = self.keeps_calls or tables.n_calls > 0

    def read_promises(self) -> None:
        """Find, for players, each card's strength and its share in the points and in the melds it may belong to."""
        self.point_unit = max(1, self.all_points // 24)
        for t in range(self.types):
            self.weight[t] = 100 * self.points[t] // max(1, self.all_points)
        for trump in range(5):
            for t in range(self.types):
                beaten = sum(1 for u in range(self.types) if self.stronger_in_suit[u] >> t & 1)
                trumps = trump < 4 and t // self.ranks == trump
                self.power[trump * 64 + t] = beaten + (16 if trumps else 0)
            for entry in self.rules.melds:
                for _, vectors in entry.forms[trump]:
                    for vector in vectors[:4]:
                        size = sum(n for _, n in vector)
                        for t, n in vector:
                            self.promise[trump * 64 + t] += n * entry.points[trump][0] // (size * min(4, len(vectors)))


def make_tables(program: _program.Program, with_melds: object = True) -> list[Tables]:  # noqa: FBT002 - as above
    """Return the tables of all modes of a Program."""
    names = Names(program)
    first = Tables(program, 0, names, with_melds)
    found = [first, *(Tables(program, mode, names, with_melds, first) for mode in range(1, len(program.modes)))]
    for tables in found:
        tables.keep(found)
    return found

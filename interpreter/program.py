"""The compiled form of a variant: plain facts, tables and postfix code.

A `Program` is all that the machine needs to play a variant, and nothing it does not need: it knows
no YAML, no options, no base files.  It serialises to JSON (`dumps`, `loads`) and is identified by
`hash`.  Points are whole numbers in the variant's own unit.

Card types are numbered suit * len(ranks) + rank, suits in the order ♠ ♥ ♦ ♣, ranks from high to low
as the deck names them; a type the deck lacks has 0 copies.  Trump is 0 to 3, or `NO_TRUMP` (4).
A `Code` is postfix code of `codes.Op`, three integers an instruction; empty code means "not said"
and each field tells what holds then.  A who code is described in `codes.Who`.
"""

from __future__ import annotations

import hashlib
import json
from enum import Enum
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, get_args, get_origin

from attrs import field, frozen

from interpreter.codes import PROGRAM_FORMAT
from interpreter.records import Record, facts

if TYPE_CHECKING:
    from collections.abc import Callable

    import cattrs

MOST_LEDGERS = 16
MOST_CALLS = 64
MOST_MELDS = 64
MOST_OUTCOMES = 64
"""Ledgers, and names of calls, melds and outcomes over all modes."""
MOST_PAYMENTS = 64
"""Payments of one mode."""
MOST_BIDS = 10_000
"""Bids of a ladder."""
MOST_PASS_WORDS = 5
"""Words that pass."""
MOST_DUTIES = 16
"""Duties of one list."""

Code = tuple[int, ...]
CardSet = tuple[int, int, int, int, int]
"""Mask of card types under each trump, and without one."""
Vector = tuple[tuple[int, int], ...]
"""Cards together: pairs (card type, how many), types ascending."""


class Phase(Enum):
    """Phases of a deal."""

    DEAL = "deal"
    AUCTION = "auction"
    WIDOW = "widow"
    TRUMP = "trump"
    EXCHANGE = "exchange"
    ASK = "ask"
    REDRAW = "redraw"
    BURY = "bury"
    MELD = "meld"
    PLAY = "play"
    SCORE = "score"


class Window(Enum):
    """Moments at which a call may be made or a payment falls due."""

    BEFORE = "before"
    AFTER = "after"
    IN_PLACE_OF = "in place of"
    AT_OWN_FIRST_BID = "at own first bid"
    AT_OWN_BID = "at own bid"
    BEFORE_FIRST_LEAD = "before first lead"
    BEFORE_EACH_LEAD = "before each lead"
    BEFORE_OWN_FIRST_CARD = "before own first card"
    BEFORE_OWN_CARD = "before own card"
    AFTER_OWN_CARD = "after own card"
    AFTER_EACH_TRICK = "after each trick"
    AFTER_CALL = "after call"
    AFTER_TURN_UP = "after turn_up"
    DEAL_END = "deal end"
    """Default of a payment: once the outcome is known and paid."""
    GAME_START = "game start"
    GAME_END = "game end"


IN_PLAY = frozenset(
    {
        Window.BEFORE_FIRST_LEAD,
        Window.BEFORE_EACH_LEAD,
        Window.BEFORE_OWN_FIRST_CARD,
        Window.BEFORE_OWN_CARD,
        Window.AFTER_OWN_CARD,
        Window.AFTER_EACH_TRICK,
    }
)
"""Moments of the play."""


class Sides(Enum):
    """How sides are made."""

    FIXED = "fixed"
    ALONE = "alone"
    DECLARER = "declarer against the rest"
    DECLARER_AND_PARTNER = "declarer and partner against the rest"


class Rest(Enum):
    """What becomes of the cards that are not dealt."""

    NONE = "none"
    STOCK = "stock"
    OUT = "out of play"


class TrumpBy(Enum):
    """What fixes trump."""

    DECLARER = "declarer"
    BID = "bid"
    TURN_UP = "turn-up"
    WIDOW_CARD = "widow card"
    FIRST_MARRIAGE = "first marriage"
    NOBODY = "nobody"


class Then(Enum):
    """What a call, a missing trump suit or an auction without a bid leads to."""

    NOTHING = "nothing"
    OUTCOME = "outcome"
    """The deal ends; argument: index of `Program.outcomes`."""
    STOP_PLAY = "stop play"
    """The deal ends; the outcome rows are tried from the top."""
    SAME_DEALER = "same dealer deals again"
    NEXT_DEALER = "next dealer deals"
    CLOSE_STOCK = "close the stock"


class DutyKind(Enum):
    """What a duty keeps of the cards still allowed, if it would keep any."""

    FOLLOW_SUIT = "follow suit"
    TRUMP = "trump"
    BEAT = "beat"
    BEAT_SUIT_LED = "beat the suit led"
    PLAY = "play"
    AVOID = "avoid"


@frozen(eq=False, repr=False)
class Table(Record):
    """Who sits where."""

    seats: int
    sides: Sides
    side_of: tuple[int, ...]
    """Side of each seat where sides are fixed, else each seat's own number."""
    accounts: int
    """How many totals are kept: one a side where sides are fixed, else one a seat."""
    counterclockwise: bool = False
    first_dealer: int = -1
    """Seat, or -1: drawn at random for each game."""
    next_dealer: int = 6 + 64
    """Who code of the next dealer (default: next in order of play)."""
    people: int = 0
    """How many are at the table where that is more than the seats: each has an account, and the deal
    goes round among them.  0: as many as seats."""
    sit_out: tuple[int, ...] = ()
    """Who codes of dealer's places, among the people, that sit out while there are too many."""
    idle_share: bool = False
    """Those who sit out win and lose with the defenders."""


@frozen(cache_hash=True)
class Deck:
    """Cards and their names."""

    ranks: tuple[str, ...]
    """Names, high to low."""
    suits: tuple[str, str, str, str]
    """Symbols."""
    copies: tuple[int, ...]
    """Of each card type."""
    rank_names: tuple[str, ...]
    """Long names as the players say them (`Ober`), for people only."""
    suit_names: tuple[str, str, str, str]


@frozen(eq=False, repr=False)
class Deal(Record):
    """Seat s gets cards [s * hand, (s + 1) * hand) of the shuffled deck, then widow, turn-up, stock."""

    hand: int
    widow: int = 0
    rest: Rest = Rest.NONE
    turn_up: str = "none"
    """none, next card (lies under the stock, drawn last), bottom card (the same card's other place),
    dealer's last card (stays in the dealer's hand)."""
    build: bool = False
    """Nobody is dealt cards: in turn each looks at the next card and keeps it, or takes the one after it."""
    discards_to: str = "nobody"
    """Whose counters the cards are that were not taken: nobody, owner, owner, declarer's to the opponent."""


@frozen(eq=False, repr=False)
class Ledger(Record):
    """A currency.  Ledger 0 is always `points`."""

    name: str
    start: int = 0
    joint: bool = False
    at_end: str = ""
    lasts_match: bool = False
    at_most: int | None = None
    shared_into: int = -1
    """Ledger that a joint account is shared out into at the end; -1: it stays."""
    called: str = ""
    """The house's name, for people only."""


@frozen(eq=False, repr=False)
class Auction(Record):
    """Bidding.  A bid is an index of `ladder` (points, ascending)."""

    ladder: tuple[int, ...]
    jumps: bool
    """Any higher bid of the ladder is a raise; else only those that are `steps` points higher."""
    steps: tuple[int, ...]
    opens: int
    """Who code of the first speaker."""
    must_open: bool = False
    holds: int | None = None
    """Points the first speaker already holds as a bid when the auction starts."""
    minimum: Code = ()
    """Lowest first bid in points, where it depends on the bidder; else ladder[0]."""
    order: str = "around"
    """around or duel."""
    turns: int = 0
    """Most times a player may speak; 0: no limit."""
    may_bid: Code = ()
    """Default: true."""
    must_bid: Code = ()
    """Default: false."""
    may_pass: Code = ()
    """Default: true."""
    pass_rule: str = "final"
    """final, may return, partner carries on."""
    passes: tuple[str, ...] = ("pass",)
    """Words that pass; only the first has no meaning of its own to people."""
    all_pass: Then = Then.NEXT_DEALER
    """NOTHING: somebody takes the contract; else a redeal."""
    taker: int = 0
    """Who code of the one who takes it."""
    taken_at: int = 0
    """Points of the contract he takes (may lie below the ladder)."""
    taken_or_more: bool = False
    """He is asked and may bid more, but not pass."""
    last_word: int | None = None
    """Who code of the one who waits until the others are done and speaks once."""
    last_word_steps: tuple[int, ...] = ()
    """The raises he has, in points; empty: any."""
    with_suit: bool = False
    summed: bool = False
    exposes: bool = False
    backwards: bool = False
    """The turn to speak goes against the order of play."""


@frozen(eq=False, repr=False)
class Trump(Record):
    """How trump is fixed.  `needs` is asked for each suit in question (register TRUMP), of the declarer."""

    by: TrumpBy
    needs: Code = ()
    or_none: bool = False
    lacking: Then = Then.NOTHING
    lacking_outcome: int = -1


@frozen(eq=False, repr=False)
class Widow(Record):
    """Who takes the widow (who code, or None: nobody), who sees it.

    `shown_if` is asked of the declarer where it is shown to all.  `split` pairs who codes with the cards that
    each of them gets instead.
    """

    to: int | None
    shown: str = "to all"
    shown_if: Code = ()
    split: tuple[tuple[int, int], ...] = ()


@frozen(eq=False, repr=False)
class Exchange(Record):
    """Partners pass cards, one at a time and in table order."""

    cards: int
    order: str = "partner first"
    """partner first, declarer first, together."""
    not_cards: CardSet = (0, 0, 0, 0, 0)
    not_melded: bool = False
    ring: tuple[int, ...] = ()
    """Among all of the declaring side: 1 to the next of them in order of play, -1 to the one before, by
    turns deal by deal.  Empty: declarer and partner give each other cards."""


@frozen(eq=False, repr=False)
class Ask(Record):
    """A card is asked for by name; the first who holds it has been asked in order of play."""

    by: int
    """Who code."""
    cards: CardSet
    start: int = 1
    """1: the next in order of play is asked first, then on; -1: the one before, then backwards."""
    back: int = 0
    """Cards the asker gives the holder."""
    moves: bool = True
    """The holder hands the card over."""
    makes_partner: bool = False
    condition: Code = ()
    """Asked of the asker; empty: always."""
    not_melded: bool = False


@frozen(eq=False, repr=False)
class Bury(Record):
    """The declarer lays cards away (as many as he took, unless said)."""

    cards: int
    not_cards: CardSet = (0, 0, 0, 0, 0)
    not_melded: bool = False
    if_forced: str = "hidden"
    counts_for: str = "declarer"
    """declarer, defenders, nobody, last trick winner."""


@frozen(eq=False, repr=False)
class Meld(Record):
    """How melds are laid."""

    turns: str = "at once"
    """at once, one per trick won, several per trick won, when led."""
    by: tuple[int, ...] = ()
    """Who codes of those who may meld; empty: everyone."""
    floor: Code = ()
    saved_by: Code = ()
    """Asked only of a deal played to the end; unsaved melds count nothing.  Default: true."""
    shown: str = "cards"
    new_card: bool = True
    again: bool = False
    from_tricks: bool = False
    """Each side melds, after the play, the cards that it took in tricks."""


@frozen(eq=False, repr=False)
class MeldEntry(Record):
    """One named meld.

    `forms[trump]` lists its families under that trump.  A family is (slot, instances): the ways to
    form it that share one count (`slot` 0 to 3 for the suit it stands in where each suit counts by
    itself, else 0).  `points[trump][n - 1]` is what n of one family are worth; beyond the list the
    best split counts.  `classes` number the classes in which its cards are used up.
    """

    name: str
    classes: tuple[int, ...]
    forms: tuple[tuple[tuple[int, tuple[Vector, ...]], ...], ...]
    points: tuple[tuple[int, ...], ...]
    by: tuple[int, ...] = ()
    """Who codes; empty: everyone."""
    condition: Code = ()
    reuses: tuple[int, ...] = ()
    excludes: tuple[int, ...] = ()
    swaps: bool = False
    free: bool = False
    limit: int = 0
    """Most times in a deal by one player; 0: no limit (a meld without cards: once)."""
    wins_game: int = 0
    """So many of them by one account win the game at once; 0: none do."""
    names_trump: bool = False
    """Where the first marriage names trump: it is a meld of trump that holds a marriage."""


@frozen(eq=False, repr=False)
class Redraw(Record):
    """Cards are thrown away, one at a time and in table order, and as many of those left over are drawn."""

    by: tuple[int, ...]
    """Who codes of those who may, asked in turn; empty: everyone."""
    cards: int
    """Most cards that one may throw."""


@frozen(eq=False, repr=False)
class Duty(Record):
    """One item of `must` or `lead`: kept if any card satisfies it, and if bit `flags` of `when` is set."""

    kind: DutyKind
    when: int
    """64-bit truth table over `codes.Flag` (must) or 16-bit over `codes.LeadFlag` (lead)."""
    cards: CardSet = (0, 0, 0, 0, 0)


@frozen(eq=False, repr=False)
class Stage(Record):
    """Rules of one stage of the play."""

    must: tuple[Duty, ...]
    lead: tuple[Duty, ...] = ()


@frozen(eq=False, repr=False)
class Stock(Record):
    """The stage while a stock lasts: everyone draws after each trick."""

    stage: Stage
    meld: str = "before drawing"
    """before drawing, after drawing, no."""
    draws_first: str = "trick winner"
    last_card: str = "loser takes the turn-up"
    """loser takes the turn-up, winner takes the turn-up, winner chooses."""


@frozen(eq=False, repr=False)
class Play(Record):
    """The play (with a stock: the playoff)."""

    leader: int
    """Who code."""
    stage: Stage
    last_wins: bool = False
    """Of identical cards the last played wins."""
    open: str = "nobody"
    alone: bool = False
    look_back: str = "last trick"


@frozen(eq=False, repr=False)
class Call(Record):
    """Something a player may say at a window, or that the rules say for him (`by` empty)."""

    name: str
    window: Window
    phase: Phase | None = None
    """Of before, after, in place of."""
    answers: int = -1
    """Call that an `after call` window belongs to."""
    by: tuple[int, ...] = ()
    may: Code = ()
    must: Code = ()
    then: Then = Then.NOTHING
    outcome: int = -1
    stakes: int = 1
    mode: int = 0
    """Rules that hold from here on (index of `Program.modes`); 0: unchanged."""
    agreed_by: int = -1
    """Who code of the one who must agree; -1: nobody."""
    shows_hand: bool = False
    once: bool = False
    bids: int = -1
    """Index of the ladder that the call bids; -1: none."""
    shows_widow: bool = False


@frozen(eq=False, repr=False)
class Outcome(Record):
    """A row of the case table.  Rows with a condition are tried from the top.

    `columns` pairs a who code with the gain of the accounts it names; the more specific column wins
    (caller, caller of, offender, declarer, partner, one seat; winner; declarers, defenders, losers;
    each), an account that none names gets 0.
    """

    name: str
    condition: Code = ()
    """Empty: reached by name only."""
    columns: tuple[tuple[int, Code], ...] = ()
    ruling: bool = False
    made: bool | None = None
    """Whether the contract counts as made; None: if the declarers gain, and open where the row is named."""
    wins_game: tuple[int, ...] = ()
    loses_game: tuple[int, ...] = ()


@frozen(eq=False, repr=False)
class Payment(Record):
    """Moves an amount of a ledger at a window, if its condition holds.

    A payment from the bank is made to each account of `to` for which the condition holds (asked of
    it); otherwise each account of `source` pays each account of `to`.
    """

    name: str
    window: Window
    phase: Phase | None = None
    answers: int = -1
    condition: Code = ()
    source: int = 19
    """Who code; 19 is the bank."""
    to: int = 5
    ledger: int = 0
    amount: Code = ()
    sets: bool = False
    """The balance becomes the amount instead of changing by it."""


TIE_BREAKS = ("deals won", "best deal", "exact points", "lot")
"""What may decide between accounts that are level."""


@frozen(eq=False, repr=False)
class Ending(Record):
    """How the game ends, asked after each deal."""

    target: int | None
    ledger: int = 0
    deals: int = 0
    """0: no fixed number."""
    both_reach: tuple[str, ...] = ("highest", "another deal")
    """declarers, highest, another deal, draw, target + N."""
    winner_needs: Code = ()
    wins: tuple[Code, ...] = ()
    loses: tuple[Code, ...] = ()
    ends: tuple[Code, ...] = ()
    tie: str = "draw"
    """draw or another deal: where the fixed number of deals leaves a tie."""
    tie_break: tuple[str, ...] = ()
    """Of `TIE_BREAKS`."""


@frozen(eq=False, repr=False)
class Rules(Record):
    """Everything that a contract of another kind may change: one of these a mode."""

    rank_order: tuple[int, ...]
    """Rank numbers, strongest first."""
    card_points: tuple[int, ...]
    """Of each card type."""
    last_trick: int
    round_to: int
    per: int
    phases: tuple[Phase, ...]
    auction: Auction | None
    trump: Trump
    widow: Widow | None
    exchange: Exchange | None
    bury: Bury | None
    meld: Meld | None
    melds: tuple[MeldEntry, ...]
    stock: Stock | None
    play: Play | None
    calls: tuple[Call, ...]
    outcomes: tuple[Outcome, ...]
    payments: tuple[Payment, ...]
    stake: Code
    ending: Ending
    winner: Code = ()
    """Condition that makes an account the winner of the deal; empty: highest meld + counters."""
    ask: Ask | None = None
    trump_points: tuple[int, ...] = ()
    """Points of each card type under each trump and none (5 times as many), where they depend on it."""
    redraw: Redraw | None = None


@frozen(eq=False, repr=False)
class Program(Record):
    """A variant with its options chosen, ready to run."""

    variant: str
    title: str
    options: dict[str, str]
    unit: int
    table: Table
    deck: Deck
    deal: Deal
    ledgers: tuple[Ledger, ...]
    classes: tuple[str, ...]
    """Names of the meld classes."""
    card_sets: tuple[CardSet, ...]
    groups: tuple[tuple[tuple[Vector, ...], ...], ...]
    """For `holds`: under each trump the alternatives, each all together."""
    modes: tuple[Rules, ...]
    """Mode 0 is the game as it starts."""
    format: int = field(default=PROGRAM_FORMAT)

    @property
    def rules(self) -> Rules:
        """Rules of mode 0."""
        return self.modes[0]

    def dumps(self) -> str:
        """Return the Program as canonical JSON text."""
        return json.dumps(self, default=_plain, ensure_ascii=False, sort_keys=True, separators=(",", ":"))

    @cached_property
    def hash(self) -> str:
        """Return the SHA-256 of the canonical text, in hexadecimal."""
        return hashlib.sha256(self.dumps().encode()).hexdigest()

    def action(self, text: str) -> int:
        """Return the action of a text: `bid 250`, `trump ♠`, `call concede`, `meld run`, `pass`, or a card.

        Raises `ValueError` for a text that says no action of this game.
        """
        from interpreter.actions import action  # noqa: PLC0415 - the reader of card text knows Programs

        return action(self, text)

    @classmethod
    def loads(cls, text: str) -> Program:
        """Return the Program of a text made by `dumps`.

        Raises `ValueError` for text that is no Program, one of a newer format, or one that cannot be played.
        """
        from cattrs import BaseValidationError  # noqa: PLC0415 - start-up: a compiler writes Programs and reads none

        try:
            data = json.loads(text)
            if isinstance(data["format"], bool) or not isinstance(data["format"], int) or data["format"] < 1:
                msg = f"this program has format {data['format']!r}; a whole number from 1 is expected"
                raise ValueError(msg)
            if data["format"] > PROGRAM_FORMAT:
                msg = f"this program has format {data['format']}; this version reads formats up to {PROGRAM_FORMAT}"
                raise ValueError(msg)
            program: Program = _reader().structure(data, cls)
        except (KeyError, TypeError, OverflowError, RecursionError, BaseValidationError) as error:
            msg = "this text is no program"
            raise ValueError(msg) from error
        from interpreter.soundness import check  # noqa: PLC0415 - it knows Programs

        check(program)
        return program


def _plain(part: object) -> object:
    """Return a part of a Program that JSON does not know as one that it knows."""
    return part.value if isinstance(part, Enum) else facts(part)


@cache
def _reader() -> cattrs.Converter:
    from cattrs import Converter  # noqa: PLC0415 - as above

    converter = Converter(forbid_extra_keys=True)
    for kind in (int, bool, str):
        converter.register_structure_hook(kind, _exactly)

    def of_list(kind: Any) -> Callable[[object, object], tuple[object, ...]]:  # noqa: ANN401 - any tuple[...]
        parts = get_args(kind)
        if parts[-1] is Ellipsis:
            each = converter.get_structure_hook(parts[0])
            return lambda value, _: tuple([each(part, parts[0]) for part in _listed(value)])
        hooks = [(converter.get_structure_hook(part), part) for part in parts]
        return lambda value, _: tuple([f(v, part) for (f, part), v in zip(hooks, _listed(value), strict=True)])

    converter.register_structure_hook_factory(_is_list, of_list)
    return converter


def _is_list(kind: Any) -> bool:  # noqa: ANN401 - any type
    origin: object = get_origin(kind)
    return origin is tuple


def _exactly(value: object, kind: type) -> object:
    """Return a value that must be of a kind: a number with a fraction is not rounded, a text is not counted as yes."""
    if type(value) is not kind:
        msg = f"{value!r:.40} is no {kind.__name__}"
        raise TypeError(msg)
    return value


def _listed(value: object) -> list[object]:
    """Return a value that must be a list."""
    if not isinstance(value, list):
        msg = f"{value!r:.40} is no list"
        raise TypeError(msg)
    return value

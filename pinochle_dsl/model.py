"""The shape of a variant file: attrs classes whose attribute names are the keys of the YAML.

`structure.py` builds them with cattrs from the merged layers of a file.  A key that holds a phrase of
the grammar is annotated with a `Slot`: which starting point of `rules/pinochle.lark` reads it, which
type a formula must have, and which names it may see (a scope of `names.py`).  `doc` is the one line
that the reference and error messages show.
"""

from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

from attrs import field, frozen

from interpreter.records import Record
from pinochle_dsl.syntax import Tree


class Type(Enum):
    """Types of formulas, named as authors read them."""

    POINTS = "points"
    COUNT = "a count"
    TRUTH = "true or false"
    SUIT = "a suit"
    SEAT = "a player"


@frozen(cache_hash=True)
class Slot:
    """What a phrase is: its starting point in the grammar, and for formulas type and scope.

    A formula slot of type None takes the type of the ledger that its section pays in.
    """

    start: str
    type: Type | None = None
    scope: str = ""


@frozen(eq=False, repr=False)
class Phrase(Record):
    """One parsed string of a file.  Points literals in it are worth `scale` of the file's unit each."""

    text: str
    tree: Tree
    scale: Fraction = Fraction(1)

    def __str__(self) -> str:
        return self.text


def key(doc: str, default: Any = None) -> Any:
    """Return an attrs field for a key with its one-line meaning."""
    return field(default=default, kw_only=True, metadata={"doc": doc})


def needed(doc: str) -> Any:
    """Return an attrs field for a key that some layer of the file must say."""
    return field(kw_only=True, metadata={"doc": doc})


def table(doc: str) -> Any:
    """Return an attrs field for a table of named entries, empty unless said."""
    return field(factory=dict, kw_only=True, metadata={"doc": doc})


FixedPoints = Annotated[Phrase, Slot("expression", Type.POINTS, "table")]
FixedCount = Annotated[Phrase, Slot("expression", Type.COUNT, "table")]
MeldPoints = Annotated[Phrase, Slot("expression", Type.POINTS, "meld value")]
MeldCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "meld condition")]
BidPoints = Annotated[Phrase, Slot("expression", Type.POINTS, "bid")]
BidCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "bid")]
NeedsCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "needs")]
CallCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "call")]
EndCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "end")]
EndPoints = Annotated[Phrase, Slot("expression", Type.POINTS, "end")]
EndCount = Annotated[Phrase, Slot("expression", Type.COUNT, "end")]
LedgerAmount = Annotated[Phrase, Slot("expression", None, "end")]
PaymentAmount = Annotated[Phrase, Slot("expression", None, "payment")]
PaymentCondition = Annotated[Phrase, Slot("expression", Type.TRUTH, "payment")]
Cards = Annotated[Phrase, Slot("cards")]
Group = Annotated[Phrase, Slot("group")]
WhoWord = Annotated[Phrase, Slot("who")]
Must = Annotated[Phrase, Slot("duty", Type.TRUTH, "must")]
Lead = Annotated[Phrase, Slot("duty", Type.TRUTH, "lead")]
WindowWord = Annotated[Phrase, Slot("window")]
Ranks = Annotated[Phrase, Slot("ranks")]
Suits = Annotated[Phrase, Slot("suits")]
Span = Annotated[Phrase, Slot("span")]
ReachWord = Annotated[Phrase, Slot("reach", Type.POINTS)]


@frozen(eq=False, repr=False)
class Players(Record):
    """Who sits at the table and on which side."""

    seats: Span = needed("how many play: 4, or 3 or 4, or 2 to 6")
    sides: int | Literal["alone", "declarer against the rest", "declarer and partner against the rest"] = needed(
        "a number of fixed sides, alone, or how sides form in the deal"
    )
    at_table: Span | None = key("people at the table, if more than play in a deal")
    sit_out: tuple[WhoWord, ...] | None = key("who sits out when there are too many")
    idle: Literal["with the defenders", "nothing"] | None = key("whether those who sit out share a result")
    direction: Literal["clockwise", "counterclockwise"] = key("which way turns go", "clockwise")
    first_dealer: str = key("who deals first: random, seat 0 to 7, or how the table draws (printed only)", "random")
    next_dealer: Literal["in turn", "left", "right", "same", "last trick winner", "winner", "loser"] = key(
        "who deals the next deal", "in turn"
    )
    partners_by: str | None = key("how partners are drawn (printed only)")


@frozen(eq=False, repr=False)
class Deck(Record):
    """The cards."""

    ranks: Ranks = needed("ranks from high to low, which is also how cards beat each other")
    suits: Suits | None = key("suits in the deck; all four unless said")
    copies: FixedCount | dict[str, FixedCount] = needed("how many of each card, or by rank")
    names: dict[str, str] = table("the house's names of ranks and suits")


@frozen(eq=False, repr=False)
class Counters(Record):
    """Points for cards taken in tricks."""

    cards: dict[str, FixedPoints] = needed("points of each card: {A 10 K: 1}")
    last_trick: FixedPoints | None = key("points for the last trick")
    round_to: FixedPoints | None = key("each account's counters are rounded to the nearest multiple, halves up")
    per: FixedCount | None = key("so many card points make one point of the game")


@frozen(eq=False, repr=False)
class Deal(Record):
    """Dealing."""

    cards: FixedCount = needed("cards for each player")
    widow: FixedCount | None = key("cards laid aside for the widow")
    rest: Literal["stock", "out of play", "widow"] | None = key("what becomes of cards that are not dealt")
    turn_up: Literal["next card", "bottom card", "dealer's last card"] | None = key("the card that is turned up")
    packets: Annotated[Phrase, Slot("packets")] | None = key("how cards are dealt out (printed, its sum is checked)")
    build: Literal["keep or discard"] | None = key("hands built by looking at the stock two by two")
    discards_to: Literal["nobody", "owner", "owner, declarer's to the opponent"] | None = key("who owns the discards")


@frozen(eq=False, repr=False)
class LastWord(Record):
    """A seat that waits until the others are done and speaks once."""

    by: WhoWord = needed("who has the last word")
    raise_: Annotated[Phrase, Slot("raise", Type.POINTS)] | None = key("the raise he has")


@frozen(eq=False, repr=False)
class Auction(Record):
    """Bidding for the contract."""

    opens: Annotated[Phrase, Slot("opens", Type.POINTS)] | None = key("who speaks first: eldest unless said")
    minimum: BidPoints = needed("the lowest first bid")
    maximum: FixedPoints | None = key("the highest bid that exists")
    raise_: Annotated[Phrase, Slot("raise", Type.POINTS)] | None = key("how much higher a bid must be")
    order: Literal["around", "duel"] = key("around the table, or two at a time", "around")
    direction: Literal["clockwise", "counterclockwise"] | None = key("which way the turn to speak goes")
    turns: FixedCount | None = key("how many times a player may speak")
    may_bid: BidCondition | dict[str, BidCondition] | None = key("who may bid")
    must_bid: BidCondition | None = key("who may not pass because of his hand")
    may_pass: BidCondition | None = key("who may pass")
    pass_: Literal["final", "may return", "partner carries on"] = key("whether a pass is final", "final")
    passes: tuple[str, ...] | None = key("words that pass")
    all_pass: Annotated[Phrase, Slot("all_pass", Type.POINTS)] | None = key("what happens when nobody bids")
    last_word: LastWord | None = key("a seat that speaks once, at the end")
    bid: Literal["points", "points and suit"] = key("what a bid names", "points")
    contract: Literal["own bid", "sum of the side"] = key("what the contract is", "own bid")
    exposes: Literal["nothing", "one widow card after each round"] = key("cards shown during the auction", "nothing")


@frozen(eq=False, repr=False)
class Trump(Record):
    """How trump is named."""

    by: Literal["declarer", "bid", "turn-up", "widow card", "first marriage", "nobody"] | None = key("what fixes trump")
    needs: NeedsCondition | dict[str, NeedsCondition] | None = key("what a suit needs to be trump")
    lacking: str | None = key("what happens when no suit will do: an outcome, or a new deal")
    or_none: bool = key("whether no trump may be named", default=False)


@frozen(eq=False, repr=False)
class Widow(Record):
    """The cards laid aside."""

    to: WhoWord | None = key("who takes it")
    shown: Literal["to all", "to nobody", "as the declarer likes"] | None = key("who sees it")
    shown_if: BidCondition | None = key("when it is shown")
    split: dict[Literal["declarer", "defenders"], int] | None = key("how it is shared out")


@frozen(eq=False, repr=False)
class Exchange(Record):
    """Partners pass each other cards."""

    cards: FixedCount = needed("how many cards go each way")
    order: Literal["partner first", "declarer first", "together"] = key("who passes first", "partner first")
    among: Literal["declarer and partner", "declarers"] = key("who exchanges", "declarer and partner")
    to: tuple[Literal["left", "right"], ...] | None = key("direction, by turns deal by deal")
    not_: Cards | None = key("cards that may not be passed")


@frozen(eq=False, repr=False)
class Ask(Record):
    """A named card is asked for."""

    by: WhoWord | None = key("who asks")
    for_: Cards | None = key("for which cards")
    from_: Literal["any", "right", "left"] | None = key("of whom")
    back: FixedCount | None = key("cards given back")
    moves: bool = key("whether the card changes hands", default=True)
    makes_partner: bool = key("whether its holder becomes partner", default=False)
    if_: CallCondition | None = key("when it happens")


@frozen(eq=False, repr=False)
class Redraw(Record):
    """Cards are thrown away and drawn anew."""

    by: WhoWord | None = key("who throws and draws")
    cards: FixedCount | None = key("how many at most")


@frozen(eq=False, repr=False)
class Bury(Record):
    """The declarer lays cards away."""

    cards: FixedCount | None = key("how many; as many as were taken unless said")
    not_: Cards | None = key("cards that may not be buried unless nothing else is left")
    if_forced: Literal["shown", "hidden"] = key("whether forced burials are shown", "hidden")
    counts_for: Literal["declarer", "defenders", "nobody", "last trick winner", "who buried"] | None = key(
        "whose counters they are"
    )


@frozen(eq=False, repr=False)
class Meld(Record):
    """How melds are laid."""

    by: WhoWord | None = key("who melds")
    first: WhoWord | None = key("who shows first (printed only)")
    from_: Literal["hand", "tricks"] = key("where melded cards come from", "hand")
    only: dict[Literal["declarers", "defenders"], tuple[str, ...]] | None = key("melds that a side is limited to")
    turns: Literal["at once", "one per trick won", "several per trick won", "when led"] = key(
        "when melds are laid", "at once"
    )
    floor: EndPoints | None = key("a side below it melds nothing")
    saved_by: EndCondition | None = key("what a side must take for its meld to count")
    shown: Literal["cards", "value", "value, then cards", "words"] = key("what the others see", "cards")
    new_card: bool = key("over time: a meld needs a card that is not on the table yet", default=True)
    again: bool = key("over time: a meld may form again with a new card", default=False)


@frozen(eq=False, repr=False)
class MeldEntry(Record):
    """One named meld."""

    class_: str | tuple[str, ...] | None = key("a card serves once in each class")
    cards: Group | dict[str, Group] | None = key("the cards, together; or by trump suit")
    points: MeldPoints | tuple[MeldPoints, ...] = needed("its value; a list for one, two, three of them")
    reuses: tuple[str, ...] | None = key("melds whose cards may serve again here")
    excludes: tuple[str, ...] | None = key("melds that one player may not lay beside it")
    if_: MeldCondition | None = key("only then")
    by: WhoWord | None = key("only for them")
    swaps: Literal["turn-up"] | None = key("laying it takes the turn-up")
    free: bool = key("does not use up the meld of the trick", default=False)
    wins_game: int | None = key("so many of them win the game")
    limit: int | None = key("at most so many times in a deal")
    called: str | None = key("the house's name for it")


@frozen(eq=False, repr=False)
class Stock(Record):
    """The play while a stock lasts."""

    must: tuple[Must, ...] | None = key("duties of those who do not lead")
    lead: tuple[Lead, ...] | None = key("duties of the leader")
    meld: Literal["before drawing", "after drawing", "no"] = key("when the winner of a trick melds", "before drawing")
    draws_first: Literal["trick winner", "trick loser"] = key("who draws first", "trick winner")
    last_card: Literal["loser takes the turn-up", "winner takes the turn-up", "winner chooses"] = key(
        "who gets the turned card at the end", "loser takes the turn-up"
    )


@frozen(eq=False, repr=False)
class Play(Record):
    """The play of tricks (with a stock: once it is gone)."""

    leader: WhoWord | None = key("who leads first: the declarer, else eldest")
    must: tuple[Must, ...] | None = key("duties of those who do not lead")
    lead: tuple[Lead, ...] | None = key("duties of the leader")
    identical: Literal["first wins", "last wins"] = key("which of two identical cards wins", "first wins")
    open: Literal["nobody", "declarer", "everyone"] = key("whose hand lies open", "nobody")
    alone: Literal["no", "declarer"] = key("whether the partner sits out", "no")
    look_back: Literal["last trick", "own tricks", "nothing"] = key("tricks that may be looked at again", "last trick")


@frozen(eq=False, repr=False)
class Call(Record):
    """Something a player may say at a moment, or that the rules say for him."""

    by: WhoWord | None = key("who may; nobody: it happens of itself")
    when: WindowWord = needed("at which moment")
    may: CallCondition | None = key("when it is offered")
    must: CallCondition | None = key("when it happens of itself")
    then: str | None = key("what it leads to: an outcome, stop play, a new deal, close the stock")
    stakes: int | None = key("multiplies the stake")
    changes: dict[str, Any] | None = key("rules that hold for the rest of the deal")
    agreed_by: WhoWord | None = key("who must agree")
    shows: Literal["hand"] | None = key("what the caller shows")
    once: bool = key("once a deal", default=False)
    bids: FixedPoints | None = key("the bid that it counts as")


@frozen(eq=False, repr=False)
class Outcome(Record):
    """One way a deal can end, and what each account then gets."""

    if_: EndCondition | None = key("when it holds, or `otherwise`; rows are tried in order")
    each: LedgerAmount | None = key("for every account that no other column names")
    declarers: LedgerAmount | None = key("for the declaring side")
    declarer: LedgerAmount | None = key("for the declarer alone")
    partner: LedgerAmount | None = key("for the declarer's partner")
    defenders: LedgerAmount | None = key("for the others")
    dealer: LedgerAmount | None = key("for the dealer")
    winner: LedgerAmount | None = key("for the winner of the deal")
    losers: LedgerAmount | None = key("for everyone else")
    caller: LedgerAmount | None = key("for the one who made the latest call")
    offender: LedgerAmount | None = key("for the one who broke a rule")
    caller_of: dict[str, LedgerAmount] = table("for the one who made the named call (written `caller of NAME`)")
    ruling: bool = key("only people can bring it about", default=False)
    made: bool | None = key("whether the contract counts as made")
    wins_game: WhoWord | None = key("who wins the game by it")
    loses_game: WhoWord | None = key("who loses the game by it")


@frozen(eq=False, repr=False)
class Score(Record):
    """Figures of the settlement."""

    stake: EndCount | None = key("what one stake is worth")
    winner: EndCondition | None = key("who wins the deal")


@frozen(eq=False, repr=False)
class Ledger(Record):
    """A currency beside the points."""

    start: int = key("balance at the start", 0)
    joint: bool = key("one account for the whole table", default=False)
    at_end: Literal["shared", "to the winner"] | None = key("what becomes of a joint account")
    lasts: Literal["game", "match"] = key("how long it is kept", "game")
    at_most: int | None = key("balance is never above it")
    called: str | None = key("the house's name for it")


@frozen(eq=False, repr=False)
class Payment(Record):
    """A movement of points or of another currency."""

    when: WindowWord | None = key("at which moment; at the end of the deal unless said")
    if_: PaymentCondition | None = key("only then")
    from_: WhoWord | None = key("who pays; the bank unless said")
    to: WhoWord | None = key("who is paid")
    ledger: str = key("in which currency", "points")
    amount: PaymentAmount | None = key("how much")
    set_: PaymentAmount | None = key("the balance becomes this")


@frozen(eq=False, repr=False)
class Game(Record):
    """How the game ends."""

    target: EndPoints | None = key("points that win the game")
    ledger: str = key("the currency that decides", "points")
    deals: int | None = key("a fixed number of deals")
    both_reach: tuple[ReachWord, ...] | None = key("who wins when several get there, tried in turn")
    winner_needs: EndCondition | None = key("what the winner must have besides")
    wins: dict[str, EndCondition] = table("other ways to win at once")
    loses: dict[str, EndCondition] = table("ways to lose at once")
    ends: dict[str, EndCondition] = table("ways the game ends, the highest winning")
    tie: Literal["draw", "another deal"] = key("what a tie after the last deal is", "draw")
    tie_break: tuple[Literal["deals won", "best deal", "exact points", "lot"], ...] | None = key("what breaks a tie")


@frozen(eq=False, repr=False)
class Option(Record):
    """A named choice."""

    default: str = needed("the choice that holds unless another is set")
    choices: dict[str, Any] = table("patches by name of the choice")
    values: Span | None = key("numbers to choose from")
    sets: str | None = key("the key that a number sets")
    only_if: dict[str, str] = table("offered only beside another choice")


@frozen(eq=False, repr=False)
class Variant(Record):
    """A whole rules file, its layers merged."""

    variant: str = needed("the file's id")
    title: str | None = key("what the game is called")
    extends: str | None = key("the base it builds on")
    unit: int = key("scale of the file's points: 1 (run 15) or 10 (run 150)", 1)
    sources: tuple[str, ...] = key("where the rules come from", ())
    notes: tuple[str, ...] = key("conduct: printed, never a rule", ())
    phases: tuple[str, ...] | None = key("order of the phases of a deal")
    players: Players = needed("who plays")
    deck: Deck = needed("the cards")
    counters: Counters = needed("points for cards taken")
    deal: Deal = needed("dealing")
    auction: Auction | None = key("bidding")
    trump: Trump | None = key("how trump is named")
    widow: Widow | None = key("the cards laid aside")
    exchange: Exchange | None = key("partners pass cards")
    ask: Ask | None = key("a card is asked for")
    redraw: Redraw | None = key("cards are drawn anew")
    bury: Bury | None = key("cards are laid away")
    meld: Meld | None = key("how melds are laid")
    melds: dict[str, MeldEntry] = table("the melds")
    stock: Stock | None = key("play while the stock lasts")
    play: Play | None = key("the play")
    calls: dict[str, Call] = table("what may be said")
    outcomes: dict[str, Outcome] = table("how a deal ends")
    score: Score | None = key("figures of the settlement")
    ledgers: dict[str, Ledger] = table("other currencies")
    payments: dict[str, Payment] = table("payments")
    game: Game = key("how the game ends", Game())
    by_players: dict[str, Any] = table("what differs by number of players")
    options: dict[str, Option] = table("choices")
    examples: tuple[dict[str, Any], ...] = key("examples that must come out", ())

    @property
    def bids_backwards(self) -> bool:
        """Whether the turn to speak in the auction goes against the order of play."""
        return self.auction is not None and self.auction.direction not in (None, self.players.direction)

"""Random variants out of all mechanisms of the language, drawn key by key from the model.

Every key of the model has a strategy here or stands in `SAID_ELSEWHERE`; a test fails for a key that has none.
A file is planned first (who plays, which cards, how trump is named, ...), so that what is drawn fits together mostly;
what does not is refused by the checker, which is drawn on purpose too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import yaml
from attrs import frozen
from hypothesis import strategies as st

from interpreter.program import IN_PLAY, Phase
from pinochle_dsl.compiling.base import IN_AUCTION, MOMENT_AFTER, WINDOWS
from pinochle_dsl.layers import shipped_names
from pinochle_dsl.model import MeldEntry, Outcome, Payment, Type, Variant
from pinochle_dsl.names import Moment
from pinochle_dsl.reference.walk import below, every_key, keys_of
from pinochle_dsl.syntax import parse
from tests.proof.formulas import Drawer
from tests.proof.plans import FINDS_PARTNER, PHASE_NAMES, plan, plan_over, shipped

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

OMIT = object()
"""What a strategy gives where its key makes no sense in this file."""


@frozen
class Strategy:
    """How a key is drawn, and how often it is said."""

    make: Callable[[Drawer], Any]
    chance: int


STRATEGIES: dict[str, Strategy] = {}
SAID_ELSEWHERE = {
    "examples": "examples say what must come out, which nobody knows of a random file",
    "extends": "drawn before all else",
    "phases": "drawn with the plan",
    "variant": "drawn before all else",
}
"""Keys without a strategy of their own, and why."""

ENTROPY = 3_000
"""Bytes that one file is drawn from."""


def drawn(*names: str, chance: int = 30) -> Callable[[Callable[[Drawer], Any]], Callable[[Drawer], Any]]:
    """Register the strategy of some keys."""

    def register(make: Callable[[Drawer], Any]) -> Callable[[Drawer], Any]:
        for name in names:
            assert name not in STRATEGIES
            STRATEGIES[name] = Strategy(make, chance)
        return make

    return register


def choice(name: str, *values: Any, chance: int = 30, where: Callable[[Drawer], bool] = lambda _: True) -> None:  # noqa: ANN401
    """Register a key that takes one of some values, where it makes sense."""
    drawn(name, chance=chance)(lambda d: d.pick(values) if where(d) else OMIT)


def section(d: Drawer, cls: type, path: tuple[str, ...] = (), *, only: frozenset[str] | None = None) -> dict[str, Any]:
    """Return keys of a class with drawn values."""
    found: dict[str, Any] = {}
    for key in keys_of(cls, path):
        strategy = STRATEGIES.get(key.name)
        if strategy is None or (only is not None and key.path[-1] not in only):
            continue
        sure = key.needed and not d.patched
        if sure or d.chance(100 if only is not None and not path else strategy.chance):
            value = strategy.make(d)
            if value is not OMIT:
                name = key.path[-1]
                found[f"caller of {d.pick(d.calls)}" if name == "caller of NAME" else name] = value
    return found


SECTIONS = {key.name: key.section for key in every_key() if key.section is not None}


def inside(name: str, chance: int, where: Callable[[Drawer], bool] = lambda _: True) -> None:
    """Register a section that is made of its own keys."""

    def make(d: Drawer) -> Any:  # noqa: ANN401 - a section or nothing
        return (section(d, SECTIONS[name], tuple(name.split("."))) or OMIT) if where(d) else OMIT

    drawn(name, chance=chance)(make)


# ---- the file ----------------------------------------------------------------------------------------

drawn("title", chance=20)(lambda d: d.pick(["A drawn game", "Zum wilden Eber", "10"]))
drawn("unit", chance=100)(lambda d: d.unit)
drawn("sources", "notes", chance=10)(lambda d: d.some(["a leaflet", "No talk across the table.", "1950"], 0, 2))


@drawn("by_players", chance=100)
def by_players(d: Drawer) -> Any:  # noqa: ANN401 - a table or nothing
    """Say for each number of players how the cards are dealt."""
    if len(d.spans) < 2:
        return OMIT
    deck = len(d.ranks) * len(d.suits) * d.copies
    return {n: {"players": {"sides": "alone"}, "deal": {"cards": deck // n, "rest": "out of play"}} for n in d.spans}


# ---- players -----------------------------------------------------------------------------------------

inside("players", 100)
drawn("players.seats", chance=0)(lambda d: " or ".join(map(str, d.spans)) if d.spans else d.seats)
drawn("players.sides", chance=0)(lambda d: d.sides)
drawn("players.at_table", chance=100)(lambda d: d.people or OMIT)
drawn("players.sit_out", chance=100)(
    lambda d: ["dealer", "2nd left of dealer", "left of dealer"][: d.people - d.seats] if d.people else OMIT
)
choice("players.idle", "with the defenders", "nothing", where=lambda d: bool(d.people and d.auction))
choice("players.direction", "clockwise", "counterclockwise")
choice("players.first_dealer", "random", "seat 0", "highest card")
choice("players.next_dealer", "in turn", "left", "right", "same", "last trick winner", "winner", "loser")
drawn("players.partners_by", chance=10)(lambda _: "two highest cards")

# ---- deck, counters, deal ----------------------------------------------------------------------------

inside("deck", 100)
drawn("deck.ranks", chance=0)(lambda d: " ".join(d.ranks))
drawn("deck.suits", chance=100)(lambda d: " ".join(d.suits) if len(d.suits) < 4 else OMIT)


@drawn("deck.copies", chance=0)
def copies(d: Drawer) -> Any:  # noqa: ANN401 - a number, a formula or a table
    """Say the copies as a number, a formula or by rank; all come to the same."""
    form = d.number(0, 3)
    if form == 1:
        return f"{d.copies} + 0 * players"
    if form == 2 and len(d.ranks) > 1:
        return {d.ranks[0]: d.copies, " ".join(d.ranks[1:]): d.copies}
    return d.copies


@drawn("deck.names", chance=10)
def names_of_cards(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Give the house's names to some cards."""
    return {rank: f"Rang {index}" for index, rank in enumerate(d.some(d.ranks, 1, 2))} | {d.suits[0]: "Eichel"}


inside("counters", 100)


@drawn("counters.cards", chance=50)
def card_points(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return values of ranks, perhaps others as trump, perhaps none."""
    form = d.number(0, 5)
    if form == 0:
        return {}
    found: dict[str, Any] = {}
    if form == 1 and d.trump_by != "nobody":
        found[f"{d.rank()} of trump"] = d.number(1, 20 if d.step > d.unit else 2) * d.unit
    ranks = list(d.ranks)
    while ranks and len(found) < 5:
        taken = [ranks.pop(0) for _ in range(min(len(ranks), d.number(1, 3)))]
        found[" ".join(taken)] = worth = d.pick([11, 10, 4, 3, 2] if d.step > d.unit else [1, 2, 0, 1]) * d.unit
        d.all_counters += worth * len(taken) * len(d.suits) * d.copies
    return found


drawn("counters.last_trick", chance=60)(lambda d: d.pick([d.unit, 10 * d.unit, f"{d.unit} * players", 0]))
drawn("counters.round_to", chance=15)(lambda d: d.pick([5, 10]) * d.unit)
drawn("counters.per", chance=15)(lambda d: d.pick([10, 3, "players"]))

inside("deal", 100)
drawn("deal.cards", chance=0)(lambda d: OMIT if d.spans else d.pick([d.hand, f"{d.hand - 1} + 1"]))
drawn("deal.widow", chance=100)(lambda d: d.widow if d.widow and d.rest != "widow" else OMIT)
drawn("deal.rest", chance=100)(lambda d: d.rest or OMIT)
drawn("deal.turn_up", chance=100)(lambda d: d.turn_up or OMIT)
drawn("deal.build", chance=100)(lambda d: "keep or discard" if d.build else OMIT)
choice("deal.discards_to", "owner", "nobody", "owner, declarer's to the opponent", chance=60, where=lambda d: d.build)


@drawn("deal.packets", chance=15)
def packets(d: Drawer) -> Any:  # noqa: ANN401 - packets or nothing
    """Return packets that come to the hand."""
    if d.build or d.spans:
        return OMIT
    first = d.number(0, d.hand - 1)
    return f"{first} {d.hand - first}" if first else f"{d.hand}"


# ---- auction -----------------------------------------------------------------------------------------

inside("auction", 100, lambda d: d.auction)
choice("auction.opens", "eldest", "dealer must bid", "dealer", "left of dealer", "eldest must bid")
choice("auction.order", "around", "duel", chance=20)
choice("auction.direction", "clockwise", "counterclockwise", chance=20)
choice("auction.pass", "final", "may return", chance=30)
choice("auction.bid", "points and suit", chance=100, where=lambda d: d.with_suit)
choice("auction.contract", "sum of the side", chance=100, where=lambda d: d.summed)
choice("auction.exposes", "one widow card after each round", chance=30, where=lambda d: d.widow > 0)
drawn("auction.turns", chance=20)(lambda d: d.number(1, 3))
drawn("auction.passes", chance=10)(lambda d: d.some(["pass", "pass with help", "no"], 1, 3))
drawn("auction.must_bid", chance=15)(lambda d: d.truth(Moment.AUCTION))
drawn("auction.may_pass", chance=15)(lambda d: d.truth(Moment.AUCTION))


@drawn("auction.minimum", chance=50)
def minimum(d: Drawer) -> Any:  # noqa: ANN401 - a number or a formula
    """Return a lowest bid that fits the card points, mostly the same for everyone."""
    low = max(1, d.all_counters * d.pick([5, 8, 10]) // (10 * d.step)) * d.step
    d.entry["minimum"] = low
    form = d.number(0, 7)
    if form == 0:
        return f"{low} if seat = dealer else {low + 5 * d.step}"
    if form == 1:
        return f"max({low}, {d.amount(Type.POINTS, Moment.AUCTION, depth=1)})"
    return low


drawn("auction.maximum", chance=35)(
    lambda d: d.entry["minimum"] + d.pick([20, 40]) * d.step if "minimum" in d.entry else OMIT
)


def raises(d: Drawer) -> Any:  # noqa: ANN401 - a raise
    """Return a raise of any form."""
    u = d.step
    return d.pick([5 * u, u, f"{5 * u} only", f"{u} only", f"{5 * u} or {10 * u}", f"{u} below {40 * u}, then {5 * u}"])


drawn("auction.raise", "auction.last_word.raise", chance=60)(raises)
inside("auction.last_word", 20)
drawn("auction.last_word.by", chance=100)(lambda d: d.pick(["dealer", "eldest", "right of dealer"]))


@drawn("auction.may_bid", chance=20)
def may_bid(d: Drawer) -> Any:  # noqa: ANN401 - a condition or several
    """Return a condition of the bidder, or several."""
    extra = ("trump",) if d.with_suit else ()
    if d.chance(30):
        return {name: d.truth(Moment.AUCTION, *extra) for name in ("marriage", "some meld")}
    return d.truth(Moment.AUCTION, *extra)


@drawn("auction.all_pass", chance=70)
def all_pass(d: Drawer) -> Any:  # noqa: ANN401 - words
    """Return what happens when nobody bids."""
    points = d.entry.get("minimum", 20 * d.step)
    forced = [f"dealer takes {points}", f"dealer takes {points} or more", f"eldest takes {points}"]
    return d.pick([*forced, "next dealer deals", "same dealer deals again"])


# ---- trump, widow, passing, asking, drawing anew, burying ----------------------------------------------

inside("trump", 100)


@drawn("trump.by", chance=100)
def trump_by(d: Drawer) -> Any:  # noqa: ANN401 - a word
    """Return what was planned, or nothing where it is the usual."""
    usual = "declarer" if d.auction else "nobody"
    return OMIT if d.trump_by == usual and d.chance(50) else d.trump_by


@drawn("trump.needs", chance=20)
def needs(d: Drawer) -> Any:  # noqa: ANN401 - a condition
    """Return what a suit needs to be trump."""
    if d.trump_by not in ("declarer", "bid"):
        return OMIT
    return d.pick(["holds(K Q of trump)", "count(trump) >= 4", d.truth(Moment.DECLARER, "trump")])


@drawn("trump.lacking", chance=100)
def lacking(d: Drawer) -> Any:  # noqa: ANN401 - words
    """Return what follows where no suit will do."""
    rows = [row for row in d.rows if d.entry.get(row) == "named"]
    return d.pick([*rows, "same dealer deals again", "next dealer deals"]) if d.trump_by == "declarer" else OMIT


choice("trump.or_none", True, False, chance=20, where=lambda d: d.trump_by in ("declarer", "bid"))

TAKERS = ("last trick winner", "last trick winner", "dealer", "left of dealer", "eldest")
"""Who takes a widow that the declarer does not."""

inside("widow", 80, lambda d: d.widow > 0)
drawn("widow.to", chance=50)(lambda d: "declarer" if d.auction and d.chance(40) else d.pick(TAKERS))
choice("widow.shown", "to all", "to nobody", "as the declarer likes", where=lambda d: d.auction)
drawn("widow.shown_if", chance=20)(lambda d: d.truth(Moment.AUCTION) if d.auction else OMIT)


@drawn("widow.split", chance=25)
def split(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Share the widow out so that it comes out."""
    if not d.auction or isinstance(d.sides, int) or d.widow < d.seats:
        return OMIT
    each = d.widow // d.seats
    return {"declarer": d.widow - each * (d.seats - 1), "defenders": each}


inside("exchange", 35, lambda d: d.pairs)
drawn("exchange.cards", chance=60)(lambda d: d.number(1, min(4, d.hand)))
choice("exchange.order", "partner first", "declarer first", "together", chance=50)
drawn("exchange.among", chance=100)(
    lambda d: "declarers" if isinstance(d.sides, int) and (d.seats // d.sides > 2 or d.chance(30)) else OMIT
)
drawn("exchange.to", chance=60)(
    lambda d: d.some(["left", "right"], 1, 2) if isinstance(d.sides, int) and d.seats // d.sides > 2 else OMIT
)
drawn("exchange.not", "bury.not", chance=30)(lambda d: d.cards("melded cards", *([] if d.build else ["dealt cards"])))


@drawn("ask", chance=100)
def ask(d: Drawer) -> Any:  # noqa: ANN401 - a section or nothing
    """Let a card be asked for, always where it makes a partner."""
    if d.sides != FINDS_PARTNER and not d.chance(15 if d.auction else 3):
        return OMIT
    return section(d, SECTIONS["ask"], ("ask",))


drawn("ask.by", chance=60)(lambda d: "declarer" if d.auction else d.who(one=True, moment=Moment.DEAL))
drawn("ask.for", chance=60)(lambda d: d.cards())
choice("ask.from", "any", "right", "left")
drawn("ask.back", chance=100)(lambda d: 1 if d.entry.setdefault("ask moves", d.chance(60)) else OMIT)
drawn("ask.moves", chance=100)(lambda d: OMIT if d.entry["ask moves"] else False)
drawn("ask.makes_partner", chance=100)(lambda d: True if d.sides == FINDS_PARTNER else OMIT)
drawn("ask.if", chance=25)(lambda d: d.truth(Moment.TRUMP))

inside("redraw", 30, lambda d: d.rest in ("out of play", "stock") and not d.build)
drawn("redraw.by", chance=50)(lambda d: d.who(moment=Moment.DECLARER))
drawn("redraw.cards", chance=60)(lambda d: d.number(0, d.hand))


def buries(d: Drawer) -> bool:
    """Tell whether the declarer takes cards."""
    return d.auction and d.widow > 0


inside("bury", 60, buries)
drawn("bury.cards", chance=15)(lambda d: d.widow)
choice("bury.if_forced", "shown", "hidden")
choice("bury.counts_for", "declarer", "defenders", "nobody", "last trick winner", "who buried", chance=50)

# ---- melds -------------------------------------------------------------------------------------------

inside("meld", 100, lambda d: bool(d.melds))
drawn("meld.by", chance=15)(lambda d: d.who(moment=Moment.DECLARER))
drawn("meld.first", chance=10)(lambda d: d.who(one=True, moment=Moment.DEAL))
drawn("meld.from", chance=100)(lambda d: d.meld_from if d.meld_from != "hand" else OMIT)
drawn("meld.turns", chance=100)(lambda d: d.turns if d.turns != "at once" else OMIT)
drawn("meld.floor", chance=25)(lambda d: d.pick([5 * d.unit, d.amount(Type.POINTS, Moment.END)]))
drawn("meld.saved_by", chance=25)(lambda d: d.pick(["counters > 0", "tricks >= 1", d.truth(Moment.END)]))
choice("meld.shown", "cards", "value", "value, then cards", "words")
choice("meld.new_card", True, False, where=lambda d: d.over_time)
choice("meld.again", True, False, where=lambda d: d.over_time)
drawn("meld.only", chance=10)(
    lambda d: {d.pick(["declarers", "defenders"]): d.some(d.melds, 1, 3)} if d.auction else OMIT
)


@drawn("melds", chance=100)
def melds(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return the planned melds."""
    found = {}
    for name in d.melds:
        d.entry = {**d.entry, "meld": name, "bare": d.over_time and d.chance(4), "lasting": d.over_time}
        found[name] = section(d, MeldEntry, ("melds", "NAME"))
    if d.trump_by == "first marriage" and found:
        found[d.melds[0]]["cards"] = "K Q of trump"
    return found or OMIT


CLASSES = ("sequence", "around", "pinochle", "odd")
drawn("melds.NAME.class", chance=70)(lambda d: d.some(CLASSES, 2, 2) if d.chance(15) else d.pick(CLASSES))


@drawn("melds.NAME.cards", chance=100)
def meld_cards(d: Drawer) -> Any:  # noqa: ANN401 - a group or a table
    """Return the cards of a meld, perhaps by trump suit."""
    if d.entry.get("bare"):
        return OMIT
    if d.chance(8) and d.trump_by != "nobody":
        return {suit: d.group() for suit in ("spades", "hearts", "diamonds", "clubs")}
    return d.group()


@drawn("melds.NAME.points", chance=60)
def meld_points(d: Drawer) -> Any:  # noqa: ANN401 - one value or several
    """Return a value, one that depends on trump, or a list."""
    worth = [4, 10, 2, 30, 0, 15] if d.entry["meld"] != d.melds[0] else [2, 1]
    form = d.number(0, 5)
    if form == 0:
        other = f"{d.pick(worth) * d.step} + players * {d.step}"
        return f"{d.pick(worth) * d.step} if trump = hearts else {other}" if d.trump_by != "nobody" else other
    if form in (1, 2):
        return [d.pick(worth) * d.step for _ in range(d.number(1, 4))]
    return d.pick(worth) * d.step


drawn("melds.NAME.reuses", "melds.NAME.excludes", chance=8)(lambda d: d.some(d.melds, 1, 2))
drawn("melds.NAME.if", chance=100)(
    lambda d: (
        OMIT
        if not d.entry["bare"] and d.chance(90)
        else d.pick(
            [
                "trump != none" if d.trump_by != "nobody" else "odd(deal)",
                "count(A) > 1",
                d.truth(Moment.PLAY if d.over_time else Moment.TRUMP),
            ]
        )
    )
)
drawn("melds.NAME.by", chance=8)(lambda d: d.who(moment=Moment.DECLARER))
choice("melds.NAME.swaps", "turn-up", chance=12, where=lambda d: d.turn_up == "next card" and d.over_time)
choice("melds.NAME.free", True, False, chance=20, where=lambda d: d.over_time)
drawn("melds.NAME.wins_game", chance=4)(lambda d: d.number(1, 3))
drawn("melds.NAME.limit", chance=10)(lambda d: d.number(1, 3))
drawn("melds.NAME.called", chance=8)(lambda d: d.pick(["the family", "Binokel", "100 aces"]))

# ---- stock and play ----------------------------------------------------------------------------------


def duties(d: Drawer, *, lead: bool) -> list[str]:
    """Return duties, mostly the usual ones."""
    usual = [["follow suit", "trump", "beat"], ["follow suit", "beat"], []]
    if not lead and d.chance(50):
        return list(d.pick(usual))
    return [d.duty(lead=lead) for _ in range(d.number(0, 3))]


drawn("stock", chance=100)(lambda d: section(d, SECTIONS["stock"], ("stock",)) if d.stock else OMIT)
inside("play", 70)
drawn("stock.must", "play.must", chance=50)(lambda d: duties(d, lead=False))
drawn("stock.lead", "play.lead", chance=25)(lambda d: duties(d, lead=True))
choice("stock.meld", "before drawing", "after drawing", "no")
choice("stock.draws_first", "trick winner", "trick loser")
choice(
    "stock.last_card",
    "loser takes the turn-up",
    "winner takes the turn-up",
    "winner chooses",
    where=lambda d: d.seats == 2 and d.turn_up is not None,
)
drawn("play.leader", chance=50)(lambda d: d.who(one=True, moment=Moment.DECLARER))
choice("play.identical", "first wins", "last wins")
choice("play.open", "nobody", "everyone", "declarer", chance=15, where=lambda d: d.auction)
choice("play.alone", "no", "declarer", chance=15, where=lambda d: isinstance(d.sides, int) and d.pairs)
choice("play.look_back", "last trick", "own tricks", "nothing")

# ---- calls -------------------------------------------------------------------------------------------


def windows(d: Drawer) -> list[str]:
    """Return moments at which a call can be made."""
    at = [f"{word} {phase}" for phase in d.phases for word in ("before", "after") if phase not in ("deal", "score")]
    at += ["after deal", "before first lead", "before each lead", "before own first card", "before own card"]
    at += ["after own card", "after each trick"]
    return at + (["at own first bid", "at own bid"] if d.auction else [])


def moment(d: Drawer, when: str) -> Moment:
    """Return what is known at a moment, in the order of the phases."""
    tree = parse("window", when)
    window = WINDOWS[str(tree.data)]
    if window in IN_PLAY or window.value == "after call":
        return Moment.PLAY
    if window in IN_AUCTION:
        return Moment.AUCTION
    if window.value in ("game start", "game end", "after turn_up"):
        return {"game start": Moment.ALWAYS, "game end": Moment.END, "after turn_up": Moment.DEAL}[window.value]
    phase = str(tree.children[0])
    place = d.phases.index(phase) + (window.value == "after") if phase in d.phases else 0
    known = max((MOMENT_AFTER.get(Phase(name), Moment.ALWAYS) for name in d.phases[:place]), default=Moment.ALWAYS)
    return Moment.DEAL if known is Moment.DECLARER and not d.auction else known


@drawn("calls", chance=100)
def calls(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return the planned calls."""
    found = {}
    for number, name in enumerate(d.calls):
        d.entry = {**d.entry, "call": name, "itself": d.chance(15)}
        d.entry["when"] = f"after call {d.calls[0]}" if number and d.chance(15) else d.pick(windows(d))
        if d.chance(6):
            d.entry["when"] = f"in place of {d.pick(['trump', 'exchange', 'widow', 'meld', 'ask'])}"
        d.entry["bids"] = number > 0 and d.entry["when"] == "at own bid"
        found[name] = section(d, SECTIONS["calls"], ("calls", "NAME"))
    return found or OMIT


@drawn("calls.NAME.by", chance=100)
def call_by(d: Drawer) -> Any:  # noqa: ANN401 - a word
    """Return who may make the call; nobody where it happens of itself."""
    if d.entry["itself"]:
        return OMIT
    return d.pick(["anyone", d.who(moment=moment(d, d.entry["when"]))])


drawn("calls.NAME.when", chance=100)(lambda d: d.entry["when"])
drawn("calls.NAME.may", chance=50)(lambda d: d.truth(moment(d, d.entry["when"])) if not d.entry["itself"] else OMIT)
drawn("calls.NAME.must", chance=100)(lambda d: d.truth(moment(d, d.entry["when"])) if d.entry["itself"] else OMIT)


@drawn("calls.NAME.then", chance=70)
def then(d: Drawer) -> Any:  # noqa: ANN401 - words
    """Return what follows."""
    if d.entry["bids"]:
        return OMIT
    rows = [row for row in d.rows if d.entry.get(row) == "named"]
    rare = ["stop play", "same dealer deals again", "next dealer deals"]
    return d.pick([*rows, *rows, *rare, *(["close the stock"] if d.stock else [])])


drawn("calls.NAME.stakes", chance=25)(lambda d: d.number(1, 3))


@drawn("calls.NAME.changes", chance=15)
def changes(d: Drawer) -> Any:  # noqa: ANN401 - a patch
    """Return a contract of another kind."""
    amount = lambda: d.amount(Type.POINTS if d.currency == "points" else Type.COUNT, Moment.END)  # noqa: E731
    ways: list[dict[str, Any]] = [
        {"play": {"must": duties(d, lead=False)}},
        {"play": {"open": "everyone", "look_back": "nothing"}},
        {"deck": {"ranks": " ".join(d.some(d.ranks, len(d.ranks), len(d.ranks)))}},
        {"counters": {"last_trick": 3 * d.unit}},
        {"outcomes": {d.rows[-1]: {"each": amount()}}},
        {"meld": None},
    ]
    early = moment(d, d.entry["when"]) <= Moment.AUCTION
    if early:
        ways += [{"trump": {"by": "nobody"}, "meld": None}, {"widow": None, "bury": None}, {"exchange": None}]
    found: dict[str, Any] = {}
    for way in d.some(ways, 1, 2):
        found |= way
    return found


drawn("calls.NAME.agreed_by", chance=15)(lambda d: d.who(moment=moment(d, d.entry["when"])))
choice("calls.NAME.shows", "hand", chance=15)
choice("calls.NAME.once", True, False, chance=60)
drawn("calls.NAME.bids", chance=100)(lambda d: d.entry.get("minimum", 20 * d.step) if d.entry["bids"] else OMIT)

# ---- outcomes, score, ledgers, payments, game ------------------------------------------------------------


def paid(d: Drawer) -> str:
    """Return what an account gets in the currency that decides."""
    kind = Type.POINTS if d.currency == "points" else Type.COUNT
    if kind is Type.COUNT:
        return str(d.pick(["1", "2", "tricks", d.amount(kind, Moment.END)]))
    return str(d.pick(["meld + counters", "-bid" if d.auction else "meld", "counters", d.amount(kind, Moment.END)]))


@drawn("outcomes", chance=100)
def outcomes(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return the planned rows, the last of them for all other cases."""
    found = {}
    for name in d.rows:
        d.entry = {**d.entry, "row": d.entry.get(name, "asked"), "last": name == d.rows[-1]}
        found[name] = section(d, Outcome, ("outcomes", "NAME"))
    return found


@drawn("outcomes.NAME.if", chance=100)
def row_if(d: Drawer) -> Any:  # noqa: ANN401 - a condition
    """Return when a row holds; none where it is named, `otherwise` in the last one."""
    if d.entry["last"]:
        return "otherwise"
    if d.entry["row"] == "named":
        return OMIT
    usual = "meld + counters >= bid" if d.auction else "counters > 0"
    return d.pick([usual, d.truth(Moment.END)])


def column(name: str, chance: int, where: Callable[[Drawer], bool] = lambda _: True) -> None:
    """Register a column of the outcomes."""
    drawn(f"outcomes.NAME.{name}", chance=chance)(lambda d: paid(d) if where(d) else OMIT)


column("each", 60)
column("declarers", 60, lambda d: d.auction and not d.summed)
column("declarer", 15, lambda d: d.pairs and not d.summed)
column("partner", 15, lambda d: d.pairs and not d.summed)
column("defenders", 60, lambda d: d.auction and not d.summed)
column("dealer", 10)
column("winner", 10)
column("losers", 10)
column("caller", 10, lambda d: bool(d.calls))
column("offender", 5)
column("caller of NAME", 10, lambda d: bool(d.calls))
drawn("outcomes.NAME.ruling", chance=100)(lambda d: True if d.entry["row"] == "ruling" else OMIT)
choice("outcomes.NAME.made", True, False, chance=15)
drawn("outcomes.NAME.wins_game", "outcomes.NAME.loses_game", chance=5)(lambda d: d.who(moment=Moment.END))

inside("score", 25)
drawn("score.stake", chance=50)(lambda d: d.amount(Type.COUNT, Moment.END))
drawn("score.winner", chance=50)(lambda d: d.truth(Moment.END))


@drawn("ledgers", chance=100)
def ledgers(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return the planned ledgers."""
    found = {}
    for name in (*d.ledgers, *d.joint):
        d.entry = {**d.entry, "joint": name in d.joint}
        found[name] = section(d, SECTIONS["ledgers"], ("ledgers", "NAME"))
    return found or OMIT


drawn("ledgers.NAME.start", chance=40)(lambda d: d.pick([0, 150, -5]))
drawn("ledgers.NAME.joint", chance=100)(lambda d: True if d.entry["joint"] else OMIT)
choice("ledgers.NAME.at_end", "shared", "to the winner", chance=60, where=lambda d: d.entry["joint"])
choice("ledgers.NAME.lasts", "game", "match", chance=20)
drawn("ledgers.NAME.at_most", chance=15)(lambda d: d.pick([200, 9999]))
drawn("ledgers.NAME.called", chance=10)(lambda _: "dollars")


@drawn("payments", chance=100)
def payments(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return some payments; every joint account is paid once at least."""
    found: dict[str, Any] = {}
    own = d.ledgers or ("points",)
    for name in d.joint:
        found[f"to {name}"] = {"when": "game start", "from": "everyone", "to": name, "ledger": own[0], "amount": 5}
    for number in range(d.number(0, 3)):
        more = ["game start", "game end", *(["after turn_up"] if d.turn_up else [])]
        d.entry = {**d.entry, "pay when": d.pick([None, *windows(d), *more]), "sets": d.chance(15)}
        if d.chance(15):
            d.entry["pay when"] = f"in place of {d.pick(['trump', 'exchange', 'ask', 'redraw'])}"
        d.entry["currency"] = d.pick(["points", *d.ledgers])
        d.entry["pays"] = d.pick([None, "opponents", "everyone", *d.joint]) if not d.entry["sets"] else None
        entry = section(d, Payment, ("payments", "NAME"))
        if in_place(d) and entry is not OMIT:
            entry["if"] = d.pick(["odd(deal)", d.truth(pay_moment(d))])
        found[f"payment {number}"] = entry
    return found or OMIT


def in_place(d: Drawer) -> bool:
    """Tell whether a payment stands in place of a phase, and so has its condition already."""
    return str(d.entry["pay when"]).startswith("in place of")


def pay_moment(d: Drawer) -> Moment:
    """Return what is known when a payment is due."""
    when = d.entry["pay when"]
    return Moment.END if when is None else moment(d, when)


drawn("payments.NAME.when", chance=100)(lambda d: d.entry["pay when"] or OMIT)
drawn("payments.NAME.if", chance=50)(lambda d: d.truth(pay_moment(d)) if not in_place(d) else OMIT)
drawn("payments.NAME.from", chance=100)(lambda d: d.entry["pays"] or OMIT)
drawn("payments.NAME.to", chance=80)(
    lambda d: (
        d.pick(["each", d.who(moment=pay_moment(d)), *(d.joint if d.entry["pays"] not in d.joint else ())])
        if d.entry["pays"] or d.entry["sets"] or d.chance(50)
        else OMIT
    )
)
drawn("payments.NAME.ledger", chance=100)(lambda d: d.entry["currency"] if d.entry["currency"] != "points" else OMIT)


def payment(d: Drawer) -> str:
    """Return an amount in the currency of the payment."""
    return d.amount(Type.POINTS if d.entry["currency"] == "points" else Type.COUNT, pay_moment(d))


drawn("payments.NAME.amount", chance=100)(lambda d: payment(d) if not d.entry["sets"] else OMIT)
drawn("payments.NAME.set", chance=100)(lambda d: payment(d) if d.entry["sets"] else OMIT)

inside("game", 100)
drawn("game.target", chance=75)(
    lambda d: d.pick([50, 100, 150]) * d.step if d.currency == "points" else d.pick([7, 20, 200])
)
drawn("game.ledger", chance=100)(lambda d: d.currency if d.currency != "points" else OMIT)
drawn("game.deals", chance=100)(lambda d: d.number(1, 8) if not d.patched or d.chance(30) else OMIT)


@drawn("game.both_reach", chance=40)
def both_reach(d: Drawer) -> Any:  # noqa: ANN401 - a list
    """Return who wins where several get there."""
    return d.some(["highest", "another deal", "draw", f"target + {25 * d.step}"] + ["declarers"] * d.auction, 1, 3)


drawn("game.winner_needs", chance=8)(lambda d: d.truth(Moment.END))
drawn("game.wins", "game.loses", "game.ends", chance=10)(lambda d: {"far": d.truth(Moment.END)})
choice("game.tie", "draw", "another deal")
drawn("game.tie_break", chance=20)(lambda d: d.some(["deals won", "best deal", "exact points", "lot"], 1, 4))


@drawn("options", chance=25)
def options(d: Drawer) -> Any:  # noqa: ANN401 - a table
    """Return choices of a few kinds, one of them offered only beside another."""
    found: dict[str, Any] = {}
    for number in range(d.number(1, 2)):
        d.entry = {**d.entry, "option": number, "numbers": d.chance(35)}
        found[f"option {number}"] = section(d, SECTIONS["options"], ("options", "NAME"))
    return found


PATCHES = (
    {"play": {"identical": "last wins"}},
    {"play": {"look_back": "own tricks"}},
    {"meld": {"shown": "words"}},
    {"counters": {"last_trick": 2}},
    {"game": {"tie": "another deal"}},
    {"players": {"direction": "counterclockwise"}},
)
drawn("options.NAME.default", chance=100)(lambda d: "none" if not d.entry["numbers"] else 4)
drawn("options.NAME.choices", chance=100)(
    lambda d: {"none": {}, "some": PATCHES[3 * d.entry["option"] + d.number(0, 2)]} if not d.entry["numbers"] else OMIT
)
drawn("options.NAME.values", chance=100)(lambda d: d.pick(["2 to 4", "4 or 8"]) if d.entry["numbers"] else OMIT)
drawn("options.NAME.sets", chance=100)(
    lambda d: ("game.deals", "counters.last_trick")[d.entry["option"]] if d.entry["numbers"] else OMIT
)
drawn("options.NAME.only_if", chance=30)(
    lambda d: {"option 0": "some"} if d.entry["option"] and not d.entry.get("numbers") else OMIT
)

# ---- whole files --------------------------------------------------------------------------------------

FREE = ("auction", "trump", "exchange", "bury", "widow", "redraw", "ask", "meld", "stock", "play", "score", "game")
"""Sections that a file over a base says a part of."""
TABLES = ("melds", "calls", "outcomes", "payments", "ledgers", "counters", "options", "players", "deck")
"""Tables of which such a file says some entries."""


def over_a_base(d: Drawer, name: str) -> dict[str, Any]:
    """Return a file that says a few things differently from a base."""
    plan_over(d, name)
    found: dict[str, Any] = {"variant": "drawn", "extends": name}
    for part in d.some([*FREE, *TABLES], 1, 5):
        if part in FREE and shipped(name).get(part) is None and part not in ("score", "redraw"):
            continue
        found |= section(d, Variant, only=frozenset({part}))
    for key in ("players", "deck"):
        for fixed in ("seats", "sides", "ranks", "copies", "suits", "at_table", "sit_out"):
            if key in found and fixed in found[key]:
                del found[key][fixed]
    for key in ("melds", "outcomes", "calls"):
        if key in found:
            kept = d.some(list(found[key]), 1, 3)
            found[key] = {entry: said for entry, said in found[key].items() if entry in kept and said}
    return {key: said for key, said in found.items() if said not in ({}, None)}


def rules_of(entropy: bytes) -> dict[str, Any]:
    """Return a random variant as keys and values: over a shipped file, or from scratch."""
    d = Drawer(entropy)
    if d.chance(40):
        return over_a_base(d, d.pick(sorted(shipped_names())))
    plan(d)
    rules = {"variant": "drawn", **section(d, Variant)}
    if d.phases != PHASE_NAMES:
        rules["phases"] = list(d.phases)
    _lead_somewhere(d, rules)
    return rules


def _lead_somewhere(d: Drawer, rules: dict[str, Any]) -> None:
    """Make a ruling of each row that nothing leads to."""
    led = {call.get("then") for call in rules.get("calls", {}).values()} | {rules.get("trump", {}).get("lacking")}
    for name in d.rows:
        if d.entry.get(name) == "named" and name not in led:
            rules["outcomes"][name]["ruling"] = True


def files() -> st.SearchStrategy[dict[str, Any]]:
    """Return random variants."""
    return st.binary(min_size=ENTROPY, max_size=ENTROPY).map(rules_of)


def text_of(rules: Mapping[str, Any]) -> str:
    """Return a file's text."""
    return str(yaml.safe_dump(dict(rules), allow_unicode=True, sort_keys=False, width=10_000))


def keys_said(rules: Mapping[str, Any]) -> set[str]:
    """Return the keys of the model that a file says."""
    found: set[str] = set()

    def walk(said: object, keys: tuple[Any, ...]) -> None:
        if not isinstance(said, dict):
            return
        known = {key.path[-1]: key for key in keys}
        for name, value in said.items():
            key = known.get("caller of NAME" if str(name).startswith("caller of ") else str(name))
            if key is None:
                continue
            found.add(key.name)
            deeper = below(key)
            table = bool(deeper) and deeper[0].path[len(key.path)] == "NAME"
            for inner in value.values() if table and isinstance(value, dict) else [value]:
                walk(inner, deeper)

    walk(rules, keys_of(Variant))
    return found

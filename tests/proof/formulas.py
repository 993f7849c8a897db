"""Random phrases of the grammar: formulas of a type, sets and groups of cards, words for players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import define, field

from pinochle_dsl.expressions import COMPARISONS, FUNCTIONS
from pinochle_dsl.model import Type
from pinochle_dsl.names import LEAD_FLAGS, MUST_FLAGS, NAMES, OF_WHOM, SEATS, SUIT_NAMES, Moment

if TYPE_CHECKING:
    from collections.abc import Sequence

DEEPEST = 2
"""How deep formulas are drawn."""
PRIVATE = ("best_meld",)
"""Figures that a hand alone decides: nobody asks for those of somebody else."""


@define
class Drawer:
    """Draws one file, and knows what has been decided about it so far."""

    entropy: bytes
    """Where choices come from, a byte each: one value of Hypothesis is all of a file, so that files differ widely
    (it likes to change one of many small values, and leave the others), and smaller bytes are simpler files."""
    at: int = 0
    seats: int = 4
    sides: int | str = 2
    unit: int = 1
    step: int = 1
    """What bids and melds are said in: ones or tens of the file's unit, as its card points are."""
    all_counters: int = 0
    ranks: tuple[str, ...] = ("A", "10", "K", "Q", "J", "9")
    suits: tuple[str, ...] = ("♠", "♥", "♦", "♣")
    copies: int = 2
    hand: int = 12
    widow: int = 0
    rest: str | None = None
    turn_up: str | None = None
    build: bool = False
    auction: bool = True
    summed: bool = False
    with_suit: bool = False
    trump_by: str = "declarer"
    turns: str = "at once"
    meld_from: str = "hand"
    people: int = 0
    phases: tuple[str, ...] = ()
    melds: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()
    rows: tuple[str, ...] = ()
    ledgers: tuple[str, ...] = ()
    joint: tuple[str, ...] = ()
    currency: str = "points"
    spans: tuple[int, ...] = ()
    patched: bool = False
    """The file builds on a base, so that nothing need be said."""
    entry: dict[str, Any] = field(factory=dict)
    """What is decided about the entry of a table that is being drawn."""

    # ---- choices

    def chance(self, percent: int) -> bool:
        """Return whether something of this chance happens."""
        return self.number(1, 100) > 100 - percent

    def pick(self, items: Sequence[Any]) -> Any:  # noqa: ANN401 - one of the items
        """Return one of the items; the first ones are the simplest."""
        return items[self.number(0, len(items) - 1)]

    def number(self, low: int, high: int) -> int:
        """Return a whole number."""
        self.at += 1
        return low + self.entropy[self.at % len(self.entropy)] % (high - low + 1)

    def some(self, items: Sequence[Any], least: int, most: int) -> list[Any]:
        """Return so many of the items, each once, in any order."""
        left = list(items)
        count = min(len(left), self.number(least, max(least, most)))
        return [left.pop(self.number(0, len(left) - 1)) for _ in range(count)]

    # ---- facts

    @property
    def stock(self) -> bool:
        """Whether cards are drawn from a stock."""
        return self.rest == "stock"

    @property
    def pairs(self) -> bool:
        """Whether a declarer has a partner."""
        fixed = isinstance(self.sides, int) and self.seats > self.sides
        return self.auction and (fixed or str(self.sides).startswith("declarer and"))

    @property
    def over_time(self) -> bool:
        """Whether melds are laid one after another."""
        return self.turns != "at once"

    # ---- cards

    def rank(self) -> str:
        """Return a rank of the deck."""
        return str(self.pick(self.ranks))

    def card(self) -> str:
        """Return a card of the deck."""
        return self.rank() + str(self.pick(self.suits))

    def suit(self) -> str:
        """Return a suit as it may be written."""
        return str(self.pick(self.suits))

    def cards(self, *words: str) -> str:
        """Return a set of cards; further words may be said at its place."""
        ranks = " ".join(self.some(self.ranks, 1, 3))
        plain = [ranks, f"{ranks} of {self.suit()}", self.card(), "counters", "any card", *words]
        if self.trump_by != "nobody":
            plain += [f"{self.rank()} of trump", "trump", "plain suits"]
        one = str(self.pick(plain))
        if one != "any card" and one not in words and self.chance(15):
            return f"all but {one}"
        return f"{one}, {self.pick(plain)}" if self.chance(20) else one

    def group(self, most: int = 2) -> str:
        """Return cards together that the deck can make, mostly."""
        ranks = " ".join(
            (f"{self.number(1, self.copies)}x " if self.chance(15) else "") + rank
            for rank in self.some(self.ranks, 1, 5)
        )
        ways = [f"{ranks} of {word}" for word in ("a plain suit", "any suit", f"{self.suit()}")]
        if self.trump_by != "nobody":
            ways.append(f"{ranks} of trump")
        ways += [
            f"{self.rank()} of every suit",
            f"{self.pick(['', '2x ', '4x '])}{self.rank()}",
            " ".join(dict.fromkeys((self.card(), self.card()))),
        ]
        one = str(self.pick(ways))
        return f"{one} and {self.group(most - 1)}" if most > 1 and self.chance(10) else one

    # ---- players

    def who(self, *, one: bool = False, moment: Moment = Moment.END) -> str:
        """Return a word for players who are known at a moment."""
        words = ["dealer", "eldest", "left of dealer", "right of dealer", "2nd left of dealer"]
        if not one:
            words += ["everyone", "each", "nondealers", "opponents"]
        if self.auction and moment >= Moment.DECLARER:
            words += ["declarer", "opponent of declarer"] + (["partner"] if self.pairs else [])
            words += [] if one else ["declarers", "defenders"]
        if moment >= Moment.PLAY:
            words += ["leader", "trick winner"] + (["trick loser"] if self.seats == 2 else [])
        if moment >= Moment.END:
            words += ["last trick winner"] + ([] if one else ["winner", "losers"])
        return str(self.pick(words))

    # ---- formulas

    def formula(self, kind: Type, moment: Moment, *extra: str, depth: int = DEEPEST) -> str:
        """Return a formula of a type out of what is known at a moment."""
        if kind is Type.TRUTH:
            return self.truth(moment, *extra, depth=depth)
        return self.amount(kind, moment, *extra, depth=depth)

    def names(self, kind: Type, moment: Moment, *extra: str) -> list[str]:
        """Return names of a type that are known at a moment, also those of somebody else."""
        absent = {"bid", "nobody_bid", "round", "own_bids", "declarer"} if not self.auction else set()
        absent |= {"trump"} if self.trump_by == "nobody" else set()
        own = self.currency != "points"
        found = [
            name
            for name, known in NAMES.items()
            if (known.moment <= moment or name in extra)
            and name not in absent
            and (Type.COUNT if own and known.currency else known.type) is kind
        ]
        if kind is Type.COUNT and moment > Moment.ALWAYS:
            found += self.ledgers
        if kind is Type.SEAT:
            found += [n for n in SEATS if OF_WHOM[n][1] <= moment and (n != "partner" or self.pairs)]
        others = [w for w, (_, at) in OF_WHOM.items() if at <= moment and self._there(w)]
        if others and found and moment > Moment.ALWAYS and kind in (Type.POINTS, Type.COUNT):
            name = self.pick(found)
            if name not in PRIVATE and (name not in NAMES or NAMES[name].moment > Moment.ALWAYS):
                found.append(f"{self.pick(others)}.{name}")
        return found

    def _there(self, word: str) -> bool:
        if word == "partner":
            return self.pairs
        return self.auction or word not in ("declarer", "declarers", "defenders", "opponent_of_declarer")

    def amount(self, kind: Type, moment: Moment, *extra: str, depth: int = DEEPEST) -> str:
        """Return a number: points or a count."""
        steps = (0, 1, 2, 5, 10, 25, 40)
        scale = self.step if kind is Type.POINTS else 1
        literal = str(self.pick(steps) * scale)
        names = self.names(kind, moment, *extra)
        if depth == 0 or self.chance(25):
            return str(self.pick([literal, *names]))
        again = lambda: self.amount(kind, moment, *extra, depth=depth - 1)  # noqa: E731 - drawn only where wanted
        form = self.number(0, 11)
        if form == 0 and moment > Moment.ALWAYS:
            return f"({again()} if {self.truth(moment, *extra, depth=depth - 1)} else {again()})"
        if form == 1 and moment > Moment.ALWAYS:
            of = self.pick(self.names(Type.COUNT, moment, *extra))
            return f"{self.number(1, 5) * scale} * {of}"
        if form == 2 and names:
            return f"band({self.pick(names)}, {5 * scale}: {literal}, {20 * scale}: {again()})"
        if form == 3:
            return f"{self.pick(['min', 'max'])}({again()}, {again()})"
        if form == 4:
            function = self.pick([name for name in FUNCTIONS if name.startswith("round")])
            return f"{function}({again()}, {self.pick([2, 5, 10])})"
        if form == 5:
            return f"abs({again()})"
        if form == 6:
            return f"({again()}) / {self.pick([2, 3, 10])}"
        if form == 7 and kind is Type.COUNT and moment > Moment.ALWAYS:
            points = self.pick(self.names(Type.POINTS, moment, *extra))
            return f"{self.pick(['per', 'per_part'])}({points}, {self.pick([5, 10, 100])})"
        if form == 8 and kind is Type.COUNT and moment > Moment.ALWAYS:
            if not self.build and self.chance(15):
                return "count(dealt cards)"
            return f"{self.pick(['count', 'taken'] if moment >= Moment.PLAY else ['count'])}({self.cards()})"
        if form == 9 and self.melds and moment >= Moment.MELD:
            return f"{'meld_of' if kind is Type.POINTS else 'melded'}({self.pick(self.melds)})"
        return f"{again()} {self.pick(['+', '-'])} {again()}"

    def truth(self, moment: Moment, *extra: str, depth: int = DEEPEST) -> str:
        """Return a condition."""
        form = self.number(0, 12)
        if depth > 0 and form < 3:
            again = lambda: self.truth(moment, *extra, depth=depth - 1)  # noqa: E731 - drawn only where wanted
            return f"not ({again()})" if form == 0 else f"({again()} {('or', 'and')[form - 1]} {again()})"
        if form == 3 and self.turn_up:
            return f"turned({self.cards()})"
        if form == 4:
            return f"holds({self.group()})"
        if form == 5 and self.calls:
            return f"{self.pick(['called', 'own_called'])}({self.pick(self.calls)})"
        if form == 6 and self.rows and moment >= Moment.END:
            return f"outcome({self.pick(self.rows)})"
        if form == 7 and (places := self.names(Type.SEAT, moment, *extra)):
            return f"{self.pick(places)} {self.pick(['=', '!='])} dealer"
        if form == 8 and (suits := self.names(Type.SUIT, moment, *extra)):
            return f"{self.pick(suits)} {self.pick(['=', '!='])} {self.pick(list(SUIT_NAMES))}"
        if form == 9:
            return f"odd({self.pick(self.names(Type.COUNT, moment, *extra))})"
        if form == 10 and (truths := self.names(Type.TRUTH, moment, *extra)):
            return str(self.pick(truths))
        kind = self.pick([Type.COUNT, Type.POINTS])
        left, right = (self.amount(kind, moment, *extra, depth=max(0, depth - 1)) for _ in range(2))
        return f"{left} {self.pick(list(COMPARISONS))} {right}"

    def duty(self, *, lead: bool) -> str:
        """Return one duty of a player."""
        tasks = [f"play {self.cards()}", f"avoid {self.cards()}", "trump"]
        if not lead:
            tasks = ["follow suit", "beat", "beat the suit led", *tasks]
        task = str(self.pick(tasks))
        if self.chance(35):
            flags = LEAD_FLAGS if lead else MUST_FLAGS
            when = self.pick([*flags, f"{self.pick(flags)} and not {self.pick(flags)}", f"{flags[0]} or {flags[1]}"])
            task += f" {self.pick(['when', 'unless'])} {when}"
        return task

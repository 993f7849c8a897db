"""What a rule sheet knows about its game: figures that follow from the file, and words for its formulas."""

from __future__ import annotations

from functools import cached_property
from math import gcd
from typing import TYPE_CHECKING

from attrs import define, field, frozen

from pinochle_dsl.compiling.base import DEFAULT_PHASES, Builder
from pinochle_dsl.compiling.cards import compile_cards, compile_trump_points, empty_cards, spans
from pinochle_dsl.explaining.faces import SUITS
from pinochle_dsl.explaining.literals import Typing, shown, subtrees
from pinochle_dsl.explaining.nouns import Table
from pinochle_dsl.explaining.people import Person, person, who
from pinochle_dsl.explaining.words import Words
from pinochle_dsl.expressions import Context
from pinochle_dsl.findings import Findings
from pinochle_dsl.layers import Merger
from pinochle_dsl.model import Phrase, Slot, Type, Variant
from pinochle_dsl.nodes import Mapping, Node, is_null
from pinochle_dsl.structure import structure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from pinochle_dsl.loading import LoadedVariant
    from pinochle_dsl.patterns import Cards
    from pinochle_dsl.syntax import Tree

EXPRESSION = Slot("expression")

FIRST = "first player (by the seats)"
"""Who of a side is asked for figures of his own where he is not known otherwise."""


@frozen
class Line:
    """One rule in words, and the keys of the file that it states."""

    text: str
    keys: tuple[str, ...] = ()
    shape: str = "sentence"
    """`sentence` in a paragraph, `bullet`, `row` of a table, `table` its head, `item` of a numbered list."""
    spoken: str = ""
    """The rule as a sentence of its own, where `text` is a row of a table."""

    @property
    def alone(self) -> str:
        """The rule as it reads outside of the sheet."""
        return self.spoken or self.text


Lines = "Iterator[Line]"


@define(slots=False)
class Facts:
    """A game as the sheet sees it."""

    model: Variant
    root: Mapping
    """The merged tree of the file, options decided."""
    file: str
    """Name of the file itself, as its nodes know it."""
    players: int | None = None
    """The number of players chosen, if the file offers several."""
    merger: Merger = field(factory=Merger)
    under_contract: bool = False
    """Whether this is a game as a call changes it; then no call is told to change it again."""
    removed: frozenset[str] = frozenset()
    """Phases that a call does away with."""
    numbers: tuple[str, ...] = ()
    """The numbers of players that the file offers, if several."""

    @classmethod
    def of(cls, handle: LoadedVariant) -> Facts:
        """Return the facts of a loaded variant."""
        chosen = handle.chosen.get("players", "")
        numbers = next((option.choices for option in handle.options if option.name == "players"), ())
        return cls(
            handle.model,
            handle._resolved.root,  # noqa: SLF001 - the tree that `plain` is made of
            handle.file,
            int(chosen) if chosen.isdigit() else None,
            numbers=numbers,
        )

    def patched(self, patch: Mapping) -> Facts | None:
        """Return the game under the patch of a call: a contract of another kind."""
        merged = self.merger.merge(self.root, patch)
        removed = frozenset(name for name, entry in patch.entries.items() if is_null(entry.value))
        assert isinstance(merged, Mapping)
        unit = merged.get("unit")
        value = getattr(unit, "value", None)
        model = structure(merged, value if type(value) is int else 1, Findings())
        if model is None:
            return None
        return Facts(model, merged, self.file, self.players, self.merger, True, removed, self.numbers)

    def node(self, *path: str) -> Node | None:
        """Return what the merged file says at a path."""
        node: Node | None = self.root
        for step in path:
            node = node.get(step) if isinstance(node, Mapping) else None
        return node

    # ---- figures -------------------------------------------------------------------------------

    @cached_property
    def seats(self) -> int:
        """Active players."""
        offered = spans(self.model.players.seats)
        return self.players if self.players in offered else offered[0]

    @cached_property
    def _build(self) -> Builder:
        findings = Findings()
        bare = empty_cards(self.model, findings)
        build = Builder(self.model, self.seats, Context(cards=bare, seats=self.seats), findings)
        build.context.cards = compile_cards(build, bare)
        return build

    @property
    def cards(self) -> Cards:
        """The deck."""
        return self._build.context.cards

    def count(self, phrase: Phrase | None, default: int = 0) -> int:
        """Return the value of a formula that is fixed when the file is compiled."""
        return self._build.number(phrase, Type.COUNT, ()) if phrase is not None else default

    def points(self, phrase: Phrase | None, default: int = 0) -> int:
        """Return the value of a points formula that is fixed when the file is compiled."""
        return self._build.number(phrase, Type.POINTS, ()) if phrase is not None else default

    @cached_property
    def hand(self) -> int:
        """Cards dealt to each."""
        return self.count(self.model.deal.cards)

    @cached_property
    def deck_size(self) -> int:
        """Cards in the deck."""
        return sum(self.cards.copies)

    @cached_property
    def widow(self) -> int:
        """Cards laid aside for the widow."""
        if self.model.deal.rest == "widow":
            return self.deck_size - self.seats * self.hand
        return self.count(self.model.deal.widow)

    @cached_property
    def tricks(self) -> int:
        """Tricks of a deal."""
        if self.model.deal.rest == "stock":
            return (self.deck_size - self.widow) // self.seats
        return self.hand + min(self.shares, default=0)

    @property
    def shares(self) -> tuple[int, ...]:
        """Cards of a widow that is shared out: those of the declarer, and of each other player."""
        split = self.model.widow.split if self.model.widow is not None else None
        return () if split is None or not self.widow else (split.get("declarer", 0), split.get("defenders", 0))

    @property
    def taker(self) -> Person:
        """Who takes the widow."""
        widow = self.model.widow
        return self.who(widow.to if widow is not None else None, "declarer" if self.model.auction else "bank")

    @cached_property
    def buried(self) -> int:
        """Cards that are buried: what one player has taken more than the others."""
        if self.shares:
            return max(self.shares[0] - self.shares[1], 0)
        return 0 if self.taker.text in ("the winner of the last trick", "the bank") else self.widow

    @property
    def burier(self) -> Person:
        """Who lays cards away: who took the widow, or the declarer where it was shared out."""
        return self.who(None, "declarer") if self.shares else self.taker

    @cached_property
    def card_total(self) -> int:
        """Card points in the deck, one suit being trump where that matters."""
        points = self.trump_points or self.cards.points
        return sum(value * count for value, count in zip(points, self.cards.copies, strict=False))

    @cached_property
    def trump_points(self) -> tuple[int, ...]:
        """Points of each card under each trump, the first suit first; nothing where they are always the same."""
        return compile_trump_points(self._build)

    @cached_property
    def last_trick(self) -> int:
        """Points for the last trick."""
        return self.points(self.model.counters.last_trick)

    @cached_property
    def all_counters(self) -> int:
        """All that the tricks can bring."""
        return (self.card_total + self.last_trick) // max(self.count(self.model.counters.per, 1), 1)

    @cached_property
    def suits(self) -> str:
        """Suits of the deck."""
        return "".join(suit for index, suit in enumerate(SUITS) if self.cards.suit_mask(index))

    @cached_property
    def bid_step(self) -> int:
        """A number of which every bid is a multiple, as far as the numbers of the auction tell."""
        said = self.model.auction
        if said is None or said.raise_ is None:
            return 1
        lowest = _plain_values(said.minimum.tree)
        others = (said.raise_, said.opens, said.all_pass, said.last_word.raise_ if said.last_word is not None else None)
        numbers = [
            int(int(token) * phrase.scale)
            for phrase in others
            if phrase is not None
            for token in phrase.tree.scan_values(lambda token: str(token).isdigit())
        ]
        return gcd(*(int(number * said.minimum.scale) for number in lowest), *numbers) if lowest else 1

    # ---- people --------------------------------------------------------------------------------

    @property
    def pairs(self) -> bool:
        """Whether fixed sides of several players play."""
        return isinstance(self.model.players.sides, int) and self.model.players.sides < self.seats

    @property
    def accounts(self) -> int:
        """How many scores are kept."""
        return self.model.players.sides if isinstance(self.model.players.sides, int) else self.seats

    @property
    def side(self) -> str:
        """What an account is called."""
        return "side" if self.pairs else "player"

    @property
    def formed(self) -> bool:
        """Whether sides form in the deal, of players who have each an account of their own."""
        return str(self.model.players.sides).startswith("declarer")

    @property
    def staked(self) -> bool:
        """Whether the file says what a stake is worth."""
        return self.model.score is not None and self.model.score.stake is not None

    @property
    def each_side(self) -> Person:
        """Whose tricks, meld and counters are meant where every account, or every player, is asked."""
        return Person("that player's side" if self.formed else f"that {self.side}")

    @property
    def each_player(self) -> Person:
        """Whose own figures are meant where every account is asked: of a side, one of its players."""
        if not self.pairs:
            return Person("that player")
        first = f"that side's {FIRST}"
        return Person(f"that side's declarer, or else {first}," if self.model.auction is not None else first)

    def one_of(self, somebody: Person, word: str) -> tuple[Person, Person]:
        """Return whose figures, and whose own, are meant where the accounts of some players are asked."""
        if word == "everyone":
            return self.each_side, self.each_player
        if self.pairs:
            declaring = word in ("declarer", "partner", "declarers")
            side = self.person("declarers") if declaring else Person(f"{somebody.possessive} side")
            if word in ("defenders", "opponents", "losers", "nondealers"):
                side = somebody if self.accounts == 2 and not somebody.plural else self.each_side
            return side, self.person("declarer") if declaring else Person(f"{side.possessive} {FIRST}")
        if word in ("declarers", "defenders") and self.formed:
            return somebody, Person("that defender") if word == "defenders" else Person("that player")
        if somebody.plural:
            return self.each_side, Person("that player")
        return Person(f"{somebody.possessive} side") if self.formed and word != "declarer" else somebody, somebody

    def person(self, word: str) -> Person:
        """Return who a word means in this game."""
        return person(word, self.model, self.seats)

    def who(self, phrase: Phrase | None, default: str) -> Person:
        """Return who a phrase names, or the default."""
        return self.person(default) if phrase is None else who(phrase.tree, self.model, self.seats)

    @cached_property
    def phases(self) -> tuple[str, ...]:
        """Phases in their order."""
        return self.model.phases or tuple(phase.value for phase in DEFAULT_PHASES)

    @cached_property
    def played(self) -> tuple[str, ...]:
        """Phases that this game has, in their order."""
        model = self.model
        has = {
            "deal": True,
            "auction": model.auction is not None,
            "widow": self.widow > 0,
            "trump": model.auction is not None or model.trump is not None,
            "exchange": model.exchange is not None,
            "ask": model.ask is not None,
            "redraw": model.redraw is not None,
            "bury": self.buried > 0,
            "meld": bool(model.melds),
        }
        return tuple(phase for phase in self.phases if has.get(phase, True))

    def comes_before(self, one: str, other: str) -> bool:
        """Return whether one phase comes before another."""
        phases = self.phases
        return one in phases and other in phases and phases.index(one) < phases.index(other)

    # ---- formulas ------------------------------------------------------------------------------

    @cached_property
    def typing(self) -> Typing:
        """Types of names of this game."""
        return Typing(tuple(self.model.ledgers), self.currency)

    @property
    def currency(self) -> Type:
        """Type of what decides the game."""
        return Type.POINTS if self.model.game.ledger == "points" else Type.COUNT

    def words(self, phrase: Phrase, want: Type, side: Person | str = "", player: Person | str = "") -> Words:
        """Return the printer of a formula, speaking of a side and of a player."""
        table = Table(
            self.model,
            self.seats,
            shown(self.all_counters) if self.all_counters else "",
            shown(self.tricks),
            self.model.deck.names,
            _person(side) or Person(f"the {self.side}"),
            _person(player) or _person(side) or Person("the player"),
            self.bid_step,
        )
        return Words(table, self.typing.points_of(phrase, EXPRESSION, want), phrase.scale)

    def clause(self, phrase: Phrase, side: Person | str = "", player: Person | str = "", *, holds: bool = True) -> str:
        """Return a condition in words."""
        return self.words(phrase, Type.TRUTH, side, player).clause(phrase.tree, holds=holds)

    def noun(self, phrase: Phrase, want: Type = Type.POINTS, side: Person | str = "") -> str:
        """Return a number in words."""
        return self.words(phrase, want, side).noun(phrase.tree).text

    def gain(
        self, phrase: Phrase, verbs: tuple[str, str] = ("", "lose"), asked: tuple[Person | str, Person | str] = ("", "")
    ) -> str:
        """Return what an account gets, in words; `verbs` say that it gets and that it loses."""
        return self.words(phrase, self.currency, *asked).gain(phrase.tree, verbs)

    def asks_own(self, phrase: Phrase | None) -> bool:
        """Return whether a formula asks for the figures of one player of a side of several."""
        if phrase is None or not self.pairs:
            return False
        names = phrase.tree.find_pred(lambda tree: tree.data == "name")
        return any(str(tree.children[0]).startswith("own_") for tree in names) or any(
            phrase.tree.find_data("own_called")
        )

    def scaled(self, phrase: Phrase, text: object) -> str:
        """Return a points literal of an auction phrase in the game's unit."""
        return shown(int(str(text)) * phrase.scale)


def _person(said: Person | str) -> Person | None:
    return said if isinstance(said, Person) else Person(said) if said else None


def _plain_values(tree: Tree) -> list[int]:
    """Return the numbers among which a formula chooses; none if it reckons."""
    if tree.data == "number":
        return [int(str(tree.children[0]))]
    if tree.data != "choose":
        return []
    value, _, other = subtrees(tree)
    one, another = _plain_values(value), _plain_values(other)
    return one + another if one and another else []


def constant(phrase: Phrase) -> bool:
    """Return whether a formula is a bare number."""
    return phrase.tree.data == "number"


def joined(*parts: Iterable[Line]) -> Iterator[Line]:
    """Yield the lines of several parts."""
    for part in parts:
        yield from part

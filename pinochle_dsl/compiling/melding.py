"""Compiles the melds and how they are laid."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from interpreter.codes import NO_TRUMP, Who
from interpreter.program import Meld, MeldEntry, Phase
from pinochle_dsl.expressions import names_of
from pinochle_dsl.findings import Severity
from pinochle_dsl.house_names import HouseNames
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import Moment, who
from pinochle_dsl.patterns import SUIT_LETTERS, Family, PatternError, families
from pinochle_dsl.suggest import nearest

if TYPE_CHECKING:
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Path
    from pinochle_dsl.model import MeldEntry as Said
    from pinochle_dsl.patterns import Cards
    from pinochle_dsl.syntax import Tree

TRICK_BY_TRICK = ("one per trick won", "several per trick won")
MOST_TIMES = 100
"""Largest number that `limit` and `wins_game` may have."""
MOST_FORMS = 5_000
"""Ways to form one meld under one trump."""
MOST_TOO_LARGE = 3
"""Melds of too many forms after which no more are tried: each takes its time."""


def compile_meld(build: Builder) -> Meld | None:
    """Return how melds are laid; none where there are no melds."""
    said = build.model.meld
    if not build.model.melds or "meld" in build.removed:
        return None
    if said is None:
        return Meld()
    if said.from_ == "tricks":
        _check_tricks(build, said.turns)
    if said.turns in TRICK_BY_TRICK and build.model.stock is None:
        build.findings.add(
            "PIN405", ("meld", "turns"), "melding trick by trick needs a stock", "say `stock:`, or meld `at once`"
        )
    over_time = said.turns != "at once"
    scope = build.scope("in a floor", Moment.END)
    return Meld(
        turns=said.turns,
        by=(build.who(said.by, ("meld", "by")),) if said.by is not None else (),
        floor=build.code(said.floor, Type.POINTS, scope, ("meld", "floor")),
        saved_by=build.code(said.saved_by, Type.TRUTH, build.scope("there", Moment.END), ("meld", "saved_by")),
        shown=said.shown,
        new_card=said.new_card and over_time,
        again=said.again and over_time,
        from_tricks=said.from_ == "tricks",
    )


def _check_tricks(build: Builder, turns: str) -> None:
    """Refuse melds made of tricks before there are tricks."""
    if turns != "at once":
        build.findings.add(
            "PIN405", ("meld", "from"), "melds made of tricks won are laid after the play", "say `turns: at once`"
        )
    phases = build.phases
    if Phase.MELD in phases and Phase.PLAY in phases and phases.index(Phase.MELD) < phases.index(Phase.PLAY):
        build.findings.add(
            "PIN405",
            ("meld", "from"),
            "nobody has won a trick when melds are laid",
            "put the meld behind the play: `phases: [deal, auction, trump, play, meld, score]`",
        )


def class_names(build: Builder) -> tuple[str, ...]:
    """Return the names of all classes, in order of first use; a meld without one is its own."""
    names: dict[str, None] = {}
    for name, said in build.model.melds.items():
        names.update(dict.fromkeys(_classes(name, said)))
    return tuple(names)


def _classes(name: str, said: Said) -> tuple[str, ...]:
    if said.class_ is None:
        return (f"{name} alone",)
    return (said.class_,) if isinstance(said.class_, str) else said.class_


def compile_melds(build: Builder, classes: tuple[str, ...]) -> tuple[MeldEntry, ...]:
    """Return every meld with its forms and values under each trump."""
    names = build.context.melds
    only = build.model.meld.only if build.model.meld is not None else None
    over_time = build.model.meld is not None and build.model.meld.turns != "at once"
    by_marriage = build.model.trump is not None and build.model.trump.by == "first marriage"
    for side, listed in (only or {}).items():
        for index, name in enumerate(listed):
            build.reference(name, names, "meld", ("meld", "only", side, index))
    entries = []
    for name, said in build.model.melds.items():
        path: Path = ("melds", name)
        if said.cards is None and said.if_ is None:
            others = [other for other, meld in build.model.melds.items() if meld.cards is not None]
            near = nearest(name[:60], others, cutoff=0.75)
            hint = f"did you mean '{near}'?" if near else "say its `cards`, or when it counts with `if`"
            build.findings.add("PIN407", path, "this meld has no cards", hint, on_key=True)
            continue
        forms = tuple(_forms(build, said, trump, path) for trump in range(5))
        if not any(forms) and not build.findings.errors:
            build.findings.add(
                "PIN402", (*path, "cards"), f"the deck cannot make `{name}`", "check the copies of each card in `deck`"
            )
        by = (build.who(said.by, (*path, "by")),) if said.by is not None else _by_side(name, only)
        scope = build.scope("in a meld's condition", Moment.PLAY if over_time else Moment.TRUMP)
        for key, value in (("excludes", said.excludes), ("reuses", said.reuses)):
            for index, other in enumerate(value or ()):
                build.reference(other, names, "meld", (*path, key, index))
        for key, number in (("limit", said.limit), ("wins_game", said.wins_game)):
            if number is not None and not 1 <= number <= MOST_TIMES:
                build.findings.add("PIN310", (*path, key), f"a meld laid {number} times", f"write 1 to {MOST_TIMES}")
        if said.swaps and said.cards is None:
            build.findings.add(
                "PIN407",
                path,
                "which card takes the place of the turn-up?",
                "say the `cards` of this meld",
                on_key=True,
            )
        if over_time and isinstance(said.points, tuple) and len(said.points) > 1:
            build.findings.add(
                "PIN417",
                (*path, "points"),
                "here melds are laid one after another, and each counts the first of these values",
                "write one number; a double that is worth more is a meld of its own, which `reuses` the single one",
                severity=Severity.WARNING,
            )
        if said.swaps and build.model.deal.turn_up != "next card":
            build.findings.add("PIN405", (*path, "swaps"), "there is no turn-up under a stock to take")
        entries.append(
            MeldEntry(
                name=name,
                classes=tuple(classes.index(one) for one in _classes(name, said)),
                forms=forms,
                points=_points_by_trump(build, said, (*path, "points")),
                by=by,
                condition=build.code(said.if_, Type.TRUTH, scope, (*path, "if")),
                swaps=said.swaps is not None,
                reuses=tuple(names.index(other) for other in said.reuses or () if other in names),
                excludes=tuple(names.index(other) for other in said.excludes or () if other in names),
                free=said.free,
                limit=min(max(said.limit or 0, 0), MOST_TIMES),
                wins_game=min(max(said.wins_game or 0, 0), MOST_TIMES),
                names_trump=by_marriage and _names_trump(build, forms),
            )
        )
    return tuple(entries)


def _by_side(name: str, only: object) -> tuple[int, ...]:
    """Return who may lay a meld, given the melds that each side is limited to."""
    if not isinstance(only, dict):
        return ()
    allowed = {side: name in listed for side, listed in only.items()}
    sides = {"declarers": Who.DECLARERS, "defenders": Who.DEFENDERS}
    may = [who(kind) for side, kind in sides.items() if allowed.get(side, True)]
    return () if len(may) == len(sides) else tuple(may or [who(Who.BANK)])


def _forms(build: Builder, said: Said, trump: int, path: Path) -> tuple[Family, ...]:
    """Return the families of a meld under one trump."""
    cards = said.cards
    if cards is None:
        return ((0, ((),)),)
    if isinstance(cards, Phrase):
        return _families(build, cards, trump, (*path, "cards"))
    names = HouseNames.of(build.model.deck.names)
    for said_suit, phrase in cards.items():
        suit = names.sign(said_suit)
        if suit not in SUIT_LETTERS and suit != "none":
            build.findings.add(
                "PIN107",
                (*path, "cards", said_suit),
                f"`{said_suit}` is no suit",
                "write spades, hearts, diamonds, clubs",
                on_key=True,
            )
        elif (NO_TRUMP if suit == "none" else SUIT_LETTERS[suit]) == trump:
            return _families(build, phrase, trump, (*path, "cards", said_suit))
    return ()


def _families(build: Builder, phrase: Phrase, trump: int, path: Path) -> tuple[Family, ...]:
    told = {item.path for item in build.findings.items if item.code == "PIN304" and item.path[0] == "melds"}
    if path in told or len(told) >= MOST_TOO_LARGE:
        return ()
    try:
        return _kept_families(phrase.tree, build.context.cards, trump)
    except PatternError as error:
        if (error.code, path) not in {(item.code, item.path) for item in build.findings.items}:
            build.findings.add(error.code, path, error.message, error.hint, start=error.start, end=error.end)
        return ()


@lru_cache(maxsize=512)
def _kept_families(tree: Tree, cards: Cards, trump: int) -> tuple[Family, ...]:
    """Return the families of a meld under one trump, which are the same whatever else the options change."""
    found = families(tree, cards, trump)
    if sum(len(ways) for _, ways in found) > MOST_FORMS:
        raise PatternError("PIN304", "this meld can be formed in too many ways", "name the suits")
    return found


def _names_trump(build: Builder, forms: tuple[tuple[Family, ...], ...]) -> bool:
    """Tell whether a meld is one of trump with a marriage in it, which may name trump."""
    cards = build.context.cards
    if forms[NO_TRUMP] or "K" not in cards.ranks or "Q" not in cards.ranks:
        return False
    size, pair = len(cards.ranks), {cards.ranks.index("K"), cards.ranks.index("Q")}
    ways = [(trump, way) for trump in range(4) for _, found in forms[trump] for way in found]
    return bool(ways) and all(pair <= {n % size for n, _ in way if n // size == trump} for trump, way in ways)


def _points_by_trump(build: Builder, said: Said, path: Path) -> tuple[tuple[int, ...], ...]:
    phrases = (said.points,) if isinstance(said.points, Phrase) else said.points
    if any(names_of(phrase.tree) for phrase in phrases):
        return tuple(_points(build, said, trump, path) for trump in range(5))
    return (_points(build, said, 0, path),) * 5


def _points(build: Builder, said: Said, trump: int, path: Path) -> tuple[int, ...]:
    if isinstance(said.points, Phrase):
        return (_value(build, said.points, trump, path),)
    if not said.points and trump == 0:
        build.findings.add("PIN410", path, "this meld has no value", "write its points")
    return tuple(_value(build, phrase, trump, (*path, index)) for index, phrase in enumerate(said.points)) or (0,)


def _value(build: Builder, phrase: Phrase, trump: int, path: Path) -> int:
    before = len(build.findings.items)
    value = build.number(phrase, Type.POINTS, path, trump=trump)
    if trump:  # the same mistake would be told five times
        del build.findings.items[before:]
    if value < 0:
        build.findings.add("PIN310", path, f"a meld is not worth {value}", "write 0 or more")
    return max(value, 0)


def most_made(
    melds: tuple[MeldEntry, ...],
    copies: tuple[int, ...],
    card_points: tuple[int, ...],
    trump_points: tuple[int, ...],
    last_trick: int,
    per: int,
) -> int:
    """Return a bound on what one side could make in a deal, melds and counters; no bid above it can be made."""
    kinds = range(len(copies))
    best = [max(trump_points[k :: len(copies)]) for k in kinds] if trump_points else list(card_points)
    counters = sum(points * count for points, count in zip(best, copies, strict=True))
    return max(most_meld(melds, copies) + (counters + max(last_trick, 0)) // max(per, 1), 1)


def most_meld(entries: tuple[MeldEntry, ...], copies: tuple[int, ...]) -> int:
    """Return a bound on the points that all melds of one side could come to, whatever trump is."""
    return max(sum(_most(entry, copies, trump) for entry in entries) for trump in range(5))


def _most(entry: MeldEntry, copies: tuple[int, ...], trump: int) -> int:
    total = 0
    for _, ways in entry.forms[trump]:
        if not any(ways):
            count = 1
        elif len(ways) == 1:
            count = min(copies[number] // needed for number, needed in ways[0])
        else:
            cards = {number for way in ways for number, _ in way}
            count = sum(copies[number] for number in cards) // max(1, min(sum(n for _, n in way) for way in ways))
        total += _best_split(entry.points[trump], min(count, entry.limit or 64, 64))
    return total


@lru_cache(maxsize=1024)
def _best_split(points: tuple[int, ...], count: int) -> int:
    best = [0] * (count + 1)
    for number in range(1, count + 1):
        best[number] = max(best[number - part] + points[part - 1] for part in range(1, min(number, len(points)) + 1))
        best[number] = max(best[number], best[number - 1])
    return best[count]

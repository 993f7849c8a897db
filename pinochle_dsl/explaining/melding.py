"""Chapter of the sheet: the melds, what they are worth, and how they are laid."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.explaining.faces import group_words, suit_symbol
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import Person, sentence, series, spelled, times
from pinochle_dsl.model import Meld, Phrase, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.model import MeldEntry


def melds(facts: Facts) -> Iterator[Line]:
    """The table of melds, class by class."""
    model = facts.model
    if not model.melds:
        return
    groups: dict[tuple[str, ...], list[str]] = {}
    for name, entry in model.melds.items():
        groups.setdefault(_classes(name, entry), []).append(name)
    for classes, names in sorted(groups.items(), key=lambda item: len(item[0])):
        yield Line(_heading(classes, names), (), "heading")
        yield Line("| Meld | Cards | Worth |\n| --- | --- | --- |", (), "table")
        for name in names:
            yield _row(facts, name, model.melds[name])
    for name, entry in model.melds.items():
        yield from _specials(facts, name, entry)
    yield from _reuse(facts)


def _classes(name: str, entry: MeldEntry) -> tuple[str, ...]:
    if entry.class_ is None:
        return (name,)
    return (entry.class_,) if isinstance(entry.class_, str) else entry.class_


def _heading(classes: tuple[str, ...], names: list[str]) -> str:
    if classes == tuple(names):
        return f"Class of its own: {names[0]}"
    if len(classes) > 1:
        return f"Melds of the classes {series(list(classes))} at once"
    return f"Class: {classes[0]}"


def class_words(facts: Facts, name: str, before: Facts) -> list[str]:
    """Return what a meld takes from others, the cards of its classes, where that was not so before."""
    classes = _classes(name, facts.model.melds[name])
    old = before.model.melds.get(name)
    if old is not None and _classes(name, old) == classes:
        return []
    others = [other for other, entry in facts.model.melds.items() if set(_classes(other, entry)) & set(classes)]
    if others == [name]:
        return [f"The cards of “{name}” count again in all other melds."] if old is not None else []
    word = "class" if len(classes) == 1 else "classes"
    return [f"The cards of “{name}” count in no other meld of the {word} {series(list(classes))}."]


def _row(facts: Facts, name: str, entry: MeldEntry) -> Line:
    cards, worth = cards_words(facts, entry), worth_words(facts, entry)
    called = f"{name} ({entry.called})" if entry.called else name
    keys = tuple(f"melds.{name}.{key}" for key in ("class", "cards", "points", "called"))
    return Line(
        f"| {called} | {cards or 'see below'} | {worth} |",
        keys,
        "row",
        sentence(f"{called}: {cards + ', ' if cards else ''}worth {worth}"),
    )


def cards_words(facts: Facts, entry: MeldEntry) -> str:
    """Return the cards of a meld with their symbols."""
    if entry.cards is None:
        return ""
    if isinstance(entry.cards, Phrase):
        return group_words(entry.cards.tree, facts.suits)
    return "; ".join(
        f"{group_words(phrase.tree, facts.suits)} "
        f"{'without trump' if suit == 'none' else f'with trump {suit_symbol(suit)}'}"
        for suit, phrase in entry.cards.items()
    )


def worth_words(facts: Facts, entry: MeldEntry) -> str:
    """Return what one, two, three of a meld are worth."""
    if isinstance(entry.points, Phrase):
        return facts.noun(entry.points)
    values = [facts.noun(phrase) for phrase in entry.points]
    if _over_time(facts):
        return values[0]
    return "; ".join(
        value if index == 0 else f"{spelled(index + 1)} of them {value}" for index, value in enumerate(values)
    )


def _over_time(facts: Facts) -> bool:
    """Tell whether melds are laid one after another, each for its own value."""
    return facts.model.meld is not None and facts.model.meld.turns != "at once"


def _specials(facts: Facts, name: str, entry: MeldEntry) -> Iterator[Line]:
    """What holds for one meld alone."""
    key = f"melds.{name}"
    if entry.if_ is not None:
        yield Line(f"“{name}” counts only if {facts.clause(entry.if_, 'the player')}.", (f"{key}.if",), "bullet")
    if entry.by is not None:
        yield Line(f"“{name}” may be laid only by {facts.who(entry.by, 'everyone').text}.", (f"{key}.by",), "bullet")
    if entry.cards is None and _over_time(facts):
        anew = ", each time anew" if (entry.limit or 1) > 1 else ""
        yield Line(
            f"“{name}” is shown before one plays a card{anew}; no trick need be won.", (f"{key}.cards",), "bullet"
        )
    if entry.swaps is not None:
        closed = " and is not closed" if any(c.then == "close the stock" for c in facts.model.calls.values()) else ""
        yield Line(
            f"Whoever lays “{name}” exchanges that card for the card turned up, as long as that one lies under "
            f"the stock{closed}.",
            (f"{key}.swaps",),
            "bullet",
        )
    if entry.free and facts.model.meld is not None and facts.model.meld.turns == "when led":
        yield Line(f"“{name}” is laid before leading; any card may be led after it.", (f"{key}.free",), "bullet")
    elif entry.free:
        yield Line(f"Laying “{name}” does not use up the meld of that trick.", (f"{key}.free",), "bullet")
    elif entry.swaps is not None:
        yield Line(f"Laying “{name}” uses up the meld of that trick.", (f"{key}.free",), "bullet")
    if entry.reuses is not None:
        names = series([f"“{other}”" for other in entry.reuses], "or")
        yield Line(f"“{name}” may be built on cards laid as {names}.", (f"{key}.reuses",), "bullet")
    if entry.excludes is not None:
        names = series([f"“{other}”" for other in entry.excludes], "or")
        yield Line(f"Whoever lays “{name}” cannot lay {names} in the same deal.", (f"{key}.excludes",), "bullet")
    if entry.wins_game is not None:
        yield Line(
            f"{spelled(entry.wins_game).capitalize()} of “{name}” win the game at once.",
            (f"{key}.wins_game",),
            "bullet",
        )
    if entry.limit is not None:
        yield Line(f"“{name}” counts at most {times(entry.limit)} in a deal.", (f"{key}.limit",), "bullet")


def _reuse(facts: Facts) -> Iterator[Line]:
    model = facts.model
    keys = tuple(f"melds.{name}.class" for name in model.melds)
    once = "A card may serve in melds of different classes, but only once within a class"
    doubles = not _over_time(facts) and any(
        isinstance(entry.points, tuple) and len(entry.points) > 1 for entry in model.melds.values()
    )
    replaced = "; a meld for two or more of the same stands in place of the single ones" if doubles else ""
    yield Line(f"{once}{replaced}.", keys)
    yield from _examples(facts, keys)
    over_time = model.meld is not None and model.meld.turns != "at once"
    if over_time:
        builds = any(entry.reuses for entry in model.melds.values())
        but = ", except where a meld may be built on another" if builds else ""
        yield Line(f"A card that has served in a class stays used there for the rest of the deal{but}.", keys)
    else:
        yield Line("Of all ways to lay out a hand the dearest one counts.", ("meld.turns",))
    if any(len(_classes(name, entry)) > 1 for name, entry in model.melds.items()):
        yield Line("A meld of several classes at once uses its cards up in each of them.", keys)
    yield Line(
        "Melds are made from one hand: partners cannot put their cards together."
        if facts.pairs
        else "Melds are made from one's own cards.",
        ("meld.by",),
    )


def _examples(facts: Facts, keys: tuple[str, ...]) -> Iterator[Line]:
    """Show on melds of this game how cards are used twice and how not."""
    melds = facts.model.melds
    cards = {name: cards_words(facts, entry) for name, entry in melds.items()}
    pairs = [(one, other) for one in melds for other in melds if one != other]
    for one, other in pairs:
        big, small = (cards[name].removesuffix(" of trump").split() for name in (one, other))
        shared = set(_classes(one, melds[one])) & set(_classes(other, melds[other]))
        trumps = cards[one].endswith(" of trump") and cards[other].endswith(" of trump")
        if trumps and shared and set(small) < set(big) and "and" not in big:
            yield Line(f"For example, cards that count in “{one}” do not count again in “{other}”.", keys)
            break
    for one, other in pairs:
        shared = set(_classes(one, melds[one])) & set(_classes(other, melds[other]))
        both = [card for card in cards[one].split() if card[-1] in facts.suits and card in cards[other].split()]
        if both and not shared:
            yield Line(f"But {both[0]} may count both in “{one}” and in “{other}”.", keys)
            break


def laying(facts: Facts) -> Iterator[Line]:
    """How and when melds are laid, and when they count."""
    if not facts.model.melds:
        return
    said = facts.model.meld or Meld()
    melder = facts.who(said.by, "everyone")
    yield Line(sentence(f"{melder.text} {melder.verb('melds', 'meld')}"), ("meld.by",))
    if said.first is not None:
        first = facts.who(said.first, "declarer")
        yield Line(sentence(f"{first.text} {first.verb('shows', 'show')} first"), ("meld.first",))
    yield Line(
        _turns(facts, said),
        ("meld.turns", "phases", "stock.meld") if facts.model.stock is not None else ("meld.turns", "phases"),
    )
    yield Line(
        "Melds are made from the cards won in tricks."
        if said.from_ == "tricks"
        else "Melded cards go back to the hand, or stay open on the table as part of it, and are played like "
        "the others.",
        ("meld.from",),
    )
    if said.turns != "at once":
        yield Line(
            "Each new meld needs at least one card that is not yet on the table."
            if said.new_card
            else "A new meld may be made of cards that are all on the table already.",
            ("meld.new_card",),
        )
        if said.again:
            yield Line("A meld may be formed again with a new card in place of one that was played.", ("meld.again",))
        else:
            yield Line(
                "A meld does not form again by putting a new card in place of one that was played.", ("meld.again",)
            )
    if said.only is not None:
        for side, names in said.only.items():
            limited = facts.person(side)
            yield Line(sentence(f"{limited.text} may meld nothing but {series(list(names))}"), (f"meld.only.{side}",))
    yield Line(
        {
            "cards": "Everyone sees the cards of the melds.",
            "value": "Only the value of the melds is told, not the cards.",
            "value, then cards": "First the value of the melds is told, then the cards are shown.",
            "words": "Melds are named in words; the cards are not shown.",
        }[said.shown],
        ("meld.shown",),
    )
    if said.floor is not None:
        together = "side" if facts.formed else facts.side
        yield Line(
            f"A {together} whose melds come to less than {facts.noun(said.floor, Type.POINTS)} melds nothing.",
            ("meld.floor",),
        )
    else:
        yield Line("No meld is too small to count.", ("meld.floor",))
    if said.saved_by is not None:
        if facts.asks_own(said.saved_by):  # then each player is asked, and answers for his own melds
            whose, asked, who_melds = "player", Person("that player's side"), "that player"
        else:
            whose, asked, who_melds = facts.side, facts.each_side, f"that {facts.side}"
        words = facts.clause(said.saved_by, asked, who_melds)
        yield Line(
            f"The melds of a {whose} count only if {words}; otherwise {who_melds} melds nothing.",
            ("meld.saved_by",),
        )
        if facts.comes_before("meld", "play") and any(
            call.then in facts.model.outcomes for call in facts.model.calls.values()
        ):
            yield Line("If a deal ends before the play, melds count all the same.", ("meld.saved_by",))
    else:
        yield Line("Melds count whatever is won in tricks.", ("meld.saved_by",))


def _turns(facts: Facts, said: Meld) -> str:
    stock = facts.model.stock
    draws = stock.meld if stock is not None else "before drawing"
    drawing = {
        "before drawing": ", before drawing from the stock",
        "after drawing": ", after drawing from the stock",
    }.get(draws, "")
    if said.turns == "at once":
        when = "after the play" if facts.comes_before("play", "meld") else "before the play"
        return f"All melds are laid at once, {when}."
    if said.turns == "one per trick won":
        return f"The winner of a trick may lay one meld{drawing}; once the stock is gone nobody melds any more."
    if said.turns == "several per trick won":
        return (
            f"The winner of a trick may lay any number of melds{drawing}; once the stock is gone nobody melds any more."
        )
    return (
        "A meld is announced by the leader of a trick: he holds its cards, and leads one of them. This goes on to the "
        "last trick."
        if stock is not None
        else "A meld is announced by the leader of a trick: he holds its cards, and leads one of them."
    )

"""Chapters of the sheet that move cards: widow, exchange, asking, drawing anew, burying."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.explaining.faces import card_set_words
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import how_many, sentence, series
from pinochle_dsl.model import Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.model import Phrase


def _cards(facts: Facts, phrase: Phrase) -> str:
    if facts.words(phrase, Type.COUNT).noun(phrase.tree).number is None:
        return f"{facts.noun(phrase, Type.COUNT)} cards"
    return how_many(facts.count(phrase), "card")


def widow(facts: Facts) -> Iterator[Line]:
    """Who takes the cards laid aside."""
    said = facts.model.widow
    if said is None and not facts.widow:
        return
    taker = facts.taker
    if said is not None and said.split is not None:
        parts = [
            f"{number} to {'the declarer' if side == 'declarer' else 'each other player'}"
            for side, number in said.split.items()
        ]
        yield Line(f"The widow is shared out: {series(parts)}.", ("widow.split",))
        yield from _shown(facts)
        return
    if taker.text == "the winner of the last trick":
        yield Line(
            f"The widow goes to the winner of the last trick, like cards won in it; {_lying(facts)}.",
            ("widow.to", "widow.shown"),
        )
        return
    if taker.text == "the bank":
        text = f"Nobody takes the widow; it stays where it lies and counts for nobody, and {_lying(facts)}."
        yield Line(text, ("widow.to", "widow.shown"))
        return
    when = "before naming trump" if facts.comes_before("widow", "trump") else "after naming trump"
    named = f" {when}" if facts.model.trump is None or facts.model.trump.by in (None, "declarer") else ""
    yield Line(sentence(f"{taker.text} takes the widow{named}"), ("widow.to", "phases"))
    yield from _shown(facts)


def _lying(facts: Facts) -> str:
    """Return how a widow lies that nobody takes into his hand before the end."""
    said = facts.model.widow
    return "it lies open" if said is not None and said.shown == "to all" else "nobody sees it before the end"


def _shown(facts: Facts) -> Iterator[Line]:
    said = facts.model.widow
    usual = "to all" if facts.taker.text == "the declarer" else "to nobody"
    shown = said.shown if said is not None and said.shown is not None else usual
    text = {
        "to all": "It is first shown to all",
        "to nobody": "Nobody else sees it",
        "as the declarer likes": "The declarer may show it or not",
    }[shown]
    if said is not None and said.shown_if is not None:
        yield Line(
            f"{text}, if {facts.clause(said.shown_if, facts.person('declarers'))}; otherwise it stays hidden.",
            ("widow.shown", "widow.shown_if"),
        )
    else:
        yield Line(f"{text}.", ("widow.shown",))


def exchange(facts: Facts) -> Iterator[Line]:
    """Partners pass each other cards."""
    said = facts.model.exchange
    if said is None:
        return
    cards = _cards(facts, said.cards)
    if said.among == "declarers":
        yield Line(f"The players of the declaring side pass each other {cards}.", ("exchange.cards", "exchange.among"))
    else:
        yield Line(f"The declarer and the partner pass each other {cards}.", ("exchange.cards", "exchange.among"))
    yield Line(
        {
            "partner first": "The partner passes first; the declarer looks at these cards and then passes as "
            "many back, which may be the same ones.",
            "declarer first": "The declarer passes first; the partner looks at these cards and then passes as "
            "many back, which may be the same ones.",
            "together": "All choose before they see what they get.",
        }[said.order],
        ("exchange.order",),
    )
    if said.to is not None:
        turns = " and ".join(f"to the {way}" for way in said.to)
        yield Line(
            f"Cards are passed {turns}{', by turns deal by deal' if len(said.to) > 1 else ''}.", ("exchange.to",)
        )
    if said.not_ is not None:
        yield Line(
            f"These may not be passed: {card_set_words(said.not_.tree, facts.model.deck.names, plural=True)}.",
            ("exchange.not",),
        )
    else:
        yield Line("Any card may be passed.", ("exchange.not",))
    if facts.model.auction is not None and facts.pairs:
        yield Line("The other side passes nothing.", ("exchange.among",))


def ask(facts: Facts) -> Iterator[Line]:
    """A named card is asked for."""
    said = facts.model.ask
    if said is None:
        return
    asker = facts.who(said.by, "declarer")
    cards = (
        "a card of his choice"
        if said.for_ is None or said.for_.text == "any card"
        else card_set_words(said.for_.tree, facts.model.deck.names, plural=False)
    )
    start = {
        "right": ", asking from the right on until somebody has it",
        "left": ", asking from the left on until somebody has it",
    }.get(said.from_ or "any", "")
    yield Line(sentence(f"{asker.text} asks for {cards}{start}"), ("ask.by", "ask.for", "ask.from"))
    yield Line("Whoever holds it hands it over." if said.moves else "The card stays where it is.", ("ask.moves",))
    if said.back is not None and facts.count(said.back):
        yield Line(f"In return the holder gets {_cards(facts, said.back)}.", ("ask.back",))
    if said.makes_partner:
        yield Line("The holder becomes the partner for this deal.", ("ask.makes_partner",))
    if said.if_ is not None:
        yield Line(f"This happens only if {facts.clause(said.if_, asker)}.", ("ask.if",))


def redraw(facts: Facts) -> Iterator[Line]:
    """Cards are thrown away and drawn anew."""
    said = facts.model.redraw
    if said is None:
        return
    most = f"up to {_cards(facts, said.cards)}" if said.cards is not None else "any number of cards"
    drawer = facts.who(said.by, "declarer")
    under = "; what is thrown goes under it" if facts.model.deal.rest == "stock" else ""
    draws = f"{drawer.verb('draws', 'draw')} as many from the stock{under}"
    yield Line(sentence(f"{drawer.text} may throw away {most} and {draws}"), ("redraw.by", "redraw.cards"))


def bury(facts: Facts) -> Iterator[Line]:
    """The declarer lays cards away."""
    said = facts.model.bury
    if not facts.buried:
        return
    cards = (
        _cards(facts, said.cards) if said is not None and said.cards is not None else "as many cards as were taken up"
    )
    if facts.shares:
        cards = f"{how_many(facts.buried, 'card')}, so that all have the same number again"
    when = (
        ", after the melds,"
        if facts.comes_before("meld", "bury")
        else ", before the melds,"
        if facts.model.melds
        else ""
    )
    yield Line(sentence(f"{facts.burier.text} then{when} buries {cards}, face down"), ("bury.cards", "phases"))
    if said is not None and said.not_ is not None:
        names = card_set_words(said.not_.tree, facts.model.deck.names, plural=True)
        yield Line(f"These may not be buried unless nothing else is left: {names}.", ("bury.not",))
        shown = said.if_forced == "shown"
        yield Line(
            f"Cards buried because nothing else was left {'are shown' if shown else 'need not be shown'}.",
            ("bury.if_forced",),
        )
    else:
        yield Line("Any card may be buried.", ("bury.not",))
    usual = "declarer" if facts.burier.text == "the declarer" else "who buried"
    yield Line(
        {
            "declarer": "What is buried counts for the declarer like cards won in tricks.",
            "defenders": "What is buried counts for the defenders.",
            "nobody": "What is buried counts for nobody.",
            "last trick winner": "What is buried counts for the winner of the last trick.",
            "who buried": f"What is buried counts for {facts.burier.text} like cards won in tricks.",
        }[(said.counts_for if said is not None else None) or usual],
        ("bury.counts_for",),
    )

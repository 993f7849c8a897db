"""Chapters of the sheet: in short, the cards, the deal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pinochle_dsl.checks import bid_matters
from pinochle_dsl.compiling.cards import spans
from pinochle_dsl.explaining.faces import RANK_WORDS, SUIT_WORDS, rank_letter, rank_word, suit_symbol
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import how_many, in_turn, sentence, series, spelled
from pinochle_dsl.model import Phrase

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts


def in_short(facts: Facts) -> Iterator[Line]:
    """Players, cards and aim."""
    players = facts.model.players
    seats = spelled(facts.seats).capitalize()
    if facts.pairs:
        each = facts.seats // facts.accounts
        together = "partners sit opposite each other" if each == 2 else "partners sit alternately"
        how = f"in {spelled(facts.accounts)} sides of {spelled(each)}; {together}"
    else:
        how = {
            "alone": "each for himself",
            "declarer against the rest": "one of them, the declarer, against the others in each deal",
            "declarer and partner against the rest": "the declarer and a partner against the others in each deal",
        }.get(str(players.sides), "each for himself")
    yield Line(f"{seats} play, {how}.", ("players.seats", "players.sides"))
    if facts.players is not None:
        yield Line(
            f"The game can be played by {players_text(facts)}; this sheet is for {spelled(facts.seats)}.",
            ("by_players",),
        )
    if players.partners_by is not None:
        yield Line(f"Partners are drawn: {players.partners_by}.", ("players.partners_by",))
    if players.at_table is not None:
        yield Line(_table(facts), ("players.at_table", "players.sit_out"))
    if players.idle is not None:
        share = (
            "share the result of the defenders"
            if players.idle == "with the defenders"
            else "neither win nor lose in that deal"
        )
        yield Line(f"Those who sit out {share}.", ("players.idle",))
    yield Line(f"The deck has {how_many(facts.deck_size, 'card')}.", ())
    yield Line(_aim(facts), ())


def _table(facts: Facts) -> str:
    """Return how many are at the table, and who of them sits out."""
    players = facts.model.players
    assert players.at_table is not None
    people = spans(players.at_table)[0]
    places = [facts.who(item, "dealer").text for item in players.sit_out or ()]
    if people <= facts.seats:
        return f"Only those who play are at the table; with more people these would sit out, in turn: {series(places)}."
    out = places[: people - facts.seats]
    sit = "sits" if len(out) == 1 else "sit"
    return (
        f"{spelled(people).capitalize()} people are at the table; in each deal {series(out)} {sit} out. "
        f"The deal goes round all of them, and everyone has an account of his own."
    )


def players_text(facts: Facts) -> str:
    """Return the numbers of players that the file offers."""
    return series(list(facts.numbers), "or")


def _aim(facts: Facts) -> str:
    model = facts.model
    ways = ["melds (combinations of cards)"] if model.melds else []
    if facts.all_counters:
        ways.append("counting cards taken in tricks" if facts.card_total else "the last trick")
    if not ways:
        ways = ["tricks"]
    aim = f"Points are won with {series(ways)}."
    if model.auction is not None:
        aim += " Whoever bids highest takes on a contract"
        aim += " and has to make it." if bid_matters(model) else ", which nothing is paid for."
    return aim


def cards(facts: Facts) -> Iterator[Line]:
    """Ranks, copies, names, worth."""
    deck, names = facts.model.deck, facts.model.deck.names
    ranks = [rank_letter_of(str(token)) for token in deck.ranks.tree.children]
    yield Line(f"From high to low the cards rank {' '.join(ranks)}.", ("deck.ranks",))
    where = (
        "in each of the four suits"
        if len(facts.suits) == 4
        else f"in {series([SUIT_WORDS[suit] for suit in facts.suits])}"
    )
    if isinstance(deck.copies, Phrase):
        copies = facts.count(deck.copies, 1)
        there = "There is one of each card" if copies == 1 else f"There are {spelled(copies)} of each card"
        yield Line(f"{there} {where}, {how_many(facts.deck_size, 'card')} in all.", ("deck.copies", "deck.suits"))
    else:
        parts = [f"{facts.count(phrase)} of each {' '.join(words.split())}" for words, phrase in deck.copies.items()]
        are = "is" if parts[0].startswith("1 ") else "are"
        yield Line(
            f"There {are} {series(parts)} {where}, {how_many(facts.deck_size, 'card')} in all.",
            ("deck.copies", "deck.suits"),
        )
    if names:
        called = series([f"{_usual(key)} is called {name}" for key, name in names.items()])
        yield Line(f"{sentence(called)} Tables keep the signs.", ("deck.names",))
    yield from _worth(facts)


def rank_letter_of(text: str) -> str:
    """Return the usual letter of a rank."""
    from pinochle_dsl.patterns import RANK_LETTERS  # noqa: PLC0415 - a table

    return RANK_LETTERS.get(text, text)


def _usual(key: str) -> str:
    letter = rank_letter_of(key)
    if letter not in RANK_WORDS:
        return suit_symbol(key)
    return f"the {RANK_WORDS[letter]}" + (f" ({letter})" if letter.isalpha() else "")


def _worth(facts: Facts) -> Iterator[Line]:
    counters, names = facts.model.counters, facts.model.deck.names
    size = len(facts.cards.ranks)
    by_rank = {
        rank: {
            facts.cards.points[suit * size + number] for suit in range(4) if facts.cards.copies[suit * size + number]
        }
        for number, rank in enumerate(facts.cards.ranks)
    }
    if not counters.cards or not facts.card_total:
        yield Line("The cards themselves count nothing in tricks.", ("counters.cards",))
    elif not facts.trump_points and all(len(values) == 1 for values in by_rank.values()):
        worth = {rank: values.pop() for rank, values in by_rank.items()}
        groups: dict[int, list[str]] = {}
        for rank, value in worth.items():
            groups.setdefault(value, []).append(rank_word(rank, names))
        parts = [_counts(words, value) for value, words in groups.items() if value]
        if 0 in groups:
            parts.append(
                f"{series([rank_word(rank, names, plural=True) for rank, value in worth.items() if not value])} "
                f"count nothing"
            )
        text = f"In tricks, {series(parts)}"
        yield Line(f"{text}: {how_many(facts.card_total, 'card point')} in the deck.", ("counters.cards",))
    else:
        parts = [f"{words}: {facts.points(phrase)}" for words, phrase in counters.cards.items()]
        if facts.trump_points:
            parts.append("what is said of trump holds before the rest")
        yield Line(
            f"In tricks the cards count: {'; '.join(parts)}; {how_many(facts.card_total, 'card point')} in the deck.",
            ("counters.cards",),
        )
    if facts.last_trick:
        yield Line(f"The last trick brings {facts.last_trick} more.", ("counters.last_trick",))
    else:
        yield Line("The last trick brings nothing extra.", ("counters.last_trick",))
    if counters.per is not None:
        per = facts.count(counters.per, 1)
        make = "card point makes" if per == 1 else "card points make"
        yield Line(f"{spelled(per).capitalize()} {make} one point of the game.", ("counters.per",))
    if counters.round_to is not None:
        yield Line(
            f"What each {facts.side} takes is rounded to the nearest multiple of "
            f"{facts.points(counters.round_to)}, halves up.",
            ("counters.round_to",),
        )
    if facts.all_counters:
        rounded = ", before they are rounded" if counters.round_to is not None else ""
        yield Line(
            f"What is won in tricks, the last trick included, is called counters on this sheet; there "
            f"{'is' if facts.all_counters == 1 else 'are'} {facts.all_counters} in each deal{rounded}.",
            ("counters.cards", "counters.last_trick"),
        )


def _counts(words: list[str], value: int) -> str:
    if len(words) == 1:
        return f"each {words[0]} counts {value}"
    return f"each {series(words)} counts {value}"


TURN_UPS = {
    "next card": "The next card is turned face up",
    "bottom card": "The bottom card of the deck is turned face up",
    "dealer's last card": "The dealer's last card is turned face up before he takes it up",
}


def deal(facts: Facts) -> Iterator[Line]:
    """Who deals what to whom."""
    said, players = facts.model.deal, facts.model.players
    yield Line(_first_dealer(players.first_dealer), ("players.first_dealer",))
    yield Line(
        {
            "in turn": f"Then the deal passes to the {in_turn(players)}.",
            "left": "Then the deal passes to the left.",
            "right": "Then the deal passes to the right.",
            "same": "The same player deals every time.",
            "last trick winner": "The winner of the last trick deals next.",
            "winner": "The winner of a deal deals next.",
            "loser": "The loser of a deal deals next.",
        }[players.next_dealer],
        ("players.next_dealer",),
    )
    yield Line(f"Turns go {players.direction}.", ("players.direction",))
    if said.build is not None:
        yield Line(
            f"Hands of {how_many(facts.hand, 'card')} are built: each in turn, the player after the dealer first, "
            "looks at the top card of the pack, keeps it and discards the next unseen, or discards it and has to keep "
            "the next.",
            ("deal.build", "deal.cards"),
        )
        if said.discards_to is None:
            yield Line("Counters among the cards discarded count for nobody.", ("deal.discards_to",))
    else:
        yield Line(f"Everyone is dealt {how_many(facts.hand, 'card')}.", ("deal.cards",))
    if said.discards_to is not None:
        owner = {
            "nobody": "nobody",
            "owner": "the player who discarded them, as if he had won them in tricks",
            "owner, declarer's to the opponent": "the player who discarded them, the declarer's for his opponent, as "
            "if won in tricks",
        }[said.discards_to]
        yield Line(f"Counters among the cards discarded count for {owner}.", ("deal.discards_to",))
    if facts.widow:
        is_ = "is" if facts.widow == 1 else "are"
        yield Line(
            f"{how_many(facts.widow, 'card')} {is_} laid aside face down as the widow.", ("deal.widow", "deal.rest")
        )
    if said.turn_up is not None:
        yield Line(_turn_up(facts), ("deal.turn_up",))
    left = facts.deck_size - facts.seats * facts.hand * (2 if said.build else 1) - facts.widow
    if said.rest == "stock":
        others, is_ = ("card", "is") if left == 1 else (f"{left} cards", "are")
        turned = ", the turned-up card included," if said.turn_up == "next card" else ""
        yield Line(f"The other {others}{turned} {is_} the stock.", ("deal.rest",))
    elif said.rest == "out of play":
        others = "other card stays" if left == 1 else f"other {left} cards stay"
        yield Line(f"The {others} out of play.", ("deal.rest",))
    if said.packets is not None:
        yield Line(f"Cards are dealt in packets: {_packets(said.packets)}.", ("deal.packets",))
    elif said.build is None:
        yield Line("The cards may be dealt in packets of any size.", ("deal.packets",))


def _first_dealer(said: str) -> str:
    if said == "random":
        return "The first dealer is chosen by lot."
    if said.startswith("seat "):
        return f"The player in {said} deals first (the first seat is seat 0)."
    return f"The first dealer is drawn: {said}."


def _turn_up(facts: Facts) -> str:
    said = facts.model.deal.turn_up
    text = TURN_UPS[str(said)]
    if said == "next card" and facts.model.deal.rest == "stock":
        text += " and laid under the stock, to be drawn last"
    trump = facts.model.trump
    return f"{text}; its suit is trump." if trump is not None and trump.by == "turn-up" else f"{text}."


def _packets(phrase: Phrase) -> str:
    parts = []
    for packet in phrase.tree.children:
        kind = str(packet.data)  # type: ignore[union-attr]
        if kind == "turn_card":
            parts.append("a card is turned up")
        else:
            number = str(packet.children[0])  # type: ignore[union-attr]
            parts.append(f"{number} to the widow" if kind == "to_widow" else f"{number} each")
    return ", ".join(parts)


__all__ = ["cards", "deal", "in_short", "rank_letter"]

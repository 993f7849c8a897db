"""Chapter of the sheet: the play, with each duty in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve
from lark import Token

from pinochle_dsl.compiling.playing import TRADITION
from pinochle_dsl.explaining.faces import card_set_words
from pinochle_dsl.explaining.facts import Line
from pinochle_dsl.explaining.people import how_many, sentence, spelled
from pinochle_dsl.model import Play, Stock, Type

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pinochle_dsl.explaining.facts import Facts
    from pinochle_dsl.model import Phrase


def play(facts: Facts) -> Iterator[Line]:
    """The play of tricks."""
    said = facts.model.play or Play()
    default = "declarer" if facts.model.auction is not None else "eldest"
    leader = facts.who(said.leader, default)
    everyone = spelled(facts.seats)
    yield Line(sentence(f"{leader.text} leads to the first trick"), ("play.leader",))
    yield Line(f"One card from each of the {everyone} players makes a trick; its winner leads to the next.", ())
    trumps = facts.model.trump is None or facts.model.trump.by != "nobody"
    wins = (
        "The highest trump wins the trick, or else the highest card of the suit led."
        if trumps
        else "The highest card of the suit led wins the trick."
    )
    yield Line(wins, ("deck.ranks",))
    first = said.identical == "first wins"
    yield Line(f"Of two identical cards the one played {'first' if first else 'last'} wins.", ("play.identical",))
    if facts.model.stock is not None or facts.model.deal.rest == "stock":
        yield from _stock(facts)
        yield Line("Once the stock is gone", (), "heading")
    yield from _stage(facts, "play", TRADITION if said.must is None else said.must, said.lead or ())
    there = f"There {'is' if facts.tricks == 1 else 'are'} {how_many(facts.tricks, 'trick')}"
    if facts.all_counters and facts.last_trick:
        last = "it" if facts.tricks == 1 else "the last one"
        yield Line(f"{there}; {last} brings {facts.last_trick}.", ("counters.last_trick",))
    else:
        yield Line(f"{there}.", ())
    yield Line(
        {
            "nobody": "All hands stay hidden.",
            "declarer": "The declarer's hand lies open on the table.",
            "everyone": "All hands lie open on the table.",
        }[said.open],
        ("play.open",),
    )
    if said.alone == "declarer":
        yield Line("The declarer plays alone; the partner sits out.", ("play.alone",))
    yield Line(
        {
            "last trick": "Only the last trick may be looked at again.",
            "own tricks": "Players may look at the tricks they have won.",
            "nothing": "No trick may be looked at again.",
        }[said.look_back],
        ("play.look_back",),
    )


def _stock(facts: Facts) -> Iterator[Line]:
    said = facts.model.stock or Stock()
    yield Line("While the stock lasts", (), "heading")
    yield from _stage(facts, "stock", said.must or (), said.lead or ())
    draws = "winner" if said.draws_first == "trick winner" else "loser"
    yield Line(
        f"After each trick everyone draws a card from the stock, the {draws} of the trick first.",
        ("stock.draws_first",),
    )
    turns = facts.model.meld.turns if facts.model.meld is not None else "at once"
    if turns not in ("when led", "at once"):
        yield Line(
            {
                "before drawing": "The winner melds before drawing.",
                "after drawing": "The winner melds after drawing.",
                "no": "Nobody melds while the stock lasts.",
            }[said.meld],
            ("stock.meld",),
        )
    if facts.model.deal.turn_up is not None and facts.seats > 2:
        yield Line(
            {
                "loser takes the turn-up": "At the last draw the face-down cards do not go round: the player to the "
                f"winner's {_behind(facts)}, who is the last in turn, takes the card turned up.",
                "winner takes the turn-up": "At the last draw the face-down cards do not go round: the winner takes "
                "the card turned up.",
                "winner chooses": "At the last draw the face-down cards do not go round: the winner chooses whether to "
                f"take the card turned up; else the player to the winner's {_behind(facts)}, who is the last in turn, "
                "takes it.",
            }[said.last_card],
            ("stock.last_card",),
        )
    elif facts.model.deal.turn_up is not None:
        yield Line(
            {
                "loser takes the turn-up": "At the last draw the winner takes the last face-down card, and the "
                "loser the card turned up.",
                "winner takes the turn-up": "At the last draw the winner takes the card turned up, and the "
                "loser the last face-down card.",
                "winner chooses": "At the last draw the winner chooses between the last face-down card and the "
                "card turned up.",
            }[said.last_card],
            ("stock.last_card",),
        )


def _behind(facts: Facts) -> str:
    """Return on which side of the winner of a trick the last in turn sits."""
    return "left" if facts.model.players.direction == "counterclockwise" else "right"


def _stage(facts: Facts, stage: str, must: tuple[Phrase, ...], lead: tuple[Phrase, ...]) -> Iterator[Line]:
    if lead:
        yield Line("The leader, as far as possible:", (f"{stage}.lead",), "intro")
        yield from (Line(sentence(_duty(facts, phrase, ())), (f"{stage}.lead",), "item") for phrase in lead)
    else:
        yield Line("The leader may play any card.", (f"{stage}.lead",))
    if not must:
        others = "The other player" if facts.seats == 2 else "The others"
        yield Line(f"{others} may play any card too; nobody has to follow suit.", (f"{stage}.must",))
        return
    rest = "; each rule chooses among the cards that the rules before it leave" if len(must) > 1 else ""
    others = "The other player" if facts.seats == 2 else "The others"
    yield Line(f"{others}, as far as possible{rest}:", (f"{stage}.must",), "intro")
    done: tuple[str, ...] = ()
    for phrase in must:
        yield Line(sentence(_duty(facts, phrase, done)), (f"{stage}.must",), "item")
        done = (*done, str(phrase.tree.children[0].data))  # type: ignore[union-attr]
    yield Line(
        "A rule that cannot be kept is passed over; when none is left, any card may be played.", (f"{stage}.must",)
    )


def _duty(facts: Facts, phrase: Phrase, done: tuple[str, ...]) -> str:
    """Return a duty as a sentence; `done` are the duties before it."""
    task, *rest = [child for child in phrase.tree.children if not isinstance(child, Token)]
    names = facts.model.deck.names
    kind = str(task.data)
    cards = card_set_words(task.children[0], names, plural=False) if kind in ("play_cards", "avoid_cards") else ""  # type: ignore[arg-type]
    pairs = facts.pairs and "partner_winning" not in phrase.text
    text = {
        "follow_suit": "follow suit",
        "play_trump": "with no card of the suit led, play a trump" if "follow_suit" in done else "play a trump",
        "beat": "beat the card that is winning the trick" + (", even your partner's" if pairs else ""),
        "beat_suit_led": "beat the best card of the suit led, even if the trick has been trumped",
        "play_cards": f"play {_one(cards)}",
        "avoid_cards": f"play anything but {_one(cards)}",
    }[kind]
    if phrase.tree.data == "always":
        return text
    words = facts.words(phrase, Type.TRUTH).clause(evolve(phrase, tree=rest[0]).tree)
    if phrase.tree.data == "when" and "," in text:
        return f"if {words}, {text}"
    return f"{text}, {'if' if phrase.tree.data == 'when' else 'unless'} {words}"


def _one(cards: str) -> str:
    if cards[:1].isdigit() or cards.endswith(("♠", "♥", "♦", "♣")):
        return cards
    return f"{'an' if cards[:1] in ('a', 'e', 'i', 'o', 'u') else 'a'} {cards}"

"""What one player sees: his own cards and what is public, and nothing else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.actions import action_words, call_names, meld_names, pass_words
from interpreter.cards import format_card, suit_name

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.program import Program, Rules


@frozen
class Observation:
    """The table as one seat sees it; cards are text.

    `known` gathers what all that was shown, passed, taken or asked for in the open says of each hand.  Who imagines
    the hidden cards deals each seat its known cards, and the cards that the seat sees nowhere to the rest of the
    hands, of the stock and of what was laid away.  What a hand does not hold (a suit not followed, a card asked
    for in vain) is left to the player to conclude.
    """

    seat: int
    current_seat: int
    """Who has to decide.  Somebody is asked about a call (`decision` is `call`) only where he may make it, and where
    this depends on his hand, all learn that from being told whom the game waits for.  A table that would rather
    hide it shows the others nothing until he has answered, and lets everybody wait as long."""
    phase: str
    stage: str
    decision: str
    deal: int
    dealer: int
    declarer: int | None
    bid: int
    bidder: int | None
    best_bids: tuple[int, ...]
    """Highest bid of each seat in this deal, 0 for none."""
    passed: tuple[bool, ...]
    trump: str | None
    """Suit symbol or `none`; None before it is settled."""
    hand: tuple[str, ...]
    hands_left: tuple[int, ...]
    open_hands: dict[int, tuple[str, ...]]
    """Hands that lie open, by seat."""
    known: tuple[tuple[str, ...], ...]
    """Cards that the seat knows each hand to hold now, by seat; its own hand whole."""
    received: tuple[str, ...]
    """Cards that the partner passed."""
    given: dict[int, tuple[str, ...]]
    """Cards that the seat passed on, by who got them."""
    turn_up: str | None
    stock_left: int
    widow: tuple[str, ...]
    """The widow's cards that the seat has seen."""
    leader: int | None
    trick: tuple[tuple[int, str], ...]
    """Cards of the present trick with who played them."""
    played: tuple[str, ...]
    """All cards played in this deal."""
    tricks: tuple[int, ...]
    melds: tuple[int, ...]
    """Points of melds laid, by seat."""
    laid: tuple[dict[str, int], ...]
    """Melds laid, by seat: how often each; nothing where only their value is told."""
    table: tuple[tuple[str, ...], ...]
    """Cards on hand that lie in melds, or were shown in them and taken up again, by seat; of equal cards the
    one that was shown is played first.  Nothing where melds are told in words or by their value."""
    drawn: str | None
    """The card that the seat looks at while hands are built."""
    laid_aside: tuple[str, ...]
    """Cards that the seat has looked at and not kept, or thrown to draw anew."""
    closed: bool
    """Whether the stock has been closed."""
    pending_call: str | None
    """The call that the seat may make, or that waits for somebody's agreement."""
    totals: tuple[int, ...]
    ledgers: dict[str, tuple[int, ...]]
    target: int | None
    legal: tuple[str, ...]
    """What the seat may do now, in words; empty when it is another's turn."""
    partner: int | None
    """The declarer's partner, where he was found in the deal."""
    asked: str | None
    """The card that was asked for."""
    asked_from: int | None
    """Who held it, where that has come out."""
    people: tuple[int, ...]
    """Which of the people at the table has each seat, where there are more of them than seats."""
    dealing: int | None
    """Which of the people deals; `dealer` is then his seat, or the one before it if he sits out."""
    bid_suit: str | None
    """Suit that the highest bid names, where bids name suits."""
    said: tuple[str, ...]
    """The word with which each seat passed last; empty for none."""
    buried: tuple[str, ...]
    """Cards laid away, as far as the seat has seen them."""
    last_trick: tuple[str, ...]
    """Cards of the last trick while it may be looked at."""
    own_tricks: tuple[str, ...]
    """Cards of the seat's own tricks where these may be looked at."""
    sitting_out: tuple[int, ...]
    """Seats that do not play in this deal's tricks."""


def _cards(game: Game, counts: list[int]) -> tuple[str, ...]:
    deck = game.program.deck
    return tuple(format_card(deck, card) for card, n in enumerate(counts) for _ in range(n))


def _seat(number: int) -> int | None:
    return number if number >= 0 else None


def observe(game: Game, seat: int) -> Observation:
    """Return what a seat sees of a game.

    Raises `ValueError` for a seat the table has not.
    """
    program, facts, figures = game.program, game.facts(), game.seat_figures()
    if isinstance(seat, bool) or not isinstance(seat, int):
        msg = f"a seat is a whole number, not {seat!r:.40}"
        raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
    if not 0 <= seat < program.table.seats:
        msg = f"this table has no seat {seat}: seats are 0 to {program.table.seats - 1}"
        raise ValueError(msg)
    deck, seats = program.deck, range(program.table.seats)
    trump_known = facts["trump"] < 4 or facts["trump_fixed"] or facts["melds_laid"] or facts["tricks_played"]
    mine = game.current_seat == seat
    rules = program.modes[facts["mode"]]
    look_back = rules.play.look_back if rules.play is not None else "nothing"
    words = pass_words(program)
    agreeing = game.decision == "agree"  # who may make a call has a hand for it: nobody else is told
    open_hands = {s: _cards(game, game.hand_counts(s)) for s in seats if s != seat and facts["shown_hands"] >> s & 1}
    return Observation(
        seat=seat,
        current_seat=game.current_seat,
        phase=game.phase,
        stage=game.stage,
        decision=game.decision,
        deal=facts["deal"],
        dealer=facts["dealer"],
        declarer=_seat(facts["declarer"]),
        bid=facts["bid"],
        bidder=_seat(facts["bidder"]),
        best_bids=tuple(figures["best_bid"]),
        passed=tuple(bool(n) for n in figures["passed"]),
        trump=suit_name(deck, facts["trump"]) if trump_known else None,
        hand=_cards(game, game.hand_counts(seat)),
        hands_left=tuple(figures["hand_left"]),
        open_hands=open_hands,
        known=tuple(_cards(game, game.known_counts(seat, s)) for s in seats),
        received=_cards(game, game.passed_counts(seat)),
        given=_given(game, seat),
        turn_up=None if facts["turn_up"] < 0 else format_card(deck, facts["turn_up"]),
        stock_left=facts["stock_left"],
        widow=tuple(format_card(deck, c) for c in game.widow_cards()[: _widow_seen(program, facts, seat)]),
        leader=_seat(facts["leader"]),
        trick=tuple(
            (s, format_card(deck, c)) for s, c in zip(in_turn(facts, len(seats)), game.trick_cards(), strict=False)
        ),
        played=_cards(game, game.seen_counts()),
        tricks=tuple(figures["tricks"]),
        melds=tuple(figures["laid_meld"]),
        laid=tuple(_laid(game, rules, s) for s in seats),
        table=tuple(_cards(game, game.table_counts(s)) for s in seats),
        drawn=format_card(deck, facts["drawn"]) if mine and facts["drawn"] >= 0 else None,
        laid_aside=_cards(game, game.rejected_counts(seat)),
        closed=bool(facts["closed"]),
        pending_call=call_names(program)[facts["pending"]] if facts["pending"] >= 0 and (mine or agreeing) else None,
        totals=tuple(game.totals),
        ledgers={name: tuple(values) for name, values in game.ledgers().items()},
        target=facts["target"] if program.rules.ending.target is not None else None,
        legal=tuple(action_words(program, a) for a in game.legal_actions()) if mine else (),
        partner=_seat(facts["partner"]),
        asked_from=_seat(facts["holder"]),
        asked=None if facts["asked_card"] < 0 else format_card(deck, facts["asked_card"]),
        people=tuple(figures["account"]) if program.table.people else (),
        dealing=facts["dealing"] if program.table.people else None,
        bid_suit=suit_name(deck, facts["bid_suit"]) if facts["bid_suit"] >= 0 else None,
        said=tuple(words[n] if out else "" for n, out in zip(figures["said_pass"], figures["passed"], strict=True)),
        buried=_cards(
            game, game.buried_counts(seat == (facts["declarer"] if facts["widow_owner"] < 0 else facts["widow_owner"]))
        ),
        last_trick=tuple(format_card(deck, c) for c in game.last_trick_cards()) if look_back == "last trick" else (),
        own_tricks=_cards(game, game.taken_counts(seat)) if look_back == "own tricks" else (),
        sitting_out=tuple(s for s in seats if facts["absent"] >> s & 1),
    )


def _laid(game: Game, rules: Rules, seat: int) -> dict[str, int]:
    """Return how often a seat has laid each meld, where more than the value is told."""
    if rules.meld is None or rules.meld.shown == "value":
        return {}
    names = meld_names(game.program)
    return {names[kind]: n for kind, n in enumerate(game.melded_counts(seat)[: len(names)]) if n}


def _given(game: Game, seat: int) -> dict[int, tuple[str, ...]]:
    """Return the cards that a seat has passed on, by who got them."""
    found: dict[int, list[int]] = {}
    for receiver, card in game.given_cards(seat):
        found.setdefault(receiver, []).append(card)
    deck = game.program.deck
    return {receiver: tuple(format_card(deck, card) for card in sorted(cards)) for receiver, cards in found.items()}


def in_turn(facts: dict[str, int], seats: int) -> list[int]:
    """Return who plays to a trick, the leader first."""
    order = ((facts["leader"] + i) % seats for i in range(seats))
    return [seat for seat in order if not facts["absent"] >> seat & 1]


def _widow_seen(program: Program, facts: dict[str, int], seat: int) -> int:
    """Return how many cards of the widow a seat has seen: it was shown, or is his."""
    widow = program.modes[facts["mode"]].widow
    taken = widow is not None and facts["widow_taken"] and not widow.split
    if taken and (facts["widow_open"] or (widow is not None and seat == facts["widow_owner"])):
        return program.deal.widow
    if facts["widow_taken"] and facts["widow_open"]:
        return program.deal.widow
    return facts["exposed"]

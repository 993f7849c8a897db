"""What one player sees: his own cards and what is public, and nothing else."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter.actions import action_words, call_names, meld_names
from interpreter.cards import format_card, suit_name
from interpreter.laying import best_laying

if TYPE_CHECKING:
    from interpreter.game import Game
    from interpreter.program import Rules


@frozen
class Observation:
    """The table as one seat sees it; cards are text."""

    seat: int
    current_seat: int
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
    received: tuple[str, ...]
    """Cards that the partner passed."""
    turn_up: str | None
    stock_left: int
    widow: tuple[str, ...]
    """The widow's cards where they were shown."""
    leader: int | None
    trick: tuple[tuple[int, str], ...]
    """Cards of the present trick with who played them."""
    played: tuple[str, ...]
    """All cards played in this deal."""
    tricks: tuple[int, ...]
    melds: tuple[int, ...]
    """Points of melds laid, by seat."""
    laid: tuple[dict[str, int], ...]
    """Melds that all have seen, by seat: how often each."""
    table: tuple[tuple[str, ...], ...]
    """Cards shown in melds, by seat: over time those still on hand, at once all of them."""
    pending_call: str | None
    totals: tuple[int, ...]
    ledgers: dict[str, tuple[int, ...]]
    target: int | None
    legal: tuple[str, ...]
    """What the seat may do now, in words; empty when it is another's turn."""


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
    if not 0 <= seat < program.table.seats:
        msg = f"this table has no seat {seat}: seats are 0 to {program.table.seats - 1}"
        raise ValueError(msg)
    deck, seats = program.deck, range(program.table.seats)
    mine = game.current_seat == seat
    widow = program.rules.widow
    shown = (
        widow is not None and widow.to is not None and facts["declarer"] >= 0 and _widow_seen(facts, widow.shown, seat)
    )
    open_hands = {s: _cards(game, game.hand_counts(s)) for s in _open_seats(game) if s != seat}
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
        trump=suit_name(deck, facts["trump"]) if facts["trump_fixed"] else None,
        hand=_cards(game, game.hand_counts(seat)),
        hands_left=tuple(figures["hand_left"]),
        open_hands=open_hands,
        received=_cards(game, game.passed_counts(seat)),
        turn_up=None if facts["turn_up"] < 0 else format_card(deck, facts["turn_up"]),
        stock_left=facts["stock_left"],
        widow=tuple(format_card(deck, c) for c in game.widow_cards()) if shown else (),
        leader=_seat(facts["leader"]),
        trick=tuple(
            ((facts["leader"] + i) % len(seats), format_card(deck, c)) for i, c in enumerate(game.trick_cards())
        ),
        played=_cards(game, game.seen_counts()),
        tricks=tuple(figures["tricks"]),
        melds=tuple(figures["laid_meld"]),
        laid=tuple(_melds_seen(game, s) for s in seats),
        table=tuple(_cards_seen(game, s) for s in seats),
        pending_call=None if facts["pending"] < 0 else call_names(program)[facts["pending"]],
        totals=tuple(game.totals),
        ledgers={name: tuple(values) for name, values in game.ledgers().items()},
        target=facts["target"] if program.rules.ending.target is not None else None,
        legal=tuple(action_words(program, a) for a in game.legal_actions()) if mine else (),
    )


def _widow_seen(facts: dict[str, int], shown: str, seat: int) -> bool:
    """Tell whether a seat has seen the widow: it was shown, or is his."""
    if facts["phase"] < 2:
        return False
    return shown == "to all" or seat == facts["declarer"]


def _rules(game: Game) -> Rules:
    return game.program.modes[game.facts()["mode"]]


def _open_seats(game: Game) -> list[int]:
    """Return the seats whose hands lie open."""
    facts, play = game.facts(), _rules(game).play
    seats = {s for s in range(game.program.table.seats) if facts["shown_hands"] >> s & 1}
    if play is not None and game.phase == "play":
        if play.open == "everyone":
            seats |= set(range(game.program.table.seats))
        elif play.open == "declarer" and facts["declarer"] >= 0:
            seats.add(facts["declarer"])
    return sorted(seats)


def _shows_cards(game: Game) -> bool:
    meld = _rules(game).meld
    return meld is not None and meld.shown == "cards"


def _melds_seen(game: Game, seat: int) -> dict[str, int]:
    """Return how often a seat has laid each meld, where melds are shown."""
    if not _shows_cards(game):
        return {}
    names = meld_names(game.program)
    seen = Counter(
        {names[k]: n for k, n in enumerate(game.melded_counts(seat)[: len(names)]) if n and _over_time(game)}
    )
    for entry, _, n, _ in game.melds_shown(seat):
        seen[_rules(game).melds[entry].name] += n
    return dict(seen)


def _over_time(game: Game) -> bool:
    meld = _rules(game).meld
    return meld is not None and meld.turns != "at once"


def _cards_seen(game: Game, seat: int) -> tuple[str, ...]:
    """Return the cards that a seat has shown in melds."""
    if not _shows_cards(game):
        return ()
    if _over_time(game):
        return _cards(game, game.table_counts(seat))
    counts: dict[int, int] = {}
    hand = Counter(dict(enumerate(game.counts_at_melds(seat))))
    by_class: dict[int, Counter[int]] = {}
    trump = game.facts()["trump"]
    entries = _rules(game).melds
    for entry, vectors in best_laying([entries[e] for e, *_ in game.melds_shown(seat)], hand, trump):
        for vector in vectors:
            for c in entry.classes:
                by_class.setdefault(c, Counter()).update(dict(vector))
    for used in by_class.values():
        counts = {t: max(counts.get(t, 0), used.get(t, 0)) for t in {*counts, *used}}
    return _cards(game, [counts.get(t, 0) for t in range(len(hand))])

"""Drives `Game` and reads its words; the one place that knows how actions and observations are spelled.

What is assumed here and nowhere else: `describe` of a card to play or pass is that card; of a bid
`bid 250`; of declining anything `pass`; of a call `call concede`; of a trump choice `trump` and the
suit; of a meld `meld`, its name and, for a marriage, its suit; and `Observation` has `hand`, `trump`,
`turn_up`, `dealer` and `table` (melded cards still held, by seat); `Match` has `next_game` and `balances`;
`settle` takes `melds` as a mapping of accounts to names to numbers.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Final

from attrs import field, frozen

from interpreter import Game, Match, Program

from .oracles import CARD, SUITS, cards, korean_melds, suit, winner

MELD_NAMES: Final = (
    "double pinochle",
    "royal marriage",
    "aces around",
    "kings around",
    "queens around",
    "jacks around",
    "pinochle",
    "marriage",
    "run",
    "dix",
)
"""Longest first, so that a name inside another is not found."""
SUIT_WORDS: Final = {"♠": ("♠", "spade"), "♥": ("♥", "heart"), "♦": ("♦", "diamond"), "♣": ("♣", "club")}

_SUITED: Final = {"run", "royal marriage", "marriage", "dix"}

Meld = tuple[str, tuple[str, ...]]
"""Name and cards of a meld, the cards sorted."""
Choose = Callable[[str, int, tuple[str, ...]], int]
"""Given the phase, the seat and the words of all legal actions, the index of the one to take."""


@frozen
class Step:
    """One decision: who was asked, what he could say, what he said, and all hands before it."""

    seat: int
    phase: str
    options: tuple[str, ...]
    chosen: str
    hands: tuple[tuple[str, ...], ...]
    turn_up: str | None
    totals: tuple[int, ...]


@frozen
class Run:
    """A game driven so far, with every step taken."""

    game: Game
    steps: tuple[Step, ...]
    first_hands: tuple[tuple[str, ...], ...]
    first_turn_up: str | None
    dealer: int
    trump: str | None = field(default=None)


def as_cards(value: object) -> tuple[str, ...]:
    """Return cards of an observation's field, whether it is text, a card or a list of them."""
    if value is None:
        return ()
    if isinstance(value, Iterable) and not isinstance(value, str):
        return tuple(card for each in value for card in cards(str(each)))
    return tuple(cards(str(value)))


def hand_of(game: Game, seat: int) -> tuple[str, ...]:
    """Return the cards that a seat sees in its own hand."""
    return as_cards(game.observation(seat).hand)


def shown_of(game: Game, seat: int, watcher: int) -> tuple[str, ...]:
    """Return the melded cards of a seat that another seat sees face up."""
    return as_cards(game.observation(watcher).table[seat])


def turn_up_of(game: Game) -> str | None:
    """Return the face-up card under the stock, while it is there."""
    found = as_cards(getattr(game.observation(0), "turn_up", None))
    return found[0] if found else None


def trump_of(game: Game) -> str | None:
    """Return the trump suit's symbol, once named."""
    value = game.observation(0).trump
    return None if value is None else suit_in(str(value))


def dealer_of(game: Game) -> int:
    """Return the seat that deals."""
    return int(game.observation(0).dealer)


def points_in(words: str) -> int | None:
    """Return the points of a bid, or None for words that are no bid."""
    if CARD.search(words):
        return None
    numbers = re.findall(r"\d+", words)
    return int(numbers[0]) if len(numbers) == 1 else None


def passes(words: str) -> bool:
    """Say whether words pass in the auction."""
    return "pass" in words.lower() and not CARD.search(words)


def suit_in(words: str) -> str | None:
    """Return the one suit that words name, or None."""
    found = [symbol for symbol, spellings in SUIT_WORDS.items() if any(each in words.lower() for each in spellings)]
    return found[0] if len(found) == 1 else None


def meld_in(words: str) -> tuple[str, str] | None:
    """Return the name of the meld that words lay and the suit they name with it, if any; or None."""
    lower = words.lower()
    if not lower.startswith("meld "):
        return None
    name = next(name for name in MELD_NAMES if re.search(rf"\b{name}\b", lower))
    return name, suit_in(words) or ""


def laid_in(words: str, trump: str) -> Meld | None:
    """Return the meld that words lay, its cards filled in from its name, its suit and trump; or None."""
    found = meld_in(words)
    if found is None:
        return None
    name, symbol = found
    where = symbol if name == "marriage" else trump
    layout = next(
        each
        for each in korean_melds(trump)
        if each.name == name and (name not in _SUITED or suit(each.cards[0]) == where)
    )
    return name, tuple(sorted(layout.cards))


def card_in(words: str) -> str | None:
    """Return the card that words play or pass, or None for any other action."""
    if meld_in(words):
        return None
    found = cards(words)
    return found[0] if len(found) == 1 else None


def calls(words: str, name: str) -> bool:
    """Say whether words make the named call (and do not decline it)."""
    return words.lower() == f"call {name}"


def random_choice(seed: int, *, high_bids: bool = False) -> Choose:
    """Return a player of random actions that passes half the time and else takes the least raise."""
    rng = Random(seed)

    def choose(phase: str, seat: int, words: tuple[str, ...]) -> int:
        del seat
        if phase == "auction":
            chance = 0.1 if high_bids else 0.5
            passing = [index for index, each in enumerate(words) if passes(each)]
            bids = [(points_in(each) or 0, index) for index, each in enumerate(words) if not passes(each)]
            if passing and (not bids or rng.random() < chance):
                return passing[0]
            return min(bids)[1]
        usual = [index for index, each in enumerate(words) if not calls(each, "concede")]
        return rng.choice(usual or list(range(len(words))))

    return choose


def eager_melder(seed: int) -> Choose:
    """Return a player who lays a meld whenever one is offered and otherwise plays at random."""
    rng = Random(seed)

    def choose(phase: str, seat: int, words: tuple[str, ...]) -> int:
        del phase, seat
        melds = [index for index, each in enumerate(words) if meld_in(each)]
        return rng.choice(melds or list(range(len(words))))

    return choose


def keeper(seed: int, name: str, kept: Callable[[str], bool]) -> Choose:
    """Return a player who lays melds of one name only and plays the cards in question last."""
    rng = Random(seed)

    def choose(phase: str, seat: int, words: tuple[str, ...]) -> int:
        del phase, seat
        melds = [meld_in(each) for each in words]
        wanted = [index for index, meld in enumerate(melds) if meld and meld[0] == name]
        if wanted:
            return wanted[0]
        others = [index for index, meld in enumerate(melds) if meld is None]
        free = [index for index in others if not ((card := card_in(words[index])) and kept(card))]
        return rng.choice(free or others)

    return choose


def drive(
    program: Program, seed: int, choose: Choose, *, deals: int | None = None, game: int = 0, limit: int = 20_000
) -> Run:
    """Play a game with one chooser for all seats, to its end or until so many deals are settled."""
    return drive_game(Game(program, seed, game), choose, deals=deals, limit=limit)


def drive_game(game: Game, choose: Choose, *, deals: int | None = None, limit: int = 20_000) -> Run:
    """Play a game that has been handed out already."""
    seats = range(program_seats(game))
    first_hands = tuple(hand_of(game, seat) for seat in seats)
    first_turn_up = turn_up_of(game)
    dealer = dealer_of(game)
    trump = None
    steps: list[Step] = []
    settled = 0
    before = tuple(game.totals)
    while not game.is_over and len(steps) < limit:
        actions = game.legal_actions()
        words = tuple(game.describe(action) for action in actions)
        seat, phase = game.current_seat, str(game.phase)
        trump = trump_of(game) or trump
        hands = tuple(hand_of(game, each) for each in seats)
        turn_up = turn_up_of(game)
        index = choose(phase, seat, words)
        steps.append(Step(seat, phase, words, words[index], hands, turn_up, before))
        game.apply(actions[index])
        if tuple(game.totals) != before:
            settled += 1
            before = tuple(game.totals)
            if deals is not None and settled >= deals:
                break
    return Run(game, tuple(steps), first_hands, first_turn_up, dealer, trump)


def program_seats(game: Game) -> int:
    """Return how many seats play."""
    return int(game.program.table.seats)


def gained(before: Iterable[str], after: Iterable[str]) -> tuple[str, ...]:
    """Return the cards that a hand has more of than before."""
    return tuple(sorted((Counter(after) - Counter(before)).elements()))


@frozen
class Trick:
    """One trick of a driven deal, with what its winner was offered and laid, and what was drawn."""

    number: int
    leader: int
    seats: tuple[int, ...]
    cards: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    """Cards that each player could play, in the order of play."""
    hands: tuple[tuple[str, ...], ...]
    """Hand of each player before the card, in the order of play."""
    winner: int
    """Seat that takes the trick by the document's sentence."""
    offered: tuple[Meld, ...] = ()
    laid: Meld | None = None
    meld_asked: tuple[int, ...] = ()
    """Seats that were asked for a meld after this trick."""
    meld_choices: tuple[int, ...] = ()
    """How many choices each of them had."""
    after: tuple[tuple[str, ...], ...] = ()
    """Hands of all seats when the next card is asked for (empty after the last trick)."""
    turn_up: str | None = None
    """Face-up card when the trick began."""
    held: tuple[tuple[str, ...], ...] = ()
    """Hands of all seats when the trick began."""


def plays(step: Step) -> bool:
    """Say whether a step plays a card to a trick."""
    return step.phase in {"play", "stock", "playoff"} and card_in(step.chosen) is not None


def tricks(run: Run, seats: int, trump: str) -> list[Trick]:
    """Return the tricks of the first deal of a run, rebuilt from the words alone."""
    found: list[Trick] = []
    pending: list[Step] = []
    steps = run.steps
    index = 0
    while index < len(steps) and len(found) < 48 // seats:
        step = steps[index]
        index += 1
        if not plays(step):
            continue
        pending.append(step)
        if len(pending) < seats:
            continue
        played = [card_in(each.chosen) or "" for each in pending]
        best = winner(played, trump)
        takes = pending[best or 0].seat
        offered: list[Meld] = []
        laid = None
        asked: list[int] = []
        choices: list[int] = []
        while index < len(steps) and not plays(steps[index]) and _still_melding(steps[index]):
            asked.append(steps[index].seat)
            choices.append(len(steps[index].options))
            offered += [meld for each in steps[index].options if (meld := laid_in(each, trump))]
            laid = laid_in(steps[index].chosen, trump) or laid
            index += 1
        found.append(
            Trick(
                number=len(found) + 1,
                leader=pending[0].seat,
                seats=tuple(each.seat for each in pending),
                cards=tuple(played),
                options=tuple(tuple(card for each in step_.options if (card := card_in(each))) for step_ in pending),
                hands=tuple(each.hands[each.seat] for each in pending),
                winner=takes,
                offered=tuple(offered),
                laid=laid,
                meld_asked=tuple(asked),
                meld_choices=tuple(choices),
                after=steps[index].hands if index < len(steps) else (),
                turn_up=pending[0].turn_up,
                held=pending[0].hands,
            )
        )
        pending = []
    return found


def _still_melding(step: Step) -> bool:
    return step.phase not in {"auction", "trump", "exchange"}


def auction_steps(run: Run) -> list[Step]:
    """Return the bids and passes of the first deal of a run."""
    found: list[Step] = []
    for step in run.steps:
        if step.phase != "auction":
            break
        found.append(step)
    return found


def declarer_of(run: Run, forced: int | None = None) -> tuple[int, int]:
    """Return declarer and contract of the first deal; `forced`: what a dealer takes if nobody bids."""
    bids = [(points_in(step.chosen), step.seat) for step in auction_steps(run) if not passes(step.chosen)]
    if bids:
        points, seat = bids[-1]
        return seat, points or 0
    return run.dealer, forced or 0


def duel(first: int, second: int, points: int, *, start: int, step: int, after: Choose) -> Choose:
    """Return a chooser in which `first` buys the contract at exactly `points` against `second`.

    Everyone else passes.  Bids go up in single steps; where the parity asks for it, the first raise is a double one.
    """
    state: dict[str, int] = {"now": 0}

    def choose(phase: str, seat: int, words: tuple[str, ...]) -> int:
        if phase != "auction":
            return after(phase, seat, words)
        offers = {points_in(each): index for index, each in enumerate(words) if not passes(each)}
        passing = [index for index, each in enumerate(words) if passes(each)]
        now = state["now"]
        if now == 0:
            want = start
        elif seat == first:
            want = now + step if (points - now - step) % (2 * step) == 0 else now + 2 * step
        else:
            want = now + step
        wants = seat == first or (seat == second and now != 0 and want < points)
        if wants and want <= points and want in offers:
            state["now"] = want
            return offers[want]
        return passing[0]

    return choose


def exchange_of(first: Sequence[str], second: Sequence[str], after: Choose) -> Choose:
    """Return a chooser that passes given cards: first the one partner's, then the other's, in the deck's order."""
    wanted = iter([*first, *second])

    def choose(phase: str, seat: int, words: tuple[str, ...]) -> int:
        if phase != "exchange":
            return after(phase, seat, words)
        card = next(wanted)
        return [card_in(each) for each in words].index(card)

    return choose


def hands_after_exchange(run: Run) -> tuple[tuple[str, ...], ...]:
    """Return the hands of the first deal of a four-handed run once the partners have passed their cards."""
    hands = [Counter(hand) for hand in run.first_hands]
    before_play = True
    for step in run.steps:
        before_play = before_play and not plays(step)
        card = card_in(step.chosen)
        if before_play and step.phase == "exchange" and card:
            hands[step.seat].subtract([card])
            hands[(step.seat + 2) % 4].update([card])
    return tuple(tuple(sorted(hand.elements())) for hand in hands)


def match_games(match: Match, count: int, choose: Choose) -> list[Run]:
    """Play so many games of a match, one after another."""
    return [drive_game(match.next_game(), choose) for _ in range(count)]


def ledger(match: Match, name: str) -> tuple[int, ...]:
    """Return the balances of a match ledger, one per account."""
    return tuple(match.balances[name])


def dix_melds(nines: tuple[int, int]) -> dict[int, dict[str, int]]:
    """Return what `settle` is told of melds where each side laid so many nines of trump."""
    return {side: {"dix": count} for side, count in enumerate(nines) if count}


def suits_offered(options: Sequence[str]) -> list[str]:
    """Return the suits that may be named trump, in the order ♠ ♥ ♦ ♣."""
    found = {suit_in(each) for each in options}
    return [symbol for symbol in SUITS if symbol in found]


def suits_with_marriage(hand: Sequence[str]) -> list[str]:
    """Return the suits of which a hand holds king and queen."""
    held = set(hand)
    return [symbol for symbol in SUITS if {"K" + symbol, "Q" + symbol} <= held]


def of_suit(hand: Iterable[str], symbol: str) -> list[str]:
    """Return the cards of one suit."""
    return [card for card in hand if suit(card) == symbol]

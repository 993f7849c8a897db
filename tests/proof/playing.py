"""Plays the games of a variant and looks, step by step, for what must never be otherwise."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

from interpreter import Game, simulate
from interpreter.cards import format_card
from interpreter.game import play_out
from interpreter.observation import Observation
from interpreter.players import player_kinds
from interpreter.program import Rest
from tests.interpreter.imagining import swap_hidden

if TYPE_CHECKING:
    from random import Random

    from interpreter.program import Program, Rules

SEED = 20
PLAYERS = ("random", "basic")
WATCHED = 700
"""Actions of a game that are watched; the rest is played out."""


class WrongError(AssertionError):
    """Something that must never happen in a game."""


def need(holds: object, *what: object) -> None:
    """Raise WrongError with what was seen unless something holds."""
    if not holds:
        raise WrongError(*what)


# ---- cards -------------------------------------------------------------------------------------------


def known_cards(game: Game) -> Counter[int]:
    """Return the cards whose place can be told: hands, tricks, stock, turn-up, widow, and what was laid away."""
    facts, program = game.facts(), game.program
    found: Counter[int] = Counter()
    for seat in range(program.table.seats):
        found.update(dict(enumerate(game.hand_counts(seat))))
        found.update(dict(enumerate(game.laid_aside_counts(seat))))
    found.update(dict(enumerate(game.seen_counts())))
    found.update(dict(enumerate(game.buried_counts(everything=True))))
    found.update(game.stock_cards())
    if program.deal.turn_up in ("next card", "bottom card") and facts["turn_up"] >= 0:
        found[facts["turn_up"]] += 1
    if not _widow_is_in_hands(game):
        found.update(game.widow_cards())
    return +found


def _widow_is_in_hands(game: Game) -> bool:
    facts, widow = game.facts(), game.program.modes[game.facts()["mode"]].widow
    if not facts["widow_taken"]:
        return False
    return facts["widow_owner"] >= 0 or (widow is not None and bool(widow.split))


def cards_are_there(game: Game) -> None:
    """See that every card is in exactly one place."""
    program, deal = game.program, game.program.deal
    pack = Counter({card: n for card, n in enumerate(program.deck.copies) if n})
    found = known_cards(game)
    need(not found - pack, "a card is in two places", found - pack)
    turned = int(deal.turn_up in ("next card", "bottom card"))
    left_out = pack.total() - program.table.seats * deal.hand - deal.widow - turned if deal.rest is Rest.OUT else 0
    aside = sum(sum(game.laid_aside_counts(seat)) for seat in range(program.table.seats))
    if deal.build:
        held = sum(sum(game.hand_counts(seat)) for seat in range(program.table.seats)) + sum(game.seen_counts())
        left_out = pack.total() - held - aside
        need(held == aside or not held, "not as many cards were kept as laid aside", held, aside)
    else:
        left_out -= aside
    waiting = pack.total() - left_out - found.total()
    exchange = program.modes[game.facts()["mode"]].exchange
    if game.decision == "exchange" and exchange is not None and exchange.order == "together":
        need(0 <= waiting <= program.table.seats * exchange.cards, "cards on their way are lost", waiting)
    else:
        need(waiting == 0, "cards are lost", waiting, game.phase, game.decision)


# ---- points ------------------------------------------------------------------------------------------


class Tally:
    """Adds up, apart from the machine, what the cards of a deal are worth."""

    def __init__(self, game: Game) -> None:
        """Begin with a game that tells its events."""
        self.game = game
        self.heard = 0
        self.deal = (0, 0)
        self.begin()

    def begin(self) -> None:
        """Begin a deal."""
        self.points = 0
        self.last: int | None = None
        self.buried: tuple[int, int] | None = None
        self.modes = {0}
        self.actions = 0

    def before(self, action: int) -> None:
        """Note a card that is about to be played."""
        facts = self.game.facts()
        if (facts["deal"], facts["redeal"]) != self.deal:
            self.deal = (facts["deal"], facts["redeal"])
            self.begin()
        self.modes.add(facts["mode"])
        self.actions += 1
        rules = self.game.program.modes[0]
        if self.game.decision == "play" and action < len(self.game.program.deck.copies):
            self.points += worth(rules, action, facts["trump"])

    def after(self) -> None:
        """Listen to what has happened, and compare."""
        events = self.game.events
        assert events is not None
        for kind, what in events[self.heard :]:
            if kind == "last trick":
                self.last = what[1]
            elif kind == "bury":
                self.buried = (what[0], what[1])
            elif kind == "settled" and self.last is not None and self.modes == {0}:
                self.compare(what[0], what[1])
        self.heard = len(events)

    def compare(self, facts: dict[str, int], figures: dict[str, list[int]]) -> None:
        """See that the seats have the points of all cards played, of the last trick and of what counts besides."""
        program = self.game.program
        rules = program.rules
        assert self.last is not None
        if facts["mode"] or program.deal.discards_to != "nobody":
            return
        expected = self.points + self.last
        if self.buried is not None and rules.bury is not None and rules.bury.counts_for != "nobody":
            expected += sum(worth(rules, card, facts["trump"]) for card in self.buried[1])
        if rules.widow is not None and not facts["widow_owner"] >= 0 and not rules.widow.split:
            return  # who takes the last trick may have the widow
        need(sum(figures["raw"]) == expected, "points are lost", figures["raw"], expected)


def worth(rules: Rules, card: int, trump: int) -> int:
    """Return the points of a card under a trump."""
    if rules.trump_points:
        return rules.trump_points[trump * len(rules.card_points) + card]
    return rules.card_points[card]


# ---- what is seen ------------------------------------------------------------------------------------


def hides(game: Game, random: Random, kind: int = 1) -> None:
    """See that somebody's observation and a player's choice stay the same if others hold other cards."""
    seat = random.randrange(game.program.table.seats)
    seen = game.observation(seat)
    twin = swap_hidden(game, random, seat)
    need(seen == twin.observation(seat), "a seat sees what is hidden", seat, differences(seen, twin.observation(seat)))
    me = game.current_seat
    choice = game.choice(kind)
    need(choice == game.choice(kind), "asking a player changes what he does")
    other = swap_hidden(game, random, me)
    need(other.choice(kind) == choice, "a player looks at hidden cards", me, game.decision)
    shown = Counter(seen.hand) + Counter(seen.played)
    shown += Counter(card for held in seen.open_hands.values() for card in held)
    deck = game.program.deck
    pack = Counter({format_card(deck, card): n for card, n in enumerate(deck.copies)})
    need(not shown - pack, "a seat sees more cards than there are", shown - pack)


def differences(one: Observation, other: Observation) -> list[object]:
    """Return the parts of two observations that differ."""
    names = [name for name in dir(one) if not name.startswith("_")]
    return [(name, a, b) for name in names if (a := getattr(one, name)) != (b := getattr(other, name))]


# ---- games -------------------------------------------------------------------------------------------


def most_actions(program: Program) -> int:
    """Return a number of actions that no deal has."""
    pack = sum(program.deck.copies)
    calls = sum(len(rules.calls) for rules in program.modes) + 1
    auction = program.rules.auction
    bids = 0 if auction is None else (len(auction.ladder) + 4) * program.table.seats
    melds = 1 + sum(len(rules.melds) for rules in program.modes)
    return 4 * pack * (1 + calls * program.table.seats + melds) + bids * (1 + calls)


def watch(program: Program, number: int, player: str, random: Random, watched: int = WATCHED) -> Game:
    """Play a game of one player to the end; raise WrongError for what must not be."""
    game = Game(program, SEED, number, [player])
    (kind,) = player_kinds([player])
    game.tell_events()
    tally = Tally(game)
    most = most_actions(program)
    for _ in range(watched):
        if game.is_over:
            break
        legal = game.legal_actions()
        need(legal, "nobody can do anything", game.phase, game.decision)
        need(len(set(legal)) == len(legal), "an action is offered twice", legal)
        cards_are_there(game)
        if random.random() < 0.1:
            hides(game, random, max(1, kind))
        action = game.choice(kind) if random.random() < 0.9 else random.choice(legal)
        need(action in legal, "a player does what is not allowed", action, legal)
        words = game.describe(action)
        need(game.action(words) == action, "an action is not what its words say", words)
        tally.before(action)
        game.apply(action)
        tally.after()
        need(tally.actions <= most, "a deal has no end", tally.actions, game.phase, game.decision)
    play_out(game, [player])
    return game


def replays(game: Game) -> None:
    """See that the record of a game gives the same game."""
    record = json.loads(json.dumps(game.record()))
    again = Game.replay(record)
    need(again.is_over, "a replayed game goes on")
    same = (again.totals, again.winner, again.facts(), again.seat_figures(), again.ledgers())
    need(same == (game.totals, game.winner, game.facts(), game.seat_figures(), game.ledgers()), "a replay differs")


def simulates(program: Program, games: int) -> None:
    """See that games run to the end inside the kernel, and are those that `Game` plays."""
    for kind, player in enumerate(PLAYERS):
        first = play_out(Game(program, SEED, 0, [player]), [player])
        run = simulate(program, 1, SEED, (player,))
        gains = [run.stats[f"gain of {account}"].mean for account in range(program.table.accounts)]
        need(run.deals == first.facts()["deal"], "simulation deals otherwise", run.deals, first.facts()["deal"])
        starts = program.ledgers[0].start
        if run.deals and not any(payment.ledger == 0 for rules in program.modes for payment in rules.payments):
            told = [round(gain * run.deals) for gain in gains]
            if program.rules.ending.ledger == 0:
                need(told == [total - starts for total in first.totals], "simulation scores otherwise", told)
        more = simulate(program, games // 2 - kind % 2, SEED + 1, (player, PLAYERS[1 - kind], player))
        need(more.games == games // 2 - kind % 2, "games are missing", more.games)


def prove(program: Program, games: int, random: Random) -> None:
    """Play so many games of a Program, the first ones watched."""
    for player in PLAYERS:
        replays(watch(program, 0, player, random))
    simulates(program, games)

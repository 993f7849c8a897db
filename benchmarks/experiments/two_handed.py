"""Experiments with the game for two with a stock, on the advice of the Korean document."""

from __future__ import annotations

from collections.abc import Callable

from experiments.asking import Asked, Experiment, Noted
from experiments.playing import (
    COUNTING,
    PASS,
    SEARCH,
    SEED,
    Policy,
    after,
    best_offer,
    but,
    cheapest,
    cost,
    held,
    is_counter,
    is_trump,
    lead,
    lead_of,
    offered,
    play_on,
    play_until,
    points_laid,
    program,
    rank,
    suit,
    trumps_of,
    wins,
)
from interpreter import Game, deals, solve

NAME = "two-handed-ko"
ROYAL, RUN, DIX = "royal marriage", "run", "dix"
HIGH, NINE = ("A", "10"), "9"
SEARCHED = 4
"""Every so many deals are played by `search` too."""
TRICKS = 12
"""Tricks while the stock lasts."""
ONE_CARD = 10
"""What one counter brings."""
LAST_TRICK = 10
MARRIAGE = 20
"""The least meld that the advice means."""


def stock_trick(game: Game) -> int | None:
    """Return the number of the trick, from 0, to which a card is played while the stock lasts; else None."""
    facts = game.facts()
    return facts["tricks_played"] if game.decision == "play" and facts["stage"] else None


# -- melds and tricks


def melds_decide(numbers: range) -> Noted:
    """Note who won: the one with more from melds, or the one with more from cards."""
    table = deals(program(NAME), len(numbers), SEED, ("counting",), first=numbers.start)
    for row in table:
        melds, cards = row["meld_0"] - row["meld_1"], row["counters_0"] - row["counters_1"]
        yield "spread", abs(melds) - abs(cards)
        yield "melds", abs(melds)
        yield "cards", abs(cards)
        if melds * cards < 0 and row["winner"] != "draw":
            yield "crossed", int((melds > 0) == (row["winner"] == "0"))


def cheap_tricks(numbers: range) -> Noted:
    """Take all worthless leads of a kind, or leave them all, in the same deal: with a meld to lay and without."""
    for number in numbers:
        met: list[int] = []
        gap = _habit(number, _with_meld, taking, giving, met=met)
        yield "meld", gap
        yield "above", gap - ONE_CARD * len(met)
        yield "times", len(met)
        yield "trump", _habit(number, _for_low_trump, taking, giving)
        yield "none", _habit(number, _without_meld, giving, taking)
        if number % SEARCHED == 0:
            yield "meld, searched", _habit(number, _with_meld, taking, giving, SEARCH)


def _habit(
    number: int,
    where: Callable[[Game], bool],
    does: Policy,
    instead: Policy,
    player: Policy = COUNTING,
    met: list[int] | None = None,
) -> int:
    """Return what a habit brings over its opposite in a deal, both against the same player."""
    rules = program(NAME)
    return lead_of(rules, number, but(player, where, does, met), player) - lead_of(
        rules, number, but(player, where, instead), player
    )


def _cheap_trick(game: Game) -> bool:
    """Tell whether a worthless plain card was led that the seat can take or leave."""
    cards = game.trick_cards()
    if stock_trick(game) is None or len(cards) != 1 or is_counter(game, cards[0]) or is_trump(game, cards[0]):
        return False
    return _has_choice(game)


def _has_choice(game: Game) -> bool:
    """Tell whether the second to play can take a trick and can leave it."""
    return 0 < sum(wins(game, card) for card in game.legal_actions()) < len(game.legal_actions())


def _waiting(game: Game) -> int:
    """Return the points of the dearest meld that can be laid if a trick is taken."""
    return best_offer(after(game, taking(game)), game.current_seat)


def _with_meld(game: Game) -> bool:
    return _cheap_trick(game) and _waiting(game) >= MARRIAGE


def _without_meld(game: Game) -> bool:
    return _cheap_trick(game) and not _waiting(game)


def _for_low_trump(game: Game) -> bool:
    """Tell whether the cheapest card that takes the trick for a meld is a low trump."""
    if not _with_meld(game):
        return False
    card = taking(game)
    return is_trump(game, card) and rank(game, card) not in HIGH


def taking(game: Game) -> int:
    """Return the cheapest card that takes a trick, of those after which the dearest meld can be laid."""
    seat = game.current_seat

    def dear(card: int) -> tuple[object, ...]:
        return (-best_offer(after(game, card), seat), is_counter(game, card), *cost(game, card))

    return min((card for card in game.legal_actions() if wins(game, card)), key=dear)


def giving(game: Game) -> int:
    """Return the cheapest card that leaves a trick to the other."""
    return cheapest(game, [card for card in game.legal_actions() if not wins(game, card)])


# -- which meld, and when


def dearest_first(numbers: range) -> Noted:
    """Lay always the dearest of several melds, or always the cheapest."""
    for number in numbers:
        yield "dearest", _habit(number, _several, lambda game: by_points(game)[-1], lambda game: by_points(game)[0])


def by_points(game: Game) -> list[int]:
    """Return the melds that may be laid, the cheapest first; without the dix, which is worth its exchange besides."""
    melds = {words: action for words, action in offered(game).items() if words != DIX}
    return sorted(melds.values(), key=lambda action: points_laid(game, action))


def _several(game: Game) -> bool:
    """Tell whether melds of different worth may be laid, and no royal marriage that might become a run."""
    if game.decision != "meld" or ROYAL in offered(game):
        return False
    return len({points_laid(game, action) for action in by_points(game)}) > 1


def run_cards(game: Game) -> list[int]:
    """Return the five cards of the run."""
    ranks = len(game.program.deck.ranks)
    first = game.facts()["trump"] * ranks
    return [first + place for place in range(ranks) if game.program.deck.ranks[place] != "9"]


def missing(game: Game, seat: int) -> list[int]:
    """Return the cards of the run that a hand lacks."""
    return [card for card in run_cards(game) if not game.hand_counts(seat)[card]]


def can_come(game: Game, seat: int, card: int) -> bool:
    """Tell whether a card may still come into a hand: a copy is neither played nor on the other's table."""
    gone = game.seen_counts()[card] + game.known_counts(seat, 1 - seat)[card]
    return gone < game.program.deck.copies[card]


def waits(player: Policy) -> Policy:
    """Return a player who keeps the royal marriage back while the run can come and tricks are left to lay it in."""

    def policy(game: Game) -> int:
        action = player(game)
        if game.decision != "meld" or game.describe(action) != f"meld {ROYAL}":
            return action
        seat = game.current_seat
        late = game.facts()["stock_left"] <= 3
        if late or not all(can_come(game, seat, card) for card in missing(game, seat)):
            return action
        others = {words: action for words, action in offered(game).items() if words not in (ROYAL, RUN)}
        if others:
            return max(others.values(), key=lambda action: points_laid(game, action))
        return game.action(PASS)

    return policy


def wait_for_run(numbers: range) -> Noted:
    """Lay the first royal marriage at once, or wait for the run."""
    for number in numbers:
        game = Game(program(NAME), SEED, number)
        if not play_until(game, _early_royal):
            continue
        lacks = len(missing(game, game.current_seat))
        if kept_back(game) == offered(game)[ROYAL] or not lacks:  # it cannot come any more, or has come
            continue
        gap, came = _waited(game, COUNTING)
        yield f"lacks {lacks}", gap
        if lacks == 1:
            yield "came", came
            if number % 2 == 0:
                yield "lacks 1, searched", _waited(game, SEARCH)[0]


def _early_royal(game: Game) -> bool:
    return game.decision == "meld" and ROYAL in offered(game) and RUN not in offered(game)


def kept_back(game: Game) -> int:
    """Return what one who waits does in place of a royal marriage; the marriage if there is nothing to wait for."""
    royal = offered(game)[ROYAL]
    return waits(lambda _: royal)(game)


def _waited(game: Game, player: Policy) -> tuple[int, int]:
    """Return what waiting brings over laying, and whether the run came."""
    seat = game.current_seat
    laid = play_on(after(game, offered(game)[ROYAL]), player)
    waited = play_on(after(game, kept_back(game)), player, {seat: waits(player)})
    return lead(waited, seat) - lead(laid, seat), int(bool(waited.observation(seat).laid[seat].get(RUN)))


# -- trumps


def more_trumps(numbers: range) -> Noted:
    """Note what the one with more trumps takes in the playoff."""
    for number in numbers:
        game = Game(program(NAME), SEED, number)
        if not play_until(game, _playoff):
            continue
        counts = [trumps_of(game, seat) for seat in range(2)]
        tens = 0
        all_tens = sum(rank(game, card) == "10" for seat in range(2) for card in held(game, seat))
        long = counts.index(max(counts))
        while not game.is_over:
            lying = game.trick_cards()
            card = COUNTING(game)
            game.apply(card)
            if len(lying) == 1 and game.facts()["last_winner"] == long:
                tens += sum(rank(game, each) == "10" for each in (*lying, card))
        last = game.facts()["last_winner"]
        yield "decides", int(0 <= game.standing[last] - game.standing[1 - last] <= LAST_TRICK)
        if counts[0] != counts[1]:
            yield "last", int(last == long)
            if 2 * tens != all_tens:
                yield "tens", int(2 * tens > all_tens)


def _playoff(game: Game) -> bool:
    return game.decision == "play" and not game.facts()["stage"]


def keep_high_trump(numbers: range) -> Noted:
    """Spend the only high trump on every early trick with a counter, or let these tricks go."""
    for number in numbers:
        met: list[int] = []
        yield "gap", _habit(number, _dear_trick, giving, high_trump, met=met)
        yield "times", len(met)
        yield "plain", _habit(number, _dear_trick_alone, giving, high_trump)
        if number % SEARCHED == 0:
            yield "searched", _habit(number, _dear_trick, giving, high_trump, SEARCH)


def high_trump(game: Game) -> int:
    """Return the ace or the ten of trumps in hand."""
    return next(card for card in game.legal_actions() if is_trump(game, card) and rank(game, card) in HIGH)


def _dear_trick(game: Game) -> bool:
    """Tell whether a plain counter was led early that only trumps take, to a hand with one high trump."""
    trick, cards = stock_trick(game), game.trick_cards()
    if trick is None or trick >= TRICKS // 2 or len(cards) != 1 or not is_counter(game, cards[0]):
        return False
    if is_trump(game, cards[0]) or not _has_choice(game):
        return False
    high = [card for card in held(game, game.current_seat) if is_trump(game, card) and rank(game, card) in HIGH]
    return len(high) == 1 and all(is_trump(game, card) for card in game.legal_actions() if wins(game, card))


def _dear_trick_alone(game: Game) -> bool:
    """Tell the same, where no meld waits for the trick."""
    return _dear_trick(game) and not best_offer(after(game, high_trump(game)), game.current_seat)


def twelfth_trick(numbers: range) -> Noted:
    """Win the last trick of the stock, or lose it and take the face-up card; then both play as well as can be."""
    for number in numbers:
        game = Game(program(NAME), SEED, number)
        play_until(game, lambda game: stock_trick(game) == TRICKS - 1)
        yield "still there", int(rank(game, game.facts()["turn_up"]) in HIGH)
        game = Game(program(NAME), SEED, number)
        if not play_until(game, _twelfth, no_exchange):
            continue
        turned = rank(game, game.facts()["turn_up"])
        if turned != NINE and any(is_trump(game, card) and rank(game, card) == NINE for card in held_by_both(game)):
            continue
        ends: dict[bool, list[int]] = {True: [], False: []}
        for card in game.legal_actions():
            ends[wins(game, card)].append(solved_lead(after(game, card), game.current_seat))
        kind = "high" if turned in HIGH else "nine" if turned == NINE else "middle"
        gap = max(ends[False]) - max(ends[True])
        yield kind, gap
        yield f"{kind}, better", int(gap > 0)


def no_exchange(game: Game) -> int:
    """Return what `counting` does, and never a dix: so the card turned up lies there to the end."""
    action = COUNTING(game)
    if game.decision != "meld" or game.describe(action) != f"meld {DIX}":
        return action
    melds = by_points(game)
    return melds[-1] if melds and ROYAL not in offered(game) else game.action(PASS)


def held_by_both(game: Game) -> list[int]:
    """Return the cards of both hands."""
    return [*held(game, 0), *held(game, 1)]


def _twelfth(game: Game) -> bool:
    """Tell whether the seat can win or lose the trick after which the stock is gone."""
    return stock_trick(game) == TRICKS - 1 and len(game.trick_cards()) == 1 and _has_choice(game)


def solved_lead(game: Game, seat: int) -> int:
    """Return a seat's lead when nobody errs in the playoff, all cards known."""
    play_until(game, _playoff)
    melds = game.seat_figures()["laid_meld"]
    mine, others = (solve(game, each).points for each in (seat, 1 - seat))
    assert mine is not None
    assert others is not None
    return melds[seat] + mine - melds[1 - seat] - others


# -- leads in the playoff


def lead_high(numbers: range) -> Noted:
    """Lead a sure winner of a suit the other still has, or something else; then both play as well as can be."""
    for number in numbers:
        game = Game(program(NAME), SEED, number)
        if not play_until(game, _playoff):
            continue
        values = solve(game, values=True).values
        worth = {card: value for card, value in values.items() if value is not None}
        high = [card for card in worth if _is_high(game, card)]
        other = [card for card in worth if card not in high]
        if high and other:
            best, rest = max(worth[card] for card in high), max(worth[card] for card in other)
            yield "gap", best - rest
            yield "best", int(best >= rest)
            yield "only", int(best > rest)
            yield "rest only", int(rest > best)


def _is_high(game: Game, card: int) -> bool:
    """Tell whether a plain counter cannot be beaten in its suit, of which the other still has some."""
    if is_trump(game, card) or not is_counter(game, card):
        return False
    theirs = [each for each in held(game, 1 - game.current_seat) if suit(game, each) == suit(game, card)]
    return bool(theirs) and min(theirs) >= card


def last_trump(numbers: range) -> Noted:
    """Lead the only trump left, or another card, in the playoff; then both play as well as can be."""
    for number in numbers:
        game = Game(program(NAME), SEED, number)
        if not play_until(game, _one_trump):
            continue
        values = solve(game, values=True).values
        worth = {card: value for card, value in values.items() if value is not None}
        trump = [value for card, value in worth.items() if is_trump(game, card)]
        other = [value for card, value in worth.items() if not is_trump(game, card)]
        if trump and other:
            yield "gap", max(other) - trump[0]
            yield "keep", int(max(other) > trump[0])
            yield "lead", int(max(other) < trump[0])


def _one_trump(game: Game) -> bool:
    seat = game.current_seat
    leads = _playoff(game) and not game.trick_cards()
    return leads and len(held(game, seat)) > 2 and trumps_of(game, seat) == 1


EXPERIMENTS = (
    Experiment(
        name="melds-decide",
        title="Melds decide more deals than tricks",
        claims=("ko-067", "ko-068"),
        says="In the game for two, melds decide a deal more often than tricks do.",
        measures=(
            "Of the deals in which one player has more from melds and the other more from cards: how often the one "
            "with the melds wins. Where both point the same way, nothing can be told. Besides, how far apart two "
            "players are in melds and in cards."
        ),
        players="`counting` against `counting`",
        deals=8_000,
        asked={
            "crossed": Asked("the one with more from melds wins, where the other has more from cards", 0.5, 1),
            "spread": Asked("how much farther apart the two are in melds than in cards", 0),
            "melds": Asked("how far apart they are in melds", amount=True),
            "cards": Asked("how far apart they are in cards and the last trick", amount=True),
        },
        play=melds_decide,
    ),
    Experiment(
        name="cheap-tricks",
        title="A cheap trick is worth taking for a meld, and else not",
        claims=("ko-069", "ko-070", "ko-071"),
        says=(
            "While the stock lasts, take a worthless lead cheaply, with a low trump, when a meld waits to be laid: the "
            "trick is then worth far more than its cards. With nothing to lay it may go to the opponent."
        ),
        measures=(
            "Whenever a worthless plain card is led that a player can take or leave, and a marriage or more waits, he "
            "takes it with the cheapest card that does; in the same deal again he leaves it with the cheapest that "
            "does that. What differs at the end is what the habit is worth in a deal. Far more than its cards is read "
            "as more than a counter's 10 for each trick taken so. The same with nothing to lay, the other way round: "
            "leaving such tricks may cost 10 in a deal."
        ),
        players="`counting` on both sides, apart from that one habit; every fourth deal with `search:16` too",
        deals=1_200,
        asked={
            "meld": Asked("taking over leaving, with a meld to lay", 0),
            "above": Asked("the same, less 10 for each trick taken so", 0),
            "trump": Asked("only where a low trump takes it", 0),
            "meld, searched": Asked("taking over leaving, with a meld to lay, players `search:16`", 0),
            "none": Asked("leaving over taking, with nothing to lay", -ONE_CARD),
            "times": Asked("tricks of that kind in a deal, with a meld to lay and taken", amount=True),
        },
        play=cheap_tricks,
        limits="Cheapest is: breaks least of the melds in hand, has no points, is no trump, is low.",
    ),
    Experiment(
        name="dearest-first",
        title="The dearest meld goes first",
        claims=("ko-072",),
        says="Only one meld is laid for each trick won, so the dearest comes first.",
        measures=(
            "Whenever a player may choose between melds of different worth he lays the dearest, and in the same deal "
            "again the cheapest; what differs at the end is what the order is worth. A dix is left out, being worth "
            "its exchange besides, and so are choices with a royal marriage among them, which the next experiment is "
            "about."
        ),
        players="`counting` on both sides, apart from that one habit",
        deals=2_000,
        asked={"dearest": Asked("the dearest first over the cheapest first", 0)},
        play=dearest_first,
    ),
    Experiment(
        name="wait-for-the-run",
        title="A run is worth waiting for",
        claims=("ko-059", "ko-073", "ko-074"),
        says=(
            "Do not spend king and queen of trumps on a royal marriage of 40 while a run of 150 is growing: the pair "
            "cannot serve both."
        ),
        measures=(
            "When a royal marriage can be laid for the first time, the same deal is played twice: it is laid at once, "
            "or kept back while the missing cards may still come and more than two tricks remain in which to lay "
            "something; then it is laid after all. Told apart by how many of the run's five cards are missing."
        ),
        players="`counting` on both sides, apart from that one rule; half of the deals with `search:16` too",
        deals=5_000,
        asked={
            "lacks 1": Asked("waiting over laying, one card missing", 0),
            "lacks 1, searched": Asked("the same, played by `search:16`", 0),
            "came": Asked("the run came, one card missing", None, 1),
            "lacks 2": Asked("waiting over laying, two cards missing"),
            "lacks 3": Asked("waiting over laying, three cards missing"),
        },
        play=wait_for_run,
        limits="Who waits does so stubbornly; a player who weighs each trick anew may gain more.",
    ),
    Experiment(
        name="more-trumps",
        title="More trumps in the playoff bring the last trick and the tens",
        claims=("ko-008", "ko-077", "ko-078"),
        says="Who has more trumps when the playoff begins usually gets the 10 for the last trick and most of the tens.",
        measures=(
            "Trumps are counted when the stock is gone. How often the longer hand takes the last trick; how often it "
            "takes more than half of the tens that are still to be played, where they are not shared evenly."
        ),
        players="`counting`, which plays a playoff for two as well as it can be played",
        deals=4_000,
        asked={
            "last": Asked("the longer hand takes the last trick", 0.5, 1),
            "tens": Asked("the longer hand takes more of the tens than the other", 0.5, 1),
            "decides": Asked("deals that would end otherwise without the 10 for the last trick", None, 1),
        },
        play=more_trumps,
    ),
    Experiment(
        name="keep-a-high-trump",
        title="A high trump is too good for an early trick of 10",
        claims=("ko-079",),
        says="Keep at least one high trump for the playoff rather than spend it early on a trick of 10.",
        measures=(
            "Whenever in the first six tricks a plain counter is led that only trumps take, a player with a single ace "
            "or ten of trumps lets the trick go with his cheapest card, and in the same deal again spends that trump "
            "on it. What differs at the end is what the habit is worth in a deal."
        ),
        players="`counting` on both sides, apart from that one habit; every fourth deal with `search:16` too",
        deals=2_000,
        asked={
            "gap": Asked("keeping it over spending it", 0),
            "plain": Asked("the same only where no meld waits for the trick", 0),
            "searched": Asked("keeping it over spending it, players `search:16`", 0),
            "times": Asked("such tricks in a deal, let go", amount=True),
        },
        play=keep_high_trump,
        limits="The trump that is spent counts 10 itself, so the trick brings 20, and whoever takes it may lay a meld.",
    ),
    Experiment(
        name="twelfth-trick",
        title="The twelfth trick may be better lost",
        claims=("ko-024", "ko-080"),
        says=(
            "The loser of the twelfth trick takes the face-up trump; if that is the ace or the ten, losing on purpose "
            "may be the best move of the deal."
        ),
        measures=(
            "Whoever plays second to the twelfth trick and can win or lose it does both, each with the card that "
            "serves him best; a winner lays his meld, and the playoff is then solved, all cards known. In the playoff "
            "both do know them. Told apart by the card that lies face up. An ace or a ten hardly ever lies there so "
            "late, as a dix takes it; so nobody lays a dix here, and where another card than the nine lies face up "
            "only deals are taken in which nobody holds a nine of trumps."
        ),
        players="`counting` without the dix up to the twelfth trick, best play after it",
        deals=4_000,
        asked={
            "high": Asked("losing over winning, an ace or a ten turned up", 0),
            "high, better": Asked("losing is better, an ace or a ten turned up", 0.1, 1),
            "middle": Asked("losing over winning, a king, queen or jack turned up"),
            "middle, better": Asked("losing is better, a king, queen or jack turned up", None, 1),
            "nine": Asked("losing over winning, a nine turned up"),
            "nine, better": Asked("losing is better, a nine turned up", None, 1),
            "still there": Asked("an ace or a ten still lies there where dix are laid as usual", None, 1),
        },
        play=twelfth_trick,
        limits="The one who chooses knows one card less than the solution does: the stock's last.",
    ),
    Experiment(
        name="lead-high-cards",
        title="High cards are led early in the playoff",
        claims=("ko-083",),
        says="Lead the high cards of a suit at the start of the playoff, while the opponent still has that suit.",
        measures=(
            "At the first lead of the playoff every card is solved, all cards known as both players know them. The "
            "best lead of a plain counter that nothing in the other's hand can beat in its suit, where the other has "
            "that suit, against the best of all other leads."
        ),
        players="`counting` up to the playoff, best play in it",
        deals=4_000,
        asked={
            "gap": Asked("the best such lead over the best other", 0),
            "best": Asked("no other lead is better", 0.5, 1),
            "only": Asked("such a lead is better than every other", None, 1),
            "rest only": Asked("another lead is better than every such", None, 1),
        },
        play=lead_high,
    ),
    Experiment(
        name="last-trump",
        title="The last trump is kept for the end",
        claims=("ko-078", "ko-079"),
        says="The last trump in hand is kept for the last trick, not led.",
        measures=(
            "The first time somebody leads in the playoff with a single trump and at least two other cards, every lead "
            "is solved, all cards known as both players know them: the trump against the best other card."
        ),
        players="`counting` up to that lead, best play after it",
        deals=4_000,
        asked={
            "gap": Asked("the best other lead over the trump", 0),
            "keep": Asked("another lead is better", None, 1),
            "lead": Asked("the trump is better", None, 1),
        },
        play=last_trump,
    ),
)

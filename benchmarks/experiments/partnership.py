"""Experiments with the partnership game, on the advice of the Japanese and the Chinese document."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import define, field

from experiments.asking import Asked, Experiment, Noted
from experiments.playing import (
    BASIC,
    COUNTING,
    PASS,
    SEED,
    Policy,
    after,
    cost,
    held,
    is_counter,
    is_master,
    is_trump,
    lead,
    lead_after,
    meld_of,
    place,
    play_on,
    play_until,
    program,
    rank,
    side_points,
    suit,
    trumps_of,
)
from interpreter import Game, deals

ONE_DEAL = "one-deal"
WITHOUT_LAST = "one-deal-without-last-trick"
TENS = "one-deal-tens"
PASSING = ("four", "three", "none")
SUITS = range(4)
TRICKS = 12
BEST, TOO_MUCH, TOO_LITTLE = 24, 34, 14
"""How far above its own melds a side may bid: 24 was the best of 4, 9, 14, ... 34 in deals of another seed."""


def friends(game: Game, one: int, other: int) -> bool:
    """Tell whether two seats are on one side."""
    side = game.seat_figures()["side"]
    return bool(side[one] == side[other])


def on_lead(game: Game) -> bool:
    """Tell whether a seat leads to a trick."""
    return game.decision == "play" and not game.trick_cards()


# -- the auction


def best_suit(game: Game, seat: int) -> tuple[int, int]:
    """Return the suit in which a hand melds most, the longest of them, and what it melds."""
    cards = held(game, seat)
    worth = {trump: meld_of(game, seat, cards, trump) for trump in SUITS}
    best = max(SUITS, key=lambda trump: (worth[trump], length(game, seat, trump)))
    return best, worth[best]


def length(game: Game, seat: int, trump: int) -> int:
    """Return how many cards of a suit a hand has."""
    return sum(suit(game, card) == trump for card in held(game, seat))


def bids_up_to(more: int, player: Policy = COUNTING, *, spares_partner: bool = False) -> Policy:
    """Return a player who bids the least he can as long as it is no more than his melds and so much more."""

    def policy(game: Game) -> int:
        if game.decision != "bid":
            return player(game)
        told = {game.describe(action): action for action in game.legal_actions()}
        raises = {int(words.split()[1]): action for words, action in told.items() if words != PASS}
        if PASS not in told:
            return raises[min(raises)]
        seat, bidder = game.current_seat, game.facts()["bidder"]
        partner_has_it = bidder >= 0 and friends(game, bidder, seat)
        too_high = not raises or min(raises) > best_suit(game, seat)[1] + more
        return told[PASS] if too_high or (spares_partner and partner_has_it) else raises[min(raises)]

    return policy


def side_lead(number: int, policy: Policy, player: Policy = COUNTING) -> tuple[int, Game]:
    """Return the lead of a side that plays by a policy in a deal, and the deal; sides take turns from deal to deal."""
    game = Game(program(ONE_DEAL), SEED, number)
    seat = number % 2
    mine: Mapping[int, Policy] = {seat: policy, seat + 2: policy}
    play_on(game, player, mine)
    return lead(game, seat), game


def promise(numbers: range) -> Noted:
    """Let a side bid a little, well and much above its own melds, in the same deal."""
    for number in numbers:
        leads = {}
        for more in (TOO_LITTLE, BEST, TOO_MUCH):
            leads[more], game = side_lead(number, bids_up_to(more, spares_partner=True))
            declarer = game.facts()["declarer"]
            if declarer >= 0 and declarer % 2 == number % 2:
                yield f"made {more}", int(bool(game.last_made))
        yield "too much", leads[BEST] - leads[TOO_MUCH]
        yield "too little", leads[BEST] - leads[TOO_LITTLE]


def outbidding(numbers: range) -> Noted:
    """Leave the auction to a partner who has the highest bid, or bid on over him."""
    for number in numbers:
        spares, _ = side_lead(number, bids_up_to(BEST, spares_partner=True))
        outbids, _ = side_lead(number, bids_up_to(BEST))
        yield "gap", spares - outbids


def trump_suit(numbers: range) -> Noted:
    """Name the longest suit, the suit with the best melds, or what weighs both."""
    for number in numbers:
        game = Game(program(ONE_DEAL), SEED, number)
        if not play_until(game, lambda game: game.decision == "trump", BASIC):
            continue
        seat = game.current_seat
        melding, worth = best_suit(game, seat)
        cards = held(game, seat)
        longest = max(SUITS, key=lambda trump: (length(game, seat, trump), meld_of(game, seat, cards, trump)))
        actions = {game.describe(action): action for action in game.legal_actions()}
        names = [next(a for words, a in actions.items() if words.endswith(sign)) for sign in game.program.deck.suits]
        both = BASIC(game)
        ends = {action: lead_after(game, action) for action in {both, names[melding], names[longest]}}
        yield "length", ends[both] - ends[names[longest]]
        yield "melds", ends[both] - ends[names[melding]]
        yield "differ", int(melding != longest)
        if worth >= 15 and _has_run(game, seat, melding):
            yield "run", int(length(game, seat, longest) > length(game, seat, melding))


def _has_run(game: Game, seat: int, trump: int) -> bool:
    ranks = {rank(game, card) for card in held(game, seat) if suit(game, card) == trump}
    return {"A", "10", "K", "Q", "J"} <= ranks


# -- passing cards


def how_many(numbers: range) -> Noted:
    """Play the same deals with four cards passed, with three and with none."""
    tables = {each: deals(program(ONE_DEAL, each), len(numbers), SEED, first=numbers.start) for each in PASSING}
    for rows in zip(*tables.values(), strict=True):
        melds = {}
        for each, row in zip(PASSING, rows, strict=True):
            melds[each] = row[f"meld_{row['declarer'] % 2}"]
            yield f"made {each}", int(bool(row["made"]))
        yield "four", melds["four"] - melds["none"]
        yield "three", melds["four"] - melds["three"]


@define
class Passes:
    """A policy that passes the cards which it likes best, one after another as they are asked for."""

    liking: Callable[[Game, int], tuple[bool, int]]
    player: Policy = COUNTING
    plan: list[int] = field(factory=list)
    """What is still to be passed."""

    def __call__(self, game: Game) -> int:
        """Return the next card to pass, or what the player does elsewhere."""
        if game.decision != "exchange":
            return self.player(game)
        if not self.plan:
            cards = sorted(held(game, game.current_seat), key=lambda card: self.liking(game, card))
            self.plan = sorted(cards[-game.facts()["to_choose"] :])
        return self.plan.pop(0)


def plain_tops(game: Game, card: int) -> tuple[bool, int]:
    """Like plain aces and tens, whatever trump is."""
    return not is_trump(game, card), -place(game, card)


def worthless(game: Game, card: int) -> tuple[bool, int]:
    """Like low plain cards, whatever melds they belong to."""
    return not is_trump(game, card), place(game, card)


def what_to_pass(numbers: range) -> Noted:
    """Pass trumps and cards of melds, or plain aces and tens; give back whole melds, or low cards of any kind."""
    for number in numbers:
        game = Game(program(ONE_DEAL), SEED, number)
        if not play_until(game, lambda game: game.decision == "exchange", BASIC):
            continue
        partner, declarer = game.current_seat, game.facts()["declarer"]
        usual, tops = (_exchanged(game, mine) for mine in ({}, {partner: Passes(plain_tops)}))
        yield "given", lead(usual, declarer) - lead(tops, declarer)
        yield "given, meld", _meld(usual, declarer) - _meld(tops, declarer)
        low = _exchanged(game, {declarer: Passes(worthless)})
        yield "back", lead(usual, declarer) - lead(low, declarer)
        yield "back, meld", _meld(usual, declarer) - _meld(low, declarer)


def _exchanged(game: Game, mine: Mapping[int, Policy]) -> Game:
    return play_on(game.copy(), COUNTING, mine)


def _meld(game: Game, seat: int) -> int:
    """Return what a side has laid."""
    return sum(points for s, points in enumerate(game.seat_figures()["laid_meld"]) if friends(game, s, seat))


# -- the play


def counters_after(game: Game, action: int) -> tuple[int, bool]:
    """Return the card points of the side that takes an action, and whether it takes the last trick."""
    seat = game.current_seat
    end = play_on(after(game, action))
    return side_points(end, seat), friends(end, end.facts()["last_winner"], seat)


def feeding(numbers: range) -> Noted:
    """As the last to a trick play a counter or a worthless card, where the trick goes the same way."""
    for number in numbers:
        game = Game(program(ONE_DEAL), SEED, number)
        play_until(game, from_trick(number % (TRICKS - 2)))
        if not play_until(game, _free):
            continue
        seat = game.current_seat
        dear, poor = _choices(game)
        winner = after(game, dear).facts()["last_winner"]
        gap = counters_after(game, dear)[0] - counters_after(game, poor)[0]
        yield ("partner", gap) if friends(game, winner, seat) else ("opponents", -gap)


def from_trick(first: int) -> Callable[[Game], bool]:
    """Tell whether so many tricks have been played."""
    return lambda game: game.facts()["tricks_played"] >= first


def _free(game: Game) -> bool:
    """Tell whether the last to play has counters and others, none of which takes the trick."""
    if game.decision != "play" or len(game.trick_cards()) != 3:
        return False
    legal = game.legal_actions()
    if len({is_counter(game, card) for card in legal}) != 2:
        return False
    return all(after(game, card).facts()["last_winner"] != game.current_seat for card in legal)


def _choices(game: Game) -> tuple[int, int]:
    """Return the lowest counter and the lowest other card that may be played."""
    legal = sorted(game.legal_actions(), key=lambda card: (not is_trump(game, card), place(game, card)))
    counters = [card for card in legal if is_counter(game, card)]
    others = [card for card in legal if not is_counter(game, card)]
    return counters[-1], others[-1]


def other_lead(game: Game, cards: Sequence[int]) -> int:
    """Return a sensible lead of some cards: a sure winner with points, else a low card without."""
    seat = game.current_seat
    sure = [card for card in cards if is_counter(game, card) and is_master(game, seat, card)]
    return sure[0] if sure else min(cards, key=lambda card: cost(game, card)[1:])


def last_trick(numbers: range) -> Noted:
    """Keep the only trump for the end, or lead it; and let the last trick count, or not."""
    with_it, without = (
        deals(program(name), len(numbers), SEED, first=numbers.start) for name in (ONE_DEAL, WITHOUT_LAST)
    )
    for row, other in zip(with_it, without, strict=True):
        if row["outcome"] in ("made", "set") and (row["declarer"], row["bid"]) == (other["declarer"], other["bid"]):
            yield "hangs", int(row["made"] is not other["made"])
    for number in numbers:
        game = Game(program(ONE_DEAL), SEED, number)
        if not play_until(game, _one_trump):
            continue
        trumps = [card for card in game.legal_actions() if is_trump(game, card)]
        others = [card for card in game.legal_actions() if not is_trump(game, card)]
        if trumps and others:
            kept, spent = counters_after(game, other_lead(game, others)), counters_after(game, trumps[0])
            yield "gap", kept[0] - spent[0]
            yield "taken", int(kept[1]) - int(spent[1])


def _one_trump(game: Game) -> bool:
    """Tell whether somebody leads in the second half with a single trump and two other cards or more."""
    seat = game.current_seat
    if not on_lead(game) or game.facts()["tricks_played"] < TRICKS // 2 or len(held(game, seat)) < 3:
        return False
    return trumps_of(game, seat) == 1


def lead_aces(numbers: range) -> Noted:
    """Lead a plain ace early, or keep it back."""
    for number in numbers:
        game = Game(program(ONE_DEAL), SEED, number)
        if not play_until(game, _early_ace):
            continue
        seat = game.current_seat
        aces = [card for card in game.legal_actions() if rank(game, card) == "A" and not is_trump(game, card)]
        short = min(aces, key=lambda card: length(game, seat, suit(game, card)))
        others = [card for card in game.legal_actions() if card not in aces and not is_trump(game, card)]
        yield "gap", counters_after(game, short)[0] - counters_after(game, other_lead(game, others))[0]
        twin = after(game, short)
        play_until(twin, lambda game: not game.trick_cards())
        yield "wins", int(twin.facts()["last_winner"] == seat)


def _early_ace(game: Game) -> bool:
    """Tell whether somebody leads to one of the first four tricks with a plain ace, and other plain cards."""
    if not on_lead(game) or game.facts()["tricks_played"] >= 4:
        return False
    plain = {rank(game, card) == "A" for card in game.legal_actions() if not is_trump(game, card)}
    return len(plain) == 2


def hopeless_hands(numbers: range) -> Noted:
    """Give up a contract that all the counters cannot make, or play it."""
    for number in numbers:
        game = Game(program(TENS), SEED, number)
        reckless = bids_up_to(300)
        if not play_until(game, lambda game: game.decision == "call", reckless):
            continue
        seat = game.current_seat
        told = {game.describe(action): action for action in game.legal_actions()}
        stop = next(action for words, action in told.items() if words != PASS)
        played = play_on(after(game, told[PASS]), BASIC)
        gap = lead(played, seat) - lead(play_on(after(game, stop), BASIC), seat)
        yield "gap", gap
        yield "softer", int(gap > 0)


EXPERIMENTS = (
    Experiment(
        name="do-not-promise-too-much",
        title="Do not promise too much for a hidden partner",
        claims=("ja-114",),
        says="The partner's cards are hidden: do not bid points that are not yet sure to be there.",
        measures=(
            f"Two partners bid no higher than their own best melds and {BEST} points, which did best in trials with "
            f"other deals; then, in the same deal, 10 more ({TOO_MUCH}), and 10 less ({TOO_LITTLE}). What the side "
            "gains more than the others in a deal tells what promising more, or less, costs."
        ),
        players="the bidding as said, all else and the other side as `counting` does",
        deals=3_000,
        asked={
            "too much": Asked(f"up to melds and {BEST} over melds and {TOO_MUCH}", 0),
            "too little": Asked(f"up to melds and {BEST} over melds and {TOO_LITTLE}"),
            f"made {TOO_LITTLE}": Asked(f"contracts made, up to melds and {TOO_LITTLE}", None, 1),
            f"made {BEST}": Asked(f"contracts made, up to melds and {BEST}", None, 1),
            f"made {TOO_MUCH}": Asked(f"contracts made, up to melds and {TOO_MUCH}", None, 1),
        },
        play=promise,
    ),
    Experiment(
        name="do-not-outbid-the-partner",
        title="Do not outbid the partner",
        claims=("ja-115",),
        says="A partner who is about to win the auction need not be outbid.",
        measures=(
            f"Two partners bid up to their melds and {BEST} points. They pass whenever the partner has the highest "
            "bid, and in the same deal again bid over him as over anybody else. What the side gains more than the "
            "others in a deal tells what that costs."
        ),
        players="the bidding as said, all else and the other side as `counting` does",
        deals=4_000,
        asked={"gap": Asked("passing over the partner's bid, over bidding on", 0)},
        play=outbidding,
    ),
    Experiment(
        name="compare-suits",
        title="Compare melds and length for each suit",
        claims=("ja-112", "ja-113"),
        says="Compare melds and length for each suit: the longest need not be the one with the run.",
        measures=(
            "The declarer names what weighs melds, length and aces, and in the same deal again simply his longest "
            "suit, and simply the suit in which he melds most. What the side gains more than the others tells what "
            "the comparison is worth. And how often, with a run in hand, another suit is longer; by the advice that "
            "happens."
        ),
        players="`basic` bids and weighs, `counting` plays",
        deals=10_000,
        asked={
            "length": Asked("weighing both over length alone", 0),
            "melds": Asked("weighing both over melds alone", 0),
            "differ": Asked("the two name different suits", None, 1),
            "run": Asked("with a run in the best suit, another is longer", 0, 1),
        },
        play=trump_suit,
    ),
    Experiment(
        name="how-many-to-pass",
        title="The more cards are passed, the more come together",
        claims=("ja-036",),
        says="How many cards partners exchange changes the chances to collect trumps and missing cards.",
        measures=(
            "The same deals with four cards passed, with three and with none, and what the declaring side then lays. "
            "The auction is played anew under each rule."
        ),
        players="`basic`",
        deals=20_000,
        asked={
            "four": Asked("melds of the declarers, four cards over none", 0),
            "three": Asked("melds of the declarers, four cards over three", 0),
            **{f"made {each}": Asked(f"contracts made, passing {each}", None, 1) for each in PASSING},
        },
        play=how_many,
    ),
    Experiment(
        name="what-to-pass",
        title="Pass trumps and what completes melds, and keep melds whole",
        claims=("ja-116", "ja-117"),
        says=(
            "Pass the declarer trumps and cards that complete runs and fours of a kind; when giving back, keep "
            "complete melds together."
        ),
        measures=(
            "The declarer's partner passes trumps first, then what promises melds, and in the same deal again his "
            "plain aces and tens. The declarer gives back what breaks least of his melds, and in the same deal again "
            "his lowest plain cards. Told are what the side gains more than the others, and what it melds."
        ),
        players="`basic` bids and passes as the advice says, `counting` plays",
        deals=4_000,
        asked={
            "given": Asked("trumps and melds over plain aces and tens", 0),
            "given, meld": Asked("the same, melds alone"),
            "back": Asked("whole melds over low plain cards", 0),
            "back, meld": Asked("the same, melds alone"),
        },
        play=what_to_pass,
    ),
    Experiment(
        name="feed-the-partner",
        title="Counters to the partner, none to the opponents",
        claims=("ja-119", "ja-120"),
        says="Give counters to a trick that the partner wins, worthless cards to one that the opponents win.",
        measures=(
            "The last to play to a trick has counters and other cards, none of which takes it. The same deal is "
            "played twice from there, with the lowest counter and with the lowest other card. What differs are the "
            "card points of the side at the end: a counter kept back may still be lost, or win later."
        ),
        players="`counting`",
        deals=6_000,
        asked={
            "partner": Asked("a counter over a worthless card, the partner winning", 0),
            "opponents": Asked("a worthless card over a counter, the opponents winning", 0),
        },
        play=feeding,
    ),
    Experiment(
        name="last-trick",
        title="A trump is kept for the last trick",
        claims=("ja-121", "zh-075"),
        says="The last trick brings 1 point more, so that a trump or a winner kept for the end has its value.",
        measures=(
            "The first time somebody leads in the second half with a single trump and at least two other cards, the "
            "same deal is played twice from there: the trump is led, or another card (a sure winner with points, else "
            "a low card). What differs are the card points of the side, the last trick among them. And how many "
            "contracts are made or set otherwise when the last trick counts nothing, with the same bid."
        ),
        players="`counting`; the contracts are those of `basic`",
        deals=12_000,
        asked={
            "gap": Asked("keeping the trump over leading it", 0),
            "taken": Asked("last tricks more (in one deal: 1, 0 or -1)"),
            "hangs": Asked("contracts that hang by the last trick", None, 1),
        },
        play=last_trick,
    ),
    Experiment(
        name="lead-aces-early",
        title="A strong card kept back may be trumped",
        claims=("ja-122",),
        says="A strong card that is kept back may be trumped later.",
        measures=(
            "Somebody leads to one of the first four tricks with a plain ace. The same deal is played twice from "
            "there: the ace of his shortest suit is led, or another plain card. What differs are the card points of "
            "the side."
        ),
        players="`counting`",
        deals=6_000,
        asked={
            "gap": Asked("leading the ace over keeping it", 0),
            "wins": Asked("the ace takes its trick", None, 1),
        },
        play=lead_aces,
    ),
    Experiment(
        name="playing-a-lost-contract",
        title="A contract that cannot be made may be played",
        claims=("zh-083", "zh-085"),
        says=(
            "A contract that all 250 points would not make may still be played, to soften the loss: if the others take "
            "no counter, they score nothing."
        ),
        measures=(
            "Reckless bidding leads to such contracts. The same deal is given up, and played; what differs is how much "
            "less the side loses to the others."
        ),
        players="everybody bids far too high; `basic` plays",
        deals=4_000,
        asked={
            "gap": Asked("playing over giving up", 0),
            "softer": Asked("playing is better", None, 1),
        },
        play=hopeless_hands,
    ),
)

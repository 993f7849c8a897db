"""What the documents say of their computer players, and of the advice that these follow."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from interpreter import Game, Program, solve
from interpreter.cards import parse_cards
from interpreter.players import PLAYERS, chosen, player_kinds
from pinochle_dsl import load

SUITS = "♠♥♦♣"
BASIC, COUNTING = player_kinds(["basic", "counting"])


@cache
def program(name: str) -> Program:
    """Return the Program of a document variant."""
    return load(name).compile()


def holding(seed: int, wanted: str, *, leads: bool = True) -> Game:
    """Return a two-handed deal whose leader (or the other) holds these cards; `t` stands for the trump suit.

    `u`, `v` and `w` are the other suits in order.  The other cards lie at random.
    """
    rules = program("two-handed-ko")
    game = Game(rules, seed)
    seat = game.current_seat if leads else 1 - game.current_seat
    trump = game.observation(seat).trump
    assert trump is not None
    others = [suit for suit in SUITS if suit != trump]
    names = dict(zip("tuvw", [trump, *others], strict=True))
    if str(game.observation(seat).turn_up) in [card[:-1] + names[card[-1]] for card in wanted.split()]:
        return holding(seed + 100, wanted, leads=leads)
    hand = parse_cards(rules.deck, [card[:-1] + names[card[-1]] for card in wanted.split()])
    turned = parse_cards(rules.deck, [str(game.observation(seat).turn_up)])
    pack = [card for card, copies in enumerate(rules.deck.copies) for _ in range(copies)]
    for card in (*hand, *turned):
        pack.remove(card)
    Random(seed).shuffle(pack)
    other, stock = pack[:12], pack[12:]
    hands = [[0] * len(rules.deck.copies) for _ in range(2)]
    for card in hand:
        hands[seat][card] += 1
    for card in other:
        hands[1 - seat][card] += 1
    game.set_hidden(hands, stock)
    return game


def test_a_level_for_every_step_of_the_documents() -> None:
    """ko-055 ko-056 ko-057 ko-061 ja-006 ja-126 ja-127 ja-128: four levels that rise, and any may sit anywhere."""
    assert list(PLAYERS) == ["random", "basic", "counting", "search"]
    for name in ("two-handed-ko", "partnership-ja", "cardgames-io"):
        game = Game(program(name), 3)
        names = list(PLAYERS)
        for step in range(60):
            if game.is_over:
                break
            game.apply(chosen(game, "search:2" if names[step % 4] == "search" else names[step % 4]))


def test_counting_knows_every_card_that_was_seen() -> None:
    """ko-057 ko-076 ko-077 ja-108 ja-109 ja-118 ja-128: what was played or lies open is nowhere else."""
    for name in ("two-handed-ko", "partnership-ja"):
        checked = 0
        game = Game(program(name), 12)
        while not game.is_over and game.facts()["deal"] == 1:
            seat = game.current_seat
            seen = game.observation(seat)
            deck = game.program.deck
            pool, _ = game.hidden_places(seat)
            open_cards = [*seen.played, *(card for hand in seen.known for card in hand), *seen.buried]
            counted = parse_cards(deck, open_cards + ([seen.turn_up] if seen.turn_up else []))
            for card, copies in enumerate(deck.copies):
                assert pool[card] == copies - counted.count(card)
            checked += 1
            game.apply(game.choice(COUNTING) if game.decision != "call" else 64)
        assert checked > 40


def test_once_the_stock_is_gone_the_other_hand_is_known() -> None:
    """ko-057 ko-078: in the playoff only one hand is left that the unseen cards can be in."""
    game = Game(program("two-handed-ko"), 13)
    while not (game.stage == "playoff" and game.decision == "play"):
        game.apply(game.choice(COUNTING))
    seat = game.current_seat
    pool, places = game.hidden_places(seat)
    known = game.known_counts(seat, 1 - seat)
    assert [n + k for n, k in zip(pool, known, strict=True)] == game.hand_counts(1 - seat)
    assert len(places) <= 1


@pytest.mark.parametrize("player", ["counting", "search:4"])
def test_the_playoff_is_searched_trick_by_trick(player: str) -> None:
    """ko-060 ko-079 ko-081 ko-082 ko-083 ja-121: every card of the playoff is one that nothing can improve on."""
    checked = 0
    for number in range(4):
        game = Game(program("two-handed-ko"), 14, number)
        while not game.is_over:
            if game.stage == "playoff" and game.decision == "play" and len(game.legal_actions()) > 1:
                values = solve(game, values=True).values
                assert values[chosen(game, player)] == max(value for value in values.values() if value is not None)
                checked += 1
            game.apply(game.choice(BASIC))
    assert checked >= 20


def after_leading_the_ace(game: Game) -> Game:
    """Return the game after the leader has won a trick with the ace of trumps."""
    seat = game.current_seat
    trump = game.observation(seat).trump
    game.apply(game.action(f"A{trump}"))
    game.apply(game.choice(BASIC))
    assert game.current_seat == seat
    return game


def words_of(game: Game, kind: int) -> str:
    """Return in words what a player chooses."""
    return game.describe(game.choice(kind))


def test_counting_waits_for_the_run_with_the_royal_marriage() -> None:
    """ko-059 ko-073 ko-074: a pair of trumps that a run may still need is not laid; to basic it is 40 points."""
    for seed in range(4):
        game = after_leading_the_ace(holding(seed, "At At 10t Kt Qt 9u 9u 9v 9v Ju 9w 9w"))
        assert "royal marriage" in words_of(game, BASIC)
        assert "royal marriage" not in words_of(game, COUNTING)


def test_counting_lays_the_run_when_it_has_it() -> None:
    """ko-067 ko-072: of what can be laid the dearest comes first."""
    for seed in range(4):
        game = after_leading_the_ace(holding(seed, "At At 10t Kt Qt Jt 9u 9u 9v 9v 9w 9w"))
        assert "run" in words_of(game, COUNTING)


def test_counting_spares_the_cards_of_its_melds() -> None:
    """ko-058: cards that melds in progress need stay in the hand as long as there are others."""
    for seed in range(4):
        game = holding(seed, "10t Kt Qt Jt Ku Qu Au Av 9u 9v 9w Jw")
        trump = str(game.observation(game.current_seat).trump)
        first = next(suit for suit in SUITS if suit != trump)
        told = words_of(game, COUNTING)
        assert trump not in told
        assert told not in (f"K{first}", f"Q{first}")


def test_search_plays_dozens_of_imagined_deals() -> None:
    """ko-061: for a card while the stock lasts."""
    game = Game(program("two-handed-ko"), 15)
    assert game.stage == "stock"
    chosen(game, "search")
    assert game.deals_tried == 64


@pytest.mark.parametrize("kind", [BASIC, COUNTING])
def test_a_partner_who_wins_is_fed(kind: int) -> None:
    """ja-119 ja-120 ja-127: of cards that change nothing counters go to the partner, and none to the opponents."""
    fed = spared = wasted = 0
    rules = program("partnership-ja")
    for number in range(30):
        game = Game(rules, 16, number)
        while not game.is_over and game.facts()["deal"] == 1:
            action = game.choice(kind) if game.decision != "call" else 64
            legal = game.legal_actions()
            seen = game.observation(game.current_seat)
            if game.decision == "play" and len(seen.trick) == 3:
                told = [game.describe(card) for card in legal]
                counters = [any(rank in text for rank in ("A", "10", "K")) for text in told]
                suits = {text[-1] for text in told}
                if any(counters) and not all(counters) and len(suits) == 1:
                    twin = game.copy()
                    twin.apply(legal[0])
                    winners = set()
                    for card in legal:
                        twin = game.copy()
                        twin.apply(card)
                        winners.add(twin.facts()["last_winner"])
                    if len(winners) == 1 and game.current_seat not in winners:
                        (winner,) = winners
                        counter = counters[legal.index(action)]
                        if winner % 2 == game.current_seat % 2:
                            fed += counter
                            wasted += not counter
                        else:
                            spared += not counter
                            wasted += counter
            game.apply(action)
    assert fed > 5
    assert spared > 5
    assert wasted <= (fed + spared) // 5


def test_who_did_not_follow_is_known_to_be_void() -> None:
    """ja-118: a hand that could not follow suit, or could not beat, is imagined without those cards."""
    rules = program("partnership-ja")
    void = 0
    for number in range(6):
        game = Game(rules, 17, number)
        while not game.is_over and game.facts()["deal"] == 1:
            if game.decision == "play" and game.observation(0).trick:
                seen = game.observation(0)
                (_, led), (last, card) = seen.trick[0], seen.trick[-1]
                if led[-1] != card[-1] and last != 0:
                    suit = [c for c in range(24) if c // 6 == parse_cards(rules.deck, [led])[0] // 6]
                    masks = [mask for kind, at, _, mask in game.hidden_places(0)[1] if (kind, at) == (0, last)]
                    assert all(not mask >> c & 1 for mask in masks for c in suit)
                    void += 1
            game.apply(game.choice(BASIC) if game.decision != "call" else 64)
    assert void > 10


def to_a_worthless_lead(game: Game) -> Game:
    """Return the game after the leader has led a card of no worth and no trump."""
    trump = game.observation(game.current_seat).trump
    told = [(game.describe(action), action) for action in game.legal_actions()]
    game.apply(next(action for text, action in told if text[-1] != trump and text[:-1] in ("9", "J", "Q")))
    return game


def test_basic_wins_a_cheap_trick_to_lay_a_meld() -> None:
    """ko-067 ko-069 ko-070: with a meld in hand a worthless lead is won, with no trump that the meld needs."""
    for seed in range(6):
        game = to_a_worthless_lead(holding(seed, "9t Kt Qt Jt Au Av Aw 9u 9v 9w 10v 10w", leads=False))
        trump = game.observation(game.current_seat).trump
        seat = game.current_seat
        assert words_of(game, BASIC) not in (f"K{trump}", f"Q{trump}")
        game.apply(game.choice(BASIC))
        assert game.facts()["last_winner"] == seat


def test_basic_gives_a_worthless_trick_away_when_it_has_nothing_to_lay() -> None:
    """ko-071: without a meld no trump is spent on nothing."""
    for seed in range(6):
        game = to_a_worthless_lead(holding(seed, "At 10t 10u 10v 10w 9u 9v 9w 9u 9v 9w Ju", leads=False))
        assert words_of(game, BASIC)[-1] != game.observation(game.current_seat).trump


def test_basic_leaves_the_auction_to_its_partner() -> None:
    """ja-114 ja-115: a partner's bid is outbid far more seldom than an opponent's, and most contracts are kept."""
    passed = {True: 0, False: 0}
    spoken = {True: 0, False: 0}
    for number in range(150):
        game = Game(program("partnership-ja"), 18, number)
        while game.decision == "bid":
            facts, action = game.facts(), game.choice(BASIC)
            if facts["bidder"] >= 0:
                friend = facts["bidder"] % 2 == game.current_seat % 2
                spoken[friend] += 1
                passed[friend] += game.describe(action) == "pass"
            game.apply(action)
    assert spoken[True] > 20
    assert passed[True] / spoken[True] > passed[False] / spoken[False] + 0.1


def test_basic_passes_trumps_and_keeps_its_melds() -> None:
    """ja-116 ja-117: the partner passes the trumps it has; what comes back breaks no meld that could be kept."""
    rules = program("partnership-ja")
    meter = Game(rules, 0)
    whole = kept = deals = 0
    for number in range(60):
        game = Game(rules, 19, number)
        while game.decision in ("bid", "trump"):
            game.apply(game.choice(BASIC))
        if game.decision != "exchange":
            continue
        giver, facts = game.current_seat, game.facts()
        trumps = range(6 * facts["trump"], 6 * facts["trump"] + 6)
        held = sum(game.hand_counts(giver)[card] for card in trumps)
        while game.decision == "exchange" and game.current_seat == giver:
            game.apply(game.choice(BASIC))
        declarer = facts["declarer"]
        assert sum(game.passed_counts(declarer)[card] for card in trumps) == min(4, held)
        best = [card for card, n in enumerate(game.hand_counts(declarer)) for _ in range(n)]
        assert len(best) == 16
        whole += meter.best_for(best, facts["trump"], declarer, declarer)
        while game.decision == "exchange":
            game.apply(game.choice(BASIC))
        left = [card for card, n in enumerate(game.hand_counts(declarer)) for _ in range(n)]
        kept += meter.best_for(left, facts["trump"], declarer, declarer)
        deals += 1
    assert deals > 40
    assert kept >= 0.85 * whole

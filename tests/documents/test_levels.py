"""What the documents say of their computer players, and of the advice that these follow."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from random import Random

import pytest

from interpreter import Game, Program, advise, simulate, solve
from interpreter.cards import parse_cards
from interpreter.players import PLAYERS, chosen, player_kinds
from pinochle_dsl import load

SUITS = "♠♥♦♣"
BASIC, COUNTING = player_kinds(["basic", "counting"])
PASS = 64


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


# ---- positions built for one piece of advice, whose values are worked out over all ways the cards may lie


def unseen(rules: Program, *places: str) -> list[int]:
    """Return the cards of the pack that lie in none of these places, in table order."""
    left = Counter({card: n for card, n in enumerate(rules.deck.copies) if n})
    for cards in places:
        left.subtract(parse_cards(rules.deck, cards))
    assert min(left.values()) >= 0
    return sorted(left.elements())


def counts(rules: Program, cards: tuple[int, ...] | list[int]) -> list[int]:
    """Return cards as numbers by type."""
    return [cards.count(card) for card in range(len(rules.deck.copies))]


LAST_HAND = "10♠ 10♠ J♠ J♠ A♥ 9♥ A♦ K♦ 9♦ K♣ 9♣ J♣"
LAST_SEEN = "A♠ K♠ K♠ Q♠ Q♠ 9♠ 9♠ Q♥ Q♥ Q♦ Q♦ Q♣ Q♣ 10♥ 10♥ 9♦ A♦ J♦ J♦ 9♣ A♣ J♥"


def twelfth_trick(seed: int = 0) -> Game:
    """Return a deal in which a worthless card was led to the last trick of the stock, with an ace of trumps turned up.

    The other holds no trump: whoever has the ace afterwards has the playoff.
    """
    rules = program("two-handed-ko")
    game = Game(rules, seed)
    (turned,) = parse_cards(rules.deck, "A♠")
    figures = {"trump": 0, "stage": 1, "leading": 0, "seat": 1, "declarer": -1, "first_trick": 0, "trump_played": 1}
    hand, seen = parse_cards(rules.deck, LAST_HAND), parse_cards(rules.deck, LAST_SEEN)
    game.suppose_play({**figures, "turn_up": turned, "stock_left": 1}, hand, parse_cards(rules.deck, "J♥"), seen)
    return game


@cache
def worth_of_the_twelfth_trick() -> dict[str, float]:
    """Return what each card brings in the playoff, played as well as can be, on average over all the stock may hide."""
    rules = program("two-handed-ko")
    out = unseen(rules, LAST_HAND, LAST_SEEN, "A♠", "J♥")
    assert len(out) == 12
    total: Counter[str] = Counter()
    for last in out:
        game = twelfth_trick()
        other = list(out)
        other.remove(last)
        game.set_hidden([counts(rules, other), game.hand_counts(1)], [last])
        for card in game.legal_actions():
            if game.describe(card) not in ("J♣", "9♥", "A♥", "10♠", "J♠"):
                continue
            twin = game.copy()
            twin.apply(card)
            while twin.decision == "meld":
                twin.apply(PASS)
            points = solve(twin, 1).points
            assert points is not None
            total[game.describe(card)] += points
    return {card: points / len(out) for card, points in total.items()}


def test_a_strong_player_loses_the_twelfth_trick_on_purpose() -> None:
    """ko-080: with an ace of trumps turned up a useless card is best, and `search` alone finds it."""
    worth = worth_of_the_twelfth_trick()
    winning = [worth[card] for card in ("A♥", "10♠", "J♠")]
    assert worth["J♣"] == max(worth.values()) >= max(winning) + 20
    for seed in range(8):
        assert words_of(twelfth_trick(seed), player_kinds(["search:64"])[0]) == "J♣"
    for kind in (BASIC, COUNTING):
        assert worth[words_of(twelfth_trick(), kind)] < worth["J♣"]


def test_advice_on_the_twelfth_trick_says_what_hangs_by_it() -> None:
    """ko-080: asked about it, `advise` gives the values of best play where the players that finish the deal know it."""
    worth = worth_of_the_twelfth_trick()
    asked = program("two-handed-ko"), LAST_HAND, "spades", "J♥"
    found = advise(*asked, seen=LAST_SEEN, turn_up="A♠", deals=6, players="counting")
    assert found.players == "counting"
    assert "who loses it gets the turn-up, A♠" in found.notes[0]
    counters = 180  # in all cards that are still to be taken, with the last trick
    sure = {choice.action: choice.value for choice in found.choices if choice.low == choice.high}
    assert sure["J♣"] == 2 * worth["J♣"] - counters
    assert sure["9♥"] == 2 * worth["9♥"] - counters
    assert found.choices[0].action in ("K♦", "9♦", "K♣", "J♣", "9♣")
    guessed = advise(*asked, stock=2, turn_up="A♠", deals=40)
    assert guessed.players == "basic"
    assert any("who loses it gets the turn-up, A♠" in note for note in guessed.notes)
    assert any("not given" in note for note in guessed.notes)


def three_tricks(hand: str, out: str, seed: int) -> Game:
    """Return the last three tricks of a contract in spades that the asker plays and leads to."""
    rules = program("partnership-ja")
    game = Game(rules, seed)
    while game.decision != "play":
        game.apply(PASS if game.decision == "call" else game.choice(BASIC))
    figures = {"trump": 0, "stage": 0, "leading": 0, "seat": 0, "declarer": 0, "first_trick": 0, "trump_played": 1}
    seen = unseen(rules, hand, out)
    game.suppose_play({**figures, "turn_up": -1, "stock_left": 0}, parse_cards(rules.deck, hand), [], seen)
    return game


def worth_of_leads(hand: str, out: str) -> dict[str, float]:
    """Return what each lead brings if all is played as well as can be, on average over all layouts."""
    rules = program("partnership-ja")
    game, cards = three_tricks(hand, out, 4), parse_cards(rules.deck, out)
    layouts: Counter[tuple[tuple[int, ...], ...]] = Counter()
    for one in combinations(range(9), 3):
        rest = [place for place in range(9) if place not in one]
        for two in combinations(rest, 3):
            parts = (one, two, tuple(place for place in rest if place not in two))
            layouts[tuple(tuple(sorted(cards[place] for place in part)) for part in parts)] += 1
    total: Counter[str] = Counter()
    for parts, times in layouts.items():
        twin = game.copy()
        twin.set_hidden([game.hand_counts(0), *(counts(rules, part) for part in parts)], [])
        for card, points in solve(twin, 0, values=True).values.items():
            assert points is not None
            total[game.describe(card)] += times * points
    return {card: points / layouts.total() for card, points in total.items()}


@pytest.mark.parametrize(
    ("hand", "out", "best"),
    [
        ("A♥ 9♥ 9♠", "Q♥ J♥ J♥ 10♠ K♦ Q♦ J♦ Q♣ J♣", "A♥"),  # kept back it is trumped
        ("A♥ 9♥ Q♦", "Q♥ J♥ K♥ 10♠ K♦ 10♦ J♦ Q♣ J♣", "Q♦"),  # the trump is drawn out first
    ],
)
def test_search_plans_with_all_that_remains(hand: str, out: str, best: str) -> None:
    """ja-122: an ace is cashed where it would be trumped later, and waits where that is better."""
    worth = worth_of_leads(hand, out)
    assert worth[best] == max(worth.values())
    assert sorted(worth.values())[-2] < worth[best] - 0.1
    for seed in range(4, 9):
        assert words_of(three_tricks(hand, out, seed), player_kinds(["search:256"])[0]) == best


def test_the_side_with_more_trumps_has_the_playoff() -> None:
    """ko-078: it takes the last trick and most tens far more often than not, both sides playing as well as can be."""
    last = more_tens = fewer_tens = deals = 0
    for number in range(80):
        game = Game(program("two-handed-ko"), 21, number)
        while not (game.stage == "playoff" and game.decision == "play"):
            game.apply(game.choice(BASIC))
        trump = game.facts()["trump"]
        held = [sum(game.hand_counts(seat)[6 * trump : 6 * trump + 6]) for seat in range(2)]
        if held[0] == held[1]:
            continue
        more = int(held[1] > held[0])
        taken = [0, 0]
        while game.decision == "play":
            lying = game.trick_cards()
            action = game.choice(COUNTING)
            game.apply(action)
            if lying:
                winner = game.facts()["last_winner"]
                taken[winner] += sum(game.program.deck.ranks[card % 6] == "10" for card in (lying[0], action))
        deals += 1
        last += game.facts()["last_winner"] == more
        more_tens += taken[more] > taken[1 - more]
        fewer_tens += taken[more] < taken[1 - more]
    assert deals > 50
    assert last > 0.7 * deals
    assert more_tens > 2 * fewer_tens


def led_a_king(game: Game) -> Game | None:
    """Return the game after the leader has led a king of a plain suit, if he holds one."""
    trump = game.observation(game.current_seat).trump
    for action in game.legal_actions():
        words = game.describe(action)
        if words[:-1] == "K" and words[-1] != trump:
            game.apply(action)
            return game
    return None


def test_the_ace_of_trumps_is_kept_for_the_playoff() -> None:
    """ko-079: a trick of ten points is not worth it, neither where it is the only trump nor where a low one does."""
    asked = 0
    for seed in range(12):
        for hand in ("At 9u 9u Ju Qu 9v 9v Jv Qv 9w 9w Jw", "At 9t 9u Ju Qu 9v 9v Jv Qv 9w 9w Jw"):
            game = led_a_king(holding(seed, hand, leads=False))
            if game is not None:
                asked += 1
                trump = game.observation(game.current_seat).trump
                assert words_of(game, COUNTING) != f"A{trump}"
    assert asked > 10


def test_random_plays_any_card_as_likely_as_any_other() -> None:
    """ko-055 ja-126: it sees no use for a card, and so loses to simple advice nearly always."""
    game = holding(2, "At 9u 9u Ju Qu 9v Kv Jv Qv 9w Aw Jw")
    cards = game.legal_actions()
    found = Counter(game.choice(0) for _ in range(400 * len(cards)))
    assert set(found) == set(cards)
    assert all(330 < found[card] < 470 for card in cards)
    for name in ("two-handed-ko", "partnership-ja"):
        run = simulate(program(name), 60, 5, ("random", "basic"))
        assert run.stats["wins of 1"].mean > 0.8


def asked_to_bid(hand: str, seed: int) -> Game:
    """Return a Japanese deal whose first bidder holds these cards."""
    rules = program("partnership-ja")
    game = Game(rules, seed)
    rest = unseen(rules, hand)
    Random(seed).shuffle(rest)
    mine, seat = parse_cards(rules.deck, hand), game.current_seat
    others = iter([rest[at : at + 12] for at in (0, 12, 24)])
    game.set_hidden([counts(rules, mine if place == seat else next(others)) for place in range(4)], [])
    return game


@pytest.mark.parametrize(
    ("hand", "trump", "melds"),
    [
        # the longest suit is hearts, the run is in spades
        ("A♠ 10♠ K♠ Q♠ J♠ A♥ 10♥ 10♥ J♥ 9♥ 9♥ A♦", "♠", {"♠": 15, "♥": 4, "♦": 2, "♣": 2}),
        # no meld anywhere but nines: length decides
        ("A♠ J♠ A♥ 10♥ 10♥ J♥ J♥ 9♥ 9♥ A♦ 9♦ 9♣", "♥", {"♠": 0, "♥": 2, "♦": 1, "♣": 1}),
        # a marriage in a short suit is not worth the length of another
        ("K♣ Q♣ A♠ J♠ A♥ A♥ 10♥ 10♥ K♥ 9♥ 9♥ A♦", "♥", {"♠": 2, "♥": 4, "♦": 2, "♣": 4}),
    ],
)
def test_melds_and_length_are_compared_for_every_suit(hand: str, trump: str, melds: dict[str, int]) -> None:
    """ja-112 ja-113: before bidding each suit is weighed, and the longest need not be the one."""
    found = advise(program("partnership-ja"), hand, deals=60)
    assert {suit.trump: suit.meld for suit in found.trumps} == melds
    made = {suit.trump: suit.made for suit in found.trumps}
    assert made[trump] == max(made.values())
    for seed in range(3):
        game = asked_to_bid(hand, seed)
        seat = game.current_seat
        game.apply(game.action("bid 25"))
        while game.decision == "bid":
            game.apply(PASS)
        assert (game.decision, game.current_seat) == ("trump", seat)
        assert game.describe(game.choice(BASIC)).split()[-1] == trump

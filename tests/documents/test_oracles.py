"""The queries against oracles written from the documents alone, on thousands of random positions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter import Program, legal_cards, melds, settle, trick_winner
from pinochle_dsl import load

from . import oracles
from .driving import dix_melds
from .oracles import CHINESE, DECK, JAPANESE, KOREAN, SUITS, Layout, Settled

HANDS = 300
POSITIONS = 3_000

LayoutsOf = Callable[[str], list[Layout]]
LegalOf = Callable[[list[str], list[str], str], list[str]]


@cache
def _compiled(name: str, options: tuple[tuple[str, str], ...]) -> Program:
    return load(name, dict(options)).compile()


def compiled(name: str, **options: str) -> Program:
    """Return a compiled variant; underscores in option names stand for blanks."""
    return _compiled(name, tuple((key.replace("_", " "), choice) for key, choice in options.items()))


# ---- melds -----------------------------------------------------------------------------------------


def _japanese(double_pinochle: int, extra: str) -> LayoutsOf:
    return lambda trump: oracles.japanese_melds(trump, double_pinochle, extra)


MELD_CASES = [
    pytest.param(KOREAN, {}, oracles.korean_melds, id="korean"),
    pytest.param(CHINESE, {}, oracles.chinese_melds, id="chinese"),
    *(
        pytest.param(
            JAPANESE,
            {"double_pinochle": str(double), "extra_king_and_queen": extra},
            _japanese(double, extra),
            id=f"japanese-{double}-{extra.replace(' ', '-')}",
        )
        for double in (30, 32)
        for extra in ("nothing", "2 each", "4 each")
    ),
]


def _random_hand(rng: Random, size: int) -> list[str]:
    return oracles.shuffled(rng)[:size]


def _rich_hand(rng: Random, size: int) -> list[str]:
    """Return a hand with many melds in it: both copies of few ranks and suits."""
    ranks = rng.sample(["A", "K", "Q", "J"], 2)
    symbol = rng.choice(SUITS)
    pool = [card for card in [*DECK, *DECK] if card[:-1] in ranks or card[-1] == symbol or card in {"Q♠", "J♦"}]
    rng.shuffle(pool)
    return pool[:size]


@pytest.mark.parametrize("make", [_random_hand, _rich_hand], ids=["any-cards", "rich-in-melds"])
@pytest.mark.parametrize(("name", "options", "layouts"), MELD_CASES)
def test_best_meld(
    name: str, options: dict[str, str], layouts: LayoutsOf, make: Callable[[Random, int], list[str]]
) -> None:
    """The best meld is that of brute force over all ways to lay a hand.

    Claims: ja-037, ja-039 to ja-051, ja-102 to ja-105, ja-r06, ko-025 to ko-028, ko-030 to ko-035, ko-039,
    zh-038, zh-039, zh-043, zh-045 to zh-062.
    """
    program = compiled(name, **options)
    rng = Random(2024)
    for _ in range(HANDS):
        hand = make(rng, rng.choice([4, 8, 12, 12, 12, 16]))
        trump = rng.choice(SUITS)
        found = melds(program, " ".join(hand), trump)
        assert found.total == oracles.best_layout(hand, layouts(trump)), (hand, trump)
        assert found.total == sum(each.points for each in found.melds)


@pytest.mark.parametrize(("name", "options", "layouts"), MELD_CASES)
def test_more_cards_never_lower_the_meld(name: str, options: dict[str, str], layouts: LayoutsOf) -> None:
    """Adding a card to a hand never takes points away, in the query as in the oracle.

    Claims: zh-043.
    """
    program = compiled(name, **options)
    rng = Random(7)
    for _ in range(60):
        deck = oracles.shuffled(rng)
        trump = rng.choice(SUITS)
        totals = [melds(program, deck[:size], trump).total for size in range(17)]
        assert totals == sorted(totals)
        assert totals[12] == oracles.best_layout(deck[:12], layouts(trump))


# ---- legal cards and winners -----------------------------------------------------------------------


LEGAL_CASES = [
    pytest.param(KOREAN, {}, {"stage": "stock"}, 2, oracles.korean_stock, id="korean-stock"),
    pytest.param(KOREAN, {}, {"stage": "playoff"}, 2, oracles.korean_playoff, id="korean-playoff"),
    pytest.param(CHINESE, {}, {}, 4, oracles.chinese_play, id="chinese"),
    pytest.param(JAPANESE, {}, {}, 4, oracles.japanese_play, id="japanese-always"),
    pytest.param(
        JAPANESE, {"beating": "when trump is led"}, {}, 4, oracles.japanese_play_trump_led, id="japanese-trump-led"
    ),
]


@pytest.mark.parametrize(("name", "options", "extra", "seats", "oracle"), LEGAL_CASES)
def test_legal_cards(name: str, options: dict[str, str], extra: dict[str, Any], seats: int, oracle: LegalOf) -> None:
    """The cards that may be played are those that the document's sentences leave.

    Claims: ja-056 to ja-059, ja-061 to ja-063, ja-099 to ja-101, ja-r07, ko-016, ko-017, ko-045 to ko-048,
    zh-064 to zh-068.
    """
    program = compiled(name, **options)
    rng = Random(99)
    for _ in range(POSITIONS):
        deck = oracles.shuffled(rng)
        size, before = rng.randint(1, 12), rng.randint(0, seats - 1)
        hand, trick, trump = deck[:size], deck[size : size + before], rng.choice(SUITS)
        found = legal_cards(program, " ".join(hand), " ".join(trick), trump, **extra)
        assert list(found) == oracle(hand, trick, trump), (hand, trick, trump)


@pytest.mark.parametrize(("name", "seats"), [(KOREAN, 2), (CHINESE, 4), (JAPANESE, 4)])
def test_trick_winner(name: str, seats: int) -> None:
    """Best trump, else best of the suit led, the earlier of twins.

    Claims: ja-012, ja-022, ja-064, ja-065, ja-110, ko-018, ko-019, zh-068.
    """
    program = compiled(name)
    rng = Random(5)
    for _ in range(POSITIONS):
        trick, trump = oracles.shuffled(rng)[: rng.randint(1, seats)], rng.choice(SUITS)
        assert trick_winner(program, " ".join(trick), trump) == oracles.winner(trick, trump), (trick, trump)


# ---- settlement ------------------------------------------------------------------------------------


TABLE_KOREAN = [
    # meld, counters, gains, winner
    ((0, 0), (0, 250), (0, 250), 1),
    ((0, 0), (250, 0), (250, 0), 0),
    ((150, 0), (50, 200), (200, 200), "draw"),
    ((300, 0), (0, 250), (300, 250), 0),
    ((40, 20), (110, 140), (150, 160), 1),
    ((100, 80), (120, 130), (220, 210), 0),
    ((60, 60), (130, 120), (190, 180), 0),
    ((10, 0), (120, 130), (130, 130), "draw"),
    ((190, 40), (60, 190), (250, 230), 0),
    ((0, 300), (240, 10), (240, 310), 1),
    ((20, 20), (100, 150), (120, 170), 1),
    ((450, 100), (40, 210), (490, 310), 0),
]
TABLE_CHINESE = [
    # bid, declarer, meld, counters, outcome, gains
    (250, 0, (0, 0), (250, 0), "made", (250, 0)),
    (250, 0, (0, 500), (250, 0), "made", (250, 0)),
    (250, 0, (0, 0), (240, 10), "set", (-250, 10)),
    (250, 1, (20, 190), (190, 60), "made", (210, 250)),
    (260, 1, (20, 190), (190, 60), "set", (210, -260)),
    (280, 2, (150, 0), (130, 120), "made", (280, 120)),
    (290, 2, (150, 0), (130, 120), "set", (-290, 120)),
    (300, 3, (0, 1500), (250, 0), "set", (250, -300)),
    (300, 3, (0, 1500), (240, 10), "made", (240, 1510)),
    (330, 0, (60, 140), (240, 10), "set", (-330, 150)),
    (330, 0, (60, 140), (250, 0), "set", (-330, 0)),
    (340, 0, (100, 80), (240, 10), "made", (340, 90)),
    (400, 1, (40, 230), (80, 170), "made", (120, 400)),
    (410, 1, (40, 230), (80, 170), "set", (120, -410)),
]
TABLE_JAPANESE = [
    # bid, declarer, meld, counters, nines, outcome, gains
    (25, 0, (0, 0), (25, 0), (0, 0), "made", (25, 0)),
    (25, 0, (0, 0), (24, 1), (0, 0), "set", (-25, 1)),
    (25, 1, (4, 15), (15, 10), (0, 0), "made", (19, 25)),
    (26, 1, (4, 15), (15, 10), (0, 0), "set", (19, -26)),
    (26, 2, (25, 0), (1, 24), (0, 0), "made", (26, 24)),
    (26, 2, (30, 0), (0, 25), (0, 0), "set", (-26, 25)),
    (30, 3, (2, 30), (25, 0), (2, 0), "set", (27, -30)),
    (30, 0, (20, 2), (25, 0), (0, 2), "made", (45, 2)),
    (30, 0, (20, 1), (25, 0), (0, 1), "made", (45, 1)),
    (30, 0, (20, 2), (25, 0), (0, 0), "made", (45, 0)),
    (30, 0, (20, 3), (25, 0), (0, 1), "made", (45, 0)),
    (60, 1, (19, 40), (5, 20), (0, 0), "made", (24, 60)),
    (35, 0, (10, 150), (24, 1), (0, 0), "set", (-35, 151)),
    (49, 0, (24, 6), (24, 1), (0, 0), "set", (-49, 7)),
]


@pytest.mark.parametrize(("meld", "counters", "gains", "winner"), TABLE_KOREAN)
def test_korean_table(
    meld: tuple[int, int], counters: tuple[int, int], gains: tuple[int, int], winner: int | str
) -> None:
    """A table worked by hand.

    Claims: ko-050 to ko-052.
    """
    assert gains == (meld[0] + counters[0], meld[1] + counters[1])
    result = settle(compiled(KOREAN), meld=meld, counters=counters)
    assert (tuple(result.gains), tuple(result.totals), result.winner) == (gains, gains, winner)


@pytest.mark.parametrize(("bid", "declarer", "meld", "counters", "outcome", "gains"), TABLE_CHINESE)
def test_chinese_table(
    bid: int, declarer: int, meld: tuple[int, int], counters: tuple[int, int], outcome: str, gains: tuple[int, int]
) -> None:
    """A table worked by hand; the transcription of the sentences agrees with it.

    Claims: zh-077 to zh-080, zh-r01.
    """
    assert oracles.chinese_settlement(bid, declarer % 2, meld, counters) == Settled(outcome, gains)
    result = settle(compiled(CHINESE), bid=bid, declarer=declarer, meld=meld, counters=counters)
    assert (result.outcome, tuple(result.gains)) == (outcome, gains)


@pytest.mark.parametrize(("bid", "declarer", "meld", "counters", "nines", "outcome", "gains"), TABLE_JAPANESE)
def test_japanese_table(
    bid: int,
    declarer: int,
    meld: tuple[int, int],
    counters: tuple[int, int],
    nines: tuple[int, int],
    outcome: str,
    gains: tuple[int, int],
) -> None:
    """A table worked by hand; the transcription of the sentences agrees with it.

    Claims: ja-021, ja-075 to ja-082, ja-141, ja-r08.
    """
    assert oracles.japanese_settlement(bid, declarer % 2, meld, counters, nines) == Settled(outcome, gains)
    result = settle(
        compiled(JAPANESE), bid=bid, declarer=declarer, meld=meld, counters=counters, melds=dix_melds(nines)
    )
    assert (result.outcome, tuple(result.gains)) == (outcome, gains)


def test_random_settlements() -> None:
    """Thousands of deals settle as the sentences of documents 001 and 002 say.

    Claims: ja-075 to ja-078, ja-080 to ja-082, ja-r08, zh-077 to zh-080.
    """
    rng = Random(3)
    for _ in range(POSITIONS):
        declarer = rng.randrange(4)
        side = declarer % 2
        units = rng.choice([0, 1, 12, 24, 25, rng.randint(0, 25)])
        meld = (rng.randint(0, 40), rng.randint(0, 40))
        bid = rng.randint(25, 60)
        nines = tuple(rng.choice([0, 0, min(2, each)]) for each in meld)
        pair = (nines[0], nines[1])
        expected = oracles.japanese_settlement(bid, side, meld, (units, 25 - units), pair)
        if meld[side] + 25 < bid:  # out of reach: such a deal is given up before it is played
            gains = (-bid, meld[1]) if side == 0 else (meld[0], -bid)
            expected = Settled("conceded", gains)
        found = settle(
            compiled(JAPANESE),
            bid=bid,
            declarer=declarer,
            meld=meld,
            counters=(units, 25 - units),
            melds=dix_melds(pair),
        )
        assert (found.outcome, tuple(found.gains)) == (expected.outcome, expected.gains)
        tens = (meld[0] * 10, meld[1] * 10), (units * 10, 250 - units * 10)
        expected = oracles.chinese_settlement(bid * 10, side, *tens)
        found = settle(compiled(CHINESE), bid=bid * 10, declarer=declarer, meld=tens[0], counters=tens[1])
        assert (found.outcome, tuple(found.gains)) == (expected.outcome, expected.gains)


@pytest.mark.parametrize("name", [CHINESE, JAPANESE])
@pytest.mark.parametrize("declarer", range(4))
def test_given_up(name: str, declarer: int) -> None:
    """A deal given up costs the bid, and the others' melds count without a counter.

    Claims: ja-086, ja-087, ja-r04, ja-r05, zh-083, zh-084, zh-r06.
    """
    expected = oracles.conceded(500, declarer % 2, (100, 40))
    result = settle(
        compiled(name), bid=500, declarer=declarer, meld=(100, 40), counters=(0, 0), outcome="conceded", melds={}
    )
    assert (result.outcome, tuple(result.gains)) == ("conceded", expected.gains)
    assert expected.gains == ((-500, 40) if declarer % 2 == 0 else (100, -500))


# ---- conservation ----------------------------------------------------------------------------------


def test_the_decks_points() -> None:
    """All card points and the last trick make 250 in tens and 25 in ones.

    Claims: ja-074, ko-007, zh-076.
    """
    for unit, total in ((10, 250), (1, 25)):
        assert sum(oracles.card_points(card, unit) for card in DECK) * 2 + unit == total


@pytest.mark.parametrize(("name", "total"), [(KOREAN, 250), (CHINESE, 250), (JAPANESE, 25)])
def test_random_divisions_of_the_deck_add_up(name: str, total: int) -> None:
    """A side that takes all that counts gains exactly the deck's total beside its melds.

    Claims: ja-074, zh-076.
    """
    extra: dict[str, Any] = {} if name == KOREAN else {"bid": total, "declarer": 0, "melds": {}}
    result = settle(compiled(name), meld=(0, 0), counters=(total, 0), **extra)
    assert tuple(result.gains) == (total, 0)
    if name != KOREAN:
        short = settle(compiled(name), meld=(0, 0), counters=(total, 0), bid=total + total // 25, declarer=0, melds={})
        assert tuple(short.gains) == (-total - total // 25, 0)

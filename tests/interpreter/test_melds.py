"""Meld tables against brute force over all ways to lay out a hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest

from interpreter import melds
from interpreter._melds import MeldSet
from interpreter.actions import points_of
from interpreter.program import MeldEntry, Program
from tests.interpreter import programs as p


def brute_force(entries: tuple[MeldEntry, ...], hand: list[int], trump: int) -> int:
    """Return the best total over every set of melds that the hand has, class by class, and within their limits."""
    held = Counter(hand)
    left = Counter({(c, t): held[t] for t in held for e in entries for c in e.classes})
    ways = [(e, s, v) for e in entries for s, vs in e.forms[trump] for v in vs if all(held[t] >= n for t, n in v)]

    def score(laid: Counter[tuple[str, int]]) -> int:
        by_name = {e.name: e for e in entries}
        return sum(points_of(by_name[name], trump, n) for (name, _), n in laid.items())

    best = 0

    def lay(first: int, laid: Counter[tuple[str, int]]) -> None:
        nonlocal best
        best = max(best, score(laid))
        for i in range(first, len(ways)):
            entry, slot, vector = ways[i]
            uses = [((c, t), n) for c in entry.classes for t, n in vector]
            lying = sum(n for (name, _), n in laid.items() if name == entry.name)
            if (not entry.limit or lying < entry.limit) and all(left[r] >= n for r, n in uses):
                for r, n in uses:
                    left[r] -= n
                laid[entry.name, slot] += 1
                lay(i, laid)
                laid[entry.name, slot] -= 1
                for r, n in uses:
                    left[r] += n

    lay(0, Counter())
    return best


def hands(copies: tuple[int, ...], size: int, how_many: int, seed: int):
    """Return random hands of a deck."""
    pack = [t for t, n in enumerate(copies) for _ in range(n)]
    random = Random(seed)
    return [random.sample(pack, size) for _ in range(how_many)]


def rich_hands(copies: tuple[int, ...], how_many: int, seed: int):
    """Return hands that are full of melds: court cards of two suits, and some others."""
    pack = [t for t, n in enumerate(copies) for _ in range(n) if t % p.N < 5 and t // p.N in (0, 2)]
    other = [t for t, n in enumerate(copies) for _ in range(n) if t // p.N in (1, 3)]
    random = Random(seed)
    return [random.sample(pack, 10) + random.sample(other, 3) for _ in range(how_many)]


ROUNDHOUSE = MeldEntry(
    "roundhouse",
    (0, 2),
    tuple(((0, (tuple(sorted((p.card(r, s), 1) for r in "KQ" for s in range(4))),)),) for _ in range(5)),
    tuple((240,) for _ in range(5)),
)
FOUR_ACES = MeldEntry(
    "four aces",
    (2,),
    tuple(
        (
            (
                0,
                tuple(
                    _
                    for _ in (
                        ((0, a), (6, b), (12, c), (18, 4 - a - b - c))
                        for a in range(3)
                        for b in range(3)
                        for c in range(3)
                        if 0 <= 4 - a - b - c <= 2
                    )
                ),
            ),
        )
        for _ in range(5)
    ),
    tuple((100, 500) for _ in range(5)),
)
FOUR_ACES = attrs.evolve(
    FOUR_ACES,
    forms=tuple(
        tuple((s, tuple(tuple(pair for pair in v if pair[1]) for v in vs)) for s, vs in form)
        for form in FOUR_ACES.forms
    ),
)
SINGLE = p.single_deck_melds()


@pytest.mark.parametrize(
    "entries",
    [SINGLE, p.two_handed().rules.melds, (*SINGLE, FOUR_ACES), tuple(e for e in SINGLE if e.name != "run and king")],
    ids=["four-handed", "two-handed", "any aces", "fewer"],
)
def test_tables_equal_brute_force(entries):
    copies = p.deck().copies
    tables = MeldSet(entries, (1 << len(entries)) - 1, [*copies] + [0] * 40)
    for trump in range(5):
        for hand in hands(copies, 12, 150, trump) + rich_hands(copies, 60, trump):
            count = Counter(hand)
            assert tables.total_of([count[t] for t in range(24)], trump) == brute_force(entries, hand, trump)


@pytest.mark.parametrize(("limit", "points"), [(2, (20, 50)), (2, (20, 30, 90)), (1, (20, 50))])
def test_a_limit_over_all_suits_goes_with_values_for_two_and_more(limit, points):
    entries = tuple(
        attrs.evolve(entry, limit=limit, points=(points,) * 5) if entry.name == "marriage" else entry
        for entry in SINGLE
    )
    assert entries != SINGLE
    copies = p.deck().copies
    tables = MeldSet(entries, (1 << len(entries)) - 1, [*copies] + [0] * 40)
    free = MeldSet(
        tuple(attrs.evolve(entry, limit=0) for entry in entries), (1 << len(entries)) - 1, [*copies] + [0] * 40
    )
    bound = 0
    for trump in range(5):
        for hand in hands(copies, 12, 60, trump) + rich_hands(copies, 40, trump):
            counts = [Counter(hand)[t] for t in range(24)]
            assert tables.total_of(counts, trump) == brute_force(entries, hand, trump)
            laying = tables.laying_of(counts, trump)
            assert tables.total_of(counts, trump) == sum(item[3] for item in laying)
            assert sum(n for number, _, n, _ in laying if entries[number].name == "marriage") <= limit
            for number, _, times in tables.melds_of(counts, trump):
                assert all(sum(cards.values()) >= 1 for cards in times), entries[number].name
            bound += tables.total_of(counts, trump) < free.total_of(counts, trump)
    assert bound  # the limit was felt


def test_a_limit_with_values_is_kept_where_a_component_is_searched():
    marriages = next(entry for entry in SINGLE if entry.name == "marriage")
    limited = attrs.evolve(marriages, limit=2, points=((20, 50),) * 5)
    entries = (*(limited if entry is marriages else entry for entry in SINGLE), ROUNDHOUSE)
    copies = p.deck().copies
    tables = MeldSet(entries, (1 << len(entries)) - 1, [*copies] + [0] * 40)
    assert not all(c.tabled for c in tables.components)
    for hand in hands(copies, 12, 20, 3) + rich_hands(copies, 20, 3):
        counts = [Counter(hand)[t] for t in range(24)]
        assert tables.total_of(counts, 0) == brute_force(entries, hand, 0)


def test_search_equals_brute_force_where_a_component_is_too_large():
    entries = (*SINGLE, ROUNDHOUSE)
    copies = p.deck().copies
    tables = MeldSet(entries, (1 << len(entries)) - 1, [*copies] + [0] * 40)
    assert not all(c.tabled for c in tables.components)
    for trump in range(5):
        for hand in hands(copies, 12, 40, trump) + rich_hands(copies, 30, trump):
            count = Counter(hand)
            counts = [count[t] for t in range(24)]
            assert tables.total_of(counts, trump) == brute_force(entries, hand, trump)
            assert tables.total_of(counts, trump) == sum(n[3] for n in tables.laying_of(counts, trump))


def double_deck() -> Program:
    """Return melds of the double deck: lists of four, four copies of each card but the nines."""
    lists = {"run": (150, 1500, 2250, 3000), "pinochle": (40, 300, 600, 900), "aces around": (100, 1000, 1500, 2000)}
    kept = ("run", "royal marriage", "marriage", "pinochle", "aces around", "kings around", "queens around")
    entries = tuple(
        attrs.evolve(e, points=tuple(lists.get(e.name, e.points[0]) for _ in range(5)))
        for e in SINGLE
        if e.name in kept
    )
    program = p.partnership(melds=entries)
    copies = tuple(0 if t % 6 == 5 else 4 for t in range(24))
    return attrs.evolve(
        program, deck=attrs.evolve(program.deck, copies=copies), deal=attrs.evolve(program.deal, hand=20)
    )


def test_double_deck_tables_equal_brute_force_and_are_built_in_time(benchmark_time):
    program = double_deck()
    entries = program.rules.melds
    with benchmark_time(2.0):
        tables = MeldSet(entries, (1 << len(entries)) - 1, [*program.deck.copies] + [0] * 40)
    for trump in range(5):
        for hand in hands(program.deck.copies, 20, 12, trump) + rich_hands(program.deck.copies, 4, trump):
            count = Counter(hand)
            assert tables.total_of([count[t] for t in range(24)], trump) == brute_force(entries, hand, trump)


def test_laying_adds_up_and_prefers_the_dearest():
    copies = p.deck().copies
    tables = MeldSet(SINGLE, (1 << len(SINGLE)) - 1, [*copies] + [0] * 40)
    for hand in hands(copies, 12, 200, 5) + rich_hands(copies, 100, 5):
        counts = [hand.count(t) for t in range(24)]
        laying = tables.laying_of(counts, 0)
        assert sum(points for *_, points in laying) == tables.total_of(counts, 0)
    two_runs = [p.card(r, 0) for r in ("A", "10", "K", "Q", "J") for _ in range(2)]
    names = {SINGLE[e].name: n for e, _, n, _ in tables.laying_of([two_runs.count(t) for t in range(24)], 0)}
    assert names == {"run": 2}


def test_melds_query_agrees_with_the_tables_and_lists_cards_once_per_class():
    program = p.partnership()
    machine_total = MeldSet(SINGLE, (1 << len(SINGLE)) - 1, [*program.deck.copies] + [0] * 40)
    for hand in hands(program.deck.copies, 12, 60, 9) + rich_hands(program.deck.copies, 60, 9):
        text = [program.deck.ranks[t % 6] + program.deck.suits[t // 6] for t in hand]
        found = melds(program, text, "♦")
        assert found.total == machine_total.total_of([hand.count(t) for t in range(24)], 2)
        assert found.total == sum(meld.points for meld in found.melds)
        used: Counter[tuple[int, str]] = Counter()
        for meld in found.melds:
            entry = next(e for e in SINGLE if e.name == meld.name)
            used.update((c, card) for card in meld.cards for c in entry.classes)
        assert all(n <= text.count(card) for (_, card), n in used.items())
        assert [m.points for m in found.melds] == sorted((m.points for m in found.melds), reverse=True)


@pytest.mark.parametrize(
    ("hand", "trump", "total"),
    [
        ("K♠ Q♠ J♦", "♠", 80),
        ("A♠ 10♠ K♠ K♠ Q♠ J♠", "♠", 190),
        ("A♠ A♠ 10♠ 10♠ K♠ K♠ Q♠ Q♠ J♠ J♠", "♠", 1500),
        ("Q♠ Q♠ J♦ J♦", "♥", 300),
        ("9♠ 9♠", "♠", 20),
        ("9♠ 9♠", "none", 0),
        ("", "♠", 0),
    ],
)
def test_worked_totals(hand, trump, total):
    assert melds(p.partnership(), hand, trump).total == total


def test_a_double_is_one_meld_and_two_singles_are_two():
    found = melds(p.partnership(), "Q♠ Q♠ J♦ J♦", "♥")
    assert [(m.name, len(m.cards), m.points) for m in found.melds] == [("pinochle", 4, 300)]
    found = melds(p.partnership(), "K♠ K♠ Q♠ Q♠", "♥")
    assert [(m.name, len(m.cards), m.points) for m in found.melds] == [("marriage", 2, 20), ("marriage", 2, 20)]


def test_roles_decide_what_may_be_laid():
    from interpreter.codes import Who

    entries = tuple(attrs.evolve(e, by=(int(Who.DECLARERS),)) if e.name == "pinochle" else e for e in SINGLE)
    program = p.partnership(melds=entries)
    assert melds(program, "Q♠ J♦", "♥").total == 40
    assert melds(program, "Q♠ J♦", "♥", role="declarer").total == 40
    assert melds(program, "Q♠ J♦", "♥", role="defender").total == 0
    with pytest.raises(ValueError, match="role"):
        melds(program, "Q♠ J♦", "♥", role="dealer")

"""What each seat sees of the other hands, in deals worked out by hand."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest

from interpreter import Game
from interpreter.cards import format_cards, parse_cards
from interpreter.codes import Who
from interpreter.program import (
    Ask,
    Bury,
    Call,
    Exchange,
    Meld,
    Phase,
    Play,
    Sides,
    Stage,
    Stock,
    Table,
    Trump,
    TrumpBy,
    Widow,
    Window,
)
from tests.interpreter import programs as p
from tests.interpreter.exact import best_laying
from tests.interpreter.imagining import known_hands, swap_hidden
from tests.interpreter.test_games import run_both_ways

RUN = "A♠ 10♠ K♠ K♠ Q♠ J♠ Q♥ Q♥ K♥ 9♦ 9♣ J♦"
"""A run with another king, a marriage and a pinochle, where spades are trump: 190 + 20 + 40."""
OTHERS = (
    "A♠ 10♠ A♥ A♥ 10♥ A♦ A♦ 10♦ A♣ 10♣ K♣ 9♥",
    "Q♠ J♠ 10♥ K♥ J♥ 9♥ 10♦ K♦ Q♦ A♣ 10♣ J♣",
    "9♠ 9♠ J♥ K♦ Q♦ J♦ 9♦ K♣ Q♣ Q♣ J♣ 9♣",
)
SHOWN = "A♠ 10♠ K♠ K♠ Q♠ J♠ K♥ Q♥ J♦"
"""The cards of the melds of `RUN`."""


def text(cards: str) -> tuple[str, ...]:
    """Return cards as an observation has them."""
    found = format_cards(p.deck(), sorted(parse_cards(p.deck(), cards)))
    return tuple(found.split())


def counts(cards: str) -> list[int]:
    found = parse_cards(p.deck(), cards)
    return [found.count(t) for t in range(24)]


def dealt(program, *hands: str, dealer: int = 0, stock: str = "") -> Game:
    """Return a game before its first decision, with these hands."""
    game = Game(program, 1, dealer=dealer)
    game.set_hidden([counts(hand) for hand in hands], parse_cards(p.deck(), stock))
    return game


def say(game: Game, *words: str) -> Game:
    for word in words:
        game.apply(game.action(word))
    return game


def contract(**changes) -> Game:
    """Return a partnership game in which seat 1, who has `RUN`, has named spades; others pass."""
    program = p.partnership(**{"exchange": None, "calls": (), **changes})
    game = dealt(program, OTHERS[2], RUN, OTHERS[0], OTHERS[1])
    return say(game, "bid 250", "pass", "pass", "pass", "trump ♠")


# -- melds laid at once


@pytest.mark.parametrize("shown", ["cards", "value, then cards"])
def test_cards_of_melds_laid_at_once_are_known(shown):
    game = contract(meld=Meld(shown=shown))
    assert game.decision == "play"
    for seat in range(4):
        seen = game.observation(seat)
        assert seen.melds[1] == 250
        assert seen.laid[1] == {"run and king": 1, "marriage": 1, "pinochle": 1}
        assert seen.table[1] == text(SHOWN)
        assert seen.known[1] == text(RUN if seat == 1 else SHOWN)
    assert game.observation(0).laid[3] == {"marriage": 1}
    assert game.observation(0).table[3] == text("K♦ Q♦")
    assert game.observation(0).laid[2] == {"aces around": 1}
    assert game.observation(0).table[2] == text("A♠ A♥ A♦ A♣")


def test_of_equal_cards_the_one_shown_is_played_first():
    game = contract()
    say(game, "Q♥")
    seen = game.observation(0)
    assert game.observation(1).hand.count("Q♥") == 1
    assert seen.table[1] == seen.known[1] == text("A♠ 10♠ K♠ K♠ Q♠ J♠ K♥ J♦")
    say(game, "A♥")
    assert game.observation(0).known[2] == text("A♠ A♦ A♣")
    assert game.observation(0).table[2] == text("A♠ A♦ A♣")
    assert game.observation(2).known[1] == text("A♠ 10♠ K♠ K♠ Q♠ J♠ K♥ J♦")


def test_before_melds_are_laid_nothing_is_known():
    game = dealt(p.partnership(), OTHERS[2], RUN, OTHERS[0], OTHERS[1])
    for seat in range(4):
        seen = game.observation(seat)
        assert seen.laid == ({}, {}, {}, {})
        assert seen.table == ((), (), (), ())
        assert [len(cards) for cards in seen.known] == [12 * (s == seat) for s in range(4)]


def test_melds_told_by_their_value_show_no_card_and_no_name():
    seen = contract(meld=Meld(shown="value")).observation(0)
    assert seen.melds[1] == 250
    assert seen.laid == ({}, {}, {}, {})
    assert seen.table == ((), (), (), ())
    assert seen.known[1:] == ((), (), ())


def test_melds_told_in_words_prove_cards_that_have_no_choice():
    seen = contract(meld=Meld(shown="words")).observation(0)
    assert seen.laid[1] == {"run and king": 1, "marriage": 1, "pinochle": 1}
    assert seen.table == ((), (), (), ())
    assert seen.known[1] == text("A♠ 10♠ K♠ K♠ Q♠ J♠ J♦"), "a marriage may be of any plain suit"
    assert seen.known[2] == text("A♠ A♥ A♦ A♣")
    assert seen.known[3] == ()


def test_melds_of_the_tricks_are_named_and_tell_of_no_hand():
    phases = (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.PLAY, Phase.MELD, Phase.SCORE)
    ask = Call("look", Window.AFTER, Phase.MELD, by=(Who.FROM_DEALER,), may=p.TRUE)
    game = contract(phases=phases, meld=Meld(from_tricks=True), calls=(ask,))
    while game.decision != "call":
        game.apply(game.choice(1))
    seen = game.observation(0)
    assert any(seen.laid)
    assert seen.table == seen.known == ((), (), (), ())


SAME_WORTH = (
    p.entry("royal marriage", (0,), p.of_trump("K Q"), 40),
    p.entry("two kings", (0,), p.fixed(("K", 0), ("K", 1)), 40),
)


@pytest.mark.parametrize(("melds", "shown"), [(SAME_WORTH, "K♠ Q♠"), (SAME_WORTH[::-1], "K♠ K♥")])
def test_of_layings_of_one_worth_the_meld_that_the_rules_name_first_is_laid(melds, shown):
    hand = "A♠ 10♠ 9♠ K♠ Q♠ J♠ Q♥ Q♥ K♥ 9♦ 9♣ J♦"
    program = p.partnership(exchange=None, calls=(), melds=melds)
    game = dealt(program, OTHERS[2].replace("9♠", "K♠", 1), hand, OTHERS[0], OTHERS[1])
    say(game, "bid 250", "pass", "pass", "pass", "trump ♠")
    assert game.observation(0).known[1] == text(shown)


def lying(entries, hand: Counter[int], trump: int) -> list[int]:
    """Return the cards that lie in the best laying: one card may serve once in each class."""
    used: dict[int, Counter[int]] = {}
    for meld, vectors in best_laying(entries, hand, trump):
        for use in meld.classes:
            for vector in vectors:
                used.setdefault(use, Counter()).update(dict(vector))
    return [max((cards[t] for cards in used.values()), default=0) for t in range(24)]


def test_the_cards_shown_are_those_of_the_exact_search():
    for number in range(60):
        game = Game(p.random_deal(), 8, number)
        entries, trump = game.program.rules.melds, game.facts()["trump"]
        for seat in range(4):
            hand = Counter(dict(enumerate(game.hand_counts(seat))))
            assert game.table_counts(seat) == lying(entries, hand, trump)


# -- melds laid over time


def over_time(**changes) -> Game:
    """Return a two-handed game in which seat 1 has won a trick; seat 0 deals, and J♠ is turned up."""
    program = p.two_handed(**changes)
    program = attrs.evolve(program, table=attrs.evolve(program.table, first_dealer=0))
    game = next(g for g in (Game(program, n) for n in range(400)) if g.facts()["turn_up"] == p.card("J", 0))
    mine, other = "9♠ K♠ Q♠ A♥ K♥ Q♥ 9♦ 9♦ 10♣ J♥ 10♦ J♣", "9♥ 10♥ K♥ Q♥ 10♥ K♦ Q♦ J♦ 9♣ Q♣ J♣ 10♣"
    rest = Counter(dict.fromkeys(range(24), 2))
    rest.subtract([*parse_cards(p.deck(), mine), *parse_cards(p.deck(), other), p.card("J", 0)])
    game.set_hidden([counts(other), counts(mine)], list(rest.elements()))
    return say(game, "A♥", "9♥")


def test_cards_on_the_table_are_known():
    game = say(over_time(), "meld royal marriage")
    seen = game.observation(0)
    assert seen.laid[1] == {"royal marriage": 1}
    assert seen.table[1] == seen.known[1] == text("K♠ Q♠")
    say(game, "K♠")
    assert game.observation(0).known[1] == text("Q♠")


def test_a_card_taken_for_the_dix_is_known():
    seen = say(over_time(), "meld dix").observation(0)
    assert seen.turn_up == "9♠"
    assert seen.known[1] == text("J♠")
    assert seen.table[1] == ()


@pytest.mark.parametrize(("shown", "laid", "known"), [("words", {"royal marriage": 1}, "K♠ Q♠"), ("value", {}, "")])
def test_over_time_too_melds_may_be_told_in_words_or_by_their_value(shown, laid, known):
    game = say(over_time(meld=Meld("one per trick won", shown=shown)), "meld royal marriage")
    seen = game.observation(0)
    assert (seen.melds[1], seen.laid[1], seen.table[1]) == (40, laid, ())
    assert seen.known[1] == text(known)


def test_a_plain_marriage_in_words_may_be_of_any_suit():
    meld = Meld("one per trick won", shown="words")
    seen = say(over_time(meld=meld), "meld marriage ♥").observation(0)
    assert (seen.laid[1], seen.known[1]) == ({"marriage": 1}, ())


def test_the_turn_up_is_known_once_it_is_drawn():
    game = over_time(stock=Stock(Stage(()), meld="no"))
    while game.facts()["turn_up"] >= 0:
        game.apply(game.choice(0))
    taker = next(s for s in range(2) if "J♠" in game.observation(1 - s).known[s])
    assert game.observation(1 - taker).known[taker] == ("J♠",)


# -- cards that change hands


def passing(order: str) -> Game:
    """Return a partnership game before the exchange: seats 1 and 3 declare; nobody melds."""
    game = dealt(p.partnership(exchange=Exchange(2, order), meld=None, calls=()), OTHERS[2], RUN, OTHERS[0], OTHERS[1])
    return say(game, "bid 250", "pass", "pass", "pass", "trump ♠")


def test_who_passes_cards_and_who_gets_them_know_them():
    game = say(passing("partner first"), "Q♠", "J♠")
    assert game.observation(3).given == {1: text("Q♠ J♠")}
    assert game.observation(1).received == text("Q♠ J♠")
    assert [game.observation(seat).known[1] for seat in (0, 2, 3)] == [(), (), text("Q♠ J♠")]
    say(game, "Q♠", "Q♠")
    assert game.observation(1).given == {3: text("Q♠ Q♠")}
    assert [game.observation(seat).known[3] for seat in (0, 1, 2)] == [(), text("Q♠ Q♠"), ()]
    assert game.observation(3).known[1] == text("J♠"), "he has seen the queen come back"


def test_who_does_not_see_which_cards_leave_a_hand_knows_less_of_it():
    ask = Ask(Who.DECLARER, tuple(1 << p.card("A", 2) for _ in range(5)), back=1)
    phases = (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.ASK, Phase.PLAY, Phase.SCORE)
    program = p.partnership(exchange=None, ask=ask, phases=phases, meld=None, calls=())
    game = dealt(program, OTHERS[2], RUN, OTHERS[0], OTHERS[1])
    say(game, "bid 250", "pass", "pass", "pass", "trump ♠")
    assert game.observation(0).asked_from is None
    say(game, "A♦")
    for seat in (0, 2, 3):
        seen = game.observation(seat)
        assert (seen.asked, seen.asked_from, seen.known[1]) == ("A♦", 2, ("A♦",))
    assert game.observation(2).given == {1: ("A♦",)}
    say(game, "9♦")
    assert [game.observation(seat).known[1] for seat in (0, 2, 3)] == [(), ("A♦",), ()]
    assert [game.observation(seat).known[2] for seat in (0, 1, 3)] == [(), ("9♦",), ()]


def test_nobody_sees_what_he_gets_in_an_exchange_together_before_he_has_passed():
    game = say(passing("together"), "Q♠", "J♠")
    assert game.observation(3).given == {1: text("Q♠ J♠")}
    assert game.observation(1).received == ()
    assert game.observation(1).known[3] == ()
    say(game, "J♦", "9♦")
    assert game.observation(1).received == text("Q♠ J♠")
    assert game.observation(3).known[1] == text("Q♠ J♠")
    assert game.observation(1).known[3] == text("9♦ J♦")
    assert game.observation(0).known[1] == game.observation(0).known[3] == ()


def test_a_card_asked_for_that_stays_proves_its_holder():
    ask = Ask(Who.DECLARER, tuple(1 << p.card("A", 2) for _ in range(5)), moves=False, makes_partner=True)
    phases = (Phase.DEAL, Phase.AUCTION, Phase.TRUMP, Phase.ASK, Phase.PLAY, Phase.SCORE)
    program = p.partnership(exchange=None, ask=ask, phases=phases, meld=None, calls=())
    program = attrs.evolve(program, table=Table(4, Sides.DECLARER_AND_PARTNER, (0, 1, 2, 3), 4))
    game = dealt(program, OTHERS[2], RUN, OTHERS[0], OTHERS[1])
    say(game, "bid 250", "pass", "pass", "pass", "trump ♠", "A♦")
    seen = game.observation(0)
    assert (seen.partner, seen.asked_from, seen.known[2]) == (2, 2, ("A♦",))


# -- widow and burying

WIDE = "A♠ 10♠ K♠ Q♠ J♠ 9♠ A♥ A♦ K♦ Q♦ 9♥ 9♦ 9♣ 10♣ J♣"
"""Where spades are trump: a run, a marriage and a dix."""


def three(**changes) -> Game:
    """Return a three-handed game in which seat 1 has bought the widow."""
    game = Game(p.three_handed(**changes), 3, dealer=0)
    rest = Counter(dict.fromkeys(range(24), 2))
    rest.subtract([*parse_cards(p.deck(), WIDE), *game.widow_cards()])
    assert min(rest.values()) >= 0
    others = sorted(rest.elements(), key=lambda t: (t * 7) % 24)
    hands = [[part.count(t) for t in range(24)] for part in (others[:15], others[15:])]
    game.set_hidden([hands[0], counts(WIDE), hands[1]], [])
    return say(game, "bid 200", "pass", "pass")


def test_a_widow_taken_in_the_open_is_known_until_cards_are_buried():
    game = three(bury=Bury(3), meld=None)
    widow = text(format_cards(p.deck(), game.widow_cards()))
    assert game.observation(0).known[1] == widow
    assert Counter(game.observation(0).widow) == Counter(widow)
    say(game, "trump ♠")
    hand = Counter(game.observation(1).hand)
    assert Counter(widow) <= hand
    for _ in range(3):
        game.apply(game.choice(1))
    assert game.observation(0).known[1] == tuple(
        card for card, n in Counter(widow).items() for _ in range(max(0, n - 3))
    )
    assert len(game.observation(1).buried) == 3


def test_a_widow_nobody_sees_is_known_to_its_owner_alone():
    game = three(widow=Widow(Who.DECLARER, shown="to nobody"))
    assert game.observation(0).known[1] == game.observation(0).widow == ()
    assert len(game.observation(1).widow) == 3


def test_a_widow_shown_on_purpose_is_known():
    show = Call("show the widow", Window.AFTER, Phase.WIDOW, by=(Who.DECLARER,), may=p.TRUE, shows_widow=True)
    game = three(widow=Widow(Who.DECLARER, shown="as the declarer likes"), calls=(show,))
    assert game.observation(0).known[1] == ()
    say(game, "call show the widow")
    assert Counter(game.observation(0).known[1]) == Counter(game.observation(0).widow)
    assert len(game.observation(0).widow) == 3


def test_the_card_of_the_widow_that_makes_trump_is_seen():
    game = Game(p.three_handed(trump=Trump(TrumpBy.WIDOW_CARD), phases=tuple(Phase)), 3, dealer=0)
    say(game, "bid 200", "pass", "pass")
    first = format_cards(p.deck(), game.widow_cards()[:1])
    assert game.observation(0).trump == first[-1]
    hidden = p.three_handed(trump=Trump(TrumpBy.WIDOW_CARD), widow=Widow(Who.DECLARER, shown="to nobody"))
    game = say(Game(hidden, 3, dealer=0), "bid 200", "pass", "pass")
    assert game.observation(0).widow == (first,)
    assert game.decision == "bury"
    assert first in game.observation(0).known[1]


@pytest.mark.parametrize("bury", [Bury(3, not_melded=True), Bury(3, not_melded=True, if_forced="shown")])
def test_melded_cards_that_may_not_be_buried_stay_known(bury):
    game = three(bury=bury)
    say(game, "trump ♠")
    shown = game.observation(0).table[1]
    assert set(text("A♠ 10♠ K♠ Q♠ J♠")) <= set(shown)
    while game.decision == "bury":
        game.apply(game.choice(1))
    assert game.observation(0).table[1] == shown
    assert Counter(shown) <= Counter(game.observation(0).known[1])


def test_melded_cards_that_may_be_buried_do_not():
    game = three(bury=Bury(3))
    say(game, "trump ♠")
    assert game.observation(0).table[1]
    while game.decision == "bury":
        game.apply(game.choice(1))
    assert game.observation(0).table[1] == ()


def test_a_hidden_burial_that_may_have_taken_melds_leaves_nothing_certain():
    barred = tuple(sum(1 << p.card(rank, suit) for rank in ("9", "J") for suit in range(4)) for _ in range(5))
    game = three(bury=Bury(3, not_melded=True, not_cards=barred))
    say(game, "trump ♠")
    assert game.observation(0).table[1]
    while game.decision == "bury":
        game.apply(game.choice(1))
    assert game.observation(0).table[1] == ()


# -- what else is open


def test_an_open_hand_is_known_whole():
    game = contract(play=Play(Who.DECLARER, p.USUAL, open="declarer"), meld=Meld(shown="value"))
    assert game.observation(0).known[1] == game.observation(0).open_hands[1] == text(RUN)
    say(game, "Q♥")
    assert game.observation(2).known[1] == text(RUN.replace("Q♥ ", "", 1))


def test_the_dealers_last_card_is_known():
    for number in range(5):
        game = Game(p.random_deal(), 1, number)
        dealer, turned = game.facts()["dealer"], game.facts()["turn_up"]
        card = format_cards(p.deck(), [turned])
        assert card in game.observation((dealer + 1) % 4).known[dealer]


def test_whether_somebody_may_make_a_call_is_his_own_affair():
    may = Call("grumble", Window.AFTER, Phase.MELD, by=(Who.DECLARER,), may=p.TRUE, agreed_by=Who.PARTNER)
    game = contract(calls=(may,))
    assert [game.observation(seat).pending_call for seat in range(4)] == [None, "grumble", None, None]
    say(game, "call grumble")
    assert [game.observation(seat).pending_call for seat in range(4)] == ["grumble"] * 4


# -- of all forms

FORMS = {
    "at once": p.partnership,
    "in words": lambda: p.partnership(meld=Meld(shown="words")),
    "by value": lambda: p.partnership(meld=Meld(shown="value")),
    "together": lambda: p.partnership(exchange=Exchange(4, "together")),
    "over time": p.two_handed,
    "over time in words": lambda: p.two_handed(meld=Meld("several per trick won", shown="words")),
    "widow": p.three_handed,
    "widow unseen": lambda: p.three_handed(widow=Widow(Who.DECLARER, shown="to nobody"), bury=Bury(3)),
    "turned up": p.random_deal,
}


@pytest.mark.parametrize("name", FORMS)
def test_other_cards_in_hidden_places_change_no_observation(name):
    random = Random(name)
    for number in range(4):
        game = Game(FORMS[name](), 12, number)
        for _ in range(110):
            if game.is_over:
                break
            for seat in range(game.program.table.seats):
                known = known_hands(game, seat)
                for other, cards in enumerate(known):
                    held = game.hand_counts(other)
                    assert all(n <= h for n, h in zip(cards, held, strict=True)), "what is known is true"
                assert swap_hidden(game, random, seat).observation(seat) == game.observation(seat)
            game.apply(random.choice(game.legal_actions()) if random.random() < 0.3 else game.choice(1))


@pytest.mark.parametrize("name", ["at once", "together", "widow", "widow unseen"])
def test_which_cards_are_passed_or_buried_changes_nothing_for_those_who_do_not_see_it(name):
    random = Random(name)
    compared = 0
    for number in range(30):
        game = Game(FORMS[name](), 13, number)
        while not game.is_over and game.decision not in ("exchange", "bury"):
            game.apply(game.choice(1))
        if game.is_over:
            continue
        seats = range(game.program.table.seats)
        inside = {game.current_seat} if game.decision == "bury" else {game.current_seat, game.facts()["receiver"]}
        twins = [game.copy(), game.copy()]
        seen: list[list[object]] = [[], []]
        for twin, notes in zip(twins, seen, strict=True):
            giver, decision = twin.current_seat, twin.decision
            while (twin.decision, twin.current_seat) == (decision, giver):
                twin.apply(random.choice(twin.legal_actions()))
            notes.extend(twin.observation(s) for s in seats if s not in inside)
        assert seen[0] == seen[1]
        compared += twins[0].hand_counts(giver) != twins[1].hand_counts(giver)
    assert compared > 10


SEEN = """
import hashlib
import interpreter
from interpreter import Game
from tests.interpreter.test_observation import FORMS
print(interpreter.COMPILED)
for name, make in FORMS.items():
    digest = hashlib.sha256()
    game = Game(make(), 4)
    for _ in range(90):
        if not game.is_over:
            game.apply(game.choice(1))
            digest.update(repr([game.observation(s) for s in range(game.program.table.seats)]).encode())
    print(name, digest.hexdigest())
"""


def test_uncompiled_games_show_the_same():
    now, pure = run_both_ways(SEEN)
    assert pure[0] == "False"
    assert now[1:] == pure[1:]

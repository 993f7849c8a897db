"""Document 000 (Korean): two-handed Pinochle, one deal a game.  Numbers are transcribed by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import pairwise

import pytest

from interpreter import Game, Match, Program, legal_cards, melds, settle, trick_winner
from pinochle_dsl import load

from .driving import (
    Run,
    Trick,
    dealer_of,
    drive,
    eager_melder,
    hand_of,
    keeper,
    ledger,
    match_games,
    random_choice,
    shown_of,
    tricks,
    turn_up_of,
)
from .oracles import DECK, KOREAN, SUITS, Layout, card_points, cards, korean_melds, korean_playoff, suit

SEEDS = range(60)
MANY = range(400)

Play = Callable[[int], Run]


@cache
def program() -> Program:
    """Return the compiled variant."""
    return load(KOREAN).compile()


@cache
def eager(seed: int) -> Run:
    """Return a game in which melds are laid whenever they are offered."""
    return drive(program(), seed, eager_melder(seed))


@cache
def at_random(seed: int) -> Run:
    """Return a game of random choices."""
    return drive(program(), seed, random_choice(seed + 10_000))


def trump_of(run: Run) -> str:
    """Return the suit of the card turned up, which is trump (ko-011)."""
    assert run.first_turn_up is not None
    return suit(run.first_turn_up)


def story(run: Run) -> list[Trick]:
    """Return the 24 tricks of a game."""
    return tricks(run, 2, trump_of(run))


RUNS = [pytest.param(eager, seed, id=f"eager-{seed}") for seed in SEEDS] + [
    pytest.param(at_random, seed, id=f"random-{seed}") for seed in SEEDS
]
over_games = pytest.mark.parametrize(("play", "seed"), RUNS)


# ---- the deck, the deal, the card points ---------------------------------------------------------


@over_games
def test_every_card_is_played_twice(play: Play, seed: int) -> None:
    """48 cards, two of each of 24 types, all of them played in 24 tricks.

    Claims: ko-001, ko-002, ko-044.
    """
    found = story(play(seed))
    assert len(found) == 24
    assert Counter(card for trick in found for card in trick.cards) == Counter(dict.fromkeys(DECK, 2))
    assert len(DECK) * 2 == 48


@pytest.mark.parametrize("plain", SUITS)
@pytest.mark.parametrize(
    ("high", "low"),
    [("A", "10"), ("10", "K"), ("10", "Q"), ("10", "J"), ("10", "9"), ("K", "Q"), ("Q", "J"), ("J", "9")],
)
def test_rank_order(plain: str, high: str, low: str) -> None:
    """Ace over ten over king, queen, jack, nine, in every suit, trump or not.

    Claims: ko-003.
    """
    for trump in SUITS:
        assert trick_winner(program(), f"{low}{plain} {high}{plain}", trump) == 1
        assert trick_winner(program(), f"{high}{plain} {low}{plain}", trump) == 0


@pytest.mark.parametrize("card", DECK)
def test_identical_cards_first_wins(card: str) -> None:
    """Of two identical cards the one played first wins.

    Claims: ko-004.
    """
    for trump in SUITS:
        assert trick_winner(program(), f"{card} {card}", trump) == 0


@pytest.mark.parametrize(
    ("trick", "index"),
    [
        pytest.param("A♥ 9♠", 1, id="lowest-trump-beats-an-ace"),
        pytest.param("9♠ A♥", 0, id="trump-led"),
        pytest.param("10♠ A♠", 1, id="higher-trump"),
        pytest.param("9♥ A♦", 0, id="other-suit-cannot-win"),
        pytest.param("9♥ J♥", 1, id="higher-of-the-suit-led"),
        pytest.param("", None, id="no-card"),
    ],
)
def test_trick_winner(trick: str, index: int | None) -> None:
    """Highest trump, else the highest of the suit led; trump is spades.

    Claims: ko-018, ko-019.
    """
    assert trick_winner(program(), trick, "♠") == index


def _expected_totals(run: Run) -> list[int]:
    """Count a whole game by the document: card points, last trick, melds laid, the turned nine."""
    totals = [0, 0]
    values = {(each.name, tuple(sorted(each.cards))): each.points for each in korean_melds(trump_of(run))}
    found = story(run)
    for trick in found:
        totals[trick.winner] += sum(card_points(card, 10) for card in trick.cards)
        if trick.laid:
            totals[trick.winner] += values[trick.laid]
    totals[found[-1].winner] += 10
    if run.first_turn_up is not None and run.first_turn_up[:-1] == "9":
        totals[run.dealer] += 10
    return totals


@over_games
def test_totals_are_cards_melds_and_last_trick(play: Play, seed: int) -> None:
    """Card points, melds, ten for the last trick and for a turned nine make the total.

    Claims: ko-005, ko-006, ko-008, ko-050, ko-r10.
    """
    run = play(seed)
    assert list(run.game.totals) == _expected_totals(run)


@over_games
def test_card_points_make_240_and_250(play: Play, seed: int) -> None:
    """All cards are worth 240, with the last trick 250.

    Claims: ko-007.
    """
    run = play(seed)
    in_tricks = [card_points(card, 10) for trick in story(run) for card in trick.cards]
    assert sum(in_tricks) == 240
    melded = sum(
        next(
            each.points for each in korean_melds(trump_of(run)) if (each.name, tuple(sorted(each.cards))) == trick.laid
        )
        for trick in story(run)
        if trick.laid
    )
    turned = 10 if run.first_turn_up in {"9♠", "9♥", "9♦", "9♣"} else 0
    assert sum(run.game.totals) - melded - turned == 250


@pytest.mark.parametrize("seed", SEEDS)
def test_twelve_cards_each(seed: int) -> None:
    """Each player holds twelve cards as long as there is a stock.

    Claims: ko-009.
    """
    run = eager(seed)
    assert [len(hand) for hand in run.first_hands] == [12, 12]
    for trick in story(run)[:12]:
        assert [len(hand) for hand in trick.held] == [12, 12]


@pytest.mark.parametrize("seed", SEEDS)
def test_turn_up_makes_trump(seed: int) -> None:
    """The suit of the card turned up is trump for the deal.

    Claims: ko-010, ko-011.
    """
    run = at_random(seed)
    assert run.first_turn_up is not None
    assert run.trump == suit(run.first_turn_up)


def test_turned_nine_pays_the_dealer() -> None:
    """A nine turned up gives the dealer ten at once, before a card is played.

    Claims: ko-013.
    """
    nines = 0
    for seed in range(200):
        game = Game(program(), seed)
        expected = [0, 0]
        if (turn_up_of(game) or "")[:-1] == "9":
            nines += 1
            expected[dealer_of(game)] = 10
        assert list(game.totals) == expected
    assert nines >= 10


@over_games
def test_nondealer_leads_first(play: Play, seed: int) -> None:
    """The one who did not deal leads to the first trick.

    Claims: ko-014.
    """
    run = play(seed)
    assert story(run)[0].leader == 1 - run.dealer


def test_deal_alternates_over_a_match() -> None:
    """From game to game of a match the deal changes hands.

    Claims: ko-015, ko-r09.
    """
    runs = match_games(Match(program(), 5), 6, random_choice(5))
    dealers = [run.dealer for run in runs]
    assert all(one != other for one, other in pairwise(dealers))


# ---- while there is a stock ------------------------------------------------------------------------


@over_games
def test_stock_stage_allows_any_card(play: Play, seed: int) -> None:
    """In the first twelve tricks any card may be played.

    Claims: ko-016, ko-017, ko-038.
    """
    for trick in story(play(seed))[:12]:
        for options, hand in zip(trick.options, trick.hands, strict=True):
            assert set(options) == set(hand)


@pytest.mark.parametrize("trick", ["A♥", "9♠", "K♦"])
def test_stock_legal_query(trick: str) -> None:
    """The query for the stock stage allows the whole hand.

    Claims: ko-016.
    """
    hand = "A♠ 9♠ A♥ 9♥ Q♦ J♣"
    assert legal_cards(program(), hand, trick, "♠", stage="stock") == cards(hand)


@over_games
def test_winner_leads_next(play: Play, seed: int) -> None:
    """Who wins a trick leads to the next, through both stages.

    Claims: ko-023.
    """
    found = story(play(seed))
    for trick, following in pairwise(found):
        assert following.leader == trick.winner


def _draws(run: Run) -> list[tuple[str, str]]:
    """Return what winner and loser drew after each of the first twelve tricks, exchanges left out."""
    drawn: list[tuple[str, str]] = []
    for trick in story(run)[:12]:
        pair = []
        for seat in (trick.winner, 1 - trick.winner):
            left = Counter(trick.held[seat])
            left.subtract([trick.cards[trick.seats.index(seat)]])
            if seat == trick.winner and trick.laid and trick.laid[0] == "dix" and trick.turn_up:
                left.subtract([*trick.laid[1]])
                left.update([trick.turn_up])
            (new,) = (Counter(trick.after[seat]) - left).elements()
            pair.append(new)
        drawn.append((pair[0], pair[1]))
    return drawn


@pytest.mark.parametrize("seed", SEEDS)
def test_winner_draws_then_loser(seed: int) -> None:
    """The winner takes the top card and the loser the next, whoever they are.

    The same stock is played in two ways: the same card of each pair always goes to the winner, and the
    twelfth pair, of which the face-up card is the last, tells that his is the first.

    Claims: ko-021, ko-022, ko-r04.
    """
    one, other = _draws(eager(seed)), _draws(at_random(seed))
    assert one[:11] == other[:11]
    assert one[11][0] == other[11][0]
    winners = [[trick.winner for trick in story(run)[:12]] for run in (eager(seed), at_random(seed))]
    assert winners[0] != winners[1]


@over_games
def test_loser_of_trick_twelve_takes_the_turn_up(play: Play, seed: int) -> None:
    """The card turned up, or the nine exchanged for it, is drawn last and by the loser.

    Claims: ko-012, ko-024, ko-080, ko-r04.
    """
    run = play(seed)
    exchanged = any(trick.laid and trick.laid[0] == "dix" for trick in story(run)[:12])
    lies_there = "9" + trump_of(run) if exchanged else run.first_turn_up
    assert _draws(run)[11][1] == lies_there


def test_winner_of_trick_twelve_may_meld_then_draws_and_leads() -> None:
    """After trick twelve the winner may still meld, takes the last hidden card and leads.

    Claims: ko-r05.
    """
    melded = 0
    for seed in range(150):
        found = story(eager(seed))
        melded += found[11].laid is not None
        assert found[12].leader == found[11].winner
    assert melded > 0


# ---- melds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trump", "total"),
    [
        pytest.param("A♠ 10♠ K♠ Q♠ J♠", "♠", 150, id="run"),
        pytest.param("K♠ Q♠", "♠", 40, id="royal-marriage"),
        pytest.param("K♥ Q♥", "♠", 20, id="marriage-hearts"),
        pytest.param("K♦ Q♦", "♠", 20, id="marriage-diamonds"),
        pytest.param("K♣ Q♣", "♠", 20, id="marriage-clubs"),
        pytest.param("9♠", "♠", 10, id="dix"),
        pytest.param("9♥", "♠", 0, id="plain-nine"),
        pytest.param("Q♠ J♦", "♥", 40, id="pinochle"),
        pytest.param("Q♠ Q♠ J♦ J♦", "♥", 300, id="double-pinochle"),
        pytest.param("A♠ A♥ A♦ A♣", "♠", 100, id="aces-around"),
        pytest.param("K♠ K♥ K♦ K♣", "♠", 80, id="kings-around"),
        pytest.param("Q♠ Q♥ Q♦ Q♣", "♠", 60, id="queens-around"),
        pytest.param("J♠ J♥ J♦ J♣", "♠", 40, id="jacks-around"),
        pytest.param("10♠ 10♥ 10♦ 10♣", "♠", 0, id="tens-around-nothing"),
        pytest.param("A♥ 10♥ K♥ Q♥ J♥", "♠", 20, id="run-in-a-plain-suit-is-a-marriage"),
        pytest.param("A♠ A♠ A♥ A♥ A♦ A♦ A♣ A♣", "♠", 200, id="aces-around-twice"),
        pytest.param("A♠ A♠ 10♠ 10♠ K♠ K♠ Q♠ Q♠ J♠ J♠", "♠", 300, id="run-twice"),
        pytest.param("9♠ 9♠", "♠", 20, id="two-dix"),
        pytest.param("", "♠", 0, id="empty"),
    ],
)
def test_meld_values(hand: str, trump: str, total: int) -> None:
    """Each meld is worth what the document prints.

    Claims: ko-025 to ko-028, ko-030 to ko-035, ko-r07.
    """
    assert melds(program(), hand, trump).total == total


@pytest.mark.parametrize(
    ("hand", "trump", "total"),
    [
        pytest.param("A♠ 10♠ K♠ Q♠ J♠", "♠", 150, id="no-royal-marriage-inside-a-run"),
        pytest.param("A♠ 10♠ K♠ K♠ Q♠ Q♠ J♠", "♠", 190, id="a-second-pair-is-free"),
        pytest.param("K♠ Q♠ J♦", "♠", 80, id="royal-marriage-and-pinochle"),
        pytest.param("K♥ Q♥ Q♥", "♠", 20, id="one-king-one-marriage"),
        pytest.param("K♠ Q♠ Q♥ Q♦ Q♣ J♦", "♥", 120, id="queen-of-spades-in-three-classes"),
    ],
)
def test_card_serves_once_in_each_class(hand: str, trump: str, total: int) -> None:
    """A card is used again only in a meld of another class: sequences, pinochles, arounds.

    Claims: ko-039 to ko-042.
    """
    assert melds(program(), hand, trump).total == total


def test_queen_of_spades_serves_three_melds() -> None:
    """The queen of spades serves a marriage, a pinochle and four queens.

    Claims: ko-075.
    """
    found = melds(program(), "K♠ Q♠ Q♥ Q♦ Q♣ J♦", "♥").melds
    assert sorted(each.points for each in found) == [20, 40, 60]


class Table:
    """What each player has laid and may still lay, kept by the document's sentences alone.

    `used[seat][class]` counts the copies of a card spent in a class.  Where a player holds both
    copies of a card, new melds are built on the copy already shown and that copy is played first.
    """

    def __init__(self, trump: str) -> None:
        """Start with nothing laid."""
        self.layouts = korean_melds(trump)
        self.used: list[dict[str, Counter[str]]] = [
            {kind: Counter() for kind in ("sequence", "pinochle", "around")} for _ in range(2)
        ]

    def open_to(self, seat: int, hand: Counter[str]) -> set[tuple[str, tuple[str, ...]]]:
        """Return the melds that a winner may lay from his hand."""
        return {(each.name, tuple(sorted(each.cards))) for each in self.layouts if self._fits(seat, hand, each)}

    def _fits(self, seat: int, hand: Counter[str], layout: Layout) -> bool:
        used = self.used[seat][layout.kind]
        return all(hand[card] - used[card] >= need for card, need in Counter(layout.cards).items())

    def lay(self, seat: int, laid: tuple[str, tuple[str, ...]]) -> None:
        """Spend the cards of a meld in its class."""
        layout = next(each for each in self.layouts if (each.name, tuple(sorted(each.cards))) == laid)
        self.used[seat][layout.kind].update(layout.cards)

    def shown(self, seat: int, card: str) -> int:
        """Return how many copies of a card a player has on the table."""
        return max(used[card] for used in self.used[seat].values())

    def give_away(self, seat: int, card: str) -> None:
        """Take a card out of a hand: the copy that was melded goes first."""
        for used in self.used[seat].values():
            used[card] = max(used[card] - 1, 0)


def followed(run: Run) -> Iterator[tuple[Trick, Table, Counter[str]]]:
    """Walk through the stock stage with the table kept beside it: trick, table and winner's hand before he melds."""
    table = Table(trump_of(run))
    for trick in story(run)[:12]:
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            table.give_away(seat, card)
        hand = Counter(trick.held[trick.winner])
        hand.subtract([trick.cards[trick.seats.index(trick.winner)]])
        yield trick, table, hand
        if trick.laid:
            table.lay(trick.winner, trick.laid)
            if trick.laid[0] == "dix" and trick.turn_up != trick.laid[1][0]:
                table.give_away(trick.winner, trick.laid[1][0])


@over_games
def test_offered_melds_are_those_of_the_document(play: Play, seed: int) -> None:
    """After each trick its winner is offered exactly the melds that fresh cards allow.

    Claims: ko-020, ko-039, ko-075, ko-r03, ko-r06 to ko-r08.
    """
    for trick, table, hand in followed(play(seed)):
        assert set(trick.offered) == table.open_to(trick.winner, hand)


def test_a_meld_may_consist_of_cards_on_the_table() -> None:
    """Cards that all lie on the table from other classes make a meld: no card from the hand is asked for.

    Claims: ko-r03.
    """
    on_the_table = 0
    for seed in MANY:
        for trick, table, hand in followed(eager(seed)):
            for name, cards_of_meld in table.open_to(trick.winner, hand):
                if all(table.shown(trick.winner, card) >= need for card, need in Counter(cards_of_meld).items()):
                    on_the_table += 1
                    assert (name, cards_of_meld) in trick.offered
    assert on_the_table > 0


@over_games
def test_winner_may_lay_one_meld(play: Play, seed: int) -> None:
    """Only the winner of a trick is asked, once, and he may decline.

    Claims: ko-020, ko-072.
    """
    for trick in story(play(seed)):
        assert trick.meld_asked in {(), (trick.winner,)}
        if trick.offered:
            assert trick.meld_choices == (len(trick.offered) + 1,)


def test_melds_are_found_over_many_games() -> None:
    """Both ways of playing meet all ten melds, so that the tests above look at each of them.

    Claims: ko-025.
    """
    seen = {meld[0] for seed in MANY for trick in story(eager(seed)) for meld in trick.offered}
    assert seen >= {
        "run",
        "royal marriage",
        "marriage",
        "dix",
        "pinochle",
        "aces around",
        "kings around",
        "queens around",
        "jacks around",
    }


def _kept(seed: int, name: str, kept: Callable[[str, str], bool]) -> list[Trick]:
    """Return the tricks of a game whose players lay one kind of meld only and keep some cards."""
    first_trump = suit(turn_up_of(Game(program(), seed)) or "")
    return story(drive(program(), seed, keeper(seed, name, lambda card: kept(card, first_trump))))


def test_royal_marriage_blocks_the_run() -> None:
    """A king and a queen laid as royal marriage never serve a run; the other pair does.

    Claims: ko-043, ko-074, ko-r06.
    """
    blocked = freed = 0
    for seed in MANY:
        symbol = suit(turn_up_of(Game(program(), seed)) or "")
        cards_of_run = tuple(sorted(rank + symbol for rank in ("A", "10", "K", "Q", "J")))
        royal = ("K" + symbol, "Q" + symbol)
        laid = Counter[int]()
        for trick in _kept(seed, "royal marriage", lambda card, trump: suit(card) == trump)[:12]:
            hand = Counter(trick.held[trick.winner])
            hand.subtract([trick.cards[trick.seats.index(trick.winner)]])
            if laid[trick.winner] == 1 and all(hand[card] for card in cards_of_run):
                fresh = all(hand[card] == 2 for card in royal)
                offered = ("run", cards_of_run) in trick.offered
                assert offered == fresh
                assert (("royal marriage", royal) in trick.offered) == fresh
                freed += offered
                blocked += not offered
            laid[trick.winner] += trick.laid is not None
    assert blocked > 0
    assert freed > 0


def test_second_pinochle_is_forty() -> None:
    """After a pinochle another with fresh cards is worth forty again, and the 300 is gone.

    Claims: ko-r07.
    """
    second = 0
    for seed in MANY:
        laid = Counter[int]()
        for trick in _kept(seed, "pinochle", lambda card, _: card in {"Q♠", "J♦"})[:12]:
            names = {name for name, _ in trick.offered}
            if laid[trick.winner]:
                assert "double pinochle" not in names
                second += trick.laid is not None
            laid[trick.winner] += trick.laid is not None
    assert second > 0


@over_games
def test_at_most_two_dix_score(play: Play, seed: int) -> None:
    """The dealer's ten for a turned nine included, two nines of trump score at most.

    Claims: ko-r02.
    """
    run = play(seed)
    turned = 1 if run.first_turn_up is not None and run.first_turn_up[:-1] == "9" else 0
    laid = sum(1 for trick in story(run) if trick.laid and trick.laid[0] == "dix")
    assert laid + turned <= 2


def test_dix_takes_the_turn_up() -> None:
    """Laying the nine of trump takes the card under the stock; a nine for a nine changes nothing.

    Claims: ko-029, ko-r01, ko-r02.
    """
    exchanged = same = 0
    for seed in range(150):
        for trick in story(eager(seed))[:12]:
            if not (trick.laid and trick.laid[0] == "dix"):
                continue
            left = Counter(trick.held[trick.winner])
            left.subtract([trick.cards[trick.seats.index(trick.winner)]])
            new = Counter(trick.after[trick.winner])
            nine = trick.laid[1][0]
            assert trick.turn_up is not None
            if trick.turn_up == nine:
                same += 1
                assert new[nine] >= left[nine] >= 1
            else:
                exchanged += 1
                assert new[trick.turn_up] >= left[trick.turn_up] + 1
    assert exchanged > 0
    assert same > 0


def test_dix_is_that_tricks_one_meld() -> None:
    """A trick in which the dix was laid sees no other meld; and the dix may be declined.

    Claims: ko-r01.
    """
    declined = 0
    for seed in range(150):
        for play in (eager(seed), drive(program(), seed, random_choice(seed))):
            for trick in story(play)[:12]:
                if any(name == "dix" for name, _ in trick.offered):
                    assert len(trick.meld_asked) == 1
                    declined += trick.laid is None
    assert declined > 0


def test_melded_cards_stay_and_are_shown() -> None:
    """Melded cards remain in the hand, the opponent sees them, and they may be played.

    Claims: ko-036 to ko-038, ko-076.
    """
    seen = 0
    for seed in range(20):
        game = Game(program(), seed)
        choose = eager_melder(seed)
        for _ in range(40):
            if game.is_over:
                break
            actions = game.legal_actions()
            words = tuple(game.describe(action) for action in actions)
            seat = game.current_seat
            for owner in (0, 1):
                face_up = Counter(shown_of(game, owner, 1 - owner))
                assert face_up == Counter(shown_of(game, owner, owner))
                assert not face_up - Counter(hand_of(game, owner))
                seen += sum(face_up.values())
            game.apply(actions[choose(str(game.phase), seat, words)])
    assert seen > 0


def test_of_two_copies_the_melded_one_is_played() -> None:
    """Of a melded and a fresh copy the melded one goes first, so the fresh one may still be melded.

    Claims: ko-r08.
    """
    renewed = 0
    for seed in MANY:
        run = eager(seed)
        laid: list[set[tuple[str, tuple[str, ...]]]] = [set(), set()]
        for trick in story(run)[:12]:
            if trick.laid:
                renewed += trick.laid in laid[trick.winner]
                laid[trick.winner].add(trick.laid)
    assert renewed > 0


# ---- the playoff and the end -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "trick", "legal"),
    [
        pytest.param("A♥ 9♥ 9♠", "10♥", "A♥", id="follow-and-win"),
        pytest.param("K♥ 9♥ 9♠", "10♥", "K♥ 9♥", id="follow-when-unable-to-win"),
        pytest.param("A♦ 9♠ J♠", "10♥", "J♠ 9♠", id="void-must-trump"),
        pytest.param("A♦ 9♣", "10♥", "A♦ 9♣", id="neither-any-card"),
        pytest.param("A♠ 10♠ 9♠ A♥", "K♠", "A♠ 10♠", id="trump-led-must-win"),
        pytest.param("Q♠ 9♠ A♥", "K♠", "Q♠ 9♠", id="trump-led-cannot-win"),
        pytest.param("A♥ 9♥ 9♠", "A♥", "A♥ 9♥", id="a-twin-does-not-win"),
        pytest.param("A♥ 9♥ 9♠", "", "9♠ A♥ 9♥", id="lead-anything"),
    ],
)
def test_playoff_duties(hand: str, trick: str, legal: str) -> None:
    """Follow and win if possible, else trump, else anything; trump is spades.

    Claims: ko-045 to ko-048, ko-081, ko-082.
    """
    assert legal_cards(program(), hand, trick, "♠", stage="playoff") == cards(legal)
    assert legal_cards(program(), hand, trick, "♠") == cards(legal)


@over_games
def test_playoff_follows_the_sentences(play: Play, seed: int) -> None:
    """In the last twelve tricks exactly the cards that the document allows are offered.

    Claims: ko-044 to ko-048.
    """
    run = play(seed)
    last = story(run)[12:]
    assert len(last) == 12
    for trick in last:
        for place, (options, hand) in enumerate(zip(trick.options, trick.hands, strict=True)):
            assert set(options) == set(korean_playoff(list(hand), list(trick.cards[:place]), trump_of(run)))


@over_games
def test_no_melds_in_the_playoff(play: Play, seed: int) -> None:
    """Once the stock is gone nothing more is melded.

    Claims: ko-049.
    """
    for trick in story(play(seed))[12:]:
        assert trick.meld_asked == ()
        assert trick.laid is None


@over_games
def test_higher_total_wins_the_game(play: Play, seed: int) -> None:
    """One deal is a game; the higher total wins, equal totals are a draw.

    Claims: ko-051, ko-052.
    """
    game = play(seed).game
    assert game.is_over
    one, other = game.totals
    expected = "draw" if one == other else 0 if one > other else 1
    assert game.winner == expected


@pytest.mark.parametrize(
    ("meld", "counters", "gains", "winner"),
    [
        pytest.param((150, 0), (100, 150), [250, 150], 0, id="melds-decide"),
        pytest.param((0, 40), (130, 120), [130, 160], 1, id="forty-is-enough"),
        pytest.param((0, 0), (120, 130), [120, 130], 1, id="cards-alone"),
        pytest.param((20, 10), (120, 130), [140, 140], "draw", id="equal"),
        pytest.param((0, 300), (250, 0), [250, 300], 1, id="double-pinochle-beats-all-cards"),
        pytest.param((100, 100), (0, 250), [100, 350], 1, id="melds-count-without-a-trick"),
    ],
)
def test_settlement(meld: tuple[int, int], counters: tuple[int, int], gains: list[int], winner: int | str) -> None:
    """Cards, melds and last trick are added and compared.

    Claims: ko-050 to ko-052, ko-068.
    """
    result = settle(program(), meld=meld, counters=counters)
    assert result.outcome == "played"
    assert result.made is None
    assert list(result.gains) == gains
    assert result.winner == winner


def test_turned_nine_counts_in_total_winner_and_margin() -> None:
    """The dealer's ten is in the total that decides: ten points before the deal turn a draw into a win.

    Claims: ko-r10.
    """
    result = settle(program(), meld=(0, 0), counters=(125, 125), totals=(10, 0))
    assert list(result.totals) == [135, 125]
    assert result.winner == 0


def test_streak_and_gap_over_a_match() -> None:
    """A win adds one to the streak and its margin to the gap; a loss or a draw sets both to nothing.

    Claims: ko-053, ko-062, ko-065, ko-066, ko-r11.
    """
    match = Match(program(), 11)
    streak, gap = [0, 0], [0, 0]
    choose = random_choice(3)
    draws_after_a_win = 0
    for number in range(600):
        (run,) = match_games(match, 1, choose)
        one, other = run.game.totals
        draws_after_a_win += one == other and any(streak)
        for seat, ahead in ((0, one - other), (1, other - one)):
            streak[seat] = streak[seat] + 1 if ahead > 0 else 0
            gap[seat] = min(gap[seat] + ahead, 9_999) if ahead > 0 else 0
        assert list(ledger(match, "streak")) == streak
        assert list(ledger(match, "gap")) == gap
        if number >= 30 and draws_after_a_win:
            break
    assert draws_after_a_win > 0


def test_saved_score_formula() -> None:
    """Streak times 10,000 plus a gap that never reaches 10,000: the gap cannot outweigh a win.

    Claims: ko-064, ko-066.
    """
    gap = load(KOREAN).plain["ledgers"]["gap"]
    assert gap["at_most"] == 9_999
    assert 3 * 10_000 + gap["at_most"] < 4 * 10_000


def test_advice_in_numbers() -> None:
    """The numbers of the advice follow from the rules: 300 > 250 > 150, twelve trumps.

    Claims: ko-068, ko-077.
    """
    assert melds(program(), "Q♠ Q♠ J♦ J♦", "♣").total == 300
    assert melds(program(), "A♣ 10♣ K♣ Q♣ J♣", "♣").total == 150
    trumps = [card for trick in story(eager(0)) for card in trick.cards if suit(card) == trump_of(eager(0))]
    assert len(trumps) == 12

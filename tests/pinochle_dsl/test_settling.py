"""What a settlement of given figures does of itself, as a game does: calls that must be made, figures of players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest

from interpreter import Game, Program, melds, settle, simulate
from interpreter.actions import outcome_names
from interpreter.queries.settling import NotThatOutcome, Settlement
from interpreter.trace import trace
from pinochle_dsl import check, load


def program_of(folder: Path, text: str) -> Program:
    path = folder / "game.yaml"
    path.write_text("variant: game\n" + text, encoding="utf-8")
    return load(str(path)).compile()


# ---- calls that happen of themselves ---------------------------------------------------------------------

HOPELESS = """
extends: partnership
calls:
  hopeless: {when: after meld, must: meld + all_counters < bid, then: thrown in}
  concede:  {by: declarer, when: after trump, then: conceded}
  enough:   {when: after each trick, must: tricks >= 9, then: nine tricks}
outcomes:
  thrown in:   {made: false, declarers: -bid, defenders: 0}
  conceded:    {declarers: -2 * bid, defenders: 0}
  nine tricks: {made: true, declarers: 90, defenders: 0}
  renege:      {ruling: true, offender: -bid, each: 0}
"""


def deal(program: Program, **figures: Any) -> Settlement:  # noqa: ANN401 - of all kinds
    usual: dict[str, Any] = {"meld": (10, 4), "counters": (0, 0), "bid": 40, "declarer": 0, "tricks": (0, 0)}
    return settle(program, **usual | figures)


def test_a_call_that_must_be_made_ends_the_deal_without_being_told(tmp_path: Path) -> None:
    """10 in melds and all 25 counters are 35, which is less than 40 and not less than 35."""
    program = program_of(tmp_path, HOPELESS)
    found = deal(program)
    assert (found.outcome, found.made, found.gains) == ("thrown in", False, (-40, 0))
    found = deal(program, bid=35, counters=(20, 5), tricks=(8, 4))
    assert (found.outcome, found.gains) == ("set", (-35, 9))


def test_what_comes_before_the_play_sees_no_tricks(tmp_path: Path) -> None:
    found = deal(program_of(tmp_path, HOPELESS), counters=(15, 10), tricks=(8, 4), bid=36)
    assert (found.outcome, found.gains, found.counters) == ("thrown in", (-36, 0), (0, 0))


def test_what_comes_after_the_tricks_sees_them(tmp_path: Path) -> None:
    found = deal(program_of(tmp_path, HOPELESS), bid=30, counters=(20, 5), tricks=(9, 3))
    assert (found.outcome, found.made, found.gains) == ("nine tricks", True, (90, 0))


def test_what_is_told_is_believed_only_where_somebody_says_it(tmp_path: Path) -> None:
    program = program_of(tmp_path, HOPELESS)
    with pytest.raises(NotThatOutcome, match="`hopeless` does not come about") as told:
        deal(program, bid=30, counters=(20, 5), tricks=(8, 4), outcome="thrown in")
    assert told.value.settlement.outcome == "made"
    assert deal(program, outcome="conceded").gains == (-80, 0), "he concedes before the melds are seen"
    with pytest.raises(NotThatOutcome, match="the call `hopeless` ends it before"):
        deal(program, outcome="set")
    assert deal(program, outcome="renege", offender=1).gains == (0, -40)


def test_a_call_that_was_made_settles_by_its_outcome(tmp_path: Path) -> None:
    program = program_of(tmp_path, HOPELESS)
    assert deal(program, bid=30, called=["concede"]).outcome == "conceded"
    assert deal(program, called=[("concede", 0)]).outcome == "conceded"
    again = "extends: partnership\ncalls: {throw in: {by: anyone, when: after deal, then: next dealer deals}}\n"
    with pytest.raises(ValueError, match="not settled: after the call `throw in` the cards are dealt again"):
        deal(program_of(tmp_path, again), called=["throw in"])


def test_answers_count_only_where_the_call_was_made() -> None:
    """In the game for units the hand that was laid down wins unless somebody challenges; hearts are single."""
    program = load("cutthroat-double-deck").compile()
    figures: dict[str, Any] = {
        "meld": (40, 10, 0), "counters": (0, 0, 0), "bid": 60, "declarer": 0, "trump": "♥",
        "ledger": {"units": (100, 100, 100)},
    }  # fmt: skip
    assert settle(program, **figures).outcome == "set"
    found = settle(program, **figures, called=[("lay down", 0)])
    assert (found.outcome, found.ledgers["units"]) == ("made", (102, 99, 99))
    assert settle(program, **figures, called=[("lay down", 0), ("challenge", 1)]).outcome == "set"
    figures |= {"bid": 95}
    assert settle(program, **figures).outcome == "hard set", "55 are missing and more than 50 cannot be"
    del figures["trump"]
    assert settle(program, **figures | {"bid": 60}, outcome="no marriage").outcome == "no marriage"


def test_stakes_and_other_rules_that_come_of_themselves(tmp_path: Path) -> None:
    text = (
        "extends: partnership\nscore: {stake: 1}\n"
        "calls: {rich: {when: after meld, must: meld >= 20, stakes: 3}}\n"
        "outcomes: {made: {declarers: bid * stake, defenders: 0}, set: {declarers: -bid * stake, defenders: 0}}\n"
    )
    program = program_of(tmp_path, text)
    taken: dict[str, Any] = {"bid": 25, "counters": (20, 5), "tricks": (8, 4)}
    assert deal(program, meld=(20, 0), **taken).gains == (75, 0)
    assert deal(program, meld=(19, 0), **taken).gains == (25, 0)
    assert deal(program, meld=(20, 0), **taken, called=["rich"]).gains == (75, 0)


def test_what_no_figure_tells_has_to_be_told() -> None:
    """Whether a hand holds a marriage is in no figure; with 20 in melds nothing else gives the deal up."""
    program = load("double-deck-surrender").compile()
    figures: dict[str, Any] = {"bid": 55, "declarer": 0, "counters": (30, 20)}
    assert settle(program, meld=(30, 24), **figures).outcome == "made"
    assert settle(program, meld=(30, 24), **figures, outcome="surrendered").gains == (-55, 24)
    assert settle(program, meld=(4, 24), **figures).outcome == "surrendered"


@pytest.mark.parametrize(
    ("example", "finding"),
    [
        ("{bid: 40, declarer: 0, meld: [10, 4], counters: [0, 0], outcome: conceded, gains: [-40, 4]}", None),
        ("{bid: 35, declarer: 0, meld: [10, 4], counters: [0, 0], outcome: hopeless, gains: [-35, 4]}", "PIN601"),
        ("{bid: 40, declarer: 0, meld: [10, 4], counters: [20, 5], outcome: set}", "PIN601"),
    ],
)
def test_an_example_proves_when_an_outcome_happens(tmp_path: Path, example: str, finding: str | None) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(
        "variant: game\nextends: partnership\n"
        "calls:\n  a: {when: after meld, must: meld + all_counters < bid - 4, then: conceded}\n"
        "  b: {when: after meld, must: meld + all_counters < bid - 40, then: hopeless}\n"
        "outcomes:\n  conceded: {declarers: -bid, defenders: meld}\n  hopeless: {declarers: -bid, defenders: meld}\n"
        f"examples:\n  - settle: {example}\n",
        encoding="utf-8",
    )
    codes = {item.code for item in check(str(path)).diagnostics if item.code.startswith("PIN6")}
    assert codes == ({finding} if finding else set())


def test_a_ruling_says_itself_whether_the_contract_is_made() -> None:
    program = load("cutthroat-double-deck").compile()
    figures: dict[str, Any] = {
        "meld": (10, 0, 0), "counters": (0, 0, 0), "bid": 60, "declarer": 0, "trump": "♥",
        "ledger": {"units": (100, 100, 100)},
    }  # fmt: skip
    assert settle(program, **figures, outcome="renege", offender=1).made is None
    assert settle(load("double-deck-tournament").compile(), **RULED).made is False


RULED: dict[str, Any] = {"meld": (10, 0), "counters": (0, 0), "bid": 50, "declarer": 0, "outcome": "renege"}

# ---- what players have by themselves ---------------------------------------------------------------------

OWN = "extends: partnership\nmeld: {saved_by: own_tricks >= 3}\n"


def test_melds_saved_by_players_are_asked_of_each_seat(tmp_path: Path) -> None:
    """Seat 2 took two tricks: its 6 do not count, seat 0's 8 do; the others took six and one."""
    program = program_of(tmp_path, OWN)
    figures: dict[str, Any] = {"bid": 25, "declarer": 0, "counters": (20, 5)}
    with pytest.raises(ValueError, match=r"meld of each seat is needed .* `meld.saved_by` .* --meld 0,0,0,0"):
        settle(program, meld=(14, 9), tricks=(3, 6, 2, 1), **figures)
    with pytest.raises(ValueError, match=r"tricks of each seat is needed .* --tricks 4,3,3,2"):
        settle(program, meld=(8, 5, 6, 4), tricks=(5, 7), **figures)
    found = settle(program, meld=(8, 5, 6, 4), tricks=(3, 6, 2, 1), **figures)
    assert (found.outcome, found.meld, found.gains) == ("made", (8, 5), (28, 10))
    found = settle(program, meld=(8, 5, 6, 4), tricks=(2, 6, 3, 1), **figures, totals=(1, 2))
    assert (found.meld, found.gains, found.totals) == ((6, 5), (26, 10), (27, 12))


def test_payments_for_what_a_player_has_ask_for_each_seat(tmp_path: Path) -> None:
    text = (
        "extends: partnership\nledgers: {chips: {start: 0}}\n"
        "payments: {eight: {if: own_tricks >= 8, to: declarers, ledger: chips, amount: 2}}\n"
    )
    program = program_of(tmp_path, text)
    figures: dict[str, Any] = {"bid": 25, "declarer": 2, "meld": (10, 4), "counters": (20, 5)}
    figures |= {"ledger": {"chips": (0, 0)}}
    with pytest.raises(ValueError, match=r"tricks of each seat .* `payments.eight.if`"):
        settle(program, **figures, tricks=(9, 3))
    assert settle(program, **figures, tricks=(1, 2, 8, 1)).ledgers["chips"] == (2, 0)
    assert settle(program, **figures, tricks=(8, 2, 1, 1)).ledgers["chips"] == (0, 0)


def test_what_stands_behind_a_call_that_was_not_made_is_not_asked(tmp_path: Path) -> None:
    text = (
        "extends: partnership\ncalls: {moon: {by: declarer, when: after meld}}\n"
        "outcomes:\n  all: {if: called(moon) and declarer.own_tricks = all_tricks, each: 99}\n"
        "  made: {if: meld + counters >= bid, declarers: 1, defenders: 0}\n"
        "  set: {if: otherwise, declarers: 0, defenders: 1}\n"
    )
    program = program_of(tmp_path, text)
    figures: dict[str, Any] = {"bid": 25, "declarer": 0, "meld": (10, 4), "counters": (25, 0)}
    assert settle(program, **figures, tricks=(12, 0)).outcome == "made"
    with pytest.raises(ValueError, match="tricks of each seat"):
        settle(program, **figures, tricks=(12, 0), called=["moon"])
    assert settle(program, **figures, tricks=(12, 0, 0, 0), called=["moon"]).outcome == "all"
    assert settle(program, **figures, tricks=(11, 0, 1, 0), called=["moon"]).outcome == "made"


CLAIMED: list[tuple[str, dict[str, Any]]] = [
    (name, {"called": [(call, 0)], "meld": meld, "counters": counters})
    for name in ("sixty-six", "schnapsen", "sixty-six-strokes")
    for call in ("sixty-six", "sixty-six with the marriage")
    for meld, counters in (((20, 0), (50, 20)), ((0, 40), (30, 20)))
    if call in {one.name for one in load(name).compile().rules.calls}
]


@pytest.mark.parametrize(("name", "figures"), CLAIMED)
def test_only_what_the_settlement_looks_at_is_asked_for(name: str, figures: dict[str, Any]) -> None:
    """Whoever goes out ends the deal: who took the last trick changes nothing, and is not asked."""
    program = load(name).compile()
    figures |= {"tricks": (4, 2), "ledger": {ledger.name: (0, 0) for ledger in program.ledgers[1:]}}
    found = settle(program, **figures)
    assert [settle(program, **figures, last_trick=seat) for seat in (0, 1)] == [found, found]
    with pytest.raises(ValueError, match=r"last_trick is needed .* `score.winner`"):
        settle(load("sixty-six").compile(), **{**figures, "called": [], "ledger": {"strokes": (0, 0)}})


def test_what_a_call_rules_out_is_not_asked_for(tmp_path: Path) -> None:
    text = (
        "extends: partnership\ncalls: {moon: {by: declarer, when: after trump}}\n"
        "outcomes:\n  all: {made: true, if: called(moon), declarers: 500, defenders: 0}\n"
        "  dealt: {made: true, if: seat = last_trick_winner and dealer = 1, declarers: 1, defenders: 0}\n"
    )
    program = program_of(tmp_path, text)
    figures: dict[str, Any] = {"bid": 25, "declarer": 0, "meld": (10, 4), "counters": (15, 10)}
    with pytest.raises(ValueError, match="last_trick is needed"):
        settle(program, **figures, tricks=(6, 6))
    assert settle(program, **figures, tricks=(6, 6), called=["moon"]).outcome == "all"


# ---- both sides bound, other currencies ------------------------------------------------------------------


def test_each_side_is_bound_by_its_own_bids() -> None:
    program = load("partnership-summed-bids").compile()
    figures: dict[str, Any] = {"declarer": 0, "meld": (100, 40), "counters": (150, 100)}
    with pytest.raises(ValueError, match=r"each side is bound by its own bids .* --bid 100,100"):
        settle(program, **figures, bid=240)
    with pytest.raises(ValueError, match="bid is needed"):
        settle(program, **figures)
    assert settle(program, **figures, bid=[240, 200]).gains == (250, -200)
    assert "has to make" in trace(program, 1)


@pytest.mark.parametrize("name", ["sixty-six", "schnapsen"])
def test_the_currency_that_decides_is_told(name: str) -> None:
    program = load(name).compile()
    text = trace(program, 1)
    game = Game(program, 1, 0, ["basic"])
    while not game.is_over:
        game.apply(game.choice(1))
    currency = program.ledgers[program.rules.ending.ledger].name
    best, other = sorted(game.standing, reverse=True)
    assert f"wins {best} to {other} ({currency})" in text
    assert "change  total" not in text
    assert f"change  {currency}" in text


def test_the_purse_that_pays_is_named(tmp_path: Path) -> None:
    text = (
        "extends: three-handed\nledgers: {chips: {start: 50}, pot: {joint: true, start: 90}}\n"
        "payments:\n  prize: {from: pot, to: declarer, ledger: chips, amount: 4}\n"
        "  ante: {when: before deal, from: everyone, to: pot, ledger: chips, amount: 1}\n"
    )
    told = trace(program_of(tmp_path, text), 3)
    assert "prize: the pot pays 4 chips to seat" in told
    assert "ante: seat 0 pays 1 chips to the pot" in told


# ---- what a trace tells ------------------------------------------------------------------------------------


def test_why_the_rules_end_a_deal_is_told(tmp_path: Path) -> None:
    hopeless = "by the rules: hopeless, since meld + all counters < bid\nSettlement: conceded"
    assert hopeless in trace(load("partnership-ja").compile(), 1, players=["random"])
    calls = (
        "  moon:   {by: declarer, when: after trump}\n"
        "  poor:   {when: after meld, then: thrown in,\n"
        "           must: not called(moon) and (meld < 90 or 2 * (bid - meld) > 7)}\n"
    )
    program = program_of(
        tmp_path, f"extends: partnership\ncalls:\n{calls}outcomes:\n  thrown in: {{made: false, each: 0}}\n"
    )
    told = trace(program, 1, players=["random"])
    assert "poor, since moon was not called and (meld < 90 or 2 * (bid - meld) > 7)\n" in told


def test_a_deal_without_a_trump_says_so(tmp_path: Path) -> None:
    text = (
        "extends: partnership\ntrump: {needs: holds(2x K 2x Q of trump), lacking: thrown in}\n"
        "outcomes: {thrown in: {made: false, declarers: -bid, defenders: 0}}\n"
    )
    told = trace(program_of(tmp_path, text), 1)
    assert "The declarer can name no trump: the deal is not played.\nSettlement: thrown in" in told


def test_nothing_is_told_of_what_does_not_change() -> None:
    told = trace(load("two-handed-ko").compile(), 2)
    assert "paid" not in told
    assert "win: seat 0 gets 1 streak" in told
    assert "now has 0" not in told
    assert "paid" in trace(load("bezique").compile(), 2)
    assert "+0)" not in trace(load("sixty-six-strokes").compile(), 2)
    assert "Carried at the end" not in trace(load("sixty-six-strokes").compile(), 2)


# ---- runs add up -------------------------------------------------------------------------------------------

STUCK = "extends: partnership\ncalls: {r: {when: after deal, must: count(9) >= 0, then: same dealer deals again}}\n"
HUGE = (
    "extends: partnership\noutcomes:\n"
    "  made: {declarers: bid * 1000000 * 1000000, defenders: -bid * 1000000 * 1000000}\n"
    "  set: {declarers: -bid * 1000000 * 1000000, defenders: bid * 1000000 * 1000000}\n"
    "game: {target: null, deals: 12, both_reach: null}\n"
)


@pytest.mark.parametrize("text", [STUCK, HUGE], ids=["stuck", "huge"])
def test_runs_add_up_however_they_are_cut(tmp_path: Path, text: str) -> None:
    program = program_of(tmp_path, text)
    whole = simulate(program, 20, seed=3)
    assert simulate(program, 7, seed=3).merged(simulate(program, 13, seed=3, first=7)) == whole
    assert simulate(program, 20, seed=3, jobs=2).sums == whole.sums


def test_sums_of_the_largest_balances_are_exact(tmp_path: Path) -> None:
    """Each game is 12 deals between plus and minus a thousand million; the sums are those of the games as stepped."""
    from interpreter import _numbers as numbers

    program = program_of(tmp_path, HUGE)
    total = squares = 0
    for number in range(8):
        game = Game(program, 3, number, ["basic"])
        before, dealt = [0, 0], 1
        while not game.is_over:
            game.apply(game.choice(1))
            if game.is_over or game.facts()["deal"] > dealt:
                now = list(game.totals)
                total, squares = total + now[0] - before[0], squares + (now[0] - before[0]) ** 2
                before, dealt = now, dealt + 1
    sums = simulate(program, 8, seed=3).sums
    assert squares > 2**63
    assert (sums[numbers.X_ACCOUNT_GAIN], sums[numbers.X_ACCOUNT_GAIN + 1]) == (total, squares)


# ---- melds of hostile files --------------------------------------------------------------------------------


def hostile(count: int, cards: Callable[[int], str]) -> str:
    said = ", ".join(f"m{i}: {{class: c, cards: {cards(i)}, points: {1 + i * 7 % 19}}}" for i in range(count))
    return f"extends: partnership\ndeck: {{copies: 8}}\ndeal: {{cards: 48}}\nmelds: {{{said}}}\n"


RANKS = ("A", "10", "K", "Q", "J", "9")


@pytest.mark.parametrize(
    "text",
    [
        hostile(54, lambda i: f"{RANKS[i % 4]}♠ {RANKS[i // 4 % 4]}♥ {RANKS[i // 16]}♦"),
        hostile(24, lambda i: f"{1 + i % 4}x {RANKS[i % 6]}"),
    ],
    ids=["54 in one class", "24 of 1 to 4 of a rank"],
)
def test_the_best_melds_are_found_in_time(tmp_path: Path, text: str) -> None:
    program = program_of(tmp_path, text)
    deck = [f"{rank}{suit}" for rank in RANKS for suit in "♠♥♦♣" for _ in range(8)]
    hands = [Random(seed).sample(deck, 24) for seed in range(4)]
    melds(program, "A♠", "♠")
    began = process_time()
    found = [melds(program, hand, "♠") for hand in hands]
    assert process_time() - began < 4.0
    for one in found:
        assert one.total == sum(meld.points for meld in one.melds)


def test_two_of_each_court_card_of_six_packs() -> None:
    program = load("six-deck-bezique").compile()
    hand = " ".join(f"{rank}{suit} {rank}{suit}" for suit in "♠♥♦♣" for rank in ("A", "10", "K", "Q", "J", "8"))
    began = process_time()
    found = melds(program, hand, "♠")
    assert process_time() - began < 1.0
    assert found.total == sum(meld.points for meld in found.melds) == 2460


# ---- callers' mistakes ---------------------------------------------------------------------------------------


def test_mistakes_of_callers_are_told_in_plain_words() -> None:
    program = load("partnership").compile()
    game, other = Game(program, 1), Game(load("two-handed").compile(), 1)
    wrong: dict[str, Any] = {
        "copy of nothing": lambda: game.copy_from(None),  # type: ignore[arg-type]
        "copy of another game": lambda: game.copy_from(other),
        "no action": lambda: game.action(1),  # type: ignore[arg-type]
        "no suit": lambda: melds(program, "A♠", 1.5),  # type: ignore[arg-type]
        "no cards": lambda: melds(program, None, "♠"),  # type: ignore[arg-type]
        "no program": lambda: melds(load("partnership"), "A♠", "♠"),  # type: ignore[arg-type]
        "no mode": lambda: melds(program, "A♠", "♠", mode=7),
        "no name": lambda: load([]),  # type: ignore[arg-type]
        "no file": lambda: check({}),  # type: ignore[arg-type]
        "no options": lambda: load("partnership", "basic"),  # type: ignore[arg-type]
        "no ledger": lambda: game.ledger_balances(2**70),
        "no player": lambda: game.choice(None),  # type: ignore[arg-type]
        "no seat": lambda: game.hand_counts(99),
        "no observer": lambda: game.observation(None),  # type: ignore[arg-type]
        "no balances": lambda: game.set_balances({99: [1]}),
        "no run": lambda: simulate(program, 1).merged(3),  # type: ignore[arg-type]
    }
    for name, ask in wrong.items():
        with pytest.raises(ValueError) as told:
            ask()
        assert 10 < len(str(told.value)) < 200, name


def test_counters_that_are_missing_are_noted() -> None:
    """A deal that was played out has 25 counters: 24 are settled, and one is missed; a deal given up has none."""
    program = load("partnership").compile()
    given = {"bid": 25, "declarer": 0, "meld": [10, 4]}
    missing = "1 of the 25 counters of a deal is missing in these figures"
    assert missing in settle(program, **given, counters=[20, 4]).notes
    assert settle(program, **given, counters=[20, 5]).notes == ()
    conceded = settle(
        load("cardgames-io").compile(), bid=330, declarer=0, meld=[60, 100], counters=[0, 0], outcome="conceded"
    )
    assert conceded.notes == ()


# ---- what is asked because of calls, winners and melds -----------------------------------------------------


def test_a_call_between_tricks_counts_what_was_taken_before() -> None:
    """It may be made before any own card; whoever made it took tricks and counters before."""
    program = load("sixty-six").compile()
    told = settle(
        program,
        meld=(0, 40),
        counters=(23, 50),
        tricks=(2, 6),
        called=[("sixty-six with the marriage", 1)],
        last_trick=1,
    )
    assert (told.outcome, told.ledgers["strokes"]) == ("announced", (0, 2))


@pytest.mark.parametrize("name", ["sixty-six", "schnapsen", "sixty-six-strokes"])
def test_deals_that_a_call_ends_are_settled_as_the_game_does(name: str) -> None:
    """Whole games: what they tell of each deal gives what they made of it."""
    program = load(name).compile()
    ledgers, outcomes, told = [one.name for one in program.ledgers], outcome_names(program), Counter[str]()
    for number in range(30):
        game, calls = Game(program, 5, number), list[tuple[str, int]]()
        game.tell_events()
        while not game.is_over:
            before, deal = game.ledgers(), game.facts()["deal"]
            action, seat = game.choice((number + game.facts()["tricks_played"]) % 2), game.current_seat
            word = game.describe(action)
            calls += [(word.removeprefix("call "), seat)] if word.startswith("call ") else []
            settled: dict[str, int] = {}
            game.events.clear()
            game.apply(action)
            for kind, what in list(game.events):
                if kind == "settled":
                    settled, figures, _ = what
                elif kind == "redeal" or (kind == "deal" and not settled):
                    calls = []
                elif kind == "end" and settled:
                    totals = dict(zip(ledgers, what[0], strict=True))
                    found = settle(
                        program,
                        meld=figures["laid_meld"], counters=figures["raw"], tricks=figures["tricks"],
                        last_trick=settled["last_winner"] if settled["last_winner"] >= 0 else None,
                        totals=before[ledgers[0]], ledger={one: before[one] for one in ledgers[1:]},
                        deal=deal, dealer=settled["dealing"], called=calls,
                    )  # fmt: skip
                    assert found.outcome == outcomes[settled["outcome"]], calls
                    assert {one: list(found.ledgers[one]) for one in ledgers[1:]} == {
                        one: list(totals[one])[: len(found.ledgers[one])] for one in ledgers[1:]
                    }, calls
                    told[calls[-1][0] if calls else ""] += 1
                    calls = []
    assert told["sixty-six with the marriage"] > 5
    assert told["sixty-six"] > 5


def test_who_called_is_asked_where_it_decides() -> None:
    program = load("sixty-six").compile()
    figures = {"meld": (0, 0), "counters": (70, 50), "tricks": (7, 5), "last_trick": 0}
    with pytest.raises(ValueError, match=r"who called `sixty-six` is needed .* --called 'sixty-six@0'"):
        settle(program, **figures, called=["sixty-six"])
    assert settle(program, **figures, called=[("sixty-six", 0)]).ledgers["strokes"] == (1, 0)
    assert settle(program, **figures, called=[("sixty-six", 1)]).ledgers["strokes"] == (2, 0)


@pytest.mark.parametrize(("wins", "asked"), [("dealer", "dealer"), ("last trick winner", "last_trick")])
def test_whom_an_outcome_makes_winner_is_asked(tmp_path: Path, wins: str, asked: str) -> None:
    program = program_of(tmp_path, f"extends: partnership\noutcomes: {{made: {{wins_game: {wins}}}}}\n")
    figures = {"bid": 25, "declarer": 0, "meld": (15, 10), "counters": (15, 10)}
    with pytest.raises(ValueError, match=f"{asked} is needed"):
        settle(program, **figures)
    assert settle(program, **figures, **{asked: 1}).winner == 1


def test_melds_that_a_rule_looks_at_are_said_not_to_be_told(tmp_path: Path) -> None:
    payments = (
        "payments: {runs: {if: melded(run) > 0, to: declarers, ledger: chips, amount: 2}}\nledgers: {chips: {}}\n"
    )
    program = program_of(tmp_path, f"extends: partnership\n{payments}")
    figures = {"bid": 25, "declarer": 0, "meld": (15, 10), "counters": (15, 10)}
    silent = settle(program, **figures)
    assert silent.ledgers["chips"] == (0, 0)
    assert any("which melds were laid is not told" in note for note in silent.notes)
    told = settle(program, **figures, melds="0:run=1")
    assert (told.ledgers["chips"], told.notes) == ((2, 0), ())

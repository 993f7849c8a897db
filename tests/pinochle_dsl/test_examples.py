"""Examples that stand in rules files."""

from __future__ import annotations

import pytest

from interpreter import Game
from interpreter.actions import action_words
from interpreter.cards import format_card
from interpreter.queries.bidding import bid_allowed
from pinochle_dsl import CheckResult, check, load

HEAD = "variant: house\nextends: partnership\n"
PASSING = (
    "options:\n  nines: {default: counted, choices: {counted: {}, away: {melds: {dix: null}}}}\n"
    "  tens: {default: plain, choices: {plain: {}, odd: {deal: {cards: 13}}}}\n"
)


def run(*examples: str, more: str = "") -> CheckResult:
    text = HEAD + more + "examples:\n" + "".join(f"  - {example}\n" for example in examples)
    return check("house.yaml", data=text.encode(), combinations="default")


@pytest.mark.parametrize(
    "example",
    [
        "meld: {hand: 9♥, trump: ♥, total: 1}",
        "meld: {hand: 9♥, total: 0}",
        "meld: {hand: '', trump: hearts, total: 0}",
        "meld: {hand: H14 s14 D14 c14, trump: none, total: 10}",
        "meld: {hand: K♠ Q♠, trump: S, as: defender, total: 4}",
        "legal: {hand: A♥ 9♥, trick: 10♥, trump: ♠, legal: A♥}",
        "legal: {hand: A♥ 9♥, trump: ♠, legal: '9♥, A♥'}",
        "winner: {trick: A♥ 9♠, trump: ♠, index: 1}",
        "winner: {trick: '', trump: ♠, index: null}",
        "settle: {bid: 25, declarer: 0, meld: [10, 4], counters: [15, 10], made: true, gains: [25, 14]}",
        "settle: {bid: 26, declarer: 2, meld: [10, 4], counters: [15, 10], made: false, outcome: set}",
        "settle: {bid: 25, declarer: 0, meld: [60, 4], counters: [15, 10], before: [80, 0], winner: 0}",
        "settle: {bid: 25, declarer: 0, meld: [10, 4], counters: [15, 10], totals: [25, 14], winner: null}",
    ],
)
def test_examples_that_come_out(example: str) -> None:
    result = run(example)
    assert result.diagnostics == ()
    assert (result.examples_run, result.examples_failed) == (1, 0)
    assert result.ok


COUNTER = "meld: {saved_by: taken(counters) >= 1}\n"
CHIPS = (
    "ledgers: {chips: {start: 10}, pot: {joint: true, start: 4}}\n"
    "payments: {made: {if: outcome(made), from: defenders, to: declarers, ledger: chips, amount: 3}}\n"
)
DEAL = "bid: 25, declarer: 0, meld: [10, 4], counters: [25, 0]"


@pytest.mark.parametrize(
    ("example", "more"),
    [
        (f"settle: {{{DEAL}, taken: [A♠ 10♠, K♥], gains: [35, 4]}}", COUNTER),
        (f"settle: {{{DEAL}, taken: [A♠ 10♠, ''], gains: [35, 0]}}", COUNTER),
        (f"settle: {{{DEAL}, ledgers: {{chips: [13, 7], pot: [4]}}}}", CHIPS),
        (f"settle: {{{DEAL}, ledger: {{chips: [0, 5]}}, ledgers: {{chips: [3, 2]}}}}", CHIPS),
    ],
)
def test_cards_taken_and_ledgers_come_out(example: str, more: str) -> None:
    result = run(example, more=more)
    assert (result.diagnostics, result.examples_run) == ((), 1)


MARRIAGE = "auction: {may_bid: holds(K Q of any suit)}\n"
NINES = "calls:\n  nines: {by: anyone, when: after deal, may: count(9) >= 4, then: same dealer deals again}\n"
LOW = "calls:\n  low: {by: declarer, when: after meld, may: meld < 10, then: same dealer deals again}\n"


@pytest.mark.parametrize(
    ("example", "more"),
    [
        ("bid: {hand: K♥ Q♥, bid: 25, allowed: true}", MARRIAGE),
        ("bid: {hand: K♥ Q♠, bid: 25, allowed: false}", MARRIAGE),
        ("bid: {hand: K♥ Q♥, bid: 26, high: 25, allowed: true}", MARRIAGE),
        ("bid: {hand: K♥ Q♥, bid: 25, high: 25, bidder: 3, seat: 2, allowed: false}", MARRIAGE),
        ("call: {hand: 9♥ 9♥ 9♠ 9♠, name: nines, offered: true}", NINES),
        ("call: {hand: 9♥ 9♥ 9♠ A♠, name: nines, seat: 3, offered: false}", NINES),
        ("call: {hand: A♥, name: low, declarer: 0, bid: 25, meld: [9, 20], offered: true}", LOW),
        ("call: {hand: A♥, name: low, declarer: 1, bid: 25, meld: [9, 20], offered: false}", LOW),
        ("call: {hand: A♥, name: low, declarer: 0, seat: 1, bid: 25, meld: [9, 20], offered: false}", LOW),
    ],
)
def test_bids_and_calls_come_out(example: str, more: str) -> None:
    result = run(example, more=more)
    assert (result.diagnostics, result.examples_run) == ((), 1)


@pytest.mark.parametrize("name", ["partnership-auction", "partnership-suit-bids", "three-handed-auction", "racehorse"])
def test_examples_allow_the_bids_of_the_games_themselves(name: str) -> None:
    program = load(name).compile()
    auction = program.rules.auction
    assert auction is not None
    for seed in range(6):
        game = Game(program, seed)
        for _ in range(2):
            facts = game.facts()
            if game.decision != "bid" or facts["deal"] != 1:
                break
            seat, high = game.current_seat, facts["bid"]
            held = " ".join(
                format_card(program.deck, c) for c, n in enumerate(game.hand_counts(seat)) for _ in range(n)
            )
            said = {action_words(program, action) for action in game.legal_actions()}
            for bid in auction.ladder[:12]:
                suits = ["♠", "♥"] if auction.with_suit else [None]
                for suit in suits:
                    holder = facts["bidder"] if high else None
                    found = bid_allowed(
                        program, held, bid, suit=suit, high=high, bidder=holder, seat=seat, dealer=facts["dealer"]
                    )
                    words = f"bid {bid} {suit}" if suit else f"bid {bid}"
                    assert found is (words in said), (seed, words)
            game.apply(game.legal_actions()[0])


@pytest.mark.parametrize(
    ("example", "more", "code", "message"),
    [
        (f"settle: {{{DEAL}, gains: [35, 4]}}", COUNTER, "PIN602", "this cannot be asked: taken is needed to settle"),
        (f"settle: {{{DEAL}, taken: A♠, gains: [35, 4]}}", COUNTER, "PIN602", "`taken` is a list of cards"),
        (f"settle: {{{DEAL}, taken: [Z♠, ''], gains: [35, 4]}}", COUNTER, "PIN602", "this cannot be asked: 'Z♠'"),
        (
            f"settle: {{{DEAL}, ledgers: {{chips: [12, 8]}}}}",
            CHIPS,
            "PIN601",
            "ledgers should be {chips: [12, 8]}, but comes to {chips: [13, 7]}",
        ),
        (f"settle: {{{DEAL}, ledgers: {{chip: [1]}}}}", CHIPS, "PIN602", "this cannot be asked: ledgers: this game"),
        (f"settle: {{{DEAL}, ledgers: [13, 7]}}", CHIPS, "PIN602", "`ledgers` is a table of ledgers"),
    ],
)
def test_cards_taken_and_ledgers_that_do_not(example: str, more: str, code: str, message: str) -> None:
    (item,) = run(example, more=more).diagnostics
    assert item.code == code
    assert item.message.startswith(message)


@pytest.mark.parametrize(
    ("example", "code", "message", "column"),
    [
        ("meld: {hand: 9♥, trump: ♥, total: 2}", "PIN601", "total should be 2, but comes to 1", 39),
        ("legal: {hand: 9♥ A♥, trump: ♠, legal: A♥}", "PIN601", "legal should be A♥, but comes to A♥ 9♥", 43),
        ("legal: {hand: '', trump: ♠, legal: A♥}", "PIN601", "legal should be A♥, but comes to nothing", 40),
        ("winner: {trick: A♥ 9♠, trump: ♠, index: 0}", "PIN601", "index should be 0, but comes to 1", 45),
        ("meld: {hand: Z♥, trump: ♥, total: 0}", "PIN602", "this cannot be asked: ", 18),
        ("meld: {hand: 8♥, trump: ♥, total: 0}", "PIN602", "this cannot be asked: ", 18),
        ("meld: {hand: [9♥], trump: ♥, total: 0}", "PIN602", "`hand` is text", 18),
        ("meld: {hand: 9♥, trump: ♥, total: one}", "PIN602", "`total` is a whole number", 39),
        ("meld: {hand: 9♥, trump: blue, total: 0}", "PIN602", "'blue' is no suit", 29),
        ("meld: {hand: 9♥, trmp: ♥, total: 0}", "PIN602", "an example `meld` has no `trmp`", 22),
        ("meld: {hand: 9♥, trump: ♥}", "PIN602", "an example `meld` says what should come out: total", 11),
        ("meld: {trump: ♥, total: 0}", "PIN602", "an example `meld` needs hand", 11),
        ("meld: 9♥", "PIN602", "an example `meld` has keys and values", 11),
        ("{meld: {hand: 9♥, total: 0}, winner: {trick: 9♥, index: 0}}", "PIN602", "an example is one of ", 5),
        ("{with: {nines: away}}", "PIN602", "an example is one of ", 5),
        ("bid: {hand: 9♥, bid: 25, allowed: false}", "PIN601", "allowed should be false, but comes to true", 39),
        ("bid: {hand: 9♥, bid: 25, high: 7, allowed: false}", "PIN602", "this cannot be asked: high: 7 is no bid", 10),
        ("bid: {hand: 9♥, bid: 25, allowed: 1}", "PIN602", "`allowed` is true or false", 39),
        (
            "call: {hand: 9♥, name: none, offered: true}",
            "PIN602",
            "this cannot be asked: name: this game has no call",
            28,
        ),
        ("settle: {meld: [1], counters: [1, 2], gains: [0, 0]}", "PIN602", "this cannot be asked: ", 13),
        ("settle: {bid: 25, declarer: 9, meld: [1, 2], counters: [1, 2], made: true}", "PIN602", "this cannot", 13),
    ],
)
def test_examples_that_do_not(example: str, code: str, message: str, column: int) -> None:
    (item,) = run(example).diagnostics
    assert (item.code, item.line, item.column) == (code, 4, column)
    assert item.message.startswith(message)
    assert (item.path or "").startswith("examples[0]")


def test_a_failing_meld_says_what_the_hand_holds() -> None:
    (item,) = run("meld: {hand: K♥ Q♥ 9♥, trump: ♥, total: 4}").diagnostics
    assert item.hint == "this hand holds royal marriage 4, dix 1"


def test_choices_beside_an_example() -> None:
    good = run(
        "meld: {hand: 9♥, trump: ♥, total: 1}",
        "{meld: {hand: 9♥, trump: ♥, total: 0}, with: {nines: away}}",
        more=PASSING,
    )
    assert (good.diagnostics, good.examples_run) == ((), 2)
    (item,) = run("{meld: {hand: 9♥, trump: ♥, total: 0}, with: {nines: gone}}", more=PASSING).diagnostics
    assert (item.code, item.message) == ("PIN602", "option 'nines' has no choice 'gone'")


def test_examples_do_not_run_under_broken_rules() -> None:
    result = run("meld: {hand: 9♥, trump: ♥, total: 5}", more="deal: {cards: 13}\n")
    assert [item.code for item in result.diagnostics] == ["PIN401"]
    assert result.examples_run == 0


def test_examples_are_not_inherited() -> None:
    assert check("house.yaml", data=HEAD.encode()).examples_run == 0
    assert check("partnership").examples_run > 5


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ("meld: {saved_by: tricks >= 1}", "add `tricks: [7, 5]`"),
        ("payments: {last: {if: seat = last_trick_winner, amount: 5}}", "add `last_trick: 0` (the seat that took it)"),
        ("payments: {black: {if: trump = spades, amount: 5}}", "add `trump: spades` (or none)"),
        ("ledgers: {wins: {}}\npayments: {more: {if: wins > 2, amount: 5}}", "add `ledger: {wins: [0, 0]}`"),
    ],
)
def test_a_figure_that_is_missing_is_told_as_a_file_says_it(rules: str, hint: str) -> None:
    example = "settle: {bid: 25, declarer: 0, meld: [10, 4], counters: [15, 10], gains: [25, 14]}"
    (found,) = run(example, more=f"{rules}\n").diagnostics
    assert (found.code, found.hint) == ("PIN602", hint)
    assert "--" not in found.message

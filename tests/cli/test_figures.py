"""What traces, settlements and runs say in words: all of it, and why.  Numbers are worked by hand."""

from __future__ import annotations

import os
import pty
import re
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from interpreter.simulation import share_figure
from pinochle_dsl import load
from pinochle_dsl.cli._figures_text import worth_showing
from tests.stopping import HEARING, PATIENCE, wait_for_work

from .conftest import Run

ROOT = Path(__file__).resolve().parents[2]
OLD = "counters: {cards: {A: 11, 10: 10, K: 4, Q: 3, J: 2}, last_trick: 10"
BURYING = f"""variant: burying
extends: partnership
deal: {{cards: 11, widow: 4}}
widow: {{to: declarer}}
bury: {{cards: 4, not: "counters, trump"}}
{OLD}, per: 10}}
game: {{target: null, both_reach: null, deals: 1}}
"""
FLOOR = """variant: floors
extends: partnership
meld: {floor: 20, saved_by: counters > 0}
game: {target: null, both_reach: null, deals: 3}
"""
SAVED = "variant: saved\nextends: partnership\nmeld: {saved_by: tricks > 0}\n"
CHECKS = """variant: checks
extends: partnership
ledgers: {checks: {start: 10}}
payments:
  ante:   {when: before deal, from: each, to: bank, ledger: checks, amount: 1}
  aces:   {if: melded(aces around) > 0, to: each, ledger: checks, amount: 2}
  made:   {if: outcome(made), from: defenders, to: declarers, ledger: checks, amount: 3}
  bonus:  {if: melded(queens around) > 0, to: each, amount: 1}
game: {target: null, both_reach: null, deals: 3}
"""
ANTE = """variant: ante
extends: partnership
ledgers: {checks: {start: 10}}
payments:
  ante: {when: before deal, from: each, to: bank, ledger: checks, amount: 1}
game: {target: null, both_reach: null, deals: 3}
"""
NINES = """variant: nines
extends: partnership
calls:
  nines: {by: anyone, when: after deal, must: count(9) >= 5, then: same dealer deals again}
game: {target: null, both_reach: null, deals: 3}
"""
PASSING = """variant: passing
extends: partnership
auction: {all_pass: next dealer deals}
game: {target: null, both_reach: null, deals: 3}
"""
NAMED_LATE = """variant: named-late
extends: two-handed
deal: {turn_up: null}
trump: {by: first marriage}
melds: {dix: null}
payments: {turned dix: null}
game: {target: null, both_reach: null, deals: 1}
"""
NO_TRUMP = """variant: no-trump
extends: partnership
calls: {plain: {by: declarer, when: in place of trump, changes: {trump: {by: nobody}, meld: null}}}
game: {target: null, both_reach: null, deals: 1}
"""
AFTER = """variant: after
extends: two-handed
stock: {meld: after drawing}
game: {target: null, both_reach: null, deals: 1}
"""


def write(text: str) -> str:
    name = text.split("\n", maxsplit=1)[0].removeprefix("variant: ") + ".yaml"
    Path(name).write_text(text, encoding="utf-8")
    return name


def told(run: Run, text: str, seed: int = 2, players: str = "basic") -> str:
    ran = run("simulate", write(text), "--games", "1", "--seed", str(seed), "--trace", "--players", players)
    assert ran.status == 0, ran.err
    return ran.out


CARD = re.compile(r"(?:10|[AKQJ9])[♠♥♦♣]")


@pytest.mark.parametrize("players", ["basic", "random"])
def test_every_buried_card_is_told(run: Run, players: str) -> None:
    """Also those that nobody had to choose: the tricks and the buried cards are the whole pack."""
    for seed in range(4):
        out = told(run, BURYING, seed, players)
        buried = CARD.findall(re.search(r"buries (.*)", out)[1])
        assert len(buried) == 4
        tricks = [card for line in re.findall(r"^ *\d+\. .*", out, re.MULTILINE) for card in CARD.findall(line)]
        assert Counter(buried + tricks) == dict.fromkeys(
            (f"{rank}{suit}" for rank in ("A", "10", "K", "Q", "J", "9") for suit in "♠♥♦♣"), 2
        )


def test_passed_cards_are_told(run: Run) -> None:
    out = run("simulate", "partnership-ja", "--games", "1", "--seed", "1", "--trace").out
    passed = re.findall(r"^  seat (\d) passes (.*) to seat (\d)", out, re.MULTILINE)
    assert len(passed) >= 2
    for giver, cards, receiver in passed:
        assert len(CARD.findall(cards)) == 4
        assert int(giver) % 2 == int(receiver) % 2


def test_card_points_add_up_to_the_settlement(run: Run) -> None:
    """Tricks, the last trick's bonus and the buried cards make the card points; ten of them make a point."""
    for seed in range(4):
        out = told(run, BURYING, seed, "random")
        sides = [0, 0]
        taken = r"seat (\d) takes (\d+)(?: and (\d+) for the last trick)?$"
        for seat, points, more in re.findall(taken, out, re.MULTILINE):
            sides[int(seat) % 2] += int(points) + int(more or 0)
        for points, seat in re.findall(r"the buried cards count (\d+) for seat (\d)", out):
            sides[int(seat) % 2] += int(points)
        assert sum(sides) == 8 * 30 + 10
        rows = re.findall(r"^  side \d .*?\)  +\d+ +(\d+) +(\d+) ", out, re.MULTILINE)
        assert rows == [(str(points), str(points // 10)) for points in sides]
        assert f"10 card points make one point of the game: side 0 {sides[0]} = {sides[0] // 10}" in out


def test_melds_after_drawing_are_told_after_the_draw(run: Run) -> None:
    seen = 0
    for seed in range(4):
        block: list[str] = []
        for line in told(run, AFTER, seed).splitlines():
            if re.match(r" *\d+\. ", line):
                block = []
            elif " draws " in line:
                assert not block, line
            elif " melds " in line:
                block.append(line)
                seen += 1
    assert seen > 4


def test_the_outcome_is_always_told(run: Run) -> None:
    for seed in range(3):
        heads = re.findall(r"^Settlement.*", told(run, SAVED, seed, "basic"), re.MULTILINE)
        assert heads
        assert set(heads) <= {"Settlement: made", "Settlement: set"}


def test_floors_are_told_in_a_trace(run: Run) -> None:
    """Side 0 melds 4 + 4 and side 1 melds 2 + 8 in the first deal of this seed, both under 20."""
    first = told(run, FLOOR, 3).split("\nDeal 2")[0]
    assert "  seat 0: marriage (K♠ Q♠) 2, marriage (K♦ Q♦) 2 = 4\n" in first
    assert "  side 0: 8 is under the floor of 20: counts nothing\n" in first
    assert "  side 1: 10 is under the floor of 20: counts nothing\n" in first
    assert re.search(r"^  side 0 \(seats 0 and 2\) +0 +\d+ ", first, re.MULTILINE)


def test_payments_and_ledgers_in_a_trace(run: Run) -> None:
    """Each side pays 1 check before each of 3 deals: 10, 9, 8, 7."""
    for seed in range(6):
        out = told(run, CHECKS, seed)
        assert out.count("  ante: side 0 pays 1 checks\n") == out.count("  ante: side 1 pays 1 checks\n") == 3
        checks = [7, 7]
        for side in re.findall(r"aces: side (\d) gets 2 checks\n", out):
            checks[int(side)] += 2
        paid = re.findall(r"  made: side (\d) pays 3 checks to side (\d)\n", out)
        assert len(paid) == out.count("Settlement: made")
        for source, to in paid:
            checks[int(source)] -= 3
            checks[int(to)] += 3
        assert f"Checks at the end: {checks[0]} and {checks[1]}\n" in out
        bonus = re.findall(r"bonus: (side \d) gets 1 point\n", out)
        assert out.count("queens around") >= len(bonus)
        for block in out.split("Settlement")[1:]:
            here = block.split("\nDeal")[0]
            assert (" paid " in here) == ("gets 1 point\n" in here)
            for side in re.findall(r"bonus: (side \d) gets 1 point\n", here):
                assert re.search(rf"^  {side} .*?\) +\d+ +\d+ +\+1 ", block, re.MULTILINE)


def test_hands_that_are_thrown_in(run: Run) -> None:
    out = "".join(told(run, PASSING, seed, "random") for seed in range(4))
    assert "Nobody has bid: the cards are thrown in.\n\nDeal" in out
    assert "dealt again" in out
    out = "".join(told(run, NINES, seed) for seed in range(40))
    assert re.search(r"  seat \d has to call: nines\nThe cards are thrown in and dealt again.\n", out)
    assert "Nobody has bid" not in out


def test_traces_tell_who_takes_the_widow_and_which_contracts_are_forced(run: Run) -> None:
    """The first hand of a deal is told before the widow, whose cards the declarer takes; nobody bid: it was forced."""
    said = run("simulate", "three-handed", "--games", "40", "--trace").out
    met = {True: 0, False: 0}
    for deal in said.split("\nDeal ")[1:]:
        auction = re.search(r"^Auction: ((?:.|\n {2,})*)", deal, re.MULTILINE)
        contract = re.search(r"^Contract: seat (\d) for \d+(, forced: nobody bid)?$", deal, re.MULTILINE)
        widow = re.search(r"^  widow: (.*)$", deal, re.MULTILINE)
        assert auction
        assert contract
        assert widow
        assert f"\n  seat {contract[1]} takes {widow[1]} from the widow\n" in deal
        assert (contract[2] is None) == (" bids " in auction[1])
        met[contract[2] is None] += 1
    assert min(met.values()) > 0


def test_traces_tell_shares_of_the_widow(run: Run) -> None:
    rules = "variant: shared\nextends: three-handed\nwidow: {split: {declarer: 1, defenders: 1}}\nbury: null\n"
    rules += "phases: [deal, auction, widow, trump, meld, play, score]\n"
    said = run("simulate", write(rules), "--games", "1", "--trace").out
    deals = said.split("\nDeal ")[1:]
    assert all(len(re.findall(r"^  seat \d takes \S+ from the widow$", deal, re.MULTILINE)) == 3 for deal in deals)


# -- settle


def test_settle_says_why_melds_do_not_count(run: Run) -> None:
    """8 is under the floor of 20; 24 without a counter is not saved."""
    deal = ["settle", write(FLOOR), "--bid", "25", "--declarer", "0"]
    assert run(*deal, "--meld", "24,8", "--counters", "15,10", "--json").document["gains"] == [39, 10]
    out = run(*deal, "--meld", "24,8", "--counters", "15,10").out
    assert out.startswith(
        "Outcome: made (the contract is made)\nSide 1: 8 is under the floor of 20: counts nothing\n\n"
    )
    assert run(*deal, "--meld", "24,24", "--counters", "25,0", "--json").document["gains"] == [49, 0]
    assert (
        "Side 1: no counter taken: the meld of 24 does not count\n"
        in run(*deal, "--meld", "24,24", "--counters", "25,0").out
    )
    saved = ["settle", write(SAVED), "--bid", "25", "--declarer", "0", "--meld", "24,24", "--counters", "25,0"]
    assert "Side 1: no trick taken: the meld of 24 does not count\n" in run(*saved, "--tricks", "12,0").out
    assert run(*saved, "--tricks", "11,1", "--json").document["gains"] == [49, 24]


def test_settle_rounds_as_the_machine_does(run: Run) -> None:
    """134 and 116 card points count 130 and 120 to the nearest ten; 13 and 11 with ten to a point."""
    near = write(f"variant: near\nextends: two-handed\n{OLD}, round_to: 10}}\n")
    deal = ["settle", near, "--meld", "120,60", "--counters"]
    assert run(*deal, "134,116", "--json").document["gains"] == [250, 180]
    assert run(*deal, "130,120", "--json").document["gains"] == [250, 180]
    assert run(*deal, "135,115", "--json").document["gains"] == [260, 180]
    assert "Card points count to the nearest 10: seat 0 134 = 130, seat 1 116 = 120\n" in run(*deal, "134,116").out
    assert "270" not in run(*deal, "130,120").out
    per = write(f"variant: tenth\nextends: partnership\n{OLD}, per: 10}}\n")
    deal = ["settle", per, "--bid", "25", "--declarer", "0", "--meld", "12,4", "--counters", "134,116"]
    assert run(*deal, "--json").document["gains"] == [25, 15]
    assert "10 card points make one point of the game: side 0 134 = 13, side 1 116 = 11\n" in run(*deal).out
    over = run(*deal[:-1], "200,100")
    assert over.status == 2
    assert "300 together, but a deal has only 250 card points" in over.err


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (SAVED, ["tricks is needed", "`meld.saved_by`", "--tricks 7,5"]),
        (
            "variant: last\nextends: partnership\npayments:\n  last: {to: last trick winner, amount: 1}\n",
            ["last_trick is needed", "`payments.last`", "--last-trick 0"],
        ),
        (
            "variant: spades\nextends: partnership\noutcomes:\n  made: {declarers: '20 if trump_named else 10'}\n",
            ["trump is needed", "`outcomes.made`", "--trump spades"],
        ),
        (
            "variant: rich\nextends: partnership\nledgers: {chips: {}}\noutcomes:\n  made: {if: 'chips > 3'}\n",
            ["ledger chips is needed", "`outcomes.made.if`", "--ledger chips=0,0"],
        ),
        (
            "variant: counter\nextends: partnership\nmeld: {saved_by: taken(counters) >= 1}\n",
            ["taken is needed", "`meld.saved_by`", "--taken 'A♠ 9♣; ' (the cards each took in tricks)"],
        ),
    ],
)
def test_settle_names_the_rule_and_the_option(run: Run, rules: str, words: list[str]) -> None:
    ran = run("settle", write(rules), "--bid", "25", "--declarer", "0", "--meld", "10,4", "--counters", "15,10")
    assert ran.status == 2
    flat = " ".join(ran.err.split())
    for word in words:
        assert word in flat


def test_settle_takes_cards_in_tricks(run: Run) -> None:
    """The meld of side 1 counts with a counter in its tricks, and not with nines and jacks."""
    rules = "variant: counter\nextends: partnership\nmeld: {saved_by: taken(counters) >= 1}\n"
    deal = ["settle", write(rules), "--bid", "25", "--declarer", "0", "--meld", "10,4", "--counters", "25,0", "--json"]
    assert run(*deal, "--taken", "AS 10S; KH 9H").document["gains"] == [35, 4]
    assert run(*deal, "--taken", "A♠ 10♠; 9♥ J♥").document["gains"] == [35, 0]
    assert run(*deal, "--taken", "AS").status == 2


def test_settle_tells_ledgers(run: Run) -> None:
    """Side 1 gets 2 for its aces and pays 3 for a contract made; balances start at 10 where none are given."""
    deal = ["settle", write(CHECKS), "--bid", "25", "--declarer", "0", "--meld", "10,14", "--counters", "15,10"]
    deal += ["--melds", "1:aces around=1"]
    assert run(*deal, "--json").document["ledgers"] == {"checks": [13, 9]}
    assert run(*deal, "--ledger", "checks=0,0", "--json").document["ledgers"] == {"checks": [3, -1]}
    out = run(*deal, "--ledger", "checks=5,5").out
    assert "Gain  Total  Checks\n" in out
    assert re.search(r"^side 1 \(seats 1 and 3\) +\+24 +24 +4$", out, re.MULTILINE)


# -- simulate and compare


def test_redeals_are_told_apart(run: Run) -> None:
    nines = run("simulate", write(NINES), "--games", "300", "--json").document["stats"]
    assert nines["dealt again"]["mean"] > 0
    assert "passed out" not in nines
    passing = run("simulate", write(PASSING), "--games", "50", "--players", "random", "--json").document["stats"]
    assert passing["passed out"]["mean"] > 0
    assert "dealt again" not in passing
    calls = NINES[NINES.index("calls:") : NINES.index("game:")]
    both = write(PASSING.replace("variant: passing", "variant: both").replace("game:", f"{calls}game:"))
    stats = run("simulate", both, "--games", "300", "--players", "random", "--json").document["stats"]
    assert stats["passed out"]["mean"] > 0
    assert stats["dealt again"]["mean"] > 0


def test_passing_out_is_half_to_the_fourth(run: Run) -> None:
    """Four random players pass with one half each: a sixteenth of the hands is thrown in."""
    figure = run("simulate", write(PASSING), "--games", "2000", "--players", "random", "--json").document["stats"]
    assert figure["passed out"]["low"] < 1 / 16 < figure["passed out"]["high"]


def test_random_makes_a_call_one_time_in_eight(run: Run) -> None:
    call = "variant: gives-up\nextends: partnership\ncalls: {give up: {by: declarer, when: after meld, then: set}}\n"
    figure = run("simulate", write(call), "--games", "1000", "--players", "random", "--json").document["stats"]
    assert figure["conceded"]["low"] < 1 / 8 < figure["conceded"]["high"]


def test_games_without_an_end_are_told_plainly(run: Run) -> None:
    endless = write("variant: endless\nextends: partnership\ngame: {target: 100000000}\n")
    ran = run("simulate", endless, "--games", "2", "--players", "random")
    assert re.search(r"^unfinished +100.0%", ran.out, re.MULTILINE)
    assert "unfinished: parts of all games; broken off, as after 1,000 deals" in ran.out


def test_no_figures_that_a_game_cannot_have(run: Run) -> None:
    stats = run("simulate", "partnership", "--games", "5", "--json").document["stats"]
    assert "conceded" not in stats
    assert "passed out" not in stats
    assert "dealt again" not in stats
    assert "draws" not in stats
    assert not [name for name in stats if name.startswith("outcome ")]
    stats = run("simulate", "cardgames-io", "--games", "5", "--json").document["stats"]
    assert {"made", "set", "conceded"} <= set(stats)
    assert "outcome made" not in stats
    extra = write(
        "variant: extra\nextends: partnership\noutcomes:\n"
        "  all: {if: tricks = 12, made: true, declarers: 50, defenders: 0}\n"
    )
    stats = run("simulate", extra, "--games", "20", "--json").document["stats"]
    assert {"outcome all", "outcome made"} <= set(stats)
    assert "outcome set" not in stats
    assert stats["made"]["mean"] == pytest.approx(stats["outcome all"]["mean"] + stats["outcome made"]["mean"])


def test_one_thing_is_shown_once(run: Run) -> None:
    """Contracts made and the deals that end as `made` are the same, though one is a part of fewer."""
    program = load("partnership").compile()
    stats = {"made": share_figure(30, 40), "outcome made": share_figure(30, 50), "outcome all": share_figure(5, 50)}
    assert worth_showing(stats, program) == ["made", "outcome all"]
    stats["outcome made"] = share_figure(25, 50)
    assert worth_showing(stats, program) == list(stats)
    told = " ".join(run("simulate", str(ROOT / "tests/house_rules/32-three-handed-kitty-and-bete.yaml")).out.split())
    assert "outcome made: by the rule of this name alone; made: whatever rule led to it" in told


def test_ledgers_of_a_run(run: Run) -> None:
    """A check a deal from 10 leaves 7 after three deals; a win makes a streak of one."""
    name = write(ANTE)
    for jobs in ("1", "2"):
        stats = run("simulate", name, "--games", "7", "--jobs", jobs, "--json").document["stats"]
        assert stats["checks a deal of 0"] == {"mean": -1, "low": -1, "high": -1, "n": 21}
        assert stats["checks at the end of 1"] == {"mean": 7, "low": 7, "high": 7, "n": 7}
    out = run("simulate", name, "--games", "7").out
    assert re.search(r"^checks at the end, side 1 +7\.00 +7\.00 to 7\.00 +7$", out, re.MULTILINE)
    both = run("compare", "partnership", name, "--games", "7", "--json").document["stats"]
    assert both["checks a deal of 0"][0] is None
    assert both["checks a deal of 0"][1]["mean"] == -1
    korean = run("simulate", "two-handed-ko", "--games", "50", "--json").document["stats"]
    assert korean["streak at the end of 0"]["mean"] == korean["wins of 0"]["mean"]
    assert "streak a deal of 0" not in korean


def test_legend(run: Run) -> None:
    out = " ".join(run("simulate", write(NINES), "--games", "5").out.split())
    assert "made, set: parts of all contracts" in out
    assert "dealt again: a call or a rule had the cards dealt again" in out
    assert "basic is a simple bot" in out
    assert "passed out" not in out
    out = run("compare", "two-handed-ko", "two-handed-ko", "--games", "5", "--players", "random").out
    assert "parts of all contracts" not in out
    assert "random plays any card that is allowed" in out
    assert "Of:" not in out
    assert "simple bot" in run("simulate", "--help").out


# -- winner, terminals, stopping


def test_winner_takes_the_trick_plainly(run: Run) -> None:
    assert run("winner", "partnership", "10♥ A♥ 9♠ K♥", "--trump", "S", "--json").document == {"index": 2, "card": "9♠"}
    twice = run("winner", "partnership", "10♥ A♥", "--trick", "10♥ A♥", "--trump", "S")
    assert (twice.status, "given twice" in twice.err) == (2, True)
    none = run("winner", "partnership", "--trump", "S")
    assert none.status == 2
    assert 'pinochle winner partnership "10♥ A♥ 9♠ K♥" --trump S' in " ".join(none.err.split())


def test_notice_stands_apart_on_a_terminal() -> None:
    master, slave = pty.openpty()
    command = [sys.executable, "-m", "pinochle_dsl", "simulate", "two-handed-ko", "--games", "5"]
    with subprocess.Popen(command, cwd=ROOT, stdout=slave, stderr=slave, stdin=slave) as running:
        os.close(slave)
        shown = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:
                break
            if not part:
                break
            shown += part
        assert running.wait(30) == 0
    os.close(master)
    assert re.search(rb"--seed 0\r\n\r\nplayed in \d+\.\d\d s\r\n$", shown)


def test_stopping_a_caller_does_not_wait_for_workers() -> None:
    """From Python, Ctrl-C ends a run of two workers at once, without their complaints."""
    code = (
        "from interpreter import simulate\nfrom pinochle_dsl import load\n"
        "print('begun', flush=True)\n"
        "simulate(load('cardgames-io').compile(), games=10**9, jobs=2)\n"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        **HEARING,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == b"begun\n"
        wait_for_work(running, 2)
        os.killpg(running.pid, signal.SIGINT)
        try:
            _, err = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            raise
    assert running.returncode != 0
    assert err.count(b"Traceback") == 1
    assert err.rstrip().endswith(b"KeyboardInterrupt")


def test_trump_is_told_when_it_is_named(run: Run) -> None:
    """A marriage names it in the midst of the play, a call without trump before the play."""
    late = 0
    for seed in range(4):
        out = told(run, NAMED_LATE, seed, "random")
        before, named, after = out.partition("\nTrump: ")
        assert "\nPlay\n" in before
        suit = re.findall(r"melds royal marriage (.)", before)
        assert (suit or ["n"]) == [after[0]]  # no trump at all if no marriage came
        late += bool(suit) and bool(named)
    assert late > 0
    plain = 0
    for seed in range(6):
        out = told(run, NO_TRUMP, seed, "random")
        assert out.count("\nTrump: ") == 1
        assert out.index("\nTrump: ") < out.index("\nPlay\n")
        plain += "calls: plain\nTrump: none\n" in out
    assert plain > 0


def test_what_only_people_decide_has_no_row(run: Run) -> None:
    text = run("simulate", "check-pinochle", "--games", "3").out
    assert "abandoned" not in text
    assert "abandoned" not in run("compare", "check-pinochle", "partnership", "--games", "3").out.split("Figures of")[1]
    assert '"outcome abandoned"' in run("simulate", "check-pinochle", "--games", "3", "--json").out


def test_no_run_is_named_where_there_is_none(run: Run) -> None:
    text = run("compare", "sixty-six", "schnapsen", "--games", "3").out
    assert "a run counts" not in text


def test_points_are_named_after_the_rules_that_score_so(run: Run) -> None:
    """Only where units differ; then they are those of the largest unit, wherever it stands."""
    for names in (("partnership", "cardgames-io"), ("cardgames-io", "partnership", "partnership-ja")):
        out = run("compare", *names, "--games", "3").out
        assert "\nPoints are as scored in cardgames-io: a run counts 150.\n" in out
    assert "as scored in" not in run("compare", "partnership", "partnership-ja", "--games", "3").out

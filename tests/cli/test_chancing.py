"""`pinochle odds`."""

from __future__ import annotations

import math
import time
from fractions import Fraction

import pytest
from syrupy.assertion import SnapshotAssertion

from pinochle_dsl.layers import shipped_names

from .conftest import Run

HAND = "A♠ 10♠ K♠ Q♠ Q♠ J♦ A♥ A♦ K♦ 9♦ 9♦ K♣"


def test_keys(run: Run) -> None:
    ran = run("odds", "cardgames-io", "--json")
    assert (ran.status, ran.err) == (0, "")
    entries = ran.document["odds"]
    assert all({"event", "ways", "of", "probability"} <= set(entry) for entry in entries)
    pinochle = next(entry for entry in entries if entry["event"] == "pinochle in a dealt hand")
    assert pinochle["of"] == math.comb(48, 12)
    assert Fraction(pinochle["ways"], pinochle["of"]) == Fraction(803, 4324)
    assert pinochle["probability"] == pinochle["ways"] / pinochle["of"]
    assert len({entry["event"] for entry in entries}) == len(entries)


def test_keys_with_a_hand(run: Run) -> None:
    document = run("odds", "cardgames-io", "--hand", HAND, "--trump", "spades", "--json").document
    by_event = {entry["event"]: entry for entry in document["odds"]}
    run_from_partner = by_event["run with ♠ trump with at most 4 cards from partner"]
    assert (run_from_partner["meld"], run_from_partner["trump"], run_from_partner["times"]) == ("run", "♠", 1)
    assert run_from_partner["probability"] == pytest.approx(1 - math.comb(34, 12) / math.comb(36, 12))
    assert by_event["J♠ in some opponent's hand"]["card"] == "J♠"
    assert document["held"] == [
        {"meld": "royal marriage", "trump": "♠", "times": 1},
        {"meld": "pinochle", "trump": None, "times": 1},
    ]


@pytest.mark.parametrize(
    "args",
    [
        ["cardgames-io"],
        ["cardgames-io", "--hand", HAND, "--trump", "S"],
        ["three-handed", "--hand", "A♠ 10♠ K♠ Q♠ J♦ A♥ A♦ K♦ K♥ 9♦ 9♦ K♣ Q♣ J♣ 9♣"],
        ["two-handed", "--hand", "A♠ K♠ Q♠ J♠ Q♦", "--trump", "spades", "--seen", "9♠"],
        ["two-handed-auction"],
        ["rubicon-bezique"],
    ],
)
def test_report(run: Run, snapshot: SnapshotAssertion, args: list[str]) -> None:
    ran = run("odds", *args)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out == snapshot


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["cardgames-io", "--hand", "A♠ A♠ A♠"], "the deck has 2"),
        (["cardgames-io", "--hand", "A♠", "--trump", "x"], "no suit"),
        (["cardgames-io", "--seen", "1♠"], "is no card"),
    ],
)
def test_wrong_arguments(run: Run, args: list[str], words: str) -> None:
    ran = run("odds", *args)
    assert (ran.status, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


def test_every_shipped_variant_in_good_time(run: Run) -> None:
    for name in sorted(shipped_names()):
        began = time.process_time()
        document = run("odds", name, "--json").document
        cards = [entry for entry in document["odds"] if entry["where"] == "in a dealt hand"]
        assert time.process_time() - began < 3, name  # a second is promised; a busy machine may take longer
        assert document["odds"] or document["left_out"]
        assert all(0 < entry["probability"] <= 1 for entry in cards)
        for entry in document["odds"]:
            assert 0 < entry["ways"] <= entry["of"]

"""`pinochle advise`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Run

HAND = "A♠ 10♠ K♠ Q♠ J♠ A♥ A♦ A♣ K♥ 9♦ 9♣ J♥"


def test_a_hand_in_the_auction(run: Run) -> None:
    document = run("advise", "cardgames-io", "--hand", HAND, "--deals", "20", "--json").document
    assert document["decision"] == "bid"
    for choice in document["choices"]:
        assert {"action", "value", "low", "high", "reason"} <= set(choice)
        assert choice["low"] <= choice["value"] <= choice["high"]
    values = [choice["value"] for choice in document["choices"]]
    assert values == sorted(values, reverse=True)
    assert [suit["trump"] for suit in document["trumps"]] == ["♠", "♥", "♦", "♣"]
    assert document["choices"][0]["behind"]["mean"] == 0


def test_the_same_command_says_the_same(run: Run) -> None:
    args = ["advise", "cardgames-io", "--hand", "A♥ 9♥ 9♠ K♦", "--trick", "10♥", "--trump", "S", "--deals", "20"]
    once = run(*args)
    assert once.status == 0
    assert once == run(*args)
    assert "A♥" in once.out
    assert "imagined deals" in once.out


def test_cards_to_bury(run: Run) -> None:
    hand = "A♠ 10♠ K♠ Q♠ Q♠ J♦ A♥ A♦ K♦ 9♦ 9♦ K♣ Q♣ J♣ 9♣ 9♥ 10♥ J♥"
    document = run("advise", "three-handed", "--hand", hand, "--trump", "♠", "--deals", "20", "--json").document
    assert document["decision"] == "bury"
    best = document["choices"][0]
    assert best["action"].startswith("bury ")
    assert "breaks no meld" in best["reason"]
    assert "keeps the trumps" in best["reason"]


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--hand", "A♠ 10♠"], "12 in the auction"),
        (["--hand", "A♠ A♠ A♠", "--trump", "S"], "the deck has 2"),
        (["--hand", "1♠"], "is no card"),
        (["--hand", HAND, "--trump", "x"], "no suit"),
        (["--hand", HAND, "--deals", "1"], "from 2"),
        ([], "hand"),
    ],
)
def test_wrong_arguments(run: Run, args: list[str], words: str) -> None:
    ran = run("advise", "cardgames-io", *args)
    assert (ran.status, ran.out) == (2, "")
    assert words in " ".join(ran.err.split())


def test_failures_are_documents_too(run: Run) -> None:
    ran = run("advise", "cardgames-io", "--hand", "A♠ 10♠", "--json")
    assert ran.status == 2
    assert "12 in the auction" in ran.document["error"]["message"]


def test_the_last_draw_and_who_plays_the_deals(run: Run) -> None:
    hand = "10♠ Q♠ A♥ A♥ A♦ A♦ K♦ Q♣ Q♣ J♦ 10♦ K♣"
    args = [
        "advise",
        "two-handed-ko",
        "--hand",
        hand,
        "--trump",
        "S",
        "--trick",
        "J♥",
        "--turn-up",
        "A♠",
        "--stock",
        "2",
    ]
    told = run(*args, "--deals", "4").out
    assert "Note: the last draw hangs by this trick: who loses it gets the turn-up, A♠." in told
    assert run(*args, "--deals", "2", "--players", "counting", "--json").document["players"] == "counting"
    assert run(*args, "--players", "search").status == 2

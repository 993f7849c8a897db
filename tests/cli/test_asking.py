"""`meld`, `legal`, `winner` and `settle`.  Numbers are worked by hand from the rules."""

from __future__ import annotations

import pytest

from .conftest import Run


def test_meld(run: Run) -> None:
    ran = run("meld", "cardgames-io", "A♠ 10♠ K♠ Q♠ J♠ Q♠ J♦ 9♠", "--trump", "spades", "--json")
    assert ran.status == 0
    document = ran.document
    assert document["total"] == 190 + 40 + 10
    assert all(set(item) == {"name", "cards", "points"} for item in document["melds"])
    assert [(item["name"], item["points"]) for item in document["melds"]] == [
        ("run and queen", 190),
        ("pinochle", 40),
        ("dix", 10),
    ]
    assert sorted(document["melds"][1]["cards"]) == ["J♦", "Q♠"]


@pytest.mark.parametrize("trump", ["S", "s", "♠", "♤", "spades", "Spade", "SPADES"])
@pytest.mark.parametrize("hand", ["K♠ Q♠", "KSQS", "sk,sq", "S13 12♠", "q♤;k♤"])
def test_texts_of_suits_and_cards(run: Run, trump: str, hand: str) -> None:
    assert run("meld", "partnership", hand, "--trump", trump, "--json").document["total"] == 4


@pytest.mark.parametrize("trump", ["Eichel", "EICHEL", "♣", "clubs", "club"])
@pytest.mark.parametrize("hand", ["Eichel-König ♣Ober", "KC OC", "König of Eichel ober of eichel"])
def test_names_that_the_rules_give(run: Run, trump: str, hand: str) -> None:
    assert run("meld", "binokel", hand, "--trump", trump, "--json").document["total"] == 40
    assert run("meld", "binokel", "A♥", "--trump", trump).out == "This hand has no meld with ♣ trump: 0\n"


def test_a_word_that_is_no_suit(run: Run) -> None:
    ran = run("winner", "binokel", "A♥", "--trump", "Kreuz")
    assert ran.status == 2
    assert "'Kreuz' is no suit: write S, H, D, C, ♠, ♥, ♦, ♣, Schippen, Herz, Schellen, Eichel, or none" in ran.err
    assert run("settle", "binokel", "--meld", "0,0,0", "--counters", "0,0,0", "--trump", "x" * 999).status == 2


def test_meld_of_nothing(run: Run) -> None:
    assert run("meld", "partnership", "", "--trump", "S", "--json").document == {"total": 0, "melds": []}
    assert "no meld" in run("meld", "partnership", "", "--trump", "none").out
    assert run("meld", "partnership", "K♠ Q♠", "--trump", "none", "--json").document["total"] == 2


def test_meld_text(run: Run) -> None:
    assert run("meld", "partnership", "K♠ Q♠ J♦", "--trump", "S").out.splitlines() == [
        "Meld            Cards  Points",
        "--------------  -----  ------",
        "royal marriage  K♠ Q♠       4",
        "pinochle        Q♠ J♦       4",
        "total                       8",
    ]


def test_meld_as_declarer(run: Run) -> None:
    for side in ("declarer", "defender"):
        assert run("meld", "partnership", "K♠ Q♠", "--trump", "S", "--as", side, "--json").document["total"] == 4


HAND = ["--hand", "A♥ 9♥ 9♠", "--trick", "10♥", "--trump", "spades"]


def test_legal(run: Run) -> None:
    assert run("legal", "cardgames-io", *HAND, "--json").document == {"legal": ["A♥"]}
    assert run("legal", "cardgames-io", *HAND).out == "A♥\n"
    assert run("legal", "two-handed-ko", *HAND, "--stage", "stock", "--json").document == {"legal": ["9♠", "A♥", "9♥"]}
    assert run("legal", "two-handed-ko", *HAND, "--stage", "playoff", "--json").document == {"legal": ["A♥"]}


def test_legal_lead(run: Run) -> None:
    ran = run("legal", "cardgames-io", "--hand", "A♥ 9♥ 9♠ 9♠", "--trick", "", "--trump", "S", "--json")
    assert ran.document == {"legal": ["9♠", "A♥", "9♥"]}


@pytest.mark.parametrize(
    ("card", "allowed", "words"),
    [("A♥", True, ""), ("9♥", False, "beat"), ("9♠", False, "follow"), ("K♠", False, "not in this hand")],
)
def test_legal_card(run: Run, card: str, allowed: bool, words: str) -> None:  # noqa: FBT001 - the verdict
    document = run("legal", "cardgames-io", *HAND, "--card", card, "--json").document
    assert document["legal"] == ["A♥"]
    assert document["allowed"] is allowed
    assert words in document["reason"]
    text = run("legal", "cardgames-io", *HAND, "--card", card).out
    assert text == document["reason"] + "\n"


def test_winner(run: Run) -> None:
    trick = ["--trick", "10♥ A♥ 9♠ K♥", "--trump"]
    assert run("winner", "cardgames-io", *trick, "S", "--json").document == {"index": 2, "card": "9♠"}
    assert run("winner", "cardgames-io", *trick, "none", "--json").document == {"index": 1, "card": "A♥"}
    assert run("winner", "cardgames-io", "--trick", "A♥ A♥", "--trump", "S", "--json").document["index"] == 0
    assert run("winner", "cardgames-io", "--trick", "", "--trump", "S", "--json").document == {
        "index": None,
        "card": None,
    }
    assert run("winner", "cardgames-io", *trick, "S").out.startswith("9♠ wins")


DEAL = ["settle", "cardgames-io", "--bid", "330", "--declarer", "0"]


def test_settle_made(run: Run) -> None:
    ran = run(*DEAL, "--meld", "200,40", "--counters", "130,120", "--json")
    assert ran.document == {"outcome": "made", "made": True, "gains": [330, 160], "totals": [330, 160], "winner": None}


def test_settle_set_with_negative_totals(run: Run) -> None:
    for totals in (["--totals", "-30,1400"], ["--totals=-30,1400"]):
        ran = run(*DEAL, "--meld", "200,40", "--counters", "120,130", *totals, "--json")
        assert ran.status == 0, ran
        assert ran.document == {
            "outcome": "set",
            "made": False,
            "gains": [-330, 170],
            "totals": [-360, 1570],
            "winner": 1,
        }


def test_settle_conceded(run: Run) -> None:
    ran = run(*DEAL, "--meld", "60,40", "--counters", "0,0", "--outcome", "conceded", "--json")
    assert (ran.document["outcome"], ran.document["gains"]) == ("conceded", [-330, 40])


def test_settle_without_an_auction(run: Run) -> None:
    ran = run("settle", "two-handed-ko", "--meld", "120,60", "--counters", "130,120", "--json")
    assert (ran.document["made"], ran.document["gains"], ran.document["winner"]) == (None, [250, 180], 0)
    drawn = run("settle", "two-handed-ko", "--meld", "60,70", "--counters", "130,120", "--json").document
    assert drawn["winner"] == "draw"


def test_settle_only_nines(run: Run) -> None:
    deal = ["settle", "partnership-ja", "--bid", "25", "--declarer", "0", "--meld", "10,1", "--counters", "25,0"]
    assert run(*deal, "--melds", "1:dix=1", "--json").document["gains"] == [35, 1]
    assert run(*deal, "--json").document["gains"] == [35, 0]


def test_settle_text(run: Run) -> None:
    out = run(*DEAL, "--meld", "200,40", "--counters", "120,130", "--totals", "-30,1400").out
    assert out.splitlines() == [
        "Outcome: set (the contract is not made)",
        "",
        "                        Gain  Total",
        "----------------------  ----  -----",
        "side 0 (seats 0 and 2)  -330   -360",
        "side 1 (seats 1 and 3)  +170  1,570",
        "",
        "Side 1 (seats 1 and 3) wins the game.",
    ]


def test_missing_figures_are_named(run: Run) -> None:
    ran = run("settle", "cardgames-io", "--bid", "330", "--meld", "0,0", "--counters", "0,0")
    assert ran.status == 2
    assert "declarer" in ran.err

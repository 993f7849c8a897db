"""`cookbook`: players' words lead to what to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from pinochle_dsl.cookbook import entries

from .conftest import Run


@pytest.mark.parametrize(
    ("words", "first"),
    [
        (["stick", "the", "dealer"], "### Stick the dealer: nobody bids"),
        (["Meld doesn't count without a trick"], "### Saving the meld"),
        (["roundhouse"], "### Roundhouse"),
        (["time", "limit"], "### A fixed number of deals, or a time"),
    ],
)
def test_prints_the_entry(run: Run, words: list[str], first: str) -> None:
    ran = run("cookbook", *words)
    assert ran.status == 0
    assert ran.out.splitlines()[0] == first
    assert "```yaml\n" in ran.out


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("pass 3 cards", "Partners pass cards"),
        ("pass left odd hands", "Partners pass cards"),
        ("who leads", "First lead"),
        ("leading first", "First lead"),
        ("minimum meld", "Least meld"),
        ("automatic surrender", "Trump needs a marriage"),
        ("bidder holds no marriage", "Trump needs a marriage"),
        ("one pack per player", "Deck by number of players"),
        ("double pinochle checks", "Checks and bonuses"),
        ("first marriage fixes trump", "What makes trump"),
        ("sequence names trump", "What makes trump"),
        ("announce value of meld", "Who melds"),
        ("game end bonus", "The bonus for the game, and the rubicon"),
        ("rubicon", "The bonus for the game, and the rubicon"),
        ("brisques", "Points of the cards"),
        ("carte blanche after each draw", "Carte blanche"),
        ("is the dealer stuck when everybody passes?", "Stick the dealer: nobody bids"),
        ("how many cards does each player get", "Cards for each player"),
        ("may I overtrump my partner", "Void in the suit led"),
        ("what is an ace run worth here", "Value of a single meld"),
    ],
)
def test_words_lead_to_an_entry_in_any_order(run: Run, words: str, title: str) -> None:
    ran = run("cookbook", *words.split())
    assert ran.out.splitlines()[0] == f"### {title}"


def test_many_entries_are_named(run: Run) -> None:
    ran = run("cookbook", "widow")
    assert ran.out.count("### ") == 2
    assert "See also: " in ran.out.splitlines()[-1]


def test_lists_all_without_words(run: Run) -> None:
    lines = run("cookbook").out.splitlines()
    assert [line.strip() for line in lines if line.startswith("  ")] == [entry.title for entry in entries()]


def test_json(run: Run) -> None:
    (entry,) = run("cookbook", "roundhouse", "--json").document["entries"]
    assert set(entry) == {"group", "title", "said", "markdown"}
    assert (entry["group"], entry["title"]) == ("Melds", "Roundhouse")
    assert len(run("cookbook", "--json").document["entries"]) == len(entries())


def test_nothing_said(run: Run) -> None:
    ran = run("cookbook", "zebra")
    assert (ran.status, ran.out) == (2, "")
    assert "the cookbook says nothing about 'zebra'" in ran.err
    assert "did you mean 'shoot the moon'?" in run("cookbook", "shot the mooon").err


def test_unknown_keys_lead_here(run: Run) -> None:
    Path("timed.yaml").write_text("variant: timed\nextends: partnership\ngame: {minutes: 50}\n", encoding="utf-8")
    (finding,) = run("validate", "timed.yaml", "--json").document["files"][0]["diagnostics"]
    assert finding["hint"].endswith("; see `pinochle cookbook minutes`")
    assert run("cookbook", "minutes").status == 0

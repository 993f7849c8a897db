"""What a file leaves unsaid: from its base, or from tradition."""

from __future__ import annotations

from pinochle_dsl.explaining import explain
from pinochle_dsl.explaining.facts import Facts
from pinochle_dsl.explaining.unsaid import DEFAULT, OWN, origin
from pinochle_dsl.loading import load


def _unsaid(name: str, **options: str) -> tuple[str, str]:
    """Return what comes from bases and what from tradition."""
    text = explain(load(name, options), assumptions=True).split("## What this file leaves unsaid")[1]
    base, _, tradition = text.partition("### Nobody says it")
    return base, tradition


def test_the_sheet_itself_is_the_same() -> None:
    handle = load("cardgames-io")
    assert explain(handle, assumptions=True).startswith(explain(handle))
    assert "leaves unsaid" not in explain(handle)


def test_what_comes_from_the_base() -> None:
    base, tradition = _unsaid("cardgames-io")
    assert "### From the base partnership" in base
    assert "- `deck.ranks`: From high to low the cards rank A 10 K Q J 9." in base
    assert "- `deal.cards`: Everyone is dealt 12 cards." in base
    assert "- `melds.run`: Run: A 10 K Q J of trump, worth 150; two of them 1500." in base
    assert "`outcomes.set`" in base
    for own in ("The lowest bid is 250", "10 or 20 higher", "190", "1500 points", "exceeds the meld"):
        assert own not in base + tradition


def test_what_nobody_says() -> None:
    _, tradition = _unsaid("cardgames-io")
    for line in (
        "- `players.first_dealer`: The first dealer is chosen by lot.",
        "- `auction.opens`: The player to the dealer's left speaks first.",
        "- `auction.pass`: Whoever has passed is out of the auction.",
        "- `play.identical`: Of two identical cards the one played first wins.",
        "- `play.look_back`: Only the last trick may be looked at again.",
        "- `trump.needs`: Any suit may be named.",
    ):
        assert line in tradition
    assert "play.must" not in tradition


def test_bases_of_bases_are_named() -> None:
    base, _ = _unsaid("two-handed-ko")
    assert "### From the base partnership" in base
    assert "### From the base two-handed" in base
    two_handed = base.split("### From the base two-handed")[1]
    assert "`trump.by`: The suit of the card turned up is trump." in two_handed
    assert "`stock.must`" in two_handed


def test_a_chosen_option_is_said_by_the_file() -> None:
    base, tradition = _unsaid("partnership-ja", trump="king and queen needed")
    assert "trump.needs" not in base + tradition
    assert "trump.needs" in _unsaid("partnership-ja")[1]


def test_a_file_without_a_base_has_only_tradition() -> None:
    base, tradition = _unsaid("partnership")
    assert "From the base" not in base
    assert "`meld.shown`: Everyone sees the cards of the melds." in tradition


def test_origins() -> None:
    facts = Facts.of(load("cardgames-io"))
    assert origin(facts, "auction.minimum") == OWN
    assert origin(facts, "play.must").endswith("partnership.yaml")
    assert origin(facts, "play.identical") == DEFAULT

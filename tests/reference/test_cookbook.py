"""The cookbook: every entry is whole, its files do what it says, and what its tables say can be written."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from interpreter import Game
from pinochle_dsl import check, load
from pinochle_dsl.cookbook import Entry, entries, found_for, page, respelt, with_index
from pinochle_dsl.misfits import keys_of
from pinochle_dsl.model import Variant
from pinochle_dsl.reference.render import anchor
from pinochle_dsl.reference.walk import every_key

ENTRIES = {entry.title: entry for entry in entries()}
BLOCK = re.compile(r"^```yaml\n# file: (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILES = {name: text for entry in entries() for name, text in BLOCK.findall(entry.text)}
TOLD = {"widow-to-the-others.yaml": ["PIN308"], "fifty-minutes.yaml": ["PIN101"], "jokers.yaml": ["PIN201"]}
"""Files of what cannot be said."""
PRINTED = {"cut-for-partners.yaml", "three-at-a-time.yaml", "widow-after-the-first-round.yaml", "manners.yaml"}
"""Files whose rule is printed, and changes nothing that could be asked."""
SECTIONS = frozenset(keys_of(Variant))
ROW = re.compile(r"^\| .+? \| (.*) \|$", re.MULTILINE)
CODE = re.compile(r"`([^`]+)`")


@pytest.mark.parametrize("name", FILES)
def test_file_is_as_good_as_the_page_says(name: str) -> None:
    result = check(name, data=FILES[name].encode())
    assert [item.code for item in result.diagnostics] == TOLD.get(name, []), result.diagnostics
    assert result.examples_failed == 0
    assert FILES[name].startswith(f"variant: {name.removesuffix('.yaml')}\n")


@pytest.mark.parametrize("title", ENTRIES)
def test_entry_is_whole(title: str) -> None:
    entry = ENTRIES[title]
    assert entry.said, "every entry has players' words"
    names = [name for name, _ in BLOCK.findall(entry.text)]
    assert names
    assert entry.text.count("```yaml\n") == len(names)
    assert any(name not in TOLD for name in names) or entry.group == "What cannot be said"
    for name in set(names) & TOLD.keys():
        assert f"$ pinochle validate {name} --format concise\n" in entry.text
        assert TOLD[name][0] in entry.text


def test_no_two_files_or_entries_share_a_name() -> None:
    names = BLOCK.findall(page())
    assert len(names) == len(FILES)
    assert len(ENTRIES) == len(entries())


def test_most_files_show_what_they_do() -> None:
    silent = {name for name, text in FILES.items() if "\nexamples:" not in text}
    assert silent == set(TOLD) | PRINTED | SEEN_IN_PLAY


def test_every_key_of_the_language_is_used() -> None:
    said = page() + " caller of NAME:"
    missing = [key.path for key in every_key() if not re.search(rf"(?<!\w){re.escape(key.path[-1])}:", said)]
    assert set(missing) == {("title",), ("sources",)}
    assert "`title`" in said
    assert "`sources`" in said


def test_index_is_not_stale() -> None:
    assert page() == with_index(page()), "run `python -m pinochle_dsl.reference`"


def test_links_lead_to_headings() -> None:
    headings = {anchor(heading) for heading in re.findall(r"^##+ (.+)$", page(), re.MULTILINE)}
    assert set(re.findall(r"\]\(#([^)]+)\)", page())) <= headings


@pytest.mark.parametrize(
    ("wanted", "title"),
    [
        ("stick the dealer", "Stick the dealer: nobody bids"),
        ("meld doesn't count without a trick", "Saving the meld"),
        ("shoot the moon", "All the tricks: shoot the moon"),
        ("ace run", "Value of a single meld"),
        ("Roundhouse", "Roundhouse"),
        ("widow", "Size of the widow"),
        ("kitty", "Size of the widow"),
        ("reneges", "Renege"),
        ("time limit", "A fixed number of deals, or a time"),
        ("leaster", "Stick the dealer: nobody bids"),
        ("misère", "Contracts of another kind"),
        ("nullo", "Contracts of another kind"),
        ("null", "Contracts of another kind"),
        ("blind", "Size of the widow"),
        ("talon", "Size of the widow"),
        ("Stich", "Last trick"),
        ("spread", "Looking at tricks and hands"),
        ("open hand", "Looking at tricks and hands"),
        ("bust", "The bidder fails"),
        ("run", "Value of a single meld"),
        ("trump", "What makes trump"),
        ("must trump", "Void in the suit led"),
        ("abgehen", "Giving up"),
        ("sixty-six", "While the stock lasts"),
    ],
)
def test_players_words_find_the_entry(wanted: str, title: str) -> None:
    assert found_for(wanted)[0].title == title


def test_nothing_is_found_for_nonsense() -> None:
    assert found_for("zebra") == found_for("") == found_for("the of a") == []


@pytest.mark.parametrize(
    ("wanted", "meant"),
    [("maridge", "marriage"), ("roayl marrige", "royal marriage"), ("stik the dealer", "stick the dealer")],
)
def test_misspelt_words_are_told_as_they_may_have_been_meant(wanted: str, meant: str) -> None:
    assert respelt(wanted) == meant
    assert respelt(meant) is respelt("zebra") is None


# ---- the tables --------------------------------------------------------------------------------------

WRAPPERS: dict[str, str] = {
    "The auction": "auction",
    "Trump": "trump",
    "Melds": "melds",
    "Playing the cards": "play",
    "Settlement": "outcomes",
    "The end of the game": "game",
}
"""The section of keys that a table says without theirs."""
IN_CALL = ("when", "may", "agreed_by", "shows")
CALL = {"by": "declarer", "when": "before first lead", "then": "stop play"}
FIGURES = {"PIN309", "PIN401", "PIN402", "PIN404", "PIN415", "PIN512"}
NEEDS_MORE = {
    **dict.fromkeys(("Number of players", "Partners and teams", "Cards in the deck", "Cards for each player"), FIGURES),
    "What makes trump": {"PIN405"},
    "Trump needs a marriage": {"PIN414"},
    "What the defenders score": {"PIN308"},
}
"""What is missing where rows need others beside them: cards that come out, a card that is turned up."""


def written(snippet: str, entry: Entry) -> dict[str, Any]:
    """Return what a snippet of a table says, as the file that it belongs into has it."""
    if snippet.startswith("["):
        return {"phases": yaml.safe_load(snippet)}
    if entry.title.startswith("Nines"):
        return {"calls": {"nines": {"may": snippet}}}
    said = yaml.safe_load(snippet.replace("...", "x: 1") if snippet.endswith("...") else f"{{{snippet}}}")
    key = next(iter(said))
    if entry.title == "Contracts of another kind":
        return {} if key in ("outcomes", "when", "widow", "bury") else {"calls": {"durch": {"changes": said}}}
    if key in SECTIONS:
        return dict(said)
    if key in IN_CALL:
        return {"calls": {"told": {**CALL, **said}}}
    if key == "defenders":
        return {"outcomes": {"set": said}}
    if key == "ruling":
        return {"outcomes": {"told": {"each": 0, **said}}}
    return {WRAPPERS[entry.group]: said}


def rows() -> list[tuple[str, str]]:
    """Return the snippets of all tables, with the entry of each."""
    found = []
    for entry in entries():
        for cell in ROW.findall(entry.text):
            found += [(entry.title, code) for code in CODE.findall(cell) if ": " in code or "(9)" in code]
    return found


def test_tables_are_read() -> None:
    assert len(rows()) > 150


@pytest.mark.parametrize(("title", "snippet"), rows())
def test_what_a_table_says_can_be_written(title: str, snippet: str, tmp_path: Path) -> None:
    entry = ENTRIES[title]
    name, text = BLOCK.findall(entry.text)[0]
    (tmp_path / name).write_text(text, encoding="utf-8")
    said = written(snippet, entry)
    base, own = said.pop("extends", f"./{name}"), yaml.safe_load(text)["extends"]
    missing = NEEDS_MORE.get(title, set())
    assert wrong(tmp_path, {"extends": base} | said) <= missing or wrong(tmp_path, {"extends": own} | said) <= missing


def wrong(folder: Path, said: dict[str, Any]) -> set[str]:
    """Return the codes of the errors of a file."""
    lines = yaml.safe_dump({"variant": "told"} | said, allow_unicode=True, width=1000, sort_keys=False)
    (folder / "told.yaml").write_text(lines, encoding="utf-8")
    return {item.code for item in check(str(folder / "told.yaml")).diagnostics if item.is_error}


# ---- what only a game shows --------------------------------------------------------------------------

SEEN_IN_PLAY = {
    "five-nines.yaml",
    "dealer-opens.yaml",
    "one-bid-each.yaml",
    "one-more-for-the-dealer.yaml",
    "geben-hoeren-sagen.yaml",
    "ones-then-fives.yaml",
    "marriage-to-bid.yaml",
    "pass-with-help.yaml",
    "bid-the-suit.yaml",
    "pass-four.yaml",
    "ask-for-an-ace.yaml",
    "drawn-from-the-stock.yaml",
    "paid-for-no-trump.yaml",
    "widow-to-the-dealer.yaml",
}
"""Files that the tests below play (the last three: `test_moved_cards.py`): no question of an example is about them."""


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that begins a game of a file of the page."""

    def begin(name: str, seed: int = 3, *said: str) -> Game:
        path = tmp_path / f"{name}.yaml"
        path.write_text(FILES[path.name], encoding="utf-8")
        game = Game(load(str(path)).compile(), seed)
        for word in said:
            game.apply(game.action(word))
        return game

    return begin


def offered(game: Game) -> list[str]:
    return [game.describe(action) for action in game.legal_actions()]


def hand_of(game: Game) -> tuple[str, ...]:
    return game.observation(game.current_seat).hand


def test_five_nines_with_partners_consent(begun: Callable[..., Game]) -> None:
    asked = 0
    for seed in range(120):
        game = begun("five-nines", seed)
        dealer = game.facts()["dealer"]
        many = [sum(card[0] == "9" for card in game.observation(seat).hand) for seat in range(4)]
        assert (game.decision == "call") == (max(many) >= 5)
        if game.decision != "call":
            continue
        asked += 1
        seat, hand = game.current_seat, hand_of(game)
        assert many[seat] >= 5
        refused = game.copy()
        for word in ("call nines", "pass"):
            refused.apply(refused.action(word))
        assert refused.decision == "bid"
        game.apply(game.action("call nines"))
        assert (game.current_seat, offered(game)) == ((seat + 2) % 4, ["agree", "pass"])
        game.apply(game.action("agree"))
        assert game.facts()["dealer"] == dealer
        assert game.observation(seat).hand != hand
    assert asked >= 5


def test_dealer_opens_and_must(begun: Callable[..., Game]) -> None:
    game = begun("dealer-opens")
    assert game.current_seat == game.facts()["dealer"]
    assert "pass" not in offered(game)
    assert offered(game)[0] == "bid 25"


def test_one_bid_each(begun: Callable[..., Game]) -> None:
    game = begun("one-bid-each", 3, "bid 25", "bid 26", "pass", "bid 30")
    assert (game.decision, game.current_seat) == ("trump", game.facts()["dealer"])


def test_dealer_raises_by_one(begun: Callable[..., Game]) -> None:
    game = begun("one-more-for-the-dealer", 3, "bid 25", "bid 28", "pass", "pass")
    assert game.current_seat == game.facts()["dealer"]
    assert sorted(offered(game)) == ["bid 29", "pass"]


def test_two_at_a_time(begun: Callable[..., Game]) -> None:
    game = begun("geben-hoeren-sagen")
    dealer, speakers = game.facts()["dealer"], []
    for word in ("bid 20", "bid 21", "bid 22", "pass", "bid 23", "bid 24", "pass"):
        speakers.append((game.current_seat - dealer) % 3)
        game.apply(game.action(word))
    assert speakers[:4] == [1, 2, 1, 2]
    assert set(speakers[4:]) == {0, 1}
    assert game.decision != "bid"


def test_ladder_of_ones_then_fives(begun: Callable[..., Game]) -> None:
    bids = [int(word.removeprefix("bid ")) for word in offered(begun("ones-then-fives")) if word != "pass"]
    assert bids == [*range(20, 31), *range(35, 61, 5)]


def test_marriage_to_bid(begun: Callable[..., Game]) -> None:
    met = set()
    for seed in range(150):
        game = begun("marriage-to-bid", seed)
        hand, aces = hand_of(game), sum(card[0] == "A" for card in hand_of(game))
        married = any({f"K{suit}", f"Q{suit}"} <= set(hand) for suit in "♠♥♦♣")
        if not married:
            assert offered(game) == ["pass"]
        else:  # a royal marriage alone is worth 4
            assert "bid 25" in offered(game)
            assert ("pass" in offered(game)) == (aces < 6)
        met.add(married)
    assert met == {True, False}


def test_words_that_pass(begun: Callable[..., Game]) -> None:
    game = begun("pass-with-help", 3, "bid 25", "pass with help", "pass", "pass")
    assert game.decision == "trump"


def test_bids_name_suits_with_a_marriage(begun: Callable[..., Game]) -> None:
    for seed in range(20):
        game = begun("bid-the-suit", seed)
        married = {suit for suit in "♠♥♦♣" if {f"K{suit}", f"Q{suit}"} <= set(hand_of(game))}
        assert {word[-1] for word in offered(game) if word != "pass"} == married


def test_four_cards_are_passed_unseen(begun: Callable[..., Game]) -> None:
    game = begun("pass-four", 3, "bid 25", "pass", "pass", "pass", "trump ♥")
    first, passed = game.current_seat, []
    for _ in range(8):
        assert game.decision == "exchange"
        assert len(hand_of(game)) == 12
        passed.append((game.current_seat, game.describe(game.legal_actions()[0])))
        game.apply(game.legal_actions()[0])
    assert [seat for seat, _ in passed] == [first] * 4 + [(first + 2) % 4] * 4
    assert game.phase == "play"
    assert {card for seat, card in passed if seat == first} <= set(game.observation((first + 2) % 4).hand)


def test_an_ace_is_asked_for(begun: Callable[..., Game]) -> None:
    game = begun("ask-for-an-ace", 3, "bid 25", "pass", "pass", "pass", "trump ♥")
    asker, before = game.current_seat, hand_of(game)
    assert set(offered(game)) == {"A♠", "A♥", "A♦", "A♣"}
    game.apply(game.action("A♣"))
    assert len(hand_of(game)) == 13
    assert hand_of(game).count("A♣") == before.count("A♣") + 1
    game.apply(game.action("9♣"))
    assert (game.phase, game.current_seat, len(hand_of(game))) == ("play", asker, 12)

"""Options: choices, numbers, players, clashes, and every combination proved."""

from __future__ import annotations

import itertools
import time
from pathlib import Path

import pytest

from pinochle_dsl import OptionError, RulesError, check, load, structure
from pinochle_dsl.combinations import number_of_sets, wanted_sets
from pinochle_dsl.compiling import melding
from pinochle_dsl.diagnostics import Diagnostic
from pinochle_dsl.layers import read_layers
from pinochle_dsl.sheet import Sheet

HEAD = "variant: house\nextends: partnership\n"
PLAYERS = (
    "players: {seats: 3 or 4}\nby_players:\n  3: {players: {sides: declarer against the rest}, deal: {cards: 16}}\n"
)


def sheet(text: str) -> Sheet:
    found: list[Diagnostic] = []
    layer = read_layers("house.yaml", found, (HEAD + text).encode())
    assert found == []
    assert layer is not None
    return Sheet(layer)


def findings(text: str, combinations: str = "pairs") -> list[Diagnostic]:
    return list(check("house.yaml", data=(HEAD + text).encode(), combinations=combinations).diagnostics)


def options(*lines: str) -> str:
    return "options:\n" + "".join(f"  {line}\n" for line in lines)


SHORT = "length: {default: usual, choices: {usual: {}, short: {game: {target: 75}}}}"
LOWEST = "lowest: {default: 21, values: 20 to 22, sets: auction.minimum}"


def test_defaults_and_choices() -> None:
    plain = load("partnership-ja")
    assert plain.chosen["passing"] == "four"
    assert str(plain.model.exchange.cards if plain.model.exchange else "") == "4"
    three = load("partnership-ja", {"passing": "three", "double pinochle": 32})
    assert str(three.model.exchange.cards if three.model.exchange else "") == "3"
    assert three.plain["melds"]["pinochle"]["points"] == [4, 32]
    assert load("partnership-ja", {"passing": "none"}).model.exchange is None
    offered = {option.name: (option.default, option.choices) for option in plain.options}
    assert offered["passing"] == ("four", ("four", "three", "none"))


def test_options_are_recorded_in_the_program() -> None:
    program = load("partnership-ja", {"length": "4 deals"}).compile()
    assert program.options["length"] == "4 deals"
    assert program.rules.ending.deals == 4


@pytest.mark.parametrize(
    ("chosen", "code", "hint"),
    [
        ({"pasing": "three"}, "PIN507", "did you mean 'passing'?"),
        ({"passing": "tree"}, "PIN508", "did you mean 'three'?"),
        ({"players": "5"}, "PIN507", None),
    ],
)
def test_what_is_not_offered_is_refused(chosen: dict[str, object], code: str, hint: str | None) -> None:
    with pytest.raises(OptionError) as caught:
        load("partnership-ja", chosen)
    (item,) = caught.value.diagnostics
    assert item.code == code
    assert hint is None or item.hint == hint


def test_numbers_to_choose_from() -> None:
    resolved = sheet(options(LOWEST))
    assert list(resolved.options["lowest"].choices) == ["20", "21", "22"]
    assert resolved.defaults() == {"lowest": "21"}
    listed = sheet(options("lowest: {default: 25, values: 20 or 25 or 30, sets: auction.minimum}"))
    assert list(listed.options["lowest"].choices) == ["20", "25", "30"]
    both = sheet(options("lowest: {default: 25, values: 20 to 23 or 22 to 25 or 30, sets: auction.minimum}"))
    assert list(both.options["lowest"].choices) == ["20", "21", "22", "23", "24", "25", "30"]


def test_number_of_players_is_an_option(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + PLAYERS, encoding="utf-8")
    assert load(str(path)).chosen == {"players": "4"}
    assert load(str(path)).compile().table.seats == 4
    three = load(str(path), {"players": 3}).compile()
    assert (three.table.seats, three.deal.hand) == (3, 16)
    with pytest.raises(OptionError):
        load(str(path), {"players": 5})


def test_options_in_file_order_with_those_of_the_base_first() -> None:
    base, own = sheet(options(SHORT)), sheet(PLAYERS + options(LOWEST, SHORT))
    assert list(base.options) == ["length"]
    assert list(own.options) == ["players", "lowest", "length"]


def test_pairs_prove_the_default_each_choice_and_all_pairs() -> None:
    combinations = list(wanted_sets(sheet(options(LOWEST, SHORT))))
    assert combinations[0] == {"lowest": "21", "length": "usual"}
    assert len(combinations) == 1 + 3 + 2
    assert len(list(wanted_sets(sheet(options(LOWEST, SHORT)), "default"))) == 1
    assert len(list(wanted_sets(sheet(options(LOWEST, SHORT)), "all"))) == 6


def test_many_pairs_are_packed_into_few_sets() -> None:
    lines = [f"o{n}: {{default: a, choices: {{a: {{}}, b: {{}}, c: {{}}}}}}" for n in range(20)]
    own = sheet(options(*lines))
    sets = list(wanted_sets(own))
    pairs = {pair for chosen in sets for pair in itertools.combinations(chosen.items(), 2)}
    wanted = {
        ((f"o{one}", first), (f"o{two}", second))
        for one, two in itertools.combinations(range(20), 2)
        for first in "abc"
        for second in "abc"
    }
    assert pairs == wanted
    assert number_of_sets(own) == 3**20
    assert len(sets) < 80


def test_only_if_offers_an_option_beside_a_choice() -> None:
    text = options(
        SHORT, "nines: {default: kept, choices: {kept: {}, away: {melds: {dix: null}}}, only_if: {length: short}}"
    )
    own = sheet(text)
    assert own.choose({}) == {"length": "usual"}
    assert own.choose({"length": "short", "nines": "away"}) == {"length": "short", "nines": "away"}
    with pytest.raises(OptionError, match="only with length=short"):
        own.choose({"nines": "away"})
    assert list(wanted_sets(own, "all")) == [
        {"length": "usual"},
        {"length": "short", "nines": "kept"},
        {"length": "short", "nines": "away"},
    ]


def test_only_if_in_a_circle_ends() -> None:
    own = sheet(
        options(
            "a: {default: x, choices: {x: {}, y: {game: {target: 75}}}, only_if: {b: x}}",
            "b: {default: x, choices: {x: {}, y: {deal: {cards: 12}}}, only_if: {a: x}}",
        )
    )
    assert list(wanted_sets(own, "all"))


CLASH = options(SHORT, "night: {default: early, choices: {early: {}, late: {game: {target: 100}}}}")


def test_two_choices_that_set_one_key_are_an_error_that_names_both() -> None:
    (item,) = findings(CLASH)
    assert item.code == "PIN506"
    assert "length=short and night=late both set game.target" in item.message
    assert [(note.line, bool(note.file)) for note in item.notes] == [(4, True), (0, False)]
    assert findings(CLASH, "default") == []


@pytest.mark.parametrize(
    ("late", "clash"),
    [
        ("{game: {target: 75}}", False),
        ("{game: {target: null, deals: 3}}", True),
        ("{game: null}", True),
        ("{game: {deals: 3}}", False),
    ],
)
def test_what_counts_as_a_clash(late: str, *, clash: bool) -> None:
    found = findings(options(SHORT, f"night: {{default: early, choices: {{early: {{}}, late: {late}}}}}"))
    assert ("PIN506" in [item.code for item in found]) is clash


def test_a_finding_in_a_combination_says_in_which() -> None:
    (item,) = findings(options("length: {default: usual, choices: {usual: {}, odd: {game: {taget: 75}}}}"))
    assert item.code == "PIN101"
    assert [str(note) for note in item.notes] == ["with length=odd"]


def test_a_removal_that_helps_in_one_combination_is_none_in_vain() -> None:
    text = options(
        "passing: {default: none, choices: {none: {}, three: {exchange: {cards: 3}}}}",
        "kitty: {default: without, choices: {without: {}, with: {game: {ledger: null}}}}",
    )
    assert [item.code for item in findings(text)] == ["PIN504"]
    helped = options(
        "money: {default: points, choices: {points: {}, dimes: {score: {stake: 1}}}}",
        "bare: {default: as said, choices: {as said: {}, bare: {score: null}}, only_if: {money: points}}",
    )
    assert [item.code for item in findings(helped) if item.code != "PIN418"] == ["PIN504"]  # the stake pays nobody


def test_every_option_of_a_base_is_offered_and_can_be_taken_away(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text("variant: house\nextends: partnership-ja\noptions: {length: null}\n", encoding="utf-8")
    names = [option.name for option in load(str(path)).options]
    assert "length" not in names
    assert names[0] == "passing"


def test_what_options_leave_alone_is_done_once(monkeypatch: pytest.MonkeyPatch) -> None:
    structured, formed = [], []
    made, families = structure._made, melding.families
    monkeypatch.setattr(structure, "_made", lambda *given: structured.append(1) or made(*given))
    monkeypatch.setattr(melding, "families", lambda *given: formed.append(1) or families(*given))
    melding._kept_families.cache_clear()
    assert check("partnership-ja", combinations="all").combinations == 288
    assert len(structured) < 2 * 288
    assert len(formed) < 288


def test_all_combinations_of_a_sheet_within_a_second() -> None:
    start = time.process_time()
    result = check("partnership-ja", combinations="all")
    elapsed = time.process_time() - start
    assert result.combinations == 288
    assert result.diagnostics == ()
    assert elapsed < 2  # half of one on an idle machine; a busy one counts more


def test_errors_of_a_choice_are_raised_when_it_is_loaded(tmp_path: Path) -> None:
    path = tmp_path / "house.yaml"
    path.write_text(HEAD + options("o: {default: a, choices: {a: {}, b: {deal: {cards: 13}}}}"), encoding="utf-8")
    assert load(str(path)).compile()
    with pytest.raises(RulesError) as caught:
        load(str(path), {"o": "b"}).compile()
    assert [item.code for item in caught.value.diagnostics] == ["PIN401"]

"""The best meld of a hand in every shipped game is that of an oracle which reads the files by itself."""

from __future__ import annotations

import os
from functools import cache
from random import Random
from typing import Any

import pytest

from interpreter import Program, melds
from pinochle_dsl import load
from pinochle_dsl.layers import shipped_names
from tests.proof import oracle

HANDS = 60 if os.environ.get("PROOF") else 2
"""Of each kind, under each trump."""


def choices(name: str) -> list[tuple[tuple[str, str], ...]]:
    """Return the choices of a game that change its melds or its deck, each by itself."""
    found: list[tuple[tuple[str, str], ...]] = [()]
    for option, said in (oracle.rules_of(name).get("options") or {}).items():
        for choice, patch in said.get("choices", {}).items():
            if {"melds", "deck"} & set(patch):
                found.append(((option, str(choice)),))
    return found


GAMES = [(name, chosen) for name in sorted(shipped_names()) for chosen in choices(name)]


@cache
def compiled(name: str, chosen: tuple[tuple[str, str], ...]) -> Program:
    return load(name, dict(chosen)).compile()


def any_hand(pack: list[str], size: int, random: Random) -> list[str]:
    return random.sample(pack, size)


def rich_hand(pack: list[str], size: int, random: Random) -> list[str]:
    """Return a hand with many melds in it: few ranks, one suit, and the cards of the pinochle."""
    ranks, suit = random.sample(["A", "K", "Q", "J", "10"], 2), random.choice(oracle.SUITS)
    pool = [card for card in pack if card[:-1] in ranks or card[-1] == suit or card in ("Q♠", "J♦")]
    return random.sample(pool, min(size, len(pool)))


@pytest.mark.parametrize(("name", "chosen"), GAMES, ids=["-".join((n, *map("=".join, o))) for n, o in GAMES])
def test_best_meld(name: str, chosen: tuple[tuple[str, str], ...]) -> None:
    rules = _read(name, chosen)
    program = compiled(name, chosen)
    pack, random = oracle.pack(rules), Random(f"{name}{chosen}")
    largest = program.deal.hand
    for trump in (*oracle.SUITS, oracle.NO_TRUMP):
        for make in (any_hand, rich_hand):
            for _ in range(HANDS):
                hand = make(pack, random.choice([largest, largest, random.randint(1, largest)]), random)
                found = melds(program, " ".join(hand), trump)
                assert found.total == oracle.best(rules, hand, trump), (hand, trump)
                assert found.total == sum(meld.points for meld in found.melds)


def _read(name: str, chosen: tuple[tuple[str, str], ...]) -> dict[str, Any]:
    options = oracle.rules_of(name).get("options") or {}
    said = {option: {str(choice): choice for choice in options[option]["choices"]} for option, _ in chosen}
    return oracle.rules_of(name, tuple((option, said[option][choice]) for option, choice in chosen))

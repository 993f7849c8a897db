"""`pinochle list`: what ships."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._variants import json_option
from pinochle_dsl.cli._writing import give, say, table

if TYPE_CHECKING:
    from pinochle_dsl.loading import LoadedVariant


@click.command(
    "list",
    epilog="""\b
Examples:
  pinochle list
  pinochle list --json
""",
)
@json_option
def list_(as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """List the shipped variants and bases."""
    variants = shipped()
    if as_json:
        give({"variants": variants})
        return
    for kind, title in (("variant", "Variants"), ("base", "Bases, to build on with `extends:`")):
        rows = [
            (item["name"], item["title"], _players(item["players"]), str(item["cards"]), item["extends"] or "")
            for item in variants
            if item["kind"] == kind
        ]
        if rows:
            say(f"{title}\n")
            say(table(("NAME", "Title", "Players", "Cards", "Extends"), rows, right=(3,), widest=40) + "\n")
    say("`pinochle explain NAME` prints the rules of one; `pinochle new FILE --extends NAME` starts your own.")


def shipped() -> list[dict[str, Any]]:
    """Return the facts of all shipped variants and bases, variants first."""
    from pinochle_dsl.diagnostics import RulesError  # noqa: PLC0415 - start-up
    from pinochle_dsl.layers import shipped_names  # noqa: PLC0415 - start-up
    from pinochle_dsl.loading import load  # noqa: PLC0415 - start-up

    found: list[dict[str, Any]] = []
    for name, folder in sorted(shipped_names().items(), key=lambda item: (item[1] != "variants", item[0])):
        try:
            variant = load(name)
        except RulesError:  # pragma: no cover - a shipped file is sound, or its own test fails
            continue
        seats = [option for option in variant.options if option.name == "players"]
        found.append(
            {
                "name": name,
                "title": variant.title,
                "players": [int(choice) for choice in seats[0].choices]
                if seats
                else [int(variant.plain["players"]["seats"])],
                "cards": number_of_cards(variant),
                "extends": variant.extends,
                "kind": "variant" if folder == "variants" else "base",
            }
        )
    for item in found:
        item["players"] = item["players"][0] if len(item["players"]) == 1 else item["players"]
    return found


def number_of_cards(variant: LoadedVariant) -> int:
    """Return how many cards the deck has (for the fewest players, where it depends on them)."""
    deck = variant.plain["deck"]
    ranks = str(deck["ranks"]).split()
    suits = deck.get("suits")
    number = len(str(suits).split()) if suits else 4
    copies = deck["copies"]
    if isinstance(copies, dict):
        by_rank = {rank: int(value) for ranks_, value in copies.items() for rank in str(ranks_).split()}
        return number * sum(by_rank.get(rank, 0) for rank in ranks)
    if not str(copies).isdecimal():
        return sum(variant.compile().deck.copies)
    return number * len(ranks) * int(copies)


def _players(players: int | list[int]) -> str:
    if not isinstance(players, list):
        return str(players)
    if len(players) > 2 and players == list(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(map(str, players))

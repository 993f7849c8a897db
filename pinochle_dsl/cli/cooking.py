"""`pinochle cookbook`: how a rule of the table is written."""

from __future__ import annotations

import click

from pinochle_dsl.cli._failures import Unfit
from pinochle_dsl.cli._variants import json_option
from pinochle_dsl.cli._writing import give, say, tell

SHOWN = 2
"""Entries that are printed whole; of the others only the names."""


@click.command(
    epilog="""\b
Examples:
  pinochle cookbook stick the dealer
  pinochle cookbook roundhouse
  pinochle cookbook
"""
)
@click.argument("words", metavar="[WORDS]...", nargs=-1)
@json_option
def cookbook(words: tuple[str, ...], as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """Tell how a rule is written that a rule sheet or a player says in WORDS; without any, list all entries.

    Each entry has what players say, what to write, and a whole file that works as
    it stands.
    """
    from pinochle_dsl.cookbook import entries, found_for, is_named, respelt  # noqa: PLC0415 - start-up

    wanted = " ".join(words).strip()
    found = found_for(wanted) if wanted else list(entries())
    if not found:
        near = respelt(wanted)
        hint = f"did you mean '{near}'?" if near else "`pinochle cookbook` lists all entries"
        raise Unfit(f"the cookbook says nothing about '{wanted}'", hint)
    if as_json:
        keys = ("group", "title", "said", "markdown")
        give({"entries": [dict(zip(keys, (e.group, e.title, e.said, e.text), strict=True)) for e in found]})
        return
    if not wanted:
        for group in dict.fromkeys(entry.group for entry in found):
            say(f"{group}\n")
            say("\n".join(f"  {entry.title}" for entry in found if entry.group == group) + "\n")
        say("`pinochle cookbook WORDS` prints the entry that speaks of them.")
        return
    if not is_named(wanted):
        near = respelt(wanted)
        asked = f" (did you mean '{near}'?)" if near else ""
        tell(f"Nothing fits these words exactly{asked}; the nearest is:")
    say("\n".join(entry.text for entry in found[:SHOWN]).rstrip())
    if found[SHOWN:]:
        say("\nSee also: " + ", ".join(entry.title for entry in found[SHOWN:]))

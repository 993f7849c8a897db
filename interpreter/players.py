"""Names of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.game import Game
    from interpreter.program import Program

PLAYERS = {"random": 0, "basic": 1}
"""Every player by name, with his number in the kernel."""


def player_kinds(names: Sequence[str]) -> list[int]:
    """Return the numbers of players.

    Raises `ValueError` for a name that is none, or no names at all.
    """
    if isinstance(names, str):
        names = names.split(",")
    if not names:
        msg = "no players: name at least one"
        raise ValueError(msg)
    kinds = []
    for name in names:
        if name not in PLAYERS:
            from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

            near = get_close_matches(name, PLAYERS, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; players are: {', '.join(PLAYERS)}"
            msg = f"there is no player {name!r}{hint}"
            raise ValueError(msg)
        kinds.append(PLAYERS[name])
    return kinds


def player_names(program: Program, names: Sequence[str]) -> tuple[str, ...]:
    """Return a name for each at the table: place i plays as the (i mod number given)th; `human` is a name too.

    Places are seats, or the people where more are at the table than play.
    """
    if isinstance(names, str):
        names = names.split(",")
    if not names:
        msg = "no players: name at least one"
        raise ValueError(msg)
    return tuple(names[place % len(names)] for place in range(max(program.table.people, program.table.seats)))


def chosen(game: Game, name: str) -> int:
    """Return the action that a player of this name takes now, for whoever has to decide.

    Raises `ValueError` for a name that is none.
    """
    return game.choice(player_kinds([name])[0])

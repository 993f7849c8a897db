"""Names of the players.

A name is a level, or a level with a budget behind a colon: `search:64` imagines 64 deals for each decision,
`search:100ms` as many as it can in a tenth of a second.  `search` alone is `search:64`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.game import Game
    from interpreter.program import Program

PLAYERS = {"random": 0, "basic": 1, "counting": 2, "search": 3}
"""Every level by name, the weakest first."""
DEALS = 64
"""So many deals `search` imagines unless it is told otherwise."""
MOST_DEALS = 100_000
MOST_MILLISECONDS = 600_000
_SEARCH = 3
_TIMED = 4
_BUDGET = re.compile("([0-9]{1,9})(ms)?", re.ASCII)


def player_kinds(names: Sequence[str]) -> list[int]:
    """Return the numbers of players, for the kernel alone to read.

    Raises `ValueError` for a name that is none, or no names at all.
    """
    if isinstance(names, str):
        names = names.split(",")
    if not names:
        msg = "no players: name at least one"
        raise ValueError(msg)
    return [_kind(name) for name in names]


def _kind(name: str) -> int:
    """Return the number of a player: his level, and his budget above four bits."""
    level, colon, budget = name.partition(":")
    if level not in PLAYERS:
        msg = f"there is no player '{name}'; {player_hint(name)}"
        raise ValueError(msg)
    number = PLAYERS[level]
    if number != _SEARCH:
        if colon:
            msg = f"'{name}': `{level}` takes no budget; only `search` does, as in search:64 or search:100ms"
            raise ValueError(msg)
        return number
    if not colon:
        return _SEARCH | DEALS << 4
    found = _BUDGET.fullmatch(budget)
    if found is None:
        msg = (
            f"'{name}': behind the colon stands a number of deals, or of milliseconds, as in search:64 or search:100ms"
        )
        raise ValueError(msg)
    amount = int(found[1])
    most = MOST_MILLISECONDS if found[2] else MOST_DEALS
    if not 1 <= amount <= most:
        what = "milliseconds" if found[2] else "imagined deals"
        msg = f"'{name}': from 1 to {most} {what} are possible"
        raise ValueError(msg)
    return (_TIMED if found[2] else _SEARCH) | amount << 4


def player_hint(name: str) -> str:
    """Return what helps somebody who has written a name that is none."""
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    level, colon, budget = name.partition(":")
    near = get_close_matches(level, PLAYERS, 1)
    if near:
        return f"did you mean '{near[0]}{colon}{budget}'?"
    return f"players are: {', '.join(PLAYERS)}"


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

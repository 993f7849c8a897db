"""What does not count as it was laid or taken, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.actions import account_names
from interpreter.program import Window

if TYPE_CHECKING:
    from collections.abc import Sequence

    from interpreter.program import Program


def by_account(program: Program, figures: Sequence[int], places: Sequence[int]) -> list[int]:
    """Return figures of seats added up for each account; `places` tells the account of each seat in this deal."""
    found = [0] * program.table.accounts
    for seat, figure in enumerate(figures):
        found[places[seat]] += figure
    return found


def floors_of(program: Program, floors: Sequence[int]) -> list[int]:
    """Return the floor of each account, of those of its seats."""
    table = program.table
    if table.people:
        return [max(floors)] * table.people
    if table.accounts == table.seats:
        return list(floors)
    return [max(floors[s] for s in range(table.seats) if table.side_of[s] == side) for side in range(table.accounts)]


def paid_in_deals(program: Program, ledger: int) -> bool:
    """Tell whether payments of a ledger fall due in a deal, not only where a game begins or ends."""
    ends = (Window.GAME_START, Window.GAME_END)
    return any(p.ledger == ledger and p.window not in ends for rules in program.modes for p in rules.payments)


def counters_that_count(program: Program, raw: Sequence[int], mode: int = 0) -> list[int]:
    """Return card points as they count: rounded, halves up, then in points of the game."""
    rules = program.modes[mode]
    size, per = max(rules.round_to, 1), max(rules.per, 1)
    return [(2 * points + size) // (2 * size) * size // per for points in raw]


def lost_melds(
    program: Program,
    laid: Sequence[int],
    counting: Sequence[int],
    *,
    floors: Sequence[int],
    counters: Sequence[int],
    tricks: Sequence[int] | None,
) -> list[str]:
    """Return why melds do not count, a sentence for each account that loses some."""
    found = []
    for account, name in enumerate(account_names(program)):
        if laid[account] == counting[account]:
            continue
        lost = laid[account] - counting[account]
        if laid[account] < floors[account]:
            found.append(f"{name}: {laid[account]} is under the floor of {floors[account]}: counts nothing")
        elif counting[account]:
            found.append(f"{name}: {lost} of the melds of {laid[account]} {_does(lost)} not count")
        elif tricks is not None and not tricks[account]:
            found.append(f"{name}: no trick taken: the meld of {lost} does not count")
        elif not counters[account]:
            found.append(f"{name}: no counter taken: the meld of {lost} does not count")
        else:
            found.append(f"{name}: the meld of {lost} is not saved (rule `meld.saved_by`): it does not count")
    return found


def _does(number: int) -> str:
    return "does" if number == 1 else "do"


def rounded(program: Program, raw: Sequence[int], counted: Sequence[int], mode: int = 0) -> list[str]:
    """Return how card points became counters, where they do not stay what they were."""
    rules = program.modes[mode]
    if list(raw) == list(counted):
        return []
    names = account_names(program)
    pairs = ", ".join(f"{name} {before} = {after}" for name, before, after in zip(names, raw, counted, strict=True))
    steps = []
    if rules.round_to > 1:
        steps.append(f"to the nearest {rules.round_to}")
    if rules.per > 1:
        steps.append(f"{rules.per} card points make one point of the game")
    return [f"card points count {', then '.join(steps)}: {pairs}" if rules.round_to > 1 else f"{steps[0]}: {pairs}"]

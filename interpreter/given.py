"""Checks of what a caller hands in: figures of a deal, players, numbers of games, records.

Whatever is of the wrong kind, out of bounds or impossible is refused as a `ValueError` in plain words, before
the kernel, which counts in machine numbers, gets to see it.
"""

# ruff: noqa: TRY004 - one kind of error for all that callers hand in
from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from interpreter.players import PLAYERS, player_kinds

if TYPE_CHECKING:
    from interpreter.program import Program

MOST_POINTS = 100_000_000
"""Points of one account in one deal."""
MOST_TOTAL = 1_000_000_000
"""A balance before the deal."""
MOST_DEAL = 1_000_000
MOST_TIMES = 64
"""Times that one account lays one meld."""
MOST_SEED = 2**64 - 1
"""Largest seed and largest number of a game: each has a stream of cards of its own."""
HUMAN = "human"
"""A seat that no player of the kernel plays."""
LONGEST = 24
_MELD = re.compile(r"\s*([0-9]{1,2})\s*:\s*(.+?)\s*=\s*([0-9]{1,9})\s*", re.ASCII)


def whole(name: str, value: object, low: int, high: int) -> int:
    """Return a whole number within bounds."""
    if isinstance(value, bool) or not isinstance(value, int):
        msg = f"{name}: {value!r} is no whole number"
        raise ValueError(msg)
    if not low <= value <= high:
        shown = f"{value:,}" if abs(value) < 10**LONGEST else "this number"
        bound = f"at least {low:,}" if value < low else f"at most {high:,}"
        msg = f"{name}: {shown} is out of bounds; {bound} is expected"
        raise ValueError(msg)
    return value


def wholes(name: str, values: object, low: int, high: int) -> None:
    """Check a list of whole numbers."""
    if isinstance(values, (str, bytes, Mapping)) or not hasattr(values, "__iter__") or not hasattr(values, "__len__"):
        msg = f"{name}: {values!r} is no list of whole numbers"
        raise ValueError(msg)
    for value in values:
        whole(name, value, low, high)


# ---- a deal to settle ------------------------------------------------------------------------------------


def check_deal(program: Program, **given: Any) -> None:  # noqa: ANN401 - of any kind, which is what is checked
    """Check the kind and the size of all figures of a deal, and whether such tricks can be."""
    for name in ("meld", "counters", "tricks"):
        if given[name] is not None:
            wholes(name, given[name], -MOST_POINTS, MOST_POINTS)
    if given["totals"] is not None:
        wholes("totals", given["totals"], -MOST_TOTAL, MOST_TOTAL)
    for name in ("declarer", "dealer", "last_trick"):
        if given[name] is not None:
            whole(name, given[name], -MOST_POINTS, MOST_POINTS)
    bids = given["bid"] if isinstance(given["bid"], list | tuple) else [given["bid"]]
    for bid in bids:
        if bid is not None:
            whole("bid", bid, -MOST_TOTAL, MOST_TOTAL)
    whole("deal", given["deal"], 1, MOST_DEAL)
    ledgers = given["ledger"]
    if ledgers is not None and not isinstance(ledgers, Mapping):
        msg = f"ledger: {ledgers!r} is no mapping of ledgers to balances"
        raise ValueError(msg)
    for name, values in (ledgers or {}).items():
        wholes(f"ledger {name}", values, -MOST_TOTAL, MOST_TOTAL)
        if not values:
            msg = f"ledger {name}: no balance is given"
            raise ValueError(msg)
    if isinstance(given["called"], str) or not isinstance(given["called"], Sequence):
        msg = f"called: give a list of calls, as in [{str(given['called'])!r}]"
        raise ValueError(msg)
    for item in given["called"]:
        _check_call(item)
    taken = given["taken"]
    if taken is not None and (
        not isinstance(taken, list | tuple) or not all(isinstance(cards, str) for cards in taken)
    ):
        msg = f"taken: {taken!r} is no list of texts, the cards of each account"
        raise ValueError(msg)
    if given["tricks"] is not None:
        _check_tricks(program, given["tricks"], given["counters"], given["last_trick"])


def _check_call(item: object) -> None:
    if isinstance(item, str):
        return
    if not isinstance(item, Sequence) or len(item) != 2 or not isinstance(item[0], str):
        msg = f"called: {item!r} is neither the name of a call nor a name and a seat"
        raise ValueError(msg)
    whole("called", item[1], -1, MOST_POINTS)


def _check_tricks(program: Program, tricks: Sequence[int], counters: Sequence[int], last: int | None) -> None:
    """Refuse tricks that cannot be: more than a deal has, or card points without one."""
    deal = program.deal
    left = sum(program.deck.copies) - program.table.seats * deal.hand - deal.widow
    most = deal.hand + (left // program.table.seats if deal.rest.value == "stock" else 0)
    if sum(tricks) > most:
        msg = f"tricks: {sum(tricks)} together, but a deal has only {most}"
        raise ValueError(msg)
    table = program.table
    if len(tricks) != len(counters) or len(tricks) not in (table.accounts, table.seats):
        return  # told better elsewhere
    by_seat = len(tricks) != table.accounts
    buried = any(rules.bury is not None and rules.bury.counts_for != "nobody" for rules in program.modes)
    for account, (taken, points) in enumerate(zip(tricks, counters, strict=True)):
        if taken == 0 and points > 0 and not buried:
            msg = f"counters: {'seat' if by_seat else 'account'} {account} has {points} and took no trick"
            raise ValueError(msg)
    if last is not None and 0 <= last < program.table.seats:
        account = table.side_of[last] if table.sides.value == "fixed" and not by_seat else last
        if tricks[account] == 0:
            msg = f"last_trick: seat {last} won it, but {'seat' if by_seat else 'account'} {account} took no trick"
            raise ValueError(msg)


def melds_given(melds: object) -> dict[int, dict[str, int]]:
    """Return melds laid by account and name, of a mapping or of the text `1:dix=2,0:run=1`."""
    if melds is None:
        return {}
    if isinstance(melds, str):
        return _melds_of_text(melds)
    if not isinstance(melds, Mapping):
        msg = f'melds: write {{1: {{"dix": 2}}}} or "1:dix=2", not {melds!r}'
        raise ValueError(msg)
    found: dict[int, dict[str, int]] = {}
    for account, laid in melds.items():
        whole("melds: the account", account, 0, MOST_POINTS)
        if not isinstance(laid, Mapping):
            msg = f"melds: {laid!r} is no mapping of melds to how often they were laid"
            raise ValueError(msg)
        found[account] = {}
        for name, times in laid.items():
            found[account][name] = whole(f"melds: {name}", times, 0, MOST_TIMES)
    return found


def _melds_of_text(text: str) -> dict[int, dict[str, int]]:
    found: dict[int, dict[str, int]] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        match = _MELD.fullmatch(part)
        if match is None:
            msg = f'melds: write account:meld=times, as in "1:dix=2", not {part!r}'
            raise ValueError(msg)
        laid = found.setdefault(int(match[1]), {})
        laid[match[2]] = whole(f"melds: {match[2]}", laid.get(match[2], 0) + int(match[3]), 0, MOST_TIMES)
    return found


# ---- games ---------------------------------------------------------------------------------------------


def check_game(program: Program, seed: object, game: object, players: object, dealer: object, balances: object) -> None:
    """Check what a game begins with."""
    whole("seed", seed, 0, MOST_SEED)
    whole("game", game, 0, MOST_SEED)
    whole("dealer", dealer, -1, at_table(program) - 1)
    if players is not None:
        check_players(players)
    if balances is None:
        return
    if not isinstance(balances, Mapping):
        msg = f"balances: {balances!r} is no mapping of ledgers to balances"
        raise ValueError(msg)
    for ledger, values in balances.items():
        whole("balances: the ledger", ledger, 0, len(program.ledgers) - 1)
        wholes(f"balances of ledger {ledger}", values, -MOST_TOTAL, MOST_TOTAL)
        expected = {1} if program.ledgers[ledger].joint else {program.table.accounts}
        if len(values) not in expected | {9}:
            msg = f"balances of ledger {ledger}: {len(values)} are given, {expected.pop()} are expected"
            raise ValueError(msg)


def at_table(program: Program) -> int:
    """Return how many are at the table: as many as seats, or more."""
    return max(program.table.people, program.table.seats)


def check_players(players: object) -> None:
    """Check names of players, of which `human` is one."""
    if isinstance(players, str):
        players = players.split(",")
    if not isinstance(players, Sequence) or isinstance(players, bytes):
        msg = f"players: {players!r} is no list of names"
        raise ValueError(msg)
    for name in players:
        if not isinstance(name, str):
            msg = f"players: {name!r} is no name; players are {', '.join((*PLAYERS, HUMAN))}"
            raise ValueError(msg)
    known = [name for name in players if name != HUMAN]
    if known or not players:
        player_kinds(known)


def check_run(games: object, seed: object, jobs: object, first: object) -> None:
    """Check the numbers of a run of games."""
    whole("games", games, 1, MOST_SEED)
    whole("jobs", jobs, 1, 1 << 16)
    whole("seed", seed, 0, MOST_SEED)
    whole("first", first, 0, MOST_SEED)
    if int(first) + int(games) > MOST_SEED:  # type: ignore[call-overload]
        msg = f"first: {first} and {games} games go beyond the last number of a game, {MOST_SEED}"
        raise ValueError(msg)


# ---- records -------------------------------------------------------------------------------------------


def check_record(program: Program, record: Mapping[str, Any]) -> None:
    """Check those parts of a record that tell what its Program is and how its game began."""
    for key, own in (("variant", program.variant), ("options", program.options)):
        if key in record and record[key] != own:
            msg = f"this record says {key} {record[key]!r}, but its program {own!r}"
            raise ValueError(msg)
    players = record.get("players")
    if players is not None:
        if not isinstance(players, list) or len(players) not in (0, at_table(program)):
            msg = f"players: {players!r} does not name one for each of {at_table(program)} at the table"
            raise ValueError(msg)
        if players:
            check_players(players)


def balances_of_record(balances: object) -> dict[int, list[int]] | None:
    """Return the balances that a record begins with, by the number of the ledger."""
    if balances is None:
        return None
    if not isinstance(balances, Mapping):
        msg = f"balances: {balances!r} is no mapping of ledgers to balances"
        raise ValueError(msg)
    found = {}
    for ledger, values in balances.items():
        if not isinstance(ledger, str) or not re.fullmatch("[0-9]{1,2}", ledger, re.ASCII):
            msg = f"balances: {ledger!r} is no number of a ledger"
            raise ValueError(msg)
        found[int(ledger)] = values
    return found or None

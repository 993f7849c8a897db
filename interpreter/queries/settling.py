"""Who gets what?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from attrs import evolve, field, frozen

from interpreter._playout import Playout
from interpreter.actions import call_names, meld_names, outcome_names, points_of
from interpreter.cards import parse_cards, parse_suit
from interpreter.course import Course, Told, ending_of, follow, shares_accounts, without_tricks
from interpreter.given import check_deal, melds_given
from interpreter.program import Sides
from interpreter.queries.counted import by_account, counters_that_count, floors_of, lost_melds, rounded
from interpreter.queries.needs import (
    ask_for_each_seat,
    callers_needed,
    figures_needed,
    melds_looked_at,
    refuse_untold,
)
from interpreter.queries.told import (
    balances_of,
    check_copies,
    check_partner,
    check_seat,
    contract_of,
    figure_missing,
    figures_of,
    nonnegative,
    told_by_seat,
)
from interpreter.records import Record
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from interpreter.program import Outcome, Program, Rules


@frozen(eq=False, repr=False)
class Settlement(Record):
    """What a deal brings each account."""

    outcome: str | None
    made: bool | None
    """None where nobody contracted."""
    gains: tuple[int, ...]
    totals: tuple[int, ...]
    """After the deal."""
    winner: int | str | None
    """Account that wins the game with it, `draw`, or None."""
    ledgers: dict[str, tuple[int, ...]] = field(factory=dict, hash=False)
    """Balances of the ledgers besides the points, after the deal: one for each account, or the joint one alone."""
    meld: tuple[int, ...] = ()
    """Melds of each account as they count, after floor and saving."""
    counters: tuple[int, ...] = ()
    """Counters of each account as they count, rounded and in points of the game."""
    notes: tuple[str, ...] = ()
    """What became of figures that do not count as they were given, a sentence each."""


def settle(  # noqa: PLR0913 - one parameter a figure
    program: Program,
    *,
    meld: Sequence[int],
    counters: Sequence[int],
    bid: int | Sequence[int] | None = None,
    declarer: int | None = None,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
    trump: str | int | None = None,
    dealer: int | None = None,
    deal: int = 1,
    last_trick: int | None = None,
    melds: Mapping[int, Mapping[str, int]] | str | None = None,
    called: Sequence[str | tuple[str, int]] = (),
    ledger: Mapping[str, Sequence[int]] | None = None,
    outcome: str | None = None,
    partner: int | None = None,
    offender: int | None = None,
    taken: Sequence[str] | None = None,
) -> Settlement:
    """Settle a deal of given figures, one for each account.

    `meld`, `counters` and `tricks` may be one for each seat instead, and must be where rules ask what a player has
    by himself who shares an account.

    `partner` is who played with the declarer where that was found in the deal, `offender` who broke a rule.  Where
    more people are at the table than play, seats are their numbers at the table.

    `counters` are card points as the tricks hold them: they are rounded and brought to points of the game here.
    `taken` are the cards that each account took in tricks, a text each: those that rules ask for are enough.
    `melds` says how often an account laid a meld, by account and name, or as `1:dix=2,0:run=1`;
    `called` names calls, or pairs of
    call and seat, the last of which made the latest call.  A call that changes the rules or ends the deal does so
    here too.  What the rules call of themselves (`must`) happens where the figures tell that it does; `outcome`
    names the row where somebody's word or a ruling led to it.  `bid` is one for each account where every side is
    bound by its own bids.
    Raises `ValueError` for figures that do not fit the game, or that a rule of it needs and are missing;
    `NotThatOutcome`, a `ValueError`, for an outcome to which the rules do not lead with these figures.
    """
    tables_of(program)
    check_deal(
        program,
        meld=meld, counters=counters, tricks=tricks, totals=totals, bid=bid, declarer=declarer, dealer=dealer,
        last_trick=last_trick, deal=deal, called=called, ledger=ledger, taken=taken,
    )  # fmt: skip
    laid = melds_given(melds)
    given: dict[str, object] = {f"ledger {name}": values for name, values in (ledger or {}).items()}
    given |= {"tricks": tricks, "last_trick": last_trick, "dealer": dealer, "trump": trump, "taken": taken}
    seats = {"declarer": declarer, "dealer": dealer, "last_trick": last_trick, "partner": partner, "offender": offender}
    for name, seat in seats.items():
        check_seat(program, name, seat, program.table.people)
    check_partner(program, declarer, partner)
    bid, bids, declarer = contract_of(program, bid, declarer)
    machine = Playout(tables_of(program), 0, [0])
    idle = machine.idle_for(dealer if dealer is not None else 0)
    for name, seat in (("declarer", declarer), ("last_trick", last_trick)):
        if seat is not None and seat >= 0 and idle >> seat & 1:
            msg = f"{name}: {seat} sits out in a deal of dealer {dealer or 0}"
            raise ValueError(msg)
    machine.set_balances(balances_of(program, totals, ledger or {}))
    suit = parse_suit(program.deck, trump)
    own = {
        "meld": nonnegative("meld", figures_of(program, "meld", meld, by_seat=True)),
        "counters": _check_counters(
            program, nonnegative("counters", figures_of(program, "counters", counters, by_seat=True))
        ),
        "tricks": nonnegative("tricks", figures_of(program, "tricks", tricks, 0, by_seat=True)),
    }
    calls = _calls(program, called)
    figures: dict[str, Any] = {
        **own,
        "taken": _cards_taken(program, taken),
        "trump": suit,
        "declarer": declarer,
        "bid": bid,
        "bids": bids,
        "deal": deal,
        "dealer": dealer if dealer is not None else 0,
        "partner": partner if partner is not None else -1,
        "last_trick": last_trick if last_trick is not None else -1,
        "melds": _melds_laid(program, laid, suit),
        "offender": -1,
        "numbers": {name: number for number, name in enumerate(call_names(program))},
    }
    by_seat = frozenset(name for name, values in own.items() if told_by_seat(program, values))
    told = Told(program, given, by_seat, melds is not None, calls)
    course = follow(told, machine, figures, _mode_called(program, called))
    rules = program.modes[course.mode]
    ending = ending_of(told, rules, course, outcome, _row(rules, outcome))
    if ending.early:
        figures |= without_tricks(figures)
    for name in ending.known:
        given[name] = NOTHING if given[name] is None else given[name]
    row, played = ending.row, ending.played
    made = {name for name, _ in course.calls}
    for name, rule in figures_needed(program, course.mode, row, played, made).items():
        if given.get(name) is None:
            raise ValueError(figure_missing(program, name, rule))
    _ask_who_called(program, course, row, played, made)
    if shares_accounts(program):
        tricks_known = frozenset(("tricks", "counters") if ending.early else ())
        ask_for_each_seat(program, course, row, played, by_seat | tricks_known)
    refuse_untold(rules, row, played, made)
    figures |= {
        "mode": course.mode,
        "called": [(figures["numbers"][name], seat) for name, seat in course.calls],
        "row": row,
        "played_out": played,
        "offender": _offender(rules, row, declarer if offender is None else offender),
    }
    machine.settle_for(figures)
    settlement = _settlement(program, machine, tricks_told=tricks is not None)
    looks = melds_looked_at(rules, row, played, made) if melds is None and any(own["meld"]) else None
    if looks:
        note = f"which melds were laid is not told; none that the rule `{looks}` looks at is taken to be among them"
        settlement = evolve(settlement, notes=(*settlement.notes, note))
    if ending.refused:
        raise NotThatOutcome(ending.refused, settlement)
    if ending.early or calls:
        return settlement
    return evolve(settlement, notes=(*settlement.notes, *_counters_missing(program, own["counters"])))


def _ask_who_called(program: Program, course: Course, row: int, played: int, made: Collection[str]) -> None:
    """Ask who made a call where that decides and was not told."""
    if not course.calls:
        return
    seats, (latest, _) = dict(course.calls), course.calls[-1]
    for number, rule in callers_needed(program, course.mode, row, played, made).items():
        name = latest if number is None else program.modes[course.mode].calls[number].name
        if seats.get(name, 0) < 0:
            msg = (
                f"called: who called `{name}` is needed to settle this game: the rule `{rule}` asks for it; "
                f"write it with the seat, as in --called '{name}@0'"
            )
            raise ValueError(msg)


NOTHING = "nothing"
"""Stands for a figure that is known without being told, as the tricks of a deal that was not played."""


class NotThatOutcome(ValueError):  # noqa: N818 - the name says what it is to the caller
    """A deal was said to have ended as it does not end; `settlement` is what it comes to."""

    def __init__(self, message: str, settlement: Settlement) -> None:
        """Keep what the deal comes to."""
        super().__init__(message)
        self.settlement = settlement


def _settlement(program: Program, machine: Playout, *, tricks_told: bool) -> Settlement:
    """Return the result of a machine that has settled a deal of given figures."""
    facts = machine.facts()
    result = facts["result"]
    at_seats = machine.seat_figures()
    places = at_seats["account"]
    as_laid = by_account(program, at_seats["laid_meld"], places)
    counting = by_account(program, at_seats["own_meld"], places)
    raw = by_account(program, at_seats["raw"], places)
    counted = counters_that_count(program, raw)
    lost = lost_melds(
        program,
        as_laid,
        counting,
        floors=floors_of(program, machine.meld_floors()),
        counters=counted,
        tricks=by_account(program, at_seats["tricks"], places) if tricks_told else None,
    )
    return Settlement(
        outcome=outcome_names(program)[facts["outcome"]] if facts["outcome"] >= 0 else None,
        made=None if facts["made"] < 0 else bool(facts["made"]),
        gains=tuple(machine.last_gains()),
        totals=tuple(machine.standing),
        winner=result if result >= 0 else "draw" if result == -2 else None,
        ledgers={ledger.name: tuple(machine.ledger_balances(k)) for k, ledger in enumerate(program.ledgers) if k > 0},
        meld=tuple(counting),
        counters=tuple(counted),
        notes=(*lost, *rounded(program, raw, counted)),
    )


def _cards_taken(program: Program, taken: Sequence[str] | None) -> list[list[int]]:
    """Return the cards that each account took, if the deck has so many of each."""
    if taken is None:
        return []
    if len(taken) != program.table.accounts:
        what = "side" if program.table.sides is Sides.FIXED else "seat"
        msg = f"taken: cards of {len(taken)}; this game keeps {program.table.accounts} accounts, one for each {what}"
        raise ValueError(msg)
    found = [parse_cards(program.deck, cards) for cards in taken]
    check_copies(program, "taken:", [card for cards in found for card in cards], " together")
    return found


def _counters_missing(program: Program, values: list[int]) -> list[str]:
    """Return a note where the counters of a deal that was played out do not come to all there are."""
    rules = program.rules
    aside = program.deal.widow or rules.bury is not None or rules.stock is not None or rules.round_to > 1
    if aside or len(set(rules.trump_points)) > len(set(rules.card_points)) or not any(values):
        return []
    whole = sum(p * n for p, n in zip(rules.card_points, program.deck.copies, strict=True)) + rules.last_trick
    left = whole - sum(values)
    verb = "is" if left == 1 else "are"
    return [f"{left} of the {whole} counters of a deal {verb} missing in these figures"] if left > 0 else []


def _check_counters(program: Program, values: list[int]) -> list[int]:
    """Return the card points, if the deck has that many; figures that are rounded already may come to more."""
    rules = program.rules
    types = len(rules.card_points)
    worth = [rules.trump_points[at : at + types] for at in range(0, len(rules.trump_points), types)] or [
        rules.card_points
    ]
    whole = max(sum(p * n for p, n in zip(points, program.deck.copies, strict=True)) for points in worth)
    points = whole + rules.last_trick
    slack = len(values) * rules.round_to // 2 if rules.round_to > 1 else 0
    if sum(values) > points + slack:
        unit = " card points" if rules.per > 1 else ""
        msg = f"counters: {sum(values)} together, but a deal has only {points}{unit}"
        raise ValueError(msg)
    return values


def _mode_called(program: Program, called: Sequence[str | tuple[str, int]]) -> int:
    """Return the mode that one of the calls made brings, or 0."""
    names = {item if isinstance(item, str) else item[0] for item in called}
    return next((call.mode for call in program.rules.calls if call.mode and call.name in names), 0)


def _row(rules: Rules, outcome: str | None) -> tuple[int, int]:
    """Return the row of a named outcome, and whether the deal was played to the end."""
    if outcome is None:
        return -1, 1
    for number, row in enumerate(rules.outcomes):
        if row.name == outcome:
            return number, int(bool(row.condition))
    names = ", ".join(row.name for row in rules.outcomes)
    msg = f"outcome: this game has no outcome {outcome!r}; outcomes are {names}"
    raise ValueError(msg)


def _offender(rules: Rules, row: int, declarer: int) -> int:
    """Return who broke a rule, where a ruling is asked for: the declarer unless somebody is named."""
    named: Outcome | None = rules.outcomes[row] if row >= 0 else None
    return declarer if named is not None and named.ruling else -1


def _melds_laid(
    program: Program, melds: Mapping[int, Mapping[str, int]], trump: int
) -> list[tuple[int, int, int, int]]:
    names = meld_names(program)
    found = []
    for account, laid in melds.items():
        if not 0 <= int(account) < program.table.accounts:
            msg = f"melds: there is no account {account}; accounts are 0 to {program.table.accounts - 1}"
            raise ValueError(msg)
        for name, times in laid.items():
            if name not in names:
                msg = f"melds: this game has no meld {name!r}; melds are {', '.join(names)}"
                raise ValueError(msg)
            entry = next(e for rules in program.modes for e in rules.melds if e.name == name)
            found.append((int(account), names.index(name), int(times), points_of(entry, trump, int(times))))
    return found


def _calls(program: Program, called: Sequence[str | tuple[str, int]]) -> list[tuple[str, int]]:
    names = call_names(program)
    found = []
    for item in called:
        name, seat = (item, -1) if isinstance(item, str) else item
        if name not in names:
            msg = f"called: this game has no call {name!r}; calls are {', '.join(names) or 'none'}"
            raise ValueError(msg)
        check_seat(program, "called", None if seat < 0 else seat)
        found.append((name, seat))
    return found

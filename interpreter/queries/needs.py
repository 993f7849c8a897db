"""Which figures a settlement needs, and which rules ask for what no figure tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.codes import WHO_ARGUMENT, Name, Op, Who
from interpreter.course import Course, differs_by_seat, folded, own_figures
from interpreter.program import Window
from interpreter.queries.told import shares_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from interpreter.course import Instruction
    from interpreter.program import Code, Outcome, Payment, Program, Rules


_NEEDS = {
    Name.TRICKS: "tricks",
    Name.OWN_TRICKS: "tricks",
    Name.TRICKS_PLAYED: "tricks",
    Name.LAST_TRICK_WINNER: "last_trick",
    Name.DEALER: "dealer",
    Name.TRUMP: "trump",
    Name.TRUMP_NAMED: "trump",
}
WHO_NEEDS = {
    Who.FROM_DEALER: "dealer",
    Who.NONDEALERS: "dealer",
    Who.IDLE: "dealer",
    Who.LAST_TRICK_WINNER: "last_trick",
    Who.TRICK_WINNER: "last_trick",
    Who.TRICK_LOSER: "last_trick",
}
_NO_FIGURES: dict[int, str] = {
    Op.TURNED: "the card that was turned up",
    Op.PLAYED: "the card that was played last",
}
_NO_FIGURE_NAMES: dict[int, str] = {
    Name.TRUMP_PLAYED: "the trumps that were played",
    Name.FIRST_TRICK: "the trick that is being played",
    Name.OWN_BIDS: "the bids that each has made",
    Name.ROUND: "the rounds of the auction",
}
"""What a rule may ask for and no figure tells."""
_HANDS: dict[int, str] = dict.fromkeys((Op.COUNT, Op.HOLDS), "the cards left in the hands")
_HAND_NAMES: dict[int, str] = {
    **dict.fromkeys((Name.HAND_LEFT, Name.BEST_MELD), "the cards left in the hands"),
    Name.STOCK_LEFT: "the cards left in the stock",
}
"""The same where a deal ends before it is played out; after the last trick there are none."""


def _rows(rules: Rules, row: int, called: Collection[str]) -> Iterator[tuple[Outcome, Sequence[Instruction]]]:
    """Yield the rows that may end a deal, each with what its condition asks: the one that is named, else those tried.

    What these calls rule out is not tried, nor what comes after a row to which they lead.
    """
    if row >= 0:
        yield rules.outcomes[row], ()
        return
    for one in rules.outcomes:
        if one.condition and not one.ruling:
            found = folded(one.condition, rules, called)
            if found.value != 0:
                yield one, found.asked
            if found.value:
                return


def _settling_code(
    rules: Rules, row: int, played_out: int, called: Collection[str]
) -> Iterator[tuple[str, Sequence[Instruction]]]:
    """Yield what a settlement asks in a deal with these calls, with the rule that does; `row` is -1 unless named."""
    yield "score.stake", folded(rules.stake, rules, called).asked
    if _winner_counts(rules, row, called):
        yield "score.winner", folded(rules.winner, rules, called).asked
    if rules.meld is not None:
        yield "meld.floor", folded(rules.meld.floor, rules, called).asked
        if played_out:
            yield "meld.saved_by", folded(rules.meld.saved_by, rules, called).asked
    for one, condition in _rows(rules, row, called):
        yield f"outcomes.{one.name}.if", condition
        for _, code in one.columns:
            yield f"outcomes.{one.name}", folded(code, rules, called).asked
    for payment, condition in _payments(rules, called):
        yield f"payments.{payment.name}.if", condition
        yield f"payments.{payment.name}", folded(payment.amount, rules, called).asked
    for rule, code in _game_codes(rules):
        yield rule, folded(code, rules, called).asked


def _payments(rules: Rules, called: Collection[str]) -> Iterator[tuple[Payment, Sequence[Instruction]]]:
    """Yield the payments that may fall due, each with what its condition asks."""
    for payment in rules.payments:
        if payment.window is Window.DEAL_END:
            found = folded(payment.condition, rules, called)
            if found.value != 0:
                yield payment, found.asked


def _game_codes(rules: Rules) -> Iterator[tuple[str, Code]]:
    """Yield the code that tells whether the game is over."""
    end = rules.ending
    yield "game.winner_needs", end.winner_needs
    for key, codes in (("wins", end.wins), ("loses", end.loses), ("ends", end.ends)):
        for code in codes:
            yield f"game.{key}", code


def _winner_counts(rules: Rules, row: int, called: Collection[str]) -> bool:
    """Tell whether it matters who won the deal: he or a loser is paid or asked, or a condition looks at him."""
    rows, payments = list(_rows(rules, row, called)), list(_payments(rules, called))
    codes = [code for one, _ in rows for _, code in one.columns] + [payment.amount for payment, _ in payments]
    codes += [code for _, code in _game_codes(rules)]
    # without a declarer it is the winner of whom conditions are asked
    conditions = [one for _, asked in (*rows, *payments) for one in asked]
    asked = [*conditions, *(one for code in codes for one in folded(code, rules, called).asked)]
    named = [who for one, _ in rows for who in (*(who for who, _ in one.columns), *one.wins_game, *one.loses_game)]
    named += [who for payment, _ in payments for who in (payment.source, payment.to)]
    named += [who for _, _, who in asked]
    return (
        any(who % 64 in (Who.WINNER, Who.LOSERS) for who in named)
        or any(op == Op.LOAD and name == Name.MARGIN for op, name, _ in asked)
        or any(who % 64 == Who.SELF and op not in (Op.CALLED, Op.OUTCOME) for op, _, who in conditions)
    )


def _paid(rules: Rules, row: int, called: Collection[str]) -> Iterator[tuple[str, int]]:
    """Yield the player words of columns and payments, with the rule each is of."""
    for one, _ in _rows(rules, row, called):
        for who in (*(who for who, _ in one.columns), *one.wins_game, *one.loses_game):
            yield f"outcomes.{one.name}", who
    for payment, _ in _payments(rules, called):
        yield f"payments.{payment.name}", payment.source
        yield f"payments.{payment.name}", payment.to


def figures_needed(
    program: Program, mode: int = 0, row: int = -1, played_out: int = 1, called: Collection[str] = ()
) -> dict[str, str]:
    """Return the figures that this game's settlement asks for besides melds and counters, with the rule that does.

    `row` is the number of the outcome where it is named, `played_out` tells whether the deal was played to the end;
    `called` names the calls that were made.
    """
    needed: dict[str, str] = {}
    rules = program.modes[mode]
    for rule, asked in _settling_code(rules, row, played_out, called):
        for op, a, b in asked:
            if op == Op.TAKEN:
                needed.setdefault("taken", rule)
            if op != Op.LOAD:
                continue
            name, who = a, Who(b % 64)
            if name > Name.LEDGER and name - Name.LEDGER == rules.ending.ledger:
                continue  # these are the totals
            if name > Name.LEDGER:
                needed.setdefault(f"ledger {program.ledgers[name - Name.LEDGER].name}", rule)
            elif name < Name.LEDGER and Name(name) in _NEEDS:
                needed.setdefault(_NEEDS[Name(name)], rule)
            if who in WHO_NEEDS:
                needed.setdefault(WHO_NEEDS[who], rule)
    if program.table.people:
        needed["dealer"] = "players.sit_out"
    for rule, number in _paid(rules, row, called):
        kind = Who(number % 64)
        if kind in WHO_NEEDS:
            needed.setdefault(WHO_NEEDS[kind], rule)
    return needed


def callers_needed(
    program: Program, mode: int, row: int, played_out: int, called: Collection[str]
) -> dict[int | None, str]:
    """Return the calls of which a settlement asks who made them, by number (None: the latest), with the rule."""
    found: dict[int | None, str] = {}
    rules = program.modes[mode]

    def note(who: int, rule: str) -> None:
        kind, argument = who % WHO_ARGUMENT, who // WHO_ARGUMENT
        if kind == Who.CALLER:
            found.setdefault(None, rule)
        elif kind == Who.CALLER_OF:
            found.setdefault(argument, rule)

    for rule, asked in _settling_code(rules, row, played_out, called):
        for op, a, b in asked:
            if op == Op.OWN_CALLED:
                found.setdefault(a, rule)
            elif op in (Op.LOAD, Op.TAKEN, Op.MELDED, Op.MELD_OF):
                note(b, rule)
    for rule, who in _paid(rules, row, called):
        note(who, rule)
    return found


def melds_looked_at(rules: Rules, row: int, played_out: int, called: Collection[str]) -> str | None:
    """Return a rule of the settlement that looks at which melds were laid, if there is one."""
    for rule, asked in _settling_code(rules, row, played_out, called):
        if any(op in (Op.MELDED, Op.MELD_OF) for op, _, _ in asked):
            return rule
    return None


def ask_for_each_seat(program: Program, course: Course, row: int, played: int, known: frozenset[str]) -> None:
    """Ask for figures of each seat where a rule looks at what a player has who shares an account."""
    rules, seats = program.modes[course.mode], program.table.seats
    called = {name for name, _ in course.calls}
    for rule, asked in _settling_code(rules, row, played, called):
        names = own_figures(asked)
        if rule in ("meld.saved_by", "meld.floor") and differs_by_seat(asked):
            names |= {"meld"}  # each player's own melds are saved or lost
        for name in sorted(names - known):
            msg = (
                f"{name} of each seat is needed to settle this game: the rule `{rule}` asks what a player has by "
                f"himself; give --{name} {','.join(shares_of(program, name, seats))} (one figure for each seat)"
            )
            raise ValueError(msg)


def refuse_untold(rules: Rules, row: int, played_out: int, called: Collection[str]) -> None:
    """Refuse a game whose rules ask for something that figures do not tell, rather than take it as nothing."""
    instructions = _NO_FIGURES if played_out else _NO_FIGURES | _HANDS
    names = _NO_FIGURE_NAMES if played_out else _NO_FIGURE_NAMES | _HAND_NAMES
    for rule, asked in _settling_code(rules, row, played_out, called):
        for op, a, _ in asked:
            untold = names.get(a) if op == Op.LOAD else instructions.get(op)
            if untold:
                msg = f"this game cannot be settled from figures: the rule `{rule}` looks at {untold}"
                raise ValueError(msg)

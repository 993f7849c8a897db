"""Checks that a compiled file can be played: no deal stands still, and the machine takes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.program import Phase, Then, Window
from pinochle_dsl.bounds import Bounds, always, never
from pinochle_dsl.compiling.base import BUILT_LATER
from pinochle_dsl.findings import Severity

if TYPE_CHECKING:
    from interpreter.program import Call, Payment, Program, Rules
    from pinochle_dsl.findings import Findings

ENDS = (Then.OUTCOME, Then.STOP_PLAY)
REDEALS = (Then.SAME_DEALER, Then.NEXT_DEALER)
NEEDED = {
    Phase.DEAL: "without cards there is nothing to play",
    Phase.SCORE: "every deal is scored",
    Phase.MELD: "nobody could lay his melds",
    Phase.PLAY: "nobody would play a card",
    Phase.BURY: "nobody can play with too many cards",
}
"""Phases in whose place nothing can stand, and why."""


def check_playable(program: Program, findings: Findings) -> None:
    """Add what keeps a compiled file from being played."""
    bounds = Bounds(program.table.seats, program.deck.copies, program.card_sets)
    dealt = Bounds(program.table.seats, program.deck.copies, program.card_sets, program.deal.hand)
    for rules in program.modes:
        _widow_and_bury(rules, findings)
        _nobody_bids(rules, dealt, findings)
        _no_trump_will_do(rules, bounds, findings)
        for payment in rules.payments:
            _paid_in_place(rules, payment, findings)
        _laid_without_end(rules, findings)
        for call in rules.calls:
            _in_place(rules, call, findings)
            _redeals_always(call, bounds, findings)
            _answers_itself(rules, call, findings)
    if not findings.errors:
        _machine(program, findings)


def _widow_and_bury(rules: Rules, findings: Findings) -> None:
    """Cards that are taken must be laid away, and only those."""
    if rules.bury is None or (Phase.WIDOW in rules.phases) == (Phase.BURY in rules.phases):
        return
    there, missing = ("widow", "bury") if Phase.WIDOW in rules.phases else ("bury", "widow")
    why = {"widow": "nobody can play with too many cards", "bury": "there are no cards to lay away"}[there]
    findings.add(
        "PIN416",
        ("phases",),
        f"the order of phases has `{there}` and leaves out `{missing}`: {why}",
        f"write both, `widow` before `bury`, or leave out both and say `{there}: null`",
    )


def _in_place(rules: Rules, call: Call, findings: Findings) -> None:
    if call.window is not Window.IN_PLACE_OF or call.phase not in NEEDED:
        return
    if call.phase is Phase.BURY and rules.bury is None:
        return
    always = call.phase in (Phase.DEAL, Phase.SCORE)
    if not always and call.then in (*ENDS, *REDEALS):
        return
    findings.add(
        "PIN405",
        ("calls", call.name, "when"),
        f"nothing can stand in place of {call.phase.value}: {NEEDED[call.phase]}",
        "use `before` or `after` a phase" if always else "say with `then` how the deal ends, or use `before` it",
    )


def _paid_in_place(rules: Rules, payment: Payment, findings: Findings) -> None:
    """A payment ends no deal: it can stand only where the deal can do without the phase."""
    if payment.window is not Window.IN_PLACE_OF or payment.phase not in NEEDED:
        return
    if payment.phase is Phase.BURY and rules.bury is None:
        return
    findings.add(
        "PIN405",
        ("payments", payment.name, "when"),
        f"nothing can stand in place of {payment.phase.value}: {NEEDED[payment.phase]}",
        "use `before` or `after` a phase",
    )


def _nobody_bids(rules: Rules, bounds: Bounds, findings: Findings) -> None:
    """Warn of a right to bid that no hand gives."""
    auction = rules.auction
    if auction is None or Phase.AUCTION not in rules.phases or not auction.may_bid:
        return
    if not never(bounds.of(auction.may_bid)):
        return
    so = ", so that every deal is dealt anew" if auction.all_pass in REDEALS and auction.holds is None else ""
    findings.add(
        "PIN403",
        ("auction", "may_bid"),
        f"there is no hand with which anybody may bid{so}",
        "ask for less",
        severity=Severity.WARNING,
    )


def _no_trump_will_do(rules: Rules, bounds: Bounds, findings: Findings) -> None:
    """Warn of deals that are all dealt anew because no suit can ever be trump."""
    trump = rules.trump
    if trump.lacking in REDEALS and trump.needs and not trump.or_none and never(bounds.of(trump.needs)):
        findings.add(
            "PIN403",
            ("trump", "needs"),
            "no suit can ever be trump, so that every deal is dealt anew",
            "ask for less",
            severity=Severity.WARNING,
        )


def _laid_without_end(rules: Rules, findings: Findings) -> None:
    """The same cards must not form the same meld again and again."""
    from interpreter.soundness import without_end  # noqa: PLC0415 - start-up

    for entry in without_end(rules):
        findings.add(
            "PIN407",
            ("melds", entry.name, "reuses"),
            f"`{entry.name}` reuses its own cards and needs no new one, so that it could be laid without end",
            "say `limit: 1`, or `meld: {new_card: true}`",
        )


def _redeals_always(call: Call, bounds: Bounds, findings: Findings) -> None:
    if call.then in REDEALS and call.window is not Window.AFTER_CALL and call.must and always(bounds.of(call.must)):
        findings.add(
            "PIN403",
            ("calls", call.name, "must"),
            f"every deal is dealt anew because of `{call.name}`, so that none is ever played",
            "say when it must be said",
            severity=Severity.WARNING,
        )


def _answers_itself(rules: Rules, call: Call, findings: Findings) -> None:
    at = call
    for _ in rules.calls:
        if at.window is not Window.AFTER_CALL:
            return
        at = rules.calls[at.answers]
    findings.add(
        "PIN405",
        ("calls", call.name, "when"),
        f"`{call.name}` answers a call that waits for it in turn: neither can ever be said",
        "let one of them be said at another moment",
    )


def _machine(program: Program, findings: Findings) -> None:
    """Let the machine itself read the Program, without the tables that take long."""
    from interpreter._tables import UnsupportedProgram, make_tables  # noqa: PLC0415 - loads the kernel
    from interpreter.soundness import TooLarge, UnsoundProgram, check  # noqa: PLC0415

    try:
        check(program)
        make_tables(program, with_melds=False)
    except TooLarge as error:
        findings.add("PIN304", error.path, _plain(error), on_key=True)
    except UnsoundProgram as error:
        findings.add("PIN901", error.path, _plain(error), on_key=True)
    except UnsupportedProgram as error:
        what = str(error).removeprefix("this machine cannot run ")
        findings.add("PIN901", error.path, f"{what} is not played yet by this version", BUILT_LATER, on_key=True)


def _plain(error: ValueError) -> str:
    return str(error).removeprefix("this program cannot be played: ")

"""Compiles the play of tricks: duties, the stock, who leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.codes import Who
from interpreter.program import Duty, DutyKind, Play, Stage, Stock
from pinochle_dsl.compiling.base import LEAD_SCOPE, MUST_SCOPE
from pinochle_dsl.expressions import FLAG_REGISTER, evaluate
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import who
from pinochle_dsl.patterns import PatternError, card_set
from pinochle_dsl.syntax import parse

if TYPE_CHECKING:
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.expressions import Scope
    from pinochle_dsl.findings import Path
    from pinochle_dsl.syntax import Tree

TRADITION = tuple(Phrase(text, parse("duty", text)) for text in ("follow suit", "trump", "beat"))
"""Duties of the play unless a file says otherwise."""

KINDS = {
    "follow_suit": DutyKind.FOLLOW_SUIT,
    "play_trump": DutyKind.TRUMP,
    "beat": DutyKind.BEAT,
    "beat_suit_led": DutyKind.BEAT_SUIT_LED,
    "play_cards": DutyKind.PLAY,
    "avoid_cards": DutyKind.AVOID,
}


def compile_play(build: Builder) -> Play:
    """Return the rules of the play."""
    said = build.model.play
    default = who(Who.DECLARER) if build.model.auction is not None else who(Who.FROM_DEALER, 1)
    if said is None:
        return Play(leader=default, stage=Stage(_duties(build, TRADITION, MUST_SCOPE, ("play",))))
    sides = build.model.players.sides
    if said.alone != "no" and not (isinstance(sides, int) and build.seats > sides and build.model.auction is not None):
        build.findings.add("PIN404", ("play", "alone"), "the declarer has no partner who could sit out")
    if said.open == "declarer" and build.model.auction is None:
        build.findings.add("PIN308", ("play", "open"), "there is no declarer without an auction")
    leader = build.who(said.leader, ("play", "leader"), default)
    if leader % 64 not in (Who.DECLARER, Who.FROM_DEALER, Who.NONDEALERS, Who.OPPONENT_OF_DECLARER, Who.PARTNER):
        build.findings.add(
            "PIN308", ("play", "leader"), "one player leads", "write declarer, eldest, dealer, nondealer"
        )
    stage = Stage(
        must=_duties(build, TRADITION if said.must is None else said.must, MUST_SCOPE, ("play", "must")),
        lead=_duties(build, said.lead or (), LEAD_SCOPE, ("play", "lead")),
    )
    return Play(
        leader=leader,
        stage=stage,
        last_wins=said.identical == "last wins",
        open=said.open,
        alone=said.alone != "no",
        look_back=said.look_back,
    )


def compile_stock(build: Builder) -> Stock | None:
    """Return the rules of the play while a stock lasts."""
    said = build.model.stock
    has_stock = build.model.deal.rest == "stock"
    if said is None:
        if has_stock:
            return Stock(Stage(()))
        return None
    if not has_stock:
        build.findings.add("PIN405", ("stock",), "there is no stock", "say `deal: {rest: stock}`", on_key=True)
    stage = Stage(
        must=_duties(build, said.must or (), MUST_SCOPE, ("stock", "must")),
        lead=_duties(build, said.lead or (), LEAD_SCOPE, ("stock", "lead")),
    )
    return Stock(stage, said.meld, said.draws_first, said.last_card)


def _duties(build: Builder, phrases: tuple[Phrase, ...], scope: Scope, path: Path) -> tuple[Duty, ...]:
    return tuple(_duty(build, phrase, scope, (*path, index)) for index, phrase in enumerate(phrases))


def _duty(build: Builder, phrase: Phrase, scope: Scope, path: Path) -> Duty:
    task, *rest = phrase.tree.children
    kind = KINDS[str(task.data)]  # type: ignore[union-attr]
    leads = scope is LEAD_SCOPE
    if leads and kind not in (DutyKind.PLAY, DutyKind.AVOID, DutyKind.TRUMP):
        build.findings.add(
            "PIN308", path, "there is nothing to follow or beat when leading", "write `play ...` or `avoid ...`"
        )
    cards = (0, 0, 0, 0, 0)
    if kind in (DutyKind.PLAY, DutyKind.AVOID):
        try:
            cards = card_set(task.children[0], build.context.cards)  # type: ignore[union-attr,arg-type]
        except PatternError as error:
            build.findings.add(error.code, path, error.message, error.hint, start=error.start, end=error.end)
    size = len(scope.flags)
    table = (1 << (1 << size)) - 1
    if phrase.tree.data != "always":
        condition: Tree = rest[0]  # type: ignore[assignment]
        code = build.code(evolve(phrase, tree=condition), Type.TRUTH, scope, path)
        if code:
            table = truth_table(code, size)
            if phrase.tree.data == "unless":
                table = ~table & ((1 << (1 << size)) - 1)
    return Duty(kind, table, cards)


def truth_table(code: tuple[int, ...], flags: int) -> int:
    """Return the truth table of a condition over so many flags: bit i is its value when the flags are i."""
    table = 0
    for state in range(1 << flags):

        def load(register: int, _who: int, state: int = state) -> int:
            return state >> (register - FLAG_REGISTER) & 1

        table |= evaluate(code, load) << state
    return table

"""Compiles calls, outcomes, payments and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lark import Token

from interpreter.codes import Who
from interpreter.program import Call, Ending, Outcome, Payment, Phase, Then, Window
from pinochle_dsl.compiling.base import IN_AUCTION, OWN
from pinochle_dsl.compiling.contracts import contracts
from pinochle_dsl.findings import Severity
from pinochle_dsl.model import Type
from pinochle_dsl.names import Moment, who

if TYPE_CHECKING:
    from interpreter.program import Auction, Code
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Path
    from pinochle_dsl.model import Call as SaidCall
    from pinochle_dsl.model import Outcome as SaidOutcome
    from pinochle_dsl.model import Payment as SaidPayment
    from pinochle_dsl.model import Phrase

TRUE: Code = (0, 1, 0)

SHOW = "show the widow"
"""The call of a declarer who shows the widow as he likes."""

COLUMNS = {
    "caller": Who.CALLER,
    "offender": Who.OFFENDER,
    "declarer": Who.DECLARER,
    "partner": Who.PARTNER,
    "dealer": Who.FROM_DEALER,
    "winner": Who.WINNER,
    "declarers": Who.DECLARERS,
    "defenders": Who.DEFENDERS,
    "losers": Who.LOSERS,
    "each": Who.EVERYONE,
}
"""Columns of an outcome, the more specific first."""

BOTH_REACH = {
    "reach_declarers": "declarers",
    "reach_highest": "highest",
    "reach_another": "another deal",
    "reach_draw": "draw",
}
"""Rules for a target that several reach, by the grammar's names."""


def compile_calls(build: Builder, auction: Auction | None) -> tuple[Call, ...]:
    """Return what may be said, in the file's order."""
    modes = {name: number for number, name in enumerate(contracts(build.model), start=1)}
    if build.changed is not None:  # within a contract nothing becomes another one
        modes = dict.fromkeys(modes, 1)
    found = [_call(build, name, said, auction, modes.get(name, 0)) for name, said in build.model.calls.items()]
    widow = build.model.widow
    if widow is not None and widow.shown == "as the declarer likes" and SHOW not in build.model.calls:
        found.append(Call(SHOW, Window.AFTER, Phase.WIDOW, by=(who(Who.DECLARER),), shows_widow=True))
    return tuple(found)


def _call(build: Builder, name: str, said: SaidCall, auction: Auction | None, mode: int) -> Call:
    path: Path = ("calls", name)
    window, phase, answers = build.window(said.when, (*path, "when"))
    if window in (Window.GAME_START, Window.GAME_END, Window.AFTER_TURN_UP):
        build.findings.add("PIN308", (*path, "when"), f"nobody can say anything at `{said.when}`", "use a payment")
    if window in IN_AUCTION and auction is None:
        build.findings.add("PIN405", (*path, "when"), "there is no auction in this game")
    moment = build.moment(window, phase)
    scope = build.scope(f"{said.when}", moment)
    if said.by is None and said.must is None:
        build.findings.add(
            "PIN407", path, "who may say this?", "say `by:`, or `must:` if it happens of itself", on_key=True
        )
    then, outcome = (Then.NOTHING, -1) if said.then is None else build.effect(said.then, (*path, "then"))
    if then is Then.CLOSE_STOCK and build.model.stock is None and build.model.deal.rest != "stock":
        build.findings.add("PIN405", (*path, "then"), "there is no stock to close", "say `deal: {rest: stock}`")
    if said.stakes is not None and not 1 <= said.stakes <= 100:
        build.findings.add("PIN310", (*path, "stakes"), "a stake is multiplied by 1 to 100")
    by = (build.who(said.by, (*path, "by")),) if said.by is not None else ()
    if not by and window in OWN:  # what happens of itself then happens to the player whose moment it is
        by = (who(Who.EVERYONE),)
    return Call(
        name=name,
        window=window,
        phase=phase,
        answers=answers,
        by=by,
        may=build.code(said.may, Type.TRUTH, scope, (*path, "may")),
        must=build.code(said.must, Type.TRUTH, scope, (*path, "must")),
        then=then,
        outcome=outcome,
        stakes=min(max(said.stakes or 1, 1), 100),
        agreed_by=build.who(said.agreed_by, (*path, "agreed_by")),
        once=said.once,
        mode=mode,
        shows_hand=said.shows is not None,
        bids=_bids(build, said, auction, window, path),
    )


def _bids(build: Builder, said: SaidCall, auction: Auction | None, window: Window, path: Path) -> int:
    """Return the bid that a call counts as, by its place on the ladder."""
    if said.bids is None or auction is None:
        if said.bids is not None:
            build.findings.add("PIN405", (*path, "bids"), "there is no auction in this game")
        return -1
    if window not in IN_AUCTION:
        build.findings.add(
            "PIN405", (*path, "when"), "a bid is made when it is one's turn to bid", "write `when: at own bid`"
        )
    if said.then is not None or said.agreed_by is not None:
        build.findings.add(
            "PIN405", path, "what stands as a bid may still be overbid: nothing can follow from it at once", on_key=True
        )
    points = build.number(said.bids, Type.POINTS, (*path, "bids"))
    if points not in auction.ladder:
        build.findings.add(
            "PIN403",
            (*path, "bids"),
            f"{points} is no bid of this game",
            f"bids go from {auction.ladder[0]} to {auction.ladder[-1]}",
        )
        return -1
    return auction.ladder.index(points)


def compile_outcomes(build: Builder) -> tuple[Outcome, ...]:
    """Return the case table."""
    return tuple(_outcome(build, name, said) for name, said in build.model.outcomes.items())


def _outcome(build: Builder, name: str, said: SaidOutcome) -> Outcome:
    path: Path = ("outcomes", name)
    scope = build.scope("there", Moment.END)
    condition: Code = ()
    if said.if_ is not None and said.if_.text == "otherwise":
        condition = TRUE
    elif said.if_ is not None:
        condition = build.code(said.if_, Type.TRUTH, scope, (*path, "if"))
    columns: list[tuple[int, Code]] = []
    for caller, phrase in said.caller_of.items():
        call = build.reference(caller, build.context.calls, "call", (*path, f"caller of {caller}"))
        columns.append(
            (
                who(Who.CALLER_OF, call),
                build.code(phrase, build.context.currency, scope, (*path, f"caller of {caller}")),
            )
        )
    for key, kind in COLUMNS.items():
        phrase = getattr(said, key)
        if phrase is None:
            continue
        if key in build.context.absent:
            build.findings.add(
                "PIN308",
                (*path, key),
                f"there are no {key} in this game: {build.context.absent[key]}",
                "write `each`",
                on_key=True,
            )
        columns.append((who(kind), build.code(phrase, build.context.currency, scope, (*path, key))))
        if key in ("each", "defenders", "winner", "losers"):
            _whose_own(build, phrase, (*path, key))
    made = {"made": True, "set": False, "conceded": False}.get(name) if said.made is None else said.made
    return Outcome(
        name=name,
        condition=condition,
        columns=tuple(columns),
        ruling=said.ruling,
        made=made,
        wins_game=(build.who(said.wins_game, (*path, "wins_game")),) if said.wins_game is not None else (),
        loses_game=(build.who(said.loses_game, (*path, "loses_game")),) if said.loses_game is not None else (),
    )


def _whose_own(build: Builder, phrase: Phrase, path: Path) -> None:
    """Refuse what is one player's own where a side of several is asked and none of them stands out."""
    sides = build.model.players.sides
    if not isinstance(sides, int) or build.seats <= sides:
        return
    for node in phrase.tree.iter_subtrees():
        token = node.children[0] if node.children else None
        if node.data == "own_called" or (node.data == "name" and str(token).startswith("own_")):
            name = "own_called" if node.data == "own_called" else str(token)
            start = token.start_pos if isinstance(token, Token) and node.data == "name" else None
            build.findings.add(
                "PIN308",
                path,
                f"whose `{name}`? A side of {build.seats // sides} players is asked here",
                f"write `{name[4:]}`, which is the side's" if name in OF_SIDES else "ask it of one player",
                start=start,
                end=start + len(name) if start is not None else None,
            )
            return


OF_SIDES = ("own_meld", "own_counters", "own_tricks")
"""What a side has as well as each of its players."""

MANY = ("everyone", "defenders", "winner", "losers", "opponents", "nondealers")
"""Words for accounts in payments, of whose players none stands out."""


def compile_payments(build: Builder) -> tuple[Payment, ...]:
    """Return movements of points and of other currencies."""
    found = []
    for name, said in build.model.payments.items():
        path: Path = ("payments", name)
        window, phase, answers = Window.DEAL_END, None, -1
        if said.when is not None:
            window, phase, answers = build.window(said.when, (*path, "when"))
        if window is Window.IN_PLACE_OF and said.if_ is None:
            build.findings.add(
                "PIN407",
                path,
                f"when is this paid in place of {phase.value if phase is not None else 'a phase'}?",
                "say it with `if`; where it is paid besides, write `before` or `after`",
                on_key=True,
            )
        if window in IN_AUCTION and build.model.auction is None:
            build.findings.add("PIN405", (*path, "when"), "there is no auction in this game")
        scope = build.scope("at that moment", build.moment(window, phase))
        ledger = build.reference(said.ledger, build.context.ledgers, "ledger", (*path, "ledger"))
        want = Type.POINTS if ledger == 0 else Type.COUNT
        if (said.amount is None) == (said.set_ is None):
            build.findings.add(
                "PIN407", path, "how much is paid?", "say `amount:`, or `set:`, and only one", on_key=True
            )
        _payers(build, said, path)
        key, phrase = ("amount", said.amount) if said.set_ is None else ("set", said.set_)
        if phrase is not None and _asked(said) in MANY:
            _whose_own(build, phrase, (*path, key))
        found.append(
            Payment(
                name=name,
                window=window,
                phase=phase,
                answers=answers,
                condition=build.code(said.if_, Type.TRUTH, scope, (*path, "if")),
                source=build.who(said.from_, (*path, "from"), who(Who.BANK)),
                to=build.who(said.to, (*path, "to"), who(Who.EVERYONE)),
                ledger=ledger,
                amount=build.code(phrase, want, scope, (*path, key)),
                sets=said.set_ is not None,
            )
        )
    return tuple(found)


def _asked(said: SaidPayment) -> str:
    """Return the word for those of whom an amount is asked: who gets it, or who pays the bank or a kitty."""
    source = "bank" if said.from_ is None else str(said.from_.tree.data)
    to = "everyone" if said.to is None else str(said.to.tree.data)
    return source if to in ("bank", "joint_ledger") else to


def _payers(build: Builder, said: SaidPayment, path: Path) -> None:
    """Refuse payments between no accounts, and balances that are set where somebody would have to pay."""
    outside = {"bank", "joint_ledger"}
    source = "bank" if said.from_ is None else str(said.from_.tree.data)
    to = "everyone" if said.to is None else str(said.to.tree.data)
    if source == to and source in outside:
        build.findings.add("PIN405", (*path, "to"), "nobody at the table pays or is paid here", "write whom, as `each`")
    if said.set_ is not None and source != "bank":
        build.findings.add(
            "PIN405", (*path, "set"), "a balance that is set costs nobody anything", "leave `from` out, or say `amount`"
        )


def compile_stake(build: Builder) -> tuple[Code, Code]:
    """Return what one stake is worth, and the condition that makes a winner of the deal."""
    said = build.model.score
    if said is None:
        return (), ()
    scope = build.scope("in the settlement", Moment.END)
    return (
        build.code(said.stake, Type.COUNT, scope, ("score", "stake")),
        build.code(said.winner, Type.TRUTH, scope, ("score", "winner")),
    )


def compile_ending(build: Builder) -> Ending:
    """Return how the game ends."""
    said = build.model.game
    path: Path = ("game",)
    ledger = build.reference(said.ledger, build.context.ledgers, "ledger", ("game", "ledger"))
    target: int | None = None
    if said.target is not None:
        target = build.number(said.target, build.context.currency, ("game", "target"))
        if target < 1:
            build.findings.add("PIN403", ("game", "target"), f"a target of {target} is reached before the first deal")
    if said.deals is not None and not 1 <= said.deals <= 1000:
        build.findings.add(
            "PIN310", ("game", "deals"), f"a game of {said.deals} deals cannot be played", "1 to 1000 deals"
        )
    if target is None and said.deals is None and not (said.wins or said.loses or said.ends):
        build.findings.add(
            "PIN403", path, "this game never ends", "say a `target:` or a number of `deals:`", on_key=True
        )
    both = []
    for index, phrase in enumerate(said.both_reach or ()):
        rule = str(phrase.tree.data)
        place: Path = ("game", "both_reach", index)
        if rule == "reach_raise":
            more = build.literal(phrase.tree.children[0], phrase, place)  # type: ignore[arg-type]
            if more < 1:
                build.findings.add("PIN310", place, "a target that rises by nothing never decides", "write 1 or more")
            both.append(f"target + {max(more, 1)}")
            continue
        both.append(BOTH_REACH[rule])
        if rule == "reach_declarers" and build.model.auction is None:
            build.findings.add("PIN308", place, "there are no declarers without an auction")
    sides = build.model.players.sides
    if both[-1:] == ["declarers"] and (sides if isinstance(sides, int) else build.seats) > 2:
        build.findings.add(
            "PIN403",
            ("game", "both_reach", len(both) - 1),
            "several who did not declare may reach the target in one deal; then another deal is played",
            "say what decides then: `[declarers, highest]`, or `[declarers, another deal]`",
            severity=Severity.WARNING,
        )
    scope = build.scope("after a deal", Moment.END)

    def codes(name: str) -> tuple[Code, ...]:
        table = getattr(said, name)
        return tuple(build.code(phrase, Type.TRUTH, scope, ("game", name, key)) for key, phrase in table.items())

    return Ending(
        target=target,
        ledger=ledger,
        deals=said.deals or 0,
        both_reach=tuple(both) or ("highest", "another deal"),
        winner_needs=build.code(said.winner_needs, Type.TRUTH, scope, ("game", "winner_needs")),
        wins=codes("wins"),
        loses=codes("loses"),
        ends=codes("ends"),
        tie=said.tie,
        tie_break=said.tie_break or (),
    )

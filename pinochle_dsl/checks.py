"""Checks beyond shape: rules that are well written one by one and do not fit together."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import attrs
from lark import Token

from pinochle_dsl.findings import Severity
from pinochle_dsl.model import Phrase

if TYPE_CHECKING:
    from pinochle_dsl.findings import Findings
    from pinochle_dsl.model import Variant
    from pinochle_dsl.syntax import Tree

PHASES_SAID = ("auction", "widow", "trump", "exchange", "ask", "redraw", "bury", "meld", "play")
"""Phases that have a section of their own."""


def check_model(model: Variant, findings: Findings) -> None:
    """Add what the model alone shows; needs no Program, so that it is told beside other findings."""
    for check in _MODEL_CHECKS:
        check(model, findings)


# ---- dealing -----------------------------------------------------------------------------------------


def _packets(model: Variant, findings: Findings) -> None:
    said, cards = model.deal.packets, _number(model.deal.cards)
    if said is None or cards is None:
        return
    each = widow = turned = 0
    for packet in _trees(said.tree):
        number = int(str(packet.children[0])[:6]) if packet.children else 1
        each += number if packet.data == "each" else 0
        widow += number if packet.data == "to_widow" else 0
        turned += packet.data == "turn_card"
    if each != cards:
        findings.add(
            "PIN412",
            ("deal", "packets"),
            f"the packets come to {each} cards, but everyone gets {cards}",
            "add or take packets until they agree",
        )
    in_widow = _number(model.deal.widow) if model.deal.widow else 0
    if widow and in_widow is not None and widow != in_widow:
        findings.add("PIN412", ("deal", "packets"), f"the packets give the widow {widow} cards, but it has {in_widow}")


def _id(model: Variant, findings: Findings) -> None:
    name = model.variant
    if re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name):
        return
    plain = unicodedata.normalize("NFKD", name.lower().replace("'", "").replace("ß", "ss")).encode("ascii", "ignore")
    usable = "-".join(re.findall(r"[a-z0-9]+", plain.decode())) or "house"
    findings.add(
        "PIN107",
        ("variant",),
        "the id of a game is small letters, digits and dashes",
        f"write `variant: {usable}`" + (f" and `title: {name}`" if " " in name and ":" not in name else ""),
    )


def _names(model: Variant, findings: Findings) -> None:
    seen: dict[str, str] = {}
    for symbol, name in model.deck.names.items():
        folded = name.strip().lower()
        if folded in seen:
            findings.add(
                "PIN408",
                ("deck", "names", symbol),
                f"{seen[folded]} and {symbol} are both called {name}",
                "give each a name of its own",
            )
        seen.setdefault(folded, symbol)


# ---- phases --------------------------------------------------------------------------------------------


def _phase_order(model: Variant, findings: Findings) -> None:
    phases = model.phases
    if phases is None:
        return
    at = {name: index for index, name in reversed(list(enumerate(phases)))}
    for name in ("deal", "play"):
        if name not in at:
            findings.add(
                "PIN416",
                ("phases",),
                f"the order of phases leaves out `{name}`",
                f"a deal has one: [{', '.join(('deal', *phases) if name == 'deal' else (*phases, 'play'))}]",
            )
    if at.get("deal", 0) != 0:
        findings.add(
            "PIN416", ("phases", at["deal"]), "nothing can happen before the cards are dealt", "put `deal` first"
        )
    if "score" in at and at["score"] != len(phases) - 1:
        findings.add(
            "PIN416", ("phases", at["score"]), "nothing can happen after the deal is scored", "put `score` last"
        )
    for first, then, why in _required_order(model):
        if first in at and then in at and at[first] > at[then]:
            findings.add(
                "PIN416",
                ("phases", at[then]),
                f"`{then}` comes before `{first}`, but {why}",
                f"put `{then}` after `{first}`",
            )
    for name in PHASES_SAID:
        if name == "trump" and model.trump is not None and model.trump.by not in (None, "declarer"):
            continue
        if getattr(model, name) is not None and name not in at and name != "play":
            findings.add(
                "PIN417",
                (name,),
                f"`{name}` is described, but the order of phases leaves it out",
                f"add `{name}` to `phases`, or remove the section with `{name}: null`",
                on_key=True,
                severity=Severity.WARNING,
            )


def _required_order(model: Variant) -> Iterator[tuple[str, str, str]]:
    by = model.trump.by if model.trump else None
    if model.auction is not None and by in (None, "declarer", "bid"):
        yield "auction", "trump", "whoever wins the auction names trump"
    if model.auction is not None:
        yield "auction", "widow", "the widow goes to whoever wins the auction"
        yield "auction", "exchange", "the exchange is with whoever wins the auction"
        yield "auction", "bury", "whoever wins the auction lays cards away"
        yield "auction", "play", "the contract must stand before the play"
    yield "widow", "bury", "the widow is taken before cards are laid away"
    yield "bury", "play", "nobody can play with too many cards"
    yield "exchange", "play", "cards are passed before they are played"
    if by != "first marriage":
        yield "trump", "play", "trump is named before the play"
        yield "trump", "meld", "melds depend on trump"


# ---- outcomes ------------------------------------------------------------------------------------------


def _otherwise(model: Variant, findings: Findings) -> None:
    rows = [(name, row) for name, row in model.outcomes.items() if row.if_ is not None]
    others = [name for name, row in rows if str(row.if_) in ("otherwise", "true")]
    if not others:
        where = ("outcomes", rows[-1][0]) if rows else ("outcomes",)
        findings.add(
            "PIN413", where, "what happens in all other cases?", "add a last row with `if: otherwise`", on_key=True
        )
        return
    for name, _ in rows[[name for name, _ in rows].index(others[0]) + 1 :]:
        findings.add(
            "PIN414",
            ("outcomes", name, "if"),
            f"'{others[0]}' takes all other cases before this row is tried",
            "put this row above it",
        )


def _reachable(model: Variant, findings: Findings) -> None:
    named = {call.then for call in model.calls.values()} | {model.trump.lacking if model.trump else None}
    if any(call.changes for call in model.calls.values()):
        return  # a contract of another kind may give any row a condition
    for name, row in model.outcomes.items():
        if row.if_ is None and not row.ruling and name not in named:
            findings.add(
                "PIN414",
                ("outcomes", name),
                f"no road leads to '{name}'",
                "give it an `if`, a call whose `then` names it, or `ruling: true`",
                on_key=True,
            )


def _stakes(model: Variant, findings: Findings) -> None:
    """Warn of stakes that are multiplied while no amount asks for the stake."""
    raised = [("calls", name, "stakes") for name, call in model.calls.items() if call.stakes not in (None, 1)]
    priced = [("score", "stake")] if model.score is not None and model.score.stake is not None else []
    if not (raised or priced) or _asks_stake(model):
        return
    for path in (*raised, *priced):
        findings.add(
            "PIN418",
            path,
            "this changes nothing: no outcome and no payment asks for `stake`",
            "write it where it is to count: `outcomes: {set: {declarers: -bid * stake}}`",
            severity=Severity.WARNING,
        )


def bid_matters(model: Variant) -> bool:
    """Return whether anything follows from the bid, or from who is the declarer, once there is a contract."""
    words = {"bid", "own_bids", "declarer", "declarers", "defenders", "partner", "opponent_of_declarer", "losers"}
    parts = (model.outcomes, model.payments, model.calls, model.game, model.score, model.meld, model.ledgers)
    columns = ("declarer", "declarers", "defenders", "partner")
    sided = any(getattr(row, key) is not None for row in model.outcomes.values() for key in columns)
    return sided or any(words & names for part in parts for names in _names_asked(part))


def _bids(model: Variant, findings: Findings) -> None:
    """Warn of an auction whose winner has nothing to make."""
    if model.auction is None or bid_matters(model):
        return
    findings.add(
        "PIN417",
        ("auction", "minimum"),
        "the bid costs and decides nothing: no outcome asks for `bid`",
        "say what becomes of it: `outcomes: {made: {if: meld + counters >= bid, declarers: meld + counters}, "
        "set: {if: otherwise, declarers: -bid}}`, with `defenders` in both",
        severity=Severity.WARNING,
    )


def _asks_stake(model: Variant) -> bool:
    parts = (model.outcomes, model.payments, model.calls, model.game, model.score and model.score.winner)
    return any("stake" in names for part in parts for names in _names_asked(part))


def _names_asked(part: Any) -> Iterator[set[str]]:  # noqa: ANN401 - any part of a model
    """Yield the words that the phrases of a part of a model are made of, patches of calls included."""
    if isinstance(part, Phrase):
        yield {str(token) for token in part.tree.scan_values(lambda token: isinstance(token, Token))}
    elif isinstance(part, str):
        yield set(re.findall(r"[a-z_]+", part))
    elif isinstance(part, dict):
        for inner in part.values():
            yield from _names_asked(inner)
    elif isinstance(part, (list, tuple)):
        for inner in part:
            yield from _names_asked(inner)
    elif attrs.has(type(part)):
        for item in attrs.fields(type(part)):
            yield from _names_asked(getattr(part, item.name))


def one_account(model: Variant) -> bool:
    """Return whether the declarer and the declaring side are one and the same account."""
    sides = model.players.sides
    return isinstance(sides, int) or sides in ("alone", "declarer against the rest")


def no_partner(model: Variant) -> bool:
    """Return whether nobody ever plays with the declarer."""
    changed = any("players" in (call.changes or {}) for call in model.calls.values())
    return not changed and model.players.sides in ("alone", "declarer against the rest")


def _hidden_columns(model: Variant, findings: Findings) -> None:
    """Warn of a column that reaches nobody: for want of a partner, or because another one takes its accounts."""
    if no_partner(model):
        for name, row in model.outcomes.items():
            if row.partner is not None:
                findings.add(
                    "PIN417",
                    ("outcomes", name, "partner"),
                    "`partner` reaches nobody: in this game the declarer has no partner",
                    "write `defenders` for the others, or leave it out",
                    on_key=True,
                    severity=Severity.WARNING,
                )
    if not one_account(model):
        return
    for name, row in model.outcomes.items():
        if row.declarer is not None and row.declarers is not None:
            findings.add(
                "PIN417",
                ("outcomes", name, "declarer"),
                "`declarers` of this row now reaches nobody: declarer and declarers have one account in this game",
                "write `declarers`, or remove one of the two with `null`",
                on_key=True,
                severity=Severity.WARNING,
                others=(("outcomes", name, "declarers"),),
            )


# ---- trump ---------------------------------------------------------------------------------------------


def _trump_melds(model: Variant, findings: Findings) -> None:
    by = model.trump.by if model.trump else None
    nobody = by == "nobody" or (by is None and model.auction is None)
    patterns = [entry.cards for entry in model.melds.values() if isinstance(entry.cards, Phrase)]
    if nobody and patterns and all(_needs_trump(pattern.tree) for pattern in patterns):
        findings.add(
            "PIN415",
            ("melds",),
            "all melds are of trump, and nobody names trump",
            "say who does with `trump: {by: ...}`, or add other melds",
            on_key=True,
        )


def _needs_trump(tree: Tree) -> bool:
    return any(node.data in ("in_trump", "trump_suit") for node in tree.iter_subtrees())


def _idle_keys(model: Variant, findings: Findings) -> None:
    if model.trump is not None and model.trump.lacking is not None and model.trump.needs is None:
        findings.add(
            "PIN417",
            ("trump", "lacking"),
            "every suit may be trump, so none is ever lacking",
            "say what a suit needs with `needs`",
            severity=Severity.WARNING,
        )
    if model.game.both_reach is not None and model.game.target is None and model.game.deals is not None:
        findings.add(
            "PIN417",
            ("game", "both_reach"),
            "there is no target that two could reach",
            "remove it, or say a `target`",
            severity=Severity.WARNING,
        )


def _plays_on(model: Variant, findings: Findings) -> None:
    """Warn of a game that goes on as long as two have the target, which they seldom lose again."""
    rules = [str(phrase.tree.data) for phrase in model.game.both_reach or ()]
    if "reach_another" not in rules or model.game.target is None:
        return
    at = rules.index("reach_another")
    if model.game.deals is None and not {"reach_highest", "reach_declarers"} & set(rules[:at]):
        findings.add(
            "PIN403",
            ("game", "both_reach", at),
            "who has the target keeps it, so that a game in which two have it hardly ends",
            "let the target rise, `[target + 25]`, or let the higher win first: `[highest, another deal]`",
            severity=Severity.WARNING,
        )
    for index in range(at + 1, len(rules)):
        findings.add(
            "PIN417",
            ("game", "both_reach", index),
            "this is never tried: after `another deal` there is nothing left to decide",
            "put it before `another deal`",
            severity=Severity.WARNING,
        )


# ---- helpers -------------------------------------------------------------------------------------------


def _number(phrase: Phrase | None) -> int | None:
    """Return a phrase's value where it is a plain number."""
    if phrase is not None and phrase.tree.data == "number" and len(phrase.text) <= 6:
        return int(phrase.text)
    return None


def _trees(tree: Tree) -> Iterator[Tree]:
    return (child for child in tree.children if not isinstance(child, Token))


_MODEL_CHECKS: tuple[Callable[[Variant, Findings], None], ...] = (
    _id,
    _packets,
    _names,
    _phase_order,
    _otherwise,
    _reachable,
    _stakes,
    _bids,
    _hidden_columns,
    _trump_melds,
    _idle_keys,
    _plays_on,
)

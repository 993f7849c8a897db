"""Compiles a checked model into a Program of the machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.program import Phase, Program, Rules
from pinochle_dsl.compiling.base import DEFAULT_PHASES, Builder, near
from pinochle_dsl.compiling.bidding import (
    compile_ask,
    compile_auction,
    compile_bury,
    compile_exchange,
    compile_redraw,
    compile_trump,
    compile_widow,
)
from pinochle_dsl.compiling.cards import (
    compile_cards,
    compile_deal,
    compile_deck,
    compile_ledgers,
    compile_table,
    compile_trump_points,
    empty_cards,
    spans,
)
from pinochle_dsl.compiling.contracts import compile_contracts
from pinochle_dsl.compiling.ending import (
    compile_calls,
    compile_ending,
    compile_outcomes,
    compile_payments,
    compile_stake,
)
from pinochle_dsl.compiling.melding import class_names, compile_meld, compile_melds, most_made
from pinochle_dsl.compiling.playing import compile_play, compile_stock
from pinochle_dsl.expressions import Context
from pinochle_dsl.model import Type

if TYPE_CHECKING:
    from collections.abc import Mapping

    from interpreter.program import Deal, MeldEntry
    from pinochle_dsl.expressions import Written
    from pinochle_dsl.findings import Findings
    from pinochle_dsl.model import Variant
    from pinochle_dsl.nodes import Mapping as Nodes

NO_AUCTION = "there is no auction"


def compile_variant(
    model: Variant, options: Mapping[str, str], findings: Findings, root: Nodes, written: list[Written] | None = None
) -> Program | None:
    """Return the Program of a model, or None with findings that say why there is none.

    `options` are the choices the model was merged with; `players` among them picks the number of
    seats where the file offers several.  `root` is the tree it was made of: contracts of another kind
    lay their patches over it.  The formulas of the game as it starts are added to `written`.
    """
    seats = _seats(model, options, findings)
    bare = empty_cards(model, findings)
    build = Builder(model, seats, _context(model, seats, bare), findings, _phases(model, findings))
    if written is not None:
        build.context.written = written
    build.context.cards = compile_cards(build, bare)
    table = compile_table(build)
    ledgers = compile_ledgers(build)
    deal = compile_deal(build)
    classes = class_names(build)
    melds = compile_melds(build, classes)
    rules = _rules(build, deal, melds)

    def again(other: Variant, twin: Builder, changed: frozenset[str]) -> Rules | None:
        """Compile the same game under other rules; pools of cards and groups are shared."""
        twin.context = _context(other, seats, bare)
        twin.context.absent.pop("trump", None)
        twin.context.card_sets, twin.context.groups = build.context.card_sets, build.context.groups
        twin.context.cards = compile_cards(twin, bare) if "counters" in changed else build.context.cards
        plain = not any(entry.if_ for entry in other.melds.values())
        same = plain and not changed & {"meld", "melds", "counters"}
        return _rules(twin, deal, melds if same else compile_melds(twin, class_names(twin)), rules)

    others = compile_contracts(build, root, again)
    if findings.errors:
        return None
    return Program(
        variant=model.variant,
        title=model.title or model.variant,
        options=dict(options),
        unit=model.unit,
        table=table,
        deck=compile_deck(build),
        deal=deal,
        ledgers=ledgers,
        classes=classes,
        card_sets=tuple(build.context.card_sets),
        groups=tuple(build.context.groups),
        modes=(rules, *others),
    )


def _rules(build: Builder, deal: Deal, melds: tuple[MeldEntry, ...], first: Rules | None = None) -> Rules:
    """Return the rules of a game as it starts, or of a contract of another kind in it.

    The auction is that of the game: a contract may stand before the auction is over, and bids stay what they are.
    """
    model = build.model
    last_trick = build.table_number(model.counters.last_trick, Type.POINTS, ("counters", "last_trick"))
    per = max(build.table_number(model.counters.per, Type.COUNT, ("counters", "per"), 1, low=1), 1)
    trump_points = compile_trump_points(build)
    cards = build.context.cards
    most = most_made(melds, cards.copies, cards.points, trump_points, last_trick, per)
    auction = compile_auction(build, most) if first is None else first.auction
    widow = compile_widow(build, deal)
    stake, winner = compile_stake(build)
    return Rules(
        rank_order=tuple(range(len(build.context.cards.ranks))),
        card_points=build.context.cards.points,
        last_trick=last_trick,
        round_to=max(build.table_number(model.counters.round_to, Type.POINTS, ("counters", "round_to"), 1, low=1), 1),
        per=per,
        phases=build.phases,
        auction=auction,
        trump=compile_trump(build, melds),
        widow=widow,
        exchange=compile_exchange(build),
        bury=compile_bury(build, deal, widow),
        meld=compile_meld(build),
        melds=melds,
        stock=compile_stock(build),
        play=compile_play(build),
        calls=compile_calls(build, auction),
        outcomes=compile_outcomes(build),
        payments=compile_payments(build),
        stake=stake,
        ending=compile_ending(build),
        winner=winner,
        ask=compile_ask(build),
        trump_points=trump_points,
        redraw=compile_redraw(build, deal),
    )


def _seats(model: Variant, options: Mapping[str, str], findings: Findings) -> int:
    offered = spans(model.players.seats)
    for number in offered:
        if not 2 <= number <= 8:
            findings.add("PIN404", ("players", "seats"), f"{number} players cannot play", "write 2 to 8 players")
            return 4
    chosen = options.get("players")
    return int(chosen) if chosen is not None and chosen.isdigit() else offered[0]


def _phases(model: Variant, findings: Findings) -> tuple[Phase, ...]:
    if model.phases is None:
        return DEFAULT_PHASES
    names = tuple(phase.value for phase in Phase)
    found: list[Phase] = []
    for index, name in enumerate(model.phases):
        if name not in names:
            findings.add("PIN104", ("phases", index), f"`{name}` is no phase", near(name, names, "phases are"))
        elif Phase(name) in found:
            findings.add("PIN405", ("phases", index), f"the phase {name} stands twice")
        else:
            found.append(Phase(name))
    return tuple(found)


def _context(model: Variant, seats: int, bare: object) -> Context:
    ledgers = ("points", *(name for name in model.ledgers if name != "points"))
    absent: dict[str, str] = {}
    if model.auction is None:
        names = ("bid", "nobody_bid", "round", "own_bids", "declarer", "declarers", "defenders", "partner")
        absent |= dict.fromkeys((*names, "opponent_of_declarer"), NO_AUCTION)
    if model.players.sides == "alone" and "partner" not in absent:
        absent["partner"] = "everyone plays alone"
    if model.deal.turn_up is None:
        absent["turned"] = "the deal has no turn-up"
    if model.trump is not None and model.trump.by == "nobody":
        absent["trump"] = "nobody names it"
    return Context(
        cards=bare,  # type: ignore[arg-type]
        seats=seats,
        melds=tuple(model.melds),
        calls=tuple(model.calls),
        outcomes=tuple(model.outcomes),
        ledgers=ledgers,
        game_ledger=ledgers.index(model.game.ledger) if model.game.ledger in ledgers else 0,
        absent=absent,
        built=model.deal.build is not None,
    )

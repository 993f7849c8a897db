"""Compiles what comes before the play: auction, trump, widow, exchange, burying."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from lark import Token

from interpreter.codes import Who
from interpreter.program import MOST_BIDS, Auction, Bury, Exchange, Then, Trump, TrumpBy, Widow
from pinochle_dsl.expressions import evaluate
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import Moment, who
from pinochle_dsl.patterns import PatternError, card_set

if TYPE_CHECKING:
    from interpreter.program import CardSet, Deal
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Path
    from pinochle_dsl.syntax import Tree


def compile_auction(build: Builder, most: int) -> Auction | None:
    """Return the bidding; `most` is what one side could ever make, where the ladder may end."""
    said = build.model.auction
    if said is None:
        return None
    for path, unusual, what in (
        ("order", said.order == "duel", "a duel in the auction"),
        ("pass", said.pass_ == "partner carries on", "a partner who carries on"),
        ("bid", said.bid != "points", "a bid that names a suit"),
        ("contract", said.contract != "own bid", "a contract of summed bids"),
        ("exposes", said.exposes != "nothing", "a widow exposed during the auction"),
    ):
        if unusual:
            build.not_built(("auction", path), what)
    scope = build.scope("in a bid", Moment.AUCTION)
    lowest, minimum = _minimum(build, most)
    ladder, jumps, steps = _ladder(build, lowest, most)
    opens, must_open, holds = _opens(build)
    then, taker, taken_at, or_more = _all_pass(build)
    last = said.last_word
    last_steps: tuple[int, ...] = ()
    if last is not None and last.raise_ is not None:
        free, last_steps = _amount(build, last.raise_.tree.children[0], last.raise_, ("auction", "last_word", "raise"))  # type: ignore[arg-type]
        last_steps = () if free else last_steps
    return Auction(
        ladder=ladder,
        jumps=jumps,
        steps=steps,
        opens=opens,
        must_open=must_open,
        holds=holds,
        minimum=minimum,
        order=said.order,
        turns=build.table_number(said.turns, Type.COUNT, ("auction", "turns")),
        may_bid=build.conditions(said.may_bid, scope, ("auction", "may_bid")),
        must_bid=build.code(said.must_bid, Type.TRUTH, scope, ("auction", "must_bid")),
        may_pass=build.code(said.may_pass, Type.TRUTH, scope, ("auction", "may_pass")),
        pass_rule=said.pass_,
        passes=said.passes or ("pass",),
        all_pass=then,
        taker=taker,
        taken_at=taken_at,
        taken_or_more=or_more,
        last_word=None if last is None else build.who(last.by, ("auction", "last_word", "by")),
        last_word_steps=last_steps,
    )


def _minimum(build: Builder, most: int) -> tuple[int, tuple[int, ...]]:
    """Return the lowest bid there is, and code where it depends on the bidder."""
    said = build.model.auction
    assert said is not None
    path = ("auction", "minimum")
    scope = build.scope("in the lowest bid", Moment.AUCTION)
    code = build.code(said.minimum, Type.POINTS, scope, path)
    if not code:
        return 1, ()
    if all(op != 1 and op < 26 for op in code[::3]):
        lowest = evaluate(code, lambda _register, _who: 0)
        code = ()
    else:
        lowest = min((evaluate((0, a, 0), lambda *_: 0) for op, a, _ in _triples(code) if op == 0 and a > 1), default=1)
    if lowest < 1:
        build.findings.add("PIN403", path, f"a lowest bid of {lowest} is no bid", "write 1 or more")
        lowest = 1
    if lowest > most:
        build.findings.add(
            "PIN403",
            path,
            f"no side could ever make a bid of {lowest}: melds and counters come to {most} at the most",
            "lower the bid, or check that bids and points are written in one unit",
        )
    return lowest, code


def _triples(code: tuple[int, ...]) -> list[tuple[int, int, int]]:
    return list(zip(code[::3], code[1::3], code[2::3], strict=True))


def _amount(build: Builder, tree: Tree, phrase: Phrase, path: Path) -> tuple[bool, tuple[int, ...]]:
    """Return whether jumps are free, and the raises in points, smallest first."""
    steps = tuple(sorted(build.literal(token, phrase, path) for token in tree.children if isinstance(token, Token)))
    if 0 in steps:
        build.findings.add("PIN403", path, "a raise of 0 never ends", "write how much higher a bid must be")
        steps = tuple(step for step in steps if step) or (1,)
    return tree.data == "in_steps", steps


def _ladder(build: Builder, lowest: int, most: int) -> tuple[tuple[int, ...], bool, tuple[int, ...]]:
    """Return the bids that exist, whether any higher one is a raise, and the raises that are."""
    said = build.model.auction
    assert said is not None
    path = ("auction", "raise")
    bands: list[tuple[int, int]] = []
    jumps = True
    steps: tuple[int, ...] = (1,)
    if said.raise_ is not None:
        phrase = said.raise_
        *rungs, last = (child for child in phrase.tree.children if not isinstance(child, Token))
        jumps, steps = _amount(build, last, phrase, path)
        for rung in rungs:
            amount, bound = rung.children
            _, rung_steps = _amount(build, amount, phrase, path)  # type: ignore[arg-type]
            bands.append((build.literal(bound, phrase, path), gcd(*rung_steps)))  # type: ignore[arg-type]
    top = most
    if said.maximum is not None:
        top = build.table_number(said.maximum, Type.POINTS, ("auction", "maximum"), most)
        if top < lowest:
            build.findings.add(
                "PIN403", ("auction", "maximum"), f"the highest bid, {top}, is below the lowest, {lowest}"
            )
    ladder = [lowest]
    while (ladder[-1] < top) and len(ladder) <= MOST_BIDS:
        step = next((size for bound, size in bands if ladder[-1] < bound), gcd(*steps))
        if said.maximum is not None and ladder[-1] + step > top:
            break
        ladder.append(ladder[-1] + step)
    if len(ladder) > MOST_BIDS:
        build.findings.add(
            "PIN403",
            path if said.raise_ is not None else ("auction",),
            f"there are more than {MOST_BIDS:,} bids between {lowest} and {top}",
            "raise in larger steps, or say a maximum",
        )
    if said.maximum is not None and ladder[-1] != top and top >= lowest:
        build.findings.add(
            "PIN403",
            ("auction", "maximum"),
            f"raises from {lowest} never meet {top}; the last bid below it is {ladder[-1]}",
            f"write {ladder[-1]}, or change the raise",
        )
    return tuple(ladder), jumps, () if jumps else steps


def _opens(build: Builder) -> tuple[int, bool, int | None]:
    said = build.model.auction
    assert said is not None
    if said.opens is None:
        return who(Who.FROM_DEALER, 1), False, None
    tree = said.opens.tree
    path = ("auction", "opens")
    seat = build.who_code(tree.children[0], path)  # type: ignore[arg-type]
    if seat % 64 not in (Who.FROM_DEALER, Who.NONDEALERS):
        build.findings.add(
            "PIN308", path, "who speaks first is a place at the table", "write eldest, dealer, left of dealer"
        )
    holds = build.literal(tree.children[1], said.opens, path) if tree.data == "holds_bid" else None  # type: ignore[arg-type]
    return seat, tree.data == "must_open", holds


def _all_pass(build: Builder) -> tuple[Then, int, int, bool]:
    said = build.model.auction
    assert said is not None
    if said.all_pass is None:
        return Then.NEXT_DEALER, 0, 0, False
    tree = said.all_pass.tree
    path = ("auction", "all_pass")
    if tree.data in ("same_dealer", "next_dealer"):
        return (Then.SAME_DEALER if tree.data == "same_dealer" else Then.NEXT_DEALER), 0, 0, False
    taker = build.who_code(tree.children[0], path)  # type: ignore[arg-type]
    points = build.literal(tree.children[1], said.all_pass, path)  # type: ignore[arg-type]
    return Then.NOTHING, taker, points, tree.data == "forced_up"


def compile_trump(build: Builder) -> Trump:
    """Return how trump is fixed."""
    said, auction = build.model.trump, build.model.auction
    by = said.by if said is not None else None
    if by is None:
        by = "declarer" if auction is not None else "nobody"
    path = ("trump", "by")
    if by in ("declarer", "bid") and auction is None:
        build.findings.add(
            "PIN405", path, "nobody can name trump: there is no auction", "write `turn-up`, or add an auction"
        )
    if by in ("bid", "widow card", "first marriage"):
        build.not_built(path, f"trump by {by}")
    if by == "turn-up" and build.model.deal.turn_up is None:
        build.findings.add("PIN405", path, "no card is turned up", "say `deal: {turn_up: next card}`")
    if said is None:
        return Trump(by=TrumpBy(by))
    scope = build.scope("when trump is named", Moment.DECLARER, "trump")
    needs = build.conditions(said.needs, scope, ("trump", "needs"))
    then, outcome = (Then.NOTHING, -1)
    if said.lacking is not None:
        then, outcome = build.effect(said.lacking, ("trump", "lacking"))
        if then in (Then.STOP_PLAY, Then.CLOSE_STOCK):
            build.findings.add("PIN307", ("trump", "lacking"), f"`{said.lacking}` has no meaning before the play")
    if needs and said.lacking is None:
        build.findings.add(
            "PIN406",
            ("trump", "needs"),
            "what happens when no suit has what it needs?",
            "say `lacking:` with an outcome, or `same dealer deals again`",
        )
    return Trump(by=TrumpBy(by), needs=needs, or_none=said.or_none, lacking=then, lacking_outcome=outcome)


def cards_not(build: Builder, phrase: Phrase | None, path: Path) -> tuple[CardSet, bool]:
    """Return the masks of cards that may not be moved, and whether melded cards are among them."""
    if phrase is None:
        return (0, 0, 0, 0, 0), False
    items = [item for item in phrase.tree.children if not isinstance(item, Token)]
    melded = any(item.data == "melded_cards" for item in items)
    rest = phrase.tree.copy()
    rest.children = [item for item in items if item.data != "melded_cards"]
    try:
        return card_set(rest, build.context.cards), melded
    except PatternError as error:
        build.findings.add(error.code, path, error.message, error.hint, start=error.start, end=error.end)
        return (0, 0, 0, 0, 0), melded


def compile_widow(build: Builder, deal: Deal) -> Widow | None:
    """Return who takes the widow."""
    said = build.model.widow
    if deal.widow == 0:
        if said is not None:
            build.findings.add(
                "PIN405", ("widow",), "no cards are dealt to a widow", "say `deal: {widow: 3}`", on_key=True
            )
        return None
    default = who(Who.DECLARER) if build.model.auction is not None else who(Who.BANK)
    if said is None:
        return Widow(to=default)
    if said.split is not None:
        build.not_built(("widow", "split"), "a widow that is shared out")
    if said.shown_if is not None:
        build.not_built(("widow", "shown_if"), "a widow that is shown on a condition")
    if said.shown == "as the declarer likes":
        build.not_built(("widow", "shown"), "a widow that the declarer shows as he likes")
    to = build.who(said.to, ("widow", "to"), default)
    if to not in (default, who(Who.DECLARER), who(Who.LAST_TRICK_WINNER)):
        build.not_built(("widow", "to"), "a widow for anyone but the declarer or the last trick's winner")
    return Widow(to=to, shown=said.shown or "to all")


def compile_exchange(build: Builder) -> Exchange | None:
    """Return how partners pass cards."""
    said = build.model.exchange
    if said is None:
        return None
    path: Path = ("exchange",)
    if build.model.auction is None:
        build.findings.add("PIN405", path, "there is no declarer to exchange with", "add an auction", on_key=True)
    sides = build.model.players.sides
    if not isinstance(sides, int) or build.seats // max(sides, 1) != 2:
        build.findings.add("PIN405", path, "only a pair of partners can exchange cards", on_key=True)
    if said.to is not None:
        build.not_built(("exchange", "to"), "passing to the left or right")
    if said.among != "declarer and partner":
        build.not_built(("exchange", "among"), "an exchange among more than two")
    cards = build.table_number(said.cards, Type.COUNT, ("exchange", "cards"))
    hand = build.number(build.model.deal.cards, Type.COUNT, ("deal", "cards"), 1)
    if cards > hand:
        build.findings.add("PIN401", ("exchange", "cards"), f"nobody can pass {cards} of {hand} cards")
    forbidden, melded = cards_not(build, said.not_, ("exchange", "not"))
    if melded:
        build.not_built(("exchange", "not"), "an exchange after the meld")
    return Exchange(cards=cards, order=said.order, not_cards=forbidden) if cards else None


def compile_bury(build: Builder, deal: Deal, widow: Widow | None) -> Bury | None:
    """Return what the declarer lays away: as much as he took, unless said."""
    said = build.model.bury
    taken = deal.widow if widow is not None and widow.to == who(Who.DECLARER) else 0
    if said is None:
        return Bury(cards=taken) if taken else None
    cards = build.table_number(said.cards, Type.COUNT, ("bury", "cards"), taken)
    if cards != taken:
        build.findings.add(
            "PIN401",
            ("bury", "cards") if said.cards is not None else ("bury",),
            f"{cards} cards are buried, but {taken} were taken: hands would not come out",
            on_key=said.cards is None,
        )
    forbidden, melded = cards_not(build, said.not_, ("bury", "not"))
    return (
        Bury(cards=cards, not_cards=forbidden, not_melded=melded, if_forced=said.if_forced, counts_for=said.counts_for)
        if cards
        else None
    )

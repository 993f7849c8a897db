"""Compiles what comes before the play: auction, trump, widow, exchange, burying."""

from __future__ import annotations

from itertools import product
from math import gcd
from typing import TYPE_CHECKING

from lark import Token

from interpreter.codes import WHO_ARGUMENT, Name, Op, Who
from interpreter.program import (
    MOST_BIDS,
    MOST_PASS_WORDS,
    Ask,
    Auction,
    Bury,
    Exchange,
    Phase,
    Redraw,
    Rest,
    Then,
    Trump,
    TrumpBy,
    Widow,
    Window,
)
from pinochle_dsl.bounds import ENDLESS, Bounds, asks_each_once
from pinochle_dsl.expressions import evaluate
from pinochle_dsl.model import Phrase, Type
from pinochle_dsl.names import Moment, who
from pinochle_dsl.patterns import PatternError, card_set

if TYPE_CHECKING:
    from interpreter.program import CardSet, Deal, MeldEntry
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Path
    from pinochle_dsl.syntax import Tree

ANY_CARD = (1 << 64) - 1
"""Mask of every card."""

MOST_OPEN_BIDS = 1_408
"""Bids of a ladder without a maximum: it ends there, far above what hands are worth, if it has not before."""

DEALS = (1, 2, 3, 4, 5, 6, 8, 12, 20, 50)
"""Deals in which a lowest bid that depends on the deal is looked at."""

MIN_WIDOW = 3
"""Cards of the widow that is proposed where none is dealt."""

MOST_SUIT_BIDS = 800
"""Bids that a ladder may have where each names a suit."""


def compile_auction(build: Builder, most: int) -> Auction | None:
    """Return the bidding; `most` is what one side could ever make, where the ladder may end."""
    said = build.model.auction
    if said is None:
        return None
    with_suit = said.bid == "points and suit"
    _fits(build)
    suits = ("trump", "own_meld", "meld") if with_suit else ()
    scope = build.scope("in a bid", Moment.AUCTION, *suits)
    lowest, minimum = _minimum(build, most)
    ladder, jumps, steps = _ladder(build, lowest, most)
    if with_suit and len(ladder) > MOST_SUIT_BIDS:
        build.findings.add(
            "PIN403",
            ("auction",),
            f"there are {len(ladder):,} bids, each in every suit: more than {MOST_SUIT_BIDS} are too many",
            "say a maximum, or raise in larger steps",
            on_key=True,
        )
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
        passes=tuple(sorted(said.passes or ("pass",), key=lambda word: word != "pass")),  # the plain pass is the first
        all_pass=then,
        taker=taker,
        taken_at=taken_at,
        taken_or_more=or_more,
        last_word=None if last is None else build.who(last.by, ("auction", "last_word", "by")),
        last_word_steps=last_steps,
        with_suit=with_suit,
        summed=said.contract == "sum of the side",
        exposes=said.exposes != "nothing",
        backwards=build.model.bids_backwards,
    )


def _fits(build: Builder) -> None:
    """Refuse forms of the auction that need partners, a widow or another way to name trump."""
    model = build.model
    said, sides = model.auction, model.players.sides
    assert said is not None
    partners = isinstance(sides, int) and build.seats > sides
    by = model.trump.by if model.trump is not None else None
    if said.bid == "points and suit" and by != "bid":
        build.findings.add(
            "PIN405", ("auction", "bid"), "bids name a suit, but it is not what fixes trump", "say `trump: {by: bid}`"
        )
    if said.pass_ == "partner carries on" and not partners:
        build.findings.add("PIN404", ("auction", "pass"), "nobody has a partner who could carry on")
    if said.contract == "sum of the side":
        if not partners:
            build.findings.add("PIN404", ("auction", "contract"), "there are no sides whose bids could be added up")
        for name, row in model.outcomes.items():
            for key in ("declarers", "declarer", "partner", "defenders"):
                if row.if_ is not None and getattr(row, key) is not None:
                    build.findings.add(
                        "PIN308",
                        ("outcomes", name, key),
                        "each side has a contract of its own here, and this row is asked of each",
                        f"pay with `each`, and remove `{key}` with `{key}: null`",
                        on_key=True,
                    )
    if said.exposes != "nothing" and model.deal.widow is None and model.deal.rest != "widow":
        build.findings.add("PIN405", ("auction", "exposes"), "there is no widow to expose", "say `deal: {widow: 3}`")
    if len(said.passes or ()) > MOST_PASS_WORDS:
        build.findings.add(
            "PIN310",
            ("auction", "passes"),
            f"more than {MOST_PASS_WORDS} words that pass",
            f"name at most {MOST_PASS_WORDS}",
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
        values = _values(code)
        lowest = min((value for value in values if value > 0), default=1)
        least, _ = Bounds(build.seats, build.context.cards.copies, tuple(build.context.card_sets)).of(code)
        if -ENDLESS // 2 < least < 1 and (asks_each_once(code) or min(values) == least):
            lowest = least
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


def _values(code: tuple[int, ...]) -> set[int]:
    """Return what a formula comes to in many deals: early and late, ahead and behind, for the dealer and others."""
    found = set()
    for deal, points, own, fact in product(DEALS, (-500, 0, 500), (True, False), (0, 1, 4)):
        plain = tuple(
            number
            for op, a, b in zip(code[::3], code[1::3], code[2::3], strict=True)
            for number in ((op, a, b) if op < Op.COUNT else (Op.CONST, fact, 0))
        )
        known = {Name.DEAL: deal, Name.SEAT: 0 if own else 1, Name.DEALER: 0, Name.PLAYERS: 4, Name.NOBODY_BID: 1}

        def load(register: int, _who: int, known: dict[Name, int] = known, points: int = points) -> int:
            return known.get(Name(register), points) if register < Name.LEDGER else points

        found.add(evaluate(plain, load))
    return found


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
        top = build.table_number(said.maximum, Type.POINTS, ("auction", "maximum"), most, low=1)
        if top < lowest:
            build.findings.add(
                "PIN403", ("auction", "maximum"), f"the highest bid, {top}, is below the lowest, {lowest}"
            )
    usual = gcd(*steps)
    ladder = [lowest]
    while (ladder[-1] < top) and len(ladder) <= MOST_BIDS:
        step = next((size for bound, size in bands if ladder[-1] < bound), usual) if bands else usual
        if said.maximum is not None and ladder[-1] + step > top:
            break
        if said.maximum is None and len(ladder) == MOST_OPEN_BIDS:
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


NO_BID = "a bid of 0 is no bid"


def _opens(build: Builder) -> tuple[int, bool, int | None]:
    said = build.model.auction
    assert said is not None
    if said.opens is None:
        return who(Who.FROM_DEALER, build.seats - 1 if build.model.bids_backwards else 1), False, None
    tree = said.opens.tree
    path = ("auction", "opens")
    seat = build.who_code(tree.children[0], path)  # type: ignore[arg-type]
    if seat % 64 not in (Who.FROM_DEALER, Who.NONDEALERS):
        build.findings.add(
            "PIN308", path, "who speaks first is a place at the table", "write eldest, dealer, left of dealer"
        )
    holds = build.literal(tree.children[1], said.opens, path) if tree.data == "holds_bid" else None  # type: ignore[arg-type]
    if holds == 0:
        build.findings.add("PIN310", path, NO_BID, "write 1 or more")
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
    if points == 0:
        build.findings.add("PIN310", path, NO_BID, "write 1 or more")
    return Then.NOTHING, taker, points, tree.data == "forced_up"


def compile_trump(build: Builder, melds: tuple[MeldEntry, ...]) -> Trump:
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
    if by == "first marriage":
        turns = build.model.meld.turns if build.model.meld is not None else "at once"
        if turns == "at once":
            build.findings.add(
                "PIN405",
                path,
                "the first marriage names trump only where melds are laid one after another",
                "say `meld: {turns: one per trick won}`, or who names trump",
            )
        elif not any(entry.names_trump for entry in melds):
            build.findings.add("PIN406", path, "no marriage can name trump", "add a meld such as `cards: K Q of trump`")
    if by == "bid" and auction is not None and auction.bid != "points and suit":
        build.findings.add("PIN405", path, "bids name no suit", "say `auction: {bid: points and suit}`")
    if by == "widow card" and build.model.deal.widow is None and build.model.deal.rest != "widow":
        build.findings.add("PIN405", path, "there is no widow", "say `deal: {widow: 3}`")
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
    if said.needs is not None and by not in ("declarer", "bid"):
        build.findings.add(
            "PIN405", ("trump", "needs"), "nobody chooses a suit that could need something", "leave it out", on_key=True
        )
    if needs and said.lacking is None and by != "bid":
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
        return card_set(rest, build.context.cards, dealt=not build.context.built), melded
    except PatternError as error:
        build.findings.add(error.code, path, error.message, error.hint, start=error.start, end=error.end)
        return (0, 0, 0, 0, 0), melded


def compile_redraw(build: Builder, deal: Deal) -> Redraw | None:
    """Return who may throw cards away and draw as many of those that were not dealt."""
    said = build.model.redraw
    if said is None:
        return None
    if deal.rest not in (Rest.STOCK, Rest.OUT) or deal.build:
        build.findings.add(
            "PIN405", ("redraw",), "no cards are left to draw", "say `deal: {rest: out of play}`", on_key=True
        )
    cards = build.table_number(said.cards, Type.COUNT, ("redraw", "cards"), deal.hand)
    return Redraw(
        by=(build.who(said.by, ("redraw", "by")),) if said.by is not None else (), cards=min(cards, deal.hand)
    )


def _widow_that_fits(build: Builder, deal: Deal) -> str:
    """Return how to deal a widow so that the cards come out: as small a one as there is of three cards or more."""
    whole, seats = sum(build.context.cards.copies), build.seats
    hands = (hand for hand in range(deal.hand, 0, -1) if whole - seats * hand >= MIN_WIDOW)
    hand = next(hands, 0)
    return f"say `deal: {{cards: {hand}, widow: {whole - seats * hand}}}`" if hand else "say `deal: {widow: 3}`"


def compile_widow(build: Builder, deal: Deal) -> Widow | None:
    """Return who takes the widow."""
    said = build.model.widow
    if "widow" in build.removed:
        return None
    if deal.widow == 0:
        if said is not None:
            build.findings.add(
                "PIN405", ("widow",), "no cards are dealt to a widow", _widow_that_fits(build, deal), on_key=True
            )
        return None
    default = who(Who.DECLARER) if build.model.auction is not None else who(Who.BANK)
    if said is None:
        return Widow(to=default)
    to = build.who(said.to, ("widow", "to"), default)
    _check_taker(build, to)
    usual = "to all" if to == who(Who.DECLARER) else "to nobody"
    scope = build.scope("when the widow is taken", build.moment(Window.BEFORE, Phase.WIDOW))
    return Widow(
        to=to,
        shown=said.shown or usual,
        shown_if=build.code(said.shown_if, Type.TRUTH, scope, ("widow", "shown_if")),
        split=_split(build, deal) if said.split is not None else (),
    )


ONE_PLAYER = (
    Who.DECLARER,
    Who.PARTNER,
    Who.FROM_DEALER,
    Who.CALLER,
    Who.CALLER_OF,
    Who.LAST_TRICK_WINNER,
    Who.OPPONENT_OF_DECLARER,
    Who.BANK,
)
"""Words that may name the one who takes a widow."""


def _check_taker(build: Builder, to: int) -> None:
    """Refuse a widow for several players, or for somebody whom nobody knows when it is taken."""
    kind, path = Who(to % WHO_ARGUMENT), ("widow", "to")
    sides = build.model.players.sides
    if kind in (Who.LEADER, Who.TRICK_WINNER, Who.TRICK_LOSER, Who.WINNER, Who.LOSERS, Who.OFFENDER):
        build.findings.add(
            "PIN303",
            path,
            "who that is shows only in the play, after the widow is taken",
            "name a player known by then",
        )
    elif kind not in ONE_PLAYER and not (kind is Who.DEFENDERS and build.seats == 2):
        build.findings.add(
            "PIN308",
            path,
            "the widow goes whole to one player, and that is not one",
            "name one player, or share it out with `split` instead",
        )
    elif kind is Who.PARTNER and isinstance(sides, int) and build.seats > 2 * sides:
        build.findings.add(
            "PIN308", path, "the declarer has more than one partner", "name a place, as `left of dealer`"
        )
    elif kind is Who.PARTNER and not isinstance(sides, int):
        if build.model.ask is None or not build.model.ask.makes_partner:
            build.findings.add("PIN308", path, "the declarer has no partner in this game", "name another player")
        elif not _partner_known(build):
            build.findings.add(
                "PIN303", path, "nobody is the declarer's partner yet", "put `ask` before `widow` in `phases`"
            )


def _partner_known(build: Builder) -> bool:
    phases = build.phases
    both = Phase.ASK in phases and Phase.WIDOW in phases
    return both and phases.index(Phase.ASK) < phases.index(Phase.WIDOW)


def _split(build: Builder, deal: Deal) -> tuple[tuple[int, int], ...]:
    """Return who gets how many cards of the widow."""
    said = build.model.widow
    assert said is not None
    assert said.split is not None
    path: Path = ("widow", "split")
    sides = build.model.players.sides
    if build.model.auction is None:
        build.findings.add("PIN405", path, "there is no declarer without an auction", on_key=True)
    if isinstance(sides, int) and build.seats > sides:
        build.findings.add(
            "PIN401", path, "the declarer's partner would get nothing: hands would not come out", on_key=True
        )
    declarer, others = said.split.get("declarer", 0), said.split.get("defenders", 0)
    whole = declarer + others * (build.seats - 1)
    if min(declarer, others) < 0 or whole != deal.widow:
        build.findings.add(
            "PIN401",
            path,
            f"{declarer} for the declarer and {others} for each other player are {whole}; the widow has {deal.widow}",
            on_key=True,
        )
    return (who(Who.DECLARER), declarer), (who(Who.DEFENDERS), others)


def compile_exchange(build: Builder) -> Exchange | None:
    """Return how partners pass cards."""
    said = build.model.exchange
    if said is None:
        return None
    path: Path = ("exchange",)
    if build.model.auction is None:
        build.findings.add("PIN405", path, "there is no declarer to exchange with", "add an auction", on_key=True)
    sides = build.model.players.sides
    among_all = said.among == "declarers"
    size = build.seats // max(sides, 1) if isinstance(sides, int) else 2 if sides.startswith("declarer and") else 1
    if size < 2 or (size > 2 and not among_all):
        what = "nobody has a partner to exchange cards with" if size < 2 else "a side has more than two players"
        build.findings.add("PIN405", path, what, "say `among: declarers`" if size > 2 else None, on_key=True)
    if said.to is not None and not among_all:
        build.findings.add(
            "PIN405", ("exchange", "to"), "two partners have no left and right", "say `among: declarers`", on_key=True
        )
    left = -1 if build.model.players.direction == "counterclockwise" else 1
    ring = tuple(left if way == "left" else -left for way in said.to or ("left",)) if among_all else ()
    cards = build.table_number(said.cards, Type.COUNT, ("exchange", "cards"))
    hand = build.number(build.model.deal.cards, Type.COUNT, ("deal", "cards"), 1)
    if cards > hand:
        build.findings.add("PIN401", ("exchange", "cards"), f"nobody can pass {cards} of {hand} cards")
    forbidden, melded = cards_not(build, said.not_, ("exchange", "not"))
    return Exchange(cards=cards, order=said.order, not_cards=forbidden, not_melded=melded, ring=ring) if cards else None


def compile_ask(build: Builder) -> Ask | None:
    """Return how a card is asked for."""
    said = build.model.ask
    if said is None:
        return None
    path: Path = ("ask",)
    if build.model.auction is None and said.by is None:
        build.findings.add("PIN405", path, "there is no declarer to ask for a card", "say `by:`", on_key=True)
    by = build.who(said.by, ("ask", "by"), who(Who.DECLARER))
    if by % 64 in (Who.EVERYONE, Who.DECLARERS, Who.DEFENDERS, Who.OPPONENTS, Who.NONDEALERS, Who.BANK, Who.JOINT):
        build.findings.add("PIN308", ("ask", "by"), "one player asks", "write declarer, partner, dealer, eldest")
    cards: CardSet = (ANY_CARD,) * 5
    if said.for_ is not None and said.for_.text.strip() != "any card":
        try:
            cards = card_set(said.for_.tree, build.context.cards)
        except PatternError as error:
            build.findings.add(error.code, ("ask", "for"), error.message, error.hint, start=error.start, end=error.end)
    back = build.table_number(said.back, Type.COUNT, ("ask", "back"))
    if said.moves != (back == 1) or back > 1:
        build.findings.add(
            "PIN401",
            ("ask", "back") if said.back is not None else path,
            f"{int(said.moves)} card comes and {back} go back: hands would not come out",
            "say `back: 1`, or `moves: false` if the card stays with its holder",
            on_key=said.back is None,
        )
    if said.makes_partner and build.model.players.sides != "declarer and partner against the rest":
        build.findings.add(
            "PIN405",
            ("ask", "makes_partner"),
            "sides are fixed, so the holder cannot become partner",
            "say `players: {sides: declarer and partner against the rest}`",
        )
    left = -1 if build.model.players.direction == "counterclockwise" else 1
    return Ask(
        by=by,
        cards=cards,
        start={"left": left, "right": -left}.get(said.from_ or "any", 1),
        back=back,
        moves=said.moves,
        makes_partner=said.makes_partner,
        condition=build.code(said.if_, Type.TRUTH, build.scope("there", Moment.TRUMP), ("ask", "if")),
    )


def compile_bury(build: Builder, deal: Deal, widow: Widow | None) -> Bury | None:
    """Return what is laid away by the one who took the widow: as much as he took, unless said."""
    said = build.model.bury
    kept = (who(Who.LAST_TRICK_WINNER), who(Who.BANK))
    taken = deal.widow if widow is not None and widow.to not in kept else 0
    owner = "declarer" if widow is not None and (widow.to == who(Who.DECLARER) or widow.split) else "who buried"
    if widow is not None and widow.split:  # everyone else keeps what he got
        taken = widow.split[0][1] - widow.split[1][1]
        if taken < 0:
            build.findings.add(
                "PIN401", ("widow", "split"), "the others get more than the declarer: hands would not come out"
            )
            taken = 0
    if said is None:
        return Bury(cards=taken, counts_for=owner) if taken else None
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
        Bury(
            cards=cards,
            not_cards=forbidden,
            not_melded=melded,
            if_forced=said.if_forced,
            counts_for=said.counts_for or owner,
        )
        if cards
        else None
    )

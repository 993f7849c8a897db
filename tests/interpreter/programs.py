"""Programs built by hand, so that the machine can be tested without the language."""

from __future__ import annotations

import attrs

from interpreter.codes import Name, Op, Who
from interpreter.program import (
    Auction,
    Bury,
    Call,
    Deal,
    Deck,
    Duty,
    DutyKind,
    Ending,
    Exchange,
    Ledger,
    Meld,
    MeldEntry,
    Outcome,
    Payment,
    Phase,
    Play,
    Program,
    Rest,
    Rules,
    Sides,
    Stage,
    Stock,
    Table,
    Then,
    Trump,
    TrumpBy,
    Widow,
    Window,
)

ALWAYS = 0xFFFFFFFFFFFFFFFF
RANKS = ("A", "10", "K", "Q", "J", "9")
POINTS = {"A": 10, "10": 10, "K": 10}
N = len(RANKS)
ELDEST = Who.FROM_DEALER + 64


def code(*parts) -> tuple[int, ...]:
    """Return postfix code; a part is an operation, a (register, who) pair or a number."""
    out: list[int] = []
    for part in parts:
        if isinstance(part, Op):
            out += [part, 0, 0]
        elif isinstance(part, Name):
            out += [Op.LOAD, part, 0]
        elif isinstance(part, tuple) and isinstance(part[0], Name):
            out += [Op.LOAD, part[0], part[1]]
        elif isinstance(part, tuple):
            out += [*part, 0, 0][:3]
        else:
            out += [Op.CONST, part, 0]
    return tuple(int(n) for n in out)


def card(rank: str, suit: int) -> int:
    """Return the type of a card."""
    return suit * N + RANKS.index(rank)


def cards(ranks: str, suit: int) -> tuple[tuple[int, int], ...]:
    """Return the cards of one suit, together."""
    names = ranks.split()
    return tuple(sorted((card(r, suit), names.count(r)) for r in set(names)))


def of_trump(ranks: str):
    """Return the forms of a meld of trump."""
    return tuple(((0, (cards(ranks, trump),)),) if trump < 4 else () for trump in range(5))


def of_plain(ranks: str):
    """Return the forms of a meld of each plain suit."""
    return tuple(tuple((s, (cards(ranks, s),)) for s in range(4) if s != trump) for trump in range(5))


def fixed(*pairs: tuple[str, int], times: int = 1):
    """Return the forms of a meld of exact cards."""
    vector = tuple(sorted((card(r, s), times) for r, s in pairs))
    return tuple(((0, (vector,)),) for _ in range(5))


def entry(name: str, classes: tuple[int, ...], forms, *points: int, **more) -> MeldEntry:
    """Return a meld worth the same under every trump."""
    return MeldEntry(name, classes, forms, tuple(tuple(points) for _ in range(5)), **more)


def around(rank: str):
    """Return the forms of four of a kind."""
    return fixed(*((rank, s) for s in range(4)))


def single_deck_melds() -> tuple[MeldEntry, ...]:
    """Return the melds of the four-handed game in tens."""
    return (
        entry("run and king", (0,), of_trump("A 10 K K Q J"), 190),
        entry("run and queen", (0,), of_trump("A 10 K Q Q J"), 190),
        entry("run and marriage", (0,), of_trump("A 10 K K Q Q J"), 230),
        entry("run", (0,), of_trump("A 10 K Q J"), 150, 1500),
        entry("royal marriage", (0,), of_trump("K Q"), 40),
        entry("marriage", (0,), of_plain("K Q"), 20),
        entry("dix", (0,), of_trump("9"), 10),
        entry("pinochle", (1,), fixed(("Q", 0), ("J", 2)), 40, 300),
        entry("aces around", (2,), around("A"), 100, 1000),
        entry("kings around", (2,), around("K"), 80, 800),
        entry("queens around", (2,), around("Q"), 60, 600),
        entry("jacks around", (2,), around("J"), 40, 400),
    )


def stage(*kinds: DutyKind) -> Stage:
    """Return a stage with plain duties."""
    return Stage(tuple(Duty(kind, ALWAYS) for kind in kinds))


USUAL = stage(DutyKind.FOLLOW_SUIT, DutyKind.TRUMP, DutyKind.BEAT)
SUM = code(Name.MELD, Name.COUNTERS, Op.ADD)
OWN_SUM = code(Name.OWN_MELD, Name.OWN_COUNTERS, Op.ADD)
MADE = code(Name.MELD, Name.COUNTERS, Op.ADD, Name.BID, Op.GE)
MINUS_BID = code(Name.BID, Op.NEGATE)
TRUE = code(1)


def deck() -> Deck:
    """Return the pack of 48."""
    return Deck(
        RANKS,
        ("♠", "♥", "♦", "♣"),
        (2,) * 24,
        ("ace", "ten", "king", "queen", "jack", "nine"),
        ("spades", "hearts", "diamonds", "clubs"),
    )


def rules(**changes) -> Rules:
    """Return rules in which nothing happens but the deal and the play."""
    base = {
        "rank_order": tuple(range(N)),
        "card_points": tuple(POINTS.get(r, 0) for _ in range(4) for r in RANKS),
        "last_trick": 10,
        "round_to": 0,
        "per": 1,
        "phases": tuple(Phase),
        "auction": None,
        "trump": Trump(TrumpBy.NOBODY),
        "widow": None,
        "exchange": None,
        "bury": None,
        "meld": Meld(),
        "melds": single_deck_melds(),
        "stock": None,
        "play": Play(Who.DECLARER, USUAL),
        "calls": (),
        "outcomes": (Outcome("played", TRUE, ((Who.EVERYONE, SUM),)),),
        "payments": (),
        "stake": (),
        "ending": Ending(1500),
    }
    return Rules(**{**base, **changes})


def program(name: str, table: Table, deal: Deal, *modes: Rules, ledgers=(Ledger("points"),), **changes) -> Program:
    """Return a Program."""
    made = Program(
        name,
        name,
        {},
        10,
        table,
        deck(),
        deal,
        ledgers,
        ("sequence", "pinochle", "around"),
        (
            tuple(sum(1 << card("9", s) for s in range(4)) for _ in range(5)),
            tuple(1 << card("9", t) if t < 4 else 0 for t in range(5)),
        ),
        (tuple((cards("K Q", t),) if t < 4 else () for t in range(5)),),
        modes,
    )
    return attrs.evolve(made, **changes)


def partnership(**changes) -> Program:
    """Return the four-handed game with auction and exchange, as cardgames.io has it."""
    concede = Call(
        "concede",
        Window.AFTER,
        Phase.MELD,
        by=(Who.DECLARER,),
        may=code(Name.BID, Name.MELD, Op.SUB, Name.ALL_COUNTERS, Op.GT),
        then=Then.OUTCOME,
        outcome=2,
    )
    mine = rules(
        auction=Auction(
            tuple(range(250, 2000, 10)),
            jumps=False,
            steps=(10, 20),
            opens=ELDEST,
            all_pass=Then.NOTHING,
            taker=Who.FROM_DEALER,
            taken_at=250,
        ),
        trump=Trump(TrumpBy.DECLARER),
        exchange=Exchange(4),
        meld=Meld(saved_by=code(Name.COUNTERS, 0, Op.GT)),
        calls=(concede,),
        outcomes=(
            Outcome("made", MADE, ((Who.DECLARERS, SUM), (Who.DEFENDERS, SUM))),
            Outcome("set", TRUE, ((Who.DECLARERS, MINUS_BID), (Who.DEFENDERS, SUM))),
            Outcome("conceded", (), ((Who.DECLARERS, MINUS_BID), (Who.DEFENDERS, code(Name.MELD))), made=False),
        ),
        ending=Ending(1500, both_reach=("declarers",)),
    )
    mine = attrs.evolve(mine, **changes)
    return program("partnership", Table(4, Sides.FIXED, (0, 1, 0, 1), 2), Deal(12), mine)


def random_deal() -> Program:
    """Return one deal of the four-handed game with trump turned up: what a dedicated program would play."""
    mine = rules(
        trump=Trump(TrumpBy.TURN_UP),
        play=Play(ELDEST, USUAL),
        ending=Ending(None, deals=1, both_reach=()),
    )
    return program("random deal", Table(4, Sides.FIXED, (0, 1, 0, 1), 2), Deal(12, turn_up="dealer's last card"), mine)


def two_handed(**changes) -> Program:
    """Return the two-handed game with a stock, as the Korean document has it."""
    melds = (
        entry("run", (0,), of_trump("A 10 K Q J"), 150),
        entry("royal marriage", (0,), of_trump("K Q"), 40),
        entry("marriage", (0,), of_plain("K Q"), 20),
        entry("dix", (0,), of_trump("9"), 10, swaps=True),
        entry("pinochle", (1,), fixed(("Q", 0), ("J", 2)), 40),
        entry("double pinochle", (1,), fixed(("Q", 0), ("J", 2), times=2), 300),
        entry("aces around", (2,), around("A"), 100),
        entry("kings around", (2,), around("K"), 80),
        entry("queens around", (2,), around("Q"), 60),
        entry("jacks around", (2,), around("J"), 40),
    )
    turned = Payment(
        "turned dix", Window.AFTER_TURN_UP, condition=code((Op.TURNED, 0)), to=Who.FROM_DEALER, amount=code(10)
    )
    win = Payment("win", Window.GAME_END, to=Who.WINNER, ledger=1, amount=code(1))
    loss = Payment("loss", Window.GAME_END, to=Who.LOSERS, ledger=1, amount=code(0), sets=True)
    drawn = Payment(
        "draw",
        Window.GAME_END,
        condition=code(Name.MARGIN, 0, Op.EQ),
        to=Who.EVERYONE,
        ledger=1,
        amount=code(0),
        sets=True,
    )
    mine = rules(
        trump=Trump(TrumpBy.TURN_UP),
        meld=Meld("one per trick won"),
        melds=melds,
        stock=Stock(Stage(())),
        play=Play(Who.NONDEALERS, USUAL),
        payments=(turned, win, loss, drawn),
        ending=Ending(None, deals=1, both_reach=()),
    )
    mine = attrs.evolve(mine, **changes)
    ledgers = (Ledger("points"), Ledger("streak", lasts_match=True))
    table = Table(2, Sides.ALONE, (0, 1), 2)
    return program("two-handed", table, Deal(12, rest=Rest.STOCK, turn_up="next card"), mine, ledgers=ledgers)


def three_handed(**changes) -> Program:
    """Return the three-handed auction with a widow and burying."""
    phases = (Phase.DEAL, Phase.AUCTION, Phase.WIDOW, Phase.TRUMP, Phase.MELD, Phase.BURY, Phase.PLAY, Phase.SCORE)
    mine = rules(
        phases=phases,
        auction=Auction(
            tuple(range(200, 700, 10)),
            jumps=True,
            steps=(),
            opens=ELDEST,
            all_pass=Then.NOTHING,
            taker=Who.FROM_DEALER,
            taken_at=200,
        ),
        trump=Trump(TrumpBy.DECLARER),
        widow=Widow(Who.DECLARER),
        bury=Bury(3, not_melded=True),
        outcomes=(
            Outcome("made", MADE, ((Who.DECLARERS, SUM), (Who.DEFENDERS, OWN_SUM))),
            Outcome("set", TRUE, ((Who.DECLARERS, MINUS_BID), (Who.DEFENDERS, OWN_SUM))),
        ),
        ending=Ending(1000, both_reach=("declarers", "highest")),
    )
    mine = attrs.evolve(mine, **changes)
    return program("three-handed", Table(3, Sides.DECLARER, (0, 1, 2), 3), Deal(15, widow=3), mine)

"""Questions that need no game: what is this hand worth, what may I play, who takes it, who gets what."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter._playout import Playout
from interpreter.actions import call_names, meld_names, outcome_names, points_of
from interpreter.cards import NO_SUIT, format_card, parse_card, parse_cards, parse_suit, suit_name
from interpreter.codes import Flag, LeadFlag, Name, Op, Who
from interpreter.laying import best_laying
from interpreter.program import DutyKind, Sides, Window
from interpreter.tables import tables_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from interpreter.program import Code, Duty, MeldEntry, Outcome, Program, Rules, Stage, Vector

STAGES = ("playoff", "stock")
ROLES = (None, "declarer", "defender")


@frozen
class LaidMeld:
    """One meld on the table."""

    name: str
    cards: tuple[str, ...]
    points: int


@frozen
class BestMelds:
    """The best melds of a hand, dearest first."""

    total: int
    melds: tuple[LaidMeld, ...]


@frozen
class Settlement:
    """What a deal brings each account."""

    outcome: str | None
    made: bool | None
    """None where nobody contracted."""
    gains: tuple[int, ...]
    totals: tuple[int, ...]
    """After the deal."""
    winner: int | str | None
    """Account that wins the game with it, `draw`, or None."""


@lru_cache(maxsize=16)
def _scratch_of(key: str, holder: _Holder) -> Playout:
    del key
    return Playout(tables_of(holder.program), 0, [0])


class _Holder:
    """Carries a Program past the cache, which goes by its hash alone."""

    def __init__(self, program: Program) -> None:
        self.program = program

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Holder)

    def __hash__(self) -> int:
        return 0


def _scratch(program: Program) -> Playout:
    """Return a machine to ask; every question sets what it looks at."""
    return _scratch_of(program.hash, _Holder(program))


# -- melds


def melds(
    program: Program, hand: str | Iterable[str], trump: str | int | None, *, role: str | None = None
) -> BestMelds:
    """Return the best melds of one hand if all is laid at once, before floor and saving.

    `role` is `declarer` or `defender` where that decides what one may lay; without it, anyone's melds count.
    Raises `ValueError` for cards or a suit that do not fit.
    """
    if role not in ROLES:
        msg = f"{role!r} is no role; expected declarer or defender"
        raise ValueError(msg)
    cards = parse_cards(program.deck, hand)
    suit = parse_suit(program.deck, trump)
    if program.rules.meld is None:
        return BestMelds(0, ())
    machine = _scratch(program)
    seats = program.table.seats
    seat = (
        0
        if role != "defender"
        else next((s for s in range(1, seats) if program.table.side_of[s] != program.table.side_of[0]), 1)
    )
    on = machine.entries_for(cards, suit, -1 if role is None else 0, seat)
    entries = [entry for e, entry in enumerate(program.rules.melds) if on >> e & 1]
    laying = best_laying(entries, Counter(cards), suit)
    found = [meld for entry, vectors in laying for meld in _split(program, entry, suit, vectors)]
    found.sort(key=lambda meld: -meld.points)
    return BestMelds(sum(meld.points for meld in found), tuple(found))


def _split(program: Program, entry: MeldEntry, trump: int, vectors: list[Vector]) -> list[LaidMeld]:
    """Return a family laid n times as melds: as many together as one entry of its points names."""
    most = len(entry.points[trump])
    parts: list[LaidMeld] = []
    left = list(vectors)
    while left:
        total = points_of(entry, trump, len(left))
        size = (
            next(
                k
                for k in range(min(most, len(left)), 0, -1)
                if points_of(entry, trump, k) + points_of(entry, trump, len(left) - k) == total
                and (k == 1 or entry.points[trump][k - 1] != k * entry.points[trump][0])
            )
            if most > 1
            else 1
        )
        group, left = left[:size], left[size:]
        cards = sorted(t for vector in group for t, n in vector for _ in range(n))
        names = tuple(format_card(program.deck, t) for t in cards)
        parts.append(LaidMeld(entry.name, names, points_of(entry, trump, size)))
    return parts


# -- cards that may be played


@frozen
class _Table:
    """What a question about legal cards looks at."""

    hand: tuple[int, ...]
    trick: tuple[int, ...]
    trump: int
    stage: int
    leading: int
    seat: int
    declarer: int
    first_trick: bool
    trump_played: bool


def _read_table(  # noqa: PLR0913 - the arguments of the command line
    program: Program,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    stage: str,
    leading: int,
    seat: int | None,
    declarer: int | None,
    first_trick: bool,  # noqa: FBT001
    trump_played: bool,  # noqa: FBT001
) -> _Table:
    seats = program.table.seats
    held, laid = parse_cards(program.deck, hand), parse_cards(program.deck, trick)
    together = Counter(held) + Counter(laid)
    for card, n in together.items():
        if n > program.deck.copies[card]:
            name, copies = format_card(program.deck, card), program.deck.copies[card]
            msg = f"hand and trick have {n} {name} together; the deck has {copies}"
            raise ValueError(msg)
    if len(laid) >= seats:
        msg = f"a trick of {len(laid)} cards is complete: {seats} play"
        raise ValueError(msg)
    for name, value in (("leading", leading), ("seat", seat), ("declarer", declarer)):
        _check_seat(program, name, value)
    plays = (leading + len(laid)) % seats
    if seat is not None and seat != plays:
        msg = f"seat {seat} is not to play: seat {leading} leads and {len(laid)} cards lie, so seat {plays} plays"
        raise ValueError(msg)
    if stage not in STAGES or (stage == "stock" and program.rules.stock is None):
        stages = "stock or playoff" if program.rules.stock is not None else "playoff"
        msg = f"this game has no stage {stage!r}; expected {stages}"
        raise ValueError(msg)
    suit = parse_suit(program.deck, trump)
    return _Table(
        tuple(held), tuple(laid), suit, STAGES.index(stage), leading, plays,
        leading if declarer is None else declarer, first_trick, trump_played,
    )  # fmt: skip


def _check_seat(program: Program, name: str, seat: int | None) -> None:
    if seat is not None and not 0 <= seat < program.table.seats:
        msg = f"{name}: there is no seat {seat}; seats are 0 to {program.table.seats - 1}"
        raise ValueError(msg)


def legal_cards(  # noqa: PLR0913
    program: Program,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    *,
    stage: str = "playoff",
    leading: int = 0,
    seat: int | None = None,
    declarer: int | None = None,
    first_trick: bool = False,
    trump_played: bool = False,
) -> list[str]:
    """Return the cards that may be played to a trick, each once, in the deck's order.

    Raises `ValueError` for cards, seats or a stage that do not fit the game.
    """
    table = _read_table(program, hand, trick, trump, stage, leading, seat, declarer, first_trick, trump_played)
    figures = {
        "trump": table.trump,
        "stage": table.stage,
        "leading": table.leading,
        "seat": table.seat,
        "declarer": table.declarer,
        "first_trick": int(table.first_trick),
        "trump_played": int(table.trump_played),
    }
    found = _scratch(program).legal_for(figures, list(table.hand), list(table.trick))
    return [format_card(program.deck, card) for card in found]


def legal_reason(  # noqa: PLR0913
    program: Program,
    card: str,
    hand: str | Iterable[str],
    trick: str | Iterable[str],
    trump: str | int | None,
    *,
    stage: str = "playoff",
    leading: int = 0,
    seat: int | None = None,
    declarer: int | None = None,
    first_trick: bool = False,
    trump_played: bool = False,
) -> tuple[bool, str]:
    """Return whether a card may be played, and why or why not, in card players' words."""
    table = _read_table(program, hand, trick, trump, stage, leading, seat, declarer, first_trick, trump_played)
    asked = parse_card(program.deck, card)
    name = format_card(program.deck, asked)
    if asked not in table.hand:
        return False, f"{name} is not in this hand"
    rules, play = program.rules, program.rules.play
    duties_of: Stage | None = rules.stock.stage if table.stage and rules.stock else play.stage if play else None
    allowed = set(table.hand)
    facts = _TrickFacts(program, table)
    for duty, words in facts.duties(duties_of):
        kept = {c for c in allowed if facts.satisfies(duty, c)}
        if kept and asked not in kept:
            others = " ".join(format_card(program.deck, c) for c in sorted(kept))
            return False, f"{name} is not allowed: {words}, and this hand can ({others})"
        allowed = kept or allowed
    if not table.trick:
        return True, f"{name} may be led"
    return True, f"{name} is allowed"


class _TrickFacts:
    """The duties of a trick in plain Python, for explanations."""

    def __init__(self, program: Program, table: _Table) -> None:
        self.program = program
        self.table = table
        self.ranks = len(program.deck.ranks)
        order = program.rules.rank_order
        self.strength = {rank: len(order) - place for place, rank in enumerate(order)}
        self.winning = trick_winner_of(program, list(table.trick), table.trump)

    def suit(self, card: int) -> int:
        """Return the suit of a card."""
        return card // self.ranks

    def beats(self, card: int, other: int) -> bool:
        """Tell whether a card beats one that lies before it."""
        if card == other:
            return self.program.rules.play is not None and self.program.rules.play.last_wins
        if self.suit(card) == self.suit(other):
            return self.strength[card % self.ranks] > self.strength[other % self.ranks]
        return self.suit(card) == self.table.trump

    def satisfies(self, duty: Duty, card: int) -> bool:
        """Tell whether a card satisfies a duty."""
        trick, trump = self.table.trick, self.table.trump
        in_set = bool(duty.cards[trump] >> card & 1)
        if duty.kind is DutyKind.FOLLOW_SUIT:
            return self.suit(card) == self.suit(trick[0])
        if duty.kind is DutyKind.TRUMP:
            return self.suit(card) == trump
        if duty.kind is DutyKind.BEAT:
            return self.winning is not None and self.beats(card, trick[self.winning])
        if duty.kind is DutyKind.BEAT_SUIT_LED:
            led = [c for c in trick if self.suit(c) == self.suit(trick[0])]
            best = max(led, key=lambda c: self.strength[c % self.ranks])
            return self.suit(card) == self.suit(best) and self.beats(card, best)
        return in_set if duty.kind is DutyKind.PLAY else not in_set

    def flags(self) -> int:
        """Return the index into the truth tables of duties."""
        table, trick = self.table, self.table.trick
        hand_suits = {self.suit(c) for c in table.hand}
        if not trick:
            only_trumps = hand_suits <= {table.trump}
            bits = {
                LeadFlag.FIRST_TRICK: table.first_trick,
                LeadFlag.TRUMP_PLAYED: table.trump_played,
                LeadFlag.ONLY_TRUMPS_LEFT: only_trumps,
                LeadFlag.DECLARER_LEADS: table.seat == table.declarer,
            }
            return sum(1 << flag for flag, on in bits.items() if on)
        led = self.suit(trick[0])
        best = (table.leading + (self.winning or 0)) % self.program.table.seats
        follow = {
            Flag.TRUMP_LED: led == table.trump,
            Flag.TRUMPED: led != table.trump and self.suit(trick[self.winning or 0]) == table.trump,
            Flag.VOID: led not in hand_suits,
            Flag.PARTNER_WINNING: self.same_side(best, table.seat),
            Flag.LAST_TO_PLAY: len(trick) == self.program.table.seats - 1,
            Flag.FIRST_TRICK: table.first_trick,
        }
        return sum(1 << flag for flag, on in follow.items() if on)

    def same_side(self, one: int, other: int) -> bool:
        """Tell whether two seats play together."""
        if self.program.table.sides is Sides.DECLARER:
            return (one == self.table.declarer) == (other == self.table.declarer)
        return self.program.table.side_of[one] == self.program.table.side_of[other]

    def duties(self, stage: Stage | None) -> list[tuple[Duty, str]]:
        """Return the duties that hold now, with their words."""
        if stage is None:
            return []
        listed = stage.must if self.table.trick else stage.lead
        flags = self.flags()
        return [(duty, self.words(duty)) for duty in listed if duty.when >> flags & 1]

    def words(self, duty: Duty) -> str:
        """Return a duty in card players' words."""
        deck, trump = self.program.deck, self.table.trump
        if duty.kind is DutyKind.FOLLOW_SUIT:
            return f"{deck.suits[self.suit(self.table.trick[0])]} was led and must be followed"
        if duty.kind is DutyKind.TRUMP:
            return f"without the suit led one must trump ({suit_name(deck, trump)})"
        if duty.kind is DutyKind.BEAT:
            best = self.table.trick[self.winning or 0]
            return f"one must beat the winning {format_card(deck, best)}"
        if duty.kind is DutyKind.BEAT_SUIT_LED:
            return "one must beat the best card of the suit led"
        cards = " ".join(format_card(deck, c) for c in range(4 * self.ranks) if duty.cards[trump] >> c & 1)
        return f"one must play one of {cards}" if duty.kind is DutyKind.PLAY else f"one must avoid {cards}"


# -- tricks


def trick_winner(program: Program, trick: str | Iterable[str], trump: str | int | None) -> int | None:
    """Return the place in the trick of the card that wins it; None for no card.

    Raises `ValueError` for cards or a suit that do not fit.
    """
    cards = parse_cards(program.deck, trick)
    if len(cards) > program.table.seats:
        msg = f"a trick of {len(cards)} cards is too long: {program.table.seats} play"
        raise ValueError(msg)
    return trick_winner_of(program, cards, parse_suit(program.deck, trump))


def trick_winner_of(program: Program, cards: list[int], trump: int) -> int | None:
    """Return the same for card types."""
    return _scratch(program).winner_of(cards, trump) if cards else None


# -- settlement

_NEEDS = {
    Name.TRICKS: "tricks",
    Name.OWN_TRICKS: "tricks",
    Name.LAST_TRICK_WINNER: "last_trick",
    Name.DEALER: "dealer",
    Name.TRUMP: "trump",
    Name.TRUMP_NAMED: "trump",
}
_WHO_NEEDS = {
    Who.FROM_DEALER: "dealer",
    Who.NONDEALERS: "dealer",
    Who.LAST_TRICK_WINNER: "last_trick",
    Who.TRICK_WINNER: "last_trick",
    Who.TRICK_LOSER: "last_trick",
}


def _settling_code(rules: Rules) -> list[Code]:
    """Return all code that a settlement runs."""
    end = rules.ending
    codes = [rules.stake, rules.winner, end.winner_needs, *end.wins, *end.loses, *end.ends]
    if rules.meld is not None:
        codes += [rules.meld.floor, rules.meld.saved_by]
    for row in rules.outcomes:
        if not row.ruling:
            codes += [row.condition, *(code for _, code in row.columns)]
    for payment in rules.payments:
        if payment.window is Window.DEAL_END:
            codes += [payment.condition, payment.amount]
    return codes


def figures_needed(program: Program) -> dict[str, str]:
    """Return the figures that this game's settlement asks for besides melds and counters, with the reason."""
    needed: dict[str, str] = {}
    rules = program.rules
    for code in _settling_code(rules):
        for at in range(0, len(code), 3):
            if code[at] != Op.LOAD:
                continue
            name, who = code[at + 1], Who(code[at + 2] % 64)
            if name > Name.LEDGER:
                needed.setdefault(f"ledger {program.ledgers[name - Name.LEDGER].name}", "a rule asks for its balance")
            elif Name(name) in _NEEDS:
                needed.setdefault(_NEEDS[Name(name)], "a rule asks for it")
            if who in _WHO_NEEDS:
                needed.setdefault(_WHO_NEEDS[who], "a rule asks for that player")
    whos = [who for row in rules.outcomes for who, _ in row.columns]
    whos += [w for p in rules.payments if p.window is Window.DEAL_END for w in (p.source, p.to)]
    for code_number in whos:
        kind = Who(code_number % 64)
        if kind in _WHO_NEEDS:
            needed.setdefault(_WHO_NEEDS[kind], "a rule pays that player")
    return needed


def _figures(program: Program, name: str, values: Sequence[int] | None, default: int | None = None) -> list[int]:
    """Return a list of figures, one for each account."""
    accounts = program.table.accounts
    if values is None:
        if default is None:
            msg = f"{name} is needed to settle this game: give one figure for each account ({accounts})"
            raise ValueError(msg)
        return [default] * accounts
    if len(values) != accounts:
        what = "side" if program.table.sides is Sides.FIXED else "seat"
        msg = f"{name}: {len(values)} figures; this game keeps {accounts} accounts, one for each {what}"
        raise ValueError(msg)
    return [int(v) for v in values]


def settle(  # noqa: PLR0913
    program: Program,
    *,
    meld: Sequence[int],
    counters: Sequence[int],
    bid: int | None = None,
    declarer: int | None = None,
    tricks: Sequence[int] | None = None,
    totals: Sequence[int] | None = None,
    trump: str | int | None = None,
    dealer: int | None = None,
    deal: int = 1,
    last_trick: int | None = None,
    melds: Mapping[int, Mapping[str, int]] | None = None,
    called: Sequence[str | tuple[str, int]] = (),
    ledger: Mapping[str, Sequence[int]] | None = None,
    outcome: str | None = None,
) -> Settlement:
    """Settle a deal of given figures, one for each account.

    `melds` says how often an account laid a meld, by account and name; `called` names calls, or pairs of
    call and seat; `outcome` names the row instead of letting the rules find it.
    Raises `ValueError` for figures that do not fit the game, or that a rule of it needs and are missing.
    """
    rules = program.rules
    given = {"tricks": tricks, "last_trick": last_trick, "dealer": dealer, "trump": trump}
    given |= {f"ledger {name}": values for name, values in (ledger or {}).items()}
    for name, reason in figures_needed(program).items():
        if given.get(name) is None:
            msg = f"{name} is needed to settle this game: {reason}"
            raise ValueError(msg)
    for name, seat in (("declarer", declarer), ("dealer", dealer), ("last_trick", last_trick)):
        _check_seat(program, name, seat)
    bid, declarer = _contract(program, bid, declarer)
    if deal < 1:
        msg = f"deal: {deal} is no number of a deal; the first is 1"
        raise ValueError(msg)
    suit = parse_suit(program.deck, trump)
    row, played = _row(rules, outcome)
    figures: dict[str, object] = {
        "meld": _nonnegative("meld", _figures(program, "meld", meld)),
        "counters": _check_counters(program, _nonnegative("counters", _figures(program, "counters", counters))),
        "tricks": _nonnegative("tricks", _figures(program, "tricks", tricks, 0)),
        "trump": suit,
        "declarer": declarer,
        "bid": bid,
        "deal": deal,
        "dealer": dealer if dealer is not None else 0,
        "last_trick": last_trick if last_trick is not None else -1,
        "melds": _melds_laid(program, melds or {}, suit),
        "called": _calls(program, called),
        "row": row,
        "played_out": played,
        "offender": _offender(rules, row, declarer),
    }
    machine = Playout(tables_of(program), 0, [0])
    machine.set_balances(_balances(program, totals, ledger or {}))
    machine.settle_for(figures)
    facts = machine.facts()
    result = facts["result"]
    return Settlement(
        outcome=outcome_names(program)[facts["outcome"]] if facts["outcome"] >= 0 else None,
        made=None if facts["made"] < 0 else bool(facts["made"]),
        gains=tuple(machine.last_gains()),
        totals=tuple(machine.totals),
        winner=result if result >= 0 else "draw" if result == -2 else None,
    )


def _nonnegative(name: str, values: list[int]) -> list[int]:
    for value in values:
        if value < 0:
            msg = f"{name}: {value} is below zero"
            raise ValueError(msg)
    return values


def _check_counters(program: Program, values: list[int]) -> list[int]:
    """Return the counters, if the deck has that many."""
    rules = program.rules
    points = sum(p * n for p, n in zip(rules.card_points, program.deck.copies, strict=True)) + rules.last_trick
    if rules.round_to <= 1 and sum(values) > points // rules.per:
        msg = f"counters: {sum(values)} together, but a deal has only {points // rules.per}"
        raise ValueError(msg)
    return values


def _contract(program: Program, bid: int | None, declarer: int | None) -> tuple[int, int]:
    """Return bid and declarer, checked; 0 and -1 where there is no auction."""
    auction = program.rules.auction
    if auction is None:
        for name, value in (("bid", bid), ("declarer", declarer)):
            if value is not None:
                msg = f"{name}: this game has no auction; leave it out"
                raise ValueError(msg)
        return 0, -1
    if bid is None or declarer is None:
        msg = f"{'bid' if bid is None else 'declarer'} is needed to settle this game: it has an auction"
        raise ValueError(msg)
    if bid not in {*auction.ladder, auction.taken_at, auction.holds}:
        ladder = auction.ladder
        msg = f"bid: {bid} is no bid of this game; bids go from {ladder[0]} to {ladder[-1]}"
        raise ValueError(msg)
    return bid, declarer


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
    """Return who broke a rule, where a ruling is asked for: the declarer."""
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


def _calls(program: Program, called: Sequence[str | tuple[str, int]]) -> list[tuple[int, int]]:
    names = call_names(program)
    found = []
    for item in called:
        name, seat = (item, -1) if isinstance(item, str) else item
        if name not in names:
            msg = f"called: this game has no call {name!r}; calls are {', '.join(names) or 'none'}"
            raise ValueError(msg)
        _check_seat(program, "called", None if seat < 0 else seat)
        found.append((names.index(name), seat))
    return found


def _balances(
    program: Program, totals: Sequence[int] | None, ledger: Mapping[str, Sequence[int]]
) -> dict[int, list[int]]:
    names = [one.name for one in program.ledgers]
    balances = {0: _figures(program, "totals", totals, 0)}
    for name, values in ledger.items():
        if name not in names:
            msg = f"ledger: this game has no ledger {name!r}; ledgers are {', '.join(names)}"
            raise ValueError(msg)
        k = names.index(name)
        if program.ledgers[k].joint:
            balances[k] = [0] * 8 + [int(values[0])]
        else:
            balances[k] = _figures(program, f"ledger {name}", values)
    return balances


__all__ = [
    "NO_SUIT",
    "BestMelds",
    "LaidMeld",
    "Settlement",
    "best_laying",
    "figures_needed",
    "legal_cards",
    "legal_reason",
    "melds",
    "settle",
    "trick_winner",
]

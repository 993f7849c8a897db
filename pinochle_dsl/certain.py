"""Conditions that are sure before a card is dealt: what they ask can never come, or cannot but come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.codes import Name, Op
from interpreter.program import Then
from pinochle_dsl.bounds import ANY, ENDLESS, Bounds, Range, always, asks_something, never
from pinochle_dsl.expressions import BINARY
from pinochle_dsl.findings import Severity

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.program import Program, Rules
    from pinochle_dsl.expressions import Written
    from pinochle_dsl.findings import Findings

TOLD = {
    Name.COUNTERS: "counters come to {} at the most",
    Name.OWN_COUNTERS: "counters come to {} at the most",
    Name.TRICKS: "a deal has {} tricks",
    Name.OWN_TRICKS: "a deal has {} tricks",
    Name.TRICKS_PLAYED: "a deal has {} tricks",
    Name.MELD: "melds come to {} at the most",
    Name.OWN_MELD: "melds come to {} at the most",
    Name.LAID_MELD: "melds come to {} at the most",
    Name.BEST_MELD: "melds come to {} at the most",
    Name.BID: "the highest bid is {}",
}
"""Why a figure cannot be higher."""


def check_certain(program: Program, written: Iterable[Written], findings: Findings) -> None:
    """Warn of conditions that hold always, or never, whatever is dealt and played.

    What follows from the number of players alone is fine: a file is often for several.  Where options decide, others
    may be unsure of what is sure here: see `check`.
    """
    bounds = _bounds(program)
    told = [item.path for item in findings.items]
    for item in written:
        if any(path == item.path[: len(path)] for path in told):
            continue
        found = _asked(item, bounds)
        at = next((at for at, (_, value) in enumerate(found) if always(value) or never(value)), None)
        if at is None:
            findings.unsure.append(item.path)
            continue
        what, sure = found[at]
        so = "always" if always(sure) else "never"
        why = "; ".join(dict.fromkeys(_reasons(item, at, bounds, program))) or "whatever is dealt and played"
        findings.add(
            "PIN417",
            item.path,
            f"{what} {so} so: {why}",
            "ask for something that may come or not, or leave it out",
            severity=Severity.WARNING,
        )


def _asked(item: Written, bounds: Bounds) -> list[tuple[str, Range]]:
    """Return the conditions of a formula with what they can come to: those it chooses by, and itself if it is one."""
    value, choices = bounds.of_choices(item.code)
    found = [("what this asks is", choice) for choice in choices]
    return [*found, ("this is", value)] if item.is_condition and asks_something(item.code) else found


def _bounds(program: Program) -> Bounds:
    """Return what is known of figures, under all contracts that a deal may have."""
    from pinochle_dsl.compiling.melding import most_meld  # noqa: PLC0415 - the compiler is loaded when there is a Program

    deck, deal, modes = program.deck, program.deal, program.modes
    slack = deal.widow + max(rules.exchange.cards if rules.exchange is not None else 0 for rules in modes)
    slack += any(rules.stock is not None or rules.ask is not None or rules.redraw is not None for rules in modes)
    bounds = Bounds(program.table.seats, deck.copies, program.card_sets, deal.hand + slack)
    counters = max(_most_counters(program, rules) for rules in modes)
    tricks = sum(deck.copies) // program.table.seats if slack else deal.hand
    for name in (Name.COUNTERS, Name.OWN_COUNTERS):
        bounds.known[name] = (0, counters)
    for name in (Name.TRICKS, Name.OWN_TRICKS, Name.TRICKS_PLAYED):
        bounds.known[name] = (0, tricks)
    if all(rules.meld is None or rules.meld.turns == "at once" for rules in modes):
        most = max(most_meld(rules.melds, deck.copies) for rules in modes)
        bounds.known |= dict.fromkeys((Name.MELD, Name.OWN_MELD, Name.LAID_MELD, Name.BEST_MELD), (0, most))
    bounds.known[Name.BID] = (0, max((_highest_bid(program, rules) for rules in modes), default=ENDLESS))
    bounds.known[Name.PLAYERS] = ANY
    return bounds


def _most_counters(program: Program, rules: Rules) -> int:
    """Return what all cards and the last trick bring at the most, rounded as one account's are."""
    size = len(program.deck.copies)
    points = [max(rules.card_points[number], *rules.trump_points[number::size], 0) for number in range(size)]
    total = sum(value * copies for value, copies in zip(points, program.deck.copies, strict=True)) + rules.last_trick
    return BINARY[Op.ROUND](total // max(rules.per, 1), rules.round_to)


def _highest_bid(program: Program, rules: Rules) -> int:
    auction = rules.auction
    if auction is None:
        return ENDLESS
    taken = auction.taken_at if auction.all_pass is Then.NOTHING else 0
    top = max(auction.ladder[-1], taken, auction.holds or 0) + max(auction.last_word_steps, default=0)
    return top * program.table.seats if auction.summed else top


def _reasons(item: Written, at: int, bounds: Bounds, program: Program) -> Iterator[str]:
    """Yield the figures that make a condition sure: without their bounds it would not be."""
    for op, a, _ in zip(item.code[::3], item.code[1::3], item.code[2::3], strict=True):
        low, most = bounds.known.get(a, ANY)
        if op == Op.LOAD and a in TOLD and most < ENDLESS:
            bounds.known[a] = (low, ENDLESS)
            if _asked(item, bounds)[at][1] == (0, 1):
                yield TOLD[Name(a)].format(most)
            bounds.known[a] = (low, most)
        elif op in (Op.COUNT, Op.TAKEN):
            cards = max(bounds.cards(mask) for mask in program.card_sets[a])
            in_hand = op == Op.COUNT and bounds.hand < cards
            yield f"a hand has {bounds.hand} cards" if in_hand else f"the deck has {cards} such cards"

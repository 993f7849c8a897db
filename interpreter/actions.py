"""Actions and their words, both ways.

An action is a whole number with one meaning in all states of a Program: a card type (to play, pass or
bury), a bid, a suit, a call, a meld, or one of a few words.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter._numbers import (
    AGREE,
    BID_ACTION,
    CALL_ACTION,
    KEEP,
    MELD_ACTION,
    PASS,
    PASS_WORD,
    REJECT,
    TAKE,
    TAKE_HIDDEN,
    TAKE_TURNED,
    TRUMP_ACTION,
)
from interpreter.cards import format_card, parse_card, parse_suit, suit_name
from interpreter.program import TrumpBy

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.program import MeldEntry, Program

MOST_STEPS = 3
"""Steps of a ladder that are told."""


FIXED_WORDS = {
    AGREE: "agree",
    TAKE_TURNED: "take the turn-up",
    TAKE_HIDDEN: "take the hidden card",
    KEEP: "keep",
    REJECT: "lay aside",
}


def _unique(names: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(names))


def call_names(program: Program) -> list[str]:
    """Return the calls of all modes, by number."""
    return _unique(call.name for rules in program.modes for call in rules.calls)


def meld_names(program: Program) -> list[str]:
    """Return the melds of all modes, by number."""
    return _unique(entry.name for rules in program.modes for entry in rules.melds)


def account_names(program: Program, *, with_seats: bool = False) -> list[str]:
    """Return what the accounts are called: sides (with their seats if asked), seats, or the people at the table."""
    table = program.table
    if table.people:
        return [f"player {person}" for person in range(table.accounts)]
    if table.accounts == table.seats:
        return [f"seat {seat}" for seat in range(table.seats)]
    names = [f"side {side}" for side in range(table.accounts)]
    if not with_seats:
        return names
    members = [[str(s) for s in range(table.seats) if table.side_of[s] == side] for side in range(table.accounts)]
    listed = [" and ".join([", ".join(seats[:-1]), seats[-1]]) if len(seats) > 1 else seats[0] for seats in members]
    return [f"{name} (seats {seats})" for name, seats in zip(names, listed, strict=True)]


def outcome_names(program: Program) -> list[str]:
    """Return the outcomes of all modes, by number."""
    return _unique(row.name for rules in program.modes for row in rules.outcomes)


def _by_suit(program: Program, name: str) -> bool:
    """Tell whether a meld has forms in several suits, or may name trump in each."""
    entries = [(e, rules) for rules in program.modes for e in rules.melds if e.name == name]
    if any(e.names_trump and rules.trump.by is TrumpBy.FIRST_MARRIAGE for e, rules in entries):
        return True
    return any(slot for e, _ in entries for forms in e.forms for slot, _ in forms)


def meld_words(program: Program, name: str, slot: int) -> str:
    """Return a meld's name, with its suit where it has one of its own in each suit."""
    return f"{name} {program.deck.suits[slot]}" if _by_suit(program, name) else name


def _ladder(program: Program) -> tuple[int, ...]:
    return next((rules.auction.ladder for rules in program.modes if rules.auction is not None), ())


def action_words(program: Program, action: int) -> str:
    """Return what an action says; any number has words, also one that no game has."""
    if not isinstance(action, int):
        msg = f"an action is a whole number, not {action!r:.40}"
        raise ValueError(msg)  # noqa: TRY004 - as below
    if 0 <= action < 4 * len(program.deck.ranks) and program.deck.copies[action]:
        return format_card(program.deck, action)
    if action == PASS:
        return "pass"
    if TRUMP_ACTION <= action <= TRUMP_ACTION + 4:
        return f"trump {suit_name(program.deck, action - TRUMP_ACTION)}"
    if action == TAKE:
        return "take the contract"
    if action in FIXED_WORDS:
        return FIXED_WORDS[action]
    calls, melds, ladder = call_names(program), meld_names(program), _ladder(program)
    if CALL_ACTION <= action < CALL_ACTION + len(calls):
        return f"call {calls[action - CALL_ACTION]}"
    if MELD_ACTION <= action < MELD_ACTION + 4 * len(melds):
        return "meld " + meld_words(program, melds[(action - MELD_ACTION) // 4], (action - MELD_ACTION) % 4)
    words, suits = pass_words(program), bid_suits(program)
    if PASS_WORD <= action < PASS_WORD + len(words) - 1:
        return words[action - PASS_WORD + 1]
    if BID_ACTION <= action < BID_ACTION + len(ladder) * max(suits, 1):
        index, suit = divmod(action - BID_ACTION, max(suits, 1))
        return f"bid {ladder[index]}" + (f" {suit_name(program.deck, suit)}" if suits else "")
    return f"action {action}"


def action(program: Program, text: str) -> int:
    """Return the action of a text: `bid 250`, `trump ♠`, `call concede`, `meld run`, `pass`, or a card.

    Raises `ValueError` with what is expected.
    """
    if not isinstance(text, str):
        msg = f"an action is said in words, as in 'pass' or 'A♠', not {text!r:.40}"
        raise ValueError(msg)  # noqa: TRY004 - one kind of error for all that callers hand in
    word, _, rest = " ".join(text.split()).partition(" ")
    rest = rest.strip()
    for number, said in enumerate(pass_words(program)):
        if said.casefold() == f"{word} {rest}".strip().casefold():
            return PASS_WORD + number - 1 if number else PASS
    fixed = {"pass": PASS, "take the contract": TAKE, "take": TAKE}
    fixed |= {words: number for number, words in FIXED_WORDS.items()}
    whole = f"{word} {rest}".strip().casefold()
    if whole in fixed:
        return fixed[whole]
    kind = word.casefold()
    if kind == "bid":
        return _bid(program, rest)
    if kind == "trump":
        return TRUMP_ACTION + parse_suit(program.deck, rest)
    if kind == "call":
        return CALL_ACTION + _named(rest, call_names(program), "call")
    if kind == "meld":
        return _meld(program, rest)
    return parse_card(program.deck, text)


def pass_words(program: Program) -> tuple[str, ...]:
    """Return the words that pass; the first is the plain pass."""
    return next((rules.auction.passes for rules in program.modes if rules.auction is not None), ("pass",))


def bid_suits(program: Program) -> int:
    """Return in how many suits (no trump among them) each bid can be made; 0 where bids name none."""
    rules = program.rules
    if rules.auction is None or not rules.auction.with_suit:
        return 0
    return 5 if rules.trump.or_none else 4


def steps_of(ladder: Sequence[int]) -> list[str]:
    """Return by how much bids rise, in words: `in steps of 1`, then `from 60 of 5` wherever it changes."""
    steps = [(before, after - before) for before, after in pairwise(ladder)]
    turns = [steps[k] for k in range(len(steps)) if k == 0 or steps[k][1] != steps[k - 1][1]]
    return [f"in steps of {step}" if k == 0 else f"from {at} of {step}" for k, (at, step) in enumerate(turns)]


def no_bid(said: object, ladder: Sequence[int]) -> str:
    """Return in words that something is no bid, and which bids there are."""
    if not ladder:
        return f"{said} is no bid of this game"
    steps = ", ".join(steps_of(ladder)[:MOST_STEPS])
    return f"{said} is no bid of this game; bids go from {ladder[0]} to {ladder[-1]}{f' {steps}' if steps else ''}"


def _bid(program: Program, text: str) -> int:
    ladder, suits = _ladder(program), bid_suits(program)
    if suits:
        text, _, suit = text.partition(" ")
        number = parse_suit(program.deck, suit or None)
        if not suit or number >= suits or not text.isdecimal():
            msg = f"a bid of this game is points and a suit: bid {ladder[0]} {suit_name(program.deck, 0)}"
            raise ValueError(msg)
        if int(text) not in ladder:
            raise ValueError(no_bid(text, ladder))
        return BID_ACTION + ladder.index(int(text)) * suits + number
    if not text.isdecimal() or int(text) not in ladder:
        raise ValueError(no_bid(repr(text), ladder))
    return BID_ACTION + ladder.index(int(text))


def _meld(program: Program, text: str) -> int:
    names = meld_names(program)
    for slot in range(4):
        for number, name in enumerate(names):
            if meld_words(program, name, slot).casefold() == text.casefold():
                return MELD_ACTION + 4 * number + slot
    name, _, suit = text.rpartition(" ")
    if name in names and _by_suit(program, name):
        return MELD_ACTION + 4 * names.index(name) + parse_suit(program.deck, suit)
    return MELD_ACTION + 4 * _named(text, names, "meld")


def _named(text: str, names: list[str], what: str) -> int:
    for number, name in enumerate(names):
        if name.casefold() == text.casefold():
            return number
    from difflib import get_close_matches  # noqa: PLC0415 - only for a mistake

    near = get_close_matches(text, names, 1)
    hint = f"; did you mean {near[0]!r}?" if near else f"; {what}s are: {', '.join(names) or 'none'}"
    msg = f"this game has no {what} {text!r}{hint}"
    raise ValueError(msg)


def points_of(entry: MeldEntry, trump: int, n: int) -> int:
    """Return what n of a meld are worth: the list, and beyond it the best split."""
    points = entry.points[trump]
    worth = [0]
    for k in range(1, n + 1):
        split = max((worth[j] + worth[k - j] for j in range(1, min(k, len(points) + 1))), default=0)
        worth.append(points[k - 1] if k <= len(points) else split)
    return worth[n]

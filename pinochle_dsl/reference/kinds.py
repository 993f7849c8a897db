"""What a key's value is, in players' words."""

from __future__ import annotations

from typing import Literal, get_args, get_origin

from pinochle_dsl.model import Slot, Type
from pinochle_dsl.reference.walk import Key, arms, section_of, slot_of

TABLE, MELD, BID, NEEDS, CALL, END, PAYMENT = (
    "fixed before the game begins; it may ask `players`",
    "fixed before the game begins; it may ask `trump` and `players`",
    "asked of each player before he speaks in the auction",
    "asked when trump is named, once for each suit",
    "asked at the moment of the call",
    "asked of each account at the end of the deal",
    "asked of each account at the moment of the payment",
)

ASKED = {
    "table": TABLE,
    "meld value": MELD,
    "meld condition": "asked of each player when melds are laid",
    "bid": BID,
    "needs": NEEDS,
    "call": CALL,
    "end": END,
    "payment": PAYMENT,
}
"""When a formula of each scope is asked, and of whom."""

FORMULAS: dict[tuple[str, Type | None], str] = {
    ("table", Type.POINTS): "25",
    ("table", Type.COUNT): "4 if players = 3 else 3",
    ("meld value", Type.POINTS): "80 if trump = spades else 40",
    ("meld condition", Type.TRUTH): "trump != none",
    ("bid", Type.POINTS): "20 if seat = dealer else 25",
    ("bid", Type.COUNT): "2",
    ("bid", Type.TRUTH): "holds(K Q of any suit)",
    ("needs", Type.TRUTH): "holds(K Q of trump)",
    ("call", Type.TRUTH): "bid - meld > all_counters",
    ("end", Type.TRUTH): "meld + counters >= bid",
    ("end", Type.POINTS): "max(20, bid - meld)",
    ("end", Type.COUNT): "2 if trump = spades else 1",
    ("end", None): "meld + counters",
    ("payment", None): "10 + per_part(margin, 100)",
    ("payment", Type.TRUTH): "outcome(made)",
}
"""A formula as an example of each scope and type."""

PHRASES = {
    "cards": ("a set of cards", "cards-any-of-them"),
    "group": ("cards together", "cards-together"),
    "raise": ("a raise", "raises"),
    "opens": ("who speaks first", "who-speaks-first"),
    "all_pass": ("what happens when all pass", "when-all-pass"),
    "who": ("a player", "words-for-players"),
    "duty": ("a duty", "duties"),
    "window": ("a moment", "moments"),
    "ranks": ("ranks, from high to low", ""),
    "suits": ("suits", ""),
    "packets": ("packets", ""),
    "span": ("a number, or numbers to choose from: `3 or 4`, `2 to 6`, `1 to 10 or 15`", ""),
    "reach": ("who wins when several reach the target", "when-several-reach-the-target"),
}
"""What each kind of phrase is, and the heading of the reference that has more about it."""

TYPES = {
    Type.POINTS: "points",
    Type.COUNT: "a count",
    Type.TRUTH: "a condition",
    Type.SUIT: "a suit",
    Type.SEAT: "a player",
    None: "an amount",
}

ITEMS = {
    "sources": "text",
    "notes": "text",
    "phases": "[phases](#phases-of-a-deal)",
    "auction.passes": "words that pass",
    "meld.only": "melds by name",
    "melds.NAME.reuses": "melds by name",
    "melds.NAME.excludes": "melds by name",
    "game.tie_break": "words",
    "exchange.to": "the words `left` and `right`",
}
"""What the items of a list are."""

LISTS = {
    "duty": "a list of [duties](#duties)",
    "who": "a list of [players](#words-for-players)",
    "reach": "a list of words, see [When several reach the target](#when-several-reach-the-target)",
}
"""What lists of phrases are."""

TEXTS = {
    "variant": "an id",
    "extends": "an id of a base, or the path of a file",
    "trump.lacking": "the name of an outcome, or a [new deal](#what-may-follow)",
    "calls.NAME.then": "the name of an outcome, or [what may follow](#what-may-follow)",
    "payments.NAME.ledger": "`points`, or the name of a ledger",
    "game.ledger": "`points`, or the name of a ledger",
    "options.NAME.default": "one of the choices",
    "options.NAME.sets": "a key of the file, as a path: `auction.minimum`",
    "melds.NAME.class": "a class, by a name of your own",
    "players.first_dealer": "`random`, `seat 0` and so on, or text",
    "deck.names": "names",
}
"""What plain text is."""

PATCHES = {
    "options.NAME.choices": "choices by name, each a patch: keys as in the file itself",
    "by_players": "patches by number of players",
    "calls.NAME.changes": "a patch: keys as in the file itself",
    "examples": "a list of questions with their answers",
}


LIMITS: dict[str, tuple[int | None, int | None]] = {
    "players.sides": (2, 8),
    "deck.copies": (1, 8),
    "counters.last_trick": (0, None),
    "counters.round_to": (1, None),
    "counters.per": (1, None),
    "deal.cards": (1, None),
    "deal.widow": (0, None),
    "auction.minimum": (1, None),
    "auction.maximum": (1, None),
    "auction.raise": (1, None),
    "auction.last_word.raise": (1, None),
    "auction.turns": (0, None),
    "widow.split": (0, None),
    "exchange.cards": (0, None),
    "ask.back": (0, None),
    "bury.cards": (0, None),
    "melds.NAME.points": (0, None),
    "melds.NAME.wins_game": (1, None),
    "melds.NAME.limit": (1, None),
    "calls.NAME.stakes": (1, 100),
    "calls.NAME.bids": (1, None),
    "game.target": (1, None),
    "game.deals": (1, 1000),
    "players.seats": (2, 8),
}
"""The smallest and the largest number that a key takes, where there are such limits."""


def formula_example(slot: Slot) -> str:
    """Return a formula that fits a slot."""
    return FORMULAS.get((slot.scope, slot.type), "meld + counters")


def in_words(key: Key) -> str:
    """Return what the value of a key is."""
    if key.name in PATCHES:
        return PATCHES[key.name]
    if section_of(key.kind) is not None:
        entries = any(get_origin(arm) is dict for arm in arms(key.kind))
        return "entries with names of your own" if entries else "keys and values"
    if key.name == "unit":
        return "1 or 10"
    return ", or ".join(_arm(arm, key.name) for arm in arms(key.kind)) + _limits(key.name)


def _limits(path: str) -> str:
    low, high = LIMITS.get(path, (None, None))
    if high is not None:
        return f"; {low} to {high}"
    return f"; {low} or more" if low is not None else ""


def _arm(kind: object, path: str) -> str:
    origin, slot = get_origin(kind), slot_of(kind)
    if slot is not None:
        return _phrase(slot)
    if origin is Literal:
        listed = [f"`{word}`" for word in get_args(kind)]
        return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}"
    if origin is tuple:
        return f"a list of {ITEMS[path]}" if path in ITEMS else _listed(get_args(kind)[0], path)
    if origin is dict:
        return _table(kind, path)
    if kind is int:
        return "a whole number"
    return "`true` or `false`" if kind is bool else TEXTS.get(path, "text")


def _listed(kind: object, path: str) -> str:
    slot = slot_of(kind)
    if slot is not None and slot.start == "expression":
        return "a list of them for one, two, three"
    if slot is not None:
        return LISTS[slot.start]
    return f"a list of {ITEMS.get(path, 'classes')}"


def _table(kind: object, path: str) -> str:
    of_key, of_value = get_args(kind)
    slot = slot_of(of_value)
    if path == "counters.cards":
        return "a table: [sets of cards](#cards-any-of-them) with points for each"
    if path == "deck.copies":
        return "a table of them by rank"
    if path == "melds.NAME.cards":
        return "a table of them by trump suit"
    if path == "deck.names":
        return "a table: ranks and suits with their names"
    if path == "options.NAME.only_if":
        return "a table: another option with its choice"
    if get_origin(of_key) is Literal:
        what = f"lists of {ITEMS[path]}" if path in ITEMS else "numbers"
        return f"a table with `{'` and `'.join(get_args(of_key))}`: {what}"
    if slot is not None and slot.type is Type.TRUTH:
        return "several conditions with names of your own"
    return "a table"


def _phrase(slot: Slot) -> str:
    if slot.start != "expression":
        said, heading = PHRASES[slot.start]
        return f"[{said}](#{heading})" if heading else said
    what = "[a condition](#formulas)" if slot.type is Type.TRUTH else f"[a formula](#formulas) of {TYPES[slot.type]}"
    if slot.type is Type.COUNT:
        what = "[a formula](#formulas) that gives a count"
    if slot.type is None:
        what = "[a formula](#formulas) in the currency that is paid"
    return f"{what}, {ASKED[slot.scope]}"

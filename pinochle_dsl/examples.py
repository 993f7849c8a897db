"""Examples of a rules file: hands, tricks and deals, with what must come of them.

Each is asked of the machine by the query of its name, with the words of the command line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from collections.abc import Mapping as Table
from typing import TYPE_CHECKING, Any

from attrs import define, field, frozen

from interpreter import legal_cards, melds, settle, trick_winner
from interpreter.cards import parse_cards, parse_suit
from interpreter.queries.bidding import bid_allowed, call_offered
from interpreter.queries.settling import NotThatOutcome
from pinochle_dsl.diagnostics import Diagnostic, OptionError, diagnostic, path_text
from pinochle_dsl.nodes import Mapping, Node, Scalar, Sequence, plain
from pinochle_dsl.slips import suit_meant
from pinochle_dsl.suggest import did_you_mean, listed

if TYPE_CHECKING:
    from interpreter.program import Program

MOST_EXAMPLES = 500


@frozen(eq=False, repr=False)
class Query:
    """What an example of a kind takes, and what it may say should come out."""

    needs: tuple[str, ...]
    may: tuple[str, ...]
    results: tuple[str, ...]

    @property
    def known(self) -> tuple[str, ...]:
        """All its keys."""
        return (*self.needs, *self.may, *self.results)


_TABLE = ("stage", "leading", "seat", "declarer", "first_trick", "trump_played")
_FIGURES = (
    "bid",
    "declarer",
    "trump",
    "dealer",
    "deal",
    "tricks",
    "taken",
    "last_trick",
    "melds",
    "called",
    "ledger",
    "partner",
    "offender",
)

QUERIES = {
    "meld": Query(("hand",), ("trump", "as"), ("total",)),
    "legal": Query(("hand",), ("trick", "trump", *_TABLE), ("legal",)),
    "winner": Query(("trick",), ("trump",), ("index",)),
    "bid": Query(("hand", "bid"), ("suit", "high", "bidder", "seat", "dealer", "deal", "before"), ("allowed",)),
    "call": Query(
        ("hand", "name"),
        ("seat", "trump", "bid", "declarer", "dealer", "deal", "meld", "counters", "tricks", "before"),
        ("offered",),
    ),
    "settle": Query(
        ("meld", "counters"), ("before", *_FIGURES), ("outcome", "made", "gains", "totals", "winner", "ledgers")
    ),
}
"""Kinds of examples, with the names of the command line; `before` are the totals before the deal."""

_SHAPES: dict[str, tuple[Callable[[object], bool], str]] = {
    **dict.fromkeys(
        (
            "declarer",
            "partner",
            "offender",
            "dealer",
            "deal",
            "last_trick",
            "leading",
            "seat",
            "total",
            "high",
            "bidder",
        ),
        (lambda value: type(value) is int, "a whole number"),
    ),
    "bid": (
        lambda value: type(value) is int or (isinstance(value, list) and all(type(item) is int for item in value)),
        "a whole number, or one for each side",
    ),
    **dict.fromkeys(
        ("first_trick", "trump_played", "allowed", "offered"), (lambda value: type(value) is bool, "true or false")
    ),
    **dict.fromkeys(
        ("meld", "counters", "tricks", "before", "gains", "totals"),
        (lambda value: isinstance(value, list) and all(type(item) is int for item in value), "a list of figures"),
    ),
    "taken": (
        lambda value: isinstance(value, list) and not any(isinstance(item, (list, dict)) for item in value),
        "a list of cards, a text for each account",
    ),
    "ledgers": (
        lambda value: (
            isinstance(value, dict)
            and all(
                isinstance(balances, list) and all(type(item) is int for item in balances)
                for balances in value.values()
            )
        ),
        "a table of ledgers, each with a list of balances: `{chips: [150, 150]}`",
    ),
    **dict.fromkeys(
        ("hand", "trick", "trump", "legal", "stage", "as", "suit", "name"),
        (lambda value: not isinstance(value, (list, dict)), "text"),
    ),
}
"""What each value must look like, and how that is said."""

_ANY: tuple[Callable[[object], bool], str] = (lambda _: True, "")

ProgramFor = Callable[[Table[str, object]], "Program | None"]
"""Gives the Program under some choices; None if it has errors, which are told elsewhere."""


@define(eq=False, repr=False)
class Examples:
    """The examples of one file as they are run: how many, how many failed, and what there is to say."""

    program_for: ProgramFor
    run: int = 0
    failed: int = 0
    diagnostics: list[Diagnostic] = field(factory=list)

    def run_all(self, root: Mapping) -> None:
        """Run the examples of a file's own tree."""
        section = root.get("examples")
        if not isinstance(section, Sequence):
            return
        for index, node in enumerate(section.items[:MOST_EXAMPLES]):
            if isinstance(node, Mapping):
                self._run(node, path_text(("examples", index)))
        for node in section.items[MOST_EXAMPLES : MOST_EXAMPLES + 1]:
            self._tell("PIN602", f"more than {MOST_EXAMPLES} examples", node, "examples")

    def _tell(self, code: str, message: str, place: Node, path: str, hint: str | None = None) -> None:
        end = place.end
        if not isinstance(place, Scalar):
            end = place.start + len(place.source.text[place.start : place.end].split("\n")[0].rstrip())
        self.diagnostics.append(diagnostic(code, message, place.source, place.start, end, hint=hint, path=path))

    def _run(self, node: Mapping, path: str) -> None:
        kind = self._kind(node, path)
        if kind is None:
            return
        body = node.entries[kind].value
        if not isinstance(body, Mapping):
            self._tell("PIN602", f"an example `{kind}` has keys and values", body, path)
            return
        if not self._well_formed(kind, body, path):
            return
        program = self._program(node, path)
        if program is None:
            return
        self.run += 1
        given = {key: plain(entry.value) for key, entry in body.entries.items()}
        if not self._trump(program, body, given, f"{path}.{kind}.trump"):
            return
        try:
            found = _ASK[kind](program, given)
            wrong = [key for key in QUERIES[kind].results if key in given and not _agrees(program, key, given, found)]
        except ValueError as problem:
            self.failed += 1
            message, _, figure = str(problem).partition("; give --")
            hint = f"add {_as_said_in_a_file(figure)}" if figure else None
            self._tell("PIN602", f"this cannot be asked: {message}", _about(body, message), path, hint)
            return
        for key in wrong:
            message = f"{key} should be {_shown(given[key])}, but comes to {_shown(found[key])}"
            self._tell("PIN601", message, body.entries[key].value, f"{path}.{kind}.{key}", found.get("why"))
        self.failed += bool(wrong)

    def _kind(self, node: Mapping, path: str) -> str | None:
        kinds = [key for key in node.entries if key != "with"]
        if len(kinds) == 1 and kinds[0] in QUERIES:
            return kinds[0]
        if len(kinds) != 1:
            self._tell("PIN602", f"an example is one of {listed(QUERIES)}", node, path)
        else:
            hint = did_you_mean(kinds[0], QUERIES)
            self._tell("PIN602", f"an example is one of {listed(QUERIES)}", node.entries[kinds[0]].key, path, hint)
        return None

    def _well_formed(self, kind: str, body: Mapping, path: str) -> bool:
        query = QUERIES[kind]
        before = len(self.diagnostics)
        for key, entry in body.entries.items():
            if key not in query.known:
                hint = did_you_mean(key, query.known) or f"it has {listed(query.known)}"
                self._tell("PIN602", f"an example `{kind}` has no `{key}`", entry.key, path, hint)
                continue
            fits, shape = _SHAPES.get(key, _ANY)
            if not fits(plain(entry.value)):
                self._tell("PIN602", f"`{key}` is {shape}", entry.value, f"{path}.{kind}.{key}")
        missing = [key for key in query.needs if key not in body.entries]
        if missing:
            self._tell("PIN602", f"an example `{kind}` needs {listed(missing)}", body, path)
        elif not any(key in body.entries for key in query.results):
            results = listed(query.results)
            self._tell("PIN602", f"an example `{kind}` says what should come out: {results}", body, path)
        return len(self.diagnostics) == before

    def _trump(self, program: Program, body: Mapping, given: dict[str, Any], path: str) -> bool:
        """Read the suit that is trump; return whether it is one."""
        said = given.get("trump")
        if not isinstance(said, str):
            return True
        try:
            parse_suit(program.deck, given["trump"])
        except ValueError:
            self.failed += 1
            suit = suit_meant(said)
            known = f"suits are {', '.join(program.deck.suits)}, {', '.join(SUIT_WORDS)}"
            hint = f"write {suit}" if suit else did_you_mean(said, SUIT_WORDS) or known
            self._tell("PIN602", f"'{said[:40]}' is no suit", body.entries["trump"].value, path, hint)
            return False
        return True

    def _program(self, node: Mapping, path: str) -> Program | None:
        said = node.get("with")
        choices = said.entries if isinstance(said, Mapping) else {}
        try:
            return self.program_for(
                {key: entry.value.text for key, entry in choices.items() if isinstance(entry.value, Scalar)}
            )
        except OptionError as problem:
            first = problem.diagnostics[0]
            self._tell("PIN602", first.message, said or node, path, first.hint)
            return None


SUIT_WORDS = ("S", "H", "D", "C", "spades", "hearts", "diamonds", "clubs", "none")
"""Words for suits besides their signs."""


def _about(body: Mapping, problem: str) -> Node:
    """Return the value of an example that a message quotes, or all of the example."""
    quoted = re.search(r"'([^']+)'", problem)
    for entry in body.entries.values():
        if quoted and isinstance(entry.value, Scalar) and quoted[1] in entry.value.text:
            return entry.value
    return body


# ---- queries -------------------------------------------------------------------------------------------


def _as_said_in_a_file(figure: str) -> str:
    """Return a figure of the command line as a key of an example: `tricks 6,6` is `tricks: [6, 6]`."""
    name, _, value = figure.partition(" ")
    value, _, remark = value.partition(" (")
    ledger, _, balances = value.rpartition("=")
    said = ", ".join(balances.split(","))
    if "," in said or ledger:
        said = f"[{said}]"
    said = f"{{{ledger}: {said}}}" if ledger else said
    return f"`{name.replace('-', '_')}: {said}`" + (f" ({remark}" if remark else "")


def _text(value: object) -> str:
    return "" if value is None else str(value)


def _ask_meld(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    result = melds(program, _text(given["hand"]), given.get("trump"), role=given.get("as"))
    parts = ", ".join(f"{meld.name} {meld.points}" for meld in result.melds)
    return {"total": result.total, "why": f"this hand holds {parts or 'no meld'}"}


def _ask_legal(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    more = {key: given[key] for key in _TABLE if key in given}
    cards = legal_cards(program, _text(given["hand"]), _text(given.get("trick")), given.get("trump"), **more)
    return {"legal": " ".join(cards)}


def _ask_bid(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    if not isinstance(given["bid"], int):
        msg = "bid: write one number of points"
        raise ValueError(msg)  # noqa: TRY004 - as all that an example may say wrongly
    more = {
        key: given[key] for key in ("suit", "high", "bidder", "seat", "dealer", "deal") if given.get(key) is not None
    }
    return {"allowed": bid_allowed(program, _text(given["hand"]), given["bid"], totals=given.get("before"), **more)}


def _ask_call(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    asked = {key: value for key, value in given.items() if key not in ("hand", "name", "before", "offered")}
    return {
        "offered": call_offered(
            program, _text(given["hand"]), _text(given["name"]), totals=given.get("before"), **asked
        )
    }


def _ask_winner(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    return {"index": trick_winner(program, _text(given["trick"]), given.get("trump"))}


def _ask_settle(program: Program, given: dict[str, Any]) -> dict[str, Any]:
    figures = {key: given[key] for key in ("meld", "counters", *_FIGURES) if given.get(key) is not None}
    if "melds" in figures:
        figures["melds"] = _melds_said(figures["melds"])
    if "called" in figures:
        said = figures["called"]
        figures["called"] = [_call_said(item) for item in (said if isinstance(said, list) else [said])]
    if "taken" in figures:
        figures["taken"] = [_text(cards) for cards in figures["taken"]]
    outcome = given.get("outcome")
    rows = [row for rules in program.modes for row in rules.outcomes if row.name == outcome]
    if outcome is not None and rows and not any(row.condition for row in rows):
        figures["outcome"] = outcome  # somebody's word, or a ruling; what the rules do of themselves is compared
    why = None
    try:
        result = settle(program, totals=given.get("before"), **figures)
    except NotThatOutcome as error:
        result, why = error.settlement, str(error).partition(": ")[2]
    unknown = next((name for name in given.get("ledgers") or () if name not in result.ledgers), None)
    if unknown is not None:
        msg = f"ledgers: this game has no ledger {unknown!r}; ledgers are {', '.join(result.ledgers) or 'none'}"
        raise ValueError(msg)
    return {
        "why": why,
        "ledgers": {name: list(result.ledgers[name]) for name in given.get("ledgers") or ()},
        "outcome": result.outcome,
        "made": result.made,
        "gains": list(result.gains),
        "totals": list(result.totals),
        "winner": result.winner,
    }


def _melds_said(said: object) -> dict[int, dict[str, int]]:
    """Return what was melded, from the command line's `1:dix=2,0:run=1` or from keys and values."""
    if isinstance(said, dict):
        return {int(account): dict(laid) for account, laid in said.items()}
    found: dict[int, dict[str, int]] = {}
    for part in filter(None, (part.strip() for part in str(said).split(","))):
        match = re.fullmatch(r"(\d+)\s*:\s*(.+?)\s*=\s*(\d+)", part)
        if not match:
            msg = f'melds: write `side: {{meld: times}}` or "1:dix=2", not {part!r}'
            raise ValueError(msg)
        found.setdefault(int(match[1]), {})[match[2]] = int(match[3])
    return found


def _call_said(said: object) -> str | tuple[str, int]:
    name, sign, seat = str(said).rpartition("@")
    return (name, int(seat)) if sign and seat.isdigit() else str(said)


_ASK: dict[str, Callable[[Program, dict[str, Any]], dict[str, Any]]] = {
    "meld": _ask_meld,
    "legal": _ask_legal,
    "bid": _ask_bid,
    "call": _ask_call,
    "winner": _ask_winner,
    "settle": _ask_settle,
}


# ---- comparing -----------------------------------------------------------------------------------------


def _agrees(program: Program, key: str, given: dict[str, Any], found: dict[str, Any]) -> bool:
    if key == "legal":
        return _types(program, given[key]) == _types(program, found[key])
    wanted, came = given[key], found[key]
    return bool(wanted == came) and isinstance(wanted, bool) == isinstance(came, bool)


def _types(program: Program, text: object) -> set[int]:
    return set(parse_cards(program.deck, _text(text)))


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_shown(inner)}" for name, inner in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(_shown, value)) + "]"
    if value is None or value == "":
        return "nothing"
    return str(value).lower() if isinstance(value, bool) else str(value)

"""Compiles contracts of another kind: the rules that hold once a call with `changes` stands.

Each is the merged file with the patch of the call laid over it, compiled once more into `Rules` of its own.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from interpreter.program import IN_PLAY, Phase, Window
from pinochle_dsl.compiling.base import IN_AUCTION
from pinochle_dsl.findings import Findings
from pinochle_dsl.house_names import HouseNames
from pinochle_dsl.layers import Merger
from pinochle_dsl.nodes import Mapping, is_null
from pinochle_dsl.patterns import RANK_LETTERS
from pinochle_dsl.structure import structure
from pinochle_dsl.syntax import PhraseError, parse

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.program import Rules
    from pinochle_dsl.compiling.base import Builder
    from pinochle_dsl.findings import Path
    from pinochle_dsl.model import Variant

SECTIONS = {
    "widow": Phase.WIDOW,
    "trump": Phase.TRUMP,
    "exchange": Phase.EXCHANGE,
    "ask": Phase.ASK,
    "redraw": Phase.REDRAW,
    "bury": Phase.BURY,
    "meld": Phase.MELD,
    "melds": Phase.MELD,
    "stock": Phase.PLAY,
    "play": Phase.PLAY,
    "counters": Phase.PLAY,
}
"""Sections that a contract may change, as long as their phase is still to come."""

LATER = ("outcomes", "score", "payments", "game", "calls", "unit")
"""Sections that it may change at any time."""

DECK = "deck"


def compile_contracts(
    build: Builder, root: Mapping, again: Callable[[Variant, Builder, frozenset[str]], Rules | None]
) -> tuple[Rules, ...]:
    """Return the rules of each contract of another kind, in the order of the calls."""
    found: list[Rules] = []
    for name in contracts(build.model):
        path: Path = ("calls", name, "changes")
        patch = _node(root, path)
        assert isinstance(patch, Mapping)  # the model would not have taken anything else
        if not _in_time(build, name, patch, path):
            continue
        rules = _compile(build, root, patch, path, again)
        if rules is not None:
            found.append(rules)
    return tuple(found)


def contracts(model: Variant) -> list[str]:
    """Return the calls that are contracts of another kind; the mode of each is its place here, from 1."""
    return [name for name, call in model.calls.items() if call.changes is not None]


def _node(root: Mapping, path: Path) -> object:
    node: object = root
    for step in path:
        node = node.get(str(step)) if isinstance(node, Mapping) else None
    return node


def _in_time(build: Builder, name: str, patch: Mapping, path: Path) -> bool:
    """Refuse what is over when the call is made."""
    place = _place(build, name)
    fits = True
    for key, entry in patch.entries.items():
        said = build.model.calls[name].when
        if key == DECK and isinstance(entry.value, Mapping) and list(entry.value.entries) == ["ranks"]:
            continue
        if key in SECTIONS:
            phase = SECTIONS[key]
            late = phase in build.phases and build.phases.index(phase) < place
        else:
            late = key not in LATER
        if late:
            build.findings.add(
                "PIN416",
                (*path, key),
                f"`{key}` is over by then: this is said {said}",
                "a call can change what is still to come: trump, widow, bury, meld, melds, play, outcomes",
                on_key=True,
            )
            fits = False
    return fits


def _place(build: Builder, name: str) -> int:
    """Return the number of the first phase that is still to come when a call is made."""
    call = build.model.calls[name]
    seen = {name}
    while True:
        window, phase, answers = build.window(call.when, ("calls", name, "when"))
        if window is not Window.AFTER_CALL or answers < 0:
            break
        name = build.context.calls[answers]
        if name in seen:
            return 0
        seen.add(name)
        call = build.model.calls[name]
    after = window is Window.AFTER
    if window in IN_AUCTION or call.bids is not None:
        phase, after = Phase.AUCTION, True
    elif window in IN_PLAY:
        phase = Phase.PLAY
    return build.phases.index(phase) + after if phase in build.phases else 0


def _compile(
    build: Builder,
    root: Mapping,
    patch: Mapping,
    path: Path,
    again: Callable[[Variant, Builder, frozenset[str]], Rules | None],
) -> Rules | None:
    """Return the rules of one contract."""
    findings = Findings()
    order = _order(build, patch, path)
    rest = Mapping(
        patch.source,
        patch.start,
        patch.end,
        {key: entry for key, entry in patch.entries.items() if key not in (DECK, "unit")},
    )
    merged = Merger().merge(root, rest)
    assert isinstance(merged, Mapping)
    model = structure(merged, build.model.unit, findings)
    rules = None
    if model is not None:
        removed = frozenset(key for key, entry in patch.entries.items() if is_null(entry.value))
        changed = frozenset(patch.entries)
        twin = type(build)(model, build.seats, build.context, findings, build.phases, removed, changed)
        rules = again(model, twin, changed)
    told = {(item.code, item.path, item.start) for item in build.findings.items}
    for item in findings.items:
        if (item.code, item.path, item.start) in told:
            continue
        inside = _within(patch, item.path)
        told_there = evolve(item, path=path, start=None, end=None, on_key=True)
        build.findings.items.append(evolve(item, path=(*path, *item.path)) if inside else told_there)
    return None if rules is None else evolve(rules, rank_order=order or rules.rank_order)


def _within(patch: Mapping, path: Path) -> bool:
    """Return whether a path leads to something that the patch itself says."""
    node: object = patch
    for step in path:
        if not isinstance(node, Mapping):
            return True
        if str(step) not in node.entries:
            return False
        node = node.entries[str(step)].value
    return True


def _order(build: Builder, patch: Mapping, path: Path) -> tuple[int, ...] | None:
    """Return the order of ranks that the contract has, as numbers of the deck's own order."""
    deck = patch.get(DECK)
    said = deck.get("ranks") if isinstance(deck, Mapping) else None
    if said is None:
        return None
    ranks = build.context.cards.ranks
    try:
        names = HouseNames.of(build.model.deck.names)
        tokens = parse("ranks", names.plainly("ranks", str(getattr(said, "text", "")))).children
    except PhraseError as problem:
        build.findings.add(problem.code, (*path, DECK, "ranks"), problem.message, problem.hint)
        return None
    named = [RANK_LETTERS.get(str(token), str(token)) for token in tokens]
    if sorted(named) != sorted(ranks):
        build.findings.add(
            "PIN309",
            (*path, DECK, "ranks"),
            "a contract can order the ranks anew, but they stay the same ranks",
            f"the deck has {' '.join(ranks)}",
        )
        return None
    return tuple(ranks.index(name) for name in named)

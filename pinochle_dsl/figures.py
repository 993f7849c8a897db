"""Checks of the compiled figures: points in one unit, bids and targets that can be reached."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from interpreter.codes import Name
from interpreter.program import Then
from pinochle_dsl.bounds import ENDLESS, Bounds
from pinochle_dsl.compiling.ending import COLUMNS
from pinochle_dsl.findings import Severity
from pinochle_dsl.names import who
from pinochle_dsl.nodes import Mapping, Scalar

if TYPE_CHECKING:
    from interpreter.program import MeldEntry, Program
    from pinochle_dsl.findings import Findings, Path
    from pinochle_dsl.model import Variant
    from pinochle_dsl.nodes import Node

TENS = 4
"""All counters over so many times the lowest bid, raised in ones, are of another unit; or the cheapest meld."""

FAR = 3
"""A lowest bid over so many times all counters is of another unit: no table asks for more than one and a half."""

LOW = 5
"""All counters over so many times the lowest bid are of another unit: no table opens below two fifths of them."""

ONES = 5
"""Raises under it are raises in ones."""

TEN = 10
"""Points of an ace or a ten where points are in tens."""

MANY_DEALS = 30
"""A target of over so many times all counters takes a hundred deals: it is of another unit."""

ONE_UNIT = "write all points in one unit"
PER = f"{ONE_UNIT}, or say how many card points make one with `counters: {{per: 10}}`"


BLAMED = (("counters", "cards"), ("counters", "last_trick"), ("unit",), ("counters",))
"""What may be at fault besides the lowest bid."""


def check_figures(model: Variant, program: Program, findings: Findings, root: Mapping | None) -> None:
    """Add what the figures of a compiled file show."""
    if not _bids_and_counters(program, findings, root):
        before = len(findings.items)
        _melds_and_counters(program, findings)
        if len(findings.items) == before:
            _forced_bids(model, program, findings)
    _inherited_forced_bid(model, program, findings, root)
    _own_melds_beside(program, findings, root)
    _idle_bury(model, program, findings, root)
    _target_in_time(model, program, findings)
    _failing_is_paid(model, program, findings)
    _floor_in_reach(program, findings)
    if not any(item.code == "PIN411" for item in findings.items):
        _notes_on_units(model, program, findings, root)


def _bids_and_counters(program: Program, findings: Findings, root: Mapping | None) -> bool:
    """Compare bids with counters; return whether they are of different units."""
    auction, counters = program.rules.auction, _scale(program)
    if auction is None or counters <= 0:
        return False
    lowest, path = auction.ladder[0], ("auction", "minimum")
    figures = f"the lowest bid is {lowest}, and all counters are {counters}"
    if lowest > FAR * counters:
        hint = f"say `unit: 10` in the file that writes bids in tens, or {ONE_UNIT}"
        message = f"bids look like tens, card points like ones: {figures}"
        findings.add("PIN411", path, message, hint, others=BLAMED)
        return True
    raised_in_ones = counters > TENS * lowest and _least_step(auction.ladder) < ONES
    if _counters_in_tens(program) and (raised_in_ones or counters > LOW * lowest):
        message = f"bids look like ones, card points like tens: {figures}"
        hint = PER if program.unit == 1 else f"write {10 * lowest}: with `unit: 10` a run counts 150"
        misread = _tens_in_ones(root, program.unit)
        if misread:
            path = ("counters", "cards")
            hint = "these card points are written in ones and count ten times as much: say `unit: 10` beside `counters`"
        in_tens = lowest % 10 == 0 and _least_step(auction.ladder) % 10 == 0
        # some tables do open at 10 of 250
        severity = Severity.WARNING if in_tens and not misread else Severity.ERROR
        findings.add("PIN411", path, message, hint, severity=severity, others=BLAMED)
        return True
    return False


def _tens_in_ones(root: Mapping | None, unit: int) -> bool:
    """Whether card points of ten and more are multiplied, because a patch or a base writes them in another unit."""
    counters = root.get("counters") if root is not None else None
    cards: Node | None = counters.get("cards") if isinstance(counters, Mapping) else None
    values = [entry.value for entry in cards.entries.values()] if isinstance(cards, Mapping) else []
    return any(
        isinstance(one, Scalar) and one.unit < unit and isinstance(one.value, int) and one.value >= TEN
        for one in values
    )


def _melds_and_counters(program: Program, findings: Findings) -> None:
    """Compare melds with counters; every game has its dearest and cheapest meld within some bounds of them."""
    counters = _scale(program)
    values = [points[0] for entry in program.rules.melds for points in entry.points[:1] if points and points[0] > 0]
    if counters <= 0 or not values:
        return
    melds_in_tens = all(value % 10 == 0 for value in values)
    if melds_in_tens and not _counters_in_tens(program) and TENS * min(values) > counters:
        figures = f"the cheapest meld is {min(values)}, and all counters are {counters}"
        hint = f"say `unit: 10` in the file that writes melds in tens, or {ONE_UNIT}"
        findings.add("PIN411", ("melds",), f"melds look like tens, card points like ones: {figures}", hint, on_key=True)
    elif not melds_in_tens and _counters_in_tens(program) and 2 * TENS * max(values) < counters:
        figures = f"the dearest meld is {max(values)}, and all counters are {counters}"
        findings.add("PIN411", ("melds",), f"melds look like ones, card points like tens: {figures}", PER, on_key=True)


def _notes_on_units(model: Variant, program: Program, findings: Findings, root: Mapping | None) -> None:
    """Note a single figure that looks like tens where the other points are in ones; it may be meant."""
    counters, rules = _scale(program), program.rules
    if counters <= 0 or _counters_in_tens(program):
        return
    beside = f"all counters of a deal are {counters}"

    told = {item.path for item in findings.items}

    def note(path: Path, what: str) -> None:
        if path in told:
            return
        findings.add("PIN411", path, f"this looks like tens beside the other points: {what}", ONE_UNIT, severity=_NOTE)

    def own(*path: str) -> bool:
        """Whether the file itself says it; what a base or an option says is left alone."""
        node: Node | None = root
        for key in path:
            node = node.get(key) if isinstance(node, Mapping) else None
        return root is not None and node is not None and node.source is root.source and not _in_options(root, node)

    dear = max(rules.card_points) >= TEN and own("counters", "cards")
    if dear and rules.auction is not None and counters > LOW * rules.auction.ladder[0]:
        note(("counters", "cards"), f"{beside}, and the lowest bid is {rules.auction.ladder[0]}")
    floor = rules.meld.floor if rules.meld is not None else ()
    lowest = Bounds(program.table.seats, program.deck.copies, program.card_sets).of(floor)[0] if floor else 0
    if lowest > FAR * counters and own("meld", "floor"):
        note(("meld", "floor"), f"{beside}, and melds have to come to {lowest}")
    target = rules.ending.target
    plain = not rules.ending.ledger and model.score is None
    if target is not None and plain and target > MANY_DEALS * counters and own("game", "target"):
        note(("game", "target"), f"{beside}, and the game is to {target}")
    for entry in rules.melds:
        value = entry.points[0][0] if entry.points and entry.points[0] else 0
        if value % TEN == 0 and value > TENS * counters and own("melds", entry.name, "points"):
            note(("melds", entry.name, "points"), f"{beside}, and this meld is {value}")


_NOTE = Severity.NOTE


def _own_melds_beside(program: Program, findings: Findings, root: Mapping | None) -> None:
    """Note a meld of the file over a base that counts beside one of the base with the same cards."""
    melds = root.get("melds") if root is not None else None
    if root is None or not isinstance(melds, Mapping):
        return
    for at, entry in enumerate(program.rules.melds):
        own = melds.entries.get(entry.name)
        if own is None or own.key.source is not root.source or entry.condition or entry.by:
            continue
        doubles = []
        for number, other in enumerate(program.rules.melds):
            base = melds.entries.get(other.name)
            if base is None or base.key.source is own.key.source or set(entry.classes) & set(other.classes):
                continue
            if number in (*entry.reuses, *entry.excludes) or at in (*other.reuses, *other.excludes):
                continue
            if not other.condition and not other.by and _same_cards(entry, other):
                doubles.append((other.name, base.value))
        if not doubles:
            continue
        names, first = ", ".join(name for name, _ in doubles), doubles[0][1]
        said = first.get("class") if isinstance(first, Mapping) else None
        kind = said.text if isinstance(said, Scalar) else doubles[0][0]
        findings.add(
            "PIN408",
            ("melds", entry.name),
            f"`{entry.name}` counts beside `{names}`, which has the same cards",
            f"to count instead of it, it needs the same class, `class: {kind}`; beside it, write `reuses: [{names}]`",
            on_key=True,
            severity=_NOTE,
        )


def _idle_bury(model: Variant, program: Program, findings: Findings, root: Mapping | None) -> None:
    """Warn of what the file says of burying where nobody buries; what it inherits may well be idle."""
    own = root.get("bury") if root is not None else None
    if root is None or own is None or model.bury is None or own.source is not root.source:
        return
    if any(rules.bury is not None for rules in program.modes):
        return
    message = "nobody buries: no cards are taken from a widow"
    findings.add("PIN417", ("bury",), message, "write `bury: null`", on_key=True, severity=Severity.WARNING)


def _same_cards(one: MeldEntry, other: MeldEntry) -> bool:
    """Whether all ways to form a meld under some trump are ways to form another one."""
    for trump, families in enumerate(one.forms):
        ways = {vector for _, vectors in families for vector in vectors}
        others = {vector for _, vectors in other.forms[trump] for vector in vectors}
        if any(map(any, ways)) and ways <= others:
            return True
    return False


def _in_options(root: Mapping, node: Node) -> bool:
    """Whether a value stands in a choice of an option, which may leave other things to other options."""
    options = root.get("options")
    return options is not None and options.source is node.source and options.start <= node.start < options.end


_NUMBER = re.compile(r"\d+")


def _inherited_forced_bid(model: Variant, program: Program, findings: Findings, root: Mapping | None) -> None:
    """Note a lowest bid that leaves the forced bid of the base behind, or that the forced bid makes idle."""
    auction, said = program.rules.auction, root.get("auction") if root is not None else None
    if root is None or auction is None or model.auction is None or not isinstance(said, Mapping):
        return
    if auction.all_pass is not Then.NOTHING:
        return
    minimum, forced = said.get("minimum"), said.get("all_pass")
    if not isinstance(minimum, Scalar) or not isinstance(forced, Scalar) or minimum.unit != forced.unit:
        return
    lowest, taken = auction.ladder[0], auction.taken_at
    if _in_options(root, minimum):
        return
    told = any(item.path in (("auction", "minimum"), ("auction", "all_pass")) for item in findings.items)
    if taken == lowest or told:
        return
    numbers = set(_NUMBER.findall(forced.text))
    wanted = _NUMBER.sub(str(lowest * minimum.unit // program.unit), forced.text)
    by_dealer = forced.text.startswith("dealer takes") and "dealer" in minimum.text and not auction.taken_or_more
    if by_dealer and taken > lowest and model.auction.opens is None:
        findings.add(
            "PIN403",
            ("auction", "minimum"),
            f"the dealer never bids {lowest}: when all others pass he takes it for {taken} unasked (`all_pass`)",
            f"add `all_pass: {wanted}`",
            severity=_NOTE,
        )
    elif minimum.source is root.source is not forced.source and not (numbers & set(_NUMBER.findall(minimum.text))):
        findings.add(
            "PIN403",
            ("auction", "minimum"),
            f"the lowest bid is {lowest}, but when all pass the base still says `{forced.text}`",
            f"if that is to change too, add `all_pass: {wanted}`",
            severity=_NOTE,
        )


def _counters_in_tens(program: Program) -> bool:
    values = (*program.rules.card_points, program.rules.last_trick)
    return all(value % 10 == 0 for value in values) and program.rules.per == 1


def _least_step(ladder: tuple[int, ...]) -> int:
    return min((higher - lower for lower, higher in pairwise(ladder)), default=1)


def _all_counters(program: Program) -> int:
    points = zip(program.rules.card_points, program.deck.copies, strict=True)
    return (sum(value * copies for value, copies in points) + program.rules.last_trick) // max(program.rules.per, 1)


def _scale(program: Program) -> int:
    """Return all counters as a measure of the unit; 0 where only the last trick counts, which tells no unit."""
    return _all_counters(program) if any(program.rules.card_points) else 0


def _forced_bids(model: Variant, program: Program, findings: Findings) -> None:
    auction = program.rules.auction
    if auction is None or model.auction is None:
        return
    forced = [("all_pass", auction.taken_at)] if auction.all_pass is Then.NOTHING else []
    forced += [("opens", auction.holds)] if auction.holds is not None else []
    lowest, top = auction.ladder[0], auction.ladder[-1]
    apart = [(key, points) for key, points in forced if points * LOW <= lowest or points >= LOW * lowest]
    for key, points in apart:
        small = "ones" if points < lowest else "tens"
        message = f"this looks like {small} beside the bids: {points} here, and the lowest bid is {lowest}"
        findings.add("PIN411", ("auction", key), message, ONE_UNIT, others=(("auction", "minimum"), ("unit",)))
    if apart or model.auction.maximum is None:
        return
    if auction.all_pass is Then.NOTHING and auction.taken_at > top:
        findings.add(
            "PIN403",
            ("auction", "all_pass"),
            f"{auction.taken_at} is above the highest bid, {top}",
            "take it for less, or raise the maximum",
        )
    if auction.holds is not None and auction.holds > top:
        findings.add(
            "PIN403",
            ("auction", "opens"),
            f"{auction.holds} is above the highest bid, {top}",
            "hold less, or raise the maximum",
        )


def _target_in_time(model: Variant, program: Program, findings: Findings) -> None:
    ending = program.rules.ending
    if ending.target is None or not ending.deals or ending.ledger or model.score is not None:
        return
    from pinochle_dsl.compiling.melding import most_meld  # noqa: PLC0415 - the compiler is loaded when there is a Program

    most = (most_meld(program.rules.melds, program.deck.copies) + _all_counters(program)) * ending.deals
    if ending.target > most:
        findings.add(
            "PIN403",
            ("game", "target"),
            f"{ending.deals} deals can bring {most} at the most, never {ending.target}",
            "play more deals, or lower the target",
            severity=Severity.WARNING,
        )


def _failing_is_paid(model: Variant, program: Program, findings: Findings) -> None:
    """Warn of a row for a contract that fails which always pays the declarer."""
    rules = program.rules
    if rules.auction is None or rules.ending.target is None or rules.ending.loses or rules.ending.ledger:
        return
    bounds = Bounds(program.table.seats, program.deck.copies, program.card_sets)
    bounds.known[Name.BID] = (1, ENDLESS)  # there is a contract, or nothing could fail
    for row in rules.outcomes:
        said = model.outcomes.get(row.name)
        if row.made is not False or row.ruling or said is None:
            continue
        key = "declarer" if said.declarer is not None else "declarers"
        column = next((code for person, code in row.columns if person == who(COLUMNS[key])), ())
        if column and bounds.of(column)[0] > 0:
            findings.add(
                "PIN403",
                ("outcomes", row.name, key),
                "the declarer is paid for failing",
                f"points that are lost have a minus: `{key}: -bid`",
                severity=Severity.WARNING,
            )


def _floor_in_reach(program: Program, findings: Findings) -> None:
    """Warn of a floor under melds that no melds can come up to."""
    from pinochle_dsl.compiling.melding import most_meld  # noqa: PLC0415 - as above

    bounds = Bounds(program.table.seats, program.deck.copies, program.card_sets)
    for rules in program.modes:
        code = rules.meld.floor if rules.meld is not None else ()
        floor = bounds.of(code)[0] if code else 0
        most = most_meld(rules.melds, program.deck.copies)
        if rules.melds and floor > most:
            findings.add(
                "PIN403",
                ("meld", "floor"),
                f"no melds come up to {floor}: all together are {most} at the most",
                "lower it, or check that floor and melds are written in one unit",
                severity=Severity.WARNING,
            )

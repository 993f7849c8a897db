"""Cross-checks: both programs must have played the same game."""

from __future__ import annotations

import math
from collections.abc import Mapping

from attrs import frozen
from measuring import MissingError, Workload
from single_deck import SingleDeck
from workloads import HANDS_AT_ONCE, means, random_deals, random_games, random_hands, score_hands

SIDES = 2
ALL_COUNTERS = 250
WORST = 4.0
"""Standard errors that chance may put between two means (once in sixteen thousand times it puts more)."""
LEAST = 1_000_000
"""Deals or hands of the C program, at least: its figures also tell how much chance varies."""
ROUNDED = 1e-5
"""The C program prints six decimals."""
OUR_SEED, THEIR_SEED = 12, 34


@frozen
class Check:
    """One comparison of figures."""

    name: str
    ours: float | None = None
    theirs: float | None = None
    errors: float | None = None
    """Difference in standard errors; None where the two must be equal."""
    agrees: bool | None = None
    missing: str | None = None
    """Why the two cannot be compared."""


def deal_checks(single_deck: SingleDeck, seconds: float) -> list[Check]:
    """Compare the meld and the counters of a side over the deals that we play in so many seconds."""
    names = ("mean meld of a side", "mean counters of a side")
    try:
        run, stats = random_games(_fitting(random_deals, seconds), OUR_SEED)
    except MissingError as error:
        return [Check(name, missing=str(error)) for name in names]
    figures = means(stats)
    theirs = single_deck.play(max(run.work, LEAST), THEIR_SEED)
    counters = (theirs["counters_leader"] + theirs["counters_dealer"]) / SIDES
    meld, counted = Check(names[0], missing="not reported"), Check(names[1], missing="not reported")
    if "meld" in figures:
        meld = _chance(names[0], figures["meld"], theirs, run.work * SIDES, theirs["deals"] * SIDES)
    if "counters" in figures:
        exact = all(abs(mean - ALL_COUNTERS / SIDES) < ROUNDED for mean in (figures["counters"], counters))
        counted = Check(names[1], figures["counters"], counters, agrees=exact)
    return [meld, counted]


def hand_check(single_deck: SingleDeck, seconds: float) -> Check:
    """Compare the meld of the random hands that we score in so many seconds."""
    name = "mean meld of a random hand"
    try:
        run, total = score_hands(_fitting(random_hands, seconds) * HANDS_AT_ONCE, OUR_SEED)
    except MissingError as error:
        return Check(name, missing=str(error))
    theirs = single_deck.score(max(run.work, LEAST), THEIR_SEED)
    return _chance(name, total / run.work, theirs, run.work, theirs["hands"])


def uncompiled_check(compiled: dict[str, float], uncompiled: dict[str, float]) -> Check:
    """Compare the figures of the same games played compiled and uncompiled."""
    name = "the same games uncompiled"
    different = sorted(figure for figure in compiled | uncompiled if compiled.get(figure) != uncompiled.get(figure))
    first = different[0] if different else "meld"
    return Check(name, compiled.get(first), uncompiled.get(first), agrees=not different)


def _fitting(workload: Workload, seconds: float) -> int:
    run = workload(1)
    return max(1, round(seconds / run.seconds))


def _chance(name: str, ours: float, theirs: Mapping[str, float], our_size: float, their_size: float) -> Check:
    """Compare two sample means; both samples are taken to vary as the C program's does."""
    error = theirs["meld_error"] * math.sqrt(1 + their_size / our_size)
    errors = abs(ours - theirs["meld"]) / error
    return Check(name, ours, theirs["meld"], errors, errors <= WORST)

"""Figures of tournaments: rates and means with 99% intervals over sets, and ratings.

A set is one observation: its games share their cards, so that they are not independent of each other.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Z = 2.5758293035489004
"""Half-width of a 99% interval in standard deviations."""
FEW = (Z, 63.657, 9.925, 5.841, 4.604, 4.032, 3.707)
"""The same for Student's distribution with 1 to 6 degrees of freedom."""
ELO = 400 / math.log(10)
"""Points of Elo in a strength of 1 (a natural logarithm)."""
Meetings = Mapping[tuple[tuple[int, int], ...], float]
"""Games of a set by who sits in them: pairs (contestant, how many places he holds)."""


def student(freedom: int) -> float:
    """Return the half-width of a 99% interval in standard deviations that were estimated with so much freedom."""
    if freedom < len(FEW):
        return FEW[max(0, freedom)]
    z, v = Z, freedom
    first = (z**3 + z) / (4 * v)
    second = (5 * z**5 + 16 * z**3 + 3 * z) / (96 * v**2)
    third = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * v**3)
    return z + first + second + third


def mean_figure(total: int, squares: int, n: int, per: int) -> tuple[float, float | None, float | None]:
    """Return a mean with its interval: n sets with this total and sum of squares, `per` observations in all."""
    mean = total / per
    if n < 2:
        return mean, None, None
    spread = max(0, n * squares - total * total) / (n * n * (n - 1))
    half = student(n - 1) * math.sqrt(spread) * n / per
    return mean, mean - half, mean + half


def rate_figure(total: int, squares: int, n: int, most: int) -> tuple[float, float, float]:
    """Return a rate with its interval: n sets whose scores, 0 to `most`, have this total and sum of squares.

    It is Wilson's interval, for as many games as would vary so much if they were independent.  One set of the greatest
    variance is counted besides, so that a few equal sets do not look certain.
    """
    rate = total / (n * most)
    worst = rate * (1 - rate)
    alike = (n * squares - total * total) / (n * most * most)
    independent = n * n * worst / (alike + worst) if 0 < total < n * most else n
    z = student(n - 1) if n > 1 and 0 < total < n * most else Z
    scale = 1 + z * z / independent
    centre = (rate + z * z / (2 * independent)) / scale
    half = z * math.sqrt(worst / independent + z * z / (4 * independent * independent)) / scale
    low = 0.0 if total == 0 else max(0.0, centre - half)
    return rate, low, 1.0 if total == n * most else min(1.0, centre + half)


def fitted(
    meetings: Meetings, sets: int, scores: Sequence[float], products: Sequence[Sequence[float]]
) -> tuple[list[float], list[float]]:
    """Return strengths (natural logarithms, mean 0) and their standard errors, by maximum likelihood.

    `scores` are the games that each has won in all sets, `products` the sums over the sets of the products of two
    contestants' scores.  The model is Bradley and Terry's, in Luce's form where more than two sit at a table: a place
    is won with a chance in proportion to the strength of who holds it.  One set in which all are level counts besides,
    so that strengths stay finite.  Errors come from how the sets vary, so that games of one set do not pass for
    independent ones.
    """
    n = len(scores)
    even, _ = _expected(meetings, [0.0] * n)
    goal = [(score + level) / (sets + 1) for score, level in zip(scores, even, strict=True)]
    strengths = [0.0] * n
    slope: list[list[float]] = []
    inverse: list[list[float]] = []
    for _ in range(100):
        expected, slope = _expected(meetings, strengths)
        inverse = _inverse([[slope[i][j] + 1 / n for j in range(n)] for i in range(n)])
        gaps = [g - e for g, e in zip(goal, expected, strict=True)]
        steps = [sum(inverse[i][j] * gaps[j] for j in range(n)) for i in range(n)]
        longest = max(abs(step) for step in steps)
        strengths = [s + step * min(1.0, 1 / (longest or 1.0)) for s, step in zip(strengths, steps, strict=True)]
        if longest < 1e-12:
            break

    def spread(i: int, j: int) -> float:
        return (products[i][j] - scores[i] * scores[j] / sets + slope[i][j]) / (sets * sets)

    half = [[inverse[i][j] - 1 / n for j in range(n)] for i in range(n)]
    errors = []
    for i in range(n):
        variance = sum(half[i][j] * spread(j, k) * half[i][k] for j in range(n) for k in range(n))
        errors.append(math.sqrt(max(0.0, variance)))
    return strengths, errors


def _expected(meetings: Meetings, strengths: Sequence[float]) -> tuple[list[float], list[list[float]]]:
    """Return the games of a set that each is expected to win, and how that changes with the strengths."""
    n = len(strengths)
    wins = [0.0] * n
    slope = [[0.0] * n for _ in range(n)]
    for held, games in meetings.items():
        weights = {i: k * math.exp(strengths[i]) for i, k in held}
        whole = sum(weights.values())
        chances = {i: weight / whole for i, weight in weights.items()}
        for i, p in chances.items():
            wins[i] += games * p
            for j, q in chances.items():
                slope[i][j] += games * p * ((i == j) - q)
    return wins, slope


def _inverse(matrix: list[list[float]]) -> list[list[float]]:
    """Return the inverse of a small matrix."""
    n = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        best = max(range(i, n), key=lambda k: abs(rows[k][i]))
        rows[i], rows[best] = rows[best], rows[i]
        pivot = rows[i][i]
        rows[i] = [value / pivot for value in rows[i]]
        for k in range(n):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[n:] for row in rows]

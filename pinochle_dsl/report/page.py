"""The page: what differs in words, what it changes, and pictures of it, each with its table."""

from __future__ import annotations

from html import escape
from importlib.resources import files
from typing import TYPE_CHECKING

from attrs import frozen

from interpreter import _numbers as numbers
from interpreter.figures import interval_text, mean_text
from pinochle_dsl.report.charts import Curve, Interval, curves, intervals, number, percent
from pinochle_dsl.report.words import (
    FIGURE_WORDS,
    MEASURABLE,
    change_sentence,
    clarity,
    in_short,
    label_of,
    measure_of,
    said,
    said_change,
    scored_in,
    scoring_words,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from interpreter import Comparison
    from interpreter.comparison import Compared
    from pinochle_dsl.differences import RuleDifference
    from pinochle_dsl.varying import Ranking

MOST_CURVES = 8
"""Lines that can be told apart in one picture."""
BARS = 24
"""Steps of a distribution."""
SHORT = 6
"""Sentences of the summary."""
SEEN_OFTEN = 20
"""Contracts of one bid from which on it is shown how many were made."""
STILL_PLAYED = 0.02
"""The race is shown as long as more than this part of the games goes on."""


@frozen
class Subject:
    """What a page is about."""

    titles: tuple[str, ...]
    """What each column is called."""
    names: tuple[str, ...]
    """What each game is called in full."""
    rules: tuple[RuleDifference, ...]
    result: Comparison
    command: str
    """The command that makes the page again."""
    unpaired: str | None
    """Why the cards are not the same, or None."""
    rankings: tuple[Ranking, ...] = ()
    """What each varied choice changes."""
    choices: tuple[tuple[str, tuple[RuleDifference, ...]], ...] = ()
    """Each varied choice, and the rules by which it differs from the default."""

    @property
    def few(self) -> bool:
        """Whether all sets of rules fit into one picture."""
        return len(self.titles) <= MOST_CURVES


def _style() -> str:
    return files("pinochle_dsl.report").joinpath("style.css").read_text(encoding="utf-8")


def report_page(subject: Subject) -> str:
    """Return the page."""
    result = subject.result
    heading = " and ".join(subject.titles) if len(subject.titles) == 2 else f"{len(subject.titles)} sets of rules"
    if subject.choices:
        heading = subject.names[0]
    sections = [
        ("short", "In short", _short(subject)),
        ("rules", "Rules that differ", _rules(subject)),
        ("matters", "Which rule matters most", _matters(subject) if subject.rankings else ""),
        ("changes", "What changes", _changes(subject)),
        ("bids", "Bids", _bids(subject) if subject.few else ""),
        ("points", "Melds, counters and scores", _points(subject) if subject.few else ""),
        ("race", "The race to the end", _race(subject) if subject.few else ""),
        ("figures", "All figures", _figures(subject)),
        ("how", "How this was found", _how(subject)),
    ]
    kept = [section for section in sections if section[2]]
    menu = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in kept)
    body = "".join(f'<section id="{key}"><h2>{escape(title)}</h2>{text}</section>' for key, title, text in kept)
    names = "".join(f"<li>{escape(name)}</li>" for name in dict.fromkeys(subject.names))
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(heading)}: what the rules change</title><style>{_style()}</style></head><body>"
        f'<header><h1>{escape(heading)}: what the rules change</h1><ul class="short soft">{names}</ul>'
        f'<p class="soft">{result.games:,} games under each set of rules, {_cards(subject)}.</p></header>'
        f'<nav aria-label="Sections"><ul>{menu}</ul></nav><main>{body}</main></body></html>\n'
    )


def _cards(subject: Subject) -> str:
    return f"not with the same cards: {subject.unpaired}" if subject.unpaired else "with the same cards"


# ---- words ----------------------------------------------------------------------------------------------


def _short(subject: Subject) -> str:
    """Return the measurable changes, the clearest first."""
    result = subject.result
    lines = []
    for k in range(1, len(result.runs)):
        if subject.rankings:
            break
        found = []
        for figure in result.told():
            change = result.difference(figure, k)
            if change is not None and change.is_other_than_nothing:
                found.append(
                    (-clarity(change), change_sentence(figure, result.mean(figure, 0), result.mean(figure, k), change))
                )
        found.sort()
        if len(result.runs) > 2 and found:
            lines.append(f"<p><strong>{escape(subject.titles[k])}</strong> against {escape(subject.titles[0])}:</p>")
        lines.append(_bullets(escape(words) for _, words in found[:SHORT]))
        if not found:
            lines.append(
                f"<p>{escape(subject.titles[k])}: no measurable change in {_games(result.games)}. More games may show"
                " small ones.</p>"
            )
    if subject.rankings:
        lines.append(_bullets(map(escape, in_short(subject.rankings, result.games))))
    scored = scoring_words(result, subject.titles)
    lines.append(f'<p class="soft">{escape(" ".join(filter(None, (scored, MEASURABLE))))}</p>')
    return "".join(lines)


def _games(number: int) -> str:
    return f"{number:,} game{'' if number == 1 else 's'}"


def _bullets(lines: Iterable[str]) -> str:
    found = [f"<li>{line}</li>" for line in lines]
    return f'<ul class="short">{"".join(found)}</ul>' if found else ""


def _rules(subject: Subject) -> str:
    if subject.choices:
        rows = []
        for choice, rules in subject.choices:
            for rule in rules:
                default, changed = _cells(rule)
                rows.append([choice, rule.key, default, changed])
        heads = ["Choice", "Rule", "By default", "With this choice"]
        return _table("What each choice says", heads, rows, kind="stack words")
    if not subject.rules:
        return "<p>The rules do not differ.</p>"
    rows = []
    for rule in subject.rules:
        rows.append([rule.key, *_cells(rule)])
    return _table("Rules that differ, in words", ["Rule", *subject.titles], rows, kind="stack words")


def _cells(rule: RuleDifference) -> list[str]:
    """Return a rule under each set of rules: in words, or as it is written where the words do not tell them apart."""
    alike = len(set(rule.words)) == 1
    return [
        value if alike or words in ("", "–") else words for value, words in zip(rule.values, rule.words, strict=True)
    ]


# ---- what changes ------------------------------------------------------------------------------------------


def _changes(subject: Subject) -> str:
    """Return each figure with its change and interval, in groups of one measure."""
    result = subject.result
    if subject.rankings:
        return ""
    parts = []
    groups: tuple[tuple[str, Callable[[Compared], bool], Callable[[float], str]], ...] = (
        ("Shares (percentage points)", lambda f: f.share, lambda v: f"{100 * v:+.4g}"),
        (f"Points{_scored(subject)}", lambda f: f.points, lambda v: f"{v:+.4g}"),
        ("Deals", lambda f: not f.share and not f.points, lambda v: f"{v:+.4g}"),
    )
    known = result.told()
    for axis, belongs, show in groups:
        rows = []
        for figure in filter(belongs, known):
            for k in range(1, len(result.runs)):
                change = result.difference(figure, k)
                if change is None:
                    continue
                name = label_of(figure) + (f", {subject.titles[k]}" if len(result.runs) > 2 else "")
                rows.append(
                    Interval(name, change.mean, change.low, change.high, f"{name}: {said_change(figure, change)}", k)
                )
        if rows:
            title = f"Change against {subject.titles[0]}: {axis}"
            parts.append(f"<figure>{intervals(title, rows, axis, show)}<figcaption>{escape(title)}. ")
            parts.append("The bar is the 95% interval; where it does not touch zero the change is measurable.")
            parts.append("</figcaption></figure>")
    if len(result.runs) > 2:
        parts.insert(0, _key(subject.titles, first=1))
    heads = ["Figure", subject.titles[0]]
    for title in subject.titles[1:]:
        heads += [title, "Change" if len(subject.titles) == 2 else f"Change, {title}"]
    rows_told = []
    for figure in known:
        row = [label_of(figure), said(figure, result.mean(figure, 0))]
        for k in range(1, len(result.runs)):
            change = result.difference(figure, k)
            row += [said(figure, result.mean(figure, k)), said_change(figure, change) if change else ""]
        rows_told.append(row)
    caption = (
        f"Figures and changes, with 95% intervals; shares change by percentage points{_scored(subject, '; points ')}"
    )
    parts.append(_table(caption, heads, rows_told, kind="stack"))
    parts.append(_glossary(known))
    return "".join(parts)


def _matters(subject: Subject) -> str:
    """Return for each figure the choices by the size of what they change."""
    told = (
        "Every combination of the varied options was played. A change is that of one choice against the default, in "
        "the mean over all choices of the other options."
    )
    parts = [f"<p>{told}</p>"]
    rows = []
    for ranking in subject.rankings:
        for place, effect in enumerate(ranking.effects, 1):
            rows.append(
                [
                    label_of(ranking.figure) if place == 1 else "",
                    str(place),
                    f"{effect.option} = {effect.choice}",
                    f"instead of {effect.default}",
                    said_change(ranking.figure, effect.found),
                    "yes" if effect.measurable else "no",
                ]
            )
    for ranking in subject.rankings:
        if not ranking.effects[0].measurable:
            continue
        figure = ranking.figure
        bars = [
            Interval(
                f"{effect.option} = {effect.choice}",
                effect.found.mean,
                effect.found.low,
                effect.found.high,
                f"{effect.option} = {effect.choice}: {said_change(figure, effect.found)}",
                place,
            )
            for place, effect in enumerate(ranking.effects)
        ]
        axis = measure_of(figure) + (_scored(subject) if figure.points else "")
        show: Callable[[float], str] = (lambda v: f"{100 * v:+.4g}") if figure.share else (lambda v: f"{v:+.4g}")
        title = f"{label_of(figure)}: change by each choice"
        parts.append(f"<h3>{escape(title)}</h3><figure>{intervals(title, bars, axis, show)}</figure>")
    heads = ["Figure", "Rank", "Choice", "Against", "Change (95% interval)", "Measurable"]
    parts.append(_details("Table of all changes", _table("What each choice changes", heads, rows, kind="stack")))
    parts.append(_glossary([ranking.figure for ranking in subject.rankings]))
    return "".join(parts)


def _glossary(figures: Sequence[Compared]) -> str:
    told = "".join(
        f"<li><strong>{escape(label_of(figure))}</strong>: {escape(FIGURE_WORDS[figure.name][1])}</li>"
        for figure in figures
    )
    return _details("What the figures are", f'<ul class="short">{told}</ul>')


def _scored(subject: Subject, before: str = ", ") -> str:
    """Return what to say behind points where the rules count in different units: whose points they are."""
    whose = scored_in(subject.result, subject.titles)
    return f"{before}as scored in {whose}" if whose else ""


# ---- pictures ------------------------------------------------------------------------------------------------


def _bids(subject: Subject) -> str:
    result = subject.result
    if not any(seen.bids for seen in result.seen):
        return ""
    parts = [_distribution(subject, numbers.H_BID, "How often each contract is played", "contract", exact=True)]
    rows = []
    table_rows = []
    for k, seen in enumerate(result.seen):
        factor = result.factor(k)
        made = [(bid * factor, seen.bids_made.get(bid, 0) / n) for bid, n in seen.bids.items() if n >= SEEN_OFTEN]
        rows.append(Curve(subject.titles[k], tuple(made)))
        table_rows += [
            [subject.titles[k], number(bid * factor), f"{n:,}", percent(round(seen.bids_made.get(bid, 0) / n, 4))]
            for bid, n in seen.bids.items()
        ]
    if any(row.points for row in rows):
        parts.append(
            _figure(
                subject,
                curves("Contracts made, by bid", rows, f"bid{_scored(subject)}"),
                f"Contracts made, by bid (bids of {SEEN_OFTEN} contracts or more)",
                _table("Contracts made, by bid", ["Rules", "Bid", "Contracts", "Made"], table_rows),
            )
        )
    return "".join(parts)


def _points(subject: Subject) -> str:
    return "".join(
        _distribution(subject, kind, title, words)
        for kind, title, words in (
            (numbers.H_MELD, "Melds of a side in a deal", "points of melds"),
            (numbers.H_COUNTERS, "Counters of a side in a deal", "points of counters"),
            (numbers.H_GAIN, "What a deal adds to a side's score", "points"),
        )
        if any(len(seen.counted[kind]) > 1 for seen in subject.result.seen)
    )


def _distribution(subject: Subject, kind: int, title: str, words: str, *, exact: bool = False) -> str:
    """Return how often values come about, in steps of round numbers."""
    result = subject.result
    tables = [
        {value * result.factor(k): n for value, n in seen.counted[kind].items()} for k, seen in enumerate(result.seen)
    ]
    step = _step([value for found in tables for value in found], exact=exact, tables=tables)
    shares: list[dict[float, float]] = []
    for found in tables:
        total = sum(found.values())
        steps: dict[float, float] = {}
        for value, n in found.items():
            at = step * (value // step)
            steps[at] = steps.get(at, 0.0) + n / total
        shares.append(steps)
    places = sorted({at for steps in shares for at in steps})
    cut = [at for at in places if any(steps.get(at, 0.0) >= 0.0005 for steps in shares)]
    if not cut:
        return ""
    rows = [
        Curve(title_, tuple((at, steps.get(at, 0.0)) for at in cut))
        for title_, steps in zip(subject.titles, shares, strict=True)
    ]

    def band(at: float) -> str:
        return number(at) if step == 1 else f"{number(at)} to {number(at + step)}"

    heads = [words.capitalize(), *subject.titles]
    body = [[band(at), *(f"{100 * steps.get(at, 0.0):.2f}%" for steps in shares)] for at in places]
    label = f"{words}{_scored(subject)}" + (
        "" if step == 1 else f", in steps of {number(step)} (each from its mark on)"
    )
    return _figure(subject, curves(title, rows, label), title, _table(title, heads, body))


def _step(values: Sequence[float], *, exact: bool, tables: Sequence[dict[float, int]]) -> float:
    """Return a round step that shows most of the values in some twenty steps."""
    common: list[float] = []
    for found in tables:
        total = sum(found.values())
        run = 0
        for value in sorted(found):
            run += found[value]
            if 0.005 * total <= run <= 0.995 * total:
                common.append(value)
    spread = (max(common) - min(common)) if common else (max(values) - min(values))
    if exact and len(set(common)) <= BARS:
        gaps = sorted({round(b - a, 9) for a, b in zip(sorted(set(common)), sorted(set(common))[1:], strict=False)})
        if gaps:
            return gaps[0]
    wanted = max(1.0, spread / BARS)
    power = 1.0
    while power * 10 <= wanted:
        power *= 10
    return next(power * k for k in (1, 2, 5, 10) if power * k >= wanted)


def _race(subject: Subject) -> str:
    result = subject.result
    if all(max(seen.lengths, default=0) <= 1 for seen in result.seen):
        return ""
    lasting = 2
    for seen in result.seen:
        over = seen.race[2]
        lasting = max(lasting, next((i + 1 for i, n in enumerate(over) if n >= (1 - STILL_PLAYED) * result.games), 64))
    rows_score, rows_over = [], []
    body = []
    for k, seen in enumerate(result.seen):
        first, last, over = seen.race
        factor = result.factor(k) if result.runs[k].program.rules.ending.ledger == 0 else 1.0
        games = result.games
        lead = [(i + 1.0, factor * first[i] / games) for i in range(lasting)]
        trail = [(i + 1.0, factor * last[i] / games) for i in range(lasting)]
        done = [(i + 1.0, over[i] / games) for i in range(lasting)]
        rows_score += [
            Curve(f"{subject.titles[k]}, leader", tuple(lead)),
            Curve(f"{subject.titles[k]}, last", tuple(trail)),
        ]
        rows_over.append(Curve(subject.titles[k], tuple(done)))
        body += [
            [subject.titles[k], str(i + 1), f"{lead[i][1]:,.1f}", f"{trail[i][1]:,.1f}", f"{100 * done[i][1]:.1f}%"]
            for i in range(lasting)
        ]
    heads = ["Rules", "Deal", "Leader", "Last", "Games over"]
    table = _table("The race: mean scores after each deal, and games that are over", heads, body)
    scores = curves("Mean scores after each deal", rows_score, "deal", show_y=number)
    over_svg = curves("Games that are over after each deal", rows_over, "deal")
    names = [row.name for row in rows_score]
    return (
        f"<figure>{scores}{_key(names)}<figcaption>Mean score of whoever leads and of whoever is last; a game that is "
        "over keeps its score.</figcaption></figure>"
        + _figure(subject, over_svg, "Games that are over after so many deals", table)
    )


def _figure(subject: Subject, svg: str, caption: str, table: str) -> str:
    return f"<h3>{escape(caption)}</h3><figure>{svg}{_key(subject.titles)}</figure>" + _details(
        "The same as a table", table
    )


def _key(names: Sequence[str], first: int = 0) -> str:
    """Return the legend of a chart."""
    parts = []
    for k, name in enumerate(names):
        if k < first:
            continue
        line = f'<path class="curve c{k % 8}" d="M0,6H34"/>'
        parts.append(f'<li><svg viewBox="0 0 34 12" aria-hidden="true">{line}</svg>{escape(name)}</li>')
    return f'<ul class="key">{"".join(parts)}</ul>'


# ---- tables -----------------------------------------------------------------------------------------------------


def _figures(subject: Subject) -> str:
    """Return every figure that `compare` prints."""
    from pinochle_dsl.cli._figures_text import label, worth_showing  # noqa: PLC0415 - a sibling's words

    result = subject.result
    program = result.runs[0].program
    wanted: set[str] = set()
    for i, run in enumerate(result.runs):
        found = {name: figure for name, figures in result.stats.items() if (figure := figures[i]) is not None}
        wanted |= set(worth_showing(found, run.program))
    rows = []
    for name, figures in result.stats.items():
        if name in wanted:
            cells = ["–" if f is None else f"{mean_text(name, f)} ({interval_text(name, f)})" for f in figures]
            rows.append([label(name, program), *cells])
    table = _table(
        f"All figures with 95% intervals{_scored(subject, '; points ')}",
        ["Figure", *subject.titles],
        rows,
        kind="stack",
    )
    return _details("Show the table", table)


def _how(subject: Subject) -> str:
    result = subject.result
    players = ", ".join(result.runs[0].players)
    deals = ", ".join(f"{run.deals:,}" for run in result.runs)
    same = (
        f"The cards are not the same under each: {subject.unpaired}. Intervals are wider for it."
        if subject.unpaired
        else "Game by game the same cards are dealt under each set of rules, so that differences are those of the rules"
        " and of what the players make of them, not of the cards."
    )
    return (
        f"<p>{escape(same)}</p><p>Deals played: {deals}. Players: {escape(players)}; computer players are not people,"
        " and stronger ones may make other use of a rule. A 95% interval holds the true figure in 19 of 20 such"
        " runs.</p>"
        f"<p>This command makes the page again, figure for figure:</p>"
        f"<pre><code>{escape(subject.command)}</code></pre>"
    )


def _details(summary: str, content: str) -> str:
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def _table(caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in heads)
    body = ""
    for row in rows:
        cells = zip(heads[1:], row[1:], strict=True)
        told = "".join(f'<td data-head="{escape(name)}">{escape(cell)}</td>' for name, cell in cells)
        body += f'<tr><th scope="row">{escape(row[0])}</th>{told}</tr>'
    name = f' class="{kind}"' if kind else ""
    return (
        f'<div class="table" tabindex="0" role="region" aria-label="{escape(caption)}"><table{name}>'
        f"<caption><span>{escape(caption)}</span></caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )

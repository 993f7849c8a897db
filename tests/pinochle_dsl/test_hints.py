"""Hints that quote what to write are followed to the letter: then the finding must be gone, and no other come of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import pytest

from pinochle_dsl import check
from pinochle_dsl.diagnostics import Diagnostic
from tests.pinochle_dsl.test_diagnostics import BAD

BAD_FILES = [path.with_suffix(".yaml") for path in BAD if path.with_suffix(".yaml").is_file()]
HEAD = "variant: house\nextends: partnership\n"
SLIPS = [
    "auction:\nminimum: 20\n  raise: 5",
    "auction:\nminimum: 20\nmaximum: 50\n  raise: 5",
    "outcomes:\n  set: declarers: -bid",
    "auction: minimum 20",
    "auction: {minimum 20}",
    "auction {minimum: 20}",
    "auction: 25",
    "game: 150",
    "deal: twelve",
    "play: {must: follow suit, trump}",
    "play: {must: follow suit}",
    "play: {must: [follow]}",
    "play: {must: [win]}",
    "auction: {last_trick: 2}",
    "auction: {floor: 20}",
    "game: {floor: 20}",
    "meld: {minimum: 20}",
    "spiel: {ziel: 150}",
    "spiel: {target: 150}",
    "game: {ziel: 150}",
    "trumpf: {by: declarer}",
    "melden: {dix: {points: 2}}",
    "austeilen: {cards: 12}",
    "deal: {karten: 12}",
    "punkte: {round_to: 10}",
    "spieler: {seats: 4}",
    "reizen: {minimum: 20}",
    "reizen: {mindestgebot: 20}",
    "dix: {points: 2}",
    "melds: {dix: none}",
    "melds: {dix: nothing}",
    "melds: {pinochle: 40}",
    "melds: {pinochle: {value: 40}}",
    "melds: {pinochel: {points: 40}}",
    "melds: {mine: {cards: K Q of Kreuz, points: 4}}",
    "melds: {mine: {cards: Dame Bube of trump, points: 4}}",
    "melds: {mine: {cards: K Q of trumps, points: 4}}",
    "melds: {mine: {cards: 4x aces, points: 4}}",
    "game: {target: a hundred and twenty}",
    "game: {target: 1000 points}",
    "game: {target: 1,000 points}",
    "game: {target: 1.000}",
    "game: {target: one hundred twenty points}",
    "calls: {nines: {by: anyone, when: after deal, may: five nines, then: same dealer deals again}}",
    "calls: {nines: {by: anyone, when: after deal, may: at least 5 nines, then: same dealer deals again}}",
    "calls: {nines: {by: anyone, when: after deal, may: count(nines) >= 5, then: same dealer deals again}}",
    "calls: {nines: {by: bidder, when: after deal, may: count(9) > 4, then: same dealer deals again}}",
    "calls: {nines: {by: anyone, when: after bidding, may: count(9) > 4, then: same dealer deals again}}",
    "calls: {nines: {who: anyone, when: after deal, may: count(9) > 4, then: same dealer deals again}}",
    "calls: {nines: {by: anyone, when: after deal, may: count(9) is 5, then: same dealer deals again}}",
    "outcomes: {made: {declarers: 5 per trick}}",
    "outcomes: {made: {declarers: two for each trick}}",
    "outcomes: {made: {bidder: 2 * bid}}",
    "outcomes: {made: {bidding side: 2 * bid}}",
    "outcomes: {made: {if: bidder.meld > 20}}",
    "outcomes: {made: {if: a trick}}",
    "auction: {raise: one}",
    "auction: {raise: by five}",
    "auction: {raise: at least 5}",
    "auction: {opens: bidder at 20}",
    "auction: {opens: dealer has 20}",
    "auction: {opens: left of dealer starts}",
    "auction: {all_pass: dealer stuck at 20}",
    "auction: {all_pass: redeal}",
    "trump: hearts",
    "trump: bidder",
    "payments: {aces: {from: losers, to: winner, amount: melded(aces around)}}",
    "deal: {packets: 3 at a time}",
    "deal: {packets: three at a time}",
    "deal: {packets: by threes}",
    "packets: 3 3 3 3",
    "last_trick: 2",
    "minimum: 20",
]
"""Lines of a file, each with one slip."""
QUOTED = (
    re.compile(r"did you mean ['`](?P<text>[^'`]+)['`]\?"),
    re.compile(
        r"(?:in [\w ]+ |in `\w+` |a \w+ belongs in `\w+`: |[a-z ]+: )?write `(?P<text>[^`]+)`(?=$|[:,;?]| or `)"
    ),
    re.compile(
        r"write (?:how many in each round: )?(?P<text>[A-KQ♠♥♦♣]|\d[\d ]*(?=$|[,:; ])|-?\d+|\{[^}]*\})(?=$|[,:;])"
    ),
    re.compile(r"write (?:a list: )?(?P<text>\[[^\]]*\]|[\w ]+: (?:\"[^\"]*\"|\[[^\]]*\]|\{.*\}|'[^']*'))(?=$|[:;])"),
    re.compile(r"here that is `(?P<text>[a-z_]+(?:: \{[a-z]+: \.\.\.\})?)`"),
    re.compile(
        r"(?:say what one is worth|say who names it|quote the phrase|to do without it, write)[:,]? `?(?P<text>[^`]+)`?$"
    ),
)
MOST_WAYS = 300
LONGEST = 20_000
PLACEHOLDERS = ("VALUE", "NAME", "the-name", "key: value", "name: value", "the phrase", "a <= b")


def told_of(file: str, text: str) -> tuple[Diagnostic, ...]:
    return check(file, data=text.encode()).diagnostics


def replacements(hint: str) -> Iterator[str]:
    """Return what a hint says to write, where that is a text to be written as it stands."""
    for pattern in QUOTED:
        match = pattern.match(hint)
        if match and not any(word in match["text"] for word in PLACEHOLDERS):
            yield match["text"]
            return


def followed(text: str, item: Diagnostic) -> Iterator[str]:
    """Return the file as it is when a hint is followed, in each way in which somebody may do so.

    What is said stands in for what is marked, or for more of its line; the smallest part comes first.
    """
    lines = text.splitlines(keepends=True)
    line, hint = lines[item.line - 1], item.hint or ""
    rest = "".join(lines[: item.line - 1]), "".join(lines[item.line :])
    right = item.end_column - 1 if item.end_line == item.line else len(line.rstrip())
    said = next(replacements(hint), None)
    if said is not None:
        bounds = sorted({0, *(at for match in re.finditer(r"[\w♠♥♦♣-]+|\S", line) for at in match.span())})
        spans = [(a, b) for a in bounds for b in bounds if a <= item.column - 1 and b >= right and b > a]
        named = re.search(r"'([^']+)'", item.message)
        if named and named[1] in line:
            spans.append((line.index(named[1]), line.index(named[1]) + len(named[1])))
        for a, b in sorted(spans, key=lambda span: span[1] - span[0]):
            put = said.replace("...", line[a:b].split(":", 1)[-1].strip()) if ":" in line[a:b] else said
            yield rest[0] + line[:a] + put + line[b:] + rest[1]
        opened = line.find("{") + 1
        yield rest[0] + line[:opened] + said + ", " + line[opened:] + rest[1]
    owned = re.match(r"`(\w+)` is a key of `(\w+)`", hint)
    if owned:
        value = re.search(rf"\b{owned[1]}: ([^,}}\n]+)", line)
        if value:
            yield f"{rest[0]}{owned[2]}: {{{owned[1]}: {value[1]}}}\n{rest[1]}"
            yield f"{rest[0]}  {line}{rest[1]}"
    beside = re.match(r"start it right (?:over|under) `(.+?)`", hint)
    if beside:
        like = next(row for row in lines if row.strip().startswith(beside[1]))
        yield rest[0] + " " * (len(like) - len(like.lstrip())) + line.lstrip() + rest[1]


def known(item: Diagnostic) -> tuple[str, str, int]:
    return item.code, item.message, item.line


def helps(text: str, number: int, file: str = "house.yaml", steps: int = 3) -> bool:
    """Return whether a finding is gone when its hint is followed, and none has come that keeps from reading the file.

    What comes may be followed too, a few steps on: a key of a section that was misnamed too, the next line.
    """
    before = told_of(file, text)
    told, others = before[number], {known(item) for item in before}
    for changed in islice(followed(text, told), MOST_WAYS):
        after = told_of(file, changed)
        new = [item for item in after if known(item) not in others]
        if known(told) in {known(item) for item in after}:
            continue
        unread = [item for item in new if item.code < "PIN3"]
        if not unread:
            return True
        if (
            len(unread) == 1
            and steps
            and unread[0].code in ("PIN007", "PIN101")
            and helps(changed, after.index(unread[0]), file, steps - 1)
        ):
            return True
    return False


def bad_files() -> Iterator[tuple[str, int, str]]:
    for path in BAD_FILES:
        try:
            text = path.read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            continue
        for number, item in enumerate(told_of(str(path), text) if len(text) < LONGEST else ()):
            if item.file == str(path) and next(followed(text, item), None) is not None:
                yield str(path), number, text


TOGETHER = {("PIN101-wrong-place", 1)}
"""Findings that are gone only when another of their file has been followed as well."""
CASES = [case for case in bad_files() if (Path(case[0]).stem, case[1]) not in TOGETHER]


@pytest.mark.parametrize(("file", "number", "text"), CASES, ids=[f"{Path(file).stem}-{n}" for file, n, _ in CASES])
def test_the_hint_of_a_bad_file_helps(file: str, number: int, text: str) -> None:
    told = told_of(file, text)[number]
    assert helps(text, number, file), f"{told.message} | {told.hint}"


@pytest.mark.parametrize("lines", SLIPS)
def test_the_hint_for_a_slip_helps(lines: str) -> None:
    text = f"{HEAD}{lines}\n"
    told = [(number, item) for number, item in enumerate(told_of("house.yaml", text)) if item.is_error]
    assert told
    for number, item in told:
        assert item.hint
        assert helps(text, number), f"{item.message} | {item.hint}"


def test_there_are_hints_to_follow() -> None:
    assert len(CASES) > 30

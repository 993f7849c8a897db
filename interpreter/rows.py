"""Deals one by one, as rows of columns: to be written as CSV, JSON lines or Parquet, or taken as arrays.

The columns of a Program are always the same and in the same order, and nothing in them depends on time,
machine or jobs.  A deal is told after it was settled; cards that were thrown in and dealt again are no row.
"""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from interpreter import _numbers as numbers
from interpreter.actions import outcome_names
from interpreter.cards import SUIT_WORDS
from interpreter.extras import needed
from interpreter.showing import frame, html_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.program import Program

FORMS = ("csv", "jsonl", "parquet")
"""Forms of files of rows, by the ending of their names."""
NUMBERS = "numbers"
"""The rows as the machine has them, for arrays and Parquet."""
SHOWN = 20
"""Rows that a notebook shows."""
WINNER = 8
"""Place of the winner: a cell that is empty but in a game's last deal."""


@frozen
class Column:
    """A column: its name, where it stands in the machine's rows, and what its numbers say."""

    name: str
    at: int
    words: tuple[str, ...] = ()
    """The words for 0, 1, 2, ...; none for numbers that are meant."""
    truth: bool = False
    """Whether its numbers say yes and no."""
    empty: int | None = None
    """The number that says that there is nothing."""

    def word(self, number: int) -> Any:  # noqa: ANN401 - a number, a word, yes or no, or nothing
        """Return what a number of the machine says."""
        if number == self.empty:
            return None
        if self.truth:
            return bool(number)
        return self.words[number] if self.words else number


@frozen
class Columns:
    """All columns of a Program, and how many numbers the machine writes for a deal."""

    width: int
    columns: tuple[Column, ...]

    @property
    def names(self) -> list[str]:
        """Return the names in their order."""
        return [column.name for column in self.columns]


def columns_of(program: Program) -> Columns:
    """Return the columns of a Program's rows."""
    accounts = program.table.accounts
    outcomes = tuple(outcome_names(program))
    found = [
        Column("game", 0),
        Column("deal", 1),
        Column("dealer", 2),
        Column("declarer", 3, empty=-1),
        Column("bid", 4, empty=-1),
        Column("trump", 5, (*SUIT_WORDS, "none"), empty=-1),
        Column("outcome", 6, outcomes, empty=-1),
        Column("made", 7, truth=True, empty=-1),
        Column("winner", WINNER, (*map(str, range(accounts)), "draw"), empty=numbers.UNDECIDED),
    ]
    at = WINNER + 1
    for a in range(accounts):
        found += [Column(f"{what}_{a}", at + k) for k, what in enumerate(("meld", "counters", "gain", "total"))]
        at += 4
    for number, ledger in enumerate(program.ledgers):
        if number == program.rules.ending.ledger:
            continue  # it is the total
        name = "ledger_" + "_".join(ledger.name.split())
        if ledger.joint:
            found.append(Column(name, at + numbers.JOINT_ACCOUNT))
        else:
            found += [Column(f"{name}_{a}", at + a) for a in range(accounts)]
        at += numbers.ACCOUNTS
    return Columns(at, tuple(found))


def head(columns: Columns, form: str) -> bytes:
    """Return what a file of rows begins with."""
    return (",".join(columns.names) + "\n").encode() if form == "csv" else b""


def written(columns: Columns, flat: array[int], first: int, form: str) -> bytes:
    """Return rows of the machine in a form; `first` is the number of the game that they count from."""
    if form == NUMBERS:
        return _counted_from(flat, columns.width, first).tobytes()
    cell = _csv_word if form == "csv" else json.dumps
    cells = []
    for column in columns.columns:
        values = _numbers_of(flat, columns.width, column, first)
        if column.words or column.truth or column.empty is not None:
            kinds = {number: cell(column.word(number)) for number in set(values)}
            cells.append([kinds[number] for number in values])
        else:
            cells.append(list(map(str, values)))
    if form == "csv":
        lines = list(map(",".join, zip(*cells, strict=True)))
    else:
        line = "{" + ", ".join(f"{json.dumps(name)}: %s" for name in columns.names).replace("%%", "%") + "}"
        lines = [line % row for row in zip(*cells, strict=True)]
    return "".join(f"{line}\n" for line in lines).encode()


def _numbers_of(flat: array[int], width: int, column: Column, first: int) -> Sequence[int]:
    """Return a column of the machine's rows."""
    values = flat[column.at :: width]
    if column.at == 0:
        return [first + number for number in values]
    if column.at == WINNER:
        draw = len(column.words) - 1
        return [draw if number == numbers.DRAWN else number for number in values]
    return values


def _counted_from(flat: array[int], width: int, first: int) -> array[int]:
    """Return rows whose games are counted from the first of the run."""
    for at in range(0, len(flat), width):
        flat[at] += first
    return flat


def _csv_word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    text = str(value)
    return '"' + text.replace('"', '""') + '"' if any(c in text for c in ',"\r\n') else text


@frozen(eq=False)
class Rows:
    """Deals one by one, in the order in which they were played."""

    columns: Columns = field(repr=False)
    """What the numbers say."""
    flat: array[int] = field(repr=False)
    """The machine's rows, one behind the other."""

    def __len__(self) -> int:
        return len(self.flat) // self.columns.width

    def __iter__(self) -> Iterator[dict[str, Any]]:
        names = self.columns.names
        for row in zip(*(self[name] for name in names), strict=True):
            yield dict(zip(names, row, strict=True))

    def __getitem__(self, name: str) -> list[Any]:
        """Return a column: numbers, words, True and False, or None where there is nothing."""
        column = next((c for c in self.columns.columns if c.name == name), None)
        if column is None:
            msg = f"there is no column {name!r}; columns are: {', '.join(self.columns.names)}"
            raise KeyError(msg)
        return [column.word(n) for n in _numbers_of(self.flat, self.columns.width, column, 0)]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and (self.columns, self.flat) == (other.columns, other.flat)

    __hash__ = None  # type: ignore[assignment]

    def arrays(self) -> dict[str, Any]:
        """Return the columns as arrays of numpy, if that is installed.

        Where there may be nothing, numbers are floating and nothing is `nan`; words and yes and no are objects.
        """
        numpy = needed("numpy", "an array")
        table = numpy.frombuffer(self.flat, dtype=numpy.int64).reshape(-1, self.columns.width)
        found = {}
        for column in self.columns.columns:
            values = table[:, column.at]
            if column.words or column.truth:
                found[column.name] = numpy.array(self[column.name], dtype=object)
            elif column.empty is not None:
                found[column.name] = numpy.where(values == column.empty, numpy.nan, values.astype(float))
            else:
                found[column.name] = values.copy()
        return found

    def frame(self, library: str = "pandas") -> Any:  # noqa: ANN401 - the library's
        """Return the rows as a data frame of pandas, polars or pyarrow, if that is installed."""
        return frame({name: self[name] for name in self.columns.names}, library)

    def _repr_html_(self) -> str:
        names, shown = self.columns.names, min(len(self), SHOWN)
        head = Rows(self.columns, self.flat[: shown * self.columns.width])
        rows = [["" if value is None else str(value) for value in row.values()] for row in head]
        return html_table(f"{len(self):,} deals", names, rows, len(self) - shown)

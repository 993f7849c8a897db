"""Files of rows: CSV, JSON lines and Parquet, written as a run goes on."""

from __future__ import annotations

import os
import zlib
from array import array
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from interpreter.extras import needed
from interpreter.rows import FORMS, NUMBERS, Rows, head

if TYPE_CHECKING:
    from interpreter.rows import Columns

TAIL = 1 << 16
"""So many bytes of a file are compared before it is gone on with."""


class RowsFileError(ValueError):
    """A file of rows that cannot be written, or gone on with."""


class RowsFile(Protocol):
    """A file that rows are added to."""

    form: str
    """In which form the workers hand over rows."""

    def add(self, rows: bytes) -> None:
        """Add rows."""

    def mark(self) -> tuple[str, int, str] | None:
        """Make sure that all rows are on disk; return what `go_on` needs to find the place again."""

    def close(self) -> None:
        """End the file."""


def form_of(path: str | Path) -> str:
    """Return the form that a file's name says.

    Raises `RowsFileError` for another ending.
    """
    ending = Path(path).suffix.lower().removeprefix(".")
    if ending not in FORMS:
        raise RowsFileError(
            f"'{path}' does not say what it is: rows go to a file that ends in .csv, .jsonl or .parquet"
        )
    return ending


def rows_file(
    path: str | Path, columns: Columns, mark: tuple[str, int, str] | None = None, *, keeps: bool = False
) -> RowsFile:
    """Open a file of rows: a new one, or at a mark one that is gone on with; `keeps` if that has to be possible.

    Raises `RowsFileError` for what cannot be done, `FileExistsError` where a new file would overwrite another,
    `MissingLibraryError` where Parquet cannot be written here.
    """
    form = form_of(path)
    if form == "parquet":
        if mark is not None or keeps:
            raise RowsFileError("a Parquet file cannot be gone on with: with a checkpoint write .csv or .jsonl")
        return _Parquet(Path(path), columns)
    return _Text(Path(path), columns, form, mark)


class _Text:
    def __init__(self, path: Path, columns: Columns, form: str, mark: tuple[str, int, str] | None) -> None:
        self.path, self.form = path, form
        if mark is None:
            self.file = path.open("xb+")
            self.file.write(head(columns, form))
        else:
            self.file = path.open("rb+")
            try:
                self._return_to(mark)
            except BaseException:
                self.file.close()
                raise

    def _return_to(self, mark: tuple[str, int, str]) -> None:
        form, size, check = mark
        if form != self.form:
            raise RowsFileError(f"the run was begun with a file of rows that ends in .{form}")
        if self.file.seek(0, os.SEEK_END) < size or self._tail(size) != check:
            raise RowsFileError(f"'{self.path}' is not the file of rows that goes with this checkpoint")
        self.file.truncate(size)
        self.file.seek(size)

    def _tail(self, size: int) -> str:
        self.file.seek(max(0, size - TAIL))
        return f"{zlib.crc32(self.file.read(min(size, TAIL))):08x}"

    def add(self, rows: bytes) -> None:
        self.file.write(rows)

    def mark(self) -> tuple[str, int, str]:
        self.file.flush()
        os.fsync(self.file.fileno())
        size = self.file.tell()
        found = self.form, size, self._tail(size)
        self.file.seek(size)
        return found

    def close(self) -> None:
        self.file.close()


class _Parquet:
    form = NUMBERS

    def __init__(self, path: Path, columns: Columns) -> None:
        pyarrow = needed("pyarrow", "a Parquet file", "parquet")
        parquet = needed("pyarrow.parquet", "a Parquet file", "parquet")
        self.columns, self.pyarrow = columns, pyarrow
        self.schema = pyarrow.schema([(column.name, self._kind(column)) for column in columns.columns])
        self.file = path.open("xb")
        self.writer = parquet.ParquetWriter(self.file, self.schema)
        self.kept: list[bytes] = []
        self.size = 0

    def _kind(self, column: Any) -> Any:  # noqa: ANN401 - pyarrow's types
        if column.words:
            return self.pyarrow.string()
        return self.pyarrow.bool_() if column.truth else self.pyarrow.int64()

    def add(self, rows: bytes) -> None:
        self.kept.append(rows)
        self.size += len(rows)
        if self.size > 1 << 24:
            self._write()

    def _write(self) -> None:
        if self.kept:
            rows = Rows(self.columns, array("q", b"".join(self.kept)))
            self.kept, self.size = [], 0
            self.writer.write_table(self.pyarrow.table([rows[name] for name in self.columns.names], schema=self.schema))

    def mark(self) -> None:
        return None

    def close(self) -> None:
        self._write()
        self.writer.close()
        self.file.close()

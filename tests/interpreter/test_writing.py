"""Files written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from interpreter.writing import write_whole


def test_a_new_file_takes_nothing_elses_place(tmp_path: Path) -> None:
    path = tmp_path / "new.txt"
    write_whole(path, "one\n♠\n", over=False)
    assert path.read_bytes() == "one\n♠\n".encode()
    (tmp_path / "link.txt").symlink_to("nowhere")
    for taken in (path, tmp_path / "link.txt"):
        with pytest.raises(FileExistsError):
            write_whole(taken, "two", over=False)
    assert path.read_text(encoding="utf-8") == "one\n♠\n"
    write_whole(path, "two", over=True)
    assert path.read_text(encoding="utf-8") == "two"
    assert sorted(found.name for found in tmp_path.iterdir()) == ["link.txt", "new.txt"]


@pytest.mark.skipif(os.name == "nt", reason="permissions are of another kind there")
def test_who_may_read_it(tmp_path: Path) -> None:
    mask = os.umask(0o027)
    try:
        write_whole(tmp_path / "told", "x", over=False)
        write_whole(tmp_path / "kept", "x", over=True, private=True)
    finally:
        os.umask(mask)
    assert (tmp_path / "told").stat().st_mode & 0o777 == 0o640
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o600


def test_without_links_it_is_still_never_over_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "link", none)
    write_whole(tmp_path / "new.txt", "one", over=False)
    with pytest.raises(FileExistsError):
        write_whole(tmp_path / "new.txt", "two", over=False)
    assert [found.read_text() for found in tmp_path.iterdir()] == ["one"]


def test_a_failed_write_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "no space left")

    write_whole(tmp_path / "a.txt", "one", over=False)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="no space left"):
        write_whole(tmp_path / "a.txt", "two", over=True)
    assert [(found.name, found.read_text()) for found in tmp_path.iterdir()] == [("a.txt", "one")]

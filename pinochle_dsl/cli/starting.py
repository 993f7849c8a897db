"""`pinochle new`: a starter for one's own rules."""

from __future__ import annotations

import os
from pathlib import Path

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit
from pinochle_dsl.cli._variants import NAME, fitting_the_game, json_option, loaded, program_of
from pinochle_dsl.cli._writing import give, say, tell

LONGEST_NAME = 60
PAGE = "what-changed.html"
"""The page of a first comparison."""


@click.command(
    epilog="""\b
Examples:
  pinochle new my-rules.yaml --extends partnership
  pinochle new our-game.yaml --extends cardgames-io && pinochle validate our-game.yaml
"""
)
@click.argument("file", type=click.Path(path_type=str))
@click.option("base", "--extends", required=True, type=NAME, metavar="NAME", help="Variant or base to build on.")
@json_option
def new(file: str, base: str, as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """Write a commented starter FILE that builds on NAME and validates; never overwrites a file.

    Beside it comes variant.schema.json, unless there is one: with it editors complete and check the file.
    """
    path = new_file(file, (".yaml", ".yml"), "my-rules")
    variant = loaded(base, {})
    if not is_utf8(base):
        raise Unfit(f"no rules file can name '{base}' as its base: its name is no UTF-8", "rename it first")
    from pinochle_dsl.starter import SCHEMA_FILE, starter  # noqa: PLC0415 - start-up

    program_of(variant)
    with fitting_the_game():
        text = starter(variant, name=id_of(path), extends=as_seen_from(path, base), file=as_word(path.name))
    write_new(path, text)
    schema = path.with_name(SCHEMA_FILE)
    added = add_schema(schema)
    if as_json:
        give({"file": file, "schema": str(schema)})
        return
    say(f"{file} is written. It plays as '{variant.name}' until you change it.")
    if added:
        say(f"{schema} is written beside it: with it editors complete and check the file.")
    said = as_word(file)
    compare = f"pinochle compare {as_word(base)} {said} --report {PAGE}"
    say(f"\nNext:\n\n  pinochle validate {said}\n  pinochle explain {said}\n  {compare}")


def as_word(text: str) -> str:
    """Return a path or id as a shell takes it for one word, and a command for no option of its own."""
    import shlex  # noqa: PLC0415 - only here

    if text.startswith("-"):
        text = f"./{text}"
    if is_utf8(text):
        return shlex.quote(text)
    return f"$'{''.join(_in_shell(byte) for byte in os.fsencode(text))}'"


def _in_shell(byte: int) -> str:
    letter = chr(byte)
    return letter if letter.isascii() and (letter.isalnum() or letter in "./-_") else f"\\{byte:03o}"


def is_utf8(text: str) -> bool:
    """Return whether a name of the system is text, as nearly all are."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def new_file(file: str, endings: tuple[str, ...], stem: str) -> Path:
    """Return the path of a file that is to be written, or refuse it plainly: what is there already stays."""
    if "\0" in file or any(ord(letter) < ord(" ") for letter in file):
        raise Unfit("a file name has no control characters")
    path = Path(file)
    if path.name.lower() in endings:
        raise Unfit(f"'{file}' has no name before its ending", f"name it {stem}{path.name}")
    if path.suffix.lower() not in endings:
        raise Unfit(f"'{file}' does not end in {endings[0]}", f"name it {path.name or stem}{endings[0]}")
    if os.path.lexists(path):
        what = "is a directory" if path.is_dir() else "exists already"
        raise Unfit(f"'{file}' {what}; nothing was written", "choose another name, or move it away first")
    if not path.parent.is_dir():
        raise Unfit(f"there is no directory '{path.parent}'", "make it first")
    return path


def id_of(path: Path) -> str:
    """Return the id of the variant that a file is to hold: its name in small letters, digits and dashes."""
    words = "".join(letter if letter.isascii() and letter.isalnum() else " " for letter in path.stem.lower()).split()
    name = "-".join(words)[:LONGEST_NAME].strip("-")
    if not name:
        return "house-rules"
    return name if name[0].isalpha() else f"rules-{name}"


def as_seen_from(path: Path, base: str) -> str:
    """Return a base as `extends:` says it: an id, or a path relative to the new file."""
    from pinochle_dsl.layers import is_path  # noqa: PLC0415 - start-up

    if not is_path(base):
        return base
    try:
        relative = os.path.relpath(base, path.parent or ".").replace(os.sep, "/")
    except OSError:
        raise Failure(Status.UNREADABLE, "unwritable", "the folder of this command is gone") from None
    return relative if "/" in relative else f"./{relative}"


def probe_new(path: Path) -> None:
    """See whether a new file can be written there, before there is much to write."""
    try:
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
        path.unlink()
    except OSError as problem:
        raise _unwritable(path, problem) from None


def _unwritable(path: Path, problem: OSError) -> Failure:
    reason = problem.strerror or str(problem)
    return Failure(Status.UNREADABLE, "unwritable", f"'{path}' cannot be written: {reason}")


def write_new(path: Path, text: str) -> None:
    """Write a file that must not exist yet: whole, or not at all."""
    from interpreter.writing import write_whole  # noqa: PLC0415 - start-up

    try:
        write_whole(path, text, over=False)
    except FileExistsError:
        raise Unfit(f"'{path}' exists already; nothing was written") from None
    except OSError as problem:
        raise _unwritable(path, problem) from None


def add_schema(path: Path) -> bool:
    """Put the schema beside a rules file and return whether it was missing; another one stays, and that is said."""
    from pinochle_dsl.schema import schema_text  # noqa: PLC0415 - start-up

    text = schema_text()
    if not os.path.lexists(path):
        write_new(path, text)
        return True
    if not path.is_file() or path.read_bytes() != text.encode():
        tell(f"'{path}' is not the schema of this version and stays as it is; `pinochle schema` prints the right one")
    return False

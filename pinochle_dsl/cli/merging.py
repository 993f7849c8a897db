"""`pinochle merge`: the parts of a run that was played in shards, joined to the figures of the whole."""

from __future__ import annotations

import time

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit
from pinochle_dsl.cli._variants import json_option
from pinochle_dsl.cli._writing import give


@click.command(
    epilog="""\b
Examples:
  pinochle merge part-1 part-2 part-3
  pinochle merge parts/* --json
"""
)
@click.argument("files", nargs=-1, required=True, metavar="PART...")
@json_option
def merge(files: tuple[str, ...], as_json: bool) -> int:  # noqa: FBT001 - click passes flags so
    """Join the shards of a run: the figures are those of the run in one piece.

    A PART is what `pinochle simulate NAME --shard 3/10 --out PART` writes. All of
    them have to be there, each once, of the same rules, seed, players and number
    of games, and by this version.
    """
    from interpreter.parts import NoPartError, merged, read_part  # noqa: PLC0415 - start-up
    from interpreter.working import WrongVersionError  # noqa: PLC0415 - start-up
    from pinochle_dsl.cli.simulating import document, report  # noqa: PLC0415 - start-up

    began, parts = time.perf_counter(), []
    for file in files:
        if not file:
            raise Unfit("an empty word names no part")
        try:
            parts.append(read_part(file))
        except OSError as problem:
            reason = problem.strerror or problem
            raise Failure(Status.UNREADABLE, "unreadable", f"cannot read '{file}': {reason}") from None
        except (NoPartError, WrongVersionError) as problem:
            raise Unfit(f"'{file}' cannot be joined: {problem}") from None
        except ValueError:
            raise Unfit("a path has no null characters") from None
    try:
        whole = merged(parts)
    except ValueError as problem:
        raise Unfit(str(problem)) from None
    seconds, result = time.perf_counter() - began, whole.simulation
    if as_json:
        give(document(whole.program, result, whole.seed, seconds, whole.command) | {"parts": list(files)})
    else:
        report(whole.program, result, seconds, whole.command, "joined")
    return Status.DONE

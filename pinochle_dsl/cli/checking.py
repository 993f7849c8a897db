"""`pinochle validate` and `pinochle code`: findings of rules files, and what they mean."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit, as_document, refused, worst
from pinochle_dsl.cli._variants import NAME, json_option
from pinochle_dsl.cli._writing import counted, give, say, table

if TYPE_CHECKING:
    from pinochle_dsl.diagnostics import Diagnostic
    from pinochle_dsl.loading import CheckResult


@click.command(
    epilog="""\b
Examples:
  pinochle validate my-rules.yaml
  pinochle validate cardgames-io partnership-ja --all-combinations
  pinochle validate rules/*.yaml --format concise
  pinochle validate rules/*.yaml --format sarif > findings.sarif
  pinochle validate - --stdin-filename my-rules.yaml < my-rules.yaml
"""
)
@click.argument("names", metavar="FILE_OR_NAME...", nargs=-1, required=True, type=NAME)
@click.option("--strict", is_flag=True, help="Warnings and notes fail too.")
@click.option(
    "style",
    "--format",
    type=click.Choice(["full", "concise", "json", "sarif", "github"]),
    default="full",
    show_default=True,
    help="How findings are printed; sarif and github are for what else reads them.",
)
@click.option("--all-combinations", is_flag=True, help="Prove every set of options (up to 4,096), not only all pairs.")
@click.option(
    "--stdin-filename", metavar="FILE", help="What standard input (`-`) is called, and where its base stands."
)
@json_option
def validate(
    names: tuple[str, ...],
    strict: bool,  # noqa: FBT001 - click passes flags so
    style: str,
    all_combinations: bool,  # noqa: FBT001
    stdin_filename: str | None,
    as_json: bool,  # noqa: FBT001
) -> int:
    """Check rules files and run their examples; `-` reads standard input.

    Every finding of a file is reported, with its place, a hint, and a code that
    `pinochle code CODE` explains.  The exit status is 0 when all files can be used,
    1 when one has errors or an example fails, 3 when one cannot be read.
    """
    if names.count("-") > 1:
        raise Unfit("standard input can be read once: give `-` once")
    if stdin_filename is not None and "-" not in names:
        raise Unfit("--stdin-filename names what comes on standard input: give `-` as the file")
    extent = "all" if all_combinations else "pairs"
    results = [checked(name, extent, stdin_filename) for name in names]
    status = max((result_status(result, strict=strict) for result in results), default=Status.DONE)
    if as_json or style == "json":
        give(document(results, status, strict=strict))
        return status
    if style == "sarif":
        give(sarif_log(results, status))
        return status
    if style == "github":
        from pinochle_dsl.reports import github  # noqa: PLC0415 - start-up

        if found := of_all(results):
            say(github(found))
        say(summary(results))
        return status
    from pinochle_dsl.cli._findings import rendered  # noqa: PLC0415 - start-up

    for result in results:
        if result.diagnostics:
            end = "\n" if style == "full" else ""
            say(rendered(result.diagnostics, style, sys.stdout) + end)
    say(summary(results))
    return status


def checked(name: str, extent: str, stdin_filename: str | None) -> CheckResult:
    """Return what a check of one file, name or standard input comes to."""
    from pinochle_dsl.loading import check  # noqa: PLC0415 - start-up

    if "\0" in name:
        raise Unfit("a path has no null characters")
    if name == "-" and stdin_filename is not None:
        from pinochle_dsl.source import read_stdin  # noqa: PLC0415 - start-up

        return check(stdin_filename, combinations=extent, data=read_stdin())
    return check(name, combinations=extent)


def result_status(result: CheckResult, *, strict: bool) -> Status:
    """Return the exit status that one file leads to."""
    status = worst(result.diagnostics)
    if status is Status.DONE and (result.examples_failed or (strict and result.diagnostics)):
        return Status.BAD_RULES
    return status


def document(results: list[CheckResult], status: Status, *, strict: bool) -> dict[str, Any]:
    """Return the JSON document of `validate`; with a status other than 0 it has an `error` as every failure has."""
    from pinochle_dsl.diagnostics import as_json  # noqa: PLC0415 - start-up

    whole: dict[str, Any] = {
        "files": [
            {
                "file": result.file,
                "ok": result_status(result, strict=strict) is Status.DONE,
                "diagnostics": [as_json(item) for item in result.diagnostics],
                "examples": {"run": result.examples_run, "failed": result.examples_failed},
                "combinations": result.combinations,
            }
            for result in results
        ]
    }
    if status is not Status.DONE:
        whole |= as_document(failure_of(results, status))
    return whole


def of_all(results: list[CheckResult]) -> tuple[Diagnostic, ...]:
    """Return the findings of all files, each once: files may share a base."""
    from pinochle_dsl.diagnostics import in_order  # noqa: PLC0415 - start-up

    return in_order(item for result in results for item in result.diagnostics)


def sarif_log(results: list[CheckResult], status: Status) -> dict[str, Any]:
    """Return the SARIF log of `validate`: all files in one run."""
    from pinochle_dsl.cli._version import version  # noqa: PLC0415 - start-up
    from pinochle_dsl.reports import sarif  # noqa: PLC0415 - start-up

    return sarif(of_all(results), version=version(), sound=status is not Status.UNREADABLE, status=status)


def failure_of(results: list[CheckResult], status: Status) -> Failure:
    """Return the failure that stands for all files that are not sound."""
    found = [item for result in results for item in result.diagnostics]
    if any(item.is_error for item in found):
        failure = refused(found)
        return Failure(status, failure.code, failure.message, failure.hint, found)
    if any(result.examples_failed for result in results):
        return Failure(status, "examples", summary(results), None, found)
    return Failure(status, "strict", "there are warnings or notes, and --strict was asked for", None, found)


def summary(results: list[CheckResult]) -> str:
    """Return the line at the end: `2 files, 1 error`."""
    from pinochle_dsl.diagnostics import summary as told  # noqa: PLC0415 - start-up

    parts = [counted(len(results), "file")]
    parts.append(told(item for result in results for item in result.diagnostics))
    run = sum(result.examples_run for result in results)
    if run:
        failed = sum(result.examples_failed for result in results)
        parts.append(f"{counted(run, 'example')} " + (f"run, {failed} failed" if failed else "right"))
    proved = sum(result.combinations for result in results)
    if proved > len(results):
        parts.append(f"{proved:,} sets of options proved")
    return ", ".join(parts)


@click.command(
    epilog="""\b
Examples:
  pinochle code PIN101
  pinochle code
"""
)
@click.argument("code", metavar="[CODE]", required=False)
@json_option
def code(code: str | None, as_json: bool) -> None:  # noqa: FBT001 - click passes flags so
    """Print the page of a finding's CODE; without one, list all codes."""
    from pinochle_dsl.registry import CODES, find_code  # noqa: PLC0415 - start-up

    if code is None:
        if as_json:
            give({"codes": [{"code": item.code, "name": item.name, "title": item.title} for item in CODES.values()]})
        else:
            say(
                table(
                    ("Code", "Name", "What is wrong"), [(item.code, item.name, item.title) for item in CODES.values()]
                )
            )
        return
    found = find_code(code)
    if found is None:
        from pinochle_dsl.suggest import did_you_mean  # noqa: PLC0415 - only then

        near = did_you_mean(code.strip().upper(), CODES)
        raise Unfit(f"there is no code '{code}'", near or "`pinochle code` lists all codes")
    if as_json:
        give({"code": found.code, "name": found.name, "title": found.title, "markdown": found.markdown})
    else:
        say(found.markdown.rstrip())

"""NAME and `--set`: which rules a command is about."""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from pinochle_dsl.cli._failures import Failure, Status, Unfit, refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from click.shell_completion import CompletionItem

    from interpreter.program import Program
    from pinochle_dsl.diagnostics import OptionError
    from pinochle_dsl.loading import LoadedVariant

F = TypeVar("F", bound="Callable[..., Any]")

_NUMBERED = re.compile(r"([0-9]{1,4}):(.*)", re.DOTALL)


class NameType(click.ParamType[str]):
    """A path, or the id of a shipped variant or base."""

    name = "name"

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """Return shipped ids that begin like this, and leave paths to the shell."""
        from click.shell_completion import CompletionItem  # noqa: PLC0415 - only the shell asks

        from pinochle_dsl.layers import shipped_names  # noqa: PLC0415 - only the shell asks

        del ctx, param
        items = [CompletionItem(name) for name in sorted(shipped_names()) if name.startswith(incomplete)]
        return items or [CompletionItem(incomplete, type="file")]


NAME = NameType()

Setting = tuple[int, str, str]
"""Which NAME (0: every one), option, choice."""


class SettingType(click.ParamType[tuple[int, str, str]]):
    """`option=choice`, or `2:option=choice`; split at the first `=`."""

    name = "option=choice"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Setting:
        """Return the setting."""
        if isinstance(value, tuple):
            return value
        option, sign, choice = str(value).partition("=")
        if not sign or not option.strip() or not choice.strip():
            self.fail(f"{value!r} is no setting: write option=choice, as in --set passing=three", param, ctx)
        numbered = _NUMBERED.fullmatch(option)
        if numbered:
            return int(numbered[1]), numbered[2].strip(), choice.strip()
        return 0, option.strip(), choice.strip()


def setting_option(function: F) -> F:
    """Add `--set`."""
    return click.option(
        "settings",
        "--set",
        multiple=True,
        type=SettingType(),
        metavar="OPTION=CHOICE",
        help="Set an option of the rules (see `pinochle options NAME`); may be repeated.",
    )(function)


def name_argument(function: F) -> F:
    """Add NAME, and `--set`."""
    return click.argument("name", type=NAME)(setting_option(function))


def json_option(function: F) -> F:
    """Add `--json`."""
    return click.option("as_json", "--json", is_flag=True, help="Print one JSON document and nothing else.")(function)


def chosen(settings: Iterable[Setting], position: int = 1, names: int = 1) -> dict[str, str]:
    """Return what the settings set for the NAME at a position (from 1), of so many."""
    found: dict[str, str] = {}
    for which, option, choice in settings:
        if which > names:
            raise Unfit(f"--set {which}:{option}={choice} is for a NAME number {which}; there is no such NAME")
        if which in (0, position):
            if option in found and found[option] != choice:
                raise Unfit(f"option '{option}' is set twice, to '{found[option]}' and to '{choice}'")
            found[option] = choice
    return found


def loaded(name: str, options: Mapping[str, str]) -> LoadedVariant:
    """Return a variant with its options set; failures in card players' words."""
    from pinochle_dsl.diagnostics import OptionError, RulesError  # noqa: PLC0415 - start-up
    from pinochle_dsl.loading import load  # noqa: PLC0415 - start-up

    if "\0" in name:
        raise Unfit("a path has no null characters")
    try:
        return load(name, dict(options))
    except OptionError as error:
        raise unfit_options(error) from None
    except RulesError as error:
        raise refused(error.diagnostics) from None


def unfit_options(error: OptionError) -> Unfit:
    """Return the failure for options that the rules do not offer."""
    first = error.diagnostics[0]
    message = "; ".join(item.message for item in error.diagnostics)
    return Unfit(message, first.hint, error.diagnostics)


def compiled(name: str, settings: Iterable[Setting]) -> Program:
    """Return the Program of a NAME with its settings."""
    return program_of(loaded(name, chosen(settings)))


@contextmanager
def fitting_the_game() -> Iterator[None]:
    """Turn what a query refuses into a usage error, and rules that are not played yet into a failure of the file."""
    try:
        yield
    except ValueError as problem:
        from interpreter import UnsupportedProgram  # noqa: PLC0415 - only then

        if isinstance(problem, UnsupportedProgram):
            raise Failure(Status.BAD_RULES, "unsupported", str(problem)) from None
        raise Unfit(str(problem)) from None


def program_of(variant: LoadedVariant) -> Program:
    """Return a variant's Program."""
    from pinochle_dsl.diagnostics import RulesError  # noqa: PLC0415 - start-up

    try:
        return variant.compile()
    except RulesError as error:
        raise refused(error.diagnostics) from None

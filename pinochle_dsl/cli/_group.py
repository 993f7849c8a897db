"""The command group: loads commands when they are asked for, and turns every failure into words and a status."""

from __future__ import annotations

import atexit
import errno
import gc
import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from pinochle_dsl.cli._failures import Failure, Status, as_document, from_click
from pinochle_dsl.cli._streams import close_quietly, complain, reason, settle_streams
from pinochle_dsl.cli._writing import fitting, give, tell

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence


class LazyGroup(click.Group):
    """A group whose commands live in modules that are imported when needed."""

    def __init__(self, *args: Any, commands_at: dict[str, str], package: str, **kwargs: Any) -> None:  # noqa: ANN401 - click's
        super().__init__(*args, **kwargs)
        self.commands_at = commands_at
        self.package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands in the order of the help screen."""
        del ctx
        return list(self.commands_at)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command, importing its module."""
        del ctx
        if cmd_name not in self.commands_at:
            return None
        module, name = self.commands_at[cmd_name].split(":")
        command = getattr(import_module(f"{self.package}.{module}"), name)
        assert isinstance(command, click.Command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; an unknown one gets a suggestion."""
        try:
            name, command, rest = super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self.commands_at, ctx=ctx) from None
        if command is not None:
            _refuse_twice(click.Context(command, ctx, name), rest)
        return name, command, rest

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,  # noqa: FBT001, FBT002 - click's signature
        windows_expand_args: bool = True,  # noqa: FBT001, FBT002 - click's signature
        **extra: Any,  # noqa: ANN401 - click's signature
    ) -> Any:  # noqa: ANN401 - click's signature
        """Run a command line and exit with its status; bad input never shows a traceback."""
        given = list(sys.argv[1:] if args is None else args)
        prog_name = prog_name if prog_name and prog_name != "main" else "pinochle"
        if not standalone_mode:
            return super().main(
                given, prog_name, complete_var, standalone_mode=False, windows_expand_args=windows_expand_args, **extra
            )
        _collect_seldom()
        settle_streams()
        try:
            status = self._run(given, prog_name, complete_var, windows_expand_args, extra)
            sys.stdout.flush()
            sys.stderr.flush()
        except OSError as problem:
            status = Status.DONE
            if problem.errno not in (errno.EPIPE, errno.EINVAL):
                complain(reason(problem))
                status = Status.UNREADABLE
            close_quietly()
        sys.exit(status)

    def _run(
        self,
        given: list[str],
        prog_name: str,
        complete_var: str | None,
        windows_expand_args: bool,  # noqa: FBT001 - click's word
        extra: dict[str, Any],
    ) -> int:
        try:
            result = super().main(
                given,
                prog_name,
                complete_var,
                standalone_mode=False,
                windows_expand_args=windows_expand_args,
                **extra,
            )
        except click.exceptions.NoArgsIsHelpError as error:
            if self._wants_json(given):
                return self._fail(from_click(error), given)
            error.show()
            return Status.USAGE
        except click.ClickException as error:
            return self._fail(from_click(error), given, error)
        except Failure as failure:
            return self._fail(failure, given)
        except SystemExit:  # click has met a closed pipe
            return Status.DONE
        except (click.Abort, KeyboardInterrupt):
            return self._fail(Failure(Status.INTERRUPTED, "interrupted", "interrupted"), given)
        return int(result) if isinstance(result, int) else Status.DONE

    def _fail(self, failure: Failure, given: Sequence[str], cause: click.ClickException | None = None) -> int:
        return _fail(failure, cause, as_json=self._wants_json(given))

    def _wants_json(self, given: Sequence[str]) -> bool:
        name = next((word for word in given if word in self.commands_at), None)
        if name is None or "--" not in given:
            return wants_json(given)
        command = self.get_command(click.Context(self), name)
        options = [param for param in command.params if isinstance(param, click.Option)] if command is not None else []
        with_value = {word for option in options if not option.is_flag for word in option.opts}
        return wants_json(given, with_value)


def _refuse_twice(ctx: click.Context, args: Sequence[str]) -> None:
    """Refuse an option that takes one value and is given two: the last would win without a word."""
    try:
        _, _, order = ctx.command.make_parser(ctx).parse_args(args=list(args))
    except click.UsageError:
        return  # it is told when the command reads its arguments
    once = [param for param in order if isinstance(param, click.Option) and not (param.multiple or param.is_flag)]
    for param in once:
        if once.count(param) > 1:
            msg = f"{param.opts[-1]} is given twice"
            raise click.UsageError(msg, ctx)


def _collect_seldom() -> None:
    """Keep the collector of garbage from walking, again and again, over what a command needs to its very end.

    Of a check that takes a seventh of a second it would take a tenth part, half of it at the exit.
    """
    gc.set_threshold(200_000)
    atexit.register(gc.freeze)


def wants_json(args: Sequence[str], with_value: Collection[str] = ()) -> bool:
    """Return whether arguments ask for JSON, however wrong the rest of them is.

    `with_value` are the options that take the next word as their value, even if it is `--`.
    """
    args = list(args)
    for at, word in enumerate(args):
        if word == "--" and not (at and args[at - 1] in with_value):
            args = args[:at]
            break
    if "--json" in args or "--format=json" in args:
        return True
    return any(word == "--format" and args[at + 1 : at + 2] == ["json"] for at, word in enumerate(args))


def _fail(failure: Failure, cause: click.ClickException | None, *, as_json: bool) -> int:
    if as_json:
        give(as_document(failure))
        return failure.status
    if isinstance(cause, click.UsageError) and cause.ctx is not None:
        tell(cause.ctx.get_usage())
        tell(f"Try '{cause.ctx.command_path} --help' for help.\n")
    if failure.diagnostics and failure.status is not Status.USAGE:
        from pinochle_dsl.cli._findings import rendered  # noqa: PLC0415 - only for rules files

        tell(rendered(failure.diagnostics, "full", sys.stderr))
        return failure.status
    tell(fitting(f"error: {failure.message}", sys.stderr))
    if failure.hint:
        tell(f"  = help: {failure.hint}")
    return failure.status

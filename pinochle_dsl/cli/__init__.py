"""The command line.  `main` is the command `pinochle`; each command's module is imported when it is asked for.

The modules of the commands import only click at their head: everything that reads rules or plays games is
imported inside the function that needs it, so that `pinochle --help` starts at once.
"""

from __future__ import annotations

import click

from pinochle_dsl.cli._group import LazyGroup

COMMANDS = {
    "list": "listing:list_",
    "validate": "checking:validate",
    "code": "checking:code",
    "cookbook": "cooking:cookbook",
    "schema": "schema:schema",
    "simulate": "simulating:simulate",
    "merge": "merging:merge",
    "compare": "comparing:compare",
    "tournament": "contesting:tournament",
    "meld": "asking:meld",
    "legal": "asking:legal",
    "winner": "asking:winner",
    "settle": "settling:settle",
    "odds": "chancing:odds",
    "advise": "advising:advise",
    "explain": "explaining:explain",
    "options": "explaining:options",
    "play": "playing:play",
    "replay": "playing:replay",
    "new": "starting:new",
}
"""Module and function of each command, in the order of the help screen."""


def _show_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:  # noqa: FBT001 - click's callback
    if not wanted or ctx.resilient_parsing:
        return
    from pinochle_dsl.cli._version import version  # noqa: PLC0415 - only here

    click.echo(f"pinochle {version()}")
    ctx.exit()


@click.group(
    cls=LazyGroup,
    commands_at=COMMANDS,
    package=__name__,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="""\b
Examples:
  pinochle validate my-rules.yaml
  pinochle simulate cardgames-io --games 1000 --seed 1
  pinochle new my-rules.yaml --extends partnership
  pinochle legal cardgames-io --hand "A♥ 9♥ 9♠" --trick 10♥ --trump spades
""",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_show_version, help="Show the version."
)
def main() -> None:
    """Pinochle house rules as data: `pinochle validate FILE` checks a rules file, `pinochle simulate FILE` plays it.

    A rules file is a few lines of YAML over one of the shipped bases. NAME in the
    commands below is a path (with a separator, or ending in .yaml), or the id of a
    shipped variant or base: see `pinochle list`.

    Exit status: 0 done, 1 the rules file has errors, 2 wrong arguments, 3 cannot be
    read, 130 interrupted.
    """


__all__ = ["main"]

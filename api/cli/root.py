"""The command `retcon`: the one place where what goes wrong becomes a sentence and an exit code.

`api.cli.panels` lists its commands. Nothing is imported here that the help does not need; `api.cli.lazy` imports a command
when it runs.
"""

from __future__ import annotations

import logging
import os
import sys
import traceback
from importlib import import_module
from typing import Any, Final

import rich_click as click
from click.exceptions import Exit as Exited
from rich.table import Table
from rich.text import Text

from api.cli.completing import WORDS, completes
from api.cli.exits import MEANINGS, Exit
from api.cli.lazy import LazyGroup
from api.cli.named_language import named_in_option
from api.cli.named_profile import VARIABLE, note_profile
from api.cli.panels import PANELS

COMPLETE: Final = "_RETCON_COMPLETE"
"""The variable by which a shell asks for completions."""


def failures() -> Any:
    """Import the sentences for errors: they know every part of the service."""
    return import_module("api.cli.failures")


class Retcon(LazyGroup):
    """A group whose commands end with the codes of `api.cli.exits`."""

    def main(self, *args: Any, **more: Any) -> Any:
        """Run, or answer a shell that asks for completions."""
        if COMPLETE in os.environ:
            import_module("api.cli.completion.shells").register()
        return super().main(*args, **{**more, "complete_var": COMPLETE})

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember the words of the command line: errors in them are shown to programs, too."""
        ctx.meta[WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and end with its exit code."""
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
            return done
        except click.UsageError as error:
            if "--json" not in ctx.meta[WORDS]:
                raise  # click tells what it found itself
            failures().tell_usage(error)
            ctx.exit(Exit.NOTHING)
        except (click.ClickException, Exited):
            raise
        except BrokenPipeError:
            failures().write_no_more()
            ctx.exit(Exit.UNREAD)
        except KeyboardInterrupt:
            ctx.exit(Exit.INTERRUPTED)
        except click.Abort:
            ctx.exit(Exit.NOTHING)
        except Exception as error:
            ended = failures().ended(error)
            if ended is None:
                traceback.print_exc()
                ctx.exit(Exit.DEFECT)
            failures().tell(ended)
            ctx.exit(ended.code)

    def format_epilog(self, _ctx: click.RichContext, formatter: click.RichHelpFormatter) -> None:  # type: ignore[override]
        """The exit codes."""
        codes = Table.grid(padding=(0, 1))
        for code, meaning in MEANINGS.items():
            codes.add_row(Text(f"{code:>4}", "bold"), Text(meaning))
        formatter.write(Text(" Exit codes", "bold"))
        formatter.write(codes)


@click.group(cls=Retcon, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--profile",
    envvar=VARIABLE,
    metavar="NAME",
    expose_value=False,
    callback=note_profile,
    shell_complete=completes("profiles"),
    help="The service to work with, as `retcon login` named it; `local` is this machine.",
)
@named_in_option
@click.version_option(None, "-V", "--version", package_name="retcon", prog_name="retcon")
def main() -> None:
    """Retcon keeps tabletop campaigns as ledgers of immutable events, in which the past can be corrected.

    CAMPAIGN is a campaign's id, or its name where only one is called so; characters go by handle, name or id. Without
    RETCON_TOKEN you act as the game master of every campaign; with it, as that account. After `retcon login URL` you work
    with that service.
    """
    logging.captureWarnings(True)  # results alone go to standard output; `serve` turns the log on
    if "structlog" in sys.modules:
        import_module("api.observability.logs").silence()


for _panel, _commands in PANELS.items():
    for _command in _commands:
        main.add_command(_command)
    main.add_panel(click.RichCommandPanel(_panel, commands=[command.name or "" for command in _commands]))

"""The command `retcon`: its parts, and the one place where what goes wrong becomes a sentence and an exit code."""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
import traceback
from contextlib import suppress
from importlib.metadata import version
from typing import Any, Final

import rich_click as click
import structlog
from click.exceptions import Exit as Exited
from rich.table import Table
from rich.text import Text

from api.cli.commands import (
    backups,
    demos,
    doctor,
    downtime,
    export_import,
    forks,
    groups,
    histories,
    installation,
    playing,
    projections,
    proving,
    publishing,
    reading,
    recordings,
    reports,
    revising,
    serving,
    sql,
)
from api.cli.commands.table import accounts, bots, deciding, founding, history, members
from api.cli.exits import MEANINGS, Ended, Exit, ProblemExit
from api.cli.output import say, wants_json, words, write_json
from api.problems import Problem, problem_of
from api.serve import AddressTaken
from api.settings import InvalidSetting
from domain.ledger.postgres.migrations import SchemaRefused
from systems.registry import BrokenSystem

_WORDS: Final = "retcon.words"

_WRONG_USE: Final = "/problems/wrong-usage"
_NO_USE: Final = "The command line is not of its form"

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of the system where the disk is full."""


class Retcon(click.RichGroup):
    """A group whose commands end with the codes of `api.cli.exits`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Remember the words of the command line: errors in them are shown to programs, too."""
        ctx.meta[_WORDS] = tuple(args)
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command, and end with its exit code."""
        try:
            done = super().invoke(ctx)
            sys.stdout.flush()
            return done
        except click.UsageError as error:
            if "--json" not in ctx.meta[_WORDS]:
                raise  # click tells what it found itself
            write_json(Problem(type=_WRONG_USE, title=_NO_USE, status=400, detail=error.format_message()), stderr=True)
            ctx.exit(Exit.NOTHING)
        except (click.ClickException, Exited):
            raise
        except BrokenPipeError:
            _write_no_more()
            ctx.exit(Exit.UNREAD)
        except KeyboardInterrupt:
            ctx.exit(Exit.INTERRUPTED)
        except click.Abort:
            ctx.exit(Exit.NOTHING)
        except Exception as error:
            ended = _ended(error)
            if ended is None:
                traceback.print_exc()
                ctx.exit(Exit.DEFECT)
            _tell(ended)
            ctx.exit(ended.code)

    def format_epilog(self, _ctx: click.RichContext, formatter: click.RichHelpFormatter) -> None:  # type: ignore[override]
        """The exit codes."""
        codes = Table.grid(padding=(0, 1))
        for code, meaning in MEANINGS.items():
            codes.add_row(Text(f"{code:>4}", "bold"), Text(meaning))
        formatter.write(words(" Exit codes", "bold"))
        formatter.write(codes)


def _write_no_more() -> None:
    """Drop unwritten output, so that Python does not fail at it again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _ended(error: Exception) -> Ended | None:
    """Return the end of a command for an error; None for a defect."""
    match error:
        case Ended():
            return error
        case InvalidSetting() | BrokenSystem():
            return Ended(Exit.NOTHING, str(error))
        case SchemaRefused() | AddressTaken():
            return Ended(Exit.UNREACHABLE, str(error))
        case OSError() if error.errno in _FULL:
            _write_no_more()
            return Ended(Exit.UNREACHABLE, f"nothing more can be written: {error.strerror}; make room and try again")
        case _:
            problem = problem_of(error)
            return None if problem is None else ProblemExit(problem)


_POINT: Final = re.compile(r"\Aas_of is")
"""The parameter of the interface, which has other names on command lines."""


def _tell(ended: Ended) -> None:
    if isinstance(ended, ProblemExit) and wants_json():
        write_json(ended.problem, stderr=True)
    elif said := _POINT.sub("a point of time is", str(ended)):
        sentence = said[:1].upper() + said[1:] + ("" if said[-1] in ".!?" else ".")
        say(words(sentence, "red" if ended.code is not Exit.PARTIAL else "yellow"))


_COMMANDS = {
    "Start": (serving.serve, demos.demo, recordings.importing),
    "Set a table": (
        founding.found,
        founding.options,
        members.invite,
        members.invitations,
        members.join,
        members.members,
        members.role,
        members.dismiss,
        members.leave,
        members.recover,
        bots.bot,
    ),
    "Look": (
        reading.campaigns,
        reading.characters,
        reading.sheet,
        reading.board,
        groups.group,
        groups.roster,
        groups.days,
        groups.grid,
        groups.grids,
        reading.log,
        reading.entry,
        reading.explain,
        history.history,
        reading.diff,
    ),
    "Play, and change the past": (
        playing.play,
        deciding.decisions,
        deciding.answer,
        revising.undo,
        revising.redo,
        revising.amend,
        revising.insert,
        revising.rules,
    ),
    "Between sessions": (downtime.downtime,),
    "Try what might have been": (forks.fork, forks.forks, forks.compare, forks.bring_back),
    "Ask about the whole history": (reports.report,),
    "Prove": (proving.verify, proving.dice, proving.verify_document),
    "Keep": (backups.backup, backups.restore, export_import.export, projections.rebuild_all, projections.projections),
    "Analyse": (publishing.facts, sql.sql),
    "Installation": (doctor.doctor, installation.systems, installation.config, installation.token, accounts.account),
}


@click.group(cls=Retcon, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(version("retcon"), "-V", "--version", prog_name="retcon")
def main() -> None:
    """Retcon keeps tabletop campaigns as ledgers of immutable events, in which the past can be corrected.

    CAMPAIGN is a campaign's id, or its name where only one is called so; characters go by handle, name or id. Without
    RETCON_TOKEN you act as the game master of every campaign; with it, as that account.
    """
    # Results alone go to standard output. `serve` turns the log on.
    logging.captureWarnings(True)
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))


for _history in (histories.characters, histories.foundry, histories.roll20):
    recordings.importing.add_command(_history)

for _panel, _commands in _COMMANDS.items():
    for _command in _commands:
        main.add_command(_command)
    main.add_panel(click.RichCommandPanel(_panel, commands=[command.name or "" for command in _commands]))

"""Exit codes: the promises to scripts, as `retcon --help` shows them."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from api.problems import Problem


class Exit(IntEnum):
    """The exit codes. They never change their meaning."""

    DONE = 0
    REFUSED = 1
    NOTHING = 2
    PARTIAL = 3
    UNREACHABLE = 4
    DEFECT = 70
    INTERRUPTED = 130
    UNREAD = 141


MEANINGS: Final[Mapping[Exit, str]] = {
    Exit.DONE: "done; a check found no fault",
    Exit.REFUSED: "refused or faulty: a rule, a check, a conflict, a missing right or missing dice",
    Exit.NOTHING: "nothing done: the command line is malformed, names something unknown, or lacks a yes",
    Exit.PARTIAL: "done in part: a damaged file was imported as far as it is whole",
    Exit.UNREACHABLE: "the database, the data folder or the address cannot be used; the same may work later",
    Exit.DEFECT: "a defect of Retcon; please report what it printed",
    Exit.INTERRUPTED: "interrupted from the keyboard",
    Exit.UNREAD: "the reader of the output (`| head`) closed it",
}


class Ended(Exception):
    """A command ends otherwise than done. Its sentence, if it has one, is still to be said."""

    def __init__(self, code: Exit, sentence: str = "") -> None:
        self.code = code
        super().__init__(sentence)


class ProblemExit(Ended):
    """A command ends with a problem that is told as the interface would tell it."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(_exit_of(problem.status), problem.detail)


def _exit_of(status: int) -> Exit:
    """The exit code for what the interface answers with this HTTP status."""
    if status in (400, 404):
        return Exit.NOTHING
    return Exit.UNREACHABLE if status >= 500 else Exit.REFUSED

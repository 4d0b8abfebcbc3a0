"""Failures of commands: the exit code and the sentence for each error."""

from __future__ import annotations

import errno
import os
import re
import sys
from contextlib import suppress
from typing import Final

import rich_click as click

from api.cli.exits import MEANINGS, Ended, Exit, ProblemExit
from api.cli.output import say, wants_json, words, write_json
from api.problems import Problem, problem_of
from api.serving.not_serving import NotServing
from api.settings import InvalidSetting
from domain.ledger.postgres.migrations import SchemaRefused
from systems.registry import BrokenSystem

_WRONG_USE: Final = "/problems/wrong-usage"
_ENDED: Final = "/problems/command-ended"
_NO_USE: Final = "The command line is not of its form"

_NO_TEXT: Final = "surrogates not allowed"
"""The reason for which a word of the command line with bytes that are no UTF-8 cannot be sent, looked up or stored."""

_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})
"""Errors of the system where the disk is full."""


def tell_usage(error: click.UsageError) -> None:
    """Tell a program what is wrong with its command line."""
    write_json(Problem(type=_WRONG_USE, title=_NO_USE, status=400, detail=error.format_message()), stderr=True)


def write_no_more() -> None:
    """Drop unwritten output, so that Python does not fail at it again when it ends."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def ended(error: Exception) -> Ended | None:
    """Return the end of a command for an error; None for a defect."""
    match error:
        case Ended():
            return error
        case InvalidSetting() | BrokenSystem():
            return Ended(Exit.NOTHING, str(error))
        case SchemaRefused() | NotServing():
            return Ended(Exit.UNREACHABLE, str(error))
        case UnicodeEncodeError() if error.reason == _NO_TEXT:
            word = error.object.encode(errors="surrogateescape").decode(errors="replace")
            return Ended(Exit.NOTHING, f"{word!r} is no text in UTF-8; write it anew, or set your terminal to UTF-8")
        case OSError() if error.errno in _FULL:
            write_no_more()
            return Ended(Exit.UNREACHABLE, f"nothing more can be written: {error.strerror}; make room and try again")
        case _:
            problem = problem_of(error)
            return None if problem is None else ProblemExit(problem)


_POINT: Final = re.compile(r"\Aas_of is")
"""The parameter of the interface, which has other names on command lines."""


_TYPE: Final = re.compile(r"[a-z0-9_-]+\.[a-z0-9_.]+")
"""The type of a command or a path with which a sentence begins; it is written as one has to type it."""


def tell(ended: Ended) -> None:
    """Tell why a command ended: as a sentence, or as a problem document where JSON is wanted."""
    if isinstance(ended, ProblemExit) and wants_json():
        write_json(ended.problem, stderr=True)
    elif text := _POINT.sub("a point of time is", str(ended)):
        begun = text if _TYPE.match(text) else text[:1].upper() + text[1:]
        sentence = begun + ("" if text[-1] in ".!?" else ".")
        if wants_json() and ended.code is not Exit.PARTIAL:
            write_json(_problem_here(ended.code, sentence), stderr=True)
        else:
            say(words(sentence, "red" if ended.code is not Exit.PARTIAL else "yellow"))


def _problem_here(code: Exit, sentence: str) -> Problem:
    """Return the problem of a command that ends before anything is asked of the interface, or by what it makes of the answer."""
    title = MEANINGS[code]
    status = {Exit.NOTHING: 400, Exit.REFUSED: 409}.get(code, 503)
    return Problem(type=_ENDED, title=title[:1].upper() + title[1:], status=status, detail=sentence)

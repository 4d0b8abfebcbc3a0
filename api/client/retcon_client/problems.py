"""Errors: what the service refused, in its own words, and replies that never came."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

import msgspec

from retcon_client.answers.plans import Problem
from retcon_client.replies import PROBLEM, Reply, decoded

LONGEST_EXTRACT: Final = 200
"""Characters that are quoted from a reply that is not of the service."""


class RetconError(Exception):
    """Base of the errors of this client."""


class ServiceProblem(RetconError):
    """The service did not do what was asked. `problem` says why, and `slug` is the stable name of the reason.

    Its text is the service's own sentence. `retry_after` is the number of seconds after which the service wants to be
    asked again, where it says so.
    """

    def __init__(self, problem: Problem, retry_after: float | None = None) -> None:
        self.problem = problem
        self.retry_after = retry_after
        super().__init__(problem.detail or problem.title)

    @property
    def slug(self) -> str:
        """The last part of the problem's type: `dice-needed`, `not-allowed`."""
        return self.problem.type.rpartition("/")[2]

    @property
    def status(self) -> int:
        """The status of the reply."""
        return self.problem.status

    def __reduce__(self) -> tuple[type[ServiceProblem], tuple[Problem, float | None]]:
        return type(self), (self.problem, self.retry_after)


class NoReply(RetconError):
    """The service could not be reached, or its reply was lost. `sent` is whether the request may have reached it,
    and `may_pass` whether it makes sense to try again.

    Where it may have, the request may have been carried out: send a command again with the same id, and the service answers
    with what came of it the first time.
    """

    def __init__(self, detail: str, *, sent: bool, may_pass: bool = True) -> None:
        self.sent = sent
        self.may_pass = may_pass
        super().__init__(detail)


class UnreadableReply(RetconError):
    """The reply has no form that this client knows: another program answered, or another release of the service."""


class NotOneCampaign(RetconError):
    """No campaign has the name that was given, or several have."""


def problem_in(reply: Reply) -> Problem:
    """Return the problem that a reply tells of; one made from its status where something else than the service replied."""
    if reply.media_type == PROBLEM:
        try:
            problem: Problem = decoded(reply.content, Problem)
        except (msgspec.ValidationError, msgspec.DecodeError):
            pass
        else:
            return problem
    extract = " ".join(reply.content.decode(errors="replace").split())[:LONGEST_EXTRACT]
    return Problem(type="about:blank", title=_phrase(reply.status), status=reply.status, detail=extract)


def _phrase(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return f"Status {status}"

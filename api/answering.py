"""Answers to decisions in the words of a person: which decision is meant, and which of its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import uuid4

from api.problems import NotFound
from api.use_cases.commands import CommandRequest
from domain.history.plan import RevisionRequest
from domain.messages import text
from projections.names import Name
from projections.views.questions import OpenQuestion


def answering(
    decisions: Sequence[OpenQuestion], address: str | None, choice: str, names: Mapping[str, Name]
) -> CommandRequest | RevisionRequest:
    """Return the request that answers a decision: a command for a question, a change of the past for an offer whose time
    has gone on. `decisions` are those that the person may answer; without an `address` there must be only one. An option
    goes by its word, or by the name of what it stands for. Raises NotFound.
    """
    decision = _meant(decisions, address)
    option = _option(decision, choice, names)
    if decision.kind == "ask":
        args = {"deed": decision.deed, "key": decision.key, "choice": option}
        return CommandRequest(type="freeform.answer", id=str(uuid4()), args=args)
    return RevisionRequest(responses={str(decision.deed): {decision.key: option}})


def address_of(decision: OpenQuestion) -> str:
    """Return the address of a decision: its deed, and its key where it has one."""
    return f"{decision.deed}/{decision.key}" if decision.key else str(decision.deed)


def _meant(decisions: Sequence[OpenQuestion], address: str | None) -> OpenQuestion:
    if not decisions:
        raise NotFound("no decision of yours is open")
    fitting = [each for each in decisions if address in (None, str(each.deed), address_of(each))]
    if len(fitting) == 1:
        return fitting[0]
    listed = ", ".join(address_of(each) for each in fitting or decisions)
    if fitting:
        raise NotFound(text("several decisions are open; say which: {listed}", listed=listed))
    raise NotFound(text("no decision {address} of yours is open; open is {listed}", address=address, listed=listed))


def _option(decision: OpenQuestion, given: str, names: Mapping[str, Name]) -> str:
    called = {name.handle: name.name for name in names.values() if name.handle}
    for option in decision.options:
        if given.casefold() in (option.casefold(), called.get(option, option).casefold()):
            return option
    if not decision.options:
        return given
    listed = ", ".join(decision.options)
    raise NotFound(
        text(
            "{given!r} is no choice of {address_of}; choose one of {listed}",
            given=given,
            address_of=address_of(decision),
            listed=listed,
        )
    )

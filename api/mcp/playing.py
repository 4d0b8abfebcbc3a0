"""Tools that write: commands, answers, and changes of the past."""

from __future__ import annotations

from typing import Annotated, Any, Final
from uuid import uuid4

import msgspec

from api.answering import answering
from api.mcp.callers import ToolCaller
from api.mcp.tools import InCampaign, Tool, tool
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.entries import list_decisions
from api.use_cases.revisions import revise
from domain.history.plan import RevisionRequest

Tried = Annotated[bool, msgspec.Meta(description="only try it: nothing is written, and the dice are not the real ones")]


class Play(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A command, as `describe_command` describes it."""

    type: Annotated[str, msgspec.Meta(description="the command's type, such as `freeform.roll`")]
    args: Annotated[dict[str, Any], msgspec.Meta(description="its arguments, by its schema")] = {}
    encounter: Annotated[str, msgspec.Meta(description="the encounter, if several are open")] | None = None
    dice: Annotated[
        dict[str, tuple[int, ...]],
        msgspec.Meta(description="dice that were rolled at the table, by label; else Retcon rolls"),
    ] = {}
    responses: Annotated[dict[str, str], msgspec.Meta(description="answers to questions in advance, by key")] = {}
    force: Annotated[bool, msgspec.Meta(description="for game masters: overrule a refusal")] = False
    id: Annotated[str, msgspec.Meta(description="send the same id again to repeat a request safely")] = ""
    dry_run: Tried = False


class Answer(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The answer to a question or offer."""

    choice: Annotated[str, msgspec.Meta(description="one of its options, or the name of what an option stands for")]
    decision: Annotated[
        str | None, msgspec.Meta(description="DEED/KEY as in `decisions`; leave it out if only one is yours")
    ] = None


class Change(InCampaign, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A change of the past."""

    change: Annotated[
        RevisionRequest,
        msgspec.Meta(description='such as {"undo": [41]}, {"undo": {"turn": 41}} or {"redo": 41}'),
    ]
    dry_run: Annotated[bool, msgspec.Meta(description="only show the plan; send its hash as `plan` to write it")] = True


@tool(Play)
def play(caller: ToolCaller, given: Play) -> Any:
    """Give a command of the game: a roll, an attack, a wound, a note … Look it up with `describe_command` before."""
    request = CommandRequest(
        type=given.type,
        id=given.id or str(uuid4()),
        args=given.args,
        encounter=given.encounter,
        dice=given.dice,
        responses=given.responses,
        force=given.force,
        dry_run=given.dry_run,
    )
    return caller.ask(give_command, given.campaign, data=request)


@tool(Answer)
def answer(caller: ToolCaller, given: Answer) -> Any:
    """Answer an open question, or take an offer that is still open."""
    mine = [each for each in caller.listed(list_decisions, given.campaign) if each.mine]
    request = answering(mine, given.decision, given.choice, {})
    if isinstance(request, RevisionRequest):
        return caller.ask(revise, given.campaign, data=request)
    return caller.ask(give_command, given.campaign, data=request)


@tool(Change, adds=False)
def change_the_past(caller: ToolCaller, given: Change) -> Any:
    """Undo, redo, amend or insert entries; every later entry is decided again on the same dice. Show the person the plan
    (`dry_run`) before you write it."""
    return caller.ask(revise, given.campaign, data=given.change, dry_run=given.dry_run)


TOOLS: Final[tuple[Tool[Any], ...]] = (
    play,
    answer,
    change_the_past,
)
"""The tools, in the order in which they are offered."""

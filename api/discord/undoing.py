"""Undoing: the plan is shown to the user alone, and a button writes just that plan."""

from __future__ import annotations

from typing import Final, cast

from api.cli.options import undone
from api.discord.asking import Request
from api.discord.messages import Button, InteractionAnswer, Message, escaped, sentence
from api.discord.rendering import plan_lines
from api.problems import NotFound
from api.use_cases.revisions import revise
from domain.history.plan import Policy, RevisionRequest
from projections.views.plans import PlanView

UNDO: Final = "undo"
"""The first word of the id of a button that writes a plan."""

DROP: Final = "drop"
"""The id of a button that writes nothing."""

CONFLICTS: Final = (
    "Nothing was written: it conflicts with later entries. Choose a `policy`: cascade strikes them, keep leaves them."
)
OWED: Final = (
    "Nothing was written: it lacks dice or answers. Choose `fill`: the server rolls, and questions take their defaults."
)


def undo(request: Request) -> InteractionAnswer:
    """Show the plan of undoing an entry or a group of entries, with a button that writes it."""
    what = str(request.given["entry"]).strip()
    policy = cast("Policy", request.given.get("policy") or "refuse")
    fill = bool(request.given.get("fill"))
    change = _change(what, policy, fill=fill)
    plan = request.at.ask(revise, request.campaign, data=change, dry_run=True)
    assert isinstance(plan, PlanView), "a dry run gives a plan"
    lines = plan_lines(plan, request.names(), {})
    if plan.conflicts or plan.owed:
        return InteractionAnswer(private=Message(lines=(escaped(CONFLICTS if plan.conflicts else OWED),), block=lines))
    buttons = (
        Button(f"{UNDO}|{what}|{policy}|{int(fill)}|{plan.plan}", "Write it", main=True),
        Button(DROP, "Leave it"),
    )
    return InteractionAnswer(private=Message(lines=("Write this change of the past?",), block=lines, buttons=buttons))


def write_plan(request: Request, what: str, policy: str, fill: str, plan: str) -> InteractionAnswer:
    """Write the plan of a button, if it is still the plan of that change."""
    change = _change(what, cast("Policy", policy), fill=fill == "1", plan=plan)
    return request.shows_in_place(request.revises(change))


def drop_plan(_: Request) -> InteractionAnswer:
    """Write nothing."""
    return InteractionAnswer(private=sentence("Nothing was written."), replaces=True)


def _change(what: str, policy: Policy, *, fill: bool, plan: str | None = None) -> RevisionRequest:
    try:
        each = undone(what)
    except ValueError as wrong:
        raise NotFound(str(wrong)) from wrong
    entries = (each,) if isinstance(each, int) else each
    return RevisionRequest(undo=entries, policy=policy, owed="fill" if fill else "ask", plan=plan)

"""Acting: commands through forms, and answers by buttons."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.answering import answering
from api.calling.values import WrongValue
from api.pages.command_forms import args_in, filled_in, filled_with, form_fields, guide_of, things_of
from api.pages.dice_typed import dice_in
from api.pages.rendering import onward, page
from api.pages.timeline_rows import row
from api.pages.visits import PageGuard, Visit
from api.problems import Problem, problem_of
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import CommandGuide, list_campaign_commands
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.entries import list_decisions
from api.use_cases.names import show_names
from api.use_cases.revisions import revise
from domain.history.plan import RevisionRequest

Flag = Annotated[bool, QueryParameter()]
Word = Annotated[str | None, QueryParameter(max_length=200)]


@get("/campaigns/{campaign:uuid}/play", guards=[PageGuard("member")], sync_to_thread=True)
def show_commands(visit: NamedDependency[Visit], words: Word = None) -> Response[bytes]:
    """The commands of the campaign: those that one can give now first."""
    campaign = visit.ask(show_campaign)
    commands = visit.listed(list_campaign_commands, word=words or None)
    mine = [each for each in commands if each.fit != "not-yours"]
    return page(
        visit, "commands.html", campaign=campaign, commands=mine, words=words or "", names=visit.ask(show_names)
    )


@get("/campaigns/{campaign:uuid}/play/{type:str}", guards=[PageGuard("player")], sync_to_thread=True)
def show_command_form(visit: NamedDependency[Visit], type: FromPath[str], example: Flag = False) -> Response[bytes]:
    """The form of a command, empty or with an example."""
    guide = guide_of(visit, type)
    filled = filled_with(guide, guide.example) if example else {}
    return _form(visit, guide, filled, id=str(uuid4()))


@post("/campaigns/{campaign:uuid}/play/{type:str}", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_command(visit: NamedDependency[Visit], type: FromPath[str]) -> Response[bytes]:
    """Give a command, and go on to its entry; or only try it, and show what would happen."""
    guide, form = guide_of(visit, type), visit.form
    trying = form.text("step") == "try"
    try:
        request = _request(visit, guide)
    except WrongValue as wrong:
        problem = problem_of(wrong)
        return _form(visit, guide, filled_in(form), id=form.text("id"), problem=problem)
    entry, refused = visit.tried(give_command, data=request, dry_run=trying)
    if entry is None or trying:
        preview = None if entry is None else row(entry, visit.ask(show_names), visit.catalogue)
        return _form(visit, guide, filled_in(form), id=request.id, problem=refused, preview=preview)
    return onward(visit, f"/campaigns/{visit.campaign}/entries/{entry.entry}")


@post("/campaigns/{campaign:uuid}/answers", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_answer(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Answer an open question, or take an offer, by the button that was pressed; then back to the table."""
    mine = [each for each in visit.listed(list_decisions) if each.mine]
    request = answering(mine, visit.form.needed("decision"), visit.form.needed("choice"), {})
    if isinstance(request, RevisionRequest):
        visit.ask(revise, data=request)
    else:
        visit.ask(give_command, data=request)
    return onward(visit, f"/campaigns/{visit.campaign}")


def _request(visit: Visit, guide: CommandGuide) -> CommandRequest:
    """Return the command that a form has. Raises WrongValue."""
    form = visit.form
    return CommandRequest(
        id=form.needed("id"),
        type=guide.type,
        args=args_in(form, guide),
        dice=dice_in(form.text("dice")),
        reason=form.text("reason") or None,
        force=form.ticked("force"),
        audience="gm" if form.ticked("secret") else "all",
    )


def _form(visit: Visit, guide: CommandGuide, filled: dict[str, list[str]], **shown: Any) -> Response[bytes]:
    problem: Problem | None = shown.get("problem")
    missing = "\n".join(f"{roll.label} = " for roll in problem.missing) if problem else ""
    context = {"problem": None, "preview": None, **shown}
    return page(
        visit,
        "command.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        guide=guide,
        fields=form_fields(guide, things_of(visit), filled),
        whole="".join(filled.get("json", ())),
        dice=visit.form.text("dice") or missing,
        **context,
    )


ROUTES = (show_commands, show_command_form, take_command, take_answer)

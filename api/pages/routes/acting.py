"""Acting: commands through forms, and answers by buttons."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api.answering import answering
from api.calling.values import WrongValue
from api.pages.command_forms.context import filled_by, for_actor, form_context, with_instances
from api.pages.command_forms.dice import dice_in
from api.pages.command_forms.fields import args_in, filled_in, filled_with, form_fields, guide_of, things_of
from api.pages.command_forms.quick_bar import quick_bars
from api.pages.fights.own import own
from api.pages.rendering import onward, page
from api.pages.rows.questions import question_rows
from api.pages.rows.timeline import row
from api.pages.visits import PageGuard, Visit
from api.pages.ways_back import entry_page, way_back, way_back_from_answer, will_tell
from api.problems import Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.command_guides import CommandGuide, list_campaign_commands
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.entries import list_decisions
from api.use_cases.names import show_names
from api.use_cases.revisions import RevisionView, revise
from domain.commands import DiceGiven
from domain.history.plan import RevisionRequest
from projections.views.questions import OpenQuestion

Flag = Annotated[bool, QueryParameter()]
Pairs = Annotated[list[str] | None, QueryParameter()]
Word = Annotated[str | None, QueryParameter(max_length=200)]


@get("/campaigns/{campaign:uuid}/play", guards=[PageGuard("member")], sync_to_thread=True)
def show_commands(visit: NamedDependency[Visit], words: Word = None) -> Response[bytes]:
    """The commands of the campaign: those that one can give now first."""
    campaign = visit.ask(show_campaign)
    commands = visit.listed(list_campaign_commands, word=words or None, language=visit.language)
    mine = [each for each in commands if each.fit != "not-yours"]
    return page(
        visit,
        "commands.html",
        campaign=campaign,
        commands=mine,
        words=words or "",
        bars=quick_bars(visit, [each.handle for each in own(visit, visit.listed(list_characters))]),
    )


@get("/campaigns/{campaign:uuid}/play/{type:str}", guards=[PageGuard("player")], sync_to_thread=True)
def show_command_form(
    visit: NamedDependency[Visit], type: FromPath[str], example: Flag = False, fill: Pairs = None, back: Word = None
) -> Response[bytes]:
    """The form of a command: empty, with an example, or with what an address fills in, such as `fill=who=ramjet`. `back` is the
    page to go back to.
    """
    guide = guide_of(visit, type)
    filled = filled_with(guide, guide.example) if example else filled_by(fill or ())
    return _form(visit, guide, filled, id=str(uuid4()), back=back)


@post("/campaigns/{campaign:uuid}/play/{type:str}", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_command(visit: NamedDependency[Visit], type: FromPath[str]) -> Response[bytes]:
    """Give a command, and go back to where one was; or only try it, and show what would happen. One goes on to its entry where that
    asks one something, or where one came from nowhere.
    """
    guide, form = guide_of(visit, type), visit.form
    trying = form.text("step") == "try"
    try:
        request = _request(visit, guide)
    except WrongValue as wrong:
        problem = visit.problem(wrong)
        return _form(visit, guide, filled_in(form), id=form.text("id"), problem=problem)
    entry, refused = visit.tried(give_command, data=request, dry_run=trying)
    if entry is None or trying:
        preview = None if entry is None else row(entry, visit.ask(show_names), visit.catalogue)
        return _form(visit, guide, filled_in(form), id=request.id, problem=refused, preview=preview)
    back = form.text("back")
    if form.text("step") == "tap" or (back and not _asks(visit, entry.entry)):
        will_tell(visit, entry.entry)
        return onward(visit, way_back(visit, back))
    return onward(visit, entry_page(visit, entry.entry, back))


def _asks(visit: Visit, entry: int) -> bool:
    """Whether a deed waits for an answer of the visitor's own."""
    return any(each.deed == entry and each.mine and each.blocking for each in visit.listed(list_decisions))


@post("/campaigns/{campaign:uuid}/answers", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_answer(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Answer an open question, or take an offer, by the button that was pressed; then back to the table."""
    form, back = visit.form, visit.form.text("back")
    mine = [each for each in visit.listed(list_decisions) if each.mine]
    request = answering(mine, form.needed("decision"), form.needed("choice"), {})
    try:
        entry, problem = _answered(visit, request, dice_in(form.text("dice")))
    except WrongValue as wrong:
        entry, problem = None, visit.problem(wrong)
    if problem is not None:
        return _answer_form(visit, mine, problem, way_back(visit, back))
    assert entry is not None, "what is not refused is an entry"
    will_tell(visit, entry)
    return onward(visit, way_back_from_answer(visit, back))


def _answered(
    visit: Visit, request: CommandRequest | RevisionRequest, dice: DiceGiven
) -> tuple[int | None, Problem | None]:
    """Answer a question with the dice that were typed for it; return the entry of the answer, or why it was refused."""
    if isinstance(request, RevisionRequest):
        late = msgspec.structs.replace(request, dice=dict.fromkeys(request.responses, dice) if dice else {})
        revised, problem = visit.tried(revise, data=late)
        return (revised.entry.entry if isinstance(revised, RevisionView) else None), problem
    entry, problem = visit.tried(give_command, data=msgspec.structs.replace(request, dice=dice))
    return (None if entry is None else entry.entry), problem


def _answer_form(visit: Visit, mine: list[OpenQuestion], problem: Problem, back: str) -> Response[bytes]:
    """Show a question whose answer was refused, with a field for the dice that it needs."""
    rows = [each for each in question_rows(visit, mine) if each.address == visit.form.text("decision")]
    return page(
        visit,
        "answer.html",
        status=problem.status,
        campaign=visit.ask(show_campaign),
        problem=problem,
        rows=rows,
        choice=visit.form.text("choice"),
        dice=visit.form.text("dice") or _missing(problem),
        back=back,
    )


def _missing(problem: Problem | None) -> str:
    """Return the dice that a refusal asks for as they are typed, without what they show."""
    labels = dict.fromkeys(roll.label for roll in problem.missing) if problem else ()
    return "\n".join(f"{label} = " for label in labels)


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
    back = shown.pop("back", None) or visit.form.text("back")
    context = {"problem": None, "preview": None, **shown}
    scene = form_context(visit, guide, filled, back)
    fields = form_fields(guide, things_of(visit), filled)
    return page(
        visit,
        "command.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        guide=guide,
        fields=with_instances(visit, for_actor(fields, guide, scene), filled),
        scene=scene,
        back=way_back(visit, back) if back else "",
        whole="".join(filled.get("json", ())),
        dice=visit.form.text("dice") or _missing(problem),
        **context,
    )


ROUTES = (show_commands, show_command_form, take_command, take_answer)

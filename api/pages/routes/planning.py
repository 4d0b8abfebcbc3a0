"""Planning: what a character is to do in downtime, each action a form from its command's fields."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec.structs import asdict

from api.calling.values import WrongValue
from api.pages.command_forms.context import with_instances
from api.pages.command_forms.dice import dice_in
from api.pages.command_forms.fields import args_in, filled_in, filled_with, form_fields, guide_of, things_of
from api.pages.rendering import onward, page
from api.pages.rows.downtime import mark_of, plan_shown
from api.pages.rows.timeline import row
from api.pages.visits import PageGuard, Visit
from api.problems import BadBody, Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import CommandGuide, list_campaign_commands
from api.use_cases.commands import CommandRequest, give_command
from api.use_cases.downtime import (
    ActionRequest,
    PlanRequest,
    plan_downtime,
    show_downtime,
    show_downtime_plan,
    withdraw_downtime_plan,
)
from api.use_cases.names import show_names
from domain.messages import text as worded
from projections.views.downtime import PlannedView, PlanOf

Word = Annotated[str | None, QueryParameter(max_length=200)]

_PLAN = "/campaigns/{campaign:uuid}/downtime/{phase:int}/plans/{character:str}"


@get(_PLAN, guards=[PageGuard("player")], sync_to_thread=True)
def show_choices(
    visit: NamedDependency[Visit], phase: FromPath[int], character: FromPath[str], words: Word = None
) -> Response[bytes]:
    """The actions that a character may plan in a phase, and the slots that are left for it."""
    campaign = visit.ask(show_campaign)
    plan = visit.ask(show_downtime_plan, phase=phase, character=character)
    commands = visit.listed(list_campaign_commands, word=words or None, downtime=True, language=visit.language)
    mine = [each for each in commands if each.fit != "not-yours"]
    own, general = ([each for each in mine if _is_own(each.type, campaign.system) == own] for own in (True, False))
    return page(
        visit,
        "plan.html",
        campaign=campaign,
        phase=visit.ask(show_downtime, phase=phase),
        plan=plan_shown(plan, True, visit.ask(show_names), visit.catalogue),
        groups=_groups(own + general),
        words=words or "",
    )


@post(_PLAN, guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_step(visit: NamedDependency[Visit], phase: FromPath[int], character: FromPath[str]) -> Response[bytes]:
    """Move or leave out an action, or withdraw the whole plan; then back to the phase."""
    step = visit.form.text("step")
    if step == "withdraw":
        visit.ask(withdraw_downtime_plan, phase=phase, character=character)
        return _back(visit, phase)
    plan = visit.ask(show_downtime_plan, phase=phase, character=character)
    actions = _open(plan)
    at = _place(plan, visit.form.needed("plan"), visit.form.text("mark"))
    if step == "remove":
        del actions[at]
    elif step in ("earlier", "later"):
        to = min(max(at + (1 if step == "later" else -1), 0), len(actions) - 1)
        actions.insert(to, actions.pop(at))
    else:
        raise BadBody("`step` is one of earlier, later, remove, withdraw")
    visit.ask(plan_downtime, phase=phase, character=character, data=_plan(map(_request, actions)))
    return _back(visit, phase)


@get(_PLAN + "/{type:str}", guards=[PageGuard("player")], sync_to_thread=True)
def show_action_form(
    visit: NamedDependency[Visit],
    phase: FromPath[int],
    character: FromPath[str],
    type: FromPath[str],
    plan: Word = None,
) -> Response[bytes]:
    """The form of an action: empty, or that of an action that is planned already."""
    guide = guide_of(visit, type)
    whole = visit.ask(show_downtime_plan, phase=phase, character=character)
    if plan is None:
        filled = {guide.actor: [character]} if guide.actor else {}
        return _form(visit, phase, whole, guide, filled)
    action = _open(whole)[_place(whole, plan, mark_of(whole))]
    return _form(visit, phase, whole, guide, _filled(visit, guide, action), editing=plan, action=action)


@post(_PLAN + "/{type:str}", guards=[PageGuard("player", "play")], sync_to_thread=True)
def take_action(
    visit: NamedDependency[Visit], phase: FromPath[int], character: FromPath[str], type: FromPath[str]
) -> Response[bytes]:
    """Plan an action, or plan it otherwise, and go back to the phase; or only try it as things stand now."""
    guide, form = guide_of(visit, type), visit.form
    whole = visit.ask(show_downtime_plan, phase=phase, character=character)
    editing = form.text("plan") or None
    try:
        action = _action(visit, guide)
    except WrongValue as wrong:
        return _form(visit, phase, whole, guide, filled_in(form), editing=editing, problem=visit.problem(wrong))
    if form.text("step") == "try":
        command = CommandRequest(type=action.type, args=action.args, dice=action.dice, responses=action.responses)
        entry, refused = visit.tried(give_command, data=command, dry_run=True)
        preview = None if entry is None else row(entry, visit.ask(show_names), visit.catalogue)
        return _form(
            visit, phase, whole, guide, filled_in(form), editing=editing, problem=refused, preview=preview, tried=True
        )
    actions: list[ActionRequest] = [_request(each) for each in _open(whole)]
    if editing is None:
        actions.append(action)
    else:
        actions[_place(whole, editing, form.text("mark"))] = action
    _, refused = visit.tried(plan_downtime, phase=phase, character=character, data=_plan(actions))
    if refused is not None:
        return _form(visit, phase, whole, guide, filled_in(form), editing=editing, problem=refused)
    return _back(visit, phase)


def _is_own(type: str, game: str) -> bool:
    """Whether a command is one of the game's own, and not one of every game."""
    return type.partition(".")[0] == game


def _groups(commands: list[Any]) -> list[tuple[str, list[Any]]]:
    """Return the commands by what they take: slots, none of their own, or as many as one says; those of a scene last."""
    names = {"slots": [], "within": [], "any": [], "scene": []}  # type: dict[str, list[Any]]
    for each in commands:
        if each.slots is not None:
            names["slots" if each.slots else "within"].append(each)
        else:
            names["scene" if each.fit == "not-now" else "any"].append(each)
    return [(name, group) for name, group in names.items() if group]


def _open(plan: PlanOf) -> list[PlannedView]:
    """Return the actions that can still be planned otherwise, in order."""
    return [action for action in plan.actions if action.state != "done"]


def _place(plan: PlanOf, name: str, mark: str) -> int:
    """Return the place of a planned action among the open ones. Raises BadBody where the plan is no longer the one of that
    mark, or has no such action."""
    for place, action in enumerate(_open(plan)):
        if action.plan == name and mark == mark_of(plan):
            return place
    raise BadBody("the plan has changed in the meantime; open the downtime page again and go on from there")


def _request(action: PlannedView) -> ActionRequest:
    return ActionRequest(
        **{name: value for name, value in asdict(action).items() if name in ActionRequest.__struct_fields__}
    )


def _plan(actions: Any) -> PlanRequest:
    return PlanRequest(actions=tuple(actions))


def _action(visit: Visit, guide: CommandGuide) -> ActionRequest:
    """Return the action that a form has. Raises WrongValue, BadBody."""
    form = visit.form
    return ActionRequest(
        type=guide.type,
        args=args_in(form, guide),
        dice=dice_in(form.text("dice")),
        responses=_responses(form.text("responses")),
        day=form.whole("day", 1) or 1,
        slots=form.whole("slots", 1) or 0,
    )


def _responses(text: str) -> dict[str, str]:
    """Return answers that are typed as `question = answer`, one a line. Raises WrongValue."""
    responses: dict[str, str] = {}
    for line in filter(None, map(str.strip, text.splitlines())):
        key, equals, answer = line.partition("=")
        if not equals:
            raise WrongValue(worded("write an answer as `question = answer`, not {line!r}", line=line), "responses")
        responses[key.strip()] = answer.strip()
    return responses


def _filled(visit: Visit, guide: CommandGuide, action: PlannedView) -> dict[str, list[str]]:
    """Return the texts of an action's arguments, by path, with handles in place of references."""
    names = visit.ask(show_names)
    handles = {ref: name.handle or ref for ref, name in names.items()}
    return {
        path: [handles.get(text, text) for text in texts] for path, texts in filled_with(guide, action.args).items()
    }


def _form(
    visit: Visit, phase: int, whole: PlanOf, guide: CommandGuide, filled: dict[str, list[str]], **shown: Any
) -> Response[bytes]:
    problem: Problem | None = shown.get("problem")
    action: PlannedView | None = shown.get("action")
    form, names = visit.form, visit.ask(show_names)
    context = {"problem": None, "preview": None, "editing": None, "tried": False, **shown}
    missing = "\n".join(f"{roll.label} = " for roll in problem.missing) if problem else ""
    return page(
        visit,
        "action.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        phase=visit.ask(show_downtime, phase=phase),
        plan=plan_shown(whole, True, names, visit.catalogue),
        guide=guide,
        fields=with_instances(visit, form_fields(guide, things_of(visit), filled), filled),
        whole="".join(filled.get("json", ())),
        day=form.text("day") or (action.day if action else 1),
        slots=form.text("slots") or (action.slots if action else 1),
        dice=form.text("dice") or missing or _lines(action.dice if action else ()),
        responses=form.text("responses") or _lines(action.responses if action else {}),
        mark=form.text("mark") or mark_of(whole),
        **context,
    )


def _lines(given: Any) -> str:
    """Return dice or answers as they are typed, one a line; what came as a list is one line."""
    if not isinstance(given, dict):
        return " ".join(map(str, given))
    pairs = (
        (key, " ".join(map(str, value)) if isinstance(value, list | tuple) else value) for key, value in given.items()
    )
    return "\n".join(f"{key} = {value}" for key, value in pairs)


def _back(visit: Visit, phase: int) -> Response[bytes]:
    return onward(visit, f"/campaigns/{visit.campaign}/downtime/{phase}")


ROUTES = (show_choices, take_step, show_action_form, take_action)

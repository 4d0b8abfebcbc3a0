"""Downtime: the phases between sessions, everybody's plans for one, carrying it out, and the report on what came of it."""

from __future__ import annotations

from typing import Any

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from api.calling.values import WrongValue
from api.pages.command_forms.dice import dice_in
from api.pages.rendering import onward, page
from api.pages.rows.downtime import plans_shown, report_shown, result_shown
from api.pages.rows.timeline import rows
from api.pages.visits import PageGuard, Visit
from api.problems import Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.characters import list_characters
from api.use_cases.downtime import (
    ChangePhase,
    OpenPhase,
    ProcessRequest,
    RolledFor,
    change_downtime,
    list_downtime,
    open_downtime,
    process_downtime,
    show_downtime,
    show_downtime_report,
)
from api.use_cases.names import show_names
from projections.views.downtime import Downtime

_SLOTS = "slots."
"""The beginning of the names of fields that give a character's slots."""

_DICE = "dice."
"""The beginning of the names of fields for an action's dice: behind it come the character's handle and the plan's name."""


@get("/campaigns/{campaign:uuid}/downtime", guards=[PageGuard("member")], sync_to_thread=True)
def show_phases(visit: NamedDependency[Visit]) -> Response[bytes]:
    """The downtime phases, the newest first; for game masters the form that opens one."""
    return _phases(visit)


@post("/campaigns/{campaign:uuid}/downtime", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def take_phase(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Open a phase, and go on to it."""
    form = visit.form
    wanted = OpenPhase(
        id=form.text("id"), title=form.text("title"), days=form.whole("days", 1) or 0, slots=_slots(visit)
    )
    opened, refused = visit.tried(open_downtime, data=wanted)
    if opened is None:
        return _phases(visit, refused)
    return onward(visit, f"/campaigns/{visit.campaign}/downtime/{opened.number}")


@get("/campaigns/{campaign:uuid}/downtime/{phase:int}", guards=[PageGuard("member")], sync_to_thread=True)
def show_phase(visit: NamedDependency[Visit], phase: FromPath[int]) -> Response[bytes]:
    """A phase with the plans that one may see, one's own first."""
    return _phase(visit, phase)


@post("/campaigns/{campaign:uuid}/downtime/{phase:int}", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def take_phase_change(visit: NamedDependency[Visit], phase: FromPath[int]) -> Response[bytes]:
    """Give a phase another title, other days or other slots."""
    form = visit.form
    wanted = ChangePhase(title=form.text("title"), days=form.whole("days", 1) or 0, slots=_slots(visit))
    changed, refused = visit.tried(change_downtime, phase=phase, data=wanted)
    if changed is None:
        return _phase(visit, phase, refused)
    return onward(visit, f"/campaigns/{visit.campaign}/downtime/{phase}")


@get("/campaigns/{campaign:uuid}/downtime/{phase:int}/process", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def show_processing(visit: NamedDependency[Visit], phase: FromPath[int]) -> Response[bytes]:
    """The results that the plans would have: nothing is written."""
    return _rehearsed(visit, phase, ProcessRequest())


@post("/campaigns/{campaign:uuid}/downtime/{phase:int}/process", guards=[PageGuard("gm", "play")], sync_to_thread=True)
def take_processing(visit: NamedDependency[Visit], phase: FromPath[int]) -> Response[bytes]:
    """Carry out the plans with the dice that were typed, and go on to the report; or look once more at what would come."""
    try:
        wanted = _processing(visit)
    except WrongValue as wrong:
        return _rehearsed(visit, phase, ProcessRequest(), visit.problem(wrong))
    if visit.form.text("step") != "write":
        return _rehearsed(visit, phase, wanted)
    result, refused = visit.tried(process_downtime, phase=phase, data=wanted)
    if result is None:
        return _rehearsed(visit, phase, ProcessRequest(), refused)
    further = "report" if result.state == "processed" else "process"
    return onward(visit, f"/campaigns/{visit.campaign}/downtime/{phase}/{further}")


@get("/campaigns/{campaign:uuid}/downtime/{phase:int}/report", guards=[PageGuard("member")], sync_to_thread=True)
def show_phase_report(visit: NamedDependency[Visit], phase: FromPath[int]) -> Response[bytes]:
    """The results of a phase, as far as one may see them: each action with its entry, the days, and the groups."""
    seen, names = visit.ask(show_downtime_report, phase=phase), visit.ask(show_names)
    return page(
        visit,
        "downtime_report.html",
        campaign=visit.ask(show_campaign),
        report=seen,
        phase=visit.ask(show_downtime, phase=phase),
        people=report_shown(seen, names, visit.catalogue),
        days=rows(seen.days, names, visit.catalogue),
    )


def _phases(visit: Visit, problem: Problem | None = None) -> Response[bytes]:
    listed = visit.listed(list_downtime)
    return page(
        visit,
        "downtime.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        phases=listed[::-1],
        played=[each for each in visit.listed(list_characters) if each.owners],
        under_way=any(each.state != "processed" for each in listed),
        problem=problem,
        form=visit.form,
    )


def _phase(visit: Visit, number: int, problem: Problem | None = None) -> Response[bytes]:
    phase = visit.ask(show_downtime, phase=number)
    me = visit.seat.actor.member if visit.seat else ""
    mine = {each.ref for each in visit.listed(list_characters) if me in each.owners}
    return page(
        visit,
        "phase.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        phase=phase,
        plans=plans_shown(phase, mine, visit.ask(show_names), visit.catalogue),
        idle=_idle(phase),
        problem=problem,
        form=visit.form,
    )


def _idle(phase: Downtime) -> list[str]:
    """Return the names of the characters for whom nothing is planned that one may see."""
    return [plan.name for plan in phase.plans if plan.slots and not plan.actions]


def _slots(visit: Visit) -> dict[str, int]:
    """Return the slots that were filled in, by handle. Raises BadBody."""
    filled = ((name, visit.form.whole(name)) for name in visit.form.fields if name.startswith(_SLOTS))
    return {name.removeprefix(_SLOTS): slots for name, slots in filled if slots is not None}


def _processing(visit: Visit) -> ProcessRequest:
    """Return how the plans are to be carried out, by the form. Raises WrongValue."""
    rolled = []
    for name in visit.form.fields:
        handle, _, plan = name.removeprefix(_DICE).partition(".")
        if name.startswith(_DICE) and plan and (dice := dice_in(visit.form.text(name))):
            rolled.append(RolledFor(character=handle, plan=plan, dice=dice))
    atomic = not visit.form.ticked("one_by_one")
    return ProcessRequest(atomic=atomic, dice=tuple(rolled), day_dice=dice_in(visit.form.text("day_dice")))


def _rehearsed(visit: Visit, number: int, wanted: ProcessRequest, problem: Problem | None = None) -> Response[bytes]:
    """Show what would come of the plans; where nothing can, why not."""
    context: dict[str, Any] = {"result": None}
    result, refused = visit.tried(process_downtime, phase=number, data=wanted, dry_run=True)
    if result is not None:
        context["result"] = result_shown(result, visit.ask(show_names), visit.catalogue)
    problem = problem or refused
    phase = visit.ask(show_downtime, phase=number)
    return page(
        visit,
        "process.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        names=visit.ask(show_names),
        phase=phase,
        idle=_idle(phase),
        problem=problem,
        form=visit.form,
        **context,
    )


ROUTES = (
    show_phases,
    take_phase,
    show_phase,
    take_phase_change,
    show_processing,
    take_processing,
    show_phase_report,
)

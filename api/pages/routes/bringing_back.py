"""Bringing back: commands of a fork that are given in the campaign it left, planned side by side before anything is written."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any
from uuid import UUID, uuid4

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter
from msgspec.structs import replace

from api.calling.values import WrongValue
from api.pages.rendering import onward, page
from api.pages.rows.plans import ShownPlan, dice_of_entries, plan_shown, policies_in, responses_in
from api.pages.rows.timeline import rows
from api.pages.visits import PageGuard, Visit
from api.problems import Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.forks import MOST, BroughtView, bring_back_entries, compare_fork
from api.use_cases.names import show_names
from domain.ledger.forking.cherry_pick import BringBack
from domain.records.entries import GONE
from projections.views.entry import Entry, EntryView
from projections.views.plans import PlanView

Numbers = Annotated[list[int] | None, QueryParameter(name="entries", max_items=MOST)]


@get("/campaigns/{campaign:uuid}/forks/{fork:uuid}/bring-back", guards=[PageGuard("gm", "revise")], sync_to_thread=True)
def show_bringing_back(visit: NamedDependency[Visit], fork: FromPath[UUID], entries: Numbers = None) -> Response[bytes]:
    """The commands of a fork, and the plan of what would be if those that are chosen were brought back."""
    if not entries:
        return _shown(visit, fork, ())
    return _planned(visit, fork, BringBack(entries=tuple(entries)))


@post(
    "/campaigns/{campaign:uuid}/forks/{fork:uuid}/bring-back", guards=[PageGuard("gm", "revise")], sync_to_thread=True
)
def take_bringing_back(visit: NamedDependency[Visit], fork: FromPath[UUID]) -> Response[bytes]:
    """Plan what a form asks for, or write the plan that was looked at, and go on to the entry that did it."""
    try:
        request = _request(visit)
    except WrongValue as wrong:
        return _shown(visit, fork, _chosen(visit), problem=visit.problem(wrong))
    if not request.entries:
        return _shown(visit, fork, ())
    if visit.form.text("step") != "write":
        return _planned(visit, fork, request)
    written, refused = visit.tried(bring_back_entries, fork=fork, data=request)
    if refused is not None:
        return _planned(visit, fork, replace(request, plan=None), problem=refused)
    assert isinstance(written, BroughtView), "what was written is an entry"
    return onward(visit, f"/campaigns/{visit.campaign}/entries/{written.entry.entry}")


def _request(visit: Visit) -> BringBack:
    """Return what a form asks for. Raises WrongValue, BadBody."""
    form = visit.form
    return BringBack(
        id=form.text("id"),
        entries=_chosen(visit),
        after=form.whole("after"),
        policies=policies_in(form),
        dice=dice_of_entries(form),
        responses=responses_in(form),
        owed="fill" if form.ticked("fill") else "ask",
        reason=form.text("reason") or None,
        plan=form.text("plan") or None if form.text("step") == "write" else None,
    )


def _chosen(visit: Visit) -> tuple[int, ...]:
    return tuple(int(text) for text in visit.form.all("entries")[:MOST] if text.isdecimal() and len(text) <= 15)


def _planned(visit: Visit, fork: UUID, request: BringBack, *, problem: Problem | None = None) -> Response[bytes]:
    """Show the plan of what would be brought back; where there is none, why not."""
    plan, refused = visit.tried(bring_back_entries, fork=fork, data=request, dry_run=True)
    seen = plan if isinstance(plan, PlanView) else refused.plan if refused is not None else None
    shown, origins = None, {}
    if seen is not None:
        origins = {each.entry: each.brought_from for each in seen.entries if each.brought_from is not None}
        shown = _by_origin(plan_shown(seen, visit.ask(show_names), visit.catalogue), origins)
    return _shown(visit, fork, request.entries, plan=shown, origins=origins, problem=problem or refused, id=request.id)


def _by_origin(plan: ShownPlan, origins: dict[int, int]) -> ShownPlan:
    """Return a plan of which dice and answers are asked for by the entries of the fork. Only of these they can be given; what
    entries of the campaign lack, the server fills. An entry that cannot be brought back is left out by its own box.
    """
    owed = (replace(each, entry=origins[each.entry]) for each in plan.owed if each.entry in origins)
    conflicting = tuple(entry for entry in plan.conflicting if entry not in origins)
    return replace(plan, owed=tuple(owed), conflicting=conflicting)


def _shown(visit: Visit, fork: UUID, chosen: Sequence[int], **shown: Any) -> Response[bytes]:
    compared = visit.ask(compare_fork, fork=fork, limit=MOST)
    names = {**visit.ask(show_names), **compared.names}
    deeds = [entry for entry in compared.fork.entries if _is_deed(entry)]
    context = {"plan": None, "problem": None, "origins": {}, **shown, "id": shown.get("id") or str(uuid4())}
    problem: Problem | None = context["problem"]
    plan: ShownPlan | None = context["plan"]
    return page(
        visit,
        "bring_back.html",
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        compared=compared,
        rows=rows(deeds, names, visit.catalogue),
        chosen=chosen,
        writable=plan is not None and not plan.conflicts and not plan.owes,
        form=visit.form,
        **context,
    )


def _is_deed(entry: Entry) -> bool:
    """Whether an entry is a command in force, and not the answer to another."""
    if not isinstance(entry, EntryView) or entry.kind != "play" or entry.command is None:
        return False
    return entry.deed == entry.entry and entry.status not in GONE


ROUTES = (show_bringing_back, take_bringing_back)

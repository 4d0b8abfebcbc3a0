"""Changing the past: a plan that one can look at, and that counts only once it is written."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import uuid4

import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from api.calling.values import WrongValue
from api.pages.command_forms.context import with_instances
from api.pages.command_forms.dice import dice_in
from api.pages.command_forms.fields import args_in, filled_in, filled_with, form_fields, guide_of, things_of
from api.pages.rendering import onward, page
from api.pages.rows.plans import dice_of_entries, plan_shown, policies_in, responses_in
from api.pages.visits import PageGuard, Visit
from api.pages.ways_back import entry_page, way_back, will_tell
from api.problems import BadBody, BadParameter, Problem
from api.use_cases.campaigns import show_campaign
from api.use_cases.command_guides import CommandGuide, list_campaign_commands
from api.use_cases.entries import show_entry
from api.use_cases.names import show_names
from api.use_cases.revisions import RevisionView, revise
from domain.commands import Envelope
from domain.history.plan import Amend, Insert, RevisionRequest
from domain.messages import text
from projections.views.entry import EntryView
from projections.views.plans import PlanView

Number = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
Word = Annotated[str | None, QueryParameter(max_length=200)]


class Wish(msgspec.Struct, frozen=True, kw_only=True):
    """A change of the past that a visitor wishes for: an entry that is undone, brought back or amended, or a command that is inserted
    directly `after` one or `before` one. Raises BadParameter for no change, and for several.
    """

    undo: int | None = None
    redo: int | None = None
    amend: int | None = None
    after: int | None = None
    before: int | None = None
    type: str = ""

    def __post_init__(self) -> None:
        if sum(entry is not None for entry in (self.undo, self.redo, self.amend, self.after, self.before)) != 1:
            raise BadParameter(
                "say one change of the past: `undo`, `redo`, `amend`, `before` or `after`, each with an entry"
            )

    @property
    def inserts(self) -> bool:
        """Whether a command is to be inserted."""
        return self.after is not None or self.before is not None


@get("/campaigns/{campaign:uuid}/revise", guards=[PageGuard("player", "revise")], sync_to_thread=True)
def show_revision(
    *,
    visit: NamedDependency[Visit],
    undo: Number = None,
    redo: Number = None,
    amend: Number = None,
    after: Number = None,
    before: Number = None,
    type: Word = None,
    back: Word = None,
) -> Response[bytes]:
    """The plan of an undo or a redo; the form of a command that is amended or inserted. `back` is the page to go back to."""
    wish = Wish(undo=undo, redo=redo, amend=amend, after=after, before=before, type=type or "")
    guide, filled = _command(visit, wish)
    if guide is not None or (wish.inserts and not type):
        return _shown(visit, wish, guide, filled, id=str(uuid4()), back=back)
    request = RevisionRequest(undo=() if undo is None else (undo,), redo=redo)
    return _planned(visit, wish, None, {}, request, back=back)


@post("/campaigns/{campaign:uuid}/revise", guards=[PageGuard("player", "revise")], sync_to_thread=True)
def take_revision(visit: NamedDependency[Visit]) -> Response[bytes]:
    """Plan what a form asks for, or write the plan that was looked at, and go back to where one was; else on to the entry that did it."""
    form = visit.form
    wish = Wish(
        undo=form.whole("undo"),
        redo=form.whole("redo"),
        amend=form.whole("amend"),
        after=form.whole("after"),
        before=form.whole("before"),
        type=form.text("type"),
    )
    guide, _ = _command(visit, wish)
    try:
        request = _request(visit, wish, guide)
    except WrongValue as wrong:
        problem = visit.problem(wrong)
        return _shown(visit, wish, guide, filled_in(form), id=form.text("id"), problem=problem)
    if form.text("step") != "write":
        return _planned(visit, wish, guide, filled_in(form), request)
    written, refused = visit.tried(revise, data=request)
    if refused is not None:
        return _planned(
            visit, wish, guide, filled_in(form), msgspec.structs.replace(request, plan=None), problem=refused
        )
    assert isinstance(written, RevisionView), "what was written is an entry"
    entry, back = written.entry.entry, form.text("back")
    if not back:
        return onward(visit, entry_page(visit, entry, ""))
    will_tell(visit, entry)
    return onward(visit, way_back(visit, back))


def _command(visit: Visit, wish: Wish) -> tuple[CommandGuide | None, dict[str, list[str]]]:
    """Return the command that is amended or inserted, with what stands in its form. Raises NotFound, BadBody."""
    if wish.amend is None:
        return (guide_of(visit, wish.type), {}) if wish.inserts and wish.type else (None, {})
    entry = visit.ask(show_entry, entry=wish.amend)
    if not isinstance(entry, EntryView) or entry.command is None or entry.command.args is None:
        raise BadBody(text("entry {amend} is no command that you can amend", amend=wish.amend))
    guide = guide_of(visit, entry.command.type)
    return guide, filled_with(guide, entry.command.args)


def _request(visit: Visit, wish: Wish, guide: CommandGuide | None) -> RevisionRequest:
    """Return the revision that a form asks for. Raises WrongValue."""
    form = visit.form
    envelope = (
        None
        if guide is None
        else Envelope(type=guide.type, args=args_in(form, guide), dice=dice_in(form.text("dice")), id=form.text("id"))
    )
    return RevisionRequest(
        id=form.text("id"),
        undo=() if wish.undo is None else (wish.undo,),
        redo=wish.redo,
        amend=() if wish.amend is None else Amend(entry=wish.amend, command=envelope),
        insert=Insert(after=wish.after, before=wish.before, command=envelope) if wish.inserts and envelope else (),
        policies=policies_in(form),
        dice=dice_of_entries(form),
        responses=responses_in(form),
        owed="fill" if form.ticked("fill") else "ask",
        reason=form.text("reason") or None,
        plan=form.text("plan") or None if form.text("step") == "write" else None,
    )


def _planned(
    visit: Visit,
    wish: Wish,
    guide: CommandGuide | None,
    filled: dict[str, list[str]],
    request: RevisionRequest,
    *,
    problem: Problem | None = None,
    back: str | None = None,
) -> Response[bytes]:
    """Show the plan of a revision; where there is none, why not."""
    plan, refused = visit.tried(revise, data=request, dry_run=True)
    seen = plan if isinstance(plan, PlanView) else refused.plan if refused is not None else None
    names = visit.ask(show_names)
    shown = None if seen is None else plan_shown(seen, names, visit.catalogue)
    return _shown(
        visit, wish, guide, filled, id=request.id or str(uuid4()), plan=shown, problem=problem or refused, back=back
    )


def _shown(
    visit: Visit, wish: Wish, guide: CommandGuide | None, filled: dict[str, list[str]], **shown: Any
) -> Response[bytes]:
    problem: Problem | None = shown.get("problem")
    form = visit.form
    back = shown.pop("back", None) or form.text("back")
    context = {"problem": None, "plan": None, **shown}
    picks = visit.listed(list_campaign_commands, language=visit.language) if wish.inserts and guide is None else []
    return page(
        visit,
        "revise.html",
        commands=[each for each in picks if each.fit != "not-yours"],
        status=problem.status if problem else 200,
        campaign=visit.ask(show_campaign),
        wish=wish,
        guide=guide,
        fields=() if guide is None else with_instances(visit, form_fields(guide, things_of(visit), filled), filled),
        whole="".join(filled.get("json", ())),
        form=form,
        back=way_back(visit, back) if back else "",
        **context,
    )


ROUTES = (show_revision, take_revision)

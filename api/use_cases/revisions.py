"""Changes of the past: planned, and written."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from api.access import Access, Seat, allowed
from api.members import revised_with_members
from api.problems import BadBody, FieldProblem, PlanRefused
from api.reading import at_head, in_their_words
from api.services import Services
from domain.history.plan import Plan, PlanMoved, RevisionRefused, RevisionRequest, StillOwed
from domain.ledger.forking.cherry_pick import BringBack
from domain.messages import text
from domain.records.entries import EntryFilter, Header
from projections.views.entry import Entry
from projections.views.plans import PlanView, plan_view
from projections.views.timeline import read_entries


class RevisionView(msgspec.Struct, frozen=True):
    """A revision as it was written, with its plan; that of a repeated request is not made again."""

    entry: Entry
    plan: PlanView | None


@allowed(Access("player", "revise"))
def revise(
    services: Services,
    seat: Seat,
    data: RevisionRequest,
    dry_run: bool = False,
) -> RevisionView | PlanView:
    """Undo, redo, amend or insert: every later entry is decided again on the same dice. A dry run returns 200 and the
    plan; send the plan's hash as `plan` to have exactly this plan written. Where the changed past lacks dice or
    answers, 422 lists them all; give them by entry, or send `"owed": "fill"`: the server rolls, and every question
    takes its default.

    With `rules`, the game master has the story decided anew under the current rules, from its beginning or from a
    session on (`from`): the plan's `by_rule` and `by_sheet` list the differences.
    """
    check_keys(data)
    named = revised_with_members(services, seat.campaign, data)
    wanted = replace(named, dry_run=dry_run or data.dry_run)
    try:
        with in_their_words(services, seat):
            plan, entry = services.ledger.revise(seat.campaign, seat.actor, wanted)
    except (RevisionRefused, PlanMoved, StillOwed) as refused:
        raise PlanRefused(refused, seen_plan(services, seat, refused.plan)) from refused
    seen = None if plan is None else seen_plan(services, seat, plan)
    if entry is not None:
        (view,) = read_entries(services.ledger.store, seat.campaign, [entry], at_head(services, seat))
        return RevisionView(view, seen)
    assert seen is not None, "a dry run has a plan"
    return seen


def seen_plan(services: Services, seat: Seat, plan: Plan) -> PlanView:
    """A plan as the caller may see it."""
    return plan_view(plan, at_head(services, seat), _headers(services, seat, plan))


def _headers(services: Services, seat: Seat, plan: Plan) -> dict[int, Header]:
    """Return the headers of a plan's entries, except for amended ones: their headers come from a game master."""
    numbers = [planned.entry for planned in plan.entries]
    if not numbers:
        return {}
    span = EntryFilter(after=min(numbers) - 1, before=max(numbers) + 1, limit=max(numbers) - min(numbers) + 1)
    store = services.ledger.store
    entries = store.entries(seat.campaign, span)
    changed = [] if seat.actor.is_gm else [stored.header.number for stored in entries if stored.versions > 1]
    made = store.restatements(seat.campaign, changed) if changed else {}
    amended = {number for number, one in made.items() if one.envelope is not None}
    return {stored.header.number: stored.header for stored in entries if stored.header.number not in amended}


def check_keys(request: RevisionRequest | BringBack) -> None:
    """Check that maps by entry have entry numbers as keys. Raises BadBody."""
    for field in ("policies", "dice", "responses"):
        for key in getattr(request, field):
            if not key.isdecimal():
                sentence = text("its keys are entry numbers, not {key!r}", key=key)
                raise BadBody(
                    text("`{field}`: {sentence}", field=field, sentence=sentence),
                    fields=(FieldProblem(field, sentence),),
                )

"""Downtime as one viewer may see it: the phases, their plans, and the report on the results."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final
from uuid import UUID

import msgspec
from msgspec.structs import replace

from domain.aggregates import CAMPAIGN, Campaign
from domain.commands import DiceGiven, Planned
from domain.downtime import DOWNTIME, PhaseData, PlanData, days_passed, order_of
from domain.ledger.downtime import Processed
from domain.paths import parse
from domain.play.slots import taken
from domain.records.store import Store
from domain.visibility.event_views import with_texts
from domain.visibility.view_fields import Fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary.chronicle import Phase as PhaseComponent
from domain.vocabulary.epochs import EpochOpened
from domain.vocabulary.undertakings import Intent
from projections.names import Name, Names
from projections.views.diff import changes_between, names_in
from projections.views.entry import KEY, Entry, EntryIfAny, EntryView, HiddenEntry, strings_in
from projections.views.plans import ChangeView

_EPOCHS: Final = EpochOpened.component


class PlannedView(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A planned action: a command, on a day of the phase.

    `state` is planned, done or impossible; `announced` is the entry that planned it, `entry` the one that carried it
    out; `rule` and `why` are the reason why it is impossible.
    """

    plan: str
    day: int
    slots: int
    type: str
    state: str
    args: Fields = {}
    dice: DiceGiven = ()
    responses: dict[str, str] = {}
    entry: int | None = None
    rule: str = ""
    why: str = ""
    announced: int = 0


class PlanOf(msgspec.Struct, frozen=True, kw_only=True):
    """A character's plan for a phase, as far as the viewer may see; `used` are the slots of done and planned actions;
    an action that became impossible takes none.
    """

    who: str
    handle: str
    name: str
    slots: int
    used: int
    actions: tuple[PlannedView, ...]


class Downtime(msgspec.Struct, frozen=True, kw_only=True):
    """A downtime phase. `state` is open (players plan), processing or processed."""

    number: int
    title: str
    state: str
    days: int
    days_passed: int
    plans: tuple[PlanOf, ...]
    names: dict[str, Name] = {}


class PlanDue(msgspec.Struct, frozen=True, kw_only=True):
    """A plan that waits for the player of a character: `left` slots of an open phase have nothing planned for them."""

    phase: int
    title: str
    handle: str
    name: str
    left: int


class DowntimePreview(Processed, frozen=True, kw_only=True):
    """A phase as it would be carried out, and every value that would differ then. Nothing was written."""

    changes: tuple[ChangeView, ...] = ()
    names: dict[str, Name] = {}


class DoneView(msgspec.Struct, frozen=True, kw_only=True):
    """A planned action, and the entry it became, with its rolls."""

    action: PlannedView
    entry: EntryIfAny = None


class ReportOf(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a character's downtime."""

    who: str
    handle: str
    name: str
    actions: tuple[DoneView, ...]


class ReportOfGroup(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a phase for a group: the entries that changed it."""

    ref: str
    handle: str
    name: str
    entries: tuple[int, ...]


class DowntimeReport(msgspec.Struct, frozen=True, kw_only=True):
    """The results of a phase: for each character, for each group, and from the passing days."""

    phase: int
    state: str
    people: tuple[ReportOf, ...]
    groups: tuple[ReportOfGroup, ...]
    days: tuple[Entry, ...]


def with_texts_of(store: Store, campaign: UUID, view: Downtime) -> Downtime:
    """Return a phase with the words of planned notes in place of their keys. A plan shows words that came with it, and no
    others: a member may have typed what only looks like a key.
    """
    own = {key for plan in view.plans for action in plan.actions for key in _keys(action)}
    if not own:
        return view
    texts = store.texts(campaign, own)
    plans = (replace(plan, actions=tuple(_worded(action, texts) for action in plan.actions)) for plan in view.plans)
    return replace(view, plans=tuple(plans))


def _keys(action: PlannedView) -> set[str]:
    """Return the keys of texts that came with an action."""
    return {text for text in strings_in(action.args) if KEY.fullmatch(text) and text.startswith(f"{action.announced}.")}


def _worded(action: PlannedView, texts: Mapping[str, str | None]) -> PlannedView:
    words = {key: texts[key] or "" for key in _keys(action) if key in texts}
    return replace(action, args=with_texts(action.args, words)) if words else action


def phases(visible: VisibleWorld, after: int = 0) -> Iterator[Downtime]:
    """Yield the downtime phases with a greater number, by number."""
    campaign = _campaign(visible)
    for number in sorted(int(name) for name in campaign.phases if name.isdecimal()):
        if number > after:
            yield _phase(visible, campaign.phases[str(number)])


def phase(visible: VisibleWorld, number: int) -> Downtime | None:
    """One phase; None where there is none of that number."""
    component = _campaign(visible).phases.get(str(number))
    return None if component is None else _phase(visible, component)


def plans_due(visible: VisibleWorld, member: str) -> tuple[PlanDue, ...]:
    """Return the plans for open phases that wait for a member, whose characters have slots left in them."""
    phases = _campaign(visible).phases
    open_ones = (phases[name] for name in sorted(phases, key=len) if phases[name].state == "open")
    return tuple(due for component in open_ones for due in _due(visible, component, member))


def _due(visible: VisibleWorld, component: PhaseComponent, member: str) -> Iterator[PlanDue]:
    for who, slots in sorted(component.slots.items()):
        seen = visible.aggregate(who) if slots else None
        if seen is None or member not in seen.profile["self"].owners:
            continue
        plan = _plan_of(visible, component, who)
        if plan.used < slots:
            yield PlanDue(
                phase=component.number,
                title=component.title,
                handle=plan.handle,
                name=plan.name,
                left=slots - plan.used,
            )


def preview(outcome: Processed, before: VisibleWorld, after: VisibleWorld) -> DowntimePreview:
    """Return the outcome of a phase that is only tried, with the values that it would change.

    The epochs of the dice are left out: a draft that closes one holds the seed of dice that are yet to fall.
    """
    seen = tuple(each for each in changes_between(before, after) if parse(each.path).component != _EPOCHS)
    return DowntimePreview(**msgspec.structs.asdict(outcome), changes=seen, names=names_in(seen, before, after))


def entries_of(visible: VisibleWorld, number: int) -> tuple[int, ...]:
    """The numbers of the entries in which planned actions happened and days passed, as far as the viewer may see."""
    seen = phase(visible, number)
    done = [action.entry for plan in seen.plans for action in plan.actions] if seen else []
    return tuple(sorted({entry for entry in (*done, *_days(visible, number)) if entry is not None}))


def report(visible: VisibleWorld, seen: Downtime, views: Mapping[int, EntryView | HiddenEntry]) -> DowntimeReport:
    """The report of a phase, with its entries by number."""
    people = [
        ReportOf(
            who=plan.who,
            handle=plan.handle,
            name=plan.name,
            actions=tuple(DoneView(action=a, entry=views.get(a.entry or 0)) for a in plan.actions),
        )
        for plan in seen.plans
    ]
    days = tuple(views[entry] for entry in _days(visible, seen.number) if entry in views)
    return DowntimeReport(
        phase=seen.number, state=seen.state, people=tuple(people), groups=_groups(visible, views), days=days
    )


def _campaign(visible: VisibleWorld) -> Campaign:
    seen = visible.aggregate(CAMPAIGN)
    assert isinstance(seen, Campaign), "every ledger has its campaign"
    return seen


def _days(visible: VisibleWorld, number: int) -> list[int]:
    component = _campaign(visible).phases.get(str(number))
    return [] if component is None else [entry for _, entry in sorted(PhaseData.of(component).day.items())]


def _phase(visible: VisibleWorld, component: PhaseComponent) -> Downtime:
    handles = _campaign(visible).handles
    people = [handles[handle].ref for handle in sorted(handles) if handles[handle].kind == "character"]
    plans = [_plan_of(visible, component, who) for who in people if visible.knows(who)]
    shown = tuple(plan for plan in plans if plan.slots or plan.actions)
    return Downtime(
        number=component.number,
        title=component.title,
        state=component.state,
        days=component.days,
        days_passed=days_passed(component),
        plans=shown,
        names=Names(visible).within(msgspec.to_builtins(shown)),
    )


def _plan_of(visible: VisibleWorld, component: PhaseComponent, who: str) -> PlanOf:
    called = Names(visible).of(who)
    seen = visible.aggregate(who)
    intents = {} if seen is None else seen.intents
    own = {n: i for n, i in intents.items() if i.kind == DOWNTIME and PlanData.of(i).phase == component.number}
    actions = tuple(_action(visible, who, name, own[name]) for name in sorted(own, key=order_of))
    return PlanOf(
        who=who,
        handle=called.handle if called else "",
        name=called.name if called else "",
        slots=component.slots.get(who, 0),
        used=taken(own, "done", "planned"),
        actions=actions,
    )


def _action(visible: VisibleWorld, who: str, name: str, intent: Intent) -> PlannedView:
    planned = msgspec.json.decode(intent.command, type=Planned)
    kept = PlanData.of(intent)
    return PlannedView(
        plan=name,
        day=kept.day,
        slots=kept.slots,
        type=planned.type,
        state=kept.state,
        args=visible.wording.as_json(planned.args, who),
        dice=visible.wording.labelled(planned.dice),
        responses={
            visible.wording.label(key): visible.wording.label(response) for key, response in planned.responses.items()
        },
        entry=kept.entry,
        rule=kept.rule or "",
        why=visible.wording.sentence(kept.why or ""),
        announced=kept.announced,
    )


def _groups(visible: VisibleWorld, views: Mapping[int, EntryView | HiddenEntry]) -> tuple[ReportOfGroup, ...]:
    touched: dict[str, list[int]] = {}
    for number, entry in sorted(views.items()):
        if isinstance(entry, EntryView):
            for ref in {str(event["aggregate"]) for event in entry.events}:
                touched.setdefault(ref, []).append(number)
    groups = []
    for handle, known in sorted(_campaign(visible).handles.items()):
        called = Names(visible).of(known.ref)
        entries = touched.get(f"enclave/{handle}", []) + touched.get(known.ref, [])
        if known.kind == "enclave" and entries and called is not None:
            groups.append(ReportOfGroup(ref=known.ref, handle=handle, name=called.name, entries=tuple(sorted(entries))))
    return tuple(groups)

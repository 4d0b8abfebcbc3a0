"""Tasks, uses, links and intents: the things that are under way."""

from __future__ import annotations

from typing import ClassVar, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.base import (
    Audience,
    Component,
    Event,
    EventCategory,
    Instance,
    Scalar,
    changed,
    created,
    gone,
    present,
)


class Task(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """Something that accumulates: a lengthy check, a craft, training, a milestone, a disease's stages, hunger."""

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    progress: int = 0
    goal: int | None = None
    stage: int = 0
    failures: int = 0
    state: str = ""
    helpers: tuple[str, ...] = ()
    due: AnyAnchor | None = None


class TaskChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a task."""

    component: ClassVar[str] = "tasks"
    kind: ClassVar[EventCategory] = EventCategory.DOWNTIME


class TaskBegun(TaskChange, frozen=True, kw_only=True, omit_defaults=True, tag="task_begun"):
    """It came to be."""

    task: Task


class TaskChanged(TaskChange, frozen=True, kw_only=True, omit_defaults=True, tag="task_changed"):
    """Some of its fields were set to decided values."""

    progress: int | UnsetType = UNSET
    goal: int | UnsetType | None = UNSET
    stage: int | UnsetType = UNSET
    failures: int | UnsetType = UNSET
    state: str | UnsetType = UNSET
    helpers: tuple[str, ...] | UnsetType = UNSET
    due: AnyAnchor | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class TaskAdvanced(TaskChange, frozen=True, kw_only=True, omit_defaults=True, tag="task_advanced"):
    """It came forward, or, below zero, back; failures are counted beside."""

    amount: int = 0
    failed: int = 0


class TaskEnded(TaskChange, frozen=True, kw_only=True, omit_defaults=True, tag="task_ended"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyTaskChange = TaskBegun | TaskChanged | TaskAdvanced | TaskEnded


def evolve_task(task: Task | None, event: AnyTaskChange) -> Task | None:
    """A task after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case TaskBegun():
            return created(task, event, event.task)
        case TaskChanged():
            return changed(task, event)
        case TaskAdvanced():
            return replace(
                here := present(task, event),
                progress=here.progress + event.amount,
                failures=here.failures + event.failed,
            )
        case TaskEnded():
            gone(task, event)
            return None
        case _:
            assert_never(event)


TASKS = Component(Task, get_args(AnyTaskChange), evolve_task, anchor="due")


class Use(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The number of times that something was used, and against whom where that matters, since it was last reset.

    `last` is the in-game second of the last use; `seen` the values that came up (a die that may not repeat).
    """

    what: str
    against: str = ""
    count: int = 0
    last: int | None = None
    seen: tuple[int, ...] = ()
    until: AnyAnchor | None = None


class UseChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a counter of uses."""

    component: ClassVar[str] = "uses"
    kind: ClassVar[EventCategory] = EventCategory.SPEND


class UseOpened(UseChange, frozen=True, kw_only=True, omit_defaults=True, tag="use_opened"):
    """It came to be."""

    use: Use


class UseReset(UseChange, frozen=True, kw_only=True, omit_defaults=True, tag="use_reset"):
    """It counts afresh from decided values."""

    count: int | UnsetType = UNSET
    last: int | UnsetType | None = UNSET
    seen: tuple[int, ...] | UnsetType = UNSET
    until: AnyAnchor | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class UseCounted(UseChange, frozen=True, kw_only=True, omit_defaults=True, tag="use_counted"):
    """It was used. `at` is the in-game second, `value` what came up."""

    amount: int = 1
    at: int | None = None
    value: int | None = None


class UseClosed(UseChange, frozen=True, kw_only=True, omit_defaults=True, tag="use_closed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyUseChange = UseOpened | UseReset | UseCounted | UseClosed


def counted(use: Use, event: UseCounted) -> Use:
    """The counter after one more use: the latest moment and every value seen stay known."""
    return replace(
        use,
        count=use.count + event.amount,
        last=use.last if event.at is None else event.at,
        seen=use.seen if event.value is None else (*use.seen, event.value),
    )


def evolve_use(use: Use | None, event: AnyUseChange) -> Use | None:
    """A counter of uses after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case UseOpened():
            return created(use, event, event.use)
        case UseReset():
            return changed(use, event)
        case UseCounted():
            return counted(present(use, event), event)
        case UseClosed():
            gone(use, event)
            return None
        case _:
            assert_never(event)


USES = Component(Use, get_args(AnyUseChange), evolve_use, anchor="until")


class Link(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A relation of this aggregate to another one: a grapple with its bank, a mark, a rider, a summoner.

    It lives in its first party's stream; `to` is the second party.
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    to: str
    amount: int = 0
    until: AnyAnchor | None = None


class LinkChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a link between two parties."""

    component: ClassVar[str] = "links"
    kind: ClassVar[EventCategory] = EventCategory.CONDITION


class LinkMade(LinkChange, frozen=True, kw_only=True, omit_defaults=True, tag="link_made"):
    """It came to be."""

    link: Link


class LinkChanged(LinkChange, frozen=True, kw_only=True, omit_defaults=True, tag="link_changed"):
    """Some of its fields were set to decided values."""

    to: str | UnsetType = UNSET
    until: AnyAnchor | UnsetType | None = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class LinkShifted(LinkChange, frozen=True, kw_only=True, omit_defaults=True, tag="link_shifted"):
    """The amount it carries rose or fell."""

    amount: int


class LinkBroken(LinkChange, frozen=True, kw_only=True, omit_defaults=True, tag="link_broken"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyLinkChange = LinkMade | LinkChanged | LinkShifted | LinkBroken


def evolve_link(link: Link | None, event: AnyLinkChange) -> Link | None:
    """A link between two parties after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case LinkMade():
            return created(link, event, event.link)
        case LinkChanged():
            return changed(link, event)
        case LinkShifted():
            return replace(here := present(link, event), amount=here.amount + event.amount)
        case LinkBroken():
            gone(link, event)
            return None
        case _:
            assert_never(event)


LINKS = Component(Link, get_args(AnyLinkChange), evolve_link, anchor="until")


class Intent(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """An action that is announced and not yet done: demanding, multi-round, held, hidden, readied, maintained, due later.

    `paid` is what it has cost so far, by pool; `due` when it comes about by itself; `trigger` what sets it off early;
    `interrupted_by` what breaks it. `command` is the command it will become, as stored (`type`, `args`), if it is one.
    """

    narrowed_by: ClassVar[str | None] = "kind"

    kind: str
    what: str
    by: str = ""
    paid: dict[str, int] = {}
    due: AnyAnchor | None = None
    trigger: str = ""
    interrupted_by: tuple[str, ...] = ()
    remaining: int = 0
    command: str = ""


class IntentChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an announced action."""

    component: ClassVar[str] = "intents"
    kind: ClassVar[EventCategory] = EventCategory.TURN


class IntentAnnounced(IntentChange, frozen=True, kw_only=True, omit_defaults=True, tag="intent_announced"):
    """It came to be."""

    intent: Intent


class IntentChanged(IntentChange, frozen=True, kw_only=True, omit_defaults=True, tag="intent_changed"):
    """Some of its fields were set to decided values."""

    paid: dict[str, int] | UnsetType = UNSET
    due: AnyAnchor | UnsetType | None = UNSET
    trigger: str | UnsetType = UNSET
    remaining: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class IntentAdvanced(IntentChange, frozen=True, kw_only=True, omit_defaults=True, tag="intent_advanced"):
    """It came nearer by so many steps."""

    amount: int = 1


class IntentEnded(IntentChange, frozen=True, kw_only=True, omit_defaults=True, tag="intent_ended"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyIntentChange = IntentAnnounced | IntentChanged | IntentAdvanced | IntentEnded


def evolve_intent(intent: Intent | None, event: AnyIntentChange) -> Intent | None:
    """An announced action after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case IntentAnnounced():
            return created(intent, event, event.intent)
        case IntentChanged():
            return changed(intent, event)
        case IntentAdvanced():
            return replace(here := present(intent, event), remaining=here.remaining - event.amount)
        case IntentEnded():
            gone(intent, event)
            return None
        case _:
            assert_never(event)


INTENTS = Component(Intent, get_args(AnyIntentChange), evolve_intent, anchor="due")

"""Events of tasks, uses, links, intents and questions."""

from __future__ import annotations

from typing import ClassVar, assert_never

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.components.anchors import AnyAnchor
from domain.components.base import Audience, Scalar
from domain.components.creature import Intent, Link, Question, Task, Use
from domain.events.base import Event, Kind, changed, created, gone, present


class TaskChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a task."""

    component: ClassVar[str] = "tasks"
    kind: ClassVar[Kind] = Kind.DOWNTIME


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


class UseChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a counter of uses."""

    component: ClassVar[str] = "uses"
    kind: ClassVar[Kind] = Kind.SPEND


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


class LinkChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a link between two parties."""

    component: ClassVar[str] = "links"
    kind: ClassVar[Kind] = Kind.CONDITION


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


class IntentChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to an announced action."""

    component: ClassVar[str] = "intents"
    kind: ClassVar[Kind] = Kind.TURN


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


class QuestionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a question."""

    component: ClassVar[str] = "questions"
    kind: ClassVar[Kind] = Kind.NOTE


class QuestionAsked(QuestionChange, frozen=True, kw_only=True, omit_defaults=True, tag="question_asked"):
    """It came to be."""

    question: Question


class QuestionAnswered(QuestionChange, frozen=True, kw_only=True, omit_defaults=True, tag="question_answered"):
    """Its owner, or the default, decided it; it no longer holds anything up."""

    choice: str


AnyQuestionChange = QuestionAsked | QuestionAnswered


def evolve_question(question: Question | None, event: AnyQuestionChange) -> Question | None:
    """A question after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case QuestionAsked():
            return created(question, event, event.question)
        case QuestionAnswered():
            gone(question, event)
            return None
        case _:
            assert_never(event)

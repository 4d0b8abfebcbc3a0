"""The ground, clock, sessions, scenes, phases and participants of a campaign."""

from __future__ import annotations

from typing import ClassVar, Final, Literal, assert_never, get_args

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

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

Role = Literal["gm", "player", "observer"]


AMENDMENT_COMMITMENT: Final = "amendment_commitment"
"""Under what the ground of an older campaign tells what its one seed for dice of changed pasts commits to, as hexadecimal
digits; empty where that seed is not here."""


KEY_COMMITMENT: Final = "key_commitment"
"""Under what a campaign's ground tells what the key for hashes of plans commits to, as hexadecimal digits; older campaigns
did not tell."""


AMENDMENT_SEED: Final = "amendment_seed"
"""Under what the first epoch to end since each has an amendment seed of its own tells that older seed, as hexadecimal digits."""


class Ground(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The system and options that the campaign is played with; named `self`. Options not listed have the system's
    default."""

    system: str
    options: dict[str, Scalar] = {}


class GroundChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to the campaign's ground."""

    component: ClassVar[str] = "ground"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class CampaignBegun(GroundChange, frozen=True, kw_only=True, omit_defaults=True, tag="campaign_begun"):
    """It came to be."""

    version: ClassVar[int] = 2

    ground: Ground


class OptionSet(GroundChange, frozen=True, kw_only=True, omit_defaults=True, tag="option_set"):
    """An option of the game was set."""

    version: ClassVar[int] = 2

    option: str
    value: Scalar


class CampaignForked(GroundChange, frozen=True, kw_only=True, omit_defaults=True, tag="campaign_forked"):
    """It went its own way from the past of another campaign; `data` says which, and what its own seed commits to."""

    data: dict[str, Scalar]


AnyGroundChange = CampaignBegun | OptionSet | CampaignForked


def evolve_ground(ground: Ground | None, event: AnyGroundChange) -> Ground | None:
    """The campaign's ground after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case CampaignBegun():
            return created(ground, event, event.ground)
        case OptionSet():
            return replace(here := present(ground, event), options={**here.options, event.option: event.value})
        case CampaignForked():
            return replace(here := present(ground, event), data={**here.data, **event.data})
        case _:
            assert_never(event)


GROUND = Component(Ground, get_args(AnyGroundChange), evolve_ground)


class Clock(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """The in-game time; named `now`. `at` counts seconds from the campaign's beginning; `origin` says what second 0 is called."""

    at: int = 0
    origin: str = ""


class ClockChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to the in-game clock."""

    component: ClassVar[str] = "clock"
    kind: ClassVar[EventCategory] = EventCategory.TIME


class ClockStarted(ClockChange, frozen=True, kw_only=True, omit_defaults=True, tag="clock_started"):
    """It came to be."""

    clock: Clock


class ClockSet(ClockChange, frozen=True, kw_only=True, omit_defaults=True, tag="clock_set"):
    """Some of its fields were set to decided values."""

    at: int | UnsetType = UNSET
    origin: str | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ClockAdvanced(ClockChange, frozen=True, kw_only=True, omit_defaults=True, tag="clock_advanced"):
    """Some in-game seconds passed."""

    seconds: int


AnyClockChange = ClockStarted | ClockSet | ClockAdvanced


def evolve_clock(clock: Clock | None, event: AnyClockChange) -> Clock | None:
    """The in-game clock after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ClockStarted():
            return created(clock, event, event.clock)
        case ClockSet():
            return changed(clock, event)
        case ClockAdvanced():
            return replace(here := present(clock, event), at=here.at + event.seconds)
        case _:
            assert_never(event)


CLOCK = Component(Clock, get_args(AnyClockChange), evolve_clock)


class Interval(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A session or a scene, named by its number from 1. `opened` and `ended` are entry numbers; `within` its session."""

    number: int
    opened: int
    ended: int | None = None
    within: str = ""
    kind: str = ""


class SessionChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a session."""

    component: ClassVar[str] = "sessions"
    kind: ClassVar[EventCategory] = EventCategory.TIME


class SessionOpened(SessionChange, frozen=True, kw_only=True, omit_defaults=True, tag="session_opened"):
    """It came to be."""

    session: Interval


class SessionChanged(SessionChange, frozen=True, kw_only=True, omit_defaults=True, tag="session_changed"):
    """Some of its fields were set to decided values."""

    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class SessionEnded(SessionChange, frozen=True, kw_only=True, omit_defaults=True, tag="session_ended"):
    """It ended with this entry."""

    entry: int


AnySessionChange = SessionOpened | SessionChanged | SessionEnded


def evolve_session(session: Interval | None, event: AnySessionChange) -> Interval | None:
    """A session after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case SessionOpened():
            return created(session, event, event.session)
        case SessionChanged():
            return changed(session, event)
        case SessionEnded():
            return replace(present(session, event), ended=event.entry)
        case _:
            assert_never(event)


SESSIONS = Component(Interval, get_args(AnySessionChange), evolve_session)


class SceneChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a scene."""

    component: ClassVar[str] = "scenes"
    kind: ClassVar[EventCategory] = EventCategory.TIME


class SceneOpened(SceneChange, frozen=True, kw_only=True, omit_defaults=True, tag="scene_opened"):
    """It came to be."""

    scene: Interval


class SceneChanged(SceneChange, frozen=True, kw_only=True, omit_defaults=True, tag="scene_changed"):
    """Some of its fields were set to decided values."""

    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class SceneEnded(SceneChange, frozen=True, kw_only=True, omit_defaults=True, tag="scene_ended"):
    """It ended with this entry."""

    entry: int


AnySceneChange = SceneOpened | SceneChanged | SceneEnded


def evolve_scene(scene: Interval | None, event: AnySceneChange) -> Interval | None:
    """A scene after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case SceneOpened():
            return created(scene, event, event.scene)
        case SceneChanged():
            return changed(scene, event)
        case SceneEnded():
            return replace(present(scene, event), ended=event.entry)
        case _:
            assert_never(event)


SCENES = Component(Interval, get_args(AnySceneChange), evolve_scene)


class Phase(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A downtime phase: slots per character, and how far it has come."""

    number: int
    state: Literal["open", "processing", "processed"] = "open"
    slots: dict[str, int] = {}
    days: int = 0


class PhaseChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a downtime phase."""

    component: ClassVar[str] = "phases"
    kind: ClassVar[EventCategory] = EventCategory.DOWNTIME


class PhaseOpened(PhaseChange, frozen=True, kw_only=True, omit_defaults=True, tag="phase_opened"):
    """It came to be."""

    phase: Phase


class PhaseChanged(PhaseChange, frozen=True, kw_only=True, omit_defaults=True, tag="phase_changed"):
    """Some of its fields were set to decided values."""

    state: Literal["open", "processing", "processed"] | UnsetType = UNSET
    slots: dict[str, int] | UnsetType = UNSET
    days: int | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class PhaseDropped(PhaseChange, frozen=True, kw_only=True, omit_defaults=True, tag="phase_dropped"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


AnyPhaseChange = PhaseOpened | PhaseChanged | PhaseDropped


def evolve_phase(phase: Phase | None, event: AnyPhaseChange) -> Phase | None:
    """A downtime phase after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case PhaseOpened():
            return created(phase, event, event.phase)
        case PhaseChanged():
            return changed(phase, event)
        case PhaseDropped():
            gone(phase, event)
            return None
        case _:
            assert_never(event)


PHASES = Component(Phase, get_args(AnyPhaseChange), evolve_phase)


class Participant(Instance, frozen=True, kw_only=True, omit_defaults=True):
    """A member of the campaign, named by the member's id: no name, no address; those can be erased elsewhere."""

    role: Role
    active: bool = True


class ParticipantChange(Event, frozen=True, kw_only=True, omit_defaults=True):
    """Base of what happens to a member's part in the campaign."""

    component: ClassVar[str] = "participants"
    kind: ClassVar[EventCategory] = EventCategory.ROSTER


class ParticipantAdded(ParticipantChange, frozen=True, kw_only=True, omit_defaults=True, tag="participant_added"):
    """It came to be."""

    participant: Participant


class ParticipantChanged(ParticipantChange, frozen=True, kw_only=True, omit_defaults=True, tag="participant_changed"):
    """Some of its fields were set to decided values."""

    role: Role | UnsetType = UNSET
    active: bool | UnsetType = UNSET
    title: str | UnsetType = UNSET
    data: dict[str, Scalar] | UnsetType = UNSET
    shown_to: Audience | UnsetType = UNSET


class ParticipantRemoved(ParticipantChange, frozen=True, kw_only=True, omit_defaults=True, tag="participant_removed"):
    """It is gone. `because` says why, in a word."""

    because: str = ""


class RecoveryOffered(ParticipantChange, frozen=True, kw_only=True, omit_defaults=True, tag="recovery_offered"):
    """A code was made by which the member comes back who lost their token."""


class RecoveryRedeemed(ParticipantChange, frozen=True, kw_only=True, omit_defaults=True, tag="recovery_redeemed"):
    """The member came back by such a code, with a new token."""


AnyParticipantChange = ParticipantAdded | ParticipantChanged | ParticipantRemoved | RecoveryOffered | RecoveryRedeemed


def participation(member: str, part: Participant | None, role: Role | None) -> AnyParticipantChange:
    """Return the event by which a member with this part, or none so far, gets a role or (None) leaves.

    A member who leaves stays on record, so that entries can name them.
    """
    if role is None:
        return ParticipantChanged(name=member, active=False)
    if part is None:
        return ParticipantAdded(name=member, participant=Participant(role=role))
    return ParticipantChanged(name=member, role=role, active=UNSET if part.active else True)


def evolve_participant(participant: Participant | None, event: AnyParticipantChange) -> Participant | None:
    """A member's part in the campaign after an event; raises BrokenHistory where the event does not fit."""
    match event:
        case ParticipantAdded():
            return created(participant, event, event.participant)
        case ParticipantChanged():
            return changed(participant, event)
        case RecoveryOffered() | RecoveryRedeemed():
            return present(participant, event)
        case ParticipantRemoved():
            gone(participant, event)
            return None
        case _:
            assert_never(event)


PARTICIPANTS = Component(Participant, get_args(AnyParticipantChange), evolve_participant)

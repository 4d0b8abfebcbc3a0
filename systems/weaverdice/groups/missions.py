"""Planning a mission: it is declared with a date, its details are refined one by one, and what nobody refined goes badly."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, field

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.moments import everyone
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.groups import Mission, MissionChanged, MissionDetailed, MissionPlanned
from domain.vocabulary.holdings import Trait, TraitChanged, TraitGained, TraitLost
from systems.freeform.fields import Key, Title
from systems.weaverdice.moments import MIDNIGHT

PLANNED, NOW_DUE, UNDER_WAY, DONE, CALLED_OFF = "planned", "due", "under way", "done", "called off"
"""The states of a mission; one is due once its day has come."""

RANGE: Final = "mission_range"
"""The kind of the traits that hold what a detail of a mission can be: the game master's, the best for the players first."""

DAY: Final = 86_400


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    details: dict[str, dict[str, str]]
    rolls: dict[str, str]


TABLE: Final = table(__package__, "missions", _Table)
CATALOGUE: Final = (
    CatalogueKind(name="mission", title="Kinds of missions", table=TABLE.details, rules=("WD-PLAN-02",)),
    CatalogueKind(
        name="advance-roll",
        title="Rolls in advance",
        table={what: {"stat": stat} for what, stat in TABLE.rolls.items()},
        rules=("WD-PLAN-05",),
    ),
)

Values = Annotated[tuple[Title, ...], Meta(min_length=1, max_length=20)]


@data_of("missions")
class MissionData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A mission that is planned: by whom ("gm" too), for when, on which grid, what planning it takes first, what was rolled in
    advance and by whom that is brought, who supports it, and what came of it."""

    planned_by: str | None = None
    date: str = ""
    grid: str = ""
    at: int | None = None
    outcome: str = ""
    reward: str = ""
    requires: dict[str, str] = {}
    advance: dict[str, str] = {}
    support: dict[str, str] = {}


@data_of("traits", RANGE)
class RangeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The values that a detail of a mission can have, by position, and by default, and the one that held in the end
    where nothing was decided."""

    mission: str
    detail: str
    values: int = 0
    default: int = 0
    settled: str = ""
    value: dict[str, str] = field(name="", default_factory=dict)


class NewMission(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`type` is the kind of mission, such as `robbery`."""

    group: EnclaveRef
    title: Title
    type: Annotated[str, Meta(description="The kind of mission, such as `robbery`", extra={"catalogue": "mission"})] = (
        ""
    )
    date: Annotated[str, Meta(description="When it goes ahead, in words")] = ""
    in_days: Annotated[
        Annotated[int, Meta(ge=0, le=366)] | None, Meta(description="In how many in-game days it goes ahead")
    ] = None
    participants: Annotated[tuple[CharacterRef, ...], Meta(description="Who goes along")] = ()
    grid: Annotated[str, Meta(description="The grid about the place, where there is one")] = ""


class DeclareMission(NewMission, frozen=True, kw_only=True, omit_defaults=True):
    """A mission of the players' own."""

    who: CharacterRef


class OfMission(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`mission` is its name or title."""

    group: EnclaveRef
    mission: Annotated[Key, Meta(description="Its name or title")]


class RangeDetail(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`values` are what the `detail` can be, the best for the players first."""

    detail: Annotated[Title, Meta(description="The detail")]
    values: Annotated[Values, Meta(description="What it can be, the best for the players first")]
    default: Annotated[
        Annotated[int, Meta(ge=1, le=20)] | None,
        Meta(
            description="The position, from 1, of the one that holds as long as nothing else is decided: the worst, unless it is said"
        ),
    ] = None


class BeginMission(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`complications` are what the game master adds for a detail that nobody refined, in place of rolling. Players see what
    those came to where they are `told`."""

    complications: Annotated[
        dict[str, Title],
        Meta(description="What the game master adds for a detail that nobody refined, in place of rolling"),
    ] = {}
    told: Annotated[bool, Meta(description="Whether players see what those came to")] = False


class EndMission(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`state` is whether it was done or called off, `outcome` what came of it."""

    state: Annotated[Literal["done", "called off"], Meta(description="Whether it was done or called off")] = "done"
    outcome: Annotated[str, Meta(description="What came of it")] = ""


@command("Plan a Mission for the first time: declare it, with a date.", by="owner", slots=1)
def declare_mission(play: Play, command: DeclareMission) -> None:
    """WD-PLAN-01: the first planning of a mission that players start is to say what they are going to do, and when."""
    if not any(member.character == command.who for member in play.enclave(command.group).members.values()):
        play.refuse("WD-PLAN-01", "A mission is planned by its group; only members declare one.")
    _plan(play, command, command.who)


@command("Set a mission before a group, which they then plan.")
def set_mission(play: Play, command: NewMission) -> None:
    """WD-PLAN-01, WD-PLAN-02: a mission that the game master starts needs no declaring; planning it begins with its
    details."""
    _plan(play, command, "gm")


def _plan(play: Play, command: NewMission, by: str) -> None:
    at = None if command.in_days is None else (play.clock() // DAY + command.in_days) * DAY
    data = MissionData(planned_by=by, date=command.date, grid=command.grid, at=at).stored()
    title = command.title.strip()
    missions = play.enclave(command.group).missions
    if any(_goes_by(missions[name], title) and missions[name].state in (PLANNED, NOW_DUE) for name in missions):
        play.refuse("WD-PLAN-01", "{title} is being planned already; refine that one.", title=title)
    for ref in command.participants:
        play.character(ref)
    mission = Mission(title=title, kind=command.type.strip().lower(), participants=command.participants, data=data)
    with play.citing("WD-PLAN-01"):
        play.emit(command.group, MissionPlanned(name=play.new_id(handle_of(title) or "mission"), mission=mission))


def _goes_by(mission: Mission, title: str) -> bool:
    return MissionData.of(mission).planned_by is not None and mission.title.casefold() == title.strip().casefold()


def named(play: Play, group: str, called: str) -> str:
    """The mission of that name, or the newest with that title. Raises Absent."""
    missions = play.enclave(group).missions
    if called in missions:
        return called
    names = sorted(name for name in missions if _goes_by(missions[name], called))
    still = [name for name in names if missions[name].state in (PLANNED, NOW_DUE, UNDER_WAY)]
    if not names:
        play.missing(f"{group}.missions.{called}", "There is no mission {called!r}; declare it first.", called=called)
    return (still or names)[-1]


def check_planned(play: Play, group: str, name: str) -> None:
    """Refused where a mission is past planning."""
    if play.enclave(group).missions[name].state not in (PLANNED, NOW_DUE):
        play.refuse("WD-PLAN-03", "That mission is past planning; plan one that has not begun.")


def details_of(play: Play, group: str, name: str) -> dict[str, str]:
    """WD-PLAN-02: the details of a mission, each with the name of the trait that holds its range: those that the game
    master has ranged."""
    ranges = play.where(group, "traits", RANGE)
    pairs = ((key, RangeData.of(trait)) for key, trait in sorted(ranges.items()))
    return {range_.detail: key for key, range_ in pairs if range_.mission == name}


def usual(kind: str) -> tuple[str, ...]:
    """WD-PLAN-02: the details that such a mission has."""
    return tuple(TABLE.details.get(kind, {}))


def value_of(range_: Trait, position: int) -> str:
    """Return the value of a detail at a position of its range, the best at 1."""
    return RangeData.of(range_).value[str(position)]


def size_of(range_: Trait) -> int:
    """Return how many values a detail can have."""
    return RangeData.of(range_).values


@command("Say what a detail of a mission can be, from best to worst.")
def range_detail(play: Play, command: RangeDetail) -> None:
    """WD-PLAN-02, WD-RULING-65: the game master says what a detail can be, in order from best to worst for the players.
    Decisions about it stay as they are."""
    group, name = command.group, named(play, command.group, command.mission)
    detail = command.detail.strip().lower()
    kind = str(play.enclave(group).missions[name].kind)
    if usual(kind) and detail not in usual(kind):
        play.refuse(
            "WD-PLAN-02",
            "A {kind} has the details {usual}; {detail} is none of them.",
            kind=kind,
            usual=", ".join(usual(kind)),
            detail=detail,
        )
    if command.default is not None and command.default > len(command.values):
        raise Refused(
            "WD-PLAN-02",
            "There are {values} values; the default is the position of one of them.",
            values=len(command.values),
        )
    data = RangeData(
        mission=name,
        detail=detail,
        values=len(command.values),
        default=command.default or len(command.values),
        value={str(position): value for position, value in enumerate(command.values, start=1)},
    )
    with play.citing("WD-PLAN-02"):
        if key := details_of(play, group, name).get(detail, ""):
            play.emit(group, TraitLost(name=key, because="ranged anew"))
        _range(play, group, data)


def _range(play: Play, group: str, data: RangeData) -> None:
    range_ = Trait(kind=RANGE, title=data.detail, audience="gm", data=data.stored())
    play.emit(group, TraitGained(name=f"{data.mission}/{handle_of(data.detail)}", trait=range_))


@command("Let a mission go ahead; what nobody refined takes the worse of two rolls, or a complication.")
def begin_mission(play: Play, command: BeginMission) -> None:
    """WD-PLAN-01, WD-PLAN-04, WD-RULING-65: it goes ahead. For each detail that nobody refined two rolls are made, and
    the worse one counts, or the game master adds a complication."""
    group, name = command.group, named(play, command.group, command.mission)
    check_planned(play, group, name)
    mission, ranges = play.enclave(group).missions[name], details_of(play, group, name)
    open_details = [detail for detail in ranges if detail not in mission.details]
    if strange := sorted(set(command.complications) - {*open_details, *usual(str(mission.kind))}):
        play.missing(
            f"{group}.missions.{name}",
            "{strange!r} is no detail that is left open on this mission.",
            strange=strange[0],
        )
    with play.citing("WD-PLAN-04"):
        for detail in dict.fromkeys((*open_details, *command.complications)):
            bad = command.complications.get(detail) or _worse(
                play, group, ranges[detail], detail, sealed=not command.told
            )
            if command.told:
                play.emit(group, MissionDetailed(name=name, detail=detail, value=bad))
            elif detail in ranges:
                play.emit(group, TraitChanged(name=ranges[detail], data=RangeData.changes(settled=bad)))
            else:
                _range(play, group, RangeData(mission=name, detail=detail, settled=bad))
    play.emit(group, MissionChanged(name=name, state=UNDER_WAY, rules=("WD-PLAN-01",)))


def _worse(play: Play, group: str, key: str, detail: str, *, sealed: bool) -> str:
    range_: Trait = play.enclave(group).traits[key]
    rolled = play.roll(group, f"unrefined/{handle_of(detail)}", f"2d{size_of(range_)}kh1", sealed=sealed)
    return value_of(range_, rolled.total)


@command("Record that a mission is over, or called off.")
def end_mission(play: Play, command: EndMission) -> None:
    """WD-PLAN-01: it is over, or does not take place."""
    group, name = command.group, named(play, command.group, command.mission)
    if play.enclave(group).missions[name].state in (DONE, CALLED_OFF):
        play.refuse("WD-PLAN-01", "That mission is over already; name one that is not.")
    data = MissionData(outcome=command.outcome).stored()
    with play.citing("WD-PLAN-01"):
        play.emit(group, MissionChanged(name=name, state=command.state, data=data))


def fall_due(play: Play, _: str) -> None:
    """WD-PLAN-01: on its date a mission goes ahead, planned or not."""
    for ref in (ref for ref in everyone(play) if ref.startswith("enclave/")):
        for name, mission in sorted(play.where(ref, "missions", PLANNED).items()):
            plan = MissionData.of(mission)
            if plan.at is not None and plan.planned_by is not None and plan.at <= play.clock():
                play.emit(ref, MissionChanged(name=name, state=NOW_DUE, rules=("WD-PLAN-01",)))


MOMENTS = {MIDNIGHT: (fall_due,)}

"""Refining a mission: details that are nominated, what was rolled for them or what they were, and rolls made in advance."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.groups import MissionChanged, MissionDetailed
from domain.vocabulary.holdings import Trait
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key, Title
from systems.weaverdice.checks.checks import DEFAULT_TARGET, Manner, check
from systems.weaverdice.groups import missions
from systems.weaverdice.groups.missions import TABLE, MissionData, OfMission, RangeData, named, size_of, value_of
from systems.weaverdice.harm import thriving
from systems.weaverdice.investigation import intel, lines
from systems.weaverdice.sheet.stats import STATS, score

ADVANCE: Final = "advance/"
"""The beginning of the details that are rolls made in advance; the mission's data say under the same key whether one
is "ready" or "used", and with whom it goes.
"""


class AdvanceRoll(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """`what` is rolled, such as `hacking`, with its `stat` unless another is named, and has to reach the `target`."""

    what: Annotated[Title, Meta(description="What is rolled, such as `hacking`", extra={"catalogue": "advance-roll"})]
    stat: Annotated[str, Meta(description="The stat, unless it is the usual one")] = ""
    target: Annotated[int, Meta(ge=2, le=20, description="What the roll has to reach")] = DEFAULT_TARGET
    sent_with: Annotated[str, Meta(description="The underlings that take it along, where nobody else brings it")] = ""


class RefineMission(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`details` are those that are nominated."""

    who: CharacterRef
    details: Annotated[tuple[Title, ...], Meta(description="The details that are nominated")] = ()
    advance: Annotated[
        AdvanceRoll | None, Meta(description="The roll in advance that takes the place of one of them")
    ] = None


class UseAdvanceRoll(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`what` was rolled in advance."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What was rolled in advance")]


class SupportMission(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`what` helps with a `detail`, or with the mission as a whole: `cards` of intel that are used up, a follower, trained
    underlings."""

    who: CharacterRef
    what: Annotated[Title, Meta(description="What helps")]
    detail: Annotated[str, Meta(description="The detail that it helps with; left out, the mission as a whole")] = ""
    cards: Annotated[tuple[Key, ...], Meta(description="The cards of intel that are used up")] = ()
    value: Annotated[str, Meta(description="What the detail is from now on, where it is decided by that")] = ""


class RequireSupport(OfMission, frozen=True, kw_only=True, omit_defaults=True):
    """`what` it takes before a `detail` can be refined, or anything where none is named."""

    what: Annotated[Title, Meta(description="What it takes")]
    detail: Annotated[str, Meta(description="The detail that cannot be refined before; left out, any")] = ""


@command("Plan a Mission further: nominate details, and make a roll in advance.", by="owner", slots=1)
def refine_mission(play: Play, command: RefineMission) -> None:
    """WD-PLAN-03, WD-PLAN-05, WD-RULING-66: nominate details of a mission, as many as the planner has Knowledge, a roll
    in advance counting as one; one that was decided may be nominated again."""
    who, group = command.who, command.group
    name = named(play, group, command.mission)
    missions.check_planned(play, group, name)
    nominated = tuple(dict.fromkeys(detail.strip().lower() for detail in command.details))
    _check_nominated(play, command, name, nominated)
    with play.citing("WD-PLAN-03"):
        for detail in nominated:
            _refine(play, who, group, name, detail)
        if command.advance is not None:
            with play.citing("WD-PLAN-05"):
                _roll_ahead(play, who, group, name, command.advance)


def _check_nominated(play: Play, command: RefineMission, name: str, nominated: tuple[str, ...]) -> None:
    group, most = command.group, room(play, command.who, command.group, name)
    if not any(member.character == command.who for member in play.enclave(group).members.values()):
        play.refuse("WD-PLAN-03", "A mission is planned by its group; only members refine it.")
    wanted = len(nominated) + (command.advance is not None)
    if not wanted:
        play.refuse("WD-PLAN-03", "Nominate at least one detail, or make a roll in advance.")
    if wanted > most:
        play.refuse(
            "WD-PLAN-03",
            "That is {wanted}, and their Knowledge has room for {most}; nominate fewer.",
            wanted=wanted,
            most=most,
        )
    ranges = missions.details_of(play, group, name)
    for detail in nominated:
        if detail not in ranges:
            play.missing(
                f"{group}.missions.{name}",
                "The game master has not said yet what {detail!r} can be.",
                detail=detail,
            )
    for detail in ("", *nominated):
        required = MissionData.of(play.enclave(group).missions[name]).requires
        if needed := required.get(handle_of(detail) or "all"):
            play.refuse(
                "WD-PLAN-06",
                "{step} takes first: {needed}.",
                step=text("Planning {detail}", detail=detail) if detail else text("This mission"),
                needed=needed,
            )


def room(play: Play, who: str, group: str, name: str) -> int:
    """WD-PLAN-03, WD-GRID-11: return how many details a character may nominate: as many as their Knowledge, and one
    more for every bonus from a grid about the place."""
    on = MissionData.of(play.enclave(group).missions[name]).grid
    known = lines.bonus_for(play, group, on, "planning") if on in play.enclave(group).grids else 0
    return score(play, who, "knowledge") + known


def _refine(play: Play, who: str, group: str, name: str, detail: str) -> None:
    """WD-PLAN-03: a result is rolled, and the planner chooses between it and the one before; that is locked in."""
    range_: Trait = play.enclave(group).traits[missions.details_of(play, group, name)[detail]]
    rolled = play.roll(group, f"detail/{handle_of(detail)}", f"1d{size_of(range_)}").total
    decided = play.enclave(group).missions[name].details.get(detail)
    old, new = decided or value_of(range_, RangeData.of(range_).default or 1), value_of(range_, rolled)
    if old != new:
        prompt = f"{detail.capitalize()}: either {old}, or {new}. Which is it?"
        new = play.ask("detail", who, (old, new), old, prompt, of=handle_of(detail))
    play.emit(group, MissionDetailed(name=name, detail=detail, value=new))


def _roll_ahead(play: Play, who: str, group: str, name: str, advance: AdvanceRoll) -> None:
    """WD-PLAN-05: a roll that the mission calls for is made now, and brought along or sent with underlings."""
    what = advance.what.strip().lower()
    stat = advance.stat or TABLE.rolls.get(what, "")
    if stat not in STATS:
        play.missing(
            "advance.stat",
            "Say with which stat {what} is rolled; there are {stats}.",
            what=what,
            stats=", ".join(STATS),
        )
    key = f"{ADVANCE}{handle_of(what)}"
    if MissionData.of(play.enclave(group).missions[name]).advance.get(handle_of(what)) == "ready":
        play.refuse(
            "WD-PLAN-05", "{what} has been rolled in advance already; roll for something else.", what=what.capitalize()
        )
    how = Manner(modifiers=thriving.at_work(play, who))
    result = check(play, who, key, stat, advance.target, how=how)
    play.emit(group, MissionDetailed(name=name, detail=key, value=str(result.total)))
    ready = {handle_of(what): "ready", f"{handle_of(what)}/with": advance.sent_with or who}
    play.emit(group, MissionChanged(name=name, data=MissionData.changes(advance=ready)))


@command("Use, on a mission, a roll that was made in advance.", by="owner")
def use_advance_roll(play: Play, command: UseAdvanceRoll) -> None:
    """WD-PLAN-05: on the mission the roll counts as made by the character who brings it; once."""
    group, name = command.group, named(play, command.group, command.mission)
    what = handle_of(command.what)
    mission = play.enclave(group).missions[name]
    made = MissionData.of(mission).advance
    match made.get(what):
        case None:
            play.missing(
                f"{group}.missions.{name}", "No {what} was rolled in advance; roll for it now.", what=command.what
            )
        case "used":
            play.refuse("WD-PLAN-05", "The {what} rolled in advance has been used; roll for it now.", what=command.what)
    carrier = made[f"{what}/with"]
    if carrier.startswith("character/") and carrier != command.who:
        play.refuse("WD-PLAN-05", "Somebody else brought that roll along; only they can use it.")
    total = int(mission.details[f"{ADVANCE}{what}"])
    with play.citing("WD-PLAN-05"):
        play.emit(command.who, Noted(name="advance_roll", data={"what": command.what, "total": total}))
        play.emit(group, MissionChanged(name=name, data=MissionData.changes(advance={what: "used"})))


@command("Record what intel, followers or underlings do for a mission's planning.", actor="who")
def support_mission(play: Play, command: SupportMission) -> None:
    """WD-PLAN-06: intel, followers and trained underlings help with a mission, or provide what it required."""
    who, group = command.who, command.group
    name = named(play, group, command.mission)
    missions.check_planned(play, group, name)
    detail = command.detail.strip().lower()
    if command.value and not detail:
        play.missing("detail", "Say which detail has that value from now on.")
    with play.citing("WD-PLAN-06"):
        for card in intel.pick(play, who, command.cards):
            intel.spend(play, who, card, f"on {name}")
        data = MissionData.changes(support={handle_of(command.what): who})
        if (needed := handle_of(detail) or "all") in MissionData.of(play.enclave(group).missions[name]).requires:
            data |= MissionData.changes(requires={needed: None})
        play.emit(group, MissionChanged(name=name, data=data))
        if command.value:
            play.emit(group, MissionDetailed(name=name, detail=detail, value=command.value))


@command("Say what planning a mission, or one of its details, takes first.")
def require_support(play: Play, command: RequireSupport) -> None:
    """WD-PLAN-06: planning takes something first: intel, a follower, trained underlings."""
    name = named(play, command.group, command.mission)
    missions.check_planned(play, command.group, name)
    data = MissionData.changes(requires={handle_of(command.detail) or "all": command.what})
    play.emit(command.group, MissionChanged(name=name, data=data, rules=("WD-PLAN-06",)))

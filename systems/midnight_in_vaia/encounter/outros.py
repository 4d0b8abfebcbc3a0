"""The outros: how an encounter ends, all at once or burning on."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, end, fight
from domain.kit.naming import find
from domain.messages import numbered
from domain.play import moments
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.anchors import UntilEncounterEnds, at_moment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import TakenOff, ZoneClosed
from domain.vocabulary.turns import TurnLeft, TurnPassed
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged
from systems.freeform.fields import Key
from systems.midnight_in_vaia.encounter import actions, rounds, slots, vulnerable
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.moments import ALL_RESOLVE, COUNTDOWN, REVIVED, ROUND_END, SLOW_BURN

ISSUE: Final = "slow-burn"
"""The kind of task that is worked on in a Slow Burn."""

Slots = Annotated[int, Meta(ge=1, le=1_000, description="Action Slots")]


@data_of("pace")
class PaceData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The outro in which an encounter is."""

    outro: str = ""


class OpenIssue(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`slots` are what the issue needs, all told."""

    issue: Called
    slots: Annotated[Slots, Meta(description="How many Action Slots the issue needs, all told")]


class Volunteer(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`slots` of their own are given to it."""

    who: CharacterRef
    slots: Annotated[Slots, Meta(description="How many Action Slots of their own they give")]
    issue: Annotated[Key, Meta(description="Which issue, where several are open")] = ISSUE


class Revive(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """With so many `hit_points` more where it succeeds."""

    who: CharacterRef
    revived: Annotated[bool, Meta(description="Whether the attempt brought them back")]
    hit_points: Annotated[
        int, Meta(ge=0, le=1_000_000, description="How many Hit Points they have back where it succeeds")
    ] = 0
    told: Annotated[Text, Meta(description="How it went")] = ""


@command(
    "End an encounter at once: its effects end, the cycle is left, the board is cleared.",
    scene=True,
    replaces=("end_encounter",),
)
def all_resolve(play: Play, _: InEncounter) -> None:
    """MV-OUT-01, MV-OUT-02, ruling 35: every effect of the combat ends at once, the cycle is left, and the board is cleared."""
    encounter = fight(play)
    _check_open(play, encounter)
    with play.citing("MV-OUT-01", "MV-OUT-02"):
        play.emit(encounter, Noted(name="outro", data={"outro": ALL_RESOLVE}))
        moments.come(play, ALL_RESOLVE)
        end(play, encounter)
        _clear(play, encounter)


def _check_open(play: Play, encounter: str) -> None:
    if turns.pace(play, encounter).state != "running":
        play.refuse("MV-OUT-01", "An outro ends an encounter whose rounds are under way.")


def resolve_rest(play: Play, _subject: str) -> None:
    """MV-OUT-02: after what each chapter ends, whatever was announced is dropped, and whatever was counted by rounds ends."""
    for who in turns.present(play):
        for name in sorted(play.character(who).intents):
            actions.end(play, who, name, "the encounter is over")
    everybody = moments.participants(play, play.deed.encounter)
    for moment in (COUNTDOWN, REVIVED, ROUND_END):
        for hanging in moments.hanging_on(play, everybody, at_moment(moment, "")):
            moments.end(play, hanging, "the encounter is over")


def _clear(play: Play, encounter: str) -> None:
    """MV-OUT-02: clear the board and the cycle."""
    for name in sorted(play.encounter(encounter).zones):
        play.emit(encounter, ZoneClosed(name=name, because="the board is cleared"))
    for name in sorted(play.encounter(encounter).positions):
        play.emit(encounter, TakenOff(name=name, because="the board is cleared"))
    for name in sorted(play.encounter(encounter).order):
        play.emit(encounter, TurnLeft(name=name, because="the encounter is over"))


@command(
    "Let an encounter burn slowly: rounds and Upkeeps go on while everybody deals with what is left.",
    scene=True,
    replaces=("end_encounter",),
)
def slow_burn(play: Play, _: InEncounter) -> None:
    """MV-OUT-01, MV-OUT-03: the rounds go on, and so do the Upkeeps; what is left to do is worked on together."""
    encounter = fight(play)
    _check_open(play, encounter)
    if burns(play, encounter):
        play.refuse("MV-OUT-03", "A Slow Burn is under way already; open an issue, or let all resolve.")
    with play.citing("MV-OUT-01", "MV-OUT-03"):
        play.emit(encounter, TurnPassed(name="now", data=PaceData(outro=SLOW_BURN).stored()))
        moments.come(play, SLOW_BURN)


def burns(play: Play, encounter: str) -> bool:
    """Whether an encounter is in a Slow Burn, and not over."""
    return (
        turns.pace(play, encounter).state == "running" and PaceData.of(turns.pace(play, encounter)).outro == SLOW_BURN
    )


def _check_burning(play: Play, encounter: str) -> None:
    if not burns(play, encounter):
        play.refuse("MV-OUT-03", "Issues belong to a Slow Burn; the Story Guide has to choose that outro first.")


@command("Name what is to be dealt with in a Slow Burn, and how many slots it takes.", scene=True)
def open_issue(play: Play, command: OpenIssue) -> None:
    """MV-OUT-03, ruling 34: an issue, and how many slots it takes; what is open when all resolves stays undone."""
    encounter = fight(play)
    _check_burning(play, encounter)
    task = Task(
        kind=ISSUE,
        goal=command.slots,
        state="open",
        due=UntilEncounterEnds(encounter=encounter),
        title=command.issue,
    )
    with play.citing("MV-OUT-03"):
        play.emit(encounter, TaskBegun(name=play.new_id("issue"), task=task))


@command("Give slots to an issue of a Slow Burn.", by="owner", scene=True)
def volunteer(play: Play, command: Volunteer) -> None:
    """MV-OUT-03, ruling 34: any number of the slots one has: Action Slots in one's own phase, else Reserved ones."""
    encounter = fight(play)
    name = find(play, encounter, "tasks", command.issue)
    issue = play.encounter(encounter).tasks[name]
    if issue.state == "resolved":
        play.refuse("MV-OUT-03", "That issue is resolved already.")
    elif issue.state != "open":
        play.refuse("MV-OUT-03", "It is too late for that issue; its time is over.")
    slots.check_able(play, command.who)
    pool: slots.Pool = "action" if turns.acting(play, command.who) else "reserved"
    available = slots.slots_left(play, command.who, pool)
    if command.slots > available:
        play.refuse(
            "MV-OUT-03",
            numbered(
                "Up to {count} slot can be volunteered now; that is what is available.",
                "Up to {count} slots can be volunteered now; that is what is available.",
                available,
            ),
        )
    with play.citing("MV-OUT-03"):
        given = min(available, command.slots)
        slots.take(play, command.who, pool, given)
        play.emit(encounter, TaskAdvanced(name=name, amount=given))
        if command.who not in issue.helpers:
            play.emit(encounter, TaskChanged(name=name, helpers=(*issue.helpers, command.who)))
        if issue.goal is not None and issue.progress >= issue.goal:
            play.emit(encounter, TaskChanged(name=name, state="resolved", due=None))


@command("Record whether an attempt to revive a character in a Slow Burn brought them back.", scene=True)
def revive(play: Play, command: Revive) -> None:
    """MV-OUT-06: in a Slow Burn a character who is down or dead may be brought back; the Story Guide says whether they are."""
    encounter = fight(play)
    who = command.who
    _check_burning(play, encounter)
    down = [(what, name) for what in rounds.OUT for name in sorted(play.where(who, "conditions", what))]
    if not down and vulnerable.hit_points(play, who) > 0:
        play.refuse("MV-OUT-06", "They are neither down nor dead; there is nobody to revive.")
    with play.citing("MV-OUT-06"):
        play.emit(who, Noted(name="revival", text=command.told, data={"revived": command.revived}))
        if not command.revived:
            return
        for _, name in down:
            conditions.end_one(play, who, name, "revived")
        vulnerable.heal(play, who, command.hit_points)
        moments.come(play, REVIVED, who)


MOMENTS: dict[str, tuple[Handler, ...]] = {ALL_RESOLVE: (resolve_rest,)}

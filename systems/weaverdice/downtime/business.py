"""Cape Business: checking in on people and things, putting out feelers, and what comes of letting things slide."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.base import Audience, Scalar
from domain.vocabulary.data import Data
from domain.vocabulary.groups import Asset, AssetGained, MissionChanged
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import DEFAULT_TARGET
from systems.weaverdice.downtime.downtime_slots import be_at
from systems.weaverdice.fame import circles, followers
from systems.weaverdice.groups import missions
from systems.weaverdice.moments import DOWNTIME_END
from systems.weaverdice.sheet import stats
from systems.weaverdice.sheet.phases import ON_BUSINESS

CHECK_IN, FEELERS, TROUBLE = "check-in", "feelers", "trouble"
"""The kinds of the tasks that wait for the game master's report, for an opening, and for a character to see to them."""

MOST: Final = 3
"""WD-BIZ-02: the people or things that one slot is enough for."""

Finding = Literal["nothing", "suspicious", "failing", "friction"]
"""WD-BIZ-03: what a check-in may bring to light."""

Problem = Literal["splinter group", "worsened relations", "enemies gain intel", "drama"]
"""WD-BIZ-04: what may come of a lack of them."""


@data_of("tasks", TROUBLE)
class TroubleData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The matter that is in trouble, and how."""

    about: str
    problem: str


class CapeBusiness(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`check_in` are up to three people or things: followers, underlings, assets, buildings, jobs, projects."""

    who: CharacterRef
    check_in: Annotated[
        tuple[Title, ...],
        Meta(description="Up to three people or things: followers, underlings, assets, buildings, jobs, projects"),
    ] = ()
    seek: Annotated[str, Meta(max_length=120, description="What feelers are put out for")] = ""


class LookInto(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A check behind the scenes about `subject`: of `stat` where one is named, made by `by` or else by `who` themselves."""

    who: Annotated[CharacterRef, Meta(description="Who has it looked into")]
    subject: Annotated[Title, Meta(description="What is looked into behind the scenes")]
    by: Annotated[CharacterRef, Meta(description="Who makes the check; left out, they themselves")] = ""
    stat: Annotated[str, Meta(description="The stat of the check, where one is named")] = ""
    target: Annotated[int, Meta(description="What it has to reach, 4 if left out")] = DEFAULT_TARGET


class ReportCheckIn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`found` is what came to light about the `subject`, `says` the story of it. That the boss looks may have
    an `effect`: it is delayed, or forestalled."""

    who: CharacterRef
    subject: Annotated[Title, Meta(description="What was checked in on")]
    found: Annotated[Finding, Meta(description="What came to light about the `subject`")] = "nothing"
    effect: Annotated[
        Literal["", "delayed", "forestalled"],
        Meta(description="The effect that the boss's look has: it is delayed, or forestalled"),
    ] = ""
    says: Annotated[Text, Meta(description="The story of it")] = ""


class OfferOpening(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` turns up, which is of this `kind`: a mission, an asset, or a follower of that type."""

    who: CharacterRef
    kind: Annotated[
        Literal["mission", "asset", "follower"],
        Meta(description="What sort of thing it is: a mission, an asset, or a follower"),
    ]
    what: Annotated[Title, Meta(description="What turns up")]
    reward: Annotated[str, Meta(description="What a mission pays")] = ""


class LetSlide(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`about` is what nobody has checked in on, `problem` what sort of trouble it becomes and `says`
    the story of that."""

    who: CharacterRef
    about: Annotated[Title, Meta(description="What nobody has checked in on")]
    problem: Annotated[Problem, Meta(description="What sort of trouble it becomes")]
    says: Annotated[Text, Meta(description="The story of that")] = ""


@command(
    "Spend a slot of downtime on business: check in on up to three people or things, or put out feelers.",
    by="owner",
    slots=1,
)
def cape_business(play: Play, command: CapeBusiness) -> None:
    """WD-BIZ-01, WD-BIZ-02, WD-DOWN-03: up to three are checked in on, with a roll for each that only the game master
    sees; feelers may be put out."""
    who, subjects = command.who, tuple(dict.fromkeys(command.check_in))
    if not subjects and not command.seek:
        play.refuse("WD-BIZ-02", "Name up to three people or things to check in on, or what feelers are put out for.")
    if len(subjects) > MOST:
        play.refuse(
            "WD-BIZ-02",
            "One slot is enough to check in on {most}; {subjects} are named.",
            most=MOST,
            subjects=len(subjects),
        )
    be_at(play, who, ON_BUSINESS)
    for number, subject in enumerate(subjects, start=1):
        _await(play, who, CHECK_IN, subject)
        _note(play, who, subject)
        with play.citing("WD-BIZ-02"):
            play.roll(who, f"{CHECK_IN}/{number}", "1d6", sealed=True)
    if command.seek:
        _await(play, who, FEELERS, command.seek)


def _await(play: Play, who: str, kind: str, title: str) -> None:
    task = Task(kind=kind, title=title, state="awaiting", audience=_theirs(play, who))
    play.emit(who, TaskBegun(name=play.new_id(kind), task=task))


def _theirs(play: Play, who: str) -> Audience:
    """Return whose business it is: that of the member who plays them."""
    return tuple(play.character(who).profile["self"].owners) or "gm"


def _note(play: Play, who: str, subject: str) -> None:
    """Note that it was checked in on, until the phase is over."""
    name = _mark(subject)
    until, audience = AtMoment(moment=DOWNTIME_END), _theirs(play, who)
    counters.ensure(play, who, name, what=CHECK_IN, title=subject, until=until, audience=audience)
    counters.add(play, who, name, at=play.clock())


def _mark(subject: str) -> str:
    return f"{CHECK_IN}/{handle_of(subject) or 'it'}"


@command("Make a hidden check about a character's people and things.")
def look_into(play: Play, command: LookInto) -> None:
    """WD-BIZ-02: a skill check behind the scenes."""
    if command.stat and command.stat not in stats.STATS:
        play.missing(
            f"attributes.{command.stat}",
            "{stat!r} is no stat; there are {stats}.",
            stat=command.stat,
            stats=", ".join(stats.STATS),
        )
    by = command.by or command.who
    modifiers = (stats.modifier(play, by, command.stat),) if command.stat else ()
    label = f"look-into/{handle_of(command.subject) or 'it'}"
    with play.seen_by("gm"), play.citing("WD-BIZ-02"):
        play.roll(by, label, "1d6", modifiers=modifiers, target=command.target, sealed=True)


@command("Say what a check-in brought to light, and what it held off.")
def report_check_in(play: Play, command: ReportCheckIn) -> None:
    """WD-BIZ-03: report what a check-in found, which is delayed or forestalled by being there."""
    if command.found == "nothing" and command.effect:
        play.refuse("WD-BIZ-03", "Where nothing is wrong, nothing is held off; say what was found.")
    data: dict[str, Scalar] = {"subject": command.subject, "found": command.found}
    data |= {"effect": command.effect} if command.effect else {}
    _settle(play, command.who, CHECK_IN, command.subject, "WD-BIZ-03")
    with play.seen_by(_theirs(play, command.who)):
        play.emit(command.who, Noted(name=CHECK_IN, text=command.says, data=data, rules=("WD-BIZ-03",)))


def _settle(play: Play, who: str, kind: str, title: str, rule: str) -> None:
    """The oldest such task is done with. Refused by `rule` where nobody waits for that."""
    tasks = play.where(who, "tasks", kind)
    task = next((name for name in sorted(tasks) if title in ("", name, tasks[name].title)), None)
    if task is None:
        sentence = (
            text("Nobody has checked in on {title!r}", title=title) if kind == CHECK_IN else text("No feelers are out")
        )
        play.refuse(rule, "{sentence}; that takes a slot of Cape Business first.", sentence=sentence)
    else:
        play.emit(who, TaskEnded(name=task, because="reported"))


@command("Let feelers bring a mission, an asset or a follower.")
def offer_opening(play: Play, command: OfferOpening) -> None:
    """WD-BIZ-01: feelers bring what the game master allows: a mission with its reward, an asset, a follower to start
    with."""
    who = command.who
    _settle(play, who, FEELERS, "", "WD-BIZ-01")
    with play.citing("WD-BIZ-01"):
        match command.kind:
            case "follower":
                followers.gain(play, who, command.what)
            case "asset":
                asset = Asset(kind="asset", title=command.what)
                play.emit(circles.circle(play, who), AssetGained(name=play.new_id("asset"), asset=asset))
            case "mission":
                _open_mission(play, command)


def _open_mission(play: Play, command: OfferOpening) -> None:
    """It is theirs to plan, in their own circle, as any mission that the game master starts (WD-PLAN-01)."""
    group = circles.circle(play, command.who)
    before = {*play.enclave(group).missions}
    missions.set_mission(play, missions.NewMission(group=group, title=command.what, participants=(command.who,)))
    for name in (name for name in play.enclave(group).missions if name not in before and command.reward):
        play.emit(group, MissionChanged(name=name, data=missions.MissionData.changes(reward=command.reward)))


@command("Let something that nobody checks in on become a problem.")
def let_slide(play: Play, command: LetSlide) -> None:
    """WD-BIZ-04: let a matter that nobody checks in on become a problem that needs attention."""
    marks = play.character(command.who).uses
    if _mark(command.about) in marks and marks[_mark(command.about)].count:
        play.refuse(
            "WD-BIZ-04", "{about} was checked in on in this phase; name something that was not.", about=command.about
        )
    data = TroubleData(about=command.about, problem=command.problem).stored()
    with play.citing("WD-BIZ-04"):
        play.emit(command.who, Noted(name=TROUBLE, text=command.says, data=data))
        task = Task(kind=TROUBLE, title=f"{command.about}: {command.problem}", state="open", data=data)
        play.emit(command.who, TaskBegun(name=play.new_id(TROUBLE), task=task))

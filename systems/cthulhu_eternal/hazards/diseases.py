"""Diseases: a CON test at every interval, until one succeeds. Those that persist only subside."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.adjusting import at_least, times
from domain.play.moments import come, settle
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.base import Audience
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from domain.vocabulary.values import DamageTaken
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage
from systems.cthulhu_eternal.harm.healing import BARRED, heal
from systems.cthulhu_eternal.hazards import ailments, perils
from systems.cthulhu_eternal.hazards.ailments import ACTIVE, DISEASE, DORMANT, INCUBATING, Unit
from systems.cthulhu_eternal.people import hit_points
from systems.cthulhu_eternal.tests import Tested, stat_test
from systems.freeform.fields import Key, Notation, Word

Penalty = Annotated[int, Meta(ge=-100, le=0, description="What it takes from the CON test")]


class Disease(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CE-POIS-01: `damage` and `speed` are dice, the latter of the `unit`."""

    name: str
    damage: Annotated[str, Meta(description="The dice of the harm of an interval")]
    speed: Annotated[str, Meta(description="The dice of the length of an interval")]
    unit: Annotated[Unit, Meta(description="The unit of that length")]
    route: Annotated[str, Meta(description="How it is caught")] = ""
    cure: str = ""
    symptoms: str = ""
    penalty: Penalty = 0
    remedy: Annotated[str, Meta(description="What there are doses of, empty for nothing")] = ""
    persistent: bool = False


DISEASES: Final = {
    handle_of(row.name): row for row in table(__package__, "diseases", dict[str, tuple[Disease, ...]])["disease"]
}
"""CE-DIS-07: by their handles."""

CATALOGUE: Final = (
    CatalogueKind(
        name=DISEASE,
        title="Diseases",
        table=DISEASES,
        rules=("CE-DIS-07",),
        labels={"speed": "Speed", "unit": "Speed in"},
        units={"penalty": "%"},
    ),
)


KEPT: Final = ("damage", "penalty", "speed", "unit", "remedy", "persistent")
"""The fields of a disease that go with its patient."""


@data_of("tasks", DISEASE)
class DiseaseData(ailments.AilmentData, frozen=True, kw_only=True, omit_defaults=True):
    """The course of a disease; `halved` by a late remedy."""

    damage: str
    penalty: int
    speed: str
    unit: Unit
    persistent: bool


class Infect(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A `disease` from the table, or one of the game master's own, of which three things have to be said. The command's
    own fields go before those of the table. Of a `hidden` one the players do not know before it does its first harm."""

    who: CharacterRef
    disease: Annotated[
        Word,
        Meta(
            description="A disease from the table, or one of the game master's own, of which three things have to be said",
            extra={"catalogue": "disease"},
        ),
    ]
    damage: Annotated[Notation, Meta(description="What each interval does")] = ""
    penalty: Annotated[
        Penalty | None,
        Meta(description="Percentage points, below 0, that it takes from CON tests; left out, as the table says"),
    ] = None
    speed: Annotated[Notation, Meta(description="How long an interval takes, in its unit")] = ""
    unit: Annotated[Unit | None, Meta(description="The unit of that length")] = None
    remedy: Annotated[
        Annotated[str, Meta(max_length=80)] | None, Meta(description="What works against it, as in `antibiotics`")
    ] = None
    persistent: Annotated[
        bool | None,
        Meta(description="Whether it only subsides and may come back; left out, as the table says, else no"),
    ] = None
    hidden: Annotated[bool, Meta(description="Whether the players do not know of it before it does its first harm")] = (
        False
    )
    because: Why = ""


class EndDisease(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A `disease` that a character has."""

    who: CharacterRef
    disease: Annotated[Key, Meta(description="A disease that they have")]
    because: Why = ""


@command("A character catches a disease; a CON test against it comes at each of its intervals.")
def infect(play: Play, command: Infect) -> None:
    """CE-POIS-01, CE-DIS-01, CE-DIS-02, CE-DIS-03, CE-DIS-04, CE-DIS-05, CE-DIS-06, CE-DIS-07, CE-DIS-08, CE-DIS-09:
    let a character catch a disease; the first test comes when its Speed has run out."""
    who, row = command.who, _meant(command)
    perils.check_living(play, who)
    if any(handle_of(one.title) == handle_of(row.name) for one in play.where(who, "tasks", DISEASE).values()):
        play.refuse("CE-DIS-02", "They have {row} already; it runs its course once.", row=row.name)
    kept = DiseaseData(**{field: getattr(row, field) for field in KEPT})
    audience: Audience = "gm" if command.hidden else "all"
    rules = ("CE-DIS-01", *(("CE-DIS-07",) if handle_of(row.name) in DISEASES else ()))
    with play.citing(*rules), play.seen_by(audience):
        due = ailments.speed_runs(play, who, row.speed, row.unit)
        task = Task(kind=DISEASE, title=row.name, state=INCUBATING, audience=audience, due=due, data=kept.stored())
        play.emit(who, TaskBegun(name=play.new_id(handle_of(row.name) or DISEASE), task=task))


def _meant(command: Infect) -> Disease:
    own = {field: value for field in KEPT if (value := getattr(command, field)) is not None and value != ""}
    if command.remedy == "":
        own["remedy"] = ""
    listed = DISEASES.get(handle_of(command.disease))
    if listed is not None:
        return msgspec.structs.replace(listed, **own)
    if missing := [field for field in ("damage", "speed", "unit") if field not in own]:
        known = ", ".join(row.name for row in DISEASES.values())
        raise Refused(
            "vocabulary",
            "{disease!r} is none of {known}; for a disease of your own also give its {lacking}.",
            disease=command.disease,
            known=known,
            lacking=missing[0],
        )
    return msgspec.convert({"name": command.disease, **own}, Disease)


def interval(play: Play, who: str, name: str) -> None:
    """CE-DIS-01 to CE-DIS-04, rulings 20 and 29: an interval is over. The CON test succeeds: half the damage, and it is
    over; else all of it, doubled on a fumble, no healing, and another interval."""
    if conditions.has(play, who, states.DEAD):
        _end(play, who, name, "dead")
        return
    if play.character(who).tasks[name].state == INCUBATING:
        come(play, moments.AILED, who)
    with play.citing("CE-DIS-01"):
        tested = _tested(play, who, name, "disease")
    with play.citing("CE-DIS-01" if tested.success else "CE-DIS-03" if tested.fumble else "CE-DIS-02"):
        _inflict(play, who, name, tested)
    if tested.success:
        recover(play, who, name)
    else:
        _go_on(play, who, name)


def _tested(play: Play, who: str, name: str, label: str) -> Tested:
    """CE-DIS-05, CE-DIS-06: a CON x5 test, easier in hospital, harder for a serious disease."""
    modifiers = ailments.con_modifiers(play, who, DiseaseData.of(play.character(who).tasks[name]).penalty)
    rules = {"hospital": "CE-DIS-05", "penalty": "CE-DIS-06"}
    with play.citing(*(rules[modifier.label] for modifier in modifiers)):
        return stat_test(play, who, label, "con", modifiers=modifiers)


def _inflict(play: Play, who: str, name: str, tested: Tested) -> None:
    task = play.character(who).tasks[name]
    disease = DiseaseData.of(task)
    changes = [damage.halved(play, "CE-DIS-01")] if tested.success else []
    if tested.fumble:
        changes.append(times(2, "fumble", "CE-DIS-03"))
    if disease.halved:
        changes.append(damage.halved(play, "CE-POIS-09"))
    amount = play.roll(who, "disease-damage", disease.damage, adjustments=(at_least(0), *changes)).total
    hit = damage.Hit(amount=amount, armor="ignored", attack=False, harm=str(task.title))
    suffered = damage.inflict(play, who, hit)
    if suffered.lost:
        play.emit(who, TaskAdvanced(name=name, amount=suffered.lost))


def _go_on(play: Play, who: str, name: str) -> None:
    """CE-DIS-02, CE-DIS-04, ruling 20: after another interval the test is made again; until then nobody heals."""
    disease = DiseaseData.of(play.character(who).tasks[name])
    with play.citing("CE-DIS-02"):
        due = ailments.speed_runs(play, who, disease.speed, disease.unit)
        play.emit(who, TaskChanged(name=name, state=ACTIVE, due=due, shown_to="all"))
    if not _bars(play, who, name):
        with play.citing("CE-DIS-04"):
            conditions.gain(play, who, BARRED, source=name)


def recover(play: Play, who: str, name: str, because: str = "recovered") -> None:
    """CE-DIS-01, CE-DIS-08, rulings 32 and 33: a disease is over, or subsides where it persists, and so does a late remedy
    against it. Hit Points can be regained again, and, where the campaign has it so, those that a persistent one took are
    back at once."""
    task = play.character(who).tasks[name]
    if not DiseaseData.of(task).persistent:
        _end(play, who, name, because)
        return
    _let_heal(play, who, name, because)
    with play.citing("CE-DIS-08"):
        taken = int(task.progress)
        data = DiseaseData.changes(halved=None)
        play.emit(who, TaskChanged(name=name, state=DORMANT, due=None, progress=0, data=data, shown_to="all"))
        if play.option("persistent_recovery") == "instant":
            heal(play, who, taken)


def _end(play: Play, who: str, name: str, because: str) -> None:
    """A disease is over, and with it what it kept from healing."""
    _let_heal(play, who, name, because)
    play.emit(who, TaskEnded(name=name, because=because))
    settle(play, f"{who}.tasks.{name}")


def _let_heal(play: Play, who: str, name: str, because: str) -> None:
    """CE-DIS-04: this disease no longer keeps Hit Points from coming back."""
    for bar in _bars(play, who, name):
        conditions.end_one(play, who, bar, because, rules=("CE-DIS-04",))


def _bars(play: Play, who: str, name: str) -> list[str]:
    """The states in which this disease lets nobody heal."""
    bars = play.where(who, "conditions", BARRED)
    return sorted(bar for bar in bars if bars[bar].source == name)


def if_badly_hurt(play: Play, who: str) -> None:
    """CE-DIS-09, ruling 33: test dormant diseases of a character who has lost, at one go, more than half of the Hit Points
    that they had."""
    lost = next(
        happening.event.amount
        for happening in reversed(play.emitted)
        if happening.ref == who and isinstance(happening.event, DamageTaken)
    )
    left = hit_points(play, who)
    if 0 < left < lost:
        resist_resurgence(play, who)


def resist_resurgence(play: Play, who: str) -> None:
    """CE-DIS-09: against every disease that is dormant in them a CON x5 test; failed, it runs its course anew. The stage of
    its task is how often it has come back."""
    diseases = play.where(who, "tasks", DISEASE)
    for name in sorted(name for name in diseases if diseases[name].state == DORMANT):
        with play.citing("CE-DIS-09"):
            if _tested(play, who, name, "resurgence").success:
                continue
            disease = DiseaseData.of(diseases[name])
            due = ailments.speed_runs(play, who, disease.speed, disease.unit)
            play.emit(who, TaskChanged(name=name, state=INCUBATING, stage=int(diseases[name].stage) + 1, due=due))


@command("Something other than a dose of its remedy ends a disease, or lets a persistent one subside.")
def end_disease(play: Play, command: EndDisease) -> None:
    """CE-DIS-07, CE-DIS-08: end a disease by what is no dose: excision, amputation, or antivirals that hold back one
    that persists."""
    with play.citing("CE-DIS-07"):
        recover(play, command.who, ailments.find(play, command.who, command.disease, DISEASE), "cured")


MOMENTS = {moments.HARMED: (if_badly_hurt,), moments.AILED: (resist_resurgence,)}
DUE = {DISEASE: interval}
OPTIONS = (
    OptionSpec(
        name="persistent_recovery",
        default="normal",
        choices=("normal", "instant"),
        text="Whether the Hit Points that a persistent disease took come back by healing when it subsides, or at once.",
        rules=("CE-DIS-08", "CE-RULING-33"),
    ),
)

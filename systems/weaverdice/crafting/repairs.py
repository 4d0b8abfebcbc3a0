"""Repairs: lengthy checks that make broken gear whole, at the price of materials and time."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.moments import pass_time, settle
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilTime
from domain.vocabulary.bodies import WoundClosed
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemChanged, ItemWorn
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.fields import Thing
from systems.weaverdice.gear.costume import FRAGILE, WHOLE, intact
from systems.weaverdice.gear.pieces import feature
from systems.weaverdice.harm import thriving
from systems.weaverdice.money import pay
from systems.weaverdice.sheet.items import PieceData, ThingData, WorkData, name_of
from systems.weaverdice.turns import lengthy

REPAIR: Final = "repair"
"""The purpose of a lengthy check that repairs an item; it is about that item."""

DAY: Final = 86_400


class _Repairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    difficulty: int
    minutes: int
    armor: int


NUMBERS: Final = table(__package__, "repairs", _Repairs)


@data_of("tasks", "expiry")
class ExpiryData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The thing that expires."""

    about: str


class Repair(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`item` is its name, or what it is."""

    who: CharacterRef
    item: Annotated[str, Meta(description="Its name, or what it is")]
    owner: Annotated[CharacterRef, Meta(description="Whose it is, if it is not theirs")] = ""
    field: Annotated[str, Meta(description="The background that serves (Handy)")] = ""
    take_four: Annotated[bool, Meta(description="Whether the daily 4 of Master Craft takes the place of the roll")] = (
        False
    )


class SetMaterials(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`dollars` is what materials cost for each roll; left out, what the campaign has it cost."""

    who: CharacterRef
    item: Thing
    dollars: Annotated[
        int | None, Meta(description="What materials cost for each roll; left out, what the campaign has it cost")
    ] = None


class SetExpiry(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`days` is how long such a thing lasts for anybody."""

    who: CharacterRef
    item: Thing
    days: Annotated[int, Meta(description="How long such a thing lasts for anybody")]


@command("Work twenty minutes on repairing an item.", by="owner", scene=True)
def repair(play: Play, command: Repair) -> None:
    """WD-COS-03, WD-COS-04, WD-CSK-01, WD-CSK-02, WD-CSK-06, WD-CSK-08, WD-CSK-09: a roll of twenty minutes, in the
    field."""
    owner = command.owner or command.who
    item = name_of(play, owner, command.item)
    if turns.running(play):
        play.refuse(
            "WD-COS-04", "A roll takes {minutes} minutes; let the fight be over first.", minutes=NUMBERS.minutes
        )
    attempt(play, command.who, owner, item, field=command.field, take_four=command.take_four)
    pass_time(play, NUMBERS.minutes * 60)


def attempt(play: Play, who: str, owner: str, item: str, *, field: str = "", take_four: bool = False) -> bool:
    """WD-COS-03, WD-COS-04, ruling 116: one roll of a repair, with its materials paid; whether the thing is whole now.

    In downtime it is one crafting action. The limit of crafting rolls does not apply.
    """
    if not is_damaged(play, owner, item):
        play.refuse("WD-COS-04", "Nothing about it is broken; name something that is.")
    rule = "WD-COS-03" if _is_armor(play, owner, item) else "WD-COS-04"
    pay(play, who, crafting_skills.materials(play, who, price(play, owner, item)), rule)
    with play.citing(rule):
        task = under_way(play, owner, item) or _begin(play, who, owner, item)
        four = crafting_skills.take_four(play, who) if take_four else 0
        how = crafting_skills.at_work(play, who, field)._replace(taken=four, modifiers=thriving.at_work(play, who))
        return lengthy.work(play, owner, task, who, how=how, label="repair")


def under_way(play: Play, owner: str, item: str) -> str | None:
    """The lengthy check that repairs a thing, if it has begun."""
    tasks = play.where(owner, "tasks", "lengthy").items()
    ours = (name for name, task in tasks if lengthy.is_about(task, REPAIR, item))
    return next(ours, None)


def is_damaged(play: Play, owner: str, item: str) -> bool:
    """Whether there is something to repair: features that were lost, a slot, a hit on armor, or all of it."""
    thing = play.character(owner).items[item]
    return bool(
        ThingData.of(thing).broken
        or (thing.features and len(intact(play, owner, item)) < len(thing.features))
        or thing.tracks.get(FRAGILE, 1) == 0
        or play.where(owner, "wounds", f"item/{item}")
    )


def price(play: Play, owner: str, item: str) -> int:
    """WD-COS-03, WD-COS-04, ruling 116: the materials of one roll before any reduction: fixed for armor, else the game
    master's."""
    if _is_armor(play, owner, item):
        return NUMBERS.armor
    own = PieceData.of(play.character(owner).items[item]).materials
    return int(play.option("repair_materials") or 0) if own is None else own


def _is_armor(play: Play, owner: str, item: str) -> bool:
    return any(feature(play, key).armor for key in play.character(owner).items[item].features)


def _begin(play: Play, who: str, owner: str, item: str) -> str:
    contrived = WorkData.of(play.character(owner).items[item]).contrived
    goal = crafting_skills.repair_difficulty(play, who, NUMBERS.difficulty, contrived)
    return lengthy.begin(play, owner, REPAIR, goal, about=item)


def finished(play: Play, owner: str) -> None:
    """WD-COS-03, WD-COS-04: the check has added up, and the thing is as it was."""
    for name, task in sorted(play.where(owner, "tasks", "lengthy").items()):
        work = lengthy.LengthyData.of(task)
        if work.what != REPAIR or task.state != "done":
            continue
        item = work.about
        play.emit(owner, TaskEnded(name=name, because="repaired"))
        if item in play.character(owner).items:
            make_whole(play, owner, item)


def make_whole(play: Play, owner: str, item: str) -> None:
    """Mend everything that was damaged about a thing."""
    for wound in sorted(play.where(owner, "wounds", f"item/{item}")):
        play.emit(owner, WoundClosed(name=wound, because="repaired"))
        settle(play, f"{owner}.wounds.{wound}")
    thing = play.character(owner).items[item]
    if lost := len(thing.features) - len(intact(play, owner, item)):
        play.emit(owner, ItemWorn(name=item, track=WHOLE, amount=lost))
    if thing.tracks.get(FRAGILE, 1) == 0:
        play.emit(owner, ItemWorn(name=item, track=FRAGILE, amount=1))
    if ThingData.of(thing).broken:
        play.emit(owner, ItemChanged(name=item, data=ThingData.changes(broken=None)))


@command("Price the materials of repairing an item.")
def set_materials(play: Play, command: SetMaterials) -> None:
    """WD-COS-04, ruling 116: the game master prices the materials of what is no armor."""
    item = name_of(play, command.who, command.item)
    if _is_armor(play, command.who, item):
        play.refuse("WD-COS-03", "Materials for armor are ${armor} a roll, whatever it is.", armor=NUMBERS.armor)
    play.emit(command.who, ItemChanged(name=item, data=PieceData.changes(materials=command.dollars)))


@command("Say how long a possession lasts.")
def set_expiry(play: Play, command: SetExpiry) -> None:
    """WD-CSK-08: an item lasts so many days, for those who maintain their things more; then its task is due."""
    item = name_of(play, command.who, command.item)
    if command.days < 1:
        play.refuse("WD-CSK-08", "A possession lasts a day at least; give one day or more.")
    at = play.clock() + crafting_skills.lasts(play, command.who, command.days) * DAY
    task = Task(kind="expiry", due=UntilTime(at=at), title=f"{item} expires", data=ExpiryData(about=item).stored())
    play.emit(command.who, TaskBegun(name=play.new_id("expiry"), task=task))


MOMENTS = {lengthy.DONE: (finished,)}

OPTIONS = (
    OptionSpec(
        name="repair_materials",
        default=20,
        text="Dollars that materials cost for each roll of repairing what is no armor, where the game master names no price.",
        rules=("WD-COS-04", "WD-RULING-116"),
    ),
)

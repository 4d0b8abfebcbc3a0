"""Contriving: a craft in which something of a lesser thing becomes part of another."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.holdings import ItemChanged, ItemWorn
from domain.vocabulary.undertakings import Task, TaskBegun
from systems.weaverdice.checks import crafting_skills
from systems.weaverdice.checks.crafting_skills import worth_adding
from systems.weaverdice.crafting.workshop import CRAFTED, NUMBERS, CraftData
from systems.weaverdice.fields import Thing
from systems.weaverdice.gear import weapons
from systems.weaverdice.gear.costume import WHOLE, intact
from systems.weaverdice.gear.pieces import TIERS, feature
from systems.weaverdice.sheet import items, skills
from systems.weaverdice.sheet.items import STASH, PieceData, ThingData, WorkData, name_of


class Contrive(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` crafts it. The game master may say that it is `done` without a roll."""

    version: ClassVar[int] = 2

    who: Annotated[CharacterRef, Meta(description="Who crafts it")]
    item: Thing
    component: Annotated[str, Meta(description="Another piece of costume, which goes into the first")]
    keyword: Annotated[
        str, Meta(description="For a weapon, the keyword that is taken of a related weapon of the catalogue")
    ] = ""
    done: Annotated[bool, Meta(description="Whether it is done without a roll, as the game master says")] = False

    @classmethod
    def upcast(cls, version: int, args: dict[str, Any]) -> dict[str, Any]:
        """A contrivance was done at once at first."""
        return args | {"done": True} if version == 1 else args


class Part(NamedTuple):
    """A part that is combined: the total that it takes to make it, and what tools know it as."""

    difficulty: int
    sorts: tuple[str, ...]


@command("Begin a craft by which something of a lesser thing becomes part of another.", by="owner", slots=0)
def contrive(play: Play, command: Contrive) -> None:
    """WD-CSK-07, ruling 128: a weapon is to get what a related one has, a piece of costume to take in a lesser one.

    That is a craft: the difficulties of what is combined are added up, and so is the room for rolls.
    """
    who, item = command.who, name_of(play, command.who, command.item)
    if not skills.knows(play, who, "contrive"):
        play.refuse("WD-CSK-07", "Such a combination takes the skill Contrive; learn that first.")
    costume = bool(play.character(who).items[item].features)
    component = name_of(play, who, command.component) if costume else command.component
    check(play, who, item, component, command.keyword)
    if command.done:
        if not play.deed.is_gm:
            raise Refused("WD-CSK-07", "A contrivance is crafted; only the game master says that it is done.")
        finish(play, who, item, component, command.keyword)
        return
    parts = _parts(play, who, item, component)
    data = CraftData(
        item=item,
        component=component,
        keyword=command.keyword,
        parts="|".join(" ".join(part.sorts) for part in parts),
        tier="standard",
        tiers="standard",
    )
    title = f"{play.character(who).items[item].title or item} with {command.keyword or command.component}"
    goal = sum(part.difficulty for part in parts)
    task = Task(kind=CRAFTED, goal=goal, title=title, data=data.stored())
    play.emit(who, TaskBegun(name=play.new_id(CRAFTED), task=task, rules=("WD-CSK-07", "WD-RULING-128")))


def _parts(play: Play, who: str, item: str, component: str) -> list[Part]:
    """Return the parts that are combined: each feature of two pieces of costume, or two weapons."""
    things = play.character(who).items
    if things[item].features:
        keys = (*things[item].features, *things[component].features)
        return [Part(_difficulty(key.rpartition("/")[2]), _sorts_of(play, key)) for key in keys]
    listed = (weapons.listed(play, entry) for entry in (things[item].catalogue, weapons.entry_of(component)))
    tiers = (WorkData.of(things[item]).tier or "standard", "standard")
    return [Part(_difficulty(tier), ("weapon", *one.keywords)) for tier, one in zip(tiers, listed, strict=True)]


def _difficulty(tier: str) -> int:
    return NUMBERS.tiers[next(one for one in TIERS if one == tier)].difficulty


def _sorts_of(play: Play, key: str) -> tuple[str, ...]:
    return ("costume", "armor") if feature(play, key).armor else ("costume",)


def is_contrivance(work: CraftData) -> bool:
    """Whether what is crafted is a contrivance."""
    return bool(work.item)


def parts_of(work: CraftData) -> list[tuple[str, ...]]:
    """Return the names by which tools know each part of a contrivance."""
    return [tuple(part.split()) for part in work.parts.split("|")]


def combined(work: CraftData) -> tuple[str, str, str]:
    """The thing that gets a part of another, what goes into it, and the keyword that is taken."""
    return work.item, work.component, work.keyword


def check(play: Play, who: str, item: str, component: str, keyword: str) -> None:
    """WD-CSK-07: refuse a combination that cannot be made, or no longer."""
    things = play.character(who).items
    if item not in things:
        play.missing(f"{who}.items.{item}", "The piece that was to be improved is gone; begin with another.")
    if things[item].features:
        _check_merge(play, who, item, component)
    else:
        _check_keyword(play, who, item, component, keyword)


def finish(play: Play, who: str, item: str, component: str, keyword: str) -> None:
    """WD-CSK-07: the combination is made, and the thing is harder to repair."""
    if play.character(who).items[item].features:
        _merge(play, who, item, component)
    else:
        tags = (*play.character(who).items[item].tags, keyword)
        play.emit(who, ItemChanged(name=item, tags=tags))
    times = WorkData.of(play.character(who).items[item]).contrived
    play.emit(who, ItemChanged(name=item, data=WorkData.changes(contrived=times + 1)))


def _check_merge(play: Play, who: str, piece: str, component: str) -> None:
    things = play.character(who).items
    if component not in things:
        play.missing(f"{who}.items.{component}", "The piece that was to go into the other is not there; name another.")
    if component == piece or len(things[component].features) != 1:
        play.refuse("WD-CSK-07", "What is added is another, simple piece of costume; name one.")
    if any(thing.location != STASH for thing in (things[piece], things[component])):
        play.refuse("WD-CSK-07", "Both pieces have to be at hand and not worn; take them off first.")
    if any(intact(play, who, name) != things[name].features for name in (piece, component)):
        play.refuse("WD-CSK-07", "Both pieces have to be whole; repair them first.")
    main, key = things[piece].features, next(iter(things[component].features), "")
    _check_worth(play, feature(play, main[0]).price, feature(play, key).price if key else 0)
    if key in main:
        play.refuse("WD-CSK-07", "The piece has that feature already; add another one.")


def _merge(play: Play, who: str, piece: str, component: str) -> None:
    things = play.character(who).items
    main, added = things[piece].features, things[component].features
    weight = sum(ThingData.of(things[name]).encumbrance for name in (piece, component))
    other = PieceData.of(things[component])
    taken = PieceData(group=other.group, material=other.material).stored()
    tracks = {track: level for track, level in things[component].tracks.items() if track != WHOLE}
    items.destroy(play, who, component, f"made part of {piece}")
    play.emit(
        who,
        ItemChanged(name=piece, features=(*main, *added), data=taken | ThingData.changes(encumbrance=weight or None)),
    )
    for track, level in {WHOLE: 1, **tracks}.items():
        play.emit(who, ItemWorn(name=piece, track=track, amount=level))


def _check_keyword(play: Play, who: str, item: str, component: str, keyword: str) -> None:
    thing = play.character(who).items[item]
    entry = weapons.entry_of(component)
    if not thing.catalogue or entry not in play.campaign().catalogue:
        raise Refused("WD-CSK-07", "A weapon of the catalogue gets something of another one there; name both.")
    related = weapons.listed(play, entry)
    if keyword not in related.keywords or keyword in weapons.of(play, who, item).keywords:
        have = ", ".join(related.keywords) or text("none")
        play.refuse(
            "WD-CSK-07", "Name a keyword of the related weapon that this one has not; its keywords: {have}.", have=have
        )
    _check_worth(play, weapons.listed(play, thing.catalogue).price, related.price)


def _check_worth(play: Play, main: int, added: int) -> None:
    if not worth_adding(main, added):
        most = main // crafting_skills.NUMBERS.contrive.part
        play.refuse(
            "WD-CSK-07",
            "What is added is worth ${most} at most, a third of ${main}; this is worth ${added}.",
            most=most,
            main=main,
            added=added,
        )

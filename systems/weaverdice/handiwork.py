"""What craft skills let somebody do besides making things: a handy background, specialties kept up and paired, contriving."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.components.base import Scalar
from domain.components.creature import Condition, Use
from domain.events.body import ConditionGained
from domain.events.holdings import ItemChanged, ItemWorn, TraitChanged
from domain.events.undertakings import UseCounted, UseOpened
from domain.play.play import Play
from domain.system import Kind
from systems.freeform.fields import Title
from systems.freeform.naming import handle_of
from systems.weaverdice import backgrounds, crafting_skills, items, skills, weapons
from systems.weaverdice.costume import WHOLE, intact
from systems.weaverdice.crafting_skills import PAIRED, worth_adding
from systems.weaverdice.fields import Thing
from systems.weaverdice.items import STASH, name_of
from systems.weaverdice.pieces import feature

YEAR: Final = 365 * 86_400
"""WD-CSK-05, in seconds."""

PAIRINGS: Final = "specialties-paired"
"""The counter of pairings; its last use is told by the clock."""


class OfField(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`field` is the background's name."""

    who: CharacterRef
    field: Title


class FadeSpecialty(OfField, frozen=True, kw_only=True, omit_defaults=True):
    """`kept_up` is whether daily life still has room for the field."""

    kept_up: bool = False


class PairSpecialties(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`first` and `second` are fields of specialties; `project` is the one work that has both."""

    who: CharacterRef
    first: Title
    second: Title
    project: Title


class Contrive(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` has crafted it. `component` is another piece of costume, which goes into the first; for a weapon, a related
    weapon of the catalogue, of which the `keyword` is taken."""

    who: CharacterRef
    item: Thing
    component: str
    keyword: str = ""


def learn_trade(play: Play, command: OfField) -> None:
    """WD-CSK-02: Handy brings one hands-on background, beside those that were picked."""
    who = command.who
    if not skills.knows(play, who, "handy"):
        play.refuse("WD-CSK-02", "A trade comes with the skill Handy; learn that first.")
    if play.character(who).traits["handy"].data.get("trade"):
        play.refuse("WD-CSK-02", "Handy brings one background, and that one is there.")
    backgrounds.gain(play, who, command.field)
    play.emit(who, TraitChanged(name="handy", data={"trade": handle_of(command.field)}))


def fade_specialty(play: Play, command: FadeSpecialty) -> None:
    """WD-CSK-05: with the background neglected a specialty comes down to a third, until it is kept up again."""
    name = f"specialist/{handle_of(command.field)}"
    if name not in play.character(command.who).traits:
        play.missing(f"{command.who}.traits.{name}", f"There is no specialty in {command.field!r}; name one they have.")
    play.emit(command.who, TraitChanged(name=name, data={"faded": None if command.kept_up else True}))


def pair_specialties(play: Play, command: PairSpecialties) -> None:
    """WD-CSK-05: once a year two specialties count together, for one project that suits both."""
    who, fields = command.who, (handle_of(command.first), handle_of(command.second))
    if fields[0] == fields[1] or not all(skills.knows(play, who, f"specialist/{field}") for field in fields):
        play.refuse("WD-CSK-05", "A pairing takes two specialties that are known; name two of theirs.")
    uses, now = play.character(who).uses, play.clock()
    if PAIRINGS not in uses:
        play.emit(who, UseOpened(name=PAIRINGS, use=Use(what="specialties", count=1, last=now)))
    else:
        if now - (uses[PAIRINGS].last or 0) < YEAR:
            play.refuse("WD-CSK-05", "Specialties are paired once a year; wait until a year has gone by.")
        play.emit(who, UseCounted(name=PAIRINGS, at=now))
    data: dict[str, Scalar] = {"first": fields[0], "second": fields[1], "project": command.project}
    play.emit(who, ConditionGained(name=play.new_id("pairing"), condition=Condition(what=PAIRED, data=data)))


def contrive(play: Play, command: Contrive) -> None:
    """WD-CSK-07: a weapon gets what a related one has, a piece of costume takes in a lesser one; it is harder to repair."""
    who, item = command.who, name_of(play, command.who, command.item)
    if not skills.knows(play, who, "contrive"):
        play.refuse("WD-CSK-07", "Such a combination takes the skill Contrive; learn that first.")
    if play.character(who).items[item].features:
        _merge(play, who, item, name_of(play, who, command.component))
    else:
        _take_keyword(play, who, item, command)
    times = int(play.character(who).items[item].data.get("contrived") or 0)
    play.emit(who, ItemChanged(name=item, data={"contrived": times + 1}))


def _merge(play: Play, who: str, piece: str, component: str) -> None:
    things = play.character(who).items
    if component == piece or len(things[component].features) != 1:
        play.refuse("WD-CSK-07", "What is added is another, simple piece of costume; name one.")
    if any(thing.location != STASH for thing in (things[piece], things[component])):
        play.refuse("WD-CSK-07", "Both pieces have to be at hand and not worn; take them off first.")
    if any(intact(play, who, name) != things[name].features for name in (piece, component)):
        play.refuse("WD-CSK-07", "Both pieces have to be whole; repair them first.")
    main, key = things[piece].features, things[component].features[0]
    _check_worth(play, feature(play, main[0]).price, feature(play, key).price)
    if key in main:
        play.refuse("WD-CSK-07", "The piece has that feature already; add another one.")
    weight = sum(int(things[name].data.get("encumbrance") or 0) for name in (piece, component))
    taken: dict[str, Scalar] = {
        w: things[component].data[w] for w in ("group", "material") if w in things[component].data
    }
    tracks = {track: level for track, level in things[component].tracks.items() if track != WHOLE}
    items.destroy(play, who, component, f"made part of {piece}")
    play.emit(who, ItemChanged(name=piece, features=(*main, key), data={**taken, "encumbrance": weight or None}))
    for track, level in {WHOLE: 1, **tracks}.items():
        play.emit(who, ItemWorn(name=piece, track=track, amount=level))


def _take_keyword(play: Play, who: str, item: str, command: Contrive) -> None:
    thing = play.character(who).items[item]
    entry = weapons.entry_of(command.component)
    if not thing.catalogue or entry not in play.campaign().catalogue:
        play.refuse("WD-CSK-07", "A weapon of the catalogue gets something of another one there; name both.")
    related = weapons.listed(play, entry)
    if command.keyword not in related.keywords or command.keyword in weapons.of(play, who, item).keywords:
        have = ", ".join(related.keywords) or "none"
        play.refuse("WD-CSK-07", f"Name a keyword of the related weapon that this one has not; its keywords: {have}.")
    _check_worth(play, weapons.listed(play, thing.catalogue).price, related.price)
    play.emit(who, ItemChanged(name=item, tags=(*thing.tags, command.keyword)))


def _check_worth(play: Play, main: int, added: int) -> None:
    if not worth_adding(main, added):
        most = main // crafting_skills.NUMBERS.contrive.part
        play.refuse("WD-CSK-07", f"What is added is worth ${most} at most, a third of ${main}; this is worth ${added}.")


def _skilled(*keys: str) -> tuple[tuple[str, dict[str, object]], ...]:
    return tuple(("weaverdice.grant_skill", {"who": "pearl", "skill": key}) for key in keys)


_GUNSMITH = ("weaverdice.pick_background", {"who": "pearl", "name": "Gunsmithing"})
_CARS = ("weaverdice.pick_background", {"who": "pearl", "name": "Cars"})
_SPECIALIST = (_GUNSMITH, *_skilled("craft", "specialist/gunsmithing"))

KINDS = (
    Kind(
        name="learn_trade",
        args=OfField,
        rule=learn_trade,
        by="owner",
        actor="who",
        summary="Take the hands-on background that comes with Handy.",
        rules=("WD-CSK-02",),
        example={"who": "pearl", "field": "Locks"},
    ),
    Kind(
        name="fade_specialty",
        args=FadeSpecialty,
        rule=fade_specialty,
        by="gm",
        summary="Say that the field of a specialty is neglected, or kept up again.",
        rules=("WD-CSK-05",),
        example={"who": "pearl", "field": "gunsmithing"},
    ),
    Kind(
        name="pair_specialties",
        args=PairSpecialties,
        rule=pair_specialties,
        by="owner",
        actor="who",
        summary="Combine two specialties on one project, once a year.",
        rules=("WD-CSK-05",),
        example={"who": "pearl", "first": "gunsmithing", "second": "cars", "project": "a turret"},
    ),
    Kind(
        name="contrive",
        args=Contrive,
        rule=contrive,
        by="gm",
        scene=True,
        summary="A contrivance is done: something of a lesser thing becomes part of another.",
        rules=("WD-CSK-07",),
        example={"who": "pearl", "item": "armor", "component": "icon"},
    ),
)

FIRST = {
    "weaverdice.learn_trade": _skilled("craft", "handy"),
    "weaverdice.fade_specialty": _SPECIALIST,
    "weaverdice.pair_specialties": (*_SPECIALIST, _CARS, *_skilled("specialist/cars")),
    "weaverdice.contrive": (
        ("weaverdice.write_skill", {"title": "Tinker", "stat": "knowledge", "tier": "base"}),
        *_skilled("craft", "tinker", "contrive"),
        ("weaverdice.give_piece", {"who": "pearl", "what": "armor", "tier": "high"}),
        ("weaverdice.give_piece", {"who": "pearl", "what": "icon"}),
    ),
}

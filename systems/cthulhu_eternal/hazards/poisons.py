"""Poisons: a Speed that runs out once, and a Lethality rating."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.vocabulary.base import Audience
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, kill_radius
from systems.cthulhu_eternal.hazards import ailments, antidotes, perils
from systems.cthulhu_eternal.hazards.ailments import INCUBATING, POISON, Unit
from systems.cthulhu_eternal.tests import stat_test
from systems.freeform.fields import Notation, Word

Rating = Annotated[int, Meta(ge=1, le=100)]


class Poison(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """CE-POIS-01: `speed` is dice of the `unit`."""

    name: str
    kind: Literal["natural", "manufactured"]
    lethality: Rating
    speed: Annotated[str, Meta(description="The dice of how long it takes to do its harm")]
    unit: Annotated[Unit, Meta(description="The unit of that time")]
    route: Annotated[str, Meta(description="How it gets in")]
    antidote: Annotated[bool, Meta(description="Whether there is one")]
    symptoms: str


POISONS: Final = {
    handle_of(row.name): row for row in table(__package__, "poisons", dict[str, tuple[Poison, ...]])["poison"]
}
"""CE-POIS-06, CE-POIS-07: by their handles."""

CATALOGUE: Final = (
    CatalogueKind(
        name=POISON,
        title="Poisons",
        table=POISONS,
        rules=("CE-POIS-06", "CE-POIS-07"),
        labels={"lethality": "Lethality", "speed": "Speed", "unit": "Speed in"},
        units={"lethality": "%"},
    ),
)


@data_of("tasks", POISON)
class PoisonData(ailments.AilmentData, frozen=True, kw_only=True, omit_defaults=True):
    """The potency of a poison, and who gave it."""

    lethality: int
    by: str


class GivePoison(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A `poison` from the tables, or one of the game master's own, of which three things have to be said. The command's
    own fields go before those of the tables. Of a `hidden` one the players do not know before it does its harm."""

    who: CharacterRef
    poison: Annotated[
        Word,
        Meta(
            description="A poison from the tables, or one of the game master's own, of which three things have to be said",
            extra={"catalogue": "poison"},
        ),
    ]
    lethality: Annotated[Rating | None, Meta(description="Its rating, a percentage")] = None
    speed: Annotated[Notation, Meta(description="How long it takes to do its harm, in its unit")] = ""
    unit: Annotated[Unit | None, Meta(description="The unit of that time")] = None
    antidote: Annotated[
        bool | None,
        Meta(description="Whether there is one; left out, as the tables say, and none for one of their own"),
    ] = None
    by: Annotated[CharacterRef, Meta(description="Who gave it")] = ""
    hidden: Annotated[bool, Meta(description="Whether the players do not know of it before it does its harm")] = False
    because: Why = ""


@command("A character is poisoned; the harm comes when the poison's Speed has run out.", scene=True)
def poison(play: Play, command: GivePoison) -> None:
    """CE-POIS-01, CE-POIS-02, CE-POIS-03, CE-POIS-04, CE-POIS-05, CE-POIS-06, CE-POIS-07: a poison gets into a character;
    it does its harm when its Speed has run out."""
    who, row = command.who, _meant(command)
    perils.check_living(play, who)
    listed = "CE-POIS-07" if row.kind == "manufactured" else "CE-POIS-06"
    rules = ("CE-POIS-01", *((listed,) if handle_of(row.name) in POISONS else ()))
    audience: Audience = "gm" if command.hidden else "all"
    with play.citing(*rules), play.seen_by(audience):
        task = Task(
            kind=POISON,
            title=row.name,
            state=INCUBATING,
            audience=audience,
            due=ailments.speed_runs(play, who, row.speed, row.unit),
            data=PoisonData(
                lethality=row.lethality,
                remedy=f"{row.name.lower()} antidote" if row.antidote else "",
                by=command.by,
            ).stored(),
        )
        play.emit(who, TaskBegun(name=play.new_id(handle_of(row.name) or POISON), task=task))


def _meant(command: GivePoison) -> Poison:
    own = {
        field: value
        for field in ("lethality", "speed", "unit", "antidote")
        if (value := getattr(command, field)) not in (None, "")
    }
    listed = POISONS.get(handle_of(command.poison))
    if listed is not None:
        return msgspec.structs.replace(listed, **own)
    if missing := [field for field in ("lethality", "speed", "unit") if field not in own]:
        known = ", ".join(row.name for row in POISONS.values())
        raise Refused(
            "vocabulary",
            "{poison!r} is none of {known}; for a poison of your own also give its {lacking}.",
            poison=command.poison,
            known=known,
            lacking=missing[0],
        )
    made = {"kind": "manufactured", "route": "", "symptoms": "", "antidote": False, **own}
    return msgspec.convert({"name": command.poison, **made}, Poison)


def take_effect(play: Play, who: str, name: str) -> None:
    """CE-POIS-02: it does its harm once, and is gone; in the dead it does none."""
    task = play.character(who).tasks[name]
    title, poison = str(task.title), PoisonData.read(task)
    dead = conditions.has(play, who, states.DEAD)
    late = not dead and antidotes.at_the_last(play, who, name)
    with play.citing("CE-POIS-02"):
        play.emit(who, TaskEnded(name=name, because="dead" if dead else "passed"))
    if not dead:
        come(play, moments.AILED, who)
        _inflict(
            play, who, damage.Hit(by=poison.by, armor="ignored", attack=False, harm=title), poison.lethality, late=late
        )


def _inflict(play: Play, who: str, hit: damage.Hit, rating: int, *, late: bool) -> None:
    """CE-POIS-03, CE-POIS-04, CE-POIS-09, rulings 6 and 29: a Lethality roll kills past all armor; failed, what its dice show
    is withstood by a CON x5 test. A late antidote halves the rating, and the harm as well."""
    if late:
        rating = damage.half(play, rating)
    with play.citing("CE-POIS-03"):
        rolled = kill_radius.roll(play, hit, who, rating)
        if rolled.succeeded:
            damage.inflict_lethal(play, who, rolled.hit, rating, succeeded=True)
            return
    with play.citing("CE-POIS-04", *(("CE-POIS-09",) if late else ())):
        amount = _withstood(play, who, rolled.hit.amount, late=late)
        damage.inflict_lethal(play, who, rolled.hit._replace(amount=amount), amount, succeeded=False)


def _withstood(play: Play, who: str, amount: int, *, late: bool) -> int:
    """CE-POIS-04, CE-POIS-05: a success halves it, a critical leaves 1, a fumble doubles it."""
    modifiers = ailments.con_modifiers(play, who)
    with play.citing(*(("CE-POIS-05",) if modifiers else ())):
        tested = stat_test(play, who, "poison", "con", modifiers=modifiers)
    if tested.critical:
        return 1
    if tested.success:
        amount = damage.half(play, amount)
    elif tested.fumble:
        amount *= 2
    return damage.half(play, amount) if late else amount


DUE = {POISON: take_effect}

"""Maims: senses that are lost, limbs that are lost or broken, and what they keep a character from."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.kit.rolls import addends
from domain.play import moments
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Handler
from domain.vocabulary.anchors import WhilePresent
from domain.vocabulary.bodies import Condition, Wound, WoundChanged, WoundClosed, WoundTreated
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskBegun, TaskEnded
from systems.freeform.fields import Key
from systems.midnight_in_vaia.encounter import rounds, slots, vulnerable
from systems.midnight_in_vaia.encounter.costs import CostText
from systems.midnight_in_vaia.encounter.vulnerable import MAIMED, KindOfMaim, MaimKind
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.moments import ALL_RESOLVE

DISMEMBERMENT: Final = "dismemberment"
DEPRIVATION: Final = "sensory-deprivation"
TONGUE: Final = "tongue"
SPEECHLESS: Final = "speechless"
BLEEDING_OUT: Final = "bleeding_out"
"""The condition, and the kind of the task that ends in death."""


Sense = Literal["sight", "hearing", "taste", "smell", "touch"]


class _Maims(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    penalty: int
    rounds: int
    senses: dict[Sense, str]
    limbs: dict[str, tuple[str, ...]]
    part_of: dict[str, str]
    movement: dict[str, CostText]


TABLE: Final = table(__package__, "maims", _Maims)
CATALOGUE: Final = (CatalogueKind(name="sense", title="Senses", table=TABLE.senses, rules=("MV-MAIM-05",)),)

LIMBS: Final = tuple(f"{limb}/{side}" for limb, sides in TABLE.limbs.items() for side in sides)
PLACES: Final[dict[MaimKind, tuple[str, ...]]] = {
    "breakage": LIMBS,
    "dismemberment": (*LIMBS, TONGUE),
    "sensory-deprivation": tuple(TABLE.senses),
}
"""MV-MAIM-02, MV-MAIM-05: the three kinds, and what each can take."""


@data_of("wounds")
class MaimData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """When the consequences of a maim began."""

    since: int | None = None


@data_of("conditions", *(title.lower() for title in TABLE.senses.values()))
class LostSense(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The sense that is lost."""

    sense: str = ""


class Maim(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`place` is a sense (`sight`), a limb (`arm/left`) or the `tongue`."""

    who: CharacterRef
    kind: KindOfMaim
    place: Annotated[Key, Meta(description="A sense (`sight`), a limb (`arm/left`) or the `tongue`")]
    because: Source = "Maim Effect"


class OfMaim(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`place` is where a character is maimed."""

    who: CharacterRef
    place: Annotated[Key, Meta(description="Where a character is maimed")]


class CheckSense(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A check (v:20)."""

    who: CharacterRef
    sense: Annotated[
        Sense,
        Meta(description="The sense that it takes; a penalty comes of one that is lost", extra={"catalogue": "sense"}),
    ]
    modifier: Annotated[int, Meta(description="What else counts")] = 0


@command("A Maim Effect takes a sense, a limb or the tongue from a Vulnerable character.", scene=True)
def maim(play: Play, command: Maim) -> None:
    """MV-MAIM-01, MV-MAIM-02, MV-MAIM-05, MV-MAIM-06, MV-MAIM-07, MV-MAIM-12, ruling 28: a Maim Effect takes a
    Vulnerable character; kind and place are said by the effect or the Story Guide."""
    who, place = command.who, command.place
    vulnerable.check_vulnerable(play, who, "MV-MAIM-01")
    if place not in PLACES[command.kind]:
        play.missing(
            "place", "A {kind} takes one of {places}.", kind=command.kind, places=", ".join(PLACES[command.kind])
        )
    if (command.kind, place) not in possible(play, who):
        play.refuse("MV-MAIM-02", "They are maimed there already: {place}.", place=place)
    with play.citing("MV-MAIM-01"):
        vulnerable.maim(play, who, command.kind, place, command.because)


def possible(play: Play, who: str) -> tuple[tuple[MaimKind, str], ...]:
    """MV-MAIM-02: the maims, by kind and place, that a character can still suffer: what is lost is lost once, and what is broken
    can be lost. With a limb goes what is a part of it: the hand with the arm."""
    taken = {(wound.kind, wound.slot) for wound in maimed(play, who).values()}
    return tuple(
        (kind, place)
        for kind, places in PLACES.items()
        for place in places
        if taken.isdisjoint({(kind, place), *((DISMEMBERMENT, lost) for lost in _whole(place))})
    )


def _whole(place: str) -> tuple[str, ...]:
    """Return a place, and the limb that it is a part of."""
    limb, _, side = place.partition("/")
    return (place, f"{TABLE.part_of[limb]}/{side}") if limb in TABLE.part_of else (place,)


def maimed(play: Play, who: str) -> dict[str, Wound]:
    """A character's maims, by name."""
    wounds = play.character(who).wounds
    return {name: wounds[name] for name in sorted(wounds) if wounds[name].severity == MAIMED}


def take_hold(play: Play, who: str) -> None:
    """MV-MAIM-03 to MV-MAIM-12: begin what comes of maims, whatever they are of."""
    for name, wound in maimed(play, who).items():
        if MaimData.of(wound).since is not None:
            continue
        since = MaimData(since=play.clock())
        play.emit(who, WoundChanged(name=name, title=called(wound), data=since.stored()))
        if wound.kind == DEPRIVATION:
            _deprive(play, who, name, wound)
        elif wound.slot == TONGUE:
            _silence(play, who, name, cut_off=wound.kind == DISMEMBERMENT)
        elif wound.kind == DISMEMBERMENT:
            with play.citing("MV-MAIM-06"):
                _bleed(play, who, name)


def called(wound: Wound) -> str:
    """Return the name that people give a maim: Blindness, left leg broken, tongue lost."""
    limb, _, side = wound.slot.partition("/")
    match wound.kind:
        case "sensory-deprivation":
            return next((title for word, title in TABLE.senses.items() if word == wound.slot), wound.slot)
        case "breakage":
            return f"{side} {limb} broken".strip()
        case _:
            return f"{side} {limb} lost".strip()


def _deprive(play: Play, who: str, name: str, wound: Wound) -> None:
    """MV-MAIM-03, MV-MAIM-04, MV-MAIM-05: it lasts as long as the maim does."""
    sense = wound.slot
    lost = Condition(
        what=called(wound).lower(), title=sense, until=_while(who, name), data=LostSense(sense=sense).stored()
    )
    conditions.add(play, who, lost, name, rules=("MV-MAIM-03", "MV-MAIM-05"))


def _silence(play: Play, who: str, name: str, *, cut_off: bool) -> None:
    """MV-MAIM-12, ruling 29: no word is spoken any more; whether they bleed out is for the Story Guide to say at once."""
    with play.citing("MV-MAIM-12"):
        conditions.gain(play, who, SPEECHLESS, name=f"{name}-tongue", until=_while(who, name))
        prompt = "The tongue is lost: do they bleed out?"
        if cut_off and play.ask("tongue", "gm", ("no", "yes"), "no", prompt, about=who) == "yes":
            _bleed(play, who, name)


def _while(who: str, wound: str) -> WhilePresent:
    return WhilePresent(path=f"{who}.wounds.{wound}")


def _bleed(play: Play, who: str, name: str) -> None:
    """MV-MAIM-06, ruling 40: death comes in 24 Full Rounds, whatever else bleeds, unless the wound is closed."""
    if vulnerable.is_dead(play, who):
        return
    until = rounds.lasting(play, TABLE.rounds)
    conditions.gain(play, who, BLEEDING_OUT, name=name, until=until)
    play.emit(who, TaskBegun(name=name, task=Task(kind=BLEEDING_OUT, due=until)))


def bleed_out(play: Play, who: str, name: str) -> None:
    """MV-MAIM-06, ruling 40: the two minutes are over."""
    with play.citing("MV-MAIM-06"):
        vulnerable.kill(play, who, "MV-MAIM-06")
        play.emit(who, TaskEnded(name=name, because="bled out"))


@command(
    "Proper healing closes a wound from which a character bleeds out; what is lost stays lost.",
    name="close_wound",
    scene=True,
)
def close(play: Play, command: OfMaim) -> None:
    """MV-MAIM-06, rulings 35 and 40: proper healing closes the wound, and nobody bleeds out; what is lost stays lost. A part
    that was lost before its limb bleeds no longer either."""
    with play.citing("MV-MAIM-06"):
        for name in _bleeding(play, command):
            play.emit(command.who, WoundTreated(name=name, amount=1))
            _stop(play, command.who, name, "closed")


def _bleeding(play: Play, command: OfMaim) -> tuple[str, ...]:
    """The wounds from which a character bleeds out at a place, and at what was a part of it. Absent where there is none."""
    clocks = play.character(command.who).tasks
    bleeding = {name: wound.slot for name, wound in maimed(play, command.who).items() if name in clocks}
    if command.place not in bleeding.values():
        play.missing(
            f"{command.who}.tasks.{command.place}",
            "They are not bleeding out from {place!r}.",
            place=command.place,
        )
    return tuple(name for name, slot in bleeding.items() if command.place in _whole(slot))


def _stop(play: Play, who: str, name: str, because: str) -> None:
    """The clock of a wound stops."""
    play.emit(who, TaskEnded(name=name, because=because))
    if name in play.character(who).conditions:
        conditions.end_one(play, who, name, because)


@command("Proper healing gives a character back a sense or a limb.", scene=True)
def restore(play: Play, command: OfMaim) -> None:
    """MV-MAIM-04, ruling 40: only proper healing gives back a sense or a limb; with the maim goes all that came of it."""
    who = command.who
    names = [name for name, wound in maimed(play, who).items() if wound.slot == command.place]
    if not names:
        play.missing(f"{who}.wounds.{command.place}", "They are not maimed at {place!r}.", place=command.place)
    with play.citing("MV-MAIM-04"):
        for name in names:
            if name in play.character(who).tasks:
                _stop(play, who, name, "healed")
            play.emit(who, WoundClosed(name=name, because="healed"))
            moments.settle(play, f"{who}.wounds.{name}")


def penalty(play: Play, who: str, sense: str) -> int:
    """MV-MAIM-03: return the penalty of every check and every passive effect that relates to a sense."""
    lost = any(wound.kind == DEPRIVATION and wound.slot == sense for wound in maimed(play, who).values())
    return TABLE.penalty if lost else 0


@command("Roll a check that takes one of the senses.", by="owner", scene=True)
def check_sense(play: Play, command: CheckSense) -> None:
    """MV-MAIM-03: a check that takes a sense."""
    slots.check_aware(play, command.who)
    lost = penalty(play, command.who, command.sense)
    modifiers = addends({"modifier": command.modifier, TABLE.senses[command.sense].lower(): lost})
    with play.citing(*(("MV-MAIM-03",) if lost else ())):
        play.roll(command.who, "sense", "1d20", title=command.sense, modifiers=modifiers)


def useless(play: Play, who: str, *limbs: str) -> int:
    """MV-MAIM-07, ruling 28: on how many sides a character has lost or broken one of these limbs."""
    parts = (wound.slot.partition("/") for wound in maimed(play, who).values())
    return len({side or limb for limb, _, side in parts if limb in limbs})


def check_hands(play: Play, who: str, hands: int) -> None:
    """MV-MAIM-08, MV-MAIM-09, ruling 28: refused to a character who lacks the arms or hands that their weapons take."""
    gone = useless(play, who, "arm", "hand") if hands else 0
    if gone >= 2:
        play.refuse("MV-MAIM-09", "Both arms or hands are lost or broken: no weapon can be fought with.")
    elif gone and hands >= 2:
        play.refuse("MV-MAIM-08", "An arm or hand is lost or broken: neither two weapons nor a two-handed one will do.")


def check_tongue(play: Play, who: str) -> None:
    """MV-MAIM-12: refused to a character who has lost their tongue."""
    if play.where(who, "conditions", SPEECHLESS):
        play.refuse(
            "MV-MAIM-12", "They have no tongue, and can neither speak nor use Wordsake effects; choose another action."
        )


def _resolve(play: Play, _subject: str) -> None:
    """MV-OUT-02, ruling 35: stop the clocks of the bleeding where all resolves; what is lost stays lost."""
    for who in turns.present(play):
        for name in sorted(play.where(who, "tasks", BLEEDING_OUT)):
            _stop(play, who, name, "the encounter is over")


DUE = {BLEEDING_OUT: bleed_out}

MOMENTS: dict[str, tuple[Handler, ...]] = {MAIMED: (take_hold,), ALL_RESOLVE: (_resolve,)}

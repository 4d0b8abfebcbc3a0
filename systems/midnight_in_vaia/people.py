"""The people of Midnight in Vaia as they come into the campaign: Hit Points, three tracks of stress, Action Slots."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.expressions import Number, Sum, ValueOf
from domain.vocabulary.values import Attribute, AttributeDeclared, AttributeSet, Track, TrackOpened
from systems.freeform.people import Newcomer, introduce

PLAYER: Final = "player"
NPC: Final = "npc"
Category = Literal["player", "npc"]
EVERYBODY: Final = (PLAYER, NPC)

ATTRIBUTES: Final = ("agility", "awareness")
Stress = Literal["physical", "mental", "vocal"]
STRESS: Final[tuple[Stress, ...]] = ("physical", "mental", "vocal")
"""MV-STRS-01: the three tracks of stress."""
TRACKS: Final = ("hp", *STRESS)

MOST_STRESS: Final = 10
BASE_SLOTS: Final = 5
SLOTS: Final = "slots.action"
"""Path of the Action Slots that a character gains in a Full Round."""
NORMAL_SLOTS: Final = "slots.normal"
"""Path of the Action Slots that a character normally gains: abilities and equipment change these, a Slow those above."""
STRESS_CHECK: Final = "stress.check"
"""Path of what is added to a character's Stress Checks."""
BOUNDS: Final = (Bound("slots.*", 0, "MV-SLOT-06"),)
ACTIVATION_STRESS: Final = "stress.activation"
"""Path of what is added to a fixed amount of stress when a character activates an effect."""
UPKEEP_STRESS: Final = "stress.upkeep"
"""Path of what is added to an amount of stress that comes at Upkeep."""

Score = Annotated[int, Meta(ge=-20, le=20)]
Agility = Annotated[Score, Meta(description="What it adds to the Action Slots of a round, or below 0 takes")]
Awareness = Annotated[Score, Meta(description="What it adds to the check for a place in the cycle, or below 0 takes")]
HitPoints = Annotated[int, Meta(ge=1, le=1_000_000, description="Total Hit Points")]


class Create(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a character into the campaign, with the numbers of their sheet."""

    category: Annotated[Category, Meta(description="A player character, or one of the Story Guide's")] = "player"
    hit_points: HitPoints
    agility: Agility = 0
    awareness: Awareness = 0


class Enter(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Write on a character's sheet; a field that is left out stays."""

    who: CharacterRef
    agility: Agility | None = None
    awareness: Awareness | None = None


_NORMAL = Sum(terms=(Number(value=BASE_SLOTS), ValueOf(path="attributes.agility")))

DERIVED = (
    Derived(NORMAL_SLOTS, _NORMAL, EVERYBODY, "MV-SLOT-06", "normal-slots"),
    Derived(SLOTS, ValueOf(path=NORMAL_SLOTS), EVERYBODY, "MV-SLOT-06", "action-slots"),
    Derived(STRESS_CHECK, Number(value=0), EVERYBODY, "MV-STRS-03"),
    Derived(ACTIVATION_STRESS, Number(value=0), EVERYBODY, "MV-STRS-06"),
    Derived(UPKEEP_STRESS, Number(value=0), EVERYBODY, "MV-STRS-07"),
)
"""A base of 5 Action Slots, plus or minus Agility. Nothing is added to a check or an amount of stress, unless an effect does."""


@command("A player's or a non-player character comes into the campaign, with Hit Points, Agility and Awareness.")
def create(play: Play, command: Create) -> None:
    """MV-SLOT-06, MV-STRS-01, MV-PHYS-01, MV-MENT-01, MV-VOC-01, ruling 36: enter on the sheet what character creation
    gives."""
    bring_in(play, command)


def bring_in(play: Play, command: Create) -> str:
    """Bring a character into the campaign; their reference."""
    ref = introduce(play, command, command.category)
    for name, base in (("agility", command.agility), ("awareness", command.awareness)):
        play.emit(ref, AttributeDeclared(name=name, attribute=Attribute(base=base)))
    hp = Track(current=command.hit_points, minimum=0, maximum=command.hit_points)
    play.emit(ref, TrackOpened(name="hp", track=hp))
    for stress in STRESS:
        play.emit(ref, TrackOpened(name=stress, track=Track(current=0, minimum=0, maximum=MOST_STRESS)))
    return ref


def is_npc(play: Play, who: str) -> bool:
    """Whether a character is a non-player character."""
    return play.character(who).profile["self"].kind == NPC


@command("Enter another Agility or Awareness on a character's sheet.", name="enter_on_sheet")
def enter(play: Play, command: Enter) -> None:
    """MV-SLOT-06, MV-INIT-01, ruling 36: Agility and the Awareness modifier are what the sheet says."""
    for name, base in (("agility", command.agility), ("awareness", command.awareness)):
        if base is not None:
            play.emit(command.who, AttributeSet(name=name, base=base))

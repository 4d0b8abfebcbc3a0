"""The divers: what they bring, how deep they go, and what it takes to be below."""

from typing import Annotated, Final

from msgspec import Meta

from domain.formulas import Derived
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.expressions import AtLeast, Number, Product, ValueOf
from domain.vocabulary.values import (
    Attribute,
    AttributeDeclared,
    AttributeSet,
    PointSpent,
    Track,
    TrackOpened,
    TrackSet,
)
from systems.freeform.people import Newcomer, introduce
from undertow.fields import OfDiver

DIVER: Final = "diver"
ATTRIBUTES: Final = ("grip", "calm", "depth")
TRACKS: Final = ("breath",)
MOST_BREATH: Final = 8
PACE: Final = 10

REACH: Final = "depth.reach"
"""Path of how many meters deep a diver can go."""
PRESSURE: Final = "dice.pressure"
"""Path of what the depth adds to a pool, below 0 takes."""

DERIVED: Final = (
    Derived(REACH, Product(factors=(Number(value=PACE), ValueOf(path="attributes.grip"))), (DIVER,), "UT-DIVER-03"),
    Derived(
        PRESSURE,
        AtLeast(value=ValueOf(path="attributes.depth"), threshold=20, then=Number(value=-1)),
        (DIVER,),
        "UT-DIVER-05",
    ),
)

Score = Annotated[int, Meta(ge=1, le=5)]


class Enlist(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """A diver comes into play."""

    grip: Annotated[Score, Meta(description="How strong and quick they are, in dice")] = 2
    calm: Annotated[Score, Meta(description="How well they keep their head, in dice")] = 2


class Dive(OfDiver, frozen=True, kw_only=True, omit_defaults=True):
    """A diver goes deeper, or less deep."""

    depth: Annotated[int, Meta(ge=1, le=100, description="How many meters below the surface they go")]


@command("A diver comes into play.")
def enlist(play: Play, command: Enlist) -> None:
    """UT-DIVER-01, UT-DIVER-02: a diver has grip and calm, eight breaths, and is at the surface."""
    who = introduce(play, command, DIVER)
    for name, base in (("grip", command.grip), ("calm", command.calm), ("depth", 0)):
        play.emit(who, AttributeDeclared(name=name, attribute=Attribute(base=base)))
    breath = Track(current=MOST_BREATH, minimum=0, maximum=MOST_BREATH)
    play.emit(who, TrackOpened(name="breath", track=breath))


@command("Dive to a depth.", by="owner")
def dive(play: Play, command: Dive) -> None:
    """UT-DIVER-03, UT-DIVER-04: nobody goes deeper than their grip allows; going down from the surface costs a breath."""
    reach = play.value(command.who, REACH).total
    if command.depth > reach:
        play.refuse("UT-DIVER-03", f"They cannot go deeper than {reach} meters.")
    if not is_below(play, command.who):
        with play.citing("UT-DIVER-04"):
            use_breath(play, command.who, 1)
    play.emit(command.who, AttributeSet(name="depth", base=command.depth))


def is_below(play: Play, who: str) -> bool:
    """Whether a diver is below the surface."""
    return play.value(who, "attributes.depth").total > 0


def must_be_below(play: Play, who: str) -> None:
    """UT-DIVER-06: what is done below is not done at the surface."""
    if not is_below(play, who):
        play.refuse("UT-DIVER-06", "They are at the surface; let them dive first.")


def use_breath(play: Play, who: str, amount: int) -> None:
    """Take breath from a diver, as far as there is any left."""
    left = play.character(who).tracks["breath"].current
    if left:
        play.emit(who, PointSpent(name="breath", amount=min(left, amount)))


def fill_breath(play: Play, who: str) -> None:
    """Let a diver breathe freely again."""
    play.emit(who, TrackSet(name="breath", current=MOST_BREATH))

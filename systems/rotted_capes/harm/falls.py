"""Falls: damage by the Areas fallen, Wounds from great heights, and dives into water."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from systems.rotted_capes.fields import Trained
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.harm.wounds import wound
from systems.rotted_capes.rolls.challenges import challenge, save
from systems.rotted_capes.sheet.conditions import DEAD, PRONE, put_in
from systems.rotted_capes.windows import Hit, Trial

HIGH: Final = 4
"""RC-FALL-03, ruling 60: the Areas of a fall that calls for a save; a higher one deals Wounds besides."""

DIVE: Final = 15


class Fall(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character fall."""

    who: CharacterRef
    areas: Annotated[int, Meta(ge=1, le=100, description="How many full Areas they fall")]
    water: Annotated[bool, Meta(description="Whether they fall into water")] = False
    dives: Annotated[bool, Meta(description="Whether they try to dive into it")] = False
    trained: Trained = False


@command("A character falls.", scene=True)
def fall(play: Play, command: Fall) -> None:
    """RC-FALL-01, RC-FALL-02, RC-FALL-03, RC-FALL-04, RC-FALL-05: let a character fall, with the effects of the
    height."""
    if command.dives and not command.water:
        play.refuse("RC-FALL-05", "There is no water to dive into.")
    softened = _softened(play, command.who, command.dives, trained=command.trained) if command.water else 0
    drop(play, command.who, command.areas - softened)


def drop(play: Play, who: str, areas: int) -> None:
    """RC-FALL-01, RC-FALL-02, ruling 60: the damage of a fall, which is kinetic, and Prone for a character who takes
    any."""
    if areas < 1:
        return
    with play.citing("RC-FALL-01"):
        dealt = inflict(play, who, Hit(dice=f"{areas}d8", type="kinetic", cause="fall"))
    if dealt.stamina and not conditions.has(play, who, PRONE):
        with play.citing("RC-FALL-02"):
            put_in(play, who, Condition(what=PRONE))
    if areas >= HIGH and not conditions.has(play, who, DEAD):
        _crash(play, who, areas)


def _crash(play: Play, who: str, areas: int) -> None:
    """RC-FALL-03, RC-FALL-04, ruling 60: a Wound unless a save holds, or 2 Wounds from higher up and 2 more unless it does."""
    higher = areas > HIGH
    with play.citing("RC-FALL-04" if higher else "RC-FALL-03"):
        if higher:
            wound(play, who, 2, "a fall")
        if conditions.has(play, who, DEAD):
            return
        difficulty = 20 + 5 * (areas - HIGH)
        if not save(play, Trial(who, "save", "save", difficulty, "constitution")).success:
            wound(play, who, 2 if higher else 1, "a fall")


def _softened(play: Play, who: str, dives: bool, *, trained: bool) -> int:
    """RC-FALL-05, ruling 61: water takes the first Area from a fall, or three of them with a dive that succeeds."""
    with play.citing("RC-FALL-05"):
        trial = Trial(who, "challenge", "challenge", DIVE, "dexterity")
        return 3 if dives and challenge(play, trial, trained=trained).success else 1

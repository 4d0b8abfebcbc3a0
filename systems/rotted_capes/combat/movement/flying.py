"""In the air: flight, swings from an anchor, hovering, and falling."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from domain.vocabulary.log import Noted
from systems.freeform.fields import Word
from systems.rotted_capes.combat import pace
from systems.rotted_capes.combat.allowances import HOVER
from systems.rotted_capes.fields import Ability, Because, Mode, Trained
from systems.rotted_capes.harm.falls import drop
from systems.rotted_capes.moments import FELLED, SLOWED, TURN_END
from systems.rotted_capes.rolls.challenges import Difficulty, challenge
from systems.rotted_capes.windows import Trial

AIRBORNE: Final = "airborne"
HANGING: Final = "hanging"
"""RC-MODE-10: a character hangs motionless from an anchor."""

ALOFT: Final[tuple[Mode, ...]] = ("fly", "swing")
"""The modes that lead through the air."""


class Hang(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Hold on to an anchor and stay where one is."""

    who: CharacterRef
    anchor: Annotated[Word, Meta(description="The solid thing that they hang from")]


class TryAnchor(Command, frozen=True, kw_only=True, omit_defaults=True):
    """An anchor is unstable, moves or is under attack."""

    who: CharacterRef
    ability: Annotated[Ability, Meta(description="The ability that holding on leans on")] = "dexterity"
    difficulty: Difficulty = 15
    trained: Trained = False
    why: Annotated[
        Literal["unstable", "moving", "attacked"], Meta(description="What is the matter with the anchor")
    ] = "unstable"


class NoteOverflight(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Zombies have seen a character fly over them."""

    who: CharacterRef
    because: Because = ""


def can_hover(play: Play, who: str) -> bool:
    """Whether a character can hover."""
    return bool(play.where(who, "traits", HOVER))


def height_of(play: Play, who: str) -> int:
    """RC-MODE-01, RC-MODE-10: return how many Areas up a character is, in the air or at an anchor."""
    return conditions.level(play, who, AIRBORNE) or conditions.level(play, who, HANGING)


def take_off(play: Play, who: str, mode: Mode, height: int) -> None:
    """RC-MODE-01, RC-MODE-09: note how many Areas up a flying or swinging creature is, until it lands, hangs or falls."""
    conditions.end(play, who, HANGING, "on the move")
    states = conditions.present(play, who, AIRBORNE).values()
    if [(state.source, state.level) for state in states] != [(mode, height)]:
        conditions.replace(play, who, AIRBORNE, "goes on otherwise", source=mode, level=height)


def land(play: Play, who: str) -> None:
    """Bring a character down of their own will."""
    conditions.end(play, who, AIRBORNE, "landed")
    conditions.end(play, who, HANGING, "landed")


def fall(play: Play, who: str, rule: str) -> None:
    """RC-MODE-02, RC-MODE-04: let a character in the air fall to the ground from the height at which they were."""
    height = height_of(play, who)
    with play.citing(rule):
        conditions.end(play, who, HANGING, "the anchor gives")
        conditions.end(play, who, AIRBORNE, "falls")
        drop(play, who, height)


def turn_ends(play: Play, who: str) -> None:
    """RC-MODE-02: let a creature in the air fall that cannot hover and has not moved at least 1 Area in this turn."""
    states = conditions.present(play, who, AIRBORNE)
    if not states or turns.running(play) is None:
        return
    if pace.used(play, who, "fly") + pace.used(play, who, "swing") < pace.unit(play) and not _stays(play, who):
        fall(play, who, "RC-MODE-02")


def _stays(play: Play, who: str) -> bool:
    """RC-MODE-09: whether a character stays in the air without moving; a swing never hovers."""
    swinging = any(state.source == "swing" for state in conditions.present(play, who, AIRBORNE).values())
    return can_hover(play, who) and not swinging


def felled(play: Play, who: str) -> None:
    """RC-MODE-04: a flyer who comes to be Prone or Restrained, or whose Pace becomes 0, falls, unless they hover."""
    if conditions.has(play, who, AIRBORNE) and not _stays(play, who):
        fall(play, who, "RC-MODE-04")


def slowed(play: Play, who: str) -> None:
    """RC-MODE-04, RC-EXH-02: a flyer falls whose Pace has become 0 by exhaustion, Wounds or a load, unless they hover."""
    states = conditions.present(play, who, AIRBORNE).values()
    if states and not any(pace.base(play, who, _mode(state)) for state in states):
        felled(play, who)


def _mode(state: Condition) -> Mode:
    """Return the mode by which a character in the air is there."""
    return next((mode for mode in ALOFT if mode == state.source), "fly")


def check_aloft(play: Play, mode: Mode, anchor: str) -> None:
    """RC-MODE-08: refuse a swing without an anchor within range."""
    if mode == "swing" and not anchor:
        play.refuse("RC-MODE-08", "A swing takes a sturdy anchor within range: name the wall, beam, tree or vehicle.")


def rise(play: Play, who: str, mode: Mode, height: int, covered: int) -> None:
    """RC-MODE-01: use up Pace for going up or down further than what was covered on the way, as flight goes any way."""
    more = steep(play, who, mode, height, covered)
    if more:
        pace.check(play, who, mode, more * pace.unit(play))
        pace.spend(play, who, mode, more * pace.unit(play), more)


def steep(play: Play, who: str, mode: Mode, height: int, covered: int) -> int:
    """RC-MODE-01: return how many Areas further a character goes up or down than what is covered on the way."""
    return max(0, abs(height - height_of(play, who)) - covered) if mode in ALOFT else 0


def after_moving(play: Play, who: str, mode: Mode, height: int) -> None:
    """RC-MODE-01, RC-MODE-03, RC-MODE-09: be in the air after the move, or on the ground.

    A swing as normal movement ends on the ground; with a Dash it may end in mid-swing.
    """
    if mode == "swing" and height and not conditions.has(play, who, pace.DASHING):
        play.refuse("RC-MODE-09", "A swing ends on the ground; only with a Dash can they stay in mid-swing.")
    if height and mode in ALOFT:
        take_off(play, who, mode, height)
    else:
        land(play, who)


@command("Hang motionless from an anchor.", by="owner", scene=True)
def hang(play: Play, command: Hang) -> None:
    """RC-MODE-10: let an anchored creature hang and stay where it is; it is no longer in the air."""
    if pace.base(play, command.who, "swing") < 1:
        play.refuse("RC-MODE-08", "They have no line to hang from; it takes a power that swings.")
    height = height_of(play, command.who)
    conditions.end(play, command.who, AIRBORNE, "hangs")
    conditions.replace(play, command.who, HANGING, source=command.anchor, level=height, rules=("RC-MODE-10",))


@command("Call for a Challenge because an anchor is unstable, moves or is under attack.", scene=True)
def try_anchor(play: Play, command: TryAnchor) -> None:
    """RC-MODE-11: the Editor-in-Chief asks for a Challenge; a character who fails it falls."""
    trial = Trial(command.who, "challenge", "challenge", command.difficulty, command.ability)
    with play.citing("RC-MODE-11"):
        holds = challenge(play, trial, trained=command.trained).success
        play.emit(command.who, Noted(name="anchor", data={"why": command.why, "holds": holds}))
    if not holds:
        fall(play, command.who, "RC-MODE-11")


@command("Record that zombies have followed a character's flight.")
def note_overflight(play: Play, command: NoteOverflight) -> None:
    """RC-MODE-05: zombies that see a hero pass overhead follow, and may come to where people live."""
    play.emit(command.who, Noted(name="overflight", text=command.because, rules=("RC-MODE-05",)))


MOMENTS: Final = {TURN_END: (turn_ends,), FELLED: (felled,), SLOWED: (slowed,)}

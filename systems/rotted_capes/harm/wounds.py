"""Wounds: how they are suffered and mended, and who goes down at 0 Stamina, at 0 Wounds, or at both.

A character who is down for want of Stamina or Wounds is so until the track rises above 0 again.
"""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, pools
from domain.kit.commands import command
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.bodies import Condition
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.values import TrackSet
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import SLOWED, SPENT
from systems.rotted_capes.sheet.conditions import DEAD, INCAPACITATED, UNCONSCIOUS, put_in
from systems.rotted_capes.sheet.exhaustion import DEADLY, level, weigh
from systems.rotted_capes.sheet.people import is_hero, is_zombie
from systems.rotted_capes.windows import DYING, Dying

STAMINA: Final = "stamina"
WOUNDS: Final = "wounds"
"""The tracks, and what a character is down by: the sources of what puts them down."""

HIATUSES: Final = "hiatuses"
"""A counter of the Hiatuses since the last wound recovery, or since the first Wound (ruling 50)."""

FLAW: Final = "flaw"
"""The kind of trait that a physical flaw is."""

SUFFOCATED: Final = "suffocated"
"""A condition of a character who has run out of breath: neither Stamina nor Wounds come back, nor is death escaped."""


class SufferWounds(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Wound a character without an attack roll."""

    who: CharacterRef
    wounds: Annotated[int, Meta(ge=1, le=100, description="How many Wounds they suffer")] = 1
    because: Because = ""


class Mend(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A power, a story or a healer gives back what was lost."""

    who: CharacterRef
    stamina: Annotated[int, Meta(ge=0, le=100_000, description="How much Stamina comes back")] = 0
    wounds: Annotated[int, Meta(ge=0, le=100, description="How many Wounds come back")] = 0
    because: Because = ""


def left(play: Play, who: str, track: str) -> int:
    """Return how much of Stamina or how many Wounds a character has left; 0 for who has no such track."""
    return pools.current(play, who, track)


def wound(play: Play, who: str, count: int, why: str = "") -> int:
    """RC-DMG-06, RC-DEATH-02, ruling 6: let a character suffer Wounds, as many as there are left, and what that leads
    to."""
    lost = hurt(play, who, count, why)
    sink(play, who)
    return lost


def hurt(play: Play, who: str, count: int, why: str = "") -> int:
    """Take Wounds from a character, and let nothing come of it yet; how many there were to take."""
    if count and not play.value(who, "wounds.suffered").total and counters.times(play, who, HIATUSES):
        counters.clear(play, who, HIATUSES)
    with play.citing("RC-DMG-06"):
        lost = pools.lose(play, who, WOUNDS, count, harm=why)
    weigh(play, who, lost)
    return lost


def sink(play: Play, who: str) -> None:
    """RC-DEATH-01, RC-DEATH-03, RC-DEATH-04, RC-ZOM-03, RC-MODE-04: bring down a creature that has nothing left, as far as that
    goes, and out of the air where Wounds leave it no Pace."""
    if conditions.has(play, who, DEAD):
        return
    if is_zombie(play, who):
        if not left(play, who, WOUNDS):
            die(play, who, "RC-ZOM-03")
    elif not left(play, who, WOUNDS) and not left(play, who, STAMINA):
        fade(play, who)
    elif not left(play, who, WOUNDS):
        _down(play, who, INCAPACITATED, WOUNDS, "RC-DEATH-03")
    elif not left(play, who, STAMINA) and _has_stamina(play, who):
        _down(play, who, UNCONSCIOUS, STAMINA, "RC-DEATH-01")
    tired = level(play, who)
    if tired >= DEADLY and not conditions.has(play, who, DEAD):
        with play.citing("RC-EXH-03"):
            come(play, SPENT, who)
    elif tired:
        come(play, SLOWED, who)


def _has_stamina(play: Play, who: str) -> bool:
    """Whether a character ever has Stamina, though exhaustion or a disease may leave them none."""
    return pools.has(play, who, STAMINA) and bool(play.character(who).tracks[STAMINA].maximum)


def worn_out(play: Play, who: str) -> None:
    """RC-DEATH-01, RC-EXH-07: bring down a creature whose exhaustion has left it no Stamina."""
    drained = _has_stamina(play, who) and not left(play, who, STAMINA) and not is_zombie(play, who)
    if drained and not conditions.present(play, who, UNCONSCIOUS, source=STAMINA):
        sink(play, who)


def _down(play: Play, who: str, what: str, source: str, rule: str) -> None:
    """Put a character down by a track that is empty, unless they are already."""
    if not conditions.present(play, who, what, source=source):
        with play.citing(rule):
            put_in(play, who, Condition(what=what, source=source))


def fade(play: Play, who: str) -> None:
    """RC-DEATH-04, RC-DEATH-06, ruling 28: at 0 Wounds and 0 Stamina a character is dead, unless a hero is kept alive.

    Nobody who cannot breathe is kept alive; it is too early to say that they are dead (ruling 66).
    """
    if conditions.has(play, who, SUFFOCATED):
        _down(play, who, UNCONSCIOUS, STAMINA, "RC-DEATH-01")
        return
    if not is_hero(play, who):
        die(play, who, "RC-DEATH-04")
    elif not DYING.open(play, who, Dying(who)).saved:
        if flawed(play, who):
            survive(play, who)
        else:
            die(play, who, "RC-DEATH-04")


def flawed(play: Play, who: str) -> bool:
    """RC-DEATH-06, ruling 48: whether a hero takes a physical flaw, and 1 Wound less at most, instead of dying."""
    most = play.character(who).tracks[WOUNDS].maximum or 0
    if most < 2:
        return False
    prompt = "Do they take a physical flaw, and a Wound less at most from now on, instead of dying?"
    with play.citing("RC-DEATH-06"):
        if play.ask("flaw", who, ("flaw", "die"), "die", prompt) == "die":
            return False
        take_flaw(play, who)
        play.emit(who, TrackSet(name=WOUNDS, maximum=most - 1))
    return True


def take_flaw(play: Play, who: str) -> None:
    """Ruling 17: a hero has a physical flaw from now on; which one it is, the table decides."""
    play.emit(who, TraitGained(name=play.new_id(FLAW), trait=Trait(kind=FLAW, title="A physical flaw")))


def survive(play: Play, who: str) -> None:
    """RC-DEATH-05, ruling 48: a hero who escapes death has 1 Wound left, and is Unconscious."""
    pools.put_at(play, who, WOUNDS, 1)
    rouse(play, who)
    _down(play, who, UNCONSCIOUS, STAMINA, "RC-DEATH-05")


def die(play: Play, who: str, rule: str) -> None:
    """Write down that a character is dead, or destroyed, by a rule."""
    if not conditions.has(play, who, DEAD):
        conditions.gain(play, who, DEAD, rules=(rule,), title="destroyed" if is_zombie(play, who) else "")


def regain(play: Play, who: str, *, stamina: int | None = 0, wounds: int = 0) -> None:
    """RC-DEATH-05, ruling 52: Stamina (all of it for None) and Wounds come back, and who was down for want of them gets up."""
    if conditions.has(play, who, SUFFOCATED):
        play.refuse("RC-SUFF-03", "They cannot breathe; let them breathe first.")
    if stamina is None or stamina:
        pools.heal(play, who, STAMINA, stamina)
    pools.heal(play, who, WOUNDS, wounds)
    rouse(play, who)


def rouse(play: Play, who: str) -> None:
    """Ruling 52: who was Unconscious for want of Stamina wakes when there is some, and so with Wounds."""
    if left(play, who, STAMINA):
        with play.citing("RC-RULING-52"):
            conditions.end(play, who, UNCONSCIOUS, "awake", source=STAMINA)
    if left(play, who, WOUNDS):
        conditions.end(play, who, INCAPACITATED, "it heals", source=WOUNDS)


def spent(play: Play, who: str) -> None:
    """RC-EXH-03: the sixth level of exhaustion is death."""
    die(play, who, "RC-EXH-03")


@command("Wound a character without an attack roll.", scene=True)
def suffer_wounds(play: Play, command: SufferWounds) -> None:
    """RC-DMG-06, RC-DEATH-02, RC-DEATH-03, RC-DEATH-04, RC-RULING-06: Wounds are a track of their own."""
    wound(play, command.who, command.wounds, command.because)


@command("Give a character Stamina or Wounds back.")
def mend(play: Play, command: Mend) -> None:
    """RC-DMG-06, RC-RULING-52: give back Stamina and Wounds, up to their maximum; a creature that was down for want of
    them wakes."""
    if conditions.has(play, command.who, DEAD):
        play.refuse("RC-DEATH-04", "They are dead and recover no Stamina or Wounds; return them to life first.")
    regain(play, command.who, stamina=command.stamina, wounds=command.wounds)


MOMENTS: Final = {SPENT: (spent,), SLOWED: (worn_out,)}
"""Handlers of what comes with exhaustion."""

"""Healing: Stamina at the end of a scene, and Wounds by Hiatuses and a save."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, pools
from domain.kit.commands import command
from domain.messages import numbered
from domain.play.moments import everyone
from domain.play.play import Play
from domain.vocabulary.values import Attribute, AttributeDeclared, AttributeRaised
from systems.rotted_capes.harm.wounds import (
    HIATUSES,
    STAMINA,
    SUFFOCATED,
    WOUNDS,
    die,
    left,
    regain,
    take_flaw,
    wound,
)
from systems.rotted_capes.moments import HIATUS
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.sheet.conditions import DEAD, UNCONSCIOUS
from systems.rotted_capes.sheet.people import ABILITIES, is_hero, is_zombie
from systems.rotted_capes.windows import RECOVERED, Recovery, Trial

DIFFICULTY: Final = 15
"""RC-HEAL-04: the number of a wound recovery, a Routine one."""

WORSE: Final = 5
"""RC-HEAL-06: a roll that falls so far short costs a point of an attribute."""


class RecoverWound(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero has rested long enough to recover from a Wound."""

    who: CharacterRef
    treated: Annotated[
        bool, Meta(description="Whether a character with a Skill Set for it, such as Doctor, treats them")
    ] = False


def scene_ends(play: Play, _: str) -> None:
    """RC-HEAL-01: let everybody in the scene catch their breath as it ends."""
    for who in everyone(play):
        if who.startswith("character/") and play.exists(who):
            _breathe_again(play, who)


def _breathe_again(play: Play, who: str) -> None:
    """RC-HEAL-01, RC-HEAL-02, rulings 52 and 75: heroes recover all Stamina, and half of it where they lie Unconscious."""
    if not is_hero(play, who) or conditions.has(play, who, DEAD, SUFFOCATED):
        return
    down = bool(conditions.present(play, who, UNCONSCIOUS, source=STAMINA))
    with play.citing("RC-HEAL-02" if down else "RC-HEAL-01"):
        most = play.value(who, f"tracks.{STAMINA}.maximum").total
        regain(play, who, stamina=most // 2 if down else None)


def hiatus_over(play: Play, who: str) -> None:
    """RC-HEAL-03: a Hiatus counts towards the recovery of the Wounds that a character has suffered."""
    if suffered(play, who):
        counters.count(play, who, HIATUSES, title="Hiatuses with Wounds")


def suffered(play: Play, who: str) -> int:
    """Ruling 6: how many Wounds a character has suffered and not recovered."""
    return play.value(who, "wounds.suffered").total


@command("Try to recover from a Wound, after a Hiatus for each.", by="owner")
def recover_wound(play: Play, command: RecoverWound) -> None:
    """RC-DIS-05, RC-HEAL-03, RC-HEAL-04, RC-HEAL-05, RC-HEAL-06, RC-RULING-50: a Constitution save, after as many Hiatuses as Wounds."""
    who, taken = command.who, suffered(play, command.who)
    if is_zombie(play, who):
        play.refuse("RC-RULING-75", "Zombies do not recover by resting.")
    if not taken or conditions.has(play, who, DEAD):
        play.refuse("RC-RULING-50", "There is no Wound to recover from.")
    if not pools.room(play, who, WOUNDS):
        play.refuse("RC-DIS-05", "All their Wounds come from a disease and can't heal before it is cured.")
    rested = counters.times(play, who, HIATUSES)
    if rested < taken:
        play.refuse(
            "RC-HEAL-03",
            "They have {wounds} and {rests} since; it takes one for each.",
            wounds=numbered("{count} Wound", "{count} Wounds", taken),
            rests=numbered("{count} Hiatus", "{count} Hiatuses", rested),
        )
    counters.restart(play, who, HIATUSES)
    trial = Trial(who, "save", "save", DIFFICULTY, "constitution")
    tried = save(play, trial.favoured("RC-HEAL-05") if command.treated else trial)
    recovery = Recovery(who, tried)
    if tried.natural == 1 or not tried.success:
        recovery = RECOVERED.open(play, who, recovery)
    if not recovery.ignored:
        _result(play, recovery)


def _result(play: Play, recovery: Recovery) -> None:
    """RC-HEAL-06, ruling 51: do what a row of the table says; a kept natural 1 has its own, whatever the total."""
    who, tried = recovery.who, recovery.tried
    with play.citing("RC-HEAL-06"):
        if tried.natural == 1:
            _sicken(play, who)
        elif tried.success:
            regain(play, who, wounds=1)
        elif tried.roll.margin <= -WORSE:
            _weaken(play, who)


def _sicken(play: Play, who: str) -> None:
    """RC-HEAL-06, RC-HEAL-07, ruling 48: an additional Wound, which kills with the last one; or a flaw, and a Wound less."""
    prompt = "They get worse: an additional Wound, or a physical flaw that heals a Wound?"
    if play.ask("worse", who, ("wound", "flaw"), "wound", prompt) == "flaw":
        with play.citing("RC-HEAL-07"):
            take_flaw(play, who)
            regain(play, who, wounds=1)
        return
    wound(play, who, 1, "wound recovery")
    if not left(play, who, WOUNDS):
        die(play, who, "RC-HEAL-06")


def _weaken(play: Play, who: str) -> None:
    """RC-HEAL-06, ruling 51: a random ability score is 1 lower for good."""
    name = ABILITIES[play.roll(who, "attribute", "1d6").total - 1]
    if name in play.character(who).attributes:
        play.emit(who, AttributeRaised(name=name, amount=-1))
    else:
        base = play.value(who, f"attributes.{name}").base - 1
        play.emit(who, AttributeDeclared(name=name, attribute=Attribute(base=base)))


MOMENTS: Final = {"scene_end": (scene_ends,), HIATUS: (hiatus_over,)}

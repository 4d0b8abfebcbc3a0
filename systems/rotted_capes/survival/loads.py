"""Encumbrance: what a character carries past all reason, as the Editor-in-Chief sees it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierChanged, ModifierLifted
from systems.rotted_capes.fields import Because
from systems.rotted_capes.moments import SLOWED
from systems.rotted_capes.sheet.people import LOAD
from systems.rotted_capes.windows import ROLLING, Trial

_WEIGHS: Final = {"load": (LOAD, 1), "load-avoidance": ("attributes.avoidance", -1)}
"""The modifiers of a load by name: what each level changes, and by how much."""


class Encumber(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Load a character with too much, or with that no longer."""

    who: CharacterRef
    levels: Annotated[int, Meta(ge=0, le=20, description="Levels of encumbrance from now on; 0 for none")]
    because: Because = ""


@command("Say how many levels of encumbrance weigh on a character.")
def encumber(play: Play, command: Encumber) -> None:
    """RC-ENC-01, RC-ENC-02: set the levels of encumbrance; each takes 1 from Pace and Avoidance, and a reasonable load
    is none."""
    modifiers = play.character(command.who).modifiers
    for name, (path, each) in _WEIGHS.items():
        amount = each * command.levels
        if name not in modifiers and amount:
            one = Modifier(path=path, amount=amount, title=command.because or "encumbrance", source="RC-ENC-02")
            play.emit(command.who, ModifierApplied(name=name, modifier=one))
        elif name in modifiers and amount:
            play.emit(command.who, ModifierChanged(name=name, amount=amount))
        elif name in modifiers:
            play.emit(command.who, ModifierLifted(name=name, because=command.because))
    come(play, SLOWED, command.who)


def burdened(play: Play, who: str, trial: Trial) -> Trial:
    """RC-ENC-02: each level takes 1 from Strength and Dexterity Challenges."""
    if trial.purpose != "challenge" or trial.ability not in ("strength", "dexterity"):
        return trial
    return trial.with_addends(*addend("encumbrance", -play.value(who, LOAD).total, source="RC-ENC-02"))


WINDOWS: Final = {ROLLING: (burdened,)}

"""Rolls that stand for themselves: attacks, saves, checks."""

from __future__ import annotations

from typing import assert_never

from api.imports.avrae.retelling.combatants import Combatants
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.happenings import AttackRolled, CheckRolled, DeathSaveRolled, RecordedRoll, SaveRolled

AnyRolled = AttackRolled | SaveRolled | CheckRolled | DeathSaveRolled | RecordedRoll

_DEATH_SAVE = 10
"""The number that a death save must reach."""


def write_roll(scribe: Scribe, combatants: Combatants, rolled: AnyRolled) -> None:
    """Write a roll down with its dice and its target. An automatic hit or miss has no roll."""
    source, roll = rolled.source, rolled.roll
    if roll is None:
        return
    who = combatants.ref
    match rolled:
        case AttackRolled(by=by, target=target, ac=ac):
            # That a monster was hit the bot says aloud; what it takes to hit it only the game master knows.
            aim = combatants.find(target)
            veiled = aim is not None and aim.private
            scribe.roll(source, "attack", roll, actor=who(by), target=ac, veiled=veiled)
        case SaveRolled(who=one, ability=ability, dc=dc):
            scribe.roll(source, f"{ability} save", roll, actor=who(one), target=dc)
        case CheckRolled(who=one, check=check, dc=dc, note=note):
            scribe.roll(source, f"{check} check", roll, actor=who(one), target=dc, reason=note or None)
        case DeathSaveRolled(who=one):
            scribe.roll(source, "death save", roll, actor=who(one), target=_DEATH_SAVE)
        case RecordedRoll(by=by, label=label, hidden=hidden):
            scribe.roll(source, label or "roll", roll, actor=who(by), audience="gm" if hidden else "all")
        case _:
            assert_never(rolled)

"""Hit points: damage, healing, temporary hit points, and values set by hand."""

from __future__ import annotations

import re
from typing import assert_never

from api.imports.avrae.retelling.combatants import HP, TEMPORARY, Combatants
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.happenings import Damaged, Healed, HpSet, TempHpGained, Unexplained

_HARM = re.compile(r"\[([^\]]+)\]")


class HealthWriter:
    """A writer of changes to HP. For combatants with unknown HP only the dice are kept."""

    def __init__(self, scribe: Scribe, combatants: Combatants) -> None:
        self._scribe = scribe
        self._combatants = combatants

    def change(self, changed: Damaged | Healed | TempHpGained | HpSet | Unexplained) -> None:
        match changed:
            case Damaged():
                self._damage(changed)
            case Healed():
                self._heal(changed)
            case TempHpGained():
                self._add(changed)
            case HpSet(command=command):
                self._set(changed, command)
            case Unexplained():
                self._set(changed, "the recording shows it and does not say why")
            case _:
                assert_never(changed)

    def _damage(self, damaged: Damaged) -> None:
        """Dice and damage are one entry. By resistances less may be lost than the dice show."""
        combatant = self._combatants.with_hp(damaged.target)
        source, roll = damaged.source, damaged.roll
        if combatant is None or damaged.amount == 0:
            if roll is not None:
                self._scribe.roll(source, "damage", roll, actor=self._combatants.ref(damaged.by))
            return
        args = {
            "target": combatant.ref,
            "track": HP,
            "temporary": TEMPORARY,
            "stop_at_minimum": combatant.player,
        }
        thrown = self._scribe.as_rolled_dice(source, roll) if roll is not None else None
        if roll is None or thrown is None:
            self._scribe.write(source, "damage", {**args, "amount": damaged.amount})
            return
        notation, faces = thrown
        harm = ", ".join(dict.fromkeys(_HARM.findall(notation)))
        dealt = {} if damaged.amount == roll.total else {"amount": damaged.amount}
        self._scribe.write(source, "damage", {**args, **dealt, "notation": notation, "harm": harm}, dice=faces)

    def _heal(self, healed: Healed) -> None:
        combatant = self._combatants.with_hp(healed.target)
        if healed.roll is not None:
            self._scribe.roll(healed.source, "healing", healed.roll, actor=self._combatants.ref(healed.target))
        if combatant is not None and healed.amount:
            points = {"target": combatant.ref, "track": HP, "amount": healed.amount}
            self._scribe.write(healed.source, "heal", points)

    def _add(self, gained: TempHpGained) -> None:
        """Add temporary HP; they replace earlier ones."""
        combatant = self._combatants.with_hp(gained.target)
        if gained.roll is not None:
            self._scribe.roll(gained.source, "temporary HP", gained.roll, actor=self._combatants.ref(gained.target))
        if combatant is not None:
            self._combatants.set_track(gained.source, combatant, TEMPORARY, gained.amount)

    def _set(self, changed: HpSet | Unexplained, reason: str) -> None:
        combatant = self._combatants.find(changed.target)
        if combatant is None:
            return
        if isinstance(changed, Unexplained):
            differ, left = self._combatants.differ, self._combatants.left
            differ(changed.source, combatant.name, "hp", log=changed.hp, ours=left(combatant, HP))
            differ(changed.source, combatant.name, "temporary HP", log=changed.temp_hp, ours=left(combatant, TEMPORARY))
        self._combatants.set_track(changed.source, combatant, HP, changed.hp, reason)
        self._combatants.set_track(changed.source, combatant, TEMPORARY, changed.temp_hp, reason)

"""HP and effects as they follow from the happenings alone, to be held against the next state."""

from __future__ import annotations

import msgspec

from api.imports.avrae.recording.events import EffectData
from api.imports.avrae.story.happenings import (
    CombatantJoined,
    CombatantLeft,
    Damaged,
    EffectAdded,
    EffectEnded,
    Happening,
    Healed,
    HpSet,
    TempHpGained,
    Unexplained,
)


class TalliedHealth(msgspec.Struct, frozen=True):
    """Health of a combatant: players stop at 0 HP; others go below. `max_hp` bounds healing."""

    hp: int
    temp_hp: int
    max_hp: int | None
    player: bool

    def damaged(self, amount: int) -> TalliedHealth:
        absorbed = min(self.temp_hp, amount)
        hp = self.hp - (amount - absorbed)
        return msgspec.structs.replace(self, hp=max(hp, 0) if self.player else hp, temp_hp=self.temp_hp - absorbed)

    def healed(self, amount: int) -> TalliedHealth:
        hp = self.hp + amount
        return self if self.max_hp is not None and self.hp >= self.max_hp else self.at(min(hp, self.max_hp or hp))

    def at(self, hp: int) -> TalliedHealth:
        return msgspec.structs.replace(self, hp=hp)


class Tally:
    """Health by combatant; effects by their own id, with the combatant that bears them. Grows by `count`.

    A combatant that joined without visible HP has no health here until a state shows it.
    """

    def __init__(self) -> None:
        self.health: dict[str, TalliedHealth] = {}
        self.effects: dict[str, tuple[str, EffectData]] = {}
        self._unseen: dict[str, TalliedHealth] = {}

    def count(self, happening: Happening) -> None:
        match happening:
            case CombatantJoined(who=who, hp=hp, temp_hp=temp_hp, max_hp=max_hp, kind=kind) if who.id is not None:
                seen = self._unseen if hp is None else self.health
                seen[who.id] = TalliedHealth(hp or 0, temp_hp, max_hp, player=kind == "player")
            case CombatantLeft(who=who) if who.id is not None:
                self.health.pop(who.id, None)
                self._unseen.pop(who.id, None)
                self.effects = {id_: each for id_, each in self.effects.items() if each[0] != who.id}
            case EffectAdded(target=target, effect=effect) if target is not None and target.id is not None:
                self.effects[effect.id] = (target.id, effect)
            case EffectEnded(effect=effect):
                self.effects.pop(effect.id, None)
            case Damaged(target=target) | Healed(target=target) | TempHpGained(target=target) if target is not None:
                self._changed(target.id, happening)
            case HpSet(target=target) | Unexplained(target=target) if target.id is not None:
                if (first := self._unseen.pop(target.id, None)) is not None:
                    self.health[target.id] = first
                self._changed(target.id, happening)

    def _changed(self, combatant: str | None, happening: Happening) -> None:
        if combatant is None or (before := self.health.get(combatant)) is None:
            return
        match happening:
            case Damaged(amount=amount):
                after = before.damaged(amount)
            case Healed(amount=amount):
                after = before.healed(amount)
            case TempHpGained(amount=amount):
                after = msgspec.structs.replace(before, temp_hp=amount)
            case HpSet(hp=hp, temp_hp=temp_hp) | Unexplained(hp=hp, temp_hp=temp_hp):
                after = msgspec.structs.replace(before, hp=hp, temp_hp=temp_hp)
            case _:
                return
        self.health[combatant] = after

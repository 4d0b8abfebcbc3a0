"""Effects as conditions, with what they change as modifiers on top, ending when Avrae ends them.

An effect lasts so many turns of its bearer, or as long as the effect that it is a part of, whichever ends first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from api.imports.avrae.recording.events import EffectData
from api.imports.avrae.recording.passives import Value, bonus, set_to
from api.imports.avrae.retelling.combatants import AC, HP, Combatant, Combatants
from api.imports.avrae.retelling.fight import Fight
from api.imports.avrae.retelling.scribe import Scribe
from api.imports.avrae.story.happenings import EffectAdded, EffectEnded, RecordedSource
from domain.vocabulary.anchors import AtMoment, WhilePresent
from domain.vocabulary.bodies import Condition, ConditionGained

_LONGEST_NAME = 80
_MOST_ROUNDS = 1_000_000
"""Longer durations (two months of rounds) count as endless."""

_CHANGED: tuple[tuple[Value, str, str, str], ...] = (
    ("ac", "attributes", AC, "base"),
    ("max_hp", "tracks", HP, "maximum"),
)
"""Values that effects change, and their place on the sheet: component, name and field."""


class StandingEffects(msgspec.Struct, frozen=True):
    """An effect that was written down: who bears it, by which name the condition goes, and the effect itself."""

    bearer: Combatant
    name: str
    effect: EffectData

    @property
    def path(self) -> str:
        return f"{self.bearer.ref}.conditions.{self.name}"


class Effects:
    """All effects written down, by their id in the recording."""

    def __init__(self, scribe: Scribe, combatants: Combatants, fight: Fight) -> None:
        self._scribe = scribe
        self._combatants = combatants
        self._fight = fight
        self._written: dict[str, StandingEffects] = {}

    def add(self, added: EffectAdded) -> None:
        """An effect begins; where it stood already it begins anew."""
        bearer = self._combatants.find(added.target)
        if bearer is None:
            return
        self._end(added.source, added.effect.id, "renewed")
        by = self._combatants.find(added.by)
        effect, until = added.effect, self._until(bearer, added.effect)
        afflict = {
            "target": bearer.ref,
            "what": effect.name[:_LONGEST_NAME] or "effect",
            "tags": tuple(_tags(effect)),
            "data": {"effect": effect.id},
            **({} if until is None else {"until": msgspec.to_builtins(until)}),
            **({"against": by.ref} if by is not None and by != bearer else {}),
        }
        drafted = self._scribe.write(added.source, "afflict", afflict)
        if drafted is None:
            return
        name = next(h.event.name for h in drafted.emitted if isinstance(h.event, ConditionGained))
        self._written[effect.id] = standing = StandingEffects(bearer, name, effect)
        self._change_values(added.source, standing)

    def end(self, ended: EffectEnded) -> None:
        """An effect ends, and its children with it; one that has ended by itself in the campaign stays as it is."""
        self._end(ended.source, ended.effect.id, ended.cause)

    def recount(self, source: RecordedSource) -> None:
        """After the turn went back or elsewhere: effects last as many turns more as follow from round and turn."""
        for standing in self._written.values():
            condition = self.condition(standing)
            wanted = self._until(standing.bearer, standing.effect)
            if condition is not None and isinstance(wanted, AtMoment) and condition.until != wanted:
                setting = {
                    "target": standing.bearer.ref,
                    "path": f"conditions.{standing.name}.until",
                    "value": msgspec.to_builtins(wanted),
                }
                self._scribe.write(source, "set", setting, reason="its duration follows the turn")

    def borne_by(self, combatant: Combatant) -> list[tuple[str, str]]:
        """Return the effects that a combatant bears in the campaign: their ids in the recording, and their names."""
        conditions = self._scribe.state(combatant.ref).conditions
        return [(str(each.data.get("effect")), each.what) for each in conditions.values()]

    def remaining(self, effect: str) -> int | None:
        """Return how many of its bearer's turns an effect of the campaign still lasts; None for one without an end."""
        standing = self._written.get(effect)
        condition = self.condition(standing) if standing is not None else None
        match condition.until if condition is not None else None:
            case AtMoment(passing=passing):
                return passing + 1
            case WhilePresent(path=path):
                parent = next((id_ for id_, each in self._written.items() if each.path == path), None)
                return None if parent is None else self.remaining(parent)
            case _:
                return None

    def condition(self, standing: StandingEffects) -> Condition | None:
        """Return an effect's condition in the campaign, while it lasts there."""
        return self._scribe.state(standing.bearer.ref).conditions.get(standing.name)

    def _end(self, source: RecordedSource, effect: str, because: str) -> None:
        standing = self._written.pop(effect, None)
        if standing is not None and self.condition(standing) is not None:
            relieve = {"target": standing.bearer.ref, "condition": standing.name, "because": because}
            self._scribe.write(source, "relieve", relieve)

    def _until(self, bearer: Combatant, effect: EffectData) -> AtMoment | WhilePresent | None:
        """Return the end of an effect: its own last turn, or the end of the effect that it is a part of if that comes
        first.
        """
        parent = self._written.get(effect.parent.effect_id) if effect.parent is not None else None
        if parent is not None and (effect.end_round is None or self._ends_first(parent, bearer, effect)):
            return WhilePresent(path=parent.path)
        left = self._turns_left(bearer, effect)
        if left is None:
            return None
        moment = "turn_end" if effect.end_on_turn_end else "turn_start"
        return AtMoment(moment=moment, subject=bearer.ref, passing=max(left - 1, 0))

    def _ends_first(self, parent: StandingEffects, bearer: Combatant, effect: EffectData) -> bool:
        """Whether a parent, or one above it, ends no later than the effect by itself."""
        above: StandingEffects | None = parent
        seen: set[str] = set()
        own = (effect.end_round or 0, self._fight.place(bearer.ref))
        while above is not None and above.name not in seen:
            seen.add(above.name)
            end = above.effect.end_round
            if end is not None and (end, self._fight.place(above.bearer.ref)) <= own:
                return True
            reference = above.effect.parent
            above = self._written.get(reference.effect_id) if reference is not None else None
        return False

    def _turns_left(self, bearer: Combatant, effect: EffectData) -> int | None:
        """Return the turns left, computed from the round and from whether this round's tick is past: Avrae keeps no
        count.
        """
        if effect.end_round is None or abs(effect.end_round) > _MOST_ROUNDS:
            return None
        left = effect.end_round - self._fight.pace.round
        acting = self._fight.acting()
        if not acting:
            return left
        here, place = self._fight.place(acting[0]), self._fight.place(bearer.ref)
        ticked = here > place if effect.end_on_turn_end else here >= place
        return left if ticked else left + 1

    def _change_values(self, source: RecordedSource, standing: StandingEffects) -> None:
        """Armour class and greatest HP are other ones as long as the effect stands; what an effect sets lowers nothing."""
        for value, component, name, field in _CHANGED:
            instance = self._scribe.state(standing.bearer.ref).instances(component).get(name)
            base = getattr(instance, field, None)
            if base is None:
                continue
            path = f"{component}.{name}" if component == "attributes" else f"{component}.{name}.{field}"
            if (least := set_to(standing.effect, value)) is not None:
                best = {"operation": "set", "amount": max(base, least), "type": "effect", "stacking": "best"}
                self._modify(source, standing, {"path": path, **best})
            if more := bonus(standing.effect, value):
                self._modify(source, standing, {"path": path, "amount": more})

    def _modify(self, source: RecordedSource, standing: StandingEffects, change: dict[str, Any]) -> None:
        hangs = {"source": standing.effect.name, "until": {"by": "instance", "path": standing.path}}
        self._scribe.write(source, "modify", {"target": standing.bearer.ref, **hangs, **change})


def _tags(effect: EffectData) -> Iterator[str]:
    """`concentration`, and every passive change in words: `resistances fire`, `check_adv wisdom`."""
    if effect.concentration:
        yield "concentration"
    for key, value in {**effect.effects, **effect.effect}.items():
        for each in value if isinstance(value, list | tuple) else (value,):
            yield f"{key} {each.get('dtype', each) if isinstance(each, Mapping) else each}"[:_LONGEST_NAME]

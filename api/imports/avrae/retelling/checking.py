"""The campaign held against the recording, at every state that the recording shows."""

from __future__ import annotations

from api.imports.avrae.recording.states import CombatantState, CombatState
from api.imports.avrae.retelling.combatants import AC, HP, TEMPORARY, Combatant, Combatants
from api.imports.avrae.retelling.effects import Effects
from api.imports.avrae.retelling.fight import Fight
from api.imports.avrae.story.happenings import RecordedSource, StateSeen


class Check:
    """Compares; every difference goes on record with the combatants. `states` counts the states compared."""

    def __init__(self, combatants: Combatants, fight: Fight, effects: Effects) -> None:
        self.states = 0
        self._combatants = combatants
        self._fight = fight
        self._effects = effects

    def compare(self, seen: StateSeen) -> None:
        """Compare round, turn and every shown value of each combatant in the state."""
        self.states += 1
        state, source = seen.state, seen.source
        self._combatants.differ(source, "", "round", log=state.round, ours=self._fight.pace.round)
        log = "" if state.current is None else str(state.current_name)
        self._combatants.differ(source, "", "turn", log=log, ours=log if self._same_turn(state) else self._names())
        for shown in state.combatants:
            combatant = self._combatants.by_id(shown.id)
            if combatant is None:
                self._combatants.differ(source, shown.name, "presence", log="there", ours="not there")
                continue
            look = self._combatants
            look.differ(source, shown.name, "name", log=shown.name, ours=combatant.name)
            look.differ(
                source, shown.name, "initiative", log=shown.initiative, ours=self._fight.initiative(combatant.ref)
            )
            self._numbers(source, combatant, shown)
            self._lasting(source, combatant, shown)

    def _numbers(self, source: RecordedSource, combatant: Combatant, shown: CombatantState) -> None:
        look = self._combatants
        if shown.hp is not None:
            look.differ(source, shown.name, "hp", log=shown.hp, ours=look.left(combatant, HP))
            look.differ(source, shown.name, "temporary HP", log=shown.temp_hp, ours=look.left(combatant, TEMPORARY))
            greatest = look.value(combatant, f"tracks.{HP}.maximum")
            look.differ(source, shown.name, "greatest HP", log=shown.max_hp, ours=greatest)
        if shown.ac is not None:
            look.differ(source, shown.name, "AC", log=shown.ac, ours=look.value(combatant, f"attributes.{AC}"))

    def _lasting(self, source: RecordedSource, combatant: Combatant, shown: CombatantState) -> None:
        """The effects by name, and how long each lasts that both know."""
        ours = self._effects.borne_by(combatant)
        listed = ", ".join(sorted(each.effect.name for each in shown.effects))
        names = ", ".join(sorted(name for _, name in ours))
        self._combatants.differ(source, shown.name, "effects", log=listed, ours=names)
        for each in shown.effects:
            if each.effect.id in dict(ours):
                here = self._effects.remaining(each.effect.id)
                self._combatants.differ(source, shown.name, "duration", log=each.remaining, ours=here)

    def _same_turn(self, state: CombatState) -> bool:
        acting = [combatant.ref for id_ in state.acting if (combatant := self._combatants.by_id(id_)) is not None]
        return len(acting) == len(state.acting) and set(acting) == set(self._fight.acting())

    def _names(self) -> str:
        named = {character.ref: character.name for character in self._combatants.characters()}
        return ", ".join(named.get(ref, ref) for ref in self._fight.acting())

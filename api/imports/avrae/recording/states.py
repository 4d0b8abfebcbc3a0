"""The state of a combat as a state update shows it, from its data and from its text for people.

The data lacks the HP and armour class of players; the text lacks ids. Both list the same combatants in the same order,
so they are laid over each other, and where both speak of the same thing they must agree.
"""

from __future__ import annotations

import msgspec

from api.imports.avrae.recording.boards import BoardRow, read_board
from api.imports.avrae.recording.durations import Durations
from api.imports.avrae.recording.events import CombatantData, CombatData, CombatStateUpdate, EffectData
from api.imports.avrae.recording.faults import RecordingFault
from api.imports.avrae.recording.passives import Value, with_effects, without_effects
from domain.messages import text as worded


class EffectState(msgspec.Struct, frozen=True):
    """`remaining` counts the bearer's turns until the effect ends (None: no end); `printed` is what the bot shows."""

    effect: EffectData
    remaining: int | None
    printed: str | None


class CombatantState(msgspec.Struct, frozen=True):
    """HP, armour class and greatest HP are None where neither view shows them.

    `ac` and `max_hp` include effects; `bare_ac` and `bare_max_hp` are those beneath, None also where an effect hides them.
    """

    id: str
    name: str
    kind: str
    controller: str
    initiative: int
    hp: int | None
    max_hp: int | None
    temp_hp: int
    ac: int | None
    effects: tuple[EffectState, ...]
    private: bool = False
    monster: str | None = None
    character: str | None = None
    bare_ac: int | None = None
    bare_max_hp: int | None = None
    notes: str = ""


class GroupState(msgspec.Struct, frozen=True):
    """Several combatants who act together, by id."""

    id: str
    name: str
    members: tuple[str, ...]


class CombatState(msgspec.Struct, frozen=True):
    """`current` is the id of who acts (a combatant or a group), None before the first turn; `turn` the initiative.

    Combatants stand in the order of turns, members in place of their group.
    """

    round: int
    turn: int
    current: str | None
    current_name: str | None
    combatants: tuple[CombatantState, ...]
    groups: tuple[GroupState, ...] = ()

    @property
    def by_id(self) -> dict[str, CombatantState]:
        return {combatant.id: combatant for combatant in self.combatants}

    @property
    def acting(self) -> tuple[str, ...]:
        """The combatants whose turn it is: all members where a group acts."""
        if self.current is None:
            return ()
        return next((group.members for group in self.groups if group.id == self.current), (self.current,))


def read_state(line: int, update: CombatStateUpdate) -> tuple[CombatState, tuple[RecordingFault, ...]]:
    """The state of the update in line `line`, and where its two views fail to make one."""
    data = update.data
    combatants = _without_groups(data.combatants)
    rows, faults = read_board(line, update.human_readable, data)
    durations = Durations(data, combatants)
    states = []
    for combatant in combatants:
        row = rows.get(combatant.id, BoardRow())
        if disagreement := _disagreement(combatant, row):
            faults.append(RecordingFault(line, "contradiction", disagreement))
        states.append(_combatant_state(combatant, row, durations))
    acting = _acting(data)
    state = CombatState(
        round=data.round,
        turn=data.turn,
        current=acting.id if acting is not None else None,
        current_name=acting.name if acting is not None else None,
        combatants=tuple(states),
        groups=tuple(_group(each) for each in data.combatants if each.type == "group"),
    )
    return state, tuple(faults)


def _acting(data: CombatData) -> CombatantData | None:
    if data.current is None or not 0 <= data.current < len(data.combatants):
        return None
    return data.combatants[data.current]


def _without_groups(combatants: tuple[CombatantData, ...]) -> list[CombatantData]:
    """All who can be hurt: members in place of their group."""
    return [
        member
        for combatant in combatants
        for member in (combatant.combatants if combatant.type == "group" else [combatant])
    ]


def _group(data: CombatantData) -> GroupState:
    return GroupState(data.id, data.name, tuple(member.id for member in data.combatants))


def _disagreement(combatant: CombatantData, row: BoardRow) -> str | None:
    greatest = None if combatant.max_hp is None else with_effects(combatant.max_hp, combatant.effects, "max_hp")
    for what, known, printed in (
        ("HP", combatant.hp, row.hp),
        ("greatest HP", greatest, row.max_hp),
        ("temporary HP", combatant.temp_hp, row.temp_hp),
    ):
        if known is not None and printed is not None and known != printed:
            return worded(
                "The data gives {name} {known} {what}, printed are {printed}.",
                name=combatant.name,
                known=known,
                what=what,
                printed=printed,
            )
    return None


def _combatant_state(data: CombatantData, row: BoardRow, durations: Durations) -> CombatantState:
    ac, bare_ac = _both(row.ac, data.ac, data, "ac")
    max_hp, bare_max_hp = _both(row.max_hp, data.max_hp, data, "max_hp")
    stored = [durations.stored(data.id, effect) for effect in data.effects]
    printed = row.durations or (None,) * len(stored)
    return CombatantState(
        id=data.id,
        name=data.name,
        kind=data.type,
        controller=str(data.controller_id or ""),
        initiative=data.init,
        hp=data.hp if row.hp is None else row.hp,
        max_hp=max_hp,
        temp_hp=row.temp_hp or data.temp_hp or 0,
        ac=ac,
        effects=tuple(
            EffectState(effect, durations.remaining(data.id, effect), shown)
            for effect, shown in zip(stored, printed, strict=True)
        ),
        private=data.type == "monster" if data.private is None else data.private,
        monster=data.monster_name,
        character=data.character_id,
        bare_ac=bare_ac,
        bare_max_hp=bare_max_hp,
        notes=data.notes or "",
    )


def _both(shown: int | None, stored: int | None, data: CombatantData, value: Value) -> tuple[int | None, int | None]:
    """A value with effects and without: printed is the one, stored the other, and each follows from the other."""
    if stored is not None:
        return (with_effects(stored, data.effects, value) if shown is None else shown), stored
    return (None, None) if shown is None else (shown, without_effects(shown, data.effects, value))

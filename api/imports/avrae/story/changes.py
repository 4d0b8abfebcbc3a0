"""Changes that only a new state shows: new combatants, and effects and HP that changed by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from api.imports.avrae.recording.events import EffectData, SheetData
from api.imports.avrae.recording.rolls import PrintedRoll
from api.imports.avrae.recording.states import CombatantState, CombatState
from api.imports.avrae.story.cast import group_of
from api.imports.avrae.story.happenings import (
    Being,
    CombatantChanged,
    CombatantJoined,
    EffectAdded,
    EffectEnded,
    HpSet,
    RecordedCounter,
    RecordedPlace,
    RecordedSource,
    Slots,
    Unexplained,
)
from api.imports.avrae.story.tally import Tally


def joined(
    combatant: CombatantState, roll: PrintedRoll | None, sheet: SheetData | None, source: RecordedSource
) -> CombatantJoined:
    """The first sight of a combatant, with the slots and counters of the sheet it joined with."""
    return CombatantJoined(
        source=source,
        who=Being(combatant.name, combatant.id),
        kind=combatant.kind,
        controller=combatant.controller,
        initiative=combatant.initiative,
        roll=roll,
        hp=combatant.hp,
        max_hp=combatant.max_hp,
        temp_hp=combatant.temp_hp,
        ac=combatant.ac,
        monster=combatant.monster,
        character=combatant.character,
        private=combatant.private,
        notes=combatant.notes,
        slots=_slots(sheet) if sheet else (),
        counters=_counters(sheet) if sheet else (),
    )


def sheet_changes(
    known: CombatantState, now: CombatantState, source: RecordedSource, command: str | None
) -> Iterator[CombatantChanged]:
    """Yield the changed values of a combatant that stayed: set by `command` (`!i opt`, `!i note`) if there was one,
    else unexplained.
    """
    changed: dict[str, Any] = {
        field: new
        for field, old, new in (
            ("name", known.name, now.name),
            ("controller", known.controller, now.controller),
            ("private", known.private, now.private),
            ("ac", known.bare_ac, now.bare_ac),
            ("max_hp", known.bare_max_hp, now.bare_max_hp),
            ("notes", known.notes, now.notes),
        )
        if new is not None and new != old
    }
    if changed:
        yield CombatantChanged(source=source, who=Being(known.name, known.id), command=command, **changed)


def places(state: CombatState) -> tuple[RecordedPlace, ...]:
    """Return every combatant's place in the order of turns; the members of a group share theirs."""
    together = [group_of(each.id, state.groups) or each.id for each in state.combatants]
    order = list(dict.fromkeys(together))
    initiative = {place: each.initiative for place, each in zip(together, state.combatants, strict=True)}
    behind = {
        place: sum(initiative[other] == initiative[place] for other in order[at + 1 :])
        for at, place in enumerate(order)
    }
    return tuple(
        RecordedPlace(Being(each.name, each.id), each.initiative, behind[place])
        for place, each in zip(together, state.combatants, strict=True)
    )


def effect_changes(tally: Tally, state: CombatState, source: RecordedSource) -> Iterator[EffectAdded | EffectEnded]:
    """Effects that no action told of. An effect whose terms changed ends and begins anew."""
    seen = {each.effect.id: (combatant, each.effect) for combatant in state.combatants for each in combatant.effects}
    names = {combatant.id: combatant.name for combatant in state.combatants}
    for id_, (bearer, effect) in list(tally.effects.items()):
        if id_ not in seen or _terms(seen[id_][1]) != _terms(effect):
            target = Being(names.get(bearer, bearer), bearer)
            yield EffectEnded(source=source, target=target, by=None, effect=effect, cause="gone")
    for id_, (combatant, effect) in seen.items():
        if id_ not in tally.effects:
            target = Being(combatant.name, combatant.id)
            yield EffectAdded(source=source, target=target, by=None, effect=effect, witness="state")


def health_changes(
    tally: Tally, state: CombatState, source: RecordedSource, command: str | None
) -> Iterator[HpSet | Unexplained]:
    """HP that differ from what follows from the happenings: set by `command` if there was one, else unexplained."""
    for combatant in state.combatants:
        expected = tally.health.get(combatant.id)
        if combatant.hp is None:
            continue
        if expected is not None and (combatant.hp, combatant.temp_hp) == (expected.hp, expected.temp_hp):
            continue
        who = Being(combatant.name, combatant.id)
        if command is not None:
            yield HpSet(source=source, target=who, hp=combatant.hp, temp_hp=combatant.temp_hp, command=command)
        else:
            yield Unexplained(
                source=source,
                target=who,
                hp_before=expected.hp if expected is not None else None,
                hp=combatant.hp,
                temp_hp_before=expected.temp_hp if expected is not None else None,
                temp_hp=combatant.temp_hp,
            )


def _terms(effect: EffectData) -> EffectData:
    """An effect apart from its children, which come and go without changing it."""
    return msgspec.structs.replace(effect, children=())


def _slots(sheet: SheetData) -> tuple[Slots, ...]:
    book = sheet.spellbook
    if book is None:
        return ()
    return tuple(
        Slots(int(level), book.slots.get(level, 0), most)
        for level, most in sorted(book.max_slots.items())
        if most and level.isdecimal()
    )


def _counters(sheet: SheetData) -> tuple[RecordedCounter, ...]:
    """A bound may be a formula on the sheet; only plain numbers are taken."""
    return tuple(
        RecordedCounter(each.name, each.value, int(each.maxv) if each.maxv and each.maxv.isdecimal() else None)
        for each in sheet.consumables
    )

"""Who takes part: names, ids, the order of turns, and what is left of everybody's spell slots."""

from __future__ import annotations

import re
from collections.abc import Iterator

from api.imports.avrae.happenings import Being, CombatantJoined
from api.imports.avrae.messages import SlotsShown
from api.imports.avrae.states import CombatantState, CombatState

_ARTICLE = re.compile(r"An? ")


class Cast:
    """Follows the states one by one: `leavers` and `comers` before `take` makes the state the known one."""

    def __init__(self) -> None:
        self._known: dict[str, CombatantState] = {}
        self._order: list[str] = []
        self._slots: dict[tuple[str | None, int], int] = {}

    @property
    def names(self) -> dict[str, str]:
        """Names by id."""
        return {combatant.id: combatant.name for combatant in self._known.values()}

    def leavers(self, state: CombatState) -> Iterator[Being]:
        there = state.by_id
        return (Being(each.name, each.id) for each in self._known.values() if each.id not in there)

    def comers(self, state: CombatState) -> Iterator[CombatantState]:
        return (combatant for combatant in state.combatants if combatant.id not in self._known)

    def take(self, state: CombatState) -> None:
        self._known = state.by_id
        self._order = [combatant.id for combatant in state.combatants]

    def provide(self, joined: CombatantJoined) -> None:
        """Remembers the slots somebody joined with."""
        for slots in joined.slots:
            self._slots[joined.who.id, slots.level] = slots.left

    def named(self, name: str) -> Being:
        """Who bears this name; a kind of monster (`A Sea Hag`) means its only member, where there is just one."""
        kind = _ARTICLE.sub("", name, count=1)
        for combatant in self._known.values():
            if combatant.name == name:
                return Being(name, combatant.id)
        of_kind = [combatant for combatant in self._known.values() if combatant.monster == kind]
        return Being(of_kind[0].name, of_kind[0].id) if len(of_kind) == 1 else Being(name)

    def acting(self, title: str) -> Being | None:
        """Who an action's title begins with."""
        found = [each for each in self._known.values() if title.startswith(f"{each.name} ")]
        actor = max(found, key=lambda each: len(each.name), default=None)
        return Being(actor.name, actor.id) if actor is not None else None

    def place(self, who: Being | None) -> int:
        """Position in the order of turns, from 0; −1 for nobody and for strangers."""
        return self._order.index(who.id) if who is not None and who.id in self._order else -1

    def spend(self, who: Being, shown: SlotsShown) -> int:
        """How many slots went since they were last counted; 1 where they never were."""
        used = self._slots.get((who.id, shown.level), shown.left + 1) - shown.left
        self._slots[who.id, shown.level] = shown.left
        return used

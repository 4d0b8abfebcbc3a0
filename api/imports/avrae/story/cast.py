"""The cast of a combat: names, ids, the order of turns, and remaining spell slots."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from api.imports.avrae.recording.states import CombatantState, CombatState, GroupState
from api.imports.avrae.story.happenings import Being, CombatantJoined

_ARTICLE = re.compile(r"An? ")


def group_of(id_: str, groups: Iterable[GroupState]) -> str | None:
    """The id of the group that a combatant belongs to, if to one."""
    return next((group.id for group in groups if id_ in group.members), None)


def slots_of(level: int) -> str:
    """Return the counter's name for spell slots of a level."""
    return f"slots/{level}"


class RecordedCast:
    """Follows the states one by one: `leavers` and `comers` before `take` makes the state the known one."""

    def __init__(self) -> None:
        self._known: dict[str, CombatantState] = {}
        self._order: list[str] = []
        self._groups: tuple[GroupState, ...] = ()
        self._left: dict[tuple[str | None, str], int] = {}

    @property
    def names(self) -> dict[str, str]:
        """Names by id."""
        return {combatant.id: combatant.name for combatant in self._known.values()}

    def leavers(self, state: CombatState) -> Iterator[Being]:
        present = state.by_id
        return (Being(each.name, each.id) for each in self._known.values() if each.id not in present)

    def comers(self, state: CombatState) -> Iterator[CombatantState]:
        return (combatant for combatant in state.combatants if combatant.id not in self._known)

    def stayers(self, state: CombatState) -> Iterator[tuple[CombatantState, CombatantState]]:
        """Yield the combatants that are in both states: as they were, and as they are."""
        return ((self._known[now.id], now) for now in state.combatants if now.id in self._known)

    def reordered(self, state: CombatState) -> bool:
        """Whether the combatants in both states act in another order, or in other groups, than before."""
        stayed = [now for _, now in self.stayers(state)]
        present = {now.id for now in stayed}
        before = [id_ for id_ in self._order if id_ in present]
        initiatives = [(was.initiative, group_of(was.id, self._groups)) for was, _ in self.stayers(state)]
        now = [(each.initiative, group_of(each.id, state.groups)) for each in stayed]
        return (before, initiatives) != ([each.id for each in stayed], now)

    def take(self, state: CombatState) -> None:
        self._known = state.by_id
        self._order = [combatant.id for combatant in state.combatants]
        self._groups = state.groups

    def provide(self, joined: CombatantJoined) -> None:
        """Remember a joining combatant's slots and counters."""
        for slots in joined.slots:
            self.count(joined.who, slots_of(slots.level), slots.left)
        for counter in joined.counters:
            self.count(joined.who, counter.name, counter.left)

    def count(self, who: Being, what: str, left: int) -> int | None:
        """Remembers how much of something is left; how much of it went since last, None where it never was counted."""
        key = (self.known(who).id, what)
        before, self._left[key] = self._left.get(key), left
        return None if before is None else before - left

    def known(self, who: Being) -> Being:
        """Add the combatant's id to a being that was given by name only."""
        return who if who.id is not None else self.named(who.name)

    def named(self, name: str) -> Being:
        """Return the being of this name; a kind of monster (`A Sea Hag`) means its only member, where there is just
        one.
        """
        kind = _ARTICLE.sub("", name, count=1)
        called = [(each.name, each.id) for each in self._known.values()] + [
            (each.name, each.id) for each in self._groups
        ]
        if name in dict(called):
            return Being(name, next(id_ for known, id_ in called if known == name))
        of_kind = [combatant for combatant in self._known.values() if combatant.monster == kind]
        return Being(of_kind[0].name, of_kind[0].id) if len(of_kind) == 1 else Being(name)

    def acting(self, title: str) -> Being | None:
        """Return the being whose name begins an action's title."""
        combatants = [each for each in self._known.values() if title.startswith(f"{each.name} ")]
        actor = max(combatants, key=lambda each: len(each.name), default=None)
        return Being(actor.name, actor.id) if actor is not None else None

    def place(self, who: Being | None) -> int:
        """Return the position in the order of turns, from 0; −1 for None and for beings outside the combat."""
        first = next((each.id for each in self.members(who)), None)
        return self._order.index(first) if first in self._order else -1

    def members(self, who: Being | None) -> tuple[Being, ...]:
        """Return the beings who act on this one's turn: of a group, all its members."""
        if who is None:
            return ()
        group = next((each for each in self._groups if each.id == who.id), None)
        if group is None:
            return (who,)
        return tuple(Being(self._known[id_].name, id_) for id_ in group.members if id_ in self._known)

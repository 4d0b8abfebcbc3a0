"""Random histories in which fights are played out: what is common to the generators of several games."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any, NamedTuple

from domain.encounter import Encounter
from tests.laws.improvised import Improvised


class Line(NamedTuple):
    """A command with its args, what its questions are answered in advance, and the fight that it belongs to, if to one."""

    type: str
    args: dict[str, Any]
    responses: dict[str, str] = {}
    fight: str = ""


Lines = Iterator[Line]


class Fights(Improvised):
    """A campaign that a seeded generator plays on from wherever it is, a fight that is on first."""

    def _gives(self, line: Line) -> bool:
        type = line.type if "." in line.type else f"{self.system.id}.{line.type}"
        return self.gives(type, line.args, line.fight or None, line.responses)

    def _fight(self) -> Encounter | None:
        """The fight that is on."""
        there = [self._aggregate(handle.ref) for handle in self.state().handles.values() if handle.kind == "encounter"]
        fights = [each for each in there if isinstance(each, Encounter) and "now" in each.pace]
        return next((each for each in fights if each.pace["now"].state == "running"), None)

    def _living(self, named: Collection[str], begins: str) -> list[str]:
        """The handles of those who are not dead, of some and of all whose handles begin so."""
        people = self.state().handles.items()
        return sorted(w for w, h in people if (w in named or w.startswith(begins)) and not self._is_dead(h.ref))

    def _is_dead(self, ref: str) -> bool:
        found = self._aggregate(ref)
        return found is None or any(each.what == "dead" for each in found.conditions.values())

    def _acting(self, fight: Encounter) -> str:
        """Somebody whose turn it is, by handle; "" where it is nobody's."""
        places = [fight.order[name] for name in fight.pace["now"].active if name in fight.order]
        here = [who for place in places for who in (place.members or (place.subject,)) if who]
        who = self.random.choice(here) if here else ""
        return next((word for word, handle in self.state().handles.items() if handle.ref == who), "")

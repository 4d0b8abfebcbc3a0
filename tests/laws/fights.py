"""Random histories in which fights are played out: what is common to the generators of several games."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from domain.aggregates import Character, Encounter
from tests.laws.improvised import Improvised


class Line(NamedTuple):
    """A command with its args, what its questions are answered in advance, and the fight that it belongs to, if to one."""

    type: str
    args: dict[str, Any]
    responses: dict[str, str] = {}
    fight: str = ""


Lines = Iterator[Line]


class Fights(Improvised):
    """A campaign in which a seeded generator plays on from wherever it is: a fight that is on first."""

    def __init__(self, game: str, seed: int) -> None:
        super().__init__(game, seed)
        self._fights = self._foes = 0
        refused = [line.type for line in self._scenery() if not self._gives(line)]
        assert not refused, f"the play begins with what is refused: {refused}"

    @abstractmethod
    def _scenery(self) -> Lines:
        """What has to be there before anything is played."""

    @abstractmethod
    def _ways(self, fight: Encounter | None) -> list[Callable[[], Lines]]:
        """What may be played next, in the fight that is on or where none is."""

    @abstractmethod
    def _takes_part(self, word: str) -> bool:
        """Whether a handle is that of a combatant."""

    def _plays_a_line(self) -> bool:
        return sum(self._gives(line) for line in self.random.choice(self._ways(self._fight()))()) > 0

    def _gives(self, line: Line) -> bool:
        type = line.type if "." in line.type else f"{self.system.id}.{line.type}"
        return self.gives(type, line.args, line.fight or None, line.responses)

    def _fight(self) -> Encounter | None:
        """The fight that is on."""
        aggregates = [
            self._aggregate(handle.ref) for handle in self.state().handles.values() if handle.kind == "encounter"
        ]
        fights = [each for each in aggregates if isinstance(each, Encounter) and "now" in each.pace]
        return next((each for each in fights if each.pace["now"].state == "running"), None)

    def _living(self) -> list[str]:
        """The handles of those who fight and are not dead."""
        people = [(word, handle.ref) for word, handle in self.state().handles.items() if self._takes_part(word)]
        return sorted(word for word, ref in people if not self._is_dead(ref))

    def _is_dead(self, ref: str) -> bool:
        character = self._aggregate(ref)
        return character is None or any(each.what == "dead" for each in character.conditions.values())

    def _sheet(self, word: str) -> Character | None:
        handle = self.state().handles.get(word)
        character = None if handle is None else self._aggregate(handle.ref)
        return character if isinstance(character, Character) else None

    def _acting(self, fight: Encounter) -> tuple[str, int]:
        """A combatant whose turn it is, by handle, and how many share their place; "" where it is nobody's."""
        places = [fight.order[name] for name in fight.pace["now"].active if name in fight.order]
        here = [(who, len(place.members)) for place in places for who in (place.members or (place.subject,)) if who]
        who, members = self.random.choice(here) if here else ("", 0)
        return next((word for word, handle in self.state().handles.items() if handle.ref == who), ""), members

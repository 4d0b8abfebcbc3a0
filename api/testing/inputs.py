"""A registry that notes what a command rolls and asks, so that tables hold it against what its game declares."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from api.testing import setting
from domain.system import Registry, System


class InputRegistry(Registry):
    """The installed systems, with the kinds of rolls and questions that rules have come to since it was cleared.

    Kinds whose names the sender of a command gives are left out.
    """

    def __init__(self, base: System, systems: Iterable[System]) -> None:
        super().__init__(base, systems)
        self._rolls, self._questions = set[str](), set[str]()

    def clear(self) -> None:
        """Forget what was rolled and asked."""
        self._rolls.clear()
        self._questions.clear()

    def undeclared(self, system: System, type: str) -> list[str]:
        """Return what a command rolled or asked and its game does not declare of it: none where the game declares nothing."""
        kind = self.kinds(system).get(type)
        if not system.inputs or kind is None or kind.rule.__module__ == setting.__name__:
            return []
        if kind.open_while_waiting:  # an answer goes on with another command
            return []
        declared = self.inputs(system, type)
        sought = (("rolls", self._rolls - {*declared.rolls}), ("questions", self._questions - {*declared.questions}))
        return [
            f'add "{kind}" to the {of} of "{type}" in inputs.toml' for of, kinds in sought for kind in sorted(kinds)
        ]

    def check_roll(self, system: System, kind: str, *, titled: bool) -> None:
        """Check a roll, and note its kind."""
        super().check_roll(system, kind, titled=titled)
        if not titled:
            self._rolls.add(kind.partition("/")[0])

    def check_question(self, system: System, kind: str, **how: Any) -> None:
        """Check a question, and note its kind."""
        super().check_question(system, kind, **how)
        if not how.get("titled"):
            self._questions.add(kind)

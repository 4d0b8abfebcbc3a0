"""A character who has learned to make things, for tests."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

from tests.games.weaverdice.outfits import Outfitters


class Workshop(Outfitters):
    """Ramjet has learned what is named, and as many skills of other stats as are asked for."""

    def __init__(self, *skills: str, knowledge: int = 5, of: dict[str, int] | None = None, **more: Any) -> None:
        super().__init__(knowledge=knowledge, **more)
        for skill in skills:
            if skill.startswith("specialist/"):
                self.background(skill.partition("/")[2])
            if skill == "maintenance":
                self.others("guts")
            if skill == "contrive":
                self.others("knowledge")
            if skill == "resourceful":
                self.others("social")
            self.learn(skill)
        for stat, number in (of or {}).items():
            self.others(stat, number)

    def background(self, name: str) -> None:
        self.play("pick_background", who="ramjet", name=name)

    def others(self, stat: str, number: int = 1) -> None:
        """Skills of another stat."""
        for _ in range(number):
            title = f"{stat} {next(self._titles)}"
            self.play("write_skill", title=title, stat=stat, tier="base")
            self.learn(title.replace(" ", "-"))

    _titles: Iterator[int] = count(1)

    def broken(self) -> str:
        """A crossbow that needs repair."""
        crossbow = self.thing("crossbow")
        self.damage(crossbow)
        return crossbow

    def ask(self, question: Any, *args: Any, **more: Any) -> Any:
        """What one of the chapter's functions says of Ramjet."""
        return question(self.looking(), self.ref("ramjet"), *args, **more)

    def progress(self) -> int:
        """How far the lengthy work has come."""
        [task] = [task for task in self.sheet("ramjet").tasks.values() if task.kind == "lengthy"]
        return task.progress

    def goal(self) -> int | None:
        [task] = [task for task in self.sheet("ramjet").tasks.values() if task.kind == "lengthy"]
        return task.goal

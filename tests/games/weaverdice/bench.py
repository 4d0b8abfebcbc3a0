"""Ramjet at the workbench, for tests."""

from __future__ import annotations

from typing import Any

from tests.games.weaverdice.workshop import Workshop


class Bench(Workshop):
    """Ramjet at the workbench, with $5000; 3 in every stat unless told otherwise."""

    def __init__(self, *skills: str, knowledge: int = 3, **more: Any) -> None:
        super().__init__(*skills, knowledge=knowledge, **more)

    def slot(self) -> int:
        return self.play("craft_repair", who="ramjet")

    def begin_craft(self, what: str = "armor", tier: str = "low", **more: Any) -> int:
        return self.play("begin_craft", who="ramjet", what=what, tier=tier, **more)

    def craft(self, *dice: int, project: str = "armor", **more: Any) -> int:
        """One roll, with the dice of Craft; of helpers behind it by label."""
        given = {"craft": list(dice), **more.pop("helped", {})}
        return self.play("craft", who="ramjet", project=project, dice=given if dice else None, **more)

    def crafted(self, *rolls: int, project: str = "armor") -> None:
        """A slot's worth of rolls, one die each; a new slot wherever it takes one."""
        for number, die in enumerate(rolls):
            if number % 3 == 0:
                self.slot()
            self.craft(die, project=project)

    def left(self) -> int:
        return self.sheet("ramjet").uses["crafting-actions"].count

    def made(self) -> list[str]:
        """What lies at home."""
        return sorted(
            feature for item in self.sheet("ramjet").items.values() for feature in item.features or [item.what]
        )

    def sum(self) -> int | None:
        progress = [task.progress for task in self.sheet("ramjet").tasks.values() if task.kind == "craft"]
        return progress[0] if progress else None

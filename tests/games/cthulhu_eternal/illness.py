"""A table at which people are poisoned and fall ill."""

from __future__ import annotations

from typing import Any

from domain.vocabulary.undertakings import Task
from tests.games.cthulhu_eternal.harming import Ward


class Infirmary(Ward):
    """Edith has CON 10, so 50%, and 10 Hit Points; the doctor 50% in Medicine and Pharmacy."""

    def poison(self, poison: str = "arsenic", after: int = 3, **more: Any) -> int:
        """Edith is poisoned; it will take effect after so many of its units."""
        return self.play("poison", who="edith", poison=poison, dice={"speed/edith": [after]}, **more)

    def infect(self, disease: str = "plague", after: int = 3, **more: Any) -> int:
        """Edith catches a disease; its first test comes after so many of its units."""
        return self.play("infect", who="edith", disease=disease, dice={"speed/edith": [after]}, **more)

    def waits(self, *, dice: dict[str, Any] | None = None, answers: dict[str, str] | None = None, **time: int) -> int:
        """Time passes, and what falls due then is rolled: single dice by label."""
        given = {label: [die] if isinstance(die, int) else die for label, die in (dice or {}).items()}
        passing: dict[str, Any] = time
        return self.play("freeform.advance_clock", dice=given, responses=answers or {}, **passing)

    def works(self, lethality: int, con: int | None = None, hours: int = 3, **more: Any) -> int:
        """The poison takes effect; what the Lethality roll showed, and the CON test where there is one."""
        test = {} if con is None else {"poison/edith": con}
        return self.waits(dice={"lethality/edith": lethality, **test, **more.pop("dice", {})}, hours=hours, **more)

    def interval(self, con: int, harm: int, then: int | None = None, days: int = 3, **more: Any) -> int:
        """An interval of a disease is over: the CON test, the dice of its damage, and those of the next interval."""
        again = {} if then is None else {"speed/edith": then}
        shown = {"disease/edith": con, "disease-damage/edith": harm, **again, **more.pop("dice", {})}
        return self.waits(dice=shown, days=days, **more)

    def give(self, what: str, quantity: int = 1, to: str = "doctor") -> int:
        """A character gets doses of a remedy."""
        return self.play("freeform.give_item", target=to, what=what, quantity=quantity)

    def doses(self, who: str = "doctor") -> int:
        """How many things a character carries."""
        return sum(item.quantity for item in self.sheet(who).items.values())

    def ailments(self, who: str = "edith") -> dict[str, str]:
        """The states of the poisons and diseases in a character, by what they are called."""
        return {task.title: task.state for task in self._tasks(who)}

    def ailment(self, who: str = "edith") -> Task:
        """The only poison or disease in a character."""
        (task,) = self._tasks(who)
        return task

    def _tasks(self, who: str) -> list[Task]:
        tasks = self.sheet(who).tasks.values()
        return [task for task in tasks if task.kind in ("poison", "disease")]

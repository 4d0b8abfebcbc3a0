"""A hunt for a target, in few words."""

from typing import Any

from domain.vocabulary.undertakings import Task
from tests.games.weaverdice.informing import Briefing


def hunt(table: Briefing, base: int = 50, target: str = "Crossbones", **more: Any) -> int:
    return table.play("begin_search", who="bandit", target=target, base=base, **more)


def search(table: Briefing, *dice: int, who: str = "bandit", target: str = "Crossbones", **more: Any) -> int:
    rolled = {f"search/{number}": [die] for number, die in enumerate(dice, start=1)}
    return table.play("search", who=who, search=target, dice=rolled, **more)


def task(table: Briefing, kind: str = "search", way: str = "") -> Task:
    tasks = table.sheet("bandit").tasks.values()
    return next(t for t in tasks if t.kind == kind and way in ("", t.data.get("way")))


def state(table: Briefing) -> tuple[int, int | None, str]:
    """The total so far, the number at which it is found, and whether it is."""
    return task(table).progress, task(table, "finding_number").goal, task(table).state

"""Ramjet, Pearl and Lung when a day is over, for tests."""

from __future__ import annotations

from typing import Any

from tests.games.weaverdice.capes import Capes


class Evening(Capes):
    """Ramjet and Pearl are Ana's, and a day is over."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self.cape("ramjet")
        self.cape("pearl", dexterity=4)
        self.foe("lung")

    def slots(self, who: str = "ramjet", phase: str = "1") -> int:
        return self.campaign().phases[phase].slots[self.ref(who)]

    def cards(self, who: str = "ramjet") -> int:
        return sum(card.kind == "downtime_slot" for card in self.sheet(who).cards.values())

    def found(self, who: str = "ramjet") -> int:
        """High morale finds a slot as the day ends."""
        self.play("move_morale", who=who, by=1)
        return self.play("end_day", who=[who], dice={f"evening/{who}": [1, 6, 2]})

    def plans(self, who: str, *actions: tuple[str, dict[str, Any]], **more: Any) -> int:
        planned = [planned_action(who, word, args) for word, args in actions]
        return self.play("plan_downtime", who=who, actions=planned, **more)


def planned_action(who: str, word: str, args: dict[str, Any]) -> dict[str, Any]:
    apart: dict[str, Any] = {key: args[key] for key in ("dice", "day", "responses") if key in args}
    rest = {key: value for key, value in args.items() if key not in apart}
    return {"type": f"weaverdice.{word}", "args": {"who": who, **rest}} | apart

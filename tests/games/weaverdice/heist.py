"""The bank: a mission with ranged details, in few words."""

from typing import Any

from domain.vocabulary.groups import Mission
from tests.games.weaverdice.informing import Briefing

BANK: dict[str, Any] = {"group": "crew", "mission": "The bank"}

RANGES = {
    "security": ["4 rent-a-cops", "4 police officers", "1 cape of the Protectorate, 4 police officers"],
    "reinforcement": ["20 minutes", "10 minutes", "2 minutes"],
    "reward": ["$60,000", "$30,000", "$5,000"],
    "access": ["open vault", "locked vault"],
    "traffic": ["empty streets", "rush hour"],
}


def the_bank() -> Briefing:
    """A declared robbery whose details are ranged; each stands at its worst."""
    table = Briefing(knowledge=3)
    declare(table)
    for detail, values in RANGES.items():
        table.play("range_detail", **BANK, detail=detail, values=values)
    return table


def declare(table: Briefing, title: str = "The bank", type: str = "robbery", **more: Any) -> int:
    return table.play("declare_mission", who="bandit", group="crew", title=title, type=type, **more)


def refine(table: Briefing, who: str = "bandit", take: str = "", advance: Any = None, **dice: int) -> int:
    """Refine details with what their dice show; of each, the new value where `take` is "new", else the old one."""
    given = {f"detail/{detail}": [die] for detail, die in dice.items()}
    answers: dict[str, str] = {}
    for detail, die in dice.items():
        old, new = bank(table).details.get(detail, RANGES[detail][-1]), RANGES[detail][die - 1]
        answers |= {} if old == new else {f"detail/{detail}": new if take == "new" else old}
    if advance:
        given |= {f"advance/{advance['what']}": [advance.pop("die")]}
    return table.play(
        "refine_mission", who=who, **BANK, details=list(dice), advance=advance, dice=given, responses=answers
    )


def bank(table: Briefing) -> Mission:
    (mission,) = (m for m in table.group("crew").missions.values() if m.title == "The bank")
    return mission

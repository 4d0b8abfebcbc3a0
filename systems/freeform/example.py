"""The campaign against which every command's example works: what is played, in order, by the game master.

The player `pat` owns ramjet and pearl. Names of instances are given, so that the examples can name them.
"""

from __future__ import annotations

from typing import Any

PLAYER = "pat"


def _put(target: str, component: str, name: str, **instance: Any) -> tuple[str, dict[str, Any]]:
    return "freeform.put", {"target": target, "component": component, "name": name, "instance": instance}


def _fight(handle: str, *who: str) -> tuple[tuple[str, dict[str, Any]], ...]:
    """An encounter between two; nobody takes part in several, so that commands need not name theirs."""
    first, second = who
    return (
        ("freeform.create_encounter", {"name": handle.title(), "areas": {"yard": {"borders": ["hall"]}, "hall": {}}}),
        ("freeform.join", {"encounter": handle, "who": first, "initiative": 12}),
        ("freeform.join", {"encounter": handle, "who": second, "initiative": 9}),
    )


EXAMPLE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("freeform.open_session", {"title": "The Long Night"}),
    ("freeform.open_scene", {"title": "The Yard"}),
    (
        "freeform.create_character",
        {
            "name": "Ramjet",
            "kind": "hero",
            "owners": [PLAYER],
            "attributes": {"guts": 3},
            "tracks": {
                "hp": {"current": 10, "minimum": 0, "maximum": 14},
                "shield": {"current": 3, "minimum": 0},
                "stamina": {"current": 5, "minimum": 0, "maximum": 6},
            },
        },
    ),
    ("freeform.create_character", {"name": "Pearl", "kind": "hero", "owners": [PLAYER], "tracks": {"hp": 8}}),
    ("freeform.create_character", {"name": "Goblin", "kind": "foe", "sheet": "gm", "tracks": {"hp": 6}}),
    *(("freeform.create_character", {"name": name}) for name in ("Courier", "Hound", "Envoy", "Reeve")),
    ("freeform.create_enclave", {"name": "Night Shift", "members": ["ramjet", "pearl"]}),
    _put("ramjet", "conditions", "prone", what="prone"),
    _put("ramjet", "wounds", "cut", severity="lesser", kind="cut", slot="arm/left"),
    _put("ramjet", "items", "rope", what="rope", location="belt/1", quantity=3),
    _put("ramjet", "cards", "rumour", kind="rumour", provenance="the ferryman"),
    _put("ramjet", "tasks", "repairs", kind="repairs", goal=6),
    _put("ramjet", "intents", "channelled", kind="channelled", what="a storm", remaining=2),
    _put("ramjet", "modifiers", "brave", path="attributes.guts", amount=1),
    _put("ramjet", "formulas", "dodge", path="defense.dodge", expression={"op": "value", "path": "attributes.guts"}),
    _put("night-shift", "cards", "omen", kind="omen", title="The Drowned Bell"),
    ("freeform.link", {"from": "ramjet", "kind": "mark", "to": "goblin"}),
    *_fight("ambush", "ramjet", "goblin"),
    ("freeform.begin", {"encounter": "ambush"}),
    ("freeform.place", {"encounter": "ambush", "who": "ramjet", "area": "yard"}),
    _put("ambush", "zones", "fire", kind="fire", areas=["hall"]),
    *_fight("chase", "courier", "hound"),
    ("freeform.begin", {"encounter": "chase"}),
    ("freeform.next_turn", {"encounter": "chase"}),
    *_fight("parley", "envoy", "reeve"),
)

_DOWNTIME: tuple[tuple[str, dict[str, Any]], ...] = (("freeform.open_downtime", {"days": 2}),)
_PLANNED: tuple[tuple[str, dict[str, Any]], ...] = (
    *_DOWNTIME,
    (
        "freeform.plan_downtime",
        {
            "who": "ramjet",
            "actions": [{"type": "freeform.heal", "args": {"target": "ramjet", "track": "hp", "amount": 2}}],
        },
    ),
)

FIRST: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "freeform.change_downtime": _DOWNTIME,
    "freeform.plan_downtime": _DOWNTIME,
    "freeform.withdraw_plan": _PLANNED,
    "freeform.begin_processing": _PLANNED,
    "freeform.carry_out_plan": _PLANNED,
    "freeform.fail_plan": _PLANNED,
    "freeform.pass_day": _DOWNTIME,
    "freeform.end_downtime": _DOWNTIME,
    "freeform.open_session": (("freeform.end_session", {}),),
    "freeform.open_scene": (("freeform.end_scene", {}),),
}
"""What is played before the examples of some commands, on top of the rest: there is one open session and scene only."""

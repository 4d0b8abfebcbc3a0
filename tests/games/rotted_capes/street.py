"""A street of twelve Areas in a row, and Lark who moves along it."""

from __future__ import annotations

from typing import Any

from tests.games.rotted_capes.cast import Cast

STREET = ("roof", "alley", "yard", "hall", "stairs", "cellar", "tunnel", "sewer", "park", "road", "mall", "dock")

PASSED = {"opportunity/brute/lark": "let go"}


def street(**options: Any) -> Cast:
    """Lark, who runs 4 and flies 10 by a power, in the first of twelve Areas in a row, and a brute in none."""
    table = Cast(**options)
    table.hero("lark", run=4, fly=10, powered=["fly"], power=16)
    table.threat("brute", avoidance=12)
    for here, beyond in zip(STREET, (*STREET[1:], ""), strict=True):
        table.play("freeform.draw_area", area=here, borders=[beyond] if beyond else [])
    table.begin({"lark": 20}, {"brute": 1})
    table.play("freeform.place", who="lark", area="roof")
    return table


def ground(table: Cast, area: str, *terrain: str) -> None:
    table.play("freeform.draw_area", area=area, terrain=[*terrain])


def go(table: Cast, *to: str, **more: Any) -> int:
    return table.play("move", who="lark", to=[*to], **more)


def stays(table: Cast, *to: str, **more: Any) -> str:
    """The rule by which Lark does not move there."""
    return table.refusal("move", who="lark", to=[*to], **more).rule


def area(table: Cast, who: str = "lark") -> str:
    return str(table.fight_state().positions[table.ref(who).split("/")[1]].area)


def mode_used(table: Cast, mode: str) -> int:
    ref = table.ref("lark")
    (entry,) = [entry for entry in table.fight_state().order.values() if entry.subject == ref]
    used = entry.data.get(mode, 0)
    assert isinstance(used, int)
    return used

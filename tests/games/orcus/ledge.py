"""A fight on the ledge for tests of conditions."""

from __future__ import annotations

from typing import Any

from tests.games.orcus.cast import Cast


def armed() -> Cast:
    """Bryn hits with +4 and 1d8 + 4; Sela shoots with +3; the monster has defenses of 10, 60 hit points and a claw of 1d6."""
    table = Cast()
    table.hero("bryn", str=18)
    table.hero("sela", dex=16)
    table.monster("gnasher", hp=60)
    table.arm("bryn")
    table.arm("sela", "bow", "1d10", range=20, long=40)
    table.arm("gnasher", "claw", "1d6", location="natural")
    return table


def fighting(table: Cast, **places: tuple[int, int]) -> None:
    """A fight in which Bryn acts first, with everybody on their squares."""
    table.begin({"bryn": 18, "sela": 12}, {"gnasher": 5})
    for who, (x, y) in places.items():
        table.put(who, x, y)


def impose(table: Cast, who: str, what: str, **more: Any) -> int:
    return table.play("impose", who=who, what=what, **more)


def total(table: Cast, by: str, target: str, **more: Any) -> int:
    """The total of an attack roll that shows 15."""
    damage = {"bryn": [1], "sela": [1], "gnasher": [1]}[by]
    return table.rolls(table.strike(by, target, 15, damage, **more))[f"attack/{target}"]

"""Lethality at its barest: two dice against a rating, and what the target's protection makes of them."""

from __future__ import annotations

from copy import copy
from typing import Any

from domain.commands import CharacterRef, Command
from domain.play.play import Play
from domain.system import CommandSpec, System
from systems.cthulhu_eternal import SYSTEM
from systems.cthulhu_eternal.harm.damage import Hit, inflict_lethal
from systems.cthulhu_eternal.tests import digits
from tests.games.cthulhu_eternal.harming import Ward


class Burst(Command, frozen=True, kw_only=True, omit_defaults=True):
    who: CharacterRef
    rating: int = 20
    critical: bool = False
    piercing: int | None = 0
    supernatural: bool = False


def burst(play: Play, command: Burst) -> None:
    """CE-LETH-02 to CE-LETH-05: at or under the rating it succeeds; a critical attack doubles the rating."""
    rating = command.rating * (2 if command.critical else 1)
    roll = play.roll(command.who, "lethality", "1d100").total
    hit = Hit(
        amount=sum(digits(roll)),
        critical=command.critical,
        piercing=command.piercing,
        supernatural=command.supernatural,
    )
    inflict_lethal(play, command.who, hit, command.rating, succeeded=roll <= rating)


def _with_bursts() -> System:
    system = copy(SYSTEM)
    kind = CommandSpec(name="burst", args=Burst, rule=burst, by="gm", summary="A burst.")
    system.kinds = {**SYSTEM.kinds, f"{SYSTEM.id}.burst": kind}
    return system


class Range(Ward):
    """A ward with bursts of fire."""

    GAME = _with_bursts()

    def burst(self, roll: int, who: str = "edith", **how: Any) -> int:
        """A Lethality roll of 20% against a character; the Hit Points that are left."""
        dice = {"lethality": [roll], **how.pop("dice", {})}
        self.play("burst", who=who, dice=dice, **how)
        return self.hp(who)


def hit(table: Range, amount: int = 8, who: str = "edith", **how: Any) -> int:
    """An attack for so many; the Hit Points it takes."""
    before = table.hp(who)
    table.struck(amount, who, **how)
    return before - table.hp(who)


def stage(table: Range, stage: str) -> None:
    """Put Edith in a row of the table: exposed, armored (3), behind cover (5), fragile, huge, huge and armored (3), …"""
    if "cover" in stage:
        table.play("put_behind_cover", who="edith", what="wall")
    if "armored" in stage:
        table.play("outfit", who="edith", what="kevlar vest")
    if "transcendent" in stage:
        table.play("transcend", who="edith", through="a rite")
    for word in ("fragile", "huge"):
        if word in stage:
            table.play("set_protection", who="edith", protection=word)

"""The basic attack as an action of a turn."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from systems.orcus.attacks.basic import basic_attack
from systems.orcus.attacks.determined import Attacking, ruled_of
from systems.orcus.attacks.weapons import choose
from systems.orcus.combat.actions import take


class MakeBasicAttack(Attacking, frozen=True, kw_only=True, omit_defaults=True):
    """Make a basic attack with a weapon that is at hand."""

    who: CharacterRef
    target: CharacterRef
    weapon: Annotated[
        str,
        Meta(
            max_length=100,
            description="Its name; left out, the first at hand that serves",
            extra=takes_one_of("items", "weapon"),
        ),
    ] = ""
    ranged: Annotated[bool, Meta(description="Whether it is made from afar")] = False


@command("Make a basic attack, with a standard action.", by="owner", scene=True)
def make_basic_attack(play: Play, command: MakeBasicAttack) -> None:
    """OR-ACT-03, OR-ACT-04, OR-ATK-07: a basic melee or ranged attack against one target."""
    ruled = ruled_of(play, command)
    name = choose(play, command.who, command.weapon, ranged=command.ranged)
    take(play, command.who, text("a basic attack"))
    basic_attack(
        play,
        command.who,
        command.target,
        ranged=command.ranged,
        weapon=name,
        standard=True,
        lethal=not command.knock_out,
        ruled=ruled,
    )

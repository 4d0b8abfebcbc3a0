"""Firing into a crowd: who is hit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.play.play import Play
from systems.cthulhu_eternal.attacks import attacking, weapons
from systems.cthulhu_eternal.attacks.attacking import Attack
from systems.cthulhu_eternal.attacks.selective_fire import FiredIn
from systems.cthulhu_eternal.fields import Distance, Wielded


class FireIntoCrowd(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`crowd` are those whom the shot could hit; for one of them in particular it takes a called shot."""

    who: CharacterRef
    crowd: Annotated[
        tuple[CharacterRef, ...],
        Meta(
            min_length=2,
            description="Those whom the shot could hit; for one of them in particular it takes a called shot",
        ),
    ]
    weapon: Wielded
    mode: FiredIn = "single shot"
    yards: Distance = None


@command("Fire into a crowd, at nobody in particular.", by="owner", scene=True)
def fire_into_crowd(play: Play, command: FireIntoCrowd) -> None:
    """CE-SURP-05: a ranged attack on nobody in particular hits one of the crowd at random."""
    who = command.who
    weapon = weapons.of(play, who, weapons.name_of(play, who, command.weapon), command.mode)
    if not weapon.ranged:
        play.refuse("CE-SURP-05", "Only a ranged attack can be made into a crowd; in close combat, name one target.")
    crowd = tuple(dict.fromkeys(command.crowd))
    if who in crowd:
        play.refuse("CE-SURP-05", "The shooter cannot be hit by their own shot; leave them out.")
    with play.citing("CE-SURP-05"):
        drawn = play.roll(who, "crowd", f"1d{len(crowd)}", judge=lambda _, roll: crowd[roll - 1])
        target = crowd[drawn.total - 1]
    attacking.attack(
        play,
        Attack(who=who, target=target, weapon=command.weapon, mode=command.mode, yards=command.yards),
    )

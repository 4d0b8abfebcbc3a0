"""Firing into a crowd: who is hit."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.play.play import Play
from domain.system import Kind
from systems.cthulhu_eternal import attacks, weapons
from systems.cthulhu_eternal.attacks import Attack
from systems.cthulhu_eternal.fields import Distance, FiredIn, Wielded


class FireIntoCrowd(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`crowd` are those whom the shot could hit; for one of them in particular it takes a called shot."""

    who: CharacterRef
    crowd: Annotated[tuple[CharacterRef, ...], Meta(min_length=2)]
    weapon: Wielded
    mode: FiredIn = "single shot"
    yards: Distance = None


def fire_into_crowd(play: Play, command: FireIntoCrowd) -> None:
    """CE-SURP-05: a ranged attack on nobody in particular hits one of the crowd at random."""
    who = command.who
    weapon = weapons.of(play, who, weapons.name_of(play, who, command.weapon), command.mode)
    if not weapon.ranged:
        play.refuse("CE-SURP-05", "Only a ranged attack goes into a crowd; hand to hand, name who is attacked.")
    crowd = tuple(dict.fromkeys(command.crowd))
    if who in crowd:
        play.refuse("CE-SURP-05", "The one who shoots is not among those who could be hit; leave them out.")
    with play.citing("CE-SURP-05"):
        drawn = play.roll(who, "crowd", f"1d{len(crowd)}", judge=lambda roll: crowd[roll - 1])
        target = crowd[drawn.total - 1]
    attacks.attack(
        play,
        Attack(who=who, target=target, weapon=command.weapon, mode=command.mode, yards=command.yards),
    )


KINDS = (
    Kind(
        name="fire_into_crowd",
        args=FireIntoCrowd,
        rule=fire_into_crowd,
        by="owner",
        actor="who",
        scene=True,
        summary="Fire into a crowd, at nobody in particular.",
        rules=("CE-SURP-05",),
        example={"who": "harker", "crowd": ["renfield", "ward"], "weapon": "Revolver"},
    ),
)

FIRST = {
    "cthulhu-eternal.fire_into_crowd": (
        ("cthulhu-eternal.create", {"name": "Ward"}),
        (
            "cthulhu-eternal.enter_weapon",
            {"who": "harker", "what": "Revolver", "weapon": "gun", "damage": "1d10", "range": 15},
        ),
    ),
}

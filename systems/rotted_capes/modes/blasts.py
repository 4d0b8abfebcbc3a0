"""Blasts: one attack on a whole Area, and on everybody who is there."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef, Command, EncounterRef
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from systems.freeform.fields import Word
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.allowances import check_cost
from systems.rotted_capes.combat.areas import shown, standing_in
from systems.rotted_capes.combat.attacks import (
    Adds,
    Aimed,
    Bypassing,
    Cost,
    Damage,
    Farthest,
    MakeAttack,
    RolledAgainst,
    RolledWith,
    Way,
    attack_of,
    land,
    strike,
)
from systems.rotted_capes.combat.turns import gone
from systems.rotted_capes.fields import Circumstances
from systems.rotted_capes.harm.damage import thrown
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.rolls.trials import prepared, rolled_for_all
from systems.rotted_capes.sheet.sizes import always_caught
from systems.rotted_capes.windows import ATTACKED, DECLARED, Attack, Hit

Spared = Annotated[
    tuple[CharacterRef, ...], Meta(max_length=1_000, description="Whom it leaves out, by what the power says")
]
Covered = Annotated[tuple[CharacterRef, ...], Meta(max_length=1_000, description="Who there has partial cover from it")]


class AttackArea(Command, frozen=True, kw_only=True, omit_defaults=True):
    """One attack on everybody in an Area."""

    encounter: EncounterRef = ""
    who: CharacterRef
    area: Annotated[Word, Meta(description="The Area that it strikes")]
    spares: Spared = ()
    covered: Covered = ()
    way: Way = "melee"
    damage: Damage = ""
    adds: Adds = 0
    type: TypeOfDamage = "kinetic"
    bypasses: Bypassing = False
    ability: RolledWith = ""
    defense: RolledAgainst = "avoidance"
    farthest: Farthest = None
    circumstances: Circumstances = 0
    cost: Cost = "action"


@command("Attack everybody in an Area at once.", by="owner", scene=True)
def attack_area(play: Play, command: AttackArea) -> None:
    """RC-HORDE-08, RC-SIZE-06, RC-CMOD-06: attack everybody in the Area as by any attack, each with their own defense."""
    check_cost(play, command.who, command.cost)
    attacks = aimed_at(play, command)
    take(play, command.who, text("attack"), command.cost)
    burst(play, attacks)


def aimed_at(play: Play, command: AttackArea, aimed: Aimed | None = None) -> list[Attack]:
    """Return the attack, as far as it goes at each of those who are there; what it takes of the turn is not paid by it.

    The cover, the obstacle and the penalty of `aimed` bear on each of them.
    """
    return [_at(play, command, target, aimed) for target in _caught(play, command)]


def burst(play: Play, attacks: list[Attack]) -> list[Attack]:
    """RC-HORDE-08: let an attack on a whole Area happen, and return what came of it for each of those who are there."""
    with play.citing("RC-HORDE-08"):
        if play.option("area_rolls") == "each":
            return [strike(play, attack) for attack in attacks]
        return _strike_all(play, attacks)


def _caught(play: Play, command: AttackArea) -> tuple[str, ...]:
    """RC-HORDE-08, RC-SIZE-06: return whom it strikes: who is in the Area, and the Gargantuan wherever they are.

    Refused where nobody is there.
    """
    left_out = (command.who, *command.spares)
    inside = [who for who in standing_in(play, command.area) if who not in left_out and not gone(play, who)]
    everywhere = [who for who in shown(play) if who not in (*left_out, *inside) and always_caught(play, who)]
    caught = (*inside, *(who for who in everywhere if not gone(play, who)))
    if not caught:
        play.refuse("RC-ATK-01", "Nobody is in {area} whom it could hit; choose another Area.", area=command.area)
    if everywhere:
        play.cite("RC-SIZE-06")
    return caught


def _at(play: Play, command: AttackArea, target: str, aimed: Aimed | None) -> Attack:
    """RC-CMOD-05, RC-CMOD-06, RC-CMOD-08: the attack, as far as it goes at one of those who are there."""
    made = MakeAttack(
        who=command.who,
        target=target,
        cover="partial" if target in command.covered else "" if aimed is None else aimed.cover,
        blocked=aimed is not None and aimed.blocked,
        penalty=0 if aimed is None else aimed.penalty,
        way=command.way,
        damage=command.damage,
        adds=command.adds,
        type=command.type,
        bypasses=command.bypasses,
        ability=command.ability,
        defense=command.defense,
        farthest=command.farthest,
        circumstances=command.circumstances,
        area=True,
    )
    return attack_of(play, made)._replace(free=True, wide=True)


def _strike_all(play: Play, attacks: list[Attack]) -> list[Attack]:
    """Make one roll for all of them and, where it hits any, roll the damage once; then each is dealt theirs."""
    declared = [_declared(play, attack) for attack in attacks]
    rolls = rolled_for_all(play, [attack.trial for attack in declared])
    tried = [each._replace(tried=roll, missed=not roll.success) for each, roll in zip(declared, rolls, strict=True)]
    first = next((attack for attack in tried if not attack.missed), None)
    harm = None if first is None else _harm(play, first)
    return [
        ATTACKED.open(
            play,
            attack.by,
            attack if harm is None or attack.missed else land(play, attack._replace(hit=harm)),
        )
        for attack in tried
    ]


def _declared(play: Play, attack: Attack) -> Attack:
    """One of the attacks with its roll as it is to be made."""
    attack = DECLARED.open(play, attack.target, attack)
    defense = play.value(attack.target, f"attributes.{attack.trial.defense}").total
    return attack._replace(trial=prepared(play, attack.trial._replace(target=defense)))


def _harm(play: Play, first: Attack) -> Hit:
    """The harm that is dealt to each: the dice of it fall once."""
    if not first.hit.dice:
        return first.hit
    return first.hit._replace(dice="", amount=thrown(play, first.hit, first.target), addends=())


OPTIONS = (
    OptionSpec(
        name="area_rolls",
        default="one",
        choices=("one", "each"),
        text="Whether an attack on a whole Area is rolled once for all who are there, damage too, or for each of them.",
        rules=("RC-HORDE-08",),
    ),
)

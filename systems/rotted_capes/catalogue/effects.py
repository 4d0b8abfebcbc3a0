"""Effects: what a power, a maneuver or a piece of gear does to whom it is used on, in numbers."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import conditions
from domain.kit.durations import end_of_next_turn
from domain.kit.rolls import Throw, roll
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, UntilSceneEnds
from domain.vocabulary.bodies import Condition
from systems.freeform.fields import Key, Notation, Title
from systems.rotted_capes.combat.attacks import Adds, Aimed, Damage, MakeAttack, attack_of, strike
from systems.rotted_capes.fields import Ability, Areas, Defense
from systems.rotted_capes.harm.damage import is_lowly
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.harm.wounds import WOUNDS, left, regain, wound
from systems.rotted_capes.modes.blasts import AttackArea, Spared, aimed_at, burst
from systems.rotted_capes.sheet.conditions import DEAD, GRAPPLED, Kind, put_in
from systems.rotted_capes.sheet.people import is_zombie
from systems.rotted_capes.sheet.sizes import GRAPPLE
from systems.rotted_capes.windows import Attack

Lasts = Literal["", "turn", "scene"]
"""The duration of a condition: until it is ended, to the end of its bearer's next turn, or as long as the scene."""


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The effect of an ability or a thing on its target. It attacks in a `way`, or `heals`; what it is for besides is in
    its `text`."""

    title: Title
    text: Annotated[str, Meta(max_length=300, description="What it does, in words for the table")] = ""
    way: Annotated[Literal["", "melee", "ranged"], Meta(description="How it attacks; left out, it attacks nobody")] = ""
    damage: Damage = ""
    adds: Adds = 0
    type: TypeOfDamage = "kinetic"
    bypasses: Annotated[bool, Meta(description="Whether its damage bypasses DR")] = False
    ability: Annotated[
        Ability | Literal["power", ""],
        Meta(description="The ability that its attacks roll with in place of Strength or Dexterity"),
    ] = ""
    defense: Annotated[Defense, Meta(description="The defense that its attacks are rolled against")] = "avoidance"
    farthest: Annotated[Areas, Meta(description="The maximum range, in Areas")] | None = None
    area: Annotated[bool, Meta(description="Whether it strikes a whole Area")] = False
    hard: Annotated[bool, Meta(description="Whether its attacks have Disadvantage")] = False
    destroys: Annotated[bool, Meta(description="Whether a hit destroys a zombie of a lower rank outright")] = False
    imposes: Annotated[Kind | Literal[""], Meta(description="The condition that a hit brings about")] = ""
    tag: Annotated[str, Meta(max_length=60, description="The tag of that condition: its severity, or what it is")] = ""
    lasts: Annotated[Lasts, Meta(description="How long that condition lasts")] = ""
    heals: Annotated[Notation, Meta(description="The dice of the Stamina that it gives back")] = ""


LABELS: Final = {
    "way": "attacks",
    "adds": "adds to damage",
    "type": "damage type",
    "farthest": "range",
    "area": "strikes a whole Area",
    "hard": "attacks with Disadvantage",
    "destroys": "destroys lesser zombies",
    "bypasses": "bypasses DR",
    "resists": "Damage Resistance",
    "heals": "Stamina regained",
}
"""The words for fields of an effect that their names do not say."""

_ATTACKING: Final = ("way", "damage", "adds", "type", "bypasses", "ability", "defense", "farthest")
"""The fields of an effect that the command of an attack has, too."""

HELPS: Final = "healing"
"""The kind of the roll for Stamina that comes back."""


class UseOn(Aimed, frozen=True, kw_only=True, omit_defaults=True):
    """Use an ability or a thing on another character, or on everybody in an Area."""

    target: Annotated[CharacterRef, Meta(description="On whom it is used; left out, on everybody in an Area")] = ""
    means: Annotated[Key, Meta(description="The ability or thing: its title, or its name in the catalogue")]
    trigger: Annotated[str, Meta(max_length=200, description="What a Reaction answers")] = ""
    everywhere: Annotated[str, Meta(max_length=80, description="The Area in which everybody is struck")] = ""
    spares: Spared = ()


def take_effect(play: Play, aimed: UseOn, effect: Effect, rule: str) -> None:
    """RC-TURN-13, RC-USE-05, RC-USE-06: let an ability or a thing have its effect on its target. Its cost is paid
    already."""
    if bool(aimed.target) == bool(aimed.everywhere):
        play.refuse(rule, "Say on whom it is used, as the target, or name the Area in which it strikes everybody.")
    elif aimed.everywhere:
        _burst(play, aimed, effect, rule)
    elif effect.way:
        _attack(play, aimed, effect, rule)
    elif effect.heals:
        _help(play, aimed, effect)
    else:
        play.refuse(rule, "{effect} does nothing to anybody; use it without a target.", effect=effect.title)


def _attack(play: Play, aimed: UseOn, effect: Effect, rule: str) -> None:
    """RC-ATK-02, RC-ATK-03, RC-ATK-05: one attack with the numbers of the effect, and what comes of a hit."""
    assert effect.way
    attack = attack_of(
        play,
        MakeAttack(
            who=aimed.who,
            target=aimed.target,
            **_numbers(effect),
            area=effect.area,
            cover=aimed.cover,
            blocked=aimed.blocked,
            location=aimed.location,
            penalty=aimed.penalty,
            circumstances=aimed.circumstances,
        ),
    )
    struck = strike(play, _as_written(attack, effect, rule)._replace(free=True), location=aimed.location)
    if not struck.missed:
        _follow(play, aimed.who, struck.target, effect)


def _numbers(effect: Effect) -> dict[str, Any]:
    """Return what an effect says of its attacks, for the command of an attack."""
    return {name: getattr(effect, name) for name in _ATTACKING}


def _as_written(attack: Attack, effect: Effect, rule: str) -> Attack:
    """The attack with what its entry says of the roll."""
    trial = attack.trial._replace(task=GRAPPLE if effect.imposes == GRAPPLED else "")
    return attack._replace(trial=trial.hampered(rule) if effect.hard else trial)


def _burst(play: Play, aimed: UseOn, effect: Effect, rule: str) -> None:
    """RC-CMOD-05, RC-CMOD-08, RC-HORDE-08, RC-SIZE-06: one attack on everybody in an Area, and what comes of it for each who is hit."""
    if not effect.way or not effect.area:
        play.refuse(rule, "{effect} strikes no whole Area; name whom it is used on.", effect=effect.title)
        return
    attacks = aimed_at(
        play,
        AttackArea(
            who=aimed.who,
            area=aimed.everywhere,
            spares=aimed.spares,
            **_numbers(effect),
            circumstances=aimed.circumstances,
        ),
        aimed,
    )
    for struck in burst(play, [_as_written(attack, effect, rule) for attack in attacks]):
        if not struck.missed:
            _follow(play, aimed.who, struck.target, effect)


def _follow(play: Play, who: str, target: str, effect: Effect) -> None:
    """RC-ZOM-02, RC-COND-08: do what a hit brings about besides its damage; nothing more happens to the dead."""
    if effect.destroys and is_lowly(play, target) and not conditions.has(play, target, DEAD):
        with play.citing("RC-ZOM-02"):
            wound(play, target, left(play, target, WOUNDS), effect.title)
    if effect.imposes and not conditions.has(play, target, DEAD):
        tags = (effect.tag,) if effect.tag else ()
        until = _until(play, target, effect.lasts)
        put_in(play, target, Condition(what=effect.imposes, tags=tags, target=who, source=effect.title, until=until))


def _until(play: Play, target: str, lasts: Lasts) -> AnyAnchor | None:
    if lasts == "turn":
        return end_of_next_turn(play, target)
    return UntilSceneEnds() if lasts == "scene" else None


def _help(play: Play, aimed: UseOn, effect: Effect) -> None:
    """RC-CMOD-06, RC-CMOD-08, RC-DMG-06, RC-RULING-52: give Stamina back, as the dice fall.

    Refused for the dead, for zombies, who have none, and where it cannot get to its target.
    """
    target = aimed.target
    if aimed.cover == "total":
        play.refuse("RC-CMOD-06", "They are completely covered; only what strikes the whole Area gets to them.")
    if aimed.blocked:
        play.refuse("RC-CMOD-08", "Something solid is in the way; help needs a clear path.")
    if conditions.has(play, target, DEAD):
        play.refuse("RC-DEATH-04", "They are dead and regain no Stamina; return them to life first.")
    if is_zombie(play, target):
        play.refuse("RC-ZOM-01", "Zombies have no Stamina to give back.")
    regain(play, target, stamina=roll(play, Throw(aimed.who, HELPS, effect.heals, about=target)).total)

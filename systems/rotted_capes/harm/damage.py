"""Damage: from the dice of a hit to what DR lets through, the Stamina that it takes and the Wounds that it deals."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters, pools
from domain.kit.commands import command
from domain.kit.rolls import Throw, addends, roll
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilSceneEnds
from systems.freeform.fields import Notation
from systems.rotted_capes.harm import types
from systems.rotted_capes.harm.buffers import absorb
from systems.rotted_capes.harm.resistance import resistance
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.harm.wounds import STAMINA, hurt, sink
from systems.rotted_capes.sheet.conditions import DEAD
from systems.rotted_capes.sheet.people import ProfileData, is_zombie
from systems.rotted_capes.windows import DAMAGED, HARMED, HARMING, Damage, Dealt, Harm, Hit

CONTINUOUS: Final = "continuous-damage"
"""A counter of the continuous damage that a character has suffered in this scene, since it last was massive damage."""

UPPER_RANKS: Final = frozenset({"alpha", "beta", "gamma", "delta"})
"""Ruling 39: Delta and higher. Zombies that rank below are destroyed by massive damage."""

Amount = Annotated[int, Meta(ge=0, le=100_000, description="The damage, where it is not rolled")]


class Harmed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Harm a character without an attack roll."""

    who: CharacterRef
    damage: Annotated[Notation, Meta(description="The dice of the damage")] = ""
    amount: Amount = 0
    adds: Annotated[int, Meta(ge=-100, le=1_000, description="What is added to the dice")] = 0
    type: TypeOfDamage = "kinetic"
    by: Annotated[CharacterRef, Meta(description="Who deals it")] = ""
    cause: Annotated[
        Literal["attack", "continuous", "impact"],
        Meta(description="What sort of harm it is: continuous damage adds up, an impact is no massive damage"),
    ] = "attack"
    critical: Annotated[bool, Meta(description="Whether it is a critical hit, which deals a Wound")] = False
    bypasses: Annotated[bool, Meta(description="Whether it bypasses DR")] = False


def inflict(play: Play, target: str, hit: Hit) -> Dealt:
    """RC-DMG-07, RC-DMG-08, RC-DMG-10, RC-DMG-11, RC-DMG-12: the whole of a hit upon a character, and what became of
    it.

    The dice are rolled, DR is deducted, Temporary Stamina and Stamina take the rest, Wounds are dealt, and who has
    nothing left goes down. The dead are not harmed.
    """
    if conditions.has(play, target, DEAD):
        return Dealt()
    types.type_of(play, hit.type)
    if hit.type == types.PSYCHIC and is_zombie(play, target):
        play.cite("RC-TYPE-03")
        return Dealt()
    harm = HARMING.open(play, target, Harm(target, hit))
    if harm.averted:
        return harm.dealt
    amount = rolled(play, target, harm.hit)
    through = max(0, amount - resistance(play, target, harm.hit))
    dealt = _dealt(play, target, harm.hit, amount, through)
    sink(play, target)
    return HARMED.open(play, target, harm._replace(dealt=dealt)).dealt


def rolled(play: Play, target: str, hit: Hit) -> int:
    """RC-DMG-07: the damage of a hit before DR: its dice and what adds to them, not below 0."""
    if not hit.dice:
        return max(0, hit.amount + sum(each.amount for each in hit.addends))
    return thrown(play, hit, target, about=target)


def thrown(play: Play, hit: Hit, target: str, *, about: str = "") -> int:
    """RC-DMG-07: roll the dice of a hit upon a target, for it alone where it is `about` that; with what adds to them, not below 0."""
    who = hit.by or target
    fallen = roll(play, Throw(who, "damage", hit.dice, addends=hit.addends, about=about))
    return max(0, DAMAGED.open(play, who, Damage(target, hit, fallen)).roll.total)


def _dealt(play: Play, target: str, hit: Hit, amount: int, through: int) -> Dealt:
    """Take Stamina and Wounds by the damage before and after DR."""
    instead = hit.critical and play.option("critical_stamina") == "instead"
    massive = is_massive(play, target, hit, amount if instead and hit.cause != "continuous" else through)
    if instead:
        play.cite("RC-RULING-05")
    elif not is_zombie(play, target):
        pools.lose(play, target, STAMINA, through - absorb(play, target, through), harm=hit.type)
    wounds = _wounds(play, target, hit, massive=massive)
    return Dealt(through, hurt(play, target, wounds, hit.type), massive)


def is_massive(play: Play, target: str, hit: Hit, through: int) -> bool:
    """RC-DMG-11, RC-CONT-02, ruling 37: whether damage after DR is massive damage: more than the Fortitude defense."""
    if hit.cause == "continuous":
        return _adds_up(play, target, through)
    if hit.cause == "impact" and not play.option("massive_from_impacts"):
        return False
    return through > play.value(target, "attributes.fortitude").total


def _adds_up(play: Play, target: str, through: int) -> bool:
    """RC-CONT-01, RC-CONT-02: whether the continuous damage of the scene exceeds the Stamina Defense; it then begins at 0."""
    if not through:
        return False
    with play.citing("RC-CONT-01"):
        counters.count(play, target, CONTINUOUS, through, until=UntilSceneEnds(), title="continuous damage")
    if counters.times(play, target, CONTINUOUS) <= play.value(target, "attributes.stamina_defense").total:
        return False
    with play.citing("RC-CONT-02"):
        counters.clear(play, target, CONTINUOUS)
    return True


def _wounds(play: Play, target: str, hit: Hit, *, massive: bool) -> int:
    """RC-DMG-10, RC-DMG-11, RC-DMG-12, RC-ZOM-04, RC-ZOM-05, RC-ZOM-07: return the number of Wounds that a hit deals."""
    rules = (("RC-DMG-10",) if hit.critical else ()) + (("RC-DMG-11",) if massive else ())
    if massive and is_zombie(play, target):
        rules += (_of_zombies(play, target, hit),)
    for rule in rules:
        play.cite(rule)
    if "RC-ZOM-04" in rules:
        return pools.current(play, target, "wounds")
    return hit.critical + massive


def _of_zombies(play: Play, target: str, hit: Hit) -> str:
    """Rulings 38, 39 and 40: which rule says what massive damage does to a zombie."""
    if hit.cause == "continuous":
        return "RC-ZOM-07"
    return "RC-ZOM-04" if is_lowly(play, target) else "RC-ZOM-05"


def is_lowly(play: Play, who: str) -> bool:
    """Ruling 39: whether a character is a zombie of a lower rank, which what is enough for it destroys outright."""
    profile = play.character(who).profile["self"]
    return profile.kind == "zombie" and ProfileData.of(profile).rank not in UPPER_RANKS


@command("Harm a character without an attack roll.", scene=True)
def harm(play: Play, command: Harmed) -> None:
    """RC-DMG-07, RC-DMG-08, RC-DMG-09, RC-CONT-01: damage is rolled, DR is deducted, and the rest is dealt."""
    if bool(command.damage) == bool(command.amount):
        play.refuse("RC-DMG-07", "Say how much it is: dice to roll as `damage`, or an `amount`.")
    inflict(
        play,
        command.who,
        Hit(
            dice=command.damage,
            amount=command.amount,
            type=command.type,
            by=command.by,
            cause=command.cause,
            critical=command.critical,
            bypasses=command.bypasses,
            addends=addends({"adds": command.adds}),
        ),
    )


OPTIONS = (
    OptionSpec(
        name="critical_stamina",
        default="in_addition",
        choices=("in_addition", "instead"),
        text="Whether a critical hit takes Stamina besides its Wound, or deals the Wound instead.",
        rules=("RC-RULING-05",),
    ),
    OptionSpec(
        name="massive_from_impacts",
        default=False,
        text="Whether collisions and crashes may be massive damage.",
        rules=("RC-RULING-37",),
    ),
)

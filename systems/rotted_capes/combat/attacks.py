"""Attacks: declared against one target, rolled once against a defense, and dealt where they hit.

Chapters that bear upon an attack or follow from it mind its windows (`DECLARED`, `HIT`, `DEALT`, `ATTACKED`).
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend, addends, judge_again
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.log import Contribution
from systems.freeform.fields import Notation
from systems.rotted_capes.combat.actions import take
from systems.rotted_capes.combat.allowances import check_cost
from systems.rotted_capes.combat.areas import area_of, between, distance, engaged
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.fields import Ability, Areas, Circumstances, Defense
from systems.rotted_capes.harm.damage import inflict
from systems.rotted_capes.harm.types import TypeOfDamage
from systems.rotted_capes.rolls.trials import attempt
from systems.rotted_capes.sheet.sizes import REACH, always_caught
from systems.rotted_capes.windows import ATTACKED, DEALT, DECLARED, HIT, Attack, Hit, Trial, Tried

USUAL: Final[dict[bool, Ability]] = {True: "strength", False: "dexterity"}
"""RC-ATK-02, RC-ATK-03: the ability of melee attacks, and that of ranged ones."""


Damage = Annotated[Notation, Meta(description="The dice of the damage; left out, it does something else than damage")]
Adds = Annotated[int, Meta(ge=-100, le=1_000, description="What weapon, feats and ability add to the damage")]


class Aimed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands for an aimed attack share: the attacker, the target and the circumstances of the roll."""

    who: CharacterRef
    target: CharacterRef
    cover: Annotated[
        Literal["", "partial", "total"],
        Meta(description="Whether at least half of the target is blocked, or all of it"),
    ] = ""
    blocked: Annotated[bool, Meta(description="Whether a wall, glass or a force field is in its way")] = False
    location: Annotated[
        str, Meta(max_length=100, description="The Area at which it is aimed, where the target is not seen")
    ] = ""
    penalty: Annotated[
        int, Meta(ge=0, le=20, description="What the Editor-in-Chief takes from the roll, for cover for one")
    ] = 0
    circumstances: Circumstances = 0


Way = Annotated[Literal["melee", "ranged"], Meta(description="Hand to hand, or at a distance")]
Bypassing = Annotated[bool, Meta(description="Whether its damage bypasses DR")]
RolledWith = Annotated[
    Ability | Literal["power", ""],
    Meta(description="The ability that a power rolls with in place of Strength or Dexterity"),
]
RolledAgainst = Annotated[Defense, Meta(description="The defense that it is rolled against")]
Farthest = Annotated[Areas, Meta(description="The maximum range, in Areas")] | None
Taken = Literal["action", "bonus", "reaction", "demanding"]
Cost = Annotated[Taken, Meta(description="What of the turn it takes")]


class MakeAttack(Aimed, frozen=True, kw_only=True, omit_defaults=True):
    """One attack at one target, with a weapon, a power or the body."""

    way: Way = "melee"
    damage: Damage = ""
    adds: Adds = 0
    type: TypeOfDamage = "kinetic"
    bypasses: Bypassing = False
    ability: RolledWith = ""
    defense: RolledAgainst = "avoidance"
    farthest: Farthest = None
    area: Annotated[bool, Meta(description="Whether it strikes a whole Area")] = False
    cost: Cost = "action"


@command("Attack a character, with a weapon, a power or the body.", by="owner", scene=True)
def attack(play: Play, command: MakeAttack) -> None:
    """RC-ATK-01, RC-ATK-02, RC-ATK-03, RC-ATK-04, RC-ATK-05: one d20 against a defense, and what comes of it."""
    check_cost(play, command.who, command.cost)
    strike(play, attack_of(play, command), cost=command.cost, location=command.location)


def attack_of(play: Play, command: MakeAttack) -> Attack:
    """RC-ATK-01, RC-ATK-04: return the attack that a command describes. Refused where it cannot get to its target."""
    if (command.penalty or command.circumstances) and not play.deed.is_gm:
        play.refuse("RC-ATK-04", "The Editor-in-Chief says what cover and circumstances do; leave it to them.")
    if command.penalty:
        play.cite("RC-ATK-04")
    _check_way(play, command)
    trial = Trial(
        command.who,
        "attack",
        "attack",
        ability=command.ability or USUAL[command.way == "melee"],
        addends=(
            *bonus(play, command.who, command.way, command.ability),
            *addends({"circumstances": command.circumstances}),
            *addend("cover", -command.penalty, source="RC-ATK-04"),
        ),
        about=command.target,
        against=command.target,
        defense=command.defense,
        melee=command.way == "melee",
        area=command.area,
    )
    trial = _circumstanced(play, trial, command)
    hit = Hit(
        dice=command.damage,
        type=command.type,
        by=command.who,
        bypasses=command.bypasses,
        area=command.area,
        addends=addends({"adds": command.adds}),
    )
    return Attack(command.who, command.target, trial, hit)


def _check_way(play: Play, command: MakeAttack) -> None:
    """RC-ATK-02, RC-CMOD-06, RC-CMOD-07, RC-CMOD-08, ruling 69: refuse an attack that cannot get to its target."""
    if command.who == command.target:
        play.refuse("RC-ATK-01", "Name somebody else as the target.")
    if command.cover == "total" and not command.area:
        play.refuse("RC-CMOD-06", "They are completely covered; only what strikes the whole Area gets to them.")
    caught = command.area and always_caught(play, command.target)
    if command.blocked and not caught:
        play.refuse("RC-CMOD-08", "Something solid is in the way; an attack needs a clear path.")
    guessed = not command.area and not sees(play, command.who, command.target)
    if guessed and not command.location:
        play.refuse("RC-CMOD-07", "They do not see that one; say at which Area they aim, as the location.")
    if command.way == "melee" and not caught:
        _check_distance(play, command.who, command.location if guessed else area_of(play, command.target))


def check_reach(play: Play, who: str, target: str) -> None:
    """RC-ATK-02, ruling 69: refuse a melee attack on a character who is known to be further away than the attacker reaches."""
    _check_distance(play, who, area_of(play, target))


def _check_distance(play: Play, who: str, area: str) -> None:
    """RC-ATK-02, RC-CMOD-02, ruling 69: refuse a melee attack into an Area that is known to be out of reach.

    A blow at somebody unseen goes where they are thought to be, so that what is refused tells nothing of where they are.
    """
    far = between(play, area_of(play, who), area)
    if far is not None and far > play.value(who, REACH).total:
        play.refuse("RC-ATK-02", "They are out of reach; a melee attack is made within one's own Area.")


def bonus(play: Play, who: str, way: str, ability: str = "") -> tuple[Contribution, ...]:
    """RC-ATK-02, RC-ATK-03, RC-ATK-05: return the addends of an attack roll; a power's own ability takes the place of
    the usual one."""
    usual = USUAL[way == "melee"]
    given = addend(f"{way} attack", play.value(who, f"attributes.{way}").total)
    if not ability or ability == usual:
        return given
    play.cite("RC-ATK-05")
    own, instead = (play.value(who, f"modifiers.{name}").total for name in (ability, usual))
    return (*given, *addend(f"{ability} for {usual}", own - instead, source="RC-ATK-05"))


def _circumstanced(play: Play, trial: Trial, command: MakeAttack) -> Trial:
    """RC-CMOD-01, RC-CMOD-05, RC-SIZE-06: change an attack roll by range, sight and cover."""
    who, target = command.who, command.target
    if command.way == "ranged":
        far = distance(play, who, target)
        caught = command.area and always_caught(play, target)
        beyond = not caught and far is not None and command.farthest is not None and far > command.farthest
        if far == 0 or beyond or engaged(play, target):
            trial = trial.hampered("RC-CMOD-01")
    trial = by_sight(play, trial)
    return trial.hampered("RC-CMOD-05") if command.cover == "partial" else trial


def by_sight(play: Play, trial: Trial) -> Trial:
    """RC-CMOD-02, RC-CMOD-03: change an attack roll by who sees whom as it is declared, whichever command makes it."""
    if not sees(play, trial.who, trial.against):
        trial = trial.hampered("RC-CMOD-02")
    return trial if sees(play, trial.against, trial.who) else trial.favoured("RC-CMOD-03")


def strike(
    play: Play,
    attack: Attack,
    *,
    cost: Taken = "action",
    location: str = "",
) -> Attack:
    """RC-ATK-01, RC-ATK-06, RC-ATK-07: an attack from its declaration to what it deals. `location` is where it is aimed."""
    attack = DECLARED.open(play, attack.target, attack)
    if not attack.free:
        take(play, attack.by, text("attack"), cost)
    defense = play.value(attack.target, f"attributes.{attack.trial.defense}").total
    tried = _aimed(play, attack, attempt(play, attack.trial._replace(target=defense)), location)
    attack = attack._replace(tried=tried, missed=not tried.success)
    if not attack.missed:
        attack = land(play, attack)
    return ATTACKED.open(play, attack.by, attack)


def _aimed(play: Play, attack: Attack, tried: Tried, location: str) -> Tried:
    """RC-CMOD-02: an attack at an Area where its target is not misses, and nobody is told more than that."""
    where = area_of(play, attack.target)
    if not location or not where or location == where or not tried.success:
        return tried
    return tried._replace(roll=judge_again(play, tried.roll, "miss", "it misses", rules=("RC-CMOD-02",)))


def land(play: Play, attack: Attack) -> Attack:
    """Let an attack that hits deal its harm, unless something turns it into a miss after all."""
    critical = attack.tried is not None and attack.tried.critical
    attack = HIT.open(play, attack.target, attack._replace(hit=attack.hit._replace(critical=critical)))
    if attack.missed:
        return attack
    if attack.hit.dice or attack.hit.amount or attack.hit.addends or attack.hit.critical:
        attack = attack._replace(dealt=inflict(play, attack.target, attack.hit))
    return DEALT.open(play, attack.by, attack)

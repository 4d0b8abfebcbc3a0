"""The windows of an attack, in the order in which they open, and what goes through them.

An attack is declared and paid for, each of its rolls is due and is rolled, it hits, and it is over. The chapters that step in at one
of these points mind its window; `attacks`, which opens them, knows none of them.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.rolls import Roll, Throw
from domain.play.windows import Window
from domain.vocabulary.log import Addends
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import Checked
from systems.weaverdice.gear.weapons import Weapon
from systems.weaverdice.harm.effect_tables import DamageType, Tier

Answer = Literal["hit", "dodged", "blocked"]

Few = Annotated[int, Meta(ge=1, le=20)]
Degrees = Annotated[int, Meta(ge=0, le=180)]
Feet = Annotated[int, Meta(ge=0, le=100_000)]


class PowerStrike(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """Ruling 122: how a power strikes, as the campaign wrote it down. A `ranged` one strikes from afar."""

    name: Title
    stat: Annotated[Literal["brawn", "dexterity"], Meta(description="The stat that is rolled to hit")] = "dexterity"
    type: DamageType
    tier: Tier
    wound: Annotated[bool, Meta(description="Whether a hit wounds")] = True
    effect: Annotated[bool, Meta(description="Whether a hit has the effect of its type of damage")] = True
    ranged: Annotated[bool, Meta(description="Whether it strikes from afar")] = True
    attacks: Annotated[Few, Meta(description="How many attacks one action allows")] = 1
    targets: Annotated[Few, Meta(description="How many targets one action allows")] = 1


class Attack(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`weapon` is what is held, in its attack type `form`. A `full` attack takes the whole turn, an `opportunity` none
    of it, but Focus. Of a shot: `crowded` says that anybody or anything interferes, `focused` pays to aim nevertheless.
    Of a gun: `case` is the kind of situation that is argued to call for it, and `unseen` says that nobody witnesses
    it."""

    who: CharacterRef
    targets: Annotated[tuple[CharacterRef, ...], Meta(description="Those at whom the strikes are made")]
    weapon: Annotated[
        str, Meta(description="What is held; without it and a power, bare hands", extra=takes_one_of("items"))
    ] = ""
    form: Annotated[str, Meta(description="The attack type of the weapon")] = ""
    power: Annotated[PowerStrike | None, Meta(description="The power that strikes")] = None
    strikes: Annotated[Few, Meta(description="How many strikes are made at each target")] = 1
    angle: Annotated[
        Degrees,
        Meta(description="How many degrees off the target's front the attack comes from (cover protects in its arc)"),
    ] = 0
    feet: Annotated[Feet, Meta(description="How far away the target is")] = 5
    large: Annotated[bool, Meta(description="Whether the target is large or obvious")] = False
    full: Annotated[bool, Meta(description="Whether it takes the whole turn")] = False
    opportunity: Annotated[
        bool, Meta(description="Whether it is an opportunity, which takes nothing of the turn, but Focus")
    ] = False
    crowded: Annotated[bool, Meta(description="Of a shot, whether anybody or anything interferes")] = False
    focused: Annotated[
        bool, Meta(description="Of a shot that is interfered with, whether Focus is paid to aim nevertheless")
    ] = False
    pain: Annotated[Literal["physical", "mental"], Meta(description="The kind that a shock causes")] = "physical"
    part: Annotated[str, Meta(description="The part of the body that is used")] = ""
    case: Annotated[str, Meta(description="Of a gun, the kind of situation that is argued to call for it")] = ""
    unseen: Annotated[bool, Meta(description="Of a gun, whether nobody witnesses it")] = False


class Arm(NamedTuple):
    """The arm that a character strikes with: how it strikes, the thing itself ("" without one), whether it is
    conventional."""

    weapon: Weapon
    item: str = ""
    conventional: bool = True


class Volley(NamedTuple):
    """An attack as it was declared, with what it is made with: all its rolls together.

    `paid` says that no action pays for it, `aimed` that the skill of aiming applies to it.
    """

    command: Attack
    arm: Arm
    paid: bool = False
    aimed: bool = False

    @property
    def who(self) -> str:
        """Return the attacker."""
        return self.command.who


UNROLLED: Final = Checked(Roll(Throw("", "attack"), 0, 0, ""))


class Strike(NamedTuple):
    """One roll of an attack at one target, with `extra` dice and the `given` addends.

    Once it is `rolled`, `struck` is whom it comes to, "" for nobody; `answer` is how they met it.
    """

    volley: Volley
    target: str
    extra: int = 0
    given: Addends = ()
    rolled: Checked = UNROLLED
    struck: str = ""
    answer: Answer = "hit"

    @property
    def who(self) -> str:
        """Return the attacker."""
        return self.volley.who

    @property
    def weapon(self) -> Weapon:
        """Return how it strikes."""
        return self.volley.arm.weapon


class Score(NamedTuple):
    """The addends of the defence score against an attack `by` a character, from so many degrees off the front."""

    angle: int
    addends: Addends = ()
    by: str = ""


DECLARED: Final = Window("attack-declared", Volley)
"""Of the attacker: an attack is declared, and not paid for."""

PAID: Final = Window("attack-paid", Volley)
"""Of the attacker: its action is paid for."""

SCORED: Final = Window("defence-score", Score)
"""Of the target: an attack asks for the score that it has to reach."""

ROLLING: Final = Window("attack-rolling", Strike)
"""Of the target: a roll is due."""

ROLLED: Final = Window("attack-rolled", Strike)
"""Of the target: it is rolled; whom it comes to."""

HIT: Final = Window("attack-hit", Strike, over=lambda strike: strike.answer != "hit")
"""Of a target who is struck: they may answer it."""

OVER: Final = Window("attack-over", Volley)
"""Of the attacker: all its rolls are made."""

ALL: Final = (DECLARED, PAID, SCORED, ROLLING, ROLLED, HIT, OVER)

"""The windows of an attack, in the order in which they open, and what goes through them.

An attack is declared, its roll is due, it is rolled, it hits, it lands and deals its harm, and is over. The chapters that step in
at one of these points mind its window; `attacking` and `blows`, which open them, know none of them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from domain.play.play import Play
from domain.play.windows import Window
from domain.vocabulary.log import Contribution
from systems.cthulhu_eternal.attacks.weapons import Weapon
from systems.cthulhu_eternal.combat.standing import Way
from systems.cthulhu_eternal.harm.damage import Hit
from systems.cthulhu_eternal.tests import Tested

Offence = Literal["attack", "called shot", "disarm", "pin"]

GRAB: Final = {"disarm": "CE-ACT-12", "pin": "CE-ACT-27"}
"""Actions that take two free hands and a character within reach, with the rule."""

UNROLLED: Final = Tested(0, "failure")


class Blow(NamedTuple):
    """An offensive action against a character: `takes` is the thing that a disarm knocks from their grasp.

    `effect` is that of a called shot: "past armor", or one of the optional ones. `caught` are others inside a Kill Radius,
    where the map does not tell. `any_critical` says that any success is a critical hit.
    """

    action: Offence
    target: str
    weapon: Weapon
    takes: str = ""
    effect: str = ""
    caught: tuple[str, ...] = ()
    any_critical: bool = False

    @property
    def hand_to_hand(self) -> bool:
        """Whether it is done hand to hand."""
        return not self.weapon.ranged

    @property
    def skill(self) -> str:
        """CE-ACT-04, CE-ACT-12, CE-ACT-27: return the skill that is tested."""
        return "unarmed_combat" if self.action in GRAB else self.weapon.skill


class Manner(NamedTuple):
    """The manner of an attack: `yards` away, at a `part` of the body for what that takes (`extra`), with so many
    `rolls`; or for `free`, with no action and no aim of its own. `either` is another character who stands so close that each hit
    may be theirs."""

    yards: int | None = None
    extra: tuple[Contribution, ...] = ()
    part: str = ""
    rolls: int = 1
    free: bool = False
    either: str = ""


class Strike(NamedTuple):
    """An attack under way: the blow it is to be, and all that bears upon its roll.

    `allowed` are states that do not keep the attacker from it, `given` the addends of the roll, `responses` what defenders
    roll against it right after. `once` are the labels of addends that help this attack alone, not a second one that a
    critical hit allows. `unnoticed` says that its target does not see it coming; once it is rolled, `able` says
    that they can oppose it. A hit that is `opposed` comes to nothing; one that is `pending` may still be opposed by what its target does on the same count.
    """

    by: str
    blow: Blow
    way: Way
    manner: Manner = Manner()
    unnoticed: bool = False
    allowed: tuple[str, ...] = ()
    given: tuple[Contribution, ...] = ()
    once: tuple[str, ...] = ()
    responses: tuple[Callable[[Play], None], ...] = ()
    tested: Tested = UNROLLED
    able: bool = False
    opposed: bool = False
    pending: bool = False

    @property
    def target(self) -> str:
        """The target that it is aimed at."""
        return self.blow.target


class Landing(NamedTuple):
    """A blow that has got through: the `hit` that it is, and the `effect` of a critical in place of doubling.

    `dealt` says that its harm is done. A blow that comes `again` is followed by another one.
    """

    by: str
    blow: Blow
    tested: Tested
    hit: Hit
    pending: bool = False
    effect: str = ""
    dealt: bool = False
    again: bool = False


class Applied(NamedTuple):
    """A blow that is applied when the count is over, by its roll; one that is `opposed` comes to nothing after all."""

    tested: Tested
    pending: bool
    opposed: bool = False


DECLARED: Final = Window("attack-declared", Strike)
"""Of the target: an attack is declared, and its action not yet paid."""

ROLLING: Final = Window("attack-rolling", Strike)
"""Of the target: the roll is due; defences are declared and addends given."""

ROLLED: Final = Window("attack-rolled", Strike)
"""Of the target: the attack and what was declared against it have been rolled."""

HIT: Final = Window("attack-hit", Strike, over=lambda strike: strike.opposed)
"""Of the target: the roll was a success."""

LANDING: Final = Window("attack-lands", Landing)
"""Of the attacker: nothing has opposed it; what kind of hit it is."""

DEALING: Final = Window("attack-deals", Landing, over=lambda landing: landing.dealt)
"""Of the attacker: the harm is rolled and done, where some rule does it in another way than by damage dice."""

LANDED: Final = Window("attack-landed", Landing)
"""Of the attacker: the harm is done."""

APPLYING: Final = Window("blow-applied", Applied)
"""Of the target: a blow takes its effect, at the end of the count where several share it."""

OVER: Final = Window("attack-over", Strike)
"""Of the target: the attack is over, hit or miss."""

ALL: Final = (DECLARED, ROLLING, ROLLED, HIT, LANDING, DEALING, LANDED, APPLYING, OVER)

"""The windows of Rotted Capes, in the order in which they open, and what goes through them.

A d20 roll is due, and has been made; an attack is declared, hits, deals damage; a character has been harmed. The
chapters that step in at one of these points mind its window; the rules that open it know none of them.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from domain.kit import rolls
from domain.kit.rolls import Roll
from domain.play.windows import Window
from domain.vocabulary.log import Contribution

Purpose = Literal["attack", "challenge", "check", "save", "initiative"]
"""The purpose of rolling a d20: a Challenge has the Rank Bonus, a check and a save have not."""


class Trial(NamedTuple):
    """A d20 roll that is due, and all that bears upon it.

    `kind` is its declared kind. `ability` is the ability that it leans on, `against` whom it is rolled against and
    `defense` what of theirs it has to reach. `for_it` and `against_it` are what gives Advantage and Disadvantage, in
    words that begin with a rule. `sighted` says that it takes sight, `melee` that it is an attack hand to hand.
    `spent` are those who put a Plot Point on it. `failed` is the rule by which it fails without a die, `certain` that
    by which it succeeds without one; of an attack, `sure` is that by which all but a natural 1 hits, and `deadly` that
    by which each hit is critical. `task` is what a rule minds about it, such as a grapple; an attack that is `area`
    strikes everybody who is there.
    """

    who: str
    kind: str
    purpose: Purpose
    target: int | None = None
    ability: str = ""
    addends: tuple[Contribution, ...] = ()
    about: str = ""
    against: str = ""
    defense: str = ""
    for_it: tuple[str, ...] = ()
    against_it: tuple[str, ...] = ()
    sighted: bool = False
    melee: bool = False
    spent: tuple[str, ...] = ()
    failed: str = ""
    certain: str = ""
    sure: str = ""
    deadly: str = ""
    task: str = ""
    area: bool = False

    def favoured(self, *reasons: str) -> Trial:
        """Return the same roll with Advantage for these reasons."""
        return self._replace(for_it=(*self.for_it, *reasons))

    def hampered(self, *reasons: str) -> Trial:
        """Return the same roll with Disadvantage for these reasons."""
        return self._replace(against_it=(*self.against_it, *reasons))

    def with_addends(self, *addends: Contribution) -> Trial:
        """Return the same roll with more addends."""
        return self._replace(addends=(*self.addends, *addends))


Tried: TypeAlias = rolls.Tried[Trial]
"""A d20 roll that was made: the trial and what came of it. A critical one is a critical hit."""


class Hit(NamedTuple):
    """Harm on its way to a character: an `amount`, or `dice` to be rolled with `addends`.

    `type` is its damage type, `by` the one who deals it. Its cause decides whether it may be massive damage: attacks
    and falls by their own weight, lasting effects by what they add up to in the scene, impacts only where the campaign
    says so. `critical` says that it deals a Wound. DR counts as 0 where it `bypasses` it, and is lowered by `piercing`.
    `area` says that it reaches everybody who is there.
    """

    dice: str = ""
    amount: int = 0
    type: str = "kinetic"
    by: str = ""
    cause: Literal["attack", "fall", "continuous", "impact"] = "attack"
    critical: bool = False
    bypasses: bool = False
    piercing: int = 0
    area: bool = False
    addends: tuple[Contribution, ...] = ()


class Dealt(NamedTuple):
    """The result of a hit: the damage after DR (`stamina`), the Wounds that it dealt, and whether it was massive
    damage."""

    stamina: int = 0
    wounds: int = 0
    massive: bool = False


class Harm(NamedTuple):
    """A hit upon a character. It is `averted` where some rule turned it into something else; `dealt` is what became of
    it."""

    target: str
    hit: Hit
    averted: bool = False
    dealt: Dealt = Dealt()


class Damage(NamedTuple):
    """Damage dice that have fallen, for a hit upon a target."""

    target: str
    hit: Hit
    roll: Roll


class Dying(NamedTuple):
    """A creature at 0 Wounds and 0 Stamina; `saved` says by whom or what it is kept alive."""

    who: str
    saved: str = ""


class Recovery(NamedTuple):
    """A recovery roll that has failed; where it is `ignored`, nothing comes of it."""

    who: str
    tried: Tried
    ignored: bool = False


class Attack(NamedTuple):
    """An attack under way: who attacks whom and how, the roll that is due, and what comes of it.

    `trial` is what bears upon its roll and `hit` the harm that it would do. `free` says that it takes no action, `wide` that
    it is one of those that an attack on a whole Area comes to. `tried` is the roll once it is made; one that has `missed`
    does nothing. `dealt` is what it did.
    """

    by: str
    target: str
    trial: Trial
    hit: Hit
    free: bool = False
    wide: bool = False
    missed: bool = False
    tried: Tried | None = None
    dealt: Dealt = Dealt()

    @property
    def melee(self) -> bool:
        """Whether it is made hand to hand."""
        return self.trial.melee


class Paced(NamedTuple):
    """A Pace that is wanted: whose, of which mode, and how many Areas it comes to."""

    who: str
    mode: str
    areas: int


class Arrived(NamedTuple):
    """The arrival of a character in an Area: by themselves, or `forced` by something that moved them."""

    who: str
    area: str
    forced: bool = False


class Opening(NamedTuple):
    """The departure of a character from an Area, and those whom a foe may strike at, the mover first; nobody where it is
    none for that foe."""

    mover: str
    targets: tuple[str, ...]
    foe: str = ""


PACING: Final = Window("pacing", Paced)
"""Of the character who moves: their Pace is wanted."""

ARRIVED: Final = Window("arrived", Arrived)
"""Of the character who has come into an Area, or to another square of one."""

OPENING: Final = Window("opening", Opening)
"""Of the character who leaves an Area: a foe may strike at them."""

ROLLING: Final = Window("rolling", Trial)
"""Of the character who rolls: a d20 is due."""

TARGETED: Final = Window("targeted", Trial)
"""Of the target: an attack against it is due to be rolled."""

ROLLED: Final = Window("rolled", Tried)
"""Of the character who rolled: the d20 has fallen, and may be rolled again."""

DECLARED: Final = Window("declared", Attack)
"""Of the target: an attack is declared; its action is not yet paid, and its roll not yet made."""

HIT: Final = Window("hit", Attack, over=lambda attack: attack.missed)
"""Of the target: the roll was a success; nothing is dealt yet."""

DEALT: Final = Window("dealt", Attack)
"""Of the attacker: the harm is done."""

ATTACKED: Final = Window("attacked", Attack)
"""Of the attacker: the attack is over, hit or miss."""

DAMAGED: Final = Window("damaged", Damage)
"""Of the character who rolled damage: the dice have fallen, and may be rolled again."""

HARMING: Final = Window("harming", Harm, over=lambda harm: harm.averted)
"""Of the target: it is about to be harmed; DR is not yet deducted."""

HARMED: Final = Window("harmed", Harm)
"""Of the target: it has been harmed, and what that leads to has come about."""

DYING: Final = Window("dying", Dying, over=lambda dying: bool(dying.saved))
"""Of a character who is at 0 Wounds and 0 Stamina."""

RECOVERED: Final = Window("recovered", Recovery, over=lambda recovery: recovery.ignored)
"""Of a character who has failed to recover: what comes of it has not come about yet."""

ALL: Final = (
    PACING,
    ARRIVED,
    OPENING,
    ROLLING,
    TARGETED,
    ROLLED,
    DECLARED,
    HIT,
    DEALT,
    ATTACKED,
    DAMAGED,
    HARMING,
    HARMED,
    DYING,
    RECOVERED,
)

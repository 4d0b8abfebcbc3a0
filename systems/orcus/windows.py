"""The windows of Orcus, in the order in which they open, and what goes through them.

A step leaves a square; a power or an attack is declared, is aimed, is rolled, hits, deals damage; a target is harmed and drops. The
chapters that step in at one of these points mind its window; the rules that open it know none of them.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple, TypeAlias

from domain.kit import rolls
from domain.kit.maps.squares import Space
from domain.play.windows import Window
from domain.vocabulary.log import Contribution
from systems.orcus.fields import Ability, Defense, Origin

Purpose = Literal["attack", "skill", "ability", "save", "death", "initiative"]
"""The purpose of rolling a d20."""


class Trial(NamedTuple):
    """A d20 roll that is due, and all that bears upon it.

    `kind` is its declared kind. `ability` is the ability that it leans on, `against` whom it is rolled against, `defense` what of
    theirs it has to reach. `advantage` holds the reasons for combat advantage, each a rule's id or a word; it is `settled` where the
    game master determined it. `tags` are those of the power or task. `failed` is the rule by which it fails without a die, `certain`
    that by which it succeeds without one.
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
    advantage: tuple[str, ...] = ()
    settled: bool = False
    tags: frozenset[str] = frozenset()
    failed: str = ""
    certain: str = ""

    def with_addends(self, *addends: Contribution) -> Trial:
        """Return the same roll with more addends."""
        return self._replace(addends=(*self.addends, *addends))

    def favoured(self, *reasons: str) -> Trial:
        """Return the same roll with combat advantage for these reasons, unless the game master has determined it."""
        return self if self.settled else self._replace(advantage=(*self.advantage, *reasons))


Tried: TypeAlias = rolls.Tried[Trial]
"""A d20 roll that was made: the trial and what came of it. A critical one is a critical hit."""


class Attack(NamedTuple):
    """The makings of an attack, which are the same against every target.

    `name` is the power or weapon it is made with, `ability` what it leans on and `defense` what it is rolled against. `bonus` adds to the
    attack roll. `dice` with `adds` are its damage, "" for none; `extra` are dice that a critical hit adds. `types` are the damage's types.
    `tags` are those of the power. `origin` is where it comes from, and `square` that of a Far attack. `reach` and `range` are in squares, and
    beyond `range` up to `long` it is hampered. `opportunity` says that it is an opportunity attack, `basic` that it is or counts as a basic attack,
    `standard` that it took a standard action. One that is not `lethal` knocks out whom it drops.
    """

    name: str
    ability: Ability
    origin: Origin = "melee"
    defense: Defense = "ac"
    bonus: tuple[Contribution, ...] = ()
    dice: str = ""
    adds: tuple[Contribution, ...] = ()
    extra: str = ""
    types: tuple[str, ...] = ()
    tags: frozenset[str] = frozenset()
    square: Space | None = None
    reach: int | None = None
    range: int | None = None
    long: int | None = None
    weapon: str = ""
    basic: bool = False
    opportunity: bool = False
    standard: bool = False
    lethal: bool = True


class Ruled(NamedTuple):
    """OR-ATK-07: the rulings of the game master on an attack in place of the board; None leaves it to the board."""

    cover: int | None = None
    concealment: int | None = None
    advantage: bool | None = None
    because: str = ""


AS_IT_STANDS: Final = Ruled()
"""No ruling: the board decides."""


class Dealt(NamedTuple):
    """The result of harm: the hit points and the temporary ones that it took, and whether it killed."""

    hp: int = 0
    temporary: int = 0
    killed: bool = False


class Strike(NamedTuple):
    """An attack against one target, under way.

    `among` are all targets of the attack. `guard` adds to the target's defense against it. `ruled` is what the game master determined.
    `cover` and `concealment` are degrees, 0 for none. A `void` strike has become impossible and does nothing. `tried` is the roll once
    it is made; one that has `missed` does what its power says of a miss. `damage` are further damage dice that are rolled with the
    others, with the rule or power that brings each; `halved` damage is halved as a whole. A `deadly` one kills whom it hurts badly
    enough. It `may_boost` while no booster was added to another hit of the same attack, and `boosted` names the one that was added
    to it. `dealt` is what it did.
    """

    by: str
    target: str
    attack: Attack
    trial: Trial
    among: tuple[str, ...] = ()
    guard: tuple[Contribution, ...] = ()
    ruled: Ruled = AS_IT_STANDS
    cover: int = 0
    concealment: int = 0
    void: str = ""
    tried: Tried | None = None
    missed: bool = False
    critical: bool = False
    damage: tuple[tuple[str, str], ...] = ()
    deadly: bool = False
    halved: bool = False
    may_boost: bool = True
    boosted: str = ""
    dealt: Dealt = Dealt()


class Harm(NamedTuple):
    """Damage on its way to a target: so much, of these types, dealt `by` a character.

    Its cause decides what bears upon it: weakness lowers that of attacks, and persistent damage is none. `lethal` says
    that the attacker means to kill; else a target that it drops is knocked out. `deadly` harm kills whom it takes as
    much from as makes them staggered. `averted` harm does nothing. `dealt` is what became of it.
    """

    target: str
    amount: int
    types: tuple[str, ...] = ()
    by: str = ""
    cause: Literal["attack", "persistent", "fall", "hazard", "other"] = "attack"
    tags: frozenset[str] = frozenset()
    critical: bool = False
    deadly: bool = False
    lethal: bool = True
    averted: bool = False
    dealt: Dealt = Dealt()


class Step(NamedTuple):
    """A step that a character is about to take, from one space to another; one that is `stopped` is not taken.

    `how` is the movement that it is part of: only walking, running and the like provoke; a shift, a teleport and a forced step do not.
    """

    who: str
    before: Space
    after: Space
    how: Literal["move", "shift", "teleport", "forced"] = "move"
    stopped: bool = False


class Provoked(NamedTuple):
    """An act of a character that gives an opening to those around them; `stopped` once they cannot go on."""

    who: str
    by: str
    stopped: bool = False


LEAVING: Final = Window("leaving", Step, over=lambda step: step.stopped)
"""Of a character who moves: they are about to leave a square."""

ARRIVED: Final = Window("arrived", Step)
"""Of a character who has moved: they have come to a square."""

PROVOKING: Final = Window("provoking", Provoked, over=lambda provoked: provoked.stopped)
"""Of a character who is about to use a Ranged or Far power."""

ROLLING: Final = Window("rolling", Trial)
"""Of a character who rolls: a d20 is due."""

TARGETED: Final = Window("targeted", Trial)
"""Of the target: an attack against it is due to be rolled."""

ROLLED: Final = Window("rolled", Tried)
"""Of a character who rolled: the d20 has fallen."""

DECLARED: Final = Window("declared", Strike, over=lambda strike: bool(strike.void))
"""Of the target: an attack is declared; counters step in here."""

AIMED: Final = Window("aimed", Strike, over=lambda strike: bool(strike.void))
"""Of the attacker: whether the target is still within range, and how much of it is covered or hidden."""

HIT: Final = Window("hit", Strike, over=lambda strike: strike.missed)
"""Of the target: the roll was a success; nothing is dealt yet."""

STRUCK: Final = Window("struck", Strike, over=lambda strike: strike.missed)
"""Of the attacker: it is a hit, and damage is due; what adds to it is declared here."""

DEALT: Final = Window("dealt", Strike)
"""Of the attacker: the harm of a hit is done."""

ATTACKED: Final = Window("attacked", Strike)
"""Of the target: the attack is over against all its targets, hit or miss; reacts step in here."""

HARMING: Final = Window("harming", Harm, over=lambda harm: harm.averted)
"""Of the target: it is about to be harmed; nothing is deducted yet."""

HARMED: Final = Window("harmed", Harm)
"""Of the target: it has been harmed."""

ALL: Final = (
    LEAVING,
    ARRIVED,
    PROVOKING,
    ROLLING,
    TARGETED,
    ROLLED,
    DECLARED,
    AIMED,
    HIT,
    STRUCK,
    DEALT,
    ATTACKED,
    HARMING,
    HARMED,
)

"""The windows of Rotted Capes, in the order in which they open, and what goes through them.

A d20 roll is due, and has been made; an attack is declared, hits, deals damage; somebody has been harmed. The chapters that step
in at one of these points mind its window; the rules that open it know none of them.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from domain.events.log import Contribution
from domain.kit.rolls import Roll
from domain.play.windows import Window

Purpose = Literal["attack", "challenge", "check", "save", "initiative"]
"""What a d20 is rolled for: a Challenge has the Rank Bonus, a check and a save have not."""


class Trial(NamedTuple):
    """A d20 roll that is due, and all that bears upon it.

    `kind` is its declared kind. `ability` is the ability that it leans on, `against` whom it is rolled against and `defense`
    what of theirs it has to reach. `for_it` and `against_it` are what gives Advantage and Disadvantage, in words that begin
    with a rule. `sighted` says that it takes sight, `melee` that it is an attack hand to hand. `spent` are those who put a
    Plot Point on it. `failed` is the rule by which it fails without a die; of an attack, `sure` is that by which all but a
    natural 1 hits, and `deadly` that by which each hit is critical. `task` is what a rule minds about it, such as a grapple;
    an attack that is `area` strikes whoever is there.
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


class Tried(NamedTuple):
    """A d20 roll that was made: the trial and what came of it."""

    trial: Trial
    roll: Roll

    @property
    def natural(self) -> int:
        """The number that the die shows which counts."""
        return self.roll.natural

    @property
    def success(self) -> bool:
        """Ruling 1: whether it reached its target."""
        return self.roll.outcome in ("success", "critical")

    @property
    def critical(self) -> bool:
        """Whether an attack was a critical hit."""
        return self.roll.outcome == "critical"


ROLLING: Final = Window("rolling", Trial)
"""Of whoever rolls: a d20 is due."""

TARGETED: Final = Window("targeted", Trial)
"""Of the target: an attack against it is due to be rolled."""

ROLLED: Final = Window("rolled", Tried)
"""Of whoever rolled: the d20 has fallen, and may be rolled again."""

ALL: Final = (ROLLING, TARGETED, ROLLED)

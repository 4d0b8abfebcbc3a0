"""Checks: a die and a stat against a target number, under the cap of low morale, with what high morale can buy."""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from domain.kit import conditions, pools, turns
from domain.kit.data import data_of
from domain.kit.rolls import Roll, Throw, dice_of, judge_again, roll, without_dice
from domain.play.adjusting import at_most
from domain.play.deciders import owner_of
from domain.play.moments import come
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from domain.vocabulary.questions import Closes
from systems.weaverdice.moments import FAILED_IN_PAIN
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import NUMBNESS, PHYSICAL, modifier, score

DEFAULT_TARGET: Final = 4
"""WD-CHK-03: the target where none was named."""


class _Scale(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    caps: dict[int, int]
    counts_as: dict[int, int]


_SCALE: Final = table(__package__, "morale", _Scale)

CAPS: Final = _SCALE.caps
"""WD-MOR-01: the most a check comes to, by the step of low morale."""

COUNTS_AS: Final = _SCALE.counts_as
"""WD-MOR-01: the number a roll counts as, by the step of morale held before it is lowered."""

LOWEST_OF_ALL: Final = -5
"""The fifth low step of morale, at which nobody functions (an option: ruling 14)."""

CALLED_OUT: Final = "called_out"
"""The condition of a character who has had a negative reputation cited against their next roll of `data.stat`."""

IN_PAIN: Final = {
    "physical": frozenset(PHYSICAL),
    "mental": frozenset({"wits", "knowledge", "social"}),
    "emotional": frozenset({"social"}),
}
"""WD-COND-07: the stats that a kind of pain covers. Of Social rolls it covers personal and defensive ones only."""


@data_of("conditions", CALLED_OUT)
class CalledOutData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The stat whose next roll something counts against, what it is called, and why."""

    stat: str = ""
    label: str = "negative reputation"
    why: str = ""


@data_of("conditions", "pain")
class PainData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The kind of a pain, and the part of the body that it is in."""

    kind: str = "physical"
    part: str = ""


class Checked(NamedTuple):
    """A check as it was `made` and judged."""

    made: Roll

    @property
    def total(self) -> int:
        """Return the total after modifiers and the cap of morale."""
        return self.made.total

    @property
    def natural(self) -> int:
        """The die that was kept."""
        return self.made.best

    @property
    def success(self) -> bool:
        """Whether nothing made it a failure."""
        return self.made.outcome != "failure"


class Manner(NamedTuple):
    """The manner of a check.

    `extra` dice are rolled and the best one kept (WD-SKL-01), or all added `together` (WD-CSK-02); `taken` is what the
    die counts as without being rolled (WD-CSK-09). `physical`: neither offence nor defence, so that a dot of
    Stamina rolls it again (WD-EFF-04). `part` is the part of the body that is used. `impersonal`: a Social roll that no
    pain covers. `painless`: no pain makes its failure worse. `veiled`: its target and outcome are the game master's.
    `against` is whose number it has to reach, where it is a character's.
    `compared`: its total is compared with another roll's; it has no target, and only who cannot do it at all fails.
    """

    extra: int = 0
    together: bool = False
    taken: int = 0
    modifiers: tuple[Contribution, ...] = ()
    physical: bool = False
    part: str = ""
    impersonal: bool = False
    painless: bool = False
    veiled: bool = False
    against: str = ""
    compared: bool = False


PLAIN: Final = Manner()


def check(play: Play, who: str, label: str, stat: str, target: int = DEFAULT_TARGET, *, how: Manner = PLAIN) -> Checked:
    """WD-CHK-01: 1d6 and the stat's modifier reach the target or do not; what may be bought is offered afterwards."""
    how = how._replace(modifiers=(*how.modifiers, *_called_out(play, who, stat)))
    attempt = _Attempt(who, label, stat, target, how)
    result = _bought(play, attempt, _rolled(play, attempt))
    if _failed(result) and how.physical:
        result = _rolled_again(play, attempt, result)
    if _failed(result):
        result = _rolled_by_morale(play, attempt, result)
    if _failed(result) and not how.painless and pained(play, who, stat, how):
        come(play, FAILED_IN_PAIN, who)
    return Checked(result)


def _called_out(play: Play, who: str, stat: str) -> tuple[Contribution, ...]:
    """WD-NREP-02, WD-UTIL-10: take what was held against a character, or turned against them, off this roll, and off no
    later one. WD-OPT-01: a superstat stands in for its stat there, too."""
    stat = stat.removeprefix("super-")
    conditions_of = play.where(who, "conditions", CALLED_OUT)
    called = {name: CalledOutData.of(conditions_of[name]) for name in sorted(conditions_of)}
    against = {name: data.label for name, data in called.items() if data.stat == stat}
    for name in against:
        conditions.end_one(play, who, name, "held against them")
    return tuple(Contribution(label=label, amount=-1, source=name) for name, label in against.items())


def pained(play: Play, who: str, stat: str, how: Manner = PLAIN) -> bool:
    """WD-COND-07: whether some pain of theirs covers a roll of this stat, or the use of this part of the body."""
    for pain in play.where(who, "conditions", "pain").values():
        data = PainData.of(pain)
        kind, part = data.kind, data.part
        if kind == "part" and part and part == how.part:
            return True
        if stat.removeprefix("super-") in IN_PAIN.get(kind, ()) and not (stat == "social" and how.impersonal):
            return True
    return False


def morale(play: Play, who: str) -> int:
    """Steps of morale above neutral, or below; neutral for those whose morale is not kept."""
    tracks = play.character(who).tracks
    return int(tracks["morale"].current) if "morale" in tracks else 0


def functions(play: Play, who: str) -> bool:
    """Ruling 14: at the fifth low step of morale nobody does anything any more."""
    return morale(play, who) > LOWEST_OF_ALL


def felt(play: Play, who: str) -> int:
    """WD-MOR-11: the step of morale that a character feels: what numbs them lifts a low one, to neutral at most."""
    step = morale(play, who)
    return step if step >= 0 else min(0, step + play.value(who, NUMBNESS).total)


class _Attempt(NamedTuple):
    """A roll that is tried: by whom, and of which kind."""

    who: str
    kind: str
    stat: str
    target: int
    how: Manner

    def throw(self, play: Play) -> Throw:
        """Return how it is rolled now, under the cap of the morale that is felt (WD-MOR-01)."""
        cap, how = CAPS.get(felt(play, self.who)), self.how
        return Throw(
            self.who,
            self.kind,
            f"{1 + how.extra}d6" if how.together else dice_of(6, how.extra),
            None if how.compared else self.target,
            (modifier(play, self.who, self.stat), *how.modifiers),
            () if cap is None else (at_most(cap, "WD-MOR-01"),),
            veiled=how.veiled,
            against=how.against,
        )


def _rolled(play: Play, attempt: _Attempt) -> Roll:
    throw, taken = attempt.throw(play), attempt.how.taken
    made = without_dice(play, throw, taken, f"takes {taken}, rolling no die") if taken else roll(play, throw)
    if not functions(play, attempt.who):
        return judge_again(play, made, "failure", "nobody functions at that step of morale", rules=("WD-RULING-14",))
    if score(play, attempt.who, attempt.stat) == 0:
        return judge_again(play, made, "failure", f"{attempt.stat} is at 0", rules=("WD-RULING-36",))
    return made


def _failed(made: Roll) -> bool:
    return made.outcome == "failure"


def _offered(play: Play, attempt: _Attempt, kind: str, prompt: str, *, price: str, closes: Closes = "") -> bool:
    """Whether they buy something for a roll."""
    who, options = attempt.who, ("yes", "no")
    answer = play.offer(
        kind, owner_of(play, who), options, "no", prompt, of=attempt.kind, about=who, price=price, closes=closes
    )
    return answer == "yes"


def _bought(play: Play, attempt: _Attempt, before: Roll) -> Roll:
    """WD-MOR-03: having seen the roll, lower high morale by a step, so that the die counts as what is listed for it.
    Ruling 15: or the whole result, where the campaign has it so. It is offered where it makes the roll better.
    """
    who, whole = attempt.who, play.option("morale_buys") == "result"
    listed = COUNTS_AS.get(morale(play, who), 0)
    if listed <= (before.total if whole else before.best) or score(play, who, attempt.stat) == 0:
        return before
    prompt = f"Lower morale by one step, so that the die counts as {listed}?"
    if not _offered(play, attempt, "morale", prompt, price="1 step of morale"):
        return before
    with play.citing("WD-MOR-03"):
        pools.shift(play, who, "morale", -1)
        throw = before.throw._replace(adjustments=())
        if whole:
            throw = throw._replace(addends=())
        return without_dice(play, throw, listed, "morale was lowered by a step")


def _rolled_again(play: Play, attempt: _Attempt, before: Roll) -> Roll:
    """WD-EFF-04: a dot of Stamina rolls a physical action again; the new roll counts."""
    prompt, kind = "roll the action again?", attempt.kind
    if effort.offered(play, attempt.who, "stamina", kind="stamina", of=kind, prompt=prompt, rule="WD-EFF-04"):
        return _rolled(play, attempt._replace(kind=f"{attempt.kind}/again"))
    return before


def _rolled_by_morale(play: Play, attempt: _Attempt, before: Roll) -> Roll:
    """WD-OPT-08: roll again what failed in a fight at the cost of steps of high morale, where the campaign plays so."""
    cost = int(play.option("morale_rerolls") or 0)
    if cost <= 0 or morale(play, attempt.who) < cost or turns.running(play) is None:
        return before
    price = f"{cost} step{'' if cost == 1 else 's'} of morale"
    if not _offered(
        play, attempt, "reroll", f"Lower morale by {cost}, to roll again?", price=price, closes="encounter"
    ):
        return before
    with play.citing("WD-OPT-08"):
        pools.shift(play, attempt.who, "morale", -cost)
        return _rolled(play, attempt._replace(kind=f"{attempt.kind}/reroll"))


OPTIONS = (
    OptionSpec(
        name="morale_buys",
        default="die",
        choices=("die", "result"),
        text="What a step of morale replaces: the die, with modifiers on top, or the whole result.",
        rules=("WD-MOR-03", "WD-RULING-15"),
    ),
    OptionSpec(
        name="morale_rerolls",
        default=0,
        text="How many steps of high morale roll again a check that failed in a fight; 0 where none do.",
        rules=("WD-OPT-08",),
    ),
)

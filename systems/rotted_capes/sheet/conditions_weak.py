"""Weakened: a score or defense that is lower for a time, as far as the worst of several instances says."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as
from domain.kit.naming import hold_on
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import AnyExpression, BaseOf, Number, Product, Quotient, Sum, ValueOf
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Until
from systems.rotted_capes.fields import Because
from systems.rotted_capes.sheet.conditions import WEAKENED
from systems.rotted_capes.sheet.people import AVERAGE, DEFENSES
from systems.rotted_capes.windows import ROLLING, Trial

Statistic = Literal[
    "strength",
    "dexterity",
    "constitution",
    "intelligence",
    "wisdom",
    "charisma",
    "power",
    "avoidance",
    "fortitude",
    "willpower",
]
Severity = Literal["mild", "", "severe", "crippling"]

PENALTIES: Final[dict[Severity, int]] = {"mild": -1, "": -2, "severe": -4}
"""RC-COND-19: what a severity takes; a crippling one halves the score."""


@data_of("conditions", WEAKENED)
class WeakenedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The score or defense that is weakened, and how badly."""

    statistic: str
    severity: str = ""


class Weaken(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Weaken a score or defense of a character."""

    who: CharacterRef
    statistic: Annotated[Statistic, Meta(description="The ability score, power score or defense")]
    severity: Annotated[
        Severity, Meta(description="How badly: mild -1, nothing said -2, severe -4, crippling halves it")
    ] = ""
    tags: Annotated[
        tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...], Meta(max_length=12, description="What causes it")
    ] = ()
    until: Until = None
    because: Because = ""


@command("Weaken an ability score, the power score or a defense of a character.", name="weaken")
def weaken(play: Play, command: Weaken) -> None:
    """RC-COND-17, RC-COND-18, RC-COND-19: everything that follows from the statistic is lower as long as it lasts."""
    until = hold_on(play, command.until)
    with play.citing("RC-COND-17"):
        gain(play, command.who, command.statistic, command.severity, command.tags, until=until, why=command.because)


def gain(
    play: Play,
    who: str,
    statistic: Statistic,
    severity: Severity = "",
    tags: tuple[str, ...] = (),
    *,
    until: AnyAnchor | None = None,
    why: str = "",
) -> str:
    """RC-COND-17, RC-COND-18, ruling 47: weaken a statistic; of several instances on it the worst one counts."""
    data = WeakenedData(statistic=statistic, severity=severity)
    own_tags = tuple(each.title() for each in (statistic, severity) if each)
    name = conditions.gain(play, who, WEAKENED, tags=(*own_tags, *tags), until=until, title=why, data=data)
    lower = Modifier(
        path=path_of(statistic),
        amount=_halved(statistic) if severity == "crippling" else PENALTIES[severity],
        type=WEAKENED,
        stacking="best",
        title=why or WEAKENED,
        source="RC-COND-17",
        until=as_long_as(who, "conditions", name),
    )
    play.emit(who, ModifierApplied(name=play.new_id(WEAKENED), modifier=lower))
    return name


def path_of(statistic: str) -> str:
    """RC-COND-17: return the path of what is lowered: the defense itself, or the modifier of a score."""
    return f"attributes.{statistic}" if statistic in DEFENSES else f"modifiers.{statistic}"


def _halved(statistic: str) -> AnyExpression:
    """RC-COND-19, ruling 47: return what takes half of a score, rounded down, from it or from its modifier."""
    path = f"attributes.{statistic}"
    if statistic in DEFENSES:
        return Product(factors=(Number(value=-1), Quotient(dividend=BaseOf(path=path), divisor=2, rounding="up")))
    score = ValueOf(path=path)
    halved = Quotient(dividend=score, divisor=2)
    return Sum(terms=(_modifier(halved), Product(factors=(Number(value=-1), _modifier(score)))))


def _modifier(score: AnyExpression) -> AnyExpression:
    return Quotient(dividend=Sum(terms=(score, Number(value=-AVERAGE))), divisor=2)


def feeble(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-17: an attack bonus that stands on the sheet as a number is lower by what weakens its ability."""
    way, ability = ("melee", "strength") if trial.melee else ("ranged", "dexterity")
    if trial.purpose != "attack" or way not in play.character(who).attributes:
        return trial
    parts = play.value(who, f"modifiers.{ability}").contributions()
    taken = sum(each.amount for each in parts if each.type == WEAKENED)
    return trial.with_addends(*addend("Weakened", taken, source="RC-COND-17"))


WINDOWS: Final = {ROLLING: (feeble,)}

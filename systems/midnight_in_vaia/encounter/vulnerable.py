"""Hit Points and what comes of losing them: Vulnerable, maimed, dead."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.play import moments
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.bodies import Condition, Wound, WoundSuffered
from systems.freeform.fields import Amount
from systems.midnight_in_vaia.encounter import rounds
from systems.midnight_in_vaia.fields import Source
from systems.midnight_in_vaia.moments import DIED, HEALED

VULNERABLE: Final = "vulnerable"
"""The condition, and the name of its instance for want of Hit Points; any other instance is an effect's."""
DEAD: Final = "dead"

MAIMED: Final = "maimed"
"""The severity of the wound that a maim is, and the moment at which a character was maimed: the wound is there."""

MaimKind = Literal["sensory-deprivation", "dismemberment", "breakage"]
KindOfMaim = Annotated[MaimKind, Meta(description="A sense is lost, a limb or the tongue is lost, or a limb is broken")]


class Heal(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`amount` Hit Points come back, up to all that a character has."""

    who: CharacterRef
    amount: Annotated[Amount, Meta(description="How many Hit Points come back, up to all that they have")]


class Expose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """An effect leaves a character Vulnerable for so many `rounds`, or until it is taken from them."""

    who: CharacterRef
    because: Source
    rounds: Annotated[
        Annotated[int, Meta(ge=1, le=10_000)] | None,
        Meta(description="For how many rounds they are Vulnerable; left out, until it is taken from them"),
    ] = None


def hit_points(play: Play, who: str) -> int:
    """The Hit Points a character has left."""
    return int(play.character(who).tracks["hp"].current)


def is_vulnerable(play: Play, who: str) -> bool:
    """MV-VULN-03: whether a character is open to Maim Effects and executions."""
    return bool(play.where(who, "conditions", VULNERABLE))


def is_dead(play: Play, who: str) -> bool:
    """Whether a character is dead."""
    return bool(play.where(who, "conditions", DEAD))


def check_vulnerable(play: Play, who: str, rule: str = "MV-VULN-03") -> None:
    """MV-VULN-03: Maim Effects and Cinematic Executions take a Vulnerable target; refused, by `rule`, on any other."""
    if not is_vulnerable(play, who):
        play.refuse(rule, "That takes a Vulnerable target: one at 0 Hit Points, or exposed by an effect.")


def lose(play: Play, who: str, amount: int, harm: str = "") -> int:
    """MV-VULN-01, ruling 25: Hit Points are lost, never below 0; there a character is Vulnerable. How many were lost.

    `harm` is the type of the damage or the effect that did it.
    """
    lost = pools.lose(play, who, "hp", amount, harm=harm)
    if hit_points(play, who) == 0 and not _is_down(play, who):
        down = Condition(what=VULNERABLE, title="0 Hit Points")
        conditions.add(play, who, down, VULNERABLE, rules=("MV-VULN-01",))
    return lost


def _is_down(play: Play, who: str) -> bool:
    """Whether a character is Vulnerable for want of Hit Points."""
    return VULNERABLE in play.character(who).conditions


def over_time(play: Play, who: str, losses: dict[str, int]) -> int:
    """Ruling 25: damage over time, by what does it; how much was lost.

    A character who was at 0 Hit Points before dies of it where the option says so, or where the Story Guide confirms it.
    """
    if is_dead(play, who):
        return 0
    down = hit_points(play, who) == 0
    lost = sum(lose(play, who, amount, harm) for harm, amount in losses.items())
    if down and any(losses.values()) and _succumbs(play, who):
        kill(play, who, "MV-OUT-04")
    return lost


def _succumbs(play: Play, who: str) -> bool:
    match play.option("dot_kills_at_zero"):
        case "always":
            return True
        case "never":
            return False
        case _:
            profile = play.character(who).profile["self"]
            prompt = "They take damage at 0 Hit Points: do they die of it?"
            with play.seen_by(profile.audience):
                return play.offer("succumbs", "gm", ("lives", "dies"), "lives", prompt, about=who) == "dies"


def heal(play: Play, who: str, amount: int) -> int:
    """MV-VULN-01, ruling 41: Hit Points come back, up to all there are; above 0 nobody is Vulnerable for want of them.
    The dead regain none. How many came back."""
    if is_dead(play, who):
        return 0
    healed = pools.heal(play, who, "hp", amount)
    if _is_down(play, who) and hit_points(play, who) > 0:
        conditions.end_one(play, who, VULNERABLE, "healed")
    if healed:
        moments.come(play, HEALED, who)
    return healed


def check_regains(play: Play, who: str) -> None:
    """MV-VULN-01: refused for the dead, who regain no Hit Points."""
    if is_dead(play, who):
        play.refuse("MV-VULN-01", "The dead regain no Hit Points; revive them first.")


def kill(play: Play, who: str, rule: str) -> None:
    """Kill a character by this rule; the dead do not die again."""
    if not is_dead(play, who):
        conditions.gain(play, who, DEAD, rules=(rule,))
        moments.come(play, DIED, who)


def maim(play: Play, who: str, kind: MaimKind, place: str, source: str = "") -> str:
    """Ruling 28: a character is maimed, at a limb or in a sense (`arm/left`, `sight`); the wound's name.

    Whether they can be is for the rule that maims them to say. Its consequences follow at the moment `MAIMED`.
    """
    name = play.new_id("maim")
    play.emit(who, WoundSuffered(name=name, wound=Wound(severity=MAIMED, kind=kind, slot=place, source=source)))
    moments.come(play, MAIMED, who)
    return name


@command("A character regains Hit Points; above 0 they are not Vulnerable for want of them.", name="heal", scene=True)
def heal_by_hand(play: Play, command: Heal) -> None:
    """MV-VULN-01, ruling 41: give a character Hit Points back."""
    check_regains(play, command.who)
    heal(play, command.who, command.amount)


@command("An effect makes a character Vulnerable, whatever their Hit Points.", name="expose", scene=True)
def expose_by_hand(play: Play, command: Expose) -> None:
    """MV-VULN-02: an effect makes a character Vulnerable."""
    expose(play, command.who, command.because, command.rounds)


def expose(play: Play, who: str, because: str, count: int | None = None) -> str:
    """MV-VULN-02, ruling 41: an effect makes a character Vulnerable, whatever their Hit Points, for as long as it says."""
    until = None if count is None else rounds.lasting(play, count)
    name = play.new_id(VULNERABLE)
    condition = Condition(what=VULNERABLE, source=because, title=because, until=until)
    conditions.add(play, who, condition, name, rules=("MV-VULN-02",))
    return name


OPTIONS = (
    OptionSpec(
        name="vulnerable_may_act",
        default=True,
        choices=(True, False),
        text="Whether a Vulnerable character acts normally.",
        rules=("MV-VULN-01", "MV-PHYS-04", "MV-RULING-44"),
    ),
    OptionSpec(
        name="dot_kills_at_zero",
        default="confirm",
        choices=("confirm", "always", "never"),
        text="Whether damage over time kills a character who is at 0 Hit Points already, where the Story Guide confirms it.",
        rules=("MV-VULN-01", "MV-OUT-04", "MV-RULING-25"),
    ),
)

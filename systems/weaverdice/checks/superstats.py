"""Superstats and hard limits: powers that go beyond what people can do. Both are optional rules.

A superstat is an attribute `super-<stat>` beside the stat it goes with; its `data` says how it varies. A hard limit is a
trait with a ceiling.
"""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from domain.vocabulary.values import Attribute, AttributeDeclared, AttributeSet
from systems.freeform.fields import Title
from systems.weaverdice.checks.checks import PLAIN, check
from systems.weaverdice.fields import Stat
from systems.weaverdice.sheet import effort
from systems.weaverdice.sheet.stats import STATS

Manner = Literal["steady", "bond", "reserve", "switch"]

Whole = Annotated[int, Meta(ge=0, le=1_000_000_000)]


@data_of("attributes")
class SuperstatData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The manner in which there is a superstat: the pool that it takes dots of, and whether it is on."""

    manner: str = ""
    pool: str = ""
    on: bool = True


@data_of("traits", "limit")
class LimitData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The unit in which a ceiling is measured."""

    unit: str = ""


class GiveSuperstat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`manner` says how it varies: not at all, with the bond to the passenger, paid from a `pool` at each use, or on and
    off."""

    who: CharacterRef
    stat: Stat
    score: Annotated[Whole, Meta(description="What it counts as in place of the stat, 3 being average")]
    manner: Annotated[
        Manner,
        Meta(
            description="How it varies: not at all, with the bond to the passenger, paid for at each use, or on and off"
        ),
    ] = "steady"
    pool: Annotated[str, Meta(description="The pool from which each use is paid")] = ""


class ShiftSuperstat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`score` is what the bond to the passenger makes of it now."""

    who: CharacterRef
    stat: Stat
    score: Annotated[Whole, Meta(description="What the bond to the passenger makes of it now")]


class SwitchSuperstat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """It is `on` from now on, or off."""

    who: CharacterRef
    stat: Stat
    on: Annotated[bool, Meta(description="Whether it is on from now on, or off")]


class GiveLimit(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`ceiling` is the most that the power reaches in its `unit`: 7000 kg, 3 persons."""

    who: CharacterRef
    name: Title
    ceiling: Annotated[Whole, Meta(description="The most that the power reaches: 7000 kg, 3 persons")]
    unit: Annotated[str, Meta(description="The unit of that")] = ""


class UseLimit(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`name` is what the limit is called, `amount` how much of it this takes, in its unit."""

    who: CharacterRef
    name: Annotated[str, Meta(description="What the limit is called")]
    amount: Annotated[Whole, Meta(description="How much of it this takes, in its unit")]
    careful: Annotated[
        int | None,
        Meta(
            description="The target of the Knowledge check for handling it without wrecking it, where one is asked for"
        ),
    ] = None


def attribute(stat: str) -> str:
    """The name of a stat's super-version."""
    return f"super-{stat}"


def available(play: Play, who: str, stat: str) -> bool:
    """WD-OPT-01, WD-OPT-03: whether a character has a super-version of a stat that is not switched off."""
    attributes = play.character(who).attributes
    if not play.option("superstats") or attribute(stat) not in attributes:
        return False
    return SuperstatData.of(attributes[attribute(stat)]).on


def pay(play: Play, who: str, stat: str) -> None:
    """WD-OPT-03: a superstat that is a reserve takes a dot of its pool at every use."""
    pool = SuperstatData.of(play.character(who).attributes[attribute(stat)]).pool
    if pool:
        effort.spend(play, who, pool, "WD-OPT-03")


def passes(play: Play, who: str, stat: str) -> None:
    """WD-OPT-01: pass without a roll what is hard for people."""
    pay(play, who, stat)
    data: dict[str, Any] = {"stat": attribute(stat), "outcome": "success"}
    play.emit(who, Noted(name="check", data=data, rules=("WD-OPT-01",)))


@command("Give a cape a super-version of a stat.")
def give_superstat(play: Play, command: GiveSuperstat) -> None:
    """WD-OPT-01, WD-OPT-03: a power gives a super-version of a stat, beside the stat itself."""
    if not play.option("superstats"):
        play.refuse("WD-OPT-01", "Superstats are an optional rule: set the option `superstats` to have them.")
    if command.stat not in STATS:
        raise Refused("WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(STATS))
    if (command.manner == "reserve") != (command.pool in effort.POOLS):
        play.refuse(
            "WD-OPT-03", "A reserve is paid from one of {pools}, and only a reserve is.", pools=", ".join(effort.POOLS)
        )
    data = SuperstatData(manner=command.manner, pool=command.pool, on=command.manner != "switch")
    given = Attribute(base=command.score, title=f"Super{command.stat}", data=data.stored())
    play.emit(command.who, AttributeDeclared(name=attribute(command.stat), attribute=given))


@command("Say what the bond to the passenger makes of a superstat.")
def shift_superstat(play: Play, command: ShiftSuperstat) -> None:
    """WD-OPT-03: the bond to the passenger raises or lowers a superstat."""
    _check_manner(
        play, command.who, command.stat, "bond", text("The bond to the passenger does not move this superstat.")
    )
    play.emit(command.who, AttributeSet(name=attribute(command.stat), base=command.score))


@command("Switch a superstat on or off.", by="owner", scene=True)
def switch_superstat(play: Play, command: SwitchSuperstat) -> None:
    """WD-OPT-03: a superstat is switched on or off; switched off, the stat itself is what counts."""
    _check_manner(play, command.who, command.stat, "switch", text("This superstat does not switch on and off."))
    here = play.character(command.who).attributes[attribute(command.stat)]
    data = SuperstatData.read(here).stored() | SuperstatData.changes(on=command.on)
    play.emit(command.who, AttributeSet(name=attribute(command.stat), data=data))


def _check_manner(play: Play, who: str, stat: str, manner: Manner, otherwise: str) -> None:
    attributes = play.character(who).attributes
    if attribute(stat) not in attributes:
        play.missing(f"{who}.attributes.{attribute(stat)}", "There is no super-version of {stat} to change.", stat=stat)
    if SuperstatData.of(attributes[attribute(stat)]).manner != manner:
        play.refuse("WD-OPT-03", otherwise)


@command("Give a power a fixed ceiling.")
def give_limit(play: Play, command: GiveLimit) -> None:
    """WD-OPT-02: a power reaches up to a fixed ceiling, and no further."""
    if not play.option("hard_limits"):
        play.refuse("WD-OPT-02", "Hard limits are an optional rule: set the option `hard_limits` to have them.")
    trait = Trait(kind="limit", title=command.name, rank=command.ceiling, data=LimitData.changes(unit=command.unit))
    play.emit(command.who, TraitGained(name=_LIMIT + handle_of(command.name), trait=trait))


@command("Use a power that has a ceiling: up to it no roll is needed.", by="owner", scene=True)
def use_limit(play: Play, command: UseLimit) -> None:
    """WD-OPT-02: up to the ceiling no roll is needed, above it nothing helps; not wrecking it may take Knowledge."""
    who, name = command.who, _LIMIT + handle_of(command.name)
    if name not in play.character(who).traits:
        play.missing(f"{who}.traits.{name}", "There is no limit {name!r} on this sheet.", name=command.name)
    limit = play.character(who).traits[name]
    if command.amount > limit.rank:
        unit = f" {LimitData.of(limit).unit}" if LimitData.of(limit).unit else ""
        play.refuse(
            "WD-OPT-02", "That is beyond this power: it reaches up to {rank}{unit}.", rank=limit.rank, unit=unit
        )
    data: dict[str, Any] = {"amount": command.amount, "outcome": "success"}
    play.emit(who, Noted(name="limit", data=data, rules=("WD-OPT-02",)))
    if command.careful is not None:
        check(play, who, "handling", "knowledge", command.careful, how=PLAIN)


_LIMIT: Final = "limit/"

OPTIONS = (
    OptionSpec(
        name="superstats",
        default=False,
        choices=(True, False),
        text="Powers may give super-versions of stats, which pass what people find hard and make feats possible.",
        rules=("WD-OPT-01", "WD-OPT-03"),
    ),
    OptionSpec(
        name="hard_limits",
        default=False,
        choices=(True, False),
        text="Powers may have a fixed ceiling: no roll up to it, impossible above it.",
        rules=("WD-OPT-02",),
    ),
)

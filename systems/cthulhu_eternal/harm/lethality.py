"""Lethality: harm that kills outright or deals what its two dice show, with or without an attack; what the game master rules
about a Kill Radius."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import find
from domain.messages import numbered
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from domain.vocabulary.log import Noted
from domain.vocabulary.maps import CrowdCounted
from systems.cthulhu_eternal.fields import Percent, Why
from systems.cthulhu_eternal.harm import damage, kill_radius
from systems.cthulhu_eternal.harm.damage import Hit, Suffered
from systems.freeform.fields import Key

UNTRACKED: Final = "untracked"
"""The name of the note about people whom nobody keeps track of."""


class Spare(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` are passed by, where the blast would make no sense."""

    who: Annotated[
        tuple[CharacterRef, ...],
        Meta(min_length=1, description="Who is passed by, where the blast would make no sense"),
    ]
    because: Why = ""


class RuleCollateral(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`what` an attack did elsewhere that missed its place, in words. With none of them it did no damage at all."""

    who: CharacterRef
    what: Annotated[Text, Meta(description="What an attack that missed its place did elsewhere, in words")] = ""
    caught: Annotated[
        tuple[CharacterRef, ...],
        Meta(description="Whom it struck, by handle or id; each has a Lethality roll of their own"),
    ] = ()
    rating: Annotated[Percent, Meta(description="Its Lethality for whomever it struck")] = 0


class CountOut(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """People whom nobody keeps track of, out of a `crowd` of the scene if they are one."""

    count: Annotated[int, Meta(ge=1, le=1_000_000, description="How many they are")]
    fate: Annotated[Literal["dead", "incapacitated"], Meta(description="What became of all of them")] = "dead"
    crowd: Annotated[Key, Meta(description="The crowd of the scene that they are out of, if they are of one")] = ""
    because: Why = ""


def strike(play: Play, who: str, hit: Hit, rating: int) -> Suffered:
    """CE-LETH-01 to CE-LETH-05: a Lethality roll against a character, and what it does. The `hit` says who deals it,
    whether it is critical, and what armor does; its dice do not count."""
    rolled = kill_radius.roll(play, hit, who, rating)
    return damage.inflict_lethal(play, who, rolled.hit, rating, succeeded=rolled.succeeded)


@command("Say who is not hit by the next Kill Radius that would catch them.", scene=True)
def spare(play: Play, command: Spare) -> None:
    """CE-LETH-13: the game master decides who is not hit: the next Kill Radius that would catch them passes them by."""
    with play.citing("CE-LETH-13"):
        for who in dict.fromkeys(command.who):
            if conditions.has(play, who, kill_radius.SPARED):
                play.refuse("CE-LETH-13", "{who} is spared by the next Kill Radius already.", who=who)
            conditions.gain(play, who, kill_radius.SPARED)


@command("Record what a Kill Radius attack that failed does elsewhere, if anything.", scene=True)
def rule_collateral(play: Play, command: RuleCollateral) -> None:
    """CE-LETH-11, CE-LETH-12: harm those whom the game master names outside the intended area, or nobody."""
    if bool(command.caught) != bool(command.rating):
        raise Refused("CE-LETH-12", "Name those whom it caught together with its Lethality rating, or leave out both.")
    with play.citing("CE-LETH-12"):
        damaged = bool(command.what or command.caught)
        play.emit(command.who, Noted(name="collateral", text=command.what, data={"damaged": damaged}))
        for target in dict.fromkeys(command.caught):
            strike(play, target, Hit(by=command.who), command.rating)


@command("Record people whom nobody tracks as dead or incapacitated in a Kill Radius.", scene=True)
def count_out(play: Play, command: CountOut) -> None:
    """CE-LETH-14: count out people who do not matter enough to be tracked, without a roll."""
    encounter = fight(play)
    with play.citing("CE-LETH-14"):
        if command.crowd:
            crowd = find(play, encounter, "crowds", command.crowd)
            count = play.encounter(encounter).crowds[crowd].count
            if command.count > count:
                sentence = numbered(
                    "There is only {count} in that crowd; no more can be caught.",
                    "There are only {count} in that crowd; no more can be caught.",
                    count,
                )
                play.refuse("CE-LETH-14", sentence)
            play.emit(encounter, CrowdCounted(name=crowd, amount=-min(command.count, count)))
        play.emit(encounter, Noted(name=UNTRACKED, data={"count": command.count, "fate": command.fate}))


OPTIONS = (
    OptionSpec(
        name=damage.LETHALITY_BY_DICE,
        default=False,
        text="Whether 1D6 of damage for every 3% of a Lethality rating is rolled in place of a Lethality roll.",
        rules=("CE-LETH-09", "CE-RULING-47"),
    ),
)

"""Fire: exposure by intensity, catching fire, and burning until it is put out."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from systems.cthulhu_eternal import moments, states
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage, kill_radius, lethality
from systems.cthulhu_eternal.harm.damage import Stopping
from systems.cthulhu_eternal.hazards import perils, suffocation
from systems.cthulhu_eternal.hazards.perils import Endangered
from systems.cthulhu_eternal.people import hit_points, is_thing
from systems.cthulhu_eternal.tests import stat_test

Intensity = Literal["minor", "moderate", "large", "major"]

IN_FIRE: Final = "in_fire"
"""Exposed to a fire of `data.intensity`, turn by turn; `data.armor` says what armor does against it."""

BURNING: Final = "burning"
"""On fire, from one of `data.intensity`."""


class _Fire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The harm of a fire each turn: `dice`, an `amount`, or a `lethality` rating."""

    like: Annotated[str, Meta(description="What it is as hot as")]
    amount: Annotated[int, Meta(description="How much it does each turn, where that is fixed")] = 0
    dice: Annotated[str, Meta(description="The dice of what it does each turn")] = ""
    lethality: Annotated[int, Meta(description="Its Lethality rating, where it has one")] = 0
    catches: bool = False


FIRES: Final = table(__package__, "fire", dict[str, _Fire])
"""CE-BURN-01."""

CATALOGUE: Final = (
    CatalogueKind(
        name="fire",
        title="Intensities of fire",
        table=FIRES,
        rules=("CE-BURN-01", "CE-BURN-02"),
        labels={
            "like": "as hot as",
            "amount": "damage",
            "dice": "damage",
            "lethality": "Lethality",
            "catches": "sets on fire",
        },
        units={"lethality": "%"},
    ),
)


@data_of("conditions", IN_FIRE, BURNING)
class FireData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The heat of a fire, and how far armor stops it."""

    intensity: str = ""
    armor: Stopping = "ignored"


class Expose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For this turn or, where it is `lasting`, for every one until they are out of it."""

    who: CharacterRef
    intensity: Annotated[
        Intensity,
        Meta(
            description="As hot as a candle, a burning brand, a campfire, or scalding steam and furnaces",
            extra={"catalogue": "fire"},
        ),
    ]
    lasting: Annotated[
        bool, Meta(description="Whether it lasts for every turn until they are out of it, or for this turn alone")
    ] = False
    surrounded: Annotated[
        bool, Meta(description="Whether a raging fire is all around, which lasts, and leaves them no air either")
    ] = False
    breath: Annotated[bool, Meta(description="Whether they took a deep breath before, which helps for a while")] = False
    armor: Annotated[Stopping, Meta(description="What the game master lets armor do against it")] = "ignored"
    because: Why = ""


@command(
    "A fire harms a character this turn, or every turn until they are out of it.", name="expose_to_fire", scene=True
)
def expose(play: Play, command: Expose) -> None:
    """CE-BURN-01, CE-BURN-02, CE-BURN-04, CE-RULING-29: this turn's damage, and that of the turns to come; suffocation
    with it."""
    who = command.who
    if hit_points(play, who) <= 0:
        play.missing(f"{who}.tracks.hp", "{who} is dead or destroyed already; choose another target.", who=who)
    if command.lasting or command.surrounded:
        conditions.end(play, who, IN_FIRE, "another fire")
        conditions.gain(play, who, IN_FIRE, intensity=command.intensity, armor=command.armor)
    if command.surrounded and not is_thing(play, who) and suffocation.WITHOUT_AIR not in play.character(who).tasks:
        with play.citing("CE-BURN-04"):
            suffocation.lose_air(play, who, breath=command.breath, by="fire")
    _scorch(play, who, command.intensity, command.armor)


def another_turn(play: Play, who: str) -> None:
    """CE-BURN-01, CE-BURN-03: another turn in a fire, and one on fire; who is both suffers both."""
    burning, exposed = _fires(play, who, BURNING), _fires(play, who, IN_FIRE)
    for fire in burning:
        _burn(play, who, FIRES[fire.intensity])
    for fire in exposed:
        _scorch(play, who, fire.intensity, fire.armor)


def _fires(play: Play, who: str, what: str) -> list[FireData]:
    """The fires of some intensity of which those of these states come."""
    conditions = play.where(who, "conditions", what)
    fires = (FireData.of(conditions[name]) for name in sorted(conditions))
    return [fire for fire in fires if fire.intensity in FIRES]


def _scorch(play: Play, who: str, intensity: str, armor: Stopping) -> None:
    """CE-BURN-01, CE-BURN-02, ruling 51: a turn's exposure; who has lost Hit Points by it may catch fire."""
    if hit_points(play, who) <= 0:
        return
    fire = FIRES[intensity]
    hit = perils.harm("fire", dice=fire.dice, amount=fire.amount)._replace(armor=armor)
    with play.citing("CE-BURN-01"):
        suffered = (
            lethality.strike(play, who, hit, fire.lethality) if fire.lethality else damage.inflict(play, who, hit)
        )
    if suffered.lost and fire.catches:
        _catch_fire(play, who, intensity)


def _catch_fire(play: Play, who: str, intensity: str) -> None:
    """CE-BURN-02, ruling 37: DEX x5, or they catch fire, unless they burn already."""
    if is_thing(play, who) or any(conditions.has(play, who, state) for state in (states.DEAD, BURNING)):
        return
    with play.citing("CE-BURN-02"):
        if not stat_test(play, who, "catching", "dex").success:
            conditions.gain(play, who, BURNING, intensity=intensity)


def _burn(play: Play, who: str, fire: _Fire) -> None:
    """CE-BURN-03, ruling 37: half of a fresh roll of the fire's damage; of what is lethal, half the sum of its two dice, which
    never kill outright."""
    if hit_points(play, who) <= 0:
        return
    hit = perils.harm(BURNING, dice=fire.dice, amount=fire.amount)
    with play.citing("CE-BURN-03"):
        if fire.lethality:
            hit = kill_radius.roll(play, hit, who, fire.lethality).hit
        damage.inflict(play, who, hit._replace(halved=True))


@command("A character is out of the fire they were in.", scene=True)
def leave_fire(play: Play, command: Endangered) -> None:
    """CE-BURN-01, CE-BURN-04, ruling 36: they are out of the fire, and breathe where they held their breath in it; a character who
    caught fire burns on."""
    who = command.who
    if not conditions.end(play, who, IN_FIRE, "out of it"):
        play.missing(f"{who}.conditions.{IN_FIRE}", "{who} is in no fire.", who=who)
    breath = play.character(who).tasks.get(suffocation.WITHOUT_AIR)
    if breath is not None and breath.goal and suffocation.BreathData.of(breath).by == "fire":
        with play.citing("CE-RULING-36"):
            perils.over(play, who, suffocation.WITHOUT_AIR, "breathes")


@command("Say that the fire a character had caught is out.", scene=True)
def put_out(play: Play, command: Endangered) -> None:
    """CE-BURN-03, CE-RULING-37: the game master says that what a character did has put the fire out."""
    with play.citing("CE-BURN-03"):
        if not conditions.end(play, command.who, BURNING, "put out"):
            play.missing(f"{command.who}.conditions.{BURNING}", "{who} is not on fire.", who=command.who)


def die_of_it(play: Play, who: str) -> None:
    """Put out what burns a dead body, of which the rules tell no more."""
    for state in (BURNING, IN_FIRE):
        conditions.end(play, who, state, "dead")


MOMENTS = {moments.PERIL: (another_turn,), moments.DIED: (die_of_it,)}

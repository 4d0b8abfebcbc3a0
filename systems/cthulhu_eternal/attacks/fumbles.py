"""Attacks that go badly wrong, and weapons that have to be fixed."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import ItemWorn
from domain.vocabulary.log import Noted
from systems.cthulhu_eternal import states
from systems.cthulhu_eternal.attacks import blows, selective_fire, weapons
from systems.cthulhu_eternal.attacks.windows import ROLLED, Blow, Strike
from systems.cthulhu_eternal.combat import actions, hands
from systems.cthulhu_eternal.fields import OfTheirs
from systems.cthulhu_eternal.moments import TURN_END
from systems.cthulhu_eternal.tests import Tested

Outcome = Literal["malfunction", "dropped", "wrong target", "stumble", "other"]


FUMBLED: Final = "fumbled"
"""The condition of a character whose attack fumbled, with the weapon `data.item`, until the game master has said what came of it."""


class _Fumbles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns_to_fix: str
    outcomes: dict[Outcome, str]


FUMBLES: Final = table(__package__, "fumbles", _Fumbles)
CATALOGUE: Final = (
    CatalogueKind(name="fumble", title="Outcomes of fumbles", table=FUMBLES.outcomes, rules=("CE-ATK-04",)),
)


@data_of("conditions", FUMBLED)
class FumbleData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The weapon that an attack fumbled with, and how it was fired."""

    item: str = ""
    mode: selective_fire.Mode = selective_fire.SINGLE_SHOT


class RecordFumble(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` made the attack that fumbled."""

    who: Annotated[CharacterRef, Meta(description="Who made the attack that fumbled")]
    outcome: Annotated[
        Outcome,
        Meta(
            description="The weapon jams or falls, another character is hit, they end up prone, or what the game master tells",
            extra={"catalogue": "fumble"},
        ),
    ]
    target: Annotated[CharacterRef, Meta(description="Whom it hits, where it hits the wrong one")] = ""
    what: Annotated[
        Text,
        Meta(description="What happens, in the game master's words; for an outcome of their own that is all there is"),
    ] = ""


class FixWeapon(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A weapon in hand that does not work."""

    who: CharacterRef
    weapon: OfTheirs


def note(play: Play, _: str, strike: Strike) -> Strike:
    """CE-ATK-03: an attack roll that is a fumble is kept until the game master says what comes of it."""
    if strike.tested.fumble:
        fumbled(play, strike.by, strike.blow.weapon)
    return strike


def fumbled(play: Play, who: str, weapon: weapons.Weapon) -> None:
    """CE-ATK-03: an attack roll has fumbled; what comes of it the game master says."""
    conditions.end(play, who, FUMBLED, "again")
    with play.citing("CE-ATK-03"):
        conditions.gain(play, who, FUMBLED, item=weapon.item, mode=weapon.mode)


@command("Say what comes of an attack that fumbled.", scene=True)
def record_fumble(play: Play, command: RecordFumble) -> None:
    """CE-ATK-03, CE-ATK-04: the game master says what comes of a fumble, out of the list or not."""
    who = command.who
    marks = play.where(who, "conditions", FUMBLED)
    if not marks:
        play.refuse("CE-ATK-03", "{who} has no fumble that is still to be resolved; attack first.", who=who)
    fumble = FumbleData.read(marks[min(marks)]) if marks else FumbleData()
    item, mode = fumble.item, fumble.mode
    with play.citing("CE-ATK-03", *(("CE-ATK-04",) if command.outcome != "other" else ())):
        conditions.end(play, who, FUMBLED, command.outcome)
        play.emit(who, Noted(name="fumble", text=command.what, data={"outcome": command.outcome}))
        match command.outcome:
            case "malfunction":
                _jam(play, who, _own(play, who, item))
            case "dropped":
                hands.drop(play, who, _own(play, who, item))
            case "wrong target":
                if item and item not in play.character(who).items:
                    raise Refused("CE-ATK-04", "They have that weapon no longer; choose another outcome.")
                weapon = weapons.of(play, who, item, msgspec.convert(mode, selective_fire.Mode))
                _hit(play, who, command.target, weapon)
            case "stumble":
                conditions.gain(play, who, states.PRONE)
            case "other":
                if not command.what:
                    raise Refused("CE-ATK-03", "Describe the result in your own words, as `what`.")


def _own(play: Play, who: str, item: str) -> str:
    """The weapon that it happens to."""
    if not item or item not in hands.in_hands(play, who):
        raise Refused("CE-ATK-04", "There was no weapon in their hands; choose another outcome.")
    return item


def _jam(play: Play, who: str, item: str) -> None:
    turns_to_fix = play.roll(who, "malfunction", FUMBLES.turns_to_fix).total
    play.emit(who, ItemWorn(name=item, track=weapons.JAMMED, amount=turns_to_fix))


def _hit(play: Play, who: str, target: str, weapon: weapons.Weapon) -> None:
    if not target:
        raise Refused("CE-ATK-04", "Say whom it hits: a friend, a bystander or the attacker, as `target`.")
    blows.land(play, who, Blow("attack", target, weapon), Tested(100, "failure"))


@command("Spend a turn on a weapon that malfunctions.", by="owner", scene=True)
def fix_weapon(play: Play, command: FixWeapon) -> None:
    """CE-ATK-04, CE-RULING-55: a turn's action spent on it is one of the turns that it takes. Where nobody fights no turn goes by
    of itself, so that it is always worked on."""
    who, item = command.who, hands.thing(play, command.who, command.weapon)
    if play.character(who).items[item].tracks.get(weapons.JAMMED, 0) <= 0:
        play.refuse("CE-ATK-04", "It works; there is nothing to fix.")
    if play.option("malfunction_clears") == "by itself" and turns.running(play) is not None:
        play.refuse("CE-ATK-04", "In this campaign a malfunction clears by itself, turn by turn.")
    weapons.check_in_hand(play, who, item)
    actions.take(play, who, "anything else")
    with play.citing("CE-ATK-04"):
        play.emit(who, ItemWorn(name=item, track=weapons.JAMMED, amount=-1))


def turn_passed(play: Play, _: str) -> None:
    """Ruling 55: where the campaign has it so, a turn that is over is one of those that it takes."""
    if play.option("malfunction_clears") != "by itself":
        return
    for who in turns.fighters(play):
        items = play.character(who).items if play.exists(who) else {}
        for name in sorted(items):
            if items[name].tracks.get(weapons.JAMMED, 0) > 0:
                play.emit(who, ItemWorn(name=name, track=weapons.JAMMED, amount=-1, rules=("CE-ATK-04",)))


WINDOWS = {ROLLED: (note,)}

MOMENTS = {TURN_END: (turn_passed,)}

OPTIONS = (
    OptionSpec(
        name="malfunction_clears",
        default="worked on",
        choices=("worked on", "by itself"),
        text="Whether a character has to spend their turns on a weapon that malfunctions, or it clears as turns go by.",
        rules=("CE-ATK-04", "CE-RULING-55"),
    ),
)

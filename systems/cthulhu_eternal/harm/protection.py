"""Protection: the five stages, and what stands between a character and harm."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, Text
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.profile import ProfileChanged
from systems.cthulhu_eternal import people, states
from systems.cthulhu_eternal.combat.cover import CoverData
from systems.freeform.fields import Until

WORN: Final = "worn"
"""The location in which armor counts."""

CARRIED: Final = "carried"
"""The location of what was taken off."""

FRAGILE, EXPOSED, HUGE, TRANSCENDENT = "fragile", "exposed", "huge", "transcendent"


class _Rated(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    form: Literal["body", "cover", "vehicle"]
    rating: int


class _Protection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    piercing: int
    armor: dict[str, _Rated]


PROTECTION: Final = table(__package__, "protection", _Protection)
"""CE-PROT-13, CE-PROT-18: what armor there is, with its rating, and what piercing without a number comes to."""

CATALOGUE: Final = tuple(
    CatalogueKind(
        name=name,
        title=title,
        table={what: rated for what, rated in PROTECTION.armor.items() if rated.form in forms},
        rules=("CE-PROT-13",),
        labels={"rating": "Armor rating"},
    )
    for name, title, forms in (("armor", "Body armor", ("body",)), ("cover", "Cover", ("cover", "vehicle")))
)


class SetProtection(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Set how easily a character is harmed."""

    who: CharacterRef
    protection: people.Protection


class Transcend(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`through` tells of what is unnatural about it: the technique, or the thing's own nature."""

    who: CharacterRef
    through: Annotated[Text, Meta(description="What is unnatural about it: the technique, or the thing's own nature")]
    until: Until = None


class ReturnToEarth(Command, frozen=True, kw_only=True, omit_defaults=True):
    """They can be harmed again."""

    who: CharacterRef


@data_of("items")
class ArmorData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The Armor rating of body armor."""

    armor: int | None = None


class Armor(NamedTuple):
    """The Armor ratings that stand between a character and harm."""

    body: int
    cover: int


def armor(play: Play, who: str) -> Armor:
    """CE-PROT-06, CE-PROT-13, ruling 31: all that is worn, and grown, added up; and what one is behind."""
    items = play.where(who, "items", WORN).values()
    covers = play.where(who, "conditions", states.COVERED).values()
    return Armor(
        play.value(who, people.ARMOR).total + sum(ArmorData.of(item).armor or 0 for item in items),
        sum(CoverData.of(cover).armor for cover in covers),
    )


def stopped(play: Play, who: str, piercing: int | None = 0) -> int:
    """CE-PROT-05, CE-PROT-06, CE-PROT-18, ruling 30: return how much of an attack armor and cover stop: all sources
    together, less what pierces, once. `piercing` is None where the weapon's description gives no number."""
    pierced = PROTECTION.piercing if piercing is None else piercing
    return max(0, sum(armor(play, who)) - pierced)


def covered(play: Play, who: str) -> bool:
    """Whether a character is behind cover."""
    return conditions.has(play, who, states.COVERED)


def sealed(play: Play, who: str) -> bool:
    """CE-PROT-11: whether nothing reaches a character until the cover around them is breached."""
    return any(CoverData.of(cover).sealed for cover in play.where(who, "conditions", states.COVERED).values())


def stage(play: Play, who: str) -> str:
    """CE-PROT-01, CE-PROT-03, CE-PROT-04: return how easily a character is harmed: exposed, fragile, huge or transcendent.
    Armor and cover come on top of any of them; the helpless are fragile."""
    if conditions.has(play, who, TRANSCENDENT):
        return TRANSCENDENT
    own = people.protection(play, who)
    return FRAGILE if own == EXPOSED and states.is_helpless(play, who) else own


@command("Say how easily a character is harmed: as an exposed, a fragile or a huge target.")
def set_protection(play: Play, command: SetProtection) -> None:
    """CE-PROT-01, CE-PROT-17: the game master says how easily a character is harmed."""
    if command.protection == TRANSCENDENT:
        play.refuse(
            "CE-PROT-17",
            "This is not set by hand; use the command transcend, and say through what they become Transcendent.",
        )
    data = people.ProfileData.changes(protection=command.protection)
    play.emit(command.who, ProfileChanged(name="self", data=data, rules=("CE-PROT-01",)))


@command("Record what unnatural thing puts a character beyond physical damage.", scene=True)
def transcend(play: Play, command: Transcend) -> None:
    """CE-PROT-16, CE-PROT-17: something unnatural lets physical damage no longer reach a character; it is on record how."""
    if conditions.has(play, command.who, TRANSCENDENT):
        play.refuse("CE-PROT-17", "They are Transcendent already.")
    with play.citing("CE-PROT-17"):
        conditions.gain(play, command.who, TRANSCENDENT, until=command.until)


@command("Say that a character who became Transcendent can be harmed again.", scene=True)
def return_to_earth(play: Play, command: ReturnToEarth) -> None:
    """CE-PROT-17: such circumstances are limited; this one is over."""
    if not conditions.end(play, command.who, TRANSCENDENT, "over"):
        play.missing(f"{command.who}.conditions", "{who} has not become Transcendent.", who=command.who)

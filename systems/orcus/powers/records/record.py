"""The record of a power: one and the same for every class and monster, flat, so that a row of a table can hold it.

Its entries are short clauses, separated by `;`, which `systems.orcus.powers.records.reading` reads.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta, Struct

from domain.kit import catalogues
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from systems.orcus.fields import Cost, Level

Category = Literal["attack", "utility"]
Source = Literal["", "arcane", "divine", "martial", "natural", "shadow"]
"""OR-POW-06, ruling 14: the sources of power; "" for a power of none."""

Frequency = Literal["at-will", "encounter", "daily", "refresh"]
Trigger = Literal["", "booster", "attacked", "hit", "missed", "harmed", "ally attacked", "ally hit", "enemy leaves"]
"""OR-POW-09: what has to have happened to the user, or near it, before a power can be used."""

Entry = Annotated[str, Meta(max_length=600, description="What it does, in clauses separated by `;`")]
Word = Annotated[str, Meta(min_length=1, max_length=80, description="The word or name of a power")]

KIND: Final = "power"
"""The kind of an entry of the catalogue, of a trait and of a counter that is a power."""


class Power(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """OR-POW-02, OR-POW-07: a power as it is printed."""

    name: Annotated[str, Meta(min_length=1, max_length=80, description="What it is called")]
    category: Annotated[Category, Meta(description="Attack, or utility")] = "attack"
    source: Annotated[Source, Meta(description="The source of power")] = ""
    level: Level = 1
    tags: Annotated[str, Meta(max_length=200, description="Its tags and keywords, separated by commas")] = ""
    frequency: Annotated[Frequency, Meta(description="How often it can be used")] = "at-will"
    refresh: Annotated[
        str, Meta(max_length=40, description="The numbers that make it available again, as `5-6` or `8 on d8`")
    ] = ""
    action: Annotated[
        Cost | Literal[""],
        Meta(description="The action that it costs; left out, a standard one, for a stance a swift one"),
    ] = ""
    trigger: Annotated[Trigger, Meta(description="What has to have happened before")] = ""
    range: Annotated[
        str, Meta(max_length=80, description="Origin, area and range, as `melee weapon` or `far burst 1 within 10`")
    ] = "melee weapon"
    targets: Annotated[str, Meta(max_length=80, description="Whom it targets, as `one creature`, `all enemies`")] = (
        "one creature"
    )
    duration: Annotated[str, Meta(max_length=80, description="How long it lasts where a clause says nothing")] = ""
    attack: Annotated[str, Meta(max_length=80, description="The attack roll, as `strength vs ac`")] = ""
    hit: Entry = ""
    miss: Entry = ""
    effect: Entry = ""
    zone: Annotated[str, Meta(max_length=200, description="The zone that stays, as `difficult` or `hazard`")] = ""
    summons: Annotated[str, Meta(max_length=200, description="The monster or conjuration that it creates")] = ""
    maintain: Annotated[str, Meta(max_length=20, description="The action that maintains it each turn")] = ""
    boost_level: Annotated[int, Meta(ge=0, le=30, description="The level at which it is better; 0 for none")] = 0
    boost: Annotated[str, Meta(max_length=600, description="Its better entries, as `hit: 2d8 damage | miss: …`")] = ""
    text: Annotated[str, Meta(max_length=2_000, description="What the table carries out by hand")] = ""


class _Printed(Struct, frozen=True, forbid_unknown_fields=True):
    powers: dict[str, Power]


PRINTED: Final = table("systems.orcus.powers", "powers", _Printed).powers
"""The powers that come with the game: a set of our own invention."""


def look_up(play: Play, word: str) -> Power:
    """OR-POW-07: return the power that goes by a word: the campaign's own, else the game's. Absent where there is neither."""
    return catalogues.look_up(play, KIND, handle_of(word), PRINTED, Power)


def is_catalogued(play: Play, word: str) -> bool:
    """Whether there is a power that goes by a word."""
    return word in PRINTED or catalogues.has(play, catalogues.name_of(KIND, word))


def cost_of(power: Power) -> Cost:
    """OR-POW-08, ruling 65: return the action that a power costs: a standard action where it names none, for a stance a swift one."""
    return power.action or ("swift" if "stance" in tags_of(power) else "standard")


def tags_of(power: Power) -> frozenset[str]:
    """OR-TAG-01: return the tags of a power."""
    return frozenset(tag for part in power.tags.lower().split(",") if (tag := part.strip()))


def boosted(power: Power, level: int) -> Power:
    """OR-EFF-07: return a power as it works when it is selected at a level. Raises ValueError for a field it does not have."""
    if not power.boost or level < power.boost_level:
        return power
    better: dict[str, str] = {}
    for part in power.boost.split("|"):
        field, _, entry = part.partition(":")
        if field.strip() not in BOOSTED:
            raise ValueError(
                text("a boost improves {fields}, not {field!r}", fields=", ".join(BOOSTED), field=field.strip())
            )
        better[field.strip()] = entry.strip()
    return msgspec.structs.replace(power, level=power.boost_level, **better)


BOOSTED: Final = ("attack", "range", "targets", "hit", "miss", "effect", "zone", "summons", "duration")
"""The fields that a boost may improve."""

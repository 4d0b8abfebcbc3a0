"""Resistance: weakness, incorporeal bodies, vulnerability and resistance change damage on its way, in this order."""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.conditions import has
from domain.kit.naming import hold_on
from domain.play.play import Play
from domain.vocabulary.expressions import AtLeast, Count, Number
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.freeform.fields import Until
from systems.orcus.fields import Because, DamageType
from systems.orcus.sheet.conditions import INCORPOREAL, PETRIFIED, WEAKENED
from systems.orcus.sheet.people import EVERYBODY
from systems.orcus.windows import HARMING, Harm

TYPES: Final[tuple[str, ...]] = tuple(filter(None, get_args(DamageType)))
"""OR-DMG-04: the types of damage."""

ALL: Final = "all"
"""OR-RULING-38: the word for every type, and for untyped damage as well."""

RESISTANCE, VULNERABILITY = "resistance", "vulnerability"

_STONE: Final = 20
"""OR-COND-13: the resistance of the petrified to all damage."""

_PETRIFIED: Final = AtLeast(
    value=Count(component="conditions", where={"what": PETRIFIED}), threshold=1, then=Number(value=_STONE)
)

DERIVED: Final = (
    *(
        Derived(f"{RESISTANCE}.{type}", _PETRIFIED if type == ALL else Number(value=0), EVERYBODY, "OR-RES-01")
        for type in (*TYPES, ALL)
    ),
    *(Derived(f"{VULNERABILITY}.{type}", Number(value=0), EVERYBODY, "OR-RES-02") for type in (*TYPES, ALL)),
)
"""OR-RES-01, OR-RES-02: by type, what a character resists and is vulnerable to; the highest of what gives it."""

Against = Literal[
    "all", "acid", "cold", "fire", "force", "lightning", "necrotic", "poison", "psychic", "radiant", "thunder"
]


class Protect(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Make a character resistant or vulnerable to damage of a type."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=1_000, description="How much less or more damage that makes")]
    what: Annotated[
        Literal["resistance", "vulnerability"], Meta(description="Whether the damage is lowered or raised")
    ] = "resistance"
    against: Annotated[Against, Meta(description="The type of damage; `all` includes untyped damage")] = "all"
    until: Until = None
    because: Because = ""


@command("Enter that a creature or an object resists damage or is vulnerable to it.")
def protect(play: Play, command: Protect) -> None:
    """OR-RES-01, OR-RES-02: resistance or vulnerability to a type of damage, or to all of it; `lift_modifier` ends it."""
    modifier = Modifier(
        path=f"{command.what}.{command.against}",
        operation="floor",
        amount=command.amount,
        source=command.because,
        title=command.because or f"{command.what} to {command.against}",
        until=hold_on(play, command.until),
    )
    play.emit(command.who, ModifierApplied(name=play.new_id(f"{command.what}-{command.against}"), modifier=modifier))


def halved(amount: int) -> int:
    """OR-RND-02, ruling 7: return half of some damage, rounded down, but at least 1 of what is not 0."""
    return max(1, amount // 2) if amount > 0 else 0


def weakened(play: Play, _who: str, harm: Harm) -> Harm:
    """OR-COND-22, ruling 38: the attacks of the weakened do half the damage."""
    if harm.cause != "attack" or not harm.by or not has(play, harm.by, WEAKENED):
        return harm
    play.cite("OR-COND-22")
    return harm._replace(amount=halved(harm.amount))


def incorporeal(play: Play, who: str, harm: Harm) -> Harm:
    """OR-MON-06: an attack does half its damage to an incorporeal creature."""
    if harm.cause != "attack" or not has(play, who, INCORPOREAL):
        return harm
    play.cite("OR-MON-06")
    return harm._replace(amount=halved(harm.amount))


def vulnerable(play: Play, who: str, harm: Harm) -> Harm:
    """OR-RES-02, ruling 38: the highest vulnerability to any of the types is added."""
    more = max(_against(play, who, VULNERABILITY, type) for type in harm.types or (ALL,))
    if not more or harm.amount <= 0:
        return harm
    play.cite("OR-RES-02")
    return harm._replace(amount=harm.amount + more)


def resistant(play: Play, who: str, harm: Harm) -> Harm:
    """OR-RES-01, ruling 38: the highest resistance is taken away, of several types the one that is resisted least."""
    less = min(_against(play, who, RESISTANCE, type) for type in harm.types or (ALL,))
    if not less:
        return harm
    play.cite("OR-COND-13" if has(play, who, PETRIFIED) and less == _STONE else "OR-RES-01")
    return harm._replace(amount=max(0, harm.amount - less))


def _against(play: Play, who: str, what: str, type: str) -> int:
    """Return a character's resistance or vulnerability to a type, that to all of them included."""
    return max(play.value(who, f"{what}.{each}").total for each in {type, ALL})


WINDOWS: Final = {HARMING: (weakened, incorporeal, vulnerable, resistant)}
"""OR-RULING-38: in this order, and temporary hit points after all of them."""

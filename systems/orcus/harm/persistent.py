"""Persistent damage: dealt as each turn of its target begins, until a save ends it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.conditions import gain, present
from domain.kit.data import data_of
from domain.kit.durations import save_ends
from domain.kit.fights import InEncounter
from domain.kit.naming import hold_on
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.data import Data
from systems.freeform.fields import Until
from systems.orcus.fields import Because, DamageType
from systems.orcus.harm.damage import inflict
from systems.orcus.moments import TURN_START
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.sheet.people import CONJURATION, kind_of
from systems.orcus.windows import Harm

PERSISTENT: Final = "persistent_damage"

OPTIONS: Final = (
    OptionSpec(
        name="persistent_same_type",
        default="separate",
        text="Whether persistent damage of one type is dealt by each effect separately, or by the highest alone.",
        choices=("separate", "highest"),
        rules=("OR-RULING-22",),
    ),
)


@data_of("conditions", PERSISTENT)
class Burning(Data, frozen=True, kw_only=True, omit_defaults=True):
    """Persistent damage: how much a turn, and of what type."""

    amount: int
    type: str = ""


class Burn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character take persistent damage from now on."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=1_000, description="How many hit points a turn")]
    type: Annotated[DamageType, Meta(description="Its type; left out, it is untyped")] = ""
    until: Annotated[Until, Meta(description="When it ends; left out, when a saving throw succeeds")] = None
    because: Because = ""


def burn(play: Play, who: str, amount: int, type: str = "", until: AnyAnchor | None = None, *, source: str = "") -> str:
    """OR-PERS-01, OR-KEY-04, ruling 22: put persistent damage on a character, which deals nothing yet; the name of its instance.

    Nothing happens to a conjuration, and the name is "".
    """
    if kind_of(play, who) == CONJURATION:
        play.cite("OR-KEY-04")
        return ""
    ends = save_ends(who) if until is None else until
    title = " ".join(filter(None, ("persistent", str(amount), type)))
    data = Burning(amount=amount, type=type)
    return gain(play, who, PERSISTENT, until=ends, source=source, title=title, data=data, rules=("OR-PERS-01",))


@command("Put persistent damage on a character.", scene=True)
def burn_somebody(play: Play, command: Burn) -> None:
    """OR-PERS-01: it deals nothing now, and its amount as each of their turns begins, until a save ends it."""
    burn(play, command.who, command.amount, command.type, hold_on(play, command.until), source=command.because)


def burns(play: Play, who: str) -> None:
    """OR-PERS-01, ruling 22: deal the damage of each persistent effect as a turn begins, each as an instance of its
    own."""
    for name in _dealt(play, who):
        if is_dead(play, who):
            return
        if name not in play.character(who).conditions:
            continue
        burning = Burning.of(play.character(who).conditions[name])
        types = (burning.type,) if burning.type else ()
        with play.citing("OR-PERS-01"):
            inflict(play, Harm(who, burning.amount, types, cause="persistent"))


def _dealt(play: Play, who: str) -> list[str]:
    """Return the effects that deal damage, by name: all, or the highest of each type."""
    burning = {name: Burning.of(each) for name, each in present(play, who, PERSISTENT).items()}
    if play.option("persistent_same_type") == "separate":
        return list(burning)
    worst: dict[str, str] = {}
    for name, each in burning.items():
        if each.type not in worst or each.amount > burning[worst[each.type]].amount:
            worst[each.type] = name
    return sorted(worst.values())


MOMENTS: Final = {TURN_START: (burns,)}

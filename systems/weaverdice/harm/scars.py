"""Scars: what makes a wound or an effect hard to heal, and the care that each of them needs."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, field

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor, WhilePresent, parts
from domain.vocabulary.base import Scalar
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from systems.freeform.fields import Key
from systems.weaverdice.harm import statuses

EFFECT = "effect"


@data_of("conditions", "scarred")
class ScarData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The wound or effect that a scar holds, by its name."""

    held: str = field(name="of", default="")


class Scar(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`of` is the name of the wound or condition that is scarred, or `effect` for one that has none."""

    who: CharacterRef
    of: Annotated[
        Key, Meta(description="The name of the wound or condition that is scarred, or `effect` for one that has none")
    ]


class TendScar(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`scar` is the name of one of the patient's scars, needed where there are several. The `patient` is `who`, unless
    another character is named."""

    who: Annotated[CharacterRef, Meta(description="Who cares for them")]
    patient: Annotated[CharacterRef, Meta(description="Who is cared for; left out, they themselves")] = ""
    scar: Annotated[Key, Meta(description="The name of one of the patient's scars, needed where there are several")] = (
        "scarred"
    )
    care: Annotated[
        Literal["downtime", "medical"],
        Meta(description="How: themselves with downtime as care, anybody with medical care"),
    ] = "downtime"


def holds(play: Play, who: str, name: str) -> bool:
    """WD-COND-08, WD-COND-13: whether a wound or condition of this name is scarred, or an object is stuck in the wound,
    so that ordinary healing does not reach it.

    A scar on a wound's effect holds whatever else came with that wound, and what came with the scar itself.
    """
    scars = _scars(play, who)
    if name in play.character(who).conditions:
        until = play.character(who).conditions[name].until
        if _tied(until) & {f"{who}.conditions.{scar}" for scar in scars}:
            return True
    return statuses.stuck_in(play, who, name) or any(
        _holds(play, who, name, ScarData.of(scar).held, scar.until) for scar in scars.values()
    )


def _scars(play: Play, who: str) -> dict[str, Condition]:
    return play.where(who, "conditions", "scarred")


def _holds(play: Play, who: str, name: str, of: Scalar, until: AnyAnchor | None) -> bool:
    if of != EFFECT or name not in play.character(who).conditions:
        return of == name
    other = play.character(who).conditions[name].until
    return bool(_tied(until) & _tied(other))


def _tied(anchor: AnyAnchor | None) -> set[str]:
    return {part.path for part in parts(anchor) if isinstance(part, WhilePresent)} if anchor is not None else set()


@command("Give one scar downtime or medical care of its own, so that what it held can heal.", by="owner", scene=True)
def tend_scar(play: Play, command: TendScar) -> None:
    """WD-COND-08: a scar lasts until downtime at the end of a day is spent on it, or medical care is given; each needs
    its own. A wound that scarred then heals like any other."""
    patient = command.patient or command.who
    names = sorted(_scars(play, patient))
    name = command.scar if command.scar in names else names[0] if len(names) == 1 else ""
    if command.scar not in ("scarred", name) or not names:
        play.missing(f"{patient}.conditions.{command.scar}", "There is no such scar on them.")
    if not name:
        play.refuse("WD-COND-08", "Each scar needs its own attention; name one of {names}.", names=", ".join(names))
        name = names[0]
    if command.care == "downtime" and turns.running(play):
        play.refuse("WD-COND-08", "Downtime comes at the end of the day, not in a fight; or give medical care.")
    with play.citing("WD-COND-08"):
        conditions.end_one(play, patient, name, "tended")


@command("Say that a wound or an effect is scarred.", scene=True)
def scar(play: Play, command: Scar) -> None:
    """WD-COND-08: the game master says which wound or effect is scarred."""
    character = play.character(command.who)
    if command.of != EFFECT and command.of not in character.wounds and command.of not in character.conditions:
        play.missing(
            f"{command.who}.wounds.{command.of}",
            "There is no wound or condition {harm!r} to be scarred.",
            harm=command.of,
        )
    component = "wounds" if command.of in character.wounds else "conditions"
    until = None if command.of == EFFECT else WhilePresent(path=f"{command.who}.{component}.{command.of}")
    with play.citing("WD-COND-08"):
        conditions.gain(play, command.who, "scarred", until=until, of=command.of)

"""Regeneration: hit points that come back by themselves as a turn begins."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.naming import hold_on
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.expressions import Number
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.freeform.fields import Until
from systems.orcus.fields import Because
from systems.orcus.harm.healing import heal
from systems.orcus.moments import TURN_START
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.sheet.people import EVERYBODY, reckoned

REGENERATION: Final = "regeneration.value"
"""Path of how many hit points a character regenerates: the highest that anything gives."""

DERIVED: Final = (Derived(REGENERATION, Number(value=0), EVERYBODY, "OR-REG-02"),)


class Regenerate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character regenerate from now on."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=0, le=1_000, description="How many hit points a turn; 0 ends all of it")]
    until: Until = None
    because: Because = ""


def give_regeneration(
    play: Play, who: str, amount: int, until: AnyAnchor | None = None, *, source: str = "", title: str = ""
) -> None:
    """OR-REG-02: let a character regenerate; of several sources the highest counts."""
    modifier = Modifier(
        path=REGENERATION,
        operation="floor",
        amount=amount,
        source=source,
        title=title or source or "regeneration",
        until=until,
    )
    play.emit(who, ModifierApplied(name=play.new_id("regeneration"), modifier=modifier))


@command("Let a character regenerate, or end it.")
def regenerate(play: Play, command: Regenerate) -> None:
    """OR-REG-01, OR-REG-02: let a character regain as many hit points a turn as the highest source gives."""
    if command.amount:
        give_regeneration(play, command.who, command.amount, hold_on(play, command.until), source=command.because)
        return
    for name in sorted(play.where(command.who, "modifiers", REGENERATION)):
        play.emit(command.who, ModifierLifted(name=name, because=command.because))


def regenerates(play: Play, who: str) -> None:
    """OR-REG-01, ruling 27: heal the living by their regeneration as a turn begins, after persistent damage."""
    amount = 0 if is_dead(play, who) else reckoned(play, who, REGENERATION)
    if amount:
        with play.citing("OR-REG-01"):
            heal(play, who, amount)


MOMENTS: Final = {TURN_START: (regenerates,)}

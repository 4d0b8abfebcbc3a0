"""Temporary Stamina: a buffer that takes damage first, of which there is one at a time, and which goes with what gave it."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AnyAnchor
from systems.rotted_capes.fields import Because

BUFFER: Final = "temporary_stamina"
"""A condition whose level is the Temporary Stamina that is left of it."""


class GrantTemporaryStamina(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A power or effect gives a character Temporary Stamina."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=10_000, description="How many points it gives")]
    source: Annotated[str, Meta(max_length=100, description="The power or effect that gives it")] = ""
    until: Annotated[AnyAnchor, Meta(description="When that ends by itself")] | None = None


class EndTemporaryStamina(Command, frozen=True, kw_only=True, omit_defaults=True):
    """End what gave a character Temporary Stamina."""

    who: CharacterRef
    because: Because = ""


def absorb(play: Play, who: str, damage: int) -> int:
    """RC-DMG-02: let the buffer take damage as far as it goes, and return how much it took."""
    taken = 0
    with play.citing("RC-DMG-02"):
        for name in conditions.present(play, who, BUFFER):
            taken += conditions.ease(play, who, name, damage - taken, "used up")
    return taken


@command("A power or effect gives a character Temporary Stamina.")
def grant_temporary_stamina(play: Play, command: GrantTemporaryStamina) -> None:
    """RC-DMG-04, RC-DMG-05, RC-RULING-36: it takes the place of what is left of the old, and is lost where there is no room."""
    who = command.who
    room = pools.room(play, who, "stamina") or 0
    amount = min(command.amount, room) if play.option("temp_stamina_cap") else command.amount
    conditions.end(play, who, BUFFER, "superseded")
    if amount:
        conditions.gain(play, who, BUFFER, level=amount, source=command.source, until=command.until)


@command("End what gave a character Temporary Stamina.")
def end_temporary_stamina(play: Play, command: EndTemporaryStamina) -> None:
    """RC-DMG-03: take away the rest of a character's Temporary Stamina at once."""
    if not conditions.end(play, command.who, BUFFER, command.because):
        play.refuse("RC-DMG-03", "They have no Temporary Stamina left.")


OPTIONS = (
    OptionSpec(
        name="temp_stamina_cap",
        default=True,
        text="Whether Temporary Stamina is lost as far as it would go beyond the most Stamina there is.",
        rules=("RC-RULING-36",),
    ),
)

"""Combat modes: optional tools that are off until the Editor-in-Chief switches them on for an encounter."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.fights import InEncounter, check_not_over, fight
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.anchors import UntilEncounterEnds
from systems.rotted_capes.moments import MODE_OFF, MODE_ON

Mode = Literal["danger zone", "horde", "unleashed"]

_WORDS: Final[Mapping[Mode, str]] = {
    "danger zone": text("danger zone"),
    "horde": text("horde"),
    "unleashed": text("unleashed"),
}

MODE: Final = "mode"
"""A condition of an encounter: the combat mode in its tag is on."""


class SwitchMode(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A combat mode is switched on or off for an encounter."""

    mode: Annotated[Mode, Meta(description="Which combat mode")]
    on: Annotated[bool, Meta(description="Whether it is on from now on")] = True


def is_on(play: Play, encounter: str, mode: Mode) -> bool:
    """RC-CMODE-01: whether a combat mode is on in an encounter."""
    return bool(conditions.present(play, encounter, MODE, tag=mode))


def check_on(play: Play, encounter: str, mode: Mode) -> None:
    """RC-CMODE-01: refuse what belongs to a combat mode that is off."""
    if not is_on(play, encounter, mode):
        play.refuse(
            "RC-CMODE-01", "The combat mode {mode} is off in this encounter; switch it on first.", mode=_WORDS[mode]
        )


@command("Switch a combat mode on or off for an encounter.", scene=True)
def switch_mode(play: Play, command: SwitchMode) -> None:
    """RC-CMODE-01: a mode is on from then on until the encounter ends, or it is switched off."""
    encounter = fight(play)
    check_not_over(play, encounter)
    states = conditions.present(play, encounter, MODE, tag=command.mode)
    with play.citing("RC-CMODE-01"):
        if command.on and not states:
            until = UntilEncounterEnds(encounter=encounter)
            conditions.gain(play, encounter, MODE, tags=(command.mode,), until=until)
            come(play, MODE_ON)
        elif not command.on:
            for name in states:
                conditions.end_one(play, encounter, name, "switched off")
            come(play, MODE_OFF)

"""The day of an enclave: rations out of its stores, then what hunger, weather, disease, want of sleep and Wounds do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit import counters, stores
from domain.kit.commands import command
from domain.kit.conditions import has
from domain.play.moments import pass_time
from domain.play.play import Play
from systems.rotted_capes.harm.healing import RecoverWound, recover_wound
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.conditions import DEAD
from systems.rotted_capes.sheet.people import TIRING
from systems.rotted_capes.survival import diseases, hiatus, needs

Ration = Literal["full", "half", "none"]
PARTS: Final[Mapping[Ration, int]] = {"full": 2, "half": 1, "none": 0}
"""How many halves of a day's need a ration is."""

DAY: Final = 86_400
"""The seconds of a day."""


class EndDay(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A day of an enclave ends."""

    enclave: EnclaveRef
    food: Annotated[Ration, Meta(description="What each gets of the food that a day takes")] = "full"
    water: Annotated[Ration, Meta(description="What each gets of the water that a day takes")] = "full"
    hot: Annotated[bool, Meta(description="Whether it was too hot, so that everybody needs twice the water")] = False
    exposed: Annotated[tuple[CharacterRef, ...], Meta(description="Whom the weather cost a level of exhaustion")] = ()
    recovering: Annotated[
        tuple[CharacterRef, ...], Meta(description="Who tries to recover from a Wound, after a Hiatus for each")
    ] = ()
    passes: Annotated[bool, Meta(description="Whether the day of 24 hours passes on the clock as well")] = True


@command("End a day of an enclave: rations, hunger and thirst, weather, disease, sleep, Wounds.")
def end_day(play: Play, command: EndDay) -> None:
    """RC-HUNG-02, RC-HUNG-06, RC-EXH-01, RC-DIS-02, RC-REST-01, RC-HEAL-03: each follows for every member before the next one."""
    if command.passes:
        pass_time(play, DAY)
    living = members(play, command.enclave)
    _share(play, command, living)
    for who in living:
        needs.end(play, who, hot=command.hot)
    for who in (each for each in living if each in command.exposed):
        with play.citing("RC-EXH-01"):
            exhaustion.gain(play, who, 1, "environmental", why="weather")
    for who in living:
        for name in diseases.due(play, who):
            diseases.resist(play, who, name)
    for who in living:
        while hiatus.checks_due(play, who) and not has(play, who, DEAD):
            hiatus.hold_out(play, who)
    for who in (each for each in living if each in command.recovering):
        recover_wound(play, RecoverWound(who=who))


def members(play: Play, enclave: str) -> tuple[str, ...]:
    """Return the living members of an enclave who eat and sleep, by name."""
    belonging = sorted(each.character for each in play.enclave(enclave).members.values())
    return tuple(
        who for who in belonging if play.character(who).profile["self"].kind in TIRING and not has(play, who, DEAD)
    )


def _share(play: Play, command: EndDay, living: tuple[str, ...]) -> None:
    """RC-HUNG-02, RC-HUNG-06: give out of the stores what each still lacks of their ration, as far as it goes."""
    food = needs.POUND * PARTS[command.food] // 2
    water = needs.needed(command.hot) * PARTS[command.water] // 2
    wanted = {who: max(0, food - counters.times(play, who, needs.EATEN)) for who in living}
    eaten = stores.share_out(play, command.enclave, "food", wanted)
    wanted = {who: max(0, water - counters.times(play, who, needs.DRUNK)) for who in living}
    drunk = stores.share_out(play, command.enclave, "water", wanted)
    for who in living:
        needs.have(play, who, eaten[who], drunk[who])

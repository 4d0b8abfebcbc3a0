"""The day of an enclave: rations out of its stores, then what hunger, weather, disease, want of sleep and Wounds do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import Meta
from msgspec.structs import replace

from domain.commands import CharacterRef, Command, EnclaveRef
from domain.kit import counters, stores
from domain.kit.commands import command
from domain.kit.conditions import has
from domain.kit.data import data_of
from domain.play.moments import pass_time
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from systems.rotted_capes.harm.healing import RecoverWound, recover_wound
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.conditions import DEAD
from systems.rotted_capes.sheet.people import TIRING
from systems.rotted_capes.survival import diseases, hiatus, needs

Ration = Literal["full", "half", "none"]
PARTS: Final[Mapping[Ration, int]] = {"full": 2, "half": 1, "none": 0}
"""The halves of a day's need that a ration is."""

DAY: Final = 86_400
"""The seconds of a day."""


LOGGED: Final = "day"
"""The name of the notes that make the log of an enclave."""


@data_of("log", LOGGED)
class DayData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A day in the log of an enclave: its number, how many ate and drank what, and how many had less than a day takes.

    `tired` are the levels of exhaustion that came of it; `ill` and `dead` are how many of them are so now.
    """

    day: int
    people: int
    food: int
    water: int
    food_left: int = 0
    water_left: int = 0
    hungry: int = 0
    thirsty: int = 0
    tired: int = 0
    ill: int = 0
    dead: int = 0


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
    """RC-HUNG-02, RC-HUNG-06, RC-EXH-01, RC-DIS-02, RC-REST-01, RC-HEAL-03: each follows for every member before the next one.

    Nothing more comes of the day for who has died of it.
    """
    if command.passes:
        pass_time(play, DAY)
    living = members(play, command.enclave)
    before = {who: exhaustion.level(play, who) for who in living}
    rations = _share(play, command, living)
    for who in living:
        needs.end(play, who, hot=command.hot)
    for who in (each for each in living if each in command.exposed and not has(play, each, DEAD)):
        with play.citing("RC-EXH-01"):
            exhaustion.gain(play, who, 1, "environmental", why="weather")
    for who in living:
        while not has(play, who, DEAD) and (due := diseases.due(play, who)):
            diseases.resist(play, who, due[0])
    for who in living:
        while hiatus.checks_due(play, who) and not has(play, who, DEAD):
            hiatus.hold_out(play, who)
    for who in (each for each in living if each in command.recovering and not has(play, each, DEAD)):
        recover_wound(play, RecoverWound(who=who))
    _write_down(play, command.enclave, rations, before)


def members(play: Play, enclave: str) -> tuple[str, ...]:
    """Return the living members of an enclave who eat and sleep, by name."""
    belonging = sorted(each.character for each in play.enclave(enclave).members.values())
    return tuple(
        who for who in belonging if play.character(who).profile["self"].kind in TIRING and not has(play, who, DEAD)
    )


def _share(play: Play, command: EndDay, living: tuple[str, ...]) -> DayData:
    """RC-HUNG-02, RC-HUNG-06: give out of the stores what each still lacks of their ration, as far as it goes.

    The log of the enclave only says who has had less than a day takes.
    """
    food = needs.POUND * PARTS[command.food] // 2
    need = needs.needed(command.hot)
    water = need * PARTS[command.water] // 2
    wanted = {who: max(0, food - counters.times(play, who, needs.EATEN)) for who in living}
    eaten = stores.share_out(play, command.enclave, "food", wanted)
    wanted = {who: max(0, water - counters.times(play, who, needs.DRUNK)) for who in living}
    drunk = stores.share_out(play, command.enclave, "water", wanted)
    for who in living:
        needs.have(play, who, eaten[who], drunk[who])
    return DayData(
        day=_number(play.clock()),
        people=len(living),
        food=sum(eaten.values()),
        water=sum(drunk.values()),
        hungry=sum(counters.times(play, who, needs.EATEN) < needs.POUND for who in living),
        thirsty=sum(counters.times(play, who, needs.DRUNK) < need for who in living),
    )


def _number(second: int) -> int:
    """Return the number of the day that ends at a second of the clock, from 1; midnight still belongs to the day before."""
    return max(1, -(-second // DAY))


def _write_down(play: Play, enclave: str, rations: DayData, before: Mapping[str, int]) -> None:
    """Write what the day was like into the log of the enclave: its rations, and how its members came out of it."""
    day = replace(
        rations,
        food_left=stores.in_stock(play, enclave, "food"),
        water_left=stores.in_stock(play, enclave, "water"),
        tired=sum(max(0, exhaustion.level(play, who) - levels) for who, levels in before.items()),
        ill=sum(has(play, who, exhaustion.DISEASE) for who in before),
        dead=sum(has(play, who, DEAD) for who in before),
    )
    play.emit(enclave, Noted(name=LOGGED, data=day.stored()))

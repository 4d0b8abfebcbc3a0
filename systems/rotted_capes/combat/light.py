"""Light and darkness: how light an Area is, what lights it, who sees in the dark, and what that does to rolls and Pace."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.maps.areas import distances
from domain.kit.maps.positions import areas_of
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.maps import Zone, ZoneOpened
from systems.freeform.fields import Word
from systems.rotted_capes.combat import pace
from systems.rotted_capes.combat.areas import area_of, encounter_of
from systems.rotted_capes.fields import Ability, Mode, Trained
from systems.rotted_capes.rolls.challenges import challenge
from systems.rotted_capes.sheet.conditions import PRONE, can_see, put_in, state_of
from systems.rotted_capes.sheet.people import is_zombie
from systems.rotted_capes.windows import ROLLING, Trial

Level = Literal["dark", "shadowy", "bright"]
LEVELS: Final[tuple[Level, ...]] = ("dark", "shadowy", "bright")
"""RC-LIGHT-01: how light an Area can be, from the darkest."""

Device = Literal[
    "candle",
    "torch",
    "light bulb",
    "flashlight",
    "tactical flashlight",
    "headlight, low beam",
    "headlight, high beam",
    "lantern",
    "small campfire",
    "large campfire",
    "handheld searchlight",
    "mounted searchlight",
    "fireplace",
]


class Range(NamedTuple):
    """The reach of a source of light in Areas, its own counted; a directional one lights what it is aimed at alone."""

    bright: int
    shadowy: int
    directional: bool = False


RANGES: Final[dict[Device, Range]] = {
    "candle": Range(0, 1),
    "torch": Range(1, 2),
    "light bulb": Range(1, 2),
    "flashlight": Range(2, 2, directional=True),
    "tactical flashlight": Range(2, 1, directional=True),
    "headlight, low beam": Range(15, 2, directional=True),
    "headlight, high beam": Range(20, 4, directional=True),
    "lantern": Range(1, 2),
    "small campfire": Range(1, 2),
    "large campfire": Range(1, 6),
    "handheld searchlight": Range(20, 1, directional=True),
    "mounted searchlight": Range(25, 1, directional=True),
    "fireplace": Range(1, 1),
}
"""RC-LIGHT-10: the sources of light."""

CATALOGUE: Final = (
    CatalogueKind(
        name="light",
        title="Sources of light",
        table=RANGES,
        rules=("RC-LIGHT-10",),
        units={"bright": "Areas", "shadowy": "Areas"},
    ),
)

PENALTIES: Final[dict[Level, int]] = {"dark": -5, "shadowy": -2, "bright": 0}
"""RC-LIGHT-09: what the table takes from attacks, and from Challenges that take sight."""

STUMBLES: Final = 15
"""RC-LIGHT-07: what a Challenge has to reach for safe ways in the dark."""

LIGHT: Final = "light"
DARK_SENSE: Final = "dark_sense"
"""The kind of zone that a source of light is, and of trait that lets a character see in the dark."""


@data_of("zones", LIGHT)
class LightData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The sort of a source of light, the Area where it stands unless a character carries it, and the Area that it is
    aimed at."""

    device: str
    area: str = ""
    aim: str = ""


class Shine(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A source gives light."""

    device: Annotated[Device, Meta(description="The source of light", extra={"catalogue": "light"})]
    who: Annotated[CharacterRef, Meta(description="Who carries it; left out, it stands in its Area")] = ""
    area: Annotated[Word | Literal[""], Meta(description="The Area where it stands")] = ""
    aim: Annotated[Word | Literal[""], Meta(description="The Area that a directional one is aimed at")] = ""


class GiveSense(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character see in the dark by a power, feature or device."""

    who: CharacterRef
    by: Annotated[str, Meta(min_length=1, max_length=100, description="The power, feature or device")]


class FeelTheWay(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character who is fast in the dark show that a Skill Set makes it safe."""

    who: CharacterRef
    ability: Annotated[Ability, Meta(description="The ability that fits")] = "dexterity"
    trained: Trained = True


@command("Light an Area, or what a beam is aimed at.", scene=True)
def shine(play: Play, command: Shine) -> None:
    """RC-LIGHT-02, RC-LIGHT-03, RC-LIGHT-10: a source of light is there until its zone is closed."""
    if RANGES[command.device].directional and not command.aim:
        play.refuse("RC-LIGHT-03", "It lights only what it is aimed at; name an Area in the field aim.")
    if not (command.who or command.area):
        play.refuse("RC-LIGHT-02", "Say in which Area it stands, or who carries it.")
    data = LightData(device=command.device, area=command.area, aim=command.aim)
    light = Zone(kind=LIGHT, source=command.who, title=command.device, data=data.stored())
    play.emit(fight(play), ZoneOpened(name=play.new_id(LIGHT), zone=light))


@command("Give a character a sense by which they see in the dark.")
def give_dark_sense(play: Play, command: GiveSense) -> None:
    """RC-LIGHT-01, RC-LIGHT-05: thermal or night vision, or whatever else sees in the dark."""
    play.emit(command.who, TraitGained(name=play.new_id(DARK_SENSE), trait=Trait(kind=DARK_SENSE, title=command.by)))


@command("Roll the Challenge of who is fast in the dark.", scene=True)
def feel_the_way(play: Play, command: FeelTheWay) -> None:
    """RC-LIGHT-07, RC-LIGHT-08: DC 15; a character who fails stumbles, and falls Prone."""
    trial = Trial(command.who, "challenge", "challenge", STUMBLES, command.ability)
    with play.citing("RC-LIGHT-07"):
        stumbles = not challenge(play, trial, trained=command.trained).success
    if stumbles:
        with play.citing("RC-LIGHT-08"):
            put_in(play, command.who, state_of(PRONE))


def light_in(play: Play, area: str) -> Level:
    """RC-LIGHT-01, RC-LIGHT-02: return how light an Area is, by itself or by what lights it; bright where nothing is said."""
    encounter = encounter_of(play)
    if encounter is None:
        return "bright"
    return play.findings.kept(
        ("light in", area), ("areas", "zones", "positions"), lambda: _light_in(play, encounter, area)
    )


def _light_in(play: Play, encounter: str, area: str) -> Level:
    drawn = play.encounter(encounter).areas.get(area)
    if drawn is None:
        return "bright"
    own: Level = drawn.light if drawn.light in LEVELS else "bright"
    lit = [
        _lights(play, encounter, zone, area) for zone in play.encounter(encounter).zones.values() if zone.kind == LIGHT
    ]
    return max((own, *lit), key=LEVELS.index)


def _lights(play: Play, encounter: str, light: Zone, area: str) -> Level:
    """RC-LIGHT-02, RC-LIGHT-03, RC-LIGHT-10, ruling 64: return how light a source makes an Area."""
    data = LightData.of(light)
    reach = next(level for name, level in RANGES.items() if name == data.device)
    start = area_of(play, light.source) if light.source else data.area
    if not start or (reach.directional and area != data.aim):
        return "dark"
    far = distances(areas_of(play, encounter), {start}).get(area)
    if far is None:
        return "dark"
    if far < reach.bright:
        return "bright"
    return "shadowy" if far <= max(0, reach.bright - 1) + reach.shadowy else "dark"


def sees_in_the_dark(play: Play, who: str) -> bool:
    """RC-LIGHT-05, RC-LIGHT-06: whether darkness is nothing to a character, as it is to zombies."""
    return is_zombie(play, who) or bool(play.where(who, "traits", DARK_SENSE))


def light_for(play: Play, who: str, other: str = "") -> Level:
    """RC-LIGHT-04, RC-LIGHT-05, RC-LIGHT-06: return the light in which a character sees another, or what is around
    them."""
    return "bright" if sees_in_the_dark(play, who) else light_in(play, area_of(play, other or who))


def sees(play: Play, who: str, other: str) -> bool:
    """RC-LIGHT-05, ruling 62: whether a character sees another, as conditions and light let them."""
    unlit = play.option("light_penalties") != "table" and light_for(play, who, other) == "dark"
    return can_see(play, who, other) and not unlit


def dim(play: Play, who: str, trial: Trial) -> Trial:
    """RC-LIGHT-04, RC-LIGHT-05, RC-LIGHT-09, ruling 62: hamper attacks, and whatever takes sight, in poor light."""
    attacks = trial.purpose == "attack"
    if not attacks and not trial.sighted:
        return trial
    light, setting = light_for(play, who, trial.against), play.option("light_penalties")
    if setting != "text":
        trial = trial.with_addends(*addend(f"{light} light", PENALTIES[light], source="RC-LIGHT-09"))
    if setting != "table" and light == "shadowy":
        trial = trial.hampered("RC-LIGHT-04")
    if setting != "table" and light == "dark":
        trial = trial.hampered("RC-LIGHT-05") if attacks else trial._replace(failed="RC-LIGHT-05")
    return trial


def check_step(play: Play, who: str, mode: Mode, area: str, skill_set: str) -> None:
    """RC-LIGHT-07, RC-LIGHT-09, ruling 63: refuse who goes further than half of their Pace in the dark without a Skill Set for it.

    Half of a Pace is 1 Area at least.
    """
    if not skill_set:
        check_haste(play, who, mode, area, pace.used(play, who) + pace.unit(play))


def check_haste(play: Play, who: str, mode: Mode, area: str, spent: int) -> None:
    """RC-LIGHT-07, RC-LIGHT-09, ruling 63: refuse a movement that is further than half of a Pace in the dark, 1 Area at least."""
    if sees_in_the_dark(play, who) or "dark" not in (light_for(play, who), light_in(play, area)):
        return
    most = max(1, play.value(who, f"pace.{mode}").total // 2) * pace.unit(play)
    if spent > most:
        play.refuse(
            "RC-LIGHT-07",
            "In the dark of {area} they go {most} at most; name a Skill Set that makes more safe.",
            area=area,
            most=most,
        )


WINDOWS: Final = {ROLLING: (dim,)}

OPTIONS = (
    OptionSpec(
        name="light_penalties",
        default="text",
        choices=("text", "table", "both"),
        text="Whether poor light gives Disadvantage (text), takes 2 or 5 (table), or does both.",
        rules=("RC-RULING-62",),
    ),
)

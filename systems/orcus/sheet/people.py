"""Heroes, monsters and others as they come into the campaign, with what stands on their sheets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.values import set_base
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.profile import ProfileChanged
from domain.vocabulary.values import Track, TrackOpened
from systems.freeform.people import Newcomer, introduce
from systems.orcus.fields import Ability, Bonus, Defense, Flight, Level, Mode, Score, Sense, Size, Skill, Squares
from systems.orcus.moments import ADJUSTED, ARRIVED, LONG_REST, SHORT_REST, TURN_OVER, TURN_START
from systems.orcus.sheet.tiers import LEVELS

Category = Literal["hero", "npc", "monster", "summon", "conjuration", "object"]
Strength = Literal["mook", "standard", "boss"]

MOOK: Final = "mook"
HERO: Final = "hero"
MONSTER: Final = "monster"
SUMMON: Final = "summon"
CONJURATION: Final = "conjuration"
EVERYBODY: Final[tuple[Category, ...]] = ("hero", "npc", "monster", "summon", "conjuration", "object")
WITH_CLASSES: Final = ("hero", "npc")
"""Categories whose hit points, recoveries and defenses follow from class and abilities."""

ABILITIES: Final[tuple[Ability, ...]] = (
    "strength",
    "constitution",
    "dexterity",
    "intelligence",
    "wisdom",
    "charisma",
)
DEFENSES: Final[tuple[Defense, ...]] = ("ac", "fortitude", "reflex", "will")
MODES: Final[tuple[Mode, ...]] = ("walk", "fly", "climb", "swim", "burrow")
SENSES: Final[tuple[Sense, ...]] = ("blindsight", "darkvision", "tremorsense", "truesight", "blind")
FLIGHT: Final[tuple[Flight, ...]] = ("hover", "ceiling", "clumsy_on_ground", "clumsy_in_air")

ATTRIBUTES: Final = (
    *ABILITIES,
    *DEFENSES,
    *MODES,
    *SENSES,
    *FLIGHT,
    "level",
    "class_hp",
    "class_recoveries",
    "attack",
    "initiative",
    "reach",
)
TRACKS: Final = ("hp", "temporary_hp", "recoveries", "action_points", "xp")

FOLLOWING: Final = ("hp", "recoveries")
"""The pools that rise with their maximum."""

AVERAGE: Final = 10
LEVEL_BONUS: Final = "bonus.level"
"""Path of half the level, rounded down: OR-LVL-05."""
RECOVERY: Final = "recovery.value"
"""Path of how much one recovery heals."""
STAGGERED_AT: Final = "staggered.value"
"""Path of the hit points at or below which a character is staggered."""


SCORE_MOST: Final = "score.most"
"""Path of the highest score there is."""

BOUNDS: Final = tuple(Bound(f"attributes.{name}", 1, "OR-ABIL-02", most=SCORE_MOST) for name in ABILITIES)
"""OR-ABIL-02: scores run from 1 to 30, whatever changes them."""


class StatBlock(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The numbers of a sheet; a number that is left out stays as it is, or follows from the rest."""

    scores: Annotated[dict[Ability, Score], Meta(description="Ability scores")] = {}
    level: Level | None = None
    class_hp: Annotated[int, Meta(ge=0, le=1_000, description="Hit points from class and level")] | None = None
    class_recoveries: Annotated[int, Meta(ge=0, le=100, description="Recoveries a day from the class")] | None = None
    defenses: Annotated[
        dict[Defense, Bonus], Meta(description="Defenses as a stat block prints them, in place of what follows")
    ] = {}
    skills: Annotated[
        dict[Skill, Bonus], Meta(description="Skills as a stat block prints them, in place of what follows")
    ] = {}
    attack: Annotated[Bonus, Meta(description="The attack modifier that a stat block prints")] | None = None
    initiative: Annotated[Bonus, Meta(description="The initiative modifier, in place of what follows")] | None = None
    speeds: Annotated[dict[Mode, Squares], Meta(description="Speed by the mode of movement, in squares")] = {}
    senses: Annotated[dict[Sense, Squares], Meta(description="Senses by their radius in squares")] = {}
    flight: Annotated[dict[Flight, Squares], Meta(description="How it flies, where it does")] = {}
    reach: Annotated[Squares, Meta(description="How far melee attacks of the body reach, in squares")] | None = None


Given = Annotated[StatBlock, Meta(description="The numbers of the sheet that are entered")]


class Create(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a character into the campaign, with the numbers of the sheet."""

    category: Annotated[Category, Meta(description="What sort of creature it is")] = "hero"
    statistics: Given = StatBlock()
    hp: Annotated[int, Meta(ge=1, le=10_000, description="Maximum hit points as a stat block prints them")] | None = (
        None
    )
    strength_type: Annotated[Strength, Meta(description="How strong a monster is for its level")] = "standard"
    size: Annotated[Size, Meta(description="Its size category")] = "medium"
    source: Annotated[str, Meta(max_length=40, description="The planes that it comes from, such as `Cosmic`")] = ""
    role: Annotated[str, Meta(max_length=40, description="What it does in a fight, such as `Archer`")] = ""
    creature_type: Annotated[str, Meta(max_length=40, description="What it is, such as `Automaton`")] = ""
    hero_rules: Annotated[bool, Meta(description="Whether it falls and dies by the rules for heroes")] = False


class EnterStatistics(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Other numbers stand on a sheet from now on."""

    who: CharacterRef
    statistics: Given = StatBlock()
    size: Annotated[Size, Meta(description="Another size category")] | None = None


@data_of("profile")
class ProfileData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The strength of a monster for its level, its nature, its size, and whether the rules for heroes go for it."""

    strength_type: str = "standard"
    source: str = ""
    role: str = ""
    creature_type: str = ""
    size: str = "medium"
    hero_rules: bool = False


@command("A hero, a monster or any other character comes into the campaign.")
def create(play: Play, command: Create) -> None:
    """OR-ABIL-01, OR-HP-01, OR-HP-03, OR-MON-01, OR-MON-02, OR-MON-03, OR-SIZE-01: enter the numbers of the sheet; the
    rest follows from them."""
    bring_in(play, command)


def bring_in(play: Play, command: Create) -> str:
    """Bring a character into the campaign, whole and rested, and return their reference."""
    data = ProfileData(
        strength_type=command.strength_type,
        size=command.size,
        hero_rules=command.hero_rules,
        source=command.source,
        role=command.role,
        creature_type=command.creature_type,
    )
    who = introduce(play, command, command.category, data.stored())
    enter(play, who, command.statistics)
    if command.category in WITH_CLASSES and command.hp is None and command.strength_type != MOOK:
        _open(play, who, "hp", play.value(who, "tracks.hp.maximum").total)
    else:
        most = 1 if command.strength_type == MOOK else command.hp or 1
        _open(play, who, "hp", most, most)
    _open(play, who, "temporary_hp", 0)
    if command.category in WITH_CLASSES:
        _open(play, who, "recoveries", max(0, play.value(who, "tracks.recoveries.maximum").total))
        _open(play, who, "action_points", 1)
        _open(play, who, "xp", LEVELS[level_of(play, who)].xp)
    come(play, ARRIVED, who)
    return who


def _open(play: Play, who: str, track: str, current: int, maximum: int | None = None) -> None:
    """Open a track. Hit points may fall below 0; nothing else may."""
    least = None if track == "hp" else 0
    play.emit(who, TrackOpened(name=track, track=Track(current=current, minimum=least, maximum=maximum)))


@command("Enter other numbers on a character's sheet.")
def enter_statistics(play: Play, command: EnterStatistics) -> None:
    """OR-ABIL-01, OR-HP-02, ruling 4: scores, defenses, speeds and the rest are what the sheet says."""
    with pools_follow(play, command.who):
        enter(play, command.who, command.statistics)
    if command.size is not None:
        play.emit(command.who, ProfileChanged(name="self", data=ProfileData.changes(size=command.size)))


@contextmanager
def pools_follow(play: Play, who: str) -> Iterator[None]:
    """OR-HP-02, ruling 64: raise the points in a pool with its maximum, and clip them to one that falls."""
    before = {pool: _most(play, who, pool) for pool in FOLLOWING if pools.has(play, who, pool)}
    yield
    for pool, most in before.items():
        now = _most(play, who, pool)
        if most is not None and now is not None and now > most:
            with play.citing("OR-RULING-64"):
                pools.shift(play, who, pool, now - most)
    clip(play, who)
    come(play, ADJUSTED, who)


def clip(play: Play, who: str) -> None:
    """OR-HP-04, ruling 64: take from a pool what is above its maximum, which may have fallen as a bonus ended."""
    for pool in FOLLOWING:
        most = _most(play, who, pool) if pools.has(play, who, pool) else None
        if most is not None:
            with play.citing("OR-RULING-64"):
                pools.shift(play, who, pool, min(0, most - int(play.character(who).tracks[pool].current)))


def _most(play: Play, who: str, pool: str) -> int | None:
    """Return the maximum of a pool, which is never below 0; None where it has none."""
    most = pools.bound(play, who, pool, "maximum")
    return None if most is None else max(0, most)


def _given(statistics: StatBlock) -> Iterator[tuple[str, int]]:
    """The numbers that are given, by the names of their attributes."""
    yield from statistics.scores.items()
    yield from statistics.defenses.items()
    yield from statistics.skills.items()
    yield from statistics.speeds.items()
    yield from statistics.senses.items()
    yield from statistics.flight.items()
    single = {
        name: getattr(statistics, name)
        for name in ("level", "class_hp", "class_recoveries", "attack", "initiative", "reach")
    }
    yield from ((name, base) for name, base in single.items() if base is not None)


def enter(play: Play, who: str, given: StatBlock) -> None:
    """Write numbers that are given on a sheet."""
    for name, base in _given(given):
        set_base(play, who, name, base)


def kind_of(play: Play, who: str) -> str:
    """Return the category of a character."""
    return str(play.character(who).profile["self"].kind)


def profile_of(play: Play, who: str) -> ProfileData:
    """Return how strong and how big a character is, and whose rules go for them."""
    return ProfileData.of(play.character(who).profile["self"])


def is_hero(play: Play, who: str) -> bool:
    """Whether a character is a hero, or falls and dies by the rules for heroes."""
    return kind_of(play, who) == HERO or profile_of(play, who).hero_rules


def level_of(play: Play, who: str) -> int:
    """Return the level of a character."""
    return play.value(who, "attributes.level").total


def reckoned(play: Play, who: str, path: str) -> int:
    """Return a value that follows from a sheet of this game; 0 for who came into the campaign without one."""
    return play.value(who, path).total if play.is_computed(who, path) else 0


MOMENTS: Final = dict.fromkeys((TURN_START, TURN_OVER, SHORT_REST, LONG_REST), (clip,))
"""The moments after which a maximum that fell with the end of a bonus is reckoned with."""

"""Heroes, bystanders, threats and zombies as they come into the campaign, with what stands on their sheets."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Final, Literal

from msgspec import Meta, Struct

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.values import set_base
from domain.play.moments import come
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import (
    AnyExpression,
    AtLeast,
    Count,
    Greatest,
    Least,
    Number,
    Product,
    Quotient,
    Sum,
    ValueOf,
)
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.profile import ProfileChanged
from domain.vocabulary.values import Track, TrackOpened
from systems.freeform.people import Newcomer, introduce
from systems.rotted_capes.fields import Ability, Areas, Bonus, Defense, Mode, Score
from systems.rotted_capes.moments import ARRIVED, RESIZED

Category = Literal["hero", "bystander", "threat", "zombie", "super zombie", "animal", "vehicle"]
Rank = Literal["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"]
Size = Literal["tiny", "small", "medium", "large", "huge", "gargantuan"]

HERO: Final = "hero"
ZOMBIES: Final = frozenset({"zombie", "super zombie"})
EVERYBODY: Final[tuple[Category, ...]] = ("hero", "bystander", "threat", "zombie", "super zombie", "animal", "vehicle")
CARRYING: Final = ("animal", "vehicle")
"""Categories whose Pace comes from no ability scores, but with their own statistics (ruling 21)."""

TIRING: Final = ("hero", "bystander", "threat", "animal")
"""Categories on which Wounds weigh as exhaustion."""

ABILITIES: Final[tuple[Ability, ...]] = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")
DEFENSES: Final[tuple[Defense, ...]] = ("avoidance", "fortitude", "willpower")
MODES: Final[tuple[Mode, ...]] = ("run", "fly", "climb", "swim", "swing", "burrow")
BONUSES: Final = ("rank", "melee", "ranged", "initiative", "perception", "handling", "burnout_threshold")
ATTRIBUTES: Final = (
    *ABILITIES,
    "power",
    *DEFENSES,
    "stamina_defense",
    *BONUSES,
    *MODES,
    "material_strength",
    "plot_points_start",
)
TRACKS: Final = ("stamina", "wounds", "plot_points", "burnout", "hits")

PACE_CAP: Final = 5
"""RC-MOVE-01: the Areas of a turn that a Pace from ability scores goes up to."""

POWERED: Final = "powered"
"""A trait of a character who has the Pace `data.mode` from a power, feat or feature, which knows no such cap."""

AVERAGE: Final = 10
LEVEL: Final = "levels.exhaustion"
"""Path of a character's level of exhaustion, from whatever source."""
PENALTY: Final = "penalty.exhaustion"
"""Path of what that takes from rolls and Pace."""

SUFFERED: Final = "wounds.suffered"
"""Path of the Wounds that a character has suffered and not recovered."""

LOAD: Final = "levels.encumbrance"
"""Path of a character's levels of encumbrance."""

Pool = Annotated[int, Meta(ge=0, le=100_000, description="How many points it holds")]


class Statistics(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The numbers of a sheet; a number that is left out stays as it is, and is 10, 0 or nothing for a newcomer."""

    scores: Annotated[dict[Ability, Score], Meta(description="Ability scores")] = {}
    power: Annotated[Score, Meta(description="The power score")] | None = None
    defenses: Annotated[dict[Defense, Bonus], Meta(description="What attacks and effects have to reach")] = {}
    bonuses: Annotated[
        dict[Literal["rank", "melee", "ranged", "initiative", "perception", "handling", "burnout_threshold"], Bonus],
        Meta(
            description="Rank Bonus, attacks, what is added to initiative, Perception and control, and the burnout threshold"
        ),
    ] = {}
    paces: Annotated[dict[Mode, Areas], Meta(description="Pace by the mode of movement, in Areas a turn")] = {}
    powered: Annotated[
        tuple[Mode, ...], Meta(description="The modes whose Pace comes from a power, feat or feature")
    ] = ()
    stamina_defense: (
        Annotated[
            int, Meta(ge=1, le=1_000, description="What continuous damage is measured by; Fortitude where left out")
        ]
        | None
    ) = None
    plot_points_start: Annotated[int, Meta(ge=0, le=20, description="Plot Points at the start of an issue")] | None = (
        None
    )
    material_strength: Annotated[int, Meta(ge=0, le=1_000, description="How much damage it shrugs off")] | None = None


Given = Annotated[Statistics, Meta(description="The numbers of the sheet that are entered")]


class Create(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a character into the campaign, with the numbers of the sheet."""

    category: Annotated[Category, Meta(description="What sort of creature it is")] = "hero"
    statistics: Given = Statistics()
    stamina: Pool = 0
    wounds: Annotated[int, Meta(ge=0, le=100, description="How many Wounds it can take")] = 1
    hits: Annotated[int, Meta(ge=1, le=1_000, description="How many Hits a vehicle can take")] | None = None
    rank: Annotated[Rank, Meta(description="The rank of a threat or zombie, alpha the highest")] | None = None
    size: Annotated[Size, Meta(description="Its size category")] = "medium"


class EnterStatistics(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Other numbers stand on a sheet from now on."""

    who: CharacterRef
    statistics: Given = Statistics()
    rank: Annotated[Rank, Meta(description="Another rank, alpha the highest")] | None = None
    size: Annotated[Size, Meta(description="Another size category")] | None = None


@data_of("profile")
class ProfileData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The rank of a threat or zombie, and the size of anybody."""

    rank: str = ""
    size: str = "medium"


@data_of("traits", POWERED)
class PoweredData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The mode of movement whose Pace comes from a power, feat or feature."""

    mode: str


def _modifier(path: str) -> AnyExpression:
    """Ruling 3: the modifier of a score is what it is above 10, halved and rounded down."""
    return Quotient(dividend=Sum(terms=(ValueOf(path=path), Number(value=-AVERAGE))), divisor=2)


def _full(mode: Mode, *, capped: bool) -> AnyExpression:
    """RC-MOVE-01, ruling 21: a Pace up to the cap, unless it comes from a power, whatever weighs on a character."""
    path = f"attributes.{mode}"
    if not capped:
        return ValueOf(path=path)
    powered = Count(component="traits", where={"kind": POWERED, "data.mode": mode})
    return AtLeast(
        value=powered,
        threshold=1,
        then=ValueOf(path=path),
        otherwise=Least(terms=(ValueOf(path=path), Number(value=PACE_CAP))),
    )


def _pace(mode: Mode, *, capped: bool = True) -> AnyExpression:
    """RC-EXH-01, RC-EXH-02, RC-ENC-02: a Pace less what exhaustion and loads take; who is too tired to run at all has none."""
    taken = tuple(Product(factors=(Number(value=-1), ValueOf(path=path))) for path in (PENALTY, LOAD))
    left = Greatest(terms=(Number(value=0), Sum(terms=(_full(mode, capped=capped), *taken))))
    run = _full("run", capped=capped)
    spent = AtLeast(value=Sum(terms=(run, taken[0])), threshold=1, then=left, otherwise=Number(value=0))
    return left if mode == "run" else AtLeast(value=run, threshold=1, then=spent, otherwise=left)


_SUFFERED: Final = Sum(
    terms=(
        ValueOf(path="tracks.wounds.maximum"),
        Product(factors=(Number(value=-1), ValueOf(path="tracks.wounds.current"))),
    )
)
"""Ruling 6: the Wounds that a character has suffered and not recovered."""

_DEFAULTS: Final[dict[str, AnyExpression]] = {
    **{f"attributes.{name}": Number(value=AVERAGE) for name in (*ABILITIES, "power", *DEFENSES)},
    **{f"attributes.{name}": Number(value=0) for name in (*BONUSES, *MODES, "material_strength")},
    "attributes.melee": ValueOf(path="modifiers.strength"),
    "attributes.ranged": ValueOf(path="modifiers.dexterity"),
    "attributes.run": Greatest(terms=(Number(value=0), ValueOf(path="modifiers.dexterity"))),
    "attributes.stamina_defense": ValueOf(path="attributes.fortitude"),
    "attributes.plot_points_start": Number(value=1),
}
"""The values of a sheet where nobody entered anything: rulings 3, 8 and 40."""

DERIVED: Final = (
    *(Derived(path, expression, EVERYBODY, "RC-RULING-03") for path, expression in _DEFAULTS.items()),
    *(
        Derived(f"modifiers.{name}", _modifier(f"attributes.{name}"), EVERYBODY, "RC-RULING-03")
        for name in (*ABILITIES, "power")
    ),
    *(Derived(f"pace.{mode}", _pace(mode, capped=False), CARRYING, "RC-VEH-02") for mode in MODES),
    *(
        Derived(f"pace.{mode}", _pace(mode), tuple(each for each in EVERYBODY if each not in CARRYING), "RC-MOVE-01")
        for mode in MODES
    ),
    Derived(SUFFERED, _SUFFERED, EVERYBODY, "RC-RULING-06"),
    Derived(LOAD, Number(value=0), EVERYBODY, "RC-ENC-01"),
    Derived(PENALTY, Least(terms=(Number(value=5), ValueOf(path=LEVEL))), EVERYBODY, "RC-EXH-03"),
)
"""Values that follow from the numbers on a sheet."""

BOUNDS: Final = (Bound("levels.*", 0, "RC-EXH-05"),)


@command("A hero, bystander, threat, zombie, animal or vehicle comes into the campaign.")
def create(play: Play, command: Create) -> None:
    """RC-PP-01, RC-SIZE-01, rulings 3 and 8: what stands on the sheet is entered; the Run Pace follows from Dexterity where
    nothing else is said."""
    bring_in(play, command)


def bring_in(play: Play, command: Create) -> str:
    """Bring a character into the campaign; their reference."""
    who = introduce(play, command, command.category, ProfileData(rank=command.rank or "", size=command.size).stored())
    enter(play, who, command.statistics)
    pools = {"stamina": command.stamina, "wounds": command.wounds, "hits": command.hits}
    for name, most in pools.items():
        if most is not None:
            play.emit(who, TrackOpened(name=name, track=Track(current=most, minimum=0, maximum=most)))
    play.emit(who, TrackOpened(name="burnout", track=Track(current=0, minimum=0)))
    if command.category == HERO:
        start = play.value(who, "attributes.plot_points_start").total
        play.emit(who, TrackOpened(name="plot_points", track=Track(current=start, minimum=0)))
    come(play, ARRIVED, who)
    return who


def _given(statistics: Statistics) -> Iterator[tuple[str, int]]:
    """The numbers that are given, by the names of their attributes."""
    yield from statistics.scores.items()
    yield from statistics.defenses.items()
    yield from statistics.bonuses.items()
    yield from statistics.paces.items()
    single = {
        "power": statistics.power,
        "stamina_defense": statistics.stamina_defense,
        "plot_points_start": statistics.plot_points_start,
        "material_strength": statistics.material_strength,
    }
    yield from ((name, base) for name, base in single.items() if base is not None)


@command("Enter other numbers on a character's sheet.")
def enter_statistics(play: Play, command: EnterStatistics) -> None:
    """RC-PP-01, RC-SIZE-01, ruling 3: scores, defenses, bonuses and Paces are what the sheet says."""
    enter(play, command.who, command.statistics)
    given = {name: value for name, value in (("rank", command.rank), ("size", command.size)) if value is not None}
    if given:
        play.emit(command.who, ProfileChanged(name="self", data=ProfileData.changes(**given)))
        come(play, RESIZED, command.who)


def enter(play: Play, who: str, given: Statistics) -> None:
    """Write numbers that are given on a sheet."""
    for name, base in _given(given):
        set_base(play, who, name, base)
    for mode in given.powered:
        name = f"{POWERED}-{mode}"
        if name not in play.character(who).traits:
            trait = Trait(kind=POWERED, title=f"{mode} Pace from a power", data=PoweredData(mode=mode).stored())
            play.emit(who, TraitGained(name=name, trait=trait))


def is_hero(play: Play, who: str) -> bool:
    """Whether a character is a hero."""
    return play.character(who).profile["self"].kind == HERO


def is_zombie(play: Play, who: str) -> bool:
    """Whether a character is a zombie, a Super Zombie included."""
    return play.character(who).profile["self"].kind in ZOMBIES

"""The people and things of Cthulhu Eternal as they come into the campaign: stats, skills, hit points."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.bounds import Bound
from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.values import set_base
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import AnyExpression, BaseOf, Quotient, Sum
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.values import Attribute, AttributeDeclared, Formula, FormulaDefined, Track, TrackOpened
from systems.freeform.people import Newcomer, introduce

STATS: Final = ("str", "con", "dex", "int", "pow", "cha")

PERSON: Final = "person"
"""The kind of characters that are no things."""

AVERAGE: Final = 10
"""The value of a stat that nobody has entered."""

TRACKS: Final = ("hp", "san")

MOST_HP, SAN = "tracks.hp.maximum", "tracks.san.current"

MOST_SAN: Final = 99
"""Ruling 25."""

ARMOR: Final = "attributes.armor"
"""The worth of a character's own hide, shell or make as body armor."""

ADAPTED: Final = "adapted_to_violence"

Score = Annotated[int, Meta(ge=0, le=999, description="10 is average; people have 1 to 18")]
Stats = Annotated[
    dict[str, Score], Meta(description="Scores of `str`, `con`, `dex`, `int`, `pow`, `cha`; left out, 10 each")
]
Percent = Annotated[int, Meta(ge=0, le=999, description="A percentage, as in 45")]
Skills = Annotated[dict[str, Percent], Meta(description="Percentages of skills, by their names")]
Points = Annotated[int, Meta(ge=0, le=100_000)]
Protection = Annotated[
    Literal["exposed", "fragile", "huge", "transcendent"],
    Meta(
        description="How easily it is harmed: as people are, by any hit at all, never killed outright, or by nothing natural"
    ),
]
Size = Annotated[
    Literal["human", "small", "very small"],
    Meta(description="How hard it is to hit: `human` for anything as big as people, or bigger"),
]


@data_of("profile")
class ProfileData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The ease with which a character is harmed, and their size."""

    protection: str = "exposed"
    size: str = "human"


class Create(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a character into the campaign, or a `thing`, which has Hit Points but no stats. Left out, `hp` follow from STR
    and CON; those of a thing are said. Left out, `san` is five times POW. A skill that is not among the `skills` is
    0%."""

    thing: Annotated[bool, Meta(description="Whether it is a thing, which has Hit Points but no stats")] = False
    stats: Stats = {}
    skills: Annotated[Skills, Meta(description="Their skills by name; what is not among them is 0%")] = {}
    hp: Annotated[
        Points | None,
        Meta(description="Their Hit Points; left out, they follow from STR and CON; those of a thing are said"),
    ] = None
    san: Annotated[
        Annotated[int, Meta(ge=0, le=MOST_SAN)] | None, Meta(description="Their Sanity; left out, five times POW")
    ] = None
    armor: Annotated[Points, Meta(description="What the body or hull itself stops")] = 0
    protection: Protection = "exposed"
    size: Size = "human"
    adapted_to_violence: Annotated[bool, Meta(description="Whether violence no longer shakes them")] = False


class EnterSkills(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Percentages of skills, new ones or changed ones."""

    who: CharacterRef
    skills: Skills


@command("A character, or a thing with Hit Points, comes into the campaign with a sheet of their own.")
def create(play: Play, command: Create) -> None:
    """CE-PROT-01, CE-EXPL-02, CE-RULING-05, CE-RULING-25, rulings 5 and 25: a sheet is opened."""
    bring_in(play, command)


def bring_in(play: Play, command: Create) -> str:
    """Bring a character, or a thing, into the campaign as the command says; return the reference."""
    data = ProfileData.changes(protection=command.protection, size=command.size)
    ref = introduce(play, command, "thing" if command.thing else PERSON, data)
    declared = {} if command.thing else _stats(command)
    for name, base in {**declared, **_skills(command.skills), "armor": command.armor}.items():
        play.emit(ref, AttributeDeclared(name=name, attribute=Attribute(base=base)))
    _open_tracks(play, ref, command)
    if command.adapted_to_violence:
        play.emit(ref, TraitGained(name="adapted-to-violence", trait=Trait(kind=ADAPTED)))
    return ref


def _stats(command: Create) -> dict[str, int]:
    if unknown := sorted(set(command.stats) - set(STATS)):
        raise Refused(
            "vocabulary",
            "{unknown!r} is no stat; there are {stats}. Skills go under `skills`.",
            unknown=unknown[0],
            stats=", ".join(STATS),
        )
    return {stat: command.stats.get(stat, AVERAGE) for stat in STATS}


def _skills(given: dict[str, int]) -> dict[str, int]:
    """Skills by their names as attributes. Refused where one goes by the name of a stat."""
    named = {name_of_skill(word): percent for word, percent in given.items()}
    if taken := sorted(set(named) & {*STATS, "armor"}):
        raise Refused(
            "vocabulary", "{taken!r} is no skill; stats go under `stats`, armor under `armor`.", taken=taken[0]
        )
    return named


def name_of_skill(word: str) -> str:
    """A skill as its attribute is named: "First Aid" is first_aid."""
    return "_".join(word.lower().replace("-", " ").replace("_", " ").split())


def _open_tracks(play: Play, ref: str, command: Create) -> None:
    """Ruling 5: half of STR and CON together, or the number entered; ruling 25: SAN is entered, up to 99. CE-DMG-14: nobody
    comes with no Hit Points, for that is to be dead or destroyed."""
    if command.thing and (command.hp is None or command.stats):
        raise Refused("vocabulary", "A thing has no stats: leave them out, and enter its Hit Points as `hp`.")
    most = command.hp
    if most is None:
        play.emit(ref, FormulaDefined(name="most-hp", formula=Formula(path=MOST_HP, expression=_half(play))))
        most = play.value(ref, MOST_HP).total
    if most <= 0:
        raise Refused("CE-DMG-14", "With 0 Hit Points they would be dead or destroyed already; give them at least 1.")
    play.emit(ref, TrackOpened(name="hp", track=Track(current=most, minimum=0, maximum=command.hp)))
    if not command.thing:
        san = min(MOST_SAN, 5 * command.stats.get("pow", AVERAGE)) if command.san is None else command.san
        play.emit(ref, TrackOpened(name="san", track=Track(current=san, minimum=0, maximum=MOST_SAN)))


def _half(play: Play) -> AnyExpression:
    """Ruling 38: what cold, hunger or thirst take from STR and CON for a time leaves it as it is."""
    both = Sum(terms=(BaseOf(path="attributes.str"), BaseOf(path="attributes.con")))
    return Quotient(dividend=both, divisor=2, rounding="down" if play.option("hp_formula") == "half down" else "up")


@command("Enter percentages of skills on a sheet, new ones or changed ones.", actor="who")
def enter_skills(play: Play, command: EnterSkills) -> None:
    """CE-ATK-01: enter the percentages of skills, which tests of them are made against."""
    for name, percent in _skills(command.skills).items():
        set_base(play, command.who, name, percent)


def stat(play: Play, who: str, name: str) -> int:
    """A stat as it now is, never below 0. A thing has none: 0."""
    return _value(play, who, name)


def skill(play: Play, who: str, name: str) -> int:
    """A skill's percentage as it now is, never below 0; 0 for one that is not on the sheet."""
    return _value(play, who, name_of_skill(name))


def _value(play: Play, who: str, name: str) -> int:
    return play.value(who, f"attributes.{name}").total if name in play.character(who).attributes else 0


def hit_points(play: Play, who: str) -> int:
    """The Hit Points that are left."""
    return int(play.character(who).tracks["hp"].current)


def most_hit_points(play: Play, who: str) -> int:
    """The Hit Points of an unhurt character."""
    return play.value(who, MOST_HP).total


def protection(play: Play, who: str) -> str:
    """CE-PROT-01: the stage on the sheet: exposed, fragile, huge or transcendent."""
    return ProfileData.of(play.character(who).profile["self"]).protection


def size(play: Play, who: str) -> str:
    """CE-MOD-06: human (or bigger), small or very small."""
    return ProfileData.of(play.character(who).profile["self"]).size


def is_thing(play: Play, who: str) -> bool:
    """Whether it is an object or a vehicle, and nobody."""
    return bool(play.character(who).profile["self"].kind == "thing")


def adapted_to_violence(play: Play, who: str) -> bool:
    """Ruling 25: a flag of the sheet."""
    return bool(play.where(who, "traits", ADAPTED))


BOUNDS = (Bound("attributes.*", 0, "CE-RULING-60", besides=("attributes.damage_bonus",)),)

OPTIONS = (
    OptionSpec(
        name="hp_formula",
        default="half up",
        choices=("half up", "half down"),
        text="How half of STR and CON together is rounded into Hit Points, for those who come from then on.",
        rules=("CE-RULING-05",),
    ),
)

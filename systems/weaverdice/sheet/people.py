"""The people of Weaverdice: players' capes, notables, generics and bystanders, as they come into the campaign."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.expressions import Number
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.profile import ProfileChanged
from domain.vocabulary.values import Modifier, ModifierApplied, Track, TrackOpened
from systems.freeform.people import Newcomer, introduce
from systems.weaverdice.fields import Stat
from systems.weaverdice.sheet import effort, stats
from systems.weaverdice.sheet.statlines import Age, check_line
from systems.weaverdice.sheet.windows import EFFORT_BEGUN, STATS_BEGUN, NewSheet

Category = Literal["player", "notable", "generic", "bystander"]

_CATEGORY_WORDS: Final = {
    "player": text("player"),
    "notable": text("notable"),
    "generic": text("generic"),
    "bystander": text("bystander"),
    "": text("character without a category"),
}

Stats = Annotated[
    dict[Stat, Annotated[int, Meta(ge=0, le=99, description="3 is average")]],
    Meta(description="Scores by stat; those that are left out are 3"),
]


class Sheet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """WD-NPC-01: the parts of a sheet that a character of a category has."""

    defence: int
    stats: bool = True
    effort: bool = False
    money: bool = False


SHEETS: Final = table(__package__, "people", dict[Category, Sheet])
CATALOGUE: Final = (
    CatalogueKind(name="category", title="Categories of people", table=SHEETS, rules=("WD-NPC-01", "WD-ATK-02")),
)

TRACKS: Final = ("money",)

DERIVED = tuple(
    Derived(stats.DEFENCE, Number(value=sheet.defence), (category,), "WD-ATK-02") for category, sheet in SHEETS.items()
)


class Create(Newcomer, frozen=True, kw_only=True, omit_defaults=True):
    """Bring a character into the campaign, with the sheet of their `category`: a player's cape, a notable, a generic,
    or a bystander, who has no stats. Of their `age` are how many skills and backgrounds they may have, and the stats
    they begin with."""

    category: Annotated[
        Category,
        Meta(
            description="What they are: a player's cape, a notable, a generic, or a bystander, who has only what is said",
            extra={"catalogue": "category"},
        ),
    ] = "player"
    stats: Stats = {}
    defence: Annotated[
        int | None, Meta(description="The score that attacks on them have to reach; left out, that of the category")
    ] = None
    age: Annotated[
        Age,
        Meta(
            description="Their age, which says how many skills and backgrounds they may have, and the stats they begin with"
        ),
    ] = "standard"
    standard: Annotated[bool, Meta(description="Whether the stats are held to the starting line of the campaign")] = (
        False
    )
    special: Annotated[str, Meta(description="The one rule that all of a generic's kind have")] = ""


class Promote(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A bystander who has seen enough."""

    who: CharacterRef
    stats: Stats = {}


@command("A cape, a notable, a generic or a bystander comes into the campaign.")
def create(play: Play, command: Create) -> None:
    """WD-NPC-01, WD-NPC-02, WD-NPC-03, WD-NPC-04, WD-NPC-05, WD-CHK-04, WD-CHK-06, WD-SKL-09: the category decides what
    of a sheet a character has."""
    bring_in(play, command)


def bring_in(play: Play, command: Create) -> str:
    """Bring a character into the campaign as the command says; return their reference."""
    ref = introduce(play, command, command.category, {} if command.age == "standard" else {"age": command.age})
    _check_stats(play, command.stats)
    if command.standard:
        check_line(play, command.stats, command.age)
    _fill(play, ref, command)
    return ref


def _check_stats(play: Play, given: dict[str, int]) -> None:
    if unknown := sorted(set(given) - set(stats.STATS)):
        play.refuse(
            "WD-CHK-04", "{unknown!r} is no stat; there are {stats}.", unknown=unknown[0], stats=", ".join(stats.STATS)
        )


def _fill(play: Play, ref: str, command: Create) -> None:
    """WD-NPC-02 to WD-NPC-05: effort belongs to players and notables, money to players' capes, stats not to bystanders."""
    has = SHEETS[command.category]
    if command.stats and not has.stats:
        play.refuse("WD-NPC-05", "A bystander has no stats: leave them out, or make this a generic.")
    stats.declare(play, ref, command.stats if has.stats else None, command.defence)
    sheet = STATS_BEGUN.open(play, ref, NewSheet(has.stats))
    if has.effort:
        effort.open_pools(play, ref)
        EFFORT_BEGUN.open(play, ref, sheet)
    if has.money:
        play.emit(ref, TrackOpened(name="money", track=Track(current=0, minimum=0)))
    if command.special:
        _add_special(play, ref, command)
    if command.age != "standard":
        _widen_skills(play, ref, command.age)


def _add_special(play: Play, ref: str, command: Create) -> None:
    """WD-NPC-01: a generic may have one special rule, the same for all of its kind."""
    if command.category != "generic":
        play.refuse("WD-NPC-01", "A special rule of their kind is for generics; give others skills or powers.")
    play.emit(ref, TraitGained(name="special", trait=Trait(kind="special", title=command.special)))


def _widen_skills(play: Play, ref: str, of_age: Age) -> None:
    """WD-SKL-09, ruling 5: the young and veterans may have more skills, or fewer, where the campaign has it so."""
    more = int(play.option(f"{of_age}_skill_limit") or 0)
    if more:
        modifier = Modifier(path=stats.SKILL_CAP, amount=more, source=of_age, title=f"{of_age} cape")
        play.emit(ref, ModifierApplied(name=f"{of_age}-skill-limit", modifier=modifier))


def category(play: Play, who: str) -> str:
    """Return the category of a character, one of four."""
    return str(play.character(who).profile["self"].kind)


@command("A bystander who has seen enough becomes a generic, with stats of their own.")
def promote(play: Play, command: Promote) -> None:
    """WD-NPC-06: a bystander who has lived through dangerous situations becomes a generic, with all that hangs on stats."""
    who = command.who
    if category(play, who) != "bystander":
        play.refuse(
            "WD-NPC-06",
            "Only bystanders are promoted so; this is a {category}.",
            category=_CATEGORY_WORDS.get(category(play, who), _CATEGORY_WORDS[""]),
        )
    _check_stats(play, command.stats)
    play.emit(who, ProfileChanged(name="self", of_kind="generic"))
    stats.give(play, who, command.stats, SHEETS["generic"].defence)
    STATS_BEGUN.open(play, who, NewSheet(has_stats=True))


OPTIONS = (
    OptionSpec(
        name="young_skill_limit",
        default=0,
        text="How many more skills the young may have (below zero: fewer), for those who come from then on.",
        rules=("WD-SKL-09", "WD-RULING-05"),
    ),
    OptionSpec(
        name="veteran_skill_limit",
        default=0,
        text="How many more skills veterans may have (below zero: fewer), for those who come from then on.",
        rules=("WD-SKL-09", "WD-RULING-05"),
    ),
)

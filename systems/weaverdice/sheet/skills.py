"""Skills: what each of them is, who knows which, and what that is worth on a roll.

A skill is a trait of kind `skill`, named by its key; its `data` has its stat, field and tier, so that formulas can count
it. One that is being learned is in the state `learning`; where it was paid for, it is there until the encounter ends.
A skill that is taken in several variants has them behind its key: `specialist/gunsmithing`.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.aggregates import CAMPAIGN
from domain.commands import CharacterRef, Command
from domain.kit import counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import handle_of, id_of
from domain.messages import numbered, text, together
from domain.play.play import Play
from domain.rulebook import table
from domain.system import OptionSpec
from domain.vocabulary.catalogue import Addition, CatalogueAdded
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceMade, Trait, TraitGained
from systems.freeform.fields import Title
from systems.weaverdice.fields import Stat
from systems.weaverdice.sheet import stats
from systems.weaverdice.sheet.people import category

Tier = Literal["base", "bonus", "master"]


class Skill(msgspec.Struct, frozen=True, kw_only=True):
    """WD-SKL-06: a skill with what has to be known before it."""

    title: str
    field: str
    stat: str
    tier: Tier = "bonus"
    requires: Annotated[tuple[str, ...], Meta(description="Keys of the skills to know first")] = ()
    of_field: Annotated[int, Meta(description="How many others of its field")] = 0
    of_stat: Annotated[str, Meta(description="The stat that one of those has to be of")] = ""
    of_background: Annotated[
        bool, Meta(description="Whether it takes a background in the field that is named behind its key")
    ] = False
    fights: Annotated[
        int | None,
        Meta(description="In how many encounters the entry skill of the field was used; none: as the campaign has it"),
    ] = None


class _Catalogue(msgspec.Struct, frozen=True, kw_only=True):
    dice: dict[Tier, int]
    master: dict[str, int]
    skill: dict[str, Skill]


PRINTED: Final = table(__package__, "skills", _Catalogue)

LENT: Final = "lent_skill"
"""The condition of having a skill that is still being learned, until the encounter ends."""


@data_of("traits", "skill")
class SkillData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The stat, field and tier of a skill, and whether it is learned by use."""

    stat: str = ""
    field: str = ""
    tier: str = ""
    by_use: bool = False


@data_of("conditions", LENT)
class LentSkill(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The skill that a character has the use of for a while."""

    skill: str


class WriteSkill(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`tier` is `base` for the entry skill of a field, `bonus` for the others and `master` for what crowns them."""

    title: Title
    stat: Stat
    tier: Annotated[
        Tier,
        Meta(
            description="What it is: `base` for the entry skill of a field, `bonus` for the others and `master` for what crowns them"
        ),
    ] = "bonus"
    field: Annotated[str, Meta(description="The key of the field's entry skill; an entry skill leaves it out")] = ""
    requires: Annotated[tuple[str, ...], Meta(description="The keys of further skills to know first")] = ()


class GrantSkill(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`skill` is its key, as in `align-sights`."""

    who: CharacterRef
    skill: Annotated[str, Meta(description="Its key, as in `align-sights`", extra={"catalogue": "skill"})]


class OpenMastery(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`skill` is its key, as in `align-sights`."""

    who: CharacterRef
    skill: Annotated[str, Meta(description="Its key, as in `align-sights`", extra={"catalogue": "skill"})]
    ground: Annotated[
        Literal["power", "practice"],
        Meta(description="What opens the way to a skill of mastery: a power, or long practice"),
    ]


def entry(play: Play, skill: str) -> Skill:
    """Return a skill: the rulebook's, or the campaign's own. Absent where neither has it."""
    key = skill.partition("/")[0]
    if key in PRINTED.skill:
        return PRINTED.skill[key]
    if f"skill/{key}" not in play.campaign().catalogue:
        play.missing(
            f"{CAMPAIGN}.catalogue.skill/{key}",
            "There is no skill {key!r}: name one of the rulebook's by its key, or let the game master write it.",
            key=key,
        )
    fields = dict(play.campaign().catalogue[f"skill/{key}"].fields)
    requires = tuple(str(fields.pop("requires", "")).split())
    return msgspec.convert({**fields, "requires": requires}, Skill)


def knows(play: Play, who: str, skill: str) -> bool:
    """WD-SKL-02, WD-SKL-13: whether a character may use a skill: known, or paid for, and what it requires as well."""
    traits = play.where(who, "traits", "skill")
    if skill not in traits:
        return False
    has = traits[skill].state == "known" or lent(play, who, skill)
    return has and all(knows(play, who, required) for required in entry(play, skill).requires)


def check_known(play: Play, who: str, skill: str) -> None:
    """Refuse the use of a skill that a character has not, by the rule that is why (see `knows`)."""
    title, traits = entry(play, skill).title, play.where(who, "traits", "skill")
    if skill not in traits:
        play.refuse("WD-SKL-02", "{title} is not known; use a skill that is on the sheet.", title=title)
    elif traits[skill].state != "known" and not lent(play, who, skill):
        play.refuse("WD-SKL-13", "{title} is only being learned; pay to have it, with use_learning_skill.", title=title)
    else:
        lacking = [entry(play, one).title for one in entry(play, skill).requires if not knows(play, who, one)]
        if lacking:
            play.refuse(
                "WD-SKL-02",
                "{title} is of use with {lacking} only; learn that first.",
                title=title,
                lacking=together(lacking),
            )


def lent(play: Play, who: str, skill: str) -> bool:
    """Whether a character has paid to have a skill that they are learning in this encounter."""
    return any(LentSkill.of(condition).skill == skill for condition in play.where(who, "conditions", LENT).values())


def count(play: Play, who: str, field: str = "") -> int:
    """Return how many skills a character has the use of, in a field or in all."""
    return len(_usable(play, who, "field", field))


def of_stat(play: Play, who: str, stat: str) -> int:
    """Return how many skills of a stat a character has the use of."""
    return len(_usable(play, who, "stat", stat))


def dice(play: Play, who: str, field: str) -> int:
    """WD-SKL-01: return how many more dice the skills of a field give to the rolls they cover; the best of them counts."""
    known = _usable(play, who, "field", field)
    return max((PRINTED.dice[entry(play, skill).tier] for skill in known), default=0)


def _usable(play: Play, who: str, key: Literal["stat", "field"], value: str) -> list[str]:
    traits = play.where(who, "traits", "skill")
    named = [name for name, trait in sorted(traits.items()) if not value or getattr(SkillData.of(trait), key) == value]
    return [name for name in named if knows(play, who, name)]


def used(play: Play, who: str, skill: str) -> None:
    """WD-SKL-12: note that an entry skill was used in this encounter; once is enough. Elsewhere nothing is noted."""
    encounter, field = play.deed.encounter, entry(play, skill).field
    if encounter is None or entry(play, skill).tier == "bonus" or used_in(play, who, field, encounter):
        return
    counters.ensure(play, encounter, _mark(who, field), what="skill", against=who, count=1)
    counters.count(play, who, f"practice/{field}", what="practice")


def used_in(play: Play, who: str, field: str, encounter: str) -> bool:
    """Whether a character used the entry skill of a field in an encounter."""
    return _mark(who, field) in play.encounter(encounter).uses


def _mark(who: str, field: str) -> str:
    return f"skill/{id_of(who)}/{field}"


def check_may_have(play: Play, who: str, skill: str) -> None:
    """WD-SKL-06, WD-OPT-05: refused where what the skill requires is not known."""
    wanted = entry(play, skill)
    for required in wanted.requires:
        if not knows(play, who, required):
            play.refuse(
                "WD-SKL-06",
                "{wanted} requires {entry}; learn that first.",
                wanted=wanted.title,
                entry=entry(play, required).title,
            )
    others = count(play, who, wanted.field) - (1 if knows(play, who, skill) else 0)
    if others < wanted.of_field:
        play.refuse(
            "WD-SKL-06",
            "{wanted} takes {needed} of its field (so far {others}); learn more first.",
            wanted=wanted.title,
            needed=numbered("{count} other skill", "{count} other skills", wanted.of_field),
            others=others,
        )
    if wanted.of_stat and not of_stat(play, who, wanted.of_stat):
        play.refuse(
            "WD-SKL-06",
            "{wanted} takes a skill of {stat}; learn one of those first.",
            wanted=wanted.title,
            stat=wanted.of_stat.title(),
        )
    if wanted.of_background:
        _check_background(play, who, skill, wanted)
    if wanted.tier == "master":
        _check_mastery(play, who, skill, wanted)


def _check_background(play: Play, who: str, skill: str, wanted: Skill) -> None:
    """WD-CSK-05: a specialty is in a field, named behind its key, and takes a background in that field."""
    field = skill.partition("/")[2]
    if f"background/{field}" not in play.where(who, "traits", "background"):
        play.refuse(
            "WD-CSK-05",
            text(
                "{wanted} takes a background in its field: name one, as in {skill}/gunsmithing.",
                wanted=wanted.title,
                skill=skill,
            )
            if not field
            else text("{wanted} takes a background in {field}, and there is none.", wanted=wanted.title, field=field),
        )


def _check_mastery(play: Play, who: str, skill: str, wanted: Skill) -> None:
    """WD-SKL-06: a capstone wants field experience; WD-OPT-05: with an open number of skills, also a ground."""
    needed = int(play.option("field_experience") or 0) if wanted.fights is None else wanted.fights
    practice = play.character(who).uses.get(f"practice/{wanted.field}")
    fights = 0 if practice is None else practice.count
    if fights < needed:
        play.refuse(
            "WD-SKL-06",
            "{wanted} takes field experience: use the field's entry skill in {needed} (so far {fights}).",
            wanted=wanted.title,
            needed=numbered("{count} fight", "{count} fights", needed),
            fights=fights,
        )
    if play.option("skill_limit") == "open" and f"mastery/{skill}" not in play.character(who).choices:
        play.refuse(
            "WD-OPT-05",
            "{wanted} takes a power or long practice; the game master says when there is.",
            wanted=wanted.title,
        )


def room(play: Play, who: str, *, learning: bool = False) -> int | None:
    """WD-SKL-08: return how many more skills there is room for, those being learned among them; None where nothing
    limits them.

    WD-OPT-05: an open number of skills has no limit; WD-OPT-06: skills being learned may be held beside the others.
    """
    beside = bool(play.option("learning_skills"))
    if play.option("skill_limit") == "open" or (learning and beside):
        return None
    traits = play.where(who, "traits", "skill").values()
    return play.value(who, stats.SKILL_CAP).total - sum(1 for trait in traits if not beside or trait.state == "known")


def _check_room(play: Play, who: str, *, learning: bool) -> None:
    left = room(play, who, learning=learning)
    if left is not None and left <= 0:
        sentence = numbered(
            "There is room for {count} skill, and all of it is taken; more Knowledge makes more room.",
            "There is room for {count} skills, and all of it is taken; more Knowledge makes more room.",
            play.value(who, stats.SKILL_CAP).total,
        )
        play.refuse("WD-SKL-08", sentence)


def check_sheet(play: Play, who: str) -> None:
    """WD-NPC-01, WD-NPC-05: bystanders have no skills; generics have a single simple one, or a special rule."""
    if category(play, who) == "bystander":
        play.refuse("WD-NPC-05", "A bystander has no skills; let them become a generic first.")
    special = [*play.where(who, "traits", "skill"), *play.where(who, "traits", "special")]
    if category(play, who) == "generic" and special:
        play.refuse("WD-NPC-01", "A generic has one simplified skill or special rule, and this one has theirs.")


def gain(play: Play, who: str, skill: str, *, learning: bool = False, by_use: bool = False) -> None:
    """Give a character a skill, or let them begin to learn it. Refused by the rules on what it takes and on room."""
    if skill in play.where(who, "traits", "skill"):
        begun = play.where(who, "traits", "skill")[skill].state == "learning"
        problem = (
            text("is being learned already; go on with that")
            if begun
            else text("is known already; choose another skill")
        )
        play.refuse("WD-SKL-08", "The skill {entry} {problem}.", entry=entry(play, skill).title, problem=problem)
    check_sheet(play, who)
    check_may_have(play, who, skill)
    _check_room(play, who, learning=learning)
    wanted = entry(play, skill)
    variant = skill.partition("/")[2]
    trait = Trait(
        kind="skill",
        title=f"{wanted.title} ({variant})" if variant else wanted.title,
        catalogue=skill.partition("/")[0],
        state="learning" if learning else "known",
        data=SkillData.changes(stat=wanted.stat, field=wanted.field, tier=wanted.tier)
        | SkillData(by_use=by_use).stored(),
    )
    play.emit(who, TraitGained(name=skill, trait=trait))


@command("Write a skill of the campaign's own: the entry skill of a field, one of its pool, or its capstone.")
def write_skill(play: Play, command: WriteSkill) -> None:
    """WD-SKL-06: an entry skill opens a field; pool skills require it; a capstone takes a base of pool skills."""
    if command.stat not in stats.STATS:
        play.refuse(
            "WD-CHK-04", "{stat!r} is no stat; there are {stats}.", stat=command.stat, stats=", ".join(stats.STATS)
        )
    key = handle_of(command.title)
    if (key in PRINTED.skill) or f"skill/{key}" in play.campaign().catalogue:
        play.refuse("name-taken", "There is a skill {key!r} already; call this one something else.", key=key)
    if (command.tier == "base") == bool(command.field):
        play.refuse(
            "WD-SKL-06", "An entry skill opens a field of its own; every other skill names the `field` it is of."
        )
    field = command.field or key
    first = () if command.tier == "base" else (field,)
    requires = tuple(dict.fromkeys((*first, *command.requires)))
    for required in requires:
        entry(play, required)
    fields = {"title": command.title, "field": field, "stat": command.stat, "tier": command.tier}
    master = PRINTED.master if command.tier == "master" else {}
    addition = Addition(kind="skill", title=command.title, fields={**fields, **master, "requires": " ".join(requires)})
    play.emit(CAMPAIGN, CatalogueAdded(name=f"skill/{key}", addition=addition))


@command("Give a character a skill, where what it requires is known and there is room.")
def grant_skill(play: Play, command: GrantSkill) -> None:
    """WD-NPC-03, WD-SKL-06, WD-SKL-08: the game master gives a character a skill, for those who are not seen learning
    it."""
    gain(play, command.who, command.skill)


@command("Say that a power or long practice opens the way to a skill of mastery.")
def open_mastery(play: Play, command: OpenMastery) -> None:
    """WD-OPT-05: the game master sees a power or long practice that opens the way to a skill of mastery."""
    if play.option("skill_limit") != "open":
        play.refuse("WD-OPT-05", "Mastery needs no opening here: the option `skill_limit` is not `open`.")
    if entry(play, command.skill).tier != "master":
        play.refuse(
            "WD-OPT-05", "{entry} is no skill of mastery and needs no opening.", entry=entry(play, command.skill).title
        )
    choice = Choice(of="mastery", picked=(command.skill,), at=command.ground)
    play.emit(command.who, ChoiceMade(name=f"mastery/{command.skill}", choice=choice))


OPTIONS = (
    OptionSpec(
        name="skill_limit",
        default="knowledge",
        choices=("knowledge", "open"),
        text="How many skills one may have: twice Knowledge, or any number, with mastery harder to come by.",
        rules=("WD-SKL-08", "WD-OPT-05"),
    ),
    OptionSpec(
        name="learning_skills",
        default=False,
        choices=(True, False),
        text="Skills being learned are held beside the others, paid with matching effort, and learned by using them.",
        rules=("WD-OPT-06",),
    ),
    OptionSpec(
        name="field_experience",
        default=1,
        text="In how many fights a field's entry skill has to have been used before its capstone is learned.",
        rules=("WD-SKL-06",),
    ),
)

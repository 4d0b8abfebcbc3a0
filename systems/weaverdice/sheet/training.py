"""Training: beginning to learn a skill, the rolls that add up to it, and having it early for as long as an encounter."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.catalogue import CatalogueKind
from domain.commands import CharacterRef, Command, EncounterRef
from domain.kit import conditions, counters, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import id_of
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceMade, TraitChanged
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged, TaskEnded
from systems.weaverdice.sheet import effort, skills, stats
from systems.weaverdice.sheet.people import category
from systems.weaverdice.sheet.statlines import age, native

LEARNED_AT: Final = 12
"""WD-SKL-11: the total of training rolls at which a skill is learned."""

POOL_OF: Final = {
    "athletics": "stamina",
    "brawn": "stamina",
    "dexterity": "stamina",
    "wits": "focus",
    "social": "focus",
    "knowledge": "focus",
    "guts": "recovery",
}
"""WD-OPT-06, ruling 117: the pool that pays for a skill that is learned by use, by the skill's stat."""


@data_of("tasks", "training")
class TrainingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The skill that is learned."""

    skill: str


CATALOGUE: Final = (
    CatalogueKind(
        name="skill",
        title="Skills",
        table=skills.PRINTED.skill,
        rules=("WD-SKL-06",),
        labels={
            "of_field": "other skills of its field",
            "of_stat": "with a skill of",
            "of_background": "in the field of a background",
            "fights": "fights with the entry skill",
        },
        added_by="write_skill",
    ),
)


class OfSkill(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`skill` is its key, as in `align-sights`."""

    who: CharacterRef
    skill: Annotated[str, Meta(description="Its key, as in `align-sights`", extra={"catalogue": "skill"})]


class SkillInEncounter(OfSkill, frozen=True, kw_only=True, omit_defaults=True):
    """`encounter` is the fight that is meant; left out, it is the envelope's."""

    encounter: Annotated[EncounterRef, Meta(description="The fight that is meant; left out, it is the envelope's")] = ""


class TakeStartingSkills(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`native` are skills for the stats above 3, one for each."""

    who: CharacterRef
    native: Annotated[tuple[str, ...], Meta(description="The skills for the stats above 3, one for each")] = ()
    free: Annotated[tuple[str, ...], Meta(description="The skills that are chosen freely")]
    training: Annotated[str, Meta(description="The skill that gets the two rolls")]


def learning(play: Play, who: str, skill: str) -> bool:
    """Whether a character is learning a skill and does not know it yet."""
    trait = play.where(who, "traits", "skill").get(skill)
    return trait is not None and trait.state == "learning"


def begin(play: Play, who: str, skill: str, *, by_use: bool = False) -> None:
    """WD-SKL-10, WD-SKL-06: let a character begin to learn a skill. Learned `by_use`, paying for it brings it
    forward."""
    _check_talent(play, who, skills.entry(play, skill).stat)
    skills.gain(play, who, skill, learning=True, by_use=by_use)
    play.emit(
        who,
        TaskBegun(
            name=_task(skill), task=Task(kind="training", goal=LEARNED_AT, data=TrainingData(skill=skill).stored())
        ),
    )


def roll(play: Play, who: str, skill: str, label: str = "training") -> None:
    """WD-SKL-10, WD-SKL-11: d6, the modifiers of Knowledge and of the skill's own stat; at 12 in all it is learned."""
    stat = skills.entry(play, skill).stat
    modifiers = (stats.modifier(play, who, "knowledge"), stats.modifier(play, who, stat))
    with play.citing("WD-SKL-10"):
        total = play.roll(who, label, "1d6", modifiers=modifiers).total
        play.emit(who, TaskAdvanced(name=_task(skill), amount=_growth(play, who, stat, total)))
    if play.character(who).tasks[_task(skill)].progress >= LEARNED_AT:
        learn(play, who, skill)


def learn(play: Play, who: str, skill: str) -> None:
    """WD-SKL-11: a skill that was being learned is known from here on, as soon as there is room for it (WD-OPT-06)."""
    left = skills.room(play, who) if play.option("learning_skills") else None
    if left is not None and left <= 0:
        return
    with play.citing("WD-SKL-11"):
        play.emit(who, TaskEnded(name=_task(skill), because="learned"))
        play.emit(who, TraitChanged(name=skill, state="known"))
        for name, condition in sorted(play.where(who, "conditions", skills.LENT).items()):
            if skills.LentSkill.of(condition).skill == skill:
                conditions.end_one(play, who, name, "learned")


def _task(skill: str) -> str:
    return f"training/{skill}"


def _check_learning(play: Play, who: str, skill: str, rule: str) -> None:
    """There is no training what is not being learned; nobody can force that."""
    title = skills.entry(play, skill).title
    if not learning(play, who, skill):
        raise Refused(rule, "{title} is not being learned; begin by training it in downtime.", title=title)


def _check_talent(play: Play, who: str, stat: str) -> None:
    """WD-OPT-12: with `natural_talent` at `none`, no skill grows in a stat that is low by nature."""
    if play.option("natural_talent") == "none" and native(play, who, stat) < 0:
        play.refuse(
            "WD-OPT-12", "{stat} is low by nature, and no skill grows there; choose another stat's.", stat=stat.title()
        )


def _growth(play: Play, who: str, stat: str, total: int) -> int:
    """WD-OPT-12: with `natural_talent` at `slow`, half a roll counts, rounded down, in a stat that is low by nature.

    No roll takes away from what was learned.
    """
    slow = play.option("natural_talent") == "slow" and native(play, who, stat) < 0
    return max(0, total // 2 if slow else total)


def train_block(play: Play, who: str, skill: str) -> None:
    """WD-SKL-10, ruling 6: a block of downtime begins a skill, or makes one roll for one that is being learned."""
    if category(play, who) != "player":
        play.refuse("WD-NPC-02", "Only players' capes train in downtime; what others learn, the game master says.")
    if not learning(play, who, skill):
        begin(play, who, skill)
        return
    _check_talent(play, who, skills.entry(play, skill).stat)
    skills.check_may_have(play, who, skill)
    roll(play, who, skill)


@command(
    "Spend a block of downtime to begin a skill, or to make a training roll for one being learned.", by="owner", slots=1
)
def train(play: Play, command: OfSkill) -> None:
    """WD-SKL-10, WD-SKL-11: spend a block of downtime on a skill."""
    train_block(play, command.who, command.skill)


@command(
    "Make the one training roll after a fight, for a skill whose entry skill was used in it.", by="owner", scene=True
)
def train_after_combat(play: Play, command: SkillInEncounter) -> None:
    """WD-SKL-11, WD-SKL-12, ruling 7: one roll after a fight, for a skill being learned whose entry skill was used in
    it."""
    encounter = play.deed.encounter
    if encounter is None:
        raise Refused("WD-SKL-12", "Say after which fight: its handle as `encounter`.")
    who, skill = command.who, command.skill
    _check_learning(play, who, skill, "WD-SKL-12")
    if turns.pace(play, encounter).state != "ended":
        play.refuse("WD-SKL-12", "The roll is made after the fight; end the encounter first.")
    if not skills.used_in(play, who, skills.entry(play, skill).field, encounter):
        play.refuse("WD-SKL-12", "The field's entry skill was not used in that fight; choose one that was.")
    mark = f"trained/{id_of(who)}"
    if not counters.ensure(play, encounter, mark, what="trained", against=who, count=1):
        play.refuse("WD-SKL-12", "One training roll is made for a fight, and that one has been made.")
    _check_talent(play, who, skills.entry(play, skill).stat)
    roll(play, who, skill)


@command("Pay effort to have a skill that is being learned until the encounter ends.", by="owner", scene=True)
def use_learning_skill(play: Play, command: SkillInEncounter) -> None:
    """WD-SKL-13, WD-EFF-10, ruling 3: a dot of Focus gives a skill that is being learned, until the encounter ends.

    WD-OPT-06: one that is learned by use takes a dot of the pool that goes with its stat, and comes forward by it; it may
    be tapped again (ruling 132).
    """
    who, skill, encounter = command.who, command.skill, play.deed.encounter
    if encounter is None:
        raise Refused("WD-SKL-13", "A skill is had for an encounter: say which one as `encounter`.")
    _check_learning(play, who, skill, "WD-SKL-13")
    if turns.pace(play, encounter).state == "ended":
        play.refuse("WD-SKL-13", "That encounter is over; a skill is had for one that is going on.")
    by_use, is_lent = learned_by_use(play, who, skill), skills.lent(play, who, skill)
    rule = ("WD-OPT-06" if play.option("learning_skills") else "WD-OPT-15") if by_use else "WD-SKL-13"
    if is_lent and not (by_use and play.option("learning_uses") == "each use"):
        play.refuse(rule, "{entry} is there already, until the encounter ends.", entry=skills.entry(play, skill).title)
    effort.spend(play, who, POOL_OF[skills.entry(play, skill).stat] if by_use else "focus", rule)
    if not is_lent:
        lent = Condition(
            what=skills.LENT, until=UntilEncounterEnds(encounter=encounter), data=skills.LentSkill(skill=skill).stored()
        )
        conditions.add(play, who, lent, play.new_id("lent"))
    if by_use:
        _practise(play, who, skill)


def learned_by_use(play: Play, who: str, skill: str) -> bool:
    """WD-OPT-06: whether using a skill that is being learned is what makes it an ordinary one."""
    return bool(play.option("learning_skills")) or skills.SkillData.of(play.where(who, "traits", "skill")[skill]).by_use


def uses_needed(play: Play, who: str) -> int:
    """WD-OPT-06, WD-OPT-15: return how often a skill is used before it is learned: 7 minus Knowledge, at least once."""
    return max(1, 7 - stats.score(play, who, "knowledge"))


def _practise(play: Play, who: str, skill: str) -> None:
    """WD-OPT-06: the stage of the training counts how often it was used."""
    name = _task(skill)
    with play.citing("WD-OPT-06", "WD-RULING-132"):
        play.emit(who, TaskChanged(name=name, stage=play.character(who).tasks[name].stage + 1))
    if play.character(who).tasks[name].stage >= uses_needed(play, who):
        learn(play, who, skill)


@command("Have a character begin to learn a skill without a block of downtime.")
def begin_learning(play: Play, command: OfSkill) -> None:
    """WD-SKL-10, WD-OPT-06: the game master has a character begin to learn a skill without a block of downtime."""
    begin(play, command.who, command.skill)


@command("Take a cape's first skills: one for each high stat, one of free choice, and two training rolls.", by="owner")
def take_starting_skills(play: Play, command: TakeStartingSkills) -> None:
    """WD-SKL-07, WD-SKL-09, WD-OPT-12: a skill for each stat that is high by nature, of that stat; some of free choice;
    two training rolls."""
    who = command.who
    if category(play, who) != "player":
        play.refuse(
            "WD-NPC-02", "Only players' capes start by these numbers; give others their skills with `grant_skill`."
        )
    if "starting-skills" in play.character(who).choices:
        play.refuse("WD-SKL-07", "The starting skills have been taken; more are learned by training.")
    _check_native(play, who, command.native)
    free = 1 + int(play.option(f"{age(play, who)}_starting_skills") or 0) if age(play, who) != "standard" else 1
    if len(command.free) != free:
        play.refuse("WD-SKL-07", "The number of skills of free choice is {free}; name that many as `free`.", free=free)
    picked = (*command.native, *command.free, command.training)
    play.emit(who, ChoiceMade(name="starting-skills", choice=Choice(of="starting-skills", picked=picked)))
    for skill in (*command.native, *command.free):
        skills.gain(play, who, skill)
    if play.option("natural_talent") != "off" and native(play, who, skills.entry(play, command.training).stat) <= 0:
        play.refuse("WD-OPT-12", "The training rolls belong to a stat that is high by nature; choose a skill of one.")
    begin(play, who, command.training)
    for number in (1, 2):
        if learning(play, who, command.training):
            roll(play, who, command.training, f"training/{number}")


def _check_native(play: Play, who: str, chosen: tuple[str, ...]) -> None:
    high = sorted(stat for stat in stats.STATS if native(play, who, stat) > 0)
    if sorted(skills.entry(play, skill).stat for skill in chosen) != high:
        listed = ", ".join(high) or text("no stat")
        play.refuse(
            "WD-SKL-07", "Name one skill for each stat that is high by nature, of that stat: {listed}.", listed=listed
        )


OPTIONS = (
    OptionSpec(
        name="learning_uses",
        default="each use",
        choices=("each use", "once a scene"),
        text="Whether a skill that is learned by use may be tapped again in one encounter, each time for a dot, and counts.",
        rules=("WD-OPT-06", "WD-OPT-15", "WD-OPT-16", "WD-RULING-132"),
    ),
    OptionSpec(
        name="natural_talent",
        default="off",
        choices=("off", "slow", "none"),
        text="Starting training goes to a stat that is high by nature; skills of a low one grow at half pace or not at all.",
        rules=("WD-OPT-12",),
    ),
    OptionSpec(
        name="young_starting_skills",
        default=0,
        text="How many more skills of free choice the young start with (below zero: fewer).",
        rules=("WD-SKL-09", "WD-RULING-05"),
    ),
    OptionSpec(
        name="veteran_starting_skills",
        default=0,
        text="How many more skills of free choice veterans start with (below zero: fewer).",
        rules=("WD-SKL-09", "WD-RULING-05"),
    ),
)

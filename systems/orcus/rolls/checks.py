"""Checks of skills and abilities, and passive scores."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.log import Addends, Contribution
from systems.orcus.fields import Ability, Because, Bonus, Skill
from systems.orcus.rolls.trials import attempt
from systems.orcus.sheet.people import LEVEL_BONUS
from systems.orcus.sheet.senses import PERCEPTION, dulled
from systems.orcus.sheet.skills import SKILLS
from systems.orcus.windows import Trial, Tried

Target = Annotated[int, Meta(ge=0, le=100, description="The number that the roll has to reach")]


Needs = Annotated[
    Literal["", "sight", "hearing"], Meta(description="The sense without which the task fails, where it needs one")
]


class RollSkill(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Try a task of a skill, against a number or against another's passive score."""

    who: CharacterRef
    skill: Annotated[Skill, Meta(description="The skill that the task belongs to", extra={"catalogue": "skill"})]
    target: Target | None = None
    against: Annotated[CharacterRef, Meta(description="Whose passive score it has to reach")] = ""
    passive: Annotated[
        Skill | None,
        Meta(description="Which skill of theirs that is; the same one if left out", extra={"catalogue": "skill"}),
    ] = None
    bonus: Bonus = 0
    needs: Needs = ""
    because: Because = ""


class CheckAbility(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The game master asks for an ability check, for a task that no skill of the ability covers."""

    who: CharacterRef
    ability: Annotated[Ability, Meta(description="The ability that the task leans on", extra={"catalogue": "ability"})]
    target: Target
    bonus: Bonus = 0
    needs: Needs = ""
    because: Because = ""


@command("Roll a skill check: a d20, the ability of the skill and half the level.", by="owner", scene=True)
def roll_skill(play: Play, command: RollSkill) -> None:
    """OR-CORE-01, OR-LVL-05, OR-SKILL-02, ruling 4: roll a skill check that has to reach the number, or a passive
    score."""
    target = command.target
    if command.against:
        target = passive(play, command.against, command.passive or command.skill)
    more = addend("circumstances", command.bonus)
    skill_check(play, command.who, command.skill, target, more, against=command.against, needs=command.needs)


@command("Ask for an ability check, for what no skill covers.", scene=True)
def check_ability(play: Play, command: CheckAbility) -> None:
    """OR-ABIL-05, OR-CORE-01, OR-LVL-05: the game master says when an ability itself is rolled, and against what."""
    with play.citing("OR-ABIL-05"):
        more = addend("circumstances", command.bonus)
        ability_check(play, command.who, command.ability, command.target, more, needs=command.needs)


def skill_check(
    play: Play,
    who: str,
    skill: Skill,
    target: int | None = None,
    addends: Addends = (),
    *,
    against: str = "",
    needs: Needs = "",
) -> Tried:
    """OR-CORE-01, OR-SKILL-02: roll a skill check, of which there is a number to reach or only a total."""
    ability = SKILLS[skill].ability
    trial = Trial(
        who, f"skill/{skill}", "skill", target, ability, against=against, tags=frozenset({skill, needs} - {""})
    )
    return attempt(play, trial.with_addends(*_skilled(play, who, skill, against), *addends))


def ability_check(
    play: Play,
    who: str,
    ability: Ability,
    target: int | None = None,
    addends: Addends = (),
    *,
    against: str = "",
    needs: Needs = "",
) -> Tried:
    """OR-ABIL-05: roll an ability check, which the modifier of the ability and half the level add to."""
    trial = Trial(
        who, f"ability/{ability}", "ability", target, ability, against=against, tags=frozenset({ability, needs} - {""})
    )
    return attempt(play, trial.with_addends(*of_ability(play, who, ability), *addends))


def passive(play: Play, who: str, skill: Skill) -> int:
    """Ruling 4: return the score that a character has in a skill without rolling: 10, and what adds to its checks."""
    less = dulled(play, who) if skill == PERCEPTION else ()
    return play.value(who, f"passive.{skill}").total + sum(each.amount for each in less)


def of_ability(play: Play, who: str, ability: Ability) -> Addends:
    """OR-MOD-04, OR-LVL-05: return the addends of an ability and of half the level."""
    return (
        *addend(ability, play.value(who, f"modifiers.{ability}").total, type="ability"),
        *addend("half the level", play.value(who, LEVEL_BONUS).total, source="OR-LVL-05"),
    )


def _skilled(play: Play, who: str, skill: Skill, against: str) -> tuple[Contribution, ...]:
    """Return the addends of a skill check: ability and half the level, or the number that a stat block prints, and what
    changes the skill."""
    value = play.value(who, f"attributes.{skill}", tags=(skill,), against=against)
    if not value.computed:
        return value.contributions()
    changes = value.contributions()[1 if value.base else 0 :]
    return (*of_ability(play, who, SKILLS[skill].ability), *changes)

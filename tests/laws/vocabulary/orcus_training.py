"""Choices and second thoughts in Orcus: what is picked at a level, and retrained at a later one."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.components.anchors import AtMoment
from domain.components.creature import Choice, Formula, Trait, Use
from domain.components.expressions import Count
from domain.events.holdings import ChoiceChanged, ChoiceMade, TraitGained, TraitLost
from domain.events.undertakings import UseCounted, UseOpened
from domain.events.values import AttributeRaised, FormulaDefined
from domain.play.moments import come
from domain.play.play import Play
from domain.system import CommandSpec
from tests.laws.vocabulary.orcus_powers import Who

LEVEL = "level"


class PickSkills(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """`offered` is what could be picked, at `at`."""

    who: CharacterRef
    at: str
    offered: tuple[str, ...]
    picked: tuple[str, ...]


class RetrainSkill(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    who: CharacterRef
    old: str
    new: str


def pick_skills(play: Play, command: PickSkills) -> None:
    """The skills that are trained, and what else there was to choose."""
    if not set(command.picked) <= set(command.offered):
        play.refuse("OR-RETR-06", f"There are only {', '.join(command.offered)} to choose from.")
    choice = Choice(of="skills", picked=command.picked, offered=command.offered, at=command.at)
    play.emit(command.who, ChoiceMade(name=play.new_id("skills"), choice=choice))
    for skill in command.picked:
        train(play, command.who, skill)


def train(play: Play, who: str, skill: str) -> None:
    play.emit(who, TraitGained(name=f"skill-{skill}", trait=Trait(kind="skill", catalogue=skill)))
    if skill not in play.character(who).formulas:
        trained = Count(component="traits", where={"kind": "skill", "catalogue": skill})
        play.emit(who, FormulaDefined(name=skill, formula=Formula(path=f"trained.{skill}", expression=trained)))


def gain_level(play: Play, command: Who) -> None:
    """OR-RETR-01: with each level comes the right to one retraining; one that was not used is gone."""
    play.emit(command.who, AttributeRaised(name="level", amount=1))
    come(play, LEVEL, command.who)
    if "retraining" not in play.character(command.who).uses:
        until = AtMoment(moment=LEVEL, subject=command.who)
        play.emit(command.who, UseOpened(name="retraining", use=Use(what="retraining", until=until)))


def retrain_skill(play: Play, command: RetrainSkill) -> None:
    """OR-RETR-01, OR-RETR-06: the new skill must have been on offer when the old one was picked."""
    uses = play.character(command.who).uses
    if "retraining" not in uses or uses["retraining"].count:
        play.refuse("OR-RETR-01", "One retraining comes with each level gained.")
    choices = play.where(command.who, "choices", "skills")
    found = [(name, choice) for name, choice in sorted(choices.items()) if command.old in choice.picked]
    if not found:
        play.missing(f"{command.who}.traits.skill-{command.old}", f"{command.old} is no skill that was picked.")
    name, choice = found[0]
    if command.new not in choice.offered:
        play.refuse("OR-RETR-06", f"{command.new} could not be picked at {choice.at}, when {command.old} was.")
    if f"skill-{command.new}" in play.character(command.who).traits:
        play.refuse("OR-RETR-06", f"{command.new} is trained already.")
    with play.citing("OR-RETR-06"):
        play.emit(command.who, UseCounted(name="retraining"))
        picked = tuple(command.new if skill == command.old else skill for skill in choice.picked)
        play.emit(command.who, ChoiceChanged(name=name, picked=picked))
        play.emit(command.who, TraitLost(name=f"skill-{command.old}", because="retrained"))
        train(play, command.who, command.new)


COMMANDS = (
    CommandSpec(name="pick_skills", args=PickSkills, rule=pick_skills, by="owner", actor="who", summary="Pick skills."),
    CommandSpec(name="gain_level", args=Who, rule=gain_level, by="gm", summary="Gain a level."),
    CommandSpec(
        name="retrain_skill", args=RetrainSkill, rule=retrain_skill, by="owner", actor="who", summary="Retrain."
    ),
)

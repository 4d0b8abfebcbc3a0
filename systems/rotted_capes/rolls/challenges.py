"""Challenges, checks and saves for whatever the table calls for one."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import addend, addends
from domain.play.play import Play
from systems.rotted_capes.fields import Ability, Because, Circumstances, Edge, Trained
from systems.rotted_capes.rolls.trials import ability_addend, attempt
from systems.rotted_capes.windows import Trial, Tried

Difficulty = Annotated[int, Meta(ge=1, le=100, description="The number that it has to reach")]


class AnyTrial(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A d20 roll that the Editor-in-Chief calls for."""

    who: CharacterRef
    ability: Annotated[Ability, Meta(description="The ability that it leans on")]
    difficulty: Difficulty
    circumstances: Circumstances = 0
    edge: Edge = ""
    sighted: Annotated[bool, Meta(description="Whether it takes sight")] = False
    against: Annotated[CharacterRef, Meta(description="Whom it is to find, sway or overcome")] = ""
    task: Annotated[Literal["", "social", "grapple"], Meta(description="What rules mind about it")] = ""
    because: Because = ""


class TakeChallenge(AnyTrial, frozen=True, kw_only=True, omit_defaults=True):
    """A Challenge: with the Rank Bonus, and with Disadvantage without a Skill Set for it."""

    trained: Trained = False


@command("Roll a Challenge: a d20 with the Rank Bonus and an ability.", by="owner", scene=True)
def take_challenge(play: Play, command: TakeChallenge) -> None:
    """RC-RULING-71, RC-RULING-72: the Rank Bonus and the ability add to it; without a Skill Set it has Disadvantage."""
    challenge(play, _trial(command, "challenge"), trained=command.trained)


@command("Roll an ability check, which no Skill Set bears on.", by="owner", scene=True)
def roll_check(play: Play, command: AnyTrial) -> None:
    """RC-RULING-71: the ability alone adds to it."""
    check(play, _trial(command, "check"))


@command("Roll a saving throw.", by="owner", scene=True)
def roll_save(play: Play, command: AnyTrial) -> None:
    """RC-RULING-01, RC-RULING-72: the ability adds to it, and a total that equals the number succeeds."""
    save(play, _trial(command, "save"))


def _trial(command: AnyTrial, kind: str) -> Trial:
    purposes = {"challenge": "challenge", "check": "check", "save": "save"}
    trial = Trial(
        command.who,
        kind,
        purposes[kind],  # type: ignore[arg-type]
        command.difficulty,
        command.ability,
        addends({"circumstances": command.circumstances}),
        against=command.against,
        sighted=command.sighted,
        task=command.task,
    )
    reason = "as the Editor-in-Chief says"
    if command.edge == "advantage":
        return trial.favoured(reason)
    return trial.hampered(reason) if command.edge else trial


def challenge(play: Play, trial: Trial, *, trained: bool = True) -> Tried:
    """Ruling 71: a Challenge, which the Rank Bonus and the ability of a trial add to."""
    rank = addend("Rank Bonus", play.value(trial.who, "attributes.rank").total)
    trial = trial if trained else trial.hampered("RC-RULING-71")
    return attempt(play, trial.with_addends(*rank, *ability_addend(play, trial.who, trial.ability)))


def check(play: Play, trial: Trial) -> Tried:
    """Ruling 71: a plain check, which the ability alone adds to."""
    return attempt(play, trial.with_addends(*ability_addend(play, trial.who, trial.ability)))


def save(play: Play, trial: Trial) -> Tried:
    """A saving throw, which the ability adds to."""
    return attempt(play, trial.with_addends(*ability_addend(play, trial.who, trial.ability)))

"""Extended challenges: several skill checks, of which enough have to succeed before too many have failed."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, fight
from domain.kit.naming import handle_of
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun, TaskChanged
from systems.orcus.fields import Bonus, Skill
from systems.orcus.rolls.checks import Target, skill_check

CHALLENGE: Final = "extended challenge"
WON, LOST = "won", "lost"

_IN_WORDS: Final[dict[str, str]] = {WON: text("won"), LOST: text("lost")}
"""The ends of a challenge, as a refusal says them."""

Name = Annotated[str, Meta(min_length=1, max_length=80, description="What the challenge is called")]


@data_of("tasks", CHALLENGE)
class ChallengeData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The failures with which an extended challenge is lost."""

    limit: int = 3


class BeginChallenge(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """An extended challenge begins."""

    name: Name
    successes: Annotated[int, Meta(ge=1, le=100, description="The successes that complete it")]
    failures: Annotated[int, Meta(ge=1, le=100, description="The failures with which it is lost")] = 3


class TryChallenge(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Make a check of an extended challenge."""

    who: CharacterRef
    name: Name
    skill: Annotated[Skill, Meta(description="The skill that is rolled", extra={"catalogue": "skill"})]
    target: Target
    bonus: Bonus = 0


@command("Begin an extended challenge.", scene=True)
def begin_challenge(play: Play, command: BeginChallenge) -> None:
    """OR-CHAL-01, ruling 57: it says how many successes complete it, and with how many failures it is lost."""
    data = ChallengeData(limit=command.failures)
    task = Task(kind=CHALLENGE, title=command.name, goal=command.successes, data=data.stored())
    play.emit(fight(play), TaskBegun(name=handle_of(command.name), task=task))


@command("Roll a skill check of an extended challenge.", by="owner", scene=True)
def try_challenge(play: Play, command: TryChallenge) -> None:
    """OR-CHAL-01, ruling 57: the check that reaches either number first closes it."""
    encounter, name = fight(play), handle_of(command.name)
    if name not in play.encounter(encounter).tasks:
        raise Refused("OR-CHAL-01", "There is no extended challenge {name!r} here; begin it first.", name=command.name)
    task = play.encounter(encounter).tasks[name]
    if task.state:
        play.refuse(
            "OR-CHAL-01",
            "That challenge is {state} already; nothing more is rolled for it.",
            state=_IN_WORDS[task.state],
        )
    tried = skill_check(play, command.who, command.skill, command.target, addend("circumstances", command.bonus))
    play.emit(encounter, TaskAdvanced(name=name, amount=int(tried.success), failed=int(not tried.success)))
    now = play.encounter(encounter).tasks[name]
    if now.progress >= (now.goal or 0):
        play.emit(encounter, TaskChanged(name=name, state=WON))
    elif now.failures >= ChallengeData.of(now).limit:
        play.emit(encounter, TaskChanged(name=name, state=LOST))

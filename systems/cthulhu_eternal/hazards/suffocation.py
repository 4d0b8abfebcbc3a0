"""Suffocation: a breath that is held, and what comes when it runs out."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import Task, TaskAdvanced, TaskBegun
from systems.cthulhu_eternal import moments
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import Why
from systems.cthulhu_eternal.harm import damage
from systems.cthulhu_eternal.harm.healing import FIRST_AID, Tend, circumstances
from systems.cthulhu_eternal.hazards import perils
from systems.cthulhu_eternal.hazards.perils import Endangered
from systems.cthulhu_eternal.people import stat
from systems.cthulhu_eternal.tests import skill_test, stat_test


class _Suffocation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    turns_per_con: int
    failed: str
    succeeded: int


SUFFOCATION: Final = table(__package__, "suffocation", _Suffocation)

WITHOUT_AIR: Final = "suffocation"
"""The task of a character who has no air: its progress is the number of this turn without air, its goal how many a breath lasts."""


@data_of("tasks", WITHOUT_AIR)
class BreathData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The word for what takes the air."""

    by: str = ""


class Suffocate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`breath` says that there was time for a deep breath before."""

    who: CharacterRef
    breath: Annotated[bool, Meta(description="Whether there was time for a deep breath before")] = False
    because: Why = ""


@command("A character has no air from this turn on.", scene=True)
def suffocate(play: Play, command: Suffocate) -> None:
    """CE-SUFF-01, CE-SUFF-02, CE-SUFF-03, CE-SUFF-04: the first turn without air."""
    perils.check_new(play, command.who, WITHOUT_AIR, "CE-SUFF-02")
    lose_air(play, command.who, breath=command.breath)


def lose_air(play: Play, who: str, *, breath: bool, by: str = "") -> None:
    """CE-SUFF-01, CE-SUFF-03: from this turn on a character has no air; a deep breath lasts CON x5 turns, this one counted. `by` is
    the word for what takes it."""
    turns = SUFFOCATION.turns_per_con * stat(play, who, "con") if breath else 0
    with play.citing("CE-SUFF-01" if breath else "CE-SUFF-03"):
        task = Task(kind=WITHOUT_AIR, progress=1, goal=turns, data=BreathData(by=by).stored())
        play.emit(who, TaskBegun(name=WITHOUT_AIR, task=task))
        _gasp(play, who)


def another_turn(play: Play, who: str) -> None:
    """CE-SUFF-02: another turn without air."""
    if WITHOUT_AIR in play.character(who).tasks:
        play.emit(who, TaskAdvanced(name=WITHOUT_AIR, amount=1))
        _gasp(play, who)


def _gasp(play: Play, who: str) -> None:
    """CE-SUFF-02, CE-SUFF-04, ruling 36: past the last turn of the breath, 1D6 Hit Points or, where a CON x5 test succeeds, 1."""
    task = play.character(who).tasks[WITHOUT_AIR]
    if task.progress <= (task.goal or 0):
        return
    with play.citing("CE-SUFF-02", "CE-SUFF-04"):
        if stat_test(play, who, "gasp", "con").success:
            damage.inflict(play, who, perils.harm(WITHOUT_AIR, amount=SUFFOCATION.succeeded))
        else:
            damage.inflict(play, who, perils.harm(WITHOUT_AIR, dice=SUFFOCATION.failed))


@command("A character who holds their breath has air again.", scene=True)
def breathe(play: Play, command: Endangered) -> None:
    """CE-SUFF-02, CE-SUFF-03, CE-RULING-36: there is air again, and the harm stops at once."""
    who = command.who
    perils.find(play, who, WITHOUT_AIR, text("{who} has air.", who=who))
    if not play.character(who).tasks[WITHOUT_AIR].goal:
        play.refuse("CE-SUFF-03", "They cannot breathe; somebody has to clear their airway with a First Aid test.")
    perils.over(play, who, WITHOUT_AIR, "breathes")


@command("Try to clear the airway of a character who suffocates, by a First Aid test.", by="owner", scene=True)
def clear_airway(play: Play, command: Tend) -> None:
    """CE-SUFF-03: a First Aid test lets a character who had no breath before breathe again."""
    patient = command.patient
    perils.find(play, patient, WITHOUT_AIR, text("{patient} has air.", patient=patient))
    if play.character(patient).tasks[WITHOUT_AIR].goal:
        play.refuse("CE-SUFF-03", "They hold their breath; the game master says when they have air again.")
    actions.take(play, command.who, "anything else")
    with play.citing("CE-SUFF-03"):
        if skill_test(play, command.who, "airway", FIRST_AID, modifiers=circumstances(command.modifier)).success:
            perils.over(play, patient, WITHOUT_AIR, "breathes")


def die_of_it(play: Play, who: str) -> None:
    """CE-SUFF-02: it goes on until they breathe or are dead."""
    perils.over(play, who, WITHOUT_AIR, "dead")


MOMENTS = {moments.PERIL: (another_turn,), moments.DIED: (die_of_it,)}

"""Unconscious, dying, dead: how a character drops out of a fight, and how they come back."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.rolls import addend
from domain.messages import text
from domain.play.moments import come
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import TaskEnded
from systems.freeform.fields import Because
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import statuses
from systems.weaverdice.moments import OUT
from systems.weaverdice.sheet import effort, people
from systems.weaverdice.turns import lengthy

LAST_ROUND: Final = 3
"""WD-WND-08: with the end of which round after they began to die they are dead."""

STAY_IN: Final = "stay-in"
"""The counter of checks to stay in the fight since a slot was last cleared."""

CARE: Final = "reviving"
MEDICAL: Final = ("dexterity", "knowledge")
"""WD-WND-09, ruling 24: the stats of a medical check, in turn."""

REVIVING: Final = {"unconscious": 8, "dying": 12}
"""WD-WND-06, WD-WND-08: what medical checks have to add up to."""

ROUSE_TARGET, PENALISED_TARGET = 4, 3
SURVIVAL_TARGET: Final = 4
"""WD-WND-12, ruling 30."""


@data_of("conditions", "unconscious")
class FallenData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The round in which a character fell."""

    round: int | None = None


class Rouse(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character who is unconscious or dying pull themselves together."""

    who: CharacterRef


class Revive(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` gives medical care to a `patient` who is unconscious or dying."""

    who: Annotated[CharacterRef, Meta(description="Who gives medical care")]
    patient: Annotated[CharacterRef, Meta(description="Who is unconscious or dying")]


class Fallen(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands about the fallen share: one who has dropped out of the fight, and why."""

    who: CharacterRef
    because: Because = ""


DOWN_WORDS: Final = {"dead": text("dead"), "dying": text("dying"), "unconscious": text("unconscious")}
"""The states of a character who is down, as sentences call them."""


def down(play: Play, who: str) -> str:
    """`dead`, `dying` or `unconscious`, whichever is worst; "" for those on their feet."""
    return next((state for state in ("dead", "dying", "unconscious") if conditions.has(play, who, state)), "")


def checks_before(play: Play, who: str) -> int:
    """Return how many checks to stay in the fight were made since a slot was last cleared."""
    uses = play.character(who).uses
    return int(uses[STAY_IN].count) if STAY_IN in uses else 0


def fall_unconscious(play: Play, who: str) -> None:
    """WD-WND-05, WD-WND-07: they are out until they are roused or the encounter ends."""
    if down(play, who):
        return
    encounter, round = _now(play)
    until = UntilEncounterEnds(encounter=encounter) if encounter else None
    with play.citing("WD-WND-05"):
        conditions.gain(play, who, "unconscious", until=until, round=round)
    come(play, OUT, who)


def start_dying(play: Play, who: str) -> None:
    """WD-WND-08: from now on the rounds are counted. WD-WND-12: nobody counts them for generics, who fall and stay down."""
    if people.category(play, who) in ("generic", "bystander"):
        fall_unconscious(play, who)
        return
    if down(play, who) in ("dying", "dead"):
        return
    with play.citing("WD-WND-08"):
        conditions.end(play, who, "unconscious", "dying")
        conditions.gain(play, who, "dying")
        _end_care(play, who)
    come(play, OUT, who)


def die(play: Play, who: str, because: str) -> None:
    """They are dead, and neither dying nor unconscious any more."""
    conditions.end(play, who, "unconscious", "dead")
    conditions.end(play, who, "dying", "dead")
    conditions.gain(play, who, "dead", source=because)
    _end_care(play, who)
    come(play, OUT, who)


def wake(play: Play, who: str, because: str = "roused") -> None:
    """They come to themselves. WD-WND-06: checks to stay in the fight that were made still count against later ones."""
    conditions.end(play, who, "unconscious", because)
    conditions.end(play, who, "dying", because)
    _end_care(play, who)


def stabilise(play: Play, who: str) -> None:
    """Ruling 118: no longer dying, but unconscious."""
    conditions.end(play, who, "dying", "saved")
    _end_care(play, who)
    fall_unconscious(play, who)


def count_rounds(play: Play, _: str) -> None:
    """WD-WND-08: a round has passed for everybody who is dying; with the third they die."""
    for who in statuses.those_in(play, "dying"):
        for name in sorted(play.where(who, "conditions", "dying")):
            with play.citing("WD-WND-08"):
                conditions.worsen(play, who, name)
                if play.character(who).conditions[name].level >= LAST_ROUND:
                    die(play, who, "not saved in time")


@command("Spend Recovery to come back from being unconscious or dying, by a Guts roll.", by="owner", scene=True)
def rouse(play: Play, command: Rouse) -> None:
    """WD-WND-06, WD-WND-08, WD-EFF-14, ruling 25: a dot of Recovery for a Guts roll of 4+, to which the checks to stay in
    neither count nor add; who fails it stays as they are."""
    who = command.who
    _able_to_rouse(play, who)
    effort.spend(play, who, "recovery", "WD-EFF-14")
    penalised = play.option("rouse") == "penalised"
    before = checks_before(play, who) if penalised else 0
    modifiers = addend("checks to stay in before", -before)
    target = PENALISED_TARGET if penalised else ROUSE_TARGET
    roused = check(play, who, "rouse", "guts", target, how=Manner(modifiers=modifiers, painless=True))
    if roused.success and down(play, who) != "dead":
        wake(play, who)


def _able_to_rouse(play: Play, who: str) -> None:
    state = down(play, who)
    if state in ("", "dead"):
        play.refuse("WD-EFF-14", "They are neither unconscious nor dying; only then is there anything to rouse from.")
    if conditions.has(play, who, "death_sentence") and state == "dying":
        play.refuse("WD-COND-16", "They are under a death sentence and cannot rouse alone; others have to help.")
    encounter, round = _now(play)
    fell = [FallenData.of(unconscious).round for unconscious in play.where(who, "conditions", "unconscious").values()]
    if encounter and round in fell:
        play.refuse("WD-WND-06", "They fell in this round; from the next one on they may try to rouse.")


@command("Give medical care, a turn at a time, to a character who is unconscious or dying.", by="owner", scene=True)
def revive(play: Play, command: Revive) -> None:
    """WD-WND-06, WD-WND-08, WD-WND-09: a turn's work at a lengthy medical check of 8 to rouse a character, or of 12 to
    save them from dying; the rolls of all who help add up."""
    patient = command.patient
    state = down(play, patient)
    if command.who == patient:
        play.refuse("WD-WND-13", "They cannot revive themselves by medical care; spend a dot of Recovery to rouse.")
    if down(play, command.who):
        play.refuse(
            "WD-INIT-08",
            "They are {down} and can help nobody; choose another helper.",
            down=DOWN_WORDS[down(play, command.who)],
        )
    if state not in REVIVING:
        play.refuse("WD-WND-09", "They are neither unconscious nor dying; give another kind of medical care.")
        return
    tasks = play.where(patient, "tasks", "lengthy")
    begun = [name for name in sorted(tasks) if lengthy.LengthyData.of(tasks[name]).what == CARE]
    with play.citing("WD-WND-09"):
        goal = REVIVING[state]
        task = begun[0] if begun else lengthy.begin(play, patient, CARE, goal, stats=MEDICAL, about=state)
        lengthy.work(play, patient, task, command.who)


def cared_for(play: Play, patient: str) -> None:
    """WD-WND-06, WD-WND-08, ruling 118: wake an unconscious patient after care; one who was dying is unconscious."""
    tasks = play.where(patient, "tasks", "lengthy").values()
    if any(lengthy.LengthyData.of(task).what == CARE and task.state == "done" for task in tasks):
        if down(play, patient) == "dying":
            stabilise(play, patient)
        else:
            wake(play, patient)


def _end_care(play: Play, who: str) -> None:
    tasks = play.where(who, "tasks", "lengthy")
    for name in sorted(name for name in tasks if lengthy.LengthyData.of(tasks[name]).what == CARE):
        play.emit(who, TaskEnded(name=name, because="no longer needed"))


@command("A character who is unconscious does not wake with the end of the encounter.", scene=True)
def keep_under(play: Play, command: Fallen) -> None:
    """WD-WND-07: the enemy has won; they wake only when the game master says so, restrained as like as not."""
    unconscious = sorted(play.where(command.who, "conditions", "unconscious"))
    if not unconscious:
        play.refuse("WD-WND-07", "They are not unconscious, so they cannot be kept so; choose somebody who is.")
    for name in unconscious:
        conditions.change(play, command.who, name, until=None)


@command("A character who is unconscious or dying comes to.", scene=True)
def come_to(play: Play, command: Fallen) -> None:
    """WD-WND-07: time, or something that no other rule tells of, brings them round."""
    if down(play, command.who) in ("", "dead"):
        play.refuse("WD-WND-07", "They are neither unconscious nor dying; there is nobody to wake.")
    wake(play, command.who, command.because or "woke")


@command("A character dies, where no rule has counted it out.", scene=True)
def let_die(play: Play, command: Fallen) -> None:
    """WD-WND-08: let a character die where no rounds are counted, as the game master says that help came too late."""
    if down(play, command.who) == "dead":
        play.refuse("WD-WND-08", "They are dead already.")
    die(play, command.who, command.because or "not saved in time")


@command("Roll whether a generic who fell has survived.", scene=True)
def check_fallen(play: Play, command: Fallen) -> None:
    """WD-WND-12, ruling 30: roll Guts for a generic who fell, where it matters whether they live: 4+."""
    if people.category(play, command.who) != "generic" or down(play, command.who) != "unconscious":
        play.refuse("WD-WND-12", "The check is for generics who have fallen; others have their own way of dying.")
    with play.citing("WD-WND-12"):
        if not check(play, command.who, "survive", "guts", SURVIVAL_TARGET, how=Manner(painless=True)).success:
            die(play, command.who, "died of their wounds")


def _now(play: Play) -> tuple[str, int]:
    """The fight that is under way and its round; nothing outside of one."""
    encounter = turns.running(play)
    return (encounter, turns.pace(play, encounter).round) if encounter else ("", 0)


OPTIONS = (
    OptionSpec(
        name="rouse",
        default="plain",
        choices=("plain", "penalised"),
        text="Rousing takes 4+ without the penalty of the checks to stay in, or 3+ with it.",
        rules=("WD-WND-06", "WD-WND-08", "WD-RULING-25"),
    ),
)
MOMENTS = {"round_end": (count_rounds,), lengthy.DONE: (cared_for,)}

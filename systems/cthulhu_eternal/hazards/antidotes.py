"""Antidotes: what renders a poison or a disease harmless, or halves what it does."""

from __future__ import annotations

from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.naming import handle_of
from domain.messages import text
from domain.play.moments import settle
from domain.play.play import Play
from domain.vocabulary.holdings import ItemCounted, ItemLost
from domain.vocabulary.log import Contribution
from domain.vocabulary.undertakings import TaskChanged, TaskEnded
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import ByCircumstances
from systems.cthulhu_eternal.harm.healing import circumstances
from systems.cthulhu_eternal.hazards import ailments, diseases
from systems.cthulhu_eternal.hazards.ailments import DISEASE, DORMANT, INCUBATING, POISON
from systems.cthulhu_eternal.people import is_thing, skill
from systems.cthulhu_eternal.tests import skill_test
from systems.freeform.fields import Key

Medical = Literal["medicine", "pharmacy"]
MEDICAL: Final[tuple[Medical, ...]] = ("medicine", "pharmacy")
NOBODY: Final = "nobody"


class GiveAntidote(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` is the physician, and has the dose among what they carry: `spider venom antidote`, `antibiotics`."""

    who: Annotated[
        CharacterRef,
        Meta(
            description="The physician, who has the dose among what they carry: `spider venom antidote`, `antibiotics`"
        ),
    ]
    patient: CharacterRef
    ailment: Annotated[Key, Meta(description="The poison or disease")]
    skill: Annotated[Medical, Meta(description="Which skill is tested")] = "medicine"
    modifier: ByCircumstances = 0


class _Physician(NamedTuple):
    who: str
    skill: Medical
    modifiers: tuple[Contribution, ...] = ()


def remedy_of(play: Play, who: str, name: str) -> str:
    """Return the remedy against an ailment; "" where there is none."""
    return ailments.AilmentData.of(play.character(who).tasks[name]).remedy


@command(
    "Give a dose of the right remedy against a poison or disease, by a Medicine or Pharmacy test.",
    by="owner",
    scene=True,
)
def give_antidote(play: Play, command: GiveAntidote) -> None:
    """CE-POIS-08, CE-POIS-09, CE-POIS-10, CE-DIS-08, rulings 32 and 34: one test for a dose, which is gone either way. In time it
    makes the ailment harmless; of a disease that has taken effect it halves what it still does. One that persists and has
    come back it makes subside."""
    who, patient = command.who, command.patient
    name = ailments.find(play, patient, command.ailment, POISON, DISEASE)
    task, remedy = play.character(patient).tasks[name], remedy_of(play, patient, name)
    in_time = task.kind == POISON or task.state == INCUBATING
    if not remedy:
        play.refuse("CE-POIS-10", "There is no remedy for {task}; it has to run its course.", task=task.title)
    if task.state == DORMANT:
        play.refuse("CE-DIS-08", "{task} has subsided; a remedy works only when it comes back.", task=task.title)
    if not in_time and ailments.AilmentData.of(task).halved:
        play.refuse(
            "CE-POIS-09",
            "A late remedy is at work already, and a second one has no effect; let the disease run its course.",
        )
    if not skill(play, who, command.skill):
        play.refuse(
            "CE-POIS-08",
            "It takes a physician, and they lack {skill}; name somebody who has it.",
            skill=text("Medicine") if command.skill == "medicine" else text("Pharmacy"),
        )
    if dose_of(play, who, remedy) is None:
        play.refuse(
            "CE-POIS-08", "They have no dose of {remedy} among their things.", remedy=remedy or text("any remedy")
        )
    actions.take(play, who, "anything else")
    physician = _Physician(who, command.skill, circumstances(command.modifier))
    with play.citing("CE-POIS-08" if in_time else "CE-POIS-09"):
        if not _works(play, patient, physician, remedy):
            return
        if in_time and task.stage:
            diseases.recover(play, patient, name, "harmless")
        elif in_time:
            play.emit(patient, TaskEnded(name=name, because="harmless"))
            settle(play, f"{patient}.tasks.{name}")
        else:
            play.emit(patient, TaskChanged(name=name, data=ailments.AilmentData.changes(halved=True)))


def at_the_last(play: Play, patient: str, name: str) -> bool:
    """CE-POIS-09, rulings 32 and 34: a poison begins to work. Where a character who is able has a dose, the game master says who gives
    it now, dose by dose; whether one did. It costs no action of a turn."""
    title, remedy = ailments.title_of(play, patient, name), remedy_of(play, patient, name)
    while remedy and (physicians := _physicians(play, remedy)):
        prompt = f"{title} begins to work on {patient}: who gives an antidote now?"
        with play.citing("CE-POIS-09"):
            with play.seen_by("gm"):
                who = play.ask("antidote", "gm", (NOBODY, *physicians), NOBODY, prompt, about=patient)
            if who == NOBODY:
                return False
            if _works(play, patient, _Physician(who, _better(play, who)), remedy):
                return True
    return False


def dose_of(play: Play, who: str, remedy: str) -> str | None:
    """The name of the thing that holds a dose of it; None where they have none."""
    items = play.character(who).items
    doses = (name for name in sorted(items) if handle_of(items[name].what) == handle_of(remedy))
    return next((name for name in doses if items[name].quantity > 0), None)


def _works(play: Play, patient: str, by: _Physician, remedy: str) -> bool:
    """Ruling 34: the dose is gone, whether the test succeeds or not."""
    dose = dose_of(play, by.who, remedy)
    if dose is not None:
        play.emit(by.who, ItemCounted(name=dose, amount=-1))
        if not play.character(by.who).items[dose].quantity:
            play.emit(by.who, ItemLost(name=dose, because="given"))
    return skill_test(play, by.who, "antidote", by.skill, about=patient, modifiers=by.modifiers).success


def _physicians(play: Play, remedy: str) -> tuple[str, ...]:
    """Return everybody who could give a remedy now, in the order of their handles."""
    handles = play.campaign().handles
    people = (handles[word].ref for word in sorted(handles) if handles[word].kind == "character")
    return tuple(ref for ref in people if _could(play, ref, remedy))


def _could(play: Play, who: str, remedy: str) -> bool:
    if is_thing(play, who) or dose_of(play, who, remedy) is None:
        return False
    return skill(play, who, _better(play, who)) > 0 and not conditions.has(play, who, *actions.HINDRANCES)


def _better(play: Play, who: str) -> Medical:
    return max(MEDICAL, key=lambda word: skill(play, who, word))

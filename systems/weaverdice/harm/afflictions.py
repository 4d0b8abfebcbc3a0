"""Afflictions: bleeding, ongoing burns and the death sentence, which wound a character who does not get rid of them."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.vocabulary.data import Data
from domain.vocabulary.undertakings import TaskEnded
from systems.weaverdice.harm import statuses, wounds
from systems.weaverdice.moments import EFFORT_SPENT, ENCOUNTER_END, FULL_ACTION, RESTED
from systems.weaverdice.turns import lengthy

MEDICAL: Final = ("dexterity", "knowledge")
"""WD-WND-09: what medical checks draw on, in turn (ruling 24)."""

TREATMENT: Final = "treatment"


class _Outside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    help: frozenset[str]


class _Afflictions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    treatment: dict[str, int]
    outside: _Outside


NUMBERS: Final = table(__package__, "afflictions", _Afflictions)


@data_of("conditions", "bleeding")
class BleedingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """A bleeding, whose next loss may be prevented."""

    staunched: bool = False


@data_of("conditions", "burning")
class BurningData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The tier of the wounds that a burn goes on bringing."""

    tier: str = "lesser"


@data_of("conditions", "burning_away")
class BurnData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The type and tier of the wound that burns a character away, and whose it is."""

    by: str = ""
    type: str = ""
    tier: str = ""


class Treat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` gives care, `patient` gets it."""

    who: Annotated[CharacterRef, Meta(description="Who gives care")]
    patient: Annotated[CharacterRef, Meta(description="Who gets it")]
    affliction: Annotated[str, Meta(description="Bleeding, a death sentence or a burn that goes on and on")]


def bleed(play: Play, who: str) -> None:
    """WD-COND-02, ruling 39: effort that is spent and full actions cost a character who bleeds a lesser wound, once
    however many results made them bleed. WD-COND-03: the next such loss after a rest is prevented."""
    bleeding = play.where(who, "conditions", "bleeding")
    if not bleeding:
        return
    name = min(bleeding)
    if BleedingData.of(bleeding[name]).staunched:
        with play.citing("WD-COND-03"):
            conditions.change(play, who, name, data=BleedingData.changes(staunched=None))
    else:
        with play.citing("WD-COND-02"):
            wounds.suffer(play, who, "lesser", source="bleeding")


def staunch(play: Play, who: str) -> None:
    """WD-COND-03: resting prevents the next loss to bleeding."""
    for name in sorted(play.where(who, "conditions", "bleeding"))[:1]:
        with play.citing("WD-COND-03"):
            conditions.change(play, who, name, data=BleedingData.changes(staunched=True))


def bleed_out(play: Play, _: str) -> None:
    """WD-COND-04: bleeding that outlasts the encounter ends and leaves a lesser wound in its place."""
    for who in statuses.those_in(play, "bleeding"):
        with play.citing("WD-COND-04"):
            conditions.end(play, who, "bleeding", "the encounter is over")
            wounds.suffer(play, who, "lesser", source="bleeding")


def carry_out(play: Play, _: str) -> None:
    """WD-COND-16: each round of a death sentence brings a lesser wound; with no slot free, a lesser wound on the track
    turns moderate instead, one a round."""
    for who in statuses.those_in(play, "death_sentence"):
        with play.citing("WD-COND-16"):
            if not wounds.full(play, who):
                wounds.suffer(play, who, "lesser", source="death sentence")
                continue
            milder = [name for name in wounds.body(play, who) if not wounds.tier(play, who, name)]
            if milder:
                wounds.worsen(play, who, milder[0])
                wounds.hold_out(play, who)


def burn_on(play: Play, who: str) -> None:
    """WD-WFX-15, ruling 119: an ongoing burn brings another wound at the end of every turn."""
    for burning in play.where(who, "conditions", "burning").values():
        with play.citing("WD-WFX-15"):
            wounds.suffer(play, who, BurningData.of(burning).tier, type="burn", source="burning")


def burned_out(play: Play, who: str) -> None:
    """WD-WFX-15: until the target rests."""
    conditions.end(play, who, "burning", "rested")


@command(
    "Give medical care, a turn at a time, until it ends bleeding, a death sentence or a burn that goes on.",
    by="owner",
    scene=True,
)
def treat(play: Play, command: Treat) -> None:
    """WD-COND-16, WD-ACT-05, WD-WFX-18, WD-WND-09: care that adds up frees a character of an affliction; of some nobody
    frees themselves."""
    patient, what = command.patient, command.affliction
    if what not in NUMBERS.treatment:
        play.missing(
            f"{patient}.conditions.{what}",
            "Care ends {treatment}, not {what!r}.",
            treatment=", ".join(NUMBERS.treatment),
            what=what,
        )
    if not conditions.has(play, patient, what):
        play.missing(f"{patient}.conditions.{what}", "They are not in {what!r}; there is nothing to treat.", what=what)
    if what in NUMBERS.outside.help and command.who == patient:
        play.refuse("WD-COND-16", "They cannot end this alone; somebody else has to help.")
    task = _under_way(play, patient, what) or _begun(play, patient, what)
    lengthy.work(play, patient, task, command.who)


def _under_way(play: Play, patient: str, what: str) -> str | None:
    tasks = play.where(patient, "tasks", "lengthy")
    matching = (name for name in sorted(tasks) if lengthy.LengthyData.of(tasks[name]).what == TREATMENT)
    return next((name for name in matching if lengthy.LengthyData.of(tasks[name]).about == what), None)


def _begun(play: Play, patient: str, what: str) -> str:
    return lengthy.begin(play, patient, TREATMENT, NUMBERS.treatment[what], stats=MEDICAL, about=what)


def treated(play: Play, patient: str) -> None:
    """The care has added up: what it was for ends."""
    for name, task in sorted(play.where(patient, "tasks", "lengthy").items()):
        if lengthy.LengthyData.of(task).what == TREATMENT and task.state == "done":
            conditions.end(play, patient, lengthy.LengthyData.of(task).about, "treated")
            play.emit(patient, TaskEnded(name=name, because="treated"))


MOMENTS = {
    EFFORT_SPENT: (bleed,),
    FULL_ACTION: (bleed,),
    ENCOUNTER_END: (bleed_out,),
    RESTED: (burned_out,),
    "turn_end": (burn_on,),
    "round_end": (carry_out,),
    lengthy.DONE: (treated,),
}

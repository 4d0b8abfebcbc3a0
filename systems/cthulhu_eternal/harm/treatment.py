"""Treatment by professionals, rest, and the complications that come of not resting."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import numbered, text
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.data import Data
from systems.cthulhu_eternal import moments, people, states
from systems.cthulhu_eternal.combat import actions
from systems.cthulhu_eternal.fields import ByCircumstances, Why
from systems.cthulhu_eternal.harm import damage
from systems.cthulhu_eternal.harm.healing import HEALING, check_wounded, circumstances, heal, restore
from systems.cthulhu_eternal.people import hit_points, most_hit_points
from systems.cthulhu_eternal.tests import skill_test, stat_test

IN_CARE: Final = "in_care"
"""In a clean, calm place with extensive tools and supplies; its data have the `penalty` of poor ones."""

RESTING: Final = "resting"
"""Resting somewhere safe, with proper food and water."""

COMPLICATIONS: Final = "complications"
"""Treated and not whole yet, so that strenuous activity hurts."""


@data_of("conditions", IN_CARE)
class CareData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The penalty for what a place of care lacks."""

    penalty: int = 0


class Admit(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`penalty` is what worn-out tools or poor medicines take from every treatment there (a number from 0 up)."""

    who: CharacterRef
    penalty: Annotated[
        int,
        Meta(
            ge=0,
            le=100,
            description="What worn-out tools or poor medicines take from every treatment there (a number from 0 up)",
        ),
    ] = 0
    because: Why = ""


class Whose(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands about a character's care share: who, and optionally why."""

    who: CharacterRef
    because: Why = ""


class Treat(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`who` is the doctor: Surgery is for severe wounds, Medicine for poison, disease and healing that is under way."""

    who: Annotated[
        CharacterRef,
        Meta(
            description="The doctor: Surgery is for severe wounds, Medicine for poison, disease and healing that is under way"
        ),
    ]
    patient: CharacterRef
    skill: Annotated[Literal["surgery", "medicine"], Meta(description="Which skill is tested")] = "medicine"
    modifier: ByCircumstances = 0


class Recuperate(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A day of rest, against CON x5."""

    who: CharacterRef
    modifier: ByCircumstances = 0


@command("A character is in a clean, calm place with tools and supplies, where treatment is possible.")
def admit(play: Play, command: Admit) -> None:
    """CE-HEAL-08, CE-HEAL-11: bring a character where treatment is possible, with the tools and medicines there are."""
    rules = ("CE-HEAL-08", "CE-HEAL-11") if command.penalty else ("CE-HEAL-08",)
    with play.citing(*rules):
        for name in sorted(play.where(command.who, "conditions", IN_CARE)):
            conditions.change(play, command.who, name, data=CareData.changes(penalty=command.penalty))
            return
        conditions.gain(play, command.who, IN_CARE, penalty=command.penalty)


@command("A character leaves the place where they could be treated.")
def discharge(play: Play, command: Whose) -> None:
    """CE-HEAL-08: take a character from where treatment is possible."""
    if not conditions.end(play, command.who, IN_CARE, "discharged"):
        play.missing(f"{command.who}.conditions", "{who} is in nobody's care.", who=command.who)


@command("Treat a patient as a doctor, by a Surgery or Medicine test: once a week.", by="owner")
def treat(play: Play, command: Treat) -> None:
    """CE-HEAL-01, CE-HEAL-08, CE-HEAL-09, CE-HEAL-10, CE-HEAL-11, CE-HEAL-14, ruling 18: a test of Surgery or Medicine,
    once in 7 full days for a patient; from then on strenuous activity hurts, until all is healed."""
    patient = command.patient
    check_wounded(play, patient, "CE-HEAL-10")
    care = play.where(patient, "conditions", IN_CARE)
    if not care:
        play.refuse(
            "CE-HEAL-08", "Treatment takes a clean, calm place with extensive tools and supplies; admit them there."
        )
    if not people.skill(play, command.who, command.skill):
        play.refuse(
            "CE-HEAL-09",
            "Treatment takes a doctor, and they lack {skill}; name somebody who has it.",
            skill=text("Surgery") if command.skill == "surgery" else text("Medicine"),
        )
    limited = patient if play.option("treatment_limit") == "patient" else command.who
    count_once(play, limited, "treatment", HEALING.treatment_seconds, "CE-HEAL-09")
    actions.take(play, command.who, "anything else")
    penalty = sum(CareData.of(here).penalty for here in care.values())
    with play.citing("CE-HEAL-09", *(("CE-HEAL-11",) if penalty else ())):
        modifiers = circumstances(command.modifier - penalty)
        tested = skill_test(play, command.who, "treatment", command.skill, modifiers=modifiers)
    with play.citing("CE-HEAL-10"):
        restore(play, command.who, patient, tested, "treated")
    risk_complications(play, patient)


_IN_WORDS: Final[dict[str, str]] = {"treatment": text("treatment"), "recuperation": text("recuperation")}
"""Care that is given once in a time, as a refusal names it."""


def count_once(play: Play, who: str, what: str, seconds: int, rule: str) -> None:
    """Count care that may be given again only after so many in-game seconds. Refused where it is too soon."""
    if wait := counters.wait(play, who, what, seconds):
        left = -(-wait // 3600)
        sentence = numbered(
            "It is too soon for another {what}; one is possible in {count} hour.",
            "It is too soon for another {what}; one is possible in {count} hours.",
            left,
            what=_IN_WORDS[what],
        )
        play.refuse(rule, sentence)
    counters.count(play, who, what, at=play.clock())


@command("A character rests somewhere safe, with proper food and water.")
def rest(play: Play, command: Whose) -> None:
    """CE-HEAL-12: let a character rest somewhere safe, with proper food and water, until they no longer do."""
    if conditions.has(play, command.who, RESTING):
        play.refuse("CE-HEAL-12", "They are resting already; let time pass.")
    conditions.gain(play, command.who, RESTING)


@command("A character rests no longer, or not in safety.")
def stop_resting(play: Play, command: Whose) -> None:
    """CE-HEAL-12: it is not safe any more, or food and water are gone, or they are up."""
    if not conditions.end(play, command.who, RESTING, "up"):
        play.missing(f"{command.who}.conditions", "{who} is not resting.", who=command.who)


@command("Regain a Hit Point by a day's rest, by a CON x5 test.", by="owner")
def recuperate(play: Play, command: Recuperate) -> None:
    """CE-HEAL-01, CE-HEAL-12, CE-HEAL-13, ruling 20: once a day a CON x5 test gives 1 Hit Point back, a critical 1D4; a
    fumble costs 1. A disease that bars healing lets the test be made all the same."""
    who = command.who
    check_wounded(play, who, "CE-HEAL-12")
    if not conditions.has(play, who, RESTING):
        play.refuse("CE-HEAL-12", "They have to rest somewhere safe, with proper food and water.")
    count_once(play, who, "recuperation", HEALING.recuperation_seconds, "CE-HEAL-12")
    with play.citing("CE-HEAL-12"):
        tested = stat_test(play, who, "recuperation", "con", modifiers=circumstances(command.modifier))
    with play.citing("CE-HEAL-12" if tested.outcome == "success" else "CE-HEAL-13"):
        match tested.outcome:
            case "critical":
                heal(play, who, play.roll(who, "recuperated", HEALING.recuperated_critical).total)
            case "success":
                heal(play, who, HEALING.recuperated)
            case "fumble":
                damage.lose(play, who, HEALING.recuperated_fumble, harm="setback")
            case _:
                pass


def risk_complications(play: Play, patient: str) -> None:
    """CE-HEAL-14, CE-HEAL-15: from treatment on, until all lost Hit Points are back, strenuous activity hurts."""
    whole = hit_points(play, patient) >= most_hit_points(play, patient)
    if (
        not whole
        and not conditions.has(play, patient, states.DEAD)
        and not conditions.has(play, patient, COMPLICATIONS)
    ):
        with play.citing("CE-HEAL-14"):
            conditions.gain(play, patient, COMPLICATIONS)


def after_first_aid(play: Play, patient: str) -> None:
    """Ruling 19: only treatment makes complications possible, unless the campaign says that any care does."""
    if play.option("complications_after") == "any care":
        risk_complications(play, patient)


def strain(play: Play, who: str) -> None:
    """CE-HEAL-14, ruling 19: sutures rip, bones shift, fever sets in: 1D4 Hit Points, after the test that strained them."""
    if conditions.has(play, who, COMPLICATIONS):
        with play.citing("CE-HEAL-14"):
            damage.lose(play, who, play.roll(who, "complications", HEALING.complication).total, harm=COMPLICATIONS)


def made_whole(play: Play, who: str) -> None:
    """CE-HEAL-15: at full Hit Points the danger is over."""
    if hit_points(play, who) >= most_hit_points(play, who) and conditions.has(play, who, COMPLICATIONS):
        with play.citing("CE-HEAL-15"):
            conditions.end(play, who, COMPLICATIONS, "healed")


def die_of_it(play: Play, who: str) -> None:
    """CE-HEAL-14: end the complications of the dead."""
    conditions.end(play, who, COMPLICATIONS, "dead")


MOMENTS = {
    moments.STRAINED: (strain,),
    moments.HEALED: (made_whole,),
    moments.CARED_FOR: (after_first_aid,),
    moments.DIED: (die_of_it,),
}
OPTIONS = (
    OptionSpec(
        name="treatment_limit",
        default="patient",
        choices=("patient", "doctor"),
        text="Whether it is each patient, or each doctor, for whom one treatment a week is the most.",
        rules=("CE-HEAL-09", "CE-RULING-18"),
    ),
    OptionSpec(
        name="complications_after",
        default="treatment",
        choices=("treatment", "any care"),
        text="Whether complications may follow treatment only, or first aid as well.",
        rules=("CE-HEAL-14", "CE-RULING-19"),
    ),
)

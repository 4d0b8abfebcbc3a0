"""Diseases: infection, the stages that saves lead through, harm that does not heal, and cures."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta, Struct

from domain.commands import CharacterRef, Command
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as
from domain.kit.naming import find
from domain.kit.rests import HOUR
from domain.kit.rolls import Throw, addend, roll
from domain.play.play import Play
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.rotted_capes.harm.wounds import WOUNDS, sink, wound
from systems.rotted_capes.points.points import spend
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.rolls.trials import ATTACKING
from systems.rotted_capes.sheet import exhaustion
from systems.rotted_capes.sheet.enduring import held_out
from systems.rotted_capes.sheet.exhaustion import DISEASE
from systems.rotted_capes.sheet.people import SUFFERED
from systems.rotted_capes.windows import Trial

ANTIBIOTICS: Final = 5
"""RC-DIS-08: what antibiotics add to a save."""

Points = Annotated[int, Meta(ge=0, le=1_000, description="What the stage takes, once")]


class Stage(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """The effects of a stage of a disease on a creature that comes to it for the first time."""

    stamina: Points = 0
    wounds: Points = 0
    exhaustion: Annotated[int, Meta(ge=0, le=6, description="Levels of exhaustion")] = 0


@data_of("conditions", DISEASE)
class DiseaseData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The course of a disease: the number of the save and the hours between two, the stage and the worst one so far,
    the second of the next save; and what each stage takes."""

    difficulty: int
    hours: int
    stages: int
    stage: int = 1
    worst: int = 0
    due: int = 0
    cure: str = ""
    stamina: dict[str, int] = {}
    wounds: dict[str, int] = {}
    exhaustion: dict[str, int] = {}


class Infect(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A disease attacks a character."""

    who: CharacterRef
    disease: Annotated[str, Meta(min_length=1, max_length=100, description="What it is called")]
    bonus: Annotated[int, Meta(ge=-10, le=40, description="Its attack bonus against Fortitude")]
    difficulty: Annotated[int, Meta(ge=1, le=60, description="What the saves against it have to reach")]
    hours: Annotated[int, Meta(ge=1, le=10_000, description="Hours between two saves")]
    stages: Annotated[
        tuple[Stage, ...], Meta(min_length=2, max_length=4, description="Its stages, from the initial one")
    ]
    cure: Annotated[str, Meta(max_length=100, description="The one cure for it; left out, saves can shake it off")] = ""


class Resist(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Fight a disease."""

    who: CharacterRef
    disease: Annotated[str, Meta(min_length=1, max_length=100, description="The disease, by its name")] = DISEASE
    antibiotics: Annotated[bool, Meta(description="Whether they have antibiotics")] = False
    plot_point: Annotated[bool, Meta(description="Whether they spend a Plot Point for Advantage")] = False


class Cure(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character the cure for a disease."""

    who: CharacterRef
    disease: Annotated[str, Meta(min_length=1, max_length=100, description="The disease, by its name")] = DISEASE


@command("Let a disease attack a character.")
def infect(play: Play, command: Infect) -> None:
    """RC-DIS-01, RC-DIS-03, RC-RULING-59: its attack against Fortitude; a hit infects, and the initial stage takes effect."""
    fortitude = play.value(command.who, "attributes.fortitude").total
    throw = Throw(
        command.who,
        "infection",
        target=fortitude,
        addends=addend(command.disease, command.bonus),
        judge=ATTACKING,
    )
    if roll(play, throw).outcome not in ("success", "critical"):
        return
    stages = {str(number): each for number, each in enumerate(command.stages, start=1)}
    data = DiseaseData(
        difficulty=command.difficulty,
        hours=command.hours,
        stages=len(command.stages),
        cure=command.cure,
        due=play.clock() + command.hours * HOUR,
        stamina={number: each.stamina for number, each in stages.items() if each.stamina},
        wounds={number: each.wounds for number, each in stages.items() if each.wounds},
        exhaustion={number: each.exhaustion for number, each in stages.items() if each.exhaustion},
    )
    name = conditions.gain(play, command.who, DISEASE, title=command.disease, data=data)
    _suffer(play, command.who, name, 1)


@command("Roll the save against a disease that is due.", by="owner")
def resist_disease(play: Play, command: Resist) -> None:
    """RC-DIS-02, RC-DIS-07, RC-DIS-08: a save after each interval; a Plot Point gives Advantage, and never more."""
    name = named(play, command.who, command.disease)
    if not is_due(play, command.who, name):
        play.refuse("RC-DIS-02", "The next save against it is not due yet.")
    if command.plot_point:
        spend(play, command.who, "endure", command.disease)
    resist(play, command.who, name, antibiotics=command.antibiotics, favoured=command.plot_point)


@command("Give a character the cure for a disease.")
def cure(play: Play, command: Cure) -> None:
    """RC-DIS-05, RC-DIS-06: it is over, and what it has done can heal."""
    name = named(play, command.who, command.disease)
    _be_over(play, command.who, name, "cured")


def named(play: Play, who: str, word: str) -> str:
    """Return the name of a disease of a character by what it is called. Absent where they have no such thing."""
    diseases = play.where(who, "conditions", DISEASE)
    titled = next((name for name in sorted(diseases) if diseases[name].title == word), "")
    name = titled or find(play, who, "conditions", word)
    if name not in diseases:
        play.missing(f"{who}.conditions.{word}", "{word!r} is no disease.", word=word)
    return name


def is_due(play: Play, who: str, name: str) -> bool:
    """RC-DIS-02: whether the interval of a disease is over."""
    return DiseaseData.of(play.character(who).conditions[name]).due <= play.clock()


def due(play: Play, who: str) -> tuple[str, ...]:
    """RC-DIS-02: return the diseases against which a character has to save now."""
    return tuple(name for name in sorted(play.where(who, "conditions", DISEASE)) if is_due(play, who, name))


def resist(play: Play, who: str, name: str, *, antibiotics: bool = False, favoured: bool = False) -> None:
    """RC-DIS-02, RC-DIS-06, RC-DIS-07, RC-DIS-08, ruling 59: save, and go a stage back or further.

    The next interval begins where this one ended, however late the save is made.
    """
    state = play.character(who).conditions[name]
    disease = DiseaseData.read(state)
    extra: tuple[Contribution, ...] = addend("antibiotics", ANTIBIOTICS if antibiotics else 0, source="RC-DIS-08")
    trial = Trial(who, "save", "save", disease.difficulty, "constitution", extra)
    if favoured or held_out(play, who, "disease"):
        trial = trial.favoured("RC-DIS-07")._replace(spent=(who,))
    success = save(play, trial).success
    stage = disease.stage + (-1 if success else 1)
    if stage < 1 and not disease.cure:
        with play.citing("RC-DIS-02"):
            _be_over(play, who, name, "shaken off")
        return
    if stage < 1:
        play.cite("RC-DIS-06")
    stage = max(1, min(stage, disease.stages))
    later = (disease.due or play.clock()) + disease.hours * HOUR
    conditions.change(play, who, name, data=DiseaseData.changes(stage=stage, due=later), rules=("RC-DIS-02",))
    _suffer(play, who, name, stage)


def _suffer(play: Play, who: str, name: str, stage: int) -> None:
    """RC-DIS-04, RC-DIS-05: let a stage take what it takes, the first time; none of it heals as long as the disease lasts."""
    disease = DiseaseData.read(play.character(who).conditions[name])
    if stage <= disease.worst:
        play.cite("RC-DIS-04")
        return
    conditions.change(play, who, name, data=DiseaseData.changes(worst=stage))
    taken, wounds, levels = (of.get(str(stage), 0) for of in (disease.stamina, disease.wounds, disease.exhaustion))
    with play.citing("RC-DIS-05"):
        if taken:
            pools.lose(play, who, "stamina", taken)
            _hold_down(play, who, name, {"tracks.stamina.maximum": -taken})
        if wounds:
            _wound(play, who, name, wounds)
        if levels:
            exhaustion.gain(play, who, levels, "disease", locked=True, why=disease_of(play, who, name))
        sink(play, who)


def _wound(play: Play, who: str, name: str, count: int) -> None:
    """RC-DIS-05, RC-DEATH-05: let a disease deal Wounds, and hold down those that there were to take.

    The Wound that a character has left who escapes death by it is not among them.
    """
    dealt = wound(play, who, count, disease_of(play, who, name))
    lasting = min(dealt, play.value(who, SUFFERED).total)
    if lasting:
        _hold_down(play, who, name, {f"tracks.{WOUNDS}.maximum": -lasting, SUFFERED: lasting})


def disease_of(play: Play, who: str, name: str) -> str:
    """Return what a disease of a character is called."""
    return str(play.character(who).conditions[name].title)


def _hold_down(play: Play, who: str, name: str, amounts: dict[str, int]) -> None:
    """RC-DIS-05: let what a disease took not come back as long as it lasts; Wounds weigh as they did."""
    for path, amount in amounts.items():
        lasting = Modifier(
            path=path,
            amount=amount,
            title=disease_of(play, who, name),
            source="RC-DIS-05",
            until=as_long_as(who, "conditions", name),
        )
        play.emit(who, ModifierApplied(name=play.new_id("unhealed"), modifier=lasting))


def _be_over(play: Play, who: str, name: str, because: str) -> None:
    """RC-DIS-05: let a disease be over; what it did can heal from now on, and not what another one did."""
    title = disease_of(play, who, name)
    conditions.end_one(play, who, name, because)
    others = [str(each.title) for each in play.where(who, "conditions", DISEASE).values()]
    if title not in others:
        exhaustion.unlock(play, who, "disease", title=title if others else "")

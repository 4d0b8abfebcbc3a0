"""Morale: how it rises and falls, what the end of a day makes of it, and where the next one starts."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit import conditions, pools
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.values import override
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from domain.vocabulary.anchors import AtMoment, UntilFirst, WhilePresent
from domain.vocabulary.data import Data
from domain.vocabulary.expressions import Number as Constant
from domain.vocabulary.holdings import Card, CardGained
from domain.vocabulary.log import Awarded
from domain.vocabulary.values import ModifierChanged, Track, TrackOpened
from systems.freeform.fields import Amount, Because, Number, Title
from systems.weaverdice.checks import checks
from systems.weaverdice.moments import DAY_END, DAY_START, DOWNTIME_END, FULL_NIGHT
from systems.weaverdice.sheet.exhaustion import exhausted_dots
from systems.weaverdice.sheet.phases import last_night
from systems.weaverdice.sheet.stats import DILIGENCE, EVENING_DICE, NUMBNESS, START_OF_DAY, STEADINESS
from systems.weaverdice.sheet.windows import EFFORT_BEGUN, NewSheet

FURTHEST_START: Final = 3
"""WD-MOR-06: the steps that luxury or misery move the start of a day at most."""

TRACKS: Final = ("morale",)
STEP: Final = "step"
STEPS: Final = "steps"
HIGHEST: Final = 4
LOWEST: Final = -4
GOOD: Final = 1
"""Ruling 14: morale is good from the first step above neutral on."""

HELD: Final = "held"
"""The condition of a character who has a wound that does not heal this night."""

EMOTION: Final = "emotion"
"""The condition of a character who is under an effect that tells them how to act; its level counts how often they defied it."""

FIRST_DEFIANCE, LATER_DEFIANCE = 2, 1
"""WD-MOR-05: the steps that defying an emotion costs."""

SLOT: Final = "downtime_slot"
"""The kind of the cards that are a slot of downtime beyond those of the phase."""


@data_of("conditions", HELD)
class HeldData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The wound that a character holds out against."""

    wound: str


@data_of("conditions", EMOTION)
class EmotionData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The way in which an emotion tells a character to act."""

    effect: str


class SettleIn(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`situation` is how a character lives now, and `starts_at` the step above or below neutral at which their days
    start."""

    who: CharacterRef
    starts_at: Annotated[Number, Meta(description="The step above or below neutral at which their days start")]
    situation: Annotated[Title, Meta(description="How a character lives now")]


class MoveMorale(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`by` so many steps, up or down."""

    who: CharacterRef
    by: Annotated[Number, Meta(description="By how many steps it moves, up or down")]
    by_enemy: Annotated[bool, Meta(description="Whether a power or an attack does it")] = False
    because: Because = ""


class RewardMorale(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`success` is what went well: a relationship, a revenge, a promotion."""

    who: CharacterRef
    success: Annotated[Title, Meta(description="What went well: a relationship, a revenge, a promotion")]
    steps: Annotated[Amount, Meta(description="By how many steps morale rises")] = 1


class StirEmotion(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`effect` is the emotion and what it tells them to do."""

    who: CharacterRef
    effect: Annotated[Title, Meta(description="The emotion and what it tells them to do")]
    by: Annotated[CharacterRef, Meta(description="The character who stirs it")] = ""


DERIVED = tuple(
    Derived(path, Constant(value=0), ("player", "notable"), "WD-MOR-01")
    for path in (START_OF_DAY, EVENING_DICE, NUMBNESS, STEADINESS, DILIGENCE)
)
"""The values that morale has besides its step, which begin at nothing."""


def open_scale(play: Play, who: str, sheet: NewSheet) -> NewSheet:
    """WD-MOR-01: morale begins at neutral, and so does every day unless the living situation says otherwise."""
    play.emit(who, TrackOpened(name="morale", track=Track(current=0, minimum=lowest(play), maximum=HIGHEST)))
    return sheet


def lowest(play: Play) -> int:
    """WD-MOR-01, ruling 14: the scale ends four steps below neutral, or five where the campaign plays so."""
    return checks.LOWEST_OF_ALL if play.option("fifth_low_step") else LOWEST


def is_kept(play: Play, who: str) -> bool:
    """WD-NPC-02 to WD-NPC-05: whether a character has morale that moves."""
    return "morale" in play.character(who).tracks


def shift(play: Play, who: str, steps: int, rule: str, *, by_enemy: bool = False) -> None:
    """WD-MOR-04: morale rises or falls by steps, as far as the scale goes: what is high is lost before anything is low.

    Nothing happens to those whose morale is not kept. WD-MOR-11: what an enemy takes may fall short.
    """
    if not is_kept(play, who):
        return
    if by_enemy and steps < 0:
        steps = min(0, steps + play.value(who, STEADINESS).total)
    _settle_at(play, who, checks.morale(play, who) + steps, rule)


def is_held(play: Play, who: str, wound: str) -> bool:
    """WD-MOR-07: whether low morale keeps this wound from healing tonight."""
    return any(HeldData.of(condition).wound == wound for condition in play.where(who, "conditions", HELD).values())


def evening(play: Play, who: str) -> None:
    """WD-MOR-07, WD-MOR-08: at the end of the day low morale holds back what the night would restore, and high morale
    may find time."""
    if not is_kept(play, who):
        return
    _hold_back(play, who, checks.CAPS.get(checks.felt(play, who)))
    dice = checks.COUNTS_AS.get(checks.morale(play, who))
    if dice is not None:
        _find_time(play, who, dice + play.value(who, EVENING_DICE).total)


def _hold_back(play: Play, who: str, number: int | None) -> None:
    """WD-MOR-07, ruling 18: each exhausted dot and each injury by a die of its own; a dot that is held stays exhausted
    until a later night, for which it is rolled again."""
    with play.citing("WD-MOR-07"):
        for name in exhausted_dots(play, who):
            anchor = AtMoment(moment=FULL_NIGHT, subject=who, passing=_rolled_back(play, who, name, number))
            if play.character(who).modifiers[name].until != anchor:
                play.emit(who, ModifierChanged(name=name, until=anchor))
        for name in _injuries(play, who):
            if _rolled_back(play, who, name, number):
                wound = WhilePresent(path=f"{who}.wounds.{name}")
                until = UntilFirst(of=(AtMoment(moment=DAY_START, subject=who), wound))
                conditions.gain(play, who, HELD, until=until, wound=name)


def _rolled_back(play: Play, who: str, name: str, number: int | None) -> int:
    """1 where the die says that it is not recovered this night, else 0."""
    if number is None:
        return 0

    def judged(_: int, total: int) -> str:
        return "held" if total >= number else "recovers"

    return int(play.roll(who, f"{HELD}/{name}", "1d6", target=number, judge=judged).outcome == "held")


def _injuries(play: Play, who: str) -> list[str]:
    wounds = play.character(who).wounds
    return sorted(name for name in wounds if not wounds[name].slot.startswith("item/"))


def _find_time(play: Play, who: str, dice: int) -> None:
    """WD-MOR-08, WD-MOR-09: any six gives a slot of downtime, one in a night at most, for rest, company or paperwork;
    ruling 112: it lapses with the downtime phase that it is for."""
    with play.citing("WD-MOR-08"):
        rolled = play.roll(who, "evening", f"{dice}d6>=6", target=1)
        has_slot = any(card.provenance == "morale" for card in play.where(who, "cards", SLOT).values())
        if rolled.outcome == "success" and not has_slot:
            phase_ends = AtMoment(moment=DOWNTIME_END, passing=int(last_night(play)))
            until = UntilFirst(of=(AtMoment(moment=DAY_END, subject=who), phase_ends))
            slot = Card(kind=SLOT, title="time of one's own", provenance="morale", state="light", expires=until)
            play.emit(who, CardGained(name=play.new_id("slot"), card=slot))


def morning(play: Play, who: str) -> None:
    """WD-MOR-10: when downtime is over, morale is where the day starts for them, whether it was higher or lower."""
    settle_at_start(play, who, "WD-MOR-10")


def settle_at_start(play: Play, who: str, rule: str) -> None:
    """WD-MOR-10, WD-DOWN-02: morale is where the day starts for them."""
    if is_kept(play, who):
        _settle_at(play, who, play.value(who, START_OF_DAY).total, rule)


def _settle_at(play: Play, who: str, step: int, rule: str) -> None:
    before = checks.morale(play, who)
    moved = min(HIGHEST, max(lowest(play), step)) - before
    with play.citing(rule):
        pools.shift(play, who, "morale", moved)


@command("Say how a character lives, and with it where their morale starts each day.")
def settle_in(play: Play, command: SettleIn) -> None:
    """WD-MOR-06: the living situation says where morale starts each day, from the next one on."""
    if abs(command.starts_at) > FURTHEST_START:
        sentence = text(
            "Luxury and misery move the start of a day by up to {furthest_start} steps, not {starts_at}.",
            furthest_start=FURTHEST_START,
            starts_at=command.starts_at,
        )
        play.refuse("WD-MOR-06", sentence)
    override(play, command.who, START_OF_DAY, Constant(value=command.starts_at), title=command.situation)


@command("A power, an attack or an event raises or lowers a character's morale.", scene=True)
def move_morale(play: Play, command: MoveMorale) -> None:
    """WD-MOR-04: a power, an attack or an event moves morale."""
    shift(play, command.who, command.by, "WD-MOR-04", by_enemy=command.by_enemy)


@command("Reward a personal success with morale, which lasts for the day.")
def reward_morale(play: Play, command: RewardMorale) -> None:
    """WD-MOR-12: a success lifts morale; the lift is gone when the next day starts, or when it is spent."""
    with play.citing("WD-MOR-12"):
        play.emit(command.who, Awarded(name="morale", amount=command.steps, data={"success": command.success}))
    shift(play, command.who, command.steps, "WD-MOR-12")


@command(
    "An emotion tells a character how to act: their player complies, or defies it at a loss of morale.",
    actor="who",
    scene=True,
)
def stir_emotion(play: Play, command: StirEmotion) -> None:
    """WD-MOR-05: comply with an emotion, or defy it and lose two steps of morale the first time, one each later time."""
    who, effect = command.who, command.effect.casefold()
    moods = play.where(who, "conditions", EMOTION)
    names = (
        name
        for name, mood in sorted(moods.items())
        if (EmotionData.of(mood).effect, mood.source) == (effect, command.by)
    )
    mood = next(names, None) or conditions.gain(play, who, EMOTION, source=command.by, effect=effect)
    first = play.character(who).conditions[mood].level == 0
    cost = FIRST_DEFIANCE if first else LATER_DEFIANCE
    steps = STEPS if cost > 1 else STEP
    prompt = f"{command.effect}: comply, or defy it at a loss of morale ({cost} {steps})?"
    with play.citing("WD-MOR-05"):
        if play.ask(EMOTION, who, ("comply", "defy"), "comply", prompt, about=who) == "defy":
            conditions.worsen(play, who, mood)
            shift(play, who, -cost, "WD-MOR-05", by_enemy=True)


WINDOWS = {EFFORT_BEGUN: (open_scale,)}

OPTIONS = (
    OptionSpec(
        name="fifth_low_step",
        default=False,
        choices=(False, True),
        text="Whether morale has a fifth low step, which caps at 2 and at which nobody functions.",
        rules=("WD-MOR-01", "WD-RULING-14"),
    ),
)


MOMENTS = {DAY_END: (evening,), DAY_START: (morning,)}

"""Flaws: they are triggered by the Editor-in-Chief or activated by the others, played out, or negated for a Plot Point."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.instance_fields import takes_one_of
from domain.kit import conditions, counters
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.naming import find, new_name
from domain.kit.rolls import addend
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.anchors import UntilSceneEnds
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Trait, TraitGained
from domain.vocabulary.log import Noted
from systems.freeform.fields import Key, Word
from systems.rotted_capes.points.points import check_hero, earn, spend
from systems.rotted_capes.windows import ROLLING, Trial

FLAW: Final = "flaw"
WEAKNESS: Final = "weakness"
"""The kinds of traits that flaws and weaknesses are."""

FLAWED: Final = "flawed"
"""A condition of a hero whose flaw has taken effect: its tag says whether it was triggered or activated."""
TRIGGERED: Final = "triggered"
ACTIVATED: Final = "activated"
"""Also a counter of the activations of a scene."""

Penalty = Annotated[int, Meta(ge=0, le=20, description="What it takes from rolls while it has taken effect")]
On = Annotated[
    Literal["all", "attack", "challenge", "check", "save", "initiative"],
    Meta(description="Which rolls it takes that from"),
]
Effect = Annotated[str, Meta(min_length=1, max_length=300, description="What it does to them, a number or a deed")]


class EnterFlaw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A flaw or weakness stands on a hero's sheet."""

    who: CharacterRef
    title: Annotated[Word, Meta(description="What it is called")]
    weakness: Annotated[bool, Meta(description="Whether it is a weakness, which no Plot Point negates")] = False
    penalty: Penalty = 0
    on: On = "all"


@data_of("traits", FLAW, WEAKNESS)
@data_of("conditions", FLAWED)
class FlawData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The penalty of a flaw to rolls of a purpose, or to all, as long as it has taken effect."""

    penalty: int = 0
    on: str = "all"


class TheFlaw(Command, frozen=True, kw_only=True, omit_defaults=True):
    """One of a hero's flaws is meant."""

    who: CharacterRef
    flaw: Annotated[
        Key, Meta(description="The trait's name, or its kind where there is only one", extra=takes_one_of("traits"))
    ]


class PlayOut(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Play out a flaw: as its player proposed, or stronger."""

    who: CharacterRef
    effect: Effect
    verdict: Annotated[Literal["accepted", "stronger"], Meta(description="What was made of the player's proposal")] = (
        "accepted"
    )
    advantage: Annotated[bool, Meta(description="Whether it would be of advantage to the hero")] = False


class OfHero(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero's player decides."""

    who: CharacterRef


@command("Enter a flaw or weakness of a hero.")
def enter_flaw(play: Play, command: EnterFlaw) -> None:
    """RC-PP-07, RC-EARN-04: flaws can be negated, weaknesses cannot; what they take from rolls is theirs."""
    data = FlawData(penalty=command.penalty, on=command.on)
    give(play, command.who, command.title, data, weakness=command.weakness)


def give(play: Play, who: str, title: str, data: FlawData, *, weakness: bool = False, entry: str = "") -> None:
    """Put a flaw or weakness on a hero's sheet. `entry` is that of a catalogue."""
    check_hero(play, who)
    trait = Trait(kind=WEAKNESS if weakness else FLAW, title=title, data=data.stored(), catalogue=entry)
    play.emit(who, TraitGained(name=new_name(play, title), trait=trait))


@command("Trigger a hero's flaw or weakness: it takes effect.", scene=True)
def trigger_flaw(play: Play, command: TheFlaw) -> None:
    """RC-PP-07, RC-RULING-12: let a flaw take effect until it is negated or played out, or the scene ends."""
    _take_effect(play, command, TRIGGERED)


@command("Activate the flaw of another player's hero; its player accepts or declines.", by="player", scene=True)
def activate_flaw(play: Play, command: TheFlaw) -> None:
    """RC-EARN-02, RC-EARN-03, RC-RULING-12: one accepted activation a scene; declining costs and earns nothing."""
    who = command.who
    check_hero(play, who)
    if not play.deed.is_gm and play.deed.member == owner_of(play, who):
        play.refuse("RC-EARN-02", "This hero is your own; the Editor-in-Chief or another player activates their flaws.")
    if counters.times(play, who, ACTIVATED):
        play.refuse("RC-EARN-02", "A flaw of theirs was activated in this scene already; wait for the next one.")
    _named(play, command)
    prompt = "Do they play out this flaw, for a Plot Point? Declining costs nothing."
    declines = play.ask("activation", who, ("declines", "accepts"), "declines", prompt, about=who) == "declines"
    if not declines or play.option("declined_offers_count"):
        counters.count(play, who, ACTIVATED, until=UntilSceneEnds())
    if declines:
        play.cite("RC-EARN-03")
        return
    with play.citing("RC-EARN-02"):
        _take_effect(play, command, ACTIVATED)


def _named(play: Play, command: TheFlaw) -> Trait:
    """The flaw or weakness that is meant. Absent where nothing on the sheet is one by that name."""
    name = find(play, command.who, "traits", command.flaw)
    trait = play.character(command.who).traits[name]
    if trait.kind not in (FLAW, WEAKNESS):
        play.missing(f"{command.who}.traits.{name}", "This is neither a flaw nor a weakness; name one on their sheet.")
    return trait


def _take_effect(play: Play, command: TheFlaw, how: str) -> None:
    trait = _named(play, command)
    tags = (how, str(trait.kind))
    data = FlawData.read(trait)
    conditions.gain(play, command.who, FLAWED, title=str(trait.title), tags=tags, until=UntilSceneEnds(), data=data)


def trouble(play: Play, who: str, trial: Trial) -> Trial:
    """RC-EARN-04: a flaw that has taken effect takes its number from rolls."""
    for state in conditions.present(play, who, FLAWED).values():
        data = FlawData.of(state)
        if data.on in ("all", trial.purpose):
            trial = trial.with_addends(*addend(state.title, -data.penalty, source="RC-EARN-04"))
    return trial


@command("Say how a flaw shows itself; who accepted its activation earns a Plot Point by it.", scene=True)
def play_out_flaw(play: Play, command: PlayOut) -> None:
    """RC-EARN-02, RC-EARN-04: the Editor-in-Chief takes the player's proposal, or makes it stronger; it never helps."""
    who, (name, tags) = command.who, _in_effect(play, command.who)
    if command.advantage:
        play.refuse("RC-EARN-04", "A flaw is never of advantage to the hero; say what it costs them.")
    with play.citing("RC-EARN-04"):
        play.emit(who, Noted(name="flaw", data={"effect": command.effect, "verdict": command.verdict}))
        conditions.end_one(play, who, name, "played out")
    if ACTIVATED in tags:
        with play.citing("RC-EARN-02"):
            earn(play, who, "a flaw that was played out")


@command("Negate a flaw that has taken effect, for a Plot Point.", by="owner", scene=True)
def negate_flaw(play: Play, command: OfHero) -> None:
    """RC-PP-07, RC-RULING-12: its result is cancelled; an activation that is cancelled earns nothing. Weaknesses stay."""
    name, tags = _in_effect(play, command.who, negated=True)
    if WEAKNESS in tags:
        play.refuse("RC-PP-07", "This is a weakness; only flaws are negated with Plot Points.")
    with play.citing("RC-PP-07"):
        spend(play, command.who, "negate a flaw", str(play.character(command.who).conditions[name].title))
        conditions.end_one(play, command.who, name, "negated")


def _in_effect(play: Play, who: str, *, negated: bool = False) -> tuple[str, tuple[str, ...]]:
    """RC-PP-07: return the flaw of a character that has taken effect, the first one, and what is said of it.

    Where it is to be `negated`, flaws come before weaknesses.
    """
    states = conditions.present(play, who, FLAWED)
    if not states:
        play.missing(f"{who}.conditions", "No flaw of theirs has taken effect.")
    name = min(states, key=lambda each: WEAKNESS in states[each].tags) if negated else next(iter(states))
    return name, tuple(states[name].tags)


WINDOWS: WindowTable = {ROLLING: (trouble,)}

OPTIONS = (
    OptionSpec(
        name="declined_offers_count",
        default=False,
        text="Whether an activation that is declined uses up the one of the scene.",
        rules=("RC-RULING-12",),
    ),
)

"""Demanding Actions: begun in one turn, in effect at the start of the next, and disrupted in between."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.durations import as_long_as, end_of_turn
from domain.play.moments import settle
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from domain.vocabulary.values import PointGained, PointSpent
from systems.rotted_capes.combat import pace
from systems.rotted_capes.combat.actions import DEMANDING, take
from systems.rotted_capes.combat.turns import able
from systems.rotted_capes.moments import TURN_DUE
from systems.rotted_capes.rolls.challenges import save
from systems.rotted_capes.windows import DEALT, HARMED, TARGETED, Attack, Harm, Trial

BURNOUT: Final = "burnout"

IN_EFFECT: Final = "in_effect"
"""A condition of a character who has come to the end of a Demanding Action that is still to be aimed, in this turn."""

LEAST: Final = 10
"""RC-DEM-09: what the save against an interruption has to reach at least, and after a Wound."""
WOUNDED: Final = 25

Burnout = Annotated[int, Meta(ge=0, le=100, description="What it costs in Burnout")]


class BeginDemanding(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Begin a deed that takes effect at the start of one's next turn."""

    who: CharacterRef
    what: Annotated[str, Meta(min_length=1, max_length=200, description="What they do")]
    interruptible: Annotated[bool, Meta(description="Whether hits and damage can disrupt it")] = False
    burnout: Burnout = 0


class Interrupt(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Interrupt a character who is hit or suffers damage while they are at something interruptible."""

    who: CharacterRef
    stamina: Annotated[int, Meta(ge=0, le=100_000, description="The Stamina damage that got through")] = 0
    wound: Annotated[bool, Meta(description="Whether it was a Wound")] = False


@data_of("intents", DEMANDING)
class DemandingData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The Burnout that a Demanding Action has cost, whether it can be disrupted, and whether it is `aimed` at a target
    once it takes effect."""

    interruptible: bool = False
    burnout: int = 0
    aimed: bool = False


@command("Begin a Demanding Action, which takes effect at the start of the next turn.", by="owner", scene=True)
def begin_demanding(play: Play, command: BeginDemanding) -> None:
    """RC-DEM-01, RC-DEM-02, RC-DEM-03, RC-DEM-07: it takes the Action, and its Burnout cost is paid at once."""
    if begin(play, command.who, command.what, interruptible=command.interruptible, burnout=command.burnout):
        _note(play, command.who, "RC-DEM-01", command.what, done=True)


def begin(
    play: Play,
    who: str,
    words: str,
    *,
    what: str = "",
    interruptible: bool = False,
    burnout: int = 0,
    aimed: bool = False,
) -> bool:
    """RC-DEM-01, RC-DEM-02, RC-DEM-05, RC-DEM-07: begin a Demanding Action; refused for who has moved too far. Return whether it takes
    effect at once, as it does where nobody counts turns.

    Refusals call it by its `words`; it is announced as `what`, or by the same words.
    """
    if not able(play, who):
        play.refuse("RC-DEM-05", "They cannot act, so they can begin no Demanding Action.")
    if turns.running(play) is None:
        exert(play, who, burnout)
        return True
    if pace.used(play, who) > pace.unit(play):
        play.refuse("RC-DEM-02", "They have moved more than 1 Area in this turn; a Demanding Action allows no more.")
    take(play, who, words, DEMANDING)
    exert(play, who, burnout)
    data = DemandingData(interruptible=interruptible, burnout=burnout, aimed=aimed).stored()
    due = AtMoment(moment=TURN_DUE, subject=who)
    name = play.new_id(DEMANDING)
    intent = Intent(kind=DEMANDING, what=what or str(words), by=who, due=due, data=data)
    with play.citing("RC-DEM-01"):
        play.emit(who, IntentAnnounced(name=name, intent=intent))
        conditions.gain(play, who, DEMANDING, until=as_long_as(who, "intents", name))
    return False


def exert(play: Play, who: str, burnout: int) -> None:
    """RC-DEM-07: let a character pay what a Demanding Action costs in Burnout."""
    if burnout:
        play.emit(who, PointGained(name=BURNOUT, amount=burnout, rules=("RC-DEM-07",)))


def resolve(play: Play, who: str, name: str) -> None:
    """RC-DEM-01, RC-RULING-31: it takes effect now; a character who cannot act any more has lost it."""
    done = able(play, who)
    rule = "RC-DEM-01" if done else "RC-RULING-31"
    _note(play, who, rule, done=done)
    intent = play.character(who).intents[name]
    if done and DemandingData.of(intent).aimed:
        with play.citing("RC-DEM-01"):
            conditions.gain(play, who, IN_EFFECT, title=intent.what, until=end_of_turn(who))


def _note(play: Play, who: str, rule: str, words: str = "", *, done: bool) -> None:
    play.emit(who, Noted(name="demanding", text=words, data={"takes_effect": done}, rules=(rule,)))


def takes_effect(play: Play, who: str, what: str) -> bool:
    """RC-DEM-01: whether a Demanding Action that is aimed at a target takes effect in this turn; it does so once."""
    for name, state in conditions.present(play, who, IN_EFFECT).items():
        if state.title == what:
            conditions.end_one(play, who, name, "done", rules=("RC-DEM-01",))
            return True
    return False


def expose(play: Play, subject: str, trial: Trial) -> Trial:
    """RC-DEM-06: attackers have Advantage against a character who is at a Demanding Action."""
    if trial.purpose == "attack" and conditions.has(play, subject, DEMANDING):
        return trial.favoured("RC-DEM-06")
    return trial


def interruptible(play: Play, who: str) -> list[str]:
    """Return the names of what a character is at that can be disrupted."""
    intents = play.where(who, "intents", DEMANDING)
    return [name for name in sorted(intents) if DemandingData.of(intents[name]).interruptible]


def difficulty(stamina: int, *, wound: bool) -> int:
    """RC-DEM-09, ruling 32: 25 after a Wound, else half of the Stamina damage that got through, at least 10."""
    return WOUNDED if wound else max(LEAST, stamina // 2)


def disturb(play: Play, who: str, stamina: int, *, wound: bool = False) -> None:
    """RC-DEM-08, RC-DEM-09, RC-DEM-10, RC-DEM-11: save against each hit or damage, or the action is disrupted."""
    for name in interruptible(play, who):
        with play.citing("RC-DEM-08", "RC-DEM-09"):
            trial = Trial(who, "save", "save", difficulty(stamina, wound=wound), "constitution")
            holds = save(play, trial).success
        if not holds:
            _disrupt(play, who, name)


def _disrupt(play: Play, who: str, name: str) -> None:
    """RC-DEM-10, RC-DEM-11, ruling 30: it has no effect, and its Burnout cost is given back."""
    cost = DemandingData.of(play.character(who).intents[name]).burnout
    play.emit(who, IntentEnded(name=name, because="disrupted", rules=("RC-DEM-10",)))
    settle(play, f"{who}.intents.{name}")
    if cost:
        play.emit(who, PointSpent(name=BURNOUT, amount=cost, rules=("RC-DEM-11",)))


def hurt(play: Play, subject: str, harm: Harm) -> Harm:
    """RC-DEM-08: damage calls for a save."""
    disturb(play, subject, harm.dealt.stamina, wound=bool(harm.dealt.wounds))
    return harm


def hit_without_damage(play: Play, _: str, attack: Attack) -> Attack:
    """RC-DEM-08: disturb a Demanding Action by a hit that deals no damage, too."""
    hit = attack.hit
    if not (hit.dice or hit.amount or hit.addends or hit.critical):
        disturb(play, attack.target, 0)
    return attack


@command("A character is hit or hurt while they are at something interruptible.", scene=True)
def interrupt(play: Play, command: Interrupt) -> None:
    """RC-DEM-08: each such event needs a Constitution save of its own."""
    if not interruptible(play, command.who):
        play.refuse(
            "RC-DEM-08", "They are doing nothing that can be interrupted; wait until they begin a Demanding Action."
        )
    disturb(play, command.who, command.stamina, wound=command.wound)


DUE: Final = {DEMANDING: resolve}
WINDOWS: WindowTable = {TARGETED: (expose,), HARMED: (hurt,), DEALT: (hit_without_damage,)}

"""Readying: an action that waits for its trigger, and comes just before it."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import rounds, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.turns import TurnChanged
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.orcus.attacks.basic import basic_attack, can_strike
from systems.orcus.board.places import next_to, others
from systems.orcus.combat.actions import take
from systems.orcus.combat.turns import IMMEDIATE, MOVE, STANDARD, SWIFT
from systems.orcus.combat.turns import READIED as IN_BETWEEN
from systems.orcus.moments import TURN_START
from systems.orcus.sheet.conditions import can_act
from systems.orcus.windows import DECLARED, LEAVING, Step, Strike

READIED: Final = "readied"
STRIKE, WAIT = "attack", "wait"

Words = Annotated[str, Meta(min_length=1, max_length=200)]
Action = Literal["standard", "move", "swift"]
On = Literal["", "attack", "step"]


class Ready(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Prepare an action for a trigger that may come."""

    who: CharacterRef
    action: Annotated[Action, Meta(description="What sort of action it is")] = "standard"
    what: Annotated[Words, Meta(description="The action, in the table's words")]
    trigger: Annotated[Words, Meta(description="What sets it off, in the table's words")]
    on: Annotated[
        On,
        Meta(
            description="What the game itself watches for, to strike at the character who does it: an attack, or a step"
        ),
    ] = ""
    of: Annotated[CharacterRef, Meta(description="Whose attack or step it watches for")] = ""


class TakeReadied(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Take the action that one has readied, as its trigger is about to happen."""

    who: CharacterRef


@data_of("intents", READIED)
class ReadiedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The sort of action that is readied, and the event that the game watches for."""

    action: Action = "standard"
    on: On = ""
    whose: str = ""


@command("Ready an action for something that may happen before one's next turn.", by="owner", scene=True)
def ready(play: Play, command: Ready) -> None:
    """OR-READY-01, OR-READY-04: it costs a standard action, and is lost when the next turn comes."""
    who = command.who
    take(play, who, text("readying an action"))
    for name in play.where(who, "intents", READIED):
        play.emit(who, IntentEnded(name=name, because="readied anew"))
    data = ReadiedData(action=command.action, on=command.on, whose=command.of).stored()
    due = AtMoment(moment=TURN_START, subject=who)
    intent = Intent(kind=READIED, what=command.what, by=who, trigger=command.trigger, due=due, data=data)
    play.emit(who, IntentAnnounced(name=play.new_id(READIED), intent=intent, rules=("OR-READY-01",)))


@command(
    "Take the readied action, just before what sets it off; then pass the turn on to go on with it.",
    by="owner",
    scene=True,
)
def take_readied_action(play: Play, command: TakeReadied) -> None:
    """OR-READY-01, OR-READY-02, OR-READY-03, ruling 36: it interrupts the character who sets it off, and they go on when it is done.

    It is no immediate action. Refused for who cannot act, and while another readied action is carried out.
    """
    who, encounter = command.who, turns.running(play)
    waiting = play.where(who, "intents", READIED)
    if encounter is None or not waiting or turns.acting(play, who):
        play.refuse("OR-READY-01", "They have no action ready that waits for the turns of others.")
        return
    if not can_act(play, who):
        play.refuse("OR-READY-01", "They cannot act, so they cannot take their readied action.")
    active = turns.pace(play, encounter).active
    if not active or any(play.encounter(encounter).order[name].state == IN_BETWEEN for name in active):
        play.refuse("OR-READY-02", "Somebody else takes a readied action; this one comes when that is done.")
        return
    _step_in(play, encounter, who, active[0])


def _step_in(play: Play, encounter: str, who: str, other: str) -> None:
    """OR-READY-02, OR-READY-03: move a character's turn to just before the place that sets off their readied action, for
    the rest of the encounter."""
    name, waiting = turns.place_of(play, who), play.where(who, "intents", READIED)
    if name is None:
        return
    intent = min(waiting)
    action = ReadiedData.of(waiting[intent]).action
    with play.citing("OR-READY-02"):
        play.emit(who, IntentEnded(name=intent, because="taken"))
        rounds.take_in_between(play, encounter, name)
    turns.put_before(play, encounter, name, other)
    left = turns.left(play, who, IMMEDIATE)
    budget = {STANDARD: 0, MOVE: 0, SWIFT: 0, IMMEDIATE: left} | {action: 1}
    play.emit(encounter, TurnChanged(name=name, state=IN_BETWEEN, budget=budget, rules=("OR-READY-03", "OR-READY-05")))


def lose(play: Play, who: str, _name: str) -> None:
    """OR-READY-04: an action that nothing has set off before the next turn is lost."""
    play.emit(who, Noted(name=READIED, data={"lost": True}, rules=("OR-READY-04",)))


def before_attack(play: Play, _: str, strike: Strike) -> Strike:
    """OR-READY-02: let those who waited for an attack of a character strike before it; it is void once its maker cannot
    act."""
    _offer(play, strike.by, "attack")
    return strike if can_act(play, strike.by) else strike._replace(void="OR-READY-02")


def before_step(play: Play, who: str, step: Step) -> Step:
    """OR-READY-02, OR-FORC-01: let those who waited for a step of a character strike before it; whom something else moves, it
    moves whether they can act or not."""
    if step.how not in ("move", "shift"):
        return step
    _offer(play, who, "step")
    return step if can_act(play, who) else step._replace(stopped=True)


def _offer(play: Play, by: str, on: On) -> None:
    """OR-READY-01: ask everybody next to a character who waited for just this, and has something to strike with, whether they
    do so now."""
    for who in others(play, by):
        waiting = play.where(who, "intents", READIED)
        encounter, place = turns.running(play), turns.place_of(play, by)
        if not waiting or encounter is None or place is None or not can_act(play, who):
            continue
        if not next_to(play, who, by) or not can_strike(play, who, by):
            continue
        data = ReadiedData.of(waiting[min(waiting)])
        if (data.on, data.whose) != (on, by) or turns.acting(play, who):
            continue
        prompt = f"{by} is about to do what {who} has waited for: do they strike?"
        if play.ask("readied", who, (STRIKE, WAIT), WAIT, prompt, about=(who, by)) == STRIKE:
            _strike(play, encounter, who, by, place)


def _strike(play: Play, encounter: str, who: str, by: str, place: str) -> None:
    """OR-READY-02, OR-READY-05: carry out a readied attack within what it interrupts, which goes on after it."""
    active = turns.pace(play, encounter).active
    _step_in(play, encounter, who, place)
    turns.spend(play, who, STANDARD)
    basic_attack(play, who, by)
    name = turns.place_of(play, who)
    if name is not None:
        turns.set_state(play, encounter, name, "")
        rounds.mark_acted(play, encounter, name)
    for other in active:
        turns.set_state(play, encounter, other, "")
    turns.pass_to(play, encounter, active)


DUE: Final = {READIED: lose}
WINDOWS: Final[WindowTable] = {DECLARED: (before_attack,), LEAVING: (before_step,)}

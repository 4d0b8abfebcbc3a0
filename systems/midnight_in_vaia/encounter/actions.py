"""Actions: paid for and done, or announced, so that they can be interrupted before they happen."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Text
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.play.moments import come, settle
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import slots
from systems.midnight_in_vaia.encounter.costs import CostText, cost_of
from systems.midnight_in_vaia.fields import Called, Source
from systems.midnight_in_vaia.moments import CHANNEL_ENDS, DIED, LEFT, ROUND_END

ANNOUNCED: Final = "action"
"""The kind of intent that an announced action is."""

CHANNEL: Final = "channel"
"""The kind of intent that an effect is which goes on from round to round, and causes stress at each Upkeep."""

COMBO: Final = "combo"
"""The kind of intent that a combo is until its last part is done."""

UNDER_WAY: Final = (ANNOUNCED, COMBO, "multi-round", CHANNEL)
"""Intents in which a character can be interrupted."""


@data_of("intents", ANNOUNCED)
class UseData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The ability that is used by what was announced, and on whom."""

    ability: str = ""
    target: str = ""


@data_of("intents", CHANNEL)
class ChannelData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The stress of each type that an effect causes at Upkeep."""

    stress: dict[str, int] = {}


class Doing(Data, frozen=True, kw_only=True, omit_defaults=True):
    """An activity, which may be safe from interruption."""

    uninterruptible: bool = False


class Act(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is done, at a `cost` such as 2AS|4RS. One that is `announced` happens when it is resolved."""

    who: CharacterRef
    what: Annotated[Called, Meta(description="What is done")]
    cost: Annotated[CostText, Meta(description="What it costs, such as 2AS or 4RS")] = ""
    announced: Annotated[bool, Meta(description="Whether it is announced, and happens when it is resolved")] = False


class Interrupt(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Interrupt a character's action, so that it does not come to pass."""

    who: CharacterRef
    because: Source = "interrupted"


class HandleTogether(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is handled by `who` and those `alongside`; each of them pays with a command of their own."""

    who: Annotated[CharacterRef, Meta(description="Who handles it")]
    what: Annotated[Called, Meta(description="What is handled")]
    alongside: Annotated[
        tuple[CharacterRef, ...],
        Meta(description="Who handles it as well; each of them pays with a command of their own"),
    ] = ()


class NpcActs(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`what` a non-player character does, `told` in words as well."""

    who: CharacterRef
    what: Annotated[Called, Meta(description="What they do")]
    told: Annotated[Text, Meta(description="How it goes, in words")] = ""


@command(
    "Pay for an action, in Action Slots or Reserved Slots as the phase wants it, and do or announce it.",
    by="owner",
    scene=True,
)
def act(play: Play, command: Act) -> None:
    """MV-ROUND-03, MV-SLOT-02, MV-SLOT-05, MV-SLOT-09, MV-SLOT-10: an action is paid for; its effect is told, unless it
    is announced only."""
    paid = slots.spend(play, command.who, cost_of(command.cost))
    done(play, command.who, command.what, paid, announced=command.announced)


def done(
    play: Play, who: str, what: str, paid: slots.Paid, *, announced: bool = False, use: UseData | None = None
) -> None:
    """Write down an action that was paid for, or that it is to come before the round is over; with it, what it is a use of."""
    used = {} if use is None else use.stored()
    if not announced:
        play.emit(who, Noted(name="action", data={"what": what, "price": paid.price, "slots": paid.amount, **used}))
        return
    due = AtMoment(moment=ROUND_END) if turns.running(play) else None
    intent = Intent(kind=ANNOUNCED, what=what, by=who, paid={paid.pool: paid.amount}, due=due, data=used)
    play.emit(who, IntentAnnounced(name=play.new_id(ANNOUNCED), intent=intent))


def check_nothing_announced(play: Play, who: str, title: str, *, interrupts: tuple[str, ...] | None) -> None:
    """MV-SLOT-11, ruling 47: while what another character has announced is neither resolved nor interrupted, nothing is
    used that is not said to interrupt. An action of several rounds keeps nobody from anything. `interrupts` are those
    whose actions it may come into; None: anybody's."""
    if turns.running(play) is None or interrupts is None:
        return
    for other in turns.present(play):
        if other not in (who, *interrupts) and (names := sorted(play.where(other, "intents", ANNOUNCED))):
            what = play.character(other).intents[names[0]].what
            play.refuse(
                "MV-SLOT-11",
                "{title} is not said to interrupt; resolve or interrupt first what {other} has announced: {what}.",
                title=title,
                other=other,
                what=what,
            )


def under_way(play: Play, who: str) -> tuple[str, ...]:
    """The names of what a character has begun and not finished."""
    return tuple(name for kind in UNDER_WAY for name in sorted(play.where(who, "intents", kind)))


def channels(play: Play, who: str, type: str) -> tuple[str, ...]:
    """The names of the effects that a character keeps up and that cause stress of a type."""
    intents = play.where(who, "intents", CHANNEL)
    return tuple(name for name in sorted(intents) if type in ChannelData.of(intents[name]).stress)


def is_interruptible(play: Play, who: str, name: str) -> bool:
    """MV-MULTI-07: whether an effect can interrupt it; some Multi-Round Actions are said not to be interruptible."""
    return not Doing.of(play.character(who).intents[name]).uninterruptible


def break_off(play: Play, who: str, names: tuple[str, ...], because: str, rule: str) -> None:
    """Break off what a character had begun; what was paid for it stays spent."""
    with play.citing(rule):
        for name in names:
            end(play, who, name, because)


def end(play: Play, who: str, name: str, because: str) -> None:
    """End what a character had begun, whether it is done or not to be."""
    if play.character(who).intents[name].kind == CHANNEL:
        come(play, CHANNEL_ENDS, who)
    play.emit(who, IntentEnded(name=name, because=because))
    settle(play, f"{who}.intents.{name}")


def drop(play: Play, who: str) -> None:
    """MV-RULING-44, MV-MENT-04: end what was announced, and the combos that were begun, of a character who has left or can do
    nothing any more: it neither happens nor holds up others."""
    for kind in ANNOUNCED, COMBO:
        for name in sorted(play.where(who, "intents", kind)):
            end(play, who, name, "unable to finish")


def end_channels(play: Play, who: str) -> None:
    """MV-STRS-07, MV-RULING-44: end the effects that a character who has died kept up."""
    for name in sorted(play.where(who, "intents", CHANNEL)):
        end(play, who, name, "unable to finish")


def interrupt(play: Play, who: str, rule: str) -> None:
    """MV-SLOT-11, MV-SLOT-12: an effect that is said to interrupt ends whatever a character is doing that can be interrupted.

    Refused where they are in the midst of nothing, or of nothing that can be.
    """
    doing = under_way(play, who)
    if not doing:
        play.refuse(
            rule, "They have announced nothing, and no action of theirs goes on; there is nothing to interrupt."
        )
    names = tuple(name for name in doing if is_interruptible(play, who, name))
    if doing and not names:
        play.refuse("MV-MULTI-07", "Their action cannot be interrupted by an effect; let it go on.")
    break_off(play, who, names, "interrupted", rule)


@command("Interrupt what a character has announced or begun; the slots stay spent.", name="interrupt", scene=True)
def interrupt_by_word(play: Play, command: Interrupt) -> None:
    """MV-SLOT-11, MV-MULTI-06, ruling 38: the Story Guide says that something interrupts what a character is doing."""
    doing = under_way(play, command.who)
    if not doing:
        play.refuse("MV-SLOT-11", "They have no action that could be interrupted; wait until they begin one.")
    several = any(play.character(command.who).intents[name].kind == "multi-round" for name in doing)
    break_off(play, command.who, doing, command.because, "MV-MULTI-06" if several else "MV-SLOT-11")


@command("Handle a thing that takes more than one character: one slot of each of them.", by="owner", scene=True)
def handle_together(play: Play, command: HandleTogether) -> None:
    """MV-SLOT-13, ruling 43: let each of several handle for one slot what is otherwise part of another action."""
    others = [other for other in command.alongside if other != command.who]
    with play.citing("MV-SLOT-13"):
        paid = slots.spend(play, command.who, cost_of("1AS|1RS" if others else ""))
        done(play, command.who, command.what, paid)


@command("Record what a non-player character does.", scene=True)
def npc_acts(play: Play, command: NpcActs) -> None:
    """MV-INIT-05, MV-UNC-01, rulings 18 and 44: record a non-player character's deed, which is the Story Guide's to do at any
    time; the dead and the unconscious do nothing."""
    if not people.is_npc(play, command.who):
        play.refuse("MV-INIT-05", "Player characters act with their Action Slots; this is for non-player characters.")
    slots.check_may_act(play, command.who)
    play.emit(
        command.who, Noted(name="npc-action", text=command.told, data={"what": command.what}, rules=("MV-INIT-05",))
    )


MOMENTS: dict[str, tuple[Handler, ...]] = {DIED: (drop, end_channels), LEFT: (drop,)}

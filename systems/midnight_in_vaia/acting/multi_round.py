"""Multi-Round Actions: begun with the slots of one Full Round, completed with those of the next ones."""

from __future__ import annotations

import re
from collections.abc import Container
from typing import Annotated, Final

from msgspec import Meta
from msgspec.structs import replace

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter
from domain.kit.naming import find
from domain.messages import numbered
from domain.play import moments
from domain.play.play import Play
from domain.system import Handler
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAdvanced, IntentAnnounced, IntentChanged, IntentEnded
from systems.freeform.fields import Key, Notation
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import actions, slots
from systems.midnight_in_vaia.fields import Called
from systems.midnight_in_vaia.harm import burnouts, damage, relaxing, stress
from systems.midnight_in_vaia.harm.sensitivities import DamageType
from systems.midnight_in_vaia.moments import CONCLUDED, DIED, LEFT, PASSED_OVER, SLOTS_LOST, TURN_END, TURN_START

MULTI_ROUND: Final = "multi-round"
DAMAGE: Final = "damage"
"""The label of the dice that do damage."""

_SINGLE_DIE: Final = re.compile(r"1?d(\d{1,3})", re.IGNORECASE)

Slots = Annotated[int, Meta(ge=1, le=1_000, description="Action Slots")]
Rolls = Annotated[dict[Key, Notation], Meta(max_length=8, description="Dice by the role they play: damage, stress")]


@data_of("intents", MULTI_ROUND)
class MultiRoundData(actions.Doing, frozen=True, kw_only=True, omit_defaults=True):
    """A Multi-Round Action: its dice by the role they play, the round that is paid for, and whom it harms by what."""

    roll: dict[str, int] = {}
    round: int
    target: str = ""
    harm: DamageType | None = None


class Undertake(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`price` is all that it costs. The dice rolled as `damage` are then done to its `target`, as damage of the type
    that `harm` names; as `stress/mental` (or another type) a Stress Check is rolled."""

    who: CharacterRef
    what: Called
    price: Annotated[Slots, Meta(description="All that it costs")]
    slots: Annotated[Slots, Meta(description="What of it is paid now")]
    rolls: Annotated[
        Rolls, Meta(description="The dice that belong to it; they are rolled now and count in the end")
    ] = {}
    target: Annotated[CharacterRef, Meta(description="Who takes what is rolled as `damage`")] = ""
    harm: Annotated[
        DamageType | None, Meta(description="The type of that damage", extra={"catalogue": "damage-type"})
    ] = None
    uninterruptible: Annotated[bool, Meta(description="Whether no effect can interrupt it")] = False


class GoOn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`action` names one of several."""

    who: CharacterRef
    action: Annotated[Key, Meta(description="Which action, where there are several")] = MULTI_ROUND


@command(
    "Begin a Multi-Round Action: some of its slots and all of its dice now, the rest in the rounds to come.",
    by="owner",
    scene=True,
)
def undertake(play: Play, command: Undertake) -> None:
    """MV-MULTI-03, MV-MULTI-05, MV-MENT-05, MV-VOC-04, MV-STRS-03, MV-STRS-05, rulings 16 and 44: it begins with Action Slots of this round, and its
    dice are rolled now."""
    who = command.who
    payable = _payable(play, who, command.slots)
    burnouts.check_usable(play, who, _stress_in(command.rolls))
    _check_stress_dice(play, command.rolls)
    if command.harm and not (command.target and DAMAGE in command.rolls):
        play.missing(
            "rolls.damage",
            "An action that does harm in the end needs a `target` and dice as `damage`; give both or neither.",
        )
    if command.price <= payable:
        play.refuse(
            "MV-MULTI-03",
            numbered(
                "{count} slot is enough for that in this round: act, and it is done at once.",
                "{count} slots are enough for that in this round: act, and it is done at once.",
                payable,
            ),
        )
    with play.citing("MV-MULTI-03"):
        slots.take(play, who, "action", min(payable, command.slots))
    doing = MultiRoundData(
        roll=_activate(play, who, command.rolls),
        round=_round(play),
        target=command.target,
        harm=command.harm,
        uninterruptible=command.uninterruptible,
    )
    intent = Intent(
        kind=MULTI_ROUND,
        what=command.what,
        by=who,
        paid={"action": command.slots},
        remaining=max(0, command.price - command.slots),
        data=doing.stored(),
    )
    play.emit(who, IntentAnnounced(name=play.new_id(MULTI_ROUND), intent=intent, rules=("MV-MULTI-03",)))


def _check_stress_dice(play: Play, rolls: dict[str, str]) -> None:
    """MV-STRS-03, MV-STRS-05: a Stress Check (v:X) is a single die, and none is milder than (v:20)."""
    for type in _stress_in(rolls):
        die = _SINGLE_DIE.fullmatch(rolls[f"stress/{type}"])
        if die is None:
            play.refuse("MV-STRS-03", "A Stress Check is a single die, to which nothing is added; write it as 1d20.")
            return
        stress.check_demands((stress.Demand(type=type, check=int(die[1])),))


def _activate(play: Play, who: str, rolls: dict[str, str]) -> dict[str, int]:
    """MV-MULTI-05, MV-STRS-08, rulings 16 and 24: return what the dice show that are rolled at activation. A Stress Check
    among them is a use of its type from now on."""
    with play.citing("MV-MULTI-05"):
        rolled = {
            label: play.roll(who, "multi-round", dice, title=label).total for label, dice in sorted(rolls.items())
        }
    for type in _stress_in(rolled):
        relaxing.begin_anew(play, who, type)
    return rolled


def _payable(play: Play, who: str, wanted: int) -> int:
    """The unspent Action Slots of a character in their Active Phase, of which so many are to be spent."""
    if not turns.acting(play, who):
        play.refuse("MV-MULTI-03", "It takes Action Slots; begin it in their own Active Phase.")
    slots.check_able(play, who)
    available = slots.slots_left(play, who, "action")
    if wanted > available:
        sentence = numbered(
            "There is {count} Action Slot left to begin with.",
            "There are {count} Action Slots left to begin with.",
            available,
        )
        play.refuse("MV-MULTI-03", sentence)
    return available


def _round(play: Play) -> int:
    encounter = turns.running(play)
    return 0 if encounter is None else turns.pace(play, encounter).round


@command("Go on with a Multi-Round Action; with its last slot it takes effect.", by="owner", scene=True)
def go_on(play: Play, command: GoOn) -> None:
    """MV-MULTI-03, MV-MULTI-07, MV-MULTI-08, MV-MENT-05, MV-VOC-04: the slots gained in this round go into it; with the last of them it takes
    effect, by the dice rolled at activation."""
    who = command.who
    name = find(play, who, "intents", command.action)
    intent = play.character(who).intents[name]
    if intent.kind != MULTI_ROUND:
        play.refuse("MV-MULTI-03", "Only a Multi-Round Action can be continued; announce one first.")
    if _is_paid_this_round(play, intent):
        play.refuse("MV-MULTI-03", "It goes on with the slots of the next Full Round.")
    burnouts.check_usable(play, who, _stress_in(MultiRoundData.of(intent).roll))
    spent = min(intent.remaining, _payable(play, who, min(1, intent.remaining)))
    with play.citing("MV-MULTI-03"):
        slots.take(play, who, "action", spent)
        play.emit(who, IntentAdvanced(name=name, amount=spent))
        play.emit(
            who,
            IntentChanged(
                name=name,
                paid={"action": intent.paid.get("action", 0) + spent},
                data=replace(MultiRoundData.read(intent), round=_round(play)).stored(),
            ),
        )
    if intent.remaining <= 0:
        _conclude(play, who, name)


def _is_paid_this_round(play: Play, intent: Intent) -> bool:
    return MultiRoundData.of(intent).round == _round(play)


def _conclude(play: Play, who: str, name: str) -> None:
    """MV-MULTI-07, MV-MULTI-08: the last slot is spent; what was rolled at activation is applied now."""
    intent = play.character(who).intents[name]
    with play.citing("MV-MULTI-07", "MV-MULTI-08"):
        doing = MultiRoundData.read(intent)
        rolled = MultiRoundData.changes(roll=dict(sorted(doing.roll.items())))
        play.emit(who, Noted(name="concluded", data={"what": intent.what, **rolled}))
        checks = _checks(doing.roll)
        burnt = stress.judge(play, who, checks)
        if not burnouts.forestall(play, who, burnt):
            _take_effect(play, who, doing)
        burnouts.follow(play, who, tuple(checks), burnt)
        moments.come(play, CONCLUDED, who)
        if name in play.character(who).intents:
            play.emit(who, IntentEnded(name=name, because="done"))
            moments.settle(play, f"{who}.intents.{name}")


def _checks(rolled: dict[str, int]) -> dict[people.Stress, int]:
    """Return the results of the Stress Checks that were rolled at activation, by type."""
    return {type: rolled[f"stress/{type}"] for type in _stress_in(rolled)}


def _stress_in(labels: Container[str]) -> tuple[people.Stress, ...]:
    """Return the types of stress for which there is a check among the dice of these labels."""
    return tuple(type for type in people.STRESS if f"stress/{type}" in labels)


def _take_effect(play: Play, who: str, doing: MultiRoundData) -> None:
    """MV-MULTI-08: the damage that was rolled at activation is done now."""
    if doing.target and doing.harm and DAMAGE in doing.roll:
        damage.inflict(play, doing.target, max(0, doing.roll[DAMAGE]), doing.harm, by=who)


def _check_on(play: Play, who: str) -> None:
    """MV-MULTI-04, ruling 38: break off actions of a character who cannot pay in this Active Phase what it normally could;
    what was paid is lost."""
    if not turns.acting(play, who):
        return
    available = slots.slots_left(play, who, "action")
    for name, intent in _waiting(play, who).items():
        if available < min(intent.remaining, play.value(who, people.NORMAL_SLOTS).total):
            actions.break_off(play, who, (name,), "too few slots", "MV-MULTI-04")


def _leave_off(play: Play, who: str) -> None:
    """MV-MULTI-03: break off the actions that were not gone on with in the phase in which they could be."""
    actions.break_off(play, who, tuple(_waiting(play, who)), "not gone on with", "MV-MULTI-03")


def _fail(play: Play, who: str) -> None:
    """MV-MULTI-04, ruling 38: the dead, the unconscious and those who have left finish nothing."""
    doing = tuple(sorted(play.where(who, "intents", MULTI_ROUND)))
    actions.break_off(play, who, doing, "unable to finish", "MV-MULTI-04")


def _waiting(play: Play, who: str) -> dict[str, Intent]:
    """The Multi-Round Actions of a character that were begun in an earlier round and not paid for in this one."""
    doing = sorted(play.where(who, "intents", MULTI_ROUND).items())
    return {name: intent for name, intent in doing if not _is_paid_this_round(play, intent)}


MOMENTS: dict[str, tuple[Handler, ...]] = {
    TURN_START: (_check_on,),
    SLOTS_LOST: (_check_on,),
    TURN_END: (_leave_off,),
    PASSED_OVER: (_fail,),
    LEFT: (_fail,),
    DIED: (_fail,),
}

"""Delaying: a turn that is taken later in the round."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import rounds, turns
from domain.kit.commands import command
from domain.play.moments import come, come_due, hanging_on
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, at_moment, parts
from domain.vocabulary.turns import TurnChanged, TurnEntry
from systems.orcus.combat.actions import has_acted
from systems.orcus.combat.maintaining import lose_unpaid
from systems.orcus.combat.sides import InitiativeData, hostile
from systems.orcus.combat.turns import DELAYED, FLOW
from systems.orcus.harm.resistance import VULNERABILITY
from systems.orcus.moments import ROUND_END, TURN_END, TURN_OVER
from systems.orcus.sheet.lapsing import TEMPORARY, lapse_with_effects

BOON: Final = "boon"
"""The tag of a condition that does good to the character who is in it."""


class Delay(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Put off one's turn."""

    who: CharacterRef
    count: (
        Annotated[int, Meta(ge=-100, le=200, description="The lower count of initiative at which they act")] | None
    ) = None


class TakeDelayed(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Take the turn that one has put off."""

    who: CharacterRef


@command(
    "Delay: take the turn later in the round, at a count that is named or when one chooses.", by="owner", scene=True
)
def delay(play: Play, command: Delay) -> None:
    """OR-DELAY-01, OR-DELAY-05, OR-DELAY-06, ruling 35: put off the turn; effects that hang on its end are lost or come
    later."""
    who, encounter, name = command.who, turns.running(play), turns.place_of(play, command.who)
    if encounter is None or name is None or not turns.acting(play, who):
        play.refuse("OR-DELAY-01", "It is not their turn in a fight; they can delay when it is.")
        return
    if has_acted(play, who):
        play.refuse("OR-DELAY-05", "They have taken an action in this turn, and so cannot delay it any more.")
    entry = play.encounter(encounter).order[name]
    if command.count is not None and command.count >= entry.initiative:
        play.refuse(
            "OR-DELAY-01", "Name a count of initiative below {initiative}, or none.", initiative=entry.initiative
        )
    with play.citing("OR-DELAY-06"):
        for each in turns.subjects(play, encounter, name):
            lose_unpaid(play, each, "delayed")
            _lose_boons(play, each)
        lapse_with_effects(play)
    if command.count is None:
        rounds.put_off(play, encounter, name, FLOW)
        return
    same = [one.tiebreak for one in play.encounter(encounter).order.values() if one.initiative == command.count]
    last = min(same, default=turns.STEP) - turns.STEP
    play.emit(
        encounter,
        TurnChanged(name=name, initiative=command.count, tiebreak=last, state=DELAYED, rules=("OR-DELAY-02",)),
    )
    rounds.go_on(play, encounter, FLOW)


@command("Take a turn that was put off, once the turn that is on has ended.", by="owner", scene=True)
def take_delayed_turn(play: Play, command: TakeDelayed) -> None:
    """OR-DELAY-01, OR-DELAY-02, OR-DELAY-04: it comes next, interrupts nobody, and its count is theirs from now on."""
    encounter, name = turns.running(play), turns.place_of(play, command.who)
    if encounter is None or name is None or play.encounter(encounter).order[name].state != rounds.WAITING:
        play.refuse("OR-DELAY-01", "They have delayed no turn in this round; delay one first.")
        return
    order, after = play.encounter(encounter).order, _last_on(play, encounter)
    taken = {one.tiebreak for one in order.values() if one.initiative == after.initiative}
    tiebreak = next(each for each in range(after.tiebreak - 1, after.tiebreak - turns.STEP, -1) if each not in taken)
    play.emit(
        encounter,
        TurnChanged(
            name=name,
            initiative=after.initiative,
            tiebreak=tiebreak,
            state=rounds.INTERRUPTED,
            data=InitiativeData.changes(waits=None),
            rules=("OR-DELAY-02", "OR-DELAY-04"),
        ),
    )


def _last_on(play: Play, encounter: str) -> TurnEntry:
    """OR-DELAY-04: return the place after which a delayed turn comes: the one whose turn is on, or goes on after a readied action."""
    order, active = play.encounter(encounter).order, turns.pace(play, encounter).active
    names = turns.in_order(play, encounter)
    return order[[name for name in names if name in active or order[name].state == rounds.INTERRUPTED][-1]]


def _lose_boons(play: Play, who: str) -> None:
    """OR-DELAY-06: end the effects that do a character good until the end of this turn, as they delay."""
    for hanging in hanging_on(play, (who,), at_moment(TURN_END, who)):
        ends_now = AtMoment(moment=TURN_END, subject=who) in parts(hanging.anchor)
        if ends_now and _is_boon(play, who, hanging.component, hanging.name):
            come_due(play, hanging, "delayed")


def _is_boon(play: Play, who: str, component: str, name: str) -> bool:
    """Whether an effect does a character good: a bonus, temporary hit points, or a condition that an ally or a boon brought."""
    instance = getattr(play.character(who), component)[name]
    if component == "modifiers":
        harms = instance.path.startswith(f"{VULNERABILITY}.")
        return isinstance(instance.amount, int) and instance.amount > 0 and not harms
    if component == "intents":
        return bool(instance.kind == TEMPORARY)
    source = str(getattr(instance, "source", ""))
    ally = play.exists(source) if source.startswith("character/") else False
    return BOON in getattr(instance, "tags", ()) or (ally and not hostile(play, who, source))


def wasted(play: Play, _: str) -> None:
    """OR-DELAY-03, ruling 35: a turn that is not taken by the end of the round is over then, and the initiative stays as it was."""
    encounter = turns.running(play)
    if encounter is None:
        return
    for name in turns.in_order(play, encounter):
        if play.encounter(encounter).order[name].state == rounds.WAITING:
            with play.citing("OR-DELAY-03"):
                for who in turns.subjects(play, encounter, name):
                    come(play, TURN_END, who)
                    come(play, TURN_OVER, who)
                rounds.mark_acted(play, encounter, name)
                play.emit(encounter, TurnChanged(name=name, state="", data=InitiativeData.changes(waits=None)))


MOMENTS: Final = {ROUND_END: (wasted,)}

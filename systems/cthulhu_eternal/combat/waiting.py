"""Wait: an action held back, and used before another character acts."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, under_way
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.undertakings import Intent, IntentAnnounced
from systems.cthulhu_eternal.combat import counts
from systems.cthulhu_eternal.combat.actions import HELD, has_action, hinder, out_of_turn
from systems.cthulhu_eternal.moments import COUNT


class Wait(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`what` is the action that is held, in a few words; it binds nobody."""

    who: CharacterRef
    what: Annotated[str, Meta(description="The action that is held, in a few words; it binds nobody")] = ""


class ComeIn(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """With the action that was held."""

    who: CharacterRef


@command("Hold back the turn's action, to use it before one's next count.", by="owner", scene=True)
def wait(play: Play, command: Wait) -> None:
    """CE-ACT-32, ruling 50: the action is held, until the count comes again; then it is lost."""
    who, encounter = command.who, under_way(play)
    hinder(play, who, "wait")
    if not turns.acting(play, who):
        out_of_turn(play, who, "CE-ACT-32")
    place = turns.place_of(play, who)
    if place is None or counts.is_extra(play, who) or not has_action(play, who):
        play.refuse("CE-TURN-05", "They have no action of this turn left that could be held.")
        return
    due = UntilFirst(of=(AtMoment(moment=COUNT, subject=who), UntilEncounterEnds(encounter=encounter)))
    intent = Intent(kind=HELD, what=command.what or "action", by=who, due=due)
    with play.citing("CE-ACT-32"):
        turns.spend(play, who, counts.ACTION)
        play.emit(who, IntentAnnounced(name=HELD, intent=intent))


@command("Come in with a held action, before the next one.", by="owner", scene=True)
def come_in(play: Play, command: ComeIn) -> None:
    """CE-ACT-32, CE-ACT-33: the held action comes immediately before the next one, and never into one that has
    begun."""
    who, encounter = command.who, under_way(play)
    if HELD not in play.character(who).intents:
        play.refuse("CE-ACT-32", "They hold no action; to hold one, wait when their count comes.")
    hinder(play, who, "wait")
    order, here = play.encounter(encounter).order, turns.pace(play, encounter).active
    if any(order[name].kind == counts.EXTRA for name in here):
        play.refuse("CE-ACT-33", "Another held action is being taken; take this one before the next turn begins.")
    to_act = any(counts.to_act(order[name]) for name in here)
    if to_act and any(order[name].state == counts.ACTED for name in here):
        play.refuse("CE-ACT-33", "What happens on this count has begun and is not resolved; come in after it.")
    if to_act:
        for name in here:
            turns.set_state(play, encounter, name, counts.INTERRUPTED)
    else:
        counts.end_count(play, encounter)
    _enter(play, encounter, who)


def _enter(play: Play, encounter: str, who: str) -> None:
    """A place of its own, for this one action."""
    with play.citing("CE-ACT-33"):
        name = play.new_id(HELD)
        turns.enter(play, encounter, who, name=name, kind=counts.EXTRA, state=counts.HAS_COME)
        turns.pass_to(play, encounter, (name,))

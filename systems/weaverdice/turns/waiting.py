"""Waiting: a turn that is put off until what its owner expects happens."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.kit.fights import InEncounter, under_way
from domain.kit.rounds import put_off, take_in_between
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, UntilEncounterEnds, UntilFirst
from domain.vocabulary.base import Audience
from domain.vocabulary.data import Data
from domain.vocabulary.log import Noted
from domain.vocabulary.undertakings import Intent, IntentAnnounced, IntentEnded
from systems.weaverdice.sheet import effort
from systems.weaverdice.turns import actions, fights

WAIT: Final = "wait"
"""The kind of the intent: `trigger` is what is expected, `what` the response to it."""

Plan = Annotated[str, Meta(min_length=1, max_length=300, description="In a few words")]


@data_of("intents", WAIT)
class WaitData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The character whom another waits for."""

    whom: str


class Wait(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """`expects` says what is to happen, `whom` who is expected to do it, if it is a character, and `response` what is
    done then.

    A `hidden` expectation only its owner and the game master know of, until it comes true.
    """

    who: CharacterRef
    expects: Annotated[Plan, Meta(description="What is to happen")]
    response: Annotated[Plan, Meta(description="What is done then")]
    whom: Annotated[CharacterRef, Meta(description="Who is expected to do it, if it is a character")] = ""
    hidden: Annotated[
        bool, Meta(description="Whether only its owner and the game master know of it, until it comes true")
    ] = False


class ActNow(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Take the turn that was put off, as what was expected happens."""

    who: CharacterRef


@command("Spend 1 Focus to put off the turn until an expected event happens.", by="owner", scene=True)
def wait(play: Play, command: Wait) -> None:
    """WD-WAIT-01, WD-WAIT-03, WD-ACT-09, WD-EFF-09, ruling 123: 1 Focus puts off one's turn, with all that is left of
    it, until an event happens.

    When one's own place comes up again before that, the turn that was put off is lost.
    """
    who, encounter = command.who, under_way(play)
    place = turns.place_of(play, who)
    if place is None:
        play.refuse("WD-WAIT-01", "They take no part in this fight; only a turn in it can be put off.")
        return
    if not turns.acting(play, who):
        play.refuse("WD-WAIT-01", "It is not their turn; only one's own turn can be put off.")
        return
    fights.check_able(play, who)
    if actions.left(play, who) < 1:
        play.refuse("WD-WAIT-01", "Nothing is left of the turn; there is nothing to put off.")
    effort.spend(play, who, "focus", "WD-WAIT-01")
    due = UntilFirst(of=(AtMoment(moment="turn_start", subject=who), UntilEncounterEnds(encounter=encounter)))
    intent = Intent(
        kind=WAIT,
        what=command.response,
        by=who,
        trigger=command.expects,
        due=due,
        audience=_owner(play, who) if command.hidden else "all",
        data=WaitData(whom=command.whom).stored(),
    )
    with play.citing("WD-WAIT-01"):
        play.emit(who, IntentAnnounced(name=play.new_id(WAIT), intent=intent))
        put_off(play, encounter, place, fights.FLOW)


@command("What a character waited for happens: they take the turn that they put off.", by="owner", scene=True)
def act_now(play: Play, command: ActNow) -> None:
    """WD-WAIT-01, WD-WAIT-02: take the turn that was put off just before what was expected happens.

    One's place moves to just before the one who was waited for, or before the character whose turn it is.
    """
    who, encounter = command.who, under_way(play)
    waits = play.where(who, "intents", WAIT)
    place = turns.place_of(play, who)
    if not waits or place is None:
        play.missing(f"{who}.intents.{WAIT}", "They are not waiting; there is no wait to end.")
    fights.check_able(play, who)
    name = min(waits)
    whom = WaitData.of(waits[name]).whom
    plan = {"expected": waits[name].trigger, "response": waits[name].what}
    with play.citing("WD-WAIT-02"):
        play.emit(who, Noted(name=WAIT, data=plan))
        play.emit(who, IntentEnded(name=name, because="it happened"))
        turns.act_before(play, who, whom or _whose_turn(play, encounter))
        take_in_between(play, encounter, place)


def _owner(play: Play, who: str) -> Audience:
    owner = owner_of(play, who)
    return "gm" if owner == "gm" else (owner,)


def _whose_turn(play: Play, encounter: str) -> str:
    active = turns.pace(play, encounter).active
    return next((who for name in active for who in turns.subjects(play, encounter, name)), "")

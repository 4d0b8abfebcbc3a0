"""Fights: encounters that begin, that creatures join and leave, and that end with all effects that were to last as long."""

from __future__ import annotations

from domain.commands import Command, EncounterRef
from domain.kit.turns import pace, running
from domain.messages import either, text
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import UntilEncounterEnds
from domain.vocabulary.turns import EncounterBegun, Pace, TurnPassed

ORDER = "turn-order"
"""The word by which what is out of turn is refused."""


class InEncounter(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A command about one encounter; left out, it is the envelope's."""

    encounter: EncounterRef = ""


def fight(play: Play) -> str:
    """Return the encounter that the command is about. Refused where neither it nor its envelope names one."""
    if play.deed.encounter is None:
        raise Refused("encounter", "Say which encounter is meant: its handle as `encounter`.")
    play.encounter(play.deed.encounter)
    return play.deed.encounter


def under_way(play: Play) -> str:
    """Return the encounter that the command is about. Refused where it is not under way, with the game's way to begin one."""
    encounter = fight(play)
    if running(play) is None:
        own = play.system.replacements.get("begin", ())
        how = text(", with {own}", own=either(type.partition(".")[2] for type in own)) if own else ""
        raise Refused(ORDER, "The fight is not under way; begin it first{how}.", how=how)
    return encounter


def begin(play: Play, encounter: str, active: tuple[str, ...] = (), phase: str = "") -> None:
    """Begin the first round of an encounter, with the turn of those at the `active` places, if anybody's."""
    if "now" in play.encounter(encounter).pace:
        play.emit(encounter, TurnPassed(name="now", round=1, active=active, state="running"))
    else:
        play.emit(
            encounter, EncounterBegun(name="now", pace=Pace(round=1, phase=phase, active=active, state="running"))
        )


def end(play: Play, encounter: str) -> None:
    """End an encounter, and all effects in the campaign that were to last as long. Refused where it is not under way."""
    if pace(play, encounter).state != "running":
        raise Refused(ORDER, "The encounter is not under way; begin it first.")
    play.emit(encounter, TurnPassed(name="now", state="ended", active=()))
    moments.end_all(play, moments.everyone(play), UntilEncounterEnds, "the encounter is over", encounter)


def check_not_over(play: Play, encounter: str) -> None:
    """Refuse an act in an encounter that has ended."""
    if pace(play, encounter).state == "ended":
        raise Refused(ORDER, "This fight is over; create another encounter for the next one.")

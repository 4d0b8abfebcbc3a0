"""Taking turns, as most games do: whoever comes next in the order acts, from the highest initiative down."""

from __future__ import annotations

from domain.commands import Command, EncounterRef
from domain.events.scene import TurnPassed
from domain.play.moments import come
from domain.play.play import Play

TURN_OPENING, TURN_START, TURN_END, EXTRA_TURN_START = "turn_opening", "turn_start", "turn_end", "extra_turn_start"


class InFight(Command, frozen=True, kw_only=True, forbid_unknown_fields=True):
    encounter: EncounterRef


def in_order(play: Play, encounter: str) -> list[str]:
    """The names of the turn entries as they act; those that delay or hold wait outside."""
    order = play.encounter(encounter).order
    return sorted((n for n in order if not order[n].state), key=lambda n: (-order[n].initiative, -order[n].tiebreak, n))


def next_turn(play: Play, command: InFight) -> None:
    """The turn that is on ends, and the next one begins: in the first place again with a new round."""
    end_turn(play, command.encounter)
    following = upcoming(play, command.encounter)
    if following is None:
        new_round(play, command.encounter)
        following = in_order(play, command.encounter)[0]
    begin_turn(play, command.encounter, following)


def end_turn(play: Play, encounter: str) -> None:
    for name in play.encounter(encounter).pace["now"].active:
        come(play, TURN_END, subject_of(play, encounter, name))


def upcoming(play: Play, encounter: str) -> str | None:
    """Who comes after those who act now, or None where the round is over."""
    names, acting = in_order(play, encounter), play.encounter(encounter).pace["now"].active
    later = names[names.index(acting[-1]) + 1 :] if acting else names
    return next(iter(later), None)


def new_round(play: Play, encounter: str) -> None:
    play.emit(encounter, TurnPassed(name="now", round=play.encounter(encounter).pace["now"].round + 1))


def begin_turn(play: Play, encounter: str, name: str) -> None:
    """What was begun before comes about at the opening, before anything ends with the start of the turn."""
    play.emit(encounter, TurnPassed(name="now", active=(name,)))
    subject = subject_of(play, encounter, name)
    if play.encounter(encounter).order[name].kind == "extra":
        come(play, EXTRA_TURN_START, subject)
    else:
        come(play, TURN_OPENING, subject)
        come(play, TURN_START, subject)


def subject_of(play: Play, encounter: str, name: str) -> str:
    return str(play.encounter(encounter).order[name].subject)

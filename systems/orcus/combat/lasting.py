"""Lasting effects: the five usual durations, and what goes on after a fight."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.kit import durations, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter, fight
from domain.play.moments import come
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AnyAnchor
from systems.freeform.fields import Word
from systems.orcus.combat.turns import end_of_next_turn
from systems.orcus.moments import TURN_END, TURN_OVER, TURN_START
from systems.orcus.sheet.conditions import grant

Duration = Literal["target end", "target start", "user end", "user start", "save"]

DURATIONS: Final[dict[Duration, tuple[str, str]]] = {
    "target end": (TURN_END, "target"),
    "user end": (TURN_END, "user"),
    "target start": (TURN_START, "target"),
    "user start": (TURN_START, "user"),
    "save": (TURN_END, "target"),
}
"""OR-DUR-01: the usual durations: the moment of a turn, and whose; a save is rolled at the end of each, and ends it."""


class LayEffect(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Lay an effect that lasts on another character."""

    target: CharacterRef
    by: CharacterRef
    what: Annotated[Word, Meta(description="The condition, or the table's word for it")]
    duration: Annotated[Duration, Meta(description="Whose next turn ends it, and where in it; or a save")] = "save"


def lasting(play: Play, duration: Duration, target: str, user: str) -> AnyAnchor:
    """OR-DUR-01, OR-DUR-02, ruling 70: return what an effect hangs on; a turn in progress is never the next one."""
    moment, whose = DURATIONS[duration]
    who = target if whose == "target" else user
    if duration == "save":
        return durations.save_ends(who)
    return durations.next_turn(who) if moment == TURN_START else end_of_next_turn(play, who)


@command("Lay an effect on a character for one of the usual durations.", scene=True)
def lay_effect(play: Play, command: LayEffect) -> None:
    """OR-DUR-01, OR-COND-12, OR-KEY-04: it lasts until a turn of the target or the user begins or ends, or until the target saves."""
    until = lasting(play, command.duration, command.target, command.by)
    grant(play, command.target, command.what, until, command.by)


@command(
    "Let a round of 6 seconds go by after a fight, for characters who still have to save, burn or are dying.",
    scene=True,
)
def pass_round(play: Play, _: InEncounter) -> None:
    """OR-DUR-02, ruling 68: after a fight what is shaken off by saves goes on, first as a turn begins and then as it ends."""
    encounter = fight(play)
    if turns.pace(play, encounter).state != "ended":
        raise Refused("turn-order", "The fight is not over; its turns are passed on with next_turn.")
    order = turns.in_order(play, encounter)
    everybody = dict.fromkeys(
        who for name in order for who in turns.subjects(play, encounter, name) if play.exists(who)
    )
    for moment in (TURN_START, TURN_END, TURN_OVER):
        for who in everybody:
            come(play, moment, who)

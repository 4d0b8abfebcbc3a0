"""Stances: ways of fighting that last from round to round, one at a time."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef
from domain.kit import conditions, durations, turns
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, WhilePresent
from systems.orcus.combat.turns import in_own_turn
from systems.orcus.moments import HELPLESS
from systems.orcus.powers.records.reading import Reading
from systems.orcus.sheet.lapsing import lapse_with_effects

STANCE: Final = "stance"
"""The tag of powers that are stances, and the state of a character who is in one; its title is the power's."""


class OfUser(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """The fields that commands about a character's own powers share."""

    who: CharacterRef


def enter(play: Play, who: str, reading: Reading) -> WhilePresent:
    """OR-STNC-01, OR-STNC-02, OR-STNC-03: enter a stance, which ends the one before; the anchor of its benefits.

    It lasts until its end, another stance, or until its user is helpless.
    """
    until = AtMoment(moment=HELPLESS, subject=who)
    name = conditions.replace(play, who, STANCE, "another stance", until=until, title=reading.power.name)
    lapse_with_effects(play)
    return durations.as_long_as(who, "conditions", name)


@command("End your stance without entering another one.", by="owner", scene=True)
def end_stance(play: Play, command: OfUser) -> None:
    """OR-STNC-02, ruling 65: a stance is ended in one's own turn, without an action."""
    if turns.running(play) is not None and not in_own_turn(play, command.who):
        play.refuse("OR-STNC-02", "A stance is ended in one's own turn; wait for it.")
    if not conditions.end(play, command.who, STANCE, "ended"):
        play.refuse("OR-STNC-02", "They are in no stance.")
    lapse_with_effects(play)

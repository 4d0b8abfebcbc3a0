"""Escape: getting out from under the character who pins one."""

from __future__ import annotations

from typing import Final

from msgspec import field

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from systems.cthulhu_eternal import people, states
from systems.cthulhu_eternal.combat import counts, holds, standing
from systems.cthulhu_eternal.combat.actions import take
from systems.cthulhu_eternal.tests import STAT_TIMES, Tested, overcomes, test

STRUGGLE: Final = "struggle"
"""The kind of the intent that is an escape not yet applied."""

STRENGTH, UNARMED = "str", "unarmed_combat"


@data_of("intents", STRUGGLE)
class StruggleData(standing.RolledData, frozen=True, kw_only=True, omit_defaults=True):
    """The roll of an escape, whom it overcomes, and whether nobody is left who pins them."""

    beaten: str = field(name="of")
    free: bool


class Escape(Command, frozen=True, kw_only=True, omit_defaults=True):
    """From everybody who pins them."""

    who: CharacterRef


@command("Try to get free from a pin, by STR x5 or Unarmed Combat.", by="owner", scene=True)
def escape(play: Play, command: Escape) -> None:
    """CE-ACT-17, CE-ACT-18, CE-ACT-19, CE-ACT-20, CE-ACT-30, ruling 3: one roll against each who pins them; a tie gets
    nobody free."""
    who = command.who
    pinners = holds.pinners_of(play, who)
    if not pinners:
        play.missing(f"{who}.conditions.{states.PINNED}", "Nobody pins them; there is nothing to escape from.")
    take(play, who, "escape")
    with play.citing("CE-ACT-17"):
        tried = struggle(play, who, "escape")
    beaten = [one for one in pinners if overcomes(play, tried, _grip(play, one, who))]
    rolled = {"roll": tried.total, "outcome": tried.outcome, "chance": tried.chance}
    free = len(beaten) == len(pinners)
    with play.citing("CE-ACT-19" if free else "CE-ACT-20"):
        counts.together(play, who, STRUGGLE, got_out, StruggleData, beaten=" ".join(beaten), free=free, **rolled)


def got_out(play: Play, who: str, data: StruggleData) -> None:
    """CE-ACT-19: free a character from all whom they overcame; once free, the same roll defends until their next action."""
    for pinner in data.beaten.split():
        holds.release(play, pinner, "escaped", who)
    if data.free:
        standing.stand(play, who, standing.ESCAPING, standing.read(data))


def struggle(play: Play, who: str, label: str) -> Tested:
    """CE-ACT-17, CE-ACT-18: the better of STR x5 and Unarmed Combat."""
    strength, unarmed = STAT_TIMES * people.stat(play, who, STRENGTH), people.skill(play, who, UNARMED)
    of = UNARMED if unarmed >= strength else STRENGTH
    return test(play, who, label, max(strength, unarmed), of=of)


def _grip(play: Play, pinner: str, who: str) -> Tested:
    """CE-ACT-18: the attack of this turn on whom they pin, if there was one, else their own struggle to hold on."""
    with play.citing("CE-ACT-18"):
        return standing.attack_on(play, pinner, who) or struggle(play, pinner, "hold")


DUE = {STRUGGLE: counts.as_due(got_out, StruggleData)}

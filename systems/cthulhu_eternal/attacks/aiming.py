"""Aim: a turn given up for a better shot in the next one."""

from __future__ import annotations

from typing import Final

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.kit.data import data_of
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment, SimpleAnchor, UntilEncounterEnds, UntilFirst
from domain.vocabulary.data import Data
from domain.vocabulary.log import Contribution
from systems.cthulhu_eternal.attacks.windows import ROLLING, Strike
from systems.cthulhu_eternal.combat import counts
from systems.cthulhu_eternal.combat.actions import take
from systems.cthulhu_eternal.moments import ACTION, HARMED, TURN_END

AIMED: Final = "aimed"
"""The condition of a character who has a bonus to the first attack of their own in the turn after `data.turn`."""

BONUS: Final = 20


@data_of("conditions", AIMED)
class AimData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The turn in which a character aimed."""

    turn: int = 0


class Aim(Command, frozen=True, kw_only=True, omit_defaults=True):
    """For the attack in the next turn."""

    who: CharacterRef


@command("Give up this turn to aim: +20% to the attack in the next one.", by="owner", scene=True)
def aim(play: Play, command: Aim) -> None:
    """CE-ACT-01, CE-ACT-02: the whole action goes on it; harm, or the end of the next turn, undoes it. Where nobody fights, the
    next turn is the next action, or the first turn of a fight."""
    who = command.who
    take(play, who, "aim")
    conditions.end(play, who, AIMED, "aimed anew")
    ends: list[SimpleAnchor] = [AtMoment(moment=HARMED, subject=who)]
    encounter = turns.running(play)
    if encounter is None:
        ends += [AtMoment(moment=ACTION, subject=who, passing=1), AtMoment(moment=TURN_END)]
    else:
        ends += [AtMoment(moment=TURN_END, passing=1), UntilEncounterEnds(encounter=encounter)]
    with play.citing("CE-ACT-01", "CE-ACT-02"):
        conditions.gain(play, who, AIMED, until=UntilFirst(of=tuple(ends)), turn=counts.turn_number(play))


def use(play: Play, who: str) -> tuple[Contribution, ...]:
    """CE-ACT-01, rulings 45 and 57: what aiming adds to the attack, called shot, disarm or pin that is made now as an action
    of one's own; it is used up by it."""
    aims = play.where(who, "conditions", AIMED)
    if not any(_counts(play, AimData.of(aims[name]).turn) for name in sorted(aims)):
        return ()
    with play.citing("CE-ACT-01"):
        conditions.end(play, who, AIMED, "used")
    return (Contribution(label="aim", amount=BONUS, source=AIMED),)


def spend(play: Play, _: str, strike: Strike) -> Strike:
    """CE-ACT-01: an attack that is an action of one's own has what aiming adds."""
    if strike.manner.free:
        return strike
    added = use(play, strike.by)
    return strike._replace(given=(*strike.given, *added), once=(*strike.once, *(one.label for one in added)))


def _counts(play: Play, aimed_in: int) -> bool:
    """In the turn of aiming itself it does nothing yet."""
    now = counts.turn_number(play)
    return now == 0 or now > aimed_in


WINDOWS = {ROLLING: (spend,)}

"""Percentile dice: a number from 1 to 100 of two ten-sided dice."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.kit.commands import command
from domain.kit.rolls import Throw, roll, without_dice
from domain.play.play import Play
from systems.orcus.fields import Because


class RollPercentile(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Roll for a number from 1 to 100."""

    who: CharacterRef
    because: Because = ""


@command("Roll percentile dice: one for the tens, one for the ones.", by="owner")
def roll_percentile(play: Play, command: RollPercentile) -> None:
    """OR-CORE-03: the die for the tens is declared before, the other gives the ones, and two zeros are 100."""
    percentile(play, command.who)


def percentile(play: Play, who: str) -> int:
    """OR-CORE-03: return a number from 1 to 100; a 10 on a die is its zero."""
    tens, ones = (roll(play, Throw(who, f"percentile/{digit}", "1d10")).total % 10 for digit in ("tens", "ones"))
    number = 10 * tens + ones or 100
    return without_dice(play, Throw(who, "percentile"), number, "the tens and the ones", rules=("OR-CORE-03",)).total

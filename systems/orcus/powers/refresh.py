"""Refresh: powers of monsters that are used up, and available again once the right number comes up."""

from __future__ import annotations

from typing import Final

from domain.kit.rolls import Throw, roll
from domain.play.play import Play
from systems.orcus.moments import TURN_START
from systems.orcus.powers.known import all_known, is_expended, regain
from systems.orcus.powers.records.reading import refresh_of
from systems.orcus.sheet.conditions import is_dead


def refresh(play: Play, who: str) -> None:
    """OR-MON-05: at each later turn a die is rolled for every power that was used; where its number comes up, it is there again.

    The dead take no turn, though one goes by for what is counted by them.
    """
    if is_dead(play, who):
        return
    for name, reading in all_known(play, who).items():
        if reading.power.frequency == "refresh" and is_expended(play, who, name):
            sides, numbers = refresh_of(reading.power.refresh)
            with play.citing("OR-MON-05"):
                if roll(play, Throw(who, "refresh", f"1d{sides}", about=name)).natural in numbers:
                    regain(play, who, name)


MOMENTS: Final = {TURN_START: (refresh,)}

"""The coup de grace: an attack on a helpless target next to the attacker."""

from __future__ import annotations

from typing import Final

from domain.kit.rolls import judge_again
from domain.play.play import Play
from systems.orcus.board.places import next_to
from systems.orcus.combat.sides import hostile
from systems.orcus.sheet.conditions import is_helpless
from systems.orcus.windows import HIT, Strike


def coup_de_grace(play: Play, who: str, strike: Strike) -> Strike:
    """OR-ACT-07, OR-ACT-08, ruling 56: with a standard action, a hit on a helpless adjacent opponent is critical, and may kill."""
    helpless = is_helpless(play, who) and hostile(play, strike.by, who) and next_to(play, strike.by, who)
    if not strike.attack.standard or not helpless or strike.tried is None:
        return strike
    play.cite("OR-ACT-07")
    tried = strike.tried
    if not strike.critical:
        roll = judge_again(play, tried.roll, "critical", "a coup de grace", rules=("OR-ACT-08",))
        tried = tried._replace(roll=roll)
    return strike._replace(tried=tried, critical=True, deadly=True)


WINDOWS: Final = {HIT: (coup_de_grace,)}

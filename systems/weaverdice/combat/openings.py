"""Openings: an attack out of turn, which an opening pays for."""

from __future__ import annotations

from domain.play.play import Play
from systems.weaverdice.combat.windows import DECLARED, Volley
from systems.weaverdice.turns import opportunity_attacks


def strike(play: Play, who: str, volley: Volley) -> Volley:
    """WD-ACT-09, WD-MOVE-04: an attack of opportunity takes no action, but an opening."""
    command = volley.command
    if volley.paid or not command.opportunity:
        return volley
    if len(command.targets) > 1 or command.strikes > 1 or command.full or command.focused:
        play.refuse("WD-MOVE-04", "An attack of opportunity is one plain strike at one target.")
    opportunity_attacks.use(play, who, command.targets[0], ranged=volley.arm.weapon.ranged)
    return volley._replace(paid=True)


WINDOWS = {DECLARED: (strike,)}

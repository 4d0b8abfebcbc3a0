"""Dread: what the Frightened roll worse at, and that nobody goes nearer to what they are afraid of."""

from __future__ import annotations

from typing import Final

from domain.play.play import Play
from systems.rotted_capes.combat.areas import area_of, between, distance
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.sheet.conditions import FRIGHTENED, MILD, FrightenedData, tagged
from systems.rotted_capes.windows import ROLLING, Purpose, Trial

SHAKEN: Final[dict[Purpose, str]] = {
    "attack": "attack",
    "check": "check",
    "challenge": "challenge",
    "initiative": "check",
}
"""RC-COND-07, RC-INIT-08: the rolls that fear bears upon, by purpose; initiative is a check."""


def shaken(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-07: hamper a character who sees what they fear; a Mild fright bears upon the rolls that were named alone."""
    roll = SHAKEN.get(trial.purpose, "")
    if not roll:
        return trial
    afraid = any(
        sees(play, who, fright.target) and (not tagged(fright, MILD) or roll in FrightenedData.of(fright).rolls.split())
        for fright in play.where(who, "conditions", FRIGHTENED).values()
    )
    return trial.hampered("RC-COND-07") if afraid else trial


def check_step(play: Play, who: str, area: str) -> None:
    """RC-COND-07: refuse to go nearer to a character who is feared, as long as they are seen."""
    for fright in play.where(who, "conditions", FRIGHTENED).values():
        now = distance(play, who, fright.target)
        if now is None or not sees(play, who, fright.target):
            continue
        then = between(play, area, area_of(play, fright.target))
        if then is not None and then < now:
            play.refuse("RC-COND-07", "They are Frightened, and don't go nearer to what they fear of their own will.")


WINDOWS: Final = {ROLLING: (shaken,)}

"""Dread: nobody goes nearer to what they are afraid of."""

from __future__ import annotations

from domain.kit.maps.areas import areas_apart
from domain.kit.maps.positions import areas_of
from domain.play.play import Play
from systems.rotted_capes.combat.areas import area_of, distance, encounter_of
from systems.rotted_capes.combat.light import sees
from systems.rotted_capes.sheet.conditions import FRIGHTENED


def check_step(play: Play, who: str, area: str) -> None:
    """RC-COND-07: refuse to go nearer to a character who is feared, as long as they are seen."""
    encounter = encounter_of(play)
    for fright in play.where(who, "conditions", FRIGHTENED).values():
        now = distance(play, who, fright.target)
        if encounter is None or now is None or not sees(play, who, fright.target):
            continue
        then = areas_apart(areas_of(play, encounter), {area}, {area_of(play, fright.target)})
        if then is not None and then < now:
            play.refuse("RC-COND-07", "They are Frightened, and don't go nearer to what they fear of their own will.")

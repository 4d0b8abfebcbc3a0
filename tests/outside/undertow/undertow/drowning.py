"""Drowning: who has no breath left below."""

from typing import Final

from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.bodies import Condition, ConditionEnded, ConditionGained
from undertow.tides import SURFACED, TIDE, divers_below

DROWNING: Final = "drowning"
LOST: Final = "lost"


def drown(play: Play, _: str) -> None:
    """UT-HARM-04, UT-HARM-05: who has no breath when a tide turns drowns until they surface; a tide later they are lost."""
    for who in divers_below(play):
        if play.character(who).tracks["breath"].current or play.where(who, "conditions", LOST):
            continue
        drowning = list(play.where(who, "conditions", DROWNING))
        with play.citing("UT-HARM-05" if drowning else "UT-HARM-04"):
            for name in drowning:
                play.emit(who, ConditionEnded(name=name, because="lost"))
            suffers = LOST if drowning else DROWNING
            until = None if drowning else AtMoment(moment=SURFACED, subject=who)
            play.emit(who, ConditionGained(name=play.new_id(suffers), condition=Condition(what=suffers, until=until)))


MOMENTS: Final = {TIDE: (drown,)}

"""Burrowing: who digs through what, and what is left behind."""

from __future__ import annotations

from typing import Final, Literal

from domain.play.play import Play
from domain.vocabulary.log import Noted
from systems.rotted_capes.combat import pace

Soil = Literal["loose", "packed", "any"]

LEAST: Final[dict[Soil, int]] = {"loose": 1, "packed": 21, "any": 30}
"""RC-MODE-12: the power score from which a character burrows through it."""


def trace_of(score: int) -> str:
    """RC-MODE-12, RC-RULING-24: return what burrowing leaves: nothing to speak of, a tunnel, or no sign at all."""
    if score >= LEAST["any"]:
        return "no sign"
    return "tunnel" if score >= LEAST["packed"] else ""


def check_soil(play: Play, who: str, soil: Soil) -> None:
    """RC-MODE-12, RC-MODE-13: refuse who has no power to burrow, and soil that theirs does not get through."""
    if not pace.is_powered(play, who, "burrow"):
        play.refuse("RC-MODE-13", "Only a power or trait lets somebody burrow in a fight; they have none.")
    score = play.value(who, "attributes.power").total
    if score < LEAST[soil]:
        play.refuse("RC-MODE-12", "It takes a power score of {least} to burrow through this.", least=LEAST[soil])
    play.emit(who, Noted(name="burrowed", data={"soil": soil, "trace": trace_of(score)}, rules=("RC-MODE-12",)))

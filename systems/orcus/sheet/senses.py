"""Senses in checks: a check fails without the sense that it needs."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.log import Contribution
from systems.orcus.sheet.conditions import BLINDED, DEAFENED, hears, sees
from systems.orcus.windows import ROLLING, Trial

SIGHT: Final = "sight"
HEARING: Final = "hearing"
"""The tags of checks that need one of these senses."""

PERCEPTION: Final = "perception"
"""The tag of Perception checks."""

_DULLED: Final = -10


def dulled(play: Play, who: str) -> tuple[Contribution, ...]:
    """OR-COND-03, OR-COND-06: return the penalties of blindness and deafness to Perception, passive as well."""
    blind = _DULLED if has(play, who, BLINDED) else 0
    deaf = _DULLED if has(play, who, DEAFENED) else 0
    return (*addend("blinded", blind, source="OR-COND-03"), *addend("deafened", deaf, source="OR-COND-06"))


def senseless(play: Play, who: str, trial: Trial) -> Trial:
    """OR-COND-03, OR-COND-06: checks that need a sense fail without it, and Perception is worse."""
    if trial.purpose not in ("skill", "ability"):
        return trial
    if SIGHT in trial.tags and not sees(play, who):
        return trial._replace(failed="OR-COND-03")
    if HEARING in trial.tags and not hears(play, who):
        return trial._replace(failed="OR-COND-06")
    return trial.with_addends(*dulled(play, who)) if PERCEPTION in trial.tags else trial


WINDOWS: Final = {ROLLING: (senseless,)}

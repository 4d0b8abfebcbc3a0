"""Mercy: attacks against a character who can't defend themselves, from within their Area."""

from __future__ import annotations

from typing import Final

from domain.kit.conditions import has
from domain.play.play import Play
from systems.rotted_capes.combat.areas import apart
from systems.rotted_capes.sheet.conditions import HELPLESS, UNCONSCIOUS
from systems.rotted_capes.windows import TARGETED, Trial


def finished(play: Play, who: str, trial: Trial) -> Trial:
    """RC-COND-16, rulings 28 and 46: from their own Area each hit on the Unconscious and the Helpless is critical."""
    helpless = trial.purpose == "attack" and has(play, who, UNCONSCIOUS, HELPLESS)
    return trial._replace(deadly="RC-COND-16") if helpless and not apart(play, who, trial.who) else trial


WINDOWS: Final = {TARGETED: (finished,)}

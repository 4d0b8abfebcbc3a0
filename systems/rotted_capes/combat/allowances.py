"""Allowances: the features of a sheet with what each costs to use, and what they allow to be done as."""

from __future__ import annotations

from typing import Final

from domain.kit import turns
from domain.kit.data import data_of
from domain.messages import text
from domain.play.play import Play
from domain.vocabulary.data import Data
from systems.rotted_capes.combat.actions import Cost
from systems.rotted_capes.combat.areas import area_of

FEATURE: Final = "feature"
HOVER: Final = "hover"
"""The kinds of trait that a feature is: any, and one that lets its owner stay in the air without moving."""

_WITHOUT: Final = {
    "bonus": ("RC-TURN-04", text("Nothing lets them do this as a Bonus Action; take it as an Action.")),
    "reaction": ("RC-REAC-01", text("Nothing lets them do this as a Reaction; take it as an Action.")),
}
"""The refusals where no feature of a sheet lets its owner do something as that, by rule and sentence."""


@data_of("traits", FEATURE, HOVER)
class FeatureData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The sort of a feature, what it costs to use, and when a Bonus Action of it is due."""

    sort: str = "power"
    activation: str = "passive"
    interruptible: bool = False
    burnout: int = 0
    first: bool = False


def check_cost(play: Play, who: str, cost: Cost) -> None:
    """RC-TURN-04, RC-REAC-01, RC-DEM-01: refuse an attack as a Bonus Action or a Reaction that no feature of the attacker allows.

    The Editor-in-Chief may allow it. Where no map says who leaves an Area, players say so by such an attack. A Demanding Action
    is not over at once.
    """
    if cost == "demanding" and turns.running(play) is not None:
        play.refuse("RC-DEM-01", "A Demanding Action takes effect at the start of the next turn; begin it first.")
    elif cost in _WITHOUT and not play.deed.is_gm and not _lets(play, who, cost):
        if cost == "reaction" and not area_of(play, who):
            return
        play.refuse(*_WITHOUT[cost])


def _lets(play: Play, who: str, cost: Cost) -> bool:
    """Whether a feature on a character's sheet is used as a Bonus Action or a Reaction, whichever is asked for."""
    features = (trait for kind in (FEATURE, HOVER) for trait in play.where(who, "traits", kind).values())
    return any(FeatureData.of(trait).activation == cost for trait in features)

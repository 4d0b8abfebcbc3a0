"""The Kill Radius of what has a Lethality rating: whom it catches, and the roll of its own that it has for each."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.kit import conditions
from domain.play.play import Play
from domain.vocabulary.maps import Position
from systems.cthulhu_eternal.combat.distances import apart, position
from systems.cthulhu_eternal.harm import damage, protection
from systems.cthulhu_eternal.tests import digits

SPARED: Final = "spared"
"""CE-LETH-13: whom the next Kill Radius passes by."""


class Deadly(NamedTuple):
    """A Lethality roll: the harm if it does not kill, and whether it does."""

    hit: damage.Hit
    succeeded: bool


def roll(play: Play, hit: damage.Hit, target: str, rating: int) -> Deadly:
    """CE-LETH-01, CE-LETH-02, CE-LETH-03, CE-LETH-04, CE-LETH-05: percentile dice against the rating, which a critical hit
    doubles; above it their sum is the damage, and no result is special. By CE-LETH-09 it is damage
    dice instead. A huge creature takes the rating, and nothing is rolled."""
    if protection.stage(play, target) == protection.HUGE:
        return Deadly(hit._replace(dice="", amount=rating), succeeded=False)
    if play.option(damage.LETHALITY_BY_DICE):
        with play.citing("CE-LETH-09"):
            dealt = play.roll(hit.by or target, "damage", damage.lethal_dice(rating), about=target).total
        return Deadly(hit._replace(dice="", amount=dealt), succeeded=False)
    chance = rating * 2 if hit.critical else rating
    with play.citing("CE-LETH-01"):
        rolled = play.roll(
            hit.by or target,
            "lethality",
            "1d100",
            about=target,
            target=chance,
            judge=lambda _, total: "success" if total <= chance else "failure",
        )
    return Deadly(hit._replace(dice="", amount=sum(digits(rolled.total))), rolled.outcome == "success")


def caught(play: Play, target: str, radius: int, others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """CE-LETH-06, CE-LETH-07, CE-LETH-08, CE-LETH-13, ruling 21: return everybody within the Kill Radius around the
    target, its edge included, but for the spared: they are passed by, this once."""
    return tuple(who for who in reached(play, target, radius, others) if not (radius and _passed_by(play, who)))


def reached(play: Play, target: str, radius: int, others: tuple[str, ...] = ()) -> tuple[str, ...]:
    """CE-LETH-07, ruling 21: return the characters whom the map shows within the radius, a square being a yard, and the `others` that are named."""
    if not radius:
        return (target,)
    centre, mapped = position(play, target), []
    if centre is not None and play.deed.encounter is not None:
        positions = play.encounter(play.deed.encounter).positions
        near = [place for name in sorted(positions) if _is_within(place := positions[name], centre, radius)]
        mapped = [place.subject for place in near if place.subject and play.exists(place.subject)]
    return tuple(dict.fromkeys((target, *mapped, *others)))


def _passed_by(play: Play, who: str) -> bool:
    if not conditions.has(play, who, SPARED):
        return False
    with play.citing("CE-LETH-13"):
        conditions.end(play, who, SPARED, "passed by")
    return True


def _is_within(one: Position, centre: Position, radius: int) -> bool:
    yards = apart(one, centre)
    return yards is not None and yards <= radius

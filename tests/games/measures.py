"""How the rolls of our games are to be read: whether the numbers of a roll fit its outcome."""

from __future__ import annotations

from domain.vocabulary.log import Rolled

WON, LOST = frozenset({"success", "critical"}), frozenset({"failure", "fumble"})


def over(roll: Rolled, target: int) -> bool:
    """A success reaches its target."""
    return roll.outcome not in WON | LOST or (roll.outcome in WON) == (roll.total >= target)


def under(roll: Rolled, target: int) -> bool:
    """A success does not pass its target; a test succeeds with 1 and fails with 100 whatever the target."""
    always = {1: True, 100: False}.get(roll.total)
    return roll.outcome not in WON | LOST or (roll.outcome in WON) in (roll.total <= target, always)


def over_or_natural_20(roll: Rolled, target: int) -> bool:
    """A success reaches its target; a critical hit is one whatever it reaches, where the die that counts shows 20."""
    natural = any(kept and (sides, value) == (20, 20) for sides, value, kept in roll.dice)
    return (roll.outcome == "critical" and natural) or over(roll, target)


MEASURES = {
    "weaverdice": over,
    "midnight-in-vaia": over,
    "cthulhu-eternal": under,
    "rotted-capes": over_or_natural_20,
}

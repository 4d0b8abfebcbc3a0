"""Money: what a cape pays for things."""

from __future__ import annotations

from domain.kit import pools
from domain.play.play import Play


def pay(play: Play, who: str, dollars: int, rule: str) -> None:
    """Pay for goods or services. Refused by `rule` where there is too little; those whose money is not kept pay
    nothing."""
    tracks = play.character(who).tracks
    if dollars <= 0 or "money" not in tracks:
        return
    if tracks["money"].current < dollars:
        play.refuse(
            rule,
            "This costs ${dollars}, and there is ${money}; earn or ask for the rest.",
            dollars=dollars,
            money=tracks["money"].current,
        )
    pools.shift(play, who, "money", -dollars)

"""Money: what a cape pays for things."""

from __future__ import annotations

from domain.kit import pools
from domain.play.play import Play


def pay(play: Play, who: str, dollars: int, rule: str) -> None:
    """Pay for something. Refused by `rule` where there is too little; those whose money is not kept pay nothing."""
    tracks = play.character(who).tracks
    if dollars <= 0 or "money" not in tracks:
        return
    if tracks["money"].current < dollars:
        play.refuse(rule, f"This costs ${dollars}, and there is ${tracks['money'].current}; earn or ask for the rest.")
    pools.shift(play, who, "money", -dollars)

"""Damage: from the amount to the hit points that it takes."""

from __future__ import annotations

from domain.kit import pools
from domain.play.play import Play
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.windows import HARMED, HARMING, Dealt, Harm

HP, TEMPORARY = "hp", "temporary_hp"


def inflict(play: Play, harm: Harm) -> Dealt:
    """OR-HP-05, OR-DMG-01, OR-THP-01: damage upon somebody, and what became of it. The dead are not harmed.

    What halves, lowers or raises it minds the window of harm (`HARMING`); what it leads to minds that of the harmed.
    """
    if is_dead(play, harm.target):
        return Dealt()
    harm = HARMING.open(play, harm.target, harm)
    if harm.averted:
        return harm.dealt
    amount = max(0, harm.amount)
    sort = " ".join(harm.types)
    temporary = pools.lose(play, harm.target, TEMPORARY, amount, harm=sort)
    lost = pools.lose(play, harm.target, HP, amount - temporary, harm=sort, below=True)
    return HARMED.open(play, harm.target, harm._replace(amount=amount, dealt=Dealt(lost, temporary))).dealt

"""Keepsakes: a reputation that was used, which the press may bring back before the next day."""

from __future__ import annotations

from typing import Final

from domain.kit.data import data_of
from domain.kit.naming import whole
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Card, CardGained
from systems.weaverdice.fame.circles import of_type
from systems.weaverdice.moments import DAY_START
from systems.weaverdice.sheet.stats import KEEPING

KIND: Final = "spent_reputation"
"""Cards that were reputation until they were used; they go when the new day starts."""

FLEETING: Final = frozenset({"fan", "fans' favour"})
"""WD-FOL-03: origins of reputation that is always spent on use."""


@data_of("cards", "reputation", KIND)
class ReputationData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The source of a reputation, the number from which it is kept, whose it is beside its holder, and to whom it does
    not matter."""

    origin: str = ""
    kept_from: int = 0
    group: str = ""
    rejected: dict[str, str] = {}


class PerkData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The number from which a perk keeps reputation."""

    keeps_reputation_from: int | None = None


def remember(play: Play, owner: str, card: str) -> None:
    """WD-FOL-02: let a character with journalists try to keep a reputation that they spent that day (ruling 60)."""
    spent: Card = whole(play, owner, "cards", card)
    if ReputationData.of(spent).origin in FLEETING or not of_type(play, owner, "journalist"):
        return
    kept = Card(
        kind=KIND,
        title=spent.title,
        provenance=spent.provenance,
        exclusive_to=spent.exclusive_to,
        users=spent.users,
        counters=spent.counters,
        data=ReputationData.read(spent).stored(),
        expires=AtMoment(moment=DAY_START, subject=owner),
    )
    play.emit(owner, CardGained(name=f"{card}/spent", card=kept))


def perk_of(play: Play, who: str) -> int:
    """WD-REP-11, ruling 133: the number from which a perk of theirs keeps a reputation that they use; 0 without one."""
    traits = play.character(who).traits
    listed = (PerkData.of(traits[name]).keeps_reputation_from for name in traits)
    return min((number for number in listed if number), default=0)


def of_the_group(play: Play, group: str) -> int:
    """WD-FOL-11: return what a group's journalists add to keeping a reputation that is the group's; "" for one's own."""
    return play.value(group, KEEPING).total if group and play.where(group, "formulas", KEEPING) else 0

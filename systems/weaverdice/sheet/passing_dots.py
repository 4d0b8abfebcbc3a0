"""Dots of effort that exist in the first encounter after a night's rest and not afterwards: half dots, and their like."""

from __future__ import annotations

from domain.kit import pools
from domain.kit.data import data_of
from domain.play.moments import everyone, participants
from domain.play.play import Play
from domain.vocabulary.anchors import AtMoment
from domain.vocabulary.data import Data
from domain.vocabulary.holdings import Choice, ChoiceMade
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.weaverdice.moments import ENCOUNTER_END, FULL_NIGHT
from systems.weaverdice.sheet import effort

HALF, PASSING = "extra-effort", "passing-dot"
"""The choices that bring them: half a dot, of which two make a whole; and a dot that always passes."""


@data_of("choices", HALF, PASSING)
class DotData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The pool that a dot is of."""

    pool: str


def gain_half(play: Play, who: str, pool: str) -> None:
    """WD-PROG-05, rulings 1 and 102: half a dot; two halves of a pool become a whole one that stays."""
    before = play.value(who, effort.most(pool)).base
    _choose(play, who, HALF, pool)
    cached = sorted(_at_hand(play, who, pool, HALF))
    for name in cached:
        play.emit(who, ModifierLifted(name=name, because="two halves are a whole"))
    if not cached and play.value(who, effort.most(pool)).base > before:
        pools.shift(play, who, pool, 1)


def gain_passing(play: Play, who: str, pool: str) -> None:
    """WD-OPT-28: a dot that is there in the first encounter after resting, whatever else is gained."""
    _choose(play, who, PASSING, pool)


def rested(play: Play, who: str) -> None:
    """After a full night they are at hand again, like whole dots."""
    if not effort.has_effort(play, who):
        return
    for pool in effort.POOLS:
        for of, wanted in ((HALF, _count(play, who, HALF, pool) % 2), (PASSING, _count(play, who, PASSING, pool))):
            for _ in range(wanted - len(_at_hand(play, who, pool, of))):
                until = AtMoment(moment=ENCOUNTER_END)
                dot = Modifier(path=effort.most(pool), amount=1, title=of, tags=(of,), until=until)
                play.emit(who, ModifierApplied(name=play.new_id(of), modifier=dot))
                effort.regain(play, who, pool, 1)


def after_encounter(play: Play, _nobody: str) -> None:
    """WD-PROG-05: they went with the encounter, and what a pool holds beyond its maximum with them."""
    for ref in participants(play, play.deed.encounter) or everyone(play):
        if ref.startswith("character/") and effort.has_effort(play, ref):
            for pool in effort.POOLS:
                effort.fit(play, ref, pool)


def _choose(play: Play, who: str, of: str, pool: str) -> None:
    choice = Choice(of=of, picked=(pool,), offered=tuple(effort.POOLS), data=DotData(pool=pool).stored())
    play.emit(who, ChoiceMade(name=play.new_id(of), choice=choice))


def _count(play: Play, who: str, of: str, pool: str) -> int:
    return sum(DotData.of(choice).pool == pool for choice in play.where(who, "choices", of).values())


def _at_hand(play: Play, who: str, pool: str, of: str) -> list[str]:
    modifiers = play.where(who, "modifiers", effort.most(pool))
    return [name for name, modifier in modifiers.items() if of in modifier.tags]


MOMENTS = {ENCOUNTER_END: (after_encounter,), FULL_NIGHT: (rested,)}

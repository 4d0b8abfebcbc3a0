"""Openings: what a critical hit gives with a power that deals no damage, a bonus to the next attack with such a power."""

from __future__ import annotations

from typing import Final, NamedTuple

from domain.kit import conditions, durations
from domain.kit.data import data_of
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.data import Data
from systems.orcus.windows import DEALT, ROLLING, Strike, Trial

OPENING: Final = "opening"


class Bonus(NamedTuple):
    """A bonus that a critical hit with a keyword gives: how much, to attacks with which tags, by which rule."""

    amount: int
    tags: frozenset[str]
    rule: str


BONUSES: Final = {
    "maneuver": Bonus(2, frozenset({"maneuver", "weapon"}), "OR-KEY-08"),
    "psyche": Bonus(4, frozenset({"psyche"}), "OR-KEY-11"),
    "tactical": Bonus(2, frozenset({"tactical", "weapon"}), "OR-KEY-12"),
}
"""By keyword: powers with one of them deal no damage."""


@data_of("conditions", OPENING)
class OpeningData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The keyword whose critical hit gave it."""

    keyword: str


def critical_without_damage(play: Play, by: str, strike: Strike) -> Strike:
    """OR-KEY-08, OR-KEY-11, OR-KEY-12: a critical hit gives a bonus to the next such attack in the same encounter."""
    until = durations.fight_ends(play)
    if strike.critical and until is not None:
        for keyword in sorted(strike.attack.tags & BONUSES.keys()):
            data = OpeningData(keyword=keyword)
            conditions.gain(play, by, OPENING, until=until, data=data, rules=(BONUSES[keyword].rule,))
    return strike


def use_opening(play: Play, who: str, trial: Trial) -> Trial:
    """Ruling 24: the first attack roll with a keyword that fits uses the bonus up, hit or miss."""
    if trial.purpose != "attack":
        return trial
    for name, condition in conditions.present(play, who, OPENING).items():
        bonus = BONUSES[OpeningData.of(condition).keyword]
        if trial.tags & bonus.tags:
            conditions.end_one(play, who, name, "used", rules=(bonus.rule,))
            trial = trial.with_addends(*addend(OPENING, bonus.amount, source=bonus.rule, type="power"))
    return trial


WINDOWS: Final = {DEALT: (critical_without_damage,), ROLLING: (use_opening,)}

"""Attacks: declared, aimed, rolled once for each target, and dealt with one roll of damage for all.

Chapters that bear upon an attack or follow from it mind its windows (`DECLARED`, `AIMED`, `HIT`, `STRUCK`, `DEALT`,
`ATTACKED`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.kit.rolls import Throw, addend, addends, roll, stacked
from domain.play.play import Play
from domain.vocabulary.log import Contribution
from systems.orcus.attacks.dice import most_of
from systems.orcus.fields import Ability
from systems.orcus.harm.damage import inflict
from systems.orcus.harm.resistance import halved
from systems.orcus.rolls.trials import attempt
from systems.orcus.sheet.people import CONJURATION, LEVEL_BONUS, WITH_CLASSES, kind_of
from systems.orcus.sheet.stacking import rolls_changed
from systems.orcus.sheet.summoned import summoner_of
from systems.orcus.windows import (
    AIMED,
    AS_IT_STANDS,
    ATTACKED,
    DEALT,
    DECLARED,
    HIT,
    STRUCK,
    Attack,
    Harm,
    Ruled,
    Strike,
    Trial,
)

COVER: Final = (0, -2, -5)
"""OR-COV-03, OR-COV-04: the penalty to attack rolls by degree of cover."""

CONCEALMENT: Final = (0, -2, -5)
"""OR-CONC-01: the penalty to them by degree of concealment."""


class Shared:
    """OR-AREA-06, OR-DMG-03: the damage dice of an attack, rolled when they are first wanted, and the same for every target."""

    def __init__(self, play: Play, by: str, attack: Attack) -> None:
        self._play, self._by, self.attack = play, by, attack
        self._total: int | None = None

    def rolled(self) -> int:
        """The dice and what adds to them, which penalties may bring below 0."""
        if self._total is None:
            adds = damage_adds(self._play, self._by, self.attack)
            throw = Throw(self._by, "damage", self.attack.dice or "0", addends=adds)
            self._total = roll(self._play, throw).total
        return self._total

    def total(self) -> int:
        """OR-DMG-01: the dice and what adds to them; not below 0."""
        return max(0, self.rolled())


Outcome = Callable[[Play, Strike, Shared], None]
"""The further effects of a power upon a target that it hits, or that it misses."""


def nothing(_play: Play, _strike: Strike, _shared: Shared) -> None:
    """Do nothing besides."""


def assault(
    play: Play,
    by: str,
    targets: tuple[str, ...],
    attack: Attack,
    *,
    ruled: Ruled = AS_IT_STANDS,
    hit: Outcome = nothing,
    missed: Outcome = nothing,
) -> tuple[Strike, ...]:
    """OR-ATK-01, OR-EFF-01, OR-IMM-04: attack some targets, each with a roll of its own; what came of each.

    The action is paid for before. A target that no longer can be attacked after a counter is passed over. The window of reacts
    (`ATTACKED`) opens for each target once the attack is over against all.
    """
    shared = Shared(play, by, attack)
    strikes: list[Strike] = []
    for target in targets:
        may = not any(each.boosted for each in strikes)
        strikes.append(
            strike(play, by, target, attack, shared, among=targets, ruled=ruled, may_boost=may, hit=hit, missed=missed)
        )
    return tuple(each if each.void else ATTACKED.open(play, each.target, each) for each in strikes)


def strike(
    play: Play,
    by: str,
    target: str,
    attack: Attack,
    shared: Shared,
    *,
    among: tuple[str, ...] = (),
    ruled: Ruled = AS_IT_STANDS,
    may_boost: bool = True,
    hit: Outcome = nothing,
    missed: Outcome = nothing,
) -> Strike:
    """OR-ATK-01, OR-ATK-03, OR-CRIT-01, OR-CRIT-02: an attack against one target, from its declaration to what it deals."""
    trial = Trial(
        by,
        "attack",
        "attack",
        ability=attack.ability,
        addends=(*bonus(play, by, attack.ability), *attack.bonus),
        about=target,
        against=target,
        defense=attack.defense,
        tags=attack.tags,
    )
    declared = Strike(by, target, attack, trial, among or (target,), ruled=ruled, may_boost=may_boost)
    current = DECLARED.open(play, target, declared)
    current = AIMED.open(play, by, current)
    if current.void:
        play.cite(current.void)
        return current
    tried = attempt(play, _aimed(play, current))
    current = current._replace(tried=tried, missed=not tried.success, critical=tried.critical)
    if not current.missed:
        current = HIT.open(play, target, current)
    if not current.missed:
        current = _land(play, current, shared)
    (missed if current.missed else hit)(play, current, shared)
    return current


def _aimed(play: Play, strike: Strike) -> Trial:
    """OR-COV-03, OR-COV-04, OR-CONC-01, OR-ATK-07: the roll with cover, concealment and what the game master determined."""
    ruled = strike.ruled
    cover = strike.cover if ruled.cover is None else ruled.cover
    concealment = strike.concealment if ruled.concealment is None else ruled.concealment
    attack = strike.attack
    guarded = play.value(
        strike.target, f"attributes.{attack.defense}", tags=attack.tags, against=strike.by, addends=strike.guard
    )
    play.cite(*(each.source for each in strike.guard))
    trial = strike.trial._replace(target=guarded.total)
    if ruled.advantage is not None:
        trial = trial._replace(advantage=("OR-ATK-07",) if ruled.advantage else (), settled=True)
    if ruled != AS_IT_STANDS:
        play.cite("OR-ATK-07")
    return trial.with_addends(
        *addend("cover", COVER[cover], source="OR-COV-04" if cover > 1 else "OR-COV-03"),
        *addend("concealment", CONCEALMENT[concealment], source="OR-CONC-01"),
    )


def bonus(play: Play, who: str, ability: Ability) -> tuple[Contribution, ...]:
    """OR-ATK-04, OR-EFF-02, OR-KEY-04: return the addends of an attack roll: ability and half the level, or what a stat block prints; a conjuration's is its creator's."""
    if kind_of(play, who) == CONJURATION:
        who = summoner_of(play, who) or who
    if kind_of(play, who) not in WITH_CLASSES:
        return addend("attack", play.value(who, "attributes.attack").total, source="OR-ATK-04")
    return addends(
        {
            ability: play.value(who, f"modifiers.{ability}").total,
            "half the level": play.value(who, LEVEL_BONUS).total,
        }
    )


def _land(play: Play, strike: Strike, shared: Shared) -> Strike:
    """OR-CRIT-03, OR-DMG-02: let a hit deal its damage, unless it deals none."""
    strike = STRUCK.open(play, strike.by, strike)
    if strike.missed:
        return strike
    attack = strike.attack
    if attack.dice or attack.adds or strike.damage:
        amount = _amount(play, strike, shared)
        harm = Harm(
            strike.target,
            halved(amount) if strike.halved else amount,
            attack.types,
            strike.by,
            tags=attack.tags,
            critical=strike.critical,
            deadly=strike.deadly,
            lethal=attack.lethal,
        )
        strike = strike._replace(dealt=inflict(play, harm))
    return DEALT.open(play, strike.by, strike)


def _amount(play: Play, strike: Strike, shared: Shared) -> int:
    """OR-CRIT-03: return the damage of a hit: the most of its dice where it is critical, with the extra dice of that rolled on top."""
    attack = strike.attack
    if not strike.critical:
        return max(0, shared.rolled() + sum(_more(play, strike, dice) for dice, _ in strike.damage))
    sure = most_of(attack.dice) + sum(each.amount for each in damage_adds(play, strike.by, attack))
    more = sum(most_of(dice) for dice, _ in strike.damage)
    extra = _more(play, strike, attack.extra) if attack.extra else 0
    play.cite("OR-CRIT-03")
    return max(0, sure + more + extra)


def damage_adds(play: Play, by: str, attack: Attack) -> tuple[Contribution, ...]:
    """OR-DMG-01, OR-MOD-02: return what adds to the damage of an attack, of one type only the best."""
    return stacked((*attack.adds, *rolls_changed(play, by, "damage", attack.tags)))


def _more(play: Play, strike: Strike, dice: str) -> int:
    """Further dice that are this target's own."""
    return roll(play, Throw(strike.by, "extra", dice, about=strike.target)).total

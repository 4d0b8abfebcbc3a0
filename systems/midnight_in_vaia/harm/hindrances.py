"""Hindrances of acting as usual: stun, slow, agony, a frostbitten limb."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from domain.kit import conditions
from domain.kit.data import data_of
from domain.play.play import Play
from domain.rulebook import table
from domain.system import Handler, OptionSpec
from domain.vocabulary.anchors import AnyAnchor, WhilePresent
from domain.vocabulary.bodies import Condition
from domain.vocabulary.data import Data
from domain.vocabulary.values import Modifier, ModifierApplied
from systems.midnight_in_vaia import people
from systems.midnight_in_vaia.encounter import rounds, slots, vulnerable
from systems.midnight_in_vaia.harm import maims
from systems.midnight_in_vaia.moments import SLOTS_GAINED

STUNNED: Final = "stunned"
SLOWED: Final = "slowed"
AGONY: Final = "agony"
FROSTBITE: Final = "frostbite"

Fraction = Literal["1/4", "1/2"]
Limb = Annotated[str, Meta(min_length=1, max_length=80, description="The limb, as arm/left", examples=["leg/right"])]


@data_of("conditions", SLOWED)
class SlowedData(Data, frozen=True, kw_only=True, omit_defaults=True):
    """The part of the slots that is lost to a Slow."""

    by: Fraction


class _Agony(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    check: int
    stress: int


class _Hindrances(msgspec.Struct, frozen=True):
    agony: _Agony
    slow: dict[Fraction, int]


_TABLE: Final = table(__package__, "effects", _Hindrances)
_PARTS: Final = _TABLE.slow
"""MV-EFF-12: by what the Action Slots are divided for those that are lost."""


def stun(play: Play, who: str, die: int, source: str = "") -> int:
    """MV-EFF-08, rulings 1 and 7: the next X Action Slots are lost, X being rolled on a die of so many sides; the roll.

    In their own Active Phase those unspent go at once; the rest go as they are gained.
    """
    with play.citing("MV-EFF-08"):
        lost = play.roll(who, "stun", f"1d{die}").total
        conditions.deepen(play, who, STUNNED, lost, source=source)
        _pay(play, who, "action")
        if play.option("stun_hits_reserved"):
            _pay(play, who, "reserved")
    return lost


def _pay(play: Play, who: str, pool: slots.Pool) -> None:
    """Ruling 7: what a character holds is taken for the stun, until no more is to be lost to it."""
    stunned = play.character(who).conditions.get(STUNNED)
    if stunned is None:
        return
    lost = slots.lose(play, who, pool, stunned.level)
    conditions.ease(play, who, STUNNED, lost, "the slots are lost")


def _come_round(play: Play, who: str) -> None:
    """MV-EFF-08: slots are gained, and lost to what is left of a stun; a Slow has had its part of them already."""
    if STUNNED in play.character(who).conditions:
        with play.citing("MV-EFF-08"):
            _pay(play, who, "action")


def slow(play: Play, who: str, by: Fraction, count: int | None = None, source: str = "") -> str:
    """MV-EFF-12, MV-EFF-13, ruling 9: a quarter or half of the Action Slots of every round are lost, for so many rounds or
    until it is ended; and at once that part of the Reserved Slots or, in one's own phase, of those unspent.

    Only the strongest Slow applies. Slots lost are rounded down, unless the option says up. The name of the Slow.
    """
    stronger = _PARTS[by] < min(_slowed(play, who), default=max(_PARTS.values()) + 1)
    name = play.new_id(SLOWED)
    until = None if count is None else rounds.lasting(play, count)
    with play.citing("MV-EFF-12"):
        condition = Condition(
            what=SLOWED, title=f"Slow {by}", source=source, until=until, data=SlowedData(by=by).stored()
        )
        conditions.add(play, who, condition, name)
        modifier = Modifier(
            path=people.SLOTS,
            operation="multiply",
            amount=_PARTS[by] - 1,
            over=_PARTS[by],
            rounding="down" if play.option("slow_rounding") == "up" else "up",
            type=SLOWED,
            stacking="best",
            source=f"Slow {by}",
            until=WhilePresent(path=f"{who}.conditions.{name}"),
        )
        play.emit(who, ModifierApplied(name=name, modifier=modifier))
    if stronger:
        with play.citing("MV-EFF-13"):
            for pool in ("action", "reserved"):
                slots.lose(play, who, pool, _part(play, slots.slots_left(play, who, pool), by))
    return name


def _slowed(play: Play, who: str) -> list[int]:
    """The parts that are lost to each Slow a character is under; the lower the stronger."""
    conditions = play.where(who, "conditions", SLOWED)
    return [_PARTS[SlowedData.of(conditions[name]).by] for name in sorted(conditions)]


def _part(play: Play, number: int, by: Fraction) -> int:
    """Ruling 9: how many slots of those held a Slow takes."""
    up = play.option("slow_rounding") == "up"
    return -(-number // _PARTS[by]) if up else number // _PARTS[by]


def torment(play: Play, who: str, until: AnyAnchor | None = None, source: str = "") -> str:
    """MV-EFF-09, MV-EFF-10, ruling 8: Agony, until it ends or is taken away: -4 on every Stress Check, and one more stress to
    activate an effect that inflicts a fixed amount; at Upkeep only by the option. One Agony counts. Its name."""
    name = play.new_id(AGONY)
    condition = Condition(what=AGONY, source=source, until=until)
    conditions.add(play, who, condition, name)
    burdens = {people.STRESS_CHECK: _TABLE.agony.check, people.ACTIVATION_STRESS: _TABLE.agony.stress}
    if play.option("agony_raises_upkeep"):
        burdens[people.UPKEEP_STRESS] = _TABLE.agony.stress
    for path, amount in burdens.items():
        _burden(play, who, name, path, amount)
    return name


def _burden(play: Play, who: str, agony: str, path: str, amount: int) -> None:
    modifier = Modifier(
        path=path,
        amount=amount,
        type=AGONY,
        stacking="best",
        source=AGONY,
        title="Agony",
        until=WhilePresent(path=f"{who}.conditions.{agony}"),
    )
    rule = "MV-EFF-09" if path == people.STRESS_CHECK else "MV-EFF-10"
    play.emit(who, ModifierApplied(name=f"{agony}/{path.replace('.', '-')}", modifier=modifier, rules=(rule,)))


def frostbite(play: Play, who: str, limb: Limb, kind: vulnerable.MaimKind = "breakage") -> None:
    """MV-EFF-11, rulings 11 and 28: the limb is maimed at once, Vulnerable or not. Without another word of the effect it is
    useless as a broken one is; one that is so already is frozen for nothing."""
    if limb not in maims.LIMBS:
        play.missing(
            "limb",
            "Frostbite takes a limb, not {limb!r}: one of {limbs}.",
            limb=limb,
            limbs=", ".join(maims.LIMBS),
        )
    if limb not in maims.PLACES[kind]:
        play.refuse("MV-EFF-11", "Frostbite breaks a limb or takes it; name breakage or dismemberment.")
    if (kind, limb) in maims.possible(play, who):
        with play.citing("MV-EFF-11"):
            vulnerable.maim(play, who, kind, limb, FROSTBITE)


MOMENTS: dict[str, tuple[Handler, ...]] = {SLOTS_GAINED: (_come_round,)}

OPTIONS = (
    OptionSpec(
        name="stun_hits_reserved",
        default=False,
        choices=(True, False),
        text="Whether a stun takes Reserved Slots as well.",
        rules=("MV-EFF-08", "MV-RULING-07"),
    ),
    OptionSpec(
        name="slow_rounding",
        default="down",
        choices=("down", "up"),
        text="How the slots that are lost to a Slow are rounded.",
        rules=("MV-EFF-12", "MV-RULING-09"),
    ),
    OptionSpec(
        name="agony_raises_upkeep",
        default=False,
        choices=(True, False),
        text="Whether Agony raises the stress that comes at Upkeep as well.",
        rules=("MV-EFF-10", "MV-RULING-08"),
    ),
)

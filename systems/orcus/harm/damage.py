"""Damage: from the amount to the hit points that it takes, and what becomes of a character who loses them."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.play.play import Play
from systems.orcus.fields import Because, DamageType
from systems.orcus.harm.dying import fate_of, meet
from systems.orcus.harm.staggered import note_staggered
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.windows import HARMED, HARMING, Dealt, Harm

HP: Final = "hp"
TEMPORARY: Final = "temporary_hp"

Amount = Annotated[int, Meta(ge=0, le=10_000, description="How many hit points")]


class DealDamage(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Harm a character by something that is nobody's attack: a hazard, a trap, a fall."""

    who: CharacterRef
    amount: Amount
    types: Annotated[tuple[DamageType, ...], Meta(max_length=4, description="The types of the damage")] = ()
    because: Because = ""


def inflict(play: Play, harm: Harm) -> Dealt:
    """OR-HP-05, OR-DMG-01, OR-THP-01, OR-DEATH-01: damage upon a character, and what became of it. The dead are not harmed.

    Chapters that halve, lower or raise it mind the window of harm (`HARMING`); those that follow from it mind that of
    the harmed.
    """
    if is_dead(play, harm.target):
        return Dealt()
    harm = HARMING.open(play, harm.target, harm)
    if harm.averted:
        return harm.dealt
    harm = harm._replace(amount=max(0, harm.amount))
    sort = " ".join(filter(None, harm.types))
    with play.citing("OR-THP-01"):
        temporary = pools.lose(play, harm.target, TEMPORARY, harm.amount, harm=sort)
    before = pools.current(play, harm.target, HP)
    fate = fate_of(play, harm, before, before - (harm.amount - temporary))
    with play.citing("OR-HP-05"):
        lost = pools.lose(play, harm.target, HP, before - fate.hp, harm=sort, below=True)
    note_staggered(play, harm.target)
    meet(play, harm.target, fate)
    dealt = Dealt(lost, temporary, fate.what == "dead")
    return HARMED.open(play, harm.target, harm._replace(dealt=dealt)).dealt


@command(
    "Let a hazard, a trap or anything else that is no attack harm a character.",
    scene=True,
    replaces=("damage", "damage_all"),
)
def deal_damage(play: Play, command: DealDamage) -> None:
    """OR-HP-05, OR-DMG-04, OR-RES-01, OR-RES-02: the damage is lowered and raised by what they resist, and taken."""
    inflict(play, Harm(command.who, command.amount, tuple(filter(None, command.types)), cause="hazard"))

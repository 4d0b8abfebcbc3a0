"""Healing: hit points that are regained, recoveries that are spent for them, and the return from death."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import counters, pools, turns
from domain.kit.commands import command
from domain.kit.conditions import end, has, present
from domain.kit.fights import InEncounter
from domain.messages import text
from domain.play.play import Play
from domain.system import OptionSpec
from systems.orcus.fields import Because
from systems.orcus.harm.dying import FAILED, FELL, KNOCKED_OUT, PASSED, wake
from systems.orcus.harm.staggered import note_staggered
from systems.orcus.moments import ADJUSTED, SHORT_REST
from systems.orcus.sheet.conditions import DEAD, DYING, STABLE, UNCONSCIOUS, is_dead
from systems.orcus.sheet.people import RECOVERY
from systems.orcus.sheet.summoned import summoner_of

HP: Final = "hp"
RECOVERIES: Final = "recoveries"
RESTING: Final = "resting"
"""A state of a character who is in a short rest."""

OPTIONS: Final = (
    OptionSpec(
        name="recoveries_outside_combat",
        default="short_rest",
        text="When a character may spend recoveries of their own outside of fights: in a short rest, or at any time.",
        choices=("short_rest", "anytime"),
        rules=("OR-RULING-43",),
    ),
)

Amount = Annotated[int, Meta(ge=1, le=10_000, description="How many hit points")]


class Heal(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Heal a character without a recovery of theirs."""

    who: CharacterRef
    amount: Amount
    because: Because = ""


class AllowRecovery(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A spell, a potion or anything else lets a character spend a recovery."""

    who: CharacterRef
    extra: Annotated[int, Meta(ge=0, le=1_000, description="Hit points that are regained besides")] = 0
    because: Because = ""


class SpendRecoveries(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Spend recoveries outside of fights."""

    who: CharacterRef
    count: Annotated[int, Meta(ge=1, le=50, description="How many, one after the other")] = 1


class ReturnToLife(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """Magic returns a character to life."""

    who: CharacterRef
    hp: Amount = 1
    because: Because = ""


def heal(play: Play, who: str, amount: int) -> int:
    """OR-HEAL-03, OR-HEAL-04, OR-HEAL-07, OR-HP-04, OR-DEATH-03: let a character regain hit points, and return how many.

    Below 0 it counts from 0, and what goes beyond the most is lost. A character who regains any wakes. The dead regain
    none.
    """
    if is_dead(play, who):
        play.cite("OR-HEAL-04")
        return 0
    below = max(0, -pools.current(play, who, HP)) if amount > 0 else 0
    healed = pools.heal(play, who, HP, amount + below, rules=("OR-HEAL-03", *(("OR-HEAL-07",) if below else ())))
    if healed:
        with play.citing("OR-DEATH-03"):
            wake(play, who)
        note_staggered(play, who)
    return healed


def can_spend(play: Play, who: str) -> bool:
    """OR-HEAL-06, OR-DEATH-08, ruling 63: whether a recovery is left to a character; the dying need none."""
    payer = summoner_of(play, who) or who
    return has(play, who, DYING) or pools.current(play, payer, RECOVERIES) > 0


def spend_recovery(play: Play, who: str, extra: int = 0) -> int:
    """OR-HEAL-02, OR-HEAL-06, OR-DEATH-08, OR-SUMM-05, rulings 25 and 63: let a character spend a recovery, and return the hit points that they regained.

    Refused for who has none, but for the dying: they regain what sets them to 1. At the most hit points it heals nothing.
    """
    if is_dead(play, who):
        play.refuse("OR-HEAL-04", "They are dead, and regain nothing until magic has returned them to life.")
        return 0
    payer = summoner_of(play, who) or who
    if not can_spend(play, who):
        play.refuse("OR-HEAL-06", "They have no recovery left; a long rest gives them back.")
        return 0
    if pools.current(play, payer, RECOVERIES) < 1:
        with play.citing("OR-DEATH-08"):
            return heal(play, who, 1)
    pools.pay(play, payer, RECOVERIES, 1, rule="OR-HEAL-06", sentence=text("They have no recovery left."))
    with play.citing("OR-HEAL-06" if payer == who else "OR-SUMM-05"):
        return heal(play, who, play.value(payer, RECOVERY).total + extra)


@command("Heal a character by a number of hit points.", scene=True, replaces=("heal",))
def heal_somebody(play: Play, command: Heal) -> None:
    """OR-HEAL-03, OR-HEAL-04, OR-HEAL-07: they regain hit points up to their maximum, from 0 where they are below it."""
    _check_alive(play, command.who)
    heal(play, command.who, command.amount)


@command("Let a spell, a potion or anything else have a character spend a recovery, in a fight as well.", scene=True)
def allow_recovery(play: Play, command: AllowRecovery) -> None:
    """OR-HEAL-01, OR-HEAL-05, OR-HEAL-06, OR-DEATH-08: spend a recovery where something allows it, in a fight too."""
    spend_recovery(play, command.who, command.extra)


@command("Spend recoveries outside of a fight, in a short rest.", by="owner", scene=True)
def spend_recoveries(play: Play, command: SpendRecoveries) -> None:
    """OR-HEAL-01, OR-HEAL-06, ruling 43: any number of recoveries, one at a time, by a character who is conscious."""
    who = command.who
    if turns.running(play) is not None and who in turns.fighters(play):
        play.refuse("OR-HEAL-01", "They are in a fight; there a recovery is only spent where something allows it.")
    if has(play, who, UNCONSCIOUS, DYING):
        play.refuse("OR-HEAL-01", "They are unconscious; somebody else has to heal them.")
    if play.option("recoveries_outside_combat") == "short_rest" and not has(play, who, RESTING):
        play.refuse("OR-HEAL-01", "Recoveries are spent in a short rest; begin one first.")
    for _ in range(command.count):
        spend_recovery(play, who)


@command("Let magic return a character to life.", scene=True)
def return_to_life(play: Play, command: ReturnToLife) -> None:
    """OR-HEAL-04: magic has returned them to life, so that they regain hit points again."""
    who = command.who
    if not has(play, who, DEAD):
        play.refuse("OR-HEAL-04", "They are not dead; heal them instead.")
    end(play, who, DEAD, command.because or "returned to life")
    for counter in (FAILED, PASSED):
        if counters.times(play, who, counter):
            counters.clear(play, who, counter)
    heal(play, who, command.hp)


def _check_alive(play: Play, who: str) -> None:
    if is_dead(play, who):
        play.refuse("OR-HEAL-04", "They are dead, and regain nothing until magic has returned them to life.")


def comes_round(play: Play, who: str) -> None:
    """OR-DEATH-11, ruling 42: the knocked out regain 1 hit point with a short rest."""
    if any(each.source == KNOCKED_OUT for each in play.where(who, "conditions", UNCONSCIOUS).values()):
        with play.citing("OR-DEATH-11"):
            heal(play, who, 1)


def is_up_again(play: Play, who: str) -> None:
    """OR-DEATH-03, ruling 64: wake a character whose hit points have risen above 0 with their maximum."""
    fallen = has(play, who, DYING, STABLE) or any(
        present(play, who, UNCONSCIOUS, source=each) for each in (FELL, KNOCKED_OUT)
    )
    if fallen and not is_dead(play, who) and pools.current(play, who, HP) > 0:
        with play.citing("OR-DEATH-03"):
            wake(play, who)


MOMENTS: Final = {SHORT_REST: (comes_round,), ADJUSTED: (is_up_again,)}

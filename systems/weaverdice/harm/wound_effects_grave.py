"""Effects of wounds on life itself: dying, and being slain unless effort averts it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.kit.rolls import addend
from systems.weaverdice.checks.checks import Manner, check
from systems.weaverdice.harm import dying, imposing
from systems.weaverdice.harm.effect_tables import Effect
from systems.weaverdice.harm.wound_context import WoundEffectContext, ignored
from systems.weaverdice.sheet import effort


def start_dying(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-10, WD-WFX-16."""
    dying.start_dying(s.play, s.who)


def headshot(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-06: dying, unless a helmet or a dot of Recovery prevents it; then the target is knocked down."""
    if s.covering().helmet or ignored(s, "be knocked down, and not dying of a headshot?", ask=True):
        imposing.knock_down(s.play, s.who)
    else:
        dying.start_dying(s.play, s.who)


def bisect(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-07: a Guts roll against 7, with +1 for each dot of any effort spent on it, or death."""
    prompt = f"Spend a dot for +1 on the Guts roll against {effect.amount} that decides about life and death?"
    dots = effort.asked_for_any(s.play, s.who, prompt=prompt, rule="WD-WFX-07")
    modifiers = addend("effort", dots)
    how = Manner(modifiers=modifiers, painless=True)
    if not check(s.play, s.who, "bisected", "guts", effect.amount, how=how).success:
        dying.die(s.play, s.who, "bisected")


def slay(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-10: slain at once, unless three dots of any kind are spent; then the target is knocked down."""
    total = sum(effort.dots(s.play, s.who, pool) for pool in effort.POOLS)
    prompt = f"Impaled: spend {effect.amount} dots of effort to live?"
    if total < effect.amount or s.ask("slain", ("die", "live"), prompt) == "die":
        dying.die(s.play, s.who, "impaled")
        return
    for _ in range(effect.amount):
        left = tuple(pool for pool in effort.POOLS if effort.dots(s.play, s.who, pool))
        if left:
            effort.spend(s.play, s.who, s.ask("pays", left, "From which pool comes a dot?"), "WD-WFX-10")
    imposing.knock_down(s.play, s.who)


DOES: Final[dict[str, Callable[[WoundEffectContext, Effect], None]]] = {
    "start_dying": start_dying,
    "headshot": headshot,
    "bisect": bisect,
    "slay": slay,
}
"""By the tables' words."""

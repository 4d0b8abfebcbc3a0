"""Immediate actions: how a power or feature steps in at a window, before what triggers it or after."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Literal

from domain.play.play import Play
from systems.orcus.combat.actions import can_answer, react

Timing = Literal["counter", "react"]
"""OR-IMM-03, OR-IMM-04: whether it interrupts what triggers it, or comes after that is done."""

_WHEN: Final = {"counter": "OR-IMM-03", "react": "OR-IMM-04"}

LET_BE: Final = "no"
"""The answer of a player who does not step in."""


def offer_interrupt(
    play: Play,
    who: str,
    trigger: str,
    options: Iterable[str],
    *,
    timing: Timing = "counter",
    about: str = "",
) -> str:
    """OR-IMM-01, OR-IMM-03, OR-IMM-04: ask a character's player whether they step in now, and with what; "" for with nothing.

    `trigger` says what happens, in a few words, and `about` who does it. Nobody is asked who has no option, or whose
    immediate action is used up. The choice is paid for; carry it out at once. A counter is offered in a window that
    opens before its trigger comes about (such as DECLARED, HIT, LEAVING), a react in one that opens afterwards
    (ATTACKED, ARRIVED).
    """
    choices = tuple(dict.fromkeys(options))
    if not choices or not can_answer(play, who):
        return ""
    prompt = f"{trigger}: {'before it goes on' if timing == 'counter' else 'now that it is done'}, what do they do?"
    chosen = play.ask("interrupt", who, (*choices, LET_BE), LET_BE, prompt, about=(who, *filter(None, (about,))))
    if chosen == LET_BE:
        return ""
    with play.citing("OR-IMM-01", _WHEN[timing]):
        react(play, who, chosen)
    return chosen

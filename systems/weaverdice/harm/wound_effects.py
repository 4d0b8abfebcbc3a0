"""Effects of wounds besides being wounds: a roll on the table of the damage's type and tier, and what stands there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from domain.kit import conditions
from systems.weaverdice.harm import (
    wound_context,
    wound_effects_grave,
    wound_effects_limbs,
    wound_effects_simple,
    wound_effects_stats,
    wounds,
)
from systems.weaverdice.harm.dying import down
from systems.weaverdice.harm.effect_tables import MENUS, TABLES, Effect, EffectRow, EffectTable
from systems.weaverdice.harm.wound_context import WoundEffectContext, ignored
from systems.weaverdice.sheet import effort, items


def take_effect(s: WoundEffectContext, label: str = "") -> None:
    """WD-DMG-04, WD-WFX-12, WD-WFX-15, WD-WFX-18, ruling 103: the table of the hit, or where coverage steps it down the
    next milder one; coverage counts once. Ruling 36: who has fewer slots for it than before may have to hold out.
    """
    table, slots = TABLES[s.type, s.tier], wounds.slots(s.play, s.who)
    if table.covered and s.covering().coverage and _steps_down(s, table):
        with s.play.citing(table.rule):
            if table.covered != "nothing":
                _consult(s, TABLES[s.type, table.covered], label)
    else:
        _consult(s, table, label)
    if wounds.slots(s.play, s.who) < slots:
        wounds.hold_out(s.play, s.who)


def take_own_effect(s: WoundEffectContext, word: str) -> None:
    """WD-DMG-04: the effect that a weapon specifies in place of a roll: a word of the tables, with its amount behind a
    colon (`knock_back:10`), or a status of the campaign's own."""
    what, _, amount = word.partition(":")
    with s.play.citing("WD-DMG-04"):
        if ignored(s, f"ignore {what.replace('_', ' ')}?"):
            return
        if what in DOES:
            _come_about(s, Effect(what=what, amount=int(amount) if amount.isdecimal() else 0))
        else:
            s.gain(what)


def _steps_down(s: WoundEffectContext, table: EffectTable) -> bool:
    if not table.covered_for_effort:
        return True
    prompt = f"Your costume covers you: spend a dot to have it as a {table.covered} {table.type}?"
    return bool(effort.asked_for_any(s.play, s.who, kind="covered", prompt=prompt, rule=table.rule, at_most=1))


def _consult(s: WoundEffectContext, table: EffectTable, label: str = "") -> None:
    with s.play.citing(table.rule):
        face = s.play.roll(s.who, label or "effect", "1d6").total if table.die else 0
        row = table.rolled(face)
        if row.does and not (row.ignorable and ignored(s, f"ignore {_effect_words(row)}?", ask=row.ask)):
            for effect in row.does:
                _come_about(s._replace(rolled=face), effect)


def _effect_words(row: EffectRow) -> str:
    return ", ".join(effect.what.replace("_", " ") for effect in row.does)


def _come_about(s: WoundEffectContext, effect: Effect) -> None:
    """One effect; where it cannot be, what the table has otherwise. Nothing more befalls the dead."""
    if conditions.has(s.play, s.who, "dead"):
        return
    if effect.otherwise and not _fits(s, effect):
        for other in effect.otherwise:
            _come_about(s, other)
    else:
        DOES[effect.what](s, effect)


def _fits(s: WoundEffectContext, effect: Effect) -> bool:
    """Whether an effect would do anything."""
    match effect.what:
        case "stuck":
            return bool(s.wound and s.item)
        case "lose_focus":
            return effort.dots(s.play, s.who, "focus") > 0
        case "disarm":
            return bool(items.in_hands(s.play, s.who))
        case "knock_down":
            return not conditions.has(s.play, s.who, "knocked_down")
        case "start_dying":
            return down(s.play, s.who) != "dying"
        case _:
            return True


def pick(s: WoundEffectContext, effect: Effect) -> None:
    """WD-WFX-11, WD-WFX-14, WD-WFX-16, ruling 105: the target picks so many of a menu, as many as were rolled where no
    number is given."""
    menu, picked = MENUS[effect.menu], list[str]()
    for _ in range(effect.amount or s.rolled):
        options = tuple(
            option
            for option, does in menu.options.items()
            if not (option in picked and option in menu.once) and (_fits(s, does) or not menu.fitting)
        )
        if not options:
            return
        picked.append(s.ask("pick", options, "Which of these do you suffer?"))
        _come_about(s, menu.options[picked[-1]])


def escalate(s: WoundEffectContext, _: Effect) -> None:
    """WD-WFX-03: the wound becomes a moderate one, whose effect is rolled."""
    if s.wound:
        wounds.worsen(s.play, s.who, s.wound)
    _consult(s._replace(tier="moderate"), TABLES[s.type, "moderate"])


DOES: Final[dict[str, Callable[[WoundEffectContext, Effect], None]]] = {
    **wound_effects_simple.DOES,
    **wound_effects_limbs.DOES,
    **wound_effects_stats.DOES,
    **wound_effects_grave.DOES,
    "pick": pick,
    "escalate": escalate,
}
"""The meanings of the tables' words."""

OPTIONS = wound_context.OPTIONS
MOMENTS = wound_effects_stats.MOMENTS

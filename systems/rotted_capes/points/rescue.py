"""Rescue: a Plot Point keeps a hero or an ally alive, or cancels what a failed recovery would bring."""

from __future__ import annotations

from domain.commands import CharacterRef, Command
from domain.kit import conditions, turns
from domain.kit.commands import command
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.windows import WindowTable
from systems.rotted_capes.harm.wounds import survive
from systems.rotted_capes.points.points import Purpose, available, free, spend
from systems.rotted_capes.sheet.conditions import DEAD
from systems.rotted_capes.windows import DYING, RECOVERED, Dying, Recovery


class Twist(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A hero makes more of a knockback, or gets out of what it brings."""

    who: CharacterRef
    change: Purpose


def save_oneself(play: Play, who: str, dying: Dying) -> Dying:
    """RC-DEATH-05: a hero at 0 Wounds and 0 Stamina is asked whether a Plot Point of their own keeps them alive."""
    if not available(play, who, "other"):
        return dying
    prompt = "Spend a Plot Point to stay alive, Unconscious and with a Wound left?"
    with play.citing("RC-DEATH-05"):
        if play.ask("escape", who, ("no", "yes"), "no", prompt) == "no":
            return dying
        spend(play, who, "other", "staying alive")
        survive(play, who)
    return dying._replace(saved=who)


def save_ally(play: Play, who: str, dying: Dying) -> Dying:
    """RC-DEATH-05, RC-PP-10: the other heroes are asked in turn whether they keep a character alive who is at 0 Wounds
    and 0 Stamina."""
    for ally in turns.present(play):
        if ally == who or not available(play, ally, "save an ally") or conditions.has(play, ally, DEAD):
            continue
        prompt = "Spend a Plot Point to keep them alive, Unconscious and with a Wound left?"
        with play.citing("RC-DEATH-05", "RC-PP-10"):
            if play.ask("rescue", ally, ("no", "yes"), "no", prompt, about=(who, ally)) == "yes":
                spend(play, ally, "save an ally", who)
                survive(play, who)
                return dying._replace(saved=ally)
    return dying


def ignore_failure(play: Play, who: str, recovery: Recovery) -> Recovery:
    """RC-PP-11, ruling 50: a Plot Point cancels what a failed recovery roll would bring, where none is on the roll yet."""
    if not free(play, who, recovery.tried.trial.spent) or not available(play, who, "wound recovery"):
        return recovery
    prompt, price = "Spend a Plot Point, so that nothing comes of the failed recovery?", "1 Plot Point"
    owner = owner_of(play, who)
    if play.offer("recovery", owner, ("no", "yes"), "no", prompt, about=who, price=price) == "no":
        return recovery
    with play.citing("RC-PP-11"):
        spend(play, who, "wound recovery")
    return recovery._replace(ignored=True)


@command("A Plot Point adds a complication to a knockback, or saves a hero from one.", scene=True)
def twist_knockback(play: Play, command: Twist) -> None:
    """RC-KNOCK-07: twist a knockback; the Editor-in-Chief says what comes of it."""
    with play.citing("RC-KNOCK-07"):
        spend(play, command.who, "alter a scene", command.change)


WINDOWS: WindowTable = {DYING: (save_oneself, save_ally), RECOVERED: (ignore_failure,)}

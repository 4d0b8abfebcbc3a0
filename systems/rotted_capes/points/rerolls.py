"""Rerolls: a Plot Point makes a hero's d20 or damage dice fall once more."""

from __future__ import annotations

from domain.kit.rolls import Roll, roll_again
from domain.kit.turns import running
from domain.play.deciders import owner_of
from domain.play.play import Play
from domain.play.windows import WindowTable
from domain.system import OptionSpec
from domain.vocabulary.questions import Closes
from systems.rotted_capes.points.points import available, free, spend
from systems.rotted_capes.windows import DAMAGED, ROLLED, Damage, Tried

REROLL = "reroll"


def reroll(play: Play, who: str, tried: Tried) -> Tried:
    """RC-PP-04, RC-PP-08, rulings 9 and 10: a hero is offered to roll a d20 again, where no point is on the roll yet."""
    if not free(play, who, tried.trial.spent):
        play.cite("RC-PP-04")
        return tried
    newer = _again(play, who, tried.roll)
    if newer is None:
        return tried
    return Tried(tried.trial._replace(spent=(*tried.trial.spent, who)), newer)


def reroll_damage(play: Play, who: str, damage: Damage) -> Damage:
    """RC-PP-08: a hero who deals damage is offered to roll its dice again."""
    newer = _again(play, who, damage.roll) if damage.hit.by == who else None
    return damage if newer is None else damage._replace(roll=newer)


def _again(play: Play, who: str, before: Roll) -> Roll | None:
    """Return the new roll of a character who spends a Plot Point on it; None where they do not."""
    if not available(play, who, "reroll"):
        return None
    kind, closes = before.throw.kind, _closes(play)
    prompt = "Spend a Plot Point to roll again? The new roll counts."
    price, about = "1 Plot Point", before.throw.about or who
    owner, options = owner_of(play, who), ("no", "yes")
    if play.offer(REROLL, owner, options, "no", prompt, of=kind, about=about, price=price, closes=closes) == "no":
        return None
    with play.citing("RC-PP-08"):
        spend(play, who, "reroll", before.throw.label)
        return roll_again(play, before, keep_better=play.option("reroll_keeps") == "best")


def _closes(play: Play) -> Closes:
    """In a fight a roll may be made again until the turn ends, else as long as the scene goes on."""
    return "turn" if running(play) else ""


WINDOWS: WindowTable = {ROLLED: (reroll,), DAMAGED: (reroll_damage,)}

OPTIONS = (
    OptionSpec(
        name="reroll_keeps",
        default="new",
        choices=("new", "best"),
        text="Whether a roll that is made again counts as it falls, or the better of the two.",
        rules=("RC-RULING-10",),
    ),
)

"""Temporary hit points: a buffer that takes damage first, of which a character has one at a time."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef
from domain.kit import pools
from domain.kit.commands import command
from domain.kit.fights import InEncounter
from domain.kit.naming import hold_on
from domain.play.play import Play
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.undertakings import Intent, IntentEnded
from systems.freeform.fields import Until
from systems.orcus.fields import Because
from systems.orcus.harm.damage import TEMPORARY
from systems.orcus.moments import SHORT_REST
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.sheet.lapsing import TEMPORARY as LAPSES
from systems.orcus.sheet.lapsing import announce


class GrantTemporary(InEncounter, frozen=True, kw_only=True, omit_defaults=True):
    """A power or feature gives a character temporary hit points."""

    who: CharacterRef
    amount: Annotated[int, Meta(ge=1, le=10_000, description="How many temporary hit points")]
    until: Annotated[
        Until, Meta(description="How long its source lets them last; left out, to the next short rest")
    ] = None
    because: Because = ""


def give_temporary(play: Play, who: str, amount: int, until: AnyAnchor | None = None) -> int:
    """OR-THP-02, OR-THP-03, OR-THP-04: give a character temporary hit points; how many they have then.

    Two amounts are never added: who has some already keeps those or takes the new ones. They wake nobody.
    """
    left = pools.current(play, who, TEMPORARY)
    if is_dead(play, who) or (left and not _takes(play, who, left, amount)):
        return left
    _forget(play, who)
    pools.put_at(play, who, TEMPORARY, amount, rules=("OR-THP-03",))
    if until is not None:
        intent = Intent(kind=LAPSES, what="temporary hit points end", due=until)
        announce(play, who, play.new_id("temporary-hp"), intent)
    return amount


def _takes(play: Play, who: str, left: int, amount: int) -> bool:
    """OR-THP-03: whether they take the new amount, be it lower; where nobody says, the higher counts."""
    prompt = f"Temporary hit points that are left: {left}. Are they kept, or are {amount} taken in their place?"
    default = "take" if amount > left else "keep"
    return (
        play.offer("temporary", who, ("take", "keep"), default, prompt, about=(who,), price="the other amount")
        == "take"
    )


@command("Give a character temporary hit points.", scene=True)
def grant_temporary(play: Play, command: GrantTemporary) -> None:
    """OR-THP-02, OR-THP-03, OR-THP-05: beyond the most hit points too, in place of those that are left."""
    give_temporary(play, command.who, command.amount, hold_on(play, command.until))


def lapse(play: Play, who: str, _name: str) -> None:
    """OR-THP-05: the duration of temporary hit points is over."""
    pools.put_at(play, who, TEMPORARY, 0, rules=("OR-THP-05",))


def rested(play: Play, who: str) -> None:
    """OR-THP-05, ruling 42: a short rest ends temporary hit points that have no duration of their own."""
    if pools.has(play, who, TEMPORARY) and not play.where(who, "intents", LAPSES):
        pools.put_at(play, who, TEMPORARY, 0, rules=("OR-THP-05",))


def _forget(play: Play, who: str) -> None:
    for name in sorted(play.where(who, "intents", LAPSES)):
        play.emit(who, IntentEnded(name=name, because="superseded"))


MOMENTS: Final = {SHORT_REST: (rested,)}
DUE: Final = {LAPSES: lapse}

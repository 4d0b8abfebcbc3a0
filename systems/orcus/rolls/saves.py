"""Saving throws: a d20 against 10, to shake off what lasts until a save, or because of a danger."""

from __future__ import annotations

from typing import Annotated, Final

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.conditions import end_one
from domain.kit.naming import find
from domain.kit.rolls import addend
from domain.play.play import Play
from domain.vocabulary.anchors import UntilSaved, parts
from domain.vocabulary.expressions import Number
from domain.vocabulary.log import Addends
from systems.orcus.fields import Bonus
from systems.orcus.rolls.trials import attempt
from systems.orcus.sheet.conditions import is_dead
from systems.orcus.sheet.people import EVERYBODY
from systems.orcus.windows import Trial

SAVES: Final = "bonus.saves"
"""Path of what is added to a character's saving throws."""

ENOUGH: Final = 10
"""OR-SAVE-02: what a saving throw has to reach."""

DERIVED: Final = (Derived(SAVES, Number(value=0), EVERYBODY, "OR-SAVE-02"),)


class ImposeSave(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Let a character make a saving throw. One against an effect ends it; one against a danger ends nothing by itself."""

    who: CharacterRef
    effect: Annotated[str, Meta(max_length=120, description="The condition that it may end, by its name or word")] = ""
    bonus: Annotated[Bonus, Meta(description="What a power or the game master adds to it")] = 0


def save(
    play: Play,
    who: str,
    effect: str = "",
    addends: Addends = (),
    *,
    target: int = 0,
    tags: frozenset[str] = frozenset(),
) -> bool:
    """OR-SAVE-01, OR-SAVE-02, ruling 51: roll a saving throw, with nothing added but what is meant for saves; whether it succeeds.

    `effect` is the name of the instance that it is about, and the second part of the roll's label.
    """
    bonus = (*play.value(who, SAVES, tags=tags).contributions(), *addends)
    kind = f"save/{effect}" if effect else "save"
    return attempt(play, Trial(who, kind, "save", target or ENOUGH, addends=bonus, tags=tags)).success


def save_against(play: Play, ref: str, at: str) -> bool:
    """OR-DUR-02, OR-TURN-09: roll the one save that an effect calls for at the end of a turn; the dead roll none."""
    component, _, name = at.partition(".")
    instance = getattr(play.aggregate(ref), component)[name]
    anchor = next(part for part in parts(instance.until) if isinstance(part, UntilSaved))
    if is_dead(play, anchor.subject):
        return False
    tags = frozenset({getattr(instance, "what", ""), *getattr(instance, "tags", ()), anchor.save} - {""})
    with play.citing("OR-DUR-02", "OR-TURN-09"):
        return save(play, anchor.subject, name, target=anchor.target, tags=tags)


@command("Have a character make a saving throw, against an effect upon them or because they are in danger.", scene=True)
def impose_save(play: Play, command: ImposeSave) -> None:
    """OR-SAVE-01, OR-SAVE-02: a save is imposed and never chosen; where it succeeds, what it was about ends."""
    who = command.who
    name = find(play, who, "conditions", command.effect) if command.effect else ""
    if save(play, who, name, addend("given", command.bonus)) and name:
        end_one(play, who, name, "saved")

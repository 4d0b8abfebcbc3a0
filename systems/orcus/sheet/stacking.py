"""Modifiers: bonuses and penalties with their types, and which of them count beside each other.

A modifier changes a value of the sheet, or all rolls of a sort. Among those of one type the best bonus and the worst penalty count;
those without a type all do, but for the same effect from the same creature.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, get_args

from msgspec import Meta

from domain.commands import CharacterRef, Command
from domain.formulas import Derived
from domain.kit.commands import command
from domain.kit.naming import find, handle_of, hold_on
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary.anchors import AnyAnchor
from domain.vocabulary.expressions import Number
from domain.vocabulary.log import Addends
from domain.vocabulary.values import Modifier, ModifierApplied, ModifierLifted
from systems.freeform.fields import Until
from systems.orcus.fields import Ability, Bonus, Defense, Skill
from systems.orcus.sheet.people import EVERYBODY, MODES, pools_follow
from systems.orcus.windows import ROLLING, Purpose, Trial

ModifierType = Literal["", "ability", "armor", "enhancement", "feat", "power", "ancestry", "shield"]
"""OR-MOD-04: the types of modifiers; "" is untyped."""

FOR_ARMOR_CLASS: Final = ("armor", "shield")
"""OR-MOD-04: the types that improve Armor Class alone."""

DAMAGE: Final = "rolls.damage"
"""Path of what changes all damage rolls of a character."""

_ROLLS: Final = ("damage", *get_args(Purpose))
_ON_ROLLS: Final = {f"{sort} rolls": f"rolls.{sort}" for sort in _ROLLS}
PATHS: Final[dict[str, str]] = {
    **{name: f"attributes.{name}" for name in (*get_args(Defense), *get_args(Ability), *get_args(Skill))},
    **{mode: f"speed.{mode}" for mode in MODES},
    "initiative": "attributes.initiative",
    "hp": "tracks.hp.maximum",
    "recoveries": "tracks.recoveries.maximum",
    **_ON_ROLLS,
}
"""The paths that modifiers change, by the table's word for them."""

DERIVED: Final = tuple(Derived(path, Number(value=0), EVERYBODY, "OR-MOD-01") for path in _ON_ROLLS.values())

Type = Annotated[ModifierType, Meta(description="Its type, by which it stacks; left out, it is untyped")]
Effect = Annotated[
    str, Meta(min_length=1, max_length=60, description="What gives it: the name of a power, feat or item")
]


class GiveModifier(Command, frozen=True, kw_only=True, omit_defaults=True):
    """Give a character a bonus or penalty."""

    who: CharacterRef
    to: Annotated[str, Meta(description="What it changes, such as `ac`, `perception` or `attack rolls`")]
    amount: Bonus
    effect: Effect
    type: Type = ""
    by: Annotated[CharacterRef, Meta(description="The creature that it comes from")] = ""
    until: Until = None


class LiftModifier(Command, frozen=True, kw_only=True, omit_defaults=True):
    """A bonus or penalty is over."""

    who: CharacterRef
    modifier: Annotated[str, Meta(description="Its name on the sheet, or the path that it changes")]


@command("Give a character a bonus or penalty, with its type.")
def give_modifier(play: Play, command: GiveModifier) -> None:
    """OR-MOD-01, OR-MOD-04, ruling 64: a modifier above 0 is a bonus, below it a penalty; armor and shield bonuses improve AC alone."""
    path = PATHS.get(command.to)
    if path is None:
        raise Refused(
            "OR-MOD-01",
            "A modifier cannot apply to {target!r}; choose one of {paths}.",
            target=command.to,
            paths=", ".join(PATHS),
        )
    if command.type in FOR_ARMOR_CLASS and (command.to != "ac" or command.amount < 0):
        play.refuse(
            "OR-MOD-04",
            "A modifier of the type {kind} is a bonus to ac; give this one another type.",
            kind=command.type,
        )
    until, effect = hold_on(play, command.until), command.effect
    with pools_follow(play, command.who):
        modify(play, command.who, path, command.amount, effect=effect, type=command.type, by=command.by, until=until)


@command("End a bonus or penalty of a character.")
def lift_modifier(play: Play, command: LiftModifier) -> None:
    """OR-MOD-01, ruling 64: a bonus or penalty counts as long as it is there."""
    name = find(play, command.who, "modifiers", command.modifier)
    with pools_follow(play, command.who):
        play.emit(command.who, ModifierLifted(name=name))


def modify(
    play: Play,
    who: str,
    path: str,
    amount: int,
    *,
    effect: str,
    type: ModifierType = "",
    by: str = "",
    until: AnyAnchor | None = None,
    when: tuple[str, ...] = (),
    against: str = "",
    rules: tuple[str, ...] = (),
) -> str:
    """OR-MOD-02, OR-MOD-03, ruling 6: give a character a bonus or penalty on the value at a path, and return its name.

    `effect` is what gives it, `by` the creature that it comes from. It counts only in a situation that has the tags in `when`,
    and only `against` a character.
    """
    name = play.new_id(handle_of(effect) or "modifier")
    modifier = Modifier(
        path=path,
        amount=amount,
        title=effect,
        type=type,
        stacking="best" if type else "once" if by else "sum",
        source=f"{effect}, {by}" if by else "",
        until=until,
        when=when,
        against=against,
    )
    play.emit(who, ModifierApplied(name=name, modifier=modifier, rules=rules))
    return name


def without_repeats(addends: Addends) -> Addends:
    """Ruling 6: return the addends without those that have no type and are the same effect from the same source again."""
    seen: set[tuple[str, str]] = set()
    kept = []
    for each in addends:
        effect = (each.label, each.source)
        if effect not in seen:
            kept.append(each)
        if each.source and not each.type:
            seen.add(effect)
    return tuple(kept)


def modified(play: Play, who: str, trial: Trial) -> Trial:
    """OR-MOD-01: add what changes all rolls of this sort."""
    return trial.with_addends(*rolls_changed(play, who, trial.purpose, trial.tags, trial.against))


def rolls_changed(
    play: Play, who: str, sort: Purpose | Literal["damage"], tags: frozenset[str] = frozenset(), against: str = ""
) -> Addends:
    """Return the addends that a character's rolls of a sort have from modifiers, in a situation with these tags."""
    return play.value(who, f"rolls.{sort}", tags=tags, against=against).contributions()


WINDOWS: Final = {ROLLING: (modified,)}

"""Changes on top of values, and values that are computed: modifiers and formulas."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from domain.commands import AnyRef, Command
from domain.instance_fields import takes_one_of
from domain.kit.commands import command
from domain.kit.naming import find, hold_on, new_name
from domain.play import moments
from domain.play.play import Play
from domain.play.refusals import Refused
from domain.vocabulary import COMPONENTS
from domain.vocabulary.expressions import AnyExpression, Rounding
from domain.vocabulary.values import (
    Formula,
    FormulaChanged,
    FormulaDefined,
    FormulaDropped,
    Modifier,
    ModifierApplied,
    ModifierLifted,
)
from systems.freeform.fields import Because, Data, Key, Locked, Number, Source, Tags, Until, Word

FORMULA = "formula"


class Modify(Command, frozen=True, kw_only=True, omit_defaults=True):
    """By an `amount`, or by what a `formula` comes to. Only multiply knows `over`: the value becomes itself times `amount /
    over`, rounded to a whole number by `rounding`."""

    target: AnyRef
    path: Annotated[
        Word, Meta(description="`attributes.<name>`, `<component>.<name>.<field>`, or whatever a formula defines")
    ]
    operation: Annotated[
        Literal["add", "multiply", "set", "cap", "floor"],
        Meta(
            description="What is done to the value with that: of several, set comes first, then add, multiply, floor (at least so much) and cap (at most)"
        ),
    ] = "add"
    amount: Annotated[Number | None, Meta(description="By how much the value changes")] = None
    formula: Annotated[
        AnyExpression | None, Meta(description="A formula that gives how much, in place of an amount")
    ] = None
    over: Annotated[
        Number, Meta(description="What multiply divides by: the value becomes itself times `amount / over`")
    ] = 1
    rounding: Annotated[Rounding, Meta(description="How multiply rounds to a whole number")] = "down"
    type: Annotated[str, Meta(description="The game's word for its sort")] = ""
    stacking: Annotated[
        Literal["sum", "best", "once"],
        Meta(
            description="How several that are to count together do: sum counts every one, best the best bonus and the worst penalty of each type, once those of equal source and type once"
        ),
    ] = "sum"
    source: Source = ""
    tags: Tags = ()
    until: Until = None
    title: str = ""
    locked: Locked = False
    hidden: bool = False
    data: Data = {}


class Unmodify(Command, frozen=True, kw_only=True, omit_defaults=True):
    """`modifier` is its name, or the path it changes."""

    target: AnyRef
    modifier: Annotated[
        Key, Meta(description="Its name, or the path it changes", extra=takes_one_of("modifiers", of="target"))
    ]
    because: Because = ""


class Define(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The base value at `path` is what the `formula` comes to from now on, whenever it is read."""

    target: AnyRef
    path: Annotated[Word, Meta(description="The path of the base value")]
    formula: Annotated[AnyExpression, Meta(description="What the base value comes to from now on, whenever it is read")]
    title: str = ""


class Undefine(Command, frozen=True, kw_only=True, omit_defaults=True):
    """The value at `path` is what is stored again."""

    target: AnyRef
    path: Annotated[Word, Meta(description="The path of the value that is again what is stored")]
    because: Because = ""


@command("Change a value on top of what it is, for a while or for good.", by="owner", actor="target", rules=(FORMULA,))
def modify(play: Play, command: Modify) -> None:
    """A value is changed on top of what it is. An expression that does not add up to a value is refused."""
    until = hold_on(play, command.until)
    _check_path(command.path)
    amount = command.formula if command.amount is None else command.amount
    if amount is None or (command.amount is not None and command.formula is not None):
        raise Refused(FORMULA, "Give either an `amount` or a `formula`.")
    modifier = Modifier(
        path=command.path,
        operation=command.operation,
        amount=amount,
        over=command.over,
        rounding=command.rounding,
        type=command.type,
        stacking=command.stacking,
        source=command.source,
        tags=command.tags,
        until=until,
        title=command.title,
        locked=command.locked,
        audience="gm" if command.hidden else "all",
        data=command.data,
    )
    if command.over == 0:
        raise Refused(FORMULA, "A value cannot be divided by zero; give another `over`.")
    play.emit(command.target, ModifierApplied(name=new_name(play, command.path), modifier=modifier))
    if command.formula is not None:
        play.value(command.target, command.path)


@command("Lift a modifier.", by="owner", actor="target")
def unmodify(play: Play, command: Unmodify) -> None:
    """A modifier is lifted, and whatever came of it with it."""
    name = find(play, command.target, "modifiers", command.modifier)
    play.emit(command.target, ModifierLifted(name=name, because=command.because))
    moments.settle(play, f"{command.target}.modifiers.{name}")


@command("Say how a value is computed from others.", rules=(FORMULA,))
def define(play: Play, command: Define) -> None:
    """A value is computed from others. A formula that leans on itself, or on what is not there, is refused."""
    _check_path(command.path)
    known = sorted(play.where(command.target, "formulas", command.path))
    if known:
        play.emit(command.target, FormulaChanged(name=known[0], expression=command.formula, title=command.title))
    else:
        formula = Formula(path=command.path, expression=command.formula, title=command.title)
        play.emit(command.target, FormulaDefined(name=new_name(play, command.path), formula=formula))
    play.value(command.target, command.path)


@command("A computed value is what is stored again.")
def undefine(play: Play, command: Undefine) -> None:
    """A value is no longer computed."""
    name = find(play, command.target, "formulas", command.path)
    play.emit(command.target, FormulaDropped(name=name, because=command.because))


def _check_path(path: str) -> None:
    """Catch paths that could never be looked up: of a component that we have, but in another form than its values'."""
    component, _, rest = path.partition(".")
    name, _, field = rest.partition(".")
    if component not in COMPONENTS:
        return
    known = COMPONENTS[component].instance.__struct_fields__
    if not name or (not field and component != "attributes") or (field and field.partition(".")[0] not in known):
        raise Refused(
            "path", "No value is found at {path!r}; write it like attributes.guts or tracks.hp.maximum.", path=path
        )
    if (component, field) == ("attributes", "base"):
        raise Refused("path", "The value of an attribute is at attributes.{name}; leave the .base out.", name=name)

"""Values of a single character: bases of their own, and formulas in place of those of their kind (`domain.formulas`)."""

from __future__ import annotations

from domain.play.play import Play
from domain.vocabulary.expressions import AnyExpression
from domain.vocabulary.values import (
    Attribute,
    AttributeDeclared,
    AttributeRaised,
    AttributeSet,
    Formula,
    FormulaChanged,
    FormulaDefined,
)


def set_base(play: Play, who: str, name: str, base: int) -> None:
    """Write the base of an attribute on a character's sheet, whether or not it has been there before."""
    if name in play.character(who).attributes:
        play.emit(who, AttributeSet(name=name, base=base))
    else:
        play.emit(who, AttributeDeclared(name=name, attribute=Attribute(base=base)))


def raise_base(play: Play, who: str, name: str, amount: int) -> None:
    """Raise the base of an attribute, or lower it by an amount below zero; one that was derived is written down so."""
    if name in play.character(who).attributes:
        play.emit(who, AttributeRaised(name=name, amount=amount))
    else:
        base = play.value(who, f"attributes.{name}").base + amount
        play.emit(who, AttributeDeclared(name=name, attribute=Attribute(base=base)))


def override(play: Play, ref: str, path: str, expression: AnyExpression, *, title: str = "") -> None:
    """Let a character's value at `path` follow from an expression of their own from now on."""
    own = play.where(ref, "formulas", path)
    if own:
        play.emit(ref, FormulaChanged(name=min(own), expression=expression, title=title))
    else:
        formula = Formula(path=path, expression=expression, title=title)
        play.emit(ref, FormulaDefined(name=path.replace(".", "-"), formula=formula))

"""Formulas of a single character, in place of what the game says of everybody of their kind (`domain.formulas`)."""

from __future__ import annotations

from domain.components.creature import Formula
from domain.components.expressions import AnyExpression
from domain.events.values import FormulaChanged, FormulaDefined
from domain.play.play import Play


def override(play: Play, ref: str, path: str, expression: AnyExpression, *, title: str = "") -> None:
    """Let a character's value at `path` follow from an expression of their own from now on."""
    own = play.where(ref, "formulas", path)
    if own:
        play.emit(ref, FormulaChanged(name=min(own), expression=expression, title=title))
    else:
        formula = Formula(path=path, expression=expression, title=title)
        play.emit(ref, FormulaDefined(name=path.replace(".", "-"), formula=formula))

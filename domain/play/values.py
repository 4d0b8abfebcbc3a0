"""What a value amounts to: the stored or computed base, then the modifiers on top, each with its reason."""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import assert_never

import msgspec

from domain.components.creature import Formula, Modifier
from domain.components.expressions import (
    AnyExpression,
    AtLeast,
    BaseOf,
    Count,
    Greatest,
    Least,
    Number,
    Product,
    Quotient,
    Rounding,
    Sum,
    ValueOf,
)
from domain.play.reading import Look
from domain.play.refusals import Absent, Refused

DEEPEST = 24
"""How many formulas may lean on one another; deeper is a circle."""

ORDER = ("set", "add", "multiply", "floor", "cap")


class Part(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One modifier's share in a value. `counted` is false where stacking leaves it out."""

    modifier: str
    title: str
    operation: str
    amount: int
    over: int = 1
    type: str = ""
    source: str = ""
    counted: bool = True


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value with its reasons: `total` follows from `base` and the counted parts in the order given."""

    path: str
    base: int
    total: int
    computed: bool = False
    parts: tuple[Part, ...] = ()


class Circular(Refused):
    """A formula leans on itself."""

    slug = "circular-formula"

    def __init__(self, path: str) -> None:
        super().__init__("formula", f"The value of {path} depends on itself; one of the formulas has to change.")


def effective(look: Look, ref: str, path: str, depth: int = 0) -> Value:
    """The value at `path` of an aggregate after formulas and modifiers.

    `path` is `attributes.<name>` (its base), `<component>.<name>.<field>`, or a name that only a formula defines, such
    as `defense.ac`. Raises Absent where nothing defines it, Circular where formulas lean on one another in a circle.
    """
    if depth > DEEPEST:
        raise Circular(path)
    base, computed = _base(look, ref, path, depth)
    parts = _parts(look, ref, path, depth)
    return Value(path=path, base=base, total=_applied(base, parts, look, ref), computed=computed, parts=tuple(parts))


def _base(look: Look, ref: str, path: str, depth: int) -> tuple[int, bool]:
    formulas: dict[str, Formula] = look.where(ref, "formulas", path)
    for name in sorted(formulas):
        return evaluate(look, ref, formulas[name].expression, depth + 1), True
    component, _, rest = path.partition(".")
    name, _, field = rest.partition(".")
    family = getattr(look.aggregate(ref), component, {})
    stored = getattr(family[name], field or "base")
    if not isinstance(stored, int):
        raise Absent(f"{ref}.{path}", f"{path} has no number of its own.")
    return stored, False


def _parts(look: Look, ref: str, path: str, depth: int) -> list[Part]:
    modifiers: dict[str, Modifier] = look.where(ref, "modifiers", path)
    parts = [
        Part(
            modifier=name,
            title=m.title or name,
            operation=m.operation,
            amount=m.amount if isinstance(m.amount, int) else evaluate(look, ref, m.amount, depth + 1),
            over=m.over,
            type=m.type,
            source=m.source,
        )
        for name, m in sorted(modifiers.items())
    ]
    stacking = {name: m.stacking for name, m in modifiers.items()}
    left_out = _left_out(parts, stacking)
    counted = [msgspec.structs.replace(p, counted=p.modifier not in left_out) for p in parts]
    return sorted(counted, key=lambda p: ORDER.index(p.operation))


def _left_out(parts: list[Part], stacking: Mapping[str, str]) -> set[str]:
    """The modifiers that stacking does not count: per type the lesser bonuses and lesser penalties; repeats of a source."""
    out: set[str] = set()
    best: dict[tuple[str, str, bool], Part] = {}
    seen: set[tuple[str, str]] = set()
    for part in parts:
        if stacking[part.modifier] == "best":
            key = (part.type, part.operation, part.amount >= 0)
            rival = best.get(key)
            if rival is None or abs(part.amount) > abs(rival.amount):
                best[key] = part
            out |= {p.modifier for p in (part, rival) if p is not None and p is not best[key]}
        elif stacking[part.modifier] == "once":
            if (part.source, part.type) in seen:
                out.add(part.modifier)
            seen.add((part.source, part.type))
    return out


def _applied(base: int, parts: list[Part], look: Look, ref: str) -> int:
    total = base
    for part in parts:
        if not part.counted:
            continue
        match part.operation:
            case "set":
                total = part.amount
            case "add":
                total += part.amount
            case "multiply":
                rounding = look.aggregate(ref).modifiers[part.modifier].rounding
                total = _divided(total * part.amount, part.over, rounding)
            case "floor":
                total = max(total, part.amount)
            case _:
                total = min(total, part.amount)
    return total


def evaluate(look: Look, ref: str, expression: AnyExpression, depth: int = 0) -> int:  # noqa: PLR0911
    """The value of a formula for an aggregate. Raises like `effective`."""
    match expression:
        case Number():
            return expression.value
        case ValueOf():
            return effective(look, _whose(look, ref, expression.of), expression.path, depth + 1).total
        case BaseOf():
            return _base(look, _whose(look, ref, expression.of), expression.path, depth + 1)[0]
        case Count():
            return _count(look, _whose(look, ref, expression.of), expression)
        case Sum():
            return sum(evaluate(look, ref, term, depth) for term in expression.terms)
        case Product():
            return prod(evaluate(look, ref, factor, depth) for factor in expression.factors)
        case Quotient():
            return _divided(evaluate(look, ref, expression.dividend, depth), expression.divisor, expression.rounding)
        case Least():
            return min(evaluate(look, ref, term, depth) for term in expression.terms)
        case Greatest():
            return max(evaluate(look, ref, term, depth) for term in expression.terms)
        case AtLeast():
            return evaluate(look, ref, _branch(look, ref, expression, depth), depth)
        case _:
            assert_never(expression)


def _branch(look: Look, ref: str, choice: AtLeast, depth: int) -> AnyExpression:
    reached = evaluate(look, ref, choice.value, depth) >= choice.threshold
    return choice.then if reached else choice.otherwise


def _whose(look: Look, ref: str, of: str) -> str:
    if of == "self":
        return ref
    if not of.startswith("link:"):
        return of
    kind = of.removeprefix("link:")
    for _, link in sorted(look.where(ref, "links", kind).items()):
        return str(link.to)
    raise Absent(f"{ref}.links", f"There is no {kind} that this value could follow.")


def _count(look: Look, ref: str, count: Count) -> int:
    family = getattr(look.aggregate(ref), count.component)
    return sum(all(_field(i, field) == wanted for field, wanted in count.where.items()) for i in family.values())


def _field(instance: object, field: str) -> object:
    group, _, key = field.partition(".")
    return getattr(instance, "data").get(key) if group == "data" else getattr(instance, field)  # noqa: B009


def _divided(dividend: int, divisor: int, rounding: Rounding) -> int:
    match rounding:
        case "down":
            return dividend // divisor
        case "up":
            return -(-dividend // divisor)
        case "nearest":
            return (2 * dividend + divisor) // (2 * divisor)

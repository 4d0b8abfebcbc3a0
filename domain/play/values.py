"""Values: the stored or computed base, then the modifiers on top, each with its reason."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from math import prod
from typing import Any, NamedTuple, assert_never

import msgspec

from domain.aggregates import Aggregate
from domain.bounds import bound_at
from domain.messages import text
from domain.paths import parse_within
from domain.play.reading import TrackedReads
from domain.play.refusals import Absent, Refused
from domain.stacking import Stacking, counted
from domain.vocabulary.expressions import (
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
from domain.vocabulary.log import Addends, Contribution
from domain.vocabulary.values import Formula, Modifier

DEEPEST = 60
"""The maximum number of formulas that depend on one another in a row: more than any rulebook asks for."""

KEEPING_NUMBERS = ("attributes.", "tracks.")
"""The beginnings of the paths at which a character may keep a number that its game would otherwise derive."""

ORDER = ("set", "add", "multiply", "floor", "cap")


class ValuePart(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A share in a value: of one modifier or, where `modifier` is "", of the situation, or of what the game says of everybody
    by the rule that is its `source`: a bound, or what stands on top. `counted` is false where stacking leaves it out, or the situation is not the one that it is for
    (`when` it has these tags, `against` a character)."""

    modifier: str
    title: str
    operation: str
    amount: int
    over: int = 1
    rounding: Rounding = "down"
    type: str = ""
    stacking: Stacking = "sum"
    source: str = ""
    when: tuple[str, ...] = ()
    against: str = ""
    counted: bool = True


class Value(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A value with its reasons: `total` follows from `base` and the counted parts in the order given."""

    path: str
    base: int
    total: int
    computed: bool = False
    parts: tuple[ValuePart, ...] = ()

    def contributions(self, label: str = "") -> Addends:
        """Return the value as addends of a roll, which come to its total: the base by a `label` (else what its path ends
        with), then the difference that each part makes."""
        contributions = [Contribution(label=label or self.path.rpartition(".")[2], amount=self.base)]
        total = self.base
        for part, after in _running(self.base, self.parts):
            type = part.type if (part.operation, part.stacking) == ("add", "best") else ""
            source = part.source or part.modifier
            contributions.append(Contribution(label=part.title, amount=after - total, source=source, type=type))
            total = after
        return tuple(one for one in contributions if one.amount)


class Situation(NamedTuple):
    """The circumstances for which a value is wanted: the `tags` of what is being done, whom it is `against`, and what they
    add."""

    tags: frozenset[str] = frozenset()
    against: str = ""
    addends: Addends = ()

    def fits(self, part: ValuePart) -> bool:
        """Whether a part is for such a situation."""
        return self.tags.issuperset(part.when) and part.against in ("", self.against)


NOWHERE = Situation()
"""No situation in particular, as on a sheet."""


class Circular(Refused):
    """A formula leans on itself."""

    slug = "circular-formula"

    def __init__(self, path: str) -> None:
        super().__init__(
            "formula", text("The value of {path} depends on itself; one of the formulas has to change.", path=path)
        )


def effective(look: TrackedReads, ref: str, path: str, situation: Situation = NOWHERE) -> Value:
    """The value at `path` of an aggregate after formulas and modifiers, in a situation. The values that a formula leans
    on are reckoned in the same one, without its addends.

    `path` is `attributes.<name>` (its base), `<component>.<name>.<field>[.<key>]`, or a name that only a formula defines,
    such as `defense.ac`. Raises Absent where nothing defines it, Circular where formulas lean on one another in a circle.
    """
    return _Reckoning(look, situation).value(ref, path)


class _Reckoning:
    """One value being worked out. `trail` is what it leans on so far; what is known already is not worked out again."""

    def __init__(self, look: TrackedReads, situation: Situation = NOWHERE) -> None:
        self.look = look
        self.situation = situation
        self.trail: list[tuple[str, str, str]] = []
        self.known: dict[tuple[str, str], Value] = {}
        self.bases: dict[tuple[str, str], tuple[int, bool]] = {}

    def value(self, ref: str, path: str) -> Value:
        if (ref, path) not in self.known:
            with self.leaning("value", ref, path):
                base, computed = self.base(ref, path)
                parts = self.parts(ref, path)
                total = _total(base, parts)
                for part in self.bounded(ref, path, total):
                    parts, total = (*parts, part), part.amount
            self.known[ref, path] = Value(path=path, base=base, total=total, computed=computed, parts=parts)
        return self.known[ref, path]

    def bounded(self, ref: str, path: str, total: int) -> Iterator[ValuePart]:
        """The bounds of the game that change a total, as the last parts of the value."""
        bound = bound_at(self.look.game.bounds, path)
        if bound is None:
            return
        if bound.most and total > (most := self.value(ref, bound.most).total):
            title, total = f"never above {most}", most
            yield ValuePart(modifier="", title=title, operation="cap", amount=most, source=bound.rule)
        if total < bound.least:
            title = f"never below {bound.least}"
            yield ValuePart(modifier="", title=title, operation="floor", amount=bound.least, source=bound.rule)

    def base(self, ref: str, path: str) -> tuple[int, bool]:
        if (ref, path) not in self.bases:
            formulas: dict[str, Formula] = self.look.where(ref, "formulas", path)
            if formulas:
                with self.leaning("base", ref, path):
                    base = self.evaluate(ref, formulas[min(formulas)].expression), True
            else:
                base = self.stored_or_derived(ref, path)
            self.bases[ref, path] = base
        return self.bases[ref, path]

    def stored_or_derived(self, ref: str, path: str) -> tuple[int, bool]:
        """The number that is kept at a path, or else what follows by the rules of the game, and whether it is the latter."""
        expression = _derived(self.look, ref, path)
        if expression is None:
            return _stored(self.look, ref, path), False
        with self.leaning("base", ref, path):
            return self.evaluate(ref, expression), True

    def parts(self, ref: str, path: str) -> tuple[ValuePart, ...]:
        """The modifiers of a value and, where it is the one that is asked for, what the situation adds; in order."""
        modifiers: dict[str, Modifier] = self.look.where(ref, "modifiers", path)
        given = [self.part(ref, name, modifier) for name, modifier in sorted(modifiers.items())]
        given += self.standing(ref, path)
        given += map(_added, self.situation.addends if len(self.trail) == 1 else ())
        fitting = [at for at, part in enumerate(given) if self.situation.fits(part)]
        counting = {at for at, counts in zip(fitting, counted([given[at] for at in fitting]), strict=True) if counts}
        parts = [msgspec.structs.replace(part, counted=at in counting) for at, part in enumerate(given)]
        return tuple(sorted(parts, key=lambda part: ORDER.index(part.operation)))

    def standing(self, ref: str, path: str) -> Iterator[ValuePart]:
        """Yield what the game lets stand on top of the value, as far as it is more or less than nothing."""
        lines = self.look.game.standing.get(path, ())
        kind = self.look.aggregate(ref).profile["self"].kind if lines else ""
        for each in lines:
            amount = self.evaluate(ref, each.amount) if kind in each.kinds else 0
            if amount:
                yield ValuePart(modifier="", title=each.title, operation="add", amount=amount, source=each.rule)

    def part(self, ref: str, name: str, modifier: Modifier) -> ValuePart:
        """A modifier as a part, its amount worked out."""
        amount = modifier.amount if isinstance(modifier.amount, int) else self.evaluate(ref, modifier.amount)
        return ValuePart(
            modifier=name,
            title=modifier.title or name,
            operation=modifier.operation,
            amount=amount,
            over=modifier.over,
            rounding=modifier.rounding,
            type=modifier.type,
            stacking=modifier.stacking,
            source=modifier.source,
            when=modifier.when,
            against=modifier.against,
        )

    def evaluate(self, ref: str, expression: AnyExpression) -> int:  # noqa: PLR0911
        match expression:
            case Number():
                return expression.value
            case ValueOf():
                return self.value(_whose(self.look, ref, expression.of), expression.path).total
            case BaseOf():
                return self.base(_whose(self.look, ref, expression.of), expression.path)[0]
            case Count():
                return _count(self.look, _whose(self.look, ref, expression.of), expression)
            case Sum():
                return sum(self.each(ref, expression.terms))
            case Product():
                return prod(self.each(ref, expression.factors))
            case Quotient():
                return _divided(self.evaluate(ref, expression.dividend), expression.divisor, expression.rounding)
            case Least():
                return min(self.each(ref, expression.terms))
            case Greatest():
                return max(self.each(ref, expression.terms))
            case AtLeast():
                return self.evaluate(ref, self.branch(ref, expression))
            case _:
                assert_never(expression)

    def each(self, ref: str, expressions: tuple[AnyExpression, ...]) -> list[int]:
        if not expressions:
            raise Refused("formula", "A formula adds, multiplies or compares at least one term; this one has none.")
        return [self.evaluate(ref, expression) for expression in expressions]

    def branch(self, ref: str, choice: AtLeast) -> AnyExpression:
        return choice.then if self.evaluate(ref, choice.value) >= choice.threshold else choice.otherwise

    @contextmanager
    def leaning(self, what: str, ref: str, path: str) -> Iterator[None]:
        step = (what, ref, path)
        if step in self.trail:
            raise Circular(path)
        if len(self.trail) >= DEEPEST:
            raise Refused(
                "formula",
                "The value of {path} leans on more than {deepest} formulas in a row; simplify them.",
                path=path,
                deepest=DEEPEST,
            )
        self.trail.append(step)
        try:
            yield
        finally:
            self.trail.pop()


def _added(addend: Contribution) -> ValuePart:
    """An addend of the situation as a part."""
    return ValuePart(
        modifier="",
        title=addend.label,
        operation="add",
        amount=addend.amount,
        type=addend.type,
        stacking="best" if addend.type else "sum",
        source=addend.source,
    )


def _total(base: int, parts: Iterable[ValuePart]) -> int:
    return next((after for _, after in reversed(list(_running(base, parts)))), base)


def _running(base: int, parts: Iterable[ValuePart]) -> Iterator[tuple[ValuePart, int]]:
    """The parts that count, each with what the value comes to after it."""
    total = base
    for part in parts:
        if part.counted:
            total = _after(total, part)
            yield part, total


def _after(total: int, part: ValuePart) -> int:
    match part.operation:
        case "set":
            return part.amount
        case "add":
            return total + part.amount
        case "multiply":
            return _divided(total * part.amount, part.over, part.rounding)
        case "floor":
            return max(total, part.amount)
        case _:
            return min(total, part.amount)


def is_computed(look: TrackedReads, ref: str, path: str) -> bool:
    """Whether a formula gives the value at a path of an aggregate: one of its own, or one of its game."""
    return bool(look.where(ref, "formulas", path)) or _derived(look, ref, path) is not None


def _derived(look: TrackedReads, ref: str, path: str) -> AnyExpression | None:
    """Return the expression from which a game lets the value at a path follow, unless the aggregate keeps a number of
    its own there."""
    candidates = look.game.derived.get(path)
    if candidates is None:
        return None
    aggregate = look.aggregate(ref)
    kind = aggregate.profile["self"].kind
    expression = next((value.expression for value in candidates if kind in value.kinds), None)
    return None if expression is None or keeps_number(aggregate, path) else expression


def keeps_number(aggregate: Aggregate, path: str) -> bool:
    """Whether an aggregate keeps a number of its own at a path, which then overrides what its game says of it."""
    if not path.startswith(KEEPING_NUMBERS):
        return False
    component, _, rest = path.partition(".")
    name, _, field = rest.partition(".")
    instances = getattr(aggregate, component)
    return name in instances and getattr(instances[name], field or "base") is not None


def _stored(look: TrackedReads, ref: str, path: str) -> int:
    _, component, name, field, key = parse_within(path)
    instance = getattr(look.aggregate(ref), component)[name]
    stored = _field(instance, field or "base", path)
    if key:
        stored = stored.get(key) if isinstance(stored, Mapping) else None
    if not isinstance(stored, int) or isinstance(stored, bool):
        raise Absent(f"{ref}.{path}", "{path} has no number of its own; name a value that has one.", path=path)
    return stored


def _whose(look: TrackedReads, ref: str, of: str) -> str:
    if of == "self":
        return ref
    if not of.startswith("link:"):
        return of
    kind = of.removeprefix("link:")
    for _, link in sorted(look.where(ref, "links", kind).items()):
        return str(link.to)
    raise Absent(
        f"{ref}.links", "There is no link {kind!r} that this value could follow to another character.", kind=kind
    )


def _count(look: TrackedReads, ref: str, count: Count) -> int:
    family = getattr(look.aggregate(ref), count.component)
    return sum(all(_where(i, field) == wanted for field, wanted in count.where.items()) for i in family.values())


def _where(instance: object, field: str) -> object:
    group, _, key = field.partition(".")
    value = _field(instance, group, field)
    return value.get(key) if key and isinstance(value, Mapping) else value


def _field(instance: Any, field: str, path: str) -> Any:
    try:
        return getattr(instance, field)
    except AttributeError:
        raise Absent(path, "There is no {field} at {path}.", field=field, path=path) from None


def _divided(dividend: int, divisor: int, rounding: Rounding) -> int:
    if divisor == 0:
        raise Refused("formula", "A value cannot be divided by zero; give another divisor.")
    match rounding:
        case "down":
            return dividend // divisor
        case "up":
            return -(-dividend // divisor)
        case "nearest":
            return (2 * dividend + divisor) // (2 * divisor)

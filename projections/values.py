"""Values as one viewer may see them, with their explanations, which do not name anything hidden."""

from __future__ import annotations

from copy import copy

import msgspec
from msgspec.structs import replace

from domain.aggregates import Aggregate, UnknownComponent
from domain.play.reading import GameWorld, TrackedReads, World, values_of
from domain.play.refusals import Refused
from domain.play.values import Value, effective
from domain.visibility.world import VisibleWorld
from domain.vocabulary.expressions import Number
from domain.vocabulary.values import Formula, Track


class Share(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One modifier's part in a value. `hidden` is all that the viewer may not know of, as one amount without a name."""

    operation: str
    amount: int
    modifier: str = ""
    title: str = ""
    over: int = 1
    type: str = ""
    source: str = ""
    when: tuple[str, ...] = ()
    against: str = ""
    counted: bool = True
    hidden: bool = False


class SeenValue(msgspec.Struct, frozen=True, kw_only=True):
    """A value after formulas and modifiers: `base` and the counted `parts`, in their order, give `value`.

    `computed` is whether a formula gave the base. Where the value cannot be worked out, `error` says why.
    """

    base: int | None = None
    value: int | None = None
    computed: bool = False
    parts: tuple[Share, ...] = ()
    title: str = ""
    error: str | None = None


class SeenTrack(msgspec.Struct, frozen=True, kw_only=True):
    """A pool or level: values in force beside the stored ones. `parts` and `errors` are by field, where there are any."""

    current: int | None
    minimum: int | None
    maximum: int | None
    base_current: int | None
    base_minimum: int | None
    base_maximum: int | None
    title: str = ""
    parts: dict[str, tuple[Share, ...]] = {}
    errors: dict[str, str] = {}
    data: dict[str, object] = {}


def seen_value(visible: VisibleWorld, ref: str, path: str, title: str = "") -> SeenValue:
    """The value at a path of an aggregate. Its total is the true one; modifiers that the viewer may not know of are one
    nameless part of it."""
    try:
        whole = effective(TrackedReads(visible.world, None), ref, path)
    except (Refused, UnknownComponent) as problem:
        return SeenValue(title=title, error=_why(visible, problem))
    seen = visible.aggregate(ref)
    shown = set() if seen is None else set(seen.modifiers)
    alone = _alone(visible, ref, whole, shown)
    parts = [_share(visible, ref, part) for part in alone.parts]
    if alone.total != whole.total:
        parts.append(Share(operation="add", amount=whole.total - alone.total, hidden=True))
    return SeenValue(base=whole.base, value=whole.total, computed=whole.computed, parts=tuple(parts), title=title)


def seen_track(visible: VisibleWorld, ref: str, name: str, track: Track) -> SeenTrack:
    """A track with the values in force."""
    fields = {field: _bound(visible, ref, name, track, field) for field in ("current", "minimum", "maximum")}
    return SeenTrack(
        current=fields["current"].value,
        minimum=fields["minimum"].value,
        maximum=fields["maximum"].value,
        base_current=fields["current"].base,
        base_minimum=fields["minimum"].base,
        base_maximum=fields["maximum"].base,
        title=track.title,
        parts={field: value.parts for field, value in fields.items() if value.parts},
        errors={field: value.error for field, value in fields.items() if value.error},
        data=visible.wording.as_json(track.data, ref),
    )


def _bound(visible: VisibleWorld, ref: str, name: str, track: Track, field: str) -> SeenValue:
    path = f"tracks.{name}.{field}"
    aggregate = visible.world.aggregate(ref)
    formulas = {} if aggregate is None else aggregate.formulas
    if getattr(track, field) is None and all(formula.path != path for formula in formulas.values()):
        return SeenValue()
    return seen_value(visible, ref, path)


def _alone(visible: VisibleWorld, ref: str, whole: Value, shown: set[str]) -> Value:
    """The value with these modifiers only, each with the amount it has, on the same base."""
    real = visible.world.aggregate(ref)
    if real is None or all(part.modifier in shown or not part.modifier for part in whole.parts):
        return whole
    base = Formula(path=whole.path, expression=Number(value=whole.base))
    parts = [part for part in whole.parts if part.modifier in shown]
    bare = copy(real)
    bare.formulas = {name: one for name, one in real.formulas.items() if one.path != whole.path} | {whole.path: base}
    bare.modifiers = {name: one for name, one in real.modifiers.items() if one.path != whole.path} | {
        part.modifier: replace(real.modifiers[part.modifier], amount=part.amount) for part in parts
    }
    return effective(
        TrackedReads(GameWorld(_Instead(visible.world, bare), values_of(visible.world)), None), ref, whole.path
    )


class _Instead:
    """A world in which one aggregate stands in place of the real one."""

    def __init__(self, world: World, aggregate: Aggregate) -> None:
        self._world, self._aggregate = world, aggregate

    def aggregate(self, ref: str) -> Aggregate | None:
        return self._aggregate if ref == self._aggregate.ref else self._world.aggregate(ref)


def _share(visible: VisibleWorld, ref: str, part: msgspec.Struct) -> Share:
    return msgspec.convert(visible.wording.as_json(part, ref), Share)


def _why(visible: VisibleWorld, problem: Refused | UnknownComponent) -> str:
    if visible.viewer.is_gm:
        return (
            visible.wording.sentence(problem.gm)
            if isinstance(problem, Refused)
            else f"{problem}; one of the formulas has to change"
        )
    return "This value cannot be worked out; the game master sees why."

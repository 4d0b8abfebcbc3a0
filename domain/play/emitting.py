"""The two things that follow for an event that a rule emits: who may see it, and whether its data fits the game.

All that an audience follows from is looked at like any value, so that a past in which somebody was hidden, or was not,
decides again who sees what happened to them.
"""

from __future__ import annotations

from msgspec import UNSET

from domain.aggregates import Aggregate
from domain.play.reading import TrackedReads
from domain.system import Registry, System
from domain.vocabulary.audiences import narrower
from domain.vocabulary.base import Audience, Event, carried_by
from domain.vocabulary.data import Misfit, kind_of, lacking, misfit
from domain.vocabulary.profile import Introduced


class DataDefect(TypeError):
    """A rule gave an instance data that does not fit what its game declares: the rule has a defect."""


def known_to(look: TrackedReads, ref: str) -> Audience:
    """Return who may know of an aggregate."""
    return _of_profile(look, ref, "audience")


def who_sees(look: TrackedReads, ref: str, event: Event) -> Audience:
    """Return who may see an event that happens to an aggregate, before the event is applied."""
    brought = carried_by(event)
    of_brought: Audience = "all" if brought is None else brought.audience
    if isinstance(event, Introduced):
        return of_brought
    whole = known_to(look, ref)
    if event.component in ("profile", "log"):
        return whole
    sheet = narrower(whole, _of_profile(look, ref, "sheet"))
    aggregate = look.world.aggregate(ref)
    instance = None if aggregate is None else aggregate.instances(event.component).get(event.name)
    if instance is None:
        return narrower(sheet, of_brought)
    look.note(f"{ref}.{event.component}.{event.name}.audience")
    return narrower(sheet, instance.audience)


def _of_profile(look: TrackedReads, ref: str, field: str) -> Audience:
    """Return an audience that a profile has; all where there is no profile, as for the campaign itself."""
    aggregate = look.world.aggregate(ref)
    if aggregate is None or "self" not in aggregate.profile:
        return "all"
    look.note(f"{ref}.profile.self.{field}")
    audience: Audience = getattr(aggregate.profile["self"], field)
    return audience


def misfit_of(
    registry: Registry, system: System, aggregate: Aggregate, event: Event, *, by_hand: bool
) -> Misfit | None:
    """Return how the data of an event that the aggregate has taken in does not fit the structs that the game declares for it.

    Where a game declares no struct of exactly this kind, a table may write keys of its own `by_hand`.
    """
    instance = carried_by(event)
    data = getattr(event, "data", UNSET) if instance is None else instance.data
    if data is UNSET or (instance is None and not data):
        return None
    component = event.component
    kind = event.name if component == "log" else kind_of(component, aggregate.instances(component)[event.name])
    exact = registry.data(system, component, kind) if kind else ()
    structs = (*exact, *registry.data(system, component, ""))
    if not structs:
        return None
    wrong = misfit(structs, data)
    if wrong is None and instance is not None:
        absent = [key for struct in exact for key in lacking(struct, data)]
        wrong = Misfit(f"has {' and '.join(map(repr, absent))} there, which is missing") if absent else None
    if wrong is None or (by_hand and wrong.is_strange and not exact):
        return None
    where = f"{component} {kind!r}" if kind else component
    return wrong._replace(problem=f"The data of {where} does not fit: {system.name} {wrong.problem}")

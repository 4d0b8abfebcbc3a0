"""The tables beside the facts, for callers who may see all of them: names of things, and rules."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from domain.ledger.reading.heads import Heads
from domain.system import Registry
from domain.vocabulary.profile import Profile
from projections.analytics.schema import NameFact, RuleFact


def names_of(heads: Heads, campaign: UUID) -> list[NameFact]:
    """List how the characters, encounters and groups of a campaign are called; those that were removed, as they were called last."""
    world = heads.fresh(campaign)
    aggregates = ((ref, world.aggregate(ref)) for ref in world.refs())
    profiles = ((ref, aggregate.profile.get("self")) for ref, aggregate in aggregates if aggregate is not None)
    return [name_fact(campaign, ref, profile) for ref, profile in profiles if profile is not None]


def name_fact(campaign: UUID, ref: str, profile: Profile) -> NameFact:
    """Make the row of a name."""
    return NameFact(
        campaign=str(campaign),
        ref=ref,
        handle=profile.handle,
        name=profile.name,
        kind=profile.kind,
        owner=next(iter(profile.owners), None),
    )


def rules_of(registry: Registry, systems: Iterable[str]) -> list[RuleFact]:
    """List the rules of systems, but for those that are not built yet; a system that is not installed any more has none."""
    return [
        RuleFact(system=each, rule=rule.id, chapter=rule.area, text=rule.text)
        for each in sorted(set(systems))
        if each in registry.systems
        for rule in registry.system(each).rules.values()
        if not rule.planned
    ]

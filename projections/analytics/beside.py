"""The tables beside the facts, for callers who may see all of them: names of things, and rules."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from domain.aggregates import CAMPAIGN, Campaign
from domain.ledger.reading.heads import Heads
from domain.system import Registry
from domain.vocabulary.profile import Profile
from projections.analytics.schema import NameFact, RuleFact


def names_of(heads: Heads, campaign: UUID) -> list[NameFact]:
    """List how the characters, encounters and groups of a campaign are called now."""
    world = heads.fresh(campaign)
    world.load_all()
    state = world.aggregate(CAMPAIGN)
    assert isinstance(state, Campaign), "every ledger has its campaign"
    found = []
    for ref in sorted({handle.ref for handle in state.handles.values()}):
        aggregate = world.aggregate(ref)
        profile = None if aggregate is None else aggregate.profile.get("self")
        if profile is not None:
            found.append(name_fact(campaign, ref, profile))
    return found


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

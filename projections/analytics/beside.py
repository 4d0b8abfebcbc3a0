"""The tables beside the facts, for whoever may see all of them: what things are called, and the rules that there are."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from uuid import UUID

import msgspec
import pyarrow as pa

from domain.campaign import CAMPAIGN, Campaign
from domain.ledger.heads import Heads
from domain.system import Registry
from projections.analytics.schema import NameFact, RuleFact, schema_of


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
            owner = profile.owners[0] if profile.owners else None
            found.append(
                NameFact(
                    campaign=str(campaign),
                    ref=ref,
                    handle=profile.handle,
                    name=profile.name,
                    kind=profile.kind,
                    owner=owner,
                )
            )
    return found


def rules_of(registry: Registry, systems: Iterable[str]) -> list[RuleFact]:
    """List the rules of systems; one that is not installed any more has none."""
    return [
        RuleFact(system=each, rule=rule.id, chapter=rule.area, text=rule.text)
        for each in sorted(set(systems))
        if each in registry.systems
        for rule in registry.system(each).rules.values()
    ]


def table_of(table: str, rows: Iterable[msgspec.Struct]) -> pa.Table:
    """Return rows of a table in Arrow."""
    values: list[dict[str, Any]] = [msgspec.structs.asdict(row) for row in rows]
    return pa.Table.from_pylist(values, schema=schema_of(table))

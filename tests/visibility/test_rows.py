"""Rows as answers have them fit the structs by which they are described."""

from __future__ import annotations

from typing import Any, Final, get_args

import msgspec
import pytest

from api.docs.schemas import any_value
from domain.aggregates import CAMPAIGN, KINDS, Campaign
from domain.ledger.ledger import Ledger as LiveLedger
from domain.ledger.memory.store import MemoryStore
from domain.ledger.upkeep.importing import import_ledger
from domain.visibility.audience import GM, Viewer
from domain.visibility.rows import ROWS, AnchorRow, row_struct
from domain.visibility.view_fields import component_fields
from domain.visibility.world import VisibleWorld
from domain.vocabulary import COMPONENTS
from domain.vocabulary.anchors import AnyAnchor
from projections.views.board import BoardPosition, BoardView
from projections.views.group import GroupView, Roster
from projections.views.sheet import SheetView
from systems.registry import load
from tests.ledgers.stored import Ledger

VIEWS: Final = (SheetView, BoardView, BoardPosition, GroupView, Roster)

BY_COMPONENT: Final = {name: component.instance for name, component in COMPONENTS.items() if component.instance in ROWS}


def test_an_anchor_is_described_with_the_fields_of_every_kind() -> None:
    fields = {name for kind in get_args(AnyAnchor) for name in kind.__struct_fields__}
    assert {"by", *fields} == set(AnchorRow.__struct_fields__)


@pytest.mark.parametrize("view", VIEWS)
def test_no_rows_of_a_view_are_without_a_schema(view: type[msgspec.Struct]) -> None:
    schema = msgspec.json.schema_components([view], schema_hook=any_value)[1][view.__name__]
    values = {name: field.get("additionalProperties") for name, field in schema["properties"].items()}
    assert [name for name, value in values.items() if value == {"type": "object"}] == []


def test_every_row_that_a_view_points_at_is_described() -> None:
    schemas = msgspec.json.schema_components(VIEWS, schema_hook=any_value)[1]
    named = {ref for view in VIEWS for ref in _refs(schemas[view.__name__]) if ref.endswith("Row")}
    assert named == {row_struct(kind).__name__ for kind in ROWS}


def _refs(schema: Any) -> set[str]:
    match schema:
        case {"$ref": str(ref)}:
            return {ref.rpartition("/")[2]}
        case dict():
            return {ref for part in schema.values() for ref in _refs(part)}
        case list():
            return {ref for part in schema for ref in _refs(part)}
        case _:
            return set()


@pytest.fixture(scope="module", params=["cthulhu-eternal", "midnight-in-vaia", "weaverdice"])
def world(request: pytest.FixtureRequest) -> Any:
    """A campaign of a stored ledger, as it is now."""
    store, registry = MemoryStore(), load(installed=[])
    campaign = import_ledger(store, registry, Ledger(request.param).lines).campaign.id
    return LiveLedger(store, registry).heads.fresh(campaign)


def test_every_row_fits_its_schema_for_everybody(world: Any) -> None:
    campaign = world.aggregate(CAMPAIGN)
    assert isinstance(campaign, Campaign)
    viewers = [GM, *(Viewer(member, part.role) for member, part in campaign.participants.items())]
    rows = 0
    for visible in (VisibleWorld(world, viewer) for viewer in viewers):
        for ref in [handle.ref for handle in campaign.handles.values()]:
            for name, kind in BY_COMPONENT.items():
                if name in KINDS[ref.partition("/")[0]].__struct_fields__:
                    for row in component_fields(visible, ref, name).values():
                        described = msgspec.convert(row, row_struct(kind), strict=True)
                        assert set(row) <= set(described.__struct_fields__)
                        assert ("audience" in row) == visible.viewer.is_gm
                        rows += 1
    assert rows > 0

"""What holds of every relation."""

import pytest

from projections.analytics.base import in_memory
from projections.analytics.querying.statement import tables_read
from projections.analytics.relations.listed import RELATIONS
from projections.analytics.schema import ROWS


@pytest.mark.parametrize("name", RELATIONS)
def test_a_relation_over_an_empty_campaign_has_its_columns_and_no_rows(name: str) -> None:
    table = RELATIONS[name].in_order(in_memory({})).to_pyarrow()
    assert (table.num_rows, table.column_names) == (0, list(RELATIONS[name].columns))


@pytest.mark.parametrize("name", RELATIONS)
def test_each_column_is_described(name: str) -> None:
    relation = RELATIONS[name]
    assert relation.about.endswith(".")
    assert all(column.meaning for column in relation.columns.values())


def test_a_relation_is_called_as_no_table_of_facts_is() -> None:
    assert not set(RELATIONS) & set(ROWS)


@pytest.mark.parametrize("name", RELATIONS)
def test_each_column_can_be_asked_for_without_quotes(name: str) -> None:
    for column in RELATIONS[name].columns:
        query = f"SELECT {column}, max(r.{column}), min({column}) FROM {name} r GROUP BY {column} ORDER BY {column}"
        assert tables_read(query, RELATIONS) == {name}

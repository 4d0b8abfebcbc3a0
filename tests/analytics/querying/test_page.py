"""The page that describes the tables says what there is."""

import pytest

from projections.analytics.columns import ABOUT, described
from projections.analytics.querying.database import TABLES
from projections.analytics.querying.page import PAGE, page
from projections.analytics.relations.listed import RELATIONS
from projections.analytics.schema import ROWS


def test_the_page_is_what_make_docs_writes() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run `make docs`"


def test_every_table_is_described() -> None:
    assert set(TABLES) == {*ABOUT, *RELATIONS}


@pytest.mark.parametrize("table", ROWS)
def test_every_column_of_a_table_is_described(table: str) -> None:
    assert all(column.meaning for column in described(table).values())

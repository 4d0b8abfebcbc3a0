"""Queries read the tables of their caller; whatever else somebody tries gets a sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from projections.analytics.base import EVERYTHING, ReportScope
from projections.analytics.querying import database as database_module
from projections.analytics.querying.database import (
    TABLES,
    FactDatabase,
    QueryLimits,
    columns_of,
    database_of,
    database_of_taken,
)
from projections.analytics.querying.statement import MOST_CHARACTERS, QueryRefused, tables_read
from tests.analytics.making import ADA, BOB, fact, rows_of

ROWS = (
    fact(1, "track_opened", ADA, "hp", level=10),
    fact(2, "damage_taken", ADA, "hp", by=BOB, amount=4, change=-4, struck=5),
    fact(2, "damage_taken", ADA, "hp", by=BOB, amount=3, change=-3, version=5),
)
BOUNDS = QueryLimits(memory=200, seconds=1)


@pytest.fixture(scope="module")
def database() -> Iterator[FactDatabase]:
    with database_of(rows_of(*ROWS), bounds=BOUNDS) as database:
        yield database


def answered(database: FactDatabase, query: str) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = database.answer(query).read_all().to_pylist()
    return rows


def refusal(database: FactDatabase, query: str) -> str:
    """The sentence with which a query is refused, at once or while its rows are read."""
    with pytest.raises(QueryRefused) as refused:
        database.answer(query).read_all()
    return str(refused.value)


def test_a_query_reads_relations(database: FactDatabase) -> None:
    assert answered(database, "SELECT who, by_whom, amount, remaining FROM harm") == [
        {"who": "Ada", "by_whom": "Bob", "amount": 3, "remaining": 7}
    ]


def test_a_query_puts_no_rows_into_the_order_of_files() -> None:
    before = database_module._in_order.cache_info().currsize
    asked = ReportScope(view="as_played", known_at=3)  # of no other test
    with database_of(rows_of(*ROWS), asked, of=["harm"]) as database:
        answered(database, "SELECT amount FROM harm")
        assert database_module._in_order.cache_info().currsize == before


def test_facts_are_those_of_the_view_and_their_versions_are_beside_them(database: FactDatabase) -> None:
    query = "SELECT (SELECT count(*) FROM facts) AS now, (SELECT count(*) FROM fact_versions) AS ever"
    assert answered(database, query) == [{"now": 2, "ever": 3}]


@pytest.mark.parametrize(
    ("asked", "amount"), [(ReportScope(view="as_played"), 4), (ReportScope(known_at=4), 4), (EVERYTHING, 3)]
)
def test_a_database_is_of_one_view_of_the_past(asked: ReportScope, amount: int) -> None:
    with database_of(rows_of(*ROWS), asked, of=["harm"]) as database:
        assert answered(database, "SELECT amount FROM harm") == [{"amount": amount}]


@pytest.mark.parametrize(
    "query",
    [
        "WITH hit AS (SELECT * FROM harm) SELECT count(*) FROM hit JOIN names ON names.ref = hit.who_ref",
        "SELECT * FROM range(3) AS r(n), HARM",
        "FROM harm SELECT who",
        "SELECT who FROM harm UNION ALL SELECT name FROM names",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3) SELECT * FROM n",
        "DESCRIBE harm",
        "SUMMARIZE harm",
        "SELECT rank() OVER (ORDER BY amount) FROM harm; -- the end",
    ],
)
def test_a_query_that_only_reads_is_answered(database: FactDatabase, query: str) -> None:
    assert answered(database, query)


def test_sums_are_numbers_and_spans_of_time_are_words(database: FactDatabase) -> None:
    query = 'SELECT sum(amount) AS n, sum(amount) AS n, INTERVAL 1 DAY AS "a ""day""" FROM harm'
    table = database.answer(query).read_all()
    assert [column.to_pylist() for column in table.columns] == [[3], [3], ["1 day"]]
    assert table.column_names == ["n", "n", 'a "day"']


def test_all_tables_can_be_shown(database: FactDatabase) -> None:
    assert {row["name"] for row in answered(database, "SHOW TABLES")} >= set(TABLES)


NO_SELECT = "A query is one SELECT statement"

NASTY = {
    "COPY harm TO '{there}'": NO_SELECT,
    "COPY harm FROM '{there}'": NO_SELECT,
    "EXPORT DATABASE '{there}'": NO_SELECT,
    "ATTACH '{there}'": NO_SELECT,
    "DETACH memory": NO_SELECT,
    "INSTALL httpfs": NO_SELECT,
    "LOAD httpfs": NO_SELECT,
    "PRAGMA database_list": NO_SELECT,
    "CALL pragma_version()": NO_SELECT,
    "SET memory_limit = '100GB'": NO_SELECT,
    "RESET lock_configuration": NO_SELECT,
    "SET VARIABLE x = 1": NO_SELECT,
    "CREATE TABLE mine AS FROM harm": NO_SELECT,
    "CREATE VIEW mine AS FROM harm": NO_SELECT,
    "CREATE MACRO mine() AS 1": NO_SELECT,
    "INSERT INTO dice FROM dice": NO_SELECT,
    "UPDATE dice SET value = 20": NO_SELECT,
    "DELETE FROM dice": NO_SELECT,
    "DROP TABLE dice": NO_SELECT,
    "TRUNCATE dice": NO_SELECT,
    "BEGIN": NO_SELECT,
    "PREPARE mine AS SELECT 1": NO_SELECT,
    "EXPLAIN SELECT 1": NO_SELECT,
    "WITH gone AS (DELETE FROM dice RETURNING 1) FROM gone": NO_SELECT,
    "WITH more AS (INSERT INTO dice FROM dice RETURNING 1) FROM more": NO_SELECT,
    "SELECT 1; SELECT 2": "and here are 2",
    "SELECT 1; DROP TABLE dice": NO_SELECT,
    "": "and here are 0",
    "-- nothing": "and here are 0",
    "SELEC 1": 'syntax error at or near "SELEC", at character 1',
    "FROM '{there}'": "There is no table",
    "FROM 'https://example.org/x.csv'": "There is no table",
    "FROM read_csv('{there}')": "No rows can be read from read_csv()",
    "FROM READ_TEXT('{there}')": "No rows can be read from read_text()",
    "FROM main.read_blob('{there}')": "No rows can be read from read_blob()",
    "FROM parquet_scan('{there}')": "No rows can be read from parquet_scan()",
    "FROM glob('/*')": "No rows can be read from glob()",
    "FROM sniff_csv('{there}')": "No rows can be read from sniff_csv()",
    "FROM query('DROP TABLE dice')": "No rows can be read from query()",
    "FROM json_execute_serialized_sql('{{}}')": "No rows can be read from",
    "FROM duckdb_settings()": "No rows can be read from",
    "FROM duckdb_secrets()": "No rows can be read from",
    "FROM arrow_scan(1, 2, 3)": "No rows can be read from",
    "FROM pandas_scan(1)": "No rows can be read from",
    "FROM enable_logging()": "No rows can be read from",
    "SELECT (SELECT content FROM read_text('{there}'))": "No rows can be read from",
    "FROM harm WHERE who IN (FROM read_text('{there}') SELECT content)": "No rows can be read from",
    "SELECT getenv('HOME')": "getenv() cannot be used here",
    "SELECT Current_Setting('temp_directory')": "current_setting() cannot be used here",
    "SELECT getvariable('x')": "getvariable() cannot be used here",
    "SELECT sleep_ms(100000)": "sleep_ms() cannot be used here",
    "SELECT write_log('x')": "write_log() cannot be used here",
    "SHOW DATABASES": "SHOW TABLES and DESCRIBE",
    "FROM information_schema.tables": "There is no table information_schema.tables",
    "FROM other.harm": "There is no table other.harm",
    "FROM duckdb_tables": "There is no table 'duckdb_tables'",
    "FROM incoming": "There is no table 'incoming'",
    "SELECT count(*) FROM range(1000000) a, range(1000000) b, range(1000000) c": "This takes longer than 1 seconds",
}


@pytest.mark.parametrize("query", NASTY)
def test_a_query_that_does_more_than_read_is_refused(database: FactDatabase, query: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.csv"
    secret.write_text("secret\n")
    sentence = refusal(database, query.format(there=secret))
    assert NASTY[query].casefold() in sentence.casefold()
    assert "secret\n" not in sentence
    assert [path.name for path in tmp_path.iterdir()] == ["secret.csv"]


def test_the_database_stays_whole_whatever_was_tried(database: FactDatabase) -> None:
    for query in ("DROP TABLE dice", "DELETE FROM facts", "FROM range(1000000) a, range(1000000) b ORDER BY 1"):
        refusal(database, query)
    assert answered(database, "SELECT count(*) AS n FROM facts") == [{"n": 2}]


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("SELECT hwo FROM harm", "There is no column 'hwo' here; did you mean who?"),
        ("SELECT h.amuont FROM harm h", "There is no column 'amuont' here; did you mean amount?"),
        ("FROM harms", "There is no table 'harms'; did you mean harm or names?"),
        ("SELECT nothing(1)", "Scalar Function with name nothing does not exist!"),
        ("SELECT zzzzzz FROM campaigns", "There is no column 'zzzzzz' here; there are campaign, name, system"),
    ],
)
def test_a_slip_is_named_with_what_would_be_right(database: FactDatabase, query: str, hint: str) -> None:
    assert refusal(database, query).casefold() == hint.casefold()


def test_a_query_too_long_or_nested_too_deep_is_refused(database: FactDatabase) -> None:
    assert "the longest that is answered" in refusal(database, "SELECT 1" + " " * MOST_CHARACTERS)
    assert "nested too deep" in refusal(database, "SELECT " + "(" * 3000 + "1" + ")" * 3000)


def test_a_query_tells_which_tables_it_reads() -> None:
    assert tables_read("SELECT * FROM Harm JOIN names USING (campaign)", TABLES) == {"harm", "names"}


def test_tables_that_were_not_wanted_are_not_there() -> None:
    with database_of(rows_of(*ROWS), of=["harm"]) as database:
        assert "there is no table 'rolls'" in refusal(database, "FROM rolls")


@pytest.mark.parametrize("name", TABLES)
def test_every_table_gives_its_rows(database: FactDatabase, name: str) -> None:
    assert tuple(database.table(name).read_all().column_names) == columns_of(name)


def test_a_query_that_needs_too_much_memory_is_refused() -> None:
    """With time enough: on a busy machine a query may take longer than a second to fill what it has."""
    patient = BOUNDS._replace(seconds=120)
    with database_of(rows_of(*ROWS), bounds=patient) as database:
        sentence = refusal(database, "SELECT list(n) FROM range(1000000000) r(n)")
    assert sentence.startswith("this needs more than 200 MB of memory")


class Lost(Exception):
    """Something that is no error of the database that answers queries."""


def failing(rows: pa.Table) -> pa.RecordBatchReader:
    """A stream that gives its rows, and then fails."""

    def batches() -> Iterator[pa.RecordBatch]:
        yield from rows.to_batches()
        raise Lost

    return pa.RecordBatchReader.from_batches(rows.schema, batches())


def test_rows_that_cannot_be_read_fail_with_their_own_error() -> None:
    rows = rows_of(*ROWS)
    facts = rows["facts"]
    with pytest.raises(Lost), database_of({**rows, "facts": failing(facts)}, bounds=BOUNDS):
        pass
    with pytest.raises(Lost), database_of_taken({"facts": [facts.to_reader(), failing(facts)]}, bounds=BOUNDS):
        pass

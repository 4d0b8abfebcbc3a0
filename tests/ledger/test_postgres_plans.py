"""How PostgreSQL answers: along indexes that begin with the campaign, never by walking through a table."""

import re
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from api.storage.embedded import Server
from domain.ledger.postgres.entries import DEEDS_OF, FALLEN, NOW, entries_query
from domain.ledger.postgres.migrations import migrate
from domain.ledger.postgres.recorder import stream_query
from domain.ledger.postgres.streams import (
    AS_FIRST_WRITTEN,
    CHECKPOINT,
    EFFECTIVE_STREAM,
    EVENTS_OF,
    FOLDABLE,
    READERS,
    READS_OF,
)
from domain.records.entries import EntryFilter
from tests.databases import fresh_database

PARAMETER = re.compile(r"%\((\w+)\)s")

CROWD = """
INSERT INTO entries SELECT c, n, n, 1, ARRAY[n], 'play', n::text, 'ana', '', n / 100, n - (n % 4 = 0)::int, 'standing',
    NULL, ARRAY[n % 900 + 1, n % 7 + 901], '', '', '', '', '{}' FROM crowd c, generate_series(1, 1500) n;
INSERT INTO events SELECT c, n, n, 'character/' || n % 50, n / 50, 'point_spent', 'spend', ''
    FROM crowd c, generate_series(1, 1500) n;
INSERT INTO paths SELECT c, n, 'path/' || n, 1 FROM crowd c, generate_series(1, 907) n;
INSERT INTO restatements SELECT c, n, 1490, n, 'restated', ARRAY[n % 900 + 1], '{}'
    FROM crowd c, generate_series(1, 1400, 7) n;
INSERT INTO checkpoints SELECT c, 'character/' || n % 50, ARRAY[n], n, n / 50, '', NULL
    FROM crowd c, generate_series(1, 1500) n;
INSERT INTO restated_events SELECT c, n, 1490, 0, 'character/' || n % 50, 'point_spent', '{}'
    FROM crowd c, generate_series(1, 1400, 7) n;
"""


@pytest.fixture(scope="module")
def asked(postgres: Server) -> Iterator["Asked"]:
    """Twelve campaigns of 1,500 entries each, one of which is asked about."""
    with fresh_database(postgres) as url, psycopg.connect(url, autocommit=True) as connection:
        migrate(connection)
        campaigns = [uuid4() for _ in range(12)]
        crowd = f"unnest('{{{','.join(map(str, campaigns))}}}'::uuid[])"
        connection.execute(CROWD.replace("crowd", crowd).encode())
        connection.execute("VACUUM ANALYZE")
        yield Asked(connection, campaigns[7])


class Asked:
    """A campaign, and how a question about it is going to be answered."""

    def __init__(self, connection: psycopg.Connection, campaign: UUID) -> None:
        self._connection = connection
        self._campaign = campaign

    def nodes(self, query: str, **parameters: Any) -> list[dict[str, Any]]:
        """The nodes of the plan that is kept for it, whatever it is asked with."""
        given = {"campaign": self._campaign, "known": NOW, "gone": FALLEN, **parameters}
        names = list(dict.fromkeys(PARAMETER.findall(query)))
        numbered = PARAMETER.sub(lambda match: f"${names.index(match[1]) + 1}", query).replace("%%", "%")
        kinds = ", ".join(_kind(given[name]) for name in names)
        with self._connection.transaction(), psycopg.ClientCursor(self._connection) as cursor:
            cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
            cursor.execute(f"PREPARE asked ({kinds}) AS {numbered}".encode())
            values = ", ".join("%s" for _ in names)
            cursor.execute(f"EXPLAIN (FORMAT JSON) EXECUTE asked ({values})".encode(), [given[name] for name in names])
            row = cursor.fetchone()
            cursor.execute("DEALLOCATE asked")
        assert row is not None
        return list(_nodes(row[0][0]["Plan"]))


def _kind(value: object) -> str:
    match value:
        case list():
            return f"{_kind(next(iter(value), 0))}[]"
        case int():
            return "bigint"
        case UUID():
            return "uuid"
        case _:
            return "text"


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for below in plan.get("Plans", []):
        yield from _nodes(below)


def expect_indexed(nodes: list[dict[str, Any]]) -> None:
    walked = [node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"]
    searched = [node["Index Cond"] for node in nodes if "Index Cond" in node]
    assert walked == []
    assert searched
    assert all("campaign_id" in condition for condition in searched)


def test_a_stream_is_read_along_its_index(asked: Asked) -> None:
    query = stream_query("gt", "up_to_entry", desc=False)
    nodes = asked.nodes(query, ref="character/7", up_to_entry=700, gt=3, after=3, now=NOW, limit=100)
    expect_indexed(nodes)
    assert any(node.get("Index Name") == "events_stream" for node in nodes)


@pytest.mark.parametrize("after", [1000, 1490])
@pytest.mark.parametrize("paths", [["path/5"], [f"path/{n}" for n in range(1, 60)]])
def test_readers_are_found_among_the_later_entries_of_the_campaign(asked: Asked, paths: list[str], after: int) -> None:
    nodes = asked.nodes(READERS, paths=paths, after=after, up_to=after + 256, also=[3])
    expect_indexed(nodes)
    assert any("(number > " in node.get("Index Cond", "") for node in nodes)


@pytest.mark.parametrize(
    "wanted",
    [
        EntryFilter(),
        EntryFilter(after=700, limit=10),
        EntryFilter(before=700, limit=10, newest_first=True),
        EntryFilter(session=7),
        EntryFilter(member="ana", status="restated"),
        EntryFilter(deed=703),
        EntryFilter(ref="character/7"),
        EntryFilter(ref="character/7", event_kind="spend"),
    ],
)
def test_entries_are_read_along_the_primary_key(asked: Asked, wanted: EntryFilter) -> None:
    query, parameters = entries_query(wanted)
    expect_indexed(asked.nodes(query, **parameters))


def test_the_answers_of_a_deed_are_found_without_the_entries_between(asked: Asked) -> None:
    query, parameters = entries_query(EntryFilter(deed=703))
    assert any(node.get("Index Name") == "entries_answers" for node in asked.nodes(query, **parameters))


@pytest.mark.parametrize("query", [EVENTS_OF, AS_FIRST_WRITTEN, READS_OF, DEEDS_OF])
def test_what_belongs_to_entries_is_found_by_their_numbers(asked: Asked, query: str) -> None:
    expect_indexed(asked.nodes(query, numbers=[5, 8, 1200]))


@pytest.mark.parametrize("query", [EFFECTIVE_STREAM, FOLDABLE])
@pytest.mark.parametrize(("after", "below"), [([], [NOW]), ([700], [950]), ([700, -1300], [1500])])
def test_an_effective_stream_is_read_along_the_indexes_of_its_stream(
    asked: Asked, after: list[int], below: list[int], query: str
) -> None:
    first = after[0] if after else 0
    between: dict[str, Any] = {"from": after, "below": below, "first": first, "last": below[0], "now": NOW}
    nodes = asked.nodes(query, ref="character/7", left_out=["corrected"], **between)
    expect_indexed(nodes)
    used = {node.get("Index Name") for node in nodes}
    assert {
        "events_stream",
        "restatements_pkey",
        "restated_events_ref",
        "entries_inserts",
        "checkpoints_pkey",
    } <= used


def test_a_checkpoint_is_found_along_its_key(asked: Asked) -> None:
    nodes = asked.nodes(CHECKPOINT, ref="character/0", below=[1000])
    expect_indexed(nodes)
    assert not any(node["Node Type"] == "Sort" for node in nodes)


def test_revisions_are_found_without_what_was_played_between(asked: Asked) -> None:
    query, parameters = entries_query(EntryFilter(entry_kind="revision"))
    assert any(node.get("Index Name") == "entries_revisions" for node in asked.nodes(query, **parameters))

"""Ledgers with facts, a publisher for them, and what is in its data set."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import pyarrow as pa
import pyarrow.parquet as pq

from domain.records.entries import RawEntry
from projections.analytics.publishing.dataset import DataSet, data_set_at
from projections.analytics.publishing.filesystems import DataSetFolder, LocalFolder
from projections.analytics.publishing.manifest import MANIFEST
from projections.analytics.publishing.publisher import DataSetPublisher, Publication
from projections.analytics.schema import OF_CAMPAIGN, empty
from projections.analytics.stored import stored
from projections.facts.following import Facts
from projections.runner import Runner
from tests.projections.followed import Followed

BLOCK = 8
"""Small, so that a history has several."""

KEYS = {"entries": ["campaign", "entry", "version"], "facts": ["campaign", "entry", "version", "seq"]}
KEYS["dice"] = ["campaign", "entry", "number"]


class PublishedLedgers:
    """Ledgers whose facts are published to a folder."""

    def __init__(self, followed: Followed, folder: LocalFolder) -> None:
        self.followed, self.folder = followed, folder
        self.database = str(followed.pool.conninfo)

    def publish(self, folder: DataSetFolder | None = None, *, rows_a_round: int = 10**6) -> Publication:
        """Publish the facts as far as they have come."""
        place = folder or self.folder
        return DataSetPublisher(
            self.followed.ledger, self.database, place, block=BLOCK, rows_a_round=rows_a_round
        ).publish()

    def follow(self, upto: int) -> None:
        """Let the facts follow the ledgers up to an entry."""
        Runner(self.followed.pool, _Horizon(self.followed.store, upto), [Facts(self.followed.store)]).catch_up()

    def check(self) -> None:
        """The data set holds what the database does, and no file but those of its manifest is there, nor one twice."""
        campaigns = [row.id for row in self.followed.store.campaigns()]
        data = data_set_at(str(self.folder.path))
        with stored(self.database, campaigns) as tables:
            for table in OF_CAMPAIGN:
                published, due = (
                    rows_of(data, table),
                    tables[table].read_all().sort_by([(k, "ascending") for k in KEYS[table]]),
                )
                assert published.equals(due), table
        paths = list(data.manifest.paths())
        assert len(paths) == len(set(paths))
        assert {*paths, *data.manifest.retired, MANIFEST} == set(self.folder.paths())

    def parts(self) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
        """The rows of every file, by campaign, table and part."""
        manifest = data_set_at(str(self.folder.path)).manifest
        return {
            (campaign, table, part): _table(self.folder, path).to_pylist()
            for campaign, listing in manifest.campaigns.items()
            for table, files in listing.files.items()
            for part, path in files.items()
        }


class _Horizon:
    """A store whose later entries a runner does not see yet."""

    def __init__(self, store: Any, upto: int) -> None:
        self._store, self._upto = store, upto

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def raw(self, campaign: UUID, after: int, limit: int) -> list[RawEntry]:
        return [entry for entry in self._store.raw(campaign, after, limit) if entry.number <= self._upto]


def rows_of(data: DataSet, table: str) -> pa.Table:
    """The rows of a table in the data set, in order."""
    tables = [_table(data.folder, path) for path in data.paths(table)]
    return pa.concat_tables([empty(table), *tables]).sort_by([(key, "ascending") for key in KEYS[table]])


def _table(folder: DataSetFolder, path: str) -> pa.Table:
    return pq.read_table(path, filesystem=folder.filesystem, partitioning=None)

"""The publisher: brings a data set as far as the facts are, with every row in it exactly once.

Files are written under names that nobody has read yet, made durable, and then belong to the data set all at once, when the manifest that names
them takes the place of the one before. A run that is killed has changed nothing that a reader sees; the next run takes away what was left.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID, uuid4

import msgspec
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from domain.ledger.checking.verify import Progress
from domain.ledger.ledger import Ledger
from projections.analytics.beside import names_of, rules_of
from projections.analytics.publishing.changes import (
    BLOCK,
    CampaignChanges,
    ChangedCampaign,
    changes,
    followed,
    form_of,
    is_current,
)
from projections.analytics.publishing.filesystems import DataSetFolder
from projections.analytics.publishing.lock import publishing_alone
from projections.analytics.publishing.manifest import (
    BESIDE,
    CampaignFiles,
    DataSetManifest,
    PartFiles,
    read_manifest,
    write_manifest,
)
from projections.analytics.publishing.parts import DataPart, parts
from projections.analytics.rows import table_of
from projections.analytics.schema import OF_CAMPAIGN, CampaignFact, empty, schema_of
from projections.analytics.stored import Snapshot, StoredRange, snapshot

ROUND: Final = 1_000_000
"""About how many rows are written before the manifest is: a run that is killed repeats no more."""

KEPT: Final = timedelta(hours=1)
"""The time for which files are kept for readers of an older manifest."""

WRITERS: Final = 2
"""The number of files written at a time, while the next rows are read."""

_BY_NAME: Final = [("campaign", "ascending"), ("ref", "ascending")]

_OURS: Final = re.compile(rf"(?:{'|'.join((*sorted(OF_CAMPAIGN), *BESIDE))})/.+\.parquet|\.manifest\.json-[0-9a-f]+")
"""The files that a publisher writes; it takes no others away."""


class Publication(msgspec.Struct, frozen=True, kw_only=True):
    """A run of the publisher: how many campaigns it wrote something of, of how many, how many rows, and the files taken away."""

    folder: str
    campaigns: int
    of: int
    rows: int
    removed: int


class OtherInstallation(Exception):
    """A folder holds the data set of another installation."""

    slug = "other-installation"

    def __init__(self, url: str) -> None:
        super().__init__(
            f"the folder {url} holds a data set of campaigns none of which is here, so that of another installation; name another folder, or "
            "empty this one"
        )


def _told_nobody(_done: int, _of: int) -> None:
    """Report no progress."""


class DataSetPublisher:
    """A publisher of all campaigns of an installation to one folder. Facts must have been brought as far as they are wanted."""

    def __init__(
        self, ledger: Ledger, database: str, folder: DataSetFolder, *, block: int = BLOCK, rows_a_round: int = ROUND
    ) -> None:
        self._ledger, self._database, self._folder = ledger, database, folder
        self._block, self._rows_a_round = block, rows_a_round

    def publish(self, progress: Progress = _told_nobody) -> Publication:
        """Bring the data set as far as the facts are. Raises PublishedMeanwhile, OtherInstallation, UnreadableManifest, OSError."""
        with publishing_alone(self._database, self._folder.url) as check_alone:
            run = _Run(self._ledger, self._database, self._folder, check_alone)
            run.block = self._block
            run.clean()
            run.begin()
            while run.left:
                run.round(self._rows_a_round)
                progress(run.of - run.left, run.of)
            return run.publication()


class _Run:
    """One run: the published state so far, and the files written."""

    def __init__(self, ledger: Ledger, database: str, folder: DataSetFolder, check_alone: Callable[[], object]) -> None:
        self._ledger, self._database, self._folder, self._check_alone = ledger, database, folder, check_alone
        self._manifest = read_manifest(folder) or DataSetManifest()
        self._token = uuid4().hex[:12]
        self._written: list[str] = []
        self._todo: list[str] = []
        self._rows = self._removed = self._campaigns = 0
        self.block, self.of = BLOCK, 0

    @property
    def left(self) -> int:
        """Count the campaigns that are still to be published, each once."""
        return len(self._todo)

    def clean(self) -> None:
        """Take away what a run that was killed has left, and what no reader reads any more."""
        now = datetime.now(UTC)
        retired = {path: since for path, since in self._manifest.retired.items() if now - since < KEPT}
        named = {*self._manifest.paths(), *retired}
        for path in list(self._folder.paths()):
            if path not in named and _OURS.fullmatch(path):
                self._folder.remove(path)
                self._removed += 1
        self._manifest = msgspec.structs.replace(self._manifest, retired=retired)

    def begin(self) -> None:
        """Find the changed campaigns, and drop deleted ones. Raises OtherInstallation."""
        with snapshot(self._database) as moment:
            form, campaigns = form_of(moment, self.block), followed(moment)
        published = self._manifest.campaigns
        if published and published.keys().isdisjoint(each.id for each in campaigns):
            raise OtherInstallation(self._folder.url)
        before = published if self._manifest.form == form else {}
        self.of = len(campaigns)
        self._todo = [each.id for each in campaigns if not is_current(each, before.get(each.id))]
        if not self._todo:
            self._commit(form, campaigns, {each.id: before[each.id] for each in campaigns}, set())

    def round(self, rows: int) -> None:
        """Publish campaigns until so many rows are written, all of them as they are at one moment.

        Where the rows have another form than those in the data set, it publishes all of them: no manifest names both.
        """
        with snapshot(self._database) as moment:
            form, campaigns = form_of(moment, self.block), followed(moment)
            anew = self._manifest.form != form
            before = {} if anew else self._manifest.campaigns
            files = {each.id: before[each.id] for each in campaigns if each.id in before}
            waiting, until, done = set(self._todo), self._rows + rows, set[str]()
            for campaign in campaigns:
                if anew or (campaign.id in waiting and self._rows < until):
                    files[campaign.id] = self._campaign(moment, campaign, before.get(campaign.id))
                    done.add(campaign.id)
        self._commit(form, [each for each in campaigns if each.id in files], files, done)
        ids = {each.id for each in campaigns}
        self._todo = [each for each in self._todo if each in ids and each not in done]

    def publication(self) -> Publication:
        """Return what the run came to."""
        return Publication(
            folder=self._folder.url, campaigns=self._campaigns, of=self.of, rows=self._rows, removed=self._removed
        )

    def _campaign(self, moment: Snapshot, campaign: ChangedCampaign, before: CampaignFiles | None) -> CampaignFiles:
        """Write the changed parts of a campaign, and return its files."""
        todo = changes(moment, campaign, before, self.block)
        tables = {table: self._table(moment, table, campaign, todo) for table in sorted(OF_CAMPAIGN)}
        if before is not None and not todo.anew:
            tables = {table: before.files[table] | files for table, files in tables.items()}
        return CampaignFiles(
            generation=campaign.generation,
            entry=campaign.entry,
            hash=campaign.hash,
            erased=campaign.erased,
            files=tables,
        )

    def _table(self, moment: Snapshot, table: str, campaign: ChangedCampaign, todo: CampaignChanges) -> PartFiles:
        """Write the parts of a table that have changed, the next while the last are on their way, and return their files."""
        files: PartFiles = {}
        under_way: deque[Future[None]] = deque()
        with ThreadPoolExecutor(WRITERS) as writers:
            for part in _parts(moment, table, todo.ranges, self.block):
                path = f"{table}/campaign={campaign.id}/month={part.month}/{part.block}-{self._token}.parquet"
                files[part.name] = path
                under_way.append(writers.submit(self._write, path, part.rows))
                self._rows += part.rows.num_rows
                if len(under_way) > WRITERS:
                    under_way.popleft().result()
            for each in under_way:
                each.result()
        return files

    def _write(self, path: str, rows: pa.Table) -> None:
        self._written.append(path)
        self._folder.write(path, rows)

    def _commit(
        self, form: str, campaigns: list[ChangedCampaign], files: dict[str, CampaignFiles], done: set[str]
    ) -> None:
        """Commit the written files to the data set, unless nothing has changed."""
        before = self._manifest
        tables = self._beside(campaigns, done)
        after = msgspec.structs.replace(before, form=form, campaigns=files, tables=tables)
        if after == before:
            return
        named, now = set(after.paths()), datetime.now(UTC)
        retired = before.retired | {path: now for path in before.paths() if path not in named}
        after = msgspec.structs.replace(after, retired=retired)
        self._folder.settle(self._written)
        self._check_alone()
        write_manifest(self._folder, after)
        self._manifest, self._written = after, []
        self._campaigns += len(done)

    def _beside(self, campaigns: list[ChangedCampaign], done: set[str]) -> dict[str, str]:
        """Write those tables beside the facts that have changed, and return the files of all of them."""
        names = [name for each in campaigns if each.id in done for name in names_of(self._ledger.heads, UUID(each.id))]
        others = [each.id for each in campaigns if each.id not in done]
        called = [CampaignFact(campaign=each.id, name=each.name, system=each.system) for each in campaigns]
        tables = {
            "campaigns": table_of("campaigns", called),
            "names": pa.concat_tables([self._kept_names(others), table_of("names", names)]).sort_by(_BY_NAME),
            "rulebook": table_of("rulebook", rules_of(self._ledger.registry, (each.system for each in campaigns))),
        }
        paths = dict(self._manifest.tables)
        for table, rows in tables.items():
            if not rows.equals(self._published(table)):
                paths[table] = f"{table}/{self._token}-{uuid4().hex[:4]}.parquet"
                self._write(paths[table], rows)
        return paths

    def _kept_names(self, campaigns: list[str]) -> pa.Table:
        """Return the names that are published of campaigns which have not changed."""
        published = self._published("names")
        if published is None:
            return empty("names")
        return published.filter(pc.is_in(published["campaign"], pa.array(campaigns, pa.string())))

    def _published(self, table: str) -> pa.Table | None:
        """Return a table beside the facts as it is in the data set; None where it is not, or has other columns."""
        path = self._manifest.tables.get(table)
        if path is None:
            return None
        rows = pq.read_table(path, filesystem=self._folder.filesystem, partitioning=None)
        return rows if rows.schema.equals(schema_of(table)) else None


def _parts(moment: Snapshot, table: str, ranges: Iterable[StoredRange], block: int) -> Iterator[DataPart]:
    for each in ranges:
        yield from parts(moment.within(table, each), block)

"""The reading of a published data set: those files that its manifest names."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, NamedTuple

import pyarrow as pa
from pyarrow import dataset

from projections.analytics.publishing.filesystems import DataSetFolder, LocalFolder, folder_at
from projections.analytics.publishing.manifest import BESIDE, DataSetManifest, fingerprint, read_manifest
from projections.analytics.schema import OF_CAMPAIGN, schema_of


class UnreadableDataSet(Exception):
    """A folder holds no data set that this release reads."""

    slug = "unreadable-data-set"


class DataSet(NamedTuple):
    """A data set as it was when its manifest was read. Its files stay for an hour after they are replaced."""

    folder: DataSetFolder
    manifest: DataSetManifest

    @property
    def is_local(self) -> bool:
        """Whether it lies on a disk of this machine."""
        return isinstance(self.folder, LocalFolder)

    def paths(self, table: str, campaigns: Collection[str] | None = None) -> list[str]:
        """List the files of a table within the folder, of these campaigns or of all."""
        if table in BESIDE:
            return [self.manifest.tables[table]] if table in self.manifest.tables else []
        if table not in OF_CAMPAIGN:
            return []
        wanted = self.manifest.campaigns if campaigns is None else campaigns
        entries = [self.manifest.campaigns[each] for each in wanted if each in self.manifest.campaigns]
        return [path for each in entries for _, path in sorted(each.files[table].items())]

    def addresses(self, table: str, campaigns: Collection[str] | None = None) -> list[str]:
        """List the files of a table by address: of a local folder as paths, else as others on the network find them."""
        root = str(self.folder.path) if isinstance(self.folder, LocalFolder) else self.folder.url
        return [f"{root}/{path}" for path in self.paths(table, campaigns)]

    def arrow(self, table: str, campaigns: Collection[str] | None = None) -> Any:
        """Return a table as a data set of Arrow, whose rows are read as they are asked for."""
        paths = self.paths(table, campaigns)
        return dataset.dataset(paths, schema_of(table), format="parquet", filesystem=self.folder.filesystem)


def data_set_at(where: str) -> DataSet:
    """Return the data set in a folder. Raises UnusableFolder, UnreadableManifest, UnreadableDataSet."""
    folder = folder_at(where)
    try:
        manifest = read_manifest(folder)
    except (OSError, pa.ArrowException) as error:
        raise UnreadableDataSet(f"the folder {where} cannot be read ({error})") from error
    if manifest is None:
        raise UnreadableDataSet(f"there is no data set in {where}; `retcon facts publish {where}` makes one")
    if not manifest.form.startswith(fingerprint()):
        raise UnreadableDataSet(
            f"the data set in {where} was published by another release, with other columns; `retcon facts publish {where}` renews it"
        )
    return DataSet(folder, manifest)

"""The manifest of a data set: the one file that says which files belong to it, and up to where they follow the ledgers."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from datetime import datetime
from typing import Final, TypeAlias

import msgspec

from projections.analytics.publishing.filesystems import DataSetFolder
from projections.analytics.schema import OF_CAMPAIGN, schema_of

MANIFEST: Final = "manifest.json"

FORMAT: Final = 1
"""The form of manifests and of the folders that they name. A release that changes it raises it."""

BESIDE: Final = ("campaigns", "names", "rulebook")
"""The tables that are one file each. Members are in none: their names are personal data."""

PartFiles: TypeAlias = dict[str, str]
"""The files of one table of a campaign: paths by part, that is by month and block of entries."""


class CampaignFiles(msgspec.Struct, frozen=True, kw_only=True):
    """The files of one campaign, and what they hold: a generation of facts up to an entry with this hash, without the words of the
    entries that are `erased`."""

    generation: int
    entry: int
    hash: str
    erased: tuple[int, ...] = ()
    files: dict[str, PartFiles]

    def paths(self) -> Iterator[str]:
        """List the paths of all files."""
        return (path for parts in self.files.values() for path in parts.values())


class DataSetManifest(msgspec.Struct, frozen=True, kw_only=True):
    """The files of a data set. `form` stands for the columns of their rows, and for how these came about.

    `retired` holds the files that belonged to it until a moment ago: a reader of the manifest of before may still read them.
    """

    format: int = FORMAT
    form: str = ""
    campaigns: dict[str, CampaignFiles] = {}
    tables: dict[str, str] = {}
    retired: dict[str, datetime] = {}

    def paths(self) -> Iterator[str]:
        """List the paths of all files that belong to it."""
        yield from self.tables.values()
        for each in self.campaigns.values():
            yield from each.paths()


class UnreadableManifest(Exception):
    """The manifest of a data set cannot be read."""

    slug = "unreadable-manifest"


def read_manifest(folder: DataSetFolder) -> DataSetManifest | None:
    """Return the manifest of the data set in a folder, None where none is there. Raises UnreadableManifest."""
    content = folder.read(MANIFEST)
    if content is None:
        return None
    try:
        number = msgspec.json.decode(content, type=_Numbered).format
        if number == FORMAT:
            return msgspec.json.decode(content, type=DataSetManifest)
    except msgspec.DecodeError as error:
        sentence = f"the file {folder.url}/{MANIFEST} is no manifest of a data set ({error}); name another folder, or take the file away"
        raise UnreadableManifest(sentence) from error
    raise UnreadableManifest(
        f"the data set in {folder.url} has format {number}, and this release knows format {FORMAT}; use the release that wrote "
        "it, or another folder"
    )


def write_manifest(folder: DataSetFolder, manifest: DataSetManifest) -> None:
    """Let a manifest take the place of the one before, in one step."""
    folder.replace(MANIFEST, msgspec.json.encode(manifest))


def fingerprint() -> str:
    """Return a fingerprint of the columns of all tables."""
    schemas = "\n".join(f"{table}: {schema_of(table)}" for table in sorted((*OF_CAMPAIGN, *BESIDE)))
    return hashlib.sha256(schemas.encode()).hexdigest()[:16]


class _Numbered(msgspec.Struct):
    format: int

"""Requests about imports, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from retcon_client.answers.imports import FileImport
from retcon_client.handles import CampaignHandle, ServiceHandle
from retcon_client.requests import Request, path_to


class CampaignImports(CampaignHandle):
    """Requests about imports, of a campaign."""

    def import_into(
        self,
        kind: Literal["avrae", "rolls", "foundry", "roll20", "characters", "ledger"],
        source: Path,
        *,
        name: str | None = None,
        system: str | None = None,
        strict: bool | None = None,
        dry_run: bool | None = None,
        older: bool | None = None,
        column: Sequence[str] | None = None,
        dice: str | None = None,
        zone: str | None = None,
        file: str | None = None,
    ) -> Request[FileImport]:
        """Add a file to a campaign: characters of a table, or what a history of Foundry or Roll20 holds and the
        campaign does not. The body is the file as it is; the answer comes as JSON lines, the last of which is its
        `report` or the `problem` why nothing was written. If the connection is closed before the last line, the
        import is cancelled and leaves nothing.
        """
        query = {
            "name": name, "system": system, "strict": strict, "dry_run": dry_run, "older": older, "column": column,
            "dice": dice, "zone": zone, "file": file,
        }  # fmt: skip
        return self.upload(path_to("campaigns", self.id, "imports", kind), source, query=query)


class ServiceImports(ServiceHandle):
    """Requests about imports, of a service."""

    def import_file(
        self,
        kind: Literal["avrae", "rolls", "foundry", "roll20", "characters", "ledger"],
        source: Path,
        *,
        name: str | None = None,
        system: str | None = None,
        strict: bool | None = None,
        dry_run: bool | None = None,
        older: bool | None = None,
        column: Sequence[str] | None = None,
        dice: str | None = None,
        zone: str | None = None,
        file: str | None = None,
    ) -> Request[FileImport]:
        """Import a file as a campaign: the body is the file as it is, and the answer comes as JSON lines while it is
        read. `progress` says how far the import is; the last line is its `report`, or the `problem` why nothing was
        written. The campaign appears when all of it is written. Histories of which the caller has a campaign
        already, as its game master, are added to that one. If the connection is closed before the last line, the
        import is cancelled and leaves nothing.
        """
        query = {
            "name": name, "system": system, "strict": strict, "dry_run": dry_run, "older": older, "column": column,
            "dice": dice, "zone": zone, "file": file,
        }  # fmt: skip
        return self.upload(path_to("imports", kind), source, query=query)

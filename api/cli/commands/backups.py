"""Keeping an installation: a backup of all of it, and restoring one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import rich_click as click
from rich.console import RenderableType

from api.cli.commands.imports.export_import import made
from api.cli.exits import Ended, Exit
from api.cli.opening import check_here
from api.cli.output import as_json, progress, show, waiting, words
from api.settings import Settings, load
from api.storage.accounts import Accounts
from api.storage.backup import Manifest, NothingToBackUp, write_backup
from api.storage.database import SCHEMAS, reached
from api.storage.owner_token import FILE, ensure_owner_token
from api.storage.restoring import NotABackup, RestoreRefused, read_manifest, restore_backup
from domain.ledger.postgres.store import pool_to
from domain.messages import numbered

KEPT: Final = click.Path(exists=True, dir_okay=False, readable=True, path_type=Path)


@click.command()
@click.argument("destination", type=str)
@as_json
def backup(destination: str) -> None:
    """Back the whole installation up into one file, while it is in use or not.

    DESTINATION is a new file, or a folder in which one is made; a name without `.zip` gets it. The file holds every campaign with its secret dice seeds, accounts,
    and the digests of tokens, as they stood at one moment, and is readable by you alone: keep it as you keep the database.
    """
    check_here()
    settings = load(os.environ)
    if settings.database_url is None and not (settings.data_dir / "postgres").exists():
        raise Ended(Exit.NOTHING, f"{settings.data_dir} holds no database yet; there is nothing to back up")
    path = _new_path(destination)
    try:
        with (
            reached(settings.database_url, settings.data_dir) as url,
            made(path) as file,
            progress("backing up") as step,
        ):
            manifest = write_backup(url, SCHEMAS, file, step)
    except NothingToBackUp as nothing:
        raise Ended(Exit.NOTHING, str(nothing)) from nothing
    show(_told(manifest, path), lambda: [words(f"Backed up {_held(manifest)}: {path}", "green")])


def _new_path(destination: str) -> Path:
    """Return the path of a new backup: the file that is named, or one in the folder that is. Raises Ended."""
    path = Path(destination)
    if path.is_dir():
        return path / f"retcon-{datetime.now(UTC):%Y%m%dT%H%M%SZ}.zip"
    if destination.endswith("/"):
        raise Ended(Exit.NOTHING, f"there is no folder {destination}; make it first, or name a file")
    return path if path.suffix.lower() == ".zip" else path.with_name(f"{path.name}.zip")


@click.command()
@click.argument("file", type=KEPT)
@as_json
def restore(file: Path) -> None:
    """Restore a backup into an empty place: a data folder without a database, or a new database at RETCON_DATABASE_URL.

    Nothing is ever overwritten, and of a damaged file or one of a newer release nothing is restored. All tokens of the
    installation that was backed up are valid again, but for the owner token: that of the data folder takes its place, and is
    made where there is none.
    """
    check_here()
    settings = load(os.environ)
    try:
        with file.open("rb") as kept:
            read_manifest(kept, SCHEMAS)
            with reached(settings.database_url, settings.data_dir) as url:
                with progress("restoring") as step:
                    manifest = restore_backup(url, SCHEMAS, kept, step)
                token = _owner_token(url, settings)
    except NotABackup as refused:
        raise Ended(Exit.NOTHING, str(refused)) from refused
    except RestoreRefused as refused:
        raise Ended(Exit.REFUSED, str(refused)) from refused
    show(
        _told(manifest, file) | {"owner_token": None if token is None else str(token)},
        lambda: _restored(manifest, token),
    )


def _owner_token(url: str, settings: Settings) -> Path | None:
    """Make the owner token of the setting, or else of this data folder, that of the installation; return the file in the
    data folder."""
    with waiting("making the owner token valid"), pool_to(url, 1) as pool:
        ensure_owner_token(Accounts(pool), settings, replacing=True)
    return None if settings.owner_token is not None else settings.data_dir / FILE


def _told(manifest: Manifest, path: Path) -> dict[str, object]:
    return {
        "file": str(path),
        "made_at": manifest.made_at,
        "release": manifest.release,
        "campaigns": manifest.campaigns,
        "entries": manifest.entries,
        "accounts": manifest.accounts,
    }


def _held(manifest: Manifest) -> str:
    campaigns = numbered("{count} campaign", "{count} campaigns", manifest.campaigns)
    entries = numbered("{count} entry", "{count} entries", manifest.entries)
    accounts = numbered("{count} account", "{count} accounts", manifest.accounts)
    return f"{campaigns} with {entries}, and {accounts}"


def _restored(manifest: Manifest, token: Path | None) -> Iterator[RenderableType]:
    yield words(f"Restored {_held(manifest)}, as they were at {manifest.made_at}.", "green")
    where = "the one in RETCON_OWNER_TOKEN" if token is None else f"in {token}"
    yield words(f"Tokens are valid as they were then, but for the owner token: it is now {where}.")
    yield words("`retcon verify --all` checks every campaign.", "dim")

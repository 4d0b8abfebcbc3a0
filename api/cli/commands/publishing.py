"""Publishing facts as a data set of Parquet files, for reports over many campaigns."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import rich_click as click
from rich.console import RenderableType

from api.cli.exits import Ended, Exit
from api.cli.machine import MachineSession
from api.cli.opening import open_here
from api.cli.output import as_json, progress, say, show, words
from domain.messages import numbered

if TYPE_CHECKING:
    from projections.analytics.publishing.publisher import Publication


@click.group()
def facts() -> None:
    """Show and export facts: rows about the events of campaigns, for analytics, which follow the ledgers."""


@facts.command()
@click.argument("where", metavar="DIR|URL")
@as_json
def publish(where: str) -> None:
    """Keep a data set of Parquet files up to date with the facts of all campaigns.

    The first run writes everything, a later one only changes. Readers see each run as a whole, even if it is killed:
    they read the files that `manifest.json` names. The data set has no names of members. Give an object store by its
    address (`s3://bucket/folder`).
    """
    with open_here() as at:
        if not at.is_operator:
            raise Ended(Exit.REFUSED, "only the installation's operator may do this; unset RETCON_TOKEN on its machine")
        at.services.projections.catch_up()
        done = _published(at, where)
        behind = [each for each in at.services.projections.standings() if each.error is not None]
    show(done, lambda: _told(done))
    for each in behind:
        say(words(f"{each.name} is published up to entry {each.entry} of {each.head}: {each.error}", "yellow"))


def _published(at: MachineSession, where: str) -> Publication:
    """Publish to a folder. Raises Ended."""
    try:
        from projections.analytics.publishing.filesystems import UnusableFolder, folder_at  # noqa: PLC0415
        from projections.analytics.publishing.lock import PublishedMeanwhile  # noqa: PLC0415
        from projections.analytics.publishing.manifest import UnreadableManifest  # noqa: PLC0415
        from projections.analytics.publishing.publisher import DataSetPublisher, OtherInstallation  # noqa: PLC0415
    except ModuleNotFoundError as missing:
        raise Ended(
            Exit.NOTHING, f"the package {missing.name} is not installed; install retcon with the extra `analytics`"
        ) from missing
    try:
        database = str(at.services.pool.conninfo)
        with progress("campaigns") as step:
            return DataSetPublisher(at.services.ledger, database, folder_at(where)).publish(step)
    except (UnusableFolder, OtherInstallation, UnreadableManifest) as refused:
        raise Ended(Exit.NOTHING, str(refused)) from refused
    except PublishedMeanwhile as busy:
        raise Ended(Exit.REFUSED, str(busy)) from busy
    except OSError as error:
        raise Ended(
            Exit.UNREACHABLE, f"the folder {where} cannot be written ({error}); the data set is as it was before"
        ) from error


def _told(done: Publication) -> Iterator[RenderableType]:
    if not done.rows:
        yield words(f"Nothing has changed since the last time in {done.folder}.")
        return
    rows = numbered("{count:,} row", "{count:,} rows", done.rows)
    campaigns = numbered("{count} campaign", "{count} campaigns", done.campaigns)
    yield words(f"Published {rows} of {campaigns} (of {done.of}) to {done.folder}.", "green")

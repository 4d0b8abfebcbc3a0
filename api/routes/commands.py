"""Routes: commands, one at a time, or several as one."""

from __future__ import annotations

from api.routes.serving import listed, served_with_dry_runs
from api.use_cases.command_guides import list_campaign_commands
from api.use_cases.commands import BatchView, give_batch, give_command
from projections.views.entry import Entry, EntryView

ROUTES = (
    listed("/campaigns/{campaign:uuid}/commands", list_campaign_commands, tags=["play"]),
    served_with_dry_runs("/campaigns/{campaign:uuid}/commands", give_command, Entry, EntryView, tags=["play"]),
    served_with_dry_runs("/campaigns/{campaign:uuid}/batches", give_batch, BatchView, BatchView, tags=["play"]),
)

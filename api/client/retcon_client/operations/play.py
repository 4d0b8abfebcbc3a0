"""Requests about play, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from retcon_client.answers.entries import EntryView
from retcon_client.answers.play import BatchView, CampaignCommand
from retcon_client.answers.shared import OpenQuestion
from retcon_client.handles import CampaignHandle, body_of, new_id
from retcon_client.kinds import Entry
from retcon_client.requests import DryRunnable, Request, ResultPage, path_to


class CampaignPlay(CampaignHandle):
    """Requests about play, of a campaign."""

    def list_campaign_commands(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        word: str | None = None,
        downtime: bool | None = None,
    ) -> Request[ResultPage[CampaignCommand]]:
        """List the commands of a campaign: those that the caller can give now first, then those that the words fit
        best. They are in the language that `Accept-Language` prefers, and are found by words of that language and of
        English.
        """
        return self.listing(
            path_to("campaigns", self.id, "commands"),
            CampaignCommand,
            query={"after": after, "limit": limit, "word": word, "downtime": downtime},
            at_point=True,
        )

    def give_command(
        self,
        *,
        type: str,
        args: Mapping[str, Any] | None = None,
        id: str | None = None,
        encounter: str | None = None,
        dice: Mapping[str, Sequence[int]] | Sequence[int] | None = None,
        responses: Mapping[str, str] | None = None,
        reason: str | None = None,
        force: bool | None = None,
        audience: Literal["all", "gm"] | Sequence[str] | None = None,
        expected_entry: int | None = None,
        dice_source: Literal["gm", "imported", "table"] | None = None,
        version: int | None = None,
    ) -> DryRunnable[Entry, EntryView]:
        """Give a command, and get the entry it became. A dry run writes nothing: it is answered with 200, and what dice
        the server would roll are marked `preview`.
        """
        body = {
            "type": type, "args": args, "id": id or new_id(), "encounter": encounter, "dice": dice,
            "responses": responses, "reason": reason, "force": force, "audience": audience,
            "expected_entry": expected_entry, "dice_source": dice_source, "version": version,
        }  # fmt: skip
        return self.rehearsable(
            "POST", path_to("campaigns", self.id, "commands"), Entry, body=body_of(body), rehearsed=EntryView
        )

    def give_batch(self, *, commands: Sequence[Mapping[str, Any]]) -> DryRunnable[BatchView, BatchView]:
        """Give several commands that are played in order, all of them or none. A dry run is answered with 200. Where a
        command is refused after the server rolled a die, the entries before it stand, and the answer is that refusal
        with their numbers under `standing`. Sent again, the batch goes on where it stopped.
        """
        return self.rehearsable(
            "POST",
            path_to("campaigns", self.id, "batches"),
            BatchView,
            body=body_of({"commands": commands}),
            rehearsed=BatchView,
        )

    def list_entries(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
        session: int | None = None,
        member: str | None = None,
        entry_kind: Literal["play", "revision", "record"] | None = None,
        kind: str | None = None,
        status: Literal["standing", "restated", "amended", "kept", "struck", "moot", "refused"] | None = None,
        deed: int | None = None,
        character: str | None = None,
    ) -> Request[ResultPage[Entry]]:
        """The ledger, oldest first. An entry that the caller may not see is a stub, or is left out where a filter looks
        at more than numbers. A page has `limit` entries, or as many as fill 4 MiB; where more may follow, the header
        `Link` names the next: the last entry's number as `after` (or, newest first, as `before`).
        """
        query = {
            "after": after, "before": before, "limit": limit, "order": order, "session": session, "member": member,
            "entry_kind": entry_kind, "kind": kind, "status": status, "deed": deed, "character": character,
        }  # fmt: skip
        return self.listing(path_to("campaigns", self.id, "entries"), Entry, query=query, at_point=True)

    def show_entry(self, entry: int) -> Request[Entry]:
        """Return one entry, with its dice, events and revisions."""
        return self.request("GET", path_to("campaigns", self.id, "entries", entry), Entry, at_point=True)

    def list_decisions(
        self, *, after: str | None = None, limit: int | None = None, owner: str | None = None
    ) -> Request[ResultPage[OpenQuestion]]:
        """List the open questions and offers, with their owners. Answer a question (`kind` `ask`) by the command
        `freeform.answer` with `{deed, key, choice}`. Take or decline an offer by a revision with `responses`,
        `until` it closes. Offers are listed as they stand now.
        """
        return self.listing(
            path_to("campaigns", self.id, "decisions"),
            OpenQuestion,
            query={"after": after, "limit": limit, "owner": owner},
            at_point=True,
        )

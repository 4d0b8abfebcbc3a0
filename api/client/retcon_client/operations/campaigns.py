"""Requests about campaigns, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from retcon_client.answers.campaigns import CampaignNow, CampaignView, Layout, OptionNow
from retcon_client.answers.explanations import Explanation, History
from retcon_client.answers.shared import CatalogueEntry, Name
from retcon_client.handles import CampaignHandle, ServiceHandle, body_of, new_id
from retcon_client.requests import Request, ResultPage, path_to


class CampaignCampaigns(CampaignHandle):
    """Requests about campaigns, of a campaign."""

    def list_campaign_catalogue(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        kind: str | None = None,
        word: str | None = None,
        rule: str | None = None,
    ) -> Request[ResultPage[CatalogueEntry]]:
        """List the catalogue of a campaign: what its game brings, and what the campaign has added, as far as the caller
        may know of it.
        """
        return self.listing(
            path_to("campaigns", self.id, "catalogue"),
            CatalogueEntry,
            query={"after": after, "limit": limit, "kind": kind, "word": word, "rule": rule},
            at_point=True,
        )

    def show_campaign_catalogue_entry(self, kind: str, entry: str) -> Request[CatalogueEntry]:
        """Return an entry of a campaign's catalogue, by its kind and its key or `id`."""
        return self.request(
            "GET", path_to("campaigns", self.id, "catalogue", kind, entry), CatalogueEntry, at_point=True
        )

    def show_campaign(self) -> Request[CampaignNow]:
        """Return the campaign's newest entry, clock, session, scene and open decisions."""
        return self.request("GET", path_to("campaigns", self.id), CampaignNow, at_point=True)

    def change_campaign(
        self, *, state: Literal["archived", "closed", "open"], reason: str | None = None
    ) -> Request[CampaignView]:
        """Close, archive or reopen a campaign. A closed one takes no commands and no changes of the past; reads,
        exports and the stream go on, and its dice can be recomputed. Questions that are open in it can be answered
        when it is open again.
        """
        return self.request(
            "PATCH", path_to("campaigns", self.id), CampaignView, body=body_of({"state": state, "reason": reason})
        )

    def list_options(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[OptionNow]]:
        """List the options of a campaign: what each decides, its default and choices, and the value in force. A game
        master changes one by the command `freeform.set_option`.
        """
        return self.listing(
            path_to("campaigns", self.id, "options"), OptionNow, query={"after": after, "limit": limit}, at_point=True
        )

    def explain_campaign(self, *, path: str, target: str | None = None) -> Request[Explanation]:
        """Explain a value of the campaign itself: an option (`ground.self.options.dice`), the clock (`clock.now.at`);
        or, with `target`, of something in it, by its path or its everyday name.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "explain"),
            Explanation,
            query={"path": path, "target": target},
            at_point=True,
        )

    def show_history_of(
        self,
        *,
        target: str,
        path: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Request[History]:
        """List the events of a character, an encounter or an enclave in story order. Events of struck entries are not
        listed; the ledger shows them.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "history"),
            History,
            query={"target": target, "path": path, "offset": offset, "limit": limit, "order": order},
            at_point=True,
        )

    def show_names(self) -> Request[dict[str, Name]]:
        """Return the present names of everything in a campaign that the caller may know of, by reference: characters,
        encounters, groups, members (former ones too) and the moments of its game.
        """
        return self.request("GET", path_to("campaigns", self.id, "names"), dict[str, Name])

    def show_layout(self) -> Request[Layout]:
        """Return the layout of the campaign's game: sections of sheets, boards and groups, columns, and words for
        moments. It is empty where the game declares none, or is no longer installed.
        """
        return self.request("GET", path_to("campaigns", self.id, "layout"), Layout)


class ServiceCampaigns(ServiceHandle):
    """Requests about campaigns, of a service."""

    def list_campaigns(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        name: str | None = None,
        system: str | None = None,
        state: Literal["open", "closed", "archived", "any"] | None = None,
    ) -> Request[ResultPage[CampaignView]]:
        """The campaigns that the caller, or the member they act for, takes part in, oldest first; archived ones only
        where the `state` asks for them.
        """
        return self.listing(
            path_to("campaigns"),
            CampaignView,
            query={"after": after, "limit": limit, "name": name, "system": system, "state": state},
        )

    def found_campaign(
        self,
        *,
        name: str,
        system: str,
        options: Mapping[str, str | int | bool | None] | None = None,
        id: str | None = None,
    ) -> Request[CampaignView]:
        """Found a campaign and become its game master."""
        return self.request(
            "POST",
            path_to("campaigns"),
            CampaignView,
            body=body_of({"name": name, "system": system, "options": options, "id": id or new_id()}),
        )

"""Requests about campaigns, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping

from retcon_client.answers.campaigns import CampaignNow, CampaignView, OptionNow
from retcon_client.answers.explanations import Explanation
from retcon_client.handles import CampaignHandle, ServiceHandle, body_of, new_id
from retcon_client.requests import Request, ResultPage, path_to


class CampaignCampaigns(CampaignHandle):
    """Requests about campaigns, of a campaign."""

    def show_campaign(self) -> Request[CampaignNow]:
        """Return the campaign's newest entry, clock, session, scene and open decisions."""
        return self.request("GET", path_to("campaigns", self.id), CampaignNow, at_point=True)

    def list_options(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[OptionNow]]:
        """List the options of a campaign: what each decides, its default and choices, and the value in force. A game
        master changes one by the command `freeform.set_option`.
        """
        return self.listing(
            path_to("campaigns", self.id, "options"), OptionNow, query={"after": after, "limit": limit}, at_point=True
        )

    def explain_campaign(self, *, path: str) -> Request[Explanation]:
        """Explain a value of the campaign itself: an option (`ground.self.options.dice`), the clock (`clock.now.at`)."""
        return self.request(
            "GET", path_to("campaigns", self.id, "explain"), Explanation, query={"path": path}, at_point=True
        )


class ServiceCampaigns(ServiceHandle):
    """Requests about campaigns, of a service."""

    def list_campaigns(
        self, *, after: str | None = None, limit: int | None = None, name: str | None = None, system: str | None = None
    ) -> Request[ResultPage[CampaignView]]:
        """The campaigns that the caller, or the member they act for, takes part in, oldest first."""
        return self.listing(
            path_to("campaigns"), CampaignView, query={"after": after, "limit": limit, "name": name, "system": system}
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

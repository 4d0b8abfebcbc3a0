"""Requests about downtime, written from the OpenAPI document of the service."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from retcon_client.answers.downtime import Downtime, DowntimePreview, DowntimeReport, PlanOf, Processed
from retcon_client.bodies import ActionRequest, RolledFor
from retcon_client.handles import CampaignHandle, body_of, new_id
from retcon_client.requests import DryRunnable, Request, ResultPage, path_to


class CampaignDowntime(CampaignHandle):
    """Requests about downtime, of a campaign."""

    def list_downtime(self, *, after: str | None = None, limit: int | None = None) -> Request[ResultPage[Downtime]]:
        """List every downtime phase, with the plans that the caller may see."""
        return self.listing(
            path_to("campaigns", self.id, "downtime"), Downtime, query={"after": after, "limit": limit}, at_point=True
        )

    def open_downtime(
        self,
        *,
        id: str | None = None,
        title: str | None = None,
        days: int | None = None,
        slots: Mapping[str, int] | None = None,
    ) -> Request[Downtime]:
        """Open a downtime phase. Every character with a player may plan for it."""
        return self.request(
            "POST",
            path_to("campaigns", self.id, "downtime"),
            Downtime,
            body=body_of({"id": id or new_id(), "title": title, "days": days, "slots": slots}),
        )

    def show_downtime(self, phase: int) -> Request[Downtime]:
        """Return a downtime phase, with the plans that the caller may see."""
        return self.request("GET", path_to("campaigns", self.id, "downtime", phase), Downtime, at_point=True)

    def change_downtime(
        self,
        phase: int,
        *,
        id: str | None = None,
        title: str | None = None,
        days: int | None = None,
        slots: Mapping[str, int] | None = None,
    ) -> Request[Downtime]:
        """Change a phase's title, its days, or a character's slots."""
        return self.request(
            "PATCH",
            path_to("campaigns", self.id, "downtime", phase),
            Downtime,
            body=body_of({"id": id or new_id(), "title": title, "days": days, "slots": slots}),
        )

    def show_downtime_report(self, phase: int) -> Request[DowntimeReport]:
        """Report the results of a phase: each action with its entry and rolls, by character and by group."""
        return self.request(
            "GET", path_to("campaigns", self.id, "downtime", phase, "report"), DowntimeReport, at_point=True
        )

    def show_downtime_plan(self, phase: int, character: str) -> Request[PlanOf]:
        """Return a character's plan for a phase. A private plan is empty for members who may not see it."""
        return self.request(
            "GET", path_to("campaigns", self.id, "downtime", phase, "plans", character), PlanOf, at_point=True
        )

    def plan_downtime(
        self, phase: int, character: str, *, actions: Sequence[ActionRequest], id: str | None = None
    ) -> Request[PlanOf]:
        """Plan a character's actions in a phase; they replace the earlier plan."""
        return self.request(
            "PUT",
            path_to("campaigns", self.id, "downtime", phase, "plans", character),
            PlanOf,
            body=body_of({"id": id or new_id(), "actions": actions}),
        )

    def withdraw_downtime_plan(self, phase: int, character: str) -> Request[None]:
        """Withdraw a character's planned actions, as far as they are not carried out yet."""
        return self.request("DELETE", path_to("campaigns", self.id, "downtime", phase, "plans", character), None)

    def process_downtime(
        self,
        phase: int,
        *,
        atomic: bool | None = None,
        characters: Sequence[str] | None = None,
        dice: Sequence[RolledFor] | None = None,
        day_dice: Mapping[str, Sequence[int]] | Sequence[int] | None = None,
    ) -> DryRunnable[Processed, DowntimePreview]:
        """Carry out the planned actions. An action that is no longer possible is reported with its rule; an action that
        waits for dice or an answer holds up its own character only. A dry run returns status 200, and lists besides
        every value that would differ then.
        """
        return self.rehearsable(
            "POST",
            path_to("campaigns", self.id, "downtime", phase, "process"),
            Processed,
            body=body_of({"atomic": atomic, "characters": characters, "dice": dice, "day_dice": day_dice}),
            rehearsed=DowntimePreview,
        )

"""Requests about encounters, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Literal

from retcon_client.answers.encounters import BoardView, MapView
from retcon_client.answers.explanations import Explanation, History
from retcon_client.answers.shared import ThingLine
from retcon_client.handles import CampaignHandle
from retcon_client.requests import Request, ResultPage, path_to


class CampaignEncounters(CampaignHandle):
    """Requests about encounters, of a campaign."""

    def list_encounters(
        self, *, after: str | None = None, limit: int | None = None, name: str | None = None
    ) -> Request[ResultPage[ThingLine]]:
        """Every encounter that the caller may know of, by handle."""
        return self.listing(
            path_to("campaigns", self.id, "encounters"),
            ThingLine,
            query={"after": after, "limit": limit, "name": name},
            at_point=True,
        )

    def show_encounter(self, encounter: str) -> Request[BoardView]:
        """Return a board: the current turn, the turn order, the map and every participant."""
        return self.request("GET", path_to("campaigns", self.id, "encounters", encounter), BoardView, at_point=True)

    def show_map(self, encounter: str) -> Request[MapView]:
        """Return a board's map: the occupied squares, and the areas with their occupants."""
        return self.request(
            "GET", path_to("campaigns", self.id, "encounters", encounter, "map"), MapView, at_point=True
        )

    def show_encounter_history(
        self,
        encounter: str,
        *,
        path: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Request[History]:
        """List an encounter's own events in story order: rounds, turns and the map. The deeds of its creatures are in
        their own histories; the ledger shows both.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "encounters", encounter, "history"),
            History,
            query={"path": path, "offset": offset, "limit": limit, "order": order},
            at_point=True,
        )

    def explain_encounter(self, encounter: str, *, path: str) -> Request[Explanation]:
        """Explain a number of a board: the round, a place in the order, a pool of the encounter's own."""
        return self.request(
            "GET",
            path_to("campaigns", self.id, "encounters", encounter, "explain"),
            Explanation,
            query={"path": path},
            at_point=True,
        )

"""Requests about enclaves, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Literal

from retcon_client.answers.enclaves import GridView, GroupView, Roster
from retcon_client.answers.explanations import Explanation, History
from retcon_client.answers.shared import ThingLine
from retcon_client.handles import CampaignHandle
from retcon_client.requests import Request, ResultPage, path_to


class CampaignEnclaves(CampaignHandle):
    """Requests about enclaves, of a campaign."""

    def list_enclaves(
        self, *, after: str | None = None, limit: int | None = None, name: str | None = None
    ) -> Request[ResultPage[ThingLine]]:
        """Every enclave that the caller may know of, by handle."""
        return self.listing(
            path_to("campaigns", self.id, "enclaves"),
            ThingLine,
            query={"after": after, "limit": limit, "name": name},
            at_point=True,
        )

    def show_enclave(self, enclave: str) -> Request[GroupView]:
        """A group at a glance: its members, assets and missions."""
        return self.request("GET", path_to("campaigns", self.id, "enclaves", enclave), GroupView, at_point=True)

    def show_enclave_history(
        self,
        enclave: str,
        *,
        path: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Request[History]:
        """List a group's events in story order: its members, followers, missions, stores and grids."""
        return self.request(
            "GET",
            path_to("campaigns", self.id, "enclaves", enclave, "history"),
            History,
            query={"path": path, "offset": offset, "limit": limit, "order": order},
            at_point=True,
        )

    def explain_enclave(self, enclave: str, *, path: str) -> Request[Explanation]:
        """Explain a number of a group: the price of a space, how many followers there are, a store."""
        return self.request(
            "GET",
            path_to("campaigns", self.id, "enclaves", enclave, "explain"),
            Explanation,
            query={"path": path},
            at_point=True,
        )

    def show_roster(self, enclave: str) -> Request[Roster]:
        """A group's followers, and how many of each kind are ready; its members, with what the layout of the game has
        of each.
        """
        return self.request("GET", path_to("campaigns", self.id, "enclaves", enclave, "roster"), Roster, at_point=True)

    def show_group_log(
        self,
        enclave: str,
        *,
        offset: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Request[History]:
        """A group's log: what its game wrote down about it, such as a note for each day, in the order of the story. The
        layout of the game says which notes these are and what of their data to show; where it says nothing, there
        are none.
        """
        return self.request(
            "GET",
            path_to("campaigns", self.id, "enclaves", enclave, "log"),
            History,
            query={"offset": offset, "limit": limit, "order": order},
            at_point=True,
        )

    def list_grids(
        self, enclave: str, *, after: str | None = None, limit: int | None = None
    ) -> Request[ResultPage[GridView]]:
        """Everything a group knows about its targets, cell by cell, by the names of the grids."""
        return self.listing(
            path_to("campaigns", self.id, "enclaves", enclave, "grids"),
            GridView,
            query={"after": after, "limit": limit},
            at_point=True,
        )

    def show_grid(self, enclave: str, target: str) -> Request[GridView]:
        """Return a group's knowledge about one target, found by the grid's name or by the handle of its subject."""
        return self.request(
            "GET", path_to("campaigns", self.id, "enclaves", enclave, "grids", target), GridView, at_point=True
        )

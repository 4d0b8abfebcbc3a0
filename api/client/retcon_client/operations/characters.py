"""Requests about characters, written from the OpenAPI document of the service."""

from __future__ import annotations

from typing import Literal

from retcon_client.answers.explanations import Explanation, History
from retcon_client.answers.shared import ThingLine
from retcon_client.answers.sheets import SheetView
from retcon_client.handles import CampaignHandle
from retcon_client.requests import Request, ResultPage, path_to


class CampaignCharacters(CampaignHandle):
    """Requests about characters, of a campaign."""

    def list_characters(
        self,
        *,
        after: str | None = None,
        limit: int | None = None,
        name: str | None = None,
        kind: str | None = None,
        owner: str | None = None,
    ) -> Request[ResultPage[ThingLine]]:
        """Every character that the caller may know of, by handle."""
        return self.listing(
            path_to("campaigns", self.id, "characters"),
            ThingLine,
            query={"after": after, "limit": limit, "name": name, "kind": kind, "owner": owner},
            at_point=True,
        )

    def show_character(self, character: str) -> Request[SheetView]:
        """A sheet: every component, with values after modifiers and formulas beside the base."""
        return self.request("GET", path_to("campaigns", self.id, "characters", character), SheetView, at_point=True)

    def show_history(
        self,
        character: str,
        *,
        path: str | None = None,
        offset: int | None = None,
        limit: int | None = None,
        order: Literal["oldest", "newest"] | None = None,
    ) -> Request[History]:
        """List a character's events in story order. Events of struck entries are not listed; the ledger shows them."""
        return self.request(
            "GET",
            path_to("campaigns", self.id, "characters", character, "history"),
            History,
            query={"path": path, "offset": offset, "limit": limit, "order": order},
            at_point=True,
        )

    def explain_value(self, character: str, *, path: str) -> Request[Explanation]:
        """Explain a value: the events that made it with their dice, its formulas and modifiers, and the rules."""
        return self.request(
            "GET",
            path_to("campaigns", self.id, "characters", character, "explain"),
            Explanation,
            query={"path": path},
            at_point=True,
        )

"""Handles: the things that requests are about, with what all requests about them carry."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote
from uuid import uuid4

from retcon_client.importing import upload
from retcon_client.requests import DryRunnable, Request, ResultPage, dry_runnable, listing, request

Row = TypeVar("Row")


class ServiceHandle:
    """A service. A bot names the member that it acts for in `on_behalf_of`, by id or, in a campaign, by name."""

    def __init__(self, *, on_behalf_of: str | None = None) -> None:
        self.on_behalf_of = on_behalf_of

    def request(
        self,
        method: str,
        path: str,
        answer: Any,
        *,
        query: Mapping[str, Any] | None = None,
        body: Mapping[str, Any] | None = None,
        at_point: bool = False,
        for_others: bool = True,
    ) -> Request[Any]:
        """Return a request about the thing of this handle; a read of a campaign is `at_point`."""
        whole = {**(query or {}), **(self.point() if at_point else {})}
        return request(method, path, answer, query=whole, body=body, headers=self.headers(for_others=for_others))

    def rehearsable(
        self, method: str, path: str, answer: Any, *, rehearsed: Any, body: Mapping[str, Any] | None = None
    ) -> DryRunnable[Any, Any]:
        """Return a request that has a dry run, which is answered by what was `rehearsed`."""
        return dry_runnable(self.request(method, path, answer, body=body), rehearsed)

    def upload(
        self, path: str, source: Path, *, query: Mapping[str, Any] | None = None, for_others: bool = True
    ) -> Request[Any]:
        """Return the request that sends a file to be imported."""
        return upload(path, source, query=query, headers=self.headers(for_others=for_others))

    def listing(
        self,
        path: str,
        row: Any,
        *,
        query: Mapping[str, Any] | None = None,
        at_point: bool = False,
        for_others: bool = True,
    ) -> Request[ResultPage[Any]]:
        """Return the request of a list, page by page."""
        whole = {**(query or {}), **(self.point() if at_point else {})}
        return listing(path, row, query=whole, headers=self.headers(for_others=for_others))

    def point(self) -> Mapping[str, Any]:
        """Return the parameters of the point of time that is read."""
        return {}

    def headers(self, *, for_others: bool) -> Mapping[str, str]:
        """Return the headers of a request."""
        return {"On-Behalf-Of": quote(self.on_behalf_of)} if for_others and self.on_behalf_of else {}


class CampaignHandle(ServiceHandle):
    """A campaign, by id, at a point of time: reads go there, and what is written is written now."""

    def __init__(
        self,
        id: str,
        *,
        on_behalf_of: str | None = None,
        as_of: int | str | None = None,
        view: str | None = None,
        known_at: int | None = None,
        viewer: str | None = None,
    ) -> None:
        super().__init__(on_behalf_of=on_behalf_of)
        self.id = id
        self._point = {"as_of": as_of, "view": view, "known_at": known_at, "viewer": viewer}

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.id!r})"

    def point(self) -> Mapping[str, Any]:
        """Return the parameters of the point of time that is read."""
        return self._point


def body_of(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body without the fields that are None."""
    return {name: value for name, value in fields.items() if value is not None}


def new_id() -> str:
    """Return a new id for a request that may have to be sent again."""
    return str(uuid4())

"""The caller of a tool: the person behind an assistant, who carries out use cases with the rights of a token."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeVar
from uuid import UUID

from api.access import Asked, Caller, Seat, access_of
from api.members import campaign_named
from api.paging import WHOLE, ListPage
from api.problems import Problem, problem_of
from api.reading import ReadRequest
from api.services import Services
from api.use_cases.campaigns import list_campaigns
from api.use_cases.reports import seats_of
from domain.history.points import HEAD

T = TypeVar("T")


class Failed(Exception):
    """A tool was refused; `problem` says why, in words that the person may read."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        super().__init__(problem.detail)


class ToolCaller(Protocol):
    """Carries out use cases for one person. Each decides again whether they may."""

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case, in the campaign of this id or name where it belongs to one. Raises Failed."""

    def listed(self, use_case: Callable[..., ListPage[T]], campaign: str | None = None, **given: Any) -> list[T]:
        """Carry out a use case that lists things, and return all of them. Raises Failed."""


class TokenHolder:
    """The sender of a request: the account of their token, or the member whom a bot acts for."""

    def __init__(self, services: Services, asked: Asked) -> None:
        self._services = services
        self._asked = asked
        self._campaigns: dict[str, UUID] = {}
        """The campaigns that this request has named."""

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case as `ToolCaller.ask` says."""
        seat: Seat | None = None
        try:
            caller, seat = self._admitted(use_case, None if campaign is None else self._campaign(campaign))
            known: dict[str, Any] = {"services": self._services, "caller": caller, "seat": seat, **_USUAL, **given}
            taken = inspect.signature(use_case).parameters
            if "seats" in taken and caller is not None:
                known["seats"] = seats_of(self._services, caller, given.get("campaigns", ()))
            return use_case(**{name: known[name] for name in taken if name in known})
        except Failed:
            raise
        except Exception as error:
            problem = problem_of(error, is_gm=seat is not None and seat.actor.is_gm)
            if problem is None:
                raise
            raise Failed(problem) from error

    def listed(self, use_case: Callable[..., ListPage[T]], campaign: str | None = None, **given: Any) -> list[T]:
        """Carry out a use case that lists things as `ToolCaller.listed` says."""
        return self.ask(use_case, campaign, **given).rows

    def _admitted(self, use_case: Callable[..., Any], campaign: UUID | None) -> tuple[Caller | None, Seat | None]:
        access = access_of(use_case)
        if access.need == "nobody":
            return None, None
        by = self._asked
        return access.admit(self._services, Asked(by.token, by.acts_for, campaign, by.address))

    def _campaign(self, name: str) -> UUID:
        """Return the id of the campaign with this id or name. Raises NotFound."""
        if name not in self._campaigns:
            self._campaigns[name] = campaign_named(
                name, lambda part: self.listed(list_campaigns, name=part, in_state="any")
            )
        return self._campaigns[name]


_USUAL: Mapping[str, Any] = {"wanted": ReadRequest(HEAD, None), "page": WHOLE}
"""The read and the page of a tool that asks for neither: a read of now, and a list as a whole."""

"""The caller of a tool: the person behind an assistant, who carries out use cases with the rights of a token."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar
from uuid import UUID

from msgspec.structs import replace

from api.access import Asked, Seat
from api.calling.invoking import admit, invoke, takes
from api.languages.reader import answering, sentences_in
from api.members import campaign_named
from api.paging import ListPage
from api.problems import Problem, problem_of
from api.services import Services
from api.use_cases.campaigns import list_campaigns, show_campaign
from api.use_cases.reports import seats_of
from projections.phrases.catalogue import Catalogue
from projections.translation.catalogues import SOURCE

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

    @property
    def language(self) -> str:
        """The language of sentences and refusals."""

    def sentences(self, campaign: str) -> Catalogue:
        """Return the sentences of that language, about the campaign of this id or name. Raises Failed."""


class TokenHolder:
    """The sender of a request: the account of their token, or the member whom a bot acts for."""

    def __init__(self, services: Services, asked: Asked, language: str = SOURCE) -> None:
        self._services, self.language = services, language
        self._asked = asked
        self._campaigns: dict[str, UUID] = {}
        """The campaigns that this request has named."""

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case as `ToolCaller.ask` says."""
        with answering(self.language):
            return self._carried_out(use_case, campaign, given)

    def _carried_out(self, use_case: Callable[..., T], campaign: str | None, given: dict[str, Any]) -> T:
        seat: Seat | None = None
        try:
            inside = None if campaign is None else self._campaign(campaign)
            caller, seat = admit(self._services, use_case, replace(self._asked, campaign=inside))
            known: dict[str, Any] = {"services": self._services, "caller": caller, "seat": seat}
            if takes(use_case, "seats") and caller is not None:
                known["seats"] = seats_of(self._services, caller, given.pop("campaigns", ()))
            return invoke(use_case, known, given)
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

    def sentences(self, campaign: str) -> Catalogue:
        """Return sentences as `ToolCaller.sentences` says."""
        if self.language == SOURCE:
            return sentences_in(SOURCE)
        return sentences_in(self.language, self.ask(show_campaign, campaign).system)

    def _campaign(self, name: str) -> UUID:
        """Return the id of the campaign with this id or name. Raises NotFound."""
        if name not in self._campaigns:
            self._campaigns[name] = campaign_named(
                name, lambda part: self.listed(list_campaigns, name=part, in_state="any")
            )
        return self._campaigns[name]

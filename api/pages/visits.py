"""Visits: a request of a page, with the session of its browser."""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_urlsafe
from typing import Any, Final, TypeVar, cast
from uuid import UUID

from litestar import Request
from litestar.concurrency import sync_to_thread
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.handlers import BaseRouteHandler
from litestar.types import HTTPScope

from api.access import Access, Asked, Caller, Need, Seat
from api.calling.invoking import admit, invoke
from api.catalogue import texts_in
from api.http.endpoints import address_of, headers_of, language_for
from api.http.file_forms import FileForm
from api.http.guards import Guard
from api.languages.reader import sentences_in
from api.pages.cookies import cookie, cookie_of, is_secure
from api.pages.forms import NO_FORM, Form, checked_form, checked_upload
from api.paging import ListPage
from api.problems import Problem, problem_of
from api.proxy.subpath import subpath_of
from api.services import Services
from api.storage.accounts import Scope
from api.storage.sessions import LASTS, OpenSession
from domain.play.reading import system_id
from projections.phrases.catalogue import Catalogue
from projections.translation.games import TITLE, GameTexts, command_title

T = TypeVar("T")

STATE: Final = "visit"
"""The key of the visit in a request's state."""

_READING: Final = ("GET", "HEAD", "OPTIONS")


class Visit:
    """A request of a page. It carries out use cases with the rights of the session's token, each of which decides again."""

    def __init__(self, scope: HTTPScope, services: Services, session: OpenSession | None, form_secret: bytes) -> None:
        self.scope, self.services, self.session = scope, services, session
        self.form_secret = form_secret
        self.form: Form = NO_FORM
        self.upload: FileForm | None = None
        """The form of which the file is still to be read, on pages that take one."""
        self.cookies: list[Cookie] = []
        """The cookies that the answer sets."""
        self.seat: Seat | None = None
        """The seat in the campaign of the page, once it is admitted."""

    @property
    def campaign(self) -> UUID | None:
        """The campaign that the page belongs to."""
        return cast("UUID | None", self.scope["path_params"].get("campaign"))

    @property
    def subpath(self) -> str:
        """The path below which the service is shown."""
        return subpath_of(self.scope)

    @property
    def origin(self) -> str:
        """The address that the browser has of this service, without a path."""
        host = headers_of(self.scope).get(b"host", b"").decode("latin-1")
        return f"{'https' if is_secure(self.scope) else 'http'}://{host}"

    @property
    def language(self) -> str:
        """The language that the browser prefers, of those that there are."""
        return language_for(self.scope)

    @property
    def catalogue(self) -> Catalogue:
        """The sentences of the reader's language, in a campaign also those of its game."""
        return sentences_in(self.language, self._game)

    @property
    def game_texts(self) -> GameTexts:
        """The texts about commands and rules in the reader's language: those of every game, in a campaign also of its own."""
        return texts_in(self.language, self._game)

    def command_title(self, type: str) -> str:
        """Return what a command is called in the reader's language, by the catalogue of the game that has it."""
        return texts_in(self.language, type.partition(".")[0]).say(TITLE, command_title(type))

    @property
    def _game(self) -> str:
        """The id of the campaign's game; "" outside of a campaign."""
        return "" if self.seat is None else system_id(self.services.ledger.heads.cached(self.seat.campaign))

    @property
    def is_part(self) -> bool:
        """Whether a script asks for a part of a page that is open."""
        return headers_of(self.scope).get(b"hx-request") == b"true"

    @property
    def asked(self) -> Asked:
        """The sender, as access control takes them."""
        session = None if self.session is None else self.session.id
        return Asked(None, None, self.campaign, address_of(self.scope), session)

    def admit(self, access: Access) -> None:
        """Admit the sender to a page. Raises the errors of `Access.admit`."""
        if access.need in ("nobody", "anybody"):
            return
        caller, self.seat = access.admit(self.services, self.asked)
        self.scope["state"].update(caller=caller, seat=self.seat, account=caller.account)

    def ask(self, use_case: Callable[..., T], **given: Any) -> T:
        """Carry out a use case, in the campaign of the page. Raises its errors and those of its access."""
        caller, seat = admit(self.services, use_case, self.asked)
        return invoke(use_case, {"services": self.services, "caller": caller, "seat": seat}, given)

    def tried(self, use_case: Callable[..., T], **given: Any) -> tuple[T | None, Problem | None]:
        """Carry out a use case; a refusal is returned as the problem that it is, for a form that is shown again."""
        try:
            return self.ask(use_case, **given), None
        except Exception as error:
            problem = self.problem(error)
            if problem is None or problem.status in (401, 500):
                raise
            return None, problem

    def problem(self, error: Exception) -> Problem | None:
        """Return the problem that an error amounts to, in the reader's language; None for a defect."""
        is_gm = self.seat is not None and self.seat.actor.is_gm
        return problem_of(error, is_gm=is_gm, language=self.language)

    def listed(self, use_case: Callable[..., ListPage[T]], **given: Any) -> list[T]:
        """Carry out a use case that lists things, and return its rows."""
        return self.ask(use_case, **given).rows

    def caller(self) -> Caller:
        """Return the caller of the page, where one is admitted."""
        caller: Caller = self.scope["state"]["caller"]
        return caller


class PageGuard(Guard):
    """The guard of a page: it finds the browser's session, checks the form that is sent, and lets in whom the page is for."""

    def __init__(self, need: Need, scope: Scope = "read") -> None:
        super().__init__(Access(need, scope))

    async def __call__(self, connection: ASGIConnection[Any, Any, Any, Any], _: BaseRouteHandler) -> None:
        """Admit the sender of a request. Raises the errors of `Access.admit`, ForgedForm and BadBody."""
        request = cast("Request[Any, Any, Any]", connection)
        visit: Visit = await sync_to_thread(visit_of, request.scope)
        request.scope["state"][STATE] = visit
        if request.method not in _READING:
            await self.take_form(request, visit)
        await sync_to_thread(visit.admit, self.access)

    async def take_form(self, request: Request[Any, Any, Any], visit: Visit) -> None:
        """Read and check the form of a request. Raises ForgedForm and BadBody."""
        visit.form = await checked_form(request, visit.form_secret)


class UploadGuard(PageGuard):
    """The guard of a page that takes a file: it checks the fields before it, and leaves the file to the page."""

    async def take_form(self, request: Request[Any, Any, Any], visit: Visit) -> None:
        """Read and check the fields of a form. Raises ForgedForm and BadBody."""
        visit.form, visit.upload = await checked_upload(request, visit.form_secret)


def visit_of(scope: HTTPScope) -> Visit:
    """Return the visit of a request; a session that is due gets a new secret, and a browser without any a mark."""
    services: Services = scope["litestar_app"].state.services
    secret = cookie_of(scope, "retcon_session")
    session = None if secret is None else services.sessions.find(secret)
    if session is None or secret is None:
        return _stranger(scope, services)
    visit = Visit(scope, services, session, session.form_secret)
    if session.is_due and (new := services.sessions.rotate(session.id, secret)) is not None:
        visit.cookies.append(cookie(scope, "retcon_session", new, LASTS))
    return visit


def _stranger(scope: HTTPScope, services: Services) -> Visit:
    mark = cookie_of(scope, "retcon_visitor")
    if mark is not None:
        return Visit(scope, services, None, mark.encode())
    mark = token_urlsafe(32)
    visit = Visit(scope, services, None, mark.encode())
    visit.cookies.append(cookie(scope, "retcon_visitor", mark))
    return visit


def visit_in(request: Request[Any, Any, Any]) -> Visit:
    """Return the visit of an admitted request."""
    visit: Visit = request.scope["state"][STATE]
    return visit

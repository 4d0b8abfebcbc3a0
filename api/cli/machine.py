"""The session at the machine that keeps the ledger: an opened installation."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from api.access import Access, Asked, Caller, Seat, access_of
from api.cli.exits import ProblemExit
from api.cli.session import CliSession, problems_told
from api.members import game_masters
from api.paging import WHOLE
from api.problems import NotFound, NotSignedIn, problem_of, wrong_body
from api.reading import ReadRequest
from api.services import Services, opened
from api.settings import Settings, load
from api.use_cases.campaigns import CampaignView, WantedState, list_campaigns, list_every_campaign
from domain.history.points import HEAD
from domain.ledger.playing.acceptance import Actor
from domain.records.entries import CampaignRow
from domain.records.store import UnknownCampaign
from systems import registry

if TYPE_CHECKING:
    from api.imports.wanted import FileImport, ImportKind, ImportOptions, Progress

T = TypeVar("T")

NOW: Final = ReadRequest(HEAD, None)
"""The head, through one's own eyes."""


class MachineSession(CliSession):
    """A session on an installation that this process opened. `caller` is the account of `RETCON_TOKEN`, else the owner's.

    A person at the machine without a token may do everything: in a campaign they are its game master.
    """

    def __init__(self, services: Services, settings: Settings, caller: Caller) -> None:
        self.services, self.settings, self.caller = services, settings, caller

    @property
    def is_operator(self) -> bool:
        """Whether there is no token."""
        return self.settings.token is None

    @property
    def account(self) -> UUID:
        """The caller's account."""
        return self.caller.account

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case here. It is given the parts that it takes: services, caller, seats, point and page."""
        if campaign is None:
            self.check(use_case)
        seat = None if campaign is None else self.seat(campaign, access_of(use_case))
        taken = inspect.signature(use_case).parameters
        if "seats" in taken:
            given["seats"] = self.seats(given.pop("campaigns", ()), Access("member"))
        known = {"services": self.services, "caller": self.caller, "seat": seat, "wanted": NOW, "page": WHOLE} | given
        with problems_told(is_gm=seat is not None and seat.actor.is_gm):
            if "data" in given:
                _check_body(given["data"])
            return use_case(**{name: value for name, value in known.items() if name in taken or name in given})

    def bring_in(
        self, kind: ImportKind, files: Sequence[Path], options: ImportOptions, campaign: str | None, progress: Progress
    ) -> FileImport:
        """Import files here. A person at the machine may add to any campaign, as its game master."""
        from api.use_cases.imports import import_file, import_into  # noqa: PLC0415 - reads need no importers

        given: dict[str, Any] = {"kind": kind, "files": files, "options": options, "progress": progress}
        if campaign is not None:
            return self.ask(import_into, campaign, **given)
        return self.ask(import_file, **given, admitted=self._adding if self.is_operator else None)

    def _adding(self, campaign: UUID) -> Actor | None:
        """Return the actor as whom the operator adds to a campaign; None where there is none."""
        try:
            return self.seat(str(campaign), Access("gm", "play")).actor
        except (NotFound, UnknownCampaign):
            return None

    def campaigns(self, name: str | None = None, state: WantedState = None) -> list[CampaignView]:
        """Return the caller's campaigns; for the operator, all."""
        if self.is_operator:
            return list_every_campaign(self.services, WHOLE, name, state).rows
        return self.listed(list_campaigns, name=name, in_state=state)

    def known(self, name: str | None = None) -> Sequence[CampaignRow | CampaignView]:
        """Return the caller's campaigns by name; for the operator as they are stored, whatever is in them."""
        if not self.is_operator:
            return self.campaigns(name, "any")
        rows = self.services.ledger.store.campaigns()
        return rows if name is None else [row for row in rows if name.casefold() in row.name.casefold()]

    def check(self, use_case: Callable[..., Any]) -> None:
        """Check that the caller may use a use case that belongs to no campaign. Raises the errors of its access."""
        self._admit(access_of(use_case), None)

    def seat(self, campaign: str, access: Access) -> Seat:
        """Return the caller's seat in a campaign. Raises the errors of a use case's access, and NotFound."""
        id = self.campaign(campaign)
        if not self.is_operator:
            seat = self._admit(access, id)
            assert seat is not None, "under a campaign there is a seat"
            return seat
        me = str(self.caller.account)
        masters = game_masters(self.services, id)
        if me in masters:
            return Seat(id, Actor(me, "gm"), self.caller)
        return Seat(id, Actor(masters[0], "gm", through=me), self.caller)

    def seats(self, campaigns: Sequence[str], access: Access) -> list[Seat]:
        """Return the caller's seats in the campaigns of these ids or names; without any, in all that the caller may know of."""
        return [self.seat(name, access) for name in campaigns or [str(each.id) for each in self.known()]]

    def _admit(self, access: Access, campaign: UUID | None) -> Seat | None:
        """Let the holder of a token in as a route would. The operator of the installation needs no leave, and some use
        cases are anybody's.
        """
        if self.is_operator or access.need == "nobody":
            return None
        try:
            return access.admit(self.services, Asked(self.settings.token, None, campaign))[1]
        except UnknownCampaign as unknown:
            raise NotFound(f"there is no campaign {campaign} that this token has a part in") from unknown


def _check_body(body: Any) -> None:
    """Check what a command was made of as a route checks its body. Raises BadBody."""
    try:
        msgspec.convert(msgspec.to_builtins(body), type(body))
    except msgspec.ValidationError as error:
        raise wrong_body(str(error), type(body)) from error


def machine_of(session: CliSession) -> MachineSession:
    """Return the session of an operator as what it is: one at the machine that keeps the ledger."""
    assert isinstance(session, MachineSession), "an operator sits at the machine"
    return session


@contextmanager
def open_machine(settings: Settings | None = None) -> Iterator[MachineSession]:
    """The installation that the settings (by default the environment) name, opened.

    Raises InvalidSetting, BrokenSystem, StorageFailed, SchemaRefused, and NotSignedIn where `RETCON_TOKEN` is not valid.
    """
    settings = settings or load(os.environ)
    with opened(settings, registry.find()) as services:
        yield MachineSession(services, settings, _caller(services, settings.token))


def _caller(services: Services, token: str | None) -> Caller:
    """Return the caller of a token; without one, the owner. Raises ProblemExit."""
    if token is None:
        owner = services.accounts.owner()
        assert owner is not None, "services that are open have an owner"
        return Caller(owner, None)
    try:
        return Access("anybody").admit(services, Asked(token, None, None))[0]
    except NotSignedIn as error:
        problem = problem_of(error)
        assert problem is not None, "a caller without a token is refused"
        sentence = "RETCON_TOKEN holds no valid token; without it you act as the owner, and `retcon token create` makes new ones"
        raise ProblemExit(replace(problem, detail=sentence)) from error

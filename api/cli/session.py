"""The command line's session: an opened installation, and the account that works on it.

The command line and the routes carry out the same use cases, with the rights that each use case declares. So both give
the same answers in the same words.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar
from uuid import UUID

import msgspec
from msgspec.structs import replace

from api.access import Access, Asked, Caller, Seat, access_of
from api.cli.exits import ProblemExit
from api.members import game_masters
from api.paging import WHOLE, ListPage
from api.problems import NotFound, NotSignedIn, problem_of
from api.reading import ReadRequest, layout_of
from api.services import Services, opened
from api.settings import Settings, load
from api.use_cases.campaigns import list_campaigns
from api.use_cases.members import list_members
from domain.history.points import HEAD
from domain.layout import Layout
from domain.ledger.playing.acceptance import Actor
from domain.records.entries import CampaignRow, EntryFilter
from domain.records.store import UnknownCampaign
from systems import registry

T = TypeVar("T")

NOW: Final = ReadRequest(HEAD, None)
"""The head, through one's own eyes."""


class CliSession(msgspec.Struct, frozen=True):
    """An opened installation. `caller` is the account that works on it: that of `RETCON_TOKEN`, else the owner's.

    A person at the machine without a token may do everything: in a campaign they are its game master.
    """

    services: Services
    settings: Settings
    caller: Caller

    @property
    def is_operator(self) -> bool:
        """Whether the caller is the installation's operator, rather than the holder of a token."""
        return self.settings.token is None

    def ask(
        self,
        use_case: Callable[..., T],
        campaign: str | None = None,
        **given: Any,
    ) -> T:
        """Carry out a use case, in the campaign of that id or name where it belongs to one. Reads are of now, unless `given`
        says otherwise. Raises ProblemExit where the use case refuses."""
        if campaign is None:
            self.check(use_case)
        seat = None if campaign is None else self.seat(campaign, access_of(use_case))
        if campaign is not None:
            given = self._with_members(campaign, given)
        known = {"services": self.services, "caller": self.caller, "seat": seat, "wanted": NOW, "page": WHOLE} | given
        taken = inspect.signature(use_case).parameters
        with telling(seat):
            return use_case(**{name: value for name, value in known.items() if name in taken or name in given})

    def listed(self, use_case: Callable[..., ListPage[T]], campaign: str | None = None, **given: Any) -> list[T]:
        """Carry out a use case that lists things, and return all of them. Raises as `ask` does."""
        return self.ask(use_case, campaign, **given).rows

    def check(self, use_case: Callable[..., Any]) -> None:
        """Check that the caller may use a use case that belongs to no campaign. Raises the errors of its access."""
        self._admit(access_of(use_case), None)

    def seat(self, campaign: str, access: Access) -> Seat:
        """Return the caller's seat in a campaign. Raises the errors of a use case's access, and NotFound."""
        found = self.campaign(campaign)
        if not self.is_operator:
            seat = self._admit(access, found)
            assert seat is not None, "under a campaign there is a seat"
            return seat
        me = str(self.caller.account)
        masters = game_masters(self.services, found)
        if me in masters:
            return Seat(found, Actor(me, "gm"), self.caller)
        return Seat(found, Actor(masters[0], "gm", through=me), self.caller)

    def seats(self, campaigns: Sequence[str], access: Access) -> list[Seat]:
        """Return the caller's seats in the campaigns of these ids or names; without any, in all that the caller may know of."""
        return [self.seat(name, access) for name in campaigns or [str(each.id) for each in self.campaigns()]]

    def campaign(self, name: str) -> UUID:
        """The campaign of that id, or of that name where only one has it. Raises NotFound, UnknownCampaign."""
        if (given := _uuid(name)) is not None:
            return given
        known = self.campaigns()
        named = [row for row in known if row.name.casefold() == name.strip().casefold()]
        if len(named) > 1:
            listed = ", ".join(str(row.id) for row in named)
            raise NotFound(f"{name!r} names several campaigns; give the id of one of them: {listed}")
        if not named:
            verb = "is" if len(known) == 1 else "are"
            there = ", ".join(repr(row.name) for row in known[:10])
            raise NotFound(
                f"there is no campaign {name!r}; {f'there {verb} {there}' if there else 'there is none at all'}"
            )
        return named[0].id

    def campaigns(self) -> list[CampaignRow]:
        """Return the campaigns that the caller may know of, oldest first."""
        every = self.services.ledger.store.campaigns()
        if self.is_operator:
            return every
        mine = {view.id for view in self.listed(list_campaigns, in_state="any")}
        return [row for row in every if row.id in mine]

    def called(self, members: Iterable[str]) -> dict[str, str]:
        """Return members' names: their accounts' names; without an account, the end of their id."""
        ids = {member: _uuid(member) for member in members}
        names = self.services.accounts.names([account for account in ids.values() if account is not None])
        return {member: (account and names.get(account)) or f"…{member[-5:]}" for member, account in ids.items()}

    def layout(self, campaign: str, *, plain: bool = False) -> Layout:
        """Return the layout of a campaign's game, or only its `plain` parts; an empty one where the game is no longer
        installed.
        """
        found = layout_of(self.services, self.services.ledger.heads.fresh(self.campaign(campaign)))
        return Layout(moments=found.moments) if plain else found

    def member(self, campaign: str, name: str) -> str:
        """The member of that id, or of that name where only one is called so. Raises NotFound."""
        members = {str(each.member): each.name or "" for each in self.listed(list_members, campaign)}
        named = [name] if name in members else _called_so(members, name)
        if len(named) == 1:
            return named[0]
        if named:
            raise NotFound(f"{name!r} names several members; give the id of one of them: {', '.join(named)}")
        there = ", ".join(filter(None, members.values()))
        raise NotFound(f"there is no member {name!r} in this campaign; there are {there}")

    def _with_members(self, campaign: str, given: dict[str, Any]) -> dict[str, Any]:
        """Replace members' names by ids in a use case's arguments. The use case decides whose view a member may take."""
        asked, only = given.get("wanted"), given.get("only")
        if isinstance(asked, ReadRequest) and asked.viewer is not None:
            given = given | {"wanted": replace(asked, viewer=self._eyes(campaign, asked.viewer))}
        if given.get("viewer") is not None:
            given = given | {"viewer": self._eyes(campaign, given["viewer"])}
        if isinstance(only, EntryFilter) and only.member is not None:
            given = given | {"only": replace(only, member=self.member(campaign, only.member))}
        return given

    def _eyes(self, campaign: str, name: str) -> str:
        members = {str(each.member): each.name or "" for each in self.listed(list_members, campaign)}
        named = _called_so(members, name)
        return named[0] if len(named) == 1 else name

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


@contextmanager
def open_session(settings: Settings | None = None) -> Iterator[CliSession]:
    """The installation that the settings (by default the environment) name, opened.

    Raises InvalidSetting, BrokenSystem, StorageFailed, SchemaRefused, and NotSignedIn where `RETCON_TOKEN` is not valid.
    """
    settings = settings or load(os.environ)
    with opened(settings, registry.find()) as services:
        yield CliSession(services, settings, _caller(services, settings.token))


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
        said = "RETCON_TOKEN holds no valid token; without it you act as the owner, and `retcon token create` makes new ones"
        raise ProblemExit(replace(problem, detail=said)) from error


@contextmanager
def telling(seat: Seat | None) -> Iterator[None]:
    """Turn refusals within the block into messages that the seat's holder may read. Raises ProblemExit."""
    try:
        yield
    except Exception as error:
        problem = problem_of(error, is_gm=seat is not None and seat.actor.is_gm)
        if problem is None:
            raise
        raise ProblemExit(problem) from error


def _called_so(members: Mapping[str, str], name: str) -> list[str]:
    """Return the ids of the members with a name, in any case."""
    return [member for member, called in members.items() if called.casefold() == name.strip().casefold()]


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None

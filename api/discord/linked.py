"""The session of a linked Discord user: use cases with the rights of the link's token, and the sight of the channel."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar
from uuid import UUID

from msgspec.structs import replace

from api.access import Access, Asked, Caller, Seat, access_of
from api.cli.session import CliSession, problems_told
from api.paging import WHOLE
from api.problems import NotSignedIn
from api.reading import ReadRequest
from api.services import Services
from api.storage.accounts import Credential
from api.use_cases.campaigns import CampaignView, WantedState, list_campaigns
from domain.history.points import HEAD
from domain.ledger.playing.acceptance import Actor
from domain.messages import text

T = TypeVar("T")

NOW: Final = ReadRequest(HEAD, None)
"""The head, through one's own eyes."""

CHANNEL: Final = Actor("(channel)", "observer")
"""The readers of a channel: like an observer, and no member, so that they see only what every member may see."""

NOT_LINKED: Final = text(
    "your Discord user is not linked to an account; make a code with `retcon discord link`, "
    "and type it here as /retcon link"
)


class LinkedSession(CliSession):
    """A session of the account that a Discord user is linked to."""

    def __init__(self, services: Services, credential: Credential) -> None:
        self._services, self._credential = services, credential

    @property
    def is_operator(self) -> bool:
        """Whether the caller is the installation's operator; over Discord nobody is."""
        return False

    @property
    def account(self) -> UUID:
        """The account of the link."""
        return self._credential.account

    def ask(self, use_case: Callable[..., T], campaign: str | None = None, **given: Any) -> T:
        """Carry out a use case as `CliSession.ask` says."""
        access = access_of(use_case)
        with problems_told(is_gm=False):
            caller, seat = self.admitted(access, None if campaign is None else self.campaign(campaign))
        usual = {"services": self._services, "caller": caller, "seat": seat, "wanted": NOW, "page": WHOLE}
        with problems_told(is_gm=seat is not None and seat.actor.is_gm):
            taken = inspect.signature(use_case).parameters
            return use_case(**{name: value for name, value in (usual | given).items() if name in taken})

    def campaigns(self, name: str | None = None, state: WantedState = None) -> list[CampaignView]:
        """Return the campaigns in which the account takes part."""
        return self.listed(list_campaigns, name=name, in_state=state)

    def known(self, name: str | None = None) -> Sequence[CampaignView]:
        """Return the campaigns of the account, in whatever state."""
        return self.campaigns(name, "any")

    def admitted(self, access: Access, campaign: UUID | None) -> tuple[Caller | None, Seat | None]:
        """Admit the account to what needs this access. Raises the errors of `Access.admit`."""
        if access.need == "nobody":
            return None, None
        return access.admit_holder(self._services, self._credential, Asked(None, None, campaign))

    @property
    def channel(self) -> LinkedSession:
        """The same session with the sight of the channel: for reads of what may be shown to everybody there."""
        return _ChannelSession(self._services, self._credential)


class _ChannelSession(LinkedSession):
    """A session that only reads, and sees what every member of a campaign may see."""

    def admitted(self, access: Access, campaign: UUID | None) -> tuple[Caller | None, Seat | None]:
        """Admit the account, and give it the seat of the channel."""
        assert (access.scope, access.need) == ("read", "member"), "a channel only reads campaigns"
        caller, seat = super().admitted(access, campaign)
        assert seat is not None, "under a campaign there is a seat"
        return caller, replace(seat, actor=CHANNEL)


def session_of(services: Services, user: str) -> LinkedSession:
    """Return the session of a Discord user. Raises NotSignedIn where they are not linked, or the link has ended."""
    token = services.discord.token_of(user)
    credential = None if token is None else services.accounts.credential(token)
    if credential is None:
        raise NotSignedIn(NOT_LINKED)
    assert token is not None, "a credential is that of a token"
    services.accounts.note_use(token)
    return LinkedSession(services, credential)
